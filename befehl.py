"""Kommandozeile: deutsche Meldungen von argparse, Ausgänge, und was ein Fehler für den Menschen davor heißt."""

from __future__ import annotations

import argparse
import re
import sys
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

if TYPE_CHECKING:
    import psycopg

GETAN = 0
GESCHEITERT = 1
AUFRUF = 2
SPAETER = 75  # EX_TEMPFAIL aus sysexits.h: derselbe Aufruf kann später gelingen
BEENDET = 143  # 128 + SIGTERM

# Was argparse sagt, und was hier daraus wird. Der erste Treffer gilt.
MELDUNGEN = tuple(
    (re.compile(muster), ersatz)
    for muster, ersatz in (
        (r"^unrecognized arguments: (.*)", r"unbekannte Angabe: \1"),
        (r"^argument ([^:]+): expected (?:one|at least one) argument$", r"\1 braucht einen Wert"),
        (r"^argument ([^:]+): not allowed with argument (.*)", r"\1 und \2 schließen einander aus"),
        (r"^argument ([^:]+): invalid choice: (.*) \(choose from (.*)\)$", r"\1: \2 gibt es nicht, nur \3"),
        (r"^argument ([^:]+): invalid \w+ value: (.*)", r"\1: \2 ist keine gültige Zahl"),
        (r"^argument ([^:]+): ignored explicit argument (.*)", r"\1 nimmt keinen Wert (hier \2)"),
        (r"^argument ([^:]+): (.*)", r"\1: \2"),
        (r"^one of the arguments (.*) is required$", r"eine dieser Angaben fehlt: \1"),
        (r"^the following arguments are required: (.*)", r"es fehlt: \1"),
        (r"^ambiguous option: (.*) could match (.*)", r"\1 ist mehrdeutig: \2"),
    )
)


class Zerleger(argparse.ArgumentParser):
    """argparse auf Deutsch; ein falscher Aufruf ist eine Zeile und Ausgang 2.

    Args:
        doc: Docstring des Skripts; die erste Zeile beschreibt es, der Rest steht unter den Angaben.
    """

    def __init__(self, doc: str | None, **rest: Any) -> None:
        kopf, _, fuss = (doc or "").partition("\n\n")
        super().__init__(
            description=kopf,
            epilog=fuss,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            add_help=False,
            **rest,
        )
        self._positionals.title = "Angaben"
        self._optionals.title = "Optionen"
        self.add_argument("-h", "--help", action="help", help="diese Hilfe")

    def format_usage(self) -> str:
        """Die Aufrufzeile mit deutschem Vorsatz."""
        return super().format_usage().replace("usage:", "Aufruf:", 1)

    def format_help(self) -> str:
        """Die ganze Hilfe mit deutschem Vorsatz."""
        return super().format_help().replace("usage:", "Aufruf:", 1)

    def error(self, message: str) -> NoReturn:
        """Ersetzt die Ausgabe von argparse.

        Raises:
            SystemExit: immer, mit Ausgang 2.
        """
        for muster, ersatz in MELDUNGEN:
            if muster.search(message):
                message = muster.sub(ersatz, message)
                break
        melden(f"{self.prog}: {message} (siehe --help)")
        raise SystemExit(AUFRUF)


def melden(text: str) -> None:
    """Schreibt eine Zeile auf die Fehlerausgabe, ohne Geheimnisse."""
    import db

    print(db.unverfaenglich(" ".join(text.split())), file=sys.stderr, flush=True)


def ausgang(fehler: Exception) -> int:
    """Meldet einen Fehler in einer Zeile mit dem nächsten Schritt und liefert den Ausgang dazu.

    Raises:
        Exception: ``fehler`` selbst, wenn er kein erwarteter ist.
    """
    import psycopg

    import db

    if isinstance(fehler, db.Konfigurationsfehler):
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
