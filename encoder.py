"""Der Encoder: Text hinein, Vektor heraus, und die Bits einer Zeile hängen nur an ihrem eigenen Text.

Was die Bits einer Zeile sonst noch bestimmt, ist die Form der Matrizen. Deshalb wird ein Text auf die kleinste Stufe
aufgefüllt, die seine eigenen Token fasst, jeder Stapel hat gleich viele Zeilen (fehlende füllt ein Platzhalter), und
jeder Stapel bekommt eine ausdrückliche Maske: transformers ließe sie weg, wenn zufällig alle Zeilen voll sind, und
rechnete dann anders.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import kerne
import modelle

Vektor = NDArray[np.float32]

# In Schritten zu 8, der Breite eines AVX2-Registers: so sind neun Zehntel der gerechneten Token echte. 128 fassen Titel
# und Teaser fast immer (NOTES.md).
STUFEN = tuple(range(16, 129, 8))
# Klein, damit ein Slot mit wenigen Items kaum Platzhalter rechnet; größere Stapel sind nicht schneller (NOTES.md).
STAPEL = 4
DTYPES = ("float32", "bfloat16")

# Mehr Zeichen fassen 128 Token nie: das längste Wortstück hat 16. Der Rest würde zerlegt und weggeworfen.
ZEICHEN = 4_096
# So viele Texte zerlegt ein Aufruf.
HAPPEN = 64

START, FUELLER, ENDE = 0, 1, 2  # <s>, <pad>, </s> bei XLM-R


class Text(NamedTuple):
    """Ein zerlegter Text: Token mit <s> und </s>, höchstens die größte Stufe; wie viele es ungekürzt wären."""

    token: tuple[int, ...]
    laenge: int

    @property
    def stufe(self) -> int:
        """Die kleinste Stufe, die den Text fasst."""
        return next(stufe for stufe in STUFEN if len(self.token) <= stufe)

    @property
    def gekappt(self) -> bool:
        """Ob etwas abgeschnitten ist."""
        return self.laenge > len(self.token)


@dataclass(frozen=True)
class Form:
    """Was die Form der Rechnung bestimmt; die Vorgabe gilt für alles, was gespeichert wird.

    Attributes:
        stapel: Zeilen je Stapel.
        dtype: Genauigkeit von Gewichten und Zwischenwerten.
    """

    stapel: int = STAPEL
    dtype: str = "float32"


class Encoder:
    """Ein geladenes Modell.

    Args:
        gewichte: das Modell auf der Platte; seine Prüfsummen werden nachgerechnet.
        form: Stapel und Genauigkeit.
        faeden: so viele Fäden rechnen; ``None``: so viele, wie der Prozess Kerne benutzen darf.

    Raises:
        Modellfehler: andere Dateien als die geholten.
        Kernfehler: dieser Rechner ergäbe andere Bits.
    """

    def __init__(self, gewichte: modelle.Gewichte, form: Form | None = None, faeden: int | None = None) -> None:
        self.form = form or Form()
        kerne.festlegen(self.form.dtype)
        modelle.offline()
        # Der Zerleger rechnet je Text; eigene Fäden nähmen sie nur torch.
        os.environ["TOKENIZERS_PARALLELISM"] = "false"
        modelle.nachrechnen(gewichte)
        import torch
        from tokenizers import Tokenizer

        kerne.pruefen(self.form.dtype)
        self.vorsatz = gewichte.modell.vorsatz
        self.dim = gewichte.modell.dim
        self._zerleger = Tokenizer.from_file(str(gewichte.ordner / "tokenizer.json"))
        self._zerleger.no_padding()
        self._zerleger.no_truncation()
        self._torch: Any = torch
        self._netz = _laden(gewichte, self.form.dtype)
        self.faeden_setzen(faeden)

    def faeden_setzen(self, anzahl: int | None) -> None:
        """Ändert, wie viele Fäden rechnen; an den Bits ändert das nichts (``--nachweis``)."""
        self.faeden = kerne.faeden(anzahl)
        self._torch.set_num_threads(self.faeden)

    def zerlegen(self, texte: Sequence[str]) -> list[Text]:
        """Zerlegt Texte in Token, mit Vorsatz, <s> und </s>."""
        # In Happen: was der Zerleger über einen Text sonst noch weiß, braucht zehnmal so viel Platz wie die Token.
        return [text for ab in range(0, len(texte), HAPPEN) for text in self._happen(texte[ab : ab + HAPPEN])]

    def _happen(self, texte: Sequence[str]) -> Iterator[Text]:
        groesste = STUFEN[-1]
        for z in self._zerleger.encode_batch_fast([self.vorsatz + text[:ZEICHEN] for text in texte]):
            kennungen = tuple(z.ids)
            yield Text((*kennungen[: groesste - 1], ENDE) if len(kennungen) > groesste else kennungen, len(kennungen))

    def kodieren(self, texte: Sequence[Text]) -> Iterator[tuple[list[int], Vektor]]:
        """Rechnet Vektoren stapelweise, kurze Texte zuerst.

        Args:
            texte: zerlegte Texte.

        Yields:
            (Stellen in ``texte``, ihre Vektoren als Feld der Form (Stellen, dim), float32, auf Länge 1).
        """
        for stufe in STUFEN:
            stellen = [stelle for stelle, text in enumerate(texte) if text.stufe == stufe]
            for ab in range(0, len(stellen), self.form.stapel):
                stapel = stellen[ab : ab + self.form.stapel]
                yield stapel, self._rechnen([texte[stelle].token for stelle in stapel], stufe)[: len(stapel)]

    def _rechnen(self, zeilen: Sequence[Sequence[int]], stufe: int) -> Vektor:
        torch = self._torch
        kennungen = np.full((self.form.stapel, stufe), FUELLER, np.int64)
        kennungen[len(zeilen) :, :2] = START, ENDE  # Platzhalter: ein leerer Text
        for nummer, zeile in enumerate(zeilen):
            kennungen[nummer, : len(zeile)] = zeile
        laengen = [len(zeile) for zeile in zeilen] + [2] * (self.form.stapel - len(zeilen))
        token = torch.from_numpy(kennungen)
        # Nach der Länge, nicht nach der Kennung: ein Titel darf selbst <pad> enthalten.
        gilt = torch.arange(stufe)[None, :] < torch.tensor(laengen)[:, None]
        with torch.inference_mode():
            maske = torch.zeros((self.form.stapel, 1, stufe, stufe), dtype=self._netz.dtype)
            maske.masked_fill_(~gilt[:, None, None, :], float("-inf"))
            zustaende = self._netz(input_ids=token, attention_mask=maske).last_hidden_state.float()
            summen = (zustaende * gilt[:, :, None]).sum(dim=1)
            mittel = summen / gilt.sum(dim=1, keepdim=True)
            vektoren: Vektor = torch.nn.functional.normalize(mittel, dim=1).numpy()
        return vektoren


def _laden(gewichte: modelle.Gewichte, dtype: str) -> Any:
    import torch
    from transformers import XLMRobertaModel
    from transformers.utils import logging

    from worttabelle import Worttabelle

    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    netz: Any = XLMRobertaModel.from_pretrained(
        gewichte.ordner,
        local_files_only=True,
        use_safetensors=True,
        add_pooling_layer=False,
        attn_implementation="sdpa",
        dtype=getattr(torch, dtype),
    )
    netz.embeddings.word_embeddings = Worttabelle(gewichte.ordner / "model.safetensors", netz.dtype)
    netz.requires_grad_(False)
    return netz.train(False)
