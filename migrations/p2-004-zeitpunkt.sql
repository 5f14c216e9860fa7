-- Ein Zeitpunkt je Item, für alle Module derselbe, und die Indizes, über die sie laden.
-- raw_items selbst wird nicht geändert.
--
-- superuser: nein
\set ON_ERROR_STOP on
\encoding UTF8

begin;
set local lock_timeout = '5s';
set local role wurzelwerk;

-- Ein einzelner Ausdruck ohne Unterabfrage: so setzt ihn der Planer ein und benutzt den Index darauf.
create or replace function zeitpunkt(pubdate timestamptz, erfasst_am timestamptz)
returns timestamptz
language sql
immutable
parallel safe
return case
    when pubdate between timestamptz '1990-01-01 00:00:00+00' and erfasst_am then pubdate
    else erfasst_am
end;

create index if not exists raw_items_slot on raw_items (slot);
create index if not exists raw_items_zeitpunkt on raw_items (zeitpunkt(pubdate, erfasst_am));

comment on function zeitpunkt(timestamptz, timestamptz) is
    'Wann ein Item erschien: pubdate, wenn es zwischen 1990 und erfasst_am liegt, sonst erfasst_am';
comment on index raw_items_slot is
    'Lädt die Items eines Poll-Slots';
comment on index raw_items_zeitpunkt is
    'Lädt ein Datumsfenster';

do $$
begin
    insert into schema_migrationen (name) values ('p2-004-zeitpunkt') on conflict (name) do nothing;
    if not found then
        raise notice 'p2-004-zeitpunkt lief schon, nichts geändert';
    end if;
end
$$;
commit;
