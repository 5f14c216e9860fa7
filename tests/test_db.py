"""DATABASE_URL auflösen und verbinden: jede falsche Angabe eine Zeile mit Abhilfe, nie ein Stück eines Passworts."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from unittest import mock
from urllib.parse import quote

import psycopg
from psycopg.conninfo import make_conninfo

import db
import eingebettet
from tests.basis import lauf, neue_datenbank

# Was ein Skript des Projekts tut; das erste Argument ist die .env, damit keine des Entwicklers mitspielt.
SKRIPT = """
import pathlib, sys, db
db.DOTENV = pathlib.Path(sys.argv[1])
try:
    verbindung = db.verbinden("probe")
    print(verbindung.execute("select current_database()").fetchone()[0])
except db.Konfigurationsfehler as fehler:
    print(fehler, file=sys.stderr)
    sys.exit(2)
except db.Verbindungsfehler as fehler:
    print(fehler, fehler.sqlstate, file=sys.stderr)
    sys.exit(75 if fehler.voruebergehend else 1)
"""
KEINE = Path("/gibt/es/nicht/.env")


def probe(url: str | None, *, dotenv: Path = KEINE, **env: str) -> subprocess.CompletedProcess[str]:
    return lauf("-c", SKRIPT, dotenv, url=url, env=env, sekunden=60)


@dataclass(frozen=True)
class Fall:
    """Eine falsche Adresse; `passwort` darf in keinem Stück von drei Zeichen auftauchen."""

    url: str
    ausgang: int
    meldung: str
    passwort: str = ""


PORT1 = "127.0.0.1:1"  # dort lauscht nie jemand

FALSCH = (
    Fall("", 2, "ist leer"),
    Fall("   ", 2, "ist leer"),
    Fall("mysql://anna:qX7zK9vW@h/db", 2, "beginnt mit mysql://", "qX7zK9vW"),
    Fall("postgresql+psycopg://anna:qX7zK9vW@h/db", 2, "nötig ist postgresql://", "qX7zK9vW"),
    Fall("anna:qX7zK9vW@h/db", 2, "falsch aufgebaut", "qX7zK9vW"),
    Fall("wurzelwerk", 2, "falsch aufgebaut"),
    Fall("'postgresql://anna:qX7zK9vW@h/db'", 2, "steht in Anführungszeichen", "qX7zK9vW"),
    Fall("postgresql://anna:qX7zK9vW@h:fünf/db", 2, "der Port ist keine Zahl", "qX7zK9vW"),
    Fall("postgresql://anna:qX7zK9vW@h:99999/db", 2, "der Port ist keine Zahl", "qX7zK9vW"),
    Fall("postgresql://anna:qX7zK9vW@[::1/db", 2, "falsch aufgebaut", "qX7zK9vW"),
    Fall("postgresql://anna:qX7%zzK9vW@h/db", 2, "prozentkodiert", "qX7%zzK9vW"),
    Fall("postgresql://anna:qX7zK9vW%@h/db", 2, "prozentkodiert", "qX7zK9vW%"),
    Fall("postgresql://anna:qX7%00K9vW@h/db", 2, "prozentkodiert", "qX7%00K9vW"),
    Fall("postgresql://anna:qX7@zK9vW@h/db", 2, "@ als %40", "qX7@zK9vW"),
    Fall("postgresql://anna:qX7/zK9vW@h/db", 2, "/ als %2F", "qX7/zK9vW"),
    Fall("postgresql://anna:543/zK9vW@h/db", 2, "/ als %2F", "543/zK9vW"),
    Fall("postgresql://anna:qX7/?zK9=vWq@h/db", 2, "? als %3F", "qX7/?zK9=vWq"),
    Fall("postgresql://anna:qX7@h?zK9=vWq@h/db", 2, "? als %3F", "qX7@h?zK9=vWq"),
    Fall("postgresql://anna:qX7 zK9@h/db", 2, "Leerzeichen als %20", "qX7 zK9"),
    Fall('postgresql://anna:qX7\'"zK9"@h h/db', 2, "prozentkodiert", 'qX7\'"zK9"'),
    Fall("postgresql://anna:qX7\nzK9@h/db", 2, "Zeilenumbruch", "qX7\nzK9"),
    Fall("postgresql://anna:qX7zK9vW@h/db?sslmde=require", 2, "sslmde kennt libpq nicht (gemeint sslmode", "qX7zK9vW"),
    Fall("postgresql://anna:qX7zK9vW@127.0.0.1/db?sslmode=streng", 2, "Wert von sslmode", "qX7zK9vW"),
    Fall("host=127.0.0.1 password=qX7zK9vW connect_timeout=bald", 2, "Wert von connect_timeout", "qX7zK9vW"),
    Fall("host=h passwort=qX7zK9vW", 2, "passwort kennt libpq nicht (gemeint password?)", "qX7zK9vW"),
    Fall("host=h password=qX7zK9 vWqX=jJ8", 2, "unbekannte Angabe", "qX7zK9 vWqX=jJ8"),
    Fall("host=h password=qX7zK9 w=jJ8", 2, "unbekannte Angabe", "qX7zK9 w=jJ8"),
    Fall("host=h password='qX7 zK9vW", 2, "falsch aufgebaut", "qX7 zK9vW"),
    Fall("eingebettet:", 2, "fehlt der Ordner"),
    Fall("eingebettet:  ", 2, "fehlt der Ordner"),
    Fall("eingebettet:README\nx", 2, "Zeilenumbruch"),
    Fall(f"eingebettet:{__file__}", 2, "ist eine Datei"),
    Fall("postgresql://anna:qX7zK9vW@gibt-es-nicht.invalid/db", 1, "kennt die Namensauflösung nicht", "qX7zK9vW"),
    Fall(f"postgresql://anna:qX7:zK9?vW#jJ8@{PORT1}/db", 75, "dort läuft kein Server", "qX7:zK9?vW#jJ8"),
    Fall(f"postgresql://anna:{quote('qX7@/%zK9', safe='')}@{PORT1}/db", 75, "dort läuft kein Server", "qX7@/%zK9"),
    Fall("host=127.0.0.1 port=1 user=anna password='qX7 \\'zK9\\\\vW'", 75, "dort läuft kein Server", "qX7 'zK9\\vW"),
    Fall(f"postgresql://{PORT1}/db?user=anna&password=qX7zK9vW", 75, "dort läuft kein Server", "qX7zK9vW"),
    Fall("postgresql:///db?host=/gibt/es/nicht", 75, "dort läuft kein Server"),
)


class FalscheAdressen(unittest.TestCase):
    def test_eine_zeile_mit_abhilfe_und_kein_stueck_vom_passwort(self) -> None:
        with ThreadPoolExecutor(4) as gleichzeitig:
            ergebnisse = list(gleichzeitig.map(probe, [fall.url for fall in FALSCH]))
        for fall, ergebnis in zip(FALSCH, ergebnisse, strict=True):
            with self.subTest(fall.url):
                self.verschwiegen(ergebnis, fall.passwort)
                self.assertEqual(ergebnis.returncode, fall.ausgang, ergebnis)
                self.assertIn(fall.meldung, ergebnis.stderr)

    def test_fehlende_adresse_zeigt_beispiele(self) -> None:
        ergebnis = probe(None)
        self.verschwiegen(ergebnis)
        self.assertEqual(ergebnis.returncode, 2)
        self.assertIn("DATABASE_URL=postgresql://", ergebnis.stderr)
        self.assertIn("DATABASE_URL=eingebettet:", ergebnis.stderr)

    def test_passwort_aus_pgpassword_bleibt_verschwiegen(self) -> None:
        self.verschwiegen(probe("host=127.0.0.1 port=1 dbname=qX7zK9vW", PGPASSWORD="qX7zK9vW"), "qX7zK9vW")

    def test_auch_die_ausnahme_traegt_den_text_der_bibliothek_nicht_mit(self) -> None:
        for url in ("postgresql://anna:qX7%zz@h/db", "host=h password='qX7", f"postgresql://a:qX7zK9@{PORT1}/db"):
            with self.subTest(url), mock.patch.dict(os.environ, DATABASE_URL=url):
                with self.assertRaises((db.Konfigurationsfehler, db.Verbindungsfehler)) as gefangen:
                    db.verbinden("probe")
                self.assertIsNone(gefangen.exception.__cause__)
                self.assertIsNone(gefangen.exception.__context__)

    def test_nennt_die_gefragte_variable(self) -> None:
        with (
            mock.patch.dict(os.environ, ADMIN_DATABASE_URL="mysql://h/db"),
            self.assertRaisesRegex(db.Konfigurationsfehler, "^ADMIN_DATABASE_URL "),
        ):
            db.adresse("ADMIN_DATABASE_URL")

    def verschwiegen(self, ergebnis: subprocess.CompletedProcess[str], passwort: str = "") -> None:
        ausgabe = ergebnis.stdout + ergebnis.stderr
        self.assertNotIn("Traceback", ausgabe)
        self.assertEqual(ergebnis.stderr.count("\n"), 1, ausgabe)
        for anfang in range(len(passwort) - 2):
            self.assertNotIn(passwort[anfang : anfang + 3], ausgabe)


class Server(unittest.TestCase):
    """Ein eigener Server, weil die Fälle an pg_hba.conf und an den Verbindungsgrenzen drehen."""

    pfad: Path
    zeile: str

    @classmethod
    def setUpClass(cls) -> None:
        ordner = tempfile.TemporaryDirectory(prefix="db test ", ignore_cleanup_errors=True)
        cls.addClassCleanup(ordner.cleanup)
        cls.pfad = Path(ordner.name) / "e"
        cls.addClassCleanup(eingebettet.stoppen, cls.pfad)
        cls.zeile = eingebettet.starten(cls.pfad)
        hba = cls.pfad / "pgdata" / "pg_hba.conf"
        hba.write_text(
            "local all gesperrt reject\nlocal all fremd peer\nlocal all bewacht scram-sha-256\n" + hba.read_text()
        )
        with psycopg.connect(cls.zeile, autocommit=True) as verbindung:
            for befehl in (
                "select pg_reload_conf()",
                "create role gesperrt login",
                "create role fremd login",
                "create role bewacht login password 'qX7@zK9'",
                "create role stumm",
                "create role begrenzt login connection limit 0",
                "create role aussen login",
                "create database zu",
                "revoke connect on database zu from public",
            ):
                verbindung.execute(befehl)

    def test_absagen_des_servers(self) -> None:
        for angaben, sqlstate, ausgang, meldung in (
            ({"user": "bewacht", "password": "jJ8falsch"}, "28P01", 1, "das Passwort der Rolle bewacht stimmt nicht"),
            ({"user": "bewacht"}, "28P01", 1, "braucht ein Passwort"),
            ({"user": "gesperrt"}, "28000", 1, "pg_hba.conf"),
            ({"user": "fremd"}, "28000", 1, "Betriebssystemkonto"),
            ({"user": "niemand"}, "28000", 1, "die Rolle niemand gibt es nicht"),
            ({"user": "stumm"}, "28000", 1, "darf sich nicht anmelden"),
            ({"dbname": "nirgends"}, "3D000", 1, "die Datenbank nirgends gibt es nicht"),
            ({"user": "aussen", "dbname": "zu"}, "42501", 1, "grant connect"),
            ({"user": "begrenzt"}, "53300", 75, "alle Verbindungen sind belegt"),
        ):
            with self.subTest(meldung):
                ergebnis = probe(make_conninfo(self.zeile, **angaben))
                self.assertEqual(ergebnis.returncode, ausgang, ergebnis)
                self.assertEqual(ergebnis.stderr.count("\n"), 1, ergebnis)
                self.assertIn(meldung, ergebnis.stderr)
                self.assertTrue(ergebnis.stderr.endswith(f" {sqlstate}\n"), ergebnis.stderr)
                self.assertNotIn("jJ8", ergebnis.stderr)

    def test_kodiertes_passwort_meldet_sich_an(self) -> None:
        with psycopg.connect(self.zeile) as verbindung:
            socket = quote(verbindung.info.host, safe="")
        ergebnis = probe(f"postgres://bewacht:{quote('qX7@zK9')}@{socket}:5432/wurzelwerk")
        self.assertEqual((ergebnis.stdout, ergebnis.stderr), ("wurzelwerk\n", ""))

    def test_startender_server_ist_voruebergehend(self) -> None:
        # Ein Standby ohne hot_standby bleibt in dem Zustand, den ein startender Server nur kurz zeigt.
        eingebettet.stoppen(self.pfad)
        zeichen = self.pfad / "pgdata" / "standby.signal"
        eigene = self.pfad / "pgdata" / "postgresql.auto.conf"
        vorher = eigene.read_text()
        try:
            zeichen.touch()
            eigene.write_text("hot_standby = off\n")
            with contextlib.suppress(eingebettet.EingebettetFehler):
                eingebettet.starten(self.pfad)
            ergebnis = probe(self.zeile)
        finally:
            eingebettet.stoppen(self.pfad)
            zeichen.unlink(missing_ok=True)
            eigene.write_text(vorher)
            eingebettet.starten(self.pfad)
        self.assertEqual(ergebnis.returncode, 75, ergebnis)
        self.assertTrue(ergebnis.stderr.endswith(" 57P03\n"), ergebnis.stderr)


class Deutung(unittest.TestCase):
    def test_meldungen_eines_deutsch_eingestellten_servers(self) -> None:
        for text, sqlstate in (
            ("FATAL:  Passwort-Authentifizierung für Benutzer »anna« fehlgeschlagen", "28P01"),
            ("FATAL:  kein pg_hba.conf-Eintrag für Host »10.0.0.1«, Benutzer »anna«, Datenbank »db«", "28000"),
            ("FATAL:  Rolle »anna« existiert nicht", "28000"),
            ("FATAL:  Datenbank »db« existiert nicht", "3D000"),
            ("FATAL:  das Datenbanksystem startet gerade", "57P03"),
            ("FATAL:  tut mir leid, schon zu viele Verbindungen", "53300"),
        ):
            with self.subTest(text):
                fehler = db._gedeutet(text, {"host": "h", "user": "anna"}, "DATABASE_URL")
                assert isinstance(fehler, db.Verbindungsfehler)
                self.assertEqual(fehler.sqlstate, sqlstate)

    def test_unbekanntes_wird_bereinigt_weitergegeben(self) -> None:
        fehler = db._gedeutet("etwas\nNeues mit password=qX7zK9", {"host": "h"}, "DATABASE_URL")
        self.assertRegex(str(fehler), r"gemeldet wurde: etwas Neues mit password=\*\*\*$")


class Verbindung(unittest.TestCase):
    zeile: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.zeile = neue_datenbank(cls.addClassCleanup)

    def test_kennung_zeitzone_und_kodierung(self) -> None:
        url = make_conninfo(self.zeile, options="-c TimeZone=Asia/Tokyo -c statement_timeout=4711")
        with (
            mock.patch.dict(os.environ, DATABASE_URL=url, PGCLIENTENCODING="LATIN1"),
            db.verbinden("dubletten", autocommit=True) as verbindung,
        ):
            fund = verbindung.execute(
                "select current_setting('application_name'), current_setting('TimeZone'),"
                " current_setting('client_encoding'), current_setting('statement_timeout')"
            ).fetchone()
            self.assertEqual(fund, ("wurzelwerk-dubletten", "UTC", "UTF8", "4711ms"))
            self.assertTrue(verbindung.autocommit)
            self.assertEqual(verbindung.info.get_parameters()["connect_timeout"], "10")

    def test_eingebettet_mit_pfad_unter_dem_arbeitsordner(self) -> None:
        with tempfile.TemporaryDirectory(prefix="db test ", ignore_cleanup_errors=True) as ordner:
            pfad = Path(ordner) / "Ein Ordner für Äpfel"
            self.addCleanup(eingebettet.stoppen, pfad)
            with contextlib.chdir(ordner), mock.patch.dict(os.environ, DATABASE_URL=f"eingebettet:{pfad.name}"):
                with db.verbinden("probe") as verbindung:
                    self.assertEqual(verbindung.info.dbname, "wurzelwerk")
                self.assertEqual(db.adresse(), eingebettet.starten(pfad))
            eingebettet.stoppen(pfad)

    def test_dotenv(self) -> None:
        with tempfile.TemporaryDirectory() as ordner:
            dotenv = Path(ordner) / ".env"
            dotenv.write_text(f'DATABASE_URL="{self.zeile}"\n')
            dotenv.chmod(0o600)
            ergebnis = probe(None, dotenv=dotenv)
            self.assertEqual((ergebnis.returncode, ergebnis.stderr), (0, ""), ergebnis)
            self.assertEqual(probe("mysql://h", dotenv=dotenv).returncode, 2, "die Umgebung geht vor")
            dotenv.chmod(0o640)
            ergebnis = probe(None, dotenv=dotenv)
            self.assertEqual((ergebnis.returncode, ergebnis.stderr.count("\n")), (0, 1), ergebnis)
            self.assertIn(f"chmod 600 '{dotenv}'", ergebnis.stderr)

    def test_dotenv_laesst_sonderzeichen_stehen_und_die_umgebung_in_ruhe(self) -> None:
        adresse = "postgresql://anna:a${HOME}b#c@h/db"
        with tempfile.TemporaryDirectory() as ordner:
            dotenv = Path(ordner) / ".env"
            dotenv.write_text(f"DATABASE_URL={adresse}\n")
            dotenv.chmod(0o600)
            skript = "import os, sys, pathlib, db; db.DOTENV = pathlib.Path(sys.argv[1]);"
            ergebnis = lauf("-c", skript + "print(db.adresse(), 'DATABASE_URL' in os.environ)", dotenv)
            self.assertEqual(ergebnis.stdout, f"{adresse} False\n", ergebnis)
            dotenv.write_bytes("DATABASE_URL=host=h dbname=ä".encode("latin-1"))
            ergebnis = probe(None, dotenv=dotenv)
            self.assertEqual((ergebnis.returncode, ergebnis.stderr.count("\n")), (2, 1), ergebnis)
            self.assertIn("nicht in UTF-8", ergebnis.stderr)


class Unverfaenglich(unittest.TestCase):
    def test_passwoerter_verschwinden_und_der_rest_bleibt(self) -> None:
        for text, erwartet in (
            ("postgresql://anna:geheim@h:5432/db", "postgresql://anna:***@h:5432/db"),
            ("an postgresql://anna:ge@h/e?i#m %zz'\"@h/db gescheitert", "an postgresql://anna:***@h/db gescheitert"),
            ("postgres://anna:geheim", "postgres://anna:***"),
            ("host=h password=geheim dbname=db", "host=h password=*** dbname=db"),
            (r"host=h password='ge \' heim' dbname=db", "host=h password=*** dbname=db"),
            (r"password=ge\ heim dbname=db", "password=*** dbname=db"),
            ("password='ge heim", "password=***"),
            ("sslpassword=geheim", "sslpassword=***"),
            ("PGPASSWORD=geheim psql", "PGPASSWORD=*** psql"),
            ("{'password': 'geheim', 'host': 'h'}", "{'password': ***, 'host': 'h'}"),
            ("postgresql://h/db?password=geheim", "postgresql://h/db?password=***"),
            # Was bleiben soll:
            ("postgresql://h:5432/db antwortet nicht", "postgresql://h:5432/db antwortet nicht"),
            ("postgresql://anna@h:5432/db", "postgresql://anna@h:5432/db"),
            ('password authentication failed for user "anna"', 'password authentication failed for user "anna"'),
            ("Slot 2026-09-07T08:00: 3 neu", "Slot 2026-09-07T08:00: 3 neu"),
        ):
            with self.subTest(text):
                self.assertEqual(db.unverfaenglich(text), erwartet)
                self.assertEqual(db.unverfaenglich(erwartet), erwartet)

    def test_bekannte_passwoerter_auch_wo_sie_allein_stehen(self) -> None:
        for url, text in (
            ("postgresql://anna:qX7%40zK9@h/db", "roh qX7%40zK9, dekodiert qX7@zK9"),
            ("postgresql://anna:qX7@zK9@h/db", "in Stücken: Rechner zK9, Passwort qX7"),
            (r"host=h password='qX7 \'zK9'", "ohne Flucht: qX7 'zK9"),
        ):
            with self.subTest(url), mock.patch.dict(os.environ, ADMIN_DATABASE_URL=url):
                bereinigt = db.unverfaenglich(text)
                self.assertNotIn("qX7", bereinigt)
                self.assertNotIn("zK9", bereinigt)
        with mock.patch.dict(os.environ, PGPASSWORD="qX7zK9"):
            self.assertEqual(db.unverfaenglich("wo qX7zK9 steht"), "wo *** steht")


if __name__ == "__main__":
    unittest.main()
