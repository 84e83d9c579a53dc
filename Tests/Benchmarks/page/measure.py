#!/usr/bin/env python3
"""Times HTML reports in Chromium: measure.py FILE…

Prints for each file its size, how long it takes to open, how long it takes until a filter has done its work and a row
has opened, the most elements that one action has built, and how many pixels of the page come before the first domain, on a
desktop and on a phone.
"""

import os
import pathlib
import sys

from chromium import Chromium

SCRIPT = """(async () => {
    const [navigation] = performance.getEntriesByType("navigation");
    const result = { open: navigation.loadEventEnd, elements: document.querySelectorAll("*").length };
    const shown = document.getElementById("shown");
    for (const [name, value] of [["q", "shop-1"], ["code", "redirect"], ["system", "2"]]) {
        const control = document.getElementById("f-" + name);
        for (const wanted of [value, ""]) {
            const before = shown.textContent;
            const elements = document.querySelectorAll("*").length;
            control.value = wanted;
            const began = performance.now();
            control.dispatchEvent(new Event("input", { bubbles: true }));
            while (shown.textContent === before && performance.now() - began < 5000)
                await new Promise(done => setTimeout(done, 1));
            await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
            result[name] = Math.max(result[name] ?? 0, performance.now() - began);
            result.built = Math.max(result.built ?? 0, document.querySelectorAll("*").length - elements);
        }
    }
    const row = document.querySelector("#list .row.pass");
    if (row) {
        const before = document.querySelectorAll("*").length;
        const began = performance.now();
        row.click();
        while (!row.nextElementSibling?.classList.contains("card")) await new Promise(done => setTimeout(done, 1));
        result.row = performance.now() - began;
        result.built = Math.max(result.built, document.querySelectorAll("*").length - before);
    }
    const before = document.querySelectorAll("*").length;
    location.hash = [...document.querySelectorAll("#list .row")].at(-1).id;
    while (document.getElementById("one").hidden) await new Promise(done => setTimeout(done, 1));
    result.built = Math.max(result.built, document.querySelectorAll("*").length - before);
    location.hash = "";
    while (!document.getElementById("one").hidden) await new Promise(done => setTimeout(done, 1));
    result.first = document.querySelector("#list .row").getBoundingClientRect().top + scrollY;
    return result;
})()"""


def main(files):
    print(f"{'file':24} {'MB':>6} {'open ms':>8} {'search':>7} {'code':>6} {'system':>7} {'row':>5} {'elements':>9} {'built':>6} {'first px':>8} {'phone':>6}")
    with Chromium() as browser:
        for file in files:
            page = browser.page(pathlib.Path(file).resolve().as_uri())
            seen = page.run(SCRIPT)
            phone = browser.page(pathlib.Path(file).resolve().as_uri(), width=390)
            seen["phone"] = phone.run("document.querySelector('#list .row').getBoundingClientRect().top + scrollY")
            phone.close()
            print(f"{os.path.basename(file):24} {os.path.getsize(file) / 1e6:6.1f} {seen['open']:8.0f} {seen['q']:7.0f} "
                  f"{seen['code']:6.0f} {seen['system']:7.0f} {seen.get('row', 0):5.0f} {seen['elements']:9} "
                  f"{seen.get('built', 0):6} {seen['first']:8.0f} {seen['phone']:6.0f}")
            page.close()


if __name__ == "__main__":
    main(sys.argv[1:])
