import type { batch } from "../../judging/index.ts";
import { intervalText } from "./result-text.ts";

/** A decision for people, fit for a pull request comment. */
export function batchComparisonText(comparison: batch.BatchComparison): string {
  const { decision, reason, base, candidate, method, shared_items, interval, items_needed } = comparison;
  const basis =
    method === "paired"
      ? `Paired on the ${shared_items} items that both samples share`
      : `Unpaired, because the samples share only ${shared_items} items`;
  const lines = [
    `## ${decision}`,
    "",
    `${reason}.`,
    "",
    "| | mean |",
    "|---|---:|",
    `| base: ${base.name} | ${base.mean.toFixed(2)} |`,
    `| candidate: ${candidate.name} | ${candidate.mean.toFixed(2)} |`,
    "",
    `${basis}; improvement ${comparison.improvement.toFixed(2)} ${interval.kind === "interval" ? intervalText(interval) : `without interval, because ${interval.reason}`}.`,
    ...(items_needed === null ? [] : [`A sample of about ${items_needed} items would decide it (80 % power).`]),
    ...comparison.warnings.map((warning) => `Warning: ${warning}.`),
  ];
  return `${lines.join("\n")}\n`;
}
