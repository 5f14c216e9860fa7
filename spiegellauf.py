"""Ein Spiegellauf: eine Abfrage nach der anderen stellen, jede Antwort prüfen und in den Spiegel aufnehmen."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import spiegelung
import zusammenlegung
from abruf import Abgewiesen, Rohantwort, abrufen
from befehl import melden
from spiegelung import Antwort, Antwortfehler, Bindung

ORDNER = Path(__file__).resolve().parent / "lexikon"
ABFRAGEN = ORDNER / "abfragen"

# Weiterleitungen zuerst: nur solange der alte Spiegel dasteht, ist bekannt, wer unter welcher QID geführt wurde.
WEITERLEITUNGEN = "weiterleitungen"
ENTITAET = re.compile(r"https?://www\.wikidata\.org/entity/(Q[1-9]\d*)")

# Zwischen zwei Abfragen (Sekunden): der Dienst rechnet einem Absender 60 s Rechenzeit je Minute an.
PAUSE = 5.0


@dataclass(frozen=True)
class Abfrage:
    """Eine Abfrage und ihre Spiegeldatei.

    Args:
        name: ohne Endung.
        text: SPARQL.
    """

    name: str
    text: str

    @property
    def datei(self) -> str:
        """Name der Spiegeldatei."""
        return f"{self.name}.json"

    @property
    def summe(self) -> str:
        """SHA-256 des Textes."""
        return spiegelung.pruefsumme(self.text.encode())

    @property
    def variablen(self) -> list[str]:
        """Was die Abfrage auswählt, in ihrer Reihenfolge."""
        return re.findall(r"\?(\w+)", self.text.partition("SELECT")[2].partition("WHERE")[0])


def abfragen(namen: Sequence[str]) -> list[Abfrage]:
    """Die genannten Abfragen, ohne Namen alle; die Weiterleitungen sind immer dabei und stehen vorn.

    Raises:
        ValueError: ein Name ist keine Abfrage; die Meldung nennt alle.
    """
    alle = {pfad.stem: pfad for pfad in sorted(ABFRAGEN.glob("*.rq"))}
    if unbekannt := sorted(set(namen) - alle.keys()):
        raise ValueError(f"{', '.join(unbekannt)}: diese Abfrage gibt es nicht, nur {', '.join(alle)}.")
    gewaehlt = [name for name in alle if name.startswith(WEITERLEITUNGEN)]
    gewaehlt += [name for name in alle if name not in gewaehlt and (name in namen or not namen)]
    return [Abfrage(name, alle[name].read_text(encoding="utf-8")) for name in gewaehlt]


class Dienst(Protocol):
    """Wer die Abfragen beantwortet."""

    adresse: str

    def fragen(self, text: str) -> Rohantwort:
        """Stellt eine Abfrage einmal."""


class Spiegelung:
    """Ein Lauf: holt eine Abfrage nach der anderen und nimmt die Antworten auf.

    Args:
        ordner: der Spiegel.
        endpunkt: wen er fragt.
        trotzdem: auch auffällig kurze Antworten aufnehmen.
        pause: Sekunden zwischen zwei Abfragen.
        warten: wartet so viele Sekunden.
        jetzt: Uhrzeit mit Zone.
    """

    def __init__(
        self,
        ordner: Path,
        endpunkt: Dienst,
        *,
        trotzdem: bool = False,
        pause: float = PAUSE,
        warten: Callable[[float], None] = time.sleep,
        jetzt: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._ordner = ordner
        self._endpunkt = endpunkt
        self._trotzdem = trotzdem
        self._pause = pause
        self._warten = warten
        self._jetzt = jetzt
        self._gefragt = False
        self.gespiegelt: list[str] = []
        self.abgelehnt: list[str] = []

    def laufen(self, auftraege: Sequence[Abfrage]) -> None:
        """Spiegelt alle; eine abgelehnte Antwort hält die übrigen nicht auf, eine fehlende Weiterleitung schon.

        Raises:
            Abgewiesen: ohne Weiterleitungen wird nichts ersetzt.
            Gesperrt: der Dienst lässt den Absender nicht zu.
            Voruebergehend: der Dienst ist gestört.
            OSError: eine Datei ließ sich nicht schreiben.
        """
        wege = [auftrag for auftrag in auftraege if auftrag.name.startswith(WEITERLEITUNGEN)]
        antworten = []
        for auftrag in wege:
            try:
                antworten.append((auftrag, self._holen(auftrag)))
            except (Abgewiesen, Antwortfehler) as fehler:
                raise Abgewiesen(f"{auftrag.name}: {fehler}; ohne Weiterleitungen wird nichts ersetzt.") from None
        self._kennungen([antwort for _, antwort in antworten])
        for auftrag, antwort in antworten:
            self._aufnehmen(auftrag, antwort)
        for auftrag in auftraege[len(wege) :]:
            try:
                self._aufnehmen(auftrag, self._holen(auftrag))
            except (Abgewiesen, Antwortfehler) as fehler:
                melden(f"lexikon: {auftrag.name}: {fehler}; die alte Datei bleibt.")
                self.abgelehnt.append(auftrag.name)

    def _holen(self, auftrag: Abfrage) -> Antwort:
        if self._gefragt:
            self._warten(self._pause)
        self._gefragt = True
        melden(f"lexikon: frage {auftrag.name} ab")
        antwort = abrufen(
            lambda: self._endpunkt.fragen(auftrag.text),
            warten=self._warten,
            jetzt=self._jetzt,
            melden=lambda zeile: melden(f"lexikon: {auftrag.name}: {zeile}"),
        )
        if list(antwort.variablen) != auftrag.variablen:
            raise Antwortfehler("die Antwort hat andere Spalten als die Abfrage")
        if not self._trotzdem:
            vorher = spiegelung.manifest_lesen(self._ordner).get(auftrag.datei, {}).get("zeilen")
            spiegelung.anzahl_pruefen(
                len(antwort.bindungen), vorher, leer_erlaubt=auftrag.name.startswith(WEITERLEITUNGEN)
            )
        return antwort

    def _aufnehmen(self, auftrag: Abfrage, antwort: Antwort) -> None:
        angaben = {
            "datum": self._jetzt().astimezone(UTC).isoformat(timespec="seconds"),
            "zeilen": len(antwort.bindungen),
            "abfrage_sha256": auftrag.summe,
            "endpunkt": self._endpunkt.adresse,
        }
        spiegelung.aufnehmen(self._ordner, auftrag.datei, spiegelung.darstellen(antwort), angaben)
        self.gespiegelt.append(auftrag.name)
        melden(f"lexikon: {auftrag.datei} ersetzt, {len(antwort.bindungen)} Zeilen")

    def _kennungen(self, antworten: Sequence[Antwort]) -> None:
        """Hält zusammengelegte Akteure fest, bevor der alte Spiegel ersetzt wird."""
        ziel = self._ordner / spiegelung.KENNUNGEN
        bisher = _kennungen_lesen(ziel)
        paare = [
            (alt, heute)
            for antwort in antworten
            for bindung in antwort.bindungen
            if (alt := _qid(bindung, "alt")) and (heute := _qid(bindung, "item"))
        ]
        stand, meldungen = zusammenlegung.fortschreiben(bisher, _bekannte(self._ordner), paare)
        for meldung in meldungen:
            melden(f"lexikon: {meldung}")
        if stand != bisher or not ziel.exists():
            spiegelung.ersetzen(ziel, (json.dumps(stand, indent=1) + "\n").encode())


def _kennungen_lesen(pfad: Path) -> dict[str, str]:
    try:
        inhalt = json.loads(pfad.read_bytes())
    except FileNotFoundError:
        return {}
    except ValueError:
        inhalt = None
    if not isinstance(inhalt, dict):
        raise ValueError(f"{pfad} ist beschädigt: aus der Versionsverwaltung wiederherstellen.")
    return inhalt


def _qid(bindung: Bindung, variable: str) -> str | None:
    treffer = ENTITAET.fullmatch(bindung.get(variable, {}).get("value", ""))
    return treffer[1] if treffer else None


def _bekannte(ordner: Path) -> set[str]:
    """Die QIDs, unter denen Spiegel und Handliste bisher Akteure und Ämter führen."""
    bekannt: set[str] = set()
    for name in spiegelung.manifest_lesen(ordner):
        if not name.startswith(WEITERLEITUNGEN) and (ordner / name).is_file():
            try:
                zeilen = spiegelung.lesen((ordner / name).read_bytes()).bindungen
            except Antwortfehler:
                continue  # von Hand beschädigt; dieser Lauf ersetzt sie
            bekannt.update(qid for zeile in zeilen for v in ("item", "amt") if (qid := _qid(zeile, v)))
    hand = ordner / "hand.json"
    if hand.is_file():
        bekannt.update(re.findall(r'"(Q[1-9]\d*)"', hand.read_text(encoding="utf-8")))
    return bekannt
