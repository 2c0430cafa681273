#!/bin/sh
# Everything that must hold, in the order in which a failure is found soonest.
set -eu
bin=.venv/bin
step() { printf '\n== %s\n' "$1"; }

step 'format, lint, types'
$bin/ruff format --check src tests bench
$bin/ruff check src tests bench
$bin/mypy

step 'layers'
$bin/lint-imports

step 'frontend'
(cd frontend && npm run --silent lint && npm run --silent check && npm run --silent test)

step 'tests'
$bin/pytest --every-adapter || {
    [ $? -eq 1 ] || exit 1
    # Real servers, browsers and kills on a busy machine: what fails twice is red.
    step 'the failed tests once more'
    $bin/pytest --last-failed --last-failed-no-failures none
}
