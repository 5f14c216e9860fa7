"""Ein Titel für den Vergleich: seine Wörter, sein Kern, und das Urteil, ob zwei Titel dieselbe Meldung tragen.

Reine Funktionen ohne Datenbank und Uhr. Gelesen wird von oben nach unten: erst, was ein Titel ist (``Titel``), dann
die Regeln, die ein Paar ausschließen (``EINWAENDE``), zuletzt das Urteil (``urteilen``).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

import normalisierung as norm

T = TypeVar("T")

# Ab hier gelten Trigramme zweier Kerne als dieselbe Zeile. Gewählt nach der Tabelle in NOTES.md.
SCHWELLE = Fraction(2, 5)
# Ab hier wird ein Titel eines anderen Hauses als der nächste genannt (Wörter, nicht Trigramme).
SCHWELLE_NAECHSTER = Fraction(1, 2)
# Ein wörtlich enthaltener Titel braucht so viele Wörter: hinter einer Marke, ohne Marke.
ENTHALTEN_MIT_MARKE = 3
ENTHALTEN_OHNE_MARKE = 5

# Höfliche Anrede und Satzanfänge stehen groß und sind kein Hauptwort.
_HAUPTWORT = re.compile(
    r"(?<=[\s(„“»«\"‚‘'–-])(?!(?:Sie|Ihre?[mnrs]?|Ihnen|Ich|Wir|Es|Du|Das|Die|Der|Ein|Eine|Diese[rs]?|Was|Wie|Wer|Wo"
    r"|Wann|Warum|Wieso|So|Hier|Jetzt)\b)[A-ZÄÖÜÀ-Þ]\w*"
)
# Hauptwörter, die jeder Rubrik gehören. Ein Rest, der sonst keine hat, sagt nicht, worum es geht: »Die wichtigsten
# Fragen und Antworten« steht unter jedem Thema, »Was bekannt ist – und was nicht« auch.
GEMEINPLAETZE = frozenset(
    "abend antwort antworten analyse bild bilder einblick experte experten fakten folgen fotos frage fragen gründe"
    " hintergründe hintergrund interview jahr jahres kommentar kurzüberblick lage live liveblog liveticker live-ticker"
    " leser meinung minuten morgen nachrichten news newsblog newsticker podcast reaktionen stand tag tage tages ticker"
    " tipps übersicht überblick video videos wichtigste wichtigsten woche zahlen".split()
)
# Machen aus dem Gemeinten etwas anderes; einseitig gehört der Titel einer anderen Person, Gegend oder Behauptung.
EINSCHRAENKUNGEN = frozenset(
    wort
    for stamm in "ehemalig früher designiert stellvertretend falsch angeblich vermeintlich".split()
    for wort in (f"{stamm}{endung}" for endung in ("e", "em", "en", "er", "es"))
) | frozenset("ex vize alt anti fast beinahe nord ost süd west".split())


class einmal(Generic[T]):
    """Wie functools.cached_property, aber ohne dessen Sperre; die kostet vor Python 3.12 mehr als manche Rechnung."""

    def __init__(self, funktion: Callable[[Any], T]) -> None:
        self._funktion = funktion
        self.__doc__ = funktion.__doc__

    def __get__(self, objekt: Any, _klasse: type | None = None) -> T:
        """Rechnet beim ersten Zugriff; danach liegt der Wert im Objekt und verdeckt den Deskriptor."""
        wert = self._funktion(objekt)
        # Nicht über __dict__: das zu berühren kostet jedes Objekt ein eigenes Wörterbuch.
        setattr(objekt, self._funktion.__name__, wert)
        return wert


class Titel:
    """Ein Titel in Vergleichsform; was teuer ist, wird erst gerechnet, wenn jemand danach fragt.

    Args:
        text: Titel ohne Beiwerk, in der Schreibung des Hauses (``ohne_beiwerk``).
        teaser: gespeicherter Teaser, wenn er zur Vergleichsbasis gehört; sonst ``None``.
    """

    def __init__(self, text: str, teaser: str | None = None) -> None:
        self.text = text
        self.teaser = teaser

    @einmal
    def alle_woerter(self) -> list[str]:
        """Alle Wörter des Titels; gleiche Wörter verschiedener Titel sind dasselbe Objekt, das spart Speicher."""
        return list(map(sys.intern, norm.woerter(self.text)))

    @einmal
    def kleingeschrieben(self) -> str | None:
        """Der Text in Kleinschreibung, wenn alle Suchwörter buchstäblich darin stehen; sonst ``None``."""
        return None if self.teaser is not None or norm.hat_besonderes(self.text) else self.text.casefold()

    @einmal
    def woerter(self) -> list[str]:
        """Die Wörter des Kerns, also ohne Ressortkürzel; leer, wenn der Titel keine hat."""
        kopf, rest = norm.ressort_teilen(self.text)
        if kopf is None or not nennt_gegenstand(rest):
            return self.alle_woerter
        return self.alle_woerter[len(norm.woerter(kopf)) :]

    @property
    def kopfwoerter(self) -> list[str]:
        """Die Wörter des abgetrennten Ressortkürzels."""
        return self.alle_woerter[: len(self.alle_woerter) - len(self.woerter)]

    @einmal
    def basiswoerter(self) -> list[str]:
        """Was verglichen wird: der Kern, bei titel+teaser mit den Wörtern des Teasers dahinter."""
        return self.woerter if self.teaser is None else self.woerter + norm.woerter(norm.saeubern(self.teaser))

    @property
    def suchwoerter(self) -> list[str]:
        """Eine Obermenge von Kern und Vergleichsbasis, die das Ressortkürzel nicht zu kennen braucht."""
        return self.alle_woerter if self.teaser is None else self.alle_woerter + self.basiswoerter

    @property
    def mindestlaenge(self) -> int:
        """So viele verschiedene Wörter haben Kern und Vergleichsbasis mindestens; ohne Kopfmarke sind es alle."""
        return 1 if self.teaser is not None or norm.hat_kopfmarke(self.text) else len(set(self.alle_woerter))

    @einmal
    def voll(self) -> str:
        """Alle Wörter als Text mit Leerzeichen."""
        return " ".join(self.alle_woerter)

    @einmal
    def kern(self) -> str:
        """Die Wörter des Kerns als Text."""
        return self.voll if self.woerter is self.alle_woerter else " ".join(self.woerter)

    @einmal
    def basis(self) -> str:
        """Die Vergleichsbasis als Text."""
        return self.kern if self.teaser is None else " ".join(self.basiswoerter)

    @property
    def nur_titel(self) -> bool:
        """Ob der Teaser außen vor bleibt."""
        return self.teaser is None

    @einmal
    def trigramme(self) -> frozenset[tuple[str, ...]]:
        """Die Wort-Trigramme der Vergleichsbasis."""
        return norm.trigramme(self.basiswoerter)

    @einmal
    def wortmenge(self) -> frozenset[str]:
        """Die verschiedenen Wörter des Kerns."""
        return frozenset(self.woerter)

    @einmal
    def zahlen(self) -> tuple[str, ...]:
        """Die Zahlen des Kerns."""
        return norm.zahlen(self.woerter)


def ohne_beiwerk(roh: str | None) -> str:
    """Ein gespeicherter Titel, gesäubert und ohne Bezahlmarke, Hausnamen, Autorzeile und Lesezeit."""
    return norm.beiwerk_ab(norm.saeubern(roh))


def nennt_gegenstand(text: str) -> bool:
    """Ob hinter dem ersten Wort ein Hauptwort steht, das mehr als ein Gemeinplatz ist."""
    return any(wort.casefold() not in GEMEINPLAETZE for wort in _HAUPTWORT.findall(text))


def jaccard(a: frozenset[Any], b: frozenset[Any]) -> float:
    """Jaccard-Maß zweier Mengen; zwei leere haben nichts gemein.

    Gleiche Brüche ergeben dieselbe Gleitkommazahl (IEEE 754 rundet die Division richtig), Gleichstände bleiben also
    Gleichstände.
    """
    gemeinsam = len(a & b)
    return gemeinsam / (len(a) + len(b) - gemeinsam) if gemeinsam else 0.0


# --- Einwände: jeder schließt ein Paar aus, wie ähnlich es auch sei ---------------------------------------------------


def _zahlen_verschieden(a: Titel, b: Titel) -> bool:
    return a.zahlen != b.zahlen


def _verneinung_einseitig(a: Titel, b: Titel) -> bool:
    return norm.verneinung_verschieden(a.woerter, b.woerter)


def _einschraenkung_einseitig(a: Titel, b: Titel) -> bool:
    return bool(EINSCHRAENKUNGEN & (a.wortmenge ^ b.wortmenge))


def _wort_ersetzt(a: Titel, b: Titel) -> bool:
    # Ersetzt ist, was hinter oder vor demselben gemeinsamen Wort verschieden ist; fehlt einem Titel vorn ein Wort und
    # dem anderen hinten eines, sind beide nur verschieden lang.
    return any(
        not _stellen(a.woerter[::schritt], b.wortmenge).isdisjoint(_stellen(b.woerter[::schritt], a.wortmenge))
        for schritt in (1, -1)
    )


def _stellen(worte: list[str], gemeinsam: frozenset[str]) -> set[str]:
    # Die gemeinsamen Wörter, hinter denen eigene stehen; Zahlen sind schon verglichen.
    stellen = set()
    letztes = ""
    for wort in worte:
        if wort in gemeinsam:
            letztes = wort
        elif not norm.zahlen((wort,)):
            stellen.add(letztes)
    return stellen


def _anfang_fehlt(a: Titel, b: Titel) -> bool:
    kurz, lang = sorted((a, b), key=lambda t: len(t.woerter))
    anzahl = len(kurz.woerter)
    return anzahl < len(lang.woerter) and lang.woerter[-anzahl:] == kurz.woerter and _mitten_im_satz(lang, anzahl)


def _mitten_im_satz(titel: Titel, anzahl: int) -> bool:
    # Vor den letzten Wörtern steht kein Satzzeichen, sondern ein kleines Wort: »Vater von«, »Bericht über«.
    grenze, _ = norm.trennen(titel.text, anzahl)
    davor = norm.worte_in_schreibung(titel.text)[-anzahl - 1]
    return davor[0].islower() and not re.search(r"[^\w\s„“»«\"‚‘']", grenze)


def _ohne_gegenstand(a: Titel, b: Titel) -> bool:
    return any(not nennt_gegenstand(f" {t.text}") for t in (a, b))


def _koepfe_widersprechen(a: Titel, b: Titel) -> bool:
    # Ein Kürzel kann die Aussage tragen: »Zwei Tote: …« gegen »Drei Tote: …«, »Kein Durchbruch: …« gegen ohne »Kein«.
    # Verschieden sind Kürzel sonst immer; es zählen nur Zahlen auf beiden Seiten und eine Verneinung als einziger
    # Unterschied.
    links, rechts = a.kopfwoerter, b.kopfwoerter
    if not links or not rechts or links == rechts:
        return False
    zahlen = norm.zahlen(links), norm.zahlen(rechts)
    if all(zahlen) and zahlen[0] != zahlen[1]:
        return True
    verneiner = norm.VERNEINER.intersection(links) ^ norm.VERNEINER.intersection(rechts)
    return bool(verneiner) and set(links) ^ set(rechts) == verneiner


class Einwand(NamedTuple):
    """Ein Grund, zwei ähnliche Titel nicht zu verbinden, mit dem Fall, für den es ihn gibt."""

    name: str
    trifft: Callable[[Titel, Titel], bool]
    fall: str


EINWAENDE = (
    Einwand("zahlen", _zahlen_verschieden, "14-Jähriger gegen 23-Jähriger, 1. gegen 2. Januar, Folge 1 gegen Folge 2"),
    Einwand("verneinung", _verneinung_einseitig, "Kein Nachtflugverbot gegen Nachtflugverbot"),
    Einwand("einschraenkung", _einschraenkung_einseitig, "Ex-Minister gegen Minister"),
    Einwand("ersetzt", _wort_ersetzt, "Glätte in Niedersachsen gegen Sachsen, gestiegen gegen gesunken"),
    Einwand("anfang", _anfang_fehlt, "Vater von Ada Muster gestorben gegen Ada Muster gestorben"),
    Einwand("gegenstand", _ohne_gegenstand, "Was bekannt ist – und was nicht"),
)


# --- Urteil -----------------------------------------------------------------------------------------------------------


class Urteil(NamedTuple):
    """Ob zwei Titel dieselbe Meldung tragen; ``grund`` ist gleich, aehnlich, enthalten oder was sie trennt."""

    verbunden: bool
    grund: str
    jaccard: float


def urteilen(a: Titel, b: Titel, schwelle: float = float(SCHWELLE)) -> Urteil:
    """Vergleicht zwei Titel; das Ergebnis hängt nicht von ihrer Reihenfolge ab.

    Args:
        a: ein Titel.
        b: der andere.
        schwelle: ab diesem Jaccard-Maß der Trigramme gelten sie als ähnlich.
    """
    if not a.kern or not b.kern:
        return Urteil(False, "leer", 0.0)
    mass = jaccard(a.trigramme, b.trigramme)
    if _koepfe_widersprechen(a, b):
        return Urteil(False, "kopf", mass)
    if a.basis == b.basis:
        return Urteil(True, "gleich", mass)
    nur_titel = a.nur_titel and b.nur_titel
    if nur_titel and a.voll == b.voll:
        return Urteil(True, "gleich", mass)
    einwand = "unaehnlich"
    if mass >= schwelle:
        einwand = next((e.name for e in EINWAENDE if e.trifft(a, b)), "")
        if not einwand:
            return Urteil(True, "aehnlich", mass)
    # Wer enthalten ist, den trennt kein Einwand; mit Teaser reicht es nur, wenn auch der ähnlich ist.
    if (nur_titel or mass >= schwelle) and (enthaelt(a, b) or enthaelt(b, a)):
        return Urteil(True, "enthalten", mass)
    return Urteil(False, einwand, mass)


def enthaelt(lang: Titel, kurz: Titel) -> bool:
    """Ob der ganze Titel (oder Kern) ``kurz`` wörtlich am Ende von ``lang`` steht.

    Davor steht dann ein Ressortkürzel, das länger ist, als ``ressort_teilen`` erlaubt, oder das ohne Marke klebt.
    Eine Verneinung oder Einschränkung davor schließt aus; ohne Marke auch eine Zahl, und der Anfang muss groß sein.
    """
    return any(_steht_am_ende(lang, teil, kurz) for teil in {kurz.voll, kurz.kern})


def _steht_am_ende(lang: Titel, teil: str, kurz: Titel) -> bool:
    if not lang.voll.endswith(" " + teil):
        return False
    alle, anzahl = lang.voll.split(), teil.count(" ") + 1
    davor = alle[:-anzahl]
    if norm.verneinungen(davor) or EINSCHRAENKUNGEN & set(davor):
        return False
    # Beginnt der Teil mitten im Titel, muss er dort so stehen, wie ihn das andere Haus als Titel schreibt.
    grenze, rest = norm.trennen(lang.text, anzahl)
    if not nennt_gegenstand(rest):
        return False
    if re.search(r"[:|–—]|\s-\s", grenze):
        return anzahl >= ENTHALTEN_MIT_MARKE
    if anzahl < ENTHALTEN_OHNE_MARKE or norm.zahlen(davor) or _mitten_im_satz(lang, anzahl):
        return False
    return rest.lstrip("„“»«\"‚‘'(")[:1].isupper()
