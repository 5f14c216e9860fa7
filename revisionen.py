"""Revisionen: welche Schlagzeilen nach der Veröffentlichung geändert wurden, und wie.

Beispiele:
  python revisionen.py --backfill                                   Gesamtbestand
  python revisionen.py --slot 2026-09-07T08:00                      Items, von denen im Slot eine Fassung eintraf
  python revisionen.py --backfill --trocken --stichprobe 140        Schritte zum Prüfen von Hand

Jedes Item bekommt eine Zeile der Schicht revision, auch eines mit einer einzigen Fassung. Sie hängt allein an den
Fassungen des Items. Die Regeln stehen in phase_02_spec.md.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any

import kodierung
from ablage import Zeile
from auslese import Auslese
from fassungen import Fassung, Verlauf
from modul import Auftrag, Modul
from probe import Probe
from schritte import SCHWELLE, Schritt, aehnlichkeit, teilen, ticker_markiert
from zeit import BERLIN

if TYPE_CHECKING:
    import psycopg

__all__ = ["Revisionen", "aehnlichkeit", "teilen", "ticker_markiert"]

DOC = __doc__ or ""

# Steigt, wenn eine Regel in normalisierung, schritte oder fassungen ein Ergebnis ändert; ein Test wacht darüber.
REGELN = 4

# So viele Items gehen auf einmal zum Vergleich in die Ablage.
STAPEL = 5_000

ANZAHL = "select count(*) from raw_items"

# Ohne Zeilen in raw_item_versionen ist der Titel des Items seine erste Fassung.
BESTAND = """
select r.id, r.haus, coalesce(v.fassung, 1), coalesce(v.erfasst_am, r.erfasst_am),
       case when v.item_id is null then r.titel else v.titel end
from raw_items r
left join raw_item_versionen v on v.item_id = r.id
order by r.id
"""

ITEMS = """
select r.id, r.haus, coalesce(v.fassung, 1), coalesce(v.erfasst_am, r.erfasst_am),
       case when v.item_id is null then r.titel else v.titel end
from raw_items r
left join raw_item_versionen v on v.item_id = r.id
where r.id = any(%(items)s)
order by r.id
"""

ITEMS_DES_SLOTS = """
select id from raw_items where slot = %(slot)s
union
select item_id from raw_item_versionen where slot = %(slot)s
order by id
"""

# Für --erklaere: die Fassungen eines Items in ihrer Reihenfolge.
FASSUNGEN = """
select coalesce(v.fassung, 1), coalesce(v.erfasst_am, r.erfasst_am),
       case when v.item_id is null then r.titel else v.titel end
from raw_items r
left join raw_item_versionen v on v.item_id = r.id
where r.id = %s
"""

# Wie zweifelhaft eine Einstufung ist, wo kein Abstand zu einer Schwelle es sagt; je kleiner, desto früher zu prüfen.
ABSTAND = {"tippfehler": 0.05, "kopfwechsel": 0.3, "kuerzung": 0.4, "erweiterung": 0.4, "formal": 0.5}


# Was eine Einstufung behauptet.
AUSSAGEN = {
    "formal": "Geändert sind nur Schreibung, Satzzeichen oder Beiwerk; die Wörter sind dieselben.",
    "tippfehler": "Geändert ist nur ein Tippfehler.",
    "kopfwechsel": "Geändert ist nur der Kopf vor dem Doppelpunkt; was folgt, ist dasselbe.",
    "erweiterung": "Der Titel ist nur erweitert; alle Wörter stehen noch darin, in derselben Folge.",
    "kuerzung": "Der Titel ist nur gekürzt; alle Wörter standen schon da, in derselben Folge.",
    "umformulierung": "Der Titel ist umformuliert; er meldet noch dieselbe Sache.",
    "neufassung": "Der Titel ist ausgetauscht; er meldet etwas anderes oder einen neuen Stand.",
}


class Revisionen(Modul):
    """Das Modul für den Rahmen ``kodierung``."""

    name = "revisionen"
    schicht = "revision"
    doc = DOC
    eingabe = "eingabe_revision"
    items_des_slots = ITEMS_DES_SLOTS
    stueck = 20_000

    def komponenten(self, angaben: argparse.Namespace, conn: psycopg.Connection[Any]) -> Mapping[str, Any]:
        """Schwelle und Stand der Regeln."""
        return {"schwelle": str(SCHWELLE), "regeln": REGELN}

    def kodieren(self, auftrag: Auftrag) -> Iterator[Sequence[Zeile]]:
        """Zeilen für den Bestand oder einzelne Items; ein Slot umfasst die, von denen darin eine Fassung eintraf."""
        zahlen: Counter[str] = Counter()
        insgesamt = 0
        if auftrag.items is None and (zeile := auftrag.conn.execute(ANZAHL).fetchone()):
            insgesamt = zeile[0]
        getan = 0
        verlaeufe = self._verlaeufe(auftrag)
        while stapel := list(islice(verlaeufe, STAPEL)):
            zeilen = []
            for item_id, haus, verlauf in stapel:
                nutzlast = verlauf.nutzlast()
                zeilen.append(Zeile(item_id, verlauf.hash(), nutzlast))
                zahlen[verlauf.art] += 1
                if auftrag.auslese is not None:
                    _merken(auftrag.auslese, item_id, haus, verlauf)
            yield zeilen
            getan += len(zeilen)
            if auftrag.fortschritt is not None and insgesamt:
                auftrag.fortschritt(getan, insgesamt)
        del zahlen["unveraendert"]
        auftrag.bericht["revidiert"] = sum(zahlen.values()) - zahlen["formal"]
        auftrag.bericht.update(sorted(zahlen.items()))

    def _verlaeufe(self, auftrag: Auftrag) -> Iterator[tuple[int, str, Verlauf]]:
        # Ein Zeiger auf dem Server: der Bestand ist nie ganz im Speicher.
        with auftrag.conn.cursor("revisionen") as zeiger:
            zeiger.itersize = STAPEL
            if auftrag.items is None:
                zeiger.execute(BESTAND, binary=True)
            else:
                zeiger.execute(ITEMS, {"items": list(auftrag.items)}, binary=True)
            for (item_id, haus), gruppe in groupby(zeiger, key=lambda zeile: zeile[:2]):
                yield item_id, haus, Verlauf([Fassung(*rest) for _, _, *rest in gruppe])

    def erklaeren(
        self, conn: psycopg.Connection[Any], item_id: int, nutzlast: Mapping[str, Any]
    ) -> Iterator[tuple[str, str]]:
        """Jede Fassung mit ihrer Zeit und der Einstufung des Schritts zu ihr."""
        verlauf = Verlauf([Fassung(*zeile) for zeile in conn.execute(FASSUNGEN, (item_id,))])
        for nummer, fassung in enumerate(verlauf.fassungen):
            art = f", {verlauf.schritte[nummer - 1].art}" if nummer else ""
            titel = "kein Titel" if fassung.titel is None else f"»{fassung.titel}«"
            yield f"Fassung {fassung.nummer}", f"{titel} ({fassung.am:%Y-%m-%d %H:%MZ}{art})"
        for name in ("hinzu", "entfernt"):
            if nutzlast.get(name):
                yield name, " ".join(nutzlast[name])


def _merken(auslese: Auslese, item_id: int, haus: str, verlauf: Verlauf) -> None:
    for nummer, schritt in enumerate(verlauf.schritte):
        if schritt.art != "unveraendert":
            abstand = ABSTAND.get(schritt.art, abs(schritt.naehe - SCHWELLE))
            auslese.merken(_probe(item_id, haus, verlauf, nummer, schritt), (abstand, item_id, nummer))


def _probe(item_id: int, haus: str, verlauf: Verlauf, nummer: int, schritt: Schritt) -> Probe:
    alt, neu = verlauf.fassungen[nummer : nummer + 2]
    angaben = {
        "Fassungen": " und ".join(f"{f.nummer} ({f.am.astimezone(BERLIN):%d.%m.%Y %H:%M})" for f in (alt, neu)),
        "Anteil gemeinsamer Sinnwörter": f"{schritt.naehe:.4f}".replace(".", ","),
    }
    for name, worte in zip(("Hinzugekommen", "Entfernt"), schritt.unterschied_in_schreibung, strict=True):
        if worte:
            angaben[name] = " ".join(worte)
    return Probe(
        kennung=f"revision:{item_id}:{neu.nummer}:{schritt.art}",
        aussage=AUSSAGEN[schritt.art],
        methode=schritt.art,
        form="paar",
        item_a=item_id,
        haus_a=haus,
        text_a=schritt.alt.roh,
        text_b=schritt.neu.roh,
        angaben=angaben,
    )


if __name__ == "__main__":
    sys.exit(kodierung.ausfuehren(Revisionen()))
