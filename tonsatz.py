"""Der Satz, an dem der Wortton gerechnet wird: Wörter und Satzzeichen, ihre Deutung, die Treffer darin."""

from __future__ import annotations

import re

from wortton import Eintrag

# Wörter (mit Bindestrich und gegenderter Endung) und die Satzzeichen, die etwas bedeuten.
_STUECK = re.compile(
    r"[^\W_]+(?:[-'’][^\W_]+)*(?:[:*_·/]-?[iI]n(?:nen)?(?![^\W_]))?|[.,;:!?–—()„“”»«\"…|]|(?<= )-(?= )"
)
_GENDER = re.compile(r"[:*_·/]-?[iI]n(?:nen)?$")

# Trennen Teilsätze: über sie hinweg wirkt keine Regel.
SATZZEICHEN = frozenset(".,;:!?–—-()…|")
# Dahinter ist ein großer Anfangsbuchstabe kein Zeichen für ein Hauptwort.
NEUER_SATZ = frozenset('.:!?–—-|„“”»«"')
ANFUEHRUNG = frozenset('„“”»«"')


def zerlegen(text: str) -> list[str]:
    """Wörter und Satzzeichen eines gesäuberten Textes, in ihrer Folge und Schreibung."""
    return _STUECK.findall(text)


def stellen(text: str) -> list[tuple[int, int]]:
    """Wo die Stücke stehen, die ``zerlegen`` liefert; halboffen, in Zeichen."""
    return [treffer.span() for treffer in _STUECK.finditer(text)]


def ungegendert(wort: str) -> str:
    """Das Wort ohne gegenderte Endung: »Betrüger:innen« ist »Betrüger«."""
    return _GENDER.sub("", wort)


class Wort:
    """Was eine Form bedeuten kann.

    Attributes:
        formen: Schreibung und Grundformen, klein.
        eintrag: ihr Ton, wenn sie einen trägt.
        groesse: 1 oder -1, wenn sie eine Größe ist, die wachsen und sinken kann; sonst 0.
        thema: das Thema, für das sie steht.
    """

    __slots__ = ("eintrag", "formen", "groesse", "thema")

    def __init__(
        self, formen: frozenset[str], eintrag: Eintrag | None = None, groesse: int = 0, thema: str | None = None
    ) -> None:
        self.formen = formen
        self.eintrag = eintrag
        self.groesse = groesse
        self.thema = thema


class Treffer:
    """Ein Tonwort im Text; die Regeln ändern ``wert`` und vermerken sich in ``regeln``.

    Attributes:
        form: das Wort, wie es dasteht; ein trennbares mit seinem zweiten Teil.
        zusatz: die Stelle dieses zweiten Teils.
    """

    __slots__ = ("eintrag", "form", "regeln", "wert", "zitat", "zusatz")

    def __init__(self, form: str, eintrag: Eintrag, zusatz: int | None = None) -> None:
        self.form = form
        self.zusatz = zusatz
        self.eintrag = eintrag
        self.wert = eintrag.wert
        self.regeln = [eintrag.regel]
        self.zitat = False

    def mal(self, faktor: float, regel: str) -> None:
        """Ändert den Wert."""
        self.wert *= faktor
        self.regeln.append(regel)


class Satz:
    """Ein Text als Folge von Stücken.

    Attributes:
        stuecke: Wörter und Satzzeichen.
        klein: dieselben kleingeschrieben.
        worte: die Stellen, deren Form etwas bedeuten kann.
        treffer: die Tonwörter nach Stelle.
    """

    __slots__ = ("_teile", "klein", "stuecke", "treffer", "worte")

    def __init__(self, stuecke: list[str], worte: dict[int, Wort]) -> None:
        self.stuecke = stuecke
        self.klein = [s.lower() for s in stuecke] if worte else []
        self.worte = worte
        self.treffer = {i: Treffer(stuecke[i], w.eintrag) for i, w in worte.items() if w.eintrag is not None}
        self._teile: list[int] = []
        nummer = 0
        if worte:
            for s in stuecke:
                nummer += s in SATZZEICHEN
                self._teile.append(nummer)

    def zusammen(self, a: int, b: int) -> bool:
        """Ob zwei Stellen im selben Teilsatz stehen; eine Stelle außerhalb des Textes steht in keinem."""
        return 0 <= b < len(self._teile) and self._teile[a] == self._teile[b]

    def danach(self, stelle: int, reichweite: int) -> range:
        """Die Stellen hinter einer, so weit der Teilsatz und die Reichweite gehen."""
        ende = stelle + 1
        while ende <= stelle + reichweite and self.zusammen(stelle, ende):
            ende += 1
        return range(stelle + 1, ende)

    def davor(self, stelle: int, reichweite: int) -> range:
        """Die Stellen vor einer, rückwärts, so weit der Teilsatz und die Reichweite gehen."""
        ende = stelle - 1
        while ende >= stelle - reichweite and self.zusammen(stelle, ende):
            ende -= 1
        return range(stelle - 1, ende, -1)

    def kann_verb_sein(self, stelle: int) -> bool:
        """Ob ein Wort klein geschrieben ist oder einen Satz beginnt: »Fälle« und »Sankt« sind keine Verben."""
        vorn = stelle == 0 or self.stuecke[stelle - 1] in NEUER_SATZ
        return vorn or self.stuecke[stelle][0].islower()

    def formen(self, stelle: int) -> frozenset[str]:
        """Schreibung und Grundformen eines Wortes, das etwas bedeuten kann."""
        wort = self.worte.get(stelle)
        return wort.formen if wort is not None else frozenset()
