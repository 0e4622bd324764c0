import type { LoadedAgent, RunnerSettings, RunProfile, TestCase } from "../../config/index.ts";
import type { OutputArtifact, RunArtifact } from "../../records/index.ts";
import type { ToolCatalogue } from "../own-tools/plan-tools.ts";
import type { AttachmentReader } from "../request/attachment-reader.ts";
import type { UserRequest } from "../request/simulated-user.ts";
import type { ComposedRequest, RequestSubject, TrialRequest } from "../request/trial-request.ts";
import type { Runner, Trial } from "./runner.ts";

/** Everything that the other rooms need to know about a runner. A new runner is one more of these in the table. */
export interface RunnerDescriptor {
  run: Runner;
  /** Composes what the subject of a trial is given: messages, tools and options. */
  compose(subject: RequestSubject, attachments: AttachmentReader, tools: ToolCatalogue): Promise<ComposedRequest>;
  /** What decides a trial's outcome besides its request. */
  identity(setting: IdentitySetting): RunnerIdentity;
  /** What of a run profile changes the answers of this runner only; undefined when nothing does. */
  profileIdentity(runProfile: RunProfile): Record<string, unknown> | undefined;
  /** The image that trials of an agent run in, or the program of this machine; undefined for a runner that needs neither. */
  image(runProfile: RunProfile, agent?: LoadedAgent): ImageSetting | undefined;
  /** Whether something of the subject is executed in the sandbox. */
  runsInSandbox(request: TrialRequest, runProfile: RunProfile, agent?: LoadedAgent): boolean;
  /** Whether a trial with this request can leave files. */
  canLeaveFiles(request: TrialRequest): boolean;
  /** Fewest and most requests of one trial, retries not counted; `most` is null where an agent decides for itself. */
  requests(request: TrialRequest, settings: Trial["settings"]): RequestCount & { user?: RequestCount };
  /** Whether a file in the workspace is an answer where nothing was said. */
  answersInFiles: boolean;
  /** Whether a run keeps every answer of its model as the provider sent it. */
  keepsAnswers: boolean;
  /** Which files of a trial a judge may read. `onlyTheFailure` is true when the failure is all there is to evaluate. */
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
  /** Only where tools are offered: without them neither can make a difference. */
  max_turns?: number;
  /** Only where a model plays the user. */
  user?: UserIdentity;
  sandbox_network?: "allow" | "deny";
  /** By name: the SHA-256 of what decides the answers of each tool of the workspace. Only where there are any. */
  tool_behaviours?: Record<string, string>;
  /** The image by what it holds, not by its name: a tag can move. Null when it is unknown. */
  agent?: { agent_fingerprint: string; image_id: string | null; network_access?: string | string[] };
}

/** Fewest and most requests; `most` is null where an agent decides for itself. */
export interface RequestCount {
  least: number;
  most: number | null;
}

/** What decides what a simulated user says. Its whole system message is in the hash, the prompt text included. */
export type UserIdentity = Pick<UserRequest, "model" | "options" | "persona" | "goal" | "stop_when" | "max_turns"> & {
  gateway: string;
  system_sha256: string;
};

/** An image as a container client knows it, or a program of this machine and where it is looked for. */
export type ImageSetting =
  | { image: string; docker_cli: string; program?: undefined }
  | { program: string; path: string | undefined };

/** A file whose beginning and end a judge may read. */
export interface EvidenceFile {
  file: OutputArtifact;
  /** Written by the runner, not by the subject. */
  ours: boolean;
  /** That it was expected and is not there, in words for the judge. */
  missing?: string;
  /** Leaves out what of it stands elsewhere. */
  select?: (text: string) => string;
}
