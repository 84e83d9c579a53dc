#!/usr/bin/env python3
"""Checks the pages of sites and mails in a real browser.

    check_static.py SITES MAILS

SITES contains the folders of the sites that the tests wrote: kinds, many, www, hostile, nothing and gone. MAILS
contains pages that end in .mail.html. Failed checks are printed to the standard error with the observed values; the
exit code is 0 if all checks succeed.
"""

import pathlib
import re

from check_page import SETTLED, is_silent
from chromium import Chromium
from facts import fact, run

SHOWN = "[...document.querySelectorAll('.rows.found tbody tr')].filter(row => row.checkVisibility()).map(row => row.querySelector('a').textContent)"
PREFIXES = "[...document.querySelectorAll('.prefixes li')].filter(item => item.checkVisibility()).map(item => item.querySelector('a').textContent)"


def types(page, text):
    page.run("document.getElementById('q').focus()")
    page.run("document.getElementById('q').select()")
    page.type(text)
    page.run(SETTLED)


def enters(page):
    page.send("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13, text="\r")
    page.browser.event(page.session, "Page.loadEventFired")
    page.run(SETTLED)


def search(browser, url):
    page = browser.page(url)
    everything = page.run(PREFIXES)
    fact("the start page has the beginnings of all names", len(everything) > 3, everything)
    types(page, "https://www.travel-13.example/x")
    fact("what is typed leaves the beginnings that fit", page.run(PREFIXES) == ["t…"], page.run(PREFIXES))
    enters(page)
    fact("a name leads to the page of names that begin like it",
         page.run("location.pathname").endswith("/names/n-t.html"), page.run("location.href"))
    names = page.run(SHOWN)
    fact("which shows what was typed", names == ["travel-13.example"], names)
    enters(page)
    fact("and the name leads to the page of its domain",
         page.run("location.pathname").endswith("/travel-13.example.html"), page.run("location.href"))
    fact("the page of a domain has its name", "travel-13.example" in page.run("document.querySelector('h1').textContent"))
    page.run("document.querySelector('header a').click()")
    browser.event(page.session, "Page.loadEventFired")
    fact("and leads back to the start", page.run("location.href") == url, page.run("location.href"))
    types(page, "qqq")
    fact("says when no name begins so", "No name begins" in page.run("document.getElementById('shown').textContent"))
    page.open(url.replace("index.html", "names/n-t.html#q=%"))
    seen = page.run("[document.getElementById('q').value, document.getElementById('shown').textContent]")
    fact("a page of names takes any address, and says when none has it", seen == ["%", "No name contains this."], seen)
    said = page.told()
    fact("a site says nothing on the console", said == [], said)
    asked = [one for one in page.requests() if not one.endswith(".html") and "#q=" not in one]
    fact("a site asks for nothing but its pages", asked == [], asked)
    page.close()

    page = browser.page(url, script=False)
    fact("without script nothing is offered that needs one",
         page.run("getComputedStyle(document.getElementById('search')).display") == "none")
    fact("without script the start page has the date of its run, and no empty warning", page.run(
        "/Run of \\d{4}-\\d\\d-\\d\\d/.test(document.body.innerText) && !document.getElementById('age').checkVisibility()"))
    fact("without script the names are links", page.run(PREFIXES) == everything)
    page.run("[...document.querySelectorAll('.prefixes a')].find(link => link.textContent === 't…').click()")
    browser.event(page.session, "Page.loadEventFired")
    names = page.run(SHOWN)
    fact("without script all names of a page can be read", len(names) > 100 and all(name.startswith("t") for name in names), names[:5])
    page.close()


def siblings(browser, url):
    """A name leads to its own page even if the same name with or without "www." has a page."""
    for typed, name in (("foo.example", "foo.example"), ("www.foo.example", "www.foo.example"), ("https://www.foo.example/", "www.foo.example"),
                        ("bar.example", "www.bar.example"), ("www.bar.example", "www.bar.example")):
        page = browser.page(url)
        types(page, typed)
        enters(page)
        enters(page)
        fact(f"{typed} leads to {name}", page.run("location.pathname").endswith(f"/{name}.html"), page.run("location.href"))
        page.close()


def domains(browser, folder):
    kinds = {}
    for file in sorted(folder.glob("d/*/*.html")):
        text = file.read_text(encoding="utf-8")
        kinds.setdefault(re.search(r'class="state ([a-z]+)"', text)[1], file)
    fact("domains of every kind have a page", len(kinds) == 6, sorted(kinds))
    for kind, file in kinds.items():
        page = browser.page(file.as_uri())
        is_silent(page, file.as_uri(), f"the page of a domain ({kind})")
        lost = page.run("""[...document.links].map(link => link.getAttribute("href")).filter(target =>
            target.startsWith("#") && !document.getElementById(target.slice(1)))""")
        fact(f"every link inside the page of a domain leads somewhere ({kind})", lost == [], lost)
        page.close()
    page = browser.page(kinds["fail"].as_uri(), script=False)
    fact("without script a domain says what to do", "What to do" in page.run("document.body.innerText"))
    fact("and shows what the server showed", page.run("document.querySelector('.evidence') !== null"))
    text = page.run("document.body.innerText")
    places = [text.find(part) for part in ("What to do", "Evidence from the server", "Result of the run of")]
    fact("what to do is before the evidence, and the history at the end", -1 < places[0] < places[1] < places[2], places)
    page.close()


WIDE = "document.documentElement.scrollWidth"
# Whether each text of a kind is on one line.
UNBROKEN = """(selector => [...document.querySelectorAll(selector)].filter(part => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return part.checkVisibility() && new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1;
}).map(part => part.textContent))(%r)"""


def lists(browser, folder, many):
    """Lists are tables with readable headings and dates, and each cause links to its domains."""
    page = browser.page((folder / "index.html").as_uri())
    sign = page.run("getComputedStyle(document.querySelector('.problems .state'), '::before').width")
    fact("a state has the sign that it has in the report", sign == "16px", sign)
    fact("the rules of the report's own elements are left out", page.run("document.querySelector('style').textContent.length") < 17_000)
    seen = page.run("""(styles => [styles[0].fill, styles[1].display, styles[2].display, styles[3].overflowX])(
        [".estate .warn", ".lists dd", ".legend", ".scroll"].map(part => getComputedStyle(document.querySelector(part))))""")
    fact("the bar, the legend, lists and tables look as in the report", "#dots" in seen[0] and seen[1:] == ["inline", "grid", "auto"], seen)
    links = page.run("[...document.querySelectorAll('.problems th a')].map(link => link.getAttribute('href'))")
    causes = page.run("document.querySelectorAll('.problems tbody tr').length")
    fact("every cause is a link", len(links) == causes > 3, [links, causes])
    totals = page.run("[...document.querySelectorAll('.legend a')].map(link => link.getAttribute('href'))")
    reasons = page.run("[...document.querySelectorAll('.problems tr.unreachable')].map(row => row.innerText)")
    fact("what was not checked has a reason", reasons and all(len(reason) > len("Not checked 1") + 4 for reason in reasons), reasons)
    runs = page.run("[...document.querySelectorAll('.runs tbody tr')].map(row => row.innerText)")
    fact("runs are told apart by seconds", runs and all(re.search(r"\d\d:\d\d:\d\d UTC", run) for run in runs), runs)
    side = page.run("getComputedStyle(document.querySelector('.runs td:last-child')).textAlign")
    fact("numbers are right-aligned", side == "right", side)
    age = page.run("document.getElementById('age').innerText")
    fact("the start page warns of an old run", re.fullmatch(r"These results are \d+ days old: run the audit again before you act on them\.", age), age)
    order = ["fail", "unreachable", "warn", "invalid"]
    states = page.run("[...document.querySelectorAll('.problems tbody tr')].map(row => row.className)")
    fact("causes are listed by status, the worst first", states == sorted(states, key=order.index), states)
    fact("no run has an identifier at the end", "run " not in page.run("document.querySelector('footer').innerText"))
    page.send("Emulation.setEmulatedMedia", media="print")
    shown = page.run("[...document.querySelectorAll('nav, #search, .copy, .why')].filter(part => part.checkVisibility()).length")
    fact("paper has nothing to press", shown == 0, shown)
    page.close()
    page = browser.page((folder / "attention.html").as_uri())
    current = page.run("[...document.querySelectorAll('nav [aria-current]')].map(link => link.textContent)")
    fact("the navigation marks the current page", current == ["Needs attention"], current)
    lost = [link for link in links + totals if not page.run(f"document.getElementById({link.split('#')[1]!r}) !== null")]
    fact("causes and totals lead to their domains", lost == [], lost)
    named = page.run("""[...document.querySelectorAll('h3 + .fixes')].map(list => [list.previousElementSibling.textContent,
        list.querySelectorAll('.names a').length])""")
    fact("each list is below its cause and the number of its domains", len(named) > 3 and all(
        count == 1 if text.startswith("Correct or remove the entry") else text.endswith(f" \u00B7 {count} domain{'s' * (count > 1)}")
        for text, count in named), named)
    fixes = page.run("""[...document.querySelectorAll('.step')].map(step => [step.querySelector('.by').innerText, step.dataset.rank,
        step.querySelector('.copy')?.checkVisibility(), ...['.by', '.who', '.copy'].map(part => step.querySelector(part).getBoundingClientRect().left)])""")
    fact("each fix has an owner, or says whom to ask", len(fixes) == 10 and all(owner for owner, *_ in fixes)
         and "No owner: ask the web server's administrators" in [owner for owner, *_ in fixes], fixes)
    fact("the ranks of the start page, in order", [int(rank) for _, rank, *_ in fixes] == list(range(1, 11)), fixes)
    fact("and a ticket, even for a single domain", all(shown for _, _, shown, *_ in fixes), fixes)
    fact("at the same positions", len({tuple(lefts) for *_, lefts in [(fix[0], fix[3:]) for fix in fixes]}) == 1, fixes)
    color = page.run("getComputedStyle([...document.querySelectorAll('.by b')].find(part => part.innerText.startsWith('No owner'))).color")
    fact("a missing owner is amber", color == "rgb(138, 83, 0)", color)
    ended = page.run("[...document.querySelectorAll('.fixes .over')].map(part => [part.textContent, getComputedStyle(part).color])")
    fact("a certificate that has expired is red, and says so", ended and all(text.startswith("Certificate expired ") and color == "rgb(179, 38, 30)"
         for text, color in ended), ended)
    heads = page.run("[...document.querySelectorAll('h2')].map(head => head.textContent)")
    fact("headings begin with a number", heads == ["8 errors", "1 not checked", "1 warning", "1 entry that is not a domain"], heads)
    page.close()
    for file in (folder / "attention.html", next((folder / "teams").glob("t-*.html")), folder / "teams" / "index.html"):
        page = browser.page(file.as_uri())
        seen = page.run("[document.getElementById('age')?.innerText, document.querySelector('h1 + .note').innerText]")
        fact(f"a list has the time and the age of its run ({file.name})",
             seen[0] and seen[0].startswith("These results are ") and re.fullmatch(r"Run of \d{4}-\d\d-\d\d \d\d:\d\d UTC\.", seen[1]), seen)
        page.close()
    page = browser.page(next((folder / "names").glob("*.html")).as_uri())
    heads = page.run("[...document.querySelector('.rows').querySelectorAll('thead th')].map(head => head.textContent)")
    fact("a list has its columns in the order of the report",
         heads == ["Status", "Domain", "Opens app", "Owner (team)", "Certificate expires"], heads)
    for selector in (".ends", ".state", ".app"):
        fact(f"dates and short words do not break ({selector})", page.run(UNBROKEN % selector) == [], page.run(UNBROKEN % selector)[:5])
    page.close()
    for width in (390, 320):
        page = browser.page((folder / "attention.html").as_uri(), width=width)
        broken = page.run(UNBROKEN % ".names a > bdi")
        fact(f"no name breaks on a phone ({width} px)", broken == [], broken)
        page.close()
        page = browser.page((folder / "teams" / "index.html").as_uri(), width=width)
        seen = page.run("""[...document.querySelectorAll(".numbers, .numbers td")].filter(part => part.checkVisibility())
            .map(part => [part.scrollWidth - part.clientWidth, part.innerText])""")
        fact(f"the table of teams is whole on a phone ({width} px)", seen[0][0] <= 0 and all(re.match(r"[A-Z][a-z ]+ \d", text) for _, text in seen[1:]), seen)
        page.close()
    page = browser.page((folder / "runs" / "index.html").as_uri())
    age = page.run("document.getElementById('age')?.innerText")
    fact("the list of runs warns of an old run, too", age and age.startswith("These results are "), age)
    page.close()
    page = browser.page((folder / "attention.html").as_uri(), width=390)
    size = page.run("getComputedStyle(document.querySelector('.fixes .who')).fontSize")
    fact("on a phone the words of a fix are no smaller", size == "14px", size)
    label = page.run("getComputedStyle(document.querySelector('.fixes .over'), '::before').content")
    fact("and an expired certificate is named once", label == "none", label)
    boxes = page.run("['.by', '.copy', '.who'].map(part => document.querySelector(`.fixes .step ${part}`).getBoundingClientRect().toJSON())")
    fact("on a phone a fix begins with its owner, above its domains, and beside both is its ticket at the right",
         boxes[0]["bottom"] <= boxes[2]["top"] and max(boxes[0]["right"], boxes[2]["right"]) <= boxes[1]["left"] and boxes[1]["right"] > 370, boxes)
    page.close()
    for site in (folder, many):
        page = browser.page((site / "index.html").as_uri(), width=390)
        ends = page.run("['#state', '.step .by', '.step :is(.names a, .members)'].map(part => document.querySelector(part).getBoundingClientRect().bottom)")
        fact(f"on a phone the totals, the first owner and domain are on the first screen ({site.name})", ends == sorted(ends) and ends[2] <= 844, ends)
        page.close()
    page = browser.page(next((folder / "names").glob("*.html")).as_uri(), width=390)
    tops = page.run("['.state', 'th', '.app'].map(part => document.querySelector(`.rows tbody ${part}`).getBoundingClientRect().top)")
    fact("on a phone a row of a list of names begins with its status and name", tops == sorted(tops), tops)
    label = page.run("getComputedStyle(document.querySelector('.app'), '::before').content")
    fact("on a phone a row says what its words are", label == '"Opens app: "', label)
    people = page.run("""[...document.querySelectorAll('.rows tr:is(.fail, .warn, .unreachable) .people')].map(cell => cell.textContent)""")
    fact("no owner is blank where one is needed", people and all(people) and "No owner" in people, people)
    page.close()
    file = next(file for file in sorted((many / "teams").glob("t-*.html")) if "<h3" in file.read_text(encoding="utf-8"))
    page = browser.page(file.as_uri())
    tickets = page.run("""[...document.querySelectorAll(".step")].map(step =>
            [step.querySelector(".copy")?.checkVisibility(), step.querySelector("pre")?.textContent])""")
    fact("a team has a ticket for each fix", tickets and all(shown and text and "o be fixed by" in text for shown, text in tickets), tickets)
    page.close()
    page = browser.page((many / "attention.html").as_uri())
    tickets = page.run("[...document.querySelectorAll('.step pre')].map(ticket => ticket.textContent)")
    folded = page.run("""[...document.querySelectorAll('.others')].map(part => [part.open, part.firstElementChild.innerText,
        part.querySelectorAll('a').length])""")
    fact("names after the third are folded and counted", len(folded) > 3 and all(
        not opened and text == f"and {count} more" for opened, text, count in folded), folded)
    lefts = page.run("['.who', '.others'].map(part => document.querySelector(`.step ${part}`).getBoundingClientRect().left)")
    fact("below the names that are shown", lefts[0] == lefts[1], lefts)
    page.send("Emulation.setEmulatedMedia", media="print")
    page.run(SETTLED)
    hidden = page.run("[...document.querySelectorAll('.others a')].filter(link => !link.checkVisibility()).length")
    fact("and unfolded on paper", hidden == 0, hidden)
    page.close()
    page = browser.page((many / "index.html").as_uri())
    fold = page.run("""(details => [details?.open, details?.firstElementChild.innerText, document.querySelectorAll(".lists > div").length])(
        document.querySelector("section[aria-labelledby=h-changes] > details"))""")
    fact("long changes are folded to their numbers", fold[0] is False and "new problems on " in fold[1].lower(), fold)
    page.send("Emulation.setEmulatedMedia", media="print")
    fact("and unfolded on paper", page.run("document.querySelector('.lists > div').checkVisibility()"))
    page.send("Emulation.setEmulatedMedia", media="")
    fact("a long list is not on the start page as well", page.run("document.querySelectorAll('.rows').length") == 0)
    beside = page.run("""["#h-start", "#h-start + .why > summary"].map(part => document.querySelector(part).getBoundingClientRect())
        .map(box => (box.top + box.bottom) / 2)""")
    fact("why the repairs have this order is beside their heading", abs(beside[0] - beside[1]) < 4, beside)
    sizes = page.run("""[...new Set([...document.querySelectorAll(".step .who, .lists, .problems, .prefixes")].map(part => getComputedStyle(part).fontSize))]""")
    fact("what is below the headings has one size, as in the report", sizes == ["14px"], sizes)
    edges = page.run("[...document.querySelectorAll('#state, main > section')].map(part => part.getBoundingClientRect())"
                     ".filter(box => box.left > 600 || box.width > 620).map(box => box.right)")
    fact("the bar and the sections end at one edge", len(edges) > 2 and max(edges) - min(edges) < 2, edges)
    apart = page.run("""[...document.querySelectorAll(".problems tbody tr")].map(row => row.lastElementChild.getBoundingClientRect().right
        - row.querySelector("th").getBoundingClientRect().left)""")
    fact("a number is beside its cause", apart and max(apart) < 800, apart)
    more = page.run("[...document.links].some(link => /^Needs attention: \\d/.test(link.textContent))")
    fact("but one link away", more)
    steps = page.run("""[...document.querySelectorAll('.step')].map(step => [[...document.querySelectorAll('#start li > h3')].findLast(title => title.compareDocumentPosition(step) & 4).innerText,
        step.querySelector('button.copy')?.checkVisibility(), step.querySelector('.members')?.getAttribute('href'),
        step.querySelector('.by b')?.innerText])""")
    same = page.run("[...document.querySelectorAll('.step pre')].map(ticket => ticket.textContent)")
    fact("a fix has one ticket on all pages", len(same) == 5 and set(same) <= set(tickets), [same, tickets])
    fact("each repair has its cause, a ticket and a link to its domains",
         len(steps) == 5 and all(cause and ticket and link.startswith("attention.html#") for cause, ticket, link, _ in steps), steps)
    fact("a repair has its owner beside its title", "Ada Lovelace" in [who for *_, who in steps], steps)
    numbers = page.run("[...document.querySelectorAll('.step')].map(step => step.getBoundingClientRect().height)")
    fact("a repair is as high as its two lines", max(numbers) < 100, numbers)
    page.close()
    for site in (folder, many):
        for file in (site / "index.html", site / "attention.html", site / "teams" / "index.html", site / "runs" / "index.html",
                     next((site / "names").glob("*.html")), next((site / "d").rglob("travel-3.example.html"))):
            page = browser.page(file.as_uri(), width=320)
            fact(f"does not scroll sideways at 320 px ({site.name}/{file.name})", page.run(WIDE) <= 320, page.run(WIDE))
            page.close()


def copies(browser, *files):
    for file in files:
        page = browser.page(file.as_uri())
        fact(f"{file.name} has its button for tickets", page.run("document.querySelector('button.copy')?.checkVisibility()"))
        page.run("document.querySelector('button.copy')?.click()")
        page.run(SETTLED)
        said = page.run("document.querySelector('button.copy')?.textContent")
        fact(f"which copies, or selects ({file.name})", said in ("Copied", "Selected: copy it with the keyboard"), said)
        page.close()


def hostile(browser, folder):
    files = sorted(folder.rglob("*.html"))
    fact("there are pages with hostile texts", sum(file.match("d/*/*.html") for file in files) >= 5, [file.name for file in files])
    for file in files:
        page = browser.page(file.as_uri())
        page.run("document.querySelectorAll('details').forEach(details => details.open = true)")
        seen = page.run("""({ owned: typeof owned, scripts: document.scripts.length, images: document.images.length,
            links: [...document.links].map(link => link.href),
            wide: document.documentElement.scrollWidth, styled: document.querySelectorAll("[style]").length })""")
        fact(f"nothing planted has run ({file.name})", seen["owned"] == "undefined" and seen["scripts"] <= 1
             and seen["images"] == 0 and seen["styled"] == 0, seen)
        fact(f"no link leads to a scheme of somebody's choice ({file.name})",
             all(link.startswith(("file:", "https://")) for link in seen["links"]), seen["links"])
        fact(f"fits its window ({file.name})", seen["wide"] <= 1280, seen["wide"])
        is_silent(page, file.as_uri(), file.name)
        page.close()


def mails(browser, folder):
    files = sorted(folder.glob("*.mail.html"))
    fact("there are mails", len(files) > 5, [file.name for file in files])
    for file in files:
        page = browser.page(file.as_uri(), width=390, script=False)
        fact(f"fits a phone ({file.name})", page.run("document.documentElement.scrollWidth") <= 390,
             page.run("document.documentElement.scrollWidth"))
        is_silent(page, file.as_uri(), file.name)
        page.close()
    page = browser.page((folder / "linked.mail.html").as_uri(), width=390, script=False)
    links = page.run("[...document.links].map(link => [link.textContent, link.getAttribute('href')])")
    report = "https://links.example/night.html"
    fact("a mail leads to the full report", links[:1] == [["Open the full report", report]], links[:1])
    names = [link for text, link in links[1:] if not text.startswith("and ")]
    fact("and each name to its domain", len(names) > 3 and all(link.startswith(f"{report}#d-") for link in names), links)
    fact("the way to it is directly below the headline",
         page.run("document.querySelector('h1').nextElementSibling.innerText.trim()") == "Open the full report")
    order = page.run("[...document.querySelectorAll('h2')].map(heading => heading.textContent)")
    fact("what to fix is before the totals and what changed",
         order == ["Fix first", "Details", "All domains", "Accepted", "What changed"], order)
    lists = page.run("""[...document.querySelectorAll('ol')].map(list => [...list.children]
        .map(step => [...step.querySelectorAll('b')].map(part => part.innerText)))""")
    details = page.run("""[...document.querySelectorAll("h2")].filter(heading => heading.textContent === "Details").flatMap(heading => {
        const all = [];
        for (let part = heading.nextElementSibling; part?.tagName === "P"; part = part.nextElementSibling) {
            const above = part.previousElementSibling.getBoundingClientRect().bottom;
            all.push([part.querySelector("b")?.innerText ?? "", part.getBoundingClientRect().top - above]);
        }
        return all; })""")
    heads = [bold for bold, _ in details if bold not in ("", "What to do:")]
    fact("who has to do what is listed before the details, which are given once",
         len(lists) == 1 and all(len(bold) == 2 for bold in lists[0]) and any(bold[1].startswith("Ada Lovelace") for bold in lists[0])
         and 1 < len(heads) == len(set(heads)) < len(lists[0])
         and all(any(bold[0] == head.rstrip(".") for bold in lists[0]) for head in heads), [lists, heads])
    told = page.run("""[[...document.querySelectorAll("ol > li")].map(step => step.querySelector("b ~ span").innerText),
        document.querySelectorAll("h2 ~ p a").length]""")
    fact("each step says what it does to links, and each detail which domains it is about", told[1] > 0
         and all(text.startswith("Links ") or "links " in text for text in told[0][:3]), told)
    owner = page.run("""(step => [[...step.querySelectorAll("b")].map(part => part.innerText).join("\\n"), step.innerText.indexOf(step.querySelector("b ~ span").innerText)
        < step.innerText.indexOf(step.querySelector("a").innerText)])(document.querySelector("ol > li"))""")
    fact("the owner has a line of its own, and the effect is before the names",
         owner == ["Serve the file without a redirect\nAda Lovelace", True], owner)
    sizes = page.run("[...new Set([...document.querySelectorAll('main *, [role=main] *')].map(part => getComputedStyle(part).fontSize))].sort()")
    fact("a mail has four sizes", sizes == ["14px", "16px", "20px", "24px"], sizes)
    gaps = [gap for bold, gap in details if bold in heads]
    fact("repairs are apart from each other", gaps and min(gaps) >= 20, gaps)
    named = page.run("[...document.querySelectorAll('li')].map(item => item.querySelectorAll(`a[href*='#d-']`).length)")
    fact("a cause has three names at most", max(named) <= 3, named)
    rests = page.run("document.body.innerText.match(/lists them all/g)?.length ?? 0")
    fact("there is one remainder", rests <= 1 and "Then, " not in page.run("document.body.innerText"), rests)
    page.close()


def main(sites, mail):
    sites, mail = pathlib.Path(sites).resolve(), pathlib.Path(mail).resolve()
    with Chromium() as browser:
        siblings(browser, (sites / "www" / "index.html").as_uri())
        search(browser, (sites / "many" / "index.html").as_uri())
        domains(browser, sites / "kinds")
        lists(browser, sites / "kinds", sites / "many")
        copies(browser, next((sites / "kinds" / "d").rglob("travel-3.example.html")), sites / "many" / "index.html")
        hostile(browser, sites / "hostile")
        gone = next((sites / "gone" / "d").rglob("travel-3.example.html"))
        page = browser.page(gone.as_uri())
        fact("a domain that is gone says so", "No longer audited" in page.run("document.body.innerText"))
        page.close()
        mails(browser, mail)
        return browser.version()


if __name__ == "__main__":
    run(main, "sites and mails", __doc__)
