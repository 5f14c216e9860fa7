"""Eine Sitzung an der Datenbank: hält die Sperre, wiederholt nach Fehlern, die vergehen, achtet auf SIGTERM."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

import befehl
import deutung

if TYPE_CHECKING:
    import psycopg

E = TypeVar("E")

# Sperre je Datenbank, an der Sitzung: sie fällt mit ihr, auch nach kill -9. Die Zahl ist beliebig, aber fest.
SPERRE = 0x7732_5F6B_6F64
SPERREN = "select pg_try_advisory_lock(%s)"

# Nach einem Fehler, der vergeht: so lange warten, dann mit neuer Verbindung von vorn (Sekunden).
PAUSEN = (1.0, 4.0, 15.0)
# So lange wird nachgefragt, ob die Sperre frei wird (Sekunden), bevor ein anderer Lauf als ihr Inhaber gilt.
SPERRPAUSEN = (0.05, 0.1, 0.2, 0.4)
# Fehler, bei denen ein neuer Versuch hilft: Verbindung, abgebrochene oder verklemmte Transaktion, Server im Umbau.
NOCHMAL = ("08", "40", "57P")
# So oft sieht ein wartender Lauf nach, ob er enden soll (Sekunden).
WACH = 0.1
# So lange darf es dauern, dem Server zu sagen, dass er eine Abfrage abbrechen soll (Sekunden).
ABBRECHEN = 5.0


class Besetzt(Exception):
    """Ein anderer Lauf hält die Sperre."""


class Beendet(Exception):
    """SIGTERM kam; die laufende Transaktion wird verworfen."""


class Ende:
    """Ob SIGTERM kam."""

    def __init__(self) -> None:
        self.verlangt = False
        self.abbrechen: Callable[[], None] | None = None
        self._geschuetzt = False

    @classmethod
    def auf_sigterm(cls) -> Ende:
        """Achtet von jetzt an auf SIGTERM."""
        ende = cls()
        signal.signal(signal.SIGTERM, ende._empfangen)
        return ende

    def _empfangen(self, *_: Any) -> None:
        self.verlangt = True
        # Wer auf eine Sperre oder eine lange Abfrage wartet, sähe sonst erst danach, dass er enden soll.
        if self.abbrechen is not None and not self._geschuetzt:
            self.abbrechen()

    @contextlib.contextmanager
    def schreibend(self) -> Iterator[None]:
        """Was jetzt läuft, wird auch nach SIGTERM zu Ende gebracht: gerechnet ist es, es fehlt nur das Schreiben."""
        self._geschuetzt = True
        try:
            yield
        finally:
            self._geschuetzt = False

    def pruefen(self) -> None:
        """Bricht ab, wenn SIGTERM kam.

        Raises:
            Beendet: es kam.
        """
        if self.verlangt:
            raise Beendet

    def warten(self, sekunden: float) -> None:
        """Wartet, aber nicht über ein SIGTERM hinaus; ``time.sleep`` liefe danach einfach weiter.

        Raises:
            Beendet: es kam.
        """
        frist = time.monotonic() + sekunden
        while not self.verlangt and (rest := frist - time.monotonic()) > 0:
            time.sleep(min(rest, WACH))
        self.pruefen()


class Sitzung:
    """Eine Verbindung, die nach einem Abriss neu entsteht.

    Args:
        anwendung: unter diesem Namen kennt sie der Server.
        ende: ob SIGTERM kam.
        sperren: ob sie die Sperre hält, die zwei Läufe zugleich verhindert.
    """

    def __init__(self, anwendung: str, ende: Ende, *, sperren: bool) -> None:
        self._anwendung = anwendung
        self._ende = ende
        self._sperren = sperren
        self._conn: psycopg.Connection[Any] | None = None

    def __enter__(self) -> Sitzung:
        return self

    def __exit__(
        self, art: type[BaseException] | None, fehler: BaseException | None, spur: TracebackType | None
    ) -> None:
        self._schliessen()

    def versuchen(self, arbeit: Callable[[psycopg.Connection[Any]], E]) -> E:
        """Führt eine Arbeit aus, nach Fehlern, die vergehen, mit neuer Verbindung von vorn.

        Args:
            arbeit: bekommt eine Verbindung im autocommit; was sie nicht festschreibt, wird verworfen.

        Raises:
            Besetzt: ein anderer Lauf hält die Sperre.
            Beendet: SIGTERM kam.
        """
        for versuch, pause in enumerate((*PAUSEN, None)):
            try:
                return self._arbeiten(arbeit, erneut=versuch > 0)
            except Exception as fehler:
                if self._ende.verlangt and not isinstance(fehler, Besetzt | Beendet):
                    raise Beendet from fehler
                if pause is None or not vergeht(fehler):
                    raise
                befehl.melden(f"{self._anwendung}: {deutung.ursache(fehler)}; neuer Versuch in {pause:g} s.")
            self._schliessen()
            self._ende.warten(pause)
        raise AssertionError("unerreichbar")

    def _arbeiten(self, arbeit: Callable[[psycopg.Connection[Any]], E], *, erneut: bool) -> E:
        if self._conn is None:
            self._oeffnen(erneut=erneut)
        conn = self._conn
        assert conn is not None
        try:
            return arbeit(conn)
        except BaseException:
            # Die Sperre bleibt, solange die Verbindung lebt.
            self._zuruecksetzen(conn)
            raise

    def _oeffnen(self, *, erneut: bool) -> None:
        import db

        conn = db.verbinden(self._anwendung, autocommit=True)
        if self._sperren and not _sperre_bekommen(conn):
            conn.close()
            if not erneut:
                raise Besetzt
            # Es kann die eigene Sitzung sein, deren Ende der Server noch nicht bemerkt hat.
            raise db.Verbindungsfehler("Die Sperre hält noch eine andere Sitzung.", voruebergehend=True)
        self._conn = conn
        self._ende.abbrechen = self._abfrage_abbrechen

    def _abfrage_abbrechen(self) -> None:
        import psycopg

        if self._conn is not None:
            with contextlib.suppress(psycopg.Error):
                self._conn.cancel_safe(timeout=ABBRECHEN)

    def _zuruecksetzen(self, conn: psycopg.Connection[Any]) -> None:
        import psycopg

        try:
            conn.rollback()
            conn.autocommit, conn.read_only, conn.isolation_level = True, None, None
        except psycopg.Error:
            self._schliessen()

    def _schliessen(self) -> None:
        self._ende.abbrechen = None
        if self._conn is not None:
            self._conn.close()
            self._conn = None


def vergeht(fehler: Exception) -> bool:
    """Ob ein neuer Versuch mit neuer Verbindung helfen kann."""
    import psycopg

    import db

    if isinstance(fehler, db.Verbindungsfehler):
        return fehler.voruebergehend
    return isinstance(fehler, psycopg.Error) and deutung.deuten(fehler).sqlstate.startswith(NOCHMAL)


def _sperre_bekommen(conn: psycopg.Connection[Any]) -> bool:
    # Der Server gibt die Sperre eines eben beendeten Laufs erst frei, wenn er dessen Ende bemerkt hat.
    for pause in (*SPERRPAUSEN, None):
        zeile = conn.execute(SPERREN, (SPERRE,)).fetchone()
        if zeile and zeile[0]:
            return True
        if pause is not None:
            time.sleep(pause)
    return False
