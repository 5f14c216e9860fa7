-- Embeddings: die Vektoren neben ihren Kodierungen und die Suche nach ähnlichen Meldungen für Menschen.
-- raw_items selbst wird nicht geändert.
--
-- superuser: nein (die Erweiterung vector legt p2-002 an)
\set ON_ERROR_STOP on
\encoding UTF8

begin;
set local lock_timeout = '5s';
set local role wurzelwerk;

create or replace view eingabe_embedding as
select id as item_id, slot, eingabe_hash(titel, teaser) as eingabe_hash
from raw_items;

comment on view eingabe_embedding is
    'Woraus die Zeile der Schicht embedding gerechnet würde: Titel und Teaser';
comment on column eingabe_embedding.item_id is
    'Das Item';
comment on column eingabe_embedding.slot is
    'Sein Slot';
comment on column eingabe_embedding.eingabe_hash is
    'Hash der Eingabe, wie sie jetzt ist';

-- Ohne feste Länge, damit Modelle nebeneinander liegen können. Was die Suche vergiften würde, kommt nicht hinein: NaN und
-- Unendliches lehnt vector selbst ab, alles ohne Länge 1 die Bedingung.
create table if not exists item_embeddings (
    item_id       bigint not null references raw_items (id) on delete cascade,
    coder_version text   not null,
    vektor        vector not null,
    primary key (coder_version, item_id),
    constraint item_embeddings_laenge_1 check (vector_norm(vektor) between 0.999 and 1.001)
);

comment on table item_embeddings is
    'Satzvektoren; zu jedem gehört eine Zeile der Schicht embedding in codings';
comment on column item_embeddings.item_id is
    'Das Item';
comment on column item_embeddings.coder_version is
    'Modell, Revision, Kerne und alles andere, was die Bits bestimmt';
comment on column item_embeddings.vektor is
    'Der Vektor, Länge 1; das Skalarprodukt zweier ist ihr Kosinus';

create index if not exists item_embeddings_item on item_embeddings (item_id);
comment on index item_embeddings_item is
    'Wer ein Item löscht, soll nicht die ganze Tabelle lesen';

create or replace function embedding_version()
returns text
language sql
stable
parallel safe
return (
    select coder_version
    from coder_versionen
    where schicht = 'embedding' and vorgabe
    order by zuletzt desc, coder_version collate "C"
    limit 1
);

comment on function embedding_version() is
    'Die coder_version, deren Embeddings codings_aktuell zeigt';

-- Genau: jeder Vektor des Fensters wird verglichen, kein Index entscheidet mit (materialized). Bei Gleichstand gilt die
-- kleinere Kennung. Ein Fenster von sieben Tagen sind bei 1.400 Items am Tag rund 10.000 Vergleiche.
create or replace function aehnliche(
    zu_item bigint, anzahl integer default 10, tage integer default 3, version text default embedding_version()
)
returns table (item_id bigint, kosinus double precision, haus text, titel text, zeit timestamptz)
language sql
stable
parallel safe
begin atomic
with gefragt as materialized (
    select e.vektor, zeitpunkt(r.pubdate, r.erfasst_am) as zeit
    from item_embeddings e
    join raw_items r on r.id = e.item_id
    where e.item_id = zu_item and e.coder_version = version
), fenster as materialized (
    select r.id, r.haus, r.titel, zeitpunkt(r.pubdate, r.erfasst_am) as zeit, 1 - (e.vektor <=> g.vektor) as kosinus
    from gefragt g
    join raw_items r on zeitpunkt(r.pubdate, r.erfasst_am)
        between g.zeit - make_interval(days => tage) and g.zeit + make_interval(days => tage)
    join item_embeddings e on e.item_id = r.id and e.coder_version = version
    where r.id <> zu_item
)
select id, kosinus, haus, titel, zeit
from fenster
order by kosinus desc, id
limit anzahl;
end;

comment on function aehnliche(bigint, integer, integer, text) is
    'Die Items mit dem größten Kosinus zu einem Item, höchstens so viele Tage davor oder danach; genau';

-- Über den Index, den embeddings.py --index baut: schnell über den ganzen Bestand, aber nicht genau und nie Teil eines
-- gespeicherten Ergebnisses. Der Index gilt für eine coder_version und eine Länge; beide müssen wörtlich in der Abfrage
-- stehen. Ohne iterative_scan kämen höchstens ef_search Zeilen, auch wenn mehr verlangt sind (pgvector ab 0.8).
create or replace function aehnliche_ueber_index(
    zu_item bigint, anzahl integer default 10, version text default embedding_version()
)
returns table (item_id bigint, kosinus double precision, haus text, titel text, zeit timestamptz)
language plpgsql
as $$
declare
    gefragt vector := (
        select e.vektor from item_embeddings e where e.item_id = zu_item and e.coder_version = version
    );
begin
    if gefragt is null then
        return;
    end if;
    perform set_config('hnsw.ef_search', least(1000, greatest(100, 2 * anzahl))::text, true);
    if exists (select from pg_settings where name = 'hnsw.iterative_scan') then
        perform set_config('hnsw.iterative_scan', 'strict_order', true);
    end if;
    return query execute format(
        'with naechste as materialized (
             select e.item_id, e.vektor::vector(%1$s) <=> %2$L::vector(%1$s) as abstand
             from item_embeddings e
             where e.coder_version = %3$L and e.item_id <> %4$s
             order by e.vektor::vector(%1$s) <=> %2$L::vector(%1$s)
             limit %5$s
         )
         select n.item_id, 1 - n.abstand, r.haus, r.titel, zeitpunkt(r.pubdate, r.erfasst_am)
         from naechste n
         join raw_items r on r.id = n.item_id
         order by n.abstand, n.item_id',
        vector_dims(gefragt), gefragt, version, zu_item, anzahl
    );
end
$$;

comment on function aehnliche_ueber_index(bigint, integer, text) is
    'Wie aehnliche, über den ganzen Bestand und den HNSW-Index; schnell, nicht genau, nur zum Nachsehen';

do $$
begin
    insert into schema_migrationen (name) values ('p2-012-embeddings') on conflict (name) do nothing;
    if not found then
        raise notice 'p2-012-embeddings lief schon, nichts geändert';
    end if;
end
$$;
commit;
