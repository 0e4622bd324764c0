import type { Redis } from "ioredis";
import { shortenMiddle } from "../../text/index.ts";
import {
  ABOUT_KEY,
  type CurrentJob,
  type Decline,
  GONE_AFTER_MS,
  SEEN_KEY,
  SIGN_OF_LIFE_MS,
  type WorkerCapabilities,
  type WorkerFacts,
} from "./worker-facts.ts";

/** Publishes a worker's state in Redis with its heartbeats. */
export interface WorkerPresence {
  started(jobId: string, what: string): void;
  ended(jobId: string): void;
  declined(what: string, why: string): void;
  /** Sets the machine's capabilities once detected. */
  offers(capabilities: WorkerCapabilities): void;
  /** Stops taking jobs; call `leave` when the current ones are done. */
  leaving(): void;
  leave(): Promise<void>;
}

export interface PresenceOptions {
  everyMs?: number;
  goneAfterMs?: number;
  /** Monotonic milliseconds. */
  now?: () => number;
}

const MOST_DECLINES = 5;
const LONGEST_TEXT = 300;

/**
 * Publishes a worker until it leaves or dies. Only durations are sent, so clocks may differ.
 *
 * @example
 * const presence = announceWorker(client, { worker_id: "w1", host: "big-box", pid: 4711, version: "0.6.0", concurrency: 4, capabilities: {} });
 * presence.started("3fa9", "gpt4o_mini/refund #2");
 * await presence.leave();
 */
export function announceWorker(client: Redis, facts: WorkerFacts, options: PresenceOptions = {}): WorkerPresence {
  const { everyMs = SIGN_OF_LIFE_MS, goneAfterMs = GONE_AFTER_MS, now = () => performance.now() } = options;
  const cameAt = now();
  const jobs = new Map<string, { what: string; at: number }>();
  let declines: { what: string; why: string; at: number }[] = [];
  let { capabilities } = facts;
  let isLeaving = false;
  let isSending = false;

  const since = (at: number) => Math.round((now() - at) / 100) / 10;
  const about = () => ({
    ...facts,
    capabilities,
    seconds: since(cameAt),
    jobs: [...jobs].map(([id, { what, at }]): CurrentJob => ({ id, what: short(what), seconds: since(at) })),
    declines: declines.map(
      ({ what, why, at }): Decline => ({ what: short(what), why: short(why), seconds: since(at) }),
    ),
    is_leaving: isLeaving,
  });

  async function giveSign(): Promise<void> {
    // While Redis is unreachable, one waiting heartbeat is enough.
    if (isSending) return;
    isSending = true;
    try {
      await client.eval(SIGN, 2, SEEN_KEY, ABOUT_KEY, facts.worker_id, JSON.stringify(about()), String(goneAfterMs));
    } catch {
      // Redis is full or closed; the next heartbeat may succeed, and without one the worker expires.
    } finally {
      isSending = false;
    }
  }

  void giveSign();
  const timer = setInterval(() => void giveSign(), everyMs);
  timer.unref();
  return {
    started: (id, what) => void jobs.set(id, { what, at: now() }),
    ended: (id) => void jobs.delete(id),
    declined(what, why) {
      declines = [{ what, why, at: now() }, ...declines].slice(0, MOST_DECLINES);
    },
    offers(found) {
      capabilities = found;
    },
    leaving() {
      isLeaving = true;
      void giveSign();
    },
    async leave() {
      clearInterval(timer);
      if (client.status !== "ready") return;
      await client.eval(LEAVE, 2, SEEN_KEY, ABOUT_KEY, facts.worker_id).catch(() => null);
    },
  };
}

function short(text: string): string {
  return shortenMiddle(text, LONGEST_TEXT).text;
}

/** Redis's clock decides presence, the only one that all machines share. */
const SIGN = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, 86400) end
return now`;

const LEAVE = `
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
return 1`;
