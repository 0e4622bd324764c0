import type { TraceEvent } from "../../records/index.ts";
import { isRecord } from "../../text/index.ts";
import { foreignObject } from "../agent-session/foreign-json.ts";

/** As an honest OpenClaw writes it; unverified. */
type TranscriptMessage = Partial<
  Record<"role" | "content" | "toolCallId" | "toolName" | "isError" | "details", unknown>
>;

/** True for OpenClaw's notes to itself in the user's name, which are no turns of the user. */
export function isInternal(text: string): boolean {
  return text.startsWith("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>");
}

/** Converts messages, tool calls and tool results of the agent's transcript. */
export function transcriptTrace(events: Record<string, unknown>[], turns: number): TraceEvent[] {
  const deferred = deferredTools(events);
  let turn = 0;
  return events.flatMap((event) => {
    const message = messageIn(event);
    if (!message) return [];
    if (message.role === "user" && !isInternal(textOf(message.content))) turn = Math.min(turn + 1, turns);
    return eventsOf(message, deferred).map((part) => ({ turn, at_ms: 0, ...part }));
  });
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
      return isInternal(content) ? [] : [{ kind: "message", role: "user", content }];
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

/** Maps calls of `tool_call`, by which the model uses a tool that was not shown at first, to that tool's own name. */
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

/**
 * Translates a call on the wire to the actual call. Tool and arguments are the model's; `names` only gives the agent's name,
 * which may be shorter.
 */
export function deferredCall<Call extends { id: string; name: string; arguments: string }>(
  call: Call,
  names: ReadonlyMap<string, string>,
): Call {
  if (call.name !== DISPATCHER) return call;
  const given = foreignObject(call.arguments);
  if (typeof given?.id !== "string") return call;
  const own = names.get(call.id);
  const name = own !== undefined && given.id.includes(own) ? own : given.id;
  return { ...call, name, arguments: JSON.stringify(given.args ?? {}) };
}

/** OpenClaw reports a command that ran to completion as no error, whatever its exit code. */
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
