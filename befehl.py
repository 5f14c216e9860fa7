"""Kommandozeile: deutsche Meldungen von argparse, und womit ein Programm endet."""

from __future__ import annotations

import argparse
import io
import re
import sys
from typing import Any, NoReturn

import geheimnisse

GETAN = 0
GESCHEITERT = 1
AUFRUF = 2
SPAETER = 75  # EX_TEMPFAIL aus sysexits.h: derselbe Aufruf kann später gelingen
BEENDET = 143  # 128 + SIGTERM

# Was argparse sagt, und was hier daraus wird. Der erste Treffer gilt.
MELDUNGEN = tuple(
    (re.compile(muster), ersatz)
    for muster, ersatz in (
        (r"^unrecognized arguments: (.*)", r"unbekannte Angabe: \1"),
        (r"^argument ([^:]+): expected (?:one|at least one) argument$", r"\1 braucht einen Wert"),
        (r"^argument ([^:]+): not allowed with argument (.*)", r"\1 und \2 schließen einander aus"),
        (r"^argument ([^:]+): invalid choice: (.*) \(choose from (.*)\)$", r"\1: \2 gibt es nicht, nur \3"),
        (r"^argument ([^:]+): invalid \w+ value: (.*)", r"\1: \2 ist keine gültige Zahl"),
        (r"^argument ([^:]+): ignored explicit argument (.*)", r"\1 nimmt keinen Wert (hier \2)"),
        (r"^argument ([^:]+): (.*)", r"\1: \2"),
        (r"^one of the arguments (.*) is required$", r"eine dieser Angaben fehlt: \1"),
        (r"^the following arguments are required: (.*)", r"es fehlt: \1"),
        (r"^ambiguous option: (.*) could match (.*)", r"\1 ist mehrdeutig: \2"),
    )
)


class Zerleger(argparse.ArgumentParser):
    """argparse auf Deutsch; ein falscher Aufruf ist eine Zeile und Ausgang 2.

    Args:
        doc: Docstring des Skripts; die erste Zeile beschreibt es, der Rest steht unter den Angaben.
    """

    def __init__(self, doc: str | None, **rest: Any) -> None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            # Sonst endet ein fertiger Lauf dort mit einem Traceback, wo das Terminal Umlaute nicht darstellen kann.
            sys.stdout.reconfigure(errors="backslashreplace")
        kopf, _, fuss = (doc or "").partition("\n\n")
        super().__init__(
            description=kopf,
            epilog=fuss,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            add_help=False,
            **rest,
        )
        self._positionals.title = "Angaben"
        self._optionals.title = "Optionen"
        self.add_argument("-h", "--help", action="help", help="diese Hilfe")

    def format_usage(self) -> str:
        """Die Aufrufzeile mit deutschem Vorsatz."""
        return super().format_usage().replace("usage:", "Aufruf:", 1)

    def format_help(self) -> str:
        """Die ganze Hilfe mit deutschem Vorsatz."""
        return super().format_help().replace("usage:", "Aufruf:", 1)

    def error(self, message: str) -> NoReturn:
        """Ersetzt die Ausgabe von argparse.

        Raises:
            SystemExit: immer, mit Ausgang 2.
        """
        for muster, ersatz in MELDUNGEN:
            if muster.search(message):
                message = muster.sub(ersatz, message)
                break
        melden(f"{self.prog}: {message} (siehe --help)")
        raise SystemExit(AUFRUF)


def melden(text: str) -> None:
    """Schreibt eine Zeile auf die Fehlerausgabe, ohne Geheimnisse."""
    print(geheimnisse.unverfaenglich(" ".join(text.split())), file=sys.stderr, flush=True)
