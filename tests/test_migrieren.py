"""Migrationen anwenden, gegen ein echtes PostgreSQL: durch migrieren.py und durch psql.

Kein Fall für die btree-Grenze von 2704 Byte: kein Index der Phase 2 liegt auf freiem Text. Der einzige Textschlüssel
ist die Gruppe (eine UUID), und jede Zeichenkette einer Nutzlast endet bei 200 Zeichen (codings_kein_volltext).
"""

from __future__ import annotations

import os
import secrets
import shlex
import shutil
import subprocess
import tempfile
import threading
import time
import unittest
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

import eingebettet
import migrieren
from migrationsbuch import VERZEICHNIS, ausstehend
from migrationsdatei import Migrationsfehler, alle_lesen
from tests import basis

ALLE = [pfad.stem for pfad in sorted(VERZEICHNIS.glob("*.sql"))]
PASSWORT = "Sehr-Geheim-7311"

FUENF_ANWEISUNGEN = """\
-- superuser: nein
\\set ON_ERROR_STOP on
begin;
create table fuenf_a (a integer);
insert into fuenf_a values (1);

insert into fuenf_a
values (1 / 0);
create table fuenf_b (b integer);
insert into fuenf_b values (1);
commit;
"""


def datenbankname(url: str) -> str:
    return str(conninfo_to_dict(url)["dbname"])


class MitDatenbank(unittest.TestCase):
    def setUp(self) -> None:
        ordner = tempfile.TemporaryDirectory(prefix="migrationen im test ")
        self.addCleanup(ordner.cleanup)
        self.ordner = Path(ordner.name) / "migrations"
        shutil.copytree(VERZEICHNIS, self.ordner)
        self.url = self.datenbank()

    def datenbank(self) -> str:
        url = basis.neue_datenbank(self.addCleanup)
        self.sql(basis.WURZEL.joinpath("beispiel/ingest-schema.sql").read_text(encoding="utf-8"), url=url)
        return url

    def verbinden(self, url: str | None = None) -> psycopg.Connection[Any]:
        conn: psycopg.Connection[Any] = psycopg.connect(url or self.url, autocommit=True)
        self.addCleanup(conn.close)
        return conn

    def sql(self, befehl: str, werte: Sequence[object] | None = None, *, url: str | None = None) -> list[Any]:
        with psycopg.connect(url or self.url, autocommit=True) as conn:
            cur = conn.execute(befehl.encode(), werte)
            return cur.fetchall() if cur.description else []

    def buch(self) -> list[str]:
        return [name for (name,) in self.sql("select name from schema_migrationen order by name")]

    def schreiben(self, name: str, text: str) -> Path:
        pfad = self.ordner / f"{name}.sql"
        pfad.write_text(text, encoding="utf-8")
        return pfad

    def migrieren(self, *argumente: str, url: str | None = None, **env: str) -> subprocess.CompletedProcess[str]:
        return basis.lauf("migrieren.py", "--verzeichnis", self.ordner, *argumente, url=url or self.url, env=env)

    def psql(self, *dateien: Path, url: str | None = None) -> subprocess.CompletedProcess[str]:
        """Ohne -v ON_ERROR_STOP: die Dateien müssen von selbst sicher sein."""
        angaben = [angabe for datei in dateien for angabe in ("-f", str(datei))]
        return subprocess.run(
            [eingebettet.werkzeug("psql"), "-X", "-q", url or self.url, *angaben],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    def abzug(self, url: str | None = None) -> str:
        """Das Schema als Text; zwei gleiche Datenbanken ergeben denselben."""
        lauf = subprocess.run(
            [eingebettet.werkzeug("pg_dump"), "--schema-only", "--restrict-key=test", url or self.url],
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        return lauf.stdout


class Anwenden(MitDatenbank):
    def test_alles_dann_nichts(self) -> None:
        self.assertEqual(self.migrieren("--stand").returncode, migrieren.AUSSTEHEND)
        erster = self.migrieren()
        self.assertEqual((erster.returncode, erster.stderr), (0, ""))
        self.assertEqual(self.buch(), ALLE)
        vorher = self.abzug(), self.sql("select * from schema_migrationen order by name")
        zweiter = self.migrieren()
        self.assertEqual((zweiter.returncode, zweiter.stdout), (0, "Nichts zu tun, alles ist angewandt.\n"))
        self.assertEqual((self.abzug(), self.sql("select * from schema_migrationen order by name")), vorher)
        self.assertEqual(self.migrieren("--stand").returncode, 0)

    def test_psql_hinterlaesst_dasselbe_wie_der_laeufer(self) -> None:
        self.assertEqual(self.migrieren().returncode, 0)
        mit_psql = self.datenbank()
        lauf = self.psql(*(self.ordner / f"{name}.sql" for name in ALLE), url=mit_psql)
        self.assertEqual(lauf.returncode, 0, lauf.stderr)
        self.assertEqual(self.abzug(mit_psql), self.abzug())
        self.assertEqual(
            self.sql("select name, pruefsumme from schema_migrationen order by name", url=mit_psql),
            [(name, None) for name in ALLE],
        )

    def test_psql_ein_zweites_mal_aendert_nichts_und_sagt_es(self) -> None:
        dateien = [self.ordner / f"{name}.sql" for name in ALLE]
        self.psql(*dateien)
        vorher = self.abzug(), self.sql("select * from schema_migrationen order by name")
        zweiter = self.psql(*dateien)
        self.assertEqual(zweiter.returncode, 0)
        for name in ALLE:
            self.assertIn(f"{name} lief schon, nichts geändert", zweiter.stderr)
        self.assertEqual((self.abzug(), self.sql("select * from schema_migrationen order by name")), vorher)

    def test_pruefsumme_nach_psql_wird_nachgetragen(self) -> None:
        self.psql(*(self.ordner / f"{name}.sql" for name in ALLE))
        self.assertEqual(self.migrieren().returncode, 0)
        self.assertEqual(self.sql("select count(*) from schema_migrationen where pruefsumme is null"), [(0,)])
        with self.ordner.joinpath(f"{ALLE[3]}.sql").open("a", encoding="utf-8") as datei:
            datei.write("-- nachträglich\n")
        lauf = self.migrieren()
        self.assertEqual(lauf.returncode, 1)
        self.assertIn(f"Nach der Anwendung geändert: {ALLE[3]}.", lauf.stderr)

    def test_geaenderte_datei_haelt_alles_an(self) -> None:
        self.migrieren()
        with self.ordner.joinpath(f"{ALLE[1]}.sql").open("a", encoding="utf-8") as datei:
            datei.write("-- nachträglich\n")
        self.schreiben("p2-100-neu", "create table neu (a integer);")
        lauf = self.migrieren()
        self.assertEqual((lauf.returncode, lauf.stdout), (1, ""))
        self.assertEqual(len(lauf.stderr.splitlines()), 1)
        self.assertIn(ALLE[1], lauf.stderr)
        self.assertEqual(self.sql("select to_regclass('neu')"), [(None,)])
        stand = self.migrieren("--stand")
        self.assertEqual(stand.returncode, 1)
        self.assertRegex(stand.stdout, rf"{ALLE[1]} +GEÄNDERT")

    def test_stand_liest_nur_auch_ohne_buch(self) -> None:
        vorher = self.abzug()
        lauf = self.migrieren("--stand")
        self.assertEqual(lauf.returncode, 3)
        self.assertIn(f"{len(ALLE)} von {len(ALLE)} Migrationen stehen aus.", lauf.stdout)
        self.assertEqual(self.abzug(), vorher)
        with psycopg.connect(self.url) as conn:
            conn.read_only = True
            self.assertEqual(ausstehend(conn), ALLE)

    def test_luecke_wird_genannt_und_nicht_stillschweigend_gefuellt(self) -> None:
        self.migrieren()
        self.sql("delete from schema_migrationen where name = %s", [ALLE[2]])
        lauf = self.migrieren()
        self.assertEqual(lauf.returncode, 1)
        self.assertIn(f"Lücke im Migrationsbuch: {ALLE[2]} fehlt", lauf.stderr)
        self.assertRegex(self.migrieren("--stand").stdout, rf"{ALLE[2]} +ausstehend.*LÜCKE")

    def test_eintrag_ohne_datei_wird_genannt(self) -> None:
        self.migrieren()
        self.sql("insert into schema_migrationen (name) values ('p2-900-verschollen'), ('ingest-001')")
        stand = self.migrieren("--stand")
        self.assertEqual(stand.returncode, 0)
        self.assertRegex(stand.stdout, r"p2-900-verschollen +im Migrationsbuch, aber ohne Datei")
        self.assertNotIn("ingest-001", stand.stdout)
        lauf = self.migrieren()
        self.assertEqual(lauf.returncode, 0)
        self.assertIn("p2-900-verschollen", lauf.stdout)

    def test_ohne_ingest_schema(self) -> None:
        leer = basis.neue_datenbank(self.addCleanup)
        lauf = self.migrieren(url=leer)
        self.assertEqual(lauf.returncode, 1)
        self.assertIn("python beispiel/laden.py --schema", lauf.stderr)
        self.assertEqual(self.sql("select to_regclass('schema_migrationen')", url=leer), [(None,)])

    def test_zeilen_der_phase_1_bleiben(self) -> None:
        self.sql(
            """
            insert into raw_items (id, haus, guid, erfasst_am, slot)
            select n, 'abendpost', n::text, now(), now() from generate_series(1, 2) as n
            """
        )
        self.sql("insert into codings (item_id, coder_version, nutzlast) values (1, 'alt', '{\"a\": 1}')")
        # Älter als die Regel gegen Volltext: darf bleiben, ohne dass die Migration scheitert.
        self.sql(
            "insert into codings (item_id, coder_version, nutzlast) "
            "values (2, 'alt', jsonb_build_object('t', repeat('x', 300)))"
        )
        zeiten = self.sql("select item_id, kodiert_am from codings order by item_id")
        lauf = self.migrieren()
        self.assertEqual(lauf.returncode, 0, lauf.stderr)
        self.assertIn("Zeilen aus Phase 1 verletzen codings_kein_volltext", lauf.stdout)
        self.assertEqual(
            self.sql("select schicht, coder_version, eingabe_hash, konfidenz from codings order by item_id"),
            [("phase1", "alt", "", None)] * 2,
        )
        self.assertEqual(self.sql("select item_id, kodiert_am from codings order by item_id"), zeiten)
        with self.assertRaises(psycopg.errors.CheckViolation):
            self.sql(
                "insert into codings (item_id, schicht, coder_version, nutzlast, eingabe_hash) "
                "values (1, 'dublette', 'v', jsonb_build_object('t', repeat('x', 300)), '')"
            )


class Fehlschlaege(MitDatenbank):
    def test_fehler_in_anweisung_3_von_5(self) -> None:
        self.schreiben("p2-100-fuenf", FUENF_ANWEISUNGEN)
        self.schreiben("p2-101-danach", "create table danach (a integer);")
        lauf = self.migrieren()
        self.assertEqual(lauf.returncode, 1)
        self.assertEqual(
            lauf.stderr,
            "p2-100-fuenf.sql, Zeile 7: division by zero (SQLSTATE 22012). Nichts von dieser Datei blieb stehen.\n",
        )
        self.assertEqual(self.buch(), ALLE, "die Dateien davor bleiben, diese und spätere stehen nicht im Buch")
        self.assertEqual(self.sql("select to_regclass('fuenf_a'), to_regclass('danach')"), [(None, None)])

    def test_syntaxfehler_nennt_die_zeile_in_der_anweisung(self) -> None:
        self.schreiben("p2-100-syntax", "select 1;\nselect\n  2\n  frmo nichts;\n")
        lauf = self.migrieren()
        self.assertEqual(lauf.returncode, 1)
        self.assertIn("p2-100-syntax.sql, Zeile 4: ", lauf.stderr)
        self.assertIn("SQLSTATE 42601", lauf.stderr)

    def test_psql_ohne_on_error_stop(self) -> None:
        self.migrieren()
        lauf = self.psql(self.schreiben("p2-100-fuenf", FUENF_ANWEISUNGEN))
        self.assertEqual(lauf.returncode, 3)
        self.assertIn("division by zero", lauf.stderr)
        self.assertEqual(self.sql("select to_regclass('fuenf_a'), to_regclass('fuenf_b')"), [(None, None)])

    def test_index_nebenher_neben_anderem_wird_vor_beginn_abgelehnt(self) -> None:
        self.schreiben(
            "p2-100-index",
            "create table t (a integer);\ncreate index concurrently i on raw_items (titel);\nselect 1;\n",
        )
        lauf = self.migrieren()
        self.assertEqual((lauf.returncode, lauf.stdout), (1, ""))
        self.assertIn("p2-100-index.sql: Zeile 2: create index concurrently", lauf.stderr)
        self.assertEqual(self.sql("select to_regclass('schema_migrationen')"), [(None,)], "auch nichts davor")
        self.assertEqual(self.sql("select count(*) from pg_index where not indisvalid"), [(0,)])

    def test_index_nebenher_in_eigener_datei(self) -> None:
        self.schreiben(
            "p2-100-index", "-- transaktion: nein\ncreate index concurrently raw_items_url on raw_items (url);\n"
        )
        lauf = self.migrieren()
        self.assertEqual(lauf.returncode, 0, lauf.stderr)
        self.assertEqual(self.buch(), [*ALLE, "p2-100-index"])
        self.assertEqual(
            self.sql("select indisvalid from pg_index where indexrelid = 'raw_items_url'::regclass"), [(True,)]
        )

    def test_verbindung_reisst(self) -> None:
        self.migrieren()
        self.schreiben(
            "p2-100-riss", "create table riss (a integer);\nselect pg_terminate_backend(pg_backend_pid());\n"
        )
        lauf = self.migrieren()
        self.assertEqual(lauf.returncode, 75)
        self.assertNotIn("Traceback", lauf.stderr)
        self.assertIn("p2-100-riss.sql, Zeile 2", lauf.stderr)
        self.assertEqual(self.sql("select to_regclass('riss')"), [(None,)])
        self.assertEqual(self.buch(), ALLE)


class Sperren(MitDatenbank):
    def test_leser_warten_nie_lange_hinter_einem_wartenden_alter(self) -> None:
        self.sql("insert into raw_items (id, haus, guid, erfasst_am, slot) values (1, 'a', '1', now(), now())")
        self.sql("insert into codings (item_id, coder_version, nutzlast) values (1, 'alt', '{}')")
        vorher = self.abzug()
        lange_lesend = self.verbinden()
        lange_lesend.execute("begin; select * from codings")
        gewartet: list[float] = []

        def spaeterer_leser() -> None:
            with psycopg.connect(self.url, autocommit=True) as beobachter:
                while not beobachter.execute("select 1 from pg_locks where not granted").fetchone():
                    time.sleep(0.02)
            beginn = time.monotonic()
            self.sql("select * from codings")
            gewartet.append(time.monotonic() - beginn)

        leser = threading.Thread(target=spaeterer_leser, daemon=True)
        leser.start()
        lauf = self.migrieren()
        leser.join(timeout=20)
        self.assertEqual(lauf.returncode, 75)
        self.assertRegex(lauf.stderr, r"^p2-001-codings-mehrschichtig\.sql, Zeile \d+: eine andere Sitzung hält")
        self.assertLess(gewartet[0], 7)
        self.assertEqual(self.buch(), ALLE[:1])
        lange_lesend.execute("rollback")
        self.sql("drop table schema_migrationen")
        self.assertEqual(self.abzug(), vorher, "von p2-001 blieb nichts stehen")

    def test_psql_bricht_hinter_einer_fremden_sperre_ebenso_ab(self) -> None:
        self.psql(self.ordner / f"{ALLE[0]}.sql")
        halter = self.verbinden()
        halter.execute("begin; select * from codings")
        beginn = time.monotonic()
        lauf = self.psql(self.ordner / f"{ALLE[1]}.sql")
        self.assertEqual(lauf.returncode, 3)
        self.assertIn("lock timeout", lauf.stderr)
        self.assertLess(time.monotonic() - beginn, 8)
        self.assertEqual(self.buch(), ALLE[:1])

    def test_zweiter_laeufer_wartet_kurz_und_sagt_es(self) -> None:
        erster = self.verbinden()
        erster.execute("select pg_advisory_lock(%s)", (migrieren.SPERRE,))
        with (
            mock.patch.object(migrieren, "WARTEZEIT", "100ms"),
            self.assertRaisesRegex(migrieren.Gesperrt, "Ein anderer migrieren.py läuft gerade"),
        ):
            migrieren.anwenden(self.verbinden(), self.ordner)
        erster.close()
        self.assertEqual(self.migrieren().returncode, 0, "die Sperre fiel mit der Sitzung")

    def test_zwei_laeufer_zugleich(self) -> None:
        laeufe: list[subprocess.CompletedProcess[str]] = []
        faeden = [threading.Thread(target=lambda: laeufe.append(self.migrieren())) for _ in range(2)]
        for faden in faeden:
            faden.start()
        for faden in faeden:
            faden.join()
        self.assertEqual([lauf.returncode for lauf in laeufe], [0, 0], [lauf.stderr for lauf in laeufe])
        self.assertEqual(sum(lauf.stdout.count("angewandt, ") for lauf in laeufe), len(ALLE) + 1)
        self.assertEqual(self.buch(), ALLE)

    def test_verbindung_ohne_autocommit_wird_abgelehnt(self) -> None:
        with psycopg.connect(self.url) as conn, self.assertRaises(ValueError):
            migrieren.anwenden(conn, self.ordner)


class OhneSuperuser(MitDatenbank):
    """Die Rolle der Anwendung besitzt die Tabellen von Ingest, ist aber kein Superuser."""

    def setUp(self) -> None:
        super().setUp()
        self.admin = self.url
        self.rolle = f"ww_test_{os.getpid()}_{secrets.token_hex(4)}"
        datenbank = datenbankname(self.url)
        self.sql(f"create role {self.rolle} login password '{PASSWORT}'")
        self.addCleanup(self.sql, f"drop role {self.rolle}", url=basis.server())
        # Vor der Rolle muss fort, was ihr gehört; neue_datenbank() käme erst danach dazu.
        self.addCleanup(self.sql, f"drop database {datenbank} with (force)", url=basis.server())
        self.sql(f"alter database {datenbank} owner to {self.rolle}")
        for tabelle in ("raw_items", "raw_item_versionen", "codings"):
            self.sql(f"alter table {tabelle} owner to {self.rolle}")
        self.sql("do $$ begin if to_regrole('wurzelwerk') is null then create role wurzelwerk nologin; end if; end $$")
        self.sql(f"grant wurzelwerk to {self.rolle}")
        self.url = make_conninfo(self.admin, user=self.rolle, password=PASSWORT)

    def test_haelt_davor_und_nennt_den_psql_aufruf(self) -> None:
        lauf = self.migrieren()
        self.assertEqual(lauf.returncode, 1)
        self.assertEqual(len(lauf.stderr.splitlines()), 1)
        self.assertIn("p2-002-vector braucht einen Superuser. ADMIN_DATABASE_URL fehlt", lauf.stderr)
        self.assertNotIn(PASSWORT, lauf.stdout + lauf.stderr)
        self.assertEqual(self.buch(), ALLE[:2])
        # Der genannte Aufruf, wörtlich: er muss in einer Shell tun, was er verspricht.
        befehl = lauf.stderr[lauf.stderr.index('psql "$ADMIN_DATABASE_URL"') :].strip()
        psql = eingebettet.werkzeug("psql")
        von_hand = subprocess.run(
            ["sh", "-c", f"{shlex.quote(str(psql))} {befehl.removeprefix('psql ')}"],
            env={"ADMIN_DATABASE_URL": self.admin, "PATH": "/usr/bin:/bin"},
            cwd=basis.WURZEL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        self.assertEqual(von_hand.returncode, 0, von_hand.stderr)
        self.assertEqual(self.buch(), ALLE[:4], "beide aufeinanderfolgenden in einem Aufruf")
        weiter = self.migrieren()
        self.assertIn("p2-004-zeitpunkt angewandt", weiter.stdout)

    def test_admin_adresse_genuegt(self) -> None:
        lauf = self.migrieren(ADMIN_DATABASE_URL=self.admin)
        self.assertEqual((lauf.returncode, lauf.stderr), (0, ""))
        self.assertEqual(self.buch(), ALLE)

    def test_admin_adresse_einer_anderen_datenbank(self) -> None:
        lauf = self.migrieren(ADMIN_DATABASE_URL=self.datenbank())
        self.assertEqual(lauf.returncode, 1)
        self.assertIn("führt aber nicht in dieselbe Datenbank", lauf.stderr)
        self.assertEqual(self.buch(), ALLE[:2])

    def test_admin_adresse_ohne_superuser(self) -> None:
        lauf = self.migrieren(ADMIN_DATABASE_URL=self.url)
        self.assertEqual(lauf.returncode, 1)
        self.assertIn("Die Rolle in ADMIN_DATABASE_URL ist keiner", lauf.stderr)
        self.assertNotIn(PASSWORT, lauf.stderr)

    def test_fremde_tabelle_nennt_die_abhilfe(self) -> None:
        self.sql("alter table codings owner to current_user", url=self.admin)
        lauf = self.migrieren()
        self.assertEqual(lauf.returncode, 1)
        self.assertRegex(
            lauf.stderr, r"must be owner of table codings \(SQLSTATE 42501\).*psql \"\$ADMIN_DATABASE_URL\""
        )
        self.assertEqual(self.buch(), ALLE[:1])

    def test_ingest_darf_nach_dem_besitzerwechsel_weiter_schreiben(self) -> None:
        self.sql(f"revoke wurzelwerk from {self.rolle}", url=self.admin)
        self.assertEqual(self.migrieren(url=self.admin).returncode, 0)
        self.sql("insert into raw_items (haus, guid, erfasst_am, slot) values ('a', '1', now(), now())")
        with self.assertRaises(psycopg.errors.InsufficientPrivilege):
            self.sql("alter table raw_items add column x integer")


class OhnePgvector(MitDatenbank):
    def test_p2_002_nennt_das_image(self) -> None:
        try:
            # Blendet die Steuerdateien der Erweiterungen aus, wie auf einem Image ohne pgvector.
            self.sql(f"alter database {datenbankname(self.url)} set extension_control_path = '/nirgends'")
        except psycopg.errors.UndefinedObject:
            self.skipTest("extension_control_path gibt es ab PostgreSQL 18")
        lauf = self.migrieren()
        self.assertEqual(lauf.returncode, 1)
        self.assertIn("p2-002-vector.sql, Zeile 10: pgvector fehlt auf diesem Server (SQLSTATE 0A000)", lauf.stderr)
        self.assertIn("docker.io/pgvector/pgvector:pg18-trixie", lauf.stderr)
        self.assertEqual(self.buch(), ALLE[:2])


class Kommandozeile(unittest.TestCase):
    def test_hilfe_und_falsche_adresse(self) -> None:
        self.assertIn("--stand", basis.lauf("migrieren.py", "--help").stdout)
        lauf = basis.lauf("migrieren.py", url="mysql://nutzer:Geheim-99@host/db")
        self.assertEqual(lauf.returncode, 2)
        self.assertNotIn("Geheim-99", lauf.stderr)

    def test_kein_server(self) -> None:
        with tempfile.TemporaryDirectory() as ordner:
            lauf = basis.lauf("migrieren.py", url=f"host={ordner} dbname=x")
        self.assertEqual(lauf.returncode, 75)
        self.assertEqual(len(lauf.stderr.splitlines()), 1)

    def test_fehlendes_verzeichnis(self) -> None:
        with self.assertRaises(Migrationsfehler):
            alle_lesen(Path("/nirgends"))


if __name__ == "__main__":
    unittest.main()
