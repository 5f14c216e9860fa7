-- Revisionen: der Weg vom Slot zu seinen Fassungen und zwei Sichten für Menschen.
-- raw_item_versionen selbst wird nicht geändert.
--
-- superuser: nein
\set ON_ERROR_STOP on
\encoding UTF8

begin;
set local lock_timeout = '5s';
set local role wurzelwerk;

create index if not exists raw_item_versionen_slot on raw_item_versionen (slot);
comment on index raw_item_versionen_slot is
    'Lädt die Fassungen, die in einem Poll-Slot eintrafen';

create or replace view revisionen_je_haus as
with zeilen as (
    select
        r.haus,
        k.nutzlast ->> 'art' as art,
        (k.nutzlast ->> 'fassungen')::integer > 1 as mehrfach,
        k.nutzlast ->> 'art' not in ('unveraendert', 'formal') as revidiert,
        (k.nutzlast ->> 'ticker_markiert')::boolean as ticker,
        (k.nutzlast ->> 'kopf_stabil')::boolean and k.nutzlast ->> 'art' = 'neufassung' as fortschreibung
    from codings_aktuell k
    join raw_items r on r.id = k.item_id
    where k.schicht = 'revision'
)
select
    haus,
    count(*) as items,
    count(*) filter (where mehrfach) as mehrfach,
    count(*) filter (where revidiert) as revidiert,
    round(count(*) filter (where revidiert)::numeric / count(*), 4) as anteil,
    count(*) filter (where art = 'unveraendert') as unveraendert,
    count(*) filter (where art = 'formal') as formal,
    count(*) filter (where art = 'tippfehler') as tippfehler,
    count(*) filter (where art = 'kopfwechsel') as kopfwechsel,
    count(*) filter (where art = 'erweiterung') as erweiterung,
    count(*) filter (where art = 'kuerzung') as kuerzung,
    count(*) filter (where art = 'umformulierung') as umformulierung,
    count(*) filter (where art = 'neufassung') as neufassung,
    count(*) filter (where art = 'zurueckgenommen') as zurueckgenommen,
    count(*) filter (where not ticker) as items_ohne_ticker,
    count(*) filter (where revidiert and not ticker) as revidiert_ohne_ticker,
    count(*) filter (where not ticker and not fortschreibung) as items_ohne_fortschreibung,
    count(*) filter (where revidiert and not ticker and not fortschreibung) as revidiert_ohne_fortschreibung
from zeilen
group by haus;

comment on view revisionen_je_haus is
    'Je Haus, wie oft es Schlagzeilen ändert und wie; Ticker und Fortschreibungen sind abziehbar. Aus codings_aktuell';
comment on column revisionen_je_haus.haus is
    'Das Haus';
comment on column revisionen_je_haus.items is
    'Kodierte Items: der Nenner von anteil';
comment on column revisionen_je_haus.mehrfach is
    'Items, von denen mehr als eine Fassung eintraf';
comment on column revisionen_je_haus.revidiert is
    'Items, deren Schlagzeile sich mehr als formal änderte';
comment on column revisionen_je_haus.anteil is
    'revidiert geteilt durch items';
comment on column revisionen_je_haus.unveraendert is
    'Nichts geändert';
comment on column revisionen_je_haus.formal is
    'Nur Zeichen, Schreibung oder Beiwerk des Layouts';
comment on column revisionen_je_haus.tippfehler is
    'Ein Wort berichtigt';
comment on column revisionen_je_haus.kopfwechsel is
    'Nur der Teil vor dem ersten Doppelpunkt';
comment on column revisionen_je_haus.erweiterung is
    'Nur ergänzt';
comment on column revisionen_je_haus.kuerzung is
    'Nur gestrichen';
comment on column revisionen_je_haus.umformulierung is
    'Umgeschrieben, die Aussage steht noch';
comment on column revisionen_je_haus.neufassung is
    'Ausgetauscht';
comment on column revisionen_je_haus.zurueckgenommen is
    'Zwischendurch anders, am Ende wieder die erste Fassung';
comment on column revisionen_je_haus.items_ohne_ticker is
    'Items, deren Titel sich nicht selbst Ticker nennt: der Nenner von revidiert_ohne_ticker';
comment on column revisionen_je_haus.revidiert_ohne_ticker is
    'Revidierte darunter';
comment on column revisionen_je_haus.items_ohne_fortschreibung is
    'Items ohne Ticker und ohne Neufassung unter festem Kopf: der Nenner von revidiert_ohne_fortschreibung';
comment on column revisionen_je_haus.revidiert_ohne_fortschreibung is
    'Revidierte darunter';

create or replace view revisionen_pendelnd as
select
    k.item_id,
    r.haus,
    r.titel,
    k.nutzlast ->> 'art' as art,
    (k.nutzlast ->> 'fassungen')::integer as fassungen,
    (k.nutzlast ->> 'verschiedene')::integer as verschiedene,
    k.nutzlast -> 'arten' as arten,
    k.nutzlast -> 'hinzu' as hinzu,
    k.nutzlast -> 'entfernt' as entfernt,
    (k.nutzlast ->> 'erste_am')::timestamptz as erste_am,
    (k.nutzlast ->> 'letzte_am')::timestamptz as letzte_am
from codings_aktuell k
join raw_items r on r.id = k.item_id
where k.schicht = 'revision' and (k.nutzlast ->> 'pendelt')::boolean;

comment on view revisionen_pendelnd is
    'Items, bei denen eine frühere Schlagzeile nach einer anderen wiederkehrt, aus codings_aktuell';
comment on column revisionen_pendelnd.item_id is
    'Das Item';
comment on column revisionen_pendelnd.haus is
    'Sein Haus';
comment on column revisionen_pendelnd.titel is
    'Titel in raw_items';
comment on column revisionen_pendelnd.art is
    'Erste gegen letzte Fassung';
comment on column revisionen_pendelnd.fassungen is
    'Anzahl der Fassungen';
comment on column revisionen_pendelnd.verschiedene is
    'Wie viele davon sich in ihren Wörtern unterscheiden';
comment on column revisionen_pendelnd.arten is
    'Einstufung jedes Schritts';
comment on column revisionen_pendelnd.hinzu is
    'Hinzugekommene Wörter';
comment on column revisionen_pendelnd.entfernt is
    'Entfernte Wörter';
comment on column revisionen_pendelnd.erste_am is
    'Wann die erste Fassung erfasst wurde';
comment on column revisionen_pendelnd.letzte_am is
    'Wann die letzte Fassung erfasst wurde';

do $$
begin
    insert into schema_migrationen (name) values ('p2-008-revisionen') on conflict (name) do nothing;
    if not found then
        raise notice 'p2-008-revisionen lief schon, nichts geändert';
    end if;
end
$$;
commit;
