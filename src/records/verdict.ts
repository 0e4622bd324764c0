import type { Dimension } from "./vocabulary.ts";

/** A valid answer of a campaign judge. */
export interface Verdict {
  summary: string;
  dimensions: Record<Dimension, { evidence: string[]; score: number }>;
  overall: { score: number; reason: string | null };
}
