import { runChecks } from "../../checks/index.ts";
import type { LoadedCase, SecurityPolicy } from "../../config/index.ts";
import type { CheckResult, RunRecord } from "../../records/index.ts";
import type { Difference } from "./recompute.ts";

export interface RepeatedChecks {
  differences: Difference[];
  repeated: number;
}

/** Repeats the checks that execute nothing: their results follow from the run alone. Hooks and commands are left out. */
export async function repeatChecks(
  loadedCase: LoadedCase,
  { artifact }: RunRecord,
  folder: string,
  stored: readonly CheckResult[],
  policy: SecurityPolicy,
): Promise<RepeatedChecks> {
  const checks = loadedCase.case.deterministic_checks.filter(
    ({ declarative }) => declarative !== undefined && declarative.kind !== "command",
  );
  const own = { ...loadedCase, case: { ...loadedCase.case, deterministic_checks: checks } };
  const sandbox = { ok: false as const, reason: "repeating a check runs nothing" };
  const found = await runChecks(own, artifact, folder, policy, { sandbox });
  const differences = found.flatMap(({ check_id, outcome }) => {
    const before = stored.find((check) => check.check_id === check_id);
    if (!before || before.outcome === outcome) return [];
    return [{ what: `the check ${check_id}`, stored: before.outcome, found: outcome }];
  });
  return { differences, repeated: found.length };
}
