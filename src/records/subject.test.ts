import fc from "fast-check";
import { expect, test } from "vitest";
import { slug } from "../config/index.ts";
import { partsOfSubject, subjectId } from "./subject.ts";

const id = fc.stringMatching(/^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,20}[A-Za-z0-9_-])?$/);

test("a subject's id comes apart into the ids it was made of, whatever they are", () => {
  fc.assert(
    fc.property(id, fc.option(id), (model_id, variant_id) => {
      expect(partsOfSubject(subjectId(model_id, variant_id ?? undefined))).toEqual({ model_id, variant_id });
    }),
  );
});

test("no id of a model can be taken for a subject under a variant", () => {
  expect(slug.safeParse("large+grounded").success).toBe(false);
});
