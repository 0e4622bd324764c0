import { createHash } from "node:crypto";
import { Worker } from "bullmq";
import { Redis } from "ioredis";
import { onTestFinished } from "vitest";

/** A job as a worker finds it. */
export interface FoundJob {
  id: string;
  kind: string;
  own: { run_id: string; repetition: number };
  // biome-ignore lint/suspicious/noExplicitAny: a stranger has no types
  parcel: any;
  /** How often it was given to this worker, counted from 1. */
  times: number;
}

export interface HostileTools {
  /** Puts a content where files of results are looked for; its SHA-256, or what it is said to be. */
  put(content: string | Buffer, sha256?: string): Promise<string>;
  client: Redis;
}

/** The content in place of a result: as a worker writes it, or these exact bytes. */
export type HostileAnswer = { result: unknown; envelope?: object } | { text: string } | { set: () => Promise<unknown> };

/**
 * Somebody who can write to the Redis, takes jobs as workers do, and answers what he likes. Gone when the test ends.
 *
 * @param answer to one job
 */
export async function hostileWorker(
  url: string,
  answer: (job: FoundJob, tools: HostileTools) => HostileAnswer | Promise<HostileAnswer>,
): Promise<{ jobs: FoundJob[] }> {
  const client = new Redis(url, { maxRetriesPerRequest: null });
  const taking = client.duplicate();
  const jobs: FoundJob[] = [];
  const put = async (content: string | Buffer, sha256?: string) => {
    const bytes = Buffer.from(content);
    const name = sha256 ?? createHash("sha256").update(bytes).digest("hex");
    await client.hset(`assay:content:${name}`, "0", bytes, "chunks", "1");
    return name;
  };
  const work = async (job: { id?: string; name: string; data: { payload: string; own: FoundJob["own"] } }) => {
    const id = job.id!;
    const chunks = await client.hgetallBuffer(`assay:content:${job.data.payload}`);
    const parts = Array.from({ length: Number(chunks.chunks) }, (_, number) => chunks[number]!);
    const parcel = JSON.parse(Buffer.concat(parts).toString());
    const found = { id, kind: job.name, own: job.data.own, parcel, times: timesOf(jobs, id) + 1 };
    jobs.push(found);
    const answered = await answer(found, { put, client });
    const key = `assay:result:${id}`;
    if ("set" in answered) await answered.set();
    else if ("text" in answered) await client.set(key, answered.text);
    else {
      const { result, envelope } = answered;
      const plain = {
        status: "done",
        at: Date.now(),
        worker: "w-hostile",
        isFinal: true,
        result: JSON.stringify(result),
      };
      await client.set(key, JSON.stringify({ ...plain, ...envelope }));
    }
    await client.publish("assay:done", id);
  };
  const worker = new Worker("jobs", work, { connection: taking, prefix: "assay", concurrency: 4 });
  worker.on("error", () => {});
  onTestFinished(async () => {
    await worker.close(true);
    taking.disconnect();
    client.disconnect();
  });
  await worker.waitUntilReady();
  return { jobs };
}

function timesOf(jobs: readonly FoundJob[], id: string): number {
  return jobs.filter((job) => job.id === id).length;
}

/** A result of a trial that an honest worker could have sent. */
// biome-ignore lint/suspicious/noExplicitAny: it is about to be forged
export function honestTrial({ own, parcel }: FoundJob): any {
  const { trial } = parcel;
  const { suite_id, run_profile_id, model, loadedCase, request, resolved_model } = trial;
  const time = "2026-01-02T03:04:05.678Z";
  const identity = {
    run_id: own.run_id,
    ...{ suite_id, run_profile_id, model_id: model.model_id, case_id: loadedCase.case.case_id },
    repetition: own.repetition,
  };
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5, cached_tokens: 0, reasoning_tokens: 0 };
  const artifact = {
    ...{ schema_version: 1, identity, runner: loadedCase.case.runner.type, status: "success" },
    ...{ final_output: "An answer.", final_output_forced: false, failure: null },
    request: {
      ...{ gateway: parcel.endpoint, model: resolved_model, offline: false, execution_parameters: {} },
      ...{ messages: request.messages, turns: [], tools: [], metadata: {} },
    },
    provider: [{ name: null, model: "m", finish_reason: "stop" }],
    timing: { started_at: time, finished_at: time, duration_ms: 0, latency_ms: 0 },
    usage: { ...usage, cost_usd: 0.001 },
    trace: [{ turn: 1, at_ms: 1, kind: "final_output", content: "An answer.", forced: false }],
    ...{ artifacts: [], runner_metadata: {} },
  };
  return { artifact, kept: { files: [], empty: true, leftOut: [], leftOutCount: 0 }, files: [], paid: [0.001] };
}
