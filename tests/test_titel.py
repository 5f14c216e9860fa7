"""Wann zwei Titel dieselbe Meldung tragen: Tabellen von Paaren, auch solchen, die getrennt bleiben müssen."""

from __future__ import annotations

import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from titel import EINWAENDE, SCHWELLE, Titel, Urteil, nennt_gegenstand, ohne_beiwerk, urteilen


def t(roh: str | None, teaser: str | None = None) -> Titel:
    return Titel(ohne_beiwerk(roh), teaser)


def beide(a: str | None, b: str | None) -> Urteil:
    return urteilen(t(a), t(b))


SCHLEUSE = "Neue Schleuse am Kanal nimmt nach Jahren den Betrieb auf"
GLEICH = (
    ("Doppelpunkt", SCHLEUSE, f"Verkehr: {SCHLEUSE}"),
    ("verklebt", SCHLEUSE, f"Schifffahrt:{SCHLEUSE}"),
    ("verklebt vor Zahl", "2.000 Euro Prämie für alle im Rat", "Wirtschaft:2.000 Euro Prämie für alle im Rat"),
    ("verklebt hinter Zahl", SCHLEUSE, f"Jahr 2031:{SCHLEUSE}"),
    ("Zahl nur in einem Kopf", f"Jahr 2031: {SCHLEUSE}", f"Verkehr: {SCHLEUSE}"),
    ("Kopf anders, einer verneint", f"Ohne Ergebnis: {SCHLEUSE}", f"Verkehr: {SCHLEUSE}"),
    ("zwei Ressorts", f"Verkehr: {SCHLEUSE}", f"Schifffahrt im Norden:{SCHLEUSE}"),
    ("Gedankenstrich", SCHLEUSE, f"Schifffahrt – {SCHLEUSE}"),
    ("Bindestrich", SCHLEUSE, f"Schifffahrt - {SCHLEUSE}"),
    ("Hausname", SCHLEUSE, f"{SCHLEUSE} | tagesschau.de"),
    ("Autorzeile, Lesezeit", SCHLEUSE, f"{SCHLEUSE} Von Ada Muster und Jan Beispiel • 4 Min"),
    ("Bezahlmarke", SCHLEUSE, f"SZ PlusVerkehr:{SCHLEUSE}"),
    ("Versalien", SCHLEUSE, SCHLEUSE.upper()),
    ("Anführung", "„Wir bauen“, sagt die Rätin", "»Wir bauen«, sagt die Rätin"),
    ("ein Wort", "Hochwasser", "HOCHWASSER!"),
    ("Tausenderpunkt", "Stadt zahlt 1.000 Euro Prämie", "Stadt zahlt 1 000 € Prämie"),
    ("gegendert", "Lehrer:innen streiken am Montag", "Lehrer*innen streiken am Montag"),
    ("ganzer Titel mit eigenem Doppelpunkt", f"Kanal: {SCHLEUSE}", f"Kanal: {SCHLEUSE}"),
)

AEHNLICH = (
    ("ein Füllwort mehr", SCHLEUSE, "Neue Schleuse am Kanal nimmt nach Jahren endlich den Betrieb auf"),
    (
        "Ressort ohne Marke",
        "Schwere Vorwürfe gegen den Kreisrat erhoben",
        "Justiz Schwere Vorwürfe gegen den Kreisrat erhoben",
    ),
    ("Zusatz hinten", SCHLEUSE, f"{SCHLEUSE} – trotz Mängeln"),
    (
        "vier und 4",
        "Feuerwehr rettet bei Brand vier Kühe aus brennender Scheune am Kanal",
        "Feuerwehr rettet bei Brand 4 Kühe aus brennender Scheune am Kanal",
    ),
    (
        "DUP-04 vorn gekürzt",
        "Rat plant nach langem Streit neue Steuer ab",
        "plant nach langem Streit neue Steuer ab Januar",
    ),
    ("Kürzel vor kurzem Rest", "Unfälle: Radfahrerin leicht verletzt", "Radfahrerin leicht verletzt"),
)

ENTHALTEN = (
    ("Ressort zu lang", "Nach Jahren des Streits in Musterstadt: Rat stimmt der Brücke zu", "Rat stimmt der Brücke zu"),
    (
        "ohne Marke",
        "Lange Suche im verschneiten Hochgebirge an der Grenze zum Norden Wanderin nach drei Tagen lebend gefunden",
        "Wanderin nach drei Tagen lebend gefunden",
    ),
    ("kurz hinter Marke", "Nach dem Sturm im Norden: Wieder fahren Fähren", "Wieder fahren Fähren"),
    ("Zahl vor Marke", "Bilanz 2031: Förster pflanzen neue Bäume", "Förster pflanzen neue Bäume"),
)

GETRENNT = (
    # das Ressortkürzel trägt die Aussage
    ("Kopf: Zahl", f"Zwei Tote: {SCHLEUSE}", f"Drei Tote: {SCHLEUSE}", "kopf"),
    ("Kopf: verneint", f"Kein Durchbruch: {SCHLEUSE}", f"Durchbruch: {SCHLEUSE}", "kopf"),
    # Zahlen
    ("Alter", "14-Jähriger stürzt in Musterdorf vom Dach", "23-Jähriger stürzt in Musterdorf vom Dach", "zahlen"),
    ("Zahl nur hier", "Tote bei Brand in Wohnhaus im Hafen", "3 Tote bei Brand in Wohnhaus im Hafen", "zahlen"),
    (
        "verklebt vor anderer Zahl",
        "2.000 Euro Prämie für alle im Rat",
        "Wirtschaft:3.000 Euro Prämie für alle im Rat",
        "zahlen",
    ),
    ("Spielstand", "3:1 im Derby bringt Kiel an die Spitze", "3:2 im Derby bringt Kiel an die Spitze", "zahlen"),
    ("Zahlwort", "Vier Kühe bei Brand in Scheune gerettet", "Fünf Kühe bei Brand in Scheune gerettet", "zahlen"),
    (
        "Ordnungszahl",
        "Zweiter Zeuge sagt im Prozess um Erbe aus",
        "Dritter Zeuge sagt im Prozess um Erbe aus",
        "zahlen",
    ),
    ("Vorzeichen", "-5 Grad in der Nacht in den Tälern", "5 Grad in der Nacht in den Tälern", "zahlen"),
    # Verneinung
    (
        "DUP-02 kein",
        "Kein Nachtflugverbot am Flughafen Kleinstadt bis zum Ende der kommenden Sommersaison",
        "Nachtflugverbot am Flughafen Kleinstadt bis zum Ende der kommenden Sommersaison",
        "verneinung",
    ),
    (
        "DUP-02 nicht",
        "Landrat weist Vorwürfe zurück und will bis zur Wahl im Herbst im Amt bleiben",
        "Landrat weist Vorwürfe zurück und will bis zur Wahl im Herbst nicht im Amt bleiben",
        "verneinung",
    ),
    (
        "ohne",
        "Ohne Streit einigt sich der Rat auf den Haushalt",
        "Streit: Einigt sich der Rat auf den Haushalt",
        "verneinung",
    ),
    ("nie", "Nie wieder Liga sagt Trainer nach dem Abstieg", "Wieder Liga sagt Trainer nach dem Abstieg", "verneinung"),
    (
        "un-",
        "Gericht hält Händler im Fall Musterhof für unschuldig",
        "Gericht hält Händler im Fall Musterhof für schuldig",
        "verneinung",
    ),
    (
        "kein hinter Ressort",
        "Verkehr: Kein Tempolimit auf der Brücke am Hafen",
        "Verkehr: Tempolimit auf der Brücke am Hafen",
        "verneinung",
    ),
    # Einschränkung
    (
        "Ex-",
        "Ex-Minister Muster soll vor Gericht aussagen",
        "Minister Muster soll vor Gericht aussagen",
        "einschraenkung",
    ),
    ("Vize-", "Vize-Landrat Muster legt sein Amt nieder", "Landrat Muster legt sein Amt nieder", "einschraenkung"),
    ("ehemalig", "Ehemaliger Wirt Muster eröffnet Lokal am See", "Wirt Muster eröffnet Lokal am See", "einschraenkung"),
    (
        "falsch",
        "Falscher Polizist bestiehlt Rentnerin in Musterstadt",
        "Polizist bestiehlt Rentnerin in Musterstadt",
        "einschraenkung",
    ),
    (
        "Gegend",
        "Ost-Musterstadt bekommt neuen Bahnhof am Park",
        "Musterstadt bekommt neuen Bahnhof am Park",
        "einschraenkung",
    ),
    # ersetztes Wort
    (
        "Ort",
        "Viele Unfälle am Morgen bei Glätte in Niedersachsen",
        "Viele Unfälle am Morgen bei Glätte in Sachsen",
        "ersetzt",
    ),
    ("Person", "Muster ruft zu mehr Zuversicht im Land auf", "Beispiel ruft zu mehr Zuversicht im Land auf", "ersetzt"),
    ("Produkt", "Im großen Test: Der neue Mixer von Alpha", "Im großen Test: Der neue Mixer von Beta", "ersetzt"),
    (
        "Gegenteil",
        "Zahl der Einbrüche in Musterstadt deutlich gestiegen",
        "Zahl der Einbrüche in Musterstadt deutlich gesunken",
        "ersetzt",
    ),
    (
        "vor und nach",
        "Verein sagt Fest am Hafen vor dem Sturm ab",
        "Verein sagt Fest am Hafen nach dem Sturm ab",
        "ersetzt",
    ),
    (
        "Person vor demselben Wort",
        "Nach Streit Muster tritt von allen Ämtern im Verein zurück und verlässt die Stadt",
        "Beispiel tritt nach Streit von allen Ämtern im Verein zurück und verlässt die Stadt",
        "ersetzt",
    ),
    # anderer Gegenstand
    (
        "Vater von",
        "Vater von Ada Muster ist in Musterstadt gestorben",
        "Ada Muster ist in Musterstadt gestorben",
        "anfang",
    ),
    ("Bericht über", "Streit über Neue Schleuse am großen Kanal", "Neue Schleuse am großen Kanal", "anfang"),
    ("Verb davor", "Experte glaubt Ada Muster gewinnt die Wahl", "Ada Muster gewinnt die Wahl", "anfang"),
    # unähnlich
    ("Wortstellung", "Hund beißt Mann", "Mann beißt Hund", "unaehnlich"),
    (
        "Gemeinplatz",
        "Bahnstreik: Die wichtigsten Fragen und Antworten",
        "Zeitumstellung: Die wichtigsten Fragen und Antworten",
        "ersetzt",
    ),
    (
        "Gemeinplatz allein",
        "Sturm im Norden: Was bekannt ist – und was nicht",
        "Was bekannt ist – und was nicht",
        "gegenstand",
    ),
    ("Zweiwortrest", "Nach dem Sturm im Norden: Wieder Fähren", "Wieder Fähren", "unaehnlich"),
    (
        "vier Wörter ohne Marke",
        "Suche im Gebirge an der Grenze zum Norden Wanderin im Schnee gefunden",
        "Wanderin im Schnee gefunden",
        "unaehnlich",
    ),
    (
        "Verneinung vor Marke",
        "Nein zu der neuen großen Brücke: Rat stimmt dem Tunnel zu",
        "Rat stimmt dem Tunnel zu",
        "unaehnlich",
    ),
    (
        "Zahl vor verklebtem",
        "Suche mit 40 Leuten Wanderin im Tal lebend gefunden",
        "Wanderin im Tal lebend gefunden",
        "zahlen",
    ),
    ("abgeschnitten", "Neue Schleuse am Kanal nimmt nach Jahren den Betr…", SCHLEUSE, "ersetzt"),
    # leer
    ("leer", "", "", "leer"),
    ("nichts", None, None, "leer"),
    ("Satzzeichen", "…", "–", "leer"),
    ("Emoji", "🚒", "🚒", "leer"),
    ("nur ein Ressort", "Wetter:", "Wetter: Im Norden bleibt es die ganze Woche trüb", "unaehnlich"),
    ("ein Wort", "Hochwasser", "Niedrigwasser", "unaehnlich"),
)

GEGENSTAND = (
    ("Die wichtigsten Fragen und Antworten", False),
    ("Was bekannt ist – und was nicht", False),
    ("Das Wichtigste vom Tag im Überblick", False),
    ("So können Sie sich schützen", False),
    ("Rat stimmt der Brücke zu", True),
    ("Die wichtigsten Fragen zur Rente", True),
)


class Paare(unittest.TestCase):
    def pruefen(self, name: str, a: str | None, b: str | None, verbunden: bool, grund: str) -> None:
        for x, y in ((a, b), (b, a)):
            with self.subTest(name, a=x, b=y):
                self.assertEqual(beide(x, y)[:2], (verbunden, grund))

    def test_gleich(self) -> None:
        for name, a, b in GLEICH:
            self.pruefen(name, a, b, True, "gleich")

    def test_aehnlich(self) -> None:
        for name, a, b in AEHNLICH:
            self.pruefen(name, a, b, True, "aehnlich")

    def test_enthalten(self) -> None:
        for name, a, b in ENTHALTEN:
            self.pruefen(name, a, b, True, "enthalten")

    def test_getrennt(self) -> None:
        """DUP-02 und alle Arten von Titeln, die sich fast gleichen und Verschiedenes sagen."""
        for name, a, b, grund in GETRENNT:
            self.pruefen(name, a, b, False, grund)

    def test_jeder_einwand_kommt_vor(self) -> None:
        self.assertLessEqual({e.name for e in EINWAENDE}, {grund for *_, grund in GETRENNT})

    def test_dup_02_waere_ohne_einwand_verbunden(self) -> None:
        for name, a, b, _ in GETRENNT:
            if name.startswith("DUP-02"):
                self.assertGreaterEqual(beide(a, b).jaccard, float(SCHWELLE), name)

    def test_gegenstand(self) -> None:
        for text, soll in GEGENSTAND:
            self.assertEqual(nennt_gegenstand(text), soll, text)

    def test_teaser_zaehlt_nur_auf_wunsch(self) -> None:
        kurz, lang = "Ein Satz zum Thema.", "Ein ganz anderer Satz, der zu nichts Gemeinsamem führt und lang ist."
        self.assertTrue(urteilen(t(SCHLEUSE), t(f"Verkehr: {SCHLEUSE}")).verbunden)
        self.assertEqual(urteilen(t(SCHLEUSE, kurz), t(f"Verkehr: {SCHLEUSE}", kurz))[:2], (True, "gleich"))
        self.assertFalse(urteilen(t("Rat tagt", kurz), t("Rat tagt", lang)).verbunden)
        self.assertFalse(urteilen(t("", kurz), t("", kurz)).verbunden)
        # Wörtlich enthalten zu sein, bestätigt nur Titel ohne Teaser.
        lange = "Nach Jahren des Streits in Musterstadt: Rat stimmt der Brücke zu"
        self.assertFalse(urteilen(t(lange, lang), t("Rat stimmt der Brücke zu", kurz)).verbunden)

    def test_mit_teaser_trennt_kein_einwand_den_titel_von_sich_mit_ressort(self) -> None:
        """Auch wenn Zahl oder Verneinung auf einer Seite im abgetrennten Kürzel stehen."""
        teaser = "Ein gemeinsamer Satz der Agentur, der lang genug ist, um beide Meldungen einander ähnlich zu machen."
        anderer = "Ganz anderes steht hier, und mit dem Titel darüber hat es bei diesem Haus gar nichts zu tun."
        for titel, ressort in (
            (f"Erste Bilanz 2031: {SCHLEUSE}", "Verkehr: "),
            (f"Ohne Fest - {SCHLEUSE}", "Verkehr:"),
            (SCHLEUSE, "Im Alter von 80 Jahren: "),
        ):
            for a, b in ((titel, ressort + titel), (ressort + titel, titel)):
                with self.subTest(a=a, b=b):
                    self.assertTrue(urteilen(t(a, teaser), t(b, teaser)).verbunden)
                    self.assertFalse(urteilen(t(a, teaser), t(b, anderer)).verbunden)
        # Eine andere Zahl trennt weiter.
        zwei, drei = (t(f"{n}.000 Euro Prämie für alle im Rat", teaser) for n in (2, 3))
        self.assertEqual(urteilen(zwei, drei)[:2], (False, "zahlen"))

    def test_das_mass_steht_auch_bei_einwand(self) -> None:
        urteil = beide("Ex-Minister Muster soll vor Gericht aussagen", "Minister Muster soll vor Gericht aussagen")
        self.assertEqual(urteil, Urteil(False, "einschraenkung", 4 / 5))


WOERTER = st.sampled_from(
    "Rat Brücke neue stimmt zu nicht kein Ex-Rat vier 4 5 der die von Vater : – | „Ja“ Bürger:innen 1.000 50 % … Kanal"
    " Musterstadt Verkehr: und nach vor Unfall:Zwei İzmir".split()
)
TITEL = st.lists(WOERTER, max_size=12).map(" ".join) | st.text(st.characters(), max_size=40)


class Eigenschaften(unittest.TestCase):
    @settings(max_examples=400, deadline=None, derandomize=True)
    @given(TITEL, TITEL, st.none() | TITEL)
    def test_urteil_ist_symmetrisch(self, links: str, rechts: str, teaser: str | None) -> None:
        a, b = t(links, teaser), t(rechts, teaser)
        urteil = urteilen(a, b)
        self.assertEqual(urteil, urteilen(b, a))
        self.assertTrue(0 <= urteil.jaccard <= 1)
        self.assertEqual(urteil.verbunden, urteil.grund in ("gleich", "aehnlich", "enthalten"))
        self.assertEqual(urteil.grund == "leer", not (a.kern and b.kern))

    @settings(max_examples=300, deadline=None, derandomize=True)
    @given(TITEL)
    def test_ein_titel_gleicht_sich_selbst(self, roh: str) -> None:
        a = t(roh)
        self.assertEqual(urteilen(a, t(roh)).verbunden, bool(a.kern))
        self.assertTrue(f" {a.voll}".endswith(f" {a.kern}"))
        self.assertEqual(a.kern == "", a.voll == "")

    @settings(max_examples=300, deadline=None, derandomize=True)
    @given(TITEL)
    def test_kleingeschrieben_enthaelt_alle_woerter(self, roh: str) -> None:
        a = t(roh)
        if a.kleingeschrieben is not None:
            for wort in a.alle_woerter:
                self.assertIn(wort, a.kleingeschrieben)


if __name__ == "__main__":
    unittest.main()
