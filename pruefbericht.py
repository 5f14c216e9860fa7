"""Prüfbericht: Befunde der Urteile als Text, als CSV-Tabelle und als JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

import konfidenzband
from seite import prozent, zahl
from urteilsguete import Befund, Gespraech, Hochrechnung, Intervall, Stratum, Uebereinstimmung

SPALTEN = (
    "schicht", "coder_version", "ziehung", "methode", "band", "umfang", "beurteilt", "richtig", "falsch", "unklar",
    "offen", "precision", "von", "bis", "unklar_als_falsch",
)  # fmt: skip

KOPF = ("Methode", "Konfidenz", "n", "richtig", "falsch", "unklar", "offen", "Precision", "95 %", "unklar als falsch")
TEXTSPALTEN = 2  # die ersten stehen links, Zahlen rechts

LESEHILFE = (
    "Precision ist richtig / (richtig + falsch). Unklare Zeilen zählen nur in der letzten Spalte, dort als falsch.",
    "Haben mehrere eine Zeile beurteilt, gilt das häufigste Urteil, bei Gleichstand unklar.",
    "Intervalle nach Wilson. Hochgerechnet sind die Anteile der Strata, gewichtet mit ihrem Umfang (geschichteter",
    "Schätzer); das Intervall ist das von Wilson mit der wirksamen Zahl der Urteile.",
)


def text(befunde: Sequence[Befund], mit_texten: bool) -> Iterator[str]:
    """Der Bericht zum Lesen.

    Args:
        befunde: von ``urteilsguete.auswerten``.
        mit_texten: ob Aussagen und Texte zu den Zeilen bekannt sind; sonst steht da, wie man sie bekommt.
    """
    for schicht, versionen in mehrere_versionen(befunde).items():
        yield f"Achtung: {schicht} in {len(versionen)} coder_versions ({', '.join(versionen)}), getrennt ausgewertet."
        yield ""
    for befund in befunde:
        yield from _befund(befund)
        yield ""
    yield from _besprechen([g for befund in befunde for g in befund.gespraeche], mit_texten)
    yield ""
    yield from LESEHILFE


def tabelle(befunde: Iterable[Befund]) -> Iterator[dict[str, str]]:
    """Eine Zeile je Methode und Band, dahinter je geschichteter Gruppe die Hochrechnung (Methode ``*``)."""
    for befund in befunde:
        kopf = dict(zip(("schicht", "coder_version", "ziehung"), befund.gruppe, strict=True))
        for posten in befund.posten:
            b = posten.bilanz
            yield {
                **kopf, "methode": posten.methode, "band": posten.band, "umfang": "", "beurteilt": str(b.beurteilt),
                "richtig": str(b.richtig), "falsch": str(b.falsch), "unklar": str(b.unklar), "offen": str(b.offen),
                **_anteile(b.precision, b.intervall, b.vorsichtig),
            }  # fmt: skip
        if befund.hochrechnung is not None:
            h, b = befund.hochrechnung, befund.bilanz
            yield {
                **kopf, "methode": "*", "band": "*", "umfang": str(h.gedeckt), "beurteilt": str(b.beurteilt),
                "richtig": str(b.richtig), "falsch": str(b.falsch), "unklar": str(b.unklar), "offen": str(b.offen),
                **_anteile(h.precision, h.intervall, h.vorsichtig),
            }  # fmt: skip


def als_json(befunde: Sequence[Befund]) -> list[dict[str, Any]]:
    """Alles außer den Texten, zum Weiterrechnen."""
    return [
        {
            **dict(zip(("schicht", "coder_version", "ziehung"), befund.gruppe, strict=True)),
            "pruefende": list(befund.pruefende),
            "zeilen": asdict(befund.bilanz),
            "methoden": [
                {
                    "methode": p.methode,
                    "band": p.band,
                    **asdict(p.bilanz),
                    "precision": p.bilanz.precision,
                    "intervall": p.bilanz.intervall,
                    "unklar_als_falsch": p.bilanz.vorsichtig,
                }
                for p in befund.posten
            ],
            "hochrechnung": _hochrechnung_json(befund.hochrechnung),
            "uebereinstimmung": None if befund.uebereinstimmung is None else asdict(befund.uebereinstimmung),
            "besprechen": [
                {
                    "kennung": g.zeile.kennung,
                    "gruende": list(g.gruende),
                    "urteile": [asdict(urteil) for urteil in g.urteile],
                }
                for g in befund.gespraeche
            ],
        }
        for befund in befunde
    ]


def mehrere_versionen(befunde: Iterable[Befund]) -> dict[str, list[str]]:
    """Schichten, deren Urteile aus mehreren coder_versions stammen."""
    versionen: dict[str, set[str]] = {}
    for befund in befunde:
        versionen.setdefault(befund.gruppe[0], set()).add(befund.gruppe[1])
    return {schicht: sorted(menge) for schicht, menge in versionen.items() if len(menge) > 1}


def _befund(befund: Befund) -> Iterator[str]:
    schicht, version, ziehung = befund.gruppe
    b = befund.bilanz
    alle = b.beurteilt + b.offen
    yield f"{schicht}, {version}, Ziehung {ziehung}"
    yield f"{b.beurteilt} von {alle} Zeilen beurteilt, von {', '.join(befund.pruefende) or 'niemandem'}"
    yield ""
    yield from _ausgerichtet([KOPF, *_zeilen(befund)])
    yield ""
    if befund.hochrechnung is None:
        yield f"Insgesamt {prozent(b.precision)} von {b.entschieden}; das schätzt nicht den Bestand."
        yield "Gezogen wurden die zweifelhaftesten Zeilen zuerst. Eine Stichprobe mit --saat rechnet hoch."
    else:
        yield from _hochrechnung(befund.hochrechnung)
    if befund.uebereinstimmung is not None:
        yield _uebereinstimmung(befund.uebereinstimmung)


def _zeilen(befund: Befund) -> Iterator[Sequence[str]]:
    for posten in befund.posten:
        b = posten.bilanz
        zahlen = (b.beurteilt, b.richtig, b.falsch, b.unklar, b.offen)
        band = "–" if posten.band == konfidenzband.OHNE else posten.band
        anteile = prozent(b.precision), _bereich(b.intervall), prozent(b.vorsichtig)
        yield posten.methode, band, *map(str, zahlen), *anteile


def _ausgerichtet(zeilen: Sequence[Sequence[str]]) -> Iterator[str]:
    breiten = [max(map(len, spalte)) for spalte in zip(*zeilen, strict=True)]
    for zeile in zeilen:
        felder = zip(zeile, breiten, strict=True)
        yield "  ".join(
            feld.ljust(breite) if i < TEXTSPALTEN else feld.rjust(breite) for i, (feld, breite) in enumerate(felder)
        ).rstrip()


def _hochrechnung(h: Hochrechnung) -> Iterator[str]:
    if h.precision is None:
        yield "Keine Hochrechnung: keine Zeile ist richtig oder falsch."
        return
    anteil = f"{prozent(h.precision)} ({_bereich(h.intervall)}), unklar als falsch {prozent(h.vorsichtig)}"
    yield f"Hochgerechnet auf die {zahl(h.gedeckt)} Zeilen der gezogenen Strata: {anteil}"
    if h.ohne_urteil:
        yield f"Darin fehlen, weil keine Zeile richtig oder falsch ist (Bestand im Ganzen {zahl(h.bestand)}):"
        yield from _strata(h.ohne_urteil, h.bestand)
    if h.duenn:
        yield "Auf wenigen Urteilen ruhen darin:"
        yield from _strata(h.duenn, h.bestand)


def _strata(strata: Iterable[Stratum], bestand: int) -> Iterator[str]:
    for s in strata:
        gewicht = prozent(s.umfang / bestand)
        yield f"  {s.name}: {s.bilanz.entschieden} von {zahl(s.umfang)} Zeilen, {gewicht} aller Zeilen"


def _uebereinstimmung(u: Uebereinstimmung) -> str:
    if u.gleich is None:
        return f"Übereinstimmung: {u.grund}."
    zeilen = "1 Zeile" if u.zeilen == 1 else f"{u.zeilen} Zeilen"
    alpha = f"unbestimmt ({u.grund})" if u.alpha is None else zahl(u.alpha, 3)
    return f"Übereinstimmung an {zeilen} mit mehreren Urteilen: {prozent(u.gleich)} gleich, Krippendorffs Alpha {alpha}"


def _besprechen(gespraeche: Sequence[Gespraech], mit_texten: bool) -> Iterator[str]:
    if not gespraeche:
        yield "Zu besprechen: nichts. Alle sind einig, nichts ist unklar, niemand hat etwas bemerkt."
        return
    gruende = Counter(grund for g in gespraeche for grund in g.gruende)
    yield f"Zu besprechen: {len(gespraeche)} ({', '.join(f'{n} × {grund}' for grund, n in sorted(gruende.items()))})"
    for g in gespraeche:
        yield f"  {g.zeile.kennung}: {', '.join(g.gruende)}"
        for u in g.urteile:
            bemerkung = f" – {_einzeilig(u.bemerkung)}" if u.bemerkung else ""
            yield f"    {u.pruefer}: {u.urteil or 'offen'}{bemerkung}"
        for name in ("aussage", "text_a", "text_b"):
            if g.texte.get(name):
                yield f"    {'' if name == 'aussage' else '| '}{_einzeilig(g.texte[name])}"
    if not mit_texten:
        yield "  Mit --stichprobe DATEI.csv stehen Aussage und Texte dabei."


def _einzeilig(text: str) -> str:
    return " ".join(text.split())


def _bereich(intervall: Intervall | None) -> str:
    if intervall is None:
        return "–"
    von, bis = (zahl(100 * grenze, 1) for grenze in intervall)
    return f"{von} bis {bis}\u00a0%"


def _anteile(precision: float | None, intervall: Intervall | None, vorsichtig: float | None) -> dict[str, str]:
    von, bis = intervall or (None, None)
    werte = {"precision": precision, "von": von, "bis": bis, "unklar_als_falsch": vorsichtig}
    return {name: "" if wert is None else f"{wert:.4f}" for name, wert in werte.items()}


def _hochrechnung_json(h: Hochrechnung | None) -> dict[str, Any] | None:
    if h is None:
        return None
    return {
        "precision": h.precision,
        "intervall": h.intervall,
        "unklar_als_falsch": h.vorsichtig,
        "bestand": h.bestand,
        "gedeckt": h.gedeckt,
        "strata": [{"stratum": s.name, "umfang": s.umfang, **asdict(s.bilanz)} for s in h.strata],
    }
