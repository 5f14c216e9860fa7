-- Schicht tonalitaet: woraus ihre Zeilen gerechnet werden, und die Sicht je Haus und Woche.
--
-- superuser: nein
\set ON_ERROR_STOP on
\encoding UTF8

begin;
set local lock_timeout = '5s';
set local role wurzelwerk;

create or replace view eingabe_tonalitaet as
select
    id as item_id,
    slot,
    eingabe_hash(titel, teaser) as eingabe_hash
from raw_items;

comment on view eingabe_tonalitaet is
    'Woraus die Zeile der Schicht tonalitaet gerechnet würde: Titel und Teaser';
comment on column eingabe_tonalitaet.item_id is
    'Das Item';
comment on column eingabe_tonalitaet.slot is
    'Sein Slot';
comment on column eingabe_tonalitaet.eingabe_hash is
    'Hash der Eingabe, wie sie jetzt ist';

create or replace view tonalitaet_je_haus as
with titel as (
    select
        date_trunc('week', zeitpunkt(r.pubdate, r.erfasst_am) at time zone 'Europe/Berlin')::date as woche,
        r.haus,
        k.nutzlast #>> '{titel,klasse}' as klasse,
        k.nutzlast #> '{titel,thema}' <> '[]' as thema
    from codings_aktuell k
    join raw_items r on r.id = k.item_id
    where k.schicht = 'tonalitaet' and (k.nutzlast #>> '{titel,woerter}')::integer > 0
),
zahlen as (
    select
        woche,
        haus,
        count(*)::double precision as n,
        count(*) filter (where klasse = 'negativ')::double precision as negativ,
        count(*) filter (where klasse = 'positiv') as positiv,
        count(*) filter (where klasse = 'gemischt') as gemischt,
        count(*) filter (where klasse = 'ohne_treffer') as ohne_treffer,
        count(*) filter (where klasse <> 'negativ' and thema) as nur_thema,
        -- 97,5-%-Quantil der Normalverteilung
        1.959963984540054::double precision as z
    from titel
    group by woche, haus
),
-- Wilson (1927): gilt auch bei kleinem n und bei Anteilen nahe 0 und 1.
wilson as (
    select
        *,
        (negativ / n + z * z / (2 * n)) / (1 + z * z / n) as mitte,
        z / (1 + z * z / n) * sqrt(negativ / n * (1 - negativ / n) / n + z * z / (4 * n * n)) as breite
    from zahlen
)
select
    woche,
    haus,
    n::bigint as n,
    negativ::bigint as negativ,
    positiv,
    gemischt,
    ohne_treffer,
    nur_thema,
    round((negativ / n)::numeric, 4) as anteil_negativ,
    round(greatest(mitte - breite, 0)::numeric, 4) as negativ_von,
    round(least(mitte + breite, 1)::numeric, 4) as negativ_bis,
    round((ohne_treffer / n)::numeric, 4) as anteil_ohne_treffer
from wilson;

comment on view tonalitaet_je_haus is
    'Wortton der Titel je Haus und Woche: wie oft Wörter mit negativem Ton überwiegen. Nicht die Haltung eines Hauses, '
    'nicht die Nachrichtenlage. Aus codings_aktuell';
comment on column tonalitaet_je_haus.woche is
    'Montag der Berliner Woche';
comment on column tonalitaet_je_haus.haus is
    'Das Haus';
comment on column tonalitaet_je_haus.n is
    'Titel mit mindestens einem Wort: der Nenner der Anteile';
comment on column tonalitaet_je_haus.negativ is
    'Titel der Klasse negativ';
comment on column tonalitaet_je_haus.positiv is
    'Titel der Klasse positiv';
comment on column tonalitaet_je_haus.gemischt is
    'Titel mit Tonwörtern ohne Richtung';
comment on column tonalitaet_je_haus.ohne_treffer is
    'Titel ohne Tonwort; das heißt nicht neutral';
comment on column tonalitaet_je_haus.nur_thema is
    'Nicht negative Titel, die ein Sachwort wie Krieg oder Tod nennen';
comment on column tonalitaet_je_haus.anteil_negativ is
    'negativ geteilt durch n';
comment on column tonalitaet_je_haus.negativ_von is
    'Untere Grenze des 95-%-Intervalls von anteil_negativ nach Wilson; es misst den Zufall der Auswahl, nicht die Fehler '
    'des Verfahrens';
comment on column tonalitaet_je_haus.negativ_bis is
    'Obere Grenze';
comment on column tonalitaet_je_haus.anteil_ohne_treffer is
    'ohne_treffer geteilt durch n';

do $$
begin
    insert into schema_migrationen (name) values ('p2-014-tonalitaet') on conflict (name) do nothing;
    if not found then
        raise notice 'p2-014-tonalitaet lief schon, nichts geändert';
    end if;
end
$$;
commit;
