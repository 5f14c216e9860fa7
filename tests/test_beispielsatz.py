"""Die mitgelieferten Meldungen halten, was beispiel/README.md verspricht."""

from __future__ import annotations

import json
import re
import unicodedata
import unittest
from collections import Counter, defaultdict
from typing import Any, ClassVar

from beispiel.zeilen import zeile_lesen
from tests.basis import WURZEL

SATZ = WURZEL / "beispiel" / "raw_items.jsonl"


class Satz(unittest.TestCase):
    """Umfang, Vollständigkeit und die Arten von Meldungen."""

    zeilen: ClassVar[list[dict[str, Any]]]
    titel: ClassVar[list[str]]

    @classmethod
    def setUpClass(cls) -> None:
        cls.zeilen = [json.loads(zeile) for zeile in SATZ.read_text(encoding="utf-8").splitlines()]
        cls.titel = [zeile["titel"] or "" for zeile in cls.zeilen]

    def mindestens(self, anzahl: int, muster: str) -> None:
        gefunden = [titel for titel in self.titel if re.search(muster, titel)]
        self.assertGreaterEqual(len(gefunden), anzahl, muster)

    def test_umfang_und_kennzeichnung(self) -> None:
        self.assertGreaterEqual(len(self.zeilen), 450)
        self.assertTrue(all(zeile["erfunden"] is True for zeile in self.zeilen))
        self.assertTrue(
            all(zeile["url"].startswith("https://www.") and ".example/" in zeile["url"] for zeile in self.zeilen)
        )
        haeuser = Counter(zeile["haus"] for zeile in self.zeilen)
        self.assertEqual(len(haeuser), 8)
        self.assertGreaterEqual(min(haeuser.values()), 40)
        tage = Counter(zeile["erfasst_am"][:10] for zeile in self.zeilen)
        self.assertEqual(sorted(tage), [f"2026-09-{tag:02}" for tag in range(7, 12)])
        self.assertGreaterEqual(min(tage.values()), 80)

    def test_die_zahlen_der_beschreibung_stimmen(self) -> None:
        text = (SATZ.parent / "README.md").read_text(encoding="utf-8")
        fassungen = sum(len(zeile["fassungen"]) for zeile in self.zeilen)
        self.assertIn(f"{len(self.zeilen)} Meldungen ({fassungen} Fassungen)", text)
        for haus, anzahl in Counter(zeile["haus"] for zeile in self.zeilen).items():
            self.assertIn(f"| {haus} | {anzahl} |", text)

    def test_jede_zeile_ist_vollstaendig_und_geordnet(self) -> None:
        for zeile in self.zeilen:
            gelesen = zeile_lesen(json.dumps(zeile).encode())
            erste = gelesen.fassungen[0]
            self.assertEqual((erste.fassung, erste.titel, erste.teaser), (1, zeile["titel"], zeile["teaser"]))
            self.assertEqual([f.fassung for f in gelesen.fassungen], list(range(1, len(gelesen.fassungen) + 1)))
            zeiten = [f.erfasst_am for f in gelesen.fassungen]
            self.assertEqual(zeiten, sorted(set(zeiten)))
        erfasst = [zeile["erfasst_am"] for zeile in self.zeilen]
        self.assertEqual(erfasst, sorted(erfasst))
        kennungen = [(zeile["haus"], zeile["guid"]) for zeile in self.zeilen if zeile["guid"]]
        self.assertEqual(len(kennungen), len(set(kennungen)))

    def test_uebernahmen_in_allen_schreibungen(self) -> None:
        kern = "Neue Brücke über die Weser bei Minden freigegeben"
        schreibungen = {
            zeile["haus"]: zeile["titel"].replace(kern, "…") for zeile in self.zeilen if kern in (zeile["titel"] or "")
        }
        erwartet = {
            "abendpost": "Verkehr: …",
            "morgenblatt": "Verkehr:…",
            "mittelfunk": "Verkehr - …",
            "tagesecho": "Verkehr …",
            "kuestenkurier": "…",
        }
        self.assertEqual(schreibungen, schreibungen | erwartet)

    def test_arten_sind_vertreten(self) -> None:
        for anzahl, muster in (
            (100, r"^\w[\w -]*: \w"),
            (100, r"^\w[\w -]*:\w"),
            (80, r"^\w[\w ]* - \w"),
            (15, r" Von [A-Z]\w+ [A-Z]\w+"),
            (10, r"Lesezeit|Lesedauer|Min\. Lesen"),
            (15, r"^(AP\+|M\+|KK\+|Plus:|Abo:) "),
            (2, r"\| Abendpost$"),
            (5, r"ticker|Newsblog|Liveblog|Live:|^\+\+\+ \d"),
            (15, r"Bilder des Tages$"),
            (10, r"^Wetter für morgen$"),
            (10, r"Was geschah am \d+\. September\?$"),
            (1, r"\u200b"),
            (5, r"\u00ad"),
            (3, r"[\u00a0\u202f]"),
            (4, r"&\w+;"),
            (1, r"<b>"),
            (4, r"[:*]innen|[a-z]Innen"),
            (3, r"[\U0001f300-\U0001faff]"),
            (1, r"ẞ"),
            (2, r"«|»"),
            (20, r"\b(Merz|Klingbeil|Steinmeier|Söder|Wüst|Macron|Selenskyj|Trump)\b"),
            (8, r"\b(Weil|Essen|Halle|Münster)\b"),
            (8, r"\b(nicht|keine?n?)\b"),
            (2, r"^\w+$"),
        ):
            with self.subTest(muster):
                self.mindestens(anzahl, muster)
        self.assertTrue(any(unicodedata.normalize("NFC", titel) != titel for titel in self.titel))
        self.assertTrue(any(titel.isupper() for titel in self.titel))
        self.assertEqual({zeile["titel"] for zeile in self.zeilen if not zeile["titel"]}, {None, ""})
        self.assertTrue(any(titel and not any(zeichen.isalnum() for zeichen in titel) for titel in self.titel))

    def test_woertliche_zeilen_wandern_durch_haeuser_und_tage(self) -> None:
        haeuser: dict[str, set[str]] = defaultdict(set)
        tage: dict[str, set[str]] = defaultdict(set)
        for zeile in self.zeilen:
            kern = re.sub(r"^\w[\w -]*(: ?| - )(?=\w+ \w+ \w+ \w+)", "", zeile["titel"] or "")
            haeuser[kern].add(zeile["haus"])
            tage[kern].add(zeile["erfasst_am"][:10])
        self.assertGreaterEqual(sum(len(menge) >= 2 for menge in haeuser.values()), 100)
        self.assertGreaterEqual(max(map(len, haeuser.values())), 5)
        ketten = [k for k in haeuser if len(tage[k]) >= 3 and len(haeuser[k]) >= 3 and len(k.split()) > 4]
        self.assertGreaterEqual(len(ketten), 3)

    def test_zeiten_und_fassungen(self) -> None:
        gelesen = [zeile_lesen(json.dumps(zeile).encode()) for zeile in self.zeilen]
        verspaetet = [z for z in gelesen if z.meldung.pubdate and (z.meldung.erfasst_am - z.meldung.pubdate).days >= 1]
        self.assertGreaterEqual(len(verspaetet), 4)
        self.assertGreaterEqual(sum(zeile["pubdate"] is None for zeile in self.zeilen), 20)
        self.assertGreaterEqual(sum((zeile["pubdate"] or "").startswith("0001-01-01") for zeile in self.zeilen), 2)
        self.assertTrue(any("2027" in (zeile["pubdate"] or "") for zeile in self.zeilen))
        self.assertGreaterEqual(sum(zeile["guid"] is None for zeile in self.zeilen), 5)
        self.assertGreaterEqual(sum(len(z.fassungen) > 1 for z in gelesen), 50)
        self.assertGreaterEqual(sum(len(z.fassungen) > 2 for z in gelesen), 10)
        zurueck = [z for z in gelesen if len(z.fassungen) > 2 and z.fassungen[0].titel == z.fassungen[-1].titel]
        self.assertGreaterEqual(len(zurueck), 3)


if __name__ == "__main__":
    unittest.main()
