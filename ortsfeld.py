"""Ortsfeld: Titel oder Teaser eines Items, was um eine Stelle herum steht, und der Fund darin."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from ortsverzeichnis import Ort
from stellen import Text

# Zeichen, nach denen ein Satz oder Teilsatz beginnt.
_ANFANG = re.compile(r"(?:^|[:.!?–—|+;«»„“”\"'(\[/·•…>‹›]|(?:^|\s)-)\s*$")
_DAVOR = re.compile(r"([^\W_][\w.'/-]*)[\s ]+$")
_DANACH = re.compile(r"[\s ]+([^\W_][\w'-]*)")
_APOSTROPHE = str.maketrans(dict.fromkeys("’‘ʼ`´′", "'"))
# Längstes Wort, das davor gesucht wird, und längstes, das mit Bindestrich dahinter zum Ort gehören kann.
_FENSTER = 60
REST_HOECHSTENS = 40


class Fund(NamedTuple):
    """Eine Nennung im gesäuberten Text, halboffen.

    Attributes:
        feld: 0 für den Titel, 1 für den Teaser.
        form: die Schreibung im Verzeichnis; mit »Landkreis« davor oder Ortsteil dahinter, was dasteht.
        kandidaten: die Orte, die gemeint sein können; leer bei Kreisen, die das Verzeichnis nicht kennt.
        rolle: ort, abgeleitet, in_name oder metonym.
        weg: ``teilgebiet`` oder ``bauwerk``, wo die Schreibung nicht der Name des Orts selbst ist.
        regionswort: ob »Kanton«, »Bundesstaat«, »Land« davor steht.
        zusammengesetzt: ob mit Bindestrich ein Wort dahinter hängt.
    """

    feld: int
    start: int
    ende: int
    form: str
    kandidaten: tuple[Ort, ...]
    rolle: str = "ort"
    weg: str | None = None
    regionswort: bool = False
    zusammengesetzt: bool = False


class Ortsfeld:
    """Titel oder Teaser eines Items.

    Args:
        nummer: 0 für den Titel, 1 für den Teaser.
        roh: der gespeicherte Text.

    Attributes:
        text: der Text mit dem Weg zurück zum gespeicherten.
        such: der gesäuberte Text mit geraden Apostrophen, gleich lang.
    """

    def __init__(self, nummer: int, roh: str | None) -> None:
        self.nummer = nummer
        self.text = Text(roh)
        self.such = self.text.sauber.translate(_APOSTROPHE)

    def davor(self, stelle: int) -> str:
        """Das Wort unmittelbar davor, nur durch Leerraum getrennt; sonst leer."""
        treffer = _DAVOR.search(self.such, max(0, stelle - _FENSTER), stelle)
        return treffer[1] if treffer else ""

    def danach(self, stelle: int) -> str:
        """Das Wort unmittelbar danach; sonst leer."""
        treffer = _DANACH.match(self.such, stelle)
        return treffer[1] if treffer else ""

    def am_anfang(self, stelle: int) -> bool:
        """Ob an der Stelle ein Satz oder Teilsatz beginnt."""
        return _ANFANG.search(self.such, max(0, stelle - 4), stelle) is not None if stelle else True


class Stelle:
    """Eine Stelle in einem Feld und ihr Umfeld.

    Args:
        feld: das Feld.
        start, ende: halboffen, im gesäuberten Text.
    """

    def __init__(self, feld: Ortsfeld, start: int, ende: int) -> None:
        self.feld = feld
        self.such = feld.such
        self.start = start
        self.ende = ende

    @cached_property
    def davor(self) -> str:
        """Das Wort unmittelbar davor."""
        return self.feld.davor(self.start)

    @cached_property
    def danach(self) -> str:
        """Das Wort unmittelbar danach."""
        return self.feld.danach(self.ende)

    @property
    def grosses_danach(self) -> bool:
        """Ob danach ein großgeschriebenes Wort steht."""
        return self.danach[:1].isupper()

    @property
    def am_anfang(self) -> bool:
        """Ob ein Satz oder Teilsatz beginnt."""
        return self.feld.am_anfang(self.start)

    @property
    def haengt_an(self) -> bool:
        """Ob die Stelle mit Bindestrich an einem Wort davor hängt."""
        return self.start > 1 and self.such[self.start - 1] == "-" and self.such[self.start - 2].isalnum()

    @cached_property
    def kopf(self) -> str:
        """Was mit Bindestrich davor hängt, ohne den letzten Strich."""
        anfang = self.start - 1
        while anfang and (self.such[anfang - 1].isalnum() or self.such[anfang - 1] == "-"):
            anfang -= 1
        return self.such[anfang : self.start - 1]

    @cached_property
    def rest(self) -> str:
        """Was mit Bindestrich dahinter hängt, ohne den ersten Strich; sonst leer."""
        if self.such[self.ende : self.ende + 1] != "-":
            return ""
        schluss = self.ende + 1
        while schluss < len(self.such) and (self.such[schluss].isalnum() or self.such[schluss] == "-"):
            schluss += 1
        rest = self.such[self.ende + 1 : schluss]
        # »Stuttgart-Bad Cannstatt«
        return f"Bad {self.feld.danach(schluss)}" if rest == "Bad" and self.feld.danach(schluss) else rest
