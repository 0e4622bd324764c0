import type { Redis } from "ioredis";

/** Reads Redis's clock, in milliseconds, since machines' clocks differ and their times are compared. */
export async function redisClock(client: Redis): Promise<() => number> {
  const before = Date.now();
  const [seconds, microseconds] = await client.time();
  const theirs = Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  const ahead = theirs - (before + Date.now()) / 2;
  return () => Math.round(Date.now() + ahead);
}
