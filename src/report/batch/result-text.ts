import type { batch } from "../../judging/index.ts";
import type { ClusteredMean, Interval, Proportion, StratifiedMean, Undefined } from "../../statistics/index.ts";

type BatchResult = batch.BatchResult;

/** A measured experiment for people: the number that decides first, then what it rests on. Markdown, readable as text. */
export function batchResultText(result: BatchResult): string {
  const { scores, sample, scoring, cost } = result;
  const lines = [
    `# ${result.title ?? result.name}`,
    "",
    `**${scoring.primary}: ${meanText(scores.weighted_mean ?? scores.mean)}** (${scoring.direction}${scores.weighted_mean ? ", weighted to the population" : ""})`,
    "",
    `${scores.scored} of ${sample.sampled} sampled items scored, from ${sample.population} in all (seed ${sample.seed}).`,
    ...(scores.unscored > 0
      ? [`${scores.unscored} unscored: without a valid verdict of every judge; they count nowhere.`]
      : []),
    `Ambiguous: ${shareText(scores.ambiguous)}. Without them: ${meanText(scores.weighted_mean_without_ambiguous ?? scores.mean_without_ambiguous)}.`,
    ...(scores.agreement.kind === "agreement"
      ? [`Agreement between verdicts on the same item: α ${scores.agreement.alpha.toFixed(2)}.`]
      : []),
    "",
    ...distributionLines(result),
    ...strataLines(result),
    ...secondaryLines(result),
    ...singletonLines(result),
    `Judges: ${result.judges.map(judgeText).join(", ")}.`,
    `Calls: ${cost.new_calls} new ($${cost.new_cost_usd.toFixed(4)}), ${cost.reused_calls} reused ($${cost.reused_cost_usd.toFixed(4)} saved); limit $${cost.max_total_cost_usd}.`,
    ...(cost.unpriced_calls > 0 && result.judges.some(({ offline }) => !offline)
      ? [`${cost.unpriced_calls} calls came without a cost from the provider; the limit does not know them.`]
      : []),
    ...result.warnings.map((warning) => `Warning: ${warning}.`),
    ...(result.stopped === null ? [] : [`Incomplete: ${result.stopped}. The same command goes on from here.`]),
  ];
  return `${lines.join("\n")}\n`;
}

export function meanText(value: ClusteredMean | StratifiedMean | Undefined): string {
  if (value.kind === "undefined") return `not known, because ${value.reason}`;
  const interval = value.interval;
  return `${value.mean.toFixed(2)} ${interval.kind === "interval" ? intervalText(interval) : `(no interval, because ${interval.reason})`}`;
}

export function intervalText({ low, high, level }: Interval): string {
  return `(${Math.round(level * 100)} % interval ${low.toFixed(2)} to ${high.toFixed(2)})`;
}

function shareText(value: Proportion | Undefined): string {
  if (value.kind === "undefined") return `not known, because ${value.reason}`;
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const { low, high } = value.interval;
  return `${percent(value.share)} (${value.successes} of ${value.trials}; 95 % interval ${percent(low)} to ${percent(high)})`;
}

function judgeText({ model, repetitions, offline }: BatchResult["judges"][number]): string {
  return `${model}${repetitions > 1 ? ` × ${repetitions}` : ""}${offline ? " (offline program, no LLM)" : ""}`;
}

const LONGEST_BAR = 30;

function distributionLines({ scores }: BatchResult): string[] {
  const most = Math.max(1, ...scores.distribution.map(({ items }) => items));
  const bars = scores.distribution.map(({ score, items }) => {
    const bar = "█".repeat(Math.max(1, Math.round((items / most) * LONGEST_BAR)));
    return `    ${String(Math.round(score * 100) / 100).padStart(6)}  ${bar} ${items}`;
  });
  return bars.length === 0 ? [] : ["Distribution:", "", ...bars, ""];
}

function strataLines({ scores }: BatchResult): string[] {
  if (scores.per_stratum.length < 2) return [];
  const rows = scores.per_stratum.map(
    ({ stratum, population, scored, mean }) => `| ${stratum} | ${population} | ${scored} | ${meanText(mean)} |`,
  );
  return ["| bucket | items | scored | mean |", "|---|---:|---:|---|", ...rows, ""];
}

function secondaryLines({ scores }: BatchResult): string[] {
  const lines = Object.entries(scores.secondary).map(([name, summary]) => {
    if (summary.type === "number") return `- ${name}: ${meanText(summary.weighted_mean ?? summary.mean)}`;
    if (summary.type === "boolean") return `- ${name}: ${shareText(summary.share_true)}`;
    const frequent = summary.values.toSorted((one, other) => other.items - one.items).slice(0, 5);
    return `- ${name}: ${frequent.map(({ value, items }) => `${value} (${items})`).join(", ")}`;
  });
  return lines.length === 0 ? [] : [...lines, ""];
}

function singletonLines({ singletons }: BatchResult): string[] {
  if (!singletons) return [];
  return [
    `Singletons: ${singletons.judged} judged of ${singletons.population}${singletons.unscored > 0 ? `, ${singletons.unscored} unscored` : ""}.`,
    `Should have been clustered (false negatives): ${shareText(singletons.false_negatives)}.`,
    `The same, judged with confidence 4 or 5: ${shareText(singletons.confident_false_negatives)}.`,
    "",
  ];
}
