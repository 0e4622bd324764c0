import { quoteForeign } from "../../store/index.ts";
import type { PresentWorker } from "../presence/worker-facts.ts";

/** Names a worker by its machine and process while it is present, or else by its id. */
export function nameWorker(workerId: string, present: readonly PresentWorker[]): string {
  const found = present.find(({ worker_id }) => worker_id === workerId);
  return found
    ? `worker ${quoteForeign(found.host).slice(1, -1)} (process ${found.pid})`
    : `worker ${quoteForeign(workerId)}`;
}
