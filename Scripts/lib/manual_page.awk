# Completes a manual page of ArgumentParser, which omits values and defaults, and adds sections for exit codes, environment and
# files.
#
#   awk -f manual_page.awk AUDIT-PAGE HELP PAGE
#
# HELP is the --help of the command of PAGE. Every option of "audit" can be set in the environment; so can an option of PAGE with
# the same name and text.

function trimmed(text) { sub(/^ +/, "", text); sub(/ +$/, "", text); return text }

# Returns the long name of the option in a line such as ".It Fl l , -list Ar file...".
function option(line) { return match(line, /-[a-z][a-z0-9-]+/) ? substr(line, RSTART + 1, RLENGTH - 1) : "" }

function variable(name) { gsub(/-/, "_", name); return "AASA_AUDIT_" toupper(name) }

function exit_codes(text,    items, count, i, code) {
    print ".Sh \"EXIT STATUS\""
    print ".Bl -tag -width 4n"
    count = split(text, items, "; ")
    for (i = 1; i <= count; i++) {
        items[i] = trimmed(items[i])
        match(items[i], /^[0-9]+/)
        code = substr(items[i], 1, RLENGTH)
        items[i] = trimmed(substr(items[i], RLENGTH + 1))
        sub(/\.$/, "", items[i])
        print ".It " code
        print (items[i] == "" ? "Everything was done" : toupper(substr(items[i], 1, 1)) substr(items[i], 2)) "."
    }
    print ".El"
}

FNR == 1 { file++; name = "" }
file == 2 && /^ +(-[A-Za-z], )?--[a-z]/ { name = option($0); help[name] = $0; next }
file == 2 && /^$/ { name = "" }
file == 2 { if (name != "") help[name] = help[name] " " trimmed($0); next }
/^\.It / { name = option($0) }
file == 1 && name != "" && !/^\./ && !(name in words) { words[name] = $0 }
file == 1 { next }

name != "" && !/^\./ && words[name] == $0 { settings[++known] = name; is_setting[name] = 1 }
name != "" { has[name] = 1 }
# The values or the default at the end of an option in --help, which the page lacks.
name != "" && !/^\./ && match(help[name], /\((values|default): [^()]*\)$/) {
    ending = substr(help[name], RSTART)
    if (index($0, ending) == 0) $0 = $0 " " ending
}
# Sections that ArgumentParser writes for every program, without information.
/^\.Sh .*EXIT STATUS/ || /^\.Ex / || /^\.Xr aasa-audit\.help/ { next }
/^Exit codes: / || /^Exit code / { codes = substr($0, index($0, ": ") + 2); next }
# man joins the words of a command with hyphens: man aasa-audit audit.
/^\.Xr aasa-audit/ { gsub(/\./, "-"); sub(/^-Xr/, ".Xr") }
/^\.Nm "aasa-audit / { command = $0; gsub(/ /, "-"); sub(/^\.Nm-/, ".Nm ") }
/^\.Nm$/ && command != "" { $0 = command }
/^\.Dt AASA-AUDIT/ { while (match($0, /[A-Z]\.[A-Z]/)) $0 = substr($0, 1, RSTART) "-" substr($0, RSTART + 2) }
/^\.Sh .*SEE ALSO/ { sections(); done = 1 }
/^$/ { print ".Pp"; next }
{ print }
END { if (!done) sections() }

function sections(    i) {
    if (codes != "") exit_codes(codes)
    if (known > 0 || has["db"]) {
        print ".Sh ENVIRONMENT"
        print "The command line takes precedence over these variables."
        print ".Bl -tag -width 6n"
        for (i = 1; i <= known; i++) {
            if (settings[i] == "config" || settings[i] == "version" || settings[i] == "help") continue
            print ".It Ev " variable(settings[i])
            print "The same as"
            print ".Fl -" settings[i] "."
        }
        if (has["db"] && !is_setting["db"]) print ".It Ev AASA_AUDIT_DB\nThe same as\n.Fl -db."
        if (has["notify"]) {
            print ".It Ev AASA_AUDIT_NOTIFY_SECRET"
            print "The key that signs messages."
            print ".It Ev AASA_AUDIT_NOTIFY_FILE , AASA_AUDIT_NOTIFY_SECRET_FILE , AASA_AUDIT_HEADER_FILE , AASA_AUDIT_PROXY_FILE"
            print "Files with these secrets, instead of the variables without"
            print ".Em _FILE ."
        }
        if (has["color"]) print ".It Ev NO_COLOR\nNo colors, unless they are requested."
        if (has["proxy"]) print ".It Ev https_proxy , no_proxy\nThe proxy, and the hosts for which it is not used."
        if (has["db"]) print ".It Ev XDG_STATE_HOME , HOME\nThe folder of the default database."
        print ".El"
    }
    if (has["db"] || has["config"]) {
        print ".Sh FILES"
        print ".Bl -tag -width 6n"
        if (has["db"]) {
            print ".It Pa $XDG_STATE_HOME/aasa-audit/aasa-audit.sqlite"
            print "The default database of runs; without the variable, it is below"
            print ".Pa ~/.local/state ."
        }
        if (has["config"]) {
            print ".It Pa /etc/aasa-audit/aasa-audit.yaml"
            print "The configuration of the nightly service. It is read only with"
            print ".Fl -config ."
        }
        print ".El"
    }
}
