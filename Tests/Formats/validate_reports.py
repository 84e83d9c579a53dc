#!/usr/bin/env python3
"""Reads reports in all formats with independent programs.

usage: validate_reports.py SCHEMA SARIF-SCHEMA JUNIT-SCHEMA FILE...

The extension of each FILE determines its check:

- .json: SCHEMA; .case.json, an answer about one link: its "#/$defs/case"; lines of .ndjson and .jsonl: "#/$defs/domain"
- .mail.html: a page of tables that mail programs do not change; .eml: a message with such a page and text
- .sarif: the JSON schema of SARIF 2.1.0 (OASIS); .junit.xml: the XML schema of Jenkins' xUnit plugin
- .prom: Prometheus' Python client; .csv: Python's csv module; .md and .github: sizes of lines and files
- .yaml: the schema of configurations, aasa-audit.schema in the same folder, which must reject names with refused-

Files with the same stem, such as interrupted.csv and interrupted.json, are from one run: they must contain the domains,
findings, names, teams and messages of the JSON document, character by character. Needs the packages jsonschema, lxml,
prometheus_client and PyYAML. The exit code is 0 if all files are valid, otherwise 1.
"""
import collections
import csv
import datetime
import email
import email.policy
import html.parser
import io
import json
import os.path
import re
import sys
import unicodedata
import urllib.parse

import jsonschema
import yaml
from lxml import etree
from prometheus_client.openmetrics.parser import text_string_to_metric_families as openmetrics
from prometheus_client.parser import text_string_to_metric_families

CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
NUMBERS = {"port", "line", "column", "http_status", "certificate_days_left", "duration_ms", "attempts"}
ERRORS_SHOWN = 10
dates = jsonschema.FormatChecker(formats=[])


class Wrong(Exception):
    pass


def expect(holds, words):
    if not holds:
        raise Wrong(words)


IGNORABLE = re.compile("[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]")
INVISIBLE = {"Cc", "Cf", "Zl", "Zp", "Co", "Cs", "Cn"}


def visible(text):
    """Returns foreign text in its visible form, with invisible characters as \\u{…}."""
    return "".join(
        f"\\u{{{ord(char):X}}}" if unicodedata.category(char) in INVISIBLE or IGNORABLE.match(char) else char
        for char in text or ""
    )


def same(found, expected, words):
    """Checks that both contain the same texts, each equally often."""
    found, expected = collections.Counter(found), collections.Counter(expected)
    expect(found == expected, f"{words} differ: {list((found - expected).items())[:2]!r} for {list((expected - found).items())[:2]!r}")


@dates.checks("date-time", raises=ValueError)
def is_date_time(value):
    if isinstance(value, str):
        datetime.datetime.strptime(value, "%Y-%m-%dT%H:%M:%S.%fZ")
    return True


def without_duplicates(pairs):
    keys = collections.Counter(key for key, _ in pairs)
    expect(max(keys.values(), default=0) <= 1, f"a key appears twice in one object: {keys.most_common(1)}")
    return dict(pairs)


def no_constant(name):
    raise Wrong(f"{name} is not JSON")


def hold(text, validator, where=""):
    value = json.loads(text, object_pairs_hook=without_duplicates, parse_constant=no_constant)
    errors = sorted(validator.iter_errors(value), key=lambda error: [str(part) for part in error.absolute_path])
    shown = [f"{where}at {error.json_path}: {error.message[:300]}" for error in errors[:ERRORS_SHOWN]]
    expect(not errors, "\n  ".join([f"{len(errors)} errors", *shown]))
    return value


def document(text, schemas, run):
    hold(text, schemas["document"])
    return "document"


def answer(text, schemas, run):
    hold(text, schemas["case"])
    return "an answer"


def stream(text, schemas, run):
    lines = text.split("\n")
    expect(lines.pop() == "", "the last line does not end with a line feed")
    for number, line in enumerate(lines, 1):
        hold(line, schemas["line"], f"line {number}: ")
    return f"{len(lines)} lines"


def sarif(text, schemas, run):
    log = hold(text, schemas["sarif"])["runs"][0]
    rules = [rule["id"] for rule in log["tool"]["driver"]["rules"]]
    prints = set()
    for result in log["results"]:
        expect(rules[result["ruleIndex"]] == result["ruleId"], "a ruleIndex leads to another rule")
        prints.add(result["partialFingerprints"]["primaryLocationLineHash"])
    expect(len(prints) == len(log["results"]), "two results have the same fingerprint")
    if run:
        expect(log["invocations"][0]["executionSuccessful"] == run["complete"], "interruption is not reported")
        found = collections.Counter(result["ruleId"] for result in log["results"])
        expect(found == run["actions"], "the results are not the findings of the JSON document that need action")
        teams = [(domain["team"], finding["code"]) for domain, finding in run["found"] if finding["severity"] != "info"]
        results = [(result["properties"].get("team", ""), result["ruleId"]) for result in log["results"]]
        same(results, [(visible(team), code) for team, code in teams], "teams of findings")
    return f"{len(log['results'])} results"


def junit(text, schemas, run):
    tree = etree.fromstring(text.encode())
    schemas["junit"].assertValid(tree)
    suite = tree.find("testsuite")
    cases = suite.findall("testcase")
    failures = [case for case in cases if case.find("failure") is not None]
    errors = [case for case in cases if case.find("error") is not None]
    counts = [int(suite.get(name)) for name in ("tests", "failures", "errors")]
    expect(counts == [len(cases), len(failures), len(errors)], f"the counts are {counts}")
    if run:
        states = run["states"]
        interrupted = 0 if run["complete"] else 1
        expect(len(failures) == states["fail"], "failures are not the domains that fail")
        expect(len(errors) == states["unreachable"] + states["invalid"] + interrupted, "errors are others")
        names = collections.Counter(visible(domain["displayDomain"]) for domain in run["domains"] if domain.get("port") == 443)
        missing = names - collections.Counter(case.get("name") for case in cases)
        expect(not missing, f"domains without a test case: {list(missing)[:2]!r}")
    return f"{len(cases)} test cases"


def prom(text, schemas, run):
    families = {family.name: family for family in text_string_to_metric_families(text)}
    # The stricter parser also requires that the page is complete.
    strict = {family.name: len(family.samples) for family in openmetrics(text)}
    expect(strict == {name: len(family.samples) for name, family in families.items()}, "OpenMetrics has other samples")
    expect(all(family.documentation and family.type == "gauge" for family in families.values()), "HELP or TYPE is missing")
    series = [(sample.name, tuple(sorted(sample.labels.items()))) for family in families.values() for sample in family.samples]
    expect(len(series) == len(set(series)), "a series appears twice")
    if run:
        samples = families["aasa_audit_domains"].samples
        expect({sample.labels["status"]: sample.value for sample in samples} == run["states"], "domains by status differ")
        samples = families["aasa_audit_findings"].samples
        counted = +collections.Counter({tuple(sample.labels.values()): int(sample.value) for sample in samples})
        expect(counted == run["counted"], "findings by code, severity and acceptance differ")
        named = collections.Counter(sample.labels["status"] for sample in families["aasa_audit_domain_status"].samples)
        named["invalid"] = run["states"]["invalid"]
        teams = [sample.labels["team"] for sample in families["aasa_audit_domain_status"].samples]
        same(teams, [visible(domain["team"]) for domain in run["domains"] if domain["domain"] is not None], "teams")
        expect(+named == +collections.Counter(run["states"]), "the states of domains differ")
        expect(families["aasa_audit_run_complete"].samples[0].value == run["complete"], "interruption is not reported")
    return f"{len(series)} series"


def plain(cell):
    return re.sub(r"(^|;)'", r"\1", cell)


def table(text, schemas, run):
    expect(text.endswith("\r\n"), "the last row has no end")
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    for row in rows:
        expect(None not in row and None not in row.values(), "a row has more or fewer cells than the header")
        for name, cell in row.items():
            formula = name not in NUMBERS and cell.lstrip()[:1] in tuple("=+-@\t\r＝＋－＠")
            expect(not formula, f"a cell is a formula: {cell[:60]!r}")
    if run:
        expect(collections.Counter(row["code"] for row in rows if row["code"]) == run["codes"], "the findings differ")
        domains = list(dict.fromkeys((row["input"].removeprefix("'"), row["port"]) for row in rows))
        expect(len(domains) == sum(run["states"].values()), "some domain has no row")
        # An apostrophe keeps a spreadsheet from interpreting a text as a formula.
        cells = [(plain(row["team"]), plain(row["code"]), plain(row["message"])) for row in rows if row["code"]]
        texts = [(domain["team"], finding["code"], finding["message"]) for domain, finding in run["found"]]
        same(cells, [tuple(plain(visible(text)) for text in found) for found in texts], "teams and messages")
    return f"{len(rows)} rows"


def markdown(text, schemas, run):
    expect(text.startswith("# "), "there is no title")
    expect(len(text) < 65_536, f"{len(text)} characters do not fit into an issue of GitHub")
    return f"{len(text)} characters"


def annotations(text, schemas, run):
    kinds = collections.Counter()
    for line in text.split("\n"):
        match = re.match(r"::(error|warning|notice|group|endgroup)( title=[^:,]+)?::", line)
        expect(match or not line.lstrip().startswith("::"), f"no command of ours: {line[:80]!r}")
        expect("##[" not in line or match, "a command in the old syntax")
        if match:
            kinds[match[1]] += 1
        if run and match and match[1] in ("error", "warning") and match[2]:
            title = urllib.parse.unquote(match[2].removeprefix(" title="))
            known = any(name and name in title for name in run["names"])
            expect(known or title.startswith("The run"), f"the title of no domain: {title!r}")
    expect(max(kinds["error"], kinds["warning"], kinds["notice"]) <= 10, f"GitHub would drop some of {dict(kinds)}")
    return ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))


MAIL_TAGS = set("html head meta title body table tr td h1 h2 p a b br bdi span ol ul li".split())
MAIL_ATTRIBUTES = set("lang charset name content role width cellpadding cellspacing border bgcolor align style href".split())
MAIL_STYLES = set("""margin padding color background-color font-family font-size line-height text-align max-width
    border-bottom table-layout word-break overflow-wrap text-decoration""".split())
MAIL_BYTES = 100_000  # some mail programs cut off what is beyond 102 KB


class MailReader(html.parser.HTMLParser):
    """Checks that mail programs support each element, and that all elements are closed."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open = []

    def handle_starttag(self, tag, attributes):
        expect(tag in MAIL_TAGS, f"<{tag}> is not kept by mail programs")
        expect(len(attributes) == len(dict(attributes)), f"<{tag}> has an attribute twice")
        for name, value in attributes:
            expect(name in MAIL_ATTRIBUTES, f"the attribute {name} is not kept by mail programs")
            if name == "href":
                expect(tag == "a" and value.startswith(("https://", "http://")), f"<{tag}> leads to {value!r}")
            if name == "style":
                used = {part.split(":")[0].strip() for part in value.split(";") if part}
                expect(used <= MAIL_STYLES, f"not kept by mail programs: {used - MAIL_STYLES}")
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        expect(self.open and self.open.pop() == tag, f"</{tag}> closes another element")


def mail(text, schemas, run):
    expect(text.startswith("<!doctype html>"), "there is no document type")
    expect(len(text.encode()) < MAIL_BYTES, f"{len(text.encode())} bytes do not fit into a mail")
    reader = MailReader()
    reader.feed(text)
    reader.close()
    expect(reader.open == [], f"not closed: {reader.open}")
    return f"{len(text.encode())} bytes"


def message(text, schemas, run):
    parsed = email.message_from_string(text, policy=email.policy.default)
    expect(parsed["Subject"].startswith("Universal links: "), "the subject is another")
    expect(parsed["Date"] is None or parsed["Date"].datetime.tzinfo, "the date is none")
    parts = list(parsed.iter_parts())
    expect([part.get_content_type() for part in parts] == ["text/plain", "text/html"], "the parts are others")
    expect(all(not part.defects for part in parts + [parsed]), f"{[part.defects for part in parts]}")
    plain = parts[0].get_content()
    expect(not CONTROLS.search(plain), "a control character in the text")
    mail(parts[1].get_content(), schemas, run)
    return f"text of {len(plain)} characters and a page"


class CoreLoader(yaml.SafeLoader):
    """Reads YAML 1.2 like editors: “no” and dates are texts."""

    yaml_implicit_resolvers = {}


for kind, pattern, first in (
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("bool", r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    ("int", r"[-+]?[0-9]+", list("-+0123456789")),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", list("-+.0123456789")),
):
    CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{kind}", re.compile(f"^(?:{pattern})$"), first)


def configuration(text, schemas, path):
    folder, name = os.path.split(path)
    with open(os.path.join(folder, "aasa-audit.schema"), encoding="utf-8") as file:
        schema = json.load(file)
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    errors = [error.message[:300] for error in validator(schema).iter_errors(yaml.load(text, CoreLoader))]
    if name.startswith("refused-"):
        expect(errors, "the schema takes it")
        return f"refused: {errors[0]}"
    expect(not errors, "\n  ".join([f"{len(errors)} errors", *errors[:ERRORS_SHOWN]]))
    return "a configuration"


READERS = {
    ".yaml": configuration,
    ".mail.html": mail, ".eml": message,
    ".case.json": answer, ".json": document, ".ndjson": stream, ".jsonl": stream, ".sarif": sarif, ".junit.xml": junit, ".prom": prom, ".csv": table,
    ".md": markdown, ".github": annotations,
}  # fmt: skip


def facts(path):
    """Returns the facts in the JSON document of the same run."""
    try:
        with open(re.sub(r"\.[a-z.]+$", ".json", path), encoding="utf-8") as file:
            found = json.load(file)
    except OSError:
        return None
    findings = [finding for domain in found["domains"] for finding in domain["findings"]]
    codes = collections.Counter(finding["code"] for finding in findings)
    actions = collections.Counter(finding["code"] for finding in findings if finding["severity"] != "info")
    counted = collections.Counter(
        (finding["code"], finding["severity"], str("waived" in finding).lower()) for finding in findings
    )
    states = {name: found["summary"][name] for name in ("pass", "warn", "fail", "unreachable", "invalid", "accepted")}
    domains = found["domains"]
    return {
        "codes": codes, "actions": actions, "counted": counted, "states": states, "complete": found["complete"], "domains": domains,
        "found": [(domain, finding) for domain in domains for finding in domain["findings"]],
        "names": {visible(domain["displayDomain"] or domain["input"]) for domain in domains},
    }  # fmt: skip


def main():
    with open(sys.argv[1], encoding="utf-8") as own, open(sys.argv[2], encoding="utf-8") as other:
        schema, sarif_schema = json.load(own), json.load(other)
    jsonschema.Draft202012Validator.check_schema(schema)
    parts = {
        name: {"$schema": schema["$schema"], "$ref": f"#/$defs/{name}", "$defs": schema["$defs"]} for name in ("domain", "case")
    }
    schemas = {
        "document": jsonschema.Draft202012Validator(schema, format_checker=dates),
        "line": jsonschema.Draft202012Validator(parts["domain"], format_checker=dates),
        "case": jsonschema.Draft202012Validator(parts["case"], format_checker=dates),
        "sarif": jsonschema.validators.validator_for(sarif_schema)(sarif_schema, format_checker=jsonschema.FormatChecker()),
        "junit": etree.XMLSchema(etree.parse(sys.argv[3])),
    }
    failed = False
    for path in sys.argv[4:]:
        reader = next((reader for end, reader in READERS.items() if path.endswith(end)), None)
        if reader is None:
            continue
        try:
            with open(path, encoding="utf-8", newline="") as file:
                text = file.read()
            if reader is configuration:
                print(f"{path}: valid ({configuration(text, schemas, path)})")
                continue
            if reader not in (document, answer, stream):
                match = CONTROLS.search(text)
                expect(not match, f"a control character: {match[0]!r}" if match else "")
            run = None if reader in (document, answer, stream) else facts(path)
            print(f"{path}: valid ({reader(text, schemas, run)})")
        except (Wrong, OSError, ValueError, KeyError, csv.Error, etree.LxmlError, yaml.YAMLError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


sys.exit(main())
