-- codings wird mehrschichtig: je Item, Schicht und coder_version eine Zeile.
-- Zeilen aus Phase 1 bleiben, als Schicht 'phase1' ohne eingabe_hash.
--
-- superuser: nein (wohl aber der Besitzer von codings)
\set ON_ERROR_STOP on
\encoding UTF8

begin;
set local lock_timeout = '5s';

create table if not exists coder_versionen (
    coder_version text        primary key,
    schicht       text        not null,
    komponenten   jsonb       not null,
    erstmals      timestamptz not null default now(),
    zuletzt       timestamptz not null default now(),
    vorgabe       boolean     not null default false
);

do $$
declare
    bedingung text;
begin
    if exists (
        select from pg_attribute
        where attrelid = 'codings'::regclass and attname = 'schicht' and not attisdropped
    ) then
        return;
    end if;

    -- Eine Vorgabe je Spalte füllt den Bestand, ohne die Tabelle neu zu schreiben; danach fällt sie weg,
    -- denn ein Modul muss Schicht und eingabe_hash immer selbst nennen.
    alter table codings
        add column schicht text not null default 'phase1',
        add column konfidenz real,
        add column eingabe_hash text not null default '';
    alter table codings
        alter column schicht drop default,
        alter column eingabe_hash drop default;

    -- Schlüssel und Fremdschlüssel der Phase 1 heißen nicht überall gleich.
    for bedingung in
        select conname from pg_constraint
        where conrelid = 'codings'::regclass and contype in ('p', 'f')
    loop
        execute format('alter table codings drop constraint %I', bedingung);
    end loop;
    alter table codings
        add constraint codings_pkey primary key (item_id, schicht, coder_version),
        add constraint codings_item_id_fkey foreign key (item_id) references raw_items (id) on delete cascade;

    -- Ein Durchgang über Werte und Schlüssel: auch ein Schlüssel ist eine Zeichenkette und darf nichts verstecken.
    -- strict, damit kein Feld doppelt besucht wird; '.{201}' ohne Anker, denn '^.{201}' kostet das Achtfache.
    alter table codings add constraint codings_kein_volltext check (
        octet_length(nutzlast::text) <= 16384
        and (
            nutzlast @? 'strict $.** ? (
                @ like_regex ".{201}" flag "s" || @.keyvalue().key like_regex ".{201}" flag "s"
            )'
        ) is false
    ) not valid;
    begin
        alter table codings validate constraint codings_kein_volltext;
    exception when check_violation then
        raise notice 'codings: Zeilen aus Phase 1 verletzen codings_kein_volltext; sie bleiben, neue werden geprüft';
    end;
end
$$;

comment on table codings is
    'Kodierungen: je Item, Schicht und coder_version eine Zeile, auch für den Befund "nichts gefunden"';
comment on column codings.item_id is
    'Das kodierte Item';
comment on column codings.schicht is
    'Das Modul: dublette, revision, akteur, ort, tonalitaet, embedding; phase1 für den Bestand vor p2-001';
comment on column codings.coder_version is
    'Modul und Hash seiner Bestandteile, aufgeschlüsselt in coder_versionen';
comment on column codings.nutzlast is
    'Das Ergebnis, je Schicht in eigener Form (phase_02_spec.md); nie Volltext';
comment on column codings.konfidenz is
    'Wie sicher das Ergebnis ist, 0 bis 1; null, wo das Verfahren keine Wahrscheinlichkeit kennt';
comment on column codings.eingabe_hash is
    'Hash der Eingabe, aus der die Nutzlast gerechnet wurde; leer für den Bestand aus Phase 1';
comment on column codings.kodiert_am is
    'Letzte inhaltliche Änderung der Zeile; ein Lauf ohne Unterschied lässt sie stehen';
comment on constraint codings_kein_volltext on codings is
    'Kein Volltext in codings: höchstens 16 KiB je Nutzlast und 200 Zeichen je Zeichenkette';

comment on table coder_versionen is
    'Woraus eine coder_version besteht und wann sie lief';
comment on column coder_versionen.coder_version is
    'Modul und Hash der Bestandteile';
comment on column coder_versionen.schicht is
    'Die Schicht, die sie schreibt';
comment on column coder_versionen.komponenten is
    'Alles, was das Ergebnis bestimmt: Verfahren, Schwellen, Modelle, Lexikonstand';
comment on column coder_versionen.erstmals is
    'Beginn des ersten Laufs';
comment on column coder_versionen.zuletzt is
    'Beginn des letzten Laufs';
comment on column coder_versionen.vorgabe is
    'Wahr, wenn sie aus der Vorgabe entstand, also ohne abweichende Option; nur solche zeigt codings_aktuell';

do $$
begin
    insert into schema_migrationen (name) values ('p2-001-codings-mehrschichtig') on conflict (name) do nothing;
    if not found then
        raise notice 'p2-001-codings-mehrschichtig lief schon, nichts geändert';
    end if;
end
$$;
commit;
