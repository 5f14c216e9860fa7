"""Baut lexikon/orte/orte.tsv aus frei lizenzierten Quelldateien; gleiche Quellen ergeben dieselben Bytes.

    python ortslexikon.py --quellen ORDNER               # schreibt orte.tsv und MANIFEST.json nach lexikon/orte
    python ortslexikon.py --quellen ORDNER --pruefen     # baut und vergleicht nur

Im Ordner stehen Auszüge von GeoNames (CC BY 4.0) und die Namen von CLDR (Unicode-Lizenz); welche Dateien und welche
ihrer Spalten gelesen werden, steht in NOTES.md. Von Hand, nicht im Takt; hand.json wird hier nicht angefasst.
Ende mit 0: gebaut oder gleich, 1: --pruefen fand einen Unterschied, 2: Quelle fehlt oder ist anders gebaut.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import befehl
from ortsquellen import QUELLEN, Quellfehler, lesen
from ortsverzeichnisbau import SPALTEN, bauen, zeile

ORDNER = Path(__file__).resolve().parent / "lexikon" / "orte"
DATEI = "orte.tsv"
MANIFEST = "MANIFEST.json"


def erzeugen(quellen: Path) -> dict[str, bytes]:
    """Baut beide Dateien im Speicher.

    Args:
        quellen: Ordner mit den Quelldateien.

    Returns:
        Dateiname -> Inhalt.

    Raises:
        Quellfehler: eine Quelle fehlt oder ihr fehlt eine Spalte.
    """
    orte = bauen(lesen(quellen))
    inhalt = "".join(f"{text}\n" for text in ("\t".join(SPALTEN), *map(zeile, orte))).encode()
    manifest = {
        "datei": DATEI,
        "zeilen": len(orte),
        "sha256": hashlib.sha256(inhalt).hexdigest(),
        "quellen": {
            name: {
                "sha256": hashlib.sha256((quellen / name).read_bytes()).hexdigest(),
                "herkunft": quelle.herkunft,
                "lizenz": quelle.lizenz,
            }
            for name, quelle in sorted(QUELLEN.items())
        },
    }
    return {DATEI: inhalt, MANIFEST: (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode()}


def main(worte: Sequence[str] | None = None) -> int:
    """Einstieg der Kommandozeile; liefert den Rückgabewert."""
    zerleger = befehl.Zerleger(__doc__, prog="ortslexikon.py")
    zerleger.add_argument("--quellen", type=Path, required=True, metavar="ORDNER", help="Ordner der Quelldateien")
    zerleger.add_argument("--ziel", type=Path, default=ORDNER, metavar="ORDNER", help="wohin (Vorgabe: lexikon/orte)")
    zerleger.add_argument("--pruefen", action="store_true", help="bauen und vergleichen, nichts schreiben")
    angaben: argparse.Namespace = zerleger.parse_args(worte)
    try:
        dateien = erzeugen(angaben.quellen)
        return _vergleichen(dateien, angaben.ziel) if angaben.pruefen else _schreiben(dateien, angaben.ziel)
    except Quellfehler as fehler:
        befehl.melden(f"ortslexikon: {fehler}")
        return befehl.AUFRUF
    except OSError as fehler:
        befehl.melden(f"ortslexikon: {fehler.filename}: {fehler.strerror}. Nichts geändert.")
        return befehl.GESCHEITERT


def _schreiben(dateien: dict[str, bytes], ziel: Path) -> int:
    ziel.mkdir(parents=True, exist_ok=True)
    for name, inhalt in dateien.items():
        (ziel / name).write_bytes(inhalt)
    print(_summe(dateien))
    return befehl.GETAN


def _vergleichen(dateien: dict[str, bytes], ziel: Path) -> int:
    andere = [name for name, inhalt in dateien.items() if (ziel / name).read_bytes() != inhalt]
    print(f"ortslexikon: anders wären {', '.join(andere)}" if andere else f"{_summe(dateien)}, unverändert")
    return befehl.GESCHEITERT if andere else befehl.GETAN


def _summe(dateien: dict[str, bytes]) -> str:
    inhalt = dateien[DATEI]
    megabyte = f"{len(inhalt) / 1e6:.1f}".replace(".", ",")
    return f"ortslexikon: {len(inhalt.splitlines()) - 1} Orte, {megabyte} MB"


if __name__ == "__main__":
    sys.exit(main())
