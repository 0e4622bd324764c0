import type { RunArtifact } from "../../records/index.ts";

/** The subject's answer and its source. */
interface GivenAnswer {
  text: string;
  from: "final output" | "last assistant message";
}

/** The final output or, if blank, the last assistant message; null when both are blank. */
export function findGivenAnswer({
  final_output,
  trace,
}: Pick<RunArtifact, "final_output" | "trace">): GivenAnswer | null {
  if (final_output?.trim()) return { text: final_output, from: "final output" };
  const last = trace.findLast((event) => event.kind === "message" && event.role === "assistant");
  if (last?.kind === "message" && last.content.trim()) return { text: last.content, from: "last assistant message" };
  return null;
}

/** The answer for checks on its words. A missing answer counts as empty, so it contains nothing forbidden. */
export function answerText(artifact: Pick<RunArtifact, "final_output" | "trace">): string {
  return findGivenAnswer(artifact)?.text ?? "";
}
