# What people and CI both call. `make serve` and `make test` are all a newcomer needs.
.DEFAULT_GOAL := help
.PHONY: help serve test lint docs-site bench fuzz fuzz-resources mutants environment system

help: ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

environment: ## make .venv with the locked dependencies
	@scripts/environment

system: ## install Chromium, redis-server and WordPress for the tests, by apt where it may
	@scripts/system

serve: environment ## start the service and print its address
	@.venv/bin/siteloupe serve

test: environment system ## run everything: formatting, types, layers, tests
	@scripts/test

lint: environment ## check formatting, types and layers only
	@scripts/lint

docs-site: environment ## build the documents as a site in .cache/docs-site
	@NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --strict --quiet
	@echo ".cache/docs-site/index.html"

bench: environment ## print the benchmark ratios
	@scripts/bench

mutants: environment ## change the source in small ways, print which changes no test notices (hours)
	@scripts/mutants $(ARGS)

fuzz: environment ## try changed visits until Ctrl-C: each must give valid reports
	@scripts/fuzz

fuzz-resources: environment ## judge costly sites, print which take too much computing or memory (20 minutes)
	@scripts/fuzz_resources $(ARGS)
