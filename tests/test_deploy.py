"""Units, Containerfile und Einstieg: was deploy/ zusagt, gilt."""

from __future__ import annotations

import ast
import configparser
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatch
from pathlib import Path
from unittest import mock

import befehl
import db
import phase2
import zeit
from tests.basis import WURZEL, lauf, neue_datenbank
from tests.vorbereitung import BEISPIEL, vorbereiten

DEPLOY = WURZEL / "deploy"
SERVICE = DEPLOY / "wurzelwerk-p2.service"
TIMER = DEPLOY / "wurzelwerk-p2.timer"
CONTAINERFILE = (WURZEL / "Containerfile").read_text(encoding="utf-8")

# Ordner, die nicht ins Image gehören; ein neuer steht entweder hier oder in .containerignore.
DRAUSSEN = {"beispiel", "bench", "tests"}

MIT_SYSTEMD = unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze fehlt: apt install systemd")


def unit(datei: Path) -> configparser.ConfigParser:
    """Liest eine Unit; mehrfach genannte Schlüssel (Environment=) stehen zeilenweise untereinander."""
    werte = configparser.ConfigParser(delimiters="=", strict=False, interpolation=None)
    werte.optionxform = str  # type: ignore[assignment,method-assign]  # Schlüssel behalten ihre Schreibung
    abschnitt = ""
    for zeile in datei.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        if zeile.startswith("["):
            abschnitt = zeile.strip("[]")
            werte.add_section(abschnitt)
        elif zeile and not zeile.startswith("#"):
            name, _, wert = zeile.partition("=")
            bisher = werte.get(abschnitt, name, fallback=None)
            werte.set(abschnitt, name, wert if bisher is None else f"{bisher}\n{wert}")
    return werte


def aufruf() -> tuple[list[str], list[str]]:
    """ExecStart der Unit: die Angaben für podman und, hinter dem Image, die für den Container."""
    worte = shlex.split(unit(SERVICE)["Service"]["ExecStart"])
    image = worte.index("${P2_IMAGE}")
    return worte[:image], worte[image + 1 :]


def handaufrufe() -> dict[str, list[str]]:
    """Die Shellfunktionen der Anleitung: ihr Name und die Worte ihres Aufrufs von podman."""
    anleitung = (DEPLOY / "README.md").read_text(encoding="utf-8")
    funktionen = re.findall(r"^    (\w+)\(\) \{\n(.*?)^    \}", anleitung, re.MULTILINE | re.DOTALL)
    return {name: shlex.split(inhalt.replace("\\\n", " ")) for name, inhalt in funktionen}


def anweisungen() -> list[tuple[str, str]]:
    """Die Anweisungen des Containerfile in ihrer Folge."""
    text = re.sub(r"^#.*\n", "", CONTAINERFILE, flags=re.MULTILINE).replace("\\\n", " ")
    return [(wort, rest) for wort, _, rest in (zeile.partition(" ") for zeile in text.splitlines() if zeile)]


def im_image() -> Iterator[Path]:
    """Was COPY . . nach .containerignore ins Image bringt; das letzte passende Muster entscheidet."""
    muster = [
        zeile
        for zeile in (WURZEL / ".containerignore").read_text(encoding="utf-8").splitlines()
        if zeile and not zeile.startswith("#")
    ]
    for pfad in sorted(WURZEL.rglob("*")):
        rel = pfad.relative_to(WURZEL)
        if rel.parts[0].startswith(".") or not pfad.is_file() or "__pycache__" in rel.parts:
            continue
        drin = True
        for zeile in muster:
            regel = zeile.removeprefix("!").rstrip("/")
            # Ein Muster trifft auch alles unterhalb; * endet am Schrägstrich.
            teile = regel.split("/")
            if len(rel.parts) >= len(teile) and all(map(fnmatch, rel.parts, teile)):
                drin = zeile.startswith("!")
        if drin:
            yield rel


def importe(datei: Path) -> Iterator[str]:
    """Die obersten Namen dessen, was eine Quelldatei importiert, auch innerhalb von Funktionen."""
    for knoten in ast.walk(ast.parse(datei.read_bytes())):
        if isinstance(knoten, ast.Import):
            yield from (name.name.partition(".")[0] for name in knoten.names)
        elif isinstance(knoten, ast.ImportFrom) and knoten.module:
            yield knoten.module.partition(".")[0]


@MIT_SYSTEMD
class Systemd(unittest.TestCase):
    def analyse(self, *worte: str) -> str:
        with tempfile.TemporaryDirectory() as ordner:
            ergebnis = subprocess.run(
                ["systemd-analyze", *worte],
                env={"PATH": os.environ["PATH"], "HOME": ordner, "XDG_RUNTIME_DIR": ordner, "TZ": "UTC", "LC_ALL": "C"},
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
        self.assertEqual((ergebnis.returncode, ergebnis.stderr), (0, ""))
        return ergebnis.stdout

    def test_units_sind_fehlerfrei(self) -> None:
        with tempfile.TemporaryDirectory() as ordner:
            for datei in (SERVICE, TIMER):
                # verify verlangt das Programm hinter ExecStart; auf einer Maschine ohne podman steht ein anderes dafür.
                text = datei.read_text(encoding="utf-8")
                if not Path("/usr/bin/podman").exists():
                    text = text.replace("/usr/bin/podman", "/bin/true")
                Path(ordner, datei.name).write_text(text, encoding="utf-8")
            self.analyse("verify", "--user", "--man=no", *(f"{ordner}/{datei.name}" for datei in (SERVICE, TIMER)))

    def test_takt_liegt_drei_minuten_hinter_jedem_slot(self) -> None:
        beginn = datetime(2026, 9, 7, 22, 0, tzinfo=UTC)
        ausgabe = self.analyse(
            "calendar",
            "--iterations=9",
            f"--base-time={beginn:%Y-%m-%d %H:%M:%S} UTC",
            unit(TIMER)["Timer"]["OnCalendar"],
        )
        zeiten = [
            datetime.strptime(text, "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
            for text in re.findall(r"(?:Next elapse|Iter\. #\d+): \w+ ([\d-]+ [\d:]+) UTC", ausgabe)
        ]
        self.assertEqual(zeiten, [beginn + timedelta(minutes=3) + n * zeit.SLOT for n in range(9)])


class Timer(unittest.TestCase):
    def test_bet_07_ausfall_wird_nachgeholt(self) -> None:
        timer = unit(TIMER)["Timer"]
        self.assertEqual(timer["Persistent"], "true")
        # Persistent wirkt nur mit OnCalendar; ein Abstand zum letzten Lauf holte nach einem Ausfall nichts nach.
        self.assertEqual({name for name in timer if name.startswith("On")}, {"OnCalendar"})

    def test_bet_07_der_lauf_gibt_vor_dem_naechsten_takt_ab_und_darf_doch_laenger_dauern(self) -> None:
        minuten = int(re.findall(r"--hoechstens (\d+)", SERVICE.read_text(encoding="utf-8"))[-1])
        self.assertLess(timedelta(minutes=minuten), zeit.SLOT)
        self.assertGreater(self.frist(), zeit.SLOT)

    def frist(self) -> timedelta:
        wert = unit(SERVICE)["Service"]["TimeoutStartSec"]
        self.assertRegex(wert, r"^\d+h$")
        return timedelta(hours=int(wert.removesuffix("h")))


class Service(unittest.TestCase):
    def test_nur_sigterm_gilt_neben_null_als_erfolg(self) -> None:
        service = unit(SERVICE)["Service"]
        self.assertEqual(service["SuccessExitStatus"], str(befehl.BEENDET))
        self.assertEqual((service["Type"], service["Restart"]), ("oneshot", "no"))

    def test_container_ist_eingehegt(self) -> None:
        podman, _ = aufruf()
        self.assertLessEqual(
            {
                "--rm",
                "--read-only",
                "--cap-drop=all",
                "--security-opt=no-new-privileges",
                "--memory=${P2_SPEICHER}",
                "--shm-size=1g",
                "--volume=wurzelwerk-cache:/cache:U",
            },
            set(podman),
        )
        self.assertFalse([wort for wort in podman if wort.startswith(("--privileged", "--userns", "--cap-add"))])

    def test_laeufe_von_hand_sind_ebenso_eingehegt(self) -> None:
        einhegung = {"--rm", "--read-only", "--cap-drop=all", "--security-opt=no-new-privileges", "--memory=8g"}
        self.assertEqual(set(handaufrufe()), {"p2", "p2datei"})
        for name, worte in handaufrufe().items():
            with self.subTest(name):
                self.assertLessEqual(einhegung, set(worte))
                self.assertFalse([wort for wort in worte if wort.startswith(("--privileged", "--userns", "--cap-add"))])

    def test_wer_dateien_schreibt_laesst_dem_takt_sein_volume(self) -> None:
        worte = handaufrufe()["p2datei"]
        # Als dieses Konto beschrieben oder mit :U eingehängt, gehörte es dem laufenden Takt nicht mehr.
        self.assertFalse([wort for wort in worte if "wurzelwerk-cache" in wort or wort.endswith(":U")])
        self.assertLessEqual({"--user=0:0", "--tmpfs=/cache", "--workdir=/ausgabe"}, set(worte))

    def test_ein_liegengebliebener_container_stoert_nicht(self) -> None:
        podman, _ = aufruf()
        name = next(wort.removeprefix("--name=") for wort in podman if wort.startswith("--name="))
        self.assertIn("--replace", podman)
        self.assertRegex(unit(SERVICE)["Service"]["ExecStopPost"], rf"^-\S*podman .*\brm --force --ignore {name}$")

    def test_anleitung_nennt_jede_stellschraube_mit_ihrer_vorgabe(self) -> None:
        service = unit(SERVICE)["Service"]
        vorgaben = dict(zeile.split("=", 1) for zeile in service["Environment"].splitlines())
        anleitung = (DEPLOY / "README.md").read_text(encoding="utf-8")
        tabelle = re.findall(r"^\| `(P2_\w+)` \| (?:`([^`]+)`|leer) \|", anleitung, re.MULTILINE)
        self.assertEqual(dict(tabelle), vorgaben)
        self.assertEqual(set(re.findall(r"\$\{?(\w+)", service["ExecStart"])), set(vorgaben))

    def test_zugangsdaten_kommen_allein_aus_der_datei(self) -> None:
        podman, _ = aufruf()
        self.assertIn("--env-file=%h/.config/wurzelwerk/p2.env", podman)
        for text in (SERVICE.read_text(encoding="utf-8"), TIMER.read_text(encoding="utf-8"), CONTAINERFILE):
            self.assertNotRegex(text, r"(?i)DATABASE_URL|postgres(ql)?://|PGPASS|password=|EnvironmentFile")

    def test_beispiel_der_datei_ist_gueltig(self) -> None:
        zeilen = (DEPLOY / "p2.env.beispiel").read_text(encoding="utf-8").splitlines()
        # Wie podman: wörtlich, ohne Anführungszeichen.
        werte = dict(zeile.split("=", 1) for zeile in zeilen if zeile and not zeile.startswith("#"))
        with mock.patch.dict(os.environ, werte):
            self.assertEqual(db.adresse(), werte["DATABASE_URL"])


class Image(unittest.TestCase):
    def test_grundlage_ist_ein_argument_mit_fester_version(self) -> None:
        self.assertEqual(anweisungen()[0], ("ARG", "BASIS=docker.io/library/python:3.13-slim-trixie"))
        self.assertEqual(anweisungen()[1], ("FROM", "${BASIS}"))

    def test_laeuft_nicht_als_root(self) -> None:
        self.assertEqual([rest for wort, rest in anweisungen() if wort == "USER"], ["10001:10001"])

    def test_der_einstieg_haengt_nicht_am_arbeitsordner(self) -> None:
        angaben = dict(anweisungen())
        einstieg = Path(json.loads(angaben["ENTRYPOINT"])[1])
        self.assertEqual(einstieg, Path(angaben["WORKDIR"], "deploy", "einstieg.py"))

    def test_torch_steht_vor_den_anforderungen_und_in_derselben_version(self) -> None:
        folge = [f"{wort} {rest}" for wort, rest in anweisungen()]
        torch = next(n for n, zeile in enumerate(folge) if '"torch==$TORCH"' in zeile)
        self.assertLess(torch, folge.index("COPY requirements.txt requirements-ner.txt /tmp/"))
        self.assertIn("ARG TORCH_INDEX=https://download.pytorch.org/whl/cpu", folge)
        verlangt = re.findall(r"^torch==(\S+)", (WURZEL / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE)
        if verlangt:
            self.assertIn(f"ARG TORCH={verlangt[0]}", folge)

    def test_was_aus_dem_netz_kommt_traegt_eine_pruefsumme(self) -> None:
        adressen = re.findall(r"https://\S+\.(?:whl|tar\.gz|zip)\S*", CONTAINERFILE)
        self.assertTrue(adressen)
        for adresse in adressen:
            self.assertRegex(adresse, r"#sha256=[0-9a-f]{64}$")

    def test_jeder_ordner_ist_drin_oder_bewusst_draussen(self) -> None:
        ordner = {p.name for p in WURZEL.iterdir() if p.is_dir() and not p.name.startswith((".", "__"))}
        drin = {rel.parts[0] for rel in im_image() if len(rel.parts) > 1}
        self.assertEqual(ordner - drin - DRAUSSEN, set(), "in .containerignore aufnehmen oder zu DRAUSSEN")

    def test_kein_modul_im_image_braucht_eines_das_draussen_bleibt(self) -> None:
        drin = set(im_image())
        fehlend = {
            f"{rel}: {name}"
            for rel in drin
            if rel.suffix == ".py"
            for name in importe(WURZEL / rel)
            if (WURZEL / f"{name}.py").exists() and Path(f"{name}.py") not in drin
        }
        self.assertEqual(fehlend, set(), "in .containerignore aufnehmen")

    def test_zugangsdaten_und_stichproben_bleiben_draussen(self) -> None:
        drin = {str(rel) for rel in im_image()}
        self.assertFalse([name for name in drin if name.endswith((".env", ".csv", ".jsonl", ".dump"))])
        self.assertFalse([name for name in drin if name.startswith(("tests", "bench", "beispiel"))])

    def test_das_image_enthaelt_alles_was_ein_lauf_braucht(self) -> None:
        url = vorbereiten(neue_datenbank(self.addCleanup), BEISPIEL)
        with tempfile.TemporaryDirectory(prefix="image ") as ordner:
            for rel in im_image():
                ziel = Path(ordner, rel)
                ziel.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(WURZEL / rel, ziel)
            einstieg = Path(ordner, "deploy", "einstieg.py")
            # Gewichte für embeddings liegen im Volume, nicht im Image.
            nur = ["--nur", ",".join(name for name in phase2.MODULE if name != "embeddings")]
            lexika = [[datei.name] for datei in sorted(WURZEL.glob("*lexikon_laden.py"))]
            seiten = [
                ["bericht.py", "--von=2026-09-07", "--bis=2026-09-11", f"--ziel={ordner}/bericht.html"],
                ["akteure.py", "--backfill", "--trocken", "--stichprobe=20", "--html", f"--ziel={ordner}/probe.csv"],
                ["pruefung.py", "auswerten", f"{WURZEL}/beispiel/pruefung-a.csv"],
            ]
            for worte in (["check_db.py"], ["migrieren.py", "--stand"], *lexika, [*aufruf()[1], *nur], *seiten):
                worte = [wort for wort in worte if not wort.startswith("$")]
                with self.subTest(worte):
                    ergebnis = lauf(einstieg, ordner, *worte, url=url)
                    self.assertEqual(ergebnis.returncode, 0, ergebnis.stderr)


class Einstieg(unittest.TestCase):
    def setUp(self) -> None:
        ordner = tempfile.TemporaryDirectory(prefix="einstieg ")
        self.addCleanup(ordner.cleanup)
        self.ordner = Path(ordner.name)
        (self.ordner / "deploy").mkdir()
        self.einstieg = Path(shutil.copy(DEPLOY / "einstieg.py", self.ordner / "deploy"))

    def skript(self, text: str) -> None:
        (self.ordner / "skript.py").write_text(text, encoding="utf-8")

    def test_gibt_angaben_weiter_und_endet_wie_das_skript(self) -> None:
        (self.ordner / "nachbar.py").write_text("WERT = 'nebenan'\n", encoding="utf-8")
        self.skript("import sys, nachbar\nprint(__name__, sys.argv[1:], nachbar.WERT)\nsys.exit(75)\n")
        ergebnis = lauf(self.einstieg, self.ordner, "skript.py", "--slot", "a b")
        self.assertEqual(ergebnis.stdout, "__main__ ['--slot', 'a b'] nebenan\n")
        self.assertEqual(ergebnis.returncode, befehl.SPAETER)

    def test_ohne_schreibrecht_laeuft_nichts(self) -> None:
        self.skript("print('gelaufen')\n")
        datei = self.ordner / "skript.py"
        for ordner in (self.ordner / "fehlt", datei, Path("/proc")):
            with self.subTest(ordner.name):
                ergebnis = lauf(self.einstieg, ordner, "skript.py")
                self.assertEqual((ergebnis.returncode, ergebnis.stdout), (befehl.AUFRUF, ""))
                self.assertRegex(ergebnis.stderr, r"\A.* ist nicht beschreibbar \(.+\); .*:U.*\n\Z")

    def test_die_probe_hinterlaesst_nichts(self) -> None:
        self.skript("")
        cache = self.ordner / "cache"
        cache.mkdir()
        self.assertEqual(lauf(self.einstieg, cache, "skript.py").returncode, befehl.GETAN)
        self.assertEqual(list(cache.iterdir()), [])

    def test_unbekanntes_skript_ist_ein_falscher_aufruf(self) -> None:
        ergebnis = lauf(self.einstieg, self.ordner, "fehlt.py")
        self.assertEqual(ergebnis.returncode, befehl.AUFRUF)
        self.assertRegex(ergebnis.stderr, r"\Afehlt\.py: .*\n\Z")

    def test_sigterm_wirkt_auch_wo_das_skript_nichts_dafuer_tut(self) -> None:
        self.skript("import time\nprint('da', flush=True)\ntime.sleep(60)\n")
        with subprocess.Popen(
            [sys.executable, self.einstieg, self.ordner, "skript.py"], stdout=subprocess.PIPE, encoding="utf-8"
        ) as prozess:
            assert prozess.stdout is not None
            self.assertEqual(prozess.stdout.readline(), "da\n")
            prozess.send_signal(signal.SIGTERM)
            self.assertEqual(prozess.wait(timeout=30), befehl.BEENDET)


if __name__ == "__main__":
    unittest.main()
