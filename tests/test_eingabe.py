"""Die Datenbank rechnet eingabe_hash wie Python, und jede Zeile trägt, was die Sicht ihrer Schicht jetzt sagt."""

from __future__ import annotations

import unittest
from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given, settings
from hypothesis import strategies as st

from revisionen import Revisionen
from tests.laeufe import MitBestand
from version import eingabe_hash, zeitzeichen

TEXT = st.none() | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
SCHICHTEN = {"dublette": "eingabe_dublette", "revision": "eingabe_revision"}


class Eingabe(MitBestand):
    satz = 200

    def test_sql_und_python_rechnen_denselben_hash(self) -> None:
        @settings(max_examples=200, deadline=None, derandomize=True)
        @given(st.lists(TEXT, max_size=4))
        def vergleichen(teile: list[str | None]) -> None:
            ((gerechnet,),) = self.sql("select eingabe_hash(variadic %s::text[])", teile)
            self.assertEqual(gerechnet, eingabe_hash(*teile))

        vergleichen()

    def test_sql_und_python_schreiben_zeiten_gleich(self) -> None:
        for zeit in (
            datetime(2000, 1, 1, tzinfo=UTC),
            datetime(1999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
            datetime(2026, 3, 29, 3, 0, 0, 1, tzinfo=timezone(timedelta(hours=2))),
            datetime(1, 1, 1, tzinfo=UTC),
            datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
        ):
            self.assertEqual(self.sql("select zeitzeichen(%s)", zeit), [(zeitzeichen(zeit),)])
        self.assertEqual(len(self.sql("select distinct zeitzeichen(z) from unnest(array['infinity', '-infinity', null]"
                                      "::timestamptz[]) z")), 3)  # fmt: skip

    def test_jede_zeile_traegt_den_hash_ihrer_sicht(self) -> None:
        self.sql("update raw_items set pubdate = 'infinity', teaser = null where id = 3")
        self.sql("update raw_items set titel = E'\\u201e\"\\\\\\t\\u201c\\x01' where id = 4")
        self.sql("insert into raw_item_versionen (item_id, fassung, titel, erfasst_am, slot) "
                 "select id, 7, case when id % 2 = 0 then titel || '!' end, erfasst_am, slot from raw_items "
                 "where id between 5 and 20")  # fmt: skip
        self.sql("delete from raw_item_versionen where item_id between 30 and 40")
        self.lauf("--backfill")
        self.lauf("--backfill", modul=Revisionen())
        for schicht, sicht in SCHICHTEN.items():
            with self.subTest(schicht):
                zeilen = self.sql(
                    f"select count(*), count(*) filter (where c.eingabe_hash = e.eingabe_hash) "
                    f"from codings c join {sicht} e using (item_id) where schicht = '{schicht}'"
                )
                self.assertEqual(zeilen, [(200, 200)])


if __name__ == "__main__":
    unittest.main()
