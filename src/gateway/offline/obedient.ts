import type { ChatMessage } from "../../records/index.ts";
import { diligent } from "./diligent.ts";
import { erratic } from "./erratic.ts";
import { hasty } from "./hasty.ts";
import type { OfflineProgram } from "./program.ts";
import { readTask } from "./reading/task.ts";

/** The subject that is as good as its system prompt: careful when told to be, hasty otherwise. */
export const obedient: OfflineProgram = (request) =>
  asksForCare(request.messages) ? diligent(request) : hasty(request);

/** Like `obedient`, but ignores its system prompt on every third task, depending on the task and the repetition. */
export const forgetful: OfflineProgram = (request) => {
  const { instruction } = readTask(request.messages);
  const start = [...instruction].reduce((sum, sign) => sum + sign.charCodeAt(0), 0);
  return (start + (request.repetition ?? 1)) % 3 === 0 ? erratic(request) : obedient(request);
};

/** Phrases of prompts that ask for care: sources, quotes, checks, and no inventions. */
const CARE =
  /\b(?:quot(?:e|es|ing)|cit(?:e|es|ing)|sources?|carefully|step by step|double-check|check your|(?:do not|don't|never) (?:guess|invent|make (?:it|things|anything) up))\b/i;

function asksForCare(messages: readonly ChatMessage[]): boolean {
  return messages.some(({ role, content }) => role === "system" && CARE.test(content ?? ""));
}
