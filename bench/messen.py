"""Gemeinsames der Messungen: Prozesse messen, Ergebnisse sammeln, Datenbanken anlegen und verwerfen."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

import befehl
import deutung
import eingebettet

WURZEL = Path(__file__).resolve().parent.parent
SERVER = WURZEL / ".eingebettet" / "bench"

ABGEBROCHEN = 130  # 128 + SIGINT

# Ein Kern heißt: keine Fäden in den Bibliotheken, und der Prozess an einen Kern gebunden.
EIN_FADEN = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1"
)


class Messfehler(Exception):
    """Eine Messung kam nicht zustande; der Text sagt, warum."""


class Ergebnis(NamedTuple):
    """Eine Zeile der Tabelle: was gemessen wurde, die Zahl, das Ziel, und ob es erreicht ist (None: kein Ziel)."""

    was: str
    zahl: str
    ziel: str = ""
    erfuellt: bool | None = None


class Prozess(NamedTuple):
    """Ein beendeter Prozess: Dauer und Rechenzeit in Sekunden, größter Speicher in MB, Ausgabe."""

    dauer: float
    rechenzeit: float
    speicher: float
    ausgabe: str


def prozess(
    *worte: str | Path, url: str | None = None, env: Mapping[str, str] | None = None, kern: int | None = None
) -> Prozess:
    """Führt ein Python-Skript des Projekts in einem frischen Prozess aus und misst ihn vom Start bis zum Ende.

    Der Speicher eines Kindes beginnt unter Linux beim Höchststand des Elternprozesses; dieser Prozess soll deshalb
    klein bleiben und alles Große in Kindern tun.

    Args:
        worte: Skript und Angaben.
        url: DATABASE_URL des Kindes.
        env: weitere Umgebung.
        kern: an diesen Kern binden.

    Raises:
        Messfehler: das Kind endete nicht mit 0.
    """
    umgebung = {k: v for k, v in os.environ.items() if not k.startswith("PG") and not k.endswith("DATABASE_URL")}
    umgebung |= {"PYTHONIOENCODING": "utf-8", **(env or {})}
    if url is not None:
        umgebung["DATABASE_URL"] = url
    befehlszeile = [sys.executable, *map(str, worte)]
    if kern is not None:
        binden = f"import os, sys; os.sched_setaffinity(0, {{{kern}}}); os.execv(sys.argv[1], sys.argv[1:])"
        befehlszeile = [sys.executable, "-S", "-c", binden, *befehlszeile]
    with tempfile.TemporaryFile() as fehler:
        beginn = time.perf_counter()
        kind = subprocess.Popen(befehlszeile, cwd=WURZEL, env=umgebung, stdout=subprocess.PIPE, stderr=fehler)
        assert kind.stdout is not None
        try:
            ausgabe = kind.stdout.read().decode()
            _, status, verbrauch = os.wait4(kind.pid, 0)
        except KeyboardInterrupt:
            kind.kill()
            kind.wait()
            raise
        dauer = time.perf_counter() - beginn
        kind.returncode = os.waitstatus_to_exitcode(status)
        kind.stdout.close()
        if kind.returncode != 0:
            fehler.seek(0)
            letzte = fehler.read().decode(errors="replace").strip().splitlines()[-1:]
            raise Messfehler(f"{Path(worte[0]).name} endete mit {kind.returncode}: {''.join(letzte)}")
    return Prozess(dauer, verbrauch.ru_utime + verbrauch.ru_stime, verbrauch.ru_maxrss * 1024 / 1e6, ausgabe)


def speicher() -> float:
    """Größter Speicher dieses Prozesses in MB; anders als ru_maxrss ohne den des Elternprozesses."""
    for zeile in Path("/proc/self/status").read_text().splitlines():
        if zeile.startswith("VmHWM:"):
            return int(zeile.split()[1]) * 1024 / 1e6
    raise Messfehler("/proc/self/status nennt keinen Höchststand (VmHWM)")


@contextmanager
def server() -> Iterator[str]:
    """Der Server der Messungen; wer als Letzter misst, stoppt ihn."""
    url = eingebettet.starten(SERVER)
    try:
        yield url
    finally:
        with psycopg.connect(url, autocommit=True) as conn:
            andere = conn.execute("select from pg_database where datname like 'bench\\_%'").fetchone()
        if andere is None:
            eingebettet.stoppen(SERVER)


@contextmanager
def datenbank(url: str) -> Iterator[str]:
    """Eine eigene Datenbank mit Ingest-Tabellen und allen Migrationen, danach verworfen."""
    name = f"bench_{os.getpid()}_{secrets.token_hex(3)}"
    _verwalten(url, sql.SQL("create database {} template template0 encoding 'UTF8'"), name)
    eigene = make_conninfo(url, dbname=name)
    try:
        with psycopg.connect(eigene, autocommit=True) as conn:
            conn.execute((WURZEL / "beispiel" / "ingest-schema.sql").read_bytes())
        prozess("migrieren.py", url=eigene)
        yield eigene
    finally:
        _verwalten(url, sql.SQL("drop database if exists {} with (force)"), name)


def _verwalten(url: str, anweisung: sql.SQL, name: str) -> None:
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute(anweisung.format(sql.Identifier(name)))


def anweisen(url: str, *anweisungen: str) -> None:
    """Führt Anweisungen einzeln aus, im Autocommit."""
    with psycopg.connect(url, autocommit=True) as conn:
        for anweisung in anweisungen:
            conn.execute(anweisung)


def codings_leeren(url: str) -> None:
    """Macht codings leer und schreibt aus, was noch aussteht, damit jede Messung gleich beginnt."""
    anweisen(url, "truncate codings, coder_versionen, dubletten_vorgriff", "checkpoint")


def melden(text: str) -> None:
    """Sagt auf der Fehlerausgabe, woran gerade gemessen wird."""
    befehl.melden(text)


def komma(zahl: float, stellen: int = 2) -> str:
    """Eine Zahl in deutscher Schreibung: 1.234,5."""
    return f"{zahl:,.{stellen}f}".translate(str.maketrans(",.", ".,"))


def hoechstens(was: str, wert: float, ziel: float, einheit: str, stellen: int = 2, zusatz: str = "") -> Ergebnis:
    """Eine Zeile mit einer Obergrenze als Ziel."""
    zahl = f"{komma(wert, stellen)} {einheit}".strip() + (f" ({zusatz})" if zusatz else "")
    grenze = f"höchstens {komma(ziel, 0 if ziel == int(ziel) else 1)} {einheit}".strip()
    return Ergebnis(was, zahl, grenze, wert <= ziel)


def tabelle(ergebnisse: Sequence[Ergebnis]) -> str:
    """Die Ergebnisse als Markdown-Tabelle."""
    zeilen = ["| Was | Zahl | Ziel | erreicht |", "|---|---|---|---|"]
    for e in ergebnisse:
        erreicht = {True: "ja", False: "**nein**", None: ""}[e.erfuellt]
        zeilen.append(f"| {e.was} | {e.zahl} | {e.ziel} | {erreicht} |")
    return "\n".join(zeilen)


def ausfuehren(messung: Callable[[], Sequence[Ergebnis]], *, als_json: bool) -> int:
    """Misst und druckt die Ergebnisse als Tabelle oder, für ``alles.py``, als JSON; gibt den Ausgang zurück."""
    abbruch_raeumt_auf()
    try:
        ergebnisse = messung()
    except KeyboardInterrupt:
        befehl.melden("Messung abgebrochen.")
        return ABGEBROCHEN
    except (Messfehler, eingebettet.EingebettetFehler) as fehler:
        befehl.melden(str(fehler))
        return befehl.GESCHEITERT
    except psycopg.Error as fehler:
        return deutung.ausgang(fehler)
    print(json.dumps(ergebnisse, ensure_ascii=False) if als_json else tabelle(ergebnisse))
    return befehl.GETAN


def abbruch_raeumt_auf() -> None:
    """SIGTERM bricht ab wie Strg-C, auch im Hintergrund: was angelegt wurde, wird noch verworfen."""
    for signalnummer in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signalnummer, signal.default_int_handler)


def aus_json(text: str) -> Any:
    """Die letzte Zeile einer Ausgabe als JSON."""
    return json.loads(text.strip().splitlines()[-1])
