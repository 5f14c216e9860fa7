"""Welche Orte ein Text nennt, in welcher Rolle, und was offen bleibt: mit dem mitgelieferten Verzeichnis."""

from __future__ import annotations

import json
import unittest
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import ortsregeln as regeln
from ortsaufloesung import HOECHSTENS
from ortsverzeichnis import Ort, entfernung
from tests.ortsprobe import aufloesung, finden

# (Text, was zu finden ist: Wortlaut, Rolle, Kennung). Was nicht dasteht, darf nicht gefunden werden.
Erwartet = tuple[tuple[str, str, str | None], ...]
O, A, N, M = "ort", "abgeleitet", "in_name", "metonym"  # noqa: E741

ZUSAETZE: tuple[tuple[str, Erwartet], ...] = (
    ("Feuer in Frankfurt am Main", (("Frankfurt am Main", O, "ags:06412000"),)),
    ("Feuer in Frankfurt", (("Frankfurt", O, "ags:06412000"),)),
    ("Feuer in Frankfurt (Oder)", (("Frankfurt (Oder)", O, "ags:12053000"),)),
    ("Feuer in Frankfurt an der Oder", (("Frankfurt an der Oder", O, "ags:12053000"),)),
    ("Feuer in Frankfurt/Oder", (("Frankfurt/Oder", O, "ags:12053000"),)),
    ("Halle (Saale) baut", (("Halle (Saale)", O, "ags:15002000"),)),
    ("Unglück in Halle", (("Halle", O, "ags:15002000"),)),
    ("Halle (Westf.) baut", (("Halle (Westf.)", O, "ags:05754012"),)),
    ("Oldenburg (Oldb.) baut", (("Oldenburg (Oldb.)", O, "ags:03403000"),)),
    ("Oldenburg in Holstein baut", (("Oldenburg in Holstein", O, "ags:01055033"),)),
    ("Unfall in Oldenburg", (("Oldenburg", O, None),)),
    ("Mülheim an der Ruhr baut", (("Mülheim an der Ruhr", O, "ags:05117000"),)),
    ("Unfall in Mülheim", (("Mülheim", O, None),)),
    ("Unfall in Neustadt", (("Neustadt", O, None),)),
    ("Neustadt an der Weinstraße baut", (("Neustadt an der Weinstraße", O, "ags:07316000"),)),
    ("Weil am Rhein baut", (("Weil am Rhein", O, "ags:08336091"),)),
    ("Friedberg (Bayern) baut", (("Friedberg", O, "ags:09771130"), ("Bayern", O, "iso3166-2:DE-BY"))),
    ("Friedberg in Hessen baut", (("Friedberg", O, "ags:06440008"), ("Hessen", O, "iso3166-2:DE-HE"))),
    ("Paris, Texas", (("Paris", O, "gn:4717560"), ("Texas", O, "iso3166-2:US-TX"))),
    ("London, Ontario", (("London", O, "gn:6058560"), ("Ontario", O, "iso3166-2:CA-ON"))),
    ("Odessa, Texas", (("Odessa", O, "gn:5527554"), ("Texas", O, "iso3166-2:US-TX"))),
    ("Athen, Georgia", (("Athen", O, None), ("Georgia", O, "iso3166-2:US-GA"))),
    ("Feuer in der Stadt Brandenburg", (("Brandenburg", O, "ags:12051000"),)),
    ("Feuer im Landkreis Görlitz", (("Landkreis Görlitz", O, "ags:14626"),)),
    ("Feuer im Landkreis Oldenburg", (("Landkreis Oldenburg", O, None),)),
    ("Unfall in Bergen", (("Bergen", O, None),)),
    ("Unfall in Bergen, Norwegen", (("Bergen", O, "gn:3161732"), ("Norwegen", O, "iso:NO"))),
    ("Feuer in Freiberg", (("Freiberg", O, "ags:14522180"),)),
    ("Feuer in Freiburg", (("Freiburg", O, "ags:08311000"),)),
)

ZUSAMMENHANG: tuple[tuple[str, Erwartet], ...] = (
    (
        "Frankfurt sperrt Brücke nach Słubice",
        (("Frankfurt", O, "ags:12053000"), ("Słubice", O, "gn:3085495")),
    ),
    (
        "Frankfurt: Land Brandenburg hilft",
        (("Frankfurt", O, "ags:12053000"), ("Brandenburg", O, "iso3166-2:DE-BB")),
    ),
    ("Tennis in Halle: Gerry Weber gibt auf", (("Halle", O, "ags:05754012"),)),
    ("Tennis in Halle, Anreise über Gütersloh", (("Halle", O, "ags:05754012"), ("Gütersloh", O, "ags:05754008"))),
    (
        "Sturm in Oldenburg: ganz Niedersachsen betroffen",
        (("Oldenburg", O, "ags:03403000"), ("Niedersachsen", O, "iso3166-2:DE-NI")),
    ),
    # Die große Stadt bleibt gemeint, auch wenn ihr kleiner Namensvetter in einem genannten Land liegt.
    ("London und Kanada verhandeln", (("London", O, "gn:2643743"), ("Kanada", O, "iso:CA"))),
    ("Züge zwischen Neustadt und Mannheim", (("Neustadt", O, "ags:07316000"), ("Mannheim", O, "ags:08222000"))),
    ("Wenn Mainz bebt: Beben in Mainz und Bingen", (("Mainz", O, "ags:07315000"), ("Mainz", O, "ags:07315000"),
                                                   ("Bingen", O, "ags:07339005"))),
)  # fmt: skip

KEIN_ORT = (
    "Die Halle brennt",
    "Feuer in der Halle",
    "Essen und Trinken hält gesund",
    "Streit beim Essen",
    "Das Essen war gut",
    "Weil es regnet",
    "weil er kommt",
    "Corona breitet sich aus",
    "Man sieht nichts",
    "Singen macht froh",
    "Der Hof ist leer",
    "Melle lacht",
    "Feuer bei Regen gelöscht",
    "Sieg oder Niederlage: Oder ist es ein Remis?",
    "Paris Hilton kommt",
    "Jack London lesen",
    "Denzel Washington gewinnt",
    "Frau Bergen kommt",
    "Nina Hagen singt",
    "Macron, Trump und Orban",
    "Adler, Bender und Allen",
    "Wiener Würstchen werden teurer",
    "Frankfurter Allee gesperrt",
    "Berliner Straße gesperrt",
    "Konzernen drohen Strafen",
    "Will Wheaton kommt",
    "Friedrich Liechtenstein singt",
)

ROLLEN: tuple[tuple[str, Erwartet], ...] = (
    ("Will Berlin mehr?", (("Berlin", O, "ags:11000000"),)),
    ("Will Deutschland mehr?", (("Deutschland", O, "iso:DE"),)),
    ("Essener feiern in Essen", (("Essener", A, "ags:05113000"), ("Essen", O, "ags:05113000"))),
    ("Polizei Essen sucht Zeugen", (("Essen", O, "ags:05113000"),)),
    ("Wiener Polizei ermittelt", (("Wiener", A, "gn:2761369"),)),
    ("Münchner OB geht", (("Münchner", A, "ags:09162000"),)),
    ("Münchner Rück wächst", (("Münchner", N, "ags:09162000"),)),
    ("Köln besiegt Leipzig", (("Köln", N, "ags:05315000"), ("Leipzig", O, "ags:14713000"))),
    ("Köln besiegt Leipzig 2:1", (("Köln", N, "ags:05315000"), ("Leipzig", N, "ags:14713000"))),
    ("Hamburger SV verliert", (("Hamburger", N, "ags:02000000"),)),
    ("ukrainische Truppen", (("ukrainische", A, "iso:UA"),)),
    ("Die Ukrainer hoffen", (("Ukrainer", A, "iso:UA"),)),
    ("Französinnen und Israelis", (("Französinnen", A, "iso:FR"), ("Israelis", A, "iso:IL"))),
    ("US-Militär übt", (("US", A, "iso:US"),)),
    ("Deutsche Bank wächst", (("Deutsche", N, "iso:DE"),)),
    ("Deutscher Wein wird teuer", (("Deutscher", A, "iso:DE"),)),
    ("Die Bayern feiern", (("Bayern", A, "iso3166-2:DE-BY"),)),
    ("SPD Hessen streitet", (("Hessen", N, "iso3166-2:DE-HE"),)),
    ("Grüne in Bayern streiten", (("Bayern", O, "iso3166-2:DE-BY"),)),
    ("Die Linke Sachsen streitet", (("Sachsen", N, "iso3166-2:DE-SN"),)),
    ("AfD Thüringen streitet", (("Thüringen", N, "iso3166-2:DE-TH"),)),
    ("Bayern gewinnt", (("Bayern", N, "iso3166-2:DE-BY"),)),
    ("Bayern München gewinnt", (("Bayern", N, "iso3166-2:DE-BY"), ("München", N, "ags:09162000"))),
    ("Schalke steigt auf", (("Schalke", N, "ags:05513000"),)),
    ("Hertha steigt auf", (("Hertha", N, "ags:11000000"),)),
    ("Universität Leipzig forscht", (("Leipzig", N, "ags:14713000"),)),
    ("Stau am Kreuz Stuttgart", (("Stuttgart", N, "ags:08111000"),)),
    (
        "Bonn Hbf bis Köln Hbf, auch Mainz",
        (("Bonn", N, "ags:05314000"), ("Köln", N, "ags:05315000"), ("Mainz", N, "ags:07315000")),
    ),
    ("Ankunft Hamburg Hbf", (("Hamburg", N, "ags:02000000"),)),
    ("Das Weiße Haus schweigt", (("Weiße Haus", M, "iso:US"),)),
    ("Der Kreml schweigt", (("Kreml", M, "iso:RU"),)),
    ("Brüssel verlangt Reformen", (("Brüssel", M, "gn:2800866"),)),
    ("Streit: Trump attackiert Paris", (("Paris", M, "gn:2988507"),)),
    ("Brand in Brüssel", (("Brüssel", O, "gn:2800866"),)),
    ("Brandenburger Tor gesperrt", (("Brandenburger Tor", O, "ags:11000000"),)),
    ("Kölner Dom offen", (("Kölner Dom", O, "ags:05315000"),)),
    ("Demo am Pariser Platz", (("Pariser Platz", O, "ags:11000000"),)),
    ("Ukraine-Krieg dauert an", (("Ukraine", O, "iso:UA"),)),
    ("Russland-Kenner warnt", (("Russland", A, "iso:RU"),)),
    ("Bayern-Trainer geht", (("Bayern", N, "iso3166-2:DE-BY"),)),
    ("Brand in Berlin-Kreuzberg", (("Berlin-Kreuzberg", O, "gn:2884161"),)),
    ("Brand in Köln-Ehrenfeld", (("Köln-Ehrenfeld", O, "ags:05315000"),)),
    ("Lage in der Ostukraine", (("Ostukraine", O, "iso:UA"),)),
    ("Lage im Nord-Irak", (("Nord-Irak", O, "iso:IQ"),)),
)

NAMEN: tuple[tuple[str, Erwartet], ...] = (
    *((f"Merz in {name}", ((name, O, "gn:703448"),)) for name in ("Kiew", "Kyjiw", "Kyiv", "Kyiw")),
    ("Angriff auf Charkiw", (("Charkiw", O, "gn:706483"),)),
    ("Angriff auf Charkow", (("Charkow", O, "gn:706483"),)),
    ("Reise nach Bombay", (("Bombay", O, "gn:1275339"),)),
    ("Sachsen baut", (("Sachsen", O, "iso3166-2:DE-SN"),)),
    ("Sachsens Plan", (("Sachsens", O, "iso3166-2:DE-SN"),)),
    ("Niedersachsen baut", (("Niedersachsen", O, "iso3166-2:DE-NI"),)),
    ("Sachsen-Anhalt baut", (("Sachsen-Anhalt", O, "iso3166-2:DE-ST"),)),
    ("Mecklenburg-Vorpommern baut", (("Mecklenburg-Vorpommern", O, "iso3166-2:DE-MV"),)),
    ("MV, NRW und BaWü", (("MV", O, "iso3166-2:DE-MV"), ("NRW", O, "iso3166-2:DE-NW"), ("BaWü", O, "iso3166-2:DE-BW"))),
    ("Wahl in Georgien", (("Georgien", O, "iso:GE"),)),
    ("Wahl in Georgia", (("Georgia", O, "iso3166-2:US-GA"),)),
    ("Brand in Washington", (("Washington", O, "gn:4140963"),)),
    ("Brand im Staat Washington", (("Washington", O, "iso3166-2:US-WA"),)),
    ("Brand in New York", (("New York", O, "gn:5128581"),)),
    ("Wahl in Kongo", (("Kongo", O, None),)),
    ("Wahl in der Demokratischen Republik Kongo", (("Demokratischen Republik Kongo", O, "iso:CD"),)),
    ("Wahl in Guinea", (("Guinea", O, None),)),
    ("Wahl in Äquatorialguinea", (("Äquatorialguinea", O, "iso:GQ"),)),
    ("Wahl in Korea", (("Korea", O, None),)),
    ("Wahl in Südkorea", (("Südkorea", O, "iso:KR"),)),
    ("Kanton Zürich und Zürich", (("Zürich", O, "iso3166-2:CH-ZH"), ("Zürich", O, "gn:2657896"))),
    ("Lage in den Vereinigten Staaten", (("Vereinigten Staaten", O, "iso:US"),)),
    ("Fund in der Elbe", (("Elbe", O, None),)),
    ("Brand in Hof", (("Hof", O, "ags:09464000"),)),
    ("Brand in Singen", (("Singen", O, "ags:08335075"),)),
    ("Brand in Rom", (("Rom", O, "gn:3169070"),)),
    ("Altona: Auto brennt", (("Altona", O, "gn:2911296"),)),
    ("RIMSTING und BERLIN", (("BERLIN", O, "ags:11000000"),)),
)


class Aufloesung(unittest.TestCase):
    def pruefen(self, faelle: tuple[tuple[str, Erwartet], ...]) -> None:
        for text, erwartet in faelle:
            with self.subTest(text):
                self.assertEqual(tuple((g.text, g.rolle, g.ort_id) for g in finden(text)), erwartet)

    def test_ein_zusatz_bestimmt_den_ort_und_ohne_ihn_bleibt_offen_was_nichts_entscheidet(self) -> None:
        self.pruefen(ZUSAETZE)

    def test_was_sonst_im_item_steht_entscheidet_mit(self) -> None:
        self.pruefen(ZUSAMMENHANG)

    def test_woerter_menschen_und_strassen_sind_kein_ort(self) -> None:
        for text in KEIN_ORT:
            with self.subTest(text):
                self.assertEqual(finden(text), [])

    def test_rollen(self) -> None:
        self.pruefen(ROLLEN)

    def test_namen_laender_und_gleiche_namen(self) -> None:
        self.pruefen(NAMEN)

    def test_ort_01_der_zusatz_gehoert_zum_namen(self) -> None:
        for titel, ort in (
            ("Feuer in Frankfurt (Oder) gelöscht", "ags:12053000"),
            ("Feuer in Frankfurt an der Oder gelöscht", "ags:12053000"),
            ("Messe Frankfurt wächst", "ags:06412000"),
            ("Pokal in Halle/Westfalen", "ags:05754012"),
            ("Bergbau in Freiberg", "ags:14522180"),
        ):
            with self.subTest(titel):
                self.assertEqual(finden(titel)[0].ort_id, ort)
        # Die Einwohnerzahl entscheidet nur mit kleiner Konfidenz.
        for titel in ("Messe Frankfurt wächst", "Feuer in Halle"):
            nutzlast, _ = aufloesung().nutzlast(titel, None)
            self.assertLessEqual(nutzlast["nennungen"][0]["konfidenz"], 0.6)

    def test_ein_offener_ort_laesst_die_anderen_stehen(self) -> None:
        nutzlast, konfidenz = aufloesung().nutzlast("Züge zwischen Neustadt und Kiel fallen aus", None)
        self.assertEqual([n["ort_id"] for n in nutzlast["nennungen"]], [None, "ags:01002000"])
        self.assertEqual((nutzlast["aufgeloest"], nutzlast["unaufgeloest"]), (1, 1))
        self.assertGreater(nutzlast["nennungen"][0]["kandidaten"], 10)
        self.assertAlmostEqual(konfidenz or 0, 0.95, places=6)


class Nutzlast(unittest.TestCase):
    def test_stellen_zeigen_in_den_gespeicherten_text(self) -> None:
        for roh in (
            "Feuer in&nbsp;<b>K&ouml;ln</b> gelöscht",
            "Fu\u00adß\u00adball: Sturm in Düssel\u00addorf",
            "Lage in Mu\u0308nchen &amp;amp; Umgebung",
        ):
            with self.subTest(roh):
                nutzlast, _ = aufloesung().nutzlast(roh, f"  {roh}")
                for nennung in nutzlast["nennungen"]:
                    text = roh if nennung["feld"] == "titel" else f"  {roh}"
                    stelle = text[nennung["start"] : nennung["ende"]]
                    self.assertEqual(finden(f"in {stelle}")[0].ort_id, nennung["ort_id"])
                self.assertEqual(len(nutzlast["nennungen"]), 2)

    def test_leeres_ergibt_eine_leere_zeile(self) -> None:
        for titel in (None, "", " \u200b", "<br/>", "…"):
            nutzlast, konfidenz = aufloesung().nutzlast(titel, None)
            self.assertEqual((nutzlast["nennungen"], nutzlast["orte"], konfidenz), ([], 0, None))

    def test_viele_nennungen_werden_gekappt_und_gemeldet(self) -> None:
        nutzlast, _ = aufloesung().nutzlast(None, ", ".join(["Deutschland"] * 300))
        self.assertEqual((len(nutzlast["nennungen"]), nutzlast["gekappt"]), (HOECHSTENS, True))
        self.assertLess(len(json.dumps(nutzlast, ensure_ascii=False).encode()), 16_384)

    def test_jede_nennung_traegt_ihre_felder_und_bekannte_wege(self) -> None:
        felder = {"text", "feld", "start", "ende", "rolle", "art", "ort_id", "lat", "lon", "methode", "konfidenz",
                  "kandidaten", "grund"}  # fmt: skip
        for text, _ in (*ZUSAETZE, *ZUSAMMENHANG, *ROLLEN, *NAMEN):
            nutzlast, _ = aufloesung().nutzlast(text, None)
            for n in nutzlast["nennungen"]:
                with self.subTest(text):
                    self.assertEqual(set(n), felder)
                    self.assertEqual(n["ort_id"] is None, n["methode"] is None)
                    self.assertEqual(n["lat"] is None, n["ort_id"] is None)
                    self.assertIn(n["methode"] or n["grund"], {**regeln.METHODEN, **regeln.GRUENDE})
                    if n["methode"]:
                        self.assertEqual(n["konfidenz"], regeln.METHODEN[n["methode"]].konfidenz)

    def test_titel_und_teaser_sind_ein_zusammenhang(self) -> None:
        gefunden: list[Any] = finden("Brücke in Frankfurt gesperrt", "Auch in Słubice staut sich der Verkehr.")
        self.assertEqual([g.ort_id for g in gefunden], ["ags:12053000", "gn:3085495"])

    def test_der_nachbar_rechts_aendert_nichts(self) -> None:
        einzeln = [aufloesung().nutzlast(text, None) for text, _ in NAMEN]
        rueckwaerts = [aufloesung().nutzlast(text, None) for text, _ in reversed(NAMEN)]
        self.assertEqual(einzeln, rueckwaerts[::-1])

    def test_jeder_text_ergibt_eine_stimmige_nutzlast(self) -> None:
        brocken = st.sampled_from(
            ("Berlin", "Frankfurt", "Halle", "Ost", "Nord-", "-", "ukrainische", "Kreuzberg", "dorf", "Landkreis", "(",
             "Oder", ")", "/", " in ", " ", ", ", ":", "#", "&amp;", "\u00ad", "<b>", "ü", "u\u0308", "s", "'", "SPD ",
             "x" * 90,
             "Hbf", "Bad ", "Vereinigte Staaten von Amerika", "Weißen Hauses", "\U0001f600")
        )  # fmt: skip

        @settings(max_examples=300, deadline=None, derandomize=True)
        @given(st.lists(brocken | st.text(max_size=3), max_size=60).map("".join))
        def pruefen(text: str) -> None:
            nutzlast, konfidenz = aufloesung().nutzlast(text, None)
            self.assertEqual(aufloesung().nutzlast(text, None), (nutzlast, konfidenz))
            self.assertLess(len(json.dumps(nutzlast, ensure_ascii=False).encode()), 16_000)
            ende = 0
            for n in nutzlast["nennungen"]:
                self.assertLessEqual(ende, n["start"])
                self.assertLess(n["start"], n["ende"])
                self.assertLessEqual(n["ende"], len(text))
                self.assertLessEqual(len(n["text"]), 150)
                ende = n["ende"]

        pruefen()


class Entfernung(unittest.TestCase):
    def test_berlin_hamburg(self) -> None:
        berlin, hamburg = Ort("a", "Berlin", "gemeinde", 52.5244, 13.4105), Ort("b", "HH", "gemeinde", 53.5507, 9.993)
        self.assertAlmostEqual(entfernung(berlin, hamburg), 255, delta=2)
        self.assertEqual(entfernung(berlin, Ort("c", "?", "gebiet")), float("inf"))


if __name__ == "__main__":
    unittest.main()
