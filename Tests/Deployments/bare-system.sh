# shellcheck shell=bash
# A Debian or Ubuntu in a folder, with nothing in it but what its installer brings. Sourced by the parts of
# Tests/Deployments/check that run the installed program elsewhere than where it was built.
: "${work:?}"

if [ "$(id -u)" -ne 0 ] || [ ! -r /etc/debian_version ]; then
    fail "this check makes another system beside this one: it needs Debian, and root."
fi
command -v debootstrap >/dev/null 2>&1 || install "the checks" debootstrap ""

# Ubuntu's archive, and the package with the keys that it is signed with, which Debian 12 does not have.
ubuntu_archive="${UBUNTU_ARCHIVE:-http://archive.ubuntu.com/ubuntu}"
ubuntu_keyring="pool/main/u/ubuntu-keyring/ubuntu-keyring_2023.11.28.1_all.deb"
ubuntu_keyring_sha256="36de43b15853ccae0028e9a767613770c704833f82586f28eb262f0311adb8a8"

# make_system RELEASE FOLDER: fails when the release cannot be had here.
make_system() {
    local release=$1 system=$2
    local arguments=("--variant=minbase" "$release" "$system")
    say "Making a system of $release in $system."
    if [ "$release" = noble ]; then
        quietly curl --fail --silent --show-error --location --max-time 60 --output "$work/keyring.deb" \
            "$ubuntu_archive/$ubuntu_keyring" || return 1
        printf '%s  %s\n' "$ubuntu_keyring_sha256" "$work/keyring.deb" | sha256sum --check --quiet || return 1
        dpkg-deb --extract "$work/keyring.deb" "$work/keyring" || return 1
        # Debian's debootstrap has one script for all releases of Ubuntu; the name of a new one may be missing.
        arguments=("--keyring=$work/keyring/usr/share/keyrings/ubuntu-archive-keyring.gpg" --components=main,universe
            "${arguments[@]}" "$ubuntu_archive" /usr/share/debootstrap/scripts/gutsy)
    fi
    quietly debootstrap "${arguments[@]}" || return 1
    cp /etc/resolv.conf "$system/etc/"
    # How this machine reaches archives; what is in there about programs that are missing inside does no harm.
    cp -a /etc/apt/apt.conf.d/. "$system/etc/apt/apt.conf.d/"
}

# inside_system FOLDER COMMAND...: with an environment and processes of its own.
inside_system() {
    local system=$1
    shift
    # With a /proc of its own: there Swift finds the arguments of the process.
    unshare --mount --pid --fork --mount-proc="$system/proc" chroot "$system" env -i \
        PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# check_program FOLDER: what was installed there starts, and has in itself what it needs.
check_program() {
    local system=$1 missing
    missing=$(inside_system "$system" sh -c 'ldd "$(command -v aasa-audit)"' 2>&1 | grep 'not found') \
        && problem "libraries are missing in $system: $missing"
    inside_system "$system" aasa-audit --version | grep -q '^aasa-audit ' \
        || problem "the program in $system does not tell its version."
    # Texts and schema are in the executable: nothing of the build is here.
    inside_system "$system" aasa-audit explain redirect | grep -q 'What it means' \
        || problem "the program in $system does not explain."
    inside_system "$system" aasa-audit lint - >/dev/null \
        <<<'{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.com.acme.app"],"components":[{"/":"/a"}]}]}}' \
        || problem "the program in $system does not lint."
}
