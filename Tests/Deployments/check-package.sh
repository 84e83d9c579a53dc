# shellcheck shell=bash
# A part of Tests/Deployments/check: the Debian package, read by lintian, then installed, used, upgraded and removed in a Debian 12
# and a Debian 13 that have nothing else. Sourced.
# What the other part has set:
: "${work:?}" "${checks:?}" "${folder:?}" "${root:?}"
# shellcheck source=Tests/Deployments/bare-system.sh
. "$checks/bare-system.sh"
command -v lintian >/dev/null 2>&1 || install "the checks" lintian ""

package=$("$root/Scripts/package" "$work/package" 2>"$work/package.log") || fail "no package was made: $(cat "$work/package.log")"
(cd "$work/package" && sha256sum --check --quiet ./*.sha256) || problem "the checksum of the package is another one."
again=$("$root/Scripts/package" --built "$work/again" 2>/dev/null) || fail "the package cannot be made twice."
cmp -s "$package" "$again" || problem "the same source makes another package."
# What cannot be otherwise: there is no bug that this closes, and the executable has its runtime inside.
said=$(lintian --fail-on none --suppress-tags initial-upload-closes-no-bugs,embedded-library "$package" | grep '^[EW]:') || true
[ -z "$said" ] || problem "lintian: $said"

tried=
for release in bookworm trixie; do
    system="$work/$release"
    if ! make_system "$release" "$system"; then
        say "Not tried: $release cannot be had here."
        continue
    fi
    quietly inside_system "$system" apt-get update -qq || fail "apt-get update failed in $release."
    cp "$package" "$system/aasa-audit.deb"
    inside_system "$system" sh -euc 'find / -xdev -not -path "/var/*" -not -path "/proc/*" | sort >/before'
    quietly inside_system "$system" apt-get install -qq --yes --no-install-recommends /aasa-audit.deb \
        || problem "the package cannot be installed in $release."
    check_program "$system"
    for page in aasa-audit aasa-audit-audit; do
        [ -s "$system/usr/share/man/man1/$page.1.gz" ] || problem "in $release there is no page $page."
    done
    inside_system "$system" aasa-audit config check /usr/share/doc/aasa-audit/examples/aasa-audit.yaml >/dev/null \
        || problem "in $release the example is no configuration."
    # The history of somebody who upgrades and removes is theirs.
    inside_system "$system" sh -uc 'aasa-audit nobody.invalid --db /runs.sqlite -q >/dev/null 2>&1; test -s /runs.sqlite' \
        || problem "in $release an audit leaves no history."
    # An upgrade: the same package with a higher version.
    inside_system "$system" sh -euc 'dpkg-deb -R /aasa-audit.deb /next && sed -i "s/^Version: .*/&+next/" /next/DEBIAN/control \
        && dpkg-deb -b /next /next.deb >/dev/null && dpkg -i /next.deb >/dev/null && rm -r /next' \
        || problem "in $release an upgrade fails."
    inside_system "$system" aasa-audit history --db /runs.sqlite >/dev/null || problem "in $release the history is lost after an upgrade."
    quietly inside_system "$system" apt-get purge -qq --yes aasa-audit || problem "the package cannot be removed in $release."
    left=$(inside_system "$system" sh -euc 'find / -xdev -path "*aasa-audit*" -not -path "/var/*" -not -path "/aasa-audit.deb"')
    [ -z "$left" ] || problem "in $release there is left: $left"
    tried="$tried $release"
done
[ -n "$tried" ] || problem "no release could be had."
say "The package was tried in:$tried."
