"""Dubletten: findet Schlagzeilen, die Häuser voneinander oder von der Agentur wörtlich übernehmen.

Beispiele:
  python dubletten.py --backfill                                    Gesamtbestand
  python dubletten.py --slot 2026-09-07T08:00                       ein Poll-Slot
  python dubletten.py --backfill --trocken --stichprobe 200         Paare zum Prüfen von Hand
  python dubletten.py --backfill --basis titel+teaser               andere Vergleichsbasis, eigene coder_version

Jedes Item bekommt eine Zeile der Schicht dublette, auch ein Einzelstück. Die Regeln stehen in phase_02_spec.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import kodierung
from modul import Auftrag, Modul

if TYPE_CHECKING:
    import psycopg

    from ablage import Zeile

DOC = __doc__ or ""

# Steigt, wenn eine Regel in normalisierung, titel oder gruppen ein Ergebnis ändert; ein Test wacht darüber.
REGELN = 4

VERDAECHTIG = "select item_id from rueckstand where coder_version = %s and item_id = any(%s)"
VORGRIFFE_LOESCHEN = "delete from dubletten_vorgriff where coder_version = %s and item_id = any(%s)"
ALLE_VORGRIFFE_LOESCHEN = "delete from dubletten_vorgriff where coder_version = %s"
VORGRIFFE_MERKEN = """
insert into dubletten_vorgriff (coder_version, item_id, betrifft)
select %s, unnest(%s::bigint[]), unnest(%s::bigint[])
on conflict do nothing
"""

# Abgelehnte Zeilen stehen nur in der Zwischentabelle; ihre Gruppe steht als Text darin, auch wenn er kein jsonb wird.
ABGELEHNTE_MERKEN = """
insert into dubletten_vorgriff (coder_version, item_id, betrifft)
select c.coder_version, z.item_id, c.item_id
from zeilen z
join codings c
    on c.schicht = 'dublette' and c.coder_version = %s and c.item_id <> z.item_id
    and (c.nutzlast ->> 'gruppe' = substring(z.nutzlast from '"gruppe": "([^"]*)"')
         or (c.nutzlast -> 'naechster' ->> 'item')::bigint = z.item_id
         or (c.nutzlast ->> 'wiederholt')::bigint = z.item_id)
where z.item_id = any(%s)
on conflict do nothing
"""

# Für --erklaere: das Item selbst und wer sein Ergebnis mitbestimmt.
BETEILIGTE = """
with ich as (
    select %(nutzlast)s::jsonb as nutzlast
), mitglieder as (
    select c.item_id, c.nutzlast ->> 'rolle' as rolle, c.nutzlast ->> 'jaccard' as jaccard
    from ich
    join codings_aktuell c on c.schicht = 'dublette' and c.nutzlast ->> 'gruppe' = ich.nutzlast ->> 'gruppe'
    where c.item_id <> %(item)s
), beteiligte (rang, name, item_id, rest) as (
    select 1, 'Titel', %(item)s::bigint, null
    union all
    select 2, 'Gruppe', item_id, concat_ws(', ', rolle, 'Jaccard ' || jaccard) from mitglieder
    union all
    select 3, 'nächster', (nutzlast -> 'naechster' ->> 'item')::bigint,
        'Wörter-Jaccard ' || (nutzlast -> 'naechster' ->> 'jaccard')
    from ich where nutzlast -> 'naechster' ->> 'item' is not null
    union all
    select 4, 'wiederholt', (nutzlast ->> 'wiederholt')::bigint, null
    from ich where nutzlast ->> 'wiederholt' is not null
)
select b.name, r.haus, r.titel,
       concat_ws(', ', 'Item ' || r.id, 'erschienen ' || zeitpunkt(r.pubdate, r.erfasst_am)::text, b.rest)
from beteiligte b
join raw_items r on r.id = b.item_id
order by b.rang, b.item_id
limit 40
"""


class Dubletten(Modul):
    """Das Modul für den Rahmen ``kodierung``."""

    name = "dubletten"
    schicht = "dublette"
    doc = DOC
    eingabe = "eingabe_dublette"
    # Jedes Stück lädt die Tage ringsum mit; ein kleines lüde sie in einem dichten Bestand immer wieder.
    stueck = 30_000
    nachbarn = True
    nebentabellen = ("dubletten_vorgriff",)

    def __init__(self) -> None:
        self._kodiert: set[int] = set()
        self._vorgriffe: set[tuple[int, int]] = set()

    def angaben(self, zerleger: argparse.ArgumentParser) -> None:
        """Vergleichsbasis und Kandidatenweg."""
        zerleger.add_argument(
            "--basis", choices=("titel", "titel+teaser"), default="titel", help="was verglichen wird (Vorgabe: titel)"
        )
        zerleger.add_argument(
            "--kandidaten",
            choices=("exakt", "simhash"),
            default="exakt",
            help="woher die Paare kommen: exakt (Vorgabe, verliert keines) oder simhash (zum Vergleich)",
        )

    def komponenten(self, angaben: argparse.Namespace, conn: psycopg.Connection[Any]) -> Mapping[str, Any]:
        """Basis, Kandidatenweg, Schwellen, Fenster und der Stand der Regeln."""
        from bestand import FENSTER, WIEDERHOLUNG
        from titel import SCHWELLE, SCHWELLE_NAECHSTER

        return {
            "basis": angaben.basis,
            "kandidaten": angaben.kandidaten,
            "mass": "jaccard der wort-trigramme",
            "schwelle": str(SCHWELLE),
            "schwelle_naechster": str(SCHWELLE_NAECHSTER),
            "fenster_tage": FENSTER,
            "wiederholung_tage": WIEDERHOLUNG,
            "regeln": REGELN,
        }

    def vorgabe(self, angaben: argparse.Namespace) -> bool:
        """Titel als Basis, exakte Kandidaten."""
        return bool(angaben.basis == "titel" and angaben.kandidaten == "exakt")

    def kodieren(self, auftrag: Auftrag) -> Iterator[Sequence[Zeile]]:
        """Zeilen für den Bestand oder einzelne Items, samt denen, die sich ihretwegen ändern."""
        import kandidaten
        from bestand import Bestand
        from dublettenlauf import Lauf, Quelle
        from paarprobe import Paarprobe

        angaben = auftrag.angaben
        self._kodiert.clear()  # ein zweiter Versuch fängt von vorn an
        quelle = Quelle(auftrag.conn, mit_teaser=angaben.basis != "titel")
        verfahren = kandidaten.VERFAHREN[angaben.kandidaten]
        bestand = Bestand(quelle.tag, quelle.gleiche, verfahren, angaben.basis != "titel")
        if auftrag.auslese is not None:
            bestand.beobachter = Paarprobe(auftrag.auslese)
        lauf = Lauf(quelle, bestand, auftrag.ablage, angaben.basis)
        if auftrag.items is None:
            stapel = lauf.backfill(auftrag.fortschritt)
        else:
            werte = auftrag.ablage.coder_version, list(auftrag.items)
            verdaechtig = {id_ for (id_,) in auftrag.conn.execute(VERDAECHTIG, werte)}
            stapel = lauf.items(auftrag.items, verdaechtig)
        for zeilen in stapel:
            self._kodiert.update(z.item_id for z in zeilen if auftrag.items is not None)
            yield zeilen
        self._vorgriffe = lauf.vorgriffe
        auftrag.bericht.update(lauf.bericht())

    def abschliessen(self, auftrag: Auftrag) -> None:
        """Vermerkt, welche Zeilen noch nicht kodierte Items berücksichtigen, und löscht erledigte Vermerke."""
        version = auftrag.ablage.coder_version
        abgelehnt = [f.item_id for f in auftrag.ablage.zaehlung.fehlschlaege]
        if auftrag.items is None:
            auftrag.conn.execute(ALLE_VORGRIFFE_LOESCHEN, (version,))
        else:
            auftrag.conn.execute(VORGRIFFE_LOESCHEN, (version, list(self._kodiert.difference(abgelehnt))))
        if self._vorgriffe:
            items, betroffene = zip(*sorted(self._vorgriffe), strict=True)
            auftrag.conn.execute(VORGRIFFE_MERKEN, (version, list(items), list(betroffene)))
        if abgelehnt:
            auftrag.conn.execute(ABGELEHNTE_MERKEN, (version, abgelehnt))

    def erklaeren(
        self, conn: psycopg.Connection[Any], item_id: int, nutzlast: Mapping[str, Any]
    ) -> Iterator[tuple[str, str]]:
        """Titel, Gruppe, nächster Titel und gleichlautendes Item."""
        from psycopg.types.json import Jsonb

        for name, haus, titel, rest in conn.execute(BETEILIGTE, {"item": item_id, "nutzlast": Jsonb(dict(nutzlast))}):
            yield name, f"[{haus}] {'kein Titel' if titel is None else f'»{titel}«'} ({rest})"


if __name__ == "__main__":
    sys.exit(kodierung.ausfuehren(Dubletten()))
