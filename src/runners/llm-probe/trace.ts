import type { RetryNotice, TraceEvent } from "../../records/index.ts";

type WithoutMoment<Event> = Event extends unknown ? Omit<Event, "turn" | "at_ms"> : never;

/** The events of a trial in order, each with its turn and its time. */
export interface Trace {
  readonly events: TraceEvent[];
  /** Assigns later events to this turn. */
  enterTurn(turn: number): void;
  add(event: WithoutMoment<TraceEvent>): void;
  addRetry(retry: RetryNotice, event?: string): void;
}

export function startTrace(clock: () => Date): Trace {
  const started = clock().getTime();
  const events: TraceEvent[] = [];
  let turn = 0;
  const add: Trace["add"] = (event) => {
    events.push({ turn, at_ms: Math.max(0, clock().getTime() - started), ...event } as TraceEvent);
  };
  return {
    events,
    enterTurn(next) {
      turn = next;
    },
    add,
    addRetry(retry, event = "request_retried") {
      const { attempt, http_status, wait_ms } = retry;
      add({
        kind: "runner_event",
        event,
        message: retry.reason,
        details: { attempt, http_status, wait_ms },
      });
    },
  };
}
