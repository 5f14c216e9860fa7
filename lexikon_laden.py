"""Lädt den Spiegel und hand.json in die Lexikontabellen; ein zweiter Aufruf ändert nichts.

    python lexikon_laden.py                  # lexikon/ neben dieser Datei
    python lexikon_laden.py --trocken        # nur vergleichen und berichten
    python lexikon_laden.py --ordner PFAD    # ein anderer Spiegel

Alles geschieht in einer Transaktion, unter derselben Sperre wie die Läufe. Die letzte Zeile zählt, was neu, geändert,
unverändert und entfernt ist; davor steht, was verworfen wurde und warum.
Ende mit 0: geladen, 1: gescheitert, 2: Spiegel, hand.json oder DATABASE_URL falsch, 75: gerade nicht möglich.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import befehl
import handliste
import ladelauf
import lexikonbau
import spiegelordner
from ladebericht import Bericht

if TYPE_CHECKING:
    import psycopg

NAME = "lexikon_laden"
ORDNER = Path(__file__).with_name("lexikon")
HAND = "hand.json"


def laden(ordner: Path, hand: Path, *, trocken: bool) -> tuple[dict[str, Any], Bericht]:
    """Liest die Dateien und bringt die Tabellen auf ihren Stand.

    Args:
        ordner: der Spiegel.
        hand: die Ergänzungen.
        trocken: nichts schreiben.

    Returns:
        Die Zahlen der Zusammenfassung und der Bericht.

    Raises:
        Spiegelfehler, Handfehler: die Dateien sind nicht in Ordnung; nichts wurde geändert.
        Besetzt: ein Lauf hält die Sperre.
        Beendet: SIGTERM kam.
        db.Konfigurationsfehler, db.Verbindungsfehler, psycopg.Error: die Datenbank.
    """
    spiegel = spiegelordner.lesen(ordner)
    ergaenzungen = handliste.lesen(hand)

    def arbeiten(conn: psycopg.Connection[Any], bericht: Bericht) -> dict[str, Any]:
        import lexikonablage

        inhalt = lexikonbau.bauen(spiegel, ergaenzungen, lexikonablage.bekannte_kennungen(conn), bericht)
        zaehlung = lexikonablage.abgleichen(conn, inhalt, trocken=trocken)
        summe = lexikonbau.inhaltshash(inhalt)
        mengen = {tabelle: len(zeilen) for tabelle, zeilen in inhalt.items()}
        if not trocken:
            lexikonablage.stand_festhalten(conn, summe, {"mengen": mengen, **bericht.als_json()})
        return {"hash": summe, **asdict(zaehlung), "mengen": mengen}

    return ladelauf.in_transaktion(NAME, arbeiten, trocken=trocken)


def argumente_lesen(worte: Sequence[str] | None) -> argparse.Namespace:
    """Liest die Befehlszeile.

    Raises:
        SystemExit: falscher Aufruf (2) oder --help (0).
    """
    zerleger = befehl.Zerleger(__doc__, prog="lexikon_laden.py")
    zerleger.add_argument("--ordner", type=Path, default=ORDNER, metavar="PFAD", help="der Spiegel (Vorgabe: lexikon)")
    zerleger.add_argument("--hand", type=Path, metavar="DATEI", help=f"die Ergänzungen (Vorgabe: {HAND} im Ordner)")
    zerleger.add_argument("--trocken", action="store_true", help="vergleichen und berichten, nichts schreiben")
    zerleger.add_argument("--json", action="store_true", help="die Zusammenfassung als ein JSON-Objekt")
    return zerleger.parse_args(worte)


def main(worte: Sequence[str] | None = None) -> int:
    """Einstieg der Kommandozeile; liefert den Rückgabewert."""
    angaben = argumente_lesen(worte)
    return ladelauf.ausfuehren(
        NAME,
        lambda: laden(angaben.ordner, angaben.hand or angaben.ordner / HAND, trocken=angaben.trocken),
        zusammenfassung,
        (spiegelordner.Spiegelfehler, handliste.Handfehler),
        als_json=angaben.json,
    )


def zusammenfassung(zahlen: dict[str, Any]) -> str:
    """Die letzte Zeile für Menschen."""
    mengen = zahlen["mengen"]
    return (
        f"{NAME}: {mengen['akteure']} Akteure, {mengen['akteur_aliase']} Formen, "
        f"{mengen['amtsinhaber']} Amtszeiten; {ladelauf.aenderungen(zahlen)}"
    )


if __name__ == "__main__":
    sys.exit(main())
