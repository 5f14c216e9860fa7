-- Orte: die Tabellen des Verzeichnisses, woraus die Schicht ort gerechnet wird, und Sichten für Menschen.
--
-- superuser: nein
\set ON_ERROR_STOP on
\encoding UTF8

begin;
set local lock_timeout = '5s';
set local role wurzelwerk;

create table if not exists orte (
    ort       text             primary key,
    name      text             not null,
    art       text             not null check (
        art in (
            'staat', 'land', 'region', 'kreis', 'gemeinde', 'ortsteil', 'hauptstadt', 'stadt', 'gebiet', 'gewaesser',
            'gebirge'
        )
    ),
    lat       double precision,
    lon       double precision,
    einwohner integer,
    eltern    text             references orte deferrable initially deferred,
    geonames  integer,
    deutsch   boolean          not null
);
create index if not exists orte_eltern on orte (eltern);

comment on table orte is
    'Das Ortsverzeichnis: was ortslexikon_laden.py aus lexikon/orte lädt';
comment on column orte.ort is
    'Kennung: ags: (Deutschland, Kreise fünfstellig), iso: (Staaten), iso3166-2: (Länder, Regionen), gn: (GeoNames); '
    'ohne: (Landschaften, Gewässer und Erdteile, für die das Verzeichnis keine Kennung kennt)';
comment on column orte.name is
    'Name, deutsch, soweit die Quellen ihn deutsch kennen';
comment on column orte.art is
    'Ebene; stadt und hauptstadt liegen außerhalb Deutschlands';
comment on column orte.lat is
    'Breite in Grad, WGS 84; bei Flächen der Mittelpunkt ihrer Bevölkerung';
comment on column orte.lon is
    'Länge in Grad';
comment on column orte.einwohner is
    'Einwohner nach GeoNames; bei Regionen die Summe ihrer verzeichneten Orte';
comment on column orte.eltern is
    'Der umgebende Ort';
comment on column orte.geonames is
    'Nummer bei GeoNames';
comment on column orte.deutsch is
    'GeoNames führt einen deutschen Namen; ohne ihn braucht ein kleiner Ort der Welt Zusammenhang im Text';

create table if not exists ortsformen (
    ort  text not null references orte deferrable initially deferred,
    form text not null check (form <> ''),
    art  text not null check (
        art in ('name', 'hand', 'variante', 'kurz', 'metonym', 'verein', 'bauwerk', 'einwohner', 'adjektiv')
    ),
    primary key (ort, form)
);

comment on table ortsformen is
    'Schreibungen, unter denen ein Text einen Ort nennen kann';
comment on column ortsformen.ort is
    'Der Ort';
comment on column ortsformen.form is
    'Die Form in ihrer Schreibung';
comment on column ortsformen.art is
    'Woher sie stammt: name (Quellen), hand (hand.json), variante (andere Schreibung), kurz (ohne Zusatz), '
    'metonym (steht für die Regierung), verein (heißt nach dem Ort oder kommt daher), bauwerk (steht in dem Ort), einwohner, adjektiv';

create table if not exists orte_stand (
    einzeln    boolean     primary key default true check (einzeln),
    hash       text        not null,
    geladen_am timestamptz not null default now(),
    mengen     jsonb       not null
);

comment on table orte_stand is
    'Was vom Ortsverzeichnis zuletzt geladen wurde, eine Zeile';
comment on column orte_stand.einzeln is
    'Immer wahr: hält die Tabelle bei einer Zeile';
comment on column orte_stand.hash is
    'SHA-256 über den geladenen Inhalt; Bestandteil der coder_version von orte';
comment on column orte_stand.geladen_am is
    'Wann sich der Inhalt zuletzt änderte';
comment on column orte_stand.mengen is
    'Zeilen je Tabelle';

create or replace view eingabe_ort as
select
    id as item_id,
    slot,
    eingabe_hash(titel, teaser) as eingabe_hash
from raw_items;

comment on view eingabe_ort is
    'Woraus die Zeile der Schicht ort gerechnet würde: Titel und Teaser';
comment on column eingabe_ort.item_id is
    'Das Item';
comment on column eingabe_ort.slot is
    'Sein Slot';
comment on column eingabe_ort.eingabe_hash is
    'Hash der Eingabe, wie sie jetzt ist';

create or replace view ort_nennungen as
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
    n.nennung ->> 'art' as art,
    n.nennung ->> 'ort_id' as ort_id,
    (n.nennung ->> 'lat')::double precision as lat,
    (n.nennung ->> 'lon')::double precision as lon,
    n.nennung ->> 'methode' as methode,
    (n.nennung ->> 'konfidenz')::real as konfidenz,
    (n.nennung ->> 'kandidaten')::integer as kandidaten,
    n.nennung ->> 'grund' as grund
from codings_aktuell k
join raw_items r on r.id = k.item_id
cross join lateral jsonb_array_elements(k.nutzlast -> 'nennungen') with ordinality as n (nennung, nummer)
where k.schicht = 'ort';

comment on view ort_nennungen is
    'Je Nennung eines Orts eine Zeile, aufgelöst oder offen. Aus codings_aktuell';
comment on column ort_nennungen.item_id is
    'Das Item';
comment on column ort_nennungen.haus is
    'Das Haus';
comment on column ort_nennungen.tag is
    'Berliner Kalendertag des Items';
comment on column ort_nennungen.nummer is
    'Stelle in der Liste der Nutzlast, ab 1';
comment on column ort_nennungen.text is
    'Was dasteht';
comment on column ort_nennungen.feld is
    'titel oder teaser';
comment on column ort_nennungen.start is
    'Erstes Zeichen im gespeicherten Text, ab 0';
comment on column ort_nennungen.ende is
    'Erstes Zeichen dahinter';
comment on column ort_nennungen.rolle is
    'ort, abgeleitet (Adjektiv, Einwohner), in_name (Teil eines Namens) oder metonym (die Regierung ist gemeint)';
comment on column ort_nennungen.art is
    'Ebene des Orts';
comment on column ort_nennungen.ort_id is
    'Kennung; null, wenn die Nennung offen ist';
comment on column ort_nennungen.lat is
    'Breite in Grad';
comment on column ort_nennungen.lon is
    'Länge in Grad';
comment on column ort_nennungen.methode is
    'Regel der Auflösung';
comment on column ort_nennungen.konfidenz is
    'Konfidenz der Methode';
comment on column ort_nennungen.kandidaten is
    'Wie viele Orte so heißen';
comment on column ort_nennungen.grund is
    'Warum die Nennung offen ist';

create or replace view orte_unaufgeloest as
select
    text,
    grund,
    count(*) as nennungen,
    count(distinct item_id) as items,
    count(distinct haus) as haeuser,
    max(kandidaten) as kandidaten,
    (array_agg(distinct item_id order by item_id))[1:5] as beispiele
from ort_nennungen
where ort_id is null
group by text, grund
order by nennungen desc, text collate "C", grund collate "C";

comment on view orte_unaufgeloest is
    'Orte, die offen blieben, die häufigsten zuerst: die laufende Arbeit an lexikon/orte/hand.json';
comment on column orte_unaufgeloest.text is
    'Was dasteht';
comment on column orte_unaufgeloest.grund is
    'Warum es offen blieb: mehrdeutig, zusatz_noetig, zusatz_unbekannt oder ohne_kennung (erkannt, ohne Kennung)';
comment on column orte_unaufgeloest.nennungen is
    'Wie oft';
comment on column orte_unaufgeloest.items is
    'In wie vielen Items';
comment on column orte_unaufgeloest.haeuser is
    'In wie vielen Häusern';
comment on column orte_unaufgeloest.kandidaten is
    'Wie viele Orte so heißen';
comment on column orte_unaufgeloest.beispiele is
    'Bis zu fünf Items, die ältesten zuerst';

create or replace view orte_je_tag as
select
    n.tag,
    n.ort_id,
    o.name,
    o.art,
    o.lat,
    o.lon,
    count(*) as nennungen,
    count(distinct n.item_id) as items,
    count(distinct n.haus) as haeuser
from ort_nennungen n
join orte o on o.ort = n.ort_id
where n.rolle = 'ort'
group by n.tag, n.ort_id, o.name, o.art, o.lat, o.lon;

comment on view orte_je_tag is
    'Welcher Ort an welchem Tag wie oft genannt ist, nur als Ort (nicht abgeleitet, in Namen, metonym). '
    'Aus codings_aktuell';
comment on column orte_je_tag.tag is
    'Berliner Kalendertag der Items';
comment on column orte_je_tag.ort_id is
    'Kennung';
comment on column orte_je_tag.name is
    'Name';
comment on column orte_je_tag.art is
    'Ebene';
comment on column orte_je_tag.lat is
    'Breite in Grad';
comment on column orte_je_tag.lon is
    'Länge in Grad';
comment on column orte_je_tag.nennungen is
    'Aufgelöste Nennungen';
comment on column orte_je_tag.items is
    'Items mit einer solchen Nennung';
comment on column orte_je_tag.haeuser is
    'Häuser mit einem solchen Item';

do $$
begin
    insert into schema_migrationen (name) values ('p2-013-orte') on conflict (name) do nothing;
    if not found then
        raise notice 'p2-013-orte lief schon, nichts geändert';
    end if;
end
$$;
commit;
