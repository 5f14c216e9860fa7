-- Die Tabellen gehören der Rolle wurzelwerk: sonst scheitert jede spätere Änderung an "must be owner of table".
-- Sequenzen einer Spalte wandern mit ihrer Tabelle; Erweiterungen bleiben beim Superuser.
--
-- superuser: ja
\set ON_ERROR_STOP on
\encoding UTF8

begin;
set local lock_timeout = '5s';

do $$
begin
    if not exists (select from pg_roles where rolname = 'wurzelwerk') then
        create role wurzelwerk nologin;
    end if;
exception
    -- Rollen gehören der ganzen Instanz: ein Lauf auf einer Nachbardatenbank kann schneller gewesen sein.
    when duplicate_object or unique_violation then null;
end
$$;

do $$
declare
    tabelle regclass;
    vorher regrole;
begin
    for tabelle, vorher in
        select t.oid, t.relowner
        from unnest(array[
            'raw_items', 'raw_item_versionen', 'codings', 'coder_versionen', 'schema_migrationen'
        ]) as name
        join pg_class t on t.oid = name::regclass
        where t.relowner <> 'wurzelwerk'::regrole
        order by name
    loop
        execute format('alter table %s owner to wurzelwerk', tabelle);
        -- Mit dem Besitz verlöre Ingest sein Schreibrecht, falls ihm die Tabelle bisher gehörte.
        execute format('grant select, insert, update, delete on %s to %s', tabelle, vorher);
    end loop;

    -- Spätere Migrationen legen ihre Objekte als wurzelwerk an.
    execute format('grant usage, create on schema %I to wurzelwerk', current_schema());
end
$$;

do $$
begin
    insert into schema_migrationen (name) values ('p2-003-eigentuemer') on conflict (name) do nothing;
    if not found then
        raise notice 'p2-003-eigentuemer lief schon, nichts geändert';
    end if;
end
$$;
commit;
