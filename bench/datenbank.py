"""Misst von Datenbank zu Datenbank: ``dubletten.py --backfill`` gegen das bloße COPY derselben Zeilen.

Beide lesen alle Titel und füllen dieselbe leere Tabelle mit denselben Bedingungen und Indizes; das COPY bekommt die
fertigen Zeilen aus einer Datei. Gemessen wird im Wechsel, als ganzer Prozess und noch einmal ohne Start und Importe.
Bestand sind die echten Meldungen aus WURZELWERK_DATEN, sonst erzeugte.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import befehl
from bench import erzeugen, messen
from bench.messen import Ergebnis, hoechstens, komma

MELDUNGEN = "news/frontpage_2025-12-29_2026-01-01.jsonl.gz"
ERSATZ, ERSATZ_TAGE = 12_991, 4
BLOCK = 1 << 18

LESEN = "select id, haus, titel, pubdate, erfasst_am from raw_items"
ZEILEN = "(item_id, schicht, coder_version, eingabe_hash, konfidenz, nutzlast)"
SICHERN = f"copy (select {ZEILEN.strip('()')} from codings order by item_id) to stdout"
FUELLEN = f"copy codings {ZEILEN} from stdin"


def bestand_laden(url: str) -> str:
    """Lädt die echten Meldungen oder, wo sie fehlen, erzeugte; sagt, welche."""
    # Erst hier: der Prozess, der nur kopiert, soll nicht länger starten als nötig.
    from tests.basis import GETEILT

    if GETEILT is not None and (GETEILT / MELDUNGEN).exists():
        messen.prozess("beispiel/laden.py", GETEILT / MELDUNGEN, url=url)
        messen.anweisen(url, "vacuum (analyze) raw_items")
        return "echte"
    with psycopg.connect(url, autocommit=True) as conn:
        erzeugen.laden(conn, ERSATZ, ERSATZ_TAGE)
    return "erzeugte"


def sichern(url: str, ziel: Path) -> int:
    """Schreibt die Zeilen von codings im Format von COPY in eine Datei; wie viele es sind."""
    with psycopg.connect(url) as conn, conn.cursor() as zeiger, ziel.open("wb") as datei:
        with zeiger.copy(SICHERN) as strom:
            for block in strom:
                datei.write(block)
        return zeiger.rowcount


def kopieren(url: str, quelle: Path) -> None:
    """Liest alle Titel und füllt codings mit COPY, in einer Transaktion."""
    with psycopg.connect(url) as conn, conn.cursor(binary=True) as zeiger:
        zeiger.execute(LESEN).fetchall()
        with quelle.open("rb") as datei, zeiger.copy(FUELLEN) as strom:
            while block := datei.read(BLOCK):
                strom.write(block)


def innen(url: str, quelle: Path, runden: int) -> None:
    """Im Kind: beide Seiten im Wechsel ohne Start und Importe; druckt die Sekunden als JSON."""
    import dubletten
    import kodierung

    zeiten: dict[str, list[float]] = {"backfill": [], "copy": []}
    # Die erste Runde lädt, was erst bei Gebrauch geladen wird, und zählt nicht.
    for _ in range(runden + 1):
        messen.codings_leeren(url)
        beginn = time.perf_counter()
        with contextlib.redirect_stdout(io.StringIO()):
            ergebnis = kodierung.ausfuehren(dubletten.Dubletten(), ["--backfill"])
        zeiten["backfill"].append(time.perf_counter() - beginn)
        if ergebnis != befehl.GETAN:
            raise messen.Messfehler(f"dubletten.py --backfill endete mit {ergebnis}")
        messen.codings_leeren(url)
        beginn = time.perf_counter()
        kopieren(url, quelle)
        zeiten["copy"].append(time.perf_counter() - beginn)
    print(json.dumps({seite: liste[1:] for seite, liste in zeiten.items()}))


def messung(runden: int) -> list[Ergebnis]:
    """Misst in einer eigenen Datenbank."""
    ich = Path(__file__)
    with (
        tempfile.TemporaryDirectory(prefix="bench-datenbank-") as ordner,
        messen.server() as server,
        messen.datenbank(server) as url,
    ):
        art = bestand_laden(url)
        zeilen = Path(ordner, "codings.copy")
        erster: list[float] = []
        zweiter: list[float] = []
        copy: list[float] = []
        for runde in range(runden):
            messen.codings_leeren(url)
            erster.append(messen.prozess("dubletten.py", "--backfill", url=url).dauer)
            noch_einmal = messen.prozess("dubletten.py", "--backfill", "--json", url=url)
            zweiter.append(noch_einmal.dauer)
            zaehlung = messen.aus_json(noch_einmal.ausgabe)
            if zaehlung["neu"] or zaehlung["geaendert"]:
                raise messen.Messfehler(f"der zweite Backfill hat Zeilen angefasst: {noch_einmal.ausgabe.strip()}")
            anzahl = sichern(url, zeilen)
            messen.codings_leeren(url)
            copy.append(messen.prozess(ich, "--copy", zeilen, url=url).dauer)
            messen.melden(
                f"Datenbank {runde + 1}/{runden}: Backfill {komma(erster[-1])} s, COPY {komma(copy[-1])} s,"
                f" zweiter Backfill {komma(zweiter[-1])} s"
            )
        ohne_start = messen.aus_json(messen.prozess(ich, "--innen", zeilen, "--runden", str(runden), url=url).ausgabe)
    kopf = f"{komma(anzahl, 0)} {art} Items"
    a, b = median(erster), median(copy)
    c, d = median(ohne_start["backfill"]), median(ohne_start["copy"])
    return [
        hoechstens(f"{kopf}: `--backfill` gegen COPY, ganzer Prozess", a / b, 3, "×", 2, _gegen(a, b)),
        hoechstens(f"{kopf}: `--backfill` gegen COPY, ohne Start und Importe", c / d, 3, "×", 2, _gegen(c, d)),
        hoechstens(
            f"{kopf}: zweiter Backfill gegen ersten", median(zweiter) / a, 1, "×", 2, _gegen(median(zweiter), a)
        ),
    ]


def _gegen(a: float, b: float) -> str:
    return f"{komma(a)} s gegen {komma(b)} s"


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = befehl.Zerleger(__doc__, prog="datenbank.py")
    zerleger.add_argument("--runden", type=erzeugen.anzahl, default=3, metavar="R", help="Wechsel (Vorgabe: 3)")
    zerleger.add_argument("--json", action="store_true", help="die Ergebnisse als JSON")
    # Mit diesen beiden ruft sich das Skript selbst auf.
    zerleger.add_argument("--copy", type=Path, help=argparse.SUPPRESS)
    zerleger.add_argument("--innen", type=Path, help=argparse.SUPPRESS)
    angaben = zerleger.parse_args(worte)
    if angaben.copy is not None:
        kopieren(os.environ["DATABASE_URL"], angaben.copy)
    elif angaben.innen is not None:
        innen(os.environ["DATABASE_URL"], angaben.innen, angaben.runden)
    else:
        return messen.ausfuehren(lambda: messung(angaben.runden), als_json=angaben.json)
    return befehl.GETAN


if __name__ == "__main__":
    sys.exit(main())
