"""Kennungen über Zusammenlegungen hinweg: aus Q500 wird Q400, der Akteur bleibt derselbe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def fortschreiben(
    kennungen: Mapping[str, str], bekannt: Iterable[str], weiterleitungen: Iterable[tuple[str, str]]
) -> tuple[dict[str, str], list[str]]:
    """Hält fest, unter welcher QID ein zusammengelegter Akteur zuerst im Spiegel stand.

    Args:
        kennungen: bisher Festgehaltenes, heutige QID -> QID, deren Nummer die Kennung ist.
        bekannt: QIDs des bisherigen Spiegels und der Handliste.
        weiterleitungen: (alte QID, heutige QID) nach der neuen Antwort.

    Returns:
        (Kennungen, Meldungen). Gemeldet wird, wo zwei bekannte Akteure einer wurden: welcher von ihnen die Zeitreihe
        fortsetzt, entscheidet die Regel (der schon vorhandene, sonst die kleinste Nummer), ansehen muss es ein Mensch.
    """
    stand, vorhanden = dict(kennungen), frozenset(bekannt)
    alte_zu: dict[str, set[str]] = {}
    for alt, heute in weiterleitungen:
        if alt in vorhanden and alt != heute:
            alte_zu.setdefault(heute, set()).add(stand.get(alt, alt))
    meldungen = []
    for heute in sorted(alte_zu, key=_nummer):
        alte = sorted(alte_zu[heute], key=_nummer)
        if heute not in vorhanden and heute not in stand:
            stand[heute] = alte[0]
        bleibt = stand.get(heute, heute)
        if weitere := [alt for alt in alte if alt != bleibt]:
            meldungen.append(
                f"{', '.join(weitere)} und {bleibt} waren verschiedene Akteure und sind heute {heute}; "
                f"die Kennung von {bleibt} bleibt."
            )
    return {heute: stand[heute] for heute in sorted(stand, key=_nummer)}, meldungen


def _nummer(qid: str) -> int:
    return int(qid[1:])
