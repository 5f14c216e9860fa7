"""Erkennung: wo in einem Text ein Name steht. Was er bedeutet, sagt sie nicht; das entscheidet das Lexikon."""

from __future__ import annotations

import importlib
import importlib.metadata
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from modul import Modulfehler

# Anfang, Ende (halboffen, im gesäuberten Text) und der Typ, den die NER meint; er ist nur Herkunftsvermerk.
Stelle = tuple[int, int, str]

SPACY_MODELL = "de_core_news_lg"
SPACY_QUELLE = (
    "https://github.com/explosion/spacy-models/releases/download/de_core_news_lg-3.8.0/"
    "de_core_news_lg-3.8.0-py3-none-any.whl"
    "#sha256=36fda650e476b54d5e87803635e36dadd1e8e034c4b5962088586d684f4c9fed"
)
SPACY_STAPEL = 64

HANTA_MODELL = "morphmodel_ger.pgz"
# HanTa merkt sich jedes Wort; bei so vielen fängt der Merkzettel von vorn an, damit der Speicher begrenzt bleibt.
HANTA_MERKT = 200_000
# HanTa zerlegt ein Wort auf jede Weise: 200 Zeichen kosten eine halbe Sekunde, 800 schon zehn, 20.000 Tage. Von einem
# längeren Wort liest es den Anfang; das längste in den Nachrichten hat 39.
HANTA_LIEST = 200
_WORT = re.compile(r"[^\W_]+(?:['’.&/-][^\W_]+)*|[^\w\s]")


class Erkennung(Protocol):
    """Eine NER."""

    def kennung(self) -> dict[str, str]:
        """Name und Fassung für die coder_version."""

    def stellen(self, texte: Sequence[str]) -> Iterable[list[Stelle]]:
        """Die Namen je Text, in der Reihenfolge der Texte."""


class Wahl(NamedTuple):
    """Eine Möglichkeit von ``--ner``."""

    klasse: type[Any]
    zweck: str


class Keine:
    """Ohne NER: nur die Formen des Lexikons, und Vornamen mit einem großen Wort dahinter."""

    def kennung(self) -> dict[str, str]:
        """Name für die coder_version."""
        return {"ner": "keine"}

    def stellen(self, texte: Sequence[str]) -> Iterable[list[Stelle]]:
        """Keine Stellen."""
        return ([] for _ in texte)


class Hanta:
    """Der Wortartentagger HanTa: aufeinanderfolgende Eigennamen (NE) sind eine Stelle.

    Raises:
        Modulfehler: HanTa ist nicht installiert.
    """

    def __init__(self) -> None:
        try:
            hanta = importlib.import_module("HanTa.HanoverTagger")
        except ImportError:
            raise Modulfehler(
                "Für --ner hanta fehlt das Paket HanTa: .venv/bin/pip install -r requirements.txt"
            ) from None
        self._tagger: Any = hanta.HanoverTagger(HANTA_MODELL)

    def kennung(self) -> dict[str, str]:
        """Name und Fassung."""
        return {"ner": "hanta", "fassung": importlib.metadata.version("HanTa")}

    def stellen(self, texte: Sequence[str]) -> Iterable[list[Stelle]]:
        """Die Eigennamen je Text."""
        return map(self._je_text, texte)

    def _je_text(self, text: str) -> list[Stelle]:
        worte = [(m.start(), m.end()) for m in _WORT.finditer(text)]
        if not worte:
            return []
        if len(self._tagger.cache) > HANTA_MERKT:
            self._tagger.cache.clear()
        # Stufe 0 gibt nur die Wortarten; die Grundformen kosten noch einmal so viel.
        marken = self._tagger.tag_sent([text[a : min(e, a + HANTA_LIEST)] for a, e in worte], taglevel=0)
        stellen: list[Stelle] = []
        vorher = False
        for (start, ende), marke in zip(worte, marken, strict=True):
            name = marke == "NE" and text[start].isalpha()
            if name and vorher and stellen[-1][1] == start - 1:
                stellen[-1] = (stellen[-1][0], ende, "NE")
            elif name:
                stellen.append((start, ende, "NE"))
            vorher = name
        return stellen


class Spacy:
    """Die NER der spaCy-Pipeline de_core_news_lg.

    Raises:
        Modulfehler: spaCy oder das Modell fehlt.
    """

    def __init__(self) -> None:
        try:
            spacy = importlib.import_module("spacy")
        except ImportError:
            raise Modulfehler(
                "Für --ner de_core_news_lg fehlt spaCy: .venv/bin/pip install -r requirements-ner.txt;"
                " ohne spaCy geht --ner hanta oder --ner keine"
            ) from None
        try:
            # Nur was die NER braucht; die übrigen Teile kosten das Dreifache.
            self._nlp: Any = spacy.load(SPACY_MODELL, exclude=["tagger", "parser", "lemmatizer", "attribute_ruler"])
        except OSError:
            raise Modulfehler(
                f"Das spaCy-Modell {SPACY_MODELL} fehlt: .venv/bin/pip install '{SPACY_QUELLE}';"
                " ohne das Modell geht --ner hanta oder --ner keine"
            ) from None

    def kennung(self) -> dict[str, str]:
        """Name und Fassungen des Modells und der Bibliothek."""
        meta = self._nlp.meta
        return {
            "ner": SPACY_MODELL,
            "fassung": str(meta.get("version")),
            "spacy": importlib.metadata.version("spacy"),
        }

    def stellen(self, texte: Sequence[str]) -> Iterable[list[Stelle]]:
        """Die Entitäten je Text."""
        for doc in self._nlp.pipe(texte, batch_size=SPACY_STAPEL):
            yield [(e.start_char, e.end_char, e.label_) for e in doc.ents]


NER: dict[str, Wahl] = {
    SPACY_MODELL: Wahl(Spacy, "die Vorgabe auf Prod"),
    "hanta": Wahl(Hanta, "ohne Modell von außen"),
    "keine": Wahl(Keine, "allein das Lexikon"),
}


def erkennung(name: str) -> Erkennung:
    """Die gewählte NER, geladen.

    Raises:
        Modulfehler: sie fehlt; der Text sagt, wie sie zu bekommen ist. Einen stillen Ersatz gibt es nicht.
    """
    ner: Erkennung = NER[name].klasse()
    return ner
