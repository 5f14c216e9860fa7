-- Schicht akteur: woraus ihre Zeilen gerechnet werden, und Sichten für Menschen.
--
-- superuser: nein
\set ON_ERROR_STOP on
\encoding UTF8

begin;
set local lock_timeout = '5s';
set local role wurzelwerk;

create or replace view eingabe_akteur as
select
    id as item_id,
    slot,
    eingabe_hash(titel, teaser, zeitzeichen(zeitpunkt(pubdate, erfasst_am))) as eingabe_hash
from raw_items;

comment on view eingabe_akteur is
    'Woraus die Zeile der Schicht akteur gerechnet würde: Titel, Teaser und der Zeitpunkt, an dem Ämter hängen';
comment on column eingabe_akteur.item_id is
    'Das Item';
comment on column eingabe_akteur.slot is
    'Sein Slot';
comment on column eingabe_akteur.eingabe_hash is
    'Hash der Eingabe, wie sie jetzt ist';

create or replace view akteur_nennungen as
select
    k.item_id,
    r.haus,
    (zeitpunkt(r.pubdate, r.erfasst_am) at time zone 'Europe/Berlin')::date as tag,
    n.nummer,
    n.nennung ->> 'text' as text,
    n.nennung ->> 'feld' as feld,
    (n.nennung ->> 'start')::integer as start,
    (n.nennung ->> 'ende')::integer as ende,
    n.nennung ->> 'rolle' as rolle,
    (n.nennung ->> 'akteur')::bigint as akteur,
    n.nennung ->> 'qid' as qid,
    n.nennung ->> 'methode' as methode,
    (n.nennung ->> 'konfidenz')::real as konfidenz,
    n.nennung ->> 'grund' as grund,
    n.nennung -> 'kandidaten' as kandidaten
from codings_aktuell k
join raw_items r on r.id = k.item_id
cross join lateral jsonb_array_elements(k.nutzlast -> 'nennungen') with ordinality as n (nennung, nummer)
where k.schicht = 'akteur';

comment on view akteur_nennungen is
    'Je Nennung eine Zeile, aufgelöst oder offen. Aus codings_aktuell';
comment on column akteur_nennungen.item_id is
    'Das Item';
comment on column akteur_nennungen.haus is
    'Das Haus';
comment on column akteur_nennungen.tag is
    'Berliner Kalendertag des Items; an ihm hängen die Ämter';
comment on column akteur_nennungen.nummer is
    'Stelle in der Liste der Nutzlast, ab 1';
comment on column akteur_nennungen.text is
    'Was dasteht';
comment on column akteur_nennungen.feld is
    'titel oder teaser';
comment on column akteur_nennungen.start is
    'Erstes Zeichen im gespeicherten Text, ab 0';
comment on column akteur_nennungen.ende is
    'Erstes Zeichen dahinter';
comment on column akteur_nennungen.rolle is
    'nennung, bestimmungswort (Merz-Regierung), amt oder ort';
comment on column akteur_nennungen.akteur is
    'Interne Kennung; null, wenn die Nennung offen ist';
comment on column akteur_nennungen.qid is
    'QID dazu, wie sie beim Kodieren galt';
comment on column akteur_nennungen.methode is
    'alias, alias_ohne_anrede, amt, nachname oder fuzzy';
comment on column akteur_nennungen.konfidenz is
    'Konfidenz der Methode';
comment on column akteur_nennungen.grund is
    'Warum die Nennung offen ist';
comment on column akteur_nennungen.kandidaten is
    'QIDs, zwischen denen nicht entschieden wurde';

create or replace view akteure_unaufgeloest as
select
    text,
    grund,
    count(*) as nennungen,
    count(distinct item_id) as items,
    count(distinct haus) as haeuser,
    (array_agg(distinct item_id order by item_id))[1:5] as beispiele,
    (array_agg(kandidaten order by item_id, nummer))[1] as kandidaten
from akteur_nennungen
where akteur is null and rolle <> 'ort'
group by text, grund
order by nennungen desc, text collate "C", grund collate "C";

comment on view akteure_unaufgeloest is
    'Was offen blieb, die häufigsten zuerst: die laufende Arbeit an hand.json. Staaten als bloßer Ort fehlen';
comment on column akteure_unaufgeloest.text is
    'Was dasteht';
comment on column akteure_unaufgeloest.grund is
    'Warum es offen blieb';
comment on column akteure_unaufgeloest.nennungen is
    'Wie oft';
comment on column akteure_unaufgeloest.items is
    'In wie vielen Items';
comment on column akteure_unaufgeloest.haeuser is
    'In wie vielen Häusern';
comment on column akteure_unaufgeloest.beispiele is
    'Bis zu fünf Items, die ältesten zuerst';
comment on column akteure_unaufgeloest.kandidaten is
    'QIDs, zwischen denen nicht entschieden wurde, aus dem ersten Beispiel';

create or replace view akteure_je_tag as
select
    n.tag,
    n.akteur,
    a.qid,
    a.name,
    a.typ,
    count(*) as nennungen,
    count(*) filter (where n.rolle = 'bestimmungswort') as als_bestimmungswort,
    count(distinct n.item_id) as items,
    count(distinct n.haus) as haeuser
from akteur_nennungen n
join akteure a on a.akteur = n.akteur
group by n.tag, n.akteur, a.qid, a.name, a.typ;

comment on view akteure_je_tag is
    'Wer an welchem Tag wie oft genannt ist. Aus codings_aktuell';
comment on column akteure_je_tag.tag is
    'Berliner Kalendertag der Items';
comment on column akteure_je_tag.akteur is
    'Interne Kennung';
comment on column akteure_je_tag.qid is
    'QID, die heute gilt';
comment on column akteure_je_tag.name is
    'Name';
comment on column akteure_je_tag.typ is
    'person, partei, organisation oder staat';
comment on column akteure_je_tag.nennungen is
    'Aufgelöste Nennungen';
comment on column akteure_je_tag.als_bestimmungswort is
    'Davon als erster Teil einer Zusammensetzung: da handelt der Akteur nicht selbst';
comment on column akteure_je_tag.items is
    'Items mit einer solchen Nennung';
comment on column akteure_je_tag.haeuser is
    'Häuser mit einem solchen Item';

do $$
begin
    insert into schema_migrationen (name) values ('p2-011-akteur') on conflict (name) do nothing;
    if not found then
        raise notice 'p2-011-akteur lief schon, nichts geändert';
    end if;
end
$$;
commit;
