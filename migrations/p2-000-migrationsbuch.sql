-- Migrationsbuch: welche Migration der Phase 2 wann lief und mit welchem Inhalt.
--
-- superuser: nein
\set ON_ERROR_STOP on
\encoding UTF8

begin;
set local lock_timeout = '5s';

create table if not exists schema_migrationen (
    name         text        primary key,
    angewandt_am timestamptz not null default now(),
    pruefsumme   text
);

-- Den Stand darf jede Rolle lesen: sonst könnte check_db.py gerade dann nichts sagen, wenn Rechte fehlen.
grant select on schema_migrationen to public;

comment on table schema_migrationen is
    'Migrationsbuch der Phase 2: je angewandter Datei aus migrations/ eine Zeile';
comment on column schema_migrationen.name is
    'Dateiname ohne Endung, zum Beispiel p2-000-migrationsbuch';
comment on column schema_migrationen.angewandt_am is
    'Zeitpunkt der ersten Anwendung';
comment on column schema_migrationen.pruefsumme is
    'SHA-256 der Datei; null nach einem Lauf mit psql, bis migrieren.py sie beim nächsten Lauf nachträgt';

do $$
begin
    insert into schema_migrationen (name) values ('p2-000-migrationsbuch') on conflict (name) do nothing;
    if not found then
        raise notice 'p2-000-migrationsbuch lief schon, nichts geändert';
    end if;
end
$$;
commit;
