"""Vom Spiegel zum Inhalt der Tabellen: zusammengefasst, verworfen, ergänzt, in jeder Reihenfolge gleich."""

from __future__ import annotations

import tempfile
import unittest
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import handliste
import lexikonbau
import spiegelordner
from ladebericht import Bericht
from tabellenabgleich import Inhalt
from tests import spiegelbau
from tests.spiegelbau import GENID_TERM, UNBEKANNT

PARTEIEN = (
    {"item": "Q10", "name": ("Partei Zehn", "de"), "kurzname": "PZ", "land": "Q183"},
    {"item": "Q11", "name": ("Partei Elf", "de")},
)
STAATEN = (
    {"item": "Q183", "name": ("Deutschland", "de")},
    {"item": "Q40", "name": ("Österreich", "de")},
)
AMT = {"item": "Q20", "name": ("Kanzler von Deutschland", "de"), "alias": ("Kanzler", "de"), "land": "Q183"}
GRUND = {"grund": "Test", "quelle": "Test"}


class Bau(unittest.TestCase):
    def bauen(
        self,
        arten: Mapping[str, Any],
        hand: Mapping[str, Any] | None = None,
        kennungen: Mapping[str, str] | None = None,
        bekannt: Mapping[str, int] | None = None,
    ) -> Inhalt:
        with tempfile.TemporaryDirectory(prefix="spiegel test ") as ordner:
            pfad = spiegelbau.schreiben(Path(ordner), arten, hand, kennungen)
            self.bericht = Bericht()
            return lexikonbau.bauen(
                spiegelordner.lesen(pfad), handliste.lesen(pfad / "hand.json"), bekannt or {}, self.bericht
            )

    def formen(self, inhalt: Inhalt, akteur: int) -> dict[str, tuple[Any, ...]]:
        return {form: rest for kennung, form, *rest in inhalt["akteur_aliase"] if kennung == akteur}  # type: ignore[misc]

    def verworfen(self) -> dict[str, int]:
        return {grund: eintrag["anzahl"] for grund, eintrag in self.bericht.als_json()["verworfen"].items()}

    def hinweise(self) -> str:
        return str(self.bericht.als_json()["hinweise"])


class Zusammenfassen(Bau):
    KREUZ = tuple(
        {
            "item": "Q700",
            "name": ("Erika Beispiel", "de"),
            "alias": (alias, "de"),
            "partei": partei,
            "parteiVon": von,
            "parteiVonGenauigkeit": 11,
        }
        for alias in ("E. Beispiel", "Erika B.")
        for partei in ("Q10", "Q11")
        for von in ("2010-01-05T00:00:00Z",)
    )
    ZEITEN = (
        {
            "amt": "Q20",
            "item": "Q700",
            "von": "2010-01-05T00:00:00Z",
            "vonGenauigkeit": 11,
            "bis": "2014-01-05T00:00:00Z",
            "bisGenauigkeit": 11,
        },
        {"amt": "Q20", "item": "Q700", "von": "2018-01-05T00:00:00Z", "vonGenauigkeit": 11},
    )

    def arten(self, umgekehrt: bool = False, mal: int = 1) -> dict[str, Any]:
        arten: dict[str, Any] = {
            "personen": [*self.KREUZ] * mal,
            "parteien": [*PARTEIEN],
            "staaten": [*STAATEN],
            "aemter": [AMT],
            "amtsinhaber": [*self.ZEITEN] * 4 * mal,
        }
        return {art: zeilen[::-1] if umgekehrt else zeilen for art, zeilen in arten.items()}

    def test_wik_07_kreuzprodukt_wird_zu_einem_akteur(self) -> None:
        inhalt = self.bauen(self.arten())
        self.assertEqual(
            [z for z in inhalt["akteure"] if z[2] == "person"],
            [(700, "Q700", "person", "Erika Beispiel", None, None, None, False)],
        )
        self.assertEqual(
            {f for f, (art, *_) in self.formen(inhalt, 700).items() if art == "alias"}, {"E. Beispiel", "Erika B."}
        )
        self.assertEqual({(a, p) for a, p, *_ in inhalt["akteur_parteien"]}, {(700, 10), (700, 11)})
        self.assertEqual(
            inhalt["amtsinhaber"],
            {
                ("Q20", 700, date(2010, 1, 5), 11, date(2014, 1, 5), 11, "datum", None, "spiegel"),
                ("Q20", 700, date(2018, 1, 5), 11, None, None, "offen", date(2026, 11, 30), "spiegel"),
            },
        )

    def test_reihenfolge_wiederholung_und_verteilung_auf_dateien_aendern_nichts(self) -> None:
        erster = self.bauen(self.arten())
        self.assertEqual(self.bauen(self.arten(umgekehrt=True, mal=3)), erster)
        verteilt = self.arten()
        verteilt |= {"personen-a": self.KREUZ[:1], "personen-b": self.KREUZ[1:], "personen": ()}
        self.assertEqual(self.bauen(verteilt), erster)
        self.assertEqual(lexikonbau.inhaltshash(self.bauen(verteilt)), lexikonbau.inhaltshash(erster))

    def test_namen_nach_sprache(self) -> None:
        zeilen = [
            {"item": "Q1", "name": ("Zed", "en"), "beschreibung": ("en", "en")},
            {"item": "Q1", "name": ("Zett", "mul")},
            {"item": "Q1", "name": ("Zet Muster", "de"), "beschreibung": ("de", "de")},
        ]
        for folge in (zeilen, zeilen[::-1]):
            inhalt = self.bauen({"personen": folge})
            self.assertEqual({z[3:6] for z in inhalt["akteure"]}, {("Zet Muster", None, "de")})
            self.assertEqual(self.formen(inhalt, 1)["Zet Muster"], ["name", "de", False])
            self.assertEqual(self.formen(inhalt, 1)["Muster"], ["nachname", None, False])

    def test_ein_alias_der_nur_der_nachname_ist(self) -> None:
        zeile = {"item": "Q1", "name": ("Holger Muster (Politiker)", "de")}
        inhalt = self.bauen({"personen": [zeile | {"alias": (alias, "de")} for alias in ("Muster", "Muster, Holger")]})
        self.assertEqual(
            self.formen(inhalt, 1), {"Holger Muster": ["name", "de", False], "Muster": ["nachname", None, False]}
        )

    def test_mehrere_staaten_werden_nicht_geraten(self) -> None:
        zeilen = [
            {"item": "Q1", "name": ("A B", "de"), "land": "Q40"},
            {"item": "Q2", "name": ("C D", "de"), "land": "Q40"},
            {"item": "Q2", "name": ("C D", "de"), "land": "Q39"},
            {"item": "Q3", "name": ("E F", "de"), "land": "Q40"},
            {"item": "Q3", "name": ("E F", "de"), "land": "Q183"},
        ]
        inhalt = self.bauen({"personen": zeilen, "staaten": STAATEN})
        self.assertEqual({z[0]: z[4] for z in inhalt["akteure"] if z[2] == "person"}, {1: 40, 2: None, 3: 183})


class Verwerfen(Bau):
    def test_leere_knoten_und_nackte_qids(self) -> None:
        personen = [
            {"item": UNBEKANNT, "name": ("Niemand", "de")},
            {"item": GENID_TERM, "name": ("Auch Niemand", "de")},
            {"item": "Q5", "name": ("Q5", "en")},
            {"item": "Q6", "name": ("Mag. Ada Muster", "de"), "alias": ("Q6", "de"), "partei": UNBEKANNT},
        ]
        inhalt = self.bauen({"personen": personen, "parteien": PARTEIEN})
        self.assertEqual({z[1] for z in inhalt["akteure"] if z[2] == "person"}, {"Q6"})
        self.assertEqual(set(self.formen(inhalt, 6)), {"Ada Muster", "Muster"})
        self.assertEqual(inhalt["akteur_parteien"], set())
        self.assertEqual(
            self.verworfen(), {"Akteur ohne QID": 2, "Akteur ohne Namen": 1, "Form ist eine nackte QID": 2}
        )

    def test_was_keine_spalte_fasst_und_kein_text_schreibt(self) -> None:
        inhalt = self.bauen(
            {
                "personen": [
                    {"item": "Q70", "name": ("\u200fAda\u00a0\u0000Mus\u00adter\u200f", "de")},
                    {"item": "Q71", "name": ("q71", "de"), "alias": ("Q71", "de")},
                    {"item": "Q" + "9" * 20, "name": ("Eva Probe", "de")},
                ]
            }
        )
        self.assertEqual([(zeile[0], zeile[3]) for zeile in inhalt["akteure"]], [(70, "Ada Muster")])
        self.assertEqual(self.verworfen()["Form ist eine nackte QID"], 2)

    def test_unbekanntes_ende_ist_nie_noch_im_amt(self) -> None:
        for ende in (UNBEKANNT, GENID_TERM, {"type": "literal", "value": GENID_TERM["value"]}):
            zeile = {"amt": "Q20", "item": "Q1", "von": "2010-05-05T00:00:00Z", "vonGenauigkeit": 11, "bis": ende}
            inhalt = self.bauen(
                {"personen": [{"item": "Q1", "name": ("A B", "de")}], "aemter": [AMT], "amtsinhaber": [zeile]}
            )
            self.assertEqual({z[6] for z in inhalt["amtsinhaber"]}, {"unbekannt"})

    def test_unbrauchbare_zeiten_werden_gezaehlt_und_enden_nie_offen(self) -> None:
        zeiten = [
            {
                "amt": "Q20",
                "item": "Q1",
                "von": "2010-01-01T00:00:00Z",
                "vonGenauigkeit": 9,
                "bis": bis,
                "bisGenauigkeit": g,
            }
            for bis, g in (("-0043-01-01T00:00:00Z", 9), ("2000-01-01T00:00:00Z", 7), ("9999-01-01T00:00:00Z", 11))
        ]
        inhalt = self.bauen(
            {"personen": [{"item": "Q1", "name": ("A B", "de")}], "aemter": [AMT], "amtsinhaber": zeiten}
        )
        self.assertEqual(
            inhalt["amtsinhaber"], {("Q20", 1, date(2010, 1, 1), 9, None, None, "unbekannt", None, "spiegel")}
        )
        self.assertEqual(sum(self.verworfen().values()), 3)

    def test_amtszeiten_ohne_amt_oder_person(self) -> None:
        zeiten = [{"amt": "Q20", "item": "Q9"}, {"amt": "Q99", "item": "Q1"}, {"amt": UNBEKANNT, "item": "Q1"}]
        inhalt = self.bauen(
            {"personen": [{"item": "Q1", "name": ("A B", "de")}], "aemter": [AMT], "amtsinhaber": zeiten}
        )
        self.assertEqual(inhalt["amtsinhaber"], set())
        self.assertEqual(sum(self.verworfen().values()), 3)


class Kennungen(Bau):
    NEU: Mapping[str, Any] = {
        "personen": [{"item": "Q400", "name": ("Erika Beispiel", "de")}],
        "weiterleitungen": [{"alt": "Q500", "item": "Q400"}],
    }

    def test_wik_05_die_kennung_ueberlebt_die_zusammenlegung(self) -> None:
        wege: tuple[dict[str, Any], ...] = ({"kennungen": {"Q400": "Q500"}}, {"bekannt": {"Q500": 500}})
        for weg in wege:
            with self.subTest(weg):
                inhalt = self.bauen(self.NEU, **weg)
                self.assertEqual({z[:2] for z in inhalt["akteure"]}, {(500, "Q400")})
                self.assertEqual(inhalt["akteur_qids"], {("Q500", 500)})

    def test_ohne_vorgeschichte_gilt_die_nummer(self) -> None:
        self.assertEqual({z[:2] for z in self.bauen(self.NEU)["akteure"]}, {(400, "Q400")})

    def test_wik_05_hand_json_mit_frueherer_qid(self) -> None:
        hand = {"akteure": [{"qid": "Q500", "typ": "person", "name": "Erika Beispiel", **GRUND}]}
        inhalt = self.bauen(self.NEU, hand, bekannt={"Q500": 500})
        self.assertEqual({z[:2] for z in inhalt["akteure"]}, {(500, "Q400")})
        self.assertIn("Q500 ist Weiterleitung auf Q400", self.hinweise())

    def test_wik_05_geloeschte_qid_bleibt_durch_hand_json(self) -> None:
        hand = {"akteure": [{"qid": "Q500", "typ": "person", "name": "Erika Beispiel", **GRUND}]}
        inhalt = self.bauen({}, hand, bekannt={"Q500": 500})
        self.assertEqual({z[:2] for z in inhalt["akteure"]}, {(500, "Q500")})

    def test_zwei_alte_akteure_mit_einem_ziel_werden_gemeldet(self) -> None:
        neu = {**self.NEU, "weiterleitungen": [{"alt": "Q500", "item": "Q400"}, {"alt": "Q600", "item": "Q500"}]}
        inhalt = self.bauen(neu, bekannt={"Q500": 500, "Q600": 600})
        self.assertEqual({z[:2] for z in inhalt["akteure"]}, {(500, "Q400")})
        self.assertEqual(inhalt["akteur_qids"], {("Q500", 500), ("Q600", 500)})
        self.assertIn("Zusammengelegte Akteure", self.hinweise())

    def test_weiterleitung_im_kreis(self) -> None:
        kreis = [{"alt": "Q1", "item": "Q2"}, {"alt": "Q2", "item": "Q1"}]
        inhalt = self.bauen({"personen": [{"item": "Q1", "name": ("A B", "de")}], "weiterleitungen": kreis})
        self.assertEqual({z[0] for z in inhalt["akteure"]}, {1})
        self.assertEqual(self.verworfen(), {"Weiterleitung im Kreis": 2})


class Hand(Bau):
    PERSONEN = ({"item": "Q1", "name": ("Vladimir Muster", "en")}, {"item": "Q2", "name": ("Ada Weil", "de")})

    def test_aliase_nachname_und_deutscher_name(self) -> None:
        hand = {
            "aliase": [
                {
                    "qid": "Q1",
                    "name": "Vladimir Muster",
                    "deutsch": "Wladimir Muster",
                    "formen": ["W. Muster"],
                    "nachname": ["Muster", "Mustyr"],
                    **GRUND,
                }
            ],
            "alltagswoerter": [{"woerter": "weil lang", **GRUND}],
        }
        inhalt = self.bauen({"personen": self.PERSONEN}, hand)
        self.assertEqual({z[3] for z in inhalt["akteure"]}, {"Wladimir Muster", "Ada Weil"})
        self.assertEqual(
            {form: art for form, (art, *_) in self.formen(inhalt, 1).items()},
            {
                "Vladimir Muster": "name",
                "Wladimir Muster": "name",
                "W. Muster": "alias",
                "Muster": "nachname",
                "Mustyr": "nachname",
            },
        )
        self.assertEqual(self.formen(inhalt, 2)["Weil"], ["nachname", None, True])
        # Die Sprache sagt, dass der Nachname ausdrücklich so im Lexikon steht.
        self.assertEqual(self.formen(inhalt, 1)["Mustyr"], ["nachname", "de", False])

    def test_vornamen_sind_keine_eindeutigen_nachnamen(self) -> None:
        personen = [{"item": f"Q{n}", "name": (f"Gabriel Muster{n}", "de")} for n in (11, 12, 13)]
        personen.append({"item": "Q14", "name": ("Ada Gabriel", "de")})
        inhalt = self.bauen({"personen": personen})
        self.assertEqual(
            self.formen(inhalt, 14), {"Ada Gabriel": ["name", "de", False], "Gabriel": ["nachname", None, True]}
        )

    def test_kuerzel_fremder_parteien_brauchen_zusammenhang(self) -> None:
        staaten = [*STAATEN, {"item": "Q142", "name": ("Frankreich", "de")}]
        parteien = [
            {"item": "Q12", "name": ("Fremde Partei", "de"), "kurzname": kurz, "land": "Q142"} for kurz in ("EM", "FPX")
        ]
        hand = {"aliase": [{"qid": "Q12", "name": "Fremde Partei", "kurzname": ["FPX"], **GRUND}]}
        inhalt = self.bauen({"staaten": staaten, "parteien": [*parteien, *PARTEIEN]}, hand)
        self.assertEqual(
            {f: rest[2] for f, rest in self.formen(inhalt, 12).items()},
            {"Fremde Partei": False, "EM": True, "FPX": False},
        )
        self.assertEqual(self.formen(inhalt, 10)["PZ"][2], False)

    def test_was_nicht_passt_wird_gemeldet(self) -> None:
        hand = {
            "aliase": [
                {"qid": "Q77", "name": "Fehlt", "formen": ["F."], **GRUND},
                {"qid": "Q1", "name": "Ganz Anders", "formen": ["G. A."], **GRUND},
                {"qid": "Q2", "name": "Ada Wyl", "deutsch": "Ada Weil", **GRUND},
            ],
            "amtsinhaber": [
                {"amt": "Q20", "zeiten": [{"person": "Q77", "name": "Fehlt", "von": "2020"}], **GRUND},
                {"amt": "Q99", "zeiten": [{"person": "Q1", "name": "Vladimir Muster", "von": "2020"}], **GRUND},
            ],
        }
        self.bauen({"personen": self.PERSONEN, "aemter": [AMT]}, hand)
        for hinweis in ("Q77 Fehlt", "Q1 Ganz Anders", "kein solches Amt", "keinen solchen Akteur"):
            self.assertIn(hinweis, self.hinweise())
        self.assertNotIn("Ada Wyl", self.hinweise())

    def test_sperren(self) -> None:
        hand = {"sperren": [{"qid": "Q1", **GRUND}, {"qid": "Q2", "form": "Weil", **GRUND}]}
        inhalt = self.bauen({"personen": self.PERSONEN}, hand)
        self.assertEqual({z[0] for z in inhalt["akteure"]}, {2})
        self.assertEqual(set(self.formen(inhalt, 2)), {"Ada Weil"})

    def test_amtszeiten_von_hand_ersetzen_die_der_person_im_amt(self) -> None:
        zeiten = [
            {"amt": "Q20", "item": q, "von": "2021-01-01T00:00:00Z", "vonGenauigkeit": 9, "stand": "2022-10-10"}
            for q in ("Q1", "Q2")
        ]
        hand = {
            "amtsinhaber": [
                {
                    "amt": "Q20",
                    "stand": "2026-01-01",
                    "zeiten": [
                        {"person": "Q1", "name": "Vladimir Muster", "von": "2021-12-08", "bis": "2025-05-06"},
                        {"person": "Q1", "name": "Vladimir Muster", "von": "2026-02", "stand": "2026-03-01"},
                    ],
                    **GRUND,
                }
            ]
        }
        inhalt = self.bauen({"personen": self.PERSONEN, "aemter": [AMT], "amtsinhaber": zeiten}, hand)
        self.assertEqual(
            inhalt["amtsinhaber"],
            {
                ("Q20", 1, date(2021, 12, 8), 11, date(2025, 5, 6), 11, "datum", None, "hand"),
                ("Q20", 1, date(2026, 2, 1), 10, None, None, "offen", date(2026, 3, 1), "hand"),
                ("Q20", 2, date(2021, 1, 1), 9, None, None, "offen", date(2022, 10, 10), "spiegel"),
            },
        )


class Aemter(Bau):
    def test_wort_mit_ort_genuegt_ohne_ort_nicht(self) -> None:
        inhalt = self.bauen({"staaten": STAATEN, "aemter": [AMT]})
        self.assertEqual(
            inhalt["amtsformen"], {("Q20", "Kanzler", True, False), ("Q20", "Kanzler von Deutschland", False, False)}
        )
        self.assertEqual(inhalt["aemter"], {("Q20", 20, 183, None, False, "Kanzler von Deutschland")})

    def test_ein_ort_steckt_nicht_in_einem_anderen_wort(self) -> None:
        niger = {"item": "Q50", "name": ("Niger", "de")}
        woerter = ("Präsident Nigerias", "Präsident Nigers", "Niger-Präsident")
        aemter = [{"item": "Q51", "name": (wort, "de"), "land": "Q50"} for wort in woerter]
        inhalt = self.bauen({"staaten": [niger], "aemter": aemter})
        self.assertEqual(
            {f: ort for _, f, ort, _ in inhalt["amtsformen"]}, dict(zip(woerter, (True, False, False), strict=True))
        )

    def test_hand_json_sagt_was_allein_genuegt(self) -> None:
        hand = {
            "aemter": [
                {
                    "aemter": ["Q20"],
                    "formen": ["Kanzler"],
                    "mit_ort": ["Regierungschef"],
                    "zustaendigkeit": "Q183",
                    **GRUND,
                },
                {"aemter": ["bank-chef"], "name": "Leitung der Bank", "land": "Q40", "formen": ["Bankchefin"], **GRUND},
            ]
        }
        inhalt = self.bauen({"staaten": STAATEN, "aemter": [AMT]}, hand)
        self.assertLessEqual(
            {
                ("Q20", "Kanzler", False, False),
                ("Q20", "Regierungschef", True, False),
                ("bank-chef", "Bankchefin", False, False),
            },
            inhalt["amtsformen"],
        )
        self.assertIn(("bank-chef", None, 40, None, False, "Leitung der Bank"), inhalt["aemter"])

    def test_vorsitz_und_regierungschef_ohne_eigene_qid(self) -> None:
        person = {"item": "Q1", "name": ("A B", "de")}
        hand = {
            "aemter": [{"aemter": ["Q10#P488"], "kollegial": True, "mehrzahl_mit_ort": ["Parteichefs"], **GRUND}],
            "amtsinhaber": [{"amt": "Q40#P6", "zeiten": [{"person": "Q1", "name": "A B", "von": "2025"}], **GRUND}],
        }
        inhalt = self.bauen(
            {
                "personen": [person],
                "parteien": PARTEIEN,
                "staaten": STAATEN,
                "parteivorsitze": [
                    {"partei": "Q10", "item": "Q1", "von": "2022-01-31T00:00:00Z", "vonGenauigkeit": 11}
                ],
            },
            hand,
        )
        self.assertEqual({(amt, person) for amt, person, *_ in inhalt["amtsinhaber"]}, {("Q10#P488", 1), ("Q40#P6", 1)})
        self.assertIn(("Q10#P488", None, 183, 10, True, "Vorsitz: Partei Zehn"), inhalt["aemter"])
        self.assertIn(("Q40#P6", None, None, 40, False, "Regierungschef: Österreich"), inhalt["aemter"])
        self.assertIn(("Q10#P488", "Parteichefs", True, True), inhalt["amtsformen"])

    def test_kollegial_aus_dem_namen(self) -> None:
        namen = {
            "Q21": "Mitglied des Bundestages",
            "Q22": "Judge of the Court",
            "Q23": "Vice President",
            "Q24": "Richter",
        }
        aemter = [{"item": qid, "name": (name, "de")} for qid, name in namen.items()]
        inhalt = self.bauen({"aemter": aemter})
        self.assertEqual({z[0] for z in inhalt["aemter"] if z[4]}, {"Q21", "Q22", "Q24"})


class Hash(Bau):
    def test_jede_angabe_zaehlt(self) -> None:
        person = {"item": "Q1", "name": ("A B", "de")}
        grund = lexikonbau.inhaltshash(self.bauen({"personen": [person], "aemter": [AMT]}))
        andere: tuple[dict[str, Any], ...] = (
            {"personen": [person, {"item": "Q1", "alias": ("A. B.", "de")}], "aemter": [AMT]},
            {"personen": [person], "aemter": [{**AMT, "alias": ("Kanzlerin", "de")}]},
            {"personen": [person], "aemter": [AMT], "amtsinhaber": [{"amt": "Q20", "item": "Q1"}]},
            {"personen": [person], "aemter": [AMT], "weiterleitungen": [{"alt": "Q9", "item": "Q1"}]},
        )
        for arten in andere:
            self.assertNotEqual(lexikonbau.inhaltshash(self.bauen(arten)), grund)


if __name__ == "__main__":
    unittest.main()
