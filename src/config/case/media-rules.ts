import { mediaIn } from "../../records/index.ts";
import { inMegabytes } from "../source/read-text.ts";
import type { Complaint } from "../source/source-file.ts";
import type { ResolvedAttachment, ResolvedMessage } from "./loaded-case.ts";
import { LARGEST_MEDIA_TOTAL } from "./media-file.ts";
import type { MessageProblem } from "./rules.ts";

/** Refuses media outside of user messages, as chat completions do. */
export function problemOfMediaRole(message: ResolvedMessage): MessageProblem | undefined {
  const [first] = mediaIn(message);
  if (first === undefined || message.role === "user") return undefined;
  const what = first.type === "image" ? "an image" : "audio";
  return { severity: "error", message: `${what} can only be part of a user message, not of role "${message.role}"` };
}

/** Refuses media for agents, which are called with arguments on a command line. */
export function problemOfAgentMedia(message: ResolvedMessage): MessageProblem | undefined {
  return mediaIn(message).length === 0 ? undefined : { severity: "error", message: NOT_FOR_AGENTS };
}

const NOT_FOR_AGENTS =
  "images and audio are for llm_probe cases only; put the file into the agent's workspace and name it in the message";

/** Checks a case's media as a whole. */
export function checkMedia(
  messages: readonly ResolvedMessage[],
  attachments: readonly ResolvedAttachment[],
  isForAgent: boolean,
): Complaint[] {
  const attached = attachments.flatMap(({ media }, index) => (media ? [{ media, index }] : []));
  if (isForAgent)
    return attached.map(({ index }) => ({ path: ["input", "attachments", index], message: NOT_FOR_AGENTS }));
  const sent = [...mediaIn(...messages), ...attached.map(({ media }) => media)];
  const total = sent.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= LARGEST_MEDIA_TOTAL) return [];
  const message = `its images and audio have ${inMegabytes(total)} MB in all; one request may have at most ${inMegabytes(LARGEST_MEDIA_TOTAL)} MB`;
  return [{ path: ["input"], at: "key", message }];
}
