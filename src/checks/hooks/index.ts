import type { DeterministicCheck, SecurityPolicy } from "../../config/index.ts";
import type { CheckSubject, CheckSurroundings } from "../run-checks.ts";
import type { Finding } from "../types.ts";

/** Runs the hook of a check in the sandbox, if the evaluation profile allows hooks at all. */
export async function runHook(
  _check: DeterministicCheck,
  _subject: CheckSubject,
  policy: SecurityPolicy,
  { sandbox }: CheckSurroundings,
): Promise<Finding> {
  if (!policy.allow_local_python_hooks)
    return {
      outcome: "error",
      message:
        "Hooks are disabled. To run them, set `security_policy.allow_local_python_hooks: true` in the evaluation profile.",
    };
  return { outcome: "error", message: sandbox.ok ? "not yet" : sandbox.reason };
}
