"""Auslese: zieht aus allen Proben eines Laufs die verlangten, ohne alle zu behalten."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from itertools import zip_longest

import konfidenzband
from probe import Probe, Ziehung

# Wonach gezogen wird: je kleiner, desto früher. Jeder Schlüssel kommt einmal vor.
Schluessel = tuple[float, ...]


class Auslese:
    """Die zweifelhaftesten Proben, oder mit einer Saat eine geschichtete Zufallsauswahl.

    Geschichtet kommen die Strata reihum an die Reihe, bis die Anzahl erreicht ist; so ist auch die seltenste Methode
    dabei. Im Stratum entscheidet der Hash aus Saat und Kennung: gleich, in welcher Folge, welchen Stapeln und auf
    welcher Maschine die Proben kommen. Reihum stehen sie auch in der Datei. Wer nach der Hälfte aufhört, hat alle
    Strata gleich weit geprüft, und eine größere Stichprobe beginnt mit der kleineren.

    Args:
        anzahl: so viele Proben werden gezogen, wenn es so viele gibt.
        saat: der Seed; ``None`` für die zweifelhaftesten.
    """

    def __init__(self, anzahl: int, saat: int | None = None) -> None:
        self.anzahl = anzahl
        self.saat = saat
        self._umfang: Counter[str] = Counter()
        self._toepfe: defaultdict[str, _Topf] = defaultdict(lambda: _Topf(anzahl))

    def merken(self, probe: Probe, zweifel: Schluessel) -> None:
        """Nimmt eine Probe auf; jede Kennung darf einmal kommen.

        Args:
            probe: die Probe.
            zweifel: je kleiner, desto zweifelhafter; er ordnet eindeutig.
        """
        if self.saat is None:
            self._toepfe[""].legen(zweifel, probe)
            return
        stratum = konfidenzband.stratum(probe.methode, probe.konfidenz)
        self._umfang[stratum] += 1
        self._toepfe[stratum].legen(_los(self.saat, probe.kennung), probe)

    def gezogen(self) -> list[tuple[Probe, Ziehung]]:
        """Die gezogenen Proben: die zweifelhafteste zuerst, oder reihum durch die Strata in der Folge ihrer Namen."""
        if self.saat is None:
            return [
                (probe, Ziehung("zweifelhaft", konfidenzband.stratum(probe.methode, probe.konfidenz)))
                for probe in self._toepfe[""].proben()
            ]
        strata = [
            [(probe, Ziehung("geschichtet", name, self._umfang[name], self.saat)) for probe in topf.proben()]
            for name, topf in sorted(self._toepfe.items())
        ]
        reihum = [gezogen for runde in zip_longest(*strata) for gezogen in runde if gezogen is not None]
        return reihum[: self.anzahl]

    def leer_ausgegangen(self) -> list[str]:
        """Strata, aus denen keine Probe gezogen ist, weil es mehr gibt als verlangte Proben."""
        gezogen = {ziehung.stratum for _, ziehung in self.gezogen()}
        return sorted(self._umfang.keys() - gezogen)


class _Topf:
    """Behält die Proben mit den kleinsten Schlüsseln."""

    def __init__(self, anzahl: int) -> None:
        self._anzahl = anzahl
        self._eintraege: list[tuple[Schluessel, Probe]] = []

    def legen(self, schluessel: Schluessel, probe: Probe) -> None:
        self._eintraege.append((schluessel, probe))
        if len(self._eintraege) > 2 * self._anzahl:
            self._kuerzen()

    def proben(self) -> list[Probe]:
        self._kuerzen()
        return [probe for _, probe in self._eintraege]

    def _kuerzen(self) -> None:
        self._eintraege.sort(key=lambda eintrag: eintrag[0])
        del self._eintraege[self._anzahl :]


def _los(saat: int, kennung: str) -> Schluessel:
    return (int.from_bytes(hashlib.sha256(f"{saat}:{kennung}".encode()).digest()),)
