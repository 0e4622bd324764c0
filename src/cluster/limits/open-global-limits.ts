import type { OpenLane } from "../../gateway/index.ts";
import { canonicalHash } from "../../text/index.ts";
import type { RedisConnection } from "../connection/connect-redis.ts";
import { LANE_SCRIPTS, wakeChannel } from "./lane-scripts.ts";
import { openSharedLane, type SharedLane, type SharedLaneSettings } from "./shared-lane.ts";

export interface GlobalLimits {
  /** For `openGateways`. */
  lanes: OpenLane;
  /** After the last request has ended. */
  close(): Promise<void>;
}

export interface GlobalLimitsOptions {
  /** Unlike that of any other. */
  worker: string;
  settings?: Partial<SharedLaneSettings>;
  random?: () => number;
  /** Milliseconds that only ever grow. */
  now?: () => number;
}

const SETTINGS: SharedLaneSettings = {
  start: 32,
  most: 512,
  leaseMs: 15_000,
  ticketMs: 6_000,
  pollMs: 1_000,
  recoverMs: 3_000,
};

/**
 * Limits that hold for all workers of a Redis together: so many requests in flight to one model at one endpoint, fewer for everybody as
 * soon as anybody is told that there are too many, and none until the moment a server has named.
 *
 * @example
 * const limits = await openGlobalLimits(connection, { worker: "w1" });
 * const gateways = openGateways({ env, lanes: limits.lanes });
 */
export async function openGlobalLimits(
  { client }: Pick<RedisConnection, "client">,
  { worker, settings: changes, random = Math.random, now = () => performance.now() }: GlobalLimitsOptions,
): Promise<GlobalLimits> {
  const settings = { ...SETTINGS, ...changes };
  const lanes = new Map<string, SharedLane>();
  // Who listens can do nothing else on its connection.
  const ear = client.duplicate({ lazyConnect: true });
  ear.on("error", () => {});
  ear.on("message", (_, lane: string) => lanes.get(lane)?.wake());
  await ear.connect();
  await ear.subscribe(wakeChannel(worker));
  // A script that has to be sent after its hash would be overtaken by what comes behind it.
  await Promise.all(LANE_SCRIPTS.map((script) => client.script("LOAD", script)));

  const renew = () => void Promise.all([...lanes.values()].map((lane) => lane.renew())).catch(() => {});
  client.on("ready", renew);
  const timer = setInterval(renew, Math.min(settings.ticketMs, settings.leaseMs) / 3);
  timer.unref();
  return {
    lanes(endpoint, model) {
      const name = canonicalHash({ endpoint, model }).slice(0, 32);
      const lane = lanes.get(name) ?? openSharedLane({ client, name, worker, settings, random, now });
      lanes.set(name, lane);
      return lane;
    },
    async close() {
      clearInterval(timer);
      client.off("ready", renew);
      ear.disconnect();
      if (client.status === "ready") await Promise.all([...lanes.values()].map((lane) => lane.leave()));
    },
  };
}
