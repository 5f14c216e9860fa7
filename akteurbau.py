"""Akteure aus Spiegel und hand.json: eine Person je QID, ihre Formen, ihr Staat, ihre Kennung."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container
from dataclasses import dataclass, field

import spiegelordner
import wikidatum
from handliste import Eintrag, Handliste
from kennungen import Umleitungen
from ladebericht import Bericht
from namensform import ist_alltagswort, mangel, nachname, ohne_klammer, personenname, saubere_form
from spiegelordner import Spiegel
from spiegelung import Bindung
from wikidatum import TAG, Unbrauchbar, Wikidatum

# Art der Spiegeldatei und Typ ihrer Akteure. Steht eine QID in mehreren, gilt der erste Typ.
TYPEN = (
    ("personen", "person"),
    ("parteien", "partei"),
    ("staaten", "staat"),
    ("organisationen", "organisation"),
    ("aemter", "amt"),
)
# Hat eine Form mehrere Herkünfte, gilt die erste.
FORMARTEN = ("name", "kurzname", "alias", "weiblich", "adjektiv", "einwohner", "nachname")
SPRACHEN = ("de", "mul", "en")
# Felder des Spiegels, die Formen enthalten.
FORMFELDER = ("name", "kurzname", "alias", "weiblich", "einwohner")
# Felder von hand.json und die Art ihrer Formen.
HANDFELDER = (("kurzname", "kurzname"), ("formen", "alias"), ("aliase", "alias"), ("adjektiv", "adjektiv"))

# So viele Personen des Lexikons müssen einen Vornamen tragen, damit ein gleicher Nachname als Vorname gelesen wird.
VORNAME_AB = 3
# So kurze Namen fremder Parteien bedeuten in deutschen Meldungen fast immer anderes (EM, FC, IG, PS).
KUERZEL = 3
LAENGSTE_BESCHREIBUNG = 200
DEUTSCHLAND = "Q183"
DACH = (DEUTSCHLAND, "Q40", "Q39")


@dataclass
class Akteur:
    """Was über eine QID zusammenkam; Mengen, damit die Reihenfolge der Zeilen nichts ändert."""

    qid: str
    typen: set[str] = field(default_factory=set)
    namen: set[tuple[int, str, str]] = field(default_factory=set)
    beschreibungen: set[tuple[int, str, str]] = field(default_factory=set)
    laender: set[str] = field(default_factory=set)
    geburten: set[Wikidatum] = field(default_factory=set)
    formen: dict[str, set[tuple[int, int, str]]] = field(default_factory=lambda: defaultdict(set))
    nachnamen: list[str] | None = None
    von_hand: set[str] = field(default_factory=set)

    @property
    def typ(self) -> str:
        """Der Typ, der gilt."""
        return next(typ for _, typ in TYPEN if typ in self.typen)

    @property
    def name(self) -> str:
        """Der Hauptname, deutsch, soweit es einen deutschen gibt."""
        return min(self.namen)[1]

    @property
    def land(self) -> str | None:
        """Die QID des Staates; bei mehreren Deutschland, sonst keiner: geraten wird nicht."""
        if len(self.laender) == 1 or DEUTSCHLAND in self.laender:
            return DEUTSCHLAND if DEUTSCHLAND in self.laender else min(self.laender)
        return None

    def form_aufnehmen(self, form: str, art: str, sprache: str | None, bericht: Bericht) -> None:
        """Nimmt eine Form auf, wenn ein Text sie als Nennung enthalten kann."""
        if grund := mangel(form):
            bericht.verwerfen(grund, f"{self.qid} {form[:40]}")
        else:
            self.formen[form].add((FORMARTEN.index(art), _rang(sprache), sprache or ""))

    def nachnamen_erkennen(self) -> None:
        """Ein Alias, der nur das letzte Wort eines Namens ist, ist der Nachname und nicht eindeutiger als dieser."""
        letzte = {name.split()[-1] for _, name, _ in self.namen}
        for form in letzte & self.formen.keys() - {name for _, name, _ in self.namen}:
            self.formen[form] = {(FORMARTEN.index("nachname"), len(SPRACHEN), "")}

    def form(self, form: str) -> tuple[str, str | None]:
        """Art und Sprache einer Form."""
        art, _, sprache = min(self.formen[form])
        return FORMARTEN[art], sprache or None


def _rang(sprache: str | None) -> int:
    return SPRACHEN.index(sprache) if sprache in SPRACHEN else len(SPRACHEN)


class Akteurbau:
    """Sammelt die Akteure des Spiegels und von hand.json.

    Args:
        spiegel: die Antworten des Abfragedienstes.
        hand: die Ergänzungen.
        bericht: zählt, was verworfen wird.
    """

    def __init__(self, spiegel: Spiegel, hand: Handliste, bericht: Bericht) -> None:
        self.umleitungen = Umleitungen(spiegel, bericht)
        self.akteure: dict[str, Akteur] = {}
        self._bericht = bericht
        self._woerter = hand.woerter
        self._vornamen: Counter[str] = Counter()
        self._gesperrte = {self._heute(e["qid"]) for e in hand.sperren if "qid" in e and "form" not in e}
        self._gesperrte_formen = {
            (self._heute(e["qid"]) if "qid" in e else None, e["form"]) for e in hand.sperren if "form" in e
        }
        for art, typ in TYPEN:
            for zeile, _ in spiegel.zeilen(art):
                self._zeile(zeile, typ)
        for akteur in self.akteure.values():
            if akteur.typ == "person":
                akteur.nachnamen_erkennen()
        for eintrag in hand.akteure:
            self._neuer(eintrag)
        for eintrag in hand.aliase:
            self._ergaenzung(eintrag)
        self._abschliessen()

    def _heute(self, qid: str) -> str:
        return self.umleitungen.heute(qid)

    def _zeile(self, zeile: Bindung, typ: str) -> None:
        roh = spiegelordner.qid(zeile, "item")
        if roh is None:
            self._bericht.verwerfen("Akteur ohne QID", f"{typ} {zeile.get('item', {}).get('value', '')[:60]}")
            return
        qid = self._heute(roh)
        akteur = self.akteure.setdefault(qid, Akteur(qid))
        akteur.typen.add(typ)
        for art in FORMFELDER:
            text = spiegelordner.text(zeile, art)
            if text is None:
                continue
            form, sprache = self._form(text, typ), spiegelordner.sprache(zeile, art)
            akteur.form_aufnehmen(form, art, sprache, self._bericht)
            if art == "name" and mangel(form) is None:
                akteur.namen.add((_rang(sprache), form, sprache or ""))
        if text := spiegelordner.text(zeile, "beschreibung"):
            sprache = spiegelordner.sprache(zeile, "beschreibung")
            akteur.beschreibungen.add((_rang(sprache), saubere_form(text)[:LAENGSTE_BESCHREIBUNG], sprache or ""))
        if land := spiegelordner.qid(zeile, "land"):
            akteur.laender.add(self._heute(land))
        self._geburt(akteur, zeile)

    def _form(self, text: str, typ: str) -> str:
        form = saubere_form(text)
        if typ == "person":
            return personenname(form)
        return form if typ == "staat" else ohne_klammer(form)

    def _geburt(self, akteur: Akteur, zeile: Bindung) -> None:
        if (text := spiegelordner.text(zeile, "geburt")) is None:
            return
        try:
            akteur.geburten.add(wikidatum.lesen(text, None))
        except Unbrauchbar as grund:
            self._bericht.verwerfen(f"Geburtstag: {grund}", f"{akteur.qid} {text}")

    def _neuer(self, eintrag: Eintrag) -> None:
        qid = self._hand_qid(eintrag["qid"])
        akteur = self.akteure.get(qid)
        if akteur is None:
            akteur = self.akteure[qid] = Akteur(qid, {eintrag["typ"]})
        else:
            self._bericht.melden("hand.json: Akteur steht inzwischen im Spiegel", qid)
        name = saubere_form(eintrag["name"])
        akteur.namen.add((-1, name, "de"))
        akteur.form_aufnehmen(name, "name", "de", self._bericht)
        if "land" in eintrag:
            akteur.laender = {self._heute(eintrag["land"])}
        if "beschreibung" in eintrag:
            akteur.beschreibungen.add((-1, saubere_form(eintrag["beschreibung"])[:LAENGSTE_BESCHREIBUNG], "de"))
        self._handformen(akteur, eintrag)

    def _ergaenzung(self, eintrag: Eintrag) -> None:
        qid = self._hand_qid(eintrag["qid"])
        akteur = self.akteure.get(qid)
        if akteur is None:
            self._bericht.melden("hand.json zeigt ins Leere: keinen solchen Akteur", f"{qid} {eintrag['name']}")
            return
        # Nach dem nächsten Spiegeln kann der deutsche Name schon dort stehen und der englische fehlen.
        if akteur.formen.keys().isdisjoint(saubere_form(eintrag[f]) for f in ("name", "deutsch") if f in eintrag):
            self._bericht.melden("hand.json nennt einen Namen, den der Akteur nicht hat", f"{qid} {eintrag['name']}")
        if "deutsch" in eintrag:
            name = saubere_form(eintrag["deutsch"])
            akteur.namen.add((-1, name, "de"))
            akteur.form_aufnehmen(name, "name", "de", self._bericht)
        if "land" in eintrag:
            akteur.laender = {self._heute(eintrag["land"])}
        self._handformen(akteur, eintrag)
        if "nachname" in eintrag:
            akteur.nachnamen = [saubere_form(n) for n in eintrag["nachname"]]

    def _hand_qid(self, qid: str) -> str:
        if (heute := self._heute(qid)) != qid:
            self._bericht.melden("hand.json nennt eine frühere QID", f"{qid} ist Weiterleitung auf {heute}")
        return heute

    def _handformen(self, akteur: Akteur, eintrag: Eintrag) -> None:
        for feld, art in HANDFELDER:
            for form in eintrag.get(feld, ()):
                sauber = saubere_form(form)
                akteur.form_aufnehmen(sauber, art, "de", self._bericht)
                akteur.von_hand.add(sauber)

    def _abschliessen(self) -> None:
        for qid, akteur in list(self.akteure.items()):
            if qid in self._gesperrte:
                self._bericht.verwerfen("in hand.json gesperrt", qid)
                del self.akteure[qid]
                continue
            if not akteur.namen:
                self._bericht.verwerfen("Akteur ohne Namen", qid)
                del self.akteure[qid]
                continue
            if len(akteur.typen) > 1:
                self._bericht.melden("Akteur in Spiegeln verschiedener Art", f"{qid} {akteur.name}: {akteur.typ}")
            if akteur.typ == "person":
                self._nachnamen(akteur)
                vorname, _, rest = akteur.name.partition(" ")
                self._vornamen[vorname] += bool(rest)
            for form in [f for f in akteur.formen if {(qid, f), (None, f)} & self._gesperrte_formen]:
                self._bericht.verwerfen("in hand.json gesperrt", f"{qid} {form}")
                del akteur.formen[form]

    def _nachnamen(self, akteur: Akteur) -> None:
        if akteur.nachnamen is not None:
            # Ausdrücklich: die Sprache unterscheidet ihn von einem abgeleiteten.
            for name in akteur.nachnamen:
                akteur.form_aufnehmen(name, "nachname", "de", self._bericht)
        elif abgeleitet := nachname(akteur.name):
            akteur.form_aufnehmen(abgeleitet, "nachname", None, self._bericht)

    def behalten(self, qids: Container[str]) -> None:
        """Lässt alle anderen Akteure fallen."""
        self.akteure = {qid: akteur for qid, akteur in self.akteure.items() if qid in qids}

    def ist_alltagswort(self, akteur: Akteur, form: str) -> bool:
        """Ob die Form eines Akteurs auch ein gewöhnliches Wort, ein Vorname oder ein vieldeutiges Kürzel ist."""
        # »Bayern« und »Hessen« meinen auch Bewohner; für das Land ist die Form trotzdem sein Name.
        if akteur.typ == "staat":
            return False
        if akteur.typ == "partei" and akteur.land not in DACH and form not in akteur.von_hand and len(form) <= KUERZEL:
            return True
        return ist_alltagswort(form, self._woerter) or self._vornamen[form] >= VORNAME_AB

    def geburt(self, qid: str) -> Wikidatum | None:
        """Der Geburtstag, wenn der Spiegel genau einen Tag nennt."""
        tage = {g for g in self.akteure[qid].geburten if g.genauigkeit == TAG}
        return next(iter(tage)) if len(tage) == 1 else None
