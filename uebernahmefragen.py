"""Fragen nach Übernahmen: wer mit wem Schlagzeilen teilt und wer sie zuerst hatte.

Es zählt nur, was in der Auswahl liegt. Je Gruppe und Haus gilt das zuerst eingetroffene Item (erfasst_am, Kennung).
Zuerst hatte sie, wer mindestens ein Ingest-Intervall (15 Minuten) vor dem anderen eintraf: ein Item erschien frühestens
ein Intervall, bevor Ingest es sah. Bei kürzerem Abstand entscheidet die Reihenfolge der Abfragen; das bleibt offen.
"""

from __future__ import annotations

from frage import Frage

# Wortgleich sind zwei Titel, die nach der Normalisierung beide dem des Leititems gleichen oder wie gespeichert gleich
# lauten; alles andere in einer Gruppe ist nur ähnlich.
UEBERNAHMEN = """
with kodiert as (
    select
        r.id,
        r.haus,
        r.erfasst_am,
        case when (k.nutzlast ->> 'haeuser')::integer > 1 then (k.nutzlast ->> 'gruppe')::uuid end as gruppe,
        k.nutzlast ->> 'rolle' = 'leit' or k.nutzlast ->> 'grund' is not distinct from 'gleich' as wie_leit
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.coder_version = %(coder_version)s
    limit all
),
erste as (
    select distinct on (gruppe, haus) gruppe, haus, id, erfasst_am, wie_leit
    from kodiert
    where gruppe is not null
    order by gruppe, haus, erfasst_am, id
),
betitelt as (
    select e.gruppe, e.haus, e.erfasst_am, e.wie_leit, md5(r.titel) as titel
    from erste e
    left join raw_items r on r.id = case when not e.wie_leit then e.id end
)
select
    a.haus as haus_a,
    b.haus as haus_b,
    a.wie_leit and b.wie_leit or coalesce(a.titel = b.titel, false) as wortgleich,
    count(*) as gruppen,
    count(*) filter (where a.erfasst_am <= b.erfasst_am - interval '15 minutes') as a_zuerst,
    count(*) filter (where b.erfasst_am <= a.erfasst_am - interval '15 minutes') as b_zuerst,
    count(*) filter (
        where a.erfasst_am > b.erfasst_am - interval '15 minutes'
            and b.erfasst_am > a.erfasst_am - interval '15 minutes'
    ) as offen
from betitelt a
join betitelt b on b.gruppe = a.gruppe and a.haus collate "C" < b.haus collate "C"
group by a.haus, b.haus, wortgleich
order by a.haus collate "C", b.haus collate "C", wortgleich desc
"""

# Jedes Haus gegen das früheste andere seiner Gruppe: das erste, und für das erste selbst das zweite.
UEBERNAHMEN_HAUS = """
with kodiert as (
    select
        r.haus,
        r.erfasst_am,
        case when (k.nutzlast ->> 'haeuser')::integer > 1 then (k.nutzlast ->> 'gruppe')::uuid end as gruppe
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.coder_version = %(coder_version)s
    limit all
),
-- Ohne Gruppe alle übrigen Items eines Hauses zusammen.
je_haus as (
    select gruppe, haus, count(*) as items, min(erfasst_am) as erfasst_am
    from kodiert
    group by gruppe, haus
),
gereiht as (
    select
        *,
        row_number() over folge as platz,
        first_value(erfasst_am) over folge as erster,
        nth_value(erfasst_am, 2) over folge as zweiter
    from je_haus
    where gruppe is not null
    window folge as (
        partition by gruppe
        order by erfasst_am, haus collate "C"
        rows between unbounded preceding and unbounded following
    )
),
gegen as (
    select haus, items, erfasst_am, case when platz = 1 then zweiter else erster end as anderes
    from gereiht
    where zweiter is not null
),
beteiligt as (
    select
        haus,
        sum(items)::bigint as in_gruppen,
        count(*) as gruppen,
        count(*) filter (where erfasst_am <= anderes - interval '15 minutes') as zuerst,
        count(*) filter (where erfasst_am >= anderes + interval '15 minutes') as spaeter
    from gegen
    group by haus
)
select
    i.haus,
    i.items,
    coalesce(b.in_gruppen, 0) as in_gruppen,
    coalesce(b.gruppen, 0) as gruppen,
    coalesce(b.zuerst, 0) as zuerst,
    coalesce(b.spaeter, 0) as spaeter,
    coalesce(b.gruppen - b.zuerst - b.spaeter, 0) as offen
from (select haus, sum(items)::bigint as items from je_haus group by haus) as i
left join beteiligt b on b.haus = i.haus
order by i.haus collate "C"
"""

# Von einer sehr großen Gruppe genügen die ersten Mitglieder; groesse nennt alle.
GRUPPEN = """
with kodiert as (
    select
        r.id,
        r.haus,
        r.erfasst_am,
        case when (k.nutzlast ->> 'haeuser')::integer > 1 then (k.nutzlast ->> 'gruppe')::uuid end as gruppe,
        k.nutzlast ->> 'rolle' as rolle
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.coder_version = %(coder_version)s
    limit all
),
mitglieder as (
    select * from kodiert where gruppe is not null
),
groesste as (
    select
        row_number() over (order by count(distinct haus) desc, count(*) desc, min(id)) as rang,
        gruppe,
        count(distinct haus) as haeuser,
        count(*) as groesse
    from mitglieder
    group by gruppe
    having count(distinct haus) > 1
    order by rang
    limit 8
),
gereiht as (
    select
        g.*,
        m.haus,
        m.erfasst_am,
        m.rolle,
        m.id,
        row_number() over (partition by g.rang order by m.erfasst_am, m.id) as platz
    from groesste g
    join mitglieder m on m.gruppe = g.gruppe
)
select
    g.rang,
    g.gruppe::text as gruppe,
    g.haeuser,
    g.groesse,
    g.haus,
    g.erfasst_am,
    left(r.titel, 400) as titel,
    g.rolle,
    g.id as item_id
from gereiht g
join raw_items r on r.id = g.id
where g.platz <= 40
order by g.rang, g.platz
"""

FRAGEN = (
    Frage("uebernahmen", "dublette", UEBERNAHMEN),
    Frage("uebernahmen_haus", "dublette", UEBERNAHMEN_HAUS),
    Frage("gruppen", "dublette", GRUPPEN),
)
