/* Accuracy, stability and cost on one picture. */
function drawTrade(box, name, problemName, metric, count) {
  const study = data.studies[name];
  const problem = study.problems[problemName];
  const seconds = (costs[name] || {})[problemName] || {};
  const points = Object.keys(study.methods).map((method) => {
    const error = ((problem.curves[metric] || {})[method] || []).find((row) => row[0] === count);
    const steady = (problem.stability[method] || []).find((row) => row[0] === count);
    return error && steady && steady[1] !== null
      ? { method, x: error[ROW.mean], y: steady[1], low: steady[2], high: steady[3], cost: seconds[method] } : null;
  }).filter(Boolean);
  if (points.length < 2) {
    box.append(el("p", { class: "note" }, "With this number of features there are not two methods with an error and a stability."));
    return;
  }
  const logs = points.filter((point) => point.cost > 0).map((point) => Math.log10(point.cost));
  const least = Math.min(...logs);
  const most = Math.max(...logs);
  const radius = (cost) => (cost > 0 ? 5 + 13 * ((Math.log10(cost) - least) / (most - least || 1)) : 5);
  const drawing = el("div", { class: "drawing" });
  const label = data.metrics[metric].label;
  const draw = () => {
    const plot = frame(drawing, {
      height: 320, title: `${label}, stability and cost of the methods on ${problemName}`,
      xLabel: `${label} (${data.metrics[metric].lower ? "left" : "right"} is better)`, yLabel: "stability (up is better)",
      xEnds: extent(points.map((point) => point.x), 0.18), yEnds: extent(points.map((point) => point.y), 0.18), right: 24,
    });
    const levels = labelLevels(points.map((point) => plot.y(point.y)), 13);
    const drawn = points.map((point, place) => ({ ...point, level: levels[place] }));
    for (const point of drawn.sort((a, b) => radius(b.cost) - radius(a.cost))) {
      const { label: own, colour } = study.methods[point.method];
      const cx = plot.x(point.x);
      const cy = plot.y(point.y);
      const flip = cx > plot.width * 0.7;
      plot.root.append(
        svg("circle", { cx, cy, r: radius(point.cost), fill: colour, "fill-opacity": 0.35, stroke: colour, "stroke-width": 1.5,
          "data-tip": `${own}\n${label} ${text(point.x)}\nstability ${text(point.y, 3)} (${text(point.low, 2)} to ${text(point.high, 2)})`
            + `\n${point.cost > 0 ? `${text(point.cost, 2)} CPU seconds per ranking` : "cost unknown"}` }),
        svg("text", {
          x: cx + (flip ? -1 : 1) * (radius(point.cost) + 4), y: point.level + 4, "text-anchor": flip ? "end" : "start",
        }, own));
    }
    drawing.replaceChildren(plot.root);
  };
  box.append(drawing, el("p", { class: "note" },
    "Area grows with the logarithm of the median CPU seconds that one ranking takes; values under the pointer."));
  draw();
  whenResized(drawing, draw);
}

/* Heights of labels, moved apart where they would lie on each other. */
function labelLevels(heights, room) {
  const order = heights.map((height, place) => ({ height, place })).sort((a, b) => a.height - b.height);
  const levels = [];
  let last = -Infinity;
  for (const { height, place } of order) {
    last = Math.max(height, last + room);
    levels[place] = last;
  }
  const over = Math.max(0, last - Math.max(...heights) - room);
  return levels.map((level) => level - over / 2);
}
