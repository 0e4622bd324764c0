import { NotReadyError } from "../../errors/index.ts";
import type { Gateways } from "../../gateway/index.ts";
import { judgeProblems, type NamedJudge } from "../../judging/index.ts";

/** A judge without a key, or one that does not exist, is an error before anything is read or paid for. */
export function refuseUnreachableJudges(named: readonly NamedJudge[], gateways: Gateways): void {
  const [judge, ...others] = named;
  // The only judge of a command has no name of its own to be told apart by.
  const sole = judge && others.length === 0 ? gateways.problem(judge.model, judge.gateway) : null;
  const problems = sole === null ? judgeProblems(named, gateways.problem) : [sole];
  if (problems.length > 0) throw new NotReadyError(problems);
}
