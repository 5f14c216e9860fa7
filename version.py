"""coder_version: der Name eines Verfahrens samt allem, was sein Ergebnis bestimmt."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any


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

    Args:
        teile: die Eingabe in fester Reihenfolge.

    Returns:
        32 Hexziffern.
    """
    return hashlib.sha256(json.dumps(teile).encode()).hexdigest()[:32]
