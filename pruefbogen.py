"""Prüfbogen: eine Stichprobe als eine HTML-Seite, an der ein Mensch jede Zeile mit der Tastatur beurteilt.

Die Seite braucht kein Netz und kein Programm. Sie enthält Titel der Häuser; die Urteile, die sie als CSV speichert,
enthalten keine.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import seite
from textmarken import Segmente, markieren, unterschiede

# Was mit jedem Urteil hinausgeht; Prüfer, Urteil und Bemerkung setzt die Seite dahinter.
MITGEFUEHRT = (
    "kennung", "schicht", "coder_version", "ziehung", "saat", "stratum", "umfang", "methode", "konfidenz",
)  # fmt: skip


def schreiben(ziel: Path, zeilen: Sequence[Mapping[str, str]]) -> None:
    """Schreibt den Prüfbogen.

    Args:
        ziel: die HTML-Datei.
        zeilen: Zeilen mit ``probe.SPALTEN``, wie ``probe.zeile`` sie macht.

    Raises:
        OSError: das Dateisystem lehnt ab.
    """
    ziel.write_text(bauen(zeilen), encoding="utf-8")


def bauen(zeilen: Sequence[Mapping[str, str]]) -> str:
    """Der Prüfbogen als Text."""
    return seite.bauen(
        "pruefbogen.html.j2",
        stile=("grund.css", "pruefbogen.css"),
        skripte=("urteilsdatei.js", "urteilsspeicher.js", "zeilenbild.js", "pruefbogen.js"),
        daten={
            "abdruck": abdruck(zeilen),
            "spalten": [*MITGEFUEHRT, "pruefer", "urteil", "bemerkung"],
            "zeilen": [_zeile(zeile) for zeile in zeilen],
        },
        schichten=sorted({zeile["schicht"] for zeile in zeilen}),
        versionen=sorted({zeile["coder_version"] for zeile in zeilen}),
        ziehungen=sorted({zeile["ziehung"] for zeile in zeilen}),
        anzahl=len(zeilen),
    )


def abdruck(zeilen: Sequence[Mapping[str, str]]) -> str:
    """Woran der Browser die Stichprobe wiedererkennt; ein anderer Text oder eine andere Reihenfolge ist eine andere."""
    text = json.dumps([{**zeile, "urteil": "", "bemerkung": ""} for zeile in zeilen], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _zeile(zeile: Mapping[str, str]) -> dict[str, Any]:
    paar = zeile["form"] == "paar"
    if paar:
        a, b = unterschiede(zeile["text_a"], zeile["text_b"])
    else:
        a, b = (_markiert(zeile[f"text_{x}"], zeile[f"stellen_{x}"]) for x in "ab")
    return {
        "werte": [zeile[spalte] for spalte in MITGEFUEHRT],
        "paar": paar,
        "gleich": paar and not any(marke for marke, _ in a + b),
        "aussage": zeile["aussage"],
        "a": {"haus": zeile["haus_a"], "item": zeile["item_a"], "text": a},
        "b": {"haus": zeile["haus_b"], "item": zeile["item_b"], "text": b},
        "angaben": list(json.loads(zeile["angaben"] or "{}").items()),
    }


def _markiert(text: str, stellen: str) -> Segmente:
    return markieren(text, [(von, bis) for von, bis in json.loads(stellen or "[]")])
