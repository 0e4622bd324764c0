import type { EvaluationProfile, LoadedCase } from "../../../config/index.ts";
import { DIMENSIONS, ownMessages, type RunArtifact } from "../../../records/index.ts";
import type { EvaluationTarget } from "./packet.ts";

/** The task as it was really sent, what is expected of an answer, and how to score it. Nothing about who answers. */
export function evaluationTarget(
  { case: testCase }: LoadedCase,
  { request, identity }: RunArtifact,
  anchors: EvaluationProfile["anchors"],
): EvaluationTarget {
  const weighted = (list: { text: string; weight: number }[] = []) =>
    list.map(({ text, weight }) => ({ text, weight }));
  return {
    task_messages: [
      ...ownMessages(request, identity).map(({ role, name, content }) => ({ role, ...(name && { name }), content })),
      ...request.turns.map(({ role, name, content }, index) => ({
        role,
        ...(name && { name }),
        turn: index + 1,
        content,
      })),
    ],
    expectations: {
      hard: weighted(testCase.expectations?.hard_expectations),
      soft: weighted(testCase.expectations?.soft_expectations),
    },
    ...(testCase.rubric && { rubric: testCase.rubric }),
    ...(anchors.enabled &&
      anchors.references.length > 0 && { anchors: anchors.references.map(({ label, text }) => ({ label, text })) }),
    dimensions: DIMENSIONS,
  };
}
