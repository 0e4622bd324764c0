import type { Transport } from "@modelcontextprotocol/client";
import { timerMilliseconds } from "../../../text/index.ts";
import type { McpLimits } from "./limits.ts";
import { openWireMeter, type WireMeter } from "./wire-meter.ts";

export interface MeteredTransport {
  transport: Transport;
  /** Why the connection was given up; null while it is not. */
  problem(): string | null;
}

/**
 * A transport that ends the connection, and with it the server's program, as soon as one of its budgets is exceeded. Everything passes here,
 * also what the library answers by itself.
 *
 * @param open makes the transport itself, whose bytes are to be counted by the meter
 */
export function meteredTransport(limits: McpLimits, open: (meter: WireMeter) => Transport): MeteredTransport {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;

  /** What waits for an answer is told at once: the end of a program may take a second. */
  function ended(): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    outer.onclose?.();
  }

  const meter = openWireMeter(limits, () => {
    ended();
    void inner.close().catch(() => {});
  });
  const inner = open(meter);

  const outer: Transport = {
    async start() {
      inner.onmessage = (message, extra) => {
        if (!isOver && meter.received(message)) outer.onmessage?.(message, extra);
      };
      inner.onerror = (error) => outer.onerror?.(error);
      inner.onclose = ended;
      const patience = `the server was connected for more than ${limits.seconds.toLocaleString("en-US")} seconds`;
      timer = setTimeout(() => meter.giveUp(patience), timerMilliseconds(limits.seconds));
      await inner.start();
    },
    async send(message, options) {
      const taken = meter.sending(message);
      try {
        await inner.send(message, options);
      } finally {
        taken();
      }
    },
    async close() {
      ended();
      await inner.close();
    },
    get sessionId() {
      return inner.sessionId;
    },
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
  };
  return { transport: outer, problem: meter.problem };
}
