import type { DiskUse, Measured } from "./call-assay.ts";

/** One line of the table: what was measured, and the limits it has to keep. */
export interface Row {
  what: string;
  seconds: number;
  /** What the providers' time alone would take. */
  idealSeconds?: number;
  trials: number;
  /** Left out where the line above is about the same process. */
  usage?: Pick<Measured, "cpuSeconds" | "peakMegabytes">;
  disk?: DiskUse;
  limits: Limit[];
}

export interface Limit {
  words: string;
  value: number;
  limit: number;
}

export const seconds = (value: number, limit: number): Limit => ({ words: `≤ ${limit} s`, value, limit });
export const ratio = (value: number, limit: number, to = "ideal"): Limit => ({
  words: `≤ ${limit} × ${to}`,
  value,
  limit,
});
export const cpu = (value: number, limit: number): Limit => ({ words: `≤ ${limit} s CPU`, value, limit });
export const megabytes = (value: number, limit: number): Limit => ({ words: `< ${limit} MB`, value, limit });
export const kilobytesPerTrial = (value: number, limit: number): Limit => ({
  words: `≤ ${limit} kB a trial`,
  value: value / 1000,
  limit,
});

const WIDTHS = [56, 9, 8, 7, 10, 8, 8, 9, 10, 8];
const HEADINGS = [
  "",
  "measured",
  "ideal",
  "ratio",
  "CPU/trial",
  "CPU",
  "memory",
  "kB/trial",
  "on disk",
  "files",
  "  limit",
];

export function printHeadings(): void {
  console.log(line(HEADINGS));
}

export function printRow(row: Row, attempts: number): void {
  const missed = row.limits.filter((limit) => !holds(limit));
  const verdict =
    missed.length === 0
      ? "ok"
      : `FAILED: ${missed.map(({ words, value }) => `${value.toFixed(2)}, not ${words}`).join("; ")}`;
  const limits = row.limits.map(({ words }) => words).join(", ") || "none";
  const tries = attempts > 1 ? ` (best of ${attempts})` : "";
  console.log(line([...figures(row), `  ${limits}   ${verdict}${tries}`]));
  if (missed.length > 0) process.exitCode = 1;
}

export function holds({ value, limit }: Limit): boolean {
  return value <= limit;
}

function figures({ what, seconds: took, idealSeconds, trials, usage, disk }: Row): string[] {
  const perTrial = (total: number) => total / trials;
  return [
    what,
    `${took.toFixed(2)} s`,
    idealSeconds === undefined ? "" : `${idealSeconds.toFixed(1)} s`,
    idealSeconds === undefined ? "" : (took / idealSeconds).toFixed(2),
    usage ? `${(perTrial(usage.cpuSeconds) * 1000).toFixed(2)} ms` : "",
    usage ? `${usage.cpuSeconds.toFixed(1)} s` : "",
    usage ? `${usage.peakMegabytes.toFixed(0)} MB` : "",
    disk ? (perTrial(disk.bytes) / 1000).toFixed(1) : "",
    disk ? (perTrial(disk.allocated) / 1000).toFixed(1) : "",
    disk ? perTrial(disk.files).toFixed(2) : "",
  ];
}

function line(cells: string[]): string {
  const [what, ...rest] = cells;
  return `  ${what!.padEnd(WIDTHS[0]!)}${rest.map((cell, index) => cell.padStart(WIDTHS[index + 1] ?? 0)).join("")}`;
}
