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

/** One (subject, case, repetition), with everything merged and resolved, ready for a runner. */
export interface Trial {
  run_id: string;
  suite_id: string;
  run_profile_id: string;
  repetition: number;
  /** Under the subject's own id and label. */
  model: ModelConfig;
  /** The underlying model and its variant; omitted for a plain model. */
  variant?: { model_id: string; variant_id: string };
  /** The model string after resolution. */
  resolved_model: string;
  loadedCase: LoadedCase;
  /** The subject's input, as composed when the trial's identity was computed from it. */
  request: TrialRequest;
  /** Defaults, model overrides and case fields merged, with defaults filled in. */
  settings: RunnerSettings & { timeout_seconds: number; retries: number; max_turns: number };
  runProfile: CampaignConfig["runProfile"];
  agent?: LoadedAgent;
  /** Fingerprint of the planned agent; a runner refuses any other. Omitted if unknown. */
  agent_fingerprint?: string;
  /** Id of the planned image; omitted if it was not looked up. */
  image_id?: string;
}

/** The outside world, as far as a runner may touch it. */
export interface RunnerSurroundings {
  gateway: Gateway;
  /** Gateway of the model that plays the user, if any. */
  userGateway?: Gateway;
  /** Redacts data sent to another provider, and recordings; without it a simulated user is spared only secrets of known kinds. */
  redact?: Redactor;
  /** Budget for a runner whose subject requests its model by itself, charged per answer. Omit for no limit. */
  spending?: TrialSpending;
  sandbox: SandboxChoice;
  /**
   * A folder of this trial's own, kept as run_N.artifacts/ unless empty. It exists for OpenClaw and for cases with tools; a
   * runner creates the subfolders that it needs, and none for a case that can leave nothing. The caller lists, hashes and redacts
   * the files afterwards.
   */
  directory: string;
  /** Source of images and audio; without it a trial reads its own. */
  media?: MediaShelf;
  clock: () => Date;
  env: Record<string, string | undefined>;
  signal: AbortSignal;
  /** Shared record of the campaign's tool recordings; per trial if omitted. */
  toolBook?: ToolBook;
}

/** Executes a trial. Failures of the subject or provider are a status, never an exception. */
export type Runner = (trial: Trial, surroundings: RunnerSurroundings) => Promise<RunArtifact>;

/** A trial's request as kept in its artifact, with its settings. */
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

/** A trial's identity: the first block of its artifact. */
export function identityOf(trial: Trial): RunArtifact["identity"] {
  return identityOfRepetition(trial, trial.run_id, trial.repetition);
}

/** The same from the parts that a trial's repetitions share, without composing a whole trial first. */
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
