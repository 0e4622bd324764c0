import type { rubric } from "../../../judging/index.ts";
import { columns } from "../../../report/index.ts";

/** Rows beyond this are for the files, not for the terminal. */
const MOST_ROWS = 24;

/** What a judging came to, in few lines: how much counts, the totals by variant, their differences, and where the rest is. */
export function briefSummary(summary: rubric.RubricSummary, folder: string): string {
  const { verdicts, invalid, unanswered } = summary.judgements;
  const dimension = summary.means.some((row) => row.dimension === "total") ? "total" : summary.means[0]?.dimension;
  const means = summary.means
    .filter((row) => row.dimension === dimension)
    .map(({ model, prompt_variant, eval_set_variant, mean }) => [
      model,
      prompt_variant,
      eval_set_variant,
      mean.kind === "mean" ? mean.mean.toFixed(2) : "–",
      mean.kind === "mean" && mean.interval.kind === "interval"
        ? `[${mean.interval.low.toFixed(2)}, ${mean.interval.high.toFixed(2)}]`
        : "",
      mean.kind === "mean" ? `${mean.cases} question${mean.cases === 1 ? "" : "s"}` : "",
    ]);
  const differences = summary.differences
    .filter((row) => row.dimension === dimension)
    .map(({ model, eval_set_variant, first, second, difference, p_adjusted }) => [
      model,
      `${first} → ${second}`,
      eval_set_variant,
      difference.kind === "difference"
        ? `${difference.difference >= 0 ? "+" : ""}${difference.difference.toFixed(2)}`
        : "–",
      difference.kind === "difference" && difference.interval.kind === "interval"
        ? `[${difference.interval.low.toFixed(2)}, ${difference.interval.high.toFixed(2)}]`
        : "",
      p_adjusted === null ? "" : `p ${p_adjusted.toFixed(3)} (Holm)`,
    ]);
  return [
    `${verdicts} valid judgements of ${summary.samples} samples, ${invalid} invalid, ${unanswered} unanswered${summary.offline ? " (offline judge: rules, no language model)" : ""}`,
    summary.self_judged > 0 ? `self-judging: ${summary.self_judged} judgements by the model that wrote the output` : "",
    part(`Mean ${dimension}, 95 % interval`, means),
    part(`Difference in ${dimension} between variants on the same questions`, differences),
    "",
    `Summary: ${folder}/summary.md`,
    `Tables:  ${folder}/scores_long.csv, scores_grouped.csv, failure_tags.csv, invalid.csv`,
  ]
    .filter((line, index) => line !== "" || index === 4)
    .join("\n");
}

function part(title: string, rows: string[][]): string {
  if (rows.length === 0) return "";
  const more = rows.length > MOST_ROWS ? `\n  … and ${rows.length - MOST_ROWS} more in summary.md` : "";
  return `\n${title}\n${columns(rows.slice(0, MOST_ROWS), "  ")}${more}`;
}
