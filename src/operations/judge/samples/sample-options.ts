import type { rubric } from "../../../judging/index.ts";
import type { Surroundings } from "../../controls.ts";
import type { FunctionModel } from "../../open/functions/function-gateways.ts";
import type { InputSource } from "../../open/input-bytes.ts";
import type { WorkersOptions } from "../../workers/remote-execution.ts";

/** Samples and how to judge them. Paths are relative to `cwd`. */
export interface JudgeSamplesOptions extends Surroundings {
  samples: InputSource;
  /** Format of the samples; defaults to the file's extension, or JSONL for bytes. */
  format?: rubric.SampleFormat;
  /** Rubric file for samples without their own. */
  rubric?: string;
  /** File that maps columns or fields of the samples. */
  mapping?: string;
  /** Judges from an evaluation profile, by id or path … */
  evaluationProfile?: string;
  /** … or a single model with defaults, asked `repetitions` times. */
  model?: string;
  repetitions?: number;
  /** Functions of the calling program as judges, by the `judge_id` they replace; with `model`, that is `judge`. */
  judges?: Record<string, FunctionModel>;
  /** Folder in outputs/rubric/; by default derived from the samples' file name. */
  name?: string;
  /** Language of the judge's prompt; defaults to `auto`: Chinese for Chinese rubrics. */
  language?: rubric.Language | "auto";
  /** Sends metadata as it is instead of opaque tokens. */
  revealMeta?: boolean;
  /** Seed for the order of samples and the tokens; defaults to 1. */
  seed?: number;
  /** Calls in flight; defaults to the profile's max_concurrency, or 4. */
  concurrency?: number;
  /** Stops asking before the judging under this name might cost more than this in total, including what earlier commands spent. */
  maxCostUsd?: number;
  /** Additional grouped tables, each by some columns. */
  groupBy?: string[][];
  /** Asks again even if an answer is stored. */
  force?: boolean;
  /** Has workers on this Redis ask judges, instead of this machine. */
  workers?: WorkersOptions;
  /** Folder for results; defaults to outputs/ in the workspace or in `cwd`. */
  outputs?: string;
}
