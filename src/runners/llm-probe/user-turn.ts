import { isRecord, parseJson } from "../../text/index.ts";

/** The parsed message of a simulated user. Only `done` can end a conversation before its turns are used up. */
export type UserTurn =
  | { ok: true; message: string; done: boolean }
  /** An explanation, for that model, that it left its role. */
  | { ok: false; violation: string };

/** Longer than any person's message; a runaway model exceeds it. */
const LONGEST_MESSAGE = 20_000;

/**
 * Reads the answer of a user model: one JSON object with `message` and `done`, alone or in a fence. A subject's text can appear
 * only in `message`, as part of a JSON string, so repeating it can never end the conversation.
 *
 * @param heard the subject's last message; null before it has spoken
 */
export function readUserTurn(text: string, heard: string | null): UserTurn {
  const left = (violation: string): UserTurn => ({ ok: false, violation });
  if (text.trim() === "") return left("Your answer is empty.");
  const read = parse(text);
  if (!isRecord(read)) return left("Your answer is not one JSON object.");
  const { message = "", done } = read;
  if (typeof done !== "boolean") return left("`done` must be true or false.");
  if (typeof message !== "string") return left("`message` must be a text.");
  if (done && heard === null) return left("You can't be done before the assistant has said anything.");
  if (!done && message.trim() === "") return left("`message` is empty, but you are not done.");
  if (message.length > LONGEST_MESSAGE) return left(`\`message\` is longer than ${LONGEST_MESSAGE} characters.`);
  if (!done && heard !== null && message.trim() === heard.trim())
    return left("`message` repeats what the assistant said. You are the user.");
  return { ok: true, message, done };
}

function parse(text: string): unknown {
  const [, fenced] = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/.exec(text.trim()) ?? [];
  const parsed = parseJson(fenced ?? text);
  return parsed.ok ? parsed.value : null;
}
