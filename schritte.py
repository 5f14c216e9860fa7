"""Ein Schritt von einer Fassung einer Schlagzeile zur nächsten: wie sie sich geändert hat.

Reine Funktionen ohne Datenbank und Uhr. ``EINSTUFUNGEN`` ist die Tabelle der Klassen von der engsten Prüfung zur
weitesten; die erste, die zutrifft, gilt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import normalisierung as norm
from titel import einmal

# Ab diesem Anteil gemeinsamer Sinnwörter steht die Aussage noch; darunter ist die Schlagzeile ausgetauscht.
SCHWELLE = 0.375
# Sinnwörter gelten als gleich, wenn so viele erste Buchstaben gleich sind: Silvester und Silvesternacht.
STAMM = 5
# Längere Wörter zu zerlegen wäre nur langsam.
VERKLEBT_HOECHSTENS = 60
# So viele Wörter vergleicht die Ähnlichkeit; kein Titel hat mehr, und der Aufwand wächst im Quadrat.
AEHNLICH_HOECHSTENS = 500
# Kürzere Wörter sind nie ein Tippfehler: »ein« und »kein«, »Rat« und »Tat« sind zwei Wörter.
TIPPFEHLER_AB = 5
# Ein großgeschriebenes Wort kann ein Name sein (Gambia, Sambia); so lang sind verwechselbare Namen kaum.
TIPPFEHLER_GROSS_AB = 9

# Wörter ohne eigenen Sinn; sie sagen nicht, ob zwei Schlagzeilen dasselbe melden.
FUELLWOERTER = frozenset(
    "ab aber alle alles als also am an auch auf aus bei beim bis bleibt da damit dann das dass dem den denn der des"
    " die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas für"
    " gegen gibt hat hatte haben hier hinter ich ihr ihre ihrem ihren ihrer im in ins ist ja jetzt kann können machen"
    " macht man mehr mit nach neu neue neuem neuen neuer neues noch nun nur ob oder ohne schon sei sein seine seinem"
    " seinen seiner sich sie sind so soll sollen sollte über um und uns unser unsere unter vom von vor war warum was"
    " weil weiter welche welcher wenn wer werden wie wieder will wir wird wo wurde wurden zu zum zur zwischen".split()
)

# Namen, die allein stehen und sich auch ohne Lexikon als solche erkennen lassen; zwei davon sind nie ein Tippfehler.
NAMEN = frozenset(
    "afghanistan ägypten albanien algerien argentinien armenien aserbaidschan äthiopien australien bangladesch belarus"
    " belgien bolivien bosnien brasilien bulgarien chile china dänemark deutschland ecuador england estland europa"
    " finnland frankreich gambia gaza georgien ghana griechenland grönland großbritannien guinea guyana haiti honduras"
    " indien indonesien irak iran irland island israel italien jamaika japan jemen jordanien kambodscha kamerun kanada"
    " kasachstan katar kenia kolumbien kongo kosovo kroatien kuba kuwait lettland libanon libyen litauen luxemburg mali"
    " malta marokko mauretanien mauritius mexiko moldau monaco mongolei montenegro mosambik nepal neuseeland nicaragua"
    " niederlande niger nigeria nordkorea norwegen oman österreich pakistan panama paraguay peru philippinen polen"
    " portugal ruanda rumänien russland sambia schottland schweden schweiz senegal serbien simbabwe singapur slowakei"
    " slowenien somalia spanien südafrika sudan südkorea südsudan syrien taiwan tansania thailand togo tschad"
    " tschechien tunesien türkei uganda ukraine ungarn uruguay usbekistan venezuela vietnam wales zypern"
    " baden bayern berlin brandenburg bremen hamburg hessen mecklenburg niedersachsen nordrhein rheinland saarland"
    " sachsen schleswig thüringen westfalen württemberg aachen augsburg basel bern bielefeld bochum bonn braunschweig"
    " brüssel chemnitz dortmund dresden duisburg düsseldorf erfurt essen frankfurt freiburg genf graz hannover"
    " heidelberg karlsruhe kassel kiel kiew köln leipzig linz london lübeck lüttich magdeburg mainz mannheim moskau"
    " münchen münster nürnberg oslo paris peking potsdam prag regensburg rom rostock saarbrücken salzburg schwerin"
    " stuttgart sydney tokio warschau washington wien wiesbaden wuppertal würzburg zürich"
    " grüne grünen linke linken".replace("ß", "ss").split()
)

# Wie sich ein Titel selbst Ticker nennt: als ganzes Wort, auch hinter einem Bindestrich. Der letzte Fall ist die Marke,
# die ein Haus ohne Leerraum vor das Ressort setzt.
_TICKER = re.compile(
    r"(?<![^\W_])(?i:live-?(?:ticker|blog|stream)|news-?(?:blog|ticker))s?(?![^\W_])"
    r"|(?<![^\W_])(?i:live)\s?:(?!\w)"
    r"|^Live(?=[A-ZÄÖÜ][a-zäöüß])"
)
_KOPFMARKE = re.compile(norm.KOPFDOPPELPUNKT)
# Vorname und Nachname, Amt und Name; ein Beiwort am Satzanfang steht ebenso groß.
_NAMENPAAR = re.compile(r"(?<![\w-])([A-ZÄÖÜÀ-Þ][\w’'-]+) (?=([A-ZÄÖÜÀ-Þ][\w’'-]+))")
_BEIWORT = ("e", "em", "en", "er", "es")


class Kopfteilung(NamedTuple):
    """Ein Titel, am ersten Doppelpunkt geteilt; ``kopf`` ist ``None``, wenn keiner da ist."""

    kopf: str | None
    rest: str


def teilen(titel: str | None) -> Kopfteilung:
    """Teilt einen Titel am ersten Doppelpunkt, wie lang der Kopf auch sei.

    Anders als ``normalisierung.ressort_teilen`` zählt diese Funktion keine Wörter: dort wird der Kopf abgeschnitten,
    und ein Satz ohne seinen Anfang sagt etwas anderes; hier wird nur verglichen. »CDU-Desaster in Sachsen-Anhalt« hat
    drei Wörter, »CDU-Desaster bei Wahl in Sachsen-Anhalt« fünf, und der Wechsel zwischen beiden soll auffallen.

    Args:
        titel: gespeicherter oder gesäuberter Titel.
    """
    return _am_doppelpunkt(norm.saeubern(titel))


def _am_doppelpunkt(text: str) -> Kopfteilung:
    marke = _KOPFMARKE.search(text) if ":" in text else None
    if marke is None or not norm.hat_woerter(text[: marke.start()]):
        return Kopfteilung(None, text)
    return Kopfteilung(text[: marke.start()].strip(), text[marke.end() :].strip())


def ticker_markiert(titel: str | None) -> bool:
    """Ob ein Titel sich selbst Ticker nennt: Liveticker, Newsblog, Liveblog, Livestream, »Live:«.

    »+++«-Kästen zählen nicht: manche Häuser setzen sie als Ressortmarke.
    """
    if not titel or not ("ive" in titel or "IVE" in titel or "ews" in titel or "EWS" in titel):
        return False
    return _TICKER.search(norm.saeubern(titel)) is not None


class Form:
    """Der Titel einer Fassung in den Formen, die verglichen werden; gerechnet wird, wonach jemand fragt."""

    def __init__(self, roh: str | None) -> None:
        self.roh = roh or ""

    @einmal
    def text(self) -> str:
        """Gesäubert, mit Beiwerk."""
        return norm.saeubern(self.roh)

    @einmal
    def ohne_beiwerk(self) -> str:
        """Gesäubert, ohne Bezahlmarke, Hausnamen, Autorzeile und Lesezeit."""
        return norm.beiwerk_ab(self.text)

    @einmal
    def beiwerk(self) -> list[str]:
        """Die Wörter des Beiwerks."""
        if len(self.ohne_beiwerk) == len(self.text):
            return []
        return norm.woerter(self.text.replace(self.ohne_beiwerk, " ", 1))

    @einmal
    def schreibung(self) -> list[str]:
        """Die Wörter ohne Beiwerk in der Schreibung des Hauses."""
        return norm.worte_in_schreibung(self.ohne_beiwerk)

    @einmal
    def worte(self) -> list[str]:
        """Die Wörter ohne Beiwerk in Vergleichsform."""
        return " ".join(self.schreibung).casefold().split()

    @einmal
    def alle_worte(self) -> list[str]:
        """Die Wörter mit Beiwerk in Vergleichsform."""
        return self.worte if not self.beiwerk else norm.woerter(self.text)

    @einmal
    def kopf(self) -> list[str] | None:
        """Die Wörter vor dem ersten Doppelpunkt, oder ``None``."""
        kopf = _am_doppelpunkt(self.ohne_beiwerk).kopf
        return None if kopf is None else norm.woerter(kopf)

    @einmal
    def rest(self) -> list[str]:
        """Die Wörter hinter dem ersten Doppelpunkt; ohne Kopf alle."""
        return self.worte if self.kopf is None else self.worte[len(self.kopf) :]

    @einmal
    def namenpaare(self) -> frozenset[str]:
        """Die Wörter, die zu zweit großgeschrieben hintereinander stehen: Vorname und Nachname, Amt und Name."""
        gefunden: set[str] = set()
        for paar in _NAMENPAAR.finditer(self.ohne_beiwerk):
            erstes = paar[1].casefold()
            if erstes in FUELLWOERTER or erstes in norm.ZAHLWOERTER:
                continue
            if erstes.endswith(_BEIWORT):
                davor = self.ohne_beiwerk[: paar.start()].rstrip()
                if not davor or davor[-1] in ":!?.–|":
                    continue
            gefunden.update(norm.woerter(f"{paar[1]} {paar[2]}"))
        return frozenset(gefunden)


class Schritt:
    """Zwei Fassungen, die verglichen werden."""

    def __init__(self, alt: Form, neu: Form) -> None:
        self.alt = alt
        self.neu = neu

    @einmal
    def worte(self) -> tuple[list[str], list[str]]:
        """Die Wörter beider Seiten; was eine Seite verklebt und die andere getrennt schreibt, ist getrennt."""
        return _entkleben(self.alt.worte, self.neu.worte)

    @einmal
    def unterschied(self) -> tuple[list[str], list[str]]:
        """Hinzugekommene und entfernte Wörter in Vergleichsform, in der Folge des Titels."""
        a, b = self.worte
        hinzu, entfernt = b.copy(), []
        for wort in a:
            if wort in hinzu:
                hinzu.remove(wort)
            else:
                entfernt.append(wort)
        return hinzu, entfernt

    @einmal
    def naehe(self) -> float:
        """Anteil der gemeinsamen Sinnwörter (Dice); steht auf beiden Seiten derselbe Kopf, zählt nur, was folgt."""
        a, b = self.worte
        if self.kopf_gleich:
            a, b = self.alt.rest, self.neu.rest
        links, rechts = _sinnstaemme(a), _sinnstaemme(b)
        gemeinsam = len(links & rechts)
        if gemeinsam < 2 and links != rechts:
            return 0.0  # ein Wort allein ist ein Thema, keine Aussage
        return 2 * gemeinsam / (len(links) + len(rechts) or 1)

    @einmal
    def kopf_gleich(self) -> bool:
        """Ob vor dem ersten Doppelpunkt dasselbe steht."""
        alt, neu = self.alt, self.neu
        return alt.worte[:1] == neu.worte[:1] and alt.kopf is not None and alt.kopf == neu.kopf

    @einmal
    def aehnlichkeit(self) -> float:
        """Anteil gemeinsamer Wörter in gleicher Folge (wie difflib), 0 bis 1; hin so viel wie zurück.

        Das Verfahren rechnet je nach Richtung verschieden; deshalb steht die kleinere Wortfolge immer links.
        """
        links, rechts = sorted(self.worte)
        if links == rechts:
            return 1.0
        if len(self.unterschied[0]) == len(self.worte[1]):  # kein gemeinsames Wort
            return 0.0
        links, rechts = links[:AEHNLICH_HOECHSTENS], rechts[:AEHNLICH_HOECHSTENS]
        return round(2 * deckung(links, rechts) / (len(links) + len(rechts)), 4)

    @einmal
    def art(self) -> str:
        """Die engste Einstufung, die zutrifft."""
        return next(name for name, trifft, _ in EINSTUFUNGEN if trifft(self))

    @einmal
    def artefakt(self) -> bool:
        """Ob sich das Beiwerk geändert hat, das Layouts an den Titel setzen."""
        return self.alt.beiwerk != self.neu.beiwerk

    @einmal
    def kennzeichen(self) -> frozenset[str]:
        """Was an der Änderung schwer wiegt, gleich wie klein sie ist."""
        if self.art == "unveraendert":
            return frozenset()
        return frozenset(name for name, trifft in KENNZEICHEN if trifft(self))

    @einmal
    def unterschied_in_schreibung(self) -> tuple[list[str], list[str]]:
        """Hinzugekommene und entfernte Wörter in der Schreibung des Hauses."""
        hinzu, entfernt = self.unterschied
        return _in_schreibung(hinzu, self.neu), _in_schreibung(entfernt, self.alt)


def aehnlichkeit(alt: str | None, neu: str | None) -> float:
    """Anteil gemeinsamer Wörter in gleicher Folge (wie difflib, auf Wörtern, ohne Beiwerk), 0 bis 1.

    Args:
        alt: der Titel einer Fassung.
        neu: der der anderen.
    """
    return Schritt(Form(alt), Form(neu)).aehnlichkeit


def deckung(a: Sequence[str], b: Sequence[str]) -> int:
    """Wie viele Elemente ``difflib.SequenceMatcher(None, a, b, autojunk=False)`` deckt, ohne dessen Umwege.

    Das längste gemeinsame Stück, dann ebenso links und rechts davon; bei gleicher Länge das vorderste.
    """
    stellen: dict[str, list[int]] = {}
    for j, wort in enumerate(b):
        stellen.setdefault(wort, []).append(j)
    gedeckt = 0
    offen = [(0, len(a), 0, len(b))]
    while offen:
        a_von, a_bis, b_von, b_bis = offen.pop()
        laenge = anfang_a = anfang_b = 0
        vorige: dict[int, int] = {}
        for i in range(a_von, a_bis):
            diese: dict[int, int] = {}
            for j in stellen.get(a[i], ()):
                if j >= b_bis:
                    break
                if j >= b_von:
                    k = diese[j] = vorige.get(j - 1, 0) + 1
                    if k > laenge:
                        laenge, anfang_a, anfang_b = k, i - k + 1, j - k + 1
            vorige = diese
        if laenge:
            gedeckt += laenge
            if a_von < anfang_a and b_von < anfang_b:
                offen.append((a_von, anfang_a, b_von, anfang_b))
            if anfang_a + laenge < a_bis and anfang_b + laenge < b_bis:
                offen.append((anfang_a + laenge, a_bis, anfang_b + laenge, b_bis))
    return gedeckt


def _entkleben(a: list[str], b: list[str]) -> tuple[list[str], list[str]]:
    nur_a, nur_b = set(a).difference(b), set(b).difference(a)
    return _teile(a, nur_a, b), _teile(b, nur_b, a)


def _teile(worte: list[str], eigene: set[str], andere: list[str]) -> list[str]:
    """``worte``, in denen eigene, die sich aus zwei Wörtern der anderen Seite zusammensetzen, getrennt stehen."""
    anfaenge = tuple(andere)
    getrennt = {}
    for wort in eigene:
        if wort.startswith(anfaenge) and len(wort) <= VERKLEBT_HOECHSTENS and not wort.isnumeric():
            for anfang in andere:
                if len(anfang) > 1 and wort.startswith(anfang) and wort[len(anfang) :] in andere:
                    getrennt[wort] = (anfang, wort[len(anfang) :])
                    break
    if not getrennt:
        return worte
    return [teil for wort in worte for teil in getrennt.get(wort, (wort,))]


def _sinnstaemme(worte: Sequence[str]) -> set[str]:
    return {wort[:STAMM] for wort in worte if wort not in FUELLWOERTER} or set(worte)


def _in_schreibung(worte: Sequence[str], form: Form) -> list[str]:
    if not worte:
        return []
    schreibung = dict(zip(form.worte, form.schreibung, strict=True))
    return [schreibung.get(wort, wort) for wort in worte]


# --- Einstufungen -----------------------------------------------------------------------------------------------------


def _unveraendert(s: Schritt) -> bool:
    return s.alt.roh == s.neu.roh


def _formal(s: Schritt) -> bool:
    a, b = s.worte
    if a == b:
        return True
    if not s.artefakt:
        return False
    a, b = _entkleben(s.alt.alle_worte, s.neu.alle_worte)
    return a == b


def _tippfehler(s: Schritt) -> bool:
    hinzu, entfernt = s.unterschied
    if len(hinzu) != 1 or len(entfernt) != 1:
        return False
    a, b = s.worte
    stelle = a.index(entfernt[0])
    return a[:stelle] + hinzu + a[stelle + 1 :] == b and _verschrieben(*s.unterschied_in_schreibung)


def _verschrieben(hinzu: Sequence[str], entfernt: Sequence[str]) -> bool:
    alt, neu = entfernt[0], hinzu[0]
    a, b = alt.casefold(), neu.casefold()
    kurz = min(len(a), len(b))
    if kurz < (TIPPFEHLER_GROSS_AB if alt[0].isupper() and neu[0].isupper() else TIPPFEHLER_AB):
        return False
    if norm.zahlen((a, b)) or not (a.isalpha() and b.isalpha()) or norm.verneinung_verschieden((a,), (b,)):
        return False
    if a in NAMEN and b in NAMEN:
        return False
    return not _gebeugt(a, b) and eine_aenderung(a, b)


# Wechselt nur die Endung, ist das Wort gebeugt und nicht verschrieben: »Toter« und »Tote« zählen verschieden.
_ENDUNG = re.compile(r"t?(?:e[mnrst]{0,2})?|[nrs]")


def _gebeugt(a: str, b: str) -> bool:
    gemeinsam = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        gemeinsam += 1
    # »diesen« gegen »diesem« berichtigt nur den Fall.
    if {a[gemeinsam:], b[gemeinsam:]} == {"m", "n"}:
        return False
    return all(_ENDUNG.fullmatch(wort[gemeinsam:]) for wort in (a, b))


def eine_aenderung(a: str, b: str) -> bool:
    """Ob zwei Wörter durch einen Buchstaben mehr, weniger, anders oder zwei vertauschte Nachbarn auseinander gehen."""
    if a == b:
        return False
    if len(a) > len(b):
        a, b = b, a
    i = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    if len(a) < len(b):
        return a[i:] == b[i + 1 :]
    if len(a) != len(b):
        return False
    return a[i + 1 :] == b[i + 1 :] or (a[i : i + 2] == b[i : i + 2][::-1] and a[i + 2 :] == b[i + 2 :])


def _kopfwechsel(s: Schritt) -> bool:
    alt, neu = s.alt, s.neu
    # Was hinter dem Kopf steht, endet gleich; alles andere scheidet ohne weitere Rechnung aus.
    if alt.worte[-1:] != neu.worte[-1:] or (alt.kopf is None and neu.kopf is None):
        return False
    paare = ((alt.rest, neu.rest), (alt.worte, neu.rest), (alt.rest, neu.worte))
    return any(a and a == b for a, b in paare)


def _erweiterung(s: Schritt) -> bool:
    return not s.unterschied[1] and _enthalten(*s.worte)


def _kuerzung(s: Schritt) -> bool:
    return not s.unterschied[0] and _enthalten(*reversed(s.worte))


def _enthalten(kurz: Sequence[str], lang: Sequence[str]) -> bool:
    folge = iter(lang)
    return len(kurz) < len(lang) and all(wort in folge for wort in kurz)


class Einstufung(NamedTuple):
    """Eine Klasse: Name, Prüfung und der Fall, für den es sie gibt."""

    name: str
    trifft: Callable[[Schritt], bool]
    fall: str


EINSTUFUNGEN = (
    Einstufung("unveraendert", _unveraendert, "Zeichen für Zeichen gleich"),
    Einstufung("formal", _formal, "»A« statt A, Grossschreibung, Geheimmission und Geheim-Mission, Autorzeile dazu"),
    Einstufung("tippfehler", _tippfehler, "Waldesaster, dann Wahldesaster"),
    Einstufung("kopfwechsel", _kopfwechsel, "Bundesliga: X, dann X; Anna: X, dann Berta: X"),
    Einstufung("erweiterung", _erweiterung, "X, dann X nach Unfall"),
    Einstufung("kuerzung", _kuerzung, "X nach Unfall, dann X"),
    Einstufung("umformulierung", lambda s: s.naehe >= SCHWELLE, "Brücke bleibt gesperrt, dann Sperrung der Brücke"),
    Einstufung("neufassung", lambda s: True, "feste Rubrik, ausgetauschter Stand"),
)


def _zahl(s: Schritt) -> bool:
    hinzu, entfernt = ([w for w in worte if not w.isalpha() or w in norm.ZAHLWOERTER] for worte in s.unterschied)
    return bool(hinzu or entfernt) and norm.zahlen(hinzu) != norm.zahlen(entfernt)


def _verneinung(s: Schritt) -> bool:
    hinzu, entfernt = s.unterschied
    if not any(w in norm.VERNEINER or w.startswith("un") for w in (*hinzu, *entfernt)):
        return False
    return norm.verneinung_verschieden(hinzu, entfernt)


def _name(s: Schritt) -> bool:
    hinzu, entfernt = s.unterschied_in_schreibung
    return _nennt_namen(hinzu, s.neu) or _nennt_namen(entfernt, s.alt)


def _nennt_namen(worte: Sequence[str], form: Form) -> bool:
    """Ob darunter ein bekannter Name ist, ein Kürzel in Großbuchstaben, oder ein Wort aus einem Namenpaar."""
    gross = [wort for wort in worte if wort[0].isupper()]
    if not gross:
        return False
    klein = [wort.casefold() for wort in gross]
    return (
        not NAMEN.isdisjoint(klein)
        or any(len(wort) > 1 and wort.isupper() for wort in gross)
        or not form.namenpaare.isdisjoint(klein)
    )


KENNZEICHEN: tuple[tuple[str, Callable[[Schritt], bool]], ...] = (
    ("zahl", _zahl),
    ("verneinung", _verneinung),
    ("name", _name),
    ("fragezeichen_neu", lambda s: "?" in s.neu.text and "?" not in s.alt.text),
    ("fragezeichen_weg", lambda s: "?" in s.alt.text and "?" not in s.neu.text),
)
