/** When what was appended goes to the disk. A disk that refuses once is not believed again: later appends fail with its reason. */
export interface Flushing {
  /** Starts a flush shortly, unless one is on its way. */
  soon(): void;
  /** Flushes now and ends when that is done; a failure is kept for the next two. */
  finish(): Promise<void>;
  throwFailure(): void;
  /** For the last chance to say it: throws a failure that nobody has seen yet. */
  throwUntoldFailure(): void;
}

/** A burst of records shares one flush; a power cut costs what was appended within this time. */
const FLUSH_AFTER_MS = 40;

export function openFlushing(sync: () => Promise<void>): Flushing {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let failure: { error: unknown; told: boolean } | null = null;

  async function flush(): Promise<void> {
    timer = null;
    try {
      await sync();
    } catch (error) {
      failure ??= { error, told: false };
    }
  }

  function throwFailure(): void {
    if (!failure) return;
    failure.told = true;
    throw failure.error;
  }

  return {
    soon() {
      timer ??= setTimeout(() => {
        running = flush();
      }, FLUSH_AFTER_MS);
    },
    async finish() {
      if (timer) clearTimeout(timer);
      await running;
      await flush();
    },
    throwFailure,
    throwUntoldFailure() {
      if (failure && !failure.told) throwFailure();
    },
  };
}
