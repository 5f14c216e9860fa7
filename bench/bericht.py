"""Misst den Bericht über einen großen Bestand: den ganzen Prozess, seinen Speicher und jede Frage einzeln.

Eine Vorlage wird geladen, von den Modulen kodiert und in SQL vervielfacht (bench/vervielfachen.py): die mitgelieferten
Beispiele, für sehr große Bestände die echten Meldungen aus WURZELWERK_DATEN, wo es sie gibt. Der Zeitraum umfasst
alles. Gefragt wird mit der Leserolle.

Beispiele:
  python bench/bericht.py                      100.000 Items
  python bench/bericht.py --items 1000000      wie gefordert
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from statistics import median

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import befehl
from bench import erzeugen, messen
from bench.messen import Ergebnis, hoechstens, komma

MELDUNGEN = "news/frontpage_2025-12-29_2026-01-01.jsonl.gz"
BEISPIEL = messen.WURZEL / "beispiel" / "raw_items.jsonl"
ITEMS, RUNDEN = 100_000, 3
# Die echten Meldungen zu kodieren, dauert Minuten; das lohnt erst, wo auch das Übrige Minuten dauert.
ECHTE_AB = 500_000
MODULE = "dubletten,revisionen,akteure,orte,tonalitaet"
# Die Ziele: der ganze Bericht, sein Speicher, davon das SQL.
SEKUNDEN, MEGABYTE, SQL_SEKUNDEN = 60, 500, 30

UMFANG = """
select
    count(*),
    (min(zeitpunkt(pubdate, erfasst_am)) at time zone 'Europe/Berlin')::date::text,
    (max(zeitpunkt(pubdate, erfasst_am)) at time zone 'Europe/Berlin')::date::text
from raw_items
"""


def aufbauen(url: str, items: int) -> str:
    """Lädt, kodiert und vervielfacht; sagt, ob echte oder erfundene Items."""
    # Erst hier: der Prozess, der nur fragt, soll nicht länger starten als nötig.
    from tests.basis import GETEILT

    vorlage = BEISPIEL
    if items >= ECHTE_AB and GETEILT is not None and (GETEILT / MELDUNGEN).exists():
        vorlage = GETEILT / MELDUNGEN
    for worte in (
        ("beispiel/laden.py", vorlage),
        ("lexikon_laden.py",),
        ("ortslexikon_laden.py",),
        ("phase2.py", "--backfill", "--nur", MODULE),
        ("bench/vervielfachen.py", "--items", str(items)),
    ):
        lauf = messen.prozess(*worte, url=url)
        messen.melden(f"{worte[0]}: {komma(lauf.dauer, 1)} s")
    return "erfundene" if vorlage == BEISPIEL else "echte"


def fragen(von: str, bis: str) -> None:
    """Im Kind: stellt jede Frage und druckt ihre Sekunden als JSON."""
    import zeitraum
    from berichtsfragen import FRAGEN, Auswahl, lesend, stellen

    with psycopg.connect(os.environ["DATABASE_URL"]) as conn, lesend(conn):
        haeuser = tuple(zeitraum.haeuser(conn, ()))
        strecke = zeitraum.Zeitraum(date.fromisoformat(von), date.fromisoformat(bis))
        auswahl = Auswahl(strecke, haeuser, "woche")
        print(json.dumps({name: stellen(conn, frage, auswahl).sekunden for name, frage in FRAGEN.items()}))


def messung(items: int, runden: int) -> list[Ergebnis]:
    """Misst in einer eigenen Datenbank."""
    with messen.server() as server, messen.datenbank(server) as url:
        return berichten(url, aufbauen(url, items), runden)


def berichten(url: str, vorlage: str, runden: int) -> list[Ergebnis]:
    """Misst den Bericht über alles, was in einer Datenbank steht.

    Args:
        url: die Datenbank, kodiert.
        vorlage: woher ihre Items stammen.
        runden: wie oft.
    """
    berichte: list[messen.Prozess] = []
    sekunden: list[dict[str, float]] = []
    with psycopg.connect(url) as conn:
        ((anzahl, von, bis),) = conn.execute(UMFANG).fetchall()
    lesend = f"{url} options='-c role=wurzelwerk_lesen'"
    with tempfile.TemporaryDirectory(prefix="bench-bericht-") as ordner:
        for runde in range(runden):
            ziel = Path(ordner, f"bericht {runde}.html")
            berichte.append(messen.prozess("bericht.py", "--von", von, "--bis", bis, "--ziel", ziel, url=lesend))
            sekunden.append(messen.aus_json(messen.prozess(__file__, "--fragen", von, bis, url=lesend).ausgabe))
            messen.melden(
                f"Bericht {runde + 1}/{runden}: {komma(berichte[-1].dauer, 1)} s, "
                f"{komma(berichte[-1].speicher, 0)} MB; SQL {komma(sum(sekunden[-1].values()), 1)} s"
            )
            groesse = ziel.stat().st_size / 1e6
    kopf = f"{komma(anzahl, 0)} {vorlage} Items: Bericht"
    dauern = [b.dauer for b in berichte]
    je_frage = {name: median(runde[name] for runde in sekunden) for name in sekunden[0]}
    teuerste = sorted(je_frage, key=lambda name: -je_frage[name])
    return [
        hoechstens(
            f"{kopf}, ganzer Prozess", median(dauern), SEKUNDEN, "s", 1,
            f"{komma(min(dauern), 1)} bis {komma(max(dauern), 1)} s, Seite {komma(groesse, 1)} MB",
        ),
        hoechstens(f"{kopf}, Speicher", max(b.speicher for b in berichte), MEGABYTE, "MB", 0),
        hoechstens(
            f"{kopf}, davon SQL", median(sum(runde.values()) for runde in sekunden), SQL_SEKUNDEN, "s", 1,
            ", ".join(f"{name} {komma(je_frage[name], 1)}" for name in teuerste),
        ),
    ]  # fmt: skip


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = befehl.Zerleger(__doc__, prog="bericht.py")
    zerleger.add_argument("--items", type=erzeugen.anzahl, default=ITEMS, metavar="N", help=f"Vorgabe: {ITEMS}")
    zerleger.add_argument("--runden", type=erzeugen.anzahl, default=RUNDEN, metavar="R", help=f"Vorgabe: {RUNDEN}")
    zerleger.add_argument("--json", action="store_true", help="die Ergebnisse als JSON")
    # Damit ruft sich das Skript selbst auf.
    zerleger.add_argument("--fragen", nargs=2, metavar=("VON", "BIS"), help=argparse.SUPPRESS)
    angaben = zerleger.parse_args(worte)
    if angaben.fragen:
        fragen(*angaben.fragen)
        return befehl.GETAN
    return messen.ausfuehren(lambda: messung(angaben.items, angaben.runden), als_json=angaben.json)


if __name__ == "__main__":
    sys.exit(main())
