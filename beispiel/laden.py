"""Lädt Meldungen aus JSON-Zeilen in die Ingest-Tabellen; dieselbe Datei zweimal lädt nichts Neues.

Beispiele:
    python beispiel/laden.py --schema beispiel/raw_items.jsonl     # Tabellen anlegen, Beispieldaten laden
    python beispiel/laden.py meldungen.jsonl.gz weitere.jsonl      # gepackt oder nicht, mehrere Dateien

Eine Zeile ist ein JSON-Objekt mit haus und erfasst_am (Pflicht) sowie feed, guid, url, titel, teaser, volltext,
sprache, pubdate und fassungen. Eine fehlerhafte Zeile wird genannt und übergangen, der Rest geladen.
Rückgabe: 0 alles geladen, 1 Zeilen übergangen, 2 falscher Aufruf oder Datei unlesbar, 75 Datenbank vorübergehend weg.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import db
from befehl import AUFRUF, GESCHEITERT, GETAN, Zerleger, melden
from beispiel.zeilen import Dateifehler, Fassung, Meldung, Zeilenfehler, datei_lesen, zeile_lesen
from deutung import ausgang

SCHEMA = Path(__file__).with_name("ingest-schema.sql")
# Beides begrenzt den Speicher: viele kleine Meldungen ebenso wie wenige mit langem Volltext.
STAPEL_ZEILEN = 5000
STAPEL_BYTES = 8 * 1024 * 1024
ABGEBROCHEN = 130  # 128 + SIGINT

TABELLEN = ["raw_items", "raw_item_versionen", "codings"]
FEHLENDE = """
select name
from unnest(%s::text[]) with ordinality as t (name, platz)
where to_regclass(name) is null
order by platz
"""

# Zwei Läufe zugleich laden nacheinander: eine Meldung ohne guid schützt kein Schlüssel vor doppeltem Einfügen.
SPERRE = "select pg_advisory_xact_lock(hashtext('wurzelwerk/laden'))"

PUFFER = """
create temporary table lade_items (
    nr integer primary key, item_id bigint,
    haus text, feed text, guid text, url text, titel text, teaser text, volltext text, sprache text,
    pubdate timestamptz, erfasst_am timestamptz, slot timestamptz
) on commit delete rows;
create temporary table lade_fassungen (
    nr integer, fassung integer, titel text, teaser text, erfasst_am timestamptz, slot timestamptz
) on commit delete rows
"""

COPY_ITEMS = """
copy lade_items (nr, haus, feed, guid, url, titel, teaser, volltext, sprache, pubdate, erfasst_am, slot) from stdin
"""

COPY_FASSUNGEN = "copy lade_fassungen (nr, fassung, titel, teaser, erfasst_am, slot) from stdin"

# Wer schon da ist: mit guid über den Schlüssel, ohne guid über alles, was die Meldung sonst ausmacht.
VORHANDENE_MIT_GUID = """
update lade_items as l
set item_id = r.id
from raw_items as r
where l.item_id is null and r.haus = l.haus and r.guid = l.guid
"""

VORHANDENE_OHNE_GUID = """
update lade_items as l
set item_id = r.id
from raw_items as r
where l.item_id is null and l.guid is null and r.guid is null
  and r.haus = l.haus and r.erfasst_am = l.erfasst_am
  and r.url is not distinct from l.url and r.titel is not distinct from l.titel
"""

# Nach nr geordnet, damit die Nummern der Reihenfolge in der Datei folgen.
NEUE_ITEMS = """
insert into raw_items (haus, feed, guid, url, titel, teaser, volltext, sprache, pubdate, erfasst_am, slot)
select haus, feed, guid, url, titel, teaser, volltext, sprache, pubdate, erfasst_am, slot
from lade_items
where item_id is null
order by nr
on conflict (haus, guid) do nothing
"""

NEUE_FASSUNGEN = """
insert into raw_item_versionen (item_id, fassung, titel, teaser, erfasst_am, slot)
select l.item_id, f.fassung, f.titel, f.teaser, f.erfasst_am, f.slot
from lade_fassungen as f
join lade_items as l using (nr)
order by l.item_id, f.fassung
on conflict (item_id, fassung) do nothing
"""


@dataclass
class Bilanz:
    """Was ein Lauf getan hat; ``ersetzt`` zählt Zeichen, die PostgreSQL nicht speichern kann."""

    zeilen: int = 0
    neu: int = 0
    vorhanden: int = 0
    fassungen_neu: int = 0
    ersetzt: int = 0
    fehlerhaft: int = 0
    dateien_unlesbar: list[str] = field(default_factory=list)
    sekunden: float = 0.0

    @property
    def rueckgabe(self) -> int:
        """Der Rückgabewert des Laufs: eine unlesbare Datei wiegt schwerer als eine übergangene Zeile."""
        if self.dateien_unlesbar:
            return AUFRUF
        return GESCHEITERT if self.fehlerhaft else GETAN

    def als_json(self) -> str:
        """Die Bilanz als ein JSON-Objekt."""
        return json.dumps({"modul": "laden", **vars(self), "sekunden": round(self.sekunden, 3)}, ensure_ascii=False)

    def als_text(self) -> str:
        """Die Bilanz als eine Zeile."""
        return (
            f"laden: {self.zeilen} Zeilen, neu {self.neu}, vorhanden {self.vorhanden}, "
            f"Fassungen neu {self.fassungen_neu}, ersetzt {self.ersetzt}, fehlerhaft {self.fehlerhaft}, "
            f"{self.sekunden:.1f} s".replace(".", ",")
        )


class Stapel:
    """Meldungen, die zusammen geschrieben werden, in der Reihenfolge der Datei."""

    def __init__(self) -> None:
        self.meldungen: list[Meldung] = []
        self.fassungen: list[tuple[int, Fassung]] = []
        self._nummern: dict[tuple[object, ...], int] = {}
        self.zeilen = 0
        self.bytes = 0

    @property
    def voll(self) -> bool:
        """Ob es Zeit ist zu schreiben."""
        return self.zeilen >= STAPEL_ZEILEN or self.bytes >= STAPEL_BYTES

    def aufnehmen(self, meldung: Meldung, fassungen: Sequence[Fassung], groesse: int) -> None:
        """Nimmt eine Meldung auf; steht sie schon im Stapel, kommen nur ihre Fassungen hinzu."""
        self.zeilen += 1
        self.bytes += groesse
        schluessel: tuple[object, ...] = (meldung.haus, meldung.guid)
        if meldung.guid is None:
            schluessel = (*schluessel, meldung.url, meldung.titel, meldung.erfasst_am)
        nummer = self._nummern.setdefault(schluessel, len(self.meldungen))
        if nummer == len(self.meldungen):
            self.meldungen.append(meldung)
        self.fassungen.extend((nummer, fassung) for fassung in fassungen)


def schreiben(verbindung: psycopg.Connection, stapel: Stapel, bilanz: Bilanz) -> None:
    """Schreibt einen Stapel in einer Transaktion: entweder Meldungen samt Fassungen oder nichts davon."""
    with verbindung.transaction(), verbindung.cursor() as zeiger:
        zeiger.execute(SPERRE)
        with zeiger.copy(COPY_ITEMS) as kopie:
            for nummer, meldung in enumerate(stapel.meldungen):
                kopie.write_row((nummer, *meldung))
        with zeiger.copy(COPY_FASSUNGEN) as kopie:
            for nummer, fassung in stapel.fassungen:
                kopie.write_row((nummer, *fassung))
        # Ohne Statistik vergliche PostgreSQL jeden Stapel mit dem ganzen Bestand statt über den Schlüssel.
        zeiger.execute("analyze lade_items")
        _zuordnen(zeiger, stapel)
        neu = zeiger.execute(NEUE_ITEMS).rowcount
        _zuordnen(zeiger, stapel)
        fassungen_neu = zeiger.execute(NEUE_FASSUNGEN).rowcount
    bilanz.neu += neu
    bilanz.vorhanden += stapel.zeilen - neu
    bilanz.fassungen_neu += fassungen_neu


def _zuordnen(zeiger: psycopg.Cursor, stapel: Stapel) -> None:
    zeiger.execute(VORHANDENE_MIT_GUID)
    # Ohne guid hilft kein Index; die Suche unterbleibt, wenn es nichts zu suchen gibt.
    if any(meldung.guid is None for meldung in stapel.meldungen):
        zeiger.execute(VORHANDENE_OHNE_GUID)


def datei_stapeln(pfad: Path, bilanz: Bilanz) -> Iterator[Stapel]:
    """Liest eine Datei und liefert sie in Stapeln; fehlerhafte Zeilen werden gemeldet und gezählt.

    Raises:
        Dateifehler: nach dem letzten Stapel, der sich noch lesen ließ.
    """
    stapel = Stapel()
    abbruch: Dateifehler | None = None
    try:
        for nummer, roh in datei_lesen(pfad):
            try:
                zeile = zeile_lesen(roh)
            except Zeilenfehler as fehler:
                bilanz.zeilen += 1
                bilanz.fehlerhaft += 1
                melden(f"{pfad}:{nummer}: übergangen: {fehler}")
                continue
            except UnicodeDecodeError:
                raise Dateifehler(f"kein UTF-8 in Zeile {nummer}, gelesen bis zur Zeile davor") from None
            bilanz.zeilen += 1
            if zeile.ersetzt:
                bilanz.ersetzt += zeile.ersetzt
                melden(f"{pfad}:{nummer}: {zeile.ersetzt} unzulässige Zeichen (NUL, Surrogate) durch U+FFFD ersetzt")
            stapel.aufnehmen(zeile.meldung, zeile.fassungen, len(roh))
            if stapel.voll:
                yield stapel
                stapel = Stapel()
    except Dateifehler as fehler:
        abbruch = fehler
    if stapel.zeilen:
        yield stapel
    if abbruch is not None:
        raise abbruch


def laden(verbindung: psycopg.Connection, dateien: Sequence[Path]) -> Bilanz:
    """Lädt Dateien nacheinander; eine unlesbare hält die übrigen nicht auf.

    Args:
        verbindung: Datenbank mit den Ingest-Tabellen.
        dateien: JSON-Zeilen, auch gepackt.

    Raises:
        psycopg.Error: die Datenbank lehnt ab oder ist weg; was vorher geschrieben wurde, bleibt.
    """
    beginn = time.monotonic()
    bilanz = Bilanz()
    with verbindung.transaction():
        verbindung.execute(PUFFER)
    for pfad in dateien:
        try:
            for stapel in datei_stapeln(pfad, bilanz):
                schreiben(verbindung, stapel, bilanz)
        except Dateifehler as fehler:
            bilanz.dateien_unlesbar.append(str(pfad))
            melden(f"{pfad}: nicht geladen: {fehler}")
    bilanz.sekunden = time.monotonic() - beginn
    return bilanz


def fehlende_tabellen(verbindung: psycopg.Connection) -> list[str]:
    """Die Ingest-Tabellen, die es in dieser Datenbank nicht gibt."""
    return [name for (name,) in verbindung.execute(FEHLENDE, (TABELLEN,))]


def schema_anlegen(verbindung: psycopg.Connection) -> None:
    """Legt die Ingest-Tabellen an, soweit sie fehlen; sind alle da, bleibt auch ihr Kommentar, wie er ist."""
    with verbindung.transaction():
        verbindung.execute(SPERRE)
        if fehlende_tabellen(verbindung):
            verbindung.execute(SCHEMA.read_bytes())


def argumente_lesen(worte: Sequence[str] | None) -> argparse.Namespace:
    """Liest die Befehlszeile.

    Raises:
        SystemExit: falscher Aufruf (2) oder --help (0).
    """
    aufruf = Zerleger(__doc__, prog="laden.py")
    aufruf.add_argument("dateien", nargs="*", type=Path, metavar="DATEI", help="JSON-Zeilen in UTF-8, auch gepackt")
    aufruf.add_argument("--schema", action="store_true", help="vorher die Ingest-Tabellen anlegen, soweit sie fehlen")
    aufruf.add_argument("--json", action="store_true", help="die Bilanz als ein JSON-Objekt")
    argumente = aufruf.parse_args(worte)
    if not argumente.dateien and not argumente.schema:
        aufruf.error("es fehlt: DATEI")
    return argumente


def main(worte: Sequence[str] | None = None) -> int:
    """Lädt die genannten Dateien und liefert den Rückgabewert des Programms."""
    argumente = argumente_lesen(worte)
    try:
        with db.verbinden("laden", autocommit=True) as verbindung:
            if argumente.schema:
                schema_anlegen(verbindung)
            if fehlend := fehlende_tabellen(verbindung):
                melden(f"Tabelle fehlt: {', '.join(fehlend)}. Mit --schema legt laden.py sie an.")
                return AUFRUF
            bilanz = laden(verbindung, argumente.dateien)
    except (db.Konfigurationsfehler, db.Verbindungsfehler, psycopg.Error) as fehler:
        return ausgang(fehler)
    except KeyboardInterrupt:
        melden("abgebrochen; was bis dahin geschrieben wurde, bleibt. Ein neuer Aufruf lädt den Rest.")
        return ABGEBROCHEN
    print(bilanz.als_json() if argumente.json else bilanz.als_text())
    return bilanz.rueckgabe


if __name__ == "__main__":
    sys.exit(main())
