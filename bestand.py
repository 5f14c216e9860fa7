"""Der Bestand: geladene Tage als Zellen, und was sich aus ihnen über Nachbarschaften sagen lässt.

Eine *Zelle* sind die gleichen Titel eines Hauses an einem Tag; so werden aus k Kopien nicht k² Paare. Eine *Kante*
verbindet zwei Zellen mit derselben Meldung im Datumsfenster. Reiner Kern: das Laden übernimmt eine Funktion von außen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from kandidaten import Verfahren, Verzeichnis, aehnliche_kerne, naechste_partner
from normalisierung import hat_woerter
from titel import SCHWELLE_NAECHSTER, Titel, Urteil, jaccard, ohne_beiwerk, urteilen

# Gepaart wird am selben Berliner Tag und an benachbarten. Gewählt nach der Messung in NOTES.md.
FENSTER = 1
# Steht dieselbe Zeile beim selben Haus binnen so vieler Tage noch einmal, ist sie ein Format und paart nur am selben
# Tag. Das doppelte Fenster, weil sonst A am Montag und A am Mittwoch über B am Dienstag verkettet würden.
WIEDERHOLUNG = 2 * FENSTER

NAECHSTER_AB = float(SCHWELLE_NAECHSTER)

# So viele Titel sucht man einzeln in einem Tag, bevor es lohnt, ihn nach Wörtern aufzuschlagen.
EINZELN_HOECHSTENS = 4
# Ab diesem Anteil der Titel eines Fensters lohnt es, alle auf einmal zu verbinden.
ANTEIL_FUER_ALLE = 4


class Item(NamedTuple):
    """Was Dubletten von einem Item wissen: ``tag`` ist der Berliner Tag (ordinal), ``ankunft`` erfasst_am."""

    id: int
    haus: str
    tag: int
    ankunft: datetime
    titel: str | None
    teaser: str | None
    hinweis: str | None
    eingabe_hash: str = ""


TagLaden = Callable[[int], Iterable[Item]]
GleicheLaden = Callable[[list[str], int, int], Iterable[Item]]


class Zelle:
    """Alle Items eines Hauses an einem Tag mit demselben Titel (gesäubert, ohne Beiwerk), nach dem Eintreffen."""

    __slots__ = ("haus", "items", "leer", "tag", "titel")

    def __init__(self, haus: str, tag: int, titel: Titel, leer: bool) -> None:
        self.haus = haus
        self.tag = tag
        self.titel = titel
        self.leer = leer
        self.items: list[Item] = []

    @property
    def erste(self) -> tuple[datetime, int]:
        """Wann das erste Item eintraf, bei Gleichstand die kleinere Kennung."""
        return self.items[0].ankunft, self.items[0].id


class Kante(NamedTuple):
    """Zwei Zellen mit derselben Meldung."""

    a: Zelle
    b: Zelle
    jaccard: float


class Tagesblatt:
    """Die Zellen eines Tages, nach Titeln aufgeschlagen.

    Args:
        zellen: Zellen mit Wörtern.
    """

    def __init__(self, zellen: Iterable[Zelle]) -> None:
        nummern: dict[int, int] = {}
        titel: list[Titel] = []
        self.zellen: list[list[Zelle]] = []
        for zelle in zellen:
            nummer = nummern.setdefault(id(zelle.titel), len(titel))
            if nummer == len(titel):
                titel.append(zelle.titel)
                self.zellen.append([])
            self.zellen[nummer].append(zelle)
        self.verzeichnis = Verzeichnis(titel)


class Gesamtblatt(Tagesblatt):
    """Die Zellen mehrerer Tage auf einem Blatt."""

    def __init__(self, zellen: Iterable[Zelle]) -> None:
        super().__init__(zellen)
        self._nummern = {id(titel): nummer for nummer, titel in enumerate(self.verzeichnis.titel)}

    def nummer(self, zelle: Zelle) -> int:
        """Die Nummer des Titels einer Zelle."""
        return self._nummern[id(zelle.titel)]

    def innen(self, zellen: Iterable[Zelle]) -> list[bool]:
        """Je Titel, ob er in einer dieser Zellen steht."""
        drin = [False] * len(self.verzeichnis.titel)
        for zelle in zellen:
            drin[self.nummer(zelle)] = True
        return drin


class Naechster(NamedTuple):
    """Ein Titel eines anderen Hauses und sein Maß."""

    mass: float
    zelle: Zelle


def besserer(bisher: Naechster | None, neu: Naechster) -> Naechster:
    """Der mit dem größeren Maß, bei Gleichstand der zuerst eingetroffene."""
    if bisher is None or (-neu.mass, neu.zelle.erste) < (-bisher.mass, bisher.zelle.erste):
        return neu
    return bisher


class Bestand:
    """Die geladenen Tage und was sich aus ihnen über Nachbarschaften sagen lässt.

    Args:
        laden: liefert die Items eines Tages.
        gleiche_laden: liefert die Items mit einem dieser gespeicherten Titel zwischen zwei Tagen (einschließlich).
        verfahren: nennt, welche Titel verglichen werden.
        mit_teaser: ob der Teaser zur Vergleichsbasis gehört.
    """

    def __init__(
        self, laden: TagLaden, gleiche_laden: GleicheLaden, verfahren: Verfahren, mit_teaser: bool = False
    ) -> None:
        self._laden = laden
        self._gleiche_laden = gleiche_laden
        self._verfahren = verfahren
        self._mit_teaser = mit_teaser
        self._tage: dict[int, list[Zelle]] = {}
        # Je Tag die Items nach Haus und gespeichertem Titel (eines kann mehrfach stehen), und die erfragten Titel.
        self._gleiche: dict[int, dict[tuple[str, str], list[Item]]] = defaultdict(dict)
        self._gefragt: dict[int, set[str]] = {}
        # Gleiche Titel sind dasselbe Objekt; alles Gerechnete gibt es damit nur einmal.
        self._titel: dict[tuple[str, str | None], Titel] = {}
        self._blaetter: dict[int, Tagesblatt] = {}
        self._gesamt: tuple[set[int], Gesamtblatt] | None = None
        self._urteile: dict[tuple[int, int], Urteil] = {}
        self._naechste: dict[Zelle, Naechster | None] = {}
        # Wird mit jedem verglichenen Paar gerufen; für Stichproben.
        self.beobachter: Callable[[Zelle, Zelle, Urteil], None] | None = None

    # -- Laden ---------------------------------------------------------------------------------------------------------

    def sichern(self, tage: Iterable[int]) -> None:
        """Lädt die Tage, die noch nicht da sind."""
        for tag in sorted(set(tage) - self._tage.keys()):
            self._aufnehmen(tag, self._laden(tag))

    def _aufnehmen(self, tag: int, items: Iterable[Item]) -> None:
        zellen = self._tage[tag] = []
        gleiche = self._gleiche[tag]
        neue: dict[tuple[str, str, str | None], Zelle] = {}
        for item in sorted(items, key=attrgetter("ankunft", "id")):
            haus, text = item.haus, ohne_beiwerk(item.titel)
            teaser = (item.teaser or "") if self._mit_teaser else None
            zelle = neue.get((haus, text, teaser))
            if zelle is not None:
                zelle.items.append(item)
            else:
                titel = self._titel.get((text, teaser))
                if titel is None:
                    titel = self._titel[text, teaser] = Titel(text, teaser)
                zelle = Zelle(haus, tag, titel, leer=not hat_woerter(text))
                zelle.items.append(item)
                zellen.append(zelle)
                if zelle.leer:
                    # Ein Titel ohne Wörter paart mit nichts, auch nicht mit seinesgleichen.
                    continue
                neue[haus, text, teaser] = zelle
            gleiche.setdefault((haus, item.titel or ""), []).append(item)

    def vergessen(self, vor: int) -> None:
        """Gibt die Tage vor ``vor`` frei."""
        alte = [tag for tag in self._tage if tag < vor]
        for tag in alte:
            del self._tage[tag]
            self._gleiche.pop(tag, None)
            self._blaetter.pop(tag, None)
            self._gefragt.pop(tag, None)
        if alte:
            # Urteile hängen an Objekten; nach dem Freigeben könnte ein neues dieselbe Kennung haben.
            self._urteile.clear()
            self._naechste.clear()
            self._gesamt = None
            self._titel = {(z.titel.text, z.titel.teaser): z.titel for zs in self._tage.values() for z in zs}

    def zellen(self, tag: int) -> list[Zelle]:
        """Die Zellen eines geladenen Tages."""
        return self._tage[tag]

    def zellen_von(self, tag_von: Mapping[int, int]) -> dict[int, Zelle]:
        """Die Zellen von Items, gegeben als Kennung und Tag; lädt die Tage."""
        self.sichern(tag_von.values())
        return {i.id: z for tag in set(tag_von.values()) for z in self.zellen(tag) for i in z.items if i.id in tag_von}

    # -- Wiederholungen ------------------------------------------------------------------------------------------------

    def wiederholungen(self, zellen: Iterable[Zelle], spanne: int = WIEDERHOLUNG) -> None:
        """Lädt, was ``wiederholt`` für diese Zellen braucht: gleiche Titel bis ``spanne`` Tage davor und danach."""
        titel: set[str] = set()
        tage: set[int] = set()
        for zelle in zellen:
            bereich = range(zelle.tag - spanne, zelle.tag + spanne + 1)
            if zelle.leer or all(tag in self._tage for tag in bereich):
                continue
            for item in zelle.items:
                if item.titel and any(item.titel not in self._gefragt.get(tag, ()) for tag in bereich):
                    titel.add(item.titel)
                    tage.update(bereich)
        if titel:
            for item in self._gleiche_laden(sorted(titel), min(tage), max(tage)):
                self._gleiche[item.tag].setdefault((item.haus, item.titel or ""), []).append(item)
            for tag in range(min(tage), max(tage) + 1):
                self._gefragt.setdefault(tag, set()).update(titel)

    def gleiche(self, item: Item) -> list[Item]:
        """Derselbe gespeicherte Titel desselben Hauses an anderen Tagen; vorher ``wiederholungen`` rufen."""
        schluessel = item.haus, item.titel or ""
        return [
            gleiches
            for tag in range(item.tag - WIEDERHOLUNG, item.tag + WIEDERHOLUNG + 1)
            if tag != item.tag and tag in self._gleiche
            for gleiches in self._gleiche[tag].get(schluessel, ())
        ]

    def wiederholt(self, item: Item) -> int | None:
        """Das zuerst eingetroffene der gleichen Items, oder ``None``: dann ist die Zeile kein Format."""
        gleiche = self.gleiche(item)
        return min(gleiche, key=attrgetter("ankunft", "id")).id if gleiche else None

    # -- Kanten --------------------------------------------------------------------------------------------------------

    def _blatt(self, tag: int) -> Tagesblatt:
        blatt = self._blaetter.get(tag)
        if blatt is None:
            blatt = self._blaetter[tag] = Tagesblatt(z for z in self._tage[tag] if not z.leer)
        return blatt

    def _gesamtblatt(self, tage: set[int]) -> Gesamtblatt:
        if self._gesamt is None or self._gesamt[0] != tage:
            self._gesamt = tage, Gesamtblatt(z for tag in sorted(tage) for z in self._tage[tag] if not z.leer)
        return self._gesamt[1]

    def _gesucht(self, zellen: Iterable[Zelle]) -> tuple[dict[int, list[Zelle]], set[int], bool]:
        """Die Zellen mit Wörtern nach Tagen, die Tage ihres Fensters (geladen), und ob es sehr viele sind."""
        je_tag: dict[int, list[Zelle]] = defaultdict(list)
        for zelle in zellen:
            if not zelle.leer:
                je_tag[zelle.tag].append(zelle)
        fenster = {tag + d for tag in je_tag for d in range(-FENSTER, FENSTER + 1)}
        self.sichern(fenster)
        viele = ANTEIL_FUER_ALLE * sum(map(len, je_tag.values())) > sum(len(self._tage[tag]) for tag in fenster)
        return je_tag, fenster, viele

    def _einzeln(
        self, je_tag: Mapping[int, list[Zelle]], zu: Callable[[Titel, Verzeichnis], Iterable[int]]
    ) -> Iterator[tuple[Zelle, Zelle]]:
        """Paare (Zelle, Nachbar im Fenster), Titel für Titel gesucht; gleiche Titel gehören dazu."""
        for tag, gesuchte in je_tag.items():
            for nachbartag in range(tag - FENSTER, tag + FENSTER + 1):
                blatt = self._blatt(nachbartag)
                if len(gesuchte) > EINZELN_HOECHSTENS:
                    blatt.verzeichnis.aufschlagen()
                for zelle in gesuchte:
                    for nummer in {*zu(zelle.titel, blatt.verzeichnis)}:
                        yield from ((zelle, andere) for andere in blatt.zellen[nummer] if andere is not zelle)

    def _im_fenster(self, zellen: Iterable[Zelle]) -> Iterator[tuple[Zelle, Zelle]]:
        """Paare (Zelle aus ``zellen``, Nachbar im Fenster), die das Verfahren nennt; gleiche Titel gehören dazu."""
        je_tag, fenster, viele = self._gesucht(zellen)
        if not viele:
            yield from self._einzeln(je_tag, self._verfahren.zu)
            return
        gesucht = list(chain.from_iterable(je_tag.values()))
        gesamt = self._gesamtblatt(fenster)
        partner: dict[int, set[int]] = defaultdict(set)
        for i, j in self._verfahren.alle(gesamt.verzeichnis.titel, gesamt.innen(gesucht)):
            partner[i].add(j)
            partner[j].add(i)
        for zelle in gesucht:
            nummer = gesamt.nummer(zelle)
            for n in (nummer, *partner.get(nummer, ())):
                for andere in gesamt.zellen[n]:
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
        for zelle, andere in self._im_fenster(zellen):
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
        formate = {z for z in ueber_tage if any(self.gleiche(i) for i in z.items)}
        return [k for k in gefunden if k.a.tag == k.b.tag or not (k.a in formate or k.b in formate)]

    def naehere(self, zellen: Iterable[Zelle]) -> list[tuple[Zelle, Zelle, float]]:
        """Zu jeder der Zellen die anderer Häuser im Fenster, deren Kern nach Wörtern ähnlich ist, mit dem Maß."""
        je_tag, _, _ = self._gesucht(zellen)
        gefunden = []
        self._naechste |= dict.fromkeys(chain.from_iterable(je_tag.values()))
        for zelle, andere in self._einzeln(je_tag, aehnliche_kerne):
            if zelle.haus != andere.haus:
                mass = jaccard(zelle.titel.wortmenge, andere.titel.wortmenge)
                if mass >= NAECHSTER_AB:
                    gefunden.append((zelle, andere, mass))
                    self._naechste[zelle] = besserer(self._naechste[zelle], Naechster(mass, andere))
        return gefunden

    def naechste(self, zellen: Iterable[Zelle]) -> dict[Zelle, Naechster]:
        """Je Zelle der nächste Titel eines anderen Hauses im Fenster: größtes Maß, dann zuerst eingetroffen."""
        neue = [z for z in zellen if z not in self._naechste]
        je_tag, fenster, viele = self._gesucht(neue)
        if viele:
            self._naechste |= self._naechste_von_allen(list(chain.from_iterable(je_tag.values())), fenster)
        else:
            self.naehere(neue)
        return {zelle: naechster for zelle in zellen if (naechster := self._naechste.get(zelle)) is not None}

    def _naechste_von_allen(self, zellen: list[Zelle], fenster: set[int]) -> dict[Zelle, Naechster | None]:
        gesamt = self._gesamtblatt(fenster)
        partner = naechste_partner(gesamt.verzeichnis.titel, gesamt.innen(zellen))
        ergebnis: dict[Zelle, Naechster | None] = {}
        for zelle in zellen:
            nummer = gesamt.nummer(zelle)
            bester: Naechster | None = None
            for mass, n in chain(((1.0, nummer),), partner(nummer)):
                # Die Partner kommen absteigend; nach einem Treffer zählen nur noch gleich gute.
                if bester is not None and mass < bester.mass:
                    break
                for andere in gesamt.zellen[n]:
                    if andere.haus != zelle.haus and abs(andere.tag - zelle.tag) <= FENSTER:
                        bester = besserer(bester, Naechster(mass, andere))
            ergebnis[zelle] = bester
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
        # Die meisten Zellen stehen allein.
        ergebnis: list[tuple[list[Zelle], list[Kante]]] = [([z], []) for z, eigene in kanten.items() if not eigene]
        offen = {z: None for z, eigene in kanten.items() if eigene}
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
