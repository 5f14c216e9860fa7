"""Zieldateien: ganz geschrieben oder gar nicht, und nie still über eine vorhandene."""

from __future__ import annotations

import argparse
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Zielfehler(Exception):
    """Das Ziel lässt sich nicht schreiben; der Text nennt Grund und Abhilfe."""


def angaben(zerleger: argparse.ArgumentParser, beispiel: str) -> None:
    """Fügt --ziel und --ersetzen hinzu."""
    zerleger.add_argument("--ziel", type=Path, required=True, metavar=beispiel, help="wohin")
    zerleger.add_argument("--ersetzen", action="store_true", help="eine vorhandene Zieldatei ersetzen")


def pruefen(zerleger: argparse.ArgumentParser, ziel: Path, ersetzen: bool) -> None:
    """Prüft das Ziel, bevor gerechnet wird.

    Raises:
        SystemExit: es gibt einen ``einwand`` (Ausgang 2).
    """
    if fehler := einwand(ziel, ersetzen, "--ersetzen überschreibt es, --ziel nennt eine andere Datei"):
        zerleger.error(fehler)


def einwand(ziel: Path, ersetzen: bool, abhilfe: str) -> str:
    """Was gegen ein Ziel spricht, oder nichts.

    Args:
        ziel: die Datei.
        ersetzen: ob eine vorhandene ersetzt werden darf; Verweise und Geräte nie.
        abhilfe: was zu tun ist, wenn es die Datei schon gibt.
    """
    try:
        art = ziel.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        if not ziel.absolute().parent.is_dir():
            return f"den Ordner {ziel.absolute().parent} gibt es nicht; anlegen oder --ziel ändern"
        return ""
    except OSError as fehler:
        return _grund(ziel, fehler)
    if stat.S_ISDIR(art):
        return f"{ziel} ist ein Ordner; --ziel nennt eine Datei"
    if not stat.S_ISREG(art):
        # Ersetzt würde der Verweis und nicht, worauf er zeigt; als root auch /dev/null.
        return f"{ziel} ist keine gewöhnliche Datei, sondern ein Verweis, Gerät oder Kanal; --ziel ändern"
    return "" if ersetzen else f"{ziel} gibt es schon; {abhilfe}"


@contextmanager
def schreiben(ziel: Path, ersetzen: bool) -> Iterator[Path]:
    """Gibt einen Pfad zum Schreiben und setzt die fertige Datei an ihren Platz; bei einem Fehler bleibt nichts zurück.

    Args:
        ziel: wo die Datei am Ende steht.
        ersetzen: ob sie eine vorhandene ersetzen darf, auch eine, die erst unterdessen entstand.

    Raises:
        Zielfehler: das Ziel besteht, oder das Dateisystem lehnt ab.
    """
    try:
        nummer, name = tempfile.mkstemp(prefix=f".{ziel.name}.", dir=ziel.absolute().parent)
    except OSError as fehler:
        raise Zielfehler(_grund(ziel, fehler)) from None
    os.close(nummer)
    entwurf = Path(name)
    try:
        yield entwurf
        umask = os.umask(0)
        os.umask(umask)
        entwurf.chmod(0o666 & ~umask)
        if not ersetzen:
            # Belegt den Namen, falls er noch frei ist; replace allein überschriebe, was inzwischen dort steht.
            ziel.open("x").close()
        entwurf.replace(ziel)
    except FileExistsError:
        raise Zielfehler(f"{ziel} ist unterdessen entstanden und wird nicht überschrieben.") from None
    except OSError as fehler:
        raise Zielfehler(_grund(ziel, fehler)) from None
    finally:
        entwurf.unlink(missing_ok=True)


def _grund(ziel: Path, fehler: OSError) -> str:
    return f"{ziel} lässt sich nicht schreiben ({fehler.strerror or fehler}); --ziel ändern oder Platz schaffen."
