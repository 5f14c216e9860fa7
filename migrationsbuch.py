"""Das Migrationsbuch: welche Migrationen liefen, welche fehlen, welche Datei sich seither geändert hat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, LiteralString

import psycopg

from migrationsdatei import Migration, alle_lesen

VERZEICHNIS = Path(__file__).resolve().parent / "migrations"

# Was Phase 1 angelegt haben muss, bevor die erste Migration der Phase 2 etwas ausrichtet.
INGEST = ("raw_items", "raw_item_versionen", "codings")

Verbindung = psycopg.Connection[Any]


@dataclass(frozen=True)
class Stand:
    """Vergleich der Dateien mit dem Migrationsbuch."""

    migrationen: tuple[Migration, ...]
    buch: Mapping[str, str | None]
    ausstehend: tuple[Migration, ...]
    geaendert: tuple[str, ...]
    ohne_datei: tuple[str, ...]
    luecken: tuple[str, ...]


def vergleichen(migrationen: Sequence[Migration], buch: Mapping[str, str | None]) -> Stand:
    """Hält Dateien und Buch (Name → Prüfsumme oder None) gegeneinander. Rein."""
    namen = {m.name for m in migrationen}
    ausstehend = tuple(m for m in migrationen if m.name not in buch)
    letzte = max(namen & buch.keys(), default="")
    return Stand(
        migrationen=tuple(migrationen),
        buch=buch,
        ausstehend=ausstehend,
        geaendert=tuple(m.name for m in migrationen if buch.get(m.name) not in (None, m.pruefsumme)),
        ohne_datei=tuple(sorted(buch.keys() - namen)),
        luecken=tuple(m.name for m in ausstehend if m.name < letzte),
    )


def stand(conn: Verbindung, verzeichnis: Path = VERZEICHNIS) -> Stand:
    """Der Stand dieser Datenbank; liest nur, auch wo es noch kein Migrationsbuch gibt.

    Raises:
        Migrationsfehler: eine Datei ist nicht anwendbar.
    """
    return vergleichen(alle_lesen(verzeichnis), buch_lesen(conn))


def ausstehend(conn: Verbindung, verzeichnis: Path = VERZEICHNIS) -> list[str]:
    """Die Namen der Migrationen, die dieser Datenbank fehlen; liest nur."""
    return [m.name for m in stand(conn, verzeichnis).ausstehend]


def buch_lesen(conn: Verbindung) -> dict[str, str | None]:
    """Das Buch als Name → Prüfsumme; leer, wo es noch keines gibt."""
    if fehlende_tabellen(conn, ["schema_migrationen"]):
        return {}
    # Ingest zählt eigene Migrationen, womöglich im selben Buch.
    return dict(conn.execute("select name, pruefsumme from schema_migrationen where name like 'p2-%'").fetchall())


def pruefsummen_nachtragen(conn: Verbindung, lage: Stand) -> None:
    """Trägt ein, was nach einem Lauf mit psql fehlt; ohne Schreibrecht bleibt es offen."""
    # psql kann keine Prüfsumme rechnen und hinterlässt null; ab jetzt fällt eine Änderung der Datei auf.
    offen = [(m.pruefsumme, m.name) for m in lage.migrationen if m.name in lage.buch and lage.buch[m.name] is None]
    if not offen or not abfragen(conn, "select has_table_privilege('schema_migrationen', 'update')"):
        return
    with conn.transaction(), conn.cursor() as cur:
        cur.executemany("update schema_migrationen set pruefsumme = %s where name = %s and pruefsumme is null", offen)


def fehlende_tabellen(conn: Verbindung, tabellen: Sequence[str]) -> list[str]:
    """Die Tabellen, die diese Sitzung nicht findet."""
    zeilen = conn.execute(
        "select name from unnest(%s::text[]) as name where to_regclass(name) is null", (list(tabellen),)
    )
    return [name for (name,) in zeilen]


def abfragen(conn: Verbindung, sql: LiteralString, werte: Sequence[object] = ()) -> Any:
    """Der erste Wert der ersten Zeile, oder None."""
    zeile = conn.execute(sql, werte).fetchone()
    return zeile[0] if zeile else None
