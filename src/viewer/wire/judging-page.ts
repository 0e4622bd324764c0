import type { ReportSection } from "./figures.ts";
import type { JudgingRow } from "./store-page.ts";

/** The page of a result under a name, as its protocol describes it. */
export interface JudgingPage extends Pick<JudgingRow, "name" | "note" | "state" | "missing"> {
  sections: ReportSection[];
  /** The names of its units. */
  units: string[];
}

/** Some units of a result; null where one is damaged. */
export interface UnitChunk {
  units: (UnitPage | null)[];
}

/** Number of units per chunk. */
export const UNITS_IN_A_CHUNK = 50;

/** The words that judges saw, and their verdicts. */
export interface UnitPage {
  name: string;
  headline: string;
  question: { role: string; content: string }[];
  answer: string | null;
  verdicts: {
    judge: string;
    repetition: number;
    dimensions: Record<string, number>;
    summary: string | null;
    problem: string | null;
  }[];
  warnings: string[];
}
