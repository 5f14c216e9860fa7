"""Misst den Kern des Verbunds gegen rensa: dieselben Schlagzeilen, ein Kern, frische Prozesse im Wechsel.

Beide Seiten beginnen mit den Titeln als Text und enden mit den Paaren über der Schwelle; Starten und Lesen der Datei
zählen nicht zur Rechenzeit, wohl aber zum Speicher. Gegen welche Paare beide gemessen werden, bestimmt ein drittes,
einfaches Verfahren: ein Verzeichnis der Trigramme in reinem Python, das alle gemeinsamen zählt.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import tempfile
import time
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import befehl
from bench import erzeugen, messen
from bench.messen import Ergebnis, hoechstens, komma
from titel import SCHWELLE

PERMUTATIONEN = 64
BAENDER = 16

Paare = Iterable[tuple[int, int]]


def wir(titel: list[str]) -> Paare:
    """Der Verbund des Projekts."""
    from verbund import Mengen, verbinden

    paare = verbinden(Mengen([t.split() for t in titel], 3), SCHWELLE)
    return zip(paare.links.tolist(), paare.rechts.tolist(), strict=True)


def rensa(titel: list[str]) -> Paare:
    """MinHash mit Bändern aus rensa, jeder Kandidat nachgezählt."""
    from rensa import RMinHash, RMinHashLSH

    mengen = [trigramme(t) for t in titel]
    # Die schnellsten Aufrufe, die rensa dafür hat: alle Skizzen in einem, alle Einträge in einem.
    skizzen = RMinHash.from_token_sets([list(m) for m in mengen], num_perm=PERMUTATIONEN, seed=42)
    verzeichnis = RMinHashLSH(threshold=float(SCHWELLE), num_perm=PERMUTATIONEN, num_bands=BAENDER)
    verzeichnis.insert_many(skizzen)
    z, n = SCHWELLE.numerator, SCHWELLE.denominator
    gefunden: list[tuple[int, int]] = []
    for i, (skizze, menge) in enumerate(zip(skizzen, mengen, strict=True)):
        for j in verzeichnis.query(skizze):
            if j > i:
                gemeinsam = len(menge & mengen[j])
                if n * gemeinsam >= z * (len(menge) + len(mengen[j]) - gemeinsam):
                    gefunden.append((i, j))
    return gefunden


def nachzaehlen(titel: list[str]) -> Paare:
    """Alle Paare, ohne Abkürzung: zu jedem Titel die früheren mit gemeinsamen Trigrammen, gezählt."""
    verzeichnis: dict[str, list[int]] = defaultdict(list)
    laengen = []
    for j, text in enumerate(titel):
        menge = trigramme(text)
        laengen.append(len(menge))
        gemeinsam: Counter[int] = Counter()
        for gramm in menge:
            gemeinsam.update(verzeichnis[gramm])
            verzeichnis[gramm].append(j)
        for i, zahl in gemeinsam.items():
            if SCHWELLE.denominator * zahl >= SCHWELLE.numerator * (laengen[i] + laengen[j] - zahl):
                yield i, j


def trigramme(text: str) -> frozenset[str]:
    """Die Wort-Trigramme eines Titels von mindestens drei Wörtern, je als ein Text."""
    worte = text.split()
    return frozenset(map(" ".join, zip(worte, worte[1:], worte[2:], strict=False)))


SEITEN: dict[str, Callable[[list[str]], Paare]] = {"wir": wir, "rensa": rensa, "nachzaehlen": nachzaehlen}
BIBLIOTHEKEN = {"wir": ("verbund",), "rensa": ("rensa",)}


def seite(name: str, eingabe: Path, ziel: Path) -> None:
    """Im Kind: rechnet eine Seite, schreibt ihre Paare und druckt Rechenzeit, Speicher und Anzahl als JSON."""
    titel = eingabe.read_text(encoding="utf-8").splitlines()
    # Das Laden der Bibliotheken gehört nicht zur Rechnung.
    for bibliothek in BIBLIOTHEKEN.get(name, ()):
        importlib.import_module(bibliothek)
    beginn = time.process_time()
    paare = SEITEN[name](titel)
    rechenzeit = time.process_time() - beginn
    hoechst = messen.speicher()
    nummern = array("q", (i * len(titel) + j for i, j in paare))
    ziel.write_bytes(nummern.tobytes())
    print(json.dumps({"rechenzeit": rechenzeit, "speicher": hoechst, "paare": len(nummern)}))


def ausbeute(gefunden: Path, richtig: Path) -> tuple[float, int]:
    """Anteil der richtigen Paare, die gefunden wurden, und wie viele falsche dabei sind."""
    a, b = array("q"), array("q")
    a.frombytes(gefunden.read_bytes())
    b.frombytes(richtig.read_bytes())
    richtige = set(b)
    treffer = sum(paar in richtige for paar in set(a))
    return treffer / (len(richtige) or 1), len(set(a)) - treffer


def messung(n: int, runden: int, seed: int) -> list[Ergebnis]:
    """Misst beide Seiten im Wechsel."""
    kern = max(os.sched_getaffinity(0))
    ich = Path(__file__)
    with tempfile.TemporaryDirectory(prefix="bench-verbund-") as ordner:
        eingabe = Path(ordner, "titel.txt")
        eingabe.write_text(
            messen.prozess(ich.with_name("erzeugen.py"), "--schlagzeilen", str(n), "--seed", str(seed)).ausgabe,
            encoding="utf-8",
        )
        werte: dict[str, list[dict[str, float]]] = {"wir": [], "rensa": []}
        for runde in range(runden):
            for name, liste in werte.items():
                angaben = ("--seite", name, "--eingabe", eingabe, "--paare", Path(ordner, name))
                liste.append(messen.aus_json(messen.prozess(ich, *angaben, env=messen.EIN_FADEN, kern=kern).ausgabe))
                messen.melden(f"Verbund {runde + 1}/{runden} {name}: {komma(liste[-1]['rechenzeit'])} s")
        angaben = ("--seite", "nachzaehlen", "--eingabe", eingabe, "--paare", Path(ordner, "richtig"))
        richtig = messen.aus_json(messen.prozess(ich, *angaben).ausgabe)
        anteil = {name: ausbeute(Path(ordner, name), Path(ordner, "richtig")) for name in werte}
    zeit = {name: median(w["rechenzeit"] for w in liste) for name, liste in werte.items()}
    hoechst = {name: max(w["speicher"] for w in liste) for name, liste in werte.items()}
    kopf = f"Verbund, {komma(n, 0)} Schlagzeilen, Schwelle {SCHWELLE}"
    gefunden = Ergebnis(
        f"{kopf}: gefundene von {komma(richtig['paare'], 0)} Paaren",
        f"{komma(anteil['wir'][0], 4)}, falsche {anteil['wir'][1]} (rensa {komma(anteil['rensa'][0], 4)})",
        "1,0, falsche 0",
        anteil["wir"] == (1.0, 0),
    )
    return [
        hoechstens(
            f"{kopf}: Rechenzeit gegen rensa",
            zeit["wir"] / zeit["rensa"],
            0.7,
            "×",
            zusatz=f"{komma(zeit['wir'])} s gegen {komma(zeit['rensa'])} s",
        ),
        gefunden,
        hoechstens(f"{kopf}: Speicher", hoechst["wir"], 260, "MB", 0, f"rensa {komma(hoechst['rensa'], 0)}"),
    ]


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = befehl.Zerleger(__doc__, prog="verbund.py")
    zerleger.add_argument("-n", type=erzeugen.anzahl, default=100_000, metavar="N", help="Schlagzeilen (100000)")
    zerleger.add_argument("--runden", type=erzeugen.anzahl, default=3, metavar="R", help="Wechsel (Vorgabe: 3)")
    zerleger.add_argument("--seed", type=int, default=erzeugen.SEED, metavar="S", help="Anfang des Zufalls")
    zerleger.add_argument("--json", action="store_true", help="die Ergebnisse als JSON")
    # Mit diesen dreien ruft sich das Skript selbst auf.
    zerleger.add_argument("--seite", choices=tuple(SEITEN), help=argparse.SUPPRESS)
    zerleger.add_argument("--eingabe", type=Path, help=argparse.SUPPRESS)
    zerleger.add_argument("--paare", type=Path, help=argparse.SUPPRESS)
    angaben = zerleger.parse_args(worte)
    if angaben.seite is not None:
        seite(angaben.seite, angaben.eingabe, angaben.paare)
        return befehl.GETAN
    return messen.ausfuehren(lambda: messung(angaben.n, angaben.runden, angaben.seed), als_json=angaben.json)


if __name__ == "__main__":
    sys.exit(main())
