import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { evaluationFolder, type TrialPlace, writeFileAtomic } from "../../store/index.ts";

/** Where one trial's evaluation lies; absolute but for `folder` and `summaryInOutputs`. */
export interface EvaluationPaths {
  folder: string;
  summaryInOutputs: string;
  summary: string;
  promptDebug: string;
  judge: string;
  promptUser: string;
  promptSystem: string;
  checks: string;
  finalResult: string;
}

export function evaluationPaths(outputs: string, place: TrialPlace, evaluationProfileFolder: string): EvaluationPaths {
  const folder = evaluationFolder(place, evaluationProfileFolder);
  const n = place.repetition;
  const raw = (name: string) => join(outputs, folder, "raw_outputs", name);
  const summaryInOutputs = join(folder, `evaluation_result_summary_${n}.md`);
  return {
    folder,
    summaryInOutputs,
    summary: join(outputs, summaryInOutputs),
    promptDebug: join(outputs, folder, `judge_${n}.prompt.debug.md`),
    judge: raw(`judge_${n}.json`),
    promptUser: raw(`judge_${n}.prompt.user.json`),
    promptSystem: raw(`judge_${n}.prompt.system.md`),
    checks: raw(`checks_${n}.json`),
    finalResult: raw(`final_result_${n}.json`),
  };
}

/** Writes what is not there yet, bit for bit: judging again what has not changed writes nothing, a damaged file is made whole. */
export async function writeDifferent(path: string, text: string): Promise<void> {
  const stored = await readFile(path, "utf8").catch(() => null);
  if (stored !== text) await writeFileAtomic(path, text);
}

export const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Takes away an evaluation that no longer belongs to its run, so that nobody reads an old score as a new one. */
export async function removeEvaluation(paths: EvaluationPaths): Promise<void> {
  const { summary, promptDebug, judge, promptUser, promptSystem, checks, finalResult } = paths;
  const files = [finalResult, summary, promptDebug, judge, promptUser, promptSystem, checks];
  await Promise.all(files.map((path) => rm(path, { force: true })));
}
