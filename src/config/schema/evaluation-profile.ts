import { z } from "zod";
import { bag, gatewayConfig, nonEmpty, schemaVersion, slug } from "./common.ts";

/** Extra fields and `request_options` both reach the request body. */
export const judgeConfig = z
  .object({
    judge_id: slug.describe("Logical name referenced by judge_runs"),
    type: z.literal("llm_probe").describe("Judge backend"),
    model: nonEmpty.optional().describe("Model to call, e.g. `openai/gpt-5.4-mini`; the judge_id when left out"),
    gateway: gatewayConfig.optional().describe("Endpoint of this judge; default: OpenRouter"),
    timeout_seconds: z.number().positive().default(120).describe("Wall-clock limit of one whole request"),
    retries: z.number().int().min(0).default(5).describe("Retries of a request that failed transiently"),
    attempts: z
      .number()
      .int()
      .min(1)
      .default(3)
      .describe("Answers asked for before a judge that breaks its contract is given up"),
    request_options: bag.optional().describe("Request-level controls such as temperature or reasoning.effort"),
  })
  .catchall(z.json());

export const judgeRunConfig = z.strictObject({
  judge_run_id: slug.describe("Unique run identifier"),
  judge_id: slug.describe("Must match a declared judge"),
  repetitions: z.number().int().min(1).default(1).describe("Calls of the judge per trial"),
  sample_size: z
    .number()
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe("How many valid iterations are aggregated; all when null"),
});

export const aggregation = z.strictObject({
  method: z.enum(["median", "mean", "majority_vote", "all_pass"]).default("median").describe("How iterations combine"),
  pass_threshold: z
    .number()
    .min(0)
    .max(10)
    .nullable()
    .default(null)
    .describe("Score below which a dimension counts as failed"),
});

export const anchors = z.strictObject({
  enabled: z.boolean().default(false).describe("Show the references to the judge"),
  references: z
    .array(z.strictObject({ anchor_id: slug, label: nonEmpty, text: nonEmpty }))
    .default([])
    .describe("Calibration examples"),
});

export const securityPolicy = z.strictObject({
  allow_local_python_hooks: z
    .boolean()
    .default(false)
    .describe("Allow hooks (Python, JavaScript, TypeScript) to execute"),
  network_access: z.enum(["deny", "allow"]).default("deny").describe("Network for hooks"),
  redact_secrets: z.boolean().default(true).describe("Strip known secret patterns from what is stored and sent"),
});

export const evaluationProfile = z.strictObject({
  schema_version: schemaVersion,
  evaluation_profile_id: slug.describe("Unique id"),
  title: nonEmpty.describe("Human-readable label"),
  judges: z.array(judgeConfig).default([]).describe("Named judges"),
  judge_runs: z.array(judgeRunConfig).default([]).describe("Which judge is asked how often"),
  aggregation: aggregation.prefault({}).describe("How verdicts combine"),
  anchors: anchors.prefault({}).describe("Calibration anchors"),
  security_policy: securityPolicy.prefault({}).describe("Security controls"),
  judge_system_prompt_path: nonEmpty.optional().describe("System prompt file, relative to this file"),
  judge_system_prompt: nonEmpty.optional().describe("Inline system prompt"),
  max_concurrency: z.number().int().min(1).default(4).describe("Judge calls in parallel"),
  packet: z
    .strictObject({
      max_characters: z.number().int().min(2000).default(60_000).describe("Budget for what the judge is shown"),
    })
    .prefault({})
    .describe("Size of the packet"),
});

export type EvaluationProfile = z.infer<typeof evaluationProfile>;
export type JudgeConfig = z.infer<typeof judgeConfig>;
export type JudgeRunConfig = z.infer<typeof judgeRunConfig>;
export type Aggregation = z.infer<typeof aggregation>;
export type SecurityPolicy = z.infer<typeof securityPolicy>;
