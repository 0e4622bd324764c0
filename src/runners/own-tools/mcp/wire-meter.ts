import { isNestedDeeperThan, openJsonScan, scanJson } from "../../../text/index.ts";
import type { McpLimits } from "./limits.ts";

/** Counts what goes over one connection, in both directions, and says when it is too much. */
export interface WireMeter {
  /** For each stream of bytes from the server: told what came, it answers false once nothing more is to be read. */
  openStream(): (bytes: Uint8Array) => boolean;
  /** A parsed message from the server. False when it must not be passed on. */
  received(message: unknown): boolean;
  /**
   * A message of ours on its way. What it returns is called once the server has taken it.
   *
   * @throws Error when a budget is exceeded
   */
  sending(message: object): () => void;
  /** Gives the connection up for another reason, unless a budget is exceeded already. */
  giveUp(problem: string): void;
  /** Why the connection was given up, in words; null while it is not. */
  problem(): string | null;
}

/** A message takes some lines of a stream of events. */
const LINES_PER_MESSAGE = 4;

/** @param onExceeded told once, when the first budget is exceeded */
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
        // Only what we ask begins a call. If replies did, a server could begin it anew with every ping.
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
