"""Stichproben aller Module: gemeinsame Spalten, Aussagen, Stellen im gespeicherten Text, und wie gezogen wird."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import tempfile
import unittest
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar
from unittest import mock

import psycopg

import dublettenlauf
import revisionen
import tonalitaet
from akteure import Akteure
from auslese import Auslese
from dubletten import Dubletten
from konfidenzband import BAENDER, OHNE, band, stratum
from modul import Modul
from normalisierung import saeubern
from orte import Orte
from probe import SPALTEN, Probe
from revisionen import Revisionen
from tests.basis import lauf, neue_datenbank
from tests.laeufe import bereiten, lauf_hier
from tests.vorbereitung import BEISPIEL, vorbereiten
from tonalitaet import Tonalitaet

ALLE = 100_000
GENANNT = re.compile(r"^„(.+?)“ ", re.DOTALL)

# Zeichen, an denen eine Stelle verrutschen kann: Entitäten, Tags, doppelter Leerraum, Emoji, NFD.
SCHWIERIG = (
    "🎉 S&ouml;der trifft  <b>Merz</b> in M&uuml;nchen",
    "&quot;Streit&quot; 👩‍🚒 um Klingbeil: Ko\u0308ln lehnt &amp;quot;Erfolg&amp;quot; ab",
)
EINFUEGEN = """
insert into raw_items (haus, titel, teaser, erfasst_am, slot)
values ('abendpost', %s, %s, '2026-09-12 08:05Z', '2026-09-12 08:00Z')
"""


def probe(nummer: int, methode: str = "alias", konfidenz: float | None = None) -> Probe:
    return Probe(f"akteur:{nummer}", "„A“ ist A.", methode, nummer, "abendpost", "A", "stelle", konfidenz)


def gezogen(proben: Iterable[Probe], anzahl: int, saat: int | None = None) -> list[tuple[str, str, int | None]]:
    """Kennung, Stratum und Umfang der gezogenen Proben."""
    auslese = Auslese(anzahl, saat)
    for p in proben:
        auslese.merken(p, (p.item_a,))
    return [(p.kennung, ziehung.stratum, ziehung.umfang) for p, ziehung in auslese.gezogen()]


class Ziehung(unittest.TestCase):
    # Vier Strata: 900, 80, 19 und 1.
    proben = (
        *(probe(n, "alias", 0.95) for n in range(900)),
        *(probe(n, "nachname", 0.8) for n in range(900, 980)),
        *(probe(n, "fuzzy", 0.6) for n in range(980, 999)),
        probe(999, "amt"),
    )

    def test_die_strata_sind_gleich_stark_und_das_seltenste_ist_dabei(self) -> None:
        zeilen = gezogen(self.proben, 60, saat=1)
        umfang = {stratum: n for _, stratum, n in zeilen}
        self.assertEqual(
            umfang,
            {"alias · ab 0,90": 900, "nachname · 0,75 bis unter 0,90": 80, "fuzzy · unter 0,75": 19, "amt": 1},
        )
        je_stratum = Counter(stratum for _, stratum, _ in zeilen)
        self.assertEqual(sorted(je_stratum.values()), [1, 19, 20, 20])
        self.assertEqual(sum(umfang.values()), len(self.proben))
        # Auch der Anfang ist gleichmäßig: nach drei Runden ist jedes Stratum dreimal dran gewesen, soweit es reicht.
        self.assertEqual(sorted(Counter(s for _, s, _ in zeilen[:10]).values()), [1, 3, 3, 3])

    def test_strata_ohne_zeile_sind_genannt(self) -> None:
        # In der Folge der Namen: alias, amt, fuzzy, nachname.
        for anzahl, erwartet in (
            (4, []),
            (3, ["nachname · 0,75 bis unter 0,90"]),
            (2, ["fuzzy · unter 0,75", "nachname · 0,75 bis unter 0,90"]),
        ):
            auslese = Auslese(anzahl, 1)
            for p in self.proben:
                auslese.merken(p, (p.item_a,))
            self.assertEqual(auslese.leer_ausgegangen(), erwartet)
        ohne_saat = Auslese(1)
        for p in self.proben:
            ohne_saat.merken(p, (p.item_a,))
        self.assertEqual(ohne_saat.leer_ausgegangen(), [])

    def test_eine_groessere_beginnt_mit_der_kleineren(self) -> None:
        lang = gezogen(self.proben, 300, saat=5)
        for anzahl in (1, 3, 59, 299):
            self.assertEqual(gezogen(self.proben, anzahl, saat=5), lang[:anzahl])
        alle = gezogen(self.proben, ALLE, saat=5)
        self.assertEqual((len(alle), alle[:300]), (len(self.proben), lang))

    def test_die_folge_der_proben_ist_gleich(self) -> None:
        gemischt = list(self.proben)
        random.SystemRandom().shuffle(gemischt)
        for saat in (None, 0, 7):
            self.assertEqual(gezogen(gemischt, 40, saat), gezogen(self.proben, 40, saat))

    def test_eine_andere_saat_zieht_andere(self) -> None:
        zuege = {tuple(gezogen(self.proben, 40, saat)) for saat in range(5)}
        self.assertEqual(len(zuege), 5)
        # Festgehalten: dieselbe Saat zieht überall und für immer dieselben.
        fest = ["akteur:365", "akteur:999", "akteur:994", "akteur:973"]
        self.assertEqual([kennung for kennung, _, _ in gezogen(self.proben, 4, saat=2026)], fest)

    def test_jede_probe_hat_dieselbe_aussicht(self) -> None:
        # Aus 80 je Saat 20: über 400 Saaten kommt jede um die hundert Mal, Standardabweichung 8,7.
        haeufig: Counter[str] = Counter()
        for saat in range(400):
            haeufig.update(kennung for kennung, _, _ in gezogen(self.proben[900:980], 20, saat))
        self.assertEqual(len(haeufig), 80)
        self.assertGreater(min(haeufig.values()), 60)
        self.assertLess(max(haeufig.values()), 140)

    def test_baender_liegen_lueckenlos(self) -> None:
        self.assertEqual([b.ab for b in BAENDER], sorted((b.ab for b in BAENDER), reverse=True))
        self.assertEqual(BAENDER[-1].ab, 0)
        for konfidenz, erwartet in ((1.0, 0), (0.9, 0), (0.89999999, 0), (0.8999, 1), (0.75, 1), (0.7499, 2), (0.0, 2)):
            self.assertEqual(band(konfidenz), BAENDER[erwartet].name, konfidenz)
        self.assertEqual((band(None), stratum("gleich", None)), (OHNE, "gleich"))


class MitStichprobe(unittest.TestCase):
    """Läufe mit Stichprobe gegen die mitgelieferten Beispiele; nichts davon schreibt Zeilen."""

    url: ClassVar[str] = ""

    def ziehen(self, modul: Modul, *worte: str, url: str = "") -> tuple[list[dict[str, str]], dict[str, Any]]:
        """Die Zeilen und die Zusammenfassung eines trockenen Laufs."""
        with tempfile.TemporaryDirectory(prefix="wurzelwerk stichprobe ") as ordner:
            ziel = Path(ordner, "probe.csv")
            alle = ("--backfill", "--trocken", "--json", "--ziel", str(ziel), *worte)
            with mock.patch.dict(os.environ, WURZELWERK_NER="keine"):
                ende = lauf_hier(url or self.url, *alle, modul=modul)
            self.assertEqual(ende.code, 0, ende.meldungen)
            return self.gelesen(ziel), ende.zahlen

    def gelesen(self, ziel: Path) -> list[dict[str, str]]:
        """Die Zeilen einer Datei, mit genau den gemeinsamen Spalten."""
        with ziel.open(encoding="utf-8", newline="") as datei:
            leser = csv.DictReader(datei)
            zeilen = list(leser)
        self.assertEqual(tuple(leser.fieldnames or ()), SPALTEN)
        return zeilen

    def alle(self, modul: Modul) -> tuple[list[dict[str, str]], dict[str, Any]]:
        """Jede Behauptung eines Laufs, geschichtet gezogen, und was an jeder Zeile gelten muss."""
        zeilen, zahlen = self.ziehen(modul, "--stichprobe", str(ALLE), "--saat", "3")
        umfang = {z["stratum"]: int(z["umfang"]) for z in zeilen}
        self.assertEqual(umfang, Counter(z["stratum"] for z in zeilen))
        self.assertEqual(len({z["kennung"] for z in zeilen}), len(zeilen))
        for z in zeilen:
            konfidenz = float(z["konfidenz"]) if z["konfidenz"] else None
            self.assertEqual(z["stratum"], stratum(z["methode"], konfidenz))
            self.assertEqual((z["ziehung"], z["saat"], z["schicht"]), ("geschichtet", "3", modul.schicht))
            self.assertEqual((z["urteil"], z["bemerkung"]), ("", ""))
            self.assertEqual(z["coder_version"], zahlen["coder_version"])
            self.assertRegex(z["aussage"], r"^[„A-Z].*\.$")
            angaben = json.loads(z["angaben"])
            self.assertTrue(angaben and all(isinstance(wert, str) and wert for wert in angaben.values()), angaben)
        return zeilen, zahlen

    def genannte(self, z: dict[str, str]) -> list[str]:
        """Was an den Stellen einer Zeile steht, gesäubert."""
        return [
            saeubern(z[f"text_{seite}"][von:bis]) for seite in "ab" for von, bis in json.loads(z[f"stellen_{seite}"])
        ]


class Paare(MitStichprobe):
    @classmethod
    def setUpClass(cls) -> None:
        cls.url = vorbereiten(neue_datenbank(cls.addClassCleanup), BEISPIEL)

    def test_dubletten_zaehlen_jedes_paar_einmal(self) -> None:
        zeilen, _ = self.alle(Dubletten())
        self.assertLessEqual({"gleich", "aehnlich", "enthalten", "zahlen", "ersetzt"}, {z["methode"] for z in zeilen})
        paare = {frozenset((z["item_a"], z["item_b"])) for z in zeilen}
        self.assertEqual(len(paare), len(zeilen))
        for z in zeilen:
            self.assertEqual(z["form"], "paar")
            self.assertIn("Grund", json.loads(z["angaben"]))

    def test_wer_teaser_vergleicht_zeigt_sie_auch(self) -> None:
        zeilen, _ = self.ziehen(Dubletten(), "--basis", "titel+teaser", "--stichprobe", "40")
        for seite in "ab":
            teaser = [json.loads(z["angaben"]).get(f"Teaser {seite.upper()}") for z in zeilen]
            self.assertTrue(any(teaser))

    def test_revisionen_zaehlen_jeden_geaenderten_schritt(self) -> None:
        zeilen, _ = self.alle(Revisionen())
        with mock.patch.object(revisionen, "STAPEL", 7):
            self.assertEqual(self.alle(Revisionen())[0], zeilen)
        self.assertEqual({z["aussage"] for z in zeilen}, {revisionen.AUSSAGEN[z["methode"]] for z in zeilen})
        ende = lauf("revisionen.py", "--backfill", url=self.url)
        self.assertEqual(ende.returncode, 0, ende.stderr)
        self.assertEqual(Counter(z["methode"] for z in zeilen), self.schritte())

    def schritte(self) -> Counter[str]:
        """Die Schritte aller Nutzlasten in der Datenbank, nach ihrer Art."""
        with psycopg.connect(self.url) as conn:
            arten = conn.execute(
                "select a, count(*) from codings, jsonb_array_elements_text(nutzlast -> 'arten') a"
                " where schicht = 'revision' and a <> 'unveraendert' group by a"
            )
            return Counter(dict(arten.fetchall()))

    def test_weder_hashseed_noch_bloecke_aendern_den_zug(self) -> None:
        for worte in (("--stichprobe", "25"), ("--stichprobe", "25", "--saat", "11")):
            zuege = [self.ziehen(Dubletten(), *worte)[0]]
            with mock.patch.object(dublettenlauf, "BLOCK", 40):
                zuege.append(self.ziehen(Dubletten(), *worte)[0])
            for hashseed in ("0", "4711"):
                with tempfile.TemporaryDirectory() as ordner:
                    ziel = Path(ordner, "probe.csv")
                    aufruf = ("dubletten.py", "--backfill", "--trocken", "--ziel", str(ziel), *worte)
                    ende = lauf(*aufruf, url=self.url, env={"PYTHONHASHSEED": hashseed})
                    self.assertEqual(ende.returncode, 0, ende.stderr)
                    zuege.append(self.gelesen(ziel))
            self.assertEqual(len(zuege[0]), 25)
            for zug in zuege[1:]:
                self.assertEqual(zug, zuege[0])


class Stellen(MitStichprobe):
    @classmethod
    def setUpClass(cls) -> None:
        cls.url = bereiten(neue_datenbank(cls.addClassCleanup), satz=400)
        for lader in ("lexikon_laden.py", "ortslexikon_laden.py"):
            ende = lauf(lader, url=cls.url)
            if ende.returncode:
                raise AssertionError(ende.stderr)
        with psycopg.connect(cls.url, autocommit=True) as conn:
            for text in SCHWIERIG:
                conn.execute(EINFUEGEN, (text, text))

    def test_akteure_nennen_wen_die_stelle_meint(self) -> None:
        zeilen, zahlen = self.alle(Akteure())
        self.assertEqual(len(zeilen), zahlen["aufgeloest"])
        self.assertLessEqual({"alias", "amt", "nachname"}, {z["methode"] for z in zeilen})
        self.genannt_ist_markiert(zeilen)
        for z in zeilen:
            self.assertRegex(z["aussage"], r"“ meint hier .+ \(Q\d+\)\.$")
            angaben = json.loads(z["angaben"])
            self.assertRegex(angaben["Stichtag"], r"^\d\d\.09\.2026$")
            self.assertTrue("Amt" in angaben or z["methode"] != "amt", z)
        aussagen = {z["aussage"] for z in zeilen if z["text_a"] in SCHWIERIG}
        self.assertIn("„Merz“ meint hier Friedrich Merz (Q566257).", aussagen)

    def test_orte_nennen_welchen_die_stelle_meint(self) -> None:
        zeilen, zahlen = self.alle(Orte())
        self.assertEqual(len(zeilen), zahlen["aufgeloest"])
        self.genannt_ist_markiert(zeilen)
        aussagen = {z["aussage"] for z in zeilen if z["text_a"] in SCHWIERIG}
        self.assertIn("„München“ ist hier der Ort München, Bayern, Deutschland (ags:09162000).", aussagen)
        self.assertIn("„Köln“ ist hier der Ort Köln, Nordrhein-Westfalen, Deutschland (ags:05315000).", aussagen)

    def genannt_ist_markiert(self, zeilen: list[dict[str, str]]) -> None:
        seiten: set[str] = set()
        for z in zeilen:
            self.assertEqual(z["form"], "stelle")
            genannt = GENANNT.match(z["aussage"])
            assert genannt is not None, z["aussage"]
            self.assertEqual(self.genannte(z), [genannt[1]], z)
            seiten.update(seite for seite in "ab" if json.loads(z[f"stellen_{seite}"]))
        self.assertEqual(seiten, {"a", "b"})

    def test_tonwoerter_sind_markiert(self) -> None:
        zeilen, zahlen = self.alle(Tonalitaet())
        klassen = Counter(z["methode"] for z in zeilen)
        self.assertEqual(klassen, {k: zahlen[f"titel_{k}"] for k in ("negativ", "positiv", "gemischt")})
        for z in zeilen:
            self.assertEqual(z["aussage"], f"Der Wortton des Titels ist {z['methode']}.")
            woerter = [wort.split(" (")[0] for wort in json.loads(z["angaben"])["Tonwörter"].split("; ")]
            self.assertEqual(sorted(self.genannte(z)), sorted(" ".join(woerter).split()), z)
        markiert = {z["text_a"]: self.genannte(z) for z in zeilen}
        self.assertEqual(markiert[SCHWIERIG[1]], ["Streit", "lehnt", "Erfolg", "ab"])
        with mock.patch.object(tonalitaet, "STAPEL", 13):
            self.assertEqual(self.alle(Tonalitaet())[0], zeilen)


if __name__ == "__main__":
    unittest.main()
