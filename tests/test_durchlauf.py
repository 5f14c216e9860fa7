"""Ganze Durchläufe mit unbequemer Eingabe: unzulässige Zeichen, unmögliche Zeiten, ohne Netz, unter jedem Hash-Seed."""

from __future__ import annotations

import json
import os
import random
import tempfile
import unittest
from datetime import timedelta
from pathlib import Path
from typing import Any

import phase2
from tests.basis import lauf
from tests.laeufe import ERFASST, SATZ, MitBestand

# (pubdate als SQL, erwarteter Hinweis); erfasst_am ist immer 2026-09-07 08:05 UTC
ZEITEN: tuple[tuple[str, str | None], ...] = (
    ("null", None),
    ("'2026-09-07 07:00Z'", None),
    ("'2026-09-07 08:05Z'", None),
    ("'2026-09-09 08:05Z'", None),
    ("'2026-09-09 08:05:00.000001Z'", "pubdate_zukunft"),
    ("'2027-09-07 08:10Z'", "pubdate_zukunft"),
    ("'9999-12-31 23:59:59Z'", "pubdate_zukunft"),
    ("'294276-01-01 00:00Z'", "pubdate_zukunft"),
    ("'infinity'", "pubdate_zukunft"),
    ("'1990-01-01 00:00Z'", None),
    ("'1989-12-31 23:59:59Z'", "pubdate_unplausibel"),
    ("'1970-01-01 00:00Z'", "pubdate_unplausibel"),
    ("'0001-01-01 00:00Z'", "pubdate_unplausibel"),
    ("'0044-03-15 00:00Z BC'", "pubdate_unplausibel"),
    ("'4713-01-01 00:00Z BC'", "pubdate_unplausibel"),
    ("'-infinity'", "pubdate_unplausibel"),
)

# Läuft vor jedem Programm; jeder Griff zum Netz beendet es mit diesem Ausgang. libpq geht nicht durch Python.
OHNE_NETZ = """
import os, sys
sys.addaudithook(lambda ereignis, _: os._exit(97) if ereignis.startswith("socket.") else None)
"""


class Zeichen(MitBestand):
    def test_unzulaessige_zeichen_reissen_die_nachbarn_nicht_mit(self) -> None:
        titel = (
            "Zugunglück im Tal: Strecke bleibt bis Freitag gesperrt",
            "Sturm\u0000schaden an der Kirche \ud83d",
            "Feuerwehr \U0001f692\U0001f469\U0001f3fd\u200d\U0001f692 übt am Samstag im Stadtteil Nord",
        )
        with tempfile.TemporaryDirectory(prefix="wurzelwerk zeichen ") as ordner:
            datei = Path(ordner) / "meldungen.jsonl"
            zeilen = [
                json.dumps({"haus": "abendpost", "guid": str(n), "titel": t, "erfasst_am": ERFASST.isoformat()})
                for n, t in enumerate(titel)
            ]
            datei.write_text("\n".join(zeilen), encoding="ascii")
            ende = lauf("beispiel/laden.py", datei, url=self.url)
        self.assertEqual(ende.returncode, 0, ende.stderr)
        for worte in ([], ["--basis", "titel+teaser"]):
            zahlen = self.lauf("--backfill", *worte, "--json").zahlen
            self.assertEqual((zahlen["neu"], zahlen["fehler"]), (3, 0))
        hinweise = self.sql("select item_id, nutzlast -> 'hinweise' from codings_aktuell order by item_id")
        self.assertEqual([h for _, h in hinweise], [[], ["zeichen_ersetzt"], []])
        gespeichert = [t for (t,) in self.sql("select titel from raw_items order by id")]
        self.assertEqual(gespeichert, [titel[0], "Sturm\ufffdschaden an der Kirche \ufffd", titel[2]])


class Zeiten(MitBestand):
    def setUp(self) -> None:
        super().setUp()
        self.hinweis_von = {}
        for n, (pubdate, hinweis) in enumerate(ZEITEN):
            kennung = self.item(f"Zeile Nummer {n} handelt von etwas ganz anderem", f"haus{n}")
            self.sql(f"update raw_items set pubdate = {pubdate} where id = %s", kennung)
            self.hinweis_von[kennung] = [hinweis] if hinweis else []

    def test_jedes_item_wird_kodiert_und_die_zeit_gekennzeichnet(self) -> None:
        for worte in (["--backfill"], ["--slot", "2026-09-07T08:00"]):
            with self.subTest(worte):
                self.sql("truncate codings")
                zahlen = self.lauf(*worte, "--json").zahlen
                self.assertEqual((zahlen["neu"], zahlen["fehler"]), (len(ZEITEN), 0))
                self.assertEqual(
                    dict(self.sql("select item_id, nutzlast -> 'hinweise' from codings")), self.hinweis_von
                )

    def test_eine_unbrauchbare_zeit_zaehlt_als_eintreffen(self) -> None:
        self.lauf("--backfill")
        tage = dict(self.sql("select item_id, nutzlast ->> 'tag' from codings"))
        for kennung, hinweis in self.hinweis_von.items():
            if hinweis:
                self.assertEqual(tage[kennung], "2026-09-07")

    def test_eine_falsche_zeit_trennt_keine_uebernahme(self) -> None:
        zeile = "Neue Brücke über die Weser wird am Montag eröffnet"
        self.item(zeile, "abendpost", pubdate=ERFASST - timedelta(hours=1))
        falsch = self.item(zeile, "morgenblatt")
        self.sql("update raw_items set pubdate = 'infinity' where id = %s", falsch)
        self.lauf("--backfill")
        self.assertEqual(self.sql("select nutzlast ->> 'groesse' from codings where item_id = %s", falsch), [("2",)])

    def test_unendliches_eintreffen_ist_eine_zeile_und_kein_traceback(self) -> None:
        self.sql("update raw_items set erfasst_am = 'infinity' where id = 1")
        ende = self.lauf("--backfill", ausgang=1, pausen=(30,))
        self.assertEqual((len(ende.meldungen), self.zeilen()), (1, []))


class Unabhaengig(MitBestand):
    satz = len(SATZ.read_bytes().splitlines())

    def test_ohne_netz(self) -> None:
        with tempfile.TemporaryDirectory(prefix="wurzelwerk netz ") as ordner:
            (Path(ordner) / "sitecustomize.py").write_text(OHNE_NETZ, encoding="utf-8")
            env = {"PYTHONPATH": os.pathsep.join(filter(None, (ordner, os.environ.get("PYTHONPATH"))))}
            for griff in ("import socket; socket.socket()", "import socket; socket.gethostbyname('localhost')"):
                self.assertEqual(lauf("-c", griff, env=env).returncode, 97, "die Sperre selbst muss greifen")
            for lader in ("lexikon_laden.py", "ortslexikon_laden.py"):
                ende = lauf(lader, url=self.url, env=env)
                self.assertEqual(ende.returncode, 0, ende.stderr)
            # embeddings prüft test_embeddings mit derselben Sperre.
            module = [name for name in phase2.MODULE if name != "embeddings"]
            ende = lauf("phase2.py", "--backfill", "--nur", ",".join(module), "--json", url=self.url, env=env)
        self.assertEqual(ende.returncode, 0, ende.stderr)
        neu = {zahlen["modul"]: zahlen["neu"] for zahlen in json.loads(ende.stdout)["module"]}
        self.assertEqual(neu, dict.fromkeys(module, self.satz))

    def test_absurde_pubdates_halten_kein_modul_auf(self) -> None:
        """PostgreSQL kennt Zeiten, die Python nicht darstellen kann."""
        for lader in ("lexikon_laden.py", "ortslexikon_laden.py"):
            self.assertEqual(lauf(lader, url=self.url).returncode, 0)
        zeiten = ("infinity", "-infinity", "0044-03-15 BC", "20000-01-01")
        for nummer, zeit in enumerate(zeiten, 1):
            self.sql("update raw_items set pubdate = %s::text::timestamptz where id = %s", zeit, nummer)
        module = [name for name in phase2.MODULE if name != "embeddings"]
        ende = lauf("phase2.py", "--backfill", "--nur", ",".join(module), url=self.url)
        self.assertEqual(ende.returncode, 0, ende.stderr)
        self.assertEqual(self.sql("select count(*) from codings where item_id <= 4"), [(4 * len(module),)])
        ende = lauf("phase2.py", "--erklaere", "1", url=self.url)
        self.assertIn("Stichtag", ende.stdout)
        self.assertEqual((ende.stdout.count("nachgerechnet    stimmt"), ende.stderr), (len(module), ""))

    def test_jeder_hash_seed_ergibt_dieselben_zeilen(self) -> None:
        zeilen: list[list[tuple[Any, ...]]] = []
        seed = str(random.SystemRandom().randrange(2**32))
        for wert in ("0", "1", seed):
            self.sql("truncate codings")
            ende = lauf("dubletten.py", "--backfill", url=self.url, env={"PYTHONHASHSEED": wert})
            self.assertEqual(ende.returncode, 0, ende.stderr)
            zeilen.append(self.zeilen())
        self.assertEqual(len(zeilen[0]), self.satz)
        self.assertEqual(zeilen[0], zeilen[1])
        self.assertEqual(zeilen[0], zeilen[2], f"PYTHONHASHSEED={seed}")

    def test_die_reihenfolge_im_speicher_der_datenbank_ist_gleich(self) -> None:
        self.lauf("--backfill")
        davor = self.zeilen()
        self.sql("create table items as select * from raw_items order by md5(id::text)")
        self.sql("truncate raw_items cascade")
        self.sql("insert into raw_items select * from items")
        self.lauf("--backfill")
        self.assertEqual(self.zeilen(), davor)


if __name__ == "__main__":
    unittest.main()
