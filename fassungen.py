"""Die Fassungen eines Items: was aus seiner Schlagzeile geworden ist und auf welchem Weg.

Reine Funktionen ohne Datenbank und Uhr. Wie zwei Fassungen verglichen werden, steht in ``schritte``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice, pairwise
from typing import Any, NamedTuple

from schritte import KENNZEICHEN, Form, Schritt, ticker_markiert
from titel import einmal
from version import eingabe_hash, zeitzeichen

# So viele Wörter nennt eine Liste, so lang ist jedes höchstens.
WOERTER_HOECHSTENS = 12
WORT_HOECHSTENS = 60
# Mehr Schritte und Lücken zählt die Nutzlast nicht einzeln auf; sie bliebe sonst nicht unter ihrer Grenze.
SCHRITTE_HOECHSTENS = 300
LUECKEN_HOECHSTENS = 12

# So endet ein Titel, den ein Layout abgeschnitten hat.
ENDEN = ("…", "...")
# Schritte, die keine Revision sind.
OHNE_REVISION = frozenset(("unveraendert", "formal"))


class Fassung(NamedTuple):
    """Eine gespeicherte Fassung."""

    nummer: int
    am: datetime
    titel: str | None


class Verlauf:
    """Die geordneten Fassungen eines Items und die Schritte dazwischen.

    Args:
        fassungen: mindestens eine, in beliebiger Folge.
    """

    def __init__(self, fassungen: Sequence[Fassung]) -> None:
        self.fassungen = fassungen
        self.formen: list[Form] = []
        self.schritte: list[Schritt] = []
        if len(fassungen) > 1:
            self.fassungen = sorted(fassungen, key=_rang)
            # Pendelt ein Titel, wird jede Form und jeder Schritt nur einmal gerechnet.
            formen: dict[str | None, Form] = {}
            schritte: dict[tuple[Form, Form], Schritt] = {}
            for f in self.fassungen:
                if f.titel not in formen:
                    formen[f.titel] = Form(f.titel)
            self.formen = [formen[f.titel] for f in self.fassungen]
            for paar in pairwise(self.formen):
                if paar not in schritte:
                    schritte[paar] = Schritt(*paar)
                self.schritte.append(schritte[paar])

    @einmal
    def ganz(self) -> Schritt:
        """Erste gegen letzte Fassung; bei zweien ist das der einzige Schritt."""
        return self.schritte[0] if len(self.schritte) == 1 else Schritt(self.formen[0], self.formen[-1])

    @einmal
    def art(self) -> str:
        """Die Einstufung der ersten gegen die letzte Fassung.

        ``zurueckgenommen``, wenn beide dasselbe sagen und dazwischen etwas anderes stand; war auch das nur eine
        andere Schreibung, ist es ``formal``.
        """
        if not self.schritte:
            return "unveraendert"
        arten = {s.art for s in self.schritte}
        if self.ganz.art in OHNE_REVISION:
            if not arten <= OHNE_REVISION:
                return "zurueckgenommen"
            return "formal" if "formal" in arten else "unveraendert"
        return self.ganz.art

    @einmal
    def zeiten(self) -> list[str]:
        """Wann die Fassungen erfasst wurden, in UTC."""
        return [f.am.astimezone(UTC).isoformat() for f in self.fassungen]

    def hash(self) -> str:
        """Hash aller Fassungen: Nummer, Titel, Zeit; wie die Sicht eingabe_revision."""
        return eingabe_hash(*(teil for f in self.fassungen for teil in (f.nummer, f.titel, zeitzeichen(f.am))))

    def nutzlast(self) -> dict[str, Any]:
        """Die Kodierung des Items; die Felder erklärt phase_02_spec.md."""
        luecken = self._luecken()
        nutzlast: dict[str, Any] = {
            "art": "unveraendert",
            "aehnlichkeit": 1.0,
            "arten": [],
            "fassungen": len(self.fassungen),
            "verschiedene": 1,
            "pendelt": False,
            "ticker_markiert": ticker_markiert(self.fassungen[0].titel),
            "kopf_stabil": False,
            "hinzu": [],
            "entfernt": [],
            "gekappt": False,
            "kennzeichen": [],
            "artefakt": False,
            "luecken": luecken[:LUECKEN_HOECHSTENS],
            "erste_am": self.zeiten[0],
            "letzte_am": self.zeiten[-1],
            "hinweise": ["luecken_gekappt"] if len(luecken) > LUECKEN_HOECHSTENS else [],
        }
        # Die meisten Items haben eine einzige Fassung, und von den übrigen änderte sich oft nur der Teaser.
        if self.schritte:
            nutzlast["arten"] = [s.art for s in self.schritte[:SCHRITTE_HOECHSTENS]]
            nutzlast["hinweise"] = self._hinweise() + nutzlast["hinweise"]
        if self.art != "unveraendert":
            nutzlast |= self._aenderung()
        return nutzlast

    def _aenderung(self) -> dict[str, Any]:
        """Die Felder, die nur ein geänderter Titel füllt."""
        gegen = self.ganz
        if self.art == "zurueckgenommen":
            # Gegen die letzte wäre nichts zu sehen; gezeigt wird, was die erste andere Fassung änderte.
            gegen = Schritt(self.formen[0], next(s.neu for s in self.schritte if s.art not in OHNE_REVISION))
        hinzu, entfernt = gegen.unterschied_in_schreibung
        gesehen = frozenset[str]().union(*(s.kennzeichen for s in self.schritte))
        worte = [tuple(f.worte) for f in self.formen]
        return {
            "art": self.art,
            "aehnlichkeit": self.ganz.aehnlichkeit,
            "verschiedene": len(set(worte)),
            "pendelt": self.art == "zurueckgenommen" or _kehrt_wieder(worte),
            "ticker_markiert": any(ticker_markiert(f.titel) for f in self.fassungen),
            "kopf_stabil": self._kopf_stabil(),
            "hinzu": _gekappt(hinzu),
            "entfernt": _gekappt(entfernt),
            "gekappt": _zu_lang(hinzu) or _zu_lang(entfernt),
            "kennzeichen": [name for name, _ in KENNZEICHEN if name in gesehen],
            "artefakt": any(s.artefakt for s in self.schritte),
        }

    def _luecken(self) -> list[int]:
        """Fehlende Nummern, eine mehr, als die Nutzlast nennt."""
        nummern = [0, *(f.nummer for f in self.fassungen)]
        if nummern[1] == 1 and nummern[-1] == len(self.fassungen):
            return []
        folge = (fehlt for davor, nummer in pairwise(nummern) for fehlt in range(davor + 1, nummer))
        return list(islice(folge, LUECKEN_HOECHSTENS + 1))

    def _kopf_stabil(self) -> bool:
        """Ob vor dem ersten Doppelpunkt immer dasselbe stand, während sich der Titel änderte."""
        return all(s.kopf_gleich for s in self.schritte)

    def _hinweise(self) -> list[str]:
        gruende = (
            ("zeit_ruecklaeufig", any(b.am < a.am for a, b in pairwise(self.fassungen))),
            ("abgeschnitten", any(map(_abgeschnitten, self.schritte))),
            ("schritte_gekappt", len(self.schritte) > SCHRITTE_HOECHSTENS),
        )
        return [name for name, trifft in gruende if trifft]


def _rang(f: Fassung) -> tuple[int, datetime, str]:
    return f.nummer, f.am, f.titel or ""


def _kehrt_wieder(worte: Sequence[tuple[str, ...]]) -> bool:
    """Ob eine Fassung wiederkehrt, nachdem eine andere dazwischenstand."""
    ohne_wiederholung = [b for a, b in pairwise([None, *worte]) if a != b]
    return len(set(ohne_wiederholung)) < len(ohne_wiederholung)


def _abgeschnitten(s: Schritt) -> bool:
    """Ob eine Seite nur der Anfang der anderen ist und auf Auslassungspunkte endet: so kürzen Layouts."""
    if not (s.alt.roh.endswith(ENDEN) or s.neu.roh.endswith(ENDEN)):
        return False
    return any(
        kurz.text.endswith(ENDEN) and kurz.worte != lang.worte and lang.worte[: len(kurz.worte)] == kurz.worte
        for kurz, lang in ((s.alt, s.neu), (s.neu, s.alt))
    )


def _zu_lang(worte: Sequence[str]) -> bool:
    return len(worte) > WOERTER_HOECHSTENS or any(len(w) > WORT_HOECHSTENS for w in worte)


def _gekappt(worte: Sequence[str]) -> list[str]:
    return [wort[:WORT_HOECHSTENS] for wort in worte[:WOERTER_HOECHSTENS]]
