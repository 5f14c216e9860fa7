"""Akteurgüte: misst die Auflösung an den gelabelten Schlagzeilen und an N3 News-100, für ``guete.py``."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from aufloesung import Aufloesung, Item
from erkennung import erkennung
from nachschlagewerk import Nachschlagewerk
from normalisierung import saeubern

SCHLAGZEILEN = "gold/akteure_orte_gold.jsonl"
N3 = "gold/n3_news100.jsonl.gz"
NER = ("hanta", "keine")
# Die Texte von N3 sind von 2008 bis 2012; die genauen Tage stehen nicht darin.
N3_TAG = date(2011, 1, 15)


@dataclass
class Bilanz:
    """Zählung nach der Zählweise der Sätze: sichere Nennungen mit QID, die im Lexikon steht."""

    richtig: int = 0
    falsch: int = 0
    unsicher: int = 0
    gesucht: int = 0
    gefunden: int = 0
    nicht_im_lexikon: int = 0
    stille_verletzt: int = 0
    fehler: Counter[str] = field(default_factory=Counter)

    def zaehlen(self, gold: Sequence[Mapping[str, Any]], gemeldet: Sequence[Mapping[str, Any]], qids: set[str]) -> None:
        """Ein Text: gelabelte Nennungen gegen aufgelöste."""
        for n in gemeldet:
            ueberlappend = [g for g in gold if g["start"] < n["ende"] and n["start"] < g["end"]]
            if any(g["sicher"] and g["qid"] == n["qid"] for g in ueberlappend):
                self.richtig += 1
            elif any(not g["sicher"] for g in ueberlappend):
                self.unsicher += 1
            else:
                self.falsch += 1
                self.fehler[f"falsch: {n['typ']} über {n['methode']}"] += 1
            self.stille_verletzt += any(g["sicher"] and g["qid"] is None for g in ueberlappend)
        for g in gold:
            if not g["sicher"] or g["qid"] is None:
                continue
            if g["qid"] not in qids:
                self.nicht_im_lexikon += 1
                continue
            self.gesucht += 1
            if any(n["qid"] == g["qid"] for n in gemeldet):
                self.gefunden += 1
            else:
                self.fehler[f"fehlt: {g['art']}, {g['grund']}"] += 1


def messen(daten: Path, werk: Nachschlagewerk) -> Iterator[Sequence[str]]:
    """Die Zeilen der Tabelle: je Satz und NER Precision, Recall, verletzte Stille und die Fehler nach Art."""
    aufloesung = Aufloesung(werk)
    qids = {a.qid for a in werk.akteure.values()}
    yield (
        "Akteure", "Precision", "Recall (QID im Lexikon)", "QID nicht im Lexikon", "Stille verletzt", "Fehler nach Art",
    )  # fmt: skip
    for name in NER:
        ner = erkennung(name)
        bilanz = Bilanz()
        for zeile in (daten / SCHLAGZEILEN).read_text(encoding="utf-8").splitlines():
            satz = json.loads(zeile)
            stellen = dict(
                zip(("titel", "teaser"), ner.stellen([saeubern(satz["titel"]), saeubern(satz["teaser"])]), strict=True)
            )
            item = Item(satz["titel"], satz["teaser"], date.fromisoformat(satz["datum"]).toordinal())
            nutzlast, _ = aufloesung.nutzlast(item, stellen)
            bilanz.zaehlen(
                satz["akteure"], [n for n in nutzlast["nennungen"] if n["feld"] == "titel" and n["qid"]], qids
            )
        yield f"Schlagzeilen, --ner {name}", *_zeile(bilanz)
    if (daten / N3).exists():
        yield "N3 News-100 (nur Nennungen mit QID), --ner keine", *_zeile(_n3(daten / N3, aufloesung, qids))


def _n3(datei: Path, aufloesung: Aufloesung, qids: set[str]) -> Bilanz:
    """Nur Stellen, die der Satz selbst mit QID kennt; was er nicht nennt, ist dort nicht falsch."""
    bilanz = Bilanz()
    with gzip.open(datei, "rt", encoding="utf-8") as zeilen:
        for zeile in zeilen:
            satz = json.loads(zeile)
            gold = [
                {**m, "sicher": True, "art": "n3", "grund": "n3"} for m in satz["mentions"] if m.get("qid") is not None
            ]
            nennungen = []
            felder, alle = aufloesung.nennungen(Item(satz["text"], None, N3_TAG.toordinal()))
            for n in alle:
                if n.akteur is None:
                    continue
                start, ende = felder[0].text.stelle(n.start, n.ende)
                if any(g["start"] < ende and start < g["end"] for g in gold):
                    akteur = aufloesung.werk.akteure[n.akteur]
                    nennungen.append(
                        {"start": start, "ende": ende, "qid": akteur.qid, "typ": akteur.typ, "methode": n.methode}
                    )
            bilanz.zaehlen(gold, nennungen, qids)
    return bilanz


def _zeile(b: Bilanz) -> list[str]:
    return [
        _anteil(b.richtig, b.richtig + b.falsch),
        _anteil(b.gefunden, b.gesucht),
        str(b.nicht_im_lexikon),
        str(b.stille_verletzt),
        "; ".join(f"{art} {zahl}" for art, zahl in sorted(b.fehler.items())) or "keine",
    ]


def _anteil(zaehler: int, nenner: int) -> str:
    return f"{zaehler / nenner:.3f} ({zaehler} von {nenner})".replace(".", ",") if nenner else "–"
