"""Unschärfe: ein voller Name mit einem Tippfehler, in engen Grenzen."""

from __future__ import annotations

from collections import defaultdict

from rapidfuzz.distance import DamerauLevenshtein

from nachschlagewerk import Nachschlagewerk

# Nur ein Wort des Namens darf abweichen, und nur ein langes: Olaf Schulz ist ein anderer als Olaf Scholz.
WORT_MINDESTENS = 7
# Ab dieser Länge dürfen es zwei Zeichen sein.
WORT_LANG = 11


class Unschaerfe:
    """Sucht Personen, deren Name sich vom gesuchten in einem Wort um ein oder zwei Zeichen unterscheidet.

    Args:
        nachschlagewerk: das Lexikon.
    """

    def __init__(self, nachschlagewerk: Nachschlagewerk) -> None:
        self._werk = nachschlagewerk
        self._nach_wort: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for akteur in nachschlagewerk.akteure.values():
            teile = akteur.name.split()
            if akteur.typ == "person" and len(teile) == 2:
                vorname, nachname = teile
                self._nach_wort[vorname].append((nachname, akteur.kennung))

    def person(self, text: str) -> int | None:
        """Die einzige Person, deren Vorname stimmt und deren langer Nachname fast stimmt."""
        teile = text.split()
        if len(teile) != 2 or len(teile[1]) < WORT_MINDESTENS:
            return None
        vorname, nachname = teile
        if nachname in self._werk.eintraege:
            return None  # den Namen gibt es: ein anderer Mensch, kein Tippfehler
        grenze = 2 if len(nachname) >= WORT_LANG else 1
        treffer = {
            person
            for richtig, person in self._nach_wort.get(vorname, ())
            if len(richtig) >= WORT_MINDESTENS
            and DamerauLevenshtein.distance(richtig, nachname, score_cutoff=grenze) <= grenze
        }
        return treffer.pop() if len(treffer) == 1 else None
