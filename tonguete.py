"""Tongüte: misst die Klasse »negativ« an gelabelten Schlagzeilen, je Regel mit und ohne sie, für ``guete.py``.

Entwickelt wird an festen 60 % des Satzes (nach dem Hash der Kennung), berichtet am Rest. Die Schlagzeilen dürfen nur
gemessen und nicht weitergegeben werden; hier steht keine.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tonurteil import Wortton
from tonwirkung import REGELN
from wortton import GERMANLEX, HAND, Lexikon, woerterbuch

SATZ = "gold/gold_tonalitaet.jsonl.gz"
# Der einzige Teil, der Schlagzeilen nach ihrem Ausdruck bewertet; die übrigen sind zielbezogen oder Websätze.
SCHLAGZEILEN = "NadineNicoleSchmitt/Analyzing-German-News-Headlines"
ENTWICKLUNG = 6  # von 10

# Was sich einzeln abschalten lässt; »zitate« kennzeichnet nur.
ABSCHALTBAR = ("lemma", "kompositum", "trennbar", "thema", *(name for name in REGELN if name != "zitate"))
ALLES = frozenset((*ABSCHALTBAR, "namen"))

Zeile = Mapping[str, Any]


class Bilanz(NamedTuple):
    """Güte der Klasse »negativ« gegen alles Übrige."""

    genauigkeit: float
    macro_f1: float
    auc: float
    precision: float
    recall: float
    ohne_treffer: float

    def spalten(self) -> list[str]:
        """Die Zahlen für die Tabelle."""
        return [f"{zahl:.3f}".replace(".", ",") for zahl in self]


def entwicklung(kennung: str) -> bool:
    """Ob eine Zeile zum Entwicklungsteil gehört."""
    return int(hashlib.sha256(kennung.encode()).hexdigest()[:8], 16) % 10 < ENTWICKLUNG


def lesen(daten: Path) -> list[Zeile]:
    """Der gelabelte Satz."""
    with gzip.open(daten / SATZ, "rt", encoding="utf-8") as datei:
        return [json.loads(zeile) for zeile in datei]


def messen(daten: Path) -> Iterator[Sequence[str]]:
    """Ausgangswerte, das Verfahren, und jede Regel abgeschaltet; Entwicklungsteil und Rest."""
    schlagzeilen = [z for z in lesen(daten) if z["source"] == SCHLAGZEILEN]
    teile = [[z for z in schlagzeilen if entwicklung(z["id"]) == teil] for teil in (True, False)]
    yield ("Schlagzeilen, negativ gegen alles Übrige", "Teil", "n", *(_name(feld) for feld in Bilanz._fields))
    for name, urteil in _verfahren():
        for teil, zeilen in zip(("Entwicklung", "Rest"), teile, strict=True):
            yield name, teil, str(len(zeilen)), *bilanz(zeilen, urteil(zeilen)).spalten()


def andere_saetze(daten: Path) -> Iterator[Sequence[str]]:
    """Drei Klassen an zielbezogenen Nachrichtensätzen und Websätzen: eine Grenze, kein Ziel."""
    zeilen = lesen(daten)
    wortton = Wortton(Lexikon.lesen((GERMANLEX, HAND), woerterbuch()))
    yield "Andere Sätze, drei Klassen", "n", "Genauigkeit", "Mehrheitsklasse"
    for quelle in sorted({z["source"] for z in zeilen} - {SCHLAGZEILEN}):
        teil = [z for z in zeilen if z["source"] == quelle]
        klassen = {"negativ": "negative", "positiv": "positive"}
        treffer = sum(klassen.get(wortton.feld(z["text"])["klasse"], "neutral") == z["label"] for z in teil)
        labels = [z["label"] for z in teil]
        mehrheit = max(labels.count(label) for label in set(labels))
        yield quelle, str(len(teil)), *(f"{zahl / len(teil):.3f}".replace(".", ",") for zahl in (treffer, mehrheit))


def _verfahren() -> Iterator[tuple[str, Any]]:
    def wortton(dateien: Sequence[Path], ohne: frozenset[str] = frozenset()) -> Any:
        verfahren = Wortton(Lexikon.lesen(dateien, woerterbuch(), ohne), ohne=ohne)
        return lambda zeilen: [verfahren.feld(z["text"]) for z in zeilen]

    def mehrheit(zeilen: Sequence[Zeile]) -> list[Zeile]:
        return [{"klasse": "negativ", "summe": 0.0}] * len(zeilen)

    def rohe_summe(zeilen: Sequence[Zeile]) -> list[Zeile]:
        felder = roh(zeilen)
        return [feld | {"klasse": "negativ" if feld["summe"] < 0 else "positiv"} for feld in felder]

    roh = wortton((GERMANLEX,), ALLES)
    beide = (GERMANLEX, HAND)
    yield "Mehrheitsklasse", mehrheit
    yield "germanlex, rohe Summe der Formen unter 0", rohe_summe
    yield "germanlex mit allen Regeln", wortton((GERMANLEX,))
    yield "**germanlex und Handliste mit allen Regeln**", wortton(beide)
    for regel in ABSCHALTBAR:
        yield f"ohne {regel}", wortton(beide, frozenset({regel}))


def bilanz(zeilen: Sequence[Zeile], felder: Sequence[Zeile]) -> Bilanz:
    """Rechnet Label gegen Klasse; die AUC nimmt die Summe als Rang."""
    paare = [(z["label"] == "negative", f["klasse"] == "negativ") for z, f in zip(zeilen, felder, strict=True)]
    rp, fp, fn, rn = (paare.count(paar) for paar in ((True, True), (False, True), (True, False), (False, False)))
    summen = [(z["label"] == "negative", f["summe"]) for z, f in zip(zeilen, felder, strict=True)]
    ohne = sum(f["klasse"] == "ohne_treffer" for f in felder)
    return Bilanz(
        (rp + rn) / len(paare),
        (_f1(rp, fp, fn) + _f1(rn, fn, fp)) / 2,
        _auc([s for negativ, s in summen if negativ], sorted(s for negativ, s in summen if not negativ)),
        rp / (rp + fp or 1),
        rp / (rp + fn or 1),
        ohne / len(paare),
    )


def _f1(richtig: int, falsch: int, verfehlt: int) -> float:
    return 2 * richtig / (2 * richtig + falsch + verfehlt or 1)


def _auc(negative: Sequence[float], uebrige: Sequence[float]) -> float:
    """Wie oft eine negative Schlagzeile die kleinere Summe hat; Gleichstand zählt halb."""
    groesser = sum(len(uebrige) - (bisect_left(uebrige, s) + bisect_right(uebrige, s)) / 2 for s in negative)
    return groesser / (len(negative) * len(uebrige))


def _name(feld: str) -> str:
    return {
        "genauigkeit": "Genauigkeit",
        "macro_f1": "Macro-F1",
        "auc": "AUC",
        "precision": "Precision negativ",
        "recall": "Recall negativ",
        "ohne_treffer": "ohne Treffer",
    }[feld]
