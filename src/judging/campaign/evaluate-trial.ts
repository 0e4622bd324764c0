import { existsSync } from "node:fs";
import { join } from "node:path";
import { isReusable, readStoredRun } from "../../campaign/index.ts";
import type { EvaluationProfile, LoadedCase } from "../../config/index.ts";
import type { CheckResult, FinalResult, RunArtifact, TrialResult } from "../../records/index.ts";
import type { SandboxChoice } from "../../sandbox/index.ts";
import { besideRecord, type CallStore, type TrialPlace } from "../../store/index.ts";
import type { Redactor } from "../../text/index.ts";
import { aggregatePanel, type PanelResult } from "./aggregate-panel.ts";
import { callsBeside } from "./calls-beside.ts";
import { asJson, type EvaluationPaths, evaluationPaths, removeEvaluation, writeDifferent } from "./evaluation-files.ts";
import { composeFinalResult } from "./final-result-compose.ts";
import { openEvidenceLookup } from "./grounding.ts";
import { type BuiltPacket, buildPacket } from "./packet/build-packet.ts";
import type { Panel, PanelCall } from "./panel.ts";
import { renderPromptDebug } from "./prompt-debug.ts";
import { rawJudgeRecords } from "./raw-judge-records.ts";
import { checksOf, readChecks } from "./stored-checks.ts";
import { renderSummary } from "./summary-markdown.ts";
import { countChecks, emptyResult, factsOfRun, portablePath, scoresOfPanel, warningsOf } from "./trial-result.ts";
import { whyNotJudged } from "./why-not-judged.ts";

/** A trial whose run is stored, or the reason why it is not. */
export interface TrialToJudge {
  place: TrialPlace;
  loadedCase: LoadedCase;
  /** The run's record, relative to outputs/; null with the reason when there is none. */
  record: string | null;
  reason: string | null;
  /** False when the run was executed by this very command. */
  reused: boolean;
}

export interface EvaluationSurroundings {
  outputs: string;
  profile: EvaluationProfile;
  /** `<evaluation_profile_id>-<fp8>`. */
  evaluationProfileFolder: string;
  system: { text: string; sha256: string };
  calls: CallStore;
  panel: Panel;
  redact: Redactor;
  chooseSandbox: () => Promise<SandboxChoice>;
  /** `judge`: do what is missing and store it. `read`: only read; no call, no hook, no file. */
  mode: "judge" | "read";
  force: boolean;
  /** True once the user wants to stop. */
  interrupted: () => boolean;
  signal?: AbortSignal;
}

/** Checks, packet, panel and aggregation of one trial; in the mode `judge`, everything that led to the score is stored. */
export async function evaluateTrial(trial: TrialToJudge, surroundings: EvaluationSurroundings): Promise<TrialResult> {
  const { outputs, mode } = surroundings;
  const paths = evaluationPaths(outputs, trial.place, surroundings.evaluationProfileFolder);
  if (trial.record === null) return emptyResult(trial, "not_run", trial.reason);
  const stored = readStoredRun(outputs, trial.record);
  if (stored.state !== "found") return emptyResult(trial, "not_run", "its stored run cannot be read");
  const { artifact } = stored;
  const ran = { ...emptyResult(trial, "not_judged", null), ...factsOfRun(artifact, trial) };
  if (!isReusable(artifact.status)) {
    if (mode === "judge") await removeEvaluation(paths);
    const why = artifact.failure ? `: ${artifact.failure.message}` : "";
    return { ...ran, reason: `not judged, because the run failed for infrastructure (${artifact.status}${why})` };
  }
  const checks = await checkTrial(trial, artifact, paths, surroundings);
  if (!checks) return { ...ran, reason: await whyNotJudged(paths, null) };
  if (surroundings.panel.judges.length === 0)
    return {
      ...ran,
      checks: countChecks(checks),
      reason: "checked only, because the evaluation profile asks no judge",
    };
  const packet = await packetOf(trial, artifact, checks, surroundings);
  const calls = await surroundings.panel.ask(packet, storedCalls(packet, paths, surroundings));
  if (surroundings.interrupted() && calls.some(({ record }) => record.result.status === "unanswered"))
    return { ...ran, checks: countChecks(checks), reason: "interrupted before its judges had answered" };
  const panel = aggregatePanel(calls, surroundings.profile.aggregation, openEvidenceLookup(packet.text));
  const result = {
    ...ran,
    ...scoresOfPanel(panel, calls),
    checks: countChecks(checks),
    warnings: warningsOf(panel, packet),
  };
  if (calls.every(({ notAsked }) => notAsked)) {
    const reason = mode === "read" ? await whyNotJudged(paths, packet.sha256) : whyNotAsked(calls);
    return { ...result, state: "not_judged", reason, warnings: [] };
  }
  if (mode === "judge") await store(trial, artifact, result, { packet, calls, panel, paths }, surroundings);
  const evaluation = existsSync(paths.summary) ? portablePath(paths.summaryInOutputs) : null;
  return { ...result, files: { ...result.files, evaluation } };
}

async function checkTrial(
  { loadedCase, record }: TrialToJudge,
  artifact: RunArtifact,
  paths: EvaluationPaths,
  { outputs, profile, redact, chooseSandbox, mode, force, signal }: EvaluationSurroundings,
): Promise<CheckResult[] | null> {
  const artifactsDirectory = join(outputs, besideRecord(record!).files);
  const policy = profile.security_policy;
  const question = { loadedCase, artifact, artifactsDirectory, policy, redact, path: paths.checks };
  if (mode === "read") return (await readChecks(question))?.results ?? null;
  const checks = await checksOf(question, chooseSandbox, { force, signal });
  await writeDifferent(paths.checks, asJson(checks));
  return checks.results;
}

function packetOf(
  { loadedCase, record }: TrialToJudge,
  artifact: RunArtifact,
  checks: CheckResult[],
  { outputs, profile, redact }: EvaluationSurroundings,
): Promise<BuiltPacket> {
  return buildPacket({
    loadedCase,
    artifact,
    artifactsDirectory: join(outputs, besideRecord(record!).files),
    checks,
    anchors: profile.anchors,
    maxCharacters: profile.packet.max_characters,
    redact,
  });
}

function whyNotAsked([call]: PanelCall[]): string {
  const { result } = call!.record;
  return `not judged: ${result.status === "unanswered" ? result.message : result.status}`;
}

function storedCalls(packet: BuiltPacket, { judge }: EvaluationPaths, { calls, system, mode }: EvaluationSurroundings) {
  const prompt = {
    system: system.text,
    user: packet.text,
    system_sha256: system.sha256,
    user_sha256: packet.sha256,
  };
  return callsBeside(calls, judge, prompt, { restore: mode === "judge" });
}

async function store(
  { place }: TrialToJudge,
  artifact: RunArtifact,
  result: TrialResult,
  judged: { packet: BuiltPacket; calls: PanelCall[]; panel: PanelResult; paths: EvaluationPaths },
  { profile, system }: EvaluationSurroundings,
): Promise<void> {
  const { packet, calls, panel, paths } = judged;
  const n = place.repetition;
  const prompt = { user_sha256: packet.sha256, system_sha256: system.sha256 };
  const files = { user_file: `judge_${n}.prompt.user.json`, system_file: `judge_${n}.prompt.system.md` };
  const final: FinalResult = composeFinalResult(artifact, result, panel, profile, prompt);
  await writeDifferent(paths.promptUser, packet.text);
  await writeDifferent(paths.promptSystem, system.text);
  await writeDifferent(paths.promptDebug, renderPromptDebug(packet, system, n));
  await writeDifferent(paths.judge, asJson(rawJudgeRecords(calls, { ...prompt, ...files })));
  // The result comes last: where it is, everything it rests on is there too.
  await writeDifferent(paths.finalResult, asJson(final));
  await writeDifferent(paths.summary, renderSummary(final));
}
