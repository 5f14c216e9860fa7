"""Aus den Namen des Spiegels die Formen, unter denen Texte jemanden nennen: ohne Titel und Zusatz, der Nachname."""

from __future__ import annotations

import re
from collections.abc import Collection

from normalisierung import saeubern

# So viel nimmt codings je Zeichenkette.
LAENGSTE = 200

# Auch klein geschrieben.
NACKTE_QID = re.compile(r"[Qq][1-9]\d*")
# »Susanne Hoffmann (Politikerin)«: Unterscheidung der Wikipedia, steht in keinem Text.
KLAMMER = re.compile(r"\s*\([^()]*\)\s*$")
# Akademische Grade und Anreden vor dem Namen, wie österreichische Quellen sie führen.
TITEL = frozenset(
    "mag. mag.a maga. magª dr. dr.in drin dr.iur. dr.med. ddr. dddr. dipl.-ing. dipl.-ing.in dipl.-kff. dipl.-kfm. di "
    "di(fh) (fh) ing. ing.in univ.-prof. univ.-doz. prof. prof.in habil. iur. med. phil. rer. nat. pol. h.c. hc "
    "ao. kommr kr mmag. mmag.a bgm. bgm.in abg. min. lr lh bm sir dame lord baron baroness".split()
)
# Grade dahinter, ohne Komma geschrieben.
GRADE = frozenset("ma ba msc bsc mba llm ll.m. bakk. phd mas mbl mpa mls mph bed med".split())

# Zusätze, die zum Nachnamen gehören: deutsch, niederländisch, romanisch, arabisch.
PARTIKEL = frozenset(
    "von van vom der den de zu zum zur auf und ter ten te di da dal dalla del della dello dos das du des le la las los "
    "el al bin ibn ben abu af av st. san mac o'".split()
)
# Keine Namen, sondern Zählung und Generation.
ZAEHLUNG = re.compile(r"(?:[IVX]+|[IVX]+\.|[Jj]r\.?|[Ss]r\.?|jun\.|sen\.|junior|senior)")
# Hinter diesen Wörtern steht, woher ein Monarch kommt, kein Nachname (Felipe VI of Spain).
HERKUNFT = frozenset("of".split())


def saubere_form(text: str) -> str:
    """Gesäubert wie die Texte, in denen sie gesucht wird: NFC, ohne Unsichtbares, ein Leerzeichen je Lücke."""
    return " ".join(saeubern(text).split())


def mangel(form: str) -> str | None:
    """Warum eine Form keine Nennung sein kann, oder ``None``."""
    if NACKTE_QID.fullmatch(form):
        return "Form ist eine nackte QID"
    if not any(zeichen.isalpha() for zeichen in form):
        return "Form ohne Buchstaben"
    if len(form) < 2:
        return "Form aus einem Zeichen"
    if len(form) > LAENGSTE:
        return f"Form über {LAENGSTE} Zeichen"
    return None


def ohne_klammer(name: str) -> str:
    """Der Name ohne Klammerzusatz am Ende, wenn davor etwas steht."""
    return KLAMMER.sub("", name) or name


def personenname(name: str) -> str:
    """Der Name ohne Titel, Grade, Klammerzusatz und Adelsprädikat hinter dem Komma, Vorname zuerst.

    Bleibt dabei kein Name übrig, kommt er zurück, wie er ist.
    """
    name = KLAMMER.sub("", name)
    vorn, komma, hinten = name.partition(", ")
    davor = vorn.split()
    umgestellt = len(davor) == 1 or (len(davor) > 1 and davor[0].casefold() in PARTIKEL)
    if komma and umgestellt and hinten.casefold() not in GRADE:
        # »Leyen, Ursula von der« steht so in Registern, nie in einem Text.
        return personenname(f"{hinten} {vorn}")
    worte = vorn.split()
    # Zwei Wörter bleiben, damit »Ing. Maier« und »Baron Cohen« ihren Namen behalten.
    while len(worte) > 2 and worte[0].casefold() in TITEL:
        worte.pop(0)
    while len(worte) > 2 and worte[-1].casefold() in GRADE:
        worte.pop()
    return " ".join(worte) or name


def nachname(name: str) -> str | None:
    """Der Nachname einer Person aus ihrem vollen Namen, mit Partikeln (»von der Leyen«).

    Args:
        name: aus ``personenname``, Vorname zuerst.

    Returns:
        ``None`` bei einem einzigen Namen (Papst, Monarch, Künstler).
    """
    worte = name.split()
    for stelle, wort in enumerate(worte):
        if stelle and wort in HERKUNFT:
            worte = worte[:stelle]
            break
    while worte and ZAEHLUNG.fullmatch(worte[-1]):
        worte.pop()
    if len(worte) < 2:
        return None
    anfang = len(worte) - 1
    while anfang > 1 and worte[anfang - 1].casefold() in PARTIKEL:
        anfang -= 1
    ergebnis = " ".join(worte[anfang:])
    return None if mangel(ergebnis) or ergebnis.endswith(".") else ergebnis


def ist_alltagswort(form: str, woerter: Collection[str]) -> bool:
    """Ob eine Form, von einem Artikel davor abgesehen, ein gewöhnliches Wort ist.

    Args:
        form: die Form.
        woerter: gewöhnliche Wörter, mit ``casefold``.
    """
    teile = form.casefold().split()
    if len(teile) == 2 and teile[0] in ("der", "die", "das"):
        teile = teile[1:]
    return len(teile) == 1 and teile[0] in woerter
