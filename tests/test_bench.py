"""Die Messungen messen, was sie sagen: erzeugte Bestände, und beide Seiten des Verbunds gegen das Nachzählen."""

from __future__ import annotations

import unittest
from collections import Counter
from datetime import UTC, timedelta

from bench import erzeugen, messen, verbund, woerter
from tests.basis import lauf


class Schlagzeilen(unittest.TestCase):
    def test_gleicher_seed_gleiche_zeilen_auch_in_einem_anderen_prozess(self) -> None:
        hier = erzeugen.schlagzeilen(500, seed=7)
        for hashseed in ("0", "1"):
            dort = lauf("bench/erzeugen.py", "--schlagzeilen", "500", "--seed", "7", env={"PYTHONHASHSEED": hashseed})
            self.assertEqual(dort.stdout.splitlines(), hier)
        self.assertNotEqual(erzeugen.schlagzeilen(500, seed=8), hier)

    def test_sechs_bis_zehn_woerter_und_so_viele_wie_verlangt(self) -> None:
        for n in (0, 1, 5000):
            zeilen = erzeugen.schlagzeilen(n)
            self.assertEqual(len(zeilen), n)
            self.assertLessEqual({len(z.split()) for z in zeilen}, set(range(6, 11)))

    def test_kopien_und_grosser_wortschatz(self) -> None:
        zeilen = erzeugen.schlagzeilen(20_000)
        self.assertAlmostEqual(1 - len(set(zeilen)) / len(zeilen), 0.05, delta=0.01)
        self.assertGreater(len({wort for z in zeilen for wort in z.split()}), 15_000)


class Bestand(unittest.TestCase):
    TAGE = 12
    items: tuple[erzeugen.Rohitem, ...]

    @classmethod
    def setUpClass(cls) -> None:
        cls.items = tuple(erzeugen.items(6_000, cls.TAGE))

    def test_genau_so_viele_in_der_reihenfolge_ihres_eintreffens(self) -> None:
        self.assertEqual(len(self.items), 6_000)
        zeiten = [i.erfasst_am for i in self.items]
        self.assertEqual(zeiten, sorted(zeiten))
        self.assertEqual(len({(i.haus, i.guid) for i in self.items}), 6_000)

    def test_slot_ist_die_viertelstunde(self) -> None:
        for item in self.items:
            self.assertLess(item.erfasst_am - item.slot, timedelta(minutes=15))
            self.assertEqual((item.slot.minute % 15, item.slot.second, item.slot.tzinfo), (0, 0, UTC))

    def test_taegliche_formate_in_fuenf_haeusern(self) -> None:
        je_format = Counter((i.haus, i.titel) for i in self.items)
        for haus, titel, _ in woerter.FORMATE:
            self.assertGreaterEqual(je_format[haus, titel], self.TAGE)
        self.assertEqual(len({haus for haus, _, _ in woerter.FORMATE}), 5)
        self.assertEqual({i.haus for i in self.items}, set(woerter.HAEUSER))

    def test_uebernahmen_ueber_haeuser_hinweg(self) -> None:
        haeuser: dict[str, set[str]] = {}
        for item in self.items:
            haeuser.setdefault(item.titel, set()).add(item.haus)
        self.assertGreater(sum(len(h) > 1 for h in haeuser.values()), 200)


class Verbund(unittest.TestCase):
    def test_wir_und_nachzaehlen_finden_dieselben_paare_rensa_keines_mehr(self) -> None:
        titel = erzeugen.schlagzeilen(5_000, seed=3)
        richtig = set(verbund.nachzaehlen(titel))
        self.assertGreater(len(richtig), 300)
        self.assertEqual(set(verbund.wir(titel)), richtig)
        self.assertLessEqual(set(verbund.rensa(titel)), richtig)


class Ausgabe(unittest.TestCase):
    def test_verfehltes_ziel_steht_in_der_tabelle(self) -> None:
        zeilen = [messen.hoechstens("a", 1234.5, 2, "s"), messen.hoechstens("b", 0.25, 0.3, "s", 2, "zweimal")]
        self.assertEqual(
            messen.tabelle(zeilen).splitlines()[2:],
            ["| a | 1.234,50 s | höchstens 2 s | **nein** |", "| b | 0,25 s (zweimal) | höchstens 0,3 s | ja |"],
        )

    def test_gescheiterter_prozess_ist_ein_fehler_mit_grund(self) -> None:
        with self.assertRaisesRegex(messen.Messfehler, "dubletten.py endete mit 2: .*--backfill"):
            messen.prozess("dubletten.py")


if __name__ == "__main__":
    unittest.main()
