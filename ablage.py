"""Die Ablage codings: vergleichen, was da ist, und in einem Zug schreiben, was neu oder anders ist.

Alles SQL, das codings schreibt, steht hier. Unveränderte Zeilen werden nicht angefasst.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gleitkomma import wie_real

if TYPE_CHECKING:
    import psycopg

# zuletzt ordnet die Versionen, auch wenn die Uhr einmal vorging.
VERSION_EINTRAGEN = """
insert into coder_versionen as v (coder_version, schicht, komponenten, vorgabe, gerechnet, sekunden, zuletzt)
select %(coder_version)s, %(schicht)s, %(komponenten)s, %(vorgabe)s, %(gerechnet)s, %(sekunden)s,
       greatest(now(), max(zuletzt) + interval '1 microsecond')
from coder_versionen
on conflict (coder_version) do update
set zuletzt = excluded.zuletzt, vorgabe = v.vorgabe or excluded.vorgabe, gerechnet = v.gerechnet + excluded.gerechnet,
    sekunden = v.sekunden + excluded.sekunden
"""

# Nach einem Backfill ist jede Zeile aus dem Stand dieser Transaktion gerechnet: nichts Älteres ist noch zu sichten.
GESICHTET = """
update coder_versionen
set gesichtet = pg_snapshot_xmin(pg_current_snapshot()), geprueft = pg_snapshot_xmin(pg_current_snapshot()),
    instanz = (select system_identifier from pg_control_system())
where coder_version = %(coder_version)s
"""

# Was der eigene Lauf eben schrieb, muss der nächste nicht vergleichen.
GEPRUEFT = """
update coder_versionen
set geprueft = pg_snapshot_xmax(pg_current_snapshot())
where coder_version = any(%(versionen)s) and geprueft is not null
"""

ERLEDIGT = """
delete from rueckstand
where schicht = %(schicht)s and coder_version = %(coder_version)s
  and (%(items)s::bigint[] is null or item_id = any(%(items)s)) and item_id <> all(%(abgelehnt)s)
"""

# Die abgelehnten Zeilen stehen noch in der Zwischentabelle. Ändert sich die Eingabe, beginnt die Zählung von vorn.
ABGELEHNT = """
insert into rueckstand as q (schicht, coder_version, item_id, eingabe_hash, versuche, sqlstate, meldung)
select %(schicht)s, %(coder_version)s, z.item_id, z.eingabe_hash, 1, f.sqlstate, f.meldung
from unnest(%(items)s::bigint[], %(sqlstates)s::text[], %(meldungen)s::text[]) as f (item_id, sqlstate, meldung)
join zeilen z using (item_id)
on conflict (schicht, coder_version, item_id) do update
set versuche = case when q.eingabe_hash = excluded.eingabe_hash then q.versuche else 0 end + 1,
    eingabe_hash = excluded.eingabe_hash, sqlstate = excluded.sqlstate, meldung = excluded.meldung
"""

VERSION_LEER = "select not exists (select from codings where schicht = %s and coder_version = %s)"

LESEN = """
select item_id, eingabe_hash, konfidenz, nutzlast
from codings
where schicht = %s and coder_version = %s and item_id = any(%s)
"""

ZWISCHENTABELLE = """
create temporary table if not exists zeilen (
    item_id bigint not null, eingabe_hash text not null, konfidenz real, nutzlast text not null
) on commit delete rows
"""

# Solange die coder_version noch keine Zeile hat, gibt es nichts zu vergleichen; das spart den Weg über zeilen.
ERSTMALS = "copy codings (schicht, coder_version, item_id, eingabe_hash, konfidenz, nutzlast) from stdin"
AUFNEHMEN = "copy zeilen (item_id, eingabe_hash, konfidenz, nutzlast) from stdin"

# nutzlast wird erst hier jsonb: so trifft ein Fehler darin eine Zeile und nicht den ganzen Strom.
SCHREIBEN = """
insert into codings (item_id, schicht, coder_version, eingabe_hash, konfidenz, nutzlast)
select item_id, %(schicht)s, %(coder_version)s, eingabe_hash, konfidenz, nutzlast::jsonb
from zeilen
where item_id between %(von)s and %(bis)s
order by item_id
on conflict (item_id, schicht, coder_version) do update
set eingabe_hash = excluded.eingabe_hash, konfidenz = excluded.konfidenz, nutzlast = excluded.nutzlast,
    kodiert_am = now()
where (codings.eingabe_hash, codings.konfidenz, codings.nutzlast)
    is distinct from (excluded.eingabe_hash, excluded.konfidenz, excluded.nutzlast)
"""

GRENZEN = "select min(item_id), max(item_id) from zeilen"
MITTE = """
select percentile_disc(0.5) within group (order by item_id)
from zeilen
where item_id between %s and %s
"""

# Macht aus dem Einkreisen vieler schlechter Zeilen eine Suche statt ebenso vieler Durchgänge.
EINKREISEN = "create index if not exists zeilen_item_id on zeilen (item_id)"
DA = "select exists (select from codings where item_id = %s and schicht = %s and coder_version = %s)"

# So viele neue und geänderte Items nennt eine Zählung.
NENNEN = 1_000

# Klassen von SQLSTATE, die an den Daten einer Zeile liegen: Wert, Bedingung, Sicht, Grenze, Einspruch eines Triggers.
ZEILENFEHLER = ("22", "23", "44", "54", "P0")


class Zeile(NamedTuple):
    """Eine fertige Kodierung."""

    item_id: int
    eingabe_hash: str
    nutzlast: dict[str, Any]
    konfidenz: float | None = None


class Gespeichert(NamedTuple):
    """Was zu einem Item schon in codings steht."""

    eingabe_hash: str
    konfidenz: float | None
    nutzlast: dict[str, Any]


class Fehlschlag(NamedTuple):
    """Ein Item, dessen Zeile die Datenbank ablehnte, mit dem ursprünglichen SQLSTATE."""

    item_id: int
    sqlstate: str
    grund: str


class Zaehlung:
    """Wie viele Zeilen neu, geändert, unverändert und fehlerhaft sind, und die ersten der neuen und geänderten."""

    def __init__(self) -> None:
        self.neu = 0
        self.geaendert = 0
        self.unveraendert = 0
        self.fehlschlaege: list[Fehlschlag] = []
        self.abweichend: list[int] = []
        self.fehlend: list[int] = []

    @property
    def items(self) -> int:
        """Wie viele Items der Lauf rechnete."""
        return self.neu + self.geaendert + self.unveraendert + len(self.fehlschlaege)


class Ablage:
    """Die Zeilen einer Schicht und coder_version, innerhalb der laufenden Transaktion der Verbindung.

    Args:
        conn: Verbindung in einer Transaktion.
        schicht: Schicht der Zeilen.
        coder_version: ihre Version.
        trocken: nur vergleichen, nichts schreiben.
    """

    def __init__(self, conn: psycopg.Connection[Any], schicht: str, coder_version: str, *, trocken: bool) -> None:
        self._conn = conn
        self.schicht = schicht
        self.coder_version = coder_version
        self._trocken = trocken
        self.zaehlung = Zaehlung()
        self._leer = bool(self._wert(VERSION_LEER, (schicht, coder_version)))
        if not trocken:
            conn.execute(ZWISCHENTABELLE)

    def _wert(self, abfrage: str, werte: Any) -> Any:
        zeile = self._conn.execute(abfrage, werte).fetchone()
        return zeile[0] if zeile else None

    def gespeichert(self, item_ids: Iterable[int]) -> dict[int, Gespeichert]:
        """Die vorhandenen Zeilen dieser Items."""
        ids = list(item_ids)
        if self._leer or not ids:
            return {}
        with self._conn.cursor(binary=True) as zeiger:
            zeiger.execute(LESEN, (self.schicht, self.coder_version, ids))
            return {item_id: Gespeichert(*rest) for item_id, *rest in zeiger}

    def aufnehmen(self, zeilen: Sequence[Zeile]) -> None:
        """Vergleicht Zeilen mit dem Vorhandenen, zählt sie und merkt die neuen und anderen zum Schreiben vor."""
        alt = self.gespeichert(z.item_id for z in zeilen)
        andere = []
        for zeile in zeilen:
            vorhanden = alt.get(zeile.item_id)
            if vorhanden is None:
                self.zaehlung.neu += 1
                _merken(self.zaehlung.fehlend, zeile.item_id)
            elif vorhanden == (zeile.eingabe_hash, _real(zeile.konfidenz), zeile.nutzlast):
                self.zaehlung.unveraendert += 1
                continue
            else:
                self.zaehlung.geaendert += 1
                _merken(self.zaehlung.abweichend, zeile.item_id)
            andere.append(zeile)
        if andere and not self._trocken and not (self._leer and self._erstmals_schreiben(andere)):
            with self._conn.cursor() as zeiger, zeiger.copy(AUFNEHMEN) as strom:
                for z in andere:
                    strom.write_row((z.item_id, z.eingabe_hash, z.konfidenz, json.dumps(z.nutzlast)))

    def _erstmals_schreiben(self, zeilen: Sequence[Zeile]) -> bool:
        """Schreibt Zeilen einer neuen coder_version geradewegs; ``False``, wenn die Datenbank eine ablehnt."""
        import psycopg

        kopf = self.schicht, self.coder_version
        try:
            with self._conn.transaction(), self._conn.cursor() as zeiger, zeiger.copy(ERSTMALS) as strom:
                for z in zeilen:
                    strom.write_row((*kopf, z.item_id, z.eingabe_hash, z.konfidenz, json.dumps(z.nutzlast)))
        except psycopg.Error as fehler:
            if not (fehler.sqlstate or "").startswith(ZEILENFEHLER):
                raise
            return False
        return True

    def schreiben(self) -> None:
        """Schreibt das Vorgemerkte aufsteigend nach item_id.

        Lehnt die Datenbank Zeilen ab, werden sie einzeln aufgespürt und gemeldet; alle übrigen stehen.
        """
        grenzen = self._conn.execute(GRENZEN).fetchone()
        if grenzen and grenzen[0] is not None:
            self._bereich_schreiben(*grenzen)

    def _bereich_schreiben(self, von: int, bis: int) -> None:
        import psycopg

        try:
            with self._conn.transaction():
                werte = {"schicht": self.schicht, "coder_version": self.coder_version, "von": von, "bis": bis}
                self._conn.execute(SCHREIBEN, werte)
        except psycopg.Error as fehler:
            if not (fehler.sqlstate or "").startswith(ZEILENFEHLER):
                raise
            if von == bis:
                self._ablehnen(von, fehler)
                return
            self._conn.execute(EINKREISEN)
            mitte = self._wert(MITTE, (von, bis))
            self._bereich_schreiben(von, mitte)
            if mitte < bis:
                self._bereich_schreiben(self._wert("select min(item_id) from zeilen where item_id > %s", (mitte,)), bis)

    def _ablehnen(self, item_id: int, fehler: psycopg.Error) -> None:
        if self._wert(DA, (item_id, self.schicht, self.coder_version)):
            self.zaehlung.geaendert -= 1
        else:
            self.zaehlung.neu -= 1
        grund = fehler.diag.message_primary or str(fehler)
        self.zaehlung.fehlschlaege.append(Fehlschlag(item_id, fehler.sqlstate or "", grund))

    def abschliessen(
        self, komponenten: Mapping[str, Any], items: Sequence[int] | None, *, vorgabe: bool, sekunden: float
    ) -> None:
        """Vermerkt, womit gerechnet wurde, was damit erledigt ist und was die Datenbank ablehnte.

        Args:
            komponenten: woraus die coder_version besteht.
            items: die gerechneten Items, ``None`` für den Gesamtbestand.
            vorgabe: ob die Angaben des Laufs die Vorgabe waren.
            sekunden: wie lange der Lauf rechnete.
        """
        from psycopg.types.json import Jsonb

        kopf = {"schicht": self.schicht, "coder_version": self.coder_version}
        schlecht = self.zaehlung.fehlschlaege
        abgelehnt = [f.item_id for f in schlecht]
        rest = {"gerechnet": self.zaehlung.items, "sekunden": sekunden, "vorgabe": vorgabe}
        self._conn.execute(VERSION_EINTRAGEN, kopf | rest | {"komponenten": Jsonb(dict(komponenten))})
        if items is None:
            self._conn.execute(GESICHTET, kopf)
        self._conn.execute(ERLEDIGT, kopf | {"items": None if items is None else list(items), "abgelehnt": abgelehnt})
        if schlecht:
            gruende = {"sqlstates": [f.sqlstate for f in schlecht], "meldungen": [f.grund for f in schlecht]}
            self._conn.execute(ABGELEHNT, kopf | gruende | {"items": abgelehnt})


def _real(konfidenz: float | None) -> float | None:
    """Die Konfidenz, wie die Spalte sie hält; sonst gälte jede Zeile beim zweiten Lauf als geändert."""
    return None if konfidenz is None else wie_real(konfidenz)


def _merken(ids: list[int], item_id: int) -> None:
    if len(ids) < NENNEN:
        ids.append(item_id)
