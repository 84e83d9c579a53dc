#!/bin/bash
# Measures the HTML report: how long it takes to write, how big it is, how fast Chromium opens and filters it.
#
#   Scripts/bench html [COUNT]     (20000 domains unless COUNT says otherwise)
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
# shellcheck source=Scripts/lib/dependencies.sh
. "$root/Scripts/lib/dependencies.sh"
count=${1:-20000}
[[ $count =~ ^[1-9][0-9]*$ ]] || fail "the number of domains must be a number, not '$count'. usage: Scripts/bench html [COUNT]"

need_browser "$root/.build"
build_program release
program="$root/.build/release/aasa-audit"
export PYTHONPATH="$root/Tests/Pages" PYTHONDONTWRITEBYTECODE=1
pages="$root/.build-bench/pages"
mkdir -p "$pages"
for kind in typical broken; do
    python3 "$root/Tests/Benchmarks/page/estate.py" "$count" "$kind" >"$pages/$kind.ndjson"
    say "Writing $kind.html, $count domains:"
    time "$program" report --from "$pages/$kind.ndjson" -f html >"$pages/$kind.html"
done
python3 "$root/Tests/Benchmarks/page/measure.py" "$pages/typical.html" "$pages/broken.html"
