import type { batch } from "../../judging/index.ts";
import {
  escapeMarkdown,
  formatFixed,
  formatPercent,
  plural,
  roughLines,
  visibleLine,
} from "../../presentation/index.ts";
import { intervalText } from "./result-text.ts";

/** A decision for people, fit for a pull request comment. */
export function batchComparisonMarkdown(comparison: batch.BatchComparison): string {
  return describeComparison(comparison, escapeMarkdown);
}

/** The same for a terminal, where nothing needs a backslash. */
export function batchComparisonText(comparison: batch.BatchComparison): string {
  return describeComparison(comparison, visibleLine);
}

/** `write` makes safe what the user or the experiment wrote. */
function describeComparison(comparison: batch.BatchComparison, write: (text: string) => string): string {
  const { decision, reason, base, candidate, method, shared_items, interval, improvement } = comparison;
  const basis =
    method === "paired"
      ? `Paired on the ${plural(shared_items, "item")} that both samples share`
      : `Unpaired, because the samples share only ${plural(shared_items, "item")}`;
  const lines = [
    `## ${decision}`,
    "",
    `${write(reason)}.`,
    "",
    `| | base: ${write(base.name)} | candidate: ${write(candidate.name)} |`,
    "|---|---:|---:|",
    row("mean", formatFixed(base.mean, 2), formatFixed(candidate.mean, 2)),
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
    `${basis}; improvement ${formatFixed(improvement, 2)} ${interval.kind === "interval" ? intervalText(interval) : `(no interval, because ${interval.reason})`}.`,
    ...roughLines([interval]),
    ...sampleSizeLines(comparison),
    ...comparison.warnings.map((warning) => `Warning: ${write(warning)}.`),
  ];
  return `${lines.join("\n")}\n`;
}

function sampleSizeLines({ items_needed, base, candidate }: batch.BatchComparison): string[] {
  if (items_needed === null) return [];
  const available = Math.min(base.population, candidate.population);
  if (items_needed > available) {
    return [
      `It would take about ${plural(items_needed, "item")} to decide it (80 % power), more than the ${available} there are: judge all of them, with more repetitions, or take the two for equal.`,
    ];
  }
  return [`A sample of about ${plural(items_needed, "item")} (sample_size) would decide it (80 % power).`];
}

function row(...cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function percent(share: number | null): string {
  return share === null ? "–" : formatPercent(share);
}
