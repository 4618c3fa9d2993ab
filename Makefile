# make run: the site with a demo campaign of each rulebook.  make test: everything that is checked.
# Both set up .venv themselves. Variables (empty means unset): PORT, HOST, DEBUG, DATABASE_URL, REDIS_URL.

PYTHON ?= python3
BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
TEMPLATES = $(shell find templates campaigns characters deliveries rules tasks -name '*.html')
PO := $(wildcard locale/*/LC_MESSAGES/django.po)
UV := $(shell command -v uv 2>/dev/null)
INSTALL := $(if $(UV),$(UV) pip install --quiet --python $(BIN)/python,$(BIN)/pip install --quiet --disable-pip-version-check)

.DEFAULT_GOAL := help
.PHONY: lighthouse pictures help setup setup-dev pdf run stack hammer load test lint format demo bench messages lock

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1: /p' Makefile

setup: .venv/.base $(PO:.po=.mo) ## a virtual environment with what the site needs

setup-dev: setup .venv/.dev

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Questkeep needs Python 3.11 or newer" >&2; exit 1; }
	$(PYTHON) -m venv .venv

.venv/.base: requirements/base.txt | .venv/bin/python
	$(INSTALL) --require-hashes -r requirements/base.txt
	@touch $@

.venv/.dev: requirements/dev.txt .venv/.base
	$(INSTALL) --require-hashes -r requirements/dev.txt
	@touch $@

%.mo: %.po .venv/.base
	@$(BIN)/python -m config.messages compile $<

pdf: setup ## what hero sheets as PDF need on top, beside pango and harfbuzz of the system
	$(INSTALL) --require-hashes -r requirements/pdf.txt

run: setup ## the site on PORT (8000), with the demo campaign where DEBUG is on
	@DEBUG="$${DEBUG:-1}" PYTHON="$(BIN)/python" exec sh config/run.sh

stack: setup-dev ## the full stack without containers: PostgreSQL, Redis, pages, streams, worker, beat, proxy
	exec $(BIN)/python -m config.stack

hammer: setup-dev ## plays on a stack of its own while its parts are killed: SECONDS (60), CLIENTS (20)
	@$(BIN)/python -m config.stack.alone hammer --seconds $(or $(SECONDS),60) --clients $(or $(CLIENTS),20)

load: setup-dev ## an evening on stacks of its own: CAMPAIGNS (200), STREAMS (500), SECONDS (60), ENTRIES (20000), PROCESSES (1 2 4)
	@$(BIN)/python -m config.trials --processes "$(or $(PROCESSES),1 2 4)" --entries $(or $(ENTRIES),20000) \
	  --campaigns $(or $(CAMPAIGNS),200) --streams $(or $(STREAMS),500) --seconds $(or $(SECONDS),60)

lighthouse: setup-dev ## Lighthouse on a phone, of the demo's pages; needs node and npm, reports in var/lighthouse/reports
	QUESTKEEP_LIGHTHOUSE=1 $(BIN)/pytest -n0 -rP tests/lighthouse

pictures: setup-dev ## the main pages in both lights and three widths, to be looked at, into var/pictures
	@QUESTKEEP_PICTURES=var/pictures $(BIN)/pytest -q -n0 tests/browser/test_pictures.py

demo: setup ## builds the demo campaign
	@DEBUG="$${DEBUG:-1}" $(MANAGE) demo

bench: setup ## measures
	@DEBUG="$${DEBUG:-1}" $(MANAGE) bench

lint: setup-dev ## lint and types, without the tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/djade --check --target-version 5.2 $(TEMPLATES)
	DEBUG=1 $(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	DEBUG=1 $(MANAGE) makemigrations --check --dry-run

test: lint ## lint, types and tests
	$(BIN)/pytest -n auto --dist worksteal

format: setup-dev ## sets code and templates right
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/djade --target-version 5.2 $(TEMPLATES)

messages: setup ## brings new texts into locale/*/LC_MESSAGES/django.po
	@$(BIN)/python -m config.messages update $(PO)

lock: ## pins requirements/*.in again; needs uv
	cd requirements && for part in base pdf dev; do \
	  uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-header --no-annotate $$part.in -o $$part.txt; done
