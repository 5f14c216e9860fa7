"""Nächste Paare: welche Meldungen verschiedener Häuser einander am ähnlichsten sind, exakt, Tag für Tag.

Nur zum Prüfen von Hand. Die Vektoren liegen in einer Datei ohne Namen, im Speicher sind die eines Fensters.
"""

from __future__ import annotations

import heapq
import tempfile
from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

# So viele Tage liegen zwischen den Meldungen eines Paars höchstens.
FENSTER = 1
# So viele Zeilen der Kosinustafel entstehen auf einmal.
ZEILEN = 1_024


class Meldung(NamedTuple):
    """Was über ein Item zu wissen ist; gruppe ist seine Dublettengruppe."""

    item_id: int
    stelle: int
    tag: int
    haus: str
    titel: str
    gruppe: str


class Paar(NamedTuple):
    """Zwei Meldungen und ihr Kosinus; die mit der kleineren Kennung zuerst."""

    kosinus: float
    a: Meldung
    b: Meldung


class Vektordatei:
    """Nimmt Vektoren der Reihe nach auf und gibt sie nach ihrer Stelle heraus."""

    def __init__(self, dim: int) -> None:
        self._dim = dim
        self._datei = tempfile.TemporaryFile()  # noqa: SIM115  (lebt so lange wie das Objekt)
        self.item_ids: list[int] = []

    def close(self) -> None:
        """Gibt den Platz frei."""
        self._datei.close()

    def anfuegen(self, item_id: int, vektor: NDArray[np.float32]) -> None:
        """Schreibt einen Vektor ans Ende."""
        self._datei.write(vektor.astype(np.float32).tobytes())
        self.item_ids.append(item_id)

    def lesen(self, stellen: Sequence[int]) -> NDArray[np.float32]:
        """Die Vektoren dieser Stellen als Feld (Stellen, dim)."""
        self._datei.flush()
        alle = np.memmap(self._datei, np.float32, "r", shape=(len(self.item_ids), self._dim))
        return np.asarray(alle[np.asarray(stellen, np.int64)])


def naechste(meldungen: Sequence[Meldung], vektoren: Vektordatei, anzahl: int) -> list[Paar]:
    """Die nächsten Paare, die keine Dublettengruppe verbindet; je zwei Gruppen nur ihr nächstes.

    Args:
        meldungen: mit den Stellen ihrer Vektoren.
        vektoren: Länge 1.
        anzahl: so viele Paare.

    Returns:
        Nach Kosinus absteigend, dann nach Kennungen.
    """
    tage = {tag: sorted(gruppe) for tag, gruppe in groupby(sorted(meldungen, key=lambda m: m.tag), key=lambda m: m.tag)}
    beste: dict[tuple[str, str], Paar] = {}
    for tag, heute in tage.items():
        links = vektoren.lesen([m.stelle for m in heute])
        for spaeter in range(tag, tag + FENSTER + 1):
            if spaeter not in tage:
                continue
            dann = tage[spaeter]
            rechts = links if spaeter == tag else vektoren.lesen([m.stelle for m in dann])
            for paar in _kandidaten(heute, links, dann, rechts, anzahl):
                gruppen = (min(paar.a.gruppe, paar.b.gruppe), max(paar.a.gruppe, paar.b.gruppe))
                if gruppen not in beste or _rang(paar) < _rang(beste[gruppen]):
                    beste[gruppen] = paar
        if len(beste) > 50 * anzahl:
            beste = dict(heapq.nsmallest(anzahl, beste.items(), key=lambda eintrag: _rang(eintrag[1])))
    return heapq.nsmallest(anzahl, beste.values(), key=_rang)


def _rang(paar: Paar) -> tuple[float, int, int]:
    return -paar.kosinus, paar.a.item_id, paar.b.item_id


def _kandidaten(
    heute: Sequence[Meldung],
    links: NDArray[np.float32],
    dann: Sequence[Meldung],
    rechts: NDArray[np.float32],
    anzahl: int,
) -> list[Paar]:
    haus: dict[str, int] = {}
    gruppe: dict[str, int] = {}

    def nummern(ms: Sequence[Meldung]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        return (
            np.array([haus.setdefault(m.haus, len(haus)) for m in ms]),
            np.array([gruppe.setdefault(m.gruppe, len(gruppe)) for m in ms]),
            np.array([m.item_id for m in ms]),
        )

    haus_l, gruppe_l, id_l = nummern(heute)
    haus_r, gruppe_r, id_r = nummern(dann)
    paare: list[Paar] = []
    for ab in range(0, len(heute), ZEILEN):
        teil = slice(ab, ab + ZEILEN)
        tafel = links[teil] @ rechts.T
        aus = (haus_l[teil, None] == haus_r) | (gruppe_l[teil, None] == gruppe_r)
        if heute is dann:
            aus |= id_l[teil, None] >= id_r
        tafel[aus] = -2
        # Mehr als verlangt, weil je zwei Gruppen nur ein Paar zählt.
        viele = min(20 * anzahl, tafel.size)
        flach = tafel.ravel()
        for ort in np.argpartition(flach, -viele)[-viele:].tolist():
            if flach[ort] > -2:
                zeile, spalte = divmod(ort, len(dann))
                a, b = sorted((heute[ab + zeile], dann[spalte]))
                paare.append(Paar(float(flach[ort]), a, b))
    return paare
