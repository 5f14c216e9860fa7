"""Texte mit Marken: worin sich zwei Texte unterscheiden, und welche Stellen eines Textes gemeint sind.

Ein markierter Text ist eine Folge von Segmenten (Marke, Text), die aneinandergereiht wieder den Text ergeben. Gerechnet
wird hier und nicht im Browser: dort zählte JavaScript UTF-16-Einheiten, und jedes Emoji verschöbe die Stellen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Literal

Marke = Literal["", "weg", "neu", "stelle"]
Segmente = list[tuple[Marke, str]]

# Wörter am Stück, jedes andere Zeichen für sich; Leerraum unterscheidet keine Texte.
WORT = re.compile(r"\w+|[^\w\s]")

# SequenceMatcher braucht bei lauter gleichen Wörtern die dritte Potenz ihrer Zahl: 1.000 in beiden Texten dauern 20 s.
# Ein Titel hat keine 200; in längeren Texten ist die Mitte zwischen gleichem Anfang und gleichem Ende der Unterschied.
HOECHSTENS = 200 * 200


def unterschiede(a: str, b: str) -> tuple[Segmente, Segmente]:
    """Vergleicht zwei Texte Wort für Wort.

    Returns:
        ``a`` mit der Marke ``weg`` an allem, was ``b`` nicht hat, und ``b`` mit ``neu`` an allem, was ``a`` nicht hat.
    """
    worte_a, worte_b = list(WORT.finditer(a)), list(WORT.finditer(b))
    weg: list[tuple[int, int]] = []
    neu: list[tuple[int, int]] = []
    for a_von, a_bis, b_von, b_bis in _abweichungen([w[0] for w in worte_a], [w[0] for w in worte_b]):
        if a_von < a_bis:
            weg.append((worte_a[a_von].start(), worte_a[a_bis - 1].end()))
        if b_von < b_bis:
            neu.append((worte_b[b_von].start(), worte_b[b_bis - 1].end()))
    return markieren(a, weg, "weg"), markieren(b, neu, "neu")


def _abweichungen(a: list[str], b: list[str]) -> Iterator[tuple[int, int, int, int]]:
    """Wo sich zwei Wortfolgen unterscheiden: (von, bis) in ``a``, (von, bis) in ``b``."""
    if len(a) * len(b) <= HOECHSTENS:
        # Ohne autojunk; sonst gälten in langen Texten häufige Wörter als Rauschen.
        vergleich = SequenceMatcher(None, a, b, autojunk=False)
        yield from (abweichung[1:] for abweichung in vergleich.get_opcodes() if abweichung[0] != "equal")
        return
    kuerzer = min(len(a), len(b))
    vorn = next((i for i in range(kuerzer) if a[i] != b[i]), kuerzer)
    hinten = next((i for i in range(kuerzer - vorn) if a[-1 - i] != b[-1 - i]), kuerzer - vorn)
    yield vorn, len(a) - hinten, vorn, len(b) - hinten


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
