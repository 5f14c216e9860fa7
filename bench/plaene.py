"""Wie PostgreSQL die Abfragen eines Slot-Laufs ausführt: je Abfrage eine Zeile aus EXPLAIN (analyze, buffers).

    DATABASE_URL=… python bench/plaene.py 2026-01-31T10:00Z

Mitgeschrieben wird ein wirklicher Lauf über einen kodierten Bestand, bei dem ein Teil der Items des Slots noch nicht
kodiert ist und ein Teil einen überschriebenen Titel hat. Nichts davon bleibt: die Transaktion wird verworfen.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import ablage
import befehl
import db
import deutung
import dublettenlauf
import kodierung
from bench.messen import Ergebnis, komma, tabelle
from dubletten import Dubletten
from modul import Auftrag
from version import coder_version
from zeit import slot_text

ERKLAEREN = "explain (analyze, buffers, format json) "
UEBERSCHREIBEN = "update raw_items set titel = titel || ' #' || id where slot = %s and id %% 2 = 0"
ENTKODIEREN = "delete from codings where item_id in (select id from raw_items where slot = %s and id %% 2 = 1)"

NAMEN = {
    wert.strip(): name
    for modul in (dublettenlauf, ablage)
    for name, wert in vars(modul).items()
    if name.isupper() and isinstance(wert, str)
}


class Mitschrift(psycopg.Cursor[Any]):
    """Ein Cursor, der seine Abfragen mit ihren Werten in ``abfragen`` vermerkt."""

    abfragen: ClassVar[dict[str, list[Any]]]

    def execute(self, query: Any, params: Any = None, **weiteres: Any) -> Mitschrift:
        """Vermerkt die Abfrage und führt sie aus."""
        self.abfragen[query].append(params)
        return super().execute(query, params, **weiteres)


def plaene(conn: psycopg.Connection[Any], slot: datetime) -> list[Ergebnis]:
    """Je Abfrage eine Zeile, mit den Werten ihrer längsten Ausführung; codings muss gefüllt sein."""
    with conn.transaction(force_rollback=True):
        conn.execute(UEBERSCHREIBEN, (slot,))
        conn.execute(ENTKODIEREN, (slot,))
        abfragen = _mitschreiben(conn, slot)
        return [_erklaert(conn, abfrage, werte) for abfrage, werte in abfragen.items()]


def _mitschreiben(conn: psycopg.Connection[Any], slot: datetime) -> dict[str, list[Any]]:
    class Mitschreiber(Mitschrift):
        abfragen: ClassVar[dict[str, list[Any]]] = defaultdict(list)

    modul = Dubletten()
    angaben = kodierung.zerlegen(modul, ["--slot", slot_text(slot), "--trocken"])
    version = coder_version(modul.name, modul.komponenten(angaben, conn))
    bisher, conn.cursor_factory = conn.cursor_factory, Mitschreiber
    try:
        lager = ablage.Ablage(conn, modul.schicht, version, trocken=True)
        items = [id_ for (id_,) in conn.execute(modul.items_des_slots.encode(), {"slot": angaben.slot})]
        for zeilen in modul.kodieren(Auftrag(conn, lager, items, angaben)):
            lager.aufnehmen(zeilen)
    finally:
        conn.cursor_factory = bisher
    return Mitschreiber.abfragen


def _erklaert(conn: psycopg.Connection[Any], abfrage: str, werte: Sequence[Any]) -> Ergebnis:
    erklaerungen = []
    for satz in werte:
        zeile = conn.execute(ERKLAEREN + abfrage, satz).fetchone()
        assert zeile is not None
        erklaerungen.append(zeile[0][0])
    laengste = max(erklaerungen, key=lambda e: e["Execution Time"])
    wurzel = laengste["Plan"]
    seiten = wurzel["Shared Hit Blocks"] + wurzel["Shared Read Blocks"]
    name = NAMEN.get(abfrage.strip(), " ".join(abfrage.split())[:40])
    return Ergebnis(
        f"Plan {name}, {len(werte)}-mal",
        f"{komma(laengste['Execution Time'], 1)} ms, {komma(wurzel['Actual Rows'], 0)} Zeilen,"
        f" {komma(seiten, 0)} Seiten: {' ← '.join(_knoten(wurzel))}",
    )


def _knoten(knoten: Mapping[str, Any]) -> Iterator[str]:
    """Die Schritte eines Plans von oben nach unten, mit Tabelle und Index."""
    yield " ".join([knoten["Node Type"], *(knoten[k] for k in ("Relation Name", "Index Name") if k in knoten)])
    for kind in knoten.get("Plans", ()):
        yield from _knoten(kind)


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = befehl.Zerleger(__doc__, prog="plaene.py")
    zerleger.add_argument("slot", type=datetime.fromisoformat, metavar="SLOT", help="ISO 8601 mit Zone")
    zerleger.add_argument("--json", action="store_true", help="die Ergebnisse als JSON")
    angaben = zerleger.parse_args(worte)
    try:
        with db.verbinden("bench/plaene", autocommit=True) as conn:
            ergebnisse = plaene(conn, angaben.slot)
    except Exception as fehler:
        return deutung.ausgang(fehler)
    print(json.dumps(ergebnisse, ensure_ascii=False) if angaben.json else tabelle(ergebnisse))
    return befehl.GETAN


if __name__ == "__main__":
    sys.exit(main())
