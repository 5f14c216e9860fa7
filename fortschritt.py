"""Fortschritt eines Laufs: Balken auf einem Terminal, sonst hin und wieder eine Zeile."""

from __future__ import annotations

import sys
import time
from typing import Any

import befehl

# Außerhalb eines Terminals: so oft eine Zeile zum Fortschritt (Sekunden).
TAKT = 10.0


class Fortschritt:
    """Balken auf einem Terminal, sonst alle zehn Sekunden eine Zeile; beides auf der Fehlerausgabe."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._balken: Any = None
        self._zuletzt = time.monotonic()

    def __call__(self, getan: int, insgesamt: int) -> None:
        """Zeigt den Stand."""
        if sys.stderr.isatty():
            if self._balken is None:
                from tqdm import tqdm

                self._balken = tqdm(total=insgesamt, desc=self._name, unit="Items", leave=False)
            self._balken.update(getan - self._balken.n)
        elif time.monotonic() - self._zuletzt >= TAKT:
            self._zuletzt = time.monotonic()
            befehl.melden(f"{self._name}: {getan} von {insgesamt} Items")

    def schliessen(self) -> None:
        """Räumt den Balken ab."""
        if self._balken is not None:
            self._balken.close()
