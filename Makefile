# Every target makes its own environment from requirements.lock, so that nothing has to be installed first.
STUDY ?= kdd10
SCALE ?= full
CORES ?= $(shell nproc 2>/dev/null || echo 1)
PYTHON ?= python3
FAULTS ?= 100
RATIO ?= rvm full
comma := ,
space := $(subst ,, )
ALL_STUDIES = $(subst $(space),$(comma),$(sort $(basename $(notdir $(wildcard config/studies/*.yaml)))))
RUN = .venv/bin/python -m
MEASURE = OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONPATH=workflow/scripts:tests .venv/bin/python

.PHONY: help study test lint bench seeds switches readings cells neighbours decays hillvalley weightnorm vectors contract \
	reference overhead path slurm browser ratio faults requests cores growth architecture reproduce snapshot clean

help: ## show what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

.venv/ready: requirements.lock
	$(PYTHON) -m venv --clear .venv
	$(RUN) pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	# The command line finds the library beside its own environment, wherever the checkout is moved to.
	printf '#!/bin/sh\nhere=$$(dirname "$$0")\nPYTHONPATH="$$here/../../workflow/scripts" exec "$$here/python" -m sieveflow "$$@"\n' > .venv/bin/sieveflow
	chmod +x .venv/bin/sieveflow
	touch $@

.venv-slurm/ready: requirements-slurm.lock
	$(PYTHON) -m venv --clear .venv-slurm
	.venv-slurm/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-slurm.lock
	touch $@

.venv-browser/ready: requirements-browser.lock
	$(PYTHON) -m venv --clear .venv-browser
	.venv-browser/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-browser.lock
	touch $@

study: .venv/ready ## run STUDY=kdd10 at SCALE=smoke, quick or full on CORES=all
	$(RUN) snakemake --cores $(CORES) --config studies=$(STUDY) scale=$(SCALE)

reproduce: .venv/ready ## run all studies at full scale on CORES=all; a second run goes on where the first was stopped
	$(RUN) snakemake --cores $(CORES) --config studies=$(ALL_STUDIES) scale=full

snapshot: .venv/ready ## write docs/reproduction and the result in README.md from what `make reproduce` has made
	$(MEASURE) docs/write_reproduction.py

test: .venv/ready ## run the tests, file by file on CORES=all
	$(RUN) pytest -n $(CORES) --dist loadfile

lint: .venv/ready ## check the style of Python and Snakemake files
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) snakefmt --check Snakefile workflow
	$(RUN) snakemake --lint

bench: .venv/ready ## compare time, memory and quality with other programs, into docs/bench.md
	$(MEASURE) tests/bench/run.py

seeds: .venv/ready ## run STUDY under three other seeds and record which verdicts change
	METHODS="$(METHODS)" $(MEASURE) tests/measure_seeds.py $(STUDY) $(PROBLEMS)

switches: .venv/ready ## run STUDY under other choices of its switches and write what they do
	$(MEASURE) tests/measure_switches.py $(STUDY)

readings: .venv/ready ## count the hits of STUDY=thesis-mi or thesis-mlp under other readings of its methods
	$(MEASURE) tests/measure_readings.py $(STUDY)

cells: .venv/ready ## judge the cells of STUDY that differ under other readings of its methods, into resources/readings
	METHODS="$(METHODS)" $(MEASURE) tests/measure_cells.py $(STUDY) $(PROBLEMS)

neighbours: .venv/ready ## take the errors of STUDY=thesis-mi or thesis-mlp at other hyper-parameters than its own
	$(MEASURE) tests/measure_neighbours.py $(STUDY)

decays: .venv/ready ## take the errors of chapter 3 on PROBLEMS at other weight decays than those in use
	$(MEASURE) tests/measure_decays.py $(PROBLEMS)

hillvalley: .venv/ready ## take the errors on Hill-Valley with noise and without
	$(MEASURE) tests/measure_hillvalley.py

weightnorm: .venv/ready ## rank by weight norms at other hyper-parameters than those of kdd10
	$(MEASURE) tests/measure_weight_norm.py

vectors: .venv/ready ## count the relevance vectors of three programs on the four sets puma8 of the study rvm
	$(MEASURE) tests/measure_vectors.py

contract: .venv/ready ## check all methods and write docs/contract.md
	$(MEASURE) tests/contract/table.py

reference: .venv/ready ## write docs/reference.md from the schemas
	$(MEASURE) docs/write_reference.py

overhead: .venv/ready ## measure what a job of STUDY costs beyond its work
	$(MEASURE) tests/measure_overhead.py $(STUDY)

path: .venv/ready ## certify the SVM path on the data sets of chapter 6 and on degenerate problems
	$(MEASURE) tests/measure_path.py

faults: .venv/ready ## disturb smoke runs FAULTS=100 times at random, resume them and compare bytes
	$(MEASURE) tests/measure_faults.py $(FAULTS)

requests: .venv/ready ## read what jobs took in FOLDERS=. into the table of what jobs ask for
	$(MEASURE) tests/measure_requests.py $(FOLDERS)

cores: .venv/ready ## measure how much faster two cores are than one, and a dry-run of all studies
	$(MEASURE) tests/measure_cores.py

ratio: .venv-slurm/ready ## measure what RATIO="rvm full" takes through SLURM beside a local run, as root on Debian
	PYTHONPATH=workflow/scripts:tests .venv-slurm/bin/python tests/slurm/ratio.py $(RATIO)

slurm: .venv-slurm/ready ## run small studies through a real SLURM on this machine, as root on Debian, and compare bytes
	# Whatever becomes of the check, SLURM's daemons must not stay.
	PYTHONPATH=workflow/scripts:tests timeout -s KILL 1500 .venv-slurm/bin/python tests/slurm/check.py \
		|| { tests/slurm/sandbox stop; exit 1; }

browser: .venv/ready .venv-browser/ready ## open a page of all studies in Debian's Chromium and check it, as root on Debian
	command -v chromium >/dev/null || (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium)
	rm -rf build/page && mkdir -p build/page
	$(MEASURE) tests/page_sample.py build/page
	SIEVEFLOW_PAGE=build/page/results/report/index.html .venv-browser/bin/python -m pytest -s -p no:cacheprovider tests/browser/checks.py

growth: .venv/ready ## measure how time and memory grow with samples and features, into docs/growth.md
	$(MEASURE) tests/bench/growth.py

architecture: .venv/ready ## draw the rules into docs/architecture.md
	.venv/bin/python docs/draw_rules.py

clean: ## remove everything that a run has made
	rm -rf results logs benchmarks resources/data .snakemake
