"""Abschnitt Akteure: wer vorkommt, wann, wo, und wer öfter als zuvor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from berichtsbild import Abschnitt, Bild, Schalter, Tabelle, zeiten
from frage import Antwort, Auswahl
from seite import prozent, zahl

NIEMAND = "Niemand nimmt deutlich zu. Verglichen wird nur, wenn beide Hälften des Zeitraums kodierte Items haben."
KEINE = "Im Zeitraum ist kein Akteur aufgelöst."


def abschnitt(antworten: Mapping[str, Antwort], auswahl: Auswahl) -> Abschnitt:
    """Der Abschnitt aus den Fragen akteure, akteure_zeit, akteure_steigend, akteure_haus und offen."""
    offen = next((z for z in antworten["offen"].zeilen if z["schicht"] == "akteur"), None)
    rest = (
        f" Von {zahl(offen['nennungen'])} Nennungen sind {prozent(offen['aufgeloest'] / offen['nennungen'])} "
        "aufgelöst; was mehrdeutig oder unbekannt ist, bleibt offen und fehlt in den Bildern."
        if offen and offen["nennungen"]
        else ""
    )
    return Abschnitt(
        "akteure",
        "Akteure",
        (f"Gezählt werden Items, in denen ein Akteur mindestens einmal aufgelöst ist (Titel oder Teaser).{rest}",),
        (
            _zeit(antworten["akteure_zeit"], antworten["akteure"], auswahl),
            _steigend(antworten["akteure_steigend"]),
            _haus(antworten["akteure_haus"], antworten["akteure"]),
        ),
    )


def _zeit(zeit: Antwort, oben: Antwort, auswahl: Auswahl) -> Bild:
    titel = "Die häufigsten Akteure im Verlauf"
    einheit = "Woche" if auswahl.einheit == "woche" else "Tag"
    lesart = (
        f"Items je {einheit}, in denen der Akteur vorkommt; zu Beginn sind die fünf häufigsten eingeblendet, die "
        f"Legende schaltet. Mit Anteilen lassen sich {einheit}e verschiedener Nachrichtenmenge vergleichen."
        if einheit == "Tag"
        else "Items je Woche (Montag), in denen der Akteur vorkommt; zu Beginn sind die fünf häufigsten eingeblendet, "
        "die Legende schaltet. Die erste und letzte Woche zählen nur die Tage im Zeitraum; Anteile gleichen das aus."
    )
    if not oben.zeilen:
        return Bild("akteure_zeit", titel, lesart, (oben, zeit), leer=KEINE)
    achse = zeiten(auswahl.zeitraum.von, auswahl.zeitraum.bis, auswahl.einheit)
    nenner = dict.fromkeys(achse, 0) | {z["zeit"].isoformat(): z["nenner"] for z in zeit.zeilen}
    # Wo nichts kodiert ist, kann niemand vorkommen; dort steht nichts und keine Null.
    werte = {(z["akteur"], z["zeit"].isoformat()): z["items"] for z in zeit.zeilen}
    namen = _namen(oben)
    erster = oben.zeilen[0]
    return Bild(
        "akteure_zeit",
        titel,
        lesart,
        (oben, zeit),
        alt=f"Linien für {len(oben.zeilen)} Akteure. Am häufigsten: {_liste(oben, 5)}.",
        daten={
            "einheit": auswahl.einheit,
            "zeiten": list(nenner),
            "nenner": list(nenner.values()),
            "reihen": [
                {"name": namen[a["akteur"]], "werte": [werte.get((a["akteur"], z)) for z in nenner]}
                for a in oben.zeilen
            ],
        },
        tabelle=Tabelle.aus(
            f"Die häufigsten Akteure, zuerst {erster['name']}",
            f"Akteur, Wikidata, Art, #Items, #Häuser, {', '.join('#' + _tag(z, auswahl) for z in nenner)}",
            (
                (
                    a["name"], a["qid"] or "–", a["typ"], zahl(a["items"]), zahl(a["haeuser"]),
                    *(zahl(werte[a["akteur"], z]) if (a["akteur"], z) in werte else "–" for z in nenner),
                )
                for a in oben.zeilen
            ),
        ),
        schalter=(Schalter("anteil", "Anteil an allen Items"),),
    )  # fmt: skip


def _steigend(antwort: Antwort) -> Bild:
    titel = "Wer nimmt zu?"
    lesart = (
        "Anteil an den Items der zweiten Hälfte des Zeitraums gegen den der ersten, geordnet nach der Sicherheit, mit "
        "der sich die Anteile unterscheiden. Eine Beschreibung dieses Zeitraums, kein Trend darüber hinaus."
    )
    namen = _namen(antwort)
    zeilen = [
        {
            "name": namen[z["akteur"]],
            "vorher": z["vorher"],
            "nachher": z["nachher"],
            "anteil_vorher": z["vorher"] / z["nenner_vorher"] if z["nenner_vorher"] else 0.0,
            "anteil_nachher": z["nachher"] / z["nenner_nachher"] if z["nenner_nachher"] else 0.0,
        }
        for z in antwort.zeilen
    ]
    if not zeilen:
        return Bild("akteure_steigend", titel, lesart, (antwort,), leer=NIEMAND)
    return Bild(
        "akteure_steigend",
        titel,
        lesart,
        (antwort,),
        alt=f"Paare von Punkten für {len(zeilen)} Akteure. Am deutlichsten nimmt {zeilen[0]['name']} zu: von "
        f"{zahl(zeilen[0]['vorher'])} auf {zahl(zeilen[0]['nachher'])} Items.",
        daten={"zeilen": zeilen},
        tabelle=Tabelle.aus(
            "Akteure, die in der zweiten Hälfte häufiger sind",
            "Akteur, #erste Hälfte, #Anteil, #zweite Hälfte, #Anteil",
            (
                (
                    z["name"],
                    zahl(z["vorher"]),
                    prozent(z["anteil_vorher"], 2),
                    zahl(z["nachher"]),
                    prozent(z["anteil_nachher"], 2),
                )
                for z in zeilen
            ),
        ),
    )


def _haus(antwort: Antwort, oben: Antwort) -> Bild:
    titel = "Die häufigsten Akteure je Haus"
    lesart = "Anteil der Items eines Hauses, in denen der Akteur vorkommt; je dunkler, desto größer."
    if not oben.zeilen:
        return Bild("akteure_haus", titel, lesart, (antwort,), leer=KEINE)
    haeuser = sorted({z["haus"] for z in antwort.zeilen})
    namen = _namen(oben)
    stelle = {akteur: nummer for nummer, akteur in enumerate(namen)}
    werte = {(z["akteur"], z["haus"]): z for z in antwort.zeilen if z["akteur"] in namen}
    groesste = max(werte.values(), key=lambda z: z["items"] / z["nenner"] if z["nenner"] else 0.0)
    return Bild(
        "akteure_haus",
        titel,
        lesart,
        (antwort,),
        alt=(
            f"Raster aus {len(namen)} Akteuren und {len(haeuser)} Häusern. Der größte Anteil: "
            f"{namen[groesste['akteur']]} bei {groesste['haus']} mit "
            f"{prozent(groesste['items'] / groesste['nenner'] if groesste['nenner'] else None)}."
        ),
        daten={
            "akteure": list(namen.values()),
            "haeuser": haeuser,
            "werte": [
                [stelle[a], haeuser.index(haus), z["items"], z["nenner"]] for (a, haus), z in sorted(werte.items())
            ],
        },
        tabelle=Tabelle.aus(
            "Items je Akteur und Haus",
            "Akteur, Haus, #Items, #von, #Anteil",
            (
                (
                    namen[z["akteur"]], z["haus"], zahl(z["items"]), zahl(z["nenner"]),
                    prozent(z["items"] / z["nenner"] if z["nenner"] else None, 2),
                )
                for z in sorted(werte.values(), key=lambda z: (stelle[z["akteur"]], z["haus"]))
            ),
        ),
    )  # fmt: skip


def _namen(antwort: Antwort) -> dict[int, str]:
    """Der Name je Akteur; wo zwei gleich heißen, mit der Kennung. Die Legende eines Bilds schaltet nach Namen."""
    zahlen = Counter(z["name"] for z in antwort.zeilen)
    return {
        z["akteur"]: z["name"] if zahlen[z["name"]] == 1 else f"{z['name']} ({z['qid'] or z['akteur']})"
        for z in antwort.zeilen
    }


def _liste(oben: Antwort, anzahl: int) -> str:
    return ", ".join(f"{z['name']} ({zahl(z['items'])} Items)" for z in oben.zeilen[:anzahl])


def _tag(iso: str, auswahl: Auswahl) -> str:
    mehrere_jahre = auswahl.zeitraum.von.year != auswahl.zeitraum.bis.year
    return f"{iso[8:10]}.{iso[5:7]}.{iso[:4] if mehrere_jahre else ''}"
