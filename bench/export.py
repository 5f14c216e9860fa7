"""Misst export.py auf einem kodierten Bestand (DATABASE_URL): Sekunden, Zeilen je Sekunde, Speicher, je Format.

Beispiel:
  python bench/export.py --von 2026-01-01 --bis 2026-12-31 --schicht akteur
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import befehl
import db
from bench import messen
from bench.messen import Ergebnis, komma
from exportformate import FORMATE

SPEICHER = 500.0  # MB


def messung(schicht: str, von: date, bis: date) -> list[Ergebnis]:
    """Misst jedes Format einmal, jedes in einem frischen Prozess."""
    ergebnisse = []
    with tempfile.TemporaryDirectory(prefix="wurzelwerk export ") as ordner:
        for form in FORMATE:
            ziel = Path(ordner) / form
            worte = ("--schicht", schicht, "--von", str(von), "--bis", str(bis), "--format", form, "--ziel", ziel)
            p = messen.prozess("export.py", *worte, url=db.adresse())
            zeilen = int(p.ausgabe.rpartition(" Zeilen ")[0].split()[-1])
            groesse = ziel.stat().st_size / 1e6
            was = f"Export {schicht}, {form}: {komma(zeilen, 0)} Zeilen, {komma(groesse, 0)} MB"
            zeit = f"{komma(zeilen / p.dauer, 0)} Zeilen/s, davon Rechenzeit {komma(p.rechenzeit, 1)} s"
            ergebnisse.append(Ergebnis(was, f"{komma(p.dauer, 1)} s ({zeit})"))
            ergebnisse.append(messen.hoechstens(f"Export {schicht}, {form}: Speicher", p.speicher, SPEICHER, "MB", 0))
    return ergebnisse


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = befehl.Zerleger(__doc__, prog="export.py")
    zerleger.add_argument("--von", type=date.fromisoformat, required=True, metavar="TAG", help="erster Tag")
    zerleger.add_argument("--bis", type=date.fromisoformat, required=True, metavar="TAG", help="letzter Tag")
    zerleger.add_argument("--schicht", default="akteur", metavar="TABELLE", help="Vorgabe: akteur")
    zerleger.add_argument("--json", action="store_true", help="die Ergebnisse als JSON")
    angaben = zerleger.parse_args(worte)
    return messen.ausfuehren(lambda: messung(angaben.schicht, angaben.von, angaben.bis), als_json=angaben.json)


if __name__ == "__main__":
    sys.exit(main())
