/** Limit of finished results waiting for a slow one before them, relative to the concurrency. */
const WINDOW = 8;

/**
 * Runs a limited number of tasks at a time and yields their results in order. Takes tasks only as needed, so any number of them
 * costs constant memory.
 */
export async function* runInOrder<Result>(
  tasks: Iterable<() => Promise<Result>>,
  atATime: number,
): AsyncGenerator<Result> {
  const iterator = tasks[Symbol.iterator]();
  const started: { result: Promise<Result>; ended: boolean }[] = [];
  let running = 0;
  let done = false;
  let wake = () => {};

  function start(task: () => Promise<Result>): void {
    running += 1;
    const entry = { result: task(), ended: false };
    const end = () => {
      running -= 1;
      entry.ended = true;
      wake();
    };
    // A failure is thrown when its turn comes; until then it must not count as unhandled.
    entry.result.then(end, end);
    started.push(entry);
  }

  for (;;) {
    while (!done && running < atATime && started.length < atATime * WINDOW) {
      const next = iterator.next();
      if (next.done) done = true;
      else start(next.value);
    }
    const [first] = started;
    if (first === undefined) return;
    if (first.ended) {
      started.shift();
      yield await first.result;
    } else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}
