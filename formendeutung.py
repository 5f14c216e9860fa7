"""Formendeutung: was eine Schreibung aus dem Lexikon an ihrer Stelle nennt, außer Nachnamen und Ämtern."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lage import Lage, anfang_mit_artikel, in_klammern
from nachnamendeutung import ist_nur_namensteil
from nachschlagewerk import Form, Fund
from namenkunde import LANDESVERBEN, SPORTVERBEN, ist_rolle, ist_verb, nachnamen
from nennungen import Ausdruck, Feld, Nennung

# Ab so vielen gleichen Nachnamen im Lexikon heißen auch außerhalb genug Leute mit Vor- und Nachnamen gleich.
ALLERWELT = 6

# Davor steht jemand im Namen einer Partei oder Liste: Bündnis Sahra Wagenknecht.
NAMENSGEBER = frozenset("Bündnis Liste Team".split())
UNBESTIMMT = frozenset("ein eine einem einen einer eines".split())
# Was zwischen zwei Parteien einer Aufzählung steht.
ZWISCHEN_PARTEIEN = (" und ", ", ", "/", " & ", " oder ", " mit ", " gegen ")
AUF, ZU = tuple("„“»«\"'‚›‹"), tuple("“”»«\"'‘‹›")
# In Sportmeldungen ist ein Land, das etwas ist oder hat, eine Mannschaft.
MANNSCHAFTSVERBEN = SPORTVERBEN | {"ist", "hat", "steht", "wird", "wurde", "bleibt"}
_GEGEN = re.compile(r" \w+ (?:\w+ ){0,3}?(?:gegen|auf) ")
# So viele Staaten reiht eine Schlagzeile höchstens auf.
AUFZAEHLUNG_HOECHSTENS = 5
# Parteiwörter, die zu zweit oder vor einem Doppelpunkt Parteien sind; »Freiheit und Zukunft« sind keine.
PARTEIWOERTER = frozenset("Grüne Grünen Gruene Gruenen Linke Linken Union".split())


def deuten(lage: Lage, feld: Feld, fund: Fund) -> Nennung | None:
    """Die Nennung, für die eine Form steht; ``None``, wenn sie hier nur ein Wort ist."""
    akteure = lage.werk.akteure
    formen = fund.eintrag.formen
    kandidaten = tuple(dict.fromkeys(f.akteur for f in formen if akteure[f.akteur].typ != "amt"))
    if not kandidaten:
        return None
    typen = {akteure[k].typ for k in kandidaten}
    ausdruck = feld.ausdruck(fund.start, fund.ende)
    nennung = Nennung(
        feld.name,
        fund.start,
        fund.ende,
        rolle="bestimmungswort" if ausdruck.danach else "nennung",
        kandidaten=kandidaten,
    )
    if typen == {"person"}:
        if ausdruck.davor and ausdruck.davor[-1] in lage.werk.vornamen:
            return None  # Karl-Friedrich Merz ist nicht Friedrich Merz
        if feld.davor(fund.start) in NAMENSGEBER:
            return nennung._replace(grund="namensteil")
        if ist_nur_namensteil(feld, fund.ende):
            return nennung._replace(grund="namensteil")
        return _person(lage, feld, nennung)
    if typen == {"staat"}:
        return _staat(lage, feld, fund, nennung, ausdruck)
    if fund.versalien and ("organisation" in typen or any(f.alltagswort for f in formen)):
        return None
    if ausdruck.davor and not ausdruck.danach and "partei" not in typen:
        return None  # Berlin-Marathon endet nicht auf einer Firma, die Marathon heißt
    kandidaten = _ohne_fremde(lage, kandidaten, formen)
    alltag = any(f.alltagswort for f in formen if f.akteur in kandidaten)
    if not kandidaten or (alltag and not _alltagswort_gilt(lage, feld, fund, typen, ausdruck)):
        return None
    nennung = nennung._replace(kandidaten=kandidaten)
    if typen == {"organisation"} and _ist_ware(feld, fund, ausdruck):
        return nennung._replace(grund="namensteil")
    return _einer(nennung)


def _einer(nennung: Nennung) -> Nennung:
    if len(nennung.kandidaten) > 1:
        return nennung._replace(grund="mehrdeutig")
    return nennung._replace(akteur=nennung.kandidaten[0], methode="alias", kandidaten=())


# --- Personen mit vollem Namen ----------------------------------------------------------------------------------------


def _person(lage: Lage, feld: Feld, nennung: Nennung) -> Nennung:
    personen = nennung.kandidaten
    if len(personen) > 1:
        personen = lage.lebende(personen)
    if len(personen) > 1:
        personen = lage.einzig(personen, lage.parteifreund, lage.im_spitzenamt) or personen
    nennung = nennung._replace(kandidaten=personen)
    person = personen[0]
    im_amt = lage.im_spitzenamt(person) if lage.sport else lage.werk.aemter.je_im_amt(person)
    if len(personen) == 1 and not lage.parteifreund(person) and not im_amt:
        if lage.zu_alt(person):
            return nennung._replace(grund="zu_alt")
        if _allerweltsname(lage, person) and not ist_rolle(feld.davor(nennung.start)):
            return nennung._replace(grund="allerweltsname")
    return _einer(nennung)


def _allerweltsname(lage: Lage, person: int) -> bool:
    return any(
        len(eintrag.personen) >= ALLERWELT
        for nachname in nachnamen(lage.werk.akteure[person].name)
        if (eintrag := lage.werk.eintraege.get(nachname)) is not None
    )


# --- Staaten ----------------------------------------------------------------------------------------------------------


def _staat(lage: Lage, feld: Feld, fund: Fund, nennung: Nennung, ausdruck: Ausdruck) -> Nennung | None:
    if ausdruck.davor or ausdruck.danach:
        return None  # Ukraine-Krieg, Nord-Korea: der Staat bestimmt nur
    # Länder und Gebiete eines Staates sind in Schlagzeilen Schauplatz oder Mannschaft.
    gebiet = all(lage.werk.akteure[k].land not in (None, k) for k in nennung.kandidaten)
    if gebiet or not _staat_handelt(lage, feld, fund):
        return nennung._replace(rolle="ort", grund="staat_als_ort")
    return _einer(nennung)


def _staat_handelt(lage: Lage, feld: Feld, fund: Fund) -> bool:
    erster, letzter = _aufzaehlung(lage, feld, fund, "staat")
    if not feld.am_anfang(anfang_mit_artikel(feld, erster)):
        return False
    naechstes = feld.danach(letzter)
    if not ist_verb(naechstes) or naechstes in LANDESVERBEN:
        return False
    if naechstes in SPORTVERBEN and _gegen_staat(lage, feld, letzter):
        return False  # Ungarn gewinnt gegen Polen
    return not (lage.sport and naechstes in MANNSCHAFTSVERBEN)


def _gegen_staat(lage: Lage, feld: Feld, stelle: int) -> bool:
    treffer = _GEGEN.match(feld.such, stelle)
    return treffer is not None and any("staat" in lage.typen(f) for f in lage.ab(feld, treffer.end()))


def _aufzaehlung(lage: Lage, feld: Feld, fund: Fund, typ: str) -> tuple[int, int]:
    """Anfang und Ende der Aufzählung gleicher Akteure um eine Form: »China, Russland und Iran«."""
    start, ende = fund.start, fund.ende
    for _ in range(AUFZAEHLUNG_HOECHSTENS):
        for dazwischen in (" und ", ", "):
            if feld.such.endswith(dazwischen, 0, start):
                bis = lage.bis(feld, start - len(dazwischen))
                start = min((f.start for f in bis if typ in lage.typen(f)), default=start)
            if feld.such.startswith(dazwischen, ende):
                ab = lage.ab(feld, ende + len(dazwischen))
                ende = max((f.ende for f in ab if typ in lage.typen(f)), default=ende)
    return start, ende


# --- Parteien und Organisationen --------------------------------------------------------------------------------------


def _ohne_fremde(lage: Lage, kandidaten: tuple[int, ...], formen: Sequence[Form]) -> tuple[int, ...]:
    """Lässt die Parteien weg, deren Staat das Item nicht nennt, wo ihr Name kurz oder nicht der einzige ist."""
    akteure = lage.werk.akteure
    if len(kandidaten) > 1 and (genannt := tuple(k for k in kandidaten if akteure[k].land in lage.staaten)):
        return genannt
    kurz = {f.akteur for f in formen if f.art == "kurzname" or " " not in f.form}
    uebrig = tuple(k for k in kandidaten if not (k in kurz and _fremde_partei(lage, k)))
    if len(uebrig) > 1:
        for land in lage.heimat:
            if hier := tuple(k for k in uebrig if akteure[k].land == land):
                return hier
    return uebrig


def _fremde_partei(lage: Lage, kennung: int) -> bool:
    akteur = lage.werk.akteure[kennung]
    if akteur.typ != "partei" or akteur.land is None or not lage.heimat:
        return False
    return akteur.land not in lage.heimat and akteur.land not in lage.staaten


def _alltagswort_gilt(lage: Lage, feld: Feld, fund: Fund, typen: set[str], ausdruck: Ausdruck) -> bool:
    """Ob ein Wort wie Grüne, Union oder Bild hier den Namen meint."""
    start, ende = fund.start, fund.ende
    davor, danach = feld.davor(start), feld.danach(ende)
    if "partei" not in typen:
        # »Die Zeit drängt«, »Bild der Verwüstung«: eine Zeitung nur in Anführung oder hinter »laut«.
        angefuehrt = start > 0 and feld.such[start - 1] in AUF and feld.such[ende : ende + 1] in ZU
        return not ausdruck.danach and (angefuehrt or davor.lower() == "laut")
    if lage.sport:
        return False  # Union-Frauen sind keine Fraktion
    if ausdruck.danach:
        return ausdruck.danach != ("",)
    if ausdruck.davor == ("US",):
        return True  # US-Republikaner
    if lage.wort_handelt(feld, fund) or in_klammern(feld, fund):
        return True
    if feld.such[start : fund.rumpf] in PARTEIWOERTER and feld.am_anfang(start) and feld.such.startswith(": ", ende):
        return True  # »Grüne: Parteitag beschlossen«
    if danach[:1].isupper():
        return False  # Grüne Wiese, Linke Hand
    if davor.lower() in ("die", "der", "den") and feld.such[fund.rumpf - 1] != "e":
        return True  # die Grünen, der Union; die Grüne und der Linke sind Leute
    return (ist_verb(davor) and not danach) or _neben_partei(lage, feld, fund)


def _neben_partei(lage: Lage, feld: Feld, fund: Fund) -> bool:
    """Ob in einer Aufzählung eine andere Partei daneben steht (SPD und Grüne, CDU/Grüne)."""
    for dazwischen in ZWISCHEN_PARTEIEN:
        nachbarn: list[Fund] = []
        if feld.such.endswith(dazwischen, 0, fund.start):
            nachbarn += lage.bis(feld, fund.start - len(dazwischen))
        if feld.such.startswith(dazwischen, fund.ende):
            nachbarn += lage.ab(feld, fund.ende + len(dazwischen))
        for nachbar in nachbarn:
            alltag = any(f.alltagswort for f in nachbar.eintrag.formen)
            beide = {feld.such[f.start : f.rumpf] for f in (fund, nachbar)} <= PARTEIWOERTER
            if "partei" in lage.typen(nachbar) and (not alltag or lage.parteien or beide):
                return True
    return False


def _ist_ware(feld: Feld, fund: Fund, ausdruck: Ausdruck) -> bool:
    """Ob eine Firma nur im Namen ihrer Ware steht: Tesla Model 3, eine Boeing, VW-Fahrer."""
    if ausdruck.danach:
        return ausdruck.danach[-1].startswith("Fahrer") or ausdruck.danach[0].isdigit()
    if " " in feld.such[fund.start : fund.ende]:
        return False
    danach = feld.danach(fund.ende)[:1]
    return danach.isupper() or danach.isdigit() or feld.davor(fund.start).lower() in UNBESTIMMT
