#!/usr/bin/env python3
"""Checks with axe, in a real browser, that reports, the pages of sites, and mails are accessible and fit their window.

    check_accessibility.py PAGES SITES MAILS AXE

PAGES, SITES and MAILS are the folders of check_page.py and check_static.py; AXE is the file axe.min.js. Violations are
printed to the standard error; the exit code is 0 if there are none.
"""

import json
import pathlib

from check_page import OPEN_ALL, SETTLED
from chromium import Chromium
from facts import fact, run

# Contrast, by far the slowest check, depends on the colours but not on the width; the other checks on the width only.
LOOKS = ((1280, False, {}), (390, True, {}))
WITHOUT_CONTRAST = ((390, False, {"rules": {"color-contrast": {"enabled": False}}}),)


def accessible(browser, url, name, axe, looks):
    for width, dark, options in looks:
        page = browser.page(url, width=width, dark=dark)
        page.run(OPEN_ALL)
        page.run(SETTLED)
        page.run(axe)
        found = page.run("""axe.run(document, { resultTypes: ["violations"], ...%s }).then(({ violations }) =>
            violations.map(({ id, impact, nodes }) =>
                [id, impact, nodes.length, nodes[0].html.slice(0, 200), nodes[0].failureSummary]))""" % json.dumps(options))
        look = f"{'dark' if dark else 'light'}, {width} px"
        fact(f"{name} has no violation of axe {page.run('axe.version')} ({look})", found == [], found)
        wide = page.run("document.documentElement.scrollWidth")
        fact(f"{name} fits its window ({look})", wide <= width, wide)
        page.close()


def check(pages, sites, mails, axe):
    pages, sites, mails = (pathlib.Path(folder).resolve() for folder in (pages, sites, mails))
    kinds = sites / "kinds"
    domains = {file.read_text(encoding="utf-8").split('class="state ')[1].split('"')[0]: file for file in kinds.glob("d/*/*.html")}
    urls = [(pages / "small.html").as_uri() + "#shop-0.example"]
    urls += [file.as_uri() for file in (
        pages / "kinds.html", pages / "hostile.html", kinds / "index.html", *domains.values(), sites / "many" / "names" / "n-t.html", sites / "nothing" / "index.html", kinds / "words.html",
        kinds / "attention.html", next((kinds / "runs").glob("2*.html")), next((kinds / "teams").glob("t-*.html")),
        *(mails / f"{name}.mail.html" for name in ("kinds", "hostile", "nothing", "linked")))]
    bad_days = [file.as_uri() for file in sorted(pages.glob("bad-*.html"))]
    script = pathlib.Path(axe).read_text(encoding="utf-8")
    with Chromium() as browser:
        for url in urls + bad_days:
            looks = WITHOUT_CONTRAST if url in bad_days else LOOKS
            accessible(browser, url, "/".join(url.split("/")[-3:]), script, looks)
        return browser.version()


if __name__ == "__main__":
    run(check, "accessibility", __doc__)
