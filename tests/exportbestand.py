"""Ein kodierter Bestand mit allem, woran Exporte scheitern, und Exporte daraus mit der Leserolle."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import tempfile
import unittest
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import psycopg

import export
import zeit
from akteure import Akteure
from dubletten import Dubletten
from exporttypen import Tabelle
from modul import Modul
from orte import Orte
from revisionen import Revisionen
from tests.basis import neue_datenbank
from tests.laeufe import Ausgang, bereiten, lauf_hier
from tonalitaet import Tonalitaet

VON, BIS = "2026-09-01", "2026-09-30"
MODULE: tuple[Callable[[], Modul], ...] = (Dubletten, Revisionen, Akteure, Orte, Tonalitaet)

LEXIKON = """
insert into akteure (akteur, qid, typ, name) values
    (10, 'Q10', 'partei', 'Partei der Mitte'),
    (1, 'Q1', 'person', 'Klara Wendland'),
    (9007199254740993, 'Q9007199254740993', 'person', 'Jonas Albrink');
insert into akteur_aliase (akteur, form, art, sprache, alltagswort) values
    (10, 'PDM', 'kurzname', 'de', false),
    (1, 'Klara Wendland', 'name', 'de', false),
    (1, 'NA', 'kurzname', 'de', false),
    (9007199254740993, 'Jonas Albrink', 'name', 'de', false);
insert into akteur_parteien (akteur, partei, bis_art) values (1, 10, 'offen');
insert into lexikon_stand (hash, bericht) values ('klein', '{}');
insert into orte (ort, name, art, lat, lon, einwohner, deutsch) values
    ('iso:NA', 'Namibia', 'staat', -22.0, 17.0, 2500000, true),
    ('ags:02000000', 'Hamburg', 'gemeinde', 53.5511, 9.9937, 1900000, true);
insert into ortsformen (ort, form, art) values
    ('iso:NA', 'Namibia', 'name'), ('iso:NA', 'namibisch', 'adjektiv'), ('ags:02000000', 'Hamburg', 'name');
insert into orte_stand (hash, mengen) values ('klein', '{}')
"""
EINFUEGEN = """
insert into raw_items (haus, feed, url, titel, teaser, pubdate, erfasst_am, slot)
values (%s, %s, %s, %s, %s, %s, %s, date_bin('15 minutes', %s, '2000-01-01Z'))
"""
UNENDLICH = "update raw_items set pubdate = 'infinity' where titel is null and haus = 'abendpost'"
UMBRUCH = 'Zeile eins\nZeile zwei, mit Komma\r\nund "Anführung" 😀 in Namibia'
FORMEL = "=cmd|'/c calc'!A1 in Hamburg"
# Haus, Feed, Titel, Teaser, pubdate, erfasst_am.
FALLEN = (
    ("NA", "NA", "Klara Wendland reist nach Namibia", "null", None, "2026-09-07T09:00:00.123456Z"),
    ("null", "", FORMEL, None, None, "2026-09-07T09:01:00Z"),
    ("abendpost", None, UMBRUCH, "", None, "2026-09-07T09:02:00Z"),
    ("abendpost", "a", "", "Jonas Albrink trifft Klara Wendland", "0001-01-01T00:00:00Z", "2026-09-07T09:03:00Z"),
    ("abendpost", "a", None, None, None, "2026-09-07T09:04:00Z"),
    ("morgenblatt", "T", "T", "-1", "2026-09-07T09:04:00Z", "2026-09-07T09:05:00Z"),
    ("morgenblatt", "F", "Furchtbare Katastrophe, schlimmer Skandal und große Angst in Namibia", " ", None,
     "2026-09-07T09:06:00Z"),
    # Mitternacht in Berlin ist im Sommer 22 Uhr UTC, und der Tag ist halboffen.
    ("morgenblatt", "b", "Kurz vor Mitternacht in Hamburg", None, None, "2026-09-08T21:59:59.999999Z"),
    ("morgenblatt", "b", "Mitternacht in Hamburg", None, None, "2026-09-08T22:00:00Z"),
)  # fmt: skip


def bestand(aufraeumen: Callable[..., Any], satz: int = 40) -> str:
    """Eine Datenbank mit mitgelieferten Items und allen Fallen, kodiert von den echten Modulen mit kleinem Lexikon.

    Args:
        aufraeumen: verwirft sie.
        satz: so viele der mitgelieferten Items.
    """
    url = bereiten(neue_datenbank(aufraeumen), satz=satz)
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute(LEXIKON.encode())
        for haus, feed, titel, teaser, pubdate, erfasst in FALLEN:
            conn.execute(EINFUEGEN, (haus, feed, "https://x.example/1", titel, teaser, pubdate, erfasst, erfasst))
    for modul in MODULE:
        kodieren(url, modul())
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute(UNENDLICH.encode())
    return url


def kodieren(url: str, modul: Modul) -> None:
    """Kodiert den Gesamtbestand mit einem Modul."""
    with mock.patch.dict(os.environ, WURZELWERK_NER="keine"):
        ergebnis = lauf_hier(url, "--backfill", modul=modul)
    if ergebnis.code:
        raise AssertionError(ergebnis.meldungen)


def lesend(url: str) -> str:
    """Die Verbindungszeile, mit den Rechten der Leserolle."""
    return f"{url} options='-c role=wurzelwerk_lesen'"


def exportieren(url: str, *worte: object) -> Ausgang:
    """Ein Export in diesem Prozess, mit der Leserolle."""
    ausgabe, meldungen = io.StringIO(), io.StringIO()
    vorher = {nummer: signal.getsignal(nummer) for nummer in (signal.SIGTERM, signal.SIGINT)}
    try:
        with (
            mock.patch.dict(os.environ, DATABASE_URL=lesend(url)),
            contextlib.redirect_stdout(ausgabe),
            contextlib.redirect_stderr(meldungen),
        ):
            code = export.main([str(wort) for wort in worte])
    except SystemExit as ende:
        code = int(ende.code or 0)
    finally:
        for nummer, behandlung in vorher.items():
            signal.signal(nummer, behandlung)
    return Ausgang(code, ausgabe.getvalue(), meldungen.getvalue().splitlines())


class MitExport(unittest.TestCase):
    """Tests auf einem gemeinsamen Bestand, je Test ein eigener Ordner."""

    url: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.url = bestand(cls.addClassCleanup)

    def setUp(self) -> None:
        ordner = tempfile.TemporaryDirectory(prefix="export mit leerzeichen ")
        self.addCleanup(ordner.cleanup)
        self.ordner = Path(ordner.name)

    def export(
        self, schicht: str, form: str, *rest: str, von: str = VON, bis: str = BIS, ziel: str = "", ausgang: int = 0
    ) -> tuple[Path, Ausgang]:
        """Exportiert und prüft den Ausgang; liefert den Pfad und was gemeldet wurde."""
        pfad = self.ordner / (ziel or f"{schicht}.{form}")
        worte = ("--schicht", schicht, "--von", von, "--bis", bis, "--format", form, "--ziel", pfad, *rest)
        ergebnis = exportieren(self.url, *worte)
        self.assertEqual(ergebnis.code, ausgang, ergebnis.meldungen)
        return pfad, ergebnis

    def sql(self, text: str, *werte: Any) -> list[tuple[Any, ...]]:
        """Fragt die Datenbank."""
        with psycopg.connect(self.url, autocommit=True, options="-c TimeZone=UTC") as conn:
            zeiger = conn.execute(text.encode(), werte or None)
            return zeiger.fetchall() if zeiger.description else []


# --- Was in einer Tabelle stehen muss, ohne das SQL des Exports -------------------------------------------------------

# Spalten, deren Schlüssel in der Nutzlast anders heißt.
UMBENANNT = {
    "naechster_item": "naechster.item",
    "naechster_jaccard": "naechster.jaccard",
    "wiederholt_item": "wiederholt",
}
ZEITEN = ("erste_am", "letzte_am")


def erwartet(url: str, tabelle: Tabelle, von: date, bis: date) -> list[dict[str, Any]]:
    """Die Zeilen einer Tabelle, in Python aus Items und Nutzlasten gebaut, in ihrer Ordnung.

    Args:
        url: die Datenbank.
        tabelle: die Tabelle.
        von: erster Berliner Tag.
        bis: letzter.
    """
    zeilen = []
    with psycopg.connect(url, options="-c TimeZone=UTC") as conn:
        namen: dict[str, str] = dict(
            conn.execute("select akteur::text, name from akteure union all select ort, name from orte").fetchall()
        )
        kodiert = {
            (schicht, item): (version, nutzlast)
            for item, schicht, version, nutzlast in conn.execute(
                "select item_id, schicht, coder_version, nutzlast from codings_aktuell"
            )
        }
        items = conn.execute(
            """
            select id, haus, feed, url, titel, sprache, erfasst_am, slot,
                case when isfinite(pubdate) and pubdate > '1900-01-01' then pubdate end
            from raw_items
            """
        ).fetchall()
        vektoren: dict[int, list[float]] = dict(
            conn.execute("select item_id, vektor::real[] from item_embeddings").fetchall()
        )
    for kennung, haus, feed, adresse, titel, sprache, erfasst, slot, pubdate in items:
        zeitpunkt = zeit.zeitpunkt(pubdate, erfasst)
        tag = date.fromordinal(zeit.berliner_tag(zeitpunkt))
        if not von <= tag <= bis:
            continue
        kopf: dict[str, Any] = {
            "item_id": kennung, "haus": haus, "zeitpunkt": zeitpunkt, "tag": tag, "titel": titel, "erfasst_am": erfasst,
        }  # fmt: skip
        if tabelle.schicht is None:
            kopf |= {
                "woche": tag - timedelta(days=tag.weekday()), "slot": slot, "feed": feed, "sprache": sprache,
                "url": adresse, "zeit_aus": "pubdate" if pubdate == zeitpunkt else "erfasst_am",
            }  # fmt: skip
            kopf |= {
                spalte.name: (spalte.name.removeprefix("kodiert_"), kennung) in kodiert
                for spalte in tabelle.spalten
                if spalte.name.startswith("kodiert_")
            }
            zeilen.append(kopf)
        elif (tabelle.schicht, kennung) in kodiert:
            version, nutzlast = kodiert[tabelle.schicht, kennung]
            kopf["coder_version"] = version
            zeilen += [{**kopf, **teil} for teil in _teile(tabelle, nutzlast, namen, {"vektor": vektoren.get(kennung)})]
    ordnung = {"titel": 0, "teaser": 1}
    return sorted(
        zeilen,
        key=lambda z: (
            z["zeitpunkt"], z["item_id"],
            ordnung.get(z.get("feld", ""), 0) if tabelle.name == "tonalitaet_treffer" else 0, z.get("nummer", 0),
        ),
    )  # fmt: skip


def _teile(
    tabelle: Tabelle, nutzlast: dict[str, Any], namen: dict[str, str], rest: dict[str, Any]
) -> list[dict[str, Any]]:
    if tabelle.name == "tonalitaet_treffer":
        return [
            {**treffer, "feld": feld, "nummer": nummer, "gekappt": nutzlast[feld]["gekappt"]}
            for feld in ("titel", "teaser")
            for nummer, treffer in enumerate(nutzlast[feld]["treffer"], 1)
        ]
    if tabelle.name == "revision_schritt":
        arten = nutzlast["arten"]
        return [{"nummer": n, "schritte": len(arten), "art": art} for n, art in enumerate(arten, 1)]
    if tabelle.name in ("akteur", "ort"):
        return [
            {
                **nennung,
                "nummer": n,
                "gekappt": nutzlast.get("gekappt", False),
                "name": namen.get(str(nennung.get("akteur") or nennung.get("ort_id"))),
            }
            for n, nennung in enumerate(nutzlast["nennungen"], 1)
        ]
    zeile = {**nutzlast, **rest}
    zeile |= {name: datetime.fromisoformat(nutzlast[name]).astimezone(UTC) for name in ZEITEN if name in nutzlast}
    zeile |= {f"n_{name}": len(nutzlast[name]) for name in ("hinzu", "entfernt") if name in nutzlast}
    for name, pfad in UMBENANNT.items():
        wert: Any = nutzlast
        for schluessel in pfad.split("."):
            wert = wert.get(schluessel) if wert is not None else None
        zeile[name] = wert
    if tabelle.name == "tonalitaet":
        zeile = {f"{feld}_{name}": wert for feld in ("titel", "teaser") for name, wert in nutzlast[feld].items()}
    if tabelle.name == "dublette":
        zeile.pop("tag")
    return [zeile]
