"""Fälle der Akteure nach Arten: Ämter ohne Inhaber, Namen anderer, Wörter, Mannschaften, Versalien, Aufzählungen.

Alle Leute, Länder und Parteien sind erfunden. Je Fall steht da, wen eine sorgfältige Redaktion darin genannt sähe.
"""

from __future__ import annotations

import unittest
from collections.abc import Iterable
from datetime import date

from aufloesung import Aufloesung, Item
from nachnamendeutung import HANDLICH, VIELE
from tests.kleinlexikon import HEUTE, Lexikon, gefunden

Q1, Q2, Q3, Q4, Q5, Q6, Q7, Q8 = (f"Q{nummer}" for nummer in range(1, 9))
DEUTSCHLAND, NORDMARK, SUEDMARK, WESTMARK = "Q183", "Q901", "Q902", "Q903"
PDM, BLAUE, ROTE = "Q10", "Q11", "Q12"


def lexikon() -> Lexikon:
    return (
        Lexikon()
        .akteur(DEUTSCHLAND, "Deutschland", "staat", adjektiv=["deutsch"])
        .akteur(NORDMARK, "Nordmark", "staat", adjektiv=["nordmärkisch"])
        .akteur(SUEDMARK, "Südmark", "staat", adjektiv=["südmärkisch"])
        .akteur(WESTMARK, "Westmark", "staat")
        .akteur(PDM, "Partei der Mitte", "partei", alias=["PDM"], land=DEUTSCHLAND)
        .akteur(BLAUE, "Grüne Partei", "partei", alltag=["Grüne", "Grünen"], land=DEUTSCHLAND)
        .akteur(ROTE, "Linke Partei", "partei", alltag=["Linke", "Linken"], land=DEUTSCHLAND)
        .akteur(Q1, "Klara Wendland", partei=PDM)
        .akteur(Q2, "Jonas Albrink", partei=PDM)
        .akteur(Q3, "Igor Maslow")
        .akteur(Q4, "Hans-Jürgen Reiche", partei=PDM)
        .akteur(Q5, "Bruno Kohl", geburt=date(1930, 1, 1))
        .akteur(Q6, "Adele Ost")
        .akteur(Q7, "Egon Stelter", geburt=date(1944, 1, 1))
        .akteur(Q8, "Otto Stelter", geburt=date(1950, 1, 1))
        .amt("Q100", "Kanzler", "Bundeskanzler", "Kanzlerin", "Altkanzler", ort=DEUTSCHLAND, land=DEUTSCHLAND)
        .amt("Q101", "Finanzminister", ort=DEUTSCHLAND, land=DEUTSCHLAND)
        .amt("Q102", mit_ort=["Präsident", "König"], ort=NORDMARK, land=NORDMARK)
        .amt("Q103", mit_ort=["Premier"], ort=SUEDMARK, land=SUEDMARK)
        .amt("Q104", "Umweltminister", ort=DEUTSCHLAND, land=DEUTSCHLAND)
        .zeit("Q100", Q7, date(1998, 1, 1), date(2005, 11, 22))
        .zeit("Q100", Q1, date(2021, 12, 8), date(2025, 5, 6))
        .zeit("Q100", Q2, date(2025, 5, 6))
        .zeit("Q101", Q8, date(1999, 1, 1), date(2001, 1, 1))
        .zeit("Q102", Q3, date(2020, 1, 1))
        .zeit("Q103", Q6, date(2020, 1, 1))
        .zeit("Q104", Q4, date(2025, 5, 6))
    )


def gross() -> Lexikon:
    """Dasselbe in einem Lexikon, in dem einzig zu sein nichts belegt."""
    lex = lexikon()
    for nummer in range(HANDLICH):
        lex.akteur(f"Q{nummer + 1_000}", f"Vor{nummer} Nach{nummer}")
    return lex


class Faelle(unittest.TestCase):
    """Liest jeden Fall und vergleicht die aufgelösten QIDs in der Reihenfolge des Textes."""

    def pruefen(self, faelle: Iterable[tuple[str, list[str]]], lex: Lexikon | None = None) -> None:
        aufloesung = Aufloesung((lex or lexikon()).werk())
        for titel, qids in faelle:
            with self.subTest(titel=titel):
                nutzlast, _ = aufloesung.nutzlast(Item(titel, None, HEUTE.toordinal()))
                self.assertEqual([n.qid for n in gefunden(nutzlast) if n.qid], qids)


class Aemter(Faelle):
    def test_vom_amt_die_rede_nicht_vom_inhaber(self) -> None:
        self.pruefen(
            [
                ("Kein Kanzler in Sicht", []),
                ("Jeder Kanzler hat Feinde", []),
                ("Welcher Kanzler regierte am längsten?", []),
                ("Neuer Kanzler gesucht", []),
                ("Der neue Kanzler stellt sich vor", [Q2]),
                ("Ein Kanzler unter Druck", []),
                ("Wer wird Kanzler?", []),
                ("Maslow will Kanzler werden", [Q3]),
                ("Maslow wollte Kanzler bleiben", [Q3]),
                ("Albrink ist Kanzler", [Q2]),
                ("Maslow zum Kanzler gewählt", [Q3]),
                ("Vom Kanzler zum Lobbyisten", []),
                ("Kanzler bleibt hart", [Q2]),
                ("Der Kanzler wird 70", [Q2]),
                ("Lob vom Kanzler", [Q2]),
                ("Ist Kanzler Albrink noch zu retten?", [Q2]),
                ("Am Montag wird Nordmarks Präsident erwartet", [Q3]),
            ]
        )

    def test_das_amt_von_etwas_anderem(self) -> None:
        self.pruefen(
            [
                ("Kanzler der Universität geht", []),
                ("Der Kanzler der Herzen", []),
                ("Kanzler von Biedenfeld im Gespräch", []),
                ("Gegenwind bekam der Kanzler von Wendland", [Q2, Q1]),
                ("Der Kanzler von Deutschland reist ab", [Q2]),
            ]
        )

    def test_frueher_im_amt(self) -> None:
        self.pruefen([("Wendland, früher Kanzlerin, spricht", [Q1]), ("Wendland, einst Kanzlerin, spricht", [Q1])])

    def test_zwei_orte_sind_zwei_aemter(self) -> None:
        lex = lexikon().amt("Q105", mit_ort=["Präsident"], ort=SUEDMARK, land=SUEDMARK)
        lex.zeit("Q105", Q6, date(2020, 1, 1))
        self.pruefen(
            [
                ("Präsident von Südmark reist ab", [Q6]),
                ("Präsidenten aus Südmark und Nordmark", []),
                ("Nordmärkischer und südmärkischer Präsident", []),
            ],
            lex,
        )

    def test_wo_ein_item_ohne_staat_spielt(self) -> None:
        lex = lexikon().akteur("Q40", "Österreich", "staat").akteur("Q20", "Alma Berger")
        lex.amt("Q106", mit_ort=["Kanzler"], ort="Q40", land="Q40").zeit("Q106", "Q20", date(2024, 1, 1))
        self.pruefen(
            [
                ("Hofburg: Der Kanzler mahnt", []),
                ("Wien: Kanzler mahnt", []),
                ("Kanzler reist nach Wien", [Q2]),
                ("Österreichs Kanzler reist nach Wien", ["Q20"]),
            ],
            lex,
        )

    def test_einzahl_und_mehrzahl(self) -> None:
        self.pruefen(
            [
                ("Nordmarks König reist ab", [Q3]),
                ("Nordmarks Könige im Vergleich", []),
                ("Kanzlern fehlt der Mut", []),
                ("Südmärkischer Premier zögert", [Q6]),
                ("Südmärkische Premiere gefeiert", []),
                ("Südmarks Premiere gefeiert", []),
            ]
        )

    def test_amtsform_in_versalien(self) -> None:
        self.pruefen(
            [("DER KANZLER SPRICHT", [Q2]), ("NORDMARKS PRÄSIDENT SPRICHT", [Q3]), ("KANZLER KOWALSKI SPRICHT", [])]
        )


class Namen(Faelle):
    def test_die_rolle_nennt_ein_frueheres_amt(self) -> None:
        self.pruefen(
            [
                ("Altkanzler Stelter mahnt", [Q7]),
                ("Ex-Kanzler Stelter mahnt", [Q7]),
                ("Früherer Finanzminister Stelter mahnt", [Q8]),
                ("Ex-Finanzminister Stelter mahnt", [Q8]),
                ("Kanzler a. D. Stelter mahnt", [Q7]),
                ("Kanzler Stelter im Rückblick", [Q7]),
                ("Ex-Präsident Stelter mahnt", []),
            ]
        )

    def test_ein_landesamt_das_das_lexikon_nicht_kennt(self) -> None:
        lex = gross().akteur("Q20", "Josef Kramer").zeit("Q104", "Q20", date(2008, 1, 1), date(2011, 1, 1))
        self.pruefen([("Altlandeshauptmann Kramer feiert", []), ("Ex-Umweltminister Kramer feiert", ["Q20"])], lex)

    def test_ein_fachminister_hat_sein_fach(self) -> None:
        lex = lexikon().akteur("Q20", "Anton Bauer").zeit("Q104", "Q20", date(2025, 5, 6)).akteur("Q21", "Udo Bauer")
        self.pruefen([("Finanzminister Bauer stellt Etat vor", [])], lex)

    def test_ein_allerweltsname_hat_in_jeder_partei_namensvettern(self) -> None:
        lex = lexikon().akteur("Q20", "Erika Muster", partei=PDM)
        self.pruefen([("PDM-Politikerin Muster tritt ab", [PDM, "Q20"]), ("Muster (PDM) tritt ab", ["Q20", PDM])], lex)
        for nummer in range(VIELE):
            lex.akteur(f"Q{nummer + 1_000}", f"Vor{nummer} Muster")
        self.pruefen([("PDM-Politikerin Muster tritt ab", [PDM]), ("Muster (PDM) tritt ab", [PDM])], lex)

    def test_wer_nur_so_heisst(self) -> None:
        self.pruefen(
            [
                ("Jonas Albrink Jr. auf Reisen", []),
                ("Albrink junior auf Reisen", []),
                ("Albrink Tower brennt", []),
                ("Albrink Media verliert Geld", []),
                ("Silvester bei den Albrinks", []),
                ("Ehepaar Albrink im Urlaub", []),
                ("Familie Albrink im Urlaub", []),
                ("Olympia: Albrink holt Gold", []),
                ("Albrink trifft Nationalmannschaft", [Q2]),
                ("Albrinks Plan", [Q2]),
            ]
        )

    def test_genitiv_hinter_einem_hauptwort(self) -> None:
        self.pruefen([("Die Pläne Albrinks stoßen auf Kritik", [Q2]), ("Melania Albrinks Film", [])])

    def test_fremde_zeichen_fehlen(self) -> None:
        lex = lexikon().akteur("Q20", "Péter Szíjjártó").akteur("Q21", "János Áder")
        self.pruefen([("Szijjarto reist ab", ["Q20"]), ("Peter Szijjarto", ["Q20"]), ("Ader platzt", [])], lex)

    def test_initialen_mit_strich(self) -> None:
        self.pruefen([("H.-J. Reiche hält Rede", [Q4]), ("K.-H. Reiche hält Rede", [])])

    def test_woerter_als_namen(self) -> None:
        self.pruefen(
            [
                ("Reiche plant Gesetz", [Q4]),
                ("Reiche werden reicher", []),
                ("Albrink und Reiche streiten", [Q2, Q4]),
                ("Reiche und Albrink streiten", [Q4, Q2]),
                ("Reiche und Arme", []),
                ("Kohl kostet mehr", []),
                ("Frau Reiche und die Gasnetze", [Q4]),
            ]
        )
        lex = lexikon().akteur("Q20", "Doris Bär").akteur("Q21", "Rita Lang")
        self.pruefen(
            [
                ("Bär reißt Schafe", []),
                ("Bärs Plan liegt vor", ["Q20"]),
                ("Frau Bär hat einen Plan", ["Q20"]),
                ("Lang ist der Weg", []),
                ("Lang ist zurück", ["Q21"]),
            ],
            lex,
        )

    def test_kurze_namen_in_versalien(self) -> None:
        self.pruefen([("ADELE OST IM GESPRÄCH", [Q6]), ("NORD UND OST", [])])

    def test_versalien_mit_fremden_zeichen(self) -> None:
        lex = lexikon().akteur("Q20", "Deniz Yıldoğan")
        self.pruefen([("DENIZ YILDOĞAN SPRICHT", [])], lex)  # ı und I: anders geschrieben
        self.pruefen([("ERDOĞMUŞ SPRICHT", ["Q21"])], lexikon().akteur("Q21", "Deniz Erdoğmuş"))


class ParteienUndStaaten(Faelle):
    def test_zwei_parteien_die_woerter_sind(self) -> None:
        self.pruefen(
            [
                ("Grüne und Linke kritisieren Etat", [BLAUE, ROTE]),
                ("Linke und Grüne gegen Aufrüstung", [ROTE, BLAUE]),
                ("Grüne: Parteitag beschlossen", [BLAUE]),
                ("Linke: Streit um Kurs", [ROTE]),
                ("Grüne Wiese, Linke Hand", []),
                ("Linke Szene im Visier", []),
            ]
        )

    def test_staaten_in_einer_aufzaehlung(self) -> None:
        self.pruefen(
            [
                ("Nordmark und Südmark einigen sich", [NORDMARK, SUEDMARK]),
                ("Nordmark, Südmark und Westmark planen Manöver", [NORDMARK, SUEDMARK, WESTMARK]),
                ("Regen in Nordmark, Südmark und Westmark", []),
            ]
        )

    def test_mannschaft_und_landeskunde(self) -> None:
        self.pruefen(
            [
                ("Nordmark gewinnt gegen Südmark", []),
                ("Nordmark verliert klar gegen Südmark", []),
                ("Nordmark wird Handball-Europameister", []),
                ("Nordmark brennt", []),
                ("Nordmark erlebt Hitzewelle", []),
                ("Nordmark klagt gegen Südmark", [NORDMARK]),
            ]
        )


class Stellen(unittest.TestCase):
    def test_leerraum_und_unsichtbares_im_namen(self) -> None:
        aufloesung = Aufloesung(lexikon().werk())
        for name in (
            "Jonas&nbsp;Albrink", "Jonas&#160;Albrink", "Jonas&amp;nbsp;Albrink", "Jonas&nbsp; &nbsp;Albrink",
            "Jonas\u00a0Albrink", "Jo\u00adnas Al&shy;brink", "Jonas\u200b Albrink", "Jonas\u202fAlbrink",
            "Jonas\n  Albrink", "Jonas &#8203;Albrink",
        ):  # fmt: skip
            titel = f"&bdquo;Nein&ldquo;:&nbsp;{name}&nbsp;spricht"
            with self.subTest(name=name):
                nutzlast, _ = aufloesung.nutzlast(Item(titel, None, HEUTE.toordinal()))
                (n,) = nutzlast["nennungen"]
                self.assertEqual((titel[n["start"] : n["ende"]], n["text"]), (name, "Jonas Albrink"))

    def test_lange_aufzaehlungen_kosten_nicht_quadratisch(self) -> None:
        aufloesung = Aufloesung(lexikon().werk())
        nutzlast, _ = aufloesung.nutzlast(Item("Nordmark, " * 3_000, None, HEUTE.toordinal()))
        self.assertEqual(nutzlast["unaufgeloest"], 3_000)


if __name__ == "__main__":
    unittest.main()
