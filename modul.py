"""Was ein Modul ist: woraus seine coder_version besteht und wie aus Items Zeilen werden.

Alles Übrige (Angaben, Sperre, Transaktion, Vergleich, Zählung, Nachholen) ist für alle Module gleich und steht in
``kodierung`` und ``phase2``.
"""

from __future__ import annotations

import argparse
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import psycopg

    from ablage import Ablage, Zeile
    from auslese import Auslese
    from fortschritt import Fortschritt


class Modulfehler(Exception):
    """Das Modul kann hier nicht rechnen: ein Modell oder das Lexikon fehlt. Der Text nennt Grund und Abhilfe."""


@dataclass
class Auftrag:
    """Ein Lauf, wie ihn das Modul sieht.

    Attributes:
        conn: Verbindung in der Transaktion des Laufs; alles Gelesene gehört zu einem Stand.
        ablage: die Zeilen des Moduls.
        items: die Items, deren Zeilen zu rechnen sind, oder ``None`` für den Gesamtbestand.
        angaben: die Angaben der Kommandozeile.
        bericht: Zahlen des Moduls für die Zusammenfassung, in der Reihenfolge der Anzeige.
        fortschritt: wird mit (getan, insgesamt) aufgerufen.
        auslese: bekommt jede Behauptung als Probe, wenn eine Stichprobe verlangt ist.
    """

    conn: psycopg.Connection[Any]
    ablage: Ablage
    items: Sequence[int] | None
    angaben: argparse.Namespace
    bericht: dict[str, Any] = field(default_factory=dict)
    fortschritt: Fortschritt | None = None
    auslese: Auslese | None = None

    def saetze(self, bestand: str, einzeln: str, stapel: int) -> Iterator[list[tuple[Any, ...]]]:
        """Liest, was zu kodieren ist, in Stapeln; der Bestand ist nie ganz im Speicher.

        Args:
            bestand: SQL für alle Items, aufsteigend.
            einzeln: dasselbe für die Items in ``%(items)s``.
            stapel: so viele Sätze auf einmal.
        """
        insgesamt = 0
        if self.items is None and (zeile := self.conn.execute("select count(*) from raw_items").fetchone()):
            insgesamt = zeile[0]
        getan = 0
        with self.conn.cursor("saetze") as zeiger:
            zeiger.itersize = stapel
            if self.items is None:
                zeiger.execute(bestand.encode(), binary=True)
            else:
                zeiger.execute(einzeln.encode(), {"items": list(self.items)}, binary=True)
            while saetze := list(islice(zeiger, stapel)):
                yield saetze
                getan += len(saetze)
                if self.fortschritt is not None and insgesamt:
                    self.fortschritt(getan, insgesamt)


class Modul(ABC):
    """Ein Modul; die Vorgaben hier gelten für eines, dessen Zeilen allein an ihrem eigenen Item hängen.

    Attributes:
        name: Name des Skripts ohne Endung; so beginnt auch die coder_version.
        schicht: die Schicht, die es schreibt.
        doc: Docstring des Skripts für --help.
        eingabe: die Sicht (item_id, slot, eingabe_hash), die sagt, woraus eine Zeile jetzt gerechnet würde.
        items_des_slots: SQL, das die Items eines Slots liefert.
        stueck: so viele Items kommen beim Nachholen in eine Transaktion, mindestens ein Slot.
        sparsam: ob ein Backfill Zeilen stehen lässt, deren eingabe_hash noch gilt, statt sie neu zu rechnen, und
            stückweise festschreibt; für Module, denen das Rechnen teuer ist.
        nachbarn: ob eine Zeile auch an anderen Items hängt; dann ist nach einem Hin und Her der Eingabe neu zu rechnen,
            auch wenn sie wieder lautet wie kodiert.
        bericht_insgesamt: ob der Bericht eines Stücks schon für alle bisherigen gilt; sonst werden die Zahlen der
            Stücke zusammengezählt.
        nebentabellen: Tabellen mit eigener Spalte coder_version, die beim Aufräumen mitgehen.
        offen: SQL für (ungelöst, insgesamt) der Nennungen seit einem Zeitpunkt; ``None``, wo es das nicht gibt.
            Parameter: coder_version, seit.
    """

    name: str
    schicht: str
    doc: str
    eingabe: str
    items_des_slots = "select id from raw_items where slot = %(slot)s order by id"
    stueck = 5_000
    sparsam = False
    nachbarn = False
    bericht_insgesamt = False
    nebentabellen: tuple[str, ...] = ()
    offen: str | None = None

    def angaben(self, zerleger: argparse.ArgumentParser) -> None:  # noqa: B027
        """Fügt die eigenen Angaben hinzu."""

    @abstractmethod
    def komponenten(self, angaben: argparse.Namespace, conn: psycopg.Connection[Any]) -> Mapping[str, Any]:
        """Was das Ergebnis bestimmt.

        Raises:
            Modulfehler: ein Modell oder das Lexikon fehlt.
        """

    def vorgabe(self, angaben: argparse.Namespace) -> bool:
        """Ob die Angaben die Vorgabe sind; nur solche Läufe zeigt codings_aktuell."""
        return True

    @abstractmethod
    def kodieren(self, auftrag: Auftrag) -> Iterator[Sequence[Zeile]]:
        """Die Zeilen des Laufs in Stapeln; alle gehören in eine Transaktion."""

    def abschliessen(self, auftrag: Auftrag) -> None:  # noqa: B027
        """Nach dem Schreiben, noch in der Transaktion; nicht bei --trocken."""

    @abstractmethod
    def erklaeren(
        self, conn: psycopg.Connection[Any], item_id: int, nutzlast: Mapping[str, Any]
    ) -> Iterator[tuple[str, str]]:
        """Was Menschen zu einer Zeile wissen wollen: Paare aus Benennung und Text.

        Zuerst die Eingabe, aus der sie gerechnet wird, dann, was das Ergebnis trägt.
        """
