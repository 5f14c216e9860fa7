"""Dublettenläufe in Tests: eine fertige Datenbank, Läufe hier oder im eigenen Prozess, Riegel, die sie aufhalten."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import time
import unittest
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from unittest import mock

import psycopg

import kodierung
import migrieren
import sitzung
from beispiel import laden
from dubletten import Dubletten
from modul import Modul
from tests.basis import WURZEL, neue_datenbank

SATZ = WURZEL / "beispiel" / "raw_items.jsonl"
ERFASST = datetime(2026, 9, 7, 8, 5, tzinfo=UTC)
SLOT = "2026-09-07T08:00"
SITZUNG = "wurzelwerk-dubletten"

EINFUEGEN = """
insert into raw_items (haus, titel, teaser, pubdate, erfasst_am, slot)
values (%s, %s, %s, %s, %s, date_bin('15 minutes', %s, '2000-01-01Z'))
returning id
"""
ZEILEN = """
select item_id, schicht, coder_version, eingabe_hash, konfidenz, nutzlast
from codings
order by item_id, schicht, coder_version
"""
WARTENDE = """
select pid
from pg_stat_activity
where datname = current_database() and application_name = %s and wait_event_type = 'Lock'
"""
SITZUNGEN = "select pid from pg_stat_activity where datname = current_database() and application_name = %s"


class Ausgang(NamedTuple):
    """Wie ein Lauf endete."""

    code: int
    ausgabe: str
    meldungen: list[str]

    @property
    def zahlen(self) -> dict[str, Any]:
        """Die Zusammenfassung eines Laufs mit --json."""
        werte: dict[str, Any] = json.loads(self.ausgabe.splitlines()[-1])
        return werte


def bereiten(url: str, *, satz: int = 0) -> str:
    """Bringt eine leere Datenbank auf den Stand, den die Module brauchen, und gibt ihre Verbindungszeile zurück.

    Args:
        url: die Datenbank.
        satz: so viele der mitgelieferten Items laden.
    """
    with psycopg.connect(url, autocommit=True) as conn:
        laden.schema_anlegen(conn)
        migrieren.anwenden(conn, melden=lambda _: None)
        if satz:
            laden.laden(conn, [SATZ])
            conn.execute("delete from raw_item_versionen where item_id > %s", (satz,))
            conn.execute("delete from raw_items where id > %s", (satz,))
    return url


def lauf_hier(
    url: str,
    *worte: str,
    pausen: Sequence[float] = (0, 0, 0),
    meldungen: io.StringIO | None = None,
    modul: Modul | None = None,
) -> Ausgang:
    """Ein Lauf in diesem Prozess, mit kurzen Pausen zwischen den Versuchen."""
    ausgabe = io.StringIO()
    meldungen = meldungen or io.StringIO()
    vorher = signal.getsignal(signal.SIGTERM)
    try:
        with (
            mock.patch.dict(os.environ, DATABASE_URL=url),
            mock.patch.object(sitzung, "PAUSEN", tuple(pausen)),
            contextlib.redirect_stdout(ausgabe),
            contextlib.redirect_stderr(meldungen),
        ):
            code = kodierung.ausfuehren(modul or Dubletten(), worte)
    except SystemExit as ende:
        code = int(ende.code or 0)
    finally:
        signal.signal(signal.SIGTERM, vorher)
    return Ausgang(code, ausgabe.getvalue(), meldungen.getvalue().splitlines())


class Hintergrund:
    """Ein Lauf im eigenen Prozess, neben dem der Test weiterarbeitet."""

    def __init__(self, url: str, *worte: str) -> None:
        umgebung = {k: v for k, v in os.environ.items() if not k.startswith("PG")}
        self.prozess = subprocess.Popen(
            [sys.executable, "dubletten.py", *worte],
            cwd=WURZEL,
            env=umgebung | {"DATABASE_URL": url, "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def ende(self) -> Ausgang:
        """Wartet, bis er endet."""
        ausgabe, meldungen = self.prozess.communicate(timeout=120)
        return Ausgang(self.prozess.returncode, ausgabe, meldungen.splitlines())

    def abbrechen(self) -> None:
        """Beendet ihn, falls er noch läuft."""
        self.prozess.kill()
        self.prozess.communicate()


class MitBestand(unittest.TestCase):
    """Ein Test mit eigener Datenbank."""

    satz = 0

    def setUp(self) -> None:
        self.url = bereiten(neue_datenbank(self.addCleanup), satz=self.satz)
        self.conn = psycopg.connect(self.url, autocommit=True)
        self.addCleanup(self.conn.close)

    def sql(self, text: str, *werte: Any) -> list[tuple[Any, ...]]:
        """Führt SQL aus; die Zeilen, falls es welche gibt."""
        zeiger = self.conn.execute(text.encode(), werte or None)
        return zeiger.fetchall() if zeiger.description else []

    def item(self, titel: str | None, haus: str = "abendpost", **rest: Any) -> int:
        """Fügt ein Item ein und liefert seine Kennung."""
        erfasst = rest.get("erfasst_am", ERFASST)
        werte = (haus, titel, rest.get("teaser"), rest.get("pubdate"), erfasst, erfasst)
        kennung: int = self.sql(EINFUEGEN, *werte)[0][0]
        return kennung

    def zeilen(self) -> list[tuple[Any, ...]]:
        """Alles, was in codings steht, bis auf die Uhrzeit."""
        return self.sql(ZEILEN)

    def lauf(self, *worte: str, ausgang: int = 0, **rest: Any) -> Ausgang:
        """Ein Lauf in diesem Prozess, der so enden muss, ohne Traceback."""
        ergebnis = lauf_hier(self.url, *worte, **rest)
        self.assertEqual(ergebnis.code, ausgang, ergebnis.meldungen)
        return ergebnis

    def neuaufbau(self) -> list[tuple[Any, ...]]:
        """Die Zeilen eines Backfills auf leerem codings; codings ist danach dieser Neuaufbau."""
        self.sql("truncate codings, coder_versionen, dubletten_vorgriff")
        self.lauf("--backfill")
        return self.zeilen()

    def im_hintergrund(self, *worte: str, url: str | None = None) -> Hintergrund:
        """Startet einen Lauf im eigenen Prozess."""
        lauf = Hintergrund(url or self.url, *worte)
        self.addCleanup(lauf.abbrechen)
        return lauf

    @contextlib.contextmanager
    def riegel(self, anweisung: str) -> Iterator[psycopg.Connection[Any]]:
        """Eine offene Transaktion, die etwas gesperrt hält: ein Lauf, der es braucht, wartet genau dort."""
        with psycopg.connect(self.url) as halter:
            halter.execute(anweisung.encode())
            yield halter

    def wartende_sitzung(self) -> int:
        """Wartet, bis ein Lauf an einer Sperre steht, und liefert die Nummer seiner Sitzung."""
        nummer: int = self._bis(lambda: self.sql(WARTENDE, SITZUNG))[0][0]
        return nummer

    def sitzungen_enden(self) -> None:
        """Wartet, bis der Server das Ende jedes Laufs bemerkt hat."""
        self._bis(lambda: not self.sql(SITZUNGEN, SITZUNG))

    def _bis(self, frage: Callable[[], Any]) -> Any:
        frist = time.monotonic() + 60
        while not (antwort := frage()):
            self.assertLess(time.monotonic(), frist, "darauf vergeblich gewartet")
            time.sleep(0.02)
        return antwort
