"""Regeln des Worttons als Tabellen: Verneinung, Ab- und Zunahme, Verstärker, Sperren, Themen, Eigennamen.

Jede Zeile nennt den Fall, für den es sie gibt. Was die Tabellen bewirken, steht in ``tonwirkung``.
"""

from __future__ import annotations

from typing import NamedTuple

# --- Verneinung -------------------------------------------------------------------------------------------------------


class Verneiner(NamedTuple):
    """Ein verneinendes Wort: wie viele Wörter sein Bereich reicht, und ob er auch ein Verb davor trifft."""

    reichweite: int
    rueckwaerts: bool
    fall: str


_KEIN = "kein keine keinen keinem keiner keines keinerlei"
VERNEINER: dict[str, Verneiner] = {
    wort: zeile
    for worte, zeile in (
        (_KEIN, Verneiner(4, False, "Kein Grund zur Sorge; Kein schlechter Start")),
        ("nicht", Verneiner(5, True, "Nicht die Koalition ist zufrieden; die Reform gelingt nicht")),
        ("nie niemals nirgends keinesfalls keineswegs mitnichten", Verneiner(5, True, "warnt keineswegs vor Kosten")),
        ("kaum", Verneiner(3, True, "kaum Hoffnung auf Einigung")),
        ("ohne", Verneiner(3, False, "Fest bleibt ohne Zwischenfälle")),
        ("weder", Verneiner(6, False, "weder Sieger noch Verlierer")),
        ("nichts niemand niemanden niemandem", Verneiner(2, False, "nichts Gutes zu erwarten")),
    )
    for wort in worte.split()
}

# Dahinter verneint »nicht« nichts.
KEINE_VERNEINUNG = {
    "nur": "nicht nur gut, sondern hervorragend",
    "bloß": "nicht bloß schön",
    "bloss": "Schweizer Schreibung",
    "allein": "nicht allein die Krise",
    "zuletzt": "nicht zuletzt wegen des Streits",
    "umsonst": "nicht umsonst gelobt",
    **dict.fromkeys("alle jeder jede jedes jeden immer".split(), "Nicht alle Konflikte lassen sich lösen"),
}

# Enden den Bereich wie ein Satzzeichen.
BEREICHSENDE = {
    "aber": "nicht zufrieden, aber die Opposition jubelt",
    "sondern": "nicht gut sondern hervorragend",
    "jedoch": "ist kein Erfolg jedoch ein Trost",
    "doch": "kein Erfolg – doch Hoffnung",
    "trotzdem": "nicht gewonnen trotzdem glücklich",
}

# Verneintes Schlechtes ist mild, nicht gut; verneintes Gutes ist schlecht.
NEGATIV_VERNEINT = -0.5
POSITIV_VERNEINT = -1.0

# --- Verstärker und Abschwächer ---------------------------------------------------------------------------------------

# Faktor des Wortes direkt dahinter; selbst tragen sie keinen Ton (»Großer Klimasünder – maximale Schäden«).
STUFEN: dict[str, float] = {
    **dict.fromkeys(
        "sehr besonders extrem enorm äußerst überaus höchst völlig total absolut richtig wirklich massiv massive"
        " massiver massiven heftig heftige heftiger heftigen schwer schwere schwerer schweren schweres tief tiefe"
        " groß große großer großen großes riesig riesige riesiger riesigen maximal maximale maximaler"
        " maximalen".split(),
        1.5,
    ),
    **dict.fromkeys("etwas leicht leichte leichter leichten wenig fast beinahe relativ ziemlich bisschen".split(), 0.5),
}

# Vor einer Zahl heißen sie »mehr als« und »fast«.
VOR_ZAHL = {"gut": "gut 300 Gäste", "knapp": "knapp zwei Stunden"}

# Vor einem Eigenschaftswort macht »zu« aus Lob Tadel. »zu guter Letzt«, »zu neuen Erfolgen« sind etwas anderes:
# gebeugt gilt es nur hinter einem dieser Wörter.
ZU_DAVOR = frozenset("viel allzu etwas deutlich einfach".split())
ZU = {"zu": "Der viel zu nette Klimaretter", "allzu": "allzu optimistisch"}

# --- Ab- und Zunahme --------------------------------------------------------------------------------------------------

# Verben, die weniger werden lassen oder weniger werden: ihr Gegenstand zählt umgekehrt.
ABNAHME = {
    "sinken": "Zahl der Arbeitslosen sinkt",
    "senken": "Stadt senkt Gebühren",
    "schwinden": "Hoffnung schwindet",
    "verschwinden": "Vertrauen verschwindet",
    "schrumpfen": "Wirtschaft schrumpft",
    "fallen": "Arbeitslosigkeit könnte fallen",
    "fällen": "Arbeitslosigkeit fällt (die Form gehört auch zu fällen)",
    "zurückgehen": "Inflation geht zurück",
    "abnehmen": "Armut nimmt ab",
    "nachlassen": "Sorge lässt nach",
    "abflauen": "Streit flaut ab",
    "abklingen": "Ärger klingt ab",
    "einbrechen": "Wachstum bricht ein",
    "bröckeln": "Zuversicht bröckelt",
    "verlieren": "Werft verliert Vertrauen",
    "verloren": "Vertrauen verloren",
    "verringern": "Hafen verringert Risiko",
    "mindern": "Deich mindert Gefahr",
    "lindern": "Spende lindert Not",
    "reduzieren": "Werk reduziert Risiken",
    "beenden": "Einigung beendet Streit",
    "enden": "Streit endet nach Wochen",
    "verhindern": "Zeuge verhindert Katastrophe",
    "vermeiden": "So vermeiden Sie Fehler",
    "überwinden": "Stadt überwindet Krise",
    "bewältigen": "Dorf bewältigt Krise",
    "stoppen": "Gericht stoppt Hoffnung der Kläger",
    "rauben": "Absage raubt Hoffnung",
    "zerstören": "Absage zerstört Hoffnung",
    "entschärfen": "Trupp entschärft Konflikt",
}
# Verben, die Gutes versagen; am Schlechten ändern sie nichts (»lehnt Verbot ab« sagt nicht, was gemeint ist).
ENTZUG = {
    "ablehnen": "Regierung lehnt Hilfe ab",
    "verweigern": "Kasse verweigert Hilfe",
    "entziehen": "Rat entzieht Vertrauen",
    "streichen": "Stadt streicht Hilfen",
    "kürzen": "Stadt kürzt Hilfen",
}
# Dasselbe als Hauptwort; der Gegenstand folgt.
ABNAHME_NOMEN = {
    "rückgang": "Rückgang der Arbeitslosigkeit",
    "ende": "Ende der Krise",
    "abbau": "Abbau von Vorurteilen",
    "verlust": "Verlust von Vertrauen",
    "mangel": "Mangel an Vertrauen",
    "überwindung": "Überwindung der Krise",
    "verhinderung": "Verhinderung von Katastrophen",
    "einigung": "Einigung im Lohnstreit",
    "lösung": "Lösung im Streit",
    "schlichtung": "Schlichtung im Streit",
    "kompromiss": "Kompromiss im Streit",
    "ausweg": "Ausweg aus der Krise",
}
# Und davor, als Beiwort.
ABNAHME_BEIWORT = {
    "weniger": "weniger Arbeitslose",
    "sinkend": "sinkende Preise",
    "schwindend": "schwindende Hoffnung",
    "nachlassend": "nachlassende Sorge",
    "schrumpfend": "schrumpfende Gewinne",
    "niedrig": "niedrigere Mieten",
}
ZUNAHME = {
    "steigen": "Mieten steigen",
    "ansteigen": "Löhne steigen an",
    "wachsen": "Kosten wachsen",
    "zunehmen": "Kosten nehmen zu",
    "zulegen": "Umsatz legt zu",
    "klettern": "Preise klettern",
    "explodieren": "Kosten explodieren",
    "anziehen": "Preise ziehen an",
    "erhöhen": "Bahn erhöht Preise",
    "anheben": "Kasse hebt Beiträge an",
}
ZUNAHME_BEIWORT = {
    "steigend": "steigende Mieten",
    "wachsend": "wachsende Kosten",
    "hoch": "höhere Löhne",
    "mehr": "mehr Lohn",
}
ZUNAHME_NOMEN = {"anstieg": "Anstieg der Mieten", "zunahme": "Zunahme der Kosten", "erhöhung": "Erhöhung der Preise"}
# Größen ohne eigenen Ton: gut (1) oder schlecht (-1), wenn sie wachsen.
GROESSEN: dict[str, int] = {
    **dict.fromkeys(
        "preis miete kosten steuer beitrag gebühr inzidenz infektionszahl fallzahl opferzahl".split()
        + "arbeitslosenzahl arbeitslosenquote teuerung inflation inflationsrate ausgabe".split(),
        -1,
    ),
    **dict.fromkeys(
        "lohn gehalt rente umsatz export konjunktur nachfrage beschäftigung kurs aktie einkommen wirtschaft"
        " wachstum produktion auftrag geburtenrate kaufkraft börse dax absatz".split(),
        1,
    ),
}
# Was hinter diesen folgt, gehört nicht zu einem Hauptwort der Ab- oder Zunahme: »Kompromiss nach Panne«.
NICHT_DAVON = frozenset("nach wegen trotz durch seit mit ohne gegen vor".split())
GROESSE_WERT = 0.7
# Diese nur allein: Landwirtschaft, Forschungsauftrag und Sprachkurs sind keine Größen.
GROESSEN_ALLEIN = frozenset("wirtschaft auftrag kurs aktie ausgabe".split())
# Was hinter diesen Wörtern steht, ist nicht der Gegenstand des Verbs: »Umsatz sinkt wegen Streit«.
UMSTAND = frozenset(
    "wegen durch trotz nach seit in im bei beim mit aus vor unter über für auf gegen um zwischen während"
    " infolge".split()
)

# --- Abwehr -----------------------------------------------------------------------------------------------------------

# »Kampf gegen Krebs« und »Schutz vor Gewalt« haben keine Richtung: das Schlechte wird genannt, weil es bekämpft wird.
ABWEHR = {
    "kampf": "Kampf gegen Krebs",
    "kämpfen": "Forscher kämpfen gegen Krebs",
    "schutz": "Schutz vor Gewalt",
    "schützen": "So schützen Sie sich vor Betrug",
    "maßnahme": "Maßnahmen gegen Armut",
    "mittel": "Mittel gegen Armut",
    "vorgehen": "Vorgehen gegen Betrug",
    "hilfe": "Hilfe gegen Armut",
    "helfen": "Was gegen Angst hilft",
    "impfung": "Impfung gegen Seuchen",
    "strategie": "Strategie gegen Gewalt",
    "bündnis": "Bündnis gegen Gewalt",
    "initiative": "Initiative gegen Armut",
    "einsatz": "Einsatz gegen Gewalt",
    "gesetz": "Gesetz gegen Hass",
    "sichern": "sichert gegen Verlust",
    "versicherung": "Versicherung gegen Schäden",
    "vorsorge": "Vorsorge gegen Schäden",
    "demo": "Demo gegen Gewalt",
    "demonstration": "Demonstration gegen Hass",
    "demonstrieren": "Tausende demonstrieren gegen Hass",
    "zeichen": "Zeichen gegen Gewalt",
}
ABWEHR_VERBEN = frozenset(wort for wort in ABWEHR if wort.endswith("en"))
# Auch als Kopf: »Anti-Terror-Kampf gegen …«, »Hochwasserschutz vor …«.
ABWEHR_KOPF = tuple("kampf schutz maßnahme maßnahmen hilfe impfung bündnis initiative gesetz demo".split())
ABWEHR_VERHAELTNIS = frozenset(("gegen", "vor"))
ABWEHR_ABSTAND = 3

# --- Zusammensetzungen ------------------------------------------------------------------------------------------------

# Köpfe, die wie ein Tonwort aussehen oder das Gegenteil davon sagen; die Zusammensetzung hat dann keinen Ton. Kleine
# Schreibung ohne ß. Einige sind nur in anderen Lexika als germanlex Tonwörter.
SPERREN_KOPF = {
    "fest": "Stadtfest; krisenfest ist kein Fest und keine Krise",
    "nobelpreis": "Friedensnobelpreis ist ein Name",
    "hilfe": "Aidshilfe, Sterbehilfe: das Ende trägt den Ton nicht",
    "freund": "Brieffreund",
    "freundin": "Brieffreundin",
    "stern": "Weltstern",
    "kraft": "Einsatzkraft",
    "meister": "Bürgermeister",
    "kampf": "Boxkampf, Wahlkampf",
    "bruch": "Steinbruch, Ausbruch",
    "druck": "Luftdruck",
    "glück": "Bootsglück; Unglück steht im Lexikon",
    "haft": "Wechselhaftes endet auf eine Nachsilbe, Untersuchungshaft ist ein Sachwort",
    "stärke": "Lautstärke, Windstärke",
    "stich": "Kupferstich, Farbstich; Messerstich steht im Lexikon",
    "abrechnung": "Stromabrechnung",
    "abbau": "Schuldenabbau ist gut, Kohleabbau ist Bergbau; Stellenabbau steht im Lexikon",
    "gegner": "Endspielgegner",
    "disziplin": "Sportdisziplin",
    "dämpfer": "Stoßdämpfer",
    "schlepper": "Hafenschlepper",
    "schiessen": "Bogenschießen",
    "gram": "Tangram, Telegram",
    "rage": "Average, Storage",
}
# Anfänge, hinter denen der Kopf nicht so gemeint ist.
SPERREN_ANFANG = {
    "anti": "Anti-Held, Anti-Kriegs-Demo",
    "nicht": "Nicht-Krise",
    "ex": "Ex-Feind",
    "mords": "Mordsspaß ist kein Mord",
    "negativ": "Negativrekord ist kein Lob",
    "minus": "Minusrekord ist kein Lob",
}
# Keine Wörter für sich: »Vereinigung« ist keine Einigung, »Sanitäter« kein Täter (obwohl es einen Sani gibt).
KEIN_BESTIMMUNGSWORT = frozenset(
    "ver ent zer miss unter über wider hinter auf aus ein vor nach her hin bei mit zusammen los weg ab an um"
    " durch sani".split()
)
# Stehen im Wörterbuch als Kürzel, Name oder Fremdwort und beginnen kaum je eine Zusammensetzung, aber viele Wörter.
SCHEINWOERTER = {
    "sch": "Schraube ist kein Raub",
    "kol": "Kollektion ist keine Lektion",
    "wied": "Wiederholung ist keine Erholung",
    "bel": "Belgier ist keine Gier",
    "passa": "Passagier ist keine Gier",
    "ger": "Germanien ist keine Manie",
    "pat": "Patagonien ist keine Agonie",
    "pro": "Probanden sind keine Bande",
    "bet": "Betaversion ist keine Aversion",
    "lan": "Landesinteresse ist kein Desinteresse",
    "dau": "Dauerlösung ist keine Erlösung",
    "spi": "Spielende ist kein Elend",
    "spie": "Spielecke ist kein Leck",
    "vie": "Vieleck ist kein Leck",
    "heus": "Heustadel ist kein Tadel",
    "mol": "Molekel ist kein Ekel",
    "wass": "Wasserhaltung ist keine Erhaltung",
    "zuck": "Zuckerlösung ist keine Erlösung",
}


class Naht(NamedTuple):
    """Wohin ein Buchstabe an der Naht gehört, wenn beide Trennungen Wörter ergeben."""

    zum_kopf: bool
    fall: str


NAHT = {
    "s": Naht(True, "Zeitspanne ist keine Panne, Grundstücke sind keine Tücken"),
    "t": Naht(False, "Kunstraum ist kein Traum"),
}
# Hinter diesen Endungen steht ein Fugen-s, das nicht zum Kopf gehört: Planungspanne ist eine Panne.
MIT_FUGE = ("ung", "heit", "keit", "schaft", "tion", "tät")
KOPF_MINDESTENS = 4

# Zweite Teile trennbarer Verben.
PARTIKELN = frozenset(
    "ab an auf aus bei ein fest fort her hin los nach nieder vor weg zu zurück zusammen um unter durch frei kaputt"
    " fehl schief heraus hinaus sicher".split()
)
PARTIKEL_ABSTAND = 8
# Diese sind auch Tonwörter, aber nicht als Teil eines Verbs; »geht schief« behält seinen Ton.
PARTIKEL_OHNE_TON = {"sicher": "Polizei stellt Boote sicher"}
# Dahinter kann der Teilsatz ohne Satzzeichen enden.
NEBENORDNUNG = frozenset(("und", "oder"))

# --- Themen -----------------------------------------------------------------------------------------------------------

# Sachwörter: wovon die Rede ist, nicht wie. Sie zählen nicht zum Ton, stehen aber als Thema in der Zeile.
THEMEN: dict[str, str] = {
    wort: thema
    for thema, worte in {
        "krieg": "krieg weltkrieg bürgerkrieg invasion soldat armee",
        "tod": "tot tote toter tod todesfall todesopfer sterben gestorben leiche",
        "unfall": "unfall unglück kollision brand feuer explosion erdbeben hochwasser notfall",
        "wahl": "wahl wahlkampf abstimmung stichwahl kandidatur",
        "krankheit": "krebs corona pandemie virus grippe krankheit infektion impfung",
        "gericht": "prozess urteil gericht verfahren",
        "polizei": "polizei ermittlung",
    }.items()
    for wort in worte.split()
}

# --- Eigennamen -------------------------------------------------------------------------------------------------------

# Gelten auch ohne geladenes Lexikon. Kleingeschriebene Wörter trifft es nie: »freie Wähler« sind keine Partei.
EIGENNAMEN = {
    "Freie Wähler": "Partei",
    "Freien Wähler": "Partei",
    "Freien Wählern": "Partei",
    "Freie Demokraten": "Partei",
    "Freien Demokraten": "Partei",
    "Grüne": "Partei",
    "Grünen": "Partei",
    "Grüner": "Partei",
    "Linke": "Partei",
    "Linken": "Partei",
    "Linker": "Partei",
    "Bündnis Deutschland": "Partei",
    "Bündnis Sahra Wagenknecht": "Partei",
    "Gute Zeiten, schlechte Zeiten": "Serie",
    "Die Wahrheit": "Rubrik",
}
# Vor einem Nachnamen, der auch ein Wort ist (»Herr Streit«, »Ministerin Stark«).
ANREDEN = tuple(
    "herr herrn frau dr prof professor professorin minister ministerin kanzler kanzlerin präsident präsidentin"
    " senator senatorin trainer trainerin familie richter richterin sänger sängerin chef chefin sprecher sprecherin"
    " politiker politikerin meister meisterin".split()
)
