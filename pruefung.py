"""Prüfung: was die Urteile von Menschen über die Schichten sagen.

Beispiele:
  python pruefung.py auswerten urteile-akteur-anna.csv
  python pruefung.py auswerten urteile-*.csv --stichprobe stichprobe-akteure.csv    mit den Texten zum Besprechen
  python pruefung.py auswerten urteile-*.csv --ziel guete.csv                       dazu die Zahlen als Tabelle

Gelesen werden Urteile aus dem Prüfbogen und Stichproben, deren Spalte urteil von Hand gefüllt ist. Gezählt wird je
Schicht, coder_version und Ziehung, nie darüber hinweg.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import befehl
import pruefbericht
import urteile
import urteilsguete
import zieldatei


def main(argumente: Sequence[str] | None = None) -> int:
    """Wertet Urteile aus.

    Args:
        argumente: Kommandozeile; Standard: ``sys.argv``.

    Returns:
        0, oder 1, wenn --ziel sich nicht schreiben lässt, oder 2, wenn die Urteile nicht auszuwerten sind.
    """
    zerleger = befehl.Zerleger(__doc__)
    befehle = zerleger.add_subparsers(dest="befehl", required=True, metavar="BEFEHL", title="Befehle")
    auswerten = befehle.add_parser(
        "auswerten",
        doc="Precision mit Intervall je Methode und Konfidenz, Übereinstimmung, und was zu besprechen ist.",
        help="Urteile auswerten",
    )
    auswerten.add_argument("urteile", nargs="+", type=Path, metavar="URTEILE.csv", help="eine Datei oder mehrere")
    auswerten.add_argument(
        "--stichprobe",
        nargs="+",
        action="extend",
        default=[],
        type=Path,
        metavar="DATEI.csv",
        help="Stichproben, aus denen die Texte zum Besprechen kommen",
    )
    auswerten.add_argument("--json", action="store_true", help="statt des Berichts alles als JSON")
    auswerten.add_argument("--ziel", type=Path, metavar="BERICHT.csv", help="die Zahlen außerdem als CSV-Tabelle")
    auswerten.add_argument("--ersetzen", action="store_true", help="eine vorhandene Zieldatei ersetzen")
    worte = zerleger.parse_args(argumente)
    if worte.ziel is not None:
        zieldatei.pruefen(auswerten, worte.ziel, worte.ersetzen)
    elif worte.ersetzen:
        auswerten.error("--ersetzen gilt nur mit --ziel BERICHT.csv")
    return _auswerten(worte)


def _auswerten(worte: argparse.Namespace) -> int:
    try:
        gelesen = urteile.lesen(worte.urteile, worte.stichprobe)
    except urteile.Urteilsfehler as fehler:
        befehl.melden(str(fehler))
        return befehl.AUFRUF
    if not any(stimme.urteil for stimmen in gelesen.je_zeile.values() for stimme in stimmen):
        anzahl = len(gelesen.je_zeile)
        befehl.melden(
            f"In {', '.join(map(str, worte.urteile))} ist noch nichts beurteilt ({anzahl} Zeilen); erst die Spalte "
            f"urteil füllen."
        )
        return befehl.AUFRUF
    befunde = urteilsguete.auswerten(gelesen)
    if worte.ziel is not None:
        try:
            _tabelle(worte.ziel, worte.ersetzen, befunde)
        except zieldatei.Zielfehler as fehler:
            befehl.melden(str(fehler))
            return befehl.GESCHEITERT
    try:
        if worte.json:
            print(json.dumps(pruefbericht.als_json(befunde), ensure_ascii=False, indent=2))
        else:
            print("\n".join(pruefbericht.text(befunde, mit_texten=bool(gelesen.texte))))
        sys.stdout.flush()
    except BrokenPipeError:
        # Wer liest, hat genug gelesen (… | head); auch das Schreiben am Ende soll nicht klagen.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return befehl.GETAN


def _tabelle(ziel: Path, ersetzen: bool, befunde: Sequence[urteilsguete.Befund]) -> None:
    with zieldatei.schreiben(ziel, ersetzen) as entwurf, entwurf.open("w", encoding="utf-8", newline="") as datei:
        schreiber = csv.DictWriter(datei, fieldnames=pruefbericht.SPALTEN, lineterminator="\n")
        schreiber.writeheader()
        schreiber.writerows(pruefbericht.tabelle(befunde))
    befehl.melden(f"Tabelle in {ziel}.")


if __name__ == "__main__":
    sys.exit(main())
