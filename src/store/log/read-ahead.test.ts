import fc from "fast-check";
import { expect, test } from "vitest";
import { readingAhead } from "./read-ahead.ts";

/** A file of numbered lines that counts its reads. */
function countedFile(bytes: Buffer) {
  const counted = { reads: 0, grown: bytes };
  const read = (offset: number, length: number) => {
    counted.reads += 1;
    return Buffer.from(counted.grown.subarray(offset, offset + length));
  };
  return { counted, file: { size: () => counted.grown.length, read } };
}

const LINE = 2000;
const megabyte = Buffer.alloc(1 << 20, "0123456789abcdef");

test("records that are read one behind the other take few reads", () => {
  const { counted, file } = countedFile(megabyte);
  const read = readingAhead(file);
  for (let at = 0; at + LINE <= megabyte.length; at += 2 * LINE)
    expect(read(at, LINE).equals(megabyte.subarray(at, at + LINE))).toBe(true);
  expect(counted.reads).toBeLessThan(megabyte.length / LINE / 3);
});

test("wherever and in whatever order one reads, the bytes are those of the file", () => {
  const stretches = fc.array(fc.tuple(fc.nat(megabyte.length + 10), fc.nat(100_000)), { maxLength: 40 });
  fc.assert(
    fc.property(stretches, (wanted) => {
      const read = readingAhead(countedFile(megabyte).file);
      for (const [offset, length] of wanted)
        expect(read(offset, length).equals(megabyte.subarray(offset, offset + length))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test("what was appended in the meantime is found", () => {
  const { counted, file } = countedFile(megabyte);
  const read = readingAhead(file);
  for (let at = 0; at < megabyte.length; at += LINE) read(at, LINE);
  counted.grown = Buffer.concat([megabyte, Buffer.from("more")]);
  expect(read(megabyte.length, 4).toString()).toBe("more");
  expect(read(megabyte.length - 2, 6).toString()).toBe("efmore");
});
