"""lexikon_laden.py gegen eine echte Datenbank: idempotent, ganz oder gar nicht, unter der Sperre der Läufe."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import secrets
import signal
import tempfile
import unittest
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from unittest import mock

import psycopg
from psycopg.conninfo import make_conninfo

import handliste
import lexikon_laden
import lexikonbau
import migrieren
import sitzung
import spiegelordner
from ladebericht import Bericht
from pruefungen import RECHTE
from tabellenabgleich import Inhalt
from tests import spiegelbau
from tests.basis import WURZEL, lauf, neue_datenbank

GRUND = {"grund": "Test", "quelle": "Test"}
LEXIKON = WURZEL / "lexikon"
TABELLEN = tuple(tabelle.name for tabelle in lexikonbau.TABELLEN)


class Ausgang(NamedTuple):
    """Was ein Aufruf ausgab."""

    stdout: str
    stderr: str


def bereiten(url: str) -> None:
    """Bringt eine leere Datenbank auf den Stand, den das Laden braucht."""
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute(WURZEL.joinpath("beispiel/ingest-schema.sql").read_bytes())
        migrieren.anwenden(conn, melden=lambda _: None)


class MitSpiegel(unittest.TestCase):
    ARTEN: ClassVar[dict[str, Any]] = {
        "personen": [
            {"item": "Q70", "name": ("Ada Muster", "de"), "alias": ("A. Muster", "de"), "partei": "Q10"},
            {"item": "Q71", "name": ("Ben Probe", "de")},
            {"item": "Q72", "name": ("Cleo Weil", "de")},
        ],
        "parteien": [{"item": "Q10", "name": ("Partei Zehn", "de")}],
        "staaten": [{"item": "Q183", "name": ("Deutschland", "de")}],
        "aemter": [
            {"item": "Q20", "name": ("Kanzler", "de"), "land": "Q183"},
            {"item": "Q21", "name": ("Mitglied des Rates", "de"), "land": "Q183"},
        ],
        "amtsinhaber": [
            {"amt": amt, "item": item, "von": f"{von}T00:00:00Z", "vonGenauigkeit": genau}
            for amt, item, von, genau in (
                ("Q20", "Q70", "2025-05-06", 11),
                ("Q20", "Q71", "2026-01-02", 11),
                ("Q20", "Q72", "2026-01-01", 9),
                ("Q21", "Q70", "2025-05-06", 11),
                ("Q21", "Q71", "2026-01-02", 11),
            )
        ],
    }
    HAND: ClassVar[dict[str, Any]] = {"alltagswoerter": [{"woerter": "weil", **GRUND}]}

    datenbank: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.datenbank = neue_datenbank(cls.addClassCleanup)
        bereiten(cls.datenbank)

    def setUp(self) -> None:
        self.url = self.datenbank
        self.conn = psycopg.connect(self.url, autocommit=True)
        self.addCleanup(self.conn.close)
        self.conn.execute(f"truncate {', '.join(TABELLEN)}, lexikon_stand".encode())
        self.ordner = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="spiegel test ")))
        self.spiegel()

    def spiegel(self, hand: Any = None, kennungen: Any = None, **arten: Any) -> None:
        spiegelbau.schreiben(self.ordner, {**self.ARTEN, **arten}, self.HAND if hand is None else hand, kennungen)

    def laden(self, *worte: str, ausgang: int = 0) -> Ausgang:
        ausgabe, meldungen = io.StringIO(), io.StringIO()
        vorher = signal.getsignal(signal.SIGTERM)
        try:
            with (
                mock.patch.dict(os.environ, DATABASE_URL=self.url),
                contextlib.redirect_stdout(ausgabe),
                contextlib.redirect_stderr(meldungen),
            ):
                code = lexikon_laden.main(["--ordner", str(self.ordner), *worte])
        finally:
            signal.signal(signal.SIGTERM, vorher)
        self.assertEqual(code, ausgang, meldungen.getvalue())
        return Ausgang(ausgabe.getvalue(), meldungen.getvalue())

    def zahlen(self, *worte: str) -> dict[str, Any]:
        werte: dict[str, Any] = json.loads(self.laden("--json", *worte).stdout)
        return werte

    def zaehlung(self, *worte: str) -> tuple[int, int, int]:
        werte = self.zahlen(*worte)
        return werte["neu"], werte["geaendert"], werte["entfernt"]

    def zeilen(self, abfrage: str) -> list[tuple[Any, ...]]:
        return self.conn.execute(abfrage.encode()).fetchall()

    def inhalt(self) -> dict[str, list[tuple[Any, ...]]]:
        return {name: sorted(self.zeilen(f"select * from {name}"), key=str) for name in (*TABELLEN, "lexikon_stand")}


class Laden(MitSpiegel):
    def test_zweites_laden_aendert_nichts(self) -> None:
        erstes = self.zahlen()
        vorher = self.inhalt()
        zweites = self.zahlen()
        self.assertEqual((zweites["neu"], zweites["geaendert"], zweites["entfernt"]), (0, 0, 0))
        self.assertEqual(zweites["unveraendert"], erstes["neu"])
        self.assertEqual(zweites["hash"], erstes["hash"])
        self.assertEqual(self.inhalt(), vorher, "auch geladen_am bleibt")
        self.assertRegex(self.laden().stdout.splitlines()[-1], r"neu 0, geändert 0, unverändert \d+, entfernt 0")

    def test_reihenfolge_der_zeilen_und_hashseed_sind_gleichgueltig(self) -> None:
        erstes = self.zahlen()
        self.spiegel(**{art: zeilen[::-1] for art, zeilen in self.ARTEN.items()})
        for seed in ("1", "2"):
            ergebnis = lauf(
                "lexikon_laden.py", "--ordner", self.ordner, "--json", url=self.url, env={"PYTHONHASHSEED": seed}
            )
            zweites = json.loads(ergebnis.stdout)
            self.assertEqual((zweites["neu"], zweites["geaendert"], zweites["entfernt"]), (0, 0, 0))
            self.assertEqual(zweites["hash"], erstes["hash"])

    def test_trocken_schreibt_nichts(self) -> None:
        vorher = self.inhalt()
        neu, geaendert, entfernt = self.zaehlung("--trocken")
        self.assertEqual((geaendert, entfernt), (0, 0))
        self.assertGreater(neu, 0)
        self.assertEqual(self.inhalt(), vorher)
        self.assertIn("(trocken, nichts geschrieben)", self.laden("--trocken").stdout)

    def test_aenderungen_werden_einzeln_gezaehlt(self) -> None:
        self.laden()
        personen = [*self.ARTEN["personen"], {"item": "Q72", "alias": ("C. Weil", "de")}]
        self.spiegel(personen=personen)
        self.assertEqual(self.zaehlung(), (1, 0, 0))
        self.spiegel(personen=personen, hand={})
        self.assertEqual(self.zaehlung(), (0, 1, 0), "Weil ist nun kein Alltagswort")
        self.spiegel(hand={})
        self.assertEqual(self.zaehlung(), (0, 0, 1))

    def test_wer_entfaellt_behaelt_seine_zeile_ohne_formen(self) -> None:
        self.laden()
        self.spiegel(personen=self.ARTEN["personen"][1:])
        self.laden()
        self.assertEqual(self.zeilen("select name, entfallen from akteure where akteur = 70"), [("Ada Muster", True)])
        for tabelle, spalte in (("akteur_aliase", "akteur"), ("akteur_parteien", "akteur"), ("amtsinhaber", "person")):
            self.assertEqual(self.zeilen(f"select * from {tabelle} where {spalte} = 70"), [])
        self.assertEqual(self.zaehlung(), (0, 0, 0))
        self.spiegel()
        self.laden()
        self.assertEqual(self.zeilen("select entfallen from akteure where akteur = 70"), [(False,)])

    def test_entfallene_aendern_den_hash_nicht(self) -> None:
        self.spiegel(personen=self.ARTEN["personen"][1:])
        ohne = self.zahlen()["hash"]
        self.spiegel()
        mit = self.zahlen()["hash"]
        self.spiegel(personen=self.ARTEN["personen"][1:])
        self.assertEqual(self.zahlen()["hash"], ohne)
        self.assertNotEqual(mit, ohne)
        self.assertEqual(self.zeilen("select hash from lexikon_stand"), [(ohne,)])

    def test_wik_05_kennung_bleibt_nach_der_zusammenlegung(self) -> None:
        self.laden()
        umbenannt = [{**zeile, "item": "Q40"} if zeile["item"] == "Q70" else zeile for zeile in self.ARTEN["personen"]]
        zeiten = [{**zeile, "item": "Q40"} if zeile["item"] == "Q70" else zeile for zeile in self.ARTEN["amtsinhaber"]]
        neu = {"personen": umbenannt, "amtsinhaber": zeiten, "weiterleitungen": [{"alt": "Q70", "item": "Q40"}]}
        self.spiegel(**neu)
        self.laden()
        self.assertEqual(self.zeilen("select akteur, qid from akteure where name = 'Ada Muster'"), [(70, "Q40")])
        self.assertEqual(self.zeilen("select qid, akteur from akteur_qids"), [("Q70", 70)])
        self.assertEqual(self.zaehlung(), (0, 0, 0))
        self.spiegel(kennungen={"Q40": "Q70"}, **neu)
        self.assertEqual(self.zaehlung(), (0, 0, 0), "kennungen.json sagt dasselbe wie die Datenbank")
        leer = neue_datenbank(self.addCleanup)
        bereiten(leer)
        vorher, self.url = self.zahlen()["hash"], leer
        self.assertEqual(self.zahlen()["hash"], vorher, "auf einer neuen Datenbank dieselben Kennungen")

    def test_zwei_akteure_werden_einer(self) -> None:
        self.laden()
        self.spiegel(weiterleitungen=[{"alt": "Q70", "item": "Q71"}])
        ergebnis = self.laden()
        self.assertIn("Zusammengelegte Akteure mit eigenen Kennungen", ergebnis.stdout)
        self.assertEqual(
            self.zeilen("select akteur, qid, entfallen from akteure where akteur in (70, 71) order by 1"),
            [(70, "Q70", True), (71, "Q71", False)],
        )
        self.assertEqual(self.zaehlung(), (0, 0, 0))

    def test_ueberschneidungen_nur_bei_einzelaemtern_und_nur_gewisse(self) -> None:
        self.laden()
        # Der Jahresbeginn von Cleo Weil entscheidet keinen Tag, und im Rat sitzen mehrere.
        self.assertEqual(
            self.zeilen(
                "select amt_name, person, andere, gemeinsam_von::text, gemeinsam_bis::text "
                "from amtsinhaber_ueberschneidungen"
            ),
            [("Kanzler", "Ada Muster", "Ben Probe", "2026-01-02", "2026-12-01")],
        )

    def test_bericht_nennt_was_verworfen_wurde(self) -> None:
        self.spiegel(personen=[*self.ARTEN["personen"], {"item": "Q73", "name": ("Q73", "en")}])
        ausgabe = self.laden().stdout
        self.assertIn("verworfen: Akteur ohne Namen: 1 (Q73)", ausgabe)
        ((bericht,),) = self.zeilen("select bericht from lexikon_stand")
        self.assertEqual(bericht["verworfen"]["Form ist eine nackte QID"]["anzahl"], 1)


class Stoerungen(MitSpiegel):
    def test_schlechte_dateien_aendern_nichts(self) -> None:
        self.laden()
        vorher = self.inhalt()
        ganz = (self.ordner / "personen.json").read_bytes()
        manifest = (self.ordner / "MANIFEST.json").read_bytes()
        for datei, inhalt, meldung in (
            ("personen.json", None, "personen.json ist nicht lesbar"),
            ("personen.json", ganz[: len(ganz) // 2], "passt nicht zur Prüfsumme"),
            ("personen.json", ganz.replace(b"Muster", b"Mutter"), "dafür ist hand.json da"),
            ("MANIFEST.json", None, "ist kein Spiegel"),
            ("MANIFEST.json", b"{", "MANIFEST.json ist beschädigt"),
            ("MANIFEST.json", manifest.replace(b'"staaten.json"', b'"andere.json"'), "fehlt staaten.json"),
            ("kennungen.json", b'{"Q1": 2}', "kennungen.json ist beschädigt"),
            ("hand.json", None, "hand.json fehlt"),
            ("hand.json", b"[", "hand.json ist kein JSON (Fehler in Zeile 1)"),
            ("hand.json", b'{"stand": "bald"}', 'es fehlt "stand"'),
            ("hand.json", b'{"stand": "2026-11-30", "fremd": []}', "unbekannte Liste 'fremd'"),
            (
                "hand.json",
                b'{"stand": "2026-11-30", "aliase": [{"qid": "Q1", "name": "A", "quelle": "x"}]}',
                "aliase, Eintrag 1: grund fehlt",
            ),
            (
                "hand.json",
                b'{"stand": "2026-11-30", "aliase": [{"qid": "1", "name": "A", "grund": "x", "quelle": "x"}]}',
                "qid '1' ist keine QID",
            ),
            (
                "hand.json",
                b'{"stand": "2026-11-30", "amtsinhaber": [{"amt": "Q1", "grund": "x", "quelle": "x", '
                b'"zeiten": [{"person": "Q1", "name": "A", "von": "6.5.2025"}]}]}',
                "Zeit 1: von '6.5.2025' ist kein Datum wie 2021",
            ),
        ):
            with self.subTest(meldung):
                self.spiegel()
                if inhalt is None:
                    (self.ordner / datei).unlink()
                else:
                    (self.ordner / datei).write_bytes(inhalt)
                ergebnis = self.laden(ausgang=2)
                self.assertEqual(len(ergebnis.stderr.splitlines()), 1, ergebnis.stderr)
                self.assertIn(meldung, ergebnis.stderr)
                self.assertIn("Nichts geändert.", ergebnis.stderr)
                self.assertEqual(ergebnis.stdout, "")
                self.assertEqual(self.inhalt(), vorher)
                (self.ordner / "kennungen.json").unlink(missing_ok=True)

    def test_waehrend_eines_laufs_wird_nicht_geladen(self) -> None:
        with psycopg.connect(self.url) as halter:
            halter.execute(sitzung.SPERREN.encode(), (sitzung.SPERRE,))
            ergebnis = self.laden(ausgang=75)
            self.assertIn("ein Lauf arbeitet gerade", ergebnis.stderr)
            self.assertGreater(self.zahlen("--trocken")["neu"], 0, "lesen darf er")
        self.assertGreater(self.zahlen()["neu"], 0)

    def test_ein_fehler_mittendrin_laesst_alles_beim_alten(self) -> None:
        self.laden()
        vorher = self.inhalt()
        self.conn.execute("alter table amtsinhaber add constraint stoerung check (person <> 72) not valid")
        self.addCleanup(self.conn.execute, "alter table amtsinhaber drop constraint stoerung")
        self.spiegel(
            personen=[*self.ARTEN["personen"], {"item": "Q74", "name": ("Neu Hier", "de")}],
            amtsinhaber=[*self.ARTEN["amtsinhaber"], {"amt": "Q21", "item": "Q72"}],
        )
        ergebnis = self.laden(ausgang=1)
        self.assertEqual(len(ergebnis.stderr.splitlines()), 1, ergebnis.stderr)
        self.assertEqual(self.inhalt(), vorher)

    def test_die_rechte_der_pruefung_genuegen(self) -> None:
        rolle = f"ww_test_{os.getpid()}_{secrets.token_hex(4)}"
        self.conn.execute(f"create role {rolle} login password 'geheim-im-test'".encode())
        self.addCleanup(self.conn.execute, f"drop owned by {rolle}; drop role {rolle}")
        for tabelle, rechte in RECHTE.items():
            self.conn.execute(f"grant {', '.join(rechte)} on {tabelle} to {rolle}".encode())
        self.url = make_conninfo(self.url, user=rolle, password="geheim-im-test")
        self.laden()
        self.spiegel(hand={}, personen=self.ARTEN["personen"][1:])
        self.laden()
        self.assertEqual(self.zaehlung(), (0, 0, 0))

    def test_ohne_migration(self) -> None:
        self.url = neue_datenbank(self.addCleanup)
        self.assertIn("migrieren.py", self.laden(ausgang=1).stderr)

    def test_hilfe_und_falscher_aufruf(self) -> None:
        self.assertIn("--trocken", lauf("lexikon_laden.py", "--help").stdout)
        self.assertEqual(lauf("lexikon_laden.py", "--quatsch").returncode, 2)
        ergebnis = lauf("lexikon_laden.py", "--ordner", self.ordner / "fehlt", url=self.url)
        self.assertEqual(ergebnis.returncode, 2)
        self.assertIn("ist kein Spiegel", ergebnis.stderr)


class Mitgeliefertes(unittest.TestCase):
    """Der Spiegel und die hand.json, die im Projekt liegen."""

    inhalt: Inhalt
    bericht: Bericht
    hand: handliste.Handliste
    akteur: dict[str, int]
    formen: dict[int, dict[str, tuple[Any, ...]]]

    @classmethod
    def setUpClass(cls) -> None:
        cls.bericht = Bericht()
        cls.hand = handliste.lesen(LEXIKON / "hand.json")
        cls.inhalt = lexikonbau.bauen(spiegelordner.lesen(LEXIKON), cls.hand, {}, cls.bericht)
        cls.akteur = {z[1]: z[0] for z in cls.inhalt["akteure"]}
        cls.formen = {}
        for akteur, form, *rest in cls.inhalt["akteur_aliase"]:
            cls.formen.setdefault(akteur, {})[form] = tuple(rest)

    def test_hand_json_passt_zum_spiegel(self) -> None:
        hinweise = self.bericht.als_json()["hinweise"]
        self.assertEqual([grund for grund in hinweise if grund.startswith("hand.json")], [])

    def test_deutsche_formen(self) -> None:
        for qid, form in (
            ("Q7747", "Wladimir Putin"),
            ("Q3874799", "Selenskyj"),
            ("Q3874799", "Selenskij"),
            ("Q8901", "EZB"),
            ("Q7184", "Nato"),
            ("Q154797", "Bundestag"),
            ("Q30", "USA"),
            ("Q980", "bayerisch"),
            ("Q49764", "Linke"),
        ):
            with self.subTest(form):
                self.assertIn(form, self.formen[self.akteur[qid]])

    def test_alltagswoerter(self) -> None:
        alltag = {form: rest[2] for formen in self.formen.values() for form, rest in formen.items()}
        for form in "Weil Lang Klein Linke Grüne Union Frei Reiche Koch Richter Gabriel".split():
            self.assertTrue(alltag[form], form)
        for form in "Merz Scholz Söder SPD Nato Bayern Putin".split():
            self.assertFalse(alltag[form], form)
        self.assertLessEqual({"bild", "zeit", "welt", "märz"}, self.hand.woerter)

    def test_kanzler_und_bundespraesidenten_ohne_luecke_und_ohne_ueberschneidung(self) -> None:
        luecken = {
            "Q4970706": [("1974-05-07", "1974-05-16")],
            "Q25223": [("1994-07-01", "1999-07-01"), ("2010-05-31", "2012-03-18")],
        }
        for amt, erwartet in luecken.items():
            zeiten = sorted(z[2:7] for z in self.inhalt["amtsinhaber"] if z[0] == amt)
            self.assertEqual({z[1] for z in zeiten}, {11})
            self.assertEqual([z[4] for z in zeiten], ["datum"] * (len(zeiten) - 1) + ["offen"])
            offen = [
                (str(frueher[2]), str(spaeter[0]))
                for frueher, spaeter in itertools.pairwise(zeiten)
                if frueher[2] != spaeter[0]
            ]
            self.assertEqual(offen, erwartet)

    def test_jedes_amt_der_handliste_hat_ein_wort(self) -> None:
        mit_wort = {z[0] for z in self.inhalt["amtsformen"]}
        self.assertLessEqual({eintrag["amt"] for eintrag in self.hand.amtsinhaber}, mit_wort)


if __name__ == "__main__":
    unittest.main()
