"""Tilgt Passwörter aus Texten, bevor jemand sie zu sehen bekommt."""

from __future__ import annotations

import os
import re
from urllib.parse import unquote

MASKE = "***"
KUERZESTES = 3  # kürzere Zeichenfolgen zu tilgen machte jede Meldung unleserlich
VARIABLEN = ("DATABASE_URL", "ADMIN_DATABASE_URL")

# Ein Wert hinter password=: in '…', in "…" oder bis zum Leerraum, je mit \ als Fluchtzeichen.
_WERT = r"""(?:'(?:\\.|[^'\\])*(?:'|$)|"(?:\\.|[^"\\])*(?:"|$)|(?:\\.|[^\s'"])(?:\\.|[^\s])*)"""
_SCHEMA = r"[a-z][a-z0-9+.-]*://"

TILGUNGEN = (
    # Bis zum letzten @ der Zeile: ein schlecht kodiertes Passwort darf selbst @, / oder Leerzeichen enthalten.
    (re.compile(rf"({_SCHEMA}[^:@/\s]*):[^\n]*@", re.I), rf"\1:{MASKE}@"),
    # Ein URI ohne @, in dem hinter dem Doppelpunkt kein Port steht.
    (re.compile(rf"({_SCHEMA}[^:@/\s]+):(?!\d{{1,5}}(?:[/?,;.)\s'\"]|$)|\*\*\*)\S+", re.I), rf"\1:{MASKE}"),
    (re.compile(rf"((?:ssl|pg)?password['\"]?\s*[=:]\s*)(?!\*\*\*(?:[\s,;&]|$)){_WERT}", re.I | re.S), rf"\1{MASKE}"),
)

_bekannt: set[str] = set()


def merken(adresse: str) -> None:
    """Nimmt die Passwörter einer Adresse auf; `unverfaenglich` tilgt sie von nun an auch, wo sie allein stehen."""
    _bekannt.update(_geheimnisse_in(adresse))


def unverfaenglich(text: str) -> str:
    """Tilgt jedes Passwort aus `text`: in URIs, hinter password= und wo ein bekanntes wörtlich steht.

    Bekannt sind die gemerkten Adressen, DATABASE_URL, ADMIN_DATABASE_URL und PGPASSWORD.
    """
    bekannt = _bekannt | {os.environ.get("PGPASSWORD", "")}
    for name in VARIABLEN:
        bekannt |= _geheimnisse_in(os.environ.get(name, ""))
    for geheimnis in sorted(bekannt, key=len, reverse=True):
        if len(geheimnis) >= KUERZESTES:
            text = text.replace(geheimnis, MASKE)
    for muster, ersatz in TILGUNGEN:
        text = muster.sub(ersatz, text)
    return text


def _geheimnisse_in(adresse: str) -> set[str]:
    """Was darin Passwort ist oder sein könnte: wörtlich, dekodiert und, falsch kodiert, in Stücken."""
    funde = [treffer[1] for treffer in re.finditer(rf"{_SCHEMA}[^:@/]*:(.*)@", adresse, re.I | re.S)]
    for treffer in re.finditer(rf"password\s*=\s*({_WERT})", adresse, re.S):
        roh = treffer[1].partition("&")[0] if "://" in adresse else treffer[1]
        funde += [roh, re.sub(r"\\(.)", r"\1", roh.strip("'"))]
    # libpq trennt ein falsch kodiertes Passwort an diesen Zeichen und nennt die Stücke dann Rechner oder Datenbank.
    stuecke = [
        stueck
        for fund in funde
        if re.search(r"[@/\s]|%(?![0-9A-Fa-f]{2})", fund)
        for stueck in re.split(r"[@/?#:&=\s]+", fund)
    ]
    return {form for fund in (*funde, *stuecke) for form in (fund, unquote(fund)) if form}
