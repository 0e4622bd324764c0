import type { LoadedAgent, RunnerSettings, RunProfile, TestCase } from "../../config/index.ts";
import type { OutputArtifact, RunArtifact } from "../../records/index.ts";
import type { ToolCatalogue } from "../own-tools/plan-tools.ts";
import type { AttachmentReader } from "../request/attachment-reader.ts";
import type { UserRequest } from "../request/simulated-user.ts";
import type { ComposedRequest, RequestSubject, TrialRequest } from "../request/trial-request.ts";
import type { Runner, Trial } from "./runner.ts";

/** Everything that other modules need to know about a runner. A new runner adds a descriptor to the table. */
export interface RunnerDescriptor {
  run: Runner;
  /** Composes the subject's input in a trial: messages, tools and options. */
  compose(subject: RequestSubject, attachments: AttachmentReader, tools: ToolCatalogue): Promise<ComposedRequest>;
  /** The parts of a trial's identity besides its request. */
  identity(setting: IdentitySetting): RunnerIdentity;
  /** The settings of a run profile that affect only this runner's answers; undefined when there are none. */
  profileIdentity(runProfile: RunProfile): Record<string, unknown> | undefined;
  /** The image of an agent's trials, or the program of this machine; undefined for a runner that needs neither. */
  image(runProfile: RunProfile, agent?: LoadedAgent): ImageSetting | undefined;
  /** True if anything of the subject is executed in the sandbox. */
  runsInSandbox(request: TrialRequest, runProfile: RunProfile, agent?: LoadedAgent): boolean;
  /** True if a trial with this request can leave files. */
  canLeaveFiles(request: TrialRequest): boolean;
  /** Fewest and most requests of one trial, excluding retries; `most` is null if an agent decides for itself. */
  requests(request: TrialRequest, settings: Trial["settings"]): RequestCount & { user?: RequestCount };
  /** True if a file in the workspace counts as an answer without a text. */
  answersInFiles: boolean;
  /** True if a run keeps every answer of its model as the provider sent it. */
  keepsAnswers: boolean;
  /** The files of a trial that a judge may read. `onlyTheFailure` is true when there is nothing but a failure to evaluate. */
  evidenceFiles(artifact: RunArtifact, onlyTheFailure: boolean): EvidenceFile[];
}

export interface IdentitySetting {
  testCase: TestCase;
  request: TrialRequest;
  settings: RunnerSettings & { max_turns: number };
  runProfile: RunProfile;
  agentFingerprint?: string;
  imageId?: string;
}

/** A runner's own part of a trial's identity. */
export interface RunnerIdentity {
  context: Record<string, unknown>;
  /** Present only if tools are offered: otherwise neither has an effect. */
  max_turns?: number;
  /** Present only if a model plays the user. */
  user?: UserIdentity;
  sandbox_network?: "allow" | "deny";
  /** By name: the SHA-256 that determines the answers of each workspace tool. Present only if there are any. */
  tool_behaviours?: Record<string, string>;
  /** The image by content, not by name, since a tag can move. Null when it is unknown. */
  agent?: { agent_fingerprint: string; image_id: string | null; network_access?: string | string[] };
}

/** Fewest and most requests; `most` is null if an agent decides for itself. */
export interface RequestCount {
  least: number;
  most: number | null;
}

/** Everything that determines a simulated user's messages. Hashes its whole system message, including the prompt text. */
export type UserIdentity = Pick<UserRequest, "model" | "options" | "persona" | "goal" | "stop_when" | "max_turns"> & {
  gateway: string;
  system_sha256: string;
};

/** An image as a container client knows it, or a program of this machine with its search path. */
export type ImageSetting =
  | { image: string; docker_cli: string; program?: undefined }
  | { program: string; path: string | undefined };

/** A file whose beginning and end a judge may read. */
export interface EvidenceFile {
  file: OutputArtifact;
  /** Written by the runner, not by the subject. */
  ours: boolean;
  /** A message for the judge that it was expected and is missing. */
  missing?: string;
  /** Removes parts of it that are shown elsewhere. */
  select?: (text: string) => string;
}
