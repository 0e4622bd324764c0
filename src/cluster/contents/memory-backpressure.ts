import type { ChainableCommander } from "ioredis";

/** Retries writes while Redis is out of memory. */
export interface Backpressure {
  /** Runs commands, and again until Redis has room for all of them. */
  write(commands: () => ChainableCommander): Promise<void>;
  /** Runs work that throws Redis's errors, with the same retries. */
  attempt<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface BackpressureOptions {
  /** Called with advice when Redis is full, and again when it has room. */
  onFull?: (message: string) => void;
  /** Stops waiting. */
  signal?: AbortSignal;
  sleep?: (ms: number) => Promise<void>;
}

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5000;

export function openBackpressure({ onFull = () => {}, signal, sleep = pause }: BackpressureOptions = {}): Backpressure {
  let isFull = false;

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
      signal?.throwIfAborted();
      try {
        const result = await work();
        if (isFull) onFull("Redis has room again.");
        isFull = false;
        return result;
      } catch (error) {
        if (!isOutOfMemory(error)) throw error;
        if (!isFull)
          onFull(
            "Redis is out of memory. Waiting: raise its maxmemory, or remove what is no longer needed. Nothing is lost.",
          );
        isFull = true;
        await sleep(wait);
      }
    }
  }

  return {
    attempt,
    write: (commands) =>
      attempt(async () => {
        for (const [error] of (await commands().exec()) ?? []) if (error) throw error;
      }),
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && /\bOOM\b/.test(error.message);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
