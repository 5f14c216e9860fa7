"""Die Fragen des Berichts gegen eine zweite Rechnung in Python, auf den mitgelieferten, echt kodierten Beispielen."""

from __future__ import annotations

import math
import unittest
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cache
from itertools import combinations
from typing import Any, ClassVar, Literal, NamedTuple

import psycopg
from psycopg.rows import dict_row

import zeit
from berichtsfragen import FRAGEN, Antwort, Auswahl, lesend, stellen
from tests.basis import lauf, neue_datenbank
from tests.vorbereitung import BEISPIEL, vorbereiten
from zeitraum import Zeitraum

ABSTAND = timedelta(minutes=15)
GERUNDET = ("anteil_negativ", "negativ_von", "negativ_bis")
MODULE = "dubletten,revisionen,akteure,orte,tonalitaet"
Z95 = 1.959963984540054
Zeilen = list[dict[str, Any]]

ITEMS = "select id, haus, titel, pubdate, erfasst_am, slot from raw_items order by id"
FASSUNGEN = "select item_id, titel from raw_item_versionen order by item_id, fassung"
KODIERT = "select item_id, schicht, nutzlast from codings_aktuell"


class Item(NamedTuple):
    id: int
    haus: str
    titel: str | None
    pubdate: datetime | None
    erfasst_am: datetime
    slot: datetime

    @property
    def zeit(self) -> datetime:
        return zeit.zeitpunkt(self.pubdate, self.erfasst_am)

    @property
    def tag(self) -> date:
        return date.fromordinal(zeit.berliner_tag(self.zeit))

    @property
    def woche(self) -> date:
        return self.tag - timedelta(days=self.tag.weekday())


class Bestand:
    """Alles, woraus gerechnet wird, und je Frage die zweite Rechnung."""

    def __init__(self, conn: psycopg.Connection[Any]) -> None:
        self.alle = [Item(*zeile) for zeile in conn.execute(ITEMS)]
        self.nutzlast: dict[str, dict[int, dict[str, Any]]] = defaultdict(dict)
        for item_id, schicht, nutzlast in conn.execute(KODIERT):
            self.nutzlast[schicht][item_id] = nutzlast
        self.fassungen: dict[int, list[str | None]] = defaultdict(list)
        for item_id, titel in conn.execute(FASSUNGEN):
            self.fassungen[item_id].append(titel)
        self.versionen = dict(conn.execute("select schicht, max(coder_version) from codings_aktuell group by schicht"))
        with conn.cursor(row_factory=dict_row) as zeiger:
            self.akteure = {z["akteur"]: z for z in zeiger.execute("select * from akteure")}
            self.orte = {z["ort"]: z for z in zeiger.execute("select * from orte")}

    def items(self, auswahl: Auswahl) -> list[Item]:
        tage = auswahl.zeitraum
        return [i for i in self.alle if tage.von <= i.tag <= tage.bis and i.haus in auswahl.haeuser]

    def kodiert(self, auswahl: Auswahl, schicht: str) -> list[tuple[Item, dict[str, Any]]]:
        zeilen = self.nutzlast[schicht]
        return [(i, zeilen[i.id]) for i in self.items(auswahl) if i.id in zeilen]

    def umfang(self, auswahl: Auswahl) -> Zeilen:
        items = self.items(auswahl)
        zeiten = [i.zeit for i in items]
        return [
            {
                "items": len(items),
                "haeuser": len({i.haus for i in items}),
                "erste": min(zeiten, default=None),
                "letzte": max(zeiten, default=None),
            }
        ]

    def menge(self, auswahl: Auswahl) -> Zeilen:
        zahlen = Counter((i.tag, i.haus) for i in self.items(auswahl))
        return [{"tag": tag, "haus": haus, "items": n} for (tag, haus), n in sorted(zahlen.items())]

    def _raster(self, auswahl: Auswahl) -> list[tuple[datetime, bool]]:
        """Jeder Slot zwischen den Grenzen und ob darin etwas eintraf."""
        if not self.alle:
            return []
        belegt = {i.slot for i in self.alle if i.haus in auswahl.haeuser}
        slot = max(min(i.slot for i in self.alle), auswahl.zeitraum.beginn)
        ende = min(max(i.slot for i in self.alle) + ABSTAND, auswahl.zeitraum.ende)
        raster = []
        while slot < ende:
            raster.append((slot, slot in belegt))
            slot += ABSTAND
        return raster

    def slots(self, auswahl: Auswahl) -> Zeilen:
        raster = self._raster(auswahl)
        return [{"slots": len(raster), "ohne": sum(not da for _, da in raster)}]

    def luecken(self, auswahl: Auswahl) -> Zeilen:
        gefunden: Zeilen = []
        for slot, da in self._raster(auswahl):
            if da:
                continue
            if gefunden and gefunden[-1]["bis"] == slot:
                gefunden[-1]["bis"] = slot + ABSTAND
                gefunden[-1]["slots"] += 1
            else:
                gefunden.append({"von": slot, "bis": slot + ABSTAND, "slots": 1})
        return sorted(gefunden, key=lambda z: (-z["slots"], z["von"]))[:30]

    def kodiert_zahlen(self, auswahl: Auswahl) -> Zeilen:
        items = self.items(auswahl)
        zeilen = []
        for schicht in ("dublette", "revision", "akteur", "ort", "tonalitaet", "embedding"):
            da = sum(i.id in self.nutzlast[schicht] for i in items)
            kopf = {"schicht": schicht, "coder_version": self.versionen.get(schicht)}
            zeilen.append({**kopf, "items": len(items), "kodiert": da, "fehlend": len(items) - da})
        return zeilen

    def offen(self, auswahl: Auswahl) -> Zeilen:
        zeilen = []
        for schicht, feld in (("akteur", "akteur"), ("ort", "ort_id")):
            nennungen = [
                n
                for _, nutzlast in self.kodiert(auswahl, schicht)
                for n in nutzlast["nennungen"]
                if not (schicht == "akteur" and n["rolle"] == "ort") and n.get("grund") != "ohne_kennung"
            ]
            geloest = sum(n[feld] is not None for n in nennungen)
            kopf = {"schicht": schicht, "coder_version": self.versionen.get(schicht), "nennungen": len(nennungen)}
            zeilen.append({**kopf, "aufgeloest": geloest, "unaufgeloest": len(nennungen) - geloest})
        return zeilen

    def _gruppen(self, auswahl: Auswahl) -> dict[str, list[tuple[Item, dict[str, Any]]]]:
        gruppen = defaultdict(list)
        for item, nutzlast in self.kodiert(auswahl, "dublette"):
            gruppen[nutzlast["gruppe"]].append((item, nutzlast))
        return {g: sorted(m, key=lambda p: (p[0].erfasst_am, p[0].id)) for g, m in gruppen.items()}

    def uebernahmen(self, auswahl: Auswahl) -> Zeilen:
        zahlen: dict[tuple[str, str, bool], Counter[str]] = defaultdict(Counter)
        for mitglieder in self._gruppen(auswahl).values():
            erste: dict[str, tuple[Item, bool]] = {}
            for item, n in mitglieder:
                erste.setdefault(item.haus, (item, n["rolle"] == "leit" or n["grund"] == "gleich"))
            for a, b in combinations(sorted(erste), 2):
                (ia, wa), (ib, wb) = erste[a], erste[b]
                gleich = (wa and wb) or (not (wa or wb) and ia.titel is not None and ia.titel == ib.titel)
                abstand = ib.erfasst_am - ia.erfasst_am
                wer = "a_zuerst" if abstand >= ABSTAND else "b_zuerst" if -abstand >= ABSTAND else "offen"
                zahlen[a, b, gleich].update((wer, "gruppen"))
        felder = ("gruppen", "a_zuerst", "b_zuerst", "offen")
        return [
            {"haus_a": a, "haus_b": b, "wortgleich": gleich, **{f: z[f] for f in felder}}
            for (a, b, gleich), z in sorted(zahlen.items(), key=lambda p: (p[0][0], p[0][1], not p[0][2]))
        ]

    def uebernahmen_haus(self, auswahl: Auswahl) -> Zeilen:
        felder = ("items", "in_gruppen", "gruppen", "zuerst", "spaeter", "offen")
        zahlen: dict[str, Counter[str]] = defaultdict(Counter)
        for mitglieder in self._gruppen(auswahl).values():
            erste: dict[str, datetime] = {}
            for item, _ in mitglieder:
                zahlen[item.haus]["items"] += 1
                erste.setdefault(item.haus, item.erfasst_am)
            if len(erste) < 2:
                continue
            for item, _ in mitglieder:
                zahlen[item.haus]["in_gruppen"] += 1
            for haus, am in erste.items():
                abstand = am - min(t for h, t in erste.items() if h != haus)
                wer = "zuerst" if -abstand >= ABSTAND else "spaeter" if abstand >= ABSTAND else "offen"
                zahlen[haus].update((wer, "gruppen"))
        return [{"haus": haus, **{f: z[f] for f in felder}} for haus, z in sorted(zahlen.items())]

    def gruppen(self, auswahl: Auswahl) -> Zeilen:
        def rang(paar: tuple[str, list[tuple[Item, dict[str, Any]]]]) -> tuple[int, int, int]:
            return -len({i.haus for i, _ in paar[1]}), -len(paar[1]), min(i.id for i, _ in paar[1])

        mehrere = [p for p in self._gruppen(auswahl).items() if len({i.haus for i, _ in p[1]}) > 1]
        return [
            {
                "rang": nummer,
                "gruppe": gruppe,
                "haeuser": len({i.haus for i, _ in mitglieder}),
                "groesse": len(mitglieder),
                "haus": i.haus,
                "erfasst_am": i.erfasst_am,
                "titel": i.titel[:400] if i.titel is not None else None,
                "rolle": n["rolle"],
                "item_id": i.id,
            }
            for nummer, (gruppe, mitglieder) in enumerate(sorted(mehrere, key=rang)[:8], start=1)
            for i, n in mitglieder[:40]
        ]

    def revisionen(self, auswahl: Auswahl) -> Zeilen:
        zahlen: dict[tuple[str, bool, bool, str], list[int]] = defaultdict(lambda: [0, 0])
        for item, n in self.kodiert(auswahl, "revision"):
            fest = n["kopf_stabil"] and n["art"] == "neufassung"
            zelle = zahlen[item.haus, n["ticker_markiert"], fest, n["art"]]
            zelle[0] += 1
            zelle[1] += n["fassungen"] > 1
        felder = ("haus", "ticker", "fortschreibung", "art", "items", "mehrfach")
        return [dict(zip(felder, (*kopf, *z), strict=True)) for kopf, z in sorted(zahlen.items())]

    def _akteure(self, auswahl: Auswahl) -> list[tuple[Item, set[int]]]:
        return [
            (item, {n["akteur"] for n in nutzlast["nennungen"] if n["akteur"] is not None and n["rolle"] != "ort"})
            for item, nutzlast in self.kodiert(auswahl, "akteur")
        ]

    def _oben(self, auswahl: Auswahl) -> list[tuple[int, int]]:
        zahlen = Counter(a for _, wer in self._akteure(auswahl) for a in wer)
        return sorted(zahlen.items(), key=lambda p: (-p[1], p[0]))[:12]

    def akteure_(self, auswahl: Auswahl) -> Zeilen:
        return [
            {
                "akteur": akteur,
                **{f: self.akteure[akteur][f] for f in ("qid", "name", "typ")},
                "items": n,
                "haeuser": len({i.haus for i, wer in self._akteure(auswahl) if akteur in wer}),
            }
            for akteur, n in self._oben(auswahl)
        ]

    def _je(self, auswahl: Auswahl, name: str, von: Callable[[Item], Any]) -> Iterable[dict[str, Any]]:
        nenner = Counter(von(i) for i, _ in self._akteure(auswahl))
        zahlen = Counter((von(i), a) for i, wer in self._akteure(auswahl) for a in wer)
        for akteur, _ in self._oben(auswahl):
            for wert in nenner:
                yield {name: wert, "akteur": akteur, "items": zahlen[wert, akteur], "nenner": nenner[wert]}

    def akteure_zeit(self, auswahl: Auswahl) -> Zeilen:
        zeilen = self._je(auswahl, "zeit", lambda i: i.tag if auswahl.einheit == "tag" else i.woche)
        return sorted(zeilen, key=lambda z: (z["zeit"], z["akteur"]))

    def akteure_haus(self, auswahl: Auswahl) -> Zeilen:
        zeilen = self._je(auswahl, "haus", lambda i: i.haus)
        spalten = ("akteur", "haus", "items", "nenner")
        return sorted(({s: z[s] for s in spalten} for z in zeilen), key=lambda z: (z["akteur"], z["haus"]))

    def akteure_steigend(self, auswahl: Auswahl) -> Zeilen:
        erster_danach = auswahl.zeitraum.von + timedelta(days=auswahl.zeitraum.tage // 2)
        haelften: list[list[set[int]]] = [[], []]
        for item, wer in self._akteure(auswahl):
            haelften[item.tag >= erster_danach].append(wer)
        n1, n2 = map(len, haelften)
        vorher, nachher = (Counter(a for wer in haelfte for a in wer) for haelfte in haelften)
        gefunden = []
        for akteur, y in nachher.items():
            x = vorher[akteur]
            if not n1 or y < 5:
                continue
            lage = math.log((y + 0.5) / (n2 + 0.5)) - math.log((x + 0.5) / (n1 + 0.5))
            streuung = math.sqrt(1 / (y + 0.5) - 1 / (n2 + 0.5) + 1 / (x + 0.5) - 1 / (n1 + 0.5))
            if lage > Z95 * streuung:
                gefunden.append((-(lage - Z95 * streuung), akteur, x, y, math.exp(lage)))
        return [
            {
                "akteur": akteur,
                **{f: self.akteure[akteur][f] for f in ("qid", "name", "typ")},
                "vorher": x,
                "nachher": y,
                "nenner_vorher": n1,
                "nenner_nachher": n2,
                "faktor": faktor,
                "mindestens": math.exp(-minus),
            }
            for minus, akteur, x, y, faktor in sorted(gefunden)[:10]
        ]

    def orte_(self, auswahl: Auswahl) -> Zeilen:
        haeuser: dict[str, list[str]] = defaultdict(list)
        for item, nutzlast in self.kodiert(auswahl, "ort"):
            for ort in {n["ort_id"] for n in nutzlast["nennungen"] if n["ort_id"] and n["rolle"] == "ort"}:
                haeuser[ort].append(item.haus)
        zeilen = []
        for ort, wo in sorted(haeuser.items(), key=lambda p: (-len(p[1]), p[0]))[:400]:
            stamm = self.orte[ort]
            kopf = {"ort_id": ort, **{f: stamm[f] for f in ("name", "art", "lat", "lon")}}
            zeilen.append({**kopf, "deutsch": self._deutsch(ort), "items": len(wo), "haeuser": len(set(wo))})
        return zeilen

    def _deutsch(self, ort: str) -> bool:
        if self.orte[ort]["art"] == "kreis":
            return True
        kette: str | None = ort
        while kette and kette != "iso:DE":
            kette = self.orte[kette]["eltern"]
        return kette == "iso:DE"

    def _ton(self, auswahl: Auswahl, von: Callable[[Item], tuple[date | None, str | None]]) -> Zeilen:
        zellen: dict[tuple[date | None, str | None], list[dict[str, Any]]] = defaultdict(list)
        for item, nutzlast in self.kodiert(auswahl, "tonalitaet"):
            if nutzlast["titel"]["woerter"] > 0:
                zellen[von(item)].append(nutzlast["titel"])
        zeilen = []
        for (woche, haus), titel in zellen.items():
            n, negativ = len(titel), sum(t["klasse"] == "negativ" for t in titel)
            p = negativ / n
            mitte = (p + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
            breite = Z95 / (1 + Z95**2 / n) * math.sqrt(p * (1 - p) / n + Z95**2 / (4 * n * n))
            zeilen.append(
                {
                    "woche": woche,
                    "haus": haus,
                    "n": n,
                    "negativ": negativ,
                    **{k: sum(t["klasse"] == k for t in titel) for k in ("positiv", "gemischt", "ohne_treffer")},
                    "nur_thema": sum(t["klasse"] != "negativ" and t["thema"] != [] for t in titel),
                    "anteil_negativ": p,
                    "negativ_von": max(mitte - breite, 0),
                    "negativ_bis": min(mitte + breite, 1),
                }
            )
        return sorted(zeilen, key=lambda z: (z["woche"] or date.min, z["haus"] or ""))

    def ton(self, auswahl: Auswahl) -> Zeilen:
        return self._ton(auswahl, lambda i: (i.woche, i.haus))

    def ton_gesamt(self, auswahl: Auswahl) -> Zeilen:
        zeilen = self._ton(auswahl, lambda i: (None, i.haus)) + self._ton(auswahl, lambda i: (i.woche, None))
        return sorted(zeilen, key=lambda z: (z["woche"] or date.min, z["haus"] or ""))

    RECHNUNGEN: ClassVar[dict[str, Callable[[Bestand, Auswahl], Zeilen]]] = {}


Bestand.RECHNUNGEN = {
    "umfang": Bestand.umfang,
    "menge": Bestand.menge,
    "slots": Bestand.slots,
    "luecken": Bestand.luecken,
    "kodiert": Bestand.kodiert_zahlen,
    "offen": Bestand.offen,
    "uebernahmen": Bestand.uebernahmen,
    "uebernahmen_haus": Bestand.uebernahmen_haus,
    "gruppen": Bestand.gruppen,
    "revisionen": Bestand.revisionen,
    "akteure": Bestand.akteure_,
    "akteure_zeit": Bestand.akteure_zeit,
    "akteure_steigend": Bestand.akteure_steigend,
    "akteure_haus": Bestand.akteure_haus,
    "orte": Bestand.orte_,
    "ton": Bestand.ton,
    "ton_gesamt": Bestand.ton_gesamt,
}


@cache
def kodiert() -> str:
    """Die mitgelieferten Beispiele, kodiert von fünf Modulen mit den mitgelieferten Lexika."""
    url = vorbereiten(neue_datenbank(), BEISPIEL)
    for worte in (["lexikon_laden.py"], ["ortslexikon_laden.py"], ["phase2.py", "--backfill", "--nur", MODULE]):
        ergebnis = lauf(*worte, url=url, env={"WURZELWERK_NER": "keine"})
        if ergebnis.returncode:
            raise AssertionError(ergebnis.stderr)
    return url


def auswahl(von: str, bis: str, haeuser: Iterable[str], einheit: Literal["tag", "woche"] = "tag") -> Auswahl:
    """Kurz für eine Auswahl."""
    return Auswahl(Zeitraum(date.fromisoformat(von), date.fromisoformat(bis)), tuple(haeuser), einheit)


class Beispiele(unittest.TestCase):
    conn: ClassVar[psycopg.Connection[Any]]
    bestand: ClassVar[Bestand]
    alle: ClassVar[list[str]]
    faelle: ClassVar[dict[str, Auswahl]]

    @classmethod
    def setUpClass(cls) -> None:
        cls.conn = psycopg.connect(kodiert(), autocommit=True, options="-c TimeZone=UTC -c role=wurzelwerk_lesen")
        cls.addClassCleanup(cls.conn.close)
        cls.bestand = Bestand(cls.conn)
        haeuser = cls.alle = sorted({i.haus for i in cls.bestand.alle})
        cls.faelle = {
            "alles": auswahl("2026-09-04", "2026-09-13", haeuser),
            "Wochen": auswahl("2026-08-31", "2026-09-20", haeuser, "woche"),
            "drei Tage, vier Häuser": auswahl("2026-09-08", "2026-09-10", haeuser[:4]),
            "ein Tag": auswahl("2026-09-09", "2026-09-09", haeuser),
            "ein Haus": auswahl("2026-09-07", "2026-09-11", haeuser[:1]),
            "kein Item": auswahl("2031-01-01", "2031-01-31", haeuser),
            "kein Haus": auswahl("2026-09-07", "2026-09-11", ()),
        }

    def fragen(self, name: str, auswahl: Auswahl) -> Antwort:
        with lesend(self.conn):
            return stellen(self.conn, FRAGEN[name], auswahl)

    def gleich(self, gefunden: Zeilen, erwartet: Zeilen) -> None:
        """Bis auf die Rundung gerechneter Anteile gleich, auch in der Reihenfolge und in den Spalten."""
        self.assertEqual([list(z) for z in gefunden], [list(z) for z in erwartet])
        for a, b in zip(gefunden, erwartet, strict=True):
            for spalte, wert in a.items():
                if isinstance(b[spalte], float) and spalte not in ("lat", "lon"):
                    self.assertAlmostEqual(float(wert), b[spalte], delta=6e-4, msg=f"{spalte}: {a}")
                else:
                    self.assertEqual(wert, b[spalte], f"{spalte}: {a}")

    def test_wie_die_zweite_rechnung(self) -> None:
        for fall, wahl in self.faelle.items():
            for name, rechnung in Bestand.RECHNUNGEN.items():
                with self.subTest(frage=name, fall=fall):
                    self.gleich(self.fragen(name, wahl).zeilen, rechnung(self.bestand, wahl))

    def test_jede_frage_ist_geprueft_und_findet_etwas(self) -> None:
        self.assertEqual({*FRAGEN}, {*Bestand.RECHNUNGEN, "revisionsbeispiele"})
        for name in FRAGEN:
            with self.subTest(name):
                self.assertTrue(self.fragen(name, self.faelle["alles"]).zeilen)

    def test_revisionsbeispiele(self) -> None:
        for fall, wahl in self.faelle.items():
            with self.subTest(fall):
                zeilen = self.fragen("revisionsbeispiele", wahl).zeilen
                geaendert = {
                    i.id: (i, n) for i, n in self.bestand.kodiert(wahl, "revision") if n["art"] != "unveraendert"
                }
                je_art = Counter(n["art"] for _, n in geaendert.values())
                self.assertEqual(Counter(z["art"] for z in zeilen), {art: min(3, n) for art, n in je_art.items()})
                self.assertEqual([z["art"] for z in zeilen], sorted(z["art"] for z in zeilen))
                for art in je_art:
                    # Ein zweiter Fall eines Hauses kommt erst, wenn jedes andere schon einen hat.
                    gezeigt = Counter(z["haus"] for z in zeilen if z["art"] == art)
                    moeglich = {i.haus for i, n in geaendert.values() if n["art"] == art}
                    self.assertEqual(len(gezeigt), min(3, len(moeglich), je_art[art]))
                for z in zeilen:
                    item, n = geaendert[z["item_id"]]
                    titel = self.bestand.fassungen[item.id]
                    self.assertEqual(
                        (z["haus"], z["art"], z["ticker"], z["fassungen"], z["titel_alt"], z["titel_neu"]),
                        (item.haus, n["art"], n["ticker_markiert"], n["fassungen"], titel[0], titel[-1]),
                    )
                    anders = next((t for t in titel if t != titel[0]), None)
                    self.assertEqual(z["titel_zwischen"], anders if n["art"] == "zurueckgenommen" else None)
                    zeiten = [datetime.fromisoformat(n[f]) for f in ("erste_am", "letzte_am")]
                    self.assertEqual([z["erste_am"], z["letzte_am"]], zeiten)

    def test_das_gezeigte_sql_ergibt_dieselben_zeilen(self) -> None:
        for fall, wahl in self.faelle.items():
            for name in FRAGEN:
                with self.subTest(frage=name, fall=fall):
                    antwort = self.fragen(name, wahl)
                    self.assertNotIn("%(", antwort.sql)
                    self.assertNotIn("%%", antwort.sql)
                    with psycopg.connect(kodiert()) as frisch, frisch.cursor(row_factory=dict_row) as zeiger:
                        self.assertEqual(zeiger.execute(antwort.sql.encode()).fetchall(), antwort.zeilen)

    def test_coder_version_der_schicht(self) -> None:
        for name, frage in FRAGEN.items():
            antwort = self.fragen(name, self.faelle["ein Tag"])
            self.assertEqual(antwort.coder_version, self.bestand.versionen[frage.schicht] if frage.schicht else None)
            if antwort.coder_version:
                self.assertIn(antwort.coder_version, antwort.sql)

    def test_wie_die_sichten(self) -> None:
        alles = self.faelle["alles"]
        with self.conn.cursor(row_factory=dict_row) as zeiger:
            sicht = zeiger.execute(
                "select * from tonalitaet_je_haus where woche >= '2026-08-31' order by woche, haus collate \"C\""
            ).fetchall()
        for zeile in sicht:
            del zeile["anteil_ohne_treffer"]
        ton = [z for z in self.fragen("ton", alles).zeilen if z["woche"] >= date(2026, 8, 31)]
        # Die Sicht rundet auf vier Stellen, die Frage auf sechs.
        genau = [s for s in sicht[0] if s not in GERUNDET]
        self.assertEqual([[z[s] for s in genau] for z in ton], [[z[s] for s in genau] for z in sicht])
        for mein, dort in zip(ton, sicht, strict=True):
            for spalte in GERUNDET:
                self.assertLessEqual(abs(mein[spalte] - dort[spalte]), Decimal("0.000051"))
        haeuser = self.fragen("revisionen", auswahl("1990-01-02", "2099-12-30", self.alle)).zeilen
        for haus, items, revidiert, ohne in self.conn.execute(
            "select haus, items, revidiert, revidiert_ohne_fortschreibung from revisionen_je_haus"
        ):
            eigene = [z for z in haeuser if z["haus"] == haus]
            geaendert = [z for z in eigene if z["art"] not in ("unveraendert", "formal")]
            self.assertEqual(sum(z["items"] for z in eigene), items)
            self.assertEqual(sum(z["items"] for z in geaendert), revidiert)
            rest = [z for z in geaendert if not z["ticker"] and not z["fortschreibung"]]
            self.assertEqual(sum(z["items"] for z in rest), ohne)

    def test_die_transaktion_liest_nur_einen_stand(self) -> None:
        with psycopg.connect(kodiert(), autocommit=True) as conn:
            with self.assertRaises(psycopg.errors.ReadOnlySqlTransaction), lesend(conn):
                conn.execute("delete from codings")
            with lesend(conn):
                stufe = conn.execute("show transaction_isolation").fetchone()
                self.assertEqual(stufe, ("repeatable read",))
            self.assertEqual(conn.execute("show transaction_read_only").fetchone(), ("off",))
