"""Die Stichprobe eines Laufs auf der Kommandozeile: was verlangt ist, wohin sie soll, und wie sie dorthin kommt."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

import befehl
import zieldatei
import zieldateien
from probe import SPALTEN


def angaben(zerleger: argparse.ArgumentParser) -> None:
    """Fügt --stichprobe, --saat, --html und --ziel hinzu."""
    zerleger.add_argument(
        "--stichprobe", type=int, metavar="N", help="N Zeilen zum Prüfen als CSV, zweifelhafte zuerst"
    )
    zerleger.add_argument(
        "--saat",
        type=int,
        metavar="S",
        help="statt der zweifelhaften zufällige, reihum aus allen Methoden; gleiche Saat, gleiche Zeilen",
    )
    zerleger.add_argument("--html", action="store_true", help="dazu eine Seite zum Prüfen im Browser, neben der CSV")
    zerleger.add_argument("--ziel", type=Path, metavar="DATEI.csv", help="wohin mit der Stichprobe")


def pruefen(zerleger: argparse.ArgumentParser, worte: argparse.Namespace, name: str) -> None:
    """Prüft die Angaben, bevor gerechnet wird, und setzt die Vorgabe von --ziel.

    Args:
        zerleger: meldet, was nicht geht.
        worte: die gelesenen Angaben.
        name: Name des Moduls, für die Vorgabe.

    Raises:
        SystemExit: mit Ausgang 2.
    """
    if worte.stichprobe is None:
        for wort, gesetzt in (("--ziel", worte.ziel), ("--saat", worte.saat), ("--html", worte.html or None)):
            if gesetzt is not None:
                zerleger.error(f"{wort} gilt nur mit --stichprobe N")
        return
    if worte.stichprobe < 1:
        zerleger.error("--stichprobe braucht eine Zahl ab 1")
    if worte.saat is not None and worte.saat < 0:
        zerleger.error("--saat braucht eine ganze Zahl ab 0")
    worte.ziel = worte.ziel or Path(f"stichprobe-{name}.csv")
    if worte.html and seite(worte.ziel) == worte.ziel:
        zerleger.error(f"--ziel nennt die CSV-Datei; mit --html entsteht daneben {seite(worte.ziel).name}")
    for ziel in [worte.ziel, *([seite(worte.ziel)] if worte.html else [])]:
        if einwand := zieldatei.einwand(ziel, False, "es wird nicht überschrieben; --ziel nennt eine andere Datei"):
            zerleger.error(einwand)


def seite(ziel: Path) -> Path:
    """Wo die Seite zu einer CSV-Datei liegt."""
    return ziel.parent / f"{ziel.stem}.html"


def schreiben(ziel: Path, zeilen: Sequence[Mapping[str, str]], *, html: bool) -> bool:
    """Schreibt die Stichprobe und meldet, wo sie liegt.

    Args:
        ziel: die CSV-Datei.
        zeilen: mit den Spalten ``probe.SPALTEN``; keine ist auch eine Stichprobe.
        html: ob die Seite dazu entsteht.

    Returns:
        Ob es gelang; sonst ist der Grund gemeldet.
    """
    ziele = [ziel, seite(ziel)] if html else [ziel]
    try:
        with zieldateien.schreiben(ziele, ersetzen=False) as entwuerfe:
            with entwuerfe[0].open("w", encoding="utf-8", newline="") as datei:
                schreiber = csv.DictWriter(datei, fieldnames=SPALTEN, lineterminator="\n")
                schreiber.writeheader()
                schreiber.writerows(zeilen)
            if html:
                import pruefbogen

                pruefbogen.schreiben(entwuerfe[1], zeilen)
    except zieldatei.Zielfehler as fehler:
        befehl.melden(str(fehler))
        return False
    anzahl = "1 Zeile" if len(zeilen) == 1 else f"{len(zeilen)} Zeilen"
    wo = " und ".join(map(str, ziele))
    befehl.melden(f"Stichprobe mit {anzahl} in {wo}; sie enthält Titel und gehört nicht ins Repository.")
    return True
