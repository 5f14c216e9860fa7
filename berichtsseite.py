"""Der Bericht als Seite: Kopf, Kennzahlen und Abschnitte aus den Antworten."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace

import akteursbilder
import bestandsbilder
import ortsbilder
import revisionsbilder
import seite
import tonbilder
import uebernahmebilder
from berichtsbild import Abschnitt, Bericht, Kennzahl
from frage import Antwort, Auswahl
from seite import prozent, zahl

UMRISSE = {"karte_deutschland": "deutschland", "karte_europa": "welt", "karte_welt": "welt"}

# Wovon ein Abschnitt lebt.
SCHICHTEN = {
    "uebernahmen": "dublette",
    "revisionen": "revision",
    "akteure": "akteur",
    "orte": "ort",
    "ton": "tonalitaet",
}


def bauen(antworten: Mapping[str, Antwort], auswahl: Auswahl) -> str:
    """Die ganze Seite.

    Args:
        antworten: auf alle ``berichtsfragen.FRAGEN``, nach Namen.
        auswahl: wovon sie handelt.
    """
    inhalt = bericht(antworten, auswahl)
    bilder = {
        bild.name: dict(bild.daten)
        for abschnitt in inhalt.abschnitte
        for bild in abschnitt.bilder
        if bild.gezeichnet and bild.daten is not None
    }
    umrisse = json.loads((seite.ORDNER / "umrisse.json").read_text(encoding="utf-8"))
    gebraucht = {umriss: umrisse[umriss] for name, umriss in UMRISSE.items() if name in bilder}
    return seite.bauen(
        "bericht.html.j2",
        stile=("grund.css", "bericht.css"),
        skripte=("echarts.min.js", "zeichenmittel.js", "berichtsbilder.js", "bericht.js"),
        daten={
            "bilder": bilder,
            "umrisse": gebraucht,
            "mehrere_jahre": auswahl.zeitraum.von.year != auswahl.zeitraum.bis.year,
        },
        bericht=inhalt,
        echarts=_fassung(),
    )


def bericht(antworten: Mapping[str, Antwort], auswahl: Auswahl) -> Bericht:
    """Der Inhalt, noch ohne HTML."""
    haeuser = auswahl.haeuser
    genannt = ", ".join(haeuser) if len(haeuser) <= 12 else f"{', '.join(haeuser[:12])} und {len(haeuser) - 12} weitere"
    anzahl = "Ein Haus" if len(haeuser) == 1 else f"{len(haeuser)} Häuser"
    return Bericht(
        zeitraum=str(auswahl.zeitraum),
        haeuser_text=f"{anzahl}: {genannt}." if haeuser else "Der Bestand ist leer.",
        warnungen=_warnungen(antworten),
        kennzahlen=_kennzahlen(antworten),
        abschnitte=_abschnitte(antworten, auswahl),
    )


def _abschnitte(antworten: Mapping[str, Antwort], auswahl: Auswahl) -> list[Abschnitt]:
    abschnitte = [
        uebernahmebilder.abschnitt(antworten),
        revisionsbilder.abschnitt(antworten),
        akteursbilder.abschnitt(antworten, auswahl),
        ortsbilder.abschnitt(antworten),
        tonbilder.abschnitt(antworten),
        bestandsbilder.abschnitt(antworten, auswahl),
    ]
    return [_unkodiert(abschnitt, antworten) for abschnitt in abschnitte]


def _unkodiert(abschnitt: Abschnitt, antworten: Mapping[str, Antwort]) -> Abschnitt:
    """Derselbe Abschnitt; ist von seiner Schicht nichts kodiert, sagt er das, statt zu behaupten, es gäbe nichts."""
    for z in antworten["kodiert"].zeilen:
        if z["schicht"] == SCHICHTEN.get(abschnitt.name) and z["items"] and not z["kodiert"]:
            leer = f"Noch nicht kodiert (Schicht {z['schicht']}): Ob es hier etwas gibt, ist offen."
            return replace(abschnitt, bilder=[replace(bild, leer=leer) for bild in abschnitt.bilder])
    return abschnitt


def _warnungen(antworten: Mapping[str, Antwort]) -> list[str]:
    """Was die Zahlen unvollständig macht."""
    items = antworten["umfang"].zeilen[0]["items"]
    if not items:
        return ["In diesem Zeitraum liegen keine Items dieser Häuser vor."]
    # Ohne Embeddings fehlt dem Bericht nichts.
    luecken = [z for z in antworten["kodiert"].zeilen if z["schicht"] != "embedding" and z["fehlend"]]
    nie = [z["schicht"] for z in luecken if z["coder_version"] is None]
    teils = [f"{z['schicht']} {zahl(z['fehlend'])}" for z in luecken if z["coder_version"] is not None]
    warnungen = []
    if nie:
        warnungen.append(f"Mit der Vorgabe noch nie gerechnet: {', '.join(nie)}. Diese Abschnitte bleiben leer.")
    anfang = "Das einzige Item ist noch nicht kodiert"
    if items > 1:
        anfang = f"Von {zahl(items)} Items sind noch nicht kodiert"
    if teils:
        warnungen.append(f"{anfang}: {', '.join(teils)}. {'Es fehlt' if items == 1 else 'Sie fehlen'} in den Zahlen.")
    return warnungen


def _kennzahlen(antworten: Mapping[str, Antwort]) -> list[Kennzahl]:
    umfang = antworten["umfang"].zeilen[0]
    teilen = antworten["uebernahmen_haus"].zeilen
    revisionen = antworten["revisionen"].zeilen
    slots = antworten["slots"].zeilen
    kennzahlen = [Kennzahl(zahl(umfang["items"]), f"Items aus {zahl(umfang['haeuser'])} Häusern")]
    if kodiert := sum(z["items"] for z in teilen):
        in_gruppen = sum(z["in_gruppen"] for z in teilen)
        kennzahlen.append(Kennzahl(prozent(in_gruppen / kodiert), "teilen ihre Schlagzeile mit einem anderen Haus"))
    if kodiert := sum(z["items"] for z in revisionen):
        revidiert = sum(z["items"] for z in revisionen if z["art"] in revisionsbilder.ARTEN)
        kennzahlen.append(Kennzahl(prozent(revidiert / kodiert), "nachträglich geänderte Schlagzeilen"))
    if oben := antworten["akteure"].zeilen:
        kennzahlen.append(Kennzahl(oben[0]["name"], f"häufigster Akteur, {zahl(oben[0]['items'])} Items"))
    if oben := antworten["orte"].zeilen:
        kennzahlen.append(Kennzahl(oben[0]["name"], f"häufigster Ort, {zahl(oben[0]['items'])} Items"))
    if slots and slots[0]["slots"]:
        kennzahlen.append(Kennzahl(prozent(slots[0]["ohne"] / slots[0]["slots"]), "der 15-Minuten-Slots ohne Items"))
    return kennzahlen


def _fassung() -> str:
    """Die Fassung von ECharts, aus der Datei selbst."""
    treffer = re.search(r'\.version="([\d.]+)"', (seite.ORDNER / "echarts.min.js").read_text(encoding="utf-8")[-2_000:])
    return treffer[1] if treffer else ""
