"""Stärke: ob ein Name für sich als Ort steht, Zusammenhang braucht, oder ein Wort oder ein Mensch ist."""

from __future__ import annotations

import re
from enum import Enum

import ortsregeln as regeln
from ortsfeld import Stelle
from ortsverzeichnis import Form, Ort, Ortsverzeichnis

# Ab so vielen Einwohnern gilt ein bloßer Name ohne Präposition oder Ortswort als Ort.
STARK_AB = {"gemeinde": 50_000, "ortsteil": 100_000, "hauptstadt": 0, "stadt": 150_000}
# In Österreich und der Schweiz stehen auch kleinere Orte in deutschen Meldungen.
STARK_AB_NACHBARN = 20_000
NACHBARN = ("iso3166-2:AT-", "iso3166-2:CH-", "iso:LI", "iso:LU")
# Mehrteilige Namen (Bad Kissingen, Castrop-Rauxel) sind unverwechselbar.
STARK_MEHRTEILIG_AB = 5_000
# In diesen Staaten nennen deutsche Meldungen die Regionen beim Namen.
REGIONEN_STARK = frozenset("AT CH US GB ES FR IT UA RU PL NL BE CA AU CN".split())
# So große Orte sind gemeint, auch wenn Menschen so heißen; bei Vornamen (George, Charlotte) erst größere.
NACHNAME_BIS, VORNAME_BIS = 50_000, 1_000_000
# Kürzere Gewässernamen (Elbe, Oder, Inn) brauchen einen Artikel.
OHNE_ARTIKEL_AB = 6

FLAECHEN = frozenset("staat land gebiet kreis".split())
_MIT_ZUSATZ = re.compile(r"\s?[(/,]\s?(?:Kreis|Landkreis|[A-ZÄÖÜ][\w.-]+\))")
# »in Essen und Trinken«: hinter einem Homographen macht das zweite Hauptwort ihn zum Wort.
_UND_HAUPTWORT = re.compile(r"\s+(?:und|oder)\s+[A-ZÄÖÜ]")
# Endungen von Hauptwörtern; ein kurzes großes Wort ohne sie steht vor einem Nachnamen wie ein Vorname.
_HAUPTWORT = re.compile(r"(?:ung|heit|keit|schaft|tion|tät|nis|tum|ik|eur|ist|chef|rat|amt|haus|er|en|ei)$")
VORNAME_HOECHSTENS = 9


class Staerke(Enum):
    """Was ein Name an seiner Stelle gilt."""

    ORT = "steht für sich"
    VIELLEICHT = "zählt nur, wenn er im Item noch einmal sicher steht oder aufgezählt wird"
    KEINER = "ist kein Ort"


class Ortsstaerke:
    """Urteilt über Namen im Text.

    Args:
        verzeichnis: das Ortsverzeichnis.
    """

    def __init__(self, verzeichnis: Ortsverzeichnis) -> None:
        self._verzeichnis = verzeichnis
        self._fuer_sich: dict[str, bool] = {}

    def urteil(self, form: Form, stelle: Stelle) -> Staerke:
        """Ob der Name an seiner Stelle ein Ort ist."""
        text, davor = form.text, stelle.davor
        arten = {ort.art for ort in form.als_name}
        ortswort = regeln.ORTSWORT.fullmatch(davor) is not None
        praeposition = davor in regeln.ORTSPRAEPOSITION
        artikel = davor.lower() in regeln.ARTIKEL
        if arten & {"gewaesser", "gebirge"}:
            frei = " " in text or len(text) >= OHNE_ARTIKEL_AB or davor in regeln.MIT_ARTIKEL
            return Staerke.ORT if frei else Staerke.KEINER
        homograph = text in regeln.HOMOGRAPHEN or text in regeln.GESPERRT
        # »Wahl in Hessen« ist keine Stadt Wahl, »Regen (Niederbayern)« ein Ort.
        raum = self._mit_raum(form, stelle) and not (
            homograph and stelle.such[stelle.ende :].startswith((" in ", " im ", ","))
        )
        if text in regeln.GESPERRT and not raum:
            return Staerke.ORT if ortswort else Staerke.KEINER
        if arten & FLAECHEN and not homograph:
            return Staerke.ORT
        if not raum and not self.steht_fuer_sich(form) and self._ist_anderer(form, stelle, arten):
            return Staerke.KEINER
        if (raum and not artikel) or regeln.AGENTUR.match(stelle.such, stelle.ende):
            return Staerke.ORT
        if homograph:
            frei = praeposition and _UND_HAUPTWORT.match(stelle.such, stelle.ende) is None
            return Staerke.ORT if ortswort or frei else Staerke.KEINER
        if ortswort or praeposition:
            return Staerke.ORT
        if self.ist_name(form):
            return Staerke.ORT if not artikel and self._ist_marke(stelle) else Staerke.VIELLEICHT
        if artikel:
            return Staerke.VIELLEICHT
        if self.steht_fuer_sich(form) or _MIT_ZUSATZ.match(stelle.such, stelle.ende):
            return Staerke.ORT
        if davor in regeln.PRAEPOSITION or self._ist_marke(stelle):
            return Staerke.ORT
        return Staerke.VIELLEICHT

    def steht_fuer_sich(self, form: Form) -> bool:
        """Ob der Name ohne Zusammenhang als Ort gilt."""
        if (stark := self._fuer_sich.get(form.text)) is None:
            stark = self._fuer_sich[form.text] = any(_ist_gross(ort, form.text) for ort in form.als_name)
        return stark

    def ist_name(self, form: Form) -> bool:
        """Ob Menschen so heißen und der Ort nicht groß genug ist, um ohne Weiteres gemeint zu sein."""
        if any(ort.art in FLAECHEN for ort in form.als_name):
            return False
        groesster = max((ort.einwohner for ort in form.als_name), default=0)
        if form.text in self._verzeichnis.vornamen:
            return groesster < VORNAME_BIS
        return form.text in self._verzeichnis.nachnamen and groesster < NACHNAME_BIS

    def ist_mensch(self, form: Form, stelle: Stelle) -> bool:
        """Ob der Name zu einem Menschen gehört: Jack London, Paris Hilton, Frau Bergen."""
        text, davor, danach = form.text, stelle.davor, stelle.danach
        personen, vornamen, formen = self._verzeichnis.personen, self._verzeichnis.vornamen, self._verzeichnis.formen
        if davor in regeln.ANREDE or f"{davor} {text}" in personen or f"{text} {danach}" in personen:
            return True
        if davor in vornamen and davor not in formen:
            return all(ort.art != "land" for ort in form.als_name)
        if (
            (text in regeln.VORNAMEN_ORTE or text in vornamen)
            and stelle.grosses_danach
            and davor not in regeln.VOR_STADT
            and regeln.NAME_DANACH.match(danach) is None
            and danach not in formen
        ):
            return True
        if text in regeln.NACHNAMEN_ORTE and davor[:1].isupper() and davor not in regeln.PRAEPOSITION:
            muster = (regeln.ORTSWORT, regeln.NAME_DAVOR, regeln.REGIONSWORT)
            ortlich = any(wort.fullmatch(davor) for wort in muster)
            return not ortlich and davor not in regeln.ORTSPRAEPOSITION and _wie_vorname(davor)
        if davor in regeln.ADELSWORT and text in self._verzeichnis.nachnamen:
            return stelle.feld.davor(stelle.start - len(davor) - 1) in vornamen
        return False

    def _ist_anderer(self, form: Form, stelle: Stelle, arten: set[str]) -> bool:
        """Ob ein kleiner Ort an dieser Stelle eher einen anderen meint."""
        if regeln.FREMDER_ZUSATZ.match(stelle.such, stelle.ende):
            return True
        if arten != {"stadt"}:
            return False
        # »Bedford Falls«: ein kleiner Ort der Welt mit einem weiteren großen Wort ist ein anderer Name.
        if stelle.grosses_danach and stelle.danach not in self._verzeichnis.formen:
            return True
        bekannt = any(ort.deutsch or (ort.eltern or "").startswith(NACHBARN) for ort in form.als_name)
        return not bekannt and regeln.AGENTUR.match(stelle.such, stelle.ende) is None

    def _mit_raum(self, form: Form, stelle: Stelle) -> bool:
        """»Nara in Japan«, »Regen (Niederbayern)«: liegt er in dem Raum dahinter, gilt, was sonst mehr braucht."""
        treffer = regeln.RAUM_DANACH.match(stelle.such, stelle.ende)
        if treffer is None:
            return False
        raeume = {regeln.ZUSATZ_KUERZEL.get(treffer["raum"], "")}
        if (flaeche := self._verzeichnis.formen.get(treffer["raum"])) is not None:
            raeume |= {ort.ort for ort in flaeche.als_name if ort.art in ("staat", "land", "region")}
        return any(raeume & set(self._verzeichnis.vorfahren(ort)) for ort in form.als_name)

    def _ist_marke(self, stelle: Stelle) -> bool:
        """»Löbau: Unbekannte zerstören …«: der Ort als Marke vor dem Doppelpunkt; Nachnamen stehen dort auch."""
        name = stelle.such[stelle.start : stelle.ende]
        return (
            stelle.start == 0
            and stelle.such[stelle.ende : stelle.ende + 1] == ":"
            and name not in self._verzeichnis.nachnamen
        )


def _ist_gross(ort: Ort, text: str) -> bool:
    if ort.art in FLAECHEN:
        return True
    if ort.art == "region":
        return ort.ort.removeprefix("iso3166-2:")[:2] in REGIONEN_STARK
    grenze = STARK_AB.get(ort.art, 0)
    if (ort.eltern or "").startswith(NACHBARN):
        grenze = min(grenze, STARK_AB_NACHBARN)
    if " " in text or "-" in text or "/" in text:
        grenze = min(grenze, STARK_MEHRTEILIG_AB)
    return ort.einwohner >= grenze


def _wie_vorname(wort: str) -> bool:
    """Ob ein Wort eher Vorname ist als Hauptwort: kurz, ohne Bindestrich, ohne Endung von Hauptwörtern."""
    return "-" not in wort and 2 < len(wort) <= VORNAME_HOECHSTENS and _HAUPTWORT.search(wort) is None
