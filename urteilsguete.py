"""Urteilsgüte: was Urteile über eine Schicht sagen, mit Intervallen, und wie weit die Prüfenden übereinstimmen.

Precision ist richtig / (richtig + falsch). Jede Zeile zählt einmal: bei mehreren Urteilen gilt das häufigste, bei
Gleichstand unklar.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from statistics import NormalDist

from scipy.stats import binomtest

import konfidenzband
from probe import URTEILE
from urteile import Gruppe, Urteil, Urteile, Zeile

# So viele Urteile braucht ein Stratum, damit die Hochrechnung nicht eigens darauf hinweist. Bei zehn Urteilen, alle
# richtig, reicht das Wilson-Intervall noch bis 72 %.
WENIGE = 10

Z = NormalDist().inv_cdf(0.975)

Intervall = tuple[float, float]


@dataclass(frozen=True)
class Bilanz:
    """Gezählte Zeilen."""

    richtig: int = 0
    falsch: int = 0
    unklar: int = 0
    offen: int = 0

    @property
    def beurteilt(self) -> int:
        """Zeilen mit einem Urteil."""
        return self.entschieden + self.unklar

    @property
    def entschieden(self) -> int:
        """Zeilen, aus denen die Precision kommt."""
        return self.richtig + self.falsch

    @property
    def precision(self) -> float | None:
        """Anteil der richtigen an den entschiedenen."""
        return self.richtig / self.entschieden if self.entschieden else None

    @property
    def vorsichtig(self) -> float | None:
        """Precision, wenn jede unklare Zeile falsch wäre."""
        return self.richtig / self.beurteilt if self.beurteilt else None

    @property
    def intervall(self) -> Intervall | None:
        """95-%-Intervall der Precision nach Wilson (1927)."""
        return wilson(self.richtig, self.entschieden) if self.entschieden else None


@dataclass(frozen=True)
class Posten:
    """Die Bilanz einer Methode in einem Konfidenzband."""

    methode: str
    band: str
    bilanz: Bilanz


@dataclass(frozen=True)
class Stratum:
    """Ein Stratum einer geschichteten Ziehung."""

    name: str
    umfang: int
    bilanz: Bilanz


@dataclass(frozen=True)
class Hochrechnung:
    """Precision des Bestands aus einer geschichteten Stichprobe.

    Attributes:
        precision: nach Umfang gewichtet, über die Strata mit entschiedenen Zeilen.
        intervall: 95 %.
        vorsichtig: dasselbe, wenn jede unklare Zeile falsch wäre.
        strata: alle der Stichprobe.
    """

    precision: float | None
    intervall: Intervall | None
    vorsichtig: float | None
    strata: Sequence[Stratum]

    @property
    def bestand(self) -> int:
        """Zeilen aller Strata."""
        return sum(stratum.umfang for stratum in self.strata)

    @property
    def gedeckt(self) -> int:
        """Zeilen der Strata, die ins Ergebnis eingehen."""
        return sum(stratum.umfang for stratum in self.strata if stratum.bilanz.entschieden)

    @property
    def duenn(self) -> Sequence[Stratum]:
        """Strata, deren Anteil auf wenigen Urteilen ruht; ganz geprüfte nicht."""
        return [s for s in self.strata if 0 < s.bilanz.entschieden < min(WENIGE, s.umfang)]

    @property
    def ohne_urteil(self) -> Sequence[Stratum]:
        """Strata, über die nichts bekannt ist."""
        return [s for s in self.strata if not s.bilanz.entschieden]


@dataclass(frozen=True)
class Uebereinstimmung:
    """Wie weit mehrere Prüfende gleich urteilen.

    Attributes:
        zeilen: von mindestens zwei beurteilt.
        gleich: Anteil gleicher unter allen Paaren von Urteilen an derselben Zeile.
        alpha: Krippendorffs Alpha für nominale Werte.
        grund: warum Alpha unbestimmt ist, sonst leer.
    """

    zeilen: int
    gleich: float | None
    alpha: float | None
    grund: str = ""


@dataclass(frozen=True)
class Gespraech:
    """Eine Zeile, über die zu reden ist."""

    zeile: Zeile
    gruende: Sequence[str]
    urteile: Sequence[Urteil]
    texte: Mapping[str, str]


@dataclass(frozen=True)
class Befund:
    """Alles zu einer Gruppe, also zu einer Schicht, coder_version und Ziehung."""

    gruppe: Gruppe
    pruefende: Sequence[str]
    bilanz: Bilanz
    posten: Sequence[Posten]
    hochrechnung: Hochrechnung | None
    uebereinstimmung: Uebereinstimmung | None
    gespraeche: Sequence[Gespraech] = field(default_factory=list)


def auswerten(urteile: Urteile) -> list[Befund]:
    """Ein Befund je Gruppe, nach Schicht, coder_version und Ziehung geordnet; nichts wird über sie hinweg gemischt."""
    gruppen: dict[Gruppe, dict[Zeile, Sequence[Urteil]]] = {}
    for zeile, stimmen in urteile.je_zeile.items():
        gruppen.setdefault(zeile.gruppe, {})[zeile] = stimmen
    return [_befund(gruppe, gruppen[gruppe], urteile) for gruppe in sorted(gruppen)]


def _befund(gruppe: Gruppe, zeilen: Mapping[Zeile, Sequence[Urteil]], urteile: Urteile) -> Befund:
    namen = {u.pruefer.casefold(): u.pruefer for stimmen in zeilen.values() for u in stimmen if u.urteil}
    ergebnis = {zeile: geltend(u.urteil for u in stimmen) for zeile, stimmen in zeilen.items()}
    return Befund(
        gruppe,
        [namen[name] for name in sorted(namen)],
        zaehlen(ergebnis.values()),
        _posten(ergebnis),
        hochrechnen(_strata(ergebnis)) if gruppe[2] == "geschichtet" else None,
        uebereinstimmen(zeilen) if len(namen) > 1 else None,
        [
            Gespraech(zeile, gruende, stimmen, urteile.texte.get((gruppe[0], zeile.kennung), {}))
            for zeile, stimmen in zeilen.items()
            if (gruende := _gruende(stimmen))
        ],
    )


def geltend(stimmen: Iterable[str]) -> str:
    """Das Urteil über eine Zeile: das häufigste, bei Gleichstand unklar, ohne Stimme leer."""
    vorn = Counter(stimme for stimme in stimmen if stimme).most_common(2)
    if not vorn:
        return ""
    return "unklar" if len(vorn) == 2 and vorn[0][1] == vorn[1][1] else vorn[0][0]


def zaehlen(urteile: Iterable[str]) -> Bilanz:
    """Die Bilanz geltender Urteile."""
    zahl = Counter(urteile)
    return Bilanz(*(zahl[urteil] for urteil in (*URTEILE, "")))


def wilson(treffer: int, anzahl: int) -> Intervall:
    """95-%-Intervall eines Anteils nach Wilson (1927), ohne Stetigkeitskorrektur."""
    grenzen = binomtest(treffer, anzahl).proportion_ci(confidence_level=0.95, method="wilson")
    return float(grenzen.low), float(grenzen.high)


def hochrechnen(strata: Sequence[Stratum]) -> Hochrechnung:
    """Rechnet eine geschichtete Stichprobe auf den Bestand hoch.

    Der Anteil ist der geschichtete Schätzer, die mit dem Umfang gewichteten Anteile der Strata (Cochran 1977, Kap. 5).
    Sein Intervall ist das von Wilson mit der wirksamen statt der gezählten Zahl der Urteile, wie es Franco, Little,
    Louis und Slud (2019, Journal of Survey Statistics and Methodology 7, 334–364) für solche Stichproben empfehlen.
    Die Varianz eines Stratums kommt aus dem geglätteten Anteil (richtig + 1) / (entschieden + 2); roh wäre sie 0, wo
    kein Fehler auffiel. Ein ganz geprüftes Stratum ist bekannt und hat keine.
    """
    bekannt = [s for s in strata if s.bilanz.entschieden]
    bestand = sum(s.umfang for s in bekannt)
    if not bestand:
        return Hochrechnung(None, None, None, strata)
    anteil = vorsichtig = geglaettet = varianz = 0.0
    for s in bekannt:
        gewicht, n = s.umfang / bestand, s.bilanz.entschieden
        anteil += gewicht * s.bilanz.richtig / n
        vorsichtig += gewicht * s.bilanz.richtig / s.bilanz.beurteilt
        glatt = (s.bilanz.richtig + 1) / (n + 2)
        geglaettet += gewicht * glatt
        if n < s.umfang:
            varianz += gewicht**2 * glatt * (1 - glatt) / n
    if not varianz:
        return Hochrechnung(anteil, (anteil, anteil), vorsichtig, strata)
    wirksam = geglaettet * (1 - geglaettet) / varianz
    return Hochrechnung(anteil, _wilson(anteil, wirksam), vorsichtig, strata)


def _wilson(anteil: float, anzahl: float) -> Intervall:
    """Wilson für eine gebrochene Zahl von Urteilen; ``binomtest`` nimmt nur ganze."""
    z2 = Z * Z / anzahl
    mitte = (anteil + z2 / 2) / (1 + z2)
    halb = sqrt(z2 * anteil * (1 - anteil) + z2 * z2 / 4) / (1 + z2)
    return max(0.0, mitte - halb), min(1.0, mitte + halb)


def uebereinstimmen(zeilen: Mapping[Zeile, Sequence[Urteil]]) -> Uebereinstimmung:
    """Übereinstimmung über alle Zeilen mit mindestens zwei Urteilen.

    Alpha nach Krippendorff (2011, »Computing Krippendorff's Alpha-Reliability«), gerechnet von NLTK.
    """
    mehrfach = {
        zeile: stimmen
        for zeile, alle in zeilen.items()
        if len(stimmen := [(u.pruefer.casefold(), u.urteil) for u in alle if u.urteil]) > 1
    }
    if not mehrfach:
        return Uebereinstimmung(0, None, None, "keine Zeile haben zwei Personen beurteilt")
    paare = [a == b for stimmen in mehrfach.values() for (_, a), (_, b) in combinations(stimmen, 2)]
    gleich = sum(paare) / len(paare)
    werte = {urteil for stimmen in mehrfach.values() for _, urteil in stimmen}
    if len(werte) == 1:
        return Uebereinstimmung(len(mehrfach), gleich, None, f"alle urteilen {werte.pop()}, der Zufall hat kein Maß")
    # Erst hier: NLTK lädt Sekunden, und eine Person allein braucht es nicht.
    from nltk.metrics.agreement import AnnotationTask  # type: ignore[import-untyped]

    daten = [(wer, zeile.kennung, urteil) for zeile, stimmen in mehrfach.items() for wer, urteil in stimmen]
    return Uebereinstimmung(len(mehrfach), gleich, float(AnnotationTask(data=daten).alpha()))


def _posten(ergebnis: Mapping[Zeile, str]) -> list[Posten]:
    baender = [*(band.name for band in konfidenzband.BAENDER), konfidenzband.OHNE]
    gruppen: dict[tuple[str, int], list[str]] = {}
    for zeile, urteil in ergebnis.items():
        rang = baender.index(konfidenzband.band(zeile.konfidenz))
        gruppen.setdefault((zeile.methode, rang), []).append(urteil)
    return [Posten(methode, baender[rang], zaehlen(gruppen[methode, rang])) for methode, rang in sorted(gruppen)]


def _strata(ergebnis: Mapping[Zeile, str]) -> list[Stratum]:
    gruppen: dict[tuple[str, int], list[str]] = {}
    for zeile, urteil in ergebnis.items():
        gruppen.setdefault((zeile.stratum, zeile.umfang or 0), []).append(urteil)
    return [Stratum(name, umfang, zaehlen(gruppen[name, umfang])) for name, umfang in sorted(gruppen)]


def _gruende(stimmen: Sequence[Urteil]) -> list[str]:
    urteile = {stimme.urteil for stimme in stimmen if stimme.urteil}
    return [
        grund
        for grund, gilt in (
            ("uneins", len(urteile) > 1),
            ("unklar", "unklar" in urteile),
            ("Bemerkung", any(stimme.bemerkung for stimme in stimmen)),
        )
        if gilt
    ]
