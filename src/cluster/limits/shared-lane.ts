import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { RequestLane, RequestLoad } from "../../gateway/index.ts";
import { runRedisScript } from "../connection/run-script.ts";
import { FORGET_AFTER_MS, LEAVE_LINE, laneKeys, RENEW, SETTLE, TAKE } from "./lane-scripts.ts";
import { openTurn } from "./turn.ts";

export interface SharedLane extends RequestLane {
  /** There may be room now. */
  wake(): void;
  /** A sign of life for what is in flight and for the turn of who waits. */
  renew(): Promise<void>;
  /** Nothing more is sent from here. */
  leave(): Promise<void>;
}

export interface SharedLaneSettings {
  /** Requests in flight to begin with, and at most, of all workers together. */
  start: number;
  most: number;
  /** A place that nobody renews lapses: its worker is dead or cut off. */
  leaseMs: number;
  /** The same for a turn in the line; shorter, because others wait behind it. */
  ticketMs: number;
  /** Who waits asks again this often, should a call to its turn have been lost. */
  pollMs: number;
  /** After Redis lost its memory: until all workers have registered again what they have in flight. */
  recoverMs: number;
}

export interface SharedLaneWords {
  client: Redis;
  /** Equal for all workers that share it. */
  name: string;
  worker: string;
  settings: SharedLaneSettings;
  random: () => number;
  now: () => number;
}

/** What a worker last heard of its lane, so that it can be begun again where it was. */
interface KnownLane {
  limit: string;
  met: string;
  round: string;
  born: string;
  at: number;
}

/** The requests of all workers to one model. A worker stands in the line once, however many requests it has: so each has its turn. */
export function openSharedLane({ client, name, worker, settings, random, now }: SharedLaneWords): SharedLane {
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
      // Out of memory, or another trouble of Redis: nothing is sent without a place, so it is asked again.
      const wanted = waiting.length;
      const taken = await take(wanted).catch(() => ({ places: [], waitMs: 0 }));
      for (const place of taken.places) {
        const begin = waiting.shift();
        if (begin) begin(place);
        else void settle(place, NOTHING_LEARNT, "");
      }
      if (taken.places.length === wanted) continue;
      // Those who wait for the same moment come one after the other.
      const isClosed = taken.waitMs > 0;
      const extra = Math.min(taken.waitMs / 10, 500) * random();
      if (waiting.length > 0) await turn.come(isClosed ? taken.waitMs + extra : settings.pollMs * (0.5 + random()));
    }
    isAsking = false;
    await leaveLine();
  }

  /** Whoever waits no longer, because its requests were given up, must not keep others waiting. */
  async function leaveLine(): Promise<void> {
    if (!isInLine) return;
    isInLine = false;
    await runRedisScript(client, LEAVE_LINE, keys, [name, worker]).catch(() => null);
  }

  /** Ends when everybody knows, or when Redis can't be told: then the place lapses by itself. */
  async function settle(place: string, { load, comeBackAfterMs }: RequestLoad, round: string): Promise<void> {
    held.delete(place);
    const words = [name, place, load, round, Math.ceil(comeBackAfterMs ?? -1), settings.most];
    const reply = (await runRedisScript(client, SETTLE, keys, words).catch(() => [])) as (string | number)[];
    const [limit, met, newRound] = reply.map(String);
    if (known && limit !== undefined) known = { ...known, limit, met: met!, round: newRound!, at: now() };
  }

  /** An answer is passed on at once. Bad news is not, because its sender would come again before all others have heard of it. */
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

/** Should Redis be away, an answer is not kept back any longer. */
const TELLING_MS = 1_000;

const NOTHING_LEARNT: RequestLoad = { load: "neutral", comeBackAfterMs: null };
