import { z } from "zod";
import { bag, dimension, nonEmpty, RUN_STATUSES, schemaVersion, slug } from "./common.ts";
import { runnerSettings } from "./runner-settings.ts";

export const TOOL_NAMES = ["exec_shell", "read_file", "write_file", "list_files", "web_search"] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

export const messageSource = z.strictObject({
  path: nonEmpty.describe("File with one message or a list of messages, relative to the file that names it"),
  format: z.enum(["yaml", "json", "text"]).optional().describe("Detected from the extension when left out"),
});

export const message = z
  .strictObject({
    role: z.enum(["system", "user", "assistant", "tool"]).describe("Message role"),
    content: z.string().optional().describe("Inline message text"),
    source: messageSource.optional().describe("External file with the message; instead of `content`"),
    name: nonEmpty.optional().describe("Optional name annotation"),
  })
  .refine((value) => (value.content === undefined) !== (value.source === undefined), {
    message: "needs exactly one of `content` and `source`",
  });

export const caseRunner = z.strictObject({
  type: z.enum(["llm_probe", "openclaw"]).describe("Which runner executes the case"),
  ...runnerSettings.shape,
});

export const testInput = z.strictObject({
  messages: z
    .array(message)
    .default([])
    .describe("Ordered messages sent to the model; initial context when `turns` is used"),
  turns: z.array(message).default([]).describe("OpenClaw only: user turns, one agent invocation each in one session"),
  attachments: z
    .array(nonEmpty)
    .default([])
    .describe("Local files injected as user messages before the first user message"),
  context: z
    .strictObject({
      llm_probe: z
        .strictObject({ tools: z.array(z.enum(TOOL_NAMES)).default([]).describe("Tools the model may call") })
        .optional(),
      openclaw: z
        .strictObject({ expected_artifact: nonEmpty.optional().describe("The expected output file in the workspace") })
        .optional(),
    })
    .default({})
    .describe("Runner-specific context"),
});

export const expectation = z.strictObject({
  text: nonEmpty.describe("The expectation in plain words"),
  weight: z.number().positive().default(1).describe("Relative weight within its group"),
});

export const expectations = z.strictObject({
  hard_expectations: z.array(expectation).default([]).describe("Critical requirements"),
  soft_expectations: z.array(expectation).default([]).describe("Requirements scored with partial credit"),
});

export const caseRubric = z.strictObject({
  version: z.number().int().min(1).default(1).describe("Version of this rubric, shown to the judge"),
  scale: z.strictObject({ min: z.number(), max: z.number() }).optional().describe("Ends of the scale the anchors use"),
  anchors: z.record(z.string(), nonEmpty).optional().describe("Score → what that score looks like"),
  criteria: z
    .array(
      z.strictObject({
        name: nonEmpty,
        what_good_looks_like: nonEmpty.optional(),
        what_bad_looks_like: nonEmpty.optional(),
      }),
    )
    .optional()
    .describe("What to look at"),
  scoring_instructions: nonEmpty.optional().describe("How to turn the above into a score"),
});

export const declarativeCheck = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("final_response_present") }),
  z.strictObject({ kind: z.literal("tool_call_count"), count: z.number().int().min(0) }),
  z.strictObject({ kind: z.literal("file_exists"), path: nonEmpty }),
  z.strictObject({ kind: z.literal("file_contains"), path: nonEmpty, text: nonEmpty }),
  z.strictObject({ kind: z.literal("path_exists"), path: nonEmpty }),
  z.strictObject({ kind: z.literal("status_is"), status: z.enum(RUN_STATUSES) }),
  z.strictObject({ kind: z.literal("output_artifact_present"), artifact_type: nonEmpty.optional() }),
  z.strictObject({
    kind: z.literal("openclaw_workspace_file_present"),
    relative_path: nonEmpty,
    contains: nonEmpty.optional(),
    contains_all: z.array(nonEmpty).min(1).optional(),
    contains_any: z.array(nonEmpty).min(1).optional(),
  }),
]);

const hook = z.strictObject({
  path: nonEmpty.optional().describe("Hook file, relative to test.yaml"),
  import_path: nonEmpty.optional().describe("Importable module; instead of `path`"),
  callable_name: nonEmpty.describe("Function to call"),
});

export const deterministicCheck = z.strictObject({
  check_id: slug.describe("Unique within the case"),
  dimensions: z
    .array(dimension)
    .default([])
    .describe("Dimensions this check speaks to; shown to the judge beside the result"),
  declarative: declarativeCheck.optional().describe("Built-in check"),
  python_hook: hook.optional().describe("Python callable"),
  module_hook: hook.optional().describe("JavaScript or TypeScript function"),
});

export const testCase = z.strictObject({
  schema_version: schemaVersion,
  case_id: slug.describe("Unique id; a folder name in outputs/"),
  title: nonEmpty.describe("Human-readable label"),
  runner: caseRunner.describe("Runner type and case-level overrides"),
  input: testInput.describe("Messages, attachments and runner context"),
  expectations: expectations.optional().describe("Shown to the judge"),
  rubric: caseRubric.optional().describe("Shown to the judge to calibrate scoring"),
  deterministic_checks: z.array(deterministicCheck).default([]).describe("Checks by program"),
  tags: z.array(nonEmpty).default([]).describe("Free tags for case selection"),
  metadata: bag.optional().describe("Your own notes; not used by Assay"),
});

export type TestCase = z.infer<typeof testCase>;
export type Message = z.infer<typeof message>;
export type DeterministicCheck = z.infer<typeof deterministicCheck>;
export type DeclarativeCheck = z.infer<typeof declarativeCheck>;
export type Hook = z.infer<typeof hook>;
export type Expectation = z.infer<typeof expectation>;
export type CaseRubric = z.infer<typeof caseRubric>;
