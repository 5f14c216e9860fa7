"""Fragen nach Akteuren: wer oft vorkommt, wann, wo, und wer öfter als zuvor.

Gezählt werden Items mit mindestens einer aufgelösten Nennung, die mehr als ein bloßer Ort ist. Der Nenner ist die Zahl
der kodierten Items: in einem, das noch nicht kodiert ist, kann niemand gefunden sein.
"""

from __future__ import annotations

from frage import Frage

AKTEURE = """
with items as (
    select
        r.haus,
        case
            when (k.nutzlast ->> 'aufgeloest')::integer > 0 then jsonb_path_query_array(
                k.nutzlast,
                '$.nennungen[*] ? (@.rolle != "ort" && @.akteur != null).akteur'
            )
            else '[]'
        end as akteure
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.coder_version = %(coder_version)s
    limit all
),
muster as (
    select haus, akteure, count(*) as items
    from items
    group by haus, akteure
),
je_haus as (
    select m.haus, a.akteur, sum(m.items)::bigint as items
    from muster m
    cross join lateral (select distinct akteur::bigint from jsonb_array_elements(m.akteure) as akteur) as a
    group by m.haus, a.akteur
),
oben as (
    select akteur, sum(items)::bigint as items, count(*) as haeuser
    from je_haus
    group by akteur
    order by items desc, akteur
    limit 12
)
select o.akteur, a.qid, a.name, a.typ, o.items, o.haeuser
from oben o
join akteure a on a.akteur = o.akteur
order by o.items desc, o.akteur
"""

AKTEURE_ZEIT = """
with items as (
    select
        date_trunc(%(einheit)s, zeitpunkt(r.pubdate, r.erfasst_am) at time zone 'Europe/Berlin')::date as zeit,
        case
            when (k.nutzlast ->> 'aufgeloest')::integer > 0 then jsonb_path_query_array(
                k.nutzlast,
                '$.nennungen[*] ? (@.rolle != "ort" && @.akteur != null).akteur'
            )
            else '[]'
        end as akteure
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.coder_version = %(coder_version)s
    limit all
),
muster as (
    select zeit, akteure, count(*) as items
    from items
    group by zeit, akteure
),
je_zeit as (
    select m.zeit, a.akteur, sum(m.items)::bigint as items
    from muster m
    cross join lateral (select distinct akteur::bigint from jsonb_array_elements(m.akteure) as akteur) as a
    group by m.zeit, a.akteur
),
oben as (
    select akteur
    from je_zeit
    group by akteur
    order by sum(items) desc, akteur
    limit 12
)
select n.zeit, o.akteur, coalesce(j.items, 0) as items, n.nenner
from (select zeit, sum(items)::bigint as nenner from muster group by zeit) as n
cross join oben o
left join je_zeit j on j.akteur = o.akteur and j.zeit = n.zeit
order by n.zeit, o.akteur
"""

AKTEURE_HAUS = """
with items as (
    select
        r.haus,
        case
            when (k.nutzlast ->> 'aufgeloest')::integer > 0 then jsonb_path_query_array(
                k.nutzlast,
                '$.nennungen[*] ? (@.rolle != "ort" && @.akteur != null).akteur'
            )
            else '[]'
        end as akteure
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.coder_version = %(coder_version)s
    limit all
),
muster as (
    select haus, akteure, count(*) as items
    from items
    group by haus, akteure
),
je_haus as (
    select m.haus, a.akteur, sum(m.items)::bigint as items
    from muster m
    cross join lateral (select distinct akteur::bigint from jsonb_array_elements(m.akteure) as akteur) as a
    group by m.haus, a.akteur
),
oben as (
    select akteur
    from je_haus
    group by akteur
    order by sum(items) desc, akteur
    limit 12
)
select o.akteur, n.haus, coalesce(j.items, 0) as items, n.nenner
from (select haus, sum(items)::bigint as nenner from muster group by haus) as n
cross join oben o
left join je_haus j on j.akteur = o.akteur and j.haus = n.haus
order by o.akteur, n.haus collate "C"
"""

# Zweite Hälfte gegen erste, geordnet nach der unteren Grenze des 95-%-Intervalls um das Verhältnis der Anteile: vorn
# steht, wer sicher viel öfter vorkommt, nicht, wer von einer Nennung auf drei stieg. Intervall: Katz, Baptista, Azen
# und Pike (1978), mit einem halben Zusatzfall gegen die Null (Walter 1975). Es nimmt Items als unabhängig; dieselbe
# Geschichte in vielen Häusern macht es zu eng, deshalb ordnet es nur und belegt nichts.
AKTEURE_STEIGEND = """
with items as (
    select
        zeitpunkt(r.pubdate, r.erfasst_am) >= %(mitte)s as danach,
        case
            when (k.nutzlast ->> 'aufgeloest')::integer > 0 then jsonb_path_query_array(
                k.nutzlast,
                '$.nennungen[*] ? (@.rolle != "ort" && @.akteur != null).akteur'
            )
            else '[]'
        end as akteure
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.coder_version = %(coder_version)s
    limit all
),
muster as (
    select danach, akteure, count(*) as items
    from items
    group by danach, akteure
),
je_haelfte as (
    select m.danach, a.akteur, sum(m.items)::bigint as items
    from muster m
    cross join lateral (select distinct akteur::bigint from jsonb_array_elements(m.akteure) as akteur) as a
    group by m.danach, a.akteur
),
nenner as (
    select
        coalesce(sum(items) filter (where not danach), 0)::bigint as nenner_vorher,
        coalesce(sum(items) filter (where danach), 0)::bigint as nenner_nachher
    from muster
),
zahlen as (
    select
        akteur,
        coalesce(sum(items) filter (where not danach), 0)::bigint as vorher,
        coalesce(sum(items) filter (where danach), 0)::bigint as nachher
    from je_haelfte
    group by akteur
),
verhaeltnis as (
    select
        *,
        ln((nachher + 0.5) / (nenner_nachher + 0.5) * (nenner_vorher + 0.5) / (vorher + 0.5)) as lage,
        sqrt(
            1 / (nachher + 0.5) - 1 / (nenner_nachher + 0.5) + 1 / (vorher + 0.5) - 1 / (nenner_vorher + 0.5)
        ) as streuung
    from zahlen
    cross join nenner
    where nachher >= 5 and nenner_vorher > 0
)
select
    v.akteur,
    a.qid,
    a.name,
    a.typ,
    v.vorher,
    v.nachher,
    v.nenner_vorher,
    v.nenner_nachher,
    round(exp(v.lage), 3) as faktor,
    round(exp(v.lage - 1.959963984540054 * v.streuung), 3) as mindestens
from verhaeltnis v
join akteure a on a.akteur = v.akteur
where v.lage > 1.959963984540054 * v.streuung
order by v.lage - 1.959963984540054 * v.streuung desc, v.akteur
limit 10
"""

FRAGEN = (
    Frage("akteure", "akteur", AKTEURE),
    Frage("akteure_zeit", "akteur", AKTEURE_ZEIT),
    Frage("akteure_steigend", "akteur", AKTEURE_STEIGEND),
    Frage("akteure_haus", "akteur", AKTEURE_HAUS),
)
