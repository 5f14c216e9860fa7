"""Namenkunde: Tabellen und kleine Regeln darüber, wie deutsche Schlagzeilen Personen, Ämter und Staaten nennen."""

from __future__ import annotations

import re

# Vornamen, die in Meldungen vor fremden Nachnamen stehen; dazu kommen die ersten Namen aller Personen des Lexikons.
# Einer davon vor einem Nachnamen heißt: das ist jemand anderes (Melania Trump, Brigitte Macron, Thomas Müller).
VORNAMEN = frozenset(
    """
    Aaron Achim Adam Adrian Ahmad Ahmed Aladin Albert Alec Alejandro Alessandro Alex Alexander Alexandra Alexej Alfred
    Ali Alice Alina Amal Amelie Amy Ana Anastasia Andi Andre Andrea Andreas Andrej Andrew Andrzej André Angela
    Angelika Angelina Anja Anke Ann Anna Anne Annette Annika Anthony Antje Anton Antonia Antonio Armin Arne Arnold
    Arthur Artur Astrid Axel Barbara Barron Bastian Beate Ben Benedikt Benjamin Bernard Bernd Bernhard Bert Bettina
    Bianca Bill Birgit Bob Boris Brad Brian Brigitte Britta Bruce Bruno Carina Carl Carla Carlo Carlos Carmen Carola
    Carolin Caroline Carsten Catherine Cathy Celine Chantal Charles Charlie Charlotte Chiara Chris Christa Christian
    Christiane Christina Christine Christoph Christopher Cindy Claire Clara Claudia Claus Clemens Conrad Cornelia
    Craig Cristiano Dagmar Dan Daniel Daniela David Dean Denis Dennis Detlef Diana Diego Dieter Dirk Dmitri Dmitrij
    Dolly Dominik Don Donald Doris Dorothea Ed Eddie Edgar Eduard Edward Elena Elfriede Elias Elisabeth Elizabeth Elke
    Ella Ellen Elon Else Emilia Emily Emma Emmanuel Eric Erich Erik Erika Ernst Erwin Esther Eva Evelyn Fabian Fatih
    Felicitas Felix Ferdinand Finn Florence Florian Francesco Francis Francisco Franck Frank Franz Franziska Fred
    Frieda Friedrich Fritz Gabi Gabriel Gabriele Georg George Georgia Gerald Gerd Gerhard Gert Gianni Gina Giorgia
    Giovanni Gisela Giulia Gloria Greta Gudrun Guido Guillermo Gustav Günter Günther Hanna Hannah Hannelore Hannes
    Hans Harald Harry Hartmut Hedwig Heidi Heiko Heiner Heinrich Heinz Helen Helena Helene Helga Helmut Hendrik Henri
    Henrik Henry Herbert Hermann Hilde Hildegard Holger Horst Howard Hubert Hugo Hunter Ian Ibrahim Igor Ilona Ilse
    Ina Ines Inga Inge Ingeborg Ingo Ingrid Irene Iris Irma Isabel Isabell Isabella Ivan Ivana Ivanka Iwan Jack Jacob
    Jakob James Jamie Jan Jana Jane Janine Jannik Jared Jasmin Jason Javier Jean Jeff Jeffrey Jennifer Jens Jerome
    Jessica Jill Jim Jimmy Joachim Joan Joanna Jochen Joe Joel Johann Johanna Johannes John Johnny Jon Jonas Jonathan
    Jordan Jorge Josef Joseph Joshua José Juan Judith Julia Julian Juliane Julie Julius Jupp Jutta Jörg Jürgen Kai
    Kamala Kamil Karin Karim Karl Karla Karsten Katharina Kate Katharine Katherine Kathrin Kathy Katie Katja Katrin
    Kay Keith Ken Kerstin Kevin Kim Kirsten Klara Klaus Konrad Konstantin Kristina Kurt Kylian Lara Larry Lars Laura
    Lea Lena Leni Leo Leon Leonardo Leonie Leroy Levi Lewis Liam Lilly Linda Lionel Lisa Lothar Lotte Louis Louisa
    Luca Lucas Lucia Luis Luisa Lukas Luke Lutz Lydia Maik Maja Malte Manfred Manuel Manuela Marc Marcel Marco Marcus
    Margarete Margot Margret Maria Marianne Marie Marina Mario Marion Marius Mark Markus Marlene Marta Martha Martin
    Martina Mary Mathias Mats Matt Matthew Matthias Max Maxim Maximilian Maya Megan Mehmet Melania Melanie Melinda
    Mette Mia Michael Michaela Michail Michel Michele Michelle Miguel Mike Milena Milla Miriam Mohamed Mohammad
    Mohammed Moritz Muhammad Mustafa Nadine Nadja Nancy Natalia Natalie Natascha Nathan Nick Nico Nicola Nicolas Nicole
    Nigel Niklas Nils Nina Noah Nora Norbert Norman Ole Oleg Olga Oliver Olivia Omar Oscar Oskar Otto Owen Pablo Pamela
    Paola Paolo Pascal Patricia Patrick Paul Paula Pedro Peggy Peter Petra Phil Philip Philipp Pia Pierre Rachel Rafael
    Raimund Rainer Ralf Ralph Ramona Raphael Rebecca Regina Reiner Reinhard Renate Renee Ricardo Richard Rick Rita Rob
    Robert Roberto Robin Roger Roland Rolf Roman Ron Ronald Ronny Rosa Rosemarie Roswitha Roy Rudi Rudolf Ruth Ryan
    Rüdiger Sabine Sabrina Sam Samuel Sandra Sara Sarah Sascha Scott Sean Sebastian Selena Selma Serena Sergej Sergio
    Shawn Sibylle Sidney Siegfried Sigrid Silke Silvia Simon Simone Sofia Sonja Sophia Sophie Stefan Stefanie Steffen
    Stella Stephan Stephanie Stephen Steve Steven Sting Stuart Susan Susanne Sven Svenja Sydney Sylvia Tamara Tanja
    Tatjana Taylor Ted Terry Theo Theodor Theresa Thilo Thomas Thorsten Tiffany Till Tim Timo Tina Tino Tobias Tom Tommy
    Toni Tony Torsten Travis Udo Ulf Uli Ulrich Ulrike Ursula Usha Ute Uwe Valentin Valentina Vanessa Vera Verena
    Victor Victoria Viktor Viktoria Vincent Vitali Vivian Volker Walter Waltraud Wayne Wendy Werner Wilhelm Will
    William Willy Wladimir Wolfgang Wolodymyr Xaver Yannick Yvonne Zoe
    """.split()
)

# Stehen zwischen Vor- und Nachname und gehören zu diesem.
PARTIKEL = frozenset("von van de del della di du der den zu zur zum al el ben bin ibn da dos das ten ter le la".split())
# Von diesen bleibt im Gebrauch oft nur das letzte Wort: Richard von Weizsäcker, aber Ursula von der Leyen.
PARTIKEL_LOESBAR = frozenset("von zu".split())
ZUSAETZE = frozenset("Jr. Jr Sr. Sr jun. sen.".split())
ZAEHLUNG = re.compile(r"(?!X$)[IVX]+\.?")
MITTELINITIALE = re.compile(r"(?<=\w) (?:[A-ZÄÖÜ]\. ?)+(?=[A-ZÄÖÜ])")


def nachnamen(name: str) -> tuple[str, ...]:
    """Die Nachnamen, unter denen jemand bekannt sein kann; leer, wenn der Name einteilig ist.

    Args:
        name: voller Name, etwa »Ursula von der Leyen«.
    """
    teile = [teil for teil in name.split(" (")[0].split() if teil not in ZUSAETZE]
    if len(teile) < 2 or any(map(ZAEHLUNG.fullmatch, teile)):
        return ()  # Carl XVI. Gustaf hat keinen
    for stelle in range(1, len(teile) - 1):
        if teile[stelle].lower() in PARTIKEL:
            ganz = " ".join(teile[stelle:])
            loesbar = stelle == len(teile) - 2 and teile[stelle] in PARTIKEL_LOESBAR
            return (ganz, teile[-1]) if loesbar else (ganz,)
    return (teile[-1],)


# --- Wörter vor einem Namen -------------------------------------------------------------------------------------------

# Sagen, dass jemand das Amt nicht (mehr, noch) hat, als Vorsatz oder als Wort davor.
NICHT_IM_AMT_VORSATZ = frozenset("Ex Alt Vize Interims Fast Möchtegern Schatten Gegen Bald Beinahe Nicht".split())
NICHT_IM_AMT_WORT = re.compile(
    r"(?:ehemalig|früher|einstig|damalig|vormalig|designiert|künftig|zukünftig|angehend|gewählt|abgewählt|kommend|nächst"
    r"|gestürzt|abgesetzt|entmachtet|verstorben|tot|gefangen|selbsternannt|stellvertretend|mutmaßlich|erst|letzt)e[rnms]?$"
    # »Muster, früher Regierender Bürgermeister«
    r"|(?:früher|einst|ehemals|vormals|damals)$",
    re.IGNORECASE,
)
# Woran eine deutsche Beschreibung erkennen lässt, dass es eine Frau ist.
FRAU = re.compile(
    r"(?:[Pp]olitiker|[Jj]urist|[Ll]ehrer|[Ww]issenschaftler|[Ää]rzt|[Öö]konom|[Bb]eamt|[Pp]räsident|[Mm]inister"
    r"|[Kk]anzler|[Ss]enator)in\b|\bdeutsche \w+in\b|\w+ische \w+in\b"
)
# Vornamen von Frauen, die in Ämtern anderer Staaten stehen und deren Beschreibungen im Lexikon nicht deutsch sind.
FRAUENVORNAMEN = frozenset(
    """
    Agnes Alice Amber Amélie Angèle Anne Annegret Annelies Annick Audrey Beatrix Bridget Carole Caroline
    Catherine Chloe Christine Droupadi Édith Elaine Élisabeth Elisabeth Elizabeth Ellen Esther Harriet Heather
    Hillary Inés Ines Ingrid Irène Isabelle Jacinda Janet Jeanine Jennifer Jill Karen Karin Katalin Kate
    Katherine Kathleen Katrín Kemi Kirsten Kirstjen Kristi Kristrún Linda Liz Lucy Margaret Margrethe Marine Mary
    Maud Mette Michelle Nancy Nathalie Nicole Penny Priti Rachel Rosemary Ruth Sally Salome Sanna Ségolène Shabana
    Simone Sophie Susan Suzanne Sylvie Theresa Tulip Tzipi Valérie Yulia Yvette Zuzana
    """.split()
)
# Woran ein Item zu erkennen ist, das in Österreich oder der Schweiz spielt, ohne den Staat zu nennen.
STAATSZEICHEN = {
    "Q40": re.compile(r"\b(?:Hofburg|Ballhausplatz|Nationalrat\w*|Landeshaupt(?:mann|frau|leute)\w*)\b|^Wien:"),
    "Q39": re.compile(r"\b(?:Bundeshaus|Nationalrat\w*|Ständerat\w*|Eidgenoss\w*)\b|^Bern:"),
}
AUSSER_DIENST = re.compile(r"\s*,?\s*(?:a\. ?D\.|außer Dienst|i\. ?R\.|in spe|auf Abruf)")

# Rollen der Politik, die einen Nachnamen belegen (Finanzminister Muster); Trainer oder Polizeichef tun es nicht.
POLITISCHE_ROLLE = re.compile(
    r"(?:[\wäöüÄÖÜ]+-)*(?:"
    r"\w*(?:[Kk]anzler|[Mm]inister(?:präsident)?|[Ss]enator|[Pp]olitiker|[Aa]bgeordnete[rn]?|[Ss]taatssekretär"
    r"|[Ff]raktions(?:vize|chef|vorsitzende[rn]?)|[Pp]arteichef|[Pp]arteivorsitzende[rn]?|[Gg]eneralsekretär"
    r"|[Kk]andidat|[Kk]ommissar|[Mm]achthaber|[Ss]taatschef|[Rr]egierungschef|[Bb]undesrat|[Nn]ationalrat|[Ss]tänderat"
    r"|[Ll]andeshauptmann|[Ll]andesrat|[Kk]lubobmann|[Pp]arteiobmann)"
    r"|(?:Bundes|Staats|Vize|Bundestags|Landtags|Parlaments|Kommissions)?[Pp]räsident|Premier|Diktator|Kremlchef|MdB|MdL|MP"
    r"|Landeshauptfrau|Bundesrätin|Nationalrätin|Ständerätin|Stadtpräsident|Nationalratspräsident"
    r")(?:in|innen|en|s|n|es)?$"
)
# Wer das ist, steht mit Amtszeit im Lexikon.
HOHES_AMT = re.compile(
    r"kanzler|minister|präsident|premier|machthaber|diktator|staatschef|regierungschef", re.IGNORECASE
)
PARTEIROLLE = re.compile(
    r".+-(?:Chef|Vorsitzende[rn]?|Politiker|Abgeordnete[rn]?|Mann|Frau|Fraktions\w+|Landes\w+|Vize|General\w*|Sprecher"
    r"|Spitzenkandidat|Kandidat|Minister|Senator|\w*[Ee]xperte|Urgestein|Veteran|\w*[Pp]olitiker)(?:in|en|n|s)?$"
)
# Vor einem Nachnamen mit Bindestrich: der Name steht trotzdem für sich.
NAMENSVORSATZ = frozenset("Anti Ex Pro Post Nicht Noch Team Ultra Prä Neo".split())
# »von« gehört nur zum Namen, wenn ein Vorname davor steht.
PARTIKEL_VOR_NAMEN = frozenset("von van de al zu".split())
# Anreden ohne Aussage über die Person.
ANREDE = frozenset("Herr Herrn Frau Dr. Prof. Dr Prof Professor Mag. Ing. Sir Lord Graf Baron Prinz".split())

# Großgeschrieben nur, weil der Satz damit anfängt; ein Nachname dahinter steht für sich.
SATZANFANG = frozenset(
    """
    Ab Aber Alle Alles Als Also Am An Angeblich Attackiert Auch Auf Aus Ausgerechnet Außerdem Bald Bei Beim Bis Bitte
    Bleibt Braucht Da Dabei Dafür Dagegen Damit Dank Dann Daran Darf Darum Das Dass Davon Dazu Dem Den Denn Der Des
    Deshalb Die Dies Diese Dieser Dieses Doch Dort Droht Durch Ein Eine Einem Einen Einer Eines Endlich Er Erneut Erst
    Es Fordert Für Gegen Geht Genau Gestern Gewinnt Gibt Hat Hatte Heute Hier Hilft Hinter Ich Ihm Ihr Im Immer In Ins
    Ist Ja Jetzt Kann Kein Keine Kommt Kritisiert Kurz Können Laut Lobt Lässt Macht Mal Man Mehr Mein Meine Mit Morgen
    Muss Nach Nachdem Neben Nein Nicht Nichts Noch Nun Nur Ob Obwohl Oder Offenbar Ohne Plant Plötzlich Sagt Sagte
    Samt Schafft Schon Sehr Sein Seine Seit Selbst Sie So Sogar Soll Sollte Sonst Statt Steht Stürzt Trifft Tritt
    Trotz Um Und Unser Unsere Unter Verliert Vom Von Vor Wann War Waren Warnt Warum Was Weder Wegen Weil Weiß Welche
    Welcher Wenn Wer Wie Wieder Will Wir Wird Wirft Wo Wohin Wohl Wollte Während Zieht Zu Zum Zur Zwischen Über
    Übrigens
    """.split()
)
# Endungen, an denen ein Wort als Hauptwort zu erkennen ist und nicht als Vorname.
HAUPTWORT = re.compile(
    r"(?:ung|heit|keit|schaft|tion|tät|ismus|nis|tum|chef|chefin|sprecher|minister|ministerin|präsident|präsidentin"
    r"|kanzler|kanzlerin|politiker|politikerin|berater|beraterin|kritiker|gegner|freund|anhänger|nachfolger|vorgänger"
    r"|regierung|lager|partei|gipfel|treffen|kritik|streit|krise|wahl|machthaber|milliardär|kandidat|kandidatin|rivale"
    r"|unternehmer|sender|führer|leiter|gouverneur|bürgermeister|senator|senatorin|kollege|kollegin|amtskollege|duo"
    r"|ära|causa|akte|affäre|anwalt|richter|general|experte|expertin|biograf|ex-präsident|vertraute|vertrauter|sieger|verlierer)[sen]{0,2}$",
    re.IGNORECASE,
)


def ist_rolle(wort: str) -> bool:
    """Ob ein Wort vor einem Namen eine Rolle der Politik nennt."""
    return POLITISCHE_ROLLE.match(wort) is not None or PARTEIROLLE.match(wort) is not None


# --- Wer handelt ------------------------------------------------------------------------------------------------------

# Enden wie ein Verb der dritten Person und sind keines.
KEIN_VERB = frozenset(
    """
    nicht jetzt erst seit mit fast sonst selbst meist oft laut statt samt zuerst zuletzt längst bereits weit leicht
    schlecht echt recht rechts links direkt indirekt konkret exakt perfekt kaputt satt tot gut rot hart zart kalt alt
    insgesamt übermächtig überhaupt dort hat-trick mitsamt acht bunt bekannt verletzt bedroht betroffen unbekannt
    mitunter jüngst höchst äußerst best entfernt getrennt vereint verschwunden geplant gegen neben wegen zwischen
    unten oben hinten morgen gestern einen keinen ihren seinen eigenen deren denen wollen können gespalten zusammen
    geschlossen
    """.split()
)
# Verben, die nicht auf -t enden, in den Formen der Schlagzeilen.
VERBEN = frozenset(
    """
    ist hat tut rät will soll muss kann darf mag weiß wird war wurde wäre würde hätte sind waren haben werden wollen
    sollen müssen können dürfen sagen fordern kritisieren warnen planen hoffen kündigen lehnen beraten streiten
    einigen stellen setzen legen ziehen gehen kommen machen halten geben nehmen bleiben stehen sehen fürchten drohen
    reagieren verhandeln liefern schicken greifen werfen stimmen bringen suchen wählen beschließen prüfen erwägen
    verschärfen verhängen erhöhen senken verbieten öffnen schließen melden bestätigen dementieren bekräftigen
    verurteilen begrüßen einbestellen vereinbaren unterzeichnen rufen ließ nahm gab kam ging hielt sah bot rief schlug
    zog trat verlor griff bekam verbot warf schrieb sprach stieg fiel fand stand lag blieb versprach schien unterlag
    gewann brach verhängte schloss erhob
    """.split()
)
# Damit handelt eine Mannschaft, kein Staat und keine Fraktion.
SPORTVERBEN = frozenset(
    """
    besiegt besiegte bezwingt dreht empfängt feiert feierte führt gastiert gewann gewinnt holt jubelt leiht marschiert
    patzt punktet qualifiziert scheitert schlug schlägt siegt siegte spielt spielte startet stolpert trifft unterlag
    unterliegt verliert verlor verpflichtet zieht
    """.split()
)
# Die davon, mit denen auch Leute im Sport gemeint sind; »Trump trifft«, »Merz empfängt« bleibt Politik.
WETTKAMPFVERBEN = frozenset(
    "besiegt besiegte bezwingt dreht gewann gewinnt holt jubelt patzt punktet schlägt siegt siegte spielt".split()
)
SPORT = re.compile(
    r"\b(?:(?:\w+-)?(?:WM|EM|[Cc]up)|Gruppensieg|DFB|UEFA|FIFA|NBA|NFL|NHL|HSV|BVB|FC|VfB|VfL|SC|SV|TSG|RB|Olympia|Gold|Silber|Bronze|Medaillen?"
    r"|Spiele?r?|Trainer|Team|Tore?|Torwart|Remis|Elfmeter|Finale|Halbfinale|Viertelfinale|Achtelfinale|Turnier"
    r"|Bundesliga|[2-3]\. Liga|Nations League|Champions League|Länderspiel|Heimspiel|Auswärtsspiel|Nationalelf"
    r"|Nationalmannschaft|Stadion|Saison|Pokal|Transfer|Handball\w*|Fußball\w*|Basketball\w*|Eishockey\w*|Tennis\w*"
    r"|Skispringen|Skispringer|Biathlon\w*|Vierschanzentournee|Darts\w*|Formel 1|\d{1,3}:\d{1,3})\b"
)
# Was Leute in einem Land tun und nicht der Staat.
LANDESVERBEN = frozenset(
    """
    altert begrüßt diskutiert erwartet feiert friert fährt isst jubelt kauft lacht leidet liebt rätselt schläft
    schrumpft schwitzt singt spart startet staunt tanzt trauert trinkt wächst zittert bebt brennt ächzt stöhnt erlebt
    versinkt genießt
    """.split()
)


# »Baum umgestürzt«, »Grüne gewählt«: Partizipien mit ge-, und was nur so aussieht.
_PARTIZIP_GE = re.compile(r"(?:ab|an|auf|aus|bei|ein|los|mit|nach|um|vor|weg|zu|zurück|zusammen)?ge\w+t$")
_FINIT_MIT_GE = frozenset(
    "geht gelingt gelangt gehört gewinnt genießt gefällt gerät geschieht gedenkt gesteht gewährt gefährdet genehmigt"
    " gestattet gewöhnt geleitet gestaltet geißelt".split()
)


def ist_verb(wort: str) -> bool:
    """Ob ein kleingeschriebenes Wort wie ein finites Verb einer Schlagzeile aussieht."""
    if _PARTIZIP_GE.match(wort) and wort not in _FINIT_MIT_GE:
        return False
    return wort in VERBEN or (
        wort.endswith("t") and len(wort) > 3 and wort[0].islower() and wort.isalpha() and wort not in KEIN_VERB
    )


# --- Nachnamen, die auch Wörter sind ----------------------------------------------------------------------------------

# Nachnamen von Leuten mit Amt, die auch gewöhnliche Wörter, Vornamen oder Orte sind. Sie gelten nur mit einem Beleg im
# selben Item oder als Handelnde (»Wüst erinnert an Opfer«). Das Lexikon kennzeichnet weitere.
ALLTAGSNAMEN = frozenset(
    """
    Bas Berg Bio Blume Bondi Brand Bund Bär Chao Costa Drei Engel Ernst Esser Fest Frank Frei Freitag Frieden
    Friedrich Fürst Gabriel Glück Graf Gross Groß Große Günther Haas Hahn Hans Heil Held Herbst Herrmann Herzog Hof
    Hofer Holz Huber Jahr Jung Junge Kaiser Kern Klare Klein Koch Kohl Kraft Krieg Kurz König Kühn Lang Lange Lieb
    Lies Linde Lindner Ludwig Mann Mast May Meta Michel März Müller Neu Neuer Ost Otte Peter Post Rama Rau Reiche
    Richter Roth Ruck Saar Sander Schade Schatz Schmidt Schneider Schnell Scholl Schulz Schulze Schuster Schäfer Sommer
    Spiegel Springer Stark Stein Stern Store Sturm Thomas Vogel Wahl Weber Weil Weiß Welt Winter Wolf Wüst Zimmer
    """.split()
)

# Davon die, die als Wort klein geschrieben werden: mitten im Satz groß sind sie ein Name (Kritik an Weil).
KLEINGESCHRIEBEN = frozenset(
    "Frei Gross Groß Jung Klare Klein Kurz Kühn Lang Lange Lieb Lies Neu Schade Schnell Stark Weil Weiß Wüst".split()
)
# Und die, hinter denen als Wort ein Partizip steht: »Kurz erklärt«, »Lang ersehnt«, »Neu entdeckt«.
VOR_PARTIZIP = frozenset("Frei Jung Kurz Lang Lange Neu Schnell Stark".split())
PARTIZIP = re.compile(r"(?:be|ver|er|ent|zer|miss|über|unter)\w+t$|\w+iert$")
# Und die, die als Hauptwort auch ohne Artikel handeln: »Bär reißt Schafe«, »Richter verurteilt Raser«.
HANDELNDE_WOERTER = frozenset(
    """
    Bauer Bär Engel Fischer Fuchs Fürst Graf Hahn Herbst Herzog Kaiser Koch König Krieger Müller Richter Schneider
    Schuster Schäfer Sommer Springer Sturm Vogel Wagner Weber Winter Wirt Wolf
    """.split()
)
# »Lang ist der Weg«: hinter einem Eigenschaftswort steht der Satzgegenstand erst danach.
EIGENSCHAFT_VORN = re.compile(r" (?:ist|war|wird|bleibt) (?:der|die|das|es|ein|eine|hier|nur|wer|was)\b")
# »Jung und Alt«, »Groß und Klein«.
PAARWORT = re.compile(r" und (?:Alt|Groß|Jung|Klein)\b")

# Nachnamen, die auch ohne Politik jede Woche in den Meldungen stehen. Aus den amtlichen Ranglisten der häufigsten Namen
# in Deutschland, Großbritannien, den USA, Spanien, Portugal, Frankreich, Korea, China und Skandinavien, soweit ein
# Amtsträger des Lexikons so heißt oder heißen kann.
HAEUFIGE_NAMEN = frozenset(
    """
    Adams Allen Andersen Anderson Bailey Baker Barnes Barr Bell Bennett Brooks Brown Bush Butler Cameron Campbell
    Carter Chen Clark Clarke Clinton Cohen Coleman Collins Cook Cooper Costa Cox Davis Diaz Dixon Duffy Duke Edwards
    Evans Fernandes Fernández Ferreira Fisher Ford Foster Fox Fraser Freeman García Garland Gaynor Gomez Gonzalez
    González Gordon Graham Grant Gray Green Greene Griffin Hall Hamilton Hansen Harris Harrison Henderson Hernández
    Hill Howard Hughes Hunt Hunter Jackson James Jansen Jensen Johansson Johnson Jones Jordan Kelly Kennedy Khan Kim
    King Larsen Lawrence Lee Leroy Lewis Li Lin Liu Lopez Lynch López Marshall Martin Martínez Mason Matthews May
    Miller Mitchell Moore Moreau Morgan Morris Murphy Murray Nelson Nguyen Nielsen Novak Novák Olsen Owens Palmer Park
    Parker Parkinson Patel Pereira Perry Peterson Phillips Powell Price Pérez Ramos Reed Reid Reynolds Richards
    Richardson Roberts Robertson Robinson Rodríguez Rogers Rollins Rosen Ross Rossi Russell Ryan Santos Scott Sessions
    Shannon Shaw Silva Simpson Singh Smith Sokolow Stewart Stone Sullivan Sánchez Taylor Thompson Torres Tucker Turner
    Walker Wallace Wang Ward Warren Watson West Whitaker White Wilkinson Williams Wilson Wood Wright Wu Yang Yates
    Young Zhang
    """.split()
) | {"da Silva", "Da Silva", "de Souza", "dos Santos", "van Dijk"}

# Parteien, Zeitungen und Firmen, deren Name ein gewöhnliches Wort ist, auch wo das Lexikon es nicht sagt.
ALLTAGSFORMEN = frozenset(
    """
    Action Apollo Bahn Bild BP Bund Carlin Chase Coop DA Demokraten Dia DJ DL DM DP Elli Erste Erstes Fokus Freiheit
    Gala Grüne Grünen Gulf Hess Holz ICE Kind Konsum Kurier Linke Linken Magenta Marathon Maxima Messer Meta Monitor
    Next Norma Orange Penny Piraten Post Presse PS Real Republikaner Shell Spiegel Sport Stadtwerke Standard Staples
    Stern Target Tata Team Thales Total Union Vale Volt Wasser Welt Zeit Zippy Zukunft
    """.split()
) | {"Das Bild", "Der Spiegel", "Der Standard", "Die Bahn", "Die Grünen", "Die Linke", "Die Post", "Die Presse",
     "Die Welt", "Die Zeit"}  # fmt: skip
