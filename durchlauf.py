"""Ein Lauf eines Moduls: eine Transaktion auf einem Stand der Datenbank, von den Items bis zur Zählung."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import probe
from ablage import GEPRUEFT, Ablage, Fehlschlag
from auslese import Auslese
from fortschritt import Fortschritt
from modul import Auftrag, Modul
from sitzung import Ende
from version import coder_version

if TYPE_CHECKING:
    import psycopg

# Was ein Lauf rechnet: den Gesamtbestand, einen Slot oder einzelne Items.
Auswahl = None | datetime | Sequence[int]


class Ergebnis(NamedTuple):
    """Was ein gelungener Lauf hinterlässt.

    Attributes:
        zahlen: die Zusammenfassung.
        fehlschlaege: Items, deren Zeile die Datenbank ablehnte.
        stichprobe: Zeilen zum Prüfen, wenn verlangt.
        abweichend: die ersten Items, deren gespeicherte Zeile anders lautete.
        fehlend: die ersten, die keine hatten.
        ohne_probe: Strata, von denen die Stichprobe keine Zeile hat.
    """

    zahlen: dict[str, Any]
    fehlschlaege: Sequence[Fehlschlag]
    stichprobe: Sequence[Mapping[str, str]] | None
    abweichend: Sequence[int]
    fehlend: Sequence[int]
    ohne_probe: Sequence[str] = ()


def lauf(
    conn: psycopg.Connection[Any],
    modul: Modul,
    angaben: argparse.Namespace,
    auswahl: Auswahl,
    ende: Ende,
    *,
    zeigen: bool = True,
) -> Ergebnis:
    """Ein Lauf in einer Transaktion auf einem Stand der Datenbank.

    Args:
        conn: Verbindung im autocommit; so kommt sie auch zurück.
        modul: das Modul.
        angaben: seine Angaben.
        auswahl: was zu rechnen ist.
        ende: ob SIGTERM kam; zwischen zwei Stapeln wird nachgesehen.
        zeigen: ob der Fortschritt zu sehen ist.

    Raises:
        Beendet: SIGTERM kam, nichts ist geschrieben.
    """
    import psycopg

    beginn = time.monotonic()
    conn.autocommit = False
    conn.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    # Ein ausdrückliches "read write" überginge default_transaction_read_only.
    conn.read_only = True if angaben.trocken else None
    komponenten = modul.komponenten(angaben, conn)
    version = coder_version(modul.name, komponenten)
    ablage = Ablage(conn, modul.schicht, version, trocken=angaben.trocken)
    if isinstance(auswahl, datetime):
        auswahl = [id_ for (id_,) in conn.execute(modul.items_des_slots.encode(), {"slot": auswahl})]
    fortschritt = Fortschritt(modul.name) if zeigen else None
    auslese = None if angaben.stichprobe is None else Auslese(angaben.stichprobe, angaben.saat)
    auftrag = Auftrag(conn, ablage, auswahl, angaben, fortschritt=fortschritt, auslese=auslese)
    try:
        for stapel in modul.kodieren(auftrag):
            ende.pruefen()
            with ende.schreibend():
                ablage.aufnehmen(stapel)
    finally:
        if fortschritt is not None:
            fortschritt.schliessen()
    stichprobe = None
    ohne_probe: Sequence[str] = ()
    if auslese is not None:
        ohne_probe = auslese.leer_ausgegangen()
        stichprobe = [probe.zeile(p, ziehung, modul.schicht, version) for p, ziehung in auslese.gezogen()]
    with ende.schreibend():
        if not angaben.trocken:
            ablage.schreiben()
            modul.abschliessen(auftrag)
            sekunden = time.monotonic() - beginn
            ablage.abschliessen(komponenten, auswahl, vorgabe=modul.vorgabe(angaben), sekunden=sekunden)
        conn.commit()
    conn.autocommit, conn.read_only, conn.isolation_level = True, None, None
    if auswahl is None and not angaben.trocken:
        # Was der Backfill eben schrieb, muss die nächste Sichtung nicht vergleichen.
        conn.execute(GEPRUEFT, {"versionen": [version]})
    zaehlung = ablage.zaehlung
    zahlen = {
        "modul": modul.name,
        "coder_version": version,
        "items": zaehlung.items,
        "neu": zaehlung.neu,
        "geaendert": zaehlung.geaendert,
        "unveraendert": zaehlung.unveraendert,
        "fehler": len(zaehlung.fehlschlaege),
        "trocken": angaben.trocken,
        **auftrag.bericht,
    }
    return Ergebnis(zahlen, zaehlung.fehlschlaege, stichprobe, zaehlung.abweichend, zaehlung.fehlend, ohne_probe)
