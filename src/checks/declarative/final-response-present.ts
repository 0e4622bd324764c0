import type { Finding, RunArtifact } from "../../records/index.ts";
import { RUNNERS } from "../../runners/index.ts";
import { excerpt } from "../looking/excerpt.ts";

/** A non-empty final output, else a non-empty last assistant message, else (from an agent) a non-empty file in the workspace. */
export function finalResponsePresent({ runner, final_output, trace, artifacts }: RunArtifact): Finding {
  // The run itself shows the answer; an excerpt of it beside every evaluation would be kept for nothing.
  if (final_output?.trim()) return { outcome: "passed", message: "There is a final output." };
  const last = trace.findLast((event) => event.kind === "message" && event.role === "assistant");
  if (last?.kind === "message" && last.content.trim())
    return { outcome: "passed", message: "There is a last assistant message.", seen: excerpt(last.content) };
  const file = artifacts.find(
    ({ artifact_type, bytes }) => bytes > 0 && (artifact_type === "key_output" || artifact_type === "workspace_file"),
  );
  if (file && RUNNERS[runner].answersInFiles)
    return { outcome: "passed", message: "The answer is a file in the workspace.", seen: file.path };
  return { outcome: "failed", message: "The subject gave no final response: no output, no last assistant message." };
}
