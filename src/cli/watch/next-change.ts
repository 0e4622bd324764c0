import { type FSWatcher, watch } from "node:fs";
import type { Looks } from "../../files/index.ts";

/** An editor saves in several steps, and a checkout changes many files: they are one change when no step follows for so long. */
const QUIET_MS = 200;
/** Network and container file systems say nothing of changes, so that somebody has to look now and then. */
const LOOK_EVERY_MS = 2000;

/** Waits until something that was looked at is no longer as it was, and gives the paths; none when the wait was ended. */
export async function nextChange(looks: Looks, ended: AbortSignal): Promise<string[]> {
  const watchers: FSWatcher[] = [];
  let wake = () => {};
  const hear = () => wake();
  try {
    for (const folder of looks.folders()) watchFolder(folder, hear, watchers);
    ended.addEventListener("abort", hear);
    // What changed before the watchers were there is seen by the first look.
    for (let changed = looks.changes(); ; changed = looks.changes()) {
      if (ended.aborted) return [];
      if (changed.length > 0 && (await isQuiet())) return looks.changes().length > 0 ? looks.changes() : changed;
      if (changed.length === 0) await somethingOr(LOOK_EVERY_MS);
    }
  } finally {
    ended.removeEventListener("abort", hear);
    for (const watcher of watchers) watcher.close();
  }

  /** Whether the time passed without anything being heard. */
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

/** A folder that cannot be watched, because it has gone or the system has no more watches, is looked at now and then. */
function watchFolder(folder: string, hear: () => void, watchers: FSWatcher[]): void {
  try {
    const watcher = watch(folder, hear);
    watcher.on("error", () => watcher.close());
    watchers.push(watcher);
  } catch {
    // The look every two seconds does it.
  }
}
