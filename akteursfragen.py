"""Fragen nach Akteuren: wer oft vorkommt, wann, wo, und wer öfter als zuvor.

Gezählt werden Items mit mindestens einer aufgelösten Nennung, die mehr als ein bloßer Ort ist. Der Nenner ist die Zahl
der kodierten Items: in einem, das noch nicht kodiert ist, kann niemand gefunden sein.
"""

from __future__ import annotations

from frage import Frage

AKTEURE = """
with items as (
    select
        (n ->> 'akteur')::bigint as akteur,
        r.id,
        r.haus
    from raw_items r
    join codings k on k.item_id = r.id
    cross join lateral jsonb_array_elements(k.nutzlast -> 'nennungen') as n
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.schicht = 'akteur'
        and k.coder_version = %(coder_version)s
        and (k.nutzlast ->> 'aufgeloest')::integer > 0
        and n ->> 'akteur' is not null
        and n ->> 'rolle' <> 'ort'
    group by akteur, r.id, r.haus
),
oben as (
    select akteur, count(*) as items, count(distinct haus) as haeuser
    from items
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
with kodiert as (
    select
        date_trunc(%(einheit)s, zeitpunkt(r.pubdate, r.erfasst_am) at time zone 'Europe/Berlin')::date as zeit,
        count(*) as nenner
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.schicht = 'akteur'
        and k.coder_version = %(coder_version)s
    group by zeit
),
items as (
    select
        (n ->> 'akteur')::bigint as akteur,
        r.id,
        date_trunc(%(einheit)s, zeitpunkt(r.pubdate, r.erfasst_am) at time zone 'Europe/Berlin')::date as zeit
    from raw_items r
    join codings k on k.item_id = r.id
    cross join lateral jsonb_array_elements(k.nutzlast -> 'nennungen') as n
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.schicht = 'akteur'
        and k.coder_version = %(coder_version)s
        and (k.nutzlast ->> 'aufgeloest')::integer > 0
        and n ->> 'akteur' is not null
        and n ->> 'rolle' <> 'ort'
    group by akteur, r.id, zeit
),
je_zeit as (
    select akteur, zeit, count(*) as items
    from items
    group by akteur, zeit
),
oben as (
    select akteur
    from je_zeit
    group by akteur
    order by sum(items) desc, akteur
    limit 12
)
select k.zeit, o.akteur, coalesce(j.items, 0) as items, k.nenner
from kodiert k
cross join oben o
left join je_zeit j on j.akteur = o.akteur and j.zeit = k.zeit
order by k.zeit, o.akteur
"""

AKTEURE_HAUS = """
with kodiert as (
    select r.haus, count(*) as nenner
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.schicht = 'akteur'
        and k.coder_version = %(coder_version)s
    group by r.haus
),
items as (
    select
        (n ->> 'akteur')::bigint as akteur,
        r.id,
        r.haus
    from raw_items r
    join codings k on k.item_id = r.id
    cross join lateral jsonb_array_elements(k.nutzlast -> 'nennungen') as n
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.schicht = 'akteur'
        and k.coder_version = %(coder_version)s
        and (k.nutzlast ->> 'aufgeloest')::integer > 0
        and n ->> 'akteur' is not null
        and n ->> 'rolle' <> 'ort'
    group by akteur, r.id, r.haus
),
je_haus as (
    select akteur, haus, count(*) as items
    from items
    group by akteur, haus
),
oben as (
    select akteur
    from je_haus
    group by akteur
    order by sum(items) desc, akteur
    limit 12
)
select o.akteur, k.haus, coalesce(j.items, 0) as items, k.nenner
from kodiert k
cross join oben o
left join je_haus j on j.akteur = o.akteur and j.haus = k.haus
order by o.akteur, k.haus collate "C"
"""

# Zweite Hälfte gegen erste, geordnet nach der unteren Grenze des 95-%-Intervalls um das Verhältnis der Anteile: vorn
# steht, wer sicher viel öfter vorkommt, nicht, wer von einer Nennung auf drei stieg. Intervall: Katz, Baptista, Azen
# und Pike (1978), mit einem halben Zusatzfall gegen die Null (Walter 1975). Es nimmt Items als unabhängig; dieselbe
# Geschichte in vielen Häusern macht es zu eng, deshalb ordnet es nur und belegt nichts.
AKTEURE_STEIGEND = """
with kodiert as (
    select
        count(*) filter (where zeitpunkt(r.pubdate, r.erfasst_am) < %(mitte)s) as nenner_vorher,
        count(*) filter (where zeitpunkt(r.pubdate, r.erfasst_am) >= %(mitte)s) as nenner_nachher
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.schicht = 'akteur'
        and k.coder_version = %(coder_version)s
),
items as (
    select
        (n ->> 'akteur')::bigint as akteur,
        r.id,
        zeitpunkt(r.pubdate, r.erfasst_am) >= %(mitte)s as danach
    from raw_items r
    join codings k on k.item_id = r.id
    cross join lateral jsonb_array_elements(k.nutzlast -> 'nennungen') as n
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.schicht = 'akteur'
        and k.coder_version = %(coder_version)s
        and (k.nutzlast ->> 'aufgeloest')::integer > 0
        and n ->> 'akteur' is not null
        and n ->> 'rolle' <> 'ort'
    group by akteur, r.id, danach
),
zahlen as (
    select
        akteur,
        count(*) filter (where not danach) as vorher,
        count(*) filter (where danach) as nachher
    from items
    group by akteur
    having count(*) filter (where danach) >= 5
),
verhaeltnis as (
    select
        *,
        ln((nachher + 0.5) / (nenner_nachher + 0.5) * (nenner_vorher + 0.5) / (vorher + 0.5)) as lage,
        sqrt(
            1 / (nachher + 0.5) - 1 / (nenner_nachher + 0.5) + 1 / (vorher + 0.5) - 1 / (nenner_vorher + 0.5)
        ) as streuung
    from zahlen
    cross join kodiert
    where nenner_vorher > 0
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
