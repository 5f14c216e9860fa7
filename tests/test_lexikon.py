"""lexikon.py gegen einen echten SPARQL-Dienst und gegen einen, der danebenliegt."""

from __future__ import annotations

import contextlib
import fcntl
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from unittest import mock

import pyoxigraph

import lexikon
import spiegelung
from abruf import Abgewiesen, Gesperrt, Voruebergehend
from endpunkt import Endpunkt, Endpunktfehler
from spiegellauf import Spiegelung, abfragen
from spiegelung import MANIFEST, manifest_lesen
from tests import wikidatagraph
from tests.basis import WURZEL, lauf
from tests.sparqldienst import Auftritt, dienst
from zusammenlegung import fortschreiben

KONTAKT = "redaktion@example.org"
JETZT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
NAMEN = [abfrage.name for abfrage in abfragen([])]
LEER = b'{"head":{"vars":["alt","item"]},"results":{"bindings":[]}}'


class Fall(unittest.TestCase):
    def setUp(self) -> None:
        ablage = tempfile.TemporaryDirectory(prefix="spiegel mit leerzeichen ")
        self.addCleanup(ablage.cleanup)
        self.ordner = Path(ablage.name)
        self.gewartet: list[float] = []

    def spiegeln(
        self, adresse: str, *namen: str, trotzdem: bool = False, pause: float = 0.0, kontakt: str = KONTAKT
    ) -> Spiegelung:
        gang = Spiegelung(
            self.ordner,
            Endpunkt(adresse, kontakt),
            trotzdem=trotzdem,
            pause=pause,
            warten=self.gewartet.append,
            jetzt=lambda: JETZT,
        )
        with contextlib.redirect_stderr(io.StringIO()) as self.meldungen:
            gang.laufen(abfragen(namen))
        return gang

    def bytes_von_allem(self) -> dict[str, bytes]:
        return {pfad.name: pfad.read_bytes() for pfad in sorted(self.ordner.iterdir())}

    def zeilen(self, name: str) -> list[dict[str, dict[str, str]]]:
        zeilen: list[dict[str, dict[str, str]]] = json.loads((self.ordner / f"{name}.json").read_bytes())["results"][
            "bindings"
        ]
        return zeilen


class EchterDienst(Fall):
    def test_alle_abfragen(self) -> None:
        graph = wikidatagraph.klein().fertig()
        with dienst(graph) as server:
            gang = self.spiegeln(server.adresse, pause=5.0)
            self.assertEqual(sorted(gang.gespiegelt), sorted(NAMEN))
            self.assertEqual(gang.abgelehnt, [])
            manifest = manifest_lesen(self.ordner)
            for abfrage in abfragen([]):
                with self.subTest(abfrage.name):
                    eintrag = manifest[abfrage.datei]
                    inhalt = (self.ordner / abfrage.datei).read_bytes()
                    ergebnis = graph.query(abfrage.text)
                    assert isinstance(ergebnis, pyoxigraph.QuerySolutions)
                    self.assertEqual(eintrag["zeilen"], len(list(ergebnis)))
                    self.assertEqual(eintrag["abfrage_sha256"], spiegelung.pruefsumme(abfrage.text.encode()))
                    self.assertEqual(eintrag["endpunkt"], server.adresse)
                    self.assertEqual(eintrag["datum"], "2026-11-30T12:00:00+00:00")
                    self.assertEqual(eintrag["sha256"], spiegelung.pruefsumme(inhalt))
                    self.assertEqual(json.loads(inhalt)["head"]["vars"], abfrage.variablen)
            self.assertEqual([anfrage.abfrage for anfrage in server.anfragen], [a.text for a in abfragen([])])
            self.assertEqual(self.gewartet, [5.0] * (len(NAMEN) - 1))

    def test_absender_nennt_name_version_und_kontakt(self) -> None:
        """WIK-02: ohne erkennbaren Absender sperrt der Dienst."""
        with dienst(wikidatagraph.klein().fertig()) as server:
            self.spiegeln(server.adresse, "staaten")
            for anfrage in server.anfragen:
                self.assertRegex(anfrage.kopf["User-Agent"], r"^Wurzelwerk/\d\S* \(redaktion@example\.org\) python-req")
                self.assertEqual(anfrage.kopf["Accept"], "application/sparql-results+json")
                self.assertEqual(anfrage.art, "GET")

    def test_lange_abfragen_gehen_als_formular(self) -> None:
        with dienst(wikidatagraph.klein().fertig()) as server, mock.patch("endpunkt.LAENGSTE_ADRESSE", 100):
            self.spiegeln(server.adresse, "staaten")
            self.assertEqual({anfrage.art for anfrage in server.anfragen}, {"POST"})
        self.assertEqual(len(self.zeilen("staaten")), 4)

    def test_nur_die_genannten_und_immer_die_weiterleitungen(self) -> None:
        with dienst(wikidatagraph.klein().fertig()) as server:
            gang = self.spiegeln(server.adresse, "staaten", "aemter")
        self.assertEqual(gang.gespiegelt, ["weiterleitungen-personen", "weiterleitungen-uebrige", "aemter", "staaten"])

    def test_noch_einmal_ergibt_dieselben_zeilen(self) -> None:
        with dienst(wikidatagraph.klein().fertig()) as server:
            self.spiegeln(server.adresse)
            vorher = {name: len(self.zeilen(name)) for name in NAMEN}
            staaten = (self.ordner / "staaten.json").read_bytes()
            self.spiegeln(server.adresse)
        self.assertEqual({name: len(self.zeilen(name)) for name in NAMEN}, vorher)
        self.assertEqual((self.ordner / "staaten.json").read_bytes(), staaten)

    def test_zusammengelegter_mensch_behaelt_seine_kennung(self) -> None:
        """WIK-05: Q9102 wird Q400; beim nächsten Zusammenlegen bleibt die erste Kennung."""
        alt = wikidatagraph.klein()
        with dienst(alt.fertig()) as server:
            self.spiegeln(server.adresse)
        self.assertEqual(json.loads((self.ordner / "kennungen.json").read_bytes()), {})
        for vorige, heute in (("Q9102", "Q400"), ("Q400", "Q300")):
            neu = wikidatagraph.klein()
            for knoten in list(neu.fertig().quads_for_pattern(neu.e("Q9102"), None, None)):
                neu.graph.remove(knoten)
            neu.mensch(heute, "Max Muster", "Q1939555")
            neu.weiterleitung(vorige, heute)
            with dienst(neu.fertig()) as server:
                self.spiegeln(server.adresse, "personen-deutschland")
                self.spiegeln(server.adresse, "personen-deutschland")
            with self.subTest(heute):
                kennungen = json.loads((self.ordner / "kennungen.json").read_bytes())
                self.assertEqual(kennungen[heute], "Q9102")
                self.assertEqual(len(self.zeilen("personen-deutschland")), 1)

    def test_eintrag_der_handliste_wird_auch_gefuehrt(self) -> None:
        (self.ordner / "hand.json").write_text('{"akteure": [{"qid": "Q500", "grund": "fehlte"}]}')
        w = wikidatagraph.klein()
        w.mensch("Q400", "Erika Beispiel", "Q1939555")
        w.weiterleitung("Q500", "Q400")
        with dienst(w.fertig()) as server:
            self.spiegeln(server.adresse)
        self.assertEqual(json.loads((self.ordner / "kennungen.json").read_bytes()), {"Q400": "Q500"})


class SchlechterDienst(Fall):
    """Was auch kommt: die alten Dateien bleiben, Byte für Byte."""

    def setUp(self) -> None:
        super().setUp()
        self.graph = wikidatagraph.klein().fertig()
        with dienst(self.graph) as server:
            self.spiegeln(server.adresse)
        self.vorher = self.bytes_von_allem()

    def test_jede_art_danebenzuliegen(self) -> None:
        html = {"Content-Type": "text/html"}
        ganz = (self.ordner / "staaten.json").read_bytes()
        leer = (
            b'{"head":{"vars":["item","name","alias","kurzname","iso2","iso3","einwohner"]},"results":{"bindings":[]}}'
        )
        faelle: list[tuple[str, Sequence[Auftritt], type[Exception] | None, str]] = [
            ("HTML mit 200", [Auftritt(200, b"<html>Wartung</html>", html)] * 5, Voruebergehend, "Inhaltsart|HTML"),
            ("HTML als JSON", [Auftritt(200, b"<html>Wartung</html>")] * 5, Voruebergehend, "HTML"),
            ("abgeschnitten mit 200", [Auftritt(200, ganz[: len(ganz) // 2])] * 5, Voruebergehend, "JSON"),
            ("falsche Inhaltsart", [Auftritt(200, ganz, {"Content-Type": "text/csv"})] * 5, Voruebergehend, "text/csv"),
            ("ohne head", [Auftritt(200, b'{"results":{"bindings":[]}}')] * 5, Voruebergehend, "head"),
            ("ohne results", [Auftritt(200, b'{"head":{"vars":["item"]}}')] * 5, Voruebergehend, "results"),
            ("Verbindung reißt", [Auftritt(200, ganz[:300], abreissen=True)] * 5, Voruebergehend, "abgerissen"),
            ("429 ohne Ende", [Auftritt(429, b"<html></html>", {"Retry-After": "9"})] * 5, Voruebergehend, "429"),
            ("500 ohne Ende", [Auftritt(500)] * 5, Voruebergehend, "500"),
            ("gesperrt", [Auftritt(403, b"Please set a user-agent")], Gesperrt, "WURZELWERK_KONTAKT"),
            ("keine Zeile", [Auftritt(200, leer)], None, "nur 0 Zeilen, vorher 4"),
            ("fremde Spalten", [Auftritt(200, LEER)], None, "andere Spalten"),
            ("Abfrage abgelehnt", [Auftritt(400, b"Parse error")], None, "nimmt die Abfrage nicht an"),
        ]
        for name, auftritte, fehler, meldung in faelle:
            wege = [Auftritt(200, LEER)] * 2
            with self.subTest(name), dienst(drehbuch=[*wege, *auftritte]) as server:
                self.gewartet.clear()
                if fehler is not None:
                    with self.assertRaisesRegex(fehler, meldung):
                        self.spiegeln(server.adresse, "staaten")
                else:
                    gang = self.spiegeln(server.adresse, "staaten")
                    self.assertEqual(gang.abgelehnt, ["staaten"])
                    self.assertRegex(self.meldungen.getvalue(), meldung)
                self.assertEqual(len(server.anfragen), 2 + len(auftritte))
                jetzt = self.bytes_von_allem()
                self.assertEqual(jetzt["staaten.json"], self.vorher["staaten.json"])
                self.assertEqual(jetzt.keys(), self.vorher.keys())
                eintrag = manifest_lesen(self.ordner)["staaten.json"]
                self.assertEqual(eintrag["zeilen"], 4)

    def test_nach_der_stoerung_geht_es_weiter(self) -> None:
        stoerungen = [Auftritt(503), Auftritt(429, b"", {"Retry-After": "9"}), Auftritt(200, b"<html>")]
        with dienst(self.graph, stoerungen) as server:
            gang = self.spiegeln(server.adresse, "staaten")
        self.assertEqual(gang.gespiegelt, ["weiterleitungen-personen", "weiterleitungen-uebrige", "staaten"])
        self.assertEqual([s for s in self.gewartet if s], [5, 10, 20])

    def test_eine_abgelehnte_haelt_die_uebrigen_nicht_auf(self) -> None:
        with dienst(self.graph, [Auftritt(200, LEER)] * 2 + [Auftritt(400)]) as server:
            gang = self.spiegeln(server.adresse, "parteien-dach", "staaten")
        self.assertEqual((gang.abgelehnt, gang.gespiegelt[2:]), (["parteien-dach"], ["staaten"]))

    def test_ohne_weiterleitungen_wird_nichts_ersetzt(self) -> None:
        with dienst(self.graph, [Auftritt(400)]) as server:
            with self.assertRaisesRegex(Abgewiesen, "ohne Weiterleitungen"):
                self.spiegeln(server.adresse)
            self.assertEqual(len(server.anfragen), 1)
        self.assertEqual(self.bytes_von_allem(), self.vorher)

    def test_zu_wenige_zeilen_nur_mit_trotzdem(self) -> None:
        w = wikidatagraph.klein()
        for qid in ("Q142", "Q40"):
            for tripel in list(w.fertig().quads_for_pattern(w.e(qid), None, None)):
                w.graph.remove(tripel)
        with dienst(w.fertig()) as server:
            self.assertEqual(self.spiegeln(server.adresse, "staaten").abgelehnt, ["staaten"])
            self.assertEqual(len(self.zeilen("staaten")), 4)
            self.assertEqual(self.spiegeln(server.adresse, "staaten", trotzdem=True).abgelehnt, [])
            self.assertEqual(len(self.zeilen("staaten")), 2)

    def test_stille_laeuft_ab(self) -> None:
        auftritte = [Auftritt(200, LEER, schweigen=30)] * 5
        frist = mock.patch("endpunkt.FRISTEN", (1.0, 0.05))
        with dienst(drehbuch=auftritte) as server, frist, self.assertRaisesRegex(Voruebergehend, "Zeit abgelaufen"):
            self.spiegeln(server.adresse, "staaten")
        self.assertEqual(self.bytes_von_allem(), self.vorher)

    def test_tropfende_und_riesige_antworten(self) -> None:
        for was, wert, meldung in (("GESAMTFRIST", -1.0, "nicht vollständig"), ("GROESSTE_ANTWORT", 10, "mehr als")):
            grenze = mock.patch(f"endpunkt.{was}", wert)
            erwartet = self.assertRaisesRegex(Voruebergehend, meldung)
            with self.subTest(was), dienst(self.graph) as server, grenze, erwartet:
                self.spiegeln(server.adresse, "staaten")
        self.assertEqual(self.bytes_von_allem(), self.vorher)

    def test_niemand_da(self) -> None:
        with dienst() as server:
            adresse = server.adresse
        with self.assertRaisesRegex(Voruebergehend, "keine Verbindung"):
            self.spiegeln(adresse)
        self.assertEqual(self.bytes_von_allem(), self.vorher)


class Absender(unittest.TestCase):
    def test_oeffentlich_nur_mit_kontakt(self) -> None:
        for adresse, kontakt, meldung in (
            ("https://query.wikidata.org/sparql", None, "verlangt einen Kontakt"),
            ("https://query.wikidata.org/sparql", "  ", "verlangt einen Kontakt"),
            ("https://query.wikidata.org/sparql", "ich", "Mailadresse oder URL"),
            ("https://query.wikidata.org/sparql", "a@b\r\nX: y", "Mailadresse oder URL"),
            ("https://query.wikidata.org/sparql", "ä@b.de", "Mailadresse oder URL"),
            ("http://93.184.216.34/sparql", None, "verlangt einen Kontakt"),
            ("query.wikidata.org", KONTAKT, "keine Adresse"),
            ("ftp://query.wikidata.org", KONTAKT, "keine Adresse"),
            ("http://", KONTAKT, "keine Adresse"),
            ("http://[::1", KONTAKT, "keine Adresse"),
            ("http://a:99999/", KONTAKT, "keine Adresse"),
            ("https://ich:geheim@example.org/", KONTAKT, "keine Zugangsdaten"),
        ):
            with self.subTest(adresse=adresse, kontakt=kontakt):
                with self.assertRaisesRegex(Endpunktfehler, meldung) as fehler:
                    Endpunkt(adresse, kontakt)
                self.assertNotIn("geheim", str(fehler.exception))

    def test_auf_diesem_rechner_auch_ohne(self) -> None:
        for adresse in ("http://127.0.0.1:7001/", "http://localhost/sparql", "http://[::1]:7001/", "http://10.0.0.5/"):
            with self.subTest(adresse):
                Endpunkt(adresse, None)


class Zusammenlegung(unittest.TestCase):
    def test_faelle(self) -> None:
        """WIK-05, auch der schwierige: zwei alte Einträge mit einem gemeinsamen Ziel."""
        for name, kennungen, bekannt, wege, erwartet, gemeldet in (
            ("neue QID", {}, ["Q500"], [("Q500", "Q400")], {"Q400": "Q500"}, 0),
            ("niemand kannte sie", {}, ["Q1"], [("Q500", "Q400")], {}, 0),
            ("zweiter Lauf", {"Q400": "Q500"}, ["Q400", "Q500"], [("Q500", "Q400")], {"Q400": "Q500"}, 0),
            ("Kette", {"Q400": "Q500"}, ["Q400"], [("Q400", "Q300")], {"Q400": "Q500", "Q300": "Q500"}, 0),
            ("beide bekannt", {}, ["Q500", "Q400"], [("Q500", "Q400")], {}, 1),
            ("zwei alte", {}, ["Q600", "Q500"], [("Q600", "Q400"), ("Q500", "Q400")], {"Q400": "Q500"}, 1),
            ("auf sich selbst", {}, ["Q500"], [("Q500", "Q500")], {}, 0),
        ):
            assert isinstance(kennungen, dict) and isinstance(bekannt, list) and isinstance(wege, list)
            for reihe in (wege, wege[::-1]):
                with self.subTest(name, wege=reihe):
                    stand, meldungen = fortschreiben(kennungen, bekannt, reihe)
                    self.assertEqual(stand, erwartet)
                    self.assertEqual(len(meldungen), gemeldet)

    def test_meldung_nennt_alle_beteiligten(self) -> None:
        _, meldungen = fortschreiben({}, ["Q600", "Q500"], [("Q600", "Q400"), ("Q500", "Q400")])
        self.assertEqual(
            meldungen, ["Q600 und Q500 waren verschiedene Akteure und sind heute Q400; die Kennung von Q500 bleibt."]
        )


class Kommandozeile(Fall):
    def aufruf(self, *argumente: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        return lauf("lexikon.py", *argumente, "--ziel", self.ordner, env={"WURZELWERK_KONTAKT": "", **(env or {})})

    def test_ganzer_lauf(self) -> None:
        with dienst(wikidatagraph.klein().fertig()) as server:
            ende = self.aufruf(
                "--spiegeln", "--endpunkt", server.adresse, "--pause", "0", env={"WURZELWERK_KONTAKT": KONTAKT}
            )
            self.assertIn(f"({KONTAKT})", server.anfragen[0].kopf["User-Agent"])
        self.assertEqual(
            (ende.returncode, ende.stdout), (0, f"lexikon: gespiegelt {len(NAMEN)}, abgelehnt 0, offen 0\n")
        )
        stand = self.aufruf("--stand")
        self.assertEqual((stand.returncode, stand.stderr), (0, ""))
        self.assertEqual(len(stand.stdout.splitlines()), len(NAMEN))
        self.assertRegex(stand.stdout, r"(?m)^staaten\.json: \d{4}-\d\d-\d\dT[\d:]+\+00:00, 4 Zeilen$")

    def test_stand_nennt_was_nicht_passt(self) -> None:
        with dienst(wikidatagraph.klein().fertig()) as server:
            self.spiegeln(server.adresse)
        (self.ordner / "staaten.json").write_bytes(b"von Hand")
        (self.ordner / "aemter.json").unlink()
        manifest = json.loads((self.ordner / MANIFEST).read_bytes())
        manifest["dateien"]["parteien-dach.json"]["abfrage_sha256"] = "alt"
        del manifest["dateien"]["parteien-welt.json"]
        (self.ordner / MANIFEST).write_text(json.dumps(manifest))
        aus = self.aufruf("--stand").stdout
        for zeile in (
            r"staaten\.json: .*; Datei von Hand verändert",
            r"aemter\.json: .*; Datei fehlt",
            r"parteien-dach\.json: .*; Abfrage seither geändert",
            r"parteien-welt\.json: noch nie gespiegelt",
        ):
            self.assertRegex(aus, zeile)

    def test_falscher_aufruf(self) -> None:
        for argumente, meldung in (
            ([], "eine dieser Angaben fehlt"),
            (["--spiegeln", "--stand"], "schließen einander aus"),
            (["--spiegeln", "personen"], "personen: diese Abfrage gibt es nicht, nur aemter"),
            (["--spiegeln"], "verlangt einen Kontakt"),
            (["--spiegeln", "--endpunkt", "wikidata"], "keine Adresse"),
            (["--spiegeln", "--pause", "-1"], "keine gültige Zahl"),
            (["--spiegeln", "--pause", "nan"], "keine gültige Zahl"),
        ):
            aus, fehler = io.StringIO(), io.StringIO()
            umgebung = mock.patch.dict(os.environ, WURZELWERK_KONTAKT="")
            with self.subTest(argumente), umgebung, contextlib.redirect_stdout(aus), contextlib.redirect_stderr(fehler):
                try:
                    ausgang: int | str | None = lexikon.main([*argumente, "--ziel", str(self.ordner)])
                except SystemExit as ende:
                    ausgang = ende.code
            self.assertEqual((ausgang, aus.getvalue()), (2, ""))
            self.assertEqual(len(fehler.getvalue().splitlines()), 1, fehler.getvalue())
            self.assertIn(meldung, fehler.getvalue())

    def test_ausgang_sagt_wie_es_ausging(self) -> None:
        wege = [Auftritt(200, LEER)] * 2
        for name, drehbuch, ausgang in (
            ("gesperrt", [Auftritt(403)], 1),
            ("abgelehnt", [*wege, Auftritt(400)], 1),
            ("überlastet", [*wege, Auftritt(429, b"", {"Retry-After": "7200"})], 75),
        ):
            with self.subTest(name), dienst(drehbuch=drehbuch) as server:
                ende = self.aufruf("--spiegeln", "staaten", "--endpunkt", server.adresse, "--pause", "0")
                self.assertEqual(ende.returncode, ausgang, ende.stderr)
                self.assertEqual(len(server.anfragen), len(drehbuch))
                self.assertNotIn("Traceback", ende.stderr)
                self.assertTrue(ende.stdout.startswith("lexikon: gespiegelt "))

    def test_beschaedigtes_wird_genannt(self) -> None:
        for name in (MANIFEST, "kennungen.json"):
            with self.subTest(name), dienst(wikidatagraph.klein().fertig()) as server:
                (self.ordner / name).write_bytes(b"{")
                ende = self.aufruf("--spiegeln", "--endpunkt", server.adresse, "--pause", "0")
                self.assertEqual(ende.returncode, 2)
                self.assertIn(f"{name} ist beschädigt", ende.stderr.splitlines()[-1])
                (self.ordner / name).unlink()

    def test_zwei_laeufe_zugleich(self) -> None:
        sperre = os.open(self.ordner, os.O_RDONLY)
        self.addCleanup(os.close, sperre)
        fcntl.flock(sperre, fcntl.LOCK_EX)
        with dienst() as server:
            ende = self.aufruf("--spiegeln", "--endpunkt", server.adresse)
            self.assertEqual(server.anfragen, [])
        self.assertEqual(ende.returncode, 75)
        self.assertIn("läuft schon", ende.stderr)

    def test_sigterm(self) -> None:
        with dienst(wikidatagraph.klein().fertig()) as server:
            self.spiegeln(server.adresse)
        vorher = self.bytes_von_allem()
        with dienst(drehbuch=[Auftritt(200, LEER, schweigen=60)]) as server:
            argumente = ["--spiegeln", "--endpunkt", server.adresse, "--ziel", str(self.ordner)]
            with subprocess.Popen(
                [sys.executable, "lexikon.py", *argumente],
                cwd=WURZEL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            ) as prozess:
                frist = time.monotonic() + 30
                while not server.anfragen and time.monotonic() < frist:
                    time.sleep(0.01)
                prozess.send_signal(signal.SIGTERM)
                aus, fehler = prozess.communicate(timeout=30)
        self.assertEqual(prozess.returncode, 143)
        self.assertIn("lexikon: beendet", fehler)
        self.assertNotIn("Traceback", fehler)
        self.assertEqual(aus, f"lexikon: gespiegelt 0, abgelehnt 0, offen {len(NAMEN)}\n")
        self.assertEqual(self.bytes_von_allem(), vorher)

    def test_ordner_nicht_beschreibbar(self) -> None:
        datei = self.ordner / "datei"
        datei.write_bytes(b"")
        with contextlib.redirect_stderr(io.StringIO()) as fehler:
            ausgang = lexikon.main(["--spiegeln", "--endpunkt", "http://127.0.0.1:9/", "--ziel", str(datei / "x")])
        self.assertEqual(ausgang, 1)
        self.assertEqual(len(fehler.getvalue().splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
