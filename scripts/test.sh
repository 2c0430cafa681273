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

# Real servers, browsers and kills on a busy machine: what fails twice is red.
once_more() {
    [ "$1" -eq 1 ] || return 1
    step 'the failed tests once more'
    $bin/pytest -o cache_dir="$2" --last-failed --last-failed-no-failures none
}

# Side by side, for the two cores of a small machine: what mostly waits for Supersets, and the rest.
on_supersets='tests/contracts tests/superset tests/superset_httpx tests/demo'
cache=.pytest_cache
told=$(mktemp)
$bin/pytest -o cache_dir=$cache/supersets --every-adapter $on_supersets >"$told" 2>&1 &
beside=$!
trap 'kill "$beside" 2>/dev/null || true; rm -f "$told"' EXIT
trap 'exit 130' INT TERM HUP

red=0
step 'tests'
$bin/pytest -o cache_dir=$cache/others $(printf -- '--ignore=%s ' $on_supersets) ||
    once_more $? $cache/others || red=1
step 'tests on Supersets'
code=0
wait "$beside" || code=$?
cat "$told"
[ "$code" -eq 0 ] || once_more "$code" $cache/supersets || red=1
exit "$red"
