/** What one trial may ask of its proxy. */
export interface ProxyLimits {
  requestBytes: number;
  /** Of the requests that are under way together: reading one takes many times its size in memory. */
  requestBytesAtOnce: number;
  /** Of all requests together: reading them takes the time of everybody. */
  requestBytesInAll: number;
  /** Of one request or answer, counted before it is parsed: the time that takes goes with them, and everybody waits for it. */
  values: number;
  /** A conversation has some hundred. */
  messages: number;
  /** Of one answer, decompressed. */
  answerBytes: number;
  requestsAtOnce: number;
  requestsInAll: number;
  connections: number;
  tunnelsAtOnce: number;
  /** Without a byte from the provider, an answer is given up. */
  idleSeconds: number;
  /** All texts of a record together. */
  recordBytes: number;
  /** An answer nobody waits for any more is read on for its price: so long, so many bytes, so many at once. */
  drainSeconds: number;
  drainBytes: number;
  drainsAtOnce: number;
  /** The same at the end of a trial. */
  closingSeconds: number;
}

/** Far above what agents need (a conversation is a few megabytes), far below what would trouble the process. */
export const DEFAULT_LIMITS: ProxyLimits = {
  requestBytes: 32 * 1024 * 1024,
  requestBytesAtOnce: 48 * 1024 * 1024,
  requestBytesInAll: 2 * 1024 ** 3,
  values: 100_000,
  messages: 10_000,
  answerBytes: 64 * 1024 * 1024,
  requestsAtOnce: 64,
  requestsInAll: 5_000,
  connections: 256,
  tunnelsAtOnce: 64,
  idleSeconds: 600,
  recordBytes: 48 * 1024 * 1024,
  drainSeconds: 60,
  drainBytes: 8 * 1024 * 1024,
  drainsAtOnce: 16,
  closingSeconds: 5,
};
