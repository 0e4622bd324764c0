import type { batch } from "../../judging/index.ts";
import { bareTable, type Layout, type Tone, toned, visibleLine } from "../../text/presentation/index.ts";
import { batchComparisonSentences, comparedFigures } from "./comparison-markdown.ts";

/** Renders a decision for a terminal, with the result first and again at the end. */
export function batchComparisonText(comparison: batch.BatchComparison, layout: Layout = {}): string {
  const { decision, reason, base, candidate, warnings } = comparison;
  const verdict = toned(layout, TONES[decision], `${decision}: ${visibleLine(reason)}.`);
  return [
    verdict,
    bareTable(["", `base: ${base.name}`, `candidate: ${candidate.name}`], comparedFigures(comparison), layout),
    [
      ...batchComparisonSentences(comparison),
      ...warnings.map((warning) => toned(layout, "doubtful", `Warning: ${visibleLine(warning)}.`)),
    ].join("\n"),
    verdict,
  ].join("\n\n");
}

const TONES: Record<batch.BatchComparison["decision"], Tone> = {
  keep: "good",
  revert: "bad",
  inconclusive: "doubtful",
};
