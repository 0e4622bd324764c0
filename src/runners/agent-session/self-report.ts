import type { OwnAccount } from "../../proxy/index.ts";
import { sumUsage, type TraceEvent } from "../../records/index.ts";
import type { Turn } from "./turn.ts";

/** The agent's own account, from its reports and transcript. The agent can write anything in both. */
export interface SelfReport {
  account: OwnAccount;
  /** Failed calls by id, since chat completions cannot express failure. */
  failedCalls: ReadonlyMap<string, "error">;
  /** The agent's name for the tool of each call, by call id. */
  toolNames: ReadonlyMap<string, string>;
}

/** @param transcript its events; empty when there is no transcript, which then proves nothing */
export function readSelfReport(turns: readonly Turn[], transcript: readonly TraceEvent[]): SelfReport {
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
      // A turn that ended without a report counted nothing, which is not a false claim.
      ...(usage.every((one) => one !== null) && { usage: sumUsage(usage) }),
    },
    toolNames: new Map(calls.map(({ tool_call_id, tool_name }) => [tool_call_id, tool_name])),
    failedCalls: new Map(
      results.flatMap(({ tool_call_id, status }) => (status === "error" ? [[tool_call_id, status] as const] : [])),
    ),
  };
}

/** Tool calls in the reports; none unless every turn reports them. */
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
