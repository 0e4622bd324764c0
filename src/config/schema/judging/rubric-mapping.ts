import { z } from "zod";
import { nonEmpty, schemaVersion } from "../fields/common.ts";

const constant = z.strictObject({
  constant: z.union([z.string(), z.number(), z.boolean()]).describe("The same value for every sample"),
});
const field = z.union([nonEmpty, constant]).describe("A column or dotted field, or `{ constant: … }`");

/** Mapping of samples with another shape: CSV columns or JSON fields for each value. */
export const sampleMapping = z.strictObject({
  schema_version: schemaVersion,
  meta: z
    .looseObject({
      run_id: field,
      model: field,
      prompt_variant: field,
      eval_set_variant: field,
      question_id: field,
    })
    .catchall(field)
    .describe("The labels; more than these five may be named"),
  question: nonEmpty.describe("Column or field of the question"),
  model_output: nonEmpty.describe("Column or field of the answer"),
  rubric: nonEmpty.optional().describe("Field of a rubric inside each sample; JSON only"),
});

/** Mapping of foreign judge records: the columns to read, and their meaning. */
export const recordMapping = z
  .strictObject({
    schema_version: schemaVersion,
    columns: z
      .record(nonEmpty, nonEmpty)
      .describe("Leading columns of scores_long.csv in order: name → dotted field; `$file` is the record's path"),
    scores: nonEmpty
      .default("scores")
      .describe("Field with the scores by dimension: numbers, or objects with a `score`"),
    dimensions: z.array(nonEmpty).min(1).optional().describe("Which dimensions, in order; all when left out"),
    group_by: z.array(nonEmpty).min(1).describe("Columns of scores_grouped.csv"),
    roles: z
      .strictObject({
        sample: z.array(nonEmpty).min(1).describe("Columns that together name one sample"),
        model: nonEmpty,
        prompt_variant: nonEmpty,
        eval_set_variant: nonEmpty,
        question_id: nonEmpty,
        judge: nonEmpty,
      })
      .partial()
      .prefault({})
      .describe("What columns mean for the summary; what is left out is not summarized"),
    failure_tags: nonEmpty.optional().describe("Field with a list of failure tags"),
  })
  .superRefine(({ columns, group_by, roles }, context) => {
    const complain = (path: (string | number)[], name: string) => {
      if (Object.hasOwn(columns, name)) return;
      const message = `"${name}" is not one of the columns: ${Object.keys(columns).join(", ")}`;
      context.addIssue({ code: "custom", path, message });
    };
    for (const [index, name] of group_by.entries()) complain(["group_by", index], name);
    for (const [role, names] of Object.entries(roles))
      for (const name of [names].flat()) complain(["roles", role], name);
  });

export type SampleMapping = z.infer<typeof sampleMapping>;
export type RecordMapping = z.infer<typeof recordMapping>;
