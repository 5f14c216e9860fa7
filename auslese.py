"""Auslese: die zweifelhaftesten Zeilen eines Laufs, ohne alle zu behalten."""

from __future__ import annotations

from typing import Any


class Auslese:
    """Behält die Zeilen mit dem kleinsten Rang."""

    def __init__(self) -> None:
        self._anzahl = 0
        self._eintraege: list[tuple[tuple[float, ...], dict[str, Any]]] = []

    def beginnen(self, anzahl: int | None) -> None:
        """Fängt von vorn an, auch bei einem zweiten Versuch.

        Args:
            anzahl: so viele Zeilen werden behalten; ``None``: keine.
        """
        self._anzahl = anzahl or 0
        self._eintraege.clear()

    @property
    def verlangt(self) -> bool:
        """Ob eine Stichprobe verlangt ist."""
        return self._anzahl > 0

    def merken(self, rang: tuple[float, ...], zeile: dict[str, Any]) -> None:
        """Nimmt eine Zeile auf.

        Args:
            rang: je kleiner, desto zweifelhafter; er ordnet eindeutig.
            zeile: die Zeile der Stichprobe.
        """
        self._eintraege.append((rang, zeile))
        if len(self._eintraege) > 2 * self._anzahl:
            self._kuerzen()

    def zeilen(self) -> list[dict[str, Any]]:
        """Die Zeilen, die zweifelhafteste zuerst."""
        self._kuerzen()
        return [zeile for _, zeile in self._eintraege]

    def _kuerzen(self) -> None:
        self._eintraege.sort(key=lambda eintrag: eintrag[0])
        del self._eintraege[self._anzahl :]
