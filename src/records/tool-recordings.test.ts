import fc from "fast-check";
import { expect, test } from "vitest";
import { callKey, formatRecordings, parseRecordings, type RecordedCall } from "./tool-recordings.ts";

const answer = fc.record({ status: fc.constantFrom("success" as const, "error" as const), content: fc.string() });
const call: fc.Arbitrary<RecordedCall> = fc.record({
  tool: fc.stringMatching(/^[a-z_-]{1,8}$/),
  arguments: fc.dictionary(fc.string(), fc.jsonValue({ noUnicodeString: false })),
  answers: fc.array(answer, { minLength: 1, maxLength: 3 }),
});

test("what is written is read back, and the order of the calls changes no byte", () => {
  fc.assert(
    fc.property(fc.uniqueArray(call, { selector: callKey, maxLength: 8 }), (calls) => {
      const text = formatRecordings({ definitions: [], calls });
      expect(formatRecordings({ definitions: [], calls: [...calls].reverse() })).toBe(text);
      const read = parseRecordings(text);
      expect(read.ok && formatRecordings(read.recordings)).toBe(text);
      expect(read.ok && new Set(read.recordings.calls.map(callKey))).toEqual(new Set(calls.map(callKey)));
    }),
    { seed: 14, numRuns: 200 },
  );
});

test.each([
  ["[]", 1],
  ['{"tool":"a","arguments":[],"answers":[]}', 1],
  ['{"tool":"a","arguments":{},"answers":[]}', 1],
  ['{"tool":"a","arguments":{},"answers":[{"status":"fine","content":""}]}', 1],
  ['\n\n{"definition":{"name":"a"}}', 3],
  ["nonsense", 1],
])("%j is refused with its line", (text, line) => {
  expect(parseRecordings(text)).toMatchObject({ ok: false, line });
});
