"""Wortton eines Textes: welche Wörter einen Ton tragen, und was der Satz daraus macht.

Reiner Kern: ein Text geht hinein, die Nutzlast seines Feldes kommt heraus. Die Regeln stehen in ``tonwirkung``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import tonregeln as t
from normalisierung import saeubern
from tonnamen import Namen
from tonsatz import NEUER_SATZ, Satz, Treffer, Wort, ungegendert, zerlegen
from tonwirkung import AUSLOESER, REGELN
from wortton import Lexikon

# Grenzen der Nutzlast; wird gekürzt, sagt es ``gekappt``.
TREFFER_HOECHSTENS = 20
FORM_HOECHSTENS = 60

# So viele gedeutete Formen bleiben im Speicher.
GEDAECHTNIS = 200_000

# Gemischte Treffer sind negativ, wenn ihre Summe höchstens 0 ist, positiv erst ab dieser: bei Gleichstand lasen
# Menschen im Entwicklungsteil 14 von 15 Schlagzeilen als negativ.
POSITIV_AB = 0.5


class Wortton:
    """Das Verfahren mit einem Lexikon.

    Args:
        lexikon: die Tonwörter.
        namen: die Eigennamen.
        ohne: Regeln, die aussetzen; für die Messung.
    """

    def __init__(self, lexikon: Lexikon, namen: Namen | None = None, ohne: frozenset[str] = frozenset()) -> None:
        self._lexikon = lexikon
        self._namen = namen or Namen(lexikon)
        self._ohne = ohne
        self._regeln = [regel for name, regel in REGELN.items() if name not in ohne]
        # Deutungen je Form, mitten im Satz und an seinem Anfang.
        self._gedaechtnis: tuple[dict[str, Wort | None], dict[str, Wort | None]] = ({}, {})

    def feld(self, text: str | None) -> dict[str, Any]:
        """Die Nutzlast eines Textes.

        Args:
            text: gespeicherter Titel oder Teaser; ``None`` gilt als leer.
        """
        return nutzlast(self.satz(text))

    def satz(self, text: str | None) -> Satz:
        """Der gedeutete Text mit seinen Treffern nach allen Regeln."""
        stuecke = zerlegen(saeubern(text))
        worte: dict[int, Wort] = {}
        mitten, vorn = self._gedaechtnis
        gedaechtnis = vorn
        for stelle, stueck in enumerate(stuecke):
            try:
                wort = gedaechtnis[stueck]
            except KeyError:
                wort = gedaechtnis[stueck] = self._deuten(stueck, anfang=gedaechtnis is vorn)
            if wort is not None:
                worte[stelle] = wort
            gedaechtnis = vorn if stueck in NEUER_SATZ else mitten
        satz = Satz(stuecke, worte)
        if worte and "trennbar" not in self._ohne:
            self._trennbare(satz)
        if satz.treffer and "namen" not in self._ohne:
            self._namen_weg(satz)
        # Ohne Tonwort und ohne Größe hat keine Regel etwas zu tun.
        if satz.treffer or any(wort.groesse for wort in satz.worte.values()):
            for regel in self._regeln:
                regel(satz)
        return satz

    def _deuten(self, stueck: str, *, anfang: bool) -> Wort | None:
        gedaechtnis = self._gedaechtnis[anfang]
        if len(gedaechtnis) >= GEDAECHTNIS:
            gedaechtnis.clear()
        if not stueck[0].isalnum():
            return None
        form = ungegendert(stueck)
        formen = self._lexikon.grundformen(form)
        mit_kopf = [*formen, *self._lexikon.koepfe(form)]
        groesse, thema = 0, None
        if "groessen" not in self._ohne and (name := _erster(mit_kopf, t.GROESSEN)) is not None:
            groesse = t.GROESSEN[name] if name in formen or name not in t.GROESSEN_ALLEIN else 0
        if "thema" not in self._ohne and (name := _erster(mit_kopf, t.THEMEN)) is not None:
            thema = t.THEMEN[name]
        eintrag = None if groesse or thema else self._lexikon.suchen(form, anfang=anfang)
        menge = frozenset(formen)
        if eintrag or groesse or thema or menge & AUSLOESER:
            return Wort(menge, eintrag, groesse, thema)
        return None

    def _trennbare(self, satz: Satz) -> None:
        """»lehnt … ab«: ein Verb und sein zweiter Teil am Ende des Teilsatzes sind ein Wort."""
        for stelle in list(satz.worte):
            if satz.stuecke[stelle] not in t.PARTIKELN:
                continue
            if not satz.zusammen(stelle, stelle + 1) or satz.klein[stelle + 1] in t.NEBENORDNUNG:
                for davor in satz.davor(stelle, t.PARTIKEL_ABSTAND):
                    form = satz.stuecke[davor]
                    if (form[0].islower() or davor == 0) and self._zusammensetzen(satz, davor, stelle):
                        break

    def _zusammensetzen(self, satz: Satz, stelle: int, dahinter: int) -> bool:
        form, zusatz = satz.stuecke[stelle], satz.stuecke[dahinter]
        for verb in self._lexikon.grundformen(form):
            ganz = zusatz + verb
            if not self._lexikon.ist_verb(ganz):
                continue
            satz.treffer.pop(stelle, None)
            eintrag = self._lexikon.suchen(ganz)
            satz.worte[stelle] = Wort(frozenset((ganz,)), eintrag)
            if eintrag is not None or zusatz in t.PARTIKEL_OHNE_TON:
                satz.treffer.pop(dahinter, None)
            if eintrag is not None:
                satz.treffer[stelle] = Treffer(f"{form} {zusatz}", eintrag._replace(regel="trennbar"), dahinter)
            return True
        return False

    def _namen_weg(self, satz: Satz) -> None:
        for stelle, treffer in list(satz.treffer.items()):
            if self._namen.ist_name(satz.stuecke, stelle, treffer.eintrag):
                del satz.treffer[stelle]


def _erster(worte: Iterable[str], tabelle: Mapping[str, Any]) -> str | None:
    return next((wort for wort in worte if wort in tabelle), None)


def klasse(werte: Sequence[float]) -> str:
    """Die Klasse aus den Werten der Treffer; »ohne_treffer« heißt, dass nichts gefunden ist, nicht neutral."""
    if not werte:
        return "ohne_treffer"
    negativ, positiv = min(werte) < 0, max(werte) > 0
    summe = round(sum(werte), 6)
    if negativ and (not positiv or summe <= 0):
        return "negativ"
    if positiv and (not negativ or summe >= POSITIV_AB):
        return "positiv"
    return "gemischt"


def nutzlast(satz: Satz) -> dict[str, Any]:
    """Was von einem Satz gespeichert wird."""
    treffer = [satz.treffer[stelle] for stelle in sorted(satz.treffer)]
    werte = [x.wert for x in treffer]
    # -0,0 und 0,0 sind derselbe Wert, aber nicht dasselbe Zeichen.
    summe = round(sum(werte), 3) + 0.0
    woerter = len([s for s in satz.stuecke if s[0].isalnum()])
    return {
        "n_pos": len([w for w in werte if w > 0]),
        "n_neg": len([w for w in werte if w < 0]),
        "n_pos_zitat": len([x for x in treffer if x.zitat and x.wert > 0]),
        "n_neg_zitat": len([x for x in treffer if x.zitat and x.wert < 0]),
        "summe": summe,
        "wert": round(summe / woerter, 4) + 0.0 if woerter else None,
        "woerter": woerter,
        "klasse": klasse(werte),
        "thema": sorted({wort.thema for wort in satz.worte.values() if wort.thema is not None}),
        "treffer": [
            {
                "form": x.form[:FORM_HOECHSTENS],
                "lemma": x.eintrag.lemma[:FORM_HOECHSTENS],
                "wert": round(x.wert, 3) + 0.0,
                "regel": "+".join(x.regeln),
            }
            for x in treffer[:TREFFER_HOECHSTENS]
        ],
        "gekappt": len(treffer) > TREFFER_HOECHSTENS,
    }
