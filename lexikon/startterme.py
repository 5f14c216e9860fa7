"""Terme und Zeilen in der Form, in der der Abfragedienst sie liefert."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

Satz = Mapping[str, Any]
Term = dict[str, str]
Zeile = dict[str, Term]

WIKIDATA = "http://www.wikidata.org/entity/"
XSD = "http://www.w3.org/2001/XMLSchema#"


def ist_qid(wert: Any) -> bool:
    """Ob der Wert eine Q-Nummer ist."""
    return isinstance(wert, str) and re.fullmatch(r"Q[1-9]\d*", wert) is not None


def eintrag(qid: str | None) -> Term | None:
    """Der Term eines Wikidata-Eintrags."""
    return {"type": "uri", "value": f"{WIKIDATA}{qid}"} if ist_qid(qid) else None


def text(wert: str | None, sprache: str | None = None) -> Term | None:
    """Der Term eines Textes; leere, nackte Q-Nummern und Texte ohne lateinische Buchstaben gelten als fehlend."""
    # partyfacts hat Reste von Wikitext: »Schweizerische Volkspartei ([[German language|German]])«.
    rein = re.sub(r"\s*(''\s*)?\(\[\[.*?\]\]\)(\s*'')?", "", html.unescape(wert or "")).strip()
    if not rein or ist_qid(rein) or not re.search(r"[A-Za-zÀ-ɏ]", rein):
        return None
    return {"xml:lang": sprache, "type": "literal", "value": rein} if sprache else {"type": "literal", "value": rein}


def tag(wert: str | None) -> Term | None:
    """Der Term eines Tages in der Schreibung des Dienstes: 2020 wird 2020-01-01T00:00:00Z."""
    if not wert:
        return None
    return {"datatype": f"{XSD}dateTime", "type": "literal", "value": f"{wert}{'-01-01'[len(wert) - 4 :]}T00:00:00Z"}


def genauigkeit(wert: str | None, *, neujahr_ist_jahr: bool) -> Term | None:
    """Genauigkeit nach dem Wikibase-Datenmodell: 9 Jahr, 10 Monat, 11 Tag.

    Args:
        wert: Jahr, Jahr-Monat oder Tag.
        neujahr_ist_jahr: ob die Quelle Jahresangaben als 1. Januar ausgibt.
    """
    if not wert:
        return None
    stufe = {4: 9, 7: 10}.get(len(wert), 11)
    if neujahr_ist_jahr and wert.endswith("-01-01"):
        stufe = 9
    return {"datatype": f"{XSD}integer", "type": "literal", "value": str(stufe)}


def datum(wert: str) -> Term:
    """Der Term eines Kalendertags."""
    return {"datatype": f"{XSD}date", "type": "literal", "value": wert}


def gefuellt(terme: Mapping[str, Term | None]) -> Zeile:
    """Eine Zeile aus den Termen, die es gibt; Fehlendes ist ein fehlender Schlüssel."""
    return {name: term for name, term in terme.items() if term}


def kreuzprodukt(fest: Mapping[str, Term | None], mehrfach: Mapping[str, Sequence[Term | None]]) -> Iterator[Zeile]:
    """Je Verbindung der Mehrfachwerte eine Zeile, wie eine Abfrage sie liefert.

    Args:
        fest: Terme, die in jeder Zeile stehen.
        mehrfach: Variable -> ihre Werte.
    """
    listen: list[list[Term | None]] = [[wert for wert in werte if wert] or [None] for werte in mehrfach.values()]
    for auswahl in product(*listen):
        yield gefuellt({**fest, **dict(zip(mehrfach, auswahl, strict=True))})
