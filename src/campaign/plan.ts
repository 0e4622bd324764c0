import {
  type CampaignConfig,
  type GatewayConfig,
  type LoadedAgent,
  type LoadedTool,
  type RunProfile,
  resolveModel,
  type SelectedCase,
  type Subject,
} from "../config/index.ts";
import type { Gateway } from "../gateway/index.ts";
import type { RunCampaignName } from "../records/index.ts";
import {
  type AttachmentReader,
  caseWithVariantTools,
  type DiscoveredTools,
  type ImageChoice,
  type ImageSetting,
  openAttachments,
  RUNNERS,
  type ToolCatalogue,
  type Trial,
} from "../runners/index.ts";
import type { Store } from "../store/index.ts";
import { agentOf, type ImageIds, imageKey, imageOf } from "./agent-images.ts";
import { damageSentences } from "./damage-sentences.ts";
import { decideTrial } from "./decide-trial.ts";
import { identifyRepetitions, nameOfRuns } from "./identity.ts";
import { paidAgain, problemsOf } from "./plan-remarks.ts";
import { PlannedQuestion, PlannedTrial } from "./planned-trial.ts";
import type { TrialSelection } from "./selected-trials.ts";
import { gatewayOf, settingsOfCase, settingsOfSubject } from "./settings.ts";
import { type CampaignShard, type PartOfCampaign, type PlannedShard, partOfCampaign } from "./shard-of-campaign.ts";
import { userOfCase } from "./simulated-user.ts";
import { storedImageId } from "./stored-image-id.ts";

/** The gateways of a campaign, as far as planning and running need them. */
export interface GatewaySource {
  forModel(model: string, config?: GatewayConfig): Gateway;
  /** A sentence saying why this model cannot be called here and what to do; null when it can. */
  problem(model: string, config?: GatewayConfig): string | null;
  /** Values of the keys in use, for redaction. */
  secrets(): string[];
}

export interface PlanOptions {
  store: Store;
  gateways: GatewaySource;
  /** SHA-256 that identifies an agent; called once per agent, for cases that have one. */
  agentFingerprint(agent: LoadedAgent): Promise<string>;
  /** Resolves the run profile's current image. Omitted by read-only commands, which accept runs from any image. */
  findImage?(setting: ImageSetting, pull: boolean): Promise<ImageChoice>;
  /** Asks an MCP server for its tools. Omitted by read-only commands. */
  discoverTools?(tool: LoadedTool): Promise<DiscoveredTools>;
  /** Tools with recordings run live and are recorded; their trials run again. */
  recordTools?: boolean;
  select?: TrialSelection;
  /** Restricts the plan to one part of the selection; other machines do the rest. */
  shard?: CampaignShard;
  /** Runs everything selected again, regardless of stored results. */
  force?: boolean;
}

/** All trials of a campaign in order (subject, case, repetition), with a decision for each. */
export interface CampaignPlan {
  config: CampaignConfig;
  store: Store;
  name: RunCampaignName;
  trials: PlannedTrial[];
  /** The part of the campaign; null for all of it. */
  shard: PlannedShard | null;
  /** True if two of the trials are the same question under two names. */
  hasTwins: boolean;
  /** Reasons why trials that must run cannot: a missing key, an unknown endpoint, a deleted attachment. */
  problems: string[];
  /** Stored files that could not be used, with reasons. */
  warnings: string[];
}

/**
 * Decides for every trial if it is already stored or must run. If an image's id is unknown, a trial is assumed to have the image
 * of its stored run.
 */
export async function planTrials(
  config: CampaignConfig,
  options: PlanOptions,
  tools: ToolCatalogue,
  images: ImageIds,
  { shard, questions }: PartOfCampaign = partOfCampaign(config, options),
): Promise<CampaignPlan> {
  const { runProfile } = config;
  const plan: CampaignPlan = {
    config,
    store: options.store,
    name: nameOfRuns(config),
    trials: [],
    shard,
    hasTwins: false,
    problems: [],
    warnings: [],
  };
  const agentFingerprints = new Map<string, Promise<string>>();
  const attachments = openAttachments();
  const ofSubject = oncePer((subject: Subject) => plannedSubject(subject, runProfile, options.gateways));
  let breathedAt = performance.now();
  for (const { subject, selected, repetitions } of questions) {
    const agent = agentOf(subject, selected);
    if (agent && !agentFingerprints.has(agent.directory))
      agentFingerprints.set(agent.directory, options.agentFingerprint(agent));
    const agentFingerprint = agent && (await agentFingerprints.get(agent.directory));
    const image = imageOf(runProfile, selected, agent);
    const imageId = image && images.get(imageKey(image));
    const surroundings = { agent, agentFingerprint, imageId, attachments, tools, repetitions };
    await planRepetitions(plan, ofSubject(subject), selected, surroundings, options);
    // Yields to signals and redraws while thousands of records are read.
    if (performance.now() - breathedAt > 15) {
      await new Promise((resolve) => setImmediate(resolve));
      breathedAt = performance.now();
    }
  }
  plan.hasTwins = new Set(plan.trials.map(({ runId }) => runId)).size < plan.trials.length;
  plan.problems.push(...problemsOf(plan, options.gateways));
  plan.warnings.push(...damageSentences(options.store), ...paidAgain(plan.trials));
  return plan;
}

interface PlanSurroundings {
  agent: LoadedAgent | undefined;
  agentFingerprint: string | undefined;
  imageId: string | undefined;
  attachments: AttachmentReader;
  tools: ToolCatalogue;
  /** The planned repetitions. */
  repetitions: readonly number[];
}

/** The properties of one subject that all cases share. */
interface PlannedSubject {
  subject: Subject;
  resolvedModel: string;
  gateway: Gateway;
  settings: Trial["settings"];
}

function plannedSubject(subject: Subject, runProfile: RunProfile, gateways: GatewaySource): PlannedSubject {
  const { model } = subject;
  const resolvedModel = resolveModel(model);
  const gateway = gateways.forModel(resolvedModel, gatewayOf(model, runProfile));
  return { subject, resolvedModel, gateway, settings: settingsOfSubject(runProfile, subject) };
}

/** Plans all repetitions of one subject on one case, which share everything but their number, including one request. */
async function planRepetitions(
  plan: CampaignPlan,
  { subject, resolvedModel, gateway, settings: settingsOfAllCases }: PlannedSubject,
  { loaded: ofAllSubjects }: SelectedCase,
  { agent, agentFingerprint, imageId, attachments, tools, repetitions }: PlanSurroundings,
  options: PlanOptions,
): Promise<void> {
  const { model, ofModel, variant } = subject;
  const loaded = caseWithVariantTools(ofAllSubjects, variant);
  const { runProfile, suite } = plan.config;
  const { case_id, runner } = loaded.case;
  const settings = settingsOfCase(settingsOfAllCases, loaded.case);
  const descriptor = RUNNERS[runner.type];
  const user = userOfCase(runProfile, loaded.case, options.gateways);
  const composed = await descriptor.compose(
    { model, resolvedModel, variant, loadedCase: loaded, settings, agent, ...(user ? { user: user.settings } : {}) },
    attachments,
    tools,
  );
  if (!composed.ok) {
    const problem = composed.sharedByCases ? composed.problem : `case ${case_id}: ${composed.problem}`;
    if (plan.problems.includes(problem)) return;
    plan.problems.push(problem);
    // A reader is shown no problems of running, but must not miss trials that cannot be looked up.
    if (composed.sharedByCases && !options.discoverTools) plan.warnings.push(problem);
    return;
  }
  const { request } = composed;
  const force = options.force === true || request.ownTools?.some(({ mode }) => mode === "recorded") === true;
  const place = { ...plan.name, model_id: model.model_id, case_id };
  const askedWith = oncePer((image: string | undefined) => {
    const setting = { testCase: loaded.case, request, settings, runProfile, agentFingerprint, imageId: image };
    const trial = {
      suite_id: suite.suite_id,
      run_profile_id: runProfile.run_profile_id,
      model,
      ...(variant && { variant: { model_id: ofModel.model_id, variant_id: variant.variant.variant_id } }),
      resolved_model: resolvedModel,
      loadedCase: loaded,
      request,
      settings,
      runProfile,
      agent,
      agent_fingerprint: agentFingerprint,
      image_id: agent && imageId,
    };
    const question = new PlannedQuestion(trial, place, gateway, user?.gateway, descriptor.identity(setting));
    return { question, identify: identifyRepetitions(question.fingerprint) };
  });
  for (const repetition of repetitions) {
    const image = agent && (imageId ?? storedImageId(plan.store, { ...place, repetition }));
    const { question, identify } = askedWith(image);
    const runId = identify(repetition);
    const decision = decideTrial(plan.store, question, repetition, runId, force);
    plan.trials.push(new PlannedTrial(question, repetition, runId, decision));
  }
}

/** Identifies repetitions once per image they were stored with; usually there is one. */
function oncePer<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key)!;
  };
}
