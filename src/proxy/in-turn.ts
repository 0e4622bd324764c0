import { setTimeout as pause, setImmediate as turnOfTheLoop } from "node:timers/promises";

/** For each trial, and for all of them: settled when the next piece of work may begin. */
const roomOf = new WeakMap<object, Promise<void>>();
let roomOfAll: Promise<void> = Promise.resolve();

/**
 * Does work that holds up the event loop, such as parsing a large body: one piece at a time, and after each as long a pause as it took, so
 * that everybody else has half of the time. A trial waits for its own pieces first, so the neighbours wait for one of them, however many
 * it has sent.
 *
 * @param owner the trial that the work is for
 */
export async function inTurn<Result>(owner: object, work: () => Result): Promise<Result> {
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
    // What the caller does with the result at once is part of the piece.
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
