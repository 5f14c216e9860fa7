"""coder_version: der Name eines Verfahrens samt allem, was sein Ergebnis bestimmt."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

_ANFANG = datetime(2000, 1, 1, tzinfo=UTC)


def coder_version(modul: str, komponenten: Mapping[str, Any]) -> str:
    """Modulname und ein kurzer SHA-256 über die Bestandteile.

    Dieselben Bestandteile ergeben überall dieselbe Version, gleich in welcher Reihenfolge sie stehen.

    Args:
        modul: Name des Moduls, etwa ``dubletten``.
        komponenten: was ein Ergebnis ändert, und nur das; JSON-Werte.

    Returns:
        etwa ``dubletten-1f6a3c1f2b77``.
    """
    text = json.dumps(komponenten, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return f"{modul}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def eingabe_hash(*teile: str | int | None) -> str:
    """Hash dessen, woraus eine Zeile gerechnet wurde; ``None`` und leerer Text sind verschieden.

    Die SQL-Funktion ``eingabe_hash`` (p2-009) rechnet dasselbe; ein Test vergleicht beide.

    Args:
        teile: die Eingabe in fester Reihenfolge; Zahlen zählen als Text.

    Returns:
        32 Hexziffern.
    """
    texte = [teil if teil is None else str(teil) for teil in teile]
    text = json.dumps(texte, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def zeitzeichen(zeit: datetime) -> str:
    """Ein Zeitpunkt als Teil der Eingabe, wie die SQL-Funktion gleichen Namens: Mikrosekunden seit 2000 in UTC."""
    mikrosekunden = (zeit - _ANFANG) // timedelta(microseconds=1)
    return f"{mikrosekunden & 0xFFFF_FFFF_FFFF_FFFF:016x}"
