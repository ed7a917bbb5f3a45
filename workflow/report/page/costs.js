/* What differs from run to run, told apart from everything else: seconds. */
function medianOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const secondsText = (seconds) => (seconds < 1e-3 ? "under 0.001" : text(seconds, 2));

function costOf(study, method) {
  const seconds = Object.values(costs[study] || {}).map((own) => own[method]).filter((value) => value !== undefined);
  return seconds.length ? medianOf(seconds) : null;
}

function fillCosts() {
  for (const cell of all("[data-cost-method]")) {
    const cost = costOf(cell.dataset.costStudy, cell.dataset.costMethod);
    cell.textContent = cost === null ? "" : secondsText(cost);
  }
  for (const box of all("[data-cost-sentence]")) {
    const name = box.dataset.costSentence;
    const study = data.studies[name];
    const known = Object.keys(study.methods).map((method) => [study.methods[method].label, costOf(name, method)])
      .filter(([, cost]) => cost !== null).sort((a, b) => a[1] - b[1]);
    if (known.length > 1) {
      const [quick, slow] = [known[0], known[known.length - 1]];
      box.textContent = slow[1] < 1e-3
        ? "No method needs more than a thousandth of a CPU second per ranking."
        : `${quick[0]} is the cheapest, ${secondsText(quick[1])} CPU seconds per ranking; `
          + `${slow[0]} needs ${secondsText(slow[1])} (medians over problems).`;
    }
  }
}
