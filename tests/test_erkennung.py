"""Namenserkennung: was HanTa zu lesen bekommt."""

from __future__ import annotations

import unittest
from unittest import mock

import erkennung


class Hanta(unittest.TestCase):
    def test_ein_ueberlanges_wort_haelt_nichts_auf(self) -> None:
        """Die Zeit wächst mit der dritten Potenz der Wortlänge; an 20.000 Zeichen stünde ein Lauf tagelang."""
        ner = erkennung.Hanta()
        wort = "Wandelstern" * 40
        text = f"Der {wort} trifft Klara Wendland in Hamburg"
        with mock.patch.object(ner._tagger, "tag_sent", wraps=ner._tagger.tag_sent) as lesen:
            stellen = next(iter(ner.stellen([text])))
        gelesen = lesen.call_args.args[0]
        self.assertEqual(gelesen[1], wort[: erkennung.HANTA_LIEST])
        self.assertEqual(gelesen[2:], ["trifft", "Klara", "Wendland", "in", "Hamburg"])
        # Die Stellen gelten im ganzen Text.
        self.assertEqual([text[a:e] for a, e, _ in stellen][-2:], ["Klara Wendland", "Hamburg"])


if __name__ == "__main__":
    unittest.main()
