#!/usr/bin/env python3
"""Holds HTML reports to what is promised of them, in a real browser.

    check_page.py FOLDER AXE

FOLDER has the pages that the tests left: kinds.html (every kind of domain), small.html (most cards built by the page's
script), whole.html (the same run, all cards in the page) and hostile.html. AXE is the file axe.min.js. What does not
hold is told on standard error, with what was seen instead; the exit code is 0 when everything holds.
"""

import base64
import json
import pathlib
import sys

from chromium import Chromium, Failure

COUNT = 0
FAILURES = 0


def fact(name, holds, seen=None):
    """Takes note of a fact, and tells it where it does not hold."""
    global COUNT, FAILURES
    COUNT += 1
    if not holds:
        FAILURES += 1
        print(f"error: the HTML report: {name}: does not hold; seen: {json.dumps(seen)}"[:4000], file=sys.stderr)


def is_silent(page, url, name):
    """Nothing was said on the console, and nothing but the file was asked for."""
    said = page.told()
    fact(f"{name}: no console message", said == [], said)
    others = [asked for asked in page.requests() if asked.split("#")[0] != url]
    fact(f"{name}: no request leaves the file", others == [], others)


SHOWN = "[...document.querySelectorAll('#list h3')].map(name => name.textContent)"
SETTLED = "new Promise(done => setTimeout(() => requestAnimationFrame(() => done(true)), 120))"


def set_control(page, name, value):
    page.run(f"""(() => {{ const control = document.getElementById("f-{name}"); control.value = {json.dumps(value)};
        control.dispatchEvent(new Event("input", {{ bubbles: true }})); }})()""")
    page.run(SETTLED)


def filters(browser, url):
    page = browser.page(url)
    everything = page.run("JSON.parse(document.getElementById('index').textContent).rows.map(row => row[1])")
    fact("the worst are first", "Broken" in page.run("document.querySelector('#list article').innerText"))
    set_control(page, "q", "travel")
    shown = page.run(SHOWN)
    fact("the search finds by name", shown and all("travel" in name for name in shown)
         and len(shown) == sum("travel" in name for name in everything), shown[:5])
    fact("the search is in the fragment", page.run("location.hash") == "#q=travel", page.run("location.hash"))
    page.run("document.querySelector('#f-status input').click()")
    page.run(SETTLED)
    fragment = page.run("location.hash")
    fact("a status is in the fragment, too", fragment == "#q=travel&status=fail", fragment)
    statuses = page.run("[...document.querySelectorAll('#list .badge')].map(badge => badge.textContent)")
    fact("only that status is shown", statuses and set(statuses) == {"Broken"}, statuses[:5])
    wanted = page.run(SHOWN)
    page.close()

    page = browser.page(url + fragment)
    fact("a fragment brings the same view back", page.run(SHOWN) == wanted, page.run(SHOWN)[:5])
    page.run("document.getElementById('f-reset').click()")
    page.run(SETTLED)
    fact("Clear shows everything and empties the fragment",
         page.run("location.hash") == "" and str(len(everything)) in page.run("document.getElementById('shown').innerText"),
         page.run("[location.hash, document.getElementById('shown').innerText]"))
    for control, value, script in [
        ("code", "redirect", "[...document.querySelectorAll('#list .where code')].some(code => code.textContent === 'redirect')"),
        ("team", "Web", "[...document.querySelectorAll('#list .meta')].every(meta => meta.textContent.includes('team Web'))"),
        ("service", "webcredentials", "document.querySelectorAll('#list article').length > 0"),
        ("system", "2", "document.querySelectorAll('#list article.s-pass').length === 0"),
    ]:
        set_control(page, control, value)
        count = page.run("document.querySelectorAll('#list article').length")
        fact(f"filters by {control}", page.run(script) and 0 < count < len(everything), count)
        fact(f"{control} is in the fragment", page.run("location.hash") == f"#{control}={value}")
        page.run("document.getElementById('f-reset').click()")
        page.run(SETTLED)
    set_control(page, "sort", "name")
    shown = page.run(SHOWN)
    fact("sorts by name", shown == sorted(shown) and len(shown) > 1, shown[:5])
    set_control(page, "sort", "slow")
    fact("another order is another order", page.run(SHOWN) != shown)
    set_control(page, "sort", "")
    set_control(page, "q", "there is no such domain")
    fact("says when nothing fits", page.run("document.getElementById('shown').innerText").startswith("No domain fits"))
    page.close()

    page = browser.page(url + "#team=Nobody")
    fact("a value that nothing has finds nothing", page.run(SHOWN) == [])
    page.close()


def links(browser, url):
    page = browser.page(url)
    index = page.run("(({rows, statuses}) => rows.map(row => [row[0], statuses[row[2]]]))"
                     "(JSON.parse(document.getElementById('index').textContent))")
    well = [name for name, status in index if status == "pass"][-1]
    broken = [name for name, status in index if status == "fail"][-1]
    page.close()
    for name, kind in [(well, "a domain that is well"), (broken, "a broken domain")]:
        page = browser.page(f"{url}#{name}")
        seen = page.run(f"""(() => {{ const card = document.getElementById({json.dumps(name)});
            const box = card?.getBoundingClientRect();
            return box && {{ top: box.top, height: innerHeight, focus: document.activeElement === card,
                text: card.innerText }}; }})()""")
        fact(f"a link to {kind} leads to it", seen and 0 <= seen["top"] < seen["height"] and seen["focus"], seen)
        fact(f"{kind} shows what was seen", seen and "Evidence" in seen["text"], seen and seen["text"][:300])
        page.close()
    page = browser.page(url + "#status=warn")
    page.run(f"location.hash = {json.dumps('#' + well)}")
    page.run(SETTLED)
    fact("a link to a domain that is filtered out shows it",
         page.run(f"document.getElementById({json.dumps(well)})?.querySelector('details').open"))
    targets = page.run("""[...document.querySelectorAll('a[href^="#"]')].map(link => link.getAttribute("href").slice(1))""")
    known = {name for name, _ in index}
    lost = [target for target in targets if "=" not in target and target not in known
            and not page.run(f"!!document.getElementById({json.dumps(target)})")]
    fact("every link inside the page leads somewhere", lost == [], lost)
    page.close()


def keyboard(browser, url):
    page = browser.page(url)
    page.key("Tab")
    fact("the first stop of the keyboard skips to the domains",
         page.run("document.activeElement.getAttribute('href')") == "#domains")
    page.key("/", "Slash", "/")
    fact("a slash leads to the search", page.run("document.activeElement.id") == "f-q")
    page.type("cloud")
    page.run(SETTLED)
    page.run("document.getElementById('f-reset').click()")
    page.run(SETTLED)
    page.run("document.querySelector('#list article.s-pass summary').focus()")
    page.key("Enter", text="\r")
    page.run(SETTLED)
    text = page.run("document.querySelector('#list article.s-pass').innerText")
    fact("a row opens with the keyboard", "Evidence" in text and "Certificate" in text, text[:200])
    page.close()


def ticket(browser, url):
    browser.send("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    page = browser.page(url)
    page.send("Page.bringToFront")
    page.run("document.querySelector('button.copy').click()")
    page.run(SETTLED)
    text = page.run("document.querySelector('.ticket pre').textContent.trimEnd()")
    fact("a ticket is copied", page.run("navigator.clipboard.readText()") == text and "What to do:" in text)
    fact("the button says so", page.run("document.querySelector('button.copy').textContent") == "Copied")
    page.close()


def same_cards(browser, small, whole):
    """The page's script builds what the program builds."""
    read = """(() => { const cards = {};
        for (const details of document.querySelectorAll("#list details.well")) details.open = true;
        return new Promise(done => setTimeout(() => {
            for (const card of document.querySelectorAll("#list article:not(.s-pass)"))
                cards[card.id] = card.outerHTML.replace(/\\s+/g, " ").replace(/> </g, "><");
            done(cards); }, 200)); })()"""
    pages = [browser.page(url) for url in (small, whole)]
    built, written = (page.run(read) for page in pages)
    fact("all cards are compared", len(built) == len(written) > 8, [len(built), len(written)])
    different = [name for name in written if built.get(name) != written[name]]
    seen = different and [built.get(different[0], "")[:3000], written[different[0]][:3000]]
    fact("the page's script builds the same cards as the program", different == [], seen)
    for page in pages:
        page.close()


TAGS = set("""html head meta title style body svg defs symbol path circle rect pattern use a header p main section h1 h2
    h3 h4 ul ol li strong span div code pre dl dt dd details summary form label input fieldset legend select option
    button noscript article footer script mark br""".split())
ATTRIBUTES = set("""lang charset http-equiv content name width height class aria-hidden id viewbox viewBox d cx cy r x y rx
    patternUnits patternTransform href aria-labelledby aria-label role tabindex type autocomplete spellcheck placeholder
    value hidden open rel""".split())


def hostile(browser, url):
    page = browser.page(url)
    page.run("""(() => { for (const details of document.querySelectorAll("details")) details.open = true; })()""")
    page.run(SETTLED)
    seen = page.run("""(() => {
        const elements = [...document.querySelectorAll("*")];
        return {
            tags: [...new Set(elements.map(element => element.localName))],
            attributes: [...new Set(elements.flatMap(element => element.getAttributeNames()))],
            scripts: [...document.scripts].map(script => script.type || "script"),
            owned: typeof owned, links: [...document.links].map(link => link.href),
            control: /[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069\\u200b]/
                .test(document.body.textContent),
            text: document.body.textContent };
    })()""")
    fact("no element comes from outside", set(seen["tags"]) <= TAGS, sorted(set(seen["tags"]) - TAGS))
    fact("no attribute comes from outside", set(seen["attributes"]) <= ATTRIBUTES,
         sorted(set(seen["attributes"]) - ATTRIBUTES))
    fact("one script runs", seen["scripts"].count("script") == 1, seen["scripts"])
    fact("nothing planted has run", seen["owned"] == "undefined")
    fact("no link leads to a scheme of somebody's choice",
         all(link.startswith(("file:", "https://")) for link in seen["links"]), seen["links"])
    fact("no control character is left", not seen["control"])
    for planted in ("<script>owned=1</script>", "<img src=x onerror=owned=1>", "=cmd|' /C calc'!A0",
                    "\\u{1B}[31m", "</script><script>owned=2</script>", "<!--"):
        fact(f"{planted} stays text", planted in seen["text"])
    is_silent(page, url, "hostile")
    page.close()


def without_script(browser, url):
    page = browser.page(url, script=False)
    # What is out of sight is not laid out yet, so its text is asked for rather than what is painted of it.
    seen = page.run("""({ filters: getComputedStyle(document.getElementById("filters")).display,
        list: document.getElementById("domains").textContent,
        index: JSON.parse(document.getElementById("index").textContent),
        cards: Object.fromEntries([...document.querySelectorAll("#domains [id]")].map(card =>
            [card.id, card.checkVisibility() ? card.textContent : ""])) })""")
    rows, statuses = seen["index"]["rows"], seen["index"]["statuses"]
    lost = [row[1] for row in rows if row[1] not in seen["list"]]
    fact("without script every domain is named", lost == [], lost[:5])
    unread = [row[0] for row in rows if statuses[row[2]] != "pass"
              and ("host" if statuses[row[2]] == "invalid" else "What to do") not in seen["cards"].get(row[0], "")]
    fact("without script what is not well can be read", unread == [], unread[:5])
    fact("without script nothing is offered that needs one", seen["filters"] == "none", seen["filters"])
    page.close()


def printed(browser, url):
    page = browser.page(url)
    fact("prints as PDF", base64.b64decode(page.pdf()).startswith(b"%PDF-"))
    is_silent(page, url, "printing")
    page.close()


CONTRAST = {"runOnly": ["color-contrast"]}
OTHERS = {"rules": {"color-contrast": {"enabled": False}}}
# Contrast, the dearest check by far, depends on the colours and not on the width; the others the other way round.
LOOKS = ((1280, False, {}), (1280, True, CONTRAST), (390, False, OTHERS), (390, True, {}))


def accessible(browser, url, name, axe, looks=LOOKS):
    for width, dark, options in looks:
        page = browser.page(url, width=width, dark=dark)
        page.run("""(() => { for (const details of document.querySelectorAll("details")) details.open = true; })()""")
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


def main(folder, axe):
    pages = {name: pathlib.Path(folder, f"{name}.html").resolve().as_uri()
             for name in ("kinds", "small", "whole", "hostile")}
    script = pathlib.Path(axe).read_text(encoding="utf-8")
    with Chromium() as browser:
        for name in ("kinds", "small"):
            page = browser.page(pages[name])
            is_silent(page, pages[name], name)
            page.close()
        filters(browser, pages["small"])
        links(browser, pages["small"])
        keyboard(browser, pages["kinds"])
        ticket(browser, pages["kinds"])
        same_cards(browser, pages["small"], pages["whole"])
        hostile(browser, pages["hostile"])
        without_script(browser, pages["small"])
        without_script(browser, pages["whole"])
        printed(browser, pages["kinds"])
        accessible(browser, pages["kinds"], "a report with all kinds", script)
        accessible(browser, pages["hostile"], "a hostile report", script, looks=(LOOKS[0], LOOKS[-1]))
        return browser.version()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        version = main(*sys.argv[1:])
    except (Failure, OSError) as failure:
        sys.exit(f"error: the HTML report could not be tried in a browser: {failure}")
    if FAILURES:
        sys.exit(f"{FAILURES} of {COUNT} facts about the HTML report do not hold in {version}.")
    print(f"{COUNT} facts about the HTML report hold in {version}.", file=sys.stderr)
