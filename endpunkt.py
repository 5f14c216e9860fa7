"""Der SPARQL-Dienst am anderen Ende: Adresse, Absender, eine Anfrage."""

from __future__ import annotations

import ipaddress
import time
from urllib.parse import urlsplit

import requests

from abruf import Netzfehler, Rohantwort

NAME = "Wurzelwerk"
VERSION = "2.0"
BIBLIOTHEK = requests.utils.default_user_agent()

# Verbindung aufbauen; bis das nächste Stück kommt. Der Dienst bricht nach 60 s Rechenzeit selbst ab.
FRISTEN = (10.0, 75.0)
# Eine ganze Antwort, auch wenn sie tropft.
GESAMTFRIST = 300.0
GROESSTE_ANTWORT = 256 * 1024 * 1024
# Längere Adressen nehmen manche Server nicht; darunter ist GET besser, weil der Dienst es zwischenspeichert.
LAENGSTE_ADRESSE = 6000
STUECK = 64 * 1024


class Endpunktfehler(ValueError):
    """Adresse oder Absender taugen nicht; der Text sagt, was zu tun ist."""


class Endpunkt:
    """Ein SPARQL-Dienst.

    Args:
        adresse: http oder https.
        kontakt: Mailadresse oder URL, unter der der Betreiber jemanden erreicht.

    Raises:
        Endpunktfehler: keine Adresse, Zugangsdaten darin, oder ein öffentlicher Dienst ohne Kontakt.
    """

    def __init__(self, adresse: str, kontakt: str | None) -> None:
        self.adresse = adresse
        kontakt = (kontakt or "").strip()
        try:
            teile = urlsplit(adresse)
            rechner, _ = teile.hostname, teile.port
        except ValueError:
            rechner = None
        if not rechner or teile.scheme not in ("http", "https"):
            raise Endpunktfehler(f"--endpunkt {adresse[:80]!r} ist keine Adresse mit http:// oder https://.")
        if teile.username or teile.password:
            raise Endpunktfehler("--endpunkt darf keine Zugangsdaten enthalten: die Adresse kommt ins MANIFEST.")
        if kontakt and not (kontakt.isascii() and kontakt.isprintable() and ("@" in kontakt or "://" in kontakt)):
            raise Endpunktfehler("Der Kontakt muss eine Mailadresse oder URL sein, ohne Umlaute und Zeilenwechsel.")
        if not kontakt and not _hiesig(rechner):
            raise Endpunktfehler(
                f"{rechner} ist ein öffentlicher Dienst und verlangt einen Kontakt: --kontakt MAIL oder "
                "WURZELWERK_KONTAKT setzen."
            )
        self._sitzung = requests.Session()
        # Ein Dienst auf diesem Rechner ist hinter dem Stellvertreter aus http_proxy nicht zu finden.
        self._sitzung.trust_env = not _hiesig(rechner)
        # Form nach der User-Agent-Richtlinie von Wikimedia; ohne sie antwortet der Dienst mit 403.
        absender = " ".join(filter(None, (f"{NAME}/{VERSION}", kontakt and f"({kontakt})", BIBLIOTHEK)))
        self._sitzung.headers.update({"User-Agent": absender, "Accept": "application/sparql-results+json"})

    def fragen(self, text: str) -> Rohantwort:
        """Stellt eine Abfrage einmal.

        Raises:
            Netzfehler: keine vollständige Antwort.
        """
        ende = time.monotonic() + GESAMTFRIST
        adresse = requests.Request("GET", self.adresse, params={"query": text}).prepare().url or ""
        kurz = len(adresse) <= LAENGSTE_ADRESSE
        try:
            with self._sitzung.request(
                "GET" if kurz else "POST",
                adresse if kurz else self.adresse,
                data=None if kurz else {"query": text},
                timeout=FRISTEN,
                allow_redirects=False,
                stream=True,
            ) as antwort:
                rumpf = bytearray()
                for stueck in antwort.iter_content(STUECK):
                    rumpf += stueck
                    if time.monotonic() > ende:
                        raise Netzfehler(f"nach {GESAMTFRIST:.0f} s noch nicht vollständig")
                    if len(rumpf) > GROESSTE_ANTWORT:
                        raise Netzfehler(f"mehr als {GROESSTE_ANTWORT >> 20} MB")
        except requests.Timeout:
            raise Netzfehler("Zeit abgelaufen") from None
        except requests.exceptions.SSLError:
            raise Netzfehler("keine sichere Verbindung (Zertifikat)") from None
        except (requests.exceptions.ChunkedEncodingError, requests.exceptions.ContentDecodingError):
            raise Netzfehler("Verbindung mitten in der Antwort abgerissen") from None
        except requests.RequestException:
            raise Netzfehler("keine Verbindung") from None
        kopf = antwort.headers
        return Rohantwort(
            antwort.status_code, bytes(rumpf), kopf.get("Content-Type"), kopf.get("Retry-After"), kopf.get("Location")
        )


def _hiesig(rechner: str) -> bool:
    try:
        adresse = ipaddress.ip_address(rechner)
    except ValueError:
        return rechner == "localhost" or rechner.endswith((".localhost", ".local", ".internal"))
    return adresse.is_loopback or adresse.is_private
