"""Was die Migrationen hinterlassen: Regeln, Sichten, Indizes, Kommentare, Rechte."""

from __future__ import annotations

import json
import unittest
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg

import migrieren
import zeit
from tests import basis

ERFASST = datetime(2026, 9, 7, 8, 3, tzinfo=UTC)

# (Literal für pubdate, pubdate in Python oder None, wo Python die Zeit nicht darstellen kann)
ZEITPUNKTE: tuple[tuple[str, datetime | None, datetime], ...] = (
    ("2026-09-07 08:00Z", datetime(2026, 9, 7, 8, tzinfo=UTC), datetime(2026, 9, 7, 8, tzinfo=UTC)),
    ("2026-09-07 08:03Z", ERFASST, ERFASST),
    ("2026-09-07 08:03:00.000001Z", ERFASST + timedelta(microseconds=1), ERFASST),
    ("1990-01-01 00:00Z", datetime(1990, 1, 1, tzinfo=UTC), datetime(1990, 1, 1, tzinfo=UTC)),
    ("1989-12-31 23:59:59.999999Z", datetime(1990, 1, 1, tzinfo=UTC) - timedelta(microseconds=1), ERFASST),
    ("1990-01-01 00:30+01", datetime(1989, 12, 31, 23, 30, tzinfo=UTC), ERFASST),
    ("0001-01-01 00:00Z", datetime(1, 1, 1, tzinfo=UTC), ERFASST),
    ("9999-12-31 00:00Z", datetime(9999, 12, 31, tzinfo=UTC), ERFASST),
    ("infinity", None, ERFASST),
    ("-infinity", None, ERFASST),
    ("4713-01-01 00:00Z BC", None, ERFASST),
)

ERLAUBT: tuple[tuple[str, object], ...] = (
    ("leer", {}),
    ("200 Zeichen", {"a": "x" * 200}),
    ("200 Umlaute", {"a": "ä" * 200}),
    ("Schlüssel mit 200 Zeichen", {"x" * 200: None}),
    ("lange Zahlenliste", {"mitglieder": list(range(1000))}),
    ("viele kurze", {"hinzu": ["wort"] * 300}),
    ("kein Objekt", [1, "a", None]),
)

VERBOTEN: tuple[tuple[str, object], ...] = (
    ("201 Zeichen", {"a": "x" * 201}),
    ("201 Umlaute", {"a": "ä" * 201}),
    ("verschachtelt", {"a": [{"b": [["x" * 201]]}]}),
    ("mit Zeilenumbrüchen", {"a": "x\n" * 101}),
    ("mit Anführungszeichen", {"a": '"\\' * 101}),
    ("Schlüssel", {"x" * 201: 1}),
    ("Schlüssel in der Tiefe", {"a": [{"b": {"x\n" * 101: 1}}]}),
    ("nackte Zeichenkette", "x" * 201),
    ("über 16 KiB", {"a": ["x" * 100] * 200}),
)


class Schema(unittest.TestCase):
    url: str
    conn: psycopg.Connection[Any]

    @classmethod
    def setUpClass(cls) -> None:
        cls.url = basis.neue_datenbank(cls.addClassCleanup)
        cls.conn = psycopg.connect(cls.url, autocommit=True, options="-c TimeZone=UTC")
        cls.addClassCleanup(cls.conn.close)
        cls.conn.execute(basis.WURZEL.joinpath("beispiel/ingest-schema.sql").read_bytes())
        migrieren.anwenden(cls.conn, melden=lambda zeile: None)

    def setUp(self) -> None:
        self.conn.execute("truncate raw_items, coder_versionen cascade")

    def items(self, anzahl: int) -> None:
        self.conn.execute(
            """
            insert into raw_items (id, haus, guid, titel, erfasst_am, slot)
            select n, 'haus' || mod(n, 3), n::text, 'Titel ' || n, %(am)s + n * interval '1 min', %(am)s
            from generate_series(1, %(anzahl)s) as n
            """,
            {"am": ERFASST, "anzahl": anzahl},
        )

    def kodieren(self, item: int, nutzlast: object, schicht: str = "dublette", version: str = "v1") -> None:
        self.conn.execute(
            "insert into codings (item_id, schicht, coder_version, nutzlast, eingabe_hash) values (%s, %s, %s, %s, '')",
            (item, schicht, version, json.dumps(nutzlast)),
        )

    def version(self, name: str, schicht: str, zuletzt: str, vorgabe: bool) -> None:
        self.conn.execute(
            "insert into coder_versionen (coder_version, schicht, komponenten, zuletzt, vorgabe) "
            "values (%s, %s, '{}', %s, %s)",
            (name, schicht, zuletzt, vorgabe),
        )

    def zeilen(self, sql: str, werte: Any = None) -> list[Any]:
        return self.conn.execute(sql.encode(), werte).fetchall()


class KeinVolltext(Schema):
    def test_was_in_eine_nutzlast_darf(self) -> None:
        self.items(1)
        for name, nutzlast in ERLAUBT:
            with self.subTest(name):
                self.kodieren(1, nutzlast, version=name)

    def test_was_nicht_in_eine_nutzlast_darf(self) -> None:
        self.items(1)
        for name, nutzlast in VERBOTEN:
            with self.subTest(name), self.assertRaises(psycopg.errors.CheckViolation) as fehler:
                self.kodieren(1, nutzlast, version=name)
            self.assertEqual(fehler.exception.diag.constraint_name, "codings_kein_volltext")

    def test_regel_gilt_auch_fuer_den_bestand(self) -> None:
        self.assertEqual(
            self.zeilen("select convalidated from pg_constraint where conname = 'codings_kein_volltext'"), [(True,)]
        )


class Zeitpunkt(Schema):
    def test_sql_und_python_entscheiden_gleich(self) -> None:
        for literal, pubdate, erwartet in ZEITPUNKTE:
            with self.subTest(literal):
                gefunden = self.zeilen("select zeitpunkt(%s::timestamptz, %s)", (literal, ERFASST))[0][0]
                self.assertEqual(gefunden, erwartet)
                self.assertEqual(zeit.zeitpunkt(pubdate, ERFASST), erwartet)
        self.assertEqual(self.zeilen("select zeitpunkt(null, %s)", (ERFASST,)), [(ERFASST,)])

    def test_fenster_und_slot_laden_ueber_den_index(self) -> None:
        self.conn.execute(
            """
            insert into raw_items (id, haus, guid, pubdate, erfasst_am, slot)
            select n, 'haus', n::text, case when n %% 50 > 0 then am - interval '5 min' end, am,
                date_bin('15 min', am, '2000-01-01')
            from (select n, %s + n * interval '20 s' as am from generate_series(1, 200000) as n) as zeiten
            """,
            (ERFASST,),
        )
        self.conn.execute("analyze raw_items")
        fenster = "zeitpunkt(pubdate, erfasst_am) >= $1 and zeitpunkt(pubdate, erfasst_am) < $2"
        for index, bedingung, typen, werte in (
            ("raw_items_zeitpunkt", fenster, "timestamptz, timestamptz", "'2026-09-09Z', '2026-09-10Z'"),
            ("raw_items_slot", "slot = $1", "timestamptz", "'2026-09-09Z'"),
        ):
            with self.subTest(index):
                self.conn.execute(f"prepare suche ({typen}) as select id from raw_items where {bedingung}".encode())
                for art in ("force_custom_plan", "force_generic_plan"):
                    self.conn.execute(f"set plan_cache_mode = {art}".encode())
                    plan = "\n".join(zeile for (zeile,) in self.zeilen(f"explain execute suche({werte})"))
                    self.assertIn(index, plan)
                    self.assertNotIn("Seq Scan", plan)
                self.conn.execute("deallocate suche")


class Auswertungen(Schema):
    def setUp(self) -> None:
        super().setUp()
        self.conn.execute(
            """
            insert into raw_items (id, haus, guid, teaser, pubdate, erfasst_am, slot)
            select n, 'haus' || mod(n, 5), n::text, repeat('Teaser ', 40), am - interval '5 min', am,
                date_bin('15 min', am, '2000-01-01')
            from (select n, %s + n * interval '20 s' as am from generate_series(1, 20000) as n) as zeiten
            """,
            (ERFASST,),
        )
        self.conn.execute(
            "insert into codings (item_id, schicht, coder_version, nutzlast, eingabe_hash) "
            "select id, 'ort', 'v' || mod(id / 200, 20), '{}', '' from raw_items"
        )
        self.conn.execute("vacuum (analyze) raw_items, codings")

    def plan(self, sql: str) -> str:
        return "\n".join(zeile for (zeile,) in self.zeilen(f"explain {sql}"))

    def test_auswahl_und_zaehlung_lesen_nur_den_index(self) -> None:
        plan = self.plan(
            "select haus, count(*), max(erfasst_am), max(slot), max(id) from raw_items "
            "where zeitpunkt(pubdate, erfasst_am) >= '2026-09-07' and zeitpunkt(pubdate, erfasst_am) < '2026-09-11' "
            "and haus = any('{haus1,haus2}') group by haus"
        )
        self.assertIn("Index Only Scan using raw_items_zeitpunkt", plan)

    def test_eine_version_ueber_ihren_index(self) -> None:
        self.assertIn("codings_version", self.plan("select nutzlast -> 'a' from codings where coder_version = 'v7'"))

    def test_der_index_der_versionen_bleibt_klein(self) -> None:
        self.conn.execute("reindex index codings_version")
        ((je_zeile,),) = self.zeilen("select pg_relation_size('codings_version')::float / count(*) from codings")
        self.assertLess(je_zeile, 12)


class Sichten(Schema):
    def test_codings_aktuell_zeigt_je_schicht_die_letzte_vorgabe(self) -> None:
        self.items(2)
        self.version("d-alt", "dublette", "2026-09-01Z", vorgabe=True)
        self.version("d-neu", "dublette", "2026-09-02Z", vorgabe=True)
        self.version("d-basis", "dublette", "2026-09-03Z", vorgabe=False)
        self.version("r-b", "revision", "2026-09-02Z", vorgabe=True)
        self.version("r-a", "revision", "2026-09-02Z", vorgabe=True)
        for name, schicht in (("d-alt", "dublette"), ("d-neu", "dublette"), ("d-basis", "dublette")):
            self.kodieren(1, {}, schicht, name)
        for name in ("r-a", "r-b"):
            self.kodieren(2, {}, "revision", name)
        self.kodieren(2, {}, "phase1", "alt")
        self.assertEqual(
            self.zeilen("select item_id, schicht, coder_version from codings_aktuell order by 1, 2"),
            [(1, "dublette", "d-neu"), (2, "revision", "r-a")],
        )

    def test_dubletten_gruppen(self) -> None:
        self.items(5)
        self.version("v1", "dublette", "2026-09-01Z", vorgabe=True)
        gruppe = {"gruppe": "g", "groesse": 3, "haeuser": 3, "leit_item": 2, "schwaechste_kante": 0.75}
        for item, rolle in ((4, "mitglied"), (2, "leit"), (3, "mitglied")):
            self.kodieren(item, gruppe | {"rolle": rolle})
        self.kodieren(5, {"gruppe": "e", "groesse": 1, "rolle": "einzel", "schwaechste_kante": None})
        with self.conn.cursor(row_factory=psycopg.rows.dict_row) as cur:
            gefunden = cur.execute("select * from dubletten_gruppen").fetchall()
        self.assertEqual(
            gefunden,
            [
                {
                    "gruppe": "g",
                    "groesse": 3,
                    "haeuser": 3,
                    "leit_titel": "Titel 2",
                    "leit_haus": "haus2",
                    "leit_item": 2,
                    "erste_am": ERFASST + timedelta(minutes=2),
                    "letzte_am": ERFASST + timedelta(minutes=4),
                    "schwaechste_kante": gefunden[0]["schwaechste_kante"],
                    "haus_liste": ["haus0", "haus1", "haus2"],
                    "mitglieder": [2, 3, 4],
                }
            ],
        )
        self.assertEqual(float(gefunden[0]["schwaechste_kante"]), 0.75)

    def test_gruppe_wird_ueber_den_index_gefunden(self) -> None:
        self.items(20000)
        self.version("v1", "dublette", "2026-09-01Z", vorgabe=True)
        self.conn.execute(
            """
            insert into codings (item_id, schicht, coder_version, nutzlast, eingabe_hash)
            select id, 'dublette', 'v1', jsonb_build_object('gruppe', 'g' || id / 2, 'groesse', 2), '' from raw_items
            """
        )
        self.conn.execute("analyze")
        for abfrage in (
            "select item_id from codings where schicht = 'dublette' and nutzlast ->> 'gruppe' = 'g7'",
            "select * from dubletten_gruppen where gruppe = 'g7'",
        ):
            plan = "\n".join(zeile for (zeile,) in self.zeilen(f"explain {abfrage}"))
            self.assertIn("codings_dublette_gruppe", plan)


class Ordnung(Schema):
    def test_mit_dem_item_verschwinden_seine_zeilen(self) -> None:
        self.items(3)
        self.kodieren(1, {})
        self.conn.execute("insert into dubletten_vorgriff values ('v1', 1, 2), ('v1', 3, 1), ('v1', 3, 2)")
        self.conn.execute("delete from raw_items where id = 1")
        self.assertEqual(self.zeilen("select * from codings"), [])
        self.assertEqual(self.zeilen("select item_id, betrifft from dubletten_vorgriff"), [(3, 2)])

    def test_alles_ist_kommentiert(self) -> None:
        ohne = self.zeilen(
            """
            with unsere as (
                select oid, relname from pg_class
                where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
            )
            select relname, '' from unsere where obj_description(oid, 'pg_class') is null
            union all
            select relname, attname
            from unsere join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped
            where col_description(oid, attnum) is null
            union all
            select proname, '()' from pg_proc p
            where pronamespace = 'public'::regnamespace and obj_description(oid, 'pg_proc') is null
                and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
            """
        )
        self.assertEqual(ohne, [])

    def test_alles_gehoert_wurzelwerk(self) -> None:
        fremd = self.zeilen(
            """
            select relname, relowner::regrole::text from pg_class
            where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S', 'i')
                and relowner <> 'wurzelwerk'::regrole
            union all
            select proname, proowner::regrole::text from pg_proc p
            where pronamespace = 'public'::regnamespace and proowner <> 'wurzelwerk'::regrole
                and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
            """
        )
        self.assertEqual(fremd, [])
        besitzer = self.zeilen("select extowner::regrole::text from pg_extension where extname = 'vector'")
        self.assertNotEqual(besitzer, [("wurzelwerk",)])

    def test_leserolle_sieht_alles_auch_kuenftiges_und_aendert_nichts(self) -> None:
        with self.conn.transaction(force_rollback=True):
            self.conn.execute("set local role wurzelwerk")
            self.conn.execute("create table kuenftig (a integer)")
            self.conn.execute("set local role wurzelwerk_lesen")
            sichtbar = self.zeilen(
                "select relname::text from pg_class "
                "where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') order by 1"
            )
            self.assertIn(("kuenftig",), sichtbar)
            for (name,) in sichtbar:
                self.conn.execute(f"select * from {name}".encode())
            for befehl in ("delete from codings", "insert into raw_items (id) values (1)", "create table neu ()"):
                with self.assertRaises(psycopg.errors.InsufficientPrivilege), self.conn.transaction():
                    self.conn.execute(befehl.encode())


if __name__ == "__main__":
    unittest.main()
