"""Textnormalisierung: Tabellen von Fällen, Eigenschaften für beliebigen Text, lineare Laufzeit."""

from __future__ import annotations

import time
import unittest
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from normalisierung import (
    HAUSNAMEN,
    SAEUBERN,
    beiwerk_ab,
    normalisieren,
    ressort_teilen,
    saeubern,
    trennen,
    trigramme,
    verneinung_verschieden,
    woerter,
    zahlen,
)

MIT_SURROGATEN = st.text(st.characters())
# Text aus den Stücken, an denen die Schritte hängen; reiner Zufall träfe sie kaum.
STUECKE = st.lists(
    st.sampled_from(
        "&amp; &amp;amp; &quot &lt;b&gt; &shy; &#8211; & < > <b> </b> <br> <p class='x'> <!-- --> : – - | ' ’ * _ / ("
        " ) „ “ \u00ad \u200b \u200d \ufe0f \u0308 \ud83d 👩🏽 🚒 1.000 1 000 3,5 % € Von Anna Muster Bürger innen in"
        " Zur Merkliste Kein ẞ İ SZ Plus DER SPIEGEL Lesezeit: 5 Min".split(" ")
    )
    | st.sampled_from([" ", "\u00a0", "\n", ""])
    | st.text(max_size=4),
    max_size=20,
).map("".join)

ENTITAETEN = (
    ("TXT-01 doppelt", "Streit um &amp;quot;Uferweg&amp;quot; &amp;#8211; Rat", 'Streit um "Uferweg" – Rat'),
    ("vierfach bleibt einfach", "&amp;amp;amp;quot;Nein&amp;amp;quot;", '&quot;Nein"'),
    ("hex", "&#x201E;Ja&#x201c; &#X2013; so", "„Ja“ – so"),
    ("Semikolon fehlt", "&quotJa&quot sagt B&aumlcker &amp Sohn", '"Ja" sagt Bäcker & Sohn'),
    ("Nummer ohne Semikolon", "Rat &#8211 Tat", "Rat – Tat"),
    ("weiche Trennung und Abstand", "Haus&shy;halt&nbsp;tagt&ZeroWidthSpace;", "Haushalt tagt"),
    ("Windows-1252 als Nummer", "&#132;Zitat&#147; &#150; dann", "„Zitat“ – dann"),
    ("Windows-1252 roh", "\x84Zitat\x93 \x96 dann", "„Zitat“ – dann"),
    ("ungültige Nummern", "a &#0; &#xD800; &#x110000; &#99999999; b", "a \ufffd \ufffd \ufffd \ufffd b"),
    ("und-Zeichen im Namen", "AT&T, R&B, H&M und S&P", "AT&T, R&B, H&M und S&P"),
    ("kein bekannter Name", "Bio&regional; Söhne &Co; KG", "Bio&regional; Söhne &Co; KG"),
    ("Tochter, keine Entität", "AT&Tochter und Q&A; X &lthof", "AT&Tochter und Q&A; X &lthof"),
    ("Reste", "& &; &#; &#x; &&", "& &; &#; &#x; &&"),
)

MARKUP = (
    ("TXT-02 Paar", "<b>Eilmeldung</b> Tunnel gesperrt", "Eilmeldung Tunnel gesperrt"),
    ("TXT-02 Block", "<div><h2>Tunnel gesperrt</h2></div>", "Tunnel gesperrt"),
    ("TXT-02 Inhalt", "Browser streicht <marquee> endgültig", "Browser streicht <marquee> endgültig"),
    ("auch <img> kann Inhalt sein", "Wozu das Element <img> dient", "Wozu das Element <img> dient"),
    ("TXT-02 kleiner als", "Strompreis <3 Cent: Warum", "Strompreis <3 Cent: Warum"),
    ("kein Tag", "Ich <3 dich, 5 < 6 > 4", "Ich <3 dich, 5 < 6 > 4"),
    ("Platzhalter", "<Titel fehlt>", "<Titel fehlt>"),
    ("Attribute, > darin", '<p class="x" id=\'y>z\'>Text <a href="?a=1&b=2">hier</a></p>', "Text hier"),
    ("allein mit Attribut", 'Bild <img src=x.jpg alt="a > b"> Text', "Bild Text"),
    ("Umbruch", "eins<br>zwei<br/>drei<BR />vier", "eins zwei drei vier"),
    ("Absatz ohne Ende", "<p>Erster Absatz<p>Zweiter", "Erster Absatz Zweiter"),
    ("mitten im Wort", "<strong>Eil</strong>meldung, H<sub>2</sub>O", "Eilmeldung, H2O"),
    ("falsch verschachtelt", "<a><b>x</a></b> y", "x y"),
    ("offen bleibt", "<b>offen", "<b>offen"),
    ("zu bleibt", "Text</b> weiter", "Text</b> weiter"),
    ("Kommentare", "<!-- a -->Text<!-- <b> --> und <!-- offen", "Text und <!-- offen"),
    ("Vorspann", "<?xml version='1.0'?><!DOCTYPE html><![CDATA[Brand im Tal]]>", "Brand im Tal"),
    ("Skript samt Inhalt", "<style>b {}</style>Vor <script>a(1)</script>nach", "Vor nach"),
    ("kodiert", "&amp;lt;b&amp;gt;Eil&amp;lt;/b&amp;gt; Meldung", "Eil Meldung"),
    ("eigene Namen", "<o:p>Text</o:p> <x-y>Wort</x-y>", "Text Wort"),
)

ZEICHEN = (
    ("TXT-03 weiche Trennung", "Haus\u00adhalts\u00adausschuss", "Haushaltsausschuss"),
    ("TXT-03 Nullbreite und schmal", "Haus\u200bhalt\u00a0berät\u202fheute", "Haushalt berät heute"),
    ("TXT-03 Richtung und BOM", "\u200f\ufeffHaushalt \u202aheute\u202c\u2066!\u2069", "Haushalt heute!"),
    ("TXT-04 NFD", "La\u0308nder gro\u0308\u00dfere A\u0308nderung", "Länder größere Änderung"),
    ("Trennung im zerlegten Umlaut", "A\u00ad\u0308rger U\u200b\u0308ber", "Ärger Über"),
    ("TXT-06 NUL, Surrogat", "Sturm\0schaden an der Kirche \ud83d", "Sturmschaden an der Kirche \ufffd"),
    ("TXT-06 Emoji bleibt ganz", "Feuerwehr 🚒👩🏽\u200d🚒 übt ❤\ufe0f", "Feuerwehr 🚒👩🏽\u200d🚒 übt ❤\ufe0f"),
    ("Band ohne Emoji", "Wo\u200drt\ufe0f 1\ufe0f", "Wort 1"),
    ("Umbruch und Einrückung", "  Erste\r\n\tZeile\u2028zwei\u3000drei ", "Erste Zeile zwei drei"),
    ("Ligatur und Hochstellung", "ﬁnal m² CO₂", "final m2 CO2"),
    ("nichts", None, ""),
    ("nur Leerraum", " \t\u00a0\u200b", ""),
)

# Je Zeile: alle Schreibungen ergeben dieselbe Vergleichsform.
GLEICH: tuple[tuple[str, str, Sequence[str]], ...] = (
    ("TXT-01", "at&t senkt preise", ["AT&T senkt Preise", "AT&amp;T senkt Preise", "AT&amp;amp;T senkt Preise"]),
    (
        "TXT-03",
        "bündnis 90 die grünen",
        ["BÜNDNIS 90/DIE GRÜNEN", "BÜNDNIS 90/\u200bDIE GRÜNEN", "BÜNDNIS\u00a090/DIE GRÜ\u00adNEN"],
    ),
    (
        "TXT-07",
        "grosse mehrheit für den strassenausbau",
        [
            "Große Mehrheit für den Straßenausbau",
            "Grosse Mehrheit für den Strassenausbau",
            "GROSSE MEHRHEIT FÜR DEN STRASSENAUSBAU",
            "GROẞE MEHRHEIT FÜR DEN STRAẞENAUSBAU",
        ],
    ),
    (
        "gegendert",
        "bürgerinnen wehren sich",
        [f"{wort} wehren sich" for wort in (
            "Bürger:innen", "Bürger*innen", "Bürger_innen", "Bürger·innen", "Bürger/innen", "Bürger/-innen",
            "Bürger/-Innen", "Bürger(innen)", "BürgerInnen", "Bürger*Innen", "Bürger’innen", "BÜRGER:INNEN",
        )],
    ),
    ("gegendert, Einzahl", "präsidentin", ["Präsident:in", "Präsident*in", "Präsident(in)", "PräsidentIn"]),
    ("gegendert, Umlaut", "ärztinnen", ["Ärzt:innen", "Ärzt*innen", "A\u0308rzt:innen"]),
    ("gegendert, Begleiter", "jeder alter", ["jede:r Alte:r", "jede*r Alte*r", "jede/r Alte/r", "jede_r Alte_r"]),
    ("gegendert, Zusammensetzung", "bürgerinnenrat", ["Bürger:innenrat", "Bürger*innenrat", "BürgerInnenrat"]),
    ("Tausender", "1000 plätze", ["1.000 Plätze", "1 000 Plätze", "1\u202f000 Plätze", "1'000 Plätze", "1’000 Plätze"]),
    ("Million", "1000000 plätze", ["1.000.000 Plätze", "1 000 000 Plätze", "1’000’000 Plätze", "1000000 Plätze"]),
    ("Ressort verklebt", "rat 2000 euro", ["Rat: 2.000 Euro", "Rat:2.000 Euro", "Rat:2 000 €"]),
    ("Tausender hinter Anführung", "nein 2000 euro", ["„Nein“: 2.000 Euro", "„Nein“:2.000 Euro", "Nein!:2.000 Euro"]),
    ("Prozent", "5 prozent", ["5 %", "5%", "5\u00a0%", "5 Prozent", "+5 %"]),
    ("Minus", "bei minus 5 grad", ["bei -5 Grad", "bei −5 Grad", "bei –5 Grad", "bei minus 5 Grad"]),
    ("Apostroph", "kudamm", ["Ku’damm", "Ku'damm", "Ku´damm", "Kudamm"]),
    ("Anführung", "ein wort", ["„Ein“ Wort", "»Ein« Wort", "«Ein» Wort", '"Ein" Wort', "‚Ein‘ Wort", "“Ein” Wort"]),
    ("türkisches I", "imamoglu in istanbul", ["İmamoglu in İstanbul", "I\u0307mamoglu in Istanbul"]),
)  # fmt: skip

WORTFORM = (
    ("1,5 bleibt", "1,5-Grad-Ziel: 3.5 oder 2.0?", "1,5 grad ziel 3.5 oder 2.0"),
    ("Betrag", "1.000,50 Euro, 10.000er Marke", "1000,50 euro 10000er marke"),
    ("Datum ist keine Tausenderzahl", "1.1.2026 und 2026 100 Tote", "1.1.2026 und 2026 100 tote"),
    ("führende Null", "030 123 456, 0.001", "030 123456 0.001"),
    ("Spielstand, Uhrzeit", "2:1 um 20.15 Uhr, 24/7", "2:1 um 20.15 uhr 24 7"),
    (
        "Verhältnis",
        "Chance 1:250.000, Skala 1:25 000, 3:1 nach 12:30",
        "chance 1:250.000 skala 1:25 000 3:1 nach 12:30",
    ),
    ("Spanne ist kein Minus", "2025-2026, Hamburg - 5 Tote", "2025 2026 hamburg 5 tote"),
    ("Wörter mit In", "LinkedIn, WordPress, Admin", "linkedin wordpress admin"),
    ("verklebtes Ressort", "Bericht:In Berlin, Berlin:Innensenatorin", "bericht in berlin berlin innensenatorin"),
    ("Schrägstrich", "Köln/Innenstadt, 80 km/h, Berlin/Bonn", "köln innenstadt 80 km h berlin bonn"),
    ("nur Satzzeichen", "… – ?! „“", ""),
    ("nur Emoji", "👩🏽\u200d🚒 ❤\ufe0f", ""),
)

HAUS = ("tagesschau.de", "DER SPIEGEL", "Tagblatt")
BEIWERK = (
    ("TXT-09 Strich", "Bahn kündigt Verbindung an | tagesschau.de", "Bahn kündigt Verbindung an"),
    ("TXT-09 Bindestrich", "Bahn kündigt Verbindung an - DER SPIEGEL", "Bahn kündigt Verbindung an"),
    ("TXT-09 Gedankenstrich", "Bahn kündigt Verbindung an – Tagblatt", "Bahn kündigt Verbindung an"),
    ("TXT-09 Inhalt", "Neuer Fahrplan - was sich für Pendler ändert", "Neuer Fahrplan - was sich für Pendler ändert"),
    ("TXT-09 Teil", "Frist läuft ab – Tagblatt-Verlag vor Verkauf", "Frist läuft ab – Tagblatt-Verlag vor Verkauf"),
    ("TXT-09 vorn", "Spiegel | Bruch im Museum: Wache", "Spiegel | Bruch im Museum: Wache"),
    ("Schreibung zählt", "So dreht sich die Welt - der Spiegel", "So dreht sich die Welt - der Spiegel"),
    ("Bezahlmarke", "Z+ (abopflichtiger Inhalt); Stadt baut aus", "Stadt baut aus"),
    ("verklebt", "SZ PlusGemeinde: Stadt baut aus", "Gemeinde: Stadt baut aus"),
    ("kein Abo", "BILD pluspunktet im Norden", "BILD pluspunktet im Norden"),
    ("Autorzeile", "Die Stadt baut aus Von Ada Muster und Jan de Beispiel", "Die Stadt baut aus"),
    ("Autorzeile, Textart", "Die Stadt baut aus Ein Kommentar von Ada Muster", "Die Stadt baut aus"),
    ("Autor und Lesezeit", "Die Stadt baut aus Von Ada Muster • 7 Min Lesezeit", "Die Stadt baut aus"),
    ("zu kurz für Anhang", "Ein Brief Von Ada Muster", "Ein Brief Von Ada Muster"),
    ("von gehört dazu", "Das neue Leben von Ada Muster", "Das neue Leben von Ada Muster"),
    ("nach Doppelpunkt", "Eine Reise im Zug: Von Hamburg und Kiel", "Eine Reise im Zug: Von Hamburg und Kiel"),
    ("Versalien", "DIE NEUE FREUNDIN VON ADA MUSTER", "DIE NEUE FREUNDIN VON ADA MUSTER"),
    ("Merkliste", "Die Stadt baut aus • Politik • 7 Min Zur Merkliste hinzufügen", "Die Stadt baut aus"),
    ("Lesen und speichern", "Die Stadt baut aus 5 Min. Lesen Artikel speichern", "Die Stadt baut aus"),
    ("Minuten ohne Layout", "Der Zug hat wieder 20 Minuten", "Der Zug hat wieder 20 Minuten"),
    ("Lesezeit", "Die Stadt baut aus (Lesezeit: ca. 4 Minuten)", "Die Stadt baut aus"),
    ("Alter der Meldung", "Die Stadt baut aus Vor 3 Stunden", "Die Stadt baut aus"),
    ("Alter, eine Stunde", "Stadt: Brücke über die Elbe gesperrt Vor 1 Stunde", "Stadt: Brücke über die Elbe gesperrt"),
    ("Alter ist Inhalt", "Brücke im Norden: Vor 3 Stunden", "Brücke im Norden: Vor 3 Stunden"),
    ("Alter im Satz", "Der Zug verließ Kiel vor 3 Stunden", "Der Zug verließ Kiel vor 3 Stunden"),
    ("Minuten sind Inhalt", "Tor in der letzten Minute nach 90 Minuten", "Tor in der letzten Minute nach 90 Minuten"),
)

RESSORT = (
    ("DUP-07 Uhrzeit", "Um 20:15 Uhr startet der neue Krimi im Ersten", None),
    ("DUP-07 Spielstand", "2:1 in letzter Minute rettet Aufsteiger den Heimsieg", None),
    ("DUP-07 Ressort", "Raumfahrt: Deutsche Rakete hebt nach zwei Jahren Pause ab", "Raumfahrt"),
    ("DUP-07 Rest zu kurz", "Habeck: Wir haben uns geirrt", None),
    ("DUP-07 vier Wörter", "Krise am Bau hält: Branche verliert weitere zehntausend Stellen", "Krise am Bau hält"),
    ("DUP-07 fünf Wörter", "Krise am Bau hält an: Branche verliert weitere zehntausend Stellen", None),
    ("DUP-07 Schmuck", "+++ USA +++: Notenbank lässt den Leitzins wieder unverändert stehen", "+++ USA +++"),
    ("DUP-07 Adresse", "Analyse: https://example.org erklärt den neuen Tarif in fünf Schritten", "Analyse"),
    ("Adresse vorn", "https://example.org/a:b erklärt den neuen Tarif in fünf Schritten", None),
    ("verklebt", "Kriminalität:Neukölln: Polizei findet Waffen in drei Wohnungen", "Kriminalität"),
    ("verklebt vor Anführung", "Kultur:„Was bleibt“ zeigt die Stadt von ihrer Seite", "Kultur"),
    ("verklebt vor Ziffer", "Wetter:30 Grad am Wochenende in ganz Bayern erwartet", "Wetter"),
    ("verklebt hinter Ziffer", "Jahr 2031:Landrätin ruft zu mehr Zuversicht im Alltag auf", "Jahr 2031"),
    ("verklebt hinter Ziffer, Anführung", "Teil 2:„Was bleibt“ zeigt die Stadt von ihrer Seite", "Teil 2"),
    ("verklebt zwischen Anführung und Ziffer", "„Gut so“:30 Grad am Wochenende in ganz Bayern", "„Gut so“"),
    ("Ziffer auf beiden Seiten", "Anpfiff 20:30 und kein Ende der Fragen im Verein", None),
    ("Zahl allein, verklebt", "2031:Landrätin hat gute Vorsätze für das neue Jahr", None),
    ("Anführung vor Marke", "„Ganz sicher“: Minister kündigt neue Regeln für Bauern an", "„Ganz sicher“"),
    ("Gedankenstrich", "Friedensgespräche – Gesandte reisen am Montag in die Hauptstadt", "Friedensgespräche"),
    ("Bindestrich", "Friedensgespräche - Gesandte reisen am Montag in die Hauptstadt", "Friedensgespräche"),
    ("Bindestrich im Wort", "Nord-Süd-Trasse wird nach Jahren des Streits doch gebaut", None),
    ("gegendert", "Bürger:innen fordern mehr Geld für die Schulen der Stadt", None),
    ("gegendert groß", "Bürger:Innen fordern mehr Geld für die Schulen der Stadt", None),
    ("Verhältnis", "Mischung 1:3 sorgt im Garten für den besten Boden", None),
    ("Spielstand allein", "2:1: Aufsteiger dreht in letzter Minute noch das Spiel", None),
    ("Marke am Ende", "Stadt baut neue Brücke über den Fluss im Norden:", None),
    ("Marke vorn", ": Stadt baut neue Brücke über den Fluss im Norden", None),
    ("kodierter Doppelpunkt", "Stadtrat&#58; Neue Brücke über den Fluss wird gebaut", "Stadtrat"),
    ("leer", "", None),
    ("nichts", None, None),
)

ZAHLEN = (
    ("vier Verletzte", ("4",)),
    ("4 Verletzte", ("4",)),
    ("zweiter Toter nach Unfall auf A1", ("2", "a1")),
    ("Dutzende, Hunderte, Tausende", ("dutzend", "hunderte", "tausende")),
    ("bei -5 Grad", ("5", "minus")),
    ("½ Liter und 3:2 bei 1.000 Euro", ("1000", "3:2", "½")),
    ("AT&T baut ein Netz", ()),
)

VERNEINT = (
    ("kein fehler", "ein fehler", True),
    ("will nicht gehen", "will gehen", True),
    ("ohne streit", "mit streit", True),
    ("nie wieder", "immer wieder", True),
    ("angeklagter schuldig", "angeklagter unschuldig", True),
    ("kein mensch ging", "mensch ging nicht", False),
    ("union siegt", "ion siegt", True),
    ("unfall auf a1", "stau auf a1", False),
)

N = 10_000
LANGES = {
    "leer": " " * N, "Doppelpunkte": ":" * N, "Marken": ": " * N, "Striche": " - " * N, "und": "&" * N,
    "Entitäten": "&amp;" * N, "halbe Entitäten": "&#1" * N, "Klammern": "<" * N, "halbe Tags": '<a "' * N,
    "Attribute": "<a b='" * N, "offene Tags": "<a>" * N + "</b>" * N, "Namen": "".join(f"<a{i}>" for i in range(N)),
    "Kommentare": "-->" + "<!--" * N, "Skripte": "<script>" * N, "Ziffern": "9" * N, "Tausender": "1 000 " * N,
    "Punkte": "a." * N, "Autoren": "Wort Wort Wort " + "Von A " * 3000, "Von": " Von " * N,
    "Minuten": "a b c" + " • 7 Min" * N, "Autor ohne Ende": "a b c Von A" + "-.’" * N,
    "Merkliste": "a b c" + " Zur Merkliste hinzufügen" * 3000,
    "Datum": "a b c" + "x1. Januar 2026" * 3000, "Apostrophe": "'" * N, "Zeichen darüber": "a" + "\u0308" * N,
    "Bänder": "👩\u200d" * N, "Surrogate": "\ud800" * N, "gegendert": "aa:in" * N,
    "Satzzeichen": "." * N + " - a b c d e f",
}  # fmt: skip


class Tabellen(unittest.TestCase):
    def test_saeubern(self) -> None:
        """TXT-01, TXT-02, TXT-03, TXT-04, TXT-06 und ihre Verwandten."""
        for name, roh, soll in ENTITAETEN + MARKUP + ZEICHEN:
            with self.subTest(name):
                self.assertEqual(saeubern(roh), soll)

    def test_schreibungen_desselben_titels(self) -> None:
        """TXT-01, TXT-03, TXT-07, gegenderte Formen, Zahlen, Zeichen."""
        for name, soll, titel in GLEICH:
            for roh in titel:
                with self.subTest(name, titel=roh):
                    self.assertEqual(normalisieren(roh), soll)

    def test_vergleichsform(self) -> None:
        for name, roh, soll in WORTFORM:
            with self.subTest(name):
                self.assertEqual(normalisieren(roh), soll)

    def test_txt_02_inhalt_unterscheidet(self) -> None:
        eins, zwei = (
            normalisieren(f"Browser streicht das Element <{n}> aus dem Standard") for n in ("marquee", "blink")
        )
        self.assertIn("marquee", eins)
        self.assertIn("blink", zwei)

    def test_txt_04_umlaute_bleiben(self) -> None:
        for mit, ohne in (("Käfig", "Kafig"), ("schöne Parks", "schone Parks"), ("Länder", "Lander")):
            self.assertNotEqual(normalisieren(mit), normalisieren(ohne))

    def test_beiwerk(self) -> None:
        """TXT-09, Bezahlmarken, Autorzeilen, Lesezeiten."""
        for name, roh, soll in BEIWERK:
            with self.subTest(name):
                self.assertEqual(beiwerk_ab(roh, HAUS), soll)
                self.assertEqual(normalisieren(roh, HAUS), normalisieren(soll, ()))

    def test_hausnamen_sind_vollstaendig(self) -> None:
        for name in HAUSNAMEN:
            self.assertEqual(beiwerk_ab(f"Stadt baut neue Brücke – {name}"), "Stadt baut neue Brücke", name)

    def test_ressort(self) -> None:
        """DUP-07: Doppelpunkte, die keine Marke sind, und die Grenzen vier und fünf."""
        for name, titel, kopf in RESSORT:
            with self.subTest(name):
                teilung = ressort_teilen(titel)
                self.assertEqual(teilung.kopf, kopf)
                if kopf is None:
                    self.assertEqual(teilung.rest, saeubern(titel))

    def test_zahlen(self) -> None:
        for text, soll in ZAHLEN:
            self.assertEqual(zahlen(woerter(text)), soll, text)

    def test_verneinung(self) -> None:
        for links, rechts, soll in VERNEINT:
            for a, b in ((links, rechts), (rechts, links)):
                self.assertEqual(verneinung_verschieden(a.split(), b.split()), soll, (a, b))

    def test_trigramme(self) -> None:
        self.assertEqual(trigramme([]), frozenset())
        self.assertEqual(trigramme(["a", "b"]), {("a", "b")})
        self.assertEqual(trigramme("a b c d".split()), {("a", "b", "c"), ("b", "c", "d")})

    def test_trennen_zaehlt_wie_woerter(self) -> None:
        """Auch wo ein Wort aus mehreren Stücken entsteht oder ein Zeichen zum Wort wird."""
        for text, anzahl, soll in (
            ("Rat: Bürger:innen zahlen 5 % mehr", 5, (": ", "Bürgerinnen zahlen 5  prozent  mehr")),
            ("Rat – 1 000 Menschen", 2, (" – ", "1000 Menschen")),
            ("ein Wort", 2, ("", "ein Wort")),
        ):
            self.assertEqual(trennen(text, anzahl), soll)
            self.assertEqual(len(woerter(soll[1])), anzahl)

    def test_jeder_schritt_hat_einen_fall(self) -> None:
        for schritt in SAEUBERN:
            self.assertTrue(schritt.fall, schritt.name)


class Eigenschaften(unittest.TestCase):
    @settings(max_examples=400, deadline=None, derandomize=True)
    @given(MIT_SURROGATEN | STUECKE)
    def test_beliebiger_text(self, text: str) -> None:
        """Wirft nie, lässt sich speichern, und die zweite Anwendung ändert nichts mehr."""
        sauber = saeubern(text)
        sauber.encode()
        self.assertNotIn("\0", sauber)
        self.assertEqual(sauber, " ".join(sauber.split()))
        # Ausnahme: mehr als dreifach Kodiertes oder Geschachteltes; das löst erst ein weiterer Durchgang.
        if text.count("amp") < 3 and text.count("<") < 3:
            self.assertEqual(saeubern(sauber), sauber)
        form = normalisieren(text)
        self.assertEqual(form.split(" ") if form else [], woerter(beiwerk_ab(sauber)))
        ressort_teilen(text)

    @settings(max_examples=400, deadline=None, derandomize=True)
    @given(MIT_SURROGATEN | STUECKE)
    def test_vergleichsform_ist_endgueltig(self, text: str) -> None:
        """Ausnahmen: benachbarte Zahlen (»7 100« läse sich als 7100) und was hinten wie Beiwerk aussieht."""
        worte = woerter(saeubern(text))
        if not any(c.isnumeric() for c in "".join(worte)):
            self.assertEqual(woerter(" ".join(worte)), worte)

    def test_lange_eingaben_bleiben_linear(self) -> None:
        for name, text in LANGES.items():
            for funktion in (normalisieren, ressort_teilen):
                beginn = time.process_time()
                funktion(text)
                # Quadratisch wären es Minuten; die Grenze ist weit, weil Maschinen verschieden schnell sind.
                self.assertLess(time.process_time() - beginn, 10, name)


if __name__ == "__main__":
    unittest.main()
