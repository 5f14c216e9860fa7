"""Dublettengruppen: aus Titeln, Häusern und Tagen werden Zellen, Kanten und Gruppen.

Eine *Zelle* sind die gleichen Titel eines Hauses an einem Tag; so werden aus k Kopien nicht k² Paare. Eine *Kante*
verbindet zwei Zellen mit derselben Meldung im Datumsfenster. Eine *Gruppe* entsteht, indem die Kanten der Reihe nach
vereinigt werden, solange keine Regel verletzt wird. Reiner Kern: das Laden übernimmt eine Funktion von außen.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from operator import attrgetter
from typing import Any, NamedTuple

from titel import SCHWELLE_NAECHSTER, Titel, Urteil, enthaelt, urteilen

# Gepaart wird am selben Berliner Tag und an benachbarten. Gewählt nach der Messung in NOTES.md.
FENSTER = 1
# Steht dieselbe Zeile beim selben Haus binnen so vieler Tage noch einmal, ist sie ein Format und paart nur am selben
# Tag. Das doppelte Fenster, weil sonst A am Montag und A am Mittwoch über B am Dienstag verkettet würden.
WIEDERHOLUNG = 2 * FENSTER

# Namensraum der Gruppenkennungen; beliebig, aber für immer fest.
NAMENSRAUM = uuid.UUID("6f0cf1a2-6a0b-5d0e-9a53-1f6a3c1f2b77")


class Item(NamedTuple):
    """Was Dubletten von einem Item wissen: ``tag`` ist der Berliner Tag (ordinal), ``ankunft`` erfasst_am."""

    id: int
    haus: str
    tag: int
    ankunft: datetime
    titel: str | None
    teaser: str | None
    hinweis: str | None


# Eine Zelle gegen sich selbst.
GLEICH = Urteil(True, "gleich", Fraction(1))

Ladefunktion = Callable[[int, frozenset[str] | None], Iterable[Item]]
Kandidaten = Callable[[Sequence[Titel], Sequence[int] | None], Iterable[tuple[int, int]]]


class Zelle:
    """Alle Items eines Hauses an einem Tag mit demselben Titel, in der Reihenfolge ihres Eintreffens."""

    __slots__ = ("haus", "items", "tag", "titel")

    def __init__(self, haus: str, tag: int, titel: Titel) -> None:
        self.haus = haus
        self.tag = tag
        self.titel = titel
        self.items: list[Item] = []

    @property
    def erste(self) -> tuple[datetime, int]:
        """Wann das erste Item eintraf, bei Gleichstand die kleinere Kennung."""
        return self.items[0].ankunft, self.items[0].id


class Kante(NamedTuple):
    """Zwei Zellen mit derselben Meldung."""

    a: Zelle
    b: Zelle
    jaccard: Fraction


class Verzeichnis:
    """Die verschiedenen Titel einiger Tage, nummeriert, und wo sie stehen."""

    def __init__(self, tage: set[int], zellen: Iterable[Zelle]) -> None:
        self.tage = tage
        self.titel: list[Titel] = []
        self.zellen: list[list[Zelle]] = []
        self.nummern: dict[int, int] = {}
        gleiche: dict[tuple[str, str, str], int] = {}
        for zelle in zellen:
            if zelle.titel.kern:
                nummer = gleiche.setdefault(zelle.titel.schluessel, len(self.titel))
                if nummer == len(self.titel):
                    self.titel.append(zelle.titel)
                    self.zellen.append([])
                self.nummern[id(zelle)] = nummer
                self.zellen[nummer].append(zelle)


class Bestand:
    """Die geladenen Tage und was sich aus ihnen über Nachbarschaften sagen lässt.

    Args:
        laden: liefert die Items eines Tages, auf Wunsch nur bestimmter Häuser.
        kandidaten: liefert Paare ähnlicher Titel (Nummern), auf Wunsch nur mit bestimmten.
        naechste_kandidaten: dasselbe für den nächsten Titel eines anderen Hauses.
        mit_teaser: ob der Teaser zur Vergleichsbasis gehört.
    """

    def __init__(
        self, laden: Ladefunktion, kandidaten: Kandidaten, naechste_kandidaten: Kandidaten, mit_teaser: bool = False
    ) -> None:
        self._laden = laden
        self._kandidaten = kandidaten
        self._naechste_kandidaten = naechste_kandidaten
        self._mit_teaser = mit_teaser
        self._tage: dict[int, dict[tuple[str, tuple[str, str, str]], Zelle]] = {}
        # Tage, von denen nur einzelne Häuser geladen sind, und welche.
        self._teile: dict[int, set[str]] = {}
        self._geschwister: dict[tuple[str, str], dict[int, list[Zelle]]] = defaultdict(lambda: defaultdict(list))
        self._titel: dict[tuple[str | None, str | None], Titel] = {}
        self._verzeichnis: Verzeichnis | None = None
        self._urteile: dict[tuple[int, int], Urteil] = {}
        # Wird mit jedem verglichenen Paar gerufen; für Stichproben.
        self.beobachter: Callable[[Zelle, Zelle, Urteil], None] | None = None

    # -- Laden ---------------------------------------------------------------------------------------------------------

    def sichern(self, tage: Iterable[int]) -> None:
        """Lädt die Tage, die noch nicht ganz da sind."""
        for tag in sorted(set(tage)):
            if tag not in self._tage or tag in self._teile:
                schon = self._teile.pop(tag, set())
                self._aufnehmen(tag, (i for i in self._laden(tag, None) if i.haus not in schon))

    def _sichern_haeuser(self, bedarf: dict[int, set[str]]) -> None:
        for tag, haeuser in sorted(bedarf.items()):
            if tag in self._tage and tag not in self._teile:
                continue
            fehlen = haeuser - self._teile.setdefault(tag, set())
            if fehlen:
                self._teile[tag] |= fehlen
                self._aufnehmen(tag, self._laden(tag, frozenset(fehlen)))

    def _aufnehmen(self, tag: int, items: Iterable[Item]) -> None:
        zellen = self._tage.setdefault(tag, {})
        # In der Reihenfolge des Eintreffens, damit die Schreibung der Zelle nicht von der des Ladens abhängt.
        for item in sorted(items, key=attrgetter("ankunft", "id")):
            teaser = (item.teaser or "") if self._mit_teaser else None
            roh = (item.titel, teaser)
            titel = self._titel.get(roh)
            if titel is None:
                titel = self._titel[roh] = Titel(item.titel, teaser)
            # Ein Titel ohne Wörter paart mit nichts, auch nicht mit seinesgleichen.
            schluessel = titel.schluessel if titel.kern else ("", "", str(item.id))
            zelle = zellen.get((item.haus, schluessel))
            if zelle is None:
                zelle = zellen[item.haus, schluessel] = Zelle(item.haus, tag, titel)
                if titel.kern:
                    self._geschwister[item.haus, titel.basis][tag].append(zelle)
            zelle.items.append(item)

    def vergessen(self, vor: int) -> None:
        """Gibt die Tage vor ``vor`` frei."""
        alte = [tag for tag in self._tage if tag < vor]
        for tag in alte:
            for zelle in self._tage.pop(tag).values():
                if zelle.titel.kern:
                    haus_kern = (zelle.haus, zelle.titel.basis)
                    if self._geschwister[haus_kern].pop(tag, None) is not None and not self._geschwister[haus_kern]:
                        del self._geschwister[haus_kern]
            self._teile.pop(tag, None)
        if alte:
            self._titel.clear()
            self._urteile.clear()
            self._verzeichnis = None

    def zellen(self, tag: int) -> list[Zelle]:
        """Die Zellen eines geladenen Tages."""
        return list(self._tage[tag].values())

    def zellen_von(self, tag_von: Mapping[int, int]) -> dict[int, Zelle]:
        """Die Zellen von Items, gegeben als Kennung und Tag; lädt die Tage."""
        self.sichern(tag_von.values())
        return {i.id: z for tag in set(tag_von.values()) for z in self.zellen(tag) for i in z.items if i.id in tag_von}

    # -- Wiederholungen ------------------------------------------------------------------------------------------------

    def wiederholungen(self, zellen: Iterable[Zelle]) -> None:
        """Lädt, was ``geschwister`` für diese Zellen braucht."""
        bedarf: dict[int, set[str]] = defaultdict(set)
        for zelle in zellen:
            if zelle.titel.kern:
                for tag in range(zelle.tag - WIEDERHOLUNG, zelle.tag + WIEDERHOLUNG + 1):
                    bedarf[tag].add(zelle.haus)
        self._sichern_haeuser(bedarf)

    def geschwister(self, zelle: Zelle) -> list[Zelle]:
        """Dieselbe Zeile desselben Hauses an anderen Tagen; die Zellen müssen über ``wiederholungen`` geladen sein."""
        if not zelle.titel.kern:
            return []
        je_tag = self._geschwister.get((zelle.haus, zelle.titel.basis), {})
        return [
            z for tag, zs in je_tag.items() if 0 < abs(tag - zelle.tag) <= WIEDERHOLUNG for z in zs
        ]  # fmt: skip

    def wiederholt(self, zelle: Zelle) -> int | None:
        """Das zuerst eingetroffene Item unter den Geschwistern, oder ``None``: dann ist die Zeile kein Format."""
        erste = min((z.erste for z in self.geschwister(zelle)), default=None)
        return erste[1] if erste else None

    # -- Kanten --------------------------------------------------------------------------------------------------------

    def _im_fenster(self, zellen: Sequence[Zelle], kandidaten: Kandidaten) -> Iterable[tuple[Zelle, Zelle]]:
        """Paare (Zelle aus ``zellen``, Nachbar) nach Titel und Datumsfenster; gleiche Titel gehören dazu."""
        tage = {z.tag + d for z in zellen for d in range(-FENSTER, FENSTER + 1)}
        self.sichern(tage)
        if self._verzeichnis is None or not tage <= self._verzeichnis.tage:
            self._verzeichnis = Verzeichnis(tage, (z for tag in sorted(tage) for z in self._tage[tag].values()))
        titel, nummern, zellen_von = self._verzeichnis.titel, self._verzeichnis.nummern, self._verzeichnis.zellen
        auswahl = sorted({nummern[id(z)] for z in zellen if z.titel.kern})
        partner: dict[int, set[int]] = {nummer: {nummer} for nummer in auswahl}
        for i, j in kandidaten(titel, None if 2 * len(auswahl) > len(titel) else auswahl):
            if i in partner:
                partner[i].add(j)
            if j in partner:
                partner[j].add(i)
        for zelle in zellen:
            if zelle.titel.kern:
                for nummer in partner[nummern[id(zelle)]]:
                    for andere in zellen_von[nummer]:
                        if abs(andere.tag - zelle.tag) <= FENSTER and andere is not zelle:
                            yield zelle, andere

    def aehnlich(self, a: Titel, b: Titel) -> Urteil:
        """``urteilen``, gemerkt."""
        paar = (id(a), id(b)) if id(a) < id(b) else (id(b), id(a))
        urteil = self._urteile.get(paar)
        if urteil is None:
            urteil = self._urteile[paar] = urteilen(a, b)
        return urteil

    def kanten(self, zellen: Sequence[Zelle], *, auch_formate: bool = False) -> list[Kante]:
        """Die Kanten dieser Zellen; die Regel für Formate gilt, wenn ``auch_formate`` es nicht anders sagt."""
        gefunden = []
        ueber_tage: set[Zelle] = set()
        for zelle, andere in self._im_fenster(zellen, self._kandidaten):
            if zelle.haus == andere.haus and zelle.tag != andere.tag:
                continue
            urteil = self.aehnlich(zelle.titel, andere.titel)
            if self.beobachter is not None:
                self.beobachter(zelle, andere, urteil)
            if urteil.verbunden:
                gefunden.append(Kante(zelle, andere, urteil.jaccard))
                if zelle.tag != andere.tag:
                    ueber_tage |= {zelle, andere}
        if auch_formate or not ueber_tage:
            return gefunden
        self.wiederholungen(ueber_tage)
        formate = {z for z in ueber_tage if self.geschwister(z)}
        return [k for k in gefunden if k.a.tag == k.b.tag or not (k.a in formate or k.b in formate)]

    def naechste(self, zellen: Sequence[Zelle]) -> dict[Zelle, list[tuple[Fraction, Zelle]]]:
        """Je Zelle die Zellen anderer Häuser im Fenster, deren Kern nach Wörtern ähnlich ist, die nächste zuerst."""
        ergebnis: dict[Zelle, list[tuple[Fraction, Zelle]]] = {}
        for zelle, andere in self._im_fenster(zellen, self._naechste_kandidaten):
            if zelle.haus != andere.haus:
                mass = wort_jaccard(zelle.titel, andere.titel)
                if mass >= SCHWELLE_NAECHSTER:
                    ergebnis.setdefault(zelle, []).append((mass, andere))
        for liste in ergebnis.values():
            liste.sort(key=lambda eintrag: (-eintrag[0], eintrag[1].erste))
        return ergebnis

    def komponenten(self, start: Iterable[Zelle]) -> list[tuple[list[Zelle], list[Kante]]]:
        """Alle Zellen, die von ``start`` aus über Kanten zu erreichen sind, je Zusammenhang mit ihren Kanten.

        Lädt nach, solange eine Zelle am Rand des Geladenen liegt.
        """
        kanten: dict[Zelle, list[Kante]] = {}
        rand = list(dict.fromkeys(start))
        while rand:
            for zelle in rand:
                kanten[zelle] = []
            for kante in self.kanten(rand):
                kanten[kante.a].append(kante)
            rand = list(dict.fromkeys(k.b for z in rand for k in kanten[z] if k.b not in kanten))
        ergebnis = []
        offen = dict.fromkeys(kanten)
        while offen:
            zelle = next(iter(offen))
            teil = {zelle: None}
            stapel = [zelle]
            while stapel:
                for kante in kanten[stapel.pop()]:
                    if kante.b not in teil:
                        teil[kante.b] = None
                        stapel.append(kante.b)
            for z in teil:
                del offen[z]
            ergebnis.append((list(teil), [k for z in teil for k in kanten[z] if k.a.items[0].id < k.b.items[0].id]))
        return ergebnis


def wort_jaccard(a: Titel, b: Titel) -> Fraction:
    """Jaccard-Maß der Wörter zweier Kerne."""
    links, rechts = set(a.woerter), set(b.woerter)
    return Fraction(len(links & rechts), len(links | rechts) or 1)


# --- Gruppen ----------------------------------------------------------------------------------------------------------


class Gruppe:
    """Zellen, die dieselbe Meldung tragen, mit der schwächsten Kante, die sie zusammenhält."""

    __slots__ = ("leit", "schwaechste", "tag_von", "zellen")

    def __init__(self, zelle: Zelle) -> None:
        self.zellen = [zelle]
        self.leit = zelle
        self.tag_von = {zelle.haus: zelle.tag}
        self.schwaechste: Fraction | None = Fraction(1) if len(zelle.items) > 1 else None

    def vertraegt(self, andere: Gruppe, bestand: Bestand) -> bool:
        """Ob die Vereinigung kein Haus an zwei Tagen enthielte und jedes Mitglied zum Leititem passte."""
        kleine, grosse = sorted((self.tag_von, andere.tag_von), key=len)
        if any(grosse.get(haus, tag) != tag for haus, tag in kleine.items()):
            return False
        leit = min(self.leit, andere.leit, key=lambda z: z.erste).titel
        alle = list({id(z.titel): z.titel for z in self.zellen + andere.zellen}.values())
        return all(
            t is leit
            or bestand.aehnlich(leit, t).verbunden
            # Zwei Titel mit verschiedenen langen Ressortkürzeln tragen denselben wörtlichen Kern.
            or any(enthaelt(leit, k) and enthaelt(t, k) for k in alle if k is not leit and k is not t)
            for t in alle
        )

    def vereinigen(self, andere: Gruppe, jaccard: Fraction) -> None:
        """Nimmt die Zellen der anderen Gruppe auf, verbunden über eine Kante dieser Stärke."""
        self.zellen += andere.zellen
        self.leit = min(self.leit, andere.leit, key=lambda z: z.erste)
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
    naechste: dict[Zelle, list[tuple[Fraction, Zelle]]],
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
            "naechster": {"item": nachbar[0][1].items[0].id, "jaccard": zahl(nachbar[0][0])} if nachbar else None,
            "wiederholt": bestand.wiederholt(zelle),
            "tag": date.fromordinal(zelle.tag).isoformat(),
        }
        for item in zelle.items:
            leitet = item is leit
            yield (
                item,
                {
                    **je_zelle,
                    "rolle": "einzel" if groesse == 1 else "leit" if leitet else "mitglied",
                    "jaccard": zahl(urteil.jaccard) if groesse > 1 else None,
                    # Ohne Verbindung zum Leititem hält ein Titel beide zusammen, der in beiden wörtlich enthalten ist.
                    "grund": None if leitet else urteil.grund if urteil.verbunden else "gemeinsamer_kern",
                    "hinweise": hinweise(item),
                },
            )


def hinweise(item: Item) -> list[str]:
    """Was an der Eingabe auffiel: eine unbrauchbare Veröffentlichungszeit, ersetzte Zeichen."""
    ersetzt = "\ufffd" in (item.titel or "") or "\ufffd" in (item.teaser or "")
    return [h for h in (item.hinweis, "zeichen_ersetzt" if ersetzt else None) if h]


def zahl(bruch: Fraction) -> float:
    """Ein Bruch auf vier Stellen, wie er in der Nutzlast steht."""
    return round(float(bruch), 4)
