"""Abschnitt Abdeckung: wie viel eintraf, wo Slots fehlen, wie weit die Module sind."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from berichtsbild import Abschnitt, Bild, Tabelle, zeiten
from frage import Antwort, Auswahl
from seite import prozent, zahl
from zeit import BERLIN


def abschnitt(antworten: Mapping[str, Antwort], auswahl: Auswahl) -> Abschnitt:
    """Der Abschnitt aus den Fragen menge, slots, luecken und kodiert."""
    return Abschnitt(
        "abdeckung",
        "Abdeckung",
        (
            "Was hier fehlt, fehlt in allen Zahlen oben: Slots ohne Items (Ingest stand, oder es erschien nichts) und "
            "Items, die ein Modul noch nicht kodiert hat.",
        ),
        (
            _menge(antworten["menge"], auswahl),
            _luecken(antworten["luecken"], antworten["slots"]),
            _module(antworten["kodiert"]),
        ),
    )


def _menge(antwort: Antwort, auswahl: Auswahl) -> Bild:
    titel = "Items je Haus"
    einheit = "Woche" if auswahl.einheit == "woche" else "Tag"
    lesart = f"Items je {einheit}; je dunkler, desto mehr. Ein heller Fleck in einer dunklen Reihe ist eine Lücke."
    if not antwort.zeilen:
        return Bild("menge", titel, lesart, (antwort,), leer="Im Zeitraum liegen keine Items.")
    mengen: dict[tuple[str, str], int] = {}
    for z in antwort.zeilen:
        tag = z["tag"] - timedelta(days=z["tag"].weekday()) if auswahl.einheit == "woche" else z["tag"]
        mengen[tag.isoformat(), z["haus"]] = mengen.get((tag.isoformat(), z["haus"]), 0) + z["items"]
    achse = zeiten(auswahl.zeitraum.von, auswahl.zeitraum.bis, auswahl.einheit)
    haeuser = list(auswahl.haeuser)
    return Bild(
        "menge",
        titel,
        lesart,
        (antwort,),
        alt=f"Raster aus {len(haeuser)} Häusern und {len(achse)} Spalten mit {zahl(sum(mengen.values()))} Items.",
        daten={
            "einheit": auswahl.einheit,
            "zeiten": achse,
            "haeuser": haeuser,
            "werte": [
                [t, h, mengen.get((zeit, haus), 0)] for h, haus in enumerate(haeuser) for t, zeit in enumerate(achse)
            ],
        },
        tabelle=Tabelle.aus(
            f"Items je {einheit} und Haus",
            f"{einheit}, Haus, #Items",
            ((f"{t[8:]}.{t[5:7]}.{t[:4]}", haus, zahl(items)) for (t, haus), items in sorted(mengen.items())),
        ),
    )


def _luecken(luecken: Antwort, slots: Antwort) -> Bild:
    titel = "Slots ohne Items"
    z = slots.zeilen[0] if slots.zeilen else {"slots": 0, "ohne": 0}
    lesart = (
        f"{zahl(z['ohne'])} von {zahl(z['slots'])} Slots zu 15 Minuten sind leer ({prozent(z['ohne'] / z['slots'])}), "
        "gezählt zwischen dem ersten und dem letzten Slot des Bestands im Zeitraum. Die längsten leeren Strecken "
        "(Berliner Zeit):"
        if z["slots"]
        else "Der Zeitraum liegt außerhalb des Bestands."
    )
    zeilen = ((_zeit(x["von"]), _zeit(x["bis"]), zahl(x["slots"]), _dauer(x["slots"])) for x in luecken.zeilen)
    leer = "" if luecken.zeilen else f"{lesart} Keine leere Strecke."
    tabelle = Tabelle.aus(titel, "von, bis, #Slots, #Dauer", zeilen)
    return Bild("luecken", titel, lesart, (slots, luecken), tabelle=tabelle, leer=leer)


def _module(antwort: Antwort) -> Bild:
    return Bild(
        "kodiert",
        "Was die Module kodiert haben",
        "Items der Auswahl mit einer Zeile der coder_version, die der Bericht benutzt. Was fehlt, "
        "holt der nächste Takt nach.",
        (antwort,),
        tabelle=Tabelle.aus(
            "Kodierte Items je Schicht",
            "Schicht, coder_version, #Items, #kodiert, #fehlend",
            (
                (
                    z["schicht"],
                    z["coder_version"] or "nie mit der Vorgabe",
                    *(zahl(z[f]) for f in ("items", "kodiert", "fehlend")),
                )
                for z in antwort.zeilen
            ),
        ),
    )


def _zeit(wann: Any) -> str:
    return f"{wann.astimezone(BERLIN):%d.%m.%Y %H:%M}"


def _dauer(slots: int) -> str:
    return f"{slots // 4} h {slots % 4 * 15:02} min"
