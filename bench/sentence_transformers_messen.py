"""Misst sentence-transformers in seiner eigenen Umgebung; bekommt Ordner und Texte als JSON, antwortet mit JSON.

Ruft bench/embeddings.py auf. Kerne sind nicht festgelegt, Stapel und Auffüllen wie dort üblich.
"""

from __future__ import annotations

import json
import sys
import time
from importlib.metadata import version


def main() -> None:
    """Rechenzeit für alle Texte in Stapeln zu 32, und wie viele Vektoren einzeln dieselben Bits haben."""
    from sentence_transformers import SentenceTransformer, models

    auftrag = json.load(sys.stdin)
    netz = models.Transformer(auftrag["ordner"], max_seq_length=128)
    st = SentenceTransformer(modules=[netz, models.Pooling(netz.get_word_embedding_dimension()), models.Normalize()])
    st.encode(auftrag["texte"][:8], batch_size=8)
    beginn = time.process_time()
    alle = st.encode(auftrag["texte"], batch_size=32)
    sekunden = time.process_time() - beginn
    einige = auftrag["texte"][:64]
    einzeln = [st.encode([text], batch_size=1)[0] for text in einige]
    gleich = sum(bool((a == b).all()) for a, b in zip(einzeln, alle, strict=False))
    antwort = {
        "sekunden": sekunden,
        "bitgleich": gleich,
        "verglichen": len(einige),
        "version": version("sentence-transformers"),
    }
    print(json.dumps(antwort))


if __name__ == "__main__":
    main()
