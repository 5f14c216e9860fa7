"""Ämter nach Tag: halboffene Zeiten, ungenaue Angaben, unbekannte und offene Enden."""

from __future__ import annotations

import unittest
from datetime import date, timedelta

from aemter import FRIST, JAHR, MONAT, TAG, Aemter, Amt, Amtszeit

A, B = 1, 2


def besetzung(tag: date, *zeiten: Amtszeit, kollegial: bool = False) -> tuple[tuple[int, ...], tuple[int, ...]]:
    aemter = Aemter([Amt("Q1", kollegial=kollegial)], zeiten)
    gefunden = aemter.besetzung("Q1", tag.toordinal())
    if besetzung_umgekehrt := Aemter([Amt("Q1", kollegial=kollegial)], reversed(zeiten)).besetzung(
        "Q1", tag.toordinal()
    ):
        assert gefunden == besetzung_umgekehrt, "die Reihenfolge der Zeilen darf nichts ändern"
    return gefunden.sicher, gefunden.moeglich


class Uebergabe(unittest.TestCase):
    ZEITEN = (
        Amtszeit("Q1", A, date(2021, 12, 8), TAG, date(2025, 5, 6), TAG, "datum"),
        Amtszeit("Q1", B, date(2025, 5, 6), TAG, None, None, "offen", date(2026, 9, 26)),
    )

    def test_der_tag_der_uebergabe_gehoert_dem_nachfolger(self) -> None:
        self.assertEqual(besetzung(date(2025, 5, 5), *self.ZEITEN), ((A,), (A,)))
        self.assertEqual(besetzung(date(2025, 5, 6), *self.ZEITEN), ((B,), (B,)))

    def test_vor_dem_ersten_inhaber_ist_niemand_im_amt(self) -> None:
        self.assertEqual(besetzung(date(2021, 12, 7), *self.ZEITEN), ((), ()))

    def test_offen_gilt_bis_zum_ende_der_frist_nach_dem_stand(self) -> None:
        letzter = date(2026, 9, 26) + FRIST - timedelta(days=1)
        self.assertEqual(besetzung(letzter, *self.ZEITEN), ((B,), (B,)))
        self.assertEqual(besetzung(letzter + timedelta(days=1), *self.ZEITEN), ((), (B,)))


class Ungenau(unittest.TestCase):
    def test_wik_04_eine_jahresangabe_entscheidet_keinen_tag(self) -> None:
        zeiten = (
            Amtszeit("Q1", A, date(2017, 1, 1), JAHR, date(2021, 1, 1), JAHR, "datum"),
            Amtszeit("Q1", B, date(2021, 1, 1), JAHR, None, None, "offen"),
        )
        self.assertEqual(besetzung(date(2021, 3, 15), *zeiten), ((), (A, B)))
        self.assertEqual(besetzung(date(2020, 12, 31), *zeiten), ((A,), (A,)))
        self.assertEqual(besetzung(date(2022, 1, 1), *zeiten), ((B,), (B,)))

    def test_eine_monatsangabe_laesst_den_monat_offen(self) -> None:
        zeit = Amtszeit("Q1", A, date(2021, 6, 1), MONAT, date(2021, 12, 1), MONAT, "datum")
        self.assertEqual(besetzung(date(2021, 6, 15), zeit), ((), (A,)))
        self.assertEqual(besetzung(date(2021, 7, 1), zeit), ((A,), (A,)))
        self.assertEqual(besetzung(date(2021, 12, 30), zeit), ((), (A,)))
        self.assertEqual(besetzung(date(2021, 12, 31), zeit), ((), ()))

    def test_ein_unbekanntes_ende_ist_nicht_keines(self) -> None:
        zeit = Amtszeit("Q1", A, date(2010, 1, 1), TAG, None, None, "unbekannt")
        self.assertEqual(besetzung(date(2026, 1, 1), zeit), ((), (A,)))

    def test_ohne_beginn_ist_niemand_sicher(self) -> None:
        zeit = Amtszeit("Q1", A, None, None, date(2020, 1, 1), TAG, "datum")
        self.assertEqual(besetzung(date(2019, 1, 1), zeit), ((), (A,)))


class Abloesung(unittest.TestCase):
    ALT = Amtszeit("Q1", A, date(2019, 12, 10), TAG, None, None, "offen", date(2022, 10, 10))
    NEU = Amtszeit("Q1", B, date(2023, 12, 10), TAG, None, None, "offen", date(2026, 9, 26))

    def test_wer_nach_dem_stand_beginnt_loest_eine_offene_zeit_ab(self) -> None:
        self.assertEqual(besetzung(date(2026, 1, 1), self.ALT, self.NEU), ((B,), (B,)))

    def test_dazwischen_ist_es_ungewiss(self) -> None:
        self.assertEqual(besetzung(date(2023, 11, 30), self.ALT, self.NEU), ((), (A,)))

    def test_beide_am_stand_belegt_ist_ein_datenfehler_und_bleibt_einer(self) -> None:
        alt = self.ALT._replace(stand=date(2026, 9, 1))
        self.assertEqual(besetzung(date(2026, 1, 1), alt, self.NEU), ((A, B), (A, B)))

    def test_ein_kollegialamt_hat_mehrere(self) -> None:
        self.assertEqual(besetzung(date(2026, 1, 1), self.ALT, self.NEU, kollegial=True), ((B,), (A, B)))


if __name__ == "__main__":
    unittest.main()
