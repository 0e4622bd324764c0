import type { TraceEvent } from "../../../records/index.ts";
import type { TraceChunk } from "../../wire/index.ts";

const MOST_EVENTS = 500;
const MOST_CHARACTERS = 1_000_000;

/** Splits a trace into pieces that browsers can handle: an agent may record 300,000 events, or one of 5 MB. */
export function traceChunks(trace: readonly TraceEvent[]): TraceChunk[] {
  const chunks: TraceChunk[] = [];
  let characters = 0;
  for (const [index, event] of trace.entries()) {
    const size = sizeOf(event);
    const last = chunks.at(-1);
    if (!last || last.events.length === MOST_EVENTS || characters + size > MOST_CHARACTERS) {
      chunks.push({ first: index, events: [event] });
      characters = size;
    } else {
      last.events.push(event);
      characters += size;
    }
  }
  return chunks;
}

function sizeOf(event: TraceEvent): number {
  if ("content" in event) return event.content.length;
  if ("message" in event) return event.message.length;
  return event.kind === "tool_call" ? event.arguments.length : event.reason.length;
}
