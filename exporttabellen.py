"""Die Exporttabellen, wie --schicht sie nennt."""

from __future__ import annotations

import exportitems
import exportstellen

TABELLEN = {
    tabelle.name: tabelle
    for tabelle in (
        exportitems.ITEM,
        exportitems.DUBLETTE,
        exportitems.REVISION,
        exportstellen.REVISION_SCHRITT,
        exportstellen.AKTEUR,
        exportstellen.ORT,
        exportitems.TONALITAET,
        exportstellen.TONALITAET_TREFFER,
        exportitems.EMBEDDING,
    )
}
