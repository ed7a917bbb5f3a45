/* From numbers to places. */
function linear(low, high, from, to) {
  const span = high - low || 1;
  const place = (value) => from + ((value - low) / span) * (to - from);
  place.ticks = (count) => niceTicks(low, high, count);
  place.ends = [low, high];
  return place;
}

function niceTicks(low, high, count) {
  const raw = (high - low) / Math.max(1, count) || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= raw) || raw;
  const ticks = [];
  for (let i = Math.ceil(low / step); i * step <= high + 1e-9 * step; i += 1) ticks.push(i * step);
  return ticks;
}

/* The span of some numbers with a little air at both ends. */
function extent(values, air = 0.05) {
  const known = values.filter((value) => value !== null && Number.isFinite(value));
  if (!known.length) return [0, 1];
  const low = Math.min(...known);
  const high = Math.max(...known);
  const pad = (high - low || Math.abs(high) || 1) * air;
  return [low - pad, high + pad];
}

const tickText = (value) => String(Number(value.toPrecision(6)));
