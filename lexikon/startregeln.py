"""Was in den Anfangsbestand des Spiegels kommt und was nicht: Regeln und Ausnahmen, jede mit ihrem Grund."""

from __future__ import annotations

import re

# Quellen, aus denen nichts kommt, auch wenn ein Satz sie neben anderen nennt.
AUSGESCHLOSSEN = {
    "OpenParliamentTV/OpenParliamentTV-Tools": "von Hand geführt, nachweislich mit falschen QIDs",
    "Forum-Informationsfreiheit/offenewahlen_wikidata": "keine Lizenz genannt, Namen mit Titeln davor",
    "Dinibewerbig/bewerbli": "keine Lizenz genannt (Adjektive)",
    "bohhem/pustikorijen": "keine Lizenz genannt; die QIDs der Länder stehen auch in den Kabinettslisten",
    "jnbrooker/goal-guesser": "von Hand geführt, keine Lizenz genannt",
}

# Sätze, die nicht sind, wofür ihre Liste sie ausgibt, oder deren Angaben nicht stimmen.
AUSNAHMEN: dict[str, dict[str, str]] = {
    "parteien": {
        "Q1516101": "zwei Quellen nennen verschiedene Parteien: Gesamtdeutsche Partei, Deutsche Partei",
    },
    "organisationen": {
        "Q2586699": "polnische Partei, als Fraktion im Bundestag geführt",
        "Q4316268": "fraktionslos ist keine Fraktion",
        "Q327591": "parteilos ist keine Fraktion",
    },
    "staaten": {
        "Q23792": "Landschaft Palästina; der Staat mit dem Code PS ist Q219060",
        "Q756617": "Königreich Dänemark neben Dänemark (Q35)",
        "Q29999": "Königreich der Niederlande neben den Niederlanden (Q55)",
        "Q1065": "die Vereinten Nationen sind kein Staat",
        "Q458": "die Europäische Union ist kein Staat",
    },
    "personen": {
        "Q12978": "der Name ist mit dem der Partei verklebt",
    },
}

# Klassen, Gebäude, Menschen und Gattungsnamen unter den Behörden: als Name in einer Meldung meinten sie etwas anderes.
KEINE_BEHOERDE = frozenset(
    "Q1664720 Q12042877 Q1005420 Q99934885 Q28737778 Q65597845 Q12373345 Q1125962 Q792611 Q1789476 Q629071 Q1322293 "
    "Q56308812 Q2098373 Q1769416 Q1774229 Q1416512 Q1752939 Q20857065 Q182290 Q6979657 Q176799 Q47913 Q910252 "
    "Q1875618 Q501700 Q210435 Q167479 Q140686 Q62687 Q2587942 Q12483 Q1148446 Q4287745 Q55720486 Q21540096 Q5440362 "
    "Q18391614 Q14697589 Q29015191".split()
)
GATTUNG = re.compile(r"^\w*(ministerium|minister|amt|behörde|behörden|verwaltung|statistik)$", re.IGNORECASE)

# Unternehmen, die in deutschen Nachrichten vorkommen; Filialketten, Mode und Gaststätten bleiben draußen, weil ihre
# Namen (Next, Match, Salamander) meist etwas anderes heißen.
UNTERNEHMEN = re.compile(
    r"multinational|airline|automaker|automotive|automobile|vehicle|aerospace|\bbank\b|banking|insurance|energy|\boil\b"
    r"|petroleum|telecom|postal|railway|train|logistics|pharma|chemical|steel|supermarket|software|intergovernmental"
    r"|United Nations|humanitarian|non-governmental|non-profit",
    re.IGNORECASE,
)
LADEN = re.compile(
    r"fashion|cloth|lingerie|jewel|coffee|restaurant|hotel|cosmetic|shoe|footwear|apparel|furniture|watch|brand\b"
    r"|real estate|ice cream|bakery|donut|former|parking|municipal|eyewear|optic|fitness|cinema|laundr",
    re.IGNORECASE,
)
MEHRDEUTIG = frozenset(
    [*"3 Globus Jumbo Lawson Loop MD Midas Mini Moeve Polaris Savers Smart Steren".split(), "Super C", "Top Shop"]
)
# Abkürzungen dieser Länge gehören bei Unternehmen selten einem allein (SG, MAN, NN, ING).
KURZE_ABKUERZUNG = 3

# Ämter, die keine Regierung führen: ihre Inhaber sind viele zugleich, aufgelöst wird keines von ihnen.
KEIN_REGIERUNGSAMT = re.compile(
    r"^(ambassador|member of|mitglied|justice|judge|(vice )?president of the international court|permanent rep"
    r"|high commissioner (to|of)|under-secretary|abgeordnete)",
    re.IGNORECASE,
)
REGIERUNGSCHEF = re.compile(r"^(prime minister|taoiseach|premier|(federal )?chancellor)", re.IGNORECASE)
STAATSOBERHAUPT = re.compile(
    r"^(president of (?!the executive)|supreme leader|monarch|king|queen|emperor|emir|prince of)", re.IGNORECASE
)

# Parteien außerhalb von Deutschland, Österreich und der Schweiz: nur mit Kurznamen, wie in der Abfrage.
DACH = frozenset({"DEU", "AUT", "CHE"})
WOERTLICH = {"Germany": "Q183", "Austria": "Q40", "Switzerland": "Q39", "DE": "Q183", "AT": "Q40", "CH": "Q39"}

# Deutsche Formen, die in den Quellen unter einem anderen Satz oder als Code stehen.
STAATSALIASE = {
    "Q145": ["UK"],  # Natural Earth
    "Q219060": ["Palästina"],  # Natural Earth nennt das Gebiet mit dem Code PS so
}
ISO3 = {"Q219060": "PSE"}
