"""Die Fragen des Berichts an ihren Grenzen: leere Bestände, Viertelstunden, Sommerzeit, halbe Gruppen, Sortierungen."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal
from uuid import UUID, uuid5

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import dict_row

import eingebettet
from berichtsfragen import FRAGEN, Antwort, Auswahl, lesend, stellen
from tests.basis import neue_datenbank, server
from tests.laeufe import bereiten
from zeitraum import Zeitraum

TAG = date(2026, 9, 7)
ACHT = datetime(2026, 9, 7, 8, tzinfo=UTC)
VIERTEL = timedelta(minutes=15)
MIKRO = timedelta(microseconds=1)
RAUM = UUID("5b0f7c1e-52a1-4f0d-8a51-6e2f0c9d3a10")

ITEM = """
insert into raw_items (haus, titel, pubdate, erfasst_am, slot)
values (%s, %s, %s, %s, date_bin('15 minutes', %s, '2000-01-01Z'))
returning id
"""
KODIEREN = "insert into codings (item_id, schicht, coder_version, nutzlast, eingabe_hash) values (%s, %s, %s, %s, '')"
VERSION = """
insert into coder_versionen (coder_version, schicht, komponenten, vorgabe, zuletzt) values (%s, %s, '{}', %s, %s)
"""
# Wie ein Wörterbuch sortiert, soweit der Server es kann; der eingebettete kennt beides nur, wo die Maschine es hat.
WOERTERBUCH = (
    "locale_provider icu icu_locale 'de-DE'",
    "locale_provider libc locale 'de_DE.utf8'",
    "locale_provider libc locale 'en_US.utf8'",
)
LEER: dict[str, list[tuple[Any, ...]]] = {
    "umfang": [(0, 0, None, None)],
    "slots": [(0, 0)],
    "kodiert": [(s, None, 0, 0, 0) for s in ("dublette", "revision", "akteur", "ort", "tonalitaet", "embedding")],
    "offen": [("akteur", None, 0, 0, 0), ("ort", None, 0, 0, 0)],
}


class MitGrenzen(unittest.TestCase):
    """Eine leere Datenbank, in die ein Test von Hand legt, was er braucht."""

    def setUp(self) -> None:
        self.url = bereiten(neue_datenbank(self.addCleanup))
        self.conn = psycopg.connect(self.url, autocommit=True)
        self.addCleanup(self.conn.close)
        self.haeuser: list[str] = []

    def item(self, haus: str, am: datetime, titel: str | None = "Titel", pubdate: datetime | None = None) -> int:
        if haus not in self.haeuser:
            self.haeuser.append(haus)
        kennung: int = self.conn.execute(ITEM, (haus, titel, pubdate, am, am)).fetchall()[0][0]
        return kennung

    def version(self, schicht: str, name: str = "", vorgabe: bool = True, am: datetime = ACHT) -> str:
        name = name or f"{schicht}-v"
        self.conn.execute(VERSION, (name, schicht, vorgabe, am))
        return name

    def kodieren(self, item: int, schicht: str, version: str = "", **nutzlast: Any) -> None:
        self.conn.execute(KODIEREN, (item, schicht, version or f"{schicht}-v", json.dumps(nutzlast)))

    def gruppe(self, name: str, *mitglieder: tuple[str, datetime, str], titel: str | None = None) -> list[int]:
        """Eine Gruppe aus (Haus, erfasst, grund); der erste ist das Leititem."""
        ids = [self.item(haus, am, titel or f"{name} {haus} {grund}") for haus, am, grund in mitglieder]
        haeuser = len({haus for haus, _, _ in mitglieder})
        for nummer, (kennung, (_, _, grund)) in enumerate(zip(ids, mitglieder, strict=True)):
            self.kodieren(
                kennung, "dublette", gruppe=str(uuid5(RAUM, name)), groesse=len(ids), haeuser=haeuser,
                rolle="mitglied" if nummer else "leit", grund=grund if nummer else None,
            )  # fmt: skip
        return ids

    def auswahl(
        self, von: date = TAG, bis: date | None = None, einheit: Literal["tag", "woche"] = "tag", haeuser: Any = None
    ) -> Auswahl:
        return Auswahl(Zeitraum(von, bis or von), tuple(self.haeuser if haeuser is None else haeuser), einheit)

    def antwort(self, name: str, auswahl: Auswahl | None = None) -> Antwort:
        with lesend(self.conn):
            return stellen(self.conn, FRAGEN[name], auswahl or self.auswahl())

    def zeilen(self, name: str, auswahl: Auswahl | None = None) -> list[tuple[Any, ...]]:
        return [tuple(z.values()) for z in self.antwort(name, auswahl).zeilen]


class Leeres(MitGrenzen):
    def test_leerer_bestand(self) -> None:
        for name in FRAGEN:
            with self.subTest(name):
                antwort = self.antwort(name)
                self.assertEqual([tuple(z.values()) for z in antwort.zeilen], LEER.get(name, []))
                self.assertIsNone(antwort.coder_version)

    def test_ein_item_ohne_kodierung(self) -> None:
        self.item("abendpost", ACHT)
        erwartet = {
            "umfang": [(1, 1, ACHT, ACHT)],
            "menge": [(TAG, "abendpost", 1)],
            "slots": [(1, 0)],
            "kodiert": [(schicht, None, 1, 0, 1) for schicht, *_ in LEER["kodiert"]],
            "offen": LEER["offen"],
        }
        for name in FRAGEN:
            with self.subTest(name):
                self.assertEqual(self.zeilen(name), erwartet.get(name, []))

    def test_gelaufen_aber_im_zeitraum_nichts_kodiert(self) -> None:
        self.item("abendpost", ACHT)
        for schicht, *_ in LEER["kodiert"]:
            self.version(schicht)
        self.assertEqual(
            self.zeilen("kodiert"), [(schicht, f"{schicht}-v", 1, 0, 1) for schicht, *_ in LEER["kodiert"]]
        )
        for name in ("uebernahmen", "uebernahmen_haus", "gruppen", "revisionen", "akteure", "orte", "ton"):
            antwort = self.antwort(name)
            self.assertEqual(antwort.zeilen, [])
            self.assertEqual(antwort.coder_version, f"{FRAGEN[name].schicht}-v")


class Zeiten(MitGrenzen):
    def test_der_tag_der_umstellung_hat_25_und_23_stunden(self) -> None:
        for tag, beginn, stunden in (
            (date(2026, 10, 25), datetime(2026, 10, 24, 22, tzinfo=UTC), 25),
            (date(2027, 3, 28), datetime(2027, 3, 27, 23, tzinfo=UTC), 23),
        ):
            with self.subTest(tag=tag):
                ende = beginn + timedelta(hours=stunden)
                for am in (beginn - MIKRO, beginn, ende - MIKRO, ende):
                    self.item("abendpost", am)
                self.assertEqual(self.zeilen("umfang", self.auswahl(tag)), [(2, 1, beginn, ende - MIKRO)])
                self.assertEqual(self.zeilen("menge", self.auswahl(tag)), [(tag, "abendpost", 2)])
                self.assertEqual(self.zeilen("slots", self.auswahl(tag)), [(stunden * 4, stunden * 4 - 2)])
                self.assertEqual(
                    self.zeilen("luecken", self.auswahl(tag)),
                    [(beginn + VIERTEL, ende - VIERTEL, stunden * 4 - 2)],
                )

    def test_es_gilt_der_zeitpunkt_und_fuer_luecken_der_slot(self) -> None:
        self.item("abendpost", ACHT, pubdate=ACHT - timedelta(days=1))
        self.item("abendpost", ACHT + VIERTEL, pubdate=datetime(1, 1, 1, tzinfo=UTC))
        self.assertEqual(self.zeilen("menge"), [(TAG, "abendpost", 1)])
        gestern = self.auswahl(TAG - timedelta(days=1))
        self.assertEqual(self.zeilen("menge", gestern), [(gestern.zeitraum.von, "abendpost", 1)])
        self.assertEqual(self.zeilen("slots"), [(2, 0)])
        self.assertEqual(self.zeilen("slots", gestern), [(0, 0)])

    def test_luecken_zwischen_den_grenzen_des_ganzen_bestands(self) -> None:
        self.item("morgenblatt", ACHT)
        self.item("abendpost", ACHT + 2 * VIERTEL)
        self.item("abendpost", ACHT + 5 * VIERTEL)
        self.item("morgenblatt", ACHT + 6 * VIERTEL)
        self.assertEqual(self.zeilen("slots"), [(7, 3)])
        self.assertEqual(
            self.zeilen("luecken"),
            [(ACHT + 3 * VIERTEL, ACHT + 5 * VIERTEL, 2), (ACHT + VIERTEL, ACHT + 2 * VIERTEL, 1)],
        )
        eines = self.auswahl(haeuser=["abendpost"])
        self.assertEqual(self.zeilen("slots", eines), [(7, 5)])
        self.assertEqual(
            self.zeilen("luecken", eines),
            [
                (ACHT, ACHT + 2 * VIERTEL, 2),
                (ACHT + 3 * VIERTEL, ACHT + 5 * VIERTEL, 2),
                (ACHT + 6 * VIERTEL, ACHT + 7 * VIERTEL, 1),
            ],
        )
        self.assertEqual(self.zeilen("luecken", self.auswahl(haeuser=[])), [(ACHT, ACHT + 7 * VIERTEL, 7)])

    def test_hoechstens_dreissig_luecken(self) -> None:
        for nummer in range(0, 80, 2):
            self.item("abendpost", ACHT + nummer * VIERTEL)
        woche = self.auswahl(TAG, TAG + timedelta(days=6))
        self.assertEqual(self.zeilen("slots", woche), [(79, 39)])
        self.assertEqual([z[2] for z in self.zeilen("luecken", woche)], [1] * 30)


class Uebernahmen(MitGrenzen):
    def setUp(self) -> None:
        super().setUp()
        self.version("dublette")

    def test_erst_ein_ganzes_intervall_entscheidet(self) -> None:
        faelle = (
            ("gleich", timedelta(0), (0, 0, 1), (0, 0, 1)),
            ("knapp", VIERTEL - MIKRO, (0, 0, 1), (0, 0, 1)),
            ("genau", VIERTEL, (1, 0, 0), (1, 0, 0)),
            ("danach", VIERTEL + MIKRO, (1, 0, 0), (1, 0, 0)),
            ("knapp davor", MIKRO - VIERTEL, (0, 0, 1), (0, 0, 1)),
            ("genau davor", -VIERTEL, (0, 1, 0), (0, 1, 0)),
        )
        for nummer, (name, abstand, paar, haus) in enumerate(faelle):
            with self.subTest(name):
                a, b = f"a{nummer}", f"b{nummer}"
                self.gruppe(name, (a, ACHT, ""), (b, ACHT + abstand, "gleich"))
                wahl = self.auswahl(haeuser=[a, b])
                self.assertEqual(self.zeilen("uebernahmen", wahl), [(a, b, True, 1, *paar)])
                self.assertEqual(self.zeilen("uebernahmen_haus", wahl)[0], (a, 1, 1, 1, *haus))

    def test_je_haus_das_zuerst_eingetroffene(self) -> None:
        self.gruppe(
            "doppelt", ("a", ACHT, ""), ("b", ACHT + VIERTEL, "aehnlich"), ("a", ACHT + 4 * VIERTEL, "gleich"),
            ("b", ACHT + 2 * VIERTEL, "gleich"), ("c", ACHT + VIERTEL, "gleich"),
        )  # fmt: skip
        self.assertEqual(
            self.zeilen("uebernahmen"),
            [("a", "b", False, 1, 1, 0, 0), ("a", "c", True, 1, 1, 0, 0), ("b", "c", False, 1, 0, 0, 1)],
        )
        self.assertEqual(
            self.zeilen("uebernahmen_haus"),
            [("a", 2, 2, 1, 1, 0, 0), ("b", 2, 2, 1, 0, 1, 0), ("c", 1, 1, 1, 0, 1, 0)],
        )

    def test_wortgleich_auch_ohne_das_leititem(self) -> None:
        gleiche = [("a", ACHT, ""), ("b", ACHT, "aehnlich"), ("c", ACHT, "enthalten")]
        self.gruppe("ein Titel", *gleiche, titel="Neue Brücke für den Verkehr freigegeben")
        self.assertEqual([z[:3] for z in self.zeilen("uebernahmen")][2], ("b", "c", True))
        self.conn.execute("update raw_items set titel = null")
        self.assertEqual([z[:3] for z in self.zeilen("uebernahmen")][2], ("b", "c", False))

    def test_nur_was_in_der_auswahl_liegt(self) -> None:
        gestern = ACHT - timedelta(days=1)
        self.gruppe("halb", ("a", gestern, ""), ("b", ACHT, "gleich"), ("c", ACHT + VIERTEL, "gleich"))
        self.gruppe("allein", ("a", gestern, ""), ("b", ACHT, "gleich"))
        self.gruppe("ohne c", ("c", ACHT, ""), ("b", ACHT + VIERTEL, "gleich"))
        einzeln = self.item("b", ACHT)
        self.kodieren(einzeln, "dublette", gruppe=str(uuid5(RAUM, "x")), groesse=1, haeuser=1, rolle="einzel")
        self.assertEqual(self.zeilen("uebernahmen"), [("b", "c", True, 2, 1, 1, 0)])
        self.assertEqual(self.zeilen("uebernahmen_haus"), [("b", 4, 2, 2, 1, 1, 0), ("c", 2, 2, 2, 1, 1, 0)])
        ohne = self.auswahl(haeuser=["a", "b"])
        self.assertEqual(self.zeilen("uebernahmen", ohne), [])
        self.assertEqual(self.zeilen("uebernahmen_haus", ohne), [("b", 4, 0, 0, 0, 0, 0)])
        self.assertEqual({z[4] for z in self.zeilen("gruppen")}, {"b", "c"})
        self.assertEqual(self.zeilen("gruppen", ohne), [])

    def test_sehr_viele_haeuser_und_mitglieder(self) -> None:
        viele = [(f"h{n:02}", ACHT + n * timedelta(minutes=1), "gleich") for n in range(60)]
        self.gruppe("groß", *viele)
        paare = self.zeilen("uebernahmen")
        self.assertEqual(len(paare), 60 * 59 // 2)
        self.assertEqual(sum(z[4] for z in paare), sum(60 - abstand for abstand in range(15, 60)))
        gruppe = self.antwort("gruppen").zeilen
        self.assertEqual((len(gruppe), gruppe[0]["groesse"], gruppe[0]["haeuser"]), (40, 60, 60))
        self.assertEqual([z["haus"] for z in gruppe], [f"h{n:02}" for n in range(40)])

    def test_acht_groesste_gruppen(self) -> None:
        for nummer in range(1, 11):
            self.gruppe(f"g{nummer}", *((f"h{n}", ACHT, "gleich") for n in range(nummer)))
        groessen = {z["rang"]: z["groesse"] for z in self.antwort("gruppen").zeilen}
        self.assertEqual(groessen, {rang: 11 - rang for rang in range(1, 9)})


class Schichten(MitGrenzen):
    def test_es_gilt_die_zuletzt_gelaufene_vorgabe(self) -> None:
        item = self.item("abendpost", ACHT)
        for name, klasse, vorgabe, stunden in (
            ("ton-alt", "positiv", True, 1),
            ("ton-neu", "negativ", True, 2),
            ("ton-eigen", "gemischt", False, 3),
        ):
            self.version("tonalitaet", name, vorgabe, ACHT + timedelta(hours=stunden))
            self.kodieren(item, "tonalitaet", name, titel={"klasse": klasse, "woerter": 3, "thema": []})
        antwort = self.antwort("ton")
        self.assertEqual((antwort.coder_version, antwort.zeilen[0]["negativ"]), ("ton-neu", 1))
        self.assertNotIn("ton-alt", antwort.sql)
        self.assertEqual(self.zeilen("kodiert")[4], ("tonalitaet", "ton-neu", 1, 1, 0))

    def test_ton_ohne_titel_ohne_woerter(self) -> None:
        self.version("tonalitaet")
        for woerter, klasse, thema in (
            (0, "ohne_treffer", []),
            (4, "ohne_treffer", ["krieg"]),
            (4, "negativ", ["tod"]),
        ):
            felder = {"klasse": klasse, "woerter": woerter, "thema": thema}
            self.kodieren(self.item("abendpost", ACHT), "tonalitaet", titel=felder)
        (zeile,) = self.antwort("ton").zeilen
        self.assertEqual((zeile["woche"], zeile["n"], zeile["negativ"], zeile["nur_thema"]), (TAG, 2, 1, 1))
        # Wilson für 1 von 2, nachgeschlagen.
        self.assertEqual((str(zeile["negativ_von"]), str(zeile["negativ_bis"])), ("0.094531", "0.905469"))

    def test_akteure_zaehlen_items_und_keine_blossen_orte(self) -> None:
        self.version("akteur")
        self.conn.execute(
            "insert into akteure (akteur, qid, typ, name) "
            "values (1, 'Q1', 'person', 'Klara Wendland'), (2, 'Q2', 'staat', 'Andorra')"
        )

        def nennung(akteur: int | None, rolle: str) -> dict[str, Any]:
            return {"akteur": akteur, "rolle": rolle}

        for tag, haus, nennungen in (
            (0, "a", [nennung(1, "nennung"), nennung(1, "amt"), nennung(2, "ort")]),
            (1, "b", [nennung(1, "nennung"), nennung(2, "nennung"), nennung(None, "nennung")]),
            (1, "b", []),
        ):
            geloest = sum(n["akteur"] is not None for n in nennungen)
            item = self.item(haus, ACHT + timedelta(days=tag))
            self.kodieren(
                item, "akteur", nennungen=nennungen, aufgeloest=geloest, unaufgeloest=len(nennungen) - geloest
            )
        # Nicht kodiert: zählt in keinem Nenner.
        self.item("b", ACHT + timedelta(days=1))
        wahl = self.auswahl(TAG, TAG + timedelta(days=1))
        self.assertEqual(
            self.zeilen("akteure", wahl),
            [(1, "Q1", "Klara Wendland", "person", 2, 2), (2, "Q2", "Andorra", "staat", 1, 1)],
        )
        morgen = TAG + timedelta(days=1)
        self.assertEqual(
            self.zeilen("akteure_zeit", wahl), [(TAG, 1, 1, 1), (TAG, 2, 0, 1), (morgen, 1, 1, 2), (morgen, 2, 1, 2)]
        )
        self.assertEqual(
            self.zeilen("akteure_haus", wahl), [(1, "a", 1, 1), (1, "b", 1, 2), (2, "a", 0, 1), (2, "b", 1, 2)]
        )
        self.assertEqual(self.zeilen("offen", wahl)[0], ("akteur", "akteur-v", 5, 4, 1))

    def test_steigend_braucht_fuenf_und_zwei_haelften(self) -> None:
        self.version("akteur")
        self.conn.execute(
            "insert into akteure (akteur, qid, typ, name) "
            "select n, 'Q' || n, 'person', 'Person ' || n from generate_series(1, 3) as n"
        )
        # Am zweiten Tag: Person 1 von 1 auf 30, Person 2 von 0 auf 4, Person 3 gleich oft.
        for tag, mengen in ((0, {1: 1, 3: 20}), (1, {1: 30, 2: 4, 3: 20})):
            akteure = [akteur for akteur, menge in mengen.items() for _ in range(menge)]
            for akteur in [*akteure, *([None] * (60 - len(akteure)))]:
                nennungen = [{"akteur": akteur, "rolle": "nennung"}] if akteur else []
                item = self.item("a", ACHT + timedelta(days=tag))
                self.kodieren(item, "akteur", nennungen=nennungen, aufgeloest=len(nennungen), unaufgeloest=0)
        zeilen = self.zeilen("akteure_steigend", self.auswahl(TAG, TAG + timedelta(days=1)))
        self.assertEqual([z[:8] for z in zeilen], [(1, "Q1", "Person 1", "person", 1, 30, 60, 60)])
        # (30,5 / 60,5) / (1,5 / 60,5) = 20,33; exp(ln 20,333 - 1,96 * sqrt(1/30,5 - 1/60,5 + 1/1,5 - 1/60,5)) = 4,105
        self.assertEqual(float(zeilen[0][8]), 20.333)
        self.assertAlmostEqual(float(zeilen[0][9]), 4.105, delta=0.001)
        self.assertEqual(self.zeilen("akteure_steigend", self.auswahl(TAG + timedelta(days=1))), [])

    def test_orte_auch_wenn_das_verzeichnis_sie_nicht_mehr_kennt(self) -> None:
        self.version("ort")
        self.conn.execute(
            "insert into orte (ort, name, art, lat, lon, eltern, deutsch) values "
            "('iso:DE', 'Deutschland', 'staat', 51, 10, null, true), "
            "('iso3166-2:DE-HH', 'Hamburg', 'land', 53, 10, 'iso:DE', true), "
            "('ags:02000000', 'Hamburg', 'gemeinde', 53.5, 10.0, 'iso3166-2:DE-HH', true), "
            "('ohne:Landkreis X', 'Landkreis X', 'kreis', null, null, null, true), "
            "('iso:FR', 'Frankreich', 'staat', 47, 2, null, true)"
        )
        for nummer, ort in enumerate(("ags:02000000", "ohne:Landkreis X", "iso:FR", "gn:1", None)):
            nennungen = [
                {"ort_id": ort, "rolle": "ort", "grund": None if ort else "ohne_kennung"},
                {"ort_id": "iso:FR", "rolle": "metonym", "grund": None},
            ]
            for _ in range(5 - nummer):
                self.kodieren(self.item("a", ACHT), "ort", nennungen=nennungen, orte=1)
        self.assertEqual(
            self.zeilen("orte"),
            [
                ("ags:02000000", "Hamburg", "gemeinde", 53.5, 10.0, True, 5, 1),
                ("ohne:Landkreis X", "Landkreis X", "kreis", None, None, True, 4, 1),
                ("iso:FR", "Frankreich", "staat", 47.0, 2.0, False, 3, 1),
                ("gn:1", "gn:1", None, None, None, False, 2, 1),
            ],
        )
        # 15 Items mit je zwei Nennungen; eine ohne Kennung ist nicht offen und zählt nicht.
        self.assertEqual(self.zeilen("offen")[1], ("ort", "ort-v", 29, 29, 0))


class Darstellung(MitGrenzen):
    BOESE = (":x", ":'x'", "O'Neill", "a\\b", '50 % {x,"y"}', "%(beginn)s", "$1 ?", "ä;--", "")

    def test_namen_die_das_sql_nicht_brechen(self) -> None:
        for haus in self.BOESE:
            self.item(haus, ACHT)
        zeilen = self.zeilen("menge")
        self.assertEqual([z[1] for z in zeilen], sorted(self.BOESE))
        antwort = self.antwort("menge")
        with psycopg.connect(self.url) as frisch, frisch.cursor(row_factory=dict_row) as zeiger:
            self.assertEqual(zeiger.execute(antwort.sql.encode()).fetchall(), antwort.zeilen)

    def test_in_psql_eingefuegt(self) -> None:
        for haus in self.BOESE:
            self.item(haus, ACHT)
        antwort = self.antwort("menge")
        psql = subprocess.run(
            [eingebettet.werkzeug("psql"), self.url, "-X", "--csv", "-v", "ON_ERROR_STOP=1", "-v", "x=y"],
            input=antwort.sql, capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
        self.assertEqual(psql.returncode, 0, psql.stderr)
        erwartet = [{spalte: str(wert) for spalte, wert in zeile.items()} for zeile in antwort.zeilen]
        self.assertEqual(list(csv.DictReader(io.StringIO(psql.stdout))), erwartet)

    def test_dieselbe_folge_unter_jeder_sortierung(self) -> None:
        haeuser = ("zeit", "Zeit", "äther", "Ader", "a-z", "az", "a z", "1")
        folgen = []
        for url in (self.url, self.deutsch()):
            with psycopg.connect(url, autocommit=True) as conn:
                self.conn = conn
                self.version("dublette")
                self.gruppe("g", *((haus, ACHT, "gleich") for haus in haeuser))
                folgen.append({name: self.zeilen(name) for name in FRAGEN})
        self.assertEqual(*folgen)
        self.assertEqual([z[1] for z in folgen[0]["menge"]], sorted(haeuser))
        self.assertTrue(all(a < b for a, b, *_ in folgen[0]["uebernahmen"]))

    def deutsch(self) -> str:
        """Eine zweite Datenbank, die wie ein deutsches Wörterbuch sortiert."""
        name = f"{conninfo_to_dict(self.url)['dbname']}_de"
        with self.verwaltung() as conn:
            anlegen = sql.SQL("create database {} template template0 encoding 'UTF8' {}")
            for sortierung in WOERTERBUCH:
                try:
                    conn.execute(anlegen.format(sql.Identifier(name), sql.SQL(sortierung)))
                except psycopg.Error as fehler:
                    grund = fehler
                else:
                    self.addCleanup(self.verwerfen, name)
                    return bereiten(make_conninfo(server(), dbname=name))
        raise unittest.SkipTest(f"der Server kennt keine solche Sortierung: {grund}")

    def verwerfen(self, name: str) -> None:
        with self.verwaltung() as conn:
            conn.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))

    @contextmanager
    def verwaltung(self) -> Iterator[psycopg.Connection[Any]]:
        with psycopg.connect(server(), autocommit=True) as conn:
            yield conn


if __name__ == "__main__":
    unittest.main()
