"""Gleitkommazahlen, wie die Datenbank sie hält."""

from __future__ import annotations

import struct


def wie_real(zahl: float) -> float:
    """Die Zahl, wie sie aus einer Spalte vom Typ real zurückkommt."""
    wert: float = struct.unpack("f", struct.pack("f", zahl))[0]
    return wert
