"""Zwei HTTP-Dienste auf Loopback: ein echter SPARQL-Dienst (Oxigraph) und einer, der nach Drehbuch danebenliegt."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pyoxigraph


@dataclass
class Auftritt:
    """Eine Antwort nach Drehbuch.

    Args:
        status: HTTP-Status.
        rumpf: Bytes.
        kopf: weitere Kopfzeilen.
        abreissen: mehr Bytes ankündigen, als kommen, und die Verbindung mit RST schließen.
        schweigen: Sekunden bis zur ersten Zeile.
    """

    status: int = 200
    rumpf: bytes = b""
    kopf: Mapping[str, str] = field(default_factory=dict)
    abreissen: bool = False
    schweigen: float = 0.0


@dataclass
class Anfrage:
    """Was ein Dienst zu hören bekam."""

    abfrage: str
    kopf: Mapping[str, str]
    art: str


class _Dienst(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, graph: pyoxigraph.Store | None, drehbuch: Sequence[Auftritt]) -> None:
        super().__init__(("127.0.0.1", 0), _Bearbeiter)
        self.graph = graph
        self.drehbuch = list(drehbuch)
        self.anfragen: list[Anfrage] = []
        self.ende = threading.Event()

    def handle_error(self, request: object, client_address: object) -> None:
        """Ein abgebrochener Klient ist kein Fehler des Tests."""

    @property
    def adresse(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/sparql"


class _Bearbeiter(BaseHTTPRequestHandler):
    server: _Dienst

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self._antworten(parse_qs(urlsplit(self.path).query))

    def do_POST(self) -> None:
        self._antworten(parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode()))

    def _antworten(self, felder: Mapping[str, list[str]]) -> None:
        abfrage = felder.get("query", [""])[0]
        self.server.anfragen.append(Anfrage(abfrage, dict(self.headers.items()), self.command))
        if self.server.drehbuch:
            auftritt = self.server.drehbuch.pop(0)
        elif self.server.graph is not None:
            auftritt = _wirklich(self.server.graph, abfrage)
        else:
            auftritt = Auftritt(500)
        if auftritt.schweigen:
            self.server.ende.wait(auftritt.schweigen)
        self.send_response(auftritt.status)
        kopf = {"Content-Type": "application/sparql-results+json;charset=utf-8", **auftritt.kopf}
        for name, wert in kopf.items():
            self.send_header(name, wert)
        self.send_header("Content-Length", str(len(auftritt.rumpf) + 100 * auftritt.abreissen))
        self.end_headers()
        self.wfile.write(auftritt.rumpf)
        if auftritt.abreissen:
            self.wfile.flush()
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()


def _wirklich(graph: pyoxigraph.Store, abfrage: str) -> Auftritt:
    try:
        ergebnis = graph.query(abfrage)
    except SyntaxError as fehler:
        return Auftritt(400, str(fehler).encode())
    assert isinstance(ergebnis, pyoxigraph.QuerySolutions)
    rumpf = ergebnis.serialize(format=pyoxigraph.QueryResultsFormat.JSON)
    assert rumpf is not None
    return Auftritt(200, rumpf)


@contextmanager
def dienst(graph: pyoxigraph.Store | None = None, drehbuch: Sequence[Auftritt] = ()) -> Iterator[_Dienst]:
    """Ein laufender Dienst: erst das Drehbuch, dann der Graph; ohne Graph danach nur noch Status 500."""
    server = _Dienst(graph, drehbuch)
    faden = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    faden.start()
    try:
        yield server
    finally:
        server.ende.set()
        server.shutdown()
        server.server_close()
        faden.join()
