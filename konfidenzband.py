"""Konfidenzbänder: in welche Strata Stichproben gezogen und ausgewertet werden.

Ein Stratum sind die Behauptungen einer Methode in einem Band. Die Grenzen trennen, was die Schichten vergeben: sichere
Wege (0,90 und mehr), solche mit einem Beleg (0,75 bis 0,85) und die schwachen darunter.
"""

from __future__ import annotations

from typing import NamedTuple


class Band(NamedTuple):
    """Ein Konfidenzband; es reicht bis zum nächsten darüber."""

    ab: float
    name: str


# Von oben nach unten; das letzte nimmt den Rest.
BAENDER = (
    Band(0.9, "ab 0,90"),
    Band(0.75, "0,75 bis unter 0,90"),
    Band(0.0, "unter 0,75"),
)

OHNE = "ohne Konfidenz"

# Zwischen Methode und Band im Namen eines Stratums.
TRENNER = " · "


def band(konfidenz: float | None) -> str:
    """Der Name des Bands.

    Args:
        konfidenz: 0 bis 1, wie in der Stichprobe auf vier Stellen genau, oder ``None``.
    """
    if konfidenz is None:
        return OHNE
    genau = round(konfidenz, 4)
    return next(b.name for b in BAENDER if genau >= b.ab)


def stratum(methode: str, konfidenz: float | None) -> str:
    """Der Name des Stratums: die Methode und, wo die Schicht eine Konfidenz hat, ihr Band."""
    return methode if konfidenz is None else f"{methode}{TRENNER}{band(konfidenz)}"
