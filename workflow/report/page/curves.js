/* Errors against the number of features, or, where there are few numbers of features, method below method. */
const ROW = Object.fromEntries(data.row_fields.map((name, place) => [name, place]));
const CELL = Object.fromEntries(data.cell_fields.map((name, place) => [name, place]));
const ourMetric = (study, printed) => study.names.printed_metrics[printed] || printed.toLowerCase();
const ourMethod = (study, printed) => study.names.printed_methods[printed] || printed;

function cellsOf(name, problem) {
  return data.cells.filter((cell) => cell[CELL.study] === name && cell[CELL.problem] === problem);
}

function drawErrors(box, name, problemName, metric) {
  const study = data.studies[name];
  const curves = study.problems[problemName].curves[metric] || {};
  const printed = cellsOf(name, problemName)
    .filter((cell) => ourMetric(study, cell[CELL.metric]) === metric && cell[CELL.n_features] !== "");
  const counts = new Set(Object.values(curves).flatMap((rows) => rows.map((row) => row[0])));
  const series = Object.keys(curves).map((method) => {
    const { label, colour } = study.methods[method];
    const own = printed.filter((cell) => ourMethod(study, cell[CELL.method]) === method);
    return {
      id: method, label, colour,
      points: curves[method].filter((row) => row[0] > 0 || counts.size === 1).map((row) => ({
        x: row[ROW.n_features], y: row[ROW.mean],
        low: row[ROW.std] === null ? null : row[ROW.mean] - row[ROW.std],
        high: row[ROW.std] === null ? null : row[ROW.mean] + row[ROW.std],
        tip: `${label}, features: ${countText(row[0])}\nours ${text(row[ROW.mean])} ± ${text(row[ROW.std], 2)}`,
      })),
      printed: own.map((cell) => ({
        x: Number(cell[CELL.n_features]), y: Number(cell[CELL.published]),
        tip: `${label}, features: ${cell[CELL.n_features]}\nprinted ${cell[CELL.published]} (Table ${cell[CELL.table]})`
          + `\n${cell[CELL.verdict]}`,
      })),
    };
  }).filter((own) => own.points.length);
  const label = data.metrics[metric].label;
  const direction = data.metrics[metric].lower ? "lower is better" : "higher is better";
  if (counts.size > 2) {
    lineChart(box, series, {
      title: `${label} against the number of features on ${problemName}`,
      xLabel: "number of features", yLabel: `${label} (${direction})`, band: study.reference,
    });
  } else {
    const rows = Object.keys(curves).flatMap((method) => curves[method].map((row) => ({
      label: counts.size > 1 ? `${study.methods[method].label}, ${countText(row[0])}` : study.methods[method].label,
      colour: study.methods[method].colour, value: row[ROW.mean], reach: row[ROW.std],
      tip: `${study.methods[method].label}, features: ${countText(row[0])}\nours ${text(row[ROW.mean])} ± ${text(row[ROW.std], 2)}`,
      printed: null,
    })));
    dotChart(box, rows, { title: `${label} of the methods on ${problemName}`, xLabel: `${label} (${direction})` });
  }
  const band = `; band: one standard deviation of ${study.methods[study.reference].label}`;
  box.append(el("p", { class: "note" }, counts.size > 2
    ? `Points: means over realizations${band}${printed.length ? "; crosses: printed" : ""}.`
    : "Points: means over realizations with one standard deviation."));
}
