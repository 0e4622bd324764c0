import pLimit from "p-limit";
import {
  type CampaignPlan,
  environmentSecrets,
  type GatewaySource,
  readStoredRun,
  type TrialOutcome,
} from "../../campaign/index.ts";
import type { CampaignConfig, LoadedEvaluationProfile } from "../../config/index.ts";
import type { JudgedCampaign, TrialResult } from "../../records/index.ts";
import type { SandboxChoice } from "../../sandbox/index.ts";
import { openCallStore } from "../../store/index.ts";
import { createRedactor, sha256 } from "../../text/index.ts";
import type { CostLimit } from "../cost-limit.ts";
import { readPrompt } from "../read-prompt.ts";
import { type EvaluationSurroundings, evaluateTrial, type TrialToJudge } from "./evaluate-trial.ts";
import { evaluationProfileFolder } from "./evaluation-identity.ts";
import { composeJudgedCampaign } from "./judged-campaign.ts";
import { takeJudgingLocks } from "./judging-locks.ts";
import { openPanel, type PanelJudge, panelJudges } from "./panel.ts";

export interface EvaluateOptions {
  config: CampaignConfig;
  evaluation: LoadedEvaluationProfile;
  outputs: string;
  gateways: GatewaySource;
  trials: TrialToJudge[];
  env: Record<string, string | undefined>;
  /** Asked once, and only when a hook has to run. */
  chooseSandbox: () => Promise<SandboxChoice>;
  /** `judge`: do what is missing and store it. `read`: report what is stored; no call, no hook, no file. */
  mode: "judge" | "read";
  force?: boolean;
  /** Holds what new judge calls may cost; none: no limit. */
  costLimit?: CostLimit;
  /** No new calls from now on; those in flight go on. */
  noNewWork?: AbortSignal;
  /** Ends calls in flight. */
  signal?: AbortSignal;
  onEvent?: (event: EvaluationEvent) => void;
}

export type EvaluationEvent =
  | { type: "judging_started"; trial: TrialToJudge }
  | { type: "judging_ended"; result: TrialResult };

export type EvaluatedCampaign =
  | { ok: true; result: JudgedCampaign }
  /** Nothing was started: another process is at it. */
  | { ok: false; problems: string[] };

/** Evaluates trials, as many calls at a time as the profile allows, and returns the results in the order of the trials. */
export async function evaluateCampaign(options: EvaluateOptions): Promise<EvaluatedCampaign> {
  const { config, evaluation, gateways, outputs, mode } = options;
  const systemPrompt = evaluation.systemPrompt ?? (await readPrompt("judge_system"));
  const judges = panelJudges(evaluation.profile, gateways.forModel);
  const asking = { systemPrompt, judges, folder: evaluationProfileFolder(evaluation.profile, judges, systemPrompt) };
  if (mode === "read") return { ok: true, result: await evaluateTrials(options, asking) };
  const locks = takeJudgingLocks(outputs, config.suite.suite_id, asking);
  if (!locks.ok) return { ok: false, problems: [locks.problem] };
  try {
    return { ok: true, result: await evaluateTrials(options, asking) };
  } finally {
    locks.release();
  }
}

async function evaluateTrials(
  options: EvaluateOptions,
  { systemPrompt, judges, folder }: { systemPrompt: string; judges: PanelJudge[]; folder: string },
): Promise<JudgedCampaign> {
  const { evaluation, gateways, outputs, mode, force = false, noNewWork, signal, onEvent = () => {} } = options;
  const { profile } = evaluation;
  const interrupted = () => noNewWork?.aborted === true || signal?.aborted === true;
  const panel = openPanel({
    judges,
    systemPrompt,
    limit: pLimit(profile.max_concurrency),
    ask: mode === "judge",
    costLimit: options.costLimit,
    force,
    interrupted,
    signal,
  });
  let sandbox: Promise<SandboxChoice> | undefined;
  const surroundings: EvaluationSurroundings = {
    outputs,
    profile,
    evaluationProfileFolder: folder,
    system: { text: systemPrompt, sha256: sha256(systemPrompt) },
    calls: openCallStore(outputs),
    panel,
    redact: createRedactor([...gateways.secrets(), ...environmentSecrets(options.env)], {
      patterns: profile.security_policy.redact_secrets,
    }),
    chooseSandbox: () => (sandbox ??= options.chooseSandbox()),
    mode,
    force,
    interrupted,
    signal,
  };
  // A trial holds its packet while its judges are asked; more trials at a time than calls would only fill the memory.
  const limit = pLimit(Math.max(2, profile.max_concurrency));
  const trials = await Promise.all(
    options.trials.map((trial) =>
      limit(async () => {
        onEvent({ type: "judging_started", trial });
        const result = await evaluateTrial(trial, surroundings);
        onEvent({ type: "judging_ended", result });
        return result;
      }),
    ),
  );
  return composeJudgedCampaign(options.config, evaluation, judges, gateways, trials);
}

/** The trials of a campaign that has just been run. */
export function trialsOfOutcomes(outcomes: TrialOutcome[]): TrialToJudge[] {
  return outcomes.map(({ planned: { place, trial, decision }, source, summary }) => ({
    place,
    loadedCase: trial.loadedCase,
    record: summary ? decision.record : null,
    reason: summary ? null : "not run",
    reused: source !== "executed",
  }));
}

/** The trials of a campaign as the store has them, for reading: nothing is run or copied. */
export function trialsOfPlan({ trials, outputs }: CampaignPlan): TrialToJudge[] {
  return trials.map(({ place, trial, decision }) => {
    const known = { place, loadedCase: trial.loadedCase, reused: true };
    if (decision.action !== "run") {
      const record = decision.action === "copy" ? decision.from : decision.record;
      return { ...known, record, reason: null };
    }
    const stored = readStoredRun(outputs, decision.record);
    if (stored.state === "found" && stored.artifact.identity.run_id === trial.run_id)
      return { ...known, record: decision.record, reason: null };
    const reason = decision.reason === "new" ? "not run yet" : `stale: ${decision.reason}`;
    return { ...known, record: null, reason: `${reason}; \`assay run-eval\` runs it` };
  });
}
