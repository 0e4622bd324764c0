import type { EvaluationProfile, LoadedCase } from "../../../config/index.ts";
import { DIMENSIONS, mediaIn, ownMessages, type RecordedMessage, type RunArtifact } from "../../../records/index.ts";
import type { EvaluationTarget, TaskMessage } from "./packet.ts";

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
      ...ownMessages(request, identity).map((message) => taskMessage(message)),
      ...request.turns.map((message, index) => taskMessage(message, index + 1)),
    ],
    ...(mediaIn(...ownMessages(request, identity), ...request.turns).length > 0 && { media_note: MEDIA_NOTE }),
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

const MEDIA_NOTE =
  "The subject was given the files listed under `media` themselves. You are not shown them: judge by the expectations, and do not guess what they show.";

function taskMessage(message: RecordedMessage, turn?: number): TaskMessage {
  const { role, name, content } = message;
  const media = mediaIn(message).map(({ name, media_type, bytes, sha256 }) => ({ name, media_type, bytes, sha256 }));
  return {
    role,
    ...(name && { name }),
    ...(turn !== undefined && { turn }),
    content,
    ...(media.length > 0 && { media }),
  };
}
