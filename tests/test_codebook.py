"""Das Codebook: jede Spalte der Datei steht darin und umgekehrt, und seine Zahlen stimmen."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import unittest
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

import exportformate
from exporttabellen import TABELLEN
from tests.exportbestand import BIS, VON, MitExport

SPALTE = re.compile(r"^\| `(\w+)` \| ([^|]+) \| ((?:\\\||[^|])+) \| (\d+) \|$", re.MULTILINE)


class Codebook(MitExport):
    def buecher(self, pfad: Path) -> tuple[str, dict[str, Any]]:
        md, js = (Path(f"{pfad}.codebook.{endung}").read_text(encoding="utf-8") for endung in ("md", "json"))
        return md, json.loads(js)

    def test_spalten_und_zahlen(self) -> None:
        for name, tabelle in TABELLEN.items():
            if name == "embedding":
                continue
            for mit in ((), ("--mit-titel",)):
                with self.subTest(tabelle=name, mit=mit):
                    pfad, _ = self.export(name, "csv", "--ersetzen", *mit)
                    with pfad.open(encoding="utf-8", newline="") as datei:
                        zeilen = list(csv.DictReader(datei))
                    md, js = self.buecher(pfad)
                    kopf = list(zeilen[0])
                    self.assertEqual([spalte for spalte, *_ in SPALTE.findall(md)], kopf)
                    felder = js["resources"][0]["schema"]["fields"]
                    self.assertEqual([feld["name"] for feld in felder], kopf)
                    self.assertTrue(all(feld["description"] and feld["type"] for feld in felder))
                    self.assertEqual(js["wurzelwerk"]["zeilen"], len(zeilen))
                    self.assertIn(f"- {len(zeilen)} Zeilen\n", md)
                    schluessel = [tuple(z[s] for s in tabelle.schluessel) for z in zeilen]
                    self.assertEqual(len(set(schluessel)), len(schluessel))
                    self._zahlen(zeilen, felder)

    def _zahlen(self, zeilen: list[dict[str, str]], felder: list[dict[str, Any]]) -> None:
        for feld in felder:
            werte = [z[feld["name"]] for z in zeilen]
            if "werte" in feld:
                gezaehlt = Counter(
                    einzeln
                    for wert in werte
                    for einzeln in (json.loads(wert) if feld["type"] == "array" else [wert] if wert else [])
                )
                self.assertEqual({w["wert"]: w["anzahl"] for w in feld["werte"] if w["anzahl"]}, dict(gezaehlt))
                self.assertTrue(all(w["bedeutung"] for w in feld["werte"]), feld["name"])

    def test_fehlende_sind_gezaehlt(self) -> None:
        for name in ("item", "akteur"):
            pfad, _ = self.export(name, "jsonl", "--mit-titel")
            zeilen = [json.loads(zeile) for zeile in pfad.read_text(encoding="utf-8").split("\n")[:-1]]
            _, js = self.buecher(pfad)
            fehlend = {feld["name"]: feld["fehlend"] for feld in js["resources"][0]["schema"]["fields"]}
            self.assertEqual(fehlend, {s: sum(zeile[s] is None for zeile in zeilen) for s in zeilen[0]})
            self.assertGreater(sum(fehlend.values()), 0)

    def test_herkunft(self) -> None:
        pfad, _ = self.export("akteur", "csv", "--haus", "NA", "--haus", "morgenblatt")
        md, js = self.buecher(pfad)
        ((version, komponenten),) = self.sql(
            "select coder_version, komponenten from coder_versionen where schicht = 'akteur'"
        )
        self.assertEqual(
            js["wurzelwerk"]["coder_versionen"],
            [{"coder_version": version, "schicht": "akteur", "komponenten": komponenten}],
        )
        ((items,),) = self.sql("select count(*) from raw_items where haus in ('NA', 'morgenblatt')")
        self.assertEqual((js["wurzelwerk"]["von"], js["wurzelwerk"]["bis"]), (VON, BIS))
        self.assertEqual((js["wurzelwerk"]["items"], js["wurzelwerk"]["kodiert"]), (items, items))
        self.assertEqual(js["wurzelwerk"]["haeuser"], ["NA", "morgenblatt"])
        for stueck in (version, *komponenten, VON, BIS, "Häuser: NA, morgenblatt"):
            self.assertIn(stueck, md)
        quelle = js["resources"][0]
        self.assertEqual(quelle["hash"], f"sha256:{hashlib.sha256(pfad.read_bytes()).hexdigest()}")
        self.assertEqual((quelle["bytes"], quelle["path"]), (pfad.stat().st_size, pfad.name))

    def test_item_nennt_jede_schicht(self) -> None:
        pfad, _ = self.export("item", "csv")
        _, js = self.buecher(pfad)
        versionen = {v["schicht"]: v["coder_version"] for v in js["wurzelwerk"]["coder_versionen"]}
        self.assertEqual(versionen, dict(self.sql("select schicht, coder_version from coder_versionen")))

    def test_jedes_format_hat_seine_rezepte(self) -> None:
        for form in exportformate.FORMATE:
            pfad, _ = self.export("ort", form, ziel=f"'heikel' $ {form}.{form}")
            md, js = self.buecher(pfad)
            self.assertEqual(re.findall(r"^```(\w+)$", md, re.MULTILINE), ["python", "r", "sql"])
            self.assertEqual(js["resources"][0]["format"], form)

    def test_bedeutung_steht_auch_in_parquet(self) -> None:
        pfad, _ = self.export("dublette", "parquet")
        for feld, spalte in zip(pq.read_schema(pfad), TABELLEN["dublette"].gewaehlt(False), strict=True):
            self.assertEqual(feld.metadata[b"bedeutung"].decode(), spalte.bedeutung)

    def test_unbeschriebener_wert_steht_trotzdem_da(self) -> None:
        self.sql(
            """
            update codings set nutzlast = jsonb_set(nutzlast, '{rolle}', '"neu|`artig"')
            where schicht = 'dublette' and item_id = 1
            """
        )
        self.addCleanup(
            self.sql, """update codings set nutzlast = jsonb_set(nutzlast, '{rolle}', '"einzel"')
            where schicht = 'dublette' and item_id = 1"""
        )  # fmt: skip
        md, js = self.buecher(self.export("dublette", "jsonl")[0])
        self.assertIn(r"| neu\|\`artig |  | 1 |", md)
        (rolle,) = [f for f in js["resources"][0]["schema"]["fields"] if f["name"] == "rolle"]
        self.assertIn({"wert": "neu|`artig", "bedeutung": "", "anzahl": 1}, rolle["werte"])


if __name__ == "__main__":
    unittest.main()
