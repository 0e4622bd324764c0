import type { Redis } from "ioredis";
import { addTo, shortenMiddle } from "../../text/index.ts";
import { declinedKey } from "../jobs/job.ts";
import type { PresentWorker } from "../presence/worker-facts.ts";

/** Finds jobs that every present worker has declined. */
export interface DeclineWatch {
  findHopeless(ids: readonly string[], workers: readonly PresentWorker[]): Promise<{ id: string; why: string }[]>;
  forget(id: string): void;
}

/** Time for workers that are just starting. */
const PATIENCE_MS = 4000;

export function openDeclineWatch(client: Redis, now: () => number = () => performance.now()): DeclineWatch {
  const hopelessSince = new Map<string, number>();
  return {
    async findHopeless(ids, workers) {
      // Workers that are leaving take no jobs. Without any workers, wait for some.
      const there = workers.filter(({ is_leaving }) => !is_leaving);
      if (there.length === 0 || !there.some(({ declines }) => declines.length > 0)) return [];
      const asked = client.pipeline();
      for (const id of ids) asked.hmget(declinedKey(id), ...there.map(({ worker_id }) => worker_id));
      const answers = (await asked.exec()) ?? [];
      return ids.flatMap((id, index) => {
        const declined = (answers[index]?.[1] ?? []) as (string | null)[];
        if (!there.every((_, at) => typeof declined[at] === "string")) {
          hopelessSince.delete(id);
          return [];
        }
        const since = hopelessSince.get(id) ?? now();
        hopelessSince.set(id, since);
        return now() - since < PATIENCE_MS ? [] : [{ id, why: groupReasons(there, declined) }];
      });
    },
    forget: (id) => void hopelessSince.delete(id),
  };
}

/** Genuine reasons are a sentence or two. */
const LONGEST_REASON = 2000;

/** Lists reasons with their workers, grouping equal ones. */
function groupReasons(workers: readonly PresentWorker[], declined: readonly (string | null)[]): string {
  const byReason = new Map<string, string[]>();
  for (const [at, { host, pid }] of workers.entries()) {
    const why = shortenMiddle(declined[at]!, LONGEST_REASON).text;
    addTo(byReason, why, `${host} (process ${pid})`);
  }
  return [...byReason].map(([why, names]) => `${names.join(", ")}: ${why}`).join("; ");
}
