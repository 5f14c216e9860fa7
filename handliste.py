"""hand.json lesen: was der Spiegel nicht hat oder falsch hat, jede Angabe mit Grund und Quelle.

Die Datei ist ein Objekt mit diesen Listen; jede darf fehlen, jeder Eintrag braucht ``grund`` und ``quelle``:

    akteure         qid, typ, name; dazu kurzname, aliase, land (QID), beschreibung
    aliase          qid, name; dazu formen, kurzname, adjektiv, nachname ([] heißt: keiner), deutsch (neuer Hauptname),
                    land (QID des Staates, zu dem ein Land oder Gebiet gehört)
    aemter          aemter (Liste von Kennungen: QID, QID#Eigenschaft oder ein eigener Name in Kleinbuchstaben); dazu
                    name, kollegial, land (QID), zustaendigkeit (QID), formen, mit_ort, mehrzahl, mehrzahl_mit_ort
    amtsinhaber     amt, zeiten: Liste aus person (QID), name, von, bis, stand; dazu stand
    sperren         qid oder form oder beides: was nicht benutzt werden soll
    alltagswoerter  woerter: gewöhnliche Wörter, durch Leerzeichen getrennt

``stand`` ist der Tag, bis zu dem ein fehlendes ``bis`` belegt ist; der engste gilt. ``offen`` listet für Menschen, was
fehlt und warum. Ein eigener Name steht nur da, wo keine Quelle eine QID für das Amt nennt.
Daten stehen als 2021, 2021-06 oder 2021-12-08 und sind so genau wie geschrieben.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import wikidatum
from wikidatum import Unbrauchbar, Wikidatum

QID = re.compile(r"Q[1-9]\d*")
AMT = re.compile(r"Q[1-9]\d*(?:#P[1-9]\d*)?|[a-z][a-z0-9-]*")
TYPEN = ("person", "partei", "organisation", "staat", "amt")

Eintrag = Mapping[str, Any]

TEXT, TEXTE, SCHALTER = "Text", "Liste von Texten", "true oder false"

# Je Liste: Pflichtfelder und erlaubte Felder mit ihrer Art.
FELDER: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "akteure": (
        ("qid", "typ", "name"),
        {
            "qid": TEXT,
            "typ": TEXT,
            "name": TEXT,
            "kurzname": TEXTE,
            "aliase": TEXTE,
            "land": TEXT,
            "beschreibung": TEXT,
        },
    ),
    "aliase": (
        ("qid", "name"),
        {
            "qid": TEXT,
            "name": TEXT,
            "deutsch": TEXT,
            "land": TEXT,
            "formen": TEXTE,
            "kurzname": TEXTE,
            "adjektiv": TEXTE,
            "nachname": TEXTE,
        },
    ),
    "aemter": (
        ("aemter",),
        {
            "aemter": TEXTE,
            "name": TEXT,
            "kollegial": SCHALTER,
            "land": TEXT,
            "zustaendigkeit": TEXT,
            "formen": TEXTE,
            "mit_ort": TEXTE,
            "mehrzahl": TEXTE,
            "mehrzahl_mit_ort": TEXTE,
        },
    ),
    "amtsinhaber": (("amt", "zeiten"), {"amt": TEXT, "zeiten": "Liste von Objekten", "stand": TEXT}),
    "sperren": ((), {"qid": TEXT, "form": TEXT}),
    "alltagswoerter": (("woerter",), {"woerter": TEXT}),
}
ZEIT = (("person", "name", "von"), {"person": TEXT, "name": TEXT, "von": TEXT, "bis": TEXT, "stand": TEXT})


class Handfehler(Exception):
    """hand.json ist fehlerhaft; der Text nennt Eintrag und Abhilfe."""


@dataclass(frozen=True)
class Handliste:
    """Der geprüfte Inhalt von hand.json; die Einträge haben die Felder aus ``FELDER``."""

    stand: date
    akteure: Sequence[Eintrag] = ()
    aliase: Sequence[Eintrag] = ()
    aemter: Sequence[Eintrag] = ()
    amtsinhaber: Sequence[Eintrag] = ()
    sperren: Sequence[Eintrag] = ()
    alltagswoerter: Sequence[Eintrag] = ()

    @property
    def woerter(self) -> frozenset[str]:
        """Alle Alltagswörter, mit ``casefold``."""
        return frozenset(wort.casefold() for eintrag in self.alltagswoerter for wort in eintrag["woerter"].split())


def lesen(pfad: Path) -> Handliste:
    """Liest und prüft hand.json.

    Raises:
        Handfehler: Datei fehlt, ist kein JSON, oder ein Eintrag ist unvollständig.
    """
    try:
        baum = json.loads(pfad.read_bytes())
    except FileNotFoundError:
        raise Handfehler(f"{pfad} fehlt: aus der Versionsverwaltung wiederherstellen.") from None
    except OSError as fehler:
        raise Handfehler(f"{pfad} ist nicht lesbar ({fehler.strerror}): Rechte berichtigen.") from None
    except ValueError as fehler:
        stelle = f" in Zeile {fehler.lineno}" if isinstance(fehler, json.JSONDecodeError) else ""
        raise Handfehler(f"{pfad} ist kein JSON (Fehler{stelle}): berichtigen.") from None
    if not isinstance(baum, dict):
        raise Handfehler(f"{pfad} ist kein JSON-Objekt: berichtigen.")
    try:
        return _pruefen(baum)
    except Handfehler as fehler:
        raise Handfehler(f"{pfad}: {fehler}") from None


def _pruefen(baum: Mapping[str, Any]) -> Handliste:
    if fremd := sorted(baum.keys() - FELDER.keys() - {"stand", "offen"}):
        raise Handfehler(f"unbekannte Liste {fremd[0]!r}; es gibt {', '.join(FELDER)}.")
    try:
        stand = date.fromisoformat(baum["stand"])
    except (KeyError, TypeError, ValueError):
        raise Handfehler('es fehlt "stand": der Tag, bis zu dem die Angaben geprüft sind, etwa "2026-11-30".') from None
    listen = {}
    for name, (pflicht, felder) in FELDER.items():
        listen[name] = baum.get(name, [])
        if not isinstance(listen[name], list):
            raise Handfehler(f"{name} ist keine Liste.")
        for nummer, eintrag in enumerate(listen[name], 1):
            ort = f"{name}, Eintrag {nummer}"
            _felder_pruefen(eintrag, (*pflicht, "grund", "quelle"), {**felder, "grund": TEXT, "quelle": TEXT}, ort)
            _werte_pruefen(name, eintrag, ort)
    return Handliste(stand, **listen)


def _felder_pruefen(eintrag: Any, pflicht: Sequence[str], felder: Mapping[str, str], ort: str) -> None:
    if not isinstance(eintrag, dict):
        raise Handfehler(f"{ort} ist kein Objekt.")
    if fehlend := [feld for feld in pflicht if not eintrag.get(feld)]:
        raise Handfehler(f"{ort}: {fehlend[0]} fehlt.")
    for feld, wert in eintrag.items():
        if feld not in felder:
            raise Handfehler(f"{ort}: das Feld {feld!r} gibt es nicht, nur {', '.join(felder)}.")
        art = felder[feld]
        texte = isinstance(wert, list) and all(isinstance(w, str) and w.strip() for w in wert)
        if not {
            TEXT: isinstance(wert, str) and bool(wert.strip()),
            TEXTE: texte,
            SCHALTER: isinstance(wert, bool),
        }.get(art, isinstance(wert, list)):
            raise Handfehler(f"{ort}: {feld} ist nicht {art}.")


def _werte_pruefen(liste: str, eintrag: Eintrag, ort: str) -> None:
    for feld in ("qid", "land", "zustaendigkeit"):
        if feld in eintrag and not QID.fullmatch(eintrag[feld]):
            raise Handfehler(f"{ort}: {feld} {eintrag[feld]!r} ist keine QID.")
    for amt in (*eintrag.get("aemter", ()), *([eintrag["amt"]] if "amt" in eintrag else ())):
        if not AMT.fullmatch(amt):
            raise Handfehler(f"{ort}: Amt {amt!r} ist weder QID noch QID#Eigenschaft noch ein Name aus a-z, 0-9 und -.")
    if "typ" in eintrag and eintrag["typ"] not in TYPEN:
        raise Handfehler(f"{ort}: den Typ {eintrag['typ']!r} gibt es nicht, nur {', '.join(TYPEN)}.")
    if liste == "sperren" and not ("qid" in eintrag or "form" in eintrag):
        raise Handfehler(f"{ort}: qid oder form fehlt.")
    for nummer, zeit in enumerate(eintrag.get("zeiten", ()), 1):
        _felder_pruefen(zeit, *ZEIT, f"{ort}, Zeit {nummer}")
        if not QID.fullmatch(zeit["person"]):
            raise Handfehler(f"{ort}, Zeit {nummer}: person {zeit['person']!r} ist keine QID.")
        _zeiten_pruefen(zeit, ("von", "bis"), f"{ort}, Zeit {nummer}")
        _zeiten_pruefen(zeit, ("stand",), f"{ort}, Zeit {nummer}", genauigkeit=wikidatum.TAG)
    _zeiten_pruefen(eintrag, ("stand",), ort, genauigkeit=wikidatum.TAG)


def _zeiten_pruefen(eintrag: Eintrag, felder: Sequence[str], ort: str, *, genauigkeit: int | None = None) -> None:
    for feld in felder:
        if feld not in eintrag:
            continue
        try:
            gelesen = datum(eintrag[feld])
        except Unbrauchbar:
            gelesen = None
        if gelesen is None or genauigkeit not in (None, gelesen.genauigkeit):
            erwartet = "2021-12-08" if genauigkeit else "2021, 2021-06 oder 2021-12-08"
            raise Handfehler(f"{ort}: {feld} {eintrag[feld]!r} ist kein Datum wie {erwartet}.")


def datum(text: str) -> Wikidatum:
    """Ein Datum, so genau, wie es dasteht.

    Raises:
        Unbrauchbar: es ist keines.
    """
    return wikidatum.lesen(text, {4: wikidatum.JAHR, 7: wikidatum.MONAT, 10: wikidatum.TAG}.get(len(text), 0))
