import { type batch, violationWords } from "../../judging/index.ts";
import type { ClusteredMean, Interval, Proportion, StratifiedMean, Undefined } from "../../statistics/index.ts";
import {
  agree,
  escapeMarkdown,
  explainRough,
  formatFixed,
  formatPercent,
  formatRange,
  formatRounded,
  formatUsd,
  plural,
  shortLine,
} from "../../text/presentation/index.ts";

type BatchResult = batch.BatchResult;

/** Renders a measured experiment as Markdown: the deciding number first, then its basis. */
export function batchResultMarkdown(result: BatchResult): string {
  const write = escapeMarkdown;
  const { scores, scoring } = result;
  const lines = [
    `# ${write(result.title ?? result.name)}`,
    "",
    `**${write(scoring.primary)}: ${meanText(scores.weighted_mean ?? scores.mean)}** (${scoring.direction}${scores.weighted_mean ? ", weighted to the population" : ""})`,
    "",
    ...batchSentences(result),
    "",
    ...distributionLines(result),
    ...strataLines(result, write),
    ...secondaryLines(result, write),
    ...(result.singletons ? [...singletonSentences(result), ""] : []),
    ...judgesAndCalls(result, write),
    ...brokenLines(result, write),
    ...explainRough(intervalsOf(result)),
    ...result.warnings.map((warning) => `Warning: ${write(warning)}.`),
    ...stoppedLines(result, write),
  ];
  return `${lines.join("\n")}\n`;
}

/** Escapes text of the user, the experiment or a judge. */
type Write = (text: string) => string;

/** Lists judges and costs. */
export function judgesAndCalls({ judges, cost }: BatchResult, write: Write): string[] {
  return [
    `Judges: ${judges.map((judge) => judgeText(judge, write)).join(", ")}.`,
    `Calls: ${cost.new_calls} new (${formatUsd(cost.new_cost_usd, 4)}), ${cost.reused_calls} reused (${formatUsd(cost.reused_cost_usd, 4)} saved); limit $${cost.max_total_cost_usd}.`,
    ...(cost.unpriced_calls > 0 && judges.some(({ offline }) => !offline)
      ? [
          `${plural(cost.unpriced_calls, "call")} came without a cost from the provider; the limit does not count ${agree(cost.unpriced_calls, "it", "them")}.`,
        ]
      : []),
  ];
}

/** Describes the basis of the mean, as sentences of figures. */
export function batchSentences({ scores, sample }: BatchResult): string[] {
  return [
    `${scores.scored} of ${plural(sample.sampled, "sampled item")} scored, from ${sample.population} in total (seed ${sample.seed}).`,
    ...(scores.unscored > 0
      ? [
          `${scores.unscored} unscored: without a valid verdict of every judge; ${agree(scores.unscored, "it counts", "they count")} nowhere.`,
        ]
      : []),
    `Ambiguous: ${shareText(scores.ambiguous)}. Without them: ${meanText(scores.weighted_mean_without_ambiguous ?? scores.mean_without_ambiguous)}.`,
    ...(scores.agreement.kind === "agreement"
      ? [`Agreement between verdicts on the same item: α ${formatFixed(scores.agreement.alpha, 2)}.`]
      : []),
  ];
}

/** Intervals of all printed means. */
export function intervalsOf({ scores }: BatchResult): (Interval | Undefined)[] {
  const means = [
    scores.weighted_mean ?? scores.mean,
    scores.weighted_mean_without_ambiguous ?? scores.mean_without_ambiguous,
    ...(scores.per_stratum.length < 2 ? [] : scores.per_stratum.map(({ mean }) => mean)),
    ...Object.values(scores.secondary).flatMap((field) =>
      field.type === "number" ? [field.weighted_mean ?? field.mean] : [],
    ),
  ];
  return means.map((mean) => (mean.kind === "undefined" ? mean : mean.interval));
}

export function meanText(value: ClusteredMean | StratifiedMean | Undefined): string {
  if (value.kind === "undefined") return `not known, because ${value.reason}`;
  const interval = value.interval;
  return `${formatFixed(value.mean, 2)} ${interval.kind === "interval" ? intervalText(interval) : `(no interval, because ${interval.reason})`}`;
}

export function intervalText(interval: Interval): string {
  const ends = formatRange(interval, (value, more) => formatFixed(value, 2 + more));
  return `(${formatPercent(interval.level)} interval ${ends})`;
}

export function shareText(value: Proportion | Undefined): string {
  if (value.kind === "undefined") return `not known, because ${value.reason}`;
  const { low, high } = value.interval;
  return `${formatPercent(value.share)} (${value.successes} of ${value.trials}; 95 % interval ${formatPercent(low)} to ${formatPercent(high)})`;
}

function judgeText({ model, repetitions, offline }: BatchResult["judges"][number], write: Write): string {
  return `${write(model)}${repetitions > 1 ? ` × ${repetitions}` : ""}${offline ? " (offline program, not an LLM)" : ""}`;
}

const LONGEST_BAR = 30;

function distributionLines(result: BatchResult): string[] {
  const bars = distributionBars(result).map((bar) => `    ${bar}`);
  return bars.length === 0 ? [] : ["Distribution:", "", ...bars, ""];
}

/** Draws the number of items with each score as bars. */
export function distributionBars({ scores }: BatchResult): string[] {
  const most = Math.max(1, ...scores.distribution.map(({ items }) => items));
  return scores.distribution.map(({ score, items }) => {
    const bar = "█".repeat(Math.max(1, Math.round((items / most) * LONGEST_BAR)));
    return `${formatRounded(score).padStart(6)}  ${bar} ${items}`;
  });
}

function strataLines({ scores }: BatchResult, write: Write): string[] {
  if (scores.per_stratum.length < 2) return [];
  const rows = scores.per_stratum.map(
    ({ stratum, population, scored, mean }) => `| ${write(stratum)} | ${population} | ${scored} | ${meanText(mean)} |`,
  );
  return ["| bucket | items | scored | mean |", "|---|---:|---:|---|", ...rows, ""];
}

function secondaryLines(result: BatchResult, write: Write): string[] {
  const lines = describeSecondaryFields(result, write).map((line) => `- ${line}`);
  return lines.length === 0 ? [] : [...lines, ""];
}

/** Summarizes the other fields of verdicts. */
export function describeSecondaryFields({ scores }: BatchResult, write: Write): string[] {
  return Object.entries(scores.secondary).map(([name, summary]) => {
    if (summary.type === "number") return `${write(name)}: ${meanText(summary.weighted_mean ?? summary.mean)}`;
    if (summary.type === "boolean") return `${write(name)}: ${shareText(summary.share_true)}`;
    const frequent = summary.values.toSorted((one, other) => other.items - one.items).slice(0, 5);
    return `${write(name)}: ${frequent.map(({ value, items }) => `${write(String(value))} (${items})`).join(", ")}`;
  });
}

const MOST_BROKEN = 10;
const LONGEST_PROBLEM = 200;

/** Lists broken answers by judge. */
export function brokenLines({ broken_answers: broken = [] }: BatchResult, write: Write): string[] {
  if (broken.length === 0) return [];
  const lines = broken
    .slice(0, MOST_BROKEN)
    .map(
      ({ judge_id, batch, repetition, attempt, refused, violations }) =>
        `- ${write(judge_id)}, ${batch}, repetition ${repetition}, answer ${attempt}${refused ? "" : ", in part"}: ${write(shortLine(violationWords(violations), LONGEST_PROBLEM))}`,
    );
  const rest = broken.length - MOST_BROKEN;
  return [
    "",
    `${plural(broken.length, "answer")} broke the contract and ${agree(broken.length, "was", "were")} asked again as far as attempts allowed:`,
    "",
    ...lines,
    ...(rest > 0 ? [`- … and ${rest} more in result.json`] : []),
    "",
  ];
}

/** Describes what the experiment missed. */
export function singletonSentences({ singletons }: BatchResult): string[] {
  if (!singletons) return [];
  return [
    `Singletons: ${singletons.judged} judged of ${singletons.population}${singletons.unscored > 0 ? `, ${singletons.unscored} unscored` : ""}.`,
    `Should have been clustered (false negatives): ${shareText(singletons.false_negatives)}.`,
    `The same, judged with confidence 4 or 5: ${shareText(singletons.confident_false_negatives)}.`,
  ];
}

export function stoppedLines({ stopped }: BatchResult, write: Write): string[] {
  if (stopped === null) return [];
  const isFull = stopped.includes("the limit of $");
  return [
    `Incomplete: ${write(stopped)}. The same command${isFull ? " with a higher --max-cost-usd" : ""} continues from here.`,
  ];
}
