"""Misst, wie viele Items das Modul Revisionen in der Sekunde rechnet, und den Vergleich zweier Titel gegen difflib.

Gerechnet wird ohne Datenbank, auf einem Kern: Nutzlast und Hash jedes Items. Gegenüber steht
``difflib.SequenceMatcher`` auf den Zeichen, je Paar aufeinanderfolgender Fassungen. Bestand sind die echten Meldungen
aus WURZELWERK_DATEN, sonst die Beispiele.
"""

from __future__ import annotations

import gc
import gzip
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import befehl
from bench import erzeugen, messen
from bench.messen import Ergebnis, komma
from fassungen import Fassung, Verlauf
from schritte import Form, Schritt

MELDUNGEN = "news/frontpage_2025-12-29_2026-01-01.jsonl.gz"
BEISPIEL = messen.WURZEL / "beispiel" / "raw_items.jsonl"
ITEMS_JE_SEKUNDE = 20_000
VIELFACHES = 4.0

Paar = tuple[str, str]


def lesen() -> tuple[str, list[list[Fassung]]]:
    """Die Fassungen aller Items, und ob sie echt oder erfunden sind."""
    from tests.basis import GETEILT

    echte = GETEILT is not None and (GETEILT / MELDUNGEN).exists()
    if echte:
        assert GETEILT is not None
        with gzip.open(GETEILT / MELDUNGEN, "rt", encoding="utf-8") as datei:
            zeilen = [json.loads(zeile) for zeile in datei]
    else:
        zeilen = [json.loads(zeile) for zeile in BEISPIEL.read_text(encoding="utf-8").splitlines()]
    items = [
        [Fassung(f["fassung"], datetime.fromisoformat(f["erfasst_am"]), f["titel"]) for f in zeile["fassungen"]]
        for zeile in zeilen
    ]
    return "echte" if echte else "erfundene", items


def rechnen(items: Sequence[list[Fassung]]) -> None:
    """Nutzlast und Hash jedes Items."""
    for fassungen in items:
        verlauf = Verlauf(fassungen)
        verlauf.nutzlast()
        verlauf.hash()


def einstufen(paare: Sequence[Paar]) -> None:
    """Unsere Seite: Einstufung, Ähnlichkeit und geänderte Wörter jedes Paars."""
    for alt, neu in paare:
        schritt = Schritt(Form(alt), Form(neu))
        _ = schritt.art, schritt.aehnlichkeit, schritt.unterschied_in_schreibung


def auf_zeichen(paare: Sequence[Paar]) -> None:
    """Die andere: Ähnlichkeit auf Zeichen."""
    for alt, neu in paare:
        SequenceMatcher(None, alt, neu, autojunk=False).ratio()


def rechenzeit(arbeit: Callable[[], None]) -> float:
    """Rechenzeit in Sekunden."""
    beginn = time.process_time()
    arbeit()
    return time.process_time() - beginn


def messung(runden: int) -> list[Ergebnis]:
    """Misst alle Seiten im Wechsel."""
    gc.set_threshold(200_000, 20, 20)  # wie der Rahmen
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    art, items = lesen()
    paare = [(a.titel or "", b.titel or "") for fassungen in items for a, b in pairwise(fassungen)]
    zeiten: dict[str, list[float]] = {"items": [], "paare": [], "zeichen": []}
    for runde in range(runden):
        zeiten["items"].append(rechenzeit(lambda: rechnen(items)))
        zeiten["paare"].append(rechenzeit(lambda: einstufen(paare)))
        zeiten["zeichen"].append(rechenzeit(lambda: auf_zeichen(paare)))
        messen.melden(f"Revisionen {runde + 1}/{runden}: {komma(len(items) / zeiten['items'][-1], 0)} Items/s")
    mitte = {name: median(liste) for name, liste in zeiten.items()}
    je_sekunde = len(items) / mitte["items"]
    paare_je_sekunde = len(paare) / mitte["zeichen"]
    vielfaches = je_sekunde / paare_je_sekunde
    return [
        Ergebnis(
            f"Revisionen, {komma(len(items), 0)} {art} Items: gerechnet",
            f"{komma(je_sekunde, 0)} Items/s",
            f"mindestens {komma(ITEMS_JE_SEKUNDE, 0)} Items/s",
            je_sekunde >= ITEMS_JE_SEKUNDE,
        ),
        Ergebnis(
            "Revisionen: Items/s gegen Paare/s von difflib auf Zeichen",
            f"{komma(vielfaches)} × ({komma(paare_je_sekunde, 0)} Paare/s)",
            f"mindestens {komma(VIELFACHES, 0)} ×",
            vielfaches >= VIELFACHES,
        ),
        Ergebnis(
            f"Revisionen, {komma(len(paare), 0)} geänderte Paare: Einstufung gegen difflib auf Zeichen",
            f"{komma(mitte['zeichen'] / mitte['paare'])} × so schnell"
            f" ({_je_paar(mitte['paare'], paare)} gegen {_je_paar(mitte['zeichen'], paare)})",
        ),
    ]


def _je_paar(sekunden: float, paare: Sequence[Paar]) -> str:
    return f"{komma(sekunden / len(paare) * 1e6, 0)} µs"


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = befehl.Zerleger(__doc__, prog="revisionen.py")
    zerleger.add_argument("--runden", type=erzeugen.anzahl, default=5, metavar="R", help="Wechsel (Vorgabe: 5)")
    zerleger.add_argument("--json", action="store_true", help="die Ergebnisse als JSON")
    angaben = zerleger.parse_args(worte)
    return messen.ausfuehren(lambda: messung(angaben.runden), als_json=angaben.json)


if __name__ == "__main__":
    sys.exit(main())
