"""Amtsnennungen: welches Amt ein Wort meint (»Frankreichs Präsident«), und wer es an dem Tag hat."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from namenkunde import AUSSER_DIENST, NICHT_IM_AMT_VORSATZ, NICHT_IM_AMT_WORT
from nachschlagewerk import Amtsform, Fund
from nennungen import Feld, Nennung

if TYPE_CHECKING:
    from aufloesung import Lage

_WEIBLICH = re.compile(r"in(?:nen)?$")
_INNEN = re.compile(r"innen\)?$", re.IGNORECASE)
_GEGENDERT = re.compile(r"[:*_·/(]-?in|[a-zäöü]In(?:nen)?$")
# Begleiter, die Einzahl oder Mehrzahl verraten, wo das Wort es nicht tut (dem Präsidenten, die Präsidenten).
_EINZAHL = frozenset(
    "der dem des den ein einen einem eines beim zum vom im sein seinen seinem ihr ihren ihrem unser unseren unserem"
    " dieser diesen diesem dieses jeder jeden jedem kein keinen keinem zur".split()
)
_MEHRZAHL = frozenset("die alle beide beiden zwei drei vier viele mehrere einige ihre seine unsere".split())
# »Thüringer AfD-Chef«: nicht der Vorsitz der Partei, sondern der eines Verbands.
_HERKUNFT = re.compile(r"[A-ZÄÖÜ][a-zäöüß]+er$")
# Zwischen Amt und Ort: »Präsident von Frankreich«, »Chef der SPD«, »Präsidentin des Bundestags«.
_ORT_DANACH = re.compile(r"\s+(?:(?:von|der|des|vom|aus|für)\s+)?(?=[A-ZÄÖÜ])")


class Amtsdeutung:
    """Deutet Wörter für Ämter in einem Item.

    Args:
        lage: das Item mit seinem Zusammenhang.
    """

    def __init__(self, lage: Lage) -> None:
        self._lage = lage
        self._werk = lage.werk

    def ist_spitze(self, amt: str) -> bool:
        """Ob das Lexikon ein Wort für das Amt hat; nur solche werden beim bloßen Nachnamen genannt."""
        return amt in self._werk.spitzenaemter

    def deuten(self, feld: Feld, fund: Fund) -> list[Nennung] | None:
        """Die Nennung eines Amts, je Inhaber eine; ``None``, wenn das Wort hier kein Amt ist."""
        ausdruck = feld.ausdruck(fund.start, fund.ende)
        if ausdruck.danach:
            return None  # Kanzler-Kandidat
        formen = fund.eintrag.aemter
        basis = Nennung(feld.name, fund.start, fund.ende, rolle="amt")
        anfang = fund.start - sum(len(teil) + 1 for teil in ausdruck.davor)
        if ausdruck.davor and not self._koerperschaft(self._traeger(ausdruck.davor[0])):
            basis = basis._replace(start=anfang)
        if any(teil in NICHT_IM_AMT_VORSATZ for teil in ausdruck.davor) or self._nicht_im_amt(feld, anfang, fund.ende):
            return [basis._replace(grund="nicht_im_amt")]
        if feld.davor(anfang).lower() == "als":
            return [basis._replace(grund="praedikat")]
        orte = self._orte_im_ausdruck(ausdruck.davor)
        if ausdruck.davor and orte is None:
            return None  # DFB-Präsident: ein Amt, das das Lexikon nicht kennt
        if orte is None:
            orte, basis = self._orte_daneben(feld, fund, basis)
        elif _HERKUNFT.match(feld.davor(anfang)):
            return [basis._replace(grund="amt_ohne_ort")]
        gewaehlt = self._aemter(formen, orte)
        if not gewaehlt:
            if orte is None and len({f.amt for f in formen}) > 1:
                return [basis._replace(grund="amt_ohne_ort")]
            return [basis._replace(grund="amt_ohne_ort")] if orte is None else None
        if orte is None and self._anderer_staat(formen, gewaehlt):
            return [basis._replace(grund="amt_in_anderem_staat")]
        return self._inhaber(feld, fund, basis, gewaehlt)

    def _nicht_im_amt(self, feld: Feld, anfang: int, ende: int) -> bool:
        davor = feld.davor(anfang)
        if NICHT_IM_AMT_WORT.match(davor):
            return True
        # »früherer deutscher Kanzler«
        if davor and self._lage.adjektiv(davor) and NICHT_IM_AMT_WORT.match(feld.davor(feld.anfang_davor(anfang))):
            return True
        return AUSSER_DIENST.match(feld.such, ende) is not None

    # --- Ort ----------------------------------------------------------------------------------------------------------

    def _traeger(self, wort: str) -> frozenset[int]:
        """Staaten, Länder, Parteien und Organisationen, die so heißen."""
        eintrag = self._werk.eintraege.get(wort)
        return frozenset(
            f.akteur for f in (eintrag.formen if eintrag else ()) if self._werk.akteure[f.akteur].typ != "person"
        )

    def _koerperschaft(self, traeger: frozenset[int]) -> bool:
        """Ob es Parteien oder Organisationen sind: sie sind selbst genannt, ein Staat gehört zum Amt."""
        return any(self._werk.akteure[t].typ in ("partei", "organisation") for t in traeger)

    def _orte_im_ausdruck(self, davor: tuple[str, ...]) -> frozenset[int] | None:
        if not davor:
            return None
        return self._traeger("-".join(davor)) or self._traeger(davor[-1]) or None

    def _orte_daneben(self, feld: Feld, fund: Fund, basis: Nennung) -> tuple[frozenset[int] | None, Nennung]:
        """Der Ort davor (Frankreichs, französischer) oder danach (von Frankreich, der SPD)."""
        davor = feld.davor(fund.start)
        if davor:
            anfang = feld.anfang_davor(fund.start)
            if davor[:1].isupper():
                staemme = (davor, davor[:-1] if davor.endswith(("s", "'")) else davor)
                for stamm in staemme:
                    if orte := self._traeger(stamm):
                        return orte, basis if self._koerperschaft(orte) else basis._replace(start=anfang)
            if adjektiv := self._lage.adjektiv(davor):
                return frozenset(adjektiv), basis._replace(start=anfang)
        treffer = _ORT_DANACH.match(feld.such, fund.ende)
        if treffer is not None:
            for anderer in self._lage.funde[self._lage.felder.index(feld)]:
                if anderer.start == treffer.end():
                    mit_wort = treffer[0].strip() != ""
                    orte = frozenset(
                        f.akteur
                        for f in anderer.eintrag.formen
                        if self._werk.akteure[f.akteur].typ in ("staat", "partei", "organisation")
                    )
                    # Ohne »von« oder »der« muss der Genitiv zu sehen sein: Präsident Frankreichs.
                    if orte and (mit_wort or anderer.ende > anderer.rumpf):
                        return orte, basis if self._koerperschaft(orte) else basis._replace(ende=anderer.ende)
        return None, basis

    def _aemter(self, formen: tuple[Amtsform, ...], orte: frozenset[int] | None) -> tuple[str, ...]:
        aemter = self._werk.aemter.aemter
        if orte is None:
            return tuple(dict.fromkeys(f.amt for f in formen if not f.ort_noetig))
        passend = []
        for form in formen:
            amt = aemter[form.amt]
            if (amt.zustaendigkeit if amt.zustaendigkeit is not None else amt.land) in orte:
                passend.append(form.amt)
        return tuple(dict.fromkeys(passend))

    def _anderer_staat(self, formen: tuple[Amtsform, ...], gewaehlt: tuple[str, ...]) -> bool:
        aemter = self._werk.aemter.aemter
        eigene = {land for a in gewaehlt for land in (aemter[a].land, aemter[a].zustaendigkeit)}
        fremde = {aemter[f.amt].land for f in formen if f.amt not in gewaehlt} - eigene - {None}
        return bool(fremde) and not fremde.isdisjoint(self._lage.staaten) and self._lage.staaten.isdisjoint(eigene)

    # --- Inhaber ------------------------------------------------------------------------------------------------------

    def _inhaber(self, feld: Feld, fund: Fund, basis: Nennung, gewaehlt: tuple[str, ...]) -> list[Nennung]:
        aemter = self._werk.aemter
        besetzungen = [aemter.besetzung(amt, self._lage.tag) for amt in gewaehlt]
        sicher = tuple(sorted({p for b in besetzungen for p in b.sicher}))
        moeglich = tuple(sorted({p for b in besetzungen for p in b.moeglich}))
        basis = basis._replace(amt=gewaehlt[0] if len(gewaehlt) == 1 else None, kandidaten=moeglich)
        if len(gewaehlt) > 1 and len(sicher) != 1:
            return [basis._replace(grund="mehrdeutig")]
        if not moeglich or (not sicher and len(moeglich) == 1):
            return [basis._replace(grund="kein_inhaber")]
        if self._mehrzahl(feld, fund):
            if len(sicher) > 1 and sicher == moeglich and aemter.aemter[gewaehlt[0]].kollegial:
                return [basis._replace(akteur=p, methode="amt", kandidaten=()) for p in sicher]
            return [basis._replace(grund="mehrere_inhaber")]
        if len(moeglich) > 1 or not sicher:
            return [basis._replace(grund="mehrere_inhaber")]
        person = sicher[0]
        wort = feld.such[fund.start : fund.ende]
        if _WEIBLICH.search(wort) and not _GEGENDERT.search(wort) and not self._werk.ist_frau(person):
            return [basis._replace(grund="geschlecht")]
        if self._anderer_name(feld, max(basis.ende, fund.ende), person):
            return [basis._replace(grund="name_dahinter")]
        return [basis._replace(akteur=person, methode="amt", kandidaten=())]

    def _mehrzahl(self, feld: Feld, fund: Fund) -> bool:
        wort = feld.such[fund.start : fund.ende]
        if _INNEN.search(wort) or any(f.mehrzahl for f in fund.eintrag.aemter) and fund.ende == fund.rumpf:
            eindeutig = not any(not f.mehrzahl for f in fund.eintrag.aemter)
            if eindeutig or _INNEN.search(wort):
                return True
        davor = feld.davor(fund.start).lower()
        if davor in _MEHRZAHL:
            # »die Kanzlerin« ist eine, »die Präsidenten« sind viele.
            return not wort.endswith("in")
        return False

    def _anderer_name(self, feld: Feld, ende: int, person: int) -> bool:
        """Ob gleich dahinter ein Name steht, der nicht der des Inhabers ist."""
        danach = feld.danach(ende)
        if not danach[:1].isupper():
            return False
        name = self._werk.akteure[person].name
        stamm = danach.rstrip("'")
        if any(teil in (stamm, stamm.removesuffix("s")) for teil in name.replace("-", " ").split()):
            return False
        return True
