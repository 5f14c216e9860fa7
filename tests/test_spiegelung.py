"""Was in den Spiegel darf, und dass die alte Datei immer ganz bleibt."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import spiegelung
from spiegelung import MANIFEST, Antwort, Antwortfehler, anzahl_pruefen, aufnehmen, darstellen, lesen, manifest_lesen
from tests.basis import WURZEL

GUT = {
    "head": {"vars": ["item", "name"], "link": []},
    "results": {
        "bindings": [
            {
                "item": {"type": "uri", "value": "http://www.wikidata.org/entity/Q500"},
                "name": {"xml:lang": "de", "type": "literal", "value": "Érika »Beispiel«\u2028"},
            },
            {"item": {"type": "bnode", "value": "t1"}},
        ]
    },
}

# Der Prozess endet hart an der n-ten Dateioperation nach dem Beginn der Aufnahme.
STERBEN = """
import os, sys
sys.path.insert(0, {wurzel!r})
from pathlib import Path
import spiegelung
rest = int(sys.argv[2])
def zaehlen(ereignis, _):
    global rest
    if ereignis in ("open", "os.rename", "os.remove"):
        rest -= 1
        if rest == 0:
            os._exit(9)
inhalt = spiegelung.darstellen(spiegelung.Antwort(["item"], [{{}}] * 5))
sys.addaudithook(zaehlen)
spiegelung.raeumen(Path(sys.argv[1]))
spiegelung.aufnehmen(Path(sys.argv[1]), "personen.json", inhalt, {{"zeilen": 5}})
os._exit(0)
"""


class Annahme(unittest.TestCase):
    def test_gute_antwort_bleibt_wie_sie_ist(self) -> None:
        antwort = lesen(json.dumps(GUT).encode(), "application/sparql-results+json;charset=utf-8")
        gespiegelt = json.loads(darstellen(antwort))
        self.assertEqual(gespiegelt["results"], GUT["results"])
        self.assertEqual(gespiegelt["head"]["vars"], ["item", "name"])
        self.assertEqual(list(gespiegelt["results"]["bindings"][0]["name"]), ["xml:lang", "type", "value"])

    def test_jede_bindung_steht_auf_einer_zeile(self) -> None:
        zeilen = darstellen(Antwort(["item", "name"], GUT["results"]["bindings"])).split(b"\n")  # type: ignore[index]
        self.assertEqual(len(zeilen), 5)
        self.assertEqual(lesen(b"\n".join(zeilen)).bindungen, GUT["results"]["bindings"])  # type: ignore[index]

    def test_abgeschnitten_an_jeder_stelle(self) -> None:
        ganz = json.dumps(GUT, ensure_ascii=False).encode()
        for ende in range(len(ganz)):
            with self.assertRaises(Antwortfehler, msg=f"{ende} Bytes"):
                lesen(ganz[:ende])

    def test_abgelehnt_wird(self) -> None:
        zeile = b'{"head":{"vars":["item"]},"results":{"bindings":[%s]}}'
        faelle = [
            ("HTML", b"<!DOCTYPE html><html></html>", None, "HTML"),
            ("XML mit BOM davor", b"  <sparql/>", None, "HTML oder XML"),
            ("nichts", b" \n", None, "leerer Rumpf"),
            ("HTML-Kopf", json.dumps(GUT).encode(), "text/html", "Inhaltsart 'text/html'"),
            (
                "Java-Meldung dahinter",
                json.dumps(GUT).encode() + b"\njava.util.concurrent.TimeoutException",
                None,
                "JSON",
            ),
            ("kein UTF-8", zeile % '{"item":{"type":"uri","value":"ä"}}'.encode("latin-1"), None, "UTF-8"),
            ("Liste", b"[]", None, "head oder results"),
            ("head fehlt", b'{"results":{"bindings":[]}}', None, "head oder results"),
            ("results fehlt", b'{"head":{"vars":["item"]}}', None, "head oder results"),
            ("ASK", b'{"head":{},"boolean":true}', None, "head oder results"),
            ("head leer, WIK-02", b'{"head":{},"results":{"bindings":[]}}', None, "keine Variablen"),
            ("bindings fehlt", b'{"head":{"vars":["item"]},"results":{}}', None, "keine bindings"),
            ("fremde Spalte", zeile % b'{"x":{"type":"uri","value":"y"}}', None, "Zeile 1 passt nicht"),
            ("Term ohne Wert", zeile % b'{"item":{"type":"uri"}}', None, "Zeile 1 enth"),
            ("unbekannte Art", zeile % b'{"item":{"type":"iri","value":"y"}}', None, "Zeile 1 enth"),
            ("Wert als Zahl", zeile % b'{},{"item":{"type":"literal","value":5}}', None, "Zeile 2 enth"),
            ("Zeile als Liste", zeile % b"[]", None, "Zeile 1 passt nicht"),
            ("tief geschachtelt", b"[" * 200_000, None, "JSON"),
        ]
        for name, rumpf, art, meldung in faelle:
            with self.subTest(name), self.assertRaisesRegex(Antwortfehler, meldung):
                lesen(rumpf, art)

    def test_auffaellig_wenige_zeilen(self) -> None:
        for neu, vorher, leer_erlaubt, gut in (
            (80, 100, False, True),
            (79, 100, False, False),
            (500, 100, False, True),
            (0, 1, True, False),
            (0, 0, True, True),
            (0, None, True, True),
            (0, None, False, False),
            (1, None, False, True),
        ):
            with self.subTest(neu=neu, vorher=vorher):
                if gut:
                    anzahl_pruefen(neu, vorher, leer_erlaubt=leer_erlaubt)
                else:
                    with self.assertRaisesRegex(Antwortfehler, "--trotzdem"):
                        anzahl_pruefen(neu, vorher, leer_erlaubt=leer_erlaubt)


class Aufnahme(unittest.TestCase):
    def setUp(self) -> None:
        ablage = tempfile.TemporaryDirectory(prefix="spiegel mit leerzeichen ")
        self.addCleanup(ablage.cleanup)
        self.ordner = Path(ablage.name)
        self.alt = darstellen(Antwort(["item"], [{}] * 2))
        aufnehmen(self.ordner, "personen.json", self.alt, {"zeilen": 2})
        aufnehmen(self.ordner, "staaten.json", self.alt, {"zeilen": 2})

    def dateien(self) -> list[str]:
        return sorted(pfad.name for pfad in self.ordner.iterdir())

    def test_nichts_bleibt_liegen(self) -> None:
        self.assertEqual(self.dateien(), [MANIFEST, "personen.json", "staaten.json"])
        self.assertEqual(manifest_lesen(self.ordner)["personen.json"]["sha256"], spiegelung.pruefsumme(self.alt))

    def test_tod_an_jeder_dateioperation(self) -> None:
        """Nach einem harten Ende steht die alte oder die neue Datei ganz da, und das MANIFEST passt zu ihr."""
        programm = STERBEN.format(wurzel=str(WURZEL))
        gesehen: set[int] = set()
        for stelle in range(1, 60):
            aufnehmen(self.ordner, "personen.json", self.alt, {"zeilen": 2})
            ende = subprocess.run([sys.executable, "-c", programm, str(self.ordner), str(stelle)], check=False)
            eintraege = manifest_lesen(self.ordner)
            for name in ("personen.json", "staaten.json"):
                inhalt = (self.ordner / name).read_bytes()
                self.assertEqual(eintraege[name]["sha256"], spiegelung.pruefsumme(inhalt), f"{name}, Stelle {stelle}")
                self.assertEqual(eintraege[name]["zeilen"], len(lesen(inhalt).bindungen))
            gesehen.add(eintraege["personen.json"]["zeilen"])
            spiegelung.raeumen(self.ordner)
            self.assertEqual(self.dateien(), [MANIFEST, "personen.json", "staaten.json"])
            self.assertEqual(manifest_lesen(self.ordner), eintraege)
            if ende.returncode == 0:
                break
        self.assertEqual(ende.returncode, 0)
        self.assertGreater(stelle, 5)
        self.assertEqual(gesehen, {2, 5})

    def test_halbes_vorbereitetes_manifest_gilt_nicht(self) -> None:
        (self.ordner / f".{MANIFEST}.neu").write_bytes(b'{"dateien": {"personen.json": {"zei')
        self.assertEqual(manifest_lesen(self.ordner)["personen.json"]["zeilen"], 2)

    def test_schreibfehler_laesst_alles_alte(self) -> None:
        (self.ordner / ".personen.json.neu").mkdir()
        with self.assertRaises(OSError):
            aufnehmen(self.ordner, "personen.json", b"neu", {"zeilen": 9})
        self.assertEqual((self.ordner / "personen.json").read_bytes(), self.alt)
        self.assertEqual(manifest_lesen(self.ordner)["personen.json"]["zeilen"], 2)

    def test_beschaedigtes_manifest_wird_genannt(self) -> None:
        for inhalt in (b"{", b"[]", b'{"dateien": []}', b'{"dateien": {"x": 1}}'):
            (self.ordner / MANIFEST).write_bytes(inhalt)
            with self.subTest(inhalt), self.assertRaisesRegex(ValueError, "beschädigt"):
                manifest_lesen(self.ordner)


if __name__ == "__main__":
    unittest.main()
