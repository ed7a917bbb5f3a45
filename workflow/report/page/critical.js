/* Average ranks of methods over data sets; a bar joins methods whose ranks differ by less than the critical difference. */
function drawOrder(box, name) {
  const study = data.studies[name];
  const { order } = study;
  if (!order.test) return false;
  const { average_ranks: ranks, critical_difference: critical, groups } = order.test;
  const drawing = el("div", { class: "drawing" });
  const count = ranks.length;
  const sorted = ranks.map((rank, place) => ({ rank, place })).sort((a, b) => a.rank - b.rank);
  const draw = () => {
    const width = Math.max(280, Math.min(drawing.clientWidth || 640, 820));
    const half = Math.ceil(count / 2);
    const bars = 16 + 9 * groups.length;
    const height = 66 + bars + 20 * half + 10;
    const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
      "aria-label": `Critical-difference diagram of study ${name}` });
    const longest = Math.max(...order.methods.map((method) => study.methods[method].label.length));
    const side = Math.min(width * 0.32, longest * 7 + 20);
    const room = Math.floor((side - 12) / 6.8);
    const cut = (label) => (label.length > room ? `${label.slice(0, room - 1)}…` : label);
    const x = linear(1, count, side, width - side);
    const y = 58;
    root.append(svg("line", { class: "axis", x1: x(1), x2: x(count), y1: y, y2: y }));
    for (let rank = 1; rank <= count; rank += 1) {
      root.append(svg("line", { class: "axis", x1: x(rank), x2: x(rank), y1: y - 5, y2: y }),
        svg("text", { x: x(rank), y: y - 9, "text-anchor": "middle" }, String(rank)));
    }
    const reach = Math.min(critical, count - 1);
    root.append(svg("line", { class: "critical", x1: x(1), x2: x(1 + reach), y1: 14, y2: 14 }),
      svg("text", { x: x(1 + reach / 2), y: 30, "text-anchor": "middle" }, `critical difference ${text(critical, 3)}`));
    sorted.forEach(({ rank, place }, i) => {
      const { label, colour } = study.methods[order.methods[place]];
      const leftSide = i < half;
      const level = y + bars + 20 * (leftSide ? i : count - 1 - i);
      const end = leftSide ? side - 6 : width - side + 6;
      const tipText = `${label}: average rank ${text(rank, 3)}`;
      root.append(svg("path", { class: "lead", fill: "none", d: `M${x(rank)} ${y}V${level}H${end}` }),
        svg("circle", { cx: x(rank), cy: y, r: 4, fill: colour, "data-tip": tipText }),
        svg("text", { x: leftSide ? end - 4 : end + 4, y: level + 4, "text-anchor": leftSide ? "end" : "start", "data-tip": tipText }, cut(label)));
    });
    groups.forEach((group, i) => {
      const own = group.map((place) => ranks[place]);
      const level = y + 10 + 9 * i;
      root.append(svg("line", { class: "group", x1: x(Math.min(...own)) - 5, x2: x(Math.max(...own)) + 5, y1: level, y2: level }));
    });
    drawing.replaceChildren(root);
  };
  box.append(drawing);
  draw();
  whenResized(drawing, draw);
  const blocks = order.blocks.map((block) => [block.problem, ...block.values.map((value, i) => `${text(value)} (${text(block.ranks[i], 3)})`)]);
  const details = el("details", {}, el("summary", {}, "Numbers: value and rank by data set"),
    table(`Mean ${data.metrics[order.metric].label} and rank`, ["problem", ...order.methods.map((m) => study.methods[m].label)], blocks));
  box.append(details);
  return true;
}
