"""Zeilen einer Eingabedatei lesen und prüfen: aus Bytes wird eine Meldung oder ein Grund, warum nicht.

Kennt keine Datenbank; geschrieben wird in ``laden.py``.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from zeit import slot_von, zeitangabe_lesen

TEXTFELDER = ("feed", "guid", "url", "titel", "teaser", "volltext", "sprache")
# Mehr trägt keine Meldung; eine Datei ohne Zeilenumbruch soll nicht ganz im Speicher landen.
ZEILE_MAX = 32 * 1024 * 1024
# PostgreSQL nimmt in einen B-Baum höchstens 2704 Byte je Eintrag; eindeutig ist hier (haus, guid).
SCHLUESSEL_MAX = 2500
# Der Typ integer von PostgreSQL.
FASSUNG_MAX = 2**31 - 1
# Beides kann eine Zeichenkette in JSON tragen und PostgreSQL nicht speichern.
UNZULAESSIG = re.compile("[\x00\ud800-\udfff]")
GZIP_KENNUNG = b"\x1f\x8b"


class Dateifehler(Exception):
    """Die Datei lässt sich nicht oder nicht bis zum Ende lesen; der Text sagt, warum."""


class Zeilenfehler(Exception):
    """Die Zeile ist keine Meldung; der Text sagt, warum."""


class Fassung(NamedTuple):
    """Eine Fassung einer Meldung; Felder wie in raw_item_versionen."""

    fassung: int
    titel: str | None
    teaser: str | None
    erfasst_am: datetime
    slot: datetime


class Meldung(NamedTuple):
    """Eine Meldung; Felder wie in raw_items."""

    haus: str
    feed: str | None
    guid: str | None
    url: str | None
    titel: str | None
    teaser: str | None
    volltext: str | None
    sprache: str | None
    pubdate: datetime | None
    erfasst_am: datetime
    slot: datetime


@dataclass(frozen=True)
class Zeile:
    """Was eine Zeile ergibt: die Meldung, ihre Fassungen und die Zahl der ersetzten Zeichen."""

    meldung: Meldung
    fassungen: tuple[Fassung, ...]
    ersetzt: int


def datei_lesen(pfad: Path) -> Iterator[tuple[int, bytes]]:
    """Liefert die nicht leeren Zeilen einer Datei mit ihrer Nummer, eine nach der anderen.

    Ob gepackt (gzip) oder nicht, entscheidet der Inhalt, nicht der Name. Von einer Zeile über ``ZEILE_MAX`` kommt
    nur der Anfang; ``zeile_lesen`` weist sie zurück.

    Args:
        pfad: JSON-Zeilen in UTF-8, auch gepackt.

    Raises:
        Dateifehler: fehlt, ist ein Verzeichnis, ist nicht lesbar oder bricht ab.
    """
    nummer = 0
    try:
        with ExitStack() as offen:
            roh = offen.enter_context(pfad.open("rb"))
            quelle: IO[bytes] = roh
            if roh.peek(2)[:2] == GZIP_KENNUNG:
                quelle = cast(IO[bytes], offen.enter_context(gzip.open(roh)))
            elif pfad.suffix == ".gz":
                raise Dateifehler("heißt .gz, ist aber nicht mit gzip gepackt")
            while zeile := quelle.readline(ZEILE_MAX):
                nummer += 1
                rest = zeile
                while len(rest) == ZEILE_MAX and not rest.endswith(b"\n"):
                    rest = quelle.readline(ZEILE_MAX)
                if nummer == 1:
                    zeile = zeile.removeprefix(b"\xef\xbb\xbf")
                if zeile.strip():
                    yield nummer, zeile
    except FileNotFoundError:
        raise Dateifehler("Datei nicht gefunden") from None
    except IsADirectoryError:
        raise Dateifehler("ist ein Verzeichnis; die Dateien darin einzeln nennen") from None
    except PermissionError:
        raise Dateifehler("keine Leserechte") from None
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise Dateifehler(f"gzip-Datei ist beschädigt oder unvollständig, lesbar bis Zeile {nummer}") from None
    except OSError as fehler:
        raise Dateifehler(f"nicht lesbar ({fehler.strerror})") from None


def zeile_lesen(roh: bytes) -> Zeile:
    """Liest eine Zeile nach dem Vertrag mit Phase 1; unbekannte Schlüssel bleiben unbeachtet.

    Args:
        roh: ein JSON-Objekt in UTF-8.

    Raises:
        UnicodeDecodeError: kein UTF-8.
        Zeilenfehler: kein JSON-Objekt, Pflichtangaben fehlen oder haben den falschen Typ.
    """
    if len(roh) >= ZEILE_MAX:
        raise Zeilenfehler(f"Zeile ist länger als {ZEILE_MAX // 1024**2} MiB")
    # surrogatepass: einzelne Surrogate werden wie in \ud83d-Schreibung ersetzt, statt die Datei abzuweisen.
    text = roh.decode("utf-8", "surrogatepass")
    try:
        # strict=False lässt Steuerzeichen in Zeichenketten zu, wie sie schlampige Schreiber hinterlassen.
        daten = json.loads(text, strict=False)
    except json.JSONDecodeError as fehler:
        raise Zeilenfehler(f"kein gültiges JSON (Zeichen {fehler.pos + 1})") from None
    except (ValueError, RecursionError):
        raise Zeilenfehler("kein gültiges JSON (Zahl zu lang oder zu tief geschachtelt)") from None
    if not isinstance(daten, dict):
        raise Zeilenfehler("kein JSON-Objekt")
    return _Pruefung().zeile(daten)


class _Pruefung:
    """Prüft ein Objekt und zählt dabei die ersetzten Zeichen."""

    def __init__(self) -> None:
        self.ersetzt = 0

    def zeile(self, daten: dict[str, Any]) -> Zeile:
        haus = self.text(daten, "haus")
        if haus is None or not haus.strip():
            raise Zeilenfehler("haus fehlt")
        felder = {name: self.text(daten, name) for name in TEXTFELDER}
        # Eine leere guid unterscheidet nichts; unter (haus, '') fielen alle Meldungen eines Hauses zusammen.
        if not (felder["guid"] or "").strip():
            felder["guid"] = None
        elif len((haus + cast(str, felder["guid"])).encode()) > SCHLUESSEL_MAX:
            raise Zeilenfehler(f"haus und guid sind zusammen länger als {SCHLUESSEL_MAX} Byte")
        erfasst_am, slot = self.zeit(daten, "erfasst_am")
        # Eine Zukunft bleibt stehen, wie sie der Feed nennt; erst die Module entscheiden, welche Zeit gilt.
        pubdate, _ = zeitangabe_lesen(self.text(daten, "pubdate"))
        meldung = Meldung(haus, **felder, pubdate=pubdate, erfasst_am=erfasst_am, slot=slot)
        return Zeile(meldung, self.fassungen(daten, meldung), self.ersetzt)

    def fassungen(self, daten: dict[str, Any], meldung: Meldung) -> tuple[Fassung, ...]:
        liste = daten.get("fassungen")
        if liste is None or liste == []:
            return (Fassung(1, meldung.titel, meldung.teaser, meldung.erfasst_am, meldung.slot),)
        if not isinstance(liste, list):
            raise Zeilenfehler("fassungen ist keine Liste")
        ergebnis: dict[int, Fassung] = {}
        for platz, eintrag in enumerate(liste, start=1):
            wo = f"fassungen[{platz}]"
            if not isinstance(eintrag, dict):
                raise Zeilenfehler(f"{wo} ist kein JSON-Objekt")
            nummer = eintrag.get("fassung")
            # bool ist in Python eine Zahl, in JSON nicht.
            if not isinstance(nummer, int) or isinstance(nummer, bool) or not 1 <= nummer <= FASSUNG_MAX:
                raise Zeilenfehler(f"{wo}: fassung fehlt oder ist keine ganze Zahl ab 1")
            if nummer in ergebnis:
                raise Zeilenfehler(f"{wo}: fassung {nummer} steht zweimal da")
            titel, teaser = self.text(eintrag, "titel", wo), self.text(eintrag, "teaser", wo)
            ergebnis[nummer] = Fassung(nummer, titel, teaser, *self.zeit(eintrag, "erfasst_am", wo))
        return tuple(ergebnis.values())

    def text(self, daten: dict[str, Any], name: str, wo: str = "") -> str | None:
        wert = daten.get(name)
        if wert is None:
            return None
        if not isinstance(wert, str):
            raise Zeilenfehler(f"{wo}{': ' if wo else ''}{name} ist kein Text")
        sauber, anzahl = UNZULAESSIG.subn("\N{REPLACEMENT CHARACTER}", wert)
        self.ersetzt += anzahl
        return sauber

    def zeit(self, daten: dict[str, Any], name: str, wo: str = "") -> tuple[datetime, datetime]:
        stelle = f"{wo}{': ' if wo else ''}{name}"
        wert = daten.get(name)
        if wert is None:
            raise Zeilenfehler(f"{stelle} fehlt")
        if not isinstance(wert, str):
            raise Zeilenfehler(f"{stelle} ist kein Text")
        try:
            zeit = datetime.fromisoformat(wert.strip())
            if zeit.tzinfo is None:
                raise Zeilenfehler(f"{stelle} nennt keine Zeitzone, etwa 2026-09-07T08:00:00+00:00")
            utc = zeit.astimezone(UTC)
            return utc, slot_von(utc)
        except (ValueError, OverflowError):
            raise Zeilenfehler(f"{stelle} ist keine Zeit nach ISO 8601") from None
