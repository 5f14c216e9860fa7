"""Der Lauf des Dublettenmoduls: was geladen werden muss und welche Zeilen sich ändern.

Ein Backfill geht Tag für Tag durch den Bestand. Ein Slot-Lauf rechnet die Items des Slots und dazu jede vorhandene
Zeile, die durch sie anders ausfällt; beide benutzen dieselben Funktionen aus ``gruppen``. Wie weit ein Slot wirkt,
begründet phase_02_spec.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from datetime import date
from typing import Any

import psycopg

import zeit
from ablage import Ablage, Gespeichert, Zeile
from bestand import WIEDERHOLUNG, Bestand, Item, Naechster, Zelle, besserer
from gruppen import Gruppe, gruppieren, nutzlasten, zahl

# So viele Items rechnet ein Backfill auf einmal, mindestens einen Tag. Mehr kostet Speicher, weniger wiederholt Ränder.
BLOCK = 30_000

TAG = """
select id, haus, %(tag)s, erfasst_am, titel, case when %(teaser)s then teaser end,
       case
           when pubdate > erfasst_am + %(vorlauf)s then 'pubdate_zukunft'
           when pubdate < timestamptz '1990-01-01 00:00:00+00' then 'pubdate_unplausibel'
       end,
       eingabe_hash(haus, titel, case when %(teaser)s then teaser end, zeitzeichen(pubdate), zeitzeichen(erfasst_am))
from raw_items
where zeitpunkt(pubdate, erfasst_am) >= %(von)s and zeitpunkt(pubdate, erfasst_am) < %(bis)s
"""

# Für Wiederholungen genügt, wo und wann derselbe Titel stand.
GLEICHE = """
select id, haus, zeitpunkt(pubdate, erfasst_am), erfasst_am, titel
from raw_items
where titel = any(%(titel)s)
  and zeitpunkt(pubdate, erfasst_am) >= %(von)s and zeitpunkt(pubdate, erfasst_am) < %(bis)s
"""

ITEMS = "select id, zeitpunkt(pubdate, erfasst_am) from raw_items where id = any(%s)"

TAGE = """
select (zeitpunkt(pubdate, erfasst_am) at time zone 'Europe/Berlin')::date as tag, count(*)
from raw_items
group by tag
order by tag
"""

VORGRIFFE = "select item_id, betrifft from dubletten_vorgriff where coder_version = %s and item_id = any(%s)"

# Je Gruppe eine Suche im Index; ohne Statistik über den Ausdruck läse der Planer codings ganz.
GRUPPENMITGLIEDER = """
select c.item_id
from unnest(%(gruppen)s::text[]) as g (gruppe)
cross join lateral (
    select k.item_id
    from codings k
    where k.schicht = 'dublette' and k.nutzlast ->> 'gruppe' = g.gruppe and k.coder_version = %(version)s
    offset 0
) c
"""

# Zeilen, denen ein Item näher ist als das, das sie nennen: größeres Maß, bei Gleichstand früher eingetroffen.
NAEHER = """
select c.item_id
from (select %s::text as coder_version) v
cross join unnest(%s::bigint[], %s::float8[], %s::timestamptz[], %s::bigint[]) as neu (item_id, mass, ankunft, id)
join codings c on c.item_id = neu.item_id and c.schicht = 'dublette' and c.coder_version = v.coder_version
left join raw_items genannt on genannt.id = (c.nutzlast -> 'naechster' ->> 'item')::bigint
where genannt.id is null
   or (c.nutzlast -> 'naechster' ->> 'jaccard')::float8 < neu.mass
   or ((c.nutzlast -> 'naechster' ->> 'jaccard')::float8 = neu.mass
       and (genannt.erfasst_am, genannt.id) > (neu.ankunft, neu.id))
"""

# Je Item des Zeitraums eine Suche über den Schlüssel; sonst liest der Planer codings ganz.
NENNUNGEN = """
select c.item_id
from raw_items r
cross join lateral (
    select k.item_id, k.nutzlast
    from codings k
    where k.item_id = r.id and k.schicht = 'dublette' and k.coder_version = %(version)s
    offset 0
) c
where zeitpunkt(r.pubdate, r.erfasst_am) >= %(von)s and zeitpunkt(r.pubdate, r.erfasst_am) < %(bis)s
  and ((c.nutzlast -> 'naechster' ->> 'item')::bigint = any(%(ids)s)
       or (c.nutzlast ->> 'wiederholt')::bigint = any(%(ids)s))
"""


class Quelle:
    """Liest raw_items; alle Abfragen sehen denselben Stand, weil der Lauf eine Transaktion ist."""

    def __init__(self, conn: psycopg.Connection[Any], *, mit_teaser: bool) -> None:
        self._conn = conn
        self._mit_teaser = mit_teaser
        self.geladen = 0

    def zeilen(self, abfrage: str, werte: Any = None) -> list[tuple[Any, ...]]:
        """Führt eine Abfrage aus."""
        with self._conn.cursor(binary=True) as zeiger:
            return zeiger.execute(abfrage, werte).fetchall()

    def tag(self, tag: int) -> list[Item]:
        """Die Items eines Berliner Tages."""
        von, bis = zeit.tagesgrenzen(tag)
        werte = {"tag": tag, "teaser": self._mit_teaser, "vorlauf": zeit.VORLAUF, "von": von, "bis": bis}
        zeilen = self.zeilen(TAG, werte)
        self.geladen += len(zeilen)
        return list(map(Item._make, zeilen))

    def gleiche(self, titel: list[str], von: int, bis: int) -> list[Item]:
        """Die Items mit einem dieser gespeicherten Titel, von einem Tag bis zu einem anderen (einschließlich)."""
        werte = {"titel": titel, "von": zeit.tagesgrenzen(von)[0], "bis": zeit.tagesgrenzen(bis)[1]}
        return [
            Item(id_, haus, zeit.berliner_tag(am), ankunft, text, None, None)
            for id_, haus, am, ankunft, text in self.zeilen(GLEICHE, werte)
        ]

    def tage_von(self, ids: Iterable[int]) -> dict[int, int]:
        """Der Berliner Tag jedes dieser Items."""
        return {id_: zeit.berliner_tag(z) for id_, z in self.zeilen(ITEMS, (list(ids),))}


class Lauf:
    """Ein Backfill oder ein Lauf über einzelne Items, etwa einen Slot.

    Args:
        quelle: liest raw_items.
        bestand: der leere Bestand, der aus ihr lädt.
        ablage: die vorhandenen Zeilen.
        basis: ``titel`` oder ``titel+teaser``.
    """

    def __init__(self, quelle: Quelle, bestand: Bestand, ablage: Ablage, basis: str) -> None:
        self._quelle = quelle
        self._bestand = bestand
        self._ablage = ablage
        self._basis = basis
        # Nicht kodierte Items, die in einer geschriebenen Zeile schon stecken, und eine solche Zeile.
        self.vorgriffe: set[tuple[int, int]] = set()
        self._gruppen = self._mitglieder = self._uebergreifend = 0

    def bericht(self) -> dict[str, int]:
        """Zahlen für die Zusammenfassung."""
        return {
            "Gruppen": self._gruppen,
            "Mitglieder": self._mitglieder,
            "hausübergreifend": self._uebergreifend,
            "geladen": self._quelle.geladen,
        }

    # -- Backfill ------------------------------------------------------------------------------------------------------

    def backfill(self, fortschritt: Callable[[int, int], None] | None) -> Iterator[list[Zeile]]:
        """Alle Zeilen, blockweise nach Tagen; nie ist mehr als ein Block mit seinen Rändern geladen."""
        tage = [(tag.toordinal(), anzahl) for tag, anzahl in self._quelle.zeilen(TAGE)]
        insgesamt = sum(anzahl for _, anzahl in tage)
        getan = 0
        block: list[int] = []
        groesse = 0
        for tag, anzahl in tage:
            block.append(tag)
            groesse += anzahl
            if groesse >= BLOCK or tag == tage[-1][0]:
                yield self._block(block)
                getan += groesse
                if fortschritt is not None:
                    fortschritt(getan, insgesamt)
                block, groesse = [], 0

    def _block(self, tage: Sequence[int]) -> list[Zeile]:
        self._bestand.vergessen(tage[0] - WIEDERHOLUNG)
        raender = range(-WIEDERHOLUNG, WIEDERHOLUNG + 1)
        self._bestand.sichern({tag + d for tag in tage for d in raender})
        zellen = [z for tag in tage for z in self._bestand.zellen(tag)]
        innen = set(tage)
        naechste = self._bestand.naechste(zellen)
        self._bestand.wiederholungen(zellen)
        zeilen = []
        for gruppe in self._gruppen_von(zellen):
            if gruppe.leit.tag in innen:
                self._zaehlen(gruppe)
            if not any(z.tag in innen for z in gruppe.zellen):
                continue
            for item, nutzlast in nutzlasten(gruppe, self._bestand, naechste, self._basis, innen):
                zeilen.append(self._zeile(item, nutzlast))
        return zeilen

    def _gruppen_von(self, zellen: Iterable[Zelle]) -> Iterator[Gruppe]:
        for teil, kanten in self._bestand.komponenten(zellen):
            yield from gruppieren(teil, kanten, self._bestand)

    def _zaehlen(self, gruppe: Gruppe) -> None:
        groesse = sum(len(z.items) for z in gruppe.zellen)
        if groesse > 1:
            self._gruppen += 1
            self._mitglieder += groesse
            self._uebergreifend += len(gruppe.tag_von) > 1

    def _zeile(self, item: Item, nutzlast: dict[str, Any]) -> Zeile:
        return Zeile(item.id, item.eingabe_hash, nutzlast)

    # -- einzelne Items ------------------------------------------------------------------------------------------------

    def items(self, ids: Iterable[int], verdaechtig: Set[int] = frozenset()) -> Iterator[list[Zeile]]:
        """Die Zeilen dieser Items und die vorhandenen Zeilen, die ihretwegen anders ausfallen.

        Args:
            ids: die Items.
            verdaechtig: welche davon zwischendurch anders lauteten, auch wenn sie jetzt wieder lauten wie kodiert.
        """
        tag_von = self._quelle.tage_von(ids)
        verlangt = set(tag_von)
        zu_rechnen: dict[Zelle, None] = {}
        behandelt: set[int] = set()
        while tag_von:
            behandelt |= set(tag_von)
            zelle_von = self._bestand.zellen_von(tag_von)
            alt = self._ablage.gespeichert(tag_von)
            anders = {
                item.id: zelle
                for zelle in dict.fromkeys(zelle_von.values())
                for item in zelle.items
                if item.id in tag_von
                and (item.id not in alt or item.id in verdaechtig or alt[item.id].eingabe_hash != item.eingabe_hash)
            }
            zu_rechnen |= dict.fromkeys(zelle_von.values())
            zu_rechnen |= dict.fromkeys(self._betroffene(anders, alt))
            gruppen = list(self._gruppen_von(zu_rechnen))
            zeilen = self._rechnen(gruppen)
            vorhanden = self._ablage.gespeichert(zeilen)
            # Eine vorhandene Zeile aus anderem Text ist selbst eine Änderung; auch ihre alten Nachbarn gehören dazu.
            tag_von = {
                id_: date.fromisoformat(zeilen[id_].nutzlast["tag"]).toordinal()
                for id_, da in vorhanden.items()
                if id_ not in behandelt and da.eingabe_hash != zeilen[id_].eingabe_hash
            }
        if not verlangt:
            return
        for gruppe in gruppen:
            if any(i.id in verlangt for z in gruppe.zellen for i in z.items):
                self._zaehlen(gruppe)
        fertig = [z for z in zeilen.values() if z.item_id in verlangt or _verschieden(z, vorhanden.get(z.item_id))]
        self._vorgreifen(gruppen, {z.item_id for z in fertig}, zeilen, vorhanden)
        yield fertig

    def _rechnen(self, gruppen: Sequence[Gruppe]) -> dict[int, Zeile]:
        zellen = [z for gruppe in gruppen for z in gruppe.zellen]
        naechste = self._bestand.naechste(zellen)
        self._bestand.wiederholungen(zellen)
        return {
            item.id: self._zeile(item, nutzlast)
            for gruppe in gruppen
            for item, nutzlast in nutzlasten(gruppe, self._bestand, naechste, self._basis)
        }

    def _betroffene(self, anders: dict[int, Zelle], alt: dict[int, Gespeichert]) -> Iterator[Zelle]:
        """Zellen außerhalb, deren Zeile sich ändern kann, weil diese Items neu sind oder anders lauten."""
        if not anders:
            return
        zellen = list(dict.fromkeys(anders.values()))
        yield from self._naechster_wechselt(zellen)
        yield from self._format_wechselt(zellen, set(anders))
        ids = self._alte_nachbarn(anders, alt)
        yield from self._bestand.zellen_von(self._quelle.tage_von(ids)).values()

    def _naechster_wechselt(self, zellen: Sequence[Zelle]) -> Iterator[Zelle]:
        """Zellen, denen eines der Items näher ist als der Titel, den ihre Zeile nennt."""
        # Von mehreren Items, die einer Zelle näher sind, genügt das nächste.
        beste: dict[Zelle, Naechster] = {}
        for zelle, andere, mass in self._bestand.naehere(zellen):
            beste[andere] = besserer(beste.get(andere), Naechster(mass, zelle))
        eintraege = [(i.id, zahl(n.mass), *n.zelle.erste, andere) for andere, n in beste.items() for i in andere.items]
        if not eintraege:
            return
        ids, masse, ankuenfte, items, _ = zip(*eintraege, strict=True)
        werte = (self._ablage.coder_version, list(ids), list(masse), list(ankuenfte), list(items))
        naeher = {id_ for (id_,) in self._quelle.zeilen(NAEHER, werte)}
        yield from dict.fromkeys(andere for id_, _, _, _, andere in eintraege if id_ in naeher)

    def _format_wechselt(self, zellen: Sequence[Zelle], neu: set[int]) -> Iterator[Zelle]:
        """Zellen, deren Zeile durch die Items zum Format wird, und die Nachbarn, die sie damit verlieren."""
        self._bestand.wiederholungen(zellen, 2 * WIEDERHOLUNG)
        gleiche = {
            g.id: g for z in zellen for i in z.items if i.id in neu and not z.leer for g in self._bestand.gleiche(i)
        }
        gekippt = [g for g in gleiche.values() if all(i.id in neu for i in self._bestand.gleiche(g))]
        zellen_gekippt = list(dict.fromkeys(self._bestand.zellen_von({g.id: g.tag for g in gekippt}).values()))
        yield from zellen_gekippt
        yield from (k.b for k in self._bestand.kanten(zellen_gekippt, auch_formate=True))
        alt = self._ablage.gespeichert(gleiche)
        anders = {id_: g.tag for id_, g in gleiche.items() if id_ in alt and self._nennt_anderes(alt[id_], g)}
        yield from self._bestand.zellen_von(anders).values()

    def _nennt_anderes(self, alt: Gespeichert, item: Item) -> bool:
        return bool(alt.nutzlast["wiederholt"] != self._bestand.wiederholt(item))

    def _alte_nachbarn(self, anders: dict[int, Zelle], alt: dict[int, Gespeichert]) -> set[int]:
        """Items, deren Zeile noch den früheren Text eines dieser Items berücksichtigt."""
        version = self._ablage.coder_version
        ids: set[int] = set()
        # Auch eine vorhandene Zeile kann einen Vermerk haben: wenn die Datenbank ihre letzte Änderung ablehnte.
        ids |= {betrifft for _, betrifft in self._quelle.zeilen(VORGRIFFE, (version, list(anders)))}
        veraltet = [id_ for id_ in anders if id_ in alt]
        gruppen = {alt[id_].nutzlast["gruppe"] for id_ in veraltet}
        gruppen |= {g.nutzlast["gruppe"] for g in self._ablage.gespeichert(ids).values()}
        if gruppen:
            ids |= {
                id_ for (id_,) in self._quelle.zeilen(GRUPPENMITGLIEDER, {"version": version, "gruppen": list(gruppen)})
            }
        je_tag = defaultdict(list)
        for id_ in veraltet:
            je_tag[date.fromisoformat(alt[id_].nutzlast["tag"]).toordinal()].append(id_)
        for tag, betroffen in je_tag.items():
            von, bis = zeit.tagesgrenzen(tag - WIEDERHOLUNG)[0], zeit.tagesgrenzen(tag + WIEDERHOLUNG)[1]
            werte = {"version": version, "von": von, "bis": bis, "ids": betroffen}
            ids |= {id_ for (id_,) in self._quelle.zeilen(NENNUNGEN, werte)}
        return ids

    def _vorgreifen(
        self,
        gruppen: Sequence[Gruppe],
        geschrieben: set[int],
        zeilen: dict[int, Zeile],
        vorhanden: dict[int, Gespeichert],
    ) -> None:
        """Vermerkt nicht kodierte Items, die in einer geschriebenen Zeile stecken.

        Ändert sich ihr Text, bevor ihr eigener Slot läuft, findet dieser Lauf die Zeile sonst nicht wieder.
        """
        bezuege: set[tuple[int, int]] = set()
        for gruppe in gruppen:
            mitglieder = [i.id for z in gruppe.zellen for i in z.items]
            eigene = [id_ for id_ in mitglieder if id_ in geschrieben]
            if eigene:
                bezuege |= {(id_, eigene[0]) for id_ in mitglieder}
            for id_ in eigene:
                nutzlast = zeilen[id_].nutzlast
                genannt = (nutzlast["naechster"] or {}).get("item"), nutzlast["wiederholt"]
                bezuege |= {(n, id_) for n in genannt if n is not None}
        unbekannt = {item for item, _ in bezuege} - geschrieben - set(vorhanden)
        unkodiert = unbekannt - set(self._ablage.gespeichert(unbekannt))
        self.vorgriffe = {(item, betrifft) for item, betrifft in bezuege if item in unkodiert}


def _verschieden(zeile: Zeile, vorhanden: Gespeichert | None) -> bool:
    return vorhanden is not None and vorhanden != (zeile.eingabe_hash, zeile.konfidenz, zeile.nutzlast)
