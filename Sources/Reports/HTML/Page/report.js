"use strict";
(() => {
  const byID = (id) => document.getElementById(id);
  const index = JSON.parse(byID("index").textContent);
  // The members of a row, in the order in which they are written.
  const [ID, NAME, STATUS, CODES, TEAM, SERVICES, BROKEN, CERTIFICATE, TIME, SINCE, SENTENCE, WORDS] =
    Array.from({ length: 12 }, (_, place) => place);
  const rows = index.rows;
  const list = byID("list");
  const pageSize = 100;
  const mostPrinted = 2000;

  // Mustache, as far as the templates use it: values (always escaped), sections, inverted sections, partials.
  const templates = new Map();
  const references = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  const escaped = (text) => text.replace(/[&<>"']/g, (character) => references[character]);

  function template(name) {
    if (!templates.has(name)) templates.set(name, parse(byID("t-" + name).textContent));
    return templates.get(name);
  }

  function parse(text) {
    const stack = [{ parts: [] }];
    let end = 0;
    for (const tag of text.matchAll(/\{\{([#^\/>]?)([^}]+)\}\}/g)) {
      const parts = stack[stack.length - 1].parts;
      parts.push({ text: text.slice(end, tag.index) });
      end = tag.index + tag[0].length;
      const [, kind, name] = tag;
      if (kind === "/") {
        stack.pop();
      } else if (kind === "#" || kind === "^") {
        const section = { kind, name, parts: [] };
        parts.push(section);
        stack.push(section);
      } else {
        parts.push({ kind: kind || "value", name });
      }
    }
    stack[0].parts.push({ text: text.slice(end) });
    return stack[0].parts;
  }

  function lookUp(name, scopes) {
    if (name === ".") return scopes[scopes.length - 1];
    for (let depth = scopes.length - 1; depth >= 0; depth -= 1) {
      const scope = scopes[depth];
      if (typeof scope === "object" && Object.hasOwn(scope, name)) return scope[name];
    }
    return undefined;
  }

  function fill(parts, scopes) {
    let html = "";
    for (const part of parts) {
      if (part.kind === undefined) {
        html += part.text;
      } else if (part.kind === ">") {
        html += fill(template(part.name), scopes);
      } else {
        const value = lookUp(part.name, scopes);
        if (part.kind === "value") {
          if (value !== undefined) html += escaped(String(value));
        } else if (part.kind === "^") {
          if (value === undefined) html += fill(part.parts, scopes);
        } else if (Array.isArray(value)) {
          for (const element of value) html += fill(part.parts, [...scopes, element]);
        } else if (value !== undefined) {
          html += fill(part.parts, value === true ? scopes : [...scopes, value]);
        }
      }
    }
    return html;
  }

  // Where the detail of each domain is: in the page, or in one of the chunks of data.
  const chunks = [...document.querySelectorAll("script.chunk")];
  const chunkOf = new Int32Array(rows.length).fill(-1);
  const prebuilt = new Set(index.prebuilt);
  const nodes = new Map();
  let inChunks = 0;
  rows.forEach((row, place) => {
    if (prebuilt.has(place)) nodes.set(place, byID(row[ID]));
    else chunkOf[place] = inChunks++;
  });
  const read = new Map();

  function detail(place) {
    const number = Math.floor(chunkOf[place] / index.chunk);
    if (!read.has(number)) {
      if (read.size > 20) read.clear();
      read.set(number, JSON.parse(chunks[number].textContent));
    }
    const { shapes, nodes, domains } = read.get(number);
    // An array holds the places of values; it begins with the place of its keys, or with -1 when it is a list.
    const value = (place) => {
      const node = nodes[place];
      if (!Array.isArray(node)) return node;
      const [shape, ...places] = node;
      if (shape < 0) return places.map(value);
      return Object.fromEntries(shapes[shape].map((key, position) => [key, value(places[position])]));
    };
    return value(domains[chunkOf[place] % index.chunk]);
  }

  function built(html) {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    return holder.content.firstElementChild;
  }

  // A domain that is well is a row; its detail is made when somebody opens it.
  function well(place) {
    const row = rows[place];
    const status = index.statuses[row[STATUS]];
    const element = built(
      fill(parse('<article class="card row s-{{status}}" id="{{id}}" tabindex="-1" aria-labelledby="h-{{id}}">'
        + '<details class="well"><summary><svg class="icon" aria-hidden="true"><use href="#i-{{status}}"/></svg>'
        + '<h3 id="h-{{id}}">{{name}}</h3><span class="sentence">{{sentence}}</span>'
        + '{{#meta}}<span class="meta">{{meta}}</span>{{/meta}}</summary><div class="body"></div></details></article>'), [{
        id: row[ID], status, name: row[NAME], sentence: index.sentences[row[SENTENCE]],
        meta: row[TEAM] < 0 ? undefined : "team " + index.teams[row[TEAM]],
      }]));
    element.querySelector("details").addEventListener("toggle", (event) => {
      const body = element.querySelector(".body");
      if (!event.target.open || body.childElementCount > 0 || event.target.className !== "well") return;
      body.innerHTML = fill(template("body"), [detail(place)]);
      for (const more of body.querySelectorAll("details.evidence")) more.open = true;
    });
    return element;
  }

  function node(place) {
    if (!nodes.has(place)) {
      const isWell = index.statuses[rows[place][STATUS]] === "pass";
      nodes.set(place, isWell ? well(place) : built(fill(template("card"), [detail(place)])));
    }
    return nodes.get(place);
  }

  // The view: what is looked for, filtered and in which order. It is all in the fragment, so that it can be sent.
  const controls = {
    q: byID("f-q"), code: byID("f-code"), team: byID("f-team"), service: byID("f-service"),
    system: byID("f-system"), sort: byID("f-sort"),
  };
  const statusBoxes = new Map();
  let haystacks;

  function searched(place) {
    haystacks ??= rows.map((row) => [
      row[NAME], row[WORDS], index.teams[row[TEAM]] ?? "", ...row[CODES].map((code) => index.codes[code]),
    ].join("\n").toLowerCase());
    return haystacks[place];
  }

  function view() {
    const parameters = new URLSearchParams();
    const checked = [...statusBoxes].filter(([, box]) => box.checked).map(([status]) => status);
    for (const [name, control] of Object.entries(controls)) {
      if (control.value.trim() !== "") parameters.set(name, control.value.trim());
    }
    if (checked.length > 0) parameters.set("status", checked.join(","));
    return parameters;
  }

  function setControls(parameters) {
    for (const [name, control] of Object.entries(controls)) {
      control.value = parameters.get(name) ?? "";
      // A value that this report does not have stays to be seen: nothing is found rather than everything.
      if (control.value === "" && parameters.get(name)) {
        control.append(new Option(parameters.get(name), parameters.get(name)));
        control.value = parameters.get(name);
      }
    }
    const wanted = (parameters.get("status") ?? "").split(",");
    for (const [status, box] of statusBoxes) box.checked = wanted.includes(status);
  }

  const orders = {
    name: (left, right) => (rows[left][NAME] < rows[right][NAME] ? -1 : rows[left][NAME] > rows[right][NAME] ? 1 : 0),
    input: (left, right) => left - right,
    certificate: (left, right) => ends(left) - ends(right),
    slow: (left, right) => rows[right][TIME] - rows[left][TIME],
    since: (left, right) => begun(left) - begun(right),
  };
  const ends = (place) => (rows[place][CERTIFICATE] < 0 ? Infinity : rows[place][CERTIFICATE]);
  const begun = (place) => (rows[place][SINCE] < 0 ? Infinity : rows[place][SINCE]);
  const numbered = (compare) => (left, right) => {
    const difference = compare(left, right);
    return Number.isNaN(difference) || difference === 0 ? left - right : difference;
  };

  let results = [];
  let shown = 0;

  function find(parameters) {
    const words = (parameters.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const statuses = parameters.get("status")?.split(",").map((status) => index.statuses.indexOf(status));
    const place = (table, name) => (parameters.has(name) ? table.indexOf(parameters.get(name)) : undefined);
    const code = place(index.codes, "code");
    const team = place(index.teams, "team");
    const service = place(index.services, "service");
    const system = parameters.has("system") ? Number(parameters.get("system")) : undefined;
    const found = index.order.filter((number) => {
      const row = rows[number];
      return (statuses === undefined || statuses.includes(row[STATUS]))
        && (code === undefined || row[CODES].includes(code))
        && (team === undefined || (team >= 0 && row[TEAM] === team))
        && (service === undefined || row[SERVICES].includes(service))
        && (system === undefined || (row[BROKEN] >> system) % 2 === 1)
        && words.every((word) => searched(number).includes(word));
    });
    const compare = orders[parameters.get("sort")];
    return compare ? found.sort(numbered(compare)) : found;
  }

  function more(count = pageSize) {
    const part = document.createDocumentFragment();
    const end = Math.min(results.length, shown + count);
    while (shown < end) part.append(node(results[shown++]));
    list.append(part);
    byID("more").hidden = shown >= results.length;
    const number = (value) => value.toLocaleString("en");
    byID("shown").textContent = results.length === 0 ? "No domain fits. Clear a filter to see more."
      : results.length === rows.length ? `${number(rows.length)} ${rows.length === 1 ? "domain" : "domains"}`
      : `${number(results.length)} of ${number(rows.length)} domains`;
  }

  function apply(parameters) {
    results = find(parameters);
    shown = 0;
    list.replaceChildren();
    more();
  }

  function changed() {
    const parameters = view();
    const fragment = parameters.toString().replaceAll("%2C", ",");
    history.replaceState(null, "", fragment === "" ? location.pathname + location.search : "#" + fragment);
    apply(parameters);
  }

  const places = new Map(rows.map((row, place) => [row[ID], place]));

  function show(place) {
    if (!results.includes(place)) {
      setControls(new URLSearchParams());
      apply(new URLSearchParams());
    }
    const at = results.indexOf(place);
    if (at >= shown) more(at - shown + 1);
    const element = node(place);
    const details = element.querySelector("details.well");
    if (details) details.open = true;
    element.scrollIntoView();
    element.focus({ preventScroll: true });
  }

  function follow() {
    let fragment = location.hash.slice(1);
    if (fragment.includes("=")) {
      const parameters = new URLSearchParams(fragment);
      setControls(parameters);
      apply(parameters);
      return true;
    }
    try {
      fragment = decodeURIComponent(fragment);
    } catch {
      return false;
    }
    if (!places.has(fragment)) return false;
    show(places.get(fragment));
    return true;
  }

  function fillSelect(select, names, counts) {
    names.map((name, place) => [name, place]).sort(([left], [right]) => (left < right ? -1 : 1)).forEach(([name, place]) => {
      select.append(new Option(`${name} (${counts[place]})`, name));
    });
    select.parentElement.hidden = names.length === 0;
  }

  function count(table, of) {
    const counts = new Array(table.length).fill(0);
    for (const row of rows) for (const place of of(row)) if (place >= 0) counts[place] += 1;
    return counts;
  }

  function prepare() {
    const states = count(index.statuses, (row) => [row[STATUS]]);
    for (const status of ["fail", "warn", "unreachable", "invalid", "accepted", "pass"]) {
      const place = index.statuses.indexOf(status);
      if (states[place] === 0) continue;
      const label = document.createElement("label");
      const box = document.createElement("input");
      box.type = "checkbox";
      label.append(box, ` ${index.labels[place]} (${states[place]})`);
      byID("f-status").append(label);
      statusBoxes.set(status, box);
    }
    fillSelect(controls.code, index.codes, count(index.codes, (row) => row[CODES]));
    fillSelect(controls.team, index.teams, count(index.teams, (row) => [row[TEAM]]));
    fillSelect(controls.service, index.services, count(index.services, (row) => row[SERVICES]));
    index.systems.forEach((system, place) => controls.system.append(new Option(system, String(place))));
    if (rows.some((row) => row[SINCE] >= 0)) controls.sort.append(new Option("longest like this", "since"));
    byID("filters").hidden = rows.length < 2;
  }

  async function copy(button) {
    const ticket = button.parentElement.querySelector("pre");
    const text = ticket.textContent.trimEnd();
    const label = "Copy as ticket";
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      // Without the right to write to the clipboard the text is selected, ready for the keyboard.
      button.parentElement.querySelector("details").open = true;
      getSelection().selectAllChildren(ticket);
      button.textContent = document.execCommand("copy") ? "Copied" : "Selected: copy it with the keyboard";
    }
    setTimeout(() => { button.textContent = label; }, 4000);
  }

  document.documentElement.classList.add("js");
  prepare();
  let typing;
  byID("filters").addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(changed, 60);
  });
  byID("filters").addEventListener("submit", (event) => event.preventDefault());
  byID("filters").addEventListener("reset", (event) => {
    event.preventDefault();
    setControls(new URLSearchParams());
    changed();
  });
  byID("more").addEventListener("click", () => more());
  new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting) && shown < results.length && shown > 0) more();
  }, { rootMargin: "600px" }).observe(byID("more"));
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button.copy");
    if (button) copy(button);
    const link = event.target.closest?.('a[href^="#"]');
    // A link to where the page already is changes nothing, but still has to lead there.
    if (link && link.getAttribute("href") === location.hash) follow();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "")) return;
    event.preventDefault();
    controls.q.focus();
  });
  addEventListener("hashchange", () => {
    if (follow() && location.hash.includes("=")) byID("domains").scrollIntoView();
  });
  addEventListener("beforeprint", () => {
    more(mostPrinted);
    if (shown < results.length) byID("shown").textContent += `: the first ${shown} are printed, filters bring the others`;
  });
  apply(new URLSearchParams());
  if (follow() && location.hash.includes("=")) byID("domains").scrollIntoView();
})();
