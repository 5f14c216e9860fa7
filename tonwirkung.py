"""Was der Satz aus seinen Tonwörtern macht: Verneinung, Ab- und Zunahme, Verstärkung, Abwehr, Zitat.

Die Regeln laufen in der Folge von ``REGELN``; jede ändert die Treffer eines Satzes. Was sie auslöst, steht als Tabelle
in ``tonregeln``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import tonregeln as t
from normalisierung import ZAHLWOERTER
from tonsatz import ANFUEHRUNG, Satz, Treffer, Wort
from wortton import Eintrag

# Wörter, die ohne eigenen Ton eine Regel auslösen.
AUSLOESER = frozenset(
    wort
    for tabelle in (
        t.VERNEINER, t.STUFEN, t.ZU, t.ABNAHME, t.ABNAHME_NOMEN, t.ABNAHME_BEIWORT, t.ZUNAHME, t.ZUNAHME_NOMEN,
        t.ZUNAHME_BEIWORT, t.ENTZUG, t.ABWEHR, t.ABWEHR_VERHAELTNIS, t.PARTIKELN,
    )
    for wort in tabelle
)  # fmt: skip


def vor_zahl(satz: Satz) -> None:
    """»gut 300 Gäste«, »knapp zwei Stunden« sind Mengen."""
    for stelle in list(satz.treffer):
        if satz.klein[stelle] in t.VOR_ZAHL and satz.zusammen(stelle, stelle + 1):
            danach = satz.klein[stelle + 1]
            if danach[0].isdigit() or danach in ZAHLWOERTER:
                del satz.treffer[stelle]


def stufen(satz: Satz) -> None:
    """Verstärker und Abschwächer wirken auf den Treffer dahinter; selbst sind sie dann keiner."""
    for stelle in satz.worte:
        faktor = t.STUFEN.get(satz.klein[stelle])
        if faktor is not None and (ziel := satz.treffer.get(stelle + 1)) is not None:
            satz.treffer.pop(stelle, None)
            ziel.mal(faktor, "stufe")


def zuviel(satz: Satz) -> None:
    """»zu nett«: vor einem Eigenschaftswort macht »zu« aus Lob Tadel."""
    for stelle in satz.worte:
        ziel = satz.treffer.get(stelle + 1)
        if satz.klein[stelle] not in t.ZU or ziel is None or ziel.eintrag.wortart != "adj" or ziel.wert <= 0:
            continue
        gebeugt = ziel.form.lower() != ziel.eintrag.lemma.lower()
        if not gebeugt or (stelle and satz.klein[stelle - 1] in t.ZU_DAVOR):
            ziel.mal(-1.0, "zuviel")


def groessen(satz: Satz) -> None:
    """»Mieten steigen«, »Löhne sinken«: eine Größe hat Ton nur mit ihrer Bewegung."""
    for stelle, wort in list(satz.worte.items()):
        for richtung, verben, nomen, beiworte in (
            (1, t.ZUNAHME, t.ZUNAHME_NOMEN, t.ZUNAHME_BEIWORT),
            (-1, t.ABNAHME, t.ABNAHME_NOMEN, t.ABNAHME_BEIWORT),
        ):
            ziel = _ziel(satz, stelle, wort, verben, nomen, beiworte, _groesse)
            if ziel is None:
                continue
            satz.treffer.pop(stelle, None)
            groesse = satz.worte[ziel]
            lemma = min(groesse.formen & t.GROESSEN.keys(), default=satz.klein[ziel])
            eintrag = Eintrag(lemma, groesse.groesse * richtung * t.GROESSE_WERT, "nomen", "groesse")
            satz.treffer[ziel] = Treffer(satz.stuecke[ziel], eintrag)


def abwehr(satz: Satz) -> None:
    """»Kampf gegen Krebs«: weder das Bekämpfte noch das Mittel hat eine Richtung."""
    for stelle in satz.worte:
        if satz.klein[stelle] not in t.ABWEHR_VERHAELTNIS:
            continue
        mittel = [j for j in satz.davor(stelle, t.ABWEHR_ABSTAND) if _ist_abwehr(satz, j)]
        # »Was gegen Angst hilft«: das Verb kann folgen.
        mittel = mittel or [
            j for j in satz.danach(stelle, 5) if satz.formen(j) & t.ABWEHR_VERBEN and satz.kann_verb_sein(j)
        ]
        if not mittel:
            continue
        for j in mittel:
            _aufheben(satz, j)
        for j in satz.danach(stelle, 3):
            if (ziel := satz.treffer.get(j)) is not None and ziel.wert < 0:
                _aufheben(satz, j)


def _ist_abwehr(satz: Satz, stelle: int) -> bool:
    if satz.formen(stelle) & t.ABWEHR.keys():
        return True
    return satz.stuecke[stelle][0].isupper() and satz.klein[stelle].endswith(t.ABWEHR_KOPF)


def _aufheben(satz: Satz, stelle: int) -> None:
    if (ziel := satz.treffer.get(stelle)) is not None:
        ziel.mal(0.0, "abwehr")


def abnahme(satz: Satz) -> None:
    """»Hoffnung schwindet«, »Ende der Krise«, »weniger Arbeitslose«: was abnimmt, zählt umgekehrt."""
    for stelle, wort in list(satz.worte.items()):
        ziel = _ziel(satz, stelle, wort, t.ABNAHME, t.ABNAHME_NOMEN, t.ABNAHME_BEIWORT, _tonnomen)
        if ziel is not None:
            satz.treffer.pop(stelle, None)
            satz.treffer[ziel].mal(-1.0, "abnahme")


def entzug(satz: Satz) -> None:
    """»lehnt Hilfe ab«, »streicht Zuschuss«: versagtes Gutes ist schlecht."""
    for stelle, wort in list(satz.worte.items()):
        ziel = _ziel(satz, stelle, wort, t.ENTZUG, {}, {}, _tonnomen)
        if ziel is not None and satz.treffer[ziel].wert > 0:
            satz.treffer[ziel].mal(-1.0, "entzug")


Passend = Callable[[Satz, int], bool]


def _ziel(
    satz: Satz,
    stelle: int,
    wort: Wort,
    verben: Mapping[str, str],
    nomen: Mapping[str, str],
    beiworte: Mapping[str, str],
    passt: Passend,
) -> int | None:
    """Worauf ein Wort wirkt: als Beiwort und Hauptwort nach rechts, als Verb erst nach links, dann nach rechts."""
    if wort.formen & beiworte.keys():
        return next((j for j in satz.danach(stelle, 2) if passt(satz, j)), None)
    if wort.formen & nomen.keys():
        for j in satz.danach(stelle, 3):
            if satz.klein[j] in t.NICHT_DAVON:
                return None
            if passt(satz, j):
                return j
        return None
    if wort.formen & verben.keys() and satz.kann_verb_sein(stelle):
        for j in satz.davor(stelle, len(satz.klein)):
            if passt(satz, j) and not _umstand(satz, j):
                return j
        for j in satz.danach(stelle, 4):
            if satz.klein[j] in t.UMSTAND:
                return None
            if passt(satz, j):
                return j
    return None


def _umstand(satz: Satz, stelle: int) -> bool:
    return any(satz.klein[j] in t.UMSTAND for j in satz.davor(stelle, 3))


def _groesse(satz: Satz, stelle: int) -> bool:
    return stelle in satz.worte and satz.worte[stelle].groesse != 0


def _tonnomen(satz: Satz, stelle: int) -> bool:
    ziel = satz.treffer.get(stelle)
    return ziel is not None and ziel.eintrag.wortart in ("nomen", "") and ziel.eintrag.regel != "groesse"


def verneinung(satz: Satz) -> None:
    """Dreht das nächste Tonwort im Bereich eines Verneiners; »nicht« trifft auch ein Verb davor."""
    for stelle in satz.worte:
        verneiner = t.VERNEINER.get(satz.klein[stelle])
        if verneiner is None:
            continue
        satz.treffer.pop(stelle, None)
        if satz.zusammen(stelle, stelle + 1) and satz.klein[stelle + 1] in t.KEINE_VERNEINUNG:
            continue
        ziele = []
        for j in satz.danach(stelle, verneiner.reichweite):
            # »ohne Mut kein Erfolg«: jeder Verneiner hat seinen Bereich, nur »nicht ohne« greift durch.
            if satz.klein[j] in t.BEREICHSENDE or (j > stelle + 1 and satz.klein[j] in t.VERNEINER):
                break
            if j in satz.treffer:
                ziele.append(j)
                break
        if verneiner.rueckwaerts:
            davor = (j for j in satz.davor(stelle, 5) if j in satz.treffer)
            ziele += [j for j in davor if satz.treffer[j].eintrag.wortart == "verb"][:1]
        for j in ziele:
            wert = satz.treffer[j].wert
            satz.treffer[j].mal(t.NEGATIV_VERNEINT if wert < 0 else t.POSITIV_VERNEINT, "verneinung")


def zitate(satz: Satz) -> None:
    """Kennzeichnet die Treffer zwischen zwei Anführungszeichen."""
    offen = -1
    for stelle, stueck in enumerate(satz.stuecke):
        if stueck not in ANFUEHRUNG:
            continue
        if offen < 0:
            offen = stelle
            continue
        for j in range(offen, stelle):
            if j in satz.treffer:
                satz.treffer[j].zitat = True
        offen = -1


REGELN: dict[str, Callable[[Satz], None]] = {
    "vor_zahl": vor_zahl,
    "stufen": stufen,
    "zuviel": zuviel,
    "groessen": groessen,
    "abwehr": abwehr,
    "abnahme": abnahme,
    "entzug": entzug,
    "verneinung": verneinung,
    "zitate": zitate,
}
