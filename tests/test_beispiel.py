"""Ingest-Schema und Lader gegen ein echtes PostgreSQL; was der Satz verspricht, prüft test_beispielsatz."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
import unittest
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo

from beispiel.zeilen import ZEILE_MAX, Zeilenfehler, zeile_lesen
from tests.basis import WURZEL, daten, lauf, neue_datenbank

LADEN = "beispiel/laden.py"
SCHEMA = WURZEL / "beispiel" / "ingest-schema.sql"
SATZ = WURZEL / "beispiel" / "raw_items.jsonl"
ERFASST = "2026-09-07T08:05:09+00:00"
ITEMS = "select haus, guid, titel, teaser from raw_items order by id"
FASSUNGEN = "select item_id, fassung, titel from raw_item_versionen order by item_id, fassung"


def meldung(guid: Any = "a-1", **felder: Any) -> dict[str, Any]:
    """Eine gültige Meldung; ``felder`` ersetzt oder ergänzt."""
    return {
        "haus": "abendpost", "guid": guid, "titel": "Brücke frei", "teaser": None, "erfasst_am": ERFASST,
    } | felder  # fmt: skip


def fassung(nummer: Any, titel: str | None, erfasst_am: Any = ERFASST) -> dict[str, Any]:
    """Eine Fassung, wie sie in einer Zeile steht."""
    return {"fassung": nummer, "titel": titel, "teaser": None, "erfasst_am": erfasst_am}


class Leer(unittest.TestCase):
    """Ein Test mit eigener, leerer Datenbank und eigenem Ordner."""

    def setUp(self) -> None:
        self.url = neue_datenbank(self.addCleanup)
        ordner = tempfile.TemporaryDirectory(prefix="wurzelwerk laden ")
        self.addCleanup(ordner.cleanup)
        self.ordner = Path(ordner.name)

    def datei(self, *zeilen: object, name: str = "meldungen.jsonl") -> Path:
        """Schreibt Zeilen; Text und Bytes bleiben, wie sie sind, alles andere wird JSON."""
        inhalt = b"".join(
            (z if isinstance(z, bytes) else (z if isinstance(z, str) else json.dumps(z)).encode()) + b"\n"
            for z in zeilen
        )
        pfad = self.ordner / name
        pfad.write_bytes(gzip.compress(inhalt) if name.endswith(".gz") else inhalt)
        return pfad

    def laden(self, *argumente: str | Path, ausgang: int = 0) -> subprocess.CompletedProcess[str]:
        """Ruft den Lader auf; kein Ausgang darf einen Traceback zeigen."""
        ergebnis = lauf(LADEN, *argumente, url=self.url)
        self.assertEqual(ergebnis.returncode, ausgang, ergebnis.stderr)
        self.assertNotIn("Traceback", ergebnis.stderr)
        return ergebnis

    def bilanz(self, *argumente: str | Path, ausgang: int = 0) -> dict[str, Any]:
        """Wie ``laden``, mit der Bilanz als Wörterbuch."""
        ergebnis: dict[str, Any] = json.loads(self.laden("--json", *argumente, ausgang=ausgang).stdout)
        return ergebnis

    def abfragen(self, text: str) -> list[tuple[Any, ...]]:
        """Die Zeilen einer Abfrage."""
        with psycopg.connect(self.url, autocommit=True) as verbindung:
            return verbindung.execute(text.encode()).fetchall()

    def ausfuehren(self, text: str | bytes) -> None:
        """Führt SQL ohne Ergebnis aus."""
        with psycopg.connect(self.url, autocommit=True) as verbindung:
            verbindung.execute(text if isinstance(text, bytes) else text.encode())


class Schema(Leer):
    """Das Ingest-Schema."""

    def test_zweimal_anwenden_aendert_nichts_und_alles_ist_kommentiert(self) -> None:
        self.ausfuehren(SCHEMA.read_bytes())
        self.ausfuehren(SCHEMA.read_bytes())
        ohne = self.abfragen(
            "select c.relname, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid"
            " where c.relname in ('raw_items', 'raw_item_versionen', 'codings') and a.attnum >= 0"
            " and not a.attisdropped and col_description(c.oid, a.attnum) is null"
        )
        self.assertEqual(ohne, [])
        tabellen = self.abfragen(
            "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
            " and obj_description(oid) is not null order by relname"
        )
        self.assertEqual(tabellen, [("codings",), ("raw_item_versionen",), ("raw_items",)])

    def test_schema_ohne_datei_legt_nur_an(self) -> None:
        self.assertTrue(self.laden("--schema").stdout.startswith("laden: 0 Zeilen, neu 0,"))
        self.assertEqual(self.abfragen("select count(*) from codings"), [(0,)])

    def test_nach_den_migrationen_bleibt_codings_wie_es_ist(self) -> None:
        def stand() -> list[tuple[Any, ...]]:
            return self.abfragen(
                "select a.attname, format_type(a.atttypid, a.atttypmod), col_description(a.attrelid, a.attnum),"
                " obj_description(a.attrelid) from pg_attribute a"
                " where a.attrelid = 'codings'::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum"
            )

        self.laden("--schema", SATZ)
        self.assertEqual([name for name, *_ in stand()], ["item_id", "coder_version", "nutzlast", "kodiert_am"])
        self.assertEqual(lauf("migrieren.py", url=self.url).returncode, 0)
        vorher = stand()
        self.assertIn("schicht", [name for name, *_ in vorher])
        self.assertEqual(self.bilanz("--schema", SATZ)["neu"], 0)
        self.ausfuehren(SCHEMA.read_bytes())
        self.assertEqual(stand(), vorher)

    def test_ohne_tabellen_hinweis_auf_schema(self) -> None:
        ergebnis = self.laden(self.datei(meldung()), ausgang=2)
        self.assertEqual(len(ergebnis.stderr.splitlines()), 1)
        self.assertIn("raw_items", ergebnis.stderr)
        self.assertIn("--schema", ergebnis.stderr)


class Lader(Leer):
    """Was aus Zeilen wird."""

    def setUp(self) -> None:
        super().setUp()
        self.ausfuehren(SCHEMA.read_bytes())

    def test_zweimal_laden_aendert_nichts(self) -> None:
        erste = self.laden(SATZ).stdout.splitlines()[-1]
        muster = r"laden: (\d+) Zeilen, neu \1, vorhanden 0, Fassungen neu \d+, ersetzt 0, fehlerhaft 0, \d+,\d s"
        self.assertRegex(erste, f"^{muster}$")
        vorher = self.abfragen("select * from raw_items order by id"), self.abfragen(FASSUNGEN)
        zweite = self.bilanz(SATZ)
        self.assertEqual((zweite["neu"], zweite["fassungen_neu"]), (0, 0))
        self.assertEqual(zweite["vorhanden"], zweite["zeilen"])
        self.assertEqual((self.abfragen("select * from raw_items order by id"), self.abfragen(FASSUNGEN)), vorher)

    def test_alle_felder_kommen_an(self) -> None:
        felder = {
            "feed": "politik", "url": "https://a.example/1", "teaser": "Kurz.", "volltext": "Lang.", "sprache": "de",
        }  # fmt: skip
        self.laden(self.datei(meldung(pubdate="Mon, 07 Sep 2026 09:30:00 +0200", unbekannt={"x": [1]}, **felder)))
        (zeile,) = self.abfragen(
            "select haus, feed, guid, url, titel, teaser, volltext, sprache, pubdate, erfasst_am, slot from raw_items"
        )
        zeiten = (
            datetime(2026, 9, 7, 7, 30, tzinfo=UTC),
            datetime(2026, 9, 7, 8, 5, 9, tzinfo=UTC),
            datetime(2026, 9, 7, 8, 0, tzinfo=UTC),
        )
        texte = ("abendpost", "politik", "a-1", "https://a.example/1", "Brücke frei", "Kurz.", "Lang.", "de")
        self.assertEqual(zeile, texte + zeiten)

    def test_pubdate_in_fremder_form_oder_unbrauchbar(self) -> None:
        faelle = {
            "07.09.2026, 10:00 Uhr": datetime(2026, 9, 7, 8, tzinfo=UTC),
            "2026-09-07 10:00:00": datetime(2026, 9, 7, 8, tzinfo=UTC),
            "2026-09-07T08:00:00Z": datetime(2026, 9, 7, 8, tzinfo=UTC),
            "0001-01-01T00:00:00Z": None,
            "2027-01-01T00:00:00Z": datetime(2027, 1, 1, tzinfo=UTC),
            "9999-12-31T23:59:59Z": None,
            "infinity": None,
            "": None,
        }
        self.laden(self.datei(*(meldung(f"p-{n}", pubdate=roh) for n, roh in enumerate(faelle))))
        self.assertEqual(
            self.abfragen("select pubdate from raw_items order by id"), [(zeit,) for zeit in faelle.values()]
        )

    def test_nummern_folgen_der_datei_auch_ueber_stapel_hinweg(self) -> None:
        anzahl = 12_000
        self.laden(self.datei(*(meldung(f"n-{n:05}" if n % 3 else None, titel=f"t{n:05}") for n in range(anzahl))))
        titel = [wert for (wert,) in self.abfragen("select titel from raw_items order by id")]
        self.assertEqual(titel, [f"t{n:05}" for n in range(anzahl)])

    def test_gz_und_bom_und_gz_ohne_endung(self) -> None:
        gepackt = self.datei(meldung("g-1"), name="a.jsonl.gz")
        self.assertEqual(self.bilanz(gepackt)["neu"], 1)
        self.assertEqual(self.bilanz(gepackt.rename(self.ordner / "b"))["neu"], 0)
        self.assertEqual(self.bilanz(self.datei(b"\xef\xbb\xbf" + json.dumps(meldung("g-2")).encode()))["neu"], 1)

    def test_schlechte_zeilen_mit_nummer_und_grund_der_rest_geladen(self) -> None:
        faelle: tuple[tuple[object, str], ...] = (
            ('{"haus": "abendpost"', "kein gültiges JSON"),
            ("[" * 100_000, "kein gültiges JSON"),
            ("[1, 2]", "kein JSON-Objekt"),
            ("null", "kein JSON-Objekt"),
            (meldung(haus=None), "haus fehlt"),
            (meldung(haus="  "), "haus fehlt"),
            (meldung(haus=7), "haus ist kein Text"),
            (meldung(titel=["Brücke"]), "titel ist kein Text"),
            (meldung(guid=12), "guid ist kein Text"),
            (meldung(pubdate=1788000000), "pubdate ist kein Text"),
            (meldung(guid="x" * 3000), "guid"),
            (meldung(erfasst_am=None), "erfasst_am fehlt"),
            (meldung(erfasst_am="2026-09-07T08:05:09"), "Zeitzone"),
            (meldung(erfasst_am="gestern"), "ISO 8601"),
            (meldung(erfasst_am="0001-01-01T00:00:00+05:00"), "ISO 8601"),
            (meldung(erfasst_am=1788000000), "erfasst_am ist kein Text"),
            (meldung(fassungen={"1": "a"}), "fassungen ist keine Liste"),
            (meldung(fassungen=["a"]), "fassungen[1] ist kein JSON-Objekt"),
            (meldung(fassungen=[fassung(0, "a")]), "ganze Zahl ab 1"),
            (meldung(fassungen=[fassung(True, "a")]), "ganze Zahl ab 1"),
            (meldung(fassungen=[fassung(1, "a"), fassung(1, "b")]), "steht zweimal"),
            (meldung(fassungen=[fassung(1, "a"), fassung(2, "b", None)]), "fassungen[2]: erfasst_am fehlt"),
        )
        zeilen: list[object] = [meldung("gut-1"), "", *(roh for roh, _ in faelle), meldung("gut-2")]
        pfad = self.datei(*zeilen)
        ergebnis = self.laden(pfad, ausgang=1)
        meldungen = ergebnis.stderr.splitlines()
        self.assertEqual(len(meldungen), len(faelle))
        for nummer, ((_, grund), text) in enumerate(zip(faelle, meldungen, strict=True), start=3):
            self.assertTrue(text.startswith(f"{pfad}:{nummer}: "), text)
            self.assertIn(grund, text)
        self.assertIn(f"fehlerhaft {len(faelle)}", ergebnis.stdout)
        self.assertEqual(self.abfragen("select guid from raw_items order by id"), [("gut-1",), ("gut-2",)])

    def test_nul_und_surrogate_werden_ersetzt_die_nachbarn_bleiben(self) -> None:
        pfad = self.datei(
            meldung("a", titel="vorher"),
            r'{"haus":"abendpost","guid":"b\u0000","titel":"Emoji \ud83d allein","erfasst_am":"' + ERFASST + '"}',
            meldung("c", titel="nachher", fassungen=[fassung(1, "nach\x00her"), fassung(2, "nachher 😀")]),
        )
        ergebnis = self.laden(pfad)
        self.assertIn("ersetzt 3,", ergebnis.stdout)
        self.assertIn(f"{pfad}:2: 2 unzulässige Zeichen", ergebnis.stderr)
        titel = [(guid, titel) for _, guid, titel, _ in self.abfragen(ITEMS)]
        self.assertEqual(titel, [("a", "vorher"), ("b\ufffd", "Emoji \ufffd allein"), ("c", "nachher")])
        self.assertEqual(self.abfragen(FASSUNGEN)[-2:], [(3, 1, "nach\ufffdher"), (3, 2, "nachher 😀")])
        self.assertEqual(self.bilanz(pfad)["neu"], 0)

    def test_ohne_guid_zaehlt_was_die_meldung_sonst_ausmacht(self) -> None:
        gleich = meldung(None, url="https://a.example/1")
        verschieden = [
            gleich | {"titel": "Brücke zu"},
            gleich | {"url": None},
            gleich | {"titel": None},
            gleich | {"haus": "morgenblatt"},
            gleich | {"erfasst_am": "2026-09-07T08:20:09+00:00"},
            gleich | {"guid": " "},
        ]
        pfad = self.datei(gleich, gleich, *verschieden)
        self.assertEqual(self.bilanz(pfad)["neu"], 6)
        self.assertEqual(self.bilanz(pfad)["neu"], 0)
        self.assertEqual(self.abfragen("select count(*), count(guid) from raw_items"), [(6, 0)])

    def test_nachgeladene_fassungen_kommen_hinzu_vorhandene_bleiben(self) -> None:
        self.laden(self.datei(meldung(fassungen=[fassung(1, "Brücke frei")])))
        self.laden(self.datei(meldung(titel="Neu", fassungen=[fassung(1, "anders"), fassung(3, "Brücke wieder frei")])))
        self.assertEqual(self.abfragen(ITEMS), [("abendpost", "a-1", "Brücke frei", None)])
        self.assertEqual(self.abfragen(FASSUNGEN), [(1, 1, "Brücke frei"), (1, 3, "Brücke wieder frei")])

    def test_dieselbe_guid_zweimal_in_der_datei_behaelt_die_erste(self) -> None:
        bilanz = self.bilanz(self.datei(meldung(titel="eins"), meldung(titel="zwei", fassungen=[fassung(2, "zwei")])))
        self.assertEqual((bilanz["neu"], bilanz["vorhanden"], bilanz["fassungen_neu"]), (1, 1, 2))
        self.assertEqual(self.abfragen(FASSUNGEN), [(1, 1, "eins"), (1, 2, "zwei")])

    def test_ohne_fassungen_ist_die_erste_die_meldung_selbst(self) -> None:
        self.laden(self.datei(meldung(titel=None), meldung("a-2", fassungen=[])))
        self.assertEqual(self.abfragen(FASSUNGEN), [(1, 1, None), (2, 1, "Brücke frei")])

    def test_unlesbare_dateien_halten_die_uebrigen_nicht_auf(self) -> None:
        gepackt = gzip.compress(b"".join(json.dumps(meldung(f"z-{n}")).encode() + b"\n" for n in range(9)))
        faelle = {
            "fehlt.jsonl": (None, "nicht gefunden"),
            "kein.jsonl.gz": (b'{"haus": "a"}\n', "nicht mit gzip gepackt"),
            "halb.jsonl.gz": (gepackt[:-12], "unvollständig"),
            "latin1.jsonl": (
                json.dumps(meldung("l-1")).encode() + b'\n{"haus": "k\xfcste"}\n',
                "kein UTF-8 in Zeile 2",
            ),
            "utf16.jsonl": ('{"haus": "küste"}'.encode("utf-16"), "kein UTF-8 in Zeile 1"),
        }
        for name, (inhalt, _) in faelle.items():
            if inhalt is not None:
                (self.ordner / name).write_bytes(inhalt)
        verzeichnis = self.ordner / "ein ordner"
        verzeichnis.mkdir()
        pfade = [*(self.ordner / name for name in faelle), verzeichnis, self.datei(meldung("gut"))]
        ergebnis = self.laden("--json", *pfade, ausgang=2)
        gruende = [*(grund for _, grund in faelle.values()), "Verzeichnis"]
        for pfad, grund, text in zip(pfade, gruende, ergebnis.stderr.splitlines(), strict=False):
            self.assertTrue(text.startswith(f"{pfad}: nicht geladen: "), text)
            self.assertIn(grund, text)
        self.assertEqual(len(ergebnis.stderr.splitlines()), len(gruende))
        self.assertEqual(json.loads(ergebnis.stdout)["dateien_unlesbar"], [str(pfad) for pfad in pfade[:-1]])
        geladen = [guid for (guid,) in self.abfragen("select guid from raw_items")]
        self.assertIn("gut", geladen)
        self.assertIn("l-1", geladen)

    def test_zwei_laeufe_zugleich_laden_jede_meldung_einmal(self) -> None:
        pfad = self.datei(*(meldung(None if n % 2 else f"z-{n}", titel=f"t{n}") for n in range(3000)))
        befehl = [sys.executable, LADEN, "--json", str(pfad)]
        laeufe = [
            subprocess.Popen(befehl, cwd=WURZEL, env=os.environ | {"DATABASE_URL": self.url}, stdout=subprocess.PIPE)
            for _ in range(2)
        ]
        ausgaben = [json.loads(prozess.communicate(timeout=120)[0]) for prozess in laeufe]
        self.assertEqual([prozess.returncode for prozess in laeufe], [0, 0])
        self.assertEqual(sum(ausgabe["neu"] for ausgabe in ausgaben), 3000)
        self.assertEqual(self.abfragen("select count(*) from raw_items"), [(3000,)])

    def test_abgerissene_verbindung_endet_mit_75_und_laesst_sich_wiederholen(self) -> None:
        roehre = self.ordner / "röhre"
        os.mkfifo(roehre)
        prozess = subprocess.Popen(
            [sys.executable, LADEN, str(roehre)],
            cwd=WURZEL, env=os.environ | {"DATABASE_URL": self.url}, stderr=subprocess.PIPE, encoding="utf-8",
        )  # fmt: skip
        with roehre.open("w", encoding="utf-8") as eingang:
            # Öffnen gelingt erst, wenn der Lader liest; seine Verbindung steht dann.
            with psycopg.connect(self.url, autocommit=True) as verbindung:
                beendet = verbindung.execute(
                    "select pg_terminate_backend(pid, 10000) from pg_stat_activity"
                    " where application_name like '%laden' and datname = current_database()"
                ).fetchall()
            eingang.write(json.dumps(meldung()) + "\n")
        _, fehler = prozess.communicate(timeout=60)
        self.assertEqual(beendet, [(True,)])
        self.assertEqual(prozess.returncode, 75, fehler)
        self.assertEqual(len(fehler.splitlines()), 1, fehler)
        self.assertEqual(self.abfragen(ITEMS), [])
        self.assertEqual(self.bilanz(self.datei(meldung()))["neu"], 1)

    def test_ohne_schreibrecht_eine_klare_zeile(self) -> None:
        rolle = f"nur_lesen_{os.getpid()}"
        self.ausfuehren(f"create role {rolle}")
        self.addCleanup(self.ausfuehren, f"drop owned by {rolle}; drop role {rolle}")
        self.ausfuehren(f"grant select on raw_items, raw_item_versionen to {rolle}")
        ergebnis = lauf(LADEN, self.datei(meldung()), url=make_conninfo(self.url, options=f"-c role={rolle}"))
        self.assertEqual(ergebnis.returncode, 1)
        self.assertEqual(len(ergebnis.stderr.splitlines()), 1, ergebnis.stderr)
        self.assertIn("42501", ergebnis.stderr)

    def test_falscher_aufruf(self) -> None:
        for argumente in ((), ("--gibtsnicht",), ("--json=ja", str(SATZ))):
            with self.subTest(argumente):
                ergebnis = self.laden(*argumente, ausgang=2)
                self.assertEqual(len(ergebnis.stderr.splitlines()), 1)


class Zeilen(unittest.TestCase):
    """Die Prüfung einer Zeile ohne Datenbank."""

    def test_ueberlange_zeile_wird_zurueckgewiesen(self) -> None:
        with self.assertRaisesRegex(Zeilenfehler, "32 MiB"):
            zeile_lesen(b"x" * ZEILE_MAX)

    def test_surrogate_als_rohe_bytes_werden_ersetzt(self) -> None:
        zeile = zeile_lesen(f'{{"haus":"a","erfasst_am":"{ERFASST}","titel":"x'.encode() + b'\xed\xa0\xbd"}')
        self.assertEqual((zeile.meldung.titel, zeile.ersetzt), ("x\ufffd", 1))

    def test_slot_auch_bei_halbstuendigem_versatz_in_utc(self) -> None:
        for roh, slot in (
            ("2026-09-07T13:44:59+05:30", "2026-09-07T08:00:00+00:00"),
            ("2026-10-25T02:59:00+01:00", "2026-10-25T01:45:00+00:00"),
        ):
            zeile = zeile_lesen(json.dumps(meldung(erfasst_am=roh)).encode())
            self.assertEqual(zeile.meldung.slot, datetime.fromisoformat(slot))


class EchteMeldungen(Leer):
    """Die großen Datensätze, sofern sie da sind."""

    NAMEN = ("frontpage_2025-12-29_2026-01-01.jsonl.gz", "rss_momentaufnahmen.jsonl.gz")

    def test_alle_laden_und_ein_zweites_mal_nichts(self) -> None:
        pfade = [daten(f"news/{name}") for name in self.NAMEN]
        zeilen, kennungen = 0, set()
        for pfad in pfade:
            with gzip.open(pfad, "rt", encoding="utf-8") as datei:
                for text in datei:
                    zeile = json.loads(text)
                    zeilen += 1
                    ersatz = () if zeile["guid"] else (zeile["url"], zeile["titel"], zeile["erfasst_am"])
                    kennungen.add((zeile["haus"], zeile["guid"], *ersatz))
        self.assertEqual(zeilen, 12_991 + 1_737)
        erste = self.bilanz("--schema", *pfade)
        self.assertEqual((erste["zeilen"], erste["neu"], erste["fehlerhaft"]), (zeilen, len(kennungen), 0))
        self.assertLess(erste["sekunden"], 60)
        zweite = self.bilanz(*pfade)
        self.assertEqual((zweite["neu"], zweite["fassungen_neu"], zweite["vorhanden"]), (0, 0, zeilen))


if __name__ == "__main__":
    unittest.main()
