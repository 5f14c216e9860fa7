"""Codebook: was in einem Export steht, für Menschen (Markdown) und für Programme (Frictionless Data Package).

Das Codebook nennt keine Uhrzeit: gleiche Daten ergeben gleiche Dateien.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import leserezepte
from exporttypen import ZEIT, Spalte, Tabelle

FEHLEND = {
    "csv": (
        'Ein fehlender Wert ist ein leeres Feld, ein leerer Text ist `""`; die meisten Programme lesen beides als '
        "fehlend. `NA`, `null`, `None` sind Werte; wer einliest, schaltet die Vorgabe seines Programms ab, wie unten."
    ),
    "jsonl": 'Ein fehlender Wert ist `null`; jede Zeile nennt alle Spalten. `"NA"` und `"null"` sind Werte.',
    "parquet": "Ein fehlender Wert ist null. `NA` und `null` als Text sind Werte.",
}
SCHREIBUNG = {
    "csv": (
        "UTF-8 ohne BOM, Komma, Zeilenende LF, Texte mit Komma, Anführungszeichen oder Zeilenumbruch in doppelten "
        "Anführungszeichen (RFC 4180). Titel, die mit `=`, `+`, `-` oder `@` beginnen, stehen unverändert da: eine "
        "Tabellenkalkulation kann sie als Formel lesen, dort die Spalte als Text einlesen. R liest CR und CRLF in "
        "Texten als LF."
    ),
    "jsonl": "UTF-8 ohne BOM, je Zeile ein JSON-Objekt, Zeilenende LF.",
    "parquet": "Parquet mit den Typen der Spalten; ihre Bedeutung steht auch in den Metadaten der Datei.",
}


@dataclass(frozen=True)
class Herkunft:
    """Woher die Daten stammen.

    Attributes:
        tabelle: die Tabelle.
        von: erster Tag.
        bis: letzter Tag.
        haeuser: die verlangten Häuser; leer: alle.
        versionen: (coder_version, Schicht, Bestandteile).
        items: Items der Auswahl.
        kodiert: davon in der Schicht kodiert; ``None``, wo es keine Schicht gibt.
    """

    tabelle: Tabelle
    von: str
    bis: str
    haeuser: Sequence[str]
    versionen: Sequence[tuple[str, str, dict[str, Any]]]
    items: int
    kodiert: int | None


@dataclass
class Zaehlung:
    """Zählt beim Schreiben mit.

    Attributes:
        spalten: die Spalten.
        zeilen: bisherige Zeilen.
        fehlend: je Spalte die fehlenden Werte.
        werte: je Spalte mit Auswahl, wie oft ein Wert vorkommt.
    """

    spalten: Sequence[Spalte]
    zeilen: int = 0
    fehlend: Counter[str] = field(default_factory=Counter)
    werte: dict[str, Counter[str]] = field(default_factory=dict)

    def __call__(self, stapel: Sequence[Sequence[Any]]) -> None:
        """Zählt einen Stapel: je Spalte ihre Werte."""
        self.zeilen += len(stapel[0])
        for spalte, werte in zip(self.spalten, stapel, strict=True):
            self.fehlend[spalte.name] += werte.count(None)
            if spalte.werte:
                zaehler = self.werte.setdefault(spalte.name, Counter())
                zaehler.update(_einzeln(werte) if spalte.typ.liste else (w for w in werte if w is not None))

    def auswahl(self, spalte: Spalte) -> list[tuple[str, str, int]]:
        """Die Werte einer Spalte: erst die beschriebenen, dann unbeschriebene, je mit Bedeutung und Anzahl."""
        zaehler = self.werte.get(spalte.name, Counter())
        fremd = sorted(zaehler.keys() - spalte.werte.keys())
        return [(wert, spalte.werte.get(wert, ""), zaehler[wert]) for wert in (*spalte.werte, *fremd)]


def _einzeln(listen: Sequence[Sequence[str] | None]) -> Iterator[str]:
    return (wert for liste in listen if liste is not None for wert in liste)


def markdown(datei: str, form: str, herkunft: Herkunft, zaehlung: Zaehlung) -> str:
    """Das Codebook zum Lesen.

    Args:
        datei: Name der Datei mit den Daten.
        form: ihr Format.
        herkunft: woher sie stammen.
        zaehlung: was beim Schreiben gezählt wurde.
    """
    tabelle = herkunft.tabelle
    teile = [
        f"# Codebook zu {datei}",
        f"Tabelle `{tabelle.name}`: {tabelle.zeile}.",
        *tabelle.hinweise,
        "## Umfang",
        _zeilen(f"- {zeile}" for zeile in _umfang(herkunft, zaehlung)),
        "## Verfahren",
        *_verfahren(herkunft),
        "## Spalten",
        _spalten(zaehlung),
        "## Werte",
        *_werte(zaehlung),
        "## Schreibweise",
        SCHREIBUNG[form],
        FEHLEND[form],
        "Zeitpunkte sind in UTC; `tag` ist der Kalendertag in Berlin, nicht der in UTC.",
    ]
    if form == "csv":
        teile.append(_zeilen(f"- {typ.name}: {typ.csv}" for typ in dict.fromkeys(s.typ for s in zaehlung.spalten)))
    teile.append("## Einlesen")
    teile += [
        f"{programm}:\n\n```{sprache}\n{code}\n```"
        for programm, sprache, code in leserezepte.rezepte(datei, form, zaehlung.spalten)
    ]
    return "\n\n".join(teile) + "\n"


def paket(datei: str, form: str, herkunft: Herkunft, zaehlung: Zaehlung, pruefsumme: str, groesse: int) -> str:
    """Das Codebook für Programme: ein Data Package mit einem Table Schema.

    Args:
        datei: Name der Datei mit den Daten.
        form: ihr Format.
        herkunft: woher sie stammen.
        zaehlung: was beim Schreiben gezählt wurde.
        pruefsumme: SHA-256 der Datei.
        groesse: ihre Länge in Byte.
    """
    quelle: dict[str, Any] = {
        "name": herkunft.tabelle.name,
        "path": datei,
        "format": form,
        "hash": f"sha256:{pruefsumme}",
        "bytes": groesse,
        "schema": {
            "fields": [_schemafeld(spalte, zaehlung) for spalte in zaehlung.spalten],
            "primaryKey": list(herkunft.tabelle.schluessel),
            "missingValues": [""],
        },
    }
    if form == "csv":
        quelle |= {
            "profile": "tabular-data-resource",
            "encoding": "utf-8",
            "dialect": {
                "delimiter": ",",
                "lineTerminator": "\n",
                "quoteChar": '"',
                "doubleQuote": True,
                "header": True,
            },
        }
    inhalt = {
        "name": f"wurzelwerk-{herkunft.tabelle.name.replace('_', '-')}",
        "title": f"{herkunft.tabelle.name}: {herkunft.tabelle.zeile}",
        "wurzelwerk": {
            "von": herkunft.von,
            "bis": herkunft.bis,
            "haeuser": list(herkunft.haeuser) or None,
            "items": herkunft.items,
            "kodiert": herkunft.kodiert,
            "zeilen": zaehlung.zeilen,
            "coder_versionen": [
                {"coder_version": version, "schicht": schicht, "komponenten": teile}
                for version, schicht, teile in herkunft.versionen
            ],
        },
        "resources": [quelle],
    }
    return json.dumps(inhalt, ensure_ascii=False, indent=2) + "\n"


def _schemafeld(spalte: Spalte, zaehlung: Zaehlung) -> dict[str, Any]:
    eintrag: dict[str, Any] = {
        "name": spalte.name,
        "type": spalte.typ.schema,
        "description": spalte.bedeutung,
        "fehlend": zaehlung.fehlend[spalte.name],
    }
    if spalte.typ is ZEIT:
        eintrag["format"] = "%Y-%m-%dT%H:%M:%S.%fZ"
    if spalte.werte:
        eintrag["werte"] = [
            {"wert": wert, "bedeutung": was, "anzahl": anzahl} for wert, was, anzahl in zaehlung.auswahl(spalte)
        ]
    return eintrag


def _umfang(herkunft: Herkunft, zaehlung: Zaehlung) -> Iterator[str]:
    yield "1 Zeile" if zaehlung.zeilen == 1 else f"{zaehlung.zeilen} Zeilen"
    yield f"Items, die vom {herkunft.von} bis {herkunft.bis} erschienen (Berliner Kalendertage, beide eingeschlossen)"
    yield "Häuser: " + (", ".join(map(_zelle, herkunft.haeuser)) if herkunft.haeuser else "alle")
    yield f"Items im Zeitraum: {herkunft.items}" + (
        f", davon kodiert: {herkunft.kodiert}" if herkunft.kodiert is not None else ""
    )
    yield "geordnet nach zeitpunkt, dann " + ", ".join(herkunft.tabelle.schluessel)


def _verfahren(herkunft: Herkunft) -> Iterator[str]:
    for version, schicht, bestandteile in herkunft.versionen:
        yield f"`{version}` (Schicht {schicht}):"
        yield _zeilen(
            f"- {_zelle(name)}: {_zelle(wert if isinstance(wert, str) else json.dumps(wert, ensure_ascii=False))}"
            for name, wert in sorted(bestandteile.items())
        )
    if not herkunft.versionen:
        yield "Keine Schicht ist kodiert."


def _spalten(zaehlung: Zaehlung) -> str:
    zeilen = ["| Spalte | Typ | Bedeutung | fehlend |", "|---|---|---|---|"]
    for s in zaehlung.spalten:
        zeilen.append(f"| `{s.name}` | {s.typ.name} | {_zelle(s.bedeutung)} | {zaehlung.fehlend[s.name]} |")
    return _zeilen(zeilen)


def _werte(zaehlung: Zaehlung) -> Iterator[str]:
    for spalte in zaehlung.spalten:
        if spalte.werte:
            yield f"`{spalte.name}`:"
            yield _zeilen(
                (
                    "| Wert | Bedeutung | Anzahl |",
                    "|---|---|---|",
                    *(f"| {_zelle(wert)} | {_zelle(was)} | {n} |" for wert, was, n in zaehlung.auswahl(spalte)),
                )
            )


def _zeilen(zeilen: Iterable[str]) -> str:
    return "\n".join(zeilen)


def _zelle(text: str) -> str:
    """Text, der in einer Markdown-Tabelle nichts auslöst."""
    return "".join(f"\\{z}" if z in "\\|`*_<>[]" else z for z in " ".join(text.split()))
