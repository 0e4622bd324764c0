import type { ChatMessage } from "../../records/index.ts";
import { sha256 } from "../../text/index.ts";
import type { RequestCount, UserIdentity } from "../contract/descriptor.ts";
import type { UserRequest } from "../request/simulated-user.ts";
import { isAnswerable } from "./dialogue-with-user.ts";

/** The parts of a simulated user that determine a trial: everything its model is told, but not time-outs or retries. */
export function userIdentity({ endpoint, model, options, persona, goal, stop_when, max_turns, system }: UserRequest) {
  const identity: UserIdentity = {
    gateway: endpoint,
    model,
    options,
    persona,
    goal,
    ...(stop_when === undefined ? {} : { stop_when }),
    max_turns,
    system_sha256: sha256(system),
  };
  return identity;
}

/** Requests that a conversation may take: a turn of the subject for each of the user's, and one more if the case begins with the user. */
export function requestsWithUser(
  mostOfTurn: number,
  { max_turns }: UserRequest,
  messages: readonly Pick<ChatMessage, "role">[],
): RequestCount & { user: RequestCount } {
  const begins = isAnswerable(messages) ? 1 : 0;
  return { least: 1, most: (max_turns + begins) * mostOfTurn, user: { least: 1, most: max_turns } };
}
