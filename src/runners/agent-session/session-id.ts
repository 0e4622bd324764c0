import { sha256 } from "../../text/index.ts";

/** A uuid derived from the trial, so that records of two executions can be compared. */
export function sessionIdOf(runId: string): string {
  const hex = sha256(`openclaw session of ${runId}`);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join("-");
}
