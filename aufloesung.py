"""Auflösung: welche Akteure ein Item nennt, allein aus Text, Tag und Nachschlagewerk.

Das Lexikon entscheidet, was etwas ist; die NER sagt nur, wo etwas steht. Was mehrdeutig ist, bleibt offen.
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from amtsnennungen import Amtsdeutung
from namenkunde import (
    ALLTAGSNAMEN,
    ANREDE,
    HAEUFIGE_NAMEN,
    HAUPTWORT,
    LANDESVERBEN,
    NICHT_IM_AMT_VORSATZ,
    PARTEIROLLE,
    SATZANFANG,
    SPORT,
    SPORTVERBEN,
    ist_rolle,
    ist_verb,
    nachnamen,
)
from nachschlagewerk import Form, Fund, Nachschlagewerk
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
        Methode("nachname", 0.80, "Nachname mit einem Beleg aus BELEGE"),
        Methode("fuzzy", 0.60, "Editierdistanz, nach Länge begrenzt"),
    )
}

# Was einen bloßen Nachnamen belegt, vom stärksten an. Eindeutig im Lexikon zu sein genügt nicht: von 13.000 Politikern
# heißt einer Jahr, einer Mann und einer Gottschalk.
BELEGE = (
    ("vollname", "dieselbe Person steht im Item mit vollem Namen"),
    ("partei", "nur einer der Namensvettern gehört einer Partei an, die das Item nennt"),
    ("rolle", "eine Rolle der Politik steht davor (Kanzler Muster, SPD-Chefin Muster)"),
    ("lexikon", "das Lexikon führt den Nachnamen ausdrücklich für diese Person"),
    ("amt_heute", "nur einer der Namensvettern hat an dem Tag ein Spitzenamt"),
    ("amt_frueher", "nur einer hatte in den zehn Jahren davor eines"),
    ("doppelname", "ein Doppelname, den nur eine Person hat (Strack-Zimmermann)"),
    ("einzig", "nur eine Person heißt so, und das Lexikon ist klein genug, um ausgesucht zu sein"),
)

# Warum eine Nennung offen bleibt.
GRUENDE = {
    "nicht_im_lexikon": "die NER oder ein Vorname zeigt auf einen Namen, den das Lexikon nicht kennt",
    "mehrdeutig": "mehrere Akteure tragen die Form, und der Zusammenhang entscheidet nicht",
    "anderer_vorname": "davor steht ein Vorname, den keiner der Namensvettern hat",
    "ohne_beleg": "ein Nachname aus dem Lexikon ohne Beleg",
    "alltagswort": "die Form ist auch ein gewöhnliches Wort, und der Zusammenhang fehlt",
    "staat_als_ort": "der Staat ist Schauplatz oder Bestimmung, er handelt nicht",
    "zu_alt": "die Person wäre über 85 und hatte nie ein Amt: eher ein Namensvetter",
    "namensteil": "eine Firma im Namen ihrer Ware (Tesla Model 3, eine Boeing)",
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

# Bis zu so vielen Personen gilt ein Lexikon als ausgesucht; ein größeres hat zu jedem Wort einen Namensvetter.
HANDLICH = 1_000

# Wie viele im Lexikon höchstens so heißen dürfen, damit ein früheres Amt genügt: Müller heißen zu viele.
SELTEN = 4

# Ab so vielen gleichen Nachnamen im Lexikon heißen auch außerhalb genug Leute mit Vor- und Nachnamen gleich.
ALLERWELT = 6

EIN = frozenset("ein eine einem einen einer eines".split())

# Personen über diesem Alter ohne Amt sind eher Namensvettern als gemeint.
HOECHSTALTER = 85
# Niemand ist so alt; wer es wäre, weicht einem jüngeren Namensvetter.
LEBENSALTER = 100

# Mehr passt nicht sicher in 16 KiB; ein Item mit mehr Nennungen ist eine Sendungsübersicht.
NENNUNGEN_HOECHSTENS = 40
KANDIDATEN_HOECHSTENS = 5
TEXT_HOECHSTENS = 120

# Welche Staaten deutschsprachige Häuser ohne Zusatz meinen, der erste zuerst (ISO-Name im Lexikon: QID).
HEIMAT = ("Q183", "Q40", "Q39")

KLAMMER_ZU = 24
_AUF, _ZU = tuple("„“»«\"'‚›‹"), tuple("“”»«\"'‘‹›")


class Item(NamedTuple):
    """Was von einem Item gebraucht wird; ``tag`` ist der Berliner Kalendertag als ``date.toordinal``."""

    titel: str | None
    teaser: str | None
    tag: int


Stellen = Mapping[str, Sequence[tuple[int, int, str]]]


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
        lage = Lage(self, item, felder)
        gefunden: list[Nennung] = []
        for feld, funde in zip(felder, lage.funde, strict=True):
            gefunden += lage.deuten(feld, funde, (stellen or {}).get(feld.name, ()))
        return felder, gefunden

    def nutzlast(self, item: Item, stellen: Stellen | None = None) -> tuple[dict[str, Any], float | None]:
        """Die Nutzlast eines Items und die kleinste Konfidenz seiner Auflösungen (``None``, wenn es keine hat)."""
        felder, nennungen = self.nennungen(item, stellen)
        je_feld = {feld.name: feld for feld in felder}
        aufgeloest = [n for n in nennungen if n.akteur is not None]
        nutzlast = {
            "nennungen": [self._als_json(je_feld[n.feld], n) for n in nennungen[:NENNUNGEN_HOECHSTENS]],
            "aufgeloest": len(aufgeloest),
            "unaufgeloest": len(nennungen) - len(aufgeloest),
            "gekappt": len(nennungen) > NENNUNGEN_HOECHSTENS,
        }
        konfidenz = min((METHODEN[n.methode].konfidenz for n in aufgeloest if n.methode), default=None)
        return nutzlast, None if konfidenz is None else _wie_real(konfidenz)

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
        if n.grund is not None:
            eintrag["grund"] = n.grund
        return eintrag


class Lage:
    """Ein Item mit allem, was es an Zusammenhang bietet."""

    def __init__(self, aufloesung: Aufloesung, item: Item, felder: Sequence[Feld]) -> None:
        self.aufloesung = aufloesung
        self.werk = aufloesung.werk
        self.tag = item.tag
        self.felder = felder
        self.funde = [self.werk.finden(feld.such) for feld in felder]
        self.amtsdeutung = Amtsdeutung(self)

    # --- Zusammenhang -------------------------------------------------------------------------------------------------

    @cached_property
    def vollnamen(self) -> frozenset[int]:
        """Personen, die mit vollem Namen im Item stehen."""
        return frozenset(
            form.akteur
            for feld, funde in zip(self.felder, self.funde, strict=True)
            for fund in funde
            for form in fund.eintrag.formen
            if self.werk.akteure[form.akteur].typ == "person" and not self._ist_autor(feld, fund)
        )

    def _ist_autor(self, feld: Feld, fund: Fund) -> bool:
        """Ob ein voller Name in der Autorzeile steht und keinem Amtsträger gehört."""
        formen = fund.eintrag.formen
        return (
            bool(formen)
            and self.werk.akteure[formen[0].akteur].typ == "person"
            and _ist_autorzeile(feld, fund.start)
            and not any(self.werk.aemter.je_im_amt(f.akteur) for f in formen)
        )

    @cached_property
    def parteien(self) -> frozenset[int]:
        """Parteien, die das Item nennt; mehrdeutige Kürzel mit allen Bedeutungen."""
        return frozenset(
            form.akteur
            for feld, funde in zip(self.felder, self.funde, strict=True)
            for fund in funde
            for form in fund.eintrag.formen
            if self.werk.akteure[form.akteur].typ == "partei"
            and (not form.alltagswort or self._wort_handelt(feld, fund) or self._in_klammern(feld, fund))
        )

    @cached_property
    def staaten(self) -> frozenset[int]:
        """Staaten, die das Item nennt, auch als Adjektiv oder Einwohner."""
        namen = {
            form.akteur
            for funde in self.funde
            for fund in funde
            for form in fund.eintrag.formen
            if self.werk.akteure[form.akteur].typ == "staat"
        }
        for feld in self.felder:
            for _, _, wort in feld.worte:
                namen.update(self.adjektiv(wort))
        return frozenset(namen)

    @cached_property
    def sport(self) -> bool:
        """Ob das Item von Sport handelt: dann gewinnt mit Ungarn eine Mannschaft und mit Union ein Verein."""
        return any(SPORT.search(feld.such) is not None for feld in self.felder)

    def adjektiv(self, wort: str) -> tuple[int, ...]:
        """Die Staaten, zu denen ein Adjektiv oder Einwohnername gehört (französischer, Bremer)."""
        klein = wort.casefold()
        adjektive = self.werk.adjektive
        if klein in adjektive:
            return adjektive[klein]
        for endung in ("er", "es", "en", "em", "e", "s", "n"):
            if klein.endswith(endung) and (staaten := adjektive.get(klein[: -len(endung)])) is not None:
                return staaten
        return ()

    # --- Auswahl ------------------------------------------------------------------------------------------------------

    def deuten(self, feld: Feld, funde: Sequence[Fund], ner: Sequence[tuple[int, int, str]]) -> list[Nennung]:
        """Die Nennungen eines Feldes: der längste Treffer gewinnt, und in keinem steht ein zweiter."""
        belegt = bytearray(len(feld.such))
        nennungen: list[Nennung] = []
        for fund in sorted(funde, key=lambda f: (f.start - f.ende, f.start)):
            if any(belegt[fund.start : fund.ende]):
                continue
            deutung = self._deuten(feld, fund)
            if deutung is None:
                continue
            if not deutung:
                belegt[fund.start : fund.ende] = b"\1" * (fund.ende - fund.start)
            for n in deutung:
                belegt[n.start : n.ende] = b"\1" * (n.ende - n.start)
            nennungen += deutung
        nennungen = _ohne_umschlossene(_anreden_verbinden(feld, nennungen))
        nennungen = [_mit_ner_typ(n, ner) for n in nennungen]
        nennungen += self._unbekannte(feld, belegt, ner)
        # Mehrere Inhaber stehen an derselben Stelle, nach Kennung.
        nennungen.sort(key=lambda n: (n.start, n.ende, n.akteur or 0))
        return nennungen

    def _deuten(self, feld: Feld, fund: Fund) -> list[Nennung] | None:
        """Was ein Fund bedeutet; ``None``, wenn er nichts ist, leer, wenn auch kürzere darin nichts sind."""
        start, ende = fund.start, fund.ende
        if feld.such[ende : ende + 1] == "." and feld.such[ende + 1 : ende + 2].islower():
            return None  # eine Adresse: welt.de
        eintrag = fund.eintrag
        if self._ist_autor(feld, fund):
            return []
        if eintrag.aemter and (deutung := self.amtsdeutung.deuten(feld, fund)) is not None:
            return deutung
        nennung = None
        if eintrag.formen:
            nennung = self._formen_deuten(feld, fund)
        if eintrag.personen and (nennung is None or nennung.akteur is None):
            nennung = self._nachname_deuten(feld, fund) or nennung
        return None if nennung is None else [nennung]

    # --- Formen -------------------------------------------------------------------------------------------------------

    def _formen_deuten(self, feld: Feld, fund: Fund) -> Nennung | None:
        formen = fund.eintrag.formen
        akteure = self.werk.akteure
        kandidaten = tuple(dict.fromkeys(f.akteur for f in formen))
        typen = {akteure[k].typ for k in kandidaten} - {"amt"}
        if not typen:
            return None
        basis = Nennung(feld.name, fund.start, fund.ende, kandidaten=kandidaten)
        ausdruck = feld.ausdruck(fund.start, fund.ende)
        if typen == {"person"}:
            if ausdruck.davor and ausdruck.davor[-1] in self.werk.vornamen:
                return None
            rolle = "bestimmungswort" if ausdruck.danach else "nennung"
            return self._person_waehlen(feld, basis._replace(rolle=rolle), kandidaten, "alias")
        if fund.versalien and (any(f.alltagswort for f in formen) or "organisation" in typen):
            return None
        if typen == {"staat"}:
            return self._staat_deuten(feld, fund, basis, ausdruck.davor, ausdruck.danach)
        if ausdruck.davor and not ausdruck.danach and "partei" not in typen:
            return None  # Berlin-Marathon endet nicht auf einer Organisation, die Marathon heißt
        if self.sport and fund.eintrag.formen[0].alltagswort:
            return None  # Union-Frauen sind keine Fraktion
        if ausdruck.danach:
            basis = basis._replace(rolle="bestimmungswort")
        kandidaten = self._heimisch(tuple(k for k in kandidaten if akteure[k].typ != "amt"), formen)
        if not kandidaten:
            return None
        basis = basis._replace(kandidaten=kandidaten)
        if any(f.alltagswort for f in formen) and not self._alltagswort_gilt(feld, fund, typen, ausdruck.danach):
            return None
        if typen == {"organisation"} and self._ist_ware(feld, fund, ausdruck.danach):
            return basis._replace(grund="namensteil")
        if len(kandidaten) == 1:
            return basis._replace(akteur=kandidaten[0], methode="alias", kandidaten=())
        return basis._replace(grund="mehrdeutig")

    def _ist_ware(self, feld: Feld, fund: Fund, danach: tuple[str, ...]) -> bool:
        """Ob eine Firma nur im Namen ihrer Ware steht: Tesla Model 3, eine Boeing, VW-Fahrer."""
        if danach:
            return danach[-1].startswith("Fahrer") or danach[0].isdigit()
        if " " in feld.such[fund.start : fund.ende]:
            return False
        naechstes = feld.danach(fund.ende)
        return naechstes[:1].isupper() or naechstes[:1].isdigit() or feld.davor(fund.start).lower() in EIN

    def _heimisch(self, kandidaten: tuple[int, ...], formen: Sequence[Form]) -> tuple[int, ...]:
        """Lässt von gleichnamigen Parteien und Organisationen die fremden weg, deren Staat das Item nicht nennt."""
        akteure = self.werk.akteure
        kurz = {f.akteur for f in formen if f.art == "kurzname" or " " not in f.form}
        genannt = [k for k in kandidaten if akteure[k].land is not None and akteure[k].land in self.staaten]
        if len(genannt) == 1 and len(kandidaten) > 1:
            return tuple(genannt)
        if genannt and len(kandidaten) > 1:
            return tuple(genannt)
        uebrig = tuple(
            k
            for k in kandidaten
            if not (
                k in kurz
                and akteure[k].typ == "partei"
                and akteure[k].land is not None
                and self.aufloesung.heimat
                and akteure[k].land not in self.aufloesung.heimat
            )
            or akteure[k].land in self.staaten
        )
        for land in self.aufloesung.heimat:
            hier = tuple(k for k in uebrig if akteure[k].land == land)
            if hier and len(uebrig) > 1:
                return hier
        return uebrig

    def _alltagswort_gilt(self, feld: Feld, fund: Fund, typen: set[str], danach: tuple[str, ...]) -> bool:
        if danach:
            return "partei" in typen and danach != ("",)
        if "partei" not in typen:
            # »Die Zeit drängt«, »Bild der Verwüstung«: eine Zeitung nur in Anführung oder hinter »laut«.
            in_anfuehrung = feld.such[fund.start - 1 : fund.start] in _AUF and feld.such[fund.ende : fund.ende + 1] in _ZU
            return fund.start > 0 and in_anfuehrung or feld.davor(fund.start).lower() == "laut"
        if self._wort_handelt(feld, fund):
            return True
        if self._in_klammern(feld, fund):
            return True
        naechstes = feld.danach(fund.ende)
        if naechstes[:1].isupper():
            return False
        if feld.davor(fund.start).lower() in ("die", "der", "den") and feld.such[fund.rumpf - 1] == "n":
            return True  # die Grünen, der Linken
        return self._neben_partei(feld, fund)

    def _wort_handelt(self, feld: Feld, fund: Fund) -> bool:
        """Ob ein Alltagswort als Handelnder dasteht: am Satzanfang, auch mit Artikel, und ein Verb dahinter."""
        start = fund.start
        if feld.davor(start) in ("Die", "Der", "Das"):
            start = feld.anfang_davor(start)
        naechstes = feld.danach(fund.ende)
        return feld.am_anfang(start) and ist_verb(naechstes) and naechstes not in SPORTVERBEN and not self.sport

    def _in_klammern(self, feld: Feld, fund: Fund) -> bool:
        return feld.such[fund.start - 1 : fund.start] == "(" and feld.such[fund.ende : fund.ende + 1] in (")", ",", "/")

    def _neben_partei(self, feld: Feld, fund: Fund) -> bool:
        """Ob in einer Aufzählung eine andere Partei daneben steht (SPD und Grüne, CDU/Grüne)."""
        for anderer in self._funde_von(feld):
            if any(self.werk.akteure[f.akteur].typ == "partei" and not f.alltagswort for f in anderer.eintrag.formen):
                links, rechts = (anderer, fund) if anderer.start < fund.start else (fund, anderer)
                if feld.such[links.ende : rechts.start] in (" und ", ", ", "/", " & ", " oder ", " mit ", " gegen "):
                    return True
        return False

    def _funde_von(self, feld: Feld) -> Sequence[Fund]:
        return self.funde[self.felder.index(feld)]

    def _staat_deuten(
        self, feld: Feld, fund: Fund, basis: Nennung, davor: tuple[str, ...], danach: tuple[str, ...]
    ) -> Nennung | None:
        if davor or danach:
            return None  # Ukraine-Krieg, Nord-Korea: der Staat bestimmt nur
        # Länder und Gebiete eines Staates sind in Schlagzeilen Schauplatz oder Mannschaft.
        gebiete = all(self.werk.akteure[k].land not in (None, k) for k in basis.kandidaten)
        if gebiete or not self._staat_handelt(feld, fund):
            return basis._replace(rolle="ort", grund="staat_als_ort")
        if len(basis.kandidaten) > 1:
            return basis._replace(grund="mehrdeutig")
        return basis._replace(akteur=basis.kandidaten[0], methode="alias", kandidaten=())

    def _staat_handelt(self, feld: Feld, fund: Fund) -> bool:
        start = fund.start
        if feld.davor(start) in ("Die", "Der", "Das"):
            start = feld.anfang_davor(start)
        if not feld.am_anfang(start):
            return False
        naechstes = feld.danach(fund.ende)
        if naechstes == "und" and (treffer := self._staat_ab(feld, fund.ende + len(" und "))) is not None:
            naechstes = feld.danach(treffer.ende)
        if not ist_verb(naechstes) or naechstes in LANDESVERBEN:
            return False
        return not (self.sport and (naechstes in SPORTVERBEN or naechstes in ("ist", "hat", "steht")))

    def _staat_ab(self, feld: Feld, stelle: int) -> Fund | None:
        return next(
            (
                f
                for f in self._funde_von(feld)
                if f.start == stelle and any(self.werk.akteure[x.akteur].typ == "staat" for x in f.eintrag.formen)
            ),
            None,
        )

    # --- Personen -----------------------------------------------------------------------------------------------------

    def _person_waehlen(self, feld: Feld, basis: Nennung, kandidaten: tuple[int, ...], methode: str) -> Nennung:
        """Wählt unter Personen gleichen vollen Namens."""
        if len(kandidaten) > 1:
            kandidaten = self._lebende(kandidaten)
        if len(kandidaten) > 1:
            kandidaten = self._nach_zusammenhang(kandidaten, self._parteifreund, self._im_spitzenamt) or kandidaten
        if len(kandidaten) > 1:
            return basis._replace(grund="mehrdeutig")
        person = kandidaten[0]
        if not self._parteifreund(person) and not self.werk.aemter.je_im_amt(person):
            if self._zu_alt(person, HOECHSTALTER):
                return basis._replace(grund="zu_alt", kandidaten=kandidaten)
            if self._allerweltsname(person) and not ist_rolle(feld.davor(basis.start)):
                return basis._replace(grund="allerweltsname", kandidaten=kandidaten)
        return basis._replace(akteur=person, methode=methode, kandidaten=())

    def _allerweltsname(self, person: int) -> bool:
        return any(
            len(eintrag.personen) >= ALLERWELT
            for nachname in nachnamen(self.werk.akteure[person].name)
            if (eintrag := self.werk.eintraege.get(nachname)) is not None
        )

    def _alter(self, person: int) -> int | None:
        geburt = self.werk.akteure[person].geburt
        return None if geburt is None else date.fromordinal(self.tag).year - geburt.year

    def _zu_alt(self, person: int, grenze: int) -> bool:
        alter = self._alter(person)
        return alter is not None and alter > grenze and not self.werk.aemter.je_im_amt(person)

    def _lebende(self, personen: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(p for p in personen if (self._alter(p) or 0) <= LEBENSALTER) or personen

    def _parteifreund(self, person: int) -> bool:
        return not self.parteien.isdisjoint(self.werk.parteien.get(person, ()))

    def _nach_zusammenhang(self, personen: tuple[int, ...], *bedingungen: Callable[[int], bool]) -> tuple[int, ...]:
        """Der einzige, der die erste entscheidende Bedingung erfüllt."""
        for bedingung in bedingungen:
            passend = tuple(p for p in personen if bedingung(p))
            if len(passend) == 1:
                return passend
        return ()

    def _im_spitzenamt(self, person: int) -> bool:
        return bool(self._spitzenaemter(person))

    def _spitzenaemter(self, person: int) -> tuple[str, ...]:
        return tuple(
            amt for amt in self.werk.aemter.aemter_von(person, self.tag) if self.amtsdeutung.ist_spitze(amt)
        )

    def _frueher_spitze(self, person: int) -> bool:
        return any(map(self.amtsdeutung.ist_spitze, self.werk.aemter.fruehere_aemter(person, self.tag)))

    def _nachname_deuten(self, feld: Feld, fund: Fund) -> Nennung | None:
        personen = tuple(f.akteur for f in fund.eintrag.personen)
        wort = feld.such[fund.start : fund.rumpf]
        ausdruck = feld.ausdruck(fund.start, fund.ende)
        basis = Nennung(feld.name, fund.start, fund.ende, kandidaten=personen)
        if ausdruck.davor and not self._vorsatz_erlaubt(ausdruck.davor):
            return None
        if ausdruck.danach:
            basis = basis._replace(rolle="bestimmungswort")
        elif ausdruck.davor:
            basis = basis._replace(rolle="nennung")
        if feld.such[fund.start : fund.ende] in self.werk.vornamen and fund.ende > fund.rumpf:
            return None  # Thomas ist kein Genitiv von Thoma
        vorname = self._vorname_davor(feld, fund.start, personen)
        if vorname is not None:
            if not vorname:
                return self._anderer_mensch(feld, fund, basis)
            personen = vorname
        beleg = self._beleg(feld, fund, personen, ausdruck.danach)
        if beleg is None:
            # Ohne Beleg ist ein Nachname meist ein Wort; gemeldet wird er, wo der Satz eine Person erwarten lässt.
            if self._alltagsname(fund, wort) or ausdruck.danach or not self._steht_wie_person(feld, fund):
                return None
            return basis._replace(grund="ohne_beleg")
        person, _ = beleg
        if self._alltagsname(fund, wort) and not self._alltagsname_gilt(feld, fund, beleg, ausdruck.danach):
            return None
        return basis._replace(akteur=person, methode="nachname", kandidaten=())

    def _anderer_mensch(self, feld: Feld, fund: Fund, basis: Nennung) -> Nennung | None:
        """Ein Namensvetter mit eigenem Vornamen ist eine offene Nennung, ein Wort hinter einem Wort keine."""
        anfang = feld.anfang_davor(fund.start)
        if feld.such[anfang : fund.start - 1] not in self.werk.vornamen or _ist_autorzeile(feld, anfang):
            return None
        return basis._replace(start=anfang, grund="anderer_vorname")

    def _steht_wie_person(self, feld: Feld, fund: Fund) -> bool:
        if not feld.am_anfang(fund.start):
            return ist_rolle(feld.davor(fund.start))
        return ist_verb(feld.danach(fund.ende)) or feld.such[fund.ende : fund.ende + 2] == ": "

    def _alltagsname(self, fund: Fund, wort: str) -> bool:
        return (
            wort in ALLTAGSNAMEN
            or wort in self.werk.vornamen
            or any(f.alltagswort for f in fund.eintrag.personen)
            or bool(fund.eintrag.formen)
        )

    def _alltagsname_gilt(self, feld: Feld, fund: Fund, beleg: tuple[int, str], danach: tuple[str, ...]) -> bool:
        """Ein Nachname, der auch ein Wort ist, braucht mehr: Vollname, Rolle davor, Klammer, oder er handelt."""
        if danach:
            return False
        if beleg[1] in ("vollname", "rolle"):
            return True
        if self._partei_in_klammern(feld, fund.ende):
            return True
        naechstes = feld.danach(fund.ende)
        if fund.ende > fund.rumpf and naechstes[:1].isupper():
            return True  # Heils Rentenplan: der Genitiv zeigt den Namen
        if beleg[1] not in ("amt_heute", "lexikon", "einzig"):
            return False  # »Kurz erklärt« ist kein Altkanzler
        return feld.am_anfang(fund.start) and (
            (ist_verb(naechstes) and naechstes not in SPORTVERBEN) or feld.such[fund.ende : fund.ende + 2] == ": "
        )

    def _vorsatz_erlaubt(self, davor: tuple[str, ...]) -> bool:
        """Ob ein Nachname am Ende einer Zusammensetzung für sich steht (Anti-Trump), kein Doppelname."""
        letzter = davor[-1]
        if letzter in ("Anti", "Ex", "Pro", "Post", "Nicht", "Noch", "Team", "Ultra", "Prä", "Neo"):
            return True
        eintrag = self.werk.eintraege.get(letzter)
        return eintrag is not None and any(
            self.werk.akteure[f.akteur].typ in ("partei", "staat", "organisation") for f in eintrag.formen
        )

    def _vorname_davor(self, feld: Feld, start: int, personen: tuple[int, ...]) -> tuple[int, ...] | None:
        """Wen der Vorname davor übrig lässt; ``None``, wenn keiner davor steht."""
        if start and feld.such[start - 1] == "-":
            return None
        davor = feld.davor(start)
        if davor.lower() in ("von", "van", "de", "al", "zu"):
            # »Otto von Habsburg« ist ein Name, »Rücktritt von Scholz« keiner.
            vor_partikel = feld.davor(feld.anfang_davor(start))
            return () if vor_partikel in self.werk.vornamen else None
        if not davor[:1].isupper():
            return None
        if len(davor) <= 3 and davor[1:2] == "." and davor[0].isalpha():
            return tuple(p for p in personen if self.werk.akteure[p].name.startswith(davor[0]))
        if davor in ANREDE or ist_rolle(davor):
            return None
        if davor in self.werk.vornamen:
            return tuple(p for p in personen if davor in self.werk.akteure[p].name.split())
        if feld.am_anfang(feld.anfang_davor(start)) and davor in SATZANFANG:
            return None
        if "-" in davor or davor.isupper() or HAUPTWORT.search(davor) is not None:
            return None
        if davor in self.werk.eintraege or (davor.endswith("s") and davor[:-1] in self.werk.eintraege):
            return None  # »Als Trump Putin lobt«, »Frankreichs Macron«
        # Ein großes Wort, das kein Vorname aus der Liste ist, kann trotzdem einer sein.
        spitze = tuple(p for p in personen if self._im_spitzenamt(p))
        return None if spitze and davor[-1] not in "aeiouy" else ()

    # --- Belege -------------------------------------------------------------------------------------------------------

    def _beleg(
        self, feld: Feld, fund: Fund, personen: tuple[int, ...], danach: tuple[str, ...]
    ) -> tuple[int, str] | None:
        """Wen ein Nachname meint, und welcher Beleg das sagt."""
        voll = tuple(p for p in personen if p in self.vollnamen)
        if voll:
            return (voll[0], "vollname") if len(voll) == 1 else None
        personen = tuple(p for p in personen if not self._zu_alt(p, HOECHSTALTER))
        if not personen:
            return None
        partei = self._partei_in_klammern(feld, fund.ende)
        if partei:
            passend = tuple(p for p in personen if not partei.isdisjoint(self.werk.parteien.get(p, ())))
            return (passend[0], "partei") if len(passend) == 1 else None
        rolle = self._rolle_davor(feld, fund, personen)
        if rolle is not None:
            return rolle
        ausdruecklich = tuple(f.akteur for f in fund.eintrag.personen if f.art == "nachname" and f.akteur in personen)
        if len(ausdruecklich) == 1:
            return ausdruecklich[0], "lexikon"
        spitze = tuple(p for p in personen if self._im_spitzenamt(p))
        if len(spitze) == 1:
            wort = feld.such[fund.start : fund.rumpf]
            gelaeufig = wort in HAEUFIGE_NAMEN or self._alltagsname(fund, wort)
            # Ein fremder Amtsträger mit Allerweltsnamen oder deutschem Wort als Namen (Miller, Frieden) braucht
            # seinen Staat daneben.
            if (
                not gelaeufig
                or self._heimisches_amt(spitze[0])
                or not self.staaten.isdisjoint(self._amtslaender(spitze[0]))
            ):
                return spitze[0], "amt_heute"
        if spitze:
            return None
        freunde = tuple(p for p in personen if self._parteifreund(p))
        if len(freunde) == 1 and (self.werk.personenzahl <= HANDLICH or self._steht_wie_person(feld, fund)):
            return freunde[0], "partei"
        frueher = tuple(p for p in personen if self._frueher_spitze(p) and self._heimisches_amt(p))
        if len(frueher) == 1 and len(fund.eintrag.personen) <= SELTEN:
            return frueher[0], "amt_frueher"
        if len(fund.eintrag.personen) == 1:
            if "-" in feld.such[fund.start : fund.rumpf]:
                return personen[0], "doppelname"
            if self.werk.personenzahl <= HANDLICH:
                return personen[0], "einzig"
        return None

    def _heimisches_amt(self, person: int) -> bool:
        aemter = self.werk.aemter
        laender = self._amtslaender(person)
        return not laender or not self.aufloesung.heimat or not laender.isdisjoint(self.aufloesung.heimat) or any(
            (amt := aemter.aemter[a]).land is None and amt.zustaendigkeit is None
            for a, _ in aemter.zeiten_von(person)
        )

    def _amtslaender(self, person: int) -> frozenset[int]:
        aemter = self.werk.aemter
        return frozenset(
            land
            for a, _ in aemter.zeiten_von(person)
            if a in aemter.aemter
            for land in (aemter.aemter[a].land, aemter.aemter[a].zustaendigkeit)
            if land is not None
        )

    def _partei_in_klammern(self, feld: Feld, ende: int) -> frozenset[int]:
        """Die Partei in Klammern hinter einem Namen: Muster (SPD)."""
        if feld.such[ende : ende + 2] != " (":
            return frozenset()
        schluss = feld.such.find(")", ende, ende + KLAMMER_ZU)
        return frozenset(
            f.akteur
            for fund in self._funde_von(feld)
            if ende < fund.start and fund.ende <= schluss
            for f in fund.eintrag.formen
            if self.werk.akteure[f.akteur].typ == "partei"
        )

    def _rolle_davor(self, feld: Feld, fund: Fund, personen: tuple[int, ...]) -> tuple[int, str] | None:
        davor = feld.davor(fund.start)
        if not davor or not ist_rolle(davor):
            return None
        if feld.danach(fund.ende)[:1].isupper() and not any(map(self._im_spitzenamt, personen)):
            return None  # Tesla-Chef Elon Musk: das war ein Vorname
        kopf, strich, _ = davor.partition("-")
        if strich:
            eintrag = self.werk.eintraege.get(kopf)
            typen = {self.werk.akteure[f.akteur].typ: f.akteur for f in (eintrag.formen if eintrag else ())}
            parteien = {f.akteur for f in (eintrag.formen if eintrag else ())} if "partei" in typen else set()
            if parteien:
                passend = tuple(p for p in personen if not parteien.isdisjoint(self.werk.parteien.get(p, ())))
                if len(passend) > 1:
                    passend = self._nach_zusammenhang(passend, self._im_spitzenamt, self._frueher_spitze)
                return (passend[0], "rolle") if len(passend) == 1 else None
            # LKA-Präsident und Fed-Chef sind keine Rollen der Politik.
            if PARTEIROLLE.match(davor) or not (typen or kopf in NICHT_IM_AMT_VORSATZ or kopf in ("US", "EU", "Co")):
                return None
        for auswahl in (
            tuple(p for p in personen if self._im_spitzenamt(p)),
            tuple(p for p in personen if self._frueher_spitze(p)),
        ):
            if auswahl:
                return (auswahl[0], "rolle") if len(auswahl) == 1 else None
        return (personen[0], "rolle") if len(personen) == 1 and not self._fremd(personen[0]) else None

    def _fremd(self, person: int) -> bool:
        land = self.werk.akteure[person].land
        return land is not None and bool(self.aufloesung.heimat) and land not in self.aufloesung.heimat

    # --- Was das Lexikon nicht kennt ----------------------------------------------------------------------------------

    def _unbekannte(self, feld: Feld, belegt: bytearray, ner: Sequence[tuple[int, int, str]]) -> Iterable[Nennung]:
        stellen = list(ner) + [(start, ende, "") for start, ende in self._vorname_und_name(feld)]
        for start, ende, typ in sorted(stellen, key=lambda s: (s[0] - s[1], s[0], s[2])):
            if start >= ende or any(belegt[start:ende]) or _ist_autorzeile(feld, start):
                continue
            belegt[start:ende] = b"\1" * (ende - start)
            nennung = Nennung(feld.name, start, ende, grund="nicht_im_lexikon", ner_typ=typ or None)
            person = self.aufloesung.unschaerfe.person(feld.such[start:ende])
            if person is not None:
                nennung = nennung._replace(akteur=person, methode="fuzzy", grund=None)
            yield nennung

    def _vorname_und_name(self, feld: Feld) -> Iterable[tuple[int, int]]:
        """Vorname und großes Wort dahinter: ein Name, auch wenn keine NER ihn sieht."""
        for treffer in _ZWEI_GROSSE.finditer(feld.such):
            vorname, name = treffer[1], treffer[2]
            if vorname in self.werk.vornamen and name not in SATZANFANG and not name.isupper():
                yield treffer.span(1)[0], treffer.span(2)[1]


# Vorausschauend, damit »Anna Lena Muster« auch vom zweiten Wort an gesucht wird.
_ZWEI_GROSSE = re.compile(r"(?<![\w-])([A-ZÄÖÜÀ-Þ][\w-]+)(?= ([A-ZÄÖÜÀ-Þ][\w'-]{2,}))")
# Wer einen Text geschrieben hat, ist nicht sein Gegenstand.
_AUTORZEILE = re.compile(
    r"(?:\bVon|\bVON|(?:Interview|Gespräch|Essay|Gastbeitrag|Kommentar|Kolumne|Analyse|Leitartikel|Beobachtung|Glosse|Rezension"
    r"|Reportage|Fotos|Protokoll|Aufgezeichnet|Text|Bericht|Porträt|Meinung)(?: von| mit|:)) (?:[\w-]+ [\w-]+(?:,| und) )*$"
)


def _ist_autorzeile(feld: Feld, start: int) -> bool:
    return start > 3 and _AUTORZEILE.search(feld.such, max(0, start - 60), start) is not None


def _wie_real(zahl: float) -> float:
    """Die Zahl, wie sie aus einer Spalte vom Typ real zurückkommt; sonst gälte jede Zeile als geändert."""
    wert: float = struct.unpack("f", struct.pack("f", zahl))[0]
    return wert


def _ohne_umschlossene(nennungen: list[Nennung]) -> list[Nennung]:
    """Lässt weg, was in einer längeren Nennung steht: in »Frankreichs Präsident« ist Frankreich keine eigene."""
    return [
        n
        for n in nennungen
        if not any(m.start <= n.start and n.ende <= m.ende and m.ende - m.start > n.ende - n.start for m in nennungen)
    ]


def _mit_ner_typ(n: Nennung, ner: Sequence[tuple[int, int, str]]) -> Nennung:
    for start, ende, typ in ner:
        if start < n.ende and n.start < ende:
            return n._replace(ner_typ=typ)
    return n


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
            methode = "alias_ohne_anrede" if n.methode == "alias" else n.methode
            verbunden[-1] = n._replace(start=vor.start, methode=methode, amt=vor.amt)
        else:
            verbunden.append(n)
    return verbunden
