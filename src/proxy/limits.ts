/** Limits of one trial's use of its proxy. */
export interface ProxyLimits {
  requestBytes: number;
  /** Total size of concurrent requests: reading one takes many times its size in memory. */
  requestBytesAtOnce: number;
  /** Total size of all requests: reading them takes everyone's time. */
  requestBytesInAll: number;
  /** Values in one request or answer, counted before parsing, because parsing time grows with them and blocks everyone. */
  values: number;
  /** A conversation has a few hundred. */
  messages: number;
  /** Size of one answer, decompressed. */
  answerBytes: number;
  requestsAtOnce: number;
  requestsInAll: number;
  connections: number;
  tunnelsAtOnce: number;
  /** Time without a byte from the provider after which an answer is given up. */
  idleSeconds: number;
  /** Total size of a record's texts. */
  recordBytes: number;
  /** Limits for reading an abandoned answer on for its price: duration, size and number at once. */
  drainSeconds: number;
  drainBytes: number;
  drainsAtOnce: number;
  /** The duration at the end of a trial. */
  closingSeconds: number;
}

/** Far above what agents need (a conversation is a few megabytes), far below what would strain the process. */
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
