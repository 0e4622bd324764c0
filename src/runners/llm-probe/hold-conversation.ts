import type { ChatAnswer } from "../../records/index.ts";
import { createRedactor } from "../../text/index.ts";
import type { RunnerSurroundings, Trial } from "../contract/runner.ts";
import { type Conversation, converse, type Ending } from "./conversation.ts";
import { talk, type UserSide } from "./talk.ts";
import type { Trace } from "./trace.ts";

/** Holds a trial's conversation: one answer of the subject, or one for each message of a simulated user. */
export async function holdConversation(
  { request, model }: Trial,
  conversation: Conversation,
  { userGateway, redact = createRedactor([]) }: RunnerSurroundings,
  trace: Trace,
): Promise<{ ending: Ending; answers: ChatAnswer[]; user?: UserSide }> {
  if (!request.user) return await converse(conversation, trace);
  if (!userGateway) throw new Error("there is no endpoint for the model that plays the user");
  return await talk({ ...conversation, user: request.user, userGateway, redact, model }, trace);
}
