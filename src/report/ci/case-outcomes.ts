import type { TrialResult } from "../../records/index.ts";
import { groupBy } from "../../text/index.ts";
import { formatFixed, formatSeconds, plural, shortLine } from "../../text/presentation/index.ts";
import type { CampaignReport } from "../campaign/campaign-report.ts";

/** Outcome of a subject in a case over all repetitions, a test in a pipeline. */
export interface CaseOutcome {
  model_id: string;
  case_id: string;
  /** `failed` is about the subject; `error` means that there is no result. */
  outcome: "passed" | "failed" | "error" | "not_run";
  /** Deciding reason as a sentence; null if it passed. */
  message: string | null;
  /** One line for each repetition that did not pass. */
  details: string[];
  seconds: number;
}

/** Lists every case × subject in the order of the report. A case passes only if all of its repetitions do. */
export function caseOutcomes(report: CampaignReport): CaseOutcome[] {
  const groups = groupBy(report.trials, ({ model_id, case_id }) => JSON.stringify([model_id, case_id]));
  return [...groups.values()].map((trials) => outcomeOf(trials, report));
}

function outcomeOf(trials: TrialResult[], report: CampaignReport): CaseOutcome {
  const found = trials.map((trial) => ({ trial, ...findingOf(trial, report) }));
  const worst = WORST_FIRST.find((outcome) => found.some((one) => one.outcome === outcome)) ?? "passed";
  const deciding = found.filter(({ outcome }) => outcome === worst);
  const others = trials.length - deciding.length;
  const which = others > 0 ? `${deciding.length} of ${plural(trials.length, "repetition")}: ` : "";
  const { model_id, case_id } = trials[0]!;
  return {
    model_id,
    case_id,
    outcome: worst,
    message: worst === "passed" ? null : `${which}${deciding[0]!.because}`,
    details: found.flatMap(({ trial, outcome, because }) => (outcome === "passed" ? [] : [detail(trial, because)])),
    seconds: trials.reduce((sum, { run }) => sum + (run?.duration_ms ?? 0), 0) / 1000,
  };
}

const WORST_FIRST = ["failed", "error", "not_run"] as const;

interface Finding {
  outcome: CaseOutcome["outcome"];
  because: string;
}

/** Applies the criteria for which `assay report` ends with exit code 1. */
function findingOf(trial: TrialResult, { aggregation, judge_runs }: CampaignReport): Finding {
  const { state, run_status, passed, score, reason, checks } = trial;
  const why = reason === null ? "" : `: ${reason}`;
  if (state === "not_run") return { outcome: "not_run", because: `not run${why}` };
  if (run_status !== null && INFRASTRUCTURE.includes(run_status))
    return { outcome: "error", because: `the run ended with ${run_status}${why}` };
  if (state === "unscored" || state === "not_judged") return { outcome: "error", because: `no score${why}` };
  const threshold = aggregation.pass_threshold;
  if (threshold !== null && score !== null && score < threshold)
    return {
      outcome: "failed",
      because: `scores ${formatFixed(score, 1)}, below the pass_threshold of ${threshold}`,
    };
  const counts = checks.not_passed.filter(({ required }) => required || judge_runs.length === 0);
  const failed = counts.filter(({ outcome }) => outcome === "failed");
  if (failed.length > 0)
    return { outcome: "failed", because: `a check failed: ${failed.map(({ check_id }) => check_id).join(", ")}` };
  if (passed === false) return { outcome: "failed", because: "it does not pass" };
  if (run_status === "failed") return { outcome: "failed", because: "the run failed" };
  if (counts.length > 0)
    return {
      outcome: "error",
      because: `a check could not be decided: ${counts.map(({ check_id }) => check_id).join(", ")}`,
    };
  return { outcome: "passed", because: "" };
}

/** Statuses that say nothing about the subject. */
const INFRASTRUCTURE: string[] = ["provider_error", "timed_out", "invalid"];

const LONGEST_DETAIL = 1500;

function detail({ repetition, judge_reason, checks, run }: TrialResult, because: string): string {
  const missed = checks.not_passed.map(({ check_id, outcome, message }) => `${check_id} (${outcome}: ${message})`);
  const sentences = [
    because,
    ...(judge_reason === null ? [] : [judge_reason]),
    ...(missed.length > 0 ? [`Checks not passed: ${missed.join("; ")}`] : []),
  ];
  const took = run === null ? "" : ` [${formatSeconds(run.duration_ms)}]`;
  return `#${repetition}: ${shortLine(sentences.map(withoutStop).join(". "), LONGEST_DETAIL)}${took}`;
}

function withoutStop(sentence: string): string {
  return sentence.trimEnd().replace(/\.$/, "");
}
