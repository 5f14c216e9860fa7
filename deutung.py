"""Was ein Fehler für den Menschen davor heißt: eine Zeile, der nächste Schritt, der Ausgang."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from befehl import AUFRUF, GESCHEITERT, SPAETER, melden

if TYPE_CHECKING:
    import psycopg

# SQLSTATE (oder dessen Klasse), was es heißt, was zu tun ist, Ausgang. Der erste Treffer gilt.
DEUTUNGEN = (
    ("53100", "Die Platte des Datenbankservers ist voll", "Platz schaffen, dann erneut starten.", GESCHEITERT),
    ("42501", "Der Rolle fehlt ein Recht", "python check_db.py nennt das GRANT.", GESCHEITERT),
    ("42P01", "Eine Tabelle fehlt", "python migrieren.py ausführen.", GESCHEITERT),
    ("42703", "Eine Spalte fehlt", "python migrieren.py ausführen.", GESCHEITERT),
    ("42883", "Eine Funktion fehlt", "python migrieren.py ausführen.", GESCHEITERT),
    ("25006", "Die Datenbank nimmt nur Lesezugriffe an", "DATABASE_URL auf den Hauptserver richten.", GESCHEITERT),
    ("53", "Dem Datenbankserver fehlen Mittel", "Später erneut starten.", SPAETER),
    ("57", "Der Datenbankserver hat abgebrochen", "Später erneut starten; nichts ist halb geschrieben.", SPAETER),
    ("08", "Die Verbindung zur Datenbank ist gerissen", "Später erneut starten; nichts ist halb geschrieben.", SPAETER),
    ("40", "Ein anderer Schreiber kam dazwischen", "Erneut starten.", SPAETER),
    ("55P03", "Eine Sperre war nicht zu bekommen", "Später erneut starten.", SPAETER),
)


class Deutung(NamedTuple):
    """Was ein Fehler der Datenbank heißt, was zu tun ist und mit welchem Ausgang das Programm endet."""

    sqlstate: str
    was: str
    abhilfe: str
    ausgang: int


def ausgang(fehler: Exception) -> int:
    """Meldet einen Fehler in einer Zeile mit dem nächsten Schritt und liefert den Ausgang dazu.

    Raises:
        Exception: ``fehler`` selbst, wenn er kein erwarteter ist.
    """
    import psycopg

    import db
    from modul import Modulfehler

    if isinstance(fehler, db.Konfigurationsfehler | Modulfehler):
        melden(str(fehler))
        return AUFRUF
    if isinstance(fehler, db.Verbindungsfehler):
        melden(str(fehler))
        return SPAETER if fehler.voruebergehend else GESCHEITERT
    if isinstance(fehler, psycopg.Error):
        deutung = deuten(fehler)
        melden(f"{deutung.was}. {deutung.abhilfe}")
        return deutung.ausgang
    raise fehler


def ursache(fehler: Exception) -> str:
    """Was geschah, ohne Abhilfe und Schlusspunkt."""
    import psycopg

    return deuten(fehler).was if isinstance(fehler, psycopg.Error) else str(fehler).rstrip(".")


def deuten(fehler: psycopg.Error) -> Deutung:
    """Deutet einen Fehler der Datenbank; ohne SQLSTATE ist die Verbindung gerissen."""
    import psycopg

    verloren = isinstance(fehler, psycopg.OperationalError) and fehler.sqlstate is None
    stand = "08006" if verloren else fehler.sqlstate or "?????"
    grund = fehler.diag.message_primary or str(fehler)
    for anfang, was, abhilfe, code in DEUTUNGEN:
        if stand.startswith(anfang):
            return Deutung(stand, f"{was} ({stand}: {grund})", abhilfe, code)
    rest = "python check_db.py prüft die Voraussetzungen."
    return Deutung(stand, f"Die Datenbank lehnt ab ({stand}: {grund})", rest, GESCHEITERT)
