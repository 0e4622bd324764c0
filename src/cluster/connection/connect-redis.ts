import { readFile } from "node:fs/promises";
import type { Redis, RedisOptions } from "ioredis";
import { createRedactor } from "../../text/index.ts";
import { checkServer } from "./check-server.ts";
import { explainConnectionProblem } from "./connection-problem.ts";
import { hidePasswords } from "./hide-passwords.ts";
import type { RedisAddress } from "./redis-address.ts";
import { redisWarnings } from "./redis-warnings.ts";

export interface RedisConnection {
  /** Commands wait as long as Redis is unreachable. BullMQ may share this client. */
  client: Redis;
  /** Address without user and password, such as `redis://host:6379/0`. */
  place: string;
  /** The password, both plain and as encoded in an address. */
  secrets: string[];
  /** Security risks of the connection, in words. */
  warnings: string[];
  /** Called when the connection is lost and when it is back. */
  onAway(listener: (isAway: boolean) => void): void;
  close(): Promise<void>;
}

export type ConnectedRedis = { ok: true; connection: RedisConnection } | { ok: false; problem: string };

/** The first connection must succeed in this time; later losses are waited out. */
const FIRST_CONNECTION_MS = 10_000;
const LONGEST_WAIT_MS = 2_000;

/**
 * Connects to a Redis and checks that it supports what campaigns need. Problems are sentences without passwords.
 *
 * @example
 * const read = readRedisAddress({ url: "redis://127.0.0.1:6379" });
 * const connected = read.ok ? await connectRedis(read.address) : read;
 * if (!connected.ok) console.error(connected.problem);
 */
export async function connectRedis(address: RedisAddress, signal?: AbortSignal): Promise<ConnectedRedis> {
  const secrets = secretsOf(address);
  hidePasswords(secrets);
  const redact = createRedactor(secrets, { patterns: false });
  const failed = (problem: string) => ({ ok: false as const, problem: redact(problem) });
  const tls = await tlsOptions(address);
  if (!tls.ok) return tls;

  const { Redis } = await import("ioredis");
  let isEstablished = false;
  const client = new Redis({
    ...clientOptions(address),
    ...tls.options,
    retryStrategy: (times) => (isEstablished ? waitBeforeReconnecting(times, Math.random) : null),
  });
  const listeners: ((isAway: boolean) => void)[] = [];
  const tell = (isAway: boolean) => {
    if (isEstablished) for (const listener of listeners) listener(isAway);
  };
  let firstError: Error | null = null;
  // Without a listener, ioredis writes every lost connection to stderr.
  client.on("error", (error: Error) => (firstError ??= error));
  client.on("close", () => tell(true));
  client.on("ready", () => tell(false));

  const ended = await waitForConnection(client, signal);
  const error = firstError ?? ended;
  if (error) {
    client.disconnect();
    return failed(await explainConnectionProblem(address, error));
  }
  const look = await Promise.race([checkServer(client, address.place), waitForClose(client, address.place)]);
  if (!look.ok) {
    client.disconnect();
    return failed(look.problem);
  }
  isEstablished = true;
  return {
    ok: true,
    connection: {
      client,
      place: address.place,
      secrets,
      warnings: redisWarnings(address, look.evictionPolicy),
      onAway: (listener) => void listeners.push(listener),
      async close() {
        isEstablished = false;
        client.disconnect();
      },
    },
  };
}

/** Doubles up to two seconds. Half of it is random, so that a thousand workers do not reconnect at the same moment. */
export function waitBeforeReconnecting(times: number, random: () => number): number {
  return Math.round(Math.min(50 * 2 ** times, LONGEST_WAIT_MS) * (0.5 + random() / 2));
}

function clientOptions(address: RedisAddress): RedisOptions {
  return {
    host: address.host,
    port: address.port,
    db: address.database,
    ...(address.username === null ? {} : { username: address.username }),
    ...(address.password === null ? {} : { password: address.password }),
    connectionName: "assay",
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: FIRST_CONNECTION_MS / 2,
    keepAlive: 10_000,
  };
}

async function tlsOptions(
  address: RedisAddress,
): Promise<{ ok: true; options: RedisOptions } | { ok: false; problem: string }> {
  if (!address.isEncrypted) return { ok: true, options: {} };
  const { caFile, host, isUnverified } = address;
  try {
    const ca = caFile === null ? {} : { ca: await readFile(caFile) };
    return { ok: true, options: { tls: { ...ca, servername: servername(host), rejectUnauthorized: !isUnverified } } };
  } catch (error) {
    return { ok: false, problem: `The authority's file can't be read: ${(error as Error).message}.` };
  }
}

/** TLS allows no IP address as server name. */
function servername(host: string): string {
  return /^[\d.]+$|:/.test(host) ? "" : host;
}

/** Resolves to null when connected, or to the error. */
async function waitForConnection(client: Redis, signal: AbortSignal | undefined): Promise<Error | null> {
  let giveUp = (_: Error): void => {};
  const gaveUp = new Promise<Error>((resolve) => (giveUp = resolve));
  const stop = () => giveUp(new Error("interrupted"));
  const timer = setTimeout(
    () => giveUp(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" })),
    FIRST_CONNECTION_MS,
  );
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  const ready = client.connect().then(
    () => null,
    (error: Error) => error,
  );
  const ended = await Promise.race([ready, gaveUp]);
  clearTimeout(timer);
  signal?.removeEventListener("abort", stop);
  return ended;
}

/** Resolves if the server closes the connection, which leaves the first commands without an answer. */
function waitForClose(client: Redis, place: string): Promise<{ ok: false; problem: string }> {
  return new Promise((resolve) => {
    client.once("end", () =>
      resolve({ ok: false, problem: `Redis at ${place} disconnected while it was being checked.` }),
    );
  });
}

function secretsOf({ password }: RedisAddress): string[] {
  return password === null ? [] : [...new Set([password, encodeURIComponent(password)])];
}
