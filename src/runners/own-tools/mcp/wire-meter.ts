import { isNestedDeeperThan, openJsonScan, scanJson } from "../../../text/index.ts";
import type { McpLimits } from "./limits.ts";

/** Counts both directions of one connection against its budgets. */
export interface WireMeter {
  /** Opens a counter for one incoming byte stream; it returns false once reading must stop. */
  openStream(): (bytes: Uint8Array) => boolean;
  /** Counts a parsed message from the server. False when it must not be passed on. */
  received(message: unknown): boolean;
  /**
   * Counts an outgoing message. Call the returned function once the server has read it.
   *
   * @throws Error when a budget is exceeded
   */
  sending(message: object): () => void;
  /** Aborts the connection for another reason, unless a budget is exceeded already. */
  giveUp(problem: string): void;
  /** The reason why the connection was aborted; null while it is open. */
  problem(): string | null;
}

/** A message takes several lines of an event stream. */
const LINES_PER_MESSAGE = 4;

/** @param onExceeded called once, when the first budget is exceeded */
export function openWireMeter(limits: McpLimits, onExceeded: () => void): WireMeter {
  const { perCall, inAll } = limits;
  const total = { bytesIn: 0, messagesIn: 0, bytesOut: 0, messagesOut: 0 };
  const nothing = { bytesIn: 0, linesIn: 0, messagesIn: 0, valuesIn: 0, repliesOut: 0 };
  let call = { ...nothing };
  let mostValues = limits.valuesInGreeting;
  let open = 0;
  let problem: string | null = null;

  function giveUp(words: string): void {
    if (problem !== null) return;
    problem = words;
    onExceeded();
  }

  function hold(used: number, limit: number, words: (limit: string) => string): void {
    if (used > limit) giveUp(words(limit.toLocaleString("en-US")));
  }

  function receivedBytes(scan: ReturnType<typeof openJsonScan>, bytes: Uint8Array): boolean {
    if (problem !== null) return false;
    total.bytesIn += bytes.length;
    call.bytesIn += bytes.length;
    hold(total.bytesIn, inAll.bytesIn, (most) => `the server sent more than ${most} bytes in all`);
    hold(call.bytesIn, perCall.bytesIn, (most) => `the server sent more than ${most} bytes during one call`);
    if (problem !== null) return false;
    scanJson(scan, bytes);
    call.linesIn += scan.lines;
    call.valuesIn += scan.values;
    const mostLines = perCall.messagesIn * LINES_PER_MESSAGE;
    hold(scan.longestLine, limits.messageBytes, (most) => `the server sent a message of more than ${most} bytes`);
    hold(call.linesIn, mostLines, (most) => `the server sent more than ${most} lines during one call`);
    hold(call.valuesIn, mostValues, (most) => `the server sent more than ${most} values during one call`);
    return problem === null;
  }

  return {
    openStream() {
      const scan = openJsonScan();
      return (bytes) => receivedBytes(scan, bytes);
    },
    received(message) {
      if (problem !== null) return false;
      total.messagesIn += 1;
      call.messagesIn += 1;
      hold(total.messagesIn, inAll.messagesIn, (most) => `the server sent more than ${most} messages in all`);
      hold(call.messagesIn, perCall.messagesIn, (most) => `the server sent more than ${most} messages during one call`);
      if (isNestedDeeperThan(message, limits.levels))
        giveUp(`the server sent a message that is nested more than ${limits.levels} levels deep`);
      return problem === null;
    },
    sending(message) {
      if (problem !== null) throw new Error(problem);
      const bytes = Buffer.byteLength(JSON.stringify(message));
      const { method, id } = message as { method?: string; id?: unknown };
      if (method === undefined) call.repliesOut += 1;
      else if (id !== undefined) {
        // Only our requests begin a call. If replies did, a server could begin a new one with every ping.
        call = { ...nothing };
        mostValues = method === "initialize" ? limits.valuesInGreeting : perCall.valuesIn;
      }
      total.bytesOut += bytes;
      total.messagesOut += 1;
      open += 1;
      hold(bytes, limits.messageBytes, (most) => `a message to the server has more than ${most} bytes`);
      hold(total.bytesOut, inAll.bytesOut, (most) => `the server was sent more than ${most} bytes in all`);
      hold(total.messagesOut, inAll.messagesOut, (most) => `the server was sent more than ${most} messages in all`);
      hold(call.repliesOut, perCall.repliesOut, (most) => `the server asked for more than ${most} replies in one call`);
      hold(open, limits.openMessages, (most) => `the server left more than ${most} messages to it unread`);
      if (problem !== null) throw new Error(problem);
      return () => {
        open -= 1;
      };
    },
    giveUp,
    problem: () => problem,
  };
}
