import { z } from "zod";
import { nonEmpty } from "../fields/common.ts";

const band = z.strictObject({
  score: z.number().describe("The score this band gives"),
  criteria: nonEmpty.describe("What an answer of this band looks like"),
});

const rubricDimension = z
  .strictObject({
    id: nonEmpty.describe("Key of the dimension in the judge's answer and column name in the tables"),
    name: nonEmpty.describe("Name for people"),
    scale: nonEmpty.describe("The scale in words, e.g. `0-2`"),
    definition: nonEmpty.describe("What is scored, and what is not"),
    bands: z.array(band).min(2).describe("The scores there are, each with its criteria"),
  })
  .superRefine(({ bands }, context) => {
    for (const index of repeated(bands.map(({ score }) => score))) {
      const message = `the score ${bands[index]!.score} has two bands; every band needs a score of its own`;
      context.addIssue({ code: "custom", path: ["bands", index, "score"], message });
    }
  });

/** Rubric of the rubric protocol, which scores one sample at a time. */
export const sampleRubric = z
  .strictObject({
    schema_version: z.literal(1).optional().describe("1; may be left out"),
    language: z
      .enum(["zh", "en"])
      .optional()
      .describe("Language of the judge's prompt; detected from the text when left out"),
    dimensions: z.array(rubricDimension).min(1).describe("Everything that is scored, in order"),
  })
  .superRefine(({ dimensions }, context) => {
    for (const index of repeated(dimensions.map(({ id }) => id))) {
      const message = `two dimensions have the id "${dimensions[index]!.id}"; every dimension needs an id of its own`;
      context.addIssue({ code: "custom", path: ["dimensions", index, "id"], message });
    }
  });

/** Written out, since library users may not have zod. */
export interface SampleRubric {
  schema_version?: 1;
  language?: "zh" | "en";
  dimensions: {
    id: string;
    name: string;
    scale: string;
    definition: string;
    bands: { score: number; criteria: string }[];
  }[];
}
export type RubricDimension = SampleRubric["dimensions"][number];

/** Positions of repeated values. */
function repeated(values: unknown[]): number[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));
}
