"""Der Rahmen: Angaben, Zählung, Zusammenfassung, --trocken, --stichprobe, was geschrieben wird und was nie."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import psycopg

import stichprobe
from paarprobe import ABSTAND, AUSSAGE
from probe import SPALTEN
from tests.basis import WURZEL, lauf
from tests.laeufe import SLOT, Ausgang, MitBestand, lauf_hier
from titel import SCHWELLE

ITEMS = 120
FELDER = ("modul", "coder_version", "items", "neu", "geaendert", "unveraendert", "fehler", "sekunden")

# (Angaben, was die eine Zeile sagt)
FALSCHE_AUFRUFE: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    ((), ("eine dieser Angaben fehlt: --backfill --slot",)),
    (("--backfill", "--slot", SLOT), ("--slot", "--backfill", "schließen einander aus")),
    (("--backfill", "--quark"), ("unbekannte Angabe: --quark",)),
    (("--backfill", "quark"), ("unbekannte Angabe: quark",)),
    (("--back",), ("--backfill",)),
    (("--backfill=3",), ("--backfill nimmt keinen Wert",)),
    (("--slot",), ("--slot braucht einen Wert",)),
    (("--slot", "gestern"), ("'gestern' ist keine Zeit nach ISO 8601", "2026-09-07T08:00")),
    (("--slot", "2026-09-07T08:07"), ("15-Minuten-Raster", "2026-09-07T08:00Z", "2026-09-07T08:15Z")),
    (("--slot", "0001-01-01T00:00"), ("liegt außerhalb von 1990 bis 2099",)),
    (("--slot", "9999-12-31T23:45"), ("liegt außerhalb von 1990 bis 2099",)),
    (("--slot", "2026-12-31T23:59:59.5+00:00"), ("2026-12-31T23:45Z", "2027-01-01T00:00Z")),
    (("--slot", "2026-10-25T02:20+02:00"), ("2026-10-25T00:15Z", "2026-10-25T00:30Z")),
    (("--backfill", "--basis", "text"), ("--basis: 'text' gibt es nicht, nur ", "titel+teaser")),
    (("--backfill", "--stichprobe", "viele"), ("--stichprobe: 'viele' ist keine gültige Zahl",)),
    (("--backfill", "--stichprobe", "0"), ("--stichprobe braucht eine Zahl ab 1",)),
    (("--backfill", "--ziel", "probe.csv"), ("--ziel gilt nur mit --stichprobe",)),
    (("--backfill", "--saat", "3"), ("--saat gilt nur mit --stichprobe",)),
    (("--backfill", "--html"), ("--html gilt nur mit --stichprobe",)),
    (("--backfill", "--stichprobe", "3", "--saat", "-1"), ("--saat braucht eine ganze Zahl ab 0",)),
    (("--backfill", "--stichprobe", "3", "--saat", "1.5"), ("--saat: '1.5' ist keine gültige Zahl",)),
    (("--backfill", "--stichprobe", "3", "--html", "--ziel", "probe.html"), ("--ziel nennt die CSV-Datei",)),
    (("--backfill", "--stichprobe", "3", "--ziel", "/gibt/es/nicht/probe.csv"), ("Ordner /gibt/es/nicht",)),
    (("--backfill", "--stichprobe", "3", "--ziel", str(WURZEL)), ("ist ein Ordner",)),
    (("--backfill", "--stichprobe", "3", "--html", "--ziel", ""), ("ist ein Ordner",)),
    (("--backfill", "--stichprobe", "3", "--html", "--ziel", "/"), ("ist ein Ordner",)),
)
ENGLISCH = ("argument", "expected", "required", "invalid", "choose", "usage", "unrecognized", "not allowed")


class Angaben(unittest.TestCase):
    def test_ein_falscher_aufruf_ist_eine_deutsche_zeile_und_ausgang_2(self) -> None:
        for worte, erwartet in FALSCHE_AUFRUFE:
            with self.subTest(worte):
                # Die Adresse ist falsch: gemeldet wird trotzdem der Aufruf, denn verbunden wird erst danach.
                ende = lauf_hier("", *worte)
                self.assertEqual((ende.code, len(ende.meldungen), ende.ausgabe), (2, 1, ""), ende.meldungen)
                for stueck in erwartet:
                    self.assertIn(stueck, ende.meldungen[0])
                for wort in ENGLISCH:
                    self.assertNotIn(wort, ende.meldungen[0])

    def test_hilfe_nennt_alles_mit_beispielen_und_laedt_nichts_schweres(self) -> None:
        ende = lauf("dubletten.py", "--help")
        self.assertEqual((ende.returncode, ende.stderr), (0, ""))
        for stueck in (
            "--backfill",
            "--slot",
            "--trocken",
            "--stichprobe",
            "--saat",
            "--html",
            "--ziel",
            "--json",
            "Aufruf:",
            "Beispiele:",
        ):
            self.assertIn(stueck, ende.stdout)
        self.assertGreaterEqual(ende.stdout.count("  python dubletten.py"), 3)
        probe = (
            "import runpy, sys; sys.argv = ['dubletten.py', '--help']\n"
            "try: runpy.run_path('dubletten.py', run_name='__main__')\n"
            "except SystemExit: print(*sys.modules, file=sys.stderr)"
        )
        module = lauf("-c", probe).stderr.split()
        for schwer in ("psycopg", "scipy", "numpy", "tqdm", "db"):
            self.assertNotIn(schwer, module)

    def test_hilfe_kostet_wenig(self) -> None:
        # Rechenzeit statt Uhr, die beste von dreien: so stört kein anderer Lauf auf der Maschine.
        kosten = []
        for _ in range(3):
            prozess = subprocess.Popen(
                [sys.executable, "dubletten.py", "--help"], cwd=WURZEL, stdout=subprocess.DEVNULL
            )
            _, status, verbrauch = os.wait4(prozess.pid, 0)
            prozess.returncode = os.waitstatus_to_exitcode(status)
            kosten.append(verbrauch.ru_utime + verbrauch.ru_stime)
        self.assertLess(min(kosten), 0.3)


class Lauf(MitBestand):
    satz = ITEMS

    def test_zweiter_lauf_aendert_nichts(self) -> None:
        erster = self.lauf("--backfill", "--json").zahlen
        self.assertEqual([erster[n] for n in ("items", "neu", "geaendert", "unveraendert")], [ITEMS, ITEMS, 0, 0])
        stand = "select item_id, kodiert_am, xmin::text, ctid::text from codings order by item_id"
        davor = self.sql(stand)
        slots = [slot.isoformat() for (slot,) in self.sql("select distinct slot from raw_items order by slot")][:5]
        for worte in (["--backfill"], *(["--slot", slot] for slot in slots)):
            zahlen = self.lauf(*worte, "--json").zahlen
            self.assertEqual((zahlen["neu"], zahlen["geaendert"], zahlen["fehler"]), (0, 0, 0), worte)
            self.assertGreater(zahlen["unveraendert"], 0)
        self.assertEqual(self.sql(stand), davor)

    def test_nur_die_geaenderte_zeile_bekommt_eine_neue_uhrzeit(self) -> None:
        allein = self.item("Völlig allein stehende Zeile über Zwergkaninchen")
        self.lauf("--backfill")
        davor = dict(self.sql("select item_id, kodiert_am from codings"))
        self.sql("update raw_items set titel = 'Noch einsamere Zeile über Riesenschildkröten' where id = %s", allein)
        zahlen = self.lauf("--backfill", "--json").zahlen
        self.assertEqual((zahlen["geaendert"], zahlen["unveraendert"]), (1, ITEMS))
        danach = dict(self.sql("select item_id, kodiert_am from codings"))
        self.assertEqual({n for n in davor if davor[n] != danach[n]}, {allein})

    def test_trocken_zaehlt_dasselbe_und_schreibt_nichts(self) -> None:
        for worte in (["--backfill"], ["--slot", SLOT]):
            with self.subTest(worte):
                self.sql("truncate codings, coder_versionen, dubletten_vorgriff")
                trocken = self.lauf(*worte, "--trocken", "--json").zahlen
                self.assertEqual(self.zeilen(), [])
                self.assertEqual(self.sql("select * from coder_versionen"), [])
                echt = self.lauf(*worte, "--json").zahlen
                self.assertEqual((trocken.pop("trocken"), echt.pop("trocken")), (True, False))
                self.assertGreater(trocken.pop("sekunden") + echt.pop("sekunden"), 0)
                self.assertEqual(trocken, echt)
        self.assertIn("(trocken, nichts geschrieben)", self.lauf("--backfill", "--trocken").ausgabe)

    def test_die_letzte_zeile_ist_die_zusammenfassung(self) -> None:
        mensch = self.lauf("--backfill").ausgabe.splitlines()
        self.assertEqual(len(mensch), 1)
        self.assertRegex(
            mensch[0],
            rf"^dubletten: {ITEMS} Items, neu {ITEMS}, geändert 0, unverändert 0, Fehler 0; Gruppen \d+, "
            r"Mitglieder \d+, hausübergreifend \d+, .*; \d+,\d s$",
        )
        maschine = self.lauf("--backfill", "--json").ausgabe.splitlines()
        werte = json.loads(maschine[-1])
        self.assertEqual(len(maschine), 1)
        for feld in FELDER:
            self.assertIn(feld, werte)
        self.assertEqual(werte["modul"], "dubletten")
        self.assertRegex(werte["coder_version"], r"^dubletten-[0-9a-f]{12}$")

    def test_ein_slot_ohne_items_ist_kein_fehler(self) -> None:
        for slot in ("2031-01-01T00:00", "1990-01-01T00:00", "2099-12-31T23:45"):
            with self.subTest(slot):
                zahlen = self.lauf("--slot", slot, "--json").zahlen
                self.assertEqual([zahlen[n] for n in ("items", "neu", "geaendert", "unveraendert", "fehler")], [0] * 5)
        self.assertEqual(self.zeilen(), [])

    def test_eine_leere_datenbank_ist_kein_fehler(self) -> None:
        self.sql("truncate raw_items cascade")
        self.assertEqual(self.lauf("--backfill", "--json").zahlen["items"], 0)

    def test_slot_gilt_in_jeder_schreibung(self) -> None:
        eins = self.lauf("--slot", SLOT, "--trocken", "--json").zahlen
        self.assertGreater(eins["neu"], 0)
        for gleich in ("2026-09-07 08:00", "2026-09-07T10:00+02:00", "2026-09-07T08:00:00Z", "20260907T0800"):
            andere = self.lauf("--slot", gleich, "--trocken", "--json").zahlen
            self.assertEqual(eins | {"sekunden": 0}, andere | {"sekunden": 0})

    def test_die_eingabe_wird_nie_geschrieben(self) -> None:
        stand = """
            select 'item', id, 0, xmin::text, ctid::text, md5(r::text) from raw_items r
            union all
            select 'fassung', item_id, fassung, xmin::text, ctid::text, md5(v::text) from raw_item_versionen v
            order by 1, 2, 3
        """
        davor = self.sql(stand)
        for worte in (["--slot", SLOT], ["--backfill"], ["--backfill", "--basis", "titel+teaser"]):
            self.lauf(*worte)
        self.assertEqual(self.sql(stand), davor)


class Versionen(MitBestand):
    satz = ITEMS

    def test_andere_angaben_haben_eigene_versionen_und_verdecken_nichts(self) -> None:
        vorgabe = self.lauf("--backfill", "--json").zahlen["coder_version"]
        aktuell = "select item_id, coder_version, nutzlast from codings_aktuell order by item_id"
        davor = self.sql(aktuell)
        self.assertEqual({zeile[1] for zeile in davor}, {vorgabe})
        andere = []
        for worte in (["--basis", "titel+teaser"], ["--kandidaten", "simhash"], ["--slot", SLOT]):
            was = [] if "--slot" in worte else ["--backfill"]
            andere.append(self.lauf(*was, *worte, "--json").zahlen["coder_version"])
            self.assertEqual(self.sql(aktuell), davor)
        self.assertEqual(len({vorgabe, *andere}), 3)
        self.assertEqual(andere[-1], vorgabe)
        self.assertEqual(self.sql("select count(*) from codings"), [(3 * ITEMS,)])
        versionen = {v: (schicht, k, ist) for v, schicht, k, ist in self.sql(
            "select coder_version, schicht, komponenten, vorgabe from coder_versionen"
        )}  # fmt: skip
        self.assertEqual(set(versionen), {vorgabe, *andere})
        self.assertEqual([v for v, (_, _, ist) in versionen.items() if ist], [vorgabe])
        self.assertEqual({schicht for schicht, _, _ in versionen.values()}, {"dublette"})
        self.assertEqual(versionen[andere[0]][1]["basis"], "titel+teaser")
        self.assertEqual(versionen[andere[1]][1]["kandidaten"], "simhash")
        for _, komponenten, _ in versionen.values():
            self.assertLessEqual({"basis", "kandidaten", "schwelle", "fenster_tage", "regeln"}, set(komponenten))

    def test_kein_volltext_in_codings(self) -> None:
        lang = self.item("Ein sehr langer Titel " * 500, teaser="Und ein noch längerer Teaser. " * 2000)
        for basis in ("titel", "titel+teaser"):
            self.assertEqual(self.lauf("--backfill", "--basis", basis, "--json").zahlen["neu"], ITEMS + 1)
        self.assertEqual(self.sql("select count(*) from codings where item_id = %s", lang), [(2,)])
        self.assertEqual(
            self.sql("select convalidated from pg_constraint where conname = 'codings_kein_volltext'"), [(True,)]
        )
        with self.assertRaises(psycopg.errors.CheckViolation):
            self.sql("update codings set nutzlast = nutzlast || jsonb_build_object('text', repeat('x', 201))")


def _jaccard(zeile: dict[str, str]) -> Fraction:
    return Fraction(json.loads(zeile["angaben"])["Jaccard der Trigramme"].replace(",", "."))


class Stichprobe(MitBestand):
    satz = ITEMS

    def setUp(self) -> None:
        super().setUp()
        ordner = tempfile.TemporaryDirectory(prefix="wurzelwerk stichprobe ")
        self.addCleanup(ordner.cleanup)
        self.ziel = Path(ordner.name) / "probe.csv"

    def ziehen(self, anzahl: int, *worte: str, **rest: Any) -> Ausgang:
        """Ein Lauf mit Stichprobe."""
        return self.lauf("--backfill", "--stichprobe", str(anzahl), "--ziel", str(self.ziel), *worte, **rest)

    def test_die_zweifelhaftesten_zuerst(self) -> None:
        ende = self.ziehen(12, "--trocken", "--json")
        self.assertEqual(len(ende.meldungen), 1)
        self.assertIn("12 Zeilen", ende.meldungen[0])
        self.assertEqual(ende.zahlen["neu"], ITEMS)
        self.assertEqual(self.zeilen(), [])
        zeilen = self.gelesen()
        self.assertEqual(len(zeilen), 12)
        abstand = [ABSTAND.get(z["methode"], abs(_jaccard(z) - SCHWELLE)) for z in zeilen]
        for vorn, hinten in pairwise(abstand):
            self.assertLessEqual(vorn, hinten + Fraction(1, 10_000))
        titel = dict(self.sql("select id, titel from raw_items"))
        for z in zeilen:
            self.assertEqual((z["text_a"], z["text_b"]), (titel[int(z["item_a"])], titel[int(z["item_b"])]))
            verbunden = z["methode"] in ("gleich", "aehnlich", "enthalten")
            self.assertEqual(z["aussage"], AUSSAGE[verbunden])
            self.assertEqual((z["schicht"], z["coder_version"]), ("dublette", ende.zahlen["coder_version"]))
            self.assertEqual((z["ziehung"], z["saat"], z["umfang"]), ("zweifelhaft", "", ""))
            self.assertTrue(z["haus_a"] and z["haus_b"])
        self.assertEqual(len({z["kennung"] for z in zeilen}), 12)

    def gelesen(self) -> list[dict[str, str]]:
        """Die Zeilen der geschriebenen Stichprobe, mit genau den gemeinsamen Spalten."""
        with self.ziel.open(encoding="utf-8", newline="") as datei:
            leser = csv.DictReader(datei)
            zeilen = list(leser)
        self.assertEqual(tuple(leser.fieldnames or ()), SPALTEN)
        return zeilen

    def test_kuerzer_gezogen_ist_der_anfang_der_laengeren(self) -> None:
        self.ziehen(12, "--trocken")
        lang = self.ziel.read_text(encoding="utf-8").splitlines()
        self.ziel.unlink()
        self.ziehen(5, "--trocken")
        self.assertEqual(self.ziel.read_text(encoding="utf-8").splitlines(), lang[:6])

    def test_eine_vorhandene_datei_bleibt(self) -> None:
        self.ziel.write_text("von Hand geprueft")
        ende = self.ziehen(3, ausgang=2)
        self.assertIn("wird nicht überschrieben", ende.meldungen[0])
        self.assertEqual((self.ziel.read_text(), self.zeilen()), ("von Hand geprueft", []))

    def test_eine_unschreibbare_datei_kostet_nicht_den_lauf(self) -> None:
        # Als Name geht er gerade noch, für den Entwurf daneben ist er zu lang.
        self.ziel = self.ziel.with_name("p" * 251 + ".csv")
        ende = self.ziehen(3, "--json", ausgang=1)
        self.assertEqual(len(ende.meldungen), 1)
        self.assertIn("lässt sich nicht schreiben", ende.meldungen[0])
        self.assertEqual((ende.zahlen["neu"], len(self.zeilen())), (ITEMS, ITEMS))
        self.assertEqual(list(self.ziel.parent.iterdir()), [])

    def test_eine_zu_kleine_stichprobe_nennt_was_ihr_fehlt(self) -> None:
        ende = self.ziehen(1, "--trocken", "--saat", "1")
        self.assertIn("eine Hochrechnung weiß nichts von: ", ende.meldungen[1])
        genug = int(ende.meldungen[1].rpartition("--stichprobe ")[2].rstrip("."))
        self.ziel.unlink()
        self.assertEqual(len(self.ziehen(genug, "--trocken", "--saat", "1").meldungen), 1)
        self.assertEqual(len({z["stratum"] for z in self.gelesen()}), genug)

    def test_die_seite_liegt_neben_der_tabelle(self) -> None:
        ende = self.ziehen(4, "--trocken", "--html")
        seite = self.ziel.with_suffix(".html")
        self.assertEqual(len(ende.meldungen), 1)
        for datei in (self.ziel, seite):
            self.assertIn(str(datei), ende.meldungen[0])
        html = seite.read_text(encoding="utf-8")
        for zeile in self.gelesen():
            self.assertIn(zeile["kennung"], html)

    def test_eine_vorhandene_seite_bleibt_und_nichts_wird_gerechnet(self) -> None:
        seite = self.ziel.with_suffix(".html")
        seite.write_text("von Hand geprueft")
        ende = self.ziehen(3, "--html", ausgang=2)
        self.assertEqual(len(ende.meldungen), 1)
        self.assertIn(f"{seite} gibt es schon", ende.meldungen[0])
        self.assertEqual((seite.read_text(), self.ziel.exists(), self.zeilen()), ("von Hand geprueft", False, []))

    def test_ohne_die_seite_bleibt_auch_die_tabelle_weg(self) -> None:
        """Die Seite entsteht unterdessen anderswo: die Tabelle allein stünde dem nächsten Aufruf im Weg."""
        seite = self.ziel.with_suffix(".html")
        seite.write_text("fremd")
        with contextlib.redirect_stderr(io.StringIO()) as meldung:
            self.assertFalse(stichprobe.schreiben(self.ziel, [], html=True))
        self.assertIn(f"{seite} ist unterdessen entstanden", meldung.getvalue())
        self.assertEqual((self.ziel.exists(), seite.read_text()), (False, "fremd"))

    def test_nichts_zu_pruefen_ist_eine_leere_stichprobe(self) -> None:
        self.sql("truncate raw_items cascade")
        for worte in ((), ("--saat", "3")):
            ende = self.ziehen(3, "--html", *worte)
            self.assertIn("0 Zeilen", ende.meldungen[-1])
            self.assertEqual(self.gelesen(), [])
            self.assertIn("<html", self.ziel.with_suffix(".html").read_text(encoding="utf-8"))
            self.ziel.unlink()
            self.ziel.with_suffix(".html").unlink()


if __name__ == "__main__":
    unittest.main()
