import type {
  LoadedAgent,
  LoadedCase,
  LoadedVariant,
  MediaFile,
  ModelConfig,
  ResolvedMessage,
  RunnerSettings,
} from "../../config/index.ts";
import type { ToolDefinition } from "../../records/index.ts";
import type { PlannedTool } from "./planned-tool.ts";
import type { WorkspaceRequest } from "./planned-workspace.ts";
import type { UserRequest, UserSettings } from "./simulated-user.ts";

/**
 * What a trial's subject is given: composed once in the plan, and shared by all repetitions. The trial's identity is
 * computed from this object and the runner sends this object, so what is hashed is what is sent.
 */
export interface TrialRequest extends WorkspaceRequest {
  /** The model string after resolution. */
  model: string;
  /** Exactly as they are sent, attachments among them. */
  messages: readonly ResolvedMessage[];
  /** What an agent is told after that, one message a turn; empty for a single request. */
  turns: readonly ResolvedMessage[];
  /** Which of the messages are files. */
  attachments: readonly AttachedFile[];
  /** Which of the messages are the variant's, by their places; no judge is shown them. Left out without a variant. */
  variantMessages?: readonly number[];
  /** Files whose bytes go with the messages that name them; left out where there are none. */
  media?: readonly MediaFile[];
  /** Whoever plays the user; left out where nobody does. */
  user?: UserRequest;
  tools: readonly ToolDefinition[];
  /** Who answers calls of the workspace's own tools; left out where there are none. */
  ownTools?: readonly PlannedTool[];
  /** Everything a request carries besides model, messages and tools. */
  options: Readonly<Record<string, unknown>>;
  /** The words that an agent's program is called with, turn by turn; left out where a gateway gets the messages. */
  invocations?: readonly string[];
}

/** A file that was injected, with the digest of exactly those bytes. */
interface AttachedFile {
  filename: string;
  sha256: string;
  bytes: number;
  /** Its place among the messages. */
  at: number;
}

/** What a request is made of: one model on one case, perhaps under a variant. */
export interface RequestSubject {
  model: ModelConfig;
  resolvedModel: string;
  variant?: LoadedVariant;
  loadedCase: LoadedCase;
  settings: RunnerSettings;
  /** Where the case has a simulated user. */
  user?: UserSettings;
  /** Who works with the model, where the case's runner runs agents. */
  agent?: LoadedAgent;
}

export type ComposedRequest =
  | { ok: true; request: TrialRequest }
  | { ok: false; problem: string; sharedByCases?: true };
