import type { Gateway } from "../../gateway/index.ts";
import type { ChatAnswer, ChatMessage } from "../../records/index.ts";
import type { Redactor } from "../../text/index.ts";
import { openNameHider } from "../../text/index.ts";
import type { Trial } from "../contract/runner.ts";
import type { UserRequest } from "../request/simulated-user.ts";
import { askUser, type Spoken } from "./ask-user.ts";
import { type Conversation, type Ending, runToolLoop } from "./tool-loop.ts";
import type { Trace } from "./trace.ts";

/** The user's side of a conversation with a simulated user. */
export interface UserSide {
  request: UserRequest;
  gateway: Gateway;
  /** `done`: the user said so. `max_turns`: it had no turn left. `subject_ended`: the subject gave no answer. */
  ended: "done" | "max_turns" | "subject_ended" | "failed";
  turns: number;
  answers: ChatAnswer[];
}

export interface Talk extends Conversation {
  user: UserRequest;
  userGateway: Gateway;
  /** Removes secrets from the subject's messages before they are sent to another provider. */
  redact: Redactor;
  /** The subject, whose names its user never learns. */
  model: Trial["model"];
}

/**
 * Alternates between subject and user until the user is done or has no turn left. The subject begins if the case's last message
 * is the user's; otherwise the user does. Every turn of the subject is a tool loop with `max_turns` of its own.
 */
export async function holdDialogue(conversation: Talk, trace: Trace) {
  const { user, userGateway, request, repetition, signal } = conversation;
  const messages: ChatMessage[] = [...request.messages];
  const answers: ChatAnswer[] = [];
  const side: UserSide = { request: user, gateway: userGateway, ended: "subject_ended", turns: 0, answers: [] };
  const forTheUser = openSpoken(conversation);
  let last: Ending | null = null;
  const end = (ended: UserSide["ended"], ending: Ending) => ({ ending, answers, user: { ...side, ended } });

  if (isAnswerable(messages)) last = await subjectSpeaks();
  for (;;) {
    if (last !== null && last.kind !== "answered") return end("subject_ended", last);
    if (last !== null && side.turns === user.max_turns) return end("max_turns", last);
    const asked = { gateway: userGateway, request: user, repetition, signal };
    const said = await askUser(asked, forTheUser.spoken, side.answers, trace);
    if (said.kind === "interrupted") return end("failed", { kind: "interrupted" });
    if (said.kind === "failed") return end("failed", { ...said, kind: "user_failed" });
    if (said.message.trim() !== "")
      trace.add({ kind: "message", role: "user", content: said.message, by: "simulated_user" });
    if (said.done) return end("done", last!);
    side.turns += 1;
    forTheUser.add("user", said.message);
    messages.push({ role: "user", content: said.message });
    last = await subjectSpeaks();
  }

  async function subjectSpeaks(): Promise<Ending> {
    const { ending, answers: given } = await runToolLoop(conversation, trace, messages, answers.length);
    answers.push(...given);
    if (ending.kind !== "answered") return ending;
    messages.push({ role: "assistant", content: ending.content });
    forTheUser.add("subject", ending.content);
    trace.add({ kind: "message", role: "assistant", content: ending.content });
    return ending;
  }
}

/** True if the last message asks for an answer of the subject. */
export function isAnswerable(messages: readonly Pick<ChatMessage, "role">[]): boolean {
  const role = messages.at(-1)?.role;
  return role === "user" || role === "tool";
}

/** The conversation as the user may know it: without secrets, the subject's names, and its system prompt. */
function openSpoken({ request, redact, model, user }: Talk) {
  const spoken: Spoken[] = [];
  const task = [...request.messages.map(({ content }) => content), user.persona, user.goal].join("\n");
  const { model_id, label, requested_model, openrouter_model, model_name } = model;
  const called = [model_id, label, requested_model, openrouter_model, model_name].filter((name) => name !== undefined);
  const names = openNameHider({ models: [request.model], called, providers: [] }, task);
  const add = (speaker: Spoken["speaker"], text: string) =>
    spoken.push({ speaker, text: speaker === "user" ? text : names.hide(redact(text)).text });
  const ofVariant = new Set(request.variantMessages);
  for (const [place, { role, content }] of request.messages.entries()) {
    // Messages of a variant were neither said nor heard by this user.
    if (ofVariant.has(place) || (role !== "user" && role !== "assistant")) continue;
    add(role === "user" ? "user" : "subject", content);
  }
  return { spoken, add };
}
