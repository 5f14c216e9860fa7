"""Der Stand aller Module, allein aus den Tabellen: kodiert, fehlend, veraltet, ältester Rückstand, letzter Lauf."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import befehl
import kodierung
import zeit
from nachholen import beschreiben, endgueltig, fall_von
from rueckstand import Fall, Sichter, Umfang
from sitzung import Beendet, Besetzt, Sitzung

if TYPE_CHECKING:
    import psycopg

    from modul import Modul

# So weit zurück zählt der Anteil ungelöster Nennungen.
ZEITRAUM = timedelta(days=7)

# Das Tempo der Schicht: die coder_version selbst, sonst die zuletzt gelaufene, die überhaupt gerechnet hat.
LETZTER_LAUF = """
select
    (select zuletzt from coder_versionen where coder_version = %(coder_version)s and gerechnet > 0),
    (
        select gerechnet / sekunden
        from coder_versionen
        where schicht = %(schicht)s and gerechnet > 0 and sekunden > 0
        order by coder_version = %(coder_version)s desc, zuletzt desc
        limit 1
    )
"""

# Für ein Modul, das hier nicht rechnen kann: die Version, die codings_aktuell zeigt.
ZULETZT_GELAUFEN = """
select coder_version
from coder_versionen
where schicht = %(schicht)s and vorgabe
order by zuletzt desc, coder_version collate "C"
limit 1
"""

BESTAND = "select count(*), max(slot) from raw_items"


@dataclass
class Stand:
    """Ein Modul auf einen Blick.

    Attributes:
        kodiert: Items mit einer Zeile dieser coder_version, deren Eingabe noch gilt.
        fehlend: Items, die die Schicht noch nie kodierte.
        umzustellen: Items, die nur eine andere coder_version kodierte.
        veraltet: Items, deren Eingabe sich seit der Kodierung änderte.
        abgelehnt: Items, deren Zeile die Datenbank zu oft ablehnte.
        aelteste_luecke: ältester Slot mit einem fehlenden Item oder, falls früher, seit wann ein veraltetes vermerkt
            ist.
        letzter_lauf: wann die coder_version zuletzt lief.
        sekunden: so lange dauert das Nachholen vermutlich.
        ungeloest: Anteil ungelöster Nennungen der letzten sieben Tage.
        stoerung: warum das Modul hier nicht rechnen kann.
    """

    modul: str
    schicht: str
    coder_version: str | None
    kodiert: int
    fehlend: int
    umzustellen: int
    veraltet: int
    abgelehnt: int
    aelteste_luecke: datetime | None
    letzter_lauf: datetime | None
    sekunden: float | None
    ungeloest: float | None
    stoerung: str | None


def zeigen(sitzung: Sitzung, module: Sequence[Modul], angaben: argparse.Namespace) -> int:
    """Druckt den Stand; der Ausgang sagt, ob eine Lücke älter ist als ``angaben.alarm`` Stunden."""
    staende, items, neuester = sitzung.versuchen(lambda conn: erheben(conn, module, angaben.seit))
    jetzt = datetime.now(UTC)
    zu_alt = [
        s
        for s in staende
        if angaben.alarm is not None
        and s.aelteste_luecke is not None
        and jetzt - s.aelteste_luecke > timedelta(hours=angaben.alarm)
    ]
    if angaben.json:
        inhalt = {
            "items": items,
            "neuester_slot": neuester,
            "module": [asdict(s) for s in staende],
            "alarm": [s.modul for s in zu_alt],
        }
        print(json.dumps(inhalt, ensure_ascii=False, default=datetime.isoformat))
    else:
        _drucken(staende, items, neuester)
    for s in zu_alt:
        assert s.aelteste_luecke is not None
        befehl.melden(
            f"{s.modul}: Lücke seit {zeit.slot_text(s.aelteste_luecke)}, älter als {angaben.alarm:g} h; "
            "python phase2.py --aufholen"
        )
    return befehl.GESCHEITERT if zu_alt else befehl.GETAN


def erheben(
    conn: psycopg.Connection[Any], module: Sequence[Modul], seit: datetime | None
) -> tuple[list[Stand], int, datetime | None]:
    """Je Modul der Stand, dazu die Zahl der Items und ihr neuester Slot."""
    stoerungen: dict[str, str] = {}
    faelle = []
    for modul in module:
        angaben = kodierung.zerlegen(modul, ["--backfill"])
        try:
            with conn.transaction():
                faelle.append(fall_von(conn, modul, angaben))
        except (Beendet, Besetzt):
            raise
        except Exception as fehler:
            if endgueltig(fehler):
                raise
            stoerungen[modul.name] = beschreiben(fehler)
            zeile = conn.execute(ZULETZT_GELAUFEN, {"schicht": modul.schicht}).fetchone()
            faelle.append(Fall(modul, zeile[0] if zeile else "", {}))
    sichter = Sichter(conn, faelle, seit)
    umfang = sichter.umfang(sichter.ungesichtet())
    bestand = conn.execute(BESTAND).fetchone()
    items, neuester = bestand if bestand else (0, None)
    staende = [_stand(conn, fall, items, umfang[fall.modul.name], stoerungen.get(fall.modul.name)) for fall in faelle]
    return staende, items, neuester


def _stand(conn: psycopg.Connection[Any], fall: Fall, items: int, umfang: Umfang, stoerung: str | None) -> Stand:
    zeile = conn.execute(LETZTER_LAUF, fall.kopf).fetchone()
    letzter_lauf, tempo = zeile if zeile else (None, None)
    rechnen = umfang.luecken + umfang.umstellung
    return Stand(
        modul=fall.modul.name,
        schicht=fall.modul.schicht,
        coder_version=fall.coder_version or None,
        kodiert=items - umfang.fehlend - umfang.veraltet,
        fehlend=umfang.luecken - umfang.veraltet,
        umzustellen=umfang.umstellung,
        veraltet=umfang.veraltet,
        abgelehnt=umfang.abgelehnt,
        aelteste_luecke=umfang.aeltester,
        letzter_lauf=letzter_lauf,
        sekunden=rechnen / tempo if tempo and rechnen else None,
        ungeloest=_ungeloest(conn, fall),
        stoerung=stoerung,
    )


def _ungeloest(conn: psycopg.Connection[Any], fall: Fall) -> float | None:
    if fall.modul.offen is None:
        return None
    werte: Mapping[str, Any] = {"coder_version": fall.coder_version, "seit": datetime.now(UTC) - ZEITRAUM}
    zeile = conn.execute(fall.modul.offen.encode(), werte).fetchone()
    return zeile[0] / zeile[1] if zeile and zeile[1] else None


KOPF = (
    "Modul", "coder_version", "kodiert", "fehlend", "umzustellen", "veraltet", "abgelehnt", "älteste Lücke",
    "letzter Lauf", "ungelöst",
)  # fmt: skip


def _drucken(staende: Sequence[Stand], items: int, neuester: datetime | None) -> None:
    print(f"{items} Items, neuester Slot {zeit.slot_text(neuester) if neuester else '–'}")
    zeilen = [KOPF, *map(_zellen, staende)]
    breiten = [max(len(z[i]) for z in zeilen) for i in range(len(KOPF))]
    for zeile in zeilen:
        # Zahlen stehen rechts, Text links.
        zellen = [
            w.rjust(b) if 2 <= i <= 6 else w.ljust(b) for i, (w, b) in enumerate(zip(zeile, breiten, strict=True))
        ]
        print("  ".join(zellen).rstrip())
    for s in staende:
        if s.stoerung:
            print(f"{s.modul}: kann hier nicht rechnen: {s.stoerung}")
        if s.umzustellen:
            dauer = f", etwa {_dauer(s.sekunden)}" if s.sekunden is not None else ""
            print(
                f"{s.modul}: neue coder_version {s.coder_version}: {s.umzustellen} Items neu zu rechnen{dauer}; "
                "--seit DATUM begrenzt, wie weit zurück"
            )


def _zellen(s: Stand) -> tuple[str, ...]:
    zahlen = (s.kodiert, s.fehlend, s.umzustellen, s.veraltet, s.abgelehnt)
    return (
        s.modul,
        s.coder_version or "–",
        *map(str, zahlen),
        zeit.slot_text(s.aelteste_luecke) if s.aelteste_luecke else "–",
        f"{s.letzter_lauf:%Y-%m-%d %H:%MZ}" if s.letzter_lauf else "nie",
        f"{100 * s.ungeloest:.1f} %".replace(".", ",") if s.ungeloest is not None else "–",
    )


def _dauer(sekunden: float) -> str:
    for grenze, teiler, einheit in ((120, 1, "s"), (7_200, 60, "min"), (172_800, 3_600, "h")):
        if sekunden < grenze:
            return f"{max(1, round(sekunden / teiler))} {einheit}"
    return f"{round(sekunden / 86_400)} Tage"
