"""Ämter, ihre Wörter und ihre Inhaber aus Spiegel und hand.json."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

import handliste
import spiegelordner
import wikidatum
from akteurbau import Akteurbau
from amtszeiten import DATUM, OFFEN, UNBEKANNT, Zeitraum, buendeln
from handliste import Eintrag, Handliste
from ladebericht import Bericht
from namensform import saubere_form
from spiegelordner import Spiegel
from spiegelung import Bindung
from wikidatum import Unbrauchbar, Wikidatum

# Ämter ohne eigene QID heißen nach Körperschaft und Eigenschaft: Q49762#P488 ist der Vorsitz der CDU.
EIGENSCHAFTEN = {"P6": "Regierungschef", "P488": "Vorsitz"}

# Namen von Ämtern, die mehrere zugleich innehaben. Links das Muster, rechts der Fall.
KOLLEGIAL = re.compile(
    "|".join(
        muster
        for muster, _ in (
            (r"\b[Mm]ember\b|\bMitglied|\bAbgeordnete", "Sitze in Kammern und Räten"),
            (r"\bSenator\b", "Sitze im Senat"),
            (r"\b[Jj]udge\b|\bJustice of\b|\bRichter", "Gerichte"),
            (r"\bLord of the Treasury\b|\bUnder-?[Ss]ecretary\b|\bState Councilor\b", "mehrere desselben Titels"),
            (r"\b[Mm]inister without\b|\bMinister(?:in)? ohne\b", "ohne festen Bereich"),
            (r"\bDeputy Prime Minister\b|\b(?:First )?Deputy Chairman\b", "meist mehrere Stellvertreter"),
        )
    )
)


@dataclass
class Amt:
    """Ein Amt, wie es in die Tabelle kommt.

    Attributes:
        name: wie Menschen es nennen.
        akteur: QID des Amts, oder ``None``.
        laender, zustaendig: QIDs aus dem Spiegel.
        formen: Wort -> (Ort nötig, Mehrzahl).
    """

    name: str
    akteur: str | None
    kollegial: bool
    laender: set[str] = field(default_factory=set)
    zustaendig: set[str] = field(default_factory=set)
    formen: dict[str, tuple[bool, bool]] = field(default_factory=dict)


def _einziges(menge: set[str]) -> str | None:
    return next(iter(menge)) if len(menge) == 1 else None


class Aemterbau:
    """Sammelt die Ämter und Amtszeiten.

    Args:
        akteure: die fertigen Akteure.
        spiegel: die Antworten des Abfragedienstes.
        hand: die Ergänzungen.
        bericht: zählt, was verworfen wird.

    Attributes:
        aemter: Kennung des Amts -> Amt.
        zeiten: (Amt, QID der Person) -> ihre Zeiträume.
        aus_hand: die Paare darunter, die aus hand.json stammen.
        parteien: (QID der Person, QID der Partei) -> ihre Zeiträume.
    """

    def __init__(self, akteure: Akteurbau, spiegel: Spiegel, hand: Handliste, bericht: Bericht) -> None:
        self._akteure = akteure.akteure
        self._bau = akteure
        self._bericht = bericht
        self.aemter: dict[str, Amt] = {}
        for qid in sorted(q for q, a in self._akteure.items() if a.typ == "amt"):
            name = self._akteure[qid].name
            self.aemter[qid] = Amt(name, qid, bool(KOLLEGIAL.search(name)))
        for zeile, _ in spiegel.zeilen("aemter"):
            self._orte(zeile)
        for zeile, _ in spiegel.zeilen("parteivorsitze"):
            self._amt_der_koerperschaft(self._amt_von(zeile))
        self._formen_aus_dem_spiegel()
        for eintrag in hand.aemter:
            self._handamt(eintrag)
        gefuehrt = buendeln(self._spiegelzeiten(spiegel), bericht)
        von_hand = buendeln(self._handzeiten(hand), bericht)
        for paar in sorted(gefuehrt.keys() & von_hand.keys()):
            bericht.melden("Amtszeit des Spiegels durch hand.json ersetzt", " ".join(paar))
        self.zeiten: Mapping[tuple[str, str], list[Zeitraum]] = gefuehrt | von_hand
        self.aus_hand = frozenset(von_hand)
        self.parteien = buendeln(self._mitgliedschaften(spiegel), bericht)

    # -- Ämter -------------------------------------------------------------------------------------------------------

    def _heute(self, zeile: Bindung, feld: str) -> str | None:
        qid = spiegelordner.qid(zeile, feld)
        return None if qid is None else self._bau.umleitungen.heute(qid)

    def _orte(self, zeile: Bindung) -> None:
        amt = self.aemter.get(self._heute(zeile, "item") or "")
        if amt is None:
            return
        if land := self._heute(zeile, "land"):
            amt.laender.add(land)
        if zustaendig := self._heute(zeile, "zustaendigkeit"):
            amt.zustaendig.add(zustaendig)

    def _amt_von(self, zeile: Bindung) -> str | None:
        """Die Kennung des Amts, von dem eine Zeile des Spiegels handelt."""
        if amt := self._heute(zeile, "amt"):
            return amt
        partei = self._heute(zeile, "partei")
        return f"{partei}#P488" if partei else None

    def _amt_der_koerperschaft(self, kennung: str | None) -> Amt | None:
        """Das Amt ohne eigene QID, angelegt, sobald es gebraucht wird; ``None``, wenn die Körperschaft fehlt."""
        koerperschaft, _, eigenschaft = (kennung or "").partition("#")
        if koerperschaft not in self._akteure or eigenschaft not in EIGENSCHAFTEN or kennung is None:
            return None
        if kennung not in self.aemter:
            akteur = self._akteure[koerperschaft]
            amt = Amt(f"{EIGENSCHAFTEN[eigenschaft]}: {akteur.name}", None, False, zustaendig={koerperschaft})
            if akteur.land:
                amt.laender.add(akteur.land)
            self.aemter[kennung] = amt
        return self.aemter[kennung]

    def _formen_aus_dem_spiegel(self) -> None:
        for qid, amt in self.aemter.items():
            akteur = self._akteure.get(qid)
            if akteur is None:
                continue
            orte = [
                f for ort in amt.zustaendig | amt.laender if ort in self._akteure for f in self._akteure[ort].formen
            ]
            nennt_ort = re.compile(rf"\b(?:{'|'.join(map(re.escape, orte))})s?\b") if orte else None
            for form in akteur.formen:
                # Ob ein Amtswort allein genügt, weiß der Spiegel nicht; es genügt, wenn es seinen Ort selbst nennt.
                if akteur.form(form)[1] == "de":
                    amt.formen[form] = (nennt_ort is None or not nennt_ort.search(form), False)

    def _handamt(self, eintrag: Eintrag) -> None:
        for kennung in eintrag["aemter"]:
            qid, raute, eigenschaft = kennung.partition("#")
            heute = self._bau.umleitungen.heute(qid) + raute + eigenschaft
            if raute:
                amt = self._amt_der_koerperschaft(heute)
            elif handliste.QID.fullmatch(heute):
                amt = self.aemter.get(heute)
            else:
                amt = self.aemter.setdefault(heute, Amt(eintrag.get("name", heute), None, kollegial=False))
            if amt is None:
                self._bericht.melden("hand.json zeigt ins Leere: kein solches Amt", kennung)
                continue
            amt.name = eintrag.get("name", amt.name)
            amt.kollegial = eintrag.get("kollegial", amt.kollegial)
            if "land" in eintrag:
                amt.laender = {self._bau.umleitungen.heute(eintrag["land"])}
            if "zustaendigkeit" in eintrag:
                amt.zustaendig = {self._bau.umleitungen.heute(eintrag["zustaendigkeit"])}
            for feld, ort_noetig, mehrzahl in (
                ("formen", False, False),
                ("mit_ort", True, False),
                ("mehrzahl", False, True),
                ("mehrzahl_mit_ort", True, True),
            ):
                amt.formen |= dict.fromkeys(map(saubere_form, eintrag.get(feld, ())), (ort_noetig, mehrzahl))

    def land(self, kennung: str) -> str | None:
        """Die QID des Staates, in dem es das Amt gibt, soweit er im Lexikon steht."""
        return _einziges(self.aemter[kennung].laender & self._akteure.keys())

    def zustaendigkeit(self, kennung: str) -> str | None:
        """Die QID dessen, was der Inhaber führt oder vertritt, soweit es im Lexikon steht."""
        return _einziges(self.aemter[kennung].zustaendig & self._akteure.keys())

    # -- Zeiten ------------------------------------------------------------------------------------------------------

    def _spiegelzeiten(self, spiegel: Spiegel) -> Iterator[tuple[tuple[str, str], Zeitraum]]:
        for art in ("amtsinhaber", "parteivorsitze"):
            for zeile, datum in spiegel.zeilen(art):
                person, amt = self._heute(zeile, "item"), self._amt_von(zeile)
                if person is None or amt is None:
                    self._bericht.verwerfen("Amtszeit ohne QID von Amt oder Person", f"{amt or '?'} {person or '?'}")
                elif amt not in self.aemter:
                    self._bericht.verwerfen("Amtszeit in einem Amt, das nicht im Lexikon steht", f"{amt} {person}")
                elif person not in self._akteure:
                    self._bericht.verwerfen("Amtszeit einer Person, die nicht im Lexikon steht", f"{amt} {person}")
                else:
                    stand = self._stand(zeile, datum)
                    yield (amt, person), self._zeitraum(zeile, ("von", "bis"), f"{amt} {person}", stand)

    def _stand(self, zeile: Bindung, datum: date) -> date:
        roh = spiegelordner.text(zeile, "stand")
        try:
            return wikidatum.lesen(roh, None).beginn if roh else datum
        except Unbrauchbar:
            return datum

    def _mitgliedschaften(self, spiegel: Spiegel) -> Iterator[tuple[tuple[str, str], Zeitraum]]:
        for zeile, _ in spiegel.zeilen("personen"):
            person, partei = self._heute(zeile, "item"), self._heute(zeile, "partei")
            if person is None or partei is None or person not in self._akteure:
                continue
            if partei not in self._akteure:
                self._bericht.verwerfen("Mitgliedschaft in einer Partei, die nicht im Lexikon steht", partei)
                continue
            was = f"{person} {partei}"
            yield (person, partei), self._zeitraum(zeile, ("parteiVon", "parteiBis"), was, None)

    def _zeitraum(self, zeile: Bindung, felder: tuple[str, str], was: str, stand: date | None) -> Zeitraum:
        von, _ = self._zeit(zeile, felder[0], was)
        bis, gibt_es = self._zeit(zeile, felder[1], was)
        if bis is not None:
            return Zeitraum(von, bis, DATUM)
        return Zeitraum(von, None, UNBEKANNT) if gibt_es else Zeitraum(von, None, OFFEN, stand)

    def _zeit(self, zeile: Bindung, feld: str, was: str) -> tuple[Wikidatum | None, bool]:
        """Die Zeit in einem Feld, und ob es überhaupt eine gibt: ein unbekanntes Ende ist kein fehlendes."""
        if feld not in zeile:
            return None, False
        roh = spiegelordner.text(zeile, feld)
        if spiegelordner.unbekannt(zeile, feld) or roh is None:
            self._bericht.melden("Zeitangabe mit unbekanntem Wert", was)
            return None, True
        genau = spiegelordner.text(zeile, f"{feld}Genauigkeit")
        try:
            return wikidatum.lesen(roh, int(genau) if genau and genau.isdecimal() else None), True
        except Unbrauchbar as grund:
            self._bericht.verwerfen(str(grund), f"{was} {roh}")
            return None, True

    def _handzeiten(self, hand: Handliste) -> Iterator[tuple[tuple[str, str], Zeitraum]]:
        for eintrag in hand.amtsinhaber:
            qid, raute, eigenschaft = eintrag["amt"].partition("#")
            amt = self._bau.umleitungen.heute(qid) + raute + eigenschaft
            if raute:
                self._amt_der_koerperschaft(amt)
            if amt not in self.aemter:
                self._bericht.melden("hand.json zeigt ins Leere: kein solches Amt", amt)
                continue
            for zeit in eintrag["zeiten"]:
                person = self._bau.umleitungen.heute(zeit["person"])
                akteur = self._akteure.get(person)
                if akteur is None:
                    self._bericht.melden("hand.json zeigt ins Leere: keinen solchen Akteur", f"{person} {zeit['name']}")
                    continue
                if saubere_form(zeit["name"]) not in akteur.formen:
                    self._bericht.melden(
                        "hand.json nennt einen Namen, den der Akteur nicht hat", f"{person} {zeit['name']}"
                    )
                von = handliste.datum(zeit["von"])
                if "bis" in zeit:
                    yield (amt, person), Zeitraum(von, handliste.datum(zeit["bis"]), DATUM)
                else:
                    stand = zeit.get("stand") or eintrag.get("stand")
                    offen = handliste.datum(stand).beginn if stand else hand.stand
                    yield (amt, person), Zeitraum(von, None, OFFEN, offen)
