"""Bericht: was die Module über einen Zeitraum fanden, als eine HTML-Seite, die für sich steht.

Beispiele:
  python bericht.py --von 2026-09-07 --bis 2026-09-11 --ziel bericht.html
  python bericht.py --von 2026-09-01 --bis 2026-09-30 --haus abendpost --haus stadtbote --ziel bericht-september.html

Die Seite zeigt Übernahmen, Revisionen, Akteure, Orte, Wortton und die Abdeckung. Unter jedem Bild stehen die
coder_version und das SQL, mit dem sich die Zahlen nachrechnen lassen. Sie lädt nichts nach, lässt sich drucken und am
Telefon lesen. Gelesen wird nur; die Rolle wurzelwerk_lesen genügt.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import befehl
import deutung
import zeitraum
import zieldatei

# Ab so vielen Tagen zählen Verläufe nach Wochen.
WOCHEN_AB = 46


def main(worte: Sequence[str] | None = None) -> int:
    """Schreibt den Bericht und liefert den Ausgang."""
    zerleger = befehl.Zerleger(__doc__, prog="bericht.py")
    zeitraum.angaben(zerleger)
    zieldatei.angaben(zerleger, "DATEI.html")
    angaben = zerleger.parse_args(worte)
    strecke = zeitraum.aus(zerleger, angaben)
    zieldatei.pruefen(zerleger, angaben.ziel, angaben.ersetzen)
    # Erst jetzt: --help und falsche Aufrufe sollen nicht auf Jinja2 und psycopg warten.
    import berichtsfragen
    import berichtsseite
    import db

    try:
        with db.verbinden("bericht", autocommit=True) as conn, berichtsfragen.lesend(conn):
            haeuser = zeitraum.haeuser(conn, angaben.haus)
            einheit = "tag" if strecke.tage < WOCHEN_AB else "woche"
            auswahl = berichtsfragen.Auswahl(strecke, tuple(haeuser), einheit)  # type: ignore[arg-type]
            antworten = {
                name: berichtsfragen.stellen(conn, frage, auswahl) for name, frage in berichtsfragen.FRAGEN.items()
            }
        with zieldatei.schreiben(angaben.ziel, angaben.ersetzen) as entwurf:
            entwurf.write_text(berichtsseite.bauen(antworten, auswahl), encoding="utf-8")
    except zeitraum.Auswahlfehler as fehler:
        befehl.melden(str(fehler))
        return befehl.AUFRUF
    except zieldatei.Zielfehler as fehler:
        befehl.melden(str(fehler))
        return befehl.GESCHEITERT
    except KeyboardInterrupt:
        befehl.melden("bericht: abgebrochen; nichts geschrieben.")
        return 130
    except Exception as fehler:
        return deutung.ausgang(fehler)
    items = antworten["umfang"].zeilen[0]["items"]
    if not items:
        befehl.melden(f"Vom {strecke} gibt es keine Items; der Bericht sagt das und sonst nichts.")
    print(f"bericht: {items} Items, {strecke}, {len(haeuser)} Häuser; {angaben.ziel}")
    return befehl.GETAN


if __name__ == "__main__":
    sys.exit(main())
