"""Tabellen, die aus Dateien entstehen: vergleichen, was da ist, und nur schreiben, was neu, anders oder weg ist."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import sql

Zeile = tuple[Any, ...]
Inhalt = dict[str, set[Zeile]]

LESEN = sql.SQL("select {spalten} from {tabelle}")
ZWISCHEN = sql.SQL("create temporary table {zwischen} (like {tabelle}) on commit drop")
AUFNEHMEN = sql.SQL("copy {zwischen} ({spalten}) from stdin")
# Eine Spalte des Schlüssels kann null sein (der Beginn einer Amtszeit).
ENTFERNEN = sql.SQL("delete from {tabelle} t using {zwischen} z where {gleich}")
SCHREIBEN = sql.SQL("""
insert into {tabelle} ({spalten})
select {spalten} from {zwischen}
on conflict ({schluessel}) do update set ({rest}) = row ({neu})
""")


@dataclass(frozen=True)
class Tabelle:
    """Eine solche Tabelle.

    Attributes:
        name: ihr Name.
        spalten: ihre Spalten.
        schluessel: so viele der ersten Spalten bestimmen die Zeile.
    """

    name: str
    spalten: tuple[str, ...]
    schluessel: int


@dataclass
class Zaehlung:
    """Wie viele Zeilen aller Tabellen neu, geändert, unverändert und entfernt sind."""

    neu: int = 0
    geaendert: int = 0
    unveraendert: int = 0
    entfernt: int = 0


class Schritt:
    """Was an einer Tabelle zu tun ist.

    Args:
        tabelle: die Tabelle.
        da: ihre Zeilen.
        soll: die Zeilen, die sie haben soll.

    Attributes:
        weg: Zeilen, die gehen.
        andere: Zeilen, die neu oder anders sind.
        neue: wie viele davon neu sind.
        unveraendert: wie viele bleiben, wie sie sind.
    """

    def __init__(self, tabelle: Tabelle, da: set[Zeile], soll: set[Zeile]) -> None:
        self.tabelle = tabelle
        alt, neu = ({z[: tabelle.schluessel]: z for z in zeilen} for zeilen in (da, soll))
        self.weg = [zeile for schluessel, zeile in alt.items() if schluessel not in neu]
        self.andere = [zeile for schluessel, zeile in neu.items() if alt.get(schluessel) != zeile]
        self.neue = sum(zeile[: tabelle.schluessel] not in alt for zeile in self.andere)
        self.unveraendert = len(neu) - len(self.andere)


def lesen(conn: psycopg.Connection[Any], tabelle: Tabelle) -> set[Zeile]:
    """Die Zeilen einer Tabelle."""
    return set(conn.execute(LESEN.format(**_namen(tabelle))).fetchall())


def anwenden(conn: psycopg.Connection[Any], schritte: Sequence[Schritt]) -> None:
    """Schreibt, was zu tun ist; die Tabellen stehen Eltern vor Kindern."""
    # Kinder vor Eltern entfernen, Eltern vor Kindern schreiben.
    for schritt in reversed(schritte):
        if schritt.weg:
            conn.execute(ENTFERNEN.format(**_kopieren(conn, schritt.tabelle, schritt.weg, "weg")))
    for schritt in schritte:
        if schritt.andere:
            conn.execute(SCHREIBEN.format(**_kopieren(conn, schritt.tabelle, schritt.andere, "neu")))


def abgleichen(
    conn: psycopg.Connection[Any], tabellen: Sequence[Tabelle], inhalt: Inhalt, *, trocken: bool
) -> Zaehlung:
    """Bringt Tabellen auf ihren Inhalt.

    Args:
        conn: Verbindung in einer Transaktion.
        tabellen: Eltern vor Kindern.
        inhalt: Name der Tabelle -> ihre Zeilen.
        trocken: nur zählen.
    """
    schritte = [Schritt(tabelle, lesen(conn, tabelle), inhalt[tabelle.name]) for tabelle in tabellen]
    if not trocken:
        anwenden(conn, schritte)
    return Zaehlung(
        sum(s.neue for s in schritte),
        sum(len(s.andere) - s.neue for s in schritte),
        sum(s.unveraendert for s in schritte),
        sum(len(s.weg) for s in schritte),
    )


def inhaltshash(tabellen: Sequence[Tabelle], inhalt: Inhalt) -> str:
    """SHA-256 über alle Zeilen in totaler Ordnung, 32 Hexziffern; Bestandteil einer coder_version."""
    summe = hashlib.sha256()
    for tabelle in tabellen:
        zeilen = sorted(json.dumps(zeile, ensure_ascii=True, default=str) for zeile in inhalt[tabelle.name])
        summe.update("\n".join((tabelle.name, *zeilen, "")).encode())
    return summe.hexdigest()[:32]


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
