"""Wie PostgreSQL die Abfragen des Dublettenlaufs ausführt: je Abfrage eine Zeile aus EXPLAIN (analyze, buffers)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

import ablage
import dublettenlauf
import zeit
from bench.messen import Ergebnis, komma
from gruppen import WIEDERHOLUNG

if TYPE_CHECKING:
    import psycopg

ERKLAEREN = "explain (analyze, buffers, format json) "
VERSION = "select coder_version from coder_versionen where schicht = 'dublette' order by zuletzt desc limit 1"
IDS = "select array_agg(id order by id) from raw_items where slot = %s"
GRUPPEN = """
select array_agg(distinct nutzlast ->> 'gruppe')
from codings
where schicht = 'dublette' and coder_version = %s and item_id = any(%s)
"""


def plaene(conn: psycopg.Connection[Any], slot: datetime) -> list[Ergebnis]:
    """Je Abfrage eine Zeile, mit den Werten eines Laufs über diesen Slot; codings muss gefüllt sein."""
    version = _wert(conn, VERSION, ())
    ids = _wert(conn, IDS, (slot,))
    tag = zeit.berliner_tag(slot)
    von, bis = zeit.tagesgrenzen(tag)
    abfragen: dict[str, tuple[str, Any]] = {
        "TAG": (
            dublettenlauf.TAG,
            {"teaser": False, "vorlauf": zeit.VORLAUF, "von": von, "bis": bis},
        ),
        "SLOT": (dublettenlauf.SLOT, (slot,)),
        "VORGRIFFE": (dublettenlauf.VORGRIFFE, (version, ids)),
        "GRUPPENMITGLIEDER": (
            dublettenlauf.GRUPPENMITGLIEDER,
            (version, _wert(conn, GRUPPEN, (version, ids))),
        ),
        "NENNUNGEN": (
            dublettenlauf.NENNUNGEN,
            {
                "version": version,
                "von": zeit.tagesgrenzen(tag - WIEDERHOLUNG)[0],
                "bis": zeit.tagesgrenzen(tag + WIEDERHOLUNG)[1],
                "ids": ids,
            },
        ),
        "LESEN": (ablage.LESEN, ("dublette", version, ids)),
    }
    return [
        Ergebnis(f"Plan {name} ({len(ids)} Items im Slot)", _erklaert(conn, abfrage, werte))
        for name, (abfrage, werte) in abfragen.items()
    ]


def _wert(conn: psycopg.Connection[Any], abfrage: str, werte: Any) -> Any:
    zeile = conn.execute(abfrage, werte).fetchone()
    assert zeile is not None
    return zeile[0]


def _erklaert(conn: psycopg.Connection[Any], abfrage: str, werte: Any) -> str:
    plan = _wert(conn, ERKLAEREN + abfrage, werte)[0]
    wurzel = plan["Plan"]
    puffer = wurzel["Shared Hit Blocks"] + wurzel["Shared Read Blocks"]
    return (
        f"{komma(plan['Execution Time'], 1)} ms, {komma(wurzel['Actual Rows'], 0)} Zeilen, {komma(puffer, 0)} Seiten: "
        + " ← ".join(_knoten(wurzel))
    )


def _knoten(knoten: Mapping[str, Any]) -> Iterator[str]:
    """Die Schritte eines Plans von oben nach unten, mit Tabelle und Index."""
    yield " ".join([knoten["Node Type"], *(knoten[k] for k in ("Relation Name", "Index Name") if k in knoten)])
    for kind in knoten.get("Plans", ()):
        yield from _knoten(kind)
