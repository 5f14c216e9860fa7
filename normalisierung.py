"""Textnormalisierung: die eine Stelle, an der aus einem Titel Wörter werden.

Zwei Stufen. ``saeubern`` beseitigt, was die Übertragung dem Text angetan hat (Entitäten, Markup, unsichtbare
Zeichen), und lässt Schreibung und Satzzeichen stehen. ``normalisieren`` macht daraus die Vergleichsform: kleine
Wörter mit je einem Leerzeichen dazwischen. Beide Stufen sind Tabellen aus Schritten, die der Reihe nach laufen.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from html.entities import html5
from typing import NamedTuple

# --- Tabellen ---------------------------------------------------------------------------------------------------------

# Unsichtbar, ohne Bedeutung für ein Wort: weiche Trennung, Nullbreite, Schreibrichtung, BOM, Variantenwähler
# (Unicode-Kategorie Cf, dazu die als Leerzeichen getarnten Füller).
UNSICHTBAR = "".join(
    chr(c)
    for anfang, ende in (
        (0x00AD, 0x00AD), (0x034F, 0x034F), (0x0600, 0x0605), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5),
        (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F),
        (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF9, 0xFFFB), (0xE0001, 0xE007F), (0xE0100, 0xE01EF),
    )
    for c in range(anfang, ende + 1)
)  # fmt: skip

# Leerraum, den ``str.split`` nicht oder nicht überall als solchen kennt, und die Steuerzeichen unter U+0020.
LEERRAUM = "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\u2800" + "".join(
    chr(c) for c in range(0x2000, 0x200B)
)

# Typografische Ligaturen und Hoch- oder Tiefstellungen; NFKC machte daraus dasselbe, aber auch »Apple™« zu »Appletm«.
ERSATZZEICHEN = dict(
    zip("ﬀﬁﬂﬃﬄﬅﬆ⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "ff fi fl ffi ffl st st".split() + list("01234567890123456789"), strict=True)
)

# Einzelne C1-Zeichen sind falsch deklariertes Windows-1252 (dort stehen an diesen Stellen „ “ – …).
WINDOWS_1252 = {c: bytes([c]).decode("cp1252", "ignore") for c in range(0x80, 0xA0) if c != 0x85}

UEBERSETZUNG: dict[int, str | None] = {
    **dict.fromkeys(range(0x20), None),
    0x7F: None,
    **WINDOWS_1252,
    **dict.fromkeys(map(ord, LEERRAUM), " "),
    **{ord(zeichen): ersatz for zeichen, ersatz in ERSATZZEICHEN.items()},
}

# Tags, die auch allein Markup sind; alle anderen nur paarweise oder mit Attribut, ein einzelnes <marquee> ist ein Wort.
EINZELNE_TAGS = frozenset("br hr p wbr".split())
# Diese nehmen mit, was zwischen ihnen steht.
TAGS_OHNE_TEXT = frozenset("script style".split())
# Diese stehen mitten im Wort, alle übrigen trennen Wörter.
TAGS_IM_WORT = frozenset(
    "a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u wbr"
    .split()
)  # fmt: skip

# Namen, die Häuser hinter einem Trenner an den Titel hängen; Schreibung zählt, denn »Welt« und »Bild« sind auch Wörter.
HAUSNAMEN = (
    "20 Minuten", "ARD", "BILD", "BILD.de", "BR24", "Berliner Morgenpost", "Berliner Zeitung", "COMPACT", "DER SPIEGEL",
    "DER STANDARD", "DIE WELT", "DIE ZEIT", "DLF", "Der Spiegel", "Der Standard", "Der Tagesspiegel", "Deutschlandfunk",
    "Die Presse", "Die Welt", "Die Zeit", "F.A.Z.", "FAZ", "FAZ.NET", "FAZ.net", "FOCUS", "FOCUS online",
    "FOCUS Online", "Focus Online", "Frankfurter Allgemeine", "Frankfurter Rundschau", "GMX", "GMX News",
    "Hamburger Abendblatt", "Handelsblatt", "KURIER", "Kölner Stadt-Anzeiger", "MDR", "MDR.DE", "Merkur.de", "NDR",
    "NDR.de", "NZZ", "Neue Zürcher Zeitung", "ORF.at", "RND", "RP ONLINE", "RP Online", "RTL", "Rheinische Post",
    "SPIEGEL", "SPIEGEL ONLINE", "SRF", "STANDARD", "STERN", "STERN.de", "SWR Aktuell", "SZ", "SZ.de",
    "Süddeutsche Zeitung", "Süddeutsche.de", "Tages-Anzeiger", "Tagesspiegel", "Volksstimme", "WDR", "WEB.DE", "WELT",
    "WirtschaftsWoche", "ZDF", "ZDFheute", "ZEIT ONLINE", "derStandard.at", "dpa", "faz.net", "fr.de", "heise",
    "heise online", "hessenschau.de", "n-tv", "n-tv.de", "ntv", "ntv.de", "rbb24", "spiegel.de", "stern.de", "sz.de",
    "t-online", "t-online.de", "tagesschau", "tagesschau.de", "taz", "taz.de", "volksstimme.de", "watson", "welt.de",
    "wiwo.de", "zeit.de",
)  # fmt: skip

# Bezahl- und Ressortmarken, die vor dem Titel kleben. Links das Muster, rechts, wo es gesehen wurde.
MARKEN_VORN = (
    (r"Z\+ \(abopflichtiger Inhalt\);", "zeit"),
    (r"(?:FAZ|F\.A\.Z\.|SZ|SPIEGEL|stern|heise|WELT|BILD|taz|RP|HB|NZZ|AP|MB)\s?\+\s*[|:]?", "Abo-Pluszeichen"),
    (r"(?:SZ|FAZ|WELT|BILD|SPIEGEL) ?[Pp]lus(?=[ A-ZÄÖÜ„»«\"]) ?[|:]?", "Abo als Wort, bei sz verklebt"),
    (r"(?:Exklusiv|Meinung|Eilmeldung|Liveblog|Podcast|Video|Kolumne|Kommentar)(?=[A-ZÄÖÜ„»«\"])", "sz, ohne Leerraum"),
)

_MONAT = r"(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)"
_MINUTEN = r"\d{1,3} Min(?:uten|\.)?"
_MERKEN = r"(?:Zur Merkliste hinzufügen|Auf die Merkliste|Artikel (?:merken|speichern))"
_NAME = r"[A-ZÄÖÜÀ-Þ][\w.'’-]*"
# Was Layouts hinter den Titel setzen: Merkliste, Lesezeit, Datum, Autorzeile. Links,
# ohne welches Ende oder Stück der Anhang nicht da sein kann; die Prüfung spart den teuren Ausdruck.
ANHAENGE = tuple(
    (enden, stuecke, re.compile(rf"(?:{muster})\s*$"), herkunft)
    for enden, stuecke, muster, herkunft in (
        (("hinzufügen", "Min", "Min.", "Minuten", "Lesezeit", "Lesen", "Merkliste", "merken", "speichern"), (),
         rf"(?:(?:\s+\d{{1,2}}\. {_MONAT}(?: \d{{4}})?,)?\s+\d{{1,2}}[.:]\d{{2}} Uhr(?=\s*[•·]))?"
         r"(?:\s*[•·]\s*[\w &/-]{2,40})?"
         rf"(?:\s*[•·|]\s*{_MINUTEN}(?: Lesezeit| Lesen)?(?:\s*{_MERKEN})?"
         rf"|\s+{_MINUTEN}(?: Lesezeit| Lesen|(?=\s*{_MERKEN}))(?:\s*{_MERKEN})?)"
         rf"|\s*{_MERKEN}", "spiegel und ähnliche Layouts"),
        ((), ("Lesezeit", "Lesedauer"),
         r"\s*[•·|(–-]?\s*(?:Lesezeit|Lesedauer):? (?:ca\. )?\d{1,3} Min\w*\.?\)?", "Lesezeit als Wort"),
        (("Minute", "Minuten", "Stunde", "Stunden"), (),
         r"(?<![:,;–—-])\s+Vor \d{1,2} (?:Minuten?|Stunden?)", "spiegel, Alter der Meldung; es ändert sich stündlich"),
        (tuple("0123456789"), (),
         rf"(?<=[^\W\d_]|[)!?.»“\"])\d{{1,2}}\. {_MONAT} \d{{4}}", "compact, Datum ohne Leerraum davor"),
        ((), (" Von ", " VON ", " Ein Essay von", " Ein Gastbeitrag von", " Ein Interview von", " Ein Kommentar von",
              " Ein Leitartikel von", " Eine Analyse von", " Eine Glosse von", " Eine Kolumne von",
              " Eine Reportage von"),
         rf"(?<![:,;–—-])\s+(?:Eine? [A-Z]\w+ von|Von|VON) {_NAME}"
         rf"(?:(?:,| und| &)? (?:(?:von|van|de|der|zu|den) )?{_NAME}){{1,5}}",
         "Autorzeile"),
    )
)  # fmt: skip
# So viele Wörter müssen bleiben, damit ein Anhang als Anhang gilt: »Ein Brief Von Anna Muster« verlöre seinen Inhalt.
WOERTER_VOR_ANHANG = 3
# Mehr hat kein Titel; ohne Grenze wäre »Von A Von A …« quadratisch.
ANHAENGE_HOECHSTENS = 5

# Sagen das Gegenteil. »un-« prüft ``verneinung_verschieden`` am Wortpaar.
VERNEINER = frozenset(
    "nicht nichts nie niemals niemand niemanden niemandem nirgends nirgendwo ohne weder kein keine keinen keinem keiner"
    " keines keinerlei keinesfalls keineswegs kaum nein".split()
)  # fmt: skip

# Zahlwörter, die in Schlagzeilen für Ziffern stehen. »ein« fehlt, weil es meist Artikel ist.
ZAHLWOERTER = {
    wort: ziffern
    for ziffern, worte in {
        "0": "null", "1": "erste erster erstes ersten erstem",
        "2": "zwei zweier beide beiden zweite zweiter zweites zweiten",
        "3": "drei dreier dritte dritter drittes dritten", "4": "vier vierte vierter viertes vierten",
        "5": "fünf fünfte fünfter fünftes fünften", "6": "sechs sechste sechster sechstes sechsten",
        "7": "sieben siebte siebter siebtes siebten", "8": "acht", "9": "neun", "10": "zehn", "11": "elf",
        "12": "zwölf", "13": "dreizehn", "14": "vierzehn", "15": "fünfzehn", "16": "sechzehn", "17": "siebzehn",
        "18": "achtzehn", "19": "neunzehn",
        "20": "zwanzig", "30": "dreissig", "40": "vierzig", "50": "fünfzig", "60": "sechzig", "70": "siebzig",
        "80": "achtzig", "90": "neunzig", "100": "hundert", "1000": "tausend", "minus": "minus", "halb": "halb halbe",
        "doppelt": "doppelt", "dutzend": "dutzend dutzende", "hunderte": "hunderte hunderten",
        "tausende": "tausende tausenden",
    }.items()
    for wort in worte.split()
}  # fmt: skip

KOPF_HOECHSTENS = 4
REST_MINDESTENS = 5

# --- Schritte der ersten Stufe ----------------------------------------------------------------------------------------

# Ohne Semikolon nur, wo nichts anderes gemeint sein kann: »R&B« und »AT&Tochter« sind keine Entitäten.
_ENTITAET = re.compile(
    r"&(?:#(?:[0-9]{1,9};|[0-9]{2,5}(?![0-9]))|#[xX](?:[0-9a-fA-F]{1,8};|[0-9a-fA-F]{2,5}(?![0-9a-zA-Z]))"
    r"|(?:[AOUaou]uml|szlig|nbsp|quot|shy);?|(?:amp|lt|gt)(?![0-9A-Za-z;=])|([A-Za-z][A-Za-z0-9]{1,31};))"
)
_KOMMENTAR = re.compile(r"<!--.*?-->", re.DOTALL)
_VORSPANN = re.compile(r"<!\[CDATA\[|\]\]>|<\?[a-z]+\s[^<>]*\?>|<!doctype\b[^<>]*>", re.IGNORECASE)
_ATTRIBUT = r"""\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+)"""
_TAG = re.compile(rf"<(/?)([A-Za-z][\w:-]*)(?:((?:{_ATTRIBUT})+)|\s[^<>]*)?\s*(/?)>")
_SURROGAT = re.compile("[\ud800-\udfff]")

_BILDZEICHEN = "\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
# Unsichtbares, das zu einem Emoji gehört: der Wähler der Bilddarstellung und das Band zwischen zwei Bildzeichen.
_IM_EMOJI = re.compile(f"(?<=[{_BILDZEICHEN}])\ufe0f|(?<=[{_BILDZEICHEN}\ufe0f])\u200d(?=[{_BILDZEICHEN}])")
_UNSICHTBAR = re.compile(f"[{UNSICHTBAR}]")


def _entitaeten(text: str) -> str:
    # ``html.unescape`` läse auch den Anfang unbekannter Namen: aus »&regional;« würde »®ional;«.
    return _ENTITAET.sub(lambda m: html5.get(m[1], m[0]) if m[1] else html.unescape(m[0]), text)


def _zeichen(text: str) -> str:
    behalten = {m.start() for m in _IM_EMOJI.finditer(text)}
    text = _UNSICHTBAR.sub(lambda m: m[0] if m.start() in behalten else "", text)
    return unicodedata.normalize("NFC", _SURROGAT.sub("\ufffd", text).translate(UEBERSETZUNG))


def _markup(text: str) -> str:
    # Nach dem letzten Kommentarende braucht niemand zu suchen; sonst wäre »<!--<!--<!--…« quadratisch.
    ende = text.rfind("-->") + len("-->")
    text = _VORSPANN.sub("", _KOMMENTAR.sub(" ", text[:ende]) + text[ende:])
    offen: dict[str, list[re.Match[str]]] = defaultdict(list)
    weg: list[tuple[int, int, str]] = []
    for tag in _TAG.finditer(text):
        name = tag[2].lower()
        ersatz = "" if name in TAGS_IM_WORT else " "
        if not tag[1] and not (name in EINZELNE_TAGS or tag[4]):
            offen[name].append(tag)
            if not tag[3]:
                continue
        elif tag[1] and offen[name]:
            anfang = offen[name].pop()
            weg.append((anfang.start(), tag.end() if name in TAGS_OHNE_TEXT else anfang.end(), ersatz))
        elif name not in EINZELNE_TAGS and not tag[4]:
            continue
        weg.append((*tag.span(), ersatz))
    stuecke: list[str] = []
    bis = 0
    for von, nach, ersatz in sorted(weg):
        if von >= bis:
            stuecke += text[bis:von], ersatz
        bis = max(bis, nach)
    return "".join((*stuecke, text[bis:]))


def _leerraum(text: str) -> str:
    return " ".join(text.split())


class Schritt(NamedTuple):
    """Ein Schritt der Normalisierung: Name, Funktion und der Fall, für den es ihn gibt."""

    name: str
    funktion: Callable[[str], str]
    fall: str


SAEUBERN = (
    Schritt("entitaeten", _entitaeten, "&amp;quot;Uferweg&amp;quot; ist „Uferweg“; AT&T bleibt AT&T"),
    Schritt("zeichen", _zeichen, "weiche Trennung, Nullbreite, NBSP, Windows-1252, NFD, einzelne Surrogate"),
    Schritt("markup", _markup, "<b>Eilmeldung</b> verliert die Tags, ein einzelnes <marquee> bleibt Wort"),
    Schritt("leerraum", _leerraum, "Zeilenumbrüche und Einrückungen aus dem Feed"),
)


# Feeds kodieren doppelt, selten dreifach.
RUNDEN = 3


def _sauber(text: str) -> bool:
    # Die meisten Titel passen in Windows-1252 und sind druckbar (also ohne Steuerzeichen, NBSP und weiche Trennung);
    # das zu prüfen kostet einen Bruchteil der Schritte.
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return False
    if not text.isprintable() or text[0] == " " or text[-1] == " " or "  " in text:
        return False
    return not ("&" in text or "<" in text or "¹" in text or "²" in text or "³" in text)


def saeubern(text: str | None) -> str:
    """Der Text, wie ihn ein Mensch auf der Seite läse: entschlüsselt, ohne Markup und unsichtbare Zeichen.

    Args:
        text: gespeicherter Titel oder Teaser; ``None`` gilt als leer.

    Returns:
        Text in NFC mit einfachen Leerzeichen; Schreibung und Satzzeichen bleiben.
    """
    if not text:
        return ""
    if _sauber(text):
        return text
    for _ in range(RUNDEN):
        davor = text
        for schritt in SAEUBERN:
            text = schritt.funktion(text)
        if text == davor:
            break
    return text


# --- Schritte der zweiten Stufe ---------------------------------------------------------------------------------------

_MARKE_VORN = re.compile("(?:" + "|".join(muster for muster, _ in MARKEN_VORN) + r")\s*(?=\S)")
# Das seltene Zeichen steht vorn im Ausdruck, damit die Suche von ihm zu ihm springt. »:In« fehlt, denn so klebt ein
# Ressort (»Bericht:In Berlin …«); das Binnen-I macht schon die Kleinschreibung gleich.
_GENDER = re.compile(
    r"[:*_·•](?<=[^\W\d_]{2}.)(?:(?i:innen)\b|innen(?=[a-zäöüß])|in\b)|[*_·•](?<=[^\W\d_]{2}.)(?:In|IN)\b"
    r"|/(?<=[^\W\d_]{2}/)-?(?:(?i:innen)|in)\b|\((?<=[^\W\d_]{2}\()(?:(?i:innen)|in)\)"
    r"|[:*_·•/](?<=[a-zäöüß]{2}.)(?:[enr]|nja|zze)\b"
)
# Davor steht kein Teil einer anderen Zahl: »1:250.000« bleibt ein Verhältnis, in »Rat:2.000« klebt ein Wort davor.
_TAUSENDER = re.compile(r"[1-9](?<![\d.,]\d)(?<!\d:\d)\d{0,2}([. '’])\d{3}(?:\1\d{3})*(?![\d.]*\d)")
_MINUS = re.compile(r"[-−–](?:(?<=^.)|(?<=[\s(„“\"»«].))(?=\d)")
# Apostrophe fallen weg (Ku’damm), Zeichen werden das Wort, das andere Häuser ausschreiben.
# Das türkische İ fiele beim Falten in i und einen Punkt auseinander, der das Wort zerteilte.
_SONDERWOERTER = str.maketrans({"İ": "I", "%": " prozent ", "€": " euro ", **dict.fromkeys("'’‘‚‛´`ʼʹ′＇", "")})
# Ohne eines dieser Stücke ist an den Wörtern nichts zu vereinheitlichen.
_BESONDERES = re.compile("[0-9%€İ'’‘‚‛´`ʼʹ′＇*_·•/(]")
_NACH_DOPPELPUNKT = re.compile(":[ienrzIN]")
_WORT = re.compile(r"\d+(?:[.,:]\d+)*[^\W_]*|[^\W_]+(?:&[^\W_]+)*")
_WORT_ODER_ENDE = re.compile(f"{_WORT.pattern}|\n")


@lru_cache(maxsize=64)
def _hausname(namen: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(r"\s+[|·•–—-]\s+(?:" + "|".join(map(re.escape, namen)) + r")\s*$")


def _zahlen_zusammen(text: str) -> str:
    return _TAUSENDER.sub(lambda m: re.sub(r"\D", "", m[0]), text)


def _hat_trenner(text: str) -> bool:
    # Einzelne Suchen nach festen Stücken sind hier viel schneller als ein Ausdruck.
    return " - " in text or "–" in text or "|" in text or "—" in text or "·" in text or "•" in text


def beiwerk_ab(text: str, hausnamen: tuple[str, ...] = HAUSNAMEN) -> str:
    """Nimmt von einem gesäuberten Titel ab, was nicht zur Schlagzeile gehört.

    Bezahlmarken vorn, einen bekannten Hausnamen hinter dem letzten Trenner, Autorzeile, Lesezeit und Datum hinten.
    """
    if (treffer := _MARKE_VORN.match(text)) is not None:
        text = text[treffer.end() :]
    if _hat_trenner(text) and (treffer := _hausname(hausnamen).search(text)) is not None:
        text = text[: treffer.start()]
    for _ in range(ANHAENGE_HOECHSTENS):
        if (kuerzer := _anhang_ab(text)) is None:
            break
        text = kuerzer
    return text


# Ohne eines davon ist keiner der Anhänge möglich.
_ENDEN = tuple(ende for enden, _, _, _ in ANHAENGE for ende in enden)


def _anhang_ab(text: str) -> str | None:
    if not (text.endswith(_ENDEN) or " Von " in text or " von " in text or "VON" in text or "Lese" in text):
        return None
    for enden, stuecke, muster, _ in ANHAENGE:
        if (text.endswith(enden) or any(s in text for s in stuecke)) and (treffer := muster.search(text)):
            rest = text[: treffer.start()].rstrip()
            # In VERSALIEN ist »VON« kein Zeichen für eine Autorzeile.
            if len(rest.split()) >= WOERTER_VOR_ANHANG and not rest.isupper():
                return rest
    return None


def worte_in_schreibung(text: str) -> list[str]:
    """Die Wörter eines gesäuberten Textes wie ``woerter``, aber in der Schreibung des Hauses."""
    return _WORT.findall(_vereinheitlichen(text))


def woerter(text: str) -> list[str]:
    """Die Wörter eines gesäuberten Textes in Vergleichsform.

    Kleingeschrieben (ß, ẞ und ss gleich), gegenderte Formen vereinheitlicht, Tausenderpunkte entfernt,
    am Bindestrich getrennt; »1,5«, »2:1« und »AT&T« bleiben ein Wort.
    """
    return _WORT.findall(_vereinheitlichen(text).casefold())


def wortstrom(texte: Iterable[str]) -> list[str]:
    """Die Wörter vieler gesäuberter Texte wie ``woerter``, hintereinander; nach jedem Text steht ein Zeilenumbruch.

    In einem Zug ist das ein Mehrfaches schneller als Text für Text.
    """
    return _WORT_ODER_ENDE.findall("".join(f"{_vereinheitlichen(text)}\n" for text in texte).casefold())


def _vereinheitlichen(text: str) -> str:
    if not hat_besonderes(text):
        return text
    text = _GENDER.sub(lambda m: m[0].strip(":*_·•/()-"), text)
    return _MINUS.sub("minus ", _zahlen_zusammen(text)).translate(_SONDERWOERTER)


def hat_besonderes(text: str) -> bool:
    """Ob ``woerter`` an einem gesäuberten Text mehr tut, als ihn kleinzuschreiben und zu zerlegen."""
    return _BESONDERES.search(text) is not None or (":" in text and _NACH_DOPPELPUNKT.search(text) is not None)


def hat_woerter(text: str) -> bool:
    """Ob ein Text überhaupt ein Wort oder eine Zahl enthält."""
    return text[:1].isalnum() or _WORT.search(text) is not None


def trennen(text: str, anzahl: int) -> tuple[str, str]:
    """Teilt einen gesäuberten Text vor den letzten ``anzahl`` Wörtern, wie ``woerter`` sie zählt.

    Returns:
        Was zwischen dem Wort davor und dem ersten der letzten Wörter steht, und der Text ab diesem.
    """
    text = _vereinheitlichen(text)
    stellen = [m.span() for m in _WORT.finditer(text)]
    if not 0 < anzahl < len(stellen):
        return "", text
    anfang = stellen[-anzahl][0]
    return text[stellen[-anzahl - 1][1] : anfang], text[anfang:]


def normalisieren(text: str | None, hausnamen: Sequence[str] = HAUSNAMEN) -> str:
    """Die Vergleichsform eines Titels oder Teasers: Wörter aus ``woerter`` mit je einem Leerzeichen dazwischen.

    Args:
        text: gespeicherter Text; ``None`` gilt als leer.
        hausnamen: Namen, die hinter dem letzten Trenner abgehen (vollständig und in dieser Schreibung).

    Returns:
        Wörter in der Reihenfolge des Textes; leer, wenn er keine hat.
    """
    return " ".join(woerter(beiwerk_ab(saeubern(text), tuple(hausnamen))))


# --- Ressortkürzel ----------------------------------------------------------------------------------------------------


class Teilung(NamedTuple):
    """Ein Titel, am Ressortkürzel geteilt; ``kopf`` ist ``None``, wenn keines davorsteht."""

    kopf: str | None
    rest: str


# Ein Doppelpunkt mit Leerraum, oder der verklebte mancher Häuser (»Kriminalität:Neukölln«): davor ein Wort, dahinter
# Großbuchstabe, Anführung oder Ziffer. Eine Ziffer auf beiden Seiten ist eine Uhrzeit, ein Spielstand oder ein
# Verhältnis; »Bürger:innen« und Adressen fallen ebenso heraus.
KOPFDOPPELPUNKT = r":(?:\s+|(?<=[^\W_]:|[)!?“”«»\"]:)(?=[A-ZÄÖÜÀ-Þ„“»«\"‚‘'(]|(?<!\d:)\d))(?!Innen\b)"
_KOPFMARKE = re.compile(rf"\s[–—-]\s+|{KOPFDOPPELPUNKT}")
_ETWAS = re.compile(r"[^\W_]")
# Ein Spielstand allein ist kein Ressort.
_BUCHSTABE = re.compile(r"[^\W\d_]")
_MARKEN = (":", " - ", " – ", " — ")


def _wortzahl(text: str) -> int:
    return sum(_ETWAS.search(stueck) is not None for stueck in text.split())


def hat_kopfmarke(text: str) -> bool:
    """Ob in einem gesäuberten Text etwas steht, woran ``ressort_teilen`` trennen könnte."""
    return ":" in text or " - " in text or " – " in text or " — " in text


def ressort_teilen(titel: str | None) -> Teilung:
    """Trennt das Ressortkürzel vom Titel: höchstens vier Wörter davor, mindestens fünf dahinter.

    Die Grenzen schützen »Habeck: Wir haben uns geirrt«: hier wird abgeschnitten, und ein Satz ohne seinen Anfang
    sagt etwas anderes. Es zählt nur die erste Marke.

    Args:
        titel: gespeicherter oder gesäuberter Titel.

    Returns:
        Kopf ohne Trenner (oder ``None``) und Rest, beide gesäubert.
    """
    text = saeubern(titel)
    # Vier Leerzeichen muss der Rest haben; vor der ersten möglichen Marke braucht der Ausdruck nicht zu suchen.
    stelle = len(text)
    for marke_ in _MARKEN:
        if 0 < (gefunden := text.find(marke_)) < stelle:
            stelle = gefunden
    if text.count(" ", stelle + 1) < REST_MINDESTENS - 1:
        return Teilung(None, text)
    marke = _KOPFMARKE.search(text, stelle)
    if marke is None:
        return Teilung(None, text)
    kopf, rest = text[: marke.start()].strip(), text[marke.end() :].strip()
    if _BUCHSTABE.search(kopf) and _wortzahl(kopf) <= KOPF_HOECHSTENS and _wortzahl(rest) >= REST_MINDESTENS:
        return Teilung(kopf, rest)
    return Teilung(None, text)


# --- Vergleiche -------------------------------------------------------------------------------------------------------


def trigramme(worte: Sequence[str]) -> frozenset[tuple[str, ...]]:
    """Wort-Trigramme; weniger als drei Wörter sind ihr eigenes, keine Wörter ergeben die leere Menge."""
    if not worte:
        return frozenset()
    if len(worte) < 3:
        return frozenset((tuple(worte),))
    return frozenset(zip(worte, worte[1:], worte[2:], strict=False))


def zahlen(worte: Sequence[str]) -> tuple[str, ...]:
    """Alle Zahlen unter ``worte``, Zahlwörter als Ziffern, sortiert: »vier Verletzte« und »4 Verletzte« sind gleich."""
    return tuple(
        sorted(
            z
            for w in worte
            if (z := ZAHLWOERTER.get(w) or (w if not w.isalpha() and any(map(str.isnumeric, w)) else ""))
        )
    )


def verneinungen(worte: Sequence[str]) -> int:
    """Wie viele der Wörter verneinen."""
    return sum(w in VERNEINER for w in worte)


def verneinung_verschieden(links: Sequence[str], rechts: Sequence[str]) -> bool:
    """Ob nur eine Seite verneint: ungleich viele Verneiner, oder »schuldig« gegen »unschuldig«."""
    if verneinungen(links) != verneinungen(rechts):
        return True
    a, b = set(links), set(rechts)
    return any(w.startswith("un") and w[2:] in gegen for w, gegen in _einseitig(a, b))


def _einseitig(a: set[str], b: set[str]) -> list[tuple[str, set[str]]]:
    return [(w, b - a) for w in a - b] + [(w, a - b) for w in b - a]
