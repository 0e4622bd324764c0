import { setTimeout as pause, setImmediate as turnOfTheLoop } from "node:timers/promises";

/** By trial, and for all trials: settled when the next piece of work may begin. */
const roomOf = new WeakMap<object, Promise<void>>();
let roomOfAll: Promise<void> = Promise.resolve();

/**
 * Runs work that blocks the event loop, such as parsing a large body: one piece at a time, each followed by an equally long
 * pause, so that everything else gets half of the time. A trial's pieces queue among themselves first, so other trials wait for
 * at most one of them, however many there are.
 *
 * @param owner the trial that the work is for
 */
export async function runFairly<Result>(owner: object, work: () => Result): Promise<Result> {
  const { promise: isOver, resolve: release } = withResolvers();
  const before = roomOf.get(owner);
  roomOf.set(owner, isOver);
  await before;
  const others = roomOfAll;
  roomOfAll = isOver;
  await others;
  await turnOfTheLoop();
  const started = performance.now();
  try {
    return work();
  } finally {
    // Includes what the caller does with the result synchronously.
    void turnOfTheLoop()
      .then(() => pause(performance.now() - started))
      .then(release);
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
