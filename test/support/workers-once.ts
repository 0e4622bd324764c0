import { setTimeout as pause } from "node:timers/promises";
import type { ListedWorker, WorkersListing } from "../../src/index.ts";
import { assay } from "./assay.ts";

/** The output of `assay workers`, as soon as it meets the condition. */
export async function workersOnce(url: string, holds: (workers: ListedWorker[]) => boolean): Promise<ListedWorker[]> {
  for (;;) {
    const { code, stdout, stderr } = await assay(["workers", "--redis", url, "--output", "json"]);
    if (code !== 0) throw new Error(stderr);
    const { workers } = JSON.parse(stdout) as WorkersListing;
    if (holds(workers)) return workers;
    await pause(200);
  }
}
