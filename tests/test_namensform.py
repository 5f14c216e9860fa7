"""Formen aus Namen: Titel, Zusätze, Nachnamen, Alltagswörter."""

from __future__ import annotations

import unittest

from namensform import ist_alltagswort, mangel, nachname, ohne_klammer, personenname

# Name des Spiegels, Form, Nachname
NAMEN = (
    ("Mag. Ada Muster", "Ada Muster", "Muster"),
    ("Mag. Dr. Kurt Beispiel", "Kurt Beispiel", "Beispiel"),
    ("Ing. Karl Muster, MBA", "Karl Muster", "Muster"),
    ("Univ.-Prof. Dr. Eva Probe", "Eva Probe", "Probe"),
    ("Ada Muster MSc", "Ada Muster", "Muster"),
    ("Ada Muster (Politikerin)", "Ada Muster", "Muster"),
    ("Ursula von der Leyen", "Ursula von der Leyen", "von der Leyen"),
    ("Alexander Van der Bellen", "Alexander Van der Bellen", "Van der Bellen"),
    ("Karl-Theodor zu Guttenberg", "Karl-Theodor zu Guttenberg", "zu Guttenberg"),
    ("Bart De Wever", "Bart De Wever", "De Wever"),
    ("Annegret Kramp-Karrenbauer", "Annegret Kramp-Karrenbauer", "Kramp-Karrenbauer"),
    ("Mark Muster Brown, Baron Muster", "Mark Muster Brown", "Brown"),
    ("Hans-Adam II, Prince of Liechtenstein", "Hans-Adam II", None),
    ("Felipe VI of Spain", "Felipe VI of Spain", None),
    ("Robert Muster Jr.", "Robert Muster Jr.", "Muster"),
    ("Leo XIV", "Leo XIV", None),
    ("Adele", "Adele", None),
    ("Dr. Muster", "Dr. Muster", "Muster"),
    ("Max  Muster", "Max Muster", "Muster"),
    ("Muster, Ada", "Ada Muster", "Muster"),
    ("Leyen, Ursula von der", "Ursula von der Leyen", "von der Leyen"),
    ("van der Muster, Ben", "Ben van der Muster", "van der Muster"),
    ("Muster, MA", "Muster", None),
    ("Ada Muster (Politikerin, 1990)", "Ada Muster", "Muster"),
)


class Namen(unittest.TestCase):
    def test_form_ohne_titel_und_zusatz(self) -> None:
        for name, form, _ in NAMEN:
            with self.subTest(name):
                self.assertEqual(personenname(name), form)

    def test_nachname_mit_partikeln(self) -> None:
        for name, _, erwartet in NAMEN:
            with self.subTest(name):
                self.assertEqual(nachname(personenname(name)), erwartet)

    def test_klammer_faellt_nur_wenn_etwas_bleibt(self) -> None:
        self.assertEqual(ohne_klammer("Die Probe (Partei)"), "Die Probe")
        self.assertEqual(ohne_klammer("(Probe)"), "(Probe)")

    def test_was_keine_form_ist(self) -> None:
        for form, grund in (("Q22686", "nackte QID"), ("50", "ohne Buchstaben"), ("M", "einem Zeichen"), ("", "ohne")):
            with self.subTest(form):
                self.assertIn(grund, mangel(form) or "")
        for form in ("SPD", "50Plus", "Q-Cells", "P2000", "Die Grünen", "习近平"):
            with self.subTest(form):
                self.assertIsNone(mangel(form))

    def test_alltagswort_auch_mit_artikel_und_in_grossbuchstaben(self) -> None:
        woerter = frozenset({"weil", "zeit", "union", "junge"})
        for form in ("Weil", "Zeit", "Die Zeit", "ZEIT", "Union"):
            self.assertTrue(ist_alltagswort(form, woerter), form)
        for form in ("Merz", "Junge Union", "Zeit-Stiftung", "Stephan Weil"):
            self.assertFalse(ist_alltagswort(form, woerter), form)


if __name__ == "__main__":
    unittest.main()
