import type { Redis } from "ioredis";
import type { LostAnswer } from "../../gateway/index.ts";
import { runRedisScript } from "../connection/run-script.ts";
import { BEGUN_CHANNEL, resultKey } from "../jobs/job.ts";
import { ALLOW, BEGIN, COUNT } from "./tab-scripts.ts";

/** What a worker writes down while it does a job that may cost something: should it be lost, others know what it had sent. */
export interface BegunTab {
  /** What may be spent, in USD, if not what the job itself says. */
  roomUsd: number | null | undefined;
  /** Attempts at a request by workers that had the job before. */
  triesBefore(requestHash: string): number;
  /** Counts a request before it is sent. False: somebody else has the job by now, and nothing more may be sent. */
  count(requestHash: string): Promise<boolean>;
  /** What the requests that were counted so far have cost. */
  paid(usd: number): void;
  /** Adds the most that a request of an agent may cost, before it is sent; takes it away again once the request is settled. */
  hold(usd: number): Promise<void>;
}

/** Somebody began the job and is not there any more. */
export interface LostTab extends LostAnswer {
  begun: number;
}

export interface BeginOptions {
  jobId: string;
  /** What is executed sends requests of its own, which nobody here can count. */
  asksForItself?: boolean;
  /** Carries out what Redis has no room for as soon as it has. */
  attempt: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Longer than results are kept: a budget that was used up stays so while the job can come back. */
const LIFETIME_MS = 2 * 60 * 60_000;

export function tabKey(jobId: string): string {
  return `assay:tab:${jobId}`;
}

/** Begins a job, once: whoever comes after one that was lost has to be allowed first. */
export async function beginTab(
  client: Redis,
  { jobId, asksForItself = false, attempt }: BeginOptions,
): Promise<{ ok: true; tab: BegunTab } | { ok: false; lost: LostTab }> {
  const key = tabKey(jobId);
  const words = [jobId, BEGUN_CHANNEL, LIFETIME_MS, asksForItself ? 1 : 0];
  const [mayBegin, found] = (await attempt(() => runRedisScript(client, BEGIN, [key], words))) as [number, string[]];
  const known = new Map(found.flatMap((name, at) => (at % 2 === 0 ? [[name, found[at + 1]!] as const] : [])));
  const numberOf = (name: string) => Number(known.get(name) ?? 0);
  const begun = numberOf("begun");
  if (mayBegin === 0) {
    const isInDoubt = numberOf(`sent:${begun}`) > numberOf(`settled:${begun}`);
    return {
      ok: false,
      lost: { begun, isInDoubt, paidUsd: numberOf(`paid:${begun}`) + Math.max(0, numberOf(`held:${begun}`)) },
    };
  }
  const own = begun + 1;
  const room = known.get("room");
  let sent = 0;
  const tab: BegunTab = {
    roomUsd: room === undefined ? undefined : room === "" ? null : Number(room),
    triesBefore: (hash) => numberOf(`tries:${hash}`),
    async count(hash) {
      const keys = [key, resultKey(jobId)];
      const isCounted = await attempt(() => runRedisScript(client, COUNT, keys, [own, hash, LIFETIME_MS]));
      if (isCounted === 1) sent += 1;
      return isCounted === 1;
    },
    paid(usd) {
      const commands = client.pipeline().hincrbyfloat(key, `paid:${own}`, usd);
      // Who asks for itself may always have asked once more.
      if (!asksForItself) commands.hset(key, `settled:${own}`, sent);
      commands.exec().catch(() => null);
    },
    async hold(usd) {
      if (usd !== 0) await attempt(() => client.hincrbyfloat(key, `held:${own}`, usd));
    },
  };
  return { ok: true, tab };
}

/** One more may begin the job. */
export async function allowAgain(
  client: Redis,
  jobId: string,
  { begun, roomUsd, told }: { begun: number; roomUsd: number | null; told: string },
): Promise<void> {
  await runRedisScript(client, ALLOW, [tabKey(jobId), resultKey(jobId)], [begun, roomUsd ?? "", told]);
}
