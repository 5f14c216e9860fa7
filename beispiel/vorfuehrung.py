"""Vorführung: vom leeren Ordner bis zu den Ergebnissen aller Module auf den mitgelieferten, erfundenen Beispielen.

Startet die eingebettete Datenbank unter ORDNER, lädt beispiel/raw_items.jsonl, wendet die Migrationen an, lädt die
Lexika, kodiert mit allen Modulen und zeigt, was dabei herauskommt. Beliebig oft wiederholbar.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

WURZEL = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(WURZEL))

import befehl  # noqa: E402
import db  # noqa: E402
import deutung  # noqa: E402
import eingebettet  # noqa: E402
from normalisierung import saeubern, woerter  # noqa: E402

if TYPE_CHECKING:
    import psycopg

# Steht in einem Schritt für die Datei des Berichts, neben der Datenbank.
BERICHT = "bericht.html"

# Die Kommandos der README in ihrer Reihenfolge.
SCHRITTE = (
    ("Beispiele laden", ["beispiel/laden.py", "--schema", "beispiel/raw_items.jsonl"]),
    ("Migrationen anwenden", ["migrieren.py"]),
    ("Lexikon der Akteure laden", ["lexikon_laden.py"]),
    ("Verzeichnis der Orte laden", ["ortslexikon_laden.py"]),
    ("Kleines Sprachmodell aus dem Paket auspacken", ["modell_holen.py", "--quelle", "paket"]),
    ("Mit allen Modulen kodieren", ["phase2.py", "--backfill"]),
    ("Noch einmal nachholen: nichts darf sich ändern", ["phase2.py", "--aufholen"]),
    ("Der Stand", ["phase2.py", "--stand"]),
    (
        "Ein Bericht als Seite",
        ["bericht.py", "--von", "2026-09-07", "--bis", "2026-09-11", "--ersetzen", "--ziel", BERICHT],
    ),
)
# Neben den Datenbanken, damit auch die Tests es nicht noch einmal auspacken.
MODELLE = WURZEL / ".eingebettet" / "modelle"
MODELL = "e5-small-paket"
GROESSTE = """
select g.gruppe, g.groesse, g.haeuser, g.leit_titel, g.schwaechste_kante
from dubletten_gruppen g
where g.haeuser > 1
order by g.haeuser desc, g.groesse desc, g.leit_item
limit 6
"""
MITGLIEDER = """
select r.haus, to_char(r.erfasst_am at time zone 'Europe/Berlin', 'DD.MM. HH24:MI'), r.titel,
       k.nutzlast ->> 'rolle', k.nutzlast ->> 'grund'
from codings_aktuell k
join raw_items r on r.id = k.item_id
where k.schicht = 'dublette' and k.nutzlast ->> 'gruppe' = %s
order by r.erfasst_am, r.id
"""
# Ähnlich, und doch nicht dieselbe Meldung: was die Regeln auseinanderhalten.
GETRENNT = """
select a.haus, a.titel, b.haus, b.titel, (k.nutzlast -> 'naechster' ->> 'jaccard')::numeric
from codings_aktuell k
join raw_items a on a.id = k.item_id
join raw_items b on b.id = (k.nutzlast -> 'naechster' ->> 'item')::bigint
join codings_aktuell kb on kb.item_id = b.id and kb.schicht = 'dublette'
where k.schicht = 'dublette' and k.nutzlast ->> 'gruppe' <> kb.nutzlast ->> 'gruppe' and a.id < b.id
order by 5 desc, a.id
limit 5
"""
GEAENDERT = """
select distinct on (k.nutzlast ->> 'art' collate "C")
    r.haus, r.titel, k.nutzlast ->> 'art', k.nutzlast ->> 'fassungen',
    array_to_string(array(select jsonb_array_elements_text(k.nutzlast -> 'hinzu')), ' '),
    array_to_string(array(select jsonb_array_elements_text(k.nutzlast -> 'entfernt')), ' ')
from codings_aktuell k
join raw_items r on r.id = k.item_id
where k.schicht = 'revision' and k.nutzlast ->> 'art' not in ('unveraendert', 'formal')
order by k.nutzlast ->> 'art' collate "C", k.item_id
"""
AKTEURE = """
select name, qid, typ, sum(nennungen), sum(items)
from akteure_je_tag
group by name, qid, typ
order by 4 desc, qid collate "C"
limit 10
"""
ORTE = """
select name, ort_id, art, sum(nennungen)
from orte_je_tag
group by name, ort_id, art
order by 4 desc, ort_id collate "C"
limit 8
"""
WORTTON = """
select haus, sum(n), round(sum(n * anteil_negativ) / sum(n), 3), round(sum(n * anteil_ohne_treffer) / sum(n), 3)
from tonalitaet_je_haus
group by haus
order by 3 desc, haus collate "C"
limit 5
"""
# Nahe Vektoren verschiedener Häuser, die keine Dublettengruppe verbindet.
NAHE = """
select 1 - (va.vektor <=> vb.vektor), a.haus, a.titel, b.haus, b.titel
from item_embeddings va
join item_embeddings vb on vb.coder_version = va.coder_version and vb.item_id > va.item_id
join raw_items a on a.id = va.item_id
join raw_items b on b.id = vb.item_id
join codings_aktuell da on da.item_id = a.id and da.schicht = 'dublette'
join codings_aktuell db on db.item_id = b.id and db.schicht = 'dublette'
where va.coder_version = embedding_version() and a.haus <> b.haus
    and da.nutzlast ->> 'gruppe' <> db.nutzlast ->> 'gruppe'
    and va.vektor <=> vb.vektor < 0.07
order by 1 desc, a.id, b.id
"""
# Höchstens so viele gemeinsame Wörter (Jaccard-Maß) haben zwei Titel, die »andere Worte« sind.
ANDERE_WORTE = 0.25


def main(worte: Sequence[str] | None = None) -> int:
    """Führt vor und liefert den Ausgang."""
    zerleger = befehl.Zerleger(__doc__, prog="vorfuehrung.py")
    zerleger.add_argument("ordner", type=Path, metavar="ORDNER", help="wo die Datenbank liegt")
    ordner = zerleger.parse_args(worte).ordner.absolute()
    ordner.mkdir(parents=True, exist_ok=True)
    umgebung = {k: v for k, v in os.environ.items() if not k.startswith("PG")}
    umgebung["DATABASE_URL"] = f"eingebettet:{ordner}"
    umgebung["PYTHONUNBUFFERED"] = "1"
    # Ein kleines Modell und keine Namenserkennung von außen: die Vorführung braucht kein Netz.
    umgebung |= {"HF_HOME": str(MODELLE), "EMBEDDING_MODELL": MODELL, "WURZELWERK_NER": "hanta"}
    try:
        eingebettet.starten(ordner)
        bericht = ordner / BERICHT
        for was, worte_schritt in SCHRITTE:
            aufruf = [str(bericht) if wort == BERICHT else wort for wort in worte_schritt]
            print(f"\n▸ {was}: python {shlex.join(aufruf)}", flush=True)
            ausgang = subprocess.run([sys.executable, *aufruf], cwd=WURZEL, env=umgebung, check=False).returncode
            if ausgang:
                return ausgang
        os.environ.update(umgebung)
        zeigen()
    except eingebettet.EingebettetFehler as fehler:
        befehl.melden(str(fehler))
        return fehler.ausgang
    except (db.Konfigurationsfehler, db.Verbindungsfehler) as fehler:
        return deutung.ausgang(fehler)
    stoppen = shlex.join(["python", "eingebettet.py", "--stoppen", str(ordner)])
    print(f"\nDie Datenbank läuft weiter; mit   {stoppen}   endet sie.")
    print(f"\nDer Bericht liegt in {bericht}; im Browser: {bericht.as_uri()}")
    return 0


def zeigen() -> None:
    """Druckt, was die Module fanden."""
    with db.verbinden("vorfuehrung") as conn:
        print("\nDieselbe Schlagzeile in mehreren Häusern (die größten Gruppen)")
        for gruppe, groesse, haeuser, titel, kante in conn.execute(GROESSTE).fetchall():
            print(f"\n  {titel}\n  {haeuser} Häuser, {groesse} Items, schwächste Kante {kante}")
            for haus, zeit, zeile, rolle, grund in conn.execute(MITGLIEDER, (gruppe,)):
                print(f"    {zeit}  {haus:<14} {zeile}  [{grund or rolle}]")
        print("\nÄhnlich, aber nicht dieselbe Meldung (nächster Titel eines anderen Hauses, nicht verbunden)")
        for haus_a, titel_a, haus_b, titel_b, mass in conn.execute(GETRENNT):
            print(f"\n    {mass:.2f}  {haus_a:<14} {titel_a}\n          {haus_b:<14} {titel_b}")
        print("\nNachträglich geändert (je Einstufung ein Fall)")
        for haus, titel, art, fassungen, hinzu, entfernt in conn.execute(GEAENDERT):
            print(f"\n    {art:<16} {haus:<14} {titel}  ({fassungen} Fassungen)")
            print(f"    {'':<16} hinzu: {hinzu or '–'}; entfernt: {entfernt or '–'}")
        print("\nAm häufigsten genannt: Akteure")
        for name, qid, typ, nennungen, items in conn.execute(AKTEURE):
            print(f"    {nennungen:>4}  {name} ({typ}, {qid}), in {items} Items")
        print("\nAm häufigsten genannt: Orte")
        for name, ort_id, art, nennungen in conn.execute(ORTE):
            print(f"    {nennungen:>4}  {name} ({art}, {ort_id})")
        print("\nWortton je Haus (Anteil negativer Wörter im Titel; ohne Treffer heißt nicht neutral)")
        for haus, anzahl, negativ, ohne in conn.execute(WORTTON):
            print(f"    {haus:<14} {anzahl:>4} Items  negativ {negativ:.1%}  ohne Treffer {ohne:.1%}".replace(".", ","))
        print("\nDieselbe Geschichte in anderen Worten (Kosinus der Satzvektoren, keine Dubletten)")
        for kosinus, haus_a, titel_a, haus_b, titel_b in islice(_andere_worte(conn), 3):
            print(f"\n    {kosinus:.3f} {haus_a:<14} {titel_a}\n          {haus_b:<14} {titel_b}")


def _andere_worte(conn: psycopg.Connection[Any]) -> Iterator[tuple[float, str, str, str, str]]:
    gezeigt: set[frozenset[str]] = set()
    for kosinus, haus_a, titel_a, haus_b, titel_b in conn.execute(NAHE):
        worte_a, worte_b = (frozenset(woerter(saeubern(titel))) for titel in (titel_a, titel_b))
        gemeinsam = len(worte_a & worte_b) / len(worte_a | worte_b)
        if gemeinsam < ANDERE_WORTE and not {worte_a, worte_b} & gezeigt:
            gezeigt |= {worte_a, worte_b}
            yield kosinus, haus_a, titel_a, haus_b, titel_b


if __name__ == "__main__":
    sys.exit(main())
