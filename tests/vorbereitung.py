"""Eine Datenbank bis dahin bringen, wo die Module anfangen: Ingest-Schema und alle Migrationen."""

from __future__ import annotations

from tests.basis import WURZEL, lauf


def vorbereiten(url: str, *dateien: str) -> str:
    """Legt Schema und Migrationen an, lädt auf Wunsch Dateien, und gibt ``url`` zurück."""
    for worte in (["beispiel/laden.py", "--schema", *dateien], ["migrieren.py"]):
        ergebnis = lauf(*worte, url=url)
        if ergebnis.returncode != 0:
            raise AssertionError(f"{worte}: {ergebnis.stderr}")
    return url


BEISPIEL = str(WURZEL / "beispiel" / "raw_items.jsonl")
"""Die mitgelieferten, erfundenen Items."""
