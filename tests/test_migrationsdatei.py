"""Migrationsdateien lesen: Kopf, Prüfsumme, Anweisungen. Ohne Datenbank."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from migrationsbuch import VERZEICHNIS, vergleichen
from migrationsdatei import Migration, Migrationsfehler, alle_lesen, kopf_lesen, lesen, pruefsumme, zerlegen

ZERLEGT: tuple[tuple[str, str, list[str]], ...] = (
    ("zwei Anweisungen", "select 1;\nselect 2;", ["select 1", "select 2"]),
    ("Semikolon in Zeichenkette", "select ';', 'a''b;';", ["select ';', 'a''b;'"]),
    ("Semikolon in E-Zeichenkette", r"select E'\';';", [r"select E'\';'"]),
    ("Semikolon in Bezeichner", 'select 1 as "a;b";', ['select 1 as "a;b"']),
    ("Dollar-Block", "do $$ begin null; end $$;", ["do $$ begin null; end $$"]),
    ("benannter Dollar-Block", "select $x$ ; $$ ; $x$;", ["select $x$ ; $$ ; $x$"]),
    ("Zeilenkommentar", "-- a; b\nselect 1; -- c;\n", ["select 1"]),
    ("geschachtelter Kommentar", "/* a /* ; */ ; */ select 1;", ["select 1"]),
    (
        "SQL-Rumpf",
        "create function f() returns int language sql begin atomic select case when true then 1 end; end; select 2;",
        [
            "create function f() returns int language sql begin atomic select case when true then 1 end; end",
            "select 2",
        ],
    ),
    ("psql-Zeilen entfallen", "\\set ON_ERROR_STOP on\nselect 1;\n\\echo fertig;\n", ["select 1"]),
    ("Rückstrich im Text bleibt", "select '\n\\if';", ["select '\n\\if'"]),
    ("Parameter sind keine Dollar-Blöcke", "select $1; select $2;", ["select $1", "select $2"]),
    ("nur Leeres", " ;; -- nichts\n", []),
)

ABGELEHNT = (
    ("Wert im Kopf", "-- superuser: vielleicht\nselect 1;", "Zeile 1: „superuser: vielleicht“ unbekannt"),
    ("psql-Bedingung", "select 1;\n\\if :x\n", r"Zeile 2: den psql-Befehl \if"),
    ("psql-Ausgabe am Ende", "select 1 \\gset\n", r"\gset"),
    ("Semikolon fehlt", "select 1;\n\nselect 2\n", "Zeile 3: Anweisung ohne abschließendes Semikolon"),
    ("Kommentar offen", "/* a", "Zeile 1: Kommentar endet nicht"),
    (
        "concurrently in der Transaktion",
        "begin;\nselect 1;\ncreate index concurrently i on t (a);\ncommit;",
        "Zeile 3: create index concurrently geht nicht in einer Transaktion",
    ),
    (
        "concurrently neben anderem",
        "-- transaktion: nein\ncreate table t (a int);\ncreate unique index concurrently i on t (a);",
        "Zeile 2: eine Datei mit „-- transaktion: nein“ enthält genau ein",
    ),
    (
        "concurrently zweimal",
        "-- transaktion: nein\ncreate index concurrently i on t (a);\ncreate index concurrently j on t (a);",
        "Zeile 3: ",
    ),
    ("ohne Transaktion, ohne Anlass", "-- transaktion: nein\ninsert into t values (1);", "Zeile 2: "),
)


class Dateien(unittest.TestCase):
    def setUp(self) -> None:
        ordner = tempfile.TemporaryDirectory(prefix="migrationen mit leerzeichen ")
        self.addCleanup(ordner.cleanup)
        self.ordner = Path(ordner.name)

    def schreiben(self, text: str | bytes, name: str = "p2-100-probe.sql") -> Path:
        pfad = self.ordner / name
        pfad.write_bytes(text if isinstance(text, bytes) else text.encode())
        return pfad


class Zerlegen(unittest.TestCase):
    def test_teilt_wie_psql(self) -> None:
        for name, text, erwartet in ZERLEGT:
            with self.subTest(name):
                self.assertEqual([a.sql for a in zerlegen(text)], erwartet)

    def test_nennt_die_zeile_der_anweisung(self) -> None:
        text = "-- Kopf\n\nselect 1;\n\n-- davor\nselect\n  2;\n"
        self.assertEqual([a.zeile for a in zerlegen(text)], [3, 6])


class Lesen(Dateien):
    def test_kopf(self) -> None:
        self.assertEqual(
            kopf_lesen(
                "-- Zweck\n--\n-- superuser: ja (pgvector)\n-- Transaktion: nein\nselect 1; -- superuser: nein\n"
            ),
            {"superuser": True, "transaktion": False},
        )
        self.assertEqual(kopf_lesen("select 1;\n-- superuser: ja\n"), {}, "nur der Dateianfang zählt")

    def test_klammern_der_datei_entfallen(self) -> None:
        migration = lesen(self.schreiben("begin;\nselect 1;\ncommit;\nSTART TRANSACTION;\nselect 2;\nend;\n"))
        self.assertEqual([a.sql for a in migration.anweisungen], ["select 1", "select 2"])

    def test_fehler_nennen_datei_zeile_und_grund(self) -> None:
        for name, text, meldung in ABGELEHNT:
            with self.subTest(name), self.assertRaises(Migrationsfehler) as fehler:
                lesen(self.schreiben(text))
            self.assertIn("p2-100-probe.sql: ", str(fehler.exception))
            self.assertIn(meldung, str(fehler.exception))

    def test_index_nebenher_in_eigener_datei(self) -> None:
        migration = lesen(
            self.schreiben(
                "-- transaktion: nein\nset lock_timeout = '5s';\ndrop index concurrently if exists i;\n"
                "create index concurrently i on t (a);\ncomment on index i is 'x';\n"
                "insert into schema_migrationen (name) values ('p2-100-probe') on conflict do nothing;\n"
            )
        )
        self.assertFalse(migration.transaktion)
        self.assertEqual(len(migration.anweisungen), 5)

    def test_zeilenende_ist_keine_aenderung(self) -> None:
        unix = lesen(self.schreiben("select 1;\n"))
        windows = lesen(self.schreiben(b"\xef\xbb\xbfselect 1;\r\n"))
        self.assertEqual(unix.pruefsumme, windows.pruefsumme)
        self.assertNotEqual(unix.pruefsumme, pruefsumme("select 2;\n"))

    def test_andere_kodierung(self) -> None:
        with self.assertRaisesRegex(Migrationsfehler, "nicht in UTF-8"):
            lesen(self.schreiben("select 'ä';".encode("latin-1")))

    def test_aufsteigend_und_nur_eigene(self) -> None:
        for name in ("p2-010-b.sql", "p2-002-a.sql", "ingest-001.sql", "p2-003-notiz.txt"):
            self.schreiben("select 1;", name)
        self.assertEqual([m.name for m in alle_lesen(self.ordner)], ["p2-002-a", "p2-010-b"])

    def test_doppelte_nummer(self) -> None:
        self.schreiben("select 1;", "p2-001-a.sql")
        self.schreiben("select 1;", "p2-001-b.sql")
        with self.assertRaisesRegex(Migrationsfehler, "p2-001-a.sql und p2-001-b.sql tragen dieselbe Nummer"):
            alle_lesen(self.ordner)

    def test_leeres_verzeichnis(self) -> None:
        with self.assertRaisesRegex(Migrationsfehler, "Keine Migrationen unter"):
            alle_lesen(self.ordner)


def _migration(name: str, summe: str = "s") -> Migration:
    return Migration(name, Path(f"{name}.sql"), summe, superuser=False, transaktion=True, anweisungen=())


class Vergleichen(unittest.TestCase):
    def setUp(self) -> None:
        self.dateien = [_migration("p2-000-a"), _migration("p2-001-b"), _migration("p2-002-c")]

    def test_leeres_buch(self) -> None:
        lage = vergleichen(self.dateien, {})
        self.assertEqual([m.name for m in lage.ausstehend], ["p2-000-a", "p2-001-b", "p2-002-c"])
        self.assertEqual((lage.geaendert, lage.ohne_datei, lage.luecken), ((), (), ()))

    def test_alles_angewandt(self) -> None:
        lage = vergleichen(self.dateien, {"p2-000-a": "s", "p2-001-b": None, "p2-002-c": "s"})
        self.assertEqual((lage.ausstehend, lage.geaendert), ((), ()), "fehlende Prüfsumme ist keine Änderung")

    def test_geaendert_luecke_und_ohne_datei(self) -> None:
        lage = vergleichen(self.dateien, {"p2-000-a": "anders", "p2-002-c": "s", "p2-007-fort": None})
        self.assertEqual(lage.geaendert, ("p2-000-a",))
        self.assertEqual(lage.luecken, ("p2-001-b",))
        self.assertEqual(lage.ohne_datei, ("p2-007-fort",))

    def test_eintrag_ohne_datei_macht_keine_luecke(self) -> None:
        lage = vergleichen(self.dateien, {"p2-000-a": "s", "p2-007-fort": "s"})
        self.assertEqual(lage.luecken, ())


class Ausgeliefert(unittest.TestCase):
    """Was für jede Datei in migrations/ gilt."""

    def test_jede_datei_ist_fuer_psql_sicher(self) -> None:
        for migration in alle_lesen(VERZEICHNIS):
            with self.subTest(migration.name):
                text = migration.pfad.read_text(encoding="utf-8")
                vor_dem_ersten_sql = text[: text.index("begin;")]
                self.assertIn("\n\\set ON_ERROR_STOP on\n", vor_dem_ersten_sql)
                self.assertIn("superuser", kopf_lesen(text))
                self.assertEqual(migration.anweisungen[0].sql, "set local lock_timeout = '5s'")
                self.assertTrue(text.endswith("commit;\n"))
                self.assertIn(f"values ('{migration.name}') on conflict (name) do nothing", text)


if __name__ == "__main__":
    unittest.main()
