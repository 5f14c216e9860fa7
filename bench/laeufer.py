"""Misst den Läufer auf einem großen, ganz kodierten Bestand: ein neuer Slot, ein Takt ohne Arbeit, der Stand.

Je Runde trifft ein neuer Slot ein; dann wird nachgeholt, noch einmal ohne Arbeit, und der Stand gefragt. Jedes ist ein
frischer Prozess, gemessen vom Start bis zum Ende.

Beispiele:
  python bench/laeufer.py                                200.000 Items über 12 Tage
  python bench/laeufer.py --items 1000000 --tage 60      wie gefordert
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import befehl
from bench import erzeugen, messen
from bench.messen import Ergebnis, hoechstens, komma

ITEMS, TAGE, RUNDEN = 200_000, 12, 5
# Die Module, die ohne Modell und Lexikon rechnen.
NUR = ("--nur", "dubletten,revisionen")

FASSUNGEN = """
insert into raw_item_versionen (item_id, fassung, titel, teaser, erfasst_am, slot)
select id, 1, titel, teaser, erfasst_am, slot from raw_items
union all
select id, 2, titel || ' neu', teaser, erfasst_am + interval '1 hour', slot + interval '1 hour'
from raw_items
where id % 12 = 0
"""

# Der letzte Slot noch einmal, eine Viertelstunde später und mit einem eigenen Wort je Titel.
NEUER_SLOT = """
insert into raw_items (haus, feed, guid, titel, teaser, erfasst_am, slot)
select haus, feed, guid || '/' || clock_timestamp()::text, titel || ' #' || id, teaser,
       erfasst_am + interval '15 minutes', slot + interval '15 minutes'
from raw_items
where slot = (select max(slot) from raw_items)
"""


def messung(items: int, tage: int) -> list[Ergebnis]:
    """Misst in einer eigenen Datenbank."""
    zeiten: dict[str, list[float]] = {"neuer Slot": [], "nichts zu tun": [], "Stand": []}
    with messen.server() as server, messen.datenbank(server) as url:
        messen.prozess("bench/erzeugen.py", "--items", str(items), "--tage", str(tage), url=url)
        messen.anweisen(url, FASSUNGEN, "vacuum (analyze)")
        voll = messen.prozess("phase2.py", "--backfill", *NUR, url=url)
        messen.melden(f"{komma(items, 0)} Items kodiert: {komma(voll.dauer, 1)} s, {komma(voll.speicher, 0)} MB")
        messen.anweisen(url, "vacuum (analyze)", "checkpoint")
        for _ in range(RUNDEN):
            messen.anweisen(url, NEUER_SLOT)
            for was, worte in (
                ("neuer Slot", ("--aufholen", *NUR)),
                ("nichts zu tun", ("--aufholen", *NUR)),
                ("Stand", ("--stand", *NUR)),
            ):
                lauf = messen.prozess("phase2.py", *worte, url=url)
                zeiten[was].append(lauf.dauer)
                messen.melden(f"{was}: {komma(lauf.dauer)} s; {lauf.ausgabe.strip().splitlines()[-1]}")
        with psycopg.connect(url) as conn:
            ((neue,),) = conn.execute("select count(*) / %s from raw_items where id > %s", (RUNDEN, items)).fetchall()
    ziele = {"neuer Slot": 5, "nichts zu tun": 5, "Stand": 2}
    return [
        hoechstens(
            f"{komma(items, 0)} Items: phase2.py, {was}" + (f" ({neue} Items)" if was == "neuer Slot" else ""),
            median(dauern), ziele[was], "s", 2, f"{komma(min(dauern))} bis {komma(max(dauern))} s",
        )
        for was, dauern in zeiten.items()
    ]  # fmt: skip


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = befehl.Zerleger(__doc__, prog="laeufer.py")
    zerleger.add_argument("--items", type=erzeugen.anzahl, default=ITEMS, metavar="N", help=f"Vorgabe: {ITEMS}")
    zerleger.add_argument("--tage", type=erzeugen.anzahl, default=TAGE, metavar="T", help=f"Vorgabe: {TAGE}")
    zerleger.add_argument("--json", action="store_true", help="die Ergebnisse als JSON")
    angaben = zerleger.parse_args(worte)
    return messen.ausfuehren(lambda: messung(angaben.items, angaben.tage), als_json=angaben.json)


if __name__ == "__main__":
    sys.exit(main())
