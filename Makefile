.DEFAULT_GOAL := help
SHELL := /bin/sh

PYTHON := $(shell for p in python3.11 python3.12 python3 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info[:2] not in ((3, 11), (3, 12)))' \
	2>/dev/null && { command -v "$$p"; break; }; done)
BIN := .venv/bin
# A virtual environment holds its own path: in a copied or renamed folder it is made anew.
ifneq ($(shell $(BIN)/python -c 'print(open(".venv/.ready").read(), end="")' 2>/dev/null),$(CURDIR))
.PHONY: .venv/.ready
endif
UV := $(BIN)/uv
NODE_IS_THERE := command -v npm >/dev/null && node -e \
	'const [major, minor] = process.versions.node.split("."); process.exit(+(major * 100 + +minor < 2019))' 2>/dev/null
NPM_CI := npm ci --loglevel=error --no-audit --no-fund
ENVIRONMENTS := $(or $(AGENT_ENVIRONMENTS_FILE),$(wildcard environments.toml))

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: .venv/.ready frontend/build/index.html ## Install everything that `make run` needs

run: setup ## Serve the agent; without an environments file, with two demo Supersets
	@exec $(BIN)/superset-agent $(if $(ENVIRONMENTS),serve,demo --with-parent)

test: setup .venv/.ready-dev tests/gradio_clients/node_modules/.ready system-packages ## Run every check and every test
	@sh scripts/test.sh

lint: .venv/.ready-dev ## Format, lint and type-check
	$(BIN)/ruff format --check src tests bench
	$(BIN)/ruff check src tests bench
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd frontend && npm run --silent lint && npm run --silent check

bench: .venv/.ready-dev ## Measure decisions and turns
	PYTHONPATH=src:tests $(BIN)/python bench/decisions.py
	PYTHONPATH=src:tests $(BIN)/python bench/turn_overhead.py

bench-page: .venv/.ready-dev frontend/build/index.html ## Measure the page in Chromium before the real service
	PYTHONPATH=src:tests $(BIN)/python bench/page.py

pictures: .venv/.ready-dev frontend/build/index.html ## Take docs/gallery anew: every state of the page
	PYTHONPATH=src:tests $(BIN)/python -m states.gallery

bench-migration: .venv/.ready-dev ## Measure a migration between two Supersets of its own
	PYTHONPATH=src:tests $(BIN)/python bench/migration.py

lock: .venv/.ready ## Renew the lock files
	@for set in uv runtime dev superset superset-5; do \
		$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
		--no-emit-index-url --no-header requirements/$$set.in -o requirements/$$set.txt \
		$$(test -f requirements/$$set.overrides && echo --override requirements/$$set.overrides); done
	@$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
		--no-emit-index-url --no-header requirements/gradio.in -c requirements/runtime.txt \
		$$(sed -n 's/^\([A-Za-z0-9._-]*\)==.*/--no-emit-package \1/p' requirements/runtime.txt) \
		-o requirements/gradio.txt

clean: ## Remove what was built; the data in var/ stays
	rm -rf .venv frontend/node_modules frontend/build frontend/.svelte-kit tests/gradio_clients/node_modules

.venv/.ready: requirements/uv.txt requirements/runtime.txt requirements/gradio.txt pyproject.toml
	@echo '… Installing what the agent needs (Python)'
	@test -n "$(PYTHON)" || { echo 'Python 3.11 or 3.12 is needed, and neither was found. Install one of them.' >&2; exit 1; }
	@rm -f $@ && "$(PYTHON)" -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements/runtime.txt
	@$(UV) pip install --quiet --python $(BIN)/python --require-hashes --no-deps --target .venv/gradio -r requirements/gradio.txt
	@$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .
	@printf '%s' "$(CURDIR)" > $@

.venv/.ready-dev: .venv/.ready requirements/dev.txt
	@echo '… Installing what the tests need (Python)'
	@$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements/dev.txt
	@touch $@

frontend/node_modules/.ready: frontend/package-lock.json
	@echo '… Installing what the page needs (JavaScript)'
	@$(NODE_IS_THERE) || { echo 'Node.js 20.19 or newer with npm is needed, and was not found. Install it.' >&2; exit 1; }
	@cd frontend && $(NPM_CI) >/dev/null
	@touch $@

tests/gradio_clients/node_modules/.ready: tests/gradio_clients/package-lock.json
	@echo '… Installing what the tests need (JavaScript)'
	@cd tests/gradio_clients && $(NPM_CI) >/dev/null
	@touch $@

FRONTEND_SOURCES := $(shell find frontend/src frontend/static frontend/messages -type f 2>/dev/null)

frontend/build/index.html: frontend/node_modules/.ready $(FRONTEND_SOURCES) $(wildcard frontend/*.config.*)
	@echo '… Building the page'
	@cd frontend && npm run --silent build -- --logLevel error >/dev/null
	@touch $@

system-packages:
	@sh scripts/system_packages.sh

.PHONY: help setup run test lint bench bench-migration bench-page pictures lock clean system-packages
