"""Exporttabellen mit einer Zeile je Item."""

from __future__ import annotations

import paarprobe
from exportspalten import ARTEN, BERLIN, CODER_VERSION, ERFASST, KOPF, TITEL, ZEITPUNKT, feld
from exporttypen import GANZZAHL, TAG, TEXT, TEXTLISTE, VEKTOR, WAHRHEIT, ZAHL, ZAHLENLISTE, ZEIT, Spalte, Tabelle

SCHICHTEN = ("dublette", "revision", "akteur", "ort", "tonalitaet", "embedding")

KLASSEN = {
    "negativ": "negative Wörter überwiegen",
    "positiv": "positive Wörter überwiegen",
    "gemischt": "Tonwörter ohne Richtung",
    "ohne_treffer": "kein Tonwort; das heißt nicht neutral",
}

ITEM = Tabelle(
    "item",
    None,
    "je Item eine Zeile, ob kodiert oder nicht: der Nenner für alle anderen Tabellen",
    (
        *KOPF,
        Spalte("woche", TAG, "Montag der Berliner Woche von tag", f"date_trunc('week', {BERLIN})::date"),
        Spalte(
            "zeit_aus",
            TEXT,
            "woher zeitpunkt stammt",
            f"case when {ZEITPUNKT} = r.pubdate then 'pubdate' else 'erfasst_am' end",
            {"pubdate": "Angabe des Hauses", "erfasst_am": "Eintreffen; die Angabe fehlt oder ist unglaubwürdig"},
        ),
        ERFASST,
        Spalte("slot", ZEIT, "Poll-Slot: erfasst_am, auf die Viertelstunde abgerundet", "r.slot"),
        Spalte("feed", TEXT, "Kürzel des Feeds; leer, wenn unbekannt", "r.feed"),
        Spalte("sprache", TEXT, "Sprachkürzel nach ISO 639-1, Angabe des Feeds", "r.sprache"),
        *(
            Spalte(
                f"kodiert_{schicht}",
                WAHRHEIT,
                f"ob die Schicht {schicht} das Item kodiert hat; nur solche Items gehören in ihren Nenner",
                f"coalesce('{schicht}' = any(k.schichten), false)",
            )
            for schicht in SCHICHTEN
        ),
        TITEL,
        Spalte("url", TEXT, "Adresse des Artikels; enthält oft den Titel", "r.url", titelnah=True),
    ),
    hinweise=(
        "Ein Item ohne Nennung hat in akteur und ort keine Zeile. Anteile rechnet man deshalb gegen diese Tabelle, "
        "über die Items mit kodiert_akteur oder kodiert_ort.",
    ),
    # Eine Suche über den Schlüssel je Item statt einer je Schicht.
    dazu="""cross join lateral (
    select array_agg(c.schicht) as schichten
    from codings c
    where c.item_id = r.id and c.coder_version = any(%(versionen)s)
) k""",
)

DUBLETTE = Tabelle(
    "dublette",
    "dublette",
    "je Item eine Zeile",
    (
        *KOPF,
        ERFASST,
        feld("gruppe", TEXT, "Kennung der Gruppe (UUID); auch ein Einzelstück hat eine"),
        feld(
            "rolle", TEXT, "Rolle in der Gruppe",
            werte={
                "leit": "das zuerst eingetroffene Mitglied",
                "mitglied": "ein anderes Mitglied",
                "einzel": "Gruppe mit einem einzigen Item",
            },
        ),
        feld("groesse", GANZZAHL, "Items der Gruppe, auch außerhalb dieses Exports"),
        feld("haeuser", GANZZAHL, "verschiedene Häuser der Gruppe, auch außerhalb dieses Exports"),
        feld("leit_item", GANZZAHL, "item_id des Leititems; es kann außerhalb dieses Exports liegen"),
        feld("jaccard", ZAHL, "Jaccard-Maß der Trigramme gegen den Titel des Leititems, 0 bis 1; leer bei einzel"),
        feld(
            "grund", TEXT, "warum es zur Gruppe gehört; leer beim Leititem und bei einzel",
            werte={
                **{grund: paarprobe.GRUENDE[grund] for grund in ("gleich", "aehnlich", "enthalten")},
                "gemeinsamer_kern": "ein Titel der Gruppe ist in ihm und im Leititem wörtlich enthalten",
            },
        ),
        feld("schwaechste_kante", ZAHL, "kleinstes Maß, über das zwei Mitglieder verbunden sind; leer bei einzel"),
        feld(
            "naechster_item", GANZZAHL,
            "item_id des ähnlichsten Titels eines anderen Hauses im Fenster, verbunden oder nicht; leer, wenn keiner "
            "0,5 erreicht", "naechster.item",
        ),
        feld("naechster_jaccard", ZAHL, "Jaccard-Maß der Wörter gegen ihn, 0,5 bis 1", "naechster.jaccard"),
        feld(
            "wiederholt_item", GANZZAHL,
            "item_id desselben Titels desselben Hauses an einem anderen Tag; leer, wenn es keinen gibt", "wiederholt",
        ),
        feld("basis", TEXT, "was verglichen wurde", werte={"titel": "Titel", "titel+teaser": "Titel und Teaser"}),
        feld(
            "hinweise", TEXTLISTE, "was an der Eingabe auffiel",
            werte={
                "pubdate_zukunft": "die Zeitangabe lag mehr als zwei Tage nach dem Eintreffen",
                "pubdate_unplausibel": "die Zeitangabe lag vor 1990",
                "zeichen_ersetzt": "der Titel enthält Ersatzzeichen für verlorene Zeichen",
            },
        ),
        CODER_VERSION,
        TITEL,
    ),
    hinweise=(
        "Wer zuerst war, gilt nur auf den Poll-Takt genau: erfasst_am sagt, wann Ingest das Item sah, nicht, wann es "
        "erschien.",
    ),
)  # fmt: skip

REVISION = Tabelle(
    "revision",
    "revision",
    "je Item eine Zeile: erste gegen letzte Fassung des Titels",
    (
        *KOPF,
        feld(
            "art", TEXT, "wie sich der Titel von der ersten zur letzten Fassung änderte",
            werte={**ARTEN, "zurueckgenommen": "zwischendurch anders, am Ende wieder die erste Fassung"},
        ),
        feld("aehnlichkeit", ZAHL, "Anteil gemeinsamer Wörter in gleicher Folge, 0 bis 1"),
        feld("fassungen", GANZZAHL, "eingetroffene Fassungen"),
        feld("verschiedene", GANZZAHL, "davon in ihren Wörtern verschieden"),
        feld("pendelt", WAHRHEIT, "eine Fassung kehrt wieder, nachdem eine andere dastand"),
        feld("ticker_markiert", WAHRHEIT, "eine Fassung nennt sich selbst Ticker, Blog oder live"),
        feld("kopf_stabil", WAHRHEIT, "geändert, und vor dem ersten Doppelpunkt stand immer dasselbe"),
        feld("artefakt", WAHRHEIT, "Beiwerk des Layouts kam oder ging"),
        feld(
            "kennzeichen", TEXTLISTE, "was in irgendeinem Schritt wechselte",
            werte={
                "zahl": "eine Zahl",
                "verneinung": "eine Verneinung",
                "name": "ein Name",
                "fragezeichen_neu": "ein Fragezeichen kam",
                "fragezeichen_weg": "ein Fragezeichen ging",
            },
        ),
        feld("luecken", ZAHLENLISTE, "fehlende Nummern von Fassungen, höchstens zwölf"),
        feld("erste_am", ZEIT, "wann die erste Fassung eintraf"),
        feld("letzte_am", ZEIT, "wann die letzte eintraf"),
        Spalte(
            "n_hinzu", GANZZAHL, "hinzugekommene Wörter, höchstens zwölf",
            "jsonb_array_length(c.nutzlast -> 'hinzu')",
        ),
        Spalte(
            "n_entfernt", GANZZAHL, "entfernte Wörter, höchstens zwölf",
            "jsonb_array_length(c.nutzlast -> 'entfernt')",
        ),
        feld("gekappt", WAHRHEIT, "es waren mehr als zwölf"),
        feld(
            "hinweise", TEXTLISTE, "was auffiel",
            werte={
                "zeit_ruecklaeufig": "eine spätere Fassung traf vor einer früheren ein",
                "abgeschnitten": "ein Titel endet auf … und ist der Anfang des anderen",
                "schritte_gekappt": "mehr Schritte, als gespeichert sind",
                "luecken_gekappt": "mehr Lücken, als gespeichert sind",
            },
        ),
        CODER_VERSION,
        TITEL,
        feld("hinzu", TEXTLISTE, "die hinzugekommenen Wörter", titelnah=True),
        feld("entfernt", TEXTLISTE, "die entfernten Wörter", titelnah=True),
    ),
    hinweise=(
        "Nenner sind alle Zeilen, auch unveraendert. Wer Ticker abziehen will, lässt ticker_markiert weg, wer alle "
        "Fortschreibungen abziehen will, außerdem kopf_stabil mit art = neufassung.",
    ),
)  # fmt: skip


def _ton(ort: str, wo: str) -> tuple[Spalte, ...]:
    """Die Spalten eines Feldes."""
    zahlen = (
        ("n_pos", GANZZAHL, "Treffer mit Wert über 0"),
        ("n_neg", GANZZAHL, "Treffer mit Wert unter 0"),
        ("n_pos_zitat", GANZZAHL, "positive Treffer zwischen Anführungszeichen"),
        ("n_neg_zitat", GANZZAHL, "negative Treffer zwischen Anführungszeichen"),
        ("summe", ZAHL, "Summe der Werte; eine Ordnungszahl, kein Messwert"),
        ("wert", ZAHL, "Summe durch Wörter; leer ohne Wörter"),
        ("woerter", GANZZAHL, "Wörter; ein Feld mit 0 gehört nicht in den Nenner"),
        ("thema", TEXTLISTE, "Sachwörter, die kein Ton sind: krieg, tod, unfall, wahl, krankheit, gericht, polizei"),
    )
    return (
        feld(f"{ort}_klasse", TEXT, f"{wo}: Klasse", f"{ort}.klasse", werte=KLASSEN),
        *(feld(f"{ort}_{name}", typ, f"{wo}: {bedeutung}", f"{ort}.{name}") for name, typ, bedeutung in zahlen),
    )


TONALITAET = Tabelle(
    "tonalitaet",
    "tonalitaet",
    "je Item eine Zeile: Wortton von Titel und Teaser",
    (*KOPF, *_ton("titel", "Titel"), *_ton("teaser", "Teaser"), CODER_VERSION, TITEL),
    hinweise=(
        "Wortton ist weder die Haltung eines Hauses noch die Nachrichtenlage. Nenner sind Titel mit titel_woerter > 0.",
    ),
)

EMBEDDING = Tabelle(
    "embedding",
    "embedding",
    "je Item eine Zeile",
    (
        *KOPF,
        feld("modell", TEXT, "Modell"),
        feld("revision", TEXT, "seine Revision"),
        feld("dim", GANZZAHL, "Länge des Vektors"),
        feld("token", GANZZAHL, "Token von Titel und Teaser, ungekürzt"),
        feld("stufe", GANZZAHL, "Token, auf die gerechnet wurde; leer ohne Text"),
        feld("gekappt", WAHRHEIT, "der Text war länger, als das Modell liest"),
        feld("grund", TEXT, "warum es keinen Vektor gibt; leer, wenn es einen gibt"),
        CODER_VERSION,
        TITEL,
        Spalte(
            "vektor",
            VEKTOR,
            "der Vektor, Länge 1, einfache Genauigkeit: das Skalarprodukt zweier ist ihr Kosinus; leer, wenn es keinen "
            "gibt. Aus ihm lässt sich der Text weitgehend zurückrechnen, darum gilt er als Titel",
            "e.vektor::real[]",
            titelnah=True,
        ),
    ),
    dazu="left join item_embeddings e on e.coder_version = c.coder_version and e.item_id = c.item_id",
)
