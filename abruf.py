"""Eine Abfrage stellen, wie ein öffentlicher Dienst es verlangt: warten, wenn er es sagt, aufhören, wenn er absagt.

Die Regeln stammen aus den Nutzungsbedingungen des Wikidata Query Service: eine Abfrage zur Zeit, höchstens 30 Fehler
je Minute, nach 429 die Frist aus Retry-After oder eine Minute; wer das übergeht, wird für einen Tag gesperrt. Netz,
Uhr und Warten kommen von außen.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from spiegelung import Antwort, Antwortfehler, lesen

VERSUCHE = 5
# Erste Pause nach einer Störung (Sekunden); jede weitere ist doppelt so lang: 5, 10, 20, 40.
ERSTE_PAUSE = 5.0
# Nach 429 ohne brauchbares Retry-After.
OHNE_FRIST = 60.0
# Eine längere Frist wartet niemand am Terminal ab.
LAENGSTE_FRIST = 600.0


class Abgewiesen(Exception):
    """Diese Abfrage ist gescheitert und wird es wieder; andere können gelingen."""


class Gesperrt(Exception):
    """Der Dienst lässt den Absender nicht zu; jede weitere Anfrage machte es schlimmer."""


class Voruebergehend(Exception):
    """Der Dienst ist gestört oder überlastet; später noch einmal."""


class Netzfehler(Exception):
    """Keine Antwort: Zeit abgelaufen, Verbindung abgelehnt oder abgerissen."""


@dataclass(frozen=True)
class Rohantwort:
    """Was der Dienst schickte.

    Args:
        status: HTTP-Status.
        rumpf: Bytes.
        inhaltsart: Content-Type.
        frist: Retry-After.
        ziel: Location.
    """

    status: int
    rumpf: bytes = b""
    inhaltsart: str | None = None
    frist: str | None = None
    ziel: str | None = None


def frist_lesen(angabe: str | None, jetzt: datetime) -> float | None:
    """Retry-After in Sekunden; ``None``, wenn es fehlt oder unlesbar ist.

    Args:
        angabe: Sekunden oder ein Zeitpunkt (RFC 9110, Abschnitt 10.2.3).
        jetzt: mit Zone.
    """
    text = (angabe or "").strip()
    if re.fullmatch(r"[0-9]{1,9}", text):
        return float(text)
    try:
        zeit = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, ((zeit if zeit.tzinfo else zeit.replace(tzinfo=UTC)) - jetzt).total_seconds())


def abrufen(
    senden: Callable[[], Rohantwort],
    *,
    warten: Callable[[float], None],
    jetzt: Callable[[], datetime],
    melden: Callable[[str], None],
) -> Antwort:
    """Stellt eine Abfrage, bis eine gültige Antwort da ist.

    Args:
        senden: stellt sie einmal.
        warten: wartet so viele Sekunden.
        jetzt: die Uhrzeit mit Zone.
        melden: nimmt eine Zeile über jeden Fehlschlag, nach dem es weitergeht.

    Raises:
        Abgewiesen: der Dienst versteht oder findet die Abfrage nicht.
        Gesperrt: 401 oder 403.
        Voruebergehend: nach ``VERSUCHE`` Versuchen, oder wenn die verlangte Frist ``LAENGSTE_FRIST`` übersteigt.
    """
    pause = ERSTE_PAUSE
    for versuch in range(1, VERSUCHE + 1):
        frist: float | None = None
        try:
            roh = senden()
            if roh.status == 200:
                return lesen(roh.rumpf, roh.inhaltsart)
            grund = f"Status {roh.status}"
            frist = _frist(roh, jetzt())
        except Netzfehler as fehler:
            grund = str(fehler)
        except Antwortfehler as fehler:
            # Bei Überlast schickt der Dienst mit Status 200 ein Stück Antwort oder eine Fehlerseite.
            grund = f"unbrauchbare Antwort: {fehler}"
        # »Retry in 0 seconds« ist keine Erlaubnis zu trommeln.
        sekunden = max(pause, frist or 0.0)
        if sekunden > LAENGSTE_FRIST:
            raise Voruebergehend(f"{grund}, der Dienst verlangt {sekunden:.0f} Sekunden Pause")
        if versuch < VERSUCHE:
            melden(f"{grund}; Versuch {versuch} von {VERSUCHE}, weiter in {sekunden:.0f} s")
            warten(sekunden)
            pause *= 2
    raise Voruebergehend(f"{grund}, {VERSUCHE} Versuche")


def _frist(roh: Rohantwort, jetzt: datetime) -> float | None:
    """Wie lange der Dienst warten heißt; ``None`` bei einer Störung ohne Frist."""
    if roh.status in (401, 403):
        raise Gesperrt(
            f"Status {roh.status}: der Dienst lässt diesen Absender nicht zu. Kontakt in WURZELWERK_KONTAKT prüfen und "
            "frühestens morgen wieder versuchen."
        )
    if 300 <= roh.status < 400:
        raise Abgewiesen(f"Status {roh.status}: der Endpunkt leitet weiter nach {roh.ziel or '?'}; diesen angeben.")
    if roh.status < 500 and roh.status not in (408, 429):
        raise Abgewiesen(f"Status {roh.status}: der Endpunkt nimmt die Abfrage nicht an.")
    frist = frist_lesen(roh.frist, jetzt)
    return OHNE_FRIST if frist is None and roh.status == 429 else frist
