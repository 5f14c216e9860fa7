"""Stichproben: die zweifelhaftesten verglichenen Paare, ohne alle zu behalten."""

from __future__ import annotations

import heapq
from datetime import date
from typing import TYPE_CHECKING, Any

from titel import SCHWELLE, Urteil

if TYPE_CHECKING:
    from bestand import Zelle

# Wie zweifelhaft ein Urteil ist, wenn nicht der Abstand zur Schwelle es sagt: enthaltene Titel eher als gleiche.
ABSTAND = {"enthalten": 0.125, "gleich": 1.0}


class Paarprobe:
    """Beobachter für ``Bestand``: behält die ``anzahl`` Paare, deren Urteil am knappsten ausfiel."""

    def __init__(self, anzahl: int) -> None:
        self._anzahl = anzahl
        # Der größte Abstand liegt oben, damit er als erster weicht; Abstand und Kennungen ordnen eindeutig.
        self._halde: list[tuple[float, int, int, dict[str, Any]]] = []
        self._gesehen: set[tuple[int, int]] = set()

    def __call__(self, a: Zelle, b: Zelle, urteil: Urteil) -> None:
        """Nimmt ein verglichenes Paar entgegen."""
        if urteil.grund in {"leer", "unaehnlich"}:
            return
        if a.erste > b.erste:
            a, b = b, a
        paar = a.items[0].id, b.items[0].id
        if paar in self._gesehen:
            return
        abstand = ABSTAND.get(urteil.grund, abs(urteil.jaccard - float(SCHWELLE)))
        eintrag = (-abstand, -paar[0], -paar[1], _zeile(a, b, urteil))
        if len(self._halde) < self._anzahl:
            heapq.heappush(self._halde, eintrag)
            self._gesehen.add(paar)
        elif eintrag[:3] > self._halde[0][:3]:
            weg = heapq.heapreplace(self._halde, eintrag)
            self._gesehen.discard((-weg[1], -weg[2]))
            self._gesehen.add(paar)

    def zeilen(self) -> list[dict[str, Any]]:
        """Die Paare, das zweifelhafteste zuerst."""
        return [eintrag[3] for eintrag in sorted(self._halde, key=lambda e: (-e[0], -e[1], -e[2]))]


def _zeile(a: Zelle, b: Zelle, urteil: Urteil) -> dict[str, Any]:
    return {
        "item_a": a.items[0].id,
        "item_b": b.items[0].id,
        "verbunden": "ja" if urteil.verbunden else "nein",
        "grund": urteil.grund,
        "jaccard": f"{urteil.jaccard:.4f}",
        "haus_a": a.haus,
        "haus_b": b.haus,
        "tag_a": date.fromordinal(a.tag).isoformat(),
        "tag_b": date.fromordinal(b.tag).isoformat(),
        "titel_a": a.items[0].titel,
        "titel_b": b.items[0].titel,
        "urteil": "",
        "bemerkung": "",
    }
