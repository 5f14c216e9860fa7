"""Tonalität: der Wortton von Titel und Teaser, nach Lexikon und Regeln.

Beispiele:
  python tonalitaet.py --backfill                                   Gesamtbestand
  python tonalitaet.py --slot 2026-09-07T08:00                      ein Slot
  python tonalitaet.py --backfill --tonlexikon rauh.tsv             anderes Lexikon, eigene coder_version
  python tonalitaet.py --backfill --trocken --stichprobe 200        Titel zum Prüfen von Hand

Gemessen wird der Ton der Wörter: nicht die Haltung des Hauses, nicht die Nachrichtenlage. Ein einzelner Wert sagt
wenig, Anteile über viele Meldungen sagen mehr; »ohne_treffer« heißt nicht neutral. Jedes Item bekommt eine Zeile der
Schicht tonalitaet. WURZELWERK_TONLEXIKON setzt die Vorgabe von --tonlexikon. Die Regeln stehen in phase_02_spec.md.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kodierung
import tonsatz
import tonurteil
from ablage import Zeile
from modul import Auftrag, Modul, Modulfehler
from probe import Probe
from stellen import Text
from tonnamen import Namen
from tonsatz import Satz
from tonurteil import Wortton
from wortton import GERMANLEX, HAND, Lexikon, Lexikonfehler, woerterbuch

if TYPE_CHECKING:
    import psycopg

DOC = __doc__ or ""

# Steigt, wenn eine Regel oder Tabelle ein Ergebnis ändert; ein Test wacht darüber.
REGELN = 3

# So viele Items gehen auf einmal zum Vergleich in die Ablage.
STAPEL = 5_000


BESTAND = """
select r.id, r.haus, r.titel, r.teaser, e.eingabe_hash
from raw_items r
join eingabe_tonalitaet e on e.item_id = r.id
order by r.id
"""

ITEMS = """
select r.id, r.haus, r.titel, r.teaser, e.eingabe_hash
from raw_items r
join eingabe_tonalitaet e on e.item_id = r.id
where r.id = any(%(items)s)
order by r.id
"""

# Für --erklaere.
EINGABE = "select titel, teaser from raw_items where id = %s"

# Wovon die Namen abhängen; ein leeres Lexikon hat keinen Stand.
STAND = "select (select hash from lexikon_stand), (select hash from orte_stand)"

# Namen von Akteuren und Orten. Nachnamen und Wörter, die das Lexikon selbst für alltäglich hält, sind zuerst Wörter.
NAMEN = """
select f.form
from akteur_aliase f
join akteure a on a.akteur = f.akteur and not a.entfallen
where f.art in ('name', 'kurzname', 'alias', 'weiblich') and (not f.alltagswort or f.form like '% %')
union
select form from ortsformen where art in ('name', 'hand', 'variante', 'bauwerk')
"""


class Tonalitaet(Modul):
    """Das Modul für den Rahmen ``kodierung``."""

    name = "tonalitaet"
    schicht = "tonalitaet"
    doc = DOC
    eingabe = "eingabe_tonalitaet"

    def __init__(self) -> None:
        self._lexikon: tuple[Path, Lexikon] | None = None
        self._namen: tuple[tuple[Any, ...], Namen] | None = None

    def angaben(self, zerleger: argparse.ArgumentParser) -> None:
        """Welches Lexikon."""
        zerleger.add_argument(
            "--tonlexikon",
            type=Path,
            metavar="DATEI.tsv",
            default=_vorgabe(),
            help="statt germanlex: Spalten wort, wert (-1 bis 1), wortart (adj, nomen, verb oder leer)",
        )

    def komponenten(self, angaben: argparse.Namespace, conn: psycopg.Connection[Any]) -> Mapping[str, Any]:
        """Hash des Lexikons, Hash der Namen darin (``None``, wenn keine geladen sind), Wörterbuch, Regeln.

        Raises:
            Modulfehler: das Lexikon ist nicht lesbar.
        """
        lexikon = self._tonlexikon(angaben)
        return {
            "lexikon": lexikon.abdruck,
            "namen": self._eigennamen(conn, lexikon).abdruck,
            "simplemma": version("simplemma"),
            "regeln": REGELN,
        }

    def vorgabe(self, angaben: argparse.Namespace) -> bool:
        """Ob mit dem vorgegebenen Lexikon gerechnet wird."""
        return bool(angaben.tonlexikon == _vorgabe())

    def kodieren(self, auftrag: Auftrag) -> Iterator[Sequence[Zeile]]:
        """Zeilen für den Bestand oder einzelne Items."""
        lexikon = self._tonlexikon(auftrag.angaben)
        wortton = Wortton(lexikon, self._eigennamen(auftrag.conn, lexikon))
        zahlen: Counter[str] = Counter()
        for stapel in auftrag.saetze(BESTAND, ITEMS, STAPEL):
            zeilen = []
            for item_id, haus, titel, teaser, eingabe in stapel:
                satz = wortton.satz(titel)
                nutzlast = {"titel": tonurteil.nutzlast(satz), "teaser": wortton.feld(teaser)}
                zeilen.append(Zeile(item_id, eingabe, nutzlast))
                zahlen[nutzlast["titel"]["klasse"]] += 1
                if auftrag.auslese is not None and satz.treffer:
                    richtung = abs(nutzlast["titel"]["summe"]) / len(satz.treffer)
                    probe = _probe(item_id, haus, titel or "", satz, nutzlast["titel"])
                    auftrag.auslese.merken(probe, (richtung, item_id))
            yield zeilen
        auftrag.bericht.update({f"titel_{name}": zahlen[name] for name in sorted(zahlen)})

    def _tonlexikon(self, angaben: argparse.Namespace) -> Lexikon:
        datei = angaben.tonlexikon
        if self._lexikon is None or self._lexikon[0] != datei:
            try:
                self._lexikon = datei, Lexikon.lesen((datei, HAND), woerterbuch())
            except Lexikonfehler as fehler:
                raise Modulfehler(str(fehler)) from None
        return self._lexikon[1]

    def _eigennamen(self, conn: psycopg.Connection[Any], lexikon: Lexikon) -> Namen:
        stand = (lexikon.abdruck, *(conn.execute(STAND).fetchone() or ()))
        if self._namen is None or self._namen[0] != stand:
            self._namen = stand, Namen(lexikon, (form for (form,) in conn.execute(NAMEN)))
        return self._namen[1]

    def erklaeren(
        self, conn: psycopg.Connection[Any], item_id: int, nutzlast: Mapping[str, Any]
    ) -> Iterator[tuple[str, str]]:
        """Titel und Teaser, je mit Klasse, Themen und jedem Treffer samt seinem Weg."""
        zeile = conn.execute(EINGABE, (item_id,)).fetchone()
        for name, text in zip(("titel", "teaser"), zeile or (None, None), strict=True):
            feld = nutzlast[name]
            yield name.capitalize(), text or ""
            thema = f", Thema {', '.join(feld['thema'])}" if feld["thema"] else ""
            yield "Wortton", f"{feld['klasse']}, Summe {feld['summe']:+.2f}{thema}"
            for treffer in feld["treffer"]:
                yield "Treffer", _treffer(treffer)


def _vorgabe() -> Path:
    return Path(os.environ.get("WURZELWERK_TONLEXIKON") or GERMANLEX)


def _treffer(treffer: Mapping[str, Any]) -> str:
    return f"{treffer['form']} ({treffer['lemma']}) {treffer['wert']:+.2f}, {treffer['regel']}"


def _probe(item_id: int, haus: str, titel: str, satz: Satz, feld: Mapping[str, Any]) -> Probe:
    text = Text(titel)
    stuecke = tonsatz.stellen(text.sauber)
    tonwoerter = {s for stelle, x in satz.treffer.items() for s in (stelle, x.zusatz) if s is not None}
    angaben = {
        "Summe": f"{feld['summe']:+.2f}",
        "Tonwörter": "; ".join(map(_treffer, feld["treffer"])),
        "Thema": ", ".join(feld["thema"]),
    }
    return Probe(
        kennung=f"tonalitaet:{item_id}:titel:{feld['klasse']}",
        aussage=f"Der Wortton des Titels ist {feld['klasse']}.",
        methode=feld["klasse"],
        form="stelle",
        item_a=item_id,
        haus_a=haus,
        text_a=titel,
        stellen_a=tuple(text.stelle(*stuecke[s]) for s in sorted(tonwoerter)),
        angaben={name: wert for name, wert in angaben.items() if wert},
    )


if __name__ == "__main__":
    sys.exit(kodierung.ausfuehren(Tonalitaet()))
