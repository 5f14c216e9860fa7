"""Akteure: Personen, Parteien, Organisationen, Staaten und Ämter eines Items, aufgelöst auf feste Kennungen.

Beispiele:
  python akteure.py --backfill                                      Gesamtbestand
  python akteure.py --slot 2026-09-07T08:00 --ner hanta             ein Slot, Namen erkannt von HanTa
  python akteure.py --backfill --trocken --stichprobe 200           Auflösungen zum Prüfen von Hand
  python akteure.py --backfill --trocken --stichprobe 200 --saat 1 --html
                                                                    zufällige aus allen Methoden, mit Prüfbogen

Die NER sagt, wo ein Name steht; was er bedeutet, entscheidet das Lexikon in der Datenbank (lexikon_laden.py).
Jedes Item bekommt eine Zeile der Schicht akteur, auch eines ohne Nennung. Sie hängt an Titel, Teaser, Berliner Tag und
Lexikon. WURZELWERK_NER setzt die Vorgabe von --ner. Die Regeln stehen in phase_02_spec.md.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

import kodierung
from ablage import Zeile
from aufloesung import GRUENDE, METHODEN, Aufloesung, Item
from auslese import Auslese
from erkennung import NER, Erkennung, erkennung
from modul import Auftrag, Modul, Modulfehler
from nachnamendeutung import BELEGE
from nachschlagewerk import Nachschlagewerk
from normalisierung import saeubern
from probe import Probe
from zeit import berliner_tag

if TYPE_CHECKING:
    import psycopg

DOC = __doc__ or ""

# Steigt, wenn eine Regel oder Tabelle der Auflösung ein Ergebnis ändert; ein Test wacht darüber.
REGELN = 3

# So viele Items gehen auf einmal zum Vergleich in die Ablage.
STAPEL = 2_000

STAND = "select hash from lexikon_stand"

BESTAND = """
select r.id, r.haus, r.titel, r.teaser, zeitpunkt(r.pubdate, r.erfasst_am), e.eingabe_hash
from raw_items r
join eingabe_akteur e on e.item_id = r.id
order by r.id
"""

ITEMS = """
select r.id, r.haus, r.titel, r.teaser, zeitpunkt(r.pubdate, r.erfasst_am), e.eingabe_hash
from raw_items r
join eingabe_akteur e on e.item_id = r.id
where r.id = any(%(items)s)
order by r.id
"""

# Für --erklaere.
EINGABE = "select titel, teaser, zeitpunkt(pubdate, erfasst_am) from raw_items where id = %s"

# Für die Übersicht des Läufers: (offen, insgesamt) der Nennungen seit einem Zeitpunkt, ohne Staaten als bloßen Ort.
OFFEN = """
select
    count(*) filter (where n ->> 'akteur' is null),
    count(*)
from codings k
join raw_items r on r.id = k.item_id
cross join lateral jsonb_array_elements(k.nutzlast -> 'nennungen') n
where k.schicht = 'akteur' and k.coder_version = %(coder_version)s and r.slot >= %(seit)s and n ->> 'rolle' <> 'ort'
"""

RANG: Mapping[str | None, int] = {beleg: rang for rang, beleg in enumerate(BELEGE)}


class Fundort(NamedTuple):
    """Das Item, in dem eine Nennung steht, wie die Stichprobe es zeigt; ``tag`` wie in ``Item``."""

    item_id: int
    haus: str
    titel: str
    teaser: str
    tag: int


class Akteure(Modul):
    """Das Modul für den Rahmen ``kodierung``."""

    name = "akteure"
    schicht = "akteur"
    doc = DOC
    eingabe = "eingabe_akteur"
    stueck = 5_000
    offen = OFFEN

    def __init__(self) -> None:
        self._ner: dict[str, Erkennung] = {}
        self._werk: tuple[str, Aufloesung] | None = None

    def angaben(self, zerleger: argparse.ArgumentParser) -> None:
        """Welche NER."""
        vorgabe = _vorgabe()
        zerleger.add_argument(
            "--ner",
            choices=list(NER),
            default=vorgabe,
            help="; ".join(f"{name}: {wahl.zweck}" for name, wahl in NER.items()),
        )
        if vorgabe not in NER:
            zerleger.error(f"WURZELWERK_NER: {vorgabe!r} gibt es nicht, nur {', '.join(NER)}")

    def komponenten(self, angaben: argparse.Namespace, conn: psycopg.Connection[Any]) -> Mapping[str, Any]:
        """NER und Fassung, Stand des Lexikons, Stand der Regeln.

        Raises:
            Modulfehler: die NER fehlt, oder das Lexikon ist nicht geladen.
        """
        return {**self._erkennung(angaben).kennung(), "lexikon": _stand(conn), "regeln": REGELN}

    def vorgabe(self, angaben: argparse.Namespace) -> bool:
        """Ob mit der vorgegebenen NER gerechnet wird."""
        return bool(angaben.ner == _vorgabe())

    def kodieren(self, auftrag: Auftrag) -> Iterator[Sequence[Zeile]]:
        """Zeilen für den Bestand oder einzelne Items."""
        ner = self._erkennung(auftrag.angaben)
        aufloesung = self._aufloesung(auftrag.conn)
        zahlen: Counter[str] = Counter()
        for stapel in auftrag.saetze(BESTAND, ITEMS, STAPEL):
            texte = [saeubern(text) for satz in stapel for text in satz[2:4]]
            stellen = iter(ner.stellen(texte))
            zeilen = []
            for item_id, haus, titel, teaser, am, eingabe in stapel:
                item = Item(titel, teaser, berliner_tag(am))
                je_feld = {"titel": next(stellen), "teaser": next(stellen)}
                nutzlast, konfidenz = aufloesung.nutzlast(item, je_feld)
                zeilen.append(Zeile(item_id, eingabe, nutzlast, konfidenz))
                zahlen["aufgeloest"] += nutzlast["aufgeloest"]
                zahlen["unaufgeloest"] += nutzlast["unaufgeloest"]
                if auftrag.auslese is not None:
                    fundort = Fundort(item_id, haus, titel or "", teaser or "", item.tag)
                    _merken(auftrag.auslese, fundort, nutzlast["nennungen"], aufloesung.werk)
            yield zeilen
        auftrag.bericht.update({name: zahlen[name] for name in ("aufgeloest", "unaufgeloest")})

    def _erkennung(self, angaben: argparse.Namespace) -> Erkennung:
        if angaben.ner not in self._ner:
            self._ner[angaben.ner] = erkennung(angaben.ner)
        return self._ner[angaben.ner]

    def _aufloesung(self, conn: psycopg.Connection[Any]) -> Aufloesung:
        stand = _stand(conn)
        if self._werk is None or self._werk[0] != stand:
            self._werk = stand, Aufloesung(Nachschlagewerk.aus_tabellen(conn))
        return self._werk[1]

    def erklaeren(
        self, conn: psycopg.Connection[Any], item_id: int, nutzlast: Mapping[str, Any]
    ) -> Iterator[tuple[str, str]]:
        """Titel, Teaser, Stichtag, dann jede Nennung mit Weg oder Grund."""
        zeile = conn.execute(EINGABE, (item_id,)).fetchone()
        if zeile is not None:
            titel, teaser, am = zeile
            yield "Titel", titel or ""
            yield "Teaser", teaser or ""
            yield "Stichtag", f"{date.fromordinal(berliner_tag(am)):%d.%m.%Y} (Berlin)"
        for n in nutzlast["nennungen"]:
            wo = f"{n['text']!r} ({n['feld']} {n['start']}–{n['ende']}, {n['rolle']})"
            if n["akteur"] is not None:
                weg = BELEGE[n["beleg"]] if "beleg" in n else METHODEN[n["methode"]].bedeutung
                yield "Nennung", f"{wo}: {n['qid']} über {n['methode']} ({n['konfidenz']:.2f}): {weg}"
            else:
                kandidaten = f"; Kandidaten {', '.join(n['kandidaten'])}" if n["kandidaten"] else ""
                yield "Offen", f"{wo}: {GRUENDE[n['grund']]}{kandidaten}"


def _vorgabe() -> str:
    # HanTa kommt mit dem Projekt; das Image für Prod setzt de_core_news_lg, dessen Modell es mitbringt.
    return os.environ.get("WURZELWERK_NER") or "hanta"


def _stand(conn: psycopg.Connection[Any]) -> str:
    zeile = conn.execute(STAND).fetchone()
    if zeile is None:
        raise Modulfehler("Das Lexikon ist leer: .venv/bin/python lexikon_laden.py lädt es.")
    stand: str = zeile[0]
    return stand


def _merken(auslese: Auslese, fundort: Fundort, nennungen: Sequence[Mapping[str, Any]], werk: Nachschlagewerk) -> None:
    aufgeloest = [n for n in nennungen if n["akteur"] is not None]
    je_stelle = Counter((n["feld"], n["start"]) for n in aufgeloest)
    for nummer, n in enumerate(aufgeloest):
        # Bei gleicher Konfidenz der schwächere Beleg zuerst.
        zweifel = (n["konfidenz"], -RANG.get(n.get("beleg"), 0), fundort.item_id, nummer)
        auslese.merken(_probe(fundort, n, werk, mehrere=je_stelle[n["feld"], n["start"]] > 1), zweifel)


def _probe(fundort: Fundort, n: Mapping[str, Any], werk: Nachschlagewerk, *, mehrere: bool) -> Probe:
    akteur = werk.akteure[n["akteur"]]
    angaben = {"Typ": akteur.typ, "Beschreibung": akteur.beschreibung or ""}
    if "amt" in n:
        angaben["Amt"] = werk.aemter.aemter[n["amt"]].name
    angaben["Stichtag"] = f"{date.fromordinal(fundort.tag):%d.%m.%Y}"
    angaben["Weg"] = BELEGE[n["beleg"]] if "beleg" in n else METHODEN[n["methode"]].bedeutung
    stelle = ((n["start"], n["ende"]),)
    return Probe(
        kennung=f"akteur:{fundort.item_id}:{n['feld']}:{n['start']}:{akteur.qid}",
        aussage=f"„{n['text']}“ meint hier {'unter anderen ' if mehrere else ''}{akteur.name} ({akteur.qid}).",
        methode=n["methode"],
        konfidenz=n["konfidenz"],
        form="stelle",
        item_a=fundort.item_id,
        haus_a=fundort.haus,
        text_a=fundort.titel,
        text_b=fundort.teaser,
        stellen_a=stelle if n["feld"] == "titel" else (),
        stellen_b=stelle if n["feld"] == "teaser" else (),
        angaben={name: text for name, text in angaben.items() if text},
    )


if __name__ == "__main__":
    sys.exit(kodierung.ausfuehren(Akteure()))
