import { runChecks } from "../../../checks/index.ts";
import type { LoadedCase, SecurityPolicy } from "../../../config/index.ts";
import type { CheckResult, RunRecord } from "../../../records/index.ts";
import { type Difference, differenceBetween } from "./difference.ts";

export interface RepeatedChecks {
  differences: Difference[];
  repeated: number;
}

/** Repeats the checks that execute nothing, whose results follow from the run alone. Skips hooks and commands. */
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
  return { differences: [...checksThatDiffer(loadedCase, stored), ...differences], repeated: found.length };
}

/** Compares the set of checks with the case's, including those that execute something. */
function checksThatDiffer({ case: testCase }: LoadedCase, stored: readonly CheckResult[]): Difference[] {
  const named = (checks: readonly { check_id: string; required?: boolean }[]) =>
    checks.map(({ check_id, required = false }) => (required ? `${check_id} (required)` : check_id)).join(", ");
  return differenceBetween("the checks of the case", named(stored), named(testCase.deterministic_checks));
}
