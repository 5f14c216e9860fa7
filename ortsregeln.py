"""Regeln darüber, wie deutsche Meldungen Orte nennen: Tabellen, jede mit dem Fall, den sie löst."""

from __future__ import annotations

import re
from typing import NamedTuple


class Regel(NamedTuple):
    """Ein Weg der Auflösung: wie sicher er ist und was er bedeutet."""

    konfidenz: float
    bedeutung: str


# Der Reihe nach versucht; der erste, der genau einen Ort lässt, gilt.
METHODEN = {
    "eindeutig": Regel(0.95, "nur ein Ort heißt so"),
    "zusatz": Regel(0.95, "ein Zusatz im Text bestimmt den Ort: »Paris, Texas«, »Halle/Westfalen«"),
    "dokument": Regel(0.90, "derselbe Ort steht im Item mit vollem Namen"),
    "ebene": Regel(0.90, "Staat vor Land vor Landschaft vor Ort gleichen Namens; Hauptstadt vor Region"),
    "stichwort": Regel(0.85, "ein Wort im Item gehört zu diesem Ort: »Gerry Weber« zu Halle (Westf.)"),
    "elternraum": Regel(0.85, "nur einer liegt in einem Land oder Staat, den das Item nennt"),
    "nachbarort": Regel(0.80, "nur einer liegt bei einem anderen Ort des Items"),
    "deutscher_name": Regel(0.75, "nur einer führt bei GeoNames einen deutschen Namen, und er ist der größte"),
    "vollname": Regel(0.75, "nur einer heißt so ohne Zusatz, und er ist der größte"),
    "einwohner": Regel(0.80, "mindestens fünfzehnmal so viele Einwohner wie jeder andere"),
    "einwohner_knapp": Regel(0.60, "mindestens dreimal so viele Einwohner wie jeder andere"),
    "bauwerk": Regel(0.85, "das Bauwerk oder der Platz liegt in diesem Ort"),
    "teilgebiet": Regel(0.80, "ein Teil des Orts: »Ostukraine«, »Nordhessen«"),
}

GRUENDE = {
    "mehrdeutig": "mehrere Orte heißen so, und nichts im Item entscheidet",
    "zusatz_noetig": "der Name meint ohne Zusatz nichts Bestimmtes",
    "zusatz_unbekannt": "der Zusatz im Text passt zu keinem Ort dieses Namens im Verzeichnis",
    "ohne_kennung": "erkannt, aber ohne Kennung im Verzeichnis (Landschaft, Gewässer, Kreis)",
}

# Ab diesem Verhältnis der Einwohner entscheidet die Größe; ab dem zweiten überstimmt sie auch den Zusammenhang:
# London (21-mal London in Ontario) bleibt es, wenn das Item Kanada nennt; Frankfurt und Halle (11) richten sich danach.
ABSTAND, ABSTAND_SICHER = 3, 15
# So nah (Kilometer) liegen Orte, die einander bestimmen: Frankfurt und Słubice, Halle und Gütersloh.
NAEHE = 40.0

# Ohne Zusatz offen, auch wo einer größer ist.
ZUSATZ_NOETIG = {
    "Guinea": "vier Staaten tragen den Namen",
    "Mülheim": "an der Ruhr, am Main, in Köln",
    "Oldenburg": "in Oldenburg, in Holstein; auch ein Kreis und ein früheres Land",
    "Weil": "am Rhein, der Stadt, im Schönbuch",
    "Neustadt": "über dreißig Gemeinden",
}

# (Form, Wörter im Item, Kennung)
STICHWOERTER = (("Halle", ("Gerry Weber", "Gerry-Weber", "Terra Wortmann", "OWL-Arena", "OWL Arena"), "ags:05754012"),)

# Abkürzungen amtlicher Zusätze -> Land oder Region.
ZUSATZ_KUERZEL = {
    "Westf": "iso3166-2:DE-NW",
    "Westf.": "iso3166-2:DE-NW",
    "Westfalen": "iso3166-2:DE-NW",
    "Rhld.": "iso3166-2:DE-NW",
    "Oldb.": "iso3166-2:DE-NI",
    "Oldb": "iso3166-2:DE-NI",
    "Nds.": "iso3166-2:DE-NI",
    "Ostfriesland": "iso3166-2:DE-NI",
    "Holst.": "iso3166-2:DE-SH",
    "Holstein": "iso3166-2:DE-SH",
    "Meckl.": "iso3166-2:DE-MV",
    "Mecklenburg": "iso3166-2:DE-MV",
    "Vorpommern": "iso3166-2:DE-MV",
    "Brandenb.": "iso3166-2:DE-BB",
    "Lausitz": "iso3166-2:DE-BB",
    "Sachs.": "iso3166-2:DE-SN",
    "Sa.": "iso3166-2:DE-SN",
    "Vogtland": "iso3166-2:DE-SN",
    "Thür.": "iso3166-2:DE-TH",
    "Hess.": "iso3166-2:DE-HE",
    "Pfalz": "iso3166-2:DE-RP",
    "Pf.": "iso3166-2:DE-RP",
    "Westerwald": "iso3166-2:DE-RP",
    "Saar": "iso3166-2:DE-SL",
    "Württ.": "iso3166-2:DE-BW",
    "Württemberg": "iso3166-2:DE-BW",
    "Baden": "iso3166-2:DE-BW",
    "Schwarzwald": "iso3166-2:DE-BW",
    "Breisgau": "iso3166-2:DE-BW",
    "Allgäu": "iso3166-2:DE-BY",
    "Oberbayern": "iso3166-2:DE-BY",
    "Niederbayern": "iso3166-2:DE-BY",
    "Oberpfalz": "iso3166-2:DE-BY",
    "Oberfranken": "iso3166-2:DE-BY",
    "Mittelfranken": "iso3166-2:DE-BY",
    "Unterfranken": "iso3166-2:DE-BY",
    "Franken": "iso3166-2:DE-BY",
}

# --- Woran ein Ort zu erkennen ist ------------------------------------------------------------------------------------

# Danach steht ein Ort, auch wenn der Name sonst ein Wort oder ein Mensch ist.
ORTSPRAEPOSITION = frozenset("in In aus Aus nahe Nahe Richtung Raum".split())
# Danach steht oft ein Ort, aber auch ein Mensch oder ein Ding (bei Regen, nach Wahlen, bei Merz).
PRAEPOSITION = frozenset(
    "bei Bei nach Nach um Um ab bis Bis zwischen Zwischen nördlich südlich östlich westlich Großraum Region".split()
)
# Nach diesen ist eine Stadt gemeint und nicht ihr Verein oder ein Mensch.
VOR_STADT = ORTSPRAEPOSITION | frozenset("nach Nach bei Bei um Um".split())
# Steht unmittelbar davor, so ist es ein Ort (Polizei Essen, Stadt Hof).
ORTSWORT = re.compile(
    r"(?:[\w-]*(?:[Ss]tadt|[Gg]emeinde|[Dd]orf|[Oo]rt|[Oo]rtsteil|[Ss]tadtteil|[Mm]etropole|[Ii]nsel|[Hh]afenstadt)"
    r"|(?:Bundes|Landes|Autobahn)?[Pp]olizei|Feuerwehr|Rathaus|Hafen|Raum|Großraum|Region|Standort|Altstadt)"
)
# Der Artikel davor macht aus dem Ort ein Ding: die Halle, beim Essen, das Bergen.
ARTIKEL = frozenset(
    "der die das den dem des ein eine einer eines einem einen im am zum zur beim vom ins ans aufs kein keine keinen "
    "dieser diese dieses diesem diesen jeder jede jedes sein seine seinem seinen seiner ihr ihre ihrem ihren ihrer "
    "unser unsere unserem unserer mein meine meinem meiner dein deine mehr viel wenig alle alles manche welche".split()
)
# Gewässer und Gebirge haben einen Artikel bei sich; »Oder« und »Main« ohne ihn sind etwas anderes.
MIT_ARTIKEL = frozenset("der die das den dem des im am zum zur vom in auf an Der Die Das Im Am".split())

# Sind in Meldungen öfter Wort, Gattung oder Name als der Ort; sie brauchen eine Ortspräposition oder ein Ortswort.
HOMOGRAPHEN = frozenset(
    """
    Aach Abtei Achse Ada Adler Ahnen Alarm Allen Alm Alma Alpen Altar Alten Amt Anger Anzug Apfel Arm Armut Art
    Asche Ast Au Aue Auen Auf Auge Aurora Ausland Baar Bach Backen Bad Bahn Balance Balve Band Bank Bann Bar Barren
    Bart Basis Bath Batman Bau Bauern Baum Beginn Beilage Bein Berg Berge Bergen Besen Best Bett Beuren Biber Bild
    Birken Bitten Blau Blick Boden Bogen Born Bote Boten Brand Braun Breit Bremse Brett Brunn Brunnen Brück Brücken
    Buch Buche Buchen Buchholz Buchs Bund Burg Burgen Bury Busch Bären Bühne Carmel Chance Christen Columbus
    Concord Corona Crew Dachs Dahlen Damm Dank Daun Deal Decken Deich Delle Dinge Dom Dorf Dorfen Dorn Dornen Durst
    Düne Dünen Ebbe Ecke Eden Eggen Eiche Eichen Eigen Eimer Ein Einheit Eis Eisen Elend Elf Elma Ely Ende Enge
    Engel Engen Enger Enterprise Erfolg Ergebnis Erle Erlen Eschen Essen Fahren Falken Fall Falle Fehl Feld Felde
    Felden Ferien Ferne Fest Feuer Finnen Fisch Flecken Flieden Fliegen Floß Flöte Forst Frei Freie Freien Freiheit
    Freude Frieden Frisch Frost Fuchs Führung Fürsten Gang Garten Gast Gehren Geist Gelten Gemünden Gering
    Gesundheit Glanz Glas Glauben Glück Gold Grab Graben Grafen Groß Grube Gruben Grund Grün Grünen Gut Gute Haag
    Haar Haaren Hagen Hahn Hahnen Hain Hall Halle Haller Halt Hamm Hammer Hand Handel Hansen Harburg Hard Hart Harz
    Hauen Haus Hausen Heere Heide Heiden Heil Heiligen Heim Heimat Helden Hell Helle Hemmer Herbst Herd Herren Herz
    Herzen Hilfe Himmel Hirsch Hirten Hof Hofen Hoffnung Hohe Hohen Holz Honig Hope Horn Hove Hude Huhn Hull Hund
    Hunde Hut Höfen Höhe Hügel Hütten Ida Igel Independence Ingen Inning Inseln Irma Irsee Jagd Kaiser Kalk Kall
    Kamen Kamm Kammer Kampf Kappel Kars Kassen Kasten Kater Keller Kern Kind Kinder Kirch Kirche Kirchen Klammer
    Klausen Klein Klingen Kloster Knall Kochen Kohl Kraft Kranz Kraut Krebs Kreis Kreuz Kreuzen Krone Kronen Krumm
    Kuchen Kuh Kunst Kurort Kurt König Königs Küche Kühn Küsten Lage Lager Lamm Land Landau Landen Lang Lange
    Langen Last Lauf Laufen Leben Leer Lehen Lehre Leid Leiden Leine Leuten Liberty Licht Lichte Liebe Lieben Lied
    Linde Linden Linie Links List Loch Lohn Lorch Losen Luft Lust Luxus Löwen Macht Made Mahlen Male Malen Malé Man
    Mark Marken Markt Marl Mars Massen Mauer Mauern Maß Meer Meere Mehl Mehr Meister Melle Mengen Merzen Messe
    Messen Milde Minden Mitte Mittel Mobile Mond Moor Moos Mord Morgen Most Muster Mut Mutter Mühle Mühlen Nachbar
    Nacht Nadel Nadir Nagel Natur Nebel Nest Netze Neu Neue Neuen Neuer Nice Nord Norden Normal Not Note Oben Ober
    Ohr Olympia Omega Opera Orange Orden Ordnung Osh Ost Osten Paar Panther Papier Para Paradise Pass Perl Perle
    Pferd Pflaumen Phoenix Pilz Plan Planken Platte Platz Poole Port Posen Post Preis Pul Quelle Quellen Rabe Rain
    Rampur Rand Ransbach Rast Rat Rate Rath Rauen Raum Reading Recht Rechte Rede Regel Regen Reich Reichen Reif
    Reihe Reise Reisen Rennen Rente Rettung Rieden Riesen Rinde Ring Rochen Rom Roma Rose Rosen Rot Roth Ruhe Ruhm
    Rum Rötz Saal Saar Saat Sale Salz Salzen Same Sand Sande Sankt Sauer Schach Schaf Schafen Schanze
    Schatz Scheer Scheine Schenken Schiff Schiffen Schilling Schirm Schlag Schlangen Schlau Schleiden Schleusen
    Schloss Schluss Schmiede Schnee Schnitt Schock Schritt Schuld Schule Schulen Schutz Schwaben Schwan Schwarz
    Schweig Schweigen Schweinen Schwere Schön Schönau Schönen See Seen Segel Segen Sehen Seite Seiten Sekt Selb
    Selbst Senden Senf Sieben Sieg Siegel Siegen Singen Sinn Sion Sitten Sommer Sonne Sonnen Sorge Speer Speicher
    Spiegel Spiel Split Staffel Stall Stamm Stand Stau Stein Steinen Stelle Sterben Stern Steuer Stich Stille
    Stimmen Stock Stolpe Strahlen Strand Straßen Streit Strom Stuhl Stunde Stücken Sulz Sur Surprise Säge Süd Süden
    Tal Tanne Tannen Tante Tau Tauche Teich Teil Teilen Tod Tor Tore Tosen Tote Treffen Trend Troja Tropfen Turm
    Tüchen Uhr Union Unten Unter Unterwegs Ursprung Uşak Van Verden Victoria Vieh Vogel Vogt Voll Vorn Wachen Wacht
    Waffen Wagen Wahl Wahlen Wahn Wald Walde Wall Wand Wangen War Waren Warm Warme Wasser Weg Wege Wehen Wehr Weide
    Weiden Weil Weiler Wein Weisen Weite Weitere Weiß Wellen Wells Wels Welt Welten Wende Wenden Wenig Werden
    Werder Werk Werl Werne Wert Werte Wesen West Westen Wette Wetten Wetter Wiege Wiesen Wil Wild Wille Winde
    Winden Winter Wipfel Wirt Wissen Woche Wohl Wohlen Wolf Wolken Wolle Wunder Wunsch Zahlen Zahn Zeit Zell Zelle
    Zelt Ziegel Ziel Zoll Zorn Zug Zweck Zweifel Zwick Öl
    """.split()
)

# Nur mit ausdrücklichem Ortswort davor: auch nach »in« und »aus« fast immer etwas anderes (in Ordnung, aus Liebe).
GESPERRT = frozenset(
    """
    Derby Officer Hauptbahnhof Zwingen Kirchen Strassen Charming Domplatte Start Ziel Bühnen Werken Schulen Banken
    Kita Kitas Raub Dax Orion Dingen Bauen Hamas Fortuna Alba Inter Real Metro Cayenne Franca Milan Para Sie Cary
    Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag Januar Februar März April Mai Juni Juli August September
    Oktober November Dezember Alles Steinen Allen Eich Wer Wo Was Als An In Ihr Er Sie Es So Da Du Ja Nein Nun Nur
    Aktien Alt Alten Amt Angst Arbeit Asche Bar Bars Betrieb Bewegung Blau Blick Brand Braun Bund Deutsch Dienst
    Diensten Eisen Elf Englisch Erfüllung Fall Farbe Ferien Feuer Finale Flammen Folge Form Formen Fragen Frauen
    Freiheit Freude Frieden Frost Fällen Führung Gefahr Glas Gold Groß Grund Grün Haft Halbfinale Hand Haus Hause
    Herbst Herzen Hohe Holz Händen Jahren Kauf Kern Kinder Klein Kraft Kürze Land Lande Leben Leder Licht Liebe
    Lieben Luft Marken Massen Milliarden Millionen Mitte Mode Monaten Männer Nacht Neu Neue Nord Norden Not Nöten
    Ordnung Ost Osten Papier Planung Platz Plätze Prozent Rage Rang Rechte Rechten Regen Reihe Reihen Rente Rot
    Ruhe Runde Rückstand Sachen Salz Schnee Schutt Schwarz Schwung Serie Sicherheit Sicht Sieben Silber Sommer
    Sorge Spiel Stein Stille Stunden Stücken Süd Süden Tage Tagen Teil Teilen Trauer Trend Ungnade Uniform Verdacht
    Waffen Wahlen Wasser Weg Wege Weiß Welt Wesen West Westen Winter Wochen Wohl Wolle Würden Zahlen Zeit Zeiten
    Zivil Zukunft Ämtern
    """.split()
)

# Datumszeile der Agenturen: »Rimsting (ots) -«, »Athen (dpa) -«.
AGENTUR = re.compile(r"\s\((?:dpa|ots|AFP|AP|Reuters|rtr|KNA|epd|APA|sda|dts|SID|red)[^)]{0,12}\)")
# »Nara in Japan«, »Kirkkonummi (Finnland)«.
RAUM_DANACH = re.compile(r"(?:\s?[(/,]|\s(?:in|im))\s?(?P<raum>[A-ZÄÖÜ][\w.-]+)")
# Bahnhöfe heißen nach Orten: »Hamburg Hbf«, »Münster (Westf) Hbf«.
BAHNHOF = re.compile(r"\s(?:\([^)]{1,15}\)\s)?(?:Hbf|Hauptbahnhof|Bahnhof|Bf|Flughafen)\b")
# So oft »Hbf« in einem Item macht es zur Fahrplanmeldung: auch die übrigen Namen darin sind Halte.
FAHRPLAN = re.compile(r"\bHbf\b")
FAHRPLAN_AB = 2
# Ein Zusatz, den das Verzeichnis nicht kennt, nennt einen anderen Ort: »Steinberg am Rofan«.
FREMDER_ZUSATZ = re.compile(
    r"\s(?:am|an der|ob der)\s(?!(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mitt|Sonnabend|Abend|Morgen|Vormittag"
    r"|Nachmittag|Neujahr|Silvester|Heilig|Wochenende|Ende|Anfang|Rande?|Spitze|Grenze|Seite|\d)[A-ZÄÖÜ]"
)

# Davor steht ein Kreis; heißt keiner im Verzeichnis so, ist er gemeint und nicht die Stadt (Landkreis Harburg).
KREISWORT = re.compile(r"(?:Landkreis|Kreis)(?:es|s)?")

# --- Menschen ---------------------------------------------------------------------------------------------------------

ADELSWORT = frozenset("von van de zu".split())
ANREDE = frozenset(
    "Herr Herrn Frau Dr. Dr Prof. Prof Sir Lord Lady Graf Baron Prinz Prinzessin König Königin Papst".split()
)
# Vornamen, die den übrigen Listen fehlen und vor Ortsnamen als Nachnamen stehen (Denzel Washington).
WEITERE_VORNAMEN = frozenset(
    "Denzel Kerry Dinah Booker Julie Buddy Theophilus Whitney Calvin Abbie Abraham Lauren Ilse Irving Jermaine "
    "Desmond Marlon Irvine Alexandre Jonathan Gus Merce Hertha Bernhard Veit Götz Gero Iris Tilo Svenja Ayşe Murat "
    "Emre Yusuf Milan Kilian Vincenz Ludwig Wolf Ulla Elfi Hella Marietta Sahra Annalena Ricarda Omid Cem Aydan "
    "Karamba".split()
)
# Im Lexikon Vornamen, vor einem Ort aber andere Wörter: Will Berlin mehr?
KEIN_VORNAME = frozenset("Will Bisher Darin Rote Wen Al Old".split())
# Ortsnamen, die auch Vorname sind: folgt ein großes Wort und geht keine Präposition voran, ist es ein Mensch.
VORNAMEN_ORTE = frozenset(
    "Paris London Sydney Jordan Georgia Florence Chelsea Brooklyn Dallas Austin Houston Phoenix Israel Vienna Verona "
    "Siena India Asia Holland Ireland Jackson Madison Carolina Dakota Savannah Adelaide Victoria Santiago Lourdes "
    "Chad Lincoln Orlando Cameron Milan Hagen Kenia Alexandria Charlotte Melbourne Memphis Sofia Valencia Aurora "
    "Catania Lorraine Regina Virginia Montana Nevada Tennessee Kyiv Troy Roman Kimberley Berlin Bari Cali Cleveland "
    "Denver Devon Elba".split()
)
# Ortsnamen, die auch Nachname bekannter Menschen sind: ein großes Wort davor, das kein Ortswort ist, macht sie dazu.
NACHNAMEN_ORTE = frozenset(
    "Washington London Lincoln Jackson Houston Hamilton Wellington Holland  Kent York Lancaster Marl Hagen Hamm "
    "Cleveland Madison Jefferson Monroe Franklin Austin Denver Sydney Darwin Nelson Perth Durham Bolton Burton "
    "Preston Calais Toledo Cordoba Medina Merida Navarra Aragon Cartagena Trujillo Ireland "
    "Fulda Düren Celle Herford Minden".split()
)

# --- Namen von Einrichtungen ------------------------------------------------------------------------------------------

# Davor: der Ort steht im Namen einer Partei, eines Vereins, einer Einrichtung (SPD Hessen, Hertha, TU Berlin).
NAME_DAVOR = re.compile(
    r"(?:[\w-]*(?:SPD|CDU|CSU|FDP|AfD|BSW|Grünen?|Linken?|Linkspartei|Piraten|Jusos|Wähler|Volt)|(?:\d+\. )?(?:FC"
    r"|SC|SV|TSV|VfL|VfB|TSG|FSV|VfR|SSV|SpVgg|SG|TuS|HSG|THW|MTV|TV|BSC|HSV|KSC|FCA|EHC|ERC|EC|AC|AS|CF|RB|HC)"
    r"|Eintracht|Borussia|Fortuna|Arminia|Hertha|Union|Dynamo|Energie|Hansa|Rot-Weiss|Rot-Weiß|Preußen|Viktoria"
    r"|Kickers|Holstein|Werder|Bayer|Alemannia|Waldhof|Greuther|Jahn|Erzgebirge|Inter|Real|Atlético|Juventus"
    r"|Olympique|Rapid|Austria|Sturm|Eisbären|Adler|Alba|ALBA|Füchse|Bayern|Lok|Lokomotive|Carl Zeiss|Wacker"
    r"|Phönix|Hannover 96|Partizan|Ajax|Galatasaray|Fenerbah[cç]e|Be[sş]ikta[sş]|Feyenoord|Benfica|Sporting"
    r"|Zenit|Dinamo|ZSKA|Spartak|Slavia"
    r"|Sparta|Legia|Olympiakos|Panathinaikos|Universität|Uni|TU|FU|HU|LMU|Hochschule|Fachhochschule"
    r"|Universitätsklinikum"
    r"|Uniklinik|Klinikum|Charité|Akademie|Stadtwerke|Sparkasse|Volksbank|Kreissparkasse|Oper|Staatsoper"
    r"|Staatstheater|Schauspiel|Theater|Philharmonie|Radio|Antenne|Tatort|Polizeiruf|Bank|Börse|Hotel|Café"
    r"|Restaurant|Gasthaus|Schloss|Burg|Landtag|Rundfunk|Verlag|(?:Land|Amts|Oberlandes|Verwaltungs"
    r"|Oberverwaltungs|Arbeits|Sozial)gericht|Landgericht|Staatsanwaltschaft|Polizeipräsidium|JVA"
    r"|Justizvollzugsanstalt|Flughafen|Airport|Messe|Bahnhof|Hauptbahnhof|Kraftwerk|Stadion|Zoo|Bistums?|Erzbistums?|Kloster"
    r"|(?:Autobahn)?[Kk]reuz|Dreieck|Anschlussstelle|Raststätte|Rastplatz)"
)
# Dahinter: dasselbe für Vereine und Firmen.
NAME_DANACH = re.compile(
    r"(?:United|City|Saint-Germain|SG|FC|SC|AG|GmbH|SE|KGaA|Rück|Re|Zeitung|Rundschau|Allgemeine|Allgemeinen"
    r"|Morgenpost|Kurier|Abendblatt|Abendzeitung|Nachrichten|Anzeiger|Stadtanzeiger|Tageblatt|Tagblatt|Presse"
    r"|Rundfunk|Philharmoniker|Philharmonikern|Symphoniker|Volksbank|Sparkasse|Bank|Börse|Haie|Lions|Huskies"
    r"|Roosters|Tigers|Panther|Grizzlys|Pinguine|Löwen|Adler|Bulls|Lakers|Warriors|Knicks|Giants|Jets|Times|Post"
    r"|Airlines|Airport|Eagles|Patriots|Chiefs|Bears|Packers|Fashion|Marathon|Tatort|Brauerei|Versicherung"
    r"|Versicherungen|Bucht|Verein|Allianz-Arena)\b"
)
# Als Namen von Einrichtungen auch am Satzanfang: Deutsche Bank, Bayerischer Rundfunk.
NAME_NACH_ADJEKTIV = re.compile(
    r"(?:SV|SC|FC|EV|AC|HC|TV|BC|SG|SK|ERC|TSV|VV|Stadt-Anzeiger|Eislöwen|Jugend|Sport-Club|Kickers|Wölfe)\b|"
    r"(?:Bank|Bahn|Post|Telekom|Börse|Wohnen|Lufthansa|Umwelthilfe|Bundesbank|Bundestag|Bundesregierung|Rundfunk"
    r"|Presse-?[Aa]gentur|Gewerkschaftsbund|Städtetag|Städte-? und|Landkreistag|Ärztetag|Kinderhilfswerk|Institut"
    r"|Fußball-Bund|Fußball-Liga|Fußball Liga|Eishockey|Handballbund|Olympische|Rotes|Roten|Rote|Wetterdienst"
    r"|Wetterdienstes|Museum|Akademie|Theater|Oper|Staatsoper|Verband|Bauernverband|Beamtenbund|Anwaltverein"
    r"|Mieterbund|Tierschutzbund|Alpenverein|Hof|Staatskanzlei|Landtag|Landesbank|Motoren|Revolution|Demokratische"
    r"|Union|Volkspartei|Meer|Dogge|Schäferhund)\b"
)
# »Wiener Würstchen«, »Berliner Luft«: weder Ort noch Mensch.
SPEISEN = re.compile(
    r"(?:Würstchen|Schnitzel|Wurst|Würste|Bratwurst|Bratwürste|Rostbratwurst|Kranz|Pfannkuchen|Stollen|Christstollen"
    r"|Lebkuchen|Marzipan|Kartoffel|Klöße|Knödel|Maultaschen|Soße|Sauce|Kartoffelsalat|Käse|Emmentaler|Schinken|Weiße"
    r"|Luft|Melange|Walzer|Kirsch|Pils|Kölsch|Senf|Kuchen|Torte|Spätzle|Fondue|Röst[ie]|Kessel|Kreisel|Format)\b"
)
# Allein stehend öfter die Speise oder der Gegenstand.
EINWOHNER_ALS_DING = frozenset(
    "Hamburger Wiener Frankfurter Krakauer Pariser Römer Amerikaner Berliner Thüringer".split()
)
# Davor sind Einwohner gemeint und kein Mensch dieses Namens: die Hamburger.
VOR_EINWOHNERN = frozenset("die den der viele alle vieler".split())
LAENDERKUERZEL = frozenset({"US"})
# »Berliner Straße«, »Pariser Platz«: Straßen heißen nach Orten, in denen sie nicht liegen.
STRASSEN = re.compile(
    r"(?:Straße|Strasse|Str\.|Platz|Tor|Allee|Damm|Ring|Weg|Brücke|Chaussee|Ufer|Gasse|Steig|Stieg|Landstraße|Hof)\b"
)

# Sport im Item: dort heißen Vereine nach ihrer Stadt.
SPORTVERB = frozenset(
    "gewinnt gewinnen siegt siegen schlägt besiegt verliert verlieren spielt trifft unterliegt patzt jubelt führt "
    "holt feiert dominiert zittert bangt verpasst empfängt düpiert demütigt scheitert steigt dreht rettet stürmt "
    "kassiert verpflichtet".split()
)
SPORT = re.compile(
    r"\b\d:\d\b|\b(?:Bundesliga|2\. Liga|3\. Liga|Champions League|Europa League|Conference League|Premier League"
    r"|DFB-Pokal|DEL|Handball|Basketball|Eishockey|Fußball|Trainer|Torwart|Torhüter|Stürmer|Mittelfeld|Elfmeter|Hinspiel"
    r"|Rückspiel|Anpfiff|Halbzeit|Tabellenführer|Spieltag|Abstiegskampf|Pokal|Tor(?:e|jäger|schütze)|Remis"
    r"|Niederlage|Auswärtssieg|Heimsieg)\b"
)
VOR_GEGNER = frozenset("gegen Gegen beim vom über besiegt schlägt bezwingt".split())
# Das tut im Deutschen der Meldungen nur eine Mannschaft.
NUR_SPORT = frozenset("siegt siegen besiegt patzt unterliegt".split())
# Hinter dem Bindestrich: der Verein ist gemeint (Bayern-Basketballer, Köln-Trainer).
VEREINSTEIL = re.compile(
    r"(?:Trainer|Coach|Star|Stars|Profi|Profis|Stürmer|Torwart|Keeper|Torhüter|Verteidiger|Kapitän|Boss|Bosse"
    r"|Fans?|Spieler|Basketballer|Fußballer|Handballer|Frauen|Sieg|Spiel|Pleite|Talent|Neuzugang|Angreifer|Legende"
    r"|Vorstand|Präsident|Sportvorstand|Sportdirektor|Manager|Ikone|Juwel|Elf|Team)$"
)
# Hinter dem Bindestrich: es geht um den Ort selbst (Ukraine-Krieg, Gaza-Krise).
ORTSTEIL_DES_GESCHEHENS = re.compile(
    r"(?:Krieg\w*|Konflikt\w*|Krise|Reise|Besuch|Wahl|Wahlen|Grenze|Einsatz|Invasion|Gipfel|Friedens\w*|Frieden"
    r"|Abkommen|Verhandlungen|Gespräche|Treffen|Politik|Urlaub|Aufenthalt|Flug|Trip|Rückkehr|Feldzug|Angriff|Front"
    r"|Hilfe|Hilfen)$"
)
# Teil einer Stadt hinter dem Bindestrich, auch wenn das Verzeichnis ihn nicht kennt.
# Endung eines Ortsteils: »Köln-Ehrenfeld« nennt als Ganzes einen Teil von Köln.
ORTSTEIL_ENDUNG = re.compile(
    r"(?:Bad [A-ZÄÖÜ]\w+|(?!Um|Mittel|Spiel|Vor|Kraft)\w+(?:dorf|hausen|heim|feld|hofen|ingen|kirchen|büttel"
    r"|stedt|rath|bach"
    r"|horst|brück|walde|ow|itz))"
)
STADTTEIL = frozenset(
    "Mitte Nord Süd Ost West Zentrum Altstadt Neustadt Innenstadt Nordwest Nordost Südwest Südost".split()
)
# »Ostukraine«, »Nord-Irak«, »Westdeutschland«: ein Teil eines Staats oder Landes.
TEIL = re.compile(
    r"^(?P<teil>Nord(?:ost|west)?|Süd(?:ost|west)?|Ost|West|Mittel|Zentral|Ober|Unter)-?(?P<rest>\w{4,})$"
)

# --- Metonymie --------------------------------------------------------------------------------------------------------

# Eine Hauptstadt oder ein Staat am Satzanfang mit einem dieser Verben dahinter: die Regierung ist gemeint.
HANDLUNGSVERBEN = frozenset(
    "verlangt fordert warnt droht kritisiert weist will plant reagiert bestreitet dementiert beschließt verhängt "
    "lehnt stimmt sagt erklärt schickt liefert verteidigt wirft hält kündigt bietet hofft pocht besteht verbietet "
    "erlaubt verurteilt bestellt bestätigt prüft drängt unterstützt sanktioniert zögert mahnt rügt verklagt "
    "beschuldigt einigt verschärft lockert genehmigt blockiert boykottiert verweigert protestiert gibt verliert "
    "rechnet widerspricht beharrt dringt macht testet feuert stoppt beendet verspricht signalisiert entsendet "
    "stellt".split()
)
# Dahinter als Ziel: »Trump attackiert Paris«.
ZIELVERBEN = frozenset(
    "attackiert kritisiert warnt verklagt beschuldigt rügt lobt mahnt provoziert brüskiert bestraft unterstützt "
    "beschimpft düpiert verärgert umwirbt".split()
)
# So heißen auch die Einwohner; mit Artikel davor sind sie gemeint: die Bayern, die Polen.
GLEICH_EINWOHNER = frozenset(
    "Bayern Hessen Sachsen Niedersachsen Polen Schweden Ungarn Preußen Franken Schwaben".split()
)
ARTIKEL_MEHRZAHL = frozenset("die Die den".split())
# Davor ist die Stadt gemeint und nicht das Land gleichen Namens: die Stadt Brandenburg.
STADTWORT = re.compile(r"[\w-]*[Ss]tadt")
# Für diese Wörter davor ist die Region und nicht die Stadt gleichen Namens gemeint.
REGIONSWORT = re.compile(
    r"(?:US-)?(?:Bundesstaat|Bundesstaates|Bundesstaats|Staat|Kanton|Land|Bundesland|Provinz|Oblast|Region|Gebiet)$"
)
