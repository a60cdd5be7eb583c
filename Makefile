# The front door. `make` builds with what is installed, and says what is missing; `make setup` installs it. `make run`, `make test` and the
# checks of the sources install what they need by themselves (tools/setup), so that they work from a fresh clone.
BUILD ?= build
PREFIX ?= /usr/local
EXAMPLE ?= examples/slider-crank/slider-crank.mbd
FUZZ ?= -max_total_time=60
JOBS ?= $(shell nproc)
C_FILES = $(shell find src include tests examples -name '*.[ch]' -o -name '*.cpp')

.DEFAULT_GOAL := build
.PHONY: setup build configure run demo-coupling test test-all bench asan tsan fuzz sweep instructions mutants format lint docs install clean help

# Targets that install what the build needs; all others only say what is missing.
SETUP = --dry-run
run demo-coupling test test-all bench instructions lint docs: SETUP =

build: configure ## build the program, build/torsor (default)
	@ninja -C $(BUILD) -j $(JOBS)

setup: ## install what the build needs (Debian); with LEVEL=test, check or docs what those targets need
	@tools/setup $(or $(LEVEL),build)

configure:
	@tools/setup $(SETUP) build
	@test -f $(BUILD)/build.ninja -a -z "$(CMAKE_FLAGS)" || cmake -G Ninja -S . -B $(BUILD) --log-level=WARNING $(CMAKE_FLAGS)

run: build ## build and run an example: make run EXAMPLE=examples/four-bar/four-bar.mbd
	@tools/run-example $(BUILD)/torsor $(EXAMPLE) $(BUILD)/run

demo-coupling: build ## a wing, a flow, a controller and a recorder, coupled by sockets; with a picture
	@examples/coupled-wing/run $(BUILD)/torsor $(BUILD)/demo-coupling

test: build ## build and run every test; where decks are many, a part of them that changes with the sources
	@tools/setup test
	@tools/run-tests $(BUILD) $(JOBS)

test-all: build ## the same with all decks: restart, retake, threads
	@tools/setup test
	@TORSOR_TEST_ALL=1 tools/run-tests $(BUILD) $(JOBS)

asan: ## build with clang, run the tests with address and undefined-behaviour sanitizers, and print which lines they reach
	@tools/setup check
	@cmake -G Ninja -S . -B build-asan --log-level=WARNING -DCMAKE_C_COMPILER=clang -DTORSOR_SANITIZE=address,undefined -DTORSOR_COVERAGE=ON \
	    -DTORSOR_WERROR=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O1 -gline-tables-only"
	@tools/coverage build-asan $(JOBS)

tsan: ## the tests of several threads with the thread sanitizer
	@tools/setup build
	@cmake -G Ninja -S . -B build-tsan --log-level=WARNING -DTORSOR_SANITIZE=thread -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O1 -g1"
	@TESTS=threaded tools/run-tests build-tsan $(JOBS) -L threaded

fuzz: ## run every fuzz target, for a minute each or as long as FUZZ says (options of libFuzzer)
	@tools/setup check
	@cmake -G Ninja -S . -B build-fuzz --log-level=WARNING -DTORSOR_FUZZ=ON -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug \
	    -DCMAKE_C_FLAGS_DEBUG="-O1 -gline-tables-only"
	@tools/fuzz build-fuzz $(FUZZ)

sweep: ## change what the decks of the cases mean, and solve them with sanitizers: 10,000 decks, or as many as SWEEP says
	@tools/setup check
	@cmake -G Ninja -S . -B build-sweep --log-level=WARNING -DTORSOR_SANITIZE=address,undefined -DTORSOR_VIEWER=OFF -DCMAKE_C_COMPILER=clang \
	    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O1 -gline-tables-only"
	@tools/sweep build-sweep $(SWEEP)

bench: build ## speed and memory next to MBDyn, growth with size; with BENCH=--all also linear solvers and work-precision next to other programs
	@tools/setup check
	@tools/bench --solver $(BUILD)/torsor $(BENCH)

instructions: build ## instructions of small decks next to the stored ones; with UPDATE=1 stores them
	@tools/setup check
	@tools/check-instructions --solver $(BUILD)/torsor $(if $(UPDATE),--update)

mutants: ## mutation testing: change the equations in small ways and list what no test detects: make mutants MUTANTS='--sample 30'
	@tools/setup build
	@tools/mutants --jobs $(JOBS) $(MUTANTS)

format: ## format the sources in place
	@tools/setup check
	@clang-format -i $(C_FILES)
	@tools/lint format --write

lint: configure ## formatting, clang-tidy, layers, tables, limits, heads, words, messages, excerpts, links
	@tools/setup check
	@status=0; for check in check-layers check-tables check-limits check-sizes check-heads check-words check-messages check-excerpts check-links "lint format" "lint tidy $(BUILD)"; do \
	    echo "$$check:"; tools/$$check || status=1; \
	done; exit $$status

docs: build ## build the documentation as a site with search, build/docs/site
	@tools/setup docs
	@ninja -C $(BUILD) -j $(JOBS) describe_types
	@tools/make-reference $(BUILD) --check
	@tools/make-site $(BUILD)/docs

install: build ## install below PREFIX (/usr/local) and DESTDIR; with DROP_IN=1 also under the name mbdyn
	@DESTDIR=$(DESTDIR) cmake --install $(BUILD) --prefix $(PREFIX)
	@if [ "$(DROP_IN)" = 1 ]; then ln -sfv torsor $(DESTDIR)$(PREFIX)/bin/mbdyn; fi

clean: ## remove everything that was built
	@rm -rf $(BUILD) build-asan build-tsan build-fuzz build-sweep build-mutants

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
