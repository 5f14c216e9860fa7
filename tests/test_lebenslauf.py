"""Invariante 4: Ankünfte, Änderungen, Slot-Läufe, Abbrüche und Backfills enden in denselben Zeilen wie ein Neuaufbau.

Zustandsbehafteter Eigenschaftstest gegen das echte PostgreSQL; WURZELWERK_FOLGEN=2000 prüft mehr Folgen als die 200
der Vorgabe.
"""

from __future__ import annotations

import contextlib
import io
import os
import unittest
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar
from unittest import mock

import psycopg
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import dubletten
import kodierung
from tests.basis import neue_datenbank
from tests.vorbereitung import vorbereiten

BEGINN = datetime(2026, 3, 27, tzinfo=UTC)  # die Umstellung auf Sommerzeit liegt im Zeitraum
SLOTS = tuple(BEGINN + timedelta(hours=7 * n) for n in range(18))
HAEUSER = ("abendpost", "morgenblatt", "kurier", "bote")
# Wenige Titel, damit es oft trifft: Formate, Ressortkürzel, wörtlich enthaltene, Zahlen, Verneinung, Ketten, leere.
TITEL = (
    "Bilder des Tages",
    "Fotografie: Bilder des Tages",
    "Kanzler reist am Montag nach Paris und Brüssel",
    "Politik: Kanzler reist am Montag nach Paris und Brüssel",
    "Kanzler reist am Montag nicht nach Paris und Brüssel",
    "Neue Brücke über die Weser wird eröffnet",
    "Nach langem Streit in Bremen: Neue Brücke über die Weser wird eröffnet",
    "Nach Jahren der Planung in Bremen: Neue Brücke über die Weser wird eröffnet",
    "Streit um neue Steuer auf Zucker in Limonaden geht weiter",
    "neue Steuer auf Zucker in Limonaden geht weiter trotz Protest",
    "Steuer auf Zucker in Limonaden geht weiter trotz Protest der Industrie",
    "Zucker in Limonaden geht weiter trotz Protest der Industrie im Land",
    "Zwei Verletzte bei Unfall auf der Autobahn",
    "Drei Verletzte bei Unfall auf der Autobahn",
    "Wetter",
    "+++",
    "",
)
LAEUFE = settings(
    max_examples=int(os.environ.get("WURZELWERK_FOLGEN", "200")),
    stateful_step_count=14,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


class Absturz(Exception):
    """Ein Lauf, der vor dem Ende seiner Transaktion stirbt."""


class Lebenslauf(RuleBasedStateMachine):
    """Ein Bestand, dem in beliebiger Folge alles zustößt."""

    url: ClassVar[str]
    conn: ClassVar[psycopg.Connection[Any]]

    @initialize()
    def leeren(self) -> None:
        self.conn.execute("truncate raw_items restart identity cascade")
        self.conn.execute("truncate coder_versionen")
        self.offen: set[datetime] = set()

    # -- was Ingest tut --

    @rule(
        haus=st.sampled_from(HAEUSER),
        titel=st.sampled_from(TITEL),
        slot=st.sampled_from(SLOTS),
        minuten=st.integers(0, 14),
        verspaetung=st.sampled_from((None, None, 0, 5, 26, 50, 75, -30)),
    )
    def ankommen(self, haus: str, titel: str, slot: datetime, minuten: int, verspaetung: int | None) -> None:
        erfasst = slot + timedelta(minutes=minuten)
        pubdate = None if verspaetung is None else erfasst - timedelta(hours=verspaetung)
        self.conn.execute(
            "insert into raw_items (haus, titel, pubdate, erfasst_am, slot) values (%s, %s, %s, %s, %s)",
            (haus, titel, pubdate, erfasst, slot),
        )
        self.offen.add(slot)

    @rule(wahl=st.integers(0, 30), titel=st.sampled_from(TITEL))
    def umschreiben(self, wahl: int, titel: str) -> None:
        self._aendern(wahl, "titel", titel)

    @rule(wahl=st.integers(0, 30), tage=st.integers(0, 3))
    def umdatieren(self, wahl: int, tage: int) -> None:
        zeile = self._eines(wahl)
        if zeile and zeile[2] is not None:
            self._aendern(wahl, "pubdate", zeile[3] - timedelta(days=tage))

    def _eines(self, wahl: int) -> tuple[Any, ...] | None:
        zeilen = self.conn.execute("select id, slot, pubdate, erfasst_am from raw_items order by id").fetchall()
        return zeilen[wahl % len(zeilen)] if zeilen else None

    def _aendern(self, wahl: int, spalte: str, wert: Any) -> None:
        zeile = self._eines(wahl)
        kodiert = zeile and self.conn.execute("select from codings where item_id = %s", (zeile[0],)).fetchone()
        # Ein umdatiertes Item, das noch nicht kodiert ist, kennt seinen alten Tag nicht (phase_02_spec.md, Grenzen).
        if zeile and (spalte == "titel" or kodiert is not None):
            self.conn.execute(f"update raw_items set {spalte} = %s where id = %s", (wert, zeile[0]))
            self.offen.add(zeile[1])

    # -- was Phase 2 tut --

    @rule(slot=st.sampled_from(SLOTS))
    def slotlauf(self, slot: datetime) -> None:
        self._lauf("--slot", slot.isoformat())
        self.offen.discard(slot)

    @rule(slot=st.sampled_from(SLOTS))
    def slotlauf_stirbt(self, slot: datetime) -> None:
        davor = self._zeilen()
        with mock.patch.object(dubletten.Dubletten, "abschliessen", side_effect=Absturz), contextlib.suppress(Absturz):
            self._lauf("--slot", slot.isoformat())
        assert self._zeilen() == davor

    @rule(wahl=st.integers(0, 30), slot=st.none() | st.sampled_from(SLOTS))
    def lauf_mit_abgelehntem_item(self, wahl: int, slot: datetime | None) -> None:
        zeile = self._eines(wahl)
        if not zeile:
            return
        self.conn.execute(f"alter table codings add constraint probe check (item_id <> {zeile[0]}) not valid")
        try:
            self._lauf(*(("--slot", slot.isoformat()) if slot else ("--backfill",)), erwartet=(0, 1))
        finally:
            self.conn.execute("alter table codings drop constraint probe")
        self.offen = {s for s in self.offen if slot not in (None, s)} | {zeile[1]}

    @rule()
    def backfill(self) -> None:
        self._lauf("--backfill")
        self.offen.clear()

    @invariant()
    def kein_haus_an_zwei_tagen(self) -> None:
        if not self.offen:
            verstoss = self.conn.execute(
                "select from codings c join raw_items r on r.id = c.item_id"
                " group by c.nutzlast ->> 'gruppe', r.haus having count(distinct c.nutzlast ->> 'tag') > 1"
            ).fetchone()
            assert verstoss is None

    def teardown(self) -> None:
        if not hasattr(self, "offen"):
            return
        # Rückwärts: nicht einmal die Reihenfolge der Slots darf zählen.
        for slot in sorted(self.offen, reverse=True):
            self._lauf("--slot", slot.isoformat())
        gewachsen = self._zeilen()
        assert "neu 0, geändert 0" in self._lauf("--backfill", "--trocken")
        self.conn.execute("truncate codings, dubletten_vorgriff")
        self._lauf("--backfill")
        assert gewachsen == self._zeilen()

    def _lauf(self, *worte: str, erwartet: tuple[int, ...] = (0,)) -> str:
        ausgabe = io.StringIO()
        with (
            mock.patch.dict(os.environ, DATABASE_URL=self.url),
            contextlib.redirect_stdout(ausgabe),
            contextlib.redirect_stderr(io.StringIO()) as fehler,
        ):
            ausgang = kodierung.ausfuehren(dubletten.Dubletten(), worte)
        assert ausgang in erwartet, fehler.getvalue()
        return ausgabe.getvalue()

    def _zeilen(self) -> list[tuple[Any, ...]]:
        return self.conn.execute("select item_id, eingabe_hash, nutzlast from codings order by item_id").fetchall()


class Lebenslaeufe(Lebenslauf.TestCase):  # type: ignore[valid-type,misc]
    settings = LAEUFE

    @classmethod
    def setUpClass(cls) -> None:
        Lebenslauf.url = vorbereiten(neue_datenbank(cls.addClassCleanup))
        Lebenslauf.conn = psycopg.connect(Lebenslauf.url, autocommit=True)
        cls.addClassCleanup(Lebenslauf.conn.close)


if __name__ == "__main__":
    unittest.main()
