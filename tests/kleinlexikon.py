"""Ein kleines Lexikon aus Zeilen und seine Auflösung, ohne Datenbank und ohne NER."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from aemter import Amt, Amtsform, Amtszeit
from aufloesung import Aufloesung, Item
from nachschlagewerk import Akteur, Form, Nachschlagewerk

HEUTE = date(2026, 9, 7)


class Gefunden(NamedTuple):
    """Eine Nennung, wie Tests sie lesen."""

    text: str
    qid: str | None
    methode: str | None
    rolle: str
    grund: str | None


class Lexikon:
    """Sammelt Zeilen; QIDs sind zugleich die Kennungen."""

    def __init__(self) -> None:
        self.akteure: list[Akteur] = []
        self.formen: list[Form] = []
        self.parteien: list[tuple[int, int]] = []
        self.aemter: list[Amt] = []
        self.amtsformen: list[Amtsform] = []
        self.zeiten: list[Amtszeit] = []

    def akteur(
        self,
        qid: str,
        name: str,
        typ: str = "person",
        *,
        alias: Sequence[str] = (),
        alltag: Sequence[str] = (),
        adjektiv: Sequence[str] = (),
        partei: str | None = None,
        land: str | None = None,
        geburt: date | None = None,
        beschreibung: str | None = None,
    ) -> Lexikon:
        """Nimmt einen Akteur auf; ``alltag`` sind Formen, die auch gewöhnliche Wörter sind."""
        kennung = int(qid[1:])
        self.akteure.append(Akteur(kennung, qid, typ, name, int(land[1:]) if land else None, beschreibung, geburt))
        self.formen.append(Form(kennung, name, "name"))
        self.formen += [Form(kennung, form, "alias") for form in alias]
        self.formen += [Form(kennung, form, "alias", True) for form in alltag]
        self.formen += [Form(kennung, form, "adjektiv") for form in adjektiv]
        if partei:
            self.parteien.append((kennung, int(partei[1:])))
        return self

    def amt(
        self,
        amt: str,
        *formen: str,
        mit_ort: Sequence[str] = (),
        mehrzahl: Sequence[str] = (),
        ort: str | None = None,
        land: str | None = None,
        kollegial: bool = False,
    ) -> Lexikon:
        """Nimmt ein Amt auf; ``ort`` ist die QID der Zuständigkeit."""
        kennung = int(ort[1:]) if ort else None
        self.aemter.append(Amt(amt, int(land[1:]) if land else None, kennung, kollegial, amt))
        self.amtsformen += [Amtsform(amt, form) for form in formen]
        self.amtsformen += [Amtsform(amt, form, ort_noetig=True) for form in mit_ort]
        self.amtsformen += [Amtsform(amt, form, ort_noetig=True, mehrzahl=True) for form in mehrzahl]
        return self

    def zeit(self, amt: str, person: str, von: date | None, bis: date | None = None, **rest: Any) -> Lexikon:
        """Nimmt eine Amtszeit auf, tagesgenau, wenn nichts anderes gesagt ist."""
        art = rest.pop("bis_art", "datum" if bis else "offen")
        genau = {"von_genauigkeit": 11 if von else None, "bis_genauigkeit": 11 if bis else None} | rest
        self.zeiten.append(Amtszeit(amt, int(person[1:]), von, bis=bis, bis_art=art, **genau))
        return self

    def werk(self) -> Nachschlagewerk:
        """Das Nachschlagewerk."""
        return Nachschlagewerk(self.akteure, self.formen, self.parteien, self.aemter, self.amtsformen, self.zeiten)

    def lesen(self, titel: str | None, teaser: str | None = None, tag: date = HEUTE) -> list[Gefunden]:
        """Die Nennungen eines Items."""
        nutzlast, _ = Aufloesung(self.werk()).nutzlast(Item(titel, teaser, tag.toordinal()))
        return gefunden(nutzlast)

    def qids(self, titel: str, teaser: str | None = None, tag: date = HEUTE) -> list[str]:
        """Die QIDs der aufgelösten Nennungen in der Reihenfolge des Textes."""
        return [n.qid for n in self.lesen(titel, teaser, tag) if n.qid]


def gefunden(nutzlast: Mapping[str, Any]) -> list[Gefunden]:
    """Die Nennungen einer Nutzlast."""
    return [Gefunden(n["text"], n["qid"], n["methode"], n["rolle"], n.get("grund")) for n in nutzlast["nennungen"]]
