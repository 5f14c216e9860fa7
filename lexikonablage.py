"""Die Lexikontabellen: vergleichen, was da ist, und nur schreiben, was neu, anders oder weg ist."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import sql
from psycopg.types.json import Jsonb

from lexikonbau import TABELLEN, Inhalt, Tabelle, Zeile

BEKANNT = """
select qid, akteur
from akteure
union all
select f.qid, f.akteur
from akteur_qids f
where not exists (select from akteure a where a.qid = f.qid)
"""

LESEN = sql.SQL("select {spalten} from {tabelle}")
ZWISCHEN = sql.SQL("create temporary table {zwischen} (like {tabelle}) on commit drop")
AUFNEHMEN = sql.SQL("copy {zwischen} ({spalten}) from stdin")
# Der Beginn einer Amtszeit kann null sein.
ENTFERNEN = sql.SQL("delete from {tabelle} t using {zwischen} z where {gleich}")
SCHREIBEN = sql.SQL("""
insert into {tabelle} ({spalten})
select {spalten} from {zwischen}
on conflict ({schluessel}) do update set ({rest}) = row ({neu})
""")

STAND = """
insert into lexikon_stand (hash, bericht)
values (%(hash)s, %(bericht)s)
on conflict (einzeln) do update
set hash = excluded.hash, bericht = excluded.bericht, geladen_am = now()
where (lexikon_stand.hash, lexikon_stand.bericht) is distinct from (excluded.hash, excluded.bericht)
"""


@dataclass
class Zaehlung:
    """Wie viele Zeilen aller Tabellen neu, geändert, unverändert und entfernt sind."""

    neu: int = 0
    geaendert: int = 0
    unveraendert: int = 0
    entfernt: int = 0


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
    schritte: list[tuple[Tabelle, list[Zeile], list[Zeile]]] = []
    for tabelle in TABELLEN:
        da = set(conn.execute(LESEN.format(**_namen(tabelle))).fetchall())
        soll = set(inhalt[tabelle.name])
        if tabelle.name == "akteure":
            soll |= _entfallene(da, soll)
        alt, neu = ({z[: tabelle.schluessel]: z for z in zeilen} for zeilen in (da, soll))
        weg = [zeile for schluessel, zeile in alt.items() if schluessel not in neu]
        andere = [zeile for schluessel, zeile in neu.items() if alt.get(schluessel) != zeile]
        neue = sum(zeile[: tabelle.schluessel] not in alt for zeile in andere)
        # Ein Akteur, der eben entfällt, bleibt als Zeile und ist doch entfernt.
        entfallen = sum(z[-1] is True and z[: tabelle.schluessel] in alt for z in andere if tabelle.name == "akteure")
        zaehlung.neu += neue
        zaehlung.geaendert += len(andere) - neue - entfallen
        zaehlung.entfernt += len(weg) + entfallen
        zaehlung.unveraendert += len(neu) - len(andere)
        if weg or andere:
            schritte.append((tabelle, weg, andere))
    if not trocken:
        # Kinder vor Eltern entfernen, Eltern vor Kindern schreiben.
        for tabelle, weg, _ in reversed(schritte):
            if weg:
                _entfernen(conn, tabelle, weg)
        for tabelle, _, andere in schritte:
            if andere:
                _schreiben(conn, tabelle, andere)
    return zaehlung


def stand_festhalten(conn: psycopg.Connection[Any], inhaltshash: str, bericht: dict[str, Any]) -> None:
    """Vermerkt, was geladen ist; ``geladen_am`` bleibt, wenn sich nichts änderte."""
    conn.execute(STAND, {"hash": inhaltshash, "bericht": Jsonb(bericht)})


def _entfallene(da: set[Zeile], soll: set[Zeile]) -> set[Zeile]:
    """Akteure, die in den Dateien nicht mehr vorkommen, deren Zeile aber ältere Kodierungen erklärt."""
    kennungen, qids = {z[0] for z in soll}, {z[1] for z in soll}
    return {(*z[:-1], True) for z in da if z[0] not in kennungen and z[1] not in qids}


def _namen(tabelle: Tabelle) -> dict[str, sql.Composable]:
    schluessel, rest = tabelle.spalten[: tabelle.schluessel], tabelle.spalten[tabelle.schluessel :]
    gleich = (sql.SQL("t.{0} is not distinct from z.{0}").format(sql.Identifier(s)) for s in schluessel)
    return {
        "tabelle": sql.Identifier(tabelle.name),
        "spalten": sql.SQL(", ").join(map(sql.Identifier, tabelle.spalten)),
        "schluessel": sql.SQL(", ").join(map(sql.Identifier, schluessel)),
        "rest": sql.SQL(", ").join(map(sql.Identifier, rest)),
        "neu": sql.SQL(", ").join(sql.Identifier("excluded", spalte) for spalte in rest),
        "gleich": sql.SQL(" and ").join(gleich),
    }


def _kopieren(conn: psycopg.Connection[Any], tabelle: Tabelle, zeilen: list[Zeile], zweck: str) -> dict[str, Any]:
    namen = _namen(tabelle) | {"zwischen": sql.Identifier(f"{tabelle.name}_{zweck}")}
    conn.execute(ZWISCHEN.format(**namen))
    with conn.cursor() as zeiger, zeiger.copy(AUFNEHMEN.format(**namen)) as strom:
        for zeile in zeilen:
            strom.write_row(zeile)
    return namen


def _entfernen(conn: psycopg.Connection[Any], tabelle: Tabelle, zeilen: list[Zeile]) -> None:
    conn.execute(ENTFERNEN.format(**_kopieren(conn, tabelle, zeilen, "weg")))


def _schreiben(conn: psycopg.Connection[Any], tabelle: Tabelle, zeilen: list[Zeile]) -> None:
    conn.execute(SCHREIBEN.format(**_kopieren(conn, tabelle, zeilen, "neu")))
