import type { GatewayConfig } from "../../config/index.ts";
import type { ForeignPlace } from "../notes/import-notes.ts";
import type { TemplateExpression } from "../templates/expression.ts";

/** An evaluation of another program, in our words, before it is divided into files. */
export interface ForeignEvaluation {
  /** A slug; names the suite, its profiles and its cases. */
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
  /** Code of the user that hooks call, by its path in the workspace. */
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
  /** What the columns in them are made of. */
  columns: ReadonlyMap<string, TemplateExpression>;
  place: ForeignPlace;
}

export interface ForeignModel {
  model_id: string;
  label?: string;
  requested_model: string;
  gateway?: GatewayConfig;
  /** For `model_overrides` of the run profile. */
  settings: Record<string, unknown>;
  /** Only these prompts are sent to it; all when left out. */
  prompt_ids?: string[];
}

export interface ForeignJudge {
  model: string;
  gateway?: GatewayConfig;
}

export interface ForeignTest {
  description?: string;
  /** Every column that a text of this test needs. */
  cells: Record<string, unknown>;
  /** Everything that a hook may ask for by name. */
  variables: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  tags: string[];
  checks: Record<string, unknown>[];
  hard_expectations: ForeignExpectation[];
  soft_expectations: ForeignExpectation[];
  /** Put around the last user message. */
  prefix: string;
  suffix: string;
  /** Only these; all when left out. */
  prompt_ids?: string[];
  model_ids?: string[];
}

export interface ForeignExpectation {
  text: Liftable;
  weight: number;
}

/** A value of which it does not matter for the shape of a case what it is: tests that differ in it alone are rows of one dataset. */
export class Liftable {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}
