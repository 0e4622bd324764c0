import type { CorrectedComparison } from "../../calibration/index.ts";
import {
  bareTable,
  escapeMarkdown,
  explainRough,
  formatFixed,
  formatPEquals,
  formatSigned,
  type Layout,
  markdownTable,
  plural,
  restLine,
  toned,
  visibleLine,
} from "../../text/presentation/index.ts";
import { correctedComparisonLines } from "../calibration/correction-section.ts";
import type { Comparison } from "../statistics/comparison.ts";
import { comparisonLine } from "../statistics/comparison-section.ts";
import { differenceCells, formatMean } from "../statistics/format-figures.ts";
import type { CampaignComparison } from "./compare-campaigns.ts";
import { leftOutLines } from "./left-out-text.ts";
import type { RegressionDecision } from "./regression-gate.ts";

/** Output of `assay compare`: the comparison, and whether it is a regression; null if not asked. */
export interface ComparisonReport {
  comparison: CampaignComparison;
  /** Comparison corrected by labels; omitted unless both sides have labels. */
  corrected?: CorrectedComparison[];
  regression: RegressionDecision | null;
}

const MOST_CASES_LISTED = 10;

/** Renders a comparison for the terminal: the result first, then its basis. */
export function renderComparisonText(
  { comparison, regression, corrected = [] }: ComparisonReport,
  layout: Layout = {},
): string {
  const cases = changed(comparison);
  const { verdict, sentence } = comparison.overall;
  const said = toned(layout, verdict.endsWith("better") ? "strong" : "doubtful", visibleLine(sentence));
  // Always show the correction with the answer, as labels may reverse it.
  const known = corrected.filter(({ result }) => result.kind !== "undefined").slice(0, 1);
  const answer = [said, ...correctedComparisonLines(known).slice(0, 1).map(visibleLine)].join("\n");
  return [
    answer,
    "",
    ...meanLines(comparison),
    "",
    ...comparisonSummary(comparison),
    ...correctedComparisonLines(corrected),
    ...(comparison.models.length > 0
      ? ["", bareTable(modelHead(comparison), comparison.models.map(modelRow), layout)]
      : []),
    ...(cases.rows.length > 0 ? ["", bareTable(CASE_HEAD, cases.rows, layout)] : []),
    ...restLine(cases.rest, 0, "case"),
    "",
    regression
      ? toned(layout, regression.decision === "no_regression" ? "good" : "bad", visibleLine(regression.reason))
      : answer,
  ].join("\n");
}

/** Renders a comparison with its verdict as JSON. */
export function renderComparisonJson({ comparison, regression, corrected }: ComparisonReport): string {
  return JSON.stringify({ ...comparison, ...(corrected && { corrected }), regression }, null, 2);
}

/** Renders a comparison as Markdown for a pull request comment: the answer first, details folded. */
export function renderComparisonMarkdown({ comparison, regression, corrected = [] }: ComparisonReport): string {
  const cases = changed(comparison);
  const verdict = regression
    ? [`**${regression.decision !== "no_regression" ? "❌" : "✅"} ${escapeMarkdown(regression.reason)}**`, ""]
    : [];
  return [
    "## Assay: candidate against base",
    "",
    ...verdict,
    ...[...comparisonSummary(comparison), ...correctedComparisonLines(corrected)].map(escapeMarkdown),
    "",
    meanTable(comparison),
    ...(comparison.models.length > 0
      ? ["", markdownTable(modelHead(comparison), comparison.models.map(modelRow))]
      : []),
    ...(cases.rows.length > 0
      ? [
          "",
          `<details><summary>${plural(comparison.cases.length, "shared case")}, largest drop first</summary>`,
          "",
          markdownTable(CASE_HEAD, cases.rows),
          ...(cases.rest > 0 ? ["", `… and ${plural(cases.rest, "more case")}.`] : []),
          "",
          "</details>",
        ]
      : []),
  ].join("\n");
}

type BothMeans = Pick<CampaignComparison, "base" | "candidate">;

/** The mean score of each side, for a terminal. */
export function meanLines({ base, candidate }: BothMeans): string[] {
  return [
    `base       ${base.label}: ${formatMean(base.mean)}`,
    `candidate  ${candidate.label}: ${formatMean(candidate.mean)}`,
  ];
}

/** The mean score of each side, as Markdown. */
export function meanTable({ base, candidate }: BothMeans): string {
  return markdownTable(
    ["", "mean score"],
    [
      [`base: ${base.label}`, formatMean(base.mean)],
      [`candidate: ${candidate.label}`, formatMean(candidate.mean)],
    ],
  );
}

const modelHead = ({ paired_by = "model" }: { paired_by?: string }) => [
  paired_by,
  "difference",
  "95 % interval",
  "p (corrected)",
];
const CASE_HEAD = ["case", "base", "candidate", "change"];

/** Returns the result, followed by what it omits. */
export function comparisonSummary({ overall, models, pass_fail, warnings, left_out }: CampaignComparison): string[] {
  const printed = [...(overall.verdict.endsWith("better") ? [overall] : []), ...models];
  return [
    comparisonLine(overall),
    ...(pass_fail
      ? [
          `Pass or fail: ${plural(pass_fail.only_first, "case")} passed only before, ${plural(pass_fail.only_second, "case")} only now (${formatPEquals(pass_fail.p_value)}).`,
        ]
      : []),
    ...explainRough(
      printed.map(({ difference }) => (difference.kind === "difference" ? difference.interval : difference)),
    ),
    ...leftOutLines({ left_out }),
    ...warnings.map((warning) => `Warning: ${warning}.`),
  ];
}

function modelRow({ first, difference, p_adjusted }: Comparison): string[] {
  const p = difference.kind === "undefined" || p_adjusted === null ? "–" : formatPEquals(p_adjusted);
  return [first.id, ...differenceCells(difference), p];
}

/** Returns both ends of the list, since drops or gains alone would mislead. */
function changed({ cases }: CampaignComparison): { rows: string[][]; rest: number } {
  const moved = cases.filter(({ difference }) => Math.abs(difference) > 1e-9);
  const listed =
    moved.length <= MOST_CASES_LISTED
      ? moved
      : [...moved.slice(0, MOST_CASES_LISTED / 2), ...moved.slice(-MOST_CASES_LISTED / 2)];
  return {
    rows: listed.map(({ case_id, base, candidate, difference }) => [
      case_id,
      formatFixed(base, 2),
      formatFixed(candidate, 2),
      formatSigned(difference),
    ]),
    rest: moved.length - listed.length,
  };
}
