"""Exporttabellen mit einer Zeile je Stelle: Nennungen, Schritte, Tonwörter."""

from __future__ import annotations

import aufloesung
import nachnamendeutung
import ortsregeln
from exportspalten import ARTEN, CODER_VERSION, KOPF, TITEL, element, elemente, feld
from exporttypen import GANZZAHL, TEXT, TEXTLISTE, WAHRHEIT, ZAHL, Spalte, Tabelle

FELDER = {"titel": "im Titel", "teaser": "im Teaser"}

REVISION_SCHRITT = Tabelle(
    "revision_schritt",
    "revision",
    "je Schritt von einer Fassung zur nächsten eine Zeile",
    (
        *KOPF,
        Spalte("nummer", GANZZAHL, "Schritt, ab 1: von der ersten zur zweiten Fassung", "n.nummer"),
        Spalte("schritte", GANZZAHL, "gespeicherte Schritte des Items, höchstens 300",
               "jsonb_array_length(c.nutzlast -> 'arten')"),
        Spalte("art", TEXT, "wie sich der Titel in diesem Schritt änderte", "n.n #>> '{}'", ARTEN),
        CODER_VERSION,
        TITEL,
    ),
    schluessel=("item_id", "nummer"),
    hinweise=("Items mit einer einzigen Fassung haben keinen Schritt; Nenner ist die Tabelle revision.",),
    dazu=elemente("arten"),
    ordnung=("n.nummer",),
)  # fmt: skip

AKTEUR = Tabelle(
    "akteur",
    "akteur",
    "je Nennung eine Zeile, aufgelöst oder offen",
    (
        *KOPF,
        Spalte("nummer", GANZZAHL, "Stelle in der Liste der Nennungen des Items, ab 1", "n.nummer"),
        element("text", TEXT, "was dasteht: ein Name oder ein Amt, höchstens 200 Zeichen"),
        element("feld", TEXT, "wo es steht", werte=FELDER),
        element("start", GANZZAHL, "erstes Zeichen im gespeicherten Text, ab 0, in Codepunkten"),
        element("ende", GANZZAHL, "erstes Zeichen dahinter"),
        element(
            "rolle", TEXT, "als was es dasteht",
            werte={
                "nennung": "der Akteur selbst",
                "bestimmungswort": "erster Teil einer Zusammensetzung (Merz-Regierung): da handelt er nicht selbst",
                "amt": "ein Amt",
                "ort": "ein Staat als Schauplatz, immer offen",
            },
        ),
        element("akteur", GANZZAHL, "interne Kennung, bleibt bei zusammengelegten QIDs; leer, wenn offen"),
        element("qid", TEXT, "Kennung bei Wikidata, wie sie beim Kodieren galt; leer, wenn offen"),
        Spalte("name", TEXT, "Name im Lexikon, wie es jetzt geladen ist; leer, wenn offen", "a.name"),
        element(
            "typ", TEXT, "Art des Akteurs; leer, wenn offen",
            werte={"person": "Mensch", "partei": "Partei", "organisation": "Organisation", "staat": "Staat"},
        ),
        element(
            "methode", TEXT, "wie aufgelöst; leer, wenn offen",
            werte={
                **{name: methode.bedeutung for name, methode in aufloesung.METHODEN.items()},
                "nachname": "ein bloßer Nachname, belegt; siehe beleg",
            },
        ),
        element("konfidenz", ZAHL, "Konfidenz der Methode, 0 bis 1; leer, wenn offen"),
        element("grund", TEXT, "warum offen; leer, wenn aufgelöst", werte=aufloesung.GRUENDE),
        element("beleg", TEXT, "was einen bloßen Nachnamen belegt; sonst leer", werte=nachnamendeutung.BELEGE),
        element("amt", TEXT, "Kennung des Amts; leer, wenn keines dasteht"),
        element("ner_typ", TEXT, "Vermerk der Namenserkennung, entscheidet nichts; leer, wenn sie nichts sah"),
        element("kandidaten", TEXTLISTE, "QIDs, zwischen denen nicht entschieden wurde, höchstens fünf"),
        feld("gekappt", WAHRHEIT, "das Item nennt mehr, als gespeichert ist"),
        CODER_VERSION,
        TITEL,
    ),
    schluessel=("item_id", "nummer"),
    hinweise=(
        "Items ohne Nennung haben keine Zeile; Nenner ist die Tabelle item mit kodiert_akteur.",
        "Ein Amt in der Mehrzahl hat je Inhaber eine Zeile an derselben Stelle. Wer Items zählt, zählt verschiedene "
        "item_id.",
    ),
    dazu=f"{elemente('nennungen')}\nleft join akteure a on a.akteur = (n.n ->> 'akteur')::bigint",
    ordnung=("n.nummer",),
)  # fmt: skip

ORT = Tabelle(
    "ort",
    "ort",
    "je Nennung eine Zeile, aufgelöst oder offen",
    (
        *KOPF,
        Spalte("nummer", GANZZAHL, "Stelle in der Liste der Nennungen des Items, ab 1", "n.nummer"),
        element("text", TEXT, "was dasteht: ein Ortsname, Adjektiv oder Einwohnername"),
        element("feld", TEXT, "wo es steht", werte=FELDER),
        element("start", GANZZAHL, "erstes Zeichen im gespeicherten Text, ab 0, in Codepunkten"),
        element("ende", GANZZAHL, "erstes Zeichen dahinter"),
        element(
            "rolle", TEXT, "als was es dasteht",
            werte={
                "ort": "der Ort selbst; nur diese zählen in orte_je_tag",
                "abgeleitet": "Adjektiv oder Einwohner",
                "in_name": "Teil eines Namens",
                "metonym": "die Regierung ist gemeint",
            },
        ),
        element(
            "art", TEXT, "Ebene; leer, wenn sie offen ist",
            werte={
                "staat": "Staat", "land": "Land", "region": "Region, auch Landesteil anderer Staaten", "kreis": "Kreis",
                "gemeinde": "Gemeinde", "ortsteil": "Ortsteil", "hauptstadt": "Hauptstadt außerhalb Deutschlands",
                "stadt": "Stadt außerhalb Deutschlands", "gebiet": "Landschaft oder Erdteil", "gewaesser": "Gewässer",
                "gebirge": "Gebirge",
            },
        ),
        element(
            "ort_id", TEXT, "Kennung: ags: (amtlicher Gemeindeschlüssel), iso: (Staat), iso3166-2: (Land, Region), gn: "
            "(GeoNames); iso:NA ist Namibia; leer, wenn offen",
        ),
        Spalte("name", TEXT, "Name im Verzeichnis, wie es jetzt geladen ist; leer, wenn offen", "o.name"),
        element("lat", ZAHL, "Breite in Grad, WGS 84; leer, wenn offen"),
        element("lon", ZAHL, "Länge in Grad; leer, wenn offen"),
        element(
            "methode", TEXT, "wie aufgelöst; leer, wenn offen",
            werte={name: regel.bedeutung for name, regel in ortsregeln.METHODEN.items()},
        ),
        element("konfidenz", ZAHL, "Konfidenz der Methode, 0 bis 1; leer, wenn offen"),
        element("kandidaten", GANZZAHL, "wie viele Orte so heißen"),
        element("grund", TEXT, "warum offen; leer, wenn aufgelöst", werte=ortsregeln.GRUENDE),
        Spalte("gekappt", WAHRHEIT, "das Item nennt mehr, als gespeichert ist",
               "coalesce((c.nutzlast ->> 'gekappt')::boolean, false)"),
        CODER_VERSION,
        TITEL,
    ),
    schluessel=("item_id", "nummer"),
    hinweise=("Items ohne Nennung haben keine Zeile; Nenner ist die Tabelle item mit kodiert_ort.",),
    dazu=f"{elemente('nennungen')}\nleft join orte o on o.ort = n.n ->> 'ort_id'",
    ordnung=("n.nummer",),
)  # fmt: skip

TONALITAET_TREFFER = Tabelle(
    "tonalitaet_treffer",
    "tonalitaet",
    "je Tonwort eine Zeile",
    (
        *KOPF,
        Spalte("feld", TEXT, "wo es steht", "f.feld", FELDER),
        Spalte("nummer", GANZZAHL, "Stelle in der Liste der Treffer des Feldes, ab 1", "n.nummer"),
        element("form", TEXT, "das Wort, wie es dasteht"),
        element("lemma", TEXT, "sein Eintrag im Lexikon"),
        element("wert", ZAHL, "Wert nach allen Regeln; über 0 positiv, unter 0 negativ, 0 aufgehoben"),
        element("regel", TEXT, "Weg zum Eintrag und jede Regel, die wirkte, mit + verbunden"),
        Spalte("gekappt", WAHRHEIT, "das Feld hat mehr als die 20 gespeicherten Treffer",
               "(c.nutzlast #>> array[f.feld, 'gekappt'])::boolean"),
        CODER_VERSION,
        TITEL,
    ),
    schluessel=("item_id", "feld", "nummer"),
    hinweise=("Items ohne Tonwort haben keine Zeile; Nenner ist die Tabelle tonalitaet.",),
    dazu="""cross join (values (1, 'titel'), (2, 'teaser')) as f (rang, feld)
cross join lateral jsonb_array_elements(c.nutzlast #> array[f.feld, 'treffer']) with ordinality as n (n, nummer)""",
    ordnung=("f.rang", "n.nummer"),
)  # fmt: skip
