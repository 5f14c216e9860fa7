"""Der Bericht im echten Browser: gezeichnet, ohne Anfrage nach außen, bedienbar, druckbar; und was er ablehnt.

Gerechnet wird mit den mitgelieferten Beispielen und den fünf Modulen, die kein Modell brauchen.
"""

from __future__ import annotations

import json
import re
import tempfile
import time
import unittest
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any, ClassVar

import psycopg

from tests.basis import lauf, neue_datenbank
from tests.browser import BrowserTest, Fenster
from tests.vorbereitung import BEISPIEL, vorbereiten

VON_BIS = ("--von", "2026-09-07", "--bis", "2026-09-11")
BOESES_HAUS = '<img src=x onerror="document.title=1">{b}'
BOESER_TITEL = (
    '</script><script>document.title="boese"</script> Kanzler Friedrich Merz reist nach Kiel {{ 7 * 7 }} & mehr'
)
LANGES_HAUS = "L" * 200
LEERRAUM = " zwei  Leer\nund ein Umbruch "
# Welches Haus das Bild zeigt, unabhängig davon, was die Auswahlliste sagt.
GEWAEHLT = 'echarts.getInstanceByDom(document.getElementById("zeichnung-ton_woche")).getOption().series[1].name'
EINFUEGEN = "insert into raw_items (haus, titel, erfasst_am, slot) values (%s, %s, %s, %s)"

# Je Bild: wie viele gezeichnete Formen es mindestens hat. Weniger heißt, dass nur Achsen dastehen.
BILDER = {
    "netz": 20, "zuerst": 10, "revisionen": 10, "akteure_zeit": 8, "akteure_steigend": 4, "akteure_haus": 40,
    "karte_deutschland": 40, "karte_europa": 10, "karte_welt": 6, "ton_haus": 20, "ton_woche": 3, "menge": 30,
}  # fmt: skip


@cache
def kodiert() -> str:
    """Die Datenbank mit den kodierten Beispielen, eine für alle Klassen hier."""
    url = vorbereiten(neue_datenbank(), BEISPIEL)
    for worte in (
        ["lexikon_laden.py"],
        ["ortslexikon_laden.py"],
        ["phase2.py", "--backfill", "--nur", "dubletten,revisionen,akteure,orte,tonalitaet"],
    ):
        ergebnis = lauf(*worte, url=url, env={"WURZELWERK_NER": "hanta"})
        if ergebnis.returncode:
            raise AssertionError(ergebnis.stderr)
    return url


def warten(fenster: Fenster, ausdruck: str) -> None:
    """Wartet, bis ein Ausdruck gilt. ``wait_for_function`` wertet ihn in der Seite aus, und das verbietet ihre CSP."""
    frist = time.monotonic() + 10
    while not fenster.seite.evaluate(ausdruck):
        if time.monotonic() > frist:
            raise AssertionError(f"gilt auch nach 10 s nicht: {ausdruck}")
        fenster.seite.wait_for_timeout(20)


class MitBeispielen(unittest.TestCase):
    """Eine kodierte Datenbank und ein Ordner je Testklasse."""

    url: ClassVar[str]
    ordner: ClassVar[Path]

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        ordner = tempfile.TemporaryDirectory(prefix="bericht im ordner ")
        cls.addClassCleanup(ordner.cleanup)
        cls.ordner = Path(ordner.name)
        cls.url = kodiert()

    def bericht(self, *worte: str, name: str = "b.html", ausgang: int = 0) -> tuple[Path, str]:
        """Schreibt einen Bericht; Pfad und Fehlerausgabe."""
        ziel = self.ordner / name
        ergebnis = lauf("bericht.py", *worte, "--ziel", ziel, url=self.url)
        self.assertEqual(ergebnis.returncode, ausgang, ergebnis.stderr)
        return ziel, ergebnis.stderr


class ImBrowser(MitBeispielen, BrowserTest):
    ziel: ClassVar[Path]

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.ziel = cls.ordner / "ganz.html"
        ergebnis = lauf("bericht.py", *VON_BIS, "--ziel", cls.ziel, url=cls.url)
        assert ergebnis.returncode == 0, ergebnis.stderr

    def formen(self, fenster: Fenster, name: str) -> int:
        return fenster.seite.locator(f"#zeichnung-{name} svg path").count()

    def test_jedes_bild_ist_gezeichnet_und_beschrieben(self) -> None:
        with self.oeffnen(self.ziel) as fenster:
            for name, mindestens in BILDER.items():
                with self.subTest(name):
                    self.assertGreaterEqual(self.formen(fenster, name), mindestens)
                    ort = fenster.seite.locator(f"#zeichnung-{name}")
                    self.assertEqual(ort.get_attribute("role"), "img")
                    self.assertGreater(len(ort.get_attribute("aria-label") or ""), 30)
                    self.assertGreaterEqual(fenster.seite.locator(f"#bild-{name} table tbody tr").count(), 1)
            self.assertEqual(fenster.seite.locator("[id^=zeichnung-]").count(), len(BILDER))

    def test_unter_jedem_bild_steht_das_sql(self) -> None:
        with self.oeffnen(self.ziel) as fenster:
            for bild in fenster.seite.locator("figure").all():
                texte = bild.locator(".herkunft pre").all_text_contents()
                self.assertTrue(texte)
                for text in texte:
                    self.assertNotIn("%(", text)
                    self.assertIn("from", text)

    def test_schalter_aendern_das_bild(self) -> None:
        faelle = {"netz": "wortgleich", "revisionen": "ticker", "akteure_zeit": "anteil"}
        with self.oeffnen(self.ziel) as fenster:
            for name, schalter in faelle.items():
                with self.subTest(name):
                    vorher = fenster.seite.locator(f"#zeichnung-{name} svg").inner_html()
                    kasten = fenster.seite.locator(f'.schalter[data-bild="{name}"] input[name="{schalter}"]')
                    kasten.focus()
                    fenster.seite.keyboard.press("Space")
                    self.assertTrue(kasten.is_checked())
                    nachher = fenster.seite.locator(f"#zeichnung-{name} svg").inner_html()
                    self.assertNotEqual(vorher, nachher)
                    # Auch auf Papier und ohne Augen steht da, was gezeichnet ist.
                    gestellt = f"Gezeichnet mit: {kasten.evaluate('e => e.labels[0].textContent.trim()')}."
                    ort = fenster.seite.locator(f"#bild-{name}")
                    self.assertEqual(ort.locator(".stellung").inner_text(), gestellt)
                    self.assertIn(gestellt, ort.get_by_role("img").first.get_attribute("aria-label") or "")
                    fenster.seite.keyboard.press("Space")
                    zurueck = fenster.seite.locator(f"#zeichnung-{name} svg").inner_html()
                    self.assertEqual(_ohne_nummern(zurueck), _ohne_nummern(vorher))

    def test_haus_waehlen_und_karte_vergroessern(self) -> None:
        with self.oeffnen(self.ziel) as fenster:
            fenster.seite.select_option('select[name="haus"]', "stadtbote")
            self.assertIn("stadtbote", fenster.seite.locator("#zeichnung-ton_woche svg").text_content() or "")
            self.assertEqual(fenster.seite.inner_text("#bild-ton_woche .stellung"), "Gezeichnet mit: Haus stadtbote.")
            karte = fenster.seite.locator("#zeichnung-karte_deutschland svg")
            vorher = karte.inner_html()
            fenster.seite.get_by_role("button", name="Vergrößern").first.click()
            self.assertNotEqual(karte.inner_html(), vorher)

    def test_zeigen_nennt_zahlen(self) -> None:
        with self.oeffnen(self.ziel, viewport={"width": 1200, "height": 900}) as fenster:
            bild = fenster.seite.locator("#zeichnung-zuerst")
            bild.scroll_into_view_if_needed()
            kasten = bild.bounding_box()
            assert kasten is not None
            fenster.seite.mouse.move(kasten["x"] + kasten["width"] / 2, kasten["y"] + 70)
            warten(fenster, "document.querySelector('#zeichnung-zuerst').innerText.includes('zuerst da:')")

    def test_dunkel_telefon_druck(self) -> None:
        with self.oeffnen(self.ziel, color_scheme="dark") as fenster:
            grund = fenster.seite.evaluate("getComputedStyle(document.body).backgroundColor")
            self.assertLess(sum(map(int, re.findall(r"\d+", grund)[:3])), 150)
            self.assertIn("#56b4e9", fenster.seite.locator("#zeichnung-netz svg").inner_html().lower())
            fenster.seite.emulate_media(color_scheme="light")
            warten(fenster, "document.querySelector('#zeichnung-netz svg').innerHTML.toLowerCase().includes('#0072b2')")
        for breite in (320, 375, 768):
            with self.oeffnen(self.ziel, viewport={"width": breite, "height": 700}) as fenster:
                self.assertLessEqual(fenster.seite.evaluate("document.documentElement.scrollWidth"), breite)
        with self.oeffnen(self.ziel, color_scheme="dark") as fenster:
            druck = fenster.seite.pdf(format="A4", prefer_css_page_size=True)
            self.assertTrue(druck.startswith(b"%PDF"))
            self.assertGreater(len(re.findall(rb"/Type\s*/Page\b", druck)), 5)

    def test_ohne_javascript_bleiben_die_zahlen(self) -> None:
        umgebung = self.browser.new_context(java_script_enabled=False)
        self.addCleanup(umgebung.close)
        blatt = umgebung.new_page()
        blatt.goto(self.ziel.as_uri())
        self.assertIn("Ohne JavaScript", blatt.locator("noscript").first.text_content() or "")
        self.assertGreater(blatt.locator("table tbody tr").count(), 100)

    def test_ueberschriften_und_namen(self) -> None:
        with self.oeffnen(self.ziel) as fenster:
            self.assertEqual(fenster.seite.locator("h1").count(), 1)
            self.assertEqual(fenster.seite.locator("html").get_attribute("lang"), "de")
            kennungen = fenster.seite.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
            self.assertEqual(len(kennungen), len(set(kennungen)))
            ohne_namen = fenster.seite.evaluate(
                "[...document.querySelectorAll('input,select,button')]"
                ".filter((e) => !(e.labels && e.labels.length) && !e.textContent.trim()).length"
            )
            self.assertEqual(ohne_namen, 0)


class Boese(BrowserTest):
    """HTML und JavaScript in Titeln und Namen von Häusern bleiben Text."""

    def test_nichts_davon_laeuft(self) -> None:
        url = vorbereiten(neue_datenbank(self.addCleanup))
        with psycopg.connect(url, autocommit=True) as conn:
            for haus in (BOESES_HAUS, LEERRAUM, LANGES_HAUS):
                for nummer in range(3):
                    am = f"2026-09-07 08:0{nummer}Z"
                    conn.execute(EINFUEGEN, (haus, BOESER_TITEL + " neu" * nummer, am, "2026-09-07 08:00Z"))
        for worte in (["dubletten.py", "--backfill"], ["revisionen.py", "--backfill"], ["lexikon_laden.py"]):
            self.assertEqual(lauf(*worte, url=url).returncode, 0)
        self.assertEqual(lauf("akteure.py", "--backfill", "--ner", "keine", url=url).returncode, 0)
        self.assertEqual(lauf("tonalitaet.py", "--backfill", url=url).returncode, 0)
        with tempfile.TemporaryDirectory() as ordner:
            ziel = Path(ordner) / "böse & <b>.html"
            ergebnis = lauf("bericht.py", *VON_BIS, "--ziel", ziel, url=url)
            self.assertEqual(ergebnis.returncode, 0, ergebnis.stderr)
            with self.oeffnen(ziel) as fenster:
                self.assertEqual(fenster.seite.title(), "Wurzelwerk: Bericht 07.09.2026 bis 11.09.2026")
                self.assertEqual(fenster.seite.locator("main img").count(), 0)
                self.assertIn(BOESER_TITEL, fenster.seite.locator("#uebernahmen .beispiele").text_content() or "")
                self.assertIn(BOESES_HAUS, fenster.seite.locator("#bild-netz tbody").text_content() or "")
                kasten = fenster.seite.locator("#zeichnung-zuerst")
                kasten.hover(position={"x": 500, "y": 70})
                self.assertEqual(fenster.seite.locator("figure img").count(), 0)
                for stelle, haus in enumerate((LEERRAUM, BOESES_HAUS, LANGES_HAUS)):
                    fenster.seite.select_option("select[name=haus]", index=stelle)
                    self.assertEqual(fenster.seite.evaluate(GEWAEHLT), haus)
                for breite in (320, 640, 1200):
                    fenster.seite.set_viewport_size({"width": breite, "height": 700})
                    warten(fenster, f"document.documentElement.scrollWidth <= {breite}")


class Grenzen(MitBeispielen):
    def text(self, pfad: Path) -> str:
        return unescape(re.sub(r"<[^>]+>", " ", re.sub(r"(?s)<(script|style).*?</\1>", "", pfad.read_text())))

    def test_leerer_zeitraum(self) -> None:
        ziel, meldung = self.bericht("--von", "2020-01-01", "--bis", "2020-01-31", name="leer.html")
        self.assertIn("keine Items", meldung)
        self.assertIn("In diesem Zeitraum liegen keine Items dieser Häuser vor.", self.text(ziel))
        self.assertEqual(self.daten(ziel)["bilder"], {})

    def test_ein_item(self) -> None:
        with psycopg.connect(self.url, autocommit=True) as conn:
            conn.execute(EINFUEGEN, ("abendpost", "Ein einziger Titel", "2027-03-01 10:00Z", "2027-03-01 10:00Z"))
            self.addCleanup(self._loeschen)
        ziel, _ = self.bericht("--von", "2027-03-01", "--bis", "2027-03-01", name="eins.html")
        text = self.text(ziel)
        self.assertIn("Das einzige Item ist noch nicht kodiert: dublette 1, revision 1,", text)
        self.assertEqual(list(self.daten(ziel)["bilder"]), ["menge"])

    def _loeschen(self) -> None:
        with psycopg.connect(self.url, autocommit=True) as conn:
            conn.execute("delete from raw_items where titel = 'Ein einziger Titel'")

    def test_ein_haus(self) -> None:
        ziel, _ = self.bericht(*VON_BIS, "--haus", "stadtbote", name="haus.html")
        self.assertIn("Ein Haus: stadtbote.", self.text(ziel))
        self.assertNotIn("netz", self.daten(ziel)["bilder"])
        self.assertEqual(self.daten(ziel)["bilder"]["menge"]["haeuser"], ["stadtbote"])

    def test_unbekanntes_haus(self) -> None:
        ziel, meldung = self.bericht(*VON_BIS, "--haus", "stadtbotte", name="x.html", ausgang=2)
        self.assertIn(
            "--haus stadtbotte: dieses Haus gibt es im Bestand nicht; gemeint sein könnte: stadtbote", meldung
        )
        self.assertEqual(meldung.count("\n"), 1)
        self.assertFalse(ziel.exists())

    def test_vorhandenes_ziel(self) -> None:
        ziel = self.ordner / "da.html"
        ziel.write_text("alt")
        _, meldung = self.bericht(*VON_BIS, name="da.html", ausgang=2)
        self.assertIn("gibt es schon; --ersetzen überschreibt es", meldung)
        self.assertEqual(ziel.read_text(), "alt")
        self.bericht(*VON_BIS, "--ersetzen", name="da.html")
        self.assertIn("Wurzelwerk", ziel.read_text())

    def test_gleicher_stand_gleiche_seite(self) -> None:
        erster, _ = self.bericht(*VON_BIS, name="g1.html")
        zweiter = self.ordner / "g2.html"
        ergebnis = lauf("bericht.py", *VON_BIS, "--ziel", zweiter, url=self.url, env={"PYTHONHASHSEED": "7"})
        self.assertEqual(ergebnis.returncode, 0, ergebnis.stderr)
        self.assertEqual(erster.read_bytes(), zweiter.read_bytes())

    def test_ohne_kodierungen_und_ohne_schema(self) -> None:
        url = vorbereiten(neue_datenbank(self.addCleanup), BEISPIEL)
        ziel = self.ordner / "roh.html"
        ergebnis = lauf("bericht.py", *VON_BIS, "--ziel", ziel, url=url)
        self.assertEqual(ergebnis.returncode, 0, ergebnis.stderr)
        self.assertIn(
            "Mit der Vorgabe noch nie gerechnet: dublette, revision, akteur, ort, tonalitaet.", self.text(ziel)
        )
        # Was nicht kodiert ist, kann nicht fehlen: keine Behauptung, niemand teile, niemand komme vor.
        self.assertEqual(self.text(ziel).count("Ob es hier etwas gibt, ist offen."), 12)
        for behauptung in ("teilen sich keine", "kein Akteur", "Niemand", "kein Ort", "keine Fläche"):
            self.assertNotIn(behauptung, self.text(ziel))
        leer = neue_datenbank(self.addCleanup)
        ergebnis = lauf("bericht.py", *VON_BIS, "--ziel", self.ordner / "y.html", url=leer)
        self.assertEqual(ergebnis.returncode, 1)
        self.assertEqual(ergebnis.stderr.count("\n"), 1)
        self.assertFalse((self.ordner / "y.html").exists())

    def daten(self, pfad: Path) -> dict[str, Any]:
        block = re.search(r'<script type="application/json" id="daten">(.*?)</script>', pfad.read_text(), re.DOTALL)
        assert block is not None
        werte: dict[str, Any] = json.loads(block[1])
        return werte


def _ohne_nummern(svg: str) -> str:
    """Ohne die laufenden Nummern, die ECharts Mustern und Ausschnitten gibt."""
    return re.sub(r"zr\d+-[a-z]+-?\d*|\bid=\"[^\"]*\"|url\([^)]*\)", "", svg)


if __name__ == "__main__":
    unittest.main()
