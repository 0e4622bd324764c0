import { quoteForeign } from "../../store/index.ts";
import type { PresentWorker } from "../presence/worker-facts.ts";

/** A worker as people know it: by its machine and process while it is there, else by what it calls itself. */
export function nameWorker(workerId: string, present: readonly PresentWorker[]): string {
  const found = present.find(({ worker_id }) => worker_id === workerId);
  return found
    ? `worker ${quoteForeign(found.host).slice(1, -1)} (process ${found.pid})`
    : `worker ${quoteForeign(workerId)}`;
}
