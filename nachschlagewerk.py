"""Nachschlagewerk: das Lexikon der Akteure im Speicher, und welche seiner Formen in einem Text stehen.

Es entsteht aus schlichten Zeilen, so dass die Auflösung ohne Datenbank prüfbar ist; ``aus_tabellen`` liest sie.
Gesucht wird mit Aho-Corasick nach allen Formen zugleich. Varianten entstehen am Eintrag (Söder -> Soeder), nie am
Text: zurückverwandelt würde aus Israel »Isräl«.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import ahocorasick_rs

from aemter import Aemter, Amt, Amtsform, Amtszeit
from namenkunde import ALLTAGSFORMEN, FRAU, FRAUENVORNAMEN, MITTELINITIALE, VORNAMEN, nachnamen

if TYPE_CHECKING:
    import psycopg

# Zeichen, die für dasselbe stehen; Zeichen für Zeichen, damit Stellen gültig bleiben.
ZEICHEN = str.maketrans({**dict.fromkeys("’‘ʼ`´′ʹ＇‛", "'"), **dict.fromkeys("‐‑‒", "-"), "ẞ": "ß"})
UMSCHRIFT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
SCHWEIZER = str.maketrans({"ß": "ss"})
# Buchstaben mit Zeichen, die keine Akzente sind.
FREMDE_ZEICHEN = str.maketrans({"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "ı": "i"})
# Kürzere Namen ohne ihre Zeichen sind zu oft Wörter (Áder).
OHNE_ZEICHEN_MINDESTENS = 6

AKTEURE = """
select akteur, qid, typ, name, land, beschreibung, geburt
from akteure
where not entfallen
order by akteur
"""
FORMEN = """
select
    f.akteur,
    f.form,
    -- Ein Nachname ohne Sprache folgt nur aus dem vollen Namen; mit Sprache steht er ausdrücklich in hand.json.
    case when f.art = 'nachname' and f.sprache is null then 'abgeleitet' else f.art end,
    f.alltagswort
from akteur_aliase f
join akteure a on a.akteur = f.akteur and not a.entfallen
order by f.akteur, f.form
"""
PARTEIEN = "select distinct akteur, partei from akteur_parteien order by akteur, partei"
AEMTER = "select amt, land, zustaendigkeit, kollegial, name from aemter order by amt"
AMTSFORMEN = "select amt, form, ort_noetig, mehrzahl from amtsformen order by amt, form"
AMTSINHABER = """
select amt, person, von, von_genauigkeit, bis, bis_genauigkeit, bis_art, stand
from amtsinhaber
order by amt, person, von
"""


class Akteur(NamedTuple):
    """Ein Eintrag; ``land`` ist die Kennung eines Staates."""

    kennung: int
    qid: str
    typ: str
    name: str
    land: int | None = None
    beschreibung: str | None = None
    geburt: date | None = None


class Form(NamedTuple):
    """Eine Schreibung, unter der ein Text einen Akteur nennen kann."""

    akteur: int
    form: str
    art: str = "name"
    alltagswort: bool = False


class Eintrag:
    """Was eine Schreibung bedeuten kann.

    Attributes:
        formen: Formen der Akteure, außer Nachnamen.
        personen: Personen, deren Nachname so lautet.
        aemter: Ämter, für die das Wort steht.
        genau: die Schreibung selbst steht im Lexikon, sie ist keine Umschrift.
    """

    __slots__ = ("aemter", "formen", "genau", "personen")

    def __init__(self) -> None:
        self.formen: tuple[Form, ...] = ()
        self.personen: tuple[Form, ...] = ()
        self.aemter: tuple[Amtsform, ...] = ()
        self.genau = False


class Fund(NamedTuple):
    """Eine Schreibung des Lexikons im Text, halboffen; ``rumpf`` ist das Ende ohne die Beugung."""

    start: int
    rumpf: int
    ende: int
    eintrag: Eintrag
    versalien: bool


class Nachschlagewerk:
    """Das Lexikon, bereit zum Nachschlagen.

    Args:
        akteure: die Einträge.
        formen: ihre Schreibungen, auch die Namen; was fehlt, ist gesperrt.
        parteien: Paare (Person, Partei).
        aemter: die Ämter.
        amtsformen: Wörter dafür.
        amtsinhaber: Amtszeiten.

    Die Reihenfolge der Zeilen ist gleich.
    """

    def __init__(
        self,
        akteure: Iterable[Akteur],
        formen: Iterable[Form] = (),
        parteien: Iterable[tuple[int, int]] = (),
        aemter: Iterable[Amt] = (),
        amtsformen: Iterable[Amtsform] = (),
        amtsinhaber: Iterable[Amtszeit] = (),
    ) -> None:
        self.akteure = {a.kennung: a for a in akteure}
        self.personenzahl = sum(a.typ == "person" for a in self.akteure.values())
        self.parteien: dict[int, tuple[int, ...]] = _gruppiert(parteien)
        self.aemter = Aemter(aemter, amtsinhaber)
        self.eintraege: dict[str, Eintrag] = {}
        self.adjektive: dict[str, tuple[int, ...]] = {}
        self.vornamen: set[str] = set(VORNAMEN)
        self._aufnehmen(formen, amtsformen)
        self._muster = list(self.eintraege)
        self._automat = ahocorasick_rs.AhoCorasick(self._muster)

    @classmethod
    def aus_tabellen(cls, conn: psycopg.Connection[Any]) -> Nachschlagewerk:
        """Liest das geladene Lexikon."""
        with conn.cursor(binary=True) as zeiger:

            def zeilen(abfrage: str) -> list[tuple[Any, ...]]:
                return zeiger.execute(abfrage).fetchall()

            return cls(
                [Akteur(*zeile) for zeile in zeilen(AKTEURE)],
                [Form(*zeile) for zeile in zeilen(FORMEN)],
                [(person, partei) for person, partei in zeilen(PARTEIEN)],
                [Amt(*zeile) for zeile in zeilen(AEMTER)],
                [Amtsform(*zeile) for zeile in zeilen(AMTSFORMEN)],
                [Amtszeit(*zeile) for zeile in zeilen(AMTSINHABER)],
            )

    def _aufnehmen(self, formen: Iterable[Form], amtsformen: Iterable[Amtsform]) -> None:
        je_schreibung: dict[str, set[Form]] = defaultdict(set)
        je_nachname: dict[str, set[Form]] = defaultdict(set)
        adjektive: dict[str, set[int]] = defaultdict(set)
        for form in formen:
            if form.form in ALLTAGSFORMEN:
                form = form._replace(alltagswort=True)
            akteur = self.akteure[form.akteur]
            text = form.form.translate(ZEICHEN)
            if form.art in ("adjektiv", "einwohner"):
                adjektive[text.casefold()].add(akteur.kennung)
            elif form.art in ("nachname", "abgeleitet"):
                if form.art == "nachname" or nachnamen(akteur.name):
                    je_nachname[text].add(form)
            elif akteur.typ != "person":
                # Kleingeschriebenes ist kein Name, und einzelne Buchstaben stehen überall.
                if len(text) > 1 and text != text.lower():
                    je_schreibung[text].add(form)
            elif " " in text:
                je_schreibung[text].add(form)
                # Ohne Mittelinitiale nennen Meldungen nur Leute mit Amt; sonst ist es eher ein Namensvetter.
                if self.aemter.je_im_amt(form.akteur):
                    je_schreibung[MITTELINITIALE.sub(" ", text)].add(form)
                if form.art == "name":
                    self.vornamen.add(text.split()[0])
                    for nachname in nachnamen(text):
                        je_nachname[nachname].add(Form(form.akteur, nachname, "abgeleitet"))
            elif len(text) > 1:
                je_nachname[text].add(Form(form.akteur, text, "abgeleitet"))
        je_amt: dict[str, set[Amtsform]] = defaultdict(set)
        for amtsform in amtsformen:
            if amtsform.form != amtsform.form.lower():
                je_amt[amtsform.form.translate(ZEICHEN)].add(amtsform)
        for text in sorted(je_schreibung.keys() | je_nachname.keys() | je_amt.keys()):
            eintrag = self.eintraege.setdefault(text, Eintrag())
            eintrag.formen = tuple(sorted(je_schreibung.get(text, ())))
            # Steht eine Person ausdrücklich mit diesem Nachnamen im Lexikon, zählt das vor der Ableitung.
            eintrag.personen = _je_person(je_nachname.get(text, ()))
            eintrag.aemter = tuple(sorted(je_amt.get(text, ())))
            eintrag.genau = True
        self._umschriften()
        # Ämter, für die das Lexikon ein Wort hat; bloßes Mandat oder Botschafterposten hat keines.
        self.spitzenaemter = frozenset(form.amt for formen in je_amt.values() for form in formen)
        # Ämter, die ein Wort ohne Ort meint (Bundeskanzler, US-Präsident).
        self.ohne_ort = frozenset(form.amt for formen in je_amt.values() for form in formen if not form.ort_noetig)
        self.adjektive = {wort: tuple(sorted(menge)) for wort, menge in sorted(adjektive.items())}

    def _umschriften(self) -> None:
        varianten: dict[str, list[Eintrag]] = defaultdict(list)
        for text, eintrag in self.eintraege.items():
            # »von der Leyen« steht am Satzanfang groß.
            formen = {text.translate(UMSCHRIFT), text.translate(SCHWEIZER), text[0].upper() + text[1:]}
            if len(text) >= OHNE_ZEICHEN_MINDESTENS and not text.isascii():
                formen.add(_ohne_fremde_zeichen(text))
            for variante in formen - {text}:
                varianten[variante].append(eintrag)
        for text, quellen in sorted(varianten.items()):
            # Wen es in dieser Schreibung gibt, der geht vor: ein Herr Mueller ist kein Müller.
            if text not in self.eintraege:
                neu = self.eintraege[text] = Eintrag()
                neu.formen = tuple(sorted({f for e in quellen for f in e.formen}))
                neu.personen = _je_person({f for e in quellen for f in e.personen})
                neu.aemter = tuple(sorted({f for e in quellen for f in e.aemter}))

    @cached_property
    def _frauennamen(self) -> frozenset[str]:
        """Vornamen, die im Lexikon öfter bei Frauen als bei Männern stehen, nach den Beschreibungen."""
        stimmen: Counter[str] = Counter()
        for akteur in self.akteure.values():
            if akteur.typ == "person" and akteur.beschreibung:
                vorname = akteur.name.split()[0]
                stimmen[vorname] += (FRAU.search(akteur.beschreibung) is not None) * 2 - 1
        return frozenset(name for name, stimme in stimmen.items() if stimme > 0)

    def ist_frau(self, person: int) -> bool:
        """Ob eine Person nach Beschreibung oder Vornamen eine Frau ist; im Zweifel nicht, denn offen ist besser."""
        akteur = self.akteure[person]
        vorname = akteur.name.split()[0]
        return (
            FRAU.search(akteur.beschreibung or "") is not None
            or vorname in self._frauennamen
            or vorname in FRAUENVORNAMEN
            or vorname.endswith("a")
        )

    def finden(self, text: str) -> list[Fund]:
        """Alle Schreibungen des Lexikons, die im Text als ganze Wörter stehen, auch überlappende.

        Args:
            text: gesäuberter Text nach ``ZEICHEN``.

        Returns:
            Funde nach Anfang, längere zuerst.
        """
        funde = self._finden(text, versalien=False)
        if (klein := _versalien(text)) is not None:
            vorhanden = {(f.start, f.rumpf) for f in funde}
            funde += [
                f
                for f in self._finden(klein, versalien=True)
                if (f.start, f.rumpf) not in vorhanden and text[f.start : f.rumpf] != klein[f.start : f.rumpf]
            ]
        funde.sort(key=lambda f: (f.start, -f.ende, -f.rumpf))
        return funde

    def _finden(self, text: str, *, versalien: bool) -> list[Fund]:
        funde = []
        laenge = len(text)
        muster = self._muster
        for nummer, start, rumpf in self._automat.find_matches_as_indexes(text, overlapping=True):
            if start and text[start - 1].isalnum():
                continue
            if rumpf < laenge and text[rumpf].isalnum():
                eintrag = self.eintraege[muster[nummer]]
                ende = _beugung(text, rumpf, eintrag)
                if ende is None:
                    continue
            else:
                eintrag = self.eintraege[muster[nummer]]
                ende = _zeichen_danach(text, rumpf, eintrag)
            funde.append(Fund(start, rumpf, ende, eintrag, versalien))
        return funde


def _ohne_fremde_zeichen(text: str) -> str:
    """»Szijjártó« als »Szijjarto«; Umlaute bleiben."""
    return "".join(
        zeichen if zeichen in "äöüÄÖÜß" else unicodedata.normalize("NFD", zeichen)[0] for zeichen in text
    ).translate(FREMDE_ZEICHEN)


def _gruppiert(paare: Iterable[tuple[int, int]]) -> dict[int, tuple[int, ...]]:
    mengen: dict[int, set[int]] = defaultdict(set)
    for links, rechts in paare:
        mengen[links].add(rechts)
    return {links: tuple(sorted(menge)) for links, menge in mengen.items()}


def _je_person(formen: Iterable[Form]) -> tuple[Form, ...]:
    beste: dict[int, Form] = {}
    # Der selbst abgeleitete Nachname weiß nicht, ob er auch ein Wort ist; wer es weiß, geht vor.
    for form in sorted(formen, key=lambda f: (f.akteur, f.art != "nachname", not f.alltagswort, f.form)):
        beste.setdefault(form.akteur, form)
    return tuple(beste.values())


# Womit ein Wort gebeugt sein darf. Ämter beugen stark und werden gegendert, Namen nehmen nur das Genitiv-s.
_AMT_ENDE = re.compile(
    r"(?:e?s|e[nr]?|n|in(?:nen)?|[:*_·/]-?in(?:nen)?|In(?:nen)?|/-?in(?:nen)?)(?![^\W_])|\(in(?:nen)?\)"
)
_NAME_ENDE = re.compile(r"e?s(?![^\W_])|[:*_·](?:innen)(?![^\W_])")


def _beugung(text: str, rumpf: int, eintrag: Eintrag) -> int | None:
    """Ende des gebeugten Wortes; ``None``, wenn das Wort anders weitergeht."""
    if eintrag.aemter and (treffer := _AMT_ENDE.match(text, rumpf)) is not None:
        # Kein gebeugter Premier, sondern eine Uraufführung.
        return None if treffer[0] in ("e", "en") and text.endswith("remier", 0, rumpf) else treffer.end()
    if not eintrag.formen and not eintrag.personen:
        return None
    # Auf einen s-Laut folgt kein Genitiv-s: »Maass« ist nicht Maas.
    if text[rumpf - 1] in "sßxz" or text[rumpf] not in "se":
        return None
    if text[rumpf] == "e" and not (eintrag.formen and text[rumpf - 1] in "gdkt"):
        return None
    treffer = _NAME_ENDE.match(text, rumpf)
    return treffer.end() if treffer is not None else None


def _zeichen_danach(text: str, rumpf: int, eintrag: Eintrag) -> int:
    danach = text[rumpf : rumpf + 1]
    if danach == "'" and text[rumpf + 1 : rumpf + 2] == "s" and not text[rumpf + 2 : rumpf + 3].isalnum():
        return rumpf + 2
    if danach == "'" and text[rumpf - 1] in "sßxzeSXZ":
        return rumpf + 1
    if danach and danach in ":*_·/(" and eintrag.aemter and (treffer := _AMT_ENDE.match(text, rumpf)) is not None:
        return treffer.end()
    return rumpf


# Große Buchstaben, auch mit fremden Zeichen (ERDOĞAN), deren kleine gleich lang sind.
_GROSS = "A-Z" + "".join(z for z in map(chr, range(0xC0, 0x250)) if z.isupper() and len(z.lower()) == 1)
# Ein Wort in Versalien, das kein Kürzel ist; das Genitiv-s kann klein daran hängen. Kürzere Wörter zählen hinter einem
# anderen: BÄRBEL BAS.
_VERSALIEN = re.compile(
    rf"(?:[{_GROSS}]{{4,}}|(?<=[{_GROSS}]{{3}} )[{_GROSS}]{{2,3}}(?![{_GROSS}-]))(?![a-zäöüß]{{2}})"
)
_PARTIKEL = re.compile(r"\b(?:VON|VAN|DER|DEN|DE|ZU)(?= [A-ZÄÖÜ]{2})")


def _versalien(text: str) -> str | None:
    """Der Text mit Wörtern in VERSALIEN in gewöhnlicher Schreibung, gleich lang; ``None``, wenn er keine hat."""
    if _VERSALIEN.search(text) is None:
        return None
    text = _PARTIKEL.sub(lambda m: m[0].lower(), text)
    return _VERSALIEN.sub(lambda m: m[0][0] + m[0][1:].lower(), text)
