/** Waiting between the attempts of one request. */
export interface Waiting {
  /** A number in [0, 1). */
  random: () => number;
  /** Resolves after so many milliseconds, or as soon as the signal aborts. */
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Milliseconds since 1970. */
  now: () => number;
}

const FIRST_WAIT_MS = 500;
const LONGEST_BACKOFF_MS = 30_000;
/** A server may ask for an hour; failing the trial and running it again later is better for a campaign. */
const LONGEST_RETRY_AFTER_MS = 60_000;

export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 425 || status === 429 || (status >= 500 && status <= 599);
}

export function isPermanentStatus(status: number): boolean {
  return status === 401 || status === 402 || status === 403 || status === 404;
}

/**
 * Exponential backoff, half of it random, so that requests that failed together do not return together. Waits for a Retry-After
 * in full, plus up to a tenth for the same reason.
 */
export function waitBeforeRetry(attempt: number, retryAfterMs: number | null, random: () => number): number {
  if (retryAfterMs !== null) return Math.round(retryAfterMs * (1 + random() / 10));
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_BACKOFF_MS);
  return Math.round(backoff * (0.5 + random() / 2));
}

/** `Retry-After` in milliseconds, from seconds or an HTTP date, at most a minute; null if missing or invalid. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_RETRY_AFTER_MS);
  const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.min(Math.max(0, date - now), LONGEST_RETRY_AFTER_MS);
}

export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    signal?.addEventListener("abort", wake, { once: true });
  });
}
