import { z } from "zod";
import { bag, nonEmpty, schemaVersion, slug } from "./common.ts";

export const agent = z.strictObject({
  schema_version: schemaVersion,
  agent_id: slug.describe("Must match the directory name"),
  title: nonEmpty.describe("Human-readable label"),
  description: z.string().optional().describe("Optional summary"),
  tags: z.array(nonEmpty).default([]).describe("Free tags"),
  openclaw: z
    .strictObject({
      identity: bag.optional().describe("Not written to openclaw.json; keep the persona in workspace files"),
      agents_defaults: bag.optional().describe("Merged into agents.defaults"),
      agent: z
        .object({ id: nonEmpty.optional(), prompt: nonEmpty.optional() })
        .catchall(z.json())
        .optional()
        .describe("Builds the agent's entry (id, prompt → systemPromptOverride)"),
      model_defaults: z
        .strictObject({ aliases: z.union([nonEmpty, z.array(nonEmpty)]).optional() })
        .optional()
        .describe("Aliases of the primary model"),
    })
    .optional()
    .describe("Fragments merged into the generated openclaw.json"),
});
export type Agent = z.infer<typeof agent>;
