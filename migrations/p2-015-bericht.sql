-- Auswertungen über lange Zeiträume: eine Schicht und einen Zeitraum lesen, ohne die ganzen Tabellen zu lesen.
-- raw_items selbst wird nicht geändert.
--
-- superuser: nein
\set ON_ERROR_STOP on
\encoding UTF8

begin;
set local lock_timeout = '5s';
set local role wurzelwerk;

-- Wenige verschiedene Werte: btree speichert jeden einmal und dazu nur die Stellen, sechs Byte je Zeile.
create index if not exists codings_version on codings (coder_version);
comment on index codings_version is
    'Liest die Kodierungen einer coder_version';

-- Der Index aus p2-004, ergänzt um die Spalten, nach denen Auswertungen auswählen und zählen: so lesen sie nur ihn und
-- nicht Titel, Teaser und Volltext.
do $$
begin
    if exists (
        select from pg_index where indexrelid = 'raw_items_zeitpunkt'::regclass and indnatts = indnkeyatts
    ) then
        drop index raw_items_zeitpunkt;
        create index raw_items_zeitpunkt on raw_items (zeitpunkt(pubdate, erfasst_am))
            include (id, haus, pubdate, erfasst_am, slot);
    end if;
end
$$;
comment on index raw_items_zeitpunkt is
    'Lädt ein Datumsfenster; für Auswertungen genügt er ohne die Tabelle';

do $$
begin
    insert into schema_migrationen (name) values ('p2-015-bericht') on conflict (name) do nothing;
    if not found then
        raise notice 'p2-015-bericht lief schon, nichts geändert';
    end if;
end
$$;
commit;
