"""Fragen nach dem Bestand: wie viel da ist, wo Slots fehlen, was die Module davon kodiert haben."""

from __future__ import annotations

from frage import Frage

UMFANG = """
select
    count(*) as items,
    count(distinct haus) as haeuser,
    min(zeitpunkt(pubdate, erfasst_am)) as erste,
    max(zeitpunkt(pubdate, erfasst_am)) as letzte
from raw_items
where zeitpunkt(pubdate, erfasst_am) >= %(beginn)s
    and zeitpunkt(pubdate, erfasst_am) < %(ende)s
    and haus = any(%(haeuser)s::text[])
"""

MENGE = """
select
    (zeitpunkt(pubdate, erfasst_am) at time zone 'Europe/Berlin')::date as tag,
    haus,
    count(*) as items
from raw_items
where zeitpunkt(pubdate, erfasst_am) >= %(beginn)s
    and zeitpunkt(pubdate, erfasst_am) < %(ende)s
    and haus = any(%(haeuser)s::text[])
group by tag, haus
order by tag, haus collate "C"
"""

# Vor dem ersten und nach dem letzten Slot des Bestands fehlt nichts: da lief Ingest noch nicht oder noch nicht wieder.
SLOTS = """
with grenzen as (
    select
        greatest(min(slot), %(beginn)s) as von,
        least(max(slot) + interval '15 minutes', %(ende)s) as bis
    from raw_items
),
belegt as (
    select distinct slot
    from raw_items
    where slot >= %(beginn)s and slot < %(ende)s and haus = any(%(haeuser)s::text[])
),
zahlen as (
    select
        coalesce(greatest(extract(epoch from bis - von) / 900, 0), 0)::bigint as slots,
        (select count(*) from belegt) as belegte
    from grenzen
)
select slots, slots - belegte as ohne
from zahlen
"""

LUECKEN = """
with grenzen as (
    select
        greatest(min(slot), %(beginn)s) as von,
        least(max(slot) + interval '15 minutes', %(ende)s) as bis
    from raw_items
),
belegt as (
    select distinct slot
    from raw_items
    where slot >= %(beginn)s and slot < %(ende)s and haus = any(%(haeuser)s::text[])
),
-- Jeder belegte Slot und sein Vorgänger; am Anfang und am Ende steht die Grenze.
nachbarn as (
    select
        lag(ende, 1, von) over (order by beginn) as von,
        beginn as bis
    from (
        select slot as beginn, slot + interval '15 minutes' as ende from belegt
        union all
        select bis, bis from grenzen
    ) as rand
    cross join (select von from grenzen) as anfang
)
select
    von,
    bis,
    (extract(epoch from bis - von) / 900)::bigint as slots
from nachbarn
where bis > von
order by slots desc, von
limit 30
"""

KODIERT = """
with aktuell as (
    -- Je Schicht die Version, mit der die Vorgabe zuletzt lief, wie in codings_aktuell.
    select distinct on (schicht) schicht, coder_version
    from coder_versionen
    where vorgabe
    order by schicht, zuletzt desc, coder_version collate "C"
),
auswahl as (
    select id
    from raw_items
    where zeitpunkt(pubdate, erfasst_am) >= %(beginn)s
        and zeitpunkt(pubdate, erfasst_am) < %(ende)s
        and haus = any(%(haeuser)s::text[])
),
zahlen as (
    select k.schicht, k.coder_version, count(*) as kodiert
    from codings k
    join auswahl a on a.id = k.item_id
    group by k.schicht, k.coder_version
)
select
    s.schicht,
    v.coder_version,
    i.items,
    coalesce(z.kodiert, 0) as kodiert,
    i.items - coalesce(z.kodiert, 0) as fehlend
from (
    values
        (1, 'dublette'), (2, 'revision'), (3, 'akteur'), (4, 'ort'), (5, 'tonalitaet'), (6, 'embedding')
) as s (nummer, schicht)
cross join (select count(*) as items from auswahl) as i
left join aktuell v on v.schicht = s.schicht
left join zahlen z on z.schicht = v.schicht and z.coder_version = v.coder_version
order by s.nummer
"""

# Gezählt wie in phase2.py --stand: ein Staat als bloßer Ort ist keine Nennung eines Akteurs, und ein Ort, für den das
# Verzeichnis keine Kennung hat, ist nicht ungelöst.
OFFEN = """
with aktuell as (
    select distinct on (schicht) schicht, coder_version
    from coder_versionen
    where vorgabe and schicht in ('akteur', 'ort')
    order by schicht, zuletzt desc, coder_version collate "C"
),
zahlen as (
    select
        k.schicht,
        count(*) as nennungen,
        count(*) filter (where coalesce(n ->> 'akteur', n ->> 'ort_id') is not null) as aufgeloest
    from raw_items r
    join codings k on k.item_id = r.id
    join aktuell v on v.schicht = k.schicht and v.coder_version = k.coder_version
    cross join lateral jsonb_array_elements(k.nutzlast -> 'nennungen') as n
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and case k.schicht
            when 'akteur' then n ->> 'rolle' <> 'ort'
            else n ->> 'grund' is distinct from 'ohne_kennung'
        end
    group by k.schicht
)
select
    s.schicht,
    v.coder_version,
    coalesce(z.nennungen, 0) as nennungen,
    coalesce(z.aufgeloest, 0) as aufgeloest,
    coalesce(z.nennungen - z.aufgeloest, 0) as unaufgeloest
from (values (1, 'akteur'), (2, 'ort')) as s (nummer, schicht)
left join aktuell v on v.schicht = s.schicht
left join zahlen z on z.schicht = s.schicht
order by s.nummer
"""

FRAGEN = (
    Frage("umfang", None, UMFANG),
    Frage("menge", None, MENGE),
    Frage("slots", None, SLOTS),
    Frage("luecken", None, LUECKEN),
    Frage("kodiert", None, KODIERT),
    Frage("offen", None, OFFEN),
)
