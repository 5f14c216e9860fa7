"""CPU-Kerne: welche Befehle des Prozessors rechnen dürfen, festgelegt, bevor torch geladen ist, und nachgeprüft.

torch, oneDNN und MKL wählen nach dem Prozessor, mit welchen Befehlen sie rechnen, und jede Wahl rundet anders. Auf AVX2
festgelegt, das jeder x86-64-Prozessor seit 2013 hat, kommen überall dieselben Bits heraus; langsamer wird es nicht
(Messung in NOTES.md). Jede Variable für sich genügt nicht.

Ob die Festlegung wirkt, sagt keine Abfrage: torch wiederholt nur die Variable, und MKL meldet auf Prozessoren, die
nicht von Intel sind, einen anderen Zweig und rechnet doch dasselbe. Deshalb rechnet ``pruefen`` eine kleine feste
Aufgabe und vergleicht ihre Bits.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from modul import Modulfehler


@dataclass(frozen=True)
class Kerne:
    """Eine Festlegung.

    Attributes:
        stufe: ihr Name.
        merkmal: was der Prozessor können muss, unter dem Namen von ``torch.cpu.get_capabilities``.
        variablen: was in der Umgebung steht, bevor torch geladen wird.
        proben: Version von torch und was die feste Aufgabe damit ergibt.
    """

    stufe: str
    merkmal: str
    variablen: dict[str, str]
    proben: Mapping[str, str]


# Wartende Fäden geben den Kern her, statt zu kreisen. Kein Bit hängt daran, aber auf einem belegten Rechner halbiert es
# die Rechenzeit.
GEDULD = {"OMP_WAIT_POLICY": "PASSIVE"}

# torch: Summen, Softmax, GELU, LayerNorm. oneDNN unter heutigem und früherem Namen. MKL: Matrizenprodukte; STRICT heißt
# unabhängig von Fadenzahl und Lage im Speicher. FPMATH: kein bfloat16 unter der Hand.
KERNE: Mapping[str, Kerne] = {
    "float32": Kerne(
        stufe="AVX2",
        merkmal="avx2",
        variablen={
            "ATEN_CPU_CAPABILITY": "avx2",
            "ONEDNN_MAX_CPU_ISA": "AVX2",
            "DNNL_MAX_CPU_ISA": "AVX2",
            "MKL_CBWR": "AVX2,STRICT",
            "ONEDNN_DEFAULT_FPMATH_MODE": "STRICT",
        },
        proben={"2.13.0": "d052b6ab7cd5"},
    ),
    # Ohne AMX, das nur wenige haben.
    "bfloat16": Kerne(
        stufe="AVX512_BF16",
        merkmal="avx512_bf16",
        variablen={
            "ATEN_CPU_CAPABILITY": "avx512",
            "ONEDNN_MAX_CPU_ISA": "AVX512_CORE_BF16",
            "DNNL_MAX_CPU_ISA": "AVX512_CORE_BF16",
            "MKL_CBWR": "AVX512,STRICT",
            "ONEDNN_DEFAULT_FPMATH_MODE": "STRICT",
        },
        proben={"2.13.0": "1ca9ccf0ec68"},
    ),
}


class Kernfehler(Modulfehler):
    """Dieser Rechner rechnet nicht mit den festgelegten Kernen; er würde andere Bits schreiben."""


def festlegen(dtype: str) -> None:
    """Legt die Kerne fest, auch gegen eine anderslautende Umgebung.

    Args:
        dtype: Genauigkeit, ein Schlüssel von ``KERNE``.

    Raises:
        Kernfehler: torch ist schon geladen, und die Festlegung käme zu spät.
    """
    variablen = KERNE[dtype].variablen
    if "torch" in sys.modules and any(os.environ.get(name) != wert for name, wert in variablen.items()):
        raise Kernfehler("torch war geladen, bevor die CPU-Kerne festgelegt waren; embeddings.py allein starten.")
    os.environ.update(variablen | GEDULD)


def pruefen(dtype: str) -> None:
    """Prüft nach dem Laden von torch, womit wirklich gerechnet wird.

    Raises:
        Kernfehler: nicht mit den festgelegten Kernen.
    """
    import torch

    kerne, ausgabe = KERNE[dtype], fassung("torch")
    # Vor dem ersten Rechnen: die Variablen gelten auch auf einem Prozessor, der die Befehle gar nicht hat.
    if not torch.cpu.get_capabilities().get(kerne.merkmal):
        raise Kernfehler(
            f"Dieser Prozessor kann {kerne.stufe} nicht und ergäbe andere Vektoren unter demselben Namen; {dtype} auf "
            f"einem x86-64-Rechner mit {kerne.stufe} rechnen."
        )
    erwartet, probe = kerne.proben.get(ausgabe), probe_rechnen(dtype)
    if probe != erwartet:
        raise Kernfehler(
            f"Die Rechenprobe ergibt {probe} statt {erwartet} (torch {ausgabe}, {dtype}): dieser Rechner ergäbe andere "
            "Vektoren unter demselben Namen. Das torch aus requirements.txt einrichten (make einrichten)."
        )


def probe_rechnen(dtype: str) -> str:
    """Rechnet, was auch ein Encoder rechnet, an festen Zahlen, und gibt einen Hash der Bits zurück (12 Hexziffern)."""
    import torch
    from torch.nn import functional as f

    genau = getattr(torch, dtype)

    def zahlen(samen: int, *form: int) -> Any:
        # Ganze Zahlen durch 2**15 sind in float32 ohne Rundung; kein Zufallsgenerator, dessen Fassung mitspräche.
        ganz = (np.arange(samen, samen + int(np.prod(form)), dtype=np.uint64) * 2_654_435_761 >> 8) & 0xFFFF
        return torch.from_numpy((ganz.astype(np.float32) / 2**15 - 1).reshape(form)).to(genau)

    with torch.inference_mode():
        # Breiten von e5-small und e5-large, damit die Blockung über die Summe dieselbe ist wie im Ernst.
        teile = [f.gelu(f.linear(zahlen(n, 64, n), zahlen(2 * n, 96, n) / 32, zahlen(3 * n, 96))) for n in (384, 1024)]
        x = f.layer_norm(torch.cat(teile, dim=1), (192,))
        q, k, v = (t.reshape(2, 32, 3, 64).transpose(1, 2) for t in (x, x * zahlen(5, 192), x + zahlen(7, 192)))
        maske = torch.zeros(2, 1, 32, 32, dtype=genau)
        maske[1, :, :, 20:] = float("-inf")
        y = f.scaled_dot_product_attention(q, k, v, attn_mask=maske).sum(dim=2)
        z = f.normalize(y.float(), dim=-1).numpy()
    return hashlib.sha256(z.tobytes()).hexdigest()[:12]


def fassung(paket: str) -> str:
    """Die Version eines Pakets, ohne es zu laden und ohne den Zusatz der Bauart (+cpu).

    Raises:
        Kernfehler: es ist nicht eingerichtet.
    """
    try:
        return version(paket).partition("+")[0]
    except PackageNotFoundError:
        raise Kernfehler(f"{paket} fehlt; einrichten mit: make einrichten") from None


def faeden(anzahl: int | None) -> int:
    """So viele Fäden rechnen: die verlangten, sonst OMP_NUM_THREADS, sonst die Kerne, die dieser Prozess haben darf."""
    umgebung = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0]
    return anzahl or (int(umgebung) if umgebung.isdecimal() and int(umgebung) else len(os.sched_getaffinity(0)))
