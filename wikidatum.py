"""Zeitangaben von Wikidata lesen: nie genauer, als sie sind.

Wikidata füllt, was es nicht weiß, mit 01 oder 00 auf und sagt in einer eigenen Zahl, wie viel davon gilt.
"""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

# Werte von wikibase:timePrecision. Gröber als ein Jahr taugt keine Angabe für Amtszeiten.
TAG, MONAT, JAHR = 11, 10, 9
NAMEN = {TAG: "Tag", MONAT: "Monat", JAHR: "Jahr"}

# Außerhalb liegt keine Amtszeit und kein Geburtstag, nach dem jemand sucht; drüben beginnen die Platzhalter.
FRUEHESTES_JAHR = 1000
SPAETESTES_JAHR = 2100

MUSTER = re.compile(r"(?P<j>[+-]?\d{4,16})(?:-(?P<m>\d{2})(?:-(?P<t>\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?)?)?")


class Unbrauchbar(ValueError):
    """Die Angabe ist kein verwendbarer Zeitpunkt; der Text ist der Grund, wie er im Bericht steht."""


class Wikidatum(NamedTuple):
    """Ein Zeitraum von einem Tag, Monat oder Jahr.

    Attributes:
        beginn: sein erster Tag.
        genauigkeit: 11 Tag, 10 Monat, 9 Jahr.
    """

    beginn: date
    genauigkeit: int

    def __str__(self) -> str:
        """Die Angabe ohne das, was sie nicht weiß: 2021 (Jahr), 2021-06 (Monat), 2021-01-01 (Tag)."""
        stellen = {TAG: 10, MONAT: 7, JAHR: 4}[self.genauigkeit]
        return f"{self.beginn.isoformat()[:stellen]} ({NAMEN[self.genauigkeit]})"

    def enthaelt(self, anderes: Wikidatum) -> bool:
        """Ob das andere, mindestens so genaue Datum in diesen Zeitraum fällt."""
        stellen = {TAG: 10, MONAT: 7, JAHR: 4}[self.genauigkeit]
        gleich = self.beginn.isoformat()[:stellen] == anderes.beginn.isoformat()[:stellen]
        return gleich and self.genauigkeit <= anderes.genauigkeit


def lesen(wert: str, genauigkeit: int | None) -> Wikidatum:
    """Liest einen Zeitwert.

    Args:
        wert: xsd:dateTime, xsd:date, xsd:gYearMonth, xsd:gYear oder die Schreibung der JSON-Schnittstelle
            (+2021-00-00T00:00:00Z).
        genauigkeit: wikibase:timePrecision (0 bis 14). Fehlt sie, gilt, was dasteht, und ein 1. Januar als Jahr.

    Raises:
        Unbrauchbar: vor Christus, unplausibles Jahr, gröber als ein Jahr, kein Datum.
    """
    treffer = MUSTER.fullmatch(wert.strip())
    if treffer is None:
        raise Unbrauchbar("Zeitangabe unlesbar")
    jahr, monat, tag = int(treffer["j"]), int(treffer["m"] or 0), int(treffer["t"] or 0)
    # RDF zählt astronomisch (0000 ist 1 v. Chr.), die JSON-Schnittstelle historisch; vor Christus ist beides.
    if jahr <= 0:
        raise Unbrauchbar("Zeitangabe vor Christus")
    if not FRUEHESTES_JAHR <= jahr <= SPAETESTES_JAHR:
        raise Unbrauchbar("Zeitangabe mit unplausiblem Jahr")
    moeglich = TAG if tag else MONAT if monat else JAHR
    if genauigkeit is None:
        genauigkeit = JAHR if (monat, tag) == (1, 1) else moeglich
    if genauigkeit < JAHR:
        raise Unbrauchbar("Zeitangabe gröber als ein Jahr")
    # Genauer als ein Tag (Stunde, Minute) braucht hier niemand.
    genauigkeit = min(genauigkeit, moeglich, TAG)
    try:
        beginn = date(jahr, monat if genauigkeit >= MONAT else 1, tag if genauigkeit == TAG else 1)
    except ValueError:
        raise Unbrauchbar("Zeitangabe unlesbar") from None
    return Wikidatum(beginn, genauigkeit)
