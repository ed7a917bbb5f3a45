/* How often each feature is among the chosen ones: a table whose cells are coloured. */
function drawHeat(box, name, problemName, count) {
  const study = data.studies[name];
  const problem = study.problems[problemName];
  const own = problem.frequency[String(count)];
  if (!own) {
    box.append(el("p", { class: "note" }, "Choices are told feature by feature for 1, 2, 3, 5, 8, 13, ... features."));
    return;
  }
  const methods = Object.keys(study.methods).filter((method) => own.shares[method]);
  const rows = own.features.map((feature, place) => [
    problem.relevant.includes(feature) ? el("strong", {}, feature) : feature,
    ...methods.map((method) => heatCell(own.shares[method][place])),
  ]);
  const caption = `Share of realizations in percent that choose a feature, ${count === 0 ? "with the method's own number" : `of ${count}`}`;
  box.append(table(caption, ["feature", ...methods.map((method) => study.methods[method].label)], rows, "heat"));
  const notes = [problem.relevant.length ? "Bold: features that are known to matter." : "",
    own.left_out ? `${own.left_out} features that are chosen less often are left out.` : ""].filter(Boolean);
  if (notes.length) box.append(el("p", { class: "note" }, notes.join(" ")));
}

function heatCell(share) {
  const cell = el("span", { class: "heatcell" }, share ? String(share) : "·");
  // From white to a dark blue; of black and white text one always stands out by 4.5 to 1.
  const colour = [225, 180, 118].map((depth) => Math.round(255 - (depth * share) / 100));
  cell.style.backgroundColor = `rgb(${colour.join(",")})`;
  cell.style.color = luminance(colour) > 0.179 ? "#000" : "#fff";
  return cell;
}

/* As the guidelines for accessible content define it. */
function luminance(colour) {
  const [red, green, blue] = colour.map((part) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/* Nogueira's index over the number of features. */
function drawStability(box, name, problemName) {
  const study = data.studies[name];
  const own = study.problems[problemName].stability;
  const series = Object.keys(study.methods).filter((method) => own[method]).map((method) => ({
    id: method, label: study.methods[method].label, colour: study.methods[method].colour, printed: [],
    points: own[method].filter((row) => row[0] > 0 && row[1] !== null).map(([count, value, low, high, kuncheva, jaccard]) => ({
      x: count, y: value, low, high,
      tip: `${study.methods[method].label}, features: ${count}\nNogueira ${text(value, 3)} (${text(low, 3)} to ${text(high, 3)})`
        + `\nKuncheva ${text(kuncheva, 3)}, Jaccard ${text(jaccard, 3)}`,
    })),
  })).filter((item) => item.points.length);
  if (series.some((item) => item.points.length > 1)) {
    lineChart(box, series, {
      title: `Stability of choices on ${problemName}`, xLabel: "number of features", yLabel: "stability (1: always the same)",
      band: study.reference,
    });
    box.append(el("p", { class: "note" },
      "Nogueira's index: 1 where all realizations choose the same features, 0 as by chance; band: 95 % interval of the reference."));
  }
  const chosen = Object.keys(own).flatMap((method) => own[method].filter((row) => row[0] === 0).map((row) => [
    study.methods[method].label, ...row.slice(1).map((value) => text(value, 3))]));
  if (chosen.length) {
    box.append(table("Stability of the numbers of features that methods choose themselves",
      ["method", "Nogueira", "low", "high", "Kuncheva", "Jaccard"], chosen));
  }
}
