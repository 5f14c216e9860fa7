"""Auflösung: was Schlagzeilen nennen, gegen kleine Lexika; und was sie nicht nennen."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import unittest
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from aufloesung import GRUENDE, METHODEN, NENNUNGEN_HOECHSTENS, Aufloesung, Item
from nachnamendeutung import HANDLICH
from nachschlagewerk import Nachschlagewerk
from tests.basis import WURZEL, braucht_daten, daten
from tests.kleinlexikon import HEUTE, Gefunden, Lexikon

FAELLE = "faelle.jsonl"

# Im Lexikon eines Falls, was der Fall nicht sagt: die Typen, und welche Formen Alltagswörter sind.
TYPEN = {
    "AKT-05": {"Q40": "partei", "Q41": "partei", "Q42": "partei"}
    | dict.fromkeys(("Q43", "Q44", "Q45", "Q46"), "organisation"),
    "AKT-07": dict.fromkeys(("Q61", "Q62", "Q63", "Q65"), "staat"),
}
ALLTAG = ("Grüne", "Linke", "Union")


def faelle(kennung: str) -> Iterator[tuple[Lexikon, str, Any, dict[str, Any]]]:
    for zeile in daten(FAELLE).read_text(encoding="utf-8").splitlines():
        fall = json.loads(zeile)
        if fall["id"] == kennung:
            lexikon = Lexikon()
            for qid, angabe in fall["eingabe"]["lexikon"].items():
                alias = angabe.get("alias", [])
                lexikon.akteur(
                    qid,
                    angabe["name"],
                    TYPEN.get(kennung, {}).get(qid, "person"),
                    alias=[form for form in alias if form not in ALLTAG],
                    alltag=[form for form in alias if form in ALLTAG],
                )
            for titel, qid in zip(fall["eingabe"]["titel"], fall["erwartet"]["qid"], strict=True):
                yield lexikon, titel, qid, fall["erwartet"]


@braucht_daten(FAELLE)
class OeffentlicheFaelle(unittest.TestCase):
    def pruefen(self, kennung: str) -> list[Gefunden]:
        alle = []
        for lexikon, titel, qid, _ in faelle(kennung):
            erwartet = [qid] if isinstance(qid, str) else list(qid or ())
            with self.subTest(titel=titel):
                nennungen = [n for n in lexikon.lesen(titel) if n.qid]
                self.assertEqual([n.qid for n in nennungen], erwartet)
                alle += nennungen
        return alle

    def test_akt_01_genitiv(self) -> None:
        self.assertEqual({n.methode for n in self.pruefen("AKT-01")}, {"nachname"})

    def test_akt_02_zusammensetzungen_und_doppelnamen(self) -> None:
        rollen = {n.text: n.rolle for n in self.pruefen("AKT-02")}
        self.assertEqual(rollen["Trump"], "bestimmungswort")
        self.assertEqual(rollen["Strack-Zimmermann"], "nennung")

    def test_akt_05_alltagswoerter(self) -> None:
        self.pruefen("AKT-05")

    def test_akt_07_umschrift_und_exonyme(self) -> None:
        self.pruefen("AKT-07")


def kanzleramt() -> Lexikon:
    """Ein Land mit Regierung, ein Nachbar, zwei Parteien; alle Namen sind erfunden."""
    return (
        Lexikon()
        .akteur("Q183", "Deutschland", "staat", adjektiv=["deutsch"])
        .akteur("Q40", "Österreich", "staat", adjektiv=["österreichisch"])
        .akteur("Q901", "Nordmark", "staat", adjektiv=["nordmärkisch"])
        .akteur("Q902", "Seenland", "staat", land="Q183", adjektiv=["seenländisch"])
        .akteur("Q10", "Partei der Mitte", "partei", alias=["PDM"], land="Q183")
        .akteur("Q11", "Bund Freier Bürger", "partei", alias=["BFB"], land="Q183")
        .akteur("Q1", "Klara Wendland", partei="Q10", beschreibung="deutsche Politikerin (PDM)")
        .akteur("Q2", "Jonas Albrink", partei="Q11", beschreibung="deutscher Politiker (BFB)")
        .akteur("Q3", "Peter Stelter", partei="Q10")
        .akteur("Q4", "Vera Stelter", partei="Q11")
        .akteur("Q5", "Igor Maslow")
        .akteur("Q6", "Ruth Eggers")
        .amt("Q100", "Kanzler", "Bundeskanzler", "Kanzlerin", ort="Q183", land="Q183")
        .amt("Q101", mit_ort=["Kanzler", "Bundeskanzler"], ort="Q40", land="Q40")
        .amt("Q102", mit_ort=["Präsident", "Staatschef"], ort="Q901", land="Q901")
        .amt("Q103", mit_ort=["Ministerpräsident"], ort="Q902", land="Q183")
        .amt("Q10#P488", mit_ort=["Chef", "Parteichef", "Chefin"], mehrzahl=["Parteichefs"], ort="Q10", kollegial=True)
        .zeit("Q100", "Q1", date(2021, 12, 8), date(2025, 5, 6))
        .zeit("Q100", "Q2", date(2025, 5, 6))
        .zeit("Q102", "Q5", date(2012, 1, 1))
        .zeit("Q103", "Q6", date(2020, 1, 1))
        .zeit("Q10#P488", "Q3", date(2024, 1, 1))
        .zeit("Q10#P488", "Q6", date(2024, 1, 1))
    )


class AmtOhneName(unittest.TestCase):
    def setUp(self) -> None:
        self.lexikon = kanzleramt()

    def erwarte(self, faelle: Iterable[tuple[str, list[str]]]) -> None:
        for titel, qids in faelle:
            with self.subTest(titel=titel):
                self.assertEqual(self.lexikon.qids(titel), qids)

    def test_das_amt_am_tag_des_items(self) -> None:
        for tag, qid in ((date(2023, 3, 1), "Q1"), (date(2025, 5, 5), "Q1"), (date(2025, 5, 6), "Q2")):
            self.assertEqual(self.lexikon.qids("Der Kanzler reist ab", tag=tag), [qid])

    def test_mit_ort_davor_dahinter_und_darin(self) -> None:
        self.erwarte(
            (titel, ["Q5"])
            for titel in (
                "Nordmarks Präsident droht",
                "Der nordmärkische Präsident droht",
                "Treffen mit dem nordmärkischen Präsidenten",
                "Nordmark-Präsident droht",
                "Der Präsident von Nordmark droht",
                "Präsident Nordmarks droht",
                "Nordmarks Staatschef droht",
            )
        )

    def test_akt_08_gattungsamt_ohne_ort_bleibt_offen(self) -> None:
        gefunden = self.lexikon.lesen("Der Präsident droht")
        self.assertEqual([(n.qid, n.grund) for n in gefunden], [(None, "amt_ohne_ort")])

    def test_der_ort_entscheidet_zwischen_gleichnamigen_aemtern(self) -> None:
        self.erwarte([("Österreichs Kanzler reist ab", []), ("Seenlands Ministerpräsident reist ab", ["Q6"])])

    def test_ein_anderer_staat_im_text_laesst_das_amt_offen(self) -> None:
        self.lexikon.akteur("Q12", "Alpenpartei", "partei", alias=["APÖ"], land="Q40")
        for titel in ("Wahl in Österreich: Der Kanzler tritt ab", "Der Kanzler warnt vor der APÖ"):
            with self.subTest(titel=titel):
                self.assertIn("amt_in_anderem_staat", [n.grund for n in self.lexikon.lesen(titel)])

    def test_wer_das_amt_nicht_hat(self) -> None:
        for titel in (
            "Der Ex-Kanzler warnt",
            "Der frühere Kanzler warnt",
            "Der ehemalige deutsche Kanzler warnt",
            "Der designierte Kanzler warnt",
            "Kanzler a. D. warnt",
            "Vize-Kanzler warnt",
        ):
            with self.subTest(titel=titel):
                self.assertEqual([(n.qid, n.grund) for n in self.lexikon.lesen(titel)], [(None, "nicht_im_amt")])
        self.erwarte([("Der Altkanzler warnt", []), ("Kanzlerkandidat warnt", []), ("Kanzler-Gattin warnt", [])])

    def test_als_kanzler_nennt_niemanden(self) -> None:
        self.assertEqual([n.grund for n in self.lexikon.lesen("Als Kanzler hätte sie gezögert")], ["praedikat"])

    def test_weibliche_form_und_mann_im_amt(self) -> None:
        self.assertEqual([n.grund for n in self.lexikon.lesen("Die Kanzlerin reist ab")], ["geschlecht"])
        self.assertEqual(self.lexikon.qids("Die Kanzlerin reist ab", tag=date(2023, 3, 1)), ["Q1"])

    def test_gegenderte_formen(self) -> None:
        for form in ("Kanzler:in", "Kanzler*in", "Kanzler_in", "KanzlerIn", "Kanzler/in"):
            with self.subTest(form=form):
                self.assertEqual([n.text for n in self.lexikon.lesen(f"{form} reist ab")], [form])

    def test_akt_08_doppelspitze(self) -> None:
        self.erwarte(
            [
                ("Die Parteichefs der PDM treten an", ["Q3", "Q6", "Q10"]),
                ("Der Parteichef der PDM tritt an", ["Q10"]),
                ("PDM-Chef tritt an", ["Q10"]),
            ]
        )

    def test_akt_08_zwei_kanzler_sind_ein_datenfehler_und_einzahl_bleibt_offen(self) -> None:
        self.lexikon.zeit("Q100", "Q4", date(2026, 1, 1), date(2026, 12, 31))
        self.assertEqual([n.grund for n in self.lexikon.lesen("Der Kanzler reist ab")], ["mehrere_inhaber"])

    def test_ein_anderer_name_dahinter_laesst_das_amt_offen(self) -> None:
        self.assertEqual([n.grund for n in self.lexikon.lesen("Kanzler Kowalski reist ab")], ["name_dahinter"])

    def test_regionaler_verband_ist_nicht_die_partei(self) -> None:
        self.assertEqual(self.lexikon.qids("Der Seenländer PDM-Chef tritt an"), ["Q10"])


class Namen(unittest.TestCase):
    def setUp(self) -> None:
        self.lexikon = kanzleramt()

    def test_amt_und_name_sind_eine_nennung(self) -> None:
        (n,) = self.lexikon.lesen("Kanzler Jonas Albrink reist ab")
        self.assertEqual((n.text, n.qid, n.methode), ("Kanzler Jonas Albrink", "Q2", "alias_ohne_anrede"))
        (n,) = self.lexikon.lesen("Bundeskanzler Albrink reist ab")
        self.assertEqual((n.text, n.qid, n.methode), ("Bundeskanzler Albrink", "Q2", "nachname"))

    def test_die_partei_entscheidet_zwischen_namensvettern(self) -> None:
        self.lexikon.akteur("Q7", "Ute Harms", partei="Q10").akteur("Q8", "Uwe Harms", partei="Q11")
        self.assertEqual(self.lexikon.qids("Harms (PDM) fordert mehr"), ["Q7", "Q10"])
        self.assertEqual(self.lexikon.qids("Harms fordert mehr", "Der BFB zögert"), ["Q8", "Q11"])
        self.assertEqual(self.lexikon.qids("BFB-Politiker Harms fordert mehr"), ["Q11", "Q8"])

    def test_wer_heute_ein_spitzenamt_hat_ist_gemeint(self) -> None:
        self.assertEqual(self.lexikon.qids("Stelter fordert mehr"), ["Q3"])

    def test_ohne_zusammenhang_bleiben_namensvettern_offen(self) -> None:
        lexikon = Lexikon().akteur("Q3", "Peter Stelter").akteur("Q4", "Vera Stelter")
        self.assertEqual([(n.qid, n.grund) for n in lexikon.lesen("Stelter fordert mehr")], [(None, "mehrdeutig")])

    def test_der_vollname_im_item_belegt_den_nachnamen(self) -> None:
        self.assertEqual(self.lexikon.qids("Stelter fordert mehr", "Vera Stelter war dagegen"), ["Q4", "Q4"])

    def test_ein_anderer_vorname_ist_ein_anderer_mensch(self) -> None:
        for titel in ("Melanie Albrink malt", "MELANIE ALBRINK MALT", "Hans-Jonas Albrink malt", "X. Albrink malt"):
            with self.subTest(titel=titel):
                self.assertEqual(self.lexikon.qids(titel), [])
        self.assertEqual(self.lexikon.qids("J. Albrink reist ab"), ["Q2"])

    def test_zwei_vornamen_ein_nachname(self) -> None:
        gefunden = self.lexikon.lesen("Klara und Uwe Wendland in Bayreuth")
        self.assertEqual([(n.text, n.qid) for n in gefunden], [("Klara", "Q1"), ("Uwe Wendland", None)])

    def test_grosse_woerter_davor_sind_keine_vornamen(self) -> None:
        for titel in (
            "Auch Albrink zögert",
            "Bundesregierung: Albrink zögert",
            "Rücktritt von Albrink",
            "Herr Albrink",
        ):
            with self.subTest(titel=titel):
                self.assertEqual(self.lexikon.qids(titel), ["Q2"])

    def test_versalien(self) -> None:
        self.assertEqual(self.lexikon.qids("BUNDESKANZLER ALBRINK ZÖGERT"), ["Q2"])

    def test_eine_firma_die_wie_jemand_heisst(self) -> None:
        self.assertEqual(self.lexikon.qids("Albrink & Partner gewinnt Etat"), [])
        self.assertEqual(self.lexikon.qids("Albrink & Wendland im Duell"), ["Q2", "Q1"])

    def test_nachnamen_die_woerter_sind(self) -> None:
        lexikon = Lexikon()
        for qid, name in (
            ("Q1", "Arno Weil"), ("Q2", "Rita Lang"), ("Q3", "Udo Kurz"), ("Q4", "Ina Wüst"), ("Q5", "Kai Reiche"),
            ("Q6", "Jan Frei"), ("Q7", "Ute Jung"),
        ):  # fmt: skip
            lexikon.akteur(qid, name)
        for titel, qid in (
            ("Weil fordert mehr Geld", "Q1"), ("Kritik an Weil wächst", "Q1"), ("Weils Plan", "Q1"),
            ("Lang fordert Tempolimit", "Q2"), ("Kurz tritt zurück", "Q3"), ("Wüst will sparen", "Q4"),
            ("Reiche kündigt Gesetz an", "Q5"), ("Gespräch mit Frei über Rente", "Q6"),
        ):  # fmt: skip
            with self.subTest(titel=titel):
                self.assertEqual(lexikon.qids(titel), [qid])
        for titel in (
            "Weil es regnet, fällt das Fest aus", "Lang ersehnt: der Regen", "Kurz erklärt", "Kurz vor Weihnachten",
            "Wüst und leer", "Reiche Russen", "Frei erfunden", "Ein Fest für Jung und Alt",
            "Man liebt ihn. Weil er siegt",
        ):  # fmt: skip
            with self.subTest(titel=titel):
                self.assertEqual(lexikon.lesen(titel), [])

    def test_eine_liste_die_nach_jemandem_heisst(self) -> None:
        self.assertEqual([n.grund for n in self.lexikon.lesen("Bündnis Klara Wendland tritt an")], ["namensteil"])

    def test_mittelinitiale(self) -> None:
        self.assertEqual(self.lexikon.qids("Jonas K. Albrink reist ab"), ["Q2"])
        self.assertEqual(self.lexikon.qids("Robert K. Albrink reist ab"), [])

    def test_eine_hohe_rolle_belegt_nur_wer_ein_amt_hatte(self) -> None:
        lexikon = kanzleramt().akteur("Q9", "Ole Harms", geburt=date(1970, 1, 1))
        for nummer in range(HANDLICH):
            lexikon.akteur(f"Q{nummer + 1_000}", f"Vor{nummer} Nach{nummer}")
        self.assertEqual(lexikon.qids("Ministerpräsident Harms reist ab"), [])
        self.assertEqual(lexikon.qids("Der Abgeordnete Harms reist ab"), ["Q9"])
        self.assertEqual(lexikon.qids("LKA-Präsident Harms reist ab"), [])
        self.assertEqual(lexikon.qids("Ex-Kanzlerin Wendland reist ab"), ["Q1"])

    def test_eine_adresse_nennt_niemanden(self) -> None:
        self.assertEqual(self.lexikon.qids("Mehr auf albrink.de und Albrink.de"), [])

    def test_wer_geschrieben_hat_ist_nicht_genannt(self) -> None:
        self.assertEqual(self.lexikon.lesen(None, "Wie der Streit begann. Von Vera Stelter"), [])

    def test_unschaerfe_nur_bei_langen_namen(self) -> None:
        lexikon = Lexikon().akteur("Q1", "Annalena Bergfeldt").akteur("Q2", "Olaf Scholl")
        (n,) = lexikon.lesen("Annalena Bergfledt spricht")
        self.assertEqual((n.qid, n.methode), ("Q1", "fuzzy"))
        self.assertEqual(lexikon.qids("Olaf Scholz spricht"), [])

    def test_ein_greis_ohne_amt_ist_ein_namensvetter(self) -> None:
        lexikon = Lexikon().akteur("Q1", "Hanno Kluth", geburt=date(1920, 1, 1))
        self.assertEqual([n.grund for n in lexikon.lesen("Hanno Kluth trifft doppelt")], ["zu_alt"])

    def test_im_grossen_lexikon_belegt_einzig_zu_sein_nichts(self) -> None:
        lexikon = Lexikon().akteur("Q1", "Hanno Gottschalk")
        self.assertEqual(lexikon.qids("Gottschalk moderiert wieder"), ["Q1"])
        for nummer in range(HANDLICH):
            lexikon.akteur(f"Q{nummer + 10}", f"Vor{nummer} Nach{nummer}")
        self.assertEqual(lexikon.qids("Gottschalk moderiert wieder"), [])


class Staaten(unittest.TestCase):
    def setUp(self) -> None:
        self.lexikon = kanzleramt()

    def test_ein_staat_handelt(self) -> None:
        for titel in (
            "Nordmark schließt Grenze",
            "Streit um Öl: Nordmark lehnt Plan ab",
            "Nordmark und Österreich planen Gipfel",
            "Nordmark ist nun Mitglied",
        ):
            with self.subTest(titel=titel):
                self.assertEqual(self.lexikon.qids(titel)[:1], ["Q901"])

    def test_ein_staat_als_ort_bleibt_offen(self) -> None:
        for titel in (
            "Unwetter in Nordmark",
            "Nordmark: Drei Verletzte bei Unfall",
            "Nordmarks Wirtschaft wächst",
            "Nordmark gewinnt Finale mit 2:1",
            "Seenland plant Steuer",
        ):
            with self.subTest(titel=titel):
                self.assertEqual({n.rolle for n in self.lexikon.lesen(titel)}, {"ort"})

    def test_ein_staat_als_bestimmungswort_ist_keine_nennung(self) -> None:
        self.assertEqual(self.lexikon.lesen("Nordmark-Krieg geht weiter"), [])


class Parteien(unittest.TestCase):
    def setUp(self) -> None:
        self.lexikon = (
            Lexikon()
            .akteur("Q183", "Deutschland", "staat")
            .akteur("Q39", "Schweiz", "staat", adjektiv=["schweizerisch"])
            .akteur("Q901", "Nordmark", "staat", adjektiv=["nordmärkisch"])
            .akteur("Q10", "Partei der Mitte", "partei", alias=["PDM"], land="Q183")
            .akteur("Q13", "Mittepartei", "partei", alias=["PDM"], land="Q39")
            .akteur("Q14", "Nordmärkische Volksallianz", "partei", alias=["DNA"], land="Q901")
            .akteur("Q15", "Die Blauen", "partei", alltag=["Blaue", "Blauen"], land="Q183")
        )

    def test_der_staat_im_text_entscheidet_sonst_die_heimat(self) -> None:
        self.assertEqual(self.lexikon.qids("PDM fordert mehr"), ["Q10"])
        self.assertEqual(self.lexikon.qids("Wahl in der Schweiz: PDM fordert mehr"), ["Q13"])

    def test_kurze_namen_fremder_parteien_brauchen_ihren_staat(self) -> None:
        self.assertEqual(self.lexikon.qids("DNA am Tatort gefunden"), [])
        self.assertEqual(self.lexikon.qids("Nordmarks Regierung: DNA tritt aus"), ["Q14"])

    def test_alltagswoerter_im_zusammenhang(self) -> None:
        for titel in (
            "Blaue fordern mehr",
            "Streit bei den Blauen",
            "PDM und Blaue einig",
            "Harms (Blaue)",
            "Blauen-Chef",
        ):
            with self.subTest(titel=titel):
                self.assertIn("Q15", self.lexikon.qids(titel))
        for titel in ("Blaue Wiese statt Bauland", "Der Blaue siegt", "Blaue gewinnen Finale", "BLAUE FORDERN MEHR"):
            with self.subTest(titel=titel):
                self.assertEqual(self.lexikon.qids(titel), [])


class Organisationen(unittest.TestCase):
    def setUp(self) -> None:
        self.lexikon = (
            Lexikon()
            .akteur("Q20", "Tirano Motors", "organisation", alias=["Tirano"])
            .akteur("Q21", "Der Morgen", "organisation", alltag=["Morgen"])
            .akteur("Q22", "1. FC Tirano", "organisation")
            .akteur("Q23", "Weltbund", "organisation")
        )

    def test_der_laengste_treffer_gewinnt(self) -> None:
        self.assertEqual(self.lexikon.qids("Der 1. FC Tirano siegt"), ["Q22"])

    def test_die_firma_und_ihre_ware(self) -> None:
        self.assertEqual(self.lexikon.qids("Tirano ruft Autos zurück"), ["Q20"])
        self.assertEqual(self.lexikon.qids("Tirano-Werk schließt"), ["Q20"])
        for titel in ("Tirano Cruiser im Test", "Ein Tirano rast in Haus", "Tirano-Fahrer verletzt"):
            with self.subTest(titel=titel):
                self.assertEqual(self.lexikon.qids(titel), [])

    def test_eine_zeitung_nur_in_anfuehrung(self) -> None:
        self.assertEqual(self.lexikon.qids("Morgen beginnt der Gipfel"), [])
        self.assertEqual(self.lexikon.qids("Wie die Zeitung »Morgen« meldet"), ["Q21"])

    def test_kein_name_endet_mitten_im_wort(self) -> None:
        self.assertEqual(self.lexikon.qids("Weltbundestag tagt"), [])


class Nutzlast(unittest.TestCase):
    def test_stellen_gehoeren_zum_gespeicherten_text(self) -> None:
        titel = "&bdquo;Nein&ldquo;: Kanz\u00adler Albrink &amp; Co."
        nutzlast, _ = Aufloesung(kanzleramt().werk()).nutzlast(Item(titel, None, HEUTE.toordinal()))
        (n,) = nutzlast["nennungen"]
        self.assertEqual(titel[n["start"] : n["ende"]], "Kanz\u00adler Albrink")
        self.assertEqual(n["text"], "Kanzler Albrink")

    def test_viele_nennungen_werden_gekappt_und_gezaehlt(self) -> None:
        titel = ", ".join(["Kanzler Albrink"] * 60)
        nutzlast, konfidenz = Aufloesung(kanzleramt().werk()).nutzlast(Item(titel, "x" * 9_000, HEUTE.toordinal()))
        self.assertEqual((len(nutzlast["nennungen"]), nutzlast["gekappt"]), (NENNUNGEN_HOECHSTENS, True))
        self.assertEqual((nutzlast["aufgeloest"], nutzlast["unaufgeloest"]), (60, 0))
        self.assertLess(len(json.dumps(nutzlast).encode()), 16_384)
        self.assertAlmostEqual(konfidenz or 0, 0.80, places=6)

    def test_auch_lange_fremde_namen_passen_in_die_nutzlast(self) -> None:
        titel = " ".join(f"Anna {chr(0x10400 + i) * 150}" for i in range(40))
        stellen, start = [], 0
        for teil in titel.split("Anna ")[1:]:
            stellen.append((start, start + 5 + len(teil.rstrip()), "PER"))
            start += 5 + len(teil)
        nutzlast, _ = Aufloesung(Lexikon().werk()).nutzlast(Item(titel, None, HEUTE.toordinal()), {"titel": stellen})
        self.assertTrue(nutzlast["gekappt"])
        self.assertEqual(nutzlast["unaufgeloest"], 40)
        self.assertLessEqual(len(json.dumps(nutzlast, ensure_ascii=False).encode()), 16_384)

    def test_lange_namen_und_leere_texte(self) -> None:
        lexikon = Lexikon().akteur("Q1", "Anna " + "Lang" * 60)
        for titel in (None, "", "…", "Anna " + "Lang" * 60, "A" * 30_000, "Anna " * 5_000):
            nutzlast, _ = Aufloesung(lexikon.werk()).nutzlast(Item(titel, titel, HEUTE.toordinal()))
            self.assertTrue(all(len(n["text"]) <= 200 for n in nutzlast["nennungen"]))

    def test_jeder_weg_und_jeder_grund_ist_beschrieben(self) -> None:
        lexikon = kanzleramt()
        for titel in ("Kanzler Albrink", "Der Präsident", "Stelter fordert", "Anna Kowalski", "Unwetter in Nordmark"):
            for n in lexikon.lesen(titel):
                self.assertIn(n.methode, (None, *METHODEN))
                self.assertIn(n.grund, (None, *GRUENDE))
                self.assertNotEqual(n.methode is None, n.grund is None)

    def test_die_reihenfolge_der_zeilen_ist_gleich(self) -> None:
        lexikon = kanzleramt()
        texte = ("Kanzler Albrink trifft PDM-Chefs", "Stelter (BFB) und Maslow", "Nordmarks Präsident droht")
        vorher = [lexikon.lesen(text) for text in texte]
        for zeilen in (
            lexikon.akteure,
            lexikon.formen,
            lexikon.parteien,
            lexikon.aemter,
            lexikon.amtsformen,
            lexikon.zeiten,
        ):
            random.Random(7).shuffle(zeilen)
        self.assertEqual([lexikon.lesen(text) for text in texte], vorher)

    def test_dieselben_bits_unter_jedem_hash(self) -> None:
        programm = (
            "import json\n"
            "from tests.test_aufloesung import kanzleramt\n"
            "from aufloesung import Aufloesung, Item\n"
            "a = Aufloesung(kanzleramt().werk())\n"
            "texte = ('Kanzler Albrink trifft PDM-Chefs', 'Die Parteichefs der PDM', 'Stelter und Anna Kowalski')\n"
            "print(json.dumps([a.nutzlast(Item(t, t, 739500)) for t in texte]))\n"
        )
        ausgaben = {
            subprocess.run(
                [sys.executable, "-c", programm],
                cwd=WURZEL,
                env=os.environ | {"PYTHONHASHSEED": saat},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for saat in ("0", "1", "77")
        }
        self.assertEqual(len(ausgaben), 1)


class Werk(unittest.TestCase):
    def test_ein_leeres_lexikon_findet_nichts(self) -> None:
        self.assertEqual(Nachschlagewerk([]).finden("Kanzler Albrink"), [])


if __name__ == "__main__":
    unittest.main()
