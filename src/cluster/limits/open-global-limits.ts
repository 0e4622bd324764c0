import type { OpenLane } from "../../gateway/index.ts";
import { canonicalHash } from "../../text/index.ts";
import type { RedisConnection } from "../connection/connect-redis.ts";
import { LANE_SCRIPTS, wakeChannel } from "./lane-scripts.ts";
import { openSharedLane, type SharedLane, type SharedLaneSettings } from "./shared-lane.ts";

export interface GlobalLimits {
  /** For `openGateways`. */
  lanes: OpenLane;
  /** Call after the last request has ended. */
  close(): Promise<void>;
}

export interface GlobalLimitsOptions {
  /** Unique id. */
  worker: string;
  settings?: Partial<SharedLaneSettings>;
  random?: () => number;
  /** Monotonic milliseconds. */
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
 * Limits shared by all workers of a Redis: a maximum of requests in flight per model and endpoint, lowered for all when one is refused, and
 * none before the time that a server names.
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
  // A subscribed connection accepts no other commands.
  const ear = client.duplicate({ lazyConnect: true });
  ear.on("error", () => {});
  ear.on("message", (_, lane: string) => lanes.get(lane)?.wake());
  await ear.connect();
  await ear.subscribe(wakeChannel(worker));
  // Load scripts first: one sent again after an unknown hash would be overtaken by later commands.
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
