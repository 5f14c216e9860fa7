"""Tonalitätsläufe gegen eine echte Datenbank: Slots gleich Backfill, Wiederholung, Namen, Lexika, Sicht, Grenzen."""

from __future__ import annotations

import csv
import json
import tempfile
import unittest
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg

from tests.basis import lauf, neue_datenbank
from tests.laeufe import lauf_hier
from tests.vorbereitung import BEISPIEL, vorbereiten
from tonalitaet import Tonalitaet

SLOT = datetime(2026, 9, 7, 8, tzinfo=UTC)
SLOTS = "select distinct slot from raw_items order by slot desc"
ZEILEN = """
select item_id, coder_version, eingabe_hash, konfidenz, nutzlast
from codings
where schicht = 'tonalitaet'
order by item_id, coder_version
"""
UHREN = "select item_id, kodiert_am from codings where schicht = 'tonalitaet' order by item_id"
EINFUEGEN = "insert into raw_items (haus, titel, teaser, erfasst_am, slot) values (%s, %s, %s, %s, %s) returning id"


class MitTon(unittest.TestCase):
    """Ein Test mit eigener Datenbank."""

    dateien: tuple[str, ...] = ()

    def setUp(self) -> None:
        self.url = vorbereiten(neue_datenbank(self.addCleanup), *self.dateien)
        self.conn = psycopg.connect(self.url, autocommit=True)
        self.addCleanup(self.conn.close)

    def sql(self, text: str, *werte: Any) -> list[tuple[Any, ...]]:
        zeiger = self.conn.execute(text.encode(), werte or None)
        return zeiger.fetchall() if zeiger.description else []

    def item(self, titel: str | None, teaser: str | None = None, haus: str = "abendpost", am: datetime = SLOT) -> int:
        kennung: int = self.sql(EINFUEGEN, haus, titel, teaser, am, am)[0][0]
        return kennung

    def lauf(self, *worte: str, ausgang: int = 0) -> dict[str, Any]:
        ergebnis = lauf_hier(self.url, *worte, "--json", modul=Tonalitaet())
        self.assertEqual(ergebnis.code, ausgang, ergebnis.meldungen)
        return ergebnis.zahlen if ausgang == 0 else {"meldungen": ergebnis.meldungen}

    def klasse(self, item: int) -> str:
        wert: str = self.sql(
            "select nutzlast #>> '{titel,klasse}' from codings_aktuell where item_id = %s and schicht = 'tonalitaet'",
            item,
        )[0][0]
        return wert


class Beispiele(MitTon):
    dateien = (BEISPIEL,)

    def test_slots_enden_wie_ein_backfill(self) -> None:
        zahlen = self.lauf("--backfill")
        self.assertEqual(zahlen["neu"], zahlen["items"])
        zeilen, uhren = self.sql(ZEILEN), self.sql(UHREN)
        wieder = self.lauf("--backfill")
        self.assertEqual((wieder["neu"], wieder["geaendert"]), (0, 0))
        self.assertEqual(self.sql(UHREN), uhren)
        self.sql("truncate codings, coder_versionen cascade")
        modul = Tonalitaet()
        for (slot,) in self.sql(SLOTS)[:40]:
            ausgang = lauf_hier(self.url, "--slot", f"{slot.astimezone(UTC):%Y-%m-%dT%H:%M}", modul=modul)
            self.assertEqual(ausgang.code, 0, ausgang.meldungen)
        in_slots = self.sql(ZEILEN)
        self.assertTrue(in_slots)
        nach_item = {zeile[0]: zeile for zeile in zeilen}
        self.assertEqual(in_slots, [nach_item[zeile[0]] for zeile in in_slots])
        self.lauf("--backfill")
        self.assertEqual(self.sql(ZEILEN), zeilen)

    def test_im_eigenen_prozess_mit_anderem_hashseed_bitgleich(self) -> None:
        self.lauf("--backfill")
        zeilen = self.sql(ZEILEN)
        ergebnis = lauf("tonalitaet.py", "--backfill", "--json", url=self.url, env={"PYTHONHASHSEED": "7"})
        self.assertEqual(ergebnis.returncode, 0, ergebnis.stderr)
        self.assertEqual(json.loads(ergebnis.stdout)["geaendert"], 0)
        self.assertEqual(self.sql(ZEILEN), zeilen)

    def test_stichprobe_die_schwaechsten_zuerst(self) -> None:
        with tempfile.TemporaryDirectory() as ordner:
            ziel = Path(ordner, "probe 1.csv")
            self.lauf("--backfill", "--trocken", "--stichprobe", "30", "--ziel", str(ziel))
            with ziel.open(encoding="utf-8", newline="") as datei:
                zeilen = list(csv.DictReader(datei))
        self.assertEqual(len(zeilen), 30)
        angaben = [json.loads(z["angaben"]) for z in zeilen]
        staerken = [abs(float(a["Summe"])) / len(a["Tonwörter"].split("; ")) for a in angaben]
        self.assertEqual(staerken, sorted(staerken))
        self.assertEqual(self.sql(ZEILEN), [])


class Laeufe(MitTon):
    def test_jedes_item_hat_eine_zeile_auch_ohne_text(self) -> None:
        ids = [self.item(None), self.item(""), self.item("Steg"), self.item("Streit", "Erfolg am Ufer")]
        self.assertEqual(self.lauf("--backfill")["items"], 4)
        felder = [(n["titel"]["klasse"], n["teaser"]["klasse"]) for *_, n in self.sql(ZEILEN)]
        ohne = ("ohne_treffer", "ohne_treffer")
        self.assertEqual(felder, [ohne, ohne, ohne, ("negativ", "positiv")])
        self.assertEqual([zeile[0] for zeile in self.sql(ZEILEN)], ids)

    def test_geaenderter_titel_oder_teaser_wird_neu_gerechnet(self) -> None:
        item = self.item("Streit am Steg")
        self.lauf("--backfill")
        for spalte in ("titel", "teaser"):
            self.sql(f"update raw_items set {spalte} = 'Erfolg am Steg' where id = %s", item)
            self.assertEqual(self.lauf("--slot", "2026-09-07T08:00")["geaendert"], 1)
        self.sql("update raw_items set url = 'https://example.org/' where id = %s", item)
        self.assertEqual(self.lauf("--backfill")["unveraendert"], 1)

    def test_kein_volltext(self) -> None:
        self.item("Streit und " * 20_000, "x" * 100_000 + "-Streit")
        self.assertEqual(self.lauf("--backfill")["neu"], 1)

    def test_boeses_ergibt_eine_zeile(self) -> None:
        for text in (
            "\ud83d\ude00 Streit",
            "<b>Streit</b>",
            "&amp;quot;Streit&amp;quot;",
            "Str\u00adeit",
            "-",
            "''''",
            "Ä-",
        ):
            self.item(text.encode("utf-16", "surrogatepass").decode("utf-16"))
        self.assertEqual(self.lauf("--backfill")["fehler"], 0)
        treffer = [n["titel"]["klasse"] for *_, n in self.sql(ZEILEN)]
        self.assertEqual(treffer, ["negativ"] * 4 + ["ohne_treffer"] * 3)

    def test_eigenes_lexikon_hat_eigene_version_und_verdeckt_nichts(self) -> None:
        item = self.item("Matsch am Steg")
        vorgabe = self.lauf("--backfill")["coder_version"]
        with tempfile.TemporaryDirectory() as ordner:
            datei = Path(ordner, "mein lexikon.tsv")
            datei.write_text("matsch\t-1\n", encoding="utf-8")
            eigene = self.lauf("--backfill", "--tonlexikon", str(datei))
        self.assertNotEqual(eigene["coder_version"], vorgabe)
        self.assertEqual(eigene["titel_negativ"], 1)
        self.assertEqual(self.klasse(item), "ohne_treffer")
        self.assertEqual(len(self.sql(ZEILEN)), 2)

    def test_unlesbares_lexikon_ist_eine_zeile(self) -> None:
        with tempfile.TemporaryDirectory() as ordner:
            falsch = Path(ordner, "falsch.tsv")
            falsch.write_text("steg\tsehr gut\n", encoding="utf-8")
            for datei in (falsch, Path(ordner, "fehlt.tsv"), Path(ordner)):
                with self.subTest(datei.name):
                    meldungen = self.lauf("--backfill", "--tonlexikon", str(datei), ausgang=2)["meldungen"]
                    self.assertEqual(len(meldungen), 1)
                    self.assertIn(str(datei), meldungen[0])

    def test_umgebung_setzt_die_vorgabe(self) -> None:
        ergebnis = lauf("tonalitaet.py", "--backfill", url=self.url, env={"WURZELWERK_TONLEXIKON": "/nirgends.tsv"})
        self.assertEqual((ergebnis.returncode, len(ergebnis.stderr.splitlines())), (2, 1))
        self.assertIn("/nirgends.tsv", ergebnis.stderr)

    def test_namen_aus_den_tabellen(self) -> None:
        streit, ufer = self.item("Hilde Streit im Rat"), self.item("Bus nach Frohenau")
        ohne = self.lauf("--backfill")["coder_version"]
        self.assertEqual(self.klasse(streit), "negativ")
        self.sql("insert into akteure values (1, 'Q1', 'person', 'Ada Muster'), (2, 'Q2', 'person', 'Hilde Streit')")
        self.sql("insert into akteur_aliase values (1, 'Ada Muster', 'name', 'de', false)")
        leer = self.lauf("--backfill")["coder_version"]
        self.assertNotEqual(leer, ohne, "ein geladenes Lexikon ist etwas anderes als keines")
        self.sql("insert into akteur_aliase values (2, 'Hilde Streit', 'name', 'de', false)")
        voll = self.lauf("--backfill")["coder_version"]
        self.assertEqual(self.klasse(streit), "ohne_treffer")
        self.sql("insert into orte (ort, name, art, deutsch) values ('gn:1', 'Frohenau', 'stadt', true)")
        self.sql("insert into ortsformen values ('gn:1', 'Frohenau', 'name')")
        self.assertEqual(self.lauf("--backfill")["coder_version"], voll, "ein Name ohne Tonwort ändert nichts")
        self.assertEqual(self.klasse(ufer), "ohne_treffer")
        komponenten = self.sql("select komponenten from coder_versionen where coder_version = %s", ohne)[0][0]
        self.assertIsNone(komponenten["namen"])

    def test_erklaeren_nennt_text_klasse_und_jeden_treffer(self) -> None:
        item = self.item("Kein Streit am Steg", "Zwei Tote")
        self.lauf("--backfill")
        zeilen = list(Tonalitaet().erklaeren(self.conn, item, self.sql(ZEILEN)[0][4]))
        self.assertEqual(
            zeilen,
            [
                ("Titel", "Kein Streit am Steg"),
                ("Wortton", "positiv, Summe +0.50"),
                ("Treffer", "Streit (Streit) +0.50, form+verneinung"),
                ("Teaser", "Zwei Tote"),
                ("Wortton", "ohne_treffer, Summe +0.00, Thema tod"),
            ],
        )


class Sicht(MitTon):
    def test_je_haus_und_woche_mit_intervall(self) -> None:
        montag, sonntag = datetime(2026, 9, 6, 22, tzinfo=UTC), datetime(2026, 9, 6, 21, 45, tzinfo=UTC)
        for titel in ("Streit", "Angriff", "Erfolg", "Kampf gegen Betrug", "Steg", "Krieg", None):
            self.item(titel, am=montag)
        self.item("Streit", am=sonntag)
        self.item("Steg", haus="morgenpost", am=montag)
        self.lauf("--backfill")
        abfrage = """
        select woche::text, haus, n, negativ, positiv, gemischt, ohne_treffer, nur_thema,
               anteil_negativ::float, negativ_von::float, negativ_bis::float, anteil_ohne_treffer::float
        from tonalitaet_je_haus
        order by woche, haus
        """
        self.assertEqual(
            self.sql(abfrage),
            [
                ("2026-08-31", "abendpost", 1, 1, 0, 0, 0, 0, 1.0, 0.2065, 1.0, 0.0),
                # 2 von 6 nach Wilson, gegen eine Tafel gerechnet: 0,0968 bis 0,7000
                ("2026-09-07", "abendpost", 6, 2, 1, 1, 2, 1, 0.3333, 0.0968, 0.7, 0.3333),
                ("2026-09-07", "morgenpost", 1, 0, 0, 0, 1, 0, 0.0, 0.0, 0.7935, 1.0),
            ],
        )


if __name__ == "__main__":
    unittest.main()
