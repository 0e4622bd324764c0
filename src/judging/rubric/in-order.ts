import pLimit from "p-limit";

/** Results may wait for a slow one before them, but never more than this many times the concurrency. */
const WINDOW = 8;

/**
 * Runs tasks with limited concurrency and gives their results in the order of the tasks. Tasks are taken only as they
 * are needed, so any number of them costs constant memory.
 */
export async function* inOrder<Result>(
  tasks: Iterable<() => Promise<Result>>,
  concurrency: number,
): AsyncGenerator<Result> {
  const limit = pLimit(concurrency);
  const started: Promise<Result>[] = [];
  const iterator = tasks[Symbol.iterator]();
  let done = false;
  for (;;) {
    while (!done && started.length < concurrency * WINDOW) {
      const next = iterator.next();
      if (next.done) {
        done = true;
        break;
      }
      const result = limit(next.value);
      // It is awaited in its turn; until then, a failure must not count as unhandled.
      result.catch(() => {});
      started.push(result);
    }
    const first = started.shift();
    if (first === undefined) return;
    yield await first;
  }
}
