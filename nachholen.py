"""Nachholen in Stücken: jedes ist eine Transaktion über ganze Slots, der älteste zuerst.

So verliert ein Abbruch höchstens das laufende Stück, und ein schlechter Slot hält die anderen nicht auf.
"""

from __future__ import annotations

import argparse
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import deutung
import durchlauf
from befehl import melden
from durchlauf import Auswahl, Ergebnis
from fortschritt import Fortschritt
from rueckstand import Fall, Liste, Sichter
from sitzung import Beendet, Besetzt, Ende, Sitzung
from version import coder_version

if TYPE_CHECKING:
    import psycopg

    from ablage import Fehlschlag
    from modul import Modul

# Nach so vielen gescheiterten Slots hintereinander liegt es nicht mehr an einem Slot.
HINTEREINANDER = 3
# SQLSTATE-Klassen, bei denen der ganze Lauf endet: Verbindung, Mittel, Eingriff, System.
ENDGUELTIG = ("08", "40", "53", "57", "58", "55P03", "25006")

ZAEHLER = ("items", "neu", "geaendert", "unveraendert", "fehler")


class Zeitbudget:
    """Bis wann Arbeit begonnen werden darf.

    Args:
        minuten: so lange ab jetzt; ``None``: unbegrenzt.
    """

    # So viel der übrigen Zeit wird verplant; der Rest deckt, was langsamer geht als zuletzt.
    ANTEIL = 0.8

    def __init__(self, minuten: float | None) -> None:
        self._frist = None if minuten is None else time.monotonic() + 60 * minuten
        self._begonnen = False

    def hoechstens(self, tempo: float | None, groesse: int) -> int:
        """So viele Items passen noch in die Zeit, höchstens ``groesse``; 0, wenn keines mehr passt.

        Args:
            tempo: Items je Sekunde zuletzt, wenn bekannt. Das erste Stück bekommt seine Zeit immer.
            groesse: mehr soll es nicht werden.
        """
        if self._frist is None or not self._begonnen:
            self._begonnen = True
            return groesse
        rest = self._frist - time.monotonic()
        if rest <= 0:
            return 0
        return groesse if tempo is None else min(groesse, int(rest * tempo * self.ANTEIL))


class Aufgegeben(Exception):
    """Das Modul rechnet in diesem Lauf nicht weiter; der Text sagt, warum."""


class Nachholer:
    """Rechnet Stück für Stück für ein Modul und zählt zusammen.

    Args:
        fall: Modul und coder_version.
        angaben: seine Angaben.
        sitzung: die Verbindung.
        ende: ob SIGTERM kam.
    """

    def __init__(self, fall: Fall, angaben: argparse.Namespace, sitzung: Sitzung, ende: Ende) -> None:
        self._fall = fall
        self._angaben = angaben
        self._sitzung = sitzung
        self._ende = ende
        self._sekunden = 0.0
        self.tempo: float | None = None
        self.erledigt = 0
        self._hintereinander = 0
        self.fehlschlaege: list[Fehlschlag] = []
        self.abweichend: list[int] = []
        self.fehlend: list[int] = []
        self.zahlen: dict[str, Any] = {
            "modul": fall.modul.name,
            "coder_version": fall.coder_version,
            **dict.fromkeys(ZAEHLER, 0),
            "trocken": angaben.trocken,
        }
        self.gescheitert: list[str] = []

    @property
    def ergebnis(self) -> Ergebnis:
        """Alles zusammen."""
        zahlen = self.zahlen | {"sekunden": round(self._sekunden, 2)}
        return Ergebnis(zahlen, self.fehlschlaege, None, self.abweichend, self.fehlend)

    @property
    def stueck_groesse(self) -> int:
        """So viele Items kommen in eine Transaktion."""
        return self._fall.modul.stueck

    def ganz(self, auswahl: Auswahl) -> None:
        """Ein Lauf, wie ihn die Kommandozeile des Moduls täte: der Gesamtbestand, ein Slot oder einzelne Items."""
        modul = self._fall.modul
        if auswahl is None and modul.sparsam and not self._angaben.trocken:
            self._zaehlen(alles(modul, self._angaben, self._sitzung, self._ende))
        else:
            self.rechnen(auswahl, zeigen=True)

    def rechnen(self, auswahl: Auswahl, *, zeigen: bool = False) -> None:
        """Rechnet eine Auswahl in einer Transaktion.

        Raises:
            Exception: was den Lauf verhinderte; nichts ist geschrieben.
        """
        beginn = time.monotonic()
        modul, angaben = self._fall.modul, self._angaben
        teil = self._sitzung.versuchen(
            lambda conn: durchlauf.lauf(conn, modul, angaben, auswahl, self._ende, zeigen=zeigen)
        )
        dauer = time.monotonic() - beginn
        self._sekunden += dauer
        if teil.zahlen["items"]:
            self.tempo = teil.zahlen["items"] / max(dauer, 0.001)
        self._zaehlen(teil)

    def _zaehlen(self, teil: Ergebnis) -> None:
        modul = self._fall.modul
        for name, wert in teil.zahlen.items():
            if name == "sekunden":
                self._sekunden += wert
                continue
            zaehlt = name in ZAEHLER or (
                isinstance(wert, int) and not isinstance(wert, bool) and not modul.bericht_insgesamt
            )
            self.zahlen[name] = self.zahlen.get(name, 0) + wert if zaehlt else wert
        self.fehlschlaege.extend(teil.fehlschlaege)
        self.abweichend.extend(teil.abweichend)
        self.fehlend.extend(teil.fehlend)

    def stueck(self, slots: Sequence[Sequence[int]]) -> None:
        """Rechnet die Items einiger Slots; scheitert es, jeden Slot für sich.

        Raises:
            Aufgegeben: mehrere Slots hintereinander scheiterten.
            Exception: die Datenbank lässt keinen weiteren Lauf zu.
        """
        self._ende.pruefen()
        items = [id_ for slot in slots for id_ in slot]
        try:
            self.rechnen(items)
            self.erledigt += len(items)
            self._hintereinander = 0
        except (Beendet, Besetzt):
            raise
        except Exception as fehler:
            if endgueltig(fehler):
                raise
            if len(slots) > 1:
                for slot in slots:
                    self.stueck([slot])
                return
            self._scheitern(slots[0], fehler)

    def _scheitern(self, items: Sequence[int], fehler: Exception) -> None:
        text = beschreiben(fehler)
        self.gescheitert.append(text)
        melden(f"{self._fall.modul.name}: der Slot von Item {items[0]} scheiterte ({text}); er bleibt offen.")
        self._hintereinander += 1
        if self._hintereinander >= HINTEREINANDER:
            self._hintereinander = 0
            raise Aufgegeben(text)


def alles(modul: Modul, angaben: argparse.Namespace, sitzung: Sitzung, ende: Ende) -> Ergebnis:
    """Ein sparsamer Backfill: rechnet in Stücken, was fehlt oder veraltet ist, und lässt das Übrige stehen."""
    fall = sitzung.versuchen(lambda conn: fall_von(conn, modul, angaben))
    luecken, umstellung, insgesamt = sitzung.versuchen(lambda conn: _offen(conn, fall))
    nachholer = Nachholer(fall, angaben, sitzung, ende)
    fortschritt = Fortschritt(modul.name)
    try:
        for liste in (luecken, umstellung):
            for slots in liste.stuecke(lambda: modul.stueck):
                nachholer.rechnen([id_ for slot in slots for id_ in slot])
                fortschritt(nachholer.zahlen["items"], len(luecken) + len(umstellung))
                ende.pruefen()
    finally:
        fortschritt.schliessen()
    uebrige = insgesamt - nachholer.zahlen["items"]
    nachholer.zahlen["items"] += uebrige
    nachholer.zahlen["unveraendert"] += uebrige
    return nachholer.ergebnis


def _offen(conn: psycopg.Connection[Any], fall: Fall) -> tuple[Liste, Liste, int]:
    sichter = Sichter(conn, [fall])
    sichter.vermerken()
    arbeit = sichter.arbeit()[fall.modul.name]
    zeile = conn.execute("select count(*) from raw_items").fetchone()
    return arbeit.luecken, arbeit.umstellung, zeile[0] if zeile else 0


def fall_von(conn: psycopg.Connection[Any], modul: Modul, angaben: argparse.Namespace) -> Fall:
    """Das Modul mit der coder_version, die es mit diesen Angaben schriebe."""
    komponenten = modul.komponenten(angaben, conn)
    return Fall(modul, coder_version(modul.name, komponenten), komponenten)


def endgueltig(fehler: Exception) -> bool:
    """Ob nach diesem Fehler auch kein anderer Slot und kein anderes Modul gelänge."""
    import psycopg

    import db

    if isinstance(fehler, db.Verbindungsfehler):
        return True
    return isinstance(fehler, psycopg.Error) and deutung.deuten(fehler).sqlstate.startswith(ENDGUELTIG)


def beschreiben(fehler: Exception) -> str:
    """Ein Fehler in einer Zeile; ein unerwarteter nennt die Stelle, an der er entstand."""
    import psycopg

    import db
    from modul import Modulfehler

    if isinstance(fehler, psycopg.Error):
        gedeutet = deutung.deuten(fehler)
        return f"{gedeutet.was}. {gedeutet.abhilfe}"
    if isinstance(fehler, db.Konfigurationsfehler | db.Verbindungsfehler | Modulfehler):
        return deutung.ursache(fehler)
    stelle = traceback.extract_tb(fehler.__traceback__)[-1]
    return f"{type(fehler).__name__}: {fehler} in {Path(stelle.filename).name}:{stelle.lineno}"
