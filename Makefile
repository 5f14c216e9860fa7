# Alles in .venv neben dieser Datei; der zweite Aufruf überspringt die Einrichtung.
SHELL := /bin/sh
PYTHON ?= python3
BIN := .venv/bin
DEMO := .eingebettet/demo
# Im Index von PyTorch liegt die CPU-Bauart; von PyPI kämen auf manchen Rechnern Gigabytes an CUDA mit.
TORCH_INDEX ?= https://download.pytorch.org/whl/cpu
TORCH = $(shell sed -n 's/^\(torch==[^ ]*\).*/\1/p' requirements.txt)
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
.DEFAULT_GOAL := hilfe

.PHONY: hilfe einrichten browser demo test lint bench guete

hilfe:
	@echo "make demo    Vorführung: eingebettete Datenbank, Beispiele, alle Module"
	@echo "make test    alle Tests"
	@echo "make lint    ruff und mypy"
	@echo "make guete   Güte gegen die gelabelten Sätze, soweit vorhanden"
	@echo "make bench   Zeit- und Speichermessungen"

einrichten: .venv/eingerichtet

.venv/eingerichtet: requirements.txt requirements-dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 oder neuer wird gebraucht; make PYTHON=python3.12 ... nennt einen anderen.")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(PIP) --retries 0 --timeout 15 --index-url $(TORCH_INDEX) $(TORCH) 2>/dev/null \
		|| { echo "$(TORCH_INDEX) antwortet nicht; torch kommt vom gewöhnlichen Index."; $(PIP) $(TORCH); }
	$(PIP) -r requirements-dev.txt
	@touch .venv/eingerichtet

demo: einrichten
	@$(BIN)/python beispiel/vorfuehrung.py $(DEMO)

# Die Tests der Seiten brauchen Chromium. Wo apt-get und die Rechte da sind, kommt es von der Distribution; OHNE_BROWSER=1
# lässt es. Ohne Chromium werden diese Tests übersprungen und sagen es.
browser:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || test -n "$(OHNE_BROWSER)$(WURZELWERK_CHROMIUM)" \
		|| { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Chromium für die Tests der Seiten kommt von der Distribution." \
			&& { apt-get install -y -qq --no-install-recommends chromium >/dev/null 2>&1 \
				|| { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; } } } \
		|| echo "Chromium fehlt; die Tests der Seiten werden übersprungen."

test: einrichten browser
	$(BIN)/python -W error -m unittest discover -s tests -t .

lint: einrichten
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .

bench: einrichten
	$(BIN)/python bench/alles.py

guete: einrichten
	$(BIN)/python guete.py
