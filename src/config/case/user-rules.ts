import type { TestCase } from "../schema/case/test-case.ts";
import type { Complaint } from "../source/source-file.ts";

/** Complains about a simulated user where it cannot take part. */
export function checkSimulatedUser({ runner, input }: Pick<TestCase, "runner" | "input">): Complaint[] {
  if (input.user === undefined || runner.type === "llm_probe") return [];
  const message = "is for llm_probe cases only; write what the user says next as `turns`";
  return [{ path: ["input", "user"], at: "key", message }];
}
