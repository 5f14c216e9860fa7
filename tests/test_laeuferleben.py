"""Invariante 4 für den ganzen Läufer: Ausfälle, Abstürze, überlappende Takte, scheiternde Module, neue coder_versionen,
Nachzügler und neue Fassungen enden in denselben Zeilen wie ein Neuaufbau.

Zustandsbehafteter Eigenschaftstest gegen das echte PostgreSQL; WURZELWERK_FOLGEN setzt die Zahl der Folgen.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import signal
import unittest
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, ClassVar
from unittest import mock

import psycopg
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

import dubletten
import phase2
import revisionen
import sitzung
from ablage import Ablage
from modul import Modulfehler
from tests.basis import neue_datenbank
from tests.test_lebenslauf import HAEUSER, SLOTS, TITEL
from tests.vorbereitung import vorbereiten

LAEUFE = settings(
    max_examples=int(os.environ.get("WURZELWERK_FOLGEN", "60")),
    stateful_step_count=14,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
MODULE = {"dubletten": dubletten, "revisionen": revisionen}
AUFHOLEN = ("--aufholen", "--nur", "dubletten,revisionen")
ZEILEN = """
select c.schicht, c.item_id, c.eingabe_hash, c.nutzlast
from codings c
where c.coder_version = any(%s)
order by c.schicht, c.item_id
"""


class Tod(BaseException):
    """Der Prozess stirbt: nichts fängt das auf."""


class Laeuferleben(RuleBasedStateMachine):
    """Ein Bestand und sein Läufer, denen in beliebiger Folge alles zustößt."""

    url: ClassVar[str]
    conn: ClassVar[psycopg.Connection[Any]]

    @initialize()
    def leeren(self) -> None:
        self.conn.execute("truncate raw_items restart identity cascade")
        self.conn.execute("truncate coder_versionen, rueckstand")
        self.regeln = {name: m.REGELN for name, m in MODULE.items()}

    # -- was Ingest tut --

    @rule(
        haus=st.sampled_from(HAEUSER),
        titel=st.sampled_from(TITEL),
        slot=st.sampled_from(SLOTS),
        verspaetung=st.sampled_from((None, None, 0, 5, 26, 75, -30, -9000)),
        anzahl=st.integers(1, 3),
    )
    def ankommen(self, haus: str, titel: str, slot: datetime, verspaetung: int | None, anzahl: int) -> None:
        for n in range(anzahl):
            pubdate = None if verspaetung is None else slot - timedelta(hours=verspaetung)
            (item_id,) = self._zeile(
                "insert into raw_items (haus, titel, pubdate, erfasst_am, slot)"
                " values (%s, %s, %s, %s, %s) returning id",
                (HAEUSER[(HAEUSER.index(haus) + n) % len(HAEUSER)], titel, pubdate, slot + timedelta(minutes=n), slot),
            )
            self._fassung(item_id, 1, titel, slot)

    @rule(wahl=st.integers(0, 30), titel=st.sampled_from(TITEL), slot=st.sampled_from(SLOTS))
    def neue_fassung(self, wahl: int, titel: str, slot: datetime) -> None:
        if zeile := self._eines(wahl):
            nummer = self._zeile("select max(fassung) from raw_item_versionen where item_id = %s", (zeile[0],))[0] + 1
            self._fassung(zeile[0], nummer, titel, slot)

    @rule(wahl=st.integers(0, 30), titel=st.sampled_from(TITEL))
    def umschreiben(self, wahl: int, titel: str) -> None:
        if zeile := self._eines(wahl):
            self.conn.execute("update raw_items set titel = %s where id = %s", (titel, zeile[0]))
            self.conn.execute(
                "update raw_item_versionen set titel = %s where item_id = %s and fassung = 1", (titel, zeile[0])
            )

    @rule(wahl=st.integers(0, 30), titel=st.sampled_from(TITEL), slot=st.none() | st.sampled_from(SLOTS))
    def hin_und_zurueck(self, wahl: int, titel: str, slot: datetime | None) -> None:
        """Ein Titel lautet kurz anders, während andere Slots kodiert werden, und dann wieder wie zuvor."""
        if zeile := self._eines(wahl):
            (vorher,) = self._zeile("select titel from raw_items where id = %s", (zeile[0],))
            self.conn.execute("update raw_items set titel = %s where id = %s", (titel, zeile[0]))
            if slot is None:
                self.aufholen_mit_wenig_zeit()
            else:
                self.slotlauf(slot)
            self.conn.execute("update raw_items set titel = %s where id = %s", (vorher, zeile[0]))

    @rule(wahl=st.integers(0, 30), tage=st.integers(0, 3))
    def umdatieren(self, wahl: int, tage: int) -> None:
        zeile = self._eines(wahl)
        # Ein umdatiertes Item, das noch nicht kodiert ist, kennt seinen alten Tag nicht (phase_02_spec.md, Grenzen).
        if zeile and zeile[1] is not None and self._kodiert(zeile[0]):
            neu = zeile[2] - timedelta(days=tage)
            self.conn.execute("update raw_items set pubdate = %s where id = %s", (neu, zeile[0]))

    # -- was dem Läufer zustößt --

    @rule()
    def aufholen(self) -> None:
        self._lauf(*AUFHOLEN)

    @rule()
    def aufholen_mit_wenig_zeit(self) -> None:
        with mock.patch.object(dubletten.Dubletten, "stueck", 1), mock.patch.object(revisionen.Revisionen, "stueck", 1):
            self._lauf(*AUFHOLEN, "--hoechstens", "0.00001")

    @rule(schritt=st.integers(0, 5))
    def aufholen_stirbt(self, schritt: int) -> None:
        """Der Tod kommt nach dem Schreiben, vor dem Festschreiben des soundsovielten Stücks."""
        zaehler = itertools.count()
        echt = Ablage.abschliessen

        def sterben(ablage: Ablage, *rest: Any, **mehr: Any) -> None:
            if next(zaehler) == schritt:
                raise Tod
            echt(ablage, *rest, **mehr)

        with (
            mock.patch.object(dubletten.Dubletten, "stueck", 1),
            mock.patch.object(revisionen.Revisionen, "stueck", 1),
            mock.patch.object(Ablage, "abschliessen", sterben),
            contextlib.suppress(Tod),
        ):
            self._lauf(*AUFHOLEN)

    @rule(name=st.sampled_from(sorted(MODULE)))
    def modul_faellt_aus(self, name: str) -> None:
        klasse = getattr(MODULE[name], phase2.MODULE[name])
        with mock.patch.object(klasse, "komponenten", side_effect=Modulfehler("Modell fehlt")):
            zahlen = self._lauf(*AUFHOLEN, erwartet=(1,))
        assert list(zahlen["ausgefallen"]) == [name], zahlen

    @rule(name=st.sampled_from(sorted(MODULE)), wahl=st.integers(0, 30))
    def slot_scheitert(self, name: str, wahl: int) -> None:
        """Ein Item bringt das Modul zu Fall; die übrigen Slots werden trotzdem fertig."""
        zeile = self._eines(wahl)
        if not zeile:
            return
        klasse = getattr(MODULE[name], phase2.MODULE[name])
        echt = klasse.kodieren

        def scheitern(modul: Any, auftrag: Any) -> Iterator[Any]:
            if auftrag.items is None or zeile[0] in auftrag.items:
                raise ValueError("unerwartet")
            return echt(modul, auftrag)  # type: ignore[no-any-return]

        with mock.patch.object(klasse, "kodieren", scheitern):
            self._lauf(*AUFHOLEN, erwartet=(0, 1))

    @rule(wahl=st.integers(0, 30))
    def datenbank_lehnt_ab(self, wahl: int) -> None:
        if zeile := self._eines(wahl):
            self.conn.execute(f"alter table codings add constraint probe check (item_id <> {zeile[0]}) not valid")
            try:
                self._lauf(*AUFHOLEN, erwartet=(0, 1))
            finally:
                self.conn.execute("alter table codings drop constraint probe")

    @rule()
    def zweiter_takt(self) -> None:
        davor = self._alle()
        with psycopg.connect(self.url, autocommit=True) as andere:
            andere.execute("select pg_advisory_lock(%s)", (sitzung.SPERRE,))
            with mock.patch.object(sitzung, "SPERRPAUSEN", ()):
                self._lauf(*AUFHOLEN, still=True)
        assert self._alle() == davor

    @rule(name=st.sampled_from(sorted(MODULE)), stand=st.integers(2, 4))
    def neue_coder_version(self, name: str, stand: int) -> None:
        self.regeln[name] = stand

    @rule(slot=st.sampled_from(SLOTS))
    def slotlauf(self, slot: datetime) -> None:
        self._lauf("--slot", slot.isoformat(), "--nur", "dubletten,revisionen")

    @rule(name=st.sampled_from(sorted(MODULE)))
    def backfill(self, name: str) -> None:
        self._lauf("--backfill", "--nur", name)

    def teardown(self) -> None:
        if not hasattr(self, "regeln"):
            return
        # Zu oft Abgelehnte versucht das Nachholen erst wieder, wenn jemand die Ursache behob.
        self.conn.execute("update rueckstand set versuche = 0")
        self._lauf(*AUFHOLEN)
        gewachsen = self._jetzige()
        for teil in self._lauf(*AUFHOLEN)["module"]:
            assert (teil["neu"], teil["geaendert"]) == (0, 0), teil
        for teil in self._lauf("--pruefen", "--nur", "dubletten,revisionen")["module"]:
            assert (teil["neu"], teil["geaendert"]) == (0, 0), teil
        self.conn.execute("truncate codings, dubletten_vorgriff, rueckstand, coder_versionen")
        self._lauf("--backfill", "--nur", "dubletten,revisionen")
        assert gewachsen == self._jetzige()

    # -- Handwerk --

    def _lauf(self, *worte: str, erwartet: tuple[int, ...] = (0,), still: bool = False) -> Any:
        ausgabe = io.StringIO()
        vorher = signal.getsignal(signal.SIGTERM)
        try:
            with (
                mock.patch.dict(os.environ, DATABASE_URL=self.url),
                mock.patch.object(dubletten, "REGELN", self.regeln["dubletten"]),
                mock.patch.object(revisionen, "REGELN", self.regeln["revisionen"]),
                contextlib.redirect_stdout(ausgabe),
                contextlib.redirect_stderr(io.StringIO()) as fehler,
            ):
                ausgang = phase2.main([*worte, "--json"])
        finally:
            signal.signal(signal.SIGTERM, vorher)
        assert ausgang in erwartet, (ausgang, fehler.getvalue())
        if still:
            assert "anderer Lauf" in fehler.getvalue()
            return None
        return json.loads(ausgabe.getvalue())

    def _jetzige(self) -> list[tuple[Any, ...]]:
        """Die Zeilen der coder_versionen, die jetzt gelten."""
        versionen = [
            teil["coder_version"] for teil in self._lauf("--pruefen", "--nur", "dubletten,revisionen")["module"]
        ]
        zeilen = self.conn.execute(ZEILEN, (versionen,)).fetchall()
        ((items,),) = self.conn.execute("select count(*) from raw_items")
        assert len(zeilen) == 2 * items
        return zeilen

    def _alle(self) -> list[tuple[Any, ...]]:
        return self.conn.execute("select * from codings order by item_id, schicht, coder_version").fetchall()

    def _zeile(self, abfrage: str, werte: tuple[Any, ...]) -> tuple[Any, ...]:
        zeile: tuple[Any, ...] | None = self.conn.execute(abfrage.encode(), werte).fetchone()
        assert zeile is not None
        return zeile

    def _eines(self, wahl: int) -> tuple[Any, ...] | None:
        zeilen = self.conn.execute("select id, pubdate, erfasst_am from raw_items order by id").fetchall()
        return zeilen[wahl % len(zeilen)] if zeilen else None

    def _fassung(self, item_id: int, nummer: int, titel: str, slot: datetime) -> None:
        self.conn.execute(
            "insert into raw_item_versionen (item_id, fassung, titel, erfasst_am, slot) values (%s, %s, %s, %s, %s)",
            (item_id, nummer, titel, slot + timedelta(minutes=nummer), slot),
        )

    def _kodiert(self, item_id: int) -> bool:
        """Ob jede coder_version der Dubletten das Item kennt, die noch einmal gelten kann."""
        return self._zeile(
            "select count(*) filter (where c.item_id is null) = 0 and count(*) > 0 from coder_versionen v"
            " left join codings c on c.coder_version = v.coder_version and c.item_id = %s where v.schicht = 'dublette'",
            (item_id,),
        )[0] is True  # fmt: skip


class LaeuferlebenFolgen(Laeuferleben.TestCase):  # type: ignore[valid-type,misc]
    settings = LAEUFE

    @classmethod
    def setUpClass(cls) -> None:
        Laeuferleben.url = vorbereiten(neue_datenbank(cls.addClassCleanup))
        Laeuferleben.conn = psycopg.connect(Laeuferleben.url, autocommit=True)
        cls.addClassCleanup(Laeuferleben.conn.close)


if __name__ == "__main__":
    unittest.main()
