"""Ergebnisse und coder_version gehören zusammen: ändern sich die einen, muss die andere sich ändern.

Gerechnet werden die mitgelieferten Beispiele. Weicht der Abdruck ab, obwohl die Version dieselbe ist, hat eine Regel
ein Ergebnis geändert: dann steigt REGELN im Modul, und beide Werte werden hier neu festgehalten.
"""

from __future__ import annotations

import hashlib
import json
import unittest

import psycopg

from tests.basis import lauf, neue_datenbank
from tests.vorbereitung import BEISPIEL, vorbereiten

FESTGEHALTEN = {
    ("dubletten.py", "--basis", "titel"): ("dubletten-b4d07444f8e2", "c038c58ac1cca8c7"),
    ("dubletten.py", "--basis", "titel+teaser"): ("dubletten-12a4558797dc", "b60c3d7d275b4705"),
    ("revisionen.py",): ("revisionen-9c27de7078ee", "5209824aab002c7d"),
    ("tonalitaet.py",): ("tonalitaet-0204c5d36e3e", "22de87ae3894ede7"),
}
ZEILEN = """
select item_id, eingabe_hash, nutzlast
from codings
where coder_version = %s
order by item_id
"""


class Festgehalten(unittest.TestCase):
    def test_gleiche_version_gleiche_ergebnisse(self) -> None:
        url = vorbereiten(neue_datenbank(self.addCleanup), BEISPIEL)
        with psycopg.connect(url, autocommit=True) as conn:
            for aufruf, erwartet in FESTGEHALTEN.items():
                with self.subTest(aufruf):
                    ergebnis = lauf(*aufruf, "--backfill", "--json", url=url)
                    self.assertEqual(ergebnis.returncode, 0, ergebnis.stderr)
                    version = json.loads(ergebnis.stdout)["coder_version"]
                    zeilen = conn.execute(ZEILEN, (version,)).fetchall()
                    abdruck = hashlib.sha256(json.dumps(zeilen, sort_keys=True).encode()).hexdigest()[:16]
                    self.assertEqual((version, abdruck), erwartet)


if __name__ == "__main__":
    unittest.main()
