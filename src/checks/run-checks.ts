import type { DeterministicCheck, LoadedCase, SecurityPolicy } from "../config/index.ts";
import type { CheckResult, Finding, RunArtifact } from "../records/index.ts";
import { checkDeclaratively } from "./declarative/index.ts";
import type { CheckSubject, CheckSurroundings } from "./looking/subject.ts";
import { turnedAround } from "./turned-around.ts";

/** Runs the checks of a case against a stored trial, here or on another machine. */
export type RunChecks = typeof runChecks;

/**
 * Runs the deterministic checks of a case against a stored trial, in the order they are declared. A check that cannot
 * be decided has the outcome `error` and a message that says why; this function does not throw.
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
    results.push({ ...declaredCheck(check), ...(check.not ? turnedAround(finding) : finding) });
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

/** As much of a check as its result says about it, whatever it finds. */
export function declaredCheck(check: DeterministicCheck): Omit<CheckResult, keyof Finding> {
  const { check_id, dimensions, required, not } = check;
  return { check_id, kind: kindOf(check), dimensions, required, ...(not ? { not } : {}) };
}

function kindOf({ declarative, python_hook }: DeterministicCheck): string {
  return declarative?.kind ?? (python_hook ? "python_hook" : "module_hook");
}
