"""Erklärt ein Item: jede Schicht mit Ergebnis, Herkunft und Nachbarn, nachgerechnet und verglichen."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import befehl
import kodierung
from ablage import Ablage, Zeile
from modul import Auftrag
from nachholen import beschreiben, endgueltig
from sitzung import Beendet, Besetzt, Sitzung
from version import coder_version

if TYPE_CHECKING:
    import psycopg

    from modul import Modul

ITEM = "select haus, titel, teaser, pubdate::text, erfasst_am, slot from raw_items where id = %s"

# Zuerst die Zeile der jetzigen coder_version, sonst die der zuletzt gelaufenen Vorgabe.
GESPEICHERT = """
select c.coder_version, c.eingabe_hash, c.konfidenz, c.nutzlast, c.kodiert_am, v.komponenten
from codings c
left join coder_versionen v using (coder_version)
where c.item_id = %(item)s and c.schicht = %(schicht)s
order by c.coder_version = %(coder_version)s desc, coalesce(v.vorgabe, false) desc, v.zuletzt desc nulls last,
    c.coder_version collate "C"
limit 1
"""


class Gespeichert(NamedTuple):
    """Die Zeile, die erklärt wird."""

    coder_version: str
    eingabe_hash: str
    konfidenz: float | None
    nutzlast: dict[str, Any]
    kodiert_am: datetime
    komponenten: dict[str, Any] | None


def zeigen(sitzung: Sitzung, module: Sequence[Modul], item_id: int) -> int:
    """Druckt die Erklärung; 1, wenn es das Item nicht gibt oder eine Schicht nicht stimmt."""
    kopf = sitzung.versuchen(lambda conn: conn.execute(ITEM, (item_id,)).fetchone())
    if kopf is None:
        befehl.melden(f"Item {item_id} gibt es in raw_items nicht; die Kennung prüfen.")
        return befehl.GESCHEITERT
    haus, titel, teaser, pubdate, erfasst_am, slot = kopf
    print(f"Item {item_id}, {haus}, Slot {slot:%Y-%m-%dT%H:%MZ}")
    _zeile("Titel", "kein Titel" if titel is None else f"»{titel}«")
    _zeile("Teaser", "kein Teaser" if teaser is None else f"»{teaser}«")
    _zeile("pubdate", pubdate or "fehlt")
    _zeile("erfasst_am", f"{erfasst_am:%Y-%m-%d %H:%M:%SZ}")
    stimmt = True
    for modul in module:
        print(f"\n{modul.schicht} ({modul.name}.py)")
        try:
            stimmt &= sitzung.versuchen(lambda conn, modul=modul: _schicht(conn, modul, item_id))  # type: ignore[misc]
        except (Beendet, Besetzt, BrokenPipeError):
            raise
        except Exception as fehler:
            if endgueltig(fehler):
                raise
            _zeile("nachgerechnet", f"nicht möglich: {beschreiben(fehler)}")
            stimmt = False
    return befehl.GETAN if stimmt else befehl.GESCHEITERT


def _schicht(conn: psycopg.Connection[Any], modul: Modul, item_id: int) -> bool:
    import psycopg

    angaben = kodierung.zerlegen(modul, ["--backfill", "--trocken"])
    conn.autocommit = False
    conn.isolation_level, conn.read_only = psycopg.IsolationLevel.REPEATABLE_READ, True
    version = coder_version(modul.name, modul.komponenten(angaben, conn))
    werte = {"item": item_id, "schicht": modul.schicht, "coder_version": version}
    fund = conn.execute(GESPEICHERT, werte).fetchone()
    gespeichert = Gespeichert(*fund) if fund else None
    neu = nachrechnen(conn, modul, angaben, version, item_id)
    for name, text in _herkunft(gespeichert):
        _zeile(name, text)
    nutzlast = gespeichert.nutzlast if gespeichert else neu.nutzlast if neu else {}
    for name, text in modul.erklaeren(conn, item_id, nutzlast):
        _zeile(name, text)
    urteil = list(vergleichen(gespeichert, neu, version))
    for text in urteil or ["stimmt"]:
        _zeile("nachgerechnet", text)
    conn.rollback()
    conn.autocommit, conn.read_only, conn.isolation_level = True, None, None
    return not urteil


def nachrechnen(
    conn: psycopg.Connection[Any], modul: Modul, angaben: argparse.Namespace, version: str, item_id: int
) -> Zeile | None:
    """Die Zeile, die das Modul jetzt für ein Item schriebe."""
    ablage = Ablage(conn, modul.schicht, version, trocken=True)
    auftrag = Auftrag(conn, ablage, [item_id], angaben)
    return next((z for stapel in modul.kodieren(auftrag) for z in stapel if z.item_id == item_id), None)


def vergleichen(gespeichert: Gespeichert | None, neu: Zeile | None, version: str) -> Iterator[str]:
    """Was an der gespeicherten Zeile nicht stimmt und warum; nichts, wenn alles stimmt."""
    if gespeichert is None:
        yield "keine Kodierung; python phase2.py --aufholen"
        return
    if neu is None:
        yield "das Modul rechnet keine Zeile zu diesem Item"
        return
    if gespeichert.coder_version != version:
        yield f"gespeichert mit anderer coder_version; jetzt gilt {version}"
    if gespeichert.eingabe_hash != neu.eingabe_hash:
        yield f"die Eingabe hat sich geändert: jetzt {neu.eingabe_hash}"
    if gespeichert.konfidenz != neu.konfidenz:
        yield f"konfidenz: gespeichert {gespeichert.konfidenz}, jetzt {neu.konfidenz}"
    # Der Weg über JSON macht Tupel zu Listen, wie jsonb sie zurückgibt.
    jetzt = json.loads(json.dumps(neu.nutzlast))
    for name in sorted(gespeichert.nutzlast.keys() | jetzt.keys()):
        alt, wert = gespeichert.nutzlast.get(name), jetzt.get(name)
        if alt != wert:
            yield f"{name}: gespeichert {_kurz(alt)}, jetzt {_kurz(wert)}"


def _herkunft(gespeichert: Gespeichert | None) -> Iterator[tuple[str, str]]:
    if gespeichert is None:
        return
    yield "coder_version", gespeichert.coder_version
    for name, wert in _flach(gespeichert.komponenten or {}):
        yield f"  {name}", wert
    yield "kodiert_am", f"{gespeichert.kodiert_am:%Y-%m-%d %H:%M:%SZ}"
    yield "eingabe_hash", gespeichert.eingabe_hash
    if gespeichert.konfidenz is not None:
        yield "konfidenz", f"{gespeichert.konfidenz:g}"
    for name, wert in gespeichert.nutzlast.items():
        yield f"  {name}", _kurz(wert)


def _flach(komponenten: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, wert in sorted(komponenten.items()):
        yield name, _kurz(wert)


def _kurz(wert: Any) -> str:
    text = json.dumps(wert, ensure_ascii=False)
    return text if len(text) <= 300 else text[:299] + "…"


def _zeile(name: str, text: str) -> None:
    # Steuerzeichen aus Titeln sollen das Terminal nicht erreichen.
    lesbar = "".join(zeichen if zeichen.isprintable() else "�" for zeichen in " ".join(text.split()))
    print(f"  {name:<16} {lesbar}")
