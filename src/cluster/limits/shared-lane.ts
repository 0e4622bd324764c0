import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { RequestLane, RequestLoad } from "../../gateway/index.ts";
import { runRedisScript } from "../connection/run-script.ts";
import { FORGET_AFTER_MS, LEAVE_LINE, laneKeys, RENEW, SETTLE, TAKE } from "./lane-scripts.ts";
import { openTurn } from "./turn.ts";

export interface SharedLane extends RequestLane {
  /** Asks again, as there may be room. */
  wake(): void;
  /** Renews the leases of requests in flight and the worker's turn. */
  renew(): Promise<void>;
  /** Stops sending. */
  leave(): Promise<void>;
}

export interface SharedLaneSettings {
  /** Initial and maximum number of requests in flight, for all workers together. */
  start: number;
  most: number;
  /** Places that are not renewed in this time expire, as their worker is dead or cut off. */
  leaseMs: number;
  /** Expiry of a turn in the line; shorter, since others wait behind it. */
  ticketMs: number;
  /** Polling interval of waiting workers, should a wake-up get lost. */
  pollMs: number;
  /** Time for all workers to register their requests in flight after Redis lost its data. */
  recoverMs: number;
}

export interface SharedLaneOptions {
  client: Redis;
  /** The same for all workers that share it. */
  name: string;
  worker: string;
  settings: SharedLaneSettings;
  random: () => number;
  now: () => number;
}

/** The lane's last known state, to restore it in Redis. */
interface KnownLane {
  limit: string;
  met: string;
  round: string;
  born: string;
  at: number;
}

/**
 * Limits the requests of all workers to one model. A worker has one turn in the line, however many requests it has, so that all are served.
 */
export function openSharedLane({ client, name, worker, settings, random, now }: SharedLaneOptions): SharedLane {
  const keys = laneKeys(name);
  const waiting: ((place: string) => void)[] = [];
  const held = new Set<string>();
  const turn = openTurn();
  let known: KnownLane | null = null;
  let serial = 0;
  let isAsking = false;
  let isInLine = false;
  let hasLeft = false;

  async function take(wanted: number): Promise<{ places: string[]; waitMs: number }> {
    const first = serial;
    serial += wanted;
    const isFresh = known !== null && now() - known.at < FORGET_AFTER_MS * 0.9;
    const begin = isFresh && known ? [known.limit, known.met, known.born] : [settings.start, "0", ""];
    const ticket = [settings.leaseMs, settings.ticketMs];
    const words = [name, worker, wanted, first, ...ticket, ...begin, settings.recoverMs];
    const reply = (await runRedisScript(client, TAKE, keys, words)) as (string | number)[];
    const [granted, limit, met, round, closedForMs, born] = reply.map(String);
    known = { limit: limit!, met: met!, round: round!, born: born!, at: now() };
    isInLine = Number(granted) < wanted;
    const places = Array.from({ length: Number(granted) }, (_, at) => `${worker}:${first + at}`);
    return { places, waitMs: Number(closedForMs) };
  }

  async function serve(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    while (waiting.length > 0 && !hasLeft) {
      turn.reset();
      // Nothing is sent without a place, so retry on errors such as a full Redis.
      const wanted = waiting.length;
      const taken = await take(wanted).catch(() => ({ places: [], waitMs: 0 }));
      for (const place of taken.places) {
        const begin = waiting.shift();
        if (begin) begin(place);
        else void settle(place, NOTHING_LEARNT, "");
      }
      if (taken.places.length === wanted) continue;
      // Spread workers that wait for the same moment.
      const isClosed = taken.waitMs > 0;
      const extra = Math.min(taken.waitMs / 10, 500) * random();
      if (waiting.length > 0) await turn.come(isClosed ? taken.waitMs + extra : settings.pollMs * (0.5 + random()));
    }
    isAsking = false;
    await leaveLine();
  }

  /** Gives up the turn, so that others need not wait for it to expire. */
  async function leaveLine(): Promise<void> {
    if (!isInLine) return;
    isInLine = false;
    await runRedisScript(client, LEAVE_LINE, keys, [name, worker]).catch(() => null);
  }

  /** Resolves when Redis is updated or unreachable; in the latter case the place expires. */
  async function settle(place: string, { load, comeBackAfterMs }: RequestLoad, round: string): Promise<void> {
    held.delete(place);
    const words = [name, place, load, round, Math.ceil(comeBackAfterMs ?? -1), settings.most];
    const reply = (await runRedisScript(client, SETTLE, keys, words).catch(() => [])) as (string | number)[];
    const [limit, met, newRound] = reply.map(String);
    if (known && limit !== undefined) known = { ...known, limit, met: met!, round: newRound!, at: now() };
  }

  /** Passes answers on at once, but delays refusals until other workers know of them, so that the sender does not come back first. */
  async function sendFrom<T>(
    place: string,
    request: () => Promise<T>,
    readLoad: (result: T) => RequestLoad,
  ): Promise<T> {
    held.add(place);
    const round = known?.round ?? "";
    let learnt = NOTHING_LEARNT;
    let isTold: Promise<void> | null = null;
    try {
      const result = await request();
      learnt = readLoad(result);
      isTold = settle(place, learnt, round);
      if (learnt.load === "crowded") await Promise.race([isTold, pause(TELLING_MS)]);
      return result;
    } finally {
      if (!isTold) void settle(place, learnt, round);
    }
  }

  return {
    run(request, readLoad, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted || hasLeft) return resolve(null);
        const begin = (place: string) => {
          signal?.removeEventListener("abort", giveUp);
          sendFrom(place, request, readLoad).then(resolve, reject);
        };
        const giveUp = () => {
          const at = waiting.indexOf(begin);
          if (at >= 0) waiting.splice(at, 1);
          if (waiting.length === 0) turn.wake();
          resolve(null);
        };
        signal?.addEventListener("abort", giveUp, { once: true });
        waiting.push(begin);
        void serve();
      });
    },
    wake: turn.wake,
    async renew() {
      if (held.size === 0 && waiting.length === 0) return;
      await runRedisScript(client, RENEW, keys, [name, worker, settings.leaseMs, settings.ticketMs, ...held]);
    },
    async leave() {
      hasLeft = true;
      turn.wake();
      await leaveLine();
    },
  };
}

/** Maximum delay of a refusal while Redis is unreachable. */
const TELLING_MS = 1_000;

const NOTHING_LEARNT: RequestLoad = { load: "neutral", comeBackAfterMs: null };
