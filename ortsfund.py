"""Fund: wo in einem Item ein Ort genannt ist und in welcher Rolle, bevor entschieden wird, welcher es ist.

Gesucht wird die längste Schreibung des Verzeichnisses; was ein Wort, ein Mensch oder eine Straße ist, fällt hier weg.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import ortsregeln as regeln
from ortsverzeichnis import WORT, Form, Ort, Ortsverzeichnis
from stellen import Text

# Zeichen, nach denen ein Satz oder Teilsatz beginnt.
_ANFANG = re.compile(r"(?:^|[:.!?–—|+;«»„“”\"'(\[/·•…>‹›]|(?:^|\s)-)\s*$")
_DAVOR = re.compile(r"([^\W_][\w.'/-]*)[\s ]+$")
_DANACH = re.compile(r"[\s ]+([^\W_][\w'’-]*\.?)")
_FENSTER = 60
_APOSTROPHE = str.maketrans(dict.fromkeys("’‘ʼ`´′", "'"))

# Ab so vielen Einwohnern gilt ein bloßer Name ohne Präposition oder Ortswort als Ort.
STARK_AB = {"gemeinde": 50_000, "ortsteil": 100_000, "hauptstadt": 0, "stadt": 150_000}
STARK_AB_NACHBARN = 20_000
# Mehrteilige Namen (Bad Kissingen, Castrop-Rauxel) sind unverwechselbar.
STARK_MEHRTEILIG_AB = 5_000
# In Staaten, deren Regionen deutsche Meldungen beim Namen nennen, steht die Region für sich.
REGIONEN_STARK = frozenset("AT CH US GB ES FR IT UA RU PL NL BE CA AU CN".split())
NACHBARN = ("iso3166-2:AT-", "iso3166-2:CH-", "iso:LI", "iso:LU")
# Ein Nachname des Lexikons überstimmt einen Ort unter dieser Größe.
NACHNAME_BIS = 50_000
# Ein Vorname auch größere: George in Südafrika, Victoria.
VORNAME_BIS = 500_000


class Fund(NamedTuple):
    """Eine Nennung im gesäuberten Text, halboffen; ``rest`` ist, was mit Bindestrich dahinter hängt.

    Attributes:
        kandidaten: die Orte, die gemeint sein können.
        rolle: ort, abgeleitet, in_name oder metonym.
        weg: ``teilgebiet`` oder ``bauwerk``, wo die Schreibung nicht der Name des Orts selbst ist.
        regionswort: ob »Kanton«, »Bundesstaat«, »Land« davor steht.
    """

    feld: int
    start: int
    ende: int
    form: str
    kandidaten: tuple[Ort, ...]
    rolle: str
    weg: str | None = None
    regionswort: bool = False
    rest: str = ""


class Ortsfeld:
    """Titel oder Teaser eines Items, gesäubert."""

    def __init__(self, roh: str | None) -> None:
        self.text = Text(roh)
        self.such = self.text.sauber.translate(_APOSTROPHE)

    def davor(self, stelle: int) -> str:
        """Das Wort unmittelbar davor, nur durch Leerraum getrennt; sonst leer."""
        treffer = _DAVOR.search(self.such, max(0, stelle - _FENSTER), stelle)
        return treffer[1] if treffer else ""

    def danach(self, stelle: int) -> str:
        """Das Wort unmittelbar danach; sonst leer."""
        treffer = _DANACH.match(self.such, stelle)
        return treffer[1].rstrip(".") if treffer else ""

    def am_anfang(self, stelle: int) -> bool:
        """Ob an der Stelle ein Satz oder Teilsatz beginnt."""
        return _ANFANG.search(self.such, max(0, stelle - 4), stelle) is not None if stelle else True


class _Lesung(NamedTuple):
    form: Form
    start: int
    ende: int
    weg: str | None = None


class Sucher:
    """Sucht Orte in Items.

    Args:
        verzeichnis: das Ortsverzeichnis.
    """

    def __init__(self, verzeichnis: Ortsverzeichnis) -> None:
        self._verzeichnis = verzeichnis
        self._stark: dict[str, bool] = {}

    def suchen(self, felder: list[Ortsfeld]) -> list[Fund]:
        """Alle Nennungen eines Items, nach Feld und Stelle."""
        sport = any(regeln.SPORT.search(feld.such) for feld in felder)
        funde: list[Fund] = []
        schwache: list[Fund] = []
        for nummer, feld in enumerate(felder):
            for lesung in self._lesungen(feld.such):
                fund, sicher = self._deuten(nummer, feld, lesung, sport)
                if fund is not None:
                    (funde if sicher else schwache).append(fund)
        # Was einmal sicher als Ort dasteht, ist es im selben Item auch ohne Präposition; ebenso der zweite nach »und«.
        sichere = {fund.form for fund in funde if fund.rolle == "ort"}
        enden = {(fund.feld, fund.ende) for fund in funde if fund.rolle == "ort"}
        for fund in schwache:
            verbunden = re.search(
                r"(?:,| und| oder| bis|/| –)\s?$", felder[fund.feld].such[max(0, fund.start - 6) : fund.start]
            )
            if fund.form in sichere or (
                verbunden
                and (fund.feld, fund.start - len(verbunden[0])) in enden
                and fund.form not in regeln.HOMOGRAPHEN
            ):
                funde.append(fund)
                enden.add((fund.feld, fund.ende))
        return sorted(funde, key=lambda f: (f.feld, f.start, f.ende))

    # --- Schreibungen -------------------------------------------------------------------------------------------------

    def _lesungen(self, such: str) -> Iterator[_Lesung]:
        erste = self._verzeichnis.erste
        ende = 0
        for wort in WORT.finditer(such):
            start = wort.start()
            if start < ende or (start and such[start - 1] == "@"):
                continue
            lesung = self._lesen(such, start, wort[0], erste.get(wort[0], ()))
            if lesung is None and wort[0].isupper() and len(wort[0]) > 3:
                lesung = self._versalien(such, start, wort)
            if lesung is None and len(wort[0]) > 7:
                lesung = self._teil(such, start, wort)
            if lesung is not None:
                ende = lesung.ende
                raute = start > 0 and such[start - 1] == "#"
                yield lesung._replace(start=start - 1) if raute else lesung

    def _lesen(self, such: str, start: int, wort: str, formen: tuple[Form, ...]) -> _Lesung | None:
        for form in formen:
            laenge = len(form.text)
            if laenge == len(wort) or such.startswith(form.text, start):
                ende = start + laenge
                if ende == len(such) or not such[ende].isalnum():
                    return _Lesung(form, start, ende)
                # Das Genitiv-s erst, nachdem die volle Form gescheitert ist.
                if such[ende] == "s" and form.text[-1] not in "sxzß" and not such[ende + 1 : ende + 2].isalnum():
                    return _Lesung(form, start, ende + 1)
        if (
            wort.endswith("s")
            and wort not in regeln.GESPERRT
            and (form_ohne := self._verzeichnis.formen.get(wort[:-1])) is not None
        ):
            if form_ohne.als_name and form_ohne.text[-1] not in "sxzß" and not _weiter(such, start + len(wort)):
                return _Lesung(form_ohne, start, start + len(wort))
        return None

    def _versalien(self, such: str, start: int, wort: re.Match[str]) -> _Lesung | None:
        form = self._verzeichnis.formen.get(wort[0][0] + wort[0][1:].lower())
        return (
            _Lesung(form, start, wort.end()) if form is not None and form.als_name and self._ist_stark(form) else None
        )

    def _teil(self, such: str, start: int, wort: re.Match[str]) -> _Lesung | None:
        """»Ostukraine«, »Nordsyriens«; »Nord-Irak« steht über zwei Wörter."""
        treffer = regeln.TEIL.match(wort[0])
        if treffer is None:
            return None
        rest = treffer["rest"][0].upper() + treffer["rest"][1:]
        for name in (rest, rest.removesuffix("s")):
            form = self._verzeichnis.formen.get(name)
            if form is not None and any(ort.art in ("staat", "land") for ort in form.als_name):
                return _Lesung(form, start, wort.end(), "teilgebiet")
        return None

    # --- Deutung ------------------------------------------------------------------------------------------------------

    def _deuten(self, nummer: int, feld: Ortsfeld, lesung: _Lesung, sport: bool) -> tuple[Fund | None, bool]:
        """Der Fund, oder ``None``, wo kein Ort gemeint ist; dazu, ob er für sich steht."""
        form, start, ende, weg = lesung
        if form.als_bauwerk:
            return Fund(nummer, start, ende, form.text, form.als_bauwerk, "ort", "bauwerk"), True
        if form.als_metonym:
            return Fund(nummer, start, ende, form.text, form.als_metonym, "metonym"), True
        if form.als_verein:
            return Fund(nummer, start, ende, form.text, form.als_verein, "in_name"), True
        if not form.text[0].isupper() or (not form.als_name and form.als_ableitung):
            return self._ableitung(nummer, feld, lesung)
        davor, danach = feld.davor(start), feld.danach(ende)
        if self._ist_mensch(feld, form, start, ende, davor, danach):
            return None, False
        such = feld.such
        if start > 1 and such[start - 1] == "-" and such[start - 2].isalnum():
            return self._nach_strich(nummer, feld, lesung)
        if such[ende : ende + 1] == "-" and such[ende + 1 : ende + 2].isalnum():
            return self._vor_strich(nummer, feld, lesung, davor)
        orte = form.als_name
        if regeln.KREISWORT.fullmatch(davor) is not None:
            # Zu einem bekannten Kreis gehört die Form mit »Landkreis«; sie ist länger und wäre gefunden.
            anfang = such.rindex(davor, 0, start)
            return Fund(nummer, anfang, ende, such[anfang:ende], (), "ort"), True
        regionswort = regeln.REGIONSWORT.fullmatch(davor) is not None
        fund = Fund(nummer, start, ende, form.text, orte, "ort", weg, regionswort)
        if regeln.STRASSEN.match(danach) or regeln.SPEISEN.match(danach):
            return None, False
        name_danach = regeln.NAME_DANACH.match(danach) or regeln.BAHNHOF.match(such, ende)
        if (regeln.NAME_DAVOR.fullmatch(davor) and not regionswort) or name_danach or davor == "of":
            if all(ort.art != "staat" for ort in orte):
                return fund._replace(rolle="in_name"), True
        if form.text == "Bayern" and (danach == "München" or (sport and davor not in ("in", "aus", "In", "nach"))):
            return fund._replace(rolle="in_name"), True
        staerke = self._staerke(feld, form, orte, start, ende, davor, danach)
        if staerke is None:
            return None, False
        if staerke and self._ist_verein(orte, davor, danach, sport, feld.am_anfang(start)):
            return fund._replace(rolle="in_name"), True
        if staerke and _ist_metonym(orte, davor, danach, feld.am_anfang(start), sport):
            return fund._replace(rolle="metonym"), True
        return fund, staerke

    def _staerke(
        self, feld: Ortsfeld, form: Form, orte: tuple[Ort, ...], start: int, ende: int, davor: str, danach: str
    ) -> bool | None:
        """Ob der Name für sich steht; ``None``, wo er sicher etwas anderes ist."""
        text = form.text
        oben = {ort.art for ort in orte}
        if "gewaesser" in oben or "gebirge" in oben:
            if " " in text or len(text) > 5:
                return True
            return True if davor in regeln.MIT_ARTIKEL else None
        if text in regeln.GESPERRT:
            return True if regeln.ORTSWORT.fullmatch(davor) and davor[0].isupper() else None
        if oben & {"staat", "land", "gebiet", "kreis"} and text not in regeln.HOMOGRAPHEN:
            return True
        if not self._ist_stark(form):
            if regeln.FREMDER_ZUSATZ.match(feld.such, ende):
                return None
            if oben <= {"stadt"} and not self._ist_bekannt(feld, form, ende):
                return None
            # »Bedford Falls«: ein kleiner Ort der Welt mit einem weiteren großen Wort ist ein anderer Name.
            if (
                oben <= {"stadt"}
                and danach[:1].isupper()
                and feld.such[ende] == " "
                and danach not in self._verzeichnis.formen
            ):
                return None
        if regeln.AGENTUR.match(feld.such, ende):
            return True
        ortswort = regeln.ORTSWORT.fullmatch(davor) is not None
        if text in regeln.HOMOGRAPHEN or self._ist_name(form):
            if davor.lower() in regeln.ARTIKEL or not (ortswort or davor in regeln.ORTSPRAEPOSITION):
                return self._ist_marke(feld, start, ende) if text not in regeln.HOMOGRAPHEN else None
            return True if _allein(feld, ende) or ortswort else None
        if ortswort or davor in regeln.ORTSPRAEPOSITION:
            return True
        if davor.lower() in regeln.ARTIKEL:
            return True if self._ist_stark(form) and danach[:1].islower() is False and not danach else False
        if self._ist_stark(form) or _mit_zusatz(feld.such, ende):
            return True
        if davor in regeln.PRAEPOSITION and davor not in ("von", "Von", "gegen", "vor", "durch", "über"):
            return True
        return self._ist_marke(feld, start, ende)

    def _ist_stark(self, form: Form) -> bool:
        if (stark := self._stark.get(form.text)) is None:
            stark = self._stark[form.text] = any(self._ort_stark(ort, form.text) for ort in form.als_name)
        return stark

    def _ort_stark(self, ort: Ort, text: str) -> bool:
        if ort.art in ("staat", "land", "kreis", "gebiet"):
            return True
        if ort.art == "region":
            return ort.ort[10:12] in REGIONEN_STARK
        grenze = STARK_AB.get(ort.art, 0)
        if ort.eltern is not None and ort.eltern.startswith(NACHBARN):
            grenze = min(grenze, STARK_AB_NACHBARN)
        if " " in text or "-" in text or "/" in text:
            grenze = min(grenze, STARK_MEHRTEILIG_AB)
        return ort.einwohner >= grenze

    def _ist_bekannt(self, feld: Ortsfeld, form: Form, ende: int) -> bool:
        """Ob ein kleiner Ort der Welt in deutschen Texten vorkommt oder sein Staat im Satz steht (»Nara in Japan«)."""
        if any(ort.deutsch or (ort.eltern or "").startswith(NACHBARN) for ort in form.als_name):
            return True
        return _mit_zusatz(feld.such, ende) or regeln.AGENTUR.match(feld.such, ende) is not None

    def _ist_name(self, form: Form) -> bool:
        """Ob Menschen so heißen und der Ort nicht groß genug ist, um ohne Weiteres gemeint zu sein."""
        if any(ort.art in ("staat", "land", "gebiet") for ort in form.als_name):
            return False
        groesster = max((ort.einwohner for ort in form.als_name), default=0)
        grenze = NACHNAME_BIS if form.text in self._verzeichnis.nachnamen else 0
        if form.text in self._verzeichnis.vornamen:
            grenze = VORNAME_BIS
        return groesster < grenze

    def _ist_marke(self, feld: Ortsfeld, start: int, ende: int) -> bool:
        """»Löbau: Unbekannte zerstören …«: der Ort als Marke vor dem Doppelpunkt."""
        return (
            start == 0
            and feld.such[ende : ende + 1] == ":"
            and feld.such[start:ende] not in self._verzeichnis.nachnamen
        )

    def _ist_mensch(self, feld: Ortsfeld, form: Form, start: int, ende: int, davor: str, danach: str) -> bool:
        text = form.text
        if davor in regeln.ANREDE:
            return True
        if davor in self._verzeichnis.vornamen and davor not in self._verzeichnis.formen:
            return (
                not any(ort.art == "land" for ort in form.als_name) or f"{davor} {text}" in self._verzeichnis.personen
            )
        if davor and f"{davor} {text}" in self._verzeichnis.personen:
            return True
        praeposition = davor in regeln.ORTSPRAEPOSITION or davor in regeln.PRAEPOSITION
        vorname = text in regeln.VORNAMEN_ORTE or text in self._verzeichnis.vornamen
        if vorname and danach[:1].isupper() and davor not in (*regeln.ORTSPRAEPOSITION, "nach", "bei"):
            if regeln.NAME_DANACH.match(danach) is None and danach not in self._verzeichnis.formen:
                return True
        if danach and f"{text} {danach}" in self._verzeichnis.personen:
            return True
        if text in regeln.NACHNAMEN_ORTE and davor[:1].isupper() and not praeposition:
            bekannt = regeln.ORTSWORT.fullmatch(davor) or regeln.NAME_DAVOR.fullmatch(davor)
            return bekannt is None and len(davor) > 2 and not feld.am_anfang(start) and _wie_vorname(davor)
        if davor in ("von", "van", "de") and text in self._verzeichnis.nachnamen:
            vorher = feld.davor(start - len(davor) - 1)
            return vorher in self._verzeichnis.vornamen
        return False

    def _ist_verein(self, orte: tuple[Ort, ...], davor: str, danach: str, sport: bool, anfang: bool) -> bool:
        if davor in regeln.ORTSPRAEPOSITION or davor in ("nach", "bei", "um") or regeln.ORTSWORT.fullmatch(davor):
            return False
        if any(ort.art == "staat" for ort in orte):
            return False
        if any(ort.ort == "iso3166-2:DE-BY" for ort in orte) and danach in regeln.SPORTVERB:
            return True
        return sport and (danach in regeln.SPORTVERB or davor in ("gegen", "beim", "Gegen", "vom", "über"))

    # --- Bindestriche -------------------------------------------------------------------------------------------------

    def _nach_strich(self, nummer: int, feld: Ortsfeld, lesung: _Lesung) -> tuple[Fund | None, bool]:
        form, start, ende, _ = lesung
        anfang = start - 1
        such = feld.such
        while anfang and (such[anfang - 1].isalnum() or such[anfang - 1] == "-"):
            anfang -= 1
        kopf = such[anfang : start - 1]
        if regeln.TEIL.match(f"{kopf}-{form.text}") and form.als_name and not _weiter(such, ende):
            gross = tuple(ort for ort in form.als_name if ort.art in ("staat", "land", "stadt", "hauptstadt", "gebiet"))
            if gross and all(ort.art in ("staat", "land", "gebiet") for ort in gross):
                return Fund(nummer, anfang, ende, form.text, gross, "ort", "teilgebiet"), True
        # »Berlin-Tegel« ohne Eintrag für das Ganze ist schon beim Kopf gefunden; sonst ist der Name Teil eines Worts.
        return None, False

    def _vor_strich(self, nummer: int, feld: Ortsfeld, lesung: _Lesung, davor: str) -> tuple[Fund | None, bool]:
        form, start, ende, weg = lesung
        such = feld.such
        schluss = ende + 1
        while schluss < len(such) and (such[schluss].isalnum() or such[schluss] in "-"):
            schluss += 1
        rest = such[ende + 1 : schluss]
        orte = form.als_name
        teile = self._stadtteil(orte, rest)
        if teile is not None:
            return Fund(nummer, start, schluss, such[start:schluss], teile, "ort"), True
        if form.text in regeln.HOMOGRAPHEN or form.text in regeln.GESPERRT or self._ist_name(form):
            return None, False
        if not self._ist_stark(form):
            return None, False
        if rest[:1].islower() or "gewaesser" in {ort.art for ort in orte} and len(form.text) < 6:
            return None, False
        if regeln.NAME_DANACH.match(rest) or regeln.STRASSEN.match(rest):
            return Fund(nummer, start, ende, form.text, orte, "in_name", weg, rest=rest), True
        if regeln.VEREINSTEIL.match(rest) and any(ort.art != "staat" for ort in orte):
            return Fund(nummer, start, ende, form.text, orte, "in_name", weg, rest=rest), True
        if (andere := self._verzeichnis.formen.get(rest)) is not None and andere.als_name:
            return Fund(nummer, start, ende, form.text, orte, "ort", weg, rest=rest), True
        rolle = "ort" if regeln.ORTSTEIL_DES_GESCHEHENS.match(rest) else "abgeleitet"
        return Fund(nummer, start, ende, form.text, orte, rolle, weg, rest=rest), True

    def _stadtteil(self, orte: tuple[Ort, ...], rest: str) -> tuple[Ort, ...] | None:
        """Die Ortsteile dieses Namens in einer der Städte; die Stadt selbst, wo »Nord« oder »Mitte« folgt."""
        kennungen = {ort.ort for ort in orte}
        form = self._verzeichnis.formen.get(rest)
        if form is not None:
            teile = tuple(ort for ort in form.als_name if ort.eltern in kennungen and ort.art == "ortsteil")
            if teile:
                return teile
        staedte = tuple(ort for ort in orte if ort.art in ("gemeinde", "stadt", "hauptstadt"))
        return staedte if rest in regeln.STADTTEIL and staedte else None

    # --- Ableitungen --------------------------------------------------------------------------------------------------

    def _ableitung(self, nummer: int, feld: Ortsfeld, lesung: _Lesung) -> tuple[Fund | None, bool]:
        form, start, ende, weg = lesung
        if not form.als_ableitung:
            return None, False
        such = feld.such
        davor, danach = feld.davor(start), feld.danach(ende)
        fund = Fund(nummer, start, ende, form.text, form.als_ableitung, "abgeleitet", weg)
        if form.text[0].islower():
            return fund, True
        if such[ende : ende + 1] == "-" and such[ende + 1 : ende + 2].isalnum() and not form.text.startswith("US"):
            return None, False
        if start > 1 and such[start - 1] == "-" and such[start - 2].isalnum():
            return None, False
        if davor in regeln.ANREDE or (davor in self._verzeichnis.vornamen and davor not in self._verzeichnis.formen):
            return None, False
        if regeln.STRASSEN.match(danach) or regeln.SPEISEN.match(danach):
            return None, False
        gross = danach[:1].isupper()
        if gross and (regeln.NAME_NACH_ADJEKTIV.match(danach) or regeln.NAME_DANACH.match(danach)):
            return fund._replace(rolle="in_name"), True
        artikel = davor.lower() in regeln.ARTIKEL or davor.lower() in (
            "zwei",
            "drei",
            "viele",
            "tausende",
            "junge",
            "als",
        )
        if any(ort.art in ("staat", "land", "region") for ort in form.als_ableitung):
            mensch = form.text in self._verzeichnis.nachnamen and not gross and not artikel
            return (None, False) if mensch else (fund, True)
        if gross:
            return (
                (None, False)
                if form.text in self._verzeichnis.nachnamen
                and not artikel
                and f"{form.text} {danach}" in (self._verzeichnis.personen)
                else (fund, True)
            )
        if form.text in self._verzeichnis.nachnamen or form.text in regeln.EINWOHNER_ALS_DING:
            return (fund, True) if davor.lower() in ("die", "den", "der", "viele", "alle") else (None, False)
        return fund, True


def _weiter(such: str, ende: int) -> bool:
    return such[ende : ende + 1].isalnum()


def _allein(feld: Ortsfeld, ende: int) -> bool:
    """Ob hinter einem Homographen nichts steht, was ihn zum Wort macht: »in Essen und Trinken«."""
    return re.match(r"\s+(?:und|oder)\s+[A-ZÄÖÜ]", feld.such[ende : ende + 12]) is None


def _mit_zusatz(such: str, ende: int) -> bool:
    return re.match(r"\s?[(/,]\s?(?:Kreis|Landkreis|[A-ZÄÖÜ][\w.-]+\))", such[ende : ende + 40]) is not None


def _wie_vorname(wort: str) -> bool:
    """Ob ein Wort vor einem Ort eher Vorname ist als Gattung: kurz, ohne Bindestrich, ohne Endung von Hauptwörtern."""
    return (
        "-" not in wort
        and len(wort) <= 9
        and re.search(r"(?:ung|heit|keit|schaft|tion|tät|nis|tum|ik|eur|ist|chef|rat|amt|haus|er|en|ei)$", wort) is None
    )


def _ist_metonym(orte: tuple[Ort, ...], davor: str, danach: str, anfang: bool, sport: bool) -> bool:
    if sport or not any(ort.art in ("staat", "hauptstadt") or ort.ort == "ags:11000000" for ort in orte):
        return False
    return (anfang and danach in regeln.HANDLUNGSVERBEN) or davor in regeln.ZIELVERBEN
