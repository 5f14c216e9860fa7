"""Lädt das Ortsverzeichnis (orte.tsv und hand.json) in die Ortstabellen; ein zweiter Aufruf ändert nichts.

    python ortslexikon_laden.py                  # lexikon/orte neben dieser Datei
    python ortslexikon_laden.py --trocken        # nur vergleichen und berichten
    python ortslexikon_laden.py --ordner PFAD    # ein anderes Verzeichnis

Alles geschieht in einer Transaktion, unter derselben Sperre wie die Läufe. Die letzte Zeile zählt, was neu, geändert,
unverändert und entfernt ist.
Ende mit 0: geladen, 1: gescheitert, 2: Dateien oder DATABASE_URL falsch, 75: gerade nicht möglich.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import befehl
import ladelauf
import ortslexikonbau
from ladebericht import Bericht

if TYPE_CHECKING:
    import psycopg

NAME = "ortslexikon_laden"
ORDNER = Path(__file__).resolve().parent / "lexikon" / "orte"

STAND = """
insert into orte_stand (hash, mengen)
values (%(hash)s, %(mengen)s)
on conflict (einzeln) do update
set hash = excluded.hash, mengen = excluded.mengen, geladen_am = now()
where (orte_stand.hash, orte_stand.mengen) is distinct from (excluded.hash, excluded.mengen)
"""


def laden(ordner: Path, *, trocken: bool) -> ladelauf.Ergebnis:
    """Liest die Dateien und bringt die Tabellen auf ihren Stand.

    Args:
        ordner: das Verzeichnis.
        trocken: nichts schreiben.

    Returns:
        Die Zahlen der Zusammenfassung und der Bericht.

    Raises:
        ortslexikonbau.Ortslexikonfehler: die Dateien sind nicht in Ordnung; nichts wurde geändert.
        sitzung.Besetzt, sitzung.Beendet, db.Konfigurationsfehler, db.Verbindungsfehler, psycopg.Error: wie ladelauf.
    """
    inhalt = ortslexikonbau.bauen(ortslexikonbau.lesen(ordner))

    def arbeiten(conn: psycopg.Connection[Any], _: Bericht) -> dict[str, Any]:
        from psycopg.types.json import Jsonb

        import tabellenabgleich

        zaehlung = tabellenabgleich.abgleichen(conn, ortslexikonbau.TABELLEN, inhalt, trocken=trocken)
        summe = ortslexikonbau.hashsumme(inhalt)
        mengen = {tabelle: len(zeilen) for tabelle, zeilen in inhalt.items()}
        if not trocken:
            conn.execute(STAND, {"hash": summe, "mengen": Jsonb(mengen)})
        return {"hash": summe, **asdict(zaehlung), "mengen": mengen}

    return ladelauf.in_transaktion(NAME, arbeiten, trocken=trocken)


def main(worte: Sequence[str] | None = None) -> int:
    """Einstieg der Kommandozeile; liefert den Rückgabewert."""
    zerleger = befehl.Zerleger(__doc__, prog="ortslexikon_laden.py")
    zerleger.add_argument(
        "--ordner", type=Path, default=ORDNER, metavar="PFAD", help="das Verzeichnis (Vorgabe: lexikon/orte)"
    )
    zerleger.add_argument("--trocken", action="store_true", help="vergleichen und berichten, nichts schreiben")
    zerleger.add_argument("--json", action="store_true", help="die Zusammenfassung als ein JSON-Objekt")
    angaben = zerleger.parse_args(worte)
    return ladelauf.ausfuehren(
        NAME,
        lambda: laden(angaben.ordner, trocken=angaben.trocken),
        zusammenfassung,
        (ortslexikonbau.Ortslexikonfehler,),
        als_json=angaben.json,
    )


def zusammenfassung(zahlen: dict[str, Any]) -> str:
    """Die letzte Zeile für Menschen."""
    mengen = zahlen["mengen"]
    return f"{NAME}: {mengen['orte']} Orte, {mengen['ortsformen']} Formen; {ladelauf.aenderungen(zahlen)}"


if __name__ == "__main__":
    sys.exit(main())
