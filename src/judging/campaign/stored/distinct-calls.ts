import type { IterationResult, TrialResult } from "../../../records/index.ts";

/**
 * Every judge call of a campaign once. Trials with byte-identical packets share their calls; counted per trial, one answer and
 * its price would count several times. Prefers the trial for which this command made the call.
 */
export function distinctCalls(trials: Pick<TrialResult, "judge_runs">[]): IterationResult[] {
  const known = callsOf.get(trials) ?? findDistinctCalls(trials);
  callsOf.set(trials, known);
  return known;
}

/** A cache: several sections of a report ask about the same, unchanging trials. */
const callsOf = new WeakMap<Pick<TrialResult, "judge_runs">[], IterationResult[]>();

function findDistinctCalls(trials: Pick<TrialResult, "judge_runs">[]): IterationResult[] {
  const byId = new Map<string, IterationResult>();
  for (const { judge_runs } of trials)
    for (const { iterations } of judge_runs)
      for (const iteration of iterations) {
        const known = byId.get(iteration.call_id);
        if (!known || (known.reused && !iteration.reused)) byId.set(iteration.call_id, iteration);
      }
  return [...byId.values()];
}

/** One trial for each judged packet: the others repeat its verdicts and are no observations of the judges. */
export function distinctlyJudged(trials: TrialResult[]): TrialResult[] {
  const known = judgedOnce.get(trials) ?? findDistinctlyJudged(trials);
  judgedOnce.set(trials, known);
  return known;
}

const judgedOnce = new WeakMap<TrialResult[], TrialResult[]>();

function findDistinctlyJudged(trials: TrialResult[]): TrialResult[] {
  const seen = new Set<string>();
  return trials.filter(({ judge_runs }) => {
    let calls = "";
    let isAnswered = false;
    for (const { iterations } of judge_runs)
      for (const { call_id, status } of iterations) {
        calls += `${call_id} `;
        isAnswered ||= status === "verdict" || status === "invalid";
      }
    return isAnswered && !seen.has(calls) && seen.add(calls);
  });
}
