"""Woraus eine Exporttabelle besteht: ihre Spalten, und wie deren Typen in jedem Format und Programm heißen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Typ:
    """Ein Spaltentyp.

    Attributes:
        name: wie ihn das Codebook nennt.
        csv: wie ein Wert in CSV steht.
        pandas: dtype in pandas.
        r: colClasses von read.csv.
        readr: Kürzel in col_types von readr.
        duckdb: Typ in DuckDB.
        schema: type nach Table Schema (Frictionless Data).
    """

    name: str
    csv: str
    pandas: str
    r: str
    readr: str
    duckdb: str
    schema: str

    @property
    def liste(self) -> bool:
        """Ob ein Wert aus mehreren besteht."""
        return self.schema == "array"


# Ganze Zahlen sind in R "numeric": integer endet bei 2^31, double zählt bis 2^53 genau.
GANZZAHL = Typ("Ganzzahl", "Ziffern", "Int64", "numeric", "d", "BIGINT", "integer")
ZAHL = Typ("Zahl", "Dezimalpunkt; sehr kleine als 1e-05", "Float64", "numeric", "d", "DOUBLE", "number")
TEXT = Typ("Text", "in Anführungszeichen nur, wo nötig", "string", "character", "c", "VARCHAR", "string")
WAHRHEIT = Typ("Wahrheitswert", "true oder false", "boolean", "logical", "l", "BOOLEAN", "boolean")
TAG = Typ("Tag", "2026-09-07, Kalendertag in Berlin", "datetime64[us]", "Date", "D", "DATE", "date")
ZEIT = Typ(
    "Zeitpunkt", "2026-09-07T08:00:00.000000Z, UTC", "datetime64[us, UTC]", "character", "T", "TIMESTAMPTZ", "datetime"
)
TEXTLISTE = Typ("Liste von Texten", 'JSON: ["a","b"]', "object", "character", "c", "VARCHAR[]", "array")
ZAHLENLISTE = Typ("Liste ganzer Zahlen", "JSON: [2,3]", "object", "character", "c", "BIGINT[]", "array")
VEKTOR = Typ("Vektor", "JSON: [0.5,-0.25]", "object", "character", "c", "FLOAT[]", "array")


@dataclass(frozen=True)
class Spalte:
    """Eine Spalte.

    Attributes:
        name: ASCII, klein.
        typ: ihr Typ.
        bedeutung: ein deutscher Satz für das Codebook, mit Einheit und damit, was ein leerer Wert heißt.
        sql: Ausdruck über ``r`` (raw_items), ``c`` (codings) und was ``Tabelle.dazu`` verbindet.
        werte: die möglichen Werte und was sie heißen; leer, wo es keine Auswahl ist.
        titelnah: ob sie Titel ganz oder in Stücken wiedergibt; solche kommen nur mit --mit-titel.
    """

    name: str
    typ: Typ
    bedeutung: str
    sql: str
    werte: Mapping[str, str] = field(default_factory=dict)
    titelnah: bool = False


@dataclass(frozen=True)
class Tabelle:
    """Eine Exporttabelle.

    Attributes:
        name: wie --schicht sie nennt.
        schicht: aus welcher Schicht sie stammt; ``None``: aus den Items selbst.
        zeile: wofür eine Zeile steht.
        spalten: alle, auch die titelnahen.
        schluessel: die Spalten, die eine Zeile eindeutig benennen.
        hinweise: was wissen muss, wer mit ihr rechnet.
        dazu: weitere FROM-Klauseln.
        ordnung: SQL, nach dem die Zeilen eines Items stehen.
    """

    name: str
    schicht: str | None
    zeile: str
    spalten: tuple[Spalte, ...]
    schluessel: tuple[str, ...] = ("item_id",)
    hinweise: tuple[str, ...] = ()
    dazu: str = ""
    ordnung: tuple[str, ...] = ()

    def gewaehlt(self, mit_titel: bool) -> tuple[Spalte, ...]:
        """Die Spalten eines Exports."""
        return tuple(spalte for spalte in self.spalten if mit_titel or not spalte.titelnah)
