import { Worker } from "bullmq";
import { Redis } from "ioredis";
import type { ForgedAnswer, Forgery, HonestAnswer } from "./forgery.ts";
import { HONEST } from "./workspace.ts";

/** Recorded results of honest workers, with their contents. */
export interface Transcript {
  trials: Map<string, HonestAnswer>;
  calls: Map<string, HonestAnswer>;
  contents: Map<string, Record<string, Buffer>>;
}

/** A program that takes jobs as a worker does, and answers them from a transcript, but for what it is to forge. */
export interface Forger {
  /** Answers with these from now on, in a Redis that holds nothing else. */
  begin(forgeries: ReadonlyMap<string, Forgery>): Promise<void>;
  /** How often each case was asked for since. */
  asked(): ReadonlyMap<string, number>;
  close(): Promise<void>;
}

interface AnyJob {
  id?: string;
  name: string;
  data: { kind: string; what: string; payload: string };
}

/** An honest trial's reported price. */
export const PAID_USD = 0.01;

export async function openForger(url: string, transcript: Transcript, canary: string): Promise<Forger> {
  const client = new Redis(url, { maxRetriesPerRequest: null });
  let forgeries: ReadonlyMap<string, Forgery> = new Map();
  let asked = new Map<string, number>();
  const worker = new Worker("jobs", (job) => answer(job as AnyJob), {
    connection: client,
    prefix: "assay",
    concurrency: 64,
    lockDuration: 120_000,
  });
  worker.on("error", () => {});
  await worker.waitUntilReady();

  async function answer(job: AnyJob): Promise<void> {
    const caseId = await caseOf(job);
    const forgery = forgeries.get(caseId);
    const times = (asked.get(`${job.data.kind} ${caseId}`) ?? 0) + 1;
    asked.set(`${job.data.kind} ${caseId}`, times);
    const honest = await honestAnswer(job, caseId);
    const isForged = forgery?.on === job.data.kind && !(forgery.once && times > 1);
    const said: ForgedAnswer = isForged
      ? forgery.forge(honest, { canary, other: transcript.trials.get(HONEST[0]!)! })
      : { text: JSON.stringify(honest.envelope) };
    if (said.throws !== undefined) throw new Error(said.throws);
    for (const [sha256, fields] of Object.entries(said.contents ?? {})) await putContent(sha256, fields);
    await client.set(`assay:result:${job.id}`, said.text, "PX", 3_600_000);
    for (const [command, ...words] of said.more ?? []) await client.call(command!, ...words);
    await client.publish("assay:done", job.id!);
  }

  async function caseOf({ data }: AnyJob): Promise<string> {
    const text = data.kind === "call" ? ((await client.hget(`assay:content:${data.payload}`, "0")) ?? "") : data.what;
    return /case_\d{4}/.exec(text)?.[0] ?? "";
  }

  async function honestAnswer(job: AnyJob, caseId: string): Promise<HonestAnswer> {
    const jobId = job.id!;
    const { trials, calls } = transcript;
    const result =
      job.data.kind === "trial"
        ? { ...trials.get(caseId)!.result, paid: [PAID_USD] }
        : job.data.kind === "call"
          ? (calls.get(jobId) ?? [...calls.values()][0]!).result
          : [
              {
                check_id: "hooked",
                kind: "module_hook",
                dimensions: [],
                required: false,
                outcome: "passed",
                message: "",
              },
            ];
    const envelope = {
      status: "done",
      at: Date.now(),
      worker: "honest",
      isFinal: true,
      result: JSON.stringify(result),
    };
    return { jobId, envelope, result: result as Record<string, unknown> };
  }

  async function putContent(sha256: string, fields: Record<string, string | Buffer>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) await client.hset(`assay:content:${sha256}`, name, value);
  }

  return {
    async begin(fresh) {
      forgeries = fresh;
      asked = new Map();
      await client.flushall();
      for (const [sha256, fields] of transcript.contents) await putContent(sha256, fields);
      await client.zadd("assay:workers:seen", "9000000000000000", "forger");
      await client.hset("assay:workers:about", "forger", JSON.stringify(FORGER));
    },
    asked: () => asked,
    async close() {
      await worker.close(true);
      client.disconnect();
    },
  };
}

const FORGER = {
  worker_id: "forger",
  host: "elsewhere",
  pid: 1,
  version: "0.7.0",
  concurrency: 64,
  capabilities: {},
  seconds: 1,
  jobs: [],
  declines: [],
  is_leaving: false,
};

/** Takes down every result that is in a Redis, and the files of trials. Another coordinator seems to be there, so that nothing is cleared away. */
export async function openTranscriber(url: string): Promise<{ read(): Promise<Transcript> }> {
  const client = new Redis(url);
  await client.zadd("assay:coordinators", "9000000000000000", "another");
  return {
    async read() {
      const transcript: Transcript = { trials: new Map(), calls: new Map(), contents: new Map() };
      for (const key of await client.keys("assay:result:*")) {
        const jobId = key.slice("assay:result:".length);
        const envelope = JSON.parse((await client.get(key))!) as Record<string, string>;
        if (envelope.status !== "done") continue;
        const result = JSON.parse(envelope.result!) as Record<string, unknown>;
        if (jobId.startsWith("call-")) transcript.calls.set(jobId, { jobId, envelope, result });
        if (!jobId.startsWith("trial-")) continue;
        const { case_id } = (result.artifact as { identity: { case_id: string } }).identity;
        transcript.trials.set(case_id, { jobId, envelope, result });
        for (const { sha256 } of result.files as { sha256?: string }[])
          if (sha256) transcript.contents.set(sha256, await client.hgetallBuffer(`assay:content:${sha256}`));
      }
      client.disconnect();
      return transcript;
    },
  };
}
