import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { ProgramStreams, SandboxResult } from "../../../sandbox/index.ts";

/** One message may be as long as this, and all that comes between two of our own together. */
const MOST_BYTES = 8 * 1024 * 1024;
/** A server that tells about its progress sends a few messages; one that sends this many wants to drown us. */
const MOST_MESSAGES = 10_000;

/** A server's program: starts it with somebody to talk to, and ends when it has ended. */
export type StartProgram = (attach: (streams: ProgramStreams) => void, signal: AbortSignal) => Promise<SandboxResult>;

/** Messages as lines over the pipes of a program in the sandbox. Whatever it prints, it cannot fill our memory. */
export interface StdioTransport extends Transport {
  /** Why there is no connection any more; null while there is. */
  problem(): string | null;
}

export function stdioTransport(startProgram: StartProgram): StdioTransport {
  const stop = new AbortController();
  let streams: ProgramStreams | null = null;
  let problem: string | null = null;
  let isClosed = false;
  let ended: Promise<void> = Promise.resolve();
  let pending: Buffer[] = [];
  let bytes = 0;
  let messages = 0;

  /** What follows from our own goodbye is no problem of the server. */
  function note(reason: string): void {
    if (!isClosed) problem ??= reason;
  }

  function giveUp(reason: string): void {
    note(reason);
    stop.abort();
  }

  function read(chunk: Buffer): void {
    if (stop.signal.aborted) return;
    bytes += chunk.length;
    if (bytes > MOST_BYTES) {
      giveUp(`the server printed more than ${MOST_BYTES} bytes without being asked`);
      return;
    }
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      const line = Buffer.concat([...pending, rest.subarray(0, end)]).toString("utf8");
      pending = [];
      rest = rest.subarray(end + 1);
      messages += 1;
      if (messages > MOST_MESSAGES) {
        giveUp(`the server sent more than ${MOST_MESSAGES} messages without being asked`);
        return;
      }
      deliver(line);
    }
    if (rest.length > 0) pending.push(rest);
  }

  function deliver(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      // Servers print greetings and logs where they should not; nobody is harmed.
      return;
    }
    if (isMessage(message)) transport.onmessage?.(message);
  }

  const transport: StdioTransport = {
    problem: () => problem,
    start() {
      return new Promise<void>((resolve) => {
        const attach = (given: ProgramStreams): void => {
          streams = given;
          given.stdout.on("data", read);
          resolve();
        };
        ended = startProgram(attach, stop.signal)
          .then(
            (result) => note(whyEnded(result)),
            (error: Error) => note(error.message),
          )
          .finally(() => {
            transport.onclose?.();
            resolve();
          });
      });
    },
    async send(message) {
      if (problem !== null || isClosed || streams === null)
        throw new Error(problem ?? "there is no connection to the server");
      bytes = 0;
      messages = 0;
      streams.stdin.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      isClosed = true;
      streams?.stdin.end();
      stop.abort();
      await ended;
    },
  };
  return transport;
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return typeof value === "object" && value !== null && (value as { jsonrpc?: unknown }).jsonrpc === "2.0";
}

function whyEnded({ outcome, exit_code, signal, stderr, message }: SandboxResult): string {
  const last = stderr.trim().split("\n").slice(-3).join(" ").slice(0, 500);
  const said = last === "" ? "" : `: ${last}`;
  if (outcome === "could_not_start") return `the server could not be started: ${message ?? "unknown reason"}`;
  if (outcome === "exited")
    return `the server ended (${exit_code === null ? `${signal}` : `exit code ${exit_code}`})${said}`;
  return `the server was ended (${outcome.replaceAll("_", " ")})${said}`;
}
