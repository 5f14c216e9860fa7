"""Der Nachweis: rechnet dieselben Texte unter vielen Bedingungen und zählt, wie viele Vektoren bitgleich sind.

Drei Zusagen, jede für sich: Nachbarn im Stapel ändern kein Bit; ein Neustart und andere Fadenzahlen auch nicht; eine
andere Maschine auch nicht (ein nachgebildeter Prozessor ohne AVX-512, wo qemu-x86_64 installiert ist).
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import befehl
import embeddings
import modelle
from encoder import STUFEN, Encoder, Form, Text
from modul import Modulfehler
from nachweistexte import texte

Vektoren = NDArray[np.float32]

STAPEL = (1, 3, 8, 32)
FAEDEN = (1, 2, 3, 4)
# qemu rechnet AVX2 Zahl für Zahl nach: ein Text auf der kleinsten Stufe dauert mit e5-small etwa zwei Minuten.
EMULIERT = 1
# "max" kann AVX2 und kein AVX-512, und MKL hält ihn nicht für einen Prozessor von Intel.
QEMU = ("qemu-x86_64", "-cpu", "max")
# Verlangt andere Kerne, als festgelegt sind; die Festlegung muss stärker sein.
FREMD = {
    "ATEN_CPU_CAPABILITY": "avx512",
    "ONEDNN_MAX_CPU_ISA": "ALL",
    "DNNL_MAX_CPU_ISA": "ALL",
    "MKL_CBWR": "AUTO",
    "ONEDNN_DEFAULT_FPMATH_MODE": "ANY",
}

WURZEL = Path(__file__).resolve().parent


class Messung(NamedTuple):
    """Eine Bedingung: wie viele Vektoren bitgleich sind, von wie vielen, und die größte Abweichung einer Zahl."""

    zusage: str
    bedingung: str
    bitgleich: int
    verglichen: int
    abweichung: float

    @property
    def gehalten(self) -> bool:
        """Ob jedes Bit stimmt."""
        return self.bitgleich == self.verglichen


def main(worte: Sequence[str]) -> int:
    """``embeddings.py --nachweis N``: misst, druckt die Tabelle; 1, wenn eine Zusage nicht hält."""
    zerleger = befehl.Zerleger(__doc__, prog="embeddings.py")
    zerleger.add_argument("--nachweis", type=int, required=True, metavar="N", help="an so vielen erfundenen Texten")
    zerleger.add_argument(
        "--emuliert", type=int, default=EMULIERT, metavar="M", help=f"die kürzesten M davon unter qemu ({EMULIERT})"
    )
    zerleger.add_argument("--rechnen", type=Path, help=argparse.SUPPRESS)  # der Kindprozess
    embeddings.modell_angaben(zerleger)
    angaben = zerleger.parse_args(worte)
    if angaben.nachweis < 1 or angaben.emuliert < 0:
        zerleger.error("--nachweis braucht eine Zahl ab 1, --emuliert eine ab 0")
    try:
        gewichte = modelle.finden(angaben.modell)
        if angaben.rechnen is not None:
            return _kind(angaben, gewichte)
        encoder = Encoder(gewichte, Form(dtype=angaben.dtype), angaben.faeden)
    except Modulfehler as fehler:
        befehl.melden(str(fehler))
        return befehl.AUFRUF
    zerlegt = encoder.zerlegen(texte(angaben.nachweis))
    bezug = rechnen(encoder, zerlegt)
    print(
        f"{modelle.bezeichnung(gewichte.modell)}, {angaben.dtype}, {len(zerlegt)} Texte, Stapel {encoder.form.stapel}"
    )
    print(f"{'Zusage':<9} {'Bedingung':<34} {'bitgleich':>9}  größte Abweichung", flush=True)
    gehalten = True
    for messung in chain(
        _stapel(encoder, zerlegt, bezug),
        _neustart(encoder, zerlegt, bezug, angaben),
        _maschine(zerlegt, bezug, angaben),
    ):
        anteil = f"{messung.bitgleich}/{messung.verglichen}"
        print(f"{messung.zusage:<9} {messung.bedingung:<34} {anteil:>9}  {messung.abweichung:.2e}", flush=True)
        gehalten &= messung.gehalten
    print("Alle Zusagen halten." if gehalten else "Eine Zusage hält nicht.")
    return befehl.GETAN if gehalten else befehl.GESCHEITERT


def rechnen(encoder: Encoder, zerlegt: Sequence[Text]) -> Vektoren:
    """Die Vektoren in der Reihenfolge der Texte."""
    ergebnis = np.empty((len(zerlegt), encoder.dim), np.float32)
    for stellen, vektoren in encoder.kodieren(zerlegt):
        ergebnis[stellen] = vektoren
    return ergebnis


def vergleichen(zusage: str, bedingung: str, bezug: Vektoren, andere: Vektoren) -> Messung:
    """Zählt zeilenweise gleiche Bits; NaN gegen NaN wäre gleich, -0 gegen 0 nicht."""
    gleich = (bezug.view(np.uint32) == andere.view(np.uint32)).all(axis=1)
    return Messung(zusage, bedingung, int(gleich.sum()), len(gleich), float(np.abs(bezug - andere).max(initial=0)))


def _stapel(encoder: Encoder, zerlegt: Sequence[Text], bezug: Vektoren) -> Iterator[Messung]:
    def messung(bedingung: str, reihenfolge: Sequence[int]) -> Messung:
        gerechnet = np.empty_like(bezug)
        gerechnet[list(reihenfolge)] = rechnen(encoder, [zerlegt[n] for n in reihenfolge])
        return vergleichen("Stapel", bedingung, bezug, gerechnet)

    alle = list(range(len(zerlegt)))
    einzeln = np.concatenate([rechnen(encoder, [text]) for text in zerlegt])
    yield vergleichen("Stapel", "einzeln", bezug, einzeln)
    yield messung("rückwärts", alle[::-1])
    yield messung("gemischt", random.Random(1).sample(alle, len(alle)))
    yield _jede_stelle(encoder, zerlegt, bezug)
    yield _neben_vollen(encoder, zerlegt, bezug)
    form = encoder.form
    for stapel in STAPEL:
        encoder.form = Form(stapel, form.dtype)
        yield messung(f"Stapel zu {stapel}", alle)
    encoder.form = form


def _jede_stelle(encoder: Encoder, zerlegt: Sequence[Text], bezug: Vektoren) -> Messung:
    """Ein Text jeder Stufe an jeder Stelle eines vollen Stapels."""
    erste = {text.stufe: n for n, text in reversed(list(enumerate(zerlegt)))}
    paare = []
    for stufe, n in sorted(erste.items()):
        nachbarn = [text for text in zerlegt if text.stufe == stufe] * encoder.form.stapel
        for platz in range(encoder.form.stapel):
            stapel = [*nachbarn[:platz], zerlegt[n], *nachbarn[platz : encoder.form.stapel - 1]]
            paare.append((bezug[n], rechnen(encoder, stapel)[platz]))
    return vergleichen("Stapel", "jede Stelle im Stapel", *(np.stack(seite) for seite in zip(*paare, strict=True)))


def _neben_vollen(encoder: Encoder, zerlegt: Sequence[Text], bezug: Vektoren) -> Messung:
    """Randvolle Texte, einmal unter sich und einmal neben kurzen: hier ließe transformers die Maske weg."""
    laengster = max(zerlegt, key=lambda t: len(t.token))
    voll = [Text((*laengster.token, *laengster.token)[:stufe], stufe) for stufe in STUFEN]
    unter_sich = np.concatenate([rechnen(encoder, [text] * encoder.form.stapel)[:1] for text in voll])
    kurz = Text(voll[0].token[:2], 2)
    neben_kurzen = []
    for text in voll:
        nachbarn = [text._replace(token=text.token[: text.stufe - 1])] * (encoder.form.stapel - 1)
        neben_kurzen.append(rechnen(encoder, [text, *(nachbarn if text.stufe > STUFEN[0] else [kurz])])[:1])
    return vergleichen("Stapel", "randvoll, neben vollen und kurzen", unter_sich, np.concatenate(neben_kurzen))


def _neustart(
    encoder: Encoder, zerlegt: Sequence[Text], bezug: Vektoren, angaben: argparse.Namespace
) -> Iterator[Messung]:
    vorher = encoder.faeden
    for faeden in FAEDEN:
        encoder.faeden_setzen(faeden)
        yield vergleichen("Neustart", f"{faeden} Fäden" if faeden > 1 else "1 Faden", bezug, rechnen(encoder, zerlegt))
    encoder.faeden_setzen(vorher)
    yield vergleichen("Neustart", "neuer Prozess", bezug, _im_kind(angaben, len(zerlegt), (), {}))
    anders = _im_kind(angaben, len(zerlegt), (), FREMD)
    yield vergleichen("Neustart", "Umgebung verlangt andere Kerne", bezug, anders)


def _maschine(zerlegt: Sequence[Text], bezug: Vektoren, angaben: argparse.Namespace) -> Iterator[Messung]:
    anzahl = min(angaben.emuliert, len(zerlegt))
    if not anzahl:
        return
    if shutil.which(QEMU[0]) is None:
        print(f"{'Maschine':<9} nicht geprüft: qemu-x86_64 fehlt (apt-get install qemu-user)")
        return
    befehl.melden(f"nachweis: rechnet {anzahl} Texte auf einem nachgebildeten Prozessor; das dauert Minuten je Text")
    kuerzeste = _kuerzeste(zerlegt, anzahl)
    gerechnet = _im_kind(angaben, len(zerlegt), QEMU, {}, anzahl)
    yield vergleichen("Maschine", "qemu-x86_64, kein AVX-512", bezug[kuerzeste], gerechnet)


def _kuerzeste(zerlegt: Sequence[Text], anzahl: int) -> list[int]:
    return sorted(range(len(zerlegt)), key=lambda n: (len(zerlegt[n].token), n))[:anzahl]


def _im_kind(
    angaben: argparse.Namespace, anzahl: int, davor: Sequence[str], umgebung: dict[str, str], kuerzeste: int = 0
) -> Vektoren:
    """Rechnet in einem neuen Prozess, auf Wunsch nur die kürzesten Texte in Stapeln zu 1."""
    with tempfile.TemporaryDirectory() as ordner:
        ziel = Path(ordner) / "vektoren.npy"
        wahl = ["--modell", angaben.modell, "--dtype", angaben.dtype, "--emuliert", str(kuerzeste)]
        zeile = [*davor, sys.executable, "embeddings.py", "--nachweis", str(anzahl), "--rechnen", str(ziel), *wahl]
        subprocess.run(zeile, cwd=WURZEL, env=os.environ | umgebung, check=True)
        vektoren: Vektoren = np.load(ziel)
    return vektoren


def _kind(angaben: argparse.Namespace, gewichte: modelle.Gewichte) -> int:
    encoder = Encoder(gewichte, Form(1 if angaben.emuliert else Form().stapel, angaben.dtype), angaben.faeden)
    zerlegt = encoder.zerlegen(texte(angaben.nachweis))
    if angaben.emuliert:
        zerlegt = [zerlegt[n] for n in _kuerzeste(zerlegt, angaben.emuliert)]
    np.save(angaben.rechnen, rechnen(encoder, zerlegt))
    return befehl.GETAN
