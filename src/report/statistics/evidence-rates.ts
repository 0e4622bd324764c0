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
  /** Judged trials without a valid verdict. */
  unscored: Proportion | Undefined;
  /** Trials with several verdicts that disagree about passing or differ by more than 2 points. */
  ambiguous: Proportion | Undefined;
  /** Answered judge calls that broke the contract in every attempt. */
  broken_verdicts: Proportion | Undefined;
  /** Evidence with quotes that are in the subject's part of the packet. */
  grounded: Proportion | Undefined;
  /** Evidence with quotes only from the task or rubric: true, but not about the subject. */
  task_only: Proportion | Undefined;
  /** Quotes by the place where they were found. */
  quoted_from: GroundingCount["places"];
  /** Trials that share verdicts with an earlier one, as their packets are identical. */
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

/** Judged trials only, of which the distinct calls are known. */
function judgedOf(trials: TrialResult[]): TrialResult[] {
  const judged = trials.filter(({ state }) => state === "scored" || state === "unscored");
  return judged.length === trials.length ? trials : judged;
}

function scoresOf({ judge_runs }: TrialResult): number[] {
  const [first] = judge_runs;
  return judge_runs.length === 1 ? verdictsOf(first!) : judge_runs.flatMap(verdictsOf);
}
