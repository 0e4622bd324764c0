import type { CorrectedFigure } from "./calibration-page.ts";
import type { DrawnComparison } from "./campaign-page.ts";

/** Two campaigns of one suite on their common cases; the earlier is the base. */
export interface ComparisonPage {
  base: ComparedName;
  candidate: ComparedName;
  /** Reason why they are not comparable, otherwise null. */
  problem: string | null;
  /** Lines of `assay compare`: the result, pass and fail, and omitted cases with reasons. */
  lines: string[];
  /** Candidate minus base; null if not comparable. */
  overall: Pick<DrawnComparison, "difference" | "low" | "high" | "shown"> | null;
  /** The differences corrected by both sides' labels, by question. */
  corrected: CorrectedFigure[];
  /** One per common subject, if there are several. */
  subjects: DrawnComparison[];
  /** Pairs of subjects. */
  pairs: [base: string, candidate: string][];
  /** Largest absolute difference first. */
  cases: { case_id: string; base: number; candidate: number; difference: number }[];
}

interface ComparedName {
  /** As in the page's address. */
  name: string;
  mean: number | null;
}
