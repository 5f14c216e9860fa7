"""Die Abfragen: überall verständlich, und was sie liefern."""

from __future__ import annotations

import json
import re
import unittest
from collections.abc import Mapping
from urllib.parse import quote_plus

import pyoxigraph
from pyoxigraph import Literal

from endpunkt import LAENGSTE_ADRESSE
from spiegellauf import ORDNER, Abfrage, abfragen
from tests import wikidatagraph
from tests.wikidatagraph import ALIAS, LABEL

Zeile = Mapping[str, Mapping[str, str]]


def fragen(graph: pyoxigraph.Store, name: str) -> list[Zeile]:
    """Die Zeilen einer Abfrage, wie ein Dienst sie schickt."""
    text = next(abfrage.text for abfrage in abfragen([]) if abfrage.name == name)
    ergebnis = graph.query(text)
    assert isinstance(ergebnis, pyoxigraph.QuerySolutions)
    rumpf = ergebnis.serialize(format=pyoxigraph.QueryResultsFormat.JSON)
    assert rumpf is not None
    zeilen: list[Zeile] = json.loads(rumpf)["results"]["bindings"]
    return zeilen


def kurz(zeile: Zeile, *felder: str) -> tuple[str | None, ...]:
    """Die Werte der Felder, Einträge als QID, Zeiten als Tag."""
    return tuple(
        zeile[feld]["value"].removeprefix(wikidatagraph.ENTITAET).removesuffix("T00:00:00Z") if feld in zeile else None
        for feld in felder
    )


class Form(unittest.TestCase):
    def setUp(self) -> None:
        self.alle = abfragen([])

    def test_nur_sparql_1_1(self) -> None:
        for abfrage in self.alle:
            for eigenes in ("SERVICE", "bd:", "hint:", "INCLUDE", "mwapi:", "gas:", "isSomeValue", "isBlank"):
                with self.subTest(abfrage.name, eigenes=eigenes):
                    self.assertNotIn(eigenes, ohne_kommentare(abfrage))

    def test_passt_in_eine_adresse(self) -> None:
        for abfrage in self.alle:
            with self.subTest(abfrage.name):
                self.assertLess(len(quote_plus(abfrage.text)) + 100, LAENGSTE_ADRESSE)

    def test_nennt_sein_ergebnis(self) -> None:
        graph = pyoxigraph.Store()
        for abfrage in self.alle:
            with self.subTest(abfrage.name):
                ergebnis = graph.query(abfrage.text)
                assert isinstance(ergebnis, pyoxigraph.QuerySolutions)
                self.assertEqual([variable.value for variable in ergebnis.variables], abfrage.variablen)

    def test_jede_kennung_ist_erklaert(self) -> None:
        """Jede QID und jede seltenere Eigenschaft steht mit ihrer Bedeutung im Kopf der Datei."""
        for abfrage in self.alle:
            kopf = abfrage.text.partition("PREFIX")[0]
            wie_dort = "Kennungen wie dort" in kopf
            for kennung in set(re.findall(r"wd:(Q\d+)", abfrage.text)):
                with self.subTest(abfrage.name, kennung=kennung):
                    self.assertTrue(wie_dort or re.search(rf"\b{kennung}\b", kopf), kennung)

    def test_amtsinhaber_und_aemter_meinen_dieselben_aemter(self) -> None:
        texte = {abfrage.name: abfrage.text for abfrage in self.alle}
        muster = re.compile(r"SELECT DISTINCT \?(?:item|amt)(?: \?gebiet)? WHERE \{\n(.*?)\n  \} \}", re.DOTALL)
        auswahl = [muster.search(texte[name]) for name in ("aemter", "amtsinhaber")]
        assert auswahl[0] is not None and auswahl[1] is not None
        self.assertEqual(auswahl[0][1].replace("?item", "?amt"), auswahl[1][1])

    def test_dateien_des_spiegels_haben_eine_abfrage(self) -> None:
        gespiegelt = {pfad.name for pfad in ORDNER.glob("*-*.json")} | {"staaten.json", "aemter.json"}
        self.assertLessEqual(gespiegelt, {abfrage.datei for abfrage in self.alle})


class Ergebnisse(unittest.TestCase):
    def setUp(self) -> None:
        self.w = wikidatagraph.klein()

    def frage(self, name: str, *felder: str) -> list[tuple[str | None, ...]]:
        return [kurz(zeile, *felder) for zeile in fragen(self.w.fertig(), name)]

    def test_jede_findet_etwas(self) -> None:
        self.w.weiterleitung("Q9900", "Q9102")
        self.w.weiterleitung("Q9901", "Q9201")
        graph = self.w.fertig()
        for abfrage in abfragen([]):
            with self.subTest(abfrage.name):
                self.assertTrue(fragen(graph, abfrage.name))

    def test_name_faellt_auf_mul_und_en_zurueck(self) -> None:
        for qid, sprachen in (
            ("Q1", ("en", "mul", "de")),
            ("Q2", ("en", "mul")),
            ("Q3", ("en", "fr")),
            ("Q4", ("fr",)),
        ):
            self.w.direkt(qid, "P297", Literal("XX"))
            for sprache in sprachen:
                self.w.text(qid, LABEL, f"Name {sprache}", sprache)
        graph = self.w.fertig()
        namen = {kurz(z, "item")[0]: z.get("name", {}) for z in fragen(graph, "staaten")}
        self.assertEqual([namen[f"Q{n}"].get("xml:lang") for n in (1, 2, 3, 4)], ["de", "mul", "en", None])
        self.assertEqual([namen[f"Q{n}"].get("value") for n in (1, 2, 3, 4)], ["Name de", "Name mul", "Name en", None])

    def test_genauigkeit_und_unbekanntes_ende(self) -> None:
        """WIK-04: die Genauigkeit kommt mit; ein unbekanntes Ende ist gebunden, ein fehlendes nicht."""
        self.w.mensch("Q9107", "Alt Vor", "Q4970706", P580=("-0043-01-01", 9), P582=("2000-01-01", 7))
        zeilen = fragen(self.w.fertig(), "amtsinhaber")
        gelesen = {kurz(z, "item")[0]: z for z in zeilen}
        felder = ("von", "vonGenauigkeit", "bis", "bisGenauigkeit")
        self.assertEqual(kurz(gelesen["Q9105"], *felder), ("2019-03-01", "10", "2021-03-15", "11"))
        self.assertEqual(kurz(gelesen["Q9103"], *felder), ("2021-05-12", "11", None, None))
        self.assertEqual(kurz(gelesen["Q9107"], *felder), ("-0043-01-01", "9", "2000-01-01", "7"))
        self.assertEqual(kurz(gelesen["Q9101"], "von", "vonGenauigkeit"), ("2020-01-01", "9"))
        self.assertEqual(gelesen["Q9101"]["bis"]["type"], "bnode")
        self.assertNotIn("bisGenauigkeit", gelesen["Q9101"])

    def test_missbilligte_aussagen_fehlen_bevorzugte_verdraengen_nicht(self) -> None:
        self.w.aussage("Q9104", "P39", "Q4970706", rang="Deprecated", P580=("1999-01-01", 11))
        self.w.aussage("Q9102", "P39", "Q4970706", rang="Preferred", P580=("2001-01-01", 11))
        self.w.aussage("Q9102", "P39", "Q4970706", P580=("1991-01-01", 11))
        zeiten = self.frage("amtsinhaber", "item", "von")
        self.assertNotIn(("Q9104", "1999-01-01"), zeiten)
        self.assertIn(("Q9102", "2001-01-01"), zeiten)
        self.assertIn(("Q9102", "1991-01-01"), zeiten)

    def test_kreuzprodukt_bleibt_kreuzprodukt(self) -> None:
        """WIK-07: zwei Aliase mal zwei Parteien sind vier Zeilen; zusammengefasst wird erst beim Laden."""
        for alias in ("M. Muster", "Maxe"):
            self.w.text("Q9102", ALIAS, alias)
        self.w.text("Q9102", ALIAS, "Max the Sample", "en")
        self.w.aussage("Q9102", "P102", "Q9201", P580=("2010-01-01", 9))
        self.w.aussage("Q9102", "P102", "Q9203")
        zeilen = self.frage("personen-deutschland", "alias", "partei", "parteiVon")
        self.assertCountEqual(
            zeilen,
            [(a, p, v) for a in ("M. Muster", "Maxe") for p, v in (("Q9201", "2010-01-01"), ("Q9203", None))],
        )

    def test_weiterleitungen(self) -> None:
        """WIK-05: die alte QID eines Menschen, einer Partei und eines Amts."""
        for alt, heute in (("Q9900", "Q9102"), ("Q9901", "Q9201"), ("Q9902", "Q9003"), ("Q9903", "Q9999")):
            self.w.weiterleitung(alt, heute)
        self.assertEqual(self.frage("weiterleitungen-personen", "alt", "item"), [("Q9900", "Q9102")])
        self.assertEqual(self.frage("weiterleitungen-uebrige", "alt", "item"), [("Q9901", "Q9201"), ("Q9902", "Q9003")])

    def test_laengst_gestorbene_und_aufgeloeste_bleiben_draussen(self) -> None:
        self.w.mensch("Q9108", "Lang Her", "Q9002")
        self.w.direkt("Q9108", "P570", zeit("1923-01-01"))
        self.w.mensch("Q9109", "Noch Da", "Q9002")
        self.w.direkt("Q9109", "P570", wikidatagraph.UNBEKANNT)
        self.w.direkt("Q40", "P576", zeit("1918-01-01"))
        self.assertEqual(self.frage("personen-nachbarn", "item"), [("Q9104",), ("Q9109",)])
        self.assertNotIn(("Q40",), self.frage("staaten", "item"))

    def test_mitglieder_des_europaeischen_parlaments_sind_kein_amt(self) -> None:
        self.assertNotIn(("Q27169",), self.frage("aemter", "item"))
        self.assertEqual(self.frage("personen-eu", "item", "land"), [("Q9106", "Q458")])

    def test_amt_mit_weiblicher_form(self) -> None:
        self.assertIn(
            ("Q4970706", "Bundeskanzler", "Bundeskanzlerin", "Q183"),
            self.frage("aemter", "item", "name", "weiblich", "land"),
        )


class VolleGroesse(unittest.TestCase):
    graph: pyoxigraph.Store

    @classmethod
    def setUpClass(cls) -> None:
        cls.graph = wikidatagraph.aus_spiegel(ORDNER).fertig()

    def test_alle_menschen_kommen_zurueck(self) -> None:
        for teil in ("deutschland", "laender", "nachbarn", "eu"):
            with self.subTest(teil):
                gespiegelt = json.loads((ORDNER / f"personen-{teil}.json").read_bytes())["results"]["bindings"]
                zurueck = {kurz(zeile, "item", "name") for zeile in fragen(self.graph, f"personen-{teil}")}
                qids = {kurz(zeile, "item") for zeile in gespiegelt}
                self.assertLessEqual(qids, {zeile[:1] for zeile in zurueck})
                self.assertNotIn(None, {name for _, name in zurueck})
        self.assertGreater(len(fragen(self.graph, "personen-welt")), 1000)

    def test_amtszeiten_kommen_zurueck_wie_sie_im_spiegel_stehen(self) -> None:
        felder = ("amt", "item", "von", "vonGenauigkeit", "bis", "bisGenauigkeit")
        zurueck = {kurz(zeile, *felder) for zeile in fragen(self.graph, "amtsinhaber")}
        aemter = {amt for amt, *_ in zurueck}
        gespiegelt = json.loads((ORDNER / "amtsinhaber.json").read_bytes())["results"]["bindings"]
        bekannt = [z for z in gespiegelt if all(f"{f}Genauigkeit" in z for f in ("von", "bis") if f in z)]
        erwartet = {zeile for roh in bekannt if (zeile := kurz(roh, *felder))[0] in aemter}
        self.assertEqual(zurueck, erwartet)
        self.assertGreater(len(zurueck), 2000)


def zeit(tag: str) -> Literal:
    """Ein Zeitpunkt als einfacher Wert."""
    return Literal(f"{tag}T00:00:00Z", datatype=pyoxigraph.NamedNode(f"{wikidatagraph.XSD}dateTime"))


def ohne_kommentare(abfrage: Abfrage) -> str:
    """Der Text ohne Zeilen, die nur erklären."""
    return "\n".join(zeile for zeile in abfrage.text.splitlines() if not zeile.lstrip().startswith("#"))


if __name__ == "__main__":
    unittest.main()
