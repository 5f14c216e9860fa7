"""Gemeinsames der Tests: ein Server je Testprozess, frische Datenbanken, Läufe der Skripte, große Datensätze.

    url = neue_datenbank(self.addCleanup)
    lauf("check_db.py", url=url, env={"PYTHONHASHSEED": "1"}).returncode

Mit WURZELWERK_TEST_URL (Rolle mit createdb) laufen die Tests gegen einen vorhandenen Server statt des eingebetteten.
"""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

import eingebettet

T = TypeVar("T", bound=Callable[..., Any])

WURZEL = Path(__file__).resolve().parents[1]


def _geteilt() -> Path | None:
    ordner = Path(os.environ.get("WURZELWERK_DATEN") or WURZEL.parent / "shared" / "daten")
    return ordner.resolve() if ordner.is_dir() else None


GETEILT: Path | None = _geteilt()
"""Der Ordner mit den großen Datensätzen; sie liegen nicht im Projekt."""


def daten(rel: str) -> Path:
    """Pfad einer Datei unter `GETEILT`; fehlt sie, wird der laufende Test mit klarer Begründung übersprungen."""
    if grund := _fehlt(rel):
        raise unittest.SkipTest(grund)
    assert GETEILT is not None
    return GETEILT / rel


def braucht_daten(rel: str) -> Callable[[T], T]:
    """Dekorator für Test oder Testklasse: überspringt, wenn `rel` unter `GETEILT` fehlt."""
    grund = _fehlt(rel)
    return unittest.skipIf(bool(grund), grund)


def _fehlt(rel: str) -> str:
    if GETEILT is not None and (GETEILT / rel).exists():
        return ""
    return f"{rel} fehlt: setze WURZELWERK_DATEN auf den Ordner mit den Datensätzen"


@cache
def server() -> str:
    """Verbindungszeile eines Superusers; startet beim ersten Mal den Server und stoppt ihn am Ende des Prozesses."""
    if url := os.environ.get("WURZELWERK_TEST_URL"):
        return url
    ordner = Path(tempfile.mkdtemp(prefix="wurzelwerk test "))
    inhaber = os.getpid()

    def aufraeumen() -> None:
        if os.getpid() == inhaber:  # abgespaltene Kinder erben atexit
            eingebettet.stoppen(ordner)
            shutil.rmtree(ordner, ignore_errors=True)

    atexit.register(aufraeumen)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        # Sonst bliebe der Server nach einem abgebrochenen Testlauf stehen: SIGTERM übergeht atexit.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    return eingebettet.starten(ordner)


def neue_datenbank(aufraeumen: Callable[..., Any] = unittest.addModuleCleanup) -> str:
    """Legt eine leere UTF8-Datenbank an und gibt ihre Verbindungszeile zurück.

    Verworfen wird sie über `aufraeumen` (self.addCleanup, cls.addClassCleanup; sonst am Ende des Testmoduls).
    """
    name = f"test_{os.getpid()}_{secrets.token_hex(4)}"
    _ausfuehren(sql.SQL("create database {} template template0 encoding 'UTF8'"), name)
    aufraeumen(_ausfuehren, sql.SQL("drop database if exists {} with (force)"), name)
    return make_conninfo(server(), dbname=name)


def _ausfuehren(befehl: sql.SQL, name: str) -> None:
    with psycopg.connect(server(), autocommit=True) as verbindung:
        verbindung.execute(befehl.format(sql.Identifier(name)))


def lauf(
    *argumente: str | Path,
    url: str | None = None,
    env: Mapping[str, str] | None = None,
    eingabe: str | None = None,
    sekunden: float = 300,
) -> subprocess.CompletedProcess[str]:
    """Führt ein Skript des Projekts in einem eigenen Prozess aus, mit `url` als DATABASE_URL und `env` obendrauf.

    Fremde Angaben zur Datenbank (PG…, …DATABASE_URL) erbt es nicht. Löst `subprocess.TimeoutExpired` aus.
    """
    umgebung = {k: v for k, v in os.environ.items() if not k.startswith("PG") and not k.endswith("DATABASE_URL")}
    umgebung["PYTHONIOENCODING"] = "utf-8"
    if url is not None:
        umgebung["DATABASE_URL"] = url
    return subprocess.run(
        [sys.executable, *map(str, argumente)],
        cwd=WURZEL,
        env=umgebung | dict(env or {}),
        input=eingabe,
        capture_output=True,
        encoding="utf-8",
        timeout=sekunden,
        check=False,
    )
