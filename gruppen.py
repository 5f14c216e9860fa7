"""Dublettengruppen: Kanten werden der Reihe nach zu Gruppen vereinigt, und aus Gruppen werden Nutzlasten."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from bestand import Bestand, Item, Kante, Naechster, Zelle
from titel import Titel, Urteil, enthaelt

# Namensraum der Gruppenkennungen; beliebig, aber für immer fest.
NAMENSRAUM = uuid.UUID("6f0cf1a2-6a0b-5d0e-9a53-1f6a3c1f2b77")


# Eine Zelle gegen sich selbst.
GLEICH = Urteil(True, "gleich", 1.0)


class Gruppe:
    """Zellen, die dieselbe Meldung tragen, mit der schwächsten Kante, die sie zusammenhält.

    Jeder Titel einer Gruppe passt zum Leititem; bei einer Vereinigung ist deshalb nur zu prüfen, wer ein neues bekommt.
    """

    __slots__ = ("enthaltene", "leit", "schwaechste", "tag_von", "titel", "zellen")

    def __init__(self, zelle: Zelle) -> None:
        self.zellen = [zelle]
        self.leit = zelle
        self.titel = {id(zelle.titel): zelle.titel}
        # Titel, die wörtlich im Leititem stehen: über sie passt auch, wer ihm selbst nicht ähnelt.
        self.enthaltene: list[Titel] = []
        self.tag_von = {zelle.haus: zelle.tag}
        self.schwaechste: float | None = 1.0 if len(zelle.items) > 1 else None

    def vertraegt(self, andere: Gruppe, bestand: Bestand) -> bool:
        """Ob die Vereinigung kein Haus an zwei Tagen enthielte und jedes Mitglied zum Leititem passte."""
        kleine, grosse = sorted((self.tag_von, andere.tag_von), key=len)
        if any(grosse.get(haus, tag) != tag for haus, tag in kleine.items()):
            return False
        bleibt, weicht = sorted((self, andere), key=lambda g: g.leit.erste)
        leit = bleibt.leit.titel
        fremde = [t for t in weicht.titel.values() if t is not leit and not bestand.aehnlich(leit, t).verbunden]
        if not fremde:
            return True
        bruecken = [*bleibt.enthaltene, *(t for t in weicht.titel.values() if enthaelt(leit, t))]
        return all(any(k is not t and enthaelt(t, k) for k in bruecken) for t in fremde)

    def vereinigen(self, andere: Gruppe, jaccard: float) -> None:
        """Nimmt die Zellen der anderen Gruppe auf, verbunden über eine Kante dieser Stärke."""
        bleibt, weicht = sorted((self, andere), key=lambda g: g.leit.erste)
        leit = bleibt.leit
        self.enthaltene = bleibt.enthaltene + [t for t in weicht.titel.values() if enthaelt(leit.titel, t)]
        self.leit = leit
        self.zellen += andere.zellen
        self.titel |= andere.titel
        self.tag_von |= andere.tag_von
        self.schwaechste = min(s for s in (self.schwaechste, andere.schwaechste, jaccard) if s is not None)


def gruppieren(zellen: Iterable[Zelle], kanten: Iterable[Kante], bestand: Bestand) -> list[Gruppe]:
    """Vereinigt die Kanten eines ganzen Zusammenhangs, die stärkste zuerst, bei Gleichstand nach Kennung.

    Eine Vereinigung, die ein Haus an zwei Tagen enthielte oder ein Mitglied, das nicht mehr zum Leititem passt,
    unterbleibt: so bilden weder Formate noch allmählich veränderte Zeilen Ketten.
    """
    gruppe_von = {zelle: Gruppe(zelle) for zelle in zellen}
    if len(gruppe_von) == 1:
        return list(gruppe_von.values())
    for kante in sorted(kanten, key=lambda k: (-k.jaccard, *sorted((k.a.items[0].id, k.b.items[0].id)))):
        links, rechts = gruppe_von[kante.a], gruppe_von[kante.b]
        if links is not rechts and links.vertraegt(rechts, bestand):
            if len(links.zellen) < len(rechts.zellen):
                links, rechts = rechts, links
            for zelle in rechts.zellen:
                gruppe_von[zelle] = links
            links.vereinigen(rechts, kante.jaccard)
    return list({id(g): g for g in gruppe_von.values()}.values())


def nutzlasten(
    gruppe: Gruppe,
    bestand: Bestand,
    naechste: Mapping[Zelle, Naechster],
    basis: str,
    tage: set[int] | None = None,
) -> Iterable[tuple[Item, dict[str, Any]]]:
    """Die Nutzlast jedes Items einer Gruppe.

    Args:
        gruppe: fertige Gruppe.
        bestand: ihr Bestand; ``wiederholungen`` muss für die Zellen geladen sein.
        naechste: Ergebnis von ``Bestand.naechste`` für die Zellen.
        basis: ``titel`` oder ``titel+teaser``.
        tage: nur Items dieser Tage; ``None`` für alle.
    """
    leit = gruppe.leit.items[0]
    groesse = sum(len(z.items) for z in gruppe.zellen)
    gemeinsam = {
        "gruppe": str(uuid.uuid5(NAMENSRAUM, f"dublette:{leit.id}")),
        "groesse": groesse,
        "haeuser": len(gruppe.tag_von),
        "leit_item": leit.id,
        "schwaechste_kante": None if gruppe.schwaechste is None else zahl(gruppe.schwaechste),
        "basis": basis,
    }
    for zelle in gruppe.zellen:
        if tage is not None and zelle.tag not in tage:
            continue
        urteil = GLEICH if zelle is gruppe.leit else bestand.aehnlich(gruppe.leit.titel, zelle.titel)
        nachbar = naechste.get(zelle)
        je_zelle = {
            **gemeinsam,
            "naechster": {"item": nachbar.zelle.items[0].id, "jaccard": zahl(nachbar.mass)} if nachbar else None,
            "tag": tagestext(zelle.tag),
        }
        for item in zelle.items:
            leitet = item is leit
            yield (
                item,
                {
                    **je_zelle,
                    "wiederholt": None if zelle.leer else bestand.wiederholt(item),
                    "rolle": "einzel" if groesse == 1 else "leit" if leitet else "mitglied",
                    "jaccard": zahl(urteil.jaccard) if groesse > 1 else None,
                    # Ohne Verbindung zum Leititem hält ein Titel beide zusammen, der in beiden wörtlich enthalten ist.
                    "grund": None if leitet else urteil.grund if urteil.verbunden else "gemeinsamer_kern",
                    "hinweise": hinweise(item),
                },
            )


@lru_cache(maxsize=256)
def tagestext(tag: int) -> str:
    """Ein Berliner Tag, wie er in der Nutzlast steht."""
    return date.fromordinal(tag).isoformat()


def hinweise(item: Item) -> list[str]:
    """Was an der Eingabe auffiel: eine unbrauchbare Veröffentlichungszeit, ersetzte Zeichen."""
    ersetzt = "\ufffd" in (item.titel or "") or "\ufffd" in (item.teaser or "")
    return [h for h in (item.hinweis, "zeichen_ersetzt" if ersetzt else None) if h]


def zahl(mass: float) -> float:
    """Ein Maß auf vier Stellen, wie es in der Nutzlast steht."""
    return round(mass, 4)
