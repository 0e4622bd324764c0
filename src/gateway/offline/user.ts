import type { ChatMessage } from "../../records/index.ts";
import { jsonObjectOrNull } from "../../text/index.ts";
import type { OfflineProgram } from "./program.ts";
import { literalsIn, maskLiterals } from "./reading/literals.ts";

/**
 * The user that asks for one thing until it gets it. It states its goal first, and is done when the subject's last message
 * contains the quoted parts of `stop_when` or, without quotes, most of its words. Its persona has no effect: it is a program.
 */
export const user: OfflineProgram = ({ messages }) => {
  const role = readRole(messages);
  if (!role)
    return { error: "there is no role in the system message; it can only play the user of a case (input.user)." };
  const heard = lastReply(messages);
  const turn = messages.filter(({ role }) => role === "assistant").length;
  if (heard === null) return say(role.goal);
  if (isOver(role.stop_when, heard)) return say("Thank you, that is all I needed.", true);
  return say(turn === 0 ? role.goal : `${AGAIN[(turn - 1) % AGAIN.length]} ${role.goal}`);
};

const AGAIN = ["That does not help me yet.", "I am still waiting.", "Let me say it again."];

function say(message: string, done = false): { content: string } {
  return { content: JSON.stringify({ message, done }) };
}

interface Role {
  goal: string;
  stop_when: string;
}

/** The JSON object at the end of the system message. */
function readRole(messages: readonly ChatMessage[]): Role | null {
  const [, last = ""] = /(?:^|\n)(\{[^\n]*\})$/.exec(messages[0]?.content ?? "") ?? [];
  const { goal, stop_when } = jsonObjectOrNull(last) ?? {};
  return typeof goal === "string" && typeof stop_when === "string" ? { goal, stop_when } : null;
}

function lastReply(messages: readonly ChatMessage[]): string | null {
  for (const { role, content } of messages.toReversed()) {
    const said = role === "user" ? jsonObjectOrNull(content ?? "") : null;
    // Anything else is a reminder of the required form; the reply is in an earlier message.
    if (said) return typeof said.reply === "string" ? said.reply : null;
  }
  return null;
}

function isOver(stopWhen: string, heard: string): boolean {
  const masked = maskLiterals(stopWhen);
  const quoted = literalsIn(masked.text, masked);
  const said = heard.toLowerCase();
  if (quoted.length > 0) return quoted.every((literal) => said.includes(literal.toLowerCase()));
  const words = wordsOf(stopWhen);
  const heardWords = wordsOf(heard);
  return words.size > 0 && [...words].filter((word) => heardWords.has(word)).length * 2 >= words.size;
}

function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\d]{4,}/gu) ?? []).filter((word) => !EMPTY_WORDS.has(word)));
}

const EMPTY_WORDS = new Set(
  "assistant subject user have been with that this when then they their says said reached goal".split(" "),
);
