"""Zeitraum und Häuser: Berliner Tage als halboffene Strecke in UTC, auch zur Zeitumstellung; falsche Angaben."""

from __future__ import annotations

import contextlib
import io
import unittest
from datetime import UTC, date, datetime

import psycopg

import befehl
import zeitraum
from tests.basis import neue_datenbank
from tests.laeufe import bereiten
from zeitraum import Zeitraum


class Tage(unittest.TestCase):
    def test_grenzen(self) -> None:
        # Tag, Beginn und Ende in UTC: Sommer, Winter, Tag mit 23 und mit 25 Stunden.
        faelle = {
            date(2026, 7, 1): ((2026, 6, 30, 22), (2026, 7, 1, 22)),
            date(2026, 1, 15): ((2026, 1, 14, 23), (2026, 1, 15, 23)),
            date(2026, 3, 29): ((2026, 3, 28, 23), (2026, 3, 29, 22)),
            date(2026, 10, 25): ((2026, 10, 24, 22), (2026, 10, 25, 23)),
        }
        for tag, (beginn, ende) in faelle.items():
            with self.subTest(tag):
                strecke = Zeitraum(tag, tag)
                self.assertEqual(strecke.beginn, datetime(*beginn, tzinfo=UTC))
                self.assertEqual(strecke.ende, datetime(*ende, tzinfo=UTC))
                self.assertEqual(strecke.tage, 1)

    def test_in_worten(self) -> None:
        self.assertEqual(str(Zeitraum(date(2026, 9, 7), date(2026, 9, 11))), "07.09.2026 bis 11.09.2026")
        self.assertEqual(str(Zeitraum(date(2026, 9, 7), date(2026, 9, 7))), "07.09.2026")


class Angaben(unittest.TestCase):
    def lesen(self, *worte: str) -> Zeitraum:
        zerleger = befehl.Zerleger("Zum Testen.", prog="test.py")
        zeitraum.angaben(zerleger)
        return zeitraum.aus(zerleger, zerleger.parse_args(worte))

    def test_falsche_angaben_sind_eine_zeile(self) -> None:
        faelle = {
            ("--von", "2026-09-11", "--bis", "2026-09-07"): "--bis 2026-09-07 liegt vor --von 2026-09-11",
            ("--von", "7.9.2026", "--bis", "2026-09-07"): "'7.9.2026' ist kein Tag der Form 2026-09-07",
            ("--von", "0001-01-01", "--bis", "2026-09-07"): "außerhalb von 1990 bis 2099",
            ("--von", "2026-09-07"): "es fehlt: --bis",
        }
        for worte, erwartet in faelle.items():
            with self.subTest(worte), contextlib.redirect_stderr(io.StringIO()) as meldung:
                with self.assertRaises(SystemExit) as ausgang:
                    self.lesen(*worte)
                self.assertEqual(ausgang.exception.code, befehl.AUFRUF)
                self.assertIn(erwartet, meldung.getvalue())
                self.assertEqual(meldung.getvalue().count("\n"), 1)

    def test_gelesen(self) -> None:
        self.assertEqual(self.lesen("--von", "2026-09-07", "--bis", "2026-09-07").tage, 1)


class Haeuser(unittest.TestCase):
    def test_bestand_und_auswahl(self) -> None:
        url = bereiten(neue_datenbank(self.addCleanup))
        with psycopg.connect(url, autocommit=True) as conn:
            self.assertEqual(zeitraum.haeuser(conn, []), [])
            with self.assertRaisesRegex(zeitraum.Auswahlfehler, "raw_items ist leer"):
                zeitraum.haeuser(conn, ["abendpost"])
            for haus in ("Zett", "abendpost", "ärzteblatt", "abendpost", "NA"):
                conn.execute(
                    "insert into raw_items (haus, titel, erfasst_am, slot) values (%s, 'x', now(), now())", (haus,)
                )
            self.assertEqual(zeitraum.haeuser(conn, []), ["NA", "Zett", "abendpost", "ärzteblatt"])
            self.assertEqual(zeitraum.haeuser(conn, ["Zett", "NA", "Zett"]), ["NA", "Zett"])
            with self.assertRaisesRegex(zeitraum.Auswahlfehler, "abendpots.*gemeint sein könnte: abendpost"):
                zeitraum.haeuser(conn, ["abendpots"])


if __name__ == "__main__":
    unittest.main()
