"""Der Prüfbogen im echten Browser: urteilen, zurücknehmen, fortsetzen, speichern, einlesen; und die Marken dahinter."""

from __future__ import annotations

import csv
import io
import json
import re
import tempfile
import unittest
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pruefbogen
import pruefung
import seite
from probe import Probe, Ziehung, zeile
from tests.browser import BrowserTest
from textmarken import markieren, unterschiede

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Was ein Titel im Ernstfall enthält; alles davon muss Text bleiben.
FEINDLICH = (
    "</script><script>document.title = 'übernommen'</script>",
    "<img src=x onerror=\"document.title='übernommen'\">",
    "Trenner \u2028 und \u2029 und \\u003c",
    "\"Anführung\" und 'Strich' & <!-- <script>",
)


def paare(anzahl: int, texte: Sequence[str] = ("Sturm zieht über den Norden",)) -> list[dict[str, str]]:
    """Paare reihum aus diesen Texten, in zwei Methoden."""
    zeilen = []
    for nummer in range(anzahl):
        methode = ("gleich", "enthalten")[nummer % 2]
        probe = Probe(
            kennung=f"dublette:{nummer}",
            aussage=f"Behauptung {nummer + 1}",
            methode=methode,
            item_a=nummer,
            haus_a="abendpost",
            text_a=texte[nummer % len(texte)],
            form="paar",
            item_b=1000 + nummer,
            haus_b="kuestenkurier",
            text_b="Sturm zieht nach Süden",
            angaben={"Abstand": "2 Stunden"},
        )
        zeilen.append(zeile(probe, Ziehung("geschichtet", methode, anzahl, 7), "dublette", "dubletten-0000"))
    return zeilen


def stelle() -> dict[str, str]:
    """Eine Nennung hinter einem Emoji, das in UTF-16 zwei Einheiten hat."""
    probe = Probe(
        kennung="ort:1",
        aussage="»Bremen« meint hier die Stadt.",
        methode="name",
        item_a=1,
        haus_a="abendpost",
        text_a="🌊🌊 Flut in Bremen",
        form="stelle",
        konfidenz=0.85,
        text_b="In Bremen steigt das Wasser.",
        stellen_a=((11, 17),),
        stellen_b=((3, 9),),
    )
    return zeile(probe, Ziehung("zweifelhaft", "name"), "ort", "orte-0000")


class Bogen(BrowserTest):
    """Ein Ordner je Test, eine Seite darin, Griffe für das, was Menschen tun."""

    def setUp(self) -> None:
        ordner = tempfile.TemporaryDirectory(prefix="wurzelwerk prüfbogen ")
        self.addCleanup(ordner.cleanup)
        self.ordner = Path(ordner.name)

    def bogen(self, zeilen: Sequence[dict[str, str]]) -> Path:
        """Schreibt die Seite."""
        pfad = self.ordner / "bogen.html"
        pruefbogen.schreiben(pfad, zeilen)
        return pfad

    def anmelden(self, seite: Page, name: str = "Anna") -> None:
        """Nennt den Namen."""
        seite.fill("#name", name)
        seite.keyboard.press("Enter")

    def tippen(self, seite: Page, *tasten: str) -> None:
        """Drückt Tasten nacheinander."""
        for taste in tasten:
            seite.keyboard.press(taste)

    def zahlen(self, seite: Page) -> dict[str, int]:
        """Was die Filter zählen."""
        texte = seite.locator("#filter button[data-filter]").all_inner_texts()
        return {" ".join(worte[:-1]): int(worte[-1]) for worte in map(str.split, texte)}

    def speichern(self, seite: Page) -> list[dict[str, str]]:
        """Speichert die Urteile und liest sie wie jedes andere Programm."""
        with seite.expect_download() as herunter:
            seite.click("#knopf-speichern")
        ziel = self.ordner / herunter.value.suggested_filename
        herunter.value.save_as(ziel)
        with ziel.open(encoding="utf-8-sig", newline="") as datei:
            return list(csv.DictReader(datei))

    def einlesen(self, seite: Page, inhalt: str) -> None:
        """Liest eine Datei über die Übersicht ein."""
        seite.click("#knopf-uebersicht")
        seite.set_input_files("#datei", {"name": "urteile.csv", "mimeType": "text/csv", "buffer": inhalt.encode()})
        seite.wait_for_selector("#frage[open]")

    def urteile(self, seite: Page) -> list[str]:
        """Alle Urteile, wie sie gespeichert würden."""
        return [z["urteil"] for z in self.speichern(seite)]


class Urteilen(Bogen):
    """Der Weg durch die Stichprobe."""

    def test_urteilen_geht_zur_naechsten_offenen(self) -> None:
        with self.oeffnen(self.bogen(paare(4))) as fenster:
            s = fenster.seite
            self.anmelden(s)
            self.tippen(s, "ArrowRight", "r", "F")
            self.assertEqual(s.inner_text("#aussage"), "Behauptung 4")
            self.tippen(s, "u")
            self.assertEqual(s.inner_text("#aussage"), "Behauptung 1")
            self.assertEqual(
                self.zahlen(s), {"alle": 4, "offen": 1, "richtig": 1, "falsch": 1, "unklar": 1, "mit Bemerkung": 0}
            )
            self.assertEqual(s.get_attribute("#balken", "aria-valuenow"), "3")
            self.tippen(s, "r")
            self.assertEqual(s.inner_text("#leer-titel"), "Alles beurteilt")
            self.assertEqual(self.urteile(s), ["richtig", "richtig", "falsch", "unklar"])

    def test_zuruecknehmen_bis_zum_ersten(self) -> None:
        with self.oeffnen(self.bogen(paare(3))) as fenster:
            s = fenster.seite
            self.anmelden(s)
            self.tippen(s, "r", "f", "ArrowLeft", "r", "z")
            self.assertEqual(s.inner_text("#aussage"), "Behauptung 2")
            self.assertEqual(self.zahlen(s)["falsch"], 1)
            self.tippen(s, "z", "z")
            self.assertEqual(s.inner_text("#aussage"), "Behauptung 1")
            self.assertEqual(self.zahlen(s)["offen"], 3)
            self.assertTrue(s.is_disabled("#knopf-zurueck"))
            self.tippen(s, "z")
            self.assertEqual(self.urteile(s), ["", "", ""])

    def test_in_der_bemerkung_gilt_keine_taste(self) -> None:
        with self.oeffnen(self.bogen(paare(3))) as fenster:
            s = fenster.seite
            self.anmelden(s)
            self.tippen(s, "k")
            s.keyboard.type("fuer zwei? jr")
            self.assertEqual(s.inner_text("#aussage"), "Behauptung 1")
            self.tippen(s, "Escape", "r")
            self.assertEqual(s.inner_text("#aussage"), "Behauptung 2")
            self.assertEqual(s.input_value("#bemerkung"), "")
            self.tippen(s, "z", "z")
            self.assertEqual((s.inner_text("#aussage"), s.input_value("#bemerkung")), ("Behauptung 1", ""))

    def test_eine_begonnene_bemerkung_ueberlebt_knopf_und_neuladen(self) -> None:
        with self.oeffnen(self.bogen(paare(2))) as fenster:
            s = fenster.seite
            self.anmelden(s)
            s.fill("#bemerkung", "erste")
            s.click("[data-urteil=richtig]")
            s.fill("#bemerkung", "zweite")
            s.reload()
            self.assertEqual([z["bemerkung"] for z in self.speichern(s)], ["erste", "zweite"])

    def test_tasten_mit_strg_alt_meta_und_gehaltene_urteilen_nicht(self) -> None:
        with self.oeffnen(self.bogen(paare(3))) as fenster:
            s = fenster.seite
            self.anmelden(s)
            self.tippen(s, "Control+f", "Alt+r", "Meta+u")
            s.evaluate(
                "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'r', repeat: true, bubbles: true}))"
            )
            self.assertEqual(self.zahlen(s)["offen"], 3)

    def test_filter_methode_und_uebersicht(self) -> None:
        with self.oeffnen(self.bogen(paare(6))) as fenster:
            s = fenster.seite
            self.anmelden(s)
            self.tippen(s, "r", "u", "o")
            reihen = [reihe.split() for reihe in s.locator("#methoden tr").all_inner_texts()]
            self.assertEqual(reihen[1], ["enthalten", "3", "0", "0", "1", "2"])
            s.click("#methoden button:text('enthalten')")
            self.assertEqual(self.zahlen(s)["alle"], 3)
            self.tippen(s, "n", "r", "r")
            self.assertEqual(s.inner_text("#leer-titel"), "Hier ist nichts mehr zu sehen")
            s.click("#filter [data-filter=unklar]")
            self.assertEqual(s.inner_text("#aussage"), "Behauptung 2")
            s.click("#filter [data-methode]")
            s.click("#filter [data-filter=offen]")
            self.assertIn(s.inner_text("#aussage"), {"Behauptung 3", "Behauptung 5"})
            self.assertEqual(self.urteile(s), ["richtig", "unklar", "", "richtig", "", "richtig"])

    def test_hilfe_und_fokus(self) -> None:
        with self.oeffnen(self.bogen(paare(2))) as fenster:
            s = fenster.seite
            self.anmelden(s)
            self.tippen(s, "?", "r")
            self.assertTrue(s.is_visible("#hilfe"))
            self.tippen(s, "Escape")
            self.assertFalse(s.is_visible("#hilfe"))
            self.assertEqual(self.zahlen(s)["offen"], 2)
            namenlos = s.evaluate(
                "[...document.querySelectorAll('button, input, textarea')].filter(e => "
                "!e.innerText && !e.getAttribute('aria-label') && !e.labels?.length).map(e => e.outerHTML)"
            )
            self.assertEqual(namenlos, [])
            self.tippen(s, "r")
            self.assertEqual(s.inner_text("#ansage"), "richtig. Zeile 2 von 2: Behauptung 2")

    def test_zweitausend_zeilen_bleiben_fluessig(self) -> None:
        with self.oeffnen(self.bogen(paare(2000))) as fenster:
            s = fenster.seite
            self.anmelden(s)
            dauer = s.evaluate(
                """() => {
                    const taste = (key) => new KeyboardEvent("keydown", {key, bubbles: true});
                    const beginn = performance.now();
                    for (let i = 0; i < 500; i++) document.body.dispatchEvent(taste("rfu"[i % 3]));
                    return (performance.now() - beginn) / 500;
                }"""
            )
            self.assertEqual(self.zahlen(s)["offen"], 1500)
            self.assertLess(dauer, 50, "Millisekunden je Urteil")
            self.assertLess(s.evaluate("document.querySelectorAll('*').length"), 300)


class Fortsetzen(Bogen):
    """Was Schließen, andere Personen, andere Rechner und gesperrter Speicher ausmachen."""

    def test_neu_geladen_geht_es_weiter(self) -> None:
        with self.oeffnen(self.bogen(paare(4))) as fenster:
            s = fenster.seite
            self.anmelden(s)
            self.tippen(s, "r", "f")
            s.reload()
            self.assertEqual(s.inner_text("#pruefer"), "Anna")
            self.assertEqual(s.inner_text("#aussage"), "Behauptung 3")
            self.tippen(s, "z", "z")
            self.assertEqual(self.zahlen(s)["offen"], 4)

    def test_jede_person_hat_ihre_urteile(self) -> None:
        with self.oeffnen(self.bogen(paare(2))) as fenster:
            s = fenster.seite
            self.anmelden(s)
            self.tippen(s, "r")
            for name, offen in (("Ben", 2), ("anna", 1)):
                s.click("#knopf-uebersicht")
                s.click("#knopf-name")
                self.anmelden(s, name)
                self.assertEqual(self.zahlen(s)["offen"], offen)

    def test_eine_andere_stichprobe_beginnt_neu(self) -> None:
        with self.oeffnen(self.bogen(paare(2))) as fenster:
            s = fenster.seite
            self.anmelden(s)
            self.tippen(s, "r")
            self.bogen(paare(2, ["Ein anderer Titel"]))
            s.reload()
            self.assertTrue(s.is_visible("#wer"))

    def test_zwei_fenster_verlieren_nichts(self) -> None:
        pfad = self.bogen(paare(3))
        with self.oeffnen(pfad) as fenster:
            eins = fenster.seite
            self.anmelden(eins)
            zwei = eins.context.new_page()
            zwei.goto(pfad.as_uri())
            self.tippen(eins, "r")
            zwei.locator("#filter [data-filter=richtig] b:text-is('1')").wait_for()
            self.tippen(zwei, "ArrowRight", "f")
            self.tippen(eins, "ArrowRight", "u")
            self.assertEqual(self.urteile(eins), ["richtig", "falsch", "unklar"])
            self.assertEqual(self.urteile(zwei), ["richtig", "falsch", "unklar"])

    def test_ohne_speicher_warnt_die_seite(self) -> None:
        pfad = self.bogen(paare(2))
        with self.oeffnen(pfad) as fenster:
            s = fenster.seite
            s.add_init_script(
                "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('gesperrt'); }})"
            )
            s.reload()
            self.anmelden(s)
            self.assertIn("merkt sich auf dieser Seite nichts", s.inner_text("#warnung"))
            self.tippen(s, "r")
            with s.expect_event("dialog") as frage:
                s.close(run_before_unload=True)
            self.assertEqual(frage.value.type, "beforeunload")
            frage.value.dismiss()
            self.speichern(s)
            with s.expect_event("close"):
                s.close(run_before_unload=True)

    def test_ein_unlesbarer_stand_sperrt_niemanden_aus(self) -> None:
        pfad = self.bogen(paare(2))
        for muell in ("{", "null", '{"urteile": null}', '{"verlauf": 5}'):
            with self.subTest(muell), self.oeffnen(pfad) as fenster:
                s = fenster.seite
                self.anmelden(s)
                self.tippen(s, "r")
                s.evaluate(
                    "(text) => Object.keys(localStorage).filter((k) => k.endsWith(':anna'))"
                    ".forEach((k) => localStorage.setItem(k, text))",
                    muell,
                )
                s.reload()
                self.tippen(s, "f")
                self.assertEqual(self.urteile(s), ["falsch", ""])

    def test_mit_speicher_keine_warnung(self) -> None:
        with self.oeffnen(self.bogen(paare(2))) as fenster:
            self.anmelden(fenster.seite)
            self.assertFalse(fenster.seite.is_visible("#warnung"))


class Dateien(Bogen):
    """Speichern und einlesen."""

    def test_gespeichert_wird_alles_ausser_titeln(self) -> None:
        zeilen = paare(3)
        with self.oeffnen(self.bogen(zeilen)) as fenster:
            s = fenster.seite
            self.anmelden(s, 'Anna "A", Berlin')
            bemerkung = 'mit "Zitat", Komma;\nund Umbruch'
            s.fill("#bemerkung", bemerkung)
            s.click("[data-urteil=falsch]")
            gespeichert = self.speichern(s)
        self.assertEqual(
            list(gespeichert[0]),
            [*pruefbogen.MITGEFUEHRT, "pruefer", "urteil", "bemerkung"],
        )
        self.assertEqual(
            [gespeichert[0][name] for name in ("pruefer", "urteil", "bemerkung")],
            ['Anna "A", Berlin', "falsch", bemerkung],
        )
        for alt, neu in zip(zeilen, gespeichert, strict=True):
            self.assertEqual(
                {k: alt[k] for k in neu if k in alt and k not in {"urteil", "bemerkung"}},
                {k: v for k, v in neu.items() if k in alt and k not in {"urteil", "bemerkung"}},
            )
        self.assertNotIn("Sturm", json.dumps(gespeichert))
        (datei,) = self.ordner.glob("urteile-*.csv")
        self.assertEqual(datei.name, "urteile-dublette-anna-a-berlin.csv")

    def test_ein_anderer_rechner_setzt_fort(self) -> None:
        pfad = self.bogen(paare(3))
        with self.oeffnen(pfad) as fenster:
            self.anmelden(fenster.seite)
            fenster.seite.fill("#bemerkung", "Umbruch\nund; Komma")
            fenster.seite.click("[data-urteil=richtig]")
            self.speichern(fenster.seite)
        (datei,) = self.ordner.glob("urteile-*.csv")
        with self.oeffnen(pfad) as fenster:
            s = fenster.seite
            self.anmelden(s, "anna")
            self.einlesen(s, datei.read_text(encoding="utf-8"))
            self.assertIn("1 Zeile ist aus urteile.csv übernommen", s.inner_text("#frage-text"))
            self.tippen(s, "Enter")
            self.assertEqual(s.inner_text("#aussage"), "Behauptung 2")
            self.assertEqual(self.speichern(s)[0]["bemerkung"], "Umbruch\nund; Komma")
            self.tippen(s, "z")
            self.assertEqual(self.zahlen(s)["offen"], 3)

    def test_fremde_zeilen_werden_genannt(self) -> None:
        with self.oeffnen(self.bogen(paare(2))) as fenster:
            s = fenster.seite
            self.anmelden(s)
            self.einlesen(
                s,
                "kennung\turteil\ndublette:1\tF\ndublette:0\tvielleicht\ndublette:0\tconstructor\nanderes\tu\ndublette:7\t\n",
            )
            self.assertIn("3 Zeilen sind nicht von hier", s.inner_text("#frage-text"))
            self.tippen(s, "Escape")
            self.assertEqual(self.urteile(s), ["", "falsch"])

    def test_strittiges_wird_gefragt(self) -> None:
        inhalt = "kennung;urteil\r\ndublette:0;Falsch\r\ndublette:1;unklar\r\n"
        for wahl, erwartet in (("Die Datei gilt", "falsch"), ("Das Hiesige gilt", "richtig"), ("Abbrechen", "richtig")):
            with self.subTest(wahl=wahl), self.oeffnen(self.bogen(paare(2))) as fenster:
                s = fenster.seite
                self.anmelden(s)
                self.tippen(s, "r")
                self.einlesen(s, inhalt)
                s.click(f"#frage button:text('{wahl}')")
                if wahl != "Abbrechen":
                    s.click("#frage button:text('Weiter')")
                self.assertEqual(self.urteile(s), [erwartet, "" if wahl == "Abbrechen" else "unklar"])

    def test_was_nicht_passt_wird_abgelehnt(self) -> None:
        with self.oeffnen(self.bogen(paare(2))) as fenster:
            s = fenster.seite
            self.anmelden(s)
            for inhalt, grund in (
                ("", "keine gespeicherten Urteile"),
                ("a,b\n1,2\n", "keine gespeicherten Urteile"),
                ("kennung,urteil,pruefer\ndublette:0,richtig,Ben\n", "von »Ben«"),
                ("kennung,urteil\nanderes:0,richtig\n", "kein Urteil zu dieser Stichprobe"),
                ("kennung,urteil,coder_version\ndublette:0,richtig,andere\n", "kein Urteil zu dieser Stichprobe"),
            ):
                with self.subTest(inhalt=inhalt):
                    self.einlesen(s, inhalt)
                    self.assertIn(grund, s.inner_text("#frage-text"))
                    self.tippen(s, "Escape")
            self.assertEqual(self.urteile(s), ["", ""])

    def test_von_der_seite_bis_zur_auswertung(self) -> None:
        pfad = self.bogen(paare(4))
        for name, tasten in (("Anna", "rrfu"), ("Ben", "rffu")):
            with self.oeffnen(pfad) as fenster:
                self.anmelden(fenster.seite, name)
                self.tippen(fenster.seite, *tasten)
                self.speichern(fenster.seite)
        ausgabe = io.StringIO()
        with redirect_stdout(ausgabe):
            self.assertEqual(
                pruefung.main(["auswerten", *map(str, sorted(self.ordner.glob("urteile-*.csv"))), "--json"]), 0
            )
        (befund,) = json.loads(ausgabe.getvalue())
        self.assertEqual(befund["pruefende"], ["Anna", "Ben"])
        self.assertEqual(befund["zeilen"], {"richtig": 1, "falsch": 1, "unklar": 2, "offen": 0})
        self.assertEqual(befund["uebereinstimmung"]["gleich"], 0.75)
        self.assertEqual(befund["hochrechnung"]["bestand"], 8)


class Ansehen(Bogen):
    """Was zu sehen ist, worauf auch immer."""

    def test_titel_bleiben_text(self) -> None:
        with self.oeffnen(self.bogen(paare(len(FEINDLICH), FEINDLICH))) as fenster:
            s = fenster.seite
            self.anmelden(s)
            for text in FEINDLICH:
                self.assertEqual(s.locator(".text p").first.text_content(), text)
                self.tippen(s, "r")
            self.assertNotIn("übernommen", s.title())
            self.assertEqual(s.locator("main img").count(), 0)

    def test_auch_aussage_methode_und_angaben_bleiben_text(self) -> None:
        boese = FEINDLICH[1]
        zeilen = [{**paare(1)[0], "aussage": boese, "methode": boese, "haus_a": boese, "schicht": boese}]
        zeilen[0]["angaben"] = json.dumps({boese: boese})
        with self.oeffnen(self.bogen(zeilen)) as fenster:
            s = fenster.seite
            self.anmelden(s, boese)
            self.tippen(s, "o", "Escape")
            self.assertEqual(s.text_content("#aussage"), boese)
            self.assertEqual(s.locator("body img").count(), 0)

    def test_unterschiede_und_stellen(self) -> None:
        with self.oeffnen(self.bogen([*paare(1), stelle()])) as fenster:
            s = fenster.seite
            self.anmelden(s)
            self.assertEqual(s.locator("del").all_inner_texts(), ["über den Norden"])
            self.assertEqual(s.locator("ins").all_inner_texts(), ["nach Süden"])
            self.assertIn("Nur im ersten Text: über den Norden.", s.inner_text("#unterschied"))
            self.tippen(s, "ArrowRight")
            self.assertEqual(s.locator("mark").all_inner_texts(), ["Bremen", "Bremen"])
            self.assertIn("Konfidenz 0,85", s.inner_text("#lage"))

    def test_gleiche_texte_und_fassungen(self) -> None:
        gleich = {**paare(1)[0], "text_b": "Sturm zieht über den Norden", "item_b": "", "haus_b": ""}
        with self.oeffnen(self.bogen([gleich])) as fenster:
            self.anmelden(fenster.seite)
            self.assertEqual(fenster.seite.inner_text("#unterschied"), "Wort für Wort gleich.")
            koepfe = fenster.seite.locator(".text h3 b").all_inner_texts()
            self.assertEqual(koepfe, ["Vorher", "Nachher"])

    def test_schmal_dunkel_und_mit_dem_finger(self) -> None:
        lang = [
            "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft feiert " * 3 + "L" * 400
        ]
        schirm: dict[str, Any] = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
        with self.oeffnen(self.bogen(paare(2, lang)), color_scheme="dark", **schirm) as fenster:
            s = fenster.seite
            self.anmelden(s)
            self.assertLessEqual(s.evaluate("document.documentElement.scrollWidth"), 320)
            self.assertEqual(s.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(20, 23, 27)")
            klein = s.evaluate(
                "[...document.querySelectorAll('button')].map(b => b.getBoundingClientRect())"
                ".filter(r => r.width && (r.height < 44 || r.width < 24)).length"
            )
            self.assertEqual(klein, 0)
            s.tap("[data-urteil=richtig]")
            self.assertEqual(self.zahlen(s)["richtig"], 1)
            s.tap("#knopf-uebersicht")
            passt = s.evaluate("(d => d.scrollWidth <= d.clientWidth)(document.getElementById('uebersicht'))")
            self.assertTrue(passt)

    def test_gedruckt_stehen_alle_zeilen_da(self) -> None:
        with self.oeffnen(self.bogen(paare(3))) as fenster:
            s = fenster.seite
            self.anmelden(s)
            self.tippen(s, "f")
            s.emulate_media(media="print")
            s.evaluate("dispatchEvent(new Event('beforeprint'))")
            self.assertEqual(s.locator(".druck section:visible").count(), 3)
            self.assertIn("Urteil: falsch", s.locator(".druck section").first.inner_text())
            self.assertFalse(s.is_visible(".leiste"))
            s.evaluate("dispatchEvent(new Event('afterprint'))")
            self.assertEqual(s.locator(".druck section").count(), 0)

    def test_leere_stichprobe(self) -> None:
        with self.oeffnen(self.bogen([])) as fenster:
            self.assertIn("Die Stichprobe ist leer", fenster.seite.inner_text("main"))
            self.assertFalse(fenster.seite.locator("dialog").count())

    def test_die_seite_sagt_dass_sie_titel_enthaelt(self) -> None:
        with self.oeffnen(self.bogen(paare(1))) as fenster:
            self.anmelden(fenster.seite)
            self.assertIn("weder in ein Repository noch ins Netz", fenster.seite.inner_text(".fuss"))


class Farben(unittest.TestCase):
    """Die Farben in grund.css: Text hält überall 4,5:1 (WCAG 2.2, 1.4.3), Ränder von Bedienbarem 3:1 (1.4.11)."""

    def test_kontraste(self) -> None:
        stil = (seite.ORDNER / "grund.css").read_text(encoding="utf-8")
        hell, dunkel = (
            dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block.partition("}")[0]))
            for block in re.split(r"@media \(prefers-color-scheme: dark\)", stil)
        )
        flaechen = ("flaeche", "karte", "ton")
        paare = [
            *((text, grund) for text in ("text", "leise", "akzent", "gut", "schlecht", "offen") for grund in flaechen),
            *(("text", grund) for grund in ("marke", "gut-ton", "schlecht-ton", "offen-ton")),
            *(("karte", knopf) for knopf in ("gut", "schlecht", "offen")),
            ("akzent-text", "akzent"),
        ]
        for name, farben in (("hell", hell), ("dunkel", hell | dunkel)):
            for text, grund in paare:
                with self.subTest(name=name, text=text, grund=grund):
                    self.assertGreaterEqual(_kontrast(farben[text], farben[grund]), 4.5)
            for grund in flaechen:
                with self.subTest(name=name, rand=grund):
                    self.assertGreaterEqual(_kontrast(farben["rand"], farben[grund]), 3)


def _kontrast(a: str, b: str) -> float:
    hell, dunkel = sorted((_helligkeit(a), _helligkeit(b)), reverse=True)
    return (hell + 0.05) / (dunkel + 0.05)


def _helligkeit(farbe: str) -> float:
    """Relative Leuchtdichte nach WCAG."""
    anteile = (int(farbe[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in anteile)
    return sum(gewicht * c for gewicht, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


class Marken(unittest.TestCase):
    """Der reine Kern hinter den Marken."""

    def test_unterschiede(self) -> None:
        for a, b, weg, neu in (
            ("Drei Tote bei Unfall", "Vier Tote bei Unfall", ["Drei"], ["Vier"]),
            ("Lage ruhig", "Lage ruhig", [], []),
            ("Lage  ruhig", "Lage ruhig", [], []),
            ("Lage: ruhig", "Lage ruhig", [":"], []),
            ("", "neu", [], ["neu"]),
            ("😀 a b", "a b", ["😀"], []),
            ("a b c d", "a x y d", ["b c"], ["x y"]),
        ):
            with self.subTest(a=a, b=b):
                links, rechts = unterschiede(a, b)
                self.assertEqual("".join(text for _, text in links), a)
                self.assertEqual("".join(text for _, text in rechts), b)
                self.assertEqual([text for marke, text in links if marke == "weg"], weg)
                self.assertEqual([text for marke, text in rechts if marke == "neu"], neu)

    def test_haeufige_woerter_zaehlen_auch_in_langen_texten(self) -> None:
        a = "die " * 300 + "Kuh"
        self.assertEqual([m for m, _ in unterschiede(a, a + " lacht")[1]], ["", "neu"])

    def test_ein_titel_aus_tausenden_gleicher_woerter_haelt_nichts_auf(self) -> None:
        # Wort für Wort verglichen, dauerte das Stunden.
        lang = "ja " * 20_000
        links, rechts = unterschiede(f"Vorn {lang}alt hinten", f"Vorn {lang}{lang}neu hinten")
        self.assertEqual([(m, t) for m, t in links if m], [("weg", "alt")])
        self.assertEqual([(m, t) for m, t in rechts if m], [("neu", f"{lang}neu")])
        self.assertEqual(unterschiede(lang, lang)[0], [("", lang)])

    def test_stellen_duerfen_sich_ueberschneiden(self) -> None:
        self.assertEqual(markieren("Bad Homburg vor", [(4, 11), (0, 8)]), [("stelle", "Bad Homburg"), ("", " vor")])
        self.assertEqual(markieren("", []), [])
