"""Fund: wo in einem Item ein Ort genannt ist und in welcher Rolle, bevor entschieden wird, welcher es ist.

Gesucht wird die längste Schreibung des Verzeichnisses; was ein Wort, ein Mensch oder eine Straße ist, fällt hier weg.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import ortsregeln as regeln
from ortsfeld import REST_HOECHSTENS, Fund, Ortsfeld, Stelle
from ortslesung import Leser, Lesung
from ortsstaerke import Ortsstaerke, Staerke
from ortsverzeichnis import Ort, Ortsverzeichnis

# Zwischen zwei Gliedern einer Aufzählung.
_VERBINDUNG = re.compile(r"(?:,\s|\s?[/–]\s?|\s(?:und|oder|bis|bzw\.|sowie)\s)$")
_STAEDTE = frozenset("gemeinde stadt hauptstadt".split())
# Städte, die für eine Regierung stehen, sind Hauptstädte; Berlin führt das Verzeichnis als Gemeinde.
BERLIN, BAYERN = "ags:11000000", "iso3166-2:DE-BY"

Deutung = tuple[Fund | None, bool]
KEINE: Deutung = (None, False)


class Sucher:
    """Sucht Orte in Items.

    Args:
        verzeichnis: das Ortsverzeichnis.
    """

    def __init__(self, verzeichnis: Ortsverzeichnis) -> None:
        self._verzeichnis = verzeichnis
        self._staerke = Ortsstaerke(verzeichnis)
        self._leser = Leser(verzeichnis, self._staerke)

    def suchen(self, felder: Sequence[Ortsfeld]) -> list[Fund]:
        """Alle Nennungen eines Items, nach Feld und Stelle."""
        sport = any(regeln.SPORT.search(feld.such) for feld in felder)
        funde: list[Fund] = []
        schwache: list[Fund] = []
        for feld in felder:
            for lesung in self._leser.lesungen(feld.such):
                fund, sicher = self._deuten(feld, lesung, sport)
                if fund is not None:
                    (funde if sicher else schwache).append(fund)
        if schwache:
            funde += _gestuetzte(felder, funde, schwache)
            funde.sort(key=lambda f: (f.feld, f.start, f.ende))
        if sum(len(regeln.FAHRPLAN.findall(feld.such)) for feld in felder) >= regeln.FAHRPLAN_AB:
            return [fund._replace(rolle="in_name") if _ist_halt(fund) else fund for fund in funde]
        return funde

    def _deuten(self, feld: Ortsfeld, lesung: Lesung, sport: bool) -> Deutung:
        """Der Fund, oder keiner, wo kein Ort gemeint ist; dazu, ob er für sich steht."""
        form, start, ende, weg = lesung
        fund = Fund(feld.nummer, start, ende, form.text, form.als_name, weg=weg)
        for kandidaten, rolle, art in (
            (form.als_bauwerk, "ort", "bauwerk"),
            (form.als_metonym, "metonym", None),
            (form.als_verein, "in_name", None),
        ):
            if kandidaten:
                return fund._replace(kandidaten=kandidaten, rolle=rolle, weg=art), True
        stelle = Stelle(feld, start, ende)
        if not form.als_name:
            return self._ableitung(fund._replace(kandidaten=form.als_ableitung, rolle="abgeleitet"), stelle)
        if stelle.haengt_an:
            return _hinter_strich(fund, stelle)
        if self._staerke.ist_mensch(form, stelle):
            return KEINE
        if stelle.rest:
            return self._vor_strich(fund, stelle, lesung)
        return self._name(fund, stelle, lesung, sport)

    def _name(self, fund: Fund, stelle: Stelle, lesung: Lesung, sport: bool) -> Deutung:
        davor, danach = stelle.davor, stelle.danach
        if regeln.STRASSEN.match(danach) or regeln.SPEISEN.match(danach):
            return KEINE
        if regeln.KREISWORT.fullmatch(davor):
            # Ein bekannter Kreis wäre mit »Landkreis« davor gelesen; die Stadt ist es nicht.
            anfang = stelle.such.rindex(davor, 0, stelle.start)
            text = stelle.such[anfang : stelle.ende]
            return fund._replace(start=anfang, form=text, kandidaten=()), True
        regionswort = regeln.REGIONSWORT.fullmatch(davor) is not None
        fund = fund._replace(regionswort=regionswort)
        if fund.form in regeln.GLEICH_EINWOHNER and davor in regeln.ARTIKEL_MEHRZAHL:
            return fund._replace(rolle="abgeleitet"), True
        if regeln.STADTWORT.fullmatch(davor) and (staedte := tuple(o for o in fund.kandidaten if o.art in _STAEDTE)):
            fund = fund._replace(kandidaten=staedte)
        if not regionswort and _ist_in_namen(fund, stelle):
            return fund._replace(rolle="in_name"), True
        staerke = self._staerke.urteil(lesung.form, stelle)
        if staerke is not Staerke.ORT:
            return KEINE if staerke is Staerke.KEINER else (fund, False)
        if _ist_verein(fund.kandidaten, stelle, sport):
            return fund._replace(rolle="in_name"), True
        if not sport and _ist_metonym(fund.kandidaten, stelle):
            return fund._replace(rolle="metonym"), True
        return fund, True

    def _vor_strich(self, fund: Fund, stelle: Stelle, lesung: Lesung) -> Deutung:
        """»Berlin-Kreuzberg«, »Ukraine-Krieg«, »Bayern-Trainer«."""
        orte, rest, form = fund.kandidaten, stelle.rest, lesung.form
        teile = self._ortsteile(orte, rest)
        if teile:
            schluss = stelle.ende + 1 + len(rest)
            return fund._replace(ende=schluss, form=stelle.such[stelle.start : schluss], kandidaten=teile), True
        wort = form.text in regeln.HOMOGRAPHEN or form.text in regeln.GESPERRT or self._staerke.ist_name(form)
        kurz = len(form.text) < 6 and any(ort.art == "gewaesser" for ort in orte)
        if wort or kurz or not self._staerke.steht_fuer_sich(form) or rest[0].islower():
            return KEINE
        fund = fund._replace(zusammengesetzt=True)
        verein = regeln.VEREINSTEIL.match(rest) and all(ort.art != "staat" for ort in orte)
        if verein or regeln.NAME_DANACH.match(rest) or regeln.STRASSEN.match(rest):
            return fund._replace(rolle="in_name"), True
        andere = self._verzeichnis.formen.get(rest)
        strecke = andere is not None and bool(andere.als_name) and self._staerke.steht_fuer_sich(andere)
        if strecke or regeln.ORTSTEIL_DES_GESCHEHENS.match(rest):
            return fund, True
        return fund._replace(rolle="abgeleitet"), True

    def _ortsteile(self, orte: tuple[Ort, ...], rest: str) -> tuple[Ort, ...]:
        """Die Ortsteile dieses Namens in einer der Städte; die Stadt selbst, wo »Nord« oder »Mitte« folgt."""
        kennungen = {ort.ort for ort in orte}
        if len(rest) > REST_HOECHSTENS:
            return ()
        form = self._verzeichnis.formen.get(rest)
        if form is not None:
            teile = tuple(ort for ort in form.als_name if ort.eltern in kennungen and ort.art == "ortsteil")
            if teile:
                return teile
        staedte = tuple(ort for ort in orte if ort.art in _STAEDTE)
        return staedte if rest in regeln.STADTTEIL or regeln.ORTSTEIL_ENDUNG.fullmatch(rest) else ()

    def _ableitung(self, fund: Fund, stelle: Stelle) -> Deutung:
        """»ukrainische«, »Münchner OB«, »die Kölner«."""
        text, davor, danach = fund.form, stelle.davor, stelle.danach
        if text[0].islower() or text in regeln.LAENDERKUERZEL:
            return fund, True
        if stelle.haengt_an or stelle.rest or davor in regeln.ANREDE:
            return KEINE
        if davor in self._verzeichnis.vornamen and davor not in self._verzeichnis.formen:
            return KEINE
        if regeln.STRASSEN.match(danach) or regeln.SPEISEN.match(danach):
            return KEINE
        if stelle.grosses_danach:
            if regeln.NAME_NACH_ADJEKTIV.match(danach) or regeln.NAME_DANACH.match(danach):
                return fund._replace(rolle="in_name"), True
            return KEINE if f"{text} {danach}" in self._verzeichnis.personen else (fund, True)
        # Allein stehend ist es ein Mensch dieses Namens oder die Speise, wenn kein Artikel davor steht.
        anders = text in self._verzeichnis.nachnamen or text in regeln.EINWOHNER_ALS_DING
        return KEINE if anders and davor.lower() not in regeln.VOR_EINWOHNERN else (fund, True)


def _gestuetzte(felder: Sequence[Ortsfeld], funde: Sequence[Fund], schwache: Sequence[Fund]) -> list[Fund]:
    """Was im selben Item sicher als Ort dasteht oder mit einem solchen aufgezählt ist: »in Mainz und Bingen«."""
    sichere = {fund.form for fund in funde if fund.rolle == "ort"}
    enden = {(fund.feld, fund.ende) for fund in funde if fund.rolle == "ort"}
    gestuetzt = []
    for fund in schwache:
        davor = felder[fund.feld].such[max(0, fund.start - 7) : fund.start]
        verbindung = _VERBINDUNG.search(davor)
        aufgezaehlt = verbindung is not None and (fund.feld, fund.start - len(verbindung[0])) in enden
        if fund.form in sichere or aufgezaehlt:
            gestuetzt.append(fund)
            enden.add((fund.feld, fund.ende))
    return gestuetzt


def _hinter_strich(fund: Fund, stelle: Stelle) -> Deutung:
    """»Nord-Irak«; sonst ist der Name Teil eines Worts, und »Berlin-Tegel« hat schon der Kopf gefunden."""
    if regeln.TEIL.fullmatch(f"{stelle.kopf}-{fund.form}") is None or stelle.rest:
        return KEINE
    flaechen = tuple(ort for ort in fund.kandidaten if ort.art in ("staat", "land"))
    if not flaechen:
        return KEINE
    return fund._replace(start=stelle.start - 1 - len(stelle.kopf), kandidaten=flaechen, weg="teilgebiet"), True


def _ist_halt(fund: Fund) -> bool:
    """Ob ein Ort der Rolle ort in einer Fahrplanmeldung ein Halt ist: jede Stadt und jeder Ortsteil."""
    return fund.rolle == "ort" and any(ort.art in (*_STAEDTE, "ortsteil") for ort in fund.kandidaten)


def _ist_in_namen(fund: Fund, stelle: Stelle) -> bool:
    if any(ort.art == "staat" for ort in fund.kandidaten):
        return False
    return (
        regeln.NAME_DAVOR.fullmatch(stelle.davor) is not None
        or stelle.davor == "of"
        or regeln.NAME_DANACH.match(stelle.danach) is not None
        or regeln.BAHNHOF.match(stelle.such, stelle.ende) is not None
        or (fund.form == "Bayern" and stelle.danach == "München")
    )


def _ist_verein(orte: tuple[Ort, ...], stelle: Stelle, sport: bool) -> bool:
    """Wo es um Sport geht, heißt ein Verein nach seiner Stadt; »in Köln« bleibt ein Ort."""
    if stelle.davor in regeln.VOR_STADT or regeln.ORTSWORT.fullmatch(stelle.davor):
        return False
    if any(ort.art == "staat" for ort in orte):
        return False
    if any(ort.ort == BAYERN for ort in orte):
        return sport or stelle.danach in regeln.SPORTVERB
    return stelle.danach in regeln.NUR_SPORT or (
        sport and (stelle.danach in regeln.SPORTVERB or stelle.davor in regeln.VOR_GEGNER)
    )


def _ist_metonym(orte: tuple[Ort, ...], stelle: Stelle) -> bool:
    if not any(ort.art in ("staat", "hauptstadt") or ort.ort == BERLIN for ort in orte):
        return False
    return (stelle.am_anfang and stelle.danach in regeln.HANDLUNGSVERBEN) or stelle.davor in regeln.ZIELVERBEN
