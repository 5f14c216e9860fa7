"""Der Anfangsbestand: nachbaubar, in der Form einer Antwort, ohne das, was nicht hineingehört."""

from __future__ import annotations

import json
import re
import sys
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path

import spiegelung
from spiegellauf import ORDNER, abfragen
from spiegelung import Bindung, manifest_lesen
from tests.basis import braucht_daten, daten, lauf

sys.path.insert(0, str(ORDNER))
from startamtszeiten import vereinen, zeitraum
from startterme import Satz, eintrag, kreuzprodukt, tag, text

# Wer spiegelt, hat danach andere Dateien; diese Prüfungen gelten dem, was noch aus dem Anfangsbestand ist.
ANFANG = {name: eintrag for name, eintrag in manifest_lesen(ORDNER).items() if eintrag["endpunkt"] is None}


def zeilen(muster: str) -> Iterator[Bindung]:
    """Alle Zeilen der Anfangsdateien, deren Name so beginnt."""
    for name in sorted(ANFANG):
        if name.startswith(muster):
            yield from spiegelung.lesen((ORDNER / name).read_bytes()).bindungen


def satz(start: str | None, end: str | None, stand: str, quelle: str = "a") -> Satz:
    """Eine Amtszeit, wie die Quellen sie führen."""
    return {"item": "Q1", "start": start, "end": end, "stand": stand, "herkunft": [quelle]}


class Bestand(unittest.TestCase):
    def test_manifest_passt_zu_den_dateien(self) -> None:
        for name, angaben in manifest_lesen(ORDNER).items():
            with self.subTest(name):
                inhalt = (ORDNER / name).read_bytes()
                antwort = spiegelung.lesen(inhalt)
                self.assertEqual(angaben["sha256"], spiegelung.pruefsumme(inhalt))
                self.assertEqual(angaben["zeilen"], len(antwort.bindungen))
                self.assertEqual(spiegelung.darstellen(antwort), inhalt)
                ohne_stand = [variable for variable in antwort.variablen if variable != "stand"]
                abfrage = next(abfrage for abfrage in abfragen([]) if abfrage.datei == name)
                self.assertEqual(ohne_stand, abfrage.variablen)

    def test_klein_genug(self) -> None:
        self.assertLess(sum(pfad.stat().st_size for pfad in ORDNER.rglob("*") if pfad.is_file()), 15_000_000)

    def test_manifest_sagt_was_es_ist(self) -> None:
        for name, angaben in ANFANG.items():
            with self.subTest(name):
                self.assertIn("keine Antwort des Abfragedienstes", angaben["hinweis"])
                self.assertEqual(angaben["herkunft"], sorted(angaben["herkunft"]))
                for ausgeschlossen in ("OpenParliamentTV-Tools", "offenewahlen", "bewerbli", "goal-guesser", "pustik"):
                    self.assertNotIn(ausgeschlossen, " ".join(angaben["herkunft"]))

    def test_kein_name_ist_eine_nummer_ein_titel_oder_wikitext(self) -> None:
        for zeile in zeilen(""):
            for feld in ("name", "alias", "kurzname"):
                wert = zeile.get(feld, {}).get("value", "x")
                self.assertNotRegex(wert, r"^Q\d+$|\[\[|&\w+;|^\s|\s$|^$", zeile["item"]["value"])
        for zeile in zeilen("personen"):
            self.assertNotRegex(zeile["name"]["value"], r"^(Mag|Dr|Dipl|Prof|Ing)\b\.")

    def test_eintraege_sind_eintraege(self) -> None:
        for zeile in zeilen(""):
            for feld in ("item", "amt", "land", "partei", "zustaendigkeit", "alt"):
                if feld in zeile:
                    self.assertEqual(zeile[feld]["type"], "uri")
                    self.assertRegex(zeile[feld]["value"], r"^http://www\.wikidata\.org/entity/Q[1-9]\d*$")

    def test_kein_geplantes_ende(self) -> None:
        for zeile in [*zeilen("amtsinhaber"), *zeilen("parteivorsitze")]:
            self.assertLessEqual(zeile.get("bis", {}).get("value", "")[:10], zeile["stand"]["value"])
            self.assertEqual("von" in zeile, "vonGenauigkeit" in zeile)

    @unittest.skipUnless("staaten.json" in ANFANG, "schon gespiegelt")
    def test_fallen_der_quellen(self) -> None:
        staaten = {zeile["item"]["value"].rpartition("/")[2]: zeile for zeile in zeilen("staaten")}
        self.assertEqual(staaten["Q219060"]["alias"]["value"], "Palästina")
        for doppelt in ("Q23792", "Q756617", "Q29999", "Q1065", "Q24879"):
            self.assertNotIn(doppelt, staaten)
        laender = [zeile for zeile in staaten.values() if zeile["name"]["value"] in ("Bremen", "Berlin", "Hamburg")]
        self.assertEqual(len(laender), 3)
        self.assertNotIn("Q124680118", {zeile["item"]["value"].rpartition("/")[2] for zeile in zeilen("parteien")})

    @unittest.skipUnless("amtsinhaber.json" in ANFANG, "schon gespiegelt")
    def test_spitzen_von_2026(self) -> None:
        """Was die Quelle nur als P6 oder P35 des Staats führt, hängt am einzigen passenden Amt."""
        namen = {z["item"]["value"]: z["name"]["value"] for art in ("aemter", "personen") for z in zeilen(art)}
        spitzen = {
            (namen.get(z["amt"]["value"], ""), namen.get(z["item"]["value"], ""))
            for z in zeilen("amtsinhaber")
            if "bis" not in z and z["stand"]["value"] > "2026"
        }
        for paar in (
            ("Federal Chancellor of Germany", "Friedrich Merz"),
            ("President of Ukraine", "Volodymyr Zelenskyy"),
            ("Prime Minister of Italy", "Giorgia Meloni"),
            ("President of the United States", "Donald Trump"),
        ):
            self.assertIn(paar, spitzen)
        self.assertNotIn("President of Iran", {amt for amt, _ in spitzen})


class Regeln(unittest.TestCase):
    def test_amtszeiten_mehrerer_quellen(self) -> None:
        for name, saetze, erwartet in (
            ("Jahr und Tag", [("2019", "2022", "B"), ("2019-07-24", None, "A")], [("2019-07-24", "2022", "B")]),
            ("jüngere ist offen", [("2017-03-19", None, "B"), ("2017", None, "A")], [("2017-03-19", None, "B")]),
            ("Tag schlägt Jahr", [("2019", "2022", "B"), ("2019", "2022-01-05", "A")], [("2019", "2022-01-05", "B")]),
            ("ohne Beginn", [(None, None, "B"), ("2013", None, "A")], [("2013", None, "B")]),
            ("zwei Amtszeiten", [("2001-01-20", "2005-01-20", "A"), ("2005-01-20", None, "A")], 2),
            ("Jahr passt zu zweien", [("2005", None, "B"), ("2005-01-01", "X", "A"), ("2005-06-01", "X", "A")], 2),
        ):
            for reihe in (saetze, saetze[::-1]):
                with self.subTest(name):
                    zeiten = vereinen([satz(*angabe) for angabe in reihe])
                    if isinstance(erwartet, int):
                        self.assertEqual(len(zeiten), erwartet)
                    else:
                        self.assertEqual([(z["start"], z["end"], z["stand"]) for z in zeiten], erwartet)

    def test_genauigkeit(self) -> None:
        for start, quelle, stufe in (
            ("2020", "a", "9"),
            ("2020-05", "a", "10"),
            ("2020-05-06", "a", "11"),
            ("2020-01-01", "a", "11"),
            ("2020-01-01", "waffle913/ProjectAtlas:x", "9"),
        ):
            with self.subTest(start, quelle=quelle):
                zeile = zeitraum(satz(start, None, "2026-01-01", quelle))
                self.assertEqual(zeile["vonGenauigkeit"]["value"], stufe)

    def test_terme(self) -> None:
        self.assertEqual((tag("2020") or {})["value"], "2020-01-01T00:00:00Z")
        self.assertEqual((tag("2020-05") or {})["value"], "2020-05-01T00:00:00Z")
        self.assertEqual((tag("2020-05-06") or {})["value"], "2020-05-06T00:00:00Z")
        for wert in (None, "", "Q65497730", "КПГ", "  "):
            self.assertIsNone(text(wert))
        self.assertEqual(text("Liste ([[German language|German]])"), {"type": "literal", "value": "Liste"})
        self.assertIsNone(eintrag("Einzelbewerbung"))

    def test_kreuzprodukt(self) -> None:
        a, b = {"type": "literal", "value": "a"}, {"type": "literal", "value": "b"}
        reihen = list(kreuzprodukt({"item": a, "land": None}, {"alias": [a, None, b], "partei": []}))
        self.assertEqual(reihen, [{"item": a, "alias": a}, {"item": a, "alias": b}])


@braucht_daten("lexikon/personen.json.gz")
class Nachbau(unittest.TestCase):
    def test_dieselben_bytes(self) -> None:
        with tempfile.TemporaryDirectory(prefix="start bestand ") as ablage:
            quelle = daten("lexikon/personen.json.gz").parent
            skript = ORDNER / "startbestand.py"
            ende = lauf(skript, quelle, "--ziel", ablage, env={"PYTHONHASHSEED": "77"})
            self.assertEqual((ende.returncode, ende.stderr), (0, ""))
            gebaut = json.loads((Path(ablage) / spiegelung.MANIFEST).read_bytes())["dateien"]
            for name in ANFANG:
                with self.subTest(name):
                    self.assertEqual((Path(ablage) / name).read_bytes(), (ORDNER / name).read_bytes())
                    self.assertEqual(gebaut[name], ANFANG[name])

    def test_fehlende_quelle_ist_eine_zeile(self) -> None:
        with tempfile.TemporaryDirectory() as leer:
            ende = lauf(ORDNER / "startbestand.py", leer, "--ziel", leer)
        self.assertEqual(ende.returncode, 2)
        self.assertTrue(re.fullmatch(r"startbestand: .*personen\.json\.gz: .*\n", ende.stderr), ende.stderr)


if __name__ == "__main__":
    unittest.main()
