"""ortslexikon_laden.py und orte.py gegen eine echte Datenbank, mit dem mitgelieferten Verzeichnis."""

from __future__ import annotations

import csv
import hashlib
import json
import tempfile
import unittest
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

import psycopg

from beispiel import laden
from orte import Orte
from sitzung import SPERRE
from tests.basis import lauf, neue_datenbank
from tests.laeufe import SATZ, bereiten, lauf_hier

ERFASST = datetime(2026, 9, 7, 8, 5, tzinfo=UTC)
ZEILEN = """
select item_id, coder_version, eingabe_hash, konfidenz, nutzlast
from codings
where schicht = 'ort'
order by item_id
"""
UHREN = "select item_id, kodiert_am from codings where schicht = 'ort' order by item_id"
# Version und Abdruck der mitgelieferten Beispiele; wie in test_festhalten, aber mit kleinem Lexikon, damit eine neue
# Person darin nichts ändert. Weicht der Abdruck ab, obwohl die Version dieselbe ist, steigt REGELN in orte.py.
FESTGEHALTEN = ("orte-46da1e7ac9c4", "2463c9d98fcc8db4")

PERSONEN = """
insert into akteure (akteur, qid, typ, name) values (1, 'Q1', 'person', 'Klara Bergen');
insert into akteur_aliase (akteur, form, art, sprache, alltagswort) values (1, 'Klara Bergen', 'name', 'de', false);
insert into lexikon_stand (hash, bericht) values ('klein', '{}')
"""


def ausfuehren(url: str, *worte: str, ausgang: int = 0, env: Mapping[str, str] | None = None) -> Any:
    """Ein Skript, das so enden muss."""
    ergebnis = lauf(*worte, url=url, env=env)
    if ergebnis.returncode != ausgang:
        raise AssertionError(f"Ausgang {ergebnis.returncode}: {ergebnis.stderr}")
    return ergebnis


def zahlen(url: str, *worte: str, env: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Die Zusammenfassung eines Skripts als JSON."""
    werte: dict[str, Any] = json.loads(ausfuehren(url, *worte, "--json", env=env).stdout.splitlines()[-1])
    return werte


class MitVerzeichnis(unittest.TestCase):
    # Das Laden dauert Sekunden; alle Tests teilen eine Datenbank und ein Modul, das sein Verzeichnis behält.
    url: ClassVar[str] = ""
    geladen: ClassVar[dict[str, Any]]
    modul: ClassVar[Orte] = Orte()
    conn: psycopg.Connection[Any]

    @classmethod
    def setUpClass(cls) -> None:
        if not MitVerzeichnis.url:
            MitVerzeichnis.url = bereiten(neue_datenbank())
            MitVerzeichnis.geladen = zahlen(cls.url, "ortslexikon_laden.py")
            with psycopg.connect(cls.url, autocommit=True) as conn:
                conn.execute(PERSONEN.encode())
        cls.conn = psycopg.connect(cls.url, autocommit=True)
        cls.addClassCleanup(cls.conn.close)

    def orte(self, *worte: str) -> dict[str, Any]:
        """Ein Lauf von orte.py in diesem Prozess."""
        ende = lauf_hier(self.url, *worte, "--json", modul=self.modul)
        self.assertEqual(ende.code, 0, ende.meldungen)
        return ende.zahlen

    def setUp(self) -> None:
        self.sql("truncate raw_items, coder_versionen cascade")

    def sql(self, text: str, *werte: Any) -> list[tuple[Any, ...]]:
        zeiger = self.conn.execute(text.encode(), werte or None)
        return zeiger.fetchall() if zeiger.description else []

    def item(self, titel: str | None, teaser: str | None = None, erfasst: datetime = ERFASST) -> int:
        kennung: int = self.sql(
            "insert into raw_items (haus, titel, teaser, erfasst_am, slot)"
            " values ('abendpost', %s, %s, %s, date_bin('15 minutes', %s, '2000-01-01Z')) returning id",
            *(titel, teaser, erfasst, erfasst),
        )[0][0]
        return kennung


class Laden(MitVerzeichnis):
    def test_der_zweite_aufruf_aendert_nichts(self) -> None:
        stand = self.sql("select hash, geladen_am, mengen from orte_stand")
        zweiter = zahlen(self.url, "ortslexikon_laden.py")
        self.assertEqual((zweiter["neu"], zweiter["geaendert"], zweiter["entfernt"]), (0, 0, 0))
        self.assertEqual(zweiter["unveraendert"], self.geladen["neu"])
        self.assertEqual(self.sql("select hash, geladen_am, mengen from orte_stand"), stand)
        self.assertEqual(stand[0][0], self.geladen["hash"])

    def test_trocken_zaehlt_und_schreibt_nicht_und_der_naechste_stellt_her(self) -> None:
        self.sql("delete from ortsformen where ort = 'iso:UA'")
        self.sql("update orte set lat = 0 where ort = 'iso:UA'")
        for worte, weg in ((["--trocken"], 0), ([], 0)):
            werte = zahlen(self.url, "ortslexikon_laden.py", *worte)
            self.assertEqual((werte["geaendert"], werte["entfernt"]), (1, weg))
            self.assertGreater(werte["neu"], 10)
        self.assertEqual(self.sql("select count(*) from ortsformen"), [(self.geladen["mengen"]["ortsformen"],)])

    def test_falsche_dateien_aendern_nichts(self) -> None:
        with tempfile.TemporaryDirectory() as ordner:
            ende = ausfuehren(self.url, "ortslexikon_laden.py", "--ordner", ordner, ausgang=2)
        self.assertIn("orte.tsv", ende.stderr)
        self.assertTrue(ende.stderr.strip().endswith("Nichts geändert."))
        self.assertEqual(ende.stderr.count("\n"), 1)

    def test_ein_lauf_haelt_die_sperre(self) -> None:
        with psycopg.connect(self.url) as halter:
            halter.execute("select pg_advisory_lock(%s)", (SPERRE,))
            ende = ausfuehren(self.url, "ortslexikon_laden.py", ausgang=75)
        self.assertIn("ein Lauf arbeitet gerade", ende.stderr)


class Lauf(MitVerzeichnis):
    def test_jedes_item_bekommt_eine_zeile_und_der_zweite_lauf_ruehrt_keine_an(self) -> None:
        items = [
            self.item("Feuer in Frankfurt (Oder)", "Auch in Berlin brennt es."),
            self.item(None),
            self.item("Nichts los"),
            self.item("Unfall in Neustadt und Köln"),
        ]
        erster = self.orte("--backfill")
        self.assertEqual((erster["neu"], erster["aufgeloest"], erster["unaufgeloest"]), (4, 3, 1))
        zeilen = self.sql(ZEILEN)
        self.assertEqual([z[0] for z in zeilen], items)
        self.assertEqual([z[3] is None for z in zeilen], [False, True, True, False])
        uhren = self.sql(UHREN)
        zweiter = zahlen(self.url, "orte.py", "--backfill", env={"PYTHONHASHSEED": "7"})
        self.assertEqual((zweiter["neu"], zweiter["geaendert"], zweiter["unveraendert"]), (0, 0, 4))
        self.assertEqual(self.sql(UHREN), uhren)

    def test_slots_ergeben_dieselben_zeilen_wie_ein_backfill(self) -> None:
        for minuten in (0, 15, 30):
            self.item(f"Feuer in Bremen, Teil {minuten}", erfasst=ERFASST + timedelta(minutes=minuten))
        for minuten in (30, 0, 15):
            self.orte("--slot", (ERFASST + timedelta(minutes=minuten - 5)).isoformat())
        slotweise = self.sql(ZEILEN)
        self.sql("truncate codings, coder_versionen")
        zahlen(self.url, "orte.py", "--backfill", env={"PYTHONHASHSEED": "3"})
        self.assertEqual(self.sql(ZEILEN), slotweise)
        self.assertEqual(
            self.sql("select count(*) from codings c join eingabe_ort e using (item_id, eingabe_hash)"), [(3,)]
        )

    def test_personen_und_verzeichnis_stehen_in_der_coder_version(self) -> None:
        self.item("Bergen ruft")
        alt = self.orte("--backfill")["coder_version"]
        self.sql("update lexikon_stand set hash = 'andere Amtszeiten'")
        self.assertEqual(self.orte("--backfill")["coder_version"], alt)
        for aendern, zurueck in (
            (
                "update akteur_aliase set form = 'Klara Essen' where akteur = 1",
                "update akteur_aliase set form = 'Klara Bergen' where akteur = 1",
            ),
            ("update orte_stand set hash = 'x' || hash", "update orte_stand set hash = substr(hash, 2)"),
        ):
            self.sql(aendern)
            self.assertNotEqual(self.orte("--backfill")["coder_version"], alt)
            self.sql(zurueck)
        self.assertEqual(self.orte("--backfill")["coder_version"], alt)

    def test_die_sichten_zaehlen_nur_rolle_ort_und_zeigen_das_offene(self) -> None:
        eins = self.item("Feuer in Köln", "Kölner Feuerwehr in Köln, Unfall in Neustadt")
        self.item("Der Kreml, SPD Bremen, und Unfall in Neustadt")
        self.orte("--backfill")
        self.assertEqual(
            self.sql("select tag::text, ort_id, name, nennungen, items, haeuser from orte_je_tag"),
            [("2026-09-07", "ags:05315000", "Köln", 2, 1, 1)],
        )
        self.assertEqual(
            self.sql("select text, grund, nennungen, beispiele from orte_unaufgeloest"),
            [("Neustadt", "zusatz_noetig", 2, [eins, eins + 1])],
        )

    def test_die_stichprobe_beginnt_mit_den_zweifelhaften(self) -> None:
        self.item("Feuer in Köln")
        self.item("Feuer in Frankfurt")
        with tempfile.TemporaryDirectory() as ordner:
            ziel = Path(ordner) / "probe.csv"
            self.orte("--backfill", "--trocken", "--stichprobe", "1", "--ziel", str(ziel))
            zeilen = list(csv.DictReader(ziel.read_text(encoding="utf-8").splitlines()))
        self.assertEqual([z["methode"] for z in zeilen], ["einwohner_knapp"])
        self.assertIn("Frankfurt am Main, Hessen, Deutschland (ags:06412000)", zeilen[0]["aussage"])
        self.assertEqual(self.sql(ZEILEN), [])

    def test_eine_zeile_erklaert_sich(self) -> None:
        item = self.item("Feuer in Köln und Neustadt", "Mehr dazu.")
        self.orte("--backfill")
        nutzlast = self.sql(ZEILEN)[0][4]
        self.assertEqual(
            list(self.modul.erklaeren(self.conn, item, nutzlast)),
            [
                ("Titel", "Feuer in Köln und Neustadt"),
                ("Teaser", "Mehr dazu."),
                ("Ort", "'Köln' (titel 9–13, ort, Kandidaten: 1): ags:05315000, nur ein Ort heißt so, 0.95"),
                (
                    "Offen",
                    f"'Neustadt' (titel 18–26, ort, Kandidaten: {nutzlast['nennungen'][1]['kandidaten']}): "
                    "der Name meint ohne Zusatz nichts Bestimmtes",
                ),
            ],
        )


class Beispiele(MitVerzeichnis):
    def test_gleiche_version_gleiche_ergebnisse(self) -> None:
        laden.laden(self.conn, [SATZ])
        version = self.orte("--backfill")["coder_version"]
        zeilen = self.sql(ZEILEN)
        self.assertEqual(len(zeilen), self.sql("select count(*) from raw_items")[0][0])
        inhalt = [(hash_, nutzlast) for _, _, hash_, _, nutzlast in zeilen]
        abdruck = hashlib.sha256(json.dumps(inhalt, sort_keys=True).encode()).hexdigest()[:16]
        self.assertEqual((version, abdruck), FESTGEHALTEN)


class OhneVerzeichnis(unittest.TestCase):
    def test_was_fehlt_wird_genannt(self) -> None:
        url = bereiten(neue_datenbank(self.addCleanup))
        for befehl, vorbereiten in (
            ("ortslexikon_laden.py", "insert into orte_stand (hash, mengen) values ('x', '{}')"),
            ("lexikon_laden.py", ""),
        ):
            ende = ausfuehren(url, "orte.py", "--backfill", ausgang=2)
            self.assertIn(befehl, ende.stderr)
            self.assertEqual(ende.stderr.count("\n"), 1)
            if vorbereiten:
                with psycopg.connect(url, autocommit=True) as conn:
                    conn.execute(vorbereiten.encode())


if __name__ == "__main__":
    unittest.main()
