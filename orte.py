"""Orte: welche Orte ein Item nennt, mit Kennung, Lage und Rolle.

Beispiele:
  python orte.py --backfill                                         Gesamtbestand
  python orte.py --slot 2026-09-07T08:00                            ein Slot
  python orte.py --backfill --trocken --stichprobe 200              Auflösungen zum Prüfen von Hand
  python orte.py --backfill --trocken --stichprobe 200 --saat 1 --html
                                                                    zufällige aus allen Methoden, mit Prüfbogen

Jedes Item bekommt eine Zeile der Schicht ort, auch eines ohne Ort. Sie hängt an Titel, Teaser, dem Ortsverzeichnis in
der Datenbank (ortslexikon_laden.py) und den Personen des Lexikons (lexikon_laden.py): wer so heißt, ist kein Ort.
Mehrdeutiges bleibt offen. Die Regeln stehen in phase_02_spec.md.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import kodierung
from ablage import Zeile
from modul import Auftrag, Modul, Modulfehler
from ortsaufloesung import Ortsaufloesung
from ortsregeln import GRUENDE, METHODEN
from ortsverzeichnis import Ortsverzeichnis
from probe import Probe

if TYPE_CHECKING:
    import psycopg

DOC = __doc__ or ""

# Steigt, wenn eine Regel oder Tabelle ein Ergebnis ändert; ein Test wacht darüber.
REGELN = 1

# So viele Items gehen auf einmal zum Vergleich in die Ablage.
STAPEL = 5_000

STAND = "select hash from orte_stand"
# Vom Lexikon der Akteure zählen hier allein die Namen der Personen; Amtszeiten ändern keinen Ort.
PERSONEN = """
select left(encode(sha256(string_agg(f.form, E'\\n' order by f.form collate "C")::bytea), 'hex'), 32)
from (
    select distinct f.form
    from akteur_aliase f
    join akteure a on a.akteur = f.akteur and not a.entfallen
    where a.typ = 'person' and f.art in ('name', 'kurzname', 'alias')
) f
"""

BESTAND = """
select r.id, r.haus, r.titel, r.teaser, e.eingabe_hash
from raw_items r
join eingabe_ort e on e.item_id = r.id
order by r.id
"""

ITEMS = """
select r.id, r.haus, r.titel, r.teaser, e.eingabe_hash
from raw_items r
join eingabe_ort e on e.item_id = r.id
where r.id = any(%(items)s)
order by r.id
"""

# Für --erklaere.
EINGABE = "select titel, teaser from raw_items where id = %s"

# Für die Übersicht des Läufers: (offen, insgesamt) der Nennungen seit einem Zeitpunkt; ohne Kennung ist nicht ungelöst.
OFFEN = """
select
    count(*) filter (where n ->> 'ort_id' is null),
    count(*)
from codings k
join raw_items r on r.id = k.item_id
cross join lateral jsonb_array_elements(k.nutzlast -> 'nennungen') n
where k.schicht = 'ort' and k.coder_version = %(coder_version)s and r.slot >= %(seit)s
  and n ->> 'grund' is distinct from 'ohne_kennung'
"""

# Was eine Nennung behauptet, nach ihrer Rolle.
AUSSAGEN = {
    "ort": "„{text}“ ist hier der Ort {ort}.",
    "abgeleitet": "„{text}“ ist hier abgeleitet vom Ort {ort}.",
    "in_name": "„{text}“ steht hier im Namen von etwas; der Ort dazu ist {ort}.",
    "metonym": "„{text}“ meint hier eine Regierung; der Ort dazu ist {ort}.",
}


class Orte(Modul):
    """Das Modul für den Rahmen ``kodierung``."""

    name = "orte"
    schicht = "ort"
    doc = DOC
    eingabe = "eingabe_ort"
    offen = OFFEN

    def __init__(self) -> None:
        self._werk: tuple[tuple[str, str], Ortsaufloesung] | None = None

    def komponenten(self, angaben: argparse.Namespace, conn: psycopg.Connection[Any]) -> Mapping[str, Any]:
        """Stand des Verzeichnisses, Stand der Personen, Stand der Regeln.

        Raises:
            Modulfehler: eines von beiden ist nicht geladen.
        """
        verzeichnis, personen = _stand(conn)
        return {"verzeichnis": verzeichnis, "personen": personen, "regeln": REGELN}

    def kodieren(self, auftrag: Auftrag) -> Iterator[Sequence[Zeile]]:
        """Zeilen für den Bestand oder einzelne Items."""
        aufloesung = self._aufloesung(auftrag.conn)
        zahlen: Counter[str] = Counter()
        for stapel in auftrag.saetze(BESTAND, ITEMS, STAPEL):
            zeilen = []
            for item_id, haus, titel, teaser, eingabe in stapel:
                nutzlast, konfidenz = aufloesung.nutzlast(titel, teaser)
                zeilen.append(Zeile(item_id, eingabe, nutzlast, konfidenz))
                zahlen["aufgeloest"] += nutzlast["aufgeloest"]
                zahlen["unaufgeloest"] += nutzlast["unaufgeloest"]
                if auftrag.auslese is not None:
                    for nummer, n in enumerate(nutzlast["nennungen"]):
                        if n["ort_id"] is not None:
                            probe = _probe(item_id, haus, titel, teaser, n, aufloesung.verzeichnis)
                            auftrag.auslese.merken(probe, (n["konfidenz"], item_id, nummer))
            yield zeilen
        auftrag.bericht.update({name: zahlen[name] for name in ("aufgeloest", "unaufgeloest")})

    def _aufloesung(self, conn: psycopg.Connection[Any]) -> Ortsaufloesung:
        stand = _stand(conn)
        if self._werk is None or self._werk[0] != stand:
            self._werk = stand, Ortsaufloesung(Ortsverzeichnis.aus_tabellen(conn))
        return self._werk[1]

    def erklaeren(
        self, conn: psycopg.Connection[Any], item_id: int, nutzlast: Mapping[str, Any]
    ) -> Iterator[tuple[str, str]]:
        """Titel, Teaser, dann jede Nennung mit Weg oder Grund."""
        zeile = conn.execute(EINGABE, (item_id,)).fetchone()
        if zeile is not None:
            yield "Titel", zeile[0] or ""
            yield "Teaser", zeile[1] or ""
        for n in nutzlast["nennungen"]:
            wo = f"{n['text']!r} ({n['feld']} {n['start']}–{n['ende']}, {n['rolle']}, Kandidaten: {n['kandidaten']})"
            if n["ort_id"] is not None:
                yield "Ort", f"{wo}: {n['ort_id']}, {METHODEN[n['methode']].bedeutung}, {n['konfidenz']:.2f}"
            else:
                yield "Offen", f"{wo}: {GRUENDE[n['grund']]}"


def _stand(conn: psycopg.Connection[Any]) -> tuple[str, str]:
    verzeichnis = conn.execute(STAND).fetchone()
    if verzeichnis is None:
        raise Modulfehler("Das Ortsverzeichnis ist leer: .venv/bin/python ortslexikon_laden.py lädt es.")
    personen = conn.execute(PERSONEN).fetchone()
    if personen is None or personen[0] is None:
        raise Modulfehler("Das Lexikon ist leer: .venv/bin/python lexikon_laden.py lädt es.")
    return verzeichnis[0], personen[0]


def _probe(
    item_id: int, haus: str, titel: str | None, teaser: str | None, n: Mapping[str, Any], verzeichnis: Ortsverzeichnis
) -> Probe:
    ort = verzeichnis.orte[n["ort_id"]]
    name = ", ".join(o.name for o in (ort, *(verzeichnis.orte[k] for k in verzeichnis.vorfahren(ort))))
    stelle = ((n["start"], n["ende"]),)
    angaben = {
        "Art": n["art"],
        "Einwohner": f"{ort.einwohner:,}".replace(",", ".") if ort.einwohner else "",
        "Weg": METHODEN[n["methode"]].bedeutung,
        "Orte dieses Namens": str(n["kandidaten"]),
    }
    return Probe(
        kennung=f"ort:{item_id}:{n['feld']}:{n['start']}:{n['rolle']}:{n['ort_id']}",
        aussage=AUSSAGEN[n["rolle"]].format(text=n["text"], ort=f"{name} ({n['ort_id']})"),
        methode=n["methode"],
        konfidenz=n["konfidenz"],
        form="stelle",
        item_a=item_id,
        haus_a=haus,
        text_a=titel or "",
        text_b=teaser or "",
        stellen_a=stelle if n["feld"] == "titel" else (),
        stellen_b=stelle if n["feld"] == "teaser" else (),
        angaben={benennung: text for benennung, text in angaben.items() if text},
    )


if __name__ == "__main__":
    sys.exit(kodierung.ausfuehren(Orte()))
