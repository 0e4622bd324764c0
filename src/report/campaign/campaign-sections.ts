import { addGrounding, distinctCalls } from "../../judging/index.ts";
import { DIMENSIONS, type TrialResult } from "../../records/index.ts";
import { groupBy } from "../../text/index.ts";
import {
  agree,
  formatFixed,
  formatPercent,
  formatSeconds,
  formatUsd,
  nounFor,
  plural,
  restLine,
  shortLine,
} from "../../text/presentation/index.ts";
import { reservedSpending } from "../reserved-spending.ts";
import type { Section } from "../statistics/sections.ts";
import { brokenAnswersSection } from "./broken-answers.ts";
import type { CampaignReport } from "./campaign-report.ts";
import { checkSections } from "./check-section.ts";
import { datasetSections } from "./dataset-section.ts";
import { scoreBar } from "./score-bar.ts";
import { scoreMatrix } from "./score-matrix.ts";
import { selfNamingSection } from "./self-naming.ts";

/** The JSON contains all reasons. */
const MOST_REASONS = 12;
const MOST_WARNINGS = 15;
const LONGEST_LINE = 240;

/** Presents a judged campaign in a reader's order. The statistics follow. */
export function campaignSections(report: CampaignReport): Section[] {
  const isJudged = report.judge_runs.length > 0;
  return [
    modelSection(report),
    ...(isJudged ? [dimensionSection(report)] : []),
    scoreMatrix(report),
    ...datasetSections(report),
    ...(isJudged ? [reasonSection(report)] : []),
    ...checkSections(report),
    ...(report.self_naming ? [selfNamingSection(report.self_naming, report.totals.trials)] : []),
    ...(report.broken_answers.length > 0 ? [brokenAnswersSection(report.broken_answers)] : []),
    ...(report.warnings.length > 0 ? [warningSection(report)] : []),
  ];
}

/** Heading with counts, judges and cost. */
export function headLines(report: CampaignReport): string[] {
  const { totals, aggregation, judge_runs, calls } = report;
  const states = [
    ...(judge_runs.length > 0 ? [`${totals.scored} scored`] : [`${totals.checked} checked`]),
    ...(totals.unscored > 0 ? [`${totals.unscored} unscored`] : []),
    ...(totals.not_judged > 0 ? [`${totals.not_judged} not judged`] : []),
    ...(totals.not_run > 0 ? [`${totals.not_run} not run`] : []),
  ].join(", ");
  const judges = judge_runs.map(
    ({ judge_run_id, model, offline, repetitions, sample_size }) =>
      `${judge_run_id} = ${model}${offline ? " (a program, not an LLM)" : ""} × ${repetitions}${sample_size === null ? "" : `, first ${sample_size} valid`}`,
  );
  if (judges.length === 0) judges.push("none; a trial passes when every check does");
  const passing = aggregation.pass_threshold === null ? "" : `, passes at ${aggregation.pass_threshold} or more`;
  return [
    `${report.suite_id} × ${report.run_profile_id}, judged by ${report.evaluation_profile_id}: ${plural(totals.trials, "trial")} (${states})`,
    `Judges: ${judges.join("; ")}.${judge_runs.length > 0 ? ` Aggregated by ${aggregation.method}${passing}.` : ""}`,
    `New spend: ${describeCosts(report, "new_usd")} (${plural(calls.made, "judge call")}). Reused, not paid again: ${describeCosts(report, "reused_usd")} (${plural(calls.reused, "judge call")}).`,
    ...(report.spending ? reservedSpending(report.spending) : []),
    ...(judge_runs.length > 0 ? [evidenceLine(report.trials)] : []),
    ...(report.models.some(({ offline }) => offline) ? [OFFLINE_NOTE] : []),
  ];
}

const OFFLINE_NOTE = "Models marked (offline) are deterministic programs of Assay, not LLMs.";

function describeCosts({ costs, calls, trials }: CampaignReport, which: "new_usd" | "reused_usd"): string {
  const reused = which === "reused_usd";
  const known = (usd: number | null, count: number) =>
    usd !== null ? formatUsd(usd) : count > 0 ? "not reported" : "nothing";
  const runs = trials.filter(({ run }) => run?.reused === reused).length;
  return `runs ${known(costs.runs[which], runs)}, judging ${known(costs.judging[which], reused ? calls.reused : calls.made)}`;
}

function evidenceLine(trials: TrialResult[]): string {
  const { items, quoting, grounded, task_only } = addGrounding(distinctCalls(trials).map(({ grounding }) => grounding));
  if (quoting === 0) return "Evidence: no verdict quotes anything that could be looked up.";
  // Round down, so that only all of them are "100 %".
  const share = formatPercent(Math.floor((100 * grounded) / quoting) / 100);
  const quoted = `${grounded} of ${quoting} ${nounFor(quoting, "item that quotes", "items that quote")} (${share})`;
  const silent = items - quoting;
  const quotes = (count: number) => agree(count, "quotes", "quote");
  const taskOnly = task_only > 0 ? `${task_only} ${quotes(task_only)} only the task or the rubric; ` : "";
  return `Evidence: ${quoted} ${quotes(grounded)} what the judge was shown of the subject; ${taskOnly}${silent} ${quotes(silent)} nothing.`;
}

function modelSection({ model_summaries, aggregation, judge_runs }: CampaignReport): Section {
  const isJudged = judge_runs.length > 0;
  const repeated = model_summaries.some((summary) => summary.spread_between_repetitions !== null);
  const withThreshold = aggregation.pass_threshold !== null && isJudged;
  const withPasses = model_summaries.some(({ passed }) => passed !== null);
  return {
    id: "models",
    title: "Models",
    table: {
      head: [
        "model",
        ...(isJudged ? ["score", "± cases"] : []),
        ...(repeated ? ["± repetitions"] : []),
        ...(withPasses ? ["passed"] : []),
        ...(isJudged ? ["scored"] : []),
        "checks",
        "tool calls",
        "latency",
        "run cost",
      ],
      rows: model_summaries.map((summary) => [
        summary.offline && !/offline/i.test(summary.label) ? `${summary.label} (offline)` : summary.label,
        ...(isJudged ? [formatFixed(summary.score, 1), formatFixed(summary.spread_between_cases, 1)] : []),
        ...(repeated ? [formatFixed(summary.spread_between_repetitions, 1)] : []),
        ...(withPasses ? [`${summary.passed ?? 0}/${withThreshold ? summary.trials : summary.decided}`] : []),
        ...(isJudged ? [`${summary.scored}/${summary.trials}`] : []),
        summary.checks.total === 0 ? "–" : `${summary.checks.passed}/${summary.checks.total}`,
        String(summary.tool_calls),
        summary.mean_latency_ms === null ? "–" : formatSeconds(summary.mean_latency_ms),
        summary.run_cost_usd === null ? "–" : formatUsd(summary.run_cost_usd),
      ]),
    },
    lines: [],
  };
}

function dimensionSection({ model_summaries }: CampaignReport): Section {
  return {
    id: "dimensions",
    title: "Dimensions",
    table: {
      head: ["model", ...DIMENSIONS],
      rows: model_summaries.map(({ label, dimensions }) => [
        label,
        ...DIMENSIONS.map((dimension) =>
          dimensions ? `${scoreBar(dimensions[dimension])} ${formatFixed(dimensions[dimension], 1)}` : "–",
        ),
      ]),
    },
    lines: [],
  };
}

/** Lists reasons for scores, lowest score first. Equal repetitions share a line. */
function reasonSection({ trials }: CampaignReport): Section {
  const told = trials
    .filter(({ score, judge_reason }) => score !== null && judge_reason !== null)
    .sort((a, b) => a.score! - b.score!);
  const lines = groupBy(told, (trial) => `${trial.model_id}/${trial.case_id}${WHICH}${describeVerdict(trial)}`);
  const rest = lines.size - MOST_REASONS;
  return {
    id: "reasons",
    title: "Reasons, lowest scores first",
    table: null,
    lines: [
      ...[...lines].slice(0, MOST_REASONS).map(([line, same]) => line.replace(WHICH, numbers(same))),
      ...(rest > 0
        ? [`… and ${rest} more; each trial's evaluation_result_summary_N.md has them with the evidence`]
        : []),
    ],
  };
}

/** Placeholder for repetition numbers, which occurs in no id or reason. */
const WHICH = "\u0000";

function numbers(trials: TrialResult[]): string {
  return ` #${trials
    .map(({ repetition }) => repetition)
    .sort((a, b) => a - b)
    .join(", #")}`;
}

function describeVerdict({ score, passed, judge_reason, checks, run_status }: TrialResult): string {
  const verdict = passed === null ? "" : passed ? " passed" : " failed";
  const status = run_status === "success" ? "" : ` [run ${run_status}]`;
  const failed = checks.not_passed.map(({ check_id, outcome, required }) => {
    const remarks = [...(required ? ["required"] : []), ...(outcome === "error" ? ["error"] : [])];
    return remarks.length > 0 ? `${check_id} (${remarks.join(", ")})` : check_id;
  });
  const checkWords = failed.length > 0 ? ` Checks not passed: ${failed.join(", ")}.` : "";
  return `: ${formatFixed(score, 1)}${verdict}${status}. ${shortLine(judge_reason!, LONGEST_LINE)}${checkWords}`;
}

function warningSection({ warnings }: CampaignReport): Section {
  return {
    id: "warnings",
    title: "Warnings",
    tone: "doubtful",
    table: null,
    lines: [
      ...warnings.slice(0, MOST_WARNINGS).map((warning) => shortLine(warning, LONGEST_LINE)),
      ...restLine(warnings.length, MOST_WARNINGS),
    ],
  };
}
