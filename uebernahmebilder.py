"""Abschnitt Übernahmen: wer mit wem Schlagzeilen teilt, wer sie zuerst hatte, die größten Gruppen."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from berichtsbild import Abschnitt, Beispiel, Beispiele, Beispielzeile, Bild, Schalter, Tabelle
from frage import Antwort
from seite import prozent, zahl
from zeit import BERLIN

INTERVALL = (
    "Ingest fragt alle 15 Minuten ab. Liegen zwei Häuser weniger als ein solches Intervall auseinander, ist nicht "
    "entscheidbar, wer zuerst da war; das steht für sich und wird niemandem zugeschlagen."
)
KEINE = "Im Zeitraum teilen sich keine zwei Häuser eine Schlagzeile."


def abschnitt(antworten: Mapping[str, Antwort]) -> Abschnitt:
    """Der Abschnitt aus den Fragen uebernahmen, uebernahmen_haus und gruppen."""
    return Abschnitt(
        "uebernahmen",
        "Übernahmen",
        (
            "Zwei Häuser teilen eine Schlagzeile, wenn sie in derselben Dublettengruppe stehen: gleicher oder fast "
            "gleicher Wortlaut in einem Fenster weniger Tage. Oft ist die Quelle eine Agentur; die Zahlen sagen nicht, "
            "wer von wem abschrieb. Verglichen werden nur die gewählten Häuser im Zeitraum; ob eine Schlagzeile vorher "
            "oder anderswo stand, weiß der Bericht nicht.",
        ),
        (_netz(antworten["uebernahmen"]), _zuerst(antworten["uebernahmen_haus"])),
        _beispiele(antworten["gruppen"]),
    )


def _netz(antwort: Antwort) -> Bild:
    kanten = _kanten(antwort)
    lesart = (
        "Eine Linie verbindet zwei Häuser, je dicker, desto mehr gemeinsame Schlagzeilen; je größer der Punkt, desto "
        "mehr "
        "Verbindungen hat das Haus. Höchstens 120 Linien. Zeigen oder antippen nennt die Zahlen. " + INTERVALL
    )
    if not kanten:
        return Bild("netz", "Wer teilt Schlagzeilen mit wem?", lesart, (antwort,), leer=KEINE)
    staerkste = max(kanten, key=lambda k: k["gruppen"])
    alt = (
        f"Netz aus {len({h for k in kanten for h in (k['a'], k['b'])})} Häusern und {len(kanten)} Verbindungen. Am "
        f"stärksten verbunden sind {staerkste['a']} und {staerkste['b']}: {zahl(staerkste['gruppen'])} gemeinsame "
        f"Schlagzeilen, davon {zahl(staerkste['wortgleich'])} wortgleich."
    )
    return Bild(
        "netz",
        "Wer teilt Schlagzeilen mit wem?",
        lesart,
        (antwort,),
        alt=alt,
        daten={"kanten": kanten, "haeuser": sorted({h for k in kanten for h in (k["a"], k["b"])})},
        tabelle=Tabelle.aus(
            "Gemeinsame Schlagzeilen je Paar von Häusern",
            "Haus A, Haus B, #gemeinsam, #wortgleich, #A zuerst, #B zuerst, #nicht entscheidbar",
            (
                (k["a"], k["b"], *(zahl(k[f]) for f in ("gruppen", "wortgleich", "a_zuerst", "b_zuerst", "offen")))
                for k in sorted(kanten, key=lambda k: (-k["gruppen"], k["a"], k["b"]))
            ),
        ),
        schalter=(Schalter("wortgleich", "nur wortgleiche"),),
    )


def _kanten(antwort: Antwort) -> list[dict[str, Any]]:
    """Je Paar eine Kante; die Frage trennt nach wortgleich."""
    kanten = []
    for (a, b), zeilen in groupby(antwort.zeilen, key=lambda z: (z["haus_a"], z["haus_b"])):
        gruppe = list(zeilen)
        summen = {f: sum(z[f] for z in gruppe) for f in ("gruppen", "a_zuerst", "b_zuerst", "offen")}
        wortgleich = sum(z["gruppen"] for z in gruppe if z["wortgleich"])
        kanten.append({"a": a, "b": b, **summen, "wortgleich": wortgleich})
    return kanten


def _zuerst(antwort: Antwort) -> Bild:
    zeilen = sorted((z for z in antwort.zeilen if z["gruppen"]), key=lambda z: (-z["gruppen"], z["haus"]))
    titel = "Wer hatte die gemeinsame Schlagzeile zuerst?"
    lesart = (
        "Je Haus die Gruppen, an denen es beteiligt ist, verglichen mit dem frühesten anderen Haus der Gruppe. "
        + INTERVALL
    )
    if not zeilen:
        return Bild("zuerst", titel, lesart, (antwort,), leer=KEINE)
    vorn = max(zeilen, key=lambda z: z["zuerst"])
    return Bild(
        "zuerst",
        titel,
        lesart,
        (antwort,),
        alt=(
            f"Balken für {len(zeilen)} Häuser. Am häufigsten zuerst da war {vorn['haus']}: in {zahl(vorn['zuerst'])} "
            f"von {zahl(vorn['gruppen'])} Gruppen."
        ),
        daten={"zeilen": [{f: z[f] for f in ("haus", "zuerst", "spaeter", "offen")} for z in zeilen]},
        tabelle=Tabelle.aus(
            "Beteiligung an gemeinsamen Schlagzeilen je Haus",
            "Haus, #Items, #in Gruppen, #Anteil, #Gruppen, #zuerst, #später, #nicht entscheidbar",
            (
                (
                    z["haus"], zahl(z["items"]), zahl(z["in_gruppen"]), prozent(z["in_gruppen"] / z["items"]),
                    *(zahl(z[f]) for f in ("gruppen", "zuerst", "spaeter", "offen")),
                )
                for z in zeilen
            ),
        ),
    )  # fmt: skip


def _beispiele(antwort: Antwort) -> Beispiele | None:
    eintraege = []
    for _, mitglieder in groupby(antwort.zeilen, key=lambda z: z["rang"]):
        gruppe = list(mitglieder)
        eintraege.append(
            Beispiel(
                f"{gruppe[0]['haeuser']} Häuser, {zahl(gruppe[0]['groesse'])} Items"
                + (f", die ersten {len(gruppe)}" if len(gruppe) < gruppe[0]["groesse"] else ""),
                [
                    Beispielzeile(
                        f"{z['erfasst_am'].astimezone(BERLIN):%d.%m.%Y %H:%M}  {z['haus']}",
                        [("", z["titel"] or "ohne Titel")],
                    )
                    for z in gruppe
                ],
            )
        )
    return Beispiele("Die größten Gruppen", eintraege, (antwort,)) if eintraege else None
