import type { Redis } from "ioredis";
import { closedObject, FLAG, HASH, NAME, oneOf, oneOfKinds, TEXT, USD, WHOLE_NUMBER } from "../../records/index.ts";
import { type ReceivedValue, receiveJson } from "../../store/index.ts";
import { type JobResult, resultKey } from "./job.ts";

/** What is where a result is expected: nothing, a result, or something that is none. */
export type FoundResult = ReceivedValue<JobResult> | null;

/** No worker writes a longer one: larger results are contents of their own. */
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

/** Asks for a result, and for no more of it than one can have. */
export async function findResult(client: Redis, jobId: string): Promise<FoundResult> {
  const asked = client.pipeline();
  askForResult(asked, jobId);
  const [answer] = (await asked.exec()) ?? [];
  return readResult(answer);
}

/** The same among other commands; `readResult` reads the answer. */
export function askForResult(commands: ReturnType<Redis["pipeline"]>, jobId: string): void {
  commands.getrange(resultKey(jobId), 0, LONGEST);
}

/** @param answer with the error where Redis has something else than a text there */
export function readResult(answer: [error: Error | null, result: unknown] | undefined): FoundResult {
  const [error, text] = answer ?? [null, ""];
  if (error !== null) {
    if (!error.message.includes("WRONGTYPE")) throw error;
    return { ok: false, problem: "what is there instead of a result is not a text" };
  }
  if (text === "" || typeof text !== "string") return null;
  return receiveJson<JobResult>(text, JOB_RESULT, { characters: LONGEST, depth: 2 });
}
