"""Schreibungen eines Orts: was Texte statt seines Namens schreiben; jede Regel mit dem Fall, den sie löst."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

# --- Zusätze ----------------------------------------------------------------------------------------------------------

# »Frankfurt am Main«, »Neustadt an der Aisch«, »Rothenburg ob der Tauber«: davor steht der Kurzname.
_PRAEPOSITION = r"(?:an|am|im|in|bei|ob|vor|auf|unter|über|zu)(?: (?:der|dem|den))?"
_MIT_PRAEPOSITION = re.compile(rf"^(?P<kurz>[^(/]+?) (?:{_PRAEPOSITION}) (?P<zusatz>.+)$")
# »Weil der Stadt« ist ein ganzer Name; »Weil« steht dennoch für ihn.
_DER_STADT = re.compile(r"^(?P<kurz>\w+) der (?P<zusatz>Stadt)$")
_IN_KLAMMERN = re.compile(r"^(?P<kurz>[^(]+?) ?\((?P<zusatz>[^()]+)\)$")
_MIT_STRICH = re.compile(r"^(?P<kurz>[^/]+)/(?P<zusatz>[^/]+)$")
_ABGEKUERZT = {"an der": "a. d.", "am": "a.", "im": "i.", "in der": "i. d.", "ob der": "o. d.", "vor der": "v. d."}


class Zusatz(NamedTuple):
    """Ein Name, zerlegt in Kurznamen und Zusatz."""

    kurz: str
    zusatz: str


def zerlegen(name: str) -> Zusatz | None:
    """Kurzname und Zusatz (»Halle«, »Saale«), oder ``None``, wo der Name ein Ganzes ist."""
    for muster in (_IN_KLAMMERN, _MIT_STRICH, _MIT_PRAEPOSITION, _DER_STADT):
        if (treffer := muster.match(name)) is not None:
            return Zusatz(treffer["kurz"], treffer["zusatz"])
    return None


def mit_zusatz(name: str) -> Iterator[str]:
    """Andere Schreibungen eines Namens mit Zusatz: »Frankfurt/Oder«, »Frankfurt an der Oder«, »Frankfurt a. M.«."""
    teile = zerlegen(name)
    if teile is None:
        return
    kurz, zusatz = teile
    yield from (f"{kurz} ({zusatz})", f"{kurz}/{zusatz}", f"{kurz} / {zusatz}", f"{kurz}-{zusatz}")
    for lang, knapp in _ABGEKUERZT.items():
        if f" {lang} " in name:
            yield name.replace(f" {lang} ", f" {knapp} ")
            yield name.replace(f" {lang} ", f" {knapp.replace(' ', '')}")
            if lang == "am":
                yield f"{kurz} a. {zusatz[0]}."
                yield f"{kurz} a.{zusatz[0]}."
    if "(" in name or "/" in name:
        for wort in ("an der", "am", "im", "in"):
            yield f"{kurz} {wort} {zusatz}"


# --- Schreibungen -----------------------------------------------------------------------------------------------------

_DEUTSCH = frozenset("äöüÄÖÜß")
_ADJEKTIV = re.compile(r"^(?P<stamm>\w+(?:isch|igt|lich|er|ß|rot|arz))(?P<endung>e|es|er) (?P<rest>\w.*)$")


def ohne_akzente(name: str) -> str:
    """Der Name ohne fremde Akzente (Ōsaka, Chişinău); deutsche Umlaute bleiben."""
    zeichen = []
    for z in unicodedata.normalize("NFC", name):
        ersatz = {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ı": "i", "İ": "I"}.get(z)
        if ersatz is None:
            ersatz = z if z in _DEUTSCH else unicodedata.normalize("NFD", z)[0]
        zeichen.append(ersatz)
    return "".join(zeichen)


def varianten(name: str) -> Iterator[str]:
    """Schreibungen ohne Zusatz: ohne Akzente, »St.« und »Sankt«, gebeugtes Adjektiv davor."""
    if (schlicht := ohne_akzente(name)) != name:
        yield schlicht
    if name.startswith("Sankt "):
        yield f"St. {name[6:]}"
    elif name.startswith("St. "):
        yield f"Sankt {name[4:]}"
    if (treffer := _ADJEKTIV.match(name)) is not None:
        yield f"{treffer['stamm']}en {treffer['rest']}"
        if treffer["endung"] != "e":
            yield f"{treffer['stamm']}e {treffer['rest']}"


# --- Einwohner und Adjektive ------------------------------------------------------------------------------------------

# Bildungen, die keiner Regel folgen.
BESONDERE = {
    "München": ("Münchner", "Münchener"),
    "Dresden": ("Dresdner", "Dresdener"),
    "Bremen": ("Bremer",),
    "Bremerhaven": ("Bremerhavener",),
    "Emden": ("Emder", "Emdener"),
    "Verden": ("Verdener",),
    "Hannover": ("Hannoveraner", "Hannoverscher", "Hannoversche", "Hannoverschen", "hannoversche", "hannoverschen"),
    "Münster": ("Münsteraner",),
    "Halle (Saale)": ("Hallenser", "Hallesche", "Halleschen", "Hallescher", "hallesche", "halleschen"),
    "Zürich": ("Zürcher",),
    "Basel": ("Basler",),
    "Kassel": ("Kasseler", "Kassler", "Kasseläner"),
    "Jena": ("Jenaer", "Jenenser"),
    "Zwickau": ("Zwickauer",),
    "Gießen": ("Gießener",),
    "Höxter": ("Höxteraner",),
    "Hameln": ("Hamelner", "Hamelenser"),
    "Celle": ("Celler",),
    "Goslar": ("Goslarer",),
    "Rom": (),
    "Hamm": (),
    "Hof": (),
    "New York City": ("New Yorker",),
    "Sankt Petersburg": ("Petersburger", "St. Petersburger", "Sankt Petersburger"),
    "Frankfurt am Main": ("Frankfurter",),
    "Frankfurt (Oder)": ("Frankfurter",),
    "Athen": ("Athener",),
    "Tokio": ("Tokioter",),
    "Lissabon": ("Lissabonner", "Lissaboner"),
    "Venedig": ("Venezianer",),
    "Neapel": ("Neapolitaner",),
    "Mailand": ("Mailänder",),
    "Florenz": ("Florentiner",),
    "Turin": ("Turiner",),
    "Barcelona": ("Barcelonaer",),
    "Kopenhagen": ("Kopenhagener",),
    "Kairo": ("Kairoer",),
    "Hongkong": ("Hongkonger",),
    "Moskau": ("Moskauer", "Moskowiter"),
    "Beijing": ("Pekinger",),
    "Kyiw": ("Kiewer", "Kyjiwer"),
    "Bern": ("Berner",),
    "Chemnitz": ("Chemnitzer",),
    "Salzburg": ("Salzburger",),
}
# Wörter, die öfter etwas anderes sind als Einwohner: Werkzeug, Beruf, Nachname, Speise.
KEINE_EINWOHNER = frozenset(
    """
    Hammer Hofer Haller Auer Ahler Linder Binger Zeller Forster Lauer Weider Wieser Bender Berger Burger Kammer Sommer
    Winter Singer Sender Walder Maler Leser Lager Tester Werber Messer Ritter Reiter Kreuzer Steiner Bauer Kaiser
    Lehrer Meister Schwerter Marker Werder Geister Ober Unter Hauser Herder Herner
    Dinger Sieger Landauer Landsberger Oppenheimer Vater Holder Aller Alter Roter Langer Kurzer Weiler Anger
    Konzer Springer Werner Leerer Höchster Werler Kasteler Bader Weber Schmieder Gerber Peiner Heider
    """.split()
)
# »Göttingen« wird »Göttinger«, »Leverkusen« aber »Leverkusener«.
_OHNE_EN = re.compile(r"[iau]ngen$")


def einwohner(name: str) -> tuple[str, ...]:
    """Wie Einwohner heißen und das unveränderliche Adjektiv (»Kölner«); leer, wo keine sichere Bildung da ist."""
    if name in BESONDERE:
        return BESONDERE[name]
    kern = name
    if (teile := zerlegen(name)) is not None:
        kern = teile.kurz
    if not re.fullmatch(r"[A-ZÄÖÜ][a-zäöüß]+(?:-[A-ZÄÖÜ][a-zäöüß]+)*", kern):
        return ()
    if kern.endswith("en") and _OHNE_EN.search(kern):
        form = f"{kern[:-2]}er"
    elif kern.endswith("e"):
        form = f"{kern}r"
    else:
        form = f"{kern}er"
    return () if form in KEINE_EINWOHNER else (form,)


def adjektivformen(stamm: str) -> Iterator[str]:
    """Die gebeugten Formen eines Adjektivs, auch großgeschrieben am Satzanfang und in Namen."""
    for endung in ("e", "en", "er", "es", "em"):
        yield f"{stamm}{endung}"
        yield f"{stamm[0].upper()}{stamm[1:]}{endung}"


def einwohnerformen(grund: str, beugung: str | None) -> Iterator[str]:
    """Die gebeugten Formen einer Einwohnerbezeichnung.

    Args:
        grund: Grundform, etwa »Ukrainer«, »Russe«, »Israeli«.
        beugung: ``unveraenderlich`` (Israeli), ``schwach`` (Ungar), sonst nach der Endung.
    """
    yield grund
    if grund == "Deutsche":
        yield from ("Deutschen", "Deutscher")
        return
    if beugung == "unveraenderlich":
        yield f"{grund}s"
        return
    if grund.endswith("er"):
        yield from (f"{grund}s", f"{grund}n", f"{grund}in", f"{grund}innen")
        return
    stamm = grund.removesuffix("e")
    weiblich = {"Franzos": "Französ"}.get(stamm, stamm)
    yield from (f"{stamm}en", f"{weiblich}in", f"{weiblich}innen")
