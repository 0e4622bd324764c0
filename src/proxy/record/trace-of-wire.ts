import { type RunArtifact, sumUsage, type TraceEvent, type Usage } from "../../records/index.ts";
import { isBlank } from "../../text/index.ts";
import type { WireMessage } from "../wire/format.ts";
import type { WireExchange, WireRecord } from "./wire-record.ts";

/** What went over the wire, as a run artifact tells it. */
export interface WireTrace {
  trace: TraceEvent[];
  /** One per request that was answered, in order. */
  provider: RunArtifact["provider"];
  usage: Usage | null;
  /** Per turn, from the first. */
  usagePerTurn: (Usage | null)[];
  /** Names of everything offered in any request, in the order they came up. */
  toolsOffered: string[];
  /** What the model said last without asking for a tool; null when it never did. */
  finalOutput: string | null;
  /** What the model's endpoint said instead of an answer, if that was the last thing it did. */
  lastProviderError: { status: number | null; message: string } | null;
}

export interface TraceOptions {
  turns: number;
  /** Texts of the user that are the agent's own notes to itself. */
  isInternal?: (text: string) => boolean;
  /** Where a format cannot say whether a call failed, what the agent says of it, by the call's id. */
  ownStatus?: ReadonlyMap<string, "success" | "error">;
}

export function traceOfWire({ exchanges }: WireRecord, options: TraceOptions): WireTrace {
  const names = new Map(exchanges.flatMap((exchange) => exchange.tool_calls.map(({ id, name }) => [id, name])));
  const timed = exchanges.flatMap((exchange) => [
    ...exchange.messages.flatMap((message) => requestEvents(exchange, message, names, options)),
    ...answerEvents(exchange),
  ]);
  // Several requests may be under way at once; what happened first stands first.
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
  // What an agent says that its model said is no evidence; the answers are.
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

/** Agents also ask for titles and summaries, without offering tools; such an answer is meant for nobody. */
function finalOutputOf(exchanges: readonly WireExchange[], turns: number): string | null {
  const ofTurn = exchanges.filter(({ turn, outcome }) => turn === turns && outcome === "answered");
  const working = ofTurn.filter(({ tools_offered }) => tools_offered.length > 0);
  const last = (working.length > 0 ? working : ofTurn).findLast(
    ({ text, tool_calls }) => tool_calls.length === 0 && !isBlank(text),
  );
  return last?.text ?? null;
}
