"""Was die README vormacht, läuft: jeder Befehl, der ein Skript aufruft, gegen eine Datenbank mit den Beispielen."""

from __future__ import annotations

import re
import shlex
import tempfile
import unittest
from pathlib import Path

from tests import modellcache
from tests.basis import WURZEL, lauf, neue_datenbank
from tests.vorbereitung import BEISPIEL, vorbereiten

BEFEHL = re.compile(r"^    \.venv/bin/python ([^#\n]+)", re.MULTILINE)
# Diese holen etwas aus dem Netz oder brauchen Minuten: geprüft wird nur, dass es die Angaben gibt.
NUR_ANGABEN = ("--spiegeln", "--nachweis")
MAKE = re.compile(r"^    make (\w+)", re.MULTILINE)


class Readme(unittest.TestCase):
    text = (WURZEL / "README.md").read_text(encoding="utf-8")

    def test_jeder_befehl_laeuft(self) -> None:
        url = vorbereiten(neue_datenbank(self.addCleanup), BEISPIEL)
        befehle = [shlex.split(befehl) for befehl in BEFEHL.findall(self.text)]
        self.assertGreater(len(befehle), 8)
        with tempfile.TemporaryDirectory() as ordner, modellcache.umgebung():
            for nummer, worte in enumerate(befehle):
                with self.subTest(worte):
                    # Stichproben gehören nicht ins Projekt.
                    if "--stichprobe" in worte and "--ziel" not in worte:
                        worte += ["--ziel", ""]
                    if "--ziel" in worte:
                        stelle = worte.index("--ziel") + 1
                        worte[stelle] = str(Path(ordner, f"{nummer}-{worte[stelle] or 'stichprobe.csv'}"))
                    if set(NUR_ANGABEN) & set(worte):
                        hilfe = lauf(worte[0], "--help").stdout
                        for wort in worte[1:]:
                            self.assertTrue(not wort.startswith("--") or wort in hilfe, wort)
                        continue
                    ergebnis = lauf(*worte, url=url, sekunden=1200)
                    self.assertEqual(ergebnis.returncode, 0, ergebnis.stderr)

    def test_jedes_make_ziel_gibt_es(self) -> None:
        ziele = set(MAKE.findall(self.text))
        self.assertLessEqual({"demo", "test"}, ziele)
        makefile = (WURZEL / "Makefile").read_text(encoding="utf-8")
        for ziel in ziele:
            self.assertRegex(makefile, rf"(?m)^{ziel}:")

    def test_jedes_skript_steht_in_der_tabelle(self) -> None:
        for datei in sorted(WURZEL.glob("*.py")):
            self.assertTrue(f"`{datei.name}`" in self.text, f"{datei.name} fehlt in der Tabelle der Dateien")


if __name__ == "__main__":
    unittest.main()
