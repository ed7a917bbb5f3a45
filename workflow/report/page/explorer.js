/* The ledger: every printed cell, with search, filters, sorting and pages. */
const PAGE_SIZE = 50;
const COLUMNS = [
  ["study", "study"], ["table", "table"], ["dataset", "data set"], ["n_train", "n"], ["n_features", "features"],
  ["method", "method"], ["metric", "measure"], ["published", "printed"], ["ours", "ours"], ["ours_se", "s.e."],
  ["z", "units of noise"], ["verdict", "verdict"], ["reason", "reason"], ["published_outcome", "printed test"],
  ["ours_outcome", "our test"], ["corrected", "corrected"], ["flips", "verdict flips"], ["subset", "subset"],
];
const FILTERS = ["study", "table", "verdict", "reason"];
const explorer = { sort: null, down: false, page: 0, shown: [], texts: [] };

function readState() {
  const [, query] = window.location.hash.split("?");
  return new URLSearchParams(query || "");
}

function startExplorer() {
  explorer.texts = data.cells.map((cell) =>
    [...COLUMNS.map(([key]) => cell[CELL[key]]), methodLabel(cell)].join(" ").toLowerCase());
  fillFilters();
  const head = one("#cells thead tr");
  head.append(...COLUMNS.map(([key, title]) => {
    const button = el("button", { type: "button", "data-key": key }, title);
    button.addEventListener("click", () => sortBy(key));
    return el("th", { scope: "col", "data-key": key }, button);
  }));
  one("#search").addEventListener("input", () => filterCells());
  for (const name of [...FILTERS, "flips"]) one(`#filter-${name}`).addEventListener("change", () => filterCells(name));
  one("#reset").addEventListener("click", () => {
    one("#search").value = "";
    for (const name of FILTERS) one(`#filter-${name}`).value = "";
    one("#filter-flips").checked = false;
    filterCells("study");
  });
  one("#previous").addEventListener("click", () => turnTo(explorer.page - 1));
  one("#next").addEventListener("click", () => turnTo(explorer.page + 1));
  one("#download").addEventListener("click", downloadCells);
  window.addEventListener("hashchange", followLink);
  filterCells();
  followLink();
}

/* Links into the ledger carry their filters behind a question mark. */
function followLink() {
  if (!window.location.hash.startsWith("#ledger?")) return;
  const state = readState();
  for (const name of FILTERS) one(`#filter-${name}`).value = "";
  one("#filter-study").value = state.get("study") || "";
  fillTables();
  for (const name of FILTERS.slice(1)) one(`#filter-${name}`).value = state.get(name) || "";
  one("#search").value = state.get("search") || "";
  one("#filter-flips").checked = state.get("flips") === "yes";
  filterCells();
  one("#ledger").scrollIntoView();
}

function fillFilters() {
  for (const name of FILTERS) {
    const values = [...new Set(data.cells.map((cell) => cell[CELL[name]]).filter(Boolean))];
    if (name !== "study") values.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    options(name, values);
  }
}

function fillTables() {
  const study = one("#filter-study").value;
  const values = [...new Set(data.cells.filter((cell) => !study || cell[CELL.study] === study).map((cell) => cell[CELL.table]))];
  options("table", values.sort((a, b) => a.localeCompare(b, "en", { numeric: true })));
}

function options(name, values) {
  const box = one(`#filter-${name}`);
  const before = box.value;
  box.replaceChildren(el("option", { value: "" }, "all"), ...values.map((value) => el("option", { value }, value)));
  box.value = values.includes(before) ? before : "";
}

function filterCells(changed) {
  if (changed === "study") fillTables();
  const wanted = FILTERS.map((name) => [CELL[name], one(`#filter-${name}`).value]).filter(([, value]) => value);
  const words = one("#search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const flips = one("#filter-flips").checked;
  explorer.shown = [];
  for (let i = 0; i < data.cells.length; i += 1) {
    const cell = data.cells[i];
    if (wanted.every(([place, value]) => cell[place] === value) && (!flips || cell[CELL.flips])
      && words.every((word) => explorer.texts[i].includes(word))) explorer.shown.push(cell);
  }
  sortCells();
  turnTo(0);
}

function sortBy(key) {
  explorer.down = explorer.sort === key && !explorer.down;
  explorer.sort = key;
  sortCells();
  turnTo(0);
}

function sortCells() {
  if (!explorer.sort) return;
  const place = CELL[explorer.sort];
  const sign = explorer.down ? -1 : 1;
  const empty = (value) => value === "" || value === null;
  const size = explorer.sort === "z" ? Math.abs : Number;
  explorer.shown.sort((one_, other) => {
    const [a, b] = [one_[place], other[place]];
    // Empty cells come last in both directions.
    if (empty(a) || empty(b)) return empty(a) - empty(b);
    const [x, y] = [size(a), size(b)];
    if (!Number.isNaN(x) && !Number.isNaN(y)) return sign * (x - y);
    return sign * String(a).localeCompare(String(b), "en", { numeric: true });
  });
}

function turnTo(page) {
  const pages = Math.max(1, Math.ceil(explorer.shown.length / PAGE_SIZE));
  explorer.page = Math.max(0, Math.min(page, pages - 1));
  const from = explorer.page * PAGE_SIZE;
  const rows = explorer.shown.slice(from, from + PAGE_SIZE);
  one("#cells tbody").replaceChildren(...rows.map(cellRow));
  for (const head of all("#cells th[data-key]")) {
    const own = head.dataset.key === explorer.sort;
    head.setAttribute("aria-sort", own ? (explorer.down ? "descending" : "ascending") : "none");
  }
  one("#previous").disabled = explorer.page === 0;
  one("#next").disabled = explorer.page === pages - 1;
  one("#count").textContent = explorer.shown.length
    ? `${explorer.shown.length.toLocaleString("en")} of ${data.cells.length.toLocaleString("en")} cells; shown ${from + 1} to ${from + rows.length}`
    : `0 of ${data.cells.length.toLocaleString("en")} cells`;
}

function methodLabel(cell) {
  const study = data.studies[cell[CELL.study]];
  const method = study.methods[ourMethod(study, cell[CELL.method])];
  return method ? method.label : cell[CELL.method];
}

function cellRow(cell) {
  return el("tr", {}, ...COLUMNS.map(([key]) => {
    const value = cell[CELL[key]];
    if (key === "verdict") return el("td", {}, el("span", { class: `verdict ${verdictClass(value)}` }, value));
    if (key === "method") return el("td", {}, methodLabel(cell));
    if (key === "dataset" && (data.studies[cell[CELL.study]].problems[cell[CELL.problem]])) {
      return el("td", {}, el("a", { href: `#problem-${cell[CELL.study]}-${cell[CELL.problem]}` }, value));
    }
    const numeric = ["ours", "ours_se", "z"].includes(key);
    const shown = value === "" || value === null ? "" : numeric ? text(value, key === "ours" ? 4 : 2) : value;
    if (key === "flips") return value ? el("td", { class: "flip" }, flipText(value)) : el("td", {});
    return el("td", ["published", "ours", "ours_se", "z", "n_train", "n_features"].includes(key) ? { class: "number" } : {}, shown);
  }));
}

function downloadCells() {
  const quote = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replace(/"/g, '""')}"` : String(value ?? ""));
  const lines = [data.cell_fields, ...explorer.shown].map((row) => row.map(quote).join(","));
  const link = el("a", {
    href: URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "text/csv" })), download: "cells.csv",
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
