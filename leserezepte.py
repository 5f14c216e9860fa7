"""Der Code, der einen Export in pandas, R und DuckDB mit den richtigen Typen öffnet."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from exporttypen import GANZZAHL, TAG, ZEIT, Spalte

# Spätestens hier bricht eine Zeile um (Zeichen).
BREITE = 100


class Rezept(NamedTuple):
    """Code für ein Programm, zum Kopieren."""

    programm: str
    sprache: str
    code: str


def rezepte(datei: str, form: str, spalten: Sequence[Spalte]) -> list[Rezept]:
    """Je Programm ein Rezept.

    Args:
        datei: Name der Datei.
        form: ``csv``, ``jsonl`` oder ``parquet``.
        spalten: ihre Spalten.
    """
    pandas, r, duckdb = {
        "csv": (_pandas_csv, _r_csv, _duckdb_csv),
        "jsonl": (_pandas_jsonl, _r_jsonl, _duckdb_jsonl),
        "parquet": (_pandas_parquet, _r_parquet, _duckdb_parquet),
    }[form]
    # Anführung und Maskierung von JSON verstehen auch Python und R.
    text = json.dumps(datei, ensure_ascii=False)
    return [
        Rezept("pandas", "python", pandas(text, spalten)),
        Rezept("R", "r", r(text, spalten)),
        Rezept("DuckDB", "sql", duckdb("'" + datei.replace("'", "''") + "'", spalten)),
    ]


def _pandas_csv(datei: str, spalten: Sequence[Spalte]) -> str:
    zeiten = [s.name for s in spalten if s.typ in (TAG, ZEIT)]
    listen = [s.name for s in spalten if s.typ.liste]
    typen = _umbrechen(f'"{s.name}": "{s.typ.pandas}"' for s in spalten if s.name not in zeiten)
    zeittypen = _umbrechen(f'"{s.name}": "{s.typ.pandas}"' for s in spalten if s.name in zeiten)
    zeilen = [
        *(["import json", ""] if listen else []),
        "import pandas as pd",
        "",
        "d = pd.read_csv(",
        f"    {datei},",
        "    keep_default_na=False,",
        '    na_values=[""],',
        f"    parse_dates={json.dumps(zeiten)},",
        f"    dtype={{{typen}}},",
        ")",
        # Eine Spalte ohne einen Wert bliebe sonst ohne ihren Typ.
        f"d = d.astype({{{zeittypen}}})",
    ]
    if listen:
        zeilen += [
            f"for spalte in {json.dumps(listen)}:",
            '    d[spalte] = d[spalte].map(json.loads, na_action="ignore")',
        ]
    return "\n".join(zeilen)


def _pandas_jsonl(datei: str, spalten: Sequence[Spalte]) -> str:
    namen = _umbrechen(f'"{s.name}"' for s in spalten)
    typen = _umbrechen(f'"{s.name}": "{s.typ.pandas}"' for s in spalten)
    zeilen = [
        "import json",
        "",
        "import pandas as pd",
        "",
        f"spalten = [{namen}]",
        f'with open({datei}, encoding="utf-8") as zeilen:',
        "    d = pd.DataFrame(map(json.loads, zeilen), columns=spalten, dtype=object)",
        *(
            f'd["{s.name}"] = pd.to_datetime(d["{s.name}"]{", utc=True" if s.typ is ZEIT else ""})'
            for s in spalten
            if s.typ in (TAG, ZEIT)
        ),
        f"d = d.astype({{{typen}}})",
    ]
    return "\n".join(zeilen)


def _pandas_parquet(datei: str, _: Sequence[Spalte]) -> str:
    return f'import pandas as pd\n\nd = pd.read_parquet({datei}, dtype_backend="pyarrow")'


def _r_csv(datei: str, spalten: Sequence[Spalte]) -> str:
    klassen = _umbrechen(f'{s.name} = "{s.typ.r}"' for s in spalten)
    kuerzel = "".join(s.typ.readr for s in spalten)
    listen = [s.name for s in spalten if s.typ.liste]
    zeilen = [
        "d <- read.csv(",
        f'    {datei}, encoding = "UTF-8", na.strings = "",',
        f"    colClasses = c({klassen})",
        ")",
        *(
            f'd${s.name} <- as.POSIXct(d${s.name}, format = "%Y-%m-%dT%H:%M:%OSZ", tz = "UTC")'
            for s in spalten
            if s.typ is ZEIT
        ),
        f'# oder: d <- readr::read_csv({datei}, na = "", col_types = "{kuerzel}")',
    ]
    if any(s.typ is GANZZAHL for s in spalten):
        zeilen.append("# Ganze Zahlen sind double: genau bis 2^53")
    if listen:
        zeilen.append(f"# Listen ({', '.join(listen)}): lapply(d${listen[0]}, jsonlite::fromJSON)")
    return "\n".join(zeilen)


def _r_jsonl(datei: str, _: Sequence[Spalte]) -> str:
    return f'd <- jsonlite::stream_in(file({datei}, encoding = "UTF-8"), verbose = FALSE)'


def _r_parquet(datei: str, _: Sequence[Spalte]) -> str:
    return f"d <- arrow::read_parquet({datei})"


def _duckdb_csv(datei: str, spalten: Sequence[Spalte]) -> str:
    # Listen liest DuckDB aus CSV als Text und dann als JSON.
    typen = _umbrechen(f"'{s.name}': '{'VARCHAR' if s.typ.liste else s.typ.duckdb}'" for s in spalten)
    listen = ", ".join(
        f"from_json({s.name}, '[\"{s.typ.duckdb.removesuffix('[]')}\"]') as {s.name}" for s in spalten if s.typ.liste
    )
    return "\n".join(
        (
            f"select {f'* replace ({listen})' if listen else '*'}",
            f"from read_csv({datei}, header = true, delim = ',', quote = '\"', escape = '\"',",
            f"    columns = {{{typen}}});",
        )
    )


def _duckdb_jsonl(datei: str, spalten: Sequence[Spalte]) -> str:
    typen = _umbrechen(f"'{s.name}': '{s.typ.duckdb}'" for s in spalten)
    return f"select *\nfrom read_json({datei}, format = 'newline_delimited',\n    columns = {{{typen}}});"


def _duckdb_parquet(datei: str, _: Sequence[Spalte]) -> str:
    return f"select *\nfrom read_parquet({datei});"


def _umbrechen(teile: Iterable[str]) -> str:
    """Verbindet mit Komma und bricht zwischen den Teilen um."""
    zeilen = [""]
    for teil in teile:
        if len(zeilen[-1]) + len(teil) > BREITE:
            zeilen.append("")
        zeilen[-1] += f"{teil}, "
    return "\n        ".join(zeile.rstrip() for zeile in zeilen).rstrip(",")
