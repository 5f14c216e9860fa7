"""Revisionsläufe gegen eine echte Datenbank: Slots gleich Backfill, Wiederholung, geänderte Items, Sichten, Grenzen."""

from __future__ import annotations

import csv
import json
import tempfile
import unittest
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg

import revisionen
from revisionen import Revisionen
from tests.basis import braucht_daten, daten, lauf, neue_datenbank
from tests.laeufe import lauf_hier
from tests.vorbereitung import BEISPIEL, vorbereiten

ECHTE = "news/frontpage_2025-12-29_2026-01-01.jsonl.gz"
SLOT = datetime(2026, 9, 7, 8, tzinfo=UTC)

SLOTS = "select slot from raw_items union select slot from raw_item_versionen order by slot"
ZEILEN = """
select item_id, coder_version, eingabe_hash, konfidenz, nutzlast
from codings
where schicht = 'revision'
order by item_id
"""
UHREN = "select item_id, kodiert_am from codings where schicht = 'revision' order by item_id"


class MitRevisionen(unittest.TestCase):
    """Ein Test mit eigener Datenbank."""

    dateien: tuple[str, ...] = ()

    def setUp(self) -> None:
        self.url = vorbereiten(neue_datenbank(self.addCleanup), *self.dateien)
        self.conn = psycopg.connect(self.url, autocommit=True)
        self.addCleanup(self.conn.close)

    def sql(self, text: str, *werte: Any) -> list[tuple[Any, ...]]:
        zeiger = self.conn.execute(text.encode(), werte or None)
        return zeiger.fetchall() if zeiger.description else []

    def item(self, *titel: str | None, haus: str = "abendpost", beginn: datetime = SLOT) -> int:
        """Ein Item mit je einer Fassung im Abstand von 15 Minuten; ohne Titel eines ohne Fassungen."""
        kennung: int = self.sql(
            "insert into raw_items (haus, titel, erfasst_am, slot) values (%s, %s, %s, %s) returning id",
            *(haus, titel[0] if titel else None, beginn, beginn),
        )[0][0]
        for nummer, text in enumerate(titel, 1):
            self.fassung(kennung, nummer, text, beginn + (nummer - 1) * timedelta(minutes=15))
        return kennung

    def fassung(self, item: int, nummer: int, titel: str | None, am: datetime) -> None:
        self.sql("insert into raw_item_versionen values (%s, %s, %s, null, %s, %s)", item, nummer, titel, am, am)

    def lauf(self, *worte: str, ausgang: int = 0, **rest: Any) -> dict[str, Any]:
        ergebnis = lauf("revisionen.py", *worte, "--json", url=self.url, **rest)
        self.assertEqual(ergebnis.returncode, ausgang, ergebnis.stderr)
        zahlen: dict[str, Any] = json.loads(ergebnis.stdout.splitlines()[-1])
        return zahlen

    def slot(self, slot: datetime) -> dict[str, Any]:
        return self.lauf("--slot", slot.astimezone(UTC).isoformat())

    def zeilen(self) -> list[tuple[Any, ...]]:
        return self.sql(ZEILEN)

    def nutzlast(self, item: int) -> dict[str, Any]:
        wert: dict[str, Any] = self.sql("select nutzlast from codings where item_id = %s", item)[0][0]
        return wert

    def neuaufbau(self) -> list[tuple[Any, ...]]:
        self.sql("truncate codings, coder_versionen")
        self.lauf("--backfill")
        return self.zeilen()


class Slots(MitRevisionen):
    def alle_slots_gleich_backfill(self) -> None:
        """Slot-Läufe hier im Prozess: Hunderte eigener Prozesse dauerten zu lange."""
        for (slot,) in self.sql(SLOTS):
            ergebnis = lauf_hier(self.url, "--slot", slot.astimezone(UTC).isoformat(), modul=Revisionen())
            self.assertEqual(ergebnis.code, 0, ergebnis.meldungen)
        live = self.zeilen()
        zahlen = self.lauf("--backfill")
        self.assertEqual((zahlen["neu"], zahlen["geaendert"]), (0, 0))
        self.assertEqual(len(live), self.sql("select count(*) from raw_items")[0][0])
        self.assertEqual(self.neuaufbau(), live)


class Beispiel(Slots):
    dateien = (BEISPIEL,)

    def test_slots_nacheinander_gleich_backfill(self) -> None:
        self.alle_slots_gleich_backfill()

    def test_zweiter_lauf_ruehrt_nichts_an(self) -> None:
        erster = self.lauf("--backfill")
        self.assertEqual(erster["neu"], erster["items"])
        uhren = self.sql(UHREN)
        zweiter = self.lauf("--backfill")
        self.assertEqual((zweiter["neu"], zweiter["geaendert"], zweiter["unveraendert"]), (0, 0, erster["items"]))
        self.assertEqual(self.sql(UHREN), uhren)

    def test_hashseed_aendert_nichts(self) -> None:
        ergebnisse = []
        for seed in ("0", "1", "random"):
            self.sql("truncate codings, coder_versionen")
            self.lauf("--backfill", env={"PYTHONHASHSEED": seed})
            ergebnisse.append(self.sql("select item_id, nutzlast::text from codings order by item_id"))
        self.assertEqual(ergebnisse[0], ergebnisse[1])
        self.assertEqual(ergebnisse[0], ergebnisse[2])

    def test_sichten_zaehlen_was_in_den_zeilen_steht(self) -> None:
        zahlen = self.lauf("--backfill")
        summen = self.sql(
            "select sum(items), sum(revidiert), sum(formal), sum(zurueckgenommen) from revisionen_je_haus"
        )
        gezaehlt = (zahlen["items"], zahlen["revidiert"], zahlen["formal"], zahlen["zurueckgenommen"])
        self.assertEqual(tuple(map(int, summen[0])), gezaehlt)
        self.assertGreater(gezaehlt[1], 0)
        for haus, items, revidiert, ohne_ticker, ohne_beides, anteil in self.sql(
            "select haus, items, revidiert, revidiert_ohne_ticker, revidiert_ohne_fortschreibung, anteil"
            " from revisionen_je_haus"
        ):
            with self.subTest(haus):
                self.assertLessEqual(ohne_beides, ohne_ticker)
                self.assertLessEqual(ohne_ticker, revidiert)
                self.assertAlmostEqual(float(anteil), revidiert / items, places=4)
        self.assertTrue(self.sql("select 1 from revisionen_pendelnd where art = 'zurueckgenommen'"))

    def test_trocken_schreibt_nichts_und_legt_die_stichprobe_ab(self) -> None:
        with tempfile.TemporaryDirectory() as ordner:
            ziel = Path(ordner, "probe.csv")
            self.lauf("--backfill", "--trocken", "--stichprobe", "20", "--ziel", str(ziel))
            with ziel.open(encoding="utf-8", newline="") as datei:
                probe = list(csv.DictReader(datei))
        self.assertEqual(self.zeilen(), [])
        self.assertEqual(len(probe), 20)
        self.assertNotIn("unveraendert", {zeile["methode"] for zeile in probe})
        self.assertTrue(all(zeile["text_a"] != zeile["text_b"] for zeile in probe))


@braucht_daten(ECHTE)
class Echte(Slots):
    def test_slots_nacheinander_gleich_backfill(self) -> None:
        ergebnis = lauf("beispiel/laden.py", daten(ECHTE), url=self.url)
        self.assertEqual(ergebnis.returncode, 0, ergebnis.stderr)
        self.alle_slots_gleich_backfill()


class Lauf(MitRevisionen):
    def test_slot_rechnet_items_mit_neuer_fassung_und_nur_sie(self) -> None:
        geaendert = self.item("Brücke gesperrt", "Brücke bis Mai gesperrt")
        anderes = self.item("Fähre fährt wieder")
        self.slot(SLOT)
        # Die Zeile spiegelt alle vorhandenen Fassungen, auch die spätere.
        self.assertEqual(self.nutzlast(geaendert)["art"], "erweiterung")
        self.fassung(anderes, 2, "Fähre fährt wieder nicht", SLOT + timedelta(minutes=30))
        zahlen = self.slot(SLOT + timedelta(minutes=30))
        self.assertEqual((zahlen["items"], zahlen["geaendert"]), (1, 1))
        self.assertEqual(self.nutzlast(anderes)["kennzeichen"], ["verneinung"])
        self.assertEqual(self.slot(SLOT + timedelta(hours=5))["items"], 0)
        live = self.zeilen()
        self.assertEqual(self.neuaufbau(), live)

    def test_spaet_eintreffende_fassung_mit_frueherer_nummer(self) -> None:
        item = self.item("Brücke gesperrt")
        self.fassung(item, 3, "Brücke bis Mai gesperrt", SLOT + timedelta(minutes=30))
        self.lauf("--backfill")
        self.assertEqual(self.nutzlast(item)["luecken"], [2])
        self.fassung(item, 2, "Tunnel gesperrt", SLOT + timedelta(minutes=45))
        self.slot(SLOT + timedelta(minutes=45))
        self.assertEqual(self.nutzlast(item)["luecken"], [])
        self.assertEqual(self.nutzlast(item)["hinweise"], ["zeit_ruecklaeufig"])
        live = self.zeilen()
        self.assertEqual(self.neuaufbau(), live)

    def test_ohne_fassungen_gilt_der_titel_des_items(self) -> None:
        item = self.item()
        self.sql("update raw_items set titel = 'Brücke gesperrt' where id = %s", item)
        self.lauf("--backfill")
        vorher = self.sql("select eingabe_hash, nutzlast from codings")
        self.assertEqual((vorher[0][1]["art"], vorher[0][1]["fassungen"]), ("unveraendert", 1))
        # Ein Ingest, der raw_items überschreibt: der Hash ändert sich, und der Slot-Lauf findet es.
        self.sql("update raw_items set titel = 'Liveticker: Brücke gesperrt' where id = %s", item)
        self.assertEqual(self.slot(SLOT)["geaendert"], 1)
        nachher = self.sql("select eingabe_hash, nutzlast from codings")
        self.assertNotEqual(vorher[0][0], nachher[0][0])
        self.assertTrue(nachher[0][1]["ticker_markiert"])

    def test_jedes_item_bekommt_eine_zeile_auch_ohne_titel(self) -> None:
        ids = [self.item(None), self.item(""), self.item("+++", "!!!"), self.item(None, "Brücke gesperrt")]
        self.assertEqual(self.lauf("--backfill")["neu"], 4)
        arten = [self.nutzlast(i)["art"] for i in ids]
        self.assertEqual(arten, ["unveraendert", "unveraendert", "formal", "erweiterung"])
        self.assertEqual(self.sql("select count(*) from codings where konfidenz is not null"), [(0,)])

    def test_kein_volltext_auch_bei_langen_titeln_und_vielen_fassungen(self) -> None:
        lang = self.item("kurz", " ".join(f"{'wort' * 60}{i}" for i in range(500)))
        viele = self.item(*(f"Ticker: Stand {'abcdefgh'[i % 8] * 9} um {i}" for i in range(700)))
        zahlen = self.lauf("--backfill")
        self.assertEqual((zahlen["neu"], zahlen["fehler"]), (2, 0))
        nutzlast = self.nutzlast(lang)
        self.assertTrue(nutzlast["gekappt"])
        self.assertEqual(len(nutzlast["hinzu"]), 12)
        self.assertEqual(self.nutzlast(viele)["fassungen"], 700)
        self.assertIn("schritte_gekappt", self.nutzlast(viele)["hinweise"])

    def test_liest_nur(self) -> None:
        self.item("Brücke gesperrt", "Brücke frei")
        vorher = self.sql("select r::text, v::text from raw_items r join raw_item_versionen v on v.item_id = r.id")
        self.lauf("--backfill")
        nachher = self.sql("select r::text, v::text from raw_items r join raw_item_versionen v on v.item_id = r.id")
        self.assertEqual(vorher, nachher)

    def test_hilfe_und_falscher_aufruf(self) -> None:
        self.assertIn("--stichprobe", lauf("revisionen.py", "--help").stdout)
        ergebnis = lauf("revisionen.py", "--slot", "2026-09-07T08:07", url=self.url)
        self.assertEqual(ergebnis.returncode, 2)
        self.assertEqual(len(ergebnis.stderr.strip().splitlines()), 1)


class SlotIndex(MitRevisionen):
    def test_slot_laedt_ueber_indizes(self) -> None:
        self.sql(
            "insert into raw_items (id, haus, titel, erfasst_am, slot)"
            " select n, 'haus', 'Titel', %s, date_bin('15 min', %s + n * interval '5 s', '2000-01-01Z')"
            " from generate_series(1, 100000) n",
            *(SLOT, SLOT),
        )
        self.sql("insert into raw_item_versionen select id, 1, titel, null, erfasst_am, slot from raw_items")
        self.sql("analyze raw_items, raw_item_versionen")
        abfrage = revisionen.ITEMS_DES_SLOTS.replace("%(slot)s", "'2026-09-08T08:00Z'")
        plan = "\n".join(zeile for (zeile,) in self.sql(f"explain {abfrage}"))
        self.assertIn("raw_item_versionen_slot", plan)
        self.assertNotIn("Seq Scan", plan)


if __name__ == "__main__":
    unittest.main()
