"""Störungen von außen: Abriss, Serverneustart, zweiter Lauf, kill -9, SIGTERM; nie bleibt Halbes stehen."""

from __future__ import annotations

import io
import shutil
import signal
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

import psycopg
from psycopg.conninfo import make_conninfo

import eingebettet
import sitzung
from sitzung import SPERRE
from tests.laeufe import SLOT, MitBestand, bereiten, lauf_hier

ITEMS = 80

# Ein Lauf, der hier wartet, hat alles geschrieben und noch nichts festgeschrieben.
AM_ENDE = "lock table coder_versionen in access exclusive mode"
# Lesen geht, Schreiben wartet.
BEIM_SCHREIBEN = "lock table codings in share mode"
BEIM_LESEN = "lock table raw_items in access exclusive mode"

SELBSTMORD = """
create function abreissen() returns trigger language plpgsql as $$
begin
    perform pg_terminate_backend(pg_backend_pid());
    perform pg_sleep(10);
    return null;
end $$;
create trigger abreissen before insert on codings execute function abreissen()
"""
EINMAL = """
create sequence versuch;
create function einmal() returns trigger language plpgsql as $$
begin
    if nextval('versuch') = 1 then
        raise exception 'zur Probe' using errcode = '{}';
    end if;
    return null;
end $$;
create trigger einmal before insert on codings execute function einmal()
"""


class Verbindung(MitBestand):
    satz = ITEMS

    def test_beendete_sitzung_kostet_einen_versuch_und_keine_zeile(self) -> None:
        lauf = self.im_hintergrund("--backfill")
        with self.riegel(AM_ENDE):
            sitzung = self.wartende_sitzung()
            self.assertEqual(self.zeilen(), [], "vor dem Commit ist nichts zu sehen")
            self.sql("select pg_terminate_backend(%s, 10000)", sitzung)
        ende = lauf.ende()
        self.assertEqual(ende.code, 0, ende.meldungen)
        self.assertEqual(len(ende.meldungen), 1)
        self.assertTrue(ende.meldungen[0].endswith("; neuer Versuch in 1 s."), ende.meldungen)
        self.assertEqual(self.sql("select count(*), count(distinct item_id) from codings"), [(ITEMS, ITEMS)])
        self.assertEqual(self.zeilen(), self.neuaufbau())

    def test_reisst_jede_verbindung_endet_der_lauf_mit_75_und_ohne_spuren(self) -> None:
        self.sql(SELBSTMORD)
        ende = self.lauf("--backfill", ausgang=75)
        self.assertEqual(len(ende.meldungen), 4, "drei neue Versuche, dann Schluss")
        self.assertIn("Später erneut starten", ende.meldungen[-1])
        self.assertEqual(ende.ausgabe, "")
        self.assertEqual(self.zeilen(), [])
        self.assertEqual(self.sql("select * from coder_versionen"), [])
        self.sql("drop trigger abreissen on codings")
        self.lauf("--backfill")
        self.assertEqual(len(self.zeilen()), ITEMS)

    def test_serialisierung_und_verklemmung_werden_wiederholt(self) -> None:
        for errcode in ("40001", "40P01"):
            with self.subTest(errcode):
                self.sql(EINMAL.format(errcode))
                ende = self.lauf("--backfill", "--json")
                self.assertEqual(len(ende.meldungen), 1)
                self.assertIn(f"({errcode}: zur Probe); neuer Versuch", ende.meldungen[0])
                self.assertEqual(ende.zahlen["neu"], ITEMS)
                self.sql("drop function einmal cascade; drop sequence versuch; truncate codings")

    def test_ein_anderer_schreiber_in_derselben_zeile(self) -> None:
        self.lauf("--backfill")
        self.sql("update raw_items set titel = 'Ganz anders als alles zuvor' where id = 5")
        lauf = self.im_hintergrund("--backfill")
        with self.riegel("update codings set kodiert_am = now() where item_id = 5"):
            self.wartende_sitzung()
        ende = lauf.ende()
        self.assertEqual(ende.code, 0, ende.meldungen)
        self.assertIn("40001", ende.meldungen[0])
        self.assertEqual(self.zeilen(), self.neuaufbau())


class Neustart(MitBestand):
    def setUp(self) -> None:
        ordner = Path(tempfile.mkdtemp(prefix="wurzelwerk neustart "))
        self.addCleanup(shutil.rmtree, ordner, ignore_errors=True)
        self.addCleanup(eingebettet.stoppen, ordner)
        self.ordner = ordner
        self.url = bereiten(eingebettet.starten(ordner), satz=ITEMS)
        self.conn = psycopg.connect(self.url, autocommit=True)
        self.addCleanup(lambda: self.conn.close())

    def test_neustart_des_servers_mitten_im_lauf(self) -> None:
        lauf = self.im_hintergrund("--backfill")
        halter = psycopg.connect(self.url)
        halter.execute(AM_ENDE)
        self.wartende_sitzung()
        eingebettet.stoppen(self.ordner)
        eingebettet.starten(self.ordner)
        ende = lauf.ende()
        self.assertEqual(ende.code, 0, ende.meldungen)
        self.assertNotIn("Traceback", "\n".join(ende.meldungen))
        halter.close()
        self.conn.close()
        self.conn = psycopg.connect(self.url, autocommit=True)
        self.assertEqual(self.zeilen(), self.neuaufbau())

        eingebettet.stoppen(self.ordner)
        ende = self.lauf("--backfill", ausgang=75)
        self.assertEqual(len(ende.meldungen), 4)
        self.assertIn("dort läuft kein Server", ende.meldungen[-1])
        eingebettet.starten(self.ordner)
        self.assertEqual(self.lauf("--backfill", "--json").zahlen["unveraendert"], ITEMS)


class ZweiLaeufe(MitBestand):
    satz = ITEMS

    def test_der_zweite_tut_nichts_und_ein_getoeteter_gibt_die_sperre_frei(self) -> None:
        erster = self.im_hintergrund("--backfill")
        with self.riegel(AM_ENDE):
            self.wartende_sitzung()
            beginn = time.monotonic()
            for worte in (["--backfill", "--json"], ["--slot", SLOT]):
                # Ohne Sperre stünde der zweite Lauf am Riegel; die Frist macht daraus einen Fehlschlag.
                mit_frist = make_conninfo(self.url, options="-c lock_timeout=10s")
                zweiter = lauf_hier(mit_frist, *worte, pausen=(30,))
                self.assertEqual(zweiter.code, 0)
                self.assertEqual(zweiter.meldungen, ["dubletten: ein anderer Lauf arbeitet gerade; dieser tut nichts."])
                self.assertEqual(zweiter.ausgabe, "")
            self.assertLess(time.monotonic() - beginn, 25, "ohne zu warten")
            self.assertEqual(self.zeilen(), [])
            erster.prozess.kill()
            erster.ende()
        self.sitzungen_enden()
        self.assertEqual(self.zeilen(), [], "der getötete Lauf hinterlässt nichts")
        dritter = self.lauf("--backfill", "--json")
        self.assertEqual((dritter.zahlen["neu"], dritter.meldungen), (ITEMS, []))

    def test_trocken_stoert_niemanden_und_wartet_auf_niemanden(self) -> None:
        erster = self.im_hintergrund("--backfill")
        with self.riegel(AM_ENDE):
            self.wartende_sitzung()
            self.assertEqual(self.lauf("--backfill", "--trocken", "--json").zahlen["neu"], ITEMS)
        self.assertEqual(erster.ende().code, 0)

    def test_nach_einem_abriss_ist_eine_besetzte_sperre_kein_erfolg(self) -> None:
        self.sql(SELBSTMORD)
        with psycopg.connect(self.url, autocommit=True) as andere:

            class Danach(io.StringIO):
                """Besetzt die Sperre, sobald der Lauf den ersten Abriss meldet."""

                def write(self, text: str) -> int:
                    if "neuer Versuch" in text:
                        andere.execute("select pg_advisory_lock(%s)", (SPERRE,))
                    return super().write(text)

            with mock.patch.object(sitzung, "SPERRPAUSEN", ()):
                ende = self.lauf("--backfill", ausgang=75, meldungen=Danach())
        self.assertIn("Die Sperre hält noch eine andere Sitzung", ende.meldungen[-1])


class Abbruch(MitBestand):
    satz = ITEMS

    def test_kill_9_beim_schreiben_hinterlaesst_nichts(self) -> None:
        lauf = self.im_hintergrund("--backfill")
        with self.riegel(BEIM_SCHREIBEN):
            self.wartende_sitzung()
            lauf.prozess.kill()
            self.assertEqual(lauf.ende().code, -signal.SIGKILL)
        self.sitzungen_enden()
        self.assertEqual(self.zeilen(), [])
        self.lauf("--backfill")
        self.assertEqual(self.zeilen(), self.neuaufbau())

    def test_kill_9_im_slotlauf_laesst_auch_die_nachbarn_wie_sie_waren(self) -> None:
        self.sql("truncate raw_items cascade")
        self.item("Neue Brücke über die Weser wird am Montag eröffnet", "abendpost")
        self.item("Neue Brücke über die Weser wird am Montag eröffnet", "morgenblatt")
        self.lauf("--backfill")
        davor = self.zeilen()
        self.item("Neue Brücke über die Weser wird am Montag eröffnet", "kurier")
        lauf = self.im_hintergrund("--slot", SLOT)
        with self.riegel(AM_ENDE):
            self.wartende_sitzung()
            lauf.prozess.kill()
            lauf.ende()
        self.sitzungen_enden()
        self.assertEqual(self.zeilen(), davor)
        self.assertEqual(self.lauf("--slot", SLOT, "--json").zahlen["geaendert"], 2)
        self.assertEqual(self.zeilen(), self.neuaufbau())

    def test_sigterm_vor_dem_schreiben_verwirft_den_lauf(self) -> None:
        lauf = self.im_hintergrund("--backfill")
        with self.riegel(BEIM_LESEN):
            self.wartende_sitzung()
            lauf.prozess.send_signal(signal.SIGTERM)
        ende = lauf.ende()
        self.assertEqual(ende.code, 143)
        self.assertEqual(
            ende.meldungen, ["dubletten: durch SIGTERM beendet; nichts geschrieben, der nächste Lauf holt es nach."]
        )
        self.assertEqual(self.zeilen(), [])
        self.assertEqual(self.lauf("--backfill", "--json").zahlen["neu"], ITEMS)

    def test_sigterm_beim_schreiben_bringt_es_zu_ende(self) -> None:
        lauf = self.im_hintergrund("--backfill", "--json")
        with self.riegel(BEIM_SCHREIBEN):
            self.wartende_sitzung()
            lauf.prozess.send_signal(signal.SIGTERM)
        ende = lauf.ende()
        self.assertEqual((ende.code, ende.zahlen["neu"]), (143, ITEMS))
        self.assertEqual(self.zeilen(), self.neuaufbau())

    def test_sigterm_in_der_pause_wirkt_sofort(self) -> None:
        self.sql(SELBSTMORD)

        class Signal(io.StringIO):
            """Schickt SIGTERM, sobald der Lauf seine Pause meldet."""

            def write(self, text: str) -> int:
                if "neuer Versuch" in text:
                    signal.raise_signal(signal.SIGTERM)
                return super().write(text)

        beginn = time.monotonic()
        ende = self.lauf("--backfill", ausgang=143, pausen=(30,), meldungen=Signal())
        self.assertLess(time.monotonic() - beginn, 25)
        self.assertIn("durch SIGTERM beendet", ende.meldungen[-1])


class Adresse(unittest.TestCase):
    def test_falsche_adresse_ist_eine_zeile_und_ausgang_2(self) -> None:
        for url in ("", "  ", "mysql://leser:geheim@db/nachrichten", "postgresql://leser:ge%heim@db/nachrichten"):
            with self.subTest(url):
                ende = lauf_hier(url, "--backfill", pausen=(30,))
                self.assertEqual((ende.code, len(ende.meldungen), ende.ausgabe), (2, 1, ""), ende.meldungen)
                self.assertNotIn("heim", ende.meldungen[0])


if __name__ == "__main__":
    unittest.main()
