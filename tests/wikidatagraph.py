"""Ein kleines Wikidata in RDF: Aussagen mit Rang, Qualifikatoren und Zeitknoten, wie der Abfragedienst sie führt."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from pyoxigraph import BlankNode, Literal, NamedNode, Quad, Store

ENTITAET = "http://www.wikidata.org/entity/"
PROP = "http://www.wikidata.org/prop/"
WIKIBASE = "http://wikiba.se/ontology#"
XSD = "http://www.w3.org/2001/XMLSchema#"
LABEL = NamedNode("http://www.w3.org/2000/01/rdf-schema#label")
ALIAS = NamedNode("http://www.w3.org/2004/02/skos/core#altLabel")
BESCHREIBUNG = NamedNode("http://schema.org/description")
UEBER = NamedNode("http://schema.org/about")
TEIL_VON = NamedNode("http://schema.org/isPartOf")
SELBES = NamedNode("http://www.w3.org/2002/07/owl#sameAs")

UNBEKANNT = BlankNode()
"""Ein Wert, den es gibt, den Wikidata aber nicht kennt."""

Wert = NamedNode | Literal | BlankNode
Zeit = tuple[str, int] | BlankNode


class Wikidata:
    """Sammelt Tripel in der Form der RDF-Ausgabe von Wikibase."""

    def __init__(self) -> None:
        self.graph = Store()
        self._tripel: list[Quad] = []
        self._nummern = count(1)

    def e(self, qid: str) -> NamedNode:
        """Der Eintrag."""
        return NamedNode(ENTITAET + qid)

    def text(self, qid: str, art: NamedNode, wert: str, sprache: str = "de") -> None:
        """Name, Alias oder Beschreibung."""
        self._dazu(self.e(qid), art, Literal(wert, language=sprache))

    def direkt(self, qid: str, eigenschaft: str, wert: str | Wert) -> None:
        """Eine einfache Aussage (wdt:)."""
        ziel = self.e(wert) if isinstance(wert, str) else wert
        self._dazu(self.e(qid), NamedNode(f"{PROP}direct/{eigenschaft}"), ziel)

    def aussage(self, qid: str, eigenschaft: str, ziel: str, *, rang: str = "Normal", **zeiten: Zeit) -> None:
        """Eine Aussage mit Rang; Zeiten als P580=("2020-01-01", 9) oder P582=UNBEKANNT."""
        knoten = NamedNode(f"{ENTITAET}statement/{qid}-{next(self._nummern)}")
        self._dazu(self.e(qid), NamedNode(PROP + eigenschaft), knoten)
        self._dazu(knoten, NamedNode(f"{PROP}statement/{eigenschaft}"), self.e(ziel))
        self._dazu(knoten, NamedNode(f"{WIKIBASE}rank"), NamedNode(f"{WIKIBASE}{rang}Rank"))
        for name, angabe in zeiten.items():
            qualifikator = NamedNode(f"{PROP}qualifier/{name}")
            if isinstance(angabe, BlankNode):
                self._dazu(knoten, qualifikator, angabe)
                continue
            zeit = Literal(f"{angabe[0]}T00:00:00Z", datatype=NamedNode(f"{XSD}dateTime"))
            wert = NamedNode(f"http://www.wikidata.org/value/{next(self._nummern):032x}")
            self._dazu(knoten, qualifikator, zeit)
            self._dazu(knoten, NamedNode(f"{PROP}qualifier/value/{name}"), wert)
            self._dazu(wert, NamedNode(f"{WIKIBASE}timeValue"), zeit)
            self._dazu(
                wert,
                NamedNode(f"{WIKIBASE}timePrecision"),
                Literal(str(angabe[1]), datatype=NamedNode(f"{XSD}integer")),
            )

    def mensch(self, qid: str, name: str, amt: str | None = None, **zeiten: Zeit) -> None:
        """Ein Mensch mit deutschem Namen, auf Wunsch mit einem Amt."""
        self.direkt(qid, "P31", "Q5")
        self.text(qid, LABEL, name)
        if amt:
            self.aussage(qid, "P39", amt, rang="Normal", **zeiten)

    def weiterleitung(self, alt: str, heute: str) -> None:
        """Ein zusammengelegter Eintrag."""
        self._dazu(self.e(alt), SELBES, self.e(heute))

    def artikel(self, qid: str) -> None:
        """Ein Artikel in der deutschen Wikipedia."""
        seite = NamedNode(f"https://de.wikipedia.org/wiki/{qid}")
        self._dazu(seite, UEBER, self.e(qid))
        self._dazu(seite, TEIL_VON, NamedNode("https://de.wikipedia.org/"))

    def fertig(self) -> Store:
        """Der Graph."""
        self.graph.extend(self._tripel)
        self._tripel.clear()
        return self.graph

    def _dazu(self, subjekt: NamedNode, praedikat: NamedNode, objekt: Wert) -> None:
        self._tripel.append(Quad(subjekt, praedikat, objekt))


def klein() -> Wikidata:
    """Von allem, wonach die Abfragen fragen, wenigstens eines; Namen und Nummern der Einträge sind erfunden."""
    w = Wikidata()
    for land, code, name in (("Q183", "DE", "Deutschland"), ("Q40", "AT", "Österreich"), ("Q142", "FR", "Frankreich")):
        w.direkt(land, "P297", Literal(code))
        w.text(land, LABEL, name)
    w.direkt("Q183", "P1549", Literal("Deutsche", language="de"))
    w.direkt("Q183", "P1549", Literal("German", language="en"))
    w.direkt("Q985", "P300", Literal("DE-BW"))
    w.text("Q985", LABEL, "Baden-Württemberg", "mul")
    w.direkt("Q183", "P1313", "Q4970706")
    w.direkt("Q985", "P1313", "Q9001")
    w.text("Q4970706", LABEL, "Bundeskanzler")
    w.text("Q4970706", LABEL, "Federal Chancellor", "en")
    w.direkt("Q4970706", "P2521", Literal("Bundeskanzlerin", language="de"))
    w.text("Q9001", LABEL, "Ministerpräsident von Baden-Württemberg")
    for amt, gebiet in (("Q1939555", "Q183"), ("Q9002", "Q40"), ("Q27169", "Q458"), ("Q9001", "Q985")):
        w.direkt(amt, "P1001", gebiet)
    w.direkt("Q9003", "P1001", "Q142")
    w.direkt("Q9003", "P279", "Q9004")
    w.direkt("Q9004", "P279", "Q83307")
    w.text("Q9003", LABEL, "Bildungsminister")
    w.mensch("Q9101", "Erika Beispiel", "Q4970706", P580=("2020-01-01", 9), P582=UNBEKANNT)
    w.mensch("Q9102", "Max Muster", "Q1939555")
    w.mensch("Q9103", "Anna Probe", "Q9001", P580=("2021-05-12", 11))
    w.mensch("Q9104", "Karl Vorlage", "Q9002")
    w.mensch("Q9105", "Jeanne Exemple", "Q9003", P580=("2019-03-01", 10), P582=("2021-03-15", 11))
    w.mensch("Q9106", "Pia Musterfrau", "Q27169")
    w.direkt("Q9201", "P31", "Q9202")
    w.direkt("Q9202", "P279", "Q7278")
    w.direkt("Q9201", "P17", "Q183")
    w.text("Q9201", LABEL, "Musterpartei")
    w.direkt("Q9201", "P1813", Literal("MP", language="de"))
    w.aussage("Q9201", "P488", "Q9102", P580=("2022-01-30", 11))
    w.direkt("Q9203", "P31", "Q7278")
    w.direkt("Q9203", "P17", "Q142")
    w.text("Q9203", LABEL, "Parti Exemple", "mul")
    w.direkt("Q9203", "P1813", Literal("PE", language="fr"))
    for org, klasse in (("Q9301", "Q484652"), ("Q9302", "Q192350"), ("Q9303", "Q476028")):
        w.direkt(org, "P31", klasse)
        w.direkt(org, "P17", "Q183")
        w.text(org, LABEL, f"Organisation {org}")
        w.artikel(org)
    w.direkt("Q9304", "P414", "Q9305")
    w.direkt("Q9304", "P31", "Q9306")
    w.text("Q9304", LABEL, "Muster AG")
    w.artikel("Q9304")
    return w


def aus_spiegel(ordner: Path) -> Wikidata:
    """Ein Graph in voller Größe: Menschen, Ämter, Amtszeiten, Parteien und Staaten einer Spiegelablage."""
    w = Wikidata()
    for amt, gebiet in (("Q1939555", "Q183"), ("Q90001", "Q1208"), ("Q90002", "Q40"), ("Q27169", "Q458")):
        w.direkt(amt, "P1001", gebiet)
    w.direkt("Q1208", "P300", Literal("DE-BB"))
    mandat = {"deutschland": "Q1939555", "laender": "Q90001", "nachbarn": "Q90002", "eu": "Q27169"}
    gesehen: set[tuple[str, str, str]] = set()

    def einmal(qid: str, art: NamedNode, term: dict[str, str]) -> None:
        schluessel = (qid, art.value, term["value"])
        if schluessel not in gesehen:
            gesehen.add(schluessel)
            w.text(qid, art, term["value"], term.get("xml:lang", "de"))

    for name, zeile in _zeilen(ordner):
        art, _, teil = name.partition("-")
        land = _qid(zeile, "land")
        qid = zeile["item"]["value"].rpartition("/")[2]
        for feld, ziel in (("name", LABEL), ("alias", ALIAS), ("beschreibung", BESCHREIBUNG)):
            if feld in zeile:
                einmal(qid, ziel, zeile[feld])
        neu = (qid, art, "") not in gesehen
        gesehen.add((qid, art, ""))
        if art == "personen":
            if neu:
                w.direkt(qid, "P31", "Q5")
                if teil in mandat:
                    w.aussage(qid, "P39", mandat[teil])
            if partei := _qid(zeile, "partei"):
                w.aussage(qid, "P102", partei)
        elif art == "staaten" and neu and "iso2" in zeile:
            w.direkt(qid, "P297", Literal(zeile["iso2"]["value"]))
        elif art == "aemter" and neu and land:
            w.direkt(land, "P1906", qid)
        elif art == "parteien" and neu and land:
            w.direkt(qid, "P31", "Q7278")
            w.direkt(qid, "P17", land)
            if "kurzname" in zeile:
                w.direkt(qid, "P1813", Literal(zeile["kurzname"]["value"], language="de"))
        elif art == "amtsinhaber" and (posten := _qid(zeile, "amt")) and not _unbekanntes(zeile):
            zeiten: dict[str, Zeit] = {
                eigenschaft: (zeile[feld]["value"][:10], int(zeile[feld + "Genauigkeit"]["value"]))
                for feld, eigenschaft in (("von", "P580"), ("bis", "P582"))
                if feld in zeile
            }
            w.aussage(qid, "P39", posten, rang="Normal", **zeiten)
    return w


def _zeilen(ordner: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for pfad in sorted(ordner.glob("*.json")):
        inhalt = json.loads(pfad.read_bytes())
        if "results" in inhalt:
            for zeile in inhalt["results"]["bindings"]:
                yield pfad.stem, zeile


def _qid(zeile: dict[str, Any], feld: str) -> str | None:
    return zeile[feld]["value"].rpartition("/")[2] if feld in zeile else None


def _unbekanntes(zeile: dict[str, Any]) -> bool:
    return any(feld in zeile and f"{feld}Genauigkeit" not in zeile for feld in ("von", "bis"))
