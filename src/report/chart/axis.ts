/** Mapping from data to pixels. */
export interface Axis {
  logarithmic: boolean;
  low: number;
  high: number;
  ticks: number[];
  /** Position between the two ends, 0 to 1. */
  place(value: number): number;
}

/** Makes a linear axis with round ends around the values, within `bounds`, such as a score's 0 to 10. */
export function linearAxis(
  values: readonly number[],
  { bounds = [0, Number.POSITIVE_INFINITY] as [number, number], smallestSpan = 0, wishedTicks = 6 } = {},
): Axis {
  let low = Math.min(...values);
  let high = Math.max(...values);
  const missing = smallestSpan - (high - low);
  if (missing > 0) {
    low -= missing / 2;
    high += missing / 2;
  }
  // Include zero if that costs little room, so that "twice as expensive" also looks like it.
  if (low > 0 && low < 0.4 * high) low = 0;
  if (high === low) high = low === 0 ? 1 : low * 1.5;
  const step = roundStep((high - low) / wishedTicks);
  low = Math.max(bounds[0], Math.floor(low / step + 1e-9) * step);
  high = Math.min(bounds[1], Math.ceil(high / step - 1e-9) * step);
  if (high - low < smallestSpan) {
    if (low === bounds[0]) high = Math.min(bounds[1], low + smallestSpan);
    else low = Math.max(bounds[0], high - smallestSpan);
  }
  const ticks: number[] = [];
  for (let index = Math.ceil(low / step - 1e-9); index * step <= high + step * 1e-9; index++)
    ticks.push(Number((index * step).toPrecision(12)));
  return { logarithmic: false, low, high, ticks, place: (value) => (value - low) / (high - low) };
}

/** Makes a logarithmic axis over positive values, with ticks at 1, 2 and 5 (or only at 1) of each power of ten. */
export function logarithmicAxis(values: readonly number[]): Axis {
  const low = Math.min(...values) / 1.4;
  const high = Math.max(...values) * 1.4;
  const decades = Math.log10(high / low);
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const lead of decades > 4 ? [1] : [1, 2, 5]) {
      const tick = Number(`${lead}e${power}`);
      if (tick >= low && tick <= high) ticks.push(tick);
    }
  const span = Math.log(high / low);
  return { logarithmic: true, low, high, ticks, place: (value) => Math.log(value / low) / span };
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
export function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power;
  return Number(((lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power).toPrecision(12));
}
