import type { ChatMessage } from "../../records/index.ts";
import { sha256 } from "../../text/index.ts";
import type { RequestCount, UserIdentity } from "../contract/descriptor.ts";
import type { UserRequest } from "../request/simulated-user.ts";
import { isAnswerable } from "./talk.ts";

/** What of a simulated user decides a trial: everything that its model is told, but neither time-outs nor retries. */
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

/** What a conversation may take: a turn of the subject for each of the user's, and one more where the case begins it. */
export function requestsWithUser(
  mostOfTurn: number,
  { max_turns }: UserRequest,
  messages: readonly Pick<ChatMessage, "role">[],
): RequestCount & { user: RequestCount } {
  const begins = isAnswerable(messages) ? 1 : 0;
  return { least: 1, most: (max_turns + begins) * mostOfTurn, user: { least: 1, most: max_turns } };
}
