import type { GatewayConfig } from "../../config/index.ts";
import type { ForeignLocation } from "../notes/import-notes.ts";
import type { TemplateExpression } from "../templates/expression.ts";

/** A foreign evaluation in our terms, before it is split into files. */
export interface ForeignEvaluation {
  /** A slug that names the suite, its profiles and its cases. */
  name: string;
  title: string;
  /** The program it comes from, and the file. */
  made_by: string;
  from: string;
  prompts: ForeignPrompt[];
  models: ForeignModel[];
  tests: ForeignTest[];
  tools: Record<string, unknown>[];
  judge: ForeignJudge;
  settings: { repetitions?: number; concurrency?: number; timeout_seconds?: number };
  metadata: Record<string, unknown>;
  /** The user's code called by hooks, by path in the workspace. */
  hook_files: Map<string, string>;
}

export interface ForeignMessage {
  role: "system" | "user" | "assistant";
  /** With `{{column}}`. */
  content: string;
}

export interface ForeignPrompt {
  prompt_id: string;
  label: string;
  messages: ForeignMessage[];
  /** The expressions behind the columns. */
  columns: ReadonlyMap<string, TemplateExpression>;
  place: ForeignLocation;
}

export interface ForeignModel {
  model_id: string;
  label?: string;
  requested_model: string;
  gateway?: GatewayConfig;
  /** For `model_overrides` of the run profile. */
  settings: Record<string, unknown>;
  /** Restricts it to these prompts; omitted for all. */
  prompt_ids?: string[];
}

export interface ForeignJudge {
  model: string;
  gateway?: GatewayConfig;
}

export interface ForeignTest {
  description?: string;
  /** A value for every column used by this test's texts. */
  cells: Record<string, unknown>;
  /** All variables that a hook may read by name. */
  variables: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  tags: string[];
  checks: Record<string, unknown>[];
  hard_expectations: ForeignExpectation[];
  soft_expectations: ForeignExpectation[];
  /** Added around the last user message. */
  prefix: string;
  suffix: string;
  /** Restricts it to these prompts; omitted for all. */
  prompt_ids?: string[];
  model_ids?: string[];
}

export interface ForeignExpectation {
  text: Liftable;
  weight: number;
}

/** A value that may vary between the rows of one dataset, because it does not affect a case's shape. */
export class Liftable {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}
