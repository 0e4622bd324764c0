import fc from "fast-check";
import { expect, test } from "vitest";
import { readAnswer } from "./read-answer.ts";

const completionLike = fc.record(
  {
    choices: fc.oneof(
      fc.array(
        fc.record(
          {
            message: fc.oneof(
              fc.record(
                {
                  content: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
                  tool_calls: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
                  refusal: fc.jsonValue(),
                },
                { requiredKeys: [] },
              ),
              fc.jsonValue(),
            ),
            finish_reason: fc.jsonValue(),
            error: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
      ),
      fc.jsonValue(),
    ),
    usage: fc.jsonValue(),
    error: fc.oneof(fc.constant(null), fc.jsonValue()),
  },
  { requiredKeys: [] },
);

test("whatever a provider answers, the reading is an answer or a failure in words that can be stored", () => {
  const bodies = fc.oneof(
    completionLike.map((body) => JSON.stringify(body)),
    fc.json(),
    fc.string({ unit: "binary" }),
    completionLike.chain((body) => fc.nat(200).map((end) => JSON.stringify(body).slice(0, end))),
  );
  fc.assert(
    fc.property(fc.constantFrom(200, 201, 204, 302, 400, 401, 429, 500), bodies, (status, text) => {
      const reading = readAnswer({ status, headers: {}, text });
      expect(JSON.parse(JSON.stringify(reading))).toEqual(reading);
      if (reading.kind === "failure") expect(reading.message).toMatch(/^answered \d{3}\b/);
      else expect(status).toBeLessThan(300);
    }),
    { numRuns: 2000, seed: 1 },
  );
});

test("an answer's texts are well formed, so that they are the same when they are read back", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
      const content = String.fromCharCode(...units);
      const reading = readAnswer({
        status: 200,
        headers: {},
        text: JSON.stringify({ choices: [{ message: { content } }] }),
      });
      const answered = reading.kind === "answer" ? (reading.message.content ?? "") : "";
      expect(Buffer.from(answered).toString()).toBe(answered);
    }),
    { seed: 1 },
  );
});

test.each([
  [
    "tool calls",
    { content: null, tool_calls: Array(300_000).fill({ function: { name: "add", arguments: "{}" } }) },
    "answered 200 with more than 1,000 tool calls.",
  ],
  ["characters", { content: "x".repeat(9_000_000) }, "answered 200 with more than 8,388,608 characters."],
  [
    "characters in arguments",
    { content: "", tool_calls: [{ function: { name: "add", arguments: "x".repeat(9_000_000) } }] },
    "answered 200 with more than 8,388,608 characters.",
  ],
])("an answer with more %s than anybody could use is a failure, of which little is kept", (_, message, words) => {
  const reading = readAnswer({ status: 200, headers: {}, text: JSON.stringify({ choices: [{ message }] }) });
  expect(reading).toMatchObject({ kind: "failure", message: words });
  expect(JSON.stringify(reading).length).toBeLessThan(10_000);
});
