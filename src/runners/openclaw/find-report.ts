import type { ProcessResult } from "../../sandbox/index.ts";
import { objectIn } from "../agent-session/object-in-output.ts";

/** The JSON document that `openclaw agent --json` printed: on stdout, or as 2026.4 does among the log lines on stderr. */
export function findReport({ stdout, stderr }: ProcessResult): Record<string, unknown> | null {
  return objectIn(stdout) ?? objectIn(stderr, isReport);
}

function isReport(value: Record<string, unknown>): boolean {
  return Array.isArray(value.payloads) || (value.ok === false && "error" in value);
}
