"""Das mitgelieferte Ortsverzeichnis ohne Datenbank, mit einigen Personen, und was ein Text darin findet."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import ortslexikonbau
from ortsaufloesung import Ortsaufloesung
from ortsverzeichnis import Ort, Ortsverzeichnis
from tests.basis import WURZEL

ORDNER = WURZEL / "lexikon" / "orte"
PERSONEN = (
    "Friedrich Merz",
    "Emmanuel Macron",
    "Donald Trump",
    "Viktor Orbán",
    "Jack London",
    "Nina Hagen",
    "Anna Bergen",
    "Jordan Bardella",
    "Tom Allen",
    "Adam Adler",
    "Lena Bender",
)


class Gefunden(NamedTuple):
    """Eine Nennung, wie Tests sie lesen."""

    text: str
    rolle: str
    ort_id: str | None
    weg: str


@cache
def inhalt() -> dict[str, set[tuple[Any, ...]]]:
    """Die Zeilen der Ortstabellen aus den mitgelieferten Dateien."""
    return ortslexikonbau.bauen(ortslexikonbau.lesen(ORDNER))


@cache
def aufloesung() -> Ortsaufloesung:
    """Die Auflösung mit dem mitgelieferten Verzeichnis."""
    zeilen = inhalt()
    orte = [
        Ort(o, name, art, lat, lon, ew or 0, eltern, de) for o, name, art, lat, lon, ew, eltern, _, de in zeilen["orte"]
    ]
    formen = [(form, ort, art) for ort, form, art in zeilen["ortsformen"]]
    return Ortsaufloesung(Ortsverzeichnis(orte, formen, PERSONEN))


def finden(titel: str, teaser: str | None = None) -> list[Gefunden]:
    """Die Nennungen eines Items."""
    nutzlast, _ = aufloesung().nutzlast(titel, teaser)
    return [Gefunden(n["text"], n["rolle"], n["ort_id"], n["methode"] or n["grund"]) for n in nutzlast["nennungen"]]
