import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { ProgramStreams, SandboxResult } from "../../../sandbox/index.ts";
import type { WireMeter } from "./wire-meter.ts";

/** Starts a server's program and attaches to its streams; resolves when it has ended. */
export type StartProgram = (attach: (streams: ProgramStreams) => void, signal: AbortSignal) => Promise<SandboxResult>;

/** Sends messages as lines over the pipes of a program in the sandbox. The meter counts all output. */
export function stdioTransport(startProgram: StartProgram, meter: WireMeter): Transport {
  const stop = new AbortController();
  const received = meter.openStream();
  let streams: ProgramStreams | null = null;
  let isClosed = false;
  let ended: Promise<void> = Promise.resolve();
  let pending: Buffer[] = [];

  /** Effects of our own shutdown are not the server's problem. */
  function note(reason: string): void {
    if (!isClosed) meter.giveUp(reason);
  }

  function read(chunk: Buffer): void {
    if (isClosed || !received(chunk)) return;
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      const line = Buffer.concat([...pending, rest.subarray(0, end)]).toString("utf8");
      pending = [];
      rest = rest.subarray(end + 1);
      deliver(line);
      if (isClosed) return;
    }
    if (rest.length > 0) pending.push(rest);
  }

  function deliver(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      // Servers print greetings and logs in the wrong place; harmless.
      return;
    }
    if (isMessage(message)) transport.onmessage?.(message);
  }

  const transport: Transport = {
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
    /** Resolves once the message was written, which is the only sign that the server reads. */
    send(message) {
      return new Promise((resolve, reject) => {
        if (isClosed || streams === null) return reject(new Error("there is no connection to the server"));
        // A failed write is reported by the program's end, which knows the reason.
        streams.stdin.write(`${JSON.stringify(message)}\n`, () => resolve());
      });
    },
    async close() {
      isClosed = true;
      pending = [];
      streams?.stdin.destroy();
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
