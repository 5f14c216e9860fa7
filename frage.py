"""Eine Frage an die Datenbank und ihre Antwort: die Zeilen und das SQL, mit dem jeder sie nachrechnen kann."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal

from zeitraum import Zeitraum

if TYPE_CHECKING:
    import psycopg

# Wie codings_aktuell: je Schicht die Version, mit der die Vorgabe zuletzt lief. Eingesetzt statt mitgefragt: so ergibt
# das SQL einer Antwort auch morgen dieselben Zahlen.
AKTUELL = """
select distinct on (schicht) schicht, coder_version
from coder_versionen
where vorgabe
order by schicht, zuletzt desc, coder_version collate "C"
"""

SCHICHTEN = ("dublette", "revision", "akteur", "ort", "tonalitaet", "embedding")

# Die Abfragen lesen ganze Schichten: Hashtabellen im Speicher; ein Helfer, dessen schmale Zeilen wenig kosten (auf zwei
# Kernen brauchten zwei mehr Rechenzeit und gewannen nichts); kein Übersetzen, das länger dauert als die Abfrage. Am
# Ergebnis ändert nichts davon etwas.
EINSTELLUNGEN = """
set local work_mem = '64MB';
set local max_parallel_workers_per_gather = 1;
set local parallel_tuple_cost = 0.01;
set local jit = off
"""

EINHEITEN = {"tag": "day", "woche": "week"}


@dataclass(frozen=True)
class Auswahl:
    """Wovon eine Auswertung handelt.

    Attributes:
        zeitraum: die Berliner Tage.
        haeuser: die Häuser.
        einheit: woran Verläufe gezählt werden.
    """

    zeitraum: Zeitraum
    haeuser: tuple[str, ...]
    einheit: Literal["tag", "woche"] = "tag"

    @property
    def werte(self) -> dict[str, Any]:
        """Die Werte, die eine Frage einsetzen kann.

        ``mitte`` teilt den Zeitraum an einer Berliner Mitternacht; bei ungerader Zahl ist die zweite Hälfte um einen
        Tag länger, bei einem einzigen Tag die erste leer.
        """
        erste = self.zeitraum
        mitte = Zeitraum(erste.von + timedelta(days=erste.tage // 2), erste.bis).beginn
        return {
            "beginn": erste.beginn,
            "mitte": mitte,
            "ende": erste.ende,
            "haeuser": list(self.haeuser),
            "einheit": EINHEITEN[self.einheit],
        }


@dataclass(frozen=True)
class Frage:
    """Eine Abfrage mit Namen.

    Attributes:
        name: wie der Bericht sie nennt.
        schicht: deren Kodierungen sie liest; ``None``, wenn keine oder mehrere.
        sql: die Abfrage mit den Werten von ``Auswahl.werte``, dazu ``coder_version`` (der Schicht) und je Schicht
            ``version_…``. Eine Version gehört zu genau einer Schicht; nach ihr allein wird ausgewählt. ``limit all``
            nach den Merkmalen eines Items ist eine Schranke für den Planer: erst die schmalen Merkmale rechnen, dann
            gruppieren, sonst wandern die ganzen Nutzlasten durch Sortierungen und zwischen den Helfern.
    """

    name: str
    schicht: str | None
    sql: str


@dataclass(frozen=True)
class Antwort:
    """Was eine Frage ergab.

    Attributes:
        frage: ihr Name.
        sql: die ganze Abfrage mit eingesetzten Werten; in psql ergibt sie dieselben Zeilen.
        coder_version: die Version der Schicht; ``None``, wenn sie nie lief oder keine gefragt ist.
        zeilen: das Ergebnis, je Zeile Spalte und Wert.
        sekunden: wie lange die Datenbank brauchte.
    """

    frage: str
    sql: str
    coder_version: str | None
    zeilen: list[dict[str, Any]]
    sekunden: float


@contextmanager
def lesend(conn: psycopg.Connection[Any]) -> Iterator[None]:
    """Eine Transaktion, in der alle Fragen denselben Stand der Datenbank sehen und nichts ändern können.

    Args:
        conn: Verbindung, auf der noch keine Transaktion läuft.
    """
    with conn.transaction():
        conn.execute("set transaction isolation level repeatable read, read only")
        conn.execute(EINSTELLUNGEN)
        yield


def stellen(conn: psycopg.Connection[Any], frage: Frage, auswahl: Auswahl) -> Antwort:
    """Stellt eine Frage, am besten innerhalb von ``lesend``.

    Args:
        conn: Verbindung; die Rolle wurzelwerk_lesen genügt.
        frage: die Frage.
        auswahl: Zeitraum, Häuser, Einheit.
    """
    from psycopg import ClientCursor
    from psycopg.rows import dict_row

    versionen: dict[str | None, str] = dict(conn.execute(AKTUELL).fetchall())
    version = versionen.get(frage.schicht)
    werte = auswahl.werte | {"coder_version": version}
    werte |= {f"version_{schicht}": versionen.get(schicht) for schicht in SCHICHTEN}
    # Ausgeführt wird wörtlich, was die Antwort zeigt.
    sql = ClientCursor(conn).mogrify(frage.sql.strip(), werte) + ";"
    beginn = time.perf_counter()
    with conn.cursor(row_factory=dict_row) as zeiger:
        zeilen = zeiger.execute(sql.encode()).fetchall()
    return Antwort(frage.name, sql, version, zeilen, time.perf_counter() - beginn)
