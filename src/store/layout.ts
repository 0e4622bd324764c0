import { join } from "node:path";

/** Ids that place one trial in a campaign. */
export interface TrialPlace {
  suiteId: string;
  /** `<run_profile_id>-<fp8>`. */
  runProfileFolder: string;
  modelId: string;
  caseId: string;
  repetition: number;
}

/** Folder of a profile: its id for people, and the first eight digits of what it changes. */
export function profileFolder(profileId: string, fingerprint: string): string {
  return `${profileId}-${fingerprint.slice(0, 8)}`;
}

/** Where the workspace's results live. */
export function outputsFolder(root: string): string {
  return join(root, "outputs");
}

/** `<suite_id>/<run_profile_id>-<fp8>`: the name of a campaign within a store. */
function campaignName({ suiteId, runProfileFolder }: Pick<TrialPlace, "suiteId" | "runProfileFolder">): string {
  return `${suiteId}/${runProfileFolder}`;
}

/** The place of a run in the log, and of what was adopted there. */
export function runPlace(place: TrialPlace): string {
  return `${campaignName(place)}/${place.modelId}/${place.caseId}/${place.repetition}`;
}

/** The place of an evaluation: the same trial has one for every way in which it was judged. */
export function evaluationPlace(place: TrialPlace, evaluationProfileFolder: string): string {
  const { modelId, caseId, repetition } = place;
  return `${campaignName(place)}/${evaluationProfileFolder}/${modelId}/${caseId}/${repetition}`;
}

/** Where a process says that it is at work on a campaign. */
export function campaignLock(outputs: string, place: Pick<TrialPlace, "suiteId" | "runProfileFolder">): string {
  return join(outputs, runsFolder(place), ".lock");
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
export function runsFolder({ suiteId, runProfileFolder }: Pick<TrialPlace, "suiteId" | "runProfileFolder">): string {
  return `runs/${suiteId}/${runProfileFolder}`;
}

/** Paths of the reading files of one run, relative to outputs/. */
export function runFiles(place: TrialPlace): { record: string; artifacts: string } {
  const stem = `${runsFolder(place)}/${place.modelId}/${place.caseId}/run_${place.repetition}`;
  return { record: `${stem}.json`, artifacts: `${stem}.artifacts` };
}

/** Folder of all evaluations of a campaign, however it was judged, relative to outputs/. */
export function evaluationsFolder(place: Pick<TrialPlace, "suiteId" | "runProfileFolder">): string {
  return `evaluations/${campaignName(place)}`;
}

/** Folder of a judged campaign's reading files, relative to outputs/. */
export function evaluationFolder(
  place: Pick<TrialPlace, "suiteId" | "runProfileFolder">,
  evaluationProfileFolder: string,
): string {
  return `evaluations/${place.suiteId}/${place.runProfileFolder}/${evaluationProfileFolder}`;
}

/** Paths of the reading files of one evaluation, relative to outputs/. */
export function evaluationFiles(place: TrialPlace, evaluationProfileFolder: string) {
  const folder = `${evaluationFolder(place, evaluationProfileFolder)}/${place.modelId}/${place.caseId}`;
  const n = place.repetition;
  return {
    summary: `${folder}/evaluation_result_summary_${n}.md`,
    promptDebug: `${folder}/judge_${n}.prompt.debug.md`,
    judge: `${folder}/raw_outputs/judge_${n}.json`,
    promptUser: `${folder}/raw_outputs/judge_${n}.prompt.user.json`,
    finalResult: `${folder}/raw_outputs/final_result_${n}.json`,
  };
}
