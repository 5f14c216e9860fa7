"""Misst die Auflösung der Akteure mit dem ganzen Lexikon: Laden, Items je Sekunde, und den Backfill gegen HanTa allein.

Aufgelöst wird ohne NER, auf einem Kern, ohne Datenbank. Der Backfill mit HanTa läuft als ganzer Prozess; gegenüber
steht HanTa allein auf denselben Texten, in einem eigenen Prozess. Bestand sind die echten Meldungen aus
WURZELWERK_DATEN, sonst erzeugte.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import befehl
from aufloesung import Aufloesung, Item
from bench import messen
from bench.datenbank import bestand_laden
from bench.messen import Ergebnis, hoechstens, komma
from erkennung import erkennung
from nachschlagewerk import Nachschlagewerk
from normalisierung import saeubern
from zeit import berliner_tag

LADEN_HOECHSTENS = 1.5
ITEMS_JE_SEKUNDE = 5_000
HANTA_HOECHSTENS = 1.3

LESEN = "select titel, teaser, zeitpunkt(pubdate, erfasst_am) from raw_items order by id"


def items_lesen(url: str) -> list[Item]:
    """Alle Items der Datenbank mit ihrem Stichtag."""
    with psycopg.connect(url) as conn:
        return [Item(titel, teaser, berliner_tag(am)) for titel, teaser, am in conn.execute(LESEN)]


def laden(url: str) -> float:
    """Sekunden, bis das Lexikon aus der Datenbank im Speicher und durchsuchbar ist."""
    beginn = time.perf_counter()
    with psycopg.connect(url) as conn:
        Nachschlagewerk.aus_tabellen(conn)
    return time.perf_counter() - beginn


def rechnen(aufloesung: Aufloesung, items: Sequence[Item]) -> float:
    """Rechenzeit in Sekunden für die Nutzlast aller Items."""
    beginn = time.process_time()
    for item in items:
        aufloesung.nutzlast(item)
    return time.process_time() - beginn


def hanta_allein(url: str) -> int:
    """Liest alle Texte wie ein Backfill und gibt sie HanTa; wie viele Namen es findet."""
    texte = [saeubern(text) for item in items_lesen(url) for text in (item.titel, item.teaser)]
    return sum(map(len, erkennung("hanta").stellen(texte)))


def messung(runden: int) -> list[Ergebnis]:
    """Misst alle Seiten."""
    gc.set_threshold(200_000, 20, 20)  # wie der Rahmen
    with messen.server() as server, messen.datenbank(server) as url:
        art = bestand_laden(url)
        messen.prozess("lexikon_laden.py", url=url)
        messen.melden("Lexikon geladen")
        items = items_lesen(url)
        ladezeiten = [laden(url) for _ in range(runden)]
        with psycopg.connect(url) as conn:
            werk = Nachschlagewerk.aus_tabellen(conn)
        aufloesung = Aufloesung(werk)
        os.sched_setaffinity(0, {kern := max(os.sched_getaffinity(0))})
        zeiten = []
        for runde in range(runden):
            zeiten.append(rechnen(aufloesung, items))
            messen.melden(f"Akteure {runde + 1}/{runden}: {komma(len(items) / zeiten[-1], 0)} Items/s")
        messen.melden("HanTa allein und Backfill mit HanTa, einige Minuten")
        allein = messen.prozess("bench/akteure.py", "--hanta", url, kern=kern)
        backfill = messen.prozess("akteure.py", "--backfill", "--ner", "hanta", url=url, kern=kern)
    je_sekunde = len(items) / median(zeiten)
    bestand = f"{komma(len(items), 0)} {art} Items"
    return [
        hoechstens(
            f"Akteure: {komma(len(werk.akteure), 0)} Akteure, {komma(len(werk.eintraege), 0)} Schreibungen laden",
            median(ladezeiten),
            LADEN_HOECHSTENS,
            "s",
        ),
        Ergebnis(
            f"Akteure, {bestand}: aufgelöst ohne NER",
            f"{komma(je_sekunde, 0)} Items/s",
            f"mindestens {komma(ITEMS_JE_SEKUNDE, 0)} Items/s",
            je_sekunde >= ITEMS_JE_SEKUNDE,
        ),
        hoechstens(
            f"Akteure, {bestand}: Backfill mit HanTa gegen HanTa allein (Rechenzeit)",
            backfill.rechenzeit / allein.rechenzeit,
            HANTA_HOECHSTENS,
            "×",
            zusatz=f"{komma(backfill.rechenzeit, 0)} s gegen {komma(allein.rechenzeit, 0)} s",
        ),
    ]


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = befehl.Zerleger(__doc__, prog="akteure.py")
    zerleger.add_argument("--runden", type=int, default=5, metavar="R", help="Wiederholungen (Vorgabe: 5)")
    zerleger.add_argument("--json", action="store_true", help="die Ergebnisse als JSON")
    zerleger.add_argument("--hanta", metavar="URL", help="nur HanTa auf den Texten dieser Datenbank")
    angaben = zerleger.parse_args(worte)
    if angaben.hanta:
        print(hanta_allein(angaben.hanta))
        return befehl.GETAN
    return messen.ausfuehren(lambda: messung(angaben.runden), als_json=angaben.json)


if __name__ == "__main__":
    sys.exit(main())
