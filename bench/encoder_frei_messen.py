"""Misst den Encoder ohne festgelegte Kerne; bekommt Ordner, Maße und Texte als JSON, antwortet mit Rechenzeit.

Ruft bench/embeddings.py auf: was die Festlegung kostet. Ein eigener Prozess, weil sie vor dem Laden von torch fällt.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import encoder
import kerne
import modelle


def main() -> None:
    """Rechenzeit für alle Texte, wie sie ein Lauf rechnet."""
    auftrag = json.load(sys.stdin)
    modell = modelle.Modell(auftrag["ordner"], "ungeprüft", auftrag["dim"], "")
    with mock.patch.object(kerne, "festlegen"), mock.patch.object(kerne, "pruefen"):
        netz = encoder.Encoder(modelle.Gewichte(modell, Path(auftrag["ordner"]), {}), faeden=1)
    zerlegt = netz.zerlegen(auftrag["texte"])
    list(netz.kodieren(zerlegt[:8]))
    beginn = time.process_time()
    list(netz.kodieren(zerlegt))
    print(json.dumps({"sekunden": time.process_time() - beginn}))


if __name__ == "__main__":
    main()
