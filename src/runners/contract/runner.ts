import type {
  CampaignConfig,
  LoadedAgent,
  LoadedCase,
  ModelConfig,
  ResolvedMessage,
  RunnerSettings,
} from "../../config/index.ts";
import type { Gateway } from "../../gateway/index.ts";
import type { TrialSpending } from "../../proxy/index.ts";
import type { RunArtifact } from "../../records/index.ts";
import type { SandboxChoice } from "../../sandbox/index.ts";
import type { Redactor } from "../../text/index.ts";
import type { ToolBook } from "../own-tools/recordings/tool-book.ts";
import type { MediaShelf } from "../request/media-shelf.ts";
import type { TrialRequest } from "../request/trial-request.ts";

/** One (subject, case, repetition), with everything merged and resolved: what a runner executes. */
export interface Trial {
  run_id: string;
  suite_id: string;
  run_profile_id: string;
  repetition: number;
  /** Under the subject's own id and label. */
  model: ModelConfig;
  /** Which model is asked which way; left out for a model as it is. */
  variant?: { model_id: string; variant_id: string };
  /** The model string after resolution. */
  resolved_model: string;
  loadedCase: LoadedCase;
  /** What the subject is given, as it was composed when the trial's identity was computed from it. */
  request: TrialRequest;
  /** Defaults, model overrides and case fields merged, with defaults filled in. */
  settings: RunnerSettings & { timeout_seconds: number; retries: number; max_turns: number };
  runProfile: CampaignConfig["runProfile"];
  agent?: LoadedAgent;
  /** Of the agent as it was planned; a runner refuses another. Left out when it was not asked for. */
  agent_fingerprint?: string;
  /** Of the image that the trial was planned with; left out when it was not looked up. */
  image_id?: string;
}

/** The outside world, as far as a runner may touch it. */
export interface RunnerSurroundings {
  gateway: Gateway;
  /** Of the model that plays the user, where there is one. */
  userGateway?: Gateway;
  /** Takes secrets out of what another provider reads, and out of recordings; without it a simulated user is spared those of known kinds. */
  redact?: Redactor;
  /** For a runner whose subject asks its model by itself: what it spends, answer by answer. Left out, nothing is limited. */
  spending?: TrialSpending;
  sandbox: SandboxChoice;
  /**
   * A folder of this trial's own, kept as run_N.artifacts/ when anything is in it. It exists for OpenClaw and for cases
   * with tools; a runner makes the folders inside that it needs, and none for a case that can leave nothing.
   * Whoever calls the runner lists, hashes and redacts the files afterwards.
   */
  directory: string;
  /** Where images and audio are taken from; without it a trial reads its own. */
  media?: MediaShelf;
  clock: () => Date;
  env: Record<string, string | undefined>;
  signal: AbortSignal;
  /** What the trials of the campaign do with tools that have recordings; each trial for itself when left out. */
  toolBook?: ToolBook;
}

/** Executes a trial. What the subject or the provider does wrong is a status, never an exception. */
export type Runner = (trial: Trial, surroundings: RunnerSurroundings) => Promise<RunArtifact>;

/** A trial's request as its artifact keeps it, with the settings that go with it. */
export function recordedRequest(
  { model, messages, turns, tools, options, attachments }: TrialRequest,
  { endpoint, offline }: Gateway,
  settings: Record<string, unknown>,
): RunArtifact["request"] {
  return {
    gateway: endpoint,
    model,
    offline,
    execution_parameters: { ...options, ...settings },
    messages: messages.map(plain),
    turns: turns.map(plain),
    tools: [...tools],
    metadata: { attachments: attachments.map(({ filename, sha256, bytes }) => ({ filename, sha256, bytes })) },
  };
}

function plain({ role, content, parts, name }: ResolvedMessage): ResolvedMessage {
  return { role, content, ...(parts ? { parts } : {}), ...(name ? { name } : {}) };
}

/** Who a trial is: the first block of its artifact. */
export function identityOf(trial: Trial): RunArtifact["identity"] {
  return identityOfRepetition(trial, trial.run_id, trial.repetition);
}

/** The same from what the repetitions of a trial share, without putting a whole trial together first. */
export function identityOfRepetition(
  { suite_id, run_profile_id, model, loadedCase, variant, request }: Omit<Trial, "run_id" | "repetition">,
  run_id: string,
  repetition: number,
): RunArtifact["identity"] {
  const { model_id } = model;
  const { case_id } = loadedCase.case;
  const identity = { run_id, suite_id, run_profile_id, model_id, case_id, repetition };
  if (!variant) return identity;
  return { ...identity, variant: { ...variant, messages: [...(request.variantMessages ?? [])] } };
}
