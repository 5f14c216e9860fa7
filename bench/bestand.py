"""Misst Backfill und Slot-Läufe auf erzeugten Beständen mit täglichen Formaten in fünf Häusern.

Erst ein kleiner, dann ein zehnmal so großer Bestand: Zeit und Speicher eines Backfills. Auf dem großen dann ein Slot in
der Mitte und der neueste, als ganzer Prozess: wenn alles kodiert ist, wenn nur der Slot fehlt, wenn seine Titel
überschrieben wurden, wenn nichts kodiert ist. Dazu die Pläne der Abfragen und, wie lange die Hilfe braucht.

Beispiele:
  python bench/bestand.py                                                  so dicht wie die Million, nur zwölf Tage
  python bench/bestand.py --klein 100000 --gross 1000000 --tage 60         wie gefordert
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path
from statistics import median

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import befehl
from bench import erzeugen, messen
from bench.messen import Ergebnis, hoechstens, komma
from zeit import slot_text

# So viele Items je Tag wie bei einer Million über 60 Tage.
KLEIN, GROSS, TAGE = 20_000, 200_000, 12
LAEUFE = 5

# Der vollste Slot des mittleren Tages und der letzte überhaupt.
ORTE = {
    "in der Mitte": """
    select slot
    from raw_items
    where slot >= %(mitte)s and slot < %(mitte)s + interval '1 day'
    group by slot
    order by count(*) desc, slot
    limit 1
    """,
    "neuester": "select max(slot) from raw_items",
}

# Ein eigenes Wort je Item, sonst ähnelten sich die neuen Titel; jeder zweite Lauf findet wieder den alten vor.
UEBERSCHREIBEN = r"""
update raw_items
set titel = case when titel ~ ' #\d+$' then regexp_replace(titel, ' #\d+$', '') else titel || ' #' || id end
where slot = '{slot}'
"""
WIEDERHERSTELLEN = r"update raw_items set titel = regexp_replace(titel, ' #\d+$', '') where slot = '{slot}'"

# Was vor jedem Slot-Lauf geschieht; gemessen wird er danach.
ZUSTAENDE: dict[str, tuple[str, ...]] = {
    "alles kodiert": (),
    "nur der Slot fehlt": ("delete from codings where item_id in (select id from raw_items where slot = '{slot}')",),
    "Titel überschrieben": (UEBERSCHREIBEN,),
    "nichts kodiert": (
        WIEDERHERSTELLEN,
        "truncate codings, coder_versionen, dubletten_vorgriff",
        "checkpoint",
    ),
}


def geladen(stapel: ExitStack, server: str, n: int, tage: int) -> str:
    """Eine Datenbank mit ``n`` Items über ``tage`` Tage, verworfen mit dem Stapel."""
    url = stapel.enter_context(messen.datenbank(server))
    beginn = time.perf_counter()
    messen.prozess("bench/erzeugen.py", "--items", str(n), "--tage", str(tage), url=url)
    messen.melden(f"{komma(n, 0)} Items erzeugt und geladen: {komma(time.perf_counter() - beginn, 1)} s")
    messen.anweisen(url, "checkpoint")
    return url


def backfill(url: str, n: int) -> messen.Prozess:
    """Ein Backfill auf leeren codings."""
    lauf = messen.prozess("dubletten.py", "--backfill", url=url)
    messen.melden(
        f"{komma(n, 0)} Items: Backfill {komma(lauf.dauer, 1)} s, davon gerechnet {komma(lauf.rechenzeit, 1)} s,"
        f" {komma(lauf.speicher, 0)} MB; {lauf.ausgabe.strip()}"
    )
    return lauf


def slots(url: str, n: int, orte: dict[str, datetime]) -> list[Ergebnis]:
    """Slot-Läufe auf einem kodierten Bestand; am Ende ist codings leer."""
    ergebnisse = []
    for (zustand, vorher), (ort, slot) in product(ZUSTAENDE.items(), orte.items()):
        laeufe = []
        for _ in range(LAEUFE):
            messen.anweisen(url, *(anweisung.format(slot=slot.isoformat()) for anweisung in vorher))
            laeufe.append(messen.prozess("dubletten.py", "--slot", slot_text(slot), url=url))
        dauern = sorted(lauf.dauer for lauf in laeufe)
        hoechst = komma(max(lauf.speicher for lauf in laeufe), 0)
        rechenzeit = komma(median(lauf.rechenzeit for lauf in laeufe))
        zusatz = f"{komma(dauern[0])} bis {komma(dauern[-1])} s; gerechnet {rechenzeit} s, {hoechst} MB"
        was = f"{komma(n, 0)} Items: `--slot` {ort}, {zustand}"
        ergebnisse.append(hoechstens(was, median(dauern), 2, "s", 2, zusatz))
        messen.melden(f"Slot {ort}, {zustand}: {komma(median(dauern))} s; {laeufe[-1].ausgabe.strip()}")
    return ergebnisse


def messung(klein: int, gross: int, tage: int) -> list[Ergebnis]:
    """Misst in eigenen Datenbanken."""
    hilfe = median(messen.prozess("dubletten.py", "--help").dauer for _ in range(LAEUFE))
    ergebnisse = [hoechstens("`dubletten.py --help`", hilfe, 0.3, "s")]
    with messen.server() as server:
        with ExitStack() as stapel:
            erster = backfill(geladen(stapel, server, klein, tage), klein)
        with ExitStack() as stapel:
            url = geladen(stapel, server, gross, tage)
            zweiter = backfill(url, gross)
            ergebnisse += _wachstum(
                f"`--backfill` {komma(klein, 0)} → {komma(gross, 0)} Items über {tage} Tage",
                gross / klein,
                erster,
                zweiter,
            )
            messen.anweisen(url, "vacuum (analyze) codings", "checkpoint")
            with psycopg.connect(url, autocommit=True) as conn:
                mitte = {"mitte": erzeugen.BEGINN + timedelta(tage // 2)}
                orte = {ort: conn.execute(abfrage, mitte).fetchall()[0][0] for ort, abfrage in ORTE.items()}
            plaene = messen.prozess("bench/plaene.py", "--json", orte["in der Mitte"].isoformat(), url=url)
            ergebnisse += slots(url, gross, orte)
            ergebnisse += (Ergebnis(*zeile) for zeile in messen.aus_json(plaene.ausgabe))
    return ergebnisse


def _wachstum(kopf: str, faktor: float, erster: messen.Prozess, zweiter: messen.Prozess) -> list[Ergebnis]:
    # Das Ziel meint den zehnfachen Bestand; für andere Verhältnisse gilt es entsprechend.
    ziel = 1.2 * faktor
    return [
        hoechstens(
            f"{kopf}: Dauer", zweiter.dauer / erster.dauer, ziel, "×", 1,
            f"{komma(erster.dauer, 1)} s → {komma(zweiter.dauer, 1)} s",
        ),
        hoechstens(
            f"{kopf}: Rechenzeit des Prozesses", zweiter.rechenzeit / erster.rechenzeit, ziel, "×", 1,
            f"{komma(erster.rechenzeit, 1)} s → {komma(zweiter.rechenzeit, 1)} s",
        ),
        hoechstens(
            f"{kopf}: Speicher des Prozesses", zweiter.speicher, 600, "MB", 0, f"kleiner {komma(erster.speicher, 0)} MB"
        ),
    ]  # fmt: skip


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = befehl.Zerleger(__doc__, prog="bestand.py")
    zerleger.add_argument("--klein", type=erzeugen.anzahl, default=KLEIN, metavar="N", help=f"Vorgabe: {KLEIN}")
    zerleger.add_argument("--gross", type=erzeugen.anzahl, default=GROSS, metavar="N", help=f"Vorgabe: {GROSS}")
    zerleger.add_argument("--tage", type=erzeugen.anzahl, default=TAGE, metavar="T", help=f"Vorgabe: {TAGE}")
    zerleger.add_argument("--json", action="store_true", help="die Ergebnisse als JSON")
    angaben = zerleger.parse_args(worte)
    return messen.ausfuehren(lambda: messung(angaben.klein, angaben.gross, angaben.tage), als_json=angaben.json)


if __name__ == "__main__":
    sys.exit(main())
