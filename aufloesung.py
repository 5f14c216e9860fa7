"""Auflösung: welche Akteure ein Item nennt, allein aus Text, Tag und Nachschlagewerk.

Das Lexikon entscheidet, was etwas ist; die NER sagt nur, wo etwas steht. Was mehrdeutig ist, bleibt offen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import amtsdeutung
import formendeutung
import nachnamendeutung
from lage import Lage, ist_autorzeile
from nachschlagewerk import Fund, Nachschlagewerk
from namenkunde import SATZANFANG
from nennungen import Feld, Nennung, kuerzen
from unschaerfe import Unschaerfe


class Methode(NamedTuple):
    """Ein Weg vom Text zum Akteur."""

    name: str
    konfidenz: float
    bedeutung: str


METHODEN = {
    m.name: m
    for m in (
        Methode("alias", 0.95, "volle Namensform oder Alias aus dem Lexikon"),
        Methode("alias_ohne_anrede", 0.90, "dasselbe hinter einem Amt (US-Präsident Donald Trump)"),
        Methode("amt", 0.90, "Amt, am Tag des Items auf eine Person aufgelöst"),
        Methode("nachname", 0.80, "Nachname mit einem Beleg aus nachnamendeutung.BELEGE"),
        Methode("fuzzy", 0.60, "Editierdistanz, nach Länge begrenzt"),
    )
}

# Warum eine Nennung offen bleibt.
GRUENDE = {
    "nicht_im_lexikon": "die NER oder ein Vorname zeigt auf einen Namen, den das Lexikon nicht kennt",
    "mehrdeutig": "mehrere Akteure tragen die Form, und der Zusammenhang entscheidet nicht",
    "anderer_vorname": "davor steht ein Vorname, den keiner der Namensvettern hat",
    "ohne_beleg": "ein Nachname aus dem Lexikon ohne Beleg",
    "alltagswort": "die Form ist auch ein gewöhnliches Wort, und der Zusammenhang fehlt",
    "staat_als_ort": "der Staat ist Schauplatz oder Bestimmung, er handelt nicht",
    "zu_alt": "die Person wäre über 85 und hatte nie ein Amt: eher ein Namensvetter",
    "namensteil": "nur im Namen von etwas anderem (Tesla Model 3, Bündnis Sahra Wagenknecht)",
    "allerweltsname": "ein häufiger Name ohne Amt, Partei oder Rolle daneben: eher ein Namensvetter",
    "amt_ohne_ort": "Gattungsamt ohne Staat, Land oder Partei",
    "amt_in_anderem_staat": "das Item nennt einen anderen Staat mit einem gleichnamigen Amt",
    "praedikat": "»als Präsident«: wen das meint, sagt der Satz, nicht das Amt",
    "nicht_im_amt": "Ex-, Alt-, Vize-, designiert, a. D.",
    "mehrere_inhaber": "mehrere Inhaber und Einzahl, oder eine Amtszeit, deren Grenzen den Tag nicht entscheiden",
    "kein_inhaber": "das Lexikon kennt an dem Tag keinen sicheren Inhaber",
    "name_dahinter": "hinter dem Amt steht ein Name, den das Lexikon nicht als Inhaber kennt",
    "geschlecht": "die weibliche Form passt nicht zum Inhaber",
}

# Ein Item mit mehr Nennungen ist eine Sendungsübersicht.
NENNUNGEN_HOECHSTENS = 40
# So viel nimmt codings je Nutzlast, abzüglich der Zähler; und was eine Nennung außer Text und Kandidaten höchstens
# braucht, und ein Zeichen oder ein Kandidat darin (Byte).
NUTZLAST_HOECHSTENS = 16_200
JE_NENNUNG, JE_ZEICHEN, JE_KANDIDAT = 340, 4, 14
KANDIDATEN_HOECHSTENS = 5
TEXT_HOECHSTENS = 120

# Welche Staaten deutschsprachige Häuser ohne Zusatz meinen, der erste zuerst: Deutschland, Österreich, Schweiz.
HEIMAT = ("Q183", "Q40", "Q39")

# Vorausschauend, damit »Anna Lena Muster« auch vom zweiten Wort an gesucht wird.
_ZWEI_GROSSE = re.compile(r"(?<![\w-])([A-ZÄÖÜÀ-Þ][\w-]+)(?= ([A-ZÄÖÜÀ-Þ][\w'-]{2,}))")
_ZWEI_VORNAMEN = re.compile(r"\b([A-ZÄÖÜ][\w-]+) (?:und|&) [A-ZÄÖÜ][\w-]+ $")
# Länger ist kein Paar von Vornamen (Zeichen).
_VORNAMEN_HOECHSTENS = 60


class Item(NamedTuple):
    """Was von einem Item gebraucht wird; ``tag`` ist der Berliner Kalendertag als ``date.toordinal``."""

    titel: str | None
    teaser: str | None
    tag: int


# Anfang, Ende (halboffen, im gesäuberten Text) und Typ.
Stelle = tuple[int, int, str]
Stellen = Mapping[str, Sequence[Stelle]]


class Aufloesung:
    """Löst Items gegen ein Nachschlagewerk auf.

    Args:
        nachschlagewerk: das Lexikon.
    """

    def __init__(self, nachschlagewerk: Nachschlagewerk) -> None:
        self.werk = nachschlagewerk
        self.unschaerfe = Unschaerfe(nachschlagewerk)
        kennung = {a.qid: k for k, a in nachschlagewerk.akteure.items()}
        self.heimat = tuple(kennung[qid] for qid in HEIMAT if qid in kennung)

    def nennungen(self, item: Item, stellen: Stellen | None = None) -> tuple[list[Feld], list[Nennung]]:
        """Die Nennungen eines Items in der Reihenfolge des Textes.

        Args:
            item: Texte und Tag.
            stellen: was die NER fand, je Feld (Anfang, Ende, Typ) im gesäuberten Text.
        """
        felder = [Feld(name, roh) for name, roh in (("titel", item.titel), ("teaser", item.teaser)) if roh]
        lage = Lage(self.werk, self.heimat, item.tag, felder)
        gefunden: list[Nennung] = []
        for feld in felder:
            gefunden += self._im_feld(lage, feld, (stellen or {}).get(feld.name, ()))
        return felder, gefunden

    def nutzlast(self, item: Item, stellen: Stellen | None = None) -> tuple[dict[str, Any], float | None]:
        """Die Nutzlast eines Items und die kleinste Konfidenz seiner Auflösungen (``None``, wenn es keine hat)."""
        felder, nennungen = self.nennungen(item, stellen)
        je_feld = {feld.name: feld for feld in felder}
        aufgeloest = [n for n in nennungen if n.akteur is not None]
        behalten = _was_passt(nennungen)
        nutzlast = {
            "nennungen": [self._als_json(je_feld[n.feld], n) for n in behalten],
            "aufgeloest": len(aufgeloest),
            "unaufgeloest": len(nennungen) - len(aufgeloest),
            "gekappt": len(nennungen) > len(behalten),
        }
        konfidenz = min((METHODEN[n.methode].konfidenz for n in aufgeloest if n.methode), default=None)
        return nutzlast, konfidenz

    def _als_json(self, feld: Feld, n: Nennung) -> dict[str, Any]:
        start, ende = feld.text.stelle(n.start, n.ende)
        akteur = self.werk.akteure[n.akteur] if n.akteur is not None else None
        methode = METHODEN[n.methode] if n.methode else None
        eintrag: dict[str, Any] = {
            "text": kuerzen(feld.text.sauber[n.start : n.ende], TEXT_HOECHSTENS),
            "feld": feld.name,
            "start": start,
            "ende": ende,
            "rolle": n.rolle,
            "akteur": n.akteur,
            "qid": akteur.qid if akteur else None,
            "typ": akteur.typ if akteur else None,
            "methode": methode.name if methode else None,
            "konfidenz": methode.konfidenz if methode else None,
            "ner_typ": n.ner_typ,
            "kandidaten": [self.werk.akteure[k].qid for k in n.kandidaten[:KANDIDATEN_HOECHSTENS]],
        }
        if n.amt is not None:
            eintrag["amt"] = n.amt
        if n.beleg is not None:
            eintrag["beleg"] = n.beleg
        if n.grund is not None:
            eintrag["grund"] = n.grund
        return eintrag

    def _im_feld(self, lage: Lage, feld: Feld, ner: Sequence[Stelle]) -> list[Nennung]:
        """Die Nennungen eines Feldes: der längste Treffer gewinnt, und in keinem steht ein zweiter."""
        belegt = bytearray(len(feld.such))
        nennungen: list[Nennung] = []
        for fund in sorted(lage.funde(feld), key=lambda f: (f.start - f.ende, f.start)):
            if any(belegt[fund.start : fund.ende]):
                continue
            deutung = _deuten(lage, feld, fund)
            if deutung is None:
                continue
            for start, ende in [(n.start, n.ende) for n in deutung] or [(fund.start, fund.ende)]:
                belegt[start:ende] = b"\1" * (ende - start)
            nennungen += deutung
        nennungen = _mit_ner_typ(_ohne_umschlossene(_anreden_verbinden(feld, nennungen)), ner)
        nennungen += self._unbekannte(feld, belegt, ner)
        # Mehrere Inhaber stehen an derselben Stelle, nach Kennung.
        nennungen.sort(key=lambda n: (n.start, n.ende, n.akteur or 0))
        return nennungen

    def _unbekannte(self, feld: Feld, belegt: bytearray, ner: Sequence[Stelle]) -> Iterator[Nennung]:
        """Namen, die das Lexikon nicht kennt oder nur in anderer Schreibung."""
        stellen = [*ner, *((start, ende, "") for start, ende in self._vorname_und_name(feld))]
        for start, ende, typ in sorted(stellen, key=lambda s: (s[0] - s[1], s[0], s[2])):
            if start >= ende or any(belegt[start:ende]) or ist_autorzeile(feld, start):
                continue
            belegt[start:ende] = b"\1" * (ende - start)
            nennung = Nennung(feld.name, start, ende, grund="nicht_im_lexikon", ner_typ=typ or None)
            person = self.unschaerfe.person(feld.such[start:ende])
            if person is not None:
                nennung = nennung._replace(akteur=person, methode="fuzzy", grund=None)
            yield nennung

    def _vorname_und_name(self, feld: Feld) -> Iterator[tuple[int, int]]:
        """Vorname und großes Wort dahinter: ein Name, auch wenn keine NER ihn sieht."""
        for treffer in _ZWEI_GROSSE.finditer(feld.such):
            vorname, name = treffer[1], treffer[2]
            if vorname in self.werk.vornamen and name not in SATZANFANG and not name.isupper():
                yield treffer.start(1), treffer.end(2)


def _deuten(lage: Lage, feld: Feld, fund: Fund) -> list[Nennung] | None:
    """Was ein Fund bedeutet; ``None``, wenn er nichts ist, leer, wenn auch kürzere darin nichts sind."""
    if feld.such[fund.ende : fund.ende + 1] == "." and feld.such[fund.ende + 1 : fund.ende + 2].islower():
        return None  # eine Adresse: welt.de
    if lage.ist_autor(feld, fund):
        return []
    eintrag = fund.eintrag
    if eintrag.aemter and (deutung := amtsdeutung.deuten(lage, feld, fund)) is not None:
        return deutung
    nennung = formendeutung.deuten(lage, feld, fund) if eintrag.formen else None
    if not eintrag.personen or (nennung is not None and nennung.akteur is not None):
        return None if nennung is None else [nennung]
    nennung = nachnamendeutung.deuten(lage, feld, fund) or nennung
    beide = [n for n in (_erster_von_zweien(lage, feld, fund), nennung) if n is not None]
    return beide or None


def _erster_von_zweien(lage: Lage, feld: Feld, fund: Fund) -> Nennung | None:
    """»Angela und Joachim Merkel«: der erste Vorname nennt Angela Merkel, ihr Nachname steht nur einmal da."""
    treffer = _ZWEI_VORNAMEN.search(feld.such, max(0, fund.start - _VORNAMEN_HOECHSTENS), fund.start)
    if treffer is None:
        return None
    eintrag = lage.werk.eintraege.get(f"{treffer[1]} {feld.such[fund.start : fund.rumpf]}")
    if eintrag is None or len(eintrag.formen) != 1:
        return None
    return Nennung(feld.name, *treffer.span(1), akteur=eintrag.formen[0].akteur, methode="alias")


def _was_passt(nennungen: Sequence[Nennung]) -> Sequence[Nennung]:
    """Die ersten Nennungen, die sicher in eine Nutzlast passen."""
    frei = NUTZLAST_HOECHSTENS
    for zahl, n in enumerate(nennungen[:NENNUNGEN_HOECHSTENS]):
        frei -= JE_NENNUNG + JE_ZEICHEN * min(n.ende - n.start, TEXT_HOECHSTENS)
        frei -= JE_KANDIDAT * min(len(n.kandidaten), KANDIDATEN_HOECHSTENS)
        if frei < 0:
            return nennungen[:zahl]
    return nennungen[:NENNUNGEN_HOECHSTENS]


def _ohne_umschlossene(nennungen: list[Nennung]) -> list[Nennung]:
    """Lässt weg, was in einer längeren Nennung steht: in »Frankreichs Präsident« ist Frankreich keine eigene."""
    uebrig: list[Nennung] = []
    for n in sorted(nennungen, key=lambda n: (n.start, -n.ende)):
        if not uebrig or n.ende > uebrig[-1].ende or (n.start, n.ende) == (uebrig[-1].start, uebrig[-1].ende):
            uebrig.append(n)
    return uebrig


def _mit_ner_typ(nennungen: Sequence[Nennung], ner: Sequence[Stelle]) -> list[Nennung]:
    """Nennungen in der Reihenfolge des Textes mit dem Typ der ersten Stelle der NER, die sie berührt."""
    stellen = sorted(ner)
    ab = 0
    mit_typ = []
    for n in nennungen:
        while ab < len(stellen) and stellen[ab][1] <= n.start:
            ab += 1
        trifft = ab < len(stellen) and stellen[ab][0] < n.ende
        mit_typ.append(n._replace(ner_typ=stellen[ab][2]) if trifft else n)
    return mit_typ


def _anreden_verbinden(feld: Feld, nennungen: list[Nennung]) -> list[Nennung]:
    """Amt und Name dahinter sind eine Nennung: »US-Präsident Donald Trump«."""
    nennungen.sort(key=lambda n: (n.start, n.ende, n.akteur or 0))
    zahl = Counter((n.start, n.ende) for n in nennungen)
    verbunden: list[Nennung] = []
    for n in nennungen:
        vor = verbunden[-1] if verbunden else None
        if (
            vor is not None
            and vor.rolle == "amt"
            and zahl[vor.start, vor.ende] == 1
            and n.rolle == "nennung"
            and n.methode in ("alias", "nachname")
            and feld.such[vor.ende : n.start] == " "
        ):
            if vor.start and feld.such[vor.start - 1] == "-":
                verbunden[-1] = n  # CDU-Chef Merz: CDU und Merz sind genannt, »Chef« gehört zu beiden
                continue
            methode = "alias_ohne_anrede" if n.methode == "alias" else n.methode
            verbunden[-1] = n._replace(start=vor.start, methode=methode, amt=vor.amt)
        else:
            verbunden.append(n)
    return verbunden
