import type { RunArtifact, TraceEvent, Usage } from "../../records/index.ts";
import { isRecord } from "../../text/index.ts";
import { billedUsage } from "./usage.ts";

/** What a transcript tells of a trial. */
export interface TranscriptTrace {
  trace: TraceEvent[];
  /** One per request to the model. */
  provider: RunArtifact["provider"];
  /** Per turn, from the first; null where nothing was reported. */
  usage: (Usage | null)[][];
  /** What the model's endpoint answered instead of a message, if that was the last thing it did. */
  lastProviderError: string | null;
}

/** As an honest OpenClaw writes it; nothing in it is certain. */
type TranscriptMessage = Partial<
  Record<
    | "role"
    | "content"
    | "toolCallId"
    | "toolName"
    | "isError"
    | "details"
    | "provider"
    | "model"
    | "stopReason"
    | "errorMessage"
    | "usage",
    unknown
  >
>;

/** OpenClaw adds notes to itself in the user's name; they are no turn of the user. */
const INTERNAL = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>";

/** Messages, tool calls and tool results as they happened: nothing is guessed from counts. */
export function traceOf(events: Record<string, unknown>[], turns: number, startedAt: Date): TranscriptTrace {
  const found: TranscriptTrace = { trace: [], provider: [], usage: [], lastProviderError: null };
  const deferred = deferredTools(events);
  let turn = 0;
  for (const event of events) {
    const message = messageIn(event);
    if (!message) continue;
    if (message.role === "user" && !textOf(message.content).startsWith(INTERNAL)) turn = Math.min(turn + 1, turns);
    const base = { turn, at_ms: Math.max(0, Date.parse(String(event.timestamp)) - startedAt.getTime()) || 0 };
    found.trace.push(...eventsOf(message, deferred).map((part) => ({ ...base, ...part })));
    if (message.role !== "assistant") continue;
    found.provider.push({
      name: textOrNull(message.provider),
      model: textOrNull(message.model),
      finish_reason: textOrNull(message.stopReason),
    });
    found.lastProviderError = message.stopReason === "error" ? textOr(message.errorMessage, "unknown error") : null;
    const ofTurn = found.usage[Math.max(0, turn - 1)] ?? [];
    found.usage[Math.max(0, turn - 1)] = [...ofTurn, billedUsage(message.usage)];
  }
  return found;
}

type EventPart = TraceEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, "turn" | "at_ms">
    : never
  : never;

function eventsOf(message: TranscriptMessage, deferred: ReadonlyMap<string, string>): EventPart[] {
  switch (message.role) {
    case "user": {
      const content = textOf(message.content);
      return content.startsWith(INTERNAL) ? [] : [{ kind: "message", role: "user", content }];
    }
    case "assistant":
      return partsOf(message.content).flatMap((part) => assistantPart(part, deferred));
    case "toolResult": {
      const id = textOr(message.toolCallId, "");
      return [
        {
          kind: "tool_result",
          tool_name: deferred.get(id) ?? textOr(message.toolName, "unknown"),
          tool_call_id: id,
          status: hasFailed(message) ? "error" : "success",
          content: textOf(message.content),
        },
      ];
    }
    default:
      return [];
  }
}

function assistantPart(part: Record<string, unknown>, deferred: ReadonlyMap<string, string>): EventPart[] {
  if (part.type === "text" && typeof part.text === "string" && part.text.trim() !== "")
    return [{ kind: "message", role: "assistant", content: part.text }];
  if (part.type !== "toolCall") return [];
  const id = textOr(part.id, "");
  const own = deferred.get(id);
  const given = own === undefined ? part.arguments : isRecord(part.arguments) ? part.arguments.args : undefined;
  return [
    {
      kind: "tool_call",
      tool_name: own ?? textOr(part.name, "unknown"),
      tool_call_id: id,
      arguments: typeof given === "string" ? given : JSON.stringify(given ?? {}),
    },
  ];
}

/** What the model calls `tool_call` for is a tool that it was not shown at first. Call → that tool's own name. */
function deferredTools(events: Record<string, unknown>[]): Map<string, string> {
  const named = new Map<string, string>();
  for (const message of events.map(messageIn)) {
    if (message?.role === "assistant")
      for (const { type, id, name, arguments: given } of partsOf(message.content))
        if (type === "toolCall" && name === DISPATCHER && isRecord(given) && typeof given.id === "string")
          named.set(textOr(id, ""), given.id);
    const { toolCallId, details } = message ?? {};
    if (typeof toolCallId === "string" && named.has(toolCallId) && isRecord(details) && isRecord(details.tool))
      named.set(toolCallId, textOr(details.tool.name, named.get(toolCallId)!));
  }
  return named;
}

const DISPATCHER = "tool_call";

/** OpenClaw calls a command that ran to its end no error, whatever its exit code is. */
function hasFailed({ isError, details }: TranscriptMessage): boolean {
  if (isError) return true;
  const told = isRecord(details) && isRecord(details.result) ? details.result.details : details;
  return isRecord(told) && ((typeof told.exitCode === "number" && told.exitCode !== 0) || told.status === "failed");
}

function messageIn(event: Record<string, unknown>): TranscriptMessage | null {
  return event.type === "message" && isRecord(event.message) ? event.message : null;
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" && value !== "" ? value : otherwise;
}

function textOf(content: unknown): string {
  return partsOf(content)
    .flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []))
    .join("\n");
}

function partsOf(content: unknown): Record<string, unknown>[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
