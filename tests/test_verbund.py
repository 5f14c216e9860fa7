"""Mengenverbund und Kandidaten: kein Paar geht verloren, gemessen an allen Paaren."""

from __future__ import annotations

import gzip
import json
import os
import random
import subprocess
import sys
import unittest
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from unittest import mock

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from kandidaten import VERFAHREN, Verzeichnis, aehnliche_kerne, naechste_partner, simhash
from normalisierung import hat_woerter
from tests.basis import WURZEL, daten
from tests.test_titel import ENTHALTEN
from titel import SCHWELLE, SCHWELLE_NAECHSTER, Titel, jaccard, ohne_beiwerk, urteilen
from verbund import Mengen, verbinden

NEWS = "news/frontpage_2025-12-29_2026-01-01.jsonl.gz"
SCHWELLEN = st.fractions(Fraction(1, 20), 1, max_denominator=20)
FOLGEN = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=9), max_size=12)


def gramme(folge: Sequence[str], gramm: int) -> frozenset[tuple[str, ...]]:
    if len(folge) < gramm:
        return frozenset([tuple(folge)] if folge else [])
    return frozenset(tuple(folge[i : i + gramm]) for i in range(len(folge) - gramm + 1))


def von_hand(folgen: Sequence[Sequence[str]], gramm: int, schwelle: Fraction) -> dict[tuple[int, int], Fraction]:
    mengen = [gramme(f, gramm) for f in folgen]
    paare = {}
    for i, j in combinations(range(len(folgen)), 2):
        if (schnitt := len(mengen[i] & mengen[j])) and (
            mass := Fraction(schnitt, len(mengen[i] | mengen[j]))
        ) >= schwelle:
            paare[i, j] = mass
    return paare


def erfundene_titel(anzahl: int, keim: int) -> list[str]:
    """Titel aus wenigen Wörtern, dazu Abwandlungen: Ressort davor, Wort dazu, weg, ersetzt, Beiwerk, Versalien."""
    zufall = random.Random(keim)
    woerter = [
        a + b
        for a in ("Rat", "Fluss", "Berg", "alter", "neue", "sucht", "baut", "der", "im")
        for b in ("", "hof", "see", "en")
    ]
    woerter += ["4", "vier", "1.000", "Bürger:innen", "kein", "Ex-Wirt", "50 %", "İzmir", "AT&T", "–", "von"]
    titel: list[str] = []
    while len(titel) < anzahl:
        if titel and zufall.random() < 0.6:
            worte = zufall.choice(titel[-200:]).split(" ")
            stelle = zufall.randrange(len(worte))
            wahl = zufall.randrange(7)
            if wahl == 0:
                worte.insert(stelle, zufall.choice(woerter))
            elif wahl == 1:
                del worte[stelle]
            elif wahl == 2:
                worte[stelle] = zufall.choice(woerter)
            elif wahl == 3:
                worte.insert(0, zufall.choice(("Wetter:", "Nach dem langen Streit um Geld:", "Panorama –", "Lokales")))
            elif wahl == 4:
                worte = [w.upper() for w in worte]
            elif wahl == 5:
                worte.append("| tagesschau.de")
        else:
            worte = zufall.choices(woerter, k=zufall.randint(1, 11))
        titel.append(" ".join(worte))
    return titel


def verschiedene(roh: Sequence[tuple[str, str | None]]) -> list[Titel]:
    """Wie in gruppen: gleiche Texte sind ein Titel, und keiner ist ohne Wörter."""
    texte = dict.fromkeys((ohne_beiwerk(titel), teaser) for titel, teaser in roh)
    return [Titel(text, teaser) for text, teaser in texte if hat_woerter(text)]


class Verbund(unittest.TestCase):
    @settings(max_examples=300, deadline=None, derandomize=True)
    @given(FOLGEN, st.sampled_from([1, 2, 3]), SCHWELLEN)
    def test_findet_alle_paare_und_nur_sie(self, folgen: list[list[str]], gramm: int, schwelle: Fraction) -> None:
        soll = von_hand(folgen, gramm, schwelle)
        paare = verbinden(Mengen(folgen, gramm), schwelle)
        gefunden = list(zip(paare.links.tolist(), paare.rechts.tolist(), strict=True))
        self.assertEqual(gefunden, sorted(soll))
        self.assertEqual(paare.jaccard.tolist(), [float(soll[p]) for p in gefunden])
        innen = [sum(map(ord, "".join(folge))) % 2 == 0 for folge in folgen]
        teil = verbinden(Mengen(folgen, gramm), schwelle, np.array(innen, np.bool_))
        self.assertEqual(
            list(zip(teil.links.tolist(), teil.rechts.tolist(), strict=True)),
            [(i, j) for i, j in gefunden if innen[i] or innen[j]],
        )

    def test_grosser_wortschatz_laeuft_nicht_ueber(self) -> None:
        folgen = [["a", "b", "c", "d"], ["a", "b", "c", "d"], ["e", "f", "g", "h"]]
        with mock.patch("verbund.GRENZE", 20):
            paare = verbinden(Mengen(folgen, 3), SCHWELLE)
        self.assertEqual((paare.links.tolist(), paare.rechts.tolist()), ([0], [1]))

    def test_zweitausend_titel(self) -> None:
        folgen = [t.alle_woerter for t in verschiedene([(t, None) for t in erfundene_titel(2000, 1)])][:1500]
        for gramm, schwelle in ((3, SCHWELLE), (1, SCHWELLE_NAECHSTER)):
            paare = verbinden(Mengen(folgen, gramm), schwelle)
            self.assertEqual(
                list(zip(paare.links.tolist(), paare.rechts.tolist(), strict=True)),
                sorted(von_hand(folgen, gramm, schwelle)),
            )

    def test_lange_gleiche_texte(self) -> None:
        """Bei 256 gemeinsamen Elementen im Präfix liefe ein Zähler von acht Bit auf null zurück."""
        for laenge in (*range(590, 602), *range(1190, 1200)):
            worte = [f"w{i}" for i in range(laenge)]
            for gramm in (1, 3):
                self.assertEqual(len(verbinden(Mengen([worte, worte], gramm), SCHWELLE).links), 1, laenge)

    def test_leeres(self) -> None:
        leere: list[list[list[str]]] = [[], [[]], [[], []], [["a"], []]]
        for folgen in leere:
            self.assertEqual(len(verbinden(Mengen(folgen, 3), SCHWELLE).links), 0)


class Kandidaten(unittest.TestCase):
    def pruefen(self, titel: list[Titel], zufall: random.Random, gesucht: int) -> tuple[int, int]:
        """Was ``urteilen`` verbindet oder ``naechste`` nennt, ist Kandidat, auf jedem der drei Wege."""
        auswahl = zufall.sample(range(len(titel)), min(len(titel), gesucht))
        verbunden, nahe = set(), set()
        for i in auswahl:
            for j in range(len(titel)):
                paar = (i, j) if i < j else (j, i)
                if i != j and urteilen(titel[i], titel[j]).verbunden:
                    verbunden.add(paar)
                if i != j and jaccard(titel[i].wortmenge, titel[j].wortmenge) >= SCHWELLE_NAECHSTER:
                    nahe.add(paar)
        innen = [i in set(auswahl) for i in range(len(titel))]
        self.assertEqual(verbunden - set(VERFAHREN["exakt"].alle(titel, innen)), set())
        partner = naechste_partner(titel, innen)
        self.assertEqual({tuple(sorted((i, j))) for i in auswahl for _, j in partner(i)}, nahe)
        for i in auswahl:
            masse = [mass for mass, _ in partner(i)]
            self.assertEqual(masse, sorted(masse, reverse=True))
            self.assertEqual(masse, [jaccard(titel[i].wortmenge, titel[j].wortmenge) for _, j in partner(i)])
        for zu, soll in ((VERFAHREN["exakt"].zu, verbunden), (aehnliche_kerne, nahe)):
            for aufgeschlagen in (False, True):
                self.assertEqual(self._einzeln(zu, titel, auswahl, soll, aufgeschlagen), set())
        return len(verbunden), len(nahe)

    def _einzeln(
        self,
        zu: Callable[[Titel, Verzeichnis], Iterable[int]],
        titel: list[Titel],
        auswahl: list[int],
        soll: set[tuple[int, int]],
        aufgeschlagen: bool,
    ) -> set[tuple[int, int]]:
        # Frische Titel, damit nichts schon gerechnet ist.
        frisch = [Titel(t.text, t.teaser) for t in titel]
        verzeichnis = Verzeichnis(frisch)
        if aufgeschlagen:
            verzeichnis.aufschlagen()
        partner: dict[int, set[int]] = {i: set() for i in auswahl}
        for i, j in soll:
            for a, b in ((i, j), (j, i)):
                if a in partner:
                    partner[a].add(b)
        return {
            (i, j) for i in auswahl for j in partner[i] - set(zu(Titel(titel[i].text, titel[i].teaser), verzeichnis))
        }

    def test_erfundene_titel(self) -> None:
        zufall = random.Random(2)
        roh = erfundene_titel(900, 2)
        teaser = erfundene_titel(60, 3)
        for basis in ("titel", "titel+teaser"):
            titel = verschiedene([(t, None if basis == "titel" else zufall.choice(teaser)) for t in roh])
            verbunden, nahe = self.pruefen(titel, zufall, 60)
            self.assertGreater(min(verbunden, nahe), 10, basis)

    def test_enthaltene_titel(self) -> None:
        """Ein kurzer Titel am Ende eines langen teilt zu wenige Wörter, um ähnlich zu sein."""
        titel = verschiedene([(t, None) for _, *paar in ENTHALTEN for t in paar])
        self.assertEqual(self.pruefen(titel, random.Random(8), len(titel))[0], len(ENTHALTEN))

    def test_echte_titel(self) -> None:
        with gzip.open(daten(NEWS), "rt", encoding="utf-8") as datei:
            zeilen = [json.loads(zeile) for zeile in datei]
        zufall = random.Random(4)
        # Ein zusammenhängendes Stück: dort stehen die Übernahmen.
        stueck = zeilen[3000 : 3000 + 1500]
        for mit_teaser in (False, True):
            titel = verschiedene([(z["titel"], (z["teaser"] or "") if mit_teaser else None) for z in stueck])
            self.pruefen(titel, zufall, 50)

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(
        st.lists(
            st.lists(st.sampled_from("Aa Bb: Cc dd – Ee ff 4 vier nicht Gg hh".split()), max_size=9).map(" ".join),
            max_size=9,
        ),
        st.booleans(),
        st.randoms(use_true_random=False),
    )
    def test_beliebige_titel(self, roh: list[str], mit_teaser: bool, zufall: random.Random) -> None:
        self.pruefen(verschiedene([(t, zufall.choice(roh) if mit_teaser else None) for t in roh]), zufall, 9)

    def test_simhash_findet_gleiche_und_erfindet_nichts(self) -> None:
        titel = verschiedene([(t, None) for t in erfundene_titel(300, 5)])
        verfahren = VERFAHREN["simhash"]
        alle = set(verfahren.alle(titel, [True] * len(titel)))
        self.assertTrue(all(0 <= i < j < len(titel) for i, j in alle))
        self.assertLess(len(alle), len(titel) * (len(titel) - 1) // 4)
        for i, j in combinations(range(len(titel)), 2):
            if titel[i].trigramme == titel[j].trigramme:
                self.assertIn((i, j), alle)
        verzeichnis = Verzeichnis(titel)
        for i in range(0, len(titel), 10):
            self.assertEqual(
                set(verfahren.zu(titel[i], verzeichnis)) - {i}, {a + b - i for a, b in alle if i in (a, b)}
            )

    def test_simhash_ist_ueberall_derselbe(self) -> None:
        self.assertEqual(simhash([]), 0)
        self.assertEqual(simhash([("a", "b", "c"), ("b", "c", "d")]), 3516185437123274800)
        quelle = (
            "from tests.test_verbund import *\n"
            "t = verschiedene([(x, None) for x in erfundene_titel(200, 6)])\n"
            "i = [True] * len(t)\n"
            "print([sorted(v.alle(t, i)) for v in VERFAHREN.values()], [simhash(x.trigramme) for x in t])\n"
            "p = naechste_partner(t, i)\n"
            "print([list(p(n)) for n in range(len(t))])\n"
        )
        ausgaben = {
            subprocess.run(
                [sys.executable, "-c", quelle],
                cwd=WURZEL,
                env={**os.environ, "PYTHONHASHSEED": salz},
                capture_output=True,
                check=True,
            ).stdout
            for salz in ("0", "1", "random")
        }
        self.assertEqual(len(ausgaben), 1)


if __name__ == "__main__":
    unittest.main()
