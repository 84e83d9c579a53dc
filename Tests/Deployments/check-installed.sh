# shellcheck shell=bash
# The second part of Tests/Deployments/check: what Scripts/install leaves behind, moved away from where it was built, in a
# Debian that has nothing but the written packages; then the unit, under a systemd of its own. Sourced.
# What the other part has set:
: "${work:?}" "${checks:?}" "${folder:?}" "${root:?}" "${written:?}" "${problems:?}" "${image_release:?}"
# shellcheck source=Tests/Deployments/bare-system.sh
. "$checks/bare-system.sh"

for tool in systemd-nspawn mandoc; do
    command -v "$tool" >/dev/null 2>&1 || install "the checks" "systemd-container mandoc" ""
done

stage="$work/stage"
DESTDIR="$stage" "$root/Scripts/install" --prefix /usr/local >/dev/null
"$root/Scripts/install" --packages "$image_release" --built >"$work/packages"
check_packages
check_options "$stage/usr/local/bin/aasa-audit"
check_configurations "$stage/usr/local/bin/aasa-audit"

# --- Completions and manual pages

share="$stage/usr/local/share"
for shell in bash zsh fish; do
    case $shell in
        bash) script=$share/bash-completion/completions/aasa-audit ;;
        zsh) script=$share/zsh/site-functions/_aasa-audit ;;
        fish) script=$share/fish/vendor_completions.d/aasa-audit.fish ;;
    esac
    if [ ! -s "$script" ]; then
        problem "there are no completions for $shell."
    elif command -v "$shell" >/dev/null 2>&1; then
        "$shell" -n "$script" || problem "the completions are not valid for $shell."
    else
        say "$shell is not here: its completions were not read by it."
    fi
done
# Completion as a user has it: what bash makes of "aasa-audit exp".
# shellcheck disable=SC1090
offered=$(bash -c '. "$1"; COMP_WORDS=(aasa-audit exp) COMP_CWORD=1 COMP_LINE="aasa-audit exp" COMP_POINT=14
    $(complete -p aasa-audit | sed -n "s/.*-F \([^ ]*\).*/\1/p") aasa-audit exp aasa-audit; echo "${COMPREPLY[*]}"' \
    bash "$share/bash-completion/completions/aasa-audit" 2>/dev/null) || true
[ "$offered" = explain ] || problem "bash completes 'aasa-audit exp' to '$offered'."
for page in "$share"/man/man1/*.1; do
    mandoc -T lint -W error "$page" || problem "$(basename "$page") is no valid manual page."
    case $page in
        */aasa-audit.1 | */aasa-audit-config.1 | */aasa-audit-baseline.1) ;; # has commands below it
        *) grep -q '"EXIT STATUS"' "$page" || problem "$(basename "$page") does not say what the exit codes mean." ;;
    esac
done

# --- The example and the schema that it names, and what a new configuration makes of them

for file in share/doc/aasa-audit/examples/aasa-audit.yaml share/aasa-audit/aasa-audit.schema.json; do
    [ -s "$stage/usr/local/$file" ] || problem "$file is not installed."
done
quietly "$stage/usr/local/bin/aasa-audit" config check "$share/doc/aasa-audit/examples/aasa-audit.yaml" || problem "the installed example is not right."
[ "$(sed -n "1s/.*[$]schema=//p" "$share/doc/aasa-audit/examples/aasa-audit.yaml")" = /usr/local/share/aasa-audit/aasa-audit.schema.json ] \
    || problem "the installed example names another schema."
made=$("$stage/usr/local/bin/aasa-audit" init shop.example -o - | sed -n "1s/.*[$]schema=//p")
[ "$made" = "$share/aasa-audit/aasa-audit.schema.json" ] || problem "a new configuration names the schema '$made'."

# --- The Debian of the image, with the written packages and no Swift

debian="$work/debian"
make_system "$image_release" "$debian" || fail "no Debian can be made."
inside() { inside_system "$debian" "$@"; }
quietly inside apt-get update -qq || fail "apt-get update failed inside."
# The commands of the image's last stage, with the written packages.
cp "$work/packages" "$debian/packages"
awk '/^FROM debian/ { last = 1 } last && /^RUN / { on = 1 } on { print } on && !/\\$/ { exit }' "$folder/Dockerfile" \
    | sed -e 's/^RUN //' -e 's/--mount=[^ ]*//' >"$work/run"
grep -q 'apt-get install' "$work/run" || problem "the RUN of the Dockerfile was not found."
quietly inside sh -euc "$(cat "$work/run")" || problem "the commands of the Dockerfile fail."
cp -a "$stage/." "$debian/"

check_program "$debian"

# As the image runs it: nobody in particular, a file system that cannot be written, a volume, no capabilities.
variables=$(awk '/^ENV /{on=1} on{print} on && !/\\$/{exit}' "$folder/Dockerfile" | sed -e 's/^ENV //' -e 's/\\$//' | xargs)
volume="$debian/var/lib/aasa-audit"
status=0
# shellcheck disable=SC2016,SC2086
unshare --mount --pid --fork sh -euc '
    debian=$1
    shift
    mount --bind "$debian" "$debian"
    mount --bind "$debian/var/lib/aasa-audit" "$debian/var/lib/aasa-audit"
    mount -t proc proc "$debian/proc"
    mount -o remount,bind,ro "$debian"
    exec chroot "$debian" setpriv --reuid=10001 --regid=10001 --clear-groups --inh-caps=-all --bounding-set=-all \
        --no-new-privs env -i --chdir=/var/lib/aasa-audit "$@"' \
    sh "$debian" $variables /usr/local/bin/aasa-audit audit nobody.example --connect-to ::127.0.0.1:9 --max-retries 0 --quiet \
    -o report.html -o json:report.json -o report.sarif >"$work/output" 2>&1 || status=$?
# 4: nothing listens at that port.
[ "$status" -eq 4 ] || problem "as in the image it ends with $status: $(cat "$work/output")"
for report in report.html report.json report.sarif; do
    [ -s "$volume/$report" ] || problem "as in the image it writes no $report."
done
rm -f "$volume"/*

# --- The unit, under systemd: a server with a certificate that it has signed itself, and nothing else to be reached

# The image keeps no lists of packages.
quietly inside apt-get update -qq || fail "apt-get update failed inside."
quietly inside apt-get install -qq --yes --no-install-recommends systemd systemd-sysv dbus || fail "systemd cannot be installed inside."
cp "$folder"/systemd/aasa-audit.service "$folder"/systemd/aasa-audit.timer "$debian/etc/systemd/system/"
mkdir -p "$debian/etc/aasa-audit" "$debian/etc/sysusers.d" "$debian/etc/systemd/system/aasa-audit.service.d"
cp "$folder/systemd/aasa-audit.sysusers" "$debian/etc/sysusers.d/aasa-audit.conf"
quietly inside systemd-sysusers || fail "the user of the service cannot be made inside."
sed -e 's/^LoadCredential=notify:.*/LoadCredential=header:\/etc\/aasa-audit\/header/' \
    -e 's/^Environment=AASA_AUDIT_NOTIFY_FILE=.*/Environment=AASA_AUDIT_HEADER_FILE=%d\/header/' \
    "$folder/systemd/secrets.conf" >"$debian/etc/systemd/system/aasa-audit.service.d/secrets.conf"
printf 'domains:\n  - name: self-signed.example\n' >"$debian/etc/aasa-audit/aasa-audit.yaml"
sed 's/^#  - site:/  - site:/' "$folder/systemd/nightly.yaml" >>"$debian/etc/aasa-audit/aasa-audit.yaml"
printf '127.0.0.1 self-signed.example\n' >>"$debian/etc/hosts"
printf 'X-Token: topsecret\n' >"$debian/etc/aasa-audit/header"
chmod 600 "$debian/etc/aasa-audit/header"
inside openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=self-signed.example \
    -addext subjectAltName=DNS:self-signed.example -keyout /server.pem -out /server.crt 2>/dev/null
cat >"$debian/etc/systemd/system/server.service" <<'UNIT'
[Service]
ExecStart=/usr/bin/openssl s_server -quiet -accept 443 -www -key /server.pem -cert /server.crt
UNIT
cat >"$debian/trial" <<'TRIAL'
systemctl start server.service
systemctl start aasa-audit.service
echo "start=$?"
systemctl show aasa-audit.service --property=Result,User
systemctl start aasa-audit.timer
systemctl list-timers --all --no-pager aasa-audit.timer
ls -lanLR /var/lib/aasa-audit/
# Somebody else reads what is for others.
for file in metrics/aasa-audit.prom reports/report.html reports/report.json; do
    setpriv --reuid=65534 --regid=65534 --clear-groups cat "/var/lib/aasa-audit/$file" >/dev/null && echo "readable=$file"
done
journalctl --no-pager --output=cat --unit=aasa-audit.service
# By hand, with the configuration alone: the same history.
aasa-audit history --config /etc/aasa-audit/aasa-audit.yaml
TRIAL
cat >"$debian/etc/systemd/system/trial.service" <<'UNIT'
[Unit]
After=basic.target
[Service]
Type=oneshot
ExecStart=/bin/sh /trial
ExecStopPost=/bin/systemctl poweroff --no-block
StandardOutput=append:/trial.out
StandardError=inherit
[Install]
WantedBy=multi-user.target
UNIT
quietly inside systemctl enable trial.service
timeout 120 systemd-nspawn --quiet --boot --private-network --register=no --keep-unit --directory="$debian" \
    >"$work/boot" 2>&1 || true
trial="$debian/trial.out"
if [ ! -s "$trial" ]; then
    problem "systemd did not start inside: $(tail -n 5 "$work/boot")"
else
    before=$problems
    for line in start=0 Result=success User=aasa-audit readable=metrics/aasa-audit.prom readable=reports/report.html; do
        grep -qx "$line" "$trial" || problem "the unit does not have $line."
    done
    # 2: there are findings; that is a success of the unit.
    for word in '"exitCode":2' aasa-audit.timer report.html report.json aasa-audit.prom aasa-audit.sqlite .aasa-audit-site 'run 1 ' '"message":"run ended"' tls-certificate-self-signed; do
        grep -qF -- "$word" "$trial" || problem "after the run there is no $word."
    done
    # Whatever is no JSON comes from a library that the sandbox is in the way of.
    if grep -q 'Failed to set' "$trial"; then problem "the sandbox is in the way of something."; fi
    # The credential reached it: the settings of the run name the field.
    grep -qF X-Token "$trial" || problem "the service did not get its credential."
    if grep -rqF topsecret "$trial" "$debian/var/lib/aasa-audit"; then problem "a secret is in a report or in the log."; fi
    if [ "$problems" -gt "$before" ]; then cat "$trial" >&2; else say "systemd: $(grep -F '"run ended"' "$trial")"; fi
fi
