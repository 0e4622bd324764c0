import type { DiskUse, Measured } from "./call-assay.ts";

/** One line of the table: the figures of one build, and the limits they have to keep. */
export interface Row {
  what: string;
  seconds: number;
  trials: number;
  /** Omit where the line above is about the same process. */
  usage?: Pick<Measured, "cpuSeconds" | "peakMegabytes">;
  disk?: DiskUse;
  limits: Limit[];
  /** The largest ratios to the figures of the other build. */
  against?: RatioLimits;
}

export type RatioLimits = Partial<Record<RatioName, number>>;
type RatioName = "seconds" | "cpuSeconds" | "peakMegabytes";

export interface Limit {
  words: string;
  /** Null when there was nothing to compare with. */
  value: number | null;
  limit: number;
}

/** A ratio to something else that was measured on the same machine in the same run. */
export const ratio = (value: number, limit: number, to: string): Limit => ({
  words: `≤ ${limit} × ${to}`,
  value,
  limit,
});
export const megabytes = (value: number, limit: number): Limit => ({ words: `≤ ${limit} MB`, value, limit });
export const megabytesOnDisk = ({ bytes }: DiskUse, limit: number): Limit => ({
  words: `≤ ${limit} MB on disk`,
  value: bytes / 1e6,
  limit,
});
const RATIO_WORDS: Record<RatioName, string> = {
  seconds: "the other's time",
  cpuSeconds: "the other's CPU",
  peakMegabytes: "the other's memory",
};

/** The limits of a row, those to the other build included. */
export function limitsOf(ours: Row, theirs: Row | undefined): Limit[] {
  const against = Object.entries(ours.against ?? {}) as [RatioName, number][];
  return [
    ...ours.limits,
    ...against.map(([name, limit]) => {
      const value = theirs ? figureOf(ours, name) / figureOf(theirs, name) : null;
      return { words: `≤ ${limit} × ${RATIO_WORDS[name]}`, value, limit };
    }),
  ];
}

function figureOf(row: Row, name: RatioName): number {
  return name === "seconds" ? row.seconds : row.usage![name];
}

export function holds({ value, limit }: Limit): boolean {
  return value === null || value <= limit;
}

const WIDTHS = [64, 10, 10, 10, 9, 10, 9, 8];
const HEADINGS = ["", "measured", "CPU", "CPU/trial", "memory", "kB/trial", "on disk", "files"];

export function printHeadings(): void {
  console.log(line(HEADINGS));
}

/** Prints what was measured, the same of the other build below it, and each limit with its figure. */
export function printRow(row: Row, theirs: Row | undefined, attempts: number): void {
  const limits = limitsOf(row, theirs);
  const tries = attempts > 1 ? ` (best of ${attempts})` : "";
  console.log(line([`${row.what}${tries}`, ...figures(row)]));
  if (theirs) console.log(line(["  the other build", ...figures(theirs)]));
  for (const limit of limits) console.log(`      ${verdictOn(limit)}`);
  if (!limits.every(holds)) process.exitCode = 1;
}

function verdictOn(limit: Limit): string {
  const { words, value } = limit;
  if (value === null) return `not measured without --against: ${words}`;
  return `${value.toFixed(2)} ${words}   ${holds(limit) ? "ok" : "FAILED"}`;
}

function figures({ seconds: took, trials, usage, disk }: Row): string[] {
  const perTrial = (total: number) => total / trials;
  return [
    `${took.toFixed(2)} s`,
    usage ? `${usage.cpuSeconds.toFixed(1)} s` : "",
    usage ? `${(perTrial(usage.cpuSeconds) * 1000).toFixed(2)} ms` : "",
    usage ? `${usage.peakMegabytes.toFixed(0)} MB` : "",
    disk ? (perTrial(disk.bytes) / 1000).toFixed(1) : "",
    disk ? (perTrial(disk.allocated) / 1000).toFixed(1) : "",
    disk ? perTrial(disk.files).toFixed(2) : "",
  ];
}

function line([what, ...rest]: string[]): string {
  return `  ${what!.padEnd(WIDTHS[0]!)}${rest.map((cell, index) => cell.padStart(WIDTHS[index + 1] ?? 0)).join("")}`;
}
