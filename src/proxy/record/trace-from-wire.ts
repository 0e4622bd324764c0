import type { WireMessage } from "../../gateway/index.ts";
import { type RunArtifact, sumUsage, type TraceEvent, type Usage } from "../../records/index.ts";
import { isBlank } from "../../text/index.ts";
import type { WireExchange, WireRecord } from "./wire-record.ts";

/** The wire traffic in the terms of a run artifact. */
export interface WireTrace {
  trace: TraceEvent[];
  /** One per answered request, in order. */
  provider: RunArtifact["provider"];
  usage: Usage | null;
  /** Per turn, from the first. */
  usagePerTurn: (Usage | null)[];
  /** Names of all tools offered in any request, in order of first appearance. */
  toolsOffered: string[];
  /** The model's last text without a tool call; null if there is none. */
  finalOutput: string | null;
  /** The endpoint's response to the last request, if it was an error. */
  lastProviderError: { status: number | null; message: string } | null;
}

export interface TraceOptions {
  turns: number;
  /** True for user texts that are the agent's notes to itself. */
  isInternal?: (text: string) => boolean;
  /** The agent's own report of a call's status, by call id, for formats that cannot express failure. */
  ownStatus?: ReadonlyMap<string, "success" | "error">;
}

export function traceFromWire({ exchanges }: WireRecord, options: TraceOptions): WireTrace {
  const names = new Map(exchanges.flatMap((exchange) => exchange.tool_calls.map(({ id, name }) => [id, name])));
  const timed = exchanges.flatMap((exchange) => [
    ...exchange.messages.flatMap((message) => requestEvents(exchange, message, names, options)),
    ...answerEvents(exchange),
  ]);
  // Sorts by time, because several requests may be in flight at once.
  timed.sort((one, other) => one.at_ms - other.at_ms);
  const last = exchanges.findLast(({ outcome }) => outcome !== "ended" && outcome !== "left");
  const failed = last && (last.outcome === "provider_error" || last.outcome === "unreachable");
  return {
    trace: timed,
    provider: exchanges
      .filter(({ outcome }) => outcome === "answered" || outcome === "cut_off")
      .map(({ answered_by, model, stop_reason }) => ({
        name: answered_by.provider,
        model: answered_by.model ?? model,
        finish_reason: stop_reason,
      })),
    usage: sumUsage(exchanges.map(({ usage }) => usage)),
    usagePerTurn: Array.from({ length: options.turns }, (_, index) =>
      sumUsage(exchanges.filter(({ turn }) => turn === index + 1).map(({ usage }) => usage)),
    ),
    toolsOffered: [...new Set(exchanges.flatMap(({ tools_offered }) => tools_offered))],
    finalOutput: finalOutputOf(exchanges, options.turns),
    lastProviderError: failed ? { status: last.http_status, message: last.problem ?? "no message" } : null,
  };
}

function requestEvents(
  { turn, started_ms: at_ms }: WireExchange,
  { role, parts }: WireMessage,
  names: ReadonlyMap<string, string>,
  { isInternal = () => false, ownStatus }: TraceOptions,
): TraceEvent[] {
  // An agent's claims about what its model said are no evidence; the answers are.
  if (role !== "user") return [];
  return parts.flatMap((part): TraceEvent[] => {
    if (part.kind === "text")
      return isBlank(part.text) || isInternal(part.text)
        ? []
        : [{ turn, at_ms, kind: "message", role: "user", content: part.text }];
    if (part.kind !== "tool_result") return [];
    const { id, name, content, failed } = part;
    const status = (failed === null ? ownStatus?.get(id) : null) ?? (failed ? "error" : "success");
    const tool_name = name ?? names.get(id) ?? "unknown";
    return [{ turn, at_ms, kind: "tool_result", tool_name, tool_call_id: id, status, content }];
  });
}

function answerEvents({ turn, ended_ms: at_ms, text, tool_calls }: WireExchange): TraceEvent[] {
  const said: TraceEvent[] = isBlank(text) ? [] : [{ turn, at_ms, kind: "message", role: "assistant", content: text }];
  const called = tool_calls.map(
    ({ id, name, arguments: given }): TraceEvent => ({
      turn,
      at_ms,
      kind: "tool_call",
      tool_name: name || "unknown",
      tool_call_id: id,
      arguments: given,
    }),
  );
  return [...said, ...called];
}

/** Ignores requests without tools, by which agents also ask for titles and summaries that are not answers to the user. */
function finalOutputOf(exchanges: readonly WireExchange[], turns: number): string | null {
  const ofTurn = exchanges.filter(({ turn, outcome }) => turn === turns && outcome === "answered");
  const working = ofTurn.filter(({ tools_offered }) => tools_offered.length > 0);
  const last = (working.length > 0 ? working : ofTurn).findLast(
    ({ text, tool_calls }) => tool_calls.length === 0 && !isBlank(text),
  );
  return last?.text ?? null;
}
