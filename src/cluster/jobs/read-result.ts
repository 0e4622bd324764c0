import type { Redis } from "ioredis";
import { closedObject, FLAG, HASH, NAME, oneOf, oneOfKinds, TEXT, USD, WHOLE_NUMBER } from "../../records/index.ts";
import { type ReceivedValue, receiveJson } from "../../store/index.ts";
import { type JobResult, resultKey } from "./job.ts";

/** A result, an invalid value in its place, or null. */
export type FoundResult = ReceivedValue<JobResult> | null;

/** Workers store longer results as contents. */
const LONGEST = 512 * 1024;

type ResultOf<Status extends JobResult["status"]> = Extract<JobResult, { status: Status }>;

const HEAD = { status: TEXT, at: WHOLE_NUMBER };
const DONE = { ...HEAD, worker: NAME, isFinal: FLAG };

const JOB_RESULT = oneOfKinds("status", {
  done: closedObject<ResultOf<"done">>({ ...DONE, result: TEXT }),
  done_apart: closedObject<ResultOf<"done_apart">>({ ...DONE, sha256: HASH }),
  lost: closedObject<ResultOf<"lost">>({ ...HEAD, begun: WHOLE_NUMBER, paidUsd: USD, isInDoubt: FLAG }),
  content_missing: closedObject<ResultOf<"content_missing">>({ status: oneOf("content_missing"), at: WHOLE_NUMBER }),
  collected: closedObject<ResultOf<"collected">>({ status: oneOf("collected"), at: WHOLE_NUMBER }),
});

/** Reads a job's result, up to the longest valid length. */
export async function findResult(client: Redis, jobId: string): Promise<FoundResult> {
  const asked = client.pipeline();
  askForResult(asked, jobId);
  const [answer] = (await asked.exec()) ?? [];
  return readResult(answer);
}

/** Adds the read to other commands; `readResult` parses the answer. */
export function askForResult(commands: ReturnType<Redis["pipeline"]>, jobId: string): void {
  commands.getrange(resultKey(jobId), 0, LONGEST);
}

/** @param answer holds an error if the key has another type */
export function readResult(answer: [error: Error | null, result: unknown] | undefined): FoundResult {
  const [error, text] = answer ?? [null, ""];
  if (error !== null) {
    if (!error.message.includes("WRONGTYPE")) throw error;
    return { ok: false, problem: "what is there instead of a result is not a text" };
  }
  if (text === "" || typeof text !== "string") return null;
  return receiveJson<JobResult>(text, JOB_RESULT, { characters: LONGEST, depth: 2 });
}
