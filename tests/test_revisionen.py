"""Revisionen ohne Datenbank: die Tabelle der Einstufungen, was nie ein Tippfehler ist, Nutzlast und Reihenfolge."""

from __future__ import annotations

import json
import unittest
from datetime import UTC, datetime, timedelta
from difflib import SequenceMatcher
from random import Random
from time import process_time

import normalisierung as norm
import revisionen
from fassungen import SCHRITTE_HOECHSTENS, Fassung, Verlauf
from schritte import EINSTUFUNGEN, Form, Schritt, aehnlichkeit, deckung, eine_aenderung, teilen, ticker_markiert

BEGINN = datetime(2026, 9, 7, 8, tzinfo=UTC)

# (Fassung, nächste Fassung, Einstufung)
SCHRITTE = (
    ("Brücke gesperrt", "Brücke gesperrt", "unveraendert"),
    # Zeichenpflege
    ("Kai  bleibt gesperrt ", "Kai bleibt gesperrt", "formal"),
    ("Etwa 7 Tonnen Fisch für Emden", "Etwa 7\u00a0Tonnen Fisch für Emden", "formal"),
    ('"Wir sind müde" - Fischer nach der Fahrt', "»Wir sind müde« – Fischer nach der Fahrt", "formal"),
    ("STURMWARNUNG: Hafen gesperrt", "Sturmwarnung: Hafen gesperrt", "formal"),
    ("Wie geht's weiter? Zank um Liegeplätze", "Wie geht’s weiter? Zank um Liegeplätze", "formal"),
    ("Fährstreit endet morgen", "Fährstreit endet morgen?", "formal"),
    ("Müller &amp; Söhne schließen", "Müller & Söhne schließen", "formal"),
    ("Uferweg für Fußgänger", "Uferweg fu\u0308r Fussgänger", "formal"),
    ("Radfahrer:innen fordern Platz", "Radfahrer*innen fordern Platz", "formal"),
    ("1.000 Bäume gepflanzt", "1000 Bäume gepflanzt", "formal"),
    ("Geheimmission im Hafen", "Geheim-Mission im Hafen", "formal"),
    ("Unglück auf See Fähre läuft auf Grund", "Unglück auf See: Fähre läuft auf Grund", "formal"),
    ("KommentarWarum wir Fähren brauchen", "Kommentar: Warum wir Fähren brauchen", "formal"),
    ("+++", "!!!", "formal"),
    # Was das Layout anhängt
    ("Wie die Fähre das Dorf rettet", "Wie die Fähre das Dorf rettet Von Ada Muster", "formal"),
    ("Wie die Fähre das Dorf rettet", "Wie die Fähre das Dorf rettet 6 Min Zur Merkliste hinzufügen", "formal"),
    ("Hafen:Wie die Fähre fährt", "SZ PlusHafen:Wie die Fähre fährt", "formal"),
    # Ein Wort berichtigt
    ("Analyse nach dem Waldesaster", "Analyse nach dem Wahldesaster", "tippfehler"),
    ("Fähre efahren wie nie", "Fähre erfahren wie nie", "tippfehler"),
    ("Betrieb läuft effizeint", "Betrieb läuft effizient", "tippfehler"),
    ("Trainer lobt in diesen Jahr alle", "Trainer lobt in diesem Jahr alle", "tippfehler"),
    # Kein Tippfehler: Zahl, Verneinung, Namen, Beugung, kurze Wörter, anderes Wort
    ("Hafen meldet 1500 Schiffe", "Hafen meldet 1600 Schiffe", "umformulierung"),
    ("Hafen meldet sieben Schiffe", "Hafen meldet sieben Schiff", "umformulierung"),
    ("Gericht spricht Reeder schuldig im Prozess", "Gericht spricht Reeder unschuldig im Prozess", "umformulierung"),
    ("Hafen schließt keinen Kai im Winter", "Hafen schließt einen Kai im Winter", "umformulierung"),
    ("Konflikt mit Gambia wird schärfer", "Konflikt mit Sambia wird schärfer", "umformulierung"),
    ("Konflikt mit Irak wird schärfer", "Konflikt mit Iran wird schärfer", "umformulierung"),
    ("Trainer Möller verlässt den Verein", "Trainer Müller verlässt den Verein", "umformulierung"),
    ("Verletzte nach Sturm am Hafen", "Verletzter nach Sturm am Hafen", "umformulierung"),
    ("Fähre muss heute warten", "Fähre muß heute warten", "formal"),
    ("Reeder müssen Fähren räumen", "Reeder müssten Fähren räumen", "umformulierung"),
    ("Preis für Fisch im Hafen steigt", "Preis für Fisch im Hafen sinkt", "umformulierung"),
    # Nur der Kopf
    ("Bundesliga: Kiel gewinnt in Essen", "Kiel gewinnt in Essen", "kopfwechsel"),
    ("Kiel gewinnt in Essen", "Bundesliga: Kiel gewinnt in Essen", "kopfwechsel"),
    ("Anna Muster: Wir haben uns geirrt", "Berta Muster: Wir haben uns geirrt", "kopfwechsel"),
    ("Desaster in Sachsen-Anhalt: Partei ratlos", "Desaster bei Wahl in Sachsen-Anhalt: Partei ratlos", "kopfwechsel"),
    ("Hafen:Fähre fährt wieder", "Verkehr:Fähre fährt wieder", "kopfwechsel"),
    ("Jahr 2031:Fähre fährt wieder", "Verkehr:Fähre fährt wieder", "kopfwechsel"),
    ("Jahr 2031:Fähre fährt wieder", "Fähre fährt wieder", "kopfwechsel"),
    # Dieselbe Zahl, nur anders angeklebt
    ("Hafen:2.000 Tonnen Fisch", "Hafen: 2.000 Tonnen Fisch", "formal"),
    # Eine Richtung
    ("Fähre fährt wieder", "Fähre fährt nach Unfall wieder", "erweiterung"),
    ("", "Fähre fährt wieder", "erweiterung"),
    ("Fähre fährt nicht wieder", "Fähre fährt wieder", "kuerzung"),
    ("Fähre fährt wieder, Hafen bleibt zu", "Fähre fährt wieder", "kuerzung"),
    # Beides
    ("Fähre nach Borkum fällt im Sturm aus", "Sturm stoppt Fähre nach Borkum", "umformulierung"),
    ("Wirt sucht Koch weiter", "Koch sucht weiter Wirt", "umformulierung"),
    # Feste Rubrik, ausgetauschter Stand: der Kopf zählt nicht als Aussage
    ("Hafen-Liveblog: Kran stürzt auf Kai", "Hafen-Liveblog: Minister besucht Werft", "neufassung"),
    ("Anzeige : Was kann man hier lernen?", "Anzeige : Orientierung im Lernalltag", "neufassung"),
    ("Gericht stoppt Kurtaxe auf der Insel", "Donnerschlag: Kurtaxe ist Vergangenheit", "neufassung"),
)

TICKER = (
    ("Liveticker: Sturm an der Küste lässt nach", True),
    ("Newsblog zum Sturm: Erster Deich hält", True),
    ("Live: Lotsen berichten aus dem Hafen", True),
    ("Hafen-Liveblog: Kran steht wieder", True),
    ("Sturm im LIVETICKER: Alle Fähren", True),
    ("Silvester live: Alle Feuerwerke", True),
    ("LiveKrieg am Hafen:Kran steht", True),
    ("Live-Ticker zum Sturm", True),
    ("Die Wahl im Livestream", True),
    ("Oliven: Händler am Hafen erhöhen die Preise", False),
    ("Deliveroo: Boten streiken am Montag", False),
    ("Sticker am Leuchtturm ärgern die Gemeinde", False),
    ("Live-Musik am Kai beginnt im Mai", False),
    ("+++ Emden +++: Reederei lässt Fahrplan unverändert", False),
    ("Olive: die Frucht des Jahres", False),
    ("", False),
    (None, False),
)

TEILUNGEN = (
    ("Hafen: Fähre fährt", ("Hafen", "Fähre fährt")),
    ("Hafen:Fähre fährt", ("Hafen", "Fähre fährt")),
    ("Frau abgezockt : Betrüger am Werk", ("Frau abgezockt", "Betrüger am Werk")),
    ("Guten Rutsch!: Alles im Blick", ("Guten Rutsch!", "Alles im Blick")),
    ("Desaster bei Wahl in Sachsen-Anhalt: X", ("Desaster bei Wahl in Sachsen-Anhalt", "X")),
    ("A: B: C", ("A", "B: C")),
    ("Radfahrer:innen fordern Platz", (None, "Radfahrer:innen fordern Platz")),
    ("RadfahrerInnen und Bürger:Innen", (None, "RadfahrerInnen und Bürger:Innen")),
    ("Um 10:55 Uhr heulen Sirenen", (None, "Um 10:55 Uhr heulen Sirenen")),
    ("Jahr 2031:Fähre fährt", ("Jahr 2031", "Fähre fährt")),
    ("Hafen:30 Schiffe", ("Hafen", "30 Schiffe")),
    ("Kiel siegt 2:1", (None, "Kiel siegt 2:1")),
    ("Siehe https://hafen.example/x", (None, "Siehe https://hafen.example/x")),
    (": ohne Kopf", (None, ": ohne Kopf")),
    ("Kein Doppelpunkt", (None, "Kein Doppelpunkt")),
    (None, (None, "")),
)


def schritt(alt: str | None, neu: str | None) -> Schritt:
    return Schritt(Form(alt), Form(neu))


def verlauf(*titel: str | None) -> Verlauf:
    return Verlauf([Fassung(n, BEGINN + n * timedelta(minutes=15), t) for n, t in enumerate(titel, 1)])


class Einstufen(unittest.TestCase):
    def test_schritte(self) -> None:
        for alt, neu, erwartet in SCHRITTE:
            with self.subTest(alt=alt, neu=neu):
                self.assertEqual(schritt(alt, neu).art, erwartet)

    def test_jede_einstufung_kommt_vor(self) -> None:
        self.assertEqual({art for _, _, art in SCHRITTE}, {e.name for e in EINSTUFUNGEN})

    def test_hin_und_zurueck(self) -> None:
        gegenteil = {"erweiterung": "kuerzung", "kuerzung": "erweiterung"}
        for alt, neu, erwartet in SCHRITTE:
            with self.subTest(alt=alt, neu=neu):
                self.assertEqual(schritt(neu, alt).art, gegenteil.get(erwartet, erwartet))
                self.assertEqual(aehnlichkeit(alt, neu), aehnlichkeit(neu, alt))

    def test_formal_nennt_keine_woerter(self) -> None:
        for alt, neu, art in SCHRITTE:
            if art == "formal":
                with self.subTest(alt=alt, neu=neu):
                    nutzlast = verlauf(alt, neu).nutzlast()
                    artefakt = nutzlast["artefakt"]
                    self.assertTrue(artefakt or (nutzlast["hinzu"], nutzlast["entfernt"]) == ([], []))

    def test_beiwerk_des_layouts_ist_ein_artefakt(self) -> None:
        for neu in (
            "Wie die Fähre das Dorf rettet Von Ada Muster",
            "Wie die Fähre das Dorf rettet 6 Min Zur Merkliste hinzufügen",
            "SZ PlusWie die Fähre das Dorf rettet",
        ):
            with self.subTest(neu):
                nutzlast = verlauf("Wie die Fähre das Dorf rettet", neu).nutzlast()
                self.assertEqual((nutzlast["art"], nutzlast["artefakt"]), ("formal", True))
                self.assertEqual((nutzlast["hinzu"], nutzlast["entfernt"]), ([], []))
        self.assertFalse(verlauf("Fähre fährt", "Fähre fährt!").nutzlast()["artefakt"])

    def test_aehnlichkeit_ohne_autojunk(self) -> None:
        zufall = Random(1)
        lang = [zufall.choice(["hafen", "fähre", "kran", "kai"]) for _ in range(300)]
        anders = [*lang[:150], "werft", "dock", *lang[152:]]
        links, rechts = sorted((lang, anders))
        ohne = SequenceMatcher(None, links, rechts, autojunk=False).ratio()
        mit = SequenceMatcher(None, links, rechts).ratio()
        self.assertNotAlmostEqual(ohne, mit, places=2)
        self.assertEqual(aehnlichkeit(" ".join(lang), " ".join(anders)), round(ohne, 4))

    def test_deckung_wie_difflib(self) -> None:
        zufall = Random(3)
        for _ in range(3000):
            a, b = (zufall.choices("abcdef", k=zufall.randrange(12)) for _ in range(2))
            gedeckt = sum(stueck.size for stueck in SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks())
            self.assertEqual(deckung(a, b), gedeckt, (a, b))

    def test_eine_aenderung(self) -> None:
        for a, b, erwartet in (
            ("hafen", "hafen", False),
            ("hafen", "haben", True),
            ("hafen", "hafn", True),
            ("hafen", "hfaen", True),
            ("hafen", "hafene", True),
            ("hafen", "ahfne", False),
            ("hafen", "haf", False),
            ("", "a", True),
        ):
            with self.subTest(a=a, b=b):
                self.assertEqual(eine_aenderung(a, b), erwartet)
                self.assertEqual(eine_aenderung(b, a), erwartet)

    def test_ticker(self) -> None:
        for titel, erwartet in TICKER:
            with self.subTest(titel):
                self.assertEqual(ticker_markiert(titel), erwartet)

    def test_teilen(self) -> None:
        for titel, erwartet in TEILUNGEN:
            with self.subTest(titel):
                self.assertEqual(teilen(titel), erwartet)

    def test_teilen_zaehlt_anders_als_ressort_teilen_keine_woerter(self) -> None:
        titel = "Desaster bei Wahl in Sachsen-Anhalt: Die Partei sucht nach den Gründen"
        self.assertIsNone(norm.ressort_teilen(titel).kopf)
        self.assertEqual(revisionen.teilen(titel).kopf, "Desaster bei Wahl in Sachsen-Anhalt")


class Kennzeichen(unittest.TestCase):
    def test_was_schwer_wiegt(self) -> None:
        for alt, neu, erwartet in (
            ("Sturm: drei Verletzte", "Sturm: vier Verletzte", ["zahl"]),
            ("Sturm: 3 Verletzte", "Sturm: drei Verletzte", []),
            ("Fähre fährt", "Fähre fährt nicht", ["verneinung"]),
            ("Fährstreit endet morgen", "Fährstreit endet morgen?", ["fragezeichen_neu"]),
            ("Fährstreit endet morgen?", "Fährstreit endet morgen", ["fragezeichen_weg"]),
            ("Angriff auf Irak", "Angriff auf Iran", ["name"]),
            ("Preis geht an Ada Muster", "Preis geht an Eva Muster", ["name"]),
            ("SPD gewinnt Wahl", "CDU gewinnt Wahl", ["name"]),
            ("Drei Menschen gerettet", "Drei Menschen im Hafen gerettet", []),
            ("Fähre fährt", "Fähre fährt wieder", []),
        ):
            with self.subTest(alt=alt, neu=neu):
                self.assertEqual(verlauf(alt, neu).nutzlast()["kennzeichen"], erwartet)

    def test_auch_ein_zwischenschritt_zaehlt(self) -> None:
        nutzlast = verlauf("Drei Verletzte im Hafen", "Vier Verletzte im Hafen", "Drei Verletzte im Hafen").nutzlast()
        self.assertEqual((nutzlast["art"], nutzlast["kennzeichen"]), ("zurueckgenommen", ["zahl"]))


class Nutzlast(unittest.TestCase):
    def test_eine_fassung(self) -> None:
        self.assertEqual(
            verlauf("Fähre fährt").nutzlast(),
            {
                "art": "unveraendert",
                "aehnlichkeit": 1.0,
                "arten": [],
                "fassungen": 1,
                "verschiedene": 1,
                "pendelt": False,
                "ticker_markiert": False,
                "kopf_stabil": False,
                "hinzu": [],
                "entfernt": [],
                "gekappt": False,
                "kennzeichen": [],
                "artefakt": False,
                "luecken": [],
                "erste_am": "2026-09-07T08:15:00+00:00",
                "letzte_am": "2026-09-07T08:15:00+00:00",
                "hinweise": [],
            },
        )

    def test_pendeln(self) -> None:
        a, b = "Gericht stoppt Kurtaxe auf der Insel", "Donnerschlag: Kurtaxe ist Vergangenheit"
        nutzlast = verlauf(a, b, a, b, a).nutzlast()
        self.assertEqual(nutzlast["art"], "zurueckgenommen")
        self.assertEqual(nutzlast["arten"], ["neufassung"] * 4)
        self.assertEqual((nutzlast["aehnlichkeit"], nutzlast["verschiedene"], nutzlast["fassungen"]), (1.0, 2, 5))
        self.assertTrue(nutzlast["pendelt"])
        # Was zwischendurch dastand, bleibt nachprüfbar.
        self.assertEqual(nutzlast["hinzu"], ["Donnerschlag", "ist", "Vergangenheit"])
        self.assertTrue(verlauf(a, b, "Etwas ganz anderes", b).nutzlast()["pendelt"])
        self.assertFalse(verlauf(a, b, b).nutzlast()["pendelt"])
        self.assertFalse(verlauf(a, b).nutzlast()["pendelt"])

    def test_zurueckgenommenes_wort(self) -> None:
        nutzlast = verlauf("Kanzler und Sohn", "Kanzler und dessen Sohn", "Kanzler und Sohn").nutzlast()
        self.assertEqual((nutzlast["art"], nutzlast["hinzu"]), ("zurueckgenommen", ["dessen"]))
        self.assertEqual(nutzlast["arten"], ["erweiterung", "kuerzung"])

    def test_nur_formal_gependelt_ist_keine_ruecknahme(self) -> None:
        nutzlast = verlauf("Fähre fährt im Hafen", "Fähre fährt im Hafen!", "Fähre fährt im Hafen").nutzlast()
        self.assertEqual((nutzlast["art"], nutzlast["pendelt"], nutzlast["verschiedene"]), ("formal", False, 1))

    def test_art_vergleicht_enden_arten_den_weg(self) -> None:
        nutzlast = verlauf("Fähre fährt", "Fähre fährt wieder", "Fähre fährt wieder im Hafen").nutzlast()
        self.assertEqual((nutzlast["art"], nutzlast["arten"]), ("erweiterung", ["erweiterung", "erweiterung"]))
        self.assertEqual(nutzlast["hinzu"], ["wieder", "im", "Hafen"])

    def test_kopf_stabil(self) -> None:
        for titel, erwartet in (
            (("Hafen: Kran fällt um", "Hafen: Minister kommt an"), True),
            (("Hafen: Kran fällt um", "Kai: Kran fällt um"), False),
            (("Hafen: Kran fällt um", "Kran fällt um"), False),
            (("Hafen: Kran fällt um", "Hafen: Kran fällt um"), False),
            (("Hafen: Kran fällt um",), False),
            (("Kran fällt um", "Kran fällt"), False),
        ):
            with self.subTest(titel):
                self.assertEqual(verlauf(*titel).nutzlast()["kopf_stabil"], erwartet)

    def test_ticker_in_irgendeiner_fassung(self) -> None:
        self.assertTrue(verlauf("Sturm im Hafen", "Liveblog: Sturm im Hafen").nutzlast()["ticker_markiert"])

    def test_reihenfolge_der_eingabe_ist_gleich(self) -> None:
        fassungen = [Fassung(n, BEGINN, t) for n, t in ((3, "c c"), (1, None), (2, "b b"), (2, "a a"))]
        erwartet = Verlauf(fassungen)
        for start in range(20):
            gemischt = list(fassungen)
            Random(start).shuffle(gemischt)
            self.assertEqual(Verlauf(gemischt).nutzlast(), erwartet.nutzlast())
            self.assertEqual(Verlauf(gemischt).hash(), erwartet.hash())
        self.assertEqual([f.titel for f in erwartet.fassungen], [None, "a a", "b b", "c c"])

    def test_hash_kennt_titel_nummer_und_zeit(self) -> None:
        fest = [Fassung(1, BEGINN, "a"), Fassung(2, BEGINN, "b")]
        andere = (
            [Fassung(1, BEGINN, "a"), Fassung(2, BEGINN, "c")],
            [Fassung(1, BEGINN, "a"), Fassung(3, BEGINN, "b")],
            [Fassung(1, BEGINN, "a"), Fassung(2, BEGINN + timedelta(seconds=1), "b")],
            [Fassung(1, BEGINN, "a")],
        )
        self.assertNotIn(Verlauf(fest).hash(), {Verlauf(a).hash() for a in andere})

    def test_luecken_und_ruecklaeufige_zeit(self) -> None:
        gelueckt = Verlauf([Fassung(2, BEGINN, "a"), Fassung(5, BEGINN - timedelta(hours=1), "b")]).nutzlast()
        self.assertEqual((gelueckt["luecken"], gelueckt["hinweise"]), ([1, 3, 4], ["zeit_ruecklaeufig"]))
        weit = Verlauf([Fassung(1, BEGINN, "a"), Fassung(2_000_000_000, BEGINN, "b")]).nutzlast()
        self.assertEqual((weit["luecken"], weit["hinweise"]), (list(range(2, 14)), ["luecken_gekappt"]))

    def test_vom_layout_abgeschnitten(self) -> None:
        nutzlast = verlauf("Fähre fährt im Sturm auf den Kai", "Fähre fährt im Sturm …").nutzlast()
        self.assertEqual((nutzlast["art"], nutzlast["hinweise"]), ("kuerzung", ["abgeschnitten"]))
        self.assertEqual(verlauf("Fähre fährt …", "Kran fällt").nutzlast()["hinweise"], [])

    def test_listen_sind_gekappt_und_sagen_es(self) -> None:
        viele = verlauf("Hafen", "Hafen " + " ".join(f"wort{i}" for i in range(30))).nutzlast()
        self.assertEqual((len(viele["hinzu"]), viele["gekappt"]), (12, True))
        lang = verlauf("Hafen", "Hafen " + "x" * 500).nutzlast()
        self.assertEqual((len(lang["hinzu"][0]), lang["gekappt"]), (60, True))
        self.assertFalse(verlauf("Hafen", "Hafen " + " ".join(f"wort{i}" for i in range(12))).nutzlast()["gekappt"])

    def test_nutzlast_bleibt_klein(self) -> None:
        titel = [" ".join([f"{'ä' * 300}{i}"] * 40) for i in range(2 * SCHRITTE_HOECHSTENS)]
        nutzlast = verlauf(*titel).nutzlast()
        self.assertLess(len(json.dumps(nutzlast, ensure_ascii=False).encode()), 16_384)
        self.assertEqual(nutzlast["fassungen"], len(titel))
        self.assertIn("schritte_gekappt", nutzlast["hinweise"])

    def test_riesige_titel_dauern_nicht(self) -> None:
        beginn = process_time()
        for alt, neu in (
            ("a " * 20_000, "a " * 19_999 + "b"),
            ("x" * 50_000, "y" * 50_000),
            (": " * 9_000, "a: " * 9_000),
        ):
            verlauf(alt, neu).nutzlast()
        self.assertLess(process_time() - beginn, 10)

    def test_sonderbares_stuerzt_nicht_ab(self) -> None:
        zeichen = "aA1 :„“»«…–-&<>|+\u00ad\u200b\u0301İßẞ\ud800🙂\n"
        zufall = Random(7)
        for _ in range(2000):
            titel = ["".join(zufall.choices(zeichen, k=zufall.randrange(30))) for _ in range(3)]
            with self.subTest(titel):
                nutzlast = verlauf(*titel).nutzlast()
                self.assertEqual(len(nutzlast["arten"]), 2)
                self.assertEqual(aehnlichkeit(titel[0], titel[1]), aehnlichkeit(titel[1], titel[0]))


if __name__ == "__main__":
    unittest.main()
