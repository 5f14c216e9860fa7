"""Woraus ein Export liest: welche coder_version gilt, was im Zeitraum liegt, und die Zeilen in Stapeln."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from exportspalten import ZEITPUNKT
from exporttypen import Spalte, Tabelle
from zeitraum import Auswahlfehler, Zeitraum

if TYPE_CHECKING:
    import psycopg

# So viele Zeilen auf einmal; mit Vektoren sind es Zahlen zu Tausenden je Zeile.
STAPEL, STAPEL_MIT_VEKTOR = 5_000, 500

# Dieselbe Ordnung wie codings_aktuell: die erste einer Schicht mit vorgabe ist die, die dort gilt.
VERSIONEN = """
select coder_version, schicht, komponenten, vorgabe
from coder_versionen
order by schicht collate "C", vorgabe desc, zuletzt desc, coder_version collate "C"
"""

AUSWAHL = f"""
{ZEITPUNKT} >= %(beginn)s
    and {ZEITPUNKT} < %(ende)s
    and (%(haeuser)s::text[] is null or r.haus = any(%(haeuser)s))
""".strip()

UMFANG = f"""
select count(*), count(c.item_id)
from raw_items r
left join codings c on c.item_id = r.id and c.schicht = %(schicht)s and c.coder_version = %(coder_version)s
where {AUSWAHL}
"""

# Über den Index auf zeitpunkt liegen die Zeilen fast in ihrer Ordnung: so fließen sie, statt erst sortiert zu werden.
# Der Planer soll deshalb so wählen, als zählte die erste Zeile.
PLANUNG = (
    "set local cursor_tuple_fraction = 0.00001; set local jit = off; set local max_parallel_workers_per_gather = 0"
)


class Fehlt(Exception):
    """Die Schicht ist nicht kodiert; der Text nennt Abhilfe (Ausgang 1)."""


@dataclass(frozen=True)
class Version:
    """Eine coder_version und ihre Bestandteile."""

    coder_version: str
    schicht: str
    komponenten: dict[str, Any]


@dataclass(frozen=True)
class Umfang:
    """Was im Zeitraum liegt.

    Attributes:
        items: Items der Auswahl.
        kodiert: davon in der Schicht kodiert.
    """

    items: int
    kodiert: int


class Quelle:
    """Eine Auswahl in einem Stand der Datenbank.

    Args:
        conn: in einer Transaktion, die einen Stand hält.
        tabelle: die Tabelle.
        zeitraum: ihre Tage.
        haeuser: nur diese Häuser; leer: alle.
        coder_version: die verlangte; ``None``: die von codings_aktuell.

    Raises:
        Auswahlfehler: die verlangte coder_version liegt nicht vor.
        Fehlt: die Schicht ist nicht kodiert.
    """

    def __init__(
        self,
        conn: psycopg.Connection[Any],
        tabelle: Tabelle,
        zeitraum: Zeitraum,
        haeuser: Sequence[str],
        coder_version: str | None,
    ) -> None:
        self._conn = conn
        self._tabelle = tabelle
        self.versionen = _versionen(conn, tabelle, coder_version)
        self._werte = {
            "beginn": zeitraum.beginn,
            "ende": zeitraum.ende,
            "haeuser": list(haeuser) or None,
            "schicht": tabelle.schicht,
            "coder_version": self.versionen[0].coder_version if self.versionen else None,
            "versionen": [version.coder_version for version in self.versionen],
        }

    def umfang(self) -> Umfang:
        """Zählt die Items der Auswahl."""
        zeile = self._conn.execute(UMFANG, self._werte).fetchone()
        assert zeile is not None
        return Umfang(*zeile)

    def stapel(self, spalten: Sequence[Spalte]) -> Iterator[list[tuple[Any, ...]]]:
        """Die Zeilen nach zeitpunkt, item_id und Stelle; nie alle zugleich im Speicher.

        Args:
            spalten: die gewünschten, in der Reihenfolge der Werte.
        """
        groesse = STAPEL_MIT_VEKTOR if any(spalte.name == "vektor" for spalte in spalten) else STAPEL
        self._conn.execute(PLANUNG)
        with self._conn.cursor("export") as zeiger:
            zeiger.itersize = groesse
            zeiger.execute(anweisung(self._tabelle, spalten).encode(), self._werte, binary=True)
            while zeilen := zeiger.fetchmany(groesse):
                yield zeilen


def anweisung(tabelle: Tabelle, spalten: Sequence[Spalte]) -> str:
    """Das SQL eines Exports.

    Args:
        tabelle: die Tabelle.
        spalten: die gewünschten.
    """
    auswahl = ",\n    ".join(f"{spalte.sql} as {spalte.name}" for spalte in spalten)
    teile = [f"select\n    {auswahl}\nfrom raw_items r"]
    if tabelle.schicht is not None:
        teile.append(
            "join codings c on c.item_id = r.id and c.schicht = %(schicht)s and c.coder_version = %(coder_version)s"
        )
    if tabelle.dazu:
        teile.append(tabelle.dazu)
    teile += [f"where {AUSWAHL}", f"order by {', '.join((ZEITPUNKT, 'r.id', *tabelle.ordnung))}"]
    return "\n".join(teile) + "\n"


def _versionen(conn: psycopg.Connection[Any], tabelle: Tabelle, verlangt: str | None) -> list[Version]:
    """Die coder_version der Tabelle, für item die jeder Schicht."""
    alle = [(Version(*kopf), vorgabe) for *kopf, vorgabe in conn.execute(VERSIONEN)]
    geltend = {version.schicht: version for version, vorgabe in reversed(alle) if vorgabe}
    if tabelle.schicht is None:
        return [geltend[schicht] for schicht in sorted(geltend)]
    eigene = [version for version, _ in alle if version.schicht == tabelle.schicht]
    vorhanden = ", ".join(version.coder_version for version in eigene) or "keine"
    if verlangt is not None:
        gefunden = [version for version in eigene if version.coder_version == verlangt]
        if not gefunden:
            raise Auswahlfehler(
                f"--coder-version {verlangt}: die Schicht {tabelle.schicht} hat sie nicht; vorhanden: {vorhanden}."
            )
        return gefunden
    if tabelle.schicht not in geltend:
        abhilfe = f"--coder-version wählt eine: {vorhanden}" if eigene else "python phase2.py --backfill kodiert"
        raise Fehlt(f"Die Schicht {tabelle.schicht} ist noch nicht mit der Vorgabe kodiert; {abhilfe}.")
    return [geltend[tabelle.schicht]]
