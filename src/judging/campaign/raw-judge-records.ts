import type { JudgeRecord, Verdict } from "../../records/index.ts";
import type { PanelCall } from "./panel.ts";

/** judge_N.json: every answer of every judge about one packet, as the providers gave them, attempts that broke the contract included. */
export interface RawJudgeRecords {
  schema_version: 1;
  prompt: { user_sha256: string; system_sha256: string; user_file: string; system_file: string };
  calls: ({ judge_run_id: string; judge_id: string; judge_repetition: number } & Omit<
    JudgeRecord<Verdict>,
    "prompt"
  >)[];
}

export function rawJudgeRecords(calls: PanelCall[], prompt: RawJudgeRecords["prompt"]): RawJudgeRecords {
  return {
    schema_version: 1,
    prompt,
    calls: calls
      .filter(({ notAsked }) => !notAsked)
      .map(({ judge, repetition, record: { prompt: _, ...record } }) => ({
        judge_run_id: judge.judge_run_id,
        judge_id: judge.judge_id,
        judge_repetition: repetition,
        ...record,
      })),
  };
}
