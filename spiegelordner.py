"""Den Spiegel von der Platte lesen: alle Dateien des MANIFEST, unversehrt, oder gar nichts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import spiegelung
from spiegelung import Bindung

# Die Art ist der Dateiname bis zum ersten »-«; jede der ersten braucht mindestens eine Datei.
PFLICHT = ("personen", "parteien", "staaten", "organisationen", "aemter", "amtsinhaber")
ARTEN = (*PFLICHT, "parteivorsitze", "weiterleitungen")

# Längere Nummern gibt es nicht, und sie passten in keine Spalte.
ENTITAET = re.compile(r"https?://www\.wikidata\.org/entity/(Q[1-9]\d{0,14})")
# So benennen die Dienste einen unbekannten Wert, wenn sie ihn nicht als leeren Knoten liefern.
UNBEKANNT = re.compile(r"/\.well-known/genid/")


class Spiegelfehler(Exception):
    """Der Spiegel ist unvollständig oder beschädigt; der Text nennt Datei und Abhilfe."""


@dataclass(frozen=True)
class Spiegeldatei:
    """Eine Antwort des Abfragedienstes.

    Attributes:
        name: Dateiname.
        stand: Tag der Antwort.
        bindungen: ihre Zeilen.
    """

    name: str
    stand: date
    bindungen: Sequence[Bindung]


@dataclass(frozen=True)
class Spiegel:
    """Der ganze Spiegel.

    Attributes:
        dateien: Art -> ihre Dateien, nach Namen geordnet.
        kennungen: heutige QID -> QID, deren Nummer Kennung des Akteurs bleibt.
    """

    dateien: Mapping[str, Sequence[Spiegeldatei]]
    kennungen: Mapping[str, str]

    def zeilen(self, art: str) -> Iterator[tuple[Bindung, date]]:
        """Alle Zeilen einer Art mit dem Tag ihrer Antwort."""
        for datei in self.dateien.get(art, ()):
            for bindung in datei.bindungen:
                yield bindung, datei.stand


def lesen(ordner: Path) -> Spiegel:
    """Liest jede Datei, die das MANIFEST nennt.

    Raises:
        Spiegelfehler: MANIFEST oder Datei fehlt, ist beschädigt oder passt nicht zur Prüfsumme.
    """
    try:
        manifest = spiegelung.manifest_lesen(ordner)
    except (ValueError, OSError) as fehler:
        raise Spiegelfehler(str(fehler)) from None
    if not manifest:
        raise Spiegelfehler(f"{ordner} ist kein Spiegel: {spiegelung.MANIFEST} fehlt oder nennt keine Dateien.")
    dateien: dict[str, list[Spiegeldatei]] = {art: [] for art in ARTEN}
    for name in sorted(manifest):
        art = Path(name).stem.partition("-")[0]
        if art in dateien:
            dateien[art].append(_datei(ordner / name, manifest[name]))
    if fehlend := [art for art in PFLICHT if not dateien[art]]:
        raise Spiegelfehler(f"{ordner} fehlt {fehlend[0]}.json im {spiegelung.MANIFEST}: lexikon.py --spiegeln.")
    return Spiegel(dateien, _kennungen(ordner / spiegelung.KENNUNGEN))


def _datei(pfad: Path, eintrag: Mapping[str, object]) -> Spiegeldatei:
    try:
        inhalt = pfad.read_bytes()
    except OSError as fehler:
        raise Spiegelfehler(f"{pfad} ist nicht lesbar ({fehler.strerror}): wiederherstellen oder spiegeln.") from None
    if spiegelung.pruefsumme(inhalt) != eintrag.get("sha256"):
        raise Spiegelfehler(
            f"{pfad} passt nicht zur Prüfsumme im {spiegelung.MANIFEST}: Der Spiegel wird nicht von Hand geändert "
            "(dafür ist hand.json da); wiederherstellen oder spiegeln."
        )
    try:
        antwort = spiegelung.lesen(inhalt)
        stand = date.fromisoformat(str(eintrag.get("datum"))[:10])
    except (spiegelung.Antwortfehler, ValueError) as fehler:
        raise Spiegelfehler(f"{pfad}: {fehler}; wiederherstellen oder spiegeln.") from None
    return Spiegeldatei(pfad.name, stand, antwort.bindungen)


def _kennungen(pfad: Path) -> dict[str, str]:
    try:
        inhalt = json.loads(pfad.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        inhalt = None
    muster = re.compile(r"Q[1-9]\d*")
    if not isinstance(inhalt, dict) or not all(
        isinstance(wert, str) and muster.fullmatch(wert) and muster.fullmatch(name) for name, wert in inhalt.items()
    ):
        raise Spiegelfehler(f"{pfad} ist beschädigt: aus der Versionsverwaltung wiederherstellen.")
    return inhalt


def qid(zeile: Bindung, feld: str) -> str | None:
    """Die QID in einem Feld; ``None``, wenn es fehlt oder ein leerer Knoten, unbekannter Wert oder Text ist."""
    term = zeile.get(feld)
    treffer = ENTITAET.fullmatch(term["value"]) if term is not None and term["type"] == "uri" else None
    return treffer[1] if treffer else None


def text(zeile: Bindung, feld: str) -> str | None:
    """Der Text in einem Feld; ``None``, wenn es fehlt oder keiner ist."""
    term = zeile.get(feld)
    return term["value"] if term is not None and term["type"] in ("literal", "typed-literal") else None


def sprache(zeile: Bindung, feld: str) -> str | None:
    """Die Sprache eines Textes, soweit der Dienst sie nennt."""
    return zeile[feld].get("xml:lang") or None


def unbekannt(zeile: Bindung, feld: str) -> bool:
    """Ob das Feld sagt, dass es einen Wert gibt, den Wikidata nicht kennt."""
    term = zeile.get(feld)
    return term is not None and (term["type"] == "bnode" or UNBEKANNT.search(term["value"]) is not None)
