"""Zeitangaben von Wikidata (WIK-04)."""

from __future__ import annotations

import unittest

import wikidatum
from wikidatum import Unbrauchbar

GELESEN = (
    ("2021-01-01T00:00:00Z", 9, "2021 (Jahr)"),
    ("+2021-00-00T00:00:00Z", 9, "2021 (Jahr)"),
    ("2021-06-01T00:00:00Z", 10, "2021-06 (Monat)"),
    ("2021-06-17T00:00:00Z", 10, "2021-06 (Monat)"),
    ("2021-01-01T00:00:00Z", 11, "2021-01-01 (Tag)"),
    ("2021-12-08T00:00:00Z", 14, "2021-12-08 (Tag)"),
    ("2021-12-08", 11, "2021-12-08 (Tag)"),
    # Genauer als geschrieben ist keine Angabe.
    ("2021-06", 11, "2021-06 (Monat)"),
    ("2021", 11, "2021 (Jahr)"),
    ("+2021-06-00T00:00:00Z", 11, "2021-06 (Monat)"),
    # Ohne Genauigkeit kann ein 1. Januar ein aufgefülltes Jahr sein.
    ("2021-01-01T00:00:00Z", None, "2021 (Jahr)"),
    ("2021-12-08T00:00:00Z", None, "2021-12-08 (Tag)"),
    ("1992", None, "1992 (Jahr)"),
    ("1066-10-14T00:00:00Z", 11, "1066-10-14 (Tag)"),
)
VERWORFEN = (
    ("2000-01-01T00:00:00Z", 7, "gröber als ein Jahr"),
    ("2020-01-01T00:00:00Z", 8, "gröber als ein Jahr"),
    ("-0043-01-01T00:00:00Z", 9, "vor Christus"),
    ("-0044-03-15T00:00:00Z", 11, "vor Christus"),
    ("0000-01-01T00:00:00Z", 9, "vor Christus"),
    ("-13798000000-00-00T00:00:00Z", 3, "vor Christus"),
    ("9999-12-31T00:00:00Z", 11, "unplausibl"),
    ("12026-01-01T00:00:00Z", 11, "unplausibl"),
    ("0001-01-01T00:00:00Z", 11, "unplausibl"),
    ("2021-02-30T00:00:00Z", 11, "unlesbar"),
    ("2021-13-01T00:00:00Z", 11, "unlesbar"),
    ("t1234", 11, "unlesbar"),
    ("", 11, "unlesbar"),
    ("http://www.wikidata.org/.well-known/genid/abc", 11, "unlesbar"),
)


class Wikidaten(unittest.TestCase):
    def test_gelesen_wird_nie_genauer_als_die_angabe(self) -> None:
        for wert, genauigkeit, erwartet in GELESEN:
            with self.subTest(wert, genauigkeit=genauigkeit):
                self.assertEqual(str(wikidatum.lesen(wert, genauigkeit)), erwartet)

    def test_unbrauchbares_wird_mit_grund_verworfen(self) -> None:
        for wert, genauigkeit, grund in VERWORFEN:
            with self.subTest(wert, genauigkeit=genauigkeit), self.assertRaisesRegex(Unbrauchbar, grund):
                wikidatum.lesen(wert, genauigkeit)

    def test_ein_jahr_enthaelt_seine_tage_und_kein_tag_das_jahr(self) -> None:
        jahr, monat, tag = (wikidatum.lesen("2021-06-17", genauigkeit) for genauigkeit in (9, 10, 11))
        self.assertTrue(jahr.enthaelt(tag) and jahr.enthaelt(monat) and monat.enthaelt(tag) and tag.enthaelt(tag))
        self.assertFalse(tag.enthaelt(jahr) or monat.enthaelt(jahr) or tag.enthaelt(monat))
        self.assertFalse(jahr.enthaelt(wikidatum.lesen("2022-06-17", 11)))


if __name__ == "__main__":
    unittest.main()
