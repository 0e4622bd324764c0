import { type FSWatcher, watch } from "node:fs";
import type { PathObserver } from "../../files/index.ts";

/** Editors save in several steps and a checkout changes many files; they count as one change until it is quiet for this long. */
const QUIET_MS = 200;
/** Polling interval for network and container file systems, which report no changes. */
const LOOK_EVERY_MS = 2000;

/** Waits until a watched path changes and returns the changed paths, or none if `ended` aborts. */
export async function waitForChange(observer: PathObserver, ended: AbortSignal): Promise<string[]> {
  const watchers: FSWatcher[] = [];
  let wake = () => {};
  const hear = () => wake();
  try {
    for (const folder of observer.folders()) watchFolder(folder, hear, watchers);
    ended.addEventListener("abort", hear);
    // The first comparison finds changes made before the watchers began.
    for (let changed = observer.changes(); ; changed = observer.changes()) {
      if (ended.aborted) return [];
      if (changed.length > 0 && (await isQuiet())) return observer.changes().length > 0 ? observer.changes() : changed;
      if (changed.length === 0) await somethingOr(LOOK_EVERY_MS);
    }
  } finally {
    ended.removeEventListener("abort", hear);
    for (const watcher of watchers) watcher.close();
  }

  async function isQuiet(): Promise<boolean> {
    return (await somethingOr(QUIET_MS)) === "time";
  }

  function somethingOr(milliseconds: number): Promise<"something" | "time"> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve("time"), milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve("something");
      };
    });
  }
}

/** Leaves a folder to polling if it cannot be watched, because it is gone or the system has no more watches. */
function watchFolder(folder: string, hear: () => void, watchers: FSWatcher[]): void {
  try {
    const watcher = watch(folder, hear);
    watcher.on("error", () => watcher.close());
    watchers.push(watcher);
  } catch {
    // Polling covers this folder.
  }
}
