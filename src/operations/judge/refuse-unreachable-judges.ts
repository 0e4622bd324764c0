import { NotReadyError } from "../../errors/index.ts";
import type { Gateways } from "../../gateway/index.ts";
import { judgeProblems, type NamedJudge } from "../../judging/index.ts";

/** Refuses judges without a key or that do not exist, before anything is read or paid for. */
export function refuseUnreachableJudges(named: readonly NamedJudge[], gateways: Gateways): void {
  const [judge, ...others] = named;
  // A single judge needs no name in messages.
  const sole = judge && others.length === 0 ? gateways.problem(judge.model, judge.gateway) : null;
  const problems = sole === null ? judgeProblems(named, gateways.problem) : [sole];
  if (problems.length > 0) throw new NotReadyError(problems);
}
