import { z } from "zod";
import { AGGREGATION_METHODS } from "../../../records/index.ts";
import { plural } from "../../../text/presentation/index.ts";
import { filePath, gatewayConfig, nonEmpty, schemaVersion, slug } from "../fields/common.ts";
import { complain, extraFields, refuseMisplaced, requestOptionsField } from "../fields/request-options.ts";
import { JUDGE_HOMES, sendsOtherFields } from "../fields/sent-fields.ts";

const judgeFields = {
  judge_id: slug.describe("Logical name referenced by `judge_runs`"),
  type: z.literal("llm_probe").describe("Judge backend"),
  model: nonEmpty.optional().describe("Model to call, e.g. `openai/gpt-5.4-mini`; the `judge_id` when left out"),
  gateway: gatewayConfig.optional().describe("Endpoint of this judge; default: OpenRouter"),
  timeout_seconds: z.number().positive().default(120).describe("Wall-clock limit of one whole request"),
  retries: z.number().int().min(0).default(5).describe("How often a request that failed transiently is repeated"),
  attempts: z
    .number()
    .int()
    .min(1)
    .default(3)
    .describe("How many answers are asked for before giving up on a judge that breaks its contract"),
  request_options: requestOptionsField
    .optional()
    .describe("Request-level controls such as `temperature` or `reasoning: { effort: none }`"),
};

/** Extra fields and `request_options` both end up in the request body. */
export const judgeConfig = sendsOtherFields(
  z
    .object(judgeFields)
    .catchall(z.json())
    .superRefine((judge, context) => {
      refuseMisplaced(extraFields(judge, judgeFields), JUDGE_HOMES, judge.request_options, context);
    }),
  { as: "fields", homes: JUDGE_HOMES },
);

export const judgeRunConfig = z
  .strictObject({
    judge_run_id: slug.describe("Unique run identifier"),
    judge_id: slug.describe("Must match a declared judge"),
    repetitions: z.number().int().min(1).default(1).describe("How often the judge is asked about each trial"),
    sample_size: z
      .number()
      .int()
      .min(1)
      .nullable()
      .default(null)
      .describe("Aggregates only this many valid answers, the first ones; all when null"),
  })
  .superRefine(({ sample_size, repetitions }, context) => {
    if (sample_size === null || sample_size <= repetitions) return;
    const message = `is ${sample_size}, more than the ${plural(repetitions, "repetition")} there are to sample from`;
    context.addIssue({ code: "custom", path: ["sample_size"], message });
  });

export const aggregation = z
  .strictObject({
    method: z.enum(AGGREGATION_METHODS).default("median").describe("How iterations combine"),
    pass_threshold: z
      .number()
      .min(0)
      .max(10)
      .nullable()
      .default(null)
      .describe("Score from 0 to 10 below which a dimension counts as failed"),
  })
  .superRefine(({ method, pass_threshold }, context) => {
    if ((method !== "majority_vote" && method !== "all_pass") || pass_threshold !== null) return;
    const message = `${method} counts verdicts that reach the threshold; add \`pass_threshold\` beside it`;
    context.addIssue({ code: "custom", path: ["method"], message });
  });

export const anchorReference = z.strictObject({
  anchor_id: slug.describe("Unique within the profile"),
  label: nonEmpty.describe("What the example stands for"),
  text: nonEmpty.describe("The example itself, shown to the judge"),
});

export const anchors = z
  .strictObject({
    enabled: z.boolean().default(false).describe("Show the references to the judge"),
    references: z.array(anchorReference).default([]).describe("Calibration examples"),
  })
  .refine(({ enabled, references }) => !enabled || references.length > 0, {
    path: ["enabled"],
    message: "is true, but there are no `references` to show",
  });

export const securityPolicy = z.strictObject({
  allow_local_python_hooks: z
    .boolean()
    .default(false)
    .describe("Allow hooks (Python, JavaScript, TypeScript) to execute"),
  network_access: z.enum(["deny", "allow"]).default("deny").describe("Network for hooks"),
  redact_secrets: z
    .boolean()
    .default(true)
    .describe(
      "Also strip what merely looks like a secret from what an evaluation adds: tasks, check results, samples, judges' answers. Stored runs never contain any, and values of keys in use are always removed",
    ),
});

export const packetSettings = z.strictObject({
  max_characters: z.number().int().min(2000).default(60_000).describe("Budget for what the judge is shown"),
});

export const evaluationProfile = z
  .strictObject({
    schema_version: schemaVersion,
    evaluation_profile_id: slug.describe("Unique id; the name of its file"),
    title: nonEmpty.describe("Human-readable label"),
    judges: z.array(judgeConfig).default([]).describe("Named judges"),
    judge_runs: z.array(judgeRunConfig).default([]).describe("Which judge is asked how often"),
    aggregation: aggregation.prefault({}).describe("How verdicts combine"),
    anchors: anchors.prefault({}).describe("Calibration anchors"),
    security_policy: securityPolicy.prefault({}).describe("Security controls"),
    judge_system_prompt_path: filePath.optional().describe("System prompt file, relative to this file"),
    judge_system_prompt: nonEmpty.optional().describe("Inline system prompt; Assay's own when neither is given"),
    max_concurrency: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe("Judge calls in parallel; as many as the run profile runs trials when left out"),
    packet: packetSettings.prefault({}).describe("Size of the packet"),
  })
  .superRefine((profile, context) => {
    if (profile.judge_system_prompt === undefined || profile.judge_system_prompt_path === undefined) return;
    complain("judge_system_prompt", "excludes `judge_system_prompt_path`; keep one of them", context);
  });

export type EvaluationProfile = z.infer<typeof evaluationProfile>;
export type JudgeConfig = z.infer<typeof judgeConfig>;
export type SecurityPolicy = z.infer<typeof securityPolicy>;
