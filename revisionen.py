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
from schritte import SCHWELLE, Schritt, aehnlichkeit, teilen, ticker_markiert

if TYPE_CHECKING:
    import psycopg

__all__ = ["Revisionen", "aehnlichkeit", "teilen", "ticker_markiert"]

DOC = __doc__ or ""

# Steigt, wenn eine Regel in normalisierung, schritte oder fassungen ein Ergebnis ändert; ein Test wacht darüber.
REGELN = 2

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


class Revisionen(Modul):
    """Das Modul für den Rahmen ``kodierung``."""

    name = "revisionen"
    schicht = "revision"
    doc = DOC
    eingabe = "eingabe_revision"
    items_des_slots = ITEMS_DES_SLOTS
    stueck = 20_000

    def __init__(self) -> None:
        self._probe = Auslese()

    def komponenten(self, angaben: argparse.Namespace, conn: psycopg.Connection[Any]) -> Mapping[str, Any]:
        """Schwelle und Stand der Regeln."""
        return {"schwelle": str(SCHWELLE), "regeln": REGELN}

    def kodieren(self, auftrag: Auftrag) -> Iterator[Sequence[Zeile]]:
        """Zeilen für den Bestand oder einzelne Items; ein Slot umfasst die, von denen darin eine Fassung eintraf."""
        self._probe.beginnen(auftrag.angaben.stichprobe)
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
                if self._probe.verlangt:
                    self._merken(item_id, haus, verlauf)
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

    def _merken(self, item_id: int, haus: str, verlauf: Verlauf) -> None:
        for nummer, schritt in enumerate(verlauf.schritte):
            if schritt.art == "unveraendert":
                continue
            abstand = ABSTAND.get(schritt.art, abs(schritt.naehe - SCHWELLE))
            self._probe.merken((abstand, item_id, nummer), _probezeile(item_id, haus, verlauf, nummer, schritt))

    def stichprobe(self, auftrag: Auftrag, anzahl: int) -> Sequence[Mapping[str, Any]]:
        """Schritte, die der Schwelle nächsten und die Tippfehler zuerst."""
        return self._probe.zeilen()

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


def _probezeile(item_id: int, haus: str, verlauf: Verlauf, nummer: int, schritt: Schritt) -> dict[str, Any]:
    hinzu, entfernt = schritt.unterschied_in_schreibung
    return {
        "item": item_id,
        "haus": haus,
        "fassung": verlauf.fassungen[nummer + 1].nummer,
        "art": schritt.art,
        "naehe": f"{schritt.naehe:.4f}",
        "titel_alt": schritt.alt.roh,
        "titel_neu": schritt.neu.roh,
        "hinzu": " ".join(hinzu),
        "entfernt": " ".join(entfernt),
        "urteil": "",
        "bemerkung": "",
    }


if __name__ == "__main__":
    sys.exit(kodierung.ausfuehren(Revisionen()))
