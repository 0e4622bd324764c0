import type { Redis } from "ioredis";
import type { LostAnswer } from "../../gateway/index.ts";
import { runRedisScript } from "../connection/run-script.ts";
import { BEGUN_CHANNEL, resultKey } from "../jobs/job.ts";
import { ALLOW, BEGIN, COUNT } from "./budget-scripts.ts";

/** Records a job's spending in Redis, so that it is known if the worker is lost. */
export interface JobBudget {
  /** Budget in USD, if it differs from the job's own. */
  roomUsd: number | null | undefined;
  /** Attempts at a request by earlier workers of the job. */
  triesBefore(requestHash: string): number;
  /** Counts a request before it is sent. False if another worker has the job by now: send nothing more. */
  count(requestHash: string): Promise<boolean>;
  /** Adds the cost of the counted requests. */
  paid(usd: number): void;
  /** Adds an upper bound for an agent's request before it is sent, and removes it after. */
  hold(usd: number): Promise<void>;
}

/** Spending of a worker that began the job and was lost. */
export interface LostSpending extends LostAnswer {
  begun: number;
}

export interface BeginOptions {
  jobId: string;
  /** True for agents, whose own requests cannot be counted here. */
  sendsOwnRequests?: boolean;
  /** Retries while Redis is full. */
  attempt: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Outlives results, so that a spent budget stays spent while the job can return. */
const LIFETIME_MS = 2 * 60 * 60_000;

export function budgetKey(jobId: string): string {
  return `assay:tab:${jobId}`;
}

/** Begins a job once. After a lost worker, the coordinator must allow another start. */
export async function beginJobBudget(
  client: Redis,
  { jobId, sendsOwnRequests = false, attempt }: BeginOptions,
): Promise<{ ok: true; budget: JobBudget } | { ok: false; lost: LostSpending }> {
  const key = budgetKey(jobId);
  const words = [jobId, BEGUN_CHANNEL, LIFETIME_MS, sendsOwnRequests ? 1 : 0];
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
  const reservation = known.get("room");
  let sent = 0;
  const budget: JobBudget = {
    roomUsd: reservation === undefined ? undefined : reservation === "" ? null : Number(reservation),
    triesBefore: (hash) => numberOf(`tries:${hash}`),
    async count(hash) {
      const keys = [key, resultKey(jobId)];
      const isCounted = await attempt(() => runRedisScript(client, COUNT, keys, [own, hash, LIFETIME_MS]));
      if (isCounted === 1) sent += 1;
      return isCounted === 1;
    },
    paid(usd) {
      const commands = client.pipeline().hincrbyfloat(key, `paid:${own}`, usd);
      // An agent may always have sent one more request.
      if (!sendsOwnRequests) commands.hset(key, `settled:${own}`, sent);
      commands.exec().catch(() => null);
    },
    async hold(usd) {
      if (usd !== 0) await attempt(() => client.hincrbyfloat(key, `held:${own}`, usd));
    },
  };
  return { ok: true, budget };
}

/** Allows one more start of the job. */
export async function allowAgain(
  client: Redis,
  jobId: string,
  { begun, roomUsd, told }: { begun: number; roomUsd: number | null; told: string },
): Promise<void> {
  await runRedisScript(client, ALLOW, [budgetKey(jobId), resultKey(jobId)], [begun, roomUsd ?? "", told]);
}
