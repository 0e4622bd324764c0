import { z } from "zod";
import { bag, gatewayConfig, nonEmpty, schemaVersion, slug } from "../fields/common.ts";
import { extraFields, refuseMisplaced, requestOptionsField } from "../fields/request-options.ts";
import { MODEL_HOMES, sendsOtherFields } from "../fields/sent-fields.ts";
import { variant } from "./variant.ts";

const modelFields = {
  model_id: slug.describe("Local name used in paths and reports"),
  label: nonEmpty.optional().describe("Display name; the `model_id` when left out"),
  requested_model: nonEmpty.optional().describe("Model string of the gateway, e.g. `openai/gpt-4o-mini`"),
  openrouter_model: nonEmpty.optional().describe("Used when `requested_model` is not set"),
  provider: nonEmpty.optional().describe("With `model_name`: the model is `<provider>/<model_name>`"),
  model_name: nonEmpty.optional().describe("With `provider`"),
  gateway: gatewayConfig.optional().describe("Endpoint of this model; default: the run profile's, then OpenRouter"),
  agent_id: slug
    .optional()
    .describe("Agent that works with this model in cases of `runner.type: agent`; default: the run profile's"),
  primary_params: requestOptionsField
    .optional()
    .describe("Model parameters such as `reasoning: { effort: low }`; used by llm_probe and OpenClaw alike"),
  request_options: requestOptionsField
    .optional()
    .describe("Anything else the provider takes, even if Assay does not know it; reaches the request body untouched"),
};

/** Extra fields are sent to the provider unchanged. */
export const modelConfig = sendsOtherFields(
  z
    .object(modelFields)
    .catchall(z.json())
    .superRefine((model, context) => {
      if ((model.provider === undefined) !== (model.model_name === undefined))
        context.addIssue({
          code: "custom",
          path: [model.provider === undefined ? "model_name" : "provider"],
          message: "`provider` and `model_name` name a model only together",
          params: { at: "key" },
        });
      refuseMisplaced(extraFields(model, modelFields), MODEL_HOMES, model.request_options, context);
    }),
  { as: "fields", homes: MODEL_HOMES },
);

/** Lists a model's fields that are parameters for its provider. */
export function providerFields(model: ModelConfig): string[] {
  const bags = ["primary_params", "request_options"].filter((name) => model[name] !== undefined);
  return [...bags, ...extraFields(model, modelFields)];
}

const ids = z.array(nonEmpty);
const atLeastOne = ids.min(1, "must not be empty; leave the field out to have no such filter");

export const caseSelection = z.strictObject({
  include_case_ids: atLeastOne.optional().describe("Explicit case ids to include; an unknown id is an error"),
  exclude_case_ids: ids.optional().describe("Explicit case ids to exclude"),
  include_tags: atLeastOne.optional().describe("Include cases with at least one of these tags"),
  exclude_tags: ids.optional().describe("Exclude cases with at least one of these tags"),
});

export const agentAssignment = z.strictObject({
  agent_id: slug.describe("Resolves configs/agents/<agent_id>/"),
  case_selection: caseSelection
    .refine(({ include_case_ids, include_tags }) => (include_case_ids ?? include_tags) !== undefined, {
      message: "needs `include_case_ids` or `include_tags`; for all other cases there is the run profile's agent",
    })
    .describe("Which of the suite's cases for this runner the agent runs; at least one `include_…`"),
});

export const suiteAgents = z.strictObject({
  agent_assignments: z
    .array(agentAssignment)
    .default([])
    .describe("Agents per case; a case that matches none uses the run profile's, one that matches two is an error"),
});

export const suite = z.strictObject({
  schema_version: schemaVersion,
  suite_id: slug.describe("Unique id; the name of its file"),
  title: nonEmpty.describe("Human-readable label"),
  models: z.array(modelConfig).default([]).describe("Models to run against the selected cases"),
  variants: z
    .array(variant)
    .default([])
    .describe("Ways of asking every model; the subjects are models × variants, or just the models if there are none"),
  case_selection: caseSelection.optional().describe("Which cases; all of the workspace when left out"),
  openclaw: suiteAgents.optional().describe("Per-case OpenClaw agents"),
  agent: suiteAgents.optional().describe("Per-case agents for `runner.type: agent`, whatever the model"),
  metadata: bag.optional().describe("Your own notes; not used by Assay"),
});

export type Suite = z.infer<typeof suite>;
export type ModelConfig = z.infer<typeof modelConfig>;
export type CaseSelection = z.infer<typeof caseSelection>;
