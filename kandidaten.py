"""Kandidaten: welche Titel überhaupt verglichen werden müssen.

``exakt`` verliert kein Paar, das ``titel.urteilen`` verbände; ``simhash`` ist das gröbere Verfahren zum Vergleich.
Beide nennen Paare von Nummern, auf Wunsch nur solche, an denen eine Auswahl beteiligt ist.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations

import numpy as np

from titel import ENTHALTEN_MIT_MARKE, SCHWELLE, SCHWELLE_NAECHSTER, Titel
from verbund import Mengen, verbinden

Paar = tuple[int, int]

# 64 Bit in vier Bändern zu 16: Paare mit höchstens drei abweichenden Bit teilen sicher ein Band (Manku, Jain,
# Das Sarma, Detecting Near-Duplicates for Web Crawling, WWW 2007).
SIMHASH_BAENDER = 4
SIMHASH_BANDBREITE = 16


def exakt(titel: Sequence[Titel], auswahl: Sequence[int] | None) -> Iterable[Paar]:
    """Alle Paare, deren Basis nach Trigrammen ähnlich ist, die wörtlich ineinander enthalten oder gleich sind.

    Args:
        titel: die Titel, Nummern 0 bis n-1, keiner ohne Wörter.
        auswahl: nur Paare mit mindestens einer dieser Nummern (aufsteigend); sonst alle.
    """
    return chain(
        _verbund(titel, auswahl, lambda t: t.basis.split(), 3, SCHWELLE),
        _enthaltene(titel, auswahl),
        _gleiche(titel),
    )


def naechste(titel: Sequence[Titel], auswahl: Sequence[int] | None) -> Iterable[Paar]:
    """Alle Paare, deren Kerne nach Wörtern ähnlich genug sind, um als nächster Titel genannt zu werden."""
    return _verbund(titel, auswahl, lambda t: t.woerter, 1, SCHWELLE_NAECHSTER)


def simhash(titel: Sequence[Titel], auswahl: Sequence[int] | None) -> Iterable[Paar]:
    """Paare, deren SimHash in mindestens einem Band gleich ist; findet nicht alle ähnlichen."""
    gewaehlt = None if auswahl is None else set(auswahl)
    baender: dict[tuple[int, int], list[int]] = defaultdict(list)
    maske = (1 << SIMHASH_BANDBREITE) - 1
    for nummer, t in enumerate(titel):
        wert = simhash_wert(t.trigramme)
        for band in range(SIMHASH_BAENDER):
            baender[band, wert >> (band * SIMHASH_BANDBREITE) & maske].append(nummer)
    for nummern in baender.values():
        for i, j in combinations(nummern, 2):
            if gewaehlt is None or i in gewaehlt or j in gewaehlt:
                yield i, j


def simhash_wert(trigramme: Iterable[tuple[str, ...]]) -> int:
    """SimHash (64 Bit) über Wort-Trigramme, aus BLAKE2b und damit auf jeder Maschine derselbe."""
    summe = np.zeros(64, np.int64)
    for gramm in trigramme:
        rest = hashlib.blake2b(" ".join(gramm).encode(), digest_size=8).digest()
        summe += np.unpackbits(np.frombuffer(rest, np.uint8)).astype(np.int64) * 2 - 1
    return int.from_bytes(np.packbits(summe > 0).tobytes(), "big")


VERFAHREN: dict[str, Callable[[Sequence[Titel], Sequence[int] | None], Iterable[Paar]]] = {
    "exakt": exakt,
    "simhash": simhash,
}


def _verbund(
    titel: Sequence[Titel],
    auswahl: Sequence[int] | None,
    worte: Callable[[Titel], list[str]],
    gramm: int,
    schwelle: Fraction,
) -> Iterator[Paar]:
    folgen = [worte(t) for t in titel]
    if auswahl is None:
        paare = verbinden(Mengen(folgen, gramm), schwelle)
        yield from zip(paare.links.tolist(), paare.rechts.tolist(), strict=True)
        return
    # Nur wenige sind gemeint: wer keines ihrer seltenen Wörter hat, kommt nicht in Frage.
    selten = _seltene(folgen, auswahl, schwelle)
    gewaehlt = set(auswahl)
    auszug = [i for i, folge in enumerate(folgen) if i in gewaehlt or not selten.isdisjoint(folge)]
    stelle = {nummer: n for n, nummer in enumerate(auszug)}
    paare = verbinden(
        Mengen([folgen[i] for i in auszug], gramm), schwelle, np.array([stelle[i] for i in auswahl], np.int64)
    )
    yield from ((auszug[i], auszug[j]) for i, j in zip(paare.links.tolist(), paare.rechts.tolist(), strict=True))


def _seltene(folgen: Sequence[list[str]], auswahl: Sequence[int], schwelle: Fraction) -> set[str]:
    # Von n verschiedenen Wörtern teilt ein Partner mindestens den Anteil ``schwelle``; also eines von je
    # n - Anteil + 1. Trigramme über der Schwelle decken noch mehr Wörter ab, außer wenn sich welche wiederholen.
    haeufigkeit = Counter(chain.from_iterable(folgen))
    selten: set[str] = set()
    for nummer in auswahl:
        worte = set(folgen[nummer])
        anteil = -(-schwelle.numerator * len(worte) // schwelle.denominator)
        wenige = len(worte) - anteil + 1 if len(worte) == len(folgen[nummer]) else len(worte)
        selten.update(sorted(worte, key=lambda w: (haeufigkeit[w], w))[:wenige])
    return selten


def _enthaltene(titel: Sequence[Titel], auswahl: Sequence[int] | None) -> Iterator[Paar]:
    gewaehlt = None if auswahl is None else set(auswahl)
    ganze: dict[str, list[int]] = defaultdict(list)
    enden: set[str] = set()
    for nummer, t in enumerate(titel):
        for teil in {t.voll, t.kern}:
            if (ende := _ende(teil)) is not None:
                ganze[teil].append(nummer)
                if gewaehlt is None or nummer in gewaehlt:
                    enden.add(ende)
    for nummer, t in enumerate(titel):
        # Ist ``lang`` nicht gewählt, muss es ``kurz`` sein; dann stimmt schon das Ende überein.
        if gewaehlt is not None and nummer not in gewaehlt and _ende(t.voll) not in enden:
            continue
        ab = t.voll.find(" ")
        while ab >= 0:
            for kurz in ganze.get(t.voll[ab + 1 :], ()):
                if kurz != nummer and (gewaehlt is None or nummer in gewaehlt or kurz in gewaehlt):
                    yield (nummer, kurz) if nummer < kurz else (kurz, nummer)
            ab = t.voll.find(" ", ab + 1)


def _ende(text: str) -> str | None:
    teile = text.rsplit(" ", ENTHALTEN_MIT_MARKE)
    if len(teile) < ENTHALTEN_MIT_MARKE:
        return None
    return " ".join(teile[-ENTHALTEN_MIT_MARKE:])


def _gleiche(titel: Sequence[Titel]) -> Iterator[Paar]:
    nach_woertern: dict[str, list[int]] = defaultdict(list)
    for nummer, t in enumerate(titel):
        nach_woertern[t.voll].append(nummer)
    for nummern in nach_woertern.values():
        yield from combinations(nummern, 2)
