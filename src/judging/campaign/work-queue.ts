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

/**
 * A queue in which what waits takes no room but its own: when everything is stored already, ten thousand trials come at once, and a promise
 * with its closures for each would outweigh what is known about them.
 *
 * @param work never fails
 */
export function openWorkQueue<Item>(most: number, work: (item: Item) => Promise<void>): WorkQueue<Item> {
  let items: (Item | undefined)[] = [];
  let next = 0;
  let active = 0;
  let done = () => {};

  function begin(): void {
    while (active < most && next < items.length) {
      const item = items[next]!;
      items[next] = undefined;
      next += 1;
      active += 1;
      void work(item).then(end);
    }
    if (next < items.length) return;
    items = [];
    next = 0;
  }

  function end(): void {
    active -= 1;
    begin();
    if (active === 0) done();
  }

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
      if (active > 0)
        await new Promise<void>((resolve) => {
          done = resolve;
        });
    },
  };
}
