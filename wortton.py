"""Tonlexikon: welche Wörter einen Ton tragen, und wie eine Form im Text zu ihrem Eintrag findet.

Gesucht wird die Form, dann ihre Grundform (Wörterbuch von simplemma), dann der Kopf einer Zusammensetzung. Groß und
klein zählt: »trotz« ist kein Trotz, »Wetter« kommt nicht von »wettern«.

Eine Lexikondatei ist eine TSV mit den Spalten wort, wert (-1 bis 1) und, wenn bekannt, wortart; weitere Spalten und
Zeilen mit # sind Anmerkungen. Spätere Dateien gehen früheren vor; der Wert 0 nimmt ein Wort zurück.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tonregeln import (
    KEIN_BESTIMMUNGSWORT,
    KOPF_MINDESTENS,
    MIT_FUGE,
    NAHT,
    SCHEINWOERTER,
    SPERREN_ANFANG,
    SPERREN_KOPF,
)

ORDNER = Path(__file__).resolve().parent / "lexikon" / "tonalitaet"
GERMANLEX = ORDNER / "germanlex-1.1.tsv"
HAND = ORDNER / "hand.tsv"

WORTARTEN = ("adj", "nomen", "verb", "")
# Welche Wortart eine Form haben kann: kleingeschrieben, großgeschrieben, großgeschrieben am Satzanfang.
KLEIN = ("adj", "verb", "")
NOMEN = ("nomen", "")
SUBSTANTIVIERT = ("adj", "")
SATZANFANG = ("adj", "verb", "")
# Fugen zwischen den Teilen einer Zusammensetzung.
FUGEN = ("", "s", "n", "en", "es", "er", "e")


class Lexikonfehler(Exception):
    """Eine Lexikondatei ist nicht lesbar; der Text nennt Datei, Zeile und Abhilfe."""


class Eintrag(NamedTuple):
    """Ein Treffer im Lexikon.

    Attributes:
        lemma: das Wort des Lexikons.
        wert: -1 bis 1.
        wortart: adj, nomen, verb oder leer.
        regel: form, lemma oder kompositum.
    """

    lemma: str
    wert: float
    wortart: str
    regel: str


class Zeile(NamedTuple):
    """Ein Wort einer Lexikondatei."""

    wort: str
    wert: float
    wortart: str = ""


class Lexikon:
    """Wörter mit ihrem Ton.

    Args:
        zeilen: spätere gehen vor; der Wert 0 nimmt ein Wort in seiner Wortart zurück, ohne Wortart in jeder.
        woerterbuch: Form zu Grundform, in richtiger Schreibung.
        abdruck: Hash der Quelle, Bestandteil der coder_version.
        ohne: Wege zum Eintrag, die aussetzen (lemma, kompositum); für die Messung.
    """

    def __init__(
        self,
        zeilen: Iterable[Zeile],
        woerterbuch: Mapping[str, str],
        abdruck: str = "",
        ohne: frozenset[str] = frozenset(),
    ) -> None:
        self.abdruck = abdruck
        self._woerterbuch = woerterbuch
        leer: Mapping[str, str] = {}
        self._grundform: Callable[[str], str | None] = (leer if "lemma" in ohne else woerterbuch).get
        self._ohne = ohne
        # Zu einer Form wird mehrmals hintereinander dasselbe gefragt.
        self._letzte_grundformen: tuple[str, list[str]] = ("", [])
        self._letzte_koepfe: tuple[str, list[str]] = ("", [])
        self._woerter: dict[str, dict[str, Zeile]] = {}
        for zeile in zeilen:
            arten = self._woerter.setdefault(zeile.wort.casefold(), {})
            for art in (zeile.wortart,) if zeile.wert or zeile.wortart else WORTARTEN:
                arten[art] = zeile

    @classmethod
    def lesen(
        cls, dateien: Sequence[Path], woerterbuch: Mapping[str, str], ohne: frozenset[str] = frozenset()
    ) -> Lexikon:
        """Liest Dateien in ihrer Reihenfolge.

        Raises:
            Lexikonfehler: eine fehlt oder hat eine falsche Zeile.
        """
        abdruck = hashlib.sha256()
        zeilen: list[Zeile] = []
        for datei in dateien:
            inhalt = inhalt_lesen(datei)
            abdruck.update(hashlib.sha256(inhalt).digest())
            zeilen += _zerlegen(datei, inhalt)
        return cls(zeilen, woerterbuch, abdruck.hexdigest()[:16], ohne)

    def suchen(self, form: str, *, anfang: bool = False) -> Eintrag | None:
        """Der Eintrag zu einer Form.

        Args:
            form: ein Wort, wie es im Text steht.
            anfang: ob es am Anfang eines Satzes steht und die Großschreibung deshalb nichts sagt.

        Returns:
            ``None``, wenn das Wort keinen Ton trägt.
        """
        if form.isupper() and len(form) > 1:
            form = form.title()
        for wort, arten in self._lesarten(form, anfang):
            fund = self._woerter.get(wort)
            if fund is not None and (zeile := next((fund[art] for art in arten if art in fund), None)) is not None:
                regel = "form" if wort == form.casefold() else "lemma"
                art = "nomen" if arten is SUBSTANTIVIERT else zeile.wortart
                return Eintrag(zeile.wort, zeile.wert, art, regel) if zeile.wert else None
        if "kompositum" not in self._ohne and (form[0].isupper() or "-" in form):
            return self._zusammensetzung(form)
        return None

    def _lesarten(self, form: str, anfang: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Als was eine Form gelesen werden kann: Wort und mögliche Wortarten, die nächstliegende Lesart zuerst."""
        klein = form.casefold()
        lemma = self._grundform(form)
        if not form[0].isupper():
            yield klein, KLEIN
            if lemma is not None:
                # »böse« führt das Wörterbuch unter »Böse«.
                yield lemma.casefold(), KLEIN if lemma[0].islower() else ("adj",)
            for wort in self.grundformen(form)[1:]:
                yield wort, KLEIN
            return
        yield klein, NOMEN
        if lemma is not None:
            yield lemma.casefold(), NOMEN
        if lemma is not None and lemma[0].isupper():
            # »Toter« und »Tote« sind Eigenschaftswörter, »Scheitern« ist ein Verb; »Wetter« ist beides nicht.
            for endung in ("er", "e"):
                stamm = lemma.removesuffix(endung).casefold()
                # Wer forscht, ist ein Forscher und nicht forsch.
                if lemma.endswith(endung) and not (endung == "er" and self.ist_verb(stamm + "en")):
                    yield stamm, SUBSTANTIVIERT
            # »Gutes« führt das Wörterbuch unter »Gut«.
            if form == lemma + "es":
                yield lemma.casefold(), SUBSTANTIVIERT
            if lemma.endswith("n") and lemma == form:
                yield klein, ("verb",)
            return
        # Ungebeugt und groß mitten im Satz ist es ein Name: »Trainer Fröhlich«, »mit Stark«.
        for wort in [klein, *self.grundformen(form)[1:]] if anfang else self.grundformen(form)[1:]:
            yield wort, SATZANFANG if anfang else SUBSTANTIVIERT

    def grundformen(self, form: str) -> list[str]:
        """Was eine Form heißen kann, in Kleinschreibung: sie selbst, ihre Grundform, die der kleinen Schreibung."""
        if self._letzte_grundformen[0] != form:
            self._letzte_grundformen = form, list(dict.fromkeys(self._kette(form)))
        return self._letzte_grundformen[1]

    def _kette(self, form: str) -> Iterator[str]:
        klein = form.casefold()
        yield klein
        for lemma in (self._grundform(form), self._grundform(klein)):
            if lemma is not None:
                yield lemma.casefold()
                if (weiter := self._grundform(lemma)) is not None:
                    yield weiter.casefold()
        # »eskaliert« führt das Wörterbuch nur als Eigenschaftswort.
        if klein.endswith("t") and "lemma" not in self._ohne and self.ist_verb(verb := klein[:-1] + "en"):
            yield verb

    def ist_verb(self, form: str) -> bool:
        """Ob eine Form die Nennform eines Verbs ist, nach Wörterbuch oder Lexikon."""
        return form.endswith("n") and (self._woerterbuch.get(form) == form or "verb" in self._woerter.get(form, {}))

    def _zusammensetzung(self, form: str) -> Eintrag | None:
        for wort in self.koepfe(form):
            if wort in SPERREN_KOPF:
                return None
            fund = self._woerter.get(wort, {})
            if (zeile := next((fund[art] for art in NOMEN if art in fund), None)) is not None:
                return Eintrag(zeile.wort, zeile.wert, "nomen", "kompositum") if zeile.wert else None
        return None

    def koepfe(self, form: str) -> list[str]:
        """Mögliche Köpfe einer Zusammensetzung, in Kleinschreibung, der längste zuerst.

        Davor muss ein bekanntes Wort stehen: »Ansprache« endet nicht auf Rache, »Sanitäter« nicht auf Täter.
        """
        if self._letzte_koepfe[0] != form:
            self._letzte_koepfe = form, [] if "kompositum" in self._ohne else list(self._koepfe(form))
        return self._letzte_koepfe[1]

    def _koepfe(self, form: str) -> Iterator[str]:
        anfang, strich, rest = form.rpartition("-")
        if strich:
            if anfang.casefold().split("-")[0] in SPERREN_ANFANG or not rest:
                return
            yield rest.casefold()
            if (lemma := self._grundform(rest)) is not None:
                yield lemma.casefold()
            form = rest
        klein = form.casefold()
        if not form[0].isupper():
            return
        schnitte: dict[int, str | None] = {}
        for stelle in range(3, len(klein) - KOPF_MINDESTENS + 1):
            lemma = self._grundform(klein[stelle].upper() + klein[stelle + 1 :])
            if (lemma is not None or klein[stelle:] in self._woerter) and self._ist_bestimmungswort(klein[:stelle]):
                schnitte[stelle] = lemma
        for stelle, lemma in _ohne_falsche_naht(klein, schnitte).items():
            yield klein[stelle:]
            if lemma is not None:
                yield lemma.casefold()

    def _ist_bestimmungswort(self, wort: str) -> bool:
        if wort in KEIN_BESTIMMUNGSWORT or wort in SCHEINWOERTER or wort in SPERREN_ANFANG:
            return False
        for fuge in FUGEN:
            stamm = wort.removesuffix(fuge) if fuge else wort
            if len(stamm) >= 3 and (fuge == "" or stamm != wort) and stamm[0].upper() + stamm[1:] in self._woerterbuch:
                return True
        return False


def _ohne_falsche_naht(wort: str, schnitte: Mapping[int, str | None]) -> Mapping[int, str | None]:
    """Von zwei Schnitten, die sich nur darin unterscheiden, wohin die Naht gehört, bleibt der richtige."""
    falsch = set()
    for stelle in schnitte:
        naht = NAHT.get(wort[stelle])
        if naht is not None and stelle + 1 in schnitte and not wort.endswith(MIT_FUGE, 0, stelle):
            falsch.add(stelle + 1 if naht.zum_kopf else stelle)
    return {stelle: lemma for stelle, lemma in schnitte.items() if stelle not in falsch}


@cache
def woerterbuch() -> Mapping[str, str]:
    """Das deutsche Wörterbuch von simplemma, Form zu Grundform; es zu laden kostet eine gute Sekunde."""
    from simplemma.strategies.dictionaries import DefaultDictionaryFactory

    return DefaultDictionaryFactory().get_dictionary("de")


def inhalt_lesen(datei: Path) -> bytes:
    """Der Inhalt einer Lexikondatei.

    Raises:
        Lexikonfehler: sie ist nicht lesbar.
    """
    try:
        return datei.read_bytes()
    except OSError as fehler:
        raise Lexikonfehler(f"Tonlexikon {datei} ist nicht lesbar ({fehler.strerror}); --tonlexikon prüfen.") from None


def _zerlegen(datei: Path, inhalt: bytes) -> Iterator[Zeile]:
    try:
        text = inhalt.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Lexikonfehler(f"Tonlexikon {datei} ist nicht UTF-8; mit iconv umwandeln.") from None
    for nummer, zeile in enumerate(text.split("\n"), 1):
        teile = zeile.rstrip("\r").split("\t")
        if not zeile.strip() or zeile.startswith("#") or (nummer == 1 and teile[0] == "wort"):
            continue
        try:
            ergebnis = Zeile(teile[0], float(teile[1]), teile[2] if len(teile) > 2 else "")
        except (IndexError, ValueError):
            raise Lexikonfehler(
                f"{datei}, Zeile {nummer}: erwartet sind wort, wert und wortart, durch Tab getrennt."
            ) from None
        if not ergebnis.wort or not -1 <= ergebnis.wert <= 1 or ergebnis.wortart not in WORTARTEN:
            raise Lexikonfehler(
                f"{datei}, Zeile {nummer}: Werte liegen zwischen -1 und 1, Wortarten sind adj, nomen, verb oder leer."
            )
        yield ergebnis
