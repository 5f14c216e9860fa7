"""Texte mit Marken: worin sich zwei Texte unterscheiden, und welche Stellen eines Textes gemeint sind.

Ein markierter Text ist eine Folge von Segmenten (Marke, Text), die aneinandergereiht wieder den Text ergeben. Gerechnet
wird hier und nicht im Browser: dort zählte JavaScript UTF-16-Einheiten, und jedes Emoji verschöbe die Stellen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Literal

Marke = Literal["", "weg", "neu", "stelle"]
Segmente = list[tuple[Marke, str]]

# Wörter am Stück, jedes andere Zeichen für sich; Leerraum unterscheidet keine Texte.
WORT = re.compile(r"\w+|[^\w\s]")


def unterschiede(a: str, b: str) -> tuple[Segmente, Segmente]:
    """Vergleicht zwei Texte Wort für Wort.

    Returns:
        ``a`` mit der Marke ``weg`` an allem, was ``b`` nicht hat, und ``b`` mit ``neu`` an allem, was ``a`` nicht hat.
    """
    worte_a, worte_b = list(WORT.finditer(a)), list(WORT.finditer(b))
    # Ohne autojunk; sonst gälten in langen Texten häufige Wörter als Rauschen.
    vergleich = SequenceMatcher(None, [w[0] for w in worte_a], [w[0] for w in worte_b], autojunk=False)
    weg: list[tuple[int, int]] = []
    neu: list[tuple[int, int]] = []
    for art, a_von, a_bis, b_von, b_bis in vergleich.get_opcodes():
        if art == "equal":
            continue
        if a_von < a_bis:
            weg.append((worte_a[a_von].start(), worte_a[a_bis - 1].end()))
        if b_von < b_bis:
            neu.append((worte_b[b_von].start(), worte_b[b_bis - 1].end()))
    return markieren(a, weg, "weg"), markieren(b, neu, "neu")


def markieren(text: str, stellen: Iterable[tuple[int, int]], marke: Marke = "stelle") -> Segmente:
    """Teilt einen Text an Stellen; was sich überschneidet, wird eine Marke.

    Args:
        text: der Text.
        stellen: (erstes Zeichen, erstes dahinter), in Zeichen von Python.
        marke: was an den Stellen steht.
    """
    segmente: Segmente = []
    ende = 0
    for von, bis in _vereint(stellen):
        segmente += [("", text[ende:von]), (marke, text[von:bis])]
        ende = bis
    segmente.append(("", text[ende:]))
    return [segment for segment in segmente if segment[1]]


def _vereint(stellen: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    vereint: list[tuple[int, int]] = []
    for von, bis in sorted(stellen):
        if vereint and von < vereint[-1][1]:
            vereint[-1] = (vereint[-1][0], max(vereint[-1][1], bis))
        else:
            vereint.append((von, bis))
    return vereint
