import { batch } from "../../../judging/index.ts";

import { batchComparisonSentences } from "../../../report/index.ts";
import { formatFixed, formatPercent } from "../../../text/presentation/index.ts";
import type { BatchDecision, BatchPage } from "../../wire/index.ts";

type Comparison = batch.BatchComparison;

/** More decisions do not help the reader. */
const MOST_DECISIONS = 8;

/** Runs `assay batch compare` between an experiment and every other one, with the earlier of two as the base. */
export function batchDecisions(
  stored: batch.StoredBatch,
  all: readonly batch.StoredBatch[],
): Pick<BatchPage, "decisions" | "not_compared"> {
  const decisions: BatchDecision[] = [];
  const not_compared: BatchPage["not_compared"] = [];
  for (const other of all) {
    if (other.name === stored.name || decisions.length === MOST_DECISIONS) continue;
    const [base, candidate] = isEarlier(other, stored) ? [other, stored] : [stored, other];
    const compared = batch.decideBatches(base, candidate);
    if (compared.ok) decisions.push(drawnDecision(compared.comparison));
    else not_compared.push({ name: other.name, reasons: compared.reasons });
  }
  return { decisions, not_compared };
}

/** Orders experiments by time, and by name if they are equal, so that every page agrees. */
export function isEarlier(one: batch.StoredBatch, other: batch.StoredBatch): boolean {
  return one.last_at === other.last_at ? one.name < other.name : one.last_at < other.last_at;
}

function drawnDecision(comparison: Comparison): BatchDecision {
  const { base, candidate, decision, reason, improvement, interval, minimum_improvement } = comparison;
  const known = interval.kind === "interval" ? interval : null;
  return {
    base: base.name,
    candidate: candidate.name,
    decision,
    reason,
    improvement,
    low: known?.low ?? null,
    high: known?.high ?? null,
    minimum: minimum_improvement,
    lines: [
      ...batchComparisonSentences(comparison),
      `Mean ${formatFixed(base.mean, 2)} before, ${formatFixed(candidate.mean, 2)} after.`,
      ...describeMissed(base.false_negative_share, candidate.false_negative_share),
      ...comparison.warnings.map((warning) => `Warning: ${warning}.`),
    ],
  };
}

function describeMissed(before: number | null, after: number | null): string[] {
  if (before === null || after === null) return [];
  return [
    `Singletons that should have been clustered: ${formatPercent(before)} before, ${formatPercent(after)} after.`,
  ];
}
