"""Die Worttabelle eines Modells bleibt auf der Platte: gelesen werden nur die Zeilen, die ein Stapel braucht.

Sie ist der größte Teil der Gewichte (e5-small 384 von 470 MB, e5-large 1,0 von 2,2 GB), und ein Stapel braucht davon
höchstens ein paar hundert Zeilen. Erst laden, wenn die Kerne festgelegt sind: hier hängt torch daran.
"""

from __future__ import annotations

import json
import os
import struct
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import torch

import modelle

NAME = "word_embeddings.weight"


class Worttabelle(torch.nn.Module):
    """Tritt an die Stelle von ``torch.nn.Embedding`` und liefert dieselben Bits.

    Args:
        datei: Gewichte im Format safetensors: 8 Byte Länge, so viel JSON mit der Lage jedes Feldes, dann die Felder.
        dtype: Genauigkeit, in der gerechnet wird.

    Raises:
        Modellfehler: keine Worttabelle in float32 darin.
    """

    def __init__(self, datei: Path, dtype: Any) -> None:
        super().__init__()
        griff = os.open(datei, os.O_RDONLY | os.O_CLOEXEC)
        weakref.finalize(self, os.close, griff)
        (kopf,) = struct.unpack("<Q", os.pread(griff, 8, 0))
        felder = json.loads(os.pread(griff, kopf, 8))
        feld: dict[str, Any] = next((feld for name, feld in felder.items() if name.endswith(NAME)), {})
        if feld.get("dtype") != "F32":
            raise modelle.Modellfehler(f"{datei}: {NAME} fehlt oder ist nicht in float32")
        self._griff, self._dtype = griff, dtype
        self._ab = 8 + kopf + feld["data_offsets"][0]
        self._zeilen, self._breite = feld["shape"]

    def forward(self, kennungen: Any) -> Any:
        """Die Zeilen zu den Kennungen (beliebige Form), Form der Kennungen + (Breite,)."""
        einmal, stellen = np.unique(kennungen.numpy(), return_inverse=True)
        if einmal[-1] >= self._zeilen:
            raise IndexError(f"Token {einmal[-1]} steht nicht in der Worttabelle ({self._zeilen} Zeilen)")
        zeilen = np.empty((len(einmal), self._breite), np.float32)
        for zeile, kennung in zip(zeilen, einmal.tolist(), strict=True):
            os.preadv(self._griff, [zeile], self._ab + kennung * zeile.nbytes)
        return torch.from_numpy(zeilen[stellen.reshape(kennungen.shape)]).to(self._dtype)
