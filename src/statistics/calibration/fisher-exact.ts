/**
 * Fisher's exact test of a table of two by two: the probability, given its margins, of a table at least as unlikely as this one.
 * Two-sided.
 *
 * Source: Fisher, "On the interpretation of χ² from contingency tables", J. Royal Statistical Society 85 (1922).
 *
 * @example statistics.fisherExact([[3, 1], [1, 3]]).toFixed(3) // "0.486"
 */
export function fisherExact([[a, b], [c, d]]: readonly [readonly [number, number], readonly [number, number]]): number {
  const row = a + b;
  const column = a + c;
  const total = a + b + c + d;
  const logFactorials = [0];
  for (let index = 1; index <= total; index++) logFactorials.push(logFactorials[index - 1]! + Math.log(index));
  const logChoose = (from: number, some: number) =>
    logFactorials[from]! - logFactorials[some]! - logFactorials[from - some]!;
  const chance = (cell: number) =>
    Math.exp(logChoose(row, cell) + logChoose(total - row, column - cell) - logChoose(total, column));
  const seen = chance(a);
  let sum = 0;
  for (let cell = Math.max(0, column - (total - row)); cell <= Math.min(row, column); cell++) {
    const own = chance(cell);
    // Equally unlikely tables differ by rounding.
    if (own <= seen * (1 + 1e-7)) sum += own;
  }
  return Math.min(1, sum);
}
