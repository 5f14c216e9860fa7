"""Woraus der Bericht besteht: Abschnitte mit Bildern, Tabellen und Beispielen, noch ohne HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Literal

from textmarken import Segmente

if TYPE_CHECKING:
    from frage import Antwort

# Länger zeigt die Seite keine Tabelle; die Abfrage daneben liefert alle Zeilen.
HOECHSTENS = 300


@dataclass(frozen=True)
class Spalte:
    """Eine Spalte; ``zahl`` heißt rechtsbündig."""

    name: str
    zahl: bool = False


@dataclass(frozen=True)
class Tabelle:
    """Eine Tabelle zum Lesen.

    Attributes:
        titel: was sie zeigt, für Vorlesegeräte.
        spalten: die Spalten.
        zeilen: fertige Texte, so viele je Zeile wie Spalten.
        gekappt: so viele Zeilen gäbe es, wenn nicht alle dastehen, sonst 0.
    """

    titel: str
    spalten: Sequence[Spalte]
    zeilen: Sequence[Sequence[str]]
    gekappt: int = 0

    @classmethod
    def aus(cls, titel: str, spalten: str, zeilen: Iterable[Sequence[str]]) -> Tabelle:
        """Aus Spaltennamen, durch Komma getrennt; ein # davor macht eine Zahlenspalte."""
        alle = list(zeilen)
        namen = [name.strip() for name in spalten.split(",")]
        return cls(
            titel,
            [Spalte(name.removeprefix("#"), name.startswith("#")) for name in namen],
            alle[:HOECHSTENS],
            len(alle) if len(alle) > HOECHSTENS else 0,
        )


def zeiten(von: date, bis: date, einheit: Literal["tag", "woche"]) -> list[str]:
    """Alle Tage oder Montage von ``von`` bis ``bis``, auch die leeren, als 2026-09-07: so zeigt eine Achse Lücken."""
    schritt = 7 if einheit == "woche" else 1
    erster = von - timedelta(days=von.weekday()) if einheit == "woche" else von
    return [(erster + timedelta(days=n)).isoformat() for n in range(0, (bis - erster).days + 1, schritt)]


@dataclass(frozen=True)
class Schalter:
    """Ein Kästchen über einem Bild."""

    name: str
    text: str


@dataclass(frozen=True)
class Wahl:
    """Eine Auswahlliste über einem Bild; die Zeichenfunktion bekommt die Stelle, denn Namen ändert HTML (Leerraum)."""

    name: str
    text: str
    werte: Sequence[str]


@dataclass(frozen=True)
class Bild:
    """Ein Bild mit allem, was dazugehört.

    Attributes:
        name: Kennung; unter ihr stehen die Daten in der Seite und die Zeichenfunktion in bericht.js.
        titel: Überschrift.
        lesart: wie es zu lesen ist und was es nicht sagt.
        antworten: die Abfragen dahinter.
        alt: was es zeigt, in Worten.
        daten: was die Zeichenfunktion bekommt; ``None``: nur die Tabelle.
        tabelle: dieselben Zahlen zum Lesen.
        schalter: Kästchen darüber.
        wahl: Auswahlliste darüber.
        lupe: ob Tasten zum Vergrößern darüber stehen.
        leer: warum es nichts zu zeigen gibt; sonst leer.
    """

    name: str
    titel: str
    lesart: str
    antworten: Sequence[Antwort]
    alt: str = ""
    daten: Mapping[str, Any] | None = None
    tabelle: Tabelle | None = None
    schalter: Sequence[Schalter] = ()
    wahl: Wahl | None = None
    lupe: bool = False
    leer: str = ""

    @property
    def gezeichnet(self) -> bool:
        """Ob es gezeichnet wird."""
        return self.daten is not None and not self.leer


@dataclass(frozen=True)
class Beispielzeile:
    """Eine Schlagzeile, was davor steht (Zeit, Haus), und ihr Text in Segmenten."""

    marke: str
    text: Segmente


@dataclass(frozen=True)
class Beispiel:
    """Ein Fall: Überschrift und Schlagzeilen."""

    kopf: str
    zeilen: Sequence[Beispielzeile]


@dataclass(frozen=True)
class Beispiele:
    """Beispiele eines Abschnitts und die Abfragen dahinter."""

    titel: str
    eintraege: Sequence[Beispiel]
    antworten: Sequence[Antwort]


@dataclass(frozen=True)
class Abschnitt:
    """Ein Abschnitt des Berichts."""

    name: str
    titel: str
    vorrede: Sequence[str]
    bilder: Sequence[Bild]
    beispiele: Beispiele | None = None


@dataclass(frozen=True)
class Kennzahl:
    """Eine große Zahl am Anfang."""

    wert: str
    text: str


@dataclass(frozen=True)
class Bericht:
    """Der ganze Bericht.

    Attributes:
        zeitraum: in Worten.
        haeuser_text: ein Satz über die Häuser.
        warnungen: was der Leser zuerst wissen muss.
        kennzahlen: die großen Zahlen.
        abschnitte: der Rest.
    """

    zeitraum: str
    haeuser_text: str
    warnungen: Sequence[str]
    kennzahlen: Sequence[Kennzahl]
    abschnitte: Sequence[Abschnitt]
