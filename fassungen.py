"""Die Fassungen eines Items: was aus seiner Schlagzeile geworden ist und auf welchem Weg.

Reine Funktionen ohne Datenbank und Uhr. Wie zwei Fassungen verglichen werden, steht in ``schritte``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice, pairwise
from typing import Any, NamedTuple

from schritte import KENNZEICHEN, Form, Schritt, aehnlichkeit, ticker_markiert
from version import eingabe_hash

# So viele Wörter nennt eine Liste, so lang ist jedes höchstens.
WOERTER_HOECHSTENS = 12
WORT_HOECHSTENS = 60
# Mehr Schritte und Lücken zählt die Nutzlast nicht einzeln auf; sie bliebe sonst nicht unter ihrer Grenze.
SCHRITTE_HOECHSTENS = 300
LUECKEN_HOECHSTENS = 12

# Schritte, die keine Revision sind.
OHNE_REVISION = frozenset(("unveraendert", "formal"))


class Fassung(NamedTuple):
    """Eine gespeicherte Fassung; so sortiert ist die Folge eindeutig, auch bei doppelten Nummern."""

    nummer: int
    am: datetime
    titel: str | None

    @property
    def rang(self) -> tuple[int, datetime, str]:
        """Wonach Fassungen geordnet werden."""
        return self.nummer, self.am, self.titel or ""


class Verlauf:
    """Die geordneten Fassungen eines Items und die Schritte dazwischen.

    Args:
        fassungen: mindestens eine, in beliebiger Folge.
    """

    def __init__(self, fassungen: Sequence[Fassung]) -> None:
        self.fassungen = sorted(fassungen, key=lambda f: f.rang)
        self.formen = [Form(f.titel) for f in self.fassungen]
        self.schritte = [Schritt(alt, neu) for alt, neu in pairwise(self.formen)]

    def art(self) -> str:
        """Die Einstufung der ersten gegen die letzte Fassung.

        ``zurueckgenommen``, wenn beide dasselbe sagen und dazwischen etwas anderes stand; war auch das nur eine
        andere Schreibung, ist es ``formal``.
        """
        if len(self.formen) == 1:
            return "unveraendert"
        ganz = Schritt(self.formen[0], self.formen[-1]).art
        arten = {s.art for s in self.schritte}
        if ganz in OHNE_REVISION and not arten <= OHNE_REVISION:
            return "zurueckgenommen"
        return "formal" if ganz == "unveraendert" and "formal" in arten else ganz

    def hash(self) -> str:
        """Hash aller Fassungen: Nummer, Titel, Zeit."""
        return eingabe_hash(*(teil for f in self.fassungen for teil in (f.nummer, f.titel, _zeit(f.am))))

    def nutzlast(self) -> dict[str, Any]:
        """Die Kodierung des Items; die Felder erklärt phase_02_spec.md."""
        art = self.art()
        if len(self.fassungen) == 1 or art == "unveraendert":
            hinzu: list[str] = []
            entfernt: list[str] = []
            gekappt, aehnlich = False, 1.0
        else:
            hinzu, entfernt = self._unterschiede(art)
            gekappt = any(map(_zu_lang, (hinzu, entfernt)))
            aehnlich = aehnlichkeit(self.formen[0], self.formen[-1])
        gesehen = frozenset[str]().union(*(s.kennzeichen for s in self.schritte))
        luecken = list(islice(_luecken(f.nummer for f in self.fassungen), LUECKEN_HOECHSTENS + 1))
        return {
            "art": art,
            "aehnlichkeit": aehnlich,
            "arten": [s.art for s in self.schritte[:SCHRITTE_HOECHSTENS]],
            "fassungen": len(self.fassungen),
            "verschiedene": 1 if art == "unveraendert" else len({tuple(f.worte) for f in self.formen}),
            "pendelt": self._pendelt(),
            "ticker_markiert": any(ticker_markiert(f.titel) for f in self.fassungen),
            "kopf_stabil": self._kopf_stabil(),
            "hinzu": _gekappt(hinzu),
            "entfernt": _gekappt(entfernt),
            "gekappt": gekappt,
            "kennzeichen": [name for name, _ in KENNZEICHEN if name in gesehen],
            "artefakt": any(s.artefakt for s in self.schritte),
            "luecken": luecken[:LUECKEN_HOECHSTENS],
            "erste_am": _zeit(self.fassungen[0].am),
            "letzte_am": _zeit(self.fassungen[-1].am),
            "hinweise": self._hinweise(len(luecken)),
        }

    def _unterschiede(self, art: str) -> tuple[list[str], list[str]]:
        """Erste gegen letzte Fassung; bei einer Rücknahme gegen die erste andere, sonst wäre nicht zu sehen, was."""
        gegen = self.formen[-1]
        if art == "zurueckgenommen":
            gegen = next(s.neu for s in self.schritte if s.art not in OHNE_REVISION)
        return Schritt(self.formen[0], gegen).unterschiede()

    def _pendelt(self) -> bool:
        """Ob eine Fassung wiederkehrt, nachdem eine andere dazwischenstand."""
        if len(self.formen) < 3:
            return False
        gesehen: set[tuple[str, ...]] = set()
        vorige: tuple[str, ...] | None = None
        for form in self.formen:
            worte = tuple(form.worte)
            if worte != vorige and worte in gesehen:
                return True
            gesehen.add(worte)
            vorige = worte
        return False

    def _kopf_stabil(self) -> bool:
        """Ob vor dem ersten Doppelpunkt immer dasselbe stand, während sich der Titel änderte."""
        if all(s.art == "unveraendert" for s in self.schritte):
            return False
        kopf = self.formen[0].kopf
        return kopf is not None and all(f.kopf == kopf for f in self.formen)

    def _hinweise(self, luecken: int) -> list[str]:
        gruende = (
            ("zeit_ruecklaeufig", any(b.am < a.am for a, b in pairwise(self.fassungen))),
            ("abgeschnitten", any(_abgeschnitten(s) for s in self.schritte)),
            ("schritte_gekappt", len(self.schritte) > SCHRITTE_HOECHSTENS),
            ("luecken_gekappt", luecken > LUECKEN_HOECHSTENS),
        )
        return [name for name, trifft in gruende if trifft]


def _abgeschnitten(s: Schritt) -> bool:
    """Ob eine Seite nur der Anfang der anderen ist und auf Auslassungspunkte endet: so kürzen Layouts."""
    return any(
        kurz.text.endswith(("…", "...")) and kurz.worte != lang.worte and lang.worte[: len(kurz.worte)] == kurz.worte
        for kurz, lang in ((s.alt, s.neu), (s.neu, s.alt))
    )


def _luecken(nummern: Iterator[int]) -> Iterator[int]:
    erwartet = 1
    for nummer in nummern:
        yield from range(erwartet, nummer)
        erwartet = nummer + 1


def _zu_lang(worte: Sequence[str]) -> bool:
    return len(worte) > WOERTER_HOECHSTENS or any(len(w) > WORT_HOECHSTENS for w in worte)


def _gekappt(worte: Sequence[str]) -> list[str]:
    return [wort[:WORT_HOECHSTENS] for wort in worte[:WOERTER_HOECHSTENS]]


def _zeit(am: datetime) -> str:
    return am.astimezone(UTC).isoformat()
