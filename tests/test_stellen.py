"""Stellen: was im gesäuberten Text gefunden wurde, steht im gespeicherten an der gemeldeten Stelle."""

from __future__ import annotations

import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from stellen import Text, ausrichten

FAELLE = (
    ("Merz im Text", "Merz"),
    ("A &amp; Merz", "Merz"),
    ("&quot;Merz&quot; &amp;amp; mehr", "Merz"),
    ("<b>Merz</b> sagt", "Merz"),
    ("&lt;b&gt;Merz&lt;/b&gt; sagt", "Merz"),
    ("\n   <img alt='Merz am Pult' src='x'/>Heute: Merz<br/>Müller", "Merz"),
    ('Eins<br clear="all"/><br/>Merz, Anna', "Merz"),
    ("  Viel   Platz \u00a0 Merz", "Merz"),
    ("\u200bZuvor\u00ad\u200b Merz", "Merz"),
)


class Stelle(unittest.TestCase):
    def test_gemeldet_wird_die_stelle_im_gespeicherten_text(self) -> None:
        for roh, wort in FAELLE:
            with self.subTest(roh=roh):
                text = Text(roh)
                start = text.sauber.index(wort)
                anfang, ende = text.stelle(start, start + len(wort))
                self.assertEqual(roh[anfang:ende], wort)
                # Das Wort in einem Attribut ist nicht das gemeinte.
                self.assertEqual(roh.rindex(wort), anfang)

    def test_getrennte_woerter_behalten_was_dazwischen_steckt(self) -> None:
        for roh, wort in (
            ("Bun\u00addes\u200btag tagt", "Bundestag"),
            ("So\u0308der ruft", "Söder"),
            ("S&ouml;der", "Söder"),
        ):
            with self.subTest(roh=roh):
                text = Text(roh)
                start = text.sauber.index(wort)
                anfang, ende = text.stelle(start, start + len(wort))
                self.assertEqual(Text(roh[anfang:ende]).sauber, wort)

    @settings(max_examples=150, deadline=None)
    @given(st.text("aMe &;<>b/\u00ad\u0308\u00a0o\"'ﬁquotamp", max_size=60))
    def test_jedes_zeichen_hat_eine_stelle_und_keine_geht_zurueck(self, roh: str) -> None:
        text = Text(roh)
        karte = ausrichten(roh, text.sauber)
        self.assertEqual(len(karte), len(text.sauber))
        self.assertTrue(all(0 <= a <= e <= len(roh) for a, e in karte))
        self.assertEqual(sorted(karte), list(karte))


if __name__ == "__main__":
    unittest.main()
