import { join } from "node:path";
import {
  type Difference,
  type ExpectedJudging,
  plannedRun,
  repeatChecks,
  type VerifiedEvaluation,
  verifyEvaluation,
  verifyRun,
} from "../../../judging/index.ts";
import {
  type CampaignName,
  evaluationPlace,
  isReusable,
  problemOfRecord,
  profileIdOf,
  type RunArtifact,
  type RunRecord,
  readRunPlace,
  runPlace,
  type TrialKey,
  type TrialResult,
} from "../../../records/index.ts";
import { currentRun, type ListedTrial, occupantOf, type Store } from "../../../store/index.ts";
import type { CurrentChecks } from "./load-current-checks.ts";

export interface VerifiedTrial {
  differences: Difference[];
  missing: string[];
  /** Numbers of reread answers and repeated checks. */
  answers: number;
  checks: number;
  /** True if the store has an evaluation. */
  judged: boolean;
  /** True if it could have been judged, but no plan says whether it should. */
  isOpen: boolean;
  /** Trials that could be verified only in part. */
  isAdoptedOnTrust: boolean;
  isUnderOtherName: boolean;
  hasUnhashedRun: boolean;
  unhashedCalls: number;
  packet: VerifiedEvaluation["packet"];
  /** Recomputed result; null without judging, or if too much is missing. */
  result: TrialResult | null;
}

export interface TrialsToVerify {
  store: Store;
  campaign: CampaignName;
  /** Null if nothing was judged, or the settings are unknown. */
  judging: ExpectedJudging | null;
  checks: CurrentChecks;
}

/** Verifies a trial from its run to its score. A record that cannot be interpreted is a difference. */
export async function verifyTrial(source: TrialsToVerify, listed: ListedTrial): Promise<VerifiedTrial> {
  const verified: VerifiedTrial = {
    ...{ differences: [], missing: [], answers: 0, checks: 0, judged: listed.evaluation !== null, isOpen: false },
    ...{
      isAdoptedOnTrust: false,
      isUnderOtherName: false,
      hasUnhashedRun: false,
      unhashedCalls: 0,
      packet: null,
      result: null,
    },
  };
  try {
    await verifyParts(source, listed, verified);
  } catch (error) {
    const stored = (error as Error).message;
    verified.differences.push({ what: "its records", stored, found: "records that can be read" });
  }
  return verified;
}

async function verifyParts(source: TrialsToVerify, listed: ListedTrial, verified: VerifiedTrial): Promise<void> {
  const { store, campaign, judging, checks } = source;
  const { model_id, case_id, repetition, run_id } = listed;
  const entry = currentRun(store, run_id);
  const run = entry && store.readEntry(entry);
  if (!run) verified.missing.push(`the run ${run_id}`);
  const ran = run && verifyRun(store, run, run_id, listed, judging);
  if (ran) {
    verified.differences.push(...ran.differences);
    verified.missing.push(...ran.missing);
    verified.hasUnhashedRun = !ran.isHashed;
    verified.isAdoptedOnTrust = ran.isAdoptedOnTrust;
    resolveName(source, entry!.place!, run, verified);
  }
  if (listed.evaluation === null) {
    noteUnjudged(source, listed, run, verified);
    return;
  }
  if (judging && plannedRun(judging, listed) === null)
    verified.differences.push({ what: "the trial", stored: "judged", found: "not in the plan of the campaign" });
  const judged = store.at("evaluation", evaluationPlace(listed, campaign.evaluation_profile!));
  const record = judged && store.readEntry(judged);
  if (!record) verified.missing.push("the record of its evaluation");
  if (!run || !record || !judging || problemOfRecord("run", run) !== null) return;
  const identities = readIdentities(store, listed, run, run_id);
  const found = await verifyEvaluation(store, run, identities, record, judging);
  verified.answers = found.answers;
  verified.unhashedCalls = found.unhashedCalls;
  verified.packet = found.packet;
  verified.result = found.result && { ...found.result, model_id, case_id, repetition };
  verified.differences.push(...found.differences);
  verified.missing.push(...found.missing);
  const loadedCase = checks.ok ? checks.cases.get(case_id) : undefined;
  if (!checks.ok || !loadedCase || problemOfRecord("evaluation", record) !== null) return;
  const folder = join(store.outputs, run.files ?? "artifacts/none");
  const repeated = await repeatChecks(loadedCase, run, folder, record.checks, checks.policy);
  verified.checks = repeated.repeated;
  verified.differences.push(...repeated.differences);
}

/**
 * Resolves the name of a run, stored under the one it was executed with. Earlier versions packed it under its adopted name and kept the
 * other: then it belongs to another campaign, or the trial it names has the same run.
 */
function resolveName({ store }: TrialsToVerify, place: string, run: RunRecord, verified: VerifiedTrial): void {
  if (problemOfRecord("run", run) !== null) return;
  const { run_id, ...identity } = run.artifact.identity;
  const { run_profile, ...key } = readRunPlace(place);
  const here = { ...key, run_profile_id: profileIdOf(run_profile) };
  const [is, must] = [identity, here].map(wordsOfIdentity);
  if (is === must) return;
  const isOfCampaign = identity.suite_id === here.suite_id && identity.run_profile_id === here.run_profile_id;
  if (!isOfCampaign || occupantOf(store, { ...identity, run_profile }) === run_id) verified.isUnderOtherName = true;
  else verified.differences.push({ what: "the trial that its run is of", stored: is!, found: must! });
}

function wordsOfIdentity({
  suite_id,
  run_profile_id,
  model_id,
  case_id,
  repetition,
}: Omit<RunArtifact["identity"], "run_id">): string {
  return `${suite_id}/${run_profile_id}/${model_id}/${case_id} #${repetition}`;
}

/** Notes a missing evaluation: runs that failed for infrastructure are not judged, and all other planned ones are. */
function noteUnjudged(
  { judging }: TrialsToVerify,
  listed: ListedTrial,
  run: RunRecord | null,
  verified: VerifiedTrial,
): void {
  if (judging === null || judging.judges.length === 0 || run === null) return;
  if (problemOfRecord("run", run) !== null || !isReusable(run.artifact.status)) return;
  const planned = plannedRun(judging, listed);
  if (planned) verified.missing.push("its evaluation");
  else verified.isOpen = planned === undefined;
}

/**
 * Returns a trial's identities, from the newest record at its place. A packed run keeps its executed name, which may differ; its variant's
 * messages are then unknown and come first among the others.
 */
function readIdentities(
  store: Store,
  place: TrialKey,
  { artifact }: RunRecord,
  run_id: string,
): RunArtifact["identity"][] {
  const { model_id, case_id, repetition } = place;
  const here = { run_id, suite_id: place.suite_id, run_profile_id: profileIdOf(place.run_profile) };
  const own = { ...here, model_id, case_id, repetition };
  const known = [
    valueAt(store, "adoption", place)?.identity,
    valueAt(store, "run", place)?.artifact.identity,
    artifact.identity,
  ].find((identity) => identity && identity.model_id === model_id && identity.case_id === case_id);
  if (known) return [{ ...known, ...own }];
  const { variant } = artifact.identity;
  const asVariant = (messages: number[]) => ({ ...own, variant: { model_id, variant_id: model_id, messages } });
  return [own, ...(variant ? [{ ...own, variant }] : []), asVariant([0]), asVariant([0, 1])];
}

function valueAt<Kind extends "run" | "adoption">(store: Store, kind: Kind, place: TrialKey) {
  const entry = store.at(kind, runPlace(place));
  const value = entry && store.readEntry(entry);
  return value && problemOfRecord(kind, value) === null ? value : null;
}
