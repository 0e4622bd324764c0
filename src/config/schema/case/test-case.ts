import { z } from "zod";
import { RUNNER_TYPES } from "../../../records/index.ts";
import { openclawContext } from "../agents/openclaw-context.ts";
import { deterministicCheck } from "../checks/deterministic-check.ts";
import { bag, filePath, nonEmpty, schemaVersion, slug } from "../fields/common.ts";
import { complain } from "../fields/request-options.ts";
import { refuseSettingsAsOptions, runnerSettingsFields } from "../fields/runner-settings.ts";
import { caseRubric } from "./case-rubric.ts";
import { dataset } from "./dataset.ts";
import { message } from "./message.ts";
import { simulatedUser } from "./simulated-user.ts";
import { toolList } from "./tool.ts";
import { givenWorkspace, setupCommands } from "./workspace-input.ts";

export const caseRunner = z
  .strictObject({
    type: z.enum(RUNNER_TYPES).describe("Which runner executes the case"),
    ...runnerSettingsFields,
  })
  .superRefine(refuseSettingsAsOptions)
  .superRefine((runner, context) => {
    if (runner.type === "llm_probe") return;
    const instead = { ...AGENTS_INSTEAD, timeout_seconds: `set \`${runner.type}.timeout_seconds\` in the run profile` };
    for (const key of LLM_PROBE_ONLY)
      if (runner[key] !== undefined) complain(key, `has no effect on an ${runner.type} case; ${instead[key]}`, context);
  });

/** Settings of single requests, which an agent makes itself. Sampling settings do reach its model. */
export const LLM_PROBE_ONLY = ["timeout_seconds", "retries", "max_turns"] as const;

const AGENTS_INSTEAD = {
  retries: "the agent repeats its requests itself",
  max_turns: "the agent decides itself when it is done",
};

export const llmProbeContext = z.strictObject({
  tools: toolList
    .default([])
    .describe("Tools the model may call; no other tool is executed, whatever the model asks for"),
});

export const testInput = z.strictObject({
  messages: z
    .array(message)
    .default([])
    .describe("Ordered messages sent to the model; initial context when `turns` is used"),
  turns: z.array(message).default([]).describe("Agents only: user turns, one agent invocation each in one session"),
  user: simulatedUser.optional().describe("A user played by a model: it answers the subject until it is done"),
  attachments: z
    .array(filePath)
    .default([])
    .describe("Local text files, images and audio, injected as user messages just before the first user message"),
  workspace: givenWorkspace
    .optional()
    .describe("Files in the subject's workspace before its first turn: a folder, or a list of files and folders"),
  setup: setupCommands
    .optional()
    .describe("Commands run in the workspace before the first turn, each a list of words or one text for `sh -c`"),
  context: z
    .strictObject({
      llm_probe: llmProbeContext.optional().describe("For `runner.type: llm_probe`"),
      openclaw: openclawContext.optional().describe("For `runner.type: openclaw`"),
      agent: openclawContext.optional().describe("For `runner.type: agent`"),
    })
    .default({})
    .describe("Runner-specific context"),
});

export const expectation = z.strictObject({
  text: nonEmpty.describe("The expectation in plain words"),
  weight: z.number().positive().default(1).describe("Relative weight within its group"),
});

/** A plain sentence is an expectation of weight 1. */
const expectationOrText = z.union([
  nonEmpty.transform((text) => ({ text, weight: 1 })).meta({ type_name: "text" }),
  expectation,
]);

export const expectations = z.strictObject({
  hard_expectations: z.array(expectationOrText).default([]).describe("Critical requirements"),
  soft_expectations: z.array(expectationOrText).default([]).describe("Requirements scored with partial credit"),
});

export const testCase = z.strictObject({
  schema_version: schemaVersion,
  case_id: slug.describe("Unique in the workspace; a folder name in outputs/"),
  title: nonEmpty.describe("Human-readable label"),
  runner: caseRunner.describe("Runner type and case-level overrides"),
  input: testInput.describe("Messages, attachments and runner context"),
  expectations: expectations.optional().describe("Shown to the judge"),
  rubric: caseRubric.optional().describe("Shown to the judge to calibrate scoring"),
  deterministic_checks: z.array(deterministicCheck).default([]).describe("Checks by program"),
  tags: z.array(nonEmpty).default([]).describe("Free tags for case selection"),
  metadata: bag.optional().describe("Your own notes; not used by Assay"),
  dataset: dataset.optional().describe("Rows of data; each makes a case of its own, with its cells for `{{column}}`"),
});

export type TestCase = z.infer<typeof testCase>;
