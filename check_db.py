"""Rauchtest der Datenbank: Anmeldung, Voraussetzungen, Rechte, Bestand. Ändert nichts.

    python check_db.py              # je Befund eine Zeile mit Abhilfe, am Ende eine Zusammenfassung
    python check_db.py --tage 14    # Bestand je Haus der letzten 14 Tage
    python check_db.py --json       # dasselbe als ein JSON-Objekt

Ende mit 0: nichts zu tun (Warnungen möglich), 1: Fehler, 2: DATABASE_URL falsch, 75: Server gerade nicht erreichbar.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date

import psycopg

import befehl
import befund
import db
import deutung
from pruefungen import Bericht, pruefen


def bestandstabelle(bestand: dict[str, dict[date, int]]) -> list[str]:
    """Je Haus eine Zeile, je Tag (Berliner Datum) eine Spalte."""
    tage = sorted({tag for je_tag in bestand.values() for tag in je_tag})
    breite = max([len("Haus"), *map(len, bestand)])
    zeilen = [f"{'Haus':<{breite}} " + " ".join(f"{tag:%d.%m.}" for tag in tage)]
    for haus, je_tag in bestand.items():
        zeilen.append(f"{haus:<{breite}} " + " ".join(f"{je_tag.get(tag, 0):>6}" for tag in tage))
    return zeilen


def _ausgeben(bericht: Bericht, als_json: bool) -> None:
    if als_json:
        daten = {
            "in_ordnung": bericht.in_ordnung,
            "befunde": [asdict(b) for b in bericht.befunde],
            "bestand": {
                haus: {tag.isoformat(): anzahl for tag, anzahl in je_tag.items()}
                for haus, je_tag in bericht.bestand.items()
            },
        }
        print(json.dumps(daten, ensure_ascii=False))
        return
    print(
        *(b.zeile() for b in bericht.befunde), *(bestandstabelle(bericht.bestand) if bericht.bestand else ()), sep="\n"
    )
    print(befund.zusammenfassung(bericht.befunde))


def main(argumente: Sequence[str] | None = None) -> int:
    """Einstieg der Kommandozeile; gibt den Exit-Code zurück."""
    zerleger = befehl.Zerleger(__doc__, prog="check_db.py")
    zerleger.add_argument("--tage", type=_anzahl, default=7, metavar="N", help="Tage im Bestand (Vorgabe: 7)")
    zerleger.add_argument("--json", action="store_true", help="ein JSON-Objekt statt Zeilen")
    wahl = zerleger.parse_args(argumente)
    try:
        with db.verbinden("check_db", autocommit=True) as conn:
            bericht = pruefen(conn, wahl.tage)
    except (db.Konfigurationsfehler, db.Verbindungsfehler, psycopg.Error) as fehler:
        return deutung.ausgang(fehler)
    _ausgeben(bericht, wahl.json)
    return befehl.GETAN if bericht.in_ordnung else befehl.GESCHEITERT


def _anzahl(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 366:
        raise argparse.ArgumentTypeError(f"{text!r} ist keine Zahl von 1 bis 366")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
