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
 * The input of a trial's subject: composed once in the plan, and shared by all repetitions. The trial's identity is computed from
 * this object and the runner sends this object, so what is hashed is what is sent.
 */
export interface TrialRequest extends WorkspaceRequest {
  /** The model string after resolution. */
  model: string;
  /** Exactly as sent, including attachments. */
  messages: readonly ResolvedMessage[];
  /** Further messages for an agent, one per turn; empty for a single request. */
  turns: readonly ResolvedMessage[];
  /** The messages that are files. */
  attachments: readonly AttachedFile[];
  /** Indexes of the variant's messages, which no judge sees. Omitted without a variant. */
  variantMessages?: readonly number[];
  /** Files whose bytes are sent with the messages that name them; omitted if there are none. */
  media?: readonly MediaFile[];
  /** The simulated user; omitted if there is none. */
  user?: UserRequest;
  tools: readonly ToolDefinition[];
  /** The workspace's own tools; omitted if there are none. */
  ownTools?: readonly PlannedTool[];
  /** All request options besides model, messages and tools. */
  options: Readonly<Record<string, unknown>>;
  /** The texts passed to an agent's program, turn by turn; omitted if a gateway gets the messages. */
  invocations?: readonly string[];
}

/** An inserted file, with the digest of exactly those bytes. */
interface AttachedFile {
  filename: string;
  sha256: string;
  bytes: number;
  /** Its index among the messages. */
  at: number;
}

/** The source of a request: one model on one case, perhaps under a variant. */
export interface RequestSubject {
  model: ModelConfig;
  resolvedModel: string;
  variant?: LoadedVariant;
  loadedCase: LoadedCase;
  settings: RunnerSettings;
  /** Present if the case has a simulated user. */
  user?: UserSettings;
  /** The agent around the model, for runners of agents. */
  agent?: LoadedAgent;
}

export type ComposedRequest =
  | { ok: true; request: TrialRequest }
  | { ok: false; problem: string; sharedByCases?: true };
