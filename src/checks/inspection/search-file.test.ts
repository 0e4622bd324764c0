import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { beginningOfFile, findBytes, findFolded } from "./search-file.ts";

const MEGABYTE = 1024 * 1024;

async function file(content: string | Uint8Array) {
  const handle = await open(join(temporaryFolder({ file: content }), "file"));
  onTestFinished(() => handle.close());
  return handle;
}

test.each([
  ["at the start", "needle rest", 0],
  ["at the very end", "rest needle", 5],
  ["in nothing", "", null],
  ["cut short", "need", null],
  ["across the boundary of what is read at once", `${"x".repeat(MEGABYTE - 3)}needle`, MEGABYTE - 3],
  ["deep in a long file", `${"neednee".repeat(MEGABYTE)}needle`, 7 * MEGABYTE],
])("finds bytes %s", async (_where, content, at) => {
  expect(await findBytes(await file(content), Buffer.from("needle"))).toBe(at);
});

test("finds text in a binary file and beside a character that was cut in two", async () => {
  const bytes = Buffer.concat([Buffer.from([0, 255, 254, 0xc3]), Buffer.from("größe"), Buffer.from([0xc3])]);
  expect(await findBytes(await file(bytes), Buffer.from("größe"))).toBe(4);
  expect(await findFolded(await file(bytes), ["GRÖSSE", "nothing"])).toEqual(new Set(["GRÖSSE"]));
});

test("finds folded text wherever the pieces are cut", async () => {
  for (const shift of [0, 1, 2, 3]) {
    const content = `${"a".repeat(MEGABYTE - 4 + shift)} e\u0301te\u0301 STRASSE`;
    expect(await findFolded(await file(content), ["ÉTÉ", "straße", "winter"])).toEqual(new Set(["ÉTÉ", "straße"]));
  }
});

test("shows the beginning without half a character", async () => {
  expect(await beginningOfFile(await file("short"))).toBe("short");
  expect(await beginningOfFile(await file(`x${"é".repeat(400)}`))).toBe(`x${"é".repeat(149)}…`);
});
