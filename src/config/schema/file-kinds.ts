import type { z } from "zod";
import { agent } from "./agents/agent.ts";
import { evaluationProfile } from "./campaign/evaluation-profile.ts";
import { runProfile } from "./campaign/run-profile.ts";
import { suite } from "./campaign/suite.ts";
import { testCase } from "./case/test-case.ts";
import { tool } from "./case/tool.ts";
import { batchSpec } from "./judging/batch-spec.ts";
import { sampleRubric } from "./judging/sample-rubric.ts";
import { workspaceFile } from "./workspace-file.ts";

/** Kind of file that `assay schema` describes and `assay validate` recognises. */
export interface FileKind {
  /** Name on the command line, such as `test-case`. */
  kind: string;
  /** Description for lists. */
  description: string;
  schema: z.ZodType;
  /** Recognises a file of this kind by its content. */
  recognises(value: Record<string, unknown>): boolean;
}

/** Workspace files, and those of the rubric and batch protocols. */
export const FILE_KINDS: readonly FileKind[] = [
  named("test-case", "case_id", "One scenario: configs/cases/<case_id>/test.yaml", testCase),
  named("suite", "suite_id", "Models and the cases they run: configs/suites/<suite_id>.yaml", suite),
  named("run-profile", "run_profile_id", "How trials are executed: configs/run_profiles/<id>.yaml", runProfile),
  named(
    "evaluation-profile",
    "evaluation_profile_id",
    "Who judges, and how verdicts combine: configs/evaluation_profiles/<id>.yaml",
    evaluationProfile,
  ),
  named("agent", "agent_id", "An agent: configs/agents/<agent_id>/agent.yaml", agent),
  named("tool", "tool_id", "A tool that models may call: configs/tools/<tool_id>.yaml", tool),
  {
    kind: "rubric",
    description: "What a judge scores in single samples, for `assay rubric`",
    schema: sampleRubric,
    recognises: (value) => "dimensions" in value,
  },
  {
    kind: "batch-spec",
    description: "How the output of an experiment is measured, for `assay batch`",
    schema: batchSpec,
    recognises: (value) => "metric" in value,
  },
  {
    kind: "workspace",
    description: "Defaults for flags that are not given: assay.yaml at the root",
    schema: workspaceFile,
    recognises: (value) => ["suite", "run_profile", "evaluation_profile", "batch_spec"].some((field) => field in value),
  },
];

function named(kind: string, idField: string, description: string, schema: z.ZodType): FileKind {
  return { kind, description, schema, recognises: (value) => idField in value };
}
