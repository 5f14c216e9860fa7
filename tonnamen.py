"""Eigennamen, die wie Tonwörter aussehen: »Freie Wähler«, »Innensenator Geisel«, »Karlsruhe«, »Rügen«.

Aus allen Namen des geladenen Lexikons bleiben die wenigen, in denen ein Tonwort steckt. Nur sie bestimmen das
Ergebnis, und nur ihr Hash gehört zur coder_version.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence

from tonregeln import ANREDEN, EIGENNAMEN
from tonsatz import zerlegen
from wortton import Eintrag, Lexikon

# Dem letzten Wort eines Namens kann ein Genitiv-s folgen.
GENITIV = ("", "s", "'s", "’s")


class Namen:
    """Prüft, ob ein Tonwort Teil eines Namens ist.

    Args:
        lexikon: das Tonlexikon; Namen ohne Tonwort sind gleichgültig.
        formen: Namen von Akteuren und Orten in ihrer Schreibung; die Reihenfolge ist gleich.

    Attributes:
        abdruck: Hash der Namen, auf die es ankommt; ``None`` ohne Namen.
        anzahl: wie viele das sind.
    """

    def __init__(self, lexikon: Lexikon, formen: Iterable[str] = ()) -> None:
        bekannt: dict[str, bool] = {}
        wichtig: set[tuple[str, ...]] = set()
        for form in formen:
            worte = tuple(w for w in zerlegen(form) if w[0].isalnum())
            for wort in worte:
                if wort not in bekannt:
                    bekannt[wort] = lexikon.suchen(wort) is not None
            if any(bekannt[wort] for wort in worte):
                wichtig.add(worte)
        self.anzahl = len(wichtig)
        self.abdruck: str | None = None
        if bekannt:
            self.abdruck = hashlib.sha256("\n".join(map(" ".join, sorted(wichtig))).encode()).hexdigest()[:16]
        wichtig |= {tuple(zerlegen(name)) for name in EIGENNAMEN}
        # Zu jedem Wort eines Namens der Name und die Stelle darin.
        self._nach_wort: dict[str, list[tuple[tuple[str, ...], int]]] = defaultdict(list)
        for worte in sorted(wichtig):
            for stelle, wort in enumerate(worte):
                for ende in GENITIV if stelle == len(worte) - 1 else ("",):
                    self._nach_wort[wort + ende].append((worte, stelle))

    def ist_name(self, stuecke: Sequence[str], stelle: int, eintrag: Eintrag) -> bool:
        """Ob das Wort an der Stelle zu einem Namen gehört.

        Args:
            stuecke: Wörter und Satzzeichen des Textes.
            stelle: das Tonwort.
            eintrag: wie es gefunden wurde.
        """
        wort = stuecke[stelle]
        if not wort[0].isupper():
            return False
        if stelle and stuecke[stelle - 1].lower().endswith(ANREDEN):
            return True
        for worte, platz in self._nach_wort.get(wort, ()):
            if len(worte) > 1:
                if _steht_da(worte, stuecke, stelle - platz):
                    return True
            # »Elend« im Harz und »Sorge« sind zuerst Wörter; »Karlsruhe«, »Rügen« und »Siegen« sind zuerst Orte.
            elif eintrag.regel != "form" or eintrag.wortart == "verb" or wort in EIGENNAMEN:
                return True
        return False


def _steht_da(worte: tuple[str, ...], stuecke: Sequence[str], von: int) -> bool:
    ende = von + len(worte) - 1
    if von < 0 or ende >= len(stuecke) or tuple(stuecke[von:ende]) != worte[:-1]:
        return False
    return any(stuecke[ende] == worte[-1] + genitiv for genitiv in GENITIV)
