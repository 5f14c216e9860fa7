"""Aus Spiegel und hand.json der ganze Inhalt der Lexikontabellen; hängt an nichts als den Dateien.

Die Reihenfolge der Zeilen, ob eine einmal oder hundertmal kommt und auf welche Dateien sie verteilt sind, ändert
nichts.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import kennungen
import tabellenabgleich
from aemterbau import Aemterbau
from akteurbau import Akteurbau
from amtszeiten import Zeitraum
from handliste import Handliste
from ladebericht import Bericht
from spiegelordner import Spiegel
from tabellenabgleich import Inhalt, Tabelle

TABELLEN = tuple(
    Tabelle(name, tuple(spalten.split()), schluessel)
    for name, spalten, schluessel in (
        ("akteure", "akteur qid typ name land beschreibung geburt entfallen", 1),
        ("akteur_qids", "qid akteur", 1),
        ("akteur_aliase", "akteur form art sprache alltagswort", 2),
        ("akteur_parteien", "akteur partei von von_genauigkeit bis bis_genauigkeit bis_art", 3),
        ("aemter", "amt akteur land zustaendigkeit kollegial name", 1),
        ("amtsformen", "amt form ort_noetig mehrzahl", 2),
        ("amtsinhaber", "amt person von von_genauigkeit bis bis_genauigkeit bis_art stand herkunft", 3),
    )
)


def bauen(spiegel: Spiegel, hand: Handliste, bekannt: Mapping[str, int], bericht: Bericht) -> Inhalt:
    """Der Inhalt der Tabellen.

    Args:
        spiegel: die Antworten des Abfragedienstes.
        hand: die Ergänzungen.
        bekannt: QID, auch frühere -> Kennung, die eine Datenbank schon kennt.
        bericht: zählt, was verworfen wird.

    Returns:
        Name der Tabelle -> ihre Zeilen.
    """
    akteurbau = Akteurbau(spiegel, hand, bericht)
    nummern = kennungen.vergeben(akteurbau.akteure, akteurbau.umleitungen, spiegel.kennungen, bekannt, bericht)
    akteurbau.behalten(nummern)
    aemterbau = Aemterbau(akteurbau, spiegel, hand, bericht)
    inhalt: Inhalt = {tabelle.name: set() for tabelle in TABELLEN}
    for qid, akteur in akteurbau.akteure.items():
        nummer, typ = nummern[qid], akteur.typ
        geburt = akteurbau.geburt(qid)
        beschreibung = min(akteur.beschreibungen)[1] if akteur.beschreibungen else None
        land = nummern.get(akteur.land or "")
        inhalt["akteure"].add(
            (nummer, qid, typ, akteur.name, land, beschreibung, geburt.beginn if geburt else None, False)
        )
        inhalt["akteur_qids"] |= {(alt, nummer) for alt in akteurbau.umleitungen.alte.get(qid, ())}
        for form in akteur.formen:
            inhalt["akteur_aliase"].add((nummer, form, *akteur.form(form), akteurbau.ist_alltagswort(akteur, form)))
    for (person, partei), zeiten in aemterbau.parteien.items():
        inhalt["akteur_parteien"] |= {(nummern[person], nummern[partei], *_spalten(z)) for z in zeiten}
    for kennung, amt in aemterbau.aemter.items():
        orte = (nummern.get(aemterbau.land(kennung) or ""), nummern.get(aemterbau.zustaendigkeit(kennung) or ""))
        inhalt["aemter"].add((kennung, nummern.get(amt.akteur or ""), *orte, amt.kollegial, amt.name))
        inhalt["amtsformen"] |= {(kennung, form, *merkmale) for form, merkmale in amt.formen.items()}
    for (kennung, person), zeiten in aemterbau.zeiten.items():
        herkunft = "hand" if (kennung, person) in aemterbau.aus_hand else "spiegel"
        inhalt["amtsinhaber"] |= {(kennung, nummern[person], *_spalten(z), z.stand, herkunft) for z in zeiten}
    return inhalt


def _spalten(z: Zeitraum) -> tuple[date | None, int | None, date | None, int | None, str]:
    return (
        z.von.beginn if z.von else None,
        z.von.genauigkeit if z.von else None,
        z.bis.beginn if z.bis else None,
        z.bis.genauigkeit if z.bis else None,
        z.bis_art,
    )


def inhaltshash(inhalt: Inhalt) -> str:
    """SHA-256 über alle Zeilen; Bestandteil der coder_version von akteure."""
    return tabellenabgleich.inhaltshash(TABELLEN, inhalt)
