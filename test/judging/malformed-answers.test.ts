import { expect, test } from "vitest";
import { answerMalformed, readMalformed } from "../torture/malformed-answers.ts";
import { PROTOCOLS } from "../torture/protocols.ts";

const sample = readMalformed().flatMap((malformed) =>
  [malformed.values[0], malformed.values.at(-1)].map((value) => ({ malformed, value })),
);

test.each(PROTOCOLS)(
  "%s makes no score of a malformed answer, names what is wrong and judges the others",
  async (protocol) => {
    expect(await answerMalformed(sample, protocol)).toEqual([]);
  },
);

test("there are more than five hundred malformed answers", () => {
  const values = readMalformed().flatMap((malformed) => malformed.values);
  expect(values.length * PROTOCOLS.length).toBeGreaterThan(500);
});
