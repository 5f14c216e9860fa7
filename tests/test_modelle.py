"""Modelle im Cache (EMB-04): was fehlt, wird benannt, mit Revision, Pfad und Befehl; nie gelten andere Gewichte."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import modell_holen
import modelle
from tests.basis import lauf, neue_datenbank
from tests.laeufe import bereiten

HILFE = """
import sys, embeddings
try:
    embeddings.main(["--help"])
except SystemExit:
    print([m for m in ("torch", "transformers", "tokenizers") if m in sys.modules])
"""

GROSS = modelle.MODELLE["e5-large"]


class MitCache(unittest.TestCase):
    """Ein leerer Cache, und die Umgebung weist auf ihn."""

    def setUp(self) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="wurzelwerk cache "))
        self.addCleanup(shutil.rmtree, self.home)
        werte = {"HF_HOME": str(self.home), "HF_HUB_CACHE": "", "HF_HUB_OFFLINE": "1", "EMBEDDING_MODELL": ""}
        umgebung = mock.patch.dict(os.environ, werte)
        umgebung.start()
        self.addCleanup(umgebung.stop)
        self.ort = modelle.ordner(GROSS)

    def fuellen(self, ort: Path) -> None:
        """Dateien, wie der Hub sie ablegt: Verweise auf blobs, ohne refs/main."""
        ort.mkdir(parents=True)
        blobs = ort.parent.parent / "blobs"
        blobs.mkdir(exist_ok=True)
        for name in modelle.DATEIEN:
            (blobs / name).write_text(f"Inhalt von {name}")
            (ort / name).symlink_to(Path("../../blobs") / name)


class Cache(MitCache):
    def meldung(self) -> str:
        with self.assertRaises(modelle.Modellfehler) as fall:
            modelle.finden("e5-large")
        text = str(fall.exception)
        for teil in (GROSS.name, GROSS.revision, str(self.home), "python modell_holen.py"):
            self.assertIn(teil, text)
        return text

    def test_leerer_cache(self) -> None:
        self.assertIn("nichts davon liegt im Cache", self.meldung())

    def test_andere_revision(self) -> None:
        self.fuellen(self.ort.with_name("0" * 40))
        self.assertIn(f"dort liegt nur Revision {'0' * 40}", self.meldung())

    def test_unvollstaendig_und_verweis_ins_leere(self) -> None:
        self.fuellen(self.ort)
        (self.ort / "tokenizer.json").unlink()
        self.assertRegex(self.meldung(), "tokenizer.json fehlt")
        (self.ort / "tokenizer.json").symlink_to("../../blobs/tokenizer.json")
        (self.ort.parent.parent / "blobs" / "model.safetensors").unlink()
        self.assertRegex(self.meldung(), "model.safetensors verweist ins Leere")

    def test_ohne_festgehaltene_pruefsummen(self) -> None:
        self.fuellen(self.ort)
        self.assertRegex(self.meldung(), r"pruefsummen-\w+\.json fehlt")
        modelle.buch(GROSS).write_text("{kaputt")
        self.assertIn("unlesbar", self.meldung())

    def test_erstes_holen_haelt_fest_jedes_weitere_vergleicht(self) -> None:
        """Ohne refs/main genügt die Revision; geholt wird nichts, was schon da ist."""
        self.fuellen(self.ort)
        self.assertIn("Prüfsummen festgehalten", modell_holen.holen(GROSS))
        gewichte = modelle.finden("e5-large")
        modelle.nachrechnen(gewichte)
        self.assertIn("Prüfsummen stimmen", modell_holen.holen(GROSS))

        (self.ort.parent.parent / "blobs" / "config.json").write_text("etwas anderes")
        with self.assertRaisesRegex(modelle.Modellfehler, r"config\.json ist nicht die Datei.*löschen, dann python"):
            modelle.nachrechnen(gewichte)
        with self.assertRaisesRegex(modell_holen.Holfehler, r"config\.json hat SHA-256 \w{64}, festgehalten ist"):
            modell_holen.holen(GROSS)
        # Festgehalten bleibt die erste.
        self.assertEqual(modelle.pruefsummen_lesen(GROSS), gewichte.pruefsummen)

    def test_andere_gewichte_haben_eine_andere_pruefsumme(self) -> None:
        self.fuellen(self.ort)
        modell_holen.holen(GROSS)
        gewichte = modelle.finden("e5-large")
        andere = gewichte._replace(pruefsummen={**gewichte.pruefsummen, "model.safetensors": "0" * 64})
        self.assertRegex(gewichte.pruefsumme, r"^[0-9a-f]{64}$")
        self.assertNotEqual(gewichte.pruefsumme, andere.pruefsumme)


class Befehle(MitCache):
    def test_offline_holt_nichts(self) -> None:
        ergebnis = lauf("modell_holen.py")
        self.assertEqual(ergebnis.returncode, 2, ergebnis.stderr)
        self.assertIn("HF_HUB_OFFLINE=0", ergebnis.stderr)
        self.assertNotIn("Traceback", ergebnis.stderr)

    def test_ohne_modell_endet_der_lauf_und_schreibt_nichts(self) -> None:
        url = bereiten(neue_datenbank(self.addCleanup), satz=3)
        self.fuellen(self.ort.with_name("0" * 40))
        for worte in (["--backfill"], ["--slot", "2026-09-07T05:00"], ["--nachweis", "4"]):
            with self.subTest(worte):
                ergebnis = lauf("embeddings.py", *worte, url=url)
                self.assertEqual(ergebnis.returncode, 2, ergebnis.stderr)
                self.assertEqual(len(ergebnis.stderr.splitlines()), 1, ergebnis.stderr)
                self.assertIn(GROSS.revision, ergebnis.stderr)
                self.assertEqual(ergebnis.stdout, "")
        # Die anderen Module laufen.
        ergebnis = lauf("dubletten.py", "--backfill", "--json", url=url)
        self.assertEqual(json.loads(ergebnis.stdout)["neu"], 3)

    def test_unbekanntes_modell(self) -> None:
        ergebnis = lauf("embeddings.py", "--backfill", env={"EMBEDDING_MODELL": "word2vec"})
        self.assertEqual(ergebnis.returncode, 2)
        self.assertRegex(ergebnis.stderr, r"EMBEDDING_MODELL nennt 'word2vec'; es gibt e5-large, e5-small-paket")

    def test_hilfe_laedt_kein_torch(self) -> None:
        ergebnis = lauf("-c", HILFE)
        self.assertEqual(ergebnis.stdout.splitlines()[-1], "[]", ergebnis.stderr)
        self.assertTrue(re.search(r"--nachweis N", ergebnis.stdout))


if __name__ == "__main__":
    unittest.main()
