import { type TrialResult, verdictsDisagree } from "../../../records/index.ts";
import type { CampaignReport } from "../../../report/index.ts";
import { TRIAL_FLAGS, type TrialColumns } from "../../wire/index.ts";
import { judgeFlags } from "./judge-flags.ts";

/** Lists a campaign's trials as columns, by case, subject and repetition, like the matrix. */
export function trialColumns(
  { trials, aggregation, judge_runs }: CampaignReport,
  modelIds: readonly string[],
  caseIds: readonly string[],
  labelsOf: LabelsOfTrial,
): { columns: TrialColumns; checkIds: string[]; labels: string[] } {
  const subjects = new Map(modelIds.map((id, index) => [id, index]));
  const cases = new Map(caseIds.map((id, index) => [id, index]));
  const checks = new Map<string, number>();
  const labels = new Map<string, number>();
  const columns: TrialColumns = {
    subject: [],
    case: [],
    repetition: [],
    state: [],
    status: [],
    score: [],
    passed: [],
    flags: [],
    failed_checks: {},
    labels: {},
    judge_flags: judge_runs.map(() => ({})),
  };
  for (const trial of inMatrixOrder(trials, subjects, cases)) {
    const position = columns.subject.length;
    columns.subject.push(subjects.get(trial.model_id)!);
    columns.case.push(cases.get(trial.case_id)!);
    columns.repetition.push(trial.repetition);
    columns.state.push(trial.state);
    columns.status.push(trial.run_status);
    columns.score.push(roundedScore(trial.score));
    columns.passed.push(trial.passed);
    columns.flags.push(flagsOf(trial, aggregation.pass_threshold));
    const failed = trial.checks.not_passed.map(({ check_id }) => numberOf(check_id, checks));
    if (failed.length > 0) columns.failed_checks[position] = failed;
    const given = labelsOf(trial).map((words) => numberOf(words, labels));
    if (given.length > 0) columns.labels[position] = given;
    for (const [judge, { judge_run_id }] of judge_runs.entries()) {
      const flags = judgeFlags(trial, judge_run_id);
      if (flags !== 0) columns.judge_flags[judge]![position] = flags;
    }
  }
  return { columns, checkIds: [...checks.keys()], labels: [...labels.keys()] };
}

/** Returns a trial's labels as words to filter by. */
export type LabelsOfTrial = (trial: Pick<TrialResult, "model_id" | "case_id" | "repetition">) => readonly string[];

/** Rounds to the digits shown. */
export function roundedScore(score: number | null): number | null {
  return score === null ? null : Math.round(score * 100) / 100;
}

export function inMatrixOrder<Trial extends Pick<TrialResult, "model_id" | "case_id" | "repetition">>(
  trials: readonly Trial[],
  subjects: ReadonlyMap<string, number>,
  cases: ReadonlyMap<string, number>,
): Trial[] {
  return trials.toSorted(
    (one, other) =>
      cases.get(one.case_id)! - cases.get(other.case_id)! ||
      subjects.get(one.model_id)! - subjects.get(other.model_id)! ||
      one.repetition - other.repetition,
  );
}

function flagsOf(trial: TrialResult, threshold: number | null): number {
  const { grounding, judge_runs, names_itself } = trial;
  const isBroken = judge_runs.some(({ iterations }) => iterations.some((own) => own.broken_answers.length > 0));
  return (
    ((grounding.places.nowhere ?? 0) > 0 ? TRIAL_FLAGS.unfounded : 0) |
    (verdictsDisagree(trial, threshold) ? TRIAL_FLAGS.disagreement : 0) |
    (isBroken ? TRIAL_FLAGS.broken_answer : 0) |
    (names_itself ? TRIAL_FLAGS.names_itself : 0)
  );
}

function numberOf(name: string, known: Map<string, number>): number {
  const number = known.get(name) ?? known.size;
  known.set(name, number);
  return number;
}
