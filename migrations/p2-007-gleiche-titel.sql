-- Findet denselben gespeicherten Titel wieder; ein Hash-Index, weil btree bei 2704 Byte endet und nur Gleichheit zählt.
-- raw_items selbst wird nicht geändert.
--
-- superuser: nein
\set ON_ERROR_STOP on
\encoding UTF8

begin;
set local lock_timeout = '5s';
set local role wurzelwerk;

create index if not exists raw_items_titel on raw_items using hash (titel);
comment on index raw_items_titel is
    'Findet Formate: denselben Titel an anderen Tagen';

do $$
begin
    insert into schema_migrationen (name) values ('p2-007-gleiche-titel') on conflict (name) do nothing;
    if not found then
        raise notice 'p2-007-gleiche-titel lief schon, nichts geändert';
    end if;
end
$$;
commit;
