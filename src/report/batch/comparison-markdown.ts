import type { batch } from "../../judging/index.ts";
import { escapeMarkdown, explainRough, formatFixed, formatPercent, plural } from "../../text/presentation/index.ts";
import { intervalText } from "./result-markdown.ts";

/** Renders a decision as Markdown, for pull request comments. */
export function batchComparisonMarkdown(comparison: batch.BatchComparison): string {
  const write = escapeMarkdown;
  const { decision, reason, base, candidate } = comparison;
  const lines = [
    `## ${decision}`,
    "",
    `${write(reason)}.`,
    "",
    `| | base: ${write(base.name)} | candidate: ${write(candidate.name)} |`,
    "|---|---:|---:|",
    ...comparedFigures(comparison).map((cells) => `| ${cells.join(" | ")} |`),
    "",
    ...batchComparisonSentences(comparison),
    ...comparison.warnings.map((warning) => `Warning: ${write(warning)}.`),
  ];
  return `${lines.join("\n")}\n`;
}

/** Returns both sides' figures, one row each. */
export function comparedFigures({ base, candidate }: batch.BatchComparison): string[][] {
  const sides = (write: (side: typeof base) => string) => [write(base), write(candidate)];
  const singletons = sides(({ false_negative_share }) => percent(false_negative_share));
  return [
    ["mean", ...sides(({ mean }) => formatFixed(mean, 2))],
    ["items in all", ...sides(({ population }) => String(population))],
    ["ambiguous", ...sides(({ ambiguous_share }) => percent(ambiguous_share))],
    ...(base.false_negative_share === null && candidate.false_negative_share === null
      ? []
      : [["singletons that should have been clustered", ...singletons]]),
  ];
}

/** Explains what the decision depends on, and what would settle an open one. */
export function batchComparisonSentences(comparison: batch.BatchComparison): string[] {
  const { method, shared_items, interval, improvement } = comparison;
  const basis =
    method === "paired"
      ? `Paired on the ${plural(shared_items, "item")} that both samples share`
      : `Unpaired, because the samples share only ${plural(shared_items, "item")}`;
  return [
    `${basis}; improvement ${formatFixed(improvement, 2)} ${interval.kind === "interval" ? intervalText(interval) : `(no interval, because ${interval.reason})`}.`,
    ...explainRough([interval]),
    ...sampleSizeLines(comparison),
  ];
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

function percent(share: number | null): string {
  return share === null ? "–" : formatPercent(share);
}
