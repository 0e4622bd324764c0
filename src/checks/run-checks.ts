import type { DeterministicCheck, LoadedCase, SecurityPolicy } from "../config/index.ts";
import type { CheckResult, Finding, RunArtifact } from "../records/index.ts";
import { checkDeclaratively } from "./declarative/index.ts";
import type { CheckSubject, CheckSurroundings } from "./inspection/check-subject.ts";
import { negateFinding } from "./negate-finding.ts";

/** Runs a case's checks against a stored trial, here or on another machine. */
export type RunChecks = typeof runChecks;

/**
 * Runs a case's deterministic checks against a stored trial, in the order declared. A check that cannot be decided has the
 * outcome `error` and a message that says why. Never throws.
 *
 * @param artifactsDirectory the trial's run_N.artifacts/, with its `workspace/` and `tmp/`
 */
export async function runChecks(
  loadedCase: LoadedCase,
  artifact: RunArtifact,
  artifactsDirectory: string,
  securityPolicy: SecurityPolicy,
  surroundings: CheckSurroundings,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of loadedCase.case.deterministic_checks) {
    const subject = { loadedCase, artifact, artifactsDirectory };
    const finding = await find(check, subject, securityPolicy, surroundings);
    results.push({ ...declaredCheck(check), ...(check.not ? negateFinding(finding) : finding) });
  }
  return results;
}

async function find(
  check: DeterministicCheck,
  subject: CheckSubject,
  policy: SecurityPolicy,
  surroundings: CheckSurroundings,
): Promise<Finding> {
  try {
    if (check.declarative) return await checkDeclaratively(check.declarative, subject, surroundings);
    const { runHook } = await import("./hooks/run-hook.ts");
    return await runHook(check, subject, policy, surroundings);
  } catch (error) {
    return { outcome: "error", message: `The check could not be run: ${(error as Error).message}` };
  }
}

/** The fields of a check that its result repeats, regardless of the finding. */
export function declaredCheck(check: DeterministicCheck): Omit<CheckResult, keyof Finding> {
  const { check_id, dimensions, required, not } = check;
  return { check_id, kind: kindOf(check), dimensions, required, ...(not ? { not } : {}) };
}

function kindOf({ declarative, python_hook }: DeterministicCheck): string {
  return declarative?.kind ?? (python_hook ? "python_hook" : "module_hook");
}
