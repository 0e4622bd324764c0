import { addGrounding, distinctCalls, distinctlyJudged } from "../../judging/index.ts";
import {
  type GroundingCount,
  type JudgedCampaign,
  scoresDisagree,
  type TrialResult,
  verdictsOf,
} from "../../records/index.ts";
import { type Proportion, type Undefined, wilsonInterval } from "../../statistics/index.ts";

export interface EvidenceRates {
  /** Of the judged trials, those for which no judge gave a valid verdict. */
  unscored: Proportion | Undefined;
  /** Of the trials with several verdicts, those whose verdicts disagree about passing, or are more than 2 points apart. */
  ambiguous: Proportion | Undefined;
  /** Of the judge calls that were answered, those that broke the contract in every attempt. */
  broken_verdicts: Proportion | Undefined;
  /** Of the evidence items that quote something, those whose quotes are in what the judge was shown of the subject. */
  grounded: Proportion | Undefined;
  /** Of the same, those whose quotes are in the task or the rubric only: true, but no evidence about the subject. */
  task_only: Proportion | Undefined;
  /** Single quotes by where they were found. */
  quoted_from: GroundingCount["places"];
  /** Judged trials that share their verdicts with an earlier one, because their packets are equal to the byte. */
  shared: number;
}

export function evidenceRates({ trials, aggregation }: JudgedCampaign): EvidenceRates {
  const judged = judgedOf(trials);
  const repeated = judged.map(scoresOf).filter((scores) => scores.length > 1);
  const calls = distinctCalls(judged);
  const answered = calls.filter(({ status }) => status === "verdict" || status === "invalid");
  const { grounded, task_only, quoting, places } = addGrounding(calls.map(({ grounding }) => grounding));
  return {
    unscored: wilsonInterval(judged.filter(({ state }) => state === "unscored").length, judged.length),
    ambiguous: wilsonInterval(
      repeated.filter((scores) => scoresDisagree(scores, aggregation.pass_threshold)).length,
      repeated.length,
    ),
    broken_verdicts: wilsonInterval(answered.filter(({ status }) => status === "invalid").length, answered.length),
    grounded: wilsonInterval(grounded, quoting),
    task_only: wilsonInterval(task_only, quoting),
    quoted_from: places,
    shared: judged.length - distinctlyJudged(judged).length,
  };
}

/** The same list where every trial was judged: which calls are distinct is known of it by then. */
function judgedOf(trials: TrialResult[]): TrialResult[] {
  const judged = trials.filter(({ state }) => state === "scored" || state === "unscored");
  return judged.length === trials.length ? trials : judged;
}

function scoresOf({ judge_runs }: TrialResult): number[] {
  const [first] = judge_runs;
  return judge_runs.length === 1 ? verdictsOf(first!) : judge_runs.flatMap(verdictsOf);
}
