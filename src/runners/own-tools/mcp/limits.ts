/** Budgets of one connection to a server. Chatter (pings, progress, logs) counts like everything else and resets nothing. */
export interface McpLimits {
  /** One line, in either direction. */
  messageBytes: number;
  /** From one request of ours to the next, including unrequested messages. */
  perCall: { bytesIn: number; messagesIn: number; valuesIn: number; repliesOut: number };
  /** Over the whole connection. */
  inAll: { bytesIn: number; messagesIn: number; bytesOut: number; messagesOut: number };
  /** Lower, because the answer to our greeting is checked against schemas that report every invalid value. */
  valuesInGreeting: number;
  /** Our messages that the server has not read yet. */
  openMessages: number;
  /** Levels of lists and objects in one message. */
  levels: number;
  /** Total duration, regardless of activity. */
  seconds: number;
}

const MB = 1024 * 1024;

/** Far above what servers need (a model is shown 100,000 characters of a result), far below what would strain the process. */
export const MCP_LIMITS: McpLimits = {
  messageBytes: 8 * MB,
  perCall: { bytesIn: 16 * MB, messagesIn: 10_000, valuesIn: 250_000, repliesOut: 1_000 },
  inAll: { bytesIn: 256 * MB, messagesIn: 100_000, bytesOut: 64 * MB, messagesOut: 10_000 },
  valuesInGreeting: 5_000,
  openMessages: 64,
  levels: 200,
  // A server may live as long as its trial.
  seconds: 24 * 3600,
};
