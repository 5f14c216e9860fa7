"""Der Rahmen der Module: die Kommandozeile eines Moduls von den Angaben bis zum Ausgang."""

from __future__ import annotations

import argparse
import gc
import json
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import befehl
import deutung
import durchlauf
import stichprobe
import zeit
from modul import Modul
from sitzung import Beendet, Besetzt, Ende, Sitzung

if TYPE_CHECKING:
    from ablage import Fehlschlag


def zerlegen(modul: Modul, worte: Sequence[str] | None) -> argparse.Namespace:
    """Liest die Kommandozeile eines Moduls.

    Raises:
        SystemExit: falscher Aufruf (2) oder --help (0).
    """
    zerleger = befehl.Zerleger(modul.doc, prog=f"{modul.name}.py")
    was = zerleger.add_mutually_exclusive_group(required=True)
    was.add_argument("--backfill", action="store_true", help="der Gesamtbestand")
    was.add_argument("--slot", metavar="ZEIT", help="ein 15-Minuten-Slot, ISO 8601, ohne Zone UTC: 2026-09-07T08:00")
    zerleger.add_argument("--trocken", action="store_true", help="rechnen und vergleichen, nichts schreiben")
    stichprobe.angaben(zerleger)
    zerleger.add_argument("--json", action="store_true", help="die Zusammenfassung als ein JSON-Objekt")
    modul.angaben(zerleger)
    angaben = zerleger.parse_args(worte)
    if angaben.slot is not None:
        angaben.slot = slot_angabe(zerleger, angaben.slot)
    stichprobe.pruefen(zerleger, angaben, modul.name)
    return angaben


def slot_angabe(zerleger: argparse.ArgumentParser, text: str) -> datetime:
    """Liest einen Slot; ein falscher ist ein falscher Aufruf.

    Raises:
        SystemExit: mit Ausgang 2.
    """
    try:
        return zeit.slot_lesen(text)
    except ValueError as fehler:
        zerleger.error(str(fehler))


def ausfuehren(modul: Modul, worte: Sequence[str] | None = None) -> int:
    """Ein ganzer Lauf von der Kommandozeile bis zum Ausgang.

    Returns:
        0 getan, 1 gescheitert, 2 falscher Aufruf, 75 später erneut, 143 durch SIGTERM beendet.
    """
    angaben = zerlegen(modul, worte)
    sparsam_sammeln()
    ende = Ende.auf_sigterm()
    beginn = time.monotonic()
    try:
        with Sitzung(modul.name, ende, sperren=not angaben.trocken) as sitzung:
            ergebnis = _laeufe(modul, angaben, sitzung, ende)
    except Beendet:
        befehl.melden(f"{modul.name}: durch SIGTERM beendet; nichts geschrieben, der nächste Lauf holt es nach.")
        return befehl.BEENDET
    except Besetzt:
        befehl.melden(f"{modul.name}: ein anderer Lauf arbeitet gerade; dieser tut nichts.")
        return befehl.GETAN
    except KeyboardInterrupt:
        befehl.melden(f"{modul.name}: abgebrochen; nichts geschrieben.")
        return 130
    except Exception as fehler:
        return deutung.ausgang(fehler)
    zahlen = ergebnis.zahlen | {"sekunden": round(time.monotonic() - beginn, 2)}
    fehlschlaege_melden(ergebnis.fehlschlaege)
    vollstaendig = not ergebnis.fehlschlaege
    if ergebnis.stichprobe is not None:
        vollstaendig &= stichprobe.schreiben(angaben.ziel, ergebnis.stichprobe, html=angaben.html)
    if ohne := ergebnis.ohne_probe:
        befehl.melden(
            f"Für alle Strata ist die Stichprobe zu klein; eine Hochrechnung weiß nichts von: {', '.join(ohne)}. "
            f"Von jedem eine Zeile hat --stichprobe {angaben.stichprobe + len(ohne)}."
        )
    print(json.dumps(zahlen, ensure_ascii=False) if angaben.json else zusammenfassung(zahlen))
    if not vollstaendig:
        return befehl.GESCHEITERT
    return befehl.BEENDET if ende.verlangt else befehl.GETAN


def sparsam_sammeln() -> None:
    """Lässt Python seltener nach Zyklen suchen.

    Ein Lauf legt Hunderttausende kleiner Objekte an und fast keine Zyklen; das ständige Suchen danach kostet ein
    Viertel der Zeit.
    """
    gc.set_threshold(200_000, 20, 20)


def fehlschlaege_melden(fehlschlaege: Sequence[Fehlschlag]) -> None:
    """Nennt jedes abgelehnte Item mit dem ursprünglichen SQLSTATE."""
    for fehlschlag in fehlschlaege:
        befehl.melden(f"Item {fehlschlag.item_id} abgelehnt ({fehlschlag.sqlstate}: {fehlschlag.grund})")


def zusammenfassung(ergebnis: Mapping[str, Any]) -> str:
    """Die letzte Zeile eines Laufs für Menschen."""
    kopf = "{modul}: {items} Items, neu {neu}, geändert {geaendert}, unverändert {unveraendert}, Fehler {fehler}"
    feste = ("modul", "coder_version", "items", "neu", "geaendert", "unveraendert", "fehler", "sekunden", "trocken")
    mehr = ", ".join(f"{name} {wert}" for name, wert in ergebnis.items() if name not in feste)
    sekunden = f"{ergebnis['sekunden']:.1f}".replace(".", ",")
    trocken = " (trocken, nichts geschrieben)" if ergebnis["trocken"] else ""
    return kopf.format(**ergebnis) + (f"; {mehr}" if mehr else "") + f"; {sekunden} s{trocken}"


def _laeufe(modul: Modul, angaben: argparse.Namespace, sitzung: Sitzung, ende: Ende) -> durchlauf.Ergebnis:
    """Der Lauf, den die Angaben verlangen; bei einem sparsamen Backfill sind es viele."""
    if modul.sparsam and angaben.backfill and not angaben.trocken and angaben.stichprobe is None:
        from nachholen import alles

        return alles(modul, angaben, sitzung, ende)
    return sitzung.versuchen(lambda conn: durchlauf.lauf(conn, modul, angaben, angaben.slot, ende))
