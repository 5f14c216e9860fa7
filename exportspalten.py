"""Spalten, die mehrere Exporttabellen haben, und wie aus einem Schlüssel der Nutzlast eine Spalte wird.

Im SQL stehen ``r`` für raw_items, ``c`` für die Zeile der Schicht in codings und ``n`` für ein Element ihrer Liste.
"""

from __future__ import annotations

from collections.abc import Mapping

from exporttypen import GANZZAHL, TAG, TEXT, WAHRHEIT, ZAHL, ZEIT, Spalte, Typ

ZEITPUNKT = "zeitpunkt(r.pubdate, r.erfasst_am)"
BERLIN = f"({ZEITPUNKT} at time zone 'Europe/Berlin')"

KOPF = (
    Spalte("item_id", GANZZAHL, "Kennung des Items in raw_items", "r.id"),
    Spalte("haus", TEXT, "Kürzel des Hauses", "r.haus"),
    Spalte(
        "zeitpunkt",
        ZEIT,
        "wann das Item erschien: Angabe des Hauses, wenn sie ab 1990 und nicht nach dem Eintreffen liegt, sonst das "
        "Eintreffen",
        ZEITPUNKT,
    ),
    Spalte("tag", TAG, "Kalendertag von zeitpunkt in Berlin", f"{BERLIN}::date"),
)
CODER_VERSION = Spalte(
    "coder_version", TEXT, "Verfahren, mit dem die Zeile kodiert ist; seine Bestandteile stehen oben", "c.coder_version"
)
TITEL = Spalte(
    "titel",
    TEXT,
    "Titel in raw_items, unverändert, wie das Haus ihn lieferte: mit Entitäten, Markup, Zeilenumbrüchen, auch mit = am "
    "Anfang; leer, wenn er fehlt",
    "r.titel",
    titelnah=True,
)
ERFASST = Spalte("erfasst_am", ZEIT, "wann Ingest das Item zuerst sah, auf den Poll-Takt genau", "r.erfasst_am")

ARTEN = {
    "unveraendert": "Zeichen für Zeichen gleich",
    "formal": "gleiche Wörter; nur Zeichen, Schreibung oder Beiwerk des Layouts",
    "tippfehler": "ein Wort berichtigt",
    "kopfwechsel": "nur der Teil vor dem ersten Doppelpunkt",
    "erweiterung": "nur ergänzt",
    "kuerzung": "nur gestrichen",
    "umformulierung": "umgeschrieben, die Aussage steht noch",
    "neufassung": "ausgetauscht",
}

# Wie aus dem Text eines JSON-Werts der Wert wird; Listen bleiben JSON, Text bleibt Text.
UMWANDLUNG = {GANZZAHL: "bigint", ZAHL: "double precision", WAHRHEIT: "boolean", ZEIT: "timestamptz"}


def feld(
    name: str,
    typ: Typ,
    bedeutung: str,
    pfad: str | None = None,
    *,
    werte: Mapping[str, str] | None = None,
    titelnah: bool = False,
    quelle: str = "c.nutzlast",
) -> Spalte:
    """Ein Wert der Nutzlast als Spalte.

    Args:
        name: der Name der Spalte.
        typ: ihr Typ.
        bedeutung: für das Codebook.
        pfad: Schlüssel, durch Punkte getrennt; fehlt er, heißt er wie die Spalte.
        werte: die möglichen Werte und was sie heißen.
        titelnah: ob sie nur mit --mit-titel kommt.
        quelle: SQL des JSON-Werts, in dem der Pfad beginnt.
    """
    roh = f"{quelle} {'#>' if typ.liste else '#>>'} '{{{(pfad or name).replace('.', ',')}}}'"
    sql = f"({roh})::{UMWANDLUNG[typ]}" if typ in UMWANDLUNG else f"({roh})"
    return Spalte(name, typ, bedeutung, sql, werte or {}, titelnah)


def element(name: str, typ: Typ, bedeutung: str, *, werte: Mapping[str, str] | None = None) -> Spalte:
    """Ein Wert eines Listenelements als Spalte."""
    return feld(name, typ, bedeutung, werte=werte, quelle="n.n")


def elemente(schluessel: str) -> str:
    """FROM-Klausel: je Element einer Liste der Nutzlast eine Zeile."""
    return f"cross join lateral jsonb_array_elements(c.nutzlast -> '{schluessel}') with ordinality as n (n, nummer)"
