"""Ortsgüte: misst Erkennung und Auflösung der Orte an den gelabelten Sätzen, für ``guete.py``."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ortsaufloesung import Ortsaufloesung
from ortsverzeichnis import Ortsverzeichnis

SCHLAGZEILEN = "gold/akteure_orte_gold.jsonl"
SPANNEN = "gold/gold_orte.jsonl.gz"
STAEDTE = frozenset("gemeinde stadt hauptstadt ortsteil".split())


class Satz(NamedTuple):
    """Ein Satz mit Spannen: Anfang seiner Quellenangabe, welche Typen zählen, und der Ausgangswert (F1)."""

    name: str
    quelle: str
    typen: frozenset[str] | None
    nur_staedte: bool
    ausgang: str


# Der Ausgangswert ist Nachschlagen mit Filtern für Homographen, Personen und Straßen (ganze Sätze, beide Hälften).
SAETZE = (
    Satz("GermEval 2014, LOC", "GermEval", frozenset({"LOC"}), False, "0,588"),
    Satz("SmartData, city", "SmartData", frozenset({"location-city"}), True, "0,617"),
    Satz("MobIE, city", "MobIE", frozenset({"location-city"}), True, "0,526"),
    Satz("HIPE ab 1900", "HIPE", None, False, "0,501"),
)


@dataclass
class Trefferzahl:
    """Richtige, falsche und fehlende."""

    richtig: int = 0
    falsch: int = 0
    fehlend: int = 0

    def zeile(self) -> tuple[str, str, str]:
        """Precision, Recall, F1."""
        return (
            _anteil(self.richtig, self.richtig + self.falsch),
            _anteil(self.richtig, self.richtig + self.fehlend),
            _anteil(2 * self.richtig, 2 * self.richtig + self.falsch + self.fehlend),
        )


def messen(daten: Path, verzeichnis: Ortsverzeichnis) -> Iterator[Sequence[str]]:
    """Auflösung: Kennungen der Schlagzeilen, sichere Nennungen."""
    aufloesung = Ortsaufloesung(verzeichnis)
    kennungen, rollen, still = Trefferzahl(), 0, 0
    fehlen_im_verzeichnis = 0
    for satz in map(json.loads, (daten / SCHLAGZEILEN).read_text(encoding="utf-8").splitlines()):
        nutzlast, _ = aufloesung.nutzlast(satz["titel"], None)
        gemeldet = [n for n in nutzlast["nennungen"] if n["ort_id"] is not None]
        for n in gemeldet:
            gold = [g for g in satz["orte"] if _ueberlappt(g, n)]
            treffer = [g for g in gold if g["sicher"] and g["id"] == n["ort_id"]]
            if treffer:
                kennungen.richtig += 1
                rollen += any(g["rolle"] == n["rolle"] for g in treffer)
            elif all(g["sicher"] for g in gold):
                kennungen.falsch += 1
            still += any(g["sicher"] and g["id"] is None for g in gold)
        for g in satz["orte"]:
            if g["sicher"] and g["id"] is not None and all(n["ort_id"] != g["id"] for n in gemeldet):
                kennungen.fehlend += g["id"] in verzeichnis.orte
                fehlen_im_verzeichnis += g["id"] not in verzeichnis.orte
    precision, recall, _ = kennungen.zeile()
    yield "Orte, Kennungen", "Precision", "Recall (im Verzeichnis)", "nicht im Verzeichnis", "Stille verletzt", "Rolle"
    rolle = _anteil(rollen, kennungen.richtig)
    yield "Schlagzeilen, sichere Nennungen", precision, recall, str(fehlen_im_verzeichnis), str(still), rolle


def messen_spannen(daten: Path, verzeichnis: Ortsverzeichnis) -> Iterator[Sequence[str]]:
    """Erkennung: Spannen der Rolle ort, streng verglichen.

    Wo allein Städte gelabelt sind, zählen gemeldete Städte; die Spalte daneben lässt die weg, die eine andere
    gelabelte Spanne (Strecke, Region) überlappen.
    """
    aufloesung = Ortsaufloesung(verzeichnis)
    zahlen = {satz: (Trefferzahl(), Trefferzahl()) for satz in SAETZE}
    with gzip.open(daten / SPANNEN, "rt", encoding="utf-8") as datei:
        for zeile in map(json.loads, datei):
            satz = next(s for s in SAETZE if zeile["source"].startswith(s.quelle))
            gold = {(s["start"], s["end"]) for s in zeile["spans"] if satz.typen is None or s["typ"] in satz.typen}
            nutzlast, _ = aufloesung.nutzlast(zeile["text"], None)
            gemeldet = set(_spannen(nutzlast["nennungen"], satz.nur_staedte))
            andere = [(s["start"], s["end"]) for s in zeile["spans"]]
            ohne = {s for s in gemeldet if s in gold or not any(a < s[1] and s[0] < e for a, e in andere)}
            for zahl, spannen in zip(zahlen[satz], (gemeldet, ohne), strict=True):
                zahl.richtig += len(gold & spannen)
                zahl.falsch += len(spannen - gold)
                zahl.fehlend += len(gold - spannen)
    yield "Orte, Spannen (Rolle ort)", "Precision", "Recall", "F1", "F1 ohne andere Spannen", "F1 Ausgangswert"
    for satz, (alle, ohne_andere) in zahlen.items():
        yield satz.name, *alle.zeile(), ohne_andere.zeile()[2] if satz.nur_staedte else "–", satz.ausgang


def _spannen(nennungen: Iterable[Mapping[str, Any]], nur_staedte: bool) -> Iterator[tuple[int, int]]:
    for n in nennungen:
        if n["rolle"] == "ort" and not (nur_staedte and n["art"] is not None and n["art"] not in STAEDTE):
            yield n["start"], n["ende"]


def _ueberlappt(gold: Mapping[str, Any], nennung: Mapping[str, Any]) -> bool:
    return bool(gold["start"] < nennung["ende"] and nennung["start"] < gold["end"])


def _anteil(zaehler: int, nenner: int) -> str:
    return f"{zaehler / nenner:.3f} ({zaehler} von {nenner})".replace(".", ",") if nenner else "–"
