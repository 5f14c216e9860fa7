"""Amtszeiten und Mitgliedschaften: aus den Zeilen des Spiegels, oft ein Kreuzprodukt, die tatsächlichen Zeiträume."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from ladebericht import Bericht
from wikidatum import TAG, Wikidatum

DATUM, OFFEN, UNBEKANNT = "datum", "offen", "unbekannt"


@dataclass(frozen=True)
class Zeitraum:
    """Von wann bis wann etwas galt, halboffen.

    Attributes:
        von: Beginn, oder ``None``, wenn unbekannt.
        bis: Ende (ausschließlich); ``None``, wenn ``bis_art`` nicht ``datum`` ist.
        bis_art: ``datum``, ``offen`` (kein Ende genannt) oder ``unbekannt`` (es gibt eines, sein Datum fehlt).
        stand: Tag, bis zu dem ein offenes Ende belegt ist.
    """

    von: Wikidatum | None
    bis: Wikidatum | None
    bis_art: str
    stand: date | None = None

    @property
    def ordnung(self) -> tuple[object, ...]:
        """Totale Ordnung: genaue Angaben vor groben, dann nach Zeit; sie hängt an nichts als dem Inhalt."""
        von = self.von or Wikidatum(date.min, 0)
        bis = self.bis or Wikidatum(date.max, 0)
        return (-von.genauigkeit, von.beginn, -bis.genauigkeit, bis.beginn, self.bis_art, self.stand or date.min)


# Amt und Person, oder Person und Partei.
Paar = tuple[str, str]


def buendeln(zeilen: Iterable[tuple[Paar, Zeitraum]], bericht: Bericht) -> dict[Paar, list[Zeitraum]]:
    """Fasst gleiche und einander enthaltende Zeiträume je Schlüssel zusammen, gleich in welcher Reihenfolge sie kommen.

    »2017« (Jahr) und »19. März 2017« sind dieselbe Amtszeit; ein offenes Ende, das vor dem bekannten belegt wurde,
    ist überholt. Widersprechen sich zwei Enden bei gleichem Beginn, gilt das frühere: danach ist unsicher, wer im Amt
    war, und unsicher heißt unaufgelöst.

    Args:
        zeilen: Schlüssel (Amt und Person, Person und Partei) und Zeitraum.
        bericht: zählt, was verworfen wird.

    Returns:
        Je Schlüssel die Zeiträume in ihrer Ordnung, mit verschiedenem Beginn.
    """
    mengen: dict[Paar, set[Zeitraum]] = defaultdict(set)
    for schluessel, zeitraum in zeilen:
        if grund := _mangel(zeitraum):
            bericht.verwerfen(grund, " ".join(schluessel))
        else:
            mengen[schluessel].add(zeitraum)
    return {schluessel: _vereinen(schluessel, menge, bericht) for schluessel, menge in mengen.items()}


def _mangel(z: Zeitraum) -> str | None:
    if z.von is None or z.bis is None:
        return None
    if z.von.genauigkeit == z.bis.genauigkeit == TAG and z.von.beginn == z.bis.beginn:
        return "Zeitraum ohne Dauer"
    # Eine grobe Angabe meint auch das Ende ihres Zeitraums: 2021 bis 2021 ist möglich.
    if z.bis.beginn < z.von.beginn and not z.bis.enthaelt(z.von):
        return "Zeitraum endet vor seinem Beginn"
    return None


def _vereinen(schluessel: Paar, menge: set[Zeitraum], bericht: Bericht) -> list[Zeitraum]:
    ergebnis: list[Zeitraum] = []
    for neu in sorted(menge, key=lambda z: z.ordnung):
        for stelle, da in enumerate(ergebnis):
            if (ganz := _gemeinsam(da, neu)) is not None:
                ergebnis[stelle] = ganz
                break
            if _gleicher_beginn(da.von, neu.von):
                bericht.melden(
                    "Widersprüchliche Enden, das frühere gilt", f"{' '.join(schluessel)}: {_kurz(da)} und {_kurz(neu)}"
                )
                ergebnis[stelle] = min(da, neu, key=_ende)
                break
        else:
            ergebnis.append(neu)
    return sorted(ergebnis, key=lambda z: (z.von is not None, z.von or 0, z.ordnung))


def _gemeinsam(fein: Zeitraum, grob: Zeitraum) -> Zeitraum | None:
    """Der eine Zeitraum, den beide Angaben meinen; ``None``, wenn sie Verschiedenes meinen."""
    if not _gleicher_beginn(fein.von, grob.von):
        return None
    if fein.bis_art == grob.bis_art == DATUM:
        assert fein.bis is not None and grob.bis is not None
        if grob.bis.enthaelt(fein.bis):
            return fein
        return replace(fein, bis=grob.bis) if fein.bis.enthaelt(grob.bis) else None
    if fein.bis_art == grob.bis_art:
        return replace(fein, stand=max((s for s in (fein.stand, grob.stand) if s), default=None))
    if UNBEKANNT in (fein.bis_art, grob.bis_art):
        # Ein unbekanntes Ende ist eines; ein bekanntes Datum füllt es aus, ein »offen« widerlegt es nicht.
        endet = grob if fein.bis_art == OFFEN or (fein.bis_art == UNBEKANNT and grob.bis_art == DATUM) else fein
    else:
        endet, offen = (fein, grob) if fein.bis_art == DATUM else (grob, fein)
        assert endet.bis is not None
        if offen.stand is not None and offen.stand >= endet.bis.beginn:
            return None
    return replace(fein, bis=endet.bis, bis_art=endet.bis_art, stand=None)


def _gleicher_beginn(fein: Wikidatum | None, grob: Wikidatum | None) -> bool:
    if fein is None or grob is None:
        return fein is grob
    return grob.enthaelt(fein)


def _ende(z: Zeitraum) -> tuple[date, tuple[object, ...]]:
    # Unbekannt ist früher als jedes Datum: es belegt keinen einzigen Tag nach dem Beginn.
    return {DATUM: z.bis.beginn if z.bis else date.min, OFFEN: date.max, UNBEKANNT: date.min}[z.bis_art], z.ordnung


def _kurz(z: Zeitraum) -> str:
    return f"{z.von or 'unbekannt'} bis {z.bis or z.bis_art}"
