import type { ProcessResult } from "../../sandbox/index.ts";
import { objectIn } from "../agent-session/object-in-output.ts";

/** Finds the JSON document that `openclaw agent --json` printed: on stdout, or with 2026.4 among the log lines on stderr. */
export function findReport({ stdout, stderr }: ProcessResult): Record<string, unknown> | null {
  return objectIn(stdout) ?? objectIn(stderr, isReport);
}

function isReport(value: Record<string, unknown>): boolean {
  return Array.isArray(value.payloads) || (value.ok === false && "error" in value);
}
