import type { OwnAccount } from "../../proxy/index.ts";
import { sumUsage, type TraceEvent } from "../../records/index.ts";
import type { Turn } from "./turn.ts";

/** What the agent says of itself, in its reports and its transcript. The agent can write both as it likes. */
export interface OwnWords {
  account: OwnAccount;
  /** Calls that failed, by their ids: chat completions have no word for it. */
  failedCalls: ReadonlyMap<string, "error">;
  /** What the agent calls the tool of each call, by the call's id. */
  toolNames: ReadonlyMap<string, string>;
}

/** @param transcript its events; none when there is no transcript, and then it tells nothing */
export function ownWords(turns: readonly Turn[], transcript: readonly TraceEvent[]): OwnWords {
  const calls = transcript.filter((event) => event.kind === "tool_call");
  const results = transcript.filter((event) => event.kind === "tool_result");
  const usage = turns.map(({ outcome }) => outcome.usage);
  return {
    account: {
      answers: turns.flatMap(({ outcome }, index) =>
        outcome.status === "success" && outcome.answer !== null ? [{ turn: index + 1, text: outcome.answer }] : [],
      ),
      ...(transcript.length > 0 && {
        toolCalls: calls.map(({ tool_call_id: id, tool_name: name, arguments: given }) => ({
          id,
          name,
          arguments: given,
        })),
        toolResults: results.map(({ tool_call_id: id, content }) => ({ id, content })),
      }),
      ...callsIn(turns),
      // A turn that ended without a report counted nothing, which is no lie.
      ...(usage.every((one) => one !== null) && { usage: sumUsage(usage) }),
    },
    toolNames: new Map(calls.map(({ tool_call_id, tool_name }) => [tool_call_id, tool_name])),
    failedCalls: new Map(
      results.flatMap(({ tool_call_id, status }) => (status === "error" ? [[tool_call_id, status] as const] : [])),
    ),
  };
}

/** What its reports tell of tool calls; nothing unless every turn's does. */
function callsIn(turns: readonly Turn[]): Pick<OwnAccount, "toolCalls" | "calledOneOf"> {
  const told = turns.map(({ outcome }) => (outcome.status === "success" ? outcome.calls : undefined));
  const named = told.filter((calls) => calls !== undefined && "names" in calls);
  const counted = told.filter((calls) => calls !== undefined && "oneOf" in calls);
  if (turns.length === 0) return {};
  if (named.length === turns.length)
    return { toolCalls: named.flatMap(({ names }) => names.map((name) => ({ name }))) };
  if (counted.length < turns.length) return {};
  return { calledOneOf: { tools: counted[0]!.oneOf, times: counted.reduce((sum, { times }) => sum + times, 0) } };
}
