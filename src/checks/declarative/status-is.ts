import type { Finding, RunArtifact, RunStatus } from "../../records/index.ts";

export function statusIs(expected: RunStatus, { status }: RunArtifact): Finding {
  if (status === expected) return { outcome: "passed", message: `The run ended as ${status}.`, seen: status };
  return {
    outcome: "failed",
    message: `Expected the run to end as ${expected}, but it ended as ${status}.`,
    seen: status,
  };
}
