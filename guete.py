"""Güte: misst die Module an den gelabelten Sätzen und druckt je Messung eine Tabelle.

Beispiele:
  python guete.py                         alle Messungen, die Sätze aus WURZELWERK_DATEN oder ../shared/daten
  python guete.py --ordner PFAD           andere Datenbank als .eingebettet/guete

Die Sätze gehören nicht zum Projekt; fehlt einer, wird er genannt und übergangen.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import akteurguete
import befehl
import db
import deutung
import eingebettet
import ortsguete
import tonguete
from nachschlagewerk import Nachschlagewerk
from ortsverzeichnis import Ortsverzeichnis
from schritte import EINSTUFUNGEN, Form, Schritt
from titel import SCHWELLE, Titel, ohne_beiwerk, urteilen

WURZEL = Path(__file__).resolve().parent
NACHRICHTEN = "news/frontpage_2025-12-29_2026-01-01.jsonl.gz"
PAARE = "gold/paare_gold.jsonl"
SCHRITTE = "gold/schritte_gold.jsonl"
BEISPIEL = "beispiel/raw_items.jsonl"

RICHTIG = ("wortgleich", "nahezu")
FALSCH = ("anderes", "fortschreibung", "format")
SCHWELLEN = tuple(Fraction(n, 10) for n in (3, 4, 5, 6, 7, 8))

GRUPPEN = """
select r.haus, r.titel, r.erfasst_am, k.nutzlast ->> 'gruppe', (k.nutzlast ->> 'haeuser')::integer, coalesce(r.guid, '')
from codings_aktuell k
join raw_items r on r.id = k.item_id
where k.schicht = 'dublette'
"""


class Paar(NamedTuple):
    """Ein gelabeltes Paar zweier Titel."""

    urteil: str
    a: Mapping[str, str]
    b: Mapping[str, str]


def paare_lesen(datei: Path) -> list[Paar]:
    """Die sicheren Paare des Satzes."""
    zeilen = [json.loads(zeile) for zeile in datei.read_text(encoding="utf-8").splitlines()]
    return [Paar(z["urteil"], z["a"], z["b"]) for z in zeilen if z["sicher"]]


def bilanz(paare: Iterable[tuple[str, bool]]) -> list[str]:
    """Precision, Recall und die Zellen dahinter, aus (Label, verbunden)."""
    zahl = Counter(paare)
    richtig = sum(zahl[u, True] for u in RICHTIG)
    falsch = sum(zahl[u, True] for u in FALSCH)
    gleich, nahezu = (zahl[u, True] + zahl[u, False] for u in RICHTIG)
    return [
        _anteil(richtig, richtig + falsch),
        _anteil(zahl["wortgleich", True], gleich),
        f"{zahl['nahezu', True]} von {nahezu}",
        " / ".join(str(zahl[u, True]) for u in FALSCH),
    ]


def dubletten_im_bestand(daten: Path, url: str) -> Iterator[Sequence[str]]:
    """Lädt die echten Nachrichten, kodiert sie und misst, welche Paare in einer Gruppe stehen."""
    umgebung = os.environ | {"DATABASE_URL": url}
    for aufruf in (
        ["beispiel/laden.py", "--schema", str(daten / NACHRICHTEN)],
        ["migrieren.py"],
        ["dubletten.py", "--backfill"],
    ):
        subprocess.run([sys.executable, *aufruf], cwd=WURZEL, env=umgebung, check=True, stdout=subprocess.DEVNULL)
    os.environ["DATABASE_URL"] = url
    with db.verbinden("guete") as conn:
        zeilen = conn.execute(GRUPPEN).fetchall()
    gruppe = {(haus, titel, am.isoformat()): g for haus, titel, am, g, _, _ in zeilen}
    urteile = []
    for paar in paare_lesen(daten / PAARE):
        links, rechts = (gruppe.get((p["haus"], p["titel"], p["erfasst_am"])) for p in (paar.a, paar.b))
        urteile.append((paar.urteil, links is not None and links == rechts))
    dpa = [haeuser > 1 for haus, _, _, _, haeuser, guid in zeilen if haus == "sz" and "dpa" in guid]
    yield "Dubletten im Bestand", "Precision", "Recall wortgleich", "nahezu", " / ".join(FALSCH), "sz mit dpa-Kennung"
    yield "python dubletten.py --backfill", *bilanz(urteile), _anteil(sum(dpa), len(dpa))


def dubletten_schwellen(daten: Path, _url: str) -> Iterator[Sequence[str]]:
    """Beide Maße über die Schwellen, alle übrigen Regeln unverändert; Paar für Paar, ohne Gruppierung."""
    paare = [
        (p.urteil, Titel(ohne_beiwerk(p.a["titel"])), Titel(ohne_beiwerk(p.b["titel"])))
        for p in paare_lesen(daten / PAARE)
    ]
    yield "Maß und Schwelle, je Paar", "Precision", "Recall wortgleich", "nahezu", " / ".join(FALSCH)
    for mass, name in ((trigramm_mass, "Trigramme"), (wort_mass, "Wörter")):
        for schwelle in SCHWELLEN:
            gewaehlt = " (gewählt)" if mass is trigramm_mass and schwelle == SCHWELLE else ""
            urteile = ((urteil, _verbunden(a, b, mass, schwelle)) for urteil, a, b in paare)
            yield f"{name} ≥ {float(schwelle):.1f}{gewaehlt}", *bilanz(urteile)


def dubletten_edits(daten: Path, _url: str) -> Iterator[Sequence[str]]:
    """Wie viele Kopien mit 0, 1, 2 ersetzten Wörtern jedes Maß noch findet; echte Titel, fester Zufall."""
    import gzip

    with gzip.open(daten / NACHRICHTEN, "rt", encoding="utf-8") as datei:
        titel = {Titel(ohne_beiwerk(json.loads(zeile)["titel"])).kern for zeile in datei}
    folgen = [t.split() for t in sorted(titel) if 6 <= t.count(" ") + 1 <= 10]
    wortschatz = sorted({w for folge in folgen for w in folge})
    zufall = random.Random(20261130)
    kopien = [(folge, zahl, _ersetzt(folge, zahl, wortschatz, zufall)) for folge in folgen for zahl in (0, 1, 2)]
    yield "Gefundene Kopien von Titeln mit 6 bis 10 Wörtern", "0 ersetzt", "1 ersetzt", "2 ersetzt"
    for gramm, name in ((3, "Trigramme"), (1, "Wörter")):
        for schwelle in (SCHWELLE, Fraction(1, 2), Fraction(7, 10)):
            gefunden = Counter(
                n for folge, n, k in kopien if _jaccard(_gramme(folge, gramm), _gramme(k, gramm)) >= schwelle
            )
            yield f"{name} ≥ {float(schwelle):.1f}", *(_anteil(gefunden[n], len(folgen)) for n in (0, 1, 2))


def revisionen_schritte(daten: Path, _url: str) -> Iterator[Sequence[str]]:
    """Die sicheren Schritte des Satzes: Label gegen Einstufung, als Tabelle, und der Anteil der richtigen."""
    zeilen = [json.loads(zeile) for zeile in (daten / SCHRITTE).read_text(encoding="utf-8").splitlines()]
    urteile = [(z, Schritt(Form(z["alt"]), Form(z["neu"])).art) for z in zeilen]
    sichere = [(z["art"], art) for z, art in urteile if z["sicher"]]
    zahl = Counter(sichere)
    namen = [e.name for e in EINSTUFUNGEN]
    yield "Schritte, Label ↓ Einstufung →", *namen
    for label in namen:
        if any(gelabelt == label for gelabelt, _ in sichere):
            yield label, *(str(zahl[label, art] or "") for art in namen)
    auch_zweite = sum(art in (z["art"], z["zweite"]) for z, art in urteile if z["sicher"])
    alle = sum(art in (z["art"], z["zweite"]) for z, art in urteile)
    richtig = sum(label == art for label, art in sichere)
    rest = [""] * (len(namen) - 1)
    yield "sichere richtig", _anteil(richtig, len(sichere)), *rest
    yield "sichere richtig oder zweitbeste Klasse", _anteil(auch_zweite, len(sichere)), *rest
    yield "alle richtig oder zweitbeste Klasse", _anteil(alle, len(zeilen)), *rest


def akteure(daten: Path, url: str) -> Iterator[Sequence[str]]:
    """Lädt das mitgelieferte Lexikon und misst die Auflösung der Akteure."""
    umgebung = os.environ | {"DATABASE_URL": url}
    for aufruf in (["beispiel/laden.py", "--schema", BEISPIEL], ["migrieren.py"], ["lexikon_laden.py"]):
        subprocess.run([sys.executable, *aufruf], cwd=WURZEL, env=umgebung, check=True, stdout=subprocess.DEVNULL)
    os.environ["DATABASE_URL"] = url
    with db.verbinden("guete") as conn:
        werk = Nachschlagewerk.aus_tabellen(conn)
    yield from akteurguete.messen(daten, werk)


def orte(daten: Path, url: str) -> Iterator[Sequence[str]]:
    """Lädt das mitgelieferte Verzeichnis und misst, welche Kennungen die Orte der Schlagzeilen bekommen."""
    yield from ortsguete.messen(daten, _verzeichnis(url))


def orte_spannen(daten: Path, url: str) -> Iterator[Sequence[str]]:
    """Wo Orte stehen, an vier fremden Sätzen."""
    yield from ortsguete.messen_spannen(daten, _verzeichnis(url))


def _verzeichnis(url: str) -> Ortsverzeichnis:
    umgebung = os.environ | {"DATABASE_URL": url}
    for aufruf in (
        ["beispiel/laden.py", "--schema", BEISPIEL],
        ["migrieren.py"],
        ["lexikon_laden.py"],
        ["ortslexikon_laden.py"],
    ):
        subprocess.run([sys.executable, *aufruf], cwd=WURZEL, env=umgebung, check=True, stdout=subprocess.DEVNULL)
    os.environ["DATABASE_URL"] = url
    with db.verbinden("guete") as conn:
        return Ortsverzeichnis.aus_tabellen(conn)


def tonalitaet(daten: Path, _url: str) -> Iterator[Sequence[str]]:
    """Die Klasse »negativ« an Schlagzeilen, mit jeder Regel einmal abgeschaltet."""
    yield from tonguete.messen(daten)


def tonalitaet_andere(daten: Path, _url: str) -> Iterator[Sequence[str]]:
    """Zielbezogene Nachrichtensätze und Websätze: wofür das Verfahren nicht gemacht ist."""
    yield from tonguete.andere_saetze(daten)


def trigramm_mass(a: Titel, b: Titel) -> Fraction:
    """Jaccard der Wort-Trigramme der Kerne."""
    return _jaccard(_gramme(a.woerter, 3), _gramme(b.woerter, 3))


def wort_mass(a: Titel, b: Titel) -> Fraction:
    """Jaccard der Wörter der Kerne."""
    return _jaccard(_gramme(a.woerter, 1), _gramme(b.woerter, 1))


def _verbunden(a: Titel, b: Titel, mass: Callable[[Titel, Titel], Fraction], schwelle: Fraction) -> bool:
    # Über der Schwelle entscheiden die Einwände (Schwelle 0 im Urteil), darunter nur gleich und enthalten.
    ueber = mass(a, b) >= schwelle
    return urteilen(a, b, 0.0 if ueber else 2.0).verbunden


def _gramme(folge: Sequence[str], gramm: int) -> frozenset[tuple[str, ...]]:
    return frozenset(zip(*(folge[i:] for i in range(gramm)), strict=False)) or frozenset((tuple(folge),))


def _jaccard(a: frozenset[Any], b: frozenset[Any]) -> Fraction:
    return Fraction(len(a & b), len(a | b) or 1)


def _ersetzt(folge: list[str], zahl: int, wortschatz: list[str], zufall: random.Random) -> list[str]:
    kopie = list(folge)
    for stelle in zufall.sample(range(len(folge)), zahl):
        kopie[stelle] = zufall.choice(wortschatz)
    return kopie


def _anteil(zaehler: int, nenner: int) -> str:
    return f"{zaehler / nenner:.3f} ({zaehler} von {nenner})".replace(".", ",") if nenner else "–"


# Was gemessen wird und welche Dateien es braucht; spätere Module hängen ihre Zeilen an.
MESSUNGEN: tuple[tuple[Callable[[Path, str], Iterator[Sequence[str]]], tuple[str, ...]], ...] = (
    (dubletten_im_bestand, (NACHRICHTEN, PAARE)),
    (dubletten_schwellen, (PAARE,)),
    (dubletten_edits, (NACHRICHTEN,)),
    (revisionen_schritte, (SCHRITTE,)),
    (akteure, (akteurguete.SCHLAGZEILEN,)),
    (orte, (ortsguete.SCHLAGZEILEN,)),
    (orte_spannen, (ortsguete.SPANNEN,)),
    (tonalitaet, (tonguete.SATZ,)),
    (tonalitaet_andere, (tonguete.SATZ,)),
)


def main(worte: Sequence[str] | None = None) -> int:
    """Misst und liefert den Ausgang."""
    zerleger = befehl.Zerleger(__doc__, prog="guete.py")
    vorgabe = WURZEL / ".eingebettet" / "guete"
    zerleger.add_argument("--ordner", type=Path, default=vorgabe, help="Ordner der Datenbank (.eingebettet/guete)")
    ordner = zerleger.parse_args(worte).ordner.absolute()
    daten = Path(os.environ.get("WURZELWERK_DATEN") or WURZEL.parent / "shared" / "daten")
    ordner.mkdir(parents=True, exist_ok=True)
    try:
        for messen, dateien in MESSUNGEN:
            fehlend = [d for d in dateien if not (daten / d).exists()]
            if fehlend:
                print(f"\n{messen.__name__}: übergangen, es fehlt {', '.join(fehlend)} (siehe WURZELWERK_DATEN)")
                continue
            kopf, *zeilen = messen(daten, f"eingebettet:{ordner}")
            print(f"\n| {' | '.join(kopf)} |\n|{'---|' * len(kopf)}")
            for zeile in zeilen:
                print(f"| {' | '.join(zeile)} |", flush=True)
    except subprocess.CalledProcessError as fehler:
        befehl.melden(
            f"guete.py: {' '.join(fehler.cmd[1:3])} endete mit {fehler.returncode}; seine Meldung steht darüber."
        )
        return befehl.GESCHEITERT
    except (db.Konfigurationsfehler, db.Verbindungsfehler) as fehler:
        return deutung.ausgang(fehler)
    finally:
        eingebettet.stoppen(ordner)
    return befehl.GETAN


if __name__ == "__main__":
    sys.exit(main())
