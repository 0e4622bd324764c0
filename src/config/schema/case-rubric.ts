import { z } from "zod";
import { nonEmpty } from "./common.ts";

export const rubricScale = z
  .strictObject({
    min: z.number().describe("Lowest score"),
    max: z.number().describe("Highest score"),
  })
  .refine(({ min, max }) => min < max, { path: ["max"], message: "must be greater than `min`" });

export const rubricCriterion = z.strictObject({
  name: nonEmpty.describe("What is looked at"),
  what_good_looks_like: nonEmpty.optional().describe("Earns a high score"),
  what_bad_looks_like: nonEmpty.optional().describe("Earns a low score"),
});

export const caseRubric = z
  .strictObject({
    version: z.number().int().min(1).default(1).describe("Version of this rubric, shown to the judge"),
    scale: rubricScale.optional().describe("Ends of the scale that the anchors use"),
    anchors: z.record(z.string(), nonEmpty).optional().describe("Score → what that score looks like"),
    criteria: z.array(rubricCriterion).optional().describe("What to look at"),
    scoring_instructions: nonEmpty.optional().describe("How to turn the above into a score"),
  })
  .superRefine(({ anchors, scale }, context) => {
    for (const key of Object.keys(anchors ?? {})) {
      const score = key.trim() === "" ? Number.NaN : Number(key);
      const message = Number.isNaN(score)
        ? 'is no score; expected a number such as "7"'
        : scale !== undefined && (score < scale.min || score > scale.max)
          ? `lies outside of the scale from ${scale.min} to ${scale.max}`
          : undefined;
      if (message) context.addIssue({ code: "custom", path: ["anchors", key], message, params: { at: "key" } });
    }
  });

export type CaseRubric = z.infer<typeof caseRubric>;
