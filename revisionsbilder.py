"""Abschnitt Revisionen: wie oft Häuser ihre Schlagzeilen ändern, auf welche Art, und Fälle nebeneinander."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from berichtsbild import Abschnitt, Beispiel, Beispiele, Beispielzeile, Bild, Schalter, Tabelle
from frage import Antwort
from seite import prozent, zahl
from textmarken import unterschiede
from zeit import BERLIN

# Was als Revision zählt, in der Reihenfolge der Anzeige; formale Änderungen zählen nicht.
ARTEN = {
    "tippfehler": "Tippfehler",
    "kopfwechsel": "Kopfwechsel",
    "erweiterung": "Erweiterung",
    "kuerzung": "Kürzung",
    "umformulierung": "Umformulierung",
    "neufassung": "Neufassung",
    "zurueckgenommen": "zurückgenommen",
}
UNGEZAEHLT = {"formal": "formal (zählt nicht als Revision)"}


def abschnitt(antworten: Mapping[str, Antwort]) -> Abschnitt:
    """Der Abschnitt aus den Fragen revisionen und revisionsbeispiele."""
    return Abschnitt(
        "revisionen",
        "Revisionen",
        (
            "Eine Revision ist eine Schlagzeile, die nach dem ersten Eintreffen mehr als formal geändert wurde. "
            "Gesehen wird nur, was länger stand als ein Ingest-Intervall und solange der Feed das Item führt.",
        ),
        (_arten(antworten["revisionen"]),),
        _beispiele(antworten["revisionsbeispiele"]),
    )


def _arten(antwort: Antwort) -> Bild:
    titel = "Geänderte Schlagzeilen je Haus"
    lesart = (
        "Anteil der Items eines Hauses, nach Art der Änderung. Ein Live-Ticker ändert seine Schlagzeile, weil er ein "
        "Ticker ist; die Schalter ziehen Titel, die sich selbst Ticker nennen, und Fortschreibungen unter festem Kopf "
        "ab, im Zähler wie im Nenner."
    )
    if not antwort.zeilen:
        return Bild(
            "revisionen", titel, lesart, (antwort,), leer="Im Zeitraum sind keine Items auf Revisionen kodiert."
        )
    je_haus: dict[str, list[dict[str, Any]]] = {}
    for zeile in antwort.zeilen:
        je_haus.setdefault(zeile["haus"], []).append(zeile)
    haeuser = sorted(je_haus, key=lambda haus: (-_anteil(je_haus[haus]), haus))
    vorn = haeuser[0]
    return Bild(
        "revisionen",
        titel,
        lesart,
        (antwort,),
        alt=(
            f"Balken für {len(haeuser)} Häuser. Am häufigsten ändert {vorn} seine Schlagzeilen: "
            f"{prozent(_anteil(je_haus[vorn]))} von {zahl(_summe(je_haus[vorn]))} Items; über alle Häuser sind es "
            f"{prozent(_anteil(antwort.zeilen))}."
        ),
        daten={
            "haeuser": haeuser,
            "arten": [{"art": art, "name": name} for art, name in ARTEN.items()],
            "zeilen": [{f: z[f] for f in ("haus", "ticker", "fortschreibung", "art", "items")} for z in antwort.zeilen],
        },
        tabelle=Tabelle.aus(
            "Revidierte Schlagzeilen je Haus, mit und ohne Ticker",
            "Haus, #Items, #mehrere Fassungen, #revidiert, #Anteil, #Items ohne Ticker, #revidiert, #Anteil, "
            "#Items ohne Ticker und Fortschreibung, #revidiert, #Anteil",
            ((haus, *_zahlen(je_haus[haus])) for haus in haeuser),
        ),
        schalter=(
            Schalter("ticker", "Ticker abziehen"),
            Schalter("fortschreibung", "Fortschreibungen abziehen"),
        ),
    )


def _zahlen(zeilen: Sequence[Mapping[str, Any]]) -> list[str]:
    ohne_ticker = [z for z in zeilen if not z["ticker"]]
    ohne_beides = [z for z in ohne_ticker if not z["fortschreibung"]]
    texte = [zahl(_summe(zeilen)), zahl(sum(z["mehrfach"] for z in zeilen))]
    for nummer, teil in enumerate((zeilen, ohne_ticker, ohne_beides)):
        revidiert = _summe([z for z in teil if z["art"] in ARTEN])
        texte += [*([zahl(_summe(teil))] if nummer else []), zahl(revidiert), prozent(_anteil(teil) if teil else None)]
    return texte


def _summe(zeilen: Sequence[Mapping[str, Any]]) -> int:
    return sum(z["items"] for z in zeilen)


def _anteil(zeilen: Sequence[Mapping[str, Any]]) -> float:
    insgesamt = _summe(zeilen)
    return _summe([z for z in zeilen if z["art"] in ARTEN]) / insgesamt if insgesamt else 0.0


def _beispiele(antwort: Antwort) -> Beispiele | None:
    eintraege = []
    for fall in antwort.zeilen:
        zwischen = fall["titel_zwischen"]
        alt, neu = fall["titel_alt"] or "", (zwischen if zwischen is not None else fall["titel_neu"]) or ""
        segmente_alt, segmente_neu = unterschiede(alt, neu)
        art = (ARTEN | UNGEZAEHLT).get(fall["art"], fall["art"])
        eintraege.append(
            Beispiel(
                f"{art}: {fall['haus']}, {fall['fassungen']} Fassungen{', Ticker' if fall['ticker'] else ''}",
                [
                    Beispielzeile(_zeit(fall["erste_am"]), segmente_alt),
                    Beispielzeile("dazwischen" if zwischen is not None else _zeit(fall["letzte_am"]), segmente_neu),
                ],
            )
        )
    return Beispiele("Nebeneinander", eintraege, (antwort,)) if eintraege else None


def _zeit(wann: Any) -> str:
    return f"{wann.astimezone(BERLIN):%d.%m.%Y %H:%M}" if wann is not None else "–"
