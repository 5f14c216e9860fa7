"""Paarprobe: die verglichenen Paare der Dubletten als Proben."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from auslese import Auslese
from normalisierung import saeubern
from probe import Probe
from titel import EINWAENDE, SCHWELLE, Urteil

if TYPE_CHECKING:
    from bestand import Zelle

# Wie zweifelhaft ein Urteil ist, wenn nicht der Abstand zur Schwelle es sagt: enthaltene Titel eher als gleiche.
ABSTAND = {"enthalten": 0.125, "gleich": 1.0}

# Gesucht ist die Übernahme einer Schlagzeile; zwei eigene Schlagzeilen über dasselbe sind keine.
AUSSAGE = {
    True: "Beide Titel sind dieselbe Schlagzeile, wörtlich oder fast wörtlich.",
    False: "Die beiden Titel sind nicht dieselbe Schlagzeile, auch nicht fast wörtlich.",
}

GRUENDE = {
    "gleich": "ohne Beiwerk Wort für Wort gleich",
    "aehnlich": f"Trigramme der Wörter ab {float(SCHWELLE):.2f}".replace(".", ",") + ", kein Einwand",
    "enthalten": "der eine steht wörtlich am Ende des anderen",
    "kopf": "die Kürzel vor den Titeln widersprechen einander",
} | {einwand.name: f"ähnlich, getrennt durch »{einwand.name}«, wie {einwand.fall}" for einwand in EINWAENDE}


class Paarprobe:
    """Beobachter für ``Bestand``: gibt jedes verglichene Paar einmal in die Auslese.

    Ein Lauf vergleicht manches Paar mehrmals, von beiden Seiten und an den Rändern der Blöcke; damit die Umfänge der
    Strata stimmen, merkt er sich die Kennungen aller Paare, die einander ähneln.

    Args:
        auslese: nimmt die Proben.
    """

    def __init__(self, auslese: Auslese) -> None:
        self._auslese = auslese
        self._gesehen: set[tuple[int, int]] = set()

    def __call__(self, a: Zelle, b: Zelle, urteil: Urteil) -> None:
        """Nimmt ein verglichenes Paar entgegen."""
        if urteil.grund in {"leer", "unaehnlich"}:
            return
        if a.erste > b.erste:
            a, b = b, a
        paar = a.items[0].id, b.items[0].id
        if paar in self._gesehen:
            return
        self._gesehen.add(paar)
        abstand = ABSTAND.get(urteil.grund, abs(urteil.jaccard - float(SCHWELLE)))
        self._auslese.merken(_probe(a, b, urteil), (abstand, *paar))


def _probe(a: Zelle, b: Zelle, urteil: Urteil) -> Probe:
    links, rechts = a.items[0], b.items[0]
    angaben = {
        "Grund": GRUENDE[urteil.grund],
        "Jaccard der Trigramme": f"{urteil.jaccard:.4f}".replace(".", ","),
        "Tage": " und ".join(f"{date.fromordinal(tag):%d.%m.%Y}" for tag in sorted({a.tag, b.tag})),
    }
    for name, teaser in (("Teaser A", links.teaser), ("Teaser B", rechts.teaser)):
        if inhalt := saeubern(teaser):
            angaben[name] = inhalt
    return Probe(
        kennung=f"dublette:{links.id}-{rechts.id}:{'verbunden' if urteil.verbunden else 'getrennt'}",
        aussage=AUSSAGE[urteil.verbunden],
        methode=urteil.grund,
        form="paar",
        item_a=links.id,
        haus_a=a.haus,
        text_a=links.titel or "",
        item_b=rechts.id,
        haus_b=b.haus,
        text_b=rechts.titel or "",
        angaben=angaben,
    )
