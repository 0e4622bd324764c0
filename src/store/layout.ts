import { join } from "node:path";
import { type RunCampaignName, type TrialKey, writeCampaignName } from "../records/index.ts";

/** Folder of the workspace's results. */
export function outputsFolder(root: string): string {
  return join(root, "outputs");
}

/** Returns the lock of a campaign. */
export function campaignLock(outputs: string, name: RunCampaignName): string {
  return join(outputs, runsFolder(name), ".lock");
}

/** Returns the folder of everything that was judged under a name, or of all names of its kind. */
export function namedFolder(outputs: string, kind: string, name = ""): string {
  return join(outputs, kind, name);
}

/** Segments of the log, below outputs/. */
export const LOG_FOLDER = "log";
/** Claims of running processes, below outputs/; removed by the last one. */
export const CLAIMS_FILE = ".claims";
/** Files that trials left: `artifacts/<aa>/<sha256>/` below outputs/. */
export const ARTIFACTS_FOLDER = "artifacts";
/** May be deleted at any time. */
export const CACHE_FOLDER = "cache";

// Tens of thousands of these paths are computed, and people see them, so they are concatenated with `/`, which every system accepts.

/** Returns the folder of a campaign's reading files, relative to outputs/. */
export function runsFolder({ suite_id, run_profile }: RunCampaignName): string {
  return `runs/${suite_id}/${run_profile}`;
}

/** Returns the paths of a run's reading files, relative to outputs/. */
export function runFiles(key: TrialKey): { record: string; artifacts: string } {
  const stem = `${runsFolder(key)}/${key.model_id}/${key.case_id}/run_${key.repetition}`;
  return { record: `${stem}.json`, artifacts: `${stem}.artifacts` };
}

/** Returns the folder of a campaign's evaluations by any profile, relative to outputs/. */
export function evaluationsFolder(name: RunCampaignName): string {
  return `evaluations/${writeCampaignName(name)}`;
}

/** Returns the folder of a judged campaign's reading files, relative to outputs/. */
export function evaluationFolder({ suite_id, run_profile }: RunCampaignName, evaluation_profile: string): string {
  return `evaluations/${suite_id}/${run_profile}/${evaluation_profile}`;
}

/** Returns the paths of an evaluation's reading files, relative to outputs/. */
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
