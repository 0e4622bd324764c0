import { describe, expect, test } from "vitest";
import { type DeclarativeCheck, declarativeCheck } from "../../src/config/index.ts";
import type { CheckResult, TraceEvent } from "../../src/records/index.ts";
import { HOSTILE_ANSWERS } from "./hostile.ts";
import { prepare } from "./support.ts";

const PATTERNS = [
  "(a+)+$",
  "(a|a)*$",
  "^(\\w+\\s?)*$",
  "(.*a){20}b",
  "(?i)paris",
  "(\\d+,?)+x",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
];

const SCHEMA = {
  type: ["object", "array", "number"],
  properties: { a: { type: "number" }, __proto__: { type: "string" } },
  patternProperties: { "(a+)+$": { maximum: 3 } },
  uniqueItems: true,
  items: { anyOf: [{ type: "number" }, { type: "object", additionalProperties: { type: "integer" } }] },
};

const CHECKS: object[] = [
  { kind: "response_contains", text: "Paris", any: ["café", "ß"], none: ["secret"] },
  { kind: "response_contains", none: ["a", "1", "😀", "e"], case_sensitive: true },
  { kind: "response_matches", pattern: "(a+)+$" },
  { kind: "response_equals", text: "café" },
  { kind: "response_equals", number: 1, tolerance: 0.5 },
  { kind: "response_json", fenced: true },
  { kind: "response_json", schema: SCHEMA, values: { "/a": 1, "/0/a": 1 } },
  { kind: "response_length", characters: { max: 10 }, words: { min: 1 }, lines: { max: 3 } },
];

/** Results are shown to people and to judges: short, and with nothing in them that acts. */
function expectTame({ outcome, message, seen = "" }: CheckResult): void {
  expect(outcome === "error" ? message : "").toBe("");
  expect(message.length + seen.length).toBeLessThan(2000);
  expect(`${message}${seen}`).not.toMatch(
    /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\ufeff]/,
  );
  expect(`${message}${seen}`).not.toMatch(/\p{Cs}/u);
}

test.each(PATTERNS)("%s takes linear time on 2 MB that are made for it", async (pattern) => {
  const declarative = declarativeCheck.parse({ kind: "response_matches", pattern });
  for (const name of ["2 MB of one letter and an end that spoils the match", "2 MB of digits and commas"])
    expectTame(await prepare({ artifact: { final_output: HOSTILE_ANSWERS[name]! } }).check({ declarative }));
});

describe.each(Object.entries(HOSTILE_ANSWERS))("%s", (_, answer) => {
  test.each(CHECKS.map((check) => [JSON.stringify(check).slice(0, 80), check] as const))("%s", async (_name, check) => {
    const declarative = declarativeCheck.parse(check);
    expectTame(await prepare({ artifact: { final_output: answer } }).check({ declarative }));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("as the arguments and the name of a tool call", async () => {
    const call = { kind: "tool_call", tool_call_id: "1", turn: 1, at_ms: 0 } as const;
    const trace: TraceEvent[] = [
      { ...call, tool_name: "refund", arguments: answer },
      { ...call, tool_name: answer, arguments: "{}" },
    ];
    const prepared = prepare({ artifact: { trace } });
    for (const fields of [
      { arguments: { a: 1 } },
      { argument_patterns: { a: "(a+)+$", "/0/a": "1" } },
      { arguments_schema: SCHEMA },
    ])
      expectTame(
        await prepared.check({ declarative: { kind: "tool_called", name: "refund", ...fields } as DeclarativeCheck }),
      );
  });
});

test("composed and decomposed letters are the same letters", async () => {
  for (const answer of [HOSTILE_ANSWERS["composed letters"]!, HOSTILE_ANSWERS["decomposed letters"]!]) {
    const { check } = prepare({ artifact: { final_output: answer } });
    for (const declarative of [
      { kind: "response_contains", text: "cafe\u0301", case_sensitive: true },
      { kind: "response_equals", text: "caf\u00e9" },
      { kind: "response_length", characters: { min: 4, max: 4 } },
    ] as DeclarativeCheck[])
      expect((await check({ declarative })).outcome).toBe("passed");
  }
});
