"""Auflösung: welcher Ort gemeint ist, wenn mehrere so heißen; was offen bleibt, nennt seinen Grund."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import ortsregeln as regeln
from ortsfeld import Fund, Ortsfeld
from ortsfund import Sucher
from ortsverzeichnis import Ort, Ortsverzeichnis, entfernung

FELDER = ("titel", "teaser")
# So viele Nennungen trägt eine Nutzlast, damit sie unter 16 KiB bleibt; mehr hat kein gewöhnliches Item.
HOECHSTENS = 32

_ZUSATZ = re.compile(
    r"(?P<zeichen>\s?[(/,]\s?|\s(?:in|im)\s)(?:in |im |Landkreis |Kreis )?"
    r"(?P<zusatz>[A-ZÄÖÜ][\w.-]+(?: [A-ZÄÖÜ][\w-]+)?)"
)
_BEI = re.compile(
    r"\s\(?(?:bei|nahe|unweit von|nördlich von|südlich von|östlich von|westlich von)\s(?P<zusatz>[A-ZÄÖÜ][\w-]+)"
)
_RANG = {"staat": 0, "land": 1, "gebiet": 2, "gewaesser": 2, "gebirge": 2}
_STAEDTE = frozenset("gemeinde stadt hauptstadt ortsteil".split())


class Entscheidung(NamedTuple):
    """Der Ort und der Weg zu ihm; ohne Ort der Grund."""

    ort: Ort | None
    methode: str | None = None
    grund: str | None = None


class Ortsaufloesung:
    """Löst die Orte eines Items auf.

    Args:
        verzeichnis: das Ortsverzeichnis.
    """

    def __init__(self, verzeichnis: Ortsverzeichnis) -> None:
        self.verzeichnis = verzeichnis
        self._sucher = Sucher(verzeichnis)

    def nutzlast(self, titel: str | None, teaser: str | None) -> tuple[dict[str, Any], float | None]:
        """Nutzlast und Konfidenz eines Items.

        Args:
            titel, teaser: wie gespeichert; ``None`` gilt als leer.

        Returns:
            Die Nutzlast, und die kleinste Konfidenz der aufgelösten Nennungen mit Rolle ort, sonst ``None``.
        """
        felder = [Ortsfeld(0, titel), Ortsfeld(1, teaser)]
        funde = self._sucher.suchen(felder)
        gekappt = len(funde) > HOECHSTENS
        funde = funde[:HOECHSTENS]
        entscheidungen = self._entscheiden(felder, funde)
        nennungen = [_nennung(felder[f.feld], f, e) for f, e in zip(funde, entscheidungen, strict=True)]
        rollen = [n["rolle"] for n in nennungen]
        offen = sum(n["ort_id"] is None for n in nennungen)
        nutzlast: dict[str, Any] = {
            "nennungen": nennungen,
            "orte": rollen.count("ort"),
            "abgeleitet": rollen.count("abgeleitet"),
            "in_name": rollen.count("in_name"),
            "metonym": rollen.count("metonym"),
            "aufgeloest": len(nennungen) - offen,
            "unaufgeloest": offen,
        }
        if gekappt:
            nutzlast["gekappt"] = True
        konfidenzen = [n["konfidenz"] for n in nennungen if n["rolle"] == "ort" and n["konfidenz"] is not None]
        return nutzlast, min(konfidenzen, default=None)

    def _entscheiden(self, felder: Sequence[Ortsfeld], funde: Sequence[Fund]) -> list[Entscheidung]:
        erste = [self._ohne_zusammenhang(felder, fund) for fund in funde]
        gewisse = [e.ort for e in erste if e is not None and e.ort is not None]
        text = " ".join(feld.such for feld in felder)
        return [
            sicher if sicher is not None else self._mit_zusammenhang(fund, gewisse, text)
            for fund, sicher in zip(funde, erste, strict=True)
        ]

    def _ohne_zusammenhang(self, felder: Sequence[Ortsfeld], fund: Fund) -> Entscheidung | None:
        """Was sich allein aus der Nennung und ihrem Zusatz ergibt."""
        kandidaten = fund.kandidaten
        if not kandidaten:
            return Entscheidung(None, grund="ohne_kennung")
        if fund.regionswort and (regionen := [o for o in kandidaten if o.art in ("region", "land")]):
            kandidaten = tuple(regionen)
        gemeint, fremd = self._zusatz(felder[fund.feld].such, fund, kandidaten)
        if gemeint is not None:
            return Entscheidung(gemeint, "zusatz")
        if fremd:
            return Entscheidung(None, grund="zusatz_unbekannt")
        if fund.form in regeln.ZUSATZ_NOETIG:
            return None
        if len(kandidaten) == 1:
            return _fertig(kandidaten[0], fund.weg or "eindeutig")
        rang = min(_RANG.get(ort.art, 9) for ort in kandidaten)
        if rang < 9:
            oberste = [ort for ort in kandidaten if _RANG.get(ort.art) == rang]
            return _fertig(oberste[0], fund.weg or "ebene") if len(oberste) == 1 else None
        return None

    def _zusatz(self, such: str, fund: Fund, kandidaten: Sequence[Ort]) -> tuple[Ort | None, bool]:
        """Der Ort, den ein Zusatz bestimmt, und ob der Zusatz einen Ort außerhalb des Verzeichnisses nennt."""
        if fund.rolle != "ort" or fund.zusammengesetzt or all(ort.art not in _STAEDTE for ort in kandidaten):
            return None, False
        if (treffer := _BEI.match(such, fund.ende)) is not None:
            form = self.verzeichnis.formen.get(treffer["zusatz"])
            nachbarn = [o for o in form.als_name if o.art in _STAEDTE] if form is not None else []
            if nachbarn:
                nachbar = max(nachbarn, key=lambda o: (o.einwohner, o.ort))
                nahe = [o for o in kandidaten if o != nachbar and entfernung(o, nachbar) <= regeln.NAEHE]
                if len(nahe) == 1:
                    return nahe[0], False
        if (treffer := _ZUSATZ.match(such, fund.ende)) is None:
            return None, False
        raeume: dict[str, str] = {}
        for zusatz in (treffer["zusatz"], treffer["zusatz"].split()[0]):
            if (kuerzel := regeln.ZUSATZ_KUERZEL.get(zusatz)) is not None:
                raeume[kuerzel] = "land"
            form = self.verzeichnis.formen.get(zusatz)
            if form is not None:
                raeume |= {ort.ort: ort.art for ort in form.als_name if ort.art in ("staat", "land", "region")}
        staedte = [ort for ort in kandidaten if ort.art in _STAEDTE]
        darin = [ort for ort in staedte if raeume.keys() & set(self.verzeichnis.vorfahren(ort))]
        # »London, Kentucky«, »Neustadt (Hessen)«: der Zusatz gilt, auch wenn das Verzeichnis den Ort nicht hat. Hinter
        # einem Komma kann aber auch eine Aufzählung weitergehen: »in Berlin, Brandenburg und Sachsen«.
        geklammert = treffer["zeichen"].strip() == "("
        fremd = not darin and bool(raeume) and (geklammert or set(raeume.values()) == {"region"})
        return _groesster(darin, 1), fremd and treffer["zeichen"].strip() in "(,"

    def _mit_zusammenhang(self, fund: Fund, gewisse: Sequence[Ort], text: str) -> Entscheidung:
        kandidaten = _ohne_namensgleiche_regionen(fund.kandidaten)
        if fund.regionswort and (regionen := tuple(o for o in fund.kandidaten if o.art in ("region", "land"))):
            kandidaten = regionen
        staedte = [ort for ort in kandidaten if ort.art in _STAEDTE]
        dokument = [ort for ort in kandidaten if ort in gewisse]
        if len(dokument) == 1:
            return _fertig(dokument[0], "dokument")
        for form, woerter, kennung in regeln.STICHWOERTER:
            if fund.form == form and any(wort in text for wort in woerter):
                return _fertig(self.verzeichnis.orte[kennung], "stichwort")
        groesster = _groesster(kandidaten, regeln.ABSTAND_SICHER)
        if groesster is not None and fund.form not in regeln.ZUSATZ_NOETIG:
            return _fertig(groesster, fund.weg or "einwohner")
        raeume = {ort.ort for ort in gewisse if ort.art in ("staat", "land", "region")} - {"iso:DE"}
        darin = [ort for ort in kandidaten if raeume & set(self.verzeichnis.vorfahren(ort))]
        if darin and (gemeint := _groesster(darin, regeln.ABSTAND)) is not None:
            return _fertig(gemeint, "elternraum")
        nachbarn = [o for o in gewisse if o.art in _STAEDTE]
        nahe = [o for o in staedte if any(entfernung(o, n) <= regeln.NAEHE for n in nachbarn if n != o)]
        if len(nahe) == 1:
            return _fertig(nahe[0], "nachbarort")
        if fund.form in regeln.ZUSATZ_NOETIG:
            return Entscheidung(None, grund="zusatz_noetig")
        hauptstaedte = [ort for ort in kandidaten if ort.art == "hauptstadt"]
        if len(hauptstaedte) == 1 and _groesster([o for o in kandidaten if o.art != "region"], regeln.ABSTAND):
            return _fertig(hauptstaedte[0], fund.weg or "ebene")
        gemeint = _groesster(kandidaten, regeln.ABSTAND)
        if gemeint is not None and not _in_der_ferne(gemeint, kandidaten):
            return _fertig(gemeint, fund.weg or "einwohner_knapp")
        groesster = _groesster(kandidaten, 1) if gemeint is None else None
        for methode, engere in (
            ("deutscher_name", [ort for ort in kandidaten if ort.deutsch]),
            ("vollname", [ort for ort in kandidaten if ort.name == fund.form]),
        ):
            if len(engere) == 1 and engere[0] == groesster:
                return _fertig(engere[0], fund.weg or methode)
        return Entscheidung(None, grund="mehrdeutig")


def _fertig(ort: Ort, methode: str) -> Entscheidung:
    return Entscheidung(ort, methode) if ort.kennung is not None else Entscheidung(ort, grund="ohne_kennung")


def _groesster(orte: Sequence[Ort], abstand: int) -> Ort | None:
    """Der größte, wenn er um den Abstand größer ist als jeder andere."""
    if not orte or any(ort.art == "staat" for ort in orte[1:]):
        return None
    if len(orte) == 1:
        return orte[0]
    erster, zweiter = sorted(orte, key=lambda o: (-o.einwohner, o.ort))[:2]
    return erster if erster.einwohner and erster.einwohner >= abstand * zweiter.einwohner else None


def _in_der_ferne(gemeint: Ort, orte: Sequence[Ort]) -> bool:
    """Ob der größere im Ausland liegt und ein deutscher ebenso heißt: »Unfall in Bergen« kann beide meinen."""
    return not gemeint.ort.startswith("ags:") and any(ort.ort.startswith("ags:") for ort in orte)


def _ohne_namensgleiche_regionen(orte: tuple[Ort, ...]) -> tuple[Ort, ...]:
    """Ohne Regionen und Kreise, in denen eine Stadt desselben Namens liegt: »Salzburg« ist die Stadt."""
    eltern = {ort.eltern for ort in orte if ort.art in _STAEDTE}
    hauptstadt = any(ort.art == "hauptstadt" for ort in orte)
    uebrige = tuple(ort for ort in orte if not (ort.art == "region" and (ort.ort in eltern or hauptstadt)))
    # Ein Ortsteil weicht der Gemeinde gleichen Namens, in der er liegt.
    return tuple(ort for ort in uebrige if not (ort.art == "ortsteil" and any(ort.eltern == o.ort for o in uebrige)))


def _nennung(feld: Ortsfeld, fund: Fund, entscheidung: Entscheidung) -> dict[str, Any]:
    start, ende = feld.text.stelle(fund.start, fund.ende)
    ort = entscheidung.ort
    methode = entscheidung.methode
    bekannt = ort is not None and ort.kennung is not None
    return {
        "text": feld.text.sauber[fund.start : fund.ende],
        "feld": FELDER[fund.feld],
        "start": start,
        "ende": ende,
        "rolle": fund.rolle,
        "art": ort.art if ort is not None else _gemeinsame_art(fund.kandidaten),
        "ort_id": ort.kennung if ort is not None else None,
        "lat": ort.lat if bekannt and ort is not None else None,
        "lon": ort.lon if bekannt and ort is not None else None,
        "methode": methode,
        "konfidenz": regeln.METHODEN[methode].konfidenz if methode is not None else None,
        "kandidaten": len(fund.kandidaten),
        "grund": entscheidung.grund,
    }


def _gemeinsame_art(orte: Sequence[Ort]) -> str | None:
    arten = {ort.art for ort in orte} or {"kreis"}
    return arten.pop() if len(arten) == 1 else None
