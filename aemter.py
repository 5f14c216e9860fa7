"""Ämter: wer an einem Tag ein Amt innehat.

Amtszeiten sind halboffen: der Tag der Übergabe gehört dem Nachfolger. Ein Datum, das nur als Monat oder Jahr bekannt
ist, entscheidet keinen Tag darin. »Offen« heißt: am Tag ``stand`` war kein Ende genannt.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import date, timedelta
from typing import NamedTuple

# Genauigkeit von Datumsangaben, wie Wikidata sie zählt.
JAHR, MONAT, TAG = 9, 10, 11

# So lange nach dem Stand des Spiegels gilt ein offenes Amt als besetzt, wenn kein Nachfolger bekannt ist. Gespiegelt
# wird von Hand und selten; wer es länger lässt, soll das an offenen Nennungen sehen statt an falschen Namen.
FRIST = timedelta(days=365)

# Um so viel länger darf der Stand zurückliegen, wenn der Name dabeisteht und nur noch die Person zu wählen ist.
NAMENSFRIST = timedelta(days=365)

# So lange wird ein früherer Inhaber noch beim bloßen Nachnamen genannt (»Merkels Erbe«).
NACHHALL = timedelta(days=3653)


class Amt(NamedTuple):
    """Ein Amt; ``land`` und ``zustaendigkeit`` sind Kennungen von Akteuren."""

    amt: str
    land: int | None = None
    zustaendigkeit: int | None = None
    kollegial: bool = False
    name: str = ""


class Amtsform(NamedTuple):
    """Ein Wort für ein Amt; ``ort_noetig``: nur mit Staat, Land oder Partei daneben eindeutig."""

    amt: str
    form: str
    ort_noetig: bool = False
    mehrzahl: bool = False


class Amtszeit(NamedTuple):
    """Wer ein Amt wann hatte; die Angaben wie in der Tabelle ``amtsinhaber``."""

    amt: str
    person: int
    von: date | None = None
    von_genauigkeit: int | None = None
    bis: date | None = None
    bis_genauigkeit: int | None = None
    bis_art: str = "offen"
    stand: date | None = None


class Besetzung(NamedTuple):
    """Wer ein Amt an einem Tag sicher hat, und wer es haben könnte (jene eingeschlossen); beide aufsteigend."""

    sicher: tuple[int, ...]
    moeglich: tuple[int, ...]


class _Spanne(NamedTuple):
    person: int
    frueh: int  # frühester möglicher erster Tag, als Tageszahl
    spaet: int  # spätester möglicher erster Tag
    ende_frueh: int  # frühester möglicher Tag, an dem die Zeit vorbei ist
    ende_spaet: int


_IMMER = date.min.toordinal()
_NIE = date.max.toordinal()


class Aemter:
    """Alle Ämter mit ihren Inhabern.

    Args:
        aemter: die Ämter.
        zeiten: ihre Amtszeiten; die Reihenfolge ist gleich.
    """

    def __init__(self, aemter: Iterable[Amt], zeiten: Iterable[Amtszeit]) -> None:
        self.aemter = {amt.amt: amt for amt in aemter}
        self._spannen: dict[str, list[_Spanne]] = defaultdict(list)
        self._von_person: dict[int, list[tuple[str, _Spanne]]] = defaultdict(list)
        zeiten = sorted(zeiten, key=lambda z: (z.amt, z.person, z.von or date.min, z.bis or date.max))
        je_amt: dict[str, list[tuple[Amtszeit, _Spanne]]] = defaultdict(list)
        for zeit in zeiten:
            je_amt[zeit.amt].append((zeit, _spanne(zeit)))
        for amt, paare in je_amt.items():
            kollegial = amt in self.aemter and self.aemter[amt].kollegial
            for zeit, spanne in paare:
                if not kollegial:
                    spanne = _abgeloest(zeit, spanne, [s for _, s in paare])
                self._spannen[amt].append(spanne)
                self._von_person[zeit.person].append((amt, spanne))

    def besetzung(self, amt: str, tag: int) -> Besetzung:
        """Wer das Amt am Berliner Kalendertag ``tag`` (``date.toordinal``) hat."""
        spannen = self._spannen.get(amt, ())
        moeglich = {s.person for s in spannen if s.frueh <= tag < s.ende_spaet}
        sicher = {s.person for s in spannen if s.spaet <= tag < s.ende_frueh}
        return Besetzung(tuple(sorted(sicher)), tuple(sorted(moeglich)))

    def aemter_von(self, person: int, tag: int) -> tuple[str, ...]:
        """Die Ämter, die die Person an dem Tag hat, auch bei etwas älterem Stand: ein Name belegt mehr als ein Amt."""
        return tuple(
            amt
            for amt, s in self._von_person.get(person, ())
            if s.spaet <= tag < s.ende_spaet and tag - s.ende_frueh < NAMENSFRIST.days
        )

    def traeger(self, person: int) -> frozenset[int]:
        """Staaten, Länder und Parteien, deren Ämter die Person hat oder hatte."""
        return frozenset(
            traeger
            for name, _ in self._von_person.get(person, ())
            if (amt := self.aemter.get(name)) is not None
            for traeger in (amt.land, amt.zustaendigkeit)
            if traeger is not None
        )

    def fruehere_aemter(self, person: int, tag: int) -> tuple[str, ...]:
        """Die Ämter der Person, die sie höchstens zehn Jahre vor dem Tag noch hatte."""
        seit = tag - NACHHALL.days
        return tuple(amt for amt, s in self._von_person.get(person, ()) if s.frueh <= tag and s.ende_spaet > seit)

    def je_in(self, person: int, aemter: Collection[str]) -> bool:
        """Ob das Lexikon von der Person irgendeine Amtszeit in einem dieser Ämter kennt."""
        return any(amt in aemter for amt, _ in self._von_person.get(person, ()))

    def je_im_amt(self, person: int) -> bool:
        """Ob das Lexikon irgendeine Amtszeit der Person kennt."""
        return person in self._von_person


def _spanne(zeit: Amtszeit) -> _Spanne:
    frueh, spaet = _grenzen(zeit.von, zeit.von_genauigkeit) or (_IMMER, _NIE)
    if zeit.bis is not None:
        ende_frueh, ende_spaet = _grenzen(zeit.bis, zeit.bis_genauigkeit) or (_IMMER, _NIE)
    elif zeit.bis_art == "offen":
        ende_spaet = _NIE
        ende_frueh = _NIE if zeit.stand is None else (zeit.stand + FRIST).toordinal()
    else:
        ende_frueh, ende_spaet = frueh, _NIE
    return _Spanne(zeit.person, frueh, spaet, ende_frueh, ende_spaet)


def _abgeloest(zeit: Amtszeit, spanne: _Spanne, alle: Iterable[_Spanne]) -> _Spanne:
    """Eine offene Amtszeit endet spätestens, wenn nach ihrem Stand jemand anderes beginnt."""
    if zeit.bis is not None or zeit.bis_art != "offen" or zeit.stand is None:
        return spanne
    stand = zeit.stand.toordinal()
    nachfolger = [s for s in alle if s.person != zeit.person and s.frueh > stand]
    if not nachfolger:
        return spanne
    return spanne._replace(
        ende_frueh=min(spanne.ende_frueh, *(s.frueh for s in nachfolger)), ende_spaet=min(s.spaet for s in nachfolger)
    )


def _grenzen(tag: date | None, genauigkeit: int | None) -> tuple[int, int] | None:
    """Erster und letzter Tag, den eine Angabe meinen kann."""
    if tag is None:
        return None
    if genauigkeit in (None, TAG):
        return tag.toordinal(), tag.toordinal()
    if genauigkeit == MONAT:
        erster = tag.replace(day=1)
        danach = erster.replace(year=erster.year + erster.month // 12, month=erster.month % 12 + 1)
        return erster.toordinal(), danach.toordinal() - 1
    return date(tag.year, 1, 1).toordinal(), date(tag.year, 12, 31).toordinal()
