/* Accuracy, stability and cost on one picture: of a problem, and of a study as a whole. */
function drawTrade(box, name, problemName, metric, count) {
  const study = data.studies[name];
  const problem = study.problems[problemName];
  const seconds = (costs[name] || {})[problemName] || {};
  const points = Object.keys(study.methods).map((method) => {
    const error = ((problem.curves[metric] || {})[method] || []).find((row) => row[0] === count);
    const steady = (problem.stability[method] || []).find((row) => row[0] === count);
    return error && steady && steady[1] !== null ? {
      ...study.methods[method], x: error[ROW.mean], y: steady[1], cost: seconds[method],
      told: `stability ${text(steady[1], 3)} (${text(steady[2], 2)} to ${text(steady[3], 2)})`,
    } : null;
  }).filter(Boolean);
  const { label, lower } = data.metrics[metric];
  bubbles(box, points, {
    title: `${label}, stability and cost of the methods on ${problemName}`, what: label,
    xLabel: `${label} (${lower ? "left" : "right"} is better)`,
    without: "With this number of features there are not two methods with an error and a stability.",
  });
}

/* Average rank, median stability over problems and numbers of features, median cost over problems. */
function drawStudyTrade(box, name) {
  const study = data.studies[name];
  if (!study.order.test) return false;
  const points = study.order.methods.map((method, place) => {
    const steady = Object.values(study.problems).flatMap((problem) => problem.stability[method] || [])
      .map((row) => row[1]).filter((value) => value !== null);
    return steady.length ? {
      ...study.methods[method], x: study.order.test.average_ranks[place], y: medianOf(steady), cost: costOf(name, method),
      told: `median stability ${text(medianOf(steady), 3)}`,
    } : null;
  }).filter(Boolean);
  if (points.length < 2) return false;
  bubbles(box, points, {
    title: `Average rank, stability and cost of the methods of study ${name}`, what: "average rank",
    xLabel: "average rank over data sets (left is better)", without: "",
  });
  return true;
}

function bubbles(box, points, { title, what, xLabel, without }) {
  if (points.length < 2) {
    box.append(el("p", { class: "note" }, without));
    return;
  }
  const logs = points.filter((point) => point.cost > 0).map((point) => Math.log10(point.cost));
  const least = Math.min(...logs);
  const most = Math.max(...logs);
  const radius = (cost) => (cost > 0 ? 5 + 13 * ((Math.log10(cost) - least) / (most - least || 1)) : 5);
  const drawing = el("div", { class: "drawing" });
  const draw = () => {
    const plot = frame(drawing, {
      height: 320, title, xLabel, yLabel: "stability (up is better)", right: 24,
      xEnds: extent(points.map((point) => point.x), 0.18), yEnds: extent(points.map((point) => point.y), 0.18),
    });
    const levels = labelLevels(points.map((point) => plot.y(point.y)), 13);
    const drawn = points.map((point, place) => ({ ...point, level: levels[place], size: radius(point.cost) }));
    for (const point of drawn.sort((a, b) => b.size - a.size)) {
      const cx = plot.x(point.x);
      const side = cx > plot.width * 0.7 ? -1 : 1;
      const cost = point.cost >= 0 ? `${secondsText(point.cost)} CPU seconds per ranking` : "cost unknown";
      plot.root.append(
        svg("circle", {
          cx, cy: plot.y(point.y), r: point.size, fill: point.colour, "fill-opacity": 0.35, stroke: point.colour,
          "stroke-width": 1.5, "data-tip": `${point.label}\n${what} ${text(point.x)}\n${point.told}\n${cost}`,
        }),
        svg("text", { x: cx + side * (point.size + 4), y: point.level + 4, "text-anchor": side < 0 ? "end" : "start" }, point.label));
    }
    drawing.replaceChildren(plot.root);
  };
  box.append(drawing, el("p", { class: "note" },
    "Circles grow with the logarithm of the median CPU seconds that one ranking takes; values under the pointer."));
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
