-- Dubletten: Suche nach der Gruppe, Vermerke über Vorgriffe und zwei Sichten für Menschen.
--
-- superuser: nein
\set ON_ERROR_STOP on
\encoding UTF8

begin;
set local lock_timeout = '5s';
set local role wurzelwerk;

create index if not exists codings_dublette_gruppe on codings ((nutzlast ->> 'gruppe')) where schicht = 'dublette';
comment on index codings_dublette_gruppe is
    'Findet die Mitglieder einer Dublettengruppe';

create table if not exists dubletten_vorgriff (
    coder_version text   not null,
    item_id       bigint not null references raw_items (id) on delete cascade,
    betrifft      bigint not null references raw_items (id) on delete cascade,
    primary key (coder_version, item_id, betrifft)
);

comment on table dubletten_vorgriff is
    'Vorgriffe: die Kodierung von betrifft berücksichtigt schon item_id, das selbst noch nicht kodiert ist';
comment on column dubletten_vorgriff.coder_version is
    'coder_version der Kodierung';
comment on column dubletten_vorgriff.item_id is
    'Das noch nicht kodierte Item';
comment on column dubletten_vorgriff.betrifft is
    'Das Item, dessen Kodierung ihm vorgreift';

create or replace view codings_aktuell as
select
    c.item_id,
    c.schicht,
    c.coder_version,
    c.nutzlast,
    c.konfidenz,
    c.eingabe_hash,
    c.kodiert_am
from codings c
join (
    -- Der Gleichstand darf nicht an der Textsortierung der Datenbank hängen.
    select distinct on (schicht) schicht, coder_version
    from coder_versionen
    where vorgabe
    order by schicht, zuletzt desc, coder_version collate "C"
) aktuell using (schicht, coder_version);

comment on view codings_aktuell is
    'Je Schicht die Kodierungen der coder_version, mit der die Vorgabe zuletzt lief';
comment on column codings_aktuell.item_id is
    'Das kodierte Item';
comment on column codings_aktuell.schicht is
    'Das Modul';
comment on column codings_aktuell.coder_version is
    'Die zuletzt mit der Vorgabe gelaufene Version der Schicht';
comment on column codings_aktuell.nutzlast is
    'Das Ergebnis';
comment on column codings_aktuell.konfidenz is
    'Wie sicher das Ergebnis ist, 0 bis 1, oder null';
comment on column codings_aktuell.eingabe_hash is
    'Hash der Eingabe';
comment on column codings_aktuell.kodiert_am is
    'Letzte inhaltliche Änderung der Zeile';

create or replace view dubletten_gruppen as
select
    k.nutzlast ->> 'gruppe' as gruppe,
    count(*) as groesse,
    count(distinct r.haus) as haeuser,
    max(r.titel) filter (where k.nutzlast ->> 'rolle' = 'leit') as leit_titel,
    max(r.haus) filter (where k.nutzlast ->> 'rolle' = 'leit') as leit_haus,
    max(k.item_id) filter (where k.nutzlast ->> 'rolle' = 'leit') as leit_item,
    min(r.erfasst_am) as erste_am,
    max(r.erfasst_am) as letzte_am,
    min((k.nutzlast ->> 'schwaechste_kante')::numeric) as schwaechste_kante,
    array_agg(distinct r.haus order by r.haus) as haus_liste,
    array_agg(k.item_id order by r.erfasst_am, k.item_id) as mitglieder
from codings_aktuell k
join raw_items r on r.id = k.item_id
where k.schicht = 'dublette' and (k.nutzlast ->> 'groesse')::integer > 1
group by k.nutzlast ->> 'gruppe';

comment on view dubletten_gruppen is
    'Die Dublettengruppen mit mehr als einem Mitglied, aus codings_aktuell';
comment on column dubletten_gruppen.gruppe is
    'Kennung der Gruppe (UUID)';
comment on column dubletten_gruppen.groesse is
    'Anzahl der Mitglieder';
comment on column dubletten_gruppen.haeuser is
    'Anzahl der beteiligten Häuser';
comment on column dubletten_gruppen.leit_titel is
    'Titel des Leititems';
comment on column dubletten_gruppen.leit_haus is
    'Haus des Leititems';
comment on column dubletten_gruppen.leit_item is
    'Das Leititem: das zuerst erfasste Mitglied';
comment on column dubletten_gruppen.erste_am is
    'Wann das erste Mitglied erfasst wurde';
comment on column dubletten_gruppen.letzte_am is
    'Wann das letzte Mitglied erfasst wurde';
comment on column dubletten_gruppen.schwaechste_kante is
    'Kleinste Jaccard-Ähnlichkeit, über die zwei Mitglieder verbunden sind';
comment on column dubletten_gruppen.haus_liste is
    'Die beteiligten Häuser';
comment on column dubletten_gruppen.mitglieder is
    'Die Mitglieder in der Reihenfolge ihrer Erfassung';

do $$
begin
    insert into schema_migrationen (name) values ('p2-005-dubletten') on conflict (name) do nothing;
    if not found then
        raise notice 'p2-005-dubletten lief schon, nichts geändert';
    end if;
end
$$;
commit;
