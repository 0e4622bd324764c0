import { expect, test } from "vitest";
import { collect } from "../../test/support/collect.ts";
import { utf8Lines } from "./utf8-lines.ts";

async function linesOf(bytes: Uint8Array, size = bytes.length || 1) {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return collect(utf8Lines(pieces()));
}

test.each([1, 2, 3, 100])("lines are the same in pieces of %i bytes", async (size) => {
  expect(await linesOf(Buffer.from("一\r\n\n🙂 b\nlast"), size)).toEqual([
    { number: 1, text: "一" },
    { number: 2, text: "" },
    { number: 3, text: "🙂 b" },
    { number: 4, text: "last" },
  ]);
});

test("bytes that are not UTF-8 are reported with their line, and the next line is read", async () => {
  expect(await linesOf(Buffer.from([0x61, 0xff, 0x0a, 0x62]))).toEqual([
    { number: 1, problem: "not valid UTF-8", beginning: "a\ufffd" },
    { number: 2, text: "b" },
  ]);
});

test("a replacement character that was written is text", async () => {
  expect(await linesOf(Buffer.from("a\ufffd"))).toEqual([{ number: 1, text: "a\ufffd" }]);
});

test("a byte-order mark is dropped", async () => {
  expect(await linesOf(Buffer.from("\ufeffa\n"))).toEqual([{ number: 1, text: "a" }]);
});

test("an empty file has no lines", async () => {
  expect(await linesOf(Buffer.alloc(0))).toEqual([]);
});
