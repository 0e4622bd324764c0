import { join } from "node:path";
import { type Difference, recomputeEvaluation, repeatChecks } from "../judging/index.ts";
import type { RunRecord, TrialResult } from "../records/index.ts";
import {
  currentRun,
  evaluationPlace,
  fileDamage,
  type ListedTrial,
  type PackedCampaignName,
  type Store,
} from "../store/index.ts";
import { sha256 } from "../text/index.ts";
import type { TodaysChecks } from "./todays-checks.ts";

export interface VerifiedTrial {
  differences: Difference[];
  missing: string[];
  answers: number;
  checks: number;
  /** The store has an evaluation of it. */
  judged: boolean;
  /** What it comes to; null when nothing was said about it, or too much is missing. */
  result: TrialResult | null;
}

/** One trial, from its run to its score. */
export async function verifyTrial(
  store: Store,
  { suite_id, run_profile, evaluation_profile }: PackedCampaignName,
  { model_id, case_id, repetition, run_id, evaluation }: ListedTrial,
  checks: TodaysChecks,
): Promise<VerifiedTrial> {
  const verified: VerifiedTrial = {
    differences: [],
    missing: [],
    answers: 0,
    checks: 0,
    judged: evaluation !== null,
    result: null,
  };
  const entry = currentRun(store, run_id);
  const run = entry && store.readEntry(entry);
  if (!run) verified.missing.push(`the run ${run_id}`);
  else verifyRun(store, run, run_id, verified);
  const place = { suiteId: suite_id, runProfileFolder: run_profile, modelId: model_id, caseId: case_id, repetition };
  const judged = evaluation && store.at("evaluation", evaluationPlace(place, evaluation_profile!));
  const record = judged && store.readEntry(judged);
  if (judged && !record) verified.missing.push("the record of its evaluation");
  if (!run || !record) return verified;
  const { answers, differences, missing, result } = recomputeEvaluation(store, run, record);
  verified.answers = answers;
  verified.result = result && { ...result, model_id, case_id, repetition };
  verified.differences.push(...differences);
  verified.missing.push(...missing);
  const loadedCase = checks.ok ? checks.cases.get(case_id) : undefined;
  if (!checks.ok || !loadedCase) return verified;
  const folder = join(store.outputs, run.files ?? "artifacts/none");
  const repeated = await repeatChecks(loadedCase, run, folder, record.checks, checks.policy);
  verified.checks = repeated.repeated;
  verified.differences.push(...repeated.differences);
  return verified;
}

/** A run is known by what it was given, and its files by their hashes. A secret that was taken out was still part of what it was given. */
function verifyRun(store: Store, run: RunRecord, run_id: string, { differences, missing }: VerifiedTrial): void {
  const found = sha256(run.fingerprint);
  if (found !== run_id && run.artifact.runner_metadata.fingerprint_redacted !== true)
    differences.push({ what: "identity of the run", stored: run_id, found });
  const damage = fileDamage(run, store.outputs);
  if (damage !== null) missing.push(`a file of its run (${damage})`);
}
