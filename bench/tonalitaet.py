"""Misst, wie viele Items das Modul Tonalität in der Sekunde rechnet und was das Laden kostet.

Gerechnet wird ohne Datenbank, auf einem Kern: Titel und Teaser jedes Items, im ersten Durchgang mit leerem und danach
mit gefülltem Gedächtnis für Formen. Bestand sind die echten Meldungen aus WURZELWERK_DATEN, sonst die Beispiele.
"""

from __future__ import annotations

import gc
import gzip
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import befehl
from bench import erzeugen, messen
from bench.messen import Ergebnis, komma
from tonurteil import Wortton
from wortton import GERMANLEX, HAND, Lexikon, woerterbuch

MELDUNGEN = "news/frontpage_2025-12-29_2026-01-01.jsonl.gz"
BEISPIEL = messen.WURZEL / "beispiel" / "raw_items.jsonl"
ITEMS_JE_SEKUNDE = 10_000

Paar = tuple[str | None, str | None]


def lesen() -> tuple[str, list[Paar]]:
    """Titel und Teaser aller Items, und ob sie echt oder erfunden sind."""
    from tests.basis import GETEILT

    echte = GETEILT is not None and (GETEILT / MELDUNGEN).exists()
    if echte:
        assert GETEILT is not None
        with gzip.open(GETEILT / MELDUNGEN, "rt", encoding="utf-8") as datei:
            zeilen = [json.loads(zeile) for zeile in datei]
    else:
        zeilen = [json.loads(zeile) for zeile in BEISPIEL.read_text(encoding="utf-8").splitlines()]
    return "echte" if echte else "erfundene", [(zeile["titel"], zeile["teaser"]) for zeile in zeilen]


def rechenzeit(arbeit: Callable[[], object]) -> float:
    """Rechenzeit in Sekunden."""
    beginn = time.process_time()
    arbeit()
    return time.process_time() - beginn


def rechnen(wortton: Wortton, items: Sequence[Paar]) -> None:
    """Die Nutzlast jedes Items."""
    for titel, teaser in items:
        wortton.feld(titel)
        wortton.feld(teaser)


def messung(runden: int) -> list[Ergebnis]:
    """Misst Laden, ersten Durchgang und die folgenden."""
    gc.set_threshold(200_000, 20, 20)  # wie der Rahmen
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    art, items = lesen()
    laden = rechenzeit(woerterbuch)
    lexikon = Lexikon.lesen((GERMANLEX, HAND), woerterbuch())
    erste, weitere = [], []
    for runde in range(runden):
        wortton = Wortton(lexikon)
        erste.append(rechenzeit(lambda w=wortton: rechnen(w, items)))  # type: ignore[misc]
        weitere.append(rechenzeit(lambda w=wortton: rechnen(w, items)))  # type: ignore[misc]
        messen.melden(f"Tonalität {runde + 1}/{runden}: {komma(len(items) / weitere[-1], 0)} Items/s")
    je_sekunde = len(items) / median(weitere)
    kalt = len(items) / median(erste)
    return [
        Ergebnis(
            f"Tonalität, {komma(len(items), 0)} {art} Items: gerechnet",
            f"{komma(je_sekunde, 0)} Items/s",
            f"mindestens {komma(ITEMS_JE_SEKUNDE, 0)} Items/s",
            je_sekunde >= ITEMS_JE_SEKUNDE,
        ),
        Ergebnis("Tonalität: erster Durchgang, jede Form neu gedeutet", f"{komma(kalt, 0)} Items/s"),
        Ergebnis("Tonalität: Wörterbuch laden", f"{komma(laden, 1)} s"),
    ]


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = befehl.Zerleger(__doc__, prog="tonalitaet.py")
    zerleger.add_argument("--runden", type=erzeugen.anzahl, default=5, metavar="R", help="Wechsel (Vorgabe: 5)")
    zerleger.add_argument("--json", action="store_true", help="die Ergebnisse als JSON")
    angaben = zerleger.parse_args(worte)
    return messen.ausfuehren(lambda: messung(angaben.runden), als_json=angaben.json)


if __name__ == "__main__":
    sys.exit(main())
