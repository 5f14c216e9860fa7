"""Der Encoder: die Bits einer Zeile hängen nur an ihrem eigenen Text (EMB-01); die Kerne sind festgelegt."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

import encoder
import kerne
import modelle
import nachweis
from nachweistexte import texte
from tests import modellcache
from tests.basis import WURZEL, lauf


class Bits(unittest.TestCase):
    """EMB-01, an dem kleinen Modell mit echten Gewichten; mehr Bedingungen misst embeddings.py --nachweis."""

    netz: encoder.Encoder
    zerlegt: list[encoder.Text]
    bezug: nachweis.Vektoren

    @classmethod
    def setUpClass(cls) -> None:
        with modellcache.umgebung():
            cls.netz = encoder.Encoder(modelle.finden(modellcache.KURZ), faeden=1)
        cls.zerlegt = cls.netz.zerlegen(texte(6))
        cls.bezug = nachweis.rechnen(cls.netz, cls.zerlegt)

    def gleich(self, andere: nachweis.Vektoren) -> None:
        self.assertTrue((self.bezug.view(np.uint32) == andere.view(np.uint32)).all())

    def test_einzeln_wie_im_stapel(self) -> None:
        self.gleich(np.concatenate([nachweis.rechnen(self.netz, [text]) for text in self.zerlegt]))

    def test_rueckwaerts(self) -> None:
        self.gleich(nachweis.rechnen(self.netz, self.zerlegt[::-1])[::-1])

    def test_doppelter_text_ist_bitgleich(self) -> None:
        self.assertTrue((self.bezug[1] == self.bezug[-1]).all())

    def test_andere_fadenzahl_ist_keine_andere_version(self) -> None:
        """Sie entscheidet kein Bit; deshalb steht sie nicht in der coder_version, und ungesetzt schadet sie nicht."""
        self.netz.faeden_setzen(2)
        self.addCleanup(self.netz.faeden_setzen, 1)
        self.gleich(nachweis.rechnen(self.netz, self.zerlegt))

    def test_randvoller_stapel_rechnet_mit_maske(self) -> None:
        """Sind alle Zeilen voll, ließe transformers die Maske weg; ein kurzer Nachbar änderte dann Bits."""
        voll = encoder.Text(tuple(range(10, 42)), 32)
        unter_sich = nachweis.rechnen(self.netz, [voll] * self.netz.form.stapel)
        neben_kurzem = nachweis.rechnen(self.netz, [voll, voll._replace(token=voll.token[:25])])
        self.assertTrue((unter_sich == unter_sich[0]).all())
        self.assertTrue((unter_sich[0] == neben_kurzem[0]).all())

    def test_stufe_folgt_den_eigenen_token(self) -> None:
        for laenge, stufe, gekappt in ((3, 16, False), (16, 16, False), (17, 24, False), (128, 128, False)):
            text = encoder.Text((0,) * laenge, laenge)
            self.assertEqual((text.stufe, text.gekappt), (stufe, gekappt))
        (lang,) = self.netz.zerlegen(["Wort " * 400])
        self.assertEqual((len(lang.token), lang.stufe, lang.gekappt, lang.token[-1]), (128, 128, True, encoder.ENDE))
        self.assertGreater(lang.laenge, 400)

    def test_ein_megabyte_text_wird_nicht_ganz_zerlegt(self) -> None:
        (kurz, lang) = self.netz.zerlegen(["ab " * 2_000, "ab " * 400_000])
        self.assertEqual(kurz.token, lang.token)

    def test_vektoren_haben_laenge_1(self) -> None:
        np.testing.assert_allclose(np.linalg.norm(self.bezug, axis=1), 1, atol=1e-6)
        self.assertEqual((self.bezug.dtype, self.bezug.shape), (np.float32, (6, 384)))

    def test_vergleich_merkt_ein_einziges_bit(self) -> None:
        andere = self.bezug.copy()
        andere[3, 7] = np.nextafter(andere[3, 7], np.float32(1))
        messung = nachweis.vergleichen("Stapel", "ein Bit", self.bezug, andere)
        self.assertEqual((messung.bitgleich, messung.verglichen, messung.gehalten), (5, 6, False))
        self.assertGreater(messung.abweichung, 0)


class Kernwahl(unittest.TestCase):
    def kind(self, prog: str, **umgebung: str) -> subprocess.CompletedProcess[str]:
        return lauf("-c", prog, env={"HF_HOME": str(modellcache.hf_home()), **umgebung})

    def test_die_festlegung_gilt_gegen_die_umgebung(self) -> None:
        prog = (
            "import kerne; kerne.festlegen('float32'); kerne.pruefen('float32'); print(kerne.probe_rechnen('float32'))"
        )
        erwartet = kerne.KERNE["float32"].proben[kerne.fassung("torch")]
        for umgebung in ({}, nachweis.FREMD):
            ergebnis = self.kind(prog, **umgebung)
            self.assertEqual(ergebnis.stdout.strip(), erwartet, ergebnis.stderr)

    def test_torch_vor_der_festlegung_wird_abgelehnt(self) -> None:
        prog = "import torch, kerne\ntry: kerne.festlegen('float32')\nexcept kerne.Kernfehler as f: print(f)"
        self.assertIn("torch war geladen", self.kind(prog, MKL_CBWR="").stdout)

    def test_falsche_bits_werden_abgelehnt(self) -> None:
        with (
            mock.patch.dict(kerne.KERNE["float32"].proben, {kerne.fassung("torch"): "000000000000"}),
            self.assertRaisesRegex(kerne.Kernfehler, "Die Rechenprobe ergibt .* statt 000000000000"),
        ):
            kerne.pruefen("float32")

    def test_prozessor_ohne_die_stufe_wird_abgelehnt(self) -> None:
        import torch

        with (
            mock.patch.object(torch.cpu, "get_capabilities", return_value={"avx2": False}),
            self.assertRaisesRegex(kerne.Kernfehler, "kann AVX2 nicht"),
        ):
            kerne.pruefen("float32")

    def test_unbekannte_version_von_torch_wird_abgelehnt(self) -> None:
        with (
            mock.patch.object(kerne, "fassung", return_value="9.9.9"),
            self.assertRaisesRegex(kerne.Kernfehler, r"statt None \(torch 9\.9\.9"),
        ):
            kerne.pruefen("float32")

    def test_faeden(self) -> None:
        with mock.patch.dict(os.environ, OMP_NUM_THREADS="3"):
            self.assertEqual((kerne.faeden(None), kerne.faeden(2)), (3, 2))
        with mock.patch.dict(os.environ, OMP_NUM_THREADS=""):
            self.assertEqual(kerne.faeden(None), len(os.sched_getaffinity(0)))


class Nachweis(unittest.TestCase):
    def test_ohne_datenbank_und_schreibt_nichts(self) -> None:
        with tempfile.TemporaryDirectory() as leer:
            ergebnis = subprocess.run(
                [sys.executable, WURZEL / "embeddings.py", "--nachweis", "1", "--emuliert", "0", "--faeden", "1"],
                cwd=leer,
                env={**os.environ, "HF_HOME": str(modellcache.hf_home()), "EMBEDDING_MODELL": modellcache.KURZ},
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
            self.assertEqual(list(Path(leer).iterdir()), [])
        self.assertEqual(ergebnis.returncode, 0, ergebnis.stderr)
        zeilen = ergebnis.stdout.splitlines()
        self.assertEqual(zeilen[-1], "Alle Zusagen halten.")
        self.assertEqual(sum("/1  0.00e+00" in zeile for zeile in zeilen), 13)

    def test_gebrochene_zusage_ist_ausgang_1(self) -> None:
        """Der Nachweis selbst kann scheitern: hier kommt der Kindprozess zu anderen Vektoren."""
        with (
            modellcache.umgebung(),
            mock.patch.object(nachweis, "_stapel", return_value=()),
            mock.patch.object(nachweis, "FAEDEN", ()),
            mock.patch.object(nachweis, "_im_kind", return_value=np.zeros((1, 384), np.float32)),
            contextlib.redirect_stdout(io.StringIO()) as ausgabe,
        ):
            self.assertEqual(nachweis.main(["--nachweis", "1", "--emuliert", "0"]), 1)
        self.assertEqual(ausgabe.getvalue().splitlines()[-1], "Eine Zusage hält nicht.")


if __name__ == "__main__":
    unittest.main()
