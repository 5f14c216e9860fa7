"""Was nachzuholen ist: Items ohne Kodierung und solche, deren Kodierung nicht mehr zu ihrer Eingabe passt.

Gefragt wird immer die Datenbank, nie eine gemerkte Uhrzeit. Veraltete Kodierungen findet ein Vergleich der
eingabe_hashes; verglichen werden nur Zeilen von raw_items und raw_item_versionen, die seit dem letzten Vergleich
geschrieben wurden. Das weiß PostgreSQL selbst: jede Zeile trägt die Transaktion, die sie schrieb (xmin).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from psycopg import IsolationLevel, sql

if TYPE_CHECKING:
    import psycopg

    from modul import Modul

T = TypeVar("T")

# So oft wird ein Item versucht, dessen Kodierung die Datenbank ablehnt, solange sich seine Eingabe nicht ändert.
VERSUCHE = 5
# Was fehlt, ist fast immer neu: zuerst wird unter so vielen der neuesten Items gesucht.
NEUESTE = 20_000
# Mehr geänderte Items werden nicht einzeln verglichen, sondern mit allen.
EINZELN = 200_000

STAND = """
select
    pg_snapshot_xmin(pg_current_snapshot())::text,
    (select system_identifier from pg_control_system()),
    (select count(*) from raw_items)
"""

JE_VERSION = """
select schicht, coder_version, count(*)
from codings
group by schicht, coder_version
"""

# Eine Marke gilt nicht mehr, wenn die Datenbank umzog oder die Transaktionsnummern einmal herum sind.
MARKEN = """
select coder_version, gesichtet::text
from coder_versionen
where coder_version = any(%(versionen)s)
  and instanz = (select system_identifier from pg_control_system())
  and gesichtet::text::numeric <= pg_snapshot_xmax(pg_current_snapshot())::text::numeric
  and gesichtet::text::numeric > pg_snapshot_xmax(pg_current_snapshot())::text::numeric - 2000000000
"""

GESCHRIEBEN_SEIT = """
select id from raw_items where age(xmin) <= age(%(marke)s::xid8::xid)
union
select item_id from raw_item_versionen where age(xmin) <= age(%(marke)s::xid8::xid)
order by id
limit %(hoechstens)s
"""

VERALTET = """
select c.item_id, e.eingabe_hash
from codings c
join {eingabe} e on e.item_id = c.item_id
where c.schicht = %(schicht)s and c.coder_version = %(coder_version)s and c.eingabe_hash <> e.eingabe_hash
"""

VERALTET_DARUNTER = """
select c.item_id, e.eingabe_hash
from unnest(%(items)s::bigint[]) as i (id)
join codings c on c.item_id = i.id and c.schicht = %(schicht)s and c.coder_version = %(coder_version)s
join {eingabe} e on e.item_id = i.id
where c.eingabe_hash <> e.eingabe_hash
"""

# Eine schon vermerkte behält ihre Versuche, solange sich die Eingabe nicht noch einmal änderte.
VERMERKEN = """
insert into rueckstand as q (schicht, coder_version, item_id, eingabe_hash)
select %(schicht)s, %(coder_version)s, item_id, eingabe_hash
from unnest(%(items)s::bigint[], %(hashes)s::text[]) as v (item_id, eingabe_hash)
on conflict (schicht, coder_version, item_id) do update
set eingabe_hash = excluded.eingabe_hash, versuche = 0, sqlstate = null, meldung = null
where q.eingabe_hash <> excluded.eingabe_hash
"""

# Abgelehnte, die noch nie eine Kodierung hatten und jetzt anders lauten.
NEU_VERSUCHEN = """
update rueckstand q
set eingabe_hash = e.eingabe_hash, versuche = 0, sqlstate = null, meldung = null
from {eingabe} e
where q.schicht = %(schicht)s and q.coder_version = %(coder_version)s and q.versuche > 0
  and e.item_id = q.item_id and e.eingabe_hash <> q.eingabe_hash
"""

SICHTUNG_VERMERKEN = """
update coder_versionen
set gesichtet = %(marke)s::xid8, instanz = %(instanz)s
where coder_version = %(coder_version)s
"""

VERMERKT = """
select count(*) filter (where versuche < %(versuche)s), count(*) filter (where versuche >= %(versuche)s)
from rueckstand
where schicht = %(schicht)s and coder_version = %(coder_version)s
"""

NICHT_VERMERKT = """
select count(*), min(slot)
from raw_items r
where r.id = any(%(items)s) and not exists (
    select from rueckstand q
    where q.schicht = %(schicht)s and q.coder_version = %(coder_version)s and q.item_id = r.id
)
"""

GRENZSLOT = "select slot from raw_items order by slot desc offset %(neueste)s limit 1"

# Alles, was zu rechnen ist, der älteste Slot zuerst. "je" sagt, ob die Schicht das Item überhaupt schon kodierte.
ZU_RECHNEN = """
with fehlend as (
    select r.id, r.slot
    from raw_items r
    where r.slot >= coalesce(%(ab)s::timestamptz, '-infinity')
      and not exists (
        select from codings c
        where c.item_id = r.id and c.schicht = %(schicht)s and c.coder_version = %(coder_version)s
    )
), vermerkt as (
    select item_id, versuche
    from rueckstand
    where schicht = %(schicht)s and coder_version = %(coder_version)s
)
-- "in" statt "exists": bei vielen fehlenden baut der Planer daraus eine Tabelle statt einer Suche je Item.
select f.id, f.slot, f.id in (select item_id from codings where schicht = %(schicht)s) as je
from fehlend f
where not exists (select from vermerkt v where v.item_id = f.id and v.versuche >= %(versuche)s)
union all
select r.id, r.slot, false
from vermerkt v
join raw_items r on r.id = v.item_id
where v.versuche < %(versuche)s
  and exists (
    select from codings c
    where c.item_id = r.id and c.schicht = %(schicht)s and c.coder_version = %(coder_version)s
)
order by slot, id
"""

# Dasselbe gezählt, für den Stand.
ZUSAMMEN = """
with zu_rechnen as ({zu_rechnen})
select
    count(*) filter (where not je),
    count(*) filter (where je and slot >= coalesce(%(seit)s::timestamptz, '-infinity')),
    min(slot) filter (where not je)
from zu_rechnen
"""

FEHLEND_AB = """
select count(*)
from raw_items r
where r.slot >= coalesce(%(ab)s::timestamptz, '-infinity')
  and not exists (
    select from codings c
    where c.item_id = r.id and c.schicht = %(schicht)s and c.coder_version = %(coder_version)s
)
"""


class Fall(NamedTuple):
    """Ein Modul mit der coder_version, die es jetzt schreiben würde."""

    modul: Modul
    coder_version: str

    @property
    def kopf(self) -> dict[str, str]:
        """Die Parameter der Abfragen."""
        return {"schicht": self.modul.schicht, "coder_version": self.coder_version}


class Liste:
    """Items, nach Slots geordnet; acht Byte je Item."""

    def __init__(self) -> None:
        self._ids = array("q")
        self._slots: list[tuple[datetime, int]] = []

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def aeltester(self) -> datetime | None:
        """Der älteste Slot."""
        return self._slots[0][0] if self._slots else None

    @property
    def slots(self) -> int:
        """Wie viele Slots."""
        return len(self._slots)

    def anfuegen(self, id_: int, slot: datetime) -> None:
        """Nimmt ein Item auf; die Slots kommen aufsteigend."""
        if not self._slots or self._slots[-1][0] != slot:
            self._slots.append((slot, len(self._ids)))
        self._ids.append(id_)

    def stuecke(self, groesse: int) -> Iterator[list[list[int]]]:
        """Zerlegt die Liste; ein Stück sind die Items ganzer Slots, zusammen mindestens ``groesse``, wenn möglich."""
        stueck: list[list[int]] = []
        anfaenge = [anfang for _, anfang in self._slots]
        for anfang, ende in pairwise([*anfaenge, len(self._ids)]):
            stueck.append(sorted(self._ids[anfang:ende]))
            if sum(map(len, stueck)) >= groesse:
                yield stueck
                stueck = []
        if stueck:
            yield stueck


class Umfang(NamedTuple):
    """Wie viel ein Modul nachzuholen hat; die Felder sind die von ``Arbeit``, nur gezählt."""

    fehlend: int
    luecken: int
    umstellung: int
    veraltet: int
    abgelehnt: int
    aeltester: datetime | None


class Arbeit(NamedTuple):
    """Was ein Modul nachzuholen hat.

    Attributes:
        fehlend: Items ohne Zeile dieser coder_version.
        luecken: Items, die seine Schicht noch nie kodierte oder deren Eingabe sich änderte.
        umstellung: Items, die nur eine andere coder_version kodierte.
        veraltet: wie viele der Lücken veraltete Kodierungen sind.
        abgelehnt: Items, die zu oft abgelehnt wurden und erst nach einer Änderung wieder versucht werden.
    """

    fehlend: int
    luecken: Liste
    umstellung: Liste
    veraltet: int
    abgelehnt: int


class Sichter:
    """Fragt, was nachzuholen ist.

    Args:
        conn: Verbindung im autocommit.
        faelle: die Module mit ihren coder_versionen.
        seit: weiter zurück wird eine neue coder_version nicht nachgeholt; ``None``: ganz.
    """

    def __init__(self, conn: psycopg.Connection[Any], faelle: Sequence[Fall], seit: datetime | None = None) -> None:
        self._conn = conn
        self._faelle = faelle
        self._seit = seit

    def vermerken(self) -> None:
        """Schreibt nach ``rueckstand``, welche Kodierungen seit dem letzten Vergleich veraltet sind."""
        with self._conn.transaction():
            # Die Marke vor dem Vergleich: was währenddessen geschrieben wird, sieht der nächste wieder.
            marke, instanz, _ = self._zeile(STAND)
            for fall, veraltet in self._veraltete():
                if veraltet:
                    items, hashes = zip(*sorted(veraltet.items()), strict=True)
                    werte = {"items": list(items), "hashes": list(hashes)}
                    self._conn.execute(VERMERKEN, fall.kopf | werte)
                self._conn.execute(sql.SQL(NEU_VERSUCHEN).format(eingabe=sql.Identifier(fall.modul.eingabe)), fall.kopf)
                self._conn.execute(SICHTUNG_VERMERKEN, fall.kopf | {"marke": marke, "instanz": instanz})

    def arbeit(self) -> dict[str, Arbeit]:
        """Je Modul, was nachzuholen ist; alles auf einem Stand der Datenbank."""
        return self._je_modul(self._arbeit)

    def umfang(self) -> dict[str, Umfang]:
        """Je Modul, wie viel nachzuholen ist; alles auf einem Stand der Datenbank."""
        return self._je_modul(self._umfang)

    def _je_modul(self, frage: Callable[[Fall, int], T]) -> dict[str, T]:
        self._conn.isolation_level = IsolationLevel.REPEATABLE_READ
        try:
            with self._conn.transaction():
                # Ein Verbund über den ganzen Bestand soll nicht auf die Platte ausweichen.
                self._conn.execute("set local work_mem = '128MB'")
                items = self._zeile(STAND)[2]
                kodiert = {(schicht, version): anzahl for schicht, version, anzahl in self._conn.execute(JE_VERSION)}
                return {
                    f.modul.name: frage(f, items - kodiert.get((f.modul.schicht, f.coder_version), 0))
                    for f in self._faelle
                }
        finally:
            self._conn.isolation_level = None

    def ungesichtet(self) -> dict[str, tuple[int, datetime | None]]:
        """Je Modul die Zahl der veralteten Kodierungen ohne Vermerk und ihr ältester Slot; schreibt nichts."""
        with self._conn.transaction():
            ergebnis = {}
            for fall, veraltet in self._veraltete():
                anzahl, slot = self._zeile(NICHT_VERMERKT, fall.kopf | {"items": list(veraltet)})
                ergebnis[fall.modul.name] = (anzahl, slot)
            return ergebnis

    def _veraltete(self) -> Iterator[tuple[Fall, dict[int, str]]]:
        """Je Modul die Items, deren Kodierung nicht mehr zur Eingabe passt, mit dem Hash der jetzigen."""
        versionen = [fall.coder_version for fall in self._faelle]
        marken = dict(self._conn.execute(MARKEN, {"versionen": versionen}).fetchall())
        geschrieben: dict[str, list[int]] = {}
        for fall in self._faelle:
            eingabe = sql.Identifier(fall.modul.eingabe)
            marke = marken.get(fall.coder_version)
            if marke is not None and marke not in geschrieben:
                werte = {"marke": marke, "hoechstens": EINZELN + 1}
                geschrieben[marke] = [id_ for (id_,) in self._conn.execute(GESCHRIEBEN_SEIT, werte)]
            items = None if marke is None else geschrieben[marke]
            if items is None or len(items) > EINZELN:
                zeilen = self._conn.execute(sql.SQL(VERALTET).format(eingabe=eingabe), fall.kopf)
            else:
                abfrage = sql.SQL(VERALTET_DARUNTER).format(eingabe=eingabe)
                zeilen = self._conn.execute(abfrage, fall.kopf | {"items": items})
            yield fall, dict(zeilen.fetchall())

    def _arbeit(self, fall: Fall, fehlend: int) -> Arbeit:
        vermerkt, abgelehnt = self._vermerkt(fall)
        arbeit = Arbeit(fehlend, Liste(), Liste(), vermerkt, abgelehnt)
        if not fehlend and not vermerkt:
            return arbeit
        with self._conn.cursor("zu_rechnen") as zeiger:
            zeiger.itersize = 50_000
            zeiger.execute(ZU_RECHNEN, self._suche(fall, fehlend))
            for id_, slot, je in zeiger:
                if not je:
                    arbeit.luecken.anfuegen(id_, slot)
                elif self._seit is None or slot >= self._seit:
                    arbeit.umstellung.anfuegen(id_, slot)
        return arbeit

    def _umfang(self, fall: Fall, fehlend: int) -> Umfang:
        vermerkt, abgelehnt = self._vermerkt(fall)
        if not fehlend and not vermerkt:
            return Umfang(0, 0, 0, 0, abgelehnt, None)
        abfrage = ZUSAMMEN.format(zu_rechnen=ZU_RECHNEN)
        luecken, umstellung, aeltester = self._zeile(abfrage, self._suche(fall, fehlend) | {"seit": self._seit})
        return Umfang(fehlend, luecken, umstellung, vermerkt, abgelehnt, aeltester)

    def _vermerkt(self, fall: Fall) -> tuple[int, int]:
        veraltet, abgelehnt = self._zeile(VERMERKT, fall.kopf | {"versuche": VERSUCHE})
        return veraltet, abgelehnt

    def _suche(self, fall: Fall, fehlend: int) -> dict[str, Any]:
        """Die Parameter von ZU_RECHNEN; gesucht wird nur unter den neuesten Items, wenn dort alle fehlenden stehen."""
        werte: dict[str, Any] = fall.kopf | {"versuche": VERSUCHE, "ab": None}
        if fehlend < NEUESTE and (zeile := self._conn.execute(GRENZSLOT, {"neueste": NEUESTE}).fetchone()):
            grenze = {"ab": zeile[0]}
            if self._zeile(FEHLEND_AB, werte | grenze)[0] == fehlend:
                return werte | grenze
        return werte

    def _zeile(self, abfrage: str, werte: dict[str, Any] | None = None) -> tuple[Any, ...]:
        zeile: tuple[Any, ...] | None = self._conn.execute(abfrage.encode(), werte).fetchone()
        assert zeile is not None
        return zeile
