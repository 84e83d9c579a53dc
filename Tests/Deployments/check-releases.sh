# shellcheck shell=bash
# A part of Tests/Deployments/check: the executable that Scripts/install builds here, in each release that it names packages
# for, with those packages and nothing else. Sourced.
# What the other part has set:
: "${work:?}" "${checks:?}" "${folder:?}" "${root:?}" "${written:?}"
# shellcheck source=Tests/Deployments/bare-system.sh
. "$checks/bare-system.sh"

stage="$work/stage"
DESTDIR="$stage" "$root/Scripts/install" --prefix /usr/local >/dev/null
check_packages

# owners FOLDER: the packages that have the libraries which the executable names, as the package manager there tells.
owners() {
    # shellcheck disable=SC2016
    inside_system "$1" sh -euc 'printf "ca-certificates\n"
        for library in "$@"; do
            path=$(ldd /usr/local/bin/aasa-audit | sed -n "s|.*$library => \(/[^ ]*\).*|\1|p")
            # The loader is named by its path.
            [ -n "$path" ] || continue
            # Packages know a library by its path before or after / and /usr became one.
            dpkg-query -S "$path" 2>/dev/null || dpkg-query -S "/usr$path" 2>/dev/null || dpkg-query -S "$(readlink -f "$path")"
        done | sed -e "/^diversion /d" -e "s/[:,].*//"' sh \
        $(readelf -d "$stage/usr/local/bin/aasa-audit" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p') | LC_ALL=C sort -u
}

# An audit of a server that is there, over TLS: libcurl, OpenSSL and c-ares of the release do their work.
try_audit() {
    # shellcheck disable=SC2016
    inside_system "$1" sh -uc '
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=self-signed.example \
            -addext subjectAltName=DNS:self-signed.example -keyout /server.pem -out /server.crt 2>/dev/null
        openssl s_server -accept 127.0.0.1:0 -www -key /server.pem -cert /server.crt >/server.log 2>&1 &
        until port=$(sed -n "s/^ACCEPT .*:\([0-9]*\)$/\1/p" /server.log) && [ -n "$port" ]; do
            kill -0 $! || exit 99
            sleep 0.1
        done
        aasa-audit self-signed.example --connect-to "::127.0.0.1:$port" -q -f json -o /report.html --db /runs.sqlite
        status=$?
        kill $!
        [ -s /report.html ] && [ -s /runs.sqlite ] && exit $status' || return $?
}

tried=
for release in bookworm trixie noble; do
    system="$work/$release"
    if ! make_system "$release" "$system"; then
        say "Not tried: $release cannot be had here."
        continue
    fi
    quietly inside_system "$system" apt-get update -qq || fail "apt-get update failed in $release."
    # shellcheck disable=SC2046
    quietly inside_system "$system" apt-get install -qq --yes --no-install-recommends $(written_packages "$release") openssl \
        || problem "the packages of README.md cannot be installed in $release."
    cp -a "$stage/." "$system/"
    check_program "$system"
    owned=$(owners "$system")
    [ "$owned" = "$(written_packages "$release")" ] || problem "in $release the libraries are in other packages: $owned"
    status=0
    seen=$(try_audit "$system" 2>&1) || status=$?
    # 2: there are findings.
    { [ "$status" -eq 2 ] && [[ $seen = *tls-certificate-self-signed* ]]; } \
        || problem "in $release an audit ends with $status: ${seen:0:2000}"
    tried="$tried $release"
done
[ -n "$tried" ] || problem "no release could be had."
say "Tried in:$tried."
