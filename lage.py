"""Lage: ein Item mit allem, was es an Zusammenhang bietet, um seine Nennungen zu deuten."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import cached_property

from nachschlagewerk import Form, Fund, Nachschlagewerk
from namenkunde import SPORT, SPORTVERBEN, STAATSZEICHEN, ist_verb
from nennungen import Feld

# Niemand ist so alt; wer es wäre, weicht einem jüngeren Namensvetter.
LEBENSALTER = 100
# Personen über diesem Alter ohne Amt sind eher Namensvettern als gemeint.
HOECHSTALTER = 85

ENDUNGEN = ("er", "es", "en", "em", "e", "s", "n")
ARTIKEL_VORN = ("Die", "Der", "Das")

# Wer einen Text geschrieben hat, ist nicht sein Gegenstand. Weiter als so viele Zeichen reicht die Zeile nicht.
_AUTORZEILE = re.compile(
    r"(?:\bVon|\bVON|(?:Interview|Gespräch|Essay|Gastbeitrag|Kommentar|Kolumne|Analyse|Leitartikel|Beobachtung|Glosse"
    r"|Rezension|Reportage|Fotos|Protokoll|Aufgezeichnet|Text|Bericht|Porträt|Meinung)(?: von| mit|:))"
    r" (?:[\w-]+ [\w-]+(?:,| und) )*$"
)
_AUTORZEILE_HOECHSTENS = 60


class Lage:
    """Ein Item, gelesen mit einem Nachschlagewerk.

    Args:
        werk: das Lexikon.
        heimat: die Staaten, deren Parteien und Ämter das Haus ohne Zusatz nennt, der erste zuerst.
        tag: Berliner Kalendertag als ``date.toordinal``.
        felder: Titel und Teaser.
    """

    def __init__(self, werk: Nachschlagewerk, heimat: tuple[int, ...], tag: int, felder: Sequence[Feld]) -> None:
        self.werk = werk
        self.heimat = heimat
        self.tag = tag
        self._funde = [(feld, werk.finden(feld.such)) for feld in felder]

    def funde(self, feld: Feld) -> Sequence[Fund]:
        """Was vom Lexikon in einem Feld steht, nach Anfang."""
        return next(funde for f, funde in self._funde if f is feld)

    def ab(self, feld: Feld, stelle: int) -> Sequence[Fund]:
        """Was genau an einer Stelle anfängt."""
        return self._nach_anfang.get((feld.name, stelle), ())

    def bis(self, feld: Feld, stelle: int) -> Sequence[Fund]:
        """Was genau vor einer Stelle endet."""
        return self._nach_ende.get((feld.name, stelle), ())

    @cached_property
    def _nach_anfang(self) -> dict[tuple[str, int], list[Fund]]:
        return _geordnet((feld.name, fund.start, fund) for feld, funde in self._funde for fund in funde)

    @cached_property
    def _nach_ende(self) -> dict[tuple[str, int], list[Fund]]:
        return _geordnet((feld.name, fund.ende, fund) for feld, funde in self._funde for fund in funde)

    def formen(self, typ: str) -> Iterator[tuple[Feld, Fund, Form]]:
        """Alle Formen von Akteuren eines Typs im Item."""
        for feld, funde in self._funde:
            for fund in funde:
                for form in fund.eintrag.formen:
                    if self.werk.akteure[form.akteur].typ == typ:
                        yield feld, fund, form

    def typen(self, fund: Fund) -> set[str]:
        """Die Typen der Akteure, die eine Form nennen kann."""
        return {self.werk.akteure[form.akteur].typ for form in fund.eintrag.formen}

    # --- Was das Item nennt -------------------------------------------------------------------------------------------

    @cached_property
    def vollnamen(self) -> frozenset[int]:
        """Personen, die mit vollem Namen im Item stehen, außer in der Autorzeile."""
        return frozenset(form.akteur for feld, fund, form in self.formen("person") if not self.ist_autor(feld, fund))

    @cached_property
    def parteien(self) -> frozenset[int]:
        """Parteien, die das Item nennt; mehrdeutige Kürzel mit allen Bedeutungen."""
        return frozenset(
            form.akteur
            for feld, fund, form in self.formen("partei")
            if not form.alltagswort or self.wort_handelt(feld, fund) or in_klammern(feld, fund)
        )

    @cached_property
    def staaten(self) -> frozenset[int]:
        """Staaten, die das Item nennt, auch als Adjektiv, Einwohner oder mit einer ihrer Parteien."""
        namen = {form.akteur for _, _, form in self.formen("staat")}
        # Nur eindeutige und heimische Parteien: FDP heißen mehrere, und DNA ist meist keine.
        namen |= {
            land
            for _, fund, form in self.formen("partei")
            if len(fund.eintrag.formen) == 1 and (land := self.werk.akteure[form.akteur].land) in self.heimat
        }
        for feld, _ in self._funde:
            for wort in feld.worte:
                namen.update(self.adjektiv(wort))
        for staat in self.heimat:
            zeichen = STAATSZEICHEN.get(self.werk.akteure[staat].qid)
            if zeichen is not None and any(zeichen.search(feld.such) for feld, _ in self._funde):
                namen.add(staat)
        return frozenset(namen)

    @cached_property
    def sport(self) -> bool:
        """Ob das Item von Sport handelt: dann gewinnt mit Ungarn eine Mannschaft und mit Union ein Verein."""
        return any(SPORT.search(feld.such) is not None for feld, _ in self._funde)

    def adjektiv(self, wort: str) -> tuple[int, ...]:
        """Die Staaten, zu denen ein Adjektiv oder Einwohnername gehört (französischer, Bremer)."""
        klein = wort.casefold()
        adjektive = self.werk.adjektive
        if klein in adjektive:
            return adjektive[klein]
        for endung in ENDUNGEN:
            if klein.endswith(endung) and (staaten := adjektive.get(klein[: -len(endung)])) is not None:
                return staaten
        return ()

    def wort_handelt(self, feld: Feld, fund: Fund) -> bool:
        """Ob ein Alltagswort als Handelnder dasteht: am Satzanfang, auch mit Artikel, und ein Verb dahinter."""
        naechstes = feld.danach(fund.ende)
        return (
            feld.am_anfang(anfang_mit_artikel(feld, fund.start))
            and ist_verb(naechstes)
            and naechstes not in SPORTVERBEN
            and not self.sport
        )

    def ist_autor(self, feld: Feld, fund: Fund) -> bool:
        """Ob ein voller Name in der Autorzeile steht und keinem Amtsträger gehört."""
        formen = fund.eintrag.formen
        return (
            bool(formen)
            and self.werk.akteure[formen[0].akteur].typ == "person"
            and ist_autorzeile(feld, fund.start)
            and not any(self.werk.aemter.je_im_amt(form.akteur) for form in formen)
        )

    # --- Was über Personen gilt ---------------------------------------------------------------------------------------

    def alter(self, person: int) -> int | None:
        """Das Alter am Tag des Items, auf ein Jahr genau."""
        geburt = self.werk.akteure[person].geburt
        return None if geburt is None else date.fromordinal(self.tag).year - geburt.year

    def zu_alt(self, person: int) -> bool:
        """Ob die Person über 85 wäre und nie ein Amt hatte."""
        alter = self.alter(person)
        return alter is not None and alter > HOECHSTALTER and not self.werk.aemter.je_im_amt(person)

    def lebende(self, personen: tuple[int, ...]) -> tuple[int, ...]:
        """Die Personen, die noch leben können; alle, wenn es keine kann."""
        return tuple(p for p in personen if (self.alter(p) or 0) <= LEBENSALTER) or personen

    def parteifreund(self, person: int) -> bool:
        """Ob das Item eine Partei der Person nennt."""
        return not self.parteien.isdisjoint(self.werk.parteien.get(person, ()))

    def im_spitzenamt(self, person: int) -> bool:
        """Ob die Person an dem Tag ein Amt hat, für das das Lexikon ein Wort kennt."""
        return any(a in self.werk.spitzenaemter for a in self.werk.aemter.aemter_von(person, self.tag))

    def frueher_im_spitzenamt(self, person: int) -> bool:
        """Ob sie in den zehn Jahren davor eines hatte."""
        return any(a in self.werk.spitzenaemter for a in self.werk.aemter.fruehere_aemter(person, self.tag))

    def amtslaender(self, person: int) -> frozenset[int]:
        """Staaten, Länder und Parteien, deren Ämter die Person hat oder hatte, und ihre Staaten."""
        traeger = self.werk.aemter.traeger(person)
        return traeger | {land for t in traeger if (land := self.werk.akteure[t].land) is not None}

    def heimisch(self, person: int) -> bool:
        """Ob ihre Ämter in den Staaten liegen, die das Haus ohne Zusatz nennt."""
        laender = self.amtslaender(person)
        return not laender or not self.heimat or not laender.isdisjoint(self.heimat)

    def einzig(self, personen: tuple[int, ...], *bedingungen: Callable[[int], bool]) -> tuple[int, ...]:
        """Der einzige, der die erste entscheidende Bedingung erfüllt, oder keiner."""
        for bedingung in bedingungen:
            passend = tuple(p for p in personen if bedingung(p))
            if len(passend) == 1:
                return passend
        return ()


def _geordnet(zeilen: Iterable[tuple[str, int, Fund]]) -> dict[tuple[str, int], list[Fund]]:
    geordnet: dict[tuple[str, int], list[Fund]] = defaultdict(list)
    for name, stelle, fund in zeilen:
        geordnet[name, stelle].append(fund)
    return geordnet


def anfang_mit_artikel(feld: Feld, stelle: int) -> int:
    """Der Anfang eines Wortes oder des großgeschriebenen Artikels davor."""
    return feld.anfang_davor(stelle) if feld.davor(stelle) in ARTIKEL_VORN else stelle


def in_klammern(feld: Feld, fund: Fund) -> bool:
    """Ob eine Form in Klammern steht: (Grüne), (CDU/CSU)."""
    return feld.such[fund.start - 1 : fund.start] in ("(", "/") and feld.such[fund.ende : fund.ende + 1] in (
        ")", ",", "/",
    )  # fmt: skip


def ist_autorzeile(feld: Feld, start: int) -> bool:
    """Ob an der Stelle der Name dessen steht, der den Text geschrieben hat."""
    return start > 3 and _AUTORZEILE.search(feld.such, max(0, start - _AUTORZEILE_HOECHSTENS), start) is not None
