"""Amtsdeutung: welches Amt ein Wort meint (»Frankreichs Präsident«), und wer es an dem Tag hat."""

from __future__ import annotations

import re

from aemter import Amtsform
from lage import Lage
from nachschlagewerk import Fund
from namenkunde import AUSSER_DIENST, NICHT_IM_AMT_VORSATZ, NICHT_IM_AMT_WORT, SATZANFANG, ist_verb
from nennungen import Feld, Nennung

_WEIBLICH = re.compile(r"in(?:nen)?$")
_INNEN = re.compile(r"innen\)?$", re.IGNORECASE)
_GEGENDERT = re.compile(r"[:*_·/(]-?in|[a-zäöü]In(?:nen)?$")
# Begleiter, die Mehrzahl verraten, wo das Wort es nicht tut (die Präsidenten, beide Kanzler).
_MEHRZAHL = frozenset("die alle beide beiden zwei drei vier viele mehrere einige ihre seine unsere".split())
_MEHRZAHL_ENDE = re.compile(r"(?:är|ig|ar)en?$|(?:kanzler|minister|meister)n$")
_MEHRDEUTIG_ENDE = re.compile(r"(?:präsidenten|monarchen|chefs|premiers)$")
# Ohne Partei oder Organisation daneben nennen sie irgendwen.
_BELIEBIG = frozenset("Chef Chefin Vorsitzende Vorsitzender Vorsitzenden Direktor Direktorin".split())
# Davor steht das Amt ohne jemanden darin: »kein Kanzler«, »zum Kanzler gewählt«, »Söder wird Kanzler«, »Neuer Kanzler
# gesucht« (»der neue Kanzler« ist einer).
_NIEMAND_DAVOR = re.compile(
    r"(?:als|zum|zur|kein\w*|(?:irgend)?ein(?:e[mnr]?)?|jede[mnrs]?|welche[mnrs]?|manche[rn]?|neuer)$", re.IGNORECASE
)
# Mit Ort ist das Amt auch Satzgegenstand: »Am Montag wird Israels Präsident sprechen«.
_IST_DAVOR = re.compile(r"(?:ist|war|wäre|sei|bin|wird|werde|würde|wurde|bleibt|blieb|heißt)$", re.IGNORECASE)
# Und dahinter: »will Kanzler werden«, »Kanzler bleiben.«, »vom Kanzler zum Gegner«.
_NIEMAND_DANACH = re.compile(r" (?:werden\b|geworden\b|(?:bleiben|sein|wird|bleibt)(?= *(?:$|[.,:;!?–—\"“«])))")
_WANDEL = re.compile(r" zu[mr]? ")
# »Kanzler der Einheit«, »Präsident des Vereins«, »Bundespräsident von Weizsäcker«: nicht das Amt des Staates.
_GENITIV_DANACH = re.compile(r" (?:der|des) [A-ZÄÖÜ]")
_VON_DANACH = re.compile(r" von (?:der )?[A-ZÄÖÜ]")
_ARTIKEL = re.compile(r"(?:der|die|das|des|dem|den)$", re.IGNORECASE)
# »Thüringer AfD-Chef«: nicht der Vorsitz der Partei, sondern der eines Verbands.
_HERKUNFT = re.compile(r"[A-ZÄÖÜ][a-zäöüß]+er$")
# Zwischen Amt und Ort: »Präsident von Frankreich«, »Chef der SPD«, »Präsidentin des Bundestags«.
_ORT_DANACH = re.compile(r"\s+(?:(?:von|der|des|vom|aus|für)\s+)?(?=[A-ZÄÖÜ])")


def deuten(lage: Lage, feld: Feld, fund: Fund) -> list[Nennung] | None:
    """Die Nennung eines Amts, je Inhaber eine; ``None``, wenn das Wort hier kein Amt ist."""
    ausdruck = feld.ausdruck(fund.start, fund.ende)
    if ausdruck.danach:
        return None  # Kanzler-Kandidat
    formen = fund.eintrag.aemter
    basis = Nennung(feld.name, fund.start, fund.ende, rolle="amt")
    anfang = fund.start - sum(len(teil) + 1 for teil in ausdruck.davor)
    if ausdruck.davor and not _koerperschaft(lage, _traeger(lage, ausdruck.davor[0])):
        basis = basis._replace(start=anfang)
    if any(teil in NICHT_IM_AMT_VORSATZ for teil in ausdruck.davor) or _nicht_im_amt(lage, feld, anfang, fund.ende):
        return [basis._replace(grund="nicht_im_amt")]
    orte = _orte_im_ausdruck(lage, ausdruck.davor)
    if ausdruck.davor and orte is None:
        return None  # DFB-Präsident: ein Amt, das das Lexikon nicht kennt
    if orte is None:
        orte, basis = _orte_daneben(lage, feld, fund, basis)
    elif _HERKUNFT.match(feld.davor(anfang)):
        return [basis._replace(grund="amt_ohne_ort")]
    if _niemand(feld, min(anfang, basis.start), max(basis.ende, fund.ende), ort=orte is not None):
        return [basis._replace(grund="praedikat")]
    gewaehlt = _aemter(lage, formen, orte)
    if not gewaehlt:
        # Ein Chef ohne Partei ist keine offene Nennung, sondern irgendein Chef; Premier League ist kein Amt.
        beliebig = feld.such[fund.start : fund.rumpf] in _BELIEBIG or feld.danach(fund.ende) == "League"
        return None if orte is not None or beliebig else [basis._replace(grund="amt_ohne_ort")]
    if _zwei_orte(lage, feld, fund, basis):
        return [basis._replace(grund="mehrere_inhaber")]
    if orte is None and _anderer_bezug(feld, anfang, fund.ende):
        return [basis._replace(grund="amt_ohne_ort")]
    if orte is None and _anderer_staat(lage, formen, gewaehlt):
        return [basis._replace(grund="amt_in_anderem_staat")]
    return _inhaber(lage, feld, fund, anfang, basis, gewaehlt)


def _zwei_orte(lage: Lage, feld: Feld, fund: Fund, basis: Nennung) -> bool:
    """»Außenminister aus Deutschland und Polen«, »deutscher und französischer Präsident« sind zwei."""
    if basis.ende > fund.ende and feld.such.startswith(" und ", basis.ende):
        return any("staat" in lage.typen(f) for f in lage.ab(feld, basis.ende + len(" und ")))
    if basis.start < fund.start and feld.davor(basis.start) == "und":
        return bool(lage.adjektiv(feld.davor(feld.anfang_davor(basis.start))))
    return False


def _anderer_bezug(feld: Feld, anfang: int, ende: int) -> bool:
    """Ob dahinter steht, wessen Kanzler es ist, oder ein Name mit »von«; »bekam der Kanzler von Trump« ist keiner."""
    if _GENITIV_DANACH.match(feld.such, ende):
        return True
    return _VON_DANACH.match(feld.such, ende) is not None and not _ARTIKEL.match(feld.davor(anfang))


def _niemand(feld: Feld, anfang: int, ende: int, *, ort: bool) -> bool:
    """Ob vom Amt die Rede ist und nicht von dem, der es hat."""
    davor = feld.davor(anfang)
    if _NIEMAND_DAVOR.match(davor) or _NIEMAND_DANACH.match(feld.such, ende):
        return True
    if _IST_DAVOR.match(davor) and not ort:
        return True
    return davor.lower() == "vom" and _WANDEL.match(feld.such, ende) is not None


def _nicht_im_amt(lage: Lage, feld: Feld, anfang: int, ende: int) -> bool:
    davor = feld.davor(anfang)
    if NICHT_IM_AMT_WORT.match(davor):
        return True
    # »früherer deutscher Kanzler«
    if davor and lage.adjektiv(davor) and NICHT_IM_AMT_WORT.match(feld.davor(feld.anfang_davor(anfang))):
        return True
    return AUSSER_DIENST.match(feld.such, ende) is not None


# --- Ort ----------------------------------------------------------------------------------------------------------


def _traeger(lage: Lage, wort: str) -> frozenset[int]:
    """Staaten, Länder, Parteien und Organisationen, die so heißen."""
    eintrag = lage.werk.eintraege.get(wort)
    return frozenset(
        f.akteur for f in (eintrag.formen if eintrag else ()) if lage.werk.akteure[f.akteur].typ != "person"
    )


def _koerperschaft(lage: Lage, traeger: frozenset[int]) -> bool:
    """Ob es Parteien oder Organisationen sind: sie sind selbst genannt, ein Staat gehört zum Amt."""
    return any(lage.werk.akteure[t].typ in ("partei", "organisation") for t in traeger)


def _orte_im_ausdruck(lage: Lage, davor: tuple[str, ...]) -> frozenset[int] | None:
    if not davor:
        return None
    return _traeger(lage, "-".join(davor)) or _traeger(lage, davor[-1]) or None


def _orte_daneben(lage: Lage, feld: Feld, fund: Fund, basis: Nennung) -> tuple[frozenset[int] | None, Nennung]:
    """Der Ort davor (Frankreichs, französischer) oder danach (von Frankreich, der SPD)."""
    davor = feld.davor(fund.start)
    if davor:
        anfang = feld.anfang_davor(fund.start)
        if davor[:1].isupper():
            if fund.versalien and davor.isupper() and not _traeger(lage, davor):
                davor = davor.title()
            staemme = (davor, davor[:-1] if davor.endswith(("s", "'")) else davor)
            for stamm in staemme:
                if orte := _traeger(lage, stamm):
                    return orte, basis if _koerperschaft(lage, orte) else basis._replace(start=anfang)
        if adjektiv := lage.adjektiv(davor):
            return frozenset(adjektiv), basis._replace(start=anfang)
    treffer = _ORT_DANACH.match(feld.such, fund.ende)
    if treffer is not None:
        for anderer in lage.ab(feld, treffer.end()):
            orte = frozenset(
                f.akteur
                for f in anderer.eintrag.formen
                if lage.werk.akteure[f.akteur].typ in ("staat", "partei", "organisation")
            )
            # Ohne »von« oder »der« muss der Genitiv zu sehen sein: Präsident Frankreichs.
            if orte and (treffer[0].strip() or anderer.ende > anderer.rumpf):
                return orte, basis if _koerperschaft(lage, orte) else basis._replace(ende=anderer.ende)
    return None, basis


def _aemter(lage: Lage, formen: tuple[Amtsform, ...], orte: frozenset[int] | None) -> tuple[str, ...]:
    aemter = lage.werk.aemter.aemter
    if orte is None:
        return tuple(dict.fromkeys(f.amt for f in formen if not f.ort_noetig))
    passend = []
    for form in formen:
        amt = aemter[form.amt]
        if (amt.zustaendigkeit if amt.zustaendigkeit is not None else amt.land) in orte:
            passend.append(form.amt)
    return tuple(dict.fromkeys(passend))


def _anderer_staat(lage: Lage, formen: tuple[Amtsform, ...], gewaehlt: tuple[str, ...]) -> bool:
    aemter = lage.werk.aemter.aemter
    eigene = {land for a in gewaehlt for land in (aemter[a].land, aemter[a].zustaendigkeit)}
    fremde = {aemter[f.amt].land for f in formen if f.amt not in gewaehlt} - eigene - {None}
    return bool(fremde) and not fremde.isdisjoint(lage.staaten) and lage.staaten.isdisjoint(eigene)


# --- Inhaber ------------------------------------------------------------------------------------------------------


def _inhaber(
    lage: Lage, feld: Feld, fund: Fund, anfang: int, basis: Nennung, gewaehlt: tuple[str, ...]
) -> list[Nennung]:
    aemter = lage.werk.aemter
    besetzungen = [aemter.besetzung(amt, lage.tag) for amt in gewaehlt]
    sicher = tuple(sorted({p for b in besetzungen for p in b.sicher}))
    moeglich = tuple(sorted({p for b in besetzungen for p in b.moeglich}))
    basis = basis._replace(amt=gewaehlt[0] if len(gewaehlt) == 1 else None, kandidaten=moeglich)
    if len(gewaehlt) > 1 and len(sicher) != 1:
        return [basis._replace(grund="mehrdeutig")]
    if not moeglich or (not sicher and len(moeglich) == 1):
        return [basis._replace(grund="kein_inhaber")]
    if _mehrzahl(feld, fund, anfang):
        if len(sicher) > 1 and sicher == moeglich and aemter.aemter[gewaehlt[0]].kollegial:
            return [basis._replace(akteur=p, methode="amt", kandidaten=()) for p in sicher]
        return [basis._replace(grund="mehrere_inhaber")]
    if len(moeglich) > 1 or not sicher:
        return [basis._replace(grund="mehrere_inhaber")]
    person = sicher[0]
    wort = feld.such[fund.start : fund.ende]
    if _WEIBLICH.search(wort.lower()) and not _GEGENDERT.search(wort) and not lage.werk.ist_frau(person):
        return [basis._replace(grund="geschlecht")]
    if _anderer_name(lage, feld, max(basis.ende, fund.ende), person):
        return [basis._replace(grund="name_dahinter")]
    return [basis._replace(akteur=person, methode="amt", kandidaten=())]


def _mehrzahl(feld: Feld, fund: Fund, anfang: int) -> bool:
    wort = feld.such[fund.start : fund.ende].lower()
    if _INNEN.search(wort) or (fund.ende == fund.rumpf and all(f.mehrzahl for f in fund.eintrag.aemter)):
        return True
    # »Könige«, »Generalsekretären« beugen in der Einzahl anders; »US-Präsidenten streiten« hat kein Wort davor.
    if _MEHRZAHL_ENDE.search(wort) or (_MEHRDEUTIG_ENDE.search(wort) and feld.am_anfang(anfang)):
        return True
    # »die Kanzlerin« und »die Vorsitzende« sind eine, »die Präsidenten« sind viele.
    return feld.davor(anfang).lower() in _MEHRZAHL and not wort.endswith(("in", "de"))


def _anderer_name(lage: Lage, feld: Feld, ende: int, person: int) -> bool:
    """Ob gleich dahinter ein Name steht, der nicht der des Inhabers ist."""
    danach = feld.danach(ende)
    if not danach[:1].isupper():
        return False
    if len(danach) > 1 and danach.isupper():
        danach = danach.title()  # »DER KANZLER SPRICHT«
        if ist_verb(danach.lower()) or danach in SATZANFANG:
            return False
    name = lage.werk.akteure[person].name
    stamm = danach.rstrip("'")
    return not any(teil in (stamm, stamm.removesuffix("s")) for teil in name.replace("-", " ").split())
