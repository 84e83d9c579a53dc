"""Association files that take long to read or to check, each below the client's limit of 128 KiB."""

from __future__ import annotations

import json
import random
import string

LIMIT = 126_000
APP = "A1B2C3D4E5.com.acme.app"


def association(*components: object, **more: object) -> bytes:
    """Returns a file with the given components; `more` contains further keys of `applinks`."""
    applinks = {"apps": [], "details": [{"appIDs": [APP], "components": list(components)}], **more}
    return json.dumps({"applinks": applinks}, separators=(",", ":")).encode()


GOOD = association({"/": "/shop/*"}, {"/": "/help/*", "exclude": True})


def filled(rule, **more: object) -> bytes:
    """Returns a file with as many of the components `rule(0)`, `rule(1)`, … as fit within the limit."""
    room, components = LIMIT - len(association(**more)), []
    while room > 0:
        component = rule(len(components))
        room -= len(json.dumps(component, separators=(",", ":"))) + 1
        if room > 0:
            components.append(component)
    return association(*components, **more)


def long_defaults(choice: random.Random) -> bytes:
    """Every empty component inherits a pattern of tens of thousands of characters."""
    return filled(lambda _: {}, defaults={"/": "/" + "*a?" * choice.randint(5_000, 20_000)})


def long_default_queries(choice: random.Random) -> bytes:
    """Every empty component inherits many conditions on the query."""
    query = {f"k{number}": "*a?" * 10 for number in range(choice.randint(400, 900))}
    return filled(lambda _: {}, defaults={"?": query})


def nested_defaults(choice: random.Random) -> bytes:
    """More than a thousand entries, each of which inherits a pattern of 50,000 characters."""
    detail = {"appIDs": [APP], "components": [{}]}
    count = choice.randint(1_000, 1_400)
    pattern = "/" + "*a" * 25_000
    applinks = {"apps": [], "defaults": {"/": pattern}, "details": [detail] * count}
    return json.dumps({"applinks": applinks}, separators=(",", ":")).encode()


def overlapping_wildcards(choice: random.Random) -> bytes:
    """Rules that all overlap each other, so that each pair has to be compared."""
    letters = "abcdefgh"

    def rule(number: int) -> object:
        parts = (choice.choice(letters) + choice.choice(letters) for _ in range(6))
        return {"/": "/*" + "*".join(parts) + "*", "exclude": number % 2 == 0}

    return filled(rule)


def small_wildcards(choice: random.Random) -> bytes:
    """Overlapping rules in a file that is hardly larger than real ones."""
    parts = ["".join(choice.choices("abcdefgh", k=12)) for _ in range(150)]
    return association(*({"/": "/*" + "*".join(part) + "*", "exclude": number % 2 == 0} for number, part in enumerate(parts)))


def question_marks(choice: random.Random) -> bytes:
    """The exponential case of wildcards: a star, a letter, and many question marks."""
    return filled(lambda number: {"/": "/*" + choice.choice("ab") + "?" * (20 + number % 40)})


def one_letter_stars(choice: random.Random) -> bytes:
    """Few patterns of thousands of stars."""
    return filled(lambda _: {"/": "/" + "*a" * choice.randint(2_000, 4_000)})


def conditions(choice: random.Random) -> bytes:
    """Rules that each have many conditions on the query."""

    def rule(_: int) -> object:
        return {"/": "/*", "?": {f"q{choice.randint(0, 99)}": "*" + choice.choice("abc") + "*" for _ in range(12)}}

    return filled(rule)


def variables(choice: random.Random) -> bytes:
    """Patterns of variables with hundreds of values that overlap."""
    values = sorted({"".join(choice.choices("ab*?", k=choice.randint(1, 6))) for _ in range(400)})
    return filled(
        lambda _: {"/": "/" + "$(one)" * 6 + "*" + "$(two)" * 6}, substitutionVariables={"one": values, "two": values}
    )


def long_variables(choice: random.Random) -> bytes:
    """A variable of 60 KB that every rule uses."""
    values = ["*a" * 100 + letter for letter in string.ascii_letters] * 6
    return filled(lambda _: {"/": "$(long)" * 20}, substitutionVariables={"long": values})


def shadowed_by_variable(choice: random.Random) -> bytes:
    """Thousands of rules after one whose variable has tens of thousands of characters."""
    values = ["*", *("".join(choice.choices("abc*", k=40)) for _ in range(1_400))]
    first = {"/": "/$(all)", "exclude": True}
    return filled(lambda number: {"/": f"/{number}"} if number else first, substitutionVariables={"all": values})


def shadowed_by_conditions(choice: random.Random) -> bytes:
    """Thousands of rules after one with many conditions that are always fulfilled."""
    query = {f"k{number}": "*" for number in range(4_000)}
    return filled(lambda number: {"/": f"/{number}"} if number else {"/": "*", "?": query, "exclude": True})


def shadowed_by_pattern(choice: random.Random) -> bytes:
    """Thousands of rules after one with tens of thousands of characters."""
    return filled(lambda number: {"/": "/a" + "b" * (number % 9)} if number else {"/": "/a" + "*?" * 15_000 + "*", "exclude": True})


def shadowed_pairs(choice: random.Random) -> bytes:
    """Rules with and without a slash at the end, alternately including and excluding links."""
    return filled(lambda number: {"/": f"/{number // 3}" + ("/*", "*", "")[number % 3], "exclude": number % 2 == 0})


def predefined_variables(_: random.Random) -> bytes:
    """Patterns with predefined variables, which have hundreds of values."""
    return filled(lambda number: {"/": "/" + "$(lang)*$(region)*" * 3 + str(number), "caseSensitive": number % 2 == 0})


def many_variables(_: random.Random) -> bytes:
    """Thousands of variables, none of which is used."""
    names = {f"v{number}": ["a", "b"] for number in range(6_000)}
    return association({"/": "/$(v0)"}, substitutionVariables=names)


def many_apps(choice: random.Random) -> bytes:
    """Thousands of apps with almost the same name."""
    apps = [f"A1B2C3D4E5.com.acme.app{''.join(choice.choices('Il1O0', k=8))}" for _ in range(3_000)]
    details = [{"appIDs": apps, "components": [{"/": "*"}]}]
    return json.dumps({"applinks": {"apps": [], "details": details}}).encode()


def many_details(_: random.Random) -> bytes:
    """An app in a thousand entries, each in the old and in the new form."""
    details = [{"appID": APP, "appIDs": [APP], "paths": ["*"], "components": [{"/": "*"}]}] * 1_100
    return json.dumps({"applinks": {"apps": [], "details": details}}, separators=(",", ":")).encode()


def paths_and_components(choice: random.Random) -> bytes:
    """Rules in the old and in the new form, which differ and must be compared."""
    letters = "abcd"
    paths = ["/*" + "*".join(choice.choices(letters, k=7)) + "*" for _ in range(2_500)]
    components = [{"/": "/*" + "*".join(choice.choices(letters, k=7)) + "*"} for _ in range(1_800)]
    details = [{"appIDs": [APP], "appID": APP, "paths": paths, "components": components}]
    return json.dumps({"applinks": {"apps": [], "details": details}}, separators=(",", ":")).encode()


def broken_rules(_: random.Random) -> bytes:
    """Values of the wrong type, each of which causes a finding."""
    return filled(lambda number: {"/": [number], "?": number, "exclude": "yes"})


def never_matching(_: random.Random) -> bytes:
    """Tens of thousands of rules that cannot match."""
    return filled(lambda number: {"/": f"a{number}?#"})


def deep(_: random.Random) -> bytes:
    """Brackets nested as deeply as the size of the file allows."""
    return b'{"applinks":' + b"[" * 60_000 + b"]" * 60_000 + b"}"


def almost_deep(_: random.Random) -> bytes:
    """Many values that are nested almost as deeply as the parser allows."""
    piece = b'{"a":' * 500 + b"1" + b"}" * 500
    return b'{"applinks":{"details":[' + b",".join([piece] * 40) + b"]}}"


def duplicate_keys(_: random.Random) -> bytes:
    """Thousands of objects with duplicate keys."""
    return b'{"applinks":{"details":[' + b'{"appIDs":1,"appIDs":2,"x":3,"x":4},' * 3_400 + b"{}]}}"


def many_keys(_: random.Random) -> bytes:
    """An object with thousands of unknown keys that are similar to a known one."""
    return b'{"applinks":{' + b",".join(b'"detail%d":1' % number for number in range(7_000)) + b"}}"


def long_numbers(_: random.Random) -> bytes:
    """Numbers of a hundred thousand digits."""
    return b'{"applinks":{"details":[' + b"1" * 60_000 + b"e" + b"9" * 30_000 + b"," + b"0." + b"0" * 30_000 + b"1]}}"


def escapes(_: random.Random) -> bytes:
    """A string that consists of escapes, with invalid surrogate pairs."""
    return b'{"applinks":{"details":[{"appIDs":["' + b"\\ud83d\\u0041" * 10_000 + b'"]}]}}'


def combining_marks(_: random.Random) -> bytes:
    """One character that consists of 40,000 Unicode scalars."""
    return association({"/": "/a*"}, {"/": "/a" + "\u0301" * 40_000 + "*"}).replace(b"\\u0301", "\u0301".encode())


def one_line(_: random.Random) -> bytes:
    """A file of white space with a syntax error at the end."""
    return b'{"applinks":' + b" " * 120_000 + b"x}"


def lines(_: random.Random) -> bytes:
    """A file of empty lines with a syntax error at the end."""
    return b'{"applinks":' + b"\n" * 120_000 + b"x}"


def signed(_: random.Random) -> bytes:
    """The beginning of a signed file with very deeply nested elements."""
    return b"\x30\x84\x00\x01\xe0\x00" + b"\x30\x80" * 60_000


SLOW_FILES = {
    function.__name__.replace("_", "-"): function
    for function in (
        long_defaults, long_default_queries, nested_defaults, overlapping_wildcards, small_wildcards, question_marks, one_letter_stars,
        conditions, variables, long_variables, shadowed_by_variable, shadowed_by_conditions, shadowed_by_pattern, shadowed_pairs,
        predefined_variables, many_variables, many_apps, many_details,
        paths_and_components, broken_rules, never_matching, deep, almost_deep, duplicate_keys, many_keys, long_numbers,
        escapes, combining_marks, one_line, lines, signed,
    )
}  # fmt: skip
