/** Items that are worked on in the order in which they came, so many at a time. */
export interface WorkQueue<Item> {
  add(item: Item): void;
  /** How many have not been begun. */
  waiting(): number;
  /** Forgets what has not been begun. */
  clear(): void;
  /** Ends when nothing is left to do. */
  whenDone(): Promise<void>;
}

/** Work that ends at once goes on for so long before a signal or a redraw gets its turn. */
const LONGEST_BREATH_MS = 15;

/**
 * A queue in which what waits takes no room but its own: when everything is stored already, ten thousand trials come at once, and a promise
 * with its closures for each would outweigh what is known about them.
 *
 * @param work never fails; nothing when it ended at once
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
