"""Misst das Modul Orte mit dem mitgelieferten Verzeichnis: Laden, Items je Sekunde, Speicher.

Gerechnet wird auf einem Kern; Verzeichnis und Personen kommen aus einer eigenen Datenbank. Bestand sind die echten
Meldungen aus WURZELWERK_DATEN, sonst erzeugte.
"""

from __future__ import annotations

import gc
import os
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import befehl
from bench import erzeugen, messen
from bench.datenbank import bestand_laden
from bench.messen import Ergebnis, hoechstens, komma
from ortsaufloesung import Ortsaufloesung
from ortsverzeichnis import Ortsverzeichnis

LADEN_HOECHSTENS = 1.5
ITEMS_JE_SEKUNDE = 5_000
MEGABYTE_HOECHSTENS = 300

LESEN = "select titel, teaser from raw_items order by id"

Paar = tuple[str | None, str | None]


def laden(url: str) -> tuple[float, Ortsverzeichnis]:
    """Sekunden, bis das Verzeichnis aus der Datenbank im Speicher ist, und das Verzeichnis."""
    beginn = time.perf_counter()
    with psycopg.connect(url) as conn:
        verzeichnis = Ortsverzeichnis.aus_tabellen(conn)
    return time.perf_counter() - beginn, verzeichnis


def rechnen(aufloesung: Ortsaufloesung, items: Sequence[Paar]) -> float:
    """Rechenzeit in Sekunden für die Nutzlast aller Items."""
    beginn = time.process_time()
    for titel, teaser in items:
        aufloesung.nutzlast(titel, teaser)
    return time.process_time() - beginn


def messung(runden: int) -> list[Ergebnis]:
    """Misst Laden und Rechnen im Wechsel."""
    gc.set_threshold(200_000, 20, 20)  # wie der Rahmen
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    zeiten: dict[str, list[float]] = {"laden": [], "rechnen": []}
    with messen.server() as server, messen.datenbank(server) as url:
        art = bestand_laden(url)
        for skript in ("lexikon_laden.py", "ortslexikon_laden.py"):
            messen.prozess(skript, url=url)
        with psycopg.connect(url) as conn:
            items: list[Paar] = conn.execute(LESEN).fetchall()
        for runde in range(runden):
            dauer, verzeichnis = laden(url)
            zeiten["laden"].append(dauer)
            zeiten["rechnen"].append(rechnen(Ortsaufloesung(verzeichnis), items))
            messen.melden(f"Orte {runde + 1}/{runden}: {komma(len(items) / zeiten['rechnen'][-1], 0)} Items/s")
    je_sekunde = len(items) / median(zeiten["rechnen"])
    speicher = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [
        hoechstens("Orte: Verzeichnis laden", median(zeiten["laden"]), LADEN_HOECHSTENS, "s", 2),
        Ergebnis(
            f"Orte, {komma(len(items), 0)} {art} Items: gerechnet",
            f"{komma(je_sekunde, 0)} Items/s",
            f"mindestens {komma(ITEMS_JE_SEKUNDE, 0)} Items/s",
            je_sekunde >= ITEMS_JE_SEKUNDE,
        ),
        hoechstens("Orte: Speicher des Prozesses", speicher, MEGABYTE_HOECHSTENS, "MB", 0),
    ]


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = befehl.Zerleger(__doc__, prog="orte.py")
    zerleger.add_argument("--runden", type=erzeugen.anzahl, default=3, metavar="R", help="Wechsel (Vorgabe: 3)")
    zerleger.add_argument("--json", action="store_true", help="die Ergebnisse als JSON")
    angaben = zerleger.parse_args(worte)
    return messen.ausfuehren(lambda: messung(angaben.runden), als_json=angaben.json)


if __name__ == "__main__":
    sys.exit(main())
