"""Kleine Spiegel in Tests: aus kurzen Zeilen werden Dateien, wie lexikon.py sie schreibt."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import spiegelung
from spiegelordner import PFLICHT

ENTITAET = "http://www.wikidata.org/entity/"
GENID = "http://www.wikidata.org/.well-known/genid/27a7a1b3"
# Ein leerer Knoten: es gibt einen Wert, Wikidata kennt ihn nicht.
UNBEKANNT = {"type": "bnode", "value": "t27"}
GENID_TERM = {"type": "uri", "value": GENID}
DATUM = "2026-11-30"

Zeile = Mapping[str, Any]


def term(wert: Any) -> Mapping[str, str]:
    """Q12 wird zur Entität, (Text, Sprache) zum Etikett, Zahl und Text zum Literal, ein Objekt bleibt."""
    if isinstance(wert, Mapping):
        return wert
    if isinstance(wert, tuple):
        return {"type": "literal", "value": wert[0], "xml:lang": wert[1]}
    if isinstance(wert, str) and wert[:1] == "Q" and wert[1:].isdecimal():
        return {"type": "uri", "value": ENTITAET + wert}
    return {"type": "literal", "value": str(wert)}


def schreiben(
    ordner: Path,
    arten: Mapping[str, Sequence[Zeile]],
    hand: Mapping[str, Any] | None = None,
    kennungen: Mapping[str, str] | None = None,
) -> Path:
    """Schreibt einen vollständigen Spiegel samt MANIFEST und hand.json.

    Args:
        ordner: wird angelegt.
        arten: Dateiname ohne .json -> Zeilen; fehlende Pflichtarten sind leer.
        hand: Inhalt von hand.json; ``stand`` wird ergänzt.
        kennungen: Inhalt von kennungen.json; ohne Angabe gibt es die Datei nicht.
    """
    ordner.mkdir(parents=True, exist_ok=True)
    manifest = {}
    for art in sorted({*PFLICHT, *arten}):
        zeilen = [{feld: term(wert) for feld, wert in zeile.items()} for zeile in arten.get(art, ())]
        variablen = sorted({feld for zeile in zeilen for feld in zeile}) or ["item"]
        inhalt = spiegelung.darstellen(spiegelung.Antwort(variablen, zeilen))
        (ordner / f"{art}.json").write_bytes(inhalt)
        manifest[f"{art}.json"] = {
            "datum": DATUM,
            "zeilen": len(zeilen),
            "sha256": spiegelung.pruefsumme(inhalt),
        }
    (ordner / spiegelung.MANIFEST).write_bytes(spiegelung.manifest_darstellen(manifest))
    ergaenzungen = {"stand": DATUM, **(hand or {})}
    (ordner / "hand.json").write_text(json.dumps(ergaenzungen, ensure_ascii=False), encoding="utf-8")
    if kennungen is not None:
        (ordner / spiegelung.KENNUNGEN).write_text(json.dumps(dict(kennungen)), encoding="utf-8")
    return ordner
