"""Erfundene Meldungen jeder Länge, an denen ``--nachweis`` misst."""

from __future__ import annotations

TITEL = (
    "Gemeinderat vertagt Streit um die Brücke",
    "Drei Verletzte nach Unfall auf der Landstraße 12",
    "Warum der Fährbetrieb im Winter ruht",
    "Schneefall legt Bahnverkehr im Oberland lahm",
    "»Wir geben nicht auf«: Werft kämpft um 240 Stellen",
    "Inflation sinkt auf 1,9 Prozent",
    "Liveticker: Pokalabend im Stadion am Moor",
    "Kein Trinkwasser in fünf Ortsteilen – was jetzt gilt",
)
SAETZE = (
    "Die Entscheidung soll nun Ende März fallen.",
    "Nach Angaben der Feuerwehr waren 60 Kräfte bis in die Nacht im Einsatz.",
    "Anwohnerinnen und Anwohner hatten seit Wochen auf eine Antwort gewartet, doch die Verwaltung schweigt weiter.",
    "Das Ministerium verwies auf laufende Gespräche.",
    "Fachleute rechnen damit, dass sich die Lage frühestens im kommenden Frühjahr entspannt.",
    "»So etwas haben wir hier noch nie erlebt«, sagte ein Augenzeuge dem Abendboten.",
    "Betroffen sind rund 4.500 Haushalte zwischen Altmühlheim und Seebruck.",
    "Der Bund der Steuerzahler kritisiert die Mehrkosten von 3,2 Millionen Euro scharf; die Opposition fordert eine "
    "Sondersitzung.",
    "Ob die Strecke am Montag wieder freigegeben wird, ist offen.",
)


def texte(anzahl: int) -> list[str]:
    """So viele Texte, vom bloßen Titel bis zum gekappten Absatz; der zweite steht am Ende noch einmal."""
    liste = []
    for nummer in range(anzahl):
        saetze = [SAETZE[(nummer * 5 + weiter) % len(SAETZE)] for weiter in range(nummer % 11)]
        liste.append("\n".join([f"{TITEL[nummer % len(TITEL)]} ({nummer + 1})", " ".join(saetze)]).strip())
    if anzahl > 2:
        liste[-1] = liste[1]
    return liste
