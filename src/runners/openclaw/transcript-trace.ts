import type { RunArtifact, TraceEvent, Usage } from "../../records/index.ts";
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

interface TranscriptMessage {
  role?: string;
  content?: unknown;
  toolCallId?: string;
  toolName?: string;
  isError?: boolean;
  provider?: string;
  model?: string;
  stopReason?: string;
  errorMessage?: string;
  usage?: unknown;
}

/** OpenClaw adds notes to itself in the user's name; they are no turn of the user. */
const INTERNAL = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>";

/** Messages, tool calls and tool results as they happened: nothing is guessed from counts. */
export function traceOf(events: Record<string, unknown>[], turns: number, startedAt: Date): TranscriptTrace {
  const found: TranscriptTrace = { trace: [], provider: [], usage: [], lastProviderError: null };
  let turn = 0;
  for (const event of events) {
    const message = event.type === "message" ? (event.message as TranscriptMessage | undefined) : undefined;
    if (!message) continue;
    if (message.role === "user" && !textOf(message.content).startsWith(INTERNAL)) turn = Math.min(turn + 1, turns);
    const base = { turn, at_ms: Math.max(0, Date.parse(String(event.timestamp)) - startedAt.getTime()) || 0 };
    found.trace.push(...eventsOf(message).map((part) => ({ ...base, ...part })));
    if (message.role !== "assistant") continue;
    found.provider.push({
      name: message.provider ?? null,
      model: message.model ?? null,
      finish_reason: message.stopReason ?? null,
    });
    found.lastProviderError = message.stopReason === "error" ? (message.errorMessage ?? "unknown error") : null;
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

function eventsOf(message: TranscriptMessage): EventPart[] {
  switch (message.role ?? "") {
    case "user": {
      const content = textOf(message.content);
      return content.startsWith(INTERNAL) ? [] : [{ kind: "message", role: "user", content }];
    }
    case "assistant":
      return partsOf(message.content).flatMap(assistantPart);
    case "toolResult":
      return [
        {
          kind: "tool_result",
          tool_name: message.toolName ?? "unknown",
          tool_call_id: message.toolCallId ?? "",
          status: message.isError ? "error" : "success",
          content: textOf(message.content),
        },
      ];
    default:
      return [];
  }
}

function assistantPart(part: Record<string, unknown>): EventPart[] {
  if (part.type === "text" && typeof part.text === "string" && part.text.trim() !== "")
    return [{ kind: "message", role: "assistant", content: part.text }];
  if (part.type !== "toolCall") return [];
  const { id, name } = part;
  return [
    {
      kind: "tool_call",
      tool_name: String(name),
      tool_call_id: String(id),
      arguments: typeof part.arguments === "string" ? part.arguments : JSON.stringify(part.arguments ?? {}),
    },
  ];
}

function textOf(content: unknown): string {
  return partsOf(content)
    .flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []))
    .join("\n");
}

function partsOf(content: unknown): Record<string, unknown>[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter((part) => part !== null && typeof part === "object") : [];
}
