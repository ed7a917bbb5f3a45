/* Every judged cell of a study by its difference from print, in units of noise, table by table. */
const FARTHEST = 8;

function drawNoise(box, name) {
  const cells = data.cells.filter((cell) => cell[CELL.study] === name && typeof cell[CELL.z] === "number");
  if (!cells.length) return false;
  const tables = [...new Set(cells.map((cell) => cell[CELL.table]))];
  const drawing = el("div", { class: "drawing" });
  const draw = () => {
    const wide = (drawing.clientWidth || 640) > 520;
    const lanes = tables.map((table) => swarm(cells.filter((cell) => cell[CELL.table] === table), wide ? 0.16 : 0.4));
    const steps = lanes.map((lane) => Math.min(6, 96 / lane.depth));
    const tall = lanes.map((lane, place) => Math.max(26, steps[place] * lane.depth + 14));
    const height = tall.reduce((sum, own) => sum + own, 0) + 62;
    const plot = frame(drawing, {
      height, title: `Differences from print of study ${name}, in units of noise`,
      xLabel: "ours minus printed, in units of noise", yLabel: null, xEnds: [-FARTHEST - 0.4, FARTHEST + 0.4], yEnds: [1, 0],
      left: 74, top: 10, xTicks: wide ? undefined : [-8, -4, 0, 4, 8],
    });
    const { root, x } = plot;
    root.append(svg("rect", { class: "quiet", x: x(-1.96), width: x(1.96) - x(-1.96), y: 10, height: height - 54 }),
      svg("rect", { class: "quieter", x: x(-1), width: x(1) - x(-1), y: 10, height: height - 54 }));
    let top = 10;
    lanes.forEach((lane, place) => {
      const middle = top + tall[place] / 2;
      root.append(svg("text", { x: 66, y: middle + 4, "text-anchor": "end" }, `Table ${tables[place]}`));
      for (const { cell, z, offset } of lane.dots) {
        const study = data.studies[name].methods[ourMethod(data.studies[name], cell[CELL.method])];
        root.append(svg("circle", {
          class: `dot ${verdictClass(cell[CELL.verdict])}`, cx: x(z), cy: middle + steps[place] * offset, r: 2.9, fill: "currentColor",
          "data-tip": cellTip(cell, study ? study.label : cell[CELL.method]),
        }));
      }
      top += tall[place];
    });
    drawing.replaceChildren(root);
  };
  box.append(drawing);
  draw();
  whenResized(drawing, draw);
  return true;
}

/* Dots that would lie on each other are stacked around the middle. */
function swarm(cells, width) {
  const bins = new Map();
  const dots = cells.map((cell) => ({ cell, z: Math.max(-FARTHEST, Math.min(FARTHEST, cell[CELL.z])) }));
  dots.sort((a, b) => a.z - b.z);
  for (const dot of dots) {
    const bin = Math.round(dot.z / width);
    const before = bins.get(bin) || 0;
    dot.offset = before % 2 ? -(before + 1) / 2 : before / 2;
    bins.set(bin, before + 1);
  }
  return { dots, depth: Math.max(...bins.values()) };
}
