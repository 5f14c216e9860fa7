"""Die Ablage item_embeddings: alles SQL, das Vektoren schreibt oder ihren Index baut, und die Prüfung davor."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import psycopg
    from psycopg import sql

    from sitzung import Ende

# So oft eine Zeile zum Bau des Index (Sekunden).
TAKT = 10

# So weit darf die Länge eines normierten Vektors von 1 abweichen; float32 weicht um 1e-7 ab. Dieselbe Grenze hat die
# Tabelle.
SPIELRAUM = 1e-3

ZWISCHENTABELLE = """
create temporary table if not exists vektoren (item_id bigint not null, eingabe_hash text not null, vektor vector)
on commit delete rows
"""
AUFNEHMEN = "copy vektoren (item_id, eingabe_hash, vektor) from stdin"

# Nur wo die Kodierung steht, aus der der Vektor stammt: lehnte die Datenbank sie ab, gibt es auch keinen Vektor.
SCHREIBEN = """
insert into item_embeddings (item_id, coder_version, vektor)
select v.item_id, c.coder_version, v.vektor
from vektoren v
join codings c on c.item_id = v.item_id and c.eingabe_hash = v.eingabe_hash
where c.schicht = 'embedding' and c.coder_version = %(coder_version)s and v.vektor is not null
order by v.item_id
on conflict (coder_version, item_id) do update
set vektor = excluded.vektor
where item_embeddings.vektor is distinct from excluded.vektor
"""

# Ein Item, das keinen Vektor mehr hat, weil sein Text verschwand.
ENTFERNEN = """
delete from item_embeddings e
using vektoren v
where v.vektor is null and e.item_id = v.item_id and e.coder_version = %(coder_version)s
"""

# Nur für den Bau: zwei zugleich hielten den unfertigen Index des anderen für einen abgebrochenen.
SPERRE = 0x7732_696E_6465

OHNE = "select not exists (select from item_embeddings where coder_version = %(coder_version)s)"

# Name, ob gültig, coder_version aus dem Kommentar: alle Indizes, die --index je baute.
INDIZES = """
select i.indexrelid::regclass::text, i.indisvalid, obj_description(i.indexrelid, 'pg_class')
from pg_index i
join pg_class c on c.oid = i.indexrelid
where i.indrelid = 'item_embeddings'::regclass and c.relname like 'item_embeddings_hnsw_%'
order by 1
"""

FORTGANG = """
select phase, tuples_done, tuples_total, blocks_done, blocks_total
from pg_stat_progress_create_index
where relid = 'item_embeddings'::regclass
"""

LAENGE = "select vector_dims(vektor) from item_embeddings where coder_version = %(coder_version)s limit 1"


def mangel(vektor: NDArray[np.floating[Any]], dim: int) -> str | None:
    """Warum ein Vektor nicht geschrieben werden darf; ``None``, wenn er taugt.

    Args:
        vektor: eine Dimension, beliebig lang.
        dim: wie lang er sein soll.
    """
    if vektor.shape != (dim,):
        return f"Dimension {vektor.size} statt {dim}"
    if np.isnan(vektor).any():
        return "NaN"
    if np.isinf(vektor).any():
        return "Inf"
    laenge = float(np.sqrt(np.square(vektor, dtype=np.float64).sum()))
    if laenge == 0:
        return "Norm 0"
    if abs(laenge - 1) > SPIELRAUM:
        return f"Norm {laenge:.4f} statt 1"
    return None


def schreiben(
    conn: psycopg.Connection[Any],
    coder_version: str,
    vektoren: Iterable[tuple[int, str, NDArray[np.float32] | None]],
) -> None:
    """Schreibt Vektoren in der laufenden Transaktion, nach ihren Kodierungen.

    Args:
        conn: Verbindung in der Transaktion des Laufs.
        coder_version: unter der sie stehen.
        vektoren: Item, eingabe_hash seiner Kodierung, Vektor oder ``None``, wo es keinen gibt.
    """
    conn.execute(ZWISCHENTABELLE)
    with conn.cursor() as zeiger, zeiger.copy(AUFNEHMEN) as strom:
        for item_id, eingabe_hash, vektor in vektoren:
            # float32 als float64 geschrieben und von vector wieder als float32 gelesen: dieselben Bits.
            strom.write_row((item_id, eingabe_hash, None if vektor is None else json.dumps(vektor.tolist())))
    werte = {"coder_version": coder_version}
    conn.execute(ENTFERNEN, werte)
    conn.execute(SCHREIBEN, werte)


def indexname(coder_version: str) -> str:
    """Der Name des Index einer coder_version."""
    return "item_embeddings_hnsw_" + coder_version.removeprefix("embeddings-").replace("-", "_")


def index_bauen(
    conn: psycopg.Connection[Any],
    beobachter: psycopg.Connection[Any],
    coder_version: str,
    speicher_mb: int,
    ende: Ende,
    melden: Callable[[str], None],
) -> str:
    """Baut den HNSW-Index einer coder_version, ohne Leser und Schreiber aufzuhalten; räumt auf, was überholt ist.

    Args:
        conn: Verbindung im autocommit, die baut.
        beobachter: eine zweite, die den Fortgang liest.
        coder_version: für welche Vektoren.
        speicher_mb: maintenance_work_mem; passt der Graph hinein, ist der Bau um ein Vielfaches schneller.
        ende: ob SIGTERM kam; dann bricht der Bau ab.
        melden: bekommt den Fortgang.

    Returns:
        Eine Zeile, was geschehen ist.
    """
    from psycopg import sql

    if not conn.execute("select pg_try_advisory_lock(%s)", (SPERRE,)).fetchall()[0][0]:
        return "kein Index: ein anderer Lauf baut gerade"
    name = indexname(coder_version)
    vorhanden = False
    for index, gueltig, zu in conn.execute(INDIZES).fetchall():
        vorhanden |= index == name and gueltig
        leer = zu is None or conn.execute(OHNE, {"coder_version": zu}).fetchall()[0][0]
        # Ungültig ist, was ein abgebrochener Bau hinterließ.
        if not gueltig or (leer and index != name):
            conn.execute(sql.SQL("drop index concurrently if exists {}").format(sql.Identifier(index)))
            melden(f"Index {index} entfernt: " + ("zu ihm gibt es keine Vektoren mehr" if gueltig else "unfertig"))
    if vorhanden:
        return f"Index {name} steht schon"
    zeile = conn.execute(LAENGE, {"coder_version": coder_version}).fetchone()
    if zeile is None:
        return f"kein Index: zu {coder_version} gibt es noch keine Vektoren"
    conn.execute(sql.SQL("set maintenance_work_mem = {}").format(sql.Literal(f"{speicher_mb}MB")))
    beginn = time.monotonic()
    bau = sql.SQL(
        "create index concurrently {name} on item_embeddings using hnsw ((vektor::vector({dim})) vector_cosine_ops) "
        "where coder_version = {version}"
    ).format(name=sql.Identifier(name), dim=sql.Literal(int(zeile[0])), version=sql.Literal(coder_version))
    _mit_fortgang(conn, bau, beobachter, ende, melden)
    conn.execute(sql.SQL("comment on index {} is {}").format(sql.Identifier(name), sql.Literal(coder_version)))
    return f"Index {name} gebaut in {time.monotonic() - beginn:.0f} s"


def _mit_fortgang(
    conn: psycopg.Connection[Any],
    bau: sql.Composed,
    beobachter: psycopg.Connection[Any],
    ende: Ende,
    melden: Callable[[str], None],
) -> None:
    """Baut in einem eigenen Faden, meldet alle zehn Sekunden, wie weit es ist, und bricht auf SIGTERM ab."""
    from concurrent.futures import ThreadPoolExecutor, wait

    with ThreadPoolExecutor(1) as faden:
        laeuft = faden.submit(conn.execute, bau)
        try:
            gemeldet = time.monotonic()
            while not wait([laeuft], timeout=0.5).done:
                ende.pruefen()
                if time.monotonic() - gemeldet >= TAKT:
                    gemeldet = time.monotonic()
                    for zeile in beobachter.execute(FORTGANG):
                        melden(_fortgang(zeile))
        except BaseException:
            conn.cancel()
            raise
        laeuft.result()


def _fortgang(zeile: Sequence[Any]) -> str:
    phase, zeilen, zeilen_ganz, bloecke, bloecke_ganz = zeile
    getan, ganz = (zeilen, zeilen_ganz) if zeilen_ganz else (bloecke, bloecke_ganz)
    return f"Index: {phase}" + (f", {getan} von {ganz}" if ganz else "")
