"""Die Lexikontabellen der Akteure: bekannte Kennungen, Abgleich mit dem Spiegel, Vermerk des Geladenen."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from lexikonbau import TABELLEN
from tabellenabgleich import Inhalt, Schritt, Zaehlung, Zeile, anwenden, lesen

BEKANNT = """
select qid, akteur
from akteure
union all
select f.qid, f.akteur
from akteur_qids f
where not exists (select from akteure a where a.qid = f.qid)
"""

STAND = """
insert into lexikon_stand (hash, bericht)
values (%(hash)s, %(bericht)s)
on conflict (einzeln) do update
set hash = excluded.hash, bericht = excluded.bericht, geladen_am = now()
where (lexikon_stand.hash, lexikon_stand.bericht) is distinct from (excluded.hash, excluded.bericht)
"""


def bekannte_kennungen(conn: psycopg.Connection[Any]) -> dict[str, int]:
    """QID, auch frühere -> Kennung in dieser Datenbank; die heutige Zuordnung geht vor."""
    return dict(conn.execute(BEKANNT).fetchall())


def abgleichen(conn: psycopg.Connection[Any], inhalt: Inhalt, *, trocken: bool) -> Zaehlung:
    """Bringt die Tabellen auf den Inhalt.

    Args:
        conn: Verbindung in einer Transaktion.
        inhalt: Name der Tabelle -> ihre Zeilen.
        trocken: nur zählen.
    """
    zaehlung = Zaehlung()
    schritte = []
    for tabelle in TABELLEN:
        da, soll = lesen(conn, tabelle), set(inhalt[tabelle.name])
        if tabelle.name == "akteure":
            soll |= _entfallene(da, soll)
        schritt = Schritt(tabelle, da, soll)
        # Ein Akteur, der eben entfällt, bleibt als Zeile und ist doch entfernt.
        entfallen = sum(zeile[-1] is True for zeile in schritt.andere) if tabelle.name == "akteure" else 0
        zaehlung.neu += schritt.neue
        zaehlung.geaendert += len(schritt.andere) - schritt.neue - entfallen
        zaehlung.entfernt += len(schritt.weg) + entfallen
        zaehlung.unveraendert += schritt.unveraendert
        schritte.append(schritt)
    if not trocken:
        anwenden(conn, schritte)
    return zaehlung


def stand_festhalten(conn: psycopg.Connection[Any], inhaltshash: str, bericht: dict[str, Any]) -> None:
    """Vermerkt, was geladen ist; ``geladen_am`` bleibt, wenn sich nichts änderte."""
    conn.execute(STAND, {"hash": inhaltshash, "bericht": Jsonb(bericht)})


def _entfallene(da: set[Zeile], soll: set[Zeile]) -> set[Zeile]:
    """Akteure, die in den Dateien nicht mehr vorkommen, deren Zeile aber ältere Kodierungen erklärt."""
    kennungen, qids = {z[0] for z in soll}, {z[1] for z in soll}
    return {(*z[:-1], True) for z in da if z[0] not in kennungen and z[1] not in qids}
