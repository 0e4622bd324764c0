import type { Finding, RunArtifact } from "../../records/index.ts";
import { RUNNERS } from "../../runners/index.ts";
import { excerpt } from "../inspection/excerpt.ts";
import { findGivenAnswer } from "../inspection/given-answer.ts";

/** Checks for a non-empty final output, else a non-empty last assistant message, else (from an agent) a non-empty file in the workspace. */
export function finalResponsePresent(artifact: RunArtifact): Finding {
  const { runner, artifacts } = artifact;
  const answer = findGivenAnswer(artifact);
  // The run itself shows the answer, so an excerpt in every evaluation would be redundant.
  if (answer?.from === "final output") return { outcome: "passed", message: "There is a final output." };
  if (answer) return { outcome: "passed", message: "There is a last assistant message.", seen: excerpt(answer.text) };
  const file = artifacts.find(
    ({ artifact_type, bytes }) => bytes > 0 && (artifact_type === "key_output" || artifact_type === "workspace_file"),
  );
  if (file && RUNNERS[runner].answersInFiles)
    return { outcome: "passed", message: "The answer is a file in the workspace.", seen: file.path };
  return { outcome: "failed", message: "The subject gave no final response: no output, no last assistant message." };
}
