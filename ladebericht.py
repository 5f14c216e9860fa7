"""Was beim Laden verworfen oder bemerkt wurde: gezählt, mit wenigen Beispielen."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

# So viele Beispiele je Grund, nach dem Alphabet; mehr liest niemand.
BEISPIELE = 5


class Bericht:
    """Zählt Verworfenes und Hinweise je Grund und merkt sich, was es war."""

    def __init__(self) -> None:
        self._verworfen: dict[str, list[str]] = defaultdict(list)
        self._hinweise: dict[str, list[str]] = defaultdict(list)

    def verwerfen(self, grund: str, was: str) -> None:
        """Zählt etwas, das nicht ins Lexikon kommt."""
        self._verworfen[grund].append(was)

    def melden(self, grund: str, was: str) -> None:
        """Zählt etwas, das geladen wird und angesehen werden sollte."""
        self._hinweise[grund].append(was)

    def als_json(self) -> dict[str, Any]:
        """Beides, je Grund Anzahl und Beispiele; unabhängig von der Reihenfolge der Meldungen."""
        return {"verworfen": _gezaehlt(self._verworfen), "hinweise": _gezaehlt(self._hinweise)}

    def zeilen(self) -> list[str]:
        """Dasselbe für Menschen, eine Zeile je Grund."""
        return [
            f"{kopf}: {grund}: {eintrag['anzahl']} ({'; '.join(eintrag['beispiele'])})"
            for kopf, teil in (("verworfen", self._verworfen), ("Hinweis", self._hinweise))
            for grund, eintrag in _gezaehlt(teil).items()
        ]


def _gezaehlt(teil: dict[str, list[str]]) -> dict[str, Any]:
    return {
        grund: {"anzahl": len(teil[grund]), "beispiele": sorted(set(teil[grund]))[:BEISPIELE]} for grund in sorted(teil)
    }
