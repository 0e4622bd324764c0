import { describe, expect, test } from "vitest";
import { type DeclarativeCheck, declarativeCheck } from "../../src/config/index.ts";
import type { CheckResult, TraceEvent } from "../../src/records/index.ts";
import { prepare } from "./support.ts";

const FIVE = 5_000_000;

/** Answers that a model can give and no check may choke on. */
const ANSWERS: Record<string, string> = {
  "5 MB of one letter": "a".repeat(FIVE),
  "5 MB of one letter and an end that spoils the match": `${"a".repeat(FIVE)}!`,
  "5 MB of digits": "1".repeat(FIVE),
  "5 MB of digits and commas": "1,".repeat(FIVE / 2),
  "5 MB of numbers in groups": "1,234 ".repeat(FIVE / 6),
  "5 MB of spaces around a letter": `${" ".repeat(FIVE / 2)}a${" ".repeat(FIVE / 2)}`,
  "5 MB of combining accents": `e${"\u0301".repeat(FIVE / 2)}`,
  "5 MB of letters that grow in capitals": "ß".repeat(FIVE / 2),
  "5 MB of emoji": "😀".repeat(FIVE / 4),
  "5 MB of fences": "```\n".repeat(FIVE / 4),
  "5 MB of backticks": "`".repeat(FIVE),
  "5 MB of line ends": "\n".repeat(FIVE),
  "JSON nested 100,000 deep": `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
  "objects nested 100,000 deep": `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
  "JSON that is opened 5 million times": "[".repeat(FIVE),
  "JSON of 5 MB in one string": JSON.stringify("\\\n".repeat(FIVE / 5)),
  "a JSON list of 5 MB": `[${'{"a":1},'.repeat(FIVE / 8)}1]`,
  "a JSON object with one key 700,000 times": `{${'"k":1,'.repeat(700_000)}"k":1}`,
  "keys of the prototype": '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1}',
  "numbers beyond all numbers": '{"a":1e999,"b":-1e999,"c":-0,"d":1e-999}',
  "a number beyond all numbers": "1e999",
  "minus zero": "-0",
  "lone surrogates": "\ud800 and \udc00 and \ud800",
  "lone surrogates in JSON": '"\\ud800"',
  "composed letters": "caf\u00e9",
  "decomposed letters": "cafe\u0301",
  "marks of direction": "\u202egnp.\u202c \u200fשלום\u200e",
  "control characters": "\u0000\u001b[31mred\u0007\u009b1m\u2028\u2029",
  markup: "<script>alert(1)</script> | **bold** `code` ](javascript:1)",
  nothing: "",
  "only what nobody sees": "\u200b\u200e\ufeff",
};

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
  expect(outcome).not.toBe("error");
  expect(message.length + seen.length).toBeLessThan(2000);
  expect(`${message}${seen}`).not.toMatch(
    /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\ufeff]/,
  );
  expect(`${message}${seen}`).not.toMatch(/\p{Cs}/u);
}

test.each(PATTERNS)("%s takes linear time on 5 MB that are made for it", async (pattern) => {
  const declarative = declarativeCheck.parse({ kind: "response_matches", pattern });
  for (const name of ["5 MB of one letter and an end that spoils the match", "5 MB of digits and commas"])
    expectTame(await prepare({ artifact: { final_output: ANSWERS[name]! } }).check({ declarative }));
});

describe.each(Object.entries(ANSWERS))("%s", (_, answer) => {
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
  for (const answer of [ANSWERS["composed letters"]!, ANSWERS["decomposed letters"]!]) {
    const { check } = prepare({ artifact: { final_output: answer } });
    for (const declarative of [
      { kind: "response_contains", text: "cafe\u0301", case_sensitive: true },
      { kind: "response_equals", text: "caf\u00e9" },
      { kind: "response_length", characters: { min: 4, max: 4 } },
    ] as DeclarativeCheck[])
      expect((await check({ declarative })).outcome).toBe("passed");
  }
});
