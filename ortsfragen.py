"""Die Frage nach den Orten, die in den Meldungen vorkommen."""

from __future__ import annotations

from frage import Frage

# Nur was selbst als Ort gemeint ist, nicht abgeleitet, in Namen oder metonym. In Deutschland liegen alle Kreise und
# was in der Reihe seiner Eltern auf Deutschland trifft.
ORTE = """
with recursive items as (
    select
        r.haus,
        case
            when (k.nutzlast ->> 'orte')::integer > 0 then jsonb_path_query_array(
                k.nutzlast,
                '$.nennungen[*] ? (@.rolle == "ort" && @.ort_id != null).ort_id'
            )
        end as orte
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.coder_version = %(coder_version)s
    limit all
),
muster as (
    select haus, orte, count(*) as items
    from items
    where orte <> '[]'
    group by haus, orte
),
je_haus as (
    select m.haus, o.ort_id, sum(m.items) as items
    from muster m
    cross join lateral (select distinct ort_id from jsonb_array_elements_text(m.orte) as ort_id) as o
    group by m.haus, o.ort_id
),
oben as (
    select ort_id, sum(items)::bigint as items, count(*) as haeuser
    from je_haus
    group by ort_id
    order by items desc, ort_id collate "C"
    limit 400
),
eltern (ort_id, ort) as (
    select ort_id, ort_id from oben
    union
    select e.ort_id, o.eltern
    from eltern e
    join orte o on o.ort = e.ort
    where o.eltern is not null
)
select
    b.ort_id,
    coalesce(o.name, b.ort_id) as name,
    o.art,
    o.lat,
    o.lon,
    coalesce(o.art = 'kreis', false)
        or exists (select from eltern e where e.ort_id = b.ort_id and e.ort = 'iso:DE') as deutsch,
    b.items,
    b.haeuser
from oben b
left join orte o on o.ort = b.ort_id
order by b.items desc, b.ort_id collate "C"
"""

FRAGEN = (Frage("orte", "ort", ORTE),)
