import { describe, expect, test } from "vitest";
import { findValue } from "./find-value.ts";
import { reportedCalls, reportedUsage, usageGrowth } from "./reported-account.ts";

const counts = (prompt_tokens: number, completion_tokens: number) => ({
  ...{ prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  ...{ cached_tokens: 0, reasoning_tokens: 0, cost_usd: null },
});
const USAGE = { input: ["models.*.in", "models.*.cached"], output: "models.*.out", of: "turn" as const };

describe("the tokens that an agent tells of", () => {
  test.each([
    [
      "are added up over every model and field",
      [{ models: { a: { in: 3, cached: 1, out: 2 }, b: { in: 4, cached: 0, out: 5 } } }],
      counts(8, 7),
    ],
    [
      "are those of the last document that has them",
      [{ models: { a: { in: 3, cached: 1, out: 2 } } }, { models: {} }],
      counts(4, 2),
    ],
    ["are none where a field is missing", [{ models: { a: { in: 3, out: 2 } } }], null],
    ["are none where one is negative", [{ models: { a: { in: -3, cached: 0, out: 2 } } }], null],
    ["are none where one is no number", [{ models: { a: { in: "3", cached: 0, out: 2 } } }], null],
    ["are none where one is beyond all counting", [{ models: { a: { in: 1e300, cached: 0, out: 2 } } }], null],
    ["are none without documents", [], null],
  ])("%s", (_, documents, expected) => expect(reportedUsage(documents, USAGE)).toEqual(expected));

  test("of a turn are what the count has grown by, and unknown when it became less", () => {
    expect(usageGrowth(counts(30, 5), counts(10, 2))).toEqual(counts(20, 3));
    expect(usageGrowth(counts(30, 5), null)).toEqual(counts(30, 5));
    expect(usageGrowth(counts(30, 1), counts(10, 2))).toBeNull();
  });
});

describe("the tool calls that an agent tells of", () => {
  const documents = [
    { type: "call", part: [{ name: "Bash" }] },
    { type: "said", part: [{ name: "Bash" }] },
    { type: "call", part: [{ name: 7 }] },
    { type: "call" },
  ];
  const where = { type: "call" };

  test("have names, and what is none is left out", () =>
    expect(reportedCalls(documents, { name: "part.0.name", where })).toEqual({ names: ["Bash"] }));

  test("are counted where they have none", () =>
    expect(reportedCalls(documents, { tools: ["shell"], where })).toEqual({ oneOf: ["shell"], times: 3 }));
});

test.each([
  ["__proto__.polluted", undefined],
  ["constructor.name", undefined],
  ["list.length", undefined],
  ["list.1", "b"],
  ["list.-1", undefined],
  ["list.*", "a"],
])("a path such as %s finds what was printed and nothing else", (path, expected) =>
  expect(findValue([{ list: ["a", "b"] }], path)).toBe(expected),
);
