"""Phase 2: alle Module in fester Reihenfolge, für den Timer und von Hand.

Beispiele:
  python phase2.py --aufholen                                was fehlt oder veraltet ist, der älteste Slot zuerst
  python phase2.py --aufholen --hoechstens 12 --seit 2026-01-01
  python phase2.py --slot 2026-09-07T08:00                   ein Poll-Slot
  python phase2.py --backfill --nur dubletten,revisionen     Gesamtbestand, einzelne Module
  python phase2.py --stand --alarm 3                         was kodiert ist und was fehlt; Ausgang 1 ab 3 Stunden Lücke
  python phase2.py --erklaere 4711                           alles über ein Item, nachgerechnet
  python phase2.py --pruefen --von 2026-09-01 --bis 2026-09-07
  python phase2.py --aufraeumen                              überholte coder_versionen; mit Namen und --ja: eine löschen

Ein Modul, das scheitert, hält die anderen nicht auf. Ausgänge: 0 getan, 1 etwas scheiterte, 2 falscher Aufruf,
75 später erneut, 143 durch SIGTERM beendet. Läuft schon einer, endet der zweite sofort mit 0.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any

import befehl
import deutung
import kodierung
import zeit
from sitzung import Beendet, Besetzt, Ende, Sitzung

if TYPE_CHECKING:
    from durchlauf import Auswahl
    from modul import Modul
    from nachholen import Nachholer, Zeitbudget
    from rueckstand import Arbeit, Fall, Liste

DOC = __doc__ or ""

# Die Reihenfolge der Module: erst, was schnell ist und immer geht.
MODULE = {
    "dubletten": "Dubletten",
    "revisionen": "Revisionen",
    "akteure": "Akteure",
    "orte": "Orte",
    "tonalitaet": "Tonalitaet",
    "embeddings": "Embeddings",
}


def module(namen: Sequence[str]) -> list[Modul]:
    """Die Module dieser Namen, in der festen Reihenfolge."""
    return [getattr(import_module(name), klasse)() for name, klasse in MODULE.items() if name in namen]


def main(worte: Sequence[str] | None = None) -> int:
    """Von der Kommandozeile bis zum Ausgang."""
    angaben = _zerlegen(worte)
    kodierung.sparsam_sammeln()
    if "torch" not in sys.modules:
        # Auch andere Module können torch laden; festgelegt sein müssen die Kerne davor.
        import kerne

        kerne.festlegen("float32")
    ende = Ende.auf_sigterm()
    try:
        return _ausfuehren(angaben, ende)
    except Beendet:
        befehl.melden(
            "phase2: durch SIGTERM beendet; nichts ist halb geschrieben, der nächste Lauf holt den Rest nach."
        )
        return befehl.BEENDET
    except Besetzt:
        befehl.melden("phase2: ein anderer Lauf arbeitet gerade; dieser tut nichts.")
        # Ein Takt wird vom laufenden miterledigt, eine Löschung nicht.
        return befehl.SPAETER if angaben.auftrag == "aufraeumen" else befehl.GETAN
    except KeyboardInterrupt:
        befehl.melden("phase2: abgebrochen; nichts ist halb geschrieben.")
        return 130
    except BrokenPipeError:
        # Wer liest, hat genug gelesen (phase2.py --erklaere 4711 | head); auch das Schreiben am Ende soll nicht klagen.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return befehl.GETAN
    except OSError as fehler:
        befehl.melden(f"phase2: die Ausgabe ließ sich nicht schreiben ({fehler.strerror}).")
        return befehl.GESCHEITERT
    except Exception as fehler:
        return deutung.ausgang(fehler)


def _zerlegen(worte: Sequence[str] | None) -> argparse.Namespace:
    zerleger = befehl.Zerleger(DOC, prog="phase2.py")
    was = zerleger.add_mutually_exclusive_group(required=True)
    was.add_argument("--aufholen", action="store_true", help="nachholen, was fehlt oder veraltet ist")
    was.add_argument("--slot", metavar="ZEIT", help="ein 15-Minuten-Slot, ISO 8601, ohne Zone UTC: 2026-09-07T08:00")
    was.add_argument("--backfill", action="store_true", help="der Gesamtbestand")
    was.add_argument("--stand", action="store_true", help="je Modul: kodiert, fehlend, veraltet, letzter Lauf")
    was.add_argument("--erklaere", type=int, metavar="ITEM", help="alle Schichten eines Items, nachgerechnet")
    was.add_argument("--pruefen", action="store_true", help="nachrechnen, ohne zu schreiben; Ausgang 1 bei Abweichung")
    was.add_argument(
        "--aufraeumen",
        nargs="?",
        const="",
        metavar="CODER_VERSION",
        help="überholte Versionen zeigen oder eine löschen",
    )
    zerleger.add_argument("--nur", metavar="MODUL[,MODUL]", help=f"nur diese Module: {', '.join(MODULE)}")
    zerleger.add_argument("--trocken", action="store_true", help="rechnen und vergleichen, nichts schreiben")
    zerleger.add_argument("--hoechstens", type=float, metavar="MINUTEN", help="danach nichts Neues mehr beginnen")
    zerleger.add_argument("--seit", metavar="DATUM", help="weiter zurück keine neue coder_version nachholen")
    zerleger.add_argument(
        "--von", metavar="ZEIT", help="prüfen ab dieser Zeit (ISO 8601, ohne Zone UTC) oder diesem Berliner Tag"
    )
    zerleger.add_argument("--bis", metavar="ZEIT", help="prüfen vor dieser Zeit oder bis zum Ende dieses Tages")
    zerleger.add_argument("--alarm", type=float, metavar="STUNDEN", help="Ausgang 1, wenn eine Lücke älter ist")
    zerleger.add_argument("--ja", action="store_true", help="das Löschen bestätigen")
    zerleger.add_argument("--json", action="store_true", help="Ergebnis als ein JSON-Objekt")
    angaben = zerleger.parse_args(worte)
    _passend(zerleger, angaben)
    angaben.namen = _namen(zerleger, angaben.nur)
    if angaben.slot is not None:
        angaben.slot = kodierung.slot_angabe(zerleger, angaben.slot)
    for name in ("seit", "von", "bis"):
        if (text := getattr(angaben, name)) is not None:
            setattr(angaben, name, _zeitangabe(zerleger, name, text))
    if angaben.von and angaben.bis and angaben.von >= angaben.bis:
        zerleger.error("--von liegt nicht vor --bis: so ist nichts zu prüfen")
    for name in ("hoechstens", "alarm"):
        wert = getattr(angaben, name)
        if wert is not None and not 0 < wert < 1_000_000:
            zerleger.error(f"--{name} braucht eine Zahl größer als 0")
    return angaben


# Welche Angabe zu welchem Auftrag gehört.
GEHOERT_ZU = {
    "trocken": ("aufholen", "slot", "backfill"),
    "hoechstens": ("aufholen",),
    "seit": ("aufholen", "stand"),
    "von": ("pruefen",),
    "bis": ("pruefen",),
    "alarm": ("stand",),
    "ja": ("aufraeumen",),
    "json": ("aufholen", "slot", "backfill", "stand", "pruefen"),
}


def _passend(zerleger: argparse.ArgumentParser, angaben: argparse.Namespace) -> None:
    gewaehlt = next(
        name
        for name in ("aufholen", "slot", "backfill", "stand", "erklaere", "pruefen", "aufraeumen")
        if getattr(angaben, name) is not None and getattr(angaben, name) is not False
    )
    angaben.auftrag = gewaehlt
    for name, auftraege in GEHOERT_ZU.items():
        if getattr(angaben, name) not in (None, False) and gewaehlt not in auftraege:
            erlaubt = " oder ".join(f"--{a}" for a in auftraege)
            zerleger.error(f"--{name} gilt nur mit {erlaubt}")
    if angaben.nur is not None and gewaehlt == "aufraeumen":
        zerleger.error("--nur gilt nicht mit --aufraeumen: welche Version in Gebrauch ist, sagen alle Module")
    if angaben.ja and not angaben.aufraeumen:
        zerleger.error("--ja braucht eine coder_version: --aufraeumen CODER_VERSION --ja")


def _namen(zerleger: argparse.ArgumentParser, nur: str | None) -> list[str]:
    if nur is None:
        return list(MODULE)
    namen = [name.strip() for name in nur.split(",") if name.strip()]
    for name in namen:
        if name not in MODULE:
            zerleger.error(f"--nur: {name!r} gibt es nicht, nur {', '.join(MODULE)}")
    if not namen:
        zerleger.error(f"--nur nennt kein Modul; es gibt {', '.join(MODULE)}")
    return [name for name in MODULE if name in namen]


def _zeitangabe(zerleger: argparse.ArgumentParser, name: str, text: str) -> datetime:
    """Ein Berliner Tag (bei --bis einschließlich) oder eine Zeit, ohne Zone UTC."""
    try:
        with contextlib.suppress(ValueError):
            return zeit.tagesgrenzen(date.fromisoformat(text).toordinal())[name == "bis"]
        gelesen = datetime.fromisoformat(text)
        return gelesen if gelesen.tzinfo else gelesen.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        zerleger.error(f"--{name}: {text!r} ist keine Zeit nach ISO 8601 (etwa 2026-09-07 oder 2026-09-07T08:00)")


def _ausfuehren(angaben: argparse.Namespace, ende: Ende) -> int:
    liest = angaben.trocken or angaben.auftrag in ("stand", "erklaere", "pruefen") or angaben.aufraeumen == ""
    with Sitzung("phase2", ende, sperren=not liest) as sitzung:
        if angaben.auftrag == "stand":
            import stand

            return stand.zeigen(sitzung, module(angaben.namen), angaben)
        if angaben.auftrag == "erklaere":
            import erklaerung

            return erklaerung.zeigen(sitzung, module(angaben.namen), angaben.erklaere)
        if angaben.auftrag == "aufraeumen":
            import aufraeumen

            return aufraeumen.aufraeumen(sitzung, module(angaben.namen), angaben.aufraeumen, ende, ja=angaben.ja)
        return Laeufer(sitzung, ende, angaben).ausfuehren()


class Laeufer:
    """Rechnet mit allen verlangten Modulen.

    Args:
        sitzung: Verbindung und Sperre.
        ende: ob SIGTERM kam.
        angaben: der Aufruf.
    """

    def __init__(self, sitzung: Sitzung, ende: Ende, angaben: argparse.Namespace) -> None:
        from nachholen import Zeitbudget

        self._sitzung = sitzung
        self._ende = ende
        self._angaben = angaben
        self._budget: Zeitbudget = Zeitbudget(angaben.hoechstens)
        self._nachholer: dict[str, Nachholer] = {}
        self._ausgefallen: dict[str, str] = {}
        self._offen = 0

    def ausfuehren(self) -> int:
        """Der ganze Auftrag; der Ausgang."""
        beginn = time.monotonic()
        auftraege: dict[str, Callable[[dict[str, Fall]], None]] = {
            "aufholen": self._aufholen,
            "backfill": lambda faelle: self._alle(faelle, None),
            "slot": lambda faelle: self._alle(faelle, self._angaben.slot),
            "pruefen": self._pruefen,
        }
        # Verbindung und Sperre, bevor ein Modul geladen wird: ein zweiter Lauf soll sofort enden.
        self._sitzung.versuchen(lambda conn: None)
        faelle = self._faelle()
        beendet = False
        try:
            auftraege[self._angaben.auftrag](faelle)
        except Beendet:
            beendet = True
        return self._abschliessen(time.monotonic() - beginn, beendet=beendet)

    def _faelle(self) -> dict[str, Fall]:
        """Die Module, die rechnen können, mit ihrer coder_version."""
        from nachholen import Nachholer, beschreiben, endgueltig, fall_von

        faelle: dict[str, Fall] = {}
        for name in self._angaben.namen:
            try:
                (modul,) = module([name])
                angaben = vorgaben(modul, trocken=self._angaben.trocken or self._angaben.auftrag == "pruefen")
                faelle[name] = self._sitzung.versuchen(
                    lambda conn, modul=modul, angaben=angaben: fall_von(conn, modul, angaben)  # type: ignore[misc]
                )
                self._nachholer[name] = Nachholer(faelle[name], angaben, self._sitzung, self._ende)
            except (Beendet, Besetzt):
                raise
            except Exception as fehler:
                if endgueltig(fehler):
                    raise
                self._ausfallen(name, beschreiben(fehler))
        return faelle

    def _ausfallen(self, name: str, grund: str) -> None:
        self._ausgefallen[name] = grund
        befehl.melden(f"{name}: fällt aus: {grund}")

    # -- Aufträge ------------------------------------------------------------------------------------------------------

    def _aufholen(self, faelle: dict[str, Fall]) -> None:
        """Erst bei allen Modulen die Lücken, dann reihum die Umstellung auf neue coder_versionen.

        So hält eine lange Umstellung weder die neuen Slots auf noch ein Modul die anderen.
        """
        from rueckstand import Sichter

        sichter = list(faelle.values())
        arbeit = self._sitzung.versuchen(lambda conn: self._sichten(conn, sichter))
        self._offen = sum(len(a.luecken) + len(a.umstellung) for a in arbeit.values())
        for name in faelle:
            self._stuecke(name, arbeit[name].luecken)
        reihum = {name: self._schritte(name, arbeit[name].umstellung) for name in faelle}
        while reihum:
            for name in list(reihum):
                if name in self._ausgefallen or next(reihum[name], None) is None:
                    del reihum[name]
        if not self._angaben.trocken:
            self._sitzung.versuchen(lambda conn: Sichter(conn, sichter).eigene_geprueft())

    def _sichten(self, conn: Any, faelle: Sequence[Fall]) -> dict[str, Arbeit]:
        from rueckstand import Sichter

        sichter = Sichter(conn, faelle, self._angaben.seit)
        if self._angaben.trocken:
            return sichter.arbeit(sichter.ungesichtet())
        sichter.vermerken()
        return sichter.arbeit()

    def _stuecke(self, name: str, liste: Liste) -> None:
        for _ in self._schritte(name, liste):
            pass

    def _schritte(self, name: str, liste: Liste) -> Iterator[bool]:
        """Rechnet ein Stück je Schritt, solange die Zeit reicht."""
        from nachholen import Aufgegeben

        nachholer = self._nachholer[name]
        stuecke = liste.stuecke(lambda: self._budget.hoechstens(nachholer.tempo, nachholer.stueck_groesse))
        for slots in stuecke:
            try:
                nachholer.stueck(slots)
            except Aufgegeben as fehler:
                if liste.von_hinten:
                    self._ausfallen(name, str(fehler))
                    return
                # Hinter schlechten alten Slots sollen die neuen nicht warten.
                liste.von_hinten = True
            yield True

    def _alle(self, faelle: dict[str, Fall], auswahl: Auswahl) -> None:
        from nachholen import beschreiben, endgueltig

        for name in faelle:
            try:
                self._nachholer[name].ganz(auswahl)
            except (Beendet, Besetzt):
                raise
            except Exception as fehler:
                if endgueltig(fehler):
                    raise
                self._ausfallen(name, beschreiben(fehler))

    def _pruefen(self, faelle: dict[str, Fall]) -> None:
        auswahl: Auswahl = None
        von, bis = self._angaben.von, self._angaben.bis
        if von or bis:
            auswahl = self._sitzung.versuchen(
                lambda conn: [id_ for (id_,) in conn.execute(ITEMS_ZWISCHEN, {"von": von, "bis": bis})]
            )
        self._alle(faelle, auswahl)
        for name in faelle:
            ergebnis = self._nachholer[name].ergebnis
            for was, ids, anzahl in (
                ("weicht ab", ergebnis.abweichend, ergebnis.zahlen["geaendert"]),
                ("hat keine Kodierung", ergebnis.fehlend, ergebnis.zahlen["neu"]),
            ):
                for id_ in ids[:NENNEN]:
                    befehl.melden(f"{name}: Item {id_} {was}")
                if anzahl > NENNEN:
                    befehl.melden(f"{name}: {was}: weitere {anzahl - NENNEN} Items")

    # -- Ausgang -------------------------------------------------------------------------------------------------------

    def _abschliessen(self, sekunden: float, *, beendet: bool) -> int:
        teile = [n.ergebnis for name, n in self._nachholer.items()]
        for teil in teile:
            kodierung.fehlschlaege_melden(teil.fehlschlaege)
        gescheitert = sorted(self._ausgefallen) + [
            name for name, n in self._nachholer.items() if n.gescheitert and name not in self._ausgefallen
        ]
        zahlen = {
            "modul": "phase2",
            "auftrag": self._angaben.auftrag,
            "module": [teil.zahlen for teil in teile],
            "ausgefallen": self._ausgefallen,
            "gescheitert": gescheitert,
            "offen": self._offen - sum(n.erledigt for n in self._nachholer.values()) if self._offen else 0,
            "sekunden": round(sekunden, 2),
        }
        if self._angaben.json:
            print(json.dumps(zahlen, ensure_ascii=False))
        else:
            for teil in teile:
                print(kodierung.zusammenfassung(teil.zahlen))
            print(self._schlusszeile(len(teile), gescheitert, zahlen["offen"], sekunden))
        if beendet:
            befehl.melden("phase2: durch SIGTERM beendet; der nächste Lauf holt den Rest nach.")
            return befehl.BEENDET
        abgelehnt = any(teil.fehlschlaege for teil in teile)
        abweichend = self._angaben.auftrag == "pruefen" and any(
            teil.zahlen["geaendert"] or teil.zahlen["neu"] for teil in teile
        )
        return befehl.GESCHEITERT if gescheitert or abgelehnt or abweichend else befehl.GETAN

    def _schlusszeile(self, anzahl: int, gescheitert: Sequence[str], offen: int, sekunden: float) -> str:
        stuecke = [f"{anzahl} Module"]
        if gescheitert:
            stuecke.append(f"gescheitert: {', '.join(gescheitert)}")
        if offen:
            stuecke.append(f"noch offen: {offen} Kodierungen, der nächste Lauf macht weiter")
        return f"phase2: {'; '.join(stuecke)}; {sekunden:.1f} s".replace(".", ",")


# So viele abweichende Items nennt --pruefen je Modul.
NENNEN = 20

ITEMS_ZWISCHEN = """
select id
from raw_items
where slot >= coalesce(%(von)s::timestamptz, '-infinity') and slot < coalesce(%(bis)s::timestamptz, 'infinity')
order by slot, id
"""


def vorgaben(modul: Modul, *, trocken: bool = False) -> argparse.Namespace:
    """Die Angaben eines Moduls ohne abweichende Option."""
    return kodierung.zerlegen(modul, ["--backfill", *(["--trocken"] if trocken else [])])


if __name__ == "__main__":
    sys.exit(main())
