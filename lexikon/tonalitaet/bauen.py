"""Baut germanlex-1.1.tsv aus der Tabelle, die das R-Paket pradadata als germanlex verteilt.

Beispiel:
  python lexikon/tonalitaet/bauen.py lex_germanlex_1.1.tsv.gz > lexikon/tonalitaet/germanlex-1.1.tsv

Die Vorlage hat die Spalten word, qualifier, staerke, pos. Übernommen werden POS und NEG mit ihrer Stärke als Zahl
zwischen -1 und 1. NEU nimmt ein Wort zurück (»überschreibt«, sagt die Vorlage dazu); Widersprüche und Wörter ohne
Stärke fallen weg; INT und SHI sind Regeln und stehen in tonregeln.py.
"""

from __future__ import annotations

import gzip
import hashlib
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

# Die Vorlage, aus der die mitgelieferte Datei entstand; eine andere ergibt eine andere Datei und soll es sagen.
VORLAGE = "beac0f01a7a378579deb40939a6aeb0e2df87e9ef147d094589e4550c0f44453"
VORZEICHEN = {"POS": 1, "NEG": -1}
WORTARTEN = {"adj": "adj", "nomen": "nomen", "verb": "verb", "verben": "verb"}


def lesen(zeilen: Iterable[str]) -> Iterator[tuple[str, str, str, str]]:
    """Die Zeilen der Vorlage ohne Kopf und ohne ihre Anmerkungen (%%)."""
    for nummer, zeile in enumerate(zeilen):
        wort, art, staerke, wortart = zeile.rstrip("\n").split("\t")
        if nummer and wort != "%%":
            yield wort, art, staerke, wortart


def bauen(zeilen: Iterable[tuple[str, str, str, str]]) -> list[tuple[str, str, str]]:
    """Wort, Wert und Wortart, nach Wort geordnet; ``süß_sauer`` wird ``süßsauer``, Wortgruppen fallen weg."""
    werte: dict[tuple[str, str], set[float]] = defaultdict(set)
    zurueckgenommen: set[str] = set()
    for wort, art, staerke, wortart in zeilen:
        if art == "NEU":
            zurueckgenommen.add(wort.casefold())
        elif art in VORZEICHEN and staerke != "nan" and wortart in WORTARTEN and float(staerke) <= 1:
            if "_" in wort and WORTARTEN[wortart] != "adj":
                continue
            wert = VORZEICHEN[art] * float(staerke)
            name = wort.replace("_", "")
            if WORTARTEN[wortart] != "nomen":
                name = name.lower()
            if wert:
                werte[name, WORTARTEN[wortart]].add(wert)
    vorzeichen: dict[str, set[bool]] = defaultdict(set)
    for (wort, _), menge in werte.items():
        vorzeichen[wort.casefold()] |= {wert > 0 for wert in menge}
    return [
        (wort, f"{min(menge, key=abs):g}", wortart)
        for (wort, wortart), menge in sorted(werte.items())
        if wort.casefold() not in zurueckgenommen and len(vorzeichen[wort.casefold()]) == 1
    ]


def main(worte: list[str]) -> int:
    """Kommandozeile."""
    if len(worte) != 1:
        print("Aufruf: bauen.py VORLAGE.tsv[.gz] > germanlex-1.1.tsv", file=sys.stderr)
        return 2
    inhalt = Path(worte[0]).read_bytes()
    if worte[0].endswith(".gz"):
        inhalt = gzip.decompress(inhalt)
    if (abdruck := hashlib.sha256(inhalt).hexdigest()) != VORLAGE:
        print(f"{worte[0]} ist eine andere Vorlage (SHA-256 {abdruck})", file=sys.stderr)
    print("wort\twert\twortart")
    for zeile in bauen(lesen(inhalt.decode().splitlines())):
        print("\t".join(zeile))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
