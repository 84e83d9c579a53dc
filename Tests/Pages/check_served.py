#!/usr/bin/env python3
"""Checks in a real browser that reports and sites are readable behind servers that forbid, remove or mislabel content.

    check_served.py PAGES SITES

PAGES contains the pages that the tests wrote (kinds.html, small.html, many.html, bad-one.html), SITES their sites
(kinds, many). A local server serves each of them in every way of `WAYS`. Failed checks are printed to the standard
error with the observed values; the exit code is 0 if all checks succeed.
"""

import http.server
import pathlib
import re
import threading

from check_page import COUNT_SHOWN, SETTLED, set_control
from chromium import Chromium
from facts import fact, run


def without(*names):
    """Returns a function that removes elements from a page, like a gateway."""
    return lambda text: re.sub(rf"(?s)<({'|'.join(names)})\b.*?</\1>", "", text)


HTML = "text/html; charset=utf-8"
# The ways to serve a page: header fields, a function that changes the page, and whether its script and style work.
WAYS = {
    "as it is": ({}, None, True, True),
    "a build server": ({"Content-Security-Policy": "sandbox; default-src 'none'; img-src 'self'; style-src 'self'"}, None, False, False),
    "a host of files": ({"Content-Security-Policy": "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'"}, None, False, True),
    "a portal": ({"Content-Security-Policy": "script-src 'self'; style-src 'self' 'unsafe-inline'"}, None, False, True),
    "a lenient portal": ({"Content-Security-Policy": "default-src 'self' 'unsafe-inline'"}, None, True, True),
    "an origin of its own": ({"Content-Security-Policy": "sandbox allow-scripts"}, None, True, True),
    "no script elements": ({}, without("script"), False, True),
    "no style elements": ({}, without("style"), True, False),
    "neither": ({}, without("script", "style"), False, False),
    "cut off": ({}, lambda text: text[:text.rindex("<script>")] if "<script>" in text else text, False, True),
    "no charset": ({"Content-Type": "text/html", "X-Content-Type-Options": "nosniff"}, None, True, True),
    "another charset": ({"Content-Type": "text/html; charset=iso-8859-1", "X-Content-Type-Options": "nosniff"}, None, True, True),
}


class Server:
    """Serves the files of folders, in each way under its own path."""

    def __init__(self, folders):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                _, way, *path = self.path.split("/")
                # A browser also requests an icon.
                if not path:
                    return self.send_error(404)
                file = pathlib.Path(folders[path[0]], *path[1:])
                fields, edit, _, _ = list(WAYS.values())[int(way)]
                text = file.read_text(encoding="utf-8")
                body = (edit(text) if edit else text).encode()
                self.send_response(200)
                for name, value in {"Content-Type": HTML, "Content-Length": str(len(body)), **fields}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def url(self, way, path):
        return f"http://127.0.0.1:{self._server.server_port}/{list(WAYS).index(way)}/{path}"

    def close(self):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


SEEN = """(() => {
    const seen = (element) => element.checkVisibility();
    const rows = [...document.querySelectorAll("#list .row")];
    const still = (row) => row.nextElementSibling?.matches(".still") ? row.nextElementSibling : null;
    // Words that no space parts: one element ends in a letter where the next one on the same line begins with one.
    const glued = [...document.querySelectorAll("body *")].filter(element => {
        const next = element.nextSibling;
        return next?.nodeType === 1 && /[\\p{L}\\p{N}]$/u.test(element.textContent) && /^[\\p{L}\\p{N}]/u.test(next.textContent)
            && seen(element) && seen(next) && [element, next].every(part => getComputedStyle(part).display.startsWith("inline"));
    });
    const painted = [...document.querySelectorAll("svg :is(rect, path)")].filter(part => seen(part)
        && !part.closest("defs") && getComputedStyle(part).fill === "rgb(0, 0, 0)");
    return {
        runs: document.documentElement.classList.contains("js"),
        names: rows.map(row => row.textContent), title: document.title,
        hidden: rows.filter(row => !seen(row)).map(row => row.id),
        still: rows.filter(still).map(row => seen(still(row))),
        unread: rows.filter(row => !/ (pass|accepted)/.test(row.className) && !/What to do|host/.test(still(row)?.textContent)).map(row => row.id),
        cards: [...document.querySelectorAll(".card")].filter(card => card.textContent.includes("Evidence")).length,
        idle: [...document.querySelectorAll("form, button, input, select")].filter(seen).map(control => control.outerHTML.slice(0, 80)),
        lost: [...document.querySelectorAll('a[href^="#"]')].filter(link => seen(link) && getComputedStyle(link).pointerEvents !== "none"
            && !document.getElementById(link.getAttribute("href").slice(1))).map(link => link.outerHTML.slice(0, 80)),
        glued: glued.map(element => element.outerHTML.slice(-40) + element.nextSibling.outerHTML.slice(0, 80)),
        painted: painted.map(part => part.outerHTML.slice(0, 80)),
        sign: rows[0] ? getComputedStyle(rows[0].firstElementChild, "::before").content : null,
        wide: document.documentElement.scrollWidth,
    };
})()"""


def report(browser, server, name, way, home):
    """A report has the same content as when opened as a file, and no control without effect."""
    _, _, runs, styled = WAYS[way]
    page = browser.page(server.url(way, f"pages/{name}.html"))
    seen = page.run(SEEN)
    home = home.setdefault(name, seen)
    how = f"{name}, {way}"
    for part in ("names", "title"):
        fact(f"reads as at home ({how}: {part})", seen[part] == home[part], [seen[part], home[part]])
    fact(f"every domain can be seen ({how})", seen["hidden"] == [], seen["hidden"])
    fact(f"the script runs, or does not ({how})", seen["runs"] == runs, seen["runs"])
    fact(f"the style applies, or does not ({how})", seen["sign"] == (home["sign"] if styled else "none" if home["sign"] else None), seen["sign"])
    fact(f"the worst have their cards ({how})", seen["cards"] > 0, seen["cards"])
    # Without style, the script cannot hide rows.
    hides = runs and styled
    fact(f"what is read without script is there where no script runs ({how})", set(seen["still"]) <= {not hides}, seen["still"])
    fact(f"what is not well can be read ({how})", seen["unread"] == [], seen["unread"])
    fact(f"fits its window ({how})", seen["wide"] <= 1280, seen["wide"])
    if not runs:
        fact(f"no control is offered that does nothing ({how})", seen["idle"] == [], seen["idle"])
    if not runs and styled:
        # A link to rows that only a filter shows remains a link without style, too.
        fact(f"no link is offered that does nothing ({how})", seen["lost"] == [], seen["lost"])
    if not styled:
        for part in ("glued", "painted"):
            fact(f"makes sense without style ({how}: {part})", seen[part] == [], seen[part])
    if runs and seen["names"]:
        works(page, how, styled)
    page.close()


def works(page, how, styled):
    """Features that require script work wherever it runs."""
    # The text of a row out of view is not laid out.
    page.run("(row => { row.scrollIntoView(); row.click(); })([...document.querySelectorAll('#list .row:not(.pass)')].at(-1))")
    page.run(SETTLED)
    fact(f"a row opens ({how})", page.run("document.querySelector('#list .rows > .card')?.innerText.includes('Evidence')"))
    page.run("document.querySelector('#list button.copy')?.click()")
    page.run("document.querySelector('.legend a').click()")
    page.run(SETTLED)
    count = page.run("Number(document.querySelector('.legend strong').textContent)")
    fact(f"a total filters ({how})", page.run(COUNT_SHOWN) == count, [page.run(COUNT_SHOWN), count])
    if styled:
        set_control(page, "q", "there is no such domain")
        fact(f"the search filters ({how})", page.run(COUNT_SHOWN) == 0, page.run(COUNT_SHOWN))
    said = [text for text in page.told() if "Content Security Policy" not in text]
    fact(f"no console message ({how})", said == [], said)


# A portal can pass the content of a page to a frame, instead of its address.
GIVEN = {
    "as text": "frame.srcdoc = text",
    "as bytes": "frame.src = URL.createObjectURL(new Blob([text], { type: 'text/html' }))",
}
FOLLOWED = """(async () => {
    const settled = () => new Promise(done => setTimeout(done, 100));
    const seen = { address: location.href.split(":")[0] };
    document.querySelector(".legend a").click();
    await settled();
    seen.filtered = document.querySelectorAll("#list .row:not([hidden])").length === Number(document.querySelector(".legend strong").textContent);
    document.querySelector(".names a").click();
    await settled();
    seen.one = document.querySelector(".names a").textContent === document.getElementById("one-name").textContent
        && document.getElementById("one").checkVisibility();
    document.getElementById("back").click();
    await settled();
    seen.back = !document.getElementById("one").checkVisibility();
    return seen;
})()"""


def framed(browser, server, given):
    """In a frame without an address and without an origin, links stay in the page."""
    page = browser.page()
    page.send("Page.setBypassCSP", enabled=True)
    page.open(server.url("as it is", "pages/bad-one.html"))
    page.send("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)
    page.run(f"""(async () => {{
        const text = await (await fetch({server.url("as it is", "pages/small.html")!r})).text();
        const frame = document.createElement("iframe");
        frame.setAttribute("sandbox", "allow-scripts");
        const loaded = new Promise(done => frame.addEventListener("load", done));
        {GIVEN[given]};
        document.body.replaceChildren(frame);
        await loaded; }})()""")
    frame = browser.event(page.session, "Target.attachedToTarget")["sessionId"]
    result = browser.send("Runtime.evaluate", frame, expression=FOLLOWED, awaitPromise=True, returnByValue=True)
    seen = result["result"].get("value", result)
    fact(f"links work in a frame that was given the page {given}",
         seen == {"address": {"as text": "about", "as bytes": "blob"}[given], "filtered": True, "one": True, "back": True}, seen)
    page.close()


def site(browser, server, path, way):
    _, _, runs, styled = WAYS[way]
    page = browser.page(server.url(way, path))
    seen = page.run(SEEN)
    how = f"{path}, {way}"
    fact(f"has its headline ({how})", page.run("document.querySelector('h1').innerText") != "")
    offers = page.run("document.querySelector('#search')?.checkVisibility() ?? null")
    fact(f"offers the search where it works ({how})", offers in (None, runs), offers)
    warns = page.run("document.getElementById('age')?.checkVisibility() ?? null")
    fact(f"warns of an old run where script runs ({how})", warns in (None, runs), warns)
    if not runs:
        fact(f"no control is offered that does nothing ({how})", seen["idle"] == [], seen["idle"])
    if not styled:
        for part in ("glued", "painted"):
            fact(f"makes sense without style ({how}: {part})", seen[part] == [], seen[part])
    page.close()


def main(pages, sites):
    pages, sites = pathlib.Path(pages).resolve(), pathlib.Path(sites).resolve()
    server = Server({"pages": pages, "sites": sites})
    domain = next((sites / "kinds" / "d").rglob("travel-3.example.html")).relative_to(sites)
    try:
        with Chromium() as browser:
            home = {}
            for way in WAYS:
                for name in ("bad-one", "kinds", "small") + (("many",) if way in ("as it is", "a portal") else ()):
                    report(browser, server, name, way, home)
                for path in ("kinds/index.html", "many/names/n-t.html", domain):
                    site(browser, server, f"sites/{path}", way)
            for given in GIVEN:
                framed(browser, server, given)
            return browser.version()
    finally:
        server.close()


if __name__ == "__main__":
    run(main, "pages behind servers", __doc__)
