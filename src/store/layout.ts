import { join } from "node:path";

/** Ids that place one trial in the store. */
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

/** `runs/<suite_id>/<run_profile_id>-<fp8>`, relative to outputs/. */
export function campaignFolder(suiteId: string, runProfileFolder: string): string {
  return join("runs", suiteId, runProfileFolder);
}

/** Paths of one run, relative to outputs/, so that a store can be moved or committed. */
export function runPaths(place: TrialPlace): { folder: string; record: string; fingerprint: string; files: string } {
  const folder = join(campaignFolder(place.suiteId, place.runProfileFolder), place.modelId, place.caseId);
  const record = join(folder, `run_${place.repetition}.json`);
  return { folder, record, ...besideRecord(record) };
}

/** The fingerprint and the kept files of a run, wherever its record lies. */
export function besideRecord(record: string): { fingerprint: string; files: string } {
  const stem = record.replace(/\.json$/, "");
  return { fingerprint: `${stem}.fingerprint.json`, files: `${stem}.artifacts` };
}

/**
 * Folder of one trial's evaluation, relative to outputs/:
 * `evaluations/<suite_id>/<run_profile_id>-<fp8>/<evaluation_profile_id>-<fp8>/<model_id>/<case_id>`.
 */
export function evaluationFolder(place: TrialPlace, evaluationProfileFolder: string): string {
  return join(
    "evaluations",
    place.suiteId,
    place.runProfileFolder,
    evaluationProfileFolder,
    place.modelId,
    place.caseId,
  );
}

/** Where a run goes whose place is taken by a trial with other inputs; undoing the edit finds it again. */
export function supersededRunPath(runId: string, repetition: number): string {
  return join("superseded", runId.slice(0, 2), runId, `run_${repetition}.json`);
}
