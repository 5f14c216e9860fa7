"""Kandidaten: welche Titel überhaupt verglichen werden müssen.

``Exakt`` verliert kein Paar, das ``titel.urteilen`` verbände; ``SimHash`` ist das gröbere Verfahren zum Vergleich.
Beide gehen zwei Wege: ``alle`` für ganze Tage auf einmal, ``zu`` für einzelne Titel gegen das Verzeichnis eines Tages;
jeder nennt eine Obermenge derselben Paare. Für den nächsten Titel eines anderen Hauses gibt es dieselben zwei Wege als
``naechste_partner`` und ``aehnliche_kerne``.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from normalisierung import hat_kopfmarke, wortstrom
from titel import ENTHALTEN_MIT_MARKE, SCHWELLE, SCHWELLE_NAECHSTER, Titel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from verbund import Paare

Paar = tuple[int, int]
# Zur Mindestlänge eines Textes (oder einem Feld davon), wie viele Wörter er teilen muss.
Noetig = Callable[[Any], Any]

# 64 Bit in vier Bändern zu 16: Paare mit höchstens drei abweichenden Bit teilen sicher ein Band (Manku, Jain,
# Das Sarma, Detecting Near-Duplicates for Web Crawling, WWW 2007).
SIMHASH_BAENDER = 4
SIMHASH_BANDBREITE = 16


class Wortindex:
    """Texte nach ihren Wörtern aufgeschlagen, um Gemeinsamkeiten mit allen auf einmal zu zählen.

    Args:
        strom: die Wörter aller Texte hintereinander, nach jedem Text ein Zeilenumbruch.
    """

    def __init__(self, strom: Iterable[str]) -> None:
        fundstellen: dict[str, list[int]] = {}
        nummer = 0
        for wort in strom:
            if wort == "\n":
                nummer += 1
            elif (liste := fundstellen.get(wort)) is None:
                fundstellen[wort] = [nummer]
            elif liste[-1] != nummer:
                liste.append(nummer)
        self._fundstellen: dict[str, list[int] | NDArray[np.int64]] = dict(fundstellen)
        self._anzahl = nummer
        # Wie viele verschiedene Wörter jeder Text hat.
        alle = np.fromiter(chain.from_iterable(fundstellen.values()), np.int64)
        self.laenge = np.bincount(alle, minlength=nummer)

    def gemeinsam(self, worte: Iterable[str]) -> NDArray[np.int64]:
        """Wie viele dieser Wörter jeder Text enthält; jedes Wort zählt einmal."""
        gefunden = [self._fundstelle(wort) for wort in set(worte) if wort in self._fundstellen]
        if not gefunden:
            return np.zeros(self._anzahl, np.int64)
        return np.bincount(np.concatenate(gefunden), minlength=self._anzahl)

    def mit(self, wort: str) -> NDArray[np.int64]:
        """Die Nummern der Texte mit diesem Wort."""
        return self._fundstelle(wort) if wort in self._fundstellen else np.empty(0, np.int64)

    def _fundstelle(self, wort: str) -> NDArray[np.int64]:
        stellen = self._fundstellen[wort]
        if isinstance(stellen, list):
            stellen = self._fundstellen[wort] = np.array(stellen, np.int64)
        return stellen


class Verzeichnis:
    """Die Titel eines Tages, aufgeschlagen nach dem, was ein Verfahren braucht; gerechnet wird erst bei Bedarf.

    Ein Wortindex lohnt erst für viele Anfragen; bis er mit ``aufschlagen`` verlangt wird, sieht jede Anfrage alle
    Titel durch. Beides nennt eine Obermenge: gezählt werden alle Wörter, auch die des Ressortkürzels.

    Args:
        titel: verschiedene Titel mit mindestens einem Wort, Nummern 0 bis n-1.
    """

    def __init__(self, titel: Sequence[Titel]) -> None:
        self.titel = titel
        self._index: Wortindex | None = None
        self._mindestlaengen: NDArray[np.int64] = np.empty(0, np.int64)

    def aufschlagen(self) -> None:
        """Legt den Wortindex an."""
        if self._index is None:
            if all(t.nur_titel for t in self.titel):
                self._index = Wortindex(wortstrom(t.text for t in self.titel))
                # Mit einer Kopfmarke kann der Kern kürzer sein als der Titel.
                self._mindestlaengen = self._index.laenge
                self._mindestlaengen[[n for n, t in enumerate(self.titel) if hat_kopfmarke(t.text)]] = 1
            else:
                self._index = Wortindex(wort for t in self.titel for wort in (*t.suchwoerter, "\n"))
                self._mindestlaengen = np.ones(len(self.titel), np.int64)

    def mit_gemeinsamen(self, worte: Sequence[str], noetig: Noetig) -> Iterator[int]:
        """Die Titel, die so viele verschiedene dieser Wörter enthalten, wie ``noetig`` zu ihrer Länge verlangt."""
        if self._index is not None:
            yield from np.flatnonzero(self._index.gemeinsam(worte) >= noetig(self._mindestlaengen)).tolist()
            return
        # Wer von n Wörtern m teilt, enthält eines von je n-m+1; lange Wörter sind selten.
        menge = set(worte)
        eines = sorted(menge, key=lambda w: (-len(w), w))[: len(menge) - int(noetig(np.int64(1))) + 1]
        for nummer in self._mit_einem(eines):
            titel = self.titel[nummer]
            if len(menge.intersection(titel.suchwoerter)) >= noetig(np.int64(titel.mindestlaenge)):
                yield nummer

    def mit_gleichem_ende(self, titel: Titel) -> Iterator[int]:
        """Die Titel mit denselben letzten drei Wörtern."""
        ende = _ende(titel)
        seltenes = max(ende, key=len)
        moegliche = self._mit_einem([seltenes]) if self._index is None else self._index.mit(seltenes).tolist()
        for nummer in moegliche:
            if _ende(self.titel[nummer]) == ende:
                yield nummer

    def _mit_einem(self, worte: Sequence[str]) -> Iterator[int]:
        # Hat ein Text nichts zu vereinheitlichen, stehen seine Wörter buchstäblich darin; sonst kommt er in Frage.
        for nummer, titel in enumerate(self.titel):
            klein = titel.kleingeschrieben
            if klein is None:
                yield nummer
                continue
            for wort in worte:
                if wort in klein:
                    yield nummer
                    break

    @cached_property
    def baender(self) -> dict[tuple[int, int], list[int]]:
        """Nach den Bändern des SimHash."""
        fundstellen: dict[tuple[int, int], list[int]] = defaultdict(list)
        for nummer, titel in enumerate(self.titel):
            for band in simhash_baender(titel):
                fundstellen[band].append(nummer)
        return fundstellen


class Verfahren(Protocol):
    """Ein Weg zu den Kandidaten."""

    def alle(self, titel: Sequence[Titel], innen: Sequence[bool]) -> Iterable[Paar]:
        """Paare unter diesen Titeln, die kleinere Nummer zuerst, mindestens einer von ``innen``."""

    def zu(self, titel: Titel, verzeichnis: Verzeichnis) -> Iterable[int]:
        """Nummern im Verzeichnis, die zu ``titel`` passen können."""


class Exakt:
    """Ähnlich nach Trigrammen, wörtlich ineinander enthalten oder gleich."""

    def alle(self, titel: Sequence[Titel], innen: Sequence[bool]) -> Iterator[Paar]:
        """Paare aus dem Mengenverbund und aus gleichen Wortfolgen am Ende."""
        paare = verbinden_titel([t.basiswoerter for t in titel], 3, SCHWELLE, innen)
        yield from zip(paare.links.tolist(), paare.rechts.tolist(), strict=True)
        yield from _enthaltene(titel, innen)

    def zu(self, titel: Titel, verzeichnis: Verzeichnis) -> Iterator[int]:
        """Wer genug Wörter teilt, um genug Trigramme teilen zu können, oder wer gleich endet."""
        yield from verzeichnis.mit_gemeinsamen(titel.basiswoerter, noetig_fuer_trigramme(titel.basiswoerter, SCHWELLE))
        if titel.nur_titel:
            # Wer in ``titel`` enthalten ist oder ihn enthält, endet wie er.
            yield from verzeichnis.mit_gleichem_ende(titel)


class SimHash:
    """Gleiches SimHash-Band; findet nicht alle ähnlichen."""

    def alle(self, titel: Sequence[Titel], innen: Sequence[bool]) -> Iterator[Paar]:
        """Paare, die ein Band teilen."""
        for nummern in Verzeichnis(titel).baender.values():
            yield from ((i, j) for i, j in combinations(nummern, 2) if innen[i] or innen[j])

    def zu(self, titel: Titel, verzeichnis: Verzeichnis) -> Iterator[int]:
        """Wer ein Band teilt."""
        for band in simhash_baender(titel):
            yield from verzeichnis.baender.get(band, ())


VERFAHREN: dict[str, Verfahren] = {"exakt": Exakt(), "simhash": SimHash()}


def aehnliche_kerne(titel: Titel, verzeichnis: Verzeichnis) -> Iterable[int]:
    """Nummern im Verzeichnis, deren Kern nach Wörtern der nächste sein kann."""
    return verzeichnis.mit_gemeinsamen(titel.woerter, noetig_fuer_woerter(titel.woerter, SCHWELLE_NAECHSTER))


def naechste_partner(titel: Sequence[Titel], innen: Sequence[bool]) -> Callable[[int], Iterator[tuple[float, int]]]:
    """Zu jedem Titel von ``innen`` die mit ähnlichem Kern und ihr Maß, der ähnlichste zuerst.

    Returns:
        Funktion von der Nummer eines Titels zu seinen Partnern; erst sie macht aus den Feldern Python-Objekte, denn
        gebraucht werden nur die ersten.
    """
    paare = verbinden_titel([t.woerter for t in titel], 1, SCHWELLE_NAECHSTER, innen)
    von = np.concatenate((paare.links, paare.rechts))
    zu = np.concatenate((paare.rechts, paare.links))
    mass = np.concatenate((paare.jaccard, paare.jaccard))
    ordnung = np.lexsort((zu, -mass, von))
    zu, mass = zu[ordnung], mass[ordnung]
    grenzen = np.searchsorted(von[ordnung], np.arange(len(titel) + 1)).tolist()
    return lambda nummer: (
        (float(mass[stelle]), int(zu[stelle])) for stelle in range(grenzen[nummer], grenzen[nummer + 1])
    )


def noetig_fuer_woerter(worte: Sequence[str], schwelle: Fraction) -> Noetig:
    """Wie viele Wörter ein Text teilen muss, damit das Jaccard-Maß der Wörter die Schwelle erreicht.

    Aus c ≥ t (n + l - c) folgt c ≥ t (n + l) / (1 + t), und immer c ≥ t n.
    """
    menge = len(set(worte))
    mindestens, beide = _anteil(schwelle, menge), schwelle / (1 + schwelle)
    return lambda laenge: np.maximum(mindestens, _anteil(beide, menge + laenge))


def noetig_fuer_trigramme(worte: Sequence[str], schwelle: Fraction) -> Noetig:
    """Wie viele Wörter ein Text teilen muss, damit das Jaccard-Maß der Trigramme die Schwelle erreicht.

    m gemeinsame Trigramme stehen an m Stellen und decken mindestens m+2 Wörter ab; wiederholt sich ein Wort, ist nur
    eines sicher. Ein Text mit l verschiedenen Wörtern hat mindestens l-2 Trigramme.
    """
    if len(set(worte)) < len(worte):
        return lambda laenge: np.minimum(laenge, 1)
    if len(worte) < 3:
        return lambda laenge: np.minimum(laenge, 1) * len(worte)
    eigene = len(worte) - 2
    return lambda laenge: (
        2
        + np.maximum(_anteil(schwelle, eigene), _anteil(schwelle / (1 + schwelle), eigene + np.maximum(laenge - 2, 1)))
    )


def simhash(trigramme: Iterable[tuple[str, ...]]) -> int:
    """SimHash (64 Bit) über Wort-Trigramme, aus BLAKE2b und damit auf jeder Maschine derselbe."""
    stimmen = [0] * 64
    for gramm in trigramme:
        wert = int.from_bytes(hashlib.blake2b(" ".join(gramm).encode(), digest_size=8).digest(), "big")
        for bit in range(64):
            stimmen[bit] += 1 if wert >> bit & 1 else -1
    return sum(1 << bit for bit, stimme in enumerate(stimmen) if stimme > 0)


def simhash_baender(titel: Titel) -> list[tuple[int, int]]:
    """Die Bänder des SimHash eines Titels, je mit ihrer Nummer."""
    wert = simhash(titel.trigramme)
    maske = (1 << SIMHASH_BANDBREITE) - 1
    return [(band, wert >> (band * SIMHASH_BANDBREITE) & maske) for band in range(SIMHASH_BAENDER)]


def _anteil(schwelle: Fraction, menge: Any) -> Any:
    # Aufgerundet, in ganzen Zahlen; ``menge`` ist eine Zahl oder ein Feld.
    return -(-schwelle.numerator * menge // schwelle.denominator)


def _ende(titel: Titel) -> tuple[str, ...]:
    return tuple(titel.alle_woerter[-ENTHALTEN_MIT_MARKE:])


def verbinden_titel(folgen: Sequence[list[str]], gramm: int, schwelle: Fraction, innen: Sequence[bool]) -> Paare:
    """Der Mengenverbund über Wortfolgen; Paare mit mindestens einem von ``innen``."""
    # scipy braucht nur, wer ganze Tage verbindet; ein Slot-Lauf soll nicht darauf warten.
    from verbund import Mengen, verbinden

    return verbinden(Mengen(folgen, gramm), schwelle, np.array(innen, np.bool_))


def _enthaltene(titel: Sequence[Titel], innen: Sequence[bool]) -> Iterator[Paar]:
    """Paare, bei denen ein Titel oder Kern wörtlich am Ende des anderen steht, und Titel mit gleichen Wörtern."""
    ganze: dict[str, list[int]] = defaultdict(list)
    for nummer, t in enumerate(titel):
        ganze[t.voll].append(nummer)
        if t.kern != t.voll:
            ganze[t.kern].append(nummer)
    enden = {_ende(t) for t, drin in zip(titel, innen, strict=True) if drin}
    for nummer, t in enumerate(titel):
        # Wer zu einem gemeinten Titel passt, endet wie er.
        if _ende(t) not in enden:
            continue
        ab = 0
        for _ in range(max(len(t.alle_woerter) - ENTHALTEN_MIT_MARKE, 0) + 1):
            for anderer in ganze.get(t.voll[ab:], ()):
                if anderer != nummer and (innen[nummer] or innen[anderer]):
                    yield (nummer, anderer) if nummer < anderer else (anderer, nummer)
            ab = t.voll.find(" ", ab) + 1
