"use strict";
// Name search without a server. On the start page, a name leads to the page of the names with the same beginning; there the
// rows are filtered, and a whole name leads to the page of its domain. Without script, both pages are lists of links.
const [input, shown, age, search] = ["q", "shown", "age", "search"].map(id => document.getElementById(id));

// The host in an address or a name, and the host without "www.", as names are sorted.
const host = text => text.trim().toLowerCase().replace(/^[a-z]+:\/\//, "").replace(/\/.*$/, "");
const wanted = text => host(text).replace(/^www\./, "");

/// The row of a name as it was typed, then with or without "www.".
function rowOf(text) {
  const named = name => rows.find(row => row.querySelector("a").textContent.toLowerCase() === name);
  return named(host(text)) ?? named(wanted(text)) ?? named(`www.${wanted(text)}`);
}

const prefixes = [...document.querySelectorAll("a[data-prefix]")];
const rows = [...document.querySelectorAll(".rows.found tbody tr")];

function prefixOf(text) {
  const fitting = prefixes.filter(link => link.dataset.whole === undefined
    ? text.startsWith(link.dataset.prefix) : text === link.dataset.prefix);
  return fitting.sort((one, other) => other.dataset.prefix.length - one.dataset.prefix.length)[0];
}

function narrow() {
  const text = wanted(input.value);
  const items = [
    ...prefixes.map(link => [link.parentElement, link.dataset.prefix.startsWith(text) || link === prefixOf(text)]),
    ...rows.map(row => [row, row.querySelector("a").textContent.toLowerCase().includes(text)]),
  ];
  for (const [item, fits] of items) item.hidden = !fits;
  shown.textContent = items.some(([, fits]) => fits) ? "" : rows.length > 0 ? "No name contains this." : "No name begins with this.";
}

input?.addEventListener("input", narrow);
// Only the browser knows the time at which a page is read.
const hours = (Date.now() - Date.parse(age?.dataset.from)) / 3_600_000;
if (hours > 36) {
  age.textContent = `These results are ${Math.round(hours / 24)} days old: run the audit again before you act on them.`;
  age.hidden = false;
}
if (search) search.hidden = false;
search?.addEventListener("submit", event => {
  event.preventDefault();
  const text = wanted(input.value);
  const row = rowOf(input.value)
    ?? (rows.filter(row => !row.hidden).length === 1 ? rows.find(row => !row.hidden) : undefined);
  if (row) location.href = row.querySelector("a").href;
  const link = text && prefixOf(text);
  if (link) location.href = `${link.href}#q=${encodeURIComponent(host(input.value))}`;
});
if (input && rows.length > 0 && location.hash.startsWith("#q=")) {
  input.value = new URLSearchParams(location.hash.slice(1)).get("q");
  input.focus();
  narrow();
}
