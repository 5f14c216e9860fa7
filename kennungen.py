"""Welche Kennung ein Akteur trägt, auch wenn Wikidata ihn inzwischen unter einer anderen QID führt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

import spiegelordner
from ladebericht import Bericht
from spiegelordner import Spiegel


class Umleitungen:
    """Frühere QIDs und worauf sie heute zeigen (owl:sameAs).

    Args:
        spiegel: mit der Art ``weiterleitungen``.
        bericht: nimmt Kreise auf.
    """

    def __init__(self, spiegel: Spiegel, bericht: Bericht) -> None:
        ziele: dict[str, str] = {}
        for zeile, _ in spiegel.zeilen("weiterleitungen"):
            alt, neu = spiegelordner.qid(zeile, "alt"), spiegelordner.qid(zeile, "item")
            if alt and neu and alt != neu:
                ziele[alt] = min(neu, ziele.get(alt, neu), key=_nummer)
        self.alte: dict[str, list[str]] = defaultdict(list)
        self._ziele: dict[str, str] = {}
        for alt in sorted(ziele, key=_nummer):
            weg = [alt]
            while weg[-1] in ziele and len(weg) <= len(ziele):
                weg.append(ziele[weg[-1]])
            if weg[-1] in ziele:
                bericht.verwerfen("Weiterleitung im Kreis", alt)
                continue
            self._ziele[alt] = weg[-1]
            self.alte[weg[-1]].append(alt)

    def heute(self, qid: str) -> str:
        """Die QID, unter der Wikidata das Objekt heute führt."""
        return self._ziele.get(qid, qid)


def vergeben(
    qids: Iterable[str],
    umleitungen: Umleitungen,
    zuerst: Mapping[str, str],
    bekannt: Mapping[str, int],
    bericht: Bericht,
) -> dict[str, int]:
    """Die interne Kennung jedes Akteurs: die Nummer der QID, unter der er zuerst im Spiegel stand.

    Sie folgt aus den Dateien und ist damit auf jeder Maschine dieselbe; was eine Datenbank schon kennt, zählt nur,
    wenn kennungen.json schweigt.

    Args:
        qids: heutige QIDs der Akteure.
        umleitungen: ihre früheren.
        zuerst: Inhalt von kennungen.json.
        bekannt: QID, auch frühere -> Kennung in der Datenbank.
        bericht: nimmt Zusammenlegungen auf.

    Returns:
        QID -> Kennung; wer keine bekommt, weil seine schon vergeben ist, fehlt.
    """
    ergebnis: dict[str, int] = {}
    inhaber: dict[int, str] = {}
    for qid in sorted(qids, key=_nummer):
        frueher = {bekannt[alt] for alt in umleitungen.alte.get(qid, ()) if alt in bekannt}
        kennung = _erste(qid, zuerst) or bekannt.get(qid) or min(frueher, default=_nummer(qid))
        if andere := sorted({*frueher, *([bekannt[qid]] if qid in bekannt else [])} - {kennung}):
            bericht.melden(
                "Zusammengelegte Akteure mit eigenen Kennungen", f"{qid} bleibt {kennung}, war auch {andere}"
            )
        if kennung in inhaber:
            bericht.verwerfen("Kennung schon vergeben", f"{qid} und {inhaber[kennung]}: {kennung}")
            continue
        ergebnis[qid] = kennung
        inhaber[kennung] = qid
    return ergebnis


def _erste(qid: str, frueher: Mapping[str, str]) -> int | None:
    if qid not in frueher:
        return None
    gesehen = set()
    while qid in frueher and qid not in gesehen:
        gesehen.add(qid)
        qid = frueher[qid]
    return _nummer(qid)


def _nummer(qid: str) -> int:
    return int(qid[1:])
