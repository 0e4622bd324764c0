import type { Redis } from "ioredis";
import { tooOld } from "./connection-problem.ts";

/** Result of checking a Redis server. */
export type ServerCheck = { ok: true; evictionPolicy: string | null } | { ok: false; problem: string };

/** Checks a Redis before it is used: its version, its mode and the user's permissions. */
export async function checkServer(client: Redis, place: string): Promise<ServerCheck> {
  try {
    const told = factsIn(await client.info());
    const version = told.get("redis_version") ?? "unknown";
    if (!isNewEnough(version)) return refused(tooOld(place, version));
    if (told.get("redis_mode") === "cluster")
      return refused(`Redis at ${place} is a Redis Cluster. Jobs need a single Redis, with replicas if you like.`);
    if (told.get("role") === "slave") return refused(readOnly(place));
    await client.eval(PROBE, 1, "assay:workers:probe");
    await client.publish("assay:limits:probe", "");
    return { ok: true, evictionPolicy: told.get("maxmemory_policy") ?? null };
  } catch (error) {
    return refused(refusalOf(place, (error as Error).message));
  }
}

/** Reads, writes and runs a script, as campaigns do; the key expires after a second. */
const PROBE = "redis.call('SET', KEYS[1], '1', 'PX', 1000) return redis.call('GET', KEYS[1])";

function refused(problem: string): { ok: false; problem: string } {
  return { ok: false, problem };
}

function refusalOf(place: string, message: string): string {
  if (message.startsWith("NOPERM") || /-?NOPERM/.test(message)) {
    return `The user of ${place} lacks permissions: ${sentence(message.replace(/^.*?NOPERM /, ""))} It needs all commands except the dangerous ones on keys and channels that begin with "assay:": ACL SETUSER assay on >password ~assay:* &assay:* +@all -@dangerous +info +client.`;
  }
  if (/READONLY|read only replica/.test(message)) return readOnly(place);
  if (/OOM/.test(message))
    return `Redis at ${place} is out of memory. Raise its maxmemory, or remove what is no longer needed.`;
  if (/MISCONF/.test(message)) return `Redis at ${place} can't save to its disk and takes nothing more: see its log.`;
  return `Redis at ${place} refused a request: ${sentence(message)}`;
}

function readOnly(place: string): string {
  return `Redis at ${place} is a replica that can only be read. Name the primary.`;
}

function sentence(message: string): string {
  return `${message.trim().replace(/\.$/, "")}.`;
}

function factsIn(info: string): Map<string, string> {
  const lines = info.split(/\r?\n/).filter((line) => /^[a-z]/.test(line));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]));
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 6 || (major === 6 && minor >= 2);
}
