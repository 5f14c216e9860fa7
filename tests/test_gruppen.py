"""Dublettengruppen ohne Datenbank: wer zusammengehört, wer leitet, und dass die Reihenfolge nichts ändert."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
import unittest
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise, permutations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bestand import Bestand, Item
from gruppen import gruppieren, hinweise, nutzlasten
from kandidaten import VERFAHREN
from tests.basis import WURZEL

MONTAG = date(2026, 9, 7).toordinal()
BEGINN = datetime(2026, 9, 7, 6, tzinfo=UTC)
ZEILE = "Neue Schleuse am Kanal nimmt nach Jahren den Betrieb auf"


def item(
    id_: int, haus: str, tag: int, titel: str | None, *, ankunft: datetime | None = None, teaser: str | None = None
) -> Item:
    """Ein Item, ``tag`` Tage nach Montag; es trifft in der Reihenfolge der Kennungen ein."""
    wann = BEGINN + timedelta(days=tag, minutes=id_) if ankunft is None else ankunft
    return Item(id_, haus, MONTAG + tag, wann, titel, teaser, None)


def rechnen(
    items: Sequence[Item],
    *,
    mit_teaser: bool = False,
    verfahren: str = "exakt",
    start: Iterable[int] | None = None,
) -> dict[int, dict[str, Any]]:
    """Die Nutzlasten nach Kennung; ``start`` nennt Kennungen, von denen aus geladen wird, statt aller."""
    je_tag: dict[int, list[Item]] = defaultdict(list)
    for i in items:
        je_tag[i.tag].append(i)

    def gleiche(titel: list[str], von: int, bis: int) -> list[Item]:
        return [i for i in items if i.titel in titel and von <= i.tag <= bis]

    bestand = Bestand(lambda tag: je_tag[tag], gleiche, VERFAHREN[verfahren], mit_teaser)
    tage = {i.id: i.tag for i in items if start is None or i.id in set(start)}
    zellen = list(dict.fromkeys(bestand.zellen_von(tage).values()))
    ergebnis = {}
    for teil, kanten in bestand.komponenten(zellen):
        bestand.wiederholungen(teil)
        naechste = bestand.naechste(teil)
        for gruppe in gruppieren(teil, kanten, bestand):
            for i, nutzlast in nutzlasten(gruppe, bestand, naechste, "titel"):
                ergebnis[i.id] = nutzlast
    return ergebnis


def gruppen(ergebnis: dict[int, dict[str, Any]]) -> set[frozenset[int]]:
    mitglieder: dict[str, set[int]] = defaultdict(set)
    for id_, nutzlast in ergebnis.items():
        mitglieder[nutzlast["gruppe"]].add(id_)
    return {frozenset(m) for m in mitglieder.values()}


KETTE = [
    item(id_, haus, tag, titel)
    for id_, haus, tag, titel in (
        (1, "a", 0, "Regierung plant nach langem Streit neue Steuer auf Zucker in Limonaden ab"),
        (2, "b", 0, "plant nach langem Streit neue Steuer auf Zucker in Limonaden ab Januar"),
        (3, "c", 1, "nach langem Streit neue Steuer auf Zucker in Limonaden ab Januar trotz"),
        (4, "d", 1, "langem Streit neue Steuer auf Zucker in Limonaden ab Januar trotz Protest"),
        (5, "e", 2, "Streit neue Steuer auf Zucker in Limonaden ab Januar trotz Protest der"),
        (6, "f", 2, "neue Steuer auf Zucker in Limonaden ab Januar trotz Protest der Industrie"),
    )
]  # fmt: skip

# Wer mit wem: Items als (Haus, Tag, Titel), Kennungen von 1 an, und die Gruppen, die mehr als eines haben.
FAELLE: tuple[tuple[str, list[tuple[str, int, str | None]], list[set[int]]], ...] = (
    ("zwei Häuser", [("a", 0, ZEILE), ("b", 0, f"Verkehr: {ZEILE}")], [{1, 2}]),
    ("am Tag danach", [("a", 0, ZEILE), ("b", 1, ZEILE)], [{1, 2}]),
    ("außerhalb des Fensters", [("a", 0, ZEILE), ("b", 2, ZEILE)], []),
    ("dasselbe Haus, ein Tag", [("a", 0, ZEILE), ("a", 0, f"Verkehr: {ZEILE}")], [{1, 2}]),
    ("dasselbe Haus, zwei Tage", [("a", 0, ZEILE), ("a", 1, ZEILE)], []),
    ("zwei Tage über ein Haus", [("a", 0, ZEILE), ("b", 0, f"Bau: {ZEILE}"), ("a", 1, f"Amt: {ZEILE}")], [{1, 2}]),
    ("Format in zwei Häusern", [(h, t, "Wetter am Morgen") for t in range(3) for h in "ab"], [{1, 2}, {3, 4}, {5, 6}]),
    ("Format trifft Einzelstück", [("a", 0, ZEILE), ("a", 2, ZEILE), ("b", 1, ZEILE)], []),
    ("leere Titel", [("a", 0, ""), ("b", 0, ""), ("a", 0, None), ("b", 0, "…"), ("c", 0, "…"), ("a", 0, "🚒")], []),
    ("leere Titel eines Hauses", [("a", 0, ""), ("a", 0, ""), ("a", 0, None)], []),
    ("ein Wort", [("a", 0, "Hochwasser"), ("b", 0, "Niedrigwasser"), ("c", 0, "Hochwasser!")], [{1, 3}]),
    ("Verneinung", [("a", 0, f"Kein Streit: {ZEILE}"), ("b", 0, ZEILE.replace("nimmt", "nimmt nie"))], []),
    (
        "DUP-02",
        [
            ("a", 0, "Kein Nachtflugverbot am Flughafen Kleinstadt bis zum Ende der kommenden Sommersaison"),
            ("b", 0, "Nachtflugverbot am Flughafen Kleinstadt bis zum Ende der kommenden Sommersaison"),
        ],
        [],
    ),
    (
        "gemeinsamer Kern unter langen Marken",
        [
            ("a", 0, "Nach Jahren des Streits in Musterstadt: Rat stimmt der Brücke zu"),
            ("b", 0, "Rat stimmt der Brücke zu"),
            ("c", 0, "Letzte Sitzung vor der Sommerpause im Norden: Rat stimmt der Brücke zu"),
        ],
        [{1, 2, 3}],
    ),
)  # fmt: skip

TITEL = st.sampled_from(
    [ZEILE, f"Verkehr: {ZEILE}", ZEILE.upper(), f"{ZEILE} Von Ada Muster", ZEILE.replace("Jahren", "7 Jahren"),
     f"Nie: {ZEILE}", "Nach sehr langem Streit im Rat: " + ZEILE, "Wetter am Morgen", "Wetter",
     "", "…", *(i.titel or "" for i in KETTE)]
)  # fmt: skip
ITEMS = st.lists(
    st.tuples(st.sampled_from("abcd"), st.integers(0, 5), TITEL, st.integers(0, 3)), min_size=1, max_size=24
).map(
    lambda zeilen: [
        item(id_, haus, tag, titel, ankunft=BEGINN + timedelta(days=tag, hours=stunde))
        for id_, (haus, tag, titel, stunde) in enumerate(zeilen, 1)
    ]
)


class Gruppen(unittest.TestCase):
    def test_faelle(self) -> None:
        """DUP-02 und wer sonst (nicht) zusammengehört."""
        for name, zeilen, soll in FAELLE:
            with self.subTest(name):
                ergebnis = rechnen([item(n, *zeile) for n, zeile in enumerate(zeilen, 1)])
                self.assertEqual(len(ergebnis), len(zeilen))
                self.assertEqual({g for g in gruppen(ergebnis) if len(g) > 1}, {frozenset(g) for g in soll})

    def test_dup_04_ketten(self) -> None:
        """Nachbarn gleichen sich, Anfang und Ende nicht; die schwächste Kante steht in der Zeile."""
        ergebnis = rechnen(KETTE)
        self.assertEqual(ergebnis[1]["gruppe"], ergebnis[2]["gruppe"])
        self.assertNotEqual(ergebnis[1]["gruppe"], ergebnis[6]["gruppe"])
        for nutzlast in ergebnis.values():
            if nutzlast["groesse"] > 1:
                self.assertGreaterEqual(nutzlast["schwaechste_kante"], 0.4)
                self.assertGreaterEqual(nutzlast["jaccard"], 0.4)
        for anders in permutations(KETTE[:4]):
            self.assertEqual(rechnen([*anders, *KETTE[4:]]), ergebnis)

    def test_nutzlast(self) -> None:
        a, b, c = (
            item(1, "a", 0, f"Verkehr: {ZEILE}"),
            item(2, "b", 0, ZEILE),
            item(3, "c", 0, "Ein ganz anderer Titel"),
        )
        ergebnis = rechnen([a, b, c])
        self.assertEqual(
            ergebnis[2],
            {
                "gruppe": ergebnis[1]["gruppe"], "groesse": 2, "haeuser": 2, "leit_item": 1, "schwaechste_kante": 1.0,
                "basis": "titel", "naechster": {"item": 1, "jaccard": 1.0}, "wiederholt": None, "tag": "2026-09-07",
                "rolle": "mitglied", "jaccard": 1.0, "grund": "gleich", "hinweise": [],
            },
        )  # fmt: skip
        self.assertEqual((ergebnis[1]["rolle"], ergebnis[1]["grund"], ergebnis[1]["jaccard"]), ("leit", None, 1.0))
        einzel = ergebnis[3]
        self.assertEqual(
            (einzel["rolle"], einzel["groesse"], einzel["haeuser"], einzel["leit_item"]), ("einzel", 1, 1, 3)
        )
        self.assertEqual((einzel["jaccard"], einzel["schwaechste_kante"], einzel["naechster"]), (None, None, None))
        json.dumps(ergebnis, allow_nan=False)

    def test_leit_ist_was_zuerst_eintraf(self) -> None:
        """Nicht die kleinste Kennung und nicht der früheste Tag; bei gleicher Ankunft die kleinere Kennung."""
        spaet, frueh = BEGINN + timedelta(hours=30), BEGINN + timedelta(hours=25)
        ergebnis = rechnen([
            item(1, "a", 1, ZEILE, ankunft=spaet), item(3, "b", 1, ZEILE, ankunft=frueh),
            item(2, "c", 1, ZEILE, ankunft=frueh),
        ])  # fmt: skip
        self.assertEqual({n["leit_item"] for n in ergebnis.values()}, {2})

    def test_nachzuegler_mit_altem_datum_laesst_die_kennung(self) -> None:
        vorher = [item(1, "a", 1, ZEILE), item(2, "b", 1, ZEILE)]
        kennung = rechnen(vorher)[1]["gruppe"]
        spaeter = item(3, "c", 0, f"Verkehr: {ZEILE}", ankunft=BEGINN + timedelta(days=3))
        nachher = rechnen([*vorher, spaeter])
        self.assertEqual({n["gruppe"] for n in nachher.values()}, {kennung})
        self.assertEqual(nachher[3]["rolle"], "mitglied")

    def test_kennung_haengt_am_leititem_allein(self) -> None:
        """Ein fester Wert: gespeicherte Gruppen behielten sonst ihre Kennung nicht."""
        self.assertEqual(rechnen([item(1, "a", 0, ZEILE)])[1]["gruppe"], "66f03943-feb8-5a01-a4bc-1607a83e62d1")

    def test_format_nennt_die_wiederholung(self) -> None:
        ergebnis = rechnen([item(t + 1, "a", t, "Das Wetter am Morgen") for t in range(5)])
        self.assertEqual([ergebnis[i]["wiederholt"] for i in range(1, 6)], [2, 1, 1, 2, 3])

    def test_txt_06_hinweise(self) -> None:
        """U+FFFD in Titel oder Teaser ist gekennzeichnet; das Emoji daneben bleibt ohne Kennzeichen."""
        self.assertEqual(hinweise(item(1, "a", 0, "Sturmschaden an der Kirche \ufffd")), ["zeichen_ersetzt"])
        self.assertEqual(hinweise(item(1, "a", 0, "Kirche", teaser="\ufffd")), ["zeichen_ersetzt"])
        self.assertEqual(hinweise(item(1, "a", 0, "Feuerwehr 👩🏽\u200d🚒 übt", teaser=None)), [])
        self.assertEqual(hinweise(item(1, "a", 0, None)._replace(hinweis="pubdate_zukunft")), ["pubdate_zukunft"])

    def test_teaser_als_basis(self) -> None:
        gleich = [item(1, "a", 0, ZEILE, teaser="Ein Satz dazu."), item(2, "b", 0, ZEILE, teaser="Ein Satz dazu.")]
        anders = item(3, "c", 0, ZEILE, teaser="Hier erzählt das Haus die Sache von vorn, ausführlich und anders.")
        self.assertEqual(gruppen(rechnen([*gleich, anders], mit_teaser=True)), {frozenset({1, 2}), frozenset({3})})
        self.assertEqual(gruppen(rechnen([*gleich, anders])), {frozenset({1, 2, 3})})

    def test_fuenftausend_gleiche_titel(self) -> None:
        items = [item(n, f"haus{n % 10}", 0, ZEILE, ankunft=BEGINN) for n in range(1, 5001)]
        beginn = time.process_time()
        ergebnis = rechnen(items)
        self.assertLess(time.process_time() - beginn, 2)
        self.assertEqual({(n["groesse"], n["haeuser"], n["leit_item"]) for n in ergebnis.values()}, {(5000, 10, 1)})

    def test_tagesformate_verketten_den_bestand_nicht(self) -> None:
        """Von einem Item aus wird höchstens das Fenster geladen, nicht alle Tage, an denen das Format erschien."""
        geladen: list[int] = []

        def laden(tag: int) -> list[Item]:
            geladen.append(tag - MONTAG)
            return [item(10 * (tag - MONTAG) + n, f"haus{n}", tag - MONTAG, "Das Wetter am Morgen") for n in range(5)]

        def gleiche(titel: list[str], von: int, bis: int) -> list[Item]:
            return [i for tag in range(von, bis + 1) for i in laden(tag)]

        bestand = Bestand(laden, gleiche, VERFAHREN["exakt"])
        bestand.sichern([MONTAG])
        teile = bestand.komponenten(bestand.zellen(MONTAG))
        self.assertEqual([len(teil) for teil, _ in teile], [5])
        self.assertLessEqual(max(map(abs, geladen)), 4)


class Eigenschaften(unittest.TestCase):
    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(ITEMS, st.randoms(use_true_random=False))
    def test_regeln(self, items: list[Item], zufall: random.Random) -> None:
        """Kein Haus an zwei Tagen, ein Leit je Gruppe, dieselben Zeilen in jeder Reihenfolge und von jedem Start."""
        ergebnis = rechnen(items)
        self.assertEqual(set(ergebnis), {i.id for i in items})
        nach_id = {i.id: i for i in items}
        for gruppe in gruppen(ergebnis):
            mitglieder = sorted((nach_id[i] for i in gruppe), key=lambda i: (i.ankunft, i.id))
            self.assertEqual(len({(i.haus, i.tag) for i in mitglieder}), len({i.haus for i in mitglieder}))
            tage = sorted({i.tag for i in mitglieder})
            self.assertTrue(all(b - a <= 1 for a, b in pairwise(tage)), tage)
            for i in mitglieder:
                nutzlast = ergebnis[i.id]
                self.assertEqual(nutzlast["leit_item"], mitglieder[0].id)
                self.assertEqual(
                    (nutzlast["groesse"], nutzlast["haeuser"]), (len(gruppe), len({i.haus for i in mitglieder}))
                )
                self.assertEqual(nutzlast["rolle"] == "leit", len(gruppe) > 1 and i.id == mitglieder[0].id)
                self.assertEqual(nutzlast["rolle"] == "einzel", len(gruppe) == 1)
        gemischt = list(items)
        zufall.shuffle(gemischt)
        self.assertEqual(rechnen(gemischt), ergebnis)
        von = zufall.choice(items).id
        self.assertEqual(rechnen(gemischt, start=[von])[von], ergebnis[von])

    def test_dup_06_ueberall_bitgleich(self) -> None:
        """Zweihundert Titel mit vielen Gleichständen, jedes Hashsalz, vorwärts, gemischt und rückwärts."""
        quelle = (
            "import json, random, sys\n"
            "from tests.test_gruppen import *\n"
            "worte = 'Rat Fluss Berg Hof See baut sucht findet neue alte Brücke Straße am im'.split()\n"
            "z = random.Random(7)\n"
            "stamm = [' '.join(z.choices(worte, k=8)) for _ in range(40)]\n"
            "enden = '', ' heute', ' dort'\n"
            "items = [item(n, 'abcdefgh'[n % 8], n % 3, stamm[n % 40] + z.choice(enden)) for n in range(200)]\n"
            "if sys.argv[1] == 'gemischt': random.shuffle(items)\n"
            "if sys.argv[1] == 'rueckwaerts': items.reverse()\n"
            "ergebnis = rechnen(items)\n"
            "assert len(gruppen(ergebnis)) < 150, len(gruppen(ergebnis))\n"
            "print(json.dumps(ergebnis, sort_keys=True))\n"
        )
        ausgaben = {
            subprocess.run(
                [sys.executable, "-c", quelle, wie],
                cwd=WURZEL,
                env={**os.environ, "PYTHONHASHSEED": salz},
                capture_output=True,
                check=True,
            ).stdout
            for salz, wie in (("0", ""), ("1", ""), ("random", "gemischt"), ("random", "rueckwaerts"))
        }
        self.assertEqual(len(ausgaben), 1)


if __name__ == "__main__":
    unittest.main()
