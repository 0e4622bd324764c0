import { join } from "node:path";
import { type RunCampaignName, type TrialKey, writeCampaignName } from "../records/index.ts";

/** Where the workspace's results live. */
export function outputsFolder(root: string): string {
  return join(root, "outputs");
}

/** Where a process says that it is at work on a campaign. */
export function campaignLock(outputs: string, name: RunCampaignName): string {
  return join(outputs, runsFolder(name), ".lock");
}

/** Where everything about one judging of samples by a rubric goes. */
export function rubricFolder(outputs: string, name: string): string {
  return join(outputs, "rubric", name);
}

/** Where everything about one experiment judged in batches goes. */
export function batchFolder(outputs: string, name: string): string {
  return join(outputs, "batch", name);
}

/** The log's segments, below outputs/. */
export const LOG_FOLDER = "log";
/** Where processes say what they are asking right now, below outputs/; gone when nobody asks anything. */
export const CLAIMS_FILE = ".claims";
/** Files that trials left, below outputs/: `artifacts/<aa>/<sha256>/`. */
export const ARTIFACTS_FOLDER = "artifacts";
/** What may be deleted at any time, below outputs/. */
export const CACHE_FOLDER = "cache";

// Paths of reading files are asked for by the ten thousand, and shown to people: put together by hand, with `/`, which every system takes.

/** Folder of a campaign's reading files, relative to outputs/. */
export function runsFolder({ suite_id, run_profile }: RunCampaignName): string {
  return `runs/${suite_id}/${run_profile}`;
}

/** Paths of the reading files of one run, relative to outputs/. */
export function runFiles(key: TrialKey): { record: string; artifacts: string } {
  const stem = `${runsFolder(key)}/${key.model_id}/${key.case_id}/run_${key.repetition}`;
  return { record: `${stem}.json`, artifacts: `${stem}.artifacts` };
}

/** Folder of all evaluations of a campaign, however it was judged, relative to outputs/. */
export function evaluationsFolder(name: RunCampaignName): string {
  return `evaluations/${writeCampaignName(name)}`;
}

/** Folder of a judged campaign's reading files, relative to outputs/. */
export function evaluationFolder({ suite_id, run_profile }: RunCampaignName, evaluation_profile: string): string {
  return `evaluations/${suite_id}/${run_profile}/${evaluation_profile}`;
}

/** Paths of the reading files of one evaluation, relative to outputs/. */
export function evaluationFiles(key: TrialKey, evaluation_profile: string) {
  const folder = `${evaluationFolder(key, evaluation_profile)}/${key.model_id}/${key.case_id}`;
  const n = key.repetition;
  return {
    summary: `${folder}/evaluation_result_summary_${n}.md`,
    promptDebug: `${folder}/judge_${n}.prompt.debug.md`,
    judge: `${folder}/raw_outputs/judge_${n}.json`,
    promptUser: `${folder}/raw_outputs/judge_${n}.prompt.user.json`,
    finalResult: `${folder}/raw_outputs/final_result_${n}.json`,
  };
}
