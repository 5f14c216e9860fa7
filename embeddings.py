"""Embeddings: ein Satzvektor je Meldung, aus Titel und Teaser, überall mit denselben Bits.

Beispiele:
  python embeddings.py --backfill                                   was noch keinen Vektor hat
  python embeddings.py --backfill --index                           danach den HNSW-Index bauen
  python embeddings.py --slot 2026-09-07T08:00                      ein Poll-Slot
  python embeddings.py --backfill --trocken --stichprobe 50         nächste Paare, die keine Dubletten sind
  python embeddings.py --nachweis 64                                misst, ob die Bits halten, was sie versprechen

Ein unterbrochener Backfill macht dort weiter, wo er stand. Die Gewichte holt vorher modell_holen.py; zur Laufzeit gibt
es keinen Netzzugriff. Die Regeln stehen in phase_02_spec.md.
"""

from __future__ import annotations

import argparse
import os
import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING, Any

import befehl
import kerne
import kodierung
import modelle
from ablage import Zeile
from modul import Auftrag, Modul
from normalisierung import saeubern
from version import coder_version

if TYPE_CHECKING:
    import psycopg
    from numpy.typing import NDArray

    from encoder import Encoder
    from nachbarpaare import Vektordatei

DOC = __doc__ or ""

# Steigt, wenn sich ändert, welcher Text in den Encoder geht oder wie encoder.py daraus einen Vektor macht.
REGELN = 1

# Wählt ein anderes Modell als Vorgabe, für Vorführung und Rechner ohne das große.
VARIABLE = "EMBEDDING_MODELL"

# So viele Items stehen höchstens zugleich im Speicher.
STUECK = 2_048

# Ab so vielen Items sagt der Anteil gekappter etwas, und über einem Prozent passt die größte Stufe nicht mehr.
WARNEN_AB, WARNEN_ANTEIL = 200, 0.01

ITEMS = """
select r.id, r.titel, r.teaser, e.eingabe_hash
from raw_items r
join eingabe_embedding e on e.item_id = r.id
where r.id = any(%s)
order by r.id
"""

GESPEICHERTE_VEKTOREN = """
select item_id, vektor::real[]
from item_embeddings
where coder_version = %s and item_id = any(%s)
"""

GESCHRIEBEN = """
select coder_version
from codings
where item_id = %s and schicht = 'embedding' and nutzlast = %s
order by kodiert_am desc, coder_version collate "C"
limit 1
"""

NACHBARN = "select item_id, kosinus, haus, titel from aehnliche(%s, 3, version => %s)"


class Embeddings(Modul):
    """Das Modul für den Rahmen ``kodierung``."""

    name = "embeddings"
    schicht = "embedding"
    doc = DOC
    eingabe = "eingabe_embedding"
    stueck = STUECK
    sparsam = True
    bericht_insgesamt = True
    nebentabellen = ("item_embeddings",)

    def __init__(self) -> None:
        self.coder_version = ""
        self.index_mb: int | None = None
        self._encoder: Encoder | None = None
        self._vektoren: list[tuple[int, str, NDArray[Any] | None]] = []
        self._datei: Vektordatei | None = None
        self._token = array("H")
        self._gekappt = 0
        self._ohne = 0

    def angaben(self, zerleger: argparse.ArgumentParser) -> None:
        """Modell, Genauigkeit, Fäden, Index."""
        modell_angaben(zerleger)
        zerleger.add_argument("--index", action="store_true", help="nach dem Lauf den HNSW-Index bauen")
        zerleger.add_argument("--index-mb", type=int, default=1024, metavar="MB", help="Speicher dafür (Vorgabe: 1024)")
        zerleger.add_argument("--nachweis", type=int, metavar="N", help="an N Texten messen statt zu kodieren; allein")

    def komponenten(
        self, angaben: argparse.Namespace, conn: psycopg.Connection[Any] | None = None
    ) -> Mapping[str, Any]:
        """Alles, was ein Bit ändern kann; dass die Fadenzahl es nicht kann, zeigt --nachweis."""
        bestand = bestandteile(modelle.finden(angaben.modell), angaben.dtype)
        if angaben.index and not angaben.trocken:
            self.index_mb = angaben.index_mb
        self.coder_version = coder_version(self.name, bestand)
        return bestand

    def vorgabe(self, angaben: argparse.Namespace) -> bool:
        """Das vorgegebene Modell in float32."""
        return bool(angaben.modell == vorgegeben() and angaben.dtype == "float32")

    def kodieren(self, auftrag: Auftrag) -> Iterator[Sequence[Zeile]]:
        """Eine Zeile je Item, kurze Texte zuerst: so sind die Stapel voll, und am Ergebnis ändert es nichts."""
        self._vektoren.clear()
        self._datei = None
        gewichte = modelle.finden(auftrag.angaben.modell)
        if auftrag.auslese is not None:
            from nachbarpaare import Vektordatei

            self._datei = Vektordatei(gewichte.modell.dim)
        insgesamt, getan = _anzahl(auftrag), 0
        for stapel in _stapel(auftrag):
            zeilen = auftrag.conn.execute(ITEMS, (stapel,)).fetchall()
            if self._datei is not None:
                zeilen, fertig = self._fertige(auftrag, zeilen)
                yield fertig
            for kodiert in self._kodieren(auftrag, gewichte, zeilen):
                yield kodiert
                getan += len(kodiert)
                if auftrag.fortschritt is not None:
                    auftrag.fortschritt(getan, insgesamt)
            if auftrag.angaben.trocken:
                self._vektoren.clear()  # niemand wird sie schreiben
        if self._datei is not None and auftrag.auslese is not None:
            import nachbarprobe

            with closing(self._datei) as vektoren:
                nachbarprobe.merken(auftrag.conn, vektoren, auftrag.auslese)
        self._berichten(auftrag)

    def _kodieren(
        self, auftrag: Auftrag, gewichte: modelle.Gewichte, zeilen: Sequence[tuple[int, str, str, str]]
    ) -> Iterator[Sequence[Zeile]]:
        from vektorablage import mangel

        modell = gewichte.modell
        kopf = {"modell": modell.name, "revision": modell.revision, "dim": modell.dim}
        texte = [(item_id, hash_, text(titel, teaser)) for item_id, titel, teaser, hash_ in zeilen]
        leere = [(item_id, hash_) for item_id, hash_, inhalt in texte if not inhalt]
        if leere:
            nichts = {"token": 0, "stufe": None, "gekappt": False, "grund": "kein Text"}
            self._vektoren += [(item_id, hash_, None) for item_id, hash_ in leere]
            self._ohne += len(leere)
            yield [Zeile(item_id, hash_, kopf | nichts) for item_id, hash_ in leere]
        volle = [(item_id, hash_, inhalt) for item_id, hash_, inhalt in texte if inhalt]
        if not volle:
            return
        encoder = self._laden(auftrag, gewichte)
        zerlegt = encoder.zerlegen([inhalt for _, _, inhalt in volle])
        self._token.extend(z.laenge for z in zerlegt)
        self._gekappt += sum(z.gekappt for z in zerlegt)
        for stellen, vektoren in encoder.kodieren(zerlegt):
            fertig = []
            for stelle, vektor in zip(stellen, vektoren, strict=True):
                item_id, hash_, _ = volle[stelle]
                z, grund = zerlegt[stelle], mangel(vektor, modell.dim)
                self._vektoren.append((item_id, hash_, vektor if grund is None else None))
                self._ohne += grund is not None
                if self._datei is not None and grund is None:
                    self._datei.anfuegen(item_id, vektor)
                angaben = {"token": z.laenge, "stufe": z.stufe, "gekappt": z.gekappt, "grund": grund}
                fertig.append(Zeile(item_id, hash_, kopf | angaben))
            yield fertig

    def _laden(self, auftrag: Auftrag, gewichte: modelle.Gewichte) -> Encoder:
        if self._encoder is None:
            from encoder import Encoder, Form

            self._encoder = Encoder(gewichte, Form(dtype=auftrag.angaben.dtype), auftrag.angaben.faeden)
        return self._encoder

    def _fertige(
        self, auftrag: Auftrag, zeilen: Sequence[tuple[int, str, str, str]]
    ) -> tuple[list[tuple[int, str, str, str]], list[Zeile]]:
        """Für eine Stichprobe genügt, was schon gilt: trennt, was noch zu rechnen ist, von den gespeicherten Zeilen."""
        import numpy as np

        assert self._datei is not None
        ids = [zeile[0] for zeile in zeilen]
        gespeichert = auftrag.ablage.gespeichert(ids)
        abfrage = auftrag.conn.execute(GESPEICHERTE_VEKTOREN, (auftrag.ablage.coder_version, ids))
        vektoren = {item_id: np.array(werte, np.float32) for item_id, werte in abfrage}
        offen, fertig = [], []
        for zeile in zeilen:
            item_id, _, _, hash_ = zeile
            alt = gespeichert.get(item_id)
            if alt is None or alt.eingabe_hash != hash_ or (item_id not in vektoren and not alt.nutzlast["grund"]):
                offen.append(zeile)
                continue
            fertig.append(Zeile(item_id, hash_, alt.nutzlast, alt.konfidenz))
            if item_id in vektoren:
                self._datei.anfuegen(item_id, vektoren[item_id])
        return offen, fertig

    def _berichten(self, auftrag: Auftrag) -> None:
        token = sorted(self._token)
        for name, anteil in (("token_median", 0.5), ("token_p95", 0.95), ("token_p99", 0.99)):
            auftrag.bericht[name] = token[min(int(anteil * len(token)), len(token) - 1)] if token else 0
        auftrag.bericht["gekappt"] = self._gekappt
        auftrag.bericht["ohne_vektor"] = self._ohne
        auftrag.bericht["faeden"] = self._encoder.faeden if self._encoder else 0

    @property
    def warnung(self) -> str | None:
        """Ob mehr Texte gekappt sind, als die Stufen vorsehen."""
        if len(self._token) < WARNEN_AB or self._gekappt <= WARNEN_ANTEIL * len(self._token):
            return None
        anteil = f"{100 * self._gekappt / len(self._token):.1f}".replace(".", ",")
        return f"{anteil} Prozent der Texte sind länger als die größte Stufe und gekappt; die Stufen überdenken."

    def abschliessen(self, auftrag: Auftrag) -> None:
        """Schreibt die Vektoren in derselben Transaktion wie ihre Kodierungen."""
        import vektorablage

        vektorablage.schreiben(auftrag.conn, auftrag.ablage.coder_version, self._vektoren)
        self._vektoren.clear()

    def erklaeren(
        self, conn: psycopg.Connection[Any], item_id: int, nutzlast: Mapping[str, Any]
    ) -> Iterator[tuple[str, str]]:
        """Der Text, der in den Encoder ging, wie viel davon, und die nächsten Meldungen."""
        from psycopg.types.json import Jsonb

        for titel, teaser in conn.execute("select titel, teaser from raw_items where id = %s", (item_id,)):
            yield "Eingabe", text(titel, teaser).replace("\n", " ¶ ") or "kein Text"
        if nutzlast["grund"]:
            yield "kein Vektor", str(nutzlast["grund"])
            return
        kappung = ", gekappt" if nutzlast["gekappt"] else ""
        yield "Token", f"{nutzlast['token']}, gerechnet auf Stufe {nutzlast['stufe']}{kappung}"
        # Nachbarn haben nur gespeicherte Vektoren: die der zuletzt geschriebenen Zeile mit dieser Nutzlast.
        for (version,) in conn.execute(GESCHRIEBEN, (item_id, Jsonb(dict(nutzlast)))):
            for nachbar, kosinus, haus, titel in conn.execute(NACHBARN, (item_id, version)):
                yield "ähnlich", f"{kosinus:.3f}".replace(".", ",") + f"  Item {nachbar}, {haus}: {titel}"


def modell_angaben(zerleger: argparse.ArgumentParser) -> None:
    """Womit gerechnet wird; dieselben Angaben für Läufe und --nachweis."""
    zerleger.add_argument(
        "--modell",
        choices=tuple(modelle.MODELLE),
        default=vorgegeben(),
        help=f"welches Modell (Vorgabe: {VARIABLE}, sonst {modelle.VORGABE})",
    )
    zerleger.add_argument(
        "--dtype",
        choices=tuple(kerne.KERNE),
        default="float32",
        help="Genauigkeit; bfloat16 ist eine eigene coder_version für Prozessoren, die es können",
    )
    zerleger.add_argument("--faeden", type=_anzahl_faeden, metavar="N", help="so viele Fäden rechnen; ändert kein Bit")


def vorgegeben() -> str:
    """Das Modell, das ohne Angabe gilt.

    Raises:
        Modellfehler: die Umgebung nennt eines, das es nicht gibt.
    """
    kurz = os.environ.get(VARIABLE) or modelle.VORGABE
    if kurz not in modelle.MODELLE:
        raise modelle.Modellfehler(f"{VARIABLE} nennt {kurz!r}; es gibt {', '.join(modelle.MODELLE)}")
    return kurz


def bestandteile(gewichte: modelle.Gewichte, dtype: str) -> Mapping[str, Any]:
    """Die Bestandteile der coder_version."""
    from encoder import STAPEL, STUFEN

    festgelegt, torch = kerne.KERNE[dtype], kerne.fassung("torch")
    return {
        "modell": gewichte.modell.name,
        "revision": gewichte.modell.revision,
        "pruefsumme": gewichte.pruefsumme,
        "vorsatz": gewichte.modell.vorsatz,
        "eingabe": "titel+teaser",
        "stufen": list(STUFEN),
        "stapel": STAPEL,
        "pooling": "mittel",
        "norm": "l2",
        "dtype": dtype,
        "torch": torch,
        "transformers": kerne.fassung("transformers"),
        "tokenizers": kerne.fassung("tokenizers"),
        "kerne": festgelegt.stufe,
        "kernprobe": festgelegt.proben.get(torch),
        "regeln": REGELN,
    }


def text(titel: str | None, teaser: str | None) -> str:
    """Was in den Encoder geht: Titel und Teaser, gesäubert, ein Zeilenumbruch dazwischen; leer, wenn nichts da ist.

    Für das Modell ist der Umbruch ein Leerzeichen. Normalisiert wird nicht: das Modell kennt Großschreibung und
    Satzzeichen.
    """
    return "\n".join(teil for teil in (saeubern(titel), saeubern(teaser)) if teil)


def _anzahl_faeden(angabe: str) -> int:
    anzahl = int(angabe)
    if not 1 <= anzahl <= 1024:
        raise argparse.ArgumentTypeError("1 bis 1024")
    return anzahl


def _anzahl(auftrag: Auftrag) -> int:
    if auftrag.items is not None:
        return len(auftrag.items)
    zeile = auftrag.conn.execute("select count(*) from raw_items").fetchone()
    return zeile[0] if zeile else 0


def _stapel(auftrag: Auftrag) -> Iterator[list[int]]:
    """Die Kennungen des Laufs in Stücken; der ganze Bestand kommt über einen Zeiger und ist nie im Speicher."""
    if auftrag.items is not None:
        ids: Iterator[int] = iter(sorted(auftrag.items))
        while stapel := list(islice(ids, STUECK)):
            yield stapel
        return
    with auftrag.conn.cursor("embeddings") as zeiger:
        zeiger.execute("select id from raw_items order by id")
        while zeilen := zeiger.fetchmany(STUECK):
            yield [item_id for (item_id,) in zeilen]


def index(speicher_mb: int, coder_version: str) -> int:
    """Baut den Index in eigenen Verbindungen, neben laufenden Läufen; meldet auf der Fehlerausgabe."""
    import db
    import deutung
    import vektorablage
    from sitzung import Ende

    ende = Ende.auf_sigterm()
    try:
        with (
            db.verbinden("embeddings-index", autocommit=True) as conn,
            db.verbinden("embeddings-fortgang", autocommit=True) as beobachter,
        ):
            befehl.melden(vektorablage.index_bauen(conn, beobachter, coder_version, speicher_mb, ende, befehl.melden))
    except Exception as fehler:
        if ende.verlangt:
            befehl.melden("embeddings: durch SIGTERM beendet; der Index ist unfertig, --index fängt ihn neu an.")
            return befehl.BEENDET
        return deutung.ausgang(fehler)
    return befehl.GETAN


def main(worte: Sequence[str] | None = None) -> int:
    """Kommandozeile."""
    worte = sys.argv[1:] if worte is None else worte
    try:
        if any(wort.partition("=")[0] == "--nachweis" for wort in worte):
            import nachweis

            return nachweis.main(worte)
        modul = Embeddings()
        ausgang = kodierung.ausfuehren(modul, worte)
        if modul.warnung:
            befehl.melden(modul.warnung)
        if ausgang == befehl.GETAN and modul.index_mb is not None:
            ausgang = index(modul.index_mb, modul.coder_version)
        return ausgang
    except modelle.Modellfehler as fehler:
        befehl.melden(str(fehler))
        return befehl.AUFRUF


if __name__ == "__main__":
    sys.exit(main())
