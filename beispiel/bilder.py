"""Bilder für die README: Bericht und Prüfbogen aus den mitgelieferten Beispielen, aufgenommen in headless Chromium.

Nach make demo, mit dessen Datenbank:
  DATABASE_URL=eingebettet:.eingebettet/demo python beispiel/bilder.py

Schreibt beispiel/bilder/*.png neu.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

WURZEL = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(WURZEL))

import befehl  # noqa: E402
from tests.browser import STILL, programm  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ZIEL = WURZEL / "beispiel" / "bilder"
BREIT: dict[str, Any] = {"viewport": {"width": 1000, "height": 640}}
TELEFON: dict[str, Any] = {"viewport": {"width": 390, "height": 780}, "color_scheme": "dark", "is_mobile": True}
AUFRUFE = (
    ["bericht.py", "--von", "2026-09-07", "--bis", "2026-09-11", "--ziel", "bericht.html"],
    ["akteure.py", "--backfill", "--trocken", "--stichprobe", "40", "--saat", "1", "--html", "--ziel", "akteure.csv"],
    ["dubletten.py", "--backfill", "--trocken", "--stichprobe", "40", "--saat", "1", "--html", "--ziel", "paare.csv"],
)


def main(worte: Sequence[str] | None = None) -> int:
    """Nimmt alle Bilder auf."""
    befehl.Zerleger(__doc__, prog="bilder.py").parse_args(worte)
    from playwright.sync_api import sync_playwright

    pfad = programm()
    if pfad is None:
        befehl.melden("Chromium fehlt: apt-get install chromium, oder WURZELWERK_CHROMIUM nennt es.")
        return befehl.AUFRUF
    ZIEL.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as lenker:
        ordner = Path(name)
        for aufruf in AUFRUFE:
            *rest, ziel = aufruf
            subprocess.run([sys.executable, *rest, str(ordner / ziel)], cwd=WURZEL, check=True)
        browser = lenker.chromium.launch(executable_path=pfad, args=[*STILL, "--no-sandbox"])
        _bericht(browser, ordner / "bericht.html")
        _pruefbogen(browser, ordner)
        browser.close()
    return befehl.GETAN


def _bericht(browser: Browser, seite: Path) -> None:
    blatt = _oeffnen(browser, seite, viewport={"width": 1000, "height": 1330})
    blatt.screenshot(path=ZIEL / "bericht.png")
    for bild in ("revisionen", "akteure_zeit", "karte_deutschland"):
        blatt.locator(f"#bild-{bild}").screenshot(path=ZIEL / f"bericht-{bild}.png")
    telefon = _oeffnen(browser, seite, **TELEFON)
    telefon.locator("#bild-netz").scroll_into_view_if_needed()
    telefon.screenshot(path=ZIEL / "bericht-telefon.png")


def _pruefbogen(browser: Browser, ordner: Path) -> None:
    for name in ("akteure", "paare"):
        blatt = _oeffnen(browser, ordner / f"{name}.html", **BREIT)
        blatt.fill("#name", "Erika Muster")
        blatt.keyboard.press("Enter")
        # Ein paar Urteile, damit der Fortschritt zu sehen ist; die letzte Zeile bleibt offen.
        for taste in "rrfrurrr":
            blatt.keyboard.press(taste)
        blatt.screenshot(path=ZIEL / f"pruefbogen-{name}.png")


def _oeffnen(browser: Browser, seite: Path, **kontext: Any) -> Page:
    blatt = browser.new_context(locale="de-DE", **kontext).new_page()
    blatt.goto(seite.as_uri())
    return blatt


if __name__ == "__main__":
    sys.exit(main())
