"""Die Frage nach dem Wortton der Titel je Haus und Woche."""

from __future__ import annotations

from frage import Frage

# Dieselben Zahlen und dasselbe Intervall wie in der Sicht tonalitaet_je_haus. Wochen am Rand zählen nur ihre Tage im
# Zeitraum.
TON = """
with titel as (
    select
        date_trunc('week', zeitpunkt(r.pubdate, r.erfasst_am) at time zone 'Europe/Berlin')::date as woche,
        r.haus,
        k.nutzlast #>> '{titel,klasse}' as klasse,
        k.nutzlast #> '{titel,thema}' <> '[]' as thema,
        (k.nutzlast #>> '{titel,woerter}')::integer as woerter
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.coder_version = %(coder_version)s
    limit all
),
zahlen as (
    select
        woche,
        haus,
        count(*) as n,
        count(*) filter (where klasse = 'negativ') as negativ,
        count(*) filter (where klasse = 'positiv') as positiv,
        count(*) filter (where klasse = 'gemischt') as gemischt,
        count(*) filter (where klasse = 'ohne_treffer') as ohne_treffer,
        count(*) filter (where klasse <> 'negativ' and thema) as nur_thema
    from titel
    where woerter > 0
    group by woche, haus
),
-- Wilson (1927) zu 95 %%: gilt auch bei kleinem n und bei Anteilen nahe 0 und 1.
wilson as (
    select
        *,
        negativ::double precision / n as anteil,
        1.959963984540054::double precision as z
    from zahlen
),
grenzen as (
    select
        *,
        (anteil + z * z / (2 * n)) / (1 + z * z / n) as mitte,
        z / (1 + z * z / n) * sqrt(anteil * (1 - anteil) / n + z * z / (4 * n::double precision * n)) as breite
    from wilson
)
select
    woche,
    haus,
    n,
    negativ,
    positiv,
    gemischt,
    ohne_treffer,
    nur_thema,
    round(anteil::numeric, 6) as anteil_negativ,
    round(greatest(mitte - breite, 0)::numeric, 6) as negativ_von,
    round(least(mitte + breite, 1)::numeric, 6) as negativ_bis
from grenzen
order by woche, haus collate "C"
"""

# Dieselben Zahlen über den ganzen Zeitraum je Haus (woche ist null) und über alle Häuser je Woche (haus ist null).
TON_GESAMT = """
with titel as (
    select
        date_trunc('week', zeitpunkt(r.pubdate, r.erfasst_am) at time zone 'Europe/Berlin')::date as woche,
        r.haus,
        k.nutzlast #>> '{titel,klasse}' as klasse,
        k.nutzlast #> '{titel,thema}' <> '[]' as thema,
        (k.nutzlast #>> '{titel,woerter}')::integer as woerter
    from raw_items r
    join codings k on k.item_id = r.id
    where zeitpunkt(r.pubdate, r.erfasst_am) >= %(beginn)s
        and zeitpunkt(r.pubdate, r.erfasst_am) < %(ende)s
        and r.haus = any(%(haeuser)s::text[])
        and k.coder_version = %(coder_version)s
    limit all
),
je_woche as (
    select
        woche,
        haus,
        count(*) as n,
        count(*) filter (where klasse = 'negativ') as negativ,
        count(*) filter (where klasse = 'positiv') as positiv,
        count(*) filter (where klasse = 'gemischt') as gemischt,
        count(*) filter (where klasse = 'ohne_treffer') as ohne_treffer,
        count(*) filter (where klasse <> 'negativ' and thema) as nur_thema
    from titel
    where woerter > 0
    group by woche, haus
),
zahlen as (
    select
        woche,
        haus,
        sum(n)::bigint as n,
        sum(negativ)::bigint as negativ,
        sum(positiv)::bigint as positiv,
        sum(gemischt)::bigint as gemischt,
        sum(ohne_treffer)::bigint as ohne_treffer,
        sum(nur_thema)::bigint as nur_thema
    from je_woche
    group by grouping sets ((haus), (woche))
),
-- Wilson (1927) zu 95 %%: gilt auch bei kleinem n und bei Anteilen nahe 0 und 1.
wilson as (
    select
        *,
        negativ::double precision / n as anteil,
        1.959963984540054::double precision as z
    from zahlen
),
grenzen as (
    select
        *,
        (anteil + z * z / (2 * n)) / (1 + z * z / n) as mitte,
        z / (1 + z * z / n) * sqrt(anteil * (1 - anteil) / n + z * z / (4 * n::double precision * n)) as breite
    from wilson
)
select
    woche,
    haus,
    n,
    negativ,
    positiv,
    gemischt,
    ohne_treffer,
    nur_thema,
    round(anteil::numeric, 6) as anteil_negativ,
    round(greatest(mitte - breite, 0)::numeric, 6) as negativ_von,
    round(least(mitte + breite, 1)::numeric, 6) as negativ_bis
from grenzen
order by woche nulls first, haus collate "C"
"""

FRAGEN = (Frage("ton", "tonalitaet", TON), Frage("ton_gesamt", "tonalitaet", TON_GESAMT))
