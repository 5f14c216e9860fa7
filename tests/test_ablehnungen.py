"""Was die Datenbank ablehnt: einzelne Items, fehlende Rechte, fehlende Tabellen, nur Lesezugriff, volle Platte."""

from __future__ import annotations

import re
import secrets
import time
import unittest

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from beispiel import laden
from tests.basis import neue_datenbank
from tests.laeufe import ERFASST, SLOT, Ausgang, MitBestand, lauf_hier

ITEMS = 40
EINSPRUCH = """
create function einspruch() returns trigger language plpgsql as $$
begin
    raise exception '{grund}' using errcode = '{errcode}';
end $$;
create trigger einspruch before insert on codings for each row when ({wann}) execute function einspruch()
"""


class Ablehnung(MitBestand):
    satz = ITEMS

    def einspruch(self, wann: str, errcode: str, grund: str = "zur Probe") -> None:
        """Ein Trigger, der Zeilen ablehnt."""
        self.sql(EINSPRUCH.format(wann=wann, errcode=errcode, grund=grund))

    def eine_zeile(self, ende: Ausgang, code: int, *erwartet: str) -> None:
        """Der Lauf endet mit genau einer Meldung, ohne Ergebnis und ohne etwas geschrieben zu haben."""
        self.assertEqual((ende.code, len(ende.meldungen), ende.ausgabe), (code, 1, ""), ende.meldungen)
        for stueck in erwartet:
            self.assertIn(stueck, ende.meldungen[0])


class Items(Ablehnung):
    def test_schlechte_items_werden_genannt_und_die_uebrigen_geschrieben(self) -> None:
        schlechte = {1, 17, 18, ITEMS}
        for was, aufbau, abbau, sqlstate in (
            (
                "Bedingung",
                "alter table codings add constraint probe check (item_id not in (1, 17, 18, 40))",
                "alter table codings drop constraint probe",
                "23514",
            ),
            (
                "Trigger",
                EINSPRUCH.format(wann="new.item_id in (1, 17, 18, 40)", errcode="P0001", grund="so nicht"),
                "drop function einspruch cascade",
                "P0001",
            ),
            (
                "Wert",
                EINSPRUCH.format(wann="new.item_id in (1, 17, 18, 40)", errcode="22023", grund="so nicht"),
                "drop function einspruch cascade",
                "22023",
            ),
        ):
            with self.subTest(was):
                self.sql("truncate codings")
                self.sql(aufbau)
                ende = self.lauf("--backfill", "--json", ausgang=1)
                genannt = [re.fullmatch(r"Item (\d+) abgelehnt \((\w{5}): .+\)", zeile) for zeile in ende.meldungen]
                self.assertEqual({(int(g[1]), g[2]) for g in genannt if g}, {(n, sqlstate) for n in schlechte})
                self.assertEqual(len(ende.meldungen), len(schlechte))
                self.assertEqual({zeile[0] for zeile in self.zeilen()}, set(range(1, ITEMS + 1)) - schlechte)
                zahlen = ende.zahlen
                self.assertEqual(
                    [zahlen[name] for name in ("items", "neu", "geaendert", "unveraendert", "fehler")],
                    [ITEMS, ITEMS - 4, 0, 0, 4],
                )

                wieder = self.lauf("--backfill", "--json", ausgang=1).zahlen
                self.assertEqual((wieder["neu"], wieder["unveraendert"], wieder["fehler"]), (0, ITEMS - 4, 4))

                self.sql(abbau)
                danach = self.lauf("--backfill", "--json")
                self.assertEqual((danach.zahlen["neu"], danach.zahlen["unveraendert"]), (4, ITEMS - 4))
                self.assertEqual(danach.meldungen, [])
        self.assertEqual(self.zeilen(), self.neuaufbau())

    def test_eine_abgelehnte_aenderung_laesst_die_alte_zeile_stehen(self) -> None:
        self.lauf("--backfill")
        davor = self.sql("select * from codings where item_id = 7")
        self.sql("update raw_items set titel = 'Ganz anders als alles zuvor' where id in (7, 8)")
        self.sql("alter table codings add constraint probe check (item_id <> 7) not valid")
        zahlen = self.lauf("--backfill", "--json", ausgang=1).zahlen
        self.assertEqual(zahlen["fehler"], 1)
        self.assertEqual(zahlen["items"], ITEMS)
        self.assertEqual(zahlen["neu"], 0)
        self.assertGreaterEqual(zahlen["geaendert"], 1)
        self.assertEqual(self.sql("select * from codings where item_id = 7"), davor)

    def test_auch_im_slotlauf(self) -> None:
        schlecht = self.item("Eine Zeile, die niemand will")
        self.item("Eine Zeile, die alle wollen")
        self.sql(f"alter table codings add constraint probe check (item_id <> {schlecht})")
        ende = self.lauf("--slot", SLOT, ausgang=1)
        self.assertEqual(len(ende.meldungen), 1)
        self.assertTrue(ende.meldungen[0].startswith(f"Item {schlecht} abgelehnt (23514: "))
        self.assertIn("Fehler 1", ende.ausgabe)

    def test_neuer_text_eines_abgelehnten_items_erreicht_die_nachbarn(self) -> None:
        for lauf in (("--backfill",), ("--slot", "2026-09-07T08:15")):
            with self.subTest(lauf):
                self.sql("truncate raw_items, coder_versionen restart identity cascade")
                zeile = "Neue Brücke über die Weser bei Minden freigegeben"
                schlecht = self.item(zeile)
                nachbar = self.item(zeile, haus="morgenblatt", erfasst_am=ERFASST.replace(minute=20))
                self.sql("update raw_items set slot = '2026-09-07 08:15+00' where id = %s", nachbar)
                self.sql("update raw_items set slot = '2026-09-07 08:00+00' where id = %s", schlecht)
                self.sql(f"alter table codings add constraint probe check (item_id <> {schlecht})")
                # Beim Slot des Nachbarn ist das schlechte Item nur noch nicht kodiert, beim Backfill abgelehnt.
                self.lauf(*lauf, ausgang=int(lauf[0] == "--backfill"))
                self.lauf("--slot", SLOT, ausgang=1)
                self.sql("alter table codings drop constraint probe")
                self.sql("update raw_items set titel = 'Sturm deckt Dächer an der Küste ab' where id = %s", schlecht)
                self.lauf("--slot", SLOT)
                self.assertEqual(self.zeilen(), self.neuaufbau())

    def test_alle_schlecht_ist_kein_langes_einkreisen(self) -> None:
        self.einspruch("true", "P0001")
        self.assertEqual(len(self.lauf("--backfill", ausgang=1).meldungen), ITEMS)
        self.assertEqual(self.zeilen(), [])


class Zustand(Ablehnung):
    def test_volle_platte_beendet_sofort(self) -> None:
        self.einspruch("new.item_id = 30", "53100", "no space left on device")
        beginn = time.monotonic()
        ende = lauf_hier(self.url, "--backfill", pausen=(30,))
        self.assertLess(time.monotonic() - beginn, 25)
        self.eine_zeile(ende, 1, "Platte des Datenbankservers ist voll", "53100", "Platz schaffen")
        self.assertEqual(self.zeilen(), [])

    def test_fehlende_mittel_heissen_spaeter(self) -> None:
        self.einspruch("new.item_id = 30", "53200", "out of memory")
        self.eine_zeile(lauf_hier(self.url, "--backfill", pausen=(30,)), 75, "53200", "Später erneut starten")
        self.assertEqual(self.zeilen(), [])

    def test_nur_lesezugriff(self) -> None:
        url = make_conninfo(self.url, options="-c default_transaction_read_only=on")
        self.eine_zeile(lauf_hier(url, "--backfill", pausen=(30,)), 1, "25006", "Hauptserver")
        self.assertEqual(lauf_hier(url, "--backfill", "--trocken", "--json").zahlen["neu"], ITEMS)

    def test_fehlende_tabellen_und_ausstehende_migrationen(self) -> None:
        leer = neue_datenbank(self.addCleanup)
        self.eine_zeile(lauf_hier(leer, "--backfill"), 1, "42P01", "python migrieren.py")
        with psycopg.connect(leer, autocommit=True) as conn:
            laden.schema_anlegen(conn)
        self.eine_zeile(lauf_hier(leer, "--backfill"), 1, "42703", "python migrieren.py")
        for schaden, sqlstate in (
            ("drop table coder_versionen cascade", "42P01"),
            ("drop table dubletten_vorgriff", "42P01"),
            ("drop function zeitpunkt cascade", "42883"),
        ):
            with self.subTest(schaden):
                self.sql(schaden)
                self.eine_zeile(lauf_hier(self.url, "--slot", SLOT), 1, sqlstate, "python migrieren.py")


class Rechte(Ablehnung):
    def setUp(self) -> None:
        super().setUp()
        # Rollen gehören dem ganzen Server; andere Testläufe dürfen sie nicht sehen.
        self.rolle = f"test_rolle_{secrets.token_hex(4)}"
        self.sql(f"create role {self.rolle}")
        self.addCleanup(self.sql, f"drop owned by {self.rolle}; drop role {self.rolle}")
        self.als_rolle = self.als(self.rolle)

    def als(self, rolle: str) -> str:
        """Eine Verbindungszeile, deren Sitzung von Anfang an mit den Rechten dieser Rolle arbeitet."""
        self.assertNotIn("options", conninfo_to_dict(self.url))
        return make_conninfo(self.url, options=f"-c role={rolle}")

    def test_je_fehlendem_recht_eine_zeile_mit_abhilfe(self) -> None:
        self.item("Neue Brücke über die Weser wird am Montag eröffnet", erfasst_am=ERFASST)
        for schritt in (
            "grant select on raw_items to {}",
            "grant select, insert, update on codings to {}",
            "grant select, insert, update on coder_versionen to {}",
            "grant select, insert, delete on dubletten_vorgriff to {}",
            "grant select, insert, update, delete on rueckstand to {}",
        ):
            with self.subTest(f"vor {schritt}"):
                ende = lauf_hier(self.als_rolle, "--slot", SLOT, pausen=(30,))
                self.eine_zeile(ende, 1, "fehlt ein Recht", "42501", "python check_db.py")
                self.assertEqual(self.zeilen(), [])
            self.sql(schritt.format(self.rolle))
        datenbank = conninfo_to_dict(self.url)["dbname"]
        with self.subTest("ohne temporäre Tabellen"):
            self.sql(f"revoke temporary on database {datenbank} from public")
            self.eine_zeile(lauf_hier(self.als_rolle, "--slot", SLOT), 1, "fehlt ein Recht", "42501")
            self.sql(f"grant temporary on database {datenbank} to {self.rolle}")
        # Mehr braucht ein Lauf nicht; raw_items liest er nur.
        for worte in (["--slot", SLOT], ["--backfill"]):
            self.assertEqual(lauf_hier(self.als_rolle, *worte).code, 0)
        self.assertEqual(len(self.zeilen()), ITEMS + 1)

    def test_die_leserolle_darf_trocken_rechnen_und_sonst_nichts(self) -> None:
        leser = self.als("wurzelwerk_lesen")
        ende = lauf_hier(leser, "--backfill", "--trocken", "--json")
        self.assertEqual((ende.code, ende.zahlen["neu"], ende.meldungen), (0, ITEMS, []))
        self.eine_zeile(lauf_hier(leser, "--backfill"), 1, "fehlt ein Recht")
        self.assertEqual(self.zeilen(), [])


if __name__ == "__main__":
    unittest.main()
