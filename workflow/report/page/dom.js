/* Elements, numbers as text, and the box that tells values under the pointer. */
const data = JSON.parse(document.getElementById("data").textContent);
const costs = JSON.parse(document.getElementById("costs").textContent);

function make(space, tag, attributes, children) {
  const node = space ? document.createElementNS(space, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    node.setAttribute(name, value === true ? "" : value);
  }
  // Names come from files: they are added as text and never as markup.
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const el = (tag, attributes = {}, ...children) => make(null, tag, attributes, children);
const svg = (tag, attributes = {}, ...children) => make("http://www.w3.org/2000/svg", tag, attributes, children);
const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

function text(value, digits = 4) {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value !== "number") return String(value);
  if (value !== 0 && Math.abs(value) < 1e-4) return value.toExponential(1);
  return String(Number(value.toPrecision(digits)));
}

const pText = (p) => (p === null || p === "" ? "–" : p < 0.001 ? "<0.001" : p.toFixed(3));
const percent = (share) => (share === null ? "–" : `${Math.round(100 * share)} %`);
const verdictClass = (verdict) => verdict.replace(/ /g, "-");
const countText = (count) => (count === 0 ? "chosen by the method" : String(count));

/* Figures say what a mark is in its data-tip; one box shows it for the pointer. */
const tip = el("div", { id: "tip", hidden: true, "aria-hidden": "true" });

function showTip(target, x, y) {
  tip.replaceChildren(...target.dataset.tip.split("\n").map((line) => el("div", {}, line)));
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const left = x + box.width + 24 > window.innerWidth ? x - box.width - 12 : x + 12;
  tip.style.left = `${Math.max(4, left)}px`;
  tip.style.top = `${Math.max(4, Math.min(y + 12, window.innerHeight - box.height - 4))}px`;
}

function listenForTips() {
  document.body.append(tip);
  document.addEventListener("pointermove", (event) => {
    const target = event.target.closest ? event.target.closest("[data-tip]") : null;
    if (target) showTip(target, event.clientX, event.clientY);
    else tip.hidden = true;
  });
  document.addEventListener("focusin", (event) => {
    const target = event.target.closest("[data-tip]");
    if (!target) return;
    const box = target.getBoundingClientRect();
    showTip(target, box.right, box.top);
  });
  document.addEventListener("focusout", () => { tip.hidden = true; });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") tip.hidden = true; });
}

/* A table with a caption; cells are text or nodes. A table that is too wide scrolls, by keyboard too. */
function table(caption, header, rows, className = "") {
  const head = el("tr", {}, ...header.map((title) => el("th", { scope: "col" }, title)));
  const body = rows.map((row) =>
    el("tr", {}, ...row.map((cell, place) => (place === 0 ? el("th", { scope: "row" }, cell) : el("td", {}, cell)))));
  return el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": caption },
    el("table", { class: className },
      el("caption", {}, caption), el("thead", {}, head), el("tbody", {}, ...body)));
}

function select(label, options, value, change) {
  const box = el("select", {}, ...options.map(([key, name]) => el("option", { value: key }, name)));
  box.value = value;
  box.addEventListener("change", () => change(box.value));
  return el("label", { class: "control" }, `${label} `, box);
}
