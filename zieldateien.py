"""Mehrere Zieldateien, die nur zusammen entstehen: Daten und Codebook, Stichprobe und Prüfbogen."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import zieldatei


@contextmanager
def schreiben(ziele: Sequence[Path], ersetzen: bool) -> Iterator[list[Path]]:
    """Gibt je Ziel einen Pfad zum Schreiben; bei einem Fehler bleibt keine neue Datei zurück.

    Args:
        ziele: wo die Dateien am Ende stehen.
        ersetzen: ob sie vorhandene ersetzen dürfen.

    Raises:
        zieldatei.Zielfehler: ein Ziel besteht, oder das Dateisystem lehnt ab.
    """
    neu = {ziel for ziel in ziele if not ziel.exists()}
    fertig: list[Path] = []
    try:
        with ExitStack() as stapel:
            # Das erste Ziel zuinnerst: nach ihm heißt, was sich nicht schreiben lässt.
            entwuerfe = [stapel.enter_context(_eines(ziel, ersetzen, fertig)) for ziel in reversed(ziele)]
            yield entwuerfe[::-1]
            with _ungestoert():
                stapel.close()
    except BaseException:
        for ziel in neu.intersection(fertig):
            ziel.unlink(missing_ok=True)
        raise


@contextmanager
def _ungestoert() -> Iterator[None]:
    """Zwischen den Umbenennungen soll kein Signal abbrechen."""
    vorher = {nummer: signal.signal(nummer, signal.SIG_IGN) for nummer in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for nummer, behandlung in vorher.items():
            signal.signal(nummer, behandlung)


@contextmanager
def _eines(ziel: Path, ersetzen: bool, fertig: list[Path]) -> Iterator[Path]:
    with zieldatei.schreiben(ziel, ersetzen) as entwurf:
        yield entwurf
    fertig.append(ziel)
