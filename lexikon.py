"""Spiegelt, was Wikidata über Akteure weiß, nach lexikon/: von Hand, selten, nie im Takt.

Beispiele:
  python lexikon.py --spiegeln --kontakt redaktion@example.org              alle Abfragen
  python lexikon.py --spiegeln personen-welt amtsinhaber                    nur diese
  python lexikon.py --spiegeln --endpunkt http://127.0.0.1:7001/sparql      anderer SPARQL-Dienst
  python lexikon.py --stand                                                 was im Spiegel steht

Jede Abfrage lexikon/abfragen/NAME.rq ergibt eine Datei lexikon/NAME.json mit der unveränderten Antwort; MANIFEST.json
belegt Zeit, Zeilenzahl, Abfrage und Endpunkt. Die Weiterleitungen kommen immer zuerst, damit ein in Wikidata
zusammengelegter Akteur seine Kennung behält (kennungen.json). Was nicht vollständig und glaubhaft ist, ersetzt nichts.
Ein öffentlicher Endpunkt verlangt einen Kontakt: --kontakt oder WURZELWERK_KONTAKT.
Rückgabe: 0 getan, 1 eine Antwort abgelehnt oder Absender gesperrt, 2 falscher Aufruf, 75 Dienst gestört, 143 SIGTERM.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import spiegelung
from abruf import Abgewiesen, Gesperrt, Voruebergehend
from befehl import AUFRUF, BEENDET, GESCHEITERT, GETAN, SPAETER, Zerleger, melden
from spiegellauf import ORDNER, PAUSE, Spiegelung, abfragen

WDQS = "https://query.wikidata.org/sparql"


class Beendet(BaseException):
    """SIGTERM kam."""


@contextmanager
def _allein(ordner: Path) -> Iterator[None]:
    """Hält den Spiegel für diesen Prozess.

    Raises:
        Voruebergehend: ein anderer Lauf hält ihn.
    """
    sperre = os.open(ordner, os.O_RDONLY)
    try:
        try:
            fcntl.flock(sperre, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Voruebergehend(f"in {ordner} läuft schon eine Spiegelung") from None
        yield
    finally:
        os.close(sperre)


def _stand(ordner: Path) -> int:
    """Zeigt je Datei Zeit und Zeilen, und was nicht zueinander passt."""
    eintraege = spiegelung.manifest_lesen(ordner)
    jetzige = {abfrage.datei: abfrage.summe for abfrage in abfragen([])}
    for name in sorted(eintraege.keys() | jetzige.keys()):
        eintrag = eintraege.get(name)
        if eintrag is None:
            print(f"{name}: noch nie gespiegelt")
            continue
        anmerkungen = []
        if not (ordner / name).is_file():
            anmerkungen.append("Datei fehlt")
        elif spiegelung.pruefsumme((ordner / name).read_bytes()) != eintrag.get("sha256"):
            anmerkungen.append("Datei von Hand verändert")
        if eintrag.get("endpunkt") is None:
            anmerkungen.append("Anfangsbestand, keine Antwort des Dienstes")
        elif eintrag.get("abfrage_sha256") != jetzige.get(name):
            anmerkungen.append("Abfrage seither geändert")
        print(
            f"{name}: {eintrag.get('datum')}, {eintrag.get('zeilen')} Zeilen" + "".join(f"; {a}" for a in anmerkungen)
        )
    return GETAN


def _spiegeln(angaben: argparse.Namespace) -> int:
    # Lädt requests; --help und --stand warten darauf nicht.
    from endpunkt import Endpunkt

    auftraege = abfragen(angaben.spiegeln)
    endpunkt = Endpunkt(angaben.endpunkt, angaben.kontakt or os.environ.get("WURZELWERK_KONTAKT"))
    angaben.ziel.mkdir(parents=True, exist_ok=True)
    lauf = Spiegelung(angaben.ziel, endpunkt, trotzdem=angaben.trotzdem, pause=angaben.pause)
    signal.signal(signal.SIGTERM, _beenden)
    ausgang = GETAN
    try:
        with _allein(angaben.ziel):
            spiegelung.raeumen(angaben.ziel)
            lauf.laufen(auftraege)
    except Voruebergehend as fehler:
        melden(f"lexikon: {fehler}; später noch einmal, was fertig ist, bleibt.")
        ausgang = SPAETER
    except (Gesperrt, Abgewiesen) as fehler:
        melden(f"lexikon: {fehler}")
        ausgang = GESCHEITERT
    except (Beendet, KeyboardInterrupt):
        melden("lexikon: beendet; was ersetzt ist, bleibt, alles andere ist wie zuvor.")
        ausgang = BEENDET
    if ausgang == GETAN and lauf.abgelehnt:
        ausgang = GESCHEITERT
    offen = len(auftraege) - len(lauf.gespiegelt) - len(lauf.abgelehnt)
    print(f"lexikon: gespiegelt {len(lauf.gespiegelt)}, abgelehnt {len(lauf.abgelehnt)}, offen {offen}")
    return ausgang


def _beenden(nummer: int, rahmen: FrameType | None) -> None:
    raise Beendet


def _sekunden(text: str) -> float:
    wert = float(text)
    if not 0 <= wert <= 3600:
        raise ValueError
    return wert


def main(argumente: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = Zerleger(__doc__, prog="lexikon.py")
    was = zerleger.add_mutually_exclusive_group(required=True)
    was.add_argument("--spiegeln", nargs="*", metavar="NAME", help="Abfragen stellen; ohne NAME alle")
    was.add_argument("--stand", action="store_true", help="zeigen, was im Spiegel steht")
    zerleger.add_argument("--endpunkt", default=WDQS, metavar="URL", help=f"SPARQL-Dienst (Vorgabe: {WDQS})")
    zerleger.add_argument("--kontakt", help="Mailadresse oder URL für den Betreiber des Dienstes")
    zerleger.add_argument("--ziel", type=Path, default=ORDNER, metavar="ORDNER", help="Spiegel (Vorgabe: lexikon)")
    zerleger.add_argument("--pause", type=_sekunden, default=PAUSE, metavar="SEK", help="zwischen zwei Abfragen")
    zerleger.add_argument("--trotzdem", action="store_true", help="auch auffällig kurze Antworten aufnehmen")
    angaben = zerleger.parse_args(argumente)
    try:
        if angaben.stand:
            return _stand(angaben.ziel)
        return _spiegeln(angaben)
    except OSError as fehler:
        melden(f"lexikon: {fehler.filename or angaben.ziel}: {fehler.strerror or fehler}; die alte Datei bleibt.")
        return GESCHEITERT
    except ValueError as fehler:
        melden(f"lexikon: {fehler}")
        return AUFRUF


if __name__ == "__main__":
    sys.exit(main())
