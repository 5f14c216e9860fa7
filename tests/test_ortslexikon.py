"""ortslexikon.py und die Regeln der Schreibungen: aus kleinen Quellen, reproduzierbar, mit klaren Meldungen."""

from __future__ import annotations

import gzip
import hashlib
import json
import tempfile
import unittest
from pathlib import Path

import ortslexikonbau
from ortsformen import einwohner, einwohnerformen, mit_zusatz, varianten, zerlegen
from ortsquellen import QUELLEN
from ortsverzeichnisbau import mittelpunkt
from tests.basis import WURZEL, lauf
from tests.ortsprobe import ORDNER, inhalt

ORTE_DE = (
    ("1", "Frankfurt (Oder)", "Frankfurt (Oder)", "52.3", "14.5", "57000", "PPL", "12053000", "12053"),
    ("2", "Görlitz", "Görlitz", "51.15", "14.98", "56000", "PPLA3", "14626110", "14626"),
    ("3", "Weinhübel", "", "51.12", "14.97", "6000", "PPLX", "14626110", "14626"),
    ("4", "Hof an der See", "", "54", "10", "90", "PPLH", "01055001", "01055"),
    ("5", "Munich", "München", "48.1", "11.6", "1500000", "PPLA", "09162000", "09162"),
)
ORTE_WELT = (
    ("10", "Vienna", "Wien", "48.2", "16.4", "1700000", "PPLC", "AT", "09", "Vienna"),
    ("11", "Lyon", "Lyon", "45.7", "4.8", "500000", "PPLA", "FR", "84", "Auvergne-Rhône-Alpes"),
    ("12", "Kreuzberg", "", "52.5", "13.4", "150000", "PPLX", "DE", "16", "Berlin"),
)
STAATEN = (("DE", "82000000", "Berlin"), ("AT", "8800000", "Vienna"), ("FR", "67000000", "Paris"))
TERRITORIEN = {"DE": "Deutschland", "AT": "Österreich", "FR": "Frankreich", "XK": "Kosovo"}
REGIONEN = {"debb": "Brandenburg", "desn": "Sachsen", "deby": "Bayern", "at9": "Wien", "frara": "Auvergne-Rhône-Alpes"}


def quellordner() -> Path:
    """Ein Ordner mit allen Quellen, klein."""
    ordner = Path(tempfile.mkdtemp())
    tabellen = {
        "geonames_orte_de.tsv.gz": ORTE_DE,
        "geonames_orte_welt.tsv.gz": ORTE_WELT,
        "geonames_de_namen_libgeonames.tsv.gz": (("AT", "Österreich"),),
        "staaten_de.tsv.gz": STAATEN,
    }
    for name, zeilen in tabellen.items():
        text = "\n".join("\t".join(zeile) for zeile in (QUELLEN[name].spalten, *zeilen))
        (ordner / name).write_bytes(gzip.compress(f"{text}\n".encode(), mtime=0))
    territorien = "".join(f'<territory type="{k}">{v}</territory>' for k, v in TERRITORIEN.items())
    (ordner / "cldr_main_de.xml").write_text(f"<ldml>{territorien}</ldml>", encoding="utf-8")
    regionen = "".join(f'<subdivision type="{k}">{v}</subdivision>' for k, v in REGIONEN.items())
    for sprache in ("de", "en"):
        (ordner / f"cldr_subdivisions_{sprache}.xml").write_text(f"<ldml>{regionen}</ldml>", encoding="utf-8")
    return ordner


class Bauen(unittest.TestCase):
    def setUp(self) -> None:
        self.quellen = quellordner()
        self.ziel = Path(tempfile.mkdtemp()) / "mit leer"

    def bauen(self, *worte: str, ausgang: int = 0) -> str:
        ergebnis = lauf("ortslexikon.py", "--quellen", self.quellen, "--ziel", self.ziel, *worte)
        self.assertEqual(ergebnis.returncode, ausgang, ergebnis.stderr)
        return ergebnis.stdout if ausgang == 0 else ergebnis.stdout + ergebnis.stderr

    def zeilen(self) -> dict[str, list[str]]:
        zeilen = (self.ziel / "orte.tsv").read_text(encoding="utf-8").splitlines()[1:]
        return {zeile.split("\t")[0]: zeile.split("\t") for zeile in zeilen}

    def test_kennungen_arten_und_eltern(self) -> None:
        self.bauen()
        orte = self.zeilen()
        self.assertEqual(
            {k: (z[2], z[6]) for k, z in orte.items()},
            {
                "ags:09162000": ("gemeinde", "iso3166-2:DE-BY"),
                "ags:12053000": ("gemeinde", "iso3166-2:DE-BB"),
                "ags:14626": ("kreis", "iso3166-2:DE-SN"),
                "ags:14626110": ("gemeinde", "iso3166-2:DE-SN"),
                "gn:10": ("hauptstadt", "iso3166-2:AT-9"),
                "gn:11": ("stadt", "iso3166-2:FR-ARA"),
                "gn:3": ("ortsteil", "ags:14626110"),
                "iso3166-2:AT-9": ("region", "iso:AT"),
                "iso3166-2:DE-BB": ("land", "iso:DE"),
                "iso3166-2:DE-BY": ("land", "iso:DE"),
                "iso3166-2:DE-SN": ("land", "iso:DE"),
                "iso3166-2:FR-ARA": ("region", "iso:FR"),
                "iso:AT": ("staat", ""),
                "iso:DE": ("staat", ""),
                "iso:FR": ("staat", ""),
                "iso:XK": ("staat", ""),
            },
        )
        self.assertEqual(orte["ags:09162000"][1], "München")

    def test_gleiche_quellen_gleiche_bytes(self) -> None:
        self.bauen()
        erste = {datei.name: datei.read_bytes() for datei in self.ziel.iterdir()}
        for saat in ("0", "1"):
            ergebnis = lauf(
                "ortslexikon.py", "--quellen", self.quellen, "--ziel", self.ziel, env={"PYTHONHASHSEED": saat}
            )
            self.assertEqual(ergebnis.returncode, 0)
            self.assertEqual({datei.name: datei.read_bytes() for datei in self.ziel.iterdir()}, erste)
        self.assertIn("unverändert", self.bauen("--pruefen"))
        (self.ziel / "orte.tsv").write_text("anders\n")
        self.assertIn("anders wären orte.tsv", self.bauen("--pruefen", ausgang=1))

    def test_quellen_die_fehlen_oder_anders_gebaut_sind(self) -> None:
        (self.quellen / "cldr_main_de.xml").write_text("<ldml>", encoding="utf-8")
        self.assertIn("cldr_main_de.xml ist kein lesbares XML", self.bauen(ausgang=2))
        (self.quellen / "staaten_de.tsv.gz").write_bytes(gzip.compress(b"iso2\tpop\nDE\t1\n"))
        self.assertIn("die Spalte hauptstadt_en fehlt", self.bauen(ausgang=2))
        (self.quellen / "staaten_de.tsv.gz").write_bytes(b"kein gzip")
        self.assertIn("kein vollständiges gzip", self.bauen(ausgang=2))
        (self.quellen / "staaten_de.tsv.gz").unlink()
        self.assertIn("fehlt staaten_de.tsv.gz", self.bauen(ausgang=2))
        self.assertFalse(self.ziel.exists())


class Mitgeliefert(unittest.TestCase):
    def test_dateien_passen_zum_manifest_und_sind_klein(self) -> None:
        manifest = json.loads((ORDNER / "MANIFEST.json").read_text(encoding="utf-8"))
        roh = (ORDNER / "orte.tsv").read_bytes()
        self.assertEqual(manifest["sha256"], hashlib.sha256(roh).hexdigest())
        self.assertEqual(manifest["zeilen"], len(roh.splitlines()) - 1)
        self.assertLess(sum(datei.stat().st_size for datei in ORDNER.iterdir()), 10_000_000)

    def test_nur_lizenzen_die_weitergabe_erlauben(self) -> None:
        self.assertEqual({quelle.lizenz for quelle in QUELLEN.values()}, {"CC BY 4.0", "Unicode License V3"})
        lizenzen = (WURZEL / "lexikon" / "orte" / "MANIFEST.json").read_text(encoding="utf-8")
        for verboten in ("ODbL", "LGPL", "NC", "SA 4.0"):
            self.assertNotIn(verboten, lizenzen)

    def test_jede_kennung_steht_einmal_und_jeder_elternort_ist_da(self) -> None:
        orte = {zeile[0]: zeile for zeile in inhalt()["orte"]}
        self.assertEqual(len(orte), len(inhalt()["orte"]))
        for ort in orte.values():
            self.assertTrue(ort[6] is None or ort[6] in orte, ort)
        self.assertTrue(all(ort in orte for ort, _, _ in inhalt()["ortsformen"]))

    def test_jeder_staat_hat_eine_lage_die_grossen_auch_ableitungen(self) -> None:
        orte = {zeile[0]: zeile for zeile in inhalt()["orte"]}
        for kennung, breite, laenge in (
            ("iso:DE", 51, 10),
            ("iso:UA", 49, 32),
            ("iso:JP", 35, 137),
            ("iso:BR", -18, -46),
        ):
            with self.subTest(kennung):
                self.assertAlmostEqual(orte[kennung][3], breite, delta=2.5)
                self.assertAlmostEqual(orte[kennung][4], laenge, delta=2.5)
        abgeleitet = {ort for ort, _, art in inhalt()["ortsformen"] if art in ("adjektiv", "einwohner")}
        gross = {k for k, z in orte.items() if k.startswith("iso:") and (z[5] or 0) > 30_000_000}
        self.assertEqual(gross - abgeleitet - {"iso:CD", "iso:MM"}, set())


class Schreibungen(unittest.TestCase):
    def test_zusatz(self) -> None:
        for name, erwartet in (
            ("Frankfurt am Main", ("Frankfurt", "Main")),
            ("Rothenburg ob der Tauber", ("Rothenburg", "Tauber")),
            ("Halle (Saale)", ("Halle", "Saale")),
            ("Weil der Stadt", ("Weil", "Stadt")),
            ("Bad Neustadt an der Saale", ("Bad Neustadt", "Saale")),
            ("Sachsen-Anhalt", None),
            ("Castrop-Rauxel", None),
        ):
            self.assertEqual(zerlegen(name), erwartet)
        self.assertLessEqual(
            {"Frankfurt/Main", "Frankfurt (Main)", "Frankfurt a. M."}, set(mit_zusatz("Frankfurt am Main"))
        )
        self.assertLessEqual({"Frankfurt/Oder", "Frankfurt an der Oder"}, set(mit_zusatz("Frankfurt (Oder)")))

    def test_varianten(self) -> None:
        for name, erwartet in (
            ("Sankt Gallen", {"St. Gallen"}),
            ("Ōsaka", {"Osaka"}),
            ("Słubice", {"Slubice"}),
            ("Köln", set()),
            ("Vereinigte Staaten", {"Vereinigten Staaten"}),
            ("Weißes Haus", {"Weißen Haus", "Weiße Haus"}),
        ):
            with self.subTest(name):
                self.assertEqual(set(varianten(name)), erwartet)

    def test_einwohner(self) -> None:
        for name, erwartet in (
            ("Köln", ("Kölner",)),
            ("Göttingen", ("Göttinger",)),
            ("Leverkusen", ("Leverkusener",)),
            ("München", ("Münchner", "Münchener")),
            ("Karlsruhe", ("Karlsruher",)),
            ("Hannover", ("Hannoveraner", "Hannoverscher", "Hannoversche", "Hannoverschen", "hannoversche",
                          "hannoverschen")),
            ("Offenbach am Main", ("Offenbacher",)),
            ("Konz", ()),
            ("Hamm", ()),
        ):  # fmt: skip
            with self.subTest(name):
                self.assertEqual(einwohner(name), erwartet)
        self.assertEqual(
            list(einwohnerformen("Franzose", None)), ["Franzose", "Franzosen", "Französin", "Französinnen"]
        )
        self.assertEqual(list(einwohnerformen("Israeli", "unveraenderlich")), ["Israeli", "Israelis"])
        self.assertIn("Ungarinnen", list(einwohnerformen("Ungar", "schwach")))

    def test_mittelpunkt_auch_ueber_die_datumsgrenze(self) -> None:
        self.assertEqual(mittelpunkt([(10.0, 20.0, 5)]), (10.0, 20.0))
        breite, laenge = mittelpunkt([(0.0, 179.0, 1), (0.0, -179.0, 1)])
        self.assertEqual((breite, abs(laenge)), (0.0, 180.0))


class Lesefehler(unittest.TestCase):
    def test_dateien_die_nicht_passen(self) -> None:
        for datei, text, meldung in (
            ("orte.tsv", "anders", "passt nicht zur Prüfsumme"),
            ("hand.json", "{", "kein lesbares JSON"),
            ("hand.json", '{"formen": []}', "erwartet sind die Abschnitte"),
            ("hand.json", json.dumps({name: [] for name in ortslexikonbau.ABSCHNITTE} | {"formen": [{"ort": "x"}]}),
             "formen, Eintrag 1: es fehlt form, grund"),
            ("hand.json", json.dumps({name: [] for name in ortslexikonbau.ABSCHNITTE}
                                     | {"bauwerke": [{"ort": "gn:1", "form": "Tor"}]}), "gn:1 steht nicht in orte.tsv"),
        ):  # fmt: skip
            with self.subTest(meldung):
                ordner = Path(tempfile.mkdtemp())
                for name in ("orte.tsv", "MANIFEST.json", "hand.json"):
                    (ordner / name).write_bytes((ORDNER / name).read_bytes())
                (ordner / datei).write_text(text, encoding="utf-8")
                with self.assertRaisesRegex(ortslexikonbau.Ortslexikonfehler, meldung):
                    ortslexikonbau.lesen(ordner)


if __name__ == "__main__":
    unittest.main()
