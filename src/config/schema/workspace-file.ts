import { z } from "zod";
import { FILES_MODES } from "../../records/index.ts";
import { filePath, nonEmpty, schemaVersion } from "./fields/common.ts";

/** Formats of a campaign's report. A test compares them with the table of formats, which this folder cannot import. */
export const REPORT_FORMATS = [
  "text",
  "json",
  "markdown",
  "junit",
  "github-summary",
  "github-annotations",
  "pr-comment",
  "csv",
  "jsonl",
  "parquet",
  "verdicts-csv",
  "verdicts-jsonl",
  "verdicts-parquet",
  "calls-csv",
  "calls-jsonl",
  "calls-parquet",
  "every-eval-ever",
  "otlp",
] as const;

/** `assay.yaml`: values for flags that are not given, each named like its flag. */
export const workspaceFile = z.strictObject({
  schema_version: schemaVersion,
  suite: nonEmpty.optional().describe("For `--suite`: an id, or a path from this file"),
  run_profile: nonEmpty.optional().describe("For `--run-profile`: an id, or a path from this file"),
  evaluation_profile: nonEmpty.optional().describe("For `--evaluation-profile`: an id, or a path from this file"),
  rubric: filePath.optional().describe("For `assay rubric judge --rubric`: a path from this file"),
  batch_spec: filePath.optional().describe("For `assay batch judge --spec`: a path from this file"),
  output: z
    .array(nonEmpty.meta({ type_name: "format[=file]" }))
    .min(1)
    .optional()
    .describe("For `--output` of `run-eval` and `report`: a format, or `format=file` with a path from this file"),
  files: z
    .enum(FILES_MODES)
    .optional()
    .describe(
      "For `--files`: when files for reading are made. `auto` makes those of up to 2,000 trials; `assay files` makes them later",
    ),
});

export type WorkspaceFile = z.infer<typeof workspaceFile>;
