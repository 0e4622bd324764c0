import type { EvaluationProfile, LoadedCase } from "../../../config/index.ts";
import {
  DIMENSIONS,
  mediaIn,
  messagesOfCase,
  type RecordedMessage,
  type RunArtifact,
  simulatedTurns,
} from "../../../records/index.ts";
import type { Blindfold } from "./blind.ts";
import type { EvaluationTarget, TaskMessage } from "./packet.ts";

/** The task as actually sent, the expectations, and the scoring instructions. Nothing about the subject. */
export function evaluationTarget(
  { case: testCase }: LoadedCase,
  artifact: RunArtifact,
  anchors: EvaluationProfile["anchors"],
  blind: Blindfold,
): EvaluationTarget {
  const { request, identity } = artifact;
  return {
    task_messages: [
      ...messagesOfCase(request, identity).map((message) => taskMessage(message)),
      ...request.turns.map((message, index) => taskMessage(message, index + 1)),
      // A simulated user that was told the subject's name may repeat it.
      ...simulatedTurns(artifact).map((said, index) => ({
        role: "user",
        turn: index + 1,
        content: blind.subjectText(said),
      })),
    ],
    ...(mediaIn(...messagesOfCase(request, identity), ...request.turns).length > 0 && { media_note: MEDIA_NOTE }),
    ...givenFiles(artifact),
    ...expectedOfCase(testCase),
    ...(anchors.enabled &&
      anchors.references.length > 0 && { anchors: anchors.references.map(({ label, text }) => ({ label, text })) }),
    dimensions: DIMENSIONS,
  };
}

/** A case's expectations of a good answer, as shown to judges. */
export function expectedOfCase({
  expectations,
  rubric,
}: Pick<LoadedCase["case"], "expectations" | "rubric">): Pick<EvaluationTarget, "expectations" | "rubric"> {
  const weighted = (list: { text: string; weight: number }[] = []) =>
    list.map(({ text, weight }) => ({ text, weight }));
  return {
    expectations: {
      hard: weighted(expectations?.hard_expectations),
      soft: weighted(expectations?.soft_expectations),
    },
    ...(rubric && { rubric }),
  };
}

/** Files that were in the workspace before the subject's first turn, and are not its work. */
function givenFiles({ workspace }: RunArtifact): Pick<EvaluationTarget, "given_files" | "given_files_note"> {
  if (!workspace || workspace.file_count === 0) return {};
  const { files, file_count } = workspace;
  const more = file_count - files.length;
  return {
    given_files: files.map(({ path, bytes }) => ({ path, bytes })),
    given_files_note: `The subject found these files in its workspace${more > 0 ? `, and ${more} more` : ""}. They are not its work. Where it changed or deleted some of them, workspace.diff shows how.`,
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
