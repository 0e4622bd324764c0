/** What a server may use up in one connection. Chatter (pings, progress, logs) counts like everything else and resets nothing. */
export interface McpLimits {
  /** One line, in either direction. */
  messageBytes: number;
  /** From one request of ours to the next: whatever comes meanwhile, asked for or not. */
  perCall: { bytesIn: number; messagesIn: number; valuesIn: number; repliesOut: number };
  /** Over the whole connection. */
  inAll: { bytesIn: number; messagesIn: number; bytesOut: number; messagesOut: number };
  /** The answer to our greeting is held to schemas that write a report about every value that does not fit. */
  valuesInGreeting: number;
  /** Messages of ours that the server has not taken. */
  openMessages: number;
  /** Levels of lists and objects in one message. */
  levels: number;
  /** From the start to the end, however much is being said. */
  seconds: number;
}

const MB = 1024 * 1024;

/** Far above what servers need (a model is shown 100,000 characters of a result), far below what would trouble the process. */
export const MCP_LIMITS: McpLimits = {
  messageBytes: 8 * MB,
  perCall: { bytesIn: 16 * MB, messagesIn: 10_000, valuesIn: 250_000, repliesOut: 1_000 },
  inAll: { bytesIn: 256 * MB, messagesIn: 100_000, bytesOut: 64 * MB, messagesOut: 10_000 },
  valuesInGreeting: 5_000,
  openMessages: 64,
  levels: 200,
  // A server is a guest for the length of a trial, however long that takes.
  seconds: 24 * 3600,
};
