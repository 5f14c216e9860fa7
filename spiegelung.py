"""Form der Spiegeldateien: Antworten des Abfragedienstes prüfen, darstellen und im MANIFEST festhalten.

Eine Spiegeldatei ist die Antwort auf eine Abfrage: SPARQL 1.1 Query Results JSON Format (W3C, 2013). Nur der Satz ist
der des Projekts, eine Bindung je Zeile, damit ein Vergleich zweier Stände lesbar bleibt. Hier steht, was ohne Netz
und ohne Uhr entscheidbar ist; geholt wird in lexikon.py.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MANIFEST = "MANIFEST.json"
KENNUNGEN = "kennungen.json"
NEU = ".neu"

# Eine Antwort mit weniger als diesem Anteil der vorigen Zeilen ist verdächtig: der Dienst schneidet bei Überlast ab,
# ein Umbau in Wikidata leert eine Abfrage. Ein echter Rückgang dieser Größe gehört angesehen.
MINDESTANTEIL = 0.8

# Arten von Termen nach dem Format, Abschnitt 3.2.2; typed-literal schreiben ältere Dienste.
TERMARTEN = frozenset({"uri", "literal", "typed-literal", "bnode"})

Bindung = Mapping[str, Mapping[str, str]]


class Antwortfehler(Exception):
    """Die Antwort ist keine, die in den Spiegel darf; der Text sagt, warum."""


@dataclass(frozen=True)
class Antwort:
    """Das Ergebnis einer Abfrage.

    Args:
        variablen: Spalten in der Reihenfolge der Abfrage.
        bindungen: je Zeile Variable -> Term; eine ungebundene Variable fehlt.
    """

    variablen: Sequence[str]
    bindungen: Sequence[Bindung]


def lesen(rumpf: bytes, inhaltsart: str | None = None) -> Antwort:
    """Liest den Rumpf einer Antwort und nimmt nur an, was vollständig ist und die Form wahrt.

    Args:
        rumpf: Bytes, wie sie kamen.
        inhaltsart: Wert von Content-Type, soweit es einen gibt.

    Raises:
        Antwortfehler: HTML, falsche Inhaltsart, abgeschnittenes JSON, head oder results fehlt, unbekannte Terme.
    """
    if not rumpf.strip():
        raise Antwortfehler("leerer Rumpf")
    if rumpf.lstrip()[:1] == b"<":
        raise Antwortfehler("HTML oder XML statt JSON")
    if inhaltsart and "json" not in inhaltsart.casefold():
        raise Antwortfehler(f"Inhaltsart {inhaltsart.split(';')[0].strip()[:60]!r} statt JSON")
    try:
        baum = json.loads(rumpf)
    except UnicodeDecodeError:
        raise Antwortfehler("kein UTF-8") from None
    except (json.JSONDecodeError, RecursionError) as fehler:
        # Blazegraph hängt bei Zeitablauf die Java-Meldung an den angefangenen Rumpf, Status 200 ist da schon gesendet.
        raise Antwortfehler(f"unvollständiges oder fehlerhaftes JSON nach {len(rumpf)} Bytes") from fehler
    return _antwort(baum)


def _antwort(baum: Any) -> Antwort:
    kopf = baum.get("head") if isinstance(baum, dict) else None
    ergebnis = baum.get("results") if isinstance(baum, dict) else None
    if not isinstance(kopf, dict) or not isinstance(ergebnis, dict):
        raise Antwortfehler("head oder results fehlt")
    variablen, bindungen = kopf.get("vars"), ergebnis.get("bindings")
    if not isinstance(variablen, list) or not variablen or not all(isinstance(v, str) for v in variablen):
        raise Antwortfehler("head nennt keine Variablen")
    if not isinstance(bindungen, list):
        raise Antwortfehler("results hat keine bindings")
    bekannt = set(variablen)
    for nummer, bindung in enumerate(bindungen, 1):
        if not isinstance(bindung, dict) or not bindung.keys() <= bekannt:
            raise Antwortfehler(f"Zeile {nummer} passt nicht zu den Variablen in head")
        for term in bindung.values():
            if (
                not isinstance(term, dict)
                or term.get("type") not in TERMARTEN
                or not all(isinstance(wert, str) for wert in term.values())
                or "value" not in term
            ):
                raise Antwortfehler(f"Zeile {nummer} enthält keinen gültigen Term")
    return Antwort(variablen, bindungen)


def anzahl_pruefen(neu: int, vorher: int | None, *, leer_erlaubt: bool = False) -> None:
    """Vergleicht die Zeilenzahl mit der des vorigen Standes.

    Args:
        neu: Zeilen der Antwort.
        vorher: Zeilen nach dem MANIFEST; ``None``, wenn es keinen Stand gibt.
        leer_erlaubt: ob eine leere Antwort glaubhaft ist, wo es bisher keine Zeilen gab.

    Raises:
        Antwortfehler: keine Zeile, oder weniger als ``MINDESTANTEIL`` der vorigen.
    """
    if neu < (vorher or 0) * MINDESTANTEIL or not (neu or leer_erlaubt):
        raise Antwortfehler(f"nur {neu} Zeilen, vorher {vorher or 0}; ist das richtig, dann mit --trotzdem")


def darstellen(antwort: Antwort) -> bytes:
    """Die Spiegeldatei: dieselbe Antwort, jede Bindung auf einer Zeile, in der Reihenfolge des Dienstes."""
    kopf = _kompakt({"vars": list(antwort.variablen)})
    zeilen = ",\n".join(map(_kompakt, antwort.bindungen))
    rumpf = f"\n{zeilen}\n" if zeilen else ""
    return f'{{"head":{kopf},"results":{{"bindings":[{rumpf}]}}}}\n'.encode()


def _kompakt(wert: Any) -> str:
    return json.dumps(wert, ensure_ascii=False, separators=(",", ":"))


def pruefsumme(inhalt: bytes) -> str:
    """SHA-256 in Hexziffern."""
    return hashlib.sha256(inhalt).hexdigest()


def manifest_lesen(ordner: Path) -> dict[str, dict[str, Any]]:
    """Die Einträge des MANIFEST, Dateiname -> Angaben; ohne MANIFEST leer.

    Bricht ein Lauf zwischen Datei und MANIFEST ab, so gilt das vorbereitete MANIFEST: die Einträge passen immer zu den
    Dateien.

    Raises:
        ValueError: die Datei ist kein MANIFEST.
    """
    ziel = ordner / MANIFEST
    dateien = _eintraege(ziel)
    if dateien is None:
        raise ValueError(f"{ziel} ist beschädigt: aus der Versionsverwaltung wiederherstellen.")
    vorbereitet = _eintraege(_neben(ziel)) or {}
    neu = [name for name in vorbereitet if vorbereitet[name] != dateien.get(name)]
    if neu and all(_summe_von(ordner / name) == vorbereitet[name].get("sha256") for name in neu):
        return vorbereitet
    return dateien


def _eintraege(pfad: Path) -> dict[str, dict[str, Any]] | None:
    try:
        inhalt = json.loads(pfad.read_bytes())
    except FileNotFoundError:
        return {}
    except ValueError:
        return None
    dateien = inhalt.get("dateien") if isinstance(inhalt, dict) else None
    if not isinstance(dateien, dict) or not all(isinstance(eintrag, dict) for eintrag in dateien.values()):
        return None
    return dateien


def _summe_von(pfad: Path) -> str | None:
    return pruefsumme(pfad.read_bytes()) if pfad.is_file() else None


def manifest_darstellen(dateien: Mapping[str, Mapping[str, Any]]) -> bytes:
    """Das MANIFEST, nach Dateinamen geordnet."""
    geordnet = {name: dateien[name] for name in sorted(dateien)}
    return (json.dumps({"dateien": geordnet}, ensure_ascii=False, indent=1) + "\n").encode()


def aufnehmen(ordner: Path, name: str, inhalt: bytes, angaben: Mapping[str, Any]) -> None:
    """Ersetzt eine Spiegeldatei und ihren Eintrag im MANIFEST.

    Wird der Prozess irgendwo dazwischen beendet, so steht die alte oder die neue Datei ganz da, und ``manifest_lesen``
    liefert den Eintrag, der zu ihr passt.

    Args:
        ordner: der Spiegel.
        name: Dateiname.
        inhalt: der neue Inhalt.
        angaben: Eintrag des MANIFEST ohne Prüfsumme.

    Raises:
        OSError: Platte voll, keine Rechte; alles Alte bleibt.
    """
    dateien = manifest_lesen(ordner) | {name: {**angaben, "sha256": pruefsumme(inhalt)}}
    raeumen(ordner)
    ziele = (ordner / name, ordner / MANIFEST)
    for ziel, neu in zip(ziele, (inhalt, manifest_darstellen(dateien)), strict=True):
        _schreiben(_neben(ziel), neu)
    for ziel in ziele:
        _neben(ziel).replace(ziel)
    _festhalten(ordner)


def ersetzen(ziel: Path, inhalt: bytes) -> None:
    """Schreibt eine Datei so, dass zu jedem Zeitpunkt die alte oder die neue ganz dasteht.

    Args:
        ziel: die Datei; ihr Ordner muss vorhanden sein.
        inhalt: der neue Inhalt.

    Raises:
        OSError: Platte voll, keine Rechte; die alte Datei bleibt.
    """
    _schreiben(_neben(ziel), inhalt)
    _neben(ziel).replace(ziel)
    _festhalten(ziel.parent)


def raeumen(ordner: Path) -> None:
    """Bringt zu Ende oder räumt weg, was ein abgebrochener Lauf liegen ließ."""
    if (ordner / MANIFEST).exists() and manifest_lesen(ordner) != _eintraege(ordner / MANIFEST):
        _neben(ordner / MANIFEST).replace(ordner / MANIFEST)
    for rest in ordner.glob(f".*{NEU}"):
        rest.unlink()


def _neben(ziel: Path) -> Path:
    # Im selben Ordner, sonst wäre das Umbenennen ein Kopieren über Dateisysteme hinweg.
    return ziel.with_name(f".{ziel.name}{NEU}")


def _schreiben(pfad: Path, inhalt: bytes) -> None:
    try:
        with pfad.open("wb") as datei:
            datei.write(inhalt)
            datei.flush()
            os.fsync(datei.fileno())
        if pfad.read_bytes() != inhalt:
            raise OSError(errno.EIO, "kam nicht so auf die Platte, wie es geschrieben wurde", str(pfad))
    except OSError:
        pfad.unlink(missing_ok=True)
        raise


def _festhalten(ordner: Path) -> None:
    # Ohne dies überlebte einen Stromausfall der Inhalt, nicht aber der Name.
    verzeichnis = os.open(ordner, os.O_RDONLY)
    try:
        os.fsync(verzeichnis)
    finally:
        os.close(verzeichnis)
