import { z } from "zod";
import { bag, nonEmpty, schemaVersion, slug } from "../fields/common.ts";
import { requestOptionsField } from "../fields/request-options.ts";
import { agentProgramFields } from "./agent-program.ts";
import { refuseOtherSandboxes, sandboxInWordsOfOpenClaw } from "./openclaw-sandbox.ts";

export const openclawAgentEntry = z
  .object({
    id: slug.optional().describe("Agent id passed to `openclaw agent --agent`; the `agent_id` when left out"),
    prompt: nonEmpty.optional().describe("System prompt of the agent (`systemPromptOverride`)"),
  })
  .catchall(z.json())
  .superRefine(refuseOtherSandboxes)
  .transform(sandboxInWordsOfOpenClaw);

export const openclawModelDefaults = z.strictObject({
  aliases: z
    .union([
      nonEmpty,
      z.array(nonEmpty).min(1).max(1),
      z
        .strictObject({ default: nonEmpty.describe("Name of the suite's model, which is the only one") })
        .transform(({ default: name }) => [name])
        .meta({ type_name: "mapping with `default`" }),
    ])
    .optional()
    .describe("Name under which the agent knows the suite's model; OpenClaw takes one"),
  primary_params: requestOptionsField
    .optional()
    .describe("Model parameters of this agent; those of the suite's model and of the run profile win"),
  fallbacks: z
    .never({ error: "fallbacks are refused: a benchmark run executes against exactly one model" })
    .optional()
    .describe("A run executes against exactly one model"),
});

export const openclawFragments = z.strictObject({
  identity: bag
    .optional()
    .describe("Not written to openclaw.json, which refuses it; keep the persona in workspace files"),
  agents_defaults: bag
    .superRefine(refuseOtherSandboxes)
    .transform(sandboxInWordsOfOpenClaw)
    .meta({ type_name: "mapping" })
    .optional()
    .describe("Merged into `agents.defaults`; may not choose a model or a workspace"),
  agent: openclawAgentEntry.optional().describe("Builds the agent's entry in openclaw.json; may not choose a model"),
  model_defaults: openclawModelDefaults.optional().describe("About the suite's model"),
});

export const agent = z.strictObject({
  schema_version: schemaVersion,
  agent_id: slug.describe("Must match the directory name"),
  title: nonEmpty.describe("Human-readable label"),
  description: z.string().optional().describe("Optional summary"),
  tags: z.array(nonEmpty).default([]).describe("Free tags"),
  ...agentProgramFields,
  openclaw: openclawFragments.optional().describe("For `openclaw`: fragments merged into the generated openclaw.json"),
});
export type Agent = z.infer<typeof agent>;
