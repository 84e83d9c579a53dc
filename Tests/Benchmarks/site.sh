#!/bin/bash
# Measures a site: time, memory and pages written in the first night, in one without changes, and in one in which each hundredth
# domain changed.
#
#   Scripts/bench site [COUNT]     (100000 domains unless COUNT says otherwise)
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
# shellcheck source=Scripts/lib/dependencies.sh
. "$root/Scripts/lib/dependencies.sh"
count=${1:-100000}
[[ $count =~ ^[1-9][0-9]*$ ]] || fail "the number of domains must be a number, not '$count'. usage: Scripts/bench site [COUNT]"

build_program release
work="$root/.build-bench/site"
rm -rf "$work"
mkdir -p "$work"
PYTHONDONTWRITEBYTECODE=1 python3 "$root/Tests/Benchmarks/page/nights.py" "$root/.build/release/aasa-audit" "$work" "$count"
rm -rf "$work"
