"""Eine Migrationsdatei lesen: Kopf, Prüfsumme, Anweisungen. Rein, ohne Datenbank.

psql und migrieren.py wenden dieselbe Datei an. psql versteht sie von selbst; hier wird sie so zerlegt, dass der
Läufer jede Anweisung einzeln ausführt und bei einem Fehler deren Zeile nennen kann.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

MUSTER = "p2-[0-9][0-9][0-9]-*.sql"

# Zeilen von psql, die der Läufer ohne Schaden übergeht. Andere (\if, \gset, \i) änderten, was ausgeführt wird.
META_UEBERGANGEN = frozenset({"set", "encoding", "echo", "timing", "pset"})

KLAMMER = re.compile(r"(begin|start\s+transaction|commit|end)(\s+(work|transaction))?", re.IGNORECASE)
NEBENHER = re.compile(r"create\s+(unique\s+)?index\s+concurrently\b", re.IGNORECASE)
# Was neben "create index concurrently" in derselben Datei stehen darf: nichts, das selbst etwas umbaut.
BEIWERK = re.compile(
    r"set\s|drop\s+index\s+concurrently\s+if\s+exists\s|insert\s+into\s+schema_migrationen\b|comment\s+on\s+index\s",
    re.IGNORECASE,
)

_STUECK = re.compile(
    r"""
      (?P<kommentar> --[^\n]* | /\* )
    | (?P<text>      [eE]'(?:[^'\\]|\\.|'')*' | '(?:[^']|'')*' | "(?:[^"]|"")*"
                   | (?P<dollar>\$(?:[^\W\d]\w*)?\$).*?(?P=dollar) )
    | (?P<wort>      [^\W\d][\w$]* )
    | (?P<meta>      \\[^\n]* )
    | (?P<ende>      ; )
    | (?P<sonst>     \s+ | . )
    """,
    re.VERBOSE | re.DOTALL,
)
_KOPFZEILE = re.compile(r"--\s*(superuser|transaktion)\s*:\s*(\w*)", re.IGNORECASE)


class Migrationsfehler(Exception):
    """Die Datei ist so nicht anwendbar; die Meldung nennt Datei, Zeile und Abhilfe."""


@dataclass(frozen=True)
class Anweisung:
    """Eine SQL-Anweisung und die Zeile, in der sie beginnt."""

    sql: str
    zeile: int


@dataclass(frozen=True)
class Migration:
    """Eine gelesene Datei.

    ``superuser`` und ``transaktion`` kommen aus den Kopfzeilen ``-- superuser: ja`` und ``-- transaktion: nein``.
    """

    name: str
    pfad: Path
    pruefsumme: str
    superuser: bool
    transaktion: bool
    anweisungen: tuple[Anweisung, ...]


def alle_lesen(verzeichnis: Path) -> list[Migration]:
    """Die Migrationen eines Verzeichnisses in aufsteigender Folge.

    Raises:
        Migrationsfehler: keine Datei gefunden, eine Nummer doppelt, oder eine Datei nicht anwendbar.
    """
    pfade = sorted(verzeichnis.glob(MUSTER), key=lambda pfad: pfad.name)
    if not pfade:
        raise Migrationsfehler(f"Keine Migrationen unter {verzeichnis}; erwartet werden Dateien wie p2-000-name.sql.")
    for vorige, pfad in pairwise(pfade):
        if vorige.name[:6] == pfad.name[:6]:
            raise Migrationsfehler(f"{vorige.name} und {pfad.name} tragen dieselbe Nummer; eine davon umbenennen.")
    return [lesen(pfad) for pfad in pfade]


def lesen(pfad: Path) -> Migration:
    """Liest und prüft eine Datei.

    Raises:
        Migrationsfehler: nicht UTF-8, unbekannter Wert im Kopf, unbekannte psql-Zeile, oder eine Anweisung,
            die sich mit der Transaktion der Datei nicht verträgt.
    """
    inhalt = pfad.read_bytes()
    try:
        text = inhalt.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise Migrationsfehler(f"{pfad.name}: nicht in UTF-8 gespeichert.") from None
    try:
        kopf = kopf_lesen(text)
        anweisungen = tuple(a for a in zerlegen(text) if not KLAMMER.fullmatch(a.sql))
        transaktion = kopf.get("transaktion", True)
        _vertraeglichkeit_pruefen(anweisungen, transaktion)
    except Migrationsfehler as fehler:
        raise Migrationsfehler(f"{pfad.name}: {fehler}") from None
    return Migration(
        name=pfad.stem,
        pfad=pfad,
        pruefsumme=pruefsumme(text),
        superuser=kopf.get("superuser", False),
        transaktion=transaktion,
        anweisungen=anweisungen,
    )


def pruefsumme(text: str) -> str:
    """SHA-256 des Textes; ein anderes Zeilenende ist keine Änderung."""
    return hashlib.sha256(text.replace("\r\n", "\n").encode()).hexdigest()


def kopf_lesen(text: str) -> dict[str, bool]:
    """Die Angaben im Kommentar am Dateianfang.

    Raises:
        Migrationsfehler: ein anderer Wert als ja oder nein.
    """
    kopf: dict[str, bool] = {}
    for nummer, zeile in enumerate(text.splitlines(), start=1):
        if zeile.strip() and not zeile.startswith("--"):
            break
        if treffer := _KOPFZEILE.match(zeile):
            angabe, wert = treffer[1].lower(), treffer[2].lower()
            if wert not in ("ja", "nein"):
                raise Migrationsfehler(f"Zeile {nummer}: „{angabe}: {treffer[2]}“ unbekannt; erlaubt sind ja und nein.")
            kopf[angabe] = wert == "ja"
    return kopf


def zerlegen(text: str) -> Iterator[Anweisung]:
    """Teilt am Semikolon wie psql: nicht in Zeichenketten, Kommentaren, $-Blöcken oder ``begin atomic``-Rümpfen.

    Zeilen für psql selbst entfallen; Kommentare vor einer Anweisung ebenso.

    Raises:
        Migrationsfehler: eine psql-Zeile, die der Läufer nicht übergehen darf, oder ein offener Rest.
    """
    stelle = beginn = tiefe = 0
    worte: list[str] = []
    while stelle < len(text):
        stueck = _STUECK.match(text, stelle)
        assert stueck is not None  # die letzte Alternative trifft jedes Zeichen
        art, wert, ende = stueck.lastgroup, stueck[0], stueck.end()
        if art == "kommentar" or (art == "sonst" and wert.isspace()):
            ende = _kommentarende(text, stelle) if wert == "/*" else ende
            if not worte:
                beginn = ende
        elif art == "meta":
            _meta_pruefen(wert, _zeile(text, stelle), mitten=bool(worte))
            beginn = ende
        elif art == "ende" and tiefe == 0:
            if worte:
                yield Anweisung(text[beginn:stelle].rstrip(), _zeile(text, beginn))
            worte, beginn = [], ende
        else:
            worte.append(wert.lower())
            if art == "wort" and re.match(r"create (or replace )?(function|procedure)\b", " ".join(worte[:4])):
                tiefe = max(0, tiefe + {"begin": 1, "case": 1, "end": -1}.get(worte[-1], 0))
        stelle = ende
    if worte:
        raise Migrationsfehler(f"Zeile {_zeile(text, beginn)}: Anweisung ohne abschließendes Semikolon.")


def _zeile(text: str, stelle: int) -> int:
    return text.count("\n", 0, stelle) + 1


def _kommentarende(text: str, stelle: int) -> int:
    # Blockkommentare dürfen in PostgreSQL geschachtelt sein.
    tiefe = 0
    for marke in re.compile(r"/\*|\*/").finditer(text, stelle):
        tiefe += 1 if marke[0] == "/*" else -1
        if tiefe == 0:
            return marke.end()
    raise Migrationsfehler(f"Zeile {_zeile(text, stelle)}: Kommentar endet nicht.")


def _meta_pruefen(zeile: str, nummer: int, *, mitten: bool) -> None:
    befehl = "".join(zeile[1:].split(maxsplit=1)[:1])
    if mitten or befehl not in META_UEBERGANGEN:
        raise Migrationsfehler(
            f"Zeile {nummer}: den psql-Befehl \\{befehl} kann migrieren.py nicht nachbilden; bitte in SQL ausdrücken."
        )


def _vertraeglichkeit_pruefen(anweisungen: tuple[Anweisung, ...], transaktion: bool) -> None:
    nebenher = [a for a in anweisungen if NEBENHER.match(a.sql)]
    if transaktion:
        if nebenher:
            raise Migrationsfehler(
                f"Zeile {nebenher[0].zeile}: create index concurrently geht nicht in einer Transaktion; "
                "eine eigene Datei mit der Kopfzeile „-- transaktion: nein“ anlegen."
            )
        return
    fremd = [a for a in anweisungen if not NEBENHER.match(a.sql) and not BEIWERK.match(a.sql)]
    if len(nebenher) != 1 or fremd:
        zeile = (fremd or nebenher[1:] or [Anweisung("", 1)])[0].zeile
        raise Migrationsfehler(
            f"Zeile {zeile}: eine Datei mit „-- transaktion: nein“ enthält genau ein create index concurrently "
            "und nichts, was sonst etwas umbaut."
        )
