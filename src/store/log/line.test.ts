import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 as hashOf } from "../../text/index.ts";
import { type RecordHead, readLine, valueWithin, writeLine } from "./line.ts";

const written = (head: RecordHead, value: string) => {
  const { bytes, sha256 } = writeLine(head, value);
  return { bytes: Buffer.from(bytes), sha256 };
};

/** Texts, some resembling the part of a line with the hash. */
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string().map((text) => `"sha256":"${hashOf(text)}","value":${text}`),
  fc.constant(`","sha256":"`),
);
const anyHead = fc.record({
  kind: fc.constantFrom("run" as const, "evaluation" as const),
  key: anyText,
  place: fc.option(anyText),
  at: fc.nat(),
});

test("the value of any line is found where it lies, whatever its key and its place look like", () => {
  fc.assert(
    fc.property(anyHead, fc.jsonValue(), (head, value) => {
      const json = JSON.stringify(value);
      const { bytes, sha256 } = written(head, json);
      const within = valueWithin(bytes, sha256)!;
      expect(bytes.toString("utf8", within.start, within.end)).toBe(json);
      expect(readLine(bytes)).toMatchObject({ ok: true, line: { ...head, value: json, sha256 } });
    }),
  );
});

test("with any byte changed, cut off or added, a line is not whole", () => {
  fc.assert(
    fc.property(anyHead, fc.jsonValue(), fc.nat(), fc.integer({ min: 1, max: 255 }), (head, value, at, change) => {
      const { bytes, sha256 } = written(head, JSON.stringify(value));
      const place = at % bytes.length;
      const changed = Buffer.from(bytes);
      changed[place] = changed[place]! ^ change;
      expect(valueWithin(changed, sha256)).toBeNull();
      expect(valueWithin(bytes.subarray(0, place), sha256)).toBeNull();
      expect(valueWithin(Buffer.concat([bytes.subarray(0, place), bytes]), sha256) !== null).toBe(place === 0);
    }),
  );
});

test("a line is not taken for another one, however alike they are", () => {
  fc.assert(
    fc.property(anyHead, anyHead, fc.jsonValue(), (one, other, value) => {
      const first = written(one, JSON.stringify(value));
      const second = written(other, JSON.stringify(value));
      expect(valueWithin(first.bytes, second.sha256) !== null).toBe(first.sha256 === second.sha256);
    }),
  );
});
