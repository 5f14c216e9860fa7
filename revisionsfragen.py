"""Fragen nach Revisionen: wie oft Häuser Schlagzeilen ändern, auf welche Art, und Beispiele dafür."""

from __future__ import annotations

from frage import Frage

# Dieselben Merkmale wie in der Sicht revisionen_je_haus, aber unverrechnet: der Bericht zieht Ticker ab.
REVISIONEN = """
with merkmale as (
    select
        r.haus,
        (k.nutzlast ->> 'ticker_markiert')::boolean as ticker,
        (k.nutzlast ->> 'kopf_stabil')::boolean and k.nutzlast ->> 'art' = 'neufassung' as fortschreibung,
        k.nutzlast ->> 'art' as art,
        (k.nutzlast ->> 'fassungen')::integer > 1 as mehrfach
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.coder_version = %(coder_version)s
    limit all
)
select
    haus,
    ticker,
    fortschreibung,
    art,
    count(*) as items,
    count(*) filter (where mehrfach) as mehrfach
from merkmale
group by haus, ticker, fortschreibung, art
order by haus collate "C", ticker, fortschreibung, art collate "C"
"""

# Gestreut: erst je Haus ein Fall, dann ein zweiter; welcher, bestimmt der Hash der Kennung und nicht die Zeit.
REVISIONSBEISPIELE = """
with kodiert as (
    select
        r.id,
        r.haus,
        k.nutzlast ->> 'art' as art,
        (k.nutzlast ->> 'ticker_markiert')::boolean as ticker,
        (k.nutzlast ->> 'fassungen')::integer as fassungen,
        k.nutzlast ->> 'erste_am' as erste_am,
        k.nutzlast ->> 'letzte_am' as letzte_am
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.coder_version = %(coder_version)s
    limit all
),
je_haus as (
    select
        *,
        row_number() over (partition by art, haus order by md5(id::text) collate "C", id) as platz_im_haus
    from kodiert
    where art <> 'unveraendert'
),
gereiht as (
    select
        *,
        row_number() over (
            partition by art
            order by platz_im_haus, md5(art || haus) collate "C", id
        ) as platz
    from je_haus
    where platz_im_haus <= 3
)
select
    g.id as item_id,
    g.haus,
    g.art,
    g.ticker,
    g.fassungen,
    left(v.titel[1], 400) as titel_alt,
    left(v.titel[cardinality(v.titel)], 400) as titel_neu,
    -- Bei zurueckgenommen sagen beide dasselbe; zu sehen ist die Änderung an der ersten anderen Fassung.
    left((
        select t.titel
        from unnest(v.titel) with ordinality as t (titel, nummer)
        where g.art = 'zurueckgenommen' and t.titel is distinct from v.titel[1]
        order by t.nummer
        limit 1
    ), 400) as titel_zwischen,
    g.erste_am::timestamptz as erste_am,
    g.letzte_am::timestamptz as letzte_am
from gereiht g
cross join lateral (
    select array_agg(titel order by fassung, erfasst_am, coalesce(titel, '') collate "C") as titel
    from raw_item_versionen
    where raw_item_versionen.item_id = g.id
) as v
where g.platz <= 3
order by g.art collate "C", g.platz
"""

FRAGEN = (
    Frage("revisionen", "revision", REVISIONEN),
    Frage("revisionsbeispiele", "revision", REVISIONSBEISPIELE),
)
