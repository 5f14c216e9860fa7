"""Einstieg des Containers: prüft, dass ein Ordner beschreibbar ist, und führt dann ein Skript des Projekts aus.

    python deploy/einstieg.py /cache phase2.py --aufholen

Das Image ruft es mit /cache auf, sodass hinter dem Namen des Images nur das Skript und seine Angaben stehen. Ende mit
2, wenn der Ordner nicht beschreibbar ist oder es das Skript nicht gibt, mit 143 nach SIGTERM, sonst wie das Skript.
"""

from __future__ import annotations

import runpy
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

APP = Path(__file__).resolve().parents[1]


def schreibhindernis(ordner: Path) -> str | None:
    """Schreibt zur Probe eine Datei nach `ordner`; der Grund, warum das nicht geht, oder None."""
    try:
        with tempfile.NamedTemporaryFile(dir=ordner, prefix=".schreibprobe-") as datei:
            # Erst ein Inhalt zeigt auch eine volle Platte.
            datei.write(bytes(4096))
            datei.flush()
    except OSError as fehler:
        return fehler.strerror or type(fehler).__name__
    return None


def main(worte: Sequence[str]) -> int:
    """Prüft `worte[0]`, führt `worte[1]` mit den übrigen Worten aus und liefert den Ausgang."""
    # Als Prozess 1 bekäme Python ein SIGTERM ohne eigene Behandlung gar nicht zu sehen: bis ein Skript seine eigene
    # einrichtet, und bei Skripten ohne eine, gilt diese.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    ordner, name, *angaben = worte
    if grund := schreibhindernis(Path(ordner)):
        print(
            f"{ordner} ist nicht beschreibbar ({grund}); hänge das Volume mit :U und ohne :ro ein, "
            f"etwa --volume wurzelwerk-cache:{ordner}:U, und prüfe den freien Platz.",
            file=sys.stderr,
        )
        return 2
    skript = APP / name
    if not skript.is_file():
        print(f"{name}: dieses Skript gibt es im Image nicht; richtig ist etwa phase2.py --stand.", file=sys.stderr)
        return 2
    # Wie bei python SKRIPT: sein Ordner steht vorn im Suchpfad, seine Angaben in argv.
    sys.path[0] = str(skript.parent)
    sys.argv = [name, *angaben]
    runpy.run_path(str(skript), run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
