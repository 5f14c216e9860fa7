"""Zeitraum und Häuser einer Auswertung: --von, --bis, --haus, und was davon in der Datenbank steht."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import zeit

if TYPE_CHECKING:
    import psycopg

# Ein loser Durchlauf durch den Index auf (haus, guid): ein Sprung je Haus statt eines Gangs über alle Items.
HAEUSER = """
with recursive h (haus) as (
    (select haus from raw_items order by haus limit 1)
    union all
    select (select r.haus from raw_items r where r.haus > h.haus order by r.haus limit 1)
    from h
    where h.haus is not null
)
select haus from h where haus is not null order by haus collate "C"
"""


class Auswahlfehler(Exception):
    """Die Auswahl passt nicht zum Bestand; der Text nennt Grund und Abhilfe (Ausgang 2)."""


@dataclass(frozen=True)
class Zeitraum:
    """Berliner Kalendertage, beide eingeschlossen.

    Attributes:
        von: erster Tag.
        bis: letzter Tag.
    """

    von: date
    bis: date

    @property
    def beginn(self) -> datetime:
        """Der erste Augenblick, in UTC."""
        return _mitternacht(self.von)

    @property
    def ende(self) -> datetime:
        """Der erste Augenblick danach, in UTC."""
        return _mitternacht(self.bis + timedelta(days=1))

    @property
    def tage(self) -> int:
        """Anzahl der Tage."""
        return (self.bis - self.von).days + 1

    def __str__(self) -> str:
        if self.von == self.bis:
            return f"{self.von:%d.%m.%Y}"
        return f"{self.von:%d.%m.%Y} bis {self.bis:%d.%m.%Y}"


def angaben(zerleger: argparse.ArgumentParser) -> None:
    """Fügt --von, --bis und --haus hinzu."""
    zerleger.add_argument("--von", type=_tag, required=True, metavar="TAG", help="erster Tag, 2026-09-07 (Berlin)")
    zerleger.add_argument("--bis", type=_tag, required=True, metavar="TAG", help="letzter Tag, eingeschlossen")
    zerleger.add_argument(
        "--haus", action="append", default=[], metavar="HAUS", help="nur dieses Haus; mehrfach für mehrere"
    )


def aus(zerleger: argparse.ArgumentParser, worte: argparse.Namespace) -> Zeitraum:
    """Der verlangte Zeitraum.

    Raises:
        SystemExit: --bis liegt vor --von (Ausgang 2).
    """
    if worte.bis < worte.von:
        zerleger.error(f"--bis {worte.bis} liegt vor --von {worte.von}")
    return Zeitraum(worte.von, worte.bis)


def haeuser(conn: psycopg.Connection[Any], verlangt: Sequence[str]) -> list[str]:
    """Die Häuser der Auswertung, aufsteigend nach Zeichencode.

    Args:
        conn: Verbindung.
        verlangt: die Angaben von --haus; leer: alle des Bestands.

    Raises:
        Auswahlfehler: ein Haus gibt es im Bestand nicht.
    """
    bestand = [haus for (haus,) in conn.execute(HAEUSER)]
    for haus in verlangt:
        if haus not in bestand:
            aehnlich = difflib.get_close_matches(haus, bestand, n=3, cutoff=0.5) or bestand[:10]
            rat = f"gemeint sein könnte: {', '.join(aehnlich)}" if aehnlich else "raw_items ist leer"
            raise Auswahlfehler(f"--haus {haus}: dieses Haus gibt es im Bestand nicht; {rat}.")
    return sorted(set(verlangt)) if verlangt else bestand


def _tag(text: str) -> date:
    try:
        tag = date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} ist kein Tag der Form 2026-09-07") from None
    if not zeit.FRUEHESTE.date() < tag < zeit.SPAETESTE.date():
        raise argparse.ArgumentTypeError(f"{text} liegt außerhalb von 1990 bis 2099")
    return tag


def _mitternacht(tag: date) -> datetime:
    return datetime(tag.year, tag.month, tag.day, tzinfo=zeit.BERLIN).astimezone(UTC)
