"""Der Rahmen der Module: Angaben, Sperre, Transaktion, Vergleich, Zählung, Ausgang.

Ein Modul übergibt dem Rahmen, woraus seine coder_version besteht und wie aus Items Zeilen werden; alles Übrige ist
für alle Module gleich und steht hier.
"""

from __future__ import annotations

import argparse
import gc
import json
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import befehl
import deutung
import zeit
from ablage import SPERRE, SPERREN, VERSION_EINTRAGEN, Ablage, Fehlschlag, Zeile
from fortschritt import Fortschritt
from version import coder_version

if TYPE_CHECKING:
    import psycopg

# Nach einem Fehler, der vergeht: so lange warten, dann mit neuer Verbindung von vorn (Sekunden).
PAUSEN = (1.0, 4.0, 15.0)
# So lange wird nachgefragt, ob die Sperre frei wird (Sekunden), bevor ein anderer Lauf als ihr Inhaber gilt.
SPERRPAUSEN = (0.05, 0.1, 0.2, 0.4)
# Fehler, bei denen ein neuer Versuch hilft: Verbindung, abgebrochene oder verklemmte Transaktion, Server im Umbau.
NOCHMAL = ("08", "40", "57P")
# So oft sieht ein wartender Lauf nach, ob er enden soll (Sekunden).
WACH = 0.1


@dataclass
class Auftrag:
    """Ein Lauf, wie ihn das Modul sieht.

    Attributes:
        conn: Verbindung in der Transaktion des Laufs; alles Gelesene gehört zu einem Stand.
        ablage: die Zeilen des Moduls.
        slot: der Slot, oder ``None`` für den Gesamtbestand.
        angaben: die Angaben der Kommandozeile.
        bericht: Zahlen des Moduls für die Zusammenfassung, in der Reihenfolge der Anzeige.
        fortschritt: wird mit (getan, insgesamt) aufgerufen.
    """

    conn: psycopg.Connection[Any]
    ablage: Ablage
    slot: datetime | None
    angaben: argparse.Namespace
    bericht: dict[str, int] = field(default_factory=dict)
    fortschritt: Fortschritt | None = None


class Ergebnis(NamedTuple):
    """Was ein gelungener Lauf hinterlässt."""

    zahlen: dict[str, Any]
    fehlschlaege: Sequence[Fehlschlag]
    stichprobe: Sequence[Mapping[str, Any]] | None


class Modul(Protocol):
    """Was ein Modul dem Rahmen übergibt."""

    name: str
    schicht: str
    doc: str

    def angaben(self, zerleger: argparse.ArgumentParser) -> None:
        """Fügt die eigenen Angaben hinzu."""

    def komponenten(self, angaben: argparse.Namespace) -> Mapping[str, Any]:
        """Was das Ergebnis bestimmt."""

    def vorgabe(self, angaben: argparse.Namespace) -> bool:
        """Ob die Angaben die Vorgabe sind; nur solche Läufe zeigt codings_aktuell."""

    def kodieren(self, auftrag: Auftrag) -> Iterator[Sequence[Zeile]]:
        """Die Zeilen des Laufs in Stapeln; alle gehören in eine Transaktion."""

    def abschliessen(self, auftrag: Auftrag) -> None:
        """Nach dem Schreiben, noch in der Transaktion; nicht bei --trocken."""

    def stichprobe(self, auftrag: Auftrag, anzahl: int) -> Sequence[Mapping[str, Any]]:
        """Zeilen zum Prüfen von Hand, die zweifelhaftesten zuerst."""


class Beendet(Exception):
    """SIGTERM kam, bevor geschrieben wurde; die laufende Transaktion wird verworfen."""


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
    zerleger.add_argument(
        "--stichprobe", type=int, metavar="N", help="N Zeilen zum Prüfen als CSV, zweifelhafte zuerst"
    )
    zerleger.add_argument("--ziel", type=Path, metavar="DATEI.csv", help="wohin mit der Stichprobe")
    zerleger.add_argument("--json", action="store_true", help="die Zusammenfassung als ein JSON-Objekt")
    modul.angaben(zerleger)
    angaben = zerleger.parse_args(worte)
    if angaben.slot is not None:
        try:
            angaben.slot = zeit.slot_lesen(angaben.slot)
        except ValueError as fehler:
            zerleger.error(str(fehler))
    if angaben.ziel is not None and angaben.stichprobe is None:
        zerleger.error("--ziel gilt nur mit --stichprobe N")
    if angaben.stichprobe is not None:
        if angaben.stichprobe < 1:
            zerleger.error("--stichprobe braucht eine Zahl ab 1")
        angaben.ziel = angaben.ziel or Path(f"stichprobe-{modul.name}.csv")
        if angaben.ziel.exists():
            zerleger.error(f"{angaben.ziel} gibt es schon und wird nicht überschrieben; --ziel nennt eine andere Datei")
        if not angaben.ziel.absolute().parent.is_dir():
            zerleger.error(f"den Ordner {angaben.ziel.absolute().parent} gibt es nicht; anlegen oder --ziel ändern")
    return angaben


def ausfuehren(modul: Modul, worte: Sequence[str] | None = None) -> int:
    """Ein ganzer Lauf von der Kommandozeile bis zum Ausgang.

    Returns:
        0 getan, 1 gescheitert, 2 falscher Aufruf, 75 später erneut, 143 durch SIGTERM beendet.
    """
    angaben = zerlegen(modul, worte)
    # Ein Lauf legt Hunderttausende kleiner Objekte an und fast keine Zyklen; das ständige Suchen danach kostet ein
    # Viertel der Zeit.
    gc.set_threshold(200_000, 20, 20)
    beendet = _auf_sigterm_achten()
    beginn = time.monotonic()
    try:
        ergebnis = _versuchen(modul, angaben, beendet)
    except Beendet:
        befehl.melden(f"{modul.name}: durch SIGTERM beendet; nichts geschrieben, der nächste Lauf holt es nach.")
        return befehl.BEENDET
    except KeyboardInterrupt:
        befehl.melden(f"{modul.name}: abgebrochen; nichts geschrieben.")
        return 130
    except Exception as fehler:
        return deutung.ausgang(fehler)
    if ergebnis is None:
        befehl.melden(f"{modul.name}: ein anderer Lauf arbeitet gerade; dieser tut nichts.")
        return befehl.GETAN
    zahlen = ergebnis.zahlen | {"sekunden": round(time.monotonic() - beginn, 2)}
    for fehlschlag in ergebnis.fehlschlaege:
        befehl.melden(f"Item {fehlschlag.item_id} abgelehnt ({fehlschlag.sqlstate}: {fehlschlag.grund})")
    vollstaendig = not ergebnis.fehlschlaege
    if ergebnis.stichprobe is not None:
        vollstaendig &= _stichprobe_schreiben(angaben.ziel, ergebnis.stichprobe)
    print(json.dumps(zahlen, ensure_ascii=False) if angaben.json else zusammenfassung(zahlen))
    if not vollstaendig:
        return befehl.GESCHEITERT
    return befehl.BEENDET if beendet else befehl.GETAN


def zusammenfassung(ergebnis: Mapping[str, Any]) -> str:
    """Die letzte Zeile eines Laufs für Menschen."""
    kopf = "{modul}: {items} Items, neu {neu}, geändert {geaendert}, unverändert {unveraendert}, Fehler {fehler}"
    feste = ("modul", "coder_version", "items", "neu", "geaendert", "unveraendert", "fehler", "sekunden", "trocken")
    mehr = ", ".join(f"{name} {wert}" for name, wert in ergebnis.items() if name not in feste)
    sekunden = f"{ergebnis['sekunden']:.1f}".replace(".", ",")
    trocken = " (trocken, nichts geschrieben)" if ergebnis["trocken"] else ""
    return kopf.format(**ergebnis) + (f"; {mehr}" if mehr else "") + f"; {sekunden} s{trocken}"


def _versuchen(modul: Modul, angaben: argparse.Namespace, beendet: list[int]) -> Ergebnis | None:
    """Ein Lauf, nach Fehlern, die vergehen, mit neuer Verbindung von vorn; ``None``, wenn ein anderer arbeitet."""
    for versuch, pause in enumerate(PAUSEN):
        try:
            return _lauf(modul, angaben, beendet, erneut=versuch > 0)
        except Exception as fehler:
            if not _vergeht(fehler):
                raise
            befehl.melden(f"{modul.name}: {deutung.ursache(fehler)}; neuer Versuch in {pause:g} s.")
        _warten(pause, beendet)
    return _lauf(modul, angaben, beendet, erneut=True)


def _lauf(modul: Modul, angaben: argparse.Namespace, beendet: list[int], *, erneut: bool) -> Ergebnis | None:
    """Ein Versuch: Sperre, eine Transaktion, Zählung."""
    import psycopg
    from psycopg.types.json import Jsonb

    import db

    komponenten = modul.komponenten(angaben)
    version = coder_version(modul.name, komponenten)
    with db.verbinden(modul.name, autocommit=True) as conn:
        if not angaben.trocken and not _sperren(conn):
            if not erneut:
                return None
            # Es kann die eigene Sitzung sein, deren Ende der Server noch nicht bemerkt hat.
            raise db.Verbindungsfehler("Die Sperre hält noch eine andere Sitzung.", voruebergehend=True)
        conn.autocommit = False
        conn.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        # Ein ausdrückliches "read write" überginge default_transaction_read_only.
        conn.read_only = True if angaben.trocken else None
        ablage = Ablage(conn, modul.schicht, version, trocken=angaben.trocken)
        fortschritt = Fortschritt(modul.name)
        auftrag = Auftrag(conn, ablage, angaben.slot, angaben, fortschritt=fortschritt)
        try:
            for stapel in modul.kodieren(auftrag):
                if beendet:
                    raise Beendet
                ablage.aufnehmen(stapel)
        finally:
            fortschritt.schliessen()
        stichprobe = None if angaben.stichprobe is None else modul.stichprobe(auftrag, angaben.stichprobe)
        if not angaben.trocken:
            ablage.schreiben()
            modul.abschliessen(auftrag)
            conn.execute(
                VERSION_EINTRAGEN,
                {
                    "coder_version": version,
                    "schicht": modul.schicht,
                    "komponenten": Jsonb(dict(komponenten)),
                    "vorgabe": modul.vorgabe(angaben),
                },
            )
        conn.commit()
    zaehlung = ablage.zaehlung
    zahlen = {
        "modul": modul.name,
        "coder_version": version,
        "items": zaehlung.neu + zaehlung.geaendert + zaehlung.unveraendert + len(zaehlung.fehlschlaege),
        "neu": zaehlung.neu,
        "geaendert": zaehlung.geaendert,
        "unveraendert": zaehlung.unveraendert,
        "fehler": len(zaehlung.fehlschlaege),
        "trocken": angaben.trocken,
        **auftrag.bericht,
    }
    return Ergebnis(zahlen, zaehlung.fehlschlaege, stichprobe)


def _sperren(conn: psycopg.Connection[Any]) -> bool:
    # Der Server gibt die Sperre eines eben beendeten Laufs erst frei, wenn er dessen Ende bemerkt hat.
    for pause in (*SPERRPAUSEN, None):
        zeile = conn.execute(SPERREN, (SPERRE,)).fetchone()
        if zeile and zeile[0]:
            return True
        if pause is not None:
            time.sleep(pause)
    return False


def _stichprobe_schreiben(ziel: Path, zeilen: Sequence[Mapping[str, Any]]) -> bool:
    import csv

    try:
        with ziel.open("x", encoding="utf-8", newline="") as datei:
            if zeilen:
                schreiber = csv.DictWriter(datei, fieldnames=list(zeilen[0]), lineterminator="\n")
                schreiber.writeheader()
                schreiber.writerows(zeilen)
    except OSError as fehler:
        befehl.melden(f"{ziel}: die Stichprobe ließ sich nicht schreiben ({fehler.strerror}); --ziel ändern.")
        return False
    befehl.melden(f"Stichprobe mit {len(zeilen)} Zeilen in {ziel}; sie enthält Titel und gehört nicht ins Repository.")
    return True


def _vergeht(fehler: Exception) -> bool:
    import psycopg

    import db

    if isinstance(fehler, db.Verbindungsfehler):
        return fehler.voruebergehend
    return isinstance(fehler, psycopg.Error) and deutung.deuten(fehler).sqlstate.startswith(NOCHMAL)


def _warten(pause: float, beendet: list[int]) -> None:
    # time.sleep liefe nach einem Signal einfach weiter.
    ende = time.monotonic() + pause
    while not beendet and (rest := ende - time.monotonic()) > 0:
        time.sleep(min(rest, WACH))
    if beendet:
        raise Beendet


def _auf_sigterm_achten() -> list[int]:
    empfangen: list[int] = []
    signal.signal(signal.SIGTERM, lambda nummer, _rahmen: empfangen.append(nummer))
    return empfangen
