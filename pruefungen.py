"""Die Prüfungen des Rauchtests: was check_db.py die Datenbank fragt. Ändert nichts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import Any

import psycopg
from psycopg.rows import class_row, namedtuple_row

import befund
import zeit
from befund import Ablage, Befund, Sitzung, bezeichner
from migrationsbuch import INGEST, Verbindung, stand
from migrationsdatei import Migrationsfehler

# Was Phase 2 an jeder Tabelle darf: gelesen wird Ingest, geschrieben nur, was Phase 2 gehört.
RECHTE = {
    "raw_items": ("select",),
    "raw_item_versionen": ("select",),
    "codings": ("select", "insert", "update", "delete"),
    "coder_versionen": ("select", "insert", "update", "delete"),
    "dubletten_vorgriff": ("select", "insert", "delete"),
    "rueckstand": ("select", "insert", "update", "delete"),
    "akteure": ("select", "insert", "update", "delete"),
    "akteur_qids": ("select", "insert", "update", "delete"),
    "akteur_aliase": ("select", "insert", "update", "delete"),
    "akteur_parteien": ("select", "insert", "update", "delete"),
    "aemter": ("select", "insert", "update", "delete"),
    "amtsformen": ("select", "insert", "update", "delete"),
    "amtsinhaber": ("select", "insert", "update", "delete"),
    "item_embeddings": ("select", "insert", "update", "delete"),
    "lexikon_stand": ("select", "insert", "update"),
    "orte": ("select", "insert", "update", "delete"),
    "ortsformen": ("select", "insert", "update", "delete"),
    "orte_stand": ("select", "insert", "update"),
}

SITZUNG = """
    select
        current_user as rolle,
        current_database() as datenbank,
        current_setting('search_path') as suchpfad,
        split_part(current_setting('server_version'), ' ', 1) as server,
        current_setting('server_version_num')::integer as servernummer,
        current_setting('server_encoding') as kodierung
"""

SORTIERUNG = """
    select datcollversion as angelegt, pg_database_collation_actual_version(oid) as vorhanden
    from pg_database
    where datname = current_database()
"""

# current_schemas() lässt Schemas ohne USAGE weg; deshalb zuerst nach USAGE fragen, dann nach dem Suchpfad.
VECTOR = """
    select
        exists (select from pg_available_extensions where name = 'vector') as verfuegbar,
        e.extversion as version,
        n.nspname as schema,
        has_schema_privilege(n.oid, 'usage') as usage,
        n.nspname = any (current_schemas(true)) as im_suchpfad
    from (values (1)) as immer_eine_zeile
    left join pg_extension e on e.extname = 'vector'
    left join pg_namespace n on n.oid = e.extnamespace
"""

TABELLEN = """
    select
        name,
        n.nspname as schema,
        has_schema_privilege(n.oid, 'usage') as usage,
        n.nspname = any (current_schemas(true)) as im_suchpfad
    from unnest(%s::text[]) as name
    left join pg_class c on c.relname = name and c.relkind in ('r', 'p') and c.relpersistence = 'p'
    left join pg_namespace n on n.oid = c.relnamespace
    order by name, n.nspname = any (current_schemas(true)) desc nulls last
"""

FEHLENDE_RECHTE = """
    select recht
    from unnest(%(rechte)s::text[]) with ordinality as gefragt (recht, folge)
    where not has_table_privilege(to_regclass(%(tabelle)s), recht)
    order by folge
"""

BESTAND = """
    select count(*) as items, max(slot) as neuester
    from raw_items
"""

JE_HAUS_UND_TAG = """
    select haus, (slot at time zone 'Europe/Berlin')::date as tag, count(*) as items
    from raw_items
    where slot >= %(ab)s
    group by haus, tag
    order by haus collate "C", tag
"""

RUECKSTAND = """
    with aktuell as (
        select distinct on (schicht) schicht, coder_version
        from coder_versionen
        where vorgabe
        order by schicht, zuletzt desc, coder_version collate "C"
    )
    select
        a.schicht,
        a.coder_version,
        exists (
            select from codings c where c.schicht = a.schicht and c.coder_version = a.coder_version
        ) as gelaufen,
        offen.slots,
        offen.items,
        offen.aeltester
    from aktuell a
    cross join lateral (
        select count(distinct r.slot) as slots, count(*) as items, min(r.slot) as aeltester
        from raw_items r
        where not exists (
            select from codings c
            where c.item_id = r.id and c.schicht = a.schicht and c.coder_version = a.coder_version
        )
    ) offen
    order by a.schicht collate "C"
"""

NACHHOLEN = "python phase2.py --aufholen"


@dataclass
class Bericht:
    """Alle Befunde und der Bestand der letzten Tage (Haus → Tag → Anzahl)."""

    befunde: list[Befund] = field(default_factory=list)
    bestand: dict[str, dict[date, int]] = field(default_factory=dict)

    @property
    def in_ordnung(self) -> bool:
        """Wahr, wenn kein Befund ein Fehler ist."""
        return not any(b.stufe == "FEHLER" for b in self.befunde)


def pruefen(conn: Verbindung, tage: int) -> Bericht:
    """Prüft eine Datenbank und ändert nichts.

    Args:
        conn: Verbindung im Autocommit.
        tage: wie viele Tage der Bestand zurückreicht, vom neuesten Slot an.
    """
    # Hinter einer fremden Sperre soll der Rauchtest nicht hängen, sondern sie melden.
    conn.execute("set default_transaction_read_only = on")
    conn.execute("set lock_timeout = '5s'")
    bericht = Bericht()
    with conn.cursor(row_factory=class_row(Sitzung)) as cur:
        sitzung = cur.execute(SITZUNG).fetchall()[0]
    bericht.befunde += [befund.anmeldung(sitzung), befund.kodierung(sitzung)]
    if sitzung.servernummer < befund.SERVER_AB:
        return bericht
    bericht.befunde += _sortierung(conn, sitzung)
    bericht.befunde += _uhr(conn)
    bericht.befunde += _vector(conn, sitzung)
    if unerreichbar := list(_tabellen(conn, sitzung)):
        # Ohne die Tabellen von Ingest wäre jede weitere Meldung nur eine Folge dieser.
        bericht.befunde += unerreichbar
        return bericht
    for pruefung in (_migrationen(conn), _rechte(conn, sitzung), _bestand(conn, tage, bericht), _rueckstand(conn)):
        try:
            bericht.befunde += pruefung
        except psycopg.errors.LockNotAvailable:
            bericht.befunde.append(
                Befund("FEHLER", "Sperre", "eine andere Sitzung sperrt die Tabellen seit über 5 s", "später erneut")
            )
        except psycopg.Error as fehler:
            if conn.closed:
                raise
            meldung = " ".join(str(fehler).split())
            bericht.befunde.append(Befund("FEHLER", "Prüfung", f"{meldung} (SQLSTATE {fehler.sqlstate})"))
    return bericht


def _sortierung(conn: Verbindung, sitzung: Sitzung) -> Iterator[Befund]:
    zeile = _zeile(conn, SORTIERUNG)
    yield befund.sortierung(zeile.angelegt, zeile.vorhanden, sitzung.datenbank)


def _uhr(conn: Verbindung) -> Iterator[Befund]:
    vorher = datetime.now(UTC)
    server = _zeile(conn, "select clock_timestamp() as jetzt").jetzt
    yield befund.uhr(server - (vorher + (datetime.now(UTC) - vorher) / 2))


def _vector(conn: Verbindung, sitzung: Sitzung) -> Iterator[Befund]:
    zeile = _zeile(conn, VECTOR)
    ablage = Ablage(zeile.schema, zeile.usage, zeile.im_suchpfad) if zeile.schema else None
    yield befund.erweiterung_vector(zeile.verfuegbar, zeile.version, ablage, sitzung)


def _tabellen(conn: Verbindung, sitzung: Sitzung) -> Iterator[Befund]:
    # Gleichnamige Tabellen kann es in mehreren Schemas geben; die erreichbare steht vorn und gilt.
    funde = {zeile.name: zeile for zeile in reversed(_zeilen(conn, TABELLEN, (list(INGEST),)))}
    if fehlend := [name for name, zeile in funde.items() if zeile.schema is None]:
        yield Befund(
            "FEHLER",
            "Tabellen",
            f"es fehlt {', '.join(sorted(fehlend))}",
            "Phase 1 liefert das Ingest-Schema; für Demo und Tests: python beispiel/laden.py --schema",
        )
    for schema, gruppe in groupby(sorted(z for z in funde.values() if z.schema), key=lambda z: z[1:]):
        namen = ", ".join(zeile.name for zeile in gruppe)
        if mangel := befund.erreichbar("Tabellen", namen, Ablage(*schema), sitzung):
            yield mangel


def _migrationen(conn: Verbindung) -> Iterator[Befund]:
    try:
        lage = stand(conn)
    except Migrationsfehler as fehler:
        yield Befund("FEHLER", "Migrationen", str(fehler))
        return
    if lage.geaendert:
        yield Befund(
            "FEHLER",
            "Migrationen",
            f"nach der Anwendung geändert: {', '.join(lage.geaendert)}",
            "die Datei zurücksetzen, Änderungen als neue Migration schreiben",
        )
    if lage.ohne_datei:
        yield Befund(
            "Warnung",
            "Migrationen",
            f"im Migrationsbuch, aber ohne Datei: {', '.join(lage.ohne_datei)}",
            "läuft hier ein älterer Stand des Programms?",
        )
    if lage.ausstehend:
        namen = ", ".join(m.name + (" (Lücke)" if m.name in lage.luecken else "") for m in lage.ausstehend)
        yield Befund("FEHLER", "Migrationen", f"ausstehend: {namen}", "python migrieren.py")
    elif not lage.geaendert:
        yield Befund("ok", "Migrationen", f"alle {len(lage.migrationen)} angewandt")


def _rechte(conn: Verbindung, sitzung: Sitzung) -> Iterator[Befund]:
    rolle, alles_da = bezeichner(sitzung.rolle), True
    for tabelle, rechte in RECHTE.items():
        fehlend = [z.recht for z in _zeilen(conn, FEHLENDE_RECHTE, {"tabelle": tabelle, "rechte": list(rechte)})]
        if fehlend:
            alles_da = False
            liste = ", ".join(fehlend)
            yield Befund("FEHLER", "Rechte", f"{tabelle}: es fehlt {liste}", f"grant {liste} on {tabelle} to {rolle};")
    # Geschrieben wird über eine temporäre Tabelle.
    if not _zeile(conn, "select has_database_privilege(current_database(), 'temporary') as darf").darf:
        alles_da = False
        yield Befund(
            "FEHLER",
            "Rechte",
            "keine temporären Tabellen erlaubt",
            f"grant temporary on database {bezeichner(sitzung.datenbank)} to {rolle};",
        )
    if alles_da:
        yield Befund("ok", "Rechte", "raw_items lesbar, codings beschreibbar")


def _bestand(conn: Verbindung, tage: int, bericht: Bericht) -> Iterator[Befund]:
    if not _lesbar(conn, "raw_items"):
        return
    zeile = _zeile(conn, BESTAND)
    if not zeile.items:
        yield Befund(
            "Warnung",
            "Bestand",
            "raw_items ist leer",
            "auf den Ingest warten oder laden: python beispiel/laden.py beispiel/raw_items.jsonl",
        )
        return
    alter = datetime.now(UTC) - zeile.neuester
    text = f"{zeile.items} Items, neuester Slot {zeit.slot_text(zeile.neuester)}"
    if alter < -befund.UHR_TOLERANZ:
        yield Befund("Warnung", "Bestand", f"{text} liegt in der Zukunft", "Uhr des Ingest prüfen")
    else:
        yield Befund("ok", "Bestand", f"{text}, {_dauer(alter)} alt")
    ab, _ = zeit.tagesgrenzen(zeit.berliner_tag(zeile.neuester) - tage + 1)
    for je_tag in _zeilen(conn, JE_HAUS_UND_TAG, {"ab": ab}):
        bericht.bestand.setdefault(je_tag.haus, {})[je_tag.tag] = je_tag.items


def _rueckstand(conn: Verbindung) -> Iterator[Befund]:
    if not all(_lesbar(conn, tabelle) for tabelle in ("raw_items", "codings", "coder_versionen")):
        return
    schichten = _zeilen(conn, RUECKSTAND)
    if not schichten:
        yield Befund("Hinweis", "Kodierungen", "noch nie gelaufen", NACHHOLEN)
    for zeile in schichten:
        thema = f"Schicht {zeile.schicht}"
        if not zeile.gelaufen:
            yield Befund("Hinweis", thema, f"{zeile.coder_version} noch nie gelaufen", NACHHOLEN)
        elif zeile.slots:
            yield Befund(
                "Hinweis",
                thema,
                f"{zeile.slots} Slots mit {zeile.items} Items ohne Kodierung durch {zeile.coder_version}, "
                f"ältester {zeit.slot_text(zeile.aeltester)}",
                NACHHOLEN,
            )
        else:
            yield Befund("ok", thema, f"alle Items kodiert durch {zeile.coder_version}")


def _lesbar(conn: Verbindung, tabelle: str) -> bool:
    return bool(_zeile(conn, "select has_table_privilege(to_regclass(%s), 'select') as darf", (tabelle,)).darf)


def _dauer(spanne: timedelta) -> str:
    minuten = int(spanne.total_seconds() // 60)
    if minuten < 120:
        return f"{minuten} min"
    return f"{minuten // 60} h" if minuten < 48 * 60 else f"{minuten // (24 * 60)} Tage"


def _zeilen(conn: Verbindung, sql: str, werte: Any = ()) -> list[Any]:
    with conn.cursor(row_factory=namedtuple_row) as cur:
        return cur.execute(sql.encode(), werte).fetchall()


def _zeile(conn: Verbindung, sql: str, werte: Any = ()) -> Any:
    return _zeilen(conn, sql, werte)[0]
