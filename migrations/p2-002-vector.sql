-- Erweiterung vector (pgvector) für die Satzvektoren.
--
-- superuser: ja (pgvector ist nicht als trusted gekennzeichnet)
\set ON_ERROR_STOP on
\encoding UTF8

begin;
set local lock_timeout = '5s';

do $$
begin
    if not exists (select from pg_available_extensions where name = 'vector') then
        raise exception 'pgvector fehlt auf diesem Server'
            using errcode = 'feature_not_supported',
                  hint = 'Ein Image mit pgvector verwenden, zum Beispiel docker.io/pgvector/pgvector:pg18-trixie.';
    end if;
end
$$;

create extension if not exists vector;

do $$
begin
    insert into schema_migrationen (name) values ('p2-002-vector') on conflict (name) do nothing;
    if not found then
        raise notice 'p2-002-vector lief schon, nichts geändert';
    end if;
end
$$;
commit;
