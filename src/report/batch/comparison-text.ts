import type { batch } from "../../judging/index.ts";
import { intervalText } from "./result-text.ts";

/** A decision for people, fit for a pull request comment. */
export function batchComparisonText(comparison: batch.BatchComparison): string {
  const { decision, reason, base, candidate, method, shared_items, interval, improvement } = comparison;
  const basis =
    method === "paired"
      ? `Paired on the ${shared_items} items that both samples share`
      : `Unpaired, because the samples share only ${shared_items} items`;
  const lines = [
    `## ${decision}`,
    "",
    `${reason}.`,
    "",
    `| | base: ${base.name} | candidate: ${candidate.name} |`,
    "|---|---:|---:|",
    row("mean", base.mean.toFixed(2), candidate.mean.toFixed(2)),
    row("items in all", String(base.population), String(candidate.population)),
    row("ambiguous", percent(base.ambiguous_share), percent(candidate.ambiguous_share)),
    ...(base.false_negative_share === null && candidate.false_negative_share === null
      ? []
      : [
          row(
            "singletons that should have been clustered",
            percent(base.false_negative_share),
            percent(candidate.false_negative_share),
          ),
        ]),
    "",
    `${basis}; improvement ${improvement.toFixed(2)} ${interval.kind === "interval" ? intervalText(interval) : "without interval"}.`,
    ...sampleSizeLines(comparison),
    ...comparison.warnings.map((warning) => `Warning: ${warning}.`),
  ];
  return `${lines.join("\n")}\n`;
}

function sampleSizeLines({ items_needed, base, candidate }: batch.BatchComparison): string[] {
  if (items_needed === null) return [];
  const available = Math.min(base.population, candidate.population);
  if (items_needed > available) {
    return [
      `It would take about ${items_needed} items to decide it (80 % power), more than the ${available} there are: judge all of them, with more repetitions, or take the two for equal.`,
    ];
  }
  return [`A sample of about ${items_needed} items (sample_size) would decide it (80 % power).`];
}

function row(...cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function percent(share: number | null): string {
  return share === null ? "–" : `${Math.round(share * 100)} %`;
}
