"""Mengenverbund: alle Paare von Wortmengen über einer Jaccard-Schwelle, ohne Verlust.

Das Präfixfilter: zwei Mengen über der Schwelle teilen mindestens eines ihrer seltensten Elemente. Nur die Präfixe
gehen in das dünn besetzte Matrixprodukt, das die Kandidaten liefert; jeder Kandidat wird danach ganz gezählt.
Quelle des Verfahrens: Bayardo, Ma, Srikant, Scaling Up All Pairs Similarity Search (WWW 2007); Xiao u. a.,
Efficient Similarity Joins for Near Duplicate Detection (WWW 2008).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import csr_array

if TYPE_CHECKING:
    from numpy.typing import NDArray

# So viele Zeilen gehen auf einmal ins Produkt, so viele Kandidaten ins Nachzählen; mehr kostet nur Speicher.
ZEILEN = 1 << 12
STAPEL = 1 << 17


class Paare(NamedTuple):
    """Paare von Mengen als drei gleich lange Felder: ``links`` < ``rechts`` (Nummern) und ``jaccard``."""

    links: NDArray[np.int64]
    rechts: NDArray[np.int64]
    jaccard: NDArray[np.float64]


class Mengen:
    """Mengen als Zahlen, das seltenste Element jeder Menge zuerst.

    Args:
        folgen: je Menge ihre Wörter in der Reihenfolge des Textes; Wiederholungen zählen einmal.
        gramm: 1 für die Wörter selbst, 3 für Wort-Trigramme (ein kürzerer Text ist sein eigenes).
    """

    def __init__(self, folgen: Sequence[Sequence[str]], gramm: int = 1) -> None:
        nummern = {wort: nummer for nummer, wort in enumerate(dict.fromkeys(chain.from_iterable(folgen)))}
        laenge = np.fromiter(map(len, folgen), np.int64, len(folgen))
        flach = np.fromiter(map(nummern.__getitem__, chain.from_iterable(folgen)), np.int64, int(laenge.sum()))
        zeile = np.repeat(np.arange(len(folgen)), laenge)
        if gramm > 1:
            zeile, flach = _gramme(flach, zeile, laenge, len(nummern), gramm)
        self.zahl = len(folgen)
        haeufigkeit = np.bincount(flach)
        self.breite = max(len(haeufigkeit), 1)
        rang = np.empty(self.breite, np.int64)
        rang[np.argsort(haeufigkeit, kind="stable")] = np.arange(len(haeufigkeit))
        schluessel = zeile * self.breite + rang[flach]
        schluessel.sort()
        schluessel = schluessel[np.diff(schluessel, prepend=-1) != 0]
        zeile, self.spalte = np.divmod(schluessel, self.breite)
        self.laenge = np.bincount(zeile, minlength=self.zahl)
        self.anfang = np.concatenate(([0], np.cumsum(self.laenge)))
        self.stelle = np.arange(len(self.spalte)) - self.anfang[zeile]
        # Elemente, die nur einmal vorkommen, stehen vorn und können niemanden verbinden.
        self.einzeln = int((haeufigkeit == 1).sum())

    def praefixe(self, gemeinsam: NDArray[np.int64]) -> csr_array:
        """Matrix (Mengen x Elemente) der Präfixe, die bei ``gemeinsam`` geteilten Elementen eines davon enthalten."""
        nimm = (self.stelle <= np.repeat(self.laenge - gemeinsam, self.laenge)) & (self.spalte >= self.einzeln)
        zeiger = np.concatenate(([0], np.cumsum(nimm)))[self.anfang]
        spalten = self.spalte[nimm]
        return csr_array((np.ones(len(spalten), np.bool_), spalten, zeiger), shape=(self.zahl, self.breite))

    def ganz(self) -> csr_array:
        """Matrix (Mengen x Elemente) aller Elemente."""
        return csr_array(
            (np.ones(len(self.spalte), np.int32), self.spalte, self.anfang), shape=(self.zahl, self.breite)
        )


def _gramme(
    flach: NDArray[np.int64], zeile: NDArray[np.int64], laenge: NDArray[np.int64], breite: int, gramm: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    # Jede Stelle, von der aus ``gramm`` Wörter in derselben Menge liegen; kurze Texte füllt die Nummer ``breite`` auf.
    stelle = np.arange(len(flach)) - np.repeat(np.cumsum(laenge) - laenge, laenge)
    rest = laenge[zeile] - stelle
    anfang = np.flatnonzero((rest >= gramm) | ((stelle == 0) & (rest < gramm)))
    schluessel = np.zeros(len(anfang), np.int64)
    for versatz in range(gramm):
        wort = np.full(len(anfang), breite, np.int64)
        drin = rest[anfang] > versatz
        wort[drin] = flach[anfang[drin] + versatz]
        schluessel = schluessel * (breite + 1) + wort
    return zeile[anfang], np.unique(schluessel, return_inverse=True)[1]


def verbinden(mengen: Mengen, schwelle: Fraction, auswahl: NDArray[np.int64] | None = None) -> Paare:
    """Alle Paare mit Jaccard über oder gleich ``schwelle``; leere Mengen gehören zu keinem.

    Args:
        mengen: die Mengen, Nummern 0 bis n-1.
        schwelle: Bruch zwischen 0 (ausschließlich) und 1.
        auswahl: nur Paare, an denen mindestens eine dieser Nummern beteiligt ist (aufsteigend); sonst alle.

    Returns:
        Paare, aufsteigend nach (links, rechts), jedes einmal.
    """
    z, n = schwelle.numerator, schwelle.denominator
    # Die längere Menge sucht mit dem Präfix für den kürzesten möglichen Partner, die kürzere steht mit dem für einen
    # gleich langen im Verzeichnis: dort muss das Gemeinsame 2t/(1+t) ihrer Länge sein.
    suchend = mengen.praefixe(-(-z * mengen.laenge // n))
    verzeichnis = mengen.praefixe(-(-2 * z * mengen.laenge // (n + z)))
    if auswahl is None:
        kandidaten = [_produkt(mengen, suchend, verzeichnis, None, None)]
    else:
        # Die Auswahl steht einmal auf der längeren, einmal auf der kürzeren Seite.
        kandidaten = [
            _produkt(mengen, suchend, verzeichnis, auswahl, None),
            _produkt(mengen, suchend, verzeichnis, None, auswahl),
        ]
    links, rechts = (np.concatenate(seite) for seite in zip(*kandidaten, strict=True))
    paare = np.unique(np.minimum(links, rechts) * mengen.zahl + np.maximum(links, rechts))
    return bestaetigen(mengen, *np.divmod(paare, mengen.zahl), schwelle)


def _produkt(
    mengen: Mengen,
    suchend: csr_array,
    verzeichnis: csr_array,
    lange: NDArray[np.int64] | None,
    kurze: NDArray[np.int64] | None,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    zeilen = np.arange(mengen.zahl) if lange is None else lange
    spalten = np.arange(mengen.zahl) if kurze is None else kurze
    rechts_t = (verzeichnis if kurze is None else verzeichnis[kurze]).T.tocsr()
    gefunden: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
    for von in range(0, len(zeilen), ZEILEN):
        block = zeilen[von : von + ZEILEN]
        produkt = (suchend[block] @ rechts_t).tocoo()
        i, j = block[produkt.coords[0]], spalten[produkt.coords[1]]
        li, lj = mengen.laenge[i], mengen.laenge[j]
        # Längenfilter: die kürzere muss schon der Länge nach reichen; gleich lange Paare nur einmal.
        nimm = (li > lj) | ((li == lj) & ((i < j) | (lange is not None) | (kurze is not None)) & (i != j))
        gefunden.append((i[nimm], j[nimm]))
    if not gefunden:
        leer = np.empty(0, np.int64)
        return leer, leer
    i, j = (np.concatenate(seite) for seite in zip(*gefunden, strict=True))
    return i, j


def bestaetigen(mengen: Mengen, links: NDArray[np.int64], rechts: NDArray[np.int64], schwelle: Fraction) -> Paare:
    """Zählt Kandidaten ganz aus und behält, was die Schwelle erreicht; Ergebnis wie ``verbinden``."""
    z, n = schwelle.numerator, schwelle.denominator
    la, lb = mengen.laenge[links], mengen.laenge[rechts]
    # Längenfilter: schon die kürzere Menge muss den Anteil an der längeren erreichen.
    nimm = n * np.minimum(la, lb) >= z * np.maximum(la, lb)
    links, rechts = links[nimm], rechts[nimm]
    ganz = mengen.ganz()
    schnitt = np.empty(len(links), np.int64)
    for von in range(0, len(links), STAPEL):
        teil = slice(von, von + STAPEL)
        schnitt[teil] = ganz[links[teil]].multiply(ganz[rechts[teil]]).sum(axis=1)
    vereinigung = mengen.laenge[links] + mengen.laenge[rechts] - schnitt
    nimm = (n * schnitt >= z * vereinigung) & (vereinigung > 0)
    links, rechts = links[nimm], rechts[nimm]
    ordnung = np.lexsort((rechts, links))
    return Paare(links[ordnung], rechts[ordnung], (schnitt[nimm] / vereinigung[nimm])[ordnung])
