"""Nachbarprobe: die nächsten Paare der Embeddings als Proben."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from auslese import Auslese
from nachbarpaare import Meldung, Paar, Vektordatei, naechste
from normalisierung import saeubern
from probe import Probe

if TYPE_CHECKING:
    import psycopg

MELDUNGEN = """
select
    r.id,
    (zeitpunkt(r.pubdate, r.erfasst_am) at time zone 'Europe/Berlin')::date - date '2000-01-01',
    r.haus,
    coalesce(r.titel, ''),
    coalesce(d.nutzlast ->> 'gruppe', 'einzeln-' || r.id)
from raw_items r
left join codings_aktuell d on d.item_id = r.id and d.schicht = 'dublette'
where r.id = any(%s)
"""

TEASER = "select id, teaser from raw_items where id = any(%s)"

# So viele nächste Paare eines Laufs bilden die Rangliste, aus der --saat zieht.
RANGLISTE = 1_000
# Strata der Rangliste, von oben nach unten. Ein Kosinus ist keine Konfidenz: was er heißt, hängt am Modell.
KOSINUSBAENDER = (
    (0.95, "Kosinus ab 0,95"),
    (0.9, "Kosinus 0,90 bis unter 0,95"),
    (0.8, "Kosinus 0,80 bis unter 0,90"),
    (-1.0, "Kosinus unter 0,80"),
)


def merken(conn: psycopg.Connection[Any], vektoren: Vektordatei, auslese: Auslese) -> None:
    """Gibt die nächsten Paare verschiedener Häuser, die Dubletten nicht verbunden hat, in die Auslese.

    Es sind immer die ersten einer Rangliste; welcher Anteil aller Paare taugt, sagen sie nicht. Mit einer Saat hängt
    die Länge der Liste nicht an der verlangten Anzahl, damit gleiche Strata gleich groß sind.

    Args:
        conn: liest Titel, Teaser, Dublettengruppen.
        vektoren: alle des Laufs.
        auslese: nimmt die Proben.
    """
    stellen = {item_id: stelle for stelle, item_id in enumerate(vektoren.item_ids)}
    gelesen = conn.execute(MELDUNGEN, (list(stellen),))
    meldungen = [Meldung(item_id, stellen[item_id], *rest) for item_id, *rest in gelesen]
    paare = naechste(meldungen, vektoren, auslese.anzahl if auslese.saat is None else RANGLISTE)
    ids = [meldung.item_id for paar in paare for meldung in (paar.a, paar.b)]
    teaser = dict(conn.execute(TEASER, (ids,)).fetchall())
    for rang, paar in enumerate(paare, 1):
        auslese.merken(_probe(paar, rang, teaser), (rang,))


def _probe(paar: Paar, rang: int, teaser: Mapping[int, str | None]) -> Probe:
    a, b = paar.a, paar.b
    angaben = {"Kosinus": f"{paar.kosinus:.4f}".replace(".", ","), "Rang": str(rang)}
    # Der Vektor kommt aus Titel und Teaser; wer urteilt, soll dasselbe lesen.
    for name, meldung in (("Teaser A", a), ("Teaser B", b)):
        if inhalt := saeubern(teaser[meldung.item_id]):
            angaben[name] = inhalt
    return Probe(
        kennung=f"embedding:{a.item_id}-{b.item_id}",
        aussage="Beide Meldungen berichten über dieselbe Sache.",
        methode=next(name for ab, name in KOSINUSBAENDER if round(paar.kosinus, 4) >= ab),
        form="paar",
        item_a=a.item_id,
        haus_a=a.haus,
        text_a=a.titel,
        item_b=b.item_id,
        haus_b=b.haus,
        text_b=b.titel,
        angaben=angaben,
    )
