import type { Surroundings } from "../../controls.ts";
import type { FunctionModel } from "../../open/functions/function-gateways.ts";
import type { InputSource } from "../../open/input-bytes.ts";
import type { WorkersOptions } from "../../workers/remote-execution.ts";

/** How to measure, and what. Paths are relative to `cwd`. */
export interface JudgeBatchOptions extends Surroundings {
  /** File with the spec: rubric, scoring, sampling, judge. */
  spec: string;
  /** The experiment's output: JSON Lines, a JSON array, or an object with items, singletons and clusters. */
  items: InputSource;
  singletons?: InputSource;
  clusters?: InputSource;
  /** Of these; by the files' names when left out, JSON Lines for bytes. */
  format?: "jsonl" | "json";
  /** Folder under outputs/batch/; made from the file names when left out. */
  name?: string;
  /** Functions of the calling program as judges, by the `judge_id` they take the place of; a spec's only judge is called `judge`. */
  judges?: Record<string, FunctionModel>;
  /**
   * Nothing more is asked when the judging under this name might cost more than this in all, what earlier commands spent on this store
   * included. Takes the place of the spec's `max_total_cost_usd`.
   */
  maxCostUsd?: number;
  /** Asks again even where a valid answer is stored. */
  force?: boolean;
  /** Judges are asked by workers that share this Redis, not by this machine. */
  workers?: WorkersOptions;
}
