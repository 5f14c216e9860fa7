-- Leserolle wurzelwerk_lesen: sieht alle Tabellen und Sichten, auch künftige, und ändert nichts.
-- Einer Person geben: grant wurzelwerk_lesen to NAME;
--
-- superuser: ja (mit psql genügt auch createrole und die Mitgliedschaft in wurzelwerk)
\set ON_ERROR_STOP on
\encoding UTF8

begin;
set local lock_timeout = '5s';

do $$
begin
    if not exists (select from pg_roles where rolname = 'wurzelwerk_lesen') then
        create role wurzelwerk_lesen nologin;
    end if;
exception
    when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
    execute format('grant usage on schema %I to wurzelwerk_lesen', current_schema());
end
$$;

set local role wurzelwerk;

grant select on
    raw_items,
    raw_item_versionen,
    codings,
    coder_versionen,
    schema_migrationen,
    dubletten_vorgriff,
    codings_aktuell,
    dubletten_gruppen
to wurzelwerk_lesen;

-- Gilt für alles, was die Rolle wurzelwerk später anlegt.
alter default privileges for role wurzelwerk grant select on tables to wurzelwerk_lesen;

do $$
begin
    insert into schema_migrationen (name) values ('p2-006-leserolle') on conflict (name) do nothing;
    if not found then
        raise notice 'p2-006-leserolle lief schon, nichts geändert';
    end if;
end
$$;
commit;
