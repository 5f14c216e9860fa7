"""phase2.py: Reihenfolge, Nachholen, Zeitbudget, Ausfälle, Stand, Erklärung, Prüfung, Aufräumen."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import signal
import subprocess
import sys
import unittest
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

import aufraeumen
import dubletten
import durchlauf
import phase2
import revisionen
import sitzung
from modul import Auftrag, Modulfehler
from tests.basis import WURZEL, lauf
from tests.laeufe import Ausgang, MitBestand

# BET-07: von 22 Uhr bis 7 Uhr Berliner Zeit fiel der Takt aus.
AUSFALL = (datetime(2026, 9, 6, 20, tzinfo=UTC), datetime(2026, 9, 7, 5, tzinfo=UTC))
NUR = ("--nur", "dubletten,revisionen")

# (Angaben, was die eine Zeile sagt)
FALSCHE_AUFRUFE: tuple[tuple[tuple[str, ...], str], ...] = (
    ((), "eine dieser Angaben fehlt"),
    (("--aufholen", "--stand"), "schließen einander aus"),
    (("--aufholen", "--nur", "quark"), "'quark' gibt es nicht, nur dubletten, revisionen"),
    (("--aufholen", "--nur", ","), "--nur nennt kein Modul"),
    (("--backfill", "--hoechstens", "5"), "--hoechstens gilt nur mit --aufholen"),
    (("--aufholen", "--hoechstens", "0"), "--hoechstens braucht eine Zahl größer als 0"),
    (("--aufholen", "--hoechstens", "nan"), "--hoechstens braucht eine Zahl größer als 0"),
    (("--aufholen", "--seit", "gestern"), "--seit: 'gestern' ist keine Zeit nach ISO 8601"),
    (("--aufholen", "--seit", "0001-01-01"), "--seit: '0001-01-01' ist keine Zeit nach ISO 8601"),
    (("--stand", "--trocken"), "--trocken gilt nur mit --aufholen oder --slot oder --backfill"),
    (("--slot", "2026-09-07T08:07"), "15-Minuten-Raster"),
    (("--erklaere", "elf"), "'elf' ist keine gültige Zahl"),
    (("--aufraeumen", "--ja"), "--ja braucht eine coder_version"),
    (("--pruefen", "--alarm", "3"), "--alarm gilt nur mit --stand"),
    (("--pruefen", "--von", "2026-09-08", "--bis", "20260907"), "--von liegt nicht vor --bis"),
    (("--aufraeumen", "x", "--ja", "--nur", "dubletten"), "--nur gilt nicht mit --aufraeumen"),
    (("--erklaere", "0", "--seit", "2026-01-01"), "--seit gilt nur mit --aufholen oder --stand"),
)


def rufen(url: str, *worte: str) -> Ausgang:
    """Ein Lauf von phase2.py in diesem Prozess."""
    ausgabe, meldungen = io.StringIO(), io.StringIO()
    vorher = signal.getsignal(signal.SIGTERM)
    try:
        with (
            mock.patch.dict(os.environ, DATABASE_URL=url),
            mock.patch.object(sitzung, "PAUSEN", (0, 0, 0)),
            contextlib.redirect_stdout(ausgabe),
            contextlib.redirect_stderr(meldungen),
        ):
            code = phase2.main(worte)
    except SystemExit as ende:
        code = int(ende.code or 0)
    finally:
        signal.signal(signal.SIGTERM, vorher)
    return Ausgang(code, ausgabe.getvalue(), meldungen.getvalue().splitlines())


class MitLaeufer(MitBestand):
    def phase2(self, *worte: str, ausgang: int = 0) -> Ausgang:
        """Ein Lauf, der so enden muss."""
        ende = rufen(self.url, *worte)
        self.assertEqual(ende.code, ausgang, ende.meldungen)
        return ende

    def aufholen(self, *worte: str, ausgang: int = 0) -> dict[str, Any]:
        """Holt nach und gibt die Zusammenfassung zurück."""
        return self.phase2("--aufholen", *NUR, *worte, "--json", ausgang=ausgang).zahlen

    def slots(self, von: datetime, bis: datetime) -> list[datetime]:
        """Ein Item je Slot von einem Zeitpunkt bis vor einen anderen."""
        slots = [von + timedelta(minutes=15 * n) for n in range((bis - von) // timedelta(minutes=15))]
        for n, slot in enumerate(slots):
            self.item(f"Eigene Meldung Nummer {n} aus dem Rathaus", erfasst_am=slot + timedelta(minutes=1))
        return slots

    def kodiert(self, schicht: str = "dublette") -> list[int]:
        """Die kodierten Items einer Schicht."""
        return [i for (i,) in self.sql("select item_id from codings where schicht = %s order by item_id", schicht)]


class Aufruf(unittest.TestCase):
    def test_ein_falscher_aufruf_ist_eine_deutsche_zeile_und_ausgang_2(self) -> None:
        for worte, erwartet in FALSCHE_AUFRUFE:
            with self.subTest(worte):
                ende = rufen("", *worte)
                self.assertEqual((ende.code, len(ende.meldungen), ende.ausgabe), (2, 1, ""), ende.meldungen)
                self.assertIn(erwartet, ende.meldungen[0])

    def test_hilfe_ist_schnell_und_hat_je_auftrag_ein_beispiel(self) -> None:
        probe = (
            "import runpy, sys; sys.argv = ['phase2.py', '--help']\n"
            "try: runpy.run_path('phase2.py', run_name='__main__')\n"
            "except SystemExit: pass\n"
            "schwer = {'psycopg', 'numpy', 'scipy', 'torch', 'spacy'} & set(sys.modules)\n"
            "sys.exit(f'geladen: {schwer}' if schwer else 0)"
        )
        ende = subprocess.run([sys.executable, "-c", probe], cwd=WURZEL, capture_output=True, encoding="utf-8")
        self.assertEqual((ende.returncode, ende.stderr), (0, ""))
        for auftrag in ("aufholen", "slot", "backfill", "stand", "erklaere", "pruefen", "aufraeumen"):
            self.assertIn(f"  python phase2.py --{auftrag}", ende.stdout)

    def test_ohne_datenbank_eine_zeile(self) -> None:
        ende = lauf("phase2.py", "--aufholen", url="")
        self.assertEqual((ende.returncode, ende.stderr.count("\n")), (2, 1), ende.stderr)


class Nachholen(MitLaeufer):
    def test_bet_07_sechsunddreissig_slots_in_einem_lauf_der_aelteste_zuerst(self) -> None:
        slots = self.slots(*AUSFALL)
        self.assertEqual(len(slots), 36)
        reihenfolge: list[int] = []
        echt = revisionen.Revisionen.kodieren

        def mitschreiben(modul: revisionen.Revisionen, auftrag: Auftrag) -> Iterator[Any]:
            reihenfolge.extend(auftrag.items or [])
            return echt(modul, auftrag)

        with mock.patch.object(revisionen.Revisionen, "kodieren", mitschreiben):
            zahlen = self.aufholen()
        self.assertEqual([m["neu"] for m in zahlen["module"]], [36, 36])
        je_slot = [slot for i in reihenfolge for (slot,) in self.sql("select slot from raw_items where id = %s", i)]
        self.assertEqual(je_slot, slots)
        self.assertEqual([(m["neu"], m["geaendert"]) for m in self.aufholen()["module"]], [(0, 0)] * 2)

    def test_nachgeholt_gleich_slotweise_gleich_neuaufbau(self) -> None:
        url = self.url
        self.url, _ = url, self.sql("truncate codings")
        self.slots(*AUSFALL)
        self.item("Zug entgleist bei Celle am Montagmorgen", "abendpost", erfasst_am=AUSFALL[0])
        self.item("Zug entgleist bei Celle am Montagmorgen", "kurier", erfasst_am=AUSFALL[1])
        self.aufholen()
        nachgeholt = self.zeilen()
        self.sql("truncate codings, coder_versionen, dubletten_vorgriff, rueckstand")
        for (slot,) in self.sql("select distinct slot from raw_items order by slot desc"):
            self.phase2("--slot", slot.isoformat(), *NUR)
        self.assertEqual(self.zeilen(), nachgeholt)
        self.sql("truncate codings, coder_versionen, dubletten_vorgriff, rueckstand")
        self.phase2("--backfill", *NUR)
        self.assertEqual(self.zeilen(), nachgeholt)

    def test_bet_07_ein_abbruch_verliert_hoechstens_das_laufende_stueck(self) -> None:
        self.slots(*AUSFALL)
        zaehler = itertools.count()
        echt = durchlauf.lauf

        def enden(conn: Any, modul: Any, angaben: Any, auswahl: Any, ende: sitzung.Ende, **rest: Any) -> Any:
            if next(zaehler) == 20:
                os.kill(os.getpid(), signal.SIGTERM)
            return echt(conn, modul, angaben, auswahl, ende, **rest)

        with mock.patch.object(dubletten.Dubletten, "stueck", 1), mock.patch.object(durchlauf, "lauf", enden):
            ende = self.phase2("--aufholen", *NUR, ausgang=143)
        self.assertIn("SIGTERM", ende.meldungen[-1])
        self.assertEqual(self.kodiert(), list(range(1, 21)))
        self.assertEqual([m["neu"] for m in self.aufholen()["module"]], [16, 36])

    def test_das_zeitbudget_gibt_vor_dem_naechsten_takt_ab_und_der_naechste_macht_weiter(self) -> None:
        self.slots(*AUSFALL)
        with mock.patch.object(dubletten.Dubletten, "stueck", 4):
            ende = self.phase2("--aufholen", *NUR, "--hoechstens", "0.000001")
        self.assertEqual(self.kodiert(), [1, 2, 3, 4])
        self.assertIn("noch offen: 68 Kodierungen, der nächste Lauf macht weiter", ende.ausgabe)
        self.assertEqual([m["neu"] for m in self.aufholen()["module"]], [32, 36])

    def test_ein_slot_ist_ganz_oder_gar_nicht_kodiert(self) -> None:
        for slot in range(3):
            for n in range(5):
                zeit = AUSFALL[0] + timedelta(minutes=15 * slot + n)
                self.item(f"Meldung {n} aus Slot {slot} vom Rathaus", erfasst_am=zeit)
        with mock.patch.object(dubletten.Dubletten, "stueck", 2):
            self.phase2("--aufholen", *NUR, "--hoechstens", "0.000001")
        self.assertEqual(self.kodiert(), [1, 2, 3, 4, 5])

    def test_zeit_02_ein_datum_in_der_zukunft_haelt_nichts_auf(self) -> None:
        for pubdate, gesehen in (
            (datetime(2026, 9, 7, 8, 10, tzinfo=UTC), datetime(2026, 9, 7, 8, 15, tzinfo=UTC)),
            (datetime(2027, 9, 7, 8, 10, tzinfo=UTC), datetime(2026, 9, 7, 8, 30, tzinfo=UTC)),
            (datetime(2026, 9, 7, 8, 40, tzinfo=UTC), datetime(2026, 9, 7, 8, 45, tzinfo=UTC)),
        ):
            self.item("Kanzler reist in den Norden", f"haus{gesehen.minute}", pubdate=pubdate, erfasst_am=gesehen)
            self.aufholen()
        for schicht in ("dublette", "revision"):
            self.assertEqual(self.kodiert(schicht), [1, 2, 3])
        ((slot, hinweise),) = self.sql(
            "select r.slot, c.nutzlast -> 'hinweise' from raw_items r join codings c on c.item_id = r.id "
            "where r.id = 2 and c.schicht = 'dublette'"
        )
        self.assertEqual((slot, hinweise), (datetime(2026, 9, 7, 8, 30, tzinfo=UTC), ["pubdate_zukunft"]))

    def test_nachzuegler_geaenderte_titel_und_neue_fassungen_werden_gefunden(self) -> None:
        slots = self.slots(*AUSFALL)
        self.aufholen()
        spaet = self.item("Nachzügler mit altem Slot aus der Region", erfasst_am=slots[3])
        self.sql("update raw_items set titel = 'Ganz anders als vorher gemeldet' where id = 7")
        self.sql(
            "insert into raw_item_versionen (item_id, fassung, titel, erfasst_am, slot)"
            " values (9, 1, 'Alt', %s, %s), (9, 2, 'Neu und länger', %s, %s)",
            slots[8],
            slots[8],
            slots[20],
            slots[20],
        )
        stand = json.loads(self.phase2("--stand", *NUR, "--json").ausgabe)["module"]
        self.assertEqual([(s["fehlend"], s["veraltet"]) for s in stand], [(1, 1), (1, 2)])
        zahlen = self.aufholen()["module"]
        self.assertEqual([(m["neu"], m["geaendert"]) for m in zahlen], [(1, 1), (1, 2)])
        self.assertIn(spaet, self.kodiert())
        self.phase2("--pruefen", *NUR)

    def test_ein_fremder_hash_in_codings_wird_gefunden(self) -> None:
        self.slots(*AUSFALL)
        self.aufholen()
        self.aufholen()
        self.sql("update codings set eingabe_hash = 'alt' where item_id in (4, 5) and schicht = 'revision'")
        stand = json.loads(self.phase2("--stand", *NUR, "--json").ausgabe)["module"]
        self.assertEqual([s["veraltet"] for s in stand], [0, 2])
        self.assertEqual([(m["neu"], m["geaendert"]) for m in self.aufholen()["module"]], [(0, 0), (0, 2)])

    def test_ein_titel_der_kurz_anders_lautete_hinterlaesst_nichts(self) -> None:
        gleich = "Zug entgleist bei Celle am Montagmorgen"
        eins = self.item(gleich, "abendpost", erfasst_am=AUSFALL[0])
        self.aufholen()
        self.sql("update raw_items set titel = 'Ganz anderes Thema aus der Stadt' where id = %s", eins)
        self.item(gleich, "kurier", erfasst_am=AUSFALL[1])
        self.phase2("--slot", AUSFALL[1].isoformat(), *NUR)
        self.sql("update raw_items set titel = %s where id = %s", gleich, eins)
        self.aufholen()
        nachgeholt = self.zeilen()
        self.phase2("--pruefen", *NUR)
        self.assertEqual({z[5]["groesse"] for z in nachgeholt if z[1] == "dublette"}, {2})

    def test_eine_umstellung_kommt_auch_mit_wenig_zeit_und_neuen_items_voran(self) -> None:
        self.slots(*AUSFALL)
        self.aufholen()
        with mock.patch.object(dubletten, "REGELN", 99):
            for takt in range(3):
                self.item(f"Neu im Takt {takt} aus dem Rathaus", erfasst_am=AUSFALL[1] + timedelta(hours=takt))
                self.phase2("--aufholen", *NUR, "--hoechstens", "0.05")
            stand = json.loads(self.phase2("--stand", *NUR, "--json").ausgabe)["module"]
        self.assertEqual([s["umzustellen"] for s in stand], [0, 0])

    def test_eine_andere_einstellung_verdeckt_keine_luecke(self) -> None:
        self.slots(*AUSFALL)
        self.lauf("--backfill", "--basis", "titel+teaser")
        stand = json.loads(self.phase2("--stand", *NUR, "--json").ausgabe)["module"]
        self.assertEqual([(s["fehlend"], s["umzustellen"]) for s in stand], [(36, 0), (36, 0)])

    def test_eine_alte_luecke_wird_auch_hinter_vielen_neuen_gefunden(self) -> None:
        self.slots(*AUSFALL)
        self.aufholen()
        self.sql("delete from codings where item_id in (2, 30) and schicht = 'dublette'")
        with mock.patch("rueckstand.NEUESTE", 3):
            self.assertEqual([m["neu"] for m in self.aufholen()["module"]], [2, 0])

    def test_trocken_schreibt_nichts_auch_keinen_vermerk(self) -> None:
        self.slots(*AUSFALL)
        self.aufholen()
        self.sql("update raw_items set titel = titel || '!' where id = 1")
        self.item("Noch eine Meldung aus dem Rathaus")
        tabellen = ("codings", "rueckstand", "coder_versionen", "dubletten_vorgriff")
        davor = [self.sql(f"select * from {tabelle} order by 1, 2") for tabelle in tabellen]
        zahlen = self.aufholen("--trocken")["module"]
        self.assertEqual([(m["neu"], m["geaendert"]) for m in zahlen], [(1, 1), (1, 1)])
        self.assertEqual([self.sql(f"select * from {tabelle} order by 1, 2") for tabelle in tabellen], davor)


class CoderVersion(MitLaeufer):
    def test_eine_neue_coder_version_wird_nachgeholt_und_die_alten_zeilen_bleiben(self) -> None:
        slots = self.slots(*AUSFALL)
        self.aufholen()
        davor = self.zeilen()
        with mock.patch.object(dubletten, "REGELN", 99):
            stand = self.phase2("--stand", *NUR).ausgabe
            self.assertRegex(stand, r"dubletten: neue coder_version dubletten-\w+: 36 Items neu zu rechnen, etwa \d+ s")
            self.aufholen("--seit", slots[30].isoformat())
            self.assertEqual(len(self.zeilen()), len(davor) + 6)
            self.aufholen()
        self.assertEqual(len(self.zeilen()), len(davor) + 36)
        self.assertEqual([z for z in self.zeilen() if z in davor], davor)

    def test_codings_aktuell_folgt_der_version_auch_zurueck_und_gegen_die_uhr(self) -> None:
        self.slots(*AUSFALL)

        def gezeigt() -> list[Any]:
            return self.sql("select distinct coder_version from codings_aktuell where schicht = 'dublette'")

        self.aufholen()
        erste = gezeigt()
        self.sql("update coder_versionen set zuletzt = now() + interval '300 days'")
        with mock.patch.object(dubletten, "REGELN", 99):
            self.aufholen()
            self.assertNotEqual(gezeigt(), erste)
        self.aufholen()
        self.assertEqual(gezeigt(), erste)

    def test_neue_slots_warten_nicht_auf_die_umstellung(self) -> None:
        self.slots(*AUSFALL)
        self.aufholen()
        with mock.patch.object(dubletten, "REGELN", 99), mock.patch.object(dubletten.Dubletten, "stueck", 4):
            neu = self.item("Eben eingetroffen aus dem Rathaus")
            self.phase2("--aufholen", *NUR, "--hoechstens", "0.000001")
        self.assertEqual(self.sql("select count(*) from codings where item_id = %s", neu), [(1,)])

    def test_aufraeumen_zeigt_loescht_nur_mit_ja_und_nie_die_benutzte(self) -> None:
        self.slots(*AUSFALL)
        self.sql(
            "insert into raw_items (haus, titel, erfasst_am, slot) select 'bote', 'Wetter', now(), "
            "date_bin('15 minutes', now(), '2000-01-01Z')"
        )
        self.aufholen()
        ((alt,),) = self.sql("select coder_version from coder_versionen where schicht = 'dublette'")
        self.phase2("--aufraeumen", alt, "--ja", ausgang=2)
        with mock.patch.object(dubletten, "REGELN", 99):
            self.aufholen()
            ((neu,),) = self.sql(
                "select coder_version from coder_versionen where schicht = 'dublette' and coder_version <> %s", alt
            )
            liste = self.phase2("--aufraeumen").ausgabe.splitlines()
            self.assertEqual(len(liste), 3)
            self.assertTrue(
                any(alt in zeile and "37 Zeilen" in zeile and "überholt" in zeile for zeile in liste), liste
            )
            self.assertIn("in Gebrauch", self.phase2("--aufraeumen", neu, "--ja", ausgang=2).meldungen[-1])
            self.assertIn("--ja", self.phase2("--aufraeumen", alt, ausgang=2).meldungen[-1])
            self.assertIn("gibt es nicht", self.phase2("--aufraeumen", "quark", "--ja", ausgang=2).meldungen[-1])
            andere = [z for z in self.zeilen() if z[2] != alt]
            with mock.patch.object(aufraeumen, "SCHRITT", 10):
                self.assertIn("37 Zeilen", self.phase2("--aufraeumen", alt, "--ja").ausgabe)
        self.assertEqual(self.zeilen(), andere)
        for tabelle in ("coder_versionen", "dubletten_vorgriff", "rueckstand"):
            self.assertEqual(self.sql(f"select count(*) from {tabelle} where coder_version = %s", alt), [(0,)])


class Ausfaelle(MitLaeufer):
    def test_ein_modul_ohne_modell_haelt_die_anderen_nicht_auf(self) -> None:
        self.slots(*AUSFALL)
        fehler = Modulfehler("das Modell fehlt; python modell_holen.py")
        with mock.patch.object(dubletten.Dubletten, "komponenten", side_effect=fehler):
            ende = self.phase2("--aufholen", *NUR, ausgang=1)
            self.assertEqual(ende.meldungen, ["dubletten: fällt aus: das Modell fehlt; python modell_holen.py"])
            self.assertIn("gescheitert: dubletten", ende.ausgabe)
            self.assertIn("kann hier nicht rechnen: das Modell fehlt", self.phase2("--stand", *NUR).ausgabe)
        self.assertEqual((self.kodiert(), len(self.kodiert("revision"))), ([], 36))

    def test_ein_schlechter_slot_haelt_die_anderen_nicht_auf(self) -> None:
        self.slots(*AUSFALL)
        echt = revisionen.Revisionen.kodieren

        def scheitern(modul: revisionen.Revisionen, auftrag: Auftrag) -> Iterator[Sequence[Any]]:
            if 5 in (auftrag.items or []):
                raise ZeroDivisionError("division by zero")
            return echt(modul, auftrag)

        with mock.patch.object(revisionen.Revisionen, "kodieren", scheitern):
            ende = self.phase2("--aufholen", *NUR, ausgang=1)
        self.assertEqual(self.kodiert("revision"), [n for n in range(1, 37) if n != 5])
        self.assertRegex(
            ende.meldungen[0], r"revisionen: der Slot von Item 5 scheiterte \(ZeroDivisionError: .*test_phase2"
        )
        self.assertEqual([m["neu"] for m in self.aufholen()["module"]], [0, 1])

    def test_hinter_schlechten_alten_slots_warten_die_neuen_nicht(self) -> None:
        self.slots(*AUSFALL)
        echt = revisionen.Revisionen.kodieren

        def scheitern(modul: revisionen.Revisionen, auftrag: Auftrag) -> Iterator[Sequence[Any]]:
            if min(auftrag.items or [99]) <= 4:
                raise ZeroDivisionError("division by zero")
            return echt(modul, auftrag)

        with (
            mock.patch.object(revisionen.Revisionen, "kodieren", scheitern),
            mock.patch.object(revisionen.Revisionen, "stueck", 1),
        ):
            self.phase2("--aufholen", *NUR, ausgang=1)
        self.assertEqual(self.kodiert("revision"), list(range(5, 37)))

    def test_sigterm_beendet_auch_einen_lauf_der_auf_eine_sperre_wartet(self) -> None:
        self.slots(*AUSFALL)
        umgebung = {k: v for k, v in os.environ.items() if not k.startswith("PG")} | {"DATABASE_URL": self.url}
        with self.riegel("lock table codings in access exclusive mode"):
            lauf = subprocess.Popen(
                [sys.executable, "phase2.py", "--backfill", *NUR],
                cwd=WURZEL,
                env=umgebung,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                encoding="utf-8",
            )
            self.addCleanup(lauf.communicate)
            self.addCleanup(lauf.kill)
            self._bis(
                lambda: self.sql(
                    "select pid from pg_stat_activity where datname = current_database() "
                    "and application_name = 'wurzelwerk-phase2' and wait_event_type = 'Lock'"
                )
            )
            lauf.terminate()
            _, meldungen = lauf.communicate(timeout=60)
        self.assertEqual(lauf.returncode, 143, meldungen)
        self.assertIn("durch SIGTERM beendet", meldungen)

    def test_bet_03_ein_abgelehntes_item_wird_fuenfmal_versucht_und_dann_erst_nach_einer_aenderung(self) -> None:
        self.slots(*AUSFALL)
        self.sql("alter table codings add constraint probe check (item_id <> 3 or nutzlast ? 'nie')")
        for versuch in range(1, 6):
            ende = self.phase2("--aufholen", *NUR, ausgang=1)
            self.assertTrue(any("Item 3 abgelehnt (23514" in zeile for zeile in ende.meldungen))
            self.assertEqual(self.sql("select distinct versuche from rueckstand where item_id = 3"), [(versuch,)])
        self.assertEqual([m["items"] for m in self.aufholen()["module"]], [0, 0])
        stand = json.loads(self.phase2("--stand", *NUR, "--json").ausgabe)["module"]
        self.assertEqual([(s["abgelehnt"], s["kodiert"]) for s in stand], [(1, 35)] * 2)
        self.sql("alter table codings drop constraint probe")
        self.assertEqual([m["items"] for m in self.aufholen()["module"]], [0, 0])
        self.sql("update raw_items set titel = 'Jetzt anders gemeldet aus der Stadt' where id = 3")
        self.assertEqual([m["neu"] for m in self.aufholen()["module"]], [1, 1])
        self.assertEqual(self.sql("select count(*) from rueckstand"), [(0,)])

    def test_bet_01_verbindung_reisst_mitten_im_lauf(self) -> None:
        self.slots(*AUSFALL)
        zaehler = itertools.count()
        echt = revisionen.Revisionen.kodieren

        def reissen(modul: revisionen.Revisionen, auftrag: Auftrag) -> Iterator[Sequence[Any]]:
            for stapel in echt(modul, auftrag):
                if next(zaehler) == 0:
                    self.sql(
                        "select pg_terminate_backend(pid) from pg_stat_activity "
                        "where application_name = 'wurzelwerk-phase2' and datname = current_database()"
                    )
                yield stapel

        with mock.patch.object(revisionen.Revisionen, "kodieren", reissen):
            ende = self.phase2("--aufholen", *NUR, "--json")
        self.assertIn("neuer Versuch", ende.meldungen[0])
        self.assertEqual([m["neu"] for m in ende.zahlen["module"]], [36, 36])
        self.assertEqual([(m["neu"], m["geaendert"]) for m in self.aufholen()["module"]], [(0, 0)] * 2)

    def test_bet_01_volle_platte_endet_sofort(self) -> None:
        self.slots(*AUSFALL)
        self.sql(
            "create function voll() returns trigger language plpgsql as "
            "$$ begin raise exception using errcode = '53100', message = 'No space left on device'; end $$"
        )
        self.sql("create trigger voll before insert on codings for each row execute function voll()")
        ende = self.phase2("--aufholen", *NUR, ausgang=1)
        self.assertEqual(len(ende.meldungen), 1, ende.meldungen)
        self.assertIn("Die Platte des Datenbankservers ist voll", ende.meldungen[0])
        self.assertEqual(self.zeilen(), [])
        self.sql("drop trigger voll on codings")
        self.assertEqual([m["neu"] for m in self.aufholen()["module"]], [36, 36])

    def test_bet_02_der_zweite_lauf_endet_sofort_und_nach_kill_9_geht_der_dritte_gleich_weiter(self) -> None:
        self.slots(*AUSFALL)
        umgebung = {k: v for k, v in os.environ.items() if not k.startswith("PG")} | {"DATABASE_URL": self.url}
        with self.riegel("lock table codings in share row exclusive mode"):
            erster = subprocess.Popen(
                [sys.executable, "phase2.py", "--aufholen", *NUR],
                cwd=WURZEL,
                env=umgebung,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            self.addCleanup(erster.wait)
            self.addCleanup(erster.kill)
            self._bis(
                lambda: self.sql(
                    "select pid from pg_stat_activity where datname = current_database() "
                    "and application_name = 'wurzelwerk-phase2' and wait_event_type = 'Lock'"
                )
            )
            for worte in (("--aufholen",), ("--backfill",)):
                ende = self.phase2(*worte, *NUR)
                self.assertEqual(ende.meldungen, ["phase2: ein anderer Lauf arbeitet gerade; dieser tut nichts."])
                self.assertEqual(ende.ausgabe, "")
            self.phase2("--stand", *NUR)
            erster.kill()
            erster.wait()
            self.sql(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() "
                "and application_name = 'wurzelwerk-phase2' and wait_event_type = 'Lock'"
            )
        self.assertEqual([m["neu"] for m in self.aufholen()["module"]], [36, 36])


class Auskunft(MitLaeufer):
    def test_alarm_ab_einem_alter_der_luecke(self) -> None:
        self.phase2("--stand", *NUR, "--alarm", "1")
        self.item("Frisch aus dem Rathaus", erfasst_am=datetime.now(UTC) - timedelta(hours=5))
        self.phase2("--stand", *NUR, "--alarm", "6")
        ende = self.phase2("--stand", *NUR, "--alarm", "4", ausgang=1)
        self.assertIn("dubletten: Lücke seit ", ende.meldungen[0])
        self.aufholen()
        self.phase2("--stand", *NUR, "--alarm", "0.01")
        # Veraltetes zählt, seit es bekannt ist: eine neue Fassung eines alten Items ist noch keine alte Lücke.
        self.sql("update raw_items set titel = 'Geändert im Nachhinein aus dem Rathaus'")
        self.phase2("--stand", *NUR, "--alarm", "4")
        fehler = Modulfehler("das Modell fehlt")
        with mock.patch.object(revisionen.Revisionen, "kodieren", side_effect=fehler):
            self.aufholen(ausgang=1)
        self.phase2("--stand", *NUR, "--alarm", "4")
        self.sql("update rueckstand set seit = seit - interval '5 hours'")
        alarm = json.loads(self.phase2("--stand", *NUR, "--alarm", "4", "--json", ausgang=1).ausgabe)["alarm"]
        self.assertEqual(alarm, ["revisionen"])

    def test_erklaere_zeigt_jede_schicht_und_rechnet_nach(self) -> None:
        eins = self.item("Zug entgleist bei Celle am Montagmorgen", "abendpost")
        zwei = self.item("Unfall: Zug entgleist bei Celle am Montagmorgen", "kurier")
        self.aufholen()
        ende = self.phase2("--erklaere", str(zwei), *NUR)
        for stueck in ("[abendpost] »Zug entgleist", "coder_version", "schwelle", "eingabe_hash", "Fassung 1", "rolle"):
            self.assertIn(stueck, ende.ausgabe)
        self.assertEqual(ende.ausgabe.count("nachgerechnet    stimmt"), 2)
        self.sql("update codings set nutzlast = jsonb_set(nutzlast, '{groesse}', '7') where item_id = %s", eins)
        self.assertIn("groesse: gespeichert 7, jetzt 2", self.phase2("--erklaere", str(eins), *NUR, ausgang=1).ausgabe)
        self.sql("update raw_items set titel = 'Zug entgleist am Dienstag' where id = %s", zwei)
        self.assertIn("die Eingabe hat sich geändert", self.phase2("--erklaere", str(zwei), *NUR, ausgang=1).ausgabe)
        neu = self.item("Noch nicht kodiert aus der Stadt")
        self.assertIn("keine Kodierung", self.phase2("--erklaere", str(neu), *NUR, ausgang=1).ausgabe)
        self.assertIn("gibt es in raw_items nicht", self.phase2("--erklaere", "4711", *NUR, ausgang=1).meldungen[0])

    def test_pruefen_nennt_jede_abweichende_zeile_und_schreibt_nichts(self) -> None:
        self.slots(*AUSFALL)
        self.aufholen()
        self.phase2("--pruefen", *NUR)
        self.sql(
            'update codings set nutzlast = nutzlast || \'{"art": "formal"}\''
            " where item_id = 8 and schicht = 'revision'"
        )
        self.sql("update codings set eingabe_hash = 'x' where item_id = 7 and schicht = 'dublette'")
        davor = self.zeilen()
        ende = self.phase2("--pruefen", *NUR, ausgang=1)
        self.assertIn("revisionen: Item 8 weicht ab", ende.meldungen)
        self.assertIn("dubletten: Item 7 weicht ab", ende.meldungen)
        self.assertEqual(self.zeilen(), davor)
        self.phase2("--pruefen", *NUR, "--von", "2026-09-07")
        self.phase2("--pruefen", *NUR, "--bis", "2026-09-05")
        self.phase2("--pruefen", *NUR, "--von", "2026-09-06T20:00", "--bis", "2026-09-06", ausgang=1)

    def test_stand_und_erklaerung_vertragen_eine_leserolle(self) -> None:
        self.slots(*AUSFALL)
        self.aufholen()
        leser = self.url + " options='-c role=wurzelwerk_lesen'"
        for worte in (
            ("--stand",),
            ("--erklaere", "3"),
            ("--pruefen",),
            ("--aufraeumen",),
            ("--aufholen", "--trocken"),
        ):
            with self.subTest(worte):
                ende = rufen(leser, *worte, *(() if worte == ("--aufraeumen",) else NUR))
                self.assertEqual(ende.code, 0, ende.meldungen)
                self.assertFalse([m for m in ende.meldungen if "kann hier nicht rechnen" not in m])


if __name__ == "__main__":
    unittest.main()
