import type { ListedResult } from "../../../operations/index.ts";
import { writeCampaignName } from "../../../records/index.ts";
import {
  bestForTheMoney,
  type CampaignReport,
  type ChartPoint,
  type Comparison,
  campaignSections,
  chartContent,
  headLines,
  type SectionId,
  statisticsSections,
} from "../../../report/index.ts";
import { formatSeconds, formatUsd, plural } from "../../../text/presentation/index.ts";
import type { CampaignPage, DrawnComparison, SubjectRow } from "../../wire/index.ts";
import { drawnScore, drawnShare } from "../figures/drawn-mean.ts";
import { campaignState } from "./campaign-state.ts";
import { judgeRows } from "./judge-rows.ts";
import { drawPrices } from "./price-chart.ts";
import { type LabelsOfTrial, trialColumns } from "./trial-columns.ts";
import { composeVerdict } from "./verdict-card.ts";

/** Number of trials per search chunk, which makes a megabyte or two. */
export const TRIALS_IN_A_SEARCH_CHUNK = 1000;

/** Composes the page of a campaign. */
export function composeCampaignPage(
  report: CampaignReport,
  listed: Pick<ListedResult, "suite_id" | "run_profile" | "evaluation_profile" | "running">,
  labelsOf: LabelsOfTrial = () => [],
): CampaignPage {
  const caseIds = report.cases.map(({ case_id }) => case_id);
  const subjects = subjectRows(report);
  const { columns, checkIds, labels } = trialColumns(
    report,
    subjects.map(({ model_id }) => model_id),
    caseIds,
    labelsOf,
  );
  const repetitions = columns.repetition.reduce((most, repetition) => Math.max(most, repetition), 0);
  const { state } = campaignState(columns.state, subjects.length * caseIds.length * repetitions, listed.running);
  return {
    name: writeCampaignName(listed),
    title: report.suite_title,
    suite_id: listed.suite_id,
    run_profile: listed.run_profile,
    evaluation_profile: listed.evaluation_profile,
    state,
    head: headLines(report),
    verdict: composeVerdict(report),
    pass_threshold: report.aggregation.pass_threshold,
    subjects,
    comparisons: report.statistics.comparisons.map(drawnComparison),
    price_unit: chartContent(report).priceUnit,
    prices: drawPrices(subjects),
    sections: [...statisticsSections(report.statistics), ...campaignSections(report)].filter(
      ({ id }) => !DRAWN.has(id),
    ),
    judges: judgeRows(report),
    case_ids: caseIds,
    case_titles: report.cases.map(({ title }) => title),
    check_ids: checkIds,
    labels,
    trials: columns,
    search_chunks: Math.ceil(columns.case.length / TRIALS_IN_A_SEARCH_CHUNK),
  };
}

/** Sections of the text report that the page draws or lists by trial. */
const DRAWN: ReadonlySet<SectionId> = new Set([
  "models",
  "dimensions",
  "cases",
  "reasons",
  "scores",
  "variants",
  "differences",
]);

/** Best mean first, as in the statistics. */
function subjectRows(report: CampaignReport): SubjectRow[] {
  const points = report.statistics.models.map(({ model_id }): ChartPoint | null => {
    const alone = { ...report, models: report.models.filter((model) => model.model_id === model_id) };
    return chartContent(alone).points[0] ?? null;
  });
  const drawn = points.flatMap((point, index) => (point ? [{ index, price: point.price, score: point.score }] : []));
  const frontier = new Set(bestForTheMoney(drawn).map((at) => drawn[at]!.index));
  const inUsd = chartContent(report).priceUnit === "usd";
  return report.statistics.models.map(({ model_id, label, score, reliability }, index) => {
    const summary = report.model_summaries.find((known) => known.model_id === model_id)!;
    const share = reliability && drawnShare(reliability.pass_rate);
    const price = points[index]?.price ?? null;
    return {
      model_id,
      label,
      offline: summary.offline,
      score: drawnScore(score),
      passed: share && { share: share.mean, low: share.low, high: share.high, words: share.words },
      trials: summary.trials,
      scored: summary.scored,
      checks: summary.checks,
      tool_calls: summary.tool_calls,
      cost: summary.run_cost_usd === null ? "–" : formatUsd(summary.run_cost_usd),
      latency: summary.mean_latency_ms === null ? "–" : formatSeconds(summary.mean_latency_ms),
      price,
      price_words: price === null ? "–" : inUsd ? formatUsd(price) : plural(Math.round(price), "token"),
      on_frontier: frontier.has(index),
      dimensions: summary.dimensions,
    };
  });
}

export function drawnComparison({ first, second, difference, verdict, sentence }: Comparison): DrawnComparison {
  const isKnown = difference.kind === "difference";
  const interval = isKnown && difference.interval.kind === "interval" ? difference.interval : null;
  return {
    first: first.label,
    second: second.label,
    ids: [first.id, second.id],
    difference: isKnown ? difference.difference : null,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    shown: verdict === "first_better" || verdict === "second_better",
    sentence,
  };
}
