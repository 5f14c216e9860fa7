"""Nachnamendeutung: wen ein bloßer Nachname meint, und woran man es erkennt.

Eindeutig im Lexikon zu sein genügt nicht: von 13.000 Politikern heißt einer Jahr, einer Mann und einer Gottschalk.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from lage import HOECHSTALTER, Lage, ist_autorzeile
from nachschlagewerk import Fund
from namenkunde import (
    ALLTAGSNAMEN,
    ANREDE,
    EIGENSCHAFT_VORN,
    HAEUFIGE_NAMEN,
    HANDELNDE_WOERTER,
    HAUPTWORT,
    HOHES_AMT,
    KLEINGESCHRIEBEN,
    NAMENSVORSATZ,
    NICHT_IM_AMT_VORSATZ,
    NICHT_IM_AMT_WORT,
    PAARWORT,
    PARTIKEL_VOR_NAMEN,
    PARTIZIP,
    POLITISCHE_ROLLE,
    SATZANFANG,
    SPORTVERBEN,
    VOR_PARTIZIP,
    WETTKAMPFVERBEN,
    ist_rolle,
    ist_verb,
)
from nennungen import Ausdruck, Feld, Nennung

# Was einen bloßen Nachnamen belegt, vom stärksten an.
BELEGE = {
    "vollname": "dieselbe Person steht im Item mit vollem Namen",
    "partei": "nur einer der Namensvettern gehört einer Partei an, die das Item nennt",
    "rolle": "eine Rolle der Politik steht davor (Kanzler Muster, SPD-Chefin Muster)",
    "lexikon": "hand.json führt den Nachnamen ausdrücklich für diese Person",
    "amt_heute": "nur einer der Namensvettern hat an dem Tag ein Spitzenamt",
    "amt_frueher": "nur einer hatte in den zehn Jahren davor eines, und der Name ist selten",
    "doppelname": "ein Doppelname, den nur eine Person hat (Strack-Zimmermann)",
    "einzig": "nur eine Person heißt so, und das Lexikon ist klein genug, um ausgesucht zu sein",
}

# Bis zu so vielen Personen gilt ein Lexikon als ausgesucht; ein größeres hat zu jedem Wort einen Namensvetter.
HANDLICH = 1_000

# Wie viele im Lexikon höchstens so heißen dürfen, damit ein früheres Amt genügt: Müller heißen zu viele.
SELTEN = 4

# Bis hierhin reicht die Partei in Klammern hinter einem Namen (Zeichen).
KLAMMER_HOECHSTENS = 24


# »Ex-Kanzler«, »Altkanzlerin«.
_VORSATZ = re.compile(r"(?:Ex-|Alt-?|Ex(?=[a-zäöü]))(?=\w{4})")
# Ein Ministeramt mit Fach.
_FACHAMT = re.compile(r"\w{3}minister(?:in|s)?$")
# Vor einem Hauptwort, nicht vor einem Vornamen.
_BEGLEITER = re.compile(
    r"(?:die|der|das|dem|den|des|eine?[mnrs]?|kein\w*|(?:sein|ihr|unser)e?[mnrs]?|diese[mnrs]?|zu[mr]|vo[mn]|im|bei(?:m)?|laut"
    r"|gegen|für|mit|nach|über|um|an|auf|in|ohne|wegen|trotz|vor|aus|\w+e[mnrs])$",
    re.IGNORECASE,
)
_IN_MEHRZAHL = re.compile(r"\w+en$|sind$")
FAMILIE = frozenset("Clan Dynastie Ehepaar Eheleute Familie".split())
_LANDESAMT = re.compile(r"landeshaupt|landesrat|landesrät|stadtpräsident", re.IGNORECASE)
_AUSSER_DIENST = re.compile(r" a\. ?D\. $")
# »F.-W. Steinmeier«
_DOPPELINITIALE = re.compile(r"[A-ZÄÖÜ]\.-[A-ZÄÖÜ]\.$")
# So viele Staaten dürfen ein Amt dieses Namens haben, damit das heimische gemeint ist (Bundespräsident: drei).
EIGENE_AEMTER = 3
# Ab so vielen gleichen Nachnamen im Lexikon (Müller, Schmidt) hat jede Partei mehrere, auch solche, die darin fehlen.
VIELE = 20
# Hinter einem Namen: der Sohn, oder was nach jemandem heißt.
_NACHKOMME = re.compile(r",? (?:[Jj]r\b|[Jj]unior\b|I{2,3}\b|IV\b)")
_BENANNT = re.compile(
    r" (?:Tower|Organi[sz]ation|Media|Cent(?:er|re)|Group|Foundation|Hotels?|Plaza|Library|Airport|University"
    r"|Institute?|National|International|Presidential|Fund|Capital|Holding|Doctrine|Stadium|Park|Show|Band|Quartett)\b"
)


class Beleg(NamedTuple):
    """Wen ein Nachname meint, und der Schlüssel in ``BELEGE``."""

    person: int
    art: str


def deuten(lage: Lage, feld: Feld, fund: Fund) -> Nennung | None:
    """Die Nennung, für die ein Nachname steht; ``None``, wenn er hier nur ein Wort ist."""
    personen = tuple(f.akteur for f in fund.eintrag.personen)
    ausdruck = feld.ausdruck(fund.start, fund.ende)
    if ausdruck.davor and not _vorsatz_erlaubt(lage, ausdruck):
        return None
    if fund.ende > fund.rumpf and feld.such[fund.start : fund.ende] in lage.werk.vornamen:
        return None  # Thomas ist kein Genitiv von Thoma
    if _ist_firma(lage, feld, fund) or _ist_familie(feld, fund):
        return None
    rolle = "bestimmungswort" if ausdruck.danach else "nennung"
    nennung = Nennung(feld.name, fund.start, fund.ende, rolle=rolle, kandidaten=personen)
    vorname = _vorname_davor(lage, feld, fund, personen)
    if vorname is not None:
        if not vorname:
            return _anderer_mensch(lage, feld, fund, nennung)
        personen = vorname
    beleg = _beleg(lage, feld, fund, personen)
    if beleg is not None and fund.ende == fund.rumpf and ist_nur_namensteil(feld, fund.ende):
        return nennung._replace(grund="namensteil")
    if beleg is not None and beleg.art not in ("vollname", "rolle") and _im_wettkampf(lage, feld, fund):
        return nennung._replace(grund="ohne_beleg")
    wort = _ist_wort(lage, feld, fund)
    if beleg is None:
        # Ohne Beleg ist ein Nachname meist ein Wort; gemeldet wird er, wo der Satz eine Person erwarten lässt.
        deutlich = ist_rolle(feld.davor(fund.start)) or _partei_in_klammern(lage, feld, fund.ende)
        if ausdruck.danach or not (deutlich or (not wort and _handelt(feld, fund))):
            return None
        return nennung._replace(grund="mehrdeutig" if len(personen) > 1 else "ohne_beleg")
    if wort and (ausdruck.danach or not _wort_gilt(lage, feld, fund, beleg)):
        return None
    return nennung._replace(akteur=beleg.person, methode="nachname", beleg=beleg.art, kandidaten=())


def _anderer_mensch(lage: Lage, feld: Feld, fund: Fund, nennung: Nennung) -> Nennung | None:
    """Ein Namensvetter mit eigenem Vornamen ist eine offene Nennung, ein Wort hinter einem Wort keine."""
    anfang = feld.anfang_davor(fund.start)
    if feld.such[anfang : fund.start - 1].partition("-")[0] not in lage.werk.vornamen or ist_autorzeile(feld, anfang):
        return None
    return nennung._replace(start=anfang, grund="anderer_vorname")


def _ist_firma(lage: Lage, feld: Feld, fund: Fund) -> bool:
    """Scholz & Friends ist eine Firma; Merz & Söder und Merz & Co. sind es nicht."""
    if not feld.such.startswith(" & ", fund.ende):
        return False
    partner = feld.danach(fund.ende + len(" &"))
    eintrag = lage.werk.eintraege.get(partner)
    return partner not in ("Co", "Ko") and not (eintrag is not None and eintrag.personen)


def _ist_familie(feld: Feld, fund: Fund) -> bool:
    """»Die Trumps«, »Ehepaar Macron«: hinter einem Artikel steht kein Genitiv."""
    if feld.davor(fund.start) in FAMILIE:
        return True
    return feld.such[fund.rumpf : fund.ende] == "s" and feld.davor(fund.start).lower() in ("die", "den", "der")


def ist_nur_namensteil(feld: Feld, ende: int) -> bool:
    """Ob der Name weitergeht: Donald Trump Jr., Trump Tower."""
    return _NACHKOMME.match(feld.such, ende) is not None or _BENANNT.match(feld.such, ende) is not None


# --- Was um den Namen steht -------------------------------------------------------------------------------------------


def _handelt(feld: Feld, fund: Fund) -> bool:
    """Ob der Name am Satzanfang steht und ein Verb oder ein Doppelpunkt folgt."""
    naechstes = feld.danach(fund.ende)
    return feld.am_anfang(fund.start) and (
        (ist_verb(naechstes) and naechstes not in SPORTVERBEN) or feld.such.startswith(": ", fund.ende)
    )


def _im_wettkampf(lage: Lage, feld: Feld, fund: Fund) -> bool:
    """Ob im Sport jemand gewinnt, der wie ein Politiker heißt (»Olympia: Merz holt Gold«)."""
    return lage.sport and feld.danach(fund.ende) in WETTKAMPFVERBEN


def _wort(feld: Feld, fund: Fund) -> str:
    """Die Form ohne Beugung, Versalien in gewöhnlicher Schreibung."""
    wort = feld.such[fund.start : fund.rumpf]
    return wort.title() if fund.versalien else wort


def _ist_wort(lage: Lage, feld: Feld, fund: Fund) -> bool:
    """Ob der Nachname auch ein gewöhnliches Wort, ein Vorname oder der Name von etwas anderem ist."""
    wort = _wort(feld, fund)
    return (
        wort in ALLTAGSNAMEN
        or wort in SATZANFANG
        or (wort in lage.werk.vornamen and not any(f.art == "nachname" for f in fund.eintrag.personen))
        or any(f.alltagswort for f in fund.eintrag.personen)
        or bool(fund.eintrag.formen)
    )


def _wort_gilt(lage: Lage, feld: Feld, fund: Fund, beleg: Beleg) -> bool:
    """Ob ein Nachname, der auch ein Wort ist, hier doch der Name ist."""
    if beleg.art in ("vollname", "rolle") or _partei_in_klammern(lage, feld, fund.ende):
        return True
    if fund.ende > fund.rumpf and feld.danach(fund.ende)[:1].isupper():
        return True  # Heils Rentenplan: der Genitiv zeigt den Namen
    if beleg.art not in ("amt_heute", "lexikon", "einzig") and not (
        beleg.art == "partei" and lage.frueher_im_spitzenamt(beleg.person)
    ):
        return False
    if (lage.alter(beleg.person) or 0) > HOECHSTALTER:
        return False  # Kohl kostet mehr
    if _neben_amtsperson(lage, feld, fund) and lage.heimisch(beleg.person):
        return True
    wort, naechstes = _wort(feld, fund), feld.danach(fund.ende)
    if wort in VOR_PARTIZIP and PARTIZIP.match(naechstes):
        return False  # »Kurz erklärt« ist kein Altkanzler
    if feld.davor(fund.start) in ("Frau", "Herr", "Herrn"):
        return True
    if wort in KLEINGESCHRIEBEN and EIGENSCHAFT_VORN.match(feld.such, fund.ende):
        return False
    if _handelt(feld, fund) and not (wort in HANDELNDE_WOERTER and ist_verb(naechstes)):
        return not _IN_MEHRZAHL.match(naechstes)  # »Reiche werden reicher«
    davor = feld.davor(fund.start)
    mitten = wort in KLEINGESCHRIEBEN and davor.islower() and davor[-1] != "." and not fund.versalien
    return mitten and not naechstes[:1].isupper() and not PAARWORT.match(feld.such, fund.ende)


def _neben_amtsperson(lage: Lage, feld: Feld, fund: Fund) -> bool:
    """Ob in einer Aufzählung ein Name daneben steht, der kein Wort ist und jemandem im Amt gehört (Merz und Reiche)."""
    for dazwischen in (" und ", ", ", " trifft ", " gegen "):
        nachbarn: list[Fund] = []
        if feld.such.endswith(dazwischen, 0, fund.start):
            nachbarn += lage.bis(feld, fund.start - len(dazwischen))
        if feld.such.startswith(dazwischen, fund.ende):
            nachbarn += lage.ab(feld, fund.ende + len(dazwischen))
        for nachbar in nachbarn:
            personen = tuple(f.akteur for f in nachbar.eintrag.personen)
            if any(map(lage.im_spitzenamt, personen)) and not _ist_wort(lage, feld, nachbar):
                return True
    return False


def _vorsatz_erlaubt(lage: Lage, ausdruck: Ausdruck) -> bool:
    """Ob ein Nachname hinter einem Bindestrich für sich steht (Anti-Trump, Merz-Söder-Streit), kein Doppelname."""
    letzter = ausdruck.davor[-1]
    if letzter in NAMENSVORSATZ:
        return True
    eintrag = lage.werk.eintraege.get(letzter)
    if eintrag is None:
        return False
    if ausdruck.danach and any(
        lage.im_spitzenamt(f.akteur) or lage.frueher_im_spitzenamt(f.akteur) for f in eintrag.personen
    ):
        return True
    return any(lage.werk.akteure[f.akteur].typ in ("partei", "staat", "organisation") for f in eintrag.formen)


def _vorname_davor(lage: Lage, feld: Feld, fund: Fund, personen: tuple[int, ...]) -> tuple[int, ...] | None:
    """Wen der Vorname davor übrig lässt; ``None``, wenn keiner davor steht."""
    start = fund.start
    if start and feld.such[start - 1] == "-":
        return None
    davor = feld.davor(start)
    if fund.versalien and davor.isupper():
        davor = davor.title()
    if feld.such.endswith("a. D. ", 0, start):
        return None
    if davor.lower() in PARTIKEL_VOR_NAMEN:
        # »Otto von Habsburg« ist ein Name, »Rücktritt von Scholz« keiner.
        return () if feld.davor(feld.anfang_davor(start)) in lage.werk.vornamen else None
    if not davor[:1].isupper() or davor in ANREDE or ist_rolle(davor):
        return None
    akteure = lage.werk.akteure
    if _DOPPELINITIALE.match(davor):
        return tuple(p for p in personen if _initialen(akteure[p].name) == davor.replace(".", ""))
    if len(davor) == 2 and davor[1] == ".":
        # »Donald J. Trump« hat seinen Vornamen davor, »D. Trump« kürzt ihn ab.
        erster = feld.davor(feld.anfang_davor(start))
        if erster in lage.werk.vornamen:
            return tuple(p for p in personen if erster in akteure[p].name.split())
        return tuple(p for p in personen if akteure[p].name.startswith(davor[0]))
    if davor.partition("-")[0] in lage.werk.vornamen:
        return tuple(p for p in personen if davor in akteure[p].name.split())
    if davor in SATZANFANG and feld.am_anfang(feld.anfang_davor(start)):
        return None
    if "-" in davor or davor.isupper() or HAUPTWORT.search(davor) is not None:
        return None
    if davor in lage.werk.eintraege or davor.removesuffix("s") in lage.werk.eintraege:
        return None  # »Als Trump Putin lobt«, »Frankreichs Macron«
    if fund.ende > fund.rumpf and _BEGLEITER.match(feld.davor(feld.anfang_davor(start))):
        return None  # »die Pläne Dobrindts«
    # Ein großes Wort, das kein Vorname aus der Liste ist, kann trotzdem einer sein.
    return None if davor[-1] not in "aeiouy" and any(map(lage.im_spitzenamt, personen)) else ()


def _initialen(name: str) -> str:
    """»F-W« aus Frank-Walter Steinmeier."""
    return "-".join(teil[:1] for teil in name.split()[0].split("-"))


def _partei_in_klammern(lage: Lage, feld: Feld, ende: int) -> frozenset[int]:
    """Die Partei in Klammern hinter einem Namen: Muster (SPD)."""
    if not feld.such.startswith(" (", ende):
        return frozenset()
    schluss = feld.such.find(")", ende, ende + KLAMMER_HOECHSTENS)
    return frozenset(
        form.akteur
        for stelle in range(ende + 2, schluss)
        for fund in lage.ab(feld, stelle)
        if fund.ende <= schluss
        for form in fund.eintrag.formen
        if lage.werk.akteure[form.akteur].typ == "partei"
    )


# --- Belege -----------------------------------------------------------------------------------------------------------


def _beleg(lage: Lage, feld: Feld, fund: Fund, personen: tuple[int, ...]) -> Beleg | None:
    voll = tuple(p for p in personen if p in lage.vollnamen)
    if voll:
        return _nur(voll, "vollname")
    personen = tuple(p for p in personen if not lage.zu_alt(p))
    if not personen:
        return None
    if partei := _partei_in_klammern(lage, feld, fund.ende):
        return _nur(_parteimitglied(lage, fund, personen, partei), "partei")
    if (beleg := _rolle_davor(lage, feld, fund, personen)) is not None:
        return beleg
    falsches_amt = _falsches_amt(lage, feld, fund, personen)
    if falsches_amt and _ist_wort(lage, feld, fund):
        return None
    ausdruecklich = tuple(f.akteur for f in fund.eintrag.personen if f.art == "nachname" and f.akteur in personen)
    if len(ausdruecklich) == 1 and _genannt_wie_zuhause(lage, feld, fund, ausdruecklich[0]):
        return Beleg(ausdruecklich[0], "lexikon")
    if falsches_amt:
        return None
    spitze = tuple(p for p in personen if lage.im_spitzenamt(p))
    if spitze:
        danach = feld.danach(fund.ende)
        vorname = fund.ende == fund.rumpf and danach[:1].isupper() and not fund.versalien
        if vorname and danach not in lage.werk.eintraege:
            return None  # Gustaf Nagel ist nicht der König
        return _nur(spitze, "amt_heute") if _genannt_wie_zuhause(lage, feld, fund, spitze[0]) else None
    freunde = tuple(p for p in personen if lage.parteifreund(p))
    if (
        len(freunde) == 1
        and len(fund.eintrag.personen) < VIELE
        and (lage.werk.personenzahl <= HANDLICH or _handelt(feld, fund))
    ):
        return Beleg(freunde[0], "partei")
    frueher = tuple(p for p in personen if lage.frueher_im_spitzenamt(p) and lage.heimisch(p))
    if len(frueher) == 1 and len(fund.eintrag.personen) <= SELTEN:
        return Beleg(frueher[0], "amt_frueher")
    if len(fund.eintrag.personen) > 1:
        return None
    if "-" in feld.such[fund.start : fund.rumpf]:
        return Beleg(personen[0], "doppelname")
    return Beleg(personen[0], "einzig") if lage.werk.personenzahl <= HANDLICH else None


def _nur(personen: tuple[int, ...], art: str) -> Beleg | None:
    return Beleg(personen[0], art) if len(personen) == 1 else None


def _parteimitglied(lage: Lage, fund: Fund, personen: tuple[int, ...], parteien: frozenset[int]) -> tuple[int, ...]:
    """Wer von ihnen der Partei angehört; bei häufigen Namen nur, wer ein Spitzenamt hat oder hatte."""
    passend = tuple(p for p in personen if not parteien.isdisjoint(lage.werk.parteien.get(p, ())))
    bekannt = lage.einzig(passend, lage.im_spitzenamt, lage.frueher_im_spitzenamt)
    return bekannt or (passend if len(fund.eintrag.personen) < VIELE else ())


def _genannt_wie_zuhause(lage: Lage, feld: Feld, fund: Fund, person: int) -> bool:
    """Ob der Name ohne Zusatz gilt: ein fremder Miller oder Frieden braucht seinen Staat daneben."""
    wort = _wort(feld, fund)
    if wort not in HAEUFIGE_NAMEN and not _ist_wort(lage, feld, fund):
        return True
    return lage.heimisch(person) or not lage.staaten.isdisjoint(lage.amtslaender(person))


def _rolle_davor(lage: Lage, feld: Feld, fund: Fund, personen: tuple[int, ...]) -> Beleg | None:
    ausser_dienst = _AUSSER_DIENST.search(feld.such, max(0, fund.start - 7), fund.start)
    davor = feld.davor(ausser_dienst.start() + 1 if ausser_dienst else fund.start)
    if not davor or not ist_rolle(davor):
        return None
    if feld.danach(fund.ende)[:1].isupper() and not any(map(lage.im_spitzenamt, personen)):
        return None  # Tesla-Chef Elon Musk: das war ein Vorname
    kopf, strich, _ = davor.partition("-")
    if strich:
        eintrag = lage.werk.eintraege.get(kopf)
        traeger = frozenset(f.akteur for f in eintrag.formen) if eintrag is not None else frozenset()
        if any(lage.werk.akteure[t].typ == "partei" for t in traeger):
            return _nur(_parteimitglied(lage, fund, personen, traeger), "rolle")
        # LKA-Präsident und Fed-Chef sind keine Rollen der Politik.
        bekannt = traeger or kopf in NICHT_IM_AMT_VORSATZ or kopf in ("US", "EU", "Co")
        if not bekannt or not POLITISCHE_ROLLE.match(davor):
            return None
    genannt = _genannte_aemter(lage, davor)
    if genannt:
        dieses = tuple(p for p in personen if lage.werk.aemter.je_in(p, genannt))
        frueher = ausser_dienst is not None or _nicht_mehr(feld, fund, davor)
        if len(dieses) == 1 and (frueher or _unverwechselbar(lage, genannt)):
            return Beleg(dieses[0], "rolle")  # Altkanzler Schröder, Kanzler Kohl
        if _FACHAMT.search(davor):
            personen = dieses
    if _LANDESAMT.search(davor):
        # Das Lexikon kennt diese Ämter nicht: wer eines im Bund hatte, ist eher ein Verwandter (Pröll).
        personen = tuple(p for p in personen if not lage.werk.aemter.je_in(p, lage.werk.spitzenaemter))
    for bedingung in (lage.im_spitzenamt, lage.frueher_im_spitzenamt):
        if passend := tuple(p for p in personen if bedingung(p)):
            return _nur(passend, "rolle")
    # Ein Minister, den das Lexikon nur als Abgeordneten kennt, ist eher ein Namensvetter.
    if len(personen) != 1 or HOHES_AMT.search(davor) or _fremd(lage, personen[0]):
        return None
    return Beleg(personen[0], "rolle")


def _genannte_aemter(lage: Lage, rolle: str) -> frozenset[str]:
    """Die Ämter, die eine Rolle nennt, ohne Ex- und Alt- (Altkanzlerin, Ex-Außenministers)."""
    ohne_vorsatz = _VORSATZ.sub("", rolle)
    wort = ohne_vorsatz[:1].upper() + ohne_vorsatz[1:]
    for ende in ("", "innen", "in", "en", "s", "n"):
        if wort.endswith(ende) and (eintrag := lage.werk.eintraege.get(wort.removesuffix(ende))) and eintrag.aemter:
            return frozenset(f.amt for f in eintrag.aemter)
    return frozenset()


def _nicht_mehr(feld: Feld, fund: Fund, rolle: str) -> bool:
    """Ob die Rolle eine frühere ist: Ex-, Alt-, ehemaliger; ein bloßes »Ex-Präsident« kann das eines Vereins sein."""
    davor = feld.davor(feld.anfang_davor(fund.start))
    frueher = _VORSATZ.match(rolle) is not None or NICHT_IM_AMT_WORT.match(davor) is not None
    return frueher and not rolle.lower().endswith(("präsident", "präsidentin", "chef", "chefin"))


def _unverwechselbar(lage: Lage, aemter: frozenset[str]) -> bool:
    """Ob das Wort ohne Ort ein Amt meint (Bundespräsident, Kanzler)."""
    return any(amt in lage.werk.ohne_ort for amt in aemter) and len(aemter) <= EIGENE_AEMTER


def _falsches_amt(lage: Lage, feld: Feld, fund: Fund, personen: tuple[int, ...]) -> bool:
    """Ob davor ein Fachministeramt steht, das keiner der Namensvettern je hatte (Finanzminister eines Landes)."""
    davor = feld.davor(fund.start)
    if _FACHAMT.search(davor) is None:
        return False
    genannt = _genannte_aemter(lage, davor)
    return bool(genannt) and not any(lage.werk.aemter.je_in(p, genannt) for p in personen)


def _fremd(lage: Lage, person: int) -> bool:
    land = lage.werk.akteure[person].land
    return land is not None and bool(lage.heimat) and land not in lage.heimat
