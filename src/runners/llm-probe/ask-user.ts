import type { Gateway } from "../../gateway/index.ts";
import type { ChatAnswer, ChatFailure, ChatMessage } from "../../records/index.ts";
import { visibleJson } from "../../text/index.ts";
import type { UserRequest } from "../request/simulated-user.ts";
import type { Trace } from "./trace.ts";
import { readUserTurn } from "./user-turn.ts";

/** A conversation as people see it: speakers and texts in order. */
export type Spoken = { speaker: "user" | "subject"; text: string };

export type UserAnswer =
  | { kind: "said"; message: string; done: boolean }
  | { kind: "interrupted" }
  /** Not the subject's fault: its user could not be reached, or left its role for good. */
  | { kind: "failed"; message: string; failure?: ChatFailure };

export interface AskedUser {
  gateway: Gateway;
  request: UserRequest;
  repetition: number;
  signal: AbortSignal;
}

/** A model that breaks the form once usually keeps to it when told; one that breaks it three times does not. */
const ATTEMPTS = 3;

/** Asks the model that plays the user for its next message. Appends every answer to `answers`, accepted or not. */
export async function askUser(
  { gateway, request, repetition, signal }: AskedUser,
  spoken: readonly Spoken[],
  answers: ChatAnswer[],
  trace: Trace,
): Promise<UserAnswer> {
  const { model, options, system, timeout_seconds: timeoutSeconds, retries } = request;
  const heard = spoken.findLast(({ speaker }) => speaker === "subject")?.text ?? null;
  const opening: ChatMessage[] = [{ role: "system", content: system }, ...asTheUserSees(spoken)];
  let followUp: ChatMessage[] = [];
  let violation = "";
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const outcome = await gateway.complete(
      { model, messages: [...opening, ...followUp], options, repetition },
      { timeoutSeconds, retries, signal, onRetry: (retry) => trace.addRetry(retry, "user_request_retried") },
    );
    if (outcome.status === "interrupted") return { kind: "interrupted" };
    if (outcome.status !== "answered")
      return { kind: "failed", message: `The simulated user could not be asked: ${outcome.message}`, failure: outcome };
    answers.push(outcome);
    const text = outcome.message.content ?? "";
    const turn = readUserTurn(text, heard);
    if (turn.ok) return { kind: "said", message: turn.message, done: turn.done };
    violation = turn.violation;
    followUp = [
      { role: "assistant", content: text },
      { role: "user", content: `${violation} Answer again, with {"message": "…", "done": false} and nothing else.` },
    ];
  }
  return { kind: "failed", message: `The simulated user left its role ${ATTEMPTS} times. The last time: ${violation}` };
}

/**
 * The conversation with roles swapped: the user's messages are the model's own, the subject's come as JSON. Some providers
 * require the other side to speak first, and both sides in turn.
 */
function asTheUserSees(spoken: readonly Spoken[]): ChatMessage[] {
  const turns: Spoken[] = [];
  for (const { speaker, text } of spoken) {
    const last = turns.at(-1);
    if (last?.speaker === speaker) last.text += `\n\n${text}`;
    else turns.push({ speaker, text });
  }
  const begins: ChatMessage = { role: "user", content: '{"reply":null}' };
  return [
    ...(turns[0]?.speaker === "subject" ? [] : [begins]),
    ...turns.map(
      ({ speaker, text }): ChatMessage =>
        speaker === "user"
          ? { role: "assistant", content: visibleJson({ message: text, done: false }) }
          : { role: "user", content: visibleJson({ reply: text }) },
    ),
  ];
}
