"""Die Auswertung der Urteile: gelesen wird, was Menschen speichern; gerechnet, was in der Literatur steht."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pruefung
import urteilsguete
from probe import Probe, Ziehung, zeile
from tests.basis import WURZEL
from urteile import Urteil, Zeile
from urteilsguete import Bilanz, Stratum

# Krippendorff (2011), »Computing Krippendorff's Alpha-Reliability«, Beispiel C: vier Prüfende, zwölf Einheiten, Lücken.
KRIPPENDORFF = (
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)

# Newcombe (1998), Statistics in Medicine 17, 857–872, Tabelle I, Methode 3: richtig, n, untere und obere Grenze.
WILSON = ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718))


def stichprobe(
    urteile: Sequence[str],
    *,
    methode: str = "gleich",
    umfang: int | None = 100,
    konfidenz: float | None = None,
    version: str = "dubletten-0000",
    ab: int = 0,
    **rest: str,
) -> list[dict[str, str]]:
    """Zeilen einer Schicht mit diesen Urteilen."""
    ziehung = Ziehung(
        "zweifelhaft" if umfang is None else "geschichtet", methode, umfang, None if umfang is None else 7
    )
    zeilen = []
    for nummer, urteil in enumerate(urteile, start=ab):
        probe = Probe(
            kennung=f"dublette:{nummer}",
            aussage="Beide Titel sind dieselbe Meldung.",
            methode=methode,
            item_a=nummer,
            haus_a="abendpost",
            text_a=f"Erfundener Titel {nummer}",
            form="paar",
            konfidenz=konfidenz,
            text_b="Erfundener Titel",
        )
        zeilen.append({**zeile(probe, ziehung, "dublette", version), "urteil": urteil, **rest})
    return zeilen


class Ausgang:
    """Wie ein Aufruf endete."""

    def __init__(self, code: int, ausgabe: str, meldungen: list[str]) -> None:
        self.code = code
        self.ausgabe = ausgabe
        self.meldungen = meldungen

    @property
    def befunde(self) -> list[dict[str, Any]]:
        """Die Ausgabe von --json."""
        befunde: list[dict[str, Any]] = json.loads(self.ausgabe)
        return befunde


class PruefungTest(unittest.TestCase):
    """Ein Ordner je Test und der Aufruf von ``pruefung.py auswerten`` darin."""

    def setUp(self) -> None:
        ordner = tempfile.TemporaryDirectory(prefix="wurzelwerk prüfung ")
        self.addCleanup(ordner.cleanup)
        self.ordner = Path(ordner.name)

    def datei(self, name: str, zeilen: Sequence[Mapping[str, str]], trenner: str = ",", ende: str = "\n") -> Path:
        """Schreibt Zeilen als CSV."""
        text = io.StringIO()
        schreiber = csv.DictWriter(text, fieldnames=list(zeilen[0]), delimiter=trenner, lineterminator=ende)
        schreiber.writeheader()
        schreiber.writerows(zeilen)
        return self.roh(name, text.getvalue().encode())

    def roh(self, name: str, inhalt: bytes) -> Path:
        """Schreibt Bytes."""
        pfad = self.ordner / name
        pfad.write_bytes(inhalt)
        return pfad

    def auswerten(self, *worte: str | Path) -> Ausgang:
        """Ruft die Auswertung auf."""
        aus, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(aus), contextlib.redirect_stderr(err):
            try:
                code = pruefung.main(["auswerten", *map(str, worte)])
            except SystemExit as ende:
                code = int(ende.code or 0)
        return Ausgang(code, aus.getvalue(), err.getvalue().splitlines())


class Zahlen(unittest.TestCase):
    """Der reine Kern gegen veröffentlichte und von Hand gerechnete Werte."""

    def test_wilson_wie_veroeffentlicht(self) -> None:
        for richtig, n, unten, oben in WILSON:
            with self.subTest(richtig=richtig, n=n):
                von, bis = urteilsguete.wilson(richtig, n)
                self.assertAlmostEqual(von, unten, places=4)
                self.assertAlmostEqual(bis, oben, places=4)

    def test_alpha_wie_veroeffentlicht(self) -> None:
        zeilen: dict[Zeile, list[Urteil]] = {}
        for person, werte in zip("ABCD", KRIPPENDORFF, strict=True):
            for nummer, wert in enumerate(werte.split()):
                schluessel = Zeile(str(nummer), ("s", "v", "zweifelhaft"), "m", None, "m", None)
                zeilen.setdefault(schluessel, []).append(Urteil(person, wert.strip("."), ""))
        ergebnis = urteilsguete.uebereinstimmen(zeilen)
        assert ergebnis.alpha is not None
        self.assertAlmostEqual(ergebnis.alpha, 0.743, places=3)
        self.assertEqual(ergebnis.zeilen, 11)  # die zwölfte hat nur ein Urteil

    def test_das_haeufigste_urteil_gilt_und_gleichstand_ist_unklar(self) -> None:
        for stimmen, erwartet in (
            ("", ""),
            ("r", "richtig"),
            ("rf", "unklar"),
            ("rrf", "richtig"),
            ("rfu", "unklar"),
            ("ruu", "unklar"),
            ("rrff", "unklar"),
        ):
            with self.subTest(stimmen=stimmen):
                worte = [{"r": "richtig", "f": "falsch", "u": "unklar"}[s] for s in stimmen]
                self.assertEqual(urteilsguete.geltend(["", *worte]), erwartet)

    def test_hochrechnung_gewichtet_mit_dem_umfang(self) -> None:
        h = urteilsguete.hochrechnen([Stratum("a", 900, Bilanz(18, 2)), Stratum("b", 100, Bilanz(5, 5, unklar=10))])
        # 0,9 · 18/20 + 0,1 · 5/10 = 0,86; unklar als falsch: 0,81 + 0,1 · 5/20.
        self.assertAlmostEqual(h.precision or 0, 0.86)
        self.assertAlmostEqual(h.vorsichtig or 0, 0.835)
        # Geglättet 19/22 und 6/12: Varianz 0,81·0,11777/20 + 0,01·0,25/10 = 0,00501963, Anteil 0,82727,
        # wirksam 0,142893/0,00501963 = 28,467; Wilson von 0,86 bei 28,467 Urteilen.
        von, bis = h.intervall or (0, 0)
        self.assertAlmostEqual(von, 0.6901, places=4)
        self.assertAlmostEqual(bis, 0.9443, places=4)

    def test_ein_stratum_ergibt_fast_das_einfache_intervall(self) -> None:
        h = urteilsguete.hochrechnen([Stratum("a", 10_000, Bilanz(180, 20))])
        for weit, einfach in zip(h.intervall or (0, 0), urteilsguete.wilson(180, 200), strict=True):
            self.assertAlmostEqual(weit, einfach, places=2)

    def test_ohne_fehler_bleibt_unsicherheit(self) -> None:
        h = urteilsguete.hochrechnen([Stratum("a", 900, Bilanz(10, 0)), Stratum("b", 100, Bilanz(10, 0))])
        von, bis = h.intervall or (1, 1)
        self.assertEqual((h.precision, bis), (1.0, 1.0))
        self.assertLess(von, 0.9)

    def test_ganz_geprueft_ist_bekannt(self) -> None:
        h = urteilsguete.hochrechnen([Stratum("a", 4, Bilanz(3, 1)), Stratum("b", 6, Bilanz(6, 0))])
        self.assertEqual(h.intervall, (0.9, 0.9))
        self.assertEqual(h.duenn, [])

    def test_strata_ohne_urteil_fehlen_und_sind_genannt(self) -> None:
        h = urteilsguete.hochrechnen([Stratum("a", 900, Bilanz(20, 0)), Stratum("b", 100, Bilanz(unklar=3, offen=2))])
        self.assertEqual(([s.name for s in h.ohne_urteil], h.gedeckt, h.bestand), (["b"], 900, 1000))
        leer = urteilsguete.hochrechnen([Stratum("b", 100, Bilanz(unklar=3))])
        self.assertEqual((leer.precision, leer.intervall), (None, None))


class Auswertung(PruefungTest):
    """Vom CSV bis zum Bericht."""

    def test_je_methode_und_band(self) -> None:
        pfad = self.datei(
            "urteile-anna.csv",
            [
                *stichprobe(["richtig"] * 8 + ["falsch"] * 2, methode="amt", konfidenz=0.95),
                *stichprobe(["unklar", "richtig", ""], methode="amt", konfidenz=0.8, ab=10, stratum="amt · mittel"),
            ],
        )
        ausgang = self.auswerten(pfad, "--json")
        self.assertEqual((ausgang.code, ausgang.meldungen), (0, []))
        oben, mitte = ausgang.befunde[0]["methoden"]
        self.assertEqual((oben["band"], oben["richtig"], oben["falsch"], oben["precision"]), ("ab 0,90", 8, 2, 0.8))
        self.assertEqual([round(grenze, 4) for grenze in oben["intervall"]], [0.4902, 0.9433])
        self.assertEqual((mitte["band"], mitte["unklar"], mitte["offen"]), ("0,75 bis unter 0,90", 1, 1))
        self.assertEqual((mitte["precision"], mitte["unklar_als_falsch"]), (1.0, 0.5))

    def test_der_bericht_als_text(self) -> None:
        anna = self.datei("anna.csv", stichprobe(["richtig", "richtig", "falsch", "unklar"]))
        ben = self.datei("ben.csv", stichprobe(["richtig", "falsch", "falsch", ""]))
        ausgabe = self.auswerten(anna, ben).ausgabe.replace("\u00a0", " ")
        kopf, gleich = ausgabe.splitlines()[3:5]
        self.assertEqual(kopf.split()[:4], ["Methode", "Konfidenz", "n", "richtig"])
        self.assertEqual(gleich.split()[:9], ["gleich", "–", "4", "1", "1", "2", "0", "50,0", "%"])
        for satz in (
            "dublette, dubletten-0000, Ziehung geschichtet",
            "4 von 4 Zeilen beurteilt, von anna, ben",
            "Hochgerechnet auf die 100 Zeilen der gezogenen Strata: 50,0 %",
            "  gleich: 2 von 100 Zeilen, 100,0 % aller Zeilen",
            "Übereinstimmung an 3 Zeilen mit mehreren Urteilen: 66,7 % gleich, Krippendorffs Alpha 0,444",
            "Zu besprechen: 2 (1 × uneins, 1 × unklar)",
            "    ben: falsch",
            "    | Erfundener Titel 1",
        ):
            with self.subTest(satz=satz):
                self.assertIn(satz, ausgabe)

    def test_zweifelhafte_schaetzen_nicht_den_bestand(self) -> None:
        pfad = self.datei("anna.csv", stichprobe(["richtig", "falsch"], umfang=None))
        self.assertIn("das schätzt nicht den Bestand", self.auswerten(pfad).ausgabe)
        self.assertIsNone(self.auswerten(pfad, "--json").befunde[0]["hochrechnung"])

    def test_versionen_bleiben_getrennt_und_der_bericht_warnt(self) -> None:
        alt = self.datei("alt.csv", stichprobe(["falsch"], version="dubletten-alt"))
        neu = self.datei("neu.csv", stichprobe(["richtig"], version="dubletten-neu"))
        ausgang = self.auswerten(alt, neu)
        self.assertTrue(ausgang.ausgabe.startswith("Achtung: dublette in 2 coder_versions"), ausgang.ausgabe)
        befunde = self.auswerten(alt, neu, "--json").befunde
        self.assertEqual(
            [(b["coder_version"], b["zeilen"]["richtig"]) for b in befunde],
            [("dubletten-alt", 0), ("dubletten-neu", 1)],
        )

    def test_alpha_unbestimmt_sagt_warum(self) -> None:
        anna = self.datei("anna.csv", stichprobe(["richtig", "richtig", "falsch"]))
        ben = self.datei("ben.csv", stichprobe(["richtig", "richtig", ""]))
        self.assertIn("Krippendorffs Alpha unbestimmt (alle urteilen richtig", self.auswerten(anna, ben).ausgabe)

    def test_eine_person_allein_stimmt_mit_niemandem_ueberein(self) -> None:
        anna = self.datei("anna.csv", stichprobe(["richtig", "richtig"]))
        ben = self.datei("ben.csv", stichprobe(["", ""], bemerkung="nur gelesen"))
        self.assertNotIn("Übereinstimmung", self.auswerten(anna, ben).ausgabe)

    def test_ohne_gemeinsame_zeile_keine_uebereinstimmung(self) -> None:
        anna = self.datei("anna.csv", stichprobe(["richtig", ""]))
        ben = self.datei("ben.csv", stichprobe(["", "falsch"]))
        self.assertIn("Übereinstimmung: keine Zeile haben zwei Personen beurteilt", self.auswerten(anna, ben).ausgabe)

    def test_was_tabellenprogramme_speichern(self) -> None:
        zeilen = stichprobe(["Richtig", "F", " u "], pruefer="Änne", bemerkung='Zeile;\n"zwei"')
        erwartet = self.auswerten(self.datei("a.csv", zeilen), "--json").befunde
        self.assertEqual([erwartet[0]["zeilen"][u] for u in ("richtig", "falsch", "unklar")], [1, 1, 1])
        for trenner, ende, bom in ((";", "\r\n", b"\xef\xbb\xbf"), ("\t", "\n", b""), (",", "\r\n", b"\xef\xbb\xbf")):
            with self.subTest(trenner=trenner):
                inhalt = self.datei("b.csv", zeilen, trenner, ende).read_bytes()
                self.assertEqual(self.auswerten(self.roh("b.csv", bom + inhalt), "--json").befunde, erwartet)

    def test_konfidenz_mit_deutschem_komma(self) -> None:
        zeilen = [{**z, "konfidenz": "0,95"} for z in stichprobe(["richtig"], konfidenz=0.95)]
        methode = self.auswerten(self.datei("a.csv", zeilen, ";"), "--json").befunde[0]["methoden"][0]
        self.assertEqual(methode["band"], "ab 0,90")

    def test_kurze_und_leere_zeilen(self) -> None:
        zeilen = stichprobe(["richtig"], bemerkung="")
        pfad = self.datei("a.csv", zeilen)
        pfad.write_text(pfad.read_text(encoding="utf-8").rstrip(",\n") + "\n\n,,,\n", encoding="utf-8")
        self.assertEqual(self.auswerten(pfad, "--json").befunde[0]["zeilen"]["richtig"], 1)

    def test_dieselbe_person_von_zwei_rechnern(self) -> None:
        eins = self.datei("eins.csv", stichprobe(["richtig", ""], pruefer="Anna"))
        zwei = self.datei("zwei.csv", stichprobe(["richtig", "falsch"], pruefer=" anna "))
        befund = self.auswerten(eins, zwei, "--json").befunde[0]
        self.assertEqual((befund["pruefende"], befund["zeilen"]["falsch"]), (["anna"], 1))
        self.assertIsNone(befund["uebereinstimmung"])

    def test_texte_kommen_aus_der_stichprobe(self) -> None:
        zeilen = stichprobe(["unklar"])
        ohne = [{k: v for k, v in z.items() if not k.startswith(("text", "aussage"))} for z in zeilen]
        urteile = self.datei("urteile.csv", ohne)
        self.assertIn("Mit --stichprobe DATEI.csv", self.auswerten(urteile).ausgabe)
        ausgabe = self.auswerten(urteile, "--stichprobe", self.datei("stichprobe.csv", stichprobe([""]))).ausgabe
        self.assertIn("| Erfundener Titel 0", ausgabe)
        self.assertNotIn("Mit --stichprobe", ausgabe)

    def test_tabelle_als_csv(self) -> None:
        urteile = self.datei("a.csv", stichprobe(["richtig", "falsch"]))
        ziel = self.ordner / "güte.csv"
        self.assertEqual(self.auswerten(urteile, "--ziel", ziel).code, 0)
        with ziel.open(encoding="utf-8", newline="") as datei:
            methode, bestand = csv.DictReader(datei)
        self.assertEqual((methode["methode"], methode["precision"], methode["von"]), ("gleich", "0.5000", "0.0945"))
        self.assertEqual((bestand["methode"], bestand["umfang"], bestand["precision"]), ("*", "100", "0.5000"))
        wieder = self.auswerten(urteile, "--ziel", ziel)
        self.assertEqual((wieder.code, len(wieder.meldungen)), (2, 1))
        self.assertEqual(self.auswerten(urteile, "--ziel", ziel, "--ersetzen").code, 0)


class Ablehnung(PruefungTest):
    """Was nicht auszuwerten ist: eine Zeile mit Datei, Zeile und Abhilfe, Ausgang 2."""

    def abgelehnt(self, *dateien: Path, worte: Sequence[str]) -> None:
        """Eine Meldung, in der jedes der Worte steht."""
        ausgang = self.auswerten(*dateien)
        self.assertEqual((ausgang.code, len(ausgang.meldungen), ausgang.ausgabe), (2, 1, ""), ausgang.meldungen)
        for wort in worte:
            self.assertIn(wort, ausgang.meldungen[0])

    def test_felder(self) -> None:
        gut = stichprobe(["richtig", "richtig"])
        for name, aenderung, worte in (
            ("urteil", {"urteil": "ja"}, ["Zeile 3", "»ja«", "richtig, falsch, unklar"]),
            ("kennung", {"kennung": " "}, ["Zeile 3", "kennung ist leer"]),
            ("ziehung", {"ziehung": "zufall"}, ["Zeile 3", "zweifelhaft und geschichtet"]),
            ("umfang", {"umfang": "viele"}, ["Zeile 3", "»viele«"]),
            ("konfidenz", {"konfidenz": "1,5"}, ["Zeile 3", "zwischen 0 und 1"]),
            ("konfidenz", {"konfidenz": "nan"}, ["Zeile 3", "zwischen 0 und 1"]),
            ("doppelt", {"kennung": gut[0]["kennung"], "urteil": "falsch"}, ["Zeile 3", "Zeile 2", "dublette:0"]),
            ("stratum", {"umfang": "99"}, ["Zeile 3", "Zeile 2", "99", "100"]),
            ("methode", {"kennung": gut[0]["kennung"], "methode": "anders"}, ["Zeile 3", "Zeile 2"]),
        ):
            with self.subTest(name=name, aenderung=aenderung):
                pfad = self.datei("a.csv", [gut[0], {**gut[1], **aenderung}])
                self.abgelehnt(pfad, worte=["a.csv", *worte])

    def test_zeilennummern_zaehlen_umbrueche_in_feldern_mit(self) -> None:
        eins, zwei = stichprobe(["richtig", "quatsch"], bemerkung="erste\nzweite\ndritte")
        self.abgelehnt(self.datei("a.csv", [eins, zwei]), worte=["Zeile 5", "quatsch"])

    def test_dateien(self) -> None:
        gut = self.datei("gut.csv", stichprobe(["richtig"])).read_bytes()
        for name, inhalt, worte in (
            ("leer", b"", ["ist leer"]),
            ("nur BOM", b"\xef\xbb\xbf\n", ["ist leer"]),
            ("andere Tabelle", b"a,b\n1,2\n", ["Zeile 1", "kennung"]),
            ("cp1252", gut.replace(b"abendpost", b"Rundschau M\xfcnchen"), ["Zeile 2", "UTF-8"]),
            ("UTF-16", gut.decode().encode("utf-16"), ["UTF-8"]),
            ("Anführungszeichen offen", gut + b'"offen', ["CSV"]),
            ("zu viele Felder", gut.rstrip(b"\n") + b",,,mehr\n", ["Zeile 2", "Felder"]),
            ("unbeurteilt", gut.replace(b",richtig,", b",,"), ["nichts beurteilt", "1 Zeile"]),
            ("nur Kopf", gut.split(b"\n")[0] + b"\n", ["nichts beurteilt"]),
        ):
            with self.subTest(name=name):
                self.abgelehnt(self.roh("a.csv", inhalt), worte=["a.csv", *worte])

    def test_unlesbar(self) -> None:
        self.abgelehnt(self.ordner / "fehlt.csv", worte=["fehlt.csv", "lässt sich nicht lesen"])
        self.abgelehnt(self.ordner, worte=[str(self.ordner), "lässt sich nicht lesen"])

    def test_aufruf(self) -> None:
        for worte in ([], ["a.csv", "--ersetzen"], ["a.csv", "--ziel", str(self.ordner)], ["a.csv", "--unsinn"]):
            with self.subTest(worte=worte):
                ausgang = self.auswerten(*worte)
                self.assertEqual((ausgang.code, len(ausgang.meldungen)), (2, 1))


class Naht(unittest.TestCase):
    """Der Aufruf als Programm."""

    def test_abgebrochene_ausgabe_ist_kein_fehler(self) -> None:
        with tempfile.TemporaryDirectory() as ordner:
            pfad = Path(ordner, "a.csv")
            zeilen = stichprobe(["unklar"] * 3000)
            with pfad.open("w", encoding="utf-8", newline="") as datei:
                schreiber = csv.DictWriter(datei, fieldnames=list(zeilen[0]))
                schreiber.writeheader()
                schreiber.writerows(zeilen)
            lauf = subprocess.Popen(
                [sys.executable, "pruefung.py", "auswerten", str(pfad)],
                cwd=WURZEL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            assert lauf.stdout is not None and lauf.stderr is not None
            lauf.stdout.readline()
            lauf.stdout.close()
            fehler = lauf.stderr.read()
            lauf.stderr.close()
            self.assertEqual((lauf.wait(), fehler), (0, b""))

    def test_ein_terminal_ohne_umlaute_kostet_nicht_den_lauf(self) -> None:
        lauf = subprocess.run(
            [sys.executable, "pruefung.py", "auswerten", "beispiel/pruefung-a.csv"],
            cwd=WURZEL,
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
            capture_output=True,
            check=False,
        )
        self.assertEqual((lauf.returncode, lauf.stderr), (0, b""))
        self.assertIn(b"Unklare Zeilen z\\xe4hlen", lauf.stdout)
