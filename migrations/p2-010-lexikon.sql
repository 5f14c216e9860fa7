-- Lexikon der Akteure: was lexikon_laden.py aus Spiegel und hand.json füllt, und eine Sicht auf Widersprüche darin.
--
-- superuser: nein
\set ON_ERROR_STOP on
\encoding UTF8

begin;
set local lock_timeout = '5s';
set local role wurzelwerk;

create table if not exists akteure (
    akteur       bigint  primary key,
    qid          text    not null unique check (qid ~ '^Q[1-9][0-9]*$'),
    typ          text    not null check (typ in ('person', 'partei', 'organisation', 'staat', 'amt')),
    name         text    not null,
    land         bigint  references akteure deferrable initially deferred,
    beschreibung text,
    geburt       date,
    entfallen    boolean not null default false
);

comment on table akteure is
    'Personen, Parteien, Organisationen, Staaten und Ämter des Lexikons';
comment on column akteure.akteur is
    'Interne Kennung: die Nummer der QID, unter der der Akteur zuerst im Spiegel stand; sie überlebt Zusammenlegungen';
comment on column akteure.qid is
    'QID, unter der Wikidata ihn heute führt';
comment on column akteure.typ is
    'person, partei, organisation, staat (auch Bundesländer und Gebiete) oder amt';
comment on column akteure.name is
    'Name, deutsch, soweit der Spiegel ihn deutsch kennt';
comment on column akteure.land is
    'Akteur des Staates, zu dem er gehört; null, wenn der Spiegel keinen nennt';
comment on column akteure.beschreibung is
    'Beschreibung aus dem Spiegel, höchstens 200 Zeichen';
comment on column akteure.geburt is
    'Geburtstag, soweit als Tag bekannt';
comment on column akteure.entfallen is
    'Steht weder im Spiegel noch in hand.json; die Zeile bleibt, damit ältere Kodierungen lesbar sind';

create table if not exists akteur_qids (
    qid    text   primary key,
    akteur bigint not null references akteure deferrable initially deferred
);
create index if not exists akteur_qids_akteur on akteur_qids (akteur);

comment on table akteur_qids is
    'Frühere QIDs: Weiterleitungen von Wikidata nach einer Zusammenlegung';
comment on column akteur_qids.qid is
    'Die frühere QID';
comment on column akteur_qids.akteur is
    'Der Akteur, auf den sie zeigt';

create table if not exists akteur_aliase (
    akteur      bigint  not null references akteure deferrable initially deferred,
    form        text    not null check (form <> ''),
    art         text    not null check (
        art in ('name', 'kurzname', 'alias', 'weiblich', 'adjektiv', 'einwohner', 'nachname')
    ),
    sprache     text,
    alltagswort boolean not null,
    primary key (akteur, form)
);

comment on table akteur_aliase is
    'Formen, unter denen ein Text einen Akteur nennen kann';
comment on column akteur_aliase.akteur is
    'Der Akteur';
comment on column akteur_aliase.form is
    'Die Form in ihrer Schreibung';
comment on column akteur_aliase.art is
    'Woher die Form stammt; hat sie mehrere Herkünfte, gilt die erste in der Folge der Bedingung';
comment on column akteur_aliase.sprache is
    'Sprache im Spiegel (de, mul, en); null, wenn er keine nennt, und bei abgeleiteten Nachnamen';
comment on column akteur_aliase.alltagswort is
    'Die Form ist auch ein gewöhnliches Wort, ein Vorname oder ein vieldeutiges Kürzel und braucht Zusammenhang';

create table if not exists akteur_parteien (
    akteur          bigint   not null references akteure deferrable initially deferred,
    partei          bigint   not null references akteure deferrable initially deferred,
    von             date,
    von_genauigkeit smallint check (von_genauigkeit between 9 and 11),
    bis             date,
    bis_genauigkeit smallint check (bis_genauigkeit between 9 and 11),
    bis_art         text     not null check (bis_art in ('datum', 'offen', 'unbekannt')),
    unique nulls not distinct (akteur, partei, von)
);

comment on table akteur_parteien is
    'Mitgliedschaften von Personen in Parteien';
comment on column akteur_parteien.akteur is
    'Die Person';
comment on column akteur_parteien.partei is
    'Die Partei';
comment on column akteur_parteien.von is
    'Erster Tag des Zeitraums, den die Genauigkeit lässt; null, wenn unbekannt';
comment on column akteur_parteien.von_genauigkeit is
    'Wie Wikidata: 11 Tag, 10 Monat, 9 Jahr';
comment on column akteur_parteien.bis is
    'Ende (ausschließlich), sonst wie von';
comment on column akteur_parteien.bis_genauigkeit is
    'Wie von_genauigkeit';
comment on column akteur_parteien.bis_art is
    'datum; offen: der Spiegel nennt kein Ende; unbekannt: es gibt eines, sein Datum kennt niemand';

create table if not exists aemter (
    amt            text    primary key check (amt ~ '^(Q[1-9][0-9]*(#P[1-9][0-9]*)?|[a-z][a-z0-9-]*)$'),
    akteur         bigint  references akteure deferrable initially deferred,
    land           bigint  references akteure deferrable initially deferred,
    zustaendigkeit bigint  references akteure deferrable initially deferred,
    kollegial      boolean not null,
    name           text    not null
);

comment on table aemter is
    'Ämter mit Inhabern';
comment on column aemter.amt is
    'QID des Amts, sonst QID der Körperschaft und Eigenschaft (Q49762#P488: Vorsitz der CDU), sonst ein Name aus hand.json';
comment on column aemter.akteur is
    'Das Amt als Akteur; null, wenn es keine eigene QID hat';
comment on column aemter.land is
    'Staat, in dem es das Amt gibt';
comment on column aemter.zustaendigkeit is
    'Staat, Land, Partei oder Organisation, die der Inhaber führt oder vertritt';
comment on column aemter.kollegial is
    'Mehrere Inhaber zugleich sind die Regel (Bundesrat der Schweiz, Doppelspitze), kein Fehler';
comment on column aemter.name is
    'Wie Menschen das Amt nennen';

create table if not exists amtsformen (
    amt        text    not null references aemter deferrable initially deferred,
    form       text    not null check (form <> ''),
    ort_noetig boolean not null,
    mehrzahl   boolean not null,
    primary key (amt, form)
);

comment on table amtsformen is
    'Wörter für ein Amt';
comment on column amtsformen.amt is
    'Das Amt';
comment on column amtsformen.form is
    'Das Wort in seiner Schreibung (Kanzler, Ministerpräsidentin, Parteichefs)';
comment on column amtsformen.ort_noetig is
    'Nur zusammen mit einer Form der Zuständigkeit, sonst des Landes (Ministerpräsident: Bayerns, bayerischer)';
comment on column amtsformen.mehrzahl is
    'Mehrzahl: meint alle Inhaber';

create table if not exists amtsinhaber (
    amt             text     not null references aemter deferrable initially deferred,
    person          bigint   not null references akteure deferrable initially deferred,
    von             date,
    von_genauigkeit smallint check (von_genauigkeit between 9 and 11),
    bis             date,
    bis_genauigkeit smallint check (bis_genauigkeit between 9 and 11),
    bis_art         text     not null check (bis_art in ('datum', 'offen', 'unbekannt')),
    stand           date,
    herkunft        text     not null check (herkunft in ('spiegel', 'hand')),
    unique nulls not distinct (amt, person, von),
    check ((bis_art = 'datum') = (bis is not null)),
    check ((von is null) = (von_genauigkeit is null) and (bis is null) = (bis_genauigkeit is null))
);
create index if not exists amtsinhaber_person on amtsinhaber (person);

comment on table amtsinhaber is
    'Amtszeiten, halboffen: der Tag der Übergabe gehört dem Nachfolger';
comment on column amtsinhaber.amt is
    'Das Amt';
comment on column amtsinhaber.person is
    'Wer es innehat';
comment on column amtsinhaber.von is
    'Erster Tag des Zeitraums, den die Genauigkeit lässt; null, wenn unbekannt';
comment on column amtsinhaber.von_genauigkeit is
    'Wie Wikidata: 11 Tag, 10 Monat, 9 Jahr; eine Jahresangabe entscheidet keinen Tag';
comment on column amtsinhaber.bis is
    'Ende (ausschließlich), sonst wie von';
comment on column amtsinhaber.bis_genauigkeit is
    'Wie von_genauigkeit';
comment on column amtsinhaber.bis_art is
    'datum; offen: am Tag stand war kein Ende genannt; unbekannt: es gibt eines, sein Datum kennt niemand';
comment on column amtsinhaber.stand is
    'Tag, bis zu dem »offen« belegt ist';
comment on column amtsinhaber.herkunft is
    'spiegel oder hand';

create table if not exists lexikon_stand (
    einzeln    boolean     primary key default true check (einzeln),
    hash       text        not null,
    geladen_am timestamptz not null default now(),
    bericht    jsonb       not null
);

comment on table lexikon_stand is
    'Was zuletzt geladen wurde, eine Zeile';
comment on column lexikon_stand.einzeln is
    'Immer wahr: hält die Tabelle bei einer Zeile';
comment on column lexikon_stand.hash is
    'SHA-256 über den geladenen Inhalt; Bestandteil der coder_version von akteure';
comment on column lexikon_stand.geladen_am is
    'Wann sich der Inhalt zuletzt änderte';
comment on column lexikon_stand.bericht is
    'Zahlen des Ladens und was verworfen wurde';

create or replace view amtsinhaber_ueberschneidungen as
with sicher as (
    -- Von wann bis wann die Person das Amt gewiss innehatte: ungenaue Angaben zählen zu ihren Ungunsten.
    select
        i.amt,
        i.person,
        i.von,
        i.bis,
        i.bis_art,
        i.stand,
        (
            i.von + case i.von_genauigkeit
                when 9 then interval '1 year'
                when 10 then interval '1 month'
                else interval '0'
            end
        )::date as ab,
        case i.bis_art when 'datum' then i.bis when 'offen' then i.stand + 1 end as vor
    from amtsinhaber i
    join aemter a on a.amt = i.amt
    where not a.kollegial
)
select
    x.amt,
    a.name as amt_name,
    p.name as person,
    p.qid as qid,
    x.von,
    x.bis,
    x.bis_art,
    q.name as andere,
    q.qid as andere_qid,
    y.von as andere_von,
    y.bis as andere_bis,
    y.bis_art as andere_bis_art,
    greatest(x.ab, y.ab) as gemeinsam_von,
    least(x.vor, y.vor) as gemeinsam_bis
from sicher x
join sicher y
    on y.amt = x.amt
    and (x.ab, x.person) < (y.ab, y.person)
    and x.person <> y.person
    and greatest(x.ab, y.ab) < least(x.vor, y.vor)
join aemter a on a.amt = x.amt
join akteure p on p.akteur = x.person
join akteure q on q.akteur = y.person
where x.ab is not null and y.ab is not null and x.vor is not null and y.vor is not null;

comment on view amtsinhaber_ueberschneidungen is
    'Zwei Inhaber eines Amts, das nur einen haben kann, zur selben Zeit: Fehler der Quelle, für hand.json';
comment on column amtsinhaber_ueberschneidungen.amt is
    'Das Amt';
comment on column amtsinhaber_ueberschneidungen.amt_name is
    'Sein Name';
comment on column amtsinhaber_ueberschneidungen.person is
    'Wer früher begann';
comment on column amtsinhaber_ueberschneidungen.qid is
    'Dessen QID';
comment on column amtsinhaber_ueberschneidungen.von is
    'Beginn';
comment on column amtsinhaber_ueberschneidungen.bis is
    'Ende';
comment on column amtsinhaber_ueberschneidungen.bis_art is
    'Was vom Ende bekannt ist';
comment on column amtsinhaber_ueberschneidungen.andere is
    'Wer später begann';
comment on column amtsinhaber_ueberschneidungen.andere_qid is
    'Dessen QID';
comment on column amtsinhaber_ueberschneidungen.andere_von is
    'Beginn';
comment on column amtsinhaber_ueberschneidungen.andere_bis is
    'Ende';
comment on column amtsinhaber_ueberschneidungen.andere_bis_art is
    'Was vom Ende bekannt ist';
comment on column amtsinhaber_ueberschneidungen.gemeinsam_von is
    'Erster Tag, an dem gewiss beide im Amt waren';
comment on column amtsinhaber_ueberschneidungen.gemeinsam_bis is
    'Ende der gemeinsamen Zeit (ausschließlich)';

do $$
begin
    insert into schema_migrationen (name) values ('p2-010-lexikon') on conflict (name) do nothing;
    if not found then
        raise notice 'p2-010-lexikon lief schon, nichts geändert';
    end if;
end
$$;
commit;
