/** Items processed in order of arrival, a limited number at a time. */
export interface WorkQueue<Item> {
  add(item: Item): void;
  /** Number of items not started. */
  waiting(): number;
  /** Drops items not started. */
  clear(): void;
  /** Resolves when nothing is left to do. */
  whenDone(): Promise<void>;
}

/** Yield to the event loop at least this often. */
const LONGEST_BREATH_MS = 15;

/**
 * A queue whose waiting items cost no extra memory: when everything is already stored, ten thousand trials come at once, and a
 * promise with closures for each would outweigh the trials.
 *
 * @param work never fails; returns nothing if it ended synchronously
 */
export function openWorkQueue<Item>(most: number, work: (item: Item) => Promise<void> | undefined): WorkQueue<Item> {
  let items: (Item | undefined)[] = [];
  let next = 0;
  let active = 0;
  let isBreathing = false;
  let breathedAt = performance.now();
  let done = () => {};

  function begin(): void {
    while (!isBreathing && active < most && next < items.length) {
      if (performance.now() - breathedAt > LONGEST_BREATH_MS) {
        breathe();
        return;
      }
      const item = items[next]!;
      items[next] = undefined;
      next += 1;
      const working = work(item);
      if (!working) continue;
      active += 1;
      void working.then(end);
    }
    if (next < items.length) return;
    items = [];
    next = 0;
  }

  function breathe(): void {
    isBreathing = true;
    setImmediate(() => {
      isBreathing = false;
      breathedAt = performance.now();
      goOn();
    });
  }

  function end(): void {
    active -= 1;
    goOn();
  }

  function goOn(): void {
    begin();
    if (isDone()) done();
  }

  const isDone = () => active === 0 && !isBreathing && next === items.length;

  return {
    add(item) {
      items.push(item);
      begin();
    },
    waiting: () => items.length - next,
    clear() {
      items = [];
      next = 0;
    },
    async whenDone() {
      if (isDone()) return;
      await new Promise<void>((resolve) => {
        done = resolve;
      });
    },
  };
}
