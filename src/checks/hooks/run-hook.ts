import type { DeterministicCheck, SecurityPolicy } from "../../config/index.ts";
import type { Finding } from "../../records/index.ts";
import type { Sandbox, SandboxLimits, SandboxResult } from "../../sandbox/index.ts";
import type { CheckSubject, CheckSurroundings } from "../inspection/check-subject.ts";
import { excerpt } from "../inspection/excerpt.ts";
import { type HookAnswer, judgeAnswer, readHookAnswer } from "./hook-answer.ts";
import { hookInput } from "./hook-input.ts";
import { openStage } from "./hook-stage.ts";
import { prepareModuleHook } from "./module-hook.ts";
import { preparePythonHook } from "./python-hook.ts";

const LIMITS: SandboxLimits = {
  seconds: 30,
  outputBytes: 20_000,
  processes: 128,
  memoryBytes: 1024 ** 3,
  diskBytes: 1024 ** 3,
};

/** Runs a check's hook in the sandbox, if the evaluation profile allows hooks. */
export async function runHook(
  check: DeterministicCheck,
  subject: CheckSubject,
  policy: SecurityPolicy,
  { sandbox: choice, signal, env = process.env }: CheckSurroundings,
): Promise<Finding> {
  if (!policy.allow_local_python_hooks)
    return problem(
      "Hooks are disabled. To run them, set `security_policy.allow_local_python_hooks: true` in the evaluation profile.",
    );
  if (!choice.ok) return problem(`A hook needs a sandbox. ${choice.reason}`);
  const { sandbox } = choice;
  const network = policy.network_access === "allow";
  if (!network && sandbox.kind === "unsafe_host")
    return problem(
      "The network cannot be denied to a hook with `sandbox: unsafe_host`. Use a real sandbox, or set `security_policy.network_access: allow` in the evaluation profile.",
    );
  const stage = await openStage(subject, sandbox);
  try {
    const prepared = check.python_hook
      ? await preparePythonHook(check.python_hook, stage, { subject, sandbox, env })
      : await prepareModuleHook(check.module_hook!, stage, { subject, sandbox });
    if (!prepared.ok) return problem(prepared.problem);
    await stage.write("input.json", JSON.stringify(hookInput(check, subject, stage)));
    const result = await sandbox.run({ ...prepared.command, ...stage.mounts(), network, limits: LIMITS, signal });
    return findingFrom(result, await readHookAnswer(stage), sandbox);
  } finally {
    await stage.remove();
  }
}

function findingFrom(result: SandboxResult, answer: HookAnswer | null, sandbox: Sandbox): Finding {
  const printed = [result.stdout, result.stderr]
    .filter((text) => text.trim() !== "")
    .join("\n")
    .trim();
  const words = printed === "" ? {} : { seen: `printed: ${excerpt(printed, 1000)}` };
  const failed = (message: string): Finding => ({ ...problem(message), ...words });
  switch (result.outcome) {
    case "timed_out":
      return failed(`The hook did not finish within ${LIMITS.seconds} seconds.`);
    case "interrupted":
      return failed("The hook was interrupted.");
    case "output_limit":
      return failed("The hook printed too much and was ended.");
    case "memory_limit":
      return failed(`The hook used more than ${LIMITS.memoryBytes / 1024 ** 2} MiB of memory and was ended.`);
    case "disk_limit":
      return failed(`The hook wrote more than ${LIMITS.diskBytes / 1024 ** 2} MiB and was ended.`);
    case "could_not_start":
      return failed(
        `The hook could not be started in the sandbox (${sandbox.kind}): ${result.message ?? "no reason given"}`,
      );
    case "exited":
      if (answer === null)
        return failed(`The hook exited on its own (exit code ${result.exit_code}) without a result.`);
      return { ...words, ...judgeAnswer(answer) };
  }
}

function problem(message: string): Finding {
  return { outcome: "error", message };
}
