"""Ein echter Browser für Tests: headless Chromium, über Playwright gesteuert, mit strengem Blick.

Jede Meldung der Konsole, jeder Fehler im Skript und jede Anfrage außer der Seite selbst gilt als Fehler. Fehlt
Chromium, werden die Tests mit klarer Begründung übersprungen; ``make test`` installiert es, wo es darf.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMEN = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Ohne sie fragt Chromium von sich aus nach Updates und Diensten, auch headless.
STILL = (
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
    "--no-first-run", "--disable-gpu",
)  # fmt: skip


def programm() -> str | None:
    """Pfad von Chromium: WURZELWERK_CHROMIUM, sonst das erste auf dem Suchpfad."""
    return os.environ.get("WURZELWERK_CHROMIUM") or next(filter(None, map(shutil.which, NAMEN)), None)


class Fenster:
    """Eine offene Seite mit allem, was an ihr auffiel.

    Attributes:
        seite: die Seite von Playwright.
        auffaellig: Meldungen der Konsole, Fehler in Skripten und Anfragen nach außen.
    """

    def __init__(self, seite: Page, adresse: str) -> None:
        self.seite = seite
        self.auffaellig: list[str] = []
        seite.on("console", lambda meldung: self.auffaellig.append(f"Konsole: {meldung.text}"))
        seite.on("pageerror", lambda fehler: self.auffaellig.append(f"Skript: {fehler}"))
        seite.on("request", lambda anfrage: self._anfrage(anfrage.url, adresse))
        seite.goto(adresse)

    def _anfrage(self, url: str, adresse: str) -> None:
        if url.partition("#")[0] != adresse and not url.startswith(("data:", "blob:")):
            self.auffaellig.append(f"Anfrage: {url}")


class BrowserTest(unittest.TestCase):
    """Basisklasse: ein Browser je Testklasse, ``self.oeffnen(pfad)`` gibt ein Fenster."""

    browser: Browser

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        pfad = programm()
        if pfad is None:
            raise unittest.SkipTest("Chromium fehlt: apt-get install chromium, oder WURZELWERK_CHROMIUM nennt es")
        from playwright.sync_api import sync_playwright

        # HOME muss beschreibbar sein; ein Konto ohne Zuhause hätte sonst keinen Browser.
        heim = tempfile.TemporaryDirectory(prefix="wurzelwerk-browser-")
        cls.addClassCleanup(heim.cleanup)
        lenker = sync_playwright().start()
        cls.addClassCleanup(lenker.stop)
        cls.browser = lenker.chromium.launch(
            executable_path=pfad,
            # root darf die Sandbox von Chromium nicht benutzen.
            args=[*STILL, *(["--no-sandbox"] if os.geteuid() == 0 else [])],
            env={**os.environ, "HOME": heim.name},
        )
        cls.addClassCleanup(cls.browser.close)

    @contextmanager
    def oeffnen(self, pfad: Path, **kontext: Any) -> Iterator[Fenster]:
        """Öffnet eine Seite und prüft am Ende, dass nichts auffiel.

        Args:
            pfad: die HTML-Datei.
            kontext: für Playwright, etwa ``viewport``, ``color_scheme``, ``is_mobile``.
        """
        umgebung = self.browser.new_context(locale="de-DE", timezone_id="Europe/Berlin", **kontext)
        try:
            fenster = Fenster(umgebung.new_page(), pfad.absolute().as_uri())
            yield fenster
            self.assertEqual(fenster.auffaellig, [])
        finally:
            umgebung.close()
