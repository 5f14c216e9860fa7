"""export.py: was nie in der Datei steht, Tagesgrenzen, Wiederholbarkeit, und was bei Fehlern zurückbleibt."""

from __future__ import annotations

import csv
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import psycopg
import pyarrow.parquet as pq

import exportformate
import zieldatei
import zieldateien
from exporttabellen import TABELLEN
from revisionen import Revisionen
from tests.basis import WURZEL, lauf, neue_datenbank
from tests.exportbestand import BIS, VON, MitExport, exportieren, kodieren, lesend
from tests.laeufe import MitBestand, bereiten

FORMATE = tuple(exportformate.FORMATE)


def zeilen_von(pfad: Path) -> list[dict[str, str]]:
    """Die Zeilen einer CSV-Datei."""
    with pfad.open(encoding="utf-8", newline="") as datei:
        return list(csv.DictReader(datei))


class Titel(MitExport):
    def _wortfolgen(self) -> Iterator[str]:
        """Je vier Wörter hintereinander aus allen Titeln, Teasern und Fassungen."""
        for (text,) in self.sql(
            """
            select titel from raw_items union select teaser from raw_items
            union select titel from raw_item_versionen union select teaser from raw_item_versionen
            """
        ):
            worte = re.findall(r"[^\W_]+", text or "")
            for ab in range(len(worte) - 3):
                yield " ".join(worte[ab : ab + 4])

    def test_ohne_mit_titel_keine_vier_woerter_eines_titels(self) -> None:
        folgen = set(self._wortfolgen())
        self.assertGreater(len(folgen), 200)
        for name in TABELLEN:
            if name == "embedding":
                continue
            pfad, _ = self.export(name, "csv")
            for zeile in zeilen_von(pfad):
                for spalte, wert in zeile.items():
                    worte = re.findall(r"[^\W_]+", wert)
                    for ab in range(len(worte) - 3):
                        self.assertNotIn(" ".join(worte[ab : ab + 4]), folgen, f"{name}.{spalte}")
            self.assertNotIn("x.example", pfad.read_text(encoding="utf-8"))

    def test_mit_titel_kommen_nur_die_titelnahen_hinzu(self) -> None:
        for name, tabelle in TABELLEN.items():
            with self.subTest(name):
                ohne, mit = tabelle.gewaehlt(False), tabelle.gewaehlt(True)
                self.assertEqual(mit[: len(ohne)], ohne)
                self.assertIn("titel", [s.name for s in mit[len(ohne) :]])


class Auswahl(MitExport):
    def test_ein_tag_ist_halboffen(self) -> None:
        spaet, frueh = (
            {z["item_id"] for z in zeilen_von(self.export("item", "csv", von=tag, bis=tag, ziel=f"{tag}.csv")[0])}
            for tag in ("2026-09-08", "2026-09-09")
        )
        ((vor,), (ab,)) = self.sql("select id from raw_items where titel like '%%Mitternacht%%' order by erfasst_am")
        self.assertTrue(str(vor) in spaet and str(vor) not in frueh)
        self.assertTrue(str(ab) in frueh and str(ab) not in spaet)
        self.assertFalse(spaet & frueh)

    def test_jeder_tag_einzeln_ist_alle_zusammen(self) -> None:
        alle = zeilen_von(self.export("item", "csv")[0])
        tage = sorted({z["tag"] for z in alle})
        self.assertGreater(len(tage), 1)
        einzeln = []
        for tag in tage:
            einzeln += zeilen_von(self.export("item", "csv", von=tag, bis=tag, ziel=tag)[0])
        self.assertEqual(einzeln, alle)

    def test_haus(self) -> None:
        pfad, _ = self.export("item", "csv", "--haus", "NA", "--haus", "null")
        self.assertEqual({z["haus"] for z in zeilen_von(pfad)}, {"NA", "null"})

    def test_unbekanntes_haus(self) -> None:
        pfad, ergebnis = self.export("item", "csv", "--haus", "abendpst", ausgang=2)
        self.assertEqual(len(ergebnis.meldungen), 1)
        self.assertIn("abendpost", ergebnis.meldungen[0])
        self.assertEqual(list(self.ordner.iterdir()), [])
        self.assertFalse(pfad.exists())

    def test_unbekannte_tabelle_und_unbekanntes_format(self) -> None:
        for schicht, form in (("akteure", "csv"), ("akteur", "xlsx")):
            with self.subTest(schicht=schicht, form=form):
                _, ergebnis = self.export(schicht, form, ausgang=2)
                self.assertRegex(ergebnis.meldungen[0], "gibt es nicht, nur")

    def test_ein_item(self) -> None:
        for name in ("item", "dublette", "revision", "tonalitaet"):
            pfad, ergebnis = self.export(name, "csv", "--haus", "NA")
            self.assertEqual(len(zeilen_von(pfad)), 1)
            self.assertIn(f": 1 Zeile ({name});", ergebnis.ausgabe)

    def test_leerer_zeitraum(self) -> None:
        for form in FORMATE:
            for name, tabelle in TABELLEN.items():
                if name == "embedding":
                    continue
                with self.subTest(form=form, tabelle=name):
                    pfad, ergebnis = self.export(name, form, von="2001-01-01", bis="2001-01-02")
                    self.assertEqual(len(ergebnis.meldungen), 1)
                    self.assertIn("keine Items", ergebnis.meldungen[0])
                    namen = [s.name for s in tabelle.gewaehlt(False)]
                    if form == "csv":
                        self.assertEqual(pfad.read_text(encoding="utf-8"), ",".join(namen) + "\n")
                    elif form == "jsonl":
                        self.assertEqual(pfad.read_bytes(), b"")
                    else:
                        voll = pq.read_schema(self.export(name, form, ziel="voll.parquet")[0])
                        self.assertTrue(pq.read_schema(pfad).equals(voll))
                        (self.ordner / "voll.parquet").unlink()
                        for endung in ("md", "json"):
                            (self.ordner / f"voll.parquet.codebook.{endung}").unlink()

    def test_andere_coder_version(self) -> None:
        (geltend,) = self.sql("select coder_version from coder_versionen where schicht = 'dublette'")[0]
        _, ergebnis = self.export("dublette", "csv", "--coder-version", "dubletten-000000000000", ausgang=2)
        self.assertIn(geltend, ergebnis.meldungen[0])
        pfad, _ = self.export("dublette", "csv", "--coder-version", geltend)
        self.assertEqual({z["coder_version"] for z in zeilen_von(pfad)}, {geltend})
        _, ergebnis = self.export("item", "csv", "--coder-version", geltend, ausgang=2)
        self.assertIn("item", ergebnis.meldungen[0])


class Sommerzeit(MitBestand):
    """Die Tage der Zeitumstellung haben in Berlin 23 und 25 Stunden."""

    def test_grenzen(self) -> None:
        grenzen = (
            ("2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59.999999Z"),
            ("2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T22:59:59.999999Z"),
        )
        for tag, erster, letzter in grenzen:
            with self.subTest(tag):
                self.sql("truncate raw_items cascade")
                for zeit in (erster, letzter):
                    self.item("drin", erfasst_am=zeit)
                self.sql(
                    """
                    insert into raw_items (haus, titel, erfasst_am, slot)
                    select 'abendpost', 'draußen', zeit, '2026-01-01Z'
                    from unnest(array[
                        %s::timestamptz - interval '1 microsecond', %s::timestamptz + interval '1 microsecond'
                    ]) as zeit
                    """,
                    erster,
                    letzter,
                )
                ziel = Path(self.enterContext(_ordner())) / "i.csv"
                worte = ("--von", tag, "--bis", tag, "--format", "csv", "--ziel", ziel, "--mit-titel")
                self.assertEqual(exportieren(self.url, "--schicht", "item", *worte).code, 0)
                self.assertEqual([(z["titel"], z["tag"]) for z in zeilen_von(ziel)], [("drin", tag)] * 2)


class Kodierstand(MitBestand):
    satz = 3

    def export(self, *worte: str) -> tuple[int, list[str]]:
        ziel = Path(self.enterContext(_ordner())) / "d.csv"
        ergebnis = exportieren(
            self.url, "--von", VON, "--bis", BIS, "--format", "csv", "--ziel", ziel, "--schicht", *worte
        )
        self.assertEqual(ziel.exists(), ergebnis.code == 0)
        return ergebnis.code, ergebnis.meldungen

    def test_nicht_kodiert(self) -> None:
        code, (meldung,) = self.export("dublette")
        self.assertEqual(code, 1)
        self.assertIn("python phase2.py --backfill", meldung)

    def test_nur_mit_anderer_version_kodiert(self) -> None:
        self.lauf("--backfill", "--basis", "titel+teaser")
        (version,) = self.sql("select coder_version from coder_versionen")[0]
        code, (meldung,) = self.export("dublette")
        self.assertEqual(code, 1)
        self.assertIn(version, meldung)
        self.assertEqual(self.export("dublette", "--coder-version", version), (0, []))

    def test_teils_kodiert(self) -> None:
        self.lauf("--backfill")
        self.item("Neu und noch nicht kodiert")
        code, (meldung,) = self.export("dublette")
        self.assertEqual(code, 0)
        self.assertIn("1 von 4 Items", meldung)
        self.assertEqual(self.export("item"), (0, []))

    def test_aktuell_ist_die_zuletzt_gelaufene_vorgabe(self) -> None:
        kodieren(self.url, Revisionen())
        self.sql(
            """
            insert into coder_versionen (coder_version, schicht, komponenten, zuletzt, vorgabe) values
                ('revisionen-alt', 'revision', '{}', '2020-01-01', true),
                ('revisionen-fremd', 'revision', '{}', '2099-01-01', false)
            """
        )
        self.assertEqual(self.export("revision"), (0, []))


class Wiederholbar(MitExport):
    def test_byte_fuer_byte_gleich(self) -> None:
        for form in FORMATE:
            with self.subTest(form):
                inhalte = set()
                for saat in ("0", "1", "77"):
                    ziel = self.ordner / "a" / f"akteur.{form}"
                    ziel.parent.mkdir(exist_ok=True)
                    worte = ("--schicht", "akteur", "--von", VON, "--bis", BIS, "--format", form, "--mit-titel")
                    ende = lauf(
                        "export.py", *worte, "--ziel", ziel, "--ersetzen",
                        url=lesend(self.url), env={"PYTHONHASHSEED": saat},
                    )  # fmt: skip
                    self.assertEqual((ende.returncode, ende.stderr), (0, ""))
                    inhalte.add(tuple(p.read_bytes() for p in sorted(ziel.parent.iterdir())))
                self.assertEqual(len(inhalte), 1)
                for pfad in ziel.parent.iterdir():
                    pfad.unlink()


class Ziel(MitExport):
    def test_vorhandenes_bleibt(self) -> None:
        for name in ("item.csv", "item.csv.codebook.md", "item.csv.codebook.json"):
            with self.subTest(name):
                vorhanden = self.ordner / name
                vorhanden.write_text("alt", encoding="utf-8")
                _, ergebnis = self.export("item", "csv", ausgang=2)
                self.assertEqual(len(ergebnis.meldungen), 1)
                self.assertIn(name, ergebnis.meldungen[0])
                self.assertEqual([p.name for p in self.ordner.iterdir()], [name])
                self.assertEqual(vorhanden.read_text(encoding="utf-8"), "alt")
                vorhanden.unlink()

    def test_ersetzen(self) -> None:
        self.export("item", "csv")
        pfad, _ = self.export("item", "csv", "--haus", "NA", "--ersetzen")
        self.assertEqual(len(zeilen_von(pfad)), 1)
        self.assertIn("NA", pfad.with_name("item.csv.codebook.md").read_text(encoding="utf-8"))

    def test_beide_oder_keine(self) -> None:
        """Das Codebook taucht unterdessen auf: dann bleibt auch die Datei mit den Daten weg, und das fremde bleibt."""
        daten, buch = self.ordner / "a.csv", self.ordner / "a.csv.codebook.md"
        with (
            self.assertRaisesRegex(zieldatei.Zielfehler, "codebook"),
            zieldateien.schreiben([daten, buch], ersetzen=False) as entwuerfe,
        ):
            for entwurf in entwuerfe:
                entwurf.write_text("neu", encoding="utf-8")
            buch.write_text("fremd", encoding="utf-8")
        self.assertEqual([p.name for p in self.ordner.iterdir()], [buch.name])
        self.assertEqual(buch.read_text(encoding="utf-8"), "fremd")

    def test_ordner_fehlt(self) -> None:
        _, ergebnis = self.export("item", "csv", ziel="gibt es nicht/item.csv", ausgang=2)
        self.assertIn("gibt es nicht", ergebnis.meldungen[0])

    def test_ein_ordner_ohne_namen_ist_kein_ziel(self) -> None:
        worte = ("--schicht", "item", "--von", VON, "--bis", BIS, "--format", "csv")
        for ziel in ("", ".", "/"):
            with self.subTest(ziel):
                ergebnis = exportieren(self.url, *worte, "--ziel", ziel)
                self.assertEqual((ergebnis.code, len(ergebnis.meldungen)), (2, 1))
                self.assertIn("ist ein Ordner", ergebnis.meldungen[0])


class OhnePyarrow(unittest.TestCase):
    def test_eine_zeile_statt_eines_tracebacks(self) -> None:
        with tempfile.TemporaryDirectory() as ordner:
            # So findet Python ein Paket nicht, das da ist.
            (Path(ordner) / "sitecustomize.py").write_text("import sys\nsys.modules['pyarrow'] = None\n")
            env = {"PYTHONPATH": os.pathsep.join(filter(None, (ordner, os.environ.get("PYTHONPATH"))))}
            ziel = Path(ordner) / "a.parquet"
            angaben = ("--schicht", "akteur", "--von", "2026-09-07", "--bis", "2026-09-07", "--format", "parquet")
            ergebnis = lauf("export.py", *angaben, "--ziel", ziel, env=env)
        self.assertEqual((ergebnis.returncode, ergebnis.stderr.count("\n")), (2, 1), ergebnis.stderr)
        self.assertIn("braucht das Paket pyarrow", ergebnis.stderr)


class Abbruch(MitExport):
    """Mitten im Export: an der gesperrten Tabelle akteure wartet die Abfrage, wenn die Entwürfe schon da sind."""

    def _wartend(self, conn: psycopg.Connection[Any]) -> int:
        frist = time.monotonic() + 60
        while True:
            zeile = conn.execute(
                "select pid from pg_stat_activity where datname = current_database()"
                " and application_name = 'wurzelwerk-export' and wait_event_type = 'Lock'"
            ).fetchone()
            if zeile is not None:
                return int(zeile[0])
            self.assertLess(time.monotonic(), frist)
            time.sleep(0.02)

    def _starten(self, form: str) -> subprocess.Popen[str]:
        worte = ("--schicht", "akteur", "--von", VON, "--bis", BIS, "--format", form)
        umgebung = {k: v for k, v in os.environ.items() if not k.startswith("PG")}
        # Läuft der Test im Hintergrund einer Shell, erbte das Kind sonst, dass Strg-C nichts gilt.
        vorher = signal.signal(signal.SIGINT, signal.default_int_handler)
        prozess = subprocess.Popen(
            [sys.executable, "export.py", *worte, "--ziel", str(self.ordner / f"a.{form}")],
            cwd=WURZEL,
            env=umgebung | {"DATABASE_URL": lesend(self.url), "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        signal.signal(signal.SIGINT, vorher)
        self.addCleanup(prozess.communicate)
        self.addCleanup(prozess.kill)
        return prozess

    def _abbrechen(self, form: str, *, signalnummer: int | None) -> tuple[int, str]:
        with psycopg.connect(self.url) as halter, psycopg.connect(self.url, autocommit=True) as conn:
            halter.execute("lock table akteure in access exclusive mode")
            prozess = self._starten(form)
            nummer = self._wartend(conn)
            self.assertTrue(list(self.ordner.iterdir()), "die Entwürfe sollen schon da sein")
            if signalnummer is None:
                conn.execute("select pg_terminate_backend(%s)", (nummer,))
            else:
                prozess.send_signal(signalnummer)
            _, meldungen = prozess.communicate(timeout=60)
        return prozess.returncode, meldungen

    def test_es_bleibt_nichts_zurueck(self) -> None:
        faelle: list[tuple[str, int | None, int]] = [(form, signal.SIGTERM, 143) for form in FORMATE]
        faelle += [("csv", signal.SIGINT, 130), ("parquet", None, 75)]
        for form, signalnummer, code in faelle:
            with self.subTest(form=form, signal=signalnummer):
                ausgang, meldungen = self._abbrechen(form, signalnummer=signalnummer)
                self.assertEqual((ausgang, meldungen.count("\n")), (code, 1), meldungen)
                self.assertEqual(list(self.ordner.iterdir()), [])

    def test_ein_stand(self) -> None:
        """Was gezählt und was geschrieben wird, gehört zu einem Stand, auch wenn dazwischen ein Lauf festschreibt."""
        vorher = self.export("akteur", "csv", ziel="vorher.csv")[0].read_bytes()
        weg = "delete from codings where schicht = 'akteur' returning *"
        with psycopg.connect(self.url) as halter, psycopg.connect(self.url, autocommit=True) as conn:
            halter.execute("lock table akteure in access exclusive mode")
            prozess = self._starten("csv")
            self._wartend(conn)
            conn.execute(f"create table beiseite as with weg as ({weg}) select * from weg")
            halter.rollback()
            _, meldungen = prozess.communicate(timeout=60)
            conn.execute("insert into codings table beiseite")
            conn.execute("drop table beiseite")
        self.assertEqual((prozess.returncode, meldungen), (0, ""))
        self.assertEqual((self.ordner / "a.csv").read_bytes(), vorher)

    def test_platte_voll(self) -> None:
        # Eine Grenze für die Größe einer Datei wirkt wie eine volle Platte: write scheitert.
        for form in FORMATE:
            with self.subTest(form):
                ende = subprocess.run(
                    [sys.executable, "export.py", "--schicht", "item", "--von", VON, "--bis", BIS, "--format", form,
                     "--ziel", str(self.ordner / "x")],
                    cwd=WURZEL,
                    env={**os.environ, "DATABASE_URL": lesend(self.url), "PYTHONIOENCODING": "utf-8"},
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
                    capture_output=True, encoding="utf-8", timeout=60, check=False,
                )  # fmt: skip
                self.assertEqual((ende.returncode, ende.stderr.count("\n")), (1, 1), ende.stderr)
                self.assertIn("lässt sich nicht schreiben", ende.stderr)
                self.assertEqual(list(self.ordner.iterdir()), [])


class Gross(unittest.TestCase):
    def test_viele_zeilen_in_stapeln(self) -> None:
        """Mehr Zeilen als ein Stapel: nichts fehlt, nichts kommt doppelt, die Ordnung hält über die Nähte."""
        url = bereiten(neue_datenbank(self.addCleanup))
        with psycopg.connect(url, autocommit=True) as conn:
            conn.execute(
                """
                insert into raw_items (id, haus, titel, erfasst_am, slot)
                select n, 'abendpost', 'Titel ' || n,
                    timestamptz '2026-09-07 00:00Z' + (n %% 100) * interval '1 minute', '2026-09-07 00:00Z'
                from generate_series(1, %s) n
                order by n * 7919 %% 12007  -- in der Tabelle liegen sie durcheinander
                """,
                (anzahl := 12_000,),
            )
        for form, leser in (("csv", "read_csv"), ("jsonl", "read_json"), ("parquet", "read_parquet")):
            with self.subTest(form):
                ziel = Path(self.enterContext(_ordner())) / f"i.{form}"
                ergebnis = exportieren(
                    url, "--schicht", "item", "--von", VON, "--bis", BIS, "--format", form, "--ziel", ziel
                )
                self.assertEqual(ergebnis.code, 0, ergebnis.meldungen)
                with duckdb.connect() as conn:
                    zeilen = conn.execute(f"select zeitpunkt, item_id from {leser}('{ziel}')").fetchall()
                self.assertEqual(len({item for _, item in zeilen}), anzahl)
                # Ohne assertEqual: der Unterschied zweier so langer Listen kostet Minuten.
                self.assertTrue(zeilen == sorted(zeilen))


def _ordner() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="export mit leerzeichen ")


if __name__ == "__main__":
    unittest.main()
