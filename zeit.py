"""Zeitangaben: Veröffentlichungszeiten lesen, Zeitpunkt eines Items bestimmen, Slots rechnen.

Die eine Stelle, an der entschieden wird, welche Zeit für ein Item gilt. Alles ist in UTC; nur der Kalendertag
eines Items ist der Berliner, weil deutsche Redaktionen in Berliner Tagen erscheinen.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone
from functools import lru_cache
from zoneinfo import ZoneInfo

BERLIN = ZoneInfo("Europe/Berlin")
SLOT = timedelta(minutes=15)

# Vor 1990 gab es keine Nachrichtenseiten; frühere Angaben sind Nullwerte von Redaktionssystemen (Jahr 1, 1970).
FRUEHESTE = datetime(1990, 1, 1, tzinfo=UTC)
# Darüber liegt keine Ankündigung mehr, sondern ein Platzhalter wie 9999-12-31.
SPAETESTE = datetime(2100, 1, 1, tzinfo=UTC)
# Um so viel darf eine Uhr vorgehen oder ein Text vordatiert sein; darüber ist die Angabe keine.
VORLAUF = timedelta(days=2)

# Nur ganze Namen und ihre Kürzel: nach dem Anfang allein wäre »Marx« ein März.
MONATE = {
    name: nummer
    for nummer, namen in enumerate(
        (
            "jan jän january januar jänner", "feb february februar feber", "mar mär mrz maer march märz maerz",
            "apr april", "may mai", "jun june juni", "jul july juli", "aug august", "sep sept september",
            "oct okt october oktober", "nov november", "dec dez december dezember",
        ),
        start=1,
    )
    for name in namen.split()
}  # fmt: skip

# RFC 822, Abschnitt 5.1, dazu die deutschen Kürzel. Stunden gegen UTC.
ZONEN = {
    "z": 0, "ut": 0, "utc": 0, "gmt": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6,
    "pst": -8, "pdt": -7, "cet": 1, "mez": 1, "cest": 2, "mesz": 2,
}  # fmt: skip

_UHR = r"(?P<h>\d{1,2}):(?P<min>\d{2})(?::(?P<s>\d{2})(?:[.,]\d+)?)?(?:\s*Uhr)?"
_ZONE = r"(?:\s*(?P<zone>[+-]\d{2}:?\d{2}|[+-]\d{2}|[A-Za-z]{1,4})(?:\s+\([^()]*\))?)?"
# Nur Schreibungen, die sich auf eine einzige Weise lesen lassen: das Jahr vorn, oder der Monat als Wort,
# oder die deutsche Punktform. 06/07/2026 fehlt mit Absicht.
MUSTER = tuple(
    re.compile(rf"^{kopf}{_UHR}{_ZONE}$", re.IGNORECASE)
    for kopf in (
        r"(?P<j>\d{4})-(?P<m>\d{1,2})-(?P<t>\d{1,2})(?:T|\s+)",
        r"(?P<j>\d{4})/(?P<m>\d{1,2})/(?P<t>\d{1,2})(?:T|\s+)",
        r"(?P<t>\d{1,2})\.(?P<m>\d{1,2})\.(?P<j>\d{4}),?\s+(?:um\s+)?",
        r"(?:[^\W\d_]{2,10}(?:\.?,\s*|\.?\s+))?(?P<t>\d{1,2})\.?[\s-]+(?P<m>[^\W\d_]{3,9})\.?[\s-]+(?P<j>\d{4}|\d{2}),?\s+(?:um\s+)?",
    )
)


def zeitangabe_lesen(roh: str | None, zone: str = "Europe/Berlin") -> tuple[datetime | None, tuple[str, ...]]:
    """Liest eine Zeitangabe, wie Feeds sie liefern, oder gar nicht: geraten wird weder Tag noch Monat.

    Args:
        roh: RFC 822, ISO 8601, Jahr/Monat/Tag oder deutsche Punktform, mit englischen oder deutschen Namen.
        zone: Zeitzone der Quelle; sie gilt nur, wenn die Angabe selbst keine trägt.

    Returns:
        (Zeit in UTC oder None, Kennzeichen). Kennzeichen: ``zone_angenommen``, ``pubdate_unlesbar``,
        ``pubdate_unplausibel`` (vor 1990 oder ab 2100).
    """
    text = (roh or "").strip()
    if not text:
        return None, ()
    treffer = next((m for m in (muster.match(text) for muster in MUSTER) if m), None)
    if treffer is None:
        return None, ("pubdate_unlesbar",)
    try:
        zeit, angenommen = _zusammensetzen(treffer, zone)
    except (ValueError, OverflowError, KeyError):
        return None, ("pubdate_unlesbar",)
    if not FRUEHESTE <= zeit < SPAETESTE:
        return None, ("pubdate_unplausibel",)
    return zeit, ("zone_angenommen",) if angenommen else ()


def _zusammensetzen(teile: re.Match[str], zone: str) -> tuple[datetime, bool]:
    monat = teile["m"]
    jahr = int(teile["j"])
    if len(teile["j"]) == 2:
        # RFC 2822, Abschnitt 4.3: 00 bis 49 meint 20xx, 50 bis 99 meint 19xx.
        jahr += 2000 if jahr < 50 else 1900
    sekunde = int(teile["s"] or 0)
    # Eine Schaltsekunde kennt datetime nicht; sie fällt auf die letzte Sekunde der Minute.
    ohne_zone = datetime(
        jahr,
        int(monat) if monat.isdigit() else MONATE[monat.casefold()],
        int(teile["t"]),
        int(teile["h"]),
        int(teile["min"]),
        59 if sekunde == 60 else sekunde,
    )
    angabe = teile["zone"]
    if angabe is None:
        return ohne_zone.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC), True
    if angabe[0] in "+-":
        ziffern = angabe[1:].replace(":", "").ljust(4, "0")
        versatz = timedelta(hours=int(ziffern[:2]), minutes=int(ziffern[2:]))
        versatz = -versatz if angabe[0] == "-" else versatz
    else:
        versatz = timedelta(hours=ZONEN[angabe.casefold()])
    return ohne_zone.replace(tzinfo=timezone(versatz)).astimezone(UTC), False


def pubdate_lesen(
    roh: str | None, erfasst_am: datetime, zone: str = "Europe/Berlin"
) -> tuple[datetime | None, tuple[str, ...]]:
    """Wie ``zeitangabe_lesen``; was mehr als zwei Tage nach dem Eintreffen liegt, gilt als fehlend.

    Args:
        roh: Zeitangabe des Feeds.
        erfasst_am: wann das Item eintraf, mit Zone.
        zone: Zeitzone der Quelle.

    Returns:
        (Zeit in UTC oder None, Kennzeichen; zusätzlich ``pubdate_zukunft``).
    """
    zeit, kennzeichen = zeitangabe_lesen(roh, zone)
    if zeit is not None and zeit > erfasst_am + VORLAUF:
        return None, (*kennzeichen, "pubdate_zukunft")
    return zeit, kennzeichen


def zeitpunkt(pubdate: datetime | None, erfasst_am: datetime) -> datetime:
    """Die Zeit, die für ein Item gilt: ``pubdate``, wenn sie ab 1990 und nicht nach dem Eintreffen liegt.

    Sonst ``erfasst_am``. Die SQL-Funktion ``zeitpunkt`` (p2-004) entscheidet ebenso; ein Test hält beide gleich.
    """
    if pubdate is not None and FRUEHESTE <= pubdate <= erfasst_am:
        return pubdate
    return erfasst_am


def slot_von(zeit: datetime) -> datetime:
    """Der 15-Minuten-Slot, in den ``zeit`` (mit Zone) fällt, in UTC."""
    utc = zeit.astimezone(UTC)
    return utc.replace(minute=utc.minute - utc.minute % 15, second=0, microsecond=0)


def slot_lesen(text: str) -> datetime:
    """Liest die Angabe von ``--slot``: ISO 8601, ohne Zone gilt UTC.

    Raises:
        ValueError: unlesbar, außerhalb von 1990 bis 2099, oder neben dem Raster; dann nennt die Meldung die Nachbarn.
    """
    gekuerzt = repr(text[:40])
    try:
        zeit = datetime.fromisoformat(text.strip().upper())
    except ValueError:
        raise ValueError(
            f"Slot {gekuerzt} ist keine Zeit nach ISO 8601; erwartet wird etwa 2026-09-07T08:00 (ohne Zone gilt UTC)."
        ) from None
    if not FRUEHESTE.year <= zeit.year < SPAETESTE.year:
        raise ValueError(f"Slot {gekuerzt} liegt außerhalb von {FRUEHESTE.year} bis {SPAETESTE.year - 1}.")
    utc = (zeit if zeit.tzinfo else zeit.replace(tzinfo=UTC)).astimezone(UTC)
    davor = slot_von(utc)
    if utc != davor:
        raise ValueError(
            f"Slot {gekuerzt} liegt nicht auf dem 15-Minuten-Raster; die Nachbarn sind "
            f"{slot_text(davor)} und {slot_text(davor + SLOT)}."
        )
    return davor


def slot_text(slot: datetime) -> str:
    """Ein Slot in der Schreibung, die ``--slot`` annimmt."""
    return f"{slot.astimezone(UTC):%Y-%m-%dT%H:%MZ}"


@lru_cache(maxsize=4096)
def _versatz(stunde: int) -> int:
    # Berlin wechselt die Zeit nur zur vollen Stunde UTC; der Versatz gilt also je Stunde.
    versatz = datetime.fromtimestamp(stunde * 3600, BERLIN).utcoffset()
    return int(versatz.total_seconds()) if versatz is not None else 0


def berliner_tag(zeit: datetime) -> int:
    """Der Berliner Kalendertag als fortlaufende Nummer (``date.toordinal``)."""
    sekunden = int(zeit.timestamp() // 1)
    return (sekunden + _versatz(sekunden // 3600)) // 86400 + 719163


def tagesgrenzen(tag: int) -> tuple[datetime, datetime]:
    """Beginn und Ende (ausschließlich) eines Berliner Kalendertags in UTC."""
    beginn, ende = (
        datetime.combine(date.fromordinal(t), datetime.min.time(), BERLIN).astimezone(UTC) for t in (tag, tag + 1)
    )
    return beginn, ende
