"""Lesung: welche Schreibungen des Verzeichnisses in einem Text stehen, die längste zuerst, ohne zu deuten."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import ortsregeln as regeln
from ortsstaerke import Ortsstaerke
from ortsverzeichnis import WORT, Form, Ortsverzeichnis

# Kürzer ist kein »Ostukraine«.
TEILGEBIET_AB = 8
# Kürzere Wörter in Versalien sind Kürzel.
VERSALIEN_AB = 4
# Nach diesen Lauten steht kein Genitiv-s.
S_LAUTE = "sxzß"


class Lesung(NamedTuple):
    """Eine Schreibung im Text, halboffen; ``weg`` ist ``teilgebiet`` bei »Ostukraine«."""

    form: Form
    start: int
    ende: int
    weg: str | None = None


class Leser:
    """Liest Texte mit einem Verzeichnis.

    Args:
        verzeichnis: das Ortsverzeichnis.
        staerke: sagt, welche Namen für sich stehen; nur die gelten auch in VERSALIEN.
    """

    def __init__(self, verzeichnis: Ortsverzeichnis, staerke: Ortsstaerke) -> None:
        self._verzeichnis = verzeichnis
        self._staerke = staerke

    def lesungen(self, such: str) -> Iterator[Lesung]:
        """Alle Schreibungen eines Textes von links nach rechts, ohne Überlappung.

        Args:
            such: gesäuberter Text mit geraden Apostrophen.
        """
        erste = self._verzeichnis.erste
        ende = 0
        for wort in WORT.finditer(such):
            start, text = wort.start(), wort[0]
            if start < ende or (start and such[start - 1] == "@"):
                continue
            raute = start > 0 and such[start - 1] == "#"
            if raute and text.islower():
                text = text.capitalize()  # »#hamburg«
            lesung = self._ganz(such, start, text, erste.get(text, ()))
            if lesung is None and text.isupper() and len(text) >= VERSALIEN_AB:
                lesung = self._versalien(start, text)
            if lesung is None and len(text) >= TEILGEBIET_AB:
                lesung = self._teilgebiet(start, text)
            if lesung is not None:
                ende = lesung.ende
                # »#Hamburg« ist als Ganzes die Nennung.
                yield lesung._replace(start=start - 1) if raute else lesung

    def _ganz(self, such: str, start: int, wort: str, formen: tuple[Form, ...]) -> Lesung | None:
        for form in formen:
            if len(form.text) == len(wort) or such.startswith(form.text, start):
                ende = start + len(form.text)
                if not such[ende : ende + 1].isalnum():
                    return Lesung(form, start, ende)
                if _ist_genitiv(form.text, such, ende):
                    return Lesung(form, start, ende + 1)
        # Das Genitiv-s erst, nachdem die volle Form gescheitert ist.
        if wort.endswith("s") and wort not in regeln.GESPERRT:
            stamm = self._verzeichnis.formen.get(wort[:-1])
            if stamm is not None and stamm.als_name and stamm.text[-1] not in S_LAUTE:
                return Lesung(stamm, start, start + len(wort))
        return None

    def _versalien(self, start: int, wort: str) -> Lesung | None:
        form = self._verzeichnis.formen.get(wort[0] + wort[1:].lower())
        if form is None or not form.als_name or not self._staerke.steht_fuer_sich(form):
            return None
        return Lesung(form, start, start + len(wort))

    def _teilgebiet(self, start: int, wort: str) -> Lesung | None:
        """»Ostukraine«, »Nordsyriens«; »Nord-Irak« ist der Name mit Bindestrich davor."""
        treffer = regeln.TEIL.match(wort)
        if treffer is None:
            return None
        rest = treffer["rest"][0].upper() + treffer["rest"][1:]
        for name in (rest, rest.removesuffix("s")):
            form = self._verzeichnis.formen.get(name)
            if form is not None and any(ort.art in ("staat", "land") for ort in form.als_name):
                return Lesung(form, start, start + len(wort), "teilgebiet")
        return None


def _ist_genitiv(form: str, such: str, ende: int) -> bool:
    return such[ende] == "s" and form[-1] not in S_LAUTE and re.match(r"[^\W_]", such[ende + 1 : ende + 2]) is None
