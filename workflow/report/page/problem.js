/* One problem: drawn when it is opened. */
function openProblem(details) {
  if (details.dataset.drawn) return;
  details.dataset.drawn = "yes";
  const { study: name, problem: problemName } = details.dataset;
  const study = data.studies[name];
  const problem = study.problems[problemName];
  const box = one(".figures", details);
  const metrics = study.metrics.filter((metric) => Object.keys(problem.curves[metric] || {}).length);
  if (!metrics.length) {
    box.append(el("p", {}, "No realization on this problem came to an end."));
    return;
  }
  const state = { metric: metrics[0], count: 0 };
  const counts = countsOf(problem, state.metric);
  state.count = counts.includes(problem.relevant.length) ? problem.relevant.length
    : counts.find((count) => problem.frequency[String(count)] && count >= Math.min(5, Math.max(...counts) - 1)) ?? counts[counts.length - 1];
  const upper = el("div", { class: "panels" });
  const lower = el("div", { class: "panels" });
  const drawUpper = () => {
    // Printed cells make a column of their own, which may be long.
    const [left, right] = [el("div", { class: "stack" }), el("div", { class: "stack" })];
    const printed = cellsOf(name, problemName).length > 0;
    upper.replaceChildren(left, right);
    panel(left, "Error", (own) => drawErrors(own, name, problemName, state.metric));
    if (Object.keys(problem.stability).length) {
      panel(printed ? left : right, "Stability", (own) => drawStability(own, name, problemName));
    }
    if (printed) panel(right, "Printed and ours on one axis", (own) => drawPrinted(own, name, problemName, state.metric));
  };
  const drawLower = () => {
    lower.replaceChildren();
    if (Object.keys(study.methods).length > 1) {
      panel(lower, "Tests", (own) => drawTests(own, name, problemName, state.metric, state.count), "wide");
    }
    if (Object.keys(problem.stability).length) {
      panel(lower, "Accuracy, stability and cost", (own) => drawTrade(own, name, problemName, state.metric, state.count));
      panel(lower, "Chosen features", (own) => drawHeat(own, name, problemName, state.count));
    }
  };
  const controls = el("div", { class: "controls" });
  if (metrics.length > 1) {
    controls.append(select("Measure", metrics.map((metric) => [metric, data.metrics[metric].label]), state.metric, (metric) => {
      state.metric = metric;
      drawUpper();
      drawLower();
    }));
  }
  const chooser = el("div", { class: "controls" });
  if (counts.length > 1) {
    chooser.append(select("Number of features", counts.map((count) => [String(count), countText(count)]), String(state.count), (count) => {
      state.count = Number(count);
      drawLower();
    }));
  }
  const parts = [controls, upper, chooser, lower, numbersOf(name, problemName, metrics), countedOf(study, problem)];
  box.append(...parts.filter(Boolean));
  drawUpper();
  drawLower();
}

function countsOf(problem, metric) {
  return [...new Set(Object.values(problem.curves[metric] || {}).flatMap((rows) => rows.map((row) => row[0])))].sort((a, b) => a - b);
}

function panel(box, title, draw, className = "") {
  const own = el("section", { class: `panel ${className}` }, el("h4", {}, title));
  box.append(own);
  draw(own);
}

/* All means as a table, for those who read numbers. */
function numbersOf(name, problemName, metrics) {
  const study = data.studies[name];
  const details = el("details", {}, el("summary", {}, "Numbers: means by number of features"));
  details.addEventListener("toggle", () => {
    if (details.children.length > 1) return;
    for (const metric of metrics) {
      const curves = study.problems[problemName].curves[metric];
      const methods = Object.keys(curves);
      const rows = countsOf(study.problems[problemName], metric).map((count) => [countText(count), ...methods.map((method) => {
        const row = curves[method].find((own) => own[0] === count);
        if (!row) return "";
        // In brackets: a mark of the paper's test that the correction for overlapping training sets does not confirm.
        const mark = row[ROW.flips].includes("1") && row[ROW.outcome] ? `(${row[ROW.outcome]})` : row[ROW.outcome];
        return `${text(row[ROW.mean])} ${mark}`.trim();
      })]);
      details.append(table(data.metrics[metric].label, ["features", ...methods.map((method) => study.methods[method].label)], rows));
    }
  });
  return details;
}

function countedOf(study, problem) {
  const rows = problem.counted.map(([metric, method, count, mean]) =>
    [data.metrics[metric].label, study.methods[method].label, countText(count), text(mean, 3)]);
  return rows.length ? el("details", {}, el("summary", {}, "Counted beside errors, mean per realization"),
    table("Counted beside errors", ["what", "method", "features", "mean"], rows)) : null;
}
