import type { Surroundings } from "../controls.ts";

export interface ImportOptions extends Surroundings {
  /** The other program's file. */
  file: string;
  /** Folder for the workspace; defaults to `assay-import`. Nothing in it is overwritten. */
  into?: string;
  /** Allows references to files outside of its folder. */
  allowOutside?: boolean;
  /** Enables hooks in the generated evaluation profile, so that code from the file runs in the sandbox when trials are evaluated. */
  allowHooks?: boolean;
}

export interface ImportOpenAiEvalsOptions extends ImportOptions {
  /** JSONL file with the rows, if the eval does not contain them. */
  data?: string;
}

export interface ImportAnswersOptions extends Surroundings {
  /** JSONL with answers, promptfoo results, or an Inspect log. */
  file: string;
  /** New file for the samples; defaults to `samples.jsonl`. */
  out?: string;
}
