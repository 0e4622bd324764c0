import type { LoadedCase, ModelConfig, RunProfile } from "../config/index.ts";
import type { RunnerType, ToolDefinition } from "../records/index.ts";
import { requestOptions, type Trial } from "../runners/index.ts";
import { canonicalHash, canonicalJson, sha256 } from "../text/index.ts";

/** Raised whenever the same files would make a different request, so that no older run is taken for a new one. */
const FINGERPRINT_VERSION = 1;

/** What decides a trial's outcome, apart from chance. Nothing else is hashed; the payload is stored beside the run. */
export interface TrialFingerprint {
  fingerprint_version: number;
  runner: RunnerType;
  gateway: string;
  model: string;
  options: Record<string, unknown>;
  messages: LoadedCase["messages"];
  turns: LoadedCase["turns"];
  attachments: { name: string; sha256: string; bytes: number }[];
  tools: ToolDefinition[];
  context: Record<string, unknown>;
  /** Only where tools are offered: without them neither can make a difference. */
  max_turns?: number;
  sandbox_network?: "allow" | "deny";
  /** The image by what it holds, not by its name: a tag can move. Null when it is unknown. */
  agent?: { agent_fingerprint: string; image_id: string | null };
  repetition: number;
}

export interface TrialInputs {
  model: ModelConfig;
  resolvedModel: string;
  endpoint: string;
  loadedCase: LoadedCase;
  settings: Trial["settings"];
  runProfile: RunProfile;
  /** Definitions of the tools the case offers, as they are sent. */
  tools: ToolDefinition[];
  agentFingerprint?: string;
  imageId?: string;
}

/**
 * The payload of a trial's identity. Not part of it: ids and titles, tags, metadata, expectations, rubric, checks,
 * retries, time-outs, concurrency, and anything about other models.
 */
export function trialFingerprint(inputs: TrialInputs, repetition: number): TrialFingerprint {
  const { loadedCase, runProfile, tools } = inputs;
  const { runner, input } = loadedCase.case;
  const agentic = runner.type === "openclaw";
  return {
    fingerprint_version: FINGERPRINT_VERSION,
    runner: runner.type,
    gateway: inputs.endpoint,
    model: inputs.resolvedModel,
    options: requestOptions(inputs.model, inputs.settings),
    messages: loadedCase.messages,
    turns: loadedCase.turns,
    attachments: loadedCase.attachments.map(({ filename, sha256, bytes }) => ({ name: filename, sha256, bytes })),
    tools,
    context: agentic ? { ...input.context.openclaw } : {},
    ...(tools.length > 0 ? { max_turns: inputs.settings.max_turns, sandbox_network: runProfile.network_access } : {}),
    ...(agentic
      ? { agent: { agent_fingerprint: inputs.agentFingerprint ?? "", image_id: inputs.imageId ?? null } }
      : {}),
    repetition,
  };
}

/** The trial's identity and the exact bytes it is the SHA-256 of. */
export function identify(fingerprint: TrialFingerprint): { runId: string; payload: string } {
  const payload = canonicalJson(fingerprint);
  return { runId: sha256(payload), payload };
}

/**
 * What the run profile changes about answers; names the campaign's folder. Time-outs, retries, ids, titles and the
 * execution policy are left out: they decide when and how often, not what.
 */
export function runProfileFingerprint(runProfile: RunProfile): string {
  const { runner_defaults, model_overrides, gateway, network_access, openclaw } = runProfile;
  return canonicalHash({
    fingerprint_version: FINGERPRINT_VERSION,
    runner_defaults: answerSettings(runner_defaults),
    model_overrides: Object.fromEntries(
      Object.entries(model_overrides).map(([modelId, settings]) => [modelId, answerSettings(settings)]),
    ),
    gateway: gateway?.base_url,
    network_access,
    openclaw: openclaw && { agent_id: openclaw.agent_id, image: openclaw.image },
  });
}

function answerSettings(settings: RunProfile["runner_defaults"]): Record<string, unknown> {
  const { timeout_seconds: _timeout, retries: _retries, ...rest } = settings;
  return rest;
}
