"""Eine Zeile zum Prüfen von Hand: was behauptet wird, an welchem Text, und woraus die Zeile gezogen ist.

Alle Module liefern dieselbe Form; so liest ein Prüfbogen, eine Tabelle und eine Auswertung alle Stichproben.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

# Die Spalten jeder Stichprobe. Die beiden letzten füllt, wer prüft.
SPALTEN = (
    "kennung", "schicht", "coder_version", "ziehung", "saat", "stratum", "umfang", "form", "methode", "konfidenz",
    "aussage", "item_a", "haus_a", "text_a", "stellen_a", "item_b", "haus_b", "text_b", "stellen_b", "angaben",
    "urteil", "bemerkung",
)  # fmt: skip

URTEILE = ("richtig", "falsch", "unklar")

Stellen = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Probe:
    """Eine Behauptung eines Moduls, die ein Mensch beurteilen kann.

    Attributes:
        kennung: eindeutig und von Lauf zu Lauf gleich, etwa ``dublette:12-34`` oder ``akteur:12:titel:7``.
        aussage: ein deutscher Satz, der richtig oder falsch ist.
        methode: Regel oder Klasse, nach der Strata und Auswertung gruppieren.
        item_a: das Item.
        haus_a: sein Haus.
        text_a: Titel des Items; bei einem Paar der erste der beiden Texte. Unverändert, wie gespeichert.
        form: ``paar`` (zwei Texte nebeneinander, die Unterschiede zählen) oder ``stelle`` (text_a ist der Titel, text_b
            der Teaser desselben Items, die Stellen zählen).
        konfidenz: 0 bis 1, oder ``None``, wo die Schicht keine hat.
        item_b: das andere Item eines Paars.
        haus_b: sein Haus.
        text_b: der zweite Text.
        stellen_a: (erstes Zeichen, erstes dahinter) in text_a.
        stellen_b: dasselbe in text_b.
        angaben: was sonst zum Urteilen hilft, in der Reihenfolge der Anzeige.
    """

    kennung: str
    aussage: str
    methode: str
    item_a: int
    haus_a: str
    text_a: str
    form: Literal["paar", "stelle"]
    konfidenz: float | None = None
    item_b: int | None = None
    haus_b: str = ""
    text_b: str = ""
    stellen_a: Stellen = ()
    stellen_b: Stellen = ()
    angaben: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Ziehung:
    """Wie eine Probe in die Stichprobe kam.

    Attributes:
        art: ``zweifelhaft`` (die knappsten zuerst; sagt nichts über den Bestand) oder ``geschichtet`` (zufällig je
            Stratum; die Umfänge rechnen auf den Bestand hoch).
        stratum: Methode und Konfidenzband.
        umfang: so viele Zeilen hat das Stratum im Lauf; ``None`` bei ``zweifelhaft``.
        saat: der Seed, ``None`` bei ``zweifelhaft``.
    """

    art: Literal["zweifelhaft", "geschichtet"]
    stratum: str
    umfang: int | None = None
    saat: int | None = None


def zeile(probe: Probe, ziehung: Ziehung, schicht: str, coder_version: str) -> dict[str, str]:
    """Die Zeile der CSV-Datei, mit allen ``SPALTEN``; Stellen und Angaben als JSON."""
    return {
        "kennung": probe.kennung,
        "schicht": schicht,
        "coder_version": coder_version,
        "ziehung": ziehung.art,
        "saat": _text(ziehung.saat),
        "stratum": ziehung.stratum,
        "umfang": _text(ziehung.umfang),
        "form": probe.form,
        "methode": probe.methode,
        "konfidenz": "" if probe.konfidenz is None else f"{probe.konfidenz:.4f}",
        "aussage": probe.aussage,
        "item_a": str(probe.item_a),
        "haus_a": probe.haus_a,
        "text_a": probe.text_a,
        "stellen_a": json.dumps(probe.stellen_a),
        "item_b": _text(probe.item_b),
        "haus_b": probe.haus_b,
        "text_b": probe.text_b,
        "stellen_b": json.dumps(probe.stellen_b),
        "angaben": json.dumps(dict(probe.angaben), ensure_ascii=False),
        "urteil": "",
        "bemerkung": "",
    }


def _text(wert: int | None) -> str:
    return "" if wert is None else str(wert)
