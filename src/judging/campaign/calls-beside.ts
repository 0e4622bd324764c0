import type { JudgeRecord, Verdict } from "../../records/index.ts";
import { type CallStore, readStoredJson } from "../../store/index.ts";
import type { RawJudgeRecords } from "./raw-judge-records.ts";

/**
 * The call store, and behind it the copies that lie beside the evaluation in judge_N.json: a call that is lost in one place is taken from the
 * other instead of being paid for again. With `restore`, what is found beside is put back into the store.
 */
export function callsBeside(
  calls: CallStore,
  judgeFile: string,
  prompt: JudgeRecord<Verdict>["prompt"],
  { restore }: { restore: boolean },
): CallStore {
  let beside: Promise<Map<string, JudgeRecord<Verdict>>> | undefined;
  return {
    write: calls.write,
    async read(callId) {
      const stored = await calls.read(callId);
      if (stored.state === "found") return stored;
      beside ??= readBeside(judgeFile, prompt);
      const record = (await beside).get(callId);
      if (!record) return stored;
      if (restore) await calls.write(callId, record);
      return { state: "found", value: record };
    },
  };
}

/** The records of a judge_N.json by call id; none when it is absent, damaged, or about another packet or system message. */
async function readBeside(
  judgeFile: string,
  prompt: JudgeRecord<Verdict>["prompt"],
): Promise<Map<string, JudgeRecord<Verdict>>> {
  const stored = await readStoredJson(judgeFile);
  const found = stored.state === "found" ? (stored.value as Partial<RawJudgeRecords> | null) : null;
  const isAboutThis =
    found?.prompt?.user_sha256 === prompt.user_sha256 && found.prompt.system_sha256 === prompt.system_sha256;
  if (!isAboutThis || !Array.isArray(found.calls)) return new Map();
  return new Map(
    found.calls.filter((call) => typeof call?.call_id === "string").map((call) => wholeRecord(call, prompt)),
  );
}

/** What judge_N.json says once for all of its calls, the prompt, back in its place. */
function wholeRecord(
  call: RawJudgeRecords["calls"][number],
  prompt: JudgeRecord<Verdict>["prompt"],
): [string, JudgeRecord<Verdict>] {
  const { judge_run_id, judge_id, judge_repetition, attempts, result, usage, ...known } = call;
  return [call.call_id, { ...known, prompt, attempts, result, usage }];
}
