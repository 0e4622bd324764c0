import { z } from "zod";
import { type FieldRule, plainFields } from "../../../text/index.ts";
import { bag, gatewayConfig, nonEmpty, schemaVersion, slug } from "../fields/common.ts";
import { requestOptionsField } from "../fields/request-options.ts";

const fieldName = z.string().regex(/^[A-Za-z_]\w*$/, "a field name: letters, digits and `_`");

/** Expected value of a verdict's field. */
const verdictField = z
  .strictObject({
    type: z.enum(["integer", "number", "boolean", "string"]).describe("JSON type of the value"),
    min: z.number().optional().describe("Smallest value; numbers only"),
    max: z.number().optional().describe("Largest value; numbers only"),
  })
  .refine(
    (field) =>
      field.type === "integer" || field.type === "number" || (field.min === undefined && field.max === undefined),
    {
      message: "`min` and `max` belong to numbers",
    },
  )
  .refine((field) => field.min === undefined || field.max === undefined || field.min < field.max, {
    message: "`min` must be below `max`",
  });

const judgeSettings = {
  gateway: gatewayConfig.optional().describe("Endpoint; default: OpenRouter"),
  request_options: requestOptionsField
    .optional()
    .describe("Request-level controls such as `temperature` or `reasoning: { effort: none }`"),
  timeout_seconds: z.number().positive().default(120).describe("Wall-clock limit of one whole request"),
  retries: z.number().int().min(0).default(5).describe("Retries of a request that failed transiently"),
  attempts: z
    .number()
    .int()
    .min(1)
    .default(3)
    .describe("How often an answer, or the items missing from it, are asked for"),
};

const panelJudge = z.strictObject({
  judge_id: slug.describe("Name of this judge in the results"),
  model: nonEmpty.describe("Model to call"),
  repetitions: z.number().int().min(1).default(1).describe("How often each batch is judged"),
  ...judgeSettings,
});

const batchJudge = z
  .strictObject({
    rubric: nonEmpty.describe("How items are scored, in words for the judge"),
    scoring: z
      .strictObject({
        primary: fieldName.describe("The field of a verdict that decides"),
        secondary: z.array(fieldName).default([]).describe("Further fields to aggregate"),
        direction: z
          .enum(["maximize", "minimize"])
          .default("maximize")
          .describe("Whether more of the primary field is better"),
        fields: z
          .record(fieldName, verdictField)
          .default({})
          .describe("Type and range of each field; inferred where the rubric names them plainly"),
      })
      .describe("Which fields of a verdict count, and how"),
    model: nonEmpty.optional().describe("Judge model; a small one by default (anthropic/claude-haiku-4.5)"),
    repetitions: z.number().int().min(1).default(1).describe("How often each batch is judged"),
    ...judgeSettings,
    panel: z.array(panelJudge).min(1).optional().describe("Several judges, instead of `model` and its settings"),
    sample_size: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe("Items to judge; 10 when left out, or the sum of the strata"),
    stratification: z
      .array(
        z.strictObject({
          bucket: nonEmpty.refine((name) => name !== "(other)", "`(other)` is the name of all other items"),
          count: z.number().int().min(1),
        }),
      )
      .min(1)
      .nullable()
      .optional()
      .describe("How many items of which bucket; the rest of sample_size comes from all other items"),
    shortfall: z
      .enum(["fill", "leave"])
      .default("fill")
      .describe("What to do when a bucket has too few items: fill the sample from the others, or leave it smaller"),
    singleton_sample: z.number().int().min(0).default(0).describe("Singletons to judge"),
    singleton_rubric: nonEmpty
      .optional()
      .describe("How singletons are judged; needed when singleton_sample is above 0"),
    cluster_summaries: z.number().int().min(1).default(500).describe("Most clusters shown to a judge of singletons"),
    sample_seed: z.number().int().default(42).describe("Same seed and ids, same sample"),
    batch_size: z.number().int().min(1).max(100).default(5).describe("Items per judge call"),
    minimum_improvement: z
      .number()
      .min(0)
      .default(0.3)
      .describe("Smallest improvement of the primary mean worth keeping"),
    max_total_cost_usd: z
      .number()
      .positive()
      .optional()
      .describe(
        "No call is made that might exceed this; 5 when left out. If it is set, an endpoint that reports no cost is refused",
      ),
    max_concurrency: z.number().int().min(1).default(4).describe("Judge calls in parallel"),
  })
  .refine((judge) => judge.panel === undefined || judge.model === undefined, {
    message: "`panel` and `model` exclude each other",
    path: ["panel"],
  })
  .refine((judge) => judge.singleton_sample === 0 || judge.singleton_rubric !== undefined, {
    message: "`singleton_rubric` is needed when `singleton_sample` is above 0",
    path: ["singleton_rubric"],
  })
  .refine((judge) => judge.sample_size === undefined || strataTotal(judge.stratification) <= judge.sample_size, {
    message: "the counts of `stratification` add up to more than `sample_size`",
    path: ["stratification"],
  })
  .refine(
    (judge) => new Set(judge.stratification?.map(({ bucket }) => bucket)).size === (judge.stratification?.length ?? 0),
    {
      message: "a bucket appears twice in `stratification`",
      path: ["stratification"],
    },
  )
  .refine((judge) => new Set(judge.panel?.map(({ judge_id }) => judge_id)).size === (judge.panel?.length ?? 0), {
    message: "a judge_id appears twice in `panel`",
    path: ["panel"],
  });

/** Lists the fields of a verdict: those that the rubric mentions, and declared ones, which take precedence. */
export function describedFields({
  rubric,
  scoring,
}: Pick<BatchJudge, "rubric" | "scoring">): Record<string, FieldRule> {
  const inferred = plainFields(rubric, [scoring.primary, ...scoring.secondary]);
  return { ...inferred, ...(scoring.fields as Record<string, FieldRule>) };
}

/** Fields of every verdict. */
const RESERVED = ["item_id", "ambiguous"];

function describesItsScores(judge: BatchJudge, context: z.core.$RefinementCtx): void {
  const fields = describedFields(judge);
  const complain = (message: string, ...path: (string | number)[]) =>
    context.addIssue({ code: "custom", message, path: ["scoring", ...path], input: judge });
  const check = (name: string, ...path: (string | number)[]) => {
    if (RESERVED.includes(name)) complain(`"${name}" is part of every verdict and cannot be a score`, ...path);
    else if (!Object.hasOwn(fields, name)) complain(undescribed(name), ...path);
  };
  check(judge.scoring.primary, "primary");
  for (const [index, name] of judge.scoring.secondary.entries()) check(name, "secondary", index);
  for (const name of Object.keys(judge.scoring.fields)) {
    if (RESERVED.includes(name))
      complain(`"${name}" is part of every verdict and need not be declared`, "fields", name);
  }
  const primary = fields[judge.scoring.primary];
  if (primary && primary.type !== "integer" && primary.type !== "number") {
    complain(`the primary field must be a number to be compared, not a ${primary.type}`, "primary");
  }
}

function undescribed(name: string): string {
  return (
    `the type of "${name}" is not known: name it plainly in the rubric, as in "- ${name} (1-5): …", ` +
    `or declare it under scoring.fields, as in "${name}: { type: integer, min: 1, max: 5 }"`
  );
}

export const batchSpec = z.strictObject({
  schema_version: schemaVersion,
  title: nonEmpty.optional().describe("Human-readable label"),
  metric: z
    .strictObject({ judge: batchJudge.superRefine(describesItsScores).describe("How the output is measured") })
    .describe("What is optimised"),
  metadata: bag.optional().describe("Your own notes; not used by Assay"),
});

export function strataTotal(stratification: { count: number }[] | null | undefined): number {
  return (stratification ?? []).reduce((sum, { count }) => sum + count, 0);
}

export type BatchSpec = z.infer<typeof batchSpec>;
export type BatchJudge = z.infer<typeof batchJudge>;
export type PanelJudge = z.infer<typeof panelJudge>;
