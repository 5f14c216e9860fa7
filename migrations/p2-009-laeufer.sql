-- Der Läufer: woran die Datenbank erkennt, was fehlt oder veraltet ist, und was er sich darüber merkt.
-- raw_items und raw_item_versionen selbst werden nicht geändert.
--
-- superuser: nein
\set ON_ERROR_STOP on
\encoding UTF8

begin;
set local lock_timeout = '5s';
set local role wurzelwerk;

-- Ein Zeitpunkt als Text, der weder an der Zeitzone noch am Datumsformat der Sitzung hängt; kennt auch infinity.
create or replace function zeitzeichen(zeit timestamptz)
returns text
language sql
immutable
parallel safe
return encode(timestamptz_send(zeit), 'hex');

comment on function zeitzeichen(timestamptz) is
    'Mikrosekunden seit 2000-01-01 UTC als 16 Hexziffern, wie PostgreSQL sie speichert';

-- Dieselbe Rechnung wie version.eingabe_hash; ein Test vergleicht beide.
create or replace function eingabe_hash(variadic teile text[])
returns text
language sql
stable
parallel safe
return encode(substr(sha256(convert_to(array_to_json(teile)::text, 'UTF8')), 1, 16), 'hex');

comment on function eingabe_hash(text[]) is
    'Hash dessen, woraus eine Kodierung gerechnet wird; null und leerer Text sind verschieden';

create or replace view eingabe_dublette as
select
    id as item_id,
    slot,
    eingabe_hash(haus, titel, null, zeitzeichen(pubdate), zeitzeichen(erfasst_am)) as eingabe_hash
from raw_items;

comment on view eingabe_dublette is
    'Woraus die Zeile der Schicht dublette gerechnet würde: Haus, Titel, Zeiten';
comment on column eingabe_dublette.item_id is
    'Das Item';
comment on column eingabe_dublette.slot is
    'Sein Slot';
comment on column eingabe_dublette.eingabe_hash is
    'Hash der Eingabe, wie sie jetzt ist';

create or replace view eingabe_revision as
select
    r.id as item_id,
    r.slot,
    coalesce(v.eingabe_hash, eingabe_hash('1', r.titel, zeitzeichen(r.erfasst_am))) as eingabe_hash
from raw_items r
-- Je Item eine Suche über den Schlüssel: gefragt wird nach wenigen, selten nach allen.
left join lateral (
    select eingabe_hash(variadic array_agg(teil order by fassung, nummer)) as eingabe_hash
    from raw_item_versionen
    cross join lateral unnest(array[fassung::text, titel, zeitzeichen(erfasst_am)])
        with ordinality as teile (teil, nummer)
    where raw_item_versionen.item_id = r.id
) v on true;

comment on view eingabe_revision is
    'Woraus die Zeile der Schicht revision gerechnet würde: alle Fassungen des Items';
comment on column eingabe_revision.item_id is
    'Das Item';
comment on column eingabe_revision.slot is
    'Sein Slot';
comment on column eingabe_revision.eingabe_hash is
    'Hash der Eingabe, wie sie jetzt ist';

alter table coder_versionen
    add column if not exists gesichtet xid8,
    add column if not exists geprueft xid8,
    add column if not exists instanz bigint,
    add column if not exists gerechnet bigint not null default 0,
    add column if not exists sekunden double precision not null default 0;

comment on column coder_versionen.gesichtet is
    'Bis zu dieser Transaktion sind alle Eingaben mit den Kodierungen verglichen; null: noch nie';
comment on column coder_versionen.geprueft is
    'Kodierungen, die vor dieser Transaktion geschrieben wurden, sind mit den Eingaben verglichen; null: noch nie';
comment on column coder_versionen.instanz is
    'Die Instanz, zu der gesichtet und geprueft gehören; nach einem Umzug gelten sie nicht mehr';
comment on column coder_versionen.gerechnet is
    'Items, die alle Läufe zusammen rechneten';
comment on column coder_versionen.sekunden is
    'Wie lange sie dafür brauchten';

create table if not exists rueckstand (
    schicht       text        not null,
    coder_version text        not null,
    item_id       bigint      not null references raw_items (id) on delete cascade,
    eingabe_hash  text        not null,
    versuche      integer     not null default 0,
    sqlstate      text,
    meldung       text,
    seit          timestamptz not null default now(),
    primary key (schicht, coder_version, item_id)
);

comment on table rueckstand is
    'Kodierungen, die neu zu rechnen sind, weil sich ihre Eingabe änderte oder die Datenbank sie ablehnte';
comment on column rueckstand.schicht is
    'Die Schicht';
comment on column rueckstand.coder_version is
    'Die coder_version der Kodierung';
comment on column rueckstand.item_id is
    'Das Item';
comment on column rueckstand.eingabe_hash is
    'Hash der Eingabe, wie sie war, als die Zeile entstand; ändert er sich, beginnen die Versuche von vorn';
comment on column rueckstand.versuche is
    'Wie oft die Datenbank die Kodierung ablehnte; 0 bei einer nur veralteten';
comment on column rueckstand.sqlstate is
    'SQLSTATE der letzten Ablehnung';
comment on column rueckstand.meldung is
    'Ihr Grund';
comment on column rueckstand.seit is
    'Seit wann die Zeile hier steht';

-- Wer ein Item löscht oder sucht, soll nicht die ganze Tabelle lesen.
create index if not exists rueckstand_item on rueckstand (item_id);
comment on index rueckstand_item is
    'Findet die Einträge eines Items';

do $$
begin
    insert into schema_migrationen (name) values ('p2-009-laeufer') on conflict (name) do nothing;
    if not found then
        raise notice 'p2-009-laeufer lief schon, nichts geändert';
    end if;
end
$$;
commit;
