/** Schedules flushes to disk. After one failure, all later appends fail with its reason. */
export interface Flushing {
  /** Starts a flush soon, unless one is running. */
  soon(): void;
  /** Flushes and waits; failures are reported by the next two. */
  finish(): Promise<void>;
  throwFailure(): void;
  /** Throws a failure that was not thrown before, as a last chance to report it. */
  throwUntoldFailure(): void;
}

/** Records in a burst share a flush; a power failure loses what was appended within this time. */
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
