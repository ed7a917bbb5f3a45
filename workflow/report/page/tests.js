/* Every method against the reference: the paper's test beside others. */
function drawTests(box, name, problemName, metric, count) {
  const study = data.studies[name];
  const curves = study.problems[problemName].curves[metric] || {};
  const reference = (curves[study.reference] || []).find((row) => row[0] === count);
  const others = Object.keys(curves).filter((method) => method !== study.reference);
  const rows = others.map((method) => [method, curves[method].find((row) => row[0] === count)]).filter(([, row]) => row);
  if (!reference || !rows.length) {
    box.append(el("p", { class: "note" }, "There is nothing to compare the reference with here."));
    return;
  }
  const own = study.methods[study.reference].label;
  const shown = rows.map(([method, row]) => [
    study.methods[method].label, text(row[ROW.mean]), `${pText(row[ROW.p_value])} ${row[ROW.outcome]}`,
    pText(row[ROW.p_corrected]), pText(row[ROW.p_wilcoxon]), pText(row[ROW.p_holm]),
    chances(row), flipText(row[ROW.flips]),
  ]);
  box.append(table(`${own} (${text(reference[ROW.mean])}) against the others, features: ${countText(count)}`,
    ["method", "mean", study.paper ? "paper's t-test" : "plain t-test", "corrected t", "Wilcoxon", "Holm",
      `${own} better, equal, worse`, "verdict flips"], shown));
  box.append(el("p", { class: "note" },
    `p-values of two-sided tests; + ${own} is significantly better, - it is worse. Probabilities: the Bayesian test with a region of practical equivalence.`));
  const { n_train: train, n_test: test } = study.problems[problemName];
  if (test > train) {
    box.append(el("p", { class: "note" },
      `The test part is ${text(test / train, 2)} times as large as the training part. The correction, which the Bayesian test shares, `
      + "is made for test parts that are smaller, and here asks for more than such splits call for."));
  }
}

function chances(row) {
  const values = [row[ROW.chance_better], row[ROW.chance_equal], row[ROW.chance_worse]];
  if (values[0] === null) return "–";
  const bar = el("span", { class: "chances", "aria-hidden": "true" });
  values.forEach((value, place) => {
    const part = el("span", { class: ["better", "equal", "worse"][place] });
    part.style.width = `${100 * value}%`;
    bar.append(part);
  });
  return el("span", { class: "nowrap" }, bar, ` ${values.map(percent).join(", ")}`);
}

const testNames = Object.values(data.tests);
const flipText = (flips) => (flips ? [...flips].map((place) => testNames[Number(place)]).join(", ") : "no");
