"use strict";
(() => {
  const byID = (id) => document.getElementById(id);
  const [root, all, one, list, shown] = [document.documentElement, byID("all"), byID("one"), byID("list"), byID("shown")];
  const sections = [...list.querySelectorAll(".rows > .rows")];
  const rows = [...list.getElementsByClassName("row")];
  const [filters, pager] = [byID("filters"), byID("pager")];
  const title = document.title;
  const data = (row, name) => row.getAttribute("data-" + name);
  const number = (row, key, none) => Number(data(row, key) ?? none);
  const name = (row) => row.children[1].textContent;
  const state = (row) => row.className.slice("row ".length);
  const grouped = (number) => number.toLocaleString("en");
  const count = (counts, key, number = 1) => counts.set(key, (counts.get(key) ?? 0) + number);
  const domains = (number) => `${grouped(number)} ${number === 1 ? "domain" : "domains"}`;

  // The headings of causes and statuses, each by the row below it.
  const headings = new Map([...list.getElementsByClassName("group")].map((heading) => [heading.nextElementSibling, heading]));

  // The number of rows in a section, and of cards in a chunk.
  const size = 100;
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  const unpacked = new Map();

  async function unpack(chunk) {
    if (!unpacked.has(chunk)) {
      const bytes = Uint8Array.from(atob(chunk.textContent), (character) => character.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
      if (unpacked.size > 20) unpacked.clear();
      unpacked.set(chunk, (await new Response(stream).text()).split("\u001e"));
    }
    return unpacked.get(chunk);
  }

  function built(html) {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    return holder.content.querySelector(".card");
  }

  // The text for readers without scripts, which follows the row or its open card, and moves with them.
  function beside(row) {
    const next = (open.get(row) ?? row).nextElementSibling;
    return next?.matches(".still") ? next : undefined;
  }

  async function card(row) {
    const aside = beside(row);
    if (aside?.localName === "details") return aside.querySelector(".card").cloneNode(true);
    if (typeof DecompressionStream === "undefined") {
      const brief = built('<div class="card"><p class="brief"></p></div>');
      brief.firstChild.textContent = aside?.textContent ?? "This browser cannot unpack the details of this domain.";
      return brief;
    }
    const { chunk, place } = read().find((fact) => fact.row === row);
    return built((await unpack(chunk))[place]);
  }

  // The open rows, each with its card once the card is unpacked.
  const open = new Map();

  async function toggle(row) {
    if (open.has(row)) {
      open.get(row)?.remove();
      open.delete(row);
      row.removeAttribute("aria-expanded");
      return sayHowMany();
    }
    open.set(row, undefined);
    sayHowMany();
    row.setAttribute("aria-expanded", "true");
    const element = await card(row);
    // Meanwhile, the row may have been closed, or closed and opened again.
    if (!open.has(row) || open.get(row)) return;
    open.set(row, element);
    row.after(element);
    for (const part of [row.parentElement, row.parentElement.parentElement]) part.classList.add("grown");
  }

  // The fragment contains the view, so that it can be shared: filters and order, or one domain.
  const parts = ["q", "code", "team", "owner", "service", "opens", "system", "change", "moved", "ends", "group", "sort"];
  const controls = Object.fromEntries(parts.map((key) => [key, byID("f-" + key)]).filter(([, control]) => control));
  // The legend of the bar: each status leads to the same view with or without it.
  const legend = new Map([...document.querySelectorAll(".legend a")].map((link) => [link.getAttribute("href").split("=")[1], link]));
  const states = (parameters) => (parameters.get("status") ?? "").split(",").filter(Boolean);
  const written = (parameters) => parameters.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  let facts;
  let results = rows;
  let sorted = "";
  let fragment = "";
  let latest;

  function read() {
    if (facts) return facts;
    const kinds = [...byID("kinds").children].map((kind) => Object.fromEntries(
      ["opens", "codes", "services", "fails"].map((key) => [key, (data(kind, key) ?? "").split("\n")])));
    const [inOrder, chunks, counts] = [[], {}, {}];
    const named = (part, key) => (part?.className === key ? part.textContent : "");
    for (const row of rows) inOrder[data(row, "index")] = row;
    for (const chunk of document.querySelectorAll("script.chunk")) (chunks[data(chunk, "of")] ??= []).push(chunk);
    const read = inOrder.map((row) => {
      const [kind, people] = [kinds[data(row, "kind")], row.querySelector(".people")];
      // A chunk contains the cards of domains with the same status and answer, in the order of the list.
      const alike = `${state(row)} ${kind.opens}`;
      const place = counts[alike] = (counts[alike] ?? -1) + 1;
      return {
        row, kind, state: state(row), isShown: true, team: named(people?.lastElementChild, "team"),
        owner: named(people?.firstElementChild, "owner"), left: number(row, "left", NaN), moved: number(row, "moved", NaN),
        changes: (data(row, "change") ?? "").split(" "), chunk: chunks[alike]?.[Math.floor(place / size)], place: place % size,
        text: `${row.id.slice(2)}\n${data(row, "words") ?? ""}\n${people?.textContent ?? ""}\n${kind.codes.join(" ")}`.toLowerCase(),
      };
    });
    facts = rows.map((row) => read[data(row, "index")]);
    return facts;
  }

  const tests = {
    q: (value) => {
      const words = value.toLowerCase().split(/\s+/).filter(Boolean);
      return (fact) => words.every((word) => fact.text.includes(word));
    },
    code: (value) => (fact) => value.split(",").some((code) => fact.kind.codes.includes(code)),
    team: (value) => (fact) => fact.team === value,
    owner: (value) => (fact) => fact.owner === value,
    service: (value) => (fact) => fact.kind.services.includes(value),
    opens: (value) => (fact) => fact.kind.opens.includes(value),
    system: (value) => (fact) => fact.kind.fails.includes(value),
    change: (value) => (fact) => value.split(",").some((kind) => fact.changes.includes(kind)),
    moved: (value) => (fact) => fact.moved < Number(value),
    ends: (value) => {
      const [from, to] = value.split("..");
      return (fact) => fact.left >= Number(from || -Infinity) && fact.left <= Number(to || Infinity);
    },
    // The rows of a fix are consecutive; the link of a certificate contains the names of its domains.
    group: (value) => {
      const link = byID(value);
      const [from, to] = (link?.getAttribute("data-rows") ?? "").split("-").map(Number);
      if (to > from) {
        const some = new Set(rows.slice(from, to));
        return (fact) => some.has(fact.row);
      }
      const names = new Set(link?.getAttribute("data-names")?.split("\n"));
      return (fact) => names.has(name(fact.row));
    },
  };

  const keys = {
    name,
    input: (row) => number(row, "index"),
    certificate: (row) => number(row, "left", Infinity),
    slow: (row) => -number(row, "ms", 0),
    since: (row) => number(row, "since", Infinity),
  };

  // Facts by section, in the order of the list.
  let arranged;

  function arrange(order) {
    if (arranged && order === sorted) return;
    const wanted = keys[order] ? read().map((fact) => [keys[order](fact.row), fact])
      .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)).map(([, fact]) => fact) : read();
    arranged = sections.map((_, place) => wanted.slice(place * size, (place + 1) * size));
    if (order === sorted) return;
    sorted = order;
    sections.forEach((section, place) => {
      const part = document.createDocumentFragment();
      for (const { row } of arranged[place]) part.append(...[headings.get(row), row, open.get(row), beside(row)].filter(Boolean));
      section.append(part);
    });
  }

  // A button that names and removes a filter; without a control, the name is the key.
  function chip(parameters, key, value = parameters.get(key)) {
    const button = document.createElement("button");
    const status = key === "status" && legend.get(value);
    const label = status ? "Status" : key === "owner" ? "Owner" : controls[key]?.labels?.[0]?.firstChild.textContent.trim() ?? key;
    const text = status ? status.lastChild.textContent.trim()
      : controls[key]?.selectedOptions?.[0]?.text.replace(/ \([\d,]+\)$/, "") ?? value;
    button.type = "button";
    button.textContent = `${key === "group" ? "one fix or certificate" : `${label}: ${text}`} \u2715`;
    button.addEventListener("click", () => {
      const rest = new URLSearchParams(parameters);
      const others = key === "status" ? states(parameters).filter((state) => state !== value) : [];
      if (others.length > 0) rest.set(key, others.join(",")); else rest.delete(key);
      show(rest);
      controls.q?.focus({ preventScroll: true });
    });
    return button;
  }

  function setLegend(parameters, counts) {
    const chosen = states(parameters);
    for (const [state, link] of legend) {
      const isChosen = chosen.includes(state);
      const others = isChosen ? chosen.filter((other) => other !== state) : [...chosen, state];
      const next = new URLSearchParams(parameters);
      if (others.length > 0) next.set("status", others.join(",")); else next.delete("status");
      link.setAttribute("href", "#" + written(next));
      if (isChosen) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
      link.querySelector("strong").textContent = grouped(counts.get(state) ?? 0);
    }
  }

  // With many domains, those that are OK are printed only if a filter selects them or they are open.
  function sayHowMany() {
    const isShort = list.classList.contains("many") && results.length === rows.length;
    const printed = isShort ? results.filter((row) => state(row) !== "pass" || open.has(row)) : results;
    byID("print").textContent = `Print details (${domains(printed.length)})`;
  }

  // Sets the number of visible rows of sections and blocks, which determines their height before layout.
  function measure(lengths) {
    const counts = new Map();
    sections.forEach((section, place) => {
      for (const part of [section, section.parentElement]) count(counts, part, lengths[place]);
    });
    for (const [part, length] of counts) {
      part.hidden = length === 0;
      part.style.setProperty("--count", length);
    }
  }

  // Sections whose rows do not show the filters yet: the first with results change at once, the others when the browser is idle.
  let unsettled = [];

  function settleNext() {
    let shown = 0;
    for (const fact of unsettled.shift()) {
      if (fact.isShown) shown += 1;
      if (fact.row.hidden === fact.isShown) fact.row.hidden = !fact.isShown;
    }
    return shown;
  }

  function settleAll() {
    while (unsettled.length > 0) settleNext();
  }

  function settleLater() {
    whenIdle((time) => {
      while (unsettled.length > 0 && (time?.timeRemaining() ?? 1) > 0) settleNext();
      if (unsettled.length > 0) settleLater();
    });
  }

  // With very many domains, `size` results are shown at a time; all results are printed.
  let here = [];
  let start = 0;

  function showFrom(place) {
    if (!pager) return;
    // The first results are settled already.
    if (place > 0) settleAll();
    start = place;
    const some = results.slice(place, place + size);
    for (const part of here) part.removeAttribute("data-here");
    here = some.flatMap((row) => [row, row.parentElement, row.parentElement.parentElement]);
    for (const part of here) part.setAttribute("data-here", "");
    const [previous, range, next] = pager.children;
    [previous.disabled, next.disabled] = [place === 0, place + size >= results.length];
    range.textContent = `${grouped(place + 1)} to ${grouped(place + some.length)} of ${grouped(results.length)}`;
    pager.hidden = results.length <= size;
  }

  function closeAll() {
    for (const row of [...open.keys()]) toggle(row);
  }

  function filter(parameters) {
    arrange(parameters.get("sort") ?? "");
    const wanted = Object.entries(tests).filter(([key]) => parameters.get(key)).map(([key, test]) => test(parameters.get(key)));
    const wantedStates = states(parameters);
    const counts = new Map();
    // In another order, each row shows its own cause.
    const isHeaded = headings.size > 0 && !(sorted in keys);
    const headed = new Map();
    let isOther = false;
    let heading;
    results = [];
    const lengths = arranged.map((section) => {
      const before = results.length;
      for (const fact of section) {
        let isShown = wanted.every((test) => test(fact));
        if (isShown) {
          count(counts, fact.state);
          isShown = wantedStates.length === 0 || wantedStates.includes(fact.state);
        }
        heading = headings.get(fact.row) ?? heading;
        if (isShown) {
          results.push(fact.row);
          // A section without results is hidden as a whole, so a heading is directly before its first result.
          if (isHeaded && !headed.has(heading) && fact.row.previousElementSibling !== heading) fact.row.before(heading);
          count(headed, heading);
        }
        isOther ||= isShown !== fact.isShown;
        fact.isShown = isShown;
      }
      return results.length - before;
    });
    list.classList.toggle("headed", isHeaded);
    for (const part of headings.values()) {
      part.hidden = !headed.has(part);
      part.querySelector(".note b").textContent = domains(headed.get(part) ?? 0);
    }
    measure(lengths);
    // Sections without a result are hidden as a whole.
    unsettled = arranged.filter((_, place) => lengths[place] > 0);
    for (let seen = 0; unsettled.length > 0 && seen < size;) seen += settleNext();
    settleLater();
    showFrom(0);
    // An open card would be between the results; a change of order moves it with its row.
    if (isOther || pager) closeAll();
    root.classList.toggle("filtered", results.length < rows.length);
    byID("chosen").replaceChildren(
      ...Object.keys(tests).filter((key) => parameters.get(key) && !(key === "q" && controls.q)).map((key) => chip(parameters, key)),
      ...wantedStates.map((state) => chip(parameters, "status", state)));
    setLegend(parameters, counts);
    sayHowMany();
    // "Clear" is visible only while a filter or an order is set.
    const isUsed = [...parameters.values()].some((value) => value !== "");
    if (filters) byID("f-reset").hidden = !isUsed;
    all.classList.toggle("used", isUsed);
    shown.textContent = results.length === 0 && rows.length > 0 ? "No domain matches. Clear a filter to see more."
      : results.length === rows.length ? domains(rows.length)
      : `${grouped(results.length)} of ${domains(rows.length)}`;
  }

  function setControls(parameters) {
    for (const [key, control] of Object.entries(controls)) {
      const value = parameters.get(key) ?? "";
      control.querySelector(".foreign")?.remove();
      control.value = value;
      // A value that this report lacks remains visible and finds nothing, rather than everything.
      if (control.options && control.value !== value) {
        control.append(new Option(value, value, false, true));
        control.lastChild.className = "foreign";
      }
    }
  }

  // Filters without a control are unchanged.
  function changed() {
    const [parameters, before] = [new URLSearchParams(), new URLSearchParams(fragment)];
    for (const key of [...parts, "status"]) {
      const value = controls[key]?.value ?? before.get(key) ?? "";
      if (value !== "") parameters.set(key, value);
    }
    turnTo(parameters);
  }

  function show(parameters) {
    setControls(parameters);
    turnTo(parameters);
  }

  function turnTo(parameters) {
    fragment = written(parameters);
    // Read before any change, so that it causes no layout. A search below the results remains where it is.
    const isSearch = all.classList.contains("ranked") && document.activeElement === controls.q;
    const isPassed = !isSearch && Math.min(...["state", "domains"].map((id) => byID(id).getBoundingClientRect().bottom)) < 0;
    filter(parameters);
    if (isPassed) byID("domains").scrollIntoView();
    // Last, because browsers reject frequent changes.
    history.replaceState(null, "", location.href.split("#")[0] + (fragment && "#" + fragment));
  }

  function showList(wanted) {
    const left = all.hidden ? latest : undefined;
    one.hidden = true;
    all.hidden = false;
    document.title = title;
    const isNew = wanted !== fragment;
    if (isNew) {
      fragment = wanted;
      const parameters = new URLSearchParams(wanted);
      setControls(parameters);
      filter(parameters);
    }
    if (isNew && wanted !== "") {
      const { top } = byID("domains").getBoundingClientRect();
      if (top < 0 || top > innerHeight / 2) byID("domains").scrollIntoView();
    } else if (left) {
      // Its position depends on all rows above it.
      settleAll();
      showFrom(Math.max(0, Math.floor(results.indexOf(left) / size)) * size);
      left.scrollIntoView({ block: "center" });
      left.focus({ preventScroll: true });
    }
  }

  async function showOne(row, wanted) {
    const here = location.hash;
    latest = row;
    const element = row ? await card(row) : built('<div class="card"><p>It may be in a report of another run or list.</p></div>');
    // Meanwhile, the user may have followed another link, or gone back.
    if (latest !== row || location.hash !== here) return;
    document.title = `${row ? name(row) : wanted} \u00b7 ${title}`;
    byID("one-name").replaceChildren(...(row ? row.children[1].cloneNode(true).childNodes : [`${wanted} is not in this report`]));
    byID("one-state").textContent = row ? row.children[0].textContent : "";
    byID("one-state").className = row ? "state " + state(row) : "";
    byID("one-card").replaceChildren(element);
    byID("back").textContent = rows.length < 2 ? "\u2190 The domain of this report"
      : results.length === rows.length ? `\u2190 All ${domains(rows.length)}`
      : `\u2190 ${grouped(results.length)} ${results.length === 1 ? "result" : "results"}`;
    byID("back").href = "#" + fragment;
    all.hidden = true;
    one.hidden = false;
    one.scrollIntoView();
    byID("one-name").focus({ preventScroll: true });
  }

  function follow() {
    let wanted = location.hash.slice(1);
    if (wanted === "" || wanted.includes("=")) return showList(wanted);
    try {
      wanted = decodeURIComponent(wanted);
    } catch {
      // An invalid escape: the fragment is used unchanged.
    }
    // A domain is identified by its anchor or its name; a single domain has no row.
    const elements = [byID(wanted), byID("d-" + wanted), list.querySelector(`[data-name="${CSS.escape(wanted)}"]`)].filter(Boolean);
    const row = elements.find((element) => element.matches(".row")) ?? rows.find((row) => name(row) === wanted);
    if (row || elements.length === 0) return showOne(row, wanted.replace(/^d-/, ""));
    elements[0].closest("details")?.setAttribute("open", "");
    // Sections that link to rows are hidden while a filter is set.
    if (all.contains(elements[0])) showList(byID("domains").contains(elements[0]) ? fragment : "");
    elements[0].scrollIntoView();
  }

  // The local time of the run, and the age of the report.
  const checked = byID("checked");
  const date = new Date(checked.getAttribute("datetime"));
  const days = Math.round((Date.now() - date) / 86400000);
  if (date.getTimezoneOffset() !== 0 && !isNaN(date)) {
    checked.textContent += ` (${date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })} here)`;
  }
  if (days > 1) byID("age").innerHTML = `, <b class="warn">${grouped(days)} days ago: run the audit again before you act on it</b>`;

  sayHowMany();
  byID("print").addEventListener("click", () => {
    root.classList.add("details");
    print();
  });
  addEventListener("beforeprint", settleAll);
  addEventListener("afterprint", () => root.classList.remove("details"));
  measure(sections.map((_, place) => Math.min(size, rows.length - place * size)));
  if (innerWidth < 640) for (const panel of document.querySelectorAll(".panel")) panel.open = false;

  if (pager) {
    list.after(pager);
    pager.addEventListener("click", ({ target }) => {
      if (target.localName !== "button") return;
      closeAll();
      showFrom(start + Number(target.value) * size);
      byID("domains").scrollIntoView();
    });
  }
  if (filters) {
    filters.addEventListener("input", changed);
    filters.addEventListener("submit", (event) => event.preventDefault());
    filters.addEventListener("reset", (event) => {
      event.preventDefault();
      show(new URLSearchParams());
      // The focused button is now hidden.
      byID("domains").focus({ preventScroll: true });
    });
    whenIdle(read);
  }
  document.addEventListener("click", (event) => {
    const row = event.target.closest?.("a.row");
    if (row && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      toggle(row);
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || !filters || all.hidden) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "")) return;
    event.preventDefault();
    byID("domains").scrollIntoView();
    controls.q.focus({ preventScroll: true });
  });
  addEventListener("hashchange", follow);
  if (location.hash !== "") {
    follow();
    // Once the page is loaded, the browser itself scrolls to the fragment.
    addEventListener("load", () => setTimeout(() => one.hidden || byID("one-name").focus({ preventScroll: true })));
  }
  root.classList.add("ready");
})();
