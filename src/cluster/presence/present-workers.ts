import type { Redis } from "ioredis";
import { isRecord } from "../../text/index.ts";
import {
  ABOUT_KEY,
  type CurrentJob,
  type Decline,
  type PresentWorker,
  SEEN_KEY,
  type WorkerCapabilities,
  type WorkerFacts,
} from "./worker-facts.ts";

/** Who is there, by host and then by process; what died without a word is removed on the way. */
export async function presentWorkers(client: Redis): Promise<PresentWorker[]> {
  const told = (await client.eval(LOOK, 2, SEEN_KEY, ABOUT_KEY)) as (string | null)[];
  return told
    .flatMap((text) => (text === null ? [] : readPresence(text)))
    .sort((one, other) => one.host.localeCompare(other.host) || one.pid - other.pid);
}

const LOOK = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local gone = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)
for _, id in ipairs(gone) do
  redis.call('ZREM', KEYS[1], id)
  redis.call('HDEL', KEYS[2], id)
end
local found = {}
for i, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do found[i] = redis.call('HGET', KEYS[2], id) end
return found`;

/** What another program wrote is held to its shape; a worker that can't be understood is not shown half. */
function readPresence(text: string): PresentWorker[] {
  const read = parsed(text);
  if (!isRecord(read)) return [];
  const { worker_id, host, pid, version, concurrency, capabilities, seconds, jobs, declines, is_leaving } = read;
  const areStrings = [worker_id, host, version].every((value) => typeof value === "string");
  const areNumbers = [pid, concurrency, seconds].every(Number.isFinite);
  if (!areStrings || !areNumbers || !isRecord(capabilities)) return [];
  const worker = { worker_id, host, pid, version, concurrency, seconds } as WorkerFacts & { seconds: number };
  return [
    {
      ...worker,
      capabilities: readCapabilities(capabilities),
      jobs: rows<CurrentJob>(jobs, ["id", "what"]),
      declines: rows<Decline>(declines, ["what", "why"]),
      is_leaving: is_leaving === true,
    },
  ];
}

function readCapabilities({ sandbox, engines, images }: Record<string, unknown>): WorkerCapabilities {
  return {
    ...(sandbox === null || typeof sandbox === "string" ? { sandbox } : {}),
    ...(Array.isArray(engines) ? { engines: engines.map(String) } : {}),
    ...(Array.isArray(images) ? { images: images.map(String) } : {}),
  };
}

function rows<Row>(found: unknown, texts: string[]): Row[] {
  if (!Array.isArray(found)) return [];
  const isRow = (row: unknown): row is Row =>
    isRecord(row) && texts.every((name) => typeof row[name] === "string") && Number.isFinite(row.seconds);
  return found.filter(isRow);
}

/** A coordinator reads this every second, for all workers. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
