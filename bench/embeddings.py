"""Embeddings: Geschwindigkeit gegen zwei andere Wege, Treffer bei Umformulierungen, Platz und Güte des Index.

Beispiele:
  python bench/embeddings.py --teil tempo --st .venv-st/bin/python     gegen volles Auffüllen und sentence-transformers
  python bench/embeddings.py --teil tempo --ordner /pfad/zu/einem/modell      andere Gewichte, nur die Geschwindigkeit
  python bench/embeddings.py --teil speicher                             Höchststand bei 400 und 3.200 Items
  python bench/embeddings.py --teil treffer                              alle echten Nachrichten kodieren, 10 Minuten
  python bench/embeddings.py --teil index                                100.000 Vektoren, HNSW und halfvec

tempo und treffer brauchen die echten Nachrichten (WURZELWERK_DATEN), alle das kleine Modell (modell_holen.py --quelle
paket) und HF_HOME. sentence-transformers gehört in eine eigene Umgebung: python3 -m venv .venv-st, dann darin
pip install torch==2.13.0 transformers==5.24.0 sentence-transformers.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import numpy as np
import psycopg
from numpy.typing import NDArray

import befehl
import embeddings
import encoder
import kerne
import modelle
import vektorablage
from bench import messen
from bench.messen import Ergebnis, Messfehler, komma
from sitzung import Ende
from tests.basis import GETEILT

VERSION = "embeddings-bench"
DIM = 1024
HOECHST = encoder.STUFEN[-1]


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = befehl.Zerleger(__doc__, prog="embeddings.py")
    zerleger.add_argument("--teil", choices=("tempo", "speicher", "treffer", "index"), default="tempo")
    zerleger.add_argument("--texte", type=int, default=400, help="so viele bei tempo und speicher (Vorgabe: 400)")
    zerleger.add_argument("--runden", type=int, default=3, help="so oft reihum bei tempo (Vorgabe: 3)")
    zerleger.add_argument("--ordner", type=Path, help="Modellordner statt des kleinen Modells")
    zerleger.add_argument("--st", type=Path, help="Python einer Umgebung mit sentence-transformers")
    zerleger.add_argument("--vektoren", type=int, default=100_000, help="so viele bei index (Vorgabe: 100.000)")
    zerleger.add_argument("--json", action="store_true", help="für alles.py")
    angaben = zerleger.parse_args(worte)
    teile: dict[str, Callable[[argparse.Namespace], Sequence[Ergebnis]]] = {
        "tempo": tempo,
        "speicher": speicher,
        "treffer": treffer,
        "index": index,
    }
    return messen.ausfuehren(lambda: teile[angaben.teil](angaben), als_json=angaben.json)


def nachrichten() -> list[dict[str, Any]]:
    """Die echten Nachrichten neben dem Projekt."""
    datei = GETEILT / "news" / "frontpage_2025-12-29_2026-01-01.jsonl.gz" if GETEILT else None
    if datei is None or not datei.exists():
        raise Messfehler("Die echten Nachrichten fehlen; WURZELWERK_DATEN auf ihren Ordner setzen.")
    with gzip.open(datei, "rt", encoding="utf-8") as strom:
        return [json.loads(zeile) for zeile in strom]


def gewichte_von(ordner: Path | None) -> modelle.Gewichte:
    """Das kleine Modell oder ein Ordner, dessen Herkunft hier nicht zählt."""
    if ordner is None:
        try:
            return modelle.finden("e5-small-paket")
        except modelle.Modellfehler as fehler:
            raise Messfehler(str(fehler)) from None
    breite = json.loads((ordner / "config.json").read_text())["hidden_size"]
    return modelle.Gewichte(modelle.Modell(str(ordner), "ungeprüft", breite, "query: "), ordner, {})


def tempo(angaben: argparse.Namespace) -> list[Ergebnis]:
    """Rechenzeit je Text auf einem Faden, reihum gemessen, Median: eigene Stufen, alles auf 128, andere Wege."""
    gewichte = gewichte_von(angaben.ordner)
    alle = nachrichten()
    gewaehlt = random.Random(1).sample(alle, min(angaben.texte, len(alle)))
    texte = [embeddings.text(item["titel"], item["teaser"]) for item in gewaehlt]
    netz = encoder.Encoder(gewichte, faeden=1)
    zerlegt = netz.zerlegen(texte)
    list(netz.kodieren(zerlegt[:8]))  # warm
    wege: dict[str, Callable[[], dict[str, Any]]] = {
        "stufen": lambda: {"sekunden": _rechenzeit(lambda: list(netz.kodieren(zerlegt)))},
        "voll": lambda: {"sekunden": _rechenzeit(lambda: _auf_128(netz, zerlegt))},
        "frei": lambda: _im_kind(Path(sys.executable), "encoder_frei_messen.py", gewichte, texte, {}),
    }
    if angaben.st is not None:
        skript, kern = "sentence_transformers_messen.py", kerne.KERNE["float32"].variablen
        wege["st"] = lambda: _im_kind(angaben.st, skript, gewichte, texte, {})
        wege["st_fest"] = lambda: _im_kind(angaben.st, skript, gewichte, texte, kern)
    runden = [{name: weg() for name, weg in wege.items()} for _ in range(angaben.runden)]
    sekunden = {name: statistics.median(runde[name]["sekunden"] for runde in runden) for name in wege}

    def zeile(was: str, name: str, ziel: float | None = None) -> Ergebnis:
        mal = sekunden[name] / sekunden["stufen"]
        zahl = f"{komma(len(texte) / sekunden[name], 1)}, Stufen {komma(mal)}-mal so schnell"
        return Ergebnis(was, zahl, f"mindestens {komma(ziel)}" if ziel else "", mal >= ziel if ziel else None)

    ergebnisse = [
        Ergebnis("Texte je Sekunde Rechenzeit, eigene Stufen", komma(len(texte) / sekunden["stufen"], 1)),
        zeile("dasselbe, alles auf 128 aufgefüllt", "voll", 1.8),
        zeile("eigene Stufen, Kerne nicht festgelegt", "frei"),
    ]
    if angaben.st is not None:
        st = runden[0]["st"]
        ergebnisse += [
            zeile(f"sentence-transformers {st['version']}, Kerne nicht festgelegt", "st", 0.95),
            zeile("sentence-transformers, Kerne wie hier festgelegt", "st_fest", 0.95),
            Ergebnis("dort bitgleich, einzeln gegen Stapel zu 32", f"{st['bitgleich']} von {st['verglichen']}"),
        ]
    return ergebnisse


def _im_kind(
    python: Path, skript: str, gewichte: modelle.Gewichte, texte: Sequence[str], kern: dict[str, str]
) -> dict[str, Any]:
    auftrag = {
        "ordner": str(gewichte.ordner),
        "dim": gewichte.modell.dim,
        "texte": [gewichte.modell.vorsatz + text for text in texte],
    }
    umgebung = {k: v for k, v in os.environ.items() if not k.startswith(("ATEN_", "ONEDNN_", "DNNL_", "MKL_"))}
    umgebung |= {"HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"} | messen.EIN_FADEN | kern
    ergebnis = subprocess.run(
        [python, Path(__file__).with_name(skript)],
        input=json.dumps(auftrag),
        env=umgebung,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if ergebnis.returncode:
        raise Messfehler(f"{skript}: {ergebnis.stderr.strip().splitlines()[-1]}")
    gemessen: dict[str, Any] = messen.aus_json(ergebnis.stdout)
    return gemessen


def speicher(angaben: argparse.Namespace) -> list[Ergebnis]:
    """Höchststand eines Backfills über echte Nachrichten, bei kleinem und größerem Bestand."""
    gewichte = gewichte_von(None)
    modell = sum((gewichte.ordner / name).stat().st_size for name in modelle.DATEIEN) / 1e6
    alle = nachrichten()
    ergebnisse = []
    with messen.server() as server:
        for anzahl in (angaben.texte, 8 * angaben.texte):
            with messen.datenbank(server) as url:
                with psycopg.connect(url) as conn, conn.cursor() as zeiger:
                    zeiger.executemany(
                        "insert into raw_items (haus, titel, teaser, erfasst_am, slot) values (%s, %s, %s, now(), "
                        "date_bin('15 minutes', now(), '2000-01-01Z'))",
                        [(item["haus"], item["titel"], item["teaser"]) for item in alle[:anzahl]],
                    )
                messen.melden(f"{anzahl} Items")
                env = {"EMBEDDING_MODELL": "e5-small-paket"}
                lauf = messen.prozess("embeddings.py", "--backfill", "--faeden", "1", url=url, env=env)
                was = f"Höchststand über {anzahl} Items ({komma(modell, 0)} MB Modell)"
                ergebnisse.append(messen.hoechstens(was, lauf.speicher, modell + 500, "MB", 0))
    return ergebnisse


def _rechenzeit(arbeit: Callable[[], Any]) -> float:
    beginn = time.process_time()
    arbeit()
    return time.process_time() - beginn


def _auf_128(netz: encoder.Encoder, zerlegt: Sequence[encoder.Text]) -> None:
    for ab in range(0, len(zerlegt), netz.form.stapel):
        netz._rechnen([text.token for text in zerlegt[ab : ab + netz.form.stapel]], HOECHST)


def treffer(angaben: argparse.Namespace) -> list[Ergebnis]:
    """Wie oft der Partner einer Umformulierung unter den fünf Nächsten ist, im ganzen Bestand."""
    assert GETEILT is not None
    netz = encoder.Encoder(gewichte_von(angaben.ordner))
    alle = nachrichten()
    zerlegt = netz.zerlegen([embeddings.text(item["titel"], item["teaser"]) for item in alle])
    vektoren = np.empty((len(alle), netz.dim), np.float32)
    for stellen, gerechnet in netz.kodieren(zerlegt):
        vektoren[stellen] = gerechnet
    stelle = {(item["haus"], item["guid"]): n for n, item in enumerate(alle)}
    paare = [json.loads(z) for z in (GETEILT / "gold" / "paare_gold.jsonl").read_text().splitlines()]
    token = sorted(text.laenge for text in zerlegt)
    ergebnisse = [
        Ergebnis(
            f"Token von {len(token)} Texten: Median, p95, p99, gekappt",
            f"{token[len(token) // 2]}, {token[int(0.95 * len(token))]}, {token[int(0.99 * len(token))]}, "
            f"{sum(text.gekappt for text in zerlegt)}",
        )
    ]
    for urteil in ("wortgleich", "nahezu", "fortschreibung"):
        orte = [
            (stelle.get((p["a"]["haus"], p["a"]["guid"])), stelle.get((p["b"]["haus"], p["b"]["guid"])))
            for p in paare
            if p["urteil"] == urteil and p["sicher"]
        ]
        gefunden = verglichen = 0
        for paar in orte:
            if None in paar:
                continue
            for von, nach in (paar, paar[::-1]):
                kosinus = vektoren @ vektoren[von]
                kosinus[von] = -2
                verglichen += 1
                gefunden += int((kosinus > kosinus[nach]).sum() < 5)
        ergebnisse.append(
            Ergebnis(f"»{urteil}«: Partner unter den 5 Nächsten von {len(alle)}", f"{gefunden} von {verglichen}")
        )
    return ergebnisse


def _kuenstlich(anzahl: int) -> NDArray[np.float32]:
    """Vektoren wie aus Nachrichten: Themen, darin Geschichten, darin Meldungen; ohne Modell, mit festem Samen."""
    zufall = np.random.default_rng(1)
    themen = zufall.standard_normal((200, DIM), np.float32)
    geschichten = themen[zufall.integers(200, size=anzahl // 8 + 1)]
    geschichten = geschichten + 0.8 * zufall.standard_normal(geschichten.shape, np.float32)
    vektoren = geschichten[zufall.integers(len(geschichten), size=anzahl)]
    vektoren += 0.5 * zufall.standard_normal(vektoren.shape, np.float32)
    vektoren /= np.linalg.norm(vektoren, axis=1, keepdims=True)
    return vektoren


def index(angaben: argparse.Namespace) -> list[Ergebnis]:
    """Platz je Vektor, Bauzeit und Recall der Indizes gegen die genaue Suche."""
    anzahl = angaben.vektoren
    vektoren = _kuenstlich(anzahl)
    fragen = random.Random(2).sample(range(anzahl), 200)
    genau = [set(np.argpartition(-(vektoren @ vektoren[n]), 10)[:10].tolist()) for n in fragen]
    ergebnisse = []
    with messen.server() as server, messen.datenbank(server) as url, psycopg.connect(url, autocommit=True) as conn:
        conn.execute(
            "insert into raw_items (haus, titel, erfasst_am, slot) select 'bench', n::text, now(), "
            "date_bin('15 minutes', now(), '2000-01-01Z') from generate_series(1, %s) n",
            (anzahl,),
        )
        ids = [id_ for (id_,) in conn.execute("select id from raw_items order by id")]
        messen.melden(f"{anzahl} Vektoren laden")
        with conn.cursor() as zeiger, zeiger.copy("copy item_embeddings from stdin") as strom:
            for id_, vektor in zip(ids, vektoren, strict=True):
                strom.write_row((id_, VERSION, json.dumps(vektor.tolist())))
        conn.execute("vacuum analyze item_embeddings")
        heap = _groesse(conn, "pg_table_size('item_embeddings')")
        ergebnisse.append(Ergebnis(f"Tabelle je Vektor zu {DIM}", f"{komma(heap / anzahl, 0)} Byte"))
        name = vektorablage.indexname(VERSION)
        beginn = time.monotonic()
        with psycopg.connect(url, autocommit=True) as beobachter:
            vektorablage.index_bauen(conn, beobachter, VERSION, 2048, Ende(), messen.melden)
        dauer = time.monotonic() - beginn
        ergebnisse += _index_messen(conn, "vector", name, dauer, ids, fragen, genau)
        conn.execute(f"drop index {name}")
        beginn = time.monotonic()
        conn.execute(
            f"create index bench_halb on item_embeddings using hnsw ((vektor::halfvec({DIM})) halfvec_cosine_ops) "
            f"where coder_version = '{VERSION}'"
        )
        ergebnisse += _index_messen(conn, "halfvec", "bench_halb", time.monotonic() - beginn, ids, fragen, genau)
    return ergebnisse


def _index_messen(
    conn: psycopg.Connection[Any],
    art: str,
    name: str,
    dauer: float,
    ids: Sequence[int],
    fragen: Sequence[int],
    genau: Sequence[set[int]],
) -> Iterator[Ergebnis]:
    platz = _groesse(conn, f"pg_relation_size('{name}')")
    yield Ergebnis(f"HNSW mit {art}", f"{komma(platz / len(ids), 0)} Byte je Vektor, gebaut in {komma(dauer, 0)} s")
    abfrage = (
        f"select item_id from item_embeddings where coder_version = '{VERSION}' "
        f"order by vektor::{art}({DIM}) <=> (select vektor from item_embeddings where coder_version = '{VERSION}' "
        f"and item_id = %s)::{art}({DIM}) limit 10"
    )
    stelle = {id_: n for n, id_ in enumerate(ids)}
    for ef in (40, 100, 200):
        conn.execute(f"set hnsw.ef_search = {ef}")
        beginn = time.monotonic()
        treffer = sum(
            len(richtig & {stelle[id_] for (id_,) in conn.execute(abfrage, (ids[frage],))})
            for frage, richtig in zip(fragen, genau, strict=True)
        )
        je_frage = 1000 * (time.monotonic() - beginn) / len(fragen)
        anteil = komma(treffer / (10 * len(fragen)), 4)
        yield Ergebnis(f"{art}: recall@10 bei ef_search {ef}", f"{anteil}, {komma(je_frage, 1)} ms je Frage")


def _groesse(conn: psycopg.Connection[Any], ausdruck: str) -> int:
    zeile = conn.execute(f"select {ausdruck}".encode()).fetchone()
    assert zeile is not None
    return int(zeile[0])


if __name__ == "__main__":
    sys.exit(main())
