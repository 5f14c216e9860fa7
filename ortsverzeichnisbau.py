"""Aus den Quellen die Orte des Verzeichnisses: Kennung, Art, Lage, Einwohner, Elternort und Schreibungen."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from ortsquellen import Quellen, Quellfehler, Zeile

SPALTEN = ("ort", "name", "art", "lat", "lon", "einwohner", "eltern", "geonames", "deutsch", "formen")

# Länderschlüssel, die ersten beiden Ziffern des AGS -> ISO 3166-2.
LAENDER = dict(
    zip(
        (f"{n:02}" for n in range(1, 17)),
        "SH HH NI HB NW HE RP BW BY SL BE BB MV SN ST TH".split(),
        strict=True,
    )
)
# Städte, die zugleich Länder sind: die Stadt ist gemeint, das Land nur mit »Land« davor.
STADTSTAATEN = frozenset("DE-BE DE-HB DE-HH".split())
# Ohne Zuteilung durch ISO 3166-1, aber mit Namen in CLDR.
WEITERE_STAATEN = ("XK",)

# Wovon es bei GeoNames abhängt, wer in einer Gemeinde den Namen gibt: Sitze vor übrigen, Ortsteile zuletzt.
SITZE = frozenset("PPLC PPLA PPLA2 PPLA3".split())
ORTSTEILE = frozenset("PPLX PPLL PPLH PPLW PPLQ PPLR PPLF".split())
VERLASSEN = frozenset("PPLH PPLW PPLQ".split())

# Klassenwörter, die CLDR vor den Namen setzt und Texte weglassen.
KLASSE = re.compile(r"^(?:Autonome (?:Gemeinschaft(?: Region)?|Republik|Region) |Oblast |Region |Republik |Kanton )")
# Diese auch, aber der bloße Name meint dort die Stadt oder den Fluss.
PROVINZ = re.compile(r"^(?:Provinz|Département|Bezirk|Distrikt|Präfektur|Gouvernement|Departamento|Kreis) ")


class Ort(NamedTuple):
    """Ein Eintrag.

    ``eltern`` ist die Kennung des umgebenden Orts, ``geonames`` die Nummer dort, ``deutsch`` sagt, ob GeoNames einen
    deutschen Namen führt: dann kommt er in deutschen Texten vor.
    """

    ort: str
    name: str
    art: str
    lat: float | None
    lon: float | None
    einwohner: int
    eltern: str
    geonames: int | None
    deutsch: bool
    formen: tuple[str, ...]


def zeile(ort: Ort) -> str:
    """Der Eintrag als Zeile der Datei."""
    werte = (
        *ort[:3],
        "" if ort.lat is None else f"{ort.lat:.4f}",
        "" if ort.lon is None else f"{ort.lon:.4f}",
        str(ort.einwohner or ""),
        ort.eltern,
        str(ort.geonames or ""),
        "1" if ort.deutsch else "",
        "|".join(ort.formen),
    )
    return "\t".join(werte)


def bauen(quellen: Quellen) -> list[Ort]:
    """Alle Orte, nach Kennung geordnet."""
    regionen = _Regionen(quellen)
    orte = [*_deutsche(quellen.orte_de), *_kreise(quellen.orte_de), *_welt(quellen.orte_welt, regionen)]
    orte += _laender_und_regionen(quellen, regionen, orte)
    orte += _staaten(quellen, orte)
    kennungen = {ort.ort for ort in orte}
    if len(kennungen) != len(orte):
        doppelt = [k for k, n in Counter(o.ort for o in orte).items() if n > 1]
        raise Quellfehler(f"Diese Kennungen vergeben die Quellen doppelt: {', '.join(sorted(doppelt)[:5])}.")
    waisen = sorted({ort.eltern for ort in orte if ort.eltern} - kennungen)
    if waisen:
        raise Quellfehler(f"Diese umgebenden Orte fehlen in den Quellen: {', '.join(waisen[:5])}.")
    return sorted(orte)


def _formen(*namen: str) -> tuple[str, ...]:
    return tuple(sorted({unicodedata.normalize("NFC", n.replace("’", "'")).strip() for n in namen if n.strip()}))


def _deutsche(zeilen: Iterable[Zeile]) -> list[Ort]:
    je_ags: dict[str, list[Zeile]] = defaultdict(list)
    orte = []
    for z in zeilen:
        if z["fcode"] not in VERLASSEN:
            je_ags[z["ags"]].append(z)
    for ags, gruppe in je_ags.items():
        if not ags:
            continue
        gruppe.sort(key=lambda z: (z["fcode"] not in SITZE, z["fcode"] in ORTSTEILE, -_zahl(z), int(z["geonameid"])))
        for nummer, z in enumerate(gruppe):
            gemeinde = nummer == 0 and z["fcode"] not in ORTSTEILE
            name = z["name_de"] or z["name"]
            kennung = f"ags:{ags}" if gemeinde else f"gn:{z['geonameid']}"
            haupt = gruppe[0]["fcode"] not in ORTSTEILE
            eltern = f"ags:{ags}" if not gemeinde and haupt else f"iso3166-2:DE-{LAENDER[ags[:2]]}"
            art = "gemeinde" if gemeinde else "ortsteil"
            formen = _formen(name, *((z["name"],) if ags != "09162000" else ()))
            lage = round(float(z["lat"]), 4), round(float(z["lon"]), 4)
            orte.append(
                Ort(kennung, name, art, *lage, _zahl(z), eltern, int(z["geonameid"]), bool(z["name_de"]), formen)
            )
    return orte


def _kreise(zeilen: Iterable[Zeile]) -> list[Ort]:
    """Kreise, die nach ihrem Sitz heißen; andere Namen gibt GeoNames nicht her."""
    orte = []
    je_kreis: dict[str, list[Zeile]] = defaultdict(list)
    for z in zeilen:
        je_kreis[z["kreis_ags"]].append(z)
    for kreis, gruppe in sorted(je_kreis.items()):
        sitze = [z for z in gruppe if z["fcode"] in SITZE and not z["ags"].endswith("000")]
        if not kreis or len(sitze) != 1:
            continue
        sitz = sitze[0]["name_de"] or sitze[0]["name"]
        lat, lon = mittelpunkt([(float(z["lat"]), float(z["lon"]), max(_zahl(z), 1)) for z in gruppe])
        einwohner = sum(_zahl(z) for z in gruppe if z["fcode"] not in ORTSTEILE)
        eltern = f"iso3166-2:DE-{LAENDER[kreis[:2]]}"
        formen = _formen(f"Landkreis {sitz}", f"Kreis {sitz}")
        orte.append(Ort(f"ags:{kreis}", f"Landkreis {sitz}", "kreis", lat, lon, einwohner, eltern, None, True, formen))
    return orte


class _Regionen:
    """Von (Staat, admin1 bei GeoNames) zur Kennung nach ISO 3166-2, über Nummer oder Namen."""

    def __init__(self, quellen: Quellen) -> None:
        self._namen_de = quellen.namen_de
        self._iso = quellen.regionen_de
        self._je_name: dict[tuple[str, str], str] = {}
        for namen in (quellen.regionen_en, quellen.regionen_de):
            for iso, name in sorted(namen.items(), reverse=True):
                if iso not in self._iso:
                    continue
                for form in (name, ohne_klasse(name)):
                    self._je_name[iso[:2], schlicht(form)] = iso

    def kennung(self, staat: str, admin1: str, name: str) -> str | None:
        """Die Kennung, oder ``None``, wo sie nicht sicher ist."""
        if staat == "AT" and admin1.isdigit():
            return f"AT-{int(admin1)}"
        if staat in ("US", "CH"):
            return f"{staat}-{admin1}" if f"{staat}-{admin1}" in self._iso else None
        for form in (self._namen_de.get(f"{staat}.{admin1}", ""), name):
            if form and (iso := self._je_name.get((staat, schlicht(form)))):
                return iso
        return None


def _welt(zeilen: Iterable[Zeile], regionen: _Regionen) -> list[Ort]:
    orte = []
    for z in zeilen:
        if z["fcode"] in VERLASSEN or z["cc"] == "DE":
            continue
        name = z["name_de"] or z["name"]
        region = regionen.kennung(z["cc"], z["admin1"], z["admin1_name"])
        eltern = f"iso3166-2:{region}" if region else f"iso:{z['cc']}"
        art = "ortsteil" if z["fcode"] == "PPLX" else "hauptstadt" if z["fcode"] == "PPLC" else "stadt"
        lage = round(float(z["lat"]), 4), round(float(z["lon"]), 4)
        formen = _formen(name, z["name"])
        orte.append(
            Ort(
                f"gn:{z['geonameid']}",
                name,
                art,
                *lage,
                _zahl(z),
                eltern,
                int(z["geonameid"]),
                bool(z["name_de"]),
                formen,
            )
        )
    return orte


def _laender_und_regionen(quellen: Quellen, regionen: _Regionen, orte: list[Ort]) -> list[Ort]:
    """Länder und Regionen, in denen Orte des Verzeichnisses liegen oder die CLDR als obere Ebene nennt."""
    lagen: dict[str, list[tuple[float, float, int]]] = defaultdict(list)
    je_ort = {ort.ort: ort for ort in orte}
    for ort in orte:
        if ort.lat is None or ort.lon is None or ort.art == "kreis":
            continue
        oben = je_ort[ort.eltern].eltern if ort.eltern in je_ort else ort.eltern
        lagen[oben].append((ort.lat, ort.lon, max(ort.einwohner, 1) if ort.art != "ortsteil" else 1))
    neue = []
    for iso, name in quellen.regionen_de.items():
        kennung, staat = f"iso3166-2:{iso}", iso[:2]
        if kennung not in lagen or staat not in (*quellen.staaten, *WEITERE_STAATEN):
            continue
        lat, lon = mittelpunkt(lagen[kennung])
        kurz = ohne_klasse(name)
        formen = _formen(name, *(() if iso in STADTSTAATEN else (kurz,)))
        if iso in STADTSTAATEN:
            formen = _formen(f"Land {name}")
        art = "land" if staat == "DE" else "region"
        einwohner = sum(e for _, _, e in lagen[kennung])
        neue.append(Ort(kennung, kurz, art, lat, lon, einwohner, f"iso:{staat}", None, True, formen))
    return neue


def _staaten(quellen: Quellen, orte: list[Ort]) -> list[Ort]:
    lagen: dict[str, list[tuple[float, float, int]]] = defaultdict(list)
    staat_von = {ort.ort: ort.eltern for ort in orte if ort.art in ("land", "region")}
    for ort in orte:
        staat = staat_von.get(ort.eltern, ort.eltern)
        if ort.lat is not None and ort.lon is not None and staat.startswith("iso:") and ort.art != "land":
            lagen[staat].append((ort.lat, ort.lon, max(ort.einwohner, 1)))
    lagen["iso:DE"] = [(o.lat, o.lon, o.einwohner) for o in orte if o.art == "gemeinde" and o.lat and o.lon]
    neue = []
    for iso2 in (*quellen.staaten, *WEITERE_STAATEN):
        namen = quellen.staatsnamen[iso2]
        lat, lon = mittelpunkt(lagen[f"iso:{iso2}"]) if lagen.get(f"iso:{iso2}") else (None, None)
        formen = _formen(*namen, quellen.namen_de.get(iso2, ""))
        einwohner = (
            _zahl(quellen.staaten[iso2]) if iso2 in quellen.staaten else sum(e for _, _, e in lagen[f"iso:{iso2}"])
        )
        neue.append(Ort(f"iso:{iso2}", namen[0], "staat", lat, lon, einwohner, "", None, True, formen))
    return neue


def mittelpunkt(lagen: Iterable[tuple[float, float, int]]) -> tuple[float, float]:
    """Mittelpunkt der Bevölkerung: Mittel der Einheitsvektoren, nach Einwohnern gewichtet.

    Args:
        lagen: (Breite, Länge in Grad, Einwohner).

    Returns:
        Breite und Länge in Grad, vier Stellen.
    """
    x = y = z = 0.0
    for breite, laenge, gewicht in sorted(lagen):
        phi, lam = math.radians(breite), math.radians(laenge)
        x += gewicht * math.cos(phi) * math.cos(lam)
        y += gewicht * math.cos(phi) * math.sin(lam)
        z += gewicht * math.sin(phi)
    return round(math.degrees(math.atan2(z, math.hypot(x, y))), 4), round(math.degrees(math.atan2(y, x)), 4)


def ohne_klasse(name: str) -> str:
    """Der Name ohne Klassenwort davor."""
    return KLASSE.sub("", name)


def schlicht(name: str) -> str:
    """Zum Vergleichen über Sprachen hinweg: ohne Akzente, Klassenwörter und Zeichen."""
    name = PROVINZ.sub("", ohne_klasse(name))
    zerlegt = unicodedata.normalize("NFD", name.casefold())
    gekuerzt = re.sub(
        r"\b(?:oblast|region|province|state|governorate|prefecture|county|department|district)\b", "", zerlegt
    )
    return "".join(z for z in gekuerzt if z.isalnum())


def _zahl(z: Zeile) -> int:
    return int(z["pop"] or 0)
