"""Die Ablage der Vektoren gegen ein echtes PostgreSQL: schlechte Vektoren, Index, Suche."""

from __future__ import annotations

import math
import random
import unittest
from typing import Any

import numpy as np
import psycopg
from numpy.typing import NDArray

import vektorablage
from sitzung import Ende
from tests.laeufe import MitBestand

VERSION = "embeddings-0123456789ab"
ANDERE = "embeddings-ba9876543210"


def einheit(*werte: float) -> NDArray[np.float32]:
    """Ein Vektor der Länge 1."""
    vektor = np.array(werte, np.float64)
    return (vektor / np.linalg.norm(vektor)).astype(np.float32)


class Pruefung(unittest.TestCase):
    def test_maengel(self) -> None:
        """EMB-02: was die Nachbarsuche vergiften würde, hat einen Grund."""
        gut = einheit(*range(1, 9))
        nan, inf = gut.copy(), gut.copy()
        nan[3], inf[3] = math.nan, math.inf
        for vektor, grund in (
            (gut, None),
            (np.zeros(8, np.float32), "Norm 0"),
            (nan, "NaN"),
            (inf, "Inf"),
            (einheit(1, 2, 3), "Dimension 3 statt 8"),
            (gut * np.float32(1.01), "Norm 1.0100 statt 1"),
            (gut * np.float32(1.0009), None),
        ):
            self.assertEqual(vektorablage.mangel(vektor, 8), grund)


class MitVektoren(MitBestand):
    """Sechs Items und zwei Versionen."""

    def setUp(self) -> None:
        super().setUp()
        self.ids = [self.item(f"Meldung {n}") for n in range(6)]
        for version in (VERSION, ANDERE):
            self.sql(
                "insert into coder_versionen (coder_version, schicht, komponenten, vorgabe) values (%s, 'embedding', "
                "'{}', %s)",
                version,
                version == VERSION,
            )

    def kodieren(self, ids: list[int], version: str = VERSION) -> None:
        self.sql(
            "insert into codings (item_id, schicht, coder_version, eingabe_hash, nutzlast) "
            "select id, 'embedding', %s, 'h', '{}' from unnest(%s::bigint[]) id",
            version,
            ids,
        )

    def schreiben(self, vektoren: list[tuple[int, str, Any]], version: str = VERSION) -> None:
        with psycopg.connect(self.url) as conn:
            vektorablage.schreiben(conn, version, vektoren)

    def stand(self) -> list[tuple[Any, ...]]:
        return self.sql(
            "select item_id, coder_version, vektor::text from item_embeddings order by item_id, vector_dims(vektor)"
        )


class Ablage(MitVektoren):
    def test_dieselben_bits_kommen_zurueck(self) -> None:
        zufall = np.random.default_rng(5)
        vektor = einheit(*zufall.standard_normal(1024))
        vektor[0] = np.float32(1e-42)  # auch eine denormale Zahl
        self.kodieren(self.ids[:1])
        self.schreiben([(self.ids[0], "h", vektor)])
        ((gelesen,),) = self.sql("select vektor::real[] from item_embeddings")
        self.assertTrue((np.array(gelesen, np.float32).view(np.uint32) == vektor.view(np.uint32)).all())

    def test_nur_neben_der_eigenen_kodierung(self) -> None:
        """Abgelehnte und inzwischen andere Kodierungen bekommen keinen Vektor."""
        self.kodieren(self.ids[:2])
        self.schreiben([(self.ids[0], "h", einheit(1, 0)), (self.ids[1], "anders", einheit(1, 0))])
        self.schreiben([(self.ids[2], "h", einheit(1, 0))])
        self.assertEqual([zeile[0] for zeile in self.stand()], self.ids[:1])

    def test_gleiches_bleibt_anderes_wird_ersetzt_verschwundenes_geht(self) -> None:
        self.kodieren(self.ids[:3])
        self.schreiben([(id_, "h", einheit(1, 0)) for id_ in self.ids[:3]])
        davor = self.sql("select item_id, xmin::text from item_embeddings order by 1")
        self.schreiben([(self.ids[0], "h", einheit(1, 0)), (self.ids[1], "h", einheit(0, 1)), (self.ids[2], "h", None)])
        danach = self.sql("select item_id, xmin::text from item_embeddings order by 1")
        self.assertEqual(danach[0], davor[0])
        self.assertNotEqual(danach[1], davor[1])
        self.assertEqual(len(danach), 2)

    def test_zwei_laengen_nebeneinander(self) -> None:
        self.kodieren(self.ids[:1])
        self.kodieren(self.ids[:1], ANDERE)
        self.schreiben([(self.ids[0], "h", einheit(1, 0))])
        self.schreiben([(self.ids[0], "h", einheit(1, 0, 0))], ANDERE)
        self.assertEqual([zeile[2] for zeile in self.stand()], ["[1,0]", "[1,0,0]"])

    def test_die_tabelle_selbst_lehnt_schlechte_vektoren_ab(self) -> None:
        for vektor in ("[0,0]", "[NaN,1]", "[Infinity,1]", "[1,1]"):
            with self.subTest(vektor), self.assertRaises((psycopg.DataError, psycopg.IntegrityError)):
                self.sql("insert into item_embeddings values (%s, %s, %s::vector)", self.ids[0], VERSION, vektor)


class Suche(MitVektoren):
    """EMB-05: 200 gleiche und 5 nähere Vektoren, zwei Versionen; gefragt wird nach 100."""

    def setUp(self) -> None:
        super().setUp()
        self.frage = self.ids[0]
        self.gleiche = [self.item(f"gleich {n}") for n in range(200)]
        self.nahe = [self.item(f"nahe {n}") for n in range(5)]
        alle = [self.frage, *self.gleiche, *self.nahe]
        random.Random(3).shuffle(alle)
        vektoren: dict[int, NDArray[np.float32]] = dict.fromkeys(self.gleiche, einheit(1, 1, 0))
        vektoren |= {id_: einheit(1, 0.05 * n, 0) for n, id_ in enumerate(self.nahe, start=1)}
        vektoren[self.frage] = einheit(1, 0, 0)
        for version in (VERSION, ANDERE):
            self.kodieren(alle, version)
            self.schreiben([(id_, "h", vektoren[id_]) for id_ in alle], version)

    def bauen(self, version: str = VERSION) -> tuple[str, list[str]]:
        meldungen: list[str] = []
        with (
            psycopg.connect(self.url, autocommit=True) as conn,
            psycopg.connect(self.url, autocommit=True) as beobachter,
        ):
            was = vektorablage.index_bauen(conn, beobachter, version, 64, Ende(), meldungen.append)
        return was, meldungen

    def test_genaue_suche(self) -> None:
        self.bauen()
        gefunden = [id_ for (id_,) in self.sql("select item_id from aehnliche(%s, 100)", self.frage)]
        self.assertEqual(gefunden, [*self.nahe, *sorted(self.gleiche)[:95]])
        self.sql("set enable_indexscan = off")
        gegenprobe = self.sql("select item_id from aehnliche(%s, 100)", self.frage)
        self.assertEqual([id_ for (id_,) in gegenprobe], gefunden)

    def test_genaue_suche_im_fenster(self) -> None:
        self.sql("update raw_items set erfasst_am = erfasst_am + interval '9 days' where id = any(%s)", self.nahe[:2])
        gefunden = [id_ for (id_,) in self.sql("select item_id from aehnliche(%s, 3)", self.frage)]
        self.assertEqual(gefunden, self.nahe[2:])
        weit = [id_ for (id_,) in self.sql("select item_id from aehnliche(%s, 3, 10)", self.frage)]
        self.assertEqual(weit, self.nahe[:3])

    def test_suche_ueber_den_index_bringt_so_viele_wie_verlangt(self) -> None:
        self.bauen()
        with psycopg.connect(self.url) as conn:
            # 206 Vektoren zu sortieren wäre billiger; bei vielen wählt der Planer den Index von selbst.
            conn.execute("set enable_sort = off")
            conn.execute("set enable_seqscan = off")
            zeilen = conn.execute(f"select item_id, kosinus from aehnliche_ueber_index({self.frage}, 100)").fetchall()
        self.assertEqual(len(zeilen), 100)
        self.assertEqual([id_ for id_, _ in zeilen[:5]], self.nahe)
        self.assertLessEqual({id_ for id_, _ in zeilen[5:]}, set(self.gleiche))

    def test_die_suche_benutzt_den_index(self) -> None:
        self.bauen()
        with psycopg.connect(self.url) as conn:
            conn.execute("set enable_sort = off")
            conn.execute("set enable_seqscan = off")
            conn.execute(f"select * from aehnliche_ueber_index({self.frage}, 10)")
            conn.commit()
            conn.execute("select pg_stat_force_next_flush()")
            conn.commit()
            abfrage = "select sum(idx_scan) from pg_stat_user_indexes where indexrelname like 'item_embeddings_hnsw%'"
            ((benutzt,),) = conn.execute(abfrage).fetchall()
        self.assertEqual(benutzt, 1)

    def test_index_je_version_und_aufraeumen(self) -> None:
        was, _ = self.bauen()
        self.assertRegex(was, "gebaut")
        self.assertRegex(self.bauen()[0], "steht schon")
        self.bauen(ANDERE)
        self.assertEqual(len(self.sql(vektorablage.INDIZES.replace("%", "%%"))), 2)
        self.sql("delete from item_embeddings where coder_version = %s", ANDERE)
        _, meldungen = self.bauen()
        self.assertRegex("".join(meldungen), "ba9876543210 entfernt: zu ihm gibt es keine Vektoren mehr")
        self.assertEqual(len(self.sql(vektorablage.INDIZES.replace("%", "%%"))), 1)

    def test_unfertiger_index_wird_neu_gebaut(self) -> None:
        self.bauen()
        name = vektorablage.indexname(VERSION)
        with psycopg.connect(self.url, autocommit=True) as conn:
            conn.execute(f"update pg_index set indisvalid = false where indexrelid = '{name}'::regclass")
        was, meldungen = self.bauen()
        self.assertIn("unfertig", "".join(meldungen))
        self.assertIn("gebaut", was)

    def test_zwei_zugleich_bauen_nicht(self) -> None:
        self.sql("select pg_advisory_lock(%s)", vektorablage.SPERRE)
        self.assertIn("ein anderer Lauf baut gerade", self.bauen()[0])

    def test_ohne_vektoren_kein_index(self) -> None:
        self.assertIn("noch keine Vektoren", self.bauen("embeddings-ffffffffffff")[0])


if __name__ == "__main__":
    unittest.main()
