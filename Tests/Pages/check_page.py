#!/usr/bin/env python3
"""Checks HTML reports in a real browser.

    check_page.py FOLDER

FOLDER contains the pages that the tests wrote: kinds.html (every kind of domain), small.html (most cards packed),
whole.html (the same run with unpacked cards), ten.html, many.html (rows are laid out only when visible), large.html
(no list of domains is shown at first), hostile.html, and one bad-….html for each bad day. Failed checks are printed to
the standard error with the observed values; the exit code is 0 if all checks succeed.
"""

import base64
import json
import pathlib
import re

from chromium import Chromium
from facts import fact, run


def is_silent(page, url, name):
    """Checks that the console is empty and that only the file itself was requested."""
    said = page.told()
    fact(f"{name}: no console message", said == [], said)
    others = [asked for asked in page.requests() if asked.split("#")[0] != url]
    fact(f"{name}: no request leaves the file", others == [], others)


SHOWN = """[...document.querySelectorAll('#list .row')].filter(row => row.checkVisibility())
    .map(row => row.children[1].textContent)"""
COUNT_SHOWN = "[...document.querySelectorAll('#list .row')].filter(row => !row.hidden && !row.parentElement.hidden).length"
# The page hides rows out of view when it is idle, but a page that is not drawn is never idle.
SETTLED = """new Promise(done => setTimeout(() =>
    requestIdleCallback(() => requestAnimationFrame(() => done(true)), { timeout: 500 }), 30))"""
ROW = "document.getElementById(%s)"


def set_control(page, name, value):
    page.run(f"""(() => {{ const control = document.getElementById("f-{name}"); control.value = {json.dumps(value)};
        control.dispatchEvent(new Event("input", {{ bubbles: true }})); }})()""")
    page.run(SETTLED)


def go(page, fragment):
    page.run(f"location.hash = {json.dumps(fragment)}")
    page.run(SETTLED)


def chips(page):
    return page.run("[...document.querySelectorAll('#chosen button')].map(button => button.textContent)")


def filters(browser, url):
    page = browser.page(url)
    everything = page.run(SHOWN)
    fact("Clear is hidden while no filter is set", not page.run("document.getElementById('f-reset').checkVisibility()"))
    fact("the worst are first", "Error" in page.run("document.querySelector('#list .row').innerText"))
    set_control(page, "q", "travel")
    shown = page.run(SHOWN)
    fact("the search finds by name", shown and all("travel" in name for name in shown)
         and len(shown) == sum("travel" in name for name in everything), shown[:5])
    fact("the search is in the fragment", page.run("location.hash") == "#q=travel", page.run("location.hash"))
    counts = page.run("[...document.querySelectorAll('.legend strong')].reduce((sum, count) => sum + Number(count.textContent), 0)")
    fact("the counts of the states follow the search", counts == len(shown), [counts, len(shown)])
    choose(page, "fail")
    fragment = page.run("location.hash")
    fact("Clear is there while a filter is set", page.run("document.getElementById('f-reset').checkVisibility()"))
    fact("a status is in the fragment, too", fragment == "#q=travel&status=fail", fragment)
    states = page.run("""[...document.querySelectorAll('#list .row')].filter(row => row.checkVisibility())
        .map(row => row.children[0].textContent)""")
    fact("only that status is shown", states and set(states) == {"Error"}, states[:5])
    wanted = page.run(SHOWN)
    fact("a status that is chosen is a chip, and current in the legend", chips(page) == ["Status: errors ✕"]
         and page.run(CURRENT) == ["fail"], [chips(page), page.run(CURRENT)])
    choose(page, "warn")
    fact("another status is added", page.run("location.hash") == "#q=travel&status=fail,warn" and page.run(CURRENT) == ["fail", "warn"],
         [page.run("location.hash"), page.run(CURRENT)])
    choose(page, "warn")
    choose(page, "fail")
    fact("a status that is chosen again is taken off", page.run("location.hash") == "#q=travel" and page.run(CURRENT) == [],
         [page.run("location.hash"), page.run(CURRENT)])
    fact("statuses are in one place", page.run("document.querySelectorAll('#filters [type=checkbox]').length") == 0)
    fact("the other filters are called so", page.run("document.querySelector('#f-more > summary').textContent") == "Filters")
    page.close()

    page = browser.page(url + fragment)
    fact("a fragment brings the same view back", page.run(SHOWN) == wanted, page.run(SHOWN)[:5])
    page.run("document.getElementById('f-reset').click()")
    page.run(SETTLED)
    fact("Clear shows everything and empties the fragment",
         page.run("location.hash") == "" and page.run("document.getElementById('shown').innerText") == f"{len(everything)} domains",
         page.run("[location.hash, document.getElementById('shown').innerText]"))
    for control, value, script in [
        ("code", "redirect", "rows.every(row => row.querySelector('.cause').textContent.includes('redirects'))"),
        ("team", "Web", "rows.every(row => row.querySelector('.team').textContent === 'Web')"),
        ("service", "webcredentials", "rows.length > 0"),
        ("opens", "no", "rows.every(row => row.querySelector('.opens').classList.contains('no'))"),
        ("system", "2", "rows.every(row => row.querySelector('.opens').classList.contains('no'))"),
    ]:
        set_control(page, control, value)
        count = page.run(COUNT_SHOWN)
        fits = page.run(f"""(rows => {script})([...document.querySelectorAll('#list .row')].filter(row => !row.hidden))""")
        fact(f"filters by {control}", fits and 0 < count < len(everything), count)
        fact(f"{control} is in the fragment", page.run("location.hash") == f"#{control}={value}")
        page.run("document.getElementById('f-reset').click()")
        page.run(SETTLED)
    set_control(page, "sort", "name")
    shown = page.run(SHOWN)
    fact("sorts by name", shown == sorted(shown) and len(shown) == len(everything), shown[:5])
    set_control(page, "sort", "slow")
    fact("another order is another order", page.run(SHOWN) != shown)
    set_control(page, "sort", "certificate")
    ends = page.run("""[...document.querySelectorAll('#list .row')].map(row => Number(row.dataset.left ?? Infinity))""")
    fact("sorts by the end of the certificate", ends == sorted(ends, key=lambda left: float("inf") if left is None else left)
         and ends[0] < 0, ends[:9])
    set_control(page, "sort", "")
    fact("the first order comes back", page.run(SHOWN) == everything)
    set_control(page, "q", "there is no such domain")
    fact("says when nothing fits", page.run("document.getElementById('shown').innerText").startswith("No domain matches"))
    page.close()

    page = browser.page(url + "#team=Nobody")
    fact("a value that nothing has finds nothing", page.run(SHOWN) == [])
    choices = "[...document.querySelectorAll('#f-team option')].map(option => option.value)"
    fact("and can be seen", chips(page) == ["Team: Nobody ✕"] and "Nobody" in page.run(choices), chips(page))
    go(page, "team=Web")
    fact("it is no choice any more", "Nobody" not in page.run(choices), page.run(choices))
    page.close()


CURRENT = "[...document.querySelectorAll('.legend [aria-current=true]')].map(link => link.querySelector('rect').getAttribute('class'))"


def choose(page, status):
    """Follows the link of a status in the legend."""
    page.run(f"document.querySelector('.legend a:has(rect.{status})').click()")
    page.run(SETTLED)


def unknown_filters(browser, url, without_changes):
    """A filter in the address for which the report has no control is shown and can be removed."""
    for address, chip, rest in [
        (without_changes + "#change=fixed", "change: fixed ✕", ""), (url + "#status=bogus", "status: bogus ✕", ""),
        (without_changes + "#change=fixed&sort=name", "change: fixed ✕", "#sort=name"),
        (url + "#system=abc", "Links do not open the app on: abc ✕", ""),
    ]:
        page = browser.page(address)
        page.run(SETTLED)
        everything = page.run("document.querySelectorAll('#list .row').length")
        seen = [page.run(COUNT_SHOWN), chips(page)]
        fact(f"{chip} is named", seen == [0, [chip]], seen)
        set_control(page, "q", "shop")
        fact(f"{chip} stays beside another filter", chips(page) == [chip] and page.run(COUNT_SHOWN) == 0, chips(page))
        set_control(page, "q", "")
        page.run("document.querySelector('#chosen button')?.click()")
        page.run(SETTLED)
        seen = [page.run(COUNT_SHOWN), page.run("location.hash"), chips(page)]
        fact(f"{chip} is taken off", seen == [everything, rest, []], seen)
        page.close()


def totals(browser, url, *more):
    """The numbers on the first screen match the lists that its links show."""
    page = browser.page(url)
    links = page.run("""[...document.querySelectorAll('#all a[href*="="]:not(#domains *)')].map(link => [link.getAttribute("href"),
        Number((link.querySelector("strong, b") ?? (link.closest(".causes") ? link.parentElement.querySelector(".count") : link))
            .textContent.replace("all ", ""))])""")
    kinds = {target[1:].split("=")[-2].split("&")[-1] for target, _ in links}
    isRanked = page.run("document.getElementById('all').className === 'ranked'")
    fact("the first screen counts what there is", {"status", "opens", "team", "ends"} | (set() if isRanked else {"code", "group"}) <= kinds
         and len(links) > 15, links)
    for target, count in links:
        go(page, target)
        fact(f"{target} shows as many as it says", page.run(COUNT_SHOWN) == count, [count, page.run(COUNT_SHOWN)])
    go(page, "")
    options = page.run("""[...document.querySelectorAll('#f-code option, #f-team option, #f-service option, #f-opens option, #f-system option, #f-change option')]
        .filter(option => /\\(\\d+\\)$/.test(option.textContent)).map(option => [option.parentElement.closest("select").id.slice(2), option.value,
            Number(option.textContent.match(/\\((\\d+)\\)$/)[1])])""")
    for control, value, count in options:
        set_control(page, control, value)
        fact(f"{control}={value} shows as many as it says", page.run(COUNT_SHOWN) == count, [count, page.run(COUNT_SHOWN)])
        set_control(page, control, "")
    for target in more:
        go(page, target)
        fact(f"#{target} shows some", 0 < page.run(COUNT_SHOWN) < len(page.run("[...document.querySelectorAll('#list .row')].map(row => 1)")),
             page.run(COUNT_SHOWN))
    go(page, "team=Web&code=redirect")
    shown = "document.getElementById('changes').checkVisibility()"
    there = page.run(shown)
    page.run("document.querySelector('header a[href=\"#changes\"]').click()")
    page.run(SETTLED)
    fact("what changed can be seen, whatever was chosen", page.run(shown) and there == isRanked, there)
    go(page, "team=Web&code=redirect")
    chosen = chips(page)
    fact("a filter that no visible control shows is named", len(chosen) == 2 and "Team: Web ✕" in chosen, chosen)
    page.run("for (const details of document.querySelectorAll('#causes details')) details.open = true")
    if not isRanked:
        kinds = page.run("""[document.querySelector("#causes .note").textContent, document.querySelectorAll("#causes .causes a").length]""")
        fact("every kind of finding can be gone to", str(kinds[1]) in kinds[0].split(), kinds)
    few = page.run(COUNT_SHOWN)
    page.run("document.querySelector('#chosen button').click()")
    rest = page.run("[location.hash, document.querySelectorAll('#chosen button').length]")
    fact("its button takes it back", rest == ["#team=Web", 1] and page.run(COUNT_SHOWN) > few, rest)
    # The emulation does not raise the event that precedes real printing, and the list may still have rows to hide.
    page.run("dispatchEvent(new Event('beforeprint'))")
    page.send("Emulation.setEmulatedMedia", media="print")
    seen = page.run("""[...document.querySelectorAll("#list .row")].filter(row => row.getClientRects().length).length""")
    fact("what was filtered is printed", seen == page.run(COUNT_SHOWN), [seen, page.run(COUNT_SHOWN)])
    page.send("Emulation.setEmulatedMedia", media="")
    go(page, "")
    choices = "document.querySelectorAll('#filters option').length"
    before = page.run(choices)
    named = page.run("""[...document.querySelectorAll('.until a')].map(link =>
        [link.getAttribute("href"), link.lastChild.textContent.trim()])""")
    named += page.run("""[...new Set([...document.querySelectorAll('#teams td a')].map(link => "#" + link.hash.split("&").at(-1)))]
        .filter(target => /^#(ends|change)=/.test(target)).map(target => [target, null])""")
    for target, name in named:
        go(page, target)
        named_chips = chips(page)
        fact(f"{target} has a name", len(named_chips) == 1 and target[1:].split("=")[1] not in named_chips[0]
             and (name is None or named_chips[0].endswith(f": {name} ✕")), [named_chips, name])
    fact("no filter adds a choice", page.run(choices) == before, [page.run(choices), before])
    go(page, "")
    words = page.run("[...document.querySelectorAll('.legend a, .answers a')].map(link => link.textContent)")
    fact("numbers agree with their nouns", not any(word.startswith("1 warnings") for word in words), words)
    page.close()


def settles(browser, url):
    """Visible rows follow a filter immediately, other rows later, and all rows before the page is printed."""
    page = browser.page(url)
    # Sorted by name, so that results are distributed over the whole list.
    set_control(page, "sort", "name")
    rows = page.run("(window.rows = [...document.querySelectorAll('#list .row')]).length")
    seen = page.run("""(() => {
        const opens = document.getElementById("f-opens");
        const choose = value => { opens.value = value; opens.dispatchEvent(new Event("input", { bubbles: true })); };
        const fits = row => row.querySelector(".opens").classList.contains("yes");
        const shown = () => rows.filter(row => !row.hidden && !row.parentElement.hidden).map(fits);
        const seen = [rows.filter(fits).length];
        for (const print of [false, true]) {
            choose("yes");
            seen.push(shown().slice(0, 100).every(Boolean));
            if (print) dispatchEvent(new Event("beforeprint"));
            choose("");
            seen.push(shown().slice(0, 100).length);
            if (print) dispatchEvent(new Event("beforeprint"));
        }
        seen.push(shown().length);
        choose("yes");
        dispatchEvent(new Event("beforeprint"));
        seen.push(shown().length, shown().every(Boolean));
        choose("");
        return seen;
    })()""")
    fact("what is in view follows a filter at once, and all of it in print",
         100 < seen[0] < rows and seen[1:] == [True, 100, True, 100, rows, seen[0], True], [rows, seen])
    page.run(SETTLED)
    fact("the rest follows", page.run(COUNT_SHOWN) == rows, page.run(COUNT_SHOWN))
    page.close()


def cards(browser, url):
    """A card stays with the results in which it was opened; the view of a domain states its status, also in print."""
    page = browser.page(url)
    seen = page.run("""(row => { row.scrollIntoView(); return [document.querySelector("#filters"), document.querySelector(".columns"), row]
        .map(part => part.getBoundingClientRect()).flatMap(box => [box.top, box.bottom]); })(document.querySelectorAll("#list .row")[30])""")
    fact("the heads of the table stay between the search and the rows", -1 < seen[0] < 1 and abs(seen[2] - seen[1]) < 3
         and 0 <= seen[4] - seen[3] < 12, seen)
    page.run("document.querySelector('#list .row').click()")
    page.run(SETTLED)
    set_control(page, "sort", "name")
    fact("another order keeps a card open", page.run("document.querySelectorAll('#list .rows > .card').length") == 1)
    all_of_them = page.run("document.getElementById('print').textContent")
    choose(page, "fail")
    fact("a filter closes the cards that are open", page.run("document.querySelectorAll('#list .rows > .card').length") == 0)
    seen = [all_of_them, page.run("document.getElementById('print').textContent"), page.run(COUNT_SHOWN)]
    fact("Print details says of how many", seen[:2] == ["Print details (60 domains)", f"Print details ({seen[2]} domains)"], seen)
    go(page, page.run("document.querySelector('#list .row.fail').id"))
    fact("the view of a domain says Error", "Error" in page.run("document.getElementById('one').innerText").split("\n")[:6],
         page.run("document.getElementById('one').innerText")[:200])
    page.send("Emulation.setEmulatedMedia", media="print")
    fact("paper has no way back", not page.run("document.getElementById('back').checkVisibility()"))
    page.close()


def large(browser, url):
    """Very many domains are shown only by search, filters and tables, a hundred at a time; all of them are printed."""
    for width in (1280, 390):
        page = browser.page(url, width=width)
        seen = page.run("""({ list: [...document.querySelectorAll("#list, #list .row, #pager, .results")].filter(part => part.checkVisibility()).length,
            order: [%s, "#grid", "#changes"].map(part => document.querySelector(part)?.getBoundingClientRect().top),
            repairs: document.querySelectorAll(".step").length, wide: document.documentElement.scrollWidth })"""
            % '"#state-sentence", "#state", "#start", "#nights", "#f-q"')
        fact(f"very many domains begin without a list ({width} px)", seen["list"] == 0 and None not in seen["order"]
             and seen["order"] == sorted(seen["order"]) and seen["repairs"] == 5 and seen["wide"] <= width, seen)
        seen = page.run("document.querySelector('.step .by').innerText.replace('\\n', ' ')")
        fact(f"a first repair without an owner says whom to ask ({width} px)",
             seen == "No owner: ask the web server's administrators", seen)
        empty = page.run("""[...document.querySelectorAll("#grid thead th")].map((head, place) => [head.textContent,
            [...document.querySelectorAll("#grid tbody tr")].filter(row => row.children[place].textContent.trim()).length])""")
        fact(f"no team without problems has a column ({width} px)", len(empty) > 3 and all(count for _, count in empty), empty)
        broken = page.run("""[...document.querySelectorAll("#grid thead th")].filter(head => { const range = document.createRange();
            range.selectNodeContents(head); const tops = [...range.getClientRects()].map(box => box.top);
            return !head.textContent.includes(" ") && Math.max(...tops) - Math.min(...tops) > 8; }).map(head => head.textContent)""")
        fact(f"no head of the table of causes and teams is broken ({width} px)", broken == [], broken)
        seen = page.run("""[document.querySelector("#grid .scroll").scrollWidth, document.querySelector("#grid .scroll").clientWidth,
            [...document.querySelectorAll("#grid td")].map(cell => cell.innerText.trim()).filter(Boolean)]""")
        fact(f"the table of causes and teams is whole ({width} px)", seen[0] <= seen[1] and "0" not in seen[2], seen)
        if width == 390:
            fact("on a phone each number has its name", all(text.rstrip("0123456789").strip() for text in seen[2]), seen[2])
        page.close()
    page = browser.page(url)
    colors = page.run("[...new Set([...document.querySelectorAll('#grid td a')].map(link => getComputedStyle(link).color))]")
    fact("all links in the table of causes and teams have one colour", len(colors) == 1, colors)
    cells = page.run("""[...document.querySelectorAll("#grid td a")].map(link => [link.getAttribute("href"), Number(link.textContent.replace(",", ""))])""")
    fact("causes and teams are a table", sum("team=" in target for target, _ in cells) > 1 and len(cells) > 5, cells)
    for target, count in cells:
        go(page, target)
        seen = [page.run(COUNT_SHOWN), len(page.run(SHOWN))]
        fact(f"{target} shows its domains, at most a hundred", seen == [count, min(count, 100)], [count, seen])
    set_control(page, "q", "travel")
    fact("a search shows its domains", 0 < len(page.run(SHOWN)) <= 100)
    page.run("document.getElementById('f-reset').click()")
    page.run(SETTLED)
    fact("Clear shows none", page.run(SHOWN) == [] and page.run("document.querySelector('#pager').checkVisibility()") is False, page.run(SHOWN)[:5])
    choose(page, "pass")
    page.run("[...document.querySelectorAll('#list .row')].find(row => row.checkVisibility()).click()")
    page.run(SETTLED)
    wanted = page.run("[...document.querySelectorAll('#list .row.pass')].map(row => row.children[1].textContent)")
    pages = []
    for _ in range(len(wanted) // 100 + 1):
        pages.append((page.run(SHOWN), page.run("document.querySelector('#pager span').textContent")))
        page.run("document.querySelector('#pager button:last-child').click()")
        page.run(SETTLED)
    seen = [(len(shown), says) for shown, says in pages]
    fact("all results can be turned to, a hundred at a time", len(wanted) > 200 and sum((shown for shown, _ in pages), []) == wanted
         and all(len(shown) <= 100 for shown, _ in pages) and pages[1][1] == f"101 to 200 of {len(wanted)}", seen)
    fact("a card is not on another page", page.run("document.querySelectorAll('#list .rows > .card').length") == 0)
    for status in ("pass", None):
        go(page, f"status={status}" if status else "")
        page.run("dispatchEvent(new Event('beforeprint'))")
        page.send("Emulation.setEmulatedMedia", media="print")
        seen = page.run(f"""[{COUNT_SHOWN}, {SHOWN}.length, document.querySelectorAll("#list .row:not(.pass)").length]""")
        fact(f"all of very many domains are printed ({status})", seen[1] == (seen[0] if status else seen[2]), seen)
        page.send("Emulation.setEmulatedMedia", media="")
    page.close()


def commas(browser, url):
    """No line of names begins with a comma."""
    page = browser.page(url, width=390, script=False)
    lone = page.run("""[...document.querySelectorAll(".names li, .lists li")].filter(item => item.checkVisibility() &&
        [...item.getClientRects()].at(-1).top >= item.getClientRects()[0].bottom).map(item => item.textContent)""")
    fact("no comma begins a line", lone == [], lone)
    page.close()


def statuses(browser, unreachable, url):
    """A link to several statuses names those in the report; removing one filter does not remove others."""
    page = browser.page(unreachable)
    page.run("document.querySelector('.changed + p a').click()")
    page.run(SETTLED)
    fact("all that was not checked is a status that there is", chips(page) == ["Status: not checked ✕"] and page.run(COUNT_SHOWN) == 12,
         chips(page))
    page.close()
    page = browser.page(url + "#status=fail,bogus")
    page.run("[...document.querySelectorAll('#chosen button')].find(button => button.textContent.includes('bogus')).click()")
    page.run(SETTLED)
    seen = page.run("location.hash")
    fact("a status that is taken off leaves the others", seen == "#status=fail", seen)
    page.close()


def team_filter(browser, url):
    """The only control for the team is beside the search, and opens with the filters on a phone."""
    for width in (1280, 768, 390, 320):
        page = browser.page(url, width=width)
        if width <= 390:
            closed = page.run("document.getElementById('f-team').checkVisibility()")
            fact(f"the team is one of the filters ({width} px)", not closed, closed)
            page.run("document.getElementById('f-more').open = true")
        seen = page.run("""(() => { const box = id => document.getElementById(id).getBoundingClientRect();
            const [search, team, more] = [box("f-q"), box("f-team"), box("f-more")], range = document.createRange();
            range.selectNode(document.getElementById("f-team").labels[0].firstChild);
            return { there: document.getElementById("f-team").checkVisibility(), count: document.querySelectorAll("[id=f-team]").length,
                inside: document.querySelector("#f-more #f-team") !== null, after: team.left > search.left || team.top >= search.bottom,
                line: Math.abs((team.top + team.bottom) / 2 - (more.top + more.bottom) / 2), label: document.getElementById("f-team")
                    .labels[0]?.firstChild.textContent, lines: range.getClientRects().length, wide: document.documentElement.scrollWidth }; })()""")
        cut = page.run("""(input => { const pen = document.createElement("canvas").getContext("2d");
            pen.font = getComputedStyle(input).font; return pen.measureText(input.placeholder).width > input.clientWidth - 16; })(
            document.getElementById("f-q"))""")
        fact(f"the words in the search are whole ({width} px)", not cut, cut)
        fact(f"the team is chosen beside the search ({width} px)", seen["there"] and seen["count"] == 1 and not seen["inside"]
             and seen["after"] and (seen["line"] < 12 or width <= 390) and seen["label"] == "Team" and seen["lines"] == 1 and seen["wide"] <= width, seen)
        page.close()


def unchecked(browser, *urls):
    """Unchecked domains have the same label everywhere, and their rows contain the reason."""
    for url in urls:
        page = browser.page(url)
        seen = page.run("""[...document.querySelectorAll("#list .row.unreachable")].map(row =>
            [row.children[0].textContent, row.querySelector(".cause")?.innerText || [...document.querySelectorAll("#list .group")]
                .findLast(group => group.compareDocumentPosition(row) & 4)?.querySelector("h3 > .note").innerText])""")
        fact("what was not checked is called so, and its row or the heading above it says why",
             seen and all(state == "Not checked" and cause for state, cause in seen), seen)
        page.run(OPEN_ALL)
        page.run(SETTLED)
        seen = page.run("""(document.querySelector("main").innerText.match(/.*(could (not )?be checked|not known whether).*/gi) ?? [])""")
        fact("and has no other name", seen == [], seen[:5])
        page.close()


def teams(browser, url):
    """The name of a team is shown unchanged, including its spaces."""
    page = browser.page(url)
    for team in page.run("[...document.querySelectorAll('#f-team option')].slice(1).map(option => option.value)"):
        set_control(page, "team", team)
        seen = page.run("[...document.querySelectorAll('#list .row:not([hidden]) .team')].map(cell => cell.textContent)")
        fact(f"the team “{team}” has its domain", seen == [team], seen)
    page.close()


def hasty(browser, url):
    """If a filter hides a row while its card is unpacked, the card is not shown."""
    page = browser.page(url)
    page.run("""(() => { document.querySelector("#list .row.pass").click(); const opens = document.getElementById("f-opens");
        opens.value = "no"; opens.dispatchEvent(new Event("input", { bubbles: true })); })()""")
    page.run(SETTLED)
    seen = page.run("document.querySelectorAll('#list .rows > .card, #list [aria-expanded]').length")
    fact("a row that is filtered out while it opens stays closed", seen == 0, seen)
    page.close()


def back(browser, url):
    page = browser.page(url)
    count = page.run(COUNT_SHOWN)
    page.run("document.querySelector('.causes a').click()")
    page.run(SETTLED)
    fact("a cause filters", 0 < page.run(COUNT_SHOWN) < count)
    page.run("history.back()")
    page.run(SETTLED)
    seen = page.run(f"[location.hash, {COUNT_SHOWN}, document.getElementById('f-code').value]")
    fact("Back takes the filter off", seen == ["", count, ""], seen)
    go(page, "status=fail")
    some = page.run(COUNT_SHOWN)
    name = page.run("[...document.querySelectorAll('#list .row')].filter(row => !row.hidden).at(-1).id")
    go(page, name)
    fact("a domain has a view of its own", page.run("!document.getElementById('one').hidden && document.getElementById('all').hidden"))
    fact("its title is the domain's", page.run("document.title").startswith(name[2:] + " · "), page.run("document.title"))
    text = page.run("document.getElementById('back').textContent")
    fact("the way back says how many there are", text == f"← {some} result{'s' if some != 1 else ''}", text)
    page.run("document.getElementById('back').click()")
    page.run(SETTLED)
    seen = page.run(f"[location.hash, {COUNT_SHOWN}, document.getElementById('all').hidden, document.activeElement.id]")
    fact("the way back leads to the same results, at the domain", seen == ["#status=fail", some, False, name], seen)
    top = page.run("document.activeElement.getBoundingClientRect().top / innerHeight")
    fact("and the domain is in sight", 0 < top < 1, top)
    page.close()

    # The user goes back while a card is unpacked slowly.
    page = browser.page(url)
    page.run("""(async () => {
        const turn = () => new Promise(done => addEventListener("hashchange", done, { once: true }));
        const [text, back] = [Response.prototype.text, turn().then(turn)];
        Response.prototype.text = async function () { const unpacked = await text.call(this); await back; return unpacked; };
        location.hash = [...document.querySelectorAll("#list .row.fail")].at(-1).id;
        await turn();
        location.hash = "";
        await back;
    })()""")
    page.run(SETTLED)
    seen = page.run("[location.hash, document.getElementById('one').hidden, document.getElementById('all').hidden]")
    fact("who goes back while a card unpacks is in the list", seen == ["", True, False], seen)
    page.close()


def links(browser, small, many):
    for url, kind in [(small, "packed"), (many, "many")]:
        page = browser.page(url)
        names = page.run("[...document.querySelectorAll('#list .row')].map(row => row.id)")
        page.close()
        for width in (1280, 390):
            for name in (names[0], names[len(names) // 2], names[-1]):
                page = browser.page(f"{url}#{name}", width=width)
                page.run(SETTLED)
                seen = page.run("""({ top: document.getElementById("one").getBoundingClientRect().top,
                    name: document.getElementById("one-name").textContent, text: document.getElementById("one").innerText,
                    focus: document.activeElement.id, elements: document.querySelectorAll("*").length })""")
                fact(f"a link leads to its domain ({kind}, {width} px)",
                     0 <= seen["top"] <= 100 and name == "d-" + seen["name"] and seen["focus"] == "one-name", seen)
                fact("a domain shows what was seen", "Evidence" in seen["text"], seen["text"][:300])
                page.close()
                page = browser.page(f"{url}#{name}", width=width, script=False)
                top = page.run(f"{ROW % json.dumps(name)}.getBoundingClientRect().top")
                fact(f"without script a link leads to its domain ({kind}, {width} px)", 0 <= top <= 100, [name, top])
                page.close()
    page = browser.page(many)
    before = page.run("document.querySelectorAll('*').length")
    go(page, names[-1])
    added = page.run("document.querySelectorAll('*').length") - before
    fact("a link to the last domain builds that one", 0 < added <= 2000, added)
    page.close()

    page = browser.page(small)
    names = page.run("[...document.querySelectorAll('#list .row')].map(row => row.id)")
    go(page, names[0][2:])
    fact("the bare name leads to a domain", page.run("document.getElementById('one-name').textContent") == names[0][2:])
    go(page, "d-nobody.example")
    text = page.run("document.getElementById('one').innerText")
    fact("a domain that is not there is said not to be", "nobody.example is not in this report" in text, text)
    go(page, "")
    page.run(f"{ROW % json.dumps(names[3])}.click()")
    page.run(SETTLED)
    seen = page.run(f"""({{ top: {ROW % json.dumps(names[3])}.getBoundingClientRect().bottom, url: location.hash,
        card: {ROW % json.dumps(names[3])}.nextElementSibling.getBoundingClientRect().top }})""")
    fact("a row opens in its place", seen["url"] == "" and abs(seen["card"] - seen["top"]) < 2, seen)
    targets = page.run("""[...document.querySelectorAll('a[href^="#"]')].map(link => link.getAttribute("href").slice(1))""")
    lost = [target for target in targets if target and "=" not in target
            and not page.run(f"!!document.getElementById({json.dumps(target)})")]
    fact("every link inside the page leads somewhere", lost == [], lost)
    page.close()

    old = browser.page(script=True)
    old.send("Page.addScriptToEvaluateOnNewDocument", source="delete window.DecompressionStream")
    old.open(small)
    old.run("[...document.querySelectorAll('#list .row.fail')].at(-1).click()")
    old.run(SETTLED)
    text = old.run("[...document.querySelectorAll('#list .row.fail')].at(-1).nextElementSibling.innerText")
    fact("a browser that cannot unpack shows cause and remedy", "What to do" in text, text[:300])
    old.close()


def first_screen(browser, url, *, wide, narrow):
    for width, limit in ((1280, wide), (390, narrow)):
        page = browser.page(url, width=width)
        top = page.run("document.querySelector('.row').getBoundingClientRect().top + scrollY")
        fact(f"the first domain is within {limit} px ({width} px)", top <= limit, top)
        repair = page.run("document.querySelector('.step')?.getBoundingClientRect().top ?? 0")
        fact(f"the first repair is on the first screen ({width} px)", repair <= 844, repair)
        seen = page.run("""[...document.querySelectorAll(".legend a")].map(link => link.getBoundingClientRect())
            .map(({ right, bottom }) => [right, bottom])""")
        fact(f"every status to filter by is on the first screen ({width} px)",
             seen and all(right <= width and (bottom < 500 or width == 390) for right, bottom in seen), seen)
        fact(f"no word of the legend is alone on its line ({width} px)",
             len(seen) < 4 or min([bottom for _, bottom in seen[:4]].count(line) for _, line in seen[:4]) > 1, seen)
        seen = page.run("""["#state-sentence", ":is(.estate, .group)", ":is(#start li > h3, .group h3)", ":is(.step a, .row > .name)"]
            .map(part => document.querySelector(part).getBoundingClientRect().top)""")
        fact(f"the first task is below the bar, and its first domain on the first screen ({width} px)", width > 640
             or seen == sorted(seen) and seen[3] < 700, seen)
        seen = page.run("""[...document.querySelectorAll("main :is(a, button, summary, input, select)")].filter(part => part.checkVisibility())
            .map(part => part.getBoundingClientRect()).filter(box => box.height > 0).map(box => (box.top + box.bottom) / 2)""")
        back = [pair for pair in zip(seen, seen[1:]) if pair[1] < pair[0] - 40]
        fact(f"what can be reached is reached in the order in which it is seen ({width} px)", width > 640 or back == [], back)
        filled = page.run("""[...document.querySelectorAll(":is(.step, .group) > .copy")].filter(part => part.checkVisibility())
            .map(part => getComputedStyle(part).backgroundColor)""")
        fact(f"only the first ticket is filled ({width} px)", len(set(filled[1:])) == 1 and filled[0] not in filled[1:], filled)
        order = page.run("""[[...document.querySelectorAll(".legend rect")].map(part => part.getAttribute("class")),
            [...document.querySelectorAll("#list .group")].map(part => part.className.split(" ")[1])]""")
        fact(f"the legend has the order of the table ({width} px)", list(dict.fromkeys(order[1])) == order[0], order)
        glosses = page.run("document.querySelectorAll('.legend .note, .answers .note').length")
        fact(f"no status has a gloss ({width} px)", glosses == 0, glosses)
        sign = page.run("getComputedStyle(document.querySelector('.answers .opens'), '::before').display")
        fact(f"the line below a link is not below its sign ({width} px)", sign == "inline-block", sign)
        line = page.run("document.querySelector('.answers').innerText")
        fact(f"where the app opens is one sentence ({width} px)", line.startswith("Links open the app on") and "of " in line, line)
        why = page.run("""[...document.querySelectorAll('.why')].map(why =>
            [why.open, why.textContent.length > 40, why.querySelector('p').checkVisibility()])""")
        fact(f"the order is explained where somebody asks ({width} px)", why == [[False, True, False]], why)
        apart = page.run("""((...parts) => parts.every(Boolean) ? Math.abs(parts.map(part => { const range = document.createRange();
            range.selectNodeContents(part); const box = range.getBoundingClientRect(); return box.top + box.bottom; })
            .reduce((a, b) => a - b)) / 2 : 0)(document.querySelector("#h-start, #h-domains"), document.querySelector(":is(#h-start, #h-domains) + .why > summary"))""")
        fact(f"and beside its heading, in one line ({width} px)", apart < 4, apart)
        page.close()


def ranked(browser, url):
    """For up to 20 domains, the rows are the ranking with cause, team and owner, which is not repeated elsewhere."""
    page = browser.page(url)
    seen = page.run("""({ parts: ["start", "causes"].filter(id => document.getElementById(id)),
        order: document.getElementById("domains").getBoundingClientRect().top
            < document.querySelector(".panels").getBoundingClientRect().top,
        people: [...document.querySelectorAll("#list .row:has(.team):has(.owner) .people")].map(people => people.innerText),
        causes: [...document.querySelectorAll("#list .group + .row:is(.fail, .warn)")].every(row => [row.previousElementSibling, row]
            .filter(part => part.innerText.includes(row.querySelector(".cause bdi").textContent)).length === 1),
        single: [...document.querySelectorAll("#list .group.single")].flatMap(group => [group.querySelector("h3 > .note"), group.nextElementSibling
            .querySelector(".people")]).filter(part => part?.checkVisibility()).length,
        numbered: [...document.querySelectorAll("#list .group")].map(group => getComputedStyle(group, "::before").content !== "none"),
        actions: [...document.querySelectorAll("#list .group:is(.fail, .warn)")].map(group => [group.querySelector("h3").firstChild.data.trim(),
            group.querySelector(".copy").checkVisibility(), group.getBoundingClientRect().right - group.querySelector(".copy").getBoundingClientRect().right,
            group.querySelector("pre").textContent.includes(group.nextElementSibling.children[1].textContent)]),
        others: [...document.querySelectorAll("#list .group")].map(group => [group.querySelector("h2")?.innerText ?? "", group.querySelector(".copy") !== null]),
        lefts: [".cause", ".name", ".opens"].map(part => [".columns ", "#list .single + .row.fail > "].map(where => document.querySelector(where + part)
            .getBoundingClientRect().left)),
        owners: [...document.querySelectorAll("#list .row.pass:has(.team)")].map(row => ["state", "people", "name"].map(part => row.querySelector("." + part)
            .getBoundingClientRect())).map(([state, people, name]) => state.right <= name.left && name.right <= people.left && people.top < name.bottom),
        caption: [...document.querySelectorAll("#h-domains, #list .group:is(.fail, .warn)")].map(part => part.checkVisibility() && part.innerText),
        by: [...document.querySelectorAll("#list .group:is(.fail, .warn)")].map(group => [group.querySelector(".by").innerText,
            getComputedStyle(group, "::before").content, group.querySelector(".by").getBoundingClientRect().right
                < group.querySelector("h3").getBoundingClientRect().left]),
        owned: [...document.querySelectorAll("#list .row:is(.fail, .warn)")].every(row => row.querySelector(".people")?.innerText) })""")
    fact("few domains are ranked in their rows, and each cause is said once", seen["parts"] == [] and seen["order"] and seen["causes"], seen)
    fact("a single domain is one with its heading, which repeats nothing", seen["single"] == 0, seen["single"])
    fact("entries that are no domains are after everything with a number", seen["numbered"] == sorted(seen["numbered"], reverse=True), seen["numbered"])
    fact("a row has the owner, and the team in parentheses", seen["people"] and all(text.startswith("Ada Lovelace (") for text in seen["people"]), seen)
    fact("what to do is above the rows, with a ticket for them at the right", seen["actions"] and all(
        action and copy and right < 12 and named for action, copy, right, named in seen["actions"]), seen)
    fact("what follows the fixes has a heading of its own", [name for name, _ in seen["others"] if name] == ["All other entries"]
         and [bool(name) for name, _ in seen["others"]].index(True) == sum(copy for _, copy in seen["others"]), seen["others"])
    fact("the heads are above what they name, and the owner is in one column", seen["owners"] and all(seen["owners"])
         and all(abs(head - cell) < 2 for head, cell in seen["lefts"]), [seen["lefts"], seen["owners"]])
    fact("a few domains are captioned, too", seen["caption"][0] == "Fix first" and all(seen["caption"]), seen["caption"])
    fact("groups have a number, and begin with who does it", seen["by"] and all(
        text and number == "counter(step)" and before for text, number, before in seen["by"]), seen["by"])
    fact("a row says who does it or that nobody does", seen["owned"], seen)
    more = page.run("[...document.querySelectorAll('#list .cause b')].map(part => part.textContent)")
    fact("further problems are said in words", more and all(re.fullmatch(r"and \d+ more problems?", text) for text in more), more)
    names = page.run("[...document.querySelectorAll('#list .columns .cause')].map(head => head.textContent)")
    fact("the column of causes has causes alone", names == ["Cause"] and page.run("document.querySelector('.row em')") is None, names)
    heads = page.run("[...document.querySelectorAll('#list .columns span')].filter(head => head.checkVisibility()).map(head => head.textContent)")
    fact("each head is one word for its column", heads == ["Status", "Cause", "Domain", "Opens app", "Recent nights"], heads)
    page.close()
    page = browser.page(url, width=390)
    lefts = page.run("""[...new Set([...document.querySelectorAll("#list .group.fail :is(.by, h3), #list .row.fail :is(.name, .cause, .opens)")]
        .map(part => Math.round(part.getBoundingClientRect().left)))]""")
    fact("on a phone all words of a fix begin at one edge", len(lefts) == 1, lefts)
    page.close()


def repairs(browser, url):
    """The first fixes have two lines, and a table links to all others; together they include all rows."""
    for width in (1280, 768, 390):
        page = browser.page(url, width=width)
        steps = page.run("""[...document.querySelectorAll(".step")].filter(step => step.checkVisibility()).map(step => {
            // Fixes for the same problem have one title.
            const title = [...document.querySelectorAll("#start li > h3")].findLast(title => title.compareDocumentPosition(step) & 4);
            const who = step.querySelector(".who");
            return { action: title.childNodes[1].data.trim(), effects: [...title.querySelectorAll(".effect")].map(part => part.textContent), size: parseFloat(getComputedStyle(title).fontSize), small: parseFloat(getComputedStyle(who).fontSize),
                below: who.getBoundingClientRect().top >= title.getBoundingClientRect().bottom - 1,
                cut: [title, who].some(part => getComputedStyle(part).textOverflow === "ellipsis"
                    || part.scrollWidth > part.clientWidth + 1),
                links: step.querySelectorAll(".names a").length, ticket: [...step.querySelectorAll(".copy, .ticket > summary")]
                    .filter(part => part.checkVisibility()).map(part => part.getBoundingClientRect()).map(box => [box.right, (box.top + box.bottom) / 2]),
                by: (by => [by.innerText, ...[by, title, who].map(part => part.getBoundingClientRect().toJSON())])(step.querySelector(".by")),
                differs: [title.childNodes[1].data.trim() + step.querySelector(".by").textContent, [...who.querySelectorAll(":scope > span")].map(part => part.textContent)
                    .filter(text => !/^\\d+ domains$/.test(text)).join() || who.querySelector(".names").textContent],
                titleRight: title.getBoundingClientRect().right, right: step.getBoundingClientRect().right }; })""")
        fact(f"who does a repair is below its title, and before or above its domains ({width} px)", all(text
            and by["top"] > title["bottom"] - 1 and (-1 < who["top"] - by["bottom"] < 24 if width == 390 else by["right"] < who["left"])
            for text, by, title, who in (step["by"] for step in steps)), steps)
        fact(f"a repair without an owner says whom to ask ({width} px)", all(step["by"][0] != "No owner" for step in steps), steps)
        fact(f"a repair is an action, and its effect on links and domains below it ({width} px)", steps and steps[0]["effects"] and all(
             step["action"] == step["differs"][0][:len(step["action"])] and step["effects"][:1] in ([], ["Links do not open the app"], ["Links may open the browser"],
             ["Links do not open the app on iOS 9.3 to 12"], ["Not checked"]) and step["size"] >= 16
             and step["small"] <= 14 and step["below"] and not step["cut"] and step["links"] > 0 for step in steps), steps)
        tickets = [step for step in steps if step["ticket"]]
        fact(f"the ticket is at the right, in one row ({width} px)" if width > 390 else "the ticket of a repair does not narrow its title on a phone",
             tickets and all(step["titleRight"] >= step["right"] - 2 if width == 390 else
            abs(max(right for right, _ in step["ticket"]) - step["right"]) < 2
            and max(middle for _, middle in step["ticket"]) - min(middle for _, middle in step["ticket"]) < 8 for step in tickets), steps)
        below = page.run("""[...document.querySelectorAll(".step:has(.copy)")].map(step => [".who", ".copy", ".by"].map(part => step.querySelector(part)
            .getBoundingClientRect())).filter(([who, copy, by]) => copy.height > 0 && (innerWidth < 640 ? copy.top > by.bottom : who.right > copy.left)).length""")
        fact(f"the button is beside the lines, on a phone beside the owner ({width} px)", below == 0, below)
        partly = page.run("""[...document.querySelectorAll(".step .names")].filter(list => list.checkVisibility()
            && [...list.children].some(item => !item.checkVisibility())).length""")
        lined = page.run("[...document.querySelectorAll('.names li')].filter(name => parseFloat(getComputedStyle(name).borderTopWidth)).length")
        fact(f"no line is above a name ({width} px)", lined == 0, lined)
        touching = page.run("""[...document.querySelectorAll(".step > .copy")].filter(part => part.checkVisibility())
            .map(part => part.closest("li").getBoundingClientRect().bottom - part.getBoundingClientRect().bottom)""")
        fact(f"no button touches the line below it ({width} px)", touching and (width > 390 or min(touching) >= 8), touching)
        fact(f"a list of names is shown with the number of the others ({width} px)", partly == 0, partly)
        titles = [tuple(step["differs"]) for step in steps]
        fact(f"repairs with one title say what differs ({width} px)", len(set(titles)) == len(titles), titles)
        page.run("document.querySelector('#repairs').open = true")
        seen = page.run("""({ label: document.querySelector("#repairs > summary").textContent,
            rows: [...document.querySelectorAll("#repairs tbody tr")].map(row => [row.querySelectorAll("a").length,
                Number(row.querySelector(".members b")?.textContent ?? 1)]),
            broken: document.querySelectorAll("#list .row:is(.fail, .warn, .unreachable)").length,
            sizes: [...new Set([...document.querySelectorAll("#repairs tbody *")].map(part => getComputedStyle(part).fontSize))],
            wide: document.documentElement.scrollWidth })""")
        fact(f"the table of repairs has one size of text ({width} px)", seen["sizes"] == ["14px"], seen["sizes"])
        fact(f"all repairs are in the table ({width} px)", seen["label"] == f"All {len(seen['rows'])} fixes"
             and all(links > 0 for links, _ in seen["rows"]) and sum(count for _, count in seen["rows"]) == seen["broken"]
             and seen["wide"] <= width, seen)
        page.close()
    page = browser.page(url)
    order = page.run("""[[...document.querySelectorAll(".step")].map(step => step.querySelector(".names a").hash.slice(1)),
        [...document.querySelectorAll("#list .row")].map(row => row.id)]""")
    places = [order[1].index(name) for name in order[0]]
    numbers = page.run("""[...document.querySelectorAll(".step")].map(step => getComputedStyle(step, "::before"))
        .map(number => [number.content, number.fontSize, number.lineHeight])""")
    fact("the number of a repair is as large as its cause", numbers and all(number == ["counter(step)", "16px", "22.4px"]
         for number in numbers), numbers)
    fact("repairs and rows have one order", places[0] == 0 and places == sorted(places), places)
    page.close()


def sections(parts):
    """Returns the number in each heading, and the rows below it."""
    places = [place for place, part in enumerate(parts) if isinstance(part, list)] + [len(parts)]
    return [(parts[start][1], parts[start + 1:end]) for start, end in zip(places, places[1:])]


def headings(browser, *urls):
    """Rows with one cause are below one heading with their number; another order has no headings."""
    read = """[...document.querySelectorAll("#list .group, #list .row")].filter(part => part.checkVisibility()).map(part =>
        part.matches(".group") ? [part.querySelector("h3").firstChild.data.trim(), Number(part.querySelector("h3 > .note").textContent.match(/(\\d+) domains?$/)[1])]
            : part.matches(".fail, .warn, .unreachable") ? part.querySelector(".cause bdi").textContent.replace(/ [0-9-]+$/, "") : part.classList[1])"""
    for url in urls:
        page = browser.page(url)
        seen = page.run(read)
        parts = sections(seen)
        fact("each heading has as many rows as it says, of one cause", len(parts) > 1
             and all(count == len(rows) and len(set(rows)) == 1 for count, rows in parts), parts)
        repeated = "[...document.querySelectorAll('#list .row:is(.fail, .warn)')].filter(row => !row.previousElementSibling?.matches('.single'))"\
            ".map(row => row.querySelector('.cause bdi')).filter(cause => !/^Certificate /.test(cause.textContent)).map(cause => cause.checkVisibility())"
        fact("which its rows do not repeat", set(page.run(repeated)) <= {False}, page.run(repeated)[:9])
        fact("no cause has two headings", len({tuple(set(rows)) for _, rows in parts}) == len(parts), parts)
        set_control(page, "sort", "name")
        fact("another order has no headings", all(isinstance(part, str) for part in page.run(read)) and set(page.run(repeated)) <= {True},
             page.run(read)[:9])
        set_control(page, "sort", "")
        fact("the order of the fixes has them again", page.run(read) == seen, page.run(read)[:9])
        # With many domains, the last row is in another section than the first row of its heading.
        set_control(page, "q", page.run("[...document.querySelectorAll('#list .row')].at(-1).children[1].textContent"))
        parts = sections(page.run(read))
        fact("a heading is above its first result", len(parts) == 1 and parts[0][0] == len(parts[0][1]) > 0, parts)
        set_control(page, "q", "")
        fact("and above its first row again", page.run(read) == seen, page.run(read)[:9])
        choose(page, "fail")
        fact("a heading without rows is hidden", sum(isinstance(part, list) for part in page.run(read))
             == page.run("document.querySelectorAll('#list .group.fail').length"), page.run(read)[:9])
        set_control(page, "q", "travel-")
        parts = sections(page.run(read))
        fact("the numbers of headings follow the filters", parts and all(count == len(rows) > 0 for count, rows in parts), parts)
        page.send("Emulation.setEmulatedMedia", media="print")
        shown = page.run("[...document.querySelectorAll('#list .group .copy, #list .group .ticket')].filter(part => part.checkVisibility()).length")
        fact("the headings on paper have nothing to press", shown == 0, shown)
        page.close()


def rows_on_a_phone(browser, url):
    """A row labels its values, and shows its complete cause."""
    page = browser.page(url, width=390)
    cut = page.run("""[...document.querySelectorAll("#list .group > h3")].filter(title => title.scrollWidth > title.clientWidth + 1)
        .map(title => title.textContent)""")
    fact("headings of causes are whole on a phone", cut == [], cut)
    # In another order the rows have their causes themselves.
    set_control(page, "sort", "name")
    seen = page.run("""[...document.querySelectorAll("#list .row")].map(row => ({ id: row.id,
        label: getComputedStyle(row.querySelector(".opens"), "::before").content,
        cut: [row.querySelector(".cause"), row.querySelector(".name")].some(part => part && (part.scrollHeight > part.clientHeight + 1
            || part.scrollWidth > part.clientWidth + 1)),
        people: row.querySelector(".people")?.checkVisibility() ?? true,
        left: row.dataset.left === undefined ? null : Number(row.dataset.left), days: /Certificate expire[sd] [0-9-]+/.test(row.textContent) }))""")
    fact("a row on a phone says that it is about opening the app", all("Opens app" in row["label"] for row in seen), seen[:3])
    fact("a cause and a name are whole on a phone", [row["id"] for row in seen if row["cut"]] == [], [row for row in seen if row["cut"]])
    signs = page.run("""[...new Set([...document.querySelectorAll("#list .row > .state")].map(state => { const word = document.createRange();
        word.selectNodeContents(state); return Math.round(word.getBoundingClientRect().left - state.getBoundingClientRect().left); }))]""")
    fact("all signs of a status are equally wide", len(signs) == 1, signs)
    fact("a row on a phone has its team", all(row["people"] for row in seen), seen)
    wrong = [row for row in seen if row["days"] != (row["left"] is not None and row["left"] <= 30)]
    fact("only a certificate with 30 days or less is in its row", wrong == [], wrong)
    page.close()


def bars(browser, url):
    """Bars of nights are as wide as can be seen, and taller for more serious problems; the chart is about errors alone, with dates
    below and numbers above, and is whole on a phone."""
    page = browser.page(url)
    seen = page.run("""({ row: [...document.querySelectorAll("#list .row .strip path")].map(path => [path.getAttribute("class"),
            parseFloat(getComputedStyle(path).strokeWidth), parseFloat(getComputedStyle(path).strokeDasharray)]),
        chart: [...document.querySelectorAll("svg.nights path")].flatMap(path => [...path.getAttribute("d").matchAll(/h(\\d+)v/g)])
            .map(match => Number(match[1])), scale: document.querySelector("svg.nights path").getScreenCTM().a,
            kinds: [...document.querySelectorAll("svg.nights path")].map(path => path.getAttribute("class")),
        labels: [...document.querySelectorAll("svg.nights text")].map(text => text.textContent) })""")
    heights = {kind: height for kind, height, _ in seen["row"]}
    fact("row bars are at least 6 px wide", seen["row"] and all(width >= 6 for _, _, width in seen["row"]), seen["row"][:5])
    fact("row bars are taller for more serious problems", heights["fail"] > heights.get("warn", heights["pass"] + 1) > heights["pass"], heights)
    fact("bars of the chart are at least 2.5 px wide", seen["chart"] and min(seen["chart"]) * seen["scale"] >= 2.5,
         [seen["chart"][:5], seen["scale"]])
    fact("the chart has dates and numbers", "05-01" in seen["labels"] and any(label.isdigit() for label in seen["labels"]), seen["labels"])
    apart = page.run("""(svg => { const columns = [...svg.querySelector("path").getAttribute("d").matchAll(/M(\\d+) 70v-(\\d+)h(\\d+)/g)].map(match => match.slice(1).map(Number));
        const width = svg.viewBox.baseVal?.width || svg.querySelector("svg").viewBox.baseVal.width;
        return [...svg.querySelectorAll("text")].filter(text => text.getAttribute("y") !== "81").map(text => { const x = parseFloat(text.getAttribute("x")) / 100 * width
                - (text.getAttribute("text-anchor") === "end" ? 4 : 0);
            const column = columns.find(([start, , step]) => start <= x && x <= start + step); const near = columns.filter(([start, , step]) => start < x + 7 && x - 7 < start + step);
            return column ? Math.min(...near.map(([, height]) => 70 - height)) - text.getAttribute("y") : null; });
        })(document.querySelector("svg.nights"))""")
    fact("a number is directly above its column, and on none beside it", apart and all(gap == 4 for gap in apart), apart)
    fact("the chart is about errors alone", seen["kinds"] == ["fail"], seen["kinds"])
    page.close()
    for width in (390, 320):
        page = browser.page(url, width=width)
        seen = page.run("""[...document.querySelectorAll("svg.nights, svg.nights text")].filter(part => part.checkVisibility())
            .map(part => [part.getBoundingClientRect(), part.localName])
            .map(([box, name]) => [box.left, box.right, name === "svg" ? null : Math.round(box.top)]).sort((a, b) => a[0] - b[0])""")
        fact(f"the chart is whole ({width} px)", len(seen) > 4 and all(left >= 0 and right <= width for left, right, _ in seen), seen)
        rows = [[box for box in seen if box[2] == top] for top in {top for _, _, top in seen if top is not None}]
        fact(f"no label covers another ({width} px)", all(a[1] <= b[0] for row in rows for a, b in zip(row, row[1:])), seen)
        page.close()


def look(browser, pages):
    """The search has one place, one line separates parts, and sizes and colours are few and distinguishable."""
    for name, url in pages.items():
        for width in (1280, 390):
            page = browser.page(url, width=width)
            seen = page.run("""(box => ({ search: box("#filters").top - box(document.querySelector(".ranked") ? (innerWidth < 640 ? "#domains" : "#state") : ".first").bottom, start: box("#start")?.top ?? null, nights: box("#nights").top,
                lines: [...document.querySelectorAll("#filters, #start, #grid, .panel, .step, .columns p")].filter(part => part.checkVisibility())
                    .flatMap(part => { const [style, { top, bottom }] = [getComputedStyle(part), part.getBoundingClientRect()];
                        return [...(parseFloat(style.borderTopWidth) ? [top] : []), ...(parseFloat(style.borderBottomWidth) ? [bottom] : [])]; }) }))
                (part => document.querySelector(part)?.getBoundingClientRect())""")
            apart = page.run("""(([above, headline, tasks, totals]) => [headline.top - above.bottom, totals.top - tasks.top])(["header p:last-child",
                "#state-sentence", "#start, #domains", "#state"].map(part => document.querySelector(part).getBoundingClientRect()))""")
            fact(f"the headline is apart from the line above it ({name}, {width} px)", apart[0] >= 4, apart)
            fact(f"the totals are beside what to fix first, on a phone above it ({name}, {width} px)",
                 abs(apart[1]) < 12 if width > 640 else apart[1] < -100, apart)
            fact(f"the search follows what to fix first, or the totals ({name}, {width} px)", -1 < seen["search"] < 20, seen)
            if width == 390:
                fact(f"the repairs precede the chart ({name})", seen["start"] is None or seen["start"] < seen["nights"], seen)
            indents = page.run("""[...document.querySelectorAll(".panel > summary")].map(part => getComputedStyle(part))
                .map(style => [style.paddingLeft, style.textIndent])""")
            fact(f"the second line of a section's heading is below its words ({name}, {width} px)",
                 indents and all(indent == ["14px", "-14px"] for indent in indents), indents)
            lines = sorted(seen["lines"])
            double = [pair for pair in zip(lines, lines[1:]) if 1 < pair[1] - pair[0] < 16]
            fact(f"no line is double ({name}, {width} px)", double == [], double)
            gaps = page.run("""[...document.querySelectorAll("#list .row, #grid tr")].filter(part => part.checkVisibility()).slice(-1)
                .map(part => document.querySelector(".panels").getBoundingClientRect().top - part.getBoundingClientRect().bottom)""")
            fact(f"no table touches what follows it ({name}, {width} px)", all(gap >= 16 or gap < 0 for gap in gaps), gaps)
            page.close()
    for width in (390, 320):
        page = browser.page(pages["large"], width=width)
        seen = page.run("""[...document.querySelectorAll(".dots")].filter(part => part.checkVisibility()).flatMap(part =>
            [...part.children].filter(item => item.checkVisibility()).map(item => [item.textContent.slice(0, 20), part.innerText.includes("\u00b7"),
                item.getBoundingClientRect().left - part.getBoundingClientRect().left]))""")
        wrong = [item for item in seen if item[1] or 1 < item[2] < 16 or item[2] < -1]
        fact(f"no line begins or ends with a dot ({width} px)", len(seen) > 8 and wrong == [], wrong)
        page.close()
    for dark in (False, True):
        page = browser.page(pages["large"], dark=dark)
        seen = page.run("""(() => {
            const light = color => color.match(/[\\d.]+/g).slice(0, 3).map(Number).map(part => part / 255)
                .map(part => part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
                .reduce((sum, part, place) => sum + part * [.2126, .7152, .0722][place], 0);
            const ground = light(getComputedStyle(document.body).backgroundColor);
            const contrast = color => (Math.max(light(color), ground) + .05) / (Math.min(light(color), ground) + .05);
            const fill = part => getComputedStyle(document.querySelector(part)).fill;
            return { contrast: Object.fromEntries([".estate .fail", ".estate .accepted", ".estate .pass", ".dots-ground"].map(part =>
                    [part, contrast(fill(part))])),
                fills: [...document.querySelectorAll(".legend rect")].map(part => getComputedStyle(part).fill),
                strips: [...document.querySelectorAll("#list .row > .strip path")].map(path => [path, path.parentElement].map(part => getComputedStyle(part)))
                    .map(([{ stroke }, { opacity }]) => opacity === "1" ? contrast(stroke) : 0),
                bar: [".estate .fail", ".nights .fail"].map(part => getComputedStyle(document.querySelector(part))).map(({ fill, opacity }) => fill + opacity),
                gap: getComputedStyle(document.querySelector("#state rect")).stroke === getComputedStyle(document.getElementById("state")).backgroundColor,
                weights: ["::before", null].map(part => getComputedStyle(document.querySelector(".step"), part).fontWeight)
                    .concat([".step b:not(.warn)", "#start li > h3", ".row > .name", ".row > .state", "#grid tbody th"].map(part => getComputedStyle(document.querySelector(part)).fontWeight)),
                sizes: ["#state-sentence", "#start h2", "#start li > h3", "#start li + li > h3"].map(part => getComputedStyle(document.querySelector(part)).fontSize) }; })()""")
        mode = "dark" if dark else "light"
        fact(f"the bar can be seen ({mode})", all(contrast >= 3 for contrast in seen["contrast"].values()), seen["contrast"])
        fact(f"the bars of the rows can be seen ({mode})", seen["strips"] and min(seen["strips"]) >= 3, seen["strips"][:9])
        fact(f"accepted is quieter than a warning ({mode})", seen["contrast"][".estate .accepted"] < seen["contrast"][".dots-ground"], seen)
        fact(f"each status has its own pattern ({mode})", len(seen["fills"]) == 6 and len(set(seen["fills"])) == 6, seen["fills"])
        fact(f"headings have three sizes, and all tasks the same ({mode})", seen["sizes"] == ["28px", "20px", "16px", "16px"], seen["sizes"])
        fact(f"the parts of the bar are apart ({mode})", seen["gap"])
        fact(f"errors have one red in the bar and the chart ({mode})", len(set(seen["bar"])) == 1, seen["bar"])
        fact(f"only number, owner and action are bold ({mode})", seen["weights"] == ["700", "400", "700", "700", "400", "400", "400"], seen["weights"])
        page.close()


def certificates(browser, url):
    """Periods do not overlap; certificates that end within 30 days are urgent, and others are not."""
    page = browser.page(url)
    seen = page.run("""({ filters: [...document.querySelectorAll(".until a")].map(link => link.hash.slice("#ends=".length)),
        days: [...document.querySelectorAll("#certificates .days")].map(days =>
            [days.className, parseInt(days.textContent.replace("in ", ""))]) })""")
    ends = [[float(end or "-inf") for end in name.split("..")] for name in seen["filters"]]
    fact("periods of certificates do not overlap", all(first[1] < second[0] for first, second in zip(ends, ends[1:])), seen["filters"])
    wrong = [entry for entry in seen["days"] if entry[1] is not None and ("late" in entry[0]) != (entry[1] <= 30)]
    fact("30 days or less are urgent", wrong == [], wrong)
    page.close()


def rail(browser, url):
    """The view of a domain shows the actions at the left, and the facts about the domain at the right."""
    page = browser.page(url + "#d-travel-3.example")
    page.run(SETTLED)
    seen = page.run("""(() => { const box = (part) => document.querySelector("#one " + part).getBoundingClientRect();
        const [card, main, rail, button] = [box(".card"), box(".main"), box(".rail"), box(".copy")];
        const [what, sign] = [".remedy > dt", ".findings .label"].map(part => document.querySelector("#one " + part));
        return { lead: document.querySelector("#one .lead").innerText.split("\\n").filter(Boolean).slice(0, 3), what: [getComputedStyle(what).fontSize, getComputedStyle(what).fontWeight],
            sign: sign?.textContent ?? "", filled: getComputedStyle(document.querySelector("#one .copy")).backgroundColor,
            apart: rail.left - main.right, width: rail.width, button: button.bottom - card.top,
            fixer: document.querySelector("#one .card").innerText.split("o be fixed by").length - 1,
            side: [...document.querySelectorAll("#one .advice > div")].map(part => part.getBoundingClientRect().left) }; })()""")
    fact("a domain has a rail, beside the text", 32 <= seen["apart"] <= 48 and 300 <= seen["width"] <= 500, seen)
    fact("a domain begins with who has to do what, and its ticket", seen["lead"][:2] == ["Ada Lovelace", "Serve the file without a redirect"]
         and seen["lead"][2].startswith("To be fixed by the ")
         and seen["filled"] == "rgb(31, 96, 196)", seen)
    fact("which its first finding does not repeat, and what to do is a heading", seen["sign"] != "Error" and seen["what"] == ["16px", "600"], seen)
    fact("the ticket of a domain is at its beginning", seen["button"] < 80, seen)
    fact("who fixes it is said once, beside the owner", seen["fixer"] == 1 and len(set(seen["side"])) == 1, seen)
    owner = "document.querySelector('#one .rail .facts a')"
    seen = page.run(owner + "?.getAttribute('href')")
    fact("an owner leads to the domains of the owner", seen == "#owner=Ada%20Lovelace", seen)
    page.run(owner + "?.click()")
    page.run(SETTLED)
    owned = page.run("""[...document.querySelectorAll("#list .row")].filter(row => row.querySelector(".owner")?.textContent === "Ada Lovelace")
        .map(row => row.children[1].textContent)""")
    fact("which are all that the list then has", len(owned) > 1 and page.run(SHOWN) == owned, [owned, page.run(SHOWN)])
    fact("and which a chip names", chips(page) == ["Owner: Ada Lovelace ✕"], chips(page))
    go(page, "d-bank-45.example")
    seen = page.run(owner + "?.getAttribute('href')")
    fact("an owner with a contact page leads to it", seen == "https://chat.example/payments", seen)
    said = """[...document.querySelectorAll("main *")].filter(part => part.children.length === 0 && part.checkVisibility()
        && part.textContent.includes("Brand is being retired")).length"""
    go(page, "d-shop-40.example")
    fact("an acceptance is said once", page.run(said) == 1, page.run(said))
    page.close()
    page = browser.page(url)
    opened(page, "d-shop-40.example")
    fact("an acceptance is said once, in an open row, too", page.run(said) == 1, page.run(said))
    page.close()


def narrow(browser, kinds, many, long):
    """Parts are stacked if there is little room."""
    page = browser.page(many, width=800)
    page.run("document.querySelector('#start .ticket').open = true")
    wide = page.run("[document.querySelector('#start pre').checkVisibility(), document.documentElement.scrollWidth]")
    fact("its ticket opens below it", wide == [True, 800], wide)
    page.close()
    page = browser.page(kinds, width=768)
    seen = page.run("""[document.querySelector(".columns").checkVisibility(), ...[".name", ".opens", ".cause"].map(part =>
        document.querySelector(`#list .single + .row.fail > ${part}`).getBoundingClientRect()).map(box => [box.left, box.top])]""")
    fact("a row has its columns at 768 px", seen[0] and seen[1][0] < seen[2][0] < seen[3][0] and abs(seen[3][1] - seen[1][1]) < 20, seen)
    page.close()
    page = browser.page(kinds, width=390)
    page.run("document.querySelector('#teams').open = true")
    seen = page.run("""[...document.querySelectorAll("#teams .scroll, #teams td")].filter(part => part.checkVisibility())
        .map(part => [part.scrollWidth - part.clientWidth, part.innerText])""")
    fact("the table of teams is whole on a phone, and each number has its name", seen[0][0] <= 0
         and all(text.startswith(("Domains", "Errors", "New", "Resolved", "Certificates", "Oldest")) for _, text in seen[1:] if text.strip()), seen)
    page.close()
    page = browser.page(long, width=390)
    page.run("document.querySelector('#certificates').open = true")
    wide = page.run("(part => [part.scrollWidth, part.clientWidth])(document.querySelector('#certificates .scroll'))")
    fact("the certificates that end need no scrolling to the side", wide[0] <= wide[1], wide)
    page.close()


def panels(browser, url):
    """Folded sections are in one row of a wide window, and an open one has the whole width."""
    page = browser.page(url)
    seen = page.run("""(panels => { for (const panel of panels) panel.open = false;
        const tops = [...new Set(panels.map(panel => panel.getBoundingClientRect().top))]; panels.at(-1).open = true;
        return [panels.length, tops.length, panels.at(-1).getBoundingClientRect().width / panels[0].parentElement.clientWidth];
        })([...document.querySelectorAll(".panel")])""")
    fact("folded sections are in one row", seen[0] > 3 and seen[1] == 1 and seen[2] > .99, seen)
    greys = page.run("""[...document.querySelectorAll("#teams td.note")].map(cell => cell.textContent.split(" ").at(-1))""")
    fact("a number without domains is quiet", greys and set(greys) == {"0"}, greys)
    page.close()


def causes(browser, url):
    """A cause has up to two lines without broken words; an ended certificate is marked by one word."""
    page = browser.page(url, width=1280)
    cut = page.run("""[...document.querySelectorAll("#list .group > h3")].filter(title => title.scrollWidth > title.clientWidth + 1)
        .map(title => title.textContent)""")
    fact("headings of causes are whole at 1280 px", cut == [], cut)
    # In another order the rows have their causes themselves.
    set_control(page, "sort", "name")
    cut = page.run("""[...document.querySelectorAll("#list .row:not(.accepted):not(.invalid) .cause")].filter(cause => cause.scrollHeight > cause.clientHeight + 1
        || cause.scrollWidth > cause.clientWidth + 1 || cause.getBoundingClientRect().bottom > cause.parentElement.getBoundingClientRect().bottom).map(cause => cause.textContent)""")
    fact("causes are whole at 1280 px", cut == [], cut)
    tight = page.run("""[...document.querySelectorAll("#list .row > *")].map(cell => [cell, cell.parentElement].map(part => part.getBoundingClientRect()))
        .filter(([cell, row]) => cell.top < row.top + 4 || cell.bottom > row.bottom - 4).length""")
    fact("no text touches the line of its row", tight == 0, tight)
    ends = page.run("""[...document.querySelectorAll("#list .over")].map(part => [(part.querySelector("bdi") ?? part).textContent, part.scrollWidth <= part.clientWidth,
        part.closest(".row").textContent.match(/expired/g).length, getComputedStyle(part).color])""")
    fact("a certificate that has ended is called expired, with its date, once, in red", ends and all(re.fullmatch(r"Certificate expired \d{4}-\d\d-\d\d", text)
         and fits and count == 1 and color == "rgb(179, 38, 30)" for text, fits, count, color in ends), ends)
    page.close()


def fingers(browser, url):
    """On a phone, controls are at least 44 px high; links in running text extend over the adjacent lines."""
    small = """[...document.querySelectorAll("a, button, summary, input, select")].filter(element => element.checkVisibility()
        && !element.matches(".word, .skip")).map(element => [element.textContent.trim().slice(0, 30), element.localName, element.className,
            (element.type === "checkbox" ? element.parentElement : element).getBoundingClientRect().height]).filter(([, , , height]) => height < 43.5)"""
    page = browser.page(url, width=390, height=844)
    found = page.run(small)
    fact("a finger can hit everything", found == [], found[:20])
    page.run(OPEN_ALL)
    page.run(SETTLED)
    found = page.run(small)
    fact("a finger can hit everything that opens", found == [], found[:20])
    page.close()


def nights(browser, url):
    """The chart of nights is also available as text and as a table."""
    for script in (True, False):
        page = browser.page(url, script=script)
        how = "" if script else " without script"
        page.run("document.querySelector('#nights details').open = true")
        seen = page.run("""({ heading: document.querySelector("#nights h2").textContent,
            table: [...document.querySelectorAll("#nights tr")].map(row => [...row.children].map(cell => cell.innerText)),
            states: [...document.querySelectorAll("#nights path")].map(path => path.getAttribute("class")),
            columns: document.querySelector("#nights path").getAttribute("d").match(/M\\d+/g).length,
            text: document.getElementById("nights").innerText,
            today: [...document.querySelectorAll(".legend strong")].map(count => count.textContent) })""")
        fact(f"the nights are a table{how}", seen["heading"] == "90 nights" and len(seen["table"]) == 91, seen["heading"])
        fact(f"the table ends today, as the headline says{how}", seen["table"][1][1:] == seen["today"], [seen["table"][1], seen["today"]])
        errors = sum(row[1] not in ("0", "–") for row in seen["table"][1:])
        fact(f"the picture has a column for each night with errors{how}", seen["columns"] == errors > 10 and seen["states"] == ["fail"],
             [seen["columns"], errors])
        for words in ("2026-02-01", "2026-05-01", "domains with errors", "errors fixed, after 2 to 3 days", "nights, in "):
            fact(f"the nights say {words}{how}", words in seen["text"], seen["text"][:400])
        page.close()


def identity(browser, url):
    page = browser.page(url)
    age = page.run("[document.getElementById('checked').textContent, document.getElementById('age').textContent]")
    fact("an old report says how old it is, and what to do", re.fullmatch(r", \d+ days ago: run the audit again before you act on it", age[1]), age)
    page.close()
    page = browser.page()
    page.send("Emulation.setTimezoneOverride", timezoneId="Asia/Tokyo")
    page.send("Page.addScriptToEvaluateOnNewDocument", source="Date.now = () => Date.UTC(2026, 4, 1, 13)")
    page.open(url)
    text = page.run("document.querySelector('header').innerText")
    fact("the time of day of the reader stands beside UTC", "12:00 UTC (" in text and "9:00" in text.replace("21:00", "9:00"), text)
    fact("a new report is not called old", "days ago" not in text, text)
    page.close()


def bad_days(browser, folder):
    """After any run, the page opens, fits its window, and can be read and printed."""
    pages = sorted(pathlib.Path(folder).glob("bad-*.html"))
    fact("there are bad days", len(pages) >= 10, [page.name for page in pages])
    for path in pages:
        url = path.resolve().as_uri()
        for width in (1280, 390):
            page = browser.page(url, width=width)
            page.run(OPEN_ALL)
            page.run(SETTLED)
            wide = page.run("document.documentElement.scrollWidth")
            fact(f"{path.stem} fits its window ({width} px)", wide <= width, wide)
            fact(f"{path.stem} has a headline", len(page.run("document.querySelector('h1:not([hidden] *)').innerText")) > 5)
            is_silent(page, url, path.stem)
            page.close()
        page = browser.page(url)
        links = page.run("""[...document.querySelectorAll('#all a[href*="="]:not(#domains *)')].map(link => link.getAttribute("href"))""")
        for target in links:
            go(page, target)
            fact(f"{path.stem}: {target} shows something", page.run(COUNT_SHOWN) > 0, page.run(COUNT_SHOWN))
        page.close()
    page = browser.page(pathlib.Path(folder, "bad-clock.html").resolve().as_uri())
    text = page.run("document.body.innerText")
    fact("a clock that is wrong makes no nonsense", not any(word in text for word in ("NaN", "undefined", "Infinity", "-1 days")), text[:300])
    page.close()


def alone(browser, url):
    """The page of a single domain shows all details without a click."""
    for width in (1280, 390):
        for script in (True, False):
            page = browser.page(url, width=width, script=script)
            how = f"{width} px{'' if script else ', without script'}"
            seen = page.run("""({ top: document.querySelector(".card")?.getBoundingClientRect().top,
                heading: document.querySelector("#state-sentence").getBoundingClientRect().bottom, text: document.getElementById("all").innerText,
                links: [...document.links].filter(link => link.checkVisibility()).map(link => link.textContent) })""")
            fact(f"the only domain shows its card below the headline ({how})",
                 seen["top"] is not None and 0 <= seen["top"] - seen["heading"] < 60 and "What to do" in seen["text"], seen)
            fact(f"the only domain is no table ({how})",
                 not any(words in seen["text"] for words in ("Opens app", "1 domain")) and not any("All 1" in link for link in seen["links"]), seen)
            page.close()
    for fragment in ("d-travel-3.example", "travel-3.example", "status=fail"):
        page = browser.page(f"{url}#{fragment}")
        page.run(SETTLED)
        fact(f"#{fragment} leads to the only domain", page.run("document.querySelector('#all .card')?.checkVisibility()"))
        page.close()
    page = browser.page(url + "#d-nobody.example")
    page.run(SETTLED)
    text = page.run("document.getElementById('one').innerText")
    fact("beside the only domain another one is said not to be there", "nobody.example is not in this report" in text and "All 0" not in text, text)
    page.run("document.getElementById('back').click()")
    page.run(SETTLED)
    fact("the way back leads to the only domain", page.run("document.querySelector('#all .card').checkVisibility()"))
    page.send("Emulation.setEmulatedMedia", media="print")
    fact("the card of the only domain is printed", page.run("document.querySelector('#all .card').checkVisibility()"))
    page.close()


def other_scripts(browser, url):
    """A single domain is shown by its display name, followed by its port."""
    name = "שלום3.example:8443"
    page = browser.page(f"{url}#{name}")
    page.run(SETTLED)
    seen = page.run("[document.querySelector('#all .card').checkVisibility(), document.getElementById('one').hidden]")
    fact("the only domain is found by the name that people read", seen == [True, True], seen)
    seen = page.run("""(heading => { const port = document.createRange(); port.setStart(heading.childNodes[1], 0); port.setEnd(heading.childNodes[1], 5);
        return [port.toString(), port.getBoundingClientRect().left >= heading.querySelector("bdi").getBoundingClientRect().right - 1];
        })(document.getElementById("state-sentence"))""")
    fact("the port stands behind a name from right to left, in the headline, too", seen == [":8443", True], seen)
    page.close()


def keyboard(browser, url):
    page = browser.page(url, height=400)
    page.key("Tab")
    fact("the first stop of the keyboard skips to the domains",
         page.run("document.activeElement.getAttribute('href')") == "#domains")
    page.run("scrollTo(0, 0)")
    page.key("/", "Slash", "/")
    fact("a slash leads to the search", page.run("document.activeElement.id") == "f-q")
    seen = page.run("""[document.getElementById("f-q").getBoundingClientRect().top,
        document.querySelector("#list .row").getBoundingClientRect().bottom, innerHeight]""")
    fact("the search has its results in sight", 0 <= seen[0] <= 100 and seen[1] < seen[2], seen)
    page.type("cloud")
    page.run(SETTLED)
    page.run("document.getElementById('f-reset').click()")
    page.run(SETTLED)
    page.run("document.querySelector('#list .row.pass').focus()")
    page.key("Enter", text="\r")
    page.run(SETTLED)
    text = page.run("document.querySelector('#list .row.pass').nextElementSibling.innerText")
    fact("a row opens with the keyboard", "Evidence" in text, text[:200])
    page.key("Enter", text="\r")
    page.run(SETTLED)
    fact("and closes with it", page.run("document.querySelectorAll('#list .row + .card').length") == 0)
    page.close()


def ticket(browser, url):
    browser.send("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    page = browser.page(url)
    page.send("Page.bringToFront")
    page.run("document.querySelector('.row').click()")
    page.run(SETTLED)
    for part, words in ((".row + .card", "What to do: "), (".group", "\nFixed when ")):
        page.run(f"document.querySelector('{part} button.copy').click()")
        page.run(SETTLED)
        text = page.run(f"document.querySelector('{part} .ticket pre').textContent.trimEnd()")
        fact(f"a ticket is copied ({part})", page.run("navigator.clipboard.readText()") == text and words in text, text)
        said = page.run(f"document.querySelector('{part} button.copy').textContent")
        fact(f"the button says so ({part})", said == "Copied", said)
    page.run("""(() => { window.setTimeout = done => { window.late = done; }; document.querySelector('button.copy').click(); })()""")
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.run("late()")
    said = page.run("document.querySelector('button.copy').textContent")
    fact("a button that was pressed twice says again what it does", said == "Copy ticket", said)
    page.close()


def opened(page, name):
    """Opens the card of a domain in the list."""
    page.run(f"""(row => row.nextElementSibling?.classList.contains("card") || row.click())({ROW % json.dumps(name)})""")
    page.run(SETTLED)
    return f"{ROW % json.dumps(name)}.nextElementSibling"


def kinds(browser, url):
    page = browser.page(url)
    accepted = "d-shop-40.example"
    row = page.run(f"{ROW % json.dumps(accepted)}.innerText")
    fact("what was accepted has a state of its own", "Accepted" in row and "OK" not in row, row)
    fact("what was accepted says why and until when", "until 2026-12-31: Brand is being retired" in row, row)
    card = opened(page, accepted)
    fact("what was accepted is not red", page.run(f"{card}.querySelectorAll('.opens.no').length") == 0)
    go(page, "status=pass")
    fact("what was accepted is not among what works", "shop-40.example" not in page.run(SHOWN), page.run(SHOWN))
    go(page, "")
    card = opened(page, "d-shop-0.example")
    fact("a domain that is well shows no alarm",
         page.run(f"[{card}.querySelectorAll('.opens.no').length, {card}.querySelectorAll('.opens.calm').length]") == [0, 1])
    legend = page.run("document.querySelector('.legend').innerText")
    fact("the legend promises nothing of links", "works" not in legend and "links" not in legend, legend)
    for name in ("d-pay-41.example", "d-news-42.example"):
        card = opened(page, name)
        proof = page.run(f"{card}.querySelector('.proof').textContent").split("\n")
        place = [number for number, line in enumerate(proof) if line.startswith("6 | ")]
        fact(f"the place of a fault in JSON is shown ({name})",
             place and proof[place[0] + 1].index("^") == proof[place[0]].index(","), proof)
    card = opened(page, "d-travel-3.example")
    steps = page.run(f"""[...{card}.querySelectorAll(".steps > li, .steps pre")].map(part => part.localName + part.textContent.slice(0, 10))""")
    fact("the configuration is after its folder, and before its check", [part[2:] for part in steps if part.startswith("li")][-2:] == ["The folder", "Check with"]
         and [part[:3] for part in steps][-2:] == ["pre", "liC"], steps)
    quoted = page.run(f"[...{card}.querySelectorAll('.steps code')].map(part => part.textContent)")
    fact("commands in steps are code", "nginx -t" in quoted, quoted)
    seen = page.run(f"""[...{card}.querySelectorAll(".sentence, .message, .advice dt, .verdicts, .facts dt")].filter(part => !part.closest(".evidence"))
        .map(part => part.matches("dt") ? part.textContent : part.className)""")
    fact("a card says what is wrong and what to do first, and that once",
         seen[:5] == ["sentence", "What to do", "Observed", "message", "Impact"] and "verdicts" in seen[4:]
         and [part for part in seen if part in ("Team", "Owner", "Contact")] == ["Owner"], seen)
    proof = page.run(f"{card}.querySelector('.proof').textContent")
    seen = page.run(f"[...{card}.querySelectorAll('.remedy, .proof')].map(part => part.className)")
    fact("what to do is above what was observed", seen[:2] == ["remedy", "proof"], seen)
    fact("a redirect shows its way", proof.count("→") == 6, proof)
    seen = page.run(f"[...{card}.querySelectorAll('.verdicts dl > div')].map(cell => cell.innerText)")
    fact("systems that agree are one", len(seen) == 1 and seen[0].startswith("Every Apple system\n"), seen)
    card = opened(page, "d-bank-45.example")
    seen = page.run(f"[...{card}.querySelectorAll('.verdicts .apps')].map(apps => apps.innerText)")
    fact("a card names the apps where they differ",
         seen == ["com.acme.news (expected)", "com.acme.app (expected) and com.acme.app.beta"], seen)
    answers = page.run("""[...document.querySelectorAll("#list .row")].map(row => [row.id, row.querySelector(".opens").innerText])""")
    for name, answer in answers:
        card = opened(page, name)
        seen = page.run(f"[...{card}.querySelectorAll('.verdicts dd')].map(cell => cell.innerText)")
        known = {"partly": ["yes", "no"], "no links": [], "unknown": ["unknown"] if seen else []}.get(answer, [answer])
        fact(f"a row and its card say the same ({name})",
             all(any(cell.startswith(word) for cell in seen) for word in known), [answer, seen])
    card = opened(page, "d-maps-17.example" if page.run("!!document.getElementById('d-maps-17.example')") else "d-health-17.example")
    proof = page.run(f"{card}.querySelector('.proof').textContent")
    fact("a web page shows the answer", proof.startswith("200 · text/html; charset=utf-8 · Vercel"), proof)
    name = "d-xn--9dbne9b.example:8443"
    seen = page.run(f"""(link => {{ const port = document.createRange(); port.selectNode(link.lastChild);
        return [port.toString(), port.getBoundingClientRect().left >= link.querySelector("bdi").getBoundingClientRect().right - 1];
    }})(document.querySelector({json.dumps(f'#changes a[href="#{name}"]')}))""")
    fact("the port stands behind a name from right to left, in what changed, too", seen == [":8443", True], seen)
    seen = page.run(f"""(row => {{ const name = row.querySelector(".name"); const port = document.createRange();
        port.selectNode(name.lastChild);
        return [port.toString(), port.getBoundingClientRect().left >= name.querySelector("bdi").getBoundingClientRect().right - 1];
    }})({ROW % json.dumps(name)})""")
    fact("the port stands behind a name from right to left", seen == [":8443", True], seen)
    card = opened(page, name)
    alone = page.run(f"[...{card}.querySelectorAll('.facts dd')].filter(value => value.querySelector('bdi')).length")
    fact("values from right to left are apart", alone >= 3, alone)
    page.close()


def changes(browser, url):
    """The numbers of changes are labelled, and match the cards."""
    page = browser.page(url)
    lists = page.run("""[...document.querySelectorAll('#changes .lists > div')].map(list => [list.className,
        Number(list.querySelector("dt b").textContent), [...list.querySelectorAll("li")].map(item => item.textContent),
        [...list.querySelectorAll("li a")].map(link => link.getAttribute("href").slice(1))])""")
    fact("what changed is lists", len(lists) > 2, lists)
    for kind, number, names, targets in lists:
        fact(f"{kind}: as many names as the number says", number == len(names), [number, names])
    for kind, label in (("new", "New"), ("returned", "Returned")):
        listed = sorted(target for entry in lists if entry[0] == kind for target in entry[3])
        page.run(OPEN_ALL)
        page.run(SETTLED)
        marked = page.run(f"""[...document.querySelectorAll("#list .row")].filter(row => [...(row.nextElementSibling
            ?.querySelectorAll(".fresh") ?? [])].some(mark => mark.textContent === "{label}")).map(row => row.id)""")
        fact(f"{kind}: the list has the domains whose cards say so", listed and listed == sorted(marked), [listed, marked])
        page.close()
        page = browser.page(url)
    items = page.run("[...document.querySelectorAll('#changes .changed li')].map(item => item.textContent)")
    fact("what was resolved is said so, without an arrow", any(item.startswith("Resolved on ") for item in items)
         and all("→" not in item and ": " in item for item in items), items)
    page.close()


def words(browser, url):
    """Terms in the cards link to the glossary, which opens beside the current text."""
    page = browser.page(url)
    name = page.run("document.querySelector('#list .row.fail').id")
    go(page, name)
    target = page.run("document.querySelector('#one .word')?.getAttribute('href')")
    fact("a card links its words", bool(target) and target.startswith("#w-"), target)
    page.run("document.querySelector('#one .word').click()")
    page.run(SETTLED)
    seen = page.run(f"""[document.querySelector({json.dumps(target)})?.getBoundingClientRect().top, innerHeight,
        document.getElementById("one").hidden]""")
    fact("a word leads to its meaning, beside the card", seen[0] is not None and 0 <= seen[0] < seen[1] and not seen[2], seen)
    links = page.run("""[...document.querySelectorAll('.card a[href^="#"]:not(.facts a)')].map(link => {
        const target = document.getElementById(link.getAttribute("href").slice(1));
        const kind = target?.matches("#words div:has(> dt + dd:not(:empty))") ? "word" : target?.matches(".row") ? "permalink" : null;
        return [link.className, kind, link.outerHTML]; })""")
    wrong = [link for link in links if link[0] != link[1]]
    fact("a word leads to its meaning, and the link to a domain to that domain's row",
         {"word", "permalink"} == {link[0] for link in links} and wrong == [], wrong[:5] or len(links))
    page.close()


def same_cards(browser, small, whole):
    """An unpacked card is identical to the same card in a page without packed cards."""
    read = """(async () => { const cards = {};
        for (const row of document.querySelectorAll("#list .row")) row.click();
        for (let wait = 0; wait < 100 && [...document.querySelectorAll("#list .row")].some(row =>
            !row.nextElementSibling?.classList.contains("card")); wait++) await new Promise(done => setTimeout(done, 100));
        for (const row of document.querySelectorAll("#list .row")) cards[row.id] = row.nextElementSibling.outerHTML;
        return cards; })()"""
    pages = [browser.page(url) for url in (small, whole)]
    packed, written = (page.run(read) for page in pages)
    fact("all cards are compared", len(packed) == len(written) > 8, [len(packed), len(written)])
    different = [name for name in written if packed.get(name) != written[name]]
    seen = different and [packed.get(different[0], "")[:3000], written[different[0]][:3000]]
    fact("a packed card is the card that stands in the page", different == [], seen)
    for page in pages:
        page.close()


TAGS = set("""html head meta title style body svg defs g path circle rect pattern a b bdi header p main section h1 h2
    h3 ul ol li strong span div code pre dl dt dd details summary form label input fieldset legend select optgroup option
    button footer script mark br i time table thead tbody tr th td text""".split())
ATTRIBUTES = set("""dir lang charset http-equiv content name width height fill class aria-hidden aria-expanded id d cx cy r x y
    patternUnits patternTransform href aria-labelledby aria-label role tabindex type autocomplete spellcheck placeholder
    value hidden open rel label data-index data-kind data-of data-codes data-services data-fails data-since data-ms
    data-words style viewBox datetime scope data-left data-moved data-change data-names data-rows
    data-opens data-name text-anchor preserveAspectRatio""".split())
OPEN_ALL = """(async () => { for (const row of document.querySelectorAll("#list .row")) row.click();
    await new Promise(done => setTimeout(done, 300));
    for (const details of document.querySelectorAll("details")) details.open = true; })()"""


def hostile(browser, url):
    page = browser.page(url)
    page.run(OPEN_ALL)
    page.run(SETTLED)
    seen = page.run("""(() => {
        const elements = [...document.querySelectorAll("*")];
        return {
            tags: [...new Set(elements.map(element => element.localName))],
            attributes: [...new Set(elements.flatMap(element => element.getAttributeNames()))],
            scripts: [...document.scripts].map(script => script.type || "script"),
            styled: [...document.querySelectorAll("[style]")].map(element => element.className),
            owned: typeof owned, links: [...document.links].map(link => link.href),
            control: /[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069\\u200b]/
                .test(document.body.textContent),
            text: document.body.textContent };
    })()""")
    fact("no element comes from outside", set(seen["tags"]) <= TAGS, sorted(set(seen["tags"]) - TAGS))
    fact("no attribute comes from outside", set(seen["attributes"]) <= ATTRIBUTES,
         sorted(set(seen["attributes"]) - ATTRIBUTES))
    lost = page.run("""[...document.querySelectorAll('#all a[href^="#"]:not(#domains *)')].filter(link => {
        const target = link.getAttribute("href").slice(1);
        return !target.includes("=") && !document.getElementById(target); }).length""")
    fact("links to hostile names lead somewhere", lost == 0, lost)
    fact("no style comes from outside", all(name.startswith("rows") for name in seen["styled"]), seen["styled"])
    fact("no script comes from outside", seen["scripts"].count("script") == 2, seen["scripts"])
    fact("nothing planted has run", seen["owned"] == "undefined")
    fact("no link leads to a scheme of somebody's choice",
         all(link.startswith(("file:", "https://")) for link in seen["links"]), seen["links"])
    fact("no control character is left", not seen["control"])
    for planted in ("<script>owned=1</script>", "<img src=x onerror=owned=1>", "=cmd|' /C calc'!A0",
                    "\\u{1B}[31m", "</script><script>owned=2</script>", "<!--"):
        fact(f"{planted} stays text", planted in seen["text"])
    is_silent(page, url, "hostile")
    page.close()


def without_script(browser, url, name):
    page = browser.page(url, script=False)
    # Text out of view is not laid out yet, so the content is read instead of the visible text.
    seen = page.run("""({ filters: getComputedStyle(document.getElementById("filters")).display,
        rows: [...document.querySelectorAll("#list .row")].map(row => {
            const still = row.nextElementSibling?.classList.contains("row") ? null
                : row.nextElementSibling?.matches(".still") ? row.nextElementSibling : row.nextElementSibling?.firstElementChild;
            return [row.children[1].textContent, row.classList[1], row.checkVisibility(),
                still && still.checkVisibility() ? still.textContent : ""]; }) })""")
    hidden = [row[0] for row in seen["rows"] if not row[2]]
    fact(f"without script every domain is named ({name})", len(seen["rows"]) > 8 and hidden == [], hidden)
    unread = [row[:2] for row in seen["rows"] if row[1] not in ("pass", "accepted")
              and ("host" if row[1] == "invalid" else "What to do") not in row[3]]
    fact(f"without script what is not well can be read ({name})", unread == [], unread[:5])
    fact(f"without script the worst are there in full ({name})", "Evidence" in seen["rows"][0][3], seen["rows"][0])
    fact(f"without script nothing is offered that needs one ({name})", seen["filters"] == "none", seen["filters"])
    links = page.run("""[...document.querySelectorAll('.legend a, .answers a, .causes a')].map(link => {
        const target = document.getElementById(link.getAttribute("href").slice(1));
        link.click();
        return [link.getAttribute("href"), !!target, target?.getBoundingClientRect().top]; })""")
    lost = [link for link in links if not link[1]]
    fact(f"without script a total leads to the first domain of its kind ({name})", links and lost == [], lost)
    idle = page.run("""[...document.querySelectorAll('main a[href*="="]')].filter(link => link.checkVisibility()
        && getComputedStyle(link).pointerEvents !== "none" && !document.getElementById(link.getAttribute("href").slice(1))).map(link => link.getAttribute("href"))""")
    fact(f"without script no link does nothing ({name})", idle == [], idle)
    page.close()


def sheets(page):
    paper = base64.b64decode(page.pdf())
    fact("prints as PDF", paper.startswith(b"%PDF-"))
    return paper.count(b"/Type /Page\n")


def details_printed(page, what=".row:not(.pass) + .still"):
    """Returns the number of cards or rows that are shown if the details are printed."""
    page.send("Emulation.setEmulatedMedia", media="print")
    count = page.run("""(root => { root.classList.add("details");
        const count = [...document.querySelectorAll("#list WHAT")].filter(part => part.checkVisibility()).length;
        root.classList.remove("details"); return count; })(document.documentElement)""".replace("WHAT", what))
    page.send("Emulation.setEmulatedMedia", media="")
    return count


def printed(browser, pages):
    """The page prints all problems completely, in the order of the fixes, and the details on request."""
    for name, url in pages.items():
        page = browser.page(url)
        count = sheets(page)
        most = {"ten": 1, "kinds": 2, "small": 2, "many": 4}[name]
        fact(f"{name} is printed on at most {most} sheets", count <= most, count)
        is_silent(page, url, f"printing {name}")
        if name in ("kinds", "many"):
            page.run("window.print = () => { window.printed = document.documentElement.className; };"
                     "document.getElementById('print').click()")
            fact("Print details prints the details", "details" in page.run("window.printed"), page.run("window.printed"))
            more = sheets(page)
            fact(f"{name} with details has more sheets", more > 2, more)
            page.run("dispatchEvent(new Event('afterprint'))")
            fact(f"{name} has as many sheets as before again", sheets(page) == count)
            details = details_printed(page)
            fact(f"{name}: the details that are printed are there", details > 0, details)
            said = page.run("parseInt(document.getElementById('print').textContent.match(/\\d+/))")
            fact(f"{name}: Print details prints as many domains as it says", details_printed(page, ".row") == said,
                 [details_printed(page, ".row"), said])
            for well in (True, False):
                if well:
                    page.run("[...document.querySelectorAll('#list .row.pass')].at(-1).click()")
                else:
                    choose(page, "pass")
                page.run(SETTLED)
                said = page.run("parseInt(document.getElementById('print').textContent.match(/\\d+/))")
                seen = [details_printed(page, ".row"), details_printed(page, ".row.pass"), said]
                fact(f"{name}: what is well is printed where it is open or chosen", seen[0] == said and seen[1] > 0, seen)
                fact(f"{name}: and below its own heading", details_printed(page, ".group.pass") == 1)
            choose(page, "pass")
            for order in ("name", "certificate", ""):
                set_control(page, "sort", order)
                fact(f"{name} sorted by “{order}” prints as many details", details_printed(page) == details, details_printed(page))
        page.close()
        page = browser.page(url, script=False)
        count = sheets(page)
        fact(f"{name} is printed on at most {most} sheets without script, too", count <= most, count)
        page.send("Emulation.setEmulatedMedia", media="print")
        page.size(700, 1000)
        seen = page.run("""({ rows: [...document.querySelectorAll("#list .row")].map(row => [row.id, row.classList.contains("pass"),
                row.checkVisibility(), [...row.children].filter(cell => cell.checkVisibility() && (cell.scrollWidth > cell.clientWidth + 1
                    || cell.getBoundingClientRect().bottom > row.getBoundingClientRect().bottom + 1)).length]),
            parts: [".columns", "#list > .rows"].map(part => getComputedStyle(document.querySelector(part)).display) })""")
        lost = [row[0] for row in seen["rows"] if not row[2] and not row[1]]
        fact(f"{name}: everything that is not well is printed", lost == [], lost)
        cut = [row[0] for row in seen["rows"] if row[2] and row[3]]
        fact(f"{name}: printed rows are whole", cut == [], cut)
        fact(f"{name}: the head of the table is on each sheet", seen["parts"] == ["table-header-group", "table-row-group"], seen["parts"])
        page.close()
    page = browser.page(pages["small"])
    page.send("Emulation.setEmulatedMedia", media="print")
    page.size(700, 1000)
    page.run("document.documentElement.classList.add('details')")
    cut = page.run("""[...document.querySelectorAll("#list .row:not(.pass) .days")].filter(days => days.scrollWidth > days.clientWidth).map(days => days.textContent)""")
    fact("when a certificate ends is whole on paper", cut == [], cut)
    seen = page.run("""[...document.querySelectorAll("#list .row:not(.pass, .accepted)")].filter(row => !row.nextElementSibling.checkVisibility()
        || !/What to do|host/.test(row.nextElementSibling.textContent)).map(row => row.id)""")
    fact("Print details prints cause and remedy of everything that is not well", seen == [], seen)
    page.close()
    page = browser.page(pages["ten"])
    set_control(page, "sort", "name")
    cut = page.run("""[...document.querySelectorAll("#list .row > .cause")].filter(cause => cause.scrollHeight > cause.clientHeight + 1)
        .map(cause => cause.textContent)""")
    fact("causes in the table are whole", cut == [], cut)
    set_control(page, "sort", "")
    page.send("Emulation.setEmulatedMedia", media="print")
    page.size(700, 1000)
    seen = page.run("""[...document.querySelectorAll("#list .row")].map(row =>
        [row.getBoundingClientRect().height, [...row.children].every(cell =>
            cell.getBoundingClientRect().bottom <= row.getBoundingClientRect().bottom + 1)])""")
    fact("printed rows are whole", len(seen) == 10 and all(0 < height < 60 and whole for height, whole in seen), seen)
    page.close()
    page = browser.page(pages["kinds"])
    page.send("Emulation.setEmulatedMedia", media="print")
    page.size(700, 1000)
    text = page.run("document.body.innerText")
    for words in ("8 of 18 domains have errors", "90 nights", "New", "Teams", "Payments", "Expiring certificates",
                  "The server redirects"):
        fact(f"the sheet says {words}", words in text, text[:1500])
    page.close()
    page = browser.page(pages["small"])
    page.send("Emulation.setEmulatedMedia", media="print")
    page.size(700, 1000)
    steps = page.run("[...document.querySelectorAll('#start > ol > li')].map(step => step.checkVisibility())")
    fact("all first steps are printed", len(steps) == 5 and all(steps), steps)
    rest = page.run("[...document.querySelectorAll('#causes a')].map(part => [part.textContent, part.checkVisibility()])")
    fact("what the screen opens has its names on paper", len(rest) > 1 and all(shown for _, shown in rest), rest)
    text = page.run("document.body.innerText")
    fact("the sheet says who fixes a cause", "The administrators of the web server" in text, text[:1500])
    page.close()


def main(folder):
    pages = {name: pathlib.Path(folder, f"{name}.html").resolve().as_uri()
             for name in ("kinds", "small", "whole", "ten", "many", "large", "hostile")}
    with Chromium() as browser:
        for name in ("kinds", "small"):
            page = browser.page(pages[name])
            is_silent(page, pages[name], name)
            page.close()
        filters(browser, pages["small"])
        totals(browser, pages["kinds"], "change=new", "change=new,returned", "ends=..14", "ends=..-1")
        totals(browser, pages["many"], "group=repair-1", "moved=7")
        unknown_filters(browser, pages["small"], pathlib.Path(folder, "bad-fine.html").resolve().as_uri())
        statuses(browser, pathlib.Path(folder, "bad-unreachable.html").resolve().as_uri(), pages["small"])
        teams(browser, pathlib.Path(folder, "bad-team.html").resolve().as_uri())
        team_filter(browser, pages["small"])
        unchecked(browser, pages["kinds"], pathlib.Path(folder, "bad-unreachable.html").resolve().as_uri())
        hasty(browser, pages["small"])
        back(browser, pages["small"])
        cards(browser, pages["small"])
        large(browser, pages["large"])
        commas(browser, pages["small"])
        commas(browser, pages["many"])
        settles(browser, pages["many"])
        links(browser, pages["small"], pages["many"])
        first_screen(browser, pages["ten"], wide=300, narrow=660)
        first_screen(browser, pages["kinds"], wide=300, narrow=660)
        first_screen(browser, pages["small"], wide=800, narrow=1688)
        first_screen(browser, pages["many"], wide=800, narrow=1688)
        ranked(browser, pages["ten"])
        repairs(browser, pages["small"])
        headings(browser, pages["ten"], pages["small"], pages["many"])
        rows_on_a_phone(browser, pages["kinds"])
        bars(browser, pages["kinds"])
        look(browser, {name: pages[name] for name in ("ten", "small", "many", "large")})
        certificates(browser, pages["kinds"])
        rail(browser, pages["kinds"])
        narrow(browser, pages["kinds"], pages["many"], pathlib.Path(folder, "bad-long.html").resolve().as_uri())
        panels(browser, pages["small"])
        causes(browser, pages["kinds"])
        fingers(browser, pages["kinds"])
        fingers(browser, pages["small"])
        nights(browser, pages["kinds"])
        identity(browser, pages["kinds"])
        alone(browser, pathlib.Path(folder, "bad-one.html").resolve().as_uri())
        other_scripts(browser, pathlib.Path(folder, "bad-other.html").resolve().as_uri())
        keyboard(browser, pages["small"])
        kinds(browser, pages["kinds"])
        changes(browser, pages["kinds"])
        words(browser, pages["kinds"])
        ticket(browser, pages["kinds"])
        same_cards(browser, pages["small"], pages["whole"])
        hostile(browser, pages["hostile"])
        without_script(browser, pages["small"], "packed")
        without_script(browser, pages["whole"], "whole")
        without_script(browser, pages["large"], "large")
        printed(browser, {name: pages[name] for name in ("ten", "kinds", "small", "many")})
        bad_days(browser, folder)
        return browser.version()


if __name__ == "__main__":
    run(main, "the HTML report", __doc__)
