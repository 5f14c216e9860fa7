"""Baut den Anfangsbestand des Spiegels aus gesammelten Wikidata-Auszügen, solange noch nicht gespiegelt wurde.

    python lexikon/startbestand.py ORDNER                 # schreibt nach lexikon/
    python lexikon/startbestand.py ORDNER --ziel anderswo

ORDNER enthält personen, parteien, staaten, organisationen, aemter und amtsinhaber als .json.gz: Listen von Objekten
mit QID, Namen und der Herkunft jeder Angabe. Derselbe Ordner ergibt dieselben Bytes. Was hineinkommt und was nicht,
steht als Regel mit Grund in diesem Skript; lexikon.py --spiegeln ersetzt den Anfangsbestand Datei für Datei.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from startamtszeiten import vereinen, zeitraum
from startregeln import (
    AUSGESCHLOSSEN,
    AUSNAHMEN,
    DACH,
    GATTUNG,
    ISO3,
    KEIN_REGIERUNGSAMT,
    KEINE_BEHOERDE,
    KURZE_ABKUERZUNG,
    LADEN,
    MEHRDEUTIG,
    REGIERUNGSCHEF,
    STAATSALIASE,
    STAATSOBERHAUPT,
    UNTERNEHMEN,
    WOERTLICH,
)
from startterme import WIKIDATA, Satz, Term, Zeile, eintrag, gefuellt, ist_qid, kreuzprodukt, tag, text

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from befehl import AUFRUF, GETAN, Zerleger, melden
from spiegelung import MANIFEST, Antwort, darstellen, ersetzen, manifest_darstellen, pruefsumme

STAND = "2026-11-30"
HINWEIS = (
    "Anfangsbestand, keine Antwort des Abfragedienstes: startbestand.py hat ihn aus älteren Wikidata-Auszügen "
    "zusammengesetzt. Namen sind oft nur englisch, Parteien auf dem Stand von 2022, Amtszeiten offen heißt offen am "
    "Tag in »stand«. lexikon.py --spiegeln ersetzt ihn."
)


def quelle_lesen(ordner: Path, name: str) -> list[dict[str, Any]]:
    """Eine der Listen; ein Satz behält nur die Herkunft, aus der etwas kommen darf, und fällt ohne sie weg.

    ``gemischt`` sagt, dass eine ausgeschlossene Quelle an ihm beteiligt war.
    """
    with gzip.open(ordner / f"{name}.json.gz", "rt", encoding="utf-8") as datei:
        saetze = json.load(datei)
    behalten = []
    for satz in saetze:
        herkunft = [satz["herkunft"]] if isinstance(satz["herkunft"], str) else satz["herkunft"]
        erlaubt = [h for h in herkunft if h.split(":")[0] not in AUSGESCHLOSSEN]
        if erlaubt and satz["item"] not in AUSNAHMEN.get(name, {}):
            behalten.append({**satz, "herkunft": erlaubt, "gemischt": len(erlaubt) < len(herkunft)})
    return behalten


def aus(satz: Satz, teil: str) -> bool:
    """Ob eine der Quellen des Satzes so heißt."""
    return any(teil in herkunft for herkunft in satz["herkunft"])


class Startbestand:
    """Die gelesenen Quellen und die Spiegeldateien daraus.

    Args:
        ordner: die Listen als .json.gz.
    """

    def __init__(self, ordner: Path) -> None:
        self.personen = quelle_lesen(ordner, "personen")
        self.parteien = quelle_lesen(ordner, "parteien")
        self.staaten = quelle_lesen(ordner, "staaten")
        self.organisationen = quelle_lesen(ordner, "organisationen")
        self.aemter = {a["item"]: a for a in quelle_lesen(ordner, "aemter") if self._ist_amt(a)}
        self.amtsinhaber = quelle_lesen(ordner, "amtsinhaber")
        self.namen = {a["item"]: a["itemLabel"] for a in self.amtsinhaber}
        self.parteiformen = {f for p in self.parteien for f in (p["itemLabel"], p["kurzname"], *p["alias"]) if f}
        self.land_von = {s["iso3"]: s["item"] for s in self.staaten if s["iso3"]}
        self.land_von |= {s["iso3166_2"]: s["item"] for s in self.staaten if s.get("iso3166_2")}
        self.land_von |= WOERTLICH | {"PSE": "Q219060"}

    @staticmethod
    def _ist_amt(amt: Satz) -> bool:
        # en-kurztitel ist ein gekürzter Titel (»Minister of State«); nur bei internationalen Ämtern steht er ganz da.
        ganz = amt["labelLang"] in ("de", "en") or aus(amt, "every-politician-scrapers/world:")
        return ganz and not KEIN_REGIERUNGSAMT.match(amt["itemLabel"] or "")

    def land(self, angabe: str | None) -> Term | None:
        """Der Staat zu ISO-Code, Namen oder QID; None, wenn die Angabe keinen nennt."""
        return eintrag(angabe if ist_qid(angabe) else self.land_von.get(angabe or ""))

    def dateien(self) -> dict[str, tuple[Sequence[str], list[Zeile], list[str]]]:
        """Je Spiegeldatei: Variablen, Zeilen in fester Reihenfolge, Quellen."""
        zeiten = ("von", "vonGenauigkeit", "bis", "bisGenauigkeit")
        zugehoerigkeit = ("parteiVon", "parteiVonGenauigkeit", "parteiBis", "parteiBisGenauigkeit")
        person = ("item", "name", "alias", "beschreibung", "land", "partei", *zugehoerigkeit, "geburt")
        partei = ("item", "name", "alias", "kurzname", "land", "beschreibung")
        organisation = ("item", "name", "alias", "kurzname", "land", "art", "beschreibung")
        inhaber = self._amtszeiten()
        genannt = {zeile["item"]["value"].removeprefix(WIKIDATA) for _, zeile in inhaber}
        plan: dict[str, tuple[Sequence[str], Iterable[tuple[Satz, Zeile]]]] = {
            "aemter": (("item", "name", "weiblich", "alias", "land", "zustaendigkeit"), self._aemter()),
            "amtsinhaber": (("amt", "item", *zeiten, "stand"), inhaber),
            "parteivorsitze": (("partei", "item", *zeiten, "stand"), self._vorsitze()),
            "staaten": (("item", "name", "alias", "kurzname", "iso2", "iso3", "einwohner"), self._staaten()),
            "weiterleitungen-personen": (("alt", "item"), ()),
            "weiterleitungen-uebrige": (("alt", "item"), ()),
        }
        for teil in ("dach", "welt"):
            plan[f"parteien-{teil}"] = (partei, self._parteien(teil))
        for teil in ("international", "staat", "vereine", "wirtschaft"):
            plan[f"organisationen-{teil}"] = (organisation, self._organisationen(teil))
        for teil in ("deutschland", "laender", "nachbarn", "eu", "welt"):
            plan[f"personen-{teil}"] = (person, self._personen(teil, genannt))
        return {name: (variablen, *_geordnet(zeilen)) for name, (variablen, zeilen) in sorted(plan.items())}

    def _staaten(self) -> Iterator[tuple[Satz, Zeile]]:
        for s in self.staaten:
            laendercode = [a for a in s["alias"] if re.fullmatch(r"GB-(ENG|NIR|SCT|WLS)|US-[A-Z]{2}", a)]
            if not (s["iso2"] or s.get("iso3166_2") or laendercode):
                continue
            # Die Aliase sind englische Namen und Codes; wer einen deutschen Namen hat, braucht sie nicht (Jordan).
            alias = STAATSALIASE.get(s["item"], [])
            fest = {
                "item": eintrag(s["item"]),
                "name": text(s["itemLabel"], s["labelLang"]),
                "iso2": text(s["iso2"]),
                "iso3": text(s["iso3"] or ISO3.get(s["item"])),
            }
            for zeile in kreuzprodukt(fest, {"alias": [text(a) for a in alias]}):
                yield s, zeile

    def _parteien(self, teil: str) -> Iterator[tuple[Satz, Zeile]]:
        for p in self.parteien:
            if (p["land"] in DACH) != (teil == "dach") or not p["itemLabel"]:
                continue
            kurzname = text(p["kurzname"])
            if teil == "welt" and not kurzname:
                continue
            sprache = p["labelLang"] if p["labelLang"] in ("de", "en") else None
            alias_sprache = None if aus(p, "partyfacts") else "de"
            fest = {
                "item": eintrag(p["item"]),
                "name": text(p["itemLabel"], sprache),
                "kurzname": kurzname,
                "land": self.land(p["land"]),
                "beschreibung": text(p["itemDescription"], sprache),
            }
            for zeile in kreuzprodukt(fest, {"alias": [text(a, alias_sprache) for a in p["alias"]]}):
                if "name" in zeile:
                    yield p, zeile

    def _organisationen(self, teil: str) -> Iterator[tuple[Satz, Zeile]]:
        passt: dict[str, Callable[[Satz], bool]] = {
            "international": lambda o: o["art"] == "internationale Organisation",
            "staat": lambda o: o["art"] == "Fraktion" or (o["art"] == "Wikidata-RDF 2021" and not _gattung(o)),
            "vereine": lambda o: str(o["art"]).startswith("Fußballverein"),
            "wirtschaft": lambda o: o["art"] == "NSI" and _unternehmen(o),
        }
        for o in self.organisationen:
            if o["labelLang"] not in ("de", "en") or not passt[teil](o):
                continue
            alias_sprache = "de" if teil == "staat" else None
            fest = {
                "item": eintrag(o["item"]),
                "name": text(o["itemLabel"], o["labelLang"]),
                "land": self.land(o["land"]),
                "art": text(o["art"] if o["art"] != "NSI" else "Unternehmen"),
                "beschreibung": text(o["itemDescription"], "en" if o["art"] == "NSI" else o["labelLang"]),
            }
            alias = [a for a in o["alias"] if not GATTUNG.match(a) and a not in self.parteiformen]
            if teil == "wirtschaft":
                alias = [a for a in alias if len(a) > KURZE_ABKUERZUNG]
            for zeile in kreuzprodukt(fest, {"alias": [text(a, alias_sprache) for a in alias]}):
                if "name" in zeile:
                    yield o, zeile

    def _aemter(self) -> Iterator[tuple[Satz, Zeile]]:
        for a in self.aemter.values():
            fest = {
                "item": eintrag(a["item"]),
                "name": text(a["itemLabel"], a["labelLang"].removesuffix("-kurztitel")),
                "land": eintrag(a["land"]),
                "zustaendigkeit": eintrag(a["zustaendigkeit"]),
            }
            for zeile in kreuzprodukt(
                fest, {"alias": [text(w, a["labelLang"].removesuffix("-kurztitel")) for w in a["alias"]]}
            ):
                yield a, zeile

    def _amt_von(self, satz: Satz) -> str | None:
        """Das Amt; wo die Quelle nur P6 oder P35 am Staat nennt, das einzige passende Amt dieses Staats."""
        if satz["amt"]:
            return str(satz["amt"])
        muster = {"P6": REGIERUNGSCHEF, "P35": STAATSOBERHAUPT}.get(satz.get("amtArt", ""))
        passend = [
            a["item"]
            for a in self.aemter.values()
            if muster and a["land"] == satz["land"] and muster.match(a["itemLabel"]) and aus(a, "world-leaders")
        ]
        return passend[0] if len(passend) == 1 else None

    def _amtszeiten(self) -> list[tuple[Satz, Zeile]]:
        je_amt: dict[tuple[str | None, str], list[Satz]] = {}
        for satz in self.amtsinhaber:
            amt = self._amt_von(satz)
            if amt in self.aemter and ist_qid(satz["item"]):
                je_amt.setdefault((amt, satz["item"]), []).append(satz)
        return [
            (satz, gefuellt({"amt": eintrag(amt)}) | zeitraum(satz))
            for (amt, _), saetze in je_amt.items()
            for satz in vereinen(saetze)
        ]

    def _vorsitze(self) -> Iterator[tuple[Satz, Zeile]]:
        for satz in self.amtsinhaber:
            if str(satz["amtLabel"]).startswith("Parteivorsitz") and ist_qid(satz.get("partei")):
                yield satz, gefuellt({"partei": eintrag(satz["partei"])}) | zeitraum(satz)

    def _personen(self, teil: str, amtsinhaber: set[str]) -> Iterator[tuple[Satz, Zeile]]:
        je_person: dict[str, list[dict[str, Any]]] = {}
        for p in self.personen:
            if _kreis(p, amtsinhaber) == teil:
                je_person.setdefault(p["item"], []).append(p)
        for saetze in je_person.values():
            p = saetze[0]
            fest = {
                "item": eintrag(p["item"]),
                # Eine ausgeschlossene Quelle kann Namen (mit Titeln davor) und Partei geliefert haben.
                "name": text(self.namen.get(p["item"]) if p["gemischt"] else p["itemLabel"], p["labelLang"]),
                "beschreibung": text(p["itemDescription"], p["labelLang"]),
            }
            geburt = p["geburtsdatum"]
            mehrfach = {
                "geburt": [tag(g) for g in (geburt if isinstance(geburt, list) else [geburt])],
                "alias": [text(a, p["labelLang"]) for a in p["alias"]],
                "partei": [eintrag(s["partei"]) for s in saetze if not s["gemischt"]],
            }
            for zeile in kreuzprodukt(fest, mehrfach):
                if "name" in zeile:
                    yield p, zeile


def _kreis(person: Satz, amtsinhaber: set[str]) -> str | None:
    """In welche der Personendateien jemand gehört; None, wenn in keine."""
    if aus(person, "DE.json") or aus(person, "DE_extra.json") or aus(person, "bundestag:IDs"):
        return "deutschland"
    if aus(person, "DE-BB.json"):
        return "laender"
    if aus(person, "austria-cabinet"):
        return "nachbarn"
    if aus(person, "european-parliament"):
        return "eu"
    # Die Kabinettslisten führen auch Botschafter und Staatssekretäre: häufige Namen, die hier niemand meint.
    kern = any(aus(person, quelle) for quelle in ("congress-legislators", "world-leaders", "ProjectAtlas"))
    return "welt" if kern or person["item"] in amtsinhaber else None


def _gattung(organisation: Satz) -> bool:
    return organisation["item"] in KEINE_BEHOERDE or GATTUNG.match(organisation["itemLabel"] or "") is not None


def _unternehmen(organisation: Satz) -> bool:
    beschreibung = organisation["itemDescription"] or ""
    passt = UNTERNEHMEN.search(beschreibung) and not LADEN.search(beschreibung)
    return bool(passt) and organisation["itemLabel"] not in MEHRDEUTIG


def _geordnet(paare: Iterable[tuple[Satz, Zeile]]) -> tuple[list[Zeile], list[str]]:
    quellen: set[str] = set()
    zeilen: dict[str, Zeile] = {}
    for satz, zeile in paare:
        quellen.update(re.sub(r":[^@]*", "", herkunft) for herkunft in satz["herkunft"])
        zeilen[json.dumps(zeile, sort_keys=True)] = zeile
    return sorted(zeilen.values(), key=_rang), sorted(quellen)


def _rang(zeile: Zeile) -> tuple[Any, ...]:
    nummern = [int(zeile[v]["value"].rpartition("Q")[2]) for v in ("amt", "partei", "item") if v in zeile]
    return nummern[:1], nummern[-1:], json.dumps(zeile, sort_keys=True)


def bauen(ordner: Path, ziel: Path) -> None:
    """Schreibt alle Spiegeldateien und das MANIFEST.

    Args:
        ordner: die Listen als .json.gz.
        ziel: wohin.

    Raises:
        OSError: eine Liste fehlt, das Ziel ist nicht beschreibbar.
    """
    ziel.mkdir(parents=True, exist_ok=True)
    manifest = {}
    for name, (variablen, zeilen, quellen) in Startbestand(ordner).dateien().items():
        inhalt = darstellen(Antwort(variablen, zeilen))
        ersetzen(ziel / f"{name}.json", inhalt)
        manifest[f"{name}.json"] = {
            "datum": STAND,
            "zeilen": len(zeilen),
            "abfrage_sha256": None,
            "endpunkt": None,
            "sha256": pruefsumme(inhalt),
            "herkunft": quellen,
            "hinweis": HINWEIS,
        }
    ersetzen(ziel / MANIFEST, manifest_darstellen(manifest))


def main() -> int:
    """Kommandozeile."""
    zerleger = Zerleger(__doc__)
    zerleger.add_argument("ordner", type=Path, help="Ordner mit personen.json.gz, parteien.json.gz, …")
    zerleger.add_argument("--ziel", type=Path, default=Path(__file__).resolve().parent, help="wohin (Vorgabe: lexikon)")
    angaben = zerleger.parse_args()
    try:
        bauen(angaben.ordner, angaben.ziel)
    except OSError as fehler:
        melden(f"startbestand: {fehler.filename or angaben.ordner}: {fehler.strerror or fehler}")
        return AUFRUF
    return GETAN


if __name__ == "__main__":
    sys.exit(main())
