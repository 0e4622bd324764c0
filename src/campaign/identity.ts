import type { CampaignConfig, RunProfile } from "../config/index.ts";
import { profileFolder, type RunCampaignName, type RunnerType } from "../records/index.ts";
import { hashOfWorkspace, RUNNERS, type RunnerIdentity, type TrialRequest } from "../runners/index.ts";
import { canonicalHash, canonicalJson, sha256 } from "../text/index.ts";

/** Raised whenever the same files would make a different request, so that no older run is mistaken for a new one. */
const FINGERPRINT_VERSION = 2;

/** Everything that determines a trial's outcome, apart from chance. Nothing else is hashed; the payload is stored beside the run. */
export interface TrialFingerprint extends RunnerIdentity {
  fingerprint_version: number;
  runner: RunnerType;
  gateway: string;
  model: string;
  options: TrialRequest["options"];
  /** Without the attachments, which may be large. */
  messages: TrialRequest["messages"][number][];
  turns: TrialRequest["turns"][number][];
  attachments: AttachmentFingerprint[];
  /** SHA-256 of each text passed to an agent's program. */
  invocations?: string[];
  tools: TrialRequest["tools"][number][];
  /** Initial workspace by content; present only if the case gives one. */
  workspace?: { sha256: string; files: number };
  setup?: NonNullable<TrialRequest["setup"]>;
  repetition: number;
}

interface AttachmentFingerprint {
  name: string;
  /** Hash of the file's bytes. */
  sha256: string;
  bytes: number;
  /** Its index among the messages, and the SHA-256 of the message sent for it. */
  at: number;
  message_sha256: string;
}

export interface TrialInputs {
  runner: RunnerType;
  endpoint: string;
  /** The object that the runner will send. */
  request: TrialRequest;
  /** The runner's own part. */
  identity: RunnerIdentity;
}

export type SharedFingerprint = Omit<TrialFingerprint, "repetition">;

/**
 * The payload of a trial's identity without the repetition. Excludes ids and titles, tags, metadata, expectations, rubric,
 * checks, retries, time-outs, concurrency, and everything about other models.
 */
export function sharedFingerprint({ runner, endpoint, request, identity }: TrialInputs): SharedFingerprint {
  const attached = new Set(request.attachments.map(({ at }) => at));
  return {
    fingerprint_version: FINGERPRINT_VERSION,
    runner,
    gateway: endpoint,
    model: request.model,
    options: request.options,
    messages: request.messages.filter((_, at) => !attached.has(at)),
    turns: [...request.turns],
    attachments: request.attachments.map(({ filename: name, sha256: digest, bytes, at }) => {
      // Hashes the message actually sent, including the frame around the file.
      return { name, sha256: digest, bytes, at, message_sha256: canonicalHash(request.messages[at]) };
    }),
    ...(request.invocations ? { invocations: request.invocations.map(sha256) } : {}),
    tools: [...request.tools],
    ...workspaceIdentity(request),
    ...identity,
  };
}

function workspaceIdentity({ workspace, setup }: TrialRequest): Pick<TrialFingerprint, "workspace" | "setup"> {
  return {
    ...(workspace ? { workspace: { sha256: hashOfWorkspace(workspace), files: workspace.length } } : {}),
    ...(setup ? { setup } : {}),
  };
}

/**
 * Identifies the repetitions of one model on one case. The shared part is serialized once; each repetition only adds its number.
 * The result equals the `runId` of `identify`.
 */
export function identifyRepetitions(shared: SharedFingerprint): (repetition: number) => string {
  // Keys of canonical JSON are sorted, so the number goes between the keys before and after it.
  let before = "{";
  let behind = "";
  for (const key of Object.keys(shared).sort()) {
    const value = shared[key as keyof SharedFingerprint];
    if (value === undefined) continue;
    const field = `"${key}":${canonicalJson(value)}`;
    if (key < "repetition") before += `${field},`;
    else behind += `,${field}`;
  }
  return (repetition) => sha256(`${before}"repetition":${repetition}${behind}}`);
}

/** The trial's identity, and the exact bytes whose SHA-256 it is. */
export function identify(fingerprint: TrialFingerprint): { runId: string; payload: string } {
  const payload = canonicalJson(fingerprint);
  return { runId: sha256(payload), payload };
}

/** Names a campaign's runs in the store. */
export function nameOfRuns({ suite, runProfile }: Pick<CampaignConfig, "suite" | "runProfile">): RunCampaignName {
  const { run_profile_id } = runProfile;
  return { suite_id: suite.suite_id, run_profile: profileFolder(run_profile_id, runProfileFingerprint(runProfile)) };
}

/**
 * Hash of the run profile's settings that affect answers; names the campaign's folder. Excludes time-outs, retries, ids, titles
 * and the execution policy: they decide when and how often, not what.
 */
function runProfileFingerprint(runProfile: RunProfile): string {
  const { runner_defaults, model_overrides, gateway, network_access, simulated_user } = runProfile;
  return canonicalHash({
    fingerprint_version: FINGERPRINT_VERSION,
    runner_defaults: answerSettings(runner_defaults),
    model_overrides: Object.fromEntries(
      Object.entries(model_overrides).map(([modelId, settings]) => [modelId, answerSettings(settings)]),
    ),
    gateway: gateway?.base_url,
    network_access,
    ...(simulated_user ? { simulated_user: answerSettingsOfUsers(simulated_user) } : {}),
    runners: Object.fromEntries(
      Object.entries(RUNNERS).map(([name, { profileIdentity }]) => [name, profileIdentity(runProfile)]),
    ),
  });
}

function answerSettings(settings: RunProfile["runner_defaults"]): Record<string, unknown> {
  const { timeout_seconds: _timeout, retries: _retries, ...rest } = settings;
  return rest;
}

function answerSettingsOfUsers(users: NonNullable<RunProfile["simulated_user"]>): Record<string, unknown> {
  const { timeout_seconds: _timeout, retries: _retries, gateway, ...rest } = users;
  return { ...rest, gateway: gateway?.base_url };
}
