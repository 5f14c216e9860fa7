"""Abschnitt Wortton: Anteil negativer Titel je Haus und Woche, mit Intervallen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from berichtsbild import Abschnitt, Bild, Tabelle, Wahl, zeiten
from frage import Antwort
from seite import prozent, zahl

KEINE = "Im Zeitraum ist kein Titel auf Wortton kodiert."


def abschnitt(antworten: Mapping[str, Antwort]) -> Abschnitt:
    """Der Abschnitt aus den Fragen ton und ton_gesamt."""
    return Abschnitt(
        "ton",
        "Wortton",
        (
            "Ein Titel gilt als negativ, wenn Wörter mit negativem Ton überwiegen. Das ist weder die Haltung eines "
            "Hauses noch die Lage, von der es berichtet; die meisten Titel haben gar kein Tonwort, und das heißt "
            "nicht neutral. Die Intervalle (95 %, nach Wilson) messen den Zufall der Auswahl, nicht die Fehler des "
            "Verfahrens.",
        ),
        (_haeuser(antworten["ton_gesamt"]), _wochen(antworten["ton"], antworten["ton_gesamt"])),
    )


def _haeuser(antwort: Antwort) -> Bild:
    titel = "Anteil negativer Titel je Haus"
    lesart = (
        "Punkt: Anteil im ganzen Zeitraum; Strich: Intervall. Ein langer Strich heißt: wenige Titel, unsicherer Platz."
    )
    je_haus = (z for z in antwort.zeilen if z["haus"] is not None)
    zeilen = sorted(je_haus, key=lambda z: (-z["anteil_negativ"], z["haus"]))
    if not zeilen:
        return Bild("ton_haus", titel, lesart, (antwort,), leer=KEINE)
    return Bild(
        "ton_haus",
        titel,
        lesart,
        (antwort,),
        alt=(
            f"Punkte mit Intervallen für {len(zeilen)} Häuser, von {prozent(zeilen[0]['anteil_negativ'])} "
            f"({zeilen[0]['haus']}) bis {prozent(zeilen[-1]['anteil_negativ'])} ({zeilen[-1]['haus']})."
        ),
        daten={"zeilen": [{"haus": z["haus"], **_werte(z)} for z in zeilen]},
        tabelle=Tabelle.aus(
            "Wortton der Titel je Haus",
            "Haus, #Titel, #negativ, #Anteil, #von, #bis, #positiv, #gemischt, #ohne Tonwort",
            (
                (
                    z["haus"], zahl(z["n"]), zahl(z["negativ"]),
                    *(prozent(z[f]) for f in ("anteil_negativ", "negativ_von", "negativ_bis")),
                    *(zahl(z[f]) for f in ("positiv", "gemischt", "ohne_treffer")),
                )
                for z in zeilen
            ),
        ),
    )  # fmt: skip


def _wochen(je_haus: Antwort, gesamt: Antwort) -> Bild:
    titel = "Anteil negativer Titel je Woche"
    lesart = (
        "Linie und Balken: das gewählte Haus mit seinem Intervall; gestrichelt: alle gewählten Häuser zusammen. Wochen "
        "beginnen am Montag; die erste und die letzte zählen nur die Tage im Zeitraum. Wochen ohne Titel bleiben leer."
    )
    anteile = {z["woche"].isoformat(): float(z["anteil_negativ"]) for z in gesamt.zeilen if z["woche"]}
    if not anteile:
        return Bild("ton_woche", titel, lesart, (je_haus, gesamt), leer=KEINE)
    wochen = zeiten(date.fromisoformat(min(anteile)), date.fromisoformat(max(anteile)), "woche")
    stelle = {woche: nummer for nummer, woche in enumerate(wochen)}
    haeuser: dict[str, list[dict[str, float] | None]] = {}
    for z in sorted(je_haus.zeilen, key=lambda z: z["haus"]):
        haeuser.setdefault(z["haus"], [None] * len(wochen))[stelle[z["woche"].isoformat()]] = _werte(z)
    return Bild(
        "ton_woche",
        titel,
        lesart,
        (je_haus, gesamt),
        alt=f"Verlauf über {len(wochen)} Wochen; alle Häuser zusammen: {prozent(min(anteile.values()))} bis "
        f"{prozent(max(anteile.values()))}.",
        daten={
            "wochen": wochen,
            # Als Liste: in einem Objekt stellte JavaScript ein Haus namens 24 nach vorn.
            "haeuser": [{"haus": haus, "werte": werte} for haus, werte in haeuser.items()],
            "alle": [anteile.get(woche) for woche in wochen],
        },
        tabelle=Tabelle.aus(
            "Wortton der Titel je Haus und Woche",
            "Woche, Haus, #Titel, #negativ, #Anteil, #von, #bis",
            (
                (
                    f"{z['woche']:%d.%m.%Y}", z["haus"], zahl(z["n"]), zahl(z["negativ"]),
                    *(prozent(z[f]) for f in ("anteil_negativ", "negativ_von", "negativ_bis")),
                )
                for z in je_haus.zeilen
            ),
        ),
        wahl=Wahl("haus", "Haus", list(haeuser)),
    )  # fmt: skip


def _werte(z: Mapping[str, Any]) -> dict[str, float]:
    return {
        "n": z["n"],
        "negativ": z["negativ"],
        "anteil": float(z["anteil_negativ"]),
        "von": float(z["negativ_von"]),
        "bis": float(z["negativ_bis"]),
    }
