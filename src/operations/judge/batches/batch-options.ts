import type { Surroundings } from "../../controls.ts";
import type { FunctionModel } from "../../open/functions/function-gateways.ts";
import type { InputSource } from "../../open/input-bytes.ts";
import type { WorkersOptions } from "../../workers/remote-execution.ts";

/** Experiment and how to judge it. Paths are relative to `cwd`. */
export interface JudgeBatchOptions extends Surroundings {
  /** Spec file: rubric, scoring, sampling, judge. */
  spec: string;
  /** The experiment's output: JSON Lines, a JSON array, or an object with items, singletons and clusters. */
  items: InputSource;
  singletons?: InputSource;
  clusters?: InputSource;
  /** Format of these; defaults to the file's extension, or JSON Lines for bytes. */
  format?: "jsonl" | "json";
  /** Folder in outputs/batch/; by default derived from the file names. */
  name?: string;
  /** Functions of the calling program as judges, by the `judge_id` they replace; a spec's only judge is called `judge`. */
  judges?: Record<string, FunctionModel>;
  /**
   * Stops asking before the judging under this name might cost more than this in total, including what earlier commands spent on this
   * store. Overrides the spec's `max_total_cost_usd`.
   */
  maxCostUsd?: number;
  /** Asks again even if a valid answer is stored. */
  force?: boolean;
  /** Has workers on this Redis ask judges, instead of this machine. */
  workers?: WorkersOptions;
}
