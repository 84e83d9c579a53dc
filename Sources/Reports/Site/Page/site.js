"use strict";
// Name search without a server. On the start page a name leads to the page of the names that begin like it, there the rows
// are filtered, and a whole name leads to the page of its domain. Without script both are links to read.
document.documentElement.classList.add("js");
const input = document.getElementById("q");
const shown = document.getElementById("shown");

/// What of an address or a name is searched for.
function wanted(text) {
  return text.trim().toLowerCase().replace(/^[a-z]+:\/\//, "").replace(/\/.*$/, "").replace(/^www\./, "");
}

const prefixes = [...document.querySelectorAll("a[data-prefix]")];
const rows = [...document.querySelectorAll(".rows.found li")];

function prefixOf(text) {
  const fitting = prefixes.filter(link => link.dataset.whole === undefined
    ? text.startsWith(link.dataset.prefix) : text === link.dataset.prefix);
  return fitting.sort((one, other) => other.dataset.prefix.length - one.dataset.prefix.length)[0];
}

function narrow() {
  const text = wanted(input.value);
  let count = 0;
  for (const link of prefixes) {
    link.parentElement.hidden = !(link.dataset.prefix.startsWith(text) || link === prefixOf(text));
    if (!link.parentElement.hidden) count += 1;
  }
  for (const row of rows) {
    row.hidden = !row.querySelector("a").textContent.toLowerCase().includes(text);
    if (!row.hidden) count += 1;
  }
  shown.textContent = count === 0 ? "No name begins like this." : "";
}

input?.addEventListener("input", narrow);
document.getElementById("search")?.addEventListener("submit", event => {
  event.preventDefault();
  const text = wanted(input.value);
  const row = rows.find(row => row.querySelector("a").textContent.toLowerCase() === text)
    ?? (rows.filter(row => !row.hidden).length === 1 ? rows.find(row => !row.hidden) : undefined);
  if (row) location.href = row.querySelector("a").href;
  const link = text && prefixOf(text);
  if (link) location.href = `${link.href}#q=${encodeURIComponent(text)}`;
});
if (input && rows.length > 0 && location.hash.startsWith("#q=")) {
  input.value = decodeURIComponent(location.hash.slice(3));
  input.focus();
  narrow();
}
