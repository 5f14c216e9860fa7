"""Fragen nach dem Bestand: wie viel da ist, wo Slots fehlen, was die Module davon kodiert haben."""

from __future__ import annotations

from frage import Frage

UMFANG = """
with je_haus as (
    select
        haus,
        count(*) as items,
        min(zeitpunkt(pubdate, erfasst_am)) as erste,
        max(zeitpunkt(pubdate, erfasst_am)) as letzte
    from raw_items
    where zeitpunkt(pubdate, erfasst_am) >= %(beginn)s
        and zeitpunkt(pubdate, erfasst_am) < %(ende)s
        and haus = any(%(haeuser)s::text[])
    group by haus
)
select
    coalesce(sum(items), 0)::bigint as items,
    count(*) as haeuser,
    min(erste) as erste,
    max(letzte) as letzte
from je_haus
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
    having max(slot) is not null
),
belegt as (
    select distinct slot
    from raw_items
    where slot >= %(beginn)s and slot < %(ende)s and haus = any(%(haeuser)s::text[])
),
zahlen as (
    select
        coalesce((select greatest(extract(epoch from bis - von) / 900, 0) from grenzen), 0)::bigint as slots,
        (select count(*) from belegt) as belegte
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
    having max(slot) is not null
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
with bestand as (
    select count(*) as items
    from raw_items
    where zeitpunkt(pubdate, erfasst_am) >= %(beginn)s
        and zeitpunkt(pubdate, erfasst_am) < %(ende)s
        and haus = any(%(haeuser)s::text[])
),
zahlen as (
    select k.coder_version, count(*) as kodiert
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
    group by k.coder_version
)
select
    s.schicht,
    s.coder_version,
    b.items,
    coalesce(z.kodiert, 0) as kodiert,
    b.items - coalesce(z.kodiert, 0) as fehlend
from (
    values
        (1, 'dublette', %(version_dublette)s),
        (2, 'revision', %(version_revision)s),
        (3, 'akteur', %(version_akteur)s),
        (4, 'ort', %(version_ort)s),
        (5, 'tonalitaet', %(version_tonalitaet)s),
        (6, 'embedding', %(version_embedding)s)
) as s (nummer, schicht, coder_version)
cross join bestand b
left join zahlen z on z.coder_version = s.coder_version
order by s.nummer
"""

# Gezählt wie in phase2.py --stand: ein Staat als bloßer Ort ist keine Nennung eines Akteurs, und ein Ort, für den das
# Verzeichnis keine Kennung hat, ist nicht ungelöst.
OFFEN = """
with ergebnisse as (
    -- Je Item die Kennungen aller Nennungen, null für eine offene.
    select
        k.coder_version,
        case k.coder_version
            when %(version_akteur)s then jsonb_path_query_array(
                k.nutzlast,
                '$.nennungen[*] ? (@.rolle != "ort").akteur'
            )
            else jsonb_path_query_array(k.nutzlast, '$.nennungen[*] ? (!(@.grund == "ohne_kennung")).ort_id')
        end as kennungen
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.coder_version in (%(version_akteur)s, %(version_ort)s)
    limit all
),
zahlen as (
    select
        coder_version,
        sum(jsonb_array_length(kennungen)) as nennungen,
        sum(jsonb_array_length(jsonb_path_query_array(kennungen, '$[*] ? (@ == null)'))) as unaufgeloest
    from ergebnisse
    where kennungen <> '[]'
    group by coder_version
)
select
    s.schicht,
    s.coder_version,
    coalesce(z.nennungen, 0) as nennungen,
    coalesce(z.nennungen - z.unaufgeloest, 0) as aufgeloest,
    coalesce(z.unaufgeloest, 0) as unaufgeloest
from (
    values
        (1, 'akteur', %(version_akteur)s),
        (2, 'ort', %(version_ort)s)
) as s (nummer, schicht, coder_version)
left join zahlen z on z.coder_version = s.coder_version
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
