import { formatSeconds } from "../../../../text/presentation/index.ts";
import type { TraceChunk } from "../../../wire/index.ts";
import { LongText } from "../../parts/texts/long-text.tsx";
import { setQuery } from "../../state/route.ts";

/** Shows recorded events page by page: an agent may have left 300,000. */
export function TraceList({
  part,
  number,
  count,
  events,
}: {
  part: TraceChunk;
  number: number;
  count: number;
  events: number;
}) {
  const last = part.first + part.events.length;
  return (
    <>
      {count > 1 && (
        <p class="pager">
          <button type="button" disabled={number === 0} onClick={() => setQuery({ page: String(number - 1) })}>
            ← earlier
          </button>
          <span role="status">
            events {(part.first + 1).toLocaleString("en-US")} to {last.toLocaleString("en-US")} of{" "}
            {events.toLocaleString("en-US")}
          </span>
          <button type="button" disabled={number === count - 1} onClick={() => setQuery({ page: String(number + 1) })}>
            later →
          </button>
        </p>
      )}
      <ol class="trace" start={part.first + 1}>
        {part.events.map((event, at) => (
          <li key={part.first + at}>
            <div class="who">
              {event.kind.replaceAll("_", " ")} <span class="muted small">{formatSeconds(event.at_ms)}</span>
            </div>
            <div class="what">
              <LongText text={wordsOf(event)} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function wordsOf(event: TraceChunk["events"][number]): string {
  if (event.kind === "tool_call") return `${event.tool_name}(${event.arguments})`;
  if (event.kind === "tool_result") return `${event.tool_name}: ${event.status}\n${event.content}`;
  if (event.kind === "account_differs") return `${event.about}: ${event.message}`;
  if (event.kind === "network_refused") return `${event.host}:${event.port}, ${event.times} ×: ${event.reason}`;
  if (event.kind === "runner_event") return `${event.event}: ${event.message}`;
  return event.kind === "message" ? `${event.role}: ${event.content}` : event.content;
}
