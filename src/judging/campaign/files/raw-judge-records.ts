import type { JudgeRecord, Verdict } from "../../../records/index.ts";

/** judge_N.json: every answer of every judge about one packet, as the providers gave them, attempts that broke the contract included. */
export interface RawJudgeRecords {
  schema_version: 1;
  prompt: { user_sha256: string; system_sha256: string; user_file: string; system_file: string };
  calls: (AskedJudge & JudgeRecord<Verdict>)[];
}

/** Which call of the panel a record is. */
export interface AskedJudge {
  judge_run_id: string;
  judge_id: string;
  judge_repetition: number;
}

/** @param calls those that were made, in the order of judge runs and repetitions */
export function rawJudgeRecords(
  calls: (AskedJudge & { record: JudgeRecord<Verdict> })[],
  prompt: { user_sha256: string; system_sha256: string },
  repetition: number,
): RawJudgeRecords {
  return {
    schema_version: 1,
    prompt: { ...prompt, user_file: `judge_${repetition}.prompt.user.json`, system_file: "../../../manifest.json" },
    calls: calls.map(({ record, ...asked }) => ({ ...asked, ...record })),
  };
}
