"""Räumt überholte coder_versionen auf: zeigt, was sie belegen, und löscht eine, in Schritten, nie die benutzte."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import befehl
import kodierung
from fortschritt import Fortschritt
from nachholen import beschreiben, endgueltig, fall_von
from sitzung import Beendet, Besetzt, Ende, Sitzung

if TYPE_CHECKING:
    import psycopg

    from modul import Modul

# So viele Zeilen löscht eine Transaktion.
SCHRITT = 10_000

BELEGUNG = """
with belegt as (
    select schicht, coder_version, count(*) as zeilen, sum(pg_column_size(c.*)) as bytes
    from codings c
    group by schicht, coder_version
)
select schicht, coder_version, coalesce(zeilen, 0), coalesce(bytes, 0), v.zuletzt, coalesce(v.vorgabe, false)
from belegt
full join coder_versionen v using (schicht, coder_version)
where schicht <> 'phase1'
order by schicht collate "C", v.zuletzt desc nulls last, coder_version collate "C"
"""

# Was codings_aktuell zeigt, bleibt auch dann, wenn das Modul hier nicht rechnen kann.
GEZEIGT = """
select distinct on (schicht) coder_version
from coder_versionen
where vorgabe
order by schicht, zuletzt desc, coder_version collate "C"
"""

LOESCHEN = """
with schritt as (
    select item_id
    from codings
    where schicht = %(schicht)s and coder_version = %(coder_version)s and item_id > %(nach)s
    order by item_id
    limit %(schritt)s
), geloescht as (
    delete from codings c
    using schritt s
    where c.item_id = s.item_id and c.schicht = %(schicht)s and c.coder_version = %(coder_version)s
)
select count(*), max(item_id) from schritt
"""

NEBENHER = "delete from {tabelle} where coder_version = %(coder_version)s and item_id > %(nach)s and item_id <= %(bis)s"
VERMERKE = "delete from rueckstand where coder_version = %(coder_version)s"
EINTRAG = "delete from coder_versionen where coder_version = %(coder_version)s"


class Belegung(NamedTuple):
    """Was eine coder_version belegt."""

    schicht: str
    coder_version: str
    zeilen: int
    bytes: int
    zuletzt: Any
    vorgabe: bool


def aufraeumen(sitzung: Sitzung, module: Sequence[Modul], version: str, ende: Ende, *, ja: bool) -> int:
    """Zeigt die Versionen oder löscht eine.

    Args:
        sitzung: die Verbindung.
        module: alle Module; ihre jetzigen Versionen werden nie gelöscht.
        version: die zu löschende oder leer.
        ende: ob SIGTERM kam.
        ja: ob das Löschen bestätigt ist.
    """
    belegungen = [Belegung(*z) for z in sitzung.versuchen(lambda conn: conn.execute(BELEGUNG).fetchall())]
    benutzt = sitzung.versuchen(lambda conn: _benutzt(conn, module))
    if not version:
        _drucken(belegungen, benutzt)
        return befehl.GETAN
    ziel = next((b for b in belegungen if b.coder_version == version), None)
    if ziel is None:
        befehl.melden(f"{version} gibt es nicht; python phase2.py --aufraeumen zeigt alle.")
        return befehl.AUFRUF
    if version in benutzt:
        befehl.melden(f"{version} ist in Gebrauch und bleibt ({benutzt[version]}).")
        return befehl.AUFRUF
    if not ja:
        befehl.melden(
            f"{version}: {ziel.zeilen} Zeilen, {_groesse(ziel.bytes)}; löschen mit --aufraeumen {version} --ja"
        )
        return befehl.AUFRUF
    tabellen = next((m.nebentabellen for m in module if m.schicht == ziel.schicht), ())
    _loeschen(sitzung, ziel, tabellen, ende)
    print(f"phase2: {version} gelöscht: {ziel.zeilen} Zeilen, {_groesse(ziel.bytes)}; den Platz gibt vacuum frei")
    return befehl.GETAN


def _benutzt(conn: psycopg.Connection[Any], module: Sequence[Modul]) -> dict[str, str]:
    """Versionen, die nicht gelöscht werden, mit dem Grund."""
    benutzt = {version: "codings_aktuell zeigt sie" for (version,) in conn.execute(GEZEIGT)}
    for modul in module:
        try:
            with conn.transaction():
                fall = fall_von(conn, modul, kodierung.zerlegen(modul, ["--backfill"]))
        except (Beendet, Besetzt):
            raise
        except Exception as fehler:
            if endgueltig(fehler):
                raise
            befehl.melden(f"{modul.name}: kann hier nicht rechnen: {beschreiben(fehler)}")
        else:
            benutzt[fall.coder_version] = f"{modul.name} schreibt sie"
    return benutzt


def _loeschen(sitzung: Sitzung, ziel: Belegung, tabellen: Sequence[str], ende: Ende) -> None:
    from psycopg import sql

    werte: dict[str, Any] = {
        "schicht": ziel.schicht,
        "coder_version": ziel.coder_version,
        "nach": -(2**63),
        "schritt": SCHRITT,
    }
    abfragen = [sql.SQL(NEBENHER).format(tabelle=sql.Identifier(t)) for t in tabellen]

    def schritt(conn: psycopg.Connection[Any]) -> tuple[int, int]:
        with conn.transaction():
            ((anzahl, bis),) = conn.execute(LOESCHEN, werte).fetchall()
            # Nach dem letzten Schritt gehen auch Zeilen mit, zu denen es keine Kodierung gibt.
            bis = bis if anzahl == SCHRITT else 2**63 - 1
            for abfrage in abfragen:
                conn.execute(abfrage, werte | {"bis": bis})
            if anzahl < SCHRITT:
                conn.execute(VERMERKE, werte)
                conn.execute(EINTRAG, werte)
        return anzahl, bis

    fortschritt = Fortschritt("aufraeumen")
    geloescht = 0
    try:
        while True:
            ende.pruefen()
            anzahl, bis = sitzung.versuchen(schritt)
            geloescht += anzahl
            fortschritt(geloescht, max(ziel.zeilen, geloescht))
            if anzahl < SCHRITT:
                return
            werte["nach"] = bis
    finally:
        fortschritt.schliessen()


def _drucken(belegungen: Sequence[Belegung], benutzt: dict[str, str]) -> None:
    if not belegungen:
        print("Noch keine Kodierungen.")
    for b in belegungen:
        zustand = benutzt.get(b.coder_version) or ("überholt" if b.vorgabe else "andere Einstellung")
        zuletzt = f"zuletzt {b.zuletzt:%Y-%m-%d %H:%MZ}" if b.zuletzt else "nie gelaufen"
        print(
            f"{b.schicht:<12} {b.coder_version:<28} {b.zeilen:>10} Zeilen {_groesse(b.bytes):>10}  {zuletzt}, {zustand}"
        )


def _groesse(anzahl: int) -> str:
    if anzahl < 1_000_000:
        return f"{-(-anzahl // 1000)} kB"
    return f"{anzahl / 1_000_000:.1f} MB".replace(".", ",")
