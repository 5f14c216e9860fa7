"""Was nachzuholen ist: Items ohne Kodierung und solche, deren Kodierung nicht mehr zu ihrer Eingabe passt.

Gefragt wird immer die Datenbank, nie eine gemerkte Uhrzeit. Veraltete Kodierungen findet ein Vergleich der
eingabe_hashes; verglichen werden nur Zeilen von raw_items und raw_item_versionen, die seit dem letzten Vergleich
geschrieben wurden. Das weiß PostgreSQL selbst: jede Zeile trägt die Transaktion, die sie schrieb (xmin).
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from psycopg import IsolationLevel, sql
from psycopg.types.json import Jsonb

from ablage import GEPRUEFT

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
select coder_version, gesichtet::text, geprueft::text
from coder_versionen
where coder_version = any(%(versionen)s)
  and instanz = (select system_identifier from pg_control_system())
  and least(gesichtet, geprueft)::text::numeric > pg_snapshot_xmax(pg_current_snapshot())::text::numeric - 2000000000
  and greatest(gesichtet, geprueft) <= pg_snapshot_xmax(pg_current_snapshot())
"""

# roh: das Item selbst wurde geschrieben, nicht bloß eine Fassung oder die Kodierung.
GESCHRIEBEN_SEIT = """
select id, bool_or(roh)
from (
    select id, true as roh from raw_items where age(xmin) <= age(%(gesichtet)s::xid8::xid)
    union all
    select item_id, false from raw_item_versionen where age(xmin) <= age(%(gesichtet)s::xid8::xid)
    union all
    select item_id, false
    from codings
    join unnest(%(versionen)s::text[], %(geprueft)s::xid8[]) as marke (coder_version, geprueft) using (coder_version)
    where age(codings.xmin) <= age(marke.geprueft::xid)
) geschrieben
group by id
order by id
limit %(hoechstens)s
"""

VERALTET = """
select c.item_id, e.eingabe_hash
from codings c
join {eingabe} e on e.item_id = c.item_id
where c.schicht = %(schicht)s and c.coder_version = %(coder_version)s and c.eingabe_hash <> e.eingabe_hash
"""

# Hängen Zeilen an ihren Nachbarn, ist auch verdächtig, was zwischendurch anders lautete und jetzt wieder wie kodiert.
VERALTET_DARUNTER = """
select c.item_id, e.eingabe_hash
from unnest(%(items)s::bigint[], %(roh)s::boolean[]) as i (id, roh)
join codings c on c.item_id = i.id and c.schicht = %(schicht)s and c.coder_version = %(coder_version)s
join {eingabe} e on e.item_id = i.id
where c.eingabe_hash <> e.eingabe_hash or (i.roh and %(nachbarn)s)
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

# Wer gesichtet wird und Zeilen hat, gilt: codings_aktuell zeigt seine Version, auch nach der Rückkehr zu einer alten.
SICHTUNG_VERMERKEN = """
insert into coder_versionen as v (coder_version, schicht, komponenten, gesichtet, geprueft, instanz, zuletzt)
select %(coder_version)s, %(schicht)s, %(komponenten)s, %(marke)s::xid8, %(marke)s::xid8, %(instanz)s,
       greatest(now(), max(zuletzt) + interval '1 microsecond')
from coder_versionen
on conflict (coder_version) do update
set gesichtet = excluded.gesichtet, geprueft = excluded.geprueft, instanz = excluded.instanz,
    vorgabe = v.vorgabe or v.gerechnet > 0, zuletzt = excluded.zuletzt
"""

VERMERKT = """
select item_id, versuche, seit
from rueckstand
where schicht = %(schicht)s and coder_version = %(coder_version)s
"""

GRENZSLOT = "select slot from raw_items order by slot desc offset %(neueste)s limit 1"

# Alles, was zu rechnen ist, der älteste Slot zuerst. "je" sagt, ob die Schicht das Item mit der Vorgabe schon einmal
# kodierte. Je Item eine Suche über den Schlüssel: einen Verbund legte der Planer nach veralteter Statistik falsch an.
ZU_RECHNEN = """
select
    r.id,
    r.slot,
    not r.id = any(%(veraltet)s) and (
        select true
        from codings c
        join coder_versionen v using (coder_version)
        where c.item_id = r.id and c.schicht = %(schicht)s and v.vorgabe
        limit 1
    ) is not null as je
from raw_items r
where r.slot >= coalesce(%(ab)s::timestamptz, '-infinity')
  and not r.id = any(%(abgelehnt)s)
  and (
    r.id = any(%(veraltet)s)
    or (
        select true
        from codings c
        where c.item_id = r.id and c.schicht = %(schicht)s and c.coder_version = %(coder_version)s
        offset 0
    ) is null
  )
order by r.slot, r.id
"""

# Dasselbe gezählt, für den Stand; der älteste unter denen, die noch nie kodiert sind.
ZUSAMMEN = """
with zu_rechnen as ({zu_rechnen})
select
    count(*) filter (where not je),
    count(*) filter (where je and slot >= coalesce(%(seit)s::timestamptz, '-infinity')),
    min(slot) filter (where not je and not id = any(%(veraltet)s))
from zu_rechnen
"""

FEHLEND_AB = """
select count(*)
from raw_items r
where r.slot >= %(ab)s
  and (
    select true
    from codings c
    where c.item_id = r.id and c.schicht = %(schicht)s and c.coder_version = %(coder_version)s
    offset 0
  ) is null
"""

VERALTET_AELTER = "select exists (select from raw_items where id = any(%(veraltet)s) and slot < %(ab)s)"


class Fall(NamedTuple):
    """Ein Modul mit der coder_version, die es jetzt schreiben würde."""

    modul: Modul
    coder_version: str
    komponenten: Mapping[str, Any]

    @property
    def kopf(self) -> dict[str, str]:
        """Die Parameter der Abfragen."""
        return {"schicht": self.modul.schicht, "coder_version": self.coder_version}


class Liste:
    """Items, nach Slots geordnet; acht Byte je Item."""

    def __init__(self) -> None:
        self.von_hinten = False
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

    def stuecke(self, groesse: Callable[[], int]) -> Iterator[list[list[int]]]:
        """Zerlegt die Liste; ein Stück sind die Items ganzer Slots, zusammen mindestens ``groesse``, wenn möglich.

        Solange ``von_hinten`` gilt, kommen die neuesten Slots zuerst; bei einer Größe von 0 ist Schluss.
        """
        anfaenge = [anfang for _, anfang in self._slots]
        offen = deque(pairwise([*anfaenge, len(self._ids)]))
        while offen:
            ziel, stueck = groesse(), list[list[int]]()
            if ziel <= 0:
                return
            while offen and sum(map(len, stueck)) < ziel:
                anfang, ende = offen.pop() if self.von_hinten else offen.popleft()
                stueck.append(sorted(self._ids[anfang:ende]))
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
                self._conn.execute(
                    SICHTUNG_VERMERKEN,
                    {**fall.kopf, "marke": marke, "instanz": instanz, "komponenten": Jsonb(dict(fall.komponenten))},
                )

    def eigene_geprueft(self) -> None:
        """Vermerkt nach einem Lauf, dass seine eigenen Zeilen nicht mehr zu vergleichen sind."""
        self._conn.execute(GEPRUEFT, {"versionen": [fall.coder_version for fall in self._faelle]})

    def ungesichtet(self) -> dict[str, list[int]]:
        """Je Modul die veralteten Kodierungen, auch die ohne Vermerk; schreibt nichts."""
        with self._conn.transaction():
            return {fall.modul.name: sorted(veraltet) for fall, veraltet in self._veraltete()}

    def arbeit(self, ungesichtet: Mapping[str, Sequence[int]] | None = None) -> dict[str, Arbeit]:
        """Je Modul, was nachzuholen ist; alles auf einem Stand der Datenbank.

        Args:
            ungesichtet: veraltete ohne Vermerk, wenn nichts vermerkt wurde.
        """
        return self._je_modul(
            lambda fall, fehlend: self._arbeit(fall, fehlend, (ungesichtet or {}).get(fall.modul.name))
        )

    def umfang(self, ungesichtet: Mapping[str, Sequence[int]]) -> dict[str, Umfang]:
        """Je Modul, wie viel nachzuholen ist; alles auf einem Stand der Datenbank."""
        return self._je_modul(lambda fall, fehlend: self._umfang(fall, fehlend, ungesichtet.get(fall.modul.name)))

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

    def _veraltete(self) -> Iterator[tuple[Fall, dict[int, str]]]:
        """Je Modul die Items, deren Kodierung nicht mehr zur Eingabe passt, mit dem Hash der jetzigen."""
        versionen = [fall.coder_version for fall in self._faelle]
        marken = {version: (int(a), int(b)) for version, a, b in self._conn.execute(MARKEN, {"versionen": versionen})}
        geschrieben: list[tuple[int, bool]] = []
        if marken:
            gesichtet, geprueft = zip(*marken.values(), strict=True)
            werte = {
                "gesichtet": str(min(gesichtet)),
                "versionen": list(marken),
                "geprueft": [str(marke) for marke in geprueft],
            }
            geschrieben = self._conn.execute(GESCHRIEBEN_SEIT, werte | {"hoechstens": EINZELN + 1}).fetchall()
        for fall in self._faelle:
            eingabe = sql.Identifier(fall.modul.eingabe)
            if fall.coder_version not in marken or len(geschrieben) > EINZELN:
                zeilen = self._conn.execute(sql.SQL(VERALTET).format(eingabe=eingabe), fall.kopf)
            else:
                mehr = {
                    "items": [id_ for id_, _ in geschrieben],
                    "roh": [roh for _, roh in geschrieben],
                    "nachbarn": fall.modul.nachbarn,
                }
                abfrage = sql.SQL(VERALTET_DARUNTER).format(eingabe=eingabe)
                zeilen = self._conn.execute(abfrage, fall.kopf | mehr)
            yield fall, dict(zeilen.fetchall())

    def _arbeit(self, fall: Fall, fehlend: int, ungesichtet: Sequence[int] | None) -> Arbeit:
        veraltet, abgelehnt, _ = self._vermerkt(fall, ungesichtet)
        arbeit = Arbeit(fehlend, Liste(), Liste(), len(veraltet), len(abgelehnt))
        if not fehlend and not veraltet:
            return arbeit
        with self._conn.cursor("zu_rechnen") as zeiger:
            zeiger.itersize = 50_000
            zeiger.execute(ZU_RECHNEN, self._suche(fall, fehlend, veraltet, abgelehnt))
            for id_, slot, je in zeiger:
                if not je:
                    arbeit.luecken.anfuegen(id_, slot)
                elif self._seit is None or slot >= self._seit:
                    arbeit.umstellung.anfuegen(id_, slot)
        return arbeit

    def _umfang(self, fall: Fall, fehlend: int, ungesichtet: Sequence[int] | None) -> Umfang:
        veraltet, abgelehnt, seit = self._vermerkt(fall, ungesichtet)
        if not fehlend and not veraltet:
            return Umfang(0, 0, 0, 0, len(abgelehnt), None)
        werte = self._suche(fall, fehlend, veraltet, abgelehnt) | {"seit": self._seit}
        luecken, umstellung, aeltester = self._zeile(ZUSAMMEN.format(zu_rechnen=ZU_RECHNEN), werte)
        aeltester = min(filter(None, (aeltester, seit)), default=None)
        return Umfang(fehlend, luecken, umstellung, len(veraltet), len(abgelehnt), aeltester)

    def _vermerkt(self, fall: Fall, ungesichtet: Sequence[int] | None) -> tuple[list[int], list[int], datetime | None]:
        """Die veralteten Items, die zu oft abgelehnten, und seit wann ein veraltetes vermerkt ist."""
        zeilen = self._conn.execute(VERMERKT, fall.kopf).fetchall()
        abgelehnt = [id_ for id_, versuche, _ in zeilen if versuche >= VERSUCHE]
        offen = {id_ for id_, versuche, _ in zeilen if versuche < VERSUCHE} | set(ungesichtet or ())
        seit = min((wann for _, versuche, wann in zeilen if versuche < VERSUCHE), default=None)
        return sorted(offen.difference(abgelehnt)), abgelehnt, seit

    def _suche(self, fall: Fall, fehlend: int, veraltet: Sequence[int], abgelehnt: Sequence[int]) -> dict[str, Any]:
        """Die Parameter von ZU_RECHNEN; gesucht wird nur unter den neuesten Items, wenn dort alles steht."""
        werte = fall.kopf | {"veraltet": list(veraltet), "abgelehnt": list(abgelehnt), "ab": None}
        if fehlend < NEUESTE and (zeile := self._conn.execute(GRENZSLOT, {"neueste": NEUESTE}).fetchone()):
            mit_grenze = werte | {"ab": zeile[0]}
            if self._zeile(FEHLEND_AB, mit_grenze)[0] == fehlend and not self._zeile(VERALTET_AELTER, mit_grenze)[0]:
                return mit_grenze
        return werte

    def _zeile(self, abfrage: str, werte: dict[str, Any] | None = None) -> tuple[Any, ...]:
        zeile: tuple[Any, ...] | None = self._conn.execute(abfrage.encode(), werte).fetchone()
        assert zeile is not None
        return zeile
