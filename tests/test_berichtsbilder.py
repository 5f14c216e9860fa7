"""Bilder des Berichts aus Antworten: was eine Achse, eine Legende, eine Tabelle nicht verschweigen darf."""

from __future__ import annotations

import unittest
from datetime import UTC, date, datetime
from typing import Any

import akteursbilder
import berichtsbild
import ortsbilder
import tonbilder
import uebernahmebilder
from berichtsbild import Abschnitt, Bild
from frage import Antwort, Auswahl
from zeitraum import Zeitraum

DREI_TAGE = Auswahl(Zeitraum(date(2026, 12, 30), date(2027, 1, 1)), ("a",))


def antworten(**zeilen: list[dict[str, Any]]) -> dict[str, Antwort]:
    """Antworten ohne Datenbank; nach ``offen`` fragt jeder Abschnitt."""
    zeilen.setdefault("offen", [])
    return {name: Antwort(name, "select", "v", inhalt, 0.0) for name, inhalt in zeilen.items()}


def bild(abschnitt: Abschnitt, name: str) -> Bild:
    """Das Bild eines Abschnitts."""
    return next(b for b in abschnitt.bilder if b.name == name)


class Achse(unittest.TestCase):
    def test_auch_leere_tage_und_wochen(self) -> None:
        self.assertEqual(
            berichtsbild.zeiten(date(2026, 12, 31), date(2027, 1, 2), "tag"), ["2026-12-31", "2027-01-01", "2027-01-02"]
        )
        # Freitag, 1. Januar 2027, gehört zur Woche ab Montag, 28. Dezember 2026.
        self.assertEqual(
            berichtsbild.zeiten(date(2027, 1, 1), date(2027, 1, 11), "woche"),
            ["2026-12-28", "2027-01-04", "2027-01-11"],
        )
        # Zeitumstellung: Kalendertage, keine Stunden.
        self.assertEqual(len(berichtsbild.zeiten(date(2026, 10, 24), date(2026, 10, 26), "tag")), 3)


class Akteure(unittest.TestCase):
    def setUp(self) -> None:
        namen = {1: ("Anna Beispiel", "Q1"), 2: ("Bert Muster", "Q2"), 3: ("Anna Beispiel", None)}
        oben = [
            {"akteur": akteur, "qid": qid, "name": name, "typ": "person", "items": 4 - akteur, "haeuser": 1}
            for akteur, (name, qid) in namen.items()
        ]
        zeit = [
            {"zeit": tag, "akteur": akteur, "items": n, "nenner": 10}
            for tag in (date(2026, 12, 30), date(2027, 1, 1))
            for akteur, n in ((1, 2), (2, 0), (3, 1))
        ]
        haus = [{"akteur": akteur, "haus": "a", "items": 1, "nenner": 10} for akteur in namen]
        self.abschnitt = akteursbilder.abschnitt(
            antworten(akteure=oben, akteure_zeit=zeit, akteure_haus=haus, akteure_steigend=[]), DREI_TAGE
        )

    def test_ein_tag_ohne_kodierung_ist_eine_luecke_und_keine_null(self) -> None:
        verlauf = bild(self.abschnitt, "akteure_zeit")
        assert verlauf.daten is not None and verlauf.tabelle is not None
        self.assertEqual(verlauf.daten["zeiten"], ["2026-12-30", "2026-12-31", "2027-01-01"])
        self.assertEqual(verlauf.daten["nenner"], [10, 0, 10])
        self.assertEqual([r["werte"] for r in verlauf.daten["reihen"]], [[2, None, 2], [0, None, 0], [1, None, 1]])
        self.assertEqual(verlauf.tabelle.zeilen[1][-3:], ("0", "–", "0"))

    def test_ueber_ein_jahresende_steht_das_jahr_dabei(self) -> None:
        tabelle = bild(self.abschnitt, "akteure_zeit").tabelle
        assert tabelle is not None
        self.assertEqual([s.name for s in tabelle.spalten][-3:], ["30.12.2026", "31.12.2026", "01.01.2027"])

    def test_gleiche_namen_bleiben_zwei_reihen(self) -> None:
        erwartet = ["Anna Beispiel (Q1)", "Bert Muster", "Anna Beispiel (3)"]
        for name, namen in (
            ("akteure_zeit", lambda d: [r["name"] for r in d["reihen"]]),
            ("akteure_haus", lambda d: d["akteure"]),
        ):
            with self.subTest(name):
                self.assertEqual(namen(bild(self.abschnitt, name).daten), erwartet)


class Orte(unittest.TestCase):
    def test_kein_ort_faellt_zwischen_karten_und_tabelle(self) -> None:
        # Kiel hat einen Punkt, Hessen ist eine Fläche, den dritten führt das Verzeichnis nicht mehr.
        orte: list[dict[str, Any]] = [
            {"ort_id": "gn:1", "name": "Kiel", "art": "ort", "lat": 54.3, "lon": 10.1, "deutsch": True},
            {"ort_id": "iso3166-2:DE-HE", "name": "Hessen", "art": "land", "lat": 50.6, "lon": 9.0, "deutsch": True},
            {"ort_id": "gn:99", "name": "gn:99", "art": None, "lat": None, "lon": None, "deutsch": False},
            *(
                {"ort_id": f"gn:r{n}", "name": f"Land {n}", "art": "region", "lat": 1, "lon": 1, "deutsch": False}
                for n in range(40)
            ),
        ]
        abschnitt = ortsbilder.abschnitt(antworten(orte=[o | {"items": 5, "haeuser": 1} for o in orte]))
        gezeigt = [z[2] for b in abschnitt.bilder if b.tabelle for z in b.tabelle.zeilen]
        self.assertEqual(sorted(gezeigt), sorted(o["ort_id"] for o in orte))


class Ton(unittest.TestCase):
    def zeile(self, haus: str | None, woche: date | None) -> dict[str, Any]:
        zahlen = {"n": 4, "negativ": 1, "positiv": 0, "gemischt": 0, "ohne_treffer": 3}
        return {"haus": haus, "woche": woche, **zahlen, "anteil_negativ": 0.25, "negativ_von": 0.1, "negativ_bis": 0.6}

    def test_haeuser_jeden_namens_und_wochen_ohne_titel(self) -> None:
        wochen, namen = (date(2026, 12, 21), date(2027, 1, 4)), ("", "24", "constructor")
        abschnitt = tonbilder.abschnitt(
            antworten(
                ton=[self.zeile(haus, woche) for woche in wochen for haus in namen],
                ton_gesamt=[self.zeile(h, None) for h in namen] + [self.zeile(None, w) for w in wochen],
            )
        )
        je_haus, verlauf = bild(abschnitt, "ton_haus").daten, bild(abschnitt, "ton_woche")
        assert je_haus is not None and verlauf.daten is not None and verlauf.wahl is not None
        self.assertEqual([z["haus"] for z in je_haus["zeilen"]], list(namen))
        self.assertEqual(verlauf.daten["wochen"], ["2026-12-21", "2026-12-28", "2027-01-04"])
        self.assertEqual(verlauf.daten["alle"], [0.25, None, 0.25])
        self.assertEqual([h["haus"] for h in verlauf.daten["haeuser"]], list(verlauf.wahl.werte))
        for haus in verlauf.daten["haeuser"]:
            self.assertEqual([w and w["n"] for w in haus["werte"]], [4, None, 4])


class Uebernahmen(unittest.TestCase):
    def test_eine_gekuerzte_gruppe_sagt_es(self) -> None:
        mitglied = {
            "rang": 1,
            "haeuser": 3,
            "haus": "a",
            "titel": "T",
            "erfasst_am": datetime(2026, 12, 31, 23, tzinfo=UTC),
        }
        for groesse, kopf in ((2, "3 Häuser, 2 Items"), (1200, "3 Häuser, 1.200 Items, die ersten 2")):
            beispiele = uebernahmebilder.abschnitt(
                antworten(uebernahmen=[], uebernahmen_haus=[], gruppen=[mitglied | {"groesse": groesse}] * 2)
            ).beispiele
            assert beispiele is not None
            self.assertEqual(beispiele.eintraege[0].kopf, kopf)
            self.assertEqual(beispiele.eintraege[0].zeilen[0].marke, "01.01.2027 00:00  a")


if __name__ == "__main__":
    unittest.main()
