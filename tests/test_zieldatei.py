"""Zieldateien: ganz oder gar nicht, nie still überschrieben, mit den Rechten, die eine neue Datei hätte."""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path

import befehl
import zieldatei


class Ziel(unittest.TestCase):
    def setUp(self) -> None:
        ordner = tempfile.TemporaryDirectory(prefix="ziel datei ")
        self.addCleanup(ordner.cleanup)
        self.ordner = Path(ordner.name)
        self.ziel = self.ordner / "bericht.html"

    def test_neu(self) -> None:
        alt = os.umask(0o027)
        self.addCleanup(os.umask, alt)
        with zieldatei.schreiben(self.ziel, ersetzen=False) as entwurf:
            entwurf.write_text("fertig")
            self.assertFalse(self.ziel.exists())
        self.assertEqual(self.ziel.read_text(), "fertig")
        self.assertEqual(self.ziel.stat().st_mode & 0o777, 0o640)
        self.assertEqual([p.name for p in self.ordner.iterdir()], ["bericht.html"])

    def test_vorhandenes_bleibt(self) -> None:
        self.ziel.write_text("alt")
        with (
            self.assertRaisesRegex(zieldatei.Zielfehler, "wird nicht überschrieben"),
            zieldatei.schreiben(self.ziel, ersetzen=False) as entwurf,
        ):
            entwurf.write_text("neu")
        self.assertEqual(self.ziel.read_text(), "alt")
        with zieldatei.schreiben(self.ziel, ersetzen=True) as entwurf:
            entwurf.write_text("neu")
        self.assertEqual(self.ziel.read_text(), "neu")

    def test_ein_fehler_laesst_nichts_zurueck(self) -> None:
        for ersetzen in (False, True):
            if ersetzen:
                self.ziel.write_text("alt")
            with self.assertRaises(ZeroDivisionError), zieldatei.schreiben(self.ziel, ersetzen) as entwurf:
                entwurf.write_text("halb")
                raise ZeroDivisionError
            self.assertEqual([p.read_text() for p in self.ordner.iterdir()], ["alt"] if ersetzen else [])

    def test_ordner_verschwindet(self) -> None:
        with (
            self.assertRaisesRegex(zieldatei.Zielfehler, "lässt sich nicht schreiben"),
            zieldatei.schreiben(self.ordner / "fehlt" / "x.html", ersetzen=False),
        ):
            self.fail("so weit kommt es nicht")

    def test_vorher_geprueft(self) -> None:
        self.ziel.write_text("alt")
        verweis, ins_leere, kanal = (self.ordner / name for name in ("verweis", "leer", "kanal"))
        verweis.symlink_to(self.ziel)
        ins_leere.symlink_to(self.ordner / "nirgends")
        os.mkfifo(kanal)
        faelle = {
            self.ziel: "gibt es schon; --ersetzen überschreibt es",
            self.ordner: "ist ein Ordner",
            self.ordner / "fehlt" / "x.html": "gibt es nicht; anlegen oder --ziel ändern",
            self.ziel / "x.html": "gibt es nicht; anlegen oder --ziel ändern",
            self.ordner / ("a" * 300): "lässt sich nicht schreiben",
            verweis: "ist keine gewöhnliche Datei",
            ins_leere: "ist keine gewöhnliche Datei",
            kanal: "ist keine gewöhnliche Datei",
        }
        zerleger = befehl.Zerleger("Zum Testen.", prog="test.py")
        for ziel, erwartet in faelle.items():
            with self.subTest(ziel), contextlib.redirect_stderr(io.StringIO()) as meldung:
                with self.assertRaises(SystemExit) as ausgang:
                    zieldatei.pruefen(zerleger, ziel, ersetzen=False)
                self.assertEqual(ausgang.exception.code, befehl.AUFRUF)
                self.assertIn(erwartet, meldung.getvalue())
        zieldatei.pruefen(zerleger, self.ziel, ersetzen=True)
        # Ersetzt werden nur gewöhnliche Dateien, auch als root nicht /dev/null.
        for ziel in (verweis, kanal, Path(os.devnull)):
            with self.subTest(ziel), contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit):
                zieldatei.pruefen(zerleger, ziel, ersetzen=True)


if __name__ == "__main__":
    unittest.main()
