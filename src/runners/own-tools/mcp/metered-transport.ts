import type { Transport } from "@modelcontextprotocol/client";
import { timerMilliseconds } from "../../../text/index.ts";
import type { McpLimits } from "./limits.ts";
import { openWireMeter, type WireMeter } from "./wire-meter.ts";

export interface MeteredTransport {
  transport: Transport;
  /** The reason why the connection was aborted; null while it is open. */
  problem(): string | null;
}

/**
 * A transport that ends the connection, and the server's program with it, as soon as a budget is exceeded. Counts everything,
 * including the library's automatic answers.
 *
 * @param open creates the underlying transport, whose bytes the meter counts
 */
export function meteredTransport(limits: McpLimits, open: (meter: WireMeter) => Transport): MeteredTransport {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;

  /** Rejects pending answers at once, since ending a program may take a second. */
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
