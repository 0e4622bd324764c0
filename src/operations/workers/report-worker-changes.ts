import type { PresentWorker } from "../../cluster/index.ts";
import type { Controls } from "../controls.ts";

/** Time for workers to register before a lack of them is reported. */
const PATIENCE_MS = 4000;

/** Reports the number of workers, a lack of them while jobs wait, and new arrivals. */
export function reportWorkerChanges(place: string, inFlight: () => number, onEvent: Controls["onEvent"]) {
  let lastTold = "";
  let aloneSince: number | null = null;
  let isSaid = false;
  return (workers: readonly PresentWorker[]): void => {
    const present = { type: "workers" as const, workers: workers.length, in_flight: inFlight() };
    if (JSON.stringify(present) !== lastTold) onEvent?.(present);
    lastTold = JSON.stringify(present);
    if (workers.length > 0) {
      if (isSaid)
        onEvent?.({ type: "note", message: `A worker joined: ${workers.map(({ host }) => host).join(", ")}.` });
      aloneSince = null;
      isSaid = false;
      return;
    }
    if (inFlight() === 0) return;
    aloneSince ??= performance.now();
    if (isSaid || performance.now() - aloneSince < PATIENCE_MS) return;
    isSaid = true;
    const message = `There is no worker at ${place}. Start one with \`assay worker --redis ${place}\`; waiting.`;
    onEvent?.({ type: "note", message });
  };
}
