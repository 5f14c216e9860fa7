"""Schreibt Zeilen als CSV, JSONL oder Parquet, stapelweise und für gleiche Werte Byte für Byte gleich."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from exporttypen import GANZZAHL, TAG, TEXT, TEXTLISTE, VEKTOR, WAHRHEIT, ZAHL, ZAHLENLISTE, ZEIT, Spalte, Typ

# Nimmt einen Stapel als Spalten: je Spalte ihre Werte.
Schreiber = Callable[[Sequence[Sequence[Any]]], None]

# Parquet-Leser holen ganze Zeilengruppen; ab so viel Speicher wird eine geschrieben (Byte).
ZEILENGRUPPE = 32 * 1024 * 1024

_HEIKEL = re.compile(r'[",\r\n]')
_kodieren = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


@contextmanager
def csv(pfad: Path, spalten: Sequence[Spalte]) -> Iterator[Schreiber]:
    """CSV nach RFC 4180 mit Zeilenende LF: ein fehlender Wert ist leer, ein leerer Text ist ``""``."""
    zellen = [_CSV[spalte.typ] for spalte in spalten]
    with pfad.open("w", encoding="utf-8", newline="") as datei:
        datei.write(",".join(spalte.name for spalte in spalten) + "\n")

        def schreiben(werte: Sequence[Sequence[Any]]) -> None:
            texte = (_je_wert(zelle, spalte, "") for zelle, spalte in zip(zellen, werte, strict=True))
            datei.writelines(f"{','.join(zeile)}\n" for zeile in zip(*texte, strict=True))

        yield schreiben


@contextmanager
def jsonl(pfad: Path, spalten: Sequence[Spalte]) -> Iterator[Schreiber]:
    """Je Zeile ein JSON-Objekt mit allen Spalten in ihrer Folge; ein fehlender Wert ist null."""
    namen = [spalte.name for spalte in spalten]
    wandler = [_JSON.get(spalte.typ) for spalte in spalten]
    with pfad.open("w", encoding="utf-8", newline="") as datei:

        def schreiben(werte: Sequence[Sequence[Any]]) -> None:
            lesbar = (
                spalte if wandeln is None else _je_wert(wandeln, spalte, None)
                for wandeln, spalte in zip(wandler, werte, strict=True)
            )
            datei.writelines(
                f"{_kodieren(dict(zip(namen, zeile, strict=True)))}\n" for zeile in zip(*lesbar, strict=True)
            )

        yield schreiben


@contextmanager
def parquet(pfad: Path, spalten: Sequence[Spalte]) -> Iterator[Schreiber]:
    """Parquet mit festem Schema, auch ohne Zeilen; die Bedeutung jeder Spalte steht in ihren Metadaten."""
    import pyarrow as pa
    from pyarrow import parquet as pq

    typen: dict[Typ, Any] = {
        GANZZAHL: pa.int64(),
        ZAHL: pa.float64(),
        TEXT: pa.string(),
        WAHRHEIT: pa.bool_(),
        TAG: pa.date32(),
        ZEIT: pa.timestamp("us", tz="UTC"),
        TEXTLISTE: pa.list_(pa.string()),
        ZAHLENLISTE: pa.list_(pa.int64()),
        VEKTOR: pa.list_(pa.float32()),
    }
    schema = pa.schema(
        [pa.field(s.name, typen[s.typ], metadata={"bedeutung": s.bedeutung}) for s in spalten],
    )
    gesammelt: list[pa.RecordBatch] = []
    with pfad.open("wb") as datei, pq.ParquetWriter(datei, schema) as ziel:

        def leeren() -> None:
            if gesammelt:
                ziel.write_table(pa.Table.from_batches(gesammelt, schema))
                gesammelt.clear()

        def schreiben(werte: Sequence[Sequence[Any]]) -> None:
            felder = [pa.array(spalte, feld.type) for spalte, feld in zip(werte, schema, strict=True)]
            gesammelt.append(pa.record_batch(felder, schema=schema))
            if sum(stapel.nbytes for stapel in gesammelt) >= ZEILENGRUPPE:
                leeren()

        yield schreiben
        leeren()


FORMATE = {"csv": csv, "jsonl": jsonl, "parquet": parquet}


def _je_wert(wandeln: Callable[[Any], Any], werte: Sequence[Any], leer: str | None) -> list[Any]:
    return [leer if wert is None else wandeln(wert) for wert in werte]


def _text(wert: str) -> str:
    if not wert or _HEIKEL.search(wert):
        return '"' + wert.replace('"', '""') + '"'
    return wert


def _liste(wert: Sequence[Any]) -> str:
    return _text(_kodieren(wert))


def _zeit(wert: datetime) -> str:
    return f"{wert.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def _wahr(wert: bool) -> str:
    return "true" if wert else "false"


_JSON: dict[Typ, Callable[[Any], str]] = {TAG: date.isoformat, ZEIT: _zeit}
_CSV: dict[Typ, Callable[[Any], str]] = {
    **_JSON,
    GANZZAHL: str,
    ZAHL: repr,
    TEXT: _text,
    WAHRHEIT: _wahr,
    TEXTLISTE: _liste,
    ZAHLENLISTE: _liste,
    VEKTOR: _liste,
}
