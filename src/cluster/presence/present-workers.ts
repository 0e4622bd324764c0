import type { Redis } from "ioredis";
import { closedObject, FLAG, list, MAPPING, optional, orNull, type Shape, WHOLE_NUMBER } from "../../records/index.ts";
import { receiveJson, shapeProblem } from "../../store/index.ts";
import { isRecord } from "../../text/index.ts";
import {
  ABOUT_KEY,
  type CurrentJob,
  type Decline,
  type PresentWorker,
  SEEN_KEY,
  type WorkerCapabilities,
} from "./worker-facts.ts";

/** Lists present workers by host and process, and removes expired ones. */
export async function presentWorkers(client: Redis): Promise<PresentWorker[]> {
  const told = (await client.eval(LOOK, 2, SEEN_KEY, ABOUT_KEY, MOST_WORKERS, LONGEST_PRESENCE)) as (string | null)[];
  return told
    .flatMap((text) => (text === null ? [] : readPresence(text)))
    .sort((one, other) => one.host.localeCompare(other.host) || one.pid - other.pid);
}

/** Implausibly many; larger answers are cut. */
const MOST_WORKERS = 10_000;

const LOOK = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local gone = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)
for _, id in ipairs(gone) do
  redis.call('ZREM', KEYS[1], id)
  redis.call('HDEL', KEYS[2], id)
end
local found = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, ARGV[1] - 1)) do
  local length = redis.call('HSTRLEN', KEYS[2], id)
  if length > 0 and length <= tonumber(ARGV[2]) then table.insert(found, redis.call('HGET', KEYS[2], id)) end
end
return found`;

/** Validates another program's data; incomplete entries are skipped. Of a worker of another version, unknown fields are dropped. */
function readPresence(text: string): PresentWorker[] {
  const read = receiveJson<Record<string, unknown>>(text, MAPPING, { characters: LONGEST_PRESENCE, depth: 8 });
  if (!read.ok) return [];
  const { worker_id, host, pid, version, concurrency, capabilities, seconds, jobs, declines, is_leaving } = read.value;
  const worker = {
    ...{ worker_id, host, pid, version, concurrency, seconds, capabilities: knownCapabilities(capabilities) },
    ...{ jobs: rowsOf(jobs, CURRENT_JOB), declines: rowsOf(declines, DECLINE), is_leaving: is_leaving === true },
  };
  return shapeProblem(worker, PRESENT_WORKER) === null ? [worker as PresentWorker] : [];
}

function knownCapabilities(found: unknown): unknown {
  if (!isRecord(found)) return found;
  return Object.fromEntries(Object.keys(CAPABILITIES).flatMap((name) => (name in found ? [[name, found[name]]] : [])));
}

function rowsOf(found: unknown, shape: Shape): unknown[] {
  return Array.isArray(found) ? found.slice(0, MOST_ROWS).filter((row) => shapeProblem(row, shape) === null) : [];
}

/** Room for a hundred jobs and five declines. */
const LONGEST_PRESENCE = 1024 * 1024;
const MOST_ROWS = 10_000;

const SHORT_TEXT: Shape = { type: "string", maxLength: 1000 };
const SECONDS: Shape = { type: "number", minimum: 0, maximum: 1e10 };

const CURRENT_JOB = closedObject<CurrentJob>({ id: SHORT_TEXT, what: SHORT_TEXT, seconds: SECONDS });
const DECLINE = closedObject<Decline>({ what: SHORT_TEXT, why: SHORT_TEXT, seconds: SECONDS });

const CAPABILITIES = {
  sandbox: optional(orNull(SHORT_TEXT)),
  engines: optional(list(SHORT_TEXT, 100)),
  images: optional(list(SHORT_TEXT, 1000)),
};

const PRESENT_WORKER = closedObject<PresentWorker>({
  worker_id: SHORT_TEXT,
  host: SHORT_TEXT,
  pid: WHOLE_NUMBER,
  version: SHORT_TEXT,
  concurrency: WHOLE_NUMBER,
  capabilities: closedObject<WorkerCapabilities>(CAPABILITIES),
  seconds: SECONDS,
  jobs: list(CURRENT_JOB),
  declines: list(DECLINE),
  is_leaving: FLAG,
});
