import type { RunArtifact } from "../../records/index.ts";

/** What the subject answered, and where it was found. */
interface GivenAnswer {
  text: string;
  from: "final output" | "last assistant message";
}

/** A final output that is not blank, else a last assistant message that is not; null when there is neither. */
export function answerOf({ final_output, trace }: Pick<RunArtifact, "final_output" | "trace">): GivenAnswer | null {
  if (final_output?.trim()) return { text: final_output, from: "final output" };
  const last = trace.findLast((event) => event.kind === "message" && event.role === "assistant");
  if (last?.kind === "message" && last.content.trim()) return { text: last.content, from: "last assistant message" };
  return null;
}

/** The same for checks on its words: no answer counts as an empty one, so that what must not be said was not. */
export function answerText(artifact: Pick<RunArtifact, "final_output" | "trace">): string {
  return answerOf(artifact)?.text ?? "";
}
