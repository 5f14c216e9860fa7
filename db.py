"""Findet DATABASE_URL und verbindet; kein Passwort gelangt dabei in eine Ausgabe.

Gesucht wird in der Umgebung, dann in `.env` neben dieser Datei. Erlaubt sind postgresql://…, die
Schlüssel=Wert-Form von libpq und `eingebettet:PFAD` für das PostgreSQL, das pip mit installiert.
"""

from __future__ import annotations

import difflib
import os
import re
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from geheimnisse import merken, unverfaenglich

if TYPE_CHECKING:
    import psycopg

__all__ = ["Konfigurationsfehler", "Verbindungsfehler", "adresse", "unverfaenglich", "verbinden"]

DOTENV = Path(__file__).with_name(".env")
EINGEBETTET = "eingebettet:"
SCHEMATA = ("postgresql", "postgres")
KODIEREN = "@ als %40, : als %3A, / als %2F, ? als %3F, # als %23, % als %25, Leerzeichen als %20"

# Ein toter Server soll nach Sekunden auffallen, nicht nach den zwei Stunden des Kernels.
VORGABEN = {
    "connect_timeout": "10",
    "keepalives": "1",
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
}


class Konfigurationsfehler(Exception):
    """DATABASE_URL fehlt oder ist falsch aufgebaut (Ausgang 2); der Text nennt Grund und Abhilfe."""


class Verbindungsfehler(Exception):
    """Die Verbindung kam nicht zustande; der Text nennt Grund und Abhilfe.

    `voruebergehend` heißt: später noch einmal versuchen (Ausgang 75), sonst Ausgang 1.
    """

    def __init__(self, meldung: str, *, voruebergehend: bool = False, sqlstate: str | None = None) -> None:
        super().__init__(meldung)
        self.voruebergehend = voruebergehend
        self.sqlstate = sqlstate


@dataclass(frozen=True)
class Ablehnung:
    """Woran eine gescheiterte Anmeldung zu erkennen ist und was dann zu tun ist."""

    muster: str
    meldung: str
    sqlstate: str | None = None
    voruebergehend: bool = False


# libpq gibt vor der Anmeldung keinen SQLSTATE heraus, nur den Text, und den in der Sprache des Servers.
# Die erste passende Zeile gilt; Anmeldefehler stehen vor Netzfehlern, weil localhost zwei Adressen versucht.
ABLEHNUNGEN = (
    Ablehnung(
        r"password authentication failed|Passwort-Authentifizierung .* fehlgeschlagen",
        "{ziel}: das Passwort der Rolle {user} stimmt nicht (oder die Rolle fehlt); berichtige es in {name}.",
        "28P01",
    ),
    Ablehnung(
        r"no password supplied|kein Passwort angegeben",
        "{ziel}: die Rolle {user} braucht ein Passwort; trage es in {name} ein.",
        "28P01",
    ),
    Ablehnung(
        r"pg_hba\.conf",
        "{ziel}: pg_hba.conf lässt die Rolle {user} von hier nicht in die Datenbank {dbname}; "
        "ergänze dort eine Zeile und lade die Einstellungen neu.",
        "28000",
    ),
    Ablehnung(
        r"(Peer|Ident) authentication failed|(Peer|Ident)-Authentifizierung .* fehlgeschlagen",
        "{ziel}: der Server verlangt für die Rolle {user} das gleichnamige Betriebssystemkonto; "
        "wechsle das Konto oder gib host=localhost an.",
        "28000",
    ),
    Ablehnung(
        r"role .* does not exist|Rolle .* existiert nicht",
        "{ziel}: die Rolle {user} gibt es nicht; lege sie an (create role … login) oder berichtige {name}.",
        "28000",
    ),
    Ablehnung(
        r"role .* is not permitted to log in|Rolle .* [Ee]inloggen",
        "{ziel}: die Rolle {user} darf sich nicht anmelden: alter role … login.",
        "28000",
    ),
    Ablehnung(
        r"database .* does not exist|Datenbank .* existiert nicht",
        "{ziel}: die Datenbank {dbname} gibt es nicht; lege sie an (createdb) oder berichtige {name}.",
        "3D000",
    ),
    Ablehnung(
        r"permission denied for database|keine Berechtigung für Datenbank",
        "{ziel}: die Rolle {user} darf nicht in die Datenbank {dbname}: grant connect on database … to ….",
        "42501",
    ),
    Ablehnung(
        r"the database system is|das Datenbanksystem",
        "{ziel}: der Server startet oder stoppt gerade; versuche es gleich noch einmal.",
        "57P03",
        True,
    ),
    Ablehnung(
        r"too many (clients|connections)|connection slots|zu viele (Clients|Verbindungen)|verbleibenden Verbindungen",
        "{ziel}: alle Verbindungen sind belegt; versuche es später noch einmal oder erhöhe max_connections.",
        "53300",
        True,
    ),
    Ablehnung(
        r"Temporary failure in name resolution",
        "{ziel}: die Namensauflösung antwortet nicht; prüfe das Netz und versuche es noch einmal.",
        voruebergehend=True,
    ),
    Ablehnung(
        r"failed to resolve host|could not translate host name",
        "{ziel}: diesen Rechner kennt die Namensauflösung nicht; berichtige host in {name}.",
    ),
    Ablehnung(
        r"Connection refused|No such file or directory",
        "{ziel}: dort läuft kein Server; starte ihn oder berichtige host und port in {name}.",
        voruebergehend=True,
    ),
    Ablehnung(
        r"timeout expired|timed out|unreachable|No route to host|Connection reset|closed the connection unexpectedly",
        "{ziel}: der Server antwortet nicht; prüfe Netz und Server und versuche es noch einmal.",
        voruebergehend=True,
    ),
    Ablehnung(
        r"Permission denied",
        "{ziel}: dieses Konto darf den Socket nicht öffnen; prüfe seine Rechte oder wechsle das Konto.",
    ),
    Ablehnung(
        r"does not support SSL",
        "{ziel}: der Server kann kein SSL; erlaube es mit sslmode=prefer in {name}.",
    ),
)


def adresse(name: str = "DATABASE_URL") -> str:
    """Die libpq-Verbindungszeile aus der Variablen `name`; startet für `eingebettet:PFAD` den Server.

    Löst `Konfigurationsfehler` oder, wenn der eingebettete Server streikt, `Verbindungsfehler` aus.
    """
    wert = _suchen(name)
    merken(wert)
    if wert.startswith(EINGEBETTET):
        return _eingebettet(wert.removeprefix(EINGEBETTET), name)
    _pruefen(wert, name)
    return wert


def verbinden(anwendung: str, *, name: str = "DATABASE_URL", autocommit: bool = False) -> psycopg.Connection:
    """Öffnet eine Verbindung in UTC und UTF8; der Server kennt sie als `wurzelwerk-<anwendung>`.

    Löst `Konfigurationsfehler` und `Verbindungsfehler` aus.
    """
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    zeile = adresse(name)
    angaben = {schluessel: str(wert) for schluessel, wert in conninfo_to_dict(zeile).items()}
    zusatz = VORGABEN | {schluessel: angaben[schluessel] for schluessel in VORGABEN if schluessel in angaben}
    try:
        return psycopg.connect(
            zeile,
            autocommit=autocommit,
            application_name=f"wurzelwerk-{anwendung}",
            client_encoding="UTF8",
            options=f"{angaben.get('options', '')} -c TimeZone=UTC".strip(),
            **zusatz,  # type: ignore[arg-type]  # libpq nimmt jede Angabe als Text
        )
    except psycopg.Error as fehler:
        text = str(fehler)
    # Außerhalb von except, damit der Text der Bibliothek nicht als __context__ mitreist.
    raise _gedeutet(text, angaben, name)


def _suchen(name: str) -> str:
    wert = os.environ.get(name)
    if wert is None:
        wert = _dotenv().get(name)
    if wert is None:
        raise Konfigurationsfehler(
            f"{name} fehlt: setze sie in der Umgebung oder schreibe sie in {DOTENV.name}, zum Beispiel "
            f"{name}=postgresql://NAME:PASSWORT@localhost/wurzelwerk oder {name}={EINGEBETTET}.eingebettet"
        )
    wert = wert.strip()
    if not wert:
        raise Konfigurationsfehler(
            f"{name} ist leer: trage eine Adresse ein, zum Beispiel {name}={EINGEBETTET}.eingebettet"
        )
    return wert


@cache
def _dotenv() -> dict[str, str | None]:
    """Der Inhalt von `.env`, ohne os.environ anzufassen; warnt einmal, wenn andere sie lesen dürfen."""
    if not DOTENV.is_file():
        return {}
    from dotenv import dotenv_values

    try:
        if DOTENV.stat().st_mode & 0o077:
            print(f"Warnung: andere dürfen {DOTENV} lesen; ändere das: chmod 600 '{DOTENV}'", file=sys.stderr)
        # Ohne Ersetzung, sonst verlöre ein Passwort sein ${…}.
        return dotenv_values(DOTENV, interpolate=False, encoding="utf-8-sig")
    except OSError as fehler:
        grund = fehler.strerror or "unbekannter Fehler"
    except UnicodeDecodeError:
        grund = "nicht in UTF-8"
    raise Konfigurationsfehler(f"{DOTENV} ist nicht lesbar ({grund}); berichtige die Datei oder ihre Rechte.")


def _eingebettet(pfad: str, name: str) -> str:
    if not pfad.strip():
        raise Konfigurationsfehler(f"{name}: hinter {EINGEBETTET} fehlt der Ordner, etwa {EINGEBETTET}.eingebettet")
    if not pfad.isprintable():
        raise Konfigurationsfehler(f"{name} enthält einen Zeilenumbruch oder ein Steuerzeichen; entferne es.")
    import eingebettet

    try:
        return eingebettet.starten(Path(pfad))
    except eingebettet.EingebettetFehler as fehler:
        if fehler.ausgang == 2:
            raise Konfigurationsfehler(f"{name}: {fehler}") from None
        raise Verbindungsfehler(f"{name}: {fehler}") from None


def _pruefen(wert: str, name: str) -> None:
    """Sagt genau, was an der Adresse falsch ist, ohne etwas aus ihr zu zeigen, das ein Passwort sein könnte."""
    schema, trenner, rest = wert.partition("://")
    als_uri = bool(trenner) and re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*", schema) is not None
    unkodiert = f"{name}: Sonderzeichen in Name und Passwort müssen prozentkodiert sein: {KODIEREN}."
    if not wert.isprintable():
        raise Konfigurationsfehler(f"{name} enthält einen Zeilenumbruch oder ein Steuerzeichen; entferne es.")
    if wert[0] in "'\"":
        raise Konfigurationsfehler(f"{name} steht in Anführungszeichen; sie gehören nicht zum Wert, entferne sie.")
    if als_uri and schema not in SCHEMATA:
        raise Konfigurationsfehler(f"{name} beginnt mit {schema}://, nötig ist postgresql:// oder {EINGEBETTET}PFAD.")
    if als_uri and (re.search(r"%(?![0-9A-Fa-f]{2})|%00|\s", rest) or "@" in _hinter_anmeldung(rest).split("?")[0]):
        raise Konfigurationsfehler(unkodiert)

    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    try:
        angaben = {schluessel: str(inhalt) for schluessel, inhalt in conninfo_to_dict(wert).items()}
    except (psycopg.Error, ValueError) as fehler:
        grund = str(fehler)
    else:
        if not all(_ist_port(port) for port in angaben.get("port", "").split(",")):
            raise Konfigurationsfehler(f"{name}: der Port ist keine Zahl von 1 bis 65535; berichtige ihn.")
        return
    # Außerhalb von except, damit der Text der Bibliothek nicht als __context__ mitreist.
    if als_uri and "@" in _hinter_anmeldung(rest):
        raise Konfigurationsfehler(unkodiert)
    if fund := re.search(r'invalid (?:URI query parameter|connection option):? "(\w+)"', grund):
        angabe = fund[1]
        # Hinter einem Passwort mit Leerzeichen wäre der „Name“ ein Stück davon.
        if als_uri or "password" not in re.split(rf"(?:^|\s){angabe}\s*=", wert)[0]:
            raise Konfigurationsfehler(f"{name}: die Angabe {angabe} kennt libpq nicht{_aehnlich(angabe)}.")
        raise Konfigurationsfehler(
            f"{name} enthält eine unbekannte Angabe; ein Passwort mit Leerzeichen steht in einfachen "
            "Anführungszeichen, darin \\ als \\\\ und ' als \\'."
        )
    raise Konfigurationsfehler(
        f"{name} ist falsch aufgebaut; nötig ist postgresql://NAME:PASSWORT@RECHNER:PORT/DATENBANK "
        f"oder host=… dbname=… user=… password=… oder {EINGEBETTET}PFAD."
    )


def _hinter_anmeldung(rest: str) -> str:
    """Der URI hinter NAME:PASSWORT@, so getrennt, wie libpq es tut: am ersten @ vor dem ersten /."""
    treffer = re.match(r"[^@/]*@", rest)
    return rest[treffer.end() :] if treffer else rest


def _ist_port(text: str) -> bool:
    return not text or (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535)


def _aehnlich(angabe: str) -> str:
    from psycopg.pq import Conninfo

    bekannt = [option.keyword.decode() for option in Conninfo.get_defaults()]
    nahe = difflib.get_close_matches(angabe, bekannt, n=1)
    return f" (gemeint {nahe[0]}?)" if nahe else ""


def _gedeutet(text: str, angaben: dict[str, str], name: str) -> Konfigurationsfehler | Verbindungsfehler:
    """Macht aus dem Text von libpq oder Server einen deutschen Satz mit dem nächsten Schritt."""
    if fund := re.search(r'invalid (\w+) value: |for connection option "(\w+)"|bad value for (\w+)', text):
        return Konfigurationsfehler(f"{name}: der Wert von {fund[fund.lastindex or 0]} ist ungültig; berichtige ihn.")
    host = angaben.get("host") or os.environ.get("PGHOST", "")
    port = angaben.get("port") or os.environ.get("PGPORT", "5432")
    user = angaben.get("user") or os.environ.get("PGUSER") or "des Betriebssystemkontos"
    dbname = angaben.get("dbname") or os.environ.get("PGDATABASE") or user
    ziel = f"Server {host}, Port {port}" if host else f"Server am örtlichen Socket, Port {port}"
    for ablehnung in ABLEHNUNGEN:
        if re.search(ablehnung.muster, text):
            meldung = ablehnung.meldung.format(ziel=ziel, user=user, dbname=dbname, name=name)
            return Verbindungsfehler(
                unverfaenglich(meldung), voruebergehend=ablehnung.voruebergehend, sqlstate=ablehnung.sqlstate
            )
    return Verbindungsfehler(unverfaenglich(f"{ziel}: keine Verbindung; gemeldet wurde: {' '.join(text.split())}"))
