import type { TrialResult } from "../../records/index.ts";
import { type CampaignReport, verdictsDisagree } from "../../report/index.ts";
import { TRIAL_FLAGS, type TrialColumns } from "../wire/index.ts";

/** All trials of a campaign as columns, by case, then subject, then repetition: the order of the matrix. */
export function trialColumns(
  { trials, aggregation }: CampaignReport,
  modelIds: readonly string[],
  caseIds: readonly string[],
): { columns: TrialColumns; checkIds: string[] } {
  const subjects = new Map(modelIds.map((id, index) => [id, index]));
  const cases = new Map(caseIds.map((id, index) => [id, index]));
  const checks = new Map<string, number>();
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
  };
  for (const trial of inMatrixOrder(trials, subjects, cases)) {
    const position = columns.subject.length;
    columns.subject.push(subjects.get(trial.model_id)!);
    columns.case.push(cases.get(trial.case_id)!);
    columns.repetition.push(trial.repetition);
    columns.state.push(trial.state);
    columns.status.push(trial.run_status);
    columns.score.push(trial.score === null ? null : Math.round(trial.score * 100) / 100);
    columns.passed.push(trial.passed);
    columns.flags.push(flagsOf(trial, aggregation.pass_threshold));
    const failed = trial.checks.not_passed.map(({ check_id }) => numberOf(check_id, checks));
    if (failed.length > 0) columns.failed_checks[position] = failed;
  }
  return { columns, checkIds: [...checks.keys()] };
}

export function inMatrixOrder(
  trials: readonly TrialResult[],
  subjects: ReadonlyMap<string, number>,
  cases: ReadonlyMap<string, number>,
): TrialResult[] {
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
