import type { CorrectedFigure } from "./calibration-page.ts";
import type { DrawnComparison } from "./campaign-page.ts";

/** Two campaigns of one suite on the cases they share; the earlier is the base. */
export interface ComparisonPage {
  base: ComparedName;
  candidate: ComparedName;
  /** Why they cannot be compared; null when they can. */
  problem: string | null;
  /** Lines of `assay compare`: the sentence, pass and fail, what was left out and why. */
  lines: string[];
  /** How much the candidate scores above the base; null when they cannot be compared. */
  overall: Pick<DrawnComparison, "difference" | "low" | "high" | "shown"> | null;
  /** The same as labels of both sides correct it, question by question. */
  corrected: CorrectedFigure[];
  /** One per subject that both have, where there are several. */
  subjects: DrawnComparison[];
  /** Ids of the subjects of both sides that are paired with each other. */
  pairs: [base: string, candidate: string][];
  /** The largest difference first, whichever way it points. */
  cases: { case_id: string; base: number; candidate: number; difference: number }[];
}

interface ComparedName {
  /** As in the address of its page. */
  name: string;
  mean: number | null;
}
