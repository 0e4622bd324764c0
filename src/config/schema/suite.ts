import { z } from "zod";
import { bag, gatewayConfig, nonEmpty, schemaVersion, slug } from "./common.ts";

/** Extra fields are request fields for the provider and pass through untouched. */
export const modelConfig = z
  .object({
    model_id: slug.describe("Local name used in paths and reports"),
    label: nonEmpty.optional().describe("Display name"),
    requested_model: nonEmpty.optional().describe("Model string of the gateway, e.g. `openai/gpt-4o-mini`"),
    openrouter_model: nonEmpty.optional().describe("Used when `requested_model` is not set"),
    provider: nonEmpty.optional().describe("With `model_name`: the model is `<provider>/<model_name>`"),
    model_name: nonEmpty.optional().describe("With `provider`"),
    gateway: gatewayConfig.optional().describe("Endpoint of this model; default: the run profile's, then OpenRouter"),
    primary_params: bag
      .optional()
      .describe(
        "Model parameters such as `reasoning.effort`; OpenClaw's primary model and llm_probe requests take them",
      ),
  })
  .catchall(z.json());

export const caseSelection = z.strictObject({
  include_case_ids: z.array(nonEmpty).optional().describe("Explicit case ids to include"),
  exclude_case_ids: z.array(nonEmpty).optional().describe("Explicit case ids to exclude"),
  include_tags: z.array(nonEmpty).optional().describe("Include cases with at least one of these tags"),
  exclude_tags: z.array(nonEmpty).optional().describe("Exclude cases with at least one of these tags"),
});

export const suite = z.strictObject({
  schema_version: schemaVersion,
  suite_id: slug.describe("Unique id"),
  title: nonEmpty.describe("Human-readable label"),
  models: z.array(modelConfig).default([]).describe("Models to run against the selected cases"),
  case_selection: caseSelection.optional().describe("Which cases; all when left out"),
  openclaw: z
    .strictObject({
      agent_assignments: z.array(z.strictObject({ agent_id: slug, case_selection: caseSelection })).default([]),
    })
    .optional()
    .describe("Per-case OpenClaw agents"),
  metadata: bag.optional().describe("Your own notes; not used by Assay"),
});

export type Suite = z.infer<typeof suite>;
export type ModelConfig = z.infer<typeof modelConfig>;
export type CaseSelection = z.infer<typeof caseSelection>;
