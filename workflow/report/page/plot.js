/* A frame with axes, and lines in it. Figures are drawn as wide as their box, so that their text stays readable. */
function frame(box, { height, title, xLabel, yLabel, xEnds, yEnds, left = 52, bottom = 44, top = 26, right = 14, xTicks }) {
  const width = Math.max(280, Math.min(box.clientWidth || 640, 900));
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": title });
  const x = linear(xEnds[0], xEnds[1], left, width - right);
  const y = linear(yEnds[0], yEnds[1], height - bottom, top);
  const axes = svg("g", { class: "axes" });
  for (const tick of xTicks || x.ticks(width / 90)) {
    axes.append(svg("line", { class: "grid", x1: x(tick), x2: x(tick), y1: top, y2: height - bottom }),
      svg("text", { x: x(tick), y: height - bottom + 16, "text-anchor": "middle" }, tickText(tick)));
  }
  if (yLabel !== null) {
    for (const tick of y.ticks(height / 50)) {
      axes.append(svg("line", { class: "grid", x1: left, x2: width - right, y1: y(tick), y2: y(tick) }),
        svg("text", { x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, tickText(tick)));
    }
    // Above the axis and not beside it: names of measures are longer than axes are high.
    axes.append(svg("text", { class: "label", x: 2, y: 13 }, yLabel));
  }
  axes.append(svg("text", {
    class: "label", x: (left + width - right) / 2, y: height - 8, "text-anchor": "middle",
  }, xLabel));
  root.append(axes);
  return { root, x, y, width, height, left, right, top, bottom };
}

function path(points, x, y) {
  return points.map((point, i) => `${i ? "L" : "M"}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`).join("");
}

function cross(x, y, size, attributes) {
  const d = `M${x - size} ${y - size}L${x + size} ${y + size}M${x - size} ${y + size}L${x + size} ${y - size}`;
  return svg("path", { d, ...attributes });
}

/* Buttons that show and hide series. */
function legend(series, hidden, redraw) {
  return el("div", { class: "legend", role: "group", "aria-label": "Methods shown" }, ...series.map((own) => {
    const key = svg("svg", { width: 14, height: 10, "aria-hidden": "true" },
      svg("rect", { y: 3, width: 14, height: 4, fill: own.colour }));
    const button = el("button", { type: "button", "aria-pressed": String(!hidden.has(own.id)) }, key, ` ${own.label}`);
    button.addEventListener("click", () => {
      if (hidden.has(own.id)) hidden.delete(own.id); else hidden.add(own.id);
      button.setAttribute("aria-pressed", String(!hidden.has(own.id)));
      redraw();
    });
    return button;
  }));
}

/* Lines over the number of features, one per series; crosses are printed numbers. */
function lineChart(box, series, { title, xLabel, yLabel, yEnds, band }) {
  const hidden = new Set();
  const drawing = el("div", { class: "drawing" });
  const draw = () => {
    const shown = series.filter((own) => !hidden.has(own.id));
    const values = shown.flatMap((own) => [...own.points, ...own.printed]).map((point) => point.y);
    for (const point of shown.filter((own) => own.id === band).flatMap((own) => own.points)) {
      values.push(point.low ?? null, point.high ?? null);
    }
    const xs = [...new Set(series.flatMap((own) => own.points.map((point) => point.x)))].sort((a, b) => a - b);
    const plot = frame(drawing, {
      height: 300, title, xLabel, yLabel, xEnds: extent(xs, 0.03), yEnds: yEnds || extent(values),
      xTicks: xs.length <= 16 ? xs : undefined,
    });
    for (const own of shown.filter((item) => item.id === band)) plot.root.append(bandOf(own, plot));
    for (const own of shown) plot.root.append(lineOf(own, plot));
    drawing.replaceChildren(plot.root);
  };
  box.append(legend(series, hidden, draw), drawing);
  draw();
  whenResized(drawing, draw);
}

function bandOf(own, { x, y }) {
  const known = own.points.filter((point) => point.low !== null && point.low !== undefined);
  const above = known.map((point) => `${x(point.x).toFixed(1)} ${y(point.high).toFixed(1)}`);
  const below = known.map((point) => `${x(point.x).toFixed(1)} ${y(point.low).toFixed(1)}`).reverse();
  return svg("path", { d: known.length ? `M${[...above, ...below].join("L")}Z` : "", fill: own.colour, class: "band" });
}

function lineOf(own, { x, y }) {
  const group = svg("g", { class: "series" });
  group.append(svg("path", { d: path(own.points, x, y), stroke: own.colour, fill: "none", "stroke-width": 1.8 }));
  for (const point of own.points) {
    group.append(svg("circle", { cx: x(point.x), cy: y(point.y), r: 2.6, fill: own.colour }),
      svg("circle", { cx: x(point.x), cy: y(point.y), r: 8, fill: "transparent", "data-tip": point.tip }));
  }
  for (const point of own.printed) {
    const attributes = { stroke: own.colour, "stroke-width": 2, fill: "none" };
    group.append(cross(x(point.x), y(point.y), 4.5, attributes),
      svg("circle", { cx: x(point.x), cy: y(point.y), r: 7, fill: "transparent", "data-tip": point.tip }));
  }
  return group;
}

/* Draw again when a box gets another width. */
function whenResized(box, draw) {
  let width = box.clientWidth;
  new ResizeObserver(() => {
    if (box.clientWidth && Math.abs(box.clientWidth - width) > 8) {
      width = box.clientWidth;
      requestAnimationFrame(draw);
    }
  }).observe(box);
}
