/* Rows with a dot for ours, its reach, and a cross for what is printed, on one axis. */
function dotChart(box, rows, { title, xLabel }) {
  const drawing = el("div", { class: "drawing" });
  const draw = () => {
    const values = rows.flatMap((row) => [row.value, row.printed,
      row.reach === null ? null : row.value - row.reach, row.reach === null ? null : row.value + row.reach]);
    const longest = Math.max(...rows.map((row) => row.label.length));
    const wide = (drawing.clientWidth || 640) > 520;
    const step = 18;
    const plot = frame(drawing, {
      height: rows.length * step + 58, title, xLabel, yLabel: null, xEnds: extent(values), yEnds: [rows.length, 0],
      left: Math.min(wide ? 260 : 130, longest * 7.2 + 14), top: 8,
    });
    const { root, x, left } = plot;
    rows.forEach((row, place) => {
      const y = 8 + step * (place + 0.5);
      const most = Math.floor((left - 10) / 6.6);
      const label = row.label.length > most ? `${row.label.slice(0, most - 1)}…` : row.label;
      const group = svg("g", { class: row.verdict ? verdictClass(row.verdict) : "" });
      group.append(svg("text", { x: left - 8, y: y + 4, "text-anchor": "end" }, label));
      if (row.reach !== null) {
        group.append(svg("line", {
          x1: x(row.value - row.reach), x2: x(row.value + row.reach), y1: y, y2: y, stroke: row.colour || "currentColor",
          "stroke-width": 1.5,
        }));
      }
      group.append(svg("circle", { cx: x(row.value), cy: y, r: 3.6, fill: row.colour || "currentColor" }));
      if (row.printed !== null) {
        group.append(cross(x(row.printed), y, 4, { class: "printed", fill: "none", "stroke-width": 1.8 }));
      }
      group.append(svg("rect", {
        x: left, y: y - step / 2, width: plot.width - left - plot.right, height: step, fill: "transparent", "data-tip": row.tip,
      }));
      root.append(group);
    });
    drawing.replaceChildren(root);
  };
  box.append(drawing);
  draw();
  whenResized(drawing, draw);
}

/* Printed cells of a problem beside ours: those of a measure, and those that are counts. */
function drawPrinted(box, name, problemName, metric) {
  const study = data.studies[name];
  const cells = cellsOf(name, problemName).filter((cell) => typeof cell[CELL.ours] === "number");
  const groups = new Map();
  for (const cell of cells) {
    const own = ourMetric(study, cell[CELL.metric]);
    if (own === metric || !study.metrics.includes(own)) {
      groups.set(cell[CELL.metric], [...(groups.get(cell[CELL.metric]) || []), cell]);
    }
  }
  if (!groups.size) {
    box.append(el("p", { class: "note" }, "No printed number of this measure can be set beside ours on this problem."));
    return;
  }
  for (const [printed, own] of groups) drawGroup(box, study, problemName, printed, own);
  box.append(el("p", { class: "note" },
    "Dots: ours with 95 % of its noise; crosses: printed; colours: verdict, as in the bars. After a method: its number of features."));
}

function drawGroup(box, study, problemName, printed, cells) {
  const look = data.metrics[ourMetric(study, printed)];
  const rows = cells.map((cell) => {
    const method = study.methods[ourMethod(study, cell[CELL.method])];
    const label = method ? method.label : cell[CELL.method];
    const count = cell[CELL.subset] ? `, ${cell[CELL.subset]}` : cell[CELL.n_features] ? `, ${cell[CELL.n_features]}` : "";
    return {
      label: `${label}${count}`, value: cell[CELL.ours], printed: Number(cell[CELL.published]),
      reach: typeof cell[CELL.ours_se] === "number" ? 1.96 * cell[CELL.ours_se] : null, verdict: cell[CELL.verdict],
      tip: cellTip(cell, label),
    };
  });
  dotChart(box, rows, {
    title: `Printed and ours on ${problemName}`, xLabel: look ? look.label : printed.replace(/_/g, " "),
  });
}

function cellTip(cell, label) {
  const reason = cell[CELL.reason] ? ` (${cell[CELL.reason]})` : "";
  const z = cell[CELL.z] === "" || cell[CELL.z] === null ? "" : `\ndifference: ${text(cell[CELL.z], 2)} units of noise`;
  return `${label}, ${cell[CELL.dataset]}${cell[CELL.n_features] ? `, features: ${cell[CELL.n_features]}` : ""}`
    + `\nprinted ${cell[CELL.published]}, ours ${text(cell[CELL.ours])} ± ${text(cell[CELL.ours_se], 2)}${z}`
    + `\n${cell[CELL.verdict]}${reason}`;
}
