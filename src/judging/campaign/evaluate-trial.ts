import { join } from "node:path";
import type { LoadedCase } from "../../config/index.ts";
import {
  type EvaluationRecord,
  evaluationPlace,
  isReusable,
  type RunArtifact,
  type RunRecord,
  type TrialResult,
} from "../../records/index.ts";
import { fileDamage, type Store } from "../../store/index.ts";
import { openEvidenceLookup } from "./grounding/grounding.ts";
import { keepEvaluation } from "./keep-evaluation.ts";
import { buildPacket } from "./packet/build-packet.ts";
import { renderEvaluationFiles } from "./stored/stored-evaluation.ts";
import { aggregatePanel } from "./trial/aggregate-panel.ts";
import { type CheckedRun, checksOf, readChecks } from "./trial/checks-of-run.ts";
import type { EvaluationKeys } from "./trial/evaluation-identity.ts";
import {
  checkedOnly,
  countChecks,
  emptyResult,
  factsOfRun,
  passedWithChecks,
  scoresOfPanel,
  warningsOf,
} from "./trial/trial-result.ts";
import type { EvaluationSurroundings, TrialToJudge, TrialWithRun } from "./trial/trial-to-judge.ts";
import { verdictContract } from "./trial/verdict-contract.ts";
import { whyNotJudged } from "./trial/why-not-judged.ts";

/**
 * Runs checks, packet, panel and aggregation of one trial; in the mode `judge`, stores everything that led to the score. Returns
 * stored results synchronously, because reports ask for ten thousand of them.
 *
 * @returns a result without the files for reading
 */
export function evaluateTrial(
  trial: TrialToJudge,
  surroundings: EvaluationSurroundings,
): TrialResult | Promise<TrialResult> {
  const { place, question } = trial.planned;
  if (trial.run === null) return emptyResult(place, "not_run", trial.reason);
  if (!isReusable(trial.run.facts.status)) return notJudgeable(trial, surroundings);
  const where = evaluationPlace(place, surroundings.evaluationProfileFolder);
  const called = surroundings.calledAs(place.model_id);
  const keys = surroundings.identities.keysOf(trial.run, where, called, question.trial.loadedCase);
  if (keys instanceof Promise) return keys.then((known) => evaluateRun(trial, known, surroundings));
  return evaluateRun(trial, keys, surroundings);
}

function evaluateRun(
  trial: TrialWithRun,
  keys: EvaluationKeys,
  surroundings: EvaluationSurroundings,
): TrialResult | Promise<TrialResult> {
  const { store, mode } = surroundings;
  const stored = surroundings.force ? null : store.read("evaluation", keys.evaluation_id)?.value;
  if (stored && (mode === "read" || isFinal(stored))) {
    const result = { ...stored.result, run: stored.result.run && { ...stored.result.run, reused: isReused(trial) } };
    const renewed = mode === "judge" ? renew(trial, keys, stored, surroundings) : undefined;
    return renewed ? renewed.then(() => result) : result;
  }
  const record = ownRecord(trial, store);
  if (record === null)
    return emptyResult(trial.planned.place, "not_run", "its stored run is damaged; `assay run-eval` runs it again");
  return judgeTrial(trial, record, keys, surroundings);
}

/** Reads the run of a trial under the trial's own name: it may have been executed under another. */
function ownRecord({ planned, run, record }: TrialWithRun, store: Store): RunRecord | null {
  const stored = record ?? store.readEntry(run);
  return stored && { ...stored, artifact: { ...stored.artifact, identity: planned.identity } };
}

/**
 * Makes an earlier evaluation the latest again, after an edit was undone, and restores its missing files.
 *
 * @returns nothing when there was nothing to do
 */
function renew(
  trial: TrialWithRun,
  { evaluation_id }: EvaluationKeys,
  record: EvaluationRecord,
  { store, files, evaluationProfileFolder }: EvaluationSurroundings,
): Promise<void> | undefined {
  const { place } = trial.planned;
  const where = evaluationPlace(place, evaluationProfileFolder);
  const isLatest = store.at("evaluation", where)?.key === evaluation_id;
  const hasFiles = !files || (isLatest && store.tree.hasEvaluation(place, evaluationProfileFolder));
  if (isLatest && hasFiles) return undefined;
  const artifact = hasFiles ? undefined : ownRecord(trial, store)?.artifact;
  const rendered = artifact
    ? renderEvaluationFiles(store, { place, artifact }, evaluationProfileFolder, record)
    : Promise.resolve();
  return rendered.then(() => {
    if (!isLatest) store.append({ kind: "evaluation", key: evaluation_id, place: where, value: record });
  });
}

/** True if nothing has to be asked or executed again. */
function isFinal({ result, checks_settled }: EvaluationRecord): boolean {
  const isAnswered = result.judge_runs.every(({ iterations }) =>
    iterations.every(({ status }) => status === "verdict"),
  );
  return checks_settled && result.state !== "not_judged" && isAnswered;
}

function isReused({ source }: TrialWithRun): boolean {
  return source !== "executed";
}

function notJudgeable(trial: TrialWithRun, surroundings: EvaluationSurroundings): TrialResult {
  const { store, mode, evaluationProfileFolder: folder } = surroundings;
  const { planned, run } = trial;
  if (mode === "judge") store.tree.removeEvaluation(planned.place, folder);
  const record = trial.record ?? store.readEntry(run);
  const facts = record ? factsOfRun(record.artifact, { reused: isReused(trial) }) : {};
  const { status, failure } = run.facts;
  const why = failure ? `: ${failure.message}` : "";
  const fault = status === "invalid" ? "cannot be run as it is configured" : "failed for infrastructure";
  const reason = `not judged, because the run ${fault} (${status}${why})`;
  return { ...emptyResult(planned.place, "not_judged", reason), ...facts };
}

async function judgeTrial(
  trial: TrialWithRun,
  record: RunRecord,
  keys: EvaluationKeys,
  surroundings: EvaluationSurroundings,
): Promise<TrialResult> {
  const { store, panel, profile, mode, evaluationProfileFolder: folder } = surroundings;
  const { artifact, files } = record;
  const artifactsDirectory = join(store.outputs, files ?? "artifacts/none");
  const { place, question } = trial.planned;
  const { loadedCase } = question.trial;
  const where = evaluationPlace(place, folder);
  const ran: TrialResult = {
    ...emptyResult(place, "not_judged", null),
    ...factsOfRun(artifact, { reused: isReused(trial) }),
  };
  const now = { judges: panel.judges, systemSha256: surroundings.system.sha256, profile };
  const damage = fileDamage(record, store.outputs);
  if (damage) return { ...ran, reason: `not judged, because a file of its run is damaged: ${damage}. ${WAYS_OUT}` };
  const checks = await checkTrial(loadedCase, artifact, artifactsDirectory, keys, surroundings);
  if (!checks) return { ...ran, reason: whyNotJudged(store, where, null, now) };
  const checked = { ...ran, checks: countChecks(checks.results) };
  if (panel.judges.length === 0) return checkedOnly(checked);
  const { names: called, variants } = surroundings.calledAs(place.model_id);
  const packet = await buildPacket({
    loadedCase,
    artifact,
    called,
    variants,
    artifactsDirectory,
    checks: checks.results,
    anchors: profile.anchors,
    maxCharacters: profile.packet.max_characters,
    redact: surroundings.redact,
  });
  const hashes = { system_sha256: surroundings.system.sha256, user_sha256: packet.sha256 };
  const contract = verdictContract(packet.packet);
  const calls = await panel.ask({ system: surroundings.system.text, user: packet.text, contract, hashes });
  const results = calls.map((call) => call.record.result);
  if (surroundings.interrupted() && results.some(({ status }) => status === "not_asked" || status === "unanswered"))
    return { ...checked, reason: "interrupted before its judges had answered" };
  const judged = aggregatePanel(calls, profile.aggregation, openEvidenceLookup(packet.packet));
  const scored = {
    ...checked,
    ...scoresOfPanel(judged, calls),
    names_itself: packet.namesItself,
    warnings: [...checked.warnings, ...warningsOf(judged, packet)],
  };
  const result = { ...scored, passed: passedWithChecks(scored) };
  const unasked = results.filter((one) => one.status === "not_asked");
  if (unasked.length === calls.length) {
    const reason =
      mode === "read" ? whyNotJudged(store, where, packet.sha256, now) : `not judged: ${unasked[0]!.message}`;
    return { ...result, state: "not_judged", reason, warnings: ran.warnings };
  }
  if (mode === "judge")
    await keepEvaluation(place, artifact, result, { packet, calls, judged, checks, keys }, surroundings);
  return result;
}

const WAYS_OUT = "`assay store merge` brings it back from a copy of the store; --force runs the trial again";

async function checkTrial(
  loadedCase: LoadedCase,
  artifact: RunArtifact,
  artifactsDirectory: string,
  { checks_id }: EvaluationKeys,
  { store, profile, redact, chooseSandbox, executeChecks, mode, force, signal }: EvaluationSurroundings,
): Promise<CheckedRun | null> {
  const question = { loadedCase, artifact, artifactsDirectory, policy: profile.security_policy, redact };
  if (mode === "read") return await readChecks(question, checks_id(), store);
  return await checksOf(question, checks_id(), store, { force, signal, chooseSandbox, executeChecks });
}
