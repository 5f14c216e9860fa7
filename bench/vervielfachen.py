"""Vervielfacht einen kodierten Bestand: Abzüge um ganze Wochen später, mit eigenen Kennungen, samt Kodierungen.

So entsteht in Minuten ein großer Bestand, dessen Kodierungen von den Modulen stammen. Verändert die Datenbank in
DATABASE_URL und gehört deshalb nur in eine eigene; verlangt einen Superuser.

Beispiel:
  python bench/vervielfachen.py --items 1000000
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import befehl
import deutung
from bench import erzeugen, messen

if TYPE_CHECKING:
    import psycopg

# Wie viele Items da sind, nach wie vielen Wochen ein Abzug frei vom Dublettenfenster (ein Tag) anschließt, und um wie
# viel seine Kennungen steigen.
UMFANG = """
select
    count(*),
    ceil(extract(epoch from max(erfasst_am) - min(erfasst_am) + interval '2 days') / 604800)::integer,
    max(id)
from raw_items
"""

ITEMS = """
insert into raw_items (id, haus, feed, guid, url, titel, teaser, volltext, sprache, pubdate, erfasst_am, slot)
select
    r.id + k.nummer * %(abstand)s, r.haus, r.feed, r.guid || '/' || k.nummer, r.url, r.titel, r.teaser, r.volltext,
    r.sprache, r.pubdate + k.versatz, r.erfasst_am + k.versatz, r.slot + k.versatz
from (select n as nummer, n * %(wochen)s * interval '7 days' as versatz from generate_series(1, %(abzuege)s) as n) as k
cross join raw_items as r
order by k.nummer, r.id
"""

FASSUNGEN = """
insert into raw_item_versionen (item_id, fassung, titel, teaser, erfasst_am, slot)
select
    v.item_id + k.nummer * %(abstand)s, v.fassung, v.titel, v.teaser, v.erfasst_am + k.versatz, v.slot + k.versatz
from (select n as nummer, n * %(wochen)s * interval '7 days' as versatz from generate_series(1, %(abzuege)s) as n) as k
cross join raw_item_versionen as v
order by k.nummer, v.item_id, v.fassung
"""

# Was in einer Nutzlast an Kennungen und Zeiten hängt, wandert mit; der eingabe_hash gilt für einen Abzug nicht mehr.
# Die Zeilen liegen, wie der Läufer sie schreibt: Slot für Slot, darin Modul für Modul.
KODIERUNGEN = """
insert into codings (item_id, schicht, coder_version, nutzlast, konfidenz, eingabe_hash, kodiert_am)
select
    c.item_id + k.nummer * %(abstand)s,
    c.schicht,
    c.coder_version,
    case c.schicht
        when 'dublette' then c.nutzlast || jsonb_build_object(
            'gruppe', md5(c.nutzlast ->> 'gruppe' || k.nummer)::uuid,
            'leit_item', (c.nutzlast ->> 'leit_item')::bigint + k.nummer * %(abstand)s,
            'wiederholt', (c.nutzlast ->> 'wiederholt')::bigint + k.nummer * %(abstand)s,
            'tag', (c.nutzlast ->> 'tag')::date + k.nummer * %(wochen)s * 7,
            'naechster', case when c.nutzlast ->> 'naechster' is not null then jsonb_build_object(
                'item', (c.nutzlast #>> '{naechster,item}')::bigint + k.nummer * %(abstand)s,
                'jaccard', c.nutzlast #> '{naechster,jaccard}'
            ) end
        )
        when 'revision' then c.nutzlast || jsonb_build_object(
            'erste_am', (c.nutzlast ->> 'erste_am')::timestamptz + k.versatz,
            'letzte_am', (c.nutzlast ->> 'letzte_am')::timestamptz + k.versatz
        )
        else c.nutzlast
    end,
    c.konfidenz,
    c.eingabe_hash,
    c.kodiert_am
from (select n as nummer, n * %(wochen)s * interval '7 days' as versatz from generate_series(1, %(abzuege)s) as n) as k
cross join codings as c
join raw_items as r on r.id = c.item_id
order by k.nummer, r.slot, c.coder_version collate "C", c.item_id
"""

WEITER = "select setval(pg_get_serial_sequence('raw_items', 'id'), max(id)) from raw_items"

# Die Zeilen der Vorlage sind schon geprüft; jede noch einmal zu prüfen, dauerte länger als alles andere.
OHNE_PRUEFUNG = "alter table codings drop constraint codings_kein_volltext"
PRUEFUNG = """
alter table codings add constraint codings_kein_volltext check (
    octet_length(nutzlast::text) <= 16384
    and (
        nutzlast @? 'strict $.** ? (
            @ like_regex ".{201}" flag "s" || @.keyvalue().key like_regex ".{201}" flag "s"
        )'
    ) is false
) not valid
"""


def vervielfachen(conn: psycopg.Connection[Any], items: int) -> int:
    """Fügt so viele Abzüge an, dass es mindestens ``items`` Items sind.

    Args:
        conn: Verbindung eines Superusers im Autocommit; der Bestand ist kodiert.
        items: so viele sollen es werden.

    Returns:
        Wie viele es sind.

    Raises:
        messen.Messfehler: der Bestand ist leer.
    """
    anzahl, wochen, abstand = conn.execute(UMFANG).fetchall()[0]
    if not anzahl:
        raise messen.Messfehler("raw_items ist leer: erst laden und kodieren, dann vervielfachen")
    abzuege = -(-items // anzahl) - 1
    if abzuege > 0:
        werte = {"abstand": abstand, "wochen": wochen, "abzuege": abzuege}
        with conn.transaction():
            # Ohne die Trigger der Fremdschlüssel: was abgezogen wird, genügt ihnen.
            conn.execute("set local session_replication_role = replica; set local work_mem = '256MB'")
            conn.execute(OHNE_PRUEFUNG)
            # Die Kodierungen zuerst: sie fragen nach den Slots der Vorlage.
            for anweisung in (KODIERUNGEN, FASSUNGEN, ITEMS):
                conn.execute(anweisung, werte)
            conn.execute(PRUEFUNG)
            conn.execute(WEITER)
    conn.execute("vacuum (analyze)")
    return int(anzahl * (1 + max(abzuege, 0)))


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    zerleger = befehl.Zerleger(__doc__, prog="vervielfachen.py")
    zerleger.add_argument("--items", type=erzeugen.anzahl, required=True, metavar="N", help="mindestens N Items")
    angaben = zerleger.parse_args(worte)
    import db

    try:
        with db.verbinden("bench/vervielfachen", autocommit=True) as conn:
            print(f"{vervielfachen(conn, angaben.items)} Items")
    except messen.Messfehler as fehler:
        befehl.melden(str(fehler))
        return befehl.GESCHEITERT
    except Exception as fehler:
        return deutung.ausgang(fehler)
    return befehl.GETAN


if __name__ == "__main__":
    sys.exit(main())
