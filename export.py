"""Export: eine Tabelle für Auswertungen, als CSV, JSONL oder Parquet, mit einem Codebook daneben.

Beispiele:
  python export.py --schicht akteur --von 2026-09-01 --bis 2026-09-30 --format csv --ziel akteure.csv
  python export.py --schicht item --von 2026-09-01 --bis 2026-09-30 --format csv --ziel items.csv
  python export.py --schicht dublette --von 2026-09-07 --bis 2026-09-13 --haus faz --format parquet --ziel d.parquet

Neben DATEI entstehen DATEI.codebook.md (Spalten, Werte, Verfahren, fertiger Code für pandas, R und DuckDB) und
DATEI.codebook.json (dasselbe für Programme). item hat je Item eine Zeile, ob kodiert oder nicht: der Nenner für
akteur und ort, in denen Items ohne Nennung fehlen. Titel, Adressen, Wortfolgen und Vektoren kommen nur mit
--mit-titel; Nennungen und Tonwörter, also Namen und einzelne Wörter, immer.

Ausgänge: 0 geschrieben, 1 gescheitert, 2 falscher Aufruf, 75 später erneut, 143 durch SIGTERM beendet.
"""

from __future__ import annotations

import argparse
import hashlib
import signal
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import befehl
import codebook
import db
import deutung
import exportquelle
import zeitraum
import zieldatei
import zieldateien
from exportformate import FORMATE
from exporttabellen import TABELLEN
from fortschritt import Fortschritt

if TYPE_CHECKING:
    import psycopg

    from exporttypen import Tabelle

ABGEBROCHEN = 130  # 128 + SIGINT


class Terminiert(KeyboardInterrupt):
    """SIGTERM kam; wie Strg-C, damit auch eine wartende Abfrage endet."""


def main(worte: Sequence[str] | None = None) -> int:
    """Von der Kommandozeile bis zum Ausgang."""
    angaben, raum = _zerlegen(worte)
    signal.signal(signal.SIGTERM, _terminieren)
    try:
        with db.verbinden("export") as conn:
            _exportieren(conn, TABELLEN[angaben.schicht], raum, angaben)
    except Terminiert:
        befehl.melden("export: durch SIGTERM beendet; nichts ist geschrieben.")
        return befehl.BEENDET
    except KeyboardInterrupt:
        befehl.melden("export: abgebrochen; nichts ist geschrieben.")
        return ABGEBROCHEN
    except zeitraum.Auswahlfehler as fehler:
        befehl.melden(f"export: {fehler}")
        return befehl.AUFRUF
    except (exportquelle.Fehlt, zieldatei.Zielfehler) as fehler:
        befehl.melden(f"export: {fehler}")
        return befehl.GESCHEITERT
    except Exception as fehler:
        return deutung.ausgang(fehler)
    return befehl.GETAN


def _terminieren(*_: Any) -> None:
    raise Terminiert


def _zerlegen(worte: Sequence[str] | None) -> tuple[argparse.Namespace, zeitraum.Zeitraum]:
    zerleger = befehl.Zerleger(__doc__, prog="export.py")
    zerleger.add_argument("--schicht", required=True, choices=TABELLEN, metavar="TABELLE", help=", ".join(TABELLEN))
    zeitraum.angaben(zerleger)
    zerleger.add_argument("--format", required=True, choices=FORMATE, metavar="FORMAT", help=", ".join(FORMATE))
    zieldatei.angaben(zerleger, "DATEI")
    zerleger.add_argument("--mit-titel", action="store_true", help="auch Titel und was sie wiedergibt")
    zerleger.add_argument("--coder-version", metavar="VERSION", help="eine andere als die, die codings_aktuell zeigt")
    angaben = zerleger.parse_args(worte)
    if angaben.coder_version is not None and TABELLEN[angaben.schicht].schicht is None:
        zerleger.error("--coder-version: die Tabelle item zeigt alle Schichten; bei ihr gibt es keine Wahl")
    if angaben.format == "parquet" and find_spec("pyarrow") is None:
        zerleger.error("--format parquet braucht das Paket pyarrow, und es fehlt hier; csv und jsonl gehen ohne")
    raum = zeitraum.aus(zerleger, angaben)
    for ziel in _ziele(angaben.ziel):
        zieldatei.pruefen(zerleger, ziel, angaben.ersetzen)
    return angaben, raum


def _ziele(ziel: Path) -> list[Path]:
    return [ziel, *(ziel.parent / f"{ziel.name}.codebook.{endung}" for endung in ("md", "json"))]


def _exportieren(
    conn: psycopg.Connection[Any], tabelle: Tabelle, raum: zeitraum.Zeitraum, angaben: argparse.Namespace
) -> None:
    import psycopg

    # Ein Stand für alles, was gezählt und geschrieben wird, und mit jeder Rolle nur lesend.
    conn.read_only = True
    conn.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    haeuser = zeitraum.haeuser(conn, angaben.haus) if angaben.haus else []
    quelle = exportquelle.Quelle(conn, tabelle, raum, haeuser, angaben.coder_version)
    umfang = quelle.umfang()
    spalten = tabelle.gewaehlt(angaben.mit_titel)
    zaehlung = codebook.Zaehlung(spalten)
    with zieldateien.schreiben(_ziele(angaben.ziel), angaben.ersetzen) as (daten, buch, paket):
        _schreiben(quelle, angaben.format, daten, zaehlung, umfang)
        herkunft = codebook.Herkunft(
            tabelle=tabelle,
            von=raum.von.isoformat(),
            bis=raum.bis.isoformat(),
            haeuser=haeuser,
            versionen=[(v.coder_version, v.schicht, v.komponenten) for v in quelle.versionen],
            items=umfang.items,
            kodiert=umfang.kodiert if tabelle.schicht else None,
        )
        with daten.open("rb") as datei:
            pruefsumme = hashlib.file_digest(datei, "sha256").hexdigest()
        kopf = (angaben.ziel.name, angaben.format, herkunft, zaehlung)
        buch.write_text(codebook.markdown(*kopf), encoding="utf-8", newline="")
        paket.write_text(codebook.paket(*kopf, pruefsumme, daten.stat().st_size), encoding="utf-8", newline="")
    _melden(tabelle, raum, umfang, zaehlung.zeilen)
    anzahl = "1 Zeile" if zaehlung.zeilen == 1 else f"{zaehlung.zeilen} Zeilen"
    print(f"{angaben.ziel}: {anzahl} ({tabelle.name}); beschrieben in {angaben.ziel}.codebook.md")


def _schreiben(
    quelle: exportquelle.Quelle, form: str, ziel: Path, zaehlung: codebook.Zaehlung, umfang: exportquelle.Umfang
) -> None:
    anzeige = Fortschritt("export")
    items, letztes = 0, None
    try:
        with FORMATE[form](ziel, zaehlung.spalten) as schreiben:
            for zeilen in quelle.stapel(zaehlung.spalten):
                stapel = list(zip(*zeilen, strict=True))
                schreiben(stapel)
                zaehlung(stapel)
                # Die Zeilen eines Items stehen beieinander.
                kennungen = dict.fromkeys(stapel[0])
                items += len(kennungen) - (letztes in kennungen)
                letztes = stapel[0][-1]
                anzeige(items, umfang.items)
    finally:
        anzeige.schliessen()


def _melden(tabelle: Tabelle, raum: zeitraum.Zeitraum, umfang: exportquelle.Umfang, zeilen: int) -> None:
    if not umfang.items:
        befehl.melden(f"export: {raum}: keine Items; die Tabelle ist leer.")
    elif tabelle.schicht is not None and umfang.kodiert < umfang.items:
        befehl.melden(
            f"export: {umfang.items - umfang.kodiert} von {umfang.items} Items im Zeitraum sind in der Schicht "
            f"{tabelle.schicht} noch nicht kodiert und fehlen; python phase2.py --aufholen kodiert sie."
        )
    elif not zeilen:
        befehl.melden(f"export: {raum}: {umfang.items} Items, aber keine Zeile in {tabelle.name}.")


if __name__ == "__main__":
    sys.exit(main())
