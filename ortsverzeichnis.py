"""Ortsverzeichnis im Speicher: welche Orte eine Schreibung meinen kann, und wer so heißt.

Es entsteht aus schlichten Zeilen, so dass die Auflösung ohne Datenbank prüfbar ist; ``aus_tabellen`` liest sie.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from namenkunde import VORNAMEN
from ortsregeln import KEIN_VORNAME, WEITERE_VORNAMEN

if TYPE_CHECKING:
    import psycopg

ORTE = "select ort, name, art, lat, lon, coalesce(einwohner, 0), eltern, deutsch from orte order by ort"
FORMEN = "select form, ort, art from ortsformen order by form, ort"
# Aus dem Lexikon der Akteure: volle Namen von Personen, so wie Texte sie schreiben.
PERSONEN = """
select distinct f.form
from akteur_aliase f
join akteure a on a.akteur = f.akteur and not a.entfallen
where a.typ = 'person' and f.art in ('name', 'kurzname', 'alias')
order by f.form
"""

OHNE_KENNUNG = "ohne:"
WORT = re.compile(r"[^\W_]+")
ERDRADIUS = 6371.0


class Ort(NamedTuple):
    """Ein Ort; ``eltern`` ist die Kennung des umgebenden, ``deutsch`` heißt: mit deutschem Namen bei GeoNames."""

    ort: str
    name: str
    art: str
    lat: float | None = None
    lon: float | None = None
    einwohner: int = 0
    eltern: str | None = None
    deutsch: bool = True

    @property
    def kennung(self) -> str | None:
        """Die Kennung für die Nutzlast; ``None`` bei Landschaften und Gewässern."""
        return None if self.ort.startswith(OHNE_KENNUNG) else self.ort


class Form(NamedTuple):
    """Eine Schreibung und was sie meinen kann, je Art der Form."""

    text: str
    als_name: tuple[Ort, ...] = ()
    als_ableitung: tuple[Ort, ...] = ()
    als_metonym: tuple[Ort, ...] = ()
    als_verein: tuple[Ort, ...] = ()
    als_bauwerk: tuple[Ort, ...] = ()


class Ortsverzeichnis:
    """Das Verzeichnis, bereit zum Nachschlagen.

    Args:
        orte: die Orte.
        formen: (Form, Kennung, Art der Form).
        personen: volle Namen von Personen.

    Die Reihenfolge der Zeilen ist gleich.

    Attributes:
        erste: erstes Wort -> Formen, die damit beginnen, die längsten zuerst.
        vornamen: erste Wörter von Personennamen.
        nachnamen: letzte Wörter von Personennamen.
    """

    def __init__(
        self, orte: Iterable[Ort], formen: Iterable[tuple[str, str, str]], personen: Iterable[str] = ()
    ) -> None:
        self.orte = {ort.ort: ort for ort in orte}
        je_form: dict[str, dict[str, list[Ort]]] = defaultdict(lambda: defaultdict(list))
        for text, kennung, art in formen:
            je_form[text][_FELD[art]].append(self.orte[kennung])
        je_wort: dict[str, list[Form]] = defaultdict(list)
        self.formen: dict[str, Form] = {}
        for text, felder in je_form.items():
            treffer = WORT.match(text)
            if treffer is None:
                continue
            form = Form(text, **{feld: tuple(sorted(liste)) for feld, liste in felder.items()})
            self.formen[text] = form
            je_wort[treffer[0]].append(form)
        self.erste = {
            wort: tuple(sorted(liste, key=lambda f: (-len(f.text), f.text))) for wort, liste in je_wort.items()
        }
        self.vornamen = set(VORNAMEN | WEITERE_VORNAMEN)
        self.nachnamen: set[str] = set()
        self.personen: set[str] = set()
        for name in personen:
            vorn, _, hinten = name.partition(" ")
            if hinten and vorn[:1].isupper():
                self.vornamen.add(vorn)
                self.nachnamen.add(name.rsplit(" ", 1)[1])
                self.personen.add(name)
        self.vornamen -= KEIN_VORNAME

    @classmethod
    def aus_tabellen(cls, conn: psycopg.Connection[Any]) -> Ortsverzeichnis:
        """Liest das geladene Verzeichnis und die Namen der Personen."""
        with conn.cursor(binary=True) as zeiger:
            return cls(
                [Ort(*zeile) for zeile in zeiger.execute(ORTE).fetchall()],
                zeiger.execute(FORMEN).fetchall(),
                [form for (form,) in zeiger.execute(PERSONEN).fetchall()],
            )

    def vorfahren(self, ort: Ort) -> list[str]:
        """Die umgebenden Orte, der nächste zuerst."""
        kette = []
        while ort.eltern is not None:
            kette.append(ort.eltern)
            ort = self.orte[ort.eltern]
        return kette


_FELD = {
    **dict.fromkeys(("name", "hand", "variante", "kurz"), "als_name"),
    **dict.fromkeys(("einwohner", "adjektiv"), "als_ableitung"),
    "metonym": "als_metonym",
    "verein": "als_verein",
    "bauwerk": "als_bauwerk",
}


def entfernung(a: Ort, b: Ort) -> float:
    """Kilometer zwischen zwei Orten auf der Kugel; unendlich, wo einer keine Lage hat."""
    if a.lat is None or a.lon is None or b.lat is None or b.lon is None:
        return math.inf
    phi, psi = math.radians(a.lat), math.radians(b.lat)
    sinus = math.sin((psi - phi) / 2) ** 2
    sinus += math.cos(phi) * math.cos(psi) * math.sin(math.radians(b.lon - a.lon) / 2) ** 2
    return 2 * ERDRADIUS * math.asin(math.sqrt(min(1.0, sinus)))
