"""Erzeugt erfundene Schlagzeilen und Bestände für die Messungen; gleicher Seed, gleiche Zeilen.

Beispiele:
  python bench/erzeugen.py --schlagzeilen 100000            eine Schlagzeile je Zeile auf die Standardausgabe
  python bench/erzeugen.py --items 1000000 --tage 60        ein Bestand nach raw_items, mit COPY

Geladen wird in die Datenbank aus DATABASE_URL; die Ingest-Tabellen müssen da sein.
"""

from __future__ import annotations

import argparse
import heapq
import random
import re
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import befehl
import deutung
from bench import woerter
from bench.woerter import zusammen
from zeit import slot_von

if TYPE_CHECKING:
    import psycopg

SEED = 20260101
BEGINN = datetime(2026, 1, 1, tzinfo=UTC)
TAGE = 60

# Zipf mit Versatz (Mandelbrot): das häufigste Wort eines Topfs steht in jeder fünfzigsten bis hundertsten Zeile.
VERSATZ = 8.0
WENIGSTE, MEISTE = 6, 10

# Wie viele Items je Stunde (UTC) eintreffen, im Verhältnis; nachts wenige, am Vormittag die meisten.
TAGESGANG = (2, 1, 1, 4, 9, 13, 15, 16, 17, 18, 18, 17, 16, 17, 18, 18, 17, 15, 12, 9, 7, 5, 4, 3)
# Montag bis Sonntag.
WOCHENGANG = (1.1, 1.1, 1.1, 1.1, 1.1, 0.8, 0.7)

# Anteile an den neuen Zeilen: in andere Häuser übernommen, am nächsten Tag noch einmal, im selben Haus doppelt.
AGENTUR = 0.06
SPAETER = 0.004
DOPPELT = 0.015

COPY = "copy raw_items (haus, feed, guid, url, titel, teaser, sprache, pubdate, erfasst_am, slot) from stdin"


class Rohitem(NamedTuple):
    """Eine Zeile für raw_items, in der Reihenfolge von ``COPY``."""

    haus: str
    feed: str
    guid: str
    url: str
    titel: str
    teaser: str
    sprache: str
    pubdate: datetime | None
    erfasst_am: datetime
    slot: datetime


class Ankunft(NamedTuple):
    """Wann bei welchem Haus welcher Titel eintrifft."""

    zeit: datetime
    haus: str
    titel: str


def _ziehen(zufall: random.Random, worte: Sequence[str]) -> Iterator[str]:
    """Wörter ohne Ende, das erste der gemischten Liste am häufigsten."""
    reihe = zufall.sample(worte, len(worte))
    gewichte = list(accumulate(1 / (rang + VERSATZ) for rang in range(len(reihe))))
    while True:
        yield from zufall.choices(reihe, cum_weights=gewichte, k=1024)


def _toepfe(zufall: random.Random) -> dict[str, Iterator[str]]:
    orte = zusammen(woerter.ORT_ANFANG, woerter.ORT_ENDE)
    return {
        "wer": _ziehen(zufall, zusammen(woerter.VORDER, woerter.HINTER_HANDELND)),
        "weiblich": _ziehen(zufall, zusammen(woerter.VORDER, woerter.HINTER_WEIBLICH)),
        "mehrzahl": _ziehen(zufall, zusammen(woerter.VORDER, woerter.HINTER_MEHRZAHL)),
        "ort": _ziehen(zufall, orte),
        "vor": _ziehen(zufall, woerter.VORNAMEN),
        "nach": _ziehen(zufall, zusammen(woerter.NAME_ANFANG, woerter.NAME_ENDE)),
        "eig": _ziehen(zufall, woerter.EIGENSCHAFTEN),
        "tut": _ziehen(zufall, woerter.TUT),
        "tun": _ziehen(zufall, woerter.TUN),
        "zahl": _ziehen(zufall, [str(z) for z in (*range(2, 100), *range(100, 1000, 10), *range(1000, 9000, 500))]),
    }


class Werkstatt:
    """Baut Schlagzeilen aus einem Zufallsgenerator."""

    def __init__(self, zufall: random.Random) -> None:
        self._zufall = zufall
        self._toepfe = _toepfe(zufall)
        # Gerade Stellen sind Text, ungerade ein Topf; die 2 am Namen unterscheidet nur für den Leser.
        self._muster = [re.split(r"\{(\w+?)2?\}", muster) for muster in woerter.MUSTER]

    def zeile(self) -> str:
        """Eine neue Schlagzeile."""
        muster = self._zufall.choice(self._muster)
        text = "".join(next(self._toepfe[teil]) if i % 2 else teil for i, teil in enumerate(muster))
        return text[0].upper() + text[1:]

    def bearbeitet(self, zeile: str) -> str:
        """Dieselbe Schlagzeile mit einem oder zwei ersetzten, gestrichenen oder eingefügten Wörtern."""
        worte = zeile.split(" ")
        for _ in range(self._zufall.choice((1, 1, 2))):
            stelle = self._zufall.randrange(len(worte))
            art = self._zufall.random()
            if art < 0.2 and len(worte) > WENIGSTE:
                del worte[stelle]
            elif art < 0.4 and len(worte) < MEISTE:
                worte.insert(stelle, next(self._toepfe["eig"]))
            else:
                worte[stelle] = next(self._toepfe[self._zufall.choice(("weiblich", "mehrzahl", "tut", "ort"))])
        return " ".join(worte)


def schlagzeilen(n: int, seed: int = SEED, kopien: float = 0.05, bearbeitet: float = 0.1) -> list[str]:
    """``n`` Schlagzeilen von sechs bis zehn Wörtern.

    Args:
        n: wie viele.
        seed: Anfang des Zufallsgenerators.
        kopien: Anteil wörtlicher Kopien einer früheren Zeile.
        bearbeitet: Anteil von Kopien mit ein oder zwei geänderten Wörtern.
    """
    zufall = random.Random(seed)
    werkstatt = Werkstatt(zufall)
    zeilen = [werkstatt.zeile()] if n else []
    while len(zeilen) < n:
        art = zufall.random()
        if art < kopien:
            zeilen.append(zufall.choice(zeilen))
        elif art < kopien + bearbeitet:
            zeilen.append(werkstatt.bearbeitet(zufall.choice(zeilen)))
        else:
            zeilen.append(werkstatt.zeile())
    return zeilen


def ankuenfte(n: int, tage: int = TAGE, seed: int = SEED) -> Iterator[Ankunft]:
    """``n`` Ankünfte über ``tage`` Tage, nach Zeit geordnet; nie ist mehr als ein Tag im Speicher."""
    zufall = random.Random(seed)
    werkstatt = Werkstatt(zufall)
    stunden = list(accumulate(TAGESGANG))
    gewichte = list(accumulate(woerter.GEWICHTE))
    anteile = list(accumulate(WOCHENGANG[(BEGINN + timedelta(t)).weekday()] for t in range(tage)))
    spaetere: list[Ankunft] = []
    fertig = 0
    for nummer in range(tage):
        tag = BEGINN + timedelta(nummer)
        ende = tag + timedelta(1)
        soll = round(n * anteile[nummer] / anteile[-1]) - fertig
        heute = [Ankunft(tag + timedelta(hours=h, minutes=7), haus, titel) for haus, titel, h in woerter.FORMATE]
        while spaetere and spaetere[0].zeit < ende:
            heute.append(heapq.heappop(spaetere))
        while len(heute) < soll:
            stunde = zufall.choices(range(24), cum_weights=stunden)[0]
            erste = Ankunft(
                tag + timedelta(hours=stunde, seconds=zufall.randrange(3600)),
                zufall.choices(woerter.HAEUSER, cum_weights=gewichte)[0],
                werkstatt.zeile(),
            )
            heute.append(erste)
            for weitere in _folgen(erste, zufall, werkstatt):
                if weitere.zeit < ende:
                    heute.append(weitere)
                else:
                    heapq.heappush(spaetere, weitere)
        heute.sort()
        # Die letzte Meldung des Tages kann ihre Kopien über das Soll hinaus mitgebracht haben.
        yield from heute[:soll]
        fertig += len(heute[:soll])


def _folgen(erste: Ankunft, zufall: random.Random, werkstatt: Werkstatt) -> Iterator[Ankunft]:
    """Was aus einer Meldung noch wird: Übernahmen anderer Häuser, dieselbe Zeile im selben Haus oder tags darauf."""
    art = zufall.random()
    if art < AGENTUR:
        for haus in zufall.sample(woerter.HAEUSER, zufall.choice((1, 1, 1, 2, 2, 3, 4, 6))):
            stunden = min(zufall.expovariate(1 / 1.5), 8.0)
            zeit = erste.zeit + timedelta(seconds=int(stunden * 3600))
            form = zufall.random()
            titel = erste.titel
            if form < 0.1:
                titel = werkstatt.bearbeitet(titel)
            elif form < 0.25:
                titel = f"{zufall.choice(woerter.RESSORTS)}{zufall.choice((': ', ': ', ' - '))}{titel}"
            yield Ankunft(zeit, haus, titel)
    elif art < AGENTUR + SPAETER:
        zeit = erste.zeit + timedelta(seconds=zufall.randrange(14 * 3600, 26 * 3600))
        yield Ankunft(zeit, zufall.choice(woerter.HAEUSER), erste.titel)
    elif art < AGENTUR + SPAETER + DOPPELT:
        yield Ankunft(erste.zeit + timedelta(seconds=zufall.randrange(1800)), erste.haus, erste.titel)


def items(n: int, tage: int = TAGE, seed: int = SEED) -> Iterator[Rohitem]:
    """``n`` Zeilen für raw_items aus zwölf erfundenen Häusern, in der Reihenfolge ihres Eintreffens.

    Darin: Übernahmen über Häuser hinweg binnen Stunden (auch mit Ressortkürzel oder geändert), einige am nächsten
    Tag, doppelte im selben Haus, und in fünf Häusern tägliche Formate.
    """
    zufall = random.Random(seed + 1)
    werkstatt = Werkstatt(zufall)
    teaser = [f"{werkstatt.zeile()}. {werkstatt.zeile()}." for _ in range(4096)]
    for nummer, (zeit, haus, titel) in enumerate(ankuenfte(n, tage, seed), start=1):
        feed = zufall.choice(("alles", "politik", "wirtschaft", "regional"))
        pubdate = zeit - timedelta(seconds=zufall.randrange(30, 2400)) if zufall.random() > 0.01 else None
        adresse = f"https://{haus}.example/{feed}/{nummer}"
        yield Rohitem(
            haus, feed, f"{haus}-{nummer}", adresse, titel, zufall.choice(teaser), "de", pubdate, zeit, slot_von(zeit)
        )


def laden(conn: psycopg.Connection[Any], n: int, tage: int = TAGE, seed: int = SEED) -> None:
    """Schreibt ``items`` mit COPY nach raw_items und bringt die Statistik auf Stand.

    Args:
        conn: Verbindung im Autocommit; die Ingest-Tabellen müssen da sein.
        n: wie viele Items.
        tage: über wie viele Tage.
        seed: Anfang des Zufallsgenerators.
    """
    with conn.cursor() as zeiger, zeiger.copy(COPY) as strom:
        for item in items(n, tage, seed):
            strom.write_row(item)
    conn.execute("vacuum (analyze) raw_items")


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = befehl.Zerleger(__doc__, prog="erzeugen.py")
    was = zerleger.add_mutually_exclusive_group(required=True)
    was.add_argument("--schlagzeilen", type=anzahl, metavar="N", help="N Schlagzeilen ausgeben")
    was.add_argument("--items", type=anzahl, metavar="N", help="N Items laden")
    zerleger.add_argument("--tage", type=anzahl, default=TAGE, metavar="T", help=f"über T Tage (Vorgabe: {TAGE})")
    zerleger.add_argument("--seed", type=int, default=SEED, metavar="S", help=f"Anfang des Zufalls (Vorgabe: {SEED})")
    angaben = zerleger.parse_args(worte)
    if angaben.schlagzeilen is not None:
        sys.stdout.writelines(f"{zeile}\n" for zeile in schlagzeilen(angaben.schlagzeilen, angaben.seed))
        return befehl.GETAN
    import db

    try:
        with db.verbinden("bench/erzeugen", autocommit=True) as conn:
            laden(conn, angaben.items, angaben.tage, angaben.seed)
    except Exception as fehler:
        return deutung.ausgang(fehler)
    return befehl.GETAN


def anzahl(text: str) -> int:
    """Eine ganze Zahl ab 1 von der Kommandozeile.

    Raises:
        argparse.ArgumentTypeError: wenn es keine ist.
    """
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} ist keine ganze Zahl ab 1")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
