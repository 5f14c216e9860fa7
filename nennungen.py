"""Nennungen: was in einem Feld um eine Stelle herum steht, und die Nennung selbst."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from nachschlagewerk import ZEICHEN
from stellen import Text

# Zeichen, nach denen ein Satz oder Teilsatz beginnt; »+« und »|« trennen in Tickern.
_ANFANG = re.compile(r"(?:^|[:.!?–—|+;«»„“”\"'(\[/·•…>‹›]|(?:^|\s)-)\s*$")
_ZEICHEN = re.compile("[" + "".join(map(chr, ZEICHEN)) + "]")
_WORT = re.compile(r"[^\W_]+(?:['.-][^\W_]+)*")
_DAVOR = re.compile(r"([^\W_](?:[\w'./&-]*[\w.])?)[\s ]+$")
_DANACH = re.compile(r"[\s ]+([^\W_][\w'-]*)")
# Längstes Wort, das davor gesucht wird; längere sind keine Rollen.
FENSTER = 60
# Längere Zusammensetzungen schreibt niemand (Zeichen in jede Richtung).
AUSDRUCK_HOECHSTENS = 80


class Nennung(NamedTuple):
    """Eine Stelle, an der ein Akteur genannt ist oder sein könnte; Stellen im gesäuberten Text.

    ``akteur`` ist ``None``, wenn die Nennung offen bleibt; ``grund`` sagt dann, warum. ``beleg`` sagt, was einen bloßen
    Nachnamen belegt.
    """

    feld: str
    start: int
    ende: int
    rolle: str = "nennung"
    akteur: int | None = None
    methode: str | None = None
    grund: str | None = None
    kandidaten: tuple[int, ...] = ()
    amt: str | None = None
    beleg: str | None = None
    ner_typ: str | None = None


class Ausdruck(NamedTuple):
    """Das mit Bindestrichen gebundene Ganze um eine Stelle: Teile davor und danach, ohne die Striche."""

    davor: tuple[str, ...]
    danach: tuple[str, ...]


class Feld:
    """Titel oder Teaser eines Items.

    Args:
        name: ``titel`` oder ``teaser``.
        roh: der gespeicherte Text.
    """

    def __init__(self, name: str, roh: str | None) -> None:
        self.name = name
        self.text = Text(roh)
        sauber = self.text.sauber
        self.such = sauber if _ZEICHEN.search(sauber) is None else sauber.translate(ZEICHEN)

    @cached_property
    def worte(self) -> list[str]:
        """Alle Wörter; Bindestriche und Apostrophe darin gehören dazu."""
        return _WORT.findall(self.such)

    def davor(self, stelle: int) -> str:
        """Das Wort unmittelbar davor, nur durch Leerraum getrennt; sonst leer."""
        treffer = _DAVOR.search(self.such, max(0, stelle - FENSTER), stelle)
        return treffer[1] if treffer else ""

    def anfang_davor(self, stelle: int) -> int:
        """Wo das Wort unmittelbar davor anfängt; ``stelle``, wenn keines da ist."""
        treffer = _DAVOR.search(self.such, max(0, stelle - FENSTER), stelle)
        return treffer.start(1) if treffer else stelle

    def danach(self, stelle: int) -> str:
        """Das Wort unmittelbar danach, nur durch Leerraum getrennt; sonst leer."""
        treffer = _DANACH.match(self.such, stelle)
        return treffer[1] if treffer else ""

    def am_anfang(self, stelle: int) -> bool:
        """Ob an der Stelle ein Satz oder Teilsatz beginnt."""
        return _ANFANG.search(self.such, max(0, stelle - 4), stelle) is not None if stelle else True

    def ausdruck(self, start: int, ende: int) -> Ausdruck:
        """Was mit Bindestrich vor und hinter der Stelle hängt."""
        such = self.such
        davor: tuple[str, ...] = ()
        danach: tuple[str, ...] = ()
        if start > 1 and such[start - 1] == "-" and such[start - 2].isalnum():
            anfang = start - 1
            grenze = max(0, start - AUSDRUCK_HOECHSTENS)
            while anfang > grenze and (such[anfang - 1].isalnum() or such[anfang - 1] in "-."):
                anfang -= 1
            davor = tuple(filter(None, such[anfang : start - 1].split("-")))
        if such[ende : ende + 1] == "-":
            schluss = ende + 1
            grenze = min(len(such), ende + AUSDRUCK_HOECHSTENS)
            while schluss < grenze and (such[schluss].isalnum() or such[schluss] == "-"):
                schluss += 1
            danach = tuple(filter(None, such[ende + 1 : schluss].split("-")))
            if not danach and such[ende + 1 : ende + 2] in (" ", ","):
                danach = ("",)  # »Trump- und Putin-Treffen«
        return Ausdruck(davor, danach)


def kuerzen(text: str, grenze: int) -> str:
    """Der Text, höchstens ``grenze`` Zeichen lang."""
    return text if len(text) <= grenze else text[: grenze - 1] + "…"
