# Everything starts here; each target sets up what it needs.  Only Python >= 3.11, pip and make must be there.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PLAYABLE := $(VENV)/.playable
READY  := $(VENV)/.ready
CORES  := $(shell getconf _NPROCESSORS_ONLN)
PARALLEL ?= $(shell expr 3 + $(CORES))  # many tests wait for a server or a browser

# Else every process that a test starts would compile all our modules anew, where a system says so to all programs.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help browser postgres stockfish gnugo learners cuda gpu lld wasm site scripts docs pictures play serve load soak test thorough quick check bench warm lock lowest audit sbom clean

help:  ## show this list
	@echo "make TARGET, where TARGET is one of:"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

serve: $(PLAYABLE) translated  ## play in a browser; prints the address
	@$(BIN)/ludoteca serve

play: $(PLAYABLE)  ## play a game in this terminal
	@$(BIN)/ludoteca

# Whole files go to a worker, in the order of tests/conftest.py.
PYTEST = $(BIN)/python -m pytest -n $(PARALLEL) --dist loadfile --no-loadscope-reorder

# Games are compiled while the tests' needs are installed.
test:  ## check, then run the tests, those that do the same with every game for a few of them
	@$(MAKE) $(BESIDE) $(READY) browser postgres stockfish gnugo games modules types collection $(CHECKS)
	$(PYTEST) -m "not thorough and not gpu"

thorough: GAMES := all
thorough: $(READY) learners browser postgres stockfish gnugo games modules translated  ## what `make test` leaves out: every game in every interface, module by module
	$(PYTEST) -m "thorough and not gpu"
	$(BIN)/python tools/compare_wasm.py --build

quick: PARALLEL := $(CORES)  # hardly any of these waits
quick: $(READY) stockfish gnugo  ## lint and the quick tests, without browser and PostgreSQL: under two minutes once all is compiled
	$(BIN)/ruff check
	$(PYTEST) -q -m "not slow and not postgres and not thorough and not gpu" --ignore tests/web/browser

# Programs that only tests need come from Debian, one after another, where that is possible; without them their tests fail.
debian = { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing $(1) (once) ..." >&2 && \
	flock /var/lib/apt sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends $(1) >/dev/null'; }

# Chromium without windows takes a third less of the processor; the usual one will do.
browser:
	@test -n "$$CHROMIUM" || command -v chromium-headless-shell >/dev/null || \
		$(call debian,chromium-headless-shell) || \
		command -v chromium >/dev/null || command -v chromium-browser >/dev/null || $(call debian,chromium) || \
		echo "The browser tests need Chromium and will fail: install it, or name one with CHROMIUM=/path" >&2

# The storage tests start a PostgreSQL of their own.
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || test -n "$$POSTGRES_BIN" || \
		$(call debian,postgresql) || \
		echo "The storage tests need PostgreSQL and will fail: install it, or name the folder of its programs with" \
			"POSTGRES_BIN=/path" >&2

# Tests play with engines that speak UCI and GTP.
stockfish gnugo:
	@command -v $@ >/dev/null || test -x /usr/games/$@ || $(call debian,$@) || \
		echo "A test of bots needs $@ and will fail: install it, such as with apt-get install $@" >&2

# PyTorch is hundreds of megabytes whose build depends on the machine: not locked, and only for `make thorough`.
learners: $(READY)
	@$(BIN)/python -c 'import onnx, onnxruntime, sb3_contrib, torch' 2>/dev/null || \
		$(INSTALL) --no-build-isolation --editable '.[sb3,nn]' || \
		{ echo "The tests of learners need pip install '.[sb3,nn]', which failed" >&2; exit 1; }

# numba-cuda and NVIDIA's compilers come in versions that fit together; the driver is the system's.
cuda: $(READY)
	@$(BIN)/python -c 'import numba.cuda.np.arrayobj, numba_cuda' 2>/dev/null || \
		$(INSTALL) --no-build-isolation --editable '.[gpu]' || \
		{ echo "A GPU needs pip install '.[gpu]', which failed" >&2; exit 1; }

gpu: cuda  ## on a machine with a GPU: compare the device environment with the CPU's in every game, then measure it
	$(BIN)/python -m pytest -m gpu -rs tests/adapters/test_device.py
	$(BIN)/python tools/gpu_speed.py

# The tests of WebAssembly link modules, and run them in Node.
lld: $(PLAYABLE)
	@{ command -v wasm-ld >/dev/null || test -n "$$WASM_LD" || $(BIN)/python -c 'import ziglang' 2>/dev/null; } && \
		command -v node >/dev/null || $(call debian,lld nodejs) || \
		echo "The tests of WebAssembly need lld and Node and will fail: install them, or pip install 'ludoteca[wasm]'" \
			"for a linker, or name one with WASM_LD=/path" >&2

# Both tools come by npx, in these versions; where npm is missing or cannot fetch them, JavaScript goes unchecked.
NPX   := npm_config_fetch_retries=0 npx --yes --prefer-offline
BIOME := $(NPX) --package @biomejs/biome@2.6.6 -- biome
TSC   := $(NPX) --package typescript@5.9.3 -- tsc

scripts: $(PLAYABLE) translated  ## lint and type-check the web pages' JavaScript; needs npm
	@command -v npx >/dev/null || { echo "JavaScript is not checked: that needs npm" >&2; exit 0; }; \
		{ $(BIOME) --version && $(TSC) --version; } >/dev/null 2>&1 || \
		{ echo "JavaScript is not checked: npm cannot fetch Biome and TypeScript" >&2; exit 0; }; \
		$(BIOME) ci --error-on-warnings && $(TSC) --project tests/web/tsconfig.json

docs: $(READY)  ## build the documentation site into build/site; warnings are errors
	$(BIN)/python tools/build_docs.py

pictures: $(READY) browser translated  ## take the screenshots of the web pages, into docs/pictures/web
	$(BIN)/python tools/web_screenshots.py docs/pictures/web

check:  ## lint, format, types, import order, JavaScript
	@$(MAKE) $(BESIDE) types $(CHECKS)

# These run beside each other; whatever one finds, the others go on, and what each says comes together.
CHECKS := lint imports scripts
BESIDE := --no-print-directory --keep-going --jobs=$(CORES) \
	$(if $(filter output-sync,$(.FEATURES)),--output-sync)
.PHONY: types games modules collection lint imports translated

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(READY)
	$(BIN)/mypy

imports: $(READY)
	$(BIN)/lint-imports

# Some Python runs in browsers too; git does not have its translation.  Tests translate it as they start.
translated: $(PLAYABLE)
	@$(BIN)/python tools/translate_scripts.py

games: $(PLAYABLE)
	$(BIN)/python tests/helpers/compiler_settings.py $(GAMES)

modules: lld
	$(BIN)/python tests/helpers/compiler_settings.py wasm $(GAMES)

collection: $(READY)  # else every worker prepares all files of tests, at the same time
	@told=$$($(BIN)/python -m pytest --collect-only --quiet 2>&1) || { echo "$$told"; exit 1; }

load: $(READY) postgres translated  ## load-test one and two servers, on SQLite and PostgreSQL: delay, processor time and memory
	PYTHONPATH=tests/helpers $(BIN)/python tools/load.py

soak: $(READY) postgres translated  ## attack servers for some hours: kill -9, floods, slow clients, 20,000 games
	@for part in kills floods memory; do \
		test ! -f tools/soak_$$part.py || PYTHONPATH=tests/helpers $(BIN)/python tools/soak_$$part.py || exit 1; \
	done

wasm: $(READY) lld translated  ## build the WebAssembly modules into build/wasm and compare each with Python at 10,000 positions
	$(BIN)/python tools/compare_wasm.py --build

site: $(PLAYABLE) lld translated  ## build the static site into build/static-site; any host can serve it
	$(BIN)/ludoteca site build/static-site

bench: $(READY) lld browser translated  ## measure speed: random games beside plain C, searches, modules in Chromium, environments beside OpenSpiel and Pgx
	$(BIN)/ludoteca bench $(if $(shell command -v cc),--yardstick)
	$(BIN)/ludoteca bench --search
	$(BIN)/python tools/bench_wasm.py
	$(BIN)/ludoteca bench --environments

warm: $(PLAYABLE)  ## compile all rules ahead of time
	$(BIN)/ludoteca warm

# A lock holds for Python 3.11 and newer on every system; the newest versions that fit are taken, or the lowest.
LOCK := $(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --no-annotate \
	--no-emit-index-url --python-version 3.11 pyproject.toml
LOWEST := build/lowest
LOWEST_TESTS := tests/bots/test_specs.py tests/cli/test_app.py tests/cli/test_open_table.py tests/kernel/test_cell_sets.py \
	tests/kernel/test_compiled.py tests/kernel/test_cuda.py tests/kernel/test_layouts.py tests/wasm/test_object_files.py \
	tests/play/records tests/terminal/test_table.py tests/terminal/test_console.py tests/web/faults/test_faults.py \
	tests/web/pages/test_newform.py tests/web/server/test_storage.py

lock: $(READY)  ## update the locked versions of all dependencies, in requirements/
	$(LOCK) --extra web --extra build --output-file requirements/play.txt
	$(LOCK) --extra web --extra postgres --extra build --output-file requirements/server.txt
	$(LOCK) --extra dev --output-file requirements/dev.txt
	$(LOCK) --extra web --extra postgres --extra build --extra test --resolution lowest-direct \
		--output-file requirements/lowest.txt

# Old versions beside new ones warn of each other; only what fails counts.
lowest: $(READY) postgres stockfish gnugo  ## test every part with the lowest versions that pyproject.toml allows, in build/lowest
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(LOWEST)
	$(BIN)/uv pip install --quiet --python $(LOWEST) --require-hashes --requirement requirements/lowest.txt
	$(BIN)/uv pip install --quiet --python $(LOWEST) --no-deps --no-build-isolation --editable .
	$(LOWEST)/bin/python -m pytest -n $(CORES) --dist loadfile -q -W default $(LOWEST_TESTS)

audit: $(READY)  ## check the locked dependencies for known vulnerabilities
	$(BIN)/python tools/audit.py

sbom: $(READY)  ## write the server's bill of materials (CycloneDX) to build/sbom.json
	$(BIN)/python tools/sbom.py build/sbom.json

clean:  ## remove the environment and everything that was built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .import_linter_cache .hypothesis .pytest_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# --- What is installed is installed here, and nowhere else: the versions that `make lock` chose, checked by their hashes.
# Playing needs about a third of what the tests need; either comes on top of what is there, in any order.  Python
# compiles what it imports, which is a small part.

INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check
LOCKED  := $(INSTALL) --no-compile --require-hashes --requirement requirements

# Debian's Python may come without ensurepip; pip from outside can then fill the environment.
$(PLAYABLE): pyproject.toml requirements/play.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Ludoteca needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..." >&2; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv --clear $(VENV) >/dev/null 2>&1 || \
		{ $(PYTHON) -m venv --clear --without-pip $(VENV) && \
		  $(PYTHON) -m pip --python $(BIN)/python install --quiet pip; } || \
		{ echo "Cannot make a virtual environment; on Debian: apt install python3-venv" >&2; exit 1; }
	@+echo "Setting up $(VENV) (once, half a minute or so) ..." >&2
	$(LOCKED)/play.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(READY): $(PLAYABLE) requirements/dev.txt
	@+echo "Adding to $(VENV) what the tests need (once, a minute or so) ..." >&2
	$(LOCKED)/dev.txt
	@touch $@
