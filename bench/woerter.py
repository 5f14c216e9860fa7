"""Wortlisten und Satzmuster, aus denen ``erzeugen`` Schlagzeilen baut; alles erfunden oder Allgemeingut.

Die zusammengesetzten Hauptwörter machen den Wortschatz groß (einige 30.000 Wörter), die Muster halten die Grammatik
einfach: weibliche Hauptwörter lauten in Wes- und Wemfall gleich, Mehrzahlwörter im Wer- und Wenfall.
"""

from __future__ import annotations

from itertools import product

# Erste Glieder, mit Fugenzeichen.
VORDER = """
Abfall Agrar Alters Anlagen Arbeits Arznei Asyl Ausbildungs Auto Bahn Bahnhofs Batterie Bau Bauern Beamten Berufs
Betriebs Bezirks Bildungs Binnen Boden Börsen Brücken Buch Bundes Bürger Bus Chemie Daten Deich Dienst Digital Dorf
Drogen Eigentums Einzelhandels Eis Energie Entwicklungs Erb Ernährungs Ernte Export Fach Fähr Fahrrad Familien Fern
Fernseh Feuer Film Finanz Fisch Flächen Flucht Flug Flughafen Fluss Forschungs Forst Frauen Freizeit Friedens Fußball
Gast Gebäude Geburten Gefahren Gemeinde Gemüse Gerichts Gesundheits Getreide Gewerbe Glas Grenz Grund Güter Hafen
Handels Handwerks Haushalts Heim Heiz Hilfs Hitze Hoch Hochschul Holz Hotel Immobilien Impf Industrie Innenstadt Jagd
Jahres Jugend Justiz Kanal Kinder Kirchen Klima Klinik Kohle Kommunal Konzern Kraftwerks Kranken Kreis Kriegs Kultur
Kunden Kunst Küsten Laden Land Landes Landwirtschafts Lebensmittel Lehrer Leitungs Lohn Luft Markt Maschinen Medien
Mehrweg Metall Miet Milch Mittelstands Mobilfunk Müll Museums Musik Nacht Nachwuchs Nah Natur Netz Not Notfall Obst
Öko Opern Orts Park Partei Patienten Personal Pflege Pharma Platz Post Preis Presse Quartiers Radio Rats Raum Rechts
Regional Reise Renten Rettungs Roh Rüstungs Saison Sanierungs Schiffs Schul Schutz See Senioren Sicherheits Solar
Sommer Sonder Sozial Spar Speicher Spenden Sport Sprach Staats Stadt Stahl Standort Steuer Stiftungs Straßen Strom
Studenten Tages Tarif Technik Tier Tourismus Trinkwasser Umwelt Universitäts Unternehmens Urlaubs Verbands Verbraucher
Vereins Verkehrs Verlags Vermögens Versicherungs Verteidigungs Verwaltungs Vieh Volks Vorstands Wahl Wald Wärme Wasser
Wasserstoff Wege Weihnachts Wein Werft Werk Wetter Wind Winter Wirtschafts Wohn Wohnungs Zahn Zeitungs Zins Zoll Zoo
Zug Zukunfts
""".split()

# Zweite Glieder: weiblich, Mehrzahl, handelnd (Einzahl, ohne Artikel wie in Schlagzeilen üblich).
HINTER_WEIBLICH = """
abgabe affäre agentur akademie aktion allianz analyse anlage aufsicht bank baustelle behörde beratung bilanz börse
branche debatte entscheidung erhöhung fabrik finanzierung firma förderung forschung frage gebühr gesellschaft halle
hilfe initiative kasse kammer klage knappheit kontrolle konferenz krise leitung messe offensive ordnung panne planung
politik prämie produktion prüfung reform regel reserve sanierung sperre statistik steuer strategie studie suche
versorgung wende werbung woche zone zulage
""".split()
HINTER_MEHRZAHL = """
abgaben angebote anlagen aufträge ausgaben betriebe daten dienste einnahmen experten fahrer firmen flächen fonds
gebiete gebühren gruppen häuser helfer karten kosten kräfte kurse listen märkte mieten mittel netze pläne planer
plätze posten preise projekte räume regeln reserven schäden schulen spiele steuern strecken tage tarife teile termine
verbände verträge vereine vorräte vorschriften werke werte ziele zonen zahlen züge
""".split()
HINTER_HANDELND = """
amt ausschuss bund chef chefin fraktion gericht gewerkschaft gremium konzern leiter leiterin minister ministerin
ministerium rat senatorin sprecher sprecherin stiftung verband verein vorstand zentrum
""".split()

ORT_ANFANG = """
Alten Bären Birken Blumen Brauns Buchen Burg Dieters Drei Ebers Eichen Erlen Falken Frauen Freuden Friedrichs Fuchs
Grün Hasel Heiligen Herrn Hirsch Hohen Ilmen Kalten Kirch Königs Krähen Kreuz Langen Linden Lichten Markt Marien Mühl
Neuen Nieder Nord Ober Otters Pfaffen Ramm Raben Reichen Rosen Rothen Schaf Schön Schwarzen Sieben Sonnen Stein Süd
Tannen Ulm Unter Wald Wals Weißen Wester Wiesen Wolfs Ziegel Zwei
""".split()
ORT_ENDE = """
au bach berg born brück brunn burg dorf eck feld fels furt hafen hagen hain hausen heide heim höhe hofen holz kirchen
leben moor münde münster ried rode roda rück see stadt stedt stein tal wald weiler werder wiese zell
""".split()

VORNAMEN = """
Achim Albert Alina Amelie Andrea Anja Anke Anna Antje Arne Astrid Axel Barbara Beate Ben Bernd Birgit Björn Boris
Britta Carla Carsten Christa Clara Claudia Dagmar Daniel David Detlef Dieter Doris Edith Elena Elias Ella Emil Erik
Erwin Eva Fabian Felix Finn Florian Frank Franziska Frida Fritz Gabriele Gerd Gisela Gregor Gudrun Günter Hanna Hannes
Hans Heike Heiner Helga Helmut Henrik Hilde Holger Horst Ida Ingo Ingrid Irene Jakob Jan Jana Jasmin Jens Johanna
Jonas Jörg Julia Jürgen Kai Karin Karl Katja Kevin Kirsten Klara Klaus Lars Laura Lea Lena Leon Linda Lisa Lothar
Luisa Lukas Maike Manfred Marco Margit Maria Marlene Martin Mathilde Max Meike Melanie Mia Michael Mira Monika Moritz
Nadja Nico Nina Nora Olaf Oskar Otto Paul Paula Peter Petra Philipp Rainer Ralf Regina Renate Rita Robert Rolf Rosa
Rudolf Ruth Sabine Sandra Sara Silke Simon Sofie Sonja Stefan Susanne Sven Tanja Theo Thomas Till Tim Tina Tobias Udo
Ulla Ulrich Uta Uwe Vera Viktor Volker Walter Werner Wiebke Wilma Wolfgang Yvonne
""".split()
NAME_ANFANG = """
Acker Adler Amsel Berg Birn Blum Boden Brand Brem Buch Busch Dahl Dorn Eber Eich Engel Erl Falk Feld Fink Gruber
Habicht Hader Hart Heller Hirt Hoch Holz Kalt Kern Kirch Kling Kupfer Lamm Land Leder Linde Loh Mai Mitter Moos Nessel
Nieder Ober Otten Pfeil Quell Rad Ried Roth Sand Schell Silber Stahl Stein Sturm Tann Thal Ulmen Vogel Wacker Weid
Winter Wolken Zander
""".split()
NAME_ENDE = """
ach amann bauer beck berger brecht dorf eder felder gärtner haus hofer holt huber inger kamp ke lein mann meier müller
ner reich reuther rich sen stätter städt wald weber
""".split()

EIGENSCHAFTEN = """
alte angekündigte begehrte beliebte billige digitale dringende einfache erste freie frische gefährliche geheime
geplante gestrichene große günstige hohe höhere jüngste kleine knappe kostenlose künftige lange leere letzte marode
moderne neue niedrige offene private regionale rekordverdächtige riskante seltene sichere spätere steigende strenge
strittige teure überraschende umstrittene unabhängige ungewöhnliche veraltete verschobene weitere wichtige zusätzliche
""".split()

# Zeitwörter mit einem Wenfall dahinter: in der Einzahl, in der Mehrzahl.
TUT = """
begrüßt bekommt beklagt berät beschließt bestätigt bremst erhält erklärt erwartet feiert findet finanziert fordert
fördert genehmigt hinterfragt kauft kippt kontrolliert kritisiert lobt meldet nennt plant präsentiert prüft rettet
sammelt schließt schützt senkt sichert stoppt streicht sucht testet übernimmt überprüft unterstützt untersucht
verbietet verhindert verkauft verlangt vermisst verschärft verschiebt verspricht verteidigt verteilt verwirft zahlt
zeigt
""".split()
TUN = """
begrüßen bekommen beklagen beraten beschließen bestätigen bremsen erhalten erklären erwarten feiern finden finanzieren
fordern fördern genehmigen hinterfragen kaufen kippen kontrollieren kritisieren loben melden nennen planen
präsentieren prüfen retten sammeln schließen schützen senken sichern stoppen streichen suchen testen übernehmen
überprüfen unterstützen untersuchen verbieten verhindern verkaufen verlangen vermissen verschärfen verschieben
versprechen verteidigen verteilen verwerfen zahlen zeigen
""".split()

# Sechs bis zehn Wörter; {zahl} macht zwei sonst gleiche Zeilen zu verschiedenen Meldungen.
MUSTER = """
{wer} in {ort} {tut} {eig} {mehrzahl}
{wer} {tut} {mehrzahl} in {ort} und {ort2}
{wer} {tut} {weiblich} für {eig} {mehrzahl} in {ort}
{weiblich} in {ort}: {wer} {tut} {eig} {mehrzahl}
Streit um {weiblich}: {wer} {tut} {mehrzahl} in {ort}
Nach der {weiblich}: {vor} {nach} {tut} {eig} {mehrzahl}
{vor} {nach} {tut} {weiblich} für {ort} und {ort2}
{mehrzahl} in {ort} {tun} {eig} {weiblich}
{eig} {mehrzahl} {tun} die {weiblich} der {weiblich2}
Warum {ort} bei der {weiblich} auf {mehrzahl} setzt
Wie {vor} {nach} aus {ort} die {weiblich} erlebt
{ort}: {zahl} {mehrzahl} warten auf die {weiblich}
{wer} {tut} nach {zahl} Jahren {eig} {weiblich} in {ort}
Trotz {weiblich}: {mehrzahl} aus {ort} {tun} {eig} {mehrzahl2}
{wer} und {wer2} {tun} {eig} {mehrzahl} in {ort}
So {tut} {ort} die {weiblich} nach der {weiblich2}
Zwischen {ort} und {ort2} fehlen {eig} {mehrzahl}
{vor} {nach} im Gespräch über {weiblich} und {mehrzahl} in {ort}
Kritik an {wer}: {eig} {mehrzahl} ohne {weiblich} in {ort}
Mehr als {zahl} {mehrzahl} bei {weiblich} in {ort} betroffen
""".strip().split("\n")

RESSORTS = (
    "Wirtschaft Verkehr Bildung Kriminalität Wetter Umwelt Kultur Sport Kommunales Energie Gesundheit Justiz".split()
)

HAEUSER = (
    "abendpost bergblick deichkurier fernblatt funkhaus hafenbote"
    " kreisblatt morgenblatt rundschau stadtanzeiger tagwerk weltspiegel"
).split()
# Anteil der Häuser an allen Items, in derselben Reihenfolge; eines liefert viel, einige wenig.
GEWICHTE = (12, 5, 7, 14, 10, 6, 4, 16, 9, 8, 5, 4)

# Was ein Haus jeden Tag wieder so nennt, mit der Stunde (UTC).
FORMATE = (
    ("abendpost", "Bilder des Tages", 16),
    ("abendpost", "Das Rätsel am Abend", 17),
    ("funkhaus", "Die Nachrichten", 5),
    ("funkhaus", "Die Nachrichten", 11),
    ("funkhaus", "Presseschau aus deutschen Zeitungen vom Morgen", 5),
    ("morgenblatt", "Wetter am Morgen", 4),
    ("morgenblatt", "Bilder des Tages", 18),
    ("rundschau", "Der Tag in 100 Sekunden", 19),
    ("rundschau", "Das Wichtigste am Morgen aus Stadt und Land", 4),
    ("stadtanzeiger", "Polizeimeldungen aus der Region im Überblick", 9),
    ("stadtanzeiger", "Bilder des Tages", 17),
)


def zusammen(anfaenge: list[str], enden: list[str]) -> list[str]:
    """Alle Zusammensetzungen."""
    return [a + e for a, e in product(anfaenge, enden)]
