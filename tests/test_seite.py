"""Seiten für sich: maskierte Daten, strenge Regeln, unveränderte Bibliothek, Zahlen in deutscher Schreibung."""

from __future__ import annotations

import hashlib
import json
import re
import unittest

import seite

# echarts 6.1.0, dist/echarts.min.js aus dem npm-Paket.
ECHARTS = "b66b25aeb4df84e33199dc21694014d336d222cbd9deb0e5a7c14bd6aa0d0fd0"
BOESE = "</script><script>alert(1)</script><img src=x onerror=alert(1)> & \u2028 \" ' --> ]]>"


class Seite(unittest.TestCase):
    def test_daten_kommen_unversehrt_an_und_enden_den_block_nicht(self) -> None:
        html = seite.bauen("bericht.html.j2", stile=(), skripte=(), daten={"titel": BOESE}, **LEER)
        block = re.search(r'<script type="application/json" id="daten">(.*?)</script>', html, re.DOTALL)
        assert block is not None
        self.assertEqual(json.loads(block[1]), {"titel": BOESE})
        self.assertNotIn("\u2028", block[1])

    def test_werte_sind_maskiert(self) -> None:
        html = seite.bauen("bericht.html.j2", stile=(), skripte=(), daten={}, **{**LEER, "echarts": BOESE})
        self.assertNotIn("<img", html)
        self.assertIn("&lt;img src=x", html)

    def test_regeln_nennen_jedes_skript_und_sonst_nichts(self) -> None:
        html = seite.bauen("bericht.html.j2", stile=(), skripte=("bericht.js",), daten={}, **LEER)
        regeln = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
        assert regeln is not None
        self.assertIn("default-src &#39;none&#39;", regeln[1])
        self.assertEqual(len(re.findall("sha256-", regeln[1])), 1)
        self.assertNotIn("http", regeln[1])

    def test_unendliche_zahlen_fallen_auf(self) -> None:
        with self.assertRaises(ValueError):
            seite.bauen("bericht.html.j2", stile=(), skripte=(), daten={"x": float("nan")}, **LEER)

    def test_echarts_ist_die_veroeffentlichte_datei(self) -> None:
        inhalt = (seite.ORDNER / "echarts.min.js").read_bytes()
        self.assertEqual(hashlib.sha256(inhalt).hexdigest(), ECHARTS)

    def test_zahlen(self) -> None:
        self.assertEqual(seite.zahl(1234567), "1.234.567")
        self.assertEqual(seite.zahl(0.25, 2), "0,25")
        self.assertEqual(seite.prozent(0.1234), "12,3\u00a0%")
        self.assertEqual(seite.prozent(None), "–")


LEER = {
    "bericht": {"zeitraum": "", "haeuser_text": "", "warnungen": [], "kennzahlen": [], "abschnitte": []},
    "echarts": "",
}

if __name__ == "__main__":
    unittest.main()
