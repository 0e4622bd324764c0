import { describe, expect, test } from "vitest";
import type { DeclarativeCheck } from "../../src/config/index.ts";
import { prepare } from "./support.ts";

async function found(fields: object, answer: string | null) {
  const declarative = { kind: "response_json", ...fields } as DeclarativeCheck;
  return await prepare({ artifact: { final_output: answer } }).check({ declarative });
}

const fence = (json: string, mark = "```") => `Here you are:\n\n${mark}json\n${json}\n${mark}\n\nGood luck!`;

describe("response_json", () => {
  test.each<[object, string | null, string]>([
    [{}, '{"a": 1}', "passed"],
    [{}, " [1, 2]\n", "passed"],
    [{}, "4", "passed"],
    [{}, "\ufeff{}", "passed"],
    [{}, "{'a': 1}", "failed"],
    [{}, '{"a": 1,}', "failed"],
    [{}, '{"a": 1} Done.', "failed"],
    [{}, "NaN", "failed"],
    [{}, "", "failed"],
    [{}, null, "failed"],
    [{}, fence('{"a": 1}'), "failed"],
    [{ fenced: true }, fence('{"a": 1}'), "passed"],
    [{ fenced: true }, fence('{"a": 1}', "~~~~"), "passed"],
    [{ fenced: true }, '{"a": "```"}', "passed"],
    [{ fenced: true }, fence("{'a': 1}"), "failed"],
    [{ fenced: true }, `${fence("1")}\n${fence("2")}`, "failed"],
    [{ fenced: true }, 'The JSON is {"a": 1}.', "failed"],
    [{ fenced: true }, '```json\n{"a": 1}', "passed"],
    [{ fenced: true }, "Use ```x``` here", "failed"],
    [{}, '{"ok": false, "ok": true}', "failed"],
    [{}, '{"a": {"b": 1, "b": 1}}', "failed"],
    [{ schema: { type: "object", required: ["total"] } }, '{"total": 4}', "passed"],
    [{ schema: { type: "object", required: ["total"] } }, '{"sum": 4}', "failed"],
    [{ schema: { type: "object", required: ["constructor"] } }, "{}", "failed"],
    [{ values: { "/total": 4 } }, '{"total": 4.0}', "passed"],
    [{ values: { "/total": 4 } }, '{"total": "4"}', "failed"],
    [{ values: { "/items/1/name": "b" } }, '{"items": [{"name": "a"}, {"name": "b"}]}', "passed"],
    [{ values: { "/items/2": null } }, '{"items": [1, 2]}', "failed"],
    [{ values: { "/items/01": 2 } }, '{"items": [1, 2]}', "failed"],
    [{ values: { "/a~1b/~0": 1 } }, '{"a/b": {"~": 1}}', "passed"],
    [{ values: { "": [1] } }, "[1]", "passed"],
    [{ values: { "/": 1 } }, '{"": 1}', "passed"],
    [{ values: { "/a": { x: 1, y: [2] } } }, '{"a": {"y": [2], "x": 1}}', "passed"],
    [{ values: { "/a": { x: 1 } } }, '{"a": {"x": 1, "y": 2}}', "failed"],
    [{ values: { "/constructor/name": "Object" } }, "{}", "failed"],
    [{ values: { "/length": 2 } }, "[1, 2]", "failed"],
    [{ values: { "/a": 0 } }, '{"a": -0}', "passed"],
  ])("%j for %j: %s", async (fields, answer, outcome) => {
    const result = await found(fields, answer);
    expect(result.outcome, result.message).toBe(outcome);
  });

  test.each<[object, string, string]>([
    [{}, "Sorry, no.", 'The answer should be JSON, but is not JSON (line 1, column 1). It begins: "Sorry, no.".'],
    [
      {},
      '{\n  "a": 1,\n}',
      'The answer should be JSON, but is not JSON (line 3, column 1). It begins: "{\\n  \\"a\\": 1,\\n}".',
    ],
    [{}, '{"a": 1', 'The answer should be JSON, but ends too early (line 1, column 8). It begins: "{\\"a\\": 1".'],
    [{}, '{"a":1,"a":2}', `The answer's JSON has the key "a" twice, so it has no single meaning.`],
    [
      { schema: { properties: { n: { type: "number" } } } },
      '{"n": "\u202efour"}',
      `The answer's JSON does not match the schema: the value at "/n" must be number. It is "\\u202efour".`,
    ],
    [
      { schema: { additionalProperties: false } },
      '{"<b>": 1}',
      `The answer's JSON does not match the schema: it must not have additional properties ("<b>"). It is {"<b>":1}.`,
    ],
    [
      { values: { "/a": 1, "/b": "x" } },
      '{"a": 2}',
      `The answer's JSON has other values: /a should be 1 and is 2; /b should be "x" and is not there.`,
    ],
  ])("%j for %j says what was expected and found", async (fields, answer, message) => {
    expect(await found(fields, answer)).toMatchObject({ outcome: "failed", message });
  });
});
