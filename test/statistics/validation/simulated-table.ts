import { markdownTable } from "../../../src/text/presentation/index.ts";

/** A table that simulation filled, and where it leaves its bands. */
export interface SimulatedTable {
  /** The marker around it in docs/statistics.md. */
  name: string;
  head: string[];
  rows: string[][];
  problems: string[];
}

/** How thorough a validation is: the cells it looks at and the campaigns for each. */
export interface Effort {
  /** Numbers of cases, for coverage and power. */
  cases: number[];
  /** The same for errors: beyond some dozens, tests by random sign flips are slow and no longer change. */
  errorCases: number[];
  /** Numbers of models. */
  models: number[];
  /** Campaigns of a cell of coverage and of power. */
  coverage: number;
  power: number;
  /** Campaigns of a cell of errors, doubled up to the most as long as the limit is not clearly kept. */
  errors: { first: number; most: number };
  /** Labels of each subject, and labelled campaigns of a cell. */
  labels: number[];
  calibration: number;
}

/** The effort of `npm run validate-statistics`: some minutes. */
export const FULL_EFFORT: Effort = {
  cases: [6, 8, 10, 14, 20, 30, 100],
  errorCases: [6, 8, 10, 14, 20, 40],
  models: [2, 3, 4, 5, 6],
  coverage: 10_000,
  errors: { first: 1000, most: 16_000 },
  power: 600,
  labels: [20, 30, 100, 300],
  calibration: 1000,
};

/** The effort of `npm test`: some seconds. */
export const SMALL_EFFORT: Effort = {
  cases: [8, 14, 30],
  errorCases: [8, 20],
  models: [2, 4],
  coverage: 1500,
  errors: { first: 150, most: 150 },
  power: 100,
  labels: [40],
  calibration: 60,
};

export type Progress = (what: string) => void;

export function tableMarkdown({ head, rows }: SimulatedTable): string {
  return markdownTable(head, rows);
}

/** How often `holds` is true; campaigns for which it has nothing to say are left out. */
export function shareOf(campaigns: number, holds: (campaign: number) => boolean | null): number | null {
  let hits = 0;
  let counted = 0;
  for (let campaign = 0; campaign < campaigns; campaign++) {
    const outcome = holds(campaign);
    if (outcome === null) continue;
    counted += 1;
    if (outcome) hits += 1;
  }
  return counted === 0 ? null : hits / counted;
}

/**
 * The error of a share that so many simulated campaigns leave: bands are checked with two of them to spare, so that a small sample fails
 * only for a method that is off. The full run has bands of its own width.
 */
export function leeway(share: number, campaigns: number, { power }: Effort): number {
  return power >= FULL_EFFORT.power ? 0 : 2.5 * Math.sqrt((share * (1 - share)) / campaigns);
}

/** A seed of its own for every cell, the same on every machine. */
export function seedOf(...parts: (string | number)[]): number {
  let seed = 7;
  for (const character of parts.join("/")) seed = (Math.imul(seed, 31) + character.codePointAt(0)!) | 0;
  return seed;
}
