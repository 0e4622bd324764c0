import type { Surroundings } from "../controls.ts";

export interface ImportOptions extends Surroundings {
  /** The file of the other program. */
  file: string;
  /** Folder for the workspace; `assay-import` when left out. Nothing in it is overwritten. */
  into?: string;
  /** Let the file refer to files outside of its folder. */
  allowOutside?: boolean;
  /** Switch on hooks in the evaluation profile that is written: code of the file then runs in the sandbox when trials are evaluated. */
  allowHooks?: boolean;
}

export interface ImportOpenAiEvalsOptions extends ImportOptions {
  /** JSONL file with the rows, where the eval does not bring them. */
  data?: string;
}

export interface ImportAnswersOptions extends Surroundings {
  /** JSONL with answers, results of promptfoo, or a log of Inspect. */
  file: string;
  /** File for the samples; `samples.jsonl` when left out. It must not be there. */
  out?: string;
}
