"""Aus orte.tsv und hand.json der ganze Inhalt der Ortstabellen; hängt an nichts als den Dateien."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ortsformen import adjektivformen, einwohner, einwohnerformen, mit_zusatz, ohne_akzente, varianten, zerlegen
from ortsverzeichnisbau import SPALTEN
from tabellenabgleich import Inhalt, Tabelle, Zeile, inhaltshash

DATEI, MANIFEST, HAND = "orte.tsv", "MANIFEST.json", "hand.json"

TABELLEN = (
    Tabelle("orte", ("ort", "name", "art", "lat", "lon", "einwohner", "eltern", "geonames", "deutsch"), 1),
    Tabelle("ortsformen", ("ort", "form", "art"), 2),
)

# Arten einer Form, die stärkste zuerst: kommt eine Form auf mehreren Wegen, gilt der erste.
ARTEN = ("name", "hand", "variante", "kurz", "metonym", "verein", "bauwerk", "einwohner", "adjektiv")

# Abschnitte von hand.json und was ein Eintrag darin braucht.
ABSCHNITTE = {
    "formen": {"ort", "form", "grund"},
    "ohne_kennung": {"name", "art"},
    "ableitungen": {"ort"},
    "metonyme": {"form", "ort"},
    "vereine": {"form", "ort"},
    "bauwerke": {"form", "ort"},
}

# Ab so vielen Einwohnern bekommt ein Ort Einwohnernamen; darunter sind es öfter Nachnamen (Bacher, Thaler).
EINWOHNER_AB = {"gemeinde": 10_000, "ortsteil": 100_000, "hauptstadt": 50_000, "stadt": 250_000}
# In Österreich und der Schweiz stehen auch kleinere Orte in deutschen Meldungen.
EINWOHNER_AB_NACHBARN = 20_000
NACHBARN = ("iso3166-2:AT-", "iso3166-2:CH-", "iso:LI", "iso:LU")

OHNE_KENNUNG = "ohne:"


class Ortslexikonfehler(Exception):
    """Die Dateien sind nicht in Ordnung; der Text nennt Datei, Stelle und Abhilfe."""


class Ortsdateien(NamedTuple):
    """Die gelesenen Dateien."""

    orte: list[dict[str, str]]
    hand: Mapping[str, list[dict[str, Any]]]


def lesen(ordner: Path) -> Ortsdateien:
    """Liest orte.tsv (gegen seine Prüfsumme) und hand.json.

    Raises:
        Ortslexikonfehler: eine Datei fehlt oder ist nicht in Ordnung.
    """
    try:
        roh = (ordner / DATEI).read_bytes()
        manifest = json.loads((ordner / MANIFEST).read_text(encoding="utf-8"))
        hand = json.loads((ordner / HAND).read_text(encoding="utf-8"))
    except OSError as fehler:
        raise Ortslexikonfehler(f"{fehler.filename}: {fehler.strerror}.") from None
    except ValueError as fehler:
        raise Ortslexikonfehler(f"{ordner}: {MANIFEST} oder {HAND} ist kein lesbares JSON: {fehler}.") from None
    if not isinstance(manifest, dict) or manifest.get("sha256") != hashlib.sha256(roh).hexdigest():
        raise Ortslexikonfehler(
            f"{ordner / DATEI} passt nicht zur Prüfsumme in {MANIFEST}; »git checkout lexikon/orte« stellt es her."
        )
    kopf, *zeilen = roh.decode("utf-8").splitlines()
    if tuple(kopf.split("\t")) != SPALTEN:
        raise Ortslexikonfehler(f"{ordner / DATEI}: die Spalten heißen nicht {', '.join(SPALTEN)}.")
    orte = [dict(zip(SPALTEN, zeile.split("\t"), strict=True)) for zeile in zeilen]
    _pruefen(ordner / HAND, hand, {ort["ort"] for ort in orte})
    return Ortsdateien(orte, hand)


def _pruefen(datei: Path, hand: Any, kennungen: set[str]) -> None:
    if not isinstance(hand, dict) or set(hand) != set(ABSCHNITTE):
        raise Ortslexikonfehler(f"{datei}: erwartet sind die Abschnitte {', '.join(ABSCHNITTE)}.")
    for abschnitt, felder in ABSCHNITTE.items():
        for nummer, eintrag in enumerate(hand[abschnitt], 1):
            wo = f"{datei}, {abschnitt}, Eintrag {nummer}"
            if not isinstance(eintrag, dict) or felder - set(eintrag):
                raise Ortslexikonfehler(f"{wo}: es fehlt {', '.join(sorted(felder - set(eintrag or ())))}.")
            if "ort" in eintrag and eintrag["ort"] not in kennungen:
                raise Ortslexikonfehler(f"{wo}: die Kennung {eintrag['ort']} steht nicht in {DATEI}.")


def bauen(dateien: Ortsdateien) -> Inhalt:
    """Der Inhalt der Tabellen: Name der Tabelle -> ihre Zeilen."""
    arten: dict[tuple[str, str], int] = {}
    for ort, form, art in _formen(dateien):
        schluessel = ort, form
        arten[schluessel] = min(arten.get(schluessel, len(ARTEN)), ARTEN.index(art))
    orte: set[Zeile] = {_ortszeile(ort) for ort in dateien.orte}
    for gebiet in dateien.hand["ohne_kennung"]:
        orte.add((OHNE_KENNUNG + gebiet["name"], gebiet["name"], gebiet["art"], None, None, None, None, None, True))
    return {"orte": orte, "ortsformen": {(ort, form, ARTEN[art]) for (ort, form), art in arten.items()}}


def _ortszeile(ort: Mapping[str, str]) -> Zeile:
    return (
        ort["ort"],
        ort["name"],
        ort["art"],
        float(ort["lat"]) if ort["lat"] else None,
        float(ort["lon"]) if ort["lon"] else None,
        int(ort["einwohner"]) if ort["einwohner"] else None,
        ort["eltern"] or None,
        int(ort["geonames"]) if ort["geonames"] else None,
        ort["deutsch"] == "1",
    )


def _formen(dateien: Ortsdateien) -> Iterator[tuple[str, str, str]]:
    for ort in dateien.orte:
        kennung = ort["ort"]
        deutschsprachig = kennung.startswith("ags:") or ort["eltern"].startswith(("ags:", "iso3166-2:DE-", *NACHBARN))
        for name in ort["formen"].split("|"):
            yield kennung, name, "name"
            for form in varianten(name):
                yield kennung, form, "variante"
            if deutschsprachig and ort["art"] not in ("land", "region", "kreis"):
                for form in mit_zusatz(name):
                    yield kennung, form, "variante"
                # »Zürich (Kreis 5)« ist nicht Zürich.
                if (teile := zerlegen(name)) is not None and not teile.zusatz.startswith("Kreis "):
                    yield kennung, teile.kurz, "kurz"
        for form in _einwohner(ort):
            yield kennung, form, "einwohner"
    hand = dateien.hand
    for eintrag in hand["formen"]:
        yield eintrag["ort"], eintrag["form"], "hand"
        for form in varianten(eintrag["form"]):
            yield eintrag["ort"], form, "variante"
    for eintrag in hand["ohne_kennung"]:
        kennung = OHNE_KENNUNG + eintrag["name"]
        yield kennung, eintrag["name"], "name"
        for form in varianten(eintrag["name"]):
            yield kennung, form, "variante"
    for eintrag in hand["ableitungen"]:
        for form in eintrag.get("kuerzel", ()):
            yield eintrag["ort"], form, "adjektiv"
        for stamm in eintrag.get("adjektiv", ()):
            for form in adjektivformen(stamm):
                yield eintrag["ort"], form, "adjektiv"
        for grund in eintrag.get("einwohner", ()):
            for form in einwohnerformen(grund, eintrag.get("beugung", {}).get(grund)):
                yield eintrag["ort"], form, "einwohner"
    for abschnitt, art in (("metonyme", "metonym"), ("vereine", "verein"), ("bauwerke", "bauwerk")):
        for eintrag in hand[abschnitt]:
            yield eintrag["ort"], eintrag["form"], art
            for form in varianten(eintrag["form"]):
                yield eintrag["ort"], form, art


def _einwohner(ort: Mapping[str, str]) -> Iterator[str]:
    grenze = EINWOHNER_AB.get(ort["art"])
    if grenze is None:
        return
    if ort["eltern"].startswith(NACHBARN):
        grenze = min(grenze, EINWOHNER_AB_NACHBARN)
    if int(ort["einwohner"] or 0) < grenze:
        return
    for grund in einwohner(ort["name"]):
        yield grund
        if ohne_akzente(grund) != grund:
            yield ohne_akzente(grund)
        if grund.endswith("er"):
            yield from (f"{grund}n", f"{grund}in", f"{grund}innen")


def hashsumme(inhalt: Inhalt) -> str:
    """SHA-256 über alle Zeilen; Bestandteil der coder_version von orte."""
    return inhaltshash(TABELLEN, inhalt)
