"""Mengenverbund: alle Paare von Wortmengen über einer Jaccard-Schwelle, ohne Verlust.

Das Präfixfilter: zwei Mengen über der Schwelle teilen mindestens eines ihrer seltensten Elemente. Nur die Präfixe
gehen in das dünn besetzte Matrixprodukt, das die Kandidaten liefert; jeder Kandidat wird danach ganz gezählt.
Quelle des Verfahrens: Bayardo, Ma, Srikant, Scaling Up All Pairs Similarity Search (WWW 2007); Xiao u. a.,
Efficient Similarity Joins for Near Duplicate Detection (WWW 2008).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import csr_array

if TYPE_CHECKING:
    from numpy.typing import NDArray

# So viele Einträge hat ein Block des Produkts höchstens; mehr kostet nur Speicher.
EINTRAEGE = 1 << 20
GRENZE = 1 << 62


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
        # 64 Bit je Menge, eines je Element; Elemente teilen sich Bit.
        self.signatur = np.zeros(self.zahl, np.uint64)
        if len(self.spalte):
            bit = np.uint64(1) << (self.spalte % 64).astype(np.uint64)
            volle = np.flatnonzero(self.laenge)
            self.signatur[volle] = np.bitwise_or.reduceat(bit, self.anfang[:-1][volle])
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
        if versatz and int(schluessel.max(initial=0)) > GRENZE // (breite + 1):
            # Ein sehr großer Wortschatz passt nicht zu dritt in 64 Bit; neu nummeriert passt er.
            schluessel = np.unique(schluessel, return_inverse=True)[1]
        schluessel = schluessel * (breite + 1) + wort
    return zeile[anfang], np.unique(schluessel, return_inverse=True)[1]


def verbinden(mengen: Mengen, schwelle: Fraction, innen: NDArray[np.bool_] | None = None) -> Paare:
    """Alle Paare mit Jaccard über oder gleich ``schwelle``; leere Mengen gehören zu keinem.

    Args:
        mengen: die Mengen, Nummern 0 bis n-1.
        schwelle: Bruch zwischen 0 (ausschließlich) und 1.
        innen: je Menge, ob sie gemeint ist; genannt werden dann nur Paare mit mindestens einer gemeinten.

    Returns:
        Paare, aufsteigend nach (links, rechts), jedes einmal.
    """
    z, n = schwelle.numerator, schwelle.denominator
    # Die längere Menge sucht mit dem Präfix für den kürzesten möglichen Partner, die kürzere steht mit dem für einen
    # gleich langen im Verzeichnis: dort muss das Gemeinsame 2t/(1+t) ihrer Länge sein.
    suchend = mengen.praefixe(-(-z * mengen.laenge // n))
    verzeichnis = mengen.praefixe(-(-2 * z * mengen.laenge // (n + z)))
    ganz = mengen.ganz()
    alle = np.arange(mengen.zahl)
    teile = [(alle, alle)] if innen is None else [(alle[innen], alle), (alle[~innen], alle[innen])]
    gefunden = [
        _bestaetigen(mengen, ganz, lang, kurz, schwelle)
        for zeilen, spalten in teile
        for lang, kurz in _kandidaten(mengen, suchend[zeilen], zeilen, verzeichnis[spalten], spalten)
    ]
    links, rechts, jaccard = (np.concatenate(feld) for feld in zip(*gefunden, strict=True))
    ordnung = np.lexsort((rechts, links))
    return Paare(links[ordnung], rechts[ordnung], jaccard[ordnung])


def _bloecke(kosten: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Zerlegt die Zeilen so, dass kein Block mehr als ``EINTRAEGE`` kostet, es sei denn, er hat nur eine Zeile."""
    summe = np.cumsum(kosten)
    von = 0
    while von < len(kosten):
        davor = summe[von - 1] if von else 0
        bis = max(int(np.searchsorted(summe, davor + EINTRAEGE, side="right")), von + 1)
        yield von, bis
        von = bis
    if not len(kosten):
        yield 0, 0


def _kandidaten(
    mengen: Mengen, suchend: csr_array, zeilen: NDArray[np.int64], verzeichnis: csr_array, spalten: NDArray[np.int64]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Paare blockweise aus dem Produkt: die längere Menge sucht, gleich lange Paare nennt nur eine Seite."""
    gegen = verzeichnis.T.tocsr()
    # So viele Einträge kann eine Zeile des Produkts höchstens haben.
    kosten = suchend.astype(np.int64) @ np.bincount(verzeichnis.indices, minlength=mengen.breite)
    for von, bis in _bloecke(kosten):
        produkt = (suchend[von:bis] @ gegen).tocoo()
        i, j = zeilen[produkt.coords[0] + von], spalten[produkt.coords[1]]
        li, lj = mengen.laenge[i], mengen.laenge[j]
        nimm = (li > lj) | ((li == lj) & (i < j))
        yield i[nimm], j[nimm]


def _bestaetigen(
    mengen: Mengen, ganz: csr_array, lang: NDArray[np.int64], kurz: NDArray[np.int64], schwelle: Fraction
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Behält die Kandidaten, die die Schwelle erreichen: nach Länge, nach Signatur, zuletzt ganz gezählt."""
    z, n = schwelle.numerator, schwelle.denominator
    nimm = n * mengen.laenge[kurz] >= z * mengen.laenge[lang]
    lang, kurz = lang[nimm], kurz[nimm]
    # Gemeinsame Bit der Signaturen, und je Element, das sein Bit mit einem anderen derselben Menge teilt, eines dazu:
    # mehr Gemeinsames ist nicht möglich.
    gemeinsam = np.bitwise_count(mengen.signatur[lang] & mengen.signatur[kurz]).astype(np.int64)
    hoechstens = gemeinsam + mengen.laenge[kurz] - np.bitwise_count(mengen.signatur[kurz])
    noetig = -(-z * (mengen.laenge[lang] + mengen.laenge[kurz]) // (n + z))
    nimm = hoechstens >= noetig
    lang, kurz = lang[nimm], kurz[nimm]
    schnitt = ganz[lang].multiply(ganz[kurz]).sum(axis=1).astype(np.int64)
    vereinigung = mengen.laenge[lang] + mengen.laenge[kurz] - schnitt
    nimm = n * schnitt >= z * vereinigung
    lang, kurz = lang[nimm], kurz[nimm]
    return np.minimum(lang, kurz), np.maximum(lang, kurz), schnitt[nimm] / vereinigung[nimm]
