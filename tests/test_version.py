"""coder_version und eingabe_hash: was zählt, ändert sie, sonst nichts."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
from itertools import permutations
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from version import coder_version, eingabe_hash

WURZEL = Path(__file__).resolve().parents[1]
EINFACH = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
JSON = EINFACH | st.lists(EINFACH, max_size=3) | st.dictionaries(st.text(max_size=3), EINFACH, max_size=3)


class Version(unittest.TestCase):
    def test_bekannte_werte(self) -> None:
        """Feste Werte: gespeicherte Zeilen tragen sie, eine Änderung des Verfahrens fiele sonst niemandem auf."""
        self.assertEqual(coder_version("probe", {"b": [1, "ä"], "a": None}), "probe-3d6f860d37ce")
        self.assertEqual(eingabe_hash("Ä", None, "", 1), "c40e95641d4330e1fa46f4a87907017b")

    def test_reihenfolge_zaehlt_nicht(self) -> None:
        paare = [("schwelle", "2/5"), ("fenster", 1), ("basis", "titel"), ("regeln", ["zahlen", "ersetzt"])]
        self.assertEqual(len({coder_version("m", dict(p)) for p in permutations(paare)}), 1)

    @settings(deadline=None, derandomize=True)
    @given(st.dictionaries(st.text(max_size=3), JSON, min_size=1, max_size=4), st.text(max_size=3), JSON)
    def test_jeder_bestandteil_zaehlt(self, teile: dict[str, Any], name: str, wert: Any) -> None:
        geaendert = {**teile, name: [wert]}
        if geaendert != teile:
            self.assertNotEqual(coder_version("m", teile), coder_version("m", geaendert))
        self.assertNotEqual(coder_version("m", teile), coder_version("n", teile))

    def test_liste_hat_reihenfolge_und_text_ist_keine_zahl(self) -> None:
        for a, b in (([1, 2], [2, 1]), (1, "1"), (1, True), (None, ""), ("é", "e\u0301")):
            self.assertNotEqual(coder_version("m", {"a": a}), coder_version("m", {"a": b}))

    def test_was_kein_json_ist_faellt_auf(self) -> None:
        with self.assertRaises(ValueError):
            coder_version("m", {"a": float("nan")})
        with self.assertRaises(TypeError):
            coder_version("m", {"a": {1, 2}})


class Eingabe(unittest.TestCase):
    def test_grenzen_zwischen_den_teilen(self) -> None:
        """Kein Titel mit Teaser sieht aus wie ein anderer, auch nicht mit Trennzeichen oder fehlenden Feldern."""
        eingaben: list[tuple[str | int | None, ...]] = [
            ("a", "b"), ("ab", ""), ("", "ab"), ("ab",), ("a,b",), ('a","b',), ("a", None), (None, "a"), ("a", ""),
            ("a", "None"), ("a", "null"), (), (None,), ("",), ("1:a",), ("a\0b",), ("\ud800",), ("\ufffd",),
        ]  # fmt: skip
        self.assertEqual(len({eingabe_hash(*e) for e in eingaben}), len(eingaben))

    @settings(deadline=None, derandomize=True)
    @given(st.lists(st.text(st.characters()) | st.none() | st.integers()))
    def test_beliebiger_text(self, teile: list[str | int | None]) -> None:
        self.assertRegex(eingabe_hash(*teile), r"\A[0-9a-f]{32}\Z")
        self.assertEqual(eingabe_hash(*teile), eingabe_hash(*teile))

    def test_unter_jedem_hashsalz_gleich(self) -> None:
        quelle = "from version import *; print(coder_version('m', {'b': 1, 'a': 'ä'}), eingabe_hash('ß', None))"
        ausgaben = {
            subprocess.run(
                [sys.executable, "-c", quelle],
                cwd=WURZEL,
                env={**os.environ, "PYTHONHASHSEED": salz},
                capture_output=True,
                check=True,
            ).stdout
            for salz in ("0", "1", "random")
        }
        self.assertEqual(len(ausgaben), 1)


if __name__ == "__main__":
    unittest.main()
