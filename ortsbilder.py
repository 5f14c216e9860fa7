"""Abschnitt Orte: Karten von Deutschland und der Welt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from berichtsbild import Abschnitt, Bild, Tabelle
from frage import Antwort
from seite import prozent, zahl

# Flächen haben ihren Punkt irgendwo in der Mitte; auf einer Karte aus Punkten behaupteten sie eine Stelle.
FLAECHEN = frozenset({"staat", "land", "region", "kreis", "gebiet", "gewaesser", "gebirge"})

# Der Ausschnitt der Europakarte in Grad, Südwest und Nordost; derselbe wie in bericht.js.
EUROPA = ((-24.0, 34.0), (44.0, 71.0))


def abschnitt(antworten: Mapping[str, Antwort]) -> Abschnitt:
    """Der Abschnitt aus den Fragen orte und offen."""
    antwort = antworten["orte"]
    offen = next((z for z in antworten["offen"].zeilen if z["schicht"] == "ort"), None)
    rest = (
        f" Von {zahl(offen['nennungen'])} Nennungen sind {prozent(offen['aufgeloest'] / offen['nennungen'])} aufgelöst."
        if offen and offen["nennungen"]
        else ""
    )
    punkte = [z for z in antwort.zeilen if z["lat"] is not None and z["art"] not in FLAECHEN]
    fremde = [z for z in punkte if not z["deutsch"]]
    ohne_punkt = [z for z in antwort.zeilen if z["lat"] is None or z["art"] in FLAECHEN]
    return Abschnitt(
        "orte",
        "Orte",
        (
            "Items, in denen ein Ort als Ort genannt ist: nicht als Adjektiv, nicht im Namen eines Vereins, nicht als "
            f"Wort für eine Regierung.{rest} Gezeigt werden die 400 häufigsten. Staaten, Länder und Landschaften "
            "stehen in einer eigenen Tabelle, weil sie keine Punkte sind.",
        ),
        (
            _karte("karte_deutschland", "Orte in Deutschland", [z for z in punkte if z["deutsch"]], antwort),
            _karte("karte_europa", "Orte im übrigen Europa", [z for z in fremde if _europa(z)], antwort),
            _karte("karte_welt", "Orte in der übrigen Welt", [z for z in fremde if not _europa(z)], antwort),
            _ohne_punkt(ohne_punkt, antwort),
        ),
    )


def _karte(name: str, titel: str, orte: Sequence[Mapping[str, Any]], antwort: Antwort) -> Bild:
    lesart = (
        "Je größer der Kreis, desto mehr Items. Ziehen verschiebt, die Tasten über der Karte vergrößern. Die Umrisse "
        "zeigen Küsten und deutsche Länder, keine Staatsgrenzen."
    )
    if not orte:
        return Bild(name, titel, lesart, (antwort,), leer="Im Zeitraum ist hier kein Ort genannt.")
    return Bild(
        name,
        titel,
        lesart,
        (antwort,),
        alt=f"Karte mit {len(orte)} Orten. Am häufigsten: "
        + ", ".join(f"{o['name']} ({zahl(o['items'])} Items)" for o in orte[:5])
        + ".",
        daten={"orte": [{f: o[f] for f in ("name", "ort_id", "lat", "lon", "items", "haeuser")} for o in orte]},
        tabelle=_tabelle(titel, orte),
        lupe=True,
    )


def _europa(ort: Mapping[str, Any]) -> bool:
    """Ob ein Ort im Ausschnitt der Europakarte liegt."""
    (west, sued), (ost, nord) = EUROPA
    return bool(west <= ort["lon"] <= ost and sued <= ort["lat"] <= nord)


def _ohne_punkt(orte: Sequence[Mapping[str, Any]], antwort: Antwort) -> Bild:
    titel = "Staaten, Länder, Landschaften"
    leer = "" if orte else "Im Zeitraum ist keine Fläche genannt."
    lesart = "Flächen, die als Ort genannt sind, und Orte ohne Koordinaten, die häufigsten zuerst."
    return Bild("flaechen", titel, lesart, (antwort,), tabelle=_tabelle(titel, orte), leer=leer)


def _tabelle(titel: str, orte: Sequence[Mapping[str, Any]]) -> Tabelle:
    zeilen = ((o["name"], o["art"] or "–", o["ort_id"], zahl(o["items"]), zahl(o["haeuser"])) for o in orte)
    return Tabelle.aus(titel, "Ort, Art, Kennung, #Items, #Häuser", zeilen)
