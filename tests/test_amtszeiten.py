"""Zeiträume zusammenfassen: Kreuzprodukte, grobe und genaue Angaben, Widersprüche."""

from __future__ import annotations

import itertools
import unittest
from datetime import date

import wikidatum
from amtszeiten import DATUM, OFFEN, UNBEKANNT, Zeitraum, buendeln
from ladebericht import Bericht
from wikidatum import Wikidatum

PAAR = ("Q1", "Q2")
STAND = date(2022, 10, 10)


def tag(text: str | None) -> Wikidatum | None:
    return None if text is None else wikidatum.lesen(text, {4: 9, 7: 10, 10: 11}[len(text)])


def zeit(von: str | None, bis: str | None = None, stand: date | None = STAND) -> Zeitraum:
    if bis == UNBEKANNT:
        return Zeitraum(tag(von), None, UNBEKANNT)
    return Zeitraum(tag(von), tag(bis), DATUM) if bis else Zeitraum(tag(von), None, OFFEN, stand)


# Was die Zeilen sagen, und welche Zeiträume daraus werden.
FAELLE: tuple[tuple[str, tuple[Zeitraum, ...], tuple[Zeitraum, ...]], ...] = (
    ("dieselbe Zeile", (zeit("2010-01-01", "2014-01-01"),) * 3, (zeit("2010-01-01", "2014-01-01"),)),
    (
        "zwei Amtszeiten",
        (zeit("2010-01-01", "2014-01-01"), zeit("2018-01-01")),
        (zeit("2010-01-01", "2014-01-01"), zeit("2018-01-01")),
    ),
    ("Jahr und Tag desselben Beginns", (zeit("2021"), zeit("2021-12-08")), (zeit("2021-12-08"),)),
    ("Monat und Jahr", (zeit("2021"), zeit("2021-12")), (zeit("2021-12"),)),
    ("verschiedene Jahre", (zeit("2017", "2019"), zeit("2021-12-08")), (zeit("2017", "2019"), zeit("2021-12-08"))),
    (
        "offen, später beendet",
        (zeit("2021-12-08"), zeit("2021-12-08", "2025-05-06")),
        (zeit("2021-12-08", "2025-05-06"),),
    ),
    (
        "grobes und genaues Ende",
        (zeit("2010", "2014"), zeit("2010-03-01", "2014-05-05")),
        (zeit("2010-03-01", "2014-05-05"),),
    ),
    (
        "genauer Beginn, genaues Ende getrennt",
        (zeit("2010-03-01", "2014"), zeit("2010", "2014-05-05")),
        (zeit("2010-03-01", "2014-05-05"),),
    ),
    (
        "der spätere Stand gilt",
        (zeit("2021-12-08"), zeit("2021-12-08", stand=date(2023, 1, 1))),
        (zeit("2021-12-08", stand=date(2023, 1, 1)),),
    ),
    ("unbekanntes Ende ist nicht offen", (zeit("2021", UNBEKANNT), zeit("2021")), (zeit("2021", UNBEKANNT),)),
    (
        "Datum füllt das unbekannte Ende",
        (zeit("2021", UNBEKANNT), zeit("2021", "2022-03-01")),
        (zeit("2021", "2022-03-01"),),
    ),
    ("unbekannter Beginn bleibt für sich", (zeit(None), zeit("2021-12-08")), (zeit(None), zeit("2021-12-08"))),
    ("ein Jahr lang", (zeit("2021", "2021"),), (zeit("2021", "2021"),)),
    ("im Jahr seines Endes begonnen", (zeit("2021-12-08", "2021"),), (zeit("2021-12-08", "2021"),)),
    (
        "Widerspruch im Ende: das frühere",
        (zeit("2010-01-01", "2014-01-01"), zeit("2010-01-01", "2013-01-01")),
        (zeit("2010-01-01", "2013-01-01"),),
    ),
    (
        "offen nach dem genannten Ende belegt",
        (zeit("2010-01-01", "2014-01-01"), zeit("2010-01-01")),
        (zeit("2010-01-01", "2014-01-01"),),
    ),
    ("rückwärts", (zeit("2014-01-01", "2010-01-01"),), ()),
    ("ohne Dauer", (zeit("2014-01-01", "2014-01-01"),), ()),
)
WIDERSPRUECHE = {"Widerspruch im Ende: das frühere", "offen nach dem genannten Ende belegt"}
VERWORFEN = {"rückwärts", "ohne Dauer"}


class Buendeln(unittest.TestCase):
    def test_in_jeder_reihenfolge_dasselbe(self) -> None:
        for name, zeilen, erwartet in FAELLE:
            for folge in itertools.permutations(zeilen):
                with self.subTest(name, folge=folge):
                    bericht = Bericht()
                    ergebnis = buendeln(((PAAR, z) for z in folge), bericht)
                    self.assertEqual(sorted(ergebnis.get(PAAR, []), key=str), sorted(erwartet, key=str))
                    self.assertEqual(bool(bericht.als_json()["hinweise"]), name in WIDERSPRUECHE)
                    self.assertEqual(bool(bericht.als_json()["verworfen"]), name in VERWORFEN)

    def test_schluessel_bleiben_getrennt(self) -> None:
        andere = ("Q1", "Q3")
        ergebnis = buendeln([(PAAR, zeit("2010-01-01")), (andere, zeit("2011-01-01"))], Bericht())
        self.assertEqual(ergebnis, {PAAR: [zeit("2010-01-01")], andere: [zeit("2011-01-01")]})

    def test_hoechstens_ein_zeitraum_je_beginn(self) -> None:
        grob = [zeit("2021", "2022"), zeit("2021-03-01", "2021-06-01"), zeit("2021-09-01"), zeit("2021")]
        for folge in itertools.permutations(grob):
            ergebnis = buendeln(((PAAR, z) for z in folge), Bericht())[PAAR]
            self.assertEqual(len({z.von for z in ergebnis}), len(ergebnis))
            self.assertEqual(ergebnis, buendeln(((PAAR, z) for z in grob), Bericht())[PAAR])


if __name__ == "__main__":
    unittest.main()
