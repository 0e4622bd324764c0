import type { rubric } from "../../judging/index.ts";
import type { Interval, Undefined } from "../../statistics/index.ts";
import {
  agree,
  columns,
  explainRough,
  formatBracketedRange,
  formatFixed,
  formatPValue,
  formatSigned,
  type Layout,
  plural,
  toned,
} from "../../text/presentation/index.ts";
import { rubricVerdict } from "./verdict.ts";

/** Summary of a rubric judging, with its folder. */
export interface RubricReport {
  folder: string;
  summary: rubric.RubricSummary;
}

/** Further rows are only in the files. */
const MOST_ROWS = 24;

/** Summarizes a judging in a few lines: counts, totals by variant, differences, and where the rest is. */
export function briefSummary({ summary, folder }: RubricReport, layout: Layout = {}): string {
  const { verdicts, invalid, unanswered } = summary.judgements;
  const dimension = summary.means.some((row) => row.dimension === "total") ? "total" : summary.means[0]?.dimension;
  const means = summary.means
    .filter((row) => row.dimension === dimension)
    .map(({ model, prompt_variant, eval_set_variant, mean }) => [
      model,
      prompt_variant,
      eval_set_variant,
      formatFixed(mean.kind === "mean" ? mean.mean : null, 2),
      mean.kind === "mean" ? intervalText(mean.interval) : "",
      mean.kind === "mean" ? plural(mean.cases, "question") : "",
    ]);
  const differences = summary.differences
    .filter((row) => row.dimension === dimension)
    .map(({ model, eval_set_variant, first, second, difference, p_adjusted }) => [
      model,
      `${first} → ${second}`,
      eval_set_variant,
      difference.kind === "difference" ? formatSigned(difference.difference) : "–",
      difference.kind === "difference" ? intervalText(difference.interval) : "",
      p_adjusted === null ? "" : `p ${formatPValue(p_adjusted)} (Holm)`,
    ]);
  const verdict = rubricVerdict(summary, dimension).map(({ sentence, isDecided }) =>
    toned(layout, isDecided ? "good" : "doubtful", sentence),
  );
  return [
    ...(verdict.length > 0 ? [`${verdict.join("\n")}\n`] : []),
    `${plural(verdicts, "valid judgement")} of ${plural(summary.samples, "sample")}, ${invalid} invalid, ${unanswered} unanswered${summary.offline ? " (offline judge: rules, not a language model)" : ""}`,
    summary.self_judged > 0
      ? `self-judging: ${plural(summary.self_judged, "judgement")} by the model that wrote the output`
      : "",
    ...selfNamingLines(summary, dimension),
    brokenLine(summary),
    part(`Mean ${dimension}, 95 % interval`, means, layout),
    part(`Difference in ${dimension} between variants on the same questions`, differences, layout),
    ...explainRough(
      [...summary.means, ...summary.differences]
        .filter((row) => row.dimension === dimension)
        .map((row) => ("mean" in row ? row.mean : row.difference))
        .map((figure) => (figure.kind === "undefined" ? figure : figure.interval)),
    ),
    `\nSummary: ${folder}/summary.md`,
    `Tables:  ${folder}/scores_long.csv, scores_grouped.csv, failure_tags.csv, invalid.csv`,
    ...(verdict.length > 0 ? [`\n${verdict.join("\n")}`] : []),
  ]
    .filter((line) => line !== "")
    .join("\n");
}

/** Lists the means without samples that reveal themselves. */
function selfNamingLines({ self_naming }: rubric.RubricSummary, dimension: string | undefined): string[] {
  if (!self_naming) return [];
  const { samples, means_without } = self_naming;
  const means = means_without
    .filter((row) => row.dimension === dimension)
    .slice(0, MOST_ROWS)
    .map(
      ({ model, prompt_variant, mean }) =>
        `${model} ${prompt_variant} ${formatFixed(mean.kind === "mean" ? mean.mean : null, 2)}`,
    );
  const who = `${plural(samples, "sample")} ${agree(samples, "names its", "name their")} own model or variant`;
  return [`self-naming: ${who}; mean ${dimension} without ${agree(samples, "it", "them")}: ${means.join(", ")}`];
}

function brokenLine({ broken_answers: { count } }: rubric.RubricSummary): string {
  return count > 0 ? `${plural(count, "answer")} broke the contract; summary.md names them` : "";
}

function intervalText(interval: Interval | Undefined): string {
  return interval.kind === "interval"
    ? formatBracketedRange(interval, (value, more) => formatFixed(value, 2 + more))
    : `no interval: ${interval.reason}`;
}

function part(title: string, rows: string[][], layout: Layout): string {
  if (rows.length === 0) return "";
  const more = rows.length > MOST_ROWS ? `\n  … and ${rows.length - MOST_ROWS} more in summary.md` : "";
  return `\n${toned(layout, "strong", title)}\n${columns(rows.slice(0, MOST_ROWS), "  ", layout)}${more}`;
}
