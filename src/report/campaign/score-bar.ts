const CELLS = 5;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** Draws a score of 0 to 10 as a bar of five cells, exact to a quarter of a point. */
export function scoreBar(score: number): string {
  const eighths = Math.round((Math.min(10, Math.max(0, score)) / 10) * CELLS * 8);
  const bar = "█".repeat(eighths >> 3) + EIGHTHS[eighths & 7];
  return bar.padEnd(CELLS, "·");
}
