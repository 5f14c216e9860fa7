"""Seiten, die für sich stehen: eine HTML-Datei mit Stil, Skripten und Daten, ohne jede Anfrage nach außen.

Die Vorlagen, Stile und Skripte liegen unter seiten/. Was aus den Daten in die Seite kommt, setzt Jinja2 maskiert ein;
was Skripte brauchen, steht als JSON darin. Eine Content-Security-Policy lässt nur die eigenen Skripte laufen und
verbietet jede Verbindung: auch ein Titel voller HTML bliebe Text.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

ORDNER = Path(__file__).with_name("seiten")

# Zeichen, an denen ein HTML- oder JavaScript-Leser ein Ende des Blocks sehen könnte.
MASKEN = {ord(zeichen): f"\\u{ord(zeichen):04x}" for zeichen in "<>&\u2028\u2029"}

REGELN = (
    "default-src 'none'; script-src {skripte}; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)


def bauen(vorlage: str, *, stile: Sequence[str], skripte: Sequence[str], daten: Mapping[str, Any], **werte: Any) -> str:
    """Baut eine Seite.

    Args:
        vorlage: Jinja2-Vorlage unter seiten/; sie erweitert geruest.html.j2.
        stile: Stildateien unter seiten/, in dieser Reihenfolge.
        skripte: Skriptdateien unter seiten/, in dieser Reihenfolge.
        daten: was die Skripte lesen: ``JSON.parse(document.getElementById("daten").textContent)``.
        werte: was die Vorlage einsetzt.

    Returns:
        Das ganze Dokument.
    """
    umgebung = jinja2.Environment(
        loader=jinja2.FileSystemLoader(ORDNER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    umgebung.filters |= {"zahl": zahl, "prozent": prozent}
    quellen = [(ORDNER / name).read_text(encoding="utf-8") for name in skripte]
    erlaubt = " ".join(f"'sha256-{_abdruck(quelle)}'" for quelle in quellen) or "'none'"
    return umgebung.get_template(vorlage).render(
        regeln=REGELN.format(skripte=erlaubt),
        stil=Markup("\n".join((ORDNER / name).read_text(encoding="utf-8") for name in stile)),
        skripte=[Markup(quelle) for quelle in quellen],
        daten=Markup(_json(daten)),
        **werte,
    )


def zahl(wert: float, stellen: int = 0) -> str:
    """Eine Zahl in deutscher Schreibung: 1.234 oder 0,25."""
    return f"{wert:,.{stellen}f}".translate(str.maketrans(",.", ".,"))


def prozent(anteil: float | None, stellen: int = 1) -> str:
    """Ein Anteil in Prozent, mit geschütztem Leerzeichen; ``None`` wird ein Strich."""
    return "–" if anteil is None else f"{zahl(100 * anteil, stellen)}\u00a0%"


def _abdruck(quelle: str) -> str:
    return base64.b64encode(hashlib.sha256(quelle.encode()).digest()).decode()


def _json(daten: Mapping[str, Any]) -> str:
    return json.dumps(daten, ensure_ascii=False, allow_nan=False).translate(MASKEN)
