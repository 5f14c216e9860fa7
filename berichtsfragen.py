"""Alle Fragen, die der Bericht stellt, in ihrer Reihenfolge. Das SQL steht in den Räumen der Themen."""

from __future__ import annotations

import akteursfragen
import bestandsfragen
import ortsfragen
import revisionsfragen
import tonfragen
import uebernahmefragen
from frage import Antwort, Auswahl, Frage, lesend, stellen

__all__ = ["FRAGEN", "Antwort", "Auswahl", "Frage", "lesend", "stellen"]

FRAGEN: dict[str, Frage] = {
    frage.name: frage
    for raum in (bestandsfragen, uebernahmefragen, revisionsfragen, akteursfragen, ortsfragen, tonfragen)
    for frage in raum.FRAGEN
}
