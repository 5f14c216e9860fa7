"""Wann noch einmal gefragt wird, wie lange gewartet, wann aufgehört."""

from __future__ import annotations

import unittest
from collections.abc import Iterable
from datetime import UTC, datetime

from abruf import (
    ERSTE_PAUSE,
    LAENGSTE_FRIST,
    OHNE_FRIST,
    VERSUCHE,
    Abgewiesen,
    Gesperrt,
    Netzfehler,
    Rohantwort,
    Voruebergehend,
    abrufen,
    frist_lesen,
)
from spiegelung import Antwort

JETZT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
GUT = Rohantwort(200, b'{"head":{"vars":["item"]},"results":{"bindings":[]}}')
HTML = b"<html><title>Error 429 Too Many Requests</title></html>"


class Verlauf:
    """Stellt eine Abfrage gegen eine Folge von Antworten und merkt sich die Wartezeiten."""

    def __init__(self, folge: Iterable[Rohantwort | Netzfehler]) -> None:
        self.folge = list(folge)
        self.gewartet: list[float] = []
        self.gemeldet: list[str] = []

    def laufen(self) -> Antwort:
        return abrufen(self._senden, warten=self.gewartet.append, jetzt=lambda: JETZT, melden=self.gemeldet.append)

    def _senden(self) -> Rohantwort:
        antwort = self.folge.pop(0)
        if isinstance(antwort, Netzfehler):
            raise antwort
        return antwort


class Wartezeiten(unittest.TestCase):
    def test_nach_einer_stoerung(self) -> None:
        """WIK-02: jede Art von Störung und wie lange danach gewartet wird."""
        faelle: list[tuple[str, Rohantwort | Netzfehler, float]] = [
            ("429 mit Frist", Rohantwort(429, HTML, "text/html", frist="9"), 9),
            ("429 mit Frist null", Rohantwort(429, HTML, "text/html", frist="0"), ERSTE_PAUSE),
            ("429 ohne Frist", Rohantwort(429, b"<html>Please retry in 0 seconds.</html>", "text/html"), OHNE_FRIST),
            ("429 mit unlesbarer Frist", Rohantwort(429, HTML, frist="bald"), OHNE_FRIST),
            ("429 mit negativer Frist", Rohantwort(429, HTML, frist="-5"), OHNE_FRIST),
            ("429 mit Zeitpunkt", Rohantwort(429, HTML, frist="Mon, 30 Nov 2026 12:00:40 GMT"), 40),
            ("429 mit vergangenem Zeitpunkt", Rohantwort(429, HTML, frist="Mon, 30 Nov 2026 11:00:00 GMT"), 5),
            ("500", Rohantwort(500), ERSTE_PAUSE),
            ("503 mit Frist", Rohantwort(503, frist="30"), 30),
            ("504", Rohantwort(504), ERSTE_PAUSE),
            ("408", Rohantwort(408), ERSTE_PAUSE),
            ("keine Verbindung", Netzfehler("keine Verbindung"), ERSTE_PAUSE),
            ("HTML mit 200", Rohantwort(200, HTML, "text/html"), ERSTE_PAUSE),
            ("Stück mit 200", Rohantwort(200, GUT.rumpf[:-5]), ERSTE_PAUSE),
        ]
        for name, antwort, sekunden in faelle:
            with self.subTest(name):
                verlauf = Verlauf([antwort, GUT])
                verlauf.laufen()
                self.assertEqual(verlauf.gewartet, [sekunden])
                self.assertEqual(len(verlauf.gemeldet), 1)
                self.assertNotIn("html>", verlauf.gemeldet[0])

    def test_rueckstand_verdoppelt_sich_und_endet(self) -> None:
        verlauf = Verlauf([Rohantwort(502)] * VERSUCHE)
        with self.assertRaisesRegex(Voruebergehend, "Status 502, 5 Versuche"):
            verlauf.laufen()
        self.assertEqual(verlauf.gewartet, [5, 10, 20, 40])
        self.assertEqual(verlauf.folge, [])

    def test_kleine_frist_verkuerzt_den_rueckstand_nicht(self) -> None:
        verlauf = Verlauf([Rohantwort(429, frist="1")] * 4 + [GUT])
        verlauf.laufen()
        self.assertEqual(verlauf.gewartet, [5, 10, 20, 40])

    def test_zu_lange_frist_wird_nicht_abgewartet(self) -> None:
        verlauf = Verlauf([Rohantwort(429, frist=f"{LAENGSTE_FRIST + 1:.0f}")])
        with self.assertRaisesRegex(Voruebergehend, "601 Sekunden"):
            verlauf.laufen()
        self.assertEqual(verlauf.gewartet, [])

    def test_eine_absage_ist_endgueltig(self) -> None:
        for status, art in ((401, Gesperrt), (403, Gesperrt), (400, Abgewiesen), (404, Abgewiesen), (301, Abgewiesen)):
            with self.subTest(status):
                verlauf = Verlauf([Rohantwort(status, b"Please set a user-agent", ziel="https://anderswo.example")])
                with self.assertRaises(art):
                    verlauf.laufen()
                self.assertEqual((verlauf.folge, verlauf.gewartet), ([], []))

    def test_umleitung_nennt_das_ziel(self) -> None:
        with self.assertRaisesRegex(Abgewiesen, "leitet weiter nach https://anderswo.example"):
            Verlauf([Rohantwort(308, ziel="https://anderswo.example")]).laufen()

    def test_fristen(self) -> None:
        for angabe, sekunden in (
            ("120", 120.0),
            (" 7 ", 7.0),
            ("Mon, 30 Nov 2026 13:00:00 +0100", 0.0),
            ("", None),
            (None, None),
            ("1.5", None),
            ("9" * 30, None),
            ("٩", None),
        ):
            with self.subTest(angabe):
                self.assertEqual(frist_lesen(angabe, JETZT), sekunden)


if __name__ == "__main__":
    unittest.main()
