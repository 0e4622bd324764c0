import type { Agent, CaseSelection, EvaluationProfile, RunProfile, Suite, TestCase } from "./schema/index.ts";

/** A message after `source` has been read: what is really sent. */
export interface ResolvedMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string;
  name?: string;
}

/** A file whose content is injected; identified by content, not by where it lies. */
export interface ResolvedAttachment {
  filename: string;
  path: string;
  sha256: string;
  bytes: number;
}

/** A test case with everything it refers to found and read. */
export interface LoadedCase {
  case: TestCase;
  /** Absolute path of its test.yaml; relative paths of the case start at its folder. */
  path: string;
  messages: ResolvedMessage[];
  turns: ResolvedMessage[];
  attachments: ResolvedAttachment[];
}

export interface LoadedAgent {
  agent: Agent;
  /** Absolute path of configs/agents/<agent_id>. */
  directory: string;
  /** Absolute path of its workspace/ template. */
  workspace: string;
}

export interface SelectedCase {
  loaded: LoadedCase;
  /** Why the suite's selection picked it, for people: `tag smoke`, `include_case_ids`, `no filter`. */
  reason: string;
  /** The agent that executes it; OpenClaw cases only. */
  agent?: LoadedAgent;
}

/** Everything one campaign needs, valid and resolved. */
export interface CampaignConfig {
  /** Absolute path of the workspace root: the folder that holds configs/ and outputs/. */
  root: string;
  suite: Suite;
  runProfile: RunProfile;
  cases: SelectedCase[];
}

/** An evaluation profile with its system prompt read; `null` means Assay's own prompt. */
export interface LoadedEvaluationProfile {
  profile: EvaluationProfile;
  path: string;
  systemPrompt: string | null;
}

export interface CampaignReference {
  /** Where to look for the workspace; the current directory or any folder below the root. */
  from: string;
  /** Id or path. */
  suite: string;
  runProfile: string;
}

export type { CaseSelection };
