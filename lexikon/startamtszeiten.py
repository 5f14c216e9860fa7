"""Amtszeiten des Anfangsbestands: was mehrere Quellen über dieselbe Zeit sagen, wird eine."""

from __future__ import annotations

from collections.abc import Sequence

from startterme import Satz, Zeile, datum, eintrag, gefuellt, genauigkeit, tag


def vereinen(saetze: Sequence[Satz]) -> list[Satz]:
    """Vereint, was mehrere Quellen über dieselbe Person im selben Amt sagen.

    Dieselbe Amtszeit sind Sätze mit demselben Beginn; ein Satz mit bloßem Jahr gehört zu dem einzigen genaueren, der
    in diesem Jahr beginnt, einer ohne Beginn zum einzigen überhaupt; passt er zu mehreren, fällt er weg. Der genauere
    Beginn gilt; beim Ende der jüngere Satz, denn ein älterer konnte es noch nicht kennen.

    Args:
        saetze: mit start und end (Jahr, Jahr-Monat oder Tag, oder None) und stand (Tag).
    """
    zeiten: list[Satz] = []
    for satz in sorted(saetze, key=lambda s: (-len(s["start"] or ""), s["start"] or "", s["stand"], s["end"] or "")):
        von = satz["start"] or ""
        verwandt = [z for z in zeiten if (z["start"] or "").startswith(von)]
        if not verwandt:
            zeiten.append(satz)
        elif len(verwandt) == 1:
            zeiten[zeiten.index(verwandt[0])] = _eine(verwandt[0], satz)
    return zeiten


def _eine(genauer: Satz, satz: Satz) -> Satz:
    juenger, aelter = (satz, genauer) if satz["stand"] > genauer["stand"] else (genauer, satz)
    return {
        **genauer,
        # Ein taggenaues Ende weicht keinem Jahr.
        "end": max((juenger["end"], aelter["end"]), key=lambda ende: len(ende or "")),
        "stand": juenger["stand"],
        "herkunft": sorted({*genauer["herkunft"], *satz["herkunft"]}),
    }


def zeitraum(satz: Satz) -> Zeile:
    """Person, Beginn, Ende und Stand als Terme."""
    # ProjectAtlas gibt Jahresangaben als 1. Januar aus; die anderen Quellen lassen Monat und Tag dann weg.
    grob = any("ProjectAtlas" in herkunft for herkunft in satz["herkunft"])
    # Ein Ende nach dem Stand der Quelle ist geplant, nicht geschehen.
    bis = satz["end"] if satz["end"] and satz["end"] <= satz["stand"] else None
    return gefuellt(
        {
            "item": eintrag(satz["item"]),
            "von": tag(satz["start"]),
            "vonGenauigkeit": genauigkeit(satz["start"], neujahr_ist_jahr=grob),
            "bis": tag(bis),
            "bisGenauigkeit": genauigkeit(bis, neujahr_ist_jahr=grob),
            "stand": datum(satz["stand"]),
        }
    )
