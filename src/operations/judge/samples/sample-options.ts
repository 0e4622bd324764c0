import type { rubric } from "../../../judging/index.ts";
import type { Surroundings } from "../../controls.ts";
import type { FunctionModel } from "../../open/functions/function-gateways.ts";
import type { InputSource } from "../../open/input-bytes.ts";
import type { WorkersOptions } from "../../workers/remote-execution.ts";

/** What to judge by a rubric, by whom and how. Paths are relative to `cwd`. */
export interface JudgeSamplesOptions extends Surroundings {
  samples: InputSource;
  /** Of the samples; by the file's name when left out, JSONL for bytes. */
  format?: rubric.SampleFormat;
  /** File with the rubric for all samples that have none of their own. */
  rubric?: string;
  /** File that says which columns or fields of the samples are what. */
  mapping?: string;
  /** Who judges: id or path of an evaluation profile … */
  evaluationProfile?: string;
  /** … or one model with everything at its default, asked `repetitions` times. */
  model?: string;
  repetitions?: number;
  /** Functions of the calling program as judges, by the `judge_id` they take the place of; with `model` it is called `judge`. */
  judges?: Record<string, FunctionModel>;
  /** Folder under outputs/rubric/; made from the name of the samples file when left out. */
  name?: string;
  /** Of the judge's prompt; `auto` when left out: Chinese for Chinese rubrics. */
  language?: rubric.Language | "auto";
  /** Sends the labels as they are instead of opaque tokens. */
  revealMeta?: boolean;
  /** Of the order of samples and of the tokens; 1 when left out. */
  seed?: number;
  /** Calls at a time; the profile's max_concurrency when left out, else 4. */
  concurrency?: number;
  /** Nothing more is asked when the judging under this name might cost more than this in all, what earlier commands spent included. */
  maxCostUsd?: number;
  /** More grouped tables, each by some columns. */
  groupBy?: string[][];
  /** Asks again, even where an answer is stored. */
  force?: boolean;
  /** Judges are asked by workers that share this Redis, not by this machine. */
  workers?: WorkersOptions;
  /** Where results go; outputs/ of the workspace, or of `cwd`, when left out. */
  outputs?: string;
}
