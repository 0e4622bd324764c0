import type { RunStatus } from "../../config/index.ts";
import type { RunArtifact } from "../../runners/index.ts";
import type { Finding } from "../types.ts";

export function statusIs(expected: RunStatus, { status }: RunArtifact): Finding {
  if (status === expected) return { outcome: "passed", message: `The run ended as ${status}.`, seen: status };
  return { outcome: "failed", message: `Expected the run to end as ${expected}, it ended as ${status}.`, seen: status };
}
