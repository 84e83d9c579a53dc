#!/bin/bash
# Measures what is done with the file itself: Scripts/bench content [--json FILE]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
# shellcheck source=Scripts/lib/dependencies.sh
. "$root/Scripts/lib/dependencies.sh"

need_build_dependencies
export AASA_AUDIT_BENCH=1
build="$root/.build-bench/content"
say "Building the benchmark; the first time takes some minutes."
quietly swift build --package-path "$root" --scratch-path "$build" --configuration release --product bench-content \
    || fail "the build failed."
exec "$build/release/bench-content" "$@"
