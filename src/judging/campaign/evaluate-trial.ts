import { join } from "node:path";
import {
  type EvaluationRecord,
  evaluationPlace,
  isReusable,
  type RunArtifact,
  type RunRecord,
  type TrialResult,
} from "../../records/index.ts";
import { type Entry, fileDamage } from "../../store/index.ts";
import { openEvidenceLookup } from "./grounding/grounding.ts";
import { keepEvaluation } from "./keep-evaluation.ts";
import { buildPacket } from "./packet/build-packet.ts";
import { renderEvaluationFiles } from "./stored/restore-files.ts";
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
import type { EvaluationSurroundings, TrialToJudge } from "./trial/trial-to-judge.ts";
import { verdictContract } from "./trial/verdict-contract.ts";
import { whyNotJudged } from "./trial/why-not-judged.ts";

/**
 * Checks, packet, panel and aggregation of one trial; in the mode `judge`, everything that led to the score is stored. What is stored already
 * is given at once, without a promise: reports ask for ten thousands of them.
 *
 * @returns a result without the files for reading
 */
export function evaluateTrial(
  trial: TrialToJudge,
  surroundings: EvaluationSurroundings,
): TrialResult | Promise<TrialResult> {
  const { run, place, loadedCase } = trial;
  if (run === null) return emptyResult(trial, "not_run", trial.reason);
  if (!isReusable(run.facts.status)) return notJudgeable(trial, run, surroundings);
  const where = evaluationPlace(place, surroundings.evaluationProfileFolder);
  const keys = surroundings.identities.keysOf(run, where, surroundings.calledAs(place.model_id), loadedCase);
  if (keys instanceof Promise) return keys.then((known) => evaluateRun(trial, run, known, surroundings));
  return evaluateRun(trial, run, keys, surroundings);
}

function evaluateRun(
  trial: TrialToJudge,
  run: Entry<"run">,
  keys: EvaluationKeys,
  surroundings: EvaluationSurroundings,
): TrialResult | Promise<TrialResult> {
  const { store, mode } = surroundings;
  const stored = surroundings.force ? null : store.read("evaluation", keys.evaluation_id)?.value;
  if (stored && (mode === "read" || isFinal(stored))) {
    const result = { ...stored.result, run: withReuse(stored.result.run, trial) };
    const renewed = mode === "judge" ? renew(trial, keys, stored, surroundings) : undefined;
    return renewed ? renewed.then(() => result) : result;
  }
  const record = trial.record ?? store.readEntry(run);
  if (record === null)
    return emptyResult(trial, "not_run", "its stored run is damaged; `assay run-eval` runs it again");
  const own = { ...record, artifact: { ...record.artifact, identity: trial.identity } };
  return judgeTrial(trial, own, keys, surroundings);
}

/**
 * An evaluation that counts again, because an edit was undone, becomes the latest of its trial; files that are gone are made again.
 *
 * @returns nothing when there was nothing to do
 */
function renew(
  trial: TrialToJudge,
  { evaluation_id }: EvaluationKeys,
  record: EvaluationRecord,
  { store, files, evaluationProfileFolder }: EvaluationSurroundings,
): Promise<void> | undefined {
  const place = evaluationPlace(trial.place, evaluationProfileFolder);
  const isLatest = store.at("evaluation", place)?.key === evaluation_id;
  const hasFiles = !files || (isLatest && store.tree.hasEvaluation(trial.place, evaluationProfileFolder));
  if (isLatest && hasFiles) return undefined;
  const rendered = hasFiles ? Promise.resolve() : renderEvaluationFiles(store, trial, evaluationProfileFolder, record);
  return rendered.then(() => {
    if (!isLatest) store.append({ kind: "evaluation", key: evaluation_id, place, value: record });
  });
}

/** Nothing is left to be asked or executed again. */
function isFinal({ result, checks_settled }: EvaluationRecord): boolean {
  const isAnswered = result.judge_runs.every(({ iterations }) =>
    iterations.every(({ status }) => status === "verdict"),
  );
  return checks_settled && result.state !== "not_judged" && isAnswered;
}

function withReuse(figures: TrialResult["run"], { reused }: TrialToJudge): TrialResult["run"] {
  return figures && { ...figures, reused };
}

function notJudgeable(trial: TrialToJudge, run: Entry<"run">, surroundings: EvaluationSurroundings): TrialResult {
  const { store, mode, evaluationProfileFolder: folder } = surroundings;
  if (mode === "judge") store.tree.removeEvaluation(trial.place, folder);
  const record = trial.record ?? store.readEntry(run);
  const facts = record ? factsOfRun(record.artifact, trial) : {};
  const { status, failure } = run.facts;
  const why = failure ? `: ${failure.message}` : "";
  const fault = status === "invalid" ? "cannot be run as it is configured" : "failed for infrastructure";
  const reason = `not judged, because the run ${fault} (${status}${why})`;
  return { ...emptyResult(trial, "not_judged", reason), ...facts };
}

async function judgeTrial(
  trial: TrialToJudge,
  record: RunRecord,
  keys: EvaluationKeys,
  surroundings: EvaluationSurroundings,
): Promise<TrialResult> {
  const { store, panel, profile, mode, evaluationProfileFolder: folder } = surroundings;
  const { artifact, files } = record;
  const artifactsDirectory = join(store.outputs, files ?? "artifacts/none");
  const where = evaluationPlace(trial.place, folder);
  const ran: TrialResult = { ...emptyResult(trial, "not_judged", null), ...factsOfRun(artifact, trial) };
  const now = { judges: panel.judges, systemSha256: surroundings.system.sha256, profile };
  const damage = fileDamage(record, store.outputs);
  if (damage) return { ...ran, reason: `not judged, because a file of its run is damaged: ${damage}. ${WAYS_OUT}` };
  const checks = await checkTrial(trial, artifact, artifactsDirectory, keys, surroundings);
  if (!checks) return { ...ran, reason: whyNotJudged(store, where, null, now) };
  const checked = { ...ran, checks: countChecks(checks.results) };
  if (panel.judges.length === 0) return checkedOnly(checked);
  const { names: called, variants } = surroundings.calledAs(trial.place.model_id);
  const packet = await buildPacket({
    loadedCase: trial.loadedCase,
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
    await keepEvaluation(trial, artifact, result, { packet, calls, judged, checks, keys }, surroundings);
  return result;
}

const WAYS_OUT = "`assay store merge` brings it back from a copy of the store; --force runs the trial again";

async function checkTrial(
  { loadedCase }: TrialToJudge,
  artifact: RunArtifact,
  artifactsDirectory: string,
  { checks_id }: EvaluationKeys,
  { store, profile, redact, chooseSandbox, executeChecks, mode, force, signal }: EvaluationSurroundings,
): Promise<CheckedRun | null> {
  const question = { loadedCase, artifact, artifactsDirectory, policy: profile.security_policy, redact };
  if (mode === "read") return await readChecks(question, checks_id(), store);
  return await checksOf(question, checks_id(), store, { force, signal, chooseSandbox, executeChecks });
}
