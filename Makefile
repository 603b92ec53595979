# Casino War: `make run` to play, `make test` to prove it. `make help` lists the rest.

HOST ?= 127.0.0.1
PORT ?= 8000
PYTEST_ARGS ?=
BIN := .venv/bin
# As many test processes as there are processors, but no crowd of them.
PARALLEL := --numprocesses auto --maxprocesses 4 --dist worksteal
# Tests that drive browsers and servers wait most of their time.
WAITING := --numprocesses 4 --dist worksteal
# Set, it would make every start compile the imports again, which costs seconds.
export PYTHONDONTWRITEBYTECODE :=

# A stamp names the folder that it was made in: a copied environment is made anew.
stamp_if_here = $(if $(filter-out x$(CURDIR),x$(shell cat .venv/$(1).stamp 2>/dev/null)),FORCE)
SETUP := pyproject.toml tools/environment

.DEFAULT_GOAL := help
.PHONY: help run install test test-all test-env browser lint format lock advisories messages screenshots docs transcripts clean FORCE

help: ## List these commands
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1|\2/p' Makefile | \
		while IFS='|' read -r name text; do printf '%-20s %s\n' "$$name" "$$text"; done

run: install ## Set up, migrate the database and serve on http://127.0.0.1:8000/ (HOST=, PORT=)
	@$(BIN)/casino-war db upgrade
	@exec $(BIN)/casino-war run --host $(HOST) --port $(PORT)

install: .venv/run.stamp ## Build only .venv, with everything that running needs

test: checks ## Set up, then run every check and every test
	@$(MAKE) --no-print-directory tests

test-all: checks ## The same with the slow tests
	@$(MAKE) --no-print-directory tests PYTEST_ARGS='-m "not screenshots" --hypothesis-profile thorough $(PYTEST_ARGS)'

.PHONY: checks
checks: test-env browser
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target kernels lint test-js

# Compiled once here, the laboratory's kernels are not compiled by several tests at once.
KERNELS := "war --rules classic --set players=3 --games 10" "war --rules three_down --games 10" \
	"hands --table ladder --hands 1000" "hands --table classic --hands 1000" \
	"session --bankroll 5 --goal 9 --sessions 9"
.PHONY: kernels
kernels: test-env
	@for plan in $(KERNELS); do \
		$(BIN)/casino-war simulate $$plan --json >/dev/null || exit 1; \
	done

# What is measured runs apart: measuring doubles its time, and would the time of the rest.
MEASURED := tests/game tests/ledger tests/services

.PHONY: tests
tests:
	$(BIN)/python -m pytest $(PARALLEL) --cov --cov-report= $(MEASURED) $(PYTEST_ARGS)
	@$(BIN)/python -m coverage report --fail-under=100
	$(BIN)/python -m pytest $(WAITING) $(MEASURED:%=--ignore=%) $(PYTEST_ARGS)

.PHONY: test-js
# Playwright brings a node of its own for machines without one.
test-js: test-env
	@node=$$(command -v node || ls .venv/lib/python*/site-packages/playwright/driver/node) && \
		"$$node" --test tests/js/*.test.js

lint: test-env ## Style, types, layer contracts, security, requirements
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/bandit --quiet --recursive --configfile pyproject.toml app.py casino_war migrations
	$(BIN)/python -m tools.requirements

advisories: test-env ## Ask whether a locked release is known to be vulnerable (needs a connection)
	$(BIN)/uv tool run pip-audit --disable-pip --require-hashes \
		--requirement requirements/run.txt --requirement requirements/test.txt

format: test-env ## Rewrite the code in the project's style
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

lock: test-env ## Resolve the newest allowed dependencies into requirements/
	tools/lock

messages: test-env ## Bring the catalogues of translations up to the texts of the program
	$(BIN)/python -m tools.messages

screenshots: test-env browser ## Write pictures of the pages to screenshots/
	$(BIN)/python -m pytest -m screenshots $(PYTEST_ARGS)

docs: test-env ## Write the pages of docs/ that follow from the program
	@$(BIN)/python -m tools.pages

transcripts: test-env ## Play the golden transcripts of War anew (tests/transcripts)
	$(BIN)/python -m tests.game.war.transcripts

clean: ## Remove caches and build output (not .venv, not the data in instance/)
	rm -rf build dist htmlcov screenshots test-results .coverage .coverage.* \
		.mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name .venv -prune -o -name node_modules -prune -o -type d -name __pycache__ -exec rm -rf {} +

test-env: .venv/test.stamp

browser: test-env
	@tools/browser

.venv/run.stamp: requirements/run.txt $(SETUP) $(call stamp_if_here,run)
	@tools/environment run

.venv/test.stamp: requirements/test.txt $(SETUP) $(call stamp_if_here,test)
	@tools/environment test
