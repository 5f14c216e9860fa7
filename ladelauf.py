"""Der Rahmen der Skripte, die Tabellen aus Dateien füllen: Sperre, eine Transaktion, Zusammenfassung, Ausgänge."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import befehl
import deutung
from ladebericht import Bericht
from sitzung import Beendet, Besetzt, Ende, Sitzung

if TYPE_CHECKING:
    import psycopg

Ergebnis = tuple[dict[str, Any], Bericht]


def in_transaktion(
    name: str, arbeiten: Callable[[psycopg.Connection[Any], Bericht], dict[str, Any]], *, trocken: bool
) -> Ergebnis:
    """Führt das Laden in einer Transaktion aus, unter derselben Sperre wie die Läufe.

    Args:
        name: Name des Skripts ohne Endung.
        arbeiten: vergleicht und schreibt; liefert die Zahlen der Zusammenfassung.
        trocken: die Sitzung darf nicht schreiben und braucht keine Sperre.

    Raises:
        Besetzt: ein Lauf hält die Sperre.
        Beendet: SIGTERM kam.
        db.Konfigurationsfehler, db.Verbindungsfehler, psycopg.Error: die Datenbank.
    """
    ende = Ende.auf_sigterm()

    def versuch(conn: psycopg.Connection[Any]) -> Ergebnis:
        bericht = Bericht()
        # Ein ausdrückliches "read write" überginge default_transaction_read_only.
        conn.read_only = True if trocken else None
        with conn.transaction():
            zahlen = arbeiten(conn, bericht)
            ende.pruefen()
        return {"modul": name, **zahlen, "trocken": trocken}, bericht

    with Sitzung(name, ende, sperren=not trocken) as sitzung:
        return sitzung.versuchen(versuch)


def ausfuehren(
    name: str,
    laden: Callable[[], Ergebnis],
    zusammenfassung: Callable[[dict[str, Any]], str],
    eingabefehler: tuple[type[Exception], ...],
    *,
    als_json: bool,
) -> int:
    """Lädt, druckt das Ergebnis und liefert den Rückgabewert.

    Args:
        name: Name des Skripts ohne Endung.
        laden: das Laden.
        zusammenfassung: die letzte Zeile für Menschen aus den Zahlen.
        eingabefehler: Fehler der Dateien; ihr Text ist die Meldung.
        als_json: ein JSON-Objekt statt der Zeilen.
    """
    beginn = time.monotonic()
    try:
        zahlen, bericht = laden()
    except eingabefehler as fehler:
        befehl.melden(f"{fehler} Nichts geändert.")
        return befehl.AUFRUF
    except Besetzt:
        befehl.melden(f"{name}: ein Lauf arbeitet gerade; nichts geändert, später erneut starten.")
        return befehl.SPAETER
    except Beendet:
        befehl.melden(f"{name}: durch SIGTERM beendet; nichts geändert.")
        return befehl.BEENDET
    except KeyboardInterrupt:
        befehl.melden(f"{name}: abgebrochen; nichts geändert.")
        return 130
    except Exception as fehler:
        return deutung.ausgang(fehler)
    zahlen["sekunden"] = round(time.monotonic() - beginn, 2)
    if als_json:
        print(json.dumps(zahlen | bericht.als_json(), ensure_ascii=False))
    else:
        print(*bericht.zeilen(), zusammenfassung(zahlen), sep="\n")
    return befehl.GETAN


def aenderungen(zahlen: dict[str, Any]) -> str:
    """Das Ende jeder Zusammenfassung: was sich änderte, und die Zeit."""
    sekunden = f"{zahlen['sekunden']:.1f}".replace(".", ",")
    trocken = " (trocken, nichts geschrieben)" if zahlen["trocken"] else ""
    return (
        f"neu {zahlen['neu']}, geändert {zahlen['geaendert']}, unverändert {zahlen['unveraendert']}, "
        f"entfernt {zahlen['entfernt']}; {sekunden} s{trocken}"
    )
