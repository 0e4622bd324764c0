import { z } from "zod";
import { nonEmpty } from "../fields/common.ts";

const scoreAnchors = z.record(z.string(), nonEmpty);

export const rubricScale = z
  .strictObject({
    min: z.number().describe("Lowest score"),
    max: z.number().describe("Highest score"),
    anchors: scoreAnchors.optional().describe("The same as `anchors` beside `scale`, which is the form we prefer"),
  })
  .refine(({ min, max }) => min < max, { path: ["max"], message: "must be greater than `min`" });

export const rubricCriterion = z.strictObject({
  name: nonEmpty.describe("What is looked at"),
  what_good_looks_like: nonEmpty.optional().describe("Earns a high score"),
  what_bad_looks_like: nonEmpty.optional().describe("Earns a low score"),
});

/** Normalises the two places for anchors to one form for judges. */
export const caseRubric = z
  .strictObject({
    version: z.number().int().min(1).default(1).describe("Version of this rubric, shown to the judge"),
    scale: rubricScale.optional().describe("Ends of the scale that the anchors use"),
    anchors: scoreAnchors.optional().describe("Score → what that score looks like"),
    criteria: z.array(rubricCriterion).optional().describe("What to look at"),
    scoring_instructions: nonEmpty.optional().describe("How to turn the above into a score"),
  })
  .superRefine(({ anchors, scale }, context) => {
    const complain = (path: string[], message: string) =>
      context.addIssue({ code: "custom", path, message, params: { at: "key" } });
    if (anchors !== undefined && scale?.anchors !== undefined)
      complain(["scale", "anchors"], "is here and beside `scale`; keep the one beside it");
    for (const [place, written] of [[["anchors"], anchors] as const, [["scale", "anchors"], scale?.anchors] as const])
      for (const key of Object.keys(written ?? {})) {
        const problem = problemOfScore(key, scale);
        if (problem !== undefined) complain([...place, key], problem);
      }
  })
  .transform(({ version, scale, anchors = scale?.anchors, ...rest }) => ({
    version,
    ...(scale && { scale: { min: scale.min, max: scale.max } }),
    ...(anchors && { anchors }),
    ...rest,
  }));

function problemOfScore(key: string, scale: { min: number; max: number } | undefined): string | undefined {
  const score = key.trim() === "" ? Number.NaN : Number(key);
  if (Number.isNaN(score)) return 'is not a score; expected a number such as "7"';
  if (scale === undefined || (score >= scale.min && score <= scale.max)) return undefined;
  return `is outside the scale from ${scale.min} to ${scale.max}`;
}
