import {
  type CampaignConfig,
  type GatewayConfig,
  type LoadedAgent,
  type ModelConfig,
  type RunProfile,
  resolveModel,
  type SelectedCase,
} from "../config/index.ts";
import type { Gateway } from "../gateway/index.ts";
import { type ImageChoice, probeTools, type Trial } from "../runners/index.ts";
import { profileFolder, type Store, type TrialPlace } from "../store/index.ts";
import { decideTrial, type TrialDecision } from "./decide-trial.ts";
import { identify, runProfileFingerprint, type TrialFingerprint, trialFingerprint } from "./identity.ts";
import { gatewayOf, mergeSettings } from "./settings.ts";
import { storedImageId } from "./stored-image-id.ts";

/** Which of the campaign's trials are meant; everything when left out. */
export interface TrialSelection {
  models?: string[];
  cases?: string[];
}

/** The gateways a campaign calls, as far as planning and running need to know them. */
export interface GatewaySource {
  forModel(model: string, config?: GatewayConfig): Gateway;
  /** Why this model cannot be called here, in words that say what to do; null when it can. */
  problem(model: string, config?: GatewayConfig): string | null;
  /** Values of the keys in use, for redaction. */
  secrets(): string[];
}

export interface PlanOptions {
  store: Store;
  gateways: GatewaySource;
  /** SHA-256 over everything an agent consists of; asked for OpenClaw cases only. */
  agentFingerprint(agent: LoadedAgent): Promise<string>;
  /**
   * Which OpenClaw image the run profile names right now. Left out by commands that only read the store: what they
   * find there counts, wherever it was made.
   */
  findImage?(openclaw: NonNullable<RunProfile["openclaw"]>, pull: boolean): Promise<ImageChoice>;
  select?: TrialSelection;
  /** Run everything selected again, whatever is stored. */
  force?: boolean;
}

export interface PlannedTrial {
  trial: Trial;
  place: TrialPlace;
  gateway: Gateway;
  fingerprint: TrialFingerprint;
  decision: TrialDecision;
}

/** All trials of a campaign in their order (model, case, repetition), and what is to be done about each. */
export interface CampaignPlan {
  config: CampaignConfig;
  store: Store;
  /** `<run_profile_id>-<fp8>`. */
  runProfileFolder: string;
  trials: PlannedTrial[];
  /** Whether two of the trials are the same question under two names. */
  hasTwins: boolean;
  /** Reasons why trials that must run cannot, one per model: a missing key, an unknown endpoint. */
  problems: string[];
  /** Stored files that could not be used, and why. */
  warnings: string[];
}

/**
 * Decides for every trial whether it is stored already or must run. Where the id of the image is unknown, a trial is
 * taken to have the image that its stored run had.
 */
export async function planTrials(
  config: CampaignConfig,
  options: PlanOptions,
  imageId: string | undefined,
): Promise<CampaignPlan> {
  const { runProfile } = config;
  const runProfileFolder = profileFolder(runProfile.run_profile_id, runProfileFingerprint(runProfile));
  const plan: CampaignPlan = {
    config,
    store: options.store,
    runProfileFolder,
    trials: [],
    hasTwins: false,
    problems: [],
    warnings: [],
  };
  const agentFingerprints = new Map<string, Promise<string>>();
  for (const { model, selected } of selectTrials(config, options.select)) {
    const agent = selected.agent;
    if (agent && !agentFingerprints.has(agent.directory))
      agentFingerprints.set(agent.directory, options.agentFingerprint(agent));
    const agentFingerprint = agent && (await agentFingerprints.get(agent.directory));
    planRepetitions(plan, model, selected, { agentFingerprint, imageId }, options);
    // Lets a signal or a redraw in between while thousands of files are read.
    await new Promise((resolve) => setImmediate(resolve));
  }
  plan.hasTwins = new Set(plan.trials.map(({ trial }) => trial.run_id)).size < plan.trials.length;
  plan.problems.push(...problemsOf(plan, options.gateways));
  plan.warnings.push(...damageWarnings(options.store));
  return plan;
}

function* selectTrials({ suite, cases }: CampaignConfig, { models, cases: caseIds }: TrialSelection = {}) {
  for (const model of suite.models) {
    if (models && !models.includes(model.model_id)) continue;
    for (const selected of cases) {
      if (caseIds && !caseIds.includes(selected.loaded.case.case_id)) continue;
      yield { model, selected };
    }
  }
}

/** All repetitions of one model on one case: they share everything but their number. */
function planRepetitions(
  plan: CampaignPlan,
  model: ModelConfig,
  { loaded, agent }: SelectedCase,
  { agentFingerprint, imageId }: { agentFingerprint: string | undefined; imageId: string | undefined },
  { gateways, force = false }: PlanOptions,
): void {
  const { runProfile, suite } = plan.config;
  const resolvedModel = resolveModel(model);
  const gateway = gateways.forModel(resolvedModel, gatewayOf(model, runProfile));
  const settings = mergeSettings(runProfile, model.model_id, loaded.case);
  const tools = loaded.case.runner.type === "llm_probe" ? probeTools({ loadedCase: loaded }) : [];
  const shared = { model, resolvedModel, endpoint: gateway.endpoint, loadedCase: loaded, settings, runProfile, tools };
  for (let repetition = 1; repetition <= runProfile.execution_policy.run_repetitions; repetition += 1) {
    const place: TrialPlace = {
      suiteId: suite.suite_id,
      runProfileFolder: plan.runProfileFolder,
      modelId: model.model_id,
      caseId: loaded.case.case_id,
      repetition,
    };
    const image = agent && { imageId: imageId ?? storedImageId(plan.store, place) };
    const fingerprint = trialFingerprint({ ...shared, ...image, agentFingerprint }, repetition);
    const trial: Trial = {
      run_id: identify(fingerprint).runId,
      suite_id: suite.suite_id,
      run_profile_id: runProfile.run_profile_id,
      repetition,
      model,
      resolved_model: resolvedModel,
      loadedCase: loaded,
      settings,
      runProfile,
      agent,
      image_id: agent && imageId,
    };
    const decision = decideTrial(plan.store, place, fingerprint, trial.run_id, force);
    plan.trials.push({ trial, place, gateway, fingerprint, decision });
  }
}

/** Records that could not be used, by name. */
export function damageWarnings(store: Store): string[] {
  return store.damaged().map(({ where, kind, problem }) => `${where}: ${problem}; ${kind ?? "it"} counts as absent`);
}

function problemsOf({ trials, config }: CampaignPlan, gateways: GatewaySource): string[] {
  const models = new Map(
    trials.filter(({ decision }) => decision.action === "run").map(({ trial }) => [trial.model.model_id, trial.model]),
  );
  return [...models.values()].flatMap((model) => {
    const problem = gateways.problem(resolveModel(model), gatewayOf(model, config.runProfile));
    return problem === null ? [] : [`model ${model.model_id}: ${problem}`];
  });
}
