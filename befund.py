"""Befunde des Rauchtests: was check_db.py aus den Angaben des Servers schließt. Rein, ohne Datenbank.

Zu jeder Lage gehört genau eine Abhilfe. „type vector does not exist“ hat vier Ursachen und vier Handgriffe;
eine gemeinsame Meldung kostete Stunden.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

Stufe = Literal["ok", "Hinweis", "Warnung", "FEHLER"]

SERVER_AB = 160000
VECTOR_AB = (0, 7)
# Die Slots kommen von der Uhr des Ingest; eine Minute verschiebt höchstens, wann ein Slot als vollständig gilt.
UHR_TOLERANZ = timedelta(minutes=1)


@dataclass(frozen=True)
class Befund:
    """Eine Zeile des Rauchtests: was festgestellt wurde und, wo nötig, was dagegen zu tun ist."""

    stufe: Stufe
    thema: str
    text: str
    abhilfe: str = ""

    def zeile(self) -> str:
        """Der Befund in einer Zeile."""
        return f"{self.stufe:<8} {self.thema}: {self.text}" + (f" → {self.abhilfe}" if self.abhilfe else "")


@dataclass(frozen=True)
class Sitzung:
    """Wer wo angemeldet ist."""

    rolle: str
    datenbank: str
    suchpfad: str
    server: str
    servernummer: int
    kodierung: str


@dataclass(frozen=True)
class Ablage:
    """Das Schema, in dem etwas liegt, und ob diese Sitzung es erreicht."""

    schema: str
    usage: bool
    im_suchpfad: bool


def bezeichner(name: str) -> str:
    """Ein Name, wie er in SQL stehen muss: in Anführungszeichen nur, wo nötig."""
    return name if re.fullmatch(r"[a-z_][a-z0-9_]*", name) else '"' + name.replace('"', '""') + '"'


def anmeldung(sitzung: Sitzung) -> Befund:
    """Angemeldet, und der Server ist neu genug?"""
    text = f"{sitzung.rolle} in {sitzung.datenbank}, PostgreSQL {sitzung.server}"
    if sitzung.servernummer < SERVER_AB:
        return Befund("FEHLER", "Anmeldung", text, f"verlangt ist PostgreSQL {SERVER_AB // 10000} oder neuer")
    return Befund("ok", "Anmeldung", text)


def kodierung(sitzung: Sitzung) -> Befund:
    """Nur UTF8 fasst alles, was in Schlagzeilen steht; in LATIN1 scheitert schon ein typografischer Apostroph."""
    if sitzung.kodierung == "UTF8":
        return Befund("ok", "Kodierung", "UTF8")
    return Befund(
        "FEHLER",
        "Kodierung",
        f"server_encoding {sitzung.kodierung}, verlangt ist UTF8",
        "Datenbank neu anlegen (createdb -T template0 -E UTF8 …) und den Bestand mit pg_dump übertragen",
    )


def erreichbar(thema: str, was: str, ablage: Ablage, sitzung: Sitzung) -> Befund | None:
    """Der Mangel, falls die Sitzung ein Schema nicht betreten darf oder nicht darin sucht."""
    schema, rolle = bezeichner(ablage.schema), bezeichner(sitzung.rolle)
    if not ablage.usage:
        return Befund(
            "FEHLER",
            thema,
            f"{was}: in Schema {ablage.schema}, das {sitzung.rolle} nicht betreten darf",
            f"grant usage on schema {schema} to {rolle};",
        )
    if not ablage.im_suchpfad:
        return Befund(
            "FEHLER",
            thema,
            f"{was}: in Schema {ablage.schema}, das nicht im search_path steht ({sitzung.suchpfad})",
            f"alter role {rolle} in database {bezeichner(sitzung.datenbank)} "
            f"set search_path = {', '.join(filter(None, (sitzung.suchpfad, schema)))};",
        )
    return None


def erweiterung_vector(verfuegbar: bool, version: str | None, ablage: Ablage | None, sitzung: Sitzung) -> Befund:
    """pgvector: auf dem Server vorhanden, angelegt, erreichbar, neu genug?

    Args:
        verfuegbar: steht in pg_available_extensions.
        version: angelegte Version oder None.
        ablage: Schema der angelegten Erweiterung oder None.
        sitzung: wer fragt.
    """
    thema = "Erweiterung vector"
    if version is None or ablage is None:
        if verfuegbar:
            return Befund(
                "FEHLER",
                thema,
                "auf dem Server vorhanden, in dieser Datenbank nicht angelegt",
                'p2-002 als Superuser anwenden: psql "$ADMIN_DATABASE_URL" -f migrations/p2-002-vector.sql',
            )
        return Befund(
            "FEHLER",
            thema,
            "das Paket pgvector fehlt auf dem Server",
            "ein Image mit pgvector verwenden, zum Beispiel docker.io/pgvector/pgvector:pg18-trixie",
        )
    if mangel := erreichbar(thema, "angelegt", ablage, sitzung):
        return mangel
    if tuple(int(zahl) for zahl in re.findall(r"\d+", version)[:2]) < VECTOR_AB:
        mindestens = ".".join(map(str, VECTOR_AB))
        return Befund(
            "FEHLER", thema, f"Version {version}, verlangt ist {mindestens}", "alter extension vector update;"
        )
    return Befund("ok", thema, f"Version {version} in Schema {ablage.schema}")


def sortierung(angelegt: str | None, vorhanden: str | None, datenbank: str) -> Befund:
    """Sortiert das Betriebssystem noch so wie beim Anlegen der Datenbank?

    Args:
        angelegt: datcollversion; None, wenn die Sortierung keine Version kennt.
        vorhanden: was das Betriebssystem jetzt mitbringt.
        datenbank: ihr Name, für die Abhilfe.
    """
    if angelegt is None or vorhanden is None or angelegt == vorhanden:
        return Befund("ok", "Sortierung", f"Version {vorhanden}" if vorhanden else "ohne Version")
    name = bezeichner(datenbank)
    return Befund(
        "Warnung",
        "Sortierung",
        f"die Datenbank entstand mit Version {angelegt}, das Betriebssystem hat {vorhanden}; Textindizes können "
        "falsch sortiert sein",
        f"reindex database {name}; danach alter database {name} refresh collation version;",
    )


def uhr(abweichung: timedelta) -> Befund:
    """Geht die Uhr des Servers wie die hiesige? ``abweichung`` = Server minus hier."""
    sekunden = abweichung.total_seconds()
    if abs(abweichung) <= UHR_TOLERANZ:
        return Befund("ok", "Uhr", f"Server und dieser Rechner {abs(sekunden):.0f} s auseinander")
    richtung = "vor" if sekunden > 0 else "nach"
    return Befund("Warnung", "Uhr", f"der Server geht {abs(sekunden):.0f} s {richtung}", "Zeitabgleich (NTP) prüfen")


def zusammenfassung(befunde: Sequence[Befund]) -> str:
    """Die letzte Zeile: wie viel nicht in Ordnung ist."""
    fehler = sum(b.stufe == "FEHLER" for b in befunde)
    warnungen = sum(b.stufe == "Warnung" for b in befunde)
    if not fehler and not warnungen:
        return "Ergebnis: alles in Ordnung."
    return f"Ergebnis: {fehler} Fehler, {warnungen} {'Warnung' if warnungen == 1 else 'Warnungen'}."
