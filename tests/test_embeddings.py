"""Läufe des Moduls Embeddings mit dem kleinen Modell gegen ein echtes PostgreSQL."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import tempfile
import unittest
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

import embeddings
import encoder
import erklaerung
import modelle
import nachbarprobe
from embeddings import Embeddings
from nachbarpaare import Meldung, Vektordatei, naechste
from probe import SPALTEN
from sitzung import Ende, Sitzung
from tests import modellcache
from tests.basis import lauf, neue_datenbank
from tests.laeufe import Ausgang, MitBestand, bereiten

VEKTOREN = (
    'select item_id, coder_version, vektor::text from item_embeddings order by item_id, coder_version collate "C"'
)

# Läuft vor jedem Programm: eine Verbindung ins Netz beendet es mit diesem Ausgang. libpq geht nicht durch Python.
OHNE_NETZ = """
import os, sys
sys.addaudithook(lambda ereignis, _: os._exit(97) if ereignis in ("socket.connect", "socket.getaddrinfo") else None)
"""


@cache
def netz() -> encoder.Encoder:
    """Das geladene Modell, einmal für alle Tests."""
    with modellcache.umgebung():
        return encoder.Encoder(modelle.finden(modellcache.KURZ), faeden=1)


class Zaehlend:
    """Der Encoder, der mitzählt und auf Wunsch mitten im Lauf stirbt."""

    def __init__(self, stirbt_nach: int | None = None) -> None:
        self.gerechnet = 0
        self.faeden = 1
        self._stirbt_nach = stirbt_nach

    def zerlegen(self, texte: Sequence[str]) -> list[encoder.Text]:
        return netz().zerlegen(texte)

    def kodieren(self, texte: Sequence[encoder.Text]) -> Iterator[tuple[list[int], Any]]:
        for stellen, vektoren in netz().kodieren(texte):
            if self._stirbt_nach is not None and self.gerechnet >= self._stirbt_nach:
                raise KeyboardInterrupt
            self.gerechnet += len(stellen)
            yield stellen, vektoren


class MitModell(MitBestand):
    """Zwanzig der mitgelieferten Items und das kleine Modell."""

    satz = 20

    def setUp(self) -> None:
        umgebung = modellcache.umgebung()
        umgebung.start()
        self.addCleanup(umgebung.stop)
        super().setUp()

    def rechnen(self, *worte: str, ausgang: int = 0, stueck: int = 2_048, rechner: Any = None) -> Ausgang:
        modul = Embeddings()
        modul._encoder = rechner or netz()
        modul.stueck = stueck
        return self.lauf(*worte, ausgang=ausgang, modul=modul)

    def vektoren(self) -> list[tuple[Any, ...]]:
        return self.sql(VEKTOREN)


class Laeufe(MitModell):
    def test_jedes_item_hat_zeile_und_vektor(self) -> None:
        leer = self.item("  &nbsp; ", teaser="")
        lang = self.item("Sondersitzung", teaser="Der Rat berät über den Haushalt der Stadt. " * 30)
        zahlen = self.rechnen("--backfill", "--json").zahlen
        self.assertEqual((zahlen["neu"], zahlen["ohne_vektor"], zahlen["gekappt"]), (22, 1, 1))
        nutzlasten = {zeile[0]: zeile[5] for zeile in self.zeilen()}
        modell = modelle.MODELLE[modellcache.KURZ]
        kopf = {"modell": modell.name, "revision": modell.revision, "dim": 384}
        self.assertEqual(nutzlasten[leer], kopf | {"token": 0, "stufe": None, "gekappt": False, "grund": "kein Text"})
        self.assertEqual((nutzlasten[lang]["stufe"], nutzlasten[lang]["gekappt"]), (128, True))
        self.assertGreater(nutzlasten[lang]["token"], 128)
        mit_vektor = [zeile[0] for zeile in self.vektoren()]
        self.assertEqual(mit_vektor, sorted(set(nutzlasten) - {leer}))

        davor = self.sql("select item_id, kodiert_am from codings order by 1"), self.vektoren()
        zahlen = self.rechnen("--backfill", "--json", rechner=(zaehler := Zaehlend())).zahlen
        self.assertEqual((zahlen["neu"], zahlen["geaendert"], zahlen["unveraendert"]), (0, 0, 22))
        self.assertEqual(zaehler.gerechnet, 0)
        self.assertEqual((self.sql("select item_id, kodiert_am from codings order by 1"), self.vektoren()), davor)

    def test_slots_in_jeder_folge_wie_ein_backfill(self) -> None:
        self.rechnen("--backfill")
        erwartet = self.zeilen(), self.vektoren()
        self.sql("truncate codings, coder_versionen, item_embeddings, rueckstand")
        for (slot,) in self.sql("select distinct slot from raw_items order by slot desc"):
            self.rechnen("--slot", slot.isoformat())
        self.assertEqual((self.zeilen(), self.vektoren()), erwartet)
        self.assertIn("neu 0, geändert 0", self.rechnen("--backfill").ausgabe)

    def test_unterbrochen_macht_er_dort_weiter(self) -> None:
        self.rechnen("--backfill")
        erwartet = self.zeilen(), self.vektoren()
        self.sql("truncate codings, coder_versionen, item_embeddings, rueckstand")
        self.sql("update raw_items set slot = slot + id * interval '15 minutes'")  # ein Slot je Item
        erster = Zaehlend(stirbt_nach=9)
        self.rechnen("--backfill", stueck=4, rechner=erster, ausgang=130)
        fertig = len(self.zeilen())
        self.assertEqual(fertig, 8)
        self.assertEqual(len(self.vektoren()), fertig)
        zweiter = Zaehlend()
        self.rechnen("--backfill", stueck=4, rechner=zweiter)
        self.assertEqual(zweiter.gerechnet, 20 - fertig)
        self.assertEqual((self.zeilen(), self.vektoren()), erwartet)

    def test_geaenderter_und_verschwundener_text(self) -> None:
        self.rechnen("--backfill")
        davor = {zeile[0]: zeile[2] for zeile in self.vektoren()}
        self.sql("update raw_items set titel = 'Ganz anderes', teaser = null where id = 3")
        self.sql("update raw_items set titel = null, teaser = '' where id = 5")
        zahlen = self.rechnen("--backfill", "--json", rechner=(zaehler := Zaehlend())).zahlen
        self.assertEqual((zahlen["geaendert"], zaehler.gerechnet), (2, 1))
        danach = {zeile[0]: zeile[2] for zeile in self.vektoren()}
        self.assertEqual({id_ for id_ in davor if davor[id_] != danach.get(id_)}, {3, 5})
        self.assertNotIn(5, danach)

    def test_abgelehnte_kodierung_hat_keinen_vektor(self) -> None:
        self.sql("alter table codings add constraint nicht_7 check (item_id <> 7)")
        ende = self.rechnen("--backfill", ausgang=1)
        self.assertIn("Item 7 abgelehnt (23514", "\n".join(ende.meldungen))
        self.assertEqual(len(self.vektoren()), 19)

    def test_schlechter_vektor_reisst_die_nachbarn_nicht_mit(self) -> None:
        """EMB-02: die Zeile steht und nennt den Grund, der Vektor fehlt, die anderen sind da."""

        class Vergiftet(Zaehlend):
            def kodieren(self, texte: Sequence[encoder.Text]) -> Iterator[tuple[list[int], Any]]:
                for stellen, vektoren in super().kodieren(texte):
                    if 0 in stellen:
                        vektoren = vektoren.copy()
                        vektoren[stellen.index(0), 5] = np.nan
                    yield stellen, vektoren

        zahlen = self.rechnen("--backfill", "--json", rechner=Vergiftet()).zahlen
        self.assertEqual((zahlen["neu"], zahlen["fehler"], zahlen["ohne_vektor"]), (20, 0, 1))
        self.assertEqual(self.sql("select item_id from codings where nutzlast ->> 'grund' = 'NaN'"), [(1,)])
        self.assertEqual([zeile[0] for zeile in self.vektoren()], list(range(2, 21)))

    def test_trocken_schreibt_nichts(self) -> None:
        self.assertIn("neu 20", self.rechnen("--backfill", "--trocken").ausgabe)
        self.assertEqual((self.zeilen(), self.vektoren()), ([], []))

    def test_erklaeren(self) -> None:
        self.rechnen("--backfill")
        modul = Embeddings()
        ((nutzlast,),) = self.sql("select nutzlast from codings where item_id = 1")
        zeilen = list(modul.erklaeren(self.conn, 1, nutzlast))
        self.assertEqual([name for name, _ in zeilen], ["Eingabe", "Token", "ähnlich", "ähnlich", "ähnlich"])
        self.assertRegex(zeilen[1][1], rf"^\d+, gerechnet auf Stufe ({'|'.join(map(str, encoder.STUFEN))})$")

    def test_phase2_erklaert_und_rechnet_nach(self) -> None:
        self.rechnen("--backfill")
        modul = Embeddings()
        modul._encoder = netz()
        with (
            mock.patch.dict(os.environ, DATABASE_URL=self.url),
            contextlib.redirect_stdout(io.StringIO()) as ausgabe,
            Sitzung("test", Ende(), sperren=False) as sitzung,
        ):
            self.assertEqual(erklaerung.zeigen(sitzung, [modul], 1), 0)
        self.assertIn("gerechnet auf Stufe", ausgabe.getvalue())

    def test_warnung_ueber_einem_prozent_gekappter(self) -> None:
        modul = Embeddings()
        modul._token.extend([40] * 300)
        modul._gekappt = 3
        self.assertIsNone(modul.warnung)
        modul._gekappt = 4
        self.assertIn("1,3 Prozent", str(modul.warnung))

    def test_stichprobe_zeigt_nahe_paare_ohne_dubletten(self) -> None:
        nah = [
            self.item("Königspaar aus Schweden besucht Lübeck", "abendpost"),
            self.item("Hoher Besuch! Schwedens Königspaar kommt nach Lübeck", "extrablatt"),
        ]
        doppelt = [self.item("Zugunglück bei Fulda: Strecke bis Freitag gesperrt", haus) for haus in ("a", "b")]
        self.assertEqual(lauf("dubletten.py", "--backfill", url=self.url).returncode, 0)
        for gespeichert in (False, True):  # gerechnet oder gelesen: dieselben Paare
            with self.subTest(gespeichert), tempfile.TemporaryDirectory() as ordner:
                ziel = Path(ordner, "probe.csv")
                zaehler = Zaehlend()
                self.rechnen("--backfill", "--trocken", "--stichprobe", "3", "--ziel", str(ziel), rechner=zaehler)
                with ziel.open(encoding="utf-8") as datei:
                    zeilen = list(csv.DictReader(datei))
                self.assertEqual(zaehler.gerechnet, 0 if gespeichert else 24)
                paare = [{int(z["item_a"]), int(z["item_b"])} for z in zeilen]
                self.assertEqual(paare[0], set(nah))
                self.assertNotIn(set(doppelt), paare)
                self.assertEqual(tuple(zeilen[0]), SPALTEN)
                self.assertEqual(zeilen[0]["aussage"], "Beide Meldungen berichten über dieselbe Sache.")
            self.rechnen("--backfill")

    def test_mit_saat_kommt_die_stichprobe_aus_der_rangliste(self) -> None:
        self.rechnen("--backfill")
        zuege = {}
        with tempfile.TemporaryDirectory() as ordner, mock.patch.object(nachbarprobe, "RANGLISTE", 30):
            for anzahl in (6, 100):
                ziel = Path(ordner, f"{anzahl}.csv")
                self.rechnen("--backfill", "--trocken", "--stichprobe", str(anzahl), "--saat", "4", "--ziel", str(ziel))
                with ziel.open(encoding="utf-8") as datei:
                    zuege[anzahl] = list(csv.DictReader(datei))
        self.assertEqual((len(zuege[6]), zuege[6]), (6, zuege[100][:6]))
        umfang = {z["stratum"]: int(z["umfang"]) for z in zuege[100]}
        self.assertEqual((len(zuege[100]), sum(umfang.values())), (30, 30))
        for z in zuege[100]:
            kosinus = float(json.loads(z["angaben"])["Kosinus"].replace(",", "."))
            name = next(name for ab, name in nachbarprobe.KOSINUSBAENDER if kosinus >= ab)
            self.assertEqual((z["methode"], z["stratum"], z["konfidenz"]), (name, name, ""))


class Version(unittest.TestCase):
    def test_was_ein_bit_aendern_kann_steht_in_der_version(self) -> None:
        with modellcache.umgebung():
            gewichte = modelle.finden(modellcache.KURZ)
        bestand = embeddings.bestandteile(gewichte, "float32")
        self.assertNotEqual(bestand, embeddings.bestandteile(gewichte, "bfloat16"))
        self.assertNotIn("faeden", bestand)
        for name in ("modell", "revision", "pruefsumme", "stufen", "stapel", "dtype", "torch", "kerne", "kernprobe"):
            self.assertTrue(bestand[name], name)

    def test_text(self) -> None:
        self.assertEqual(embeddings.text("Stra&szlig;e", "<p>neu\u00ades</p>"), "Straße\nneues")
        self.assertEqual(embeddings.text(None, "nur Teaser"), "nur Teaser")
        self.assertEqual(embeddings.text(None, None), "")


class Paare(unittest.TestCase):
    def test_wie_alle_gegen_alle(self) -> None:
        zufall = np.random.default_rng(7)
        datei = Vektordatei(8)
        self.addCleanup(datei.close)
        meldungen = []
        felder = zufall.standard_normal((120, 8)).astype(np.float32)
        felder /= np.linalg.norm(felder, axis=1, keepdims=True)
        for n, vektor in enumerate(felder):
            datei.anfuegen(n, vektor)
            gruppe = f"g{n // 3}"
            meldungen.append(Meldung(n, n, int(zufall.integers(5)), f"h{int(zufall.integers(3))}", "", gruppe))
        beste: dict[frozenset[str], tuple[float, int, int]] = {}
        for a in meldungen:
            for b in meldungen[a.item_id + 1 :]:
                if a.haus != b.haus and a.gruppe != b.gruppe and abs(a.tag - b.tag) <= 1:
                    rang = (-float(felder[a.stelle] @ felder[b.stelle]), a.item_id, b.item_id)
                    schluessel = frozenset((a.gruppe, b.gruppe))
                    beste[schluessel] = min(rang, beste.get(schluessel, rang))
        erwartet = [rang[1:] for rang in sorted(beste.values())[:10]]
        self.assertEqual([(p.a.item_id, p.b.item_id) for p in naechste(meldungen, datei, 10)], erwartet)


class Netz(unittest.TestCase):
    def test_kein_verbindungsversuch_auch_ohne_offline_schalter(self) -> None:
        """EMB-04: vollständiger Cache, gesperrtes Netz."""
        url = bereiten(neue_datenbank(self.addCleanup), satz=3)
        with tempfile.TemporaryDirectory(prefix="wurzelwerk netz ") as ordner:
            Path(ordner, "sitecustomize.py").write_text(OHNE_NETZ, encoding="utf-8")
            umgebung = {
                "PYTHONPATH": os.pathsep.join(filter(None, (ordner, os.environ.get("PYTHONPATH")))),
                "HF_HOME": str(modellcache.hf_home()),
                "EMBEDDING_MODELL": modellcache.KURZ,
                "HF_HUB_OFFLINE": "",
            }
            griff = "import socket; socket.create_connection(('localhost', 9))"
            self.assertEqual(lauf("-c", griff, env=umgebung).returncode, 97, "die Sperre selbst muss greifen")
            ende = lauf("embeddings.py", "--backfill", "--index", url=url, env=umgebung)
        self.assertEqual(ende.returncode, 0, ende.stderr)
        self.assertIn("neu 3", ende.stdout)
        self.assertRegex(ende.stderr, r"Index item_embeddings_hnsw_\w{12} gebaut")


if __name__ == "__main__":
    unittest.main()
