"""Urteile lesen: aus dem Prüfbogen gespeicherte und von Hand gefüllte Stichproben, mit klaren Worten, wo etwas fehlt.

Beides sind CSV-Dateien mit denselben Spaltennamen. Tabellenprogramme speichern sie mit Komma, Semikolon oder Tabulator,
mit oder ohne BOM, mit beiderlei Zeilenenden; all das wird gelesen.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from probe import URTEILE

PFLICHT = ("kennung", "schicht", "coder_version", "ziehung", "stratum", "umfang", "methode", "konfidenz", "urteil")
TEXTE = ("aussage", "text_a", "text_b")
ZIEHUNGEN = ("zweifelhaft", "geschichtet")

# Womit ein Urteil auch geschrieben werden darf.
KURZ = {urteil[0]: urteil for urteil in URTEILE}

Gruppe = tuple[str, str, str]
"""Schicht, coder_version, Ziehung: was zusammen ausgewertet wird, und nur das."""


class Urteilsfehler(Exception):
    """Eine Datei lässt sich nicht auswerten; der Text nennt sie, die Zeile und die Abhilfe."""


@dataclass(frozen=True)
class Zeile:
    """Eine beurteilbare Behauptung.

    Attributes:
        kennung: eindeutig in der Schicht.
        gruppe: womit sie zusammen ausgewertet wird.
        stratum: woraus sie gezogen wurde.
        umfang: Zeilen des Stratums im Lauf; ``None`` bei einer Ziehung ``zweifelhaft``.
        methode: nach ihr gruppiert die Auswertung.
        konfidenz: 0 bis 1 oder ``None``.
    """

    kennung: str
    gruppe: Gruppe
    stratum: str
    umfang: int | None
    methode: str
    konfidenz: float | None


@dataclass(frozen=True)
class Urteil:
    """Was eine Person zu einer Zeile sagt; ``urteil`` ist leer, wo nur eine Bemerkung steht."""

    pruefer: str
    urteil: str
    bemerkung: str


@dataclass(frozen=True)
class Urteile:
    """Alles Gelesene.

    Attributes:
        je_zeile: jede Behauptung, auch unbeurteilte, in der Reihenfolge der Dateien, mit ihren Urteilen nach Prüfer.
        texte: je (Schicht, Kennung) Aussage und Texte, wo eine Datei sie hat.
    """

    je_zeile: Mapping[Zeile, Sequence[Urteil]]
    texte: Mapping[tuple[str, str], Mapping[str, str]]


@dataclass(frozen=True)
class _Fundstelle:
    datei: Path
    nummer: int

    def __str__(self) -> str:
        return f"{self.datei}, Zeile {self.nummer}"


def lesen(dateien: Iterable[Path], stichproben: Iterable[Path] = ()) -> Urteile:
    """Liest Urteile.

    Args:
        dateien: gespeicherte Urteile oder gefüllte Stichproben.
        stichproben: Stichproben, aus denen nur Aussage und Texte kommen.

    Raises:
        Urteilsfehler: eine Datei ist unlesbar, unvollständig oder widerspricht sich oder einer anderen.
    """
    sammlung = _Sammlung()
    for datei in dateien:
        for ort, feld in _felder(datei, PFLICHT):
            zeile = _zeile(feld, ort)
            sammlung.zeile(zeile, ort)
            sammlung.urteil(zeile, _urteil(feld, ort), ort)
            sammlung.text(feld)
    for datei in stichproben:
        for _, feld in _felder(datei, ("kennung", "schicht", *TEXTE)):
            sammlung.text(feld)
    return sammlung.urteile()


class _Sammlung:
    """Führt Zeilen aus mehreren Dateien zusammen und meldet, worin sie sich widersprechen."""

    def __init__(self) -> None:
        self._zeilen: dict[tuple[Gruppe, str], tuple[Zeile, _Fundstelle]] = {}
        self._umfaenge: dict[tuple[Gruppe, str], tuple[int | None, _Fundstelle]] = {}
        self._urteile: dict[Zeile, dict[str, tuple[Urteil, _Fundstelle]]] = {}
        self._texte: dict[tuple[str, str], Mapping[str, str]] = {}

    def zeile(self, zeile: Zeile, ort: _Fundstelle) -> None:
        andere, woher = self._zeilen.setdefault((zeile.gruppe, zeile.kennung), (zeile, ort))
        umfang, umfang_woher = self._umfaenge.setdefault((zeile.gruppe, zeile.stratum), (zeile.umfang, ort))
        if umfang != zeile.umfang:
            raise Urteilsfehler(
                f"{ort}: das Stratum »{zeile.stratum}« umfasst hier {zeile.umfang} Zeilen, in {umfang_woher} {umfang}; "
                f"Stichproben aus verschiedenen Läufen einzeln auswerten."
            )
        if andere != zeile:
            raise Urteilsfehler(
                f"{ort}: {zeile.kennung} hat hier ein anderes Stratum, eine andere Methode oder Konfidenz als in "
                f"{woher}; nur Urteile an derselben Stichprobe zusammen auswerten."
            )

    def urteil(self, zeile: Zeile, urteil: Urteil, ort: _Fundstelle) -> None:
        if not (urteil.urteil or urteil.bemerkung):
            return
        # »anna« auf dem einen und »Anna« auf dem anderen Rechner sind eine Person.
        personen = self._urteile.setdefault(zeile, {})
        frueher, woher = personen.setdefault(urteil.pruefer.casefold(), (urteil, ort))
        if frueher.urteil and urteil.urteil and frueher.urteil != urteil.urteil:
            raise Urteilsfehler(
                f"{ort}: {urteil.pruefer} urteilt über {zeile.kennung} hier {urteil.urteil}, in {woher} "
                f"{frueher.urteil}; eines davon entfernen."
            )
        if urteil.urteil and not frueher.urteil:
            personen[urteil.pruefer.casefold()] = urteil, ort

    def text(self, feld: Mapping[str, str]) -> None:
        if any(feld.get(name) for name in TEXTE):
            self._texte[feld["schicht"], feld["kennung"]] = {name: feld.get(name, "") for name in TEXTE}

    def urteile(self) -> Urteile:
        zeilen = [zeile for zeile, _ in self._zeilen.values()]
        je_zeile = {
            zeile: [urteil for _, (urteil, _) in sorted(self._urteile.get(zeile, {}).items())] for zeile in zeilen
        }
        return Urteile(je_zeile, self._texte)


def _felder(datei: Path, pflicht: Sequence[str]) -> Iterator[tuple[_Fundstelle, Mapping[str, str]]]:
    text = _text(datei)
    if not text.strip():
        raise Urteilsfehler(f"{datei} ist leer; gebraucht wird eine CSV-Datei mit Urteilen.")
    kopf = text.splitlines()[0]
    leser = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=kopf.count), strict=True)
    try:
        namen = [name.strip().lower() for name in next(leser)]
        if fehlend := [name for name in pflicht if name not in namen]:
            raise Urteilsfehler(
                f"{datei}, Zeile 1: es fehlt {', '.join(fehlend)}; gebraucht werden gespeicherte Urteile oder eine "
                f"Stichprobe mit allen Spalten."
            )
        nummer = leser.line_num + 1
        for werte in leser:
            ort, nummer = _Fundstelle(datei, nummer), leser.line_num + 1
            if not any(wert.strip() for wert in werte):
                continue
            if any(werte[len(namen) :]):
                raise Urteilsfehler(
                    f"{ort}: {len(werte)} Felder statt {len(namen)}; die Datei neu speichern, Felder mit Trennzeichen "
                    f"in Anführungszeichen."
                )
            # Manche Programme sparen leere Felder am Ende einer Zeile.
            werte += [""] * (len(namen) - len(werte))
            yield ort, dict(zip(namen, werte, strict=False))
    except csv.Error as fehler:
        raise Urteilsfehler(
            f"{datei}, Zeile {leser.line_num}: keine gültige CSV-Datei ({fehler}); neu speichern."
        ) from None


def _text(datei: Path) -> str:
    try:
        inhalt = datei.read_bytes()
    except OSError as fehler:
        raise Urteilsfehler(f"{datei} lässt sich nicht lesen ({fehler.strerror}).") from None
    try:
        return inhalt.decode("utf-8-sig")
    except UnicodeDecodeError as fehler:
        nummer = inhalt.count(b"\n", 0, fehler.start) + 1
        raise Urteilsfehler(
            f"{datei}, Zeile {nummer}: kein UTF-8; im Tabellenprogramm als »CSV UTF-8« speichern."
        ) from None


def _zeile(feld: Mapping[str, str], ort: _Fundstelle) -> Zeile:
    werte = {name: feld[name].strip() for name in PFLICHT}
    for name in ("kennung", "schicht", "coder_version", "stratum", "methode"):
        if not werte[name]:
            raise Urteilsfehler(f"{ort}: {name} ist leer; die Spalte aus der Stichprobe übernehmen.")
    if werte["ziehung"] not in ZIEHUNGEN:
        raise Urteilsfehler(f"{ort}: die Ziehung »{werte['ziehung']}« gibt es nicht, nur {' und '.join(ZIEHUNGEN)}.")
    umfang = _zahl(werte["umfang"])
    if werte["ziehung"] == "geschichtet" and (umfang is None or umfang < 1 or umfang % 1):
        raise Urteilsfehler(
            f"{ort}: der Umfang »{werte['umfang']}« ist keine Zahl ab 1; die Spalte der Stichprobe lassen."
        )
    konfidenz = _zahl(werte["konfidenz"])
    if werte["konfidenz"] and (konfidenz is None or not 0 <= konfidenz <= 1):
        raise Urteilsfehler(f"{ort}: die Konfidenz »{werte['konfidenz']}« liegt nicht zwischen 0 und 1.")
    return Zeile(
        werte["kennung"],
        (werte["schicht"], werte["coder_version"], werte["ziehung"]),
        werte["stratum"],
        int(umfang) if umfang is not None and werte["ziehung"] == "geschichtet" else None,
        werte["methode"],
        konfidenz,
    )


def _zahl(text: str) -> float | None:
    """Eine Zahl, auch mit dem Komma eines deutschen Tabellenprogramms."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None


def _urteil(feld: Mapping[str, str], ort: _Fundstelle) -> Urteil:
    roh = feld["urteil"].strip().lower()
    urteil = KURZ.get(roh, roh)
    if urteil and urteil not in URTEILE:
        raise Urteilsfehler(
            f"{ort}: das Urteil »{feld['urteil'].strip()}« gibt es nicht, nur {', '.join(URTEILE)} (auch r, f, u)."
        )
    pruefer = " ".join(feld.get("pruefer", "").split()) or ort.datei.stem
    return Urteil(pruefer, urteil, feld.get("bemerkung", "").strip())
