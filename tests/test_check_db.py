"""Der Rauchtest in jeder Lage, die er auseinanderhalten soll, gegen echte Datenbanken."""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import tempfile
import unittest
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

import befund
import migrieren
from befund import Ablage, Sitzung
from pruefungen import RECHTE
from tests import basis

PASSWORT = "Sehr-Geheim-7311"
SITZUNG = Sitzung("leser", "wurzelwerk", '"$user", public', "18.6", 180006, "UTF8")

# (verfügbar, Version, Ablage) → (Stufe, Stück der Zeile)
LAGEN_VECTOR: tuple[tuple[bool, str | None, Ablage | None, str, str], ...] = (
    (True, None, None, "FEHLER", "p2-002 als Superuser anwenden"),
    (False, None, None, "FEHLER", "Image mit pgvector"),
    (True, "0.8.6", Ablage("extensions", True, False), "FEHLER", 'set search_path = "$user", public, extensions;'),
    (True, "0.8.6", Ablage("extensions", False, False), "FEHLER", "grant usage on schema extensions to leser;"),
    (True, "0.6.2", Ablage("public", True, True), "FEHLER", "alter extension vector update;"),
    (True, "0.10.0", Ablage("public", True, True), "ok", "Version 0.10.0"),
    # Angelegt bleibt angelegt, auch wenn das Image die Steuerdatei nicht mehr hat.
    (False, "0.7.0", Ablage("public", True, True), "ok", "Version 0.7.0"),
)


class Beurteilen(unittest.TestCase):
    """Die Entscheidungen, ohne Datenbank."""

    def test_vector(self) -> None:
        for verfuegbar, version, ablage, stufe, stueck in LAGEN_VECTOR:
            with self.subTest(stueck):
                urteil = befund.erweiterung_vector(verfuegbar, version, ablage, SITZUNG)
                self.assertEqual(urteil.stufe, stufe)
                self.assertIn(stueck, urteil.zeile())

    def test_namen_mit_sonderzeichen_sind_in_der_abhilfe_zitiert(self) -> None:
        sitzung = Sitzung('Frau "X"', "Wurzel-Werk", "", "18.6", 180006, "UTF8")
        mangel = befund.erreichbar("Tabellen", "raw_items", Ablage("Meine Daten", True, False), sitzung)
        assert mangel is not None
        self.assertEqual(
            mangel.abhilfe, 'alter role "Frau ""X""" in database "Wurzel-Werk" set search_path = "Meine Daten";'
        )

    def test_alter_server(self) -> None:
        alt = Sitzung("leser", "w", "public", "15.9", 150009, "UTF8")
        self.assertEqual((befund.anmeldung(alt).stufe, befund.anmeldung(SITZUNG).stufe), ("FEHLER", "ok"))

    def test_uhr(self) -> None:
        for sekunden, stufe, stueck in ((0, "ok", "0 s"), (-59, "ok", "59 s"), (61, "Warnung", "61 s vor")):
            with self.subTest(sekunden):
                urteil = befund.uhr(timedelta(seconds=sekunden))
                self.assertEqual(urteil.stufe, stufe)
                self.assertIn(stueck, urteil.text)
        self.assertIn("90 s nach", befund.uhr(timedelta(seconds=-90)).text)

    def test_sortierung_ohne_version_ist_kein_befund(self) -> None:
        for angelegt, vorhanden in ((None, None), (None, "2.41"), ("2.36", None), ("2.41", "2.41")):
            self.assertEqual(befund.sortierung(angelegt, vorhanden, "w").stufe, "ok")


class MitDatenbank(unittest.TestCase):
    def setUp(self) -> None:
        self.admin = basis.neue_datenbank(self.addCleanup)
        self.datenbank = str(conninfo_to_dict(self.admin)["dbname"])

    def sql(self, befehl: str, *, url: str | None = None) -> None:
        with psycopg.connect(url or self.admin, autocommit=True) as conn:
            conn.execute(befehl.encode())

    def ingest(self) -> None:
        self.sql(basis.WURZEL.joinpath("beispiel/ingest-schema.sql").read_text(encoding="utf-8"))

    def einrichten(self) -> None:
        self.ingest()
        with psycopg.connect(self.admin, autocommit=True) as conn:
            migrieren.anwenden(conn, melden=lambda zeile: None)

    def items(self) -> None:
        """Zwei Häuser an den letzten drei Berliner Tagen, immer mittags."""
        self.sql(
            """
            insert into raw_items (haus, guid, erfasst_am, slot)
            select haus, n::text, zeit, date_bin('15 min', zeit, '2000-01-01')
            from unnest(array['abendpost', 'morgenblatt']) as haus,
                generate_series(0, 2) as n,
                lateral (
                    select (current_date - n - interval '12 hours') at time zone 'Europe/Berlin' as zeit
                ) as zeiten
            """
        )

    def rolle(self) -> str:
        """Eine neue Rolle ohne Rechte; gibt ihre Adresse zurück."""
        name = f"ww_test_{os.getpid()}_{secrets.token_hex(4)}"
        self.sql(f"create role {name} login password '{PASSWORT}'")
        self.addCleanup(self.sql, f"drop role {name}", url=basis.server())
        # neue_datenbank() verwirft sie erst danach; solange hielten ihre Rechte die Rolle fest.
        self.addCleanup(self.sql, f"drop database {self.datenbank} with (force)", url=basis.server())
        return make_conninfo(self.admin, user=name, password=PASSWORT)

    def check(self, *argumente: str, url: str | None = None) -> subprocess.CompletedProcess[str]:
        lauf = basis.lauf("check_db.py", *argumente, url=url or self.admin)
        self.assertEqual(lauf.stderr, "")
        self.assertNotIn(PASSWORT, lauf.stdout)
        return lauf

    def fehler(self, lauf: subprocess.CompletedProcess[str]) -> list[str]:
        self.assertEqual(lauf.returncode, 1, lauf.stdout)
        return [zeile for zeile in lauf.stdout.splitlines() if zeile.startswith("FEHLER")]


class Kodierung(MitDatenbank):
    def test_andere_kodierung_als_utf8(self) -> None:
        for kodierung in ("LATIN1", "SQL_ASCII"):
            with self.subTest(kodierung):
                name = f"{self.datenbank}_{kodierung.lower()}"
                self.sql(
                    f"create database {name} template template0 encoding '{kodierung}' "
                    "locale_provider libc lc_collate 'C' lc_ctype 'C'"
                )
                self.addCleanup(self.sql, f"drop database {name} with (force)", url=basis.server())
                zeilen = self.fehler(self.check(url=make_conninfo(self.admin, dbname=name)))
                self.assertRegex(zeilen[0], f"server_encoding {kodierung}, verlangt ist UTF8 → Datenbank neu anlegen")


class Erweiterung(MitDatenbank):
    def erweiterung(self, lauf: subprocess.CompletedProcess[str]) -> str:
        (zeile,) = (z for z in self.fehler(lauf) if "Erweiterung vector" in z)
        return zeile

    def test_auf_dem_server_aber_nicht_angelegt(self) -> None:
        self.ingest()
        zeile = self.erweiterung(self.check())
        self.assertIn('p2-002 als Superuser anwenden: psql "$ADMIN_DATABASE_URL" -f migrations/p2-002-', zeile)

    def test_paket_fehlt(self) -> None:
        self.ingest()
        try:
            # Blendet die Steuerdateien der Erweiterungen aus, wie auf einem Image ohne pgvector.
            self.sql(f"alter database {self.datenbank} set extension_control_path = '/nirgends'")
        except psycopg.errors.UndefinedObject:
            self.skipTest("extension_control_path gibt es ab PostgreSQL 18")
        self.assertIn("Paket pgvector fehlt auf dem Server → ein Image mit pgvector", self.erweiterung(self.check()))

    def test_in_einem_schema_ausserhalb_des_suchpfads(self) -> None:
        self.einrichten()
        self.sql("create schema extensions; alter extension vector set schema extensions")
        zeile = self.erweiterung(self.check())
        self.assertIn("in Schema extensions, das nicht im search_path steht", zeile)
        self.sql(zeile.partition("→ ")[2])
        self.assertEqual(self.check().returncode, 0, "die genannte Abhilfe hilft")

    def test_kein_usage_auf_das_schema(self) -> None:
        self.einrichten()
        url = self.rolle()
        rolle = conninfo_to_dict(url)["user"]
        self.sql(f"grant wurzelwerk to {rolle}; create schema extensions; alter extension vector set schema extensions")
        self.sql(f'alter role {rolle} in database {self.datenbank} set search_path = "$user", public, extensions')
        zeile = self.erweiterung(self.check(url=url))
        self.assertTrue(zeile.endswith(f"→ grant usage on schema extensions to {rolle};"), zeile)
        self.sql(zeile.partition("→ ")[2])
        self.assertEqual(self.check(url=url).returncode, 0)


class Sortierung(MitDatenbank):
    def test_drift_ist_eine_warnung(self) -> None:
        self.einrichten()
        self.items()
        self.sql(f"update pg_database set datcollversion = '0.36' where datname = '{self.datenbank}'")
        lauf = self.check()
        self.assertEqual(lauf.returncode, 0, lauf.stdout)
        (zeile,) = (z for z in lauf.stdout.splitlines() if z.startswith("Warnung"))
        self.assertIn("Version 0.36", zeile)
        self.assertIn(f"reindex database {self.datenbank}; ", zeile)
        self.assertTrue(lauf.stdout.endswith("Ergebnis: 0 Fehler, 1 Warnung.\n"))
        self.sql(re.findall(r"alter database .* version;", zeile)[0])
        self.assertTrue(self.check().stdout.endswith("Ergebnis: alles in Ordnung.\n"))

    @classmethod
    def setUpClass(cls) -> None:
        with psycopg.connect(basis.server()) as conn:
            zeile = conn.execute(
                "select pg_database_collation_actual_version(oid) from pg_database where datname = current_database()"
            ).fetchone()
        if zeile is None or zeile[0] is None:
            raise unittest.SkipTest("die Sortierung dieses Servers kennt keine Version")


class Rechte(MitDatenbank):
    def test_rolle_ohne_rechte_bekommt_genau_die_befehle_die_fehlen(self) -> None:
        self.einrichten()
        self.sql(f"revoke temporary on database {self.datenbank} from public")
        url = self.rolle()
        zeilen = self.fehler(self.check(url=url))
        rolle = conninfo_to_dict(url)["user"]
        self.assertEqual(
            [zeile.partition("→ ")[2] for zeile in zeilen],
            [
                *(f"grant {', '.join(rechte)} on {tabelle} to {rolle};" for tabelle, rechte in RECHTE.items()),
                f"grant temporary on database {self.datenbank} to {rolle};",
            ],
        )
        for zeile in zeilen:
            self.sql(zeile.partition("→ ")[2])
        self.assertEqual(self.check(url=url).returncode, 0)

    def test_leserolle_erfaehrt_was_ihr_zum_schreiben_fehlt(self) -> None:
        self.einrichten()
        self.items()
        url = self.rolle()
        self.sql(f"grant wurzelwerk_lesen to {conninfo_to_dict(url)['user']}")
        lauf = self.check(url=url)
        self.assertEqual(len(self.fehler(lauf)), sum(rechte != ("select",) for rechte in RECHTE.values()))
        self.assertIn("codings: es fehlt insert, update, delete →", lauf.stdout)
        self.assertIn("6 Items", lauf.stdout, "lesen darf sie, also steht der Bestand da")

    def test_schema_nicht_betretbar(self) -> None:
        self.einrichten()
        self.sql("revoke usage on schema public from public")
        url = self.rolle()
        rolle = conninfo_to_dict(url)["user"]
        zeilen = self.fehler(self.check(url=url))
        self.assertTrue(all(zeile.endswith(f"grant usage on schema public to {rolle};") for zeile in zeilen), zeilen)
        self.assertEqual(len(zeilen), 2, "Erweiterung und Tabellen, keine Folgefehler")

    def test_tabellen_ausserhalb_des_suchpfads(self) -> None:
        self.sql("create schema ingest; create extension vector")
        self.sql(f"alter database {self.datenbank} set search_path = ingest, public")
        self.ingest()
        self.sql(f"alter database {self.datenbank} reset search_path")
        zeilen = self.fehler(self.check())
        self.assertEqual(len(zeilen), 1)
        self.assertIn("codings, raw_item_versionen, raw_items: in Schema ingest, das nicht im search_path", zeilen[0])


class Migrationen(MitDatenbank):
    def test_ohne_ingest_schema(self) -> None:
        zeilen = self.fehler(self.check())
        self.assertIn("es fehlt codings, raw_item_versionen, raw_items →", zeilen[-1])
        self.assertIn("python beispiel/laden.py --schema", zeilen[-1])

    def test_ausstehend(self) -> None:
        self.ingest()
        (zeile,) = (z for z in self.fehler(self.check()) if "Migrationen" in z)
        self.assertIn("ausstehend: p2-000-migrationsbuch, p2-001-", zeile)
        self.assertTrue(zeile.endswith("→ python migrieren.py"))

    def test_geaendert_ohne_datei_und_luecke(self) -> None:
        self.einrichten()
        self.sql("update schema_migrationen set pruefsumme = 'anders' where name like 'p2-001%'")
        self.sql("delete from schema_migrationen where name like 'p2-004%'")
        self.sql("insert into schema_migrationen (name) values ('p2-900-verschollen')")
        lauf = self.check()
        zeilen = self.fehler(lauf)
        self.assertIn("nach der Anwendung geändert: p2-001-codings-mehrschichtig", zeilen[0])
        self.assertIn("ausstehend: p2-004-zeitpunkt (Lücke)", zeilen[1])
        self.assertRegex(lauf.stdout, r"Warnung +Migrationen: im Migrationsbuch, aber ohne Datei: p2-900-verschollen")


class Bestand(MitDatenbank):
    def setUp(self) -> None:
        super().setUp()
        self.einrichten()

    def test_leer_ist_eine_warnung(self) -> None:
        lauf = self.check()
        self.assertEqual(lauf.returncode, 0)
        self.assertRegex(lauf.stdout, r"Warnung +Bestand: raw_items ist leer → .*laden\.py beispiel/raw_items\.jsonl")
        self.assertRegex(lauf.stdout, r"Hinweis +Kodierungen: noch nie gelaufen")

    def test_je_haus_und_tag(self) -> None:
        self.items()
        lauf = self.check()
        self.assertEqual(lauf.returncode, 0)
        self.assertRegex(lauf.stdout, r"6 Items, neuester Slot \d{4}-\d\d-\d\dT\d\d:\d\dZ, \d+ h alt")
        tabelle = lauf.stdout.splitlines()[-4:-1]
        self.assertRegex(tabelle[0], r"^Haus( +\d\d\.\d\d\.){3}$")
        self.assertEqual([zeile.split() for zeile in tabelle[1:]], [[h, *"111"] for h in ("abendpost", "morgenblatt")])
        self.assertRegex(self.check("--tage", "2").stdout, r"\nHaus( +\d\d\.\d\d\.){2}\n")

    def test_rueckstand_je_schicht_und_aktueller_version(self) -> None:
        self.items()
        self.sql(
            """
            insert into coder_versionen (coder_version, schicht, komponenten, zuletzt, vorgabe) values
                ('dublette-alt', 'dublette', '{}', '2026-01-01', true),
                ('dublette-neu', 'dublette', '{}', '2026-01-02', true),
                ('dublette-basis', 'dublette', '{}', '2026-01-03', false),
                ('revision-1', 'revision', '{}', '2026-01-01', true),
                ('ort-1', 'ort', '{}', '2026-01-01', true);
            insert into codings (item_id, schicht, coder_version, nutzlast, eingabe_hash)
            select id, 'dublette', 'dublette-alt', '{}'::jsonb, '' from raw_items
            union all
            select id, 'dublette', 'dublette-neu', '{}', '' from raw_items where guid = '0'
            union all
            select id, 'revision', 'revision-1', '{}', '' from raw_items
            """
        )
        lauf = self.check()
        self.assertEqual(lauf.returncode, 0)
        with psycopg.connect(self.admin) as conn:
            zeile = conn.execute("select min(slot) from raw_items").fetchone()
        assert zeile is not None
        aeltester = f"{zeile[0].astimezone(UTC):%Y-%m-%dT%H:%MZ}"
        self.assertIn(
            f"Hinweis  Schicht dublette: 2 Slots mit 4 Items ohne Kodierung durch dublette-neu, ältester {aeltester} →",
            lauf.stdout,
        )
        self.assertIn("ok       Schicht revision: alle Items kodiert durch revision-1\n", lauf.stdout)
        self.assertIn("Hinweis  Schicht ort: ort-1 noch nie gelaufen →", lauf.stdout)

    def test_slot_in_der_zukunft(self) -> None:
        self.sql("insert into raw_items (haus, erfasst_am, slot) values ('a', now(), now() + interval '1 hour')")
        lauf = self.check()
        self.assertEqual(lauf.returncode, 0)
        self.assertRegex(lauf.stdout, r"Warnung +Bestand: 1 Items, neuester Slot .*Z liegt in der Zukunft → Uhr")

    def test_json(self) -> None:
        self.items()
        lauf = self.check("--json")
        daten: dict[str, Any] = json.loads(lauf.stdout)
        self.assertEqual(len(lauf.stdout.splitlines()), 1)
        self.assertIs(daten["in_ordnung"], True)
        self.assertEqual(set(daten["bestand"]), {"abendpost", "morgenblatt"})
        for tag in daten["bestand"]["abendpost"]:
            datetime.fromisoformat(tag)
        self.assertEqual(set(daten["befunde"][0]), {"stufe", "thema", "text", "abhilfe"})

    def test_fremde_sperre_haelt_den_rauchtest_nicht_auf(self) -> None:
        self.items()
        with psycopg.connect(self.admin) as halter:
            halter.execute("lock table raw_items in access exclusive mode")
            zeilen = self.fehler(self.check())
        self.assertIn("Sperre: eine andere Sitzung sperrt die Tabellen seit über 5 s", zeilen[0])


class Kommandozeile(unittest.TestCase):
    def test_falscher_aufruf(self) -> None:
        for argumente in (("--tage", "0"), ("--tage", "viel"), ("--tage", "²"), ("--unbekannt",)):
            with self.subTest(argumente):
                self.assertEqual(basis.lauf("check_db.py", *argumente, url="egal").returncode, 2)

    def test_falsche_adresse(self) -> None:
        lauf = basis.lauf("check_db.py", url="mysql://nutzer:Geheim-99@host/db")
        self.assertEqual((lauf.returncode, lauf.stdout), (2, ""))
        self.assertNotIn("Geheim-99", lauf.stderr)

    def test_kein_server(self) -> None:
        with tempfile.TemporaryDirectory() as ordner:
            lauf = basis.lauf("check_db.py", url=f"host={ordner} dbname=x")
        self.assertEqual((lauf.returncode, lauf.stdout), (75, ""))
        self.assertEqual(len(lauf.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
