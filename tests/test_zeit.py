"""Zeitangaben der Feeds, Slots und Berliner Tage."""

from __future__ import annotations

import unittest
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

import zeit

ERFASST = datetime(2026, 9, 7, 8, 3, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


ANGENOMMEN = ("zone_angenommen",)
UNLESBAR = ("pubdate_unlesbar",)
UNPLAUSIBEL = ("pubdate_unplausibel",)
ZUKUNFT = ("pubdate_zukunft",)

# Angabe, UTC oder None, Kennzeichen.
ANGABEN: tuple[tuple[str | None, str | None, tuple[str, ...]], ...] = (
    # ZEIT-01
    ("Thu, 03 Sep 15 00:01:01 +0200", "2015-09-02T22:01:01", ()),
    ("Mo, 25 Jun 2018 11:41:36", "2018-06-25T09:41:36", ANGENOMMEN),
    ("2016/6/29 15:07:41", "2016-06-29T13:07:41", ANGENOMMEN),
    ("Sun, 06 Sep 2026 08:00:00 -0000", "2026-09-06T08:00:00", ()),
    ("gestern", None, UNLESBAR),
    ("", None, ()),
    (None, None, ()),
    # ZEIT-05
    ("0001-01-01T00:00:00Z", None, UNPLAUSIBEL),
    ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59", ()),
    ("infinity", None, UNLESBAR),
    ("-infinity", None, UNLESBAR),
    ("0044-03-15 BC", None, UNLESBAR),
    ("9999-12-31T23:59:59Z", None, UNPLAUSIBEL),
    ("9999-12-31T23:59:59-14:00", None, UNLESBAR),
    # ZEIT-02
    ("2027-09-07T08:10:00Z", None, ZUKUNFT),
    ("2026-09-09T08:03:00Z", "2026-09-09T08:03:00", ()),
    ("2026-09-09T08:03:01Z", None, ZUKUNFT),
    # ISO 8601
    ("2026-09-06T08:00Z", "2026-09-06T08:00:00", ()),
    ("2026-09-06t08:00:00z", "2026-09-06T08:00:00", ()),
    ("2026-09-06T08:00:00.123456789+02:00", "2026-09-06T06:00:00", ()),
    ("2026-09-06 08:00:00+0200", "2026-09-06T06:00:00", ()),
    ("2026-09-06T08:00:00-05", "2026-09-06T13:00:00", ()),
    ("2026-09-06T08:00", "2026-09-06T06:00:00", ANGENOMMEN),
    ("2026-01-06T08:00", "2026-01-06T07:00:00", ANGENOMMEN),
    ("2026-09-06T25:00:00Z", None, UNLESBAR),
    ("2026-02-30T08:00:00Z", None, UNLESBAR),
    ("2026-09-06T08:00:61Z", None, UNLESBAR),
    ("2026-09-06T08:00:00+24:00", None, UNLESBAR),
    ("0000-00-00 00:00:00", None, UNLESBAR),
    ("2026-09-06", None, UNLESBAR),
    # RFC 822 und seine Verwandten
    ("Sun, 06 Sep 2026 08:00:00 GMT", "2026-09-06T08:00:00", ()),
    ("  Sun,06 Sep 2026 08:00 EST \n", "2026-09-06T13:00:00", ()),
    ("Sunday, 06-Sep-26 08:00:00 UT", "2026-09-06T08:00:00", ()),
    ("06 Sep 2026 08:00:00 +0200 (CEST)", "2026-09-06T06:00:00", ()),
    ("Thu, 01 Sep 94 08:00:00 GMT", "1994-09-01T08:00:00", ()),
    ("Sun, 06 Sep 2026 08:00:00 (EST)", None, UNLESBAR),
    ("Sun, 06 Sep 2026 08:00:00 XYZ", None, UNLESBAR),
    ("Sun, 06 Sep 2026 8:00:00 PM", None, UNLESBAR),
    ("Sun, 06 Sep 2026 08:61:00 +0200", None, UNLESBAR),
    ("Sun, 06 Marx 2026 08:00:00 +0200", None, UNLESBAR),
    ("Sun, 06 Junk 2026 08:00:00 +0200", None, UNLESBAR),
    # deutsch
    ("So, 06 Sept 2026 08:00:00 +0200", "2026-09-06T06:00:00", ()),
    ("Di, 03 März 2026 08:00 MEZ", "2026-03-03T07:00:00", ()),
    ("Di., 03. Mrz. 2026 08:00 MESZ", "2026-03-03T06:00:00", ()),
    ("Sonntag, 6. September 2026, 08:00 Uhr", "2026-09-06T06:00:00", ANGENOMMEN),
    ("06.09.2026, 08:00 Uhr", "2026-09-06T06:00:00", ANGENOMMEN),
    ("6.9.2026 um 8:00 Uhr", "2026-09-06T06:00:00", ANGENOMMEN),
    # mehrdeutig oder unbekannt: geraten wird nicht
    ("06/07/2026 08:00", None, UNLESBAR),
    ("1788681600", None, UNLESBAR),
    ("1970-01-01T00:00:00Z", None, UNPLAUSIBEL),
    ("1989-12-31T23:59:59Z", None, UNPLAUSIBEL),
    ("1990-01-01T00:00:00Z", "1990-01-01T00:00:00", ()),
    # Umstellung: die Lücke rückt vor, von den beiden Stunden gilt die erste
    ("2026-03-29T02:30:00", "2026-03-29T01:30:00", ANGENOMMEN),
    ("2025-10-26T02:30:00", "2025-10-26T00:30:00", ANGENOMMEN),
    ("\ud800\0", None, UNLESBAR),
    ("1 " * 50_000, None, UNLESBAR),
)

SLOTS = (
    ("2026-09-07T08:00", "2026-09-07T08:00"),
    ("2026-09-07T08:00Z", "2026-09-07T08:00"),
    ("2026-09-07t08:15z", "2026-09-07T08:15"),
    (" 2026-09-07 08:30 ", "2026-09-07T08:30"),
    ("2026-09-07T10:00+02:00", "2026-09-07T08:00"),
    ("2026-09-07T08:00+05:45", "2026-09-07T02:15"),
    ("2026-09-07", "2026-09-07T00:00"),
    ("20260907T0800", "2026-09-07T08:00"),
    # Die doppelte Stunde im Herbst sind zwei Slots.
    ("2026-10-25T02:00+02:00", "2026-10-25T00:00"),
    ("2026-10-25T02:00+01:00", "2026-10-25T01:00"),
)

KEINE_SLOTS = (
    ("2026-09-07T08:07", ("15-Minuten-Raster", "2026-09-07T08:00Z", "2026-09-07T08:15Z")),
    ("2026-12-31T23:59:59", ("15-Minuten-Raster", "2026-12-31T23:45Z", "2027-01-01T00:00Z")),
    ("2026-09-07T08:00:00.5", ("15-Minuten-Raster", "2026-09-07T08:00Z", "2026-09-07T08:15Z")),
    ("2026-09-07T08:00+00:07", ("15-Minuten-Raster", "2026-09-07T07:45Z", "2026-09-07T08:00Z")),
    ("gestern", ("'gestern'", "ISO 8601", "UTC")),
    ("", ("''", "ISO 8601")),
    ("2026-13-07T08:00", ("ISO 8601",)),
    ("2026-09-07T08:00+25:00", ("ISO 8601",)),
    ("0001-01-01T00:00+02:00", ("außerhalb von 1990 bis 2099",)),
    ("9999-12-31T23:59", ("außerhalb von 1990 bis 2099",)),
    ("\ud800\0\n", ("ISO 8601",)),
    ("x" * 10_000, ("ISO 8601",)),
)


class Angaben(unittest.TestCase):
    def test_pubdate(self) -> None:
        """ZEIT-01, ZEIT-02, ZEIT-05 und ihre Verwandten: ganz gelesen, mit Zone der Quelle ergänzt, oder keine Zeit."""
        for roh, soll, kennzeichen in ANGABEN:
            with self.subTest(repr(roh)[:60]):
                self.assertEqual(zeit.pubdate_lesen(roh, ERFASST), (utc(soll) if soll else None, kennzeichen))

    def test_zone_der_quelle(self) -> None:
        self.assertEqual(zeit.zeitangabe_lesen("2026-09-06 08:00", "UTC"), (utc("2026-09-06T08:00"), ANGENOMMEN))

    def test_zeit_02_zeitpunkt_ist_nie_nach_dem_eintreffen(self) -> None:
        for pubdate, soll in (
            (None, ERFASST),
            (ERFASST, ERFASST),
            (ERFASST - timedelta(hours=5), ERFASST - timedelta(hours=5)),
            (ERFASST + timedelta(seconds=1), ERFASST),
            (utc("2027-09-07T08:10"), ERFASST),
            (utc("0001-01-01T00:00"), ERFASST),
            (utc("1989-12-31T23:59:59"), ERFASST),
            (utc("1990-01-01T00:00"), utc("1990-01-01T00:00")),
        ):
            self.assertEqual(zeit.zeitpunkt(pubdate, ERFASST), soll)

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(st.text(st.characters()) | st.from_regex(zeit.MUSTER[0]) | st.from_regex(zeit.MUSTER[3]))
    def test_beliebiger_text_wirft_nie(self, text: str) -> None:
        gelesen, kennzeichen = zeit.pubdate_lesen(text, ERFASST)
        if gelesen is None:
            self.assertTrue(kennzeichen or not text.strip())
        else:
            self.assertEqual(gelesen.tzinfo, UTC)
            self.assertLessEqual(gelesen, ERFASST + zeit.VORLAUF)


class Slots(unittest.TestCase):
    def test_lesen(self) -> None:
        for text, soll in SLOTS:
            self.assertEqual(zeit.slot_lesen(text), utc(soll), text)

    def test_ablehnen(self) -> None:
        for text, teile in KEINE_SLOTS:
            with self.assertRaises(ValueError) as fehler:
                zeit.slot_lesen(text)
            meldung = str(fehler.exception)
            self.assertLess(len(meldung), 250)
            self.assertTrue(meldung.isprintable(), meldung)
            for teil in teile:
                self.assertIn(teil, meldung)

    def test_zeit_02_slot_folgt_dem_eintreffen(self) -> None:
        self.assertEqual(zeit.slot_von(utc("2026-09-07T08:30:00")), utc("2026-09-07T08:30"))
        self.assertEqual(zeit.slot_von(utc("2026-09-07T08:44:59.999999")), utc("2026-09-07T08:30"))

    @settings(deadline=None, derandomize=True)
    @given(
        st.datetimes(datetime(1990, 1, 2), datetime(2099, 12, 30), timezones=st.just(UTC)),
        st.integers(-14 * 4, 14 * 4),
    )
    def test_hin_und_zurueck(self, wann: datetime, viertel: int) -> None:
        slot = zeit.slot_von(wann)
        self.assertTrue(slot <= wann < slot + zeit.SLOT)
        self.assertEqual(zeit.slot_von(slot), slot)
        self.assertEqual(zeit.slot_lesen(zeit.slot_text(slot)), slot)
        versatz = timedelta(minutes=15 * viertel)
        zeichen = "-" if versatz < timedelta(0) else "+"
        stunden, minuten = divmod(abs(versatz) // timedelta(minutes=1), 60)
        anderswo = f"{slot.replace(tzinfo=None) + versatz:%Y-%m-%dT%H:%M}{zeichen}{stunden:02}:{minuten:02}"
        self.assertEqual(zeit.slot_lesen(anderswo), slot)


class Tage(unittest.TestCase):
    @settings(max_examples=300, deadline=None, derandomize=True)
    @given(st.datetimes(datetime(1950, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)))
    def test_berliner_tag_ist_der_des_kalenders(self, wann: datetime) -> None:
        tag = zeit.berliner_tag(wann)
        self.assertEqual(tag, wann.astimezone(BERLIN).date().toordinal())
        beginn, ende = zeit.tagesgrenzen(tag)
        self.assertTrue(beginn <= wann < ende)
        self.assertEqual(zeit.berliner_tag(wann.astimezone(ZoneInfo("America/New_York"))), tag)

    def test_jede_viertelstunde_eines_jahres_gehoert_zu_einem_tag(self) -> None:
        """Die Umstellungstage haben 92 und 100 Slots, alle anderen 96; keiner fehlt, keiner ist doppelt."""
        beginn, ende = utc("2025-12-31T23:00"), utc("2026-12-31T23:00")
        slots: dict[int, list[datetime]] = {}
        wann = beginn
        while wann < ende:
            slots.setdefault(zeit.berliner_tag(wann), []).append(wann)
            wann += zeit.SLOT
        laengen = {tag: len(liste) for tag, liste in slots.items()}
        kurz, lang = datetime(2026, 3, 29).toordinal(), datetime(2026, 10, 25).toordinal()
        self.assertEqual(laengen.pop(kurz), 92)
        self.assertEqual(laengen.pop(lang), 100)
        self.assertEqual((set(laengen.values()), len(laengen)), ({96}, 363))
        for tag, liste in slots.items():
            self.assertEqual((liste[0], liste[-1] + zeit.SLOT), zeit.tagesgrenzen(tag))
            self.assertEqual(liste, [zeit.slot_lesen(zeit.slot_text(s)) for s in liste])


if __name__ == "__main__":
    unittest.main()
