"""Stellen: wo im gespeicherten Text steht, was im gesäuberten gefunden wurde.

Gesucht wird im gesäuberten Text, gemeldet wird die Stelle im gespeicherten, denn nur den hat, wer die Zeile liest.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from normalisierung import saeubern

# Auch doppelt Kodiertes (»&amp;quot;«) in einem Zug.
_ENTITAET = re.compile(r"&(?:amp;)*(?:#?\w{1,31};?)")
_TAG = re.compile(r"<[^<>]*>|<!--.*?-->", re.DOTALL)
# So viele gespeicherte Zeichen werden höchstens zu einem: Grundzeichen mit Akzenten in NFD.
AKZENTE_HOECHSTENS = 4


class Text:
    """Ein gespeicherter Text, gesäubert, mit dem Weg zurück.

    Args:
        roh: gespeicherter Titel oder Teaser; ``None`` gilt als leer.

    Attributes:
        roh: der gespeicherte Text.
        sauber: was ``normalisierung.saeubern`` daraus macht.
    """

    __slots__ = ("_karte", "roh", "sauber")

    def __init__(self, roh: str | None) -> None:
        self.roh = roh or ""
        self.sauber = saeubern(roh)
        self._karte: Sequence[tuple[int, int]] | None = None

    def stelle(self, start: int, ende: int) -> tuple[int, int]:
        """Die Stelle im gespeicherten Text zu einer (nicht leeren) im gesäuberten; beide halboffen, in Zeichen."""
        if self.sauber == self.roh:
            return start, ende
        if self._karte is None:
            self._karte = ausrichten(self.roh, self.sauber)
        return self._karte[start][0], self._karte[ende - 1][1]


def ausrichten(roh: str, sauber: str) -> list[tuple[int, int]]:
    """Zu jedem Zeichen des gesäuberten Textes seine Stelle im gespeicherten.

    Beide werden zugleich von vorn gelesen. Was nur im gespeicherten steht (Tags, Unsichtbares, doppelter Leerraum),
    wird übergangen; was dort anders geschrieben ist (Entitäten, NFD), zählt als Ganzes.

    Returns:
        Je gesäubertem Zeichen (Anfang, Ende) im gespeicherten Text, beide nie fallend.
    """
    karte: list[tuple[int, int]] = []
    i = j = 0
    while j < len(sauber):
        if i >= len(roh):
            # Zum Ende gekommen, ohne alles zu finden: der Rest zeigt auf das Ende, statt zu fehlen.
            karte.append((len(roh), len(roh)))
            j += 1
            continue
        if roh[i] == "&" and (treffer := _ENTITAET.match(roh, i)) is not None:
            # Zwischen zwei Strichen, denn am Rand verlöre »&nbsp;« seinen Leerraum.
            zeichen = saeubern(f"|{treffer[0]}|")[1:-1]
            if zeichen == " " != sauber[j]:
                zeichen = ""  # doppelter Leerraum
            if zeichen != treffer[0] and sauber.startswith(zeichen, j):
                karte += [treffer.span()] * len(zeichen)
                i, j = treffer.end(), j + len(zeichen)
                continue
        if roh[i] == "<" and sauber[j] != "<" and (treffer := _TAG.match(roh, i)) is not None:
            if sauber[j] == " ":
                # Ein Tag kann der ganze Abstand zweier Wörter sein; folgt noch Leerraum, wird er übergangen.
                karte.append(treffer.span())
                j += 1
            i = treffer.end()
            continue
        laenge = _gleich(roh, i, sauber, j)
        if laenge:
            gewonnen = _ersatz(roh, i, sauber, j)
            karte += [(i, i + laenge)] * gewonnen
            i, j = i + laenge, j + gewonnen
        else:
            i += 1
    return karte


def _gleich(roh: str, i: int, sauber: str, j: int) -> int:
    """Wie viele gespeicherte Zeichen ab ``i`` das gesäuberte Zeichen ``j`` sind; 0, wenn keine."""
    ziel = sauber[j]
    nachbar = roh[i + 1 : i + 2]
    if not (nachbar and unicodedata.combining(nachbar)):
        if roh[i] == ziel or (ziel == " " and not saeubern(roh[i])):
            return 1
        return 1 if _ersatz(roh, i, sauber, j) > 1 or saeubern(roh[i]) == ziel else 0
    for laenge in range(min(AKZENTE_HOECHSTENS, len(roh) - i), 0, -1):
        if unicodedata.normalize("NFC", roh[i : i + laenge]) == ziel:
            return laenge
    return 0


def _ersatz(roh: str, i: int, sauber: str, j: int) -> int:
    """Wie viele gesäuberte Zeichen aus dem gespeicherten Zeichen ``i`` wurden (Ligaturen: mehrere)."""
    if roh[i] == sauber[j]:
        return 1
    ersatz = saeubern(roh[i])
    return len(ersatz) if len(ersatz) > 1 and sauber.startswith(ersatz, j) else 1
