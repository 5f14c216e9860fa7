"""Wendet an, was an Migrationen fehlt: aufsteigend, je Datei eine Transaktion samt Eintrag ins Migrationsbuch.

    python migrieren.py            # anwenden, was fehlt
    python migrieren.py --stand    # nur berichten: Ende mit 0, wenn nichts aussteht, sonst mit 3

Was einen Superuser braucht, läuft über ADMIN_DATABASE_URL, falls gesetzt; sonst endet der Lauf davor und nennt den
psql-Aufruf. Ende mit 0: alles angewandt, 1: Fehler, 2: falscher Aufruf, 75: gesperrt, später erneut.
"""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Callable, Sequence
from itertools import takewhile
from pathlib import Path

import psycopg

import befehl
import db
import deutung
from migrationsbuch import (
    INGEST,
    VERZEICHNIS,
    Stand,
    Verbindung,
    abfragen,
    buch_lesen,
    fehlende_tabellen,
    pruefsummen_nachtragen,
    stand,
    vergleichen,
)
from migrationsdatei import Anweisung, Migration, Migrationsfehler, alle_lesen

# So lange wartet eine Anweisung auf eine Tabellensperre und ein zweiter Läufer auf den ersten. Länger wäre gefährlich:
# hinter einem wartenden ALTER TABLE stellen sich alle späteren Leser an.
WARTEZEIT = "5s"
# Kennung der beratenden Sperre: die Bytes von "wwmigr".
SPERRE = int.from_bytes(b"wwmigr")

# Fehler, die sich von selbst geben: Sperre nicht bekommen, Verklemmung, Server fährt herunter oder hoch.
VORUEBERGEHEND = frozenset({"55P03", "40P01", "57P01", "57P02", "57P03"})

# Ausgang von --stand, wenn etwas fehlt; die übrigen stehen in befehl.
AUSSTEHEND = 3


class Gesperrt(Migrationsfehler):
    """Im Augenblick nicht möglich; ein späterer Versuch hat Aussicht."""


def anwenden(
    conn: Verbindung,
    verzeichnis: Path = VERZEICHNIS,
    *,
    admin: Callable[[], Verbindung] | None = None,
    melden: Callable[[str], None] = print,
) -> list[str]:
    """Wendet an, was fehlt.

    Args:
        conn: Verbindung im Autocommit.
        verzeichnis: wo die Migrationen liegen.
        admin: öffnet die Verbindung eines Superusers (Autocommit) auf dieselbe Datenbank; None, wenn es keine gibt.
        melden: nimmt je angewandter Datei eine Zeile entgegen.

    Returns:
        Die Namen der jetzt angewandten Dateien.

    Raises:
        Gesperrt: eine Sperre war nicht zu bekommen; die betroffene Datei hinterließ nichts.
        Migrationsfehler: alles andere; die Dateien davor bleiben angewandt.
    """
    migrationen = alle_lesen(verzeichnis)
    _sperren(conn)
    try:
        lage = vergleichen(migrationen, buch_lesen(conn))
        _pruefen(lage)
        if lage.ohne_datei:
            melden(f"Hinweis: im Migrationsbuch, aber ohne Datei: {', '.join(lage.ohne_datei)}")
        pruefsummen_nachtragen(conn, lage)
        if lage.ausstehend:
            _ingest_pruefen(conn)
        return _alle_anwenden(conn, lage.ausstehend, admin, melden)
    finally:
        if not conn.closed:
            conn.execute("select pg_advisory_unlock(%s)", (SPERRE,))


def _alle_anwenden(
    conn: Verbindung,
    faellig: Sequence[Migration],
    admin: Callable[[], Verbindung] | None,
    melden: Callable[[str], None],
) -> list[str]:
    verwalter = conn if _ist_superuser(conn) else None
    try:
        for nummer, migration in enumerate(faellig):
            if migration.superuser and verwalter is None:
                verwalter = _verwalter(conn, admin, faellig[nummer:])
            beginn = time.perf_counter()
            _eine_anwenden(verwalter if migration.superuser and verwalter else conn, migration, melden)
            melden(f"{migration.name} angewandt, {(time.perf_counter() - beginn) * 1000:.0f} ms")
    finally:
        if verwalter is not None and verwalter is not conn:
            verwalter.close()
    return [m.name for m in faellig]


def _eine_anwenden(conn: Verbindung, migration: Migration, melden: Callable[[str], None]) -> None:
    def hinweis(diag: psycopg.errors.Diagnostic) -> None:
        # Nur, was die Datei selbst meldet; "already exists, skipping" hilft niemandem.
        if diag.sqlstate == "00000":
            melden(f"  {diag.message_primary}")

    conn.add_notice_handler(hinweis)
    try:
        if migration.transaktion:
            with conn.transaction():
                _frist_setzen(conn, WARTEZEIT, nur_transaktion=True)
                _ausfuehren(conn, migration)
        else:
            _frist_setzen(conn, WARTEZEIT, nur_transaktion=False)
            _ausfuehren(conn, migration)
    finally:
        conn.remove_notice_handler(hinweis)


def _ausfuehren(conn: Verbindung, migration: Migration) -> None:
    for anweisung in migration.anweisungen:
        try:
            conn.execute(anweisung.sql.encode())
        except psycopg.Error as fehler:
            raise _uebersetzt(fehler, migration, anweisung) from None
    conn.execute(
        """
        insert into schema_migrationen (name, pruefsumme) values (%s, %s)
        on conflict (name) do update set pruefsumme = excluded.pruefsumme
        """,
        (migration.name, migration.pruefsumme),
    )


def _uebersetzt(fehler: psycopg.Error, migration: Migration, anweisung: Anweisung) -> Migrationsfehler:
    diag = fehler.diag
    stelle = int(diag.statement_position or 1) - 1
    zeile = anweisung.zeile + anweisung.sql.count("\n", 0, stelle)
    ort = f"{migration.pfad.name}, Zeile {zeile}"
    rest = (
        "Nichts von dieser Datei blieb stehen."
        if migration.transaktion
        else "Ein unfertiger Index kann liegen geblieben sein: drop index concurrently if exists NAME;"
    )
    if diag.sqlstate == "55P03":
        return Gesperrt(
            f"{ort}: eine andere Sitzung hält die Sperre, {WARTEZEIT} vergeblich gewartet. {rest} "
            "Später erneut versuchen."
        )
    meldung = " ".join((diag.message_primary or str(fehler)).split())
    teile = [f"{ort}: {meldung} (SQLSTATE {diag.sqlstate or 'unbekannt'}).", rest]
    if diag.message_hint:
        teile.append(diag.message_hint)
    if diag.sqlstate == "42501":
        # Seit p2-003 arbeiten die Migrationen als wurzelwerk; davor gehören die Tabellen, wem Ingest sie gab.
        teile.append(f"Als wurzelwerk oder dessen Mitglied anwenden, sonst als Superuser: {_psql([migration])}")
    return (Gesperrt if _voruebergehend(fehler) else Migrationsfehler)(" ".join(teile))


def _voruebergehend(fehler: psycopg.Error) -> bool:
    # Reißt die Verbindung, gibt es keinen SQLSTATE mehr.
    gerissen = fehler.sqlstate is None and isinstance(fehler, psycopg.OperationalError)
    return gerissen or fehler.sqlstate in VORUEBERGEHEND


def _pruefen(lage: Stand) -> None:
    if lage.geaendert:
        raise Migrationsfehler(
            f"Nach der Anwendung geändert: {', '.join(lage.geaendert)}. Die Datei zurücksetzen und die Änderung "
            "als neue Migration schreiben. Nichts angewandt."
        )
    if lage.luecken:
        pfade = [m for m in lage.ausstehend if m.name in lage.luecken]
        raise Migrationsfehler(
            f"Lücke im Migrationsbuch: {', '.join(lage.luecken)} fehlt, obwohl spätere schon liefen. "
            f"Prüfen und von Hand nachholen: {_psql(pfade)}"
        )


def _ingest_pruefen(conn: Verbindung) -> None:
    if fehlend := fehlende_tabellen(conn, INGEST):
        raise Migrationsfehler(
            f"Es fehlt das Ingest-Schema ({', '.join(fehlend)}): Phase 1 liefert es, "
            "für Demo und Tests legt es an: python beispiel/laden.py --schema"
        )


def _sperren(conn: Verbindung) -> None:
    if not conn.autocommit:
        raise ValueError("anwenden() braucht eine Verbindung im Autocommit")
    try:
        with conn.transaction():
            _frist_setzen(conn, WARTEZEIT, nur_transaktion=True)
            conn.execute("select pg_advisory_lock(%s)", (SPERRE,))
    except psycopg.errors.LockNotAvailable:
        raise Gesperrt("Ein anderer migrieren.py läuft gerade auf dieser Datenbank; später erneut versuchen.") from None


def _frist_setzen(conn: Verbindung, frist: str, *, nur_transaktion: bool) -> None:
    conn.execute("select set_config('lock_timeout', %s, %s)", (frist, nur_transaktion))


def _verwalter(conn: Verbindung, admin: Callable[[], Verbindung] | None, rest: Sequence[Migration]) -> Verbindung:
    folge = list(takewhile(lambda m: m.superuser, rest))
    von_hand = f"Von Hand anwenden, danach erneut migrieren.py: {_psql(folge)}"
    grund = f"{folge[0].name} braucht einen Superuser."
    if admin is None:
        raise Migrationsfehler(f"{grund} {von_hand}")
    try:
        verwalter = admin()
    except db.Konfigurationsfehler as fehler:
        raise Migrationsfehler(f"{grund} {fehler} {von_hand}") from None
    merkmale = "select current_database(), current_schema(), pg_postmaster_start_time()"
    hier, dort = (c.execute(merkmale).fetchone() for c in (conn, verwalter))
    if hier == dort and _ist_superuser(verwalter):
        return verwalter
    verwalter.close()
    if hier != dort:
        raise Migrationsfehler(
            f"{grund} ADMIN_DATABASE_URL führt aber nicht in dieselbe Datenbank und dasselbe Schema wie DATABASE_URL; "
            "berichtige sie."
        )
    raise Migrationsfehler(f"{grund} Die Rolle in ADMIN_DATABASE_URL ist keiner; trage eine andere ein.")


def _psql(migrationen: Sequence[Migration]) -> str:
    dateien = " ".join(f"-f {shlex.quote(os.path.relpath(m.pfad))}" for m in migrationen)
    return f'psql "$ADMIN_DATABASE_URL" {dateien}'


def _ist_superuser(conn: Verbindung) -> bool:
    return bool(abfragen(conn, "select rolsuper from pg_roles where rolname = current_user"))


def _stand_zeigen(lage: Stand) -> int:
    for migration in lage.migrationen:
        if migration.name in lage.geaendert:
            zustand = "GEÄNDERT, nachdem sie lief"
        elif migration.name in lage.buch:
            zustand = "angewandt"
        else:
            zustand = "ausstehend" + (", braucht einen Superuser" if migration.superuser else "")
            zustand += ", LÜCKE: spätere liefen schon" if migration.name in lage.luecken else ""
        print(f"{migration.name:<32} {zustand}")
    for name in lage.ohne_datei:
        print(f"{name:<32} im Migrationsbuch, aber ohne Datei")
    if lage.geaendert:
        return befehl.GESCHEITERT
    print(f"{len(lage.ausstehend)} von {len(lage.migrationen)} Migrationen stehen aus.")
    return AUSSTEHEND if lage.ausstehend else befehl.GETAN


def _als_admin() -> Verbindung:
    return db.verbinden("migrieren", name="ADMIN_DATABASE_URL", autocommit=True)


def main(argumente: Sequence[str] | None = None) -> int:
    """Einstieg der Kommandozeile; gibt den Exit-Code zurück."""
    zerleger = befehl.Zerleger(__doc__, prog="migrieren.py")
    zerleger.add_argument("--stand", action="store_true", help="nur berichten, nichts ändern")
    zerleger.add_argument(
        "--verzeichnis",
        type=Path,
        default=VERZEICHNIS,
        metavar="PFAD",
        help="wo die Migrationen liegen (Vorgabe: migrations/)",
    )
    wahl = zerleger.parse_args(argumente)
    try:
        with db.verbinden("migrieren", autocommit=not wahl.stand) as conn:
            if wahl.stand:
                conn.read_only = True
                return _stand_zeigen(stand(conn, wahl.verzeichnis))
            neu = anwenden(conn, wahl.verzeichnis, admin=_als_admin)
            print(f"{len(neu)} angewandt, nichts steht mehr aus." if neu else "Nichts zu tun, alles ist angewandt.")
            return befehl.GETAN
    except Migrationsfehler as fehler:
        befehl.melden(str(fehler))
        return befehl.SPAETER if isinstance(fehler, Gesperrt) else befehl.GESCHEITERT
    except (db.Konfigurationsfehler, db.Verbindungsfehler, psycopg.Error) as fehler:
        return deutung.ausgang(fehler)


if __name__ == "__main__":
    sys.exit(main())
