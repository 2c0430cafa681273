#!/bin/sh
# Debian packages that the tests need: installed when root, named otherwise.
set -eu
missing=""
for program in chromium curl jq; do
    command -v "$program" >/dev/null 2>&1 || missing="$missing $program"
done
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    # shellcheck disable=SC2086
    apt-get install -y -qq $missing >/dev/null
else
    echo "The tests need:$missing. Install them, for example: sudo apt-get install$missing" >&2
    exit 1
fi
